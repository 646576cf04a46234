"""`manage.py doctor`: every misconfiguration is found, with advice."""

from __future__ import annotations

import os
import shutil
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import ERROR, CheckMessage
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.clubs.models import Club
from scorekeeper.config import checks
from scorekeeper.jobs.models import Job
from scorekeeper.ops import backups, doctor
from tests.site.test_settings import manage

pytestmark = pytest.mark.django_db

SQLITE = connection.vendor == "sqlite"
# Properties of the machine or the test server, not of the site.
OF_THIS_MACHINE = {"scorekeeper.W014", "scorekeeper.W017", "scorekeeper.W019"}


@pytest.fixture(autouse=True)
def installed(settings: Any, tmp_path: Path) -> Path:
    """Set up a correct installation."""
    settings.VAR = tmp_path / "var"
    settings.VAR.mkdir(mode=0o750)
    copy()
    return Path(settings.VAR)


def copy(age: timedelta = timedelta(minutes=10)) -> Path:
    end = "sqlite3" if SQLITE else "dump"
    path = backups.folder() / f"scorekeeper-{datetime.now(UTC) - age:{backups.STAMP}}.{end}"
    path.touch()
    return path


def found() -> dict[str, CheckMessage]:
    return {
        str(one.id).removeprefix("scorekeeper."): one
        for one in doctor.examine()
        if one.id not in OF_THIS_MACHINE
    }


def test_where_nothing_is_wrong_nothing_is_said() -> None:
    assert found() == {}
    said = StringIO()
    if not OF_THIS_MACHINE & {one.id for one in doctor.examine()}:
        call_command("doctor", stdout=said)
        assert said.getvalue() == "Nothing is wrong.\n"


def test_what_is_wrong_is_said_with_what_to_do_and_the_command_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    for path in backups.kept():
        path.unlink()
    said = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", stdout=said)
    assert ended.value.code == 1
    assert "warning: There is no copy of the database. [scorekeeper.W022]\n    do: " in said.getvalue()


def test_files_that_everybody_can_open(installed: Path, settings: Any) -> None:
    (installed / "secret_key").touch(0o644)
    (installed / "secret_key").chmod(0o644)
    assert set(found()) == {"W011"}
    (installed / "secret_key").chmod(0o600)
    settings.DEPLOYED, settings.SITE_URL = True, "https://localhost:9"
    installed.chmod(0o755)
    assert str(installed) in str(found()["W011"].msg)


def test_data_of_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 4711)
    assert "4711" in str(found()["W010"].msg)


def test_a_disk_that_is_nearly_full_or_has_no_room_for_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    free = [10**8]
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: shutil._ntuple_diskusage(10**12, 0, free[0]))
    assert found()["E012"].level == ERROR
    free[0] = doctor.LEAST_ROOM + 1
    monkeypatch.setattr(backups, "wanted", lambda: 10**10)
    assert "10000 MB" in str(found()["W012"].msg)


def test_the_disk_of_a_path_is_the_deepest_that_is_mounted(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"a / ext4 rw 0 0\nb {tmp_path} nfs4 rw 0 0\nc {tmp_path}/my\\040disk xfs rw 0 0\n")
    assert doctor.disk_of(tmp_path / "x/y", mounts) == "nfs4"
    assert doctor.disk_of(tmp_path / "my disk/y", mounts) == "xfs"
    assert doctor.disk_of(Path("/elsewhere"), mounts) == "ext4"
    assert doctor.disk_of(tmp_path, tmp_path / "none") == ""


@pytest.mark.skipif(not SQLITE, reason="of a SQLite file")
def test_a_sqlite_file_on_a_disk_of_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "disk_of", lambda _path: "nfs4")
    assert set(found()) == {"E013"}


@pytest.mark.skipif(not SQLITE, reason="of a SQLite file")
def test_a_file_that_cannot_be_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    may = os.access
    monkeypatch.setattr(os, "access", lambda path, how: path != backups.database() and may(path, how))
    assert str(backups.database()) in str(found()["E026"].msg)


@pytest.mark.skipif(SQLITE, reason="of PostgreSQL")
def test_a_postgresql_that_only_lets_itself_be_read() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET transaction_read_only = on")
    assert set(found()) == {"E025"}


def test_a_copy_dated_ahead_tells_of_a_wrong_clock() -> None:
    copy(-timedelta(days=3))
    assert set(found()) == {"W013"}


@pytest.mark.skipif(SQLITE, reason="SQLite has no clock of its own")
def test_a_clock_that_is_not_the_databases(monkeypatch: pytest.MonkeyPatch) -> None:
    class Late(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime.now(tz) - timedelta(seconds=40)

    monkeypatch.setattr(doctor, "datetime", Late)
    assert "+40 seconds" in str(found()["W015"].msg)


def test_old_copies_and_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for path in backups.kept():
        path.unlink()
    copy(timedelta(days=5))
    assert "5 days" in str(found()["W022"].msg)
    if SQLITE:
        monkeypatch.setenv("BACKUPS", "0")
        assert set(found()) == {"W020"}


def test_migrations_that_wait_and_those_of_a_newer_release() -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_applied("tables", "9999_of_tomorrow")
    assert set(found()) == {"E015"}
    last = recorder.migration_qs.filter(app="scorekeeper").latest("id")
    recorder.record_unapplied(last.app, last.name)
    assert set(found()) == {"E014", "E015"}


@pytest.mark.skipif(not SQLITE, reason="of SQLite")
def test_a_sqlite_that_does_not_wait_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"PRAGMA journal_mode": "wal", "PRAGMA synchronous": 1, "PRAGMA quick_check(1)": "page 4 is torn"}
    monkeypatch.setattr(doctor, "query_value", told.get)
    assert set(found()) == {"E016", "E017"}


@pytest.mark.skipif(SQLITE, reason="of PostgreSQL")
def test_a_postgresql_that_does_not_wait_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
    assert set(found()) == {"E018"}
    ask = doctor.query_value
    told = {"SHOW server_version_num": 120_022, "SHOW data_checksums": "off", "SHOW synchronous_commit": "on"}
    monkeypatch.setattr(doctor, "query_value", lambda question: told.get(question) or ask(question))
    assert set(found()) == {"W018"}


def test_jobs_that_nobody_does() -> None:
    club = Club.objects.create(name="Tuesday")
    Job.objects.create(club=club, what=Job.Kind.CLUB)
    assert found() == {}
    Job.objects.update(at=datetime.now(UTC) - timedelta(hours=2))
    assert set(found()) == {"W023"}


def test_a_mail_server_that_refuses(settings: Any) -> None:
    settings.EMAIL_URL, settings.EMAIL_HOST, settings.EMAIL_PORT = "smtp://mail.example.org", "127.0.0.1", 9
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert "127.0.0.1:9" in str(found()["E019"].msg)


def test_mail_in_the_open_and_a_proxy_that_anybody_may_be(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert checks.mail_is_encrypted() == checks.proxy_is_named() == []
    settings.EMAIL_URL, settings.EMAIL_HOST = "smtp+plain://mail.example.org", "mail.example.org"
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    assert [one.id for one in checks.mail_is_encrypted()] == ["scorekeeper.W002"]
    assert [one.id for one in checks.proxy_is_named()] == ["scorekeeper.E002"]


def test_static_files_that_were_not_collected_since(settings: Any, tmp_path: Path) -> None:
    settings.DEPLOYED, settings.STATIC_ROOT, settings.STATICFILES_DIRS = True, tmp_path, [tmp_path / "static"]
    (tmp_path / "static").mkdir()
    (one,) = doctor.static_files()
    assert "never" in str(one.msg)
    (tmp_path / "staticfiles.json").touch()
    assert list(doctor.static_files()) == []
    (tmp_path / "static/app.js").touch()
    os.utime(tmp_path / "static/app.js", (time.time() + 60,) * 2)
    (one,) = doctor.static_files()
    assert "changed" in str(one.msg)


# The proxy --------------------------------------------------------------------------


class Proxied(BaseHTTPRequestHandler):
    """A fake site behind a proxy, with configurable faults of the proxy."""

    strict, believed, sets = True, True, True

    def do_GET(self) -> None:
        secure = self.believed and (self.sets or self.headers.get("X-Forwarded-Proto") != "http")
        self.send_response(200 if secure else 301)
        if self.strict:
            self.send_header("Strict-Transport-Security", "max-age=1")
        self.end_headers()

    def log_message(self, *_args: Any) -> None: ...


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a certificate for localhost, valid for two days."""
    path = tmp_path_factory.mktemp("certificate") / "both.pem"
    if not (openssl := shutil.which("openssl")):
        pytest.skip("no openssl")
    subprocess.run(
        [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost",
         "-keyout", str(path), "-out", str(path.with_suffix(".crt"))],
        check=True, capture_output=True,
    )  # fmt: skip
    path.write_text(path.read_text() + path.with_suffix(".crt").read_text())
    return path


@pytest.fixture
def site_behind(
    certificate: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., set[str]]]:
    """Provide a function that returns the findings for a site behind a configurable proxy."""
    serving = HTTPServer(("127.0.0.1", 0), Proxied)
    secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secure.load_cert_chain(certificate)
    serving.socket = secure.wrap_socket(serving.socket, server_side=True)
    thread = threading.Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    settings.DEPLOYED, settings.SITE_URL = True, f"https://localhost:{serving.server_port}"
    monkeypatch.setattr(doctor, "trusting", lambda: ssl.create_default_context(cafile=str(certificate)))

    def look(**proxy: bool) -> set[str]:
        for name, value in proxy.items():
            monkeypatch.setattr(Proxied, name, value)
        return {str(one.id).removeprefix("scorekeeper.") for one in doctor.proxy()}

    yield look
    serving.shutdown()
    serving.server_close()
    thread.join()


def test_a_good_proxy_whose_certificate_ends_soon(
    site_behind: Callable[..., set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert site_behind() == {"W026"}
    monkeypatch.setattr(doctor, "CERTIFICATE", timedelta(hours=1))
    assert site_behind() == set()


def test_a_proxy_that_the_site_does_not_believe(site_behind: Callable[..., set[str]]) -> None:
    assert site_behind(believed=False) == {"E022"}


def test_a_proxy_that_passes_on_what_phones_say_and_drops_headers(
    site_behind: Callable[..., set[str]],
) -> None:
    assert site_behind(sets=False, strict=False) == {"E024", "W025", "W026"}


def test_a_certificate_of_nobody(
    site_behind: Callable[..., set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "trusting", ssl.create_default_context)
    assert site_behind() == {"E020"}


def test_a_site_that_does_not_answer(settings: Any) -> None:
    settings.DEPLOYED, settings.SITE_URL = True, "https://localhost:9"
    assert [one.id for one in doctor.proxy()] == ["scorekeeper.E021"]


def test_settings_that_are_wrong_are_said_in_words(tmp_path: Path) -> None:
    done = manage("doctor", VAR_DIR=str(tmp_path), LIMITS="many")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "LIMITS" in done.stderr
