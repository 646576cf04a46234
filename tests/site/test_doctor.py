"""`manage.py doctor`: every misconfiguration is found, with advice."""

import os
import shutil
import ssl
import subprocess
import threading
import time
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path

import pytest
from django.core.checks import ERROR
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
# Findings about the machine or the test server, not about the site.
MACHINE_FINDINGS = {"W014", "W017", "W019"}


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path):
    settings.VAR = tmp_path / "var"
    settings.VAR.mkdir(mode=0o750)
    make_backup()
    return settings.VAR


def make_backup(age=timedelta(minutes=10)):
    suffix = "sqlite3" if SQLITE else "dump"
    path = backups.folder() / f"scorekeeper-{datetime.now(UTC) - age:{backups.STAMP}}.{suffix}"
    path.touch()


def index_by_code(messages):
    return {str(message.id).removeprefix("scorekeeper."): message for message in messages}


def findings():
    found = index_by_code(doctor.examine())
    return {code: finding for code, finding in found.items() if code not in MACHINE_FINDINGS}


def test_correct_installation_has_no_findings(monkeypatch):
    assert findings() == {}
    monkeypatch.setattr(doctor, "examine", list)  # finds nothing about the machine either
    call_command("doctor")


def delete_backups():
    for path in backups.all_backups():
        path.unlink()


def test_finding_has_advice_and_fails_the_command():
    delete_backups()
    output = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", stdout=output)
    assert ended.value.code == 1
    assert "warning: There is no copy of the database. [scorekeeper.W022]\n    do: " in output.getvalue()


def test_world_readable_files_are_found(data_folder, settings):
    secret = data_folder / "secret_key"
    secret.touch()
    secret.chmod(0o644)
    assert set(findings()) == {"W011"}
    secret.chmod(0o600)
    settings.DEPLOYED, settings.SITE_URL = True, "https://localhost:9"
    data_folder.chmod(0o755)
    assert str(data_folder) in str(findings()["W011"].msg)


def test_data_of_another_user_is_found(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 4711)
    assert "4711" in str(findings()["W010"].msg)


def test_full_disk_is_found(monkeypatch):
    free = [10**8]
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: shutil._ntuple_diskusage(10**12, 0, free[0]))
    assert findings()["E012"].level == ERROR
    free[0] = doctor.LEAST_SPACE + 1
    monkeypatch.setattr(backups, "bytes_needed", lambda: 10**10)
    assert "10000 MB" in str(findings()["W012"].msg)


def test_disk_of_a_path_is_its_deepest_mount(tmp_path):
    mounts = tmp_path / "mounts"
    mounts.write_text(f"a / ext4 rw 0 0\nb {tmp_path} nfs4 rw 0 0\nc {tmp_path}/my\\040disk xfs rw 0 0\n")
    assert doctor.disk_of(tmp_path / "x/y", mounts) == "nfs4"
    assert doctor.disk_of(tmp_path / "my disk/y", mounts) == "xfs"
    assert doctor.disk_of(Path("/elsewhere"), mounts) == "ext4"
    assert doctor.disk_of(tmp_path, tmp_path / "none") == ""


sqlite_only = pytest.mark.skipif(not SQLITE, reason="SQLite only")
postgresql_only = pytest.mark.skipif(SQLITE, reason="PostgreSQL only")


@sqlite_only
def test_sqlite_on_a_network_disk_is_found(monkeypatch):
    monkeypatch.setattr(doctor, "disk_of", lambda _path: "nfs4")
    assert set(findings()) == {"E013"}


@sqlite_only
def test_read_only_file_is_found(monkeypatch):
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: path != backups.database() and access(path, mode))
    assert str(backups.database()) in str(findings()["E026"].msg)


@postgresql_only
def test_read_only_postgresql_is_found():
    connection.cursor().execute("SET transaction_read_only = on")
    assert set(findings()) == {"E025"}


@postgresql_only
def test_clock_that_differs_from_the_database_is_found(monkeypatch):
    class SlowClock(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) - timedelta(seconds=40)

    monkeypatch.setattr(doctor, "datetime", SlowClock)
    assert "+40 seconds" in str(findings()["W015"].msg)


def test_old_missing_and_future_backups_are_found(monkeypatch):
    make_backup(-timedelta(days=3))
    assert set(findings()) == {"W013"}
    delete_backups()
    make_backup(timedelta(days=5))
    assert "5 days" in str(findings()["W022"].msg)
    if SQLITE:
        monkeypatch.setenv("BACKUPS", "0")
        assert set(findings()) == {"W020"}


def test_pending_and_newer_migrations_are_found():
    recorder = MigrationRecorder(connection)
    recorder.record_applied("tables", "9999_of_tomorrow")
    assert set(findings()) == {"E015"}
    last = recorder.migration_qs.filter(app="scorekeeper").latest("id")
    recorder.record_unapplied(last.app, last.name)
    assert set(findings()) == {"E014", "E015"}


@sqlite_only
def test_unsafe_sqlite_is_found(monkeypatch):
    values = {
        "PRAGMA journal_mode": "wal",
        "PRAGMA synchronous": 1,
        "PRAGMA quick_check(1)": "page 4 is torn",
    }
    monkeypatch.setattr(doctor, "query_value", values.get)
    assert set(findings()) == {"E016", "E017"}


@postgresql_only
def test_unsafe_postgresql_is_found(monkeypatch):
    connection.cursor().execute("SET LOCAL synchronous_commit = off")
    assert set(findings()) == {"E018"}
    query_value = doctor.query_value
    values = {
        "SHOW server_version_num": 120_022,
        "SHOW data_checksums": "off",
        "SHOW synchronous_commit": "on",
    }
    monkeypatch.setattr(doctor, "query_value", lambda query: values.get(query) or query_value(query))
    assert set(findings()) == {"W018"}


def test_job_waiting_for_hours_is_found():
    Job.objects.create(club=Club.objects.create(name="Tuesday"), what=Job.Kind.CLUB)
    assert findings() == {}
    Job.objects.update(at=datetime.now(UTC) - timedelta(hours=2))
    assert set(findings()) == {"W023"}


def test_unreachable_mail_server_is_found(settings):
    settings.EMAIL_URL, settings.EMAIL_HOST, settings.EMAIL_PORT = "smtp://mail.example.org", "127.0.0.1", 9
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert "127.0.0.1:9" in str(findings()["E019"].msg)


def test_unencrypted_mail_and_trust_in_any_proxy_are_found(settings, monkeypatch):
    assert checks.mail_is_encrypted() == checks.only_proxy_is_trusted() == []
    settings.EMAIL_URL, settings.EMAIL_HOST = "smtp+plain://mail.example.org", "mail.example.org"
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    assert set(index_by_code(checks.mail_is_encrypted())) == {"W002"}
    assert set(index_by_code(checks.only_proxy_is_trusted())) == {"E002"}


def test_outdated_static_files_are_found(settings, tmp_path):
    settings.DEPLOYED, settings.STATIC_ROOT, settings.STATICFILES_DIRS = True, tmp_path, [tmp_path / "static"]
    script = tmp_path / "static/app.js"
    script.parent.mkdir()
    [never_collected] = doctor.static_files()
    assert "never" in str(never_collected.msg)
    (tmp_path / "staticfiles.json").touch()
    assert list(doctor.static_files()) == []
    script.touch()
    os.utime(script, (time.time() + 60,) * 2)
    [changed] = doctor.static_files()
    assert "changed" in str(changed.msg)


# The proxy


class ProxiedSite(BaseHTTPRequestHandler):
    """A fake site behind a proxy, with configurable faults of the proxy."""

    hsts, trusted, sets_proto = True, True, True

    def do_GET(self):
        secure = self.trusted and (self.sets_proto or self.headers.get("X-Forwarded-Proto") != "http")
        self.send_response(200 if secure else 301)
        if self.hsts:
            self.send_header("Strict-Transport-Security", "max-age=1")
        self.end_headers()

    def log_message(self, *_args): ...


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """Return a certificate for localhost with its key, valid for two days."""
    path = tmp_path_factory.mktemp("certificate") / "both.pem"
    if not (openssl := shutil.which("openssl")):
        pytest.skip("no openssl")
    process = subprocess.run(
        [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", path],
        check=True, capture_output=True,
    )  # fmt: skip
    path.write_bytes(path.read_bytes() + process.stdout)
    return path


@pytest.fixture
def site_behind(certificate, settings, monkeypatch):
    """Provide a function that returns the findings for a site behind a configurable proxy."""
    serving = HTTPServer(("127.0.0.1", 0), ProxiedSite)
    secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secure.load_cert_chain(certificate)
    serving.socket = secure.wrap_socket(serving.socket, server_side=True)
    thread = threading.Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    settings.DEPLOYED, settings.SITE_URL = True, f"https://localhost:{serving.server_port}"
    monkeypatch.setattr(doctor, "ssl_context", lambda: ssl.create_default_context(cafile=str(certificate)))

    def examine(**proxy):
        for name, value in proxy.items():
            monkeypatch.setattr(ProxiedSite, name, value)
        return set(index_by_code(doctor.proxy()))

    yield examine
    serving.shutdown()
    serving.server_close()
    thread.join()


def test_faults_of_the_proxy_and_its_certificate_are_found(site_behind, monkeypatch):
    assert site_behind() == {"W026"}  # the certificate expires soon
    monkeypatch.setattr(doctor, "LEAST_CERTIFICATE", timedelta(hours=1))
    assert site_behind() == set()
    assert site_behind(sets_proto=False, hsts=False) == {"E024", "W025"}
    assert site_behind(trusted=False) == {"E022"}
    monkeypatch.setattr(doctor, "ssl_context", ssl.create_default_context)
    assert site_behind() == {"E020"}


def test_unreachable_site_is_found(settings):
    settings.DEPLOYED, settings.SITE_URL = True, "https://localhost:9"
    assert set(index_by_code(doctor.proxy())) == {"E021"}


def test_invalid_setting_has_a_message(tmp_path):
    process = manage("doctor", VAR_DIR=str(tmp_path), LIMITS="many")
    assert process.returncode == 1
    assert "Traceback" not in process.stderr
    assert "LIMITS" in process.stderr
