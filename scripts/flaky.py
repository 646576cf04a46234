"""Run the browser tests again and again on a busy machine and print what failed."""

import multiprocessing
import re
import subprocess
import sys
from collections import Counter

BUSY = 2  # processes that only compute


def compute() -> None:
    """Keep a processor busy until killed."""
    while True:
        sum(range(10_000))


def main(times: int, tests: list[str]) -> int:
    """Print each failure as it comes and how often each test failed; return 1 if any did."""
    for _busy in range(BUSY):
        multiprocessing.Process(target=compute, daemon=True).start()
    command = [sys.executable, "-m", "pytest", "-n", "4", "--dist", "worksteal", "-q", *tests]
    failed: Counter[str] = Counter()
    for run in range(1, times + 1):
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        names = re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
        kept = re.findall(r"^kept (\S+)", done.stdout, re.MULTILINE)
        failed.update(names)
        print(f"run {run}: {', '.join(names) or done.stdout.splitlines()[-1]}", *kept, sep="\n  ", flush=True)
        if done.returncode and not names:
            print(done.stdout)
            return done.returncode
    for name, often in failed.most_common():
        print(f"{often} of {times}: {name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:] or ["tests/browser"]))
