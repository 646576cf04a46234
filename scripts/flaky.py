"""Run the browser tests repeatedly on a busy machine and print the failures."""

import multiprocessing
import re
import subprocess
import sys
from collections import Counter

BUSY_PROCESSES = 2


def compute() -> None:
    """Keep a processor busy until killed."""
    while True:
        sum(range(10_000))


def main(times: int, tests: list[str]) -> int:
    """Print each failure, and at the end how often each test failed. Return 1 after any failure."""
    for _ in range(BUSY_PROCESSES):
        multiprocessing.Process(target=compute, daemon=True).start()
    command = [sys.executable, "-m", "pytest", "-n", "4", "--dist", "worksteal", "-q", *tests]
    failed: Counter[str] = Counter()
    for run in range(1, times + 1):
        process = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        names = re.findall(r"^(?:FAILED|ERROR) (\S+)", process.stdout, re.MULTILINE)
        kept_files = re.findall(r"^kept (\S+)", process.stdout, re.MULTILINE)
        failed.update(names)
        print(
            f"run {run}: {', '.join(names) or process.stdout.splitlines()[-1]}",
            *kept_files,
            sep="\n  ",
            flush=True,
        )
        if process.returncode and not names:
            print(process.stdout)
            return process.returncode
    for name, count in failed.most_common():
        print(f"{count} of {times}: {name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:] or ["tests/browser"]))
