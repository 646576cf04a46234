"""Run every measurement, or those that are named: `python -m benchmarks pages live`."""

import importlib
import sys
from pathlib import Path


def main(names: list[str]) -> None:
    found = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))
    for name in names or found:
        print(f"\n{name}")
        importlib.import_module(f"benchmarks.bench_{name}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
