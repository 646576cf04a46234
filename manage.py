#!/usr/bin/env python3
"""The command line of the site."""

import gc
import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line, load_command_class

# These commands need neither applications nor a database.
WITHOUT_APPLICATIONS = ("ask", "describe", "games", "score")


def main() -> None:
    # Imported modules are never freed: searching them for garbage took a sixth of the start time.
    gc.set_threshold(20_000, 50, 100)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.config.settings")
    try:
        if sys.argv[1:] and sys.argv[1] in WITHOUT_APPLICATIONS:
            load_command_class("scorekeeper.library", sys.argv[1]).run_from_argv(sys.argv)
        else:
            execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"{error}\nThe settings come from the environment; docs/deploying.md lists them.")


if __name__ == "__main__":
    main()
