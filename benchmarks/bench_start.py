"""Benchmark of a command about one game, from start to end, against an earlier commit."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from games import every_game
from games.engine.description import game_json

from .baseline import ROOT, worktree

BASELINE = os.environ.get("BENCH_BASELINE") or "5cd5e05"
TIMES = 9
LIMIT = 0.5


def cost(tree: Path, *arguments: str) -> float:
    """Return the CPU seconds of a command."""
    # With PYTHONDONTWRITEBYTECODE, each start would compile all modules again.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=tree,
        env=environment,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    slug, game = next(iter(every_game().items()))
    with tempfile.TemporaryDirectory() as folder, worktree(BASELINE) as baseline:
        file = Path(folder, "record.json")
        file.write_text(json.dumps(game_json(game)["examples"][0]["record"]))
        for arguments in (("describe", slug), ("score", str(file))):
            took: dict[Path, list[float]] = {ROOT: [], baseline: []}
            for run in range(TIMES + 1):
                for tree, seconds in took.items():
                    spent = cost(tree, *arguments)
                    if run:  # the first run compiles the modules
                        seconds.append(spent)
            now, then = min(took[ROOT]), min(took[baseline])
            print(
                f"  manage.py {arguments[0]}: {now / then:.2f} of {BASELINE} (limit {LIMIT}); "
                f"{now:.2f} s of CPU time against {then:.2f} s",
                flush=True,
            )
