"""The site's settings, with faults on demand."""

import ctypes
import multiprocessing
import os
import signal
import sys

from scorekeeper.config.settings import *  # noqa: F403
from scorekeeper.config.settings import DATABASES, INSTALLED_APPS, MIDDLEWARE

INSTALLED_APPS = [*INSTALLED_APPS, "tests.reliability.faults.Faults"]
MIDDLEWARE = ["tests.reliability.faults.middleware", *MIDDLEWARE]

# The power-cut test must be able to fail, so it also runs on a database that does not sync commits.
if "SYNCHRONOUS" in os.environ:
    options = DATABASES["default"]["OPTIONS"]
    options["init_command"] = options["init_command"].replace(
        "synchronous=FULL", f"synchronous={os.environ['SYNCHRONOUS']}"
    )

# Simulate a full disk on SQLite.
if "MAX_PAGES" in os.environ:
    options = DATABASES["default"]["OPTIONS"]
    options["init_command"] += f"PRAGMA max_page_count={int(os.environ['MAX_PAGES'])};"

# A killed test cannot stop its site, so the kernel sends the site SIGTERM when the test's process dies.
if sys.platform == "linux" and multiprocessing.parent_process() is None:
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
