"""Vendored files, identical to the published ones."""

import hashlib
import re
from pathlib import Path

VENDOR = Path(__file__).resolve().parents[2] / "static" / "vendor"
# On a slow network, an extension of htmx in a file of its own could come too late to receive events. So both
# are in one file, with this line between them.
BETWEEN = re.compile(rb"\n;/\* (\S+) \*/\n")


def test_vendored_files_have_their_published_checksums():
    published = dict(reversed(line.split()) for line in (VENDOR / "SHA256SUMS").read_text().splitlines())
    are = {}
    for path in VENDOR.rglob("*"):
        if path.is_file() and path.name != "SHA256SUMS":
            first, *rest = BETWEEN.split(path.read_bytes())
            name = path.relative_to(VENDOR).as_posix().replace("-with-sse", "")
            are[name] = hashlib.sha256(first).hexdigest()
            for name, part in zip(rest[::2], rest[1::2], strict=True):
                are[name.decode()] = hashlib.sha256(part).hexdigest()
    assert are == published
