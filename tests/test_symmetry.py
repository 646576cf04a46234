"""Symmetry of seats: rotating a match rotates its totals and winners.

The people and hands stay the same; only the seat numbers are shifted.
"""

from dataclasses import is_dataclass, replace

from hypothesis import given
from hypothesis import strategies as st

from games.engine import Adjustment, Goal, PerSeat, PerSide, Seat, Side, play
from tests.strategies import hands, sheets
from tests.test_every_game import in_every_game


def rotate(answer, seating, steps):
    """Return the answer with the seats rotated, so that seat 0 becomes seat ``steps``."""
    match answer:
        case Seat():
            return Seat((answer + steps) % seating.seats)
        case Side():
            return Side((answer + steps) % seating.sides)
        case PerSide() | PerSeat() if len(answer) > 1:
            parts = [rotate(part, seating, steps) for part in answer]
            return type(answer)(parts[(index - steps) % len(parts)] for index in range(len(parts)))
        case tuple() | frozenset() if type(answer) in (tuple, frozenset):
            return type(answer)(rotate(part, seating, steps) for part in answer)
        case _ if is_dataclass(answer) and not isinstance(answer, type):
            parts = vars(answer).items()
            return replace(answer, **{name: rotate(part, seating, steps) for name, part in parts})
    return answer


def thresholds(sheet):
    """Return scores at which something may happen at this table, and scores near them."""
    numbers = {0, 1, 100, 490}
    for answer in vars(sheet.house).values():
        match answer:
            case bool():
                continue
            case int(n) | Goal(n=int(n)):
                numbers |= {n, -n, n - 10, n + 10, 2 * n}
    return sorted(numbers)


def adjustments(sheet):
    score = st.sampled_from(thresholds(sheet))
    return st.tuples(*[score] * sheet.seating.sides).map(lambda points: Adjustment(PerSide(points), "agreed"))


@in_every_game
@given(data=st.data())
def test_rotating_the_seats_rotates_totals_and_winners(game, data):
    sheet = data.draw(sheets(game))
    seating, house = sheet.seating, sheet.house
    any_hand = adjustments(sheet) | hands(game, sheet)
    played_hands = [data.draw(any_hand) for _hand in range(data.draw(st.integers(1, 6)))]
    steps = data.draw(st.integers(1, seating.seats - 1)) if seating.seats > 1 else 0
    original = play(game, seating, house, played_hands)
    rotated_seating = replace(seating, first_dealer=rotate(seating.first_dealer, seating, steps))
    rotated = play(
        game,
        rotated_seating,
        rotate(house, seating, steps),
        [rotate(hand, seating, steps) for hand in played_hands],
    )
    for row, rotated_row in zip(original.rows, rotated.rows, strict=True):
        assert bool(row.problems) == bool(rotated_row.problems)
        assert rotate(row.totals, seating, steps) == rotated_row.totals
    assert (original.outcome is None) == (rotated.outcome is None)
    if original.outcome and rotated.outcome:
        assert set(rotate(original.outcome.winners, seating, steps)) == set(rotated.outcome.winners)
        assert original.outcome.because.rule == rotated.outcome.because.rule
    assert rotate(original.final, seating, steps) == rotated.final
