"""Settling up: exact payments at a given stake."""

import re
from fractions import Fraction
from typing import Any

import pytest

from games import every_game
from games.engine import Adjustment, Example, Game, PerSide, Preset, Seating, Stopped, empty_sheet, play
from scorekeeper.matches.models import Table
from scorekeeper.sheet.settling_up import money
from scorekeeper.tables.settling_up import parse_stake

from .cast import Cast, text

pytestmark = pytest.mark.django_db


SO_FAR = Adjustment(PerSide((30, 12, 0)), "so far")


def game_by_differences() -> tuple[Game[Any], Preset[Any]]:
    """Return a game whose three sides pay each other the differences of their totals; the highest wins."""
    for game in every_game().values():
        for preset in game.presets:
            if (3, 3) in game.shapes(preset) and not game.lowest_first(preset.house):
                sheet = play(game, Seating(3, 3), preset.house, [SO_FAR])
                balance = None if sheet.outcome else game.settlement(sheet)
                if balance and tuple(balance.points) == (48, -6, -42):
                    return game, preset
    raise AssertionError("no game is settled by the differences")


@pytest.fixture
def cast(db) -> Cast:
    """Return a table with totals of 30, 12 and 0: Ann gets 18 + 30, Bo 12 − 18 and Cy −12 − 30 points."""
    game, preset = game_by_differences()
    cast = Cast(game, Example("", preset.house, Seating(3, 3), (), (0, 0, 0)))
    cast.write(SO_FAR)
    return cast


def agree(cast: Cast, stake: str = "0.05", currency: str = "€"):
    return cast.post("Bo", "settle", data={"stake": stake, "currency": currency})


def payments(cast: Cast, page: str = "settle") -> list[str]:
    """Return the payments that Cy reads on a page, such as "Bo pays Ann 6"."""
    return sorted(re.findall(r"\w+ pays \w+ [\d.]+(?: (?:€|chips))?", text(cast.get("Cy", page))))


def test_payments_are_shown_in_points_or_money(cast):
    assert payments(cast) == ["Bo pays Ann 6", "Cy pays Ann 42"]
    before = Table.objects.get().version
    assert agree(cast).status_code == 303
    table = Table.objects.get()
    assert (table.stake, table.currency, table.version) == ("1/20", "€", before + 1)
    assert payments(cast) == ["Bo pays Ann 0.30 €", "Cy pays Ann 2.10 €"]
    agree(cast, stake="1/2", currency="chips")
    assert payments(cast, "table") == []
    cast.write(Stopped())
    assert payments(cast, "table") == ["Bo pays Ann 3 chips", "Cy pays Ann 21 chips"]
    # An empty stake ends the agreement; the finished match then only links to the page with the payments.
    agree(cast, stake="", currency="€")
    table.refresh_from_db()
    assert (table.stake, table.currency) == ("", "")
    assert payments(cast, "table") == []
    assert cast.url("settle") in cast.get("Cy", "table").content.decode()


def test_invalid_stake_is_refused_and_kept_in_its_field(cast):
    for stake in "0", "-1", "x", "1e9", "1/0", "2000000", "1" * 30:
        answer = agree(cast, stake=stake)
        assert answer.status_code == 422, stake
        assert answer.context["stake"] == stake
    for currency in "x" * 13, "a\u202eb":
        assert agree(cast, currency=currency).status_code == 422
    assert Table.objects.get().stake == ""


def test_game_without_settlement_has_no_page_with_payments():
    examples = [(game, game.examples[0]) for game in every_game().values()]
    unsettled = (
        (game, example)
        for game, example in examples
        if game.settlement(empty_sheet(game, example.seating, example.house)) is None
    )
    cast = Cast(*next(unsettled))
    assert cast.get("Ann", "settle").status_code == 404
    assert cast.url("settle") not in cast.get("Ann", "table").content.decode()


@pytest.mark.parametrize(
    ("amount", "expected"),
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
def test_amounts_are_exact(amount, expected):
    assert money(amount) == expected
    assert money(amount, "€") == f"{expected}\u00a0€"


def test_stake_is_read_as_people_write_it():
    assert parse_stake("0,05") == parse_stake(" 0.05 ") == parse_stake("1/20") == Fraction(1, 20)
    with pytest.raises(ValueError, match="above zero"):
        parse_stake("0")
