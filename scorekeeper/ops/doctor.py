"""Checks of an installation, each with a remedy: ``manage.py doctor``.

Django's checks cover the settings; these cover the machine, the files, the database and, from outside, the
proxy. Findings are messages of Django's check framework, with the remedy as hint.
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

from scorekeeper.ops import backups
from scorekeeper.ops.views import LEAST_ROOM

Findings = Iterator[CheckMessage]

ENVIRONMENT_FILE = "/etc/scorekeeper.env"
PATIENCE = 10  # seconds to wait for the site or a mail server
SKEW = timedelta(seconds=5)
LARGEST_WAL = 64 * 1024 * 1024
COPY_SQLITE, COPY_POSTGRESQL = timedelta(hours=3), timedelta(hours=26)
CERTIFICATE = timedelta(days=14)
WAITS = timedelta(hours=1)
NETWORK_DISKS = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs", "ceph", "glusterfs")
OLDEST_POSTGRESQL = 140000

# PostgreSQL settings with which saved data is on the disk.
DURABLE = {
    "fsync": ("on",),
    "full_page_writes": ("on",),
    "synchronous_commit": ("on", "remote_apply", "remote_write", "local"),
}


def examine() -> list[CheckMessage]:
    """Return all findings, worst first."""
    found = list(run_checks(include_deployment_checks=settings.DEPLOYED, databases=["default"]))
    found = [finding for finding in found if not finding.is_silenced()]
    for look in LOOKS:
        try:
            found.extend(look())
        except (DatabaseError, OSError) as problem:
            text = str(problem).strip().splitlines() or [type(problem).__name__]
            found.append(Error(f"Could not look at {look.__name__}: {text[0]}", id="scorekeeper.E010"))
    return sorted(found, key=lambda finding: -finding.level)


# The machine ---------------------------------------------------------------------


def permissions() -> Findings:
    """Check the owner of the data and who else can read it."""
    var, me = Path(settings.VAR), os.geteuid()
    if (owner := var.stat().st_uid) != me:
        yield Warning(
            f"{var} belongs to user {owner}, and this is user {me}.",
            hint="Run the site and its commands as the owner of its data: sudo -u scorekeeper …",
            id="scorekeeper.W010",
        )
    if not os.access(var, os.W_OK | os.X_OK):
        yield Error(f"{var} cannot be written to.", hint=f"chown scorekeeper: {var}", id="scorekeeper.E011")
    kept = [var / "secret_key", var / "backups"]
    if settings.DEPLOYED:
        kept += [var, Path(os.environ.get("SCOREKEEPER_ENV") or ENVIRONMENT_FILE)]
    for path in kept:
        with contextlib.suppress(OSError):
            if path.stat().st_mode & 0o007:
                yield Warning(
                    f"Everybody on this machine can open {path}.",
                    hint=f"chmod o= {path}",
                    id="scorekeeper.W011",
                )


def room() -> Findings:
    """Check the free disk space for hands and for the next backup."""
    var = Path(settings.VAR)
    free = shutil.disk_usage(var).free
    if free < LEAST_ROOM:
        yield Error(
            f"Only {free // 1_000_000} MB are free in {var}: the site is about to refuse hands.",
            hint=f"Make room on that disk, {LEAST_ROOM // 1_000_000} MB or more.",
            id="scorekeeper.E012",
        )
    elif free < (needed := backups.wanted()):
        yield Warning(
            f"{free // 1_000_000} MB are free in {var}; the next copy needs {needed // 1_000_000} MB.",
            hint="Make room: until then older copies are given up for newer ones.",
            id="scorekeeper.W012",
        )
    if connection.vendor == "sqlite":
        kind = disk_of(backups.database())
        if kind in NETWORK_DISKS:
            yield Error(
                f"The SQLite file lies on a disk of the network ({kind}), which can lose what was saved.",
                hint="Set VAR_DIR to a folder on a disk of this machine, or use PostgreSQL.",
                id="scorekeeper.E013",
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
    """Check the clock against the network, the database, and the backups."""
    ahead = [path.name for path in backups.kept() if backups.is_ahead(path)]
    if ahead:
        yield Warning(
            f"A copy of the database is dated later than now: {ahead[0]}.",
            hint="The clock was wrong then or is wrong now (timedatectl). Such a copy may be deleted.",
            id="scorekeeper.W013",
        )
    if shutil.which("timedatectl"):
        status = subprocess.run(
            ["timedatectl", "show", "--property=NTPSynchronized", "--value"],
            capture_output=True, text=True, check=False, timeout=PATIENCE,
        )  # fmt: skip
        if status.returncode == 0 and status.stdout.strip() == "no":
            yield Warning(
                "The clock is not set by the network.", hint="timedatectl set-ntp true", id="scorekeeper.W014"
            )
    if connection.vendor == "postgresql":
        database_time = query_value("SELECT clock_timestamp()")
        now = datetime.now(UTC)
        if abs(skew := database_time - now) > SKEW:
            yield Warning(
                f"The clock of the database is {skew.total_seconds():+.0f} seconds from this one.",
                hint="Let the network set the clocks of both machines: timedatectl set-ntp true.",
                id="scorekeeper.W015",
            )


# The database --------------------------------------------------------------------


def query_value(query: str) -> Any:
    """Return the single value of a query."""
    with connection.cursor() as cursor:
        cursor.execute(query)
        (value,) = cursor.fetchone()
    return value


def migrations() -> Findings:
    """Check that the database schema is that of this release."""
    executor = MigrationExecutor(connection)
    if pending := executor.migration_plan(executor.loader.graph.leaf_nodes()):
        yield Error(
            f"{len(pending)} migrations are pending, the first {pending[0][0]}.",
            hint="deploy/manage migrate",
            id="scorekeeper.E014",
        )
    ours = {config.label for config in apps.get_app_configs() if config.name.startswith("scorekeeper")}
    newer = [f"{app}.{name}" for app, name in executor.loader.applied_migrations if app in ours]
    newer = [name for name in newer if tuple(name.split(".", 1)) not in executor.loader.disk_migrations]
    if newer:
        yield Error(
            f"The database was changed by a newer release of the site: {newer[0]}.",
            hint="Put that release in place again (git pull, make setup), or restore a copy from before it.",
            id="scorekeeper.E015",
        )


def writable() -> Findings:
    """Check that the database can be written to."""
    if connection.vendor == "postgresql":
        if query_value("SHOW transaction_read_only") == "on":
            yield Error(
                "PostgreSQL only lets itself be read: a standby, or default_transaction_read_only is on.",
                hint="Promote it or put the setting back. With a standby, DATABASE_URL names both servers.",
                id="scorekeeper.E025",
            )
        return
    for path in (backups.database(), backups.database().parent):
        if not os.access(path, os.W_OK):
            yield Error(
                f"{path} cannot be written to: the site shows its tables, and refuses every hand.",
                hint=f"Is the disk mounted read-only (mount, dmesg)? Else: chown scorekeeper: {path}",
                id="scorekeeper.E026",
            )


def durability() -> Findings:
    """Check that saved data is on the disk."""
    yield from _sqlite_durability() if connection.vendor == "sqlite" else _postgresql_durability()


def _sqlite_durability() -> Findings:
    mode, synchronous = str(query_value("PRAGMA journal_mode")), int(query_value("PRAGMA synchronous"))
    if synchronous < (2 if mode == "wal" else 3):
        yield Error(
            f"SQLite does not wait for the disk (journal_mode {mode}, synchronous {synchronous}).",
            hint="Leave the settings of the database as the site has them.",
            id="scorekeeper.E016",
        )
    if (result := query_value("PRAGMA quick_check(1)")) != "ok":
        yield Error(
            f"The database is damaged: {result}",
            hint="deploy/manage restore brings the newest copy back.",
            id="scorekeeper.E017",
        )
    wal = backups.database().with_name(f"{backups.database().name}-wal")
    if wal.exists() and wal.stat().st_size > LARGEST_WAL:
        yield Warning(
            f"{wal.name} has {wal.stat().st_size // 1_000_000} MB: some process reads without an end.",
            hint="Find who has the file open (fuser) besides the site, and end it.",
            id="scorekeeper.W016",
        )


def _postgresql_durability() -> Findings:
    for name, good in DURABLE.items():
        if (value := str(query_value(f"SHOW {name}"))) not in good:
            yield Error(
                f"PostgreSQL has {name} = {value}: a hand that was answered can be lost.",
                hint=f"ALTER SYSTEM SET {name} = {good[0]}, then SELECT pg_reload_conf().",
                id="scorekeeper.E018",
            )
    if query_value("SHOW data_checksums") != "on":
        yield Warning(
            "PostgreSQL keeps no checksums of its pages: a disk that decays goes unnoticed.",
            hint="Stop the server, pg_checksums --enable, start it.",
            id="scorekeeper.W017",
        )
    if (version := int(query_value("SHOW server_version_num"))) < OLDEST_POSTGRESQL:
        yield Warning(
            f"PostgreSQL {version // 10_000} is no longer mended.", hint="Upgrade it.", id="scorekeeper.W018"
        )
    if query_value("SELECT rolsuper FROM pg_roles WHERE rolname = current_user"):
        yield Warning(
            "The site signs in to PostgreSQL as a superuser.",
            hint="A role of its own that owns its database is enough: docs/deploying.md, step 2.",
            id="scorekeeper.W019",
        )


def copies() -> Findings:
    """Check that there is a recent backup."""
    sqlite = connection.vendor == "sqlite"
    if sqlite and os.environ.get("BACKUPS") == "0":
        yield Warning(
            "No copies of the database are made (BACKUPS=0).",
            hint="Leave BACKUPS out.",
            id="scorekeeper.W020",
        )
        return
    if not sqlite and _is_archived():
        return
    last, most = backups.newest(), COPY_SQLITE if sqlite else COPY_POSTGRESQL
    age = datetime.now(UTC) - backups.taken(last) if last else None
    if age is None or age > most:
        text = (
            "There is no copy of the database." if age is None else f"The newest copy is {_hours(age)} old."
        )
        schedule = (
            "The site makes one every hour while it runs"
            if sqlite
            else "The cron line of docs/deploying.md makes one a day"
        )
        yield Warning(text, hint=f"{schedule}; deploy/manage backup makes one now.", id="scorekeeper.W022")


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
    """Check that pending jobs are being run."""
    if "clubs_job" not in connection.introspection.table_names():
        return  # pending migrations are a finding of their own
    waiting = apps.get_model("clubs", "Job").objects.filter(ended=None, at__lt=datetime.now(UTC) - WAITS)
    if n := waiting.count():
        yield Warning(
            f"{n} jobs have waited for more than an hour.",
            hint="The site does them while it runs (systemctl status scorekeeper); or: deploy/manage work",
            id="scorekeeper.W023",
        )


# Around the site -------------------------------------------------------------------


def mail() -> Findings:
    """Check that the mail server accepts the site's login; nothing is sent."""
    if not settings.EMAIL_URL:
        return
    mail_connection = get_connection()
    try:
        mail_connection.open()
    except OSError as problem:  # includes smtplib's errors
        yield Error(
            f"The mail server {settings.EMAIL_HOST}:{settings.EMAIL_PORT} refuses: {problem}",
            hint="Put EMAIL_URL right. Until then nobody's address is confirmed and no password is reset.",
            id="scorekeeper.E019",
        )
    finally:
        mail_connection.close()


def static_files() -> Findings:
    """Check that the collected static files are those of this release."""
    collected = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if not settings.DEPLOYED:
        return
    if not collected.exists():
        text = "The styles and scripts were never collected: every phone loads them one by one."
    elif any(path.stat().st_mtime > collected.stat().st_mtime for path in _sources()):
        text = "Styles or scripts have changed since they were collected."
    else:
        return
    yield Warning(
        text,
        hint="deploy/manage collectstatic --noinput, then systemctl reload scorekeeper.",
        id="scorekeeper.W024",
    )


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
    # With HTTPS this page is a redirect only if the site does not trust its proxy.
    try:
        answer = _ask(
            http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=trusting()), "/privacy"
        )
        forged = _ask(
            http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=trusting()),
            "/privacy",
            {"X-Forwarded-Proto": "http"},
        )
    except ssl.SSLError as problem:
        yield Error(
            f"The certificate of {host} is not accepted: {problem}",
            hint="certbot renew, or see the proxy's log.",
            id="scorekeeper.E020",
        )
        return
    except (OSError, http.client.HTTPException) as problem:
        yield Error(
            f"{settings.SITE_URL} does not answer: {problem}",
            hint="systemctl status scorekeeper nginx; does the name lead here, and is port 443 open?",
            id="scorekeeper.E021",
        )
        return
    if answer.status in (301, 302, 308):
        yield Error(
            f"{settings.SITE_URL} redirects to itself: the site does not believe its proxy.",
            hint="The proxy must set X-Forwarded-Proto, and FORWARDED_ALLOW_IPS must name its address.",
            id="scorekeeper.E022",
        )
        return
    if answer.status != 200:
        yield Error(
            f"{settings.SITE_URL} answers {answer.status}.",
            hint="journalctl -u scorekeeper",
            id="scorekeeper.E023",
        )
        return
    if forged.status != 200:
        yield Error(
            "The proxy passes on what a phone says of X-Forwarded-Proto, and so perhaps of its address.",
            hint="Let it set X-Forwarded-For and X-Forwarded-Proto, as deploy/nginx.conf does.",
            id="scorekeeper.E024",
        )
    if not answer.strict:
        yield Warning(
            "The proxy takes away Strict-Transport-Security.",
            hint="Let it pass the site's headers on.",
            id="scorekeeper.W025",
        )
    if answer.certified_until - time.time() < CERTIFICATE.total_seconds():
        day = datetime.fromtimestamp(answer.certified_until, UTC)
        yield Warning(
            f"The certificate of {host} ends on {day:%Y-%m-%d}.",
            hint="certbot renew; is its timer on? systemctl list-timers",
            id="scorekeeper.W026",
        )


class Answer(NamedTuple):
    """A response through the proxy, and the expiry of its certificate."""

    status: int
    strict: bool
    certified_until: float


def trusting() -> ssl.SSLContext:
    """Return the system's default SSL context."""
    return ssl.create_default_context()


def _ask(https: http.client.HTTPSConnection, path: str, headers: Mapping[str, str] | None = None) -> Answer:
    with contextlib.closing(https):
        https.connect()
        certificate = https.sock.getpeercert() or {}
        https.request("GET", path, headers=dict(headers or {}))
        response = https.getresponse()
        ends = (
            ssl.cert_time_to_seconds(str(certificate["notAfter"]))
            if "notAfter" in certificate
            else float("inf")
        )
        return Answer(response.status, response.headers["Strict-Transport-Security"] is not None, ends)


LOOKS: tuple[Callable[[], Findings], ...] = (
    permissions,
    room,
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
