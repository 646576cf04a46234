"""`manage.py`, but passwords are looked at in the thread of the pages: what is their own thread worth?"""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    from scorekeeper import asgi

    asgi._passwords = asgi._pages
    execute_from_command_line(["manage.py", *sys.argv[1:]])
