"""Covered totals: until the end, each hand's points are shown but no sum."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.http import HttpResponse

from games import every_game
from games.engine import Adjustment, Entry, Example, PerSide, Stopped
from scorekeeper.sheet import preview, result_card
from scorekeeper.sheet.presenters import MatchPresenter
from scorekeeper.tables import load

from .cast import Cast, text

pytestmark = pytest.mark.django_db

COVERED = "•••"


def covering() -> tuple[Any, Any]:
    """Return a game with a house rule for covered totals, switched on."""
    for game in every_game().values():
        for preset in game.presets:
            for name in vars(preset.house):
                if getattr(preset.house, name) is False:
                    house = replace(preset.house, **{name: True})
                    if game.hides_totals(house):
                        return game, house
    raise AssertionError("no game covers its totals")


@pytest.fixture
def cast(db: None) -> Cast:
    """Return a table with two rows, 3417 and 1220 for the first side: 4637 in all, still covered."""
    game, house = covering()
    seating = game.seatings[0]
    cast = Cast(game, Example("", house, seating, (), ()))
    for points in 3417, 1220:
        cast.write(Adjustment(PerSide((points,) + (0,) * (seating.sides - 1)), "so far"))
    return cast


def source(cast: Cast, answer: HttpResponse) -> str:
    """Return a page's source without random values, which may contain any number."""
    drawn = rf"[0-9a-f]{{8}}(?:-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}}|[0-9A-Za-z]{{32,}}|{cast.table.code}"
    return re.sub(drawn, "", answer.content.decode())


@pytest.mark.parametrize("page", ["table", "sheet", "rematch", "stop", "tv", "paper", "result"])
def test_no_page_of_the_table_adds_up(cast: Cast, page: str) -> None:
    answer = cast.get("Ann", page)
    assert answer.status_code == 200
    said = text(answer)
    assert "4637" not in source(cast, answer)
    assert "is ahead" not in said
    assert "leads" not in said
    assert COVERED in said or page == "result"  # its totals are in the picture, which is tested below


def test_the_picture_of_the_result_is_covered_too(cast: Cast) -> None:
    board = MatchPresenter(load.context(cast.table, cast.match, None, 1).localized)
    assert {row.total for row in result_card.card(board, "a game").standings} == {COVERED}


def test_the_tables_records_wait_for_the_end_too(cast: Cast) -> None:
    assert "4637" not in source(cast, cast.get("Ann", "records"))


def test_what_each_hand_brought_is_shown(cast: Cast) -> None:
    page = cast.get("Cy", "table")
    assert "+3417" in text(page)
    assert page.context["board"].race is None
    assert not any(party.leads for party in page.context["board"].parties)


def test_a_sides_account_names_its_lines_and_no_total(cast: Cast) -> None:
    said = text(cast.get("Cy", "account", 0))
    assert "+1220" in said
    assert "4637" not in said


def test_neither_a_hand_to_come_nor_a_correction_gives_them_away(cast: Cast) -> None:
    place = load.context(cast.table, cast.match, cast.phone("Ann"), 1)
    strike = Entry(2, None, "a test")
    shown = [
        figure.text
        for change in preview.changes(place.localized, strike).changes
        for figure in (change.before, change.after)
    ]
    assert set(shown) == {COVERED}
    form = cast.form(Adjustment(PerSide((1,) + (0,) * (cast.example.seating.sides - 1)), "one more"))
    said = text(cast.post("Ann", "adjust", data={**form, "show": "1"}))
    assert "4638" not in said
    assert "4637" not in said


def test_other_rules_and_settling_up_wait_for_the_end(cast: Cast) -> None:
    for page in "under", "settle":
        assert cast.get("Ann", page).status_code == 404
    menu = cast.get("Ann", "table").content.decode()
    assert cast.url("under") not in menu
    assert cast.url("settle") not in menu


def test_in_the_end_all_is_uncovered(cast: Cast) -> None:
    cast.write(Stopped())
    assert cast.state.sheet.outcome is not None
    said = text(cast.get("Cy", "table"))
    assert "4637" in said
    assert COVERED not in said
    assert cast.get("Ann", "under").status_code == 200
