"""The settings: security headers, requirements of a deployed site, accepted hosts, databases."""

import ast
import os
import stat
import subprocess
import sys
from pathlib import Path

import django
import pytest
from django.conf import settings
from django.db import connection

from scorekeeper.config.checks import journal_findings
from scorekeeper.config.databases import SAFE_WAL, database
from tests.nightly import by_night

ROOT = Path(__file__).resolve().parents[2]


def manage(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        timeout=240,
    )


def test_content_security_policy_allows_only_the_site(client):
    headers = client.get("/").headers
    policy = dict(directive.split(" ", 1) for directive in headers["Content-Security-Policy"].split("; "))
    for source, names in (
        ("'none'", ("default-src", "frame-ancestors", "base-uri", "object-src")),
        ("'self'", ("script-src", "style-src", "connect-src")),
    ):
        assert {policy[name] for name in names} == {source}
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "camera=()" in headers["Permissions-Policy"]


@by_night
@pytest.mark.sqlite_only
def test_collected_files_are_hashed_and_compressed(tmp_path):
    process = manage("collectstatic", "--noinput", VAR_DIR=str(tmp_path))
    assert process.returncode == 0, process.stderr
    script = """
import re
from django.test import Client
page = Client().get("/games/").content.decode()
print(page)
print(dict(Client().get(re.search('/static/site[^"]+css', page)[0]).headers))
"""
    page = manage("shell", "--no-imports", "-c", script, VAR_DIR=str(tmp_path))
    assert "/static/vendor/htmx-4.0.1-with-sse.min." in page.stdout, page.stderr
    headers = ast.literal_eval(page.stdout.splitlines()[-1])
    assert "immutable" in headers["Cache-Control"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert list((tmp_path / "static").glob("site.*.css.br"))


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"SITE_URL": "https://cards.example.org"}, "SECRET_KEY"),
        ({"SITE_URL": "https://cards.example.org", "SECRET_KEY": "short"}, "50 characters"),
        ({"SITE_URL": "http://cards.example.org"}, "https://"),
        ({"DATABASE_URL": "mysql://localhost/cards"}, "DATABASE_URL"),
        ({"METRICS_TOKEN": "can be guessed"}, "METRICS_TOKEN"),
    ],
)
def test_unsafe_settings_stop_the_start(environment, message, tmp_path):
    process = manage("check", VAR_DIR=str(tmp_path), **environment)
    assert process.returncode != 0
    assert message in process.stderr.splitlines()[0]
    assert "Traceback" not in process.stderr


def test_secret_key_is_created_once_and_private(tmp_path):
    file, secrets = tmp_path / "secret_key", []
    for _start in range(2):
        assert manage("check", VAR_DIR=str(tmp_path)).returncode == 0
        secrets.append(file.read_text())
    assert secrets[0] == secrets[1]
    assert len(secrets[0]) > 50
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_local_and_added_hosts_are_served(client, settings):
    def served_hosts(*hosts: str) -> list[str]:
        return [host for host in hosts if client.get("/", headers={"host": host}).status_code == 200]

    local = [
        "localhost:8000",
        "192.168.1.20:8000",
        "[fe80::1]:8000",
        "[::1]",
        "kitchen",
        "kitchen.local:80",
    ]
    assert served_hosts(*local) == local
    assert served_hosts("cards.example.org", "192.168.1.20.example.org", "1.2.3") == []
    settings.MORE_HOSTS = ["cards.example.org"]
    assert served_hosts("cards.example.org", "www.example.org") == ["cards.example.org"]


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite only")
def test_sqlite_has_its_pragmas():
    safe = settings.SQLITE_VERSION >= SAFE_WAL
    with connection.cursor() as cursor:
        for name, value in (
            ("journal_mode", "wal" if safe else "delete"),
            ("synchronous", 2 if safe else 3),  # full or extra
            ("foreign_keys", 1),
            ("recursive_triggers", 1),
            ("busy_timeout", 5000),
        ):
            assert cursor.execute(f"PRAGMA {name}").fetchone() == (value,), name
    assert connection.transaction_mode == "IMMEDIATE"


@pytest.mark.skipif(
    sys.platform != "linux" or django.VERSION >= (6,), reason="there the system's SQLite is used"
)
def test_sqlite_is_new_enough_for_wal():
    assert settings.SQLITE_VERSION >= SAFE_WAL


def test_old_sqlite_uses_the_safe_journal():
    script = database("sqlite:///cards.sqlite3", wal=False)["OPTIONS"]["init_command"]
    assert "journal_mode=DELETE" in script
    assert "synchronous=EXTRA" in script


@pytest.mark.parametrize(
    ("mode", "version", "is_trusted", "finding_ids"),
    [
        ("wal", (3, 40, 1), False, ["scorekeeper.E001"]),
        ("wal", (3, 40, 1), True, ["scorekeeper.W001"]),
        ("wal", SAFE_WAL, False, []),
        ("delete", (3, 40, 1), False, []),
    ],
)
def test_wal_file_under_old_sqlite_stops_the_start(mode, version, is_trusted, finding_ids):
    findings = journal_findings(mode, version, is_trusted=is_trusted)
    assert [finding.id for finding in findings] == finding_ids


def test_postgresql_url_is_parsed():
    config = database("postgresql://ann:p%40ss@db.example.org:5433/cards?sslmode=require", wal=True)
    expected = {"USER": "ann", "PASSWORD": "p@ss", "HOST": "db.example.org", "PORT": "5433", "NAME": "cards"}
    assert config.items() >= expected.items()
    assert config["OPTIONS"]["sslmode"] == "require"
    assert database("postgresql:///cards", wal=True)["HOST"] == ""
