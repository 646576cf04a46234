"""A PostgreSQL to measure on: a database of the measurement's own, gone afterwards."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock
from urllib.parse import urlsplit

import psycopg

from .site import ROOT


def address() -> str:
    """The server that BENCH_POSTGRESQL names, else the one that the tests use; "" where none answers."""
    return os.environ.get("BENCH_POSTGRESQL") or subprocess.run(
        [sys.executable, "scripts/postgresql.py"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()  # fmt: skip


@contextlib.contextmanager
def own_database(server: str) -> Iterator[str]:
    """The address of an empty database on this server."""
    name, parts = f"scorekeeper_bench_{os.getpid()}", urlsplit(server)
    # Put together by hand: without a host, geturl() loses the slashes, and psycopg then reads no address.
    own = f"{parts.scheme}://{parts.netloc}/{name}" + (f"?{parts.query}" if parts.query else "")
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        try:
            yield own
        finally:
            admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def run(measure: Callable[[Path], None]) -> None:
    """Measure inside this process on an empty database; a folder for files is lent with it."""
    server = address()
    if not server:
        print("  no PostgreSQL answers: nothing to measure")
        return
    with (
        tempfile.TemporaryDirectory() as scratch,
        own_database(server) as url,
        # Put back at the end: what is measured next would look for a database that is gone.
        mock.patch.dict(
            os.environ,
            {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings", "VAR_DIR": scratch, "DATABASE_URL": url},
        ),
    ):
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        # Settings are read once a process. After another measurement they name another database than ours,
        # and tables are emptied here.
        assert f"/{connection.settings_dict['NAME']}" == urlsplit(url).path, "measure this in a process alone"
        call_command("migrate", verbosity=0, interactive=False)
        try:
            measure(Path(scratch))
        finally:
            connection.close()
            connection.close_pool()
