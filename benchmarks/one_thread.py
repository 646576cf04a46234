"""`manage.py` with passwords checked in the pages' thread, to measure what the separate thread gains."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.config.settings")
    from scorekeeper.config import asgi

    asgi._passwords = asgi._pages
    execute_from_command_line(["manage.py", *sys.argv[1:]])
