"""Run every measurement, or those that are named: `python -m benchmarks pages live`."""

import importlib
import subprocess
import sys
from pathlib import Path


def main(names: list[str]) -> int:
    """Each of several in a process of its own: settings are read once in each, and name one database."""
    found = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))
    if len(names) == 1:
        print(f"\n{names[0]}", flush=True)
        importlib.import_module(f"benchmarks.bench_{names[0]}").main()
        return 0
    ended = [subprocess.run([sys.executable, "-m", "benchmarks", name]).returncode for name in names or found]
    return max(ended)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
