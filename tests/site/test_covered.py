"""Covered totals: until the match ends, each hand's points are shown, but no sum."""

import re
from dataclasses import replace

import pytest

from games import every_game
from games.engine import Entry, Example, Stopped
from scorekeeper.sheet import preview, result_card
from scorekeeper.sheet.presenters import MatchPresenter
from scorekeeper.tables import load

from .cast import Cast, markup, text

COVERED = "•••"


@pytest.fixture
def cast(db):
    """Return a table with two rows, 3417 and 1220 for the first side: 4637 in all, still covered."""
    game = every_game()["tally"]
    house = replace(game.presets[0].house, hide_totals=True)
    cast = Cast(game, Example("", house, game.seatings[0], (), ()))
    for points in 3417, 1220:
        cast.write(cast.adjustment(points))
    return cast


def test_no_page_shows_a_total(cast):
    # Random values may contain any number.
    random_value = rf"[0-9a-f]{{8}}(-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}}|[0-9A-Za-z]{{32,}}|{cast.table.code}"
    for page in ("table", "sheet", "rematch", "stop", "tv", "paper", "result", "records"):
        answer = cast.get("Ann", page)
        assert answer.status_code == 200, page
        shown = text(answer)
        assert "4637" not in re.sub(random_value, "", markup(answer)), page
        assert "is ahead" not in shown, page
        assert "leads" not in shown, page
        # The result page has its totals in a picture, and the records have none.
        assert COVERED in shown or page in ("result", "records")
    presenter = MatchPresenter(load.context(cast.table, cast.match, None, 1).localized)
    assert {row.total for row in result_card.card(presenter, "a game").standings} == {COVERED}


def test_points_of_each_hand_are_shown(cast):
    page = cast.get("Cy", "table")
    presenter = page.context["presenter"]
    assert "+3417" in text(page)
    assert presenter.race is None
    assert not any(column.leads for column in presenter.columns)
    account = text(cast.get("Cy", "account", 0))
    assert "+1220" in account
    assert "4637" not in account


def test_previews_show_no_total(cast):
    ctx = load.context(cast.table, cast.match, cast.phone("Ann"), 1)
    changes = preview.changes(ctx.localized, Entry(2, None, "a test")).changes
    assert {figure.text for change in changes for figure in (change.before, change.after)} == {COVERED}
    page = text(cast.post("Ann", "adjust", data=cast.form(cast.adjustment(1), show="1")))
    assert "4638" not in page
    assert "4637" not in page


def test_other_rules_and_settling_up_wait_for_the_end(cast):
    for page in "other_rules", "settle":
        assert cast.get("Ann", page).status_code == 404
    menu = markup(cast.get("Ann", "table"))
    assert cast.url("other_rules") not in menu
    assert cast.url("settle") not in menu


def test_totals_are_shown_at_the_end(cast):
    cast.write(Stopped())
    assert cast.state.sheet.outcome is not None
    page = text(cast.get("Cy", "table"))
    assert "4637" in page
    assert COVERED not in page
    assert cast.get("Ann", "other_rules").status_code == 200
