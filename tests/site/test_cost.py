"""What a page costs is bounded: it grows no faster than what it shows, and stops growing somewhere."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection

from games import every_game
from scorekeeper import upkeep
from scorekeeper.clubs.history import match_search
from scorekeeper.clubs.importing import columns, importer, spreadsheet
from scorekeeper.clubs.importing.replay import ReplayedMatch, replay_batch
from scorekeeper.clubs.models import Club
from scorekeeper.library import mishaps
from scorekeeper.sheet import page, presenters
from scorekeeper.sheet.localized import LocalizedMatch
from tests.site.clubs.history.test_history import pairs

from .cast import Cast, agreed

FIVE = ("Ann", "Bo", "Cy", "Di", "Eve")
A_STEP = 100  # instructions of SQLite's machine between two counts


class Steps:
    """How much the database did."""

    n = 0


@contextlib.contextmanager
def database_steps() -> Iterator[Steps]:
    """Count what SQLite's machine does, in hundreds of instructions: no clock, so no load, changes it."""
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite tells how many steps it took")
    steps = Steps()

    def count() -> int:
        steps.n += 1
        return 0

    connection.ensure_connection()
    connection.connection.set_progress_handler(count, A_STEP)
    try:
        yield steps
    finally:
        connection.connection.set_progress_handler(None, A_STEP)


def brought(club: Club, people: Sequence[str], matches: int, first: int = 0) -> None:
    """So many matches of two pairs from a table of results, partners and opponents as it falls."""
    rows = ["date,game,player 1,player 2,player 3,player 4,points 1,points 2"]
    for n in range(first, first + matches):
        names = random.Random(n).sample(people, 4)
        day = f"20{10 + n // 336:02}-{1 + n // 28 % 12:02}-{1 + n % 28:02}"
        rows.append(",".join([day, pairs(), *names, str(n + 10), "5"]))
    table = spreadsheet.read_spreadsheet("\n".join(rows))
    papers, mistakes = columns.read_rows(table, columns.guess_columns(table, club), club)
    assert not mistakes
    crate = importer.ImportBatch(club, {})
    for batch in importer.in_batches(papers):
        crate.bring(one for one in replay_batch(batch) if isinstance(one, ReplayedMatch))
    crate.finish()


@pytest.mark.parametrize("with_statistics", [False, True])
@pytest.mark.parametrize(
    "asked",
    [
        {"player": "Ann", "partner": "Bo"},
        {"player": "Ann", "opponent": "Bo"},
        {"player": "Ann", "partner": "Bo", "opponent": "Cy"},
    ],
    ids=lambda asked: " ".join(asked),
)
def test_two_who_are_in_every_match_are_found_by_reading_each_match_once(
    db: None, asked: dict[str, str], with_statistics: bool
) -> None:
    club = Club.objects.create(name="Five friends")

    def steps() -> int:
        if with_statistics:
            upkeep.refresh_statistics()
        with database_steps() as done:
            assert len(match_search.Search(club, asked).rows) == match_search.A_PAGE + 1
        return done.n

    brought(club, FIVE, 300)
    few = steps()
    brought(club, FIVE, 900, first=300)
    # Four times the matches: what reads them all for each of them would do 16 times as much.
    assert steps() < 6 * few


@pytest.mark.parametrize("many", [match_search.FEW - 1, match_search.FEW + 1], ids=["few", "many"])
def test_a_few_letters_that_mean_many_players_find_the_same(db: None, many: int) -> None:
    club = Club.objects.create(name="A big club")
    brought(club, [f"Q{n}" for n in range(many)] + ["Zoe", "Zac", "Zed"], 60)
    found = {
        row.match_id
        for row in match_search.Search(club, {"player": "Zoe", "partner": "Q", "opponent": "Z"}).matches
    }
    expected = set()
    for row in match_search.Search(club, {}).matches:
        sides: dict[int, list[str]] = {0: [], 1: []}
        for seat in row.match.appearances.select_related("player"):
            sides[seat.side].append(seat.player.name)
        for mine, other in ((sides[0], sides[1]), (sides[1], sides[0])):
            partner = [name for name in mine if name != "Zoe"]
            if "Zoe" in mine and partner[0][0] == "Q" and any(name[0] == "Z" for name in other):
                expected.add(row.match_id)
    assert found == expected
    assert expected


def test_statistics_are_refreshed_where_they_are_wanting(db: None) -> None:
    club = Club.objects.create(name="Five friends")
    brought(club, FIVE, 20)
    upkeep.refresh_statistics()
    if connection.vendor == "sqlite":
        told: list[Any] = _rows("SELECT tbl FROM sqlite_stat1 WHERE tbl = 'clubs_appearance'")
    else:
        told = _rows("SELECT 1 FROM pg_stats WHERE tablename = 'clubs_appearance'")
    assert told


def test_statistics_that_cannot_be_refreshed_now_hold_up_nothing(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor == "postgresql":
        with psycopg.connect(**connection.get_connection_params() | {"options": None}) as other:
            # What another ANALYZE holds.
            other.execute("LOCK TABLE clubs_appearance IN SHARE UPDATE EXCLUSIVE MODE")
            upkeep.refresh_statistics()
        return

    def locked() -> Any:
        raise OperationalError("database is locked")

    with monkeypatch.context() as patch:
        patch.setattr(upkeep.connection, "cursor", locked)
        upkeep.refresh_statistics()


def _rows(question: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchall()


def test_what_went_wrong_draws_a_page_of_a_long_sheet_and_the_rest_is_pages_on(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = next(iter(every_game().values()))
    cast, drawn = Cast(game, game.examples[0]), []
    sides = game.examples[0].seating.sides
    for n in range(2 * mishaps.A_PAGE + 7):
        cast.write(agreed(10 if n % 2 else -10, sides, f"agreed {n}"))
    draw = presenters.hand_row
    monkeypatch.setattr(mishaps, "hand_row", lambda *what: drawn.append(1) or draw(*what))
    listed = cast.clients["Ann"].get(cast.url("mishaps")).content.decode()
    [first] = re.findall(r"/wrong/([a-z_]+)/", listed)[:1]
    for name, which in (("mishaps", ()), ("mishap", (first,))):
        address = cast.url(name, *which)
        pages, path, told = 0, address, set[str]()
        while path:
            drawn.clear()
            content = cast.clients["Ann"].get(path).content.decode()
            assert len(drawn) <= mishaps.A_PAGE + mishaps.NEWEST
            told |= set(re.findall(r"agreed \d+", content))
            further = re.search(r"[?]first=\d+", content)
            path = address + further[0] if further else ""
            pages += 1
        assert pages == 3
        # The reason stands with each penalty: none is left out.
        assert name != "mishaps" or len(told) == 2 * mishaps.A_PAGE + 7


def test_a_hand_more_draws_one_row_more(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long sheet costs what is new on it: the rows that stood before are found as they were drawn."""
    for n in range(12):
        cast.write(agreed(n, cast.example.seating.sides))
    cast.get("Cy", "table")
    drawn: list[int] = []
    drawing = page.row_of

    def counted(match: LocalizedMatch, number: int) -> presenters.HandRow:
        drawn.append(number)
        return drawing(match, number)

    monkeypatch.setattr(page, "row_of", counted)
    cast.write(agreed(5, cast.example.seating.sides))
    text = cast.get("Cy", "table").content.decode()
    assert text.count('class="door"') == 13
    assert drawn == [13]
