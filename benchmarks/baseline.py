"""A worktree of an earlier commit, so that one run can measure it and this commit."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTHON = ROOT / ".venv" / "bin" / "python"
LOCK = "requirements.lock"


@contextmanager
def worktree(commit: str) -> Iterator[Path]:
    """Check out a commit with its dependencies into a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-baseline-") as folder:
        path = Path(folder, "tree")
        subprocess.run(
            ["git", "worktree", "add", "--quiet", "--detach", str(path), commit], cwd=ROOT, check=True
        )
        try:
            _install_missing(path)
            yield path
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(path)], cwd=ROOT, check=True)


def _install_missing(tree: Path) -> None:
    """Install into a tree the packages that its lock file has and ours has not."""
    installed = _locked_packages(ROOT)
    missing = [text for name, text in _locked_packages(tree).items() if name not in installed]
    if missing:
        requirements = tree.parent / LOCK
        requirements.write_text("".join(missing))
        subprocess.run(
            [PYTHON, "-m", "pip", "install", "--quiet", "--no-deps", "--target", tree, "-r", requirements],
            check=True,
        )


def _locked_packages(tree: Path) -> dict[str, str]:
    """Return the packages of a lock file with their versions and hashes."""
    packages = re.split(r"(?m)^(?=[a-z0-9])", (tree / LOCK).read_text())
    return {text.partition("==")[0]: text for text in packages if "==" in text}
