"""An earlier commit checked out beside this one, so that one run can measure both."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent


@contextmanager
def worktree(commit: str) -> Iterator[Path]:
    """A folder with that commit, its catalogues compiled; gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-parent-") as folder:
        path = Path(folder, "tree")
        subprocess.run(
            ["git", "worktree", "add", "--quiet", "--detach", str(path), commit], cwd=ROOT, check=True
        )
        try:
            python = ROOT / ".venv" / "bin" / "python"
            subprocess.run(
                [python, "scripts/catalogues.py", "compile"], cwd=path, check=True, capture_output=True
            )
            yield path
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(path)], cwd=ROOT, check=True)
