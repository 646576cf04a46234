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
    found = {}
    for path in VENDOR.rglob("*"):
        if path.is_file() and path.name != "SHA256SUMS":
            name = path.relative_to(VENDOR).as_posix().replace("-with-sse", "")
            parts = [name.encode(), *BETWEEN.split(path.read_bytes())]
            for name, part in zip(parts[::2], parts[1::2], strict=True):
                found[name.decode()] = hashlib.sha256(part).hexdigest()
    assert found == published
