"""The static files as `collectstatic` writes them, collected once for all test processes.

Scripts and styles are then bundled, so a browser requests a quarter as many files as in development, and the
tests run on the files that ship.
"""

from functools import cache
from unittest import mock

from django.conf import settings
from django.core.management import call_command
from django.test import override_settings
from whitenoise.compress import Compressor

from tests import databases

STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "scorekeeper.web.bundles.Storage"}}


@cache
def collected():
    """Return the folder of collected files, without compressed copies, which a local server does not need."""
    with databases.lock_shared_folder("static_files") as shared:
        folder = shared / "collected"
        manifest = folder / "staticfiles.json"
        if not manifest.exists():
            folder.mkdir()
            with (
                override_settings(STATIC_ROOT=folder, STORAGES=STORAGES),
                mock.patch.object(Compressor, "compress", _compress_nothing),
            ):
                call_command("collectstatic", interactive=False, verbosity=0)
    return folder


def _compress_nothing(_self, _path):
    return iter(())
