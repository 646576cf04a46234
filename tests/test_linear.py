"""The cost of writing a hand: the same on a long sheet as on a short one, for every game."""

import gc
import sys
from dataclasses import replace
from itertools import product

import pytest

from games import every_game
from games.engine import (
    Adjustment,
    Choice,
    PerSide,
    Sheet,
    append_hand,
    house_problems,
    record_fields,
    sample_answers,
)
from tests.nightly import NIGHTLY

SHORT, LONG = 8, 40  # rows on the sheet before one more is written
MOST_RATIO = 1.25  # the allowed ratio of calls between a long and a short sheet


def houses(game, seating):
    """Yield the presets that fit the seating; nightly, also the first preset with each choice changed."""
    fitting = [preset for preset in game.presets if not house_problems(game, preset.house, seating)]
    yield from ((preset.id, preset.house) for preset in fitting)
    for first, question in product(fitting[:1], record_fields(game.house) if NIGHTLY else ()):
        for answer in sample_answers(question):
            house = replace(first.house, **{question.name: answer})
            if isinstance(answer, bool | Choice) and not house_problems(game, house, seating):
                yield f"{first.id}, {question.name} {answer}", house


def count_calls(game, sheet):
    """Return the number of function calls that writing an empty adjustment takes, and the new sheet."""
    hand, calls = Adjustment(PerSide([0] * sheet.seating.sides), "agreed"), 0

    def count(_frame, event, _arg):
        nonlocal calls
        calls += event == "call"

    # Garbage collection calls functions that are counted too, at unpredictable times.
    gc.disable()
    sys.setprofile(count)
    try:
        new_sheet = append_hand(game, sheet, hand)
    finally:
        sys.setprofile(None)
        gc.enable()
    return calls, new_sheet


@pytest.mark.parametrize("game", every_game().values(), ids=lambda game: game.slug)
def test_the_cost_of_a_hand_does_not_grow_with_the_sheet(game):
    slow_tables, tables = {}, 0
    for seating in {seating.shape: seating for seating in game.seatings}.values():
        for title, house in houses(game, seating):
            sheet = Sheet(seating, house)
            calls_by_row = {}
            for row in range(LONG + 1):
                calls_by_row[row], sheet = count_calls(game, sheet)
            tables += 1
            # Rows after a hand that ends the game are cheaper: they are problems, and score nothing.
            if calls_by_row[LONG] > MOST_RATIO * calls_by_row[SHORT]:
                slow_tables[f"{seating.shape}, {title}"] = calls_by_row[SHORT], calls_by_row[LONG]
    assert tables
    assert not slow_tables
