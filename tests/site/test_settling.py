"""Settling up: exact payments at a given stake."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.urls import reverse

from games import every_game
from games.engine import Adjustment, Example, Game, PerSide, Preset, Seating, Stopped, empty_sheet, play
from scorekeeper.sheet.settling_up import money
from scorekeeper.tables.settling_up import read_stake

from .cast import Cast, text

pytestmark = pytest.mark.django_db


def played_for_something() -> tuple[Game[Any], Preset[Any]]:
    """Return a game in which three play for themselves and the highest total wins by differences."""
    for game in every_game().values():
        for preset in game.presets:
            if (3, 3) in game.shapes(preset) and not game.lowest_first(preset.house):
                sheet = after(game, preset, 30, 12, 0)
                balance = None if sheet.outcome else game.settlement(sheet)
                if balance and tuple(balance.points) == (48, -6, -42):
                    return game, preset
    raise AssertionError("no game is settled by the differences")


def after(game: Game[Any], preset: Preset[Any], *totals: int) -> Any:
    return play(game, Seating(3, 3), preset.house, (Adjustment(PerSide(totals), "so far"),))


@pytest.fixture
def cast(db: None) -> Cast:
    """Return a table with 30, 12 and 0: by differences Ann has 18 + 30, Bo 12 − 18 and Cy −12 − 30."""
    game, preset = played_for_something()
    cast = Cast(game, Example("", preset.house, Seating(3, 3), (), (0, 0, 0)))
    cast.write(Adjustment(PerSide((30, 12, 0)), "so far"))
    return cast


def agree(cast: Cast, who: str = "Bo", stake: str = "0.05", currency: str = "€") -> Any:
    return cast.post(who, "settle", data={"stake": stake, "currency": currency})


def test_who_pays_whom_is_said_at_any_time_in_points(cast: Cast) -> None:
    page = text(cast.get("Di", "settle"))
    assert "As if the game ended now" in page
    assert "Bo pays Ann 6" in page
    assert "Cy pays Ann 42" in page
    assert "less 42 in all" in page
    assert "Settle up" in text(cast.get("Cy", "table"))


def test_a_point_is_worth_what_the_table_says_exactly(cast: Cast) -> None:
    cast.table.refresh_from_db()
    before = cast.table.version
    assert agree(cast).status_code == 303
    cast.table.refresh_from_db()
    assert (cast.table.stake, cast.table.currency) == ("1/20", "€")
    assert cast.table.version == before + 1
    page = text(cast.get("Cy", "settle"))
    assert "Bo pays Ann 0.30 €" in page
    assert "Cy pays Ann 2.10 €" in page
    assert "At 0.05 € a point" in page


def test_it_is_shown_when_the_match_has_stopped(cast: Cast) -> None:
    agree(cast, stake="1/2", currency="matches")
    assert "pays" not in text(cast.get("Cy", "table"))
    cast.write(Stopped())
    page = text(cast.get("Cy", "table"))
    assert "Bo pays Ann 3 matches" in page
    assert "Cy pays Ann 21 matches" in page


def test_without_anything_agreed_the_end_only_offers_to_settle(cast: Cast) -> None:
    cast.write(Stopped())
    page = cast.get("Cy", "table")
    assert "pays" not in text(page)
    assert cast.url("settle") in page.content.decode()


def test_an_empty_box_agrees_on_nothing_again(cast: Cast) -> None:
    agree(cast)
    agree(cast, stake="", currency="€")
    cast.table.refresh_from_db()
    assert (cast.table.stake, cast.table.currency) == ("", "")


@pytest.mark.parametrize("stake", ["0", "-1", "x", "1e9", "1/0", "2000000", "1" * 30])
def test_what_is_no_worth_is_refused_with_what_was_typed_still_there(cast: Cast, stake: str) -> None:
    answer = agree(cast, stake=stake)
    assert answer.status_code == 422
    assert "Enter a number above zero" in text(answer)
    assert answer.context["stake"] == stake
    cast.table.refresh_from_db()
    assert cast.table.stake == ""


@pytest.mark.parametrize("currency", ["x" * 13, "a\u202eb"])
def test_what_it_is_paid_in_is_a_short_text(cast: Cast, currency: str) -> None:
    assert agree(cast, currency=currency).status_code == 422


def test_a_game_that_is_not_played_for_anything_has_no_such_page() -> None:
    game = next(game for game in every_game().values() if game.settlement(after_start(game)) is None)
    cast = Cast(game, game.examples[0])
    assert cast.get("Ann", "settle").status_code == 404
    assert reverse("settle", args=[cast.table.code, 1]) not in cast.get("Ann", "table").content.decode()


def after_start(game: Game[Any]) -> Any:
    return empty_sheet(game, game.examples[0].seating, game.examples[0].house)


@pytest.mark.parametrize(
    ("amount", "written"),
    [
        (12, "12"),
        (Fraction(25, 2), "12.50"),
        (Fraction(-1, 20), "−0.05"),
        (Fraction(1, 8), "0.125"),
        (Fraction(1, 3), "⅓"),
        (Fraction(-7, 6), "−7/6"),
        (0, "0"),
    ],
)
def test_amounts_are_exact_and_look_like_money(amount: Fraction, written: str) -> None:
    assert money(amount) == written
    assert money(amount, "€") == f"{written}\u00a0€"


def test_a_worth_is_read_as_people_write_it() -> None:
    assert read_stake("0,05") == read_stake(" 0.05 ") == read_stake("1/20") == Fraction(1, 20)
    with pytest.raises(ValueError, match="above zero"):
        read_stake("0")
