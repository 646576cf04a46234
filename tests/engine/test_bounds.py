"""What the limits of the questions themselves show."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from games.engine import (
    Ask,
    Calls,
    Cards,
    Goal,
    PerSeat,
    PerSide,
    Problem,
    Seat,
    Side,
    broadcast_answer,
    broadcast_defaults,
    empty_sheet,
    limit,
    out_of_bounds,
    positions,
    record_fields,
    within_bounds,
)
from tests.engine.toy import FOUR, GATHER, RING, THREE, TOY, End, Flight, House, Nest, Storm, Weather, flight

SHEET = empty_sheet(TOY, FOUR, House())
FINE = flight(1, 3, 5, 5)


def said(record: Any, sheet: Any = SHEET) -> dict[str, str]:
    """The problems by field."""
    return {problem.field: str(problem.words) for problem in out_of_bounds(record, sheet)}


def one(shape: Any, answer: Any, ask: Ask) -> dict[str, str]:
    """The problems of a single answer."""

    @dataclass(frozen=True)
    class One:
        it: Any

    One.__annotations__["it"] = Annotated[shape, ask]
    return said(One(answer))


def test_a_bound_is_a_number_or_a_function_of_the_sheet():
    assert limit(None, SHEET) is None
    assert limit(7, SHEET) == 7
    assert limit(lambda sheet: sheet.seating.seats, SHEET) == 4


def test_there_is_a_place_for_every_side_or_seat():
    assert positions(PerSide, SHEET) == (Side(0), Side(1))
    assert positions(PerSeat, SHEET) == (Seat(0), Seat(1), Seat(2), Seat(3))


def test_answers_within_their_limits_have_no_problems():
    assert said(FINE) == {}
    assert said(Storm()) == {}


def test_all_problems_are_found_at_once():
    hand = replace(
        FINE, bidder=Seat(0), bid=11, things=PerSide((5, 6)), nests=PerSide((Nest(4), Nest(1))), note="x" * 13
    )
    assert said(hand) == {
        "bidder": "That cannot be seat 1",
        "bid": "At most 10",
        "things": "These add up to 11, not 10",
        "nests.0.eggs": "At most 3",
        "note": "At most 12 letters",
    }


def test_a_problem_names_the_rule_of_its_question():
    (problem,) = out_of_bounds(replace(FINE, things=PerSide((5, 6))), SHEET)
    assert problem.rule is GATHER


def test_a_bound_that_a_house_rule_sets_holds_at_that_table():
    assert said(replace(FINE, bid=6), empty_sheet(TOY, FOUR, House(most_bid=5))) == {"bid": "At most 5"}


def test_numbers_have_a_least_a_most_and_steps():
    assert said(House(bonus=7)) == {"bonus": "In steps of 5"}
    assert said(House(bonus=-5)) == {"bonus": "At least 0"}
    assert said(House(bonus=25)) == {"bonus": "At most 20"}
    assert one(int, -999, Ask("x", least=None)) == {}
    assert one(int, 7, Ask("x", least=2, step=5)) == {}
    assert one(int, 8, Ask("x", least=2, step=5)) == {"it": "In steps of 5"}
    assert one(int, 8, Ask("x", least=None, step=5)) == {"it": "In steps of 5"}


def test_a_fraction_may_be_anything_between_its_bounds_unless_it_goes_in_steps():
    assert said(House(stake=Fraction(3, 2))) == {}
    assert said(House(stake=Fraction(5, 2))) == {"stake": "At most 2"}
    assert one(Fraction, Fraction(5, 2), Ask("x", step=2)) == {"it": "In steps of 2"}
    assert one(Fraction, Fraction(4), Ask("x", step=2)) == {}


def test_yes_no_and_nothing_have_no_bounds():
    assert one(bool, True, Ask("x", most=0)) == {}
    assert one(int | None, None, Ask("x", least=5)) == {}


def test_nobody_sits_beyond_the_table():
    assert said(replace(FINE, bidder=Seat(4))) == {"bidder": "Nobody sits there"}
    assert said(replace(FINE, bidder=Seat(-1))) == {"bidder": "Nobody sits there"}
    assert said(replace(FINE, thief=Side(2))) == {"thief": "Nobody sits there"}


def test_a_choice_may_not_be_played_at_this_table():
    fair = Ask("x", of=lambda sheet: (Weather.FAIR,))
    assert one(Weather, Weather.FOUL, fair) == {"it": "Not played at this table"}
    assert one(Weather, Weather.FAIR, fair) == {}
    assert one(Weather, Weather.FOUL, Ask("x")) == {}
    assert said(replace(FINE, omens=frozenset({Weather.FAIR, Weather.FOUL}))) == {
        "omens": "Not played at this table"
    }
    assert said(replace(FINE, omens=frozenset({Weather.FOUL}))) == {}
    assert one(frozenset[Weather], frozenset({Weather.FAIR}), Ask("x")) == {}


def test_a_goal_is_bounded_in_its_kind_and_its_number():
    assert said(House(ends=Goal(End.POINTS, 501))) == {"ends": "At most 500"}
    assert said(House(ends=Goal(End.NEVER))) == {}
    deals = Ask("x", of=lambda sheet: (End.DEALS,))
    assert one(Goal[End], Goal(End.POINTS, 1), deals) == {"it": "Not played at this table"}
    assert one(Goal[End], Goal(End.DEALS, 1), deals) == {}


def test_a_text_has_so_many_letters():
    assert one(str, "", Ask("x", least=1)) == {"it": "At least 1 letter"}
    assert one(str, "xx", Ask("x", most=1)) == {"it": "At most 1 letter"}
    assert one(str, "x" * 200, Ask("x")) == {}
    assert one(str, "x" * 201, Ask("x")) == {"it": "At most 200 letters"}
    assert one(str, "", Ask("x", least=None)) == {}


def test_there_is_one_answer_for_each():
    assert said(replace(FINE, things=PerSide((10,)))) == {"things": "One answer for each, please"}
    assert said(FINE, empty_sheet(TOY, THREE, House())) == {
        "things": "One answer for each, please",
        "nests": "One answer for each, please",
    }


def test_a_sum_is_looked_at_only_when_its_parts_are_right():
    assert said(replace(FINE, things=PerSide((-1, 5)))) == {"things.0": "At least 0"}
    assert one(PerSide[int | None], PerSide((None, 3)), Ask("x", total=10)) == {}
    assert one(PerSide[int | None], PerSide((6, 3)), Ask("x", total=10)) == {
        "it": "These add up to 9, not 10"
    }
    assert one(PerSide[int], PerSide((6, 3)), Ask("x")) == {}


def test_cards_must_be_in_the_pack_and_no_more_often():
    assert said(replace(FINE, loot=Cards.read("QS KS X1"))) == {}
    assert said(replace(FINE, loot=Cards.read("QS QS"))) == {"loot": "Q♠ is here too often"}
    assert said(replace(FINE, loot=Cards.read("2S"))) == {"loot": "2♠ is not in the pack"}
    assert said(replace(FINE, loot=Cards.read("QS QC QD QH"))) == {"loot": "At most 3 cards"}
    assert one(Cards, Cards(), Ask("x", least=1)) == {"it": "At least 1 card"}
    assert one(Cards, Cards.read("2S 2S"), Ask("x", least=None)) == {"it": "2♠ is here too often"}
    assert one(Cards, Cards.read("2S 3S"), Ask("x", least=None)) == {}


def test_calls_are_judged_by_the_auction_alone():
    assert one(Calls, Calls.read("9NT nonsense"), Ask("x", most=1)) == {}


def test_the_parts_of_a_tuple_are_bounded_each():
    assert said(replace(FINE, dice=(7, Weather.FAIR))) == {"dice.0": "At most 6"}
    assert said(House(ladder=(1, 101, 3, 102))) == {"ladder.1": "At most 100", "ladder.3": "At most 100"}


def test_what_is_no_answer_at_all_has_no_bounds():
    assert one(object, object(), Ask("x", most=0)) == {}


def test_an_answer_left_at_its_default_is_not_held_to_the_limits():
    @dataclass(frozen=True)
    class Left:
        n: Annotated[int, Ask("x", least=5)] = 0

    assert said(Left()) == {}
    assert said(Left(1)) == {"n": "At least 5"}


def test_a_default_of_one_value_is_everybodys():
    assert broadcast_defaults(FINE, SHEET).rings == (0, 0, 0, 0)
    assert broadcast_defaults(Storm(), SHEET) == Storm()
    given = replace(FINE, rings=PerSeat((1, 0, 0, 0)))
    assert broadcast_defaults(given, SHEET) is given
    rings, things = (next(q for q in record_fields(Flight) if q.name == name) for name in ("rings", "things"))
    assert broadcast_answer(rings, PerSeat((0,)), SHEET) == (0, 0, 0, 0)
    assert broadcast_answer(rings, PerSeat((2,)), SHEET) == (2,)
    assert broadcast_answer(things, PerSide((10,)), SHEET) == (10,)


def test_what_one_said_for_all_is_not_what_all_said():
    hand = replace(FINE, rings=PerSeat((2,)))
    assert list(out_of_bounds(hand, SHEET)) == [
        Problem("rings", next(out_of_bounds(hand, SHEET)).words, None)
    ]
    assert said(hand) == {"rings": "One answer for each, please"}
    assert RING in TOY.rulebook


def test_the_answer_of_one_box_is_held_to_its_question_alone():
    few = Ask("How many?", least=0, most=3)
    assert within_bounds(few, 3, SHEET)
    assert not within_bounds(few, 4, SHEET)
