"""Symmetry of seats: rotating a match rotates its totals and winners.

The people and hands stay the same; only the seat numbers are shifted.
"""

from dataclasses import fields, is_dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import Adjustment, Goal, PerSeat, PerSide, Seat, Side, play
from tests.strategies import hands, sheets
from tests.test_every_game import GAMES

in_every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def told_from(answer, seating, steps):
    """Return the answer with the seats rotated, so that seat 0 becomes seat ``steps``."""
    match answer:
        case Seat():
            return Seat((answer + steps) % seating.seats)
        case Side():
            return Side((answer + steps) % seating.sides)
        case PerSide() | PerSeat() if len(answer) > 1:
            parts = [told_from(part, seating, steps) for part in answer]
            return type(answer)(parts[(place - steps) % len(parts)] for place in range(len(parts)))
        case tuple() | frozenset() if type(answer) in (tuple, frozenset):
            return type(answer)(told_from(part, seating, steps) for part in answer)
        case _ if is_dataclass(answer) and not isinstance(answer, type):
            moved = {
                field.name: told_from(getattr(answer, field.name), seating, steps) for field in fields(answer)
            }
            return replace(answer, **moved)
    return answer


def thresholds(sheet):
    """Return the scores at which something happens at this table, and their neighbours."""
    numbers = {0, 1, 100, 490}
    for field in fields(sheet.house):
        match getattr(sheet.house, field.name):
            case bool():
                continue
            case int(n) | Goal(n=int(n)):
                numbers |= {n, -n, n - 10, n + 10, 2 * n}
    return sorted(numbers)


def agreed(sheet):
    each = st.sampled_from(thresholds(sheet))
    return st.tuples(*[each] * sheet.seating.sides).map(lambda points: Adjustment(PerSide(points), "agreed"))


@in_every_game
@given(data=st.data())
def test_whoever_is_counted_first_the_same_people_win(game, data):
    sheet = data.draw(sheets(game))
    seating, house = sheet.seating, sheet.house
    either = agreed(sheet) | hands(game, sheet)
    written = [data.draw(either) for _hand in range(data.draw(st.integers(1, 6)))]
    steps = data.draw(st.integers(1, seating.seats - 1)) if seating.seats > 1 else 0
    here = play(game, seating, house, written)
    elsewhere = replace(seating, first_dealer=told_from(seating.first_dealer, seating, steps))
    there = play(
        game,
        elsewhere,
        told_from(house, seating, steps),
        [told_from(hand, seating, steps) for hand in written],
    )
    for one, other in zip(here.rows, there.rows, strict=True):
        assert bool(one.problems) == bool(other.problems)
        assert told_from(one.totals, seating, steps) == other.totals
    assert (here.outcome is None) == (there.outcome is None)
    if here.outcome and there.outcome:
        assert set(told_from(here.outcome.winners, seating, steps)) == set(there.outcome.winners)
        assert here.outcome.because.rule == there.outcome.because.rule
    assert told_from(here.final, seating, steps) == there.final
