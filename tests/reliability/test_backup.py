"""Backups: a copy is complete and can be restored, and a migration blocks nobody for long."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from scorekeeper.clubs.models import Club
from scorekeeper.ops import backups, migrating, table_copies
from tests.conftest import until
from tests.databases import empty_file
from tests.reliability import site

ROOT = Path(__file__).resolve().parents[2]
on_sqlite = pytest.mark.skipif(os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="of SQLite")

SEED = """
import uuid
from games import every_game
from games.engine import Adjustment, Heading, PerSide, Seating
from scorekeeper.matches import commands
game = next(iter(every_game().values()))
heading = Heading(Seating(*game.shapes(game.presets[0])[0]), game.presets[0].house, game.presets[0].id)
names = ["Ann", "Bo", "Cy", "Di"][: heading.seating.seats]
table = commands.start_table(game, heading, names, "0" * 64, "Ann")
for n in range(1, 9):
    hand = Adjustment(PerSide([n] * heading.seating.sides), "a test")
    wanted = commands.WriteCommand(uuid.uuid4(), n, 0, hand)
    commands.append_entry(table.matches.get(), table.phones.get(), wanted)
"""


def manage(var: Path, *command: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return manage_in({**os.environ, "VAR_DIR": str(var), "DATABASE_URL": ""}, *command, text=text)


def manage_in(environment: dict[str, str], *command: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={**environment, "LOG_LEVEL": "WARNING"},
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site on which eight hands were played."""
    var = tmp_path_factory.mktemp("played")
    shutil.copy(empty_file(), var / "scorekeeper.sqlite3")
    seeded = manage(var, "shell", text=SEED)
    assert seeded.returncode == 0, seeded.stderr
    return var


@pytest.fixture
def var(played: Path, tmp_path: Path) -> Path:
    """Return a copy of that folder for one test."""
    return Path(shutil.copytree(played, tmp_path / "var"))


@pytest.fixture(scope="module")
def backed_up(played: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of that site after a backup."""
    var = Path(shutil.copytree(played, tmp_path_factory.mktemp("backed_up") / "var"))
    made = manage(var, "backup")
    assert made.returncode == 0, made.stderr
    return var


@pytest.fixture
def saved(backed_up: Path, tmp_path: Path) -> tuple[Path, Path]:
    """Return a copy of that folder for one test, and the backup in it."""
    var = Path(shutil.copytree(backed_up, tmp_path / "var"))
    (copy,) = (var / "backups").glob("*.sqlite3")
    return var, copy


def hands(file: Path) -> int:
    with sqlite3.connect(file) as opened:
        return opened.execute("SELECT count(*) FROM tables_entry").fetchone()[0]


def tamper(file: Path, statement: str) -> None:
    opened = sqlite3.connect(file)
    with opened:
        opened.execute(statement)
    opened.close()


@on_sqlite
def test_the_drill_what_was_lost_is_back_and_what_was_there_is_kept(saved):
    var, copy = saved
    assert copy.stat().st_mode & 0o777 == 0o600
    database = var / "scorekeeper.sqlite3"
    tamper(database, "DELETE FROM tables_entry WHERE place > 3")
    tamper(
        database, "UPDATE tables_match SET length = 3, head = (SELECT hash FROM tables_entry WHERE place = 3)"
    )
    back = manage(var, "restore", "--yes")
    assert back.returncode == 0, back.stderr
    assert hands(database) == 8
    assert sorted(hands(path) for path in (var / "backups").glob("*.sqlite3")) == [3, 8]


@on_sqlite
def test_the_copy_that_is_restored_is_not_put_away_as_old_before_it_is_in_place(saved):
    var, copy = saved
    for seconds in range(1, 40):  # enough newer ones that this one is no longer kept
        later = backups.taken(copy) + timedelta(seconds=seconds)
        copy.with_name(f"scorekeeper-{later.strftime(backups.STAMP)}.sqlite3").touch()
    back = manage(var, "restore", f"{var}/backups/{copy.name}", "--yes")
    assert back.returncode == 0, back.stderr
    assert copy.exists()


TAMPERING = (
    "UPDATE tables_entry SET hand = replace(hand, 'a test', 'a lie') WHERE place = 4",
    "DELETE FROM tables_entry WHERE place = 8",
    "DELETE FROM tables_entry WHERE place = 2",
    "DELETE FROM tables_entry",
)


@on_sqlite
def test_a_log_that_was_tampered_with_is_no_copy(var, tmp_path):
    database = var / "scorekeeper.sqlite3"
    for statement in TAMPERING:
        other = Path(shutil.copy(database, tmp_path / "other.sqlite3"))
        tamper(other, statement)
        with pytest.raises(backups.Damaged, match="match"):
            backups.check(other)
    tamper(database, TAMPERING[0])
    made = manage(var, "backup")
    assert made.returncode == 1
    assert "match" in made.stderr
    assert list((var / "backups").iterdir()) == []


@on_sqlite
def test_a_file_that_is_damaged_is_not_brought_back(saved):
    var, copy = saved
    content = bytearray(copy.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 4_096] = b"\xff" * 4_096
    copy.write_bytes(bytes(content))
    back = manage(var, "restore", str(copy), "--yes")
    assert back.returncode == 1
    assert "Nothing was changed" in back.stderr
    assert hands(var / "scorekeeper.sqlite3") == 8
    assert manage(var, "restore", str(copy), text="no\n").returncode == 1


@on_sqlite
def test_a_copy_is_taken_before_the_tables_are_changed_and_only_then(var):
    assert manage(var, "migrate").returncode == 0
    assert not (var / "backups").exists()
    tamper(var / "scorekeeper.sqlite3", "DELETE FROM django_migrations WHERE app = 'sessions'")
    manage(var, "migrate", "sessions", "--fake")
    assert len(list((var / "backups").glob("*.sqlite3"))) == 1


@on_sqlite
def test_nothing_is_lost_that_was_saved_before_a_copy_taken_under_load(var):
    database = var / "scorekeeper.sqlite3"
    saved, stop = [], threading.Event()
    tamper(database, "CREATE TABLE load (n INTEGER PRIMARY KEY)")

    def write() -> None:
        opened = sqlite3.connect(database, timeout=10)
        while not stop.is_set():
            with opened:
                opened.execute("INSERT INTO load DEFAULT VALUES")
            saved.append(time.monotonic())

    writing = threading.Thread(target=write)
    writing.start()
    until(lambda: saved)
    before = len(saved)
    try:
        assert manage(var, "backup").returncode == 0
    finally:
        stop.set()
        writing.join()
    (copy,) = (var / "backups").glob("*.sqlite3")
    with sqlite3.connect(copy) as opened:
        assert opened.execute("SELECT count(*) FROM load").fetchone()[0] >= before > 0
    assert max(later - one for one, later in itertools.pairwise(saved)) < 3


def test_old_copies_go_one_a_day_and_one_a_week_stay_none_beyond_five_weeks(settings, tmp_path):
    settings.VAR = tmp_path
    now = datetime.now(UTC)
    for hours in range(0, 24 * 50, 3):
        at = now - timedelta(hours=hours)
        (backups.folder() / f"scorekeeper-{at.strftime(backups.STAMP)}.sqlite3").touch()
    backups.clear()
    ages = [now - backups.taken(path) for path in backups.kept()]
    assert max(ages) < backups.OLDEST
    assert sum(age < timedelta(hours=70) for age in ages) >= backups.HOURLY - 1
    assert backups.HOURLY + 10 < len(ages) < 50
    days = {(now - age).date() for age in ages if age < timedelta(days=12)}
    assert len(days) >= 12


def test_copies_of_the_same_second_are_two_and_those_of_an_earlier_release_are_known(settings, tmp_path):
    settings.VAR = tmp_path
    at = datetime(2026, 11, 21, 16, 0, 0, 5, UTC)
    for one in (at, at + timedelta(microseconds=1)):
        (backups.folder() / f"scorekeeper-{one.strftime(backups.STAMP)}.sqlite3").touch()
    (backups.folder() / "scorekeeper-20261120T235959Z.dump").touch()
    assert [backups.taken(path) for path in backups.kept()] == [
        at + timedelta(microseconds=1),
        at,
        datetime(2026, 11, 20, 23, 59, 59, tzinfo=UTC),
    ]


def test_the_next_copy_is_due_an_hour_after_the_last(settings, tmp_path):
    settings.VAR = tmp_path
    assert backups._until_next() == 60
    at = datetime.now(UTC) - timedelta(minutes=20)
    (backups.folder() / f"scorekeeper-{at.strftime(backups.STAMP)}.sqlite3").touch()
    assert 39 * 60 < backups._until_next() < 41 * 60


def named(at, size=0, end="sqlite3"):
    path = backups.folder() / f"scorekeeper-{at.strftime(backups.STAMP)}.{end}"
    path.write_bytes(b"x" * size)
    return path


def test_a_copy_dated_ahead_holds_up_no_other_and_is_not_the_newest(settings, tmp_path):
    settings.VAR = tmp_path
    now = datetime.now(UTC)
    ahead = named(now + timedelta(days=700))
    assert backups.newest() is None
    assert backups._until_next() == 60
    last = named(now - timedelta(minutes=90))
    assert backups.newest() == last
    assert backups._until_next() == 60
    assert backups.kept() == [last, ahead]
    # Its age is unknown, so it goes with a day's other copies.
    for hours in range(2, backups.HOURLY + 2):
        named(now - timedelta(hours=hours))
    backups.clear()
    assert not ahead.exists()
    assert last.exists()


@pytest.mark.parametrize(
    "name", ["scorekeeper-old.sqlite3", "scorekeeper-.dump", "scorekeeper-20261345T999999Z.sqlite3"]
)
def test_a_file_named_like_no_copy_is_left_alone(settings, tmp_path, name):
    settings.VAR = tmp_path
    stray = backups.folder() / name
    stray.touch()
    assert backups.kept() == []
    assert backups._until_next() == 60
    backups.clear()
    assert stray.exists()


@pytest.fixture
def disk(settings, tmp_path, monkeypatch):
    """Fake a disk whose free space the test sets; deleting copies adds to it."""
    settings.VAR = tmp_path
    had = {"free": 0, "used": None}

    def usage(path):
        used = sum(one.stat().st_size for one in backups.folder().iterdir())
        had["used"] = used if had["used"] is None else had["used"]
        return shutil._ntuple_diskusage(0, 0, had["free"] + had["used"] - used)

    monkeypatch.setattr(backups.shutil, "disk_usage", usage)
    return had


def test_for_a_copy_the_oldest_go_but_not_the_newest_nor_more_than_needed(disk):
    now = datetime.now(UTC)
    paths = [named(now - timedelta(hours=hours), 100) for hours in (1, 2, 3, 4)]
    disk["free"] = 50
    backups.make_room(200)
    assert [path.exists() for path in paths] == [True, True, False, False]
    backups.make_room(200)
    assert [path.exists() for path in paths] == [True, True, False, False]


def test_where_there_is_no_room_it_is_said_and_no_copy_is_given_up_for_it(disk):
    now = datetime.now(UTC)
    paths = [named(now - timedelta(hours=hours), 100) for hours in (1, 2, 3)]
    with pytest.raises(backups.Bad, match="no room"):
        backups.make_room(100 + 300)
    assert all(path.exists() for path in paths)
    # The copy that is being restored is not pruned.
    with pytest.raises(backups.Bad, match="no room"):
        backups.make_room(200, spare=paths[2])
    backups.make_room(100, spare=paths[2])
    assert [path.exists() for path in paths] == [True, False, True]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), sqlite3.OperationalError("disk is full")]
)
def test_a_disk_that_fills_up_gives_words_and_leaves_no_half_copy(settings, tmp_path, monkeypatch, error):
    settings.VAR = tmp_path

    def write(to):
        to.write_bytes(b"half")
        raise error

    monkeypatch.setattr(backups, "wanted", lambda: 0)
    for name in ("_copy_sqlite", "_dump"):
        monkeypatch.setattr(backups, name, write)
    monkeypatch.setattr(table_copies, "write", write)
    with pytest.raises(CommandError, match="could not be written"):
        call_command("backup")
    assert list(backups.folder().iterdir()) == []


# Into an empty database ----------------------------------------------------------

COUNT = "from scorekeeper.matches.models import Entry; print(Entry.objects.count())"


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Callable[..., dict[str, str]]]:
    """Yield a factory of environments: with an empty database, or with tables and eight hands."""
    with contextlib.ExitStack() as stack:

        def make(name: str, played: bool = False) -> dict[str, str]:
            folder = tmp_path / name
            folder.mkdir()
            if not played:
                return stack.enter_context(site.bare(folder))
            environment = stack.enter_context(site.with_tables(folder))
            done(environment, "shell", text=SEED)
            return environment

        yield make


def the_copy(environment: dict[str, str]) -> Path:
    (copy,) = (Path(environment["VAR_DIR"]) / "backups").glob("scorekeeper-*")
    return copy


def done(environment: dict[str, str], *command: str, text: str = "") -> str:
    ran = manage_in(environment, *command, text=text)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


WITHOUT = pytest.param(
    False,
    marks=pytest.mark.skipif(connection.vendor == "sqlite", reason="tools are of PostgreSQL"),
    id="without pg_dump",
)


def without_tools(environment: dict[str, str], folder: Path) -> dict[str, str]:
    """Return the environment with a search path on which PostgreSQL's tools are not."""
    folder.mkdir(exist_ok=True)
    return {**environment, "PATH": str(folder)}


@pytest.mark.parametrize("tools", [pytest.param(True, id="with pg_dump"), WITHOUT])
def test_a_copy_is_restored_on_a_machine_that_has_nothing(machine, tools, tmp_path):
    lost, new = machine("lost", played=True), machine("new")
    if not tools:
        lost, new = (without_tools(one, tmp_path / "bin") for one in (lost, new))
    done(lost, "backup")
    copy = the_copy(lost)
    said = done(new, "restore", str(copy), "--yes")
    assert said.count(str(copy)) == 1
    assert done(new, "shell", "-v0", "-c", COUNT).strip() == "8"
    assert not list((Path(new["VAR_DIR"]) / "backups").glob("scorekeeper-*"))
    done(new, "shell", text=SEED)  # it takes new rows
    # Restore once more over the current data, of which a copy is kept.
    said = done(new, "restore", str(copy), "--yes")
    assert done(new, "shell", "-v0", "-c", COUNT).strip() == "8"
    assert str(the_copy(new)) in said


def test_a_copy_of_the_other_database_or_a_newer_release_is_refused_and_nothing_changed(machine):
    here = machine("here", played=True)
    add = "INSERT INTO django_migrations (app, name, applied) VALUES ('clubs', '9999_later', '2027-01-01')"
    done(here, "shell", "-c", f'from django.db import connection; connection.cursor().execute("{add}")')
    done(here, "backup")
    refused = manage_in(here, "restore", str(the_copy(here)), "--yes")
    assert refused.returncode == 1
    assert "newer release" in refused.stderr
    assert "9999_later" in refused.stderr
    other = Path(here["VAR_DIR"]) / "other"
    other.write_bytes(b"PGDMP\x01\x0e" if connection.vendor == "sqlite" else b"SQLite format 3\x00")
    refused = manage_in(here, "restore", str(other), "--yes")
    assert refused.returncode == 1
    assert "PostgreSQL" in refused.stderr and "SQLite" in refused.stderr  # noqa: PT018
    other.write_bytes(b"something else")
    assert "not a copy" in manage_in(here, "restore", str(other), "--yes").stderr
    assert done(here, "shell", "-v0", "-c", COUNT).strip() == "8"


@on_sqlite
def test_a_damaged_database_is_replaced_by_a_copy_and_kept_aside(saved):
    var, _copy = saved
    database = var / "scorekeeper.sqlite3"
    content = bytearray(database.read_bytes())
    content[0 : len(content) : 4_096] = b"\xff" * len(content[0 : len(content) : 4_096])
    database.write_bytes(bytes(content))
    back = manage(var, "restore", "--yes")
    assert back.returncode == 0, back.stderr
    assert hands(database) == 8
    assert len(list(var.glob("scorekeeper.sqlite3.damaged-*"))) == 1


@pytest.mark.parametrize("tools", [pytest.param(True, id="with pg_dump"), WITHOUT])
def test_after_an_update_the_copy_made_before_it_brings_the_release_before_back(machine, tools, tmp_path):
    """Check the steps of docs/backups.md: restore the copy, then run the older release."""
    old = sorted((ROOT / "tests/reliability/releases").glob("*.gz"))[-1]
    site_ = machine("site") if tools else without_tools(machine("site"), tmp_path / "bin")

    def upgrade(act: str) -> str:
        words = [sys.executable, "-m", "tests.reliability.upgrade", act, str(old)]
        ran = subprocess.run(words, env=site_, cwd=ROOT, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    before = upgrade("load,tables")
    done(site_, "migrate", "-v0")
    copy = the_copy(site_)
    done(site_, "restore", str(copy), "--yes", "--no-migrate")
    after, unreadable = upgrade("tables,unreadable").splitlines()
    assert after == before.strip()
    assert json.loads(unreadable) == []


@on_sqlite
def test_where_there_is_no_room_for_the_copy_an_update_changes_nothing_and_says_so(var, monkeypatch):
    tamper(var / "scorekeeper.sqlite3", "DELETE FROM django_migrations WHERE app = 'sessions'")
    (var / "backups").write_text("a file where the folder of copies should be")
    refused = manage(var, "migrate", "sessions", "--fake")
    assert refused.returncode == 1
    assert "Nothing was changed" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert manage(var, "migrate", "sessions", "--fake", "--no-copy").returncode == 0


needs_postgresql = pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="of PostgreSQL"
)


@needs_postgresql
@pytest.mark.django_db(transaction=True)
def test_postgresql_is_written_out_and_brought_back(settings, tmp_path):
    settings.VAR = tmp_path
    Club.objects.create(name="Before")
    copy = backups.make()
    Club.objects.create(name="After")
    connection.close()
    connection.close_pool()
    backups.restore(copy)
    assert [club.name for club in Club.objects.all()] == ["Before"]
    assert len(backups.kept()) == 2


@needs_postgresql
@pytest.mark.django_db(transaction=True)
def test_a_change_behind_a_slow_reader_holds_up_no_other_and_is_made_in_the_end():
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE slow (n integer)")
    reading, waits = threading.Event(), []

    def read_slowly() -> None:
        try:
            with connections["default"].cursor() as cursor:
                cursor.execute("BEGIN")
                cursor.execute("SELECT count(*) FROM slow")
                reading.set()
                time.sleep(3)
                cursor.execute("COMMIT")
        finally:
            connections["default"].close()

    def read_often() -> None:
        try:
            end = time.monotonic() + 2.9
            while time.monotonic() < end:
                began = time.monotonic()
                with connections["default"].cursor() as cursor:
                    cursor.execute("SELECT count(*) FROM slow")
                waits.append(time.monotonic() - began)
                time.sleep(0.01)
        finally:
            connections["default"].close()

    def change() -> None:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE slow ADD COLUMN more integer")

    slow, often = threading.Thread(target=read_slowly), threading.Thread(target=read_often)
    slow.start()
    reading.wait(5)
    often.start()
    try:
        migrating.with_retries(change, connection)
    finally:
        slow.join()
        often.join()
    with connection.cursor() as cursor:
        cursor.execute("SELECT more FROM slow")
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("2s",)
        cursor.execute("DROP TABLE slow")
    # 200 ms plus a margin for a busy machine; without the limit they would wait for the slow reader.
    assert max(waits) < 2, max(waits)
