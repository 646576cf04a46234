"""Bounds of answers."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

import pytest

from games.engine import (
    Ask,
    Calls,
    Cards,
    Goal,
    PerSeat,
    PerSide,
    Seat,
    Side,
    broadcast_answer,
    broadcast_defaults,
    empty_sheet,
    limit,
    out_of_bounds,
    record_fields,
    within_bounds,
)
from tests.engine.toy import BID, FOUR, GATHER, THREE, TOY, End, Flight, House, Nest, Weather, flight

SHEET = empty_sheet(TOY, FOUR, House())
HAND = flight(1, 3, 5, 5)


def problems(record, sheet=SHEET):
    return {problem.field: str(problem.words) for problem in out_of_bounds(record, sheet)}


def test_a_bound_is_a_number_or_a_function_of_the_sheet():
    assert limit(None, SHEET) is None
    assert limit(7, SHEET) == 7
    assert limit(lambda sheet: sheet.seating.seats, SHEET) == 4


def test_all_problems_are_reported_at_once_with_their_rules():
    assert problems(HAND) == {}
    hand = replace(
        HAND, bidder=Seat(0), bid=11, things=PerSide((5, 6)), nests=PerSide((Nest(4), Nest(1))), note="x" * 13
    )
    assert problems(hand) == {
        "bidder": "That cannot be seat 1",  # Seat(0) deals, and the dealer cannot bid
        "bid": "At most 10",
        "things": "These add up to 11, not 10",
        "nests.0.eggs": "At most 3",
        "note": "At most 12 characters",
    }
    assert [problem.rule for problem in out_of_bounds(hand, SHEET)] == [BID, None, GATHER, None, None]


def test_bounds_depend_on_the_house_rules_and_the_seating():
    assert problems(replace(HAND, bid=6), empty_sheet(TOY, FOUR, House(most_bid=5))) == {"bid": "At most 5"}
    assert problems(HAND, empty_sheet(TOY, THREE, House())) == {"things": ONE_EACH, "nests": ONE_EACH}


ONE_EACH = "One answer for each, please"
NOBODY = "Nobody sits there"
NOT_HERE = "Not played at this table"


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (House(bonus=7), {"bonus": "In steps of 5"}),
        (House(stake=Fraction(5, 2)), {"stake": "At most 2"}),
        (House(ends=Goal(End.POINTS, 501)), {"ends": "At most 500"}),
        (House(ladder=(1, 101, 3, 102)), {"ladder.1": "At most 100", "ladder.3": "At most 100"}),
        (replace(HAND, bidder=Seat(4)), {"bidder": NOBODY}),
        (replace(HAND, thief=Side(2)), {"thief": NOBODY}),
        (replace(HAND, omens=frozenset({Weather.FAIR, Weather.FOUL})), {"omens": NOT_HERE}),
        (replace(HAND, things=PerSide((10,))), {"things": ONE_EACH}),
        # One value is repeated for every seat only if it is the default.
        (replace(HAND, rings=PerSeat((2,))), {"rings": ONE_EACH}),
        # The sum is checked only if its parts are valid.
        (replace(HAND, things=PerSide((-1, 5))), {"things.0": "At least 0"}),
        (replace(HAND, loot=Cards.read("QS KS X1")), {}),  # X1 is the joker
        (replace(HAND, loot=Cards.read("QS QS")), {"loot": "Q♠ appears too many times"}),
        (replace(HAND, loot=Cards.read("2S")), {"loot": "2♠ is not in the pack"}),
        (replace(HAND, loot=Cards.read("QS QC QD QH")), {"loot": "At most 3 cards"}),
        (replace(HAND, dice=(7, Weather.FAIR)), {"dice.0": "At most 6"}),
    ],
    ids=lambda value: str(value)[:30],
)
def test_each_answer_of_a_record_is_held_to_its_bounds(record, expected):
    assert problems(record) == expected


@pytest.mark.parametrize(
    ("answer_type", "answer", "ask", "problem"),
    [
        (int, -999, Ask("x", least=None), None),
        (int, 8, Ask("x", least=2, step=5), "In steps of 5"),
        (int, 8, Ask("x", least=None, step=5), "In steps of 5"),
        (int | None, None, Ask("x", least=5), None),
        (bool, True, Ask("x", most=0), None),
        (Fraction, Fraction(5, 2), Ask("x", step=2), "In steps of 2"),
        (Weather, Weather.FOUL, Ask("x", available=lambda sheet: (Weather.FAIR,)), NOT_HERE),
        (Weather, Weather.FAIR, Ask("x", available=lambda sheet: (Weather.FAIR,)), None),
        (frozenset[Weather], frozenset({Weather.FAIR}), Ask("x"), None),
        (Goal[End], Goal(End.POINTS, 1), Ask("x", available=lambda sheet: (End.DEALS,)), NOT_HERE),
        (Goal[End], Goal(End.DEALS, 1), Ask("x", available=lambda sheet: (End.DEALS,)), None),
        (str, "", Ask("x", least=1), "At least 1 character"),
        (str, "xx", Ask("x", most=1), "At most 1 character"),
        (str, "x" * 201, Ask("x"), "At most 200 characters"),
        (PerSide[int | None], PerSide((None, 3)), Ask("x", total=10), None),
        (PerSide[int | None], PerSide((6, 3)), Ask("x", total=10), "These add up to 9, not 10"),
        (Cards, Cards(), Ask("x", least=1), "At least 1 card"),
        (Cards, Cards.read("2S 2S"), Ask("x", least=None), "2♠ appears too many times"),
        (Cards, Cards.read("2S 3S"), Ask("x", least=None), None),
        (Calls, Calls.read("9NT nonsense"), Ask("x", most=1), None),  # only the auction judges calls
        (object, object, Ask("x", most=0), None),  # an answer of any other type has no bounds
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_single_answer_is_held_to_its_bounds(answer_type, answer, ask, problem):
    @dataclass(frozen=True)
    class Single:
        field: Any

    Single.__annotations__["field"] = Annotated[answer_type, ask]
    assert problems(Single(answer)) == ({} if problem is None else {"field": problem})


def test_a_default_is_not_held_to_the_limits():
    at_least_five = Ask("x", least=5)

    @dataclass(frozen=True)
    class Number:
        n: Annotated[int, at_least_five] = 0

    assert problems(Number()) == {}
    assert problems(Number(1)) == {"n": "At least 5"}
    assert within_bounds(at_least_five, 5, SHEET)
    assert not within_bounds(at_least_five, 0, SHEET)


def test_a_default_of_one_value_holds_for_everybody():
    assert broadcast_defaults(HAND, SHEET).rings == (0, 0, 0, 0)
    one_ring = replace(HAND, rings=PerSeat((1, 0, 0, 0)))
    assert broadcast_defaults(one_ring, SHEET) is one_ring
    questions = {question.name: question for question in record_fields(Flight)}
    rings, things = questions["rings"], questions["things"]
    assert broadcast_answer(rings, PerSeat((0,)), SHEET) == (0, 0, 0, 0)
    assert broadcast_answer(rings, PerSeat((2,)), SHEET) == (2,)
    assert broadcast_answer(things, PerSide((10,)), SHEET) == (10,)
