"""Temporary PostgreSQL databases for benchmarks."""

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


def find_server() -> str:
    """Return the server URL of BENCH_POSTGRESQL, or of the server that the tests use; "" if none answers."""
    return os.environ.get("BENCH_POSTGRESQL") or subprocess.run(
        [sys.executable, "scripts/postgresql.py"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()  # fmt: skip


@contextlib.contextmanager
def own_database(server: str) -> Iterator[str]:
    """Create a temporary database on this server and yield its URL."""
    name, parts = f"scorekeeper_bench_{os.getpid()}", urlsplit(server)
    # Built by hand, because geturl() drops the slashes of a URL without host.
    url = f"{parts.scheme}://{parts.netloc}/{name}" + (f"?{parts.query}" if parts.query else "")
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        try:
            yield url
        finally:
            admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def run(measure: Callable[[Path], None]) -> None:
    """Measure in this process on an empty database, with a folder for files."""
    server = find_server()
    if not server:
        print("  no PostgreSQL answers: nothing to measure")
        return
    with (
        tempfile.TemporaryDirectory() as scratch,
        own_database(server) as url,
        # The variables are restored at the end, because the database is dropped.
        mock.patch.dict(
            os.environ,
            {
                "DJANGO_SETTINGS_MODULE": "scorekeeper.config.settings",
                "VAR_DIR": scratch,
                "DATABASE_URL": url,
            },
        ),
    ):
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        # Settings are read once per process; another benchmark may have set another database.
        assert f"/{connection.settings_dict['NAME']}" == urlsplit(url).path, "needs its own process"
        call_command("migrate", verbosity=0, interactive=False)
        try:
            measure(Path(scratch))
        finally:
            connection.close()
            connection.close_pool()
