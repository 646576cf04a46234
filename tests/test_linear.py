"""The cost of writing a hand: the same on a long sheet as on a short one, for every game."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from enum import Enum
from typing import Any, get_type_hints

import pytest

from games import every_game
from games.engine import Adjustment, Game, PerSide, Seating, Sheet, append_hand, house_problems

SHORT, LONG = 8, 40  # rows on the sheet before one more is written
MORE = 1.25  # allowed ratio of calls, long sheet to short


def houses(game: Game[Any], seating: Seating) -> Iterator[tuple[str, Any]]:
    """Yield the first house that fits the seating, and it with each single option changed."""
    presets = (preset for preset in game.presets if not house_problems(game, preset.house, seating))
    if (first := next(presets, None)) is None:
        return
    yield first.id, first.house
    hints = get_type_hints(type(first.house))
    for field in fields(first.house):
        kind, now = hints[field.name], getattr(first.house, field.name)
        values = list(kind) if isinstance(kind, type) and issubclass(kind, Enum) else []
        values += [not now] if isinstance(now, bool) else []
        for value in values:
            if value == now:
                continue
            try:
                house = replace(first.house, **{field.name: value})
                wrong = list(house_problems(game, house, seating))
            except (AssertionError, ValueError):
                continue
            if not wrong:
                yield f"{first.id}, {field.name} {value}", house


def calls(game: Game[Any], sheet: Sheet[Any]) -> tuple[int, Sheet[Any]]:
    """Return the number of function calls that writing an empty adjustment takes, and the new sheet."""
    hand, n = Adjustment(PerSide([0] * sheet.seating.sides), "agreed"), 0

    def count(_frame: Any, event: str, _what: Any) -> None:
        nonlocal n
        n += event == "call"

    # Garbage collection calls functions that are counted too, at unpredictable times.
    gc.disable()
    sys.setprofile(count)
    try:
        written = append_hand(game, sheet, hand)
    finally:
        sys.setprofile(None)
        gc.enable()
    return n, written


@pytest.mark.parametrize("game", every_game().values(), ids=lambda game: game.slug)
def test_a_hand_more_costs_as_much_on_a_long_sheet_as_on_a_short_one(game: Game[Any]) -> None:
    slow, tried = {}, 0
    for seating in {seating.shape: seating for seating in game.seatings}.values():
        for which, house in houses(game, seating):
            sheet: Sheet[Any] = Sheet(seating, house)
            took = {}
            for row in range(LONG + 1):
                took[row], sheet = calls(game, sheet)
            tried += 1
            # A hand that ends the game makes the rest cheaper: the rows after it are problems.
            if took[LONG] > MORE * took[SHORT]:
                slow[f"{seating.shape}, {which}"] = took[SHORT], took[LONG]
    assert tried
    assert not slow
