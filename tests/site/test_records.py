"""The records of a table, and the graph of the score."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.engine import Adjustment, PerSide, Words
from scorekeeper.matches import replay
from scorekeeper.sheet import cache, race
from scorekeeper.sheet.presenters import MatchPresenter
from scorekeeper.tables import records
from scorekeeper.tables.records import table_records

from .cast import Cast, agreed, new_key, text
from .test_sharing import board


def test_who_has_won_how_many_games_is_told_by_person(cast: Cast) -> None:
    assert cast.example.winners, "the longest example ends"
    cast.play()
    sides = cast.example.seating.sides
    won = {seat % sides in cast.example.winners for seat in range(cast.example.seating.seats)}
    assert won == {True, False}
    assert cast.post("Ann", "rematch", data={}).status_code == 303
    found = table_records(cast.table)
    assert found.games == 1
    assert found.hands == len(cast.hands)
    wins = {one.name: (one.games, one.of) for one in found.wins}
    for seat, name in enumerate(("Ann", "Bo", "Cy", "Di", "Eve", "Fay")[: cast.example.seating.seats]):
        assert wins[name] == (int(seat % sides in cast.example.winners), 1)
    assert [one.games for one in found.wins] == sorted((one.games for one in found.wins), reverse=True)


def test_a_game_in_a_shared_chair_is_told_of_the_player_of_most_hands(cast: Cast) -> None:
    assert len(cast.hands) >= 3
    cast.write(cast.hands[0])
    assert cast.post("Ann", "names", data={"name.0": "Zoe", "since": "next"}).status_code == 303
    for hand in cast.hands[1:]:
        cast.write(hand)
    assert cast.post("Ann", "names", data={"name.0": "Ann", "since": "next"}).status_code == 303
    told = {one.name: one.of for one in table_records(cast.table).wins}
    assert told["Zoe"] == 1
    assert "Ann" not in told


def test_the_biggest_hand_is_the_one_that_brought_a_side_most(cast: Cast) -> None:
    cast.play()
    rows = cast.state.sheet.rows
    most = max((gain, -index) for index, row in enumerate(rows) for gain in row.gains)
    (record,) = table_records(cast.table).biggest
    assert record.number == rows[-most[1]].number
    assert record.points.text == f"+{Words().read(most[0])}"
    page = text(cast.clients["Di"].get(f"/t/{cast.table.code}/records"))
    assert record.points.text in page


def test_points_that_were_agreed_on_are_nobodys_hand(cast: Cast) -> None:
    cast.write(agreed(10_000, cast.example.seating.sides))
    assert table_records(cast.table).biggest == ()


def evening_of(cast: Cast, matches: int) -> None:
    """Play these matches to their end, one after another."""
    for number in range(matches):
        if number:
            assert cast.post("Ann", "rematch", data={}).status_code == 303
        for hand in cast.hands:
            cast.write(hand)


@pytest.mark.parametrize("newest", [1, 2, 3])
def test_of_a_long_evening_only_the_newest_logs_are_read_and_every_win_is_told(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, newest: int
) -> None:
    evening_of(cast, 3)
    length, read, read_entry = len(cast.hands), list[Any](), replay.read_entry
    monkeypatch.setattr(records, "MOST_ENTRIES", newest * length)
    monkeypatch.setattr(replay, "read_entry", lambda *what: read.append(what) or read_entry(*what))
    cache.clear()
    found = table_records(cast.table)
    assert len(read) == newest * length
    assert (found.games, found.hands) == (3, newest * length)
    assert {one.of for one in found.wins} == {3}
    # A tie with an earlier hand is no record: the first one keeps it.
    assert [one.match for one in found.biggest] == [4 - newest]
    page = text(cast.clients["Di"].get(f"/t/{cast.table.code}/records"))
    assert ("in the newest" in page) == (newest < 3)


def test_the_newest_log_is_read_however_long_it_is(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    evening_of(cast, 2)
    monkeypatch.setattr(records, "MOST_ENTRIES", 1)
    assert table_records(cast.table).hands == len(cast.hands)


def raced(cast: Cast, hands: int, points: int = 10) -> race.Race:
    sides = cast.example.seating.sides
    for number in range(hands):
        cast.write(Adjustment(PerSide((points, *(-5 for _side in range(sides - 1)))), f"{number}"))
    found = board(cast).race
    assert found is not None
    return found


def test_the_race_of_a_long_game_stays_readable(cast: Cast) -> None:
    found = raced(cast, 60, points=1)  # few enough that nobody wins meanwhile
    assert all(3 <= runner.way.count("<use") <= 7 for runner in found.runners)
    assert 2 <= found.ticks.count("<text") <= race.TICKS
    assert all(race.LEFT <= x <= race.RIGHT for runner in found.runners for x, _y in runner.dots)


def test_a_hand_that_was_put_right_is_marked_in_the_race_and_said(cast: Cast) -> None:
    raced(cast, 3)
    sides = cast.example.seating.sides
    points = {f"points.{side}": 1 for side in range(sides)}
    data = {"kind": "adjustment", "rev": 1, "key": new_key(), "why": "x", "reason": "miscounted", **points}
    assert cast.post("Ann", "amend", 2, data=data).status_code == 303
    found = board(cast).race
    assert isinstance(board(cast), MatchPresenter)
    assert found
    assert [mark.number for mark in found.marks] == [2]
    page = cast.get("Cy", "table").content.decode()
    title = re.search(r'<title id="race-title">(.*?)</title>', page)
    assert title
    assert "edited: 2" in title[1]
    assert page.count('class="amends"') == 1
