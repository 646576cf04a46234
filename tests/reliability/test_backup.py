"""A copy of the database is whole and brings everything back; a change of tables holds up nobody."""

from __future__ import annotations

import itertools
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from scorekeeper import backups, migrating
from tests.databases import empty_file

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
    environment = {**os.environ, "VAR_DIR": str(var), "DATABASE_URL": "", "LOG_LEVEL": "WARNING"}
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=environment,
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site on which eight hands were played."""
    var = tmp_path_factory.mktemp("played")
    shutil.copy(empty_file(), var / "scorekeeper.sqlite3")
    seeded = manage(var, "shell", text=SEED)
    assert seeded.returncode == 0, seeded.stderr
    return var


@pytest.fixture
def var(played: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    return Path(shutil.copytree(played, tmp_path / "var"))


def hands(file: Path) -> int:
    with sqlite3.connect(file) as opened:
        return opened.execute("SELECT count(*) FROM tables_entry").fetchone()[0]


def tamper(file: Path, statement: str) -> None:
    opened = sqlite3.connect(file)
    with opened:
        opened.execute(statement)
    opened.close()


@on_sqlite
def test_the_drill_what_was_lost_is_back_and_what_was_there_is_kept(var):
    made = manage(var, "backup")
    assert made.returncode == 0, made.stderr
    (copy,) = (var / "backups").glob("*.sqlite3")
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
def test_the_copy_that_is_restored_is_not_put_away_as_old_before_it_is_in_place(var):
    assert manage(var, "backup").returncode == 0
    (copy,) = (var / "backups").glob("*.sqlite3")
    for seconds in range(1, 40):  # by now there are so many newer ones that it is none of those to keep
        later = backups.taken(copy) + timedelta(seconds=seconds)
        copy.with_name(f"scorekeeper-{later.strftime(backups.STAMP)}.sqlite3").touch()
    back = manage(var, "restore", f"{var}/backups/{copy.name}", "--yes")
    assert back.returncode == 0, back.stderr
    assert copy.exists()


@on_sqlite
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables_entry SET hand = replace(hand, 'a test', 'a lie') WHERE place = 4",
        "DELETE FROM tables_entry WHERE place = 8",
        "DELETE FROM tables_entry WHERE place = 2",
        "DELETE FROM tables_entry",
    ],
)
def test_a_log_that_was_tampered_with_is_no_copy(var, statement):
    tamper(var / "scorekeeper.sqlite3", statement)
    made = manage(var, "backup")
    assert made.returncode == 1
    assert "match" in made.stderr
    assert list((var / "backups").iterdir()) == []


@on_sqlite
def test_a_file_that_is_damaged_is_not_brought_back(var):
    assert manage(var, "backup").returncode == 0
    (copy,) = (var / "backups").glob("*.sqlite3")
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
    tamper(var / "scorekeeper.sqlite3", "DELETE FROM django_migrations WHERE app = 'usersessions'")
    manage(var, "migrate", "usersessions", "--fake")
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
    time.sleep(0.2)
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
    # Nobody knows how old it is: with a day's other copies it goes.
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
    """A disk of which the test says how much is free, what was taken away included."""
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
    # The copy that is being brought back is none of the oldest.
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
    with pytest.raises(CommandError, match="could not be written"):
        call_command("backup")
    assert list(backups.folder().iterdir()) == []


needs_postgresql = pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="of PostgreSQL"
)


@needs_postgresql
@pytest.mark.django_db(transaction=True)
def test_postgresql_is_written_out_and_brought_back(settings, tmp_path):
    from scorekeeper.clubs.models import Club

    if shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not installed")
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
        migrating.patiently(change, connection)
    finally:
        slow.join()
        often.join()
    with connection.cursor() as cursor:
        cursor.execute("SELECT more FROM slow")
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("2s",)
        cursor.execute("DROP TABLE slow")
    # 200 ms and what a busy machine adds; without the limit they would wait as long as the slow reader.
    assert max(waits) < 2, max(waits)
