"""The Chromium that the browser tests drive; `python -m tests.chromium` prints its path or fails."""

import os
import shutil
import sys
from functools import cache
from pathlib import Path

FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The rules engine (WebAssembly) runs too briefly in a test to repay optimizing its code.
    "--js-flags=--liftoff-only",
]
# The headless shell comes first: it starts each phone in a third of the processor time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@cache
def find():
    """Return the path that CHROMIUM names, else a browser on PATH, else Playwright's own, else ""."""
    if path := os.environ.get("CHROMIUM"):
        return path if Path(path).exists() else ""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        bundled = playwright.chromium.executable_path
    return bundled if Path(bundled).exists() else ""


if __name__ == "__main__":
    path = find()
    print(path or "no Chromium found")
    sys.exit(not path)
