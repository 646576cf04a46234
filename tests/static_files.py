"""The site's styles and scripts as `collectstatic` makes them: collected once for all processes of tests.

A phone asks for a quarter as many files as of a site that is not deployed, and what is tested is what ships.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from unittest import mock

from django.conf import settings
from django.core.management import call_command
from django.test import override_settings
from whitenoise.compress import Compressor

from tests import databases

STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "scorekeeper.bundles.Storage"}}


@cache
def collected() -> Path:
    """The folder of them, without packed copies: nothing is slow on the way from a test's own server."""
    with databases.alone("styles") as shared:
        folder = shared / "collected"
        made = folder / "staticfiles.json"
        if not made.exists():
            folder.mkdir()
            with (
                override_settings(STATIC_ROOT=folder, STORAGES=STORAGES),
                mock.patch.object(Compressor, "compress", _nothing),
            ):
                call_command("collectstatic", interactive=False, verbosity=0)
    return folder


def _nothing(_self: Compressor, _path: str) -> Iterator[str]:
    return iter(())
