"""Backups are complete and can be restored; migrations block nobody for long."""

import contextlib
import itertools
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from scorekeeper.ops import backups, migrating, table_copies
from tests.conftest import until
from tests.nightly import NIGHTLY
from tests.reliability import site

SQLITE = connection.vendor == "sqlite"
on_sqlite = pytest.mark.skipif(not SQLITE, reason="SQLite only")
on_postgresql = pytest.mark.skipif(SQLITE, reason="PostgreSQL only")


def seed(environment):
    """Start a table with one phone and eight hands."""
    site.run_script(environment, "seed", 1, 1, 8)


def run(environment, *command, fails=False):
    """Run a management command; return its output, or its errors if it has to fail."""
    process = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=site.ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert process.returncode == fails, process.stderr
    assert "Traceback" not in process.stderr
    return process.stderr if fails else process.stdout


@pytest.fixture(scope="module")
def backed_up_site(tmp_path_factory):
    """Yield the environment of a site with eight hands and a backup."""
    with site.with_tables(tmp_path_factory.mktemp("played")) as environment:
        seed(environment)
        run(environment, "backup")
        yield environment


@pytest.fixture
def machine(backed_up_site, tmp_path):
    """Yield the environment of a copy of ``backed_up_site``."""
    with site.copy_of(backed_up_site, tmp_path / "machine") as environment:
        yield environment


def copies(environment):
    return sorted((Path(environment["VAR_DIR"]) / "backups").glob("scorekeeper-*"))


def database_of(environment):
    return Path(environment["VAR_DIR"]) / "site.sqlite3"


def hands(environment):
    return site.query(environment, "SELECT count(*) FROM tables_entry")[0][0]


def environment_of(file):
    """Return the environment of a site whose database is this SQLite file."""
    return {"DATABASE_URL": f"sqlite:///{file}"}


@on_sqlite
def test_restore_brings_back_hands_and_keeps_both_backups(machine, settings):
    (copy,) = copies(machine)
    assert copy.stat().st_mode & 0o777 == 0o600
    site.query(machine, "DELETE FROM tables_entry WHERE place > 3")
    head = "(SELECT hash FROM tables_entry WHERE place = 3)"
    site.query(machine, f"UPDATE tables_match SET length = 3, head = {head}")
    # Make so many newer backups that ``copy``, dated before them, would be deleted as old.
    settings.VAR = Path(machine["VAR_DIR"])
    earlier = backups.time_of(copy) - timedelta(minutes=1)
    for seconds in range(1, 40):
        make_file(earlier + timedelta(seconds=seconds))
    copy = copy.replace(make_file(earlier))
    run(machine, "restore", copy, "--yes")
    assert hands(machine) == 8
    assert sorted(hands(environment_of(path)) for path in copies(machine) if path.stat().st_size) == [3, 8]


TAMPERING = (
    "UPDATE tables_entry SET hand = replace(hand, 'a test', 'a lie') WHERE place = 4",
    "DELETE FROM tables_entry WHERE place = 8",
    "DELETE FROM tables_entry WHERE place = 2",
    "DELETE FROM tables_entry",
)


@on_sqlite
def test_tampered_log_is_not_backed_up(machine, tmp_path):
    before = copies(machine)
    for statement in TAMPERING:
        tampered_file = tmp_path / "tampered.sqlite3"
        shutil.copy(database_of(machine), tampered_file)
        site.query(environment_of(tampered_file), statement)
        with pytest.raises(backups.DamagedBackup, match="match"):
            backups.check(tampered_file)
    site.query(machine, TAMPERING[0])
    assert "match" in run(machine, "backup", fails=True)
    assert copies(machine) == before


@on_sqlite
def test_damaged_backup_is_not_restored(machine):
    (copy,) = copies(machine)
    content = bytearray(copy.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 4_096] = b"\xff" * 4_096
    copy.write_bytes(bytes(content))
    assert "Nothing was changed" in run(machine, "restore", copy, "--yes", fails=True)
    assert hands(machine) == 8


def test_restore_asks_for_confirmation(now, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda question: "no")
    with pytest.raises(CommandError, match="Nothing was done"):
        call_command("restore", str(make_file(now)))


@on_sqlite
def test_migration_takes_a_backup_first_or_changes_nothing(machine):
    run(machine, "migrate")
    assert len(copies(machine)) == 1
    unapply = "DELETE FROM django_migrations WHERE app = 'sessions'"
    site.query(machine, unapply)
    run(machine, "migrate", "sessions", "--fake")
    assert len(copies(machine)) == 2
    site.query(machine, unapply)
    folder = Path(machine["VAR_DIR"]) / "backups"
    shutil.rmtree(folder)
    folder.write_text("a file in place of the folder")
    assert "Nothing was changed" in run(machine, "migrate", "sessions", "--fake", fails=True)
    run(machine, "migrate", "sessions", "--fake", "--no-copy")


@on_sqlite
def test_backup_under_load_has_every_saved_hand(machine):
    times, stop = [], threading.Event()
    site.query(machine, "CREATE TABLE load (n INTEGER PRIMARY KEY)")

    def write():
        opened = sqlite3.connect(database_of(machine), timeout=10)
        while not stop.is_set():
            with opened:
                opened.execute("INSERT INTO load DEFAULT VALUES")
            times.append(time.monotonic())

    writer = threading.Thread(target=write)
    writer.start()
    until(lambda: times)
    before = len(times)
    try:
        run(machine, "backup")
    finally:
        stop.set()
        writer.join()
    [(saved,)] = site.query(environment_of(copies(machine)[-1]), "SELECT count(*) FROM load")
    assert saved >= before > 0
    # The writer never waited as long as its timeout.
    assert max(later - earlier for earlier, later in itertools.pairwise(times)) < 10


# Deleting old backups


@pytest.fixture
def now(settings, tmp_path):
    """Return the current time, after pointing the settings at a folder without backups."""
    settings.VAR = tmp_path
    return datetime.now(UTC)


def make_file(moment, size=0):
    """Make a file that is named like a backup of this moment."""
    path = backups.folder() / f"scorekeeper-{moment.strftime(backups.STAMP)}.sqlite3"
    path.write_bytes(b"x" * size)
    return path


def test_old_backups_thin_out_for_five_weeks(now):
    """Check with a backup every three hours for 50 days; the newest ``KEPT_HOURLY`` (24) cover 70 hours."""
    for hours in range(0, 24 * 50, 3):
        make_file(now - timedelta(hours=hours))
    backups.delete_old()
    ages = [now - backups.time_of(path) for path in backups.all_backups()]
    assert max(ages) < backups.OLDEST
    assert sum(age < timedelta(hours=70) for age in ages) >= backups.KEPT_HOURLY - 1
    assert backups.KEPT_HOURLY + 10 < len(ages) < 50
    assert len({(now - age).date() for age in ages if age < timedelta(days=12)}) >= 12


def test_backup_names_are_unique_and_old_names_are_known(now):
    middle = datetime(2026, 11, 21, 16, 0, 0, 5, UTC)
    later = middle + timedelta(microseconds=1)
    for moment in middle, later:
        make_file(moment)
    (backups.folder() / "scorekeeper-20261120T235959Z.dump").touch()
    earlier = datetime(2026, 11, 20, 23, 59, 59, tzinfo=UTC)
    assert [backups.time_of(path) for path in backups.all_backups()] == [later, middle, earlier]


def test_backup_dated_ahead_is_not_the_newest(now):
    # A backup is due an hour after the newest, but not within 60 seconds.
    assert backups.seconds_until_next() == 60
    ahead = make_file(now + timedelta(days=700))
    assert backups.seconds_until_next() == 60
    assert backups.newest() is None
    last = make_file(now - timedelta(minutes=20))
    assert 39 * 60 < backups.seconds_until_next() < 41 * 60
    assert backups.newest() == last
    assert backups.all_backups() == [last, ahead]
    for hours in range(2, backups.KEPT_HOURLY + 2):
        make_file(now - timedelta(hours=hours))
    backups.delete_old()
    assert not ahead.exists()
    assert last.exists()


def test_other_files_are_left_alone(now):
    names = "scorekeeper-old.sqlite3", "scorekeeper-.dump", "scorekeeper-20261345T999999Z.sqlite3"
    strays = [backups.folder() / name for name in names]
    for stray in strays:
        stray.touch()
    assert backups.all_backups() == []
    backups.delete_old()
    assert all(stray.exists() for stray in strays)


def make_disk(monkeypatch, size):
    """Simulate a disk of this size that has only backups."""

    def usage(path):
        return shutil._ntuple_diskusage(size, 0, size - sum(file.stat().st_size for file in path.iterdir()))

    monkeypatch.setattr(backups.shutil, "disk_usage", usage)


def test_oldest_backups_make_room_for_a_new_one(now, monkeypatch):
    paths = [make_file(now - timedelta(hours=hours), 100) for hours in (1, 2, 3, 4)]
    make_disk(monkeypatch, 450)
    for _again in range(2):
        backups.make_room(200)
        assert [path.exists() for path in paths] == [True, True, False, False]


def test_full_disk_is_reported_and_deletes_no_backup(now, monkeypatch):
    paths = [make_file(now - timedelta(hours=hours), 100) for hours in (1, 2, 3)]
    make_disk(monkeypatch, 300)
    # The backup being restored is kept.
    for size, keep in ((400, None), (200, paths[2])):
        with pytest.raises(backups.BackupError, match="no room"):
            backups.make_room(size, keep=keep)
        assert all(path.exists() for path in paths)
    backups.make_room(100, keep=paths[2])
    assert [path.exists() for path in paths] == [True, False, True]


@pytest.mark.django_db
def test_disk_that_fills_up_leaves_no_partial_backup(now, monkeypatch):
    monkeypatch.setattr(backups, "bytes_needed", lambda: 0)
    for error in OSError(28, "No space left on device"), sqlite3.OperationalError("disk is full"):

        def write(to, error=error):
            to.write_bytes(b"half")
            raise error

        for module, name in ((backups, "_copy_sqlite"), (backups, "_dump"), (table_copies, "write")):
            monkeypatch.setattr(module, name, write)
        with pytest.raises(CommandError, match="could not be written"):
            call_command("backup")
        assert list(backups.folder().iterdir()) == []


# Restoring into another database


@pytest.mark.parametrize(
    "has_tools",
    [True, pytest.param(False, marks=on_postgresql)],
    ids=["with pg_dump", "without pg_dump"],
)
def test_backup_is_restored_on_a_new_machine(machine, has_tools, tmp_path):
    with site.without_tables(tmp_path) as new:
        if not has_tools:
            new = {**new, "PATH": ""}
            run({**machine, "PATH": ""}, "backup")
        copy = copies(machine)[-1]
        assert run(new, "restore", copy, "--yes").count(str(copy)) == 1
        assert hands(new) == 8
        assert not copies(new)
        if not has_tools and not NIGHTLY:
            return
        seed(new)  # the restored database accepts new rows
        # Restoring over the current data makes a backup of them first.
        output = run(new, "restore", copy, "--yes")
        assert hands(new) == 8
        (kept,) = copies(new)
        assert str(kept) in output


def test_restore_refuses_another_database_or_a_newer_release(machine, tmp_path):
    add = "INSERT INTO django_migrations (app, name, applied) VALUES ('clubs', '9999_later', '2027-01-01')"
    site.query(machine, add)
    run(machine, "backup")
    message = run(machine, "restore", copies(machine)[-1], "--yes", fails=True)
    assert "newer release" in message
    assert "9999_later" in message
    assert hands(machine) == 8
    other = tmp_path / "other"
    for content, words in (
        (b"PGDMP\x01\x0e" if SQLITE else b"SQLite format 3\x00", "PostgreSQL.*SQLite|SQLite.*PostgreSQL"),
        (b"something else", "not a copy"),
    ):
        other.write_bytes(content)
        with pytest.raises(backups.BackupError, match=words):
            backups.restore(other)


@on_sqlite
def test_restore_keeps_a_damaged_database_aside(machine):
    database = database_of(machine)
    content = bytearray(database.read_bytes())
    # Damage one byte in every 4,096.
    content[0 : len(content) : 4_096] = b"\xff" * len(content[0 : len(content) : 4_096])
    database.write_bytes(bytes(content))
    run(machine, "restore", "--yes")
    assert hands(machine) == 8
    assert len(list(database.parent.glob("site.sqlite3.damaged-*"))) == 1


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_migration_behind_a_slow_reader_blocks_no_reader():
    connection.cursor().execute("CREATE TABLE slow (n integer)")
    reading, waits = threading.Event(), []

    def read_slowly():
        with contextlib.closing(connections["default"]), connections["default"].cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("SELECT count(*) FROM slow")
            reading.set()
            time.sleep(3)
            cursor.execute("COMMIT")

    def read_often():
        end = time.monotonic() + 2.9
        with contextlib.closing(connections["default"]):
            while time.monotonic() < end:
                began = time.monotonic()
                with connections["default"].cursor() as cursor:
                    cursor.execute("SELECT count(*) FROM slow")
                waits.append(time.monotonic() - began)
                time.sleep(0.01)

    def change():
        connection.cursor().execute("ALTER TABLE slow ADD COLUMN more integer")

    with ThreadPoolExecutor(2) as readers:
        reads = [readers.submit(read_slowly)]
        reading.wait(5)
        reads.append(readers.submit(read_often))
        migrating.with_retries(change, connection)
    for read in reads:
        read.result()
    with connection.cursor() as cursor:
        cursor.execute("SELECT more FROM slow")
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("2s",)
        cursor.execute("DROP TABLE slow")
    # 200 ms plus a margin for a busy machine; without the lock timeout a read would wait for the slow reader.
    assert max(waits) < 2, max(waits)
