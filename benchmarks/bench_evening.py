"""Benchmark of a whole hand against an earlier commit: four phones in real browsers at one table.

The figure is the CPU time of the site's processes from the first tap of the hand until the three other phones
show it: previews, the draft, the save, and the sheets that those three phones fetch.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests import chromium

from .baseline import ROOT, worktree

BASELINE = os.environ.get("BENCH_BASELINE") or "5cd5e05"
HANDS = int(os.environ.get("BENCH_HANDS") or 12)
WATCHERS = 3
LIMIT = 0.5
TICKS = os.sysconf("SC_CLK_TCK")
# Two hands of Two Hundred, alternated so that no side wins: the value to tap for each question.
ANSWERS = (
    {"bidder": "0", "bid": "50", "took.0": "40"},
    {"bidder": "1", "bid": "55", "took.1": "45"},
)


def main() -> None:
    with sync_playwright() as driver, ExitStack() as opened:
        baseline = opened.enter_context(worktree(BASELINE))
        browser = driver.chromium.launch(executable_path=chromium.find())
        tables = {tree: opened.enter_context(open_table(tree, browser)) for tree in (ROOT, baseline)}
        took: dict[Path, list[float]] = {ROOT: [], baseline: []}
        request_counts: dict[Path, list[int]] = {ROOT: [], baseline: []}
        for number in range(1, HANDS + 2):
            for tree, table in tables.items():
                cost, requests = table.enter_hand(number)
                if number > 1:  # the first hand compiles templates
                    took[tree].append(cost)
                    request_counts[tree].append(requests)
    now, then = (statistics.median(took[tree]) * 1000 for tree in (ROOT, baseline))
    requests = [statistics.median(request_counts[tree]) for tree in (ROOT, baseline)]
    print(
        f"  a whole hand, four phones: {now / then:.2f} of {BASELINE} (limit {LIMIT}); "
        f"{now:.0f} ms of CPU time in {requests[0]:.0f} requests against {then:.0f} ms in {requests[1]:.0f}",
        flush=True,
    )


class Table:
    """A table of a running site: a scorer's phone and three watchers."""

    def __init__(self, process: int, scorer: Page, watchers: list[Page]) -> None:
        self.process, self.scorer, self.watchers = process, scorer, watchers
        self.requests = 0
        for page in (scorer, *watchers):
            page.on("request", self._count)

    def _count(self, request: object) -> None:
        self.requests += 1

    def enter_hand(self, number: int) -> tuple[float, int]:
        """Enter a hand. Return the CPU seconds of the site and the number of requests."""
        before, self.requests = cpu_seconds(self.process), 0
        page = self.scorer
        for name, value in ANSWERS[number % len(ANSWERS)].items():
            button = page.locator(f"label:has(input[name='{name}'][value='{value}'])").first
            expect(button).to_be_visible()
            button.click()
            page.wait_for_timeout(700)  # a person's pace, so that each tap sends its requests
        # At the earlier commit, the preview's effects have the class .would.
        expect(page.locator("#preview:not(.stale) :is(.effects, .would)")).to_be_visible()
        page.locator("#save").click()
        for phone in (page, *self.watchers):
            expect(phone.locator("#rows th[scope=row]", has_text=str(number)).first).to_be_visible()
        page.wait_for_timeout(300)
        return cpu_seconds(self.process) - before, self.requests


def cpu_seconds(process: int) -> float:
    """Return the CPU seconds of a process and its children."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / TICKS
    return own + sum(cpu_seconds(int(child)) for child in children)


@contextmanager
def open_table(tree: Path, browser: Browser) -> Iterator[Table]:
    """Run the site of this worktree with a table of Two Hundred and its phones."""
    with tempfile.TemporaryDirectory() as var, ExitStack() as opened:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", "0"],
            cwd=tree,
            env={**os.environ, "VAR_DIR": var, "PYTHONUNBUFFERED": "1", "LIMITS": "1000000"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        opened.callback(process.wait, timeout=40)
        opened.callback(process.terminate)
        assert process.stdout is not None
        port = re.search(r":(\d+)/", process.stdout.readline())
        assert port is not None, "the site did not start"
        pages = []
        for _phone in range(WATCHERS + 1):
            context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
            opened.callback(context.close)
            pages.append(context.new_page())
        scorer, *watchers = pages
        scorer.goto(f"http://127.0.0.1:{port[1]}/play/two_hundred/")
        scorer.locator("button[name=start]").last.click()
        expect(scorer.locator("#hand-form")).to_be_visible()
        for watcher in watchers:
            watcher.goto(scorer.url.split("?")[0])
        scorer.wait_for_timeout(1000)
        yield Table(process.pid, scorer, watchers)


if __name__ == "__main__":
    main()
