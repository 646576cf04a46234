"""A temporary site of one process for benchmarks."""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Site:
    port: int
    pid: int
    var: Path
    database: str = ""  # "": SQLite in var

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextlib.contextmanager
def run_site(
    *options: str, var: str = "", program: Sequence[str] = ("manage.py",), **environment: str
) -> Iterator[Site]:
    """Run the site with `serve` on a free port."""
    with tempfile.TemporaryDirectory() as scratch:
        var = var or scratch
        process = subprocess.Popen(
            [sys.executable, *program, "serve", "--host", "127.0.0.1", "--port", "0", *options],
            cwd=ROOT,
            env={**os.environ, "VAR_DIR": var, "PYTHONUNBUFFERED": "1", "LIMITS": "1000000", **environment},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout is not None
            port = re.search(r":(\d+)/", process.stdout.readline())
            if port is None:
                raise RuntimeError("the site did not start")
            yield Site(int(port[1]), process.pid, Path(var), environment.get("DATABASE_URL", ""))
        finally:
            process.terminate()
            process.wait(timeout=40)


def spread(seconds: Sequence[float]) -> str:
    """Return p50 and p99 of some durations as text."""
    ordered = sorted(seconds)
    middle, slow = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    return f"p50 {middle * 1000:.1f} ms, p99 {slow * 1000:.1f} ms"
