"""Run all benchmarks, or those named: `python -m benchmarks pages live`."""

import importlib
import subprocess
import sys
from pathlib import Path


def main(names: list[str]) -> int:
    """Run each of several benchmarks in its own process, because settings are read once per process."""
    found = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))
    if len(names) == 1:
        print(f"\n{names[0]}", flush=True)
        importlib.import_module(f"benchmarks.bench_{names[0]}").main()
        return 0
    exit_codes = [
        subprocess.run([sys.executable, "-m", "benchmarks", name]).returncode for name in names or found
    ]
    return max(exit_codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
