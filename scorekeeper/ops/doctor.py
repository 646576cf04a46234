"""Checks of an installation, each with a remedy: ``manage.py doctor``.

Django's checks cover the settings; these cover the machine, the files and the database, and request the site
through its proxy. Findings are messages of Django's check framework; the hint is the remedy.
"""

import contextlib
import http.client
import os
import shutil
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.apps import apps
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, run_checks
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from . import backups
from .views import LEAST_SPACE

Findings = Iterator[CheckMessage]

ENVIRONMENT_FILE = "/etc/scorekeeper.env"
TIMEOUT = 10  # seconds to wait for the site or a mail server
MOST_SKEW = timedelta(seconds=5)
LARGEST_WAL = 64 * 1024 * 1024
# The newest backup may be this old.
OLDEST_SQLITE_BACKUP, OLDEST_POSTGRESQL_BACKUP = timedelta(hours=3), timedelta(hours=26)
LEAST_CERTIFICATE = timedelta(days=14)  # the proxy's certificate must be valid this much longer
LONGEST_WAIT = timedelta(hours=1)  # for a job to end
NETWORK_DISKS = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs", "ceph", "glusterfs")
OLDEST_POSTGRESQL = 140000  # as server_version_num: PostgreSQL 14

# The values of PostgreSQL settings with which saved data survives a crash.
DURABLE = {
    "fsync": ("on",),
    "full_page_writes": ("on",),
    "synchronous_commit": ("on", "remote_apply", "remote_write", "local"),
}


def finding(number: str, text: str, remedy: str = "") -> CheckMessage:
    """Return an error (E010) or a warning (W010) with its remedy."""
    kind = Error if number.startswith("E") else Warning
    return kind(text, hint=remedy, id=f"scorekeeper.{number}")


def examine() -> list[CheckMessage]:
    """Return all findings, worst first."""
    findings = list(run_checks(include_deployment_checks=settings.DEPLOYED, databases=["default"]))
    findings = [message for message in findings if not message.is_silenced()]
    for check in CHECKS:
        try:
            findings.extend(check())
        except (DatabaseError, OSError) as error:
            text = str(error).strip().splitlines() or [type(error).__name__]
            findings.append(finding("E010", f"Could not check {check.__name__}: {text[0]}"))
    return sorted(findings, key=lambda message: -message.level)


# The machine ---------------------------------------------------------------------


def permissions() -> Findings:
    """Check the owner of the data and who else can read it."""
    var, user = Path(settings.VAR), os.geteuid()
    if (owner := var.stat().st_uid) != user:
        yield finding(
            "W010",
            f"{var} belongs to user {owner}, but this command runs as user {user}.",
            "Run the site and its commands as the owner of its data: sudo -u scorekeeper …",
        )
    if not os.access(var, os.W_OK | os.X_OK):
        yield finding("E011", f"{var} cannot be written to.", f"chown scorekeeper: {var}")
    private_paths = [var / "secret_key", var / "backups"]
    if settings.DEPLOYED:
        private_paths += [var, Path(os.environ.get("SCOREKEEPER_ENV") or ENVIRONMENT_FILE)]
    for path in private_paths:
        with contextlib.suppress(OSError):
            if path.stat().st_mode & 0o007:
                yield finding("W011", f"Everybody on this machine can open {path}.", f"chmod o= {path}")


def disk_space() -> Findings:
    """Check the free disk space for hands and for the next backup."""
    var = Path(settings.VAR)
    free = shutil.disk_usage(var).free
    if free < LEAST_SPACE:
        yield finding(
            "E012",
            f"Only {free // 1_000_000} MB are free in {var}: the site is about to refuse hands.",
            f"Make room on that disk, {LEAST_SPACE // 1_000_000} MB or more.",
        )
    elif free < (needed := backups.bytes_needed()):
        yield finding(
            "W012",
            f"{free // 1_000_000} MB are free in {var}; the next copy of the database needs"
            f" {needed // 1_000_000} MB.",
            "Make room: until then older copies are deleted for newer ones.",
        )
    if connection.vendor == "sqlite":
        kind = disk_of(backups.database())
        if kind in NETWORK_DISKS:
            yield finding(
                "E013",
                f"The SQLite file is on a network disk ({kind}), which can lose what was saved.",
                "Set VAR_DIR to a folder on a disk of this machine, or use PostgreSQL.",
            )


def disk_of(path: Path, mounts: Path = Path("/proc/mounts")) -> str:
    """Return the file system type of a path, "" if unknown."""
    try:
        lines = [line.split() for line in mounts.read_text().splitlines()]
    except OSError:
        return ""
    mounted = {Path(line[1].replace("\\040", " ")): line[2] for line in lines if len(line) > 2}
    real = path.resolve()
    return next((mounted[folder] for folder in (real, *real.parents) if folder in mounted), "")


def clock() -> Findings:
    """Check the clock against the network, the database and the backups."""
    future_names = [path.name for path in backups.all_backups() if backups.is_in_future(path)]
    if future_names:
        yield finding(
            "W013",
            f"A copy of the database is dated later than now: {future_names[0]}.",
            "The clock was wrong then or is wrong now (timedatectl). Such a copy may be deleted.",
        )
    if shutil.which("timedatectl"):
        status = subprocess.run(
            ["timedatectl", "show", "--property=NTPSynchronized", "--value"],
            capture_output=True, text=True, check=False, timeout=TIMEOUT,
        )  # fmt: skip
        if status.returncode == 0 and status.stdout.strip() == "no":
            yield finding("W014", "The clock is not set by the network.", "timedatectl set-ntp true")
    if connection.vendor == "postgresql":
        database_time = query_value("SELECT clock_timestamp()")
        now = datetime.now(UTC)
        if abs(skew := database_time - now) > MOST_SKEW:
            yield finding(
                "W015",
                f"The clock of the database is {skew.total_seconds():+.0f} seconds from this one.",
                "Let the network set the clocks of both machines: timedatectl set-ntp true.",
            )


# The database --------------------------------------------------------------------


def query_value(query: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(query)
        (value,) = cursor.fetchone()
    return value


def migrations() -> Findings:
    """Check that the database schema is that of this release."""
    executor = MigrationExecutor(connection)
    if pending := executor.migration_plan(executor.loader.graph.leaf_nodes()):
        yield finding(
            "E014",
            f"{len(pending)} migrations are pending, the first {pending[0][0]}.",
            "deploy/manage migrate",
        )
    our_apps = {config.label for config in apps.get_app_configs() if config.name.startswith("scorekeeper")}
    newer = [f"{app}.{name}" for app, name in executor.loader.applied_migrations if app in our_apps]
    newer = [name for name in newer if tuple(name.split(".", 1)) not in executor.loader.disk_migrations]
    if newer:
        yield finding(
            "E015",
            f"The database was changed by a newer release of the site: {newer[0]}.",
            "Put that release in place again (git pull, make setup), or restore a copy from before it.",
        )


def writable() -> Findings:
    """Check that the database can be written to."""
    if connection.vendor == "postgresql":
        if query_value("SHOW transaction_read_only") == "on":
            yield finding(
                "E025",
                "PostgreSQL is read-only: it is a standby, or default_transaction_read_only is on.",
                "Promote it or put the setting back. With a standby, DATABASE_URL names both servers.",
            )
        return
    for path in (backups.database(), backups.database().parent):
        if not os.access(path, os.W_OK):
            yield finding(
                "E026",
                f"{path} cannot be written to: the site shows its tables, and refuses every hand.",
                f"Is the disk mounted read-only (mount, dmesg)? Else: chown scorekeeper: {path}",
            )


def durability() -> Findings:
    """Check that saved data is on the disk."""
    yield from _sqlite_durability() if connection.vendor == "sqlite" else _postgresql_durability()


def _sqlite_durability() -> Findings:
    mode, synchronous = str(query_value("PRAGMA journal_mode")), int(query_value("PRAGMA synchronous"))
    # In WAL mode FULL (2) is enough; the other modes need EXTRA (3).
    if synchronous < (2 if mode == "wal" else 3):
        yield finding(
            "E016",
            f"SQLite does not wait for the disk (journal_mode {mode}, synchronous {synchronous}).",
            "Leave the settings of the database as the site has them.",
        )
    if (result := query_value("PRAGMA quick_check(1)")) != "ok":
        yield finding(
            "E017", f"The database is damaged: {result}", "deploy/manage restore brings the newest copy back."
        )
    wal = backups.database().with_name(f"{backups.database().name}-wal")
    if wal.exists() and wal.stat().st_size > LARGEST_WAL:
        yield finding(
            "W016",
            f"{wal.name} is {wal.stat().st_size // 1_000_000} MB: a process holds a read transaction open.",
            "Find who has the file open (fuser) besides the site, and end it.",
        )


def _postgresql_durability() -> Findings:
    for name, durable in DURABLE.items():
        if (value := str(query_value(f"SHOW {name}"))) not in durable:
            yield finding(
                "E018",
                f"PostgreSQL has {name} = {value}: a hand that was saved can be lost.",
                f"ALTER SYSTEM SET {name} = {durable[0]}, then SELECT pg_reload_conf().",
            )
    if query_value("SHOW data_checksums") != "on":
        yield finding(
            "W017",
            "PostgreSQL keeps no checksums of its pages: damage on the disk goes unnoticed.",
            "Stop the server, pg_checksums --enable, start it.",
        )
    if (version := int(query_value("SHOW server_version_num"))) < OLDEST_POSTGRESQL:
        yield finding("W018", f"PostgreSQL {version // 10_000} no longer gets fixes.", "Upgrade it.")
    if query_value("SELECT rolsuper FROM pg_roles WHERE rolname = current_user"):
        yield finding(
            "W019",
            "The site signs in to PostgreSQL as a superuser.",
            "A role that owns the site's database is enough: docs/deploying.md, step 2.",
        )


def copies() -> Findings:
    """Check that there is a recent backup."""
    is_sqlite = connection.vendor == "sqlite"
    if is_sqlite and os.environ.get("BACKUPS") == "0":
        yield finding("W020", "No copies of the database are made (BACKUPS=0).", "Leave BACKUPS out.")
        return
    if not is_sqlite and _is_archived():
        return
    last, max_age = backups.newest(), OLDEST_SQLITE_BACKUP if is_sqlite else OLDEST_POSTGRESQL_BACKUP
    age = datetime.now(UTC) - backups.time_of(last) if last else None
    if age is None or age > max_age:
        text = (
            "There is no copy of the database." if age is None else f"The newest copy is {_hours(age)} old."
        )
        schedule = (
            "The site makes one every hour while it runs"
            if is_sqlite
            else "The cron line of docs/deploying.md makes one a day"
        )
        yield finding("W022", text, f"{schedule}; deploy/manage backup makes one now.")


def _hours(age: timedelta) -> str:
    hours = int(age.total_seconds() // 3600)
    return f"{hours} hours" if hours < 48 else f"{hours // 24} days"


def _is_archived() -> bool:
    """Return whether the server archives its WAL and has done so lately."""
    if query_value("SHOW archive_mode") == "off":
        return False
    return bool(
        query_value(
            "SELECT coalesce(last_archived_time > now() - interval '1 day', false) FROM pg_stat_archiver"
        )
    )


def jobs() -> Findings:
    """Check that no job waits for long."""
    if "clubs_job" not in connection.introspection.table_names():
        return  # pending migrations are a finding of their own
    waiting = apps.get_model("clubs", "Job").objects.filter(
        ended=None, at__lt=datetime.now(UTC) - LONGEST_WAIT
    )
    if count := waiting.count():
        yield finding(
            "W023",
            f"{count} jobs have waited for more than an hour.",
            "The site does them while it runs (systemctl status scorekeeper); or: deploy/manage work",
        )


# Around the site -------------------------------------------------------------------


def mail() -> Findings:
    """Check that the mail server accepts the site's login; nothing is sent."""
    if not settings.EMAIL_URL:
        return
    mail_connection = get_connection()
    try:
        mail_connection.open()
    except OSError as error:  # includes smtplib's errors
        yield finding(
            "E019",
            f"The mail server {settings.EMAIL_HOST}:{settings.EMAIL_PORT} refuses: {error}",
            "Correct EMAIL_URL. Until then nobody's address is confirmed and no password is reset.",
        )
    finally:
        mail_connection.close()


def static_files() -> Findings:
    """Check that the collected static files are those of this release."""
    if not settings.DEPLOYED:
        return
    collected = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if not collected.exists():
        text = "The styles and scripts were never collected: every phone loads them one by one."
    elif any(path.stat().st_mtime > collected.stat().st_mtime for path in _sources()):
        text = "Styles or scripts have changed since they were collected."
    else:
        return
    yield finding("W024", text, "deploy/manage collectstatic --noinput, then systemctl reload scorekeeper.")


def _sources() -> Iterator[Path]:
    return (
        path for folder in settings.STATICFILES_DIRS for path in Path(folder).rglob("*") if path.is_file()
    )


def proxy() -> Findings:
    """Check the site from outside: its certificate, its redirects, and the headers passed on."""
    if not settings.DEPLOYED:
        return
    parts = urlsplit(settings.SITE_URL)
    host, port = str(parts.hostname), parts.port or 443
    # Over HTTPS, /privacy redirects only if the site does not trust its proxy.
    try:
        response = _ask(
            http.client.HTTPSConnection(host, port, timeout=TIMEOUT, context=ssl_context()),
            "/privacy",
        )
        forged = _ask(
            http.client.HTTPSConnection(host, port, timeout=TIMEOUT, context=ssl_context()),
            "/privacy",
            {"X-Forwarded-Proto": "http"},
        )
    except ssl.SSLError as error:
        yield finding(
            "E020",
            f"The certificate of {host} is not accepted: {error}",
            "certbot renew, or see the proxy's log.",
        )
        return
    except (OSError, http.client.HTTPException) as error:
        yield finding(
            "E021",
            f"{settings.SITE_URL} does not answer: {error}",
            "systemctl status scorekeeper nginx; does the host name point here, and is port 443 open?",
        )
        return
    if response.status in (301, 302, 308):
        yield finding(
            "E022",
            f"{settings.SITE_URL} redirects to itself: the site does not believe its proxy.",
            "The proxy must set X-Forwarded-Proto, and FORWARDED_ALLOW_IPS must name its address.",
        )
        return
    if response.status != 200:
        yield finding("E023", f"{settings.SITE_URL} answers {response.status}.", "journalctl -u scorekeeper")
        return
    if forged.status != 200:
        yield finding(
            "E024",
            "The proxy passes on the X-Forwarded-Proto that a phone sends, and perhaps a forged address too.",
            "Let it set X-Forwarded-For and X-Forwarded-Proto, as deploy/nginx.conf does.",
        )
    if not response.has_hsts:
        yield finding(
            "W025", "The proxy takes away Strict-Transport-Security.", "Let it pass the site's headers on."
        )
    if response.certified_until - time.time() < LEAST_CERTIFICATE.total_seconds():
        day = datetime.fromtimestamp(response.certified_until, UTC)
        yield finding(
            "W026",
            f"The certificate of {host} ends on {day:%Y-%m-%d}.",
            "certbot renew; is its timer on? systemctl list-timers",
        )


class Response(NamedTuple):
    """A response through the proxy, and the expiry of its certificate."""

    status: int
    has_hsts: bool
    certified_until: float


def ssl_context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _ask(https: http.client.HTTPSConnection, path: str, headers: Mapping[str, str] | None = None) -> Response:
    with contextlib.closing(https):
        https.connect()
        certificate = https.sock.getpeercert() or {}
        https.request("GET", path, headers=dict(headers or {}))
        response = https.getresponse()
        expiry = (
            ssl.cert_time_to_seconds(str(certificate["notAfter"]))
            if "notAfter" in certificate
            else float("inf")
        )
        return Response(response.status, response.headers["Strict-Transport-Security"] is not None, expiry)


CHECKS: tuple[Callable[[], Findings], ...] = (
    permissions,
    disk_space,
    migrations,
    writable,
    durability,
    clock,
    copies,
    jobs,
    mail,
    static_files,
    proxy,
)
