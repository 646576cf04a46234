"""The settings: headers of every response, and requirements of a deployed site."""

import ast
import os
import stat
import subprocess
import sys
from pathlib import Path

import django
import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client, RequestFactory

from scorekeeper.config.checks import judge
from scorekeeper.config.databases import SAFE_WAL, database
from scorekeeper.web.error_responses import for_exception
from scorekeeper.web.middleware import is_at_home
from tests.nightly import by_night

ROOT = Path(__file__).resolve().parents[2]


def manage(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py with only these environment variables."""
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        timeout=240,
    )


def test_every_page_carries_the_headers(client: Client) -> None:
    headers = client.get("/").headers
    policy = {
        directive.split()[0]: directive.split()[1:]
        for directive in headers["Content-Security-Policy"].split("; ")
    }
    assert policy["default-src"] == ["'none'"]
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == ["'self'"]
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == ["'none'"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


@by_night
@pytest.mark.looks
def test_collected_static_files_are_hashed_compressed_and_kept_for_good(tmp_path: Path) -> None:
    done = manage("collectstatic", "--noinput", VAR_DIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    page = manage(
        "shell",
        "--no-imports",
        "-c",
        "from django.test import Client; page = Client().get('/games/').content.decode(); print(page);"
        "import re; "
        "print(dict(Client().get(re.search('/static/site[^\"]+css', page)[0]).headers))",
        VAR_DIR=str(tmp_path),
    )
    assert "/static/vendor/htmx-4.0.1-with-sse.min." in page.stdout, page.stderr
    headers = ast.literal_eval(page.stdout.splitlines()[-1])
    assert "immutable" in headers["Cache-Control"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    # No header is irrelevant to an immutable style sheet.
    assert headers.keys() == {
        "Content-Type",
        "Content-Length",
        "Cache-Control",
        "Vary",
        "X-Content-Type-Options",
    }
    assert list((tmp_path / "static").glob("site.*.css.br"))


@pytest.mark.parametrize(
    ("environment", "says"),
    [
        ({"SITE_URL": "https://cards.example.org"}, "SECRET_KEY"),
        ({"SITE_URL": "https://cards.example.org", "SECRET_KEY": "short"}, "50 characters"),
        ({"SITE_URL": "http://cards.example.org"}, "https://"),
        ({"DATABASE_URL": "mysql://localhost/cards"}, "DATABASE_URL"),
    ],
)
def test_settings_that_would_be_unsafe_stop_the_start(
    environment: dict[str, str], says: str, tmp_path: Path
) -> None:
    done = manage("check", VAR_DIR=str(tmp_path), **environment)
    assert done.returncode != 0
    assert says in done.stderr.splitlines()[0]
    assert "Traceback" not in done.stderr


def test_the_secret_of_a_site_at_home_is_made_once_and_readable_by_nobody_else(tmp_path: Path) -> None:
    kept = tmp_path / "secret_key"
    assert manage("check", VAR_DIR=str(tmp_path)).returncode == 0
    first = kept.read_text()
    assert manage("check", VAR_DIR=str(tmp_path)).returncode == 0
    assert kept.read_text() == first
    assert len(first) > 50
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("host", "at_home"),
    [
        ("localhost:8000", True),
        ("192.168.1.20:8000", True),
        ("[fe80::1]:8000", True),
        ("[::1]", True),
        ("kitchen", True),
        ("kitchen.local:8000", True),
        ("cards.example.org", False),
        ("192.168.1.20.example.org", False),
        ("1.2.3", False),
    ],
)
def test_at_home_local_names_are_served_and_others_are_not(host: str, at_home: bool) -> None:
    assert is_at_home(host) is at_home


def test_a_name_of_the_open_internet_is_refused_at_home(client: Client) -> None:
    assert client.get("/", headers={"host": "cards.example.org"}).status_code == 400


def test_a_name_that_the_operator_adds_is_served(client: Client, settings) -> None:
    settings.MORE_HOSTS = ["cards.example.org"]
    assert client.get("/", headers={"host": "cards.example.org"}).status_code == 200


@pytest.mark.parametrize(("said", "status"), [("cross-site", 403), ("same-site", 403), ("same-origin", 302)])
def test_what_changes_something_must_come_from_our_own_pages(said: str, status: int, client: Client) -> None:
    sent = client.post("/i18n/setlang/", {"language": "en", "next": "/"}, headers={"sec-fetch-site": said})
    assert sent.status_code == status


def test_a_form_without_its_token_is_refused_in_words() -> None:
    answer = Client(enforce_csrf_checks=True).post("/i18n/setlang/", {"language": "en"})
    assert answer.status_code == 403
    assert b"Go back, reload the page" in answer.content


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="of SQLite")
def test_sqlite_is_told_to_keep_what_was_saved() -> None:
    said = {}
    with connection.cursor() as cursor:
        for name in ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers", "busy_timeout"):
            cursor.execute(f"PRAGMA {name}")
            said[name] = cursor.fetchone()[0]
    full, extra = 2, 3
    safe = settings.SQLITE_VERSION >= SAFE_WAL
    assert said == {
        "journal_mode": "wal" if safe else "delete",
        "synchronous": full if safe else extra,
        "foreign_keys": 1,
        "recursive_triggers": 1,
        "busy_timeout": 5000,
    }
    assert connection.transaction_mode == "IMMEDIATE"


@pytest.mark.skipif(
    sys.platform != "linux" or django.VERSION >= (6,), reason="there the system's SQLite is used"
)
def test_the_sqlite_that_is_used_is_new_enough_for_wal() -> None:
    assert settings.SQLITE_VERSION >= SAFE_WAL


def test_under_an_old_sqlite_the_journal_is_the_safe_one() -> None:
    told = database("sqlite:///cards.sqlite3", wal=False)["OPTIONS"]["init_command"]
    assert "journal_mode=DELETE" in told
    assert "synchronous=EXTRA" in told


@pytest.mark.parametrize(
    ("mode", "version", "trusted", "found"),
    [
        ("wal", (3, 40, 1), False, ["scorekeeper.E001"]),
        ("wal", (3, 40, 1), True, ["scorekeeper.W001"]),
        ("wal", SAFE_WAL, False, []),
        ("delete", (3, 40, 1), False, []),
    ],
)
def test_a_file_in_wal_mode_under_an_old_sqlite_stops_the_start(
    mode: str, version: tuple[int, ...], trusted: bool, found: list[str]
) -> None:
    assert [message.id for message in judge(mode, version, trusted=trusted)] == found


def test_the_address_of_a_postgresql_says_everything() -> None:
    made = database("postgresql://ann:p%40ss@db.example.org:5433/cards?sslmode=require", wal=True)
    assert [made[key] for key in ("USER", "PASSWORD", "HOST", "PORT", "NAME")] == [
        "ann",
        "p@ss",
        "db.example.org",
        "5433",
        "cards",
    ]
    assert made["OPTIONS"]["sslmode"] == "require"
    assert database("postgresql:///cards", wal=True)["HOST"] == ""


def test_a_game_brings_its_own_templates_and_words() -> None:
    for folder in ("templates", "locale"):
        brought = [path for path in ROOT.glob(f"games/*/{folder}") if path.is_dir()]
        dirs = [*settings.TEMPLATES[0]["DIRS"], *settings.LOCALE_PATHS]
        assert [path for path in brought if path not in dirs] == []


def test_a_full_disk_is_said_in_words_and_may_be_tried_again(rf: RequestFactory) -> None:
    answer = for_exception(rf.get("/"), OperationalError("disk is full"))
    assert answer is not None
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert for_exception(rf.get("/"), ValueError()) is None
