"""The site's settings, with faults to be had on demand."""

import ctypes
import multiprocessing
import os
import signal
import sys

from scorekeeper.settings import *  # noqa: F403
from scorekeeper.settings import DATABASES, INSTALLED_APPS, MIDDLEWARE

INSTALLED_APPS = [*INSTALLED_APPS, "tests.reliability.faults.Faults"]
MIDDLEWARE = ["tests.reliability.faults.middleware", *MIDDLEWARE]

# The power-cut test must be able to fail: it also runs on a database that does not sync each commit.
if "SYNCHRONOUS" in os.environ:
    options = DATABASES["default"]["OPTIONS"]
    options["init_command"] = options["init_command"].replace(
        "synchronous=FULL", f"synchronous={os.environ['SYNCHRONOUS']}"
    )

# A disk without room, for SQLite.
if "MAX_PAGES" in os.environ:
    options = DATABASES["default"]["OPTIONS"]
    options["init_command"] += f"PRAGMA max_page_count={int(os.environ['MAX_PAGES'])};"

# Tests that are killed themselves cannot end the site they began: it hears of it, and ends its workers.
if sys.platform == "linux" and multiprocessing.parent_process() is None:
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
