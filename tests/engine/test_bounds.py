"""The limits of questions."""

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


def problems(record: Any, sheet: Any = SHEET) -> dict[str, str]:
    """Return the problems by field."""
    return {problem.field: str(problem.words) for problem in out_of_bounds(record, sheet)}


def problems_of(shape: Any, answer: Any, ask: Ask) -> dict[str, str]:
    """Return the problems of a single answer."""

    @dataclass(frozen=True)
    class One:
        it: Any

    One.__annotations__["it"] = Annotated[shape, ask]
    return problems(One(answer))


def test_a_bound_is_a_number_or_a_function_of_the_sheet():
    assert limit(None, SHEET) is None
    assert limit(7, SHEET) == 7
    assert limit(lambda sheet: sheet.seating.seats, SHEET) == 4


def test_positions_are_all_sides_or_all_seats():
    assert positions(PerSide, SHEET) == (Side(0), Side(1))
    assert positions(PerSeat, SHEET) == (Seat(0), Seat(1), Seat(2), Seat(3))


def test_answers_within_their_limits_have_no_problems():
    assert problems(FINE) == {}
    assert problems(Storm()) == {}


def test_all_problems_are_reported_at_once():
    hand = replace(
        FINE, bidder=Seat(0), bid=11, things=PerSide((5, 6)), nests=PerSide((Nest(4), Nest(1))), note="x" * 13
    )
    assert problems(hand) == {
        "bidder": "That cannot be seat 1",
        "bid": "At most 10",
        "things": "These add up to 11, not 10",
        "nests.0.eggs": "At most 3",
        "note": "At most 12 letters",
    }


def test_a_problem_names_the_rule_of_its_question():
    (problem,) = out_of_bounds(replace(FINE, things=PerSide((5, 6))), SHEET)
    assert problem.rule is GATHER


def test_a_house_rule_may_set_a_bound():
    assert problems(replace(FINE, bid=6), empty_sheet(TOY, FOUR, House(most_bid=5))) == {"bid": "At most 5"}


def test_numbers_have_a_minimum_a_maximum_and_steps():
    assert problems(House(bonus=7)) == {"bonus": "In steps of 5"}
    assert problems(House(bonus=-5)) == {"bonus": "At least 0"}
    assert problems(House(bonus=25)) == {"bonus": "At most 20"}
    assert problems_of(int, -999, Ask("x", least=None)) == {}
    assert problems_of(int, 7, Ask("x", least=2, step=5)) == {}
    assert problems_of(int, 8, Ask("x", least=2, step=5)) == {"it": "In steps of 5"}
    assert problems_of(int, 8, Ask("x", least=None, step=5)) == {"it": "In steps of 5"}


def test_fractions_are_free_between_their_bounds_unless_there_are_steps():
    assert problems(House(stake=Fraction(3, 2))) == {}
    assert problems(House(stake=Fraction(5, 2))) == {"stake": "At most 2"}
    assert problems_of(Fraction, Fraction(5, 2), Ask("x", step=2)) == {"it": "In steps of 2"}
    assert problems_of(Fraction, Fraction(4), Ask("x", step=2)) == {}


def test_yes_no_and_nothing_have_no_bounds():
    assert problems_of(bool, True, Ask("x", most=0)) == {}
    assert problems_of(int | None, None, Ask("x", least=5)) == {}


def test_a_seat_or_side_beyond_the_table_is_refused():
    assert problems(replace(FINE, bidder=Seat(4))) == {"bidder": "Nobody sits there"}
    assert problems(replace(FINE, bidder=Seat(-1))) == {"bidder": "Nobody sits there"}
    assert problems(replace(FINE, thief=Side(2))) == {"thief": "Nobody sits there"}


def test_a_choice_not_played_at_this_table_is_refused():
    fair = Ask("x", of=lambda sheet: (Weather.FAIR,))
    assert problems_of(Weather, Weather.FOUL, fair) == {"it": "Not played at this table"}
    assert problems_of(Weather, Weather.FAIR, fair) == {}
    assert problems_of(Weather, Weather.FOUL, Ask("x")) == {}
    assert problems(replace(FINE, omens=frozenset({Weather.FAIR, Weather.FOUL}))) == {
        "omens": "Not played at this table"
    }
    assert problems(replace(FINE, omens=frozenset({Weather.FOUL}))) == {}
    assert problems_of(frozenset[Weather], frozenset({Weather.FAIR}), Ask("x")) == {}


def test_a_goal_is_bounded_in_its_kind_and_its_number():
    assert problems(House(ends=Goal(End.POINTS, 501))) == {"ends": "At most 500"}
    assert problems(House(ends=Goal(End.NEVER))) == {}
    deals = Ask("x", of=lambda sheet: (End.DEALS,))
    assert problems_of(Goal[End], Goal(End.POINTS, 1), deals) == {"it": "Not played at this table"}
    assert problems_of(Goal[End], Goal(End.DEALS, 1), deals) == {}


def test_a_text_has_a_minimum_and_a_maximum_length():
    assert problems_of(str, "", Ask("x", least=1)) == {"it": "At least 1 letter"}
    assert problems_of(str, "xx", Ask("x", most=1)) == {"it": "At most 1 letter"}
    assert problems_of(str, "x" * 200, Ask("x")) == {}
    assert problems_of(str, "x" * 201, Ask("x")) == {"it": "At most 200 letters"}
    assert problems_of(str, "", Ask("x", least=None)) == {}


def test_each_side_or_seat_needs_an_answer():
    assert problems(replace(FINE, things=PerSide((10,)))) == {"things": "One answer for each, please"}
    assert problems(FINE, empty_sheet(TOY, THREE, House())) == {
        "things": "One answer for each, please",
        "nests": "One answer for each, please",
    }


def test_the_sum_is_checked_only_if_its_parts_are_valid():
    assert problems(replace(FINE, things=PerSide((-1, 5)))) == {"things.0": "At least 0"}
    assert problems_of(PerSide[int | None], PerSide((None, 3)), Ask("x", total=10)) == {}
    assert problems_of(PerSide[int | None], PerSide((6, 3)), Ask("x", total=10)) == {
        "it": "These add up to 9, not 10"
    }
    assert problems_of(PerSide[int], PerSide((6, 3)), Ask("x")) == {}


def test_cards_must_be_in_the_pack_and_not_too_often():
    assert problems(replace(FINE, loot=Cards.read("QS KS X1"))) == {}
    assert problems(replace(FINE, loot=Cards.read("QS QS"))) == {"loot": "Q♠ is here too often"}
    assert problems(replace(FINE, loot=Cards.read("2S"))) == {"loot": "2♠ is not in the pack"}
    assert problems(replace(FINE, loot=Cards.read("QS QC QD QH"))) == {"loot": "At most 3 cards"}
    assert problems_of(Cards, Cards(), Ask("x", least=1)) == {"it": "At least 1 card"}
    assert problems_of(Cards, Cards.read("2S 2S"), Ask("x", least=None)) == {"it": "2♠ is here too often"}
    assert problems_of(Cards, Cards.read("2S 3S"), Ask("x", least=None)) == {}


def test_only_the_auction_judges_calls():
    assert problems_of(Calls, Calls.read("9NT nonsense"), Ask("x", most=1)) == {}


def test_each_part_of_a_tuple_is_bounded():
    assert problems(replace(FINE, dice=(7, Weather.FAIR))) == {"dice.0": "At most 6"}
    assert problems(House(ladder=(1, 101, 3, 102))) == {"ladder.1": "At most 100", "ladder.3": "At most 100"}


def test_a_value_of_another_type_has_no_bounds():
    assert problems_of(object, object(), Ask("x", most=0)) == {}


def test_a_default_is_not_held_to_the_limits():
    @dataclass(frozen=True)
    class Left:
        n: Annotated[int, Ask("x", least=5)] = 0

    assert problems(Left()) == {}
    assert problems(Left(1)) == {"n": "At least 5"}


def test_a_default_of_one_value_holds_for_everybody():
    assert broadcast_defaults(FINE, SHEET).rings == (0, 0, 0, 0)
    assert broadcast_defaults(Storm(), SHEET) == Storm()
    given = replace(FINE, rings=PerSeat((1, 0, 0, 0)))
    assert broadcast_defaults(given, SHEET) is given
    rings, things = (
        next(question for question in record_fields(Flight) if question.name == name)
        for name in ("rings", "things")
    )
    assert broadcast_answer(rings, PerSeat((0,)), SHEET) == (0, 0, 0, 0)
    assert broadcast_answer(rings, PerSeat((2,)), SHEET) == (2,)
    assert broadcast_answer(things, PerSide((10,)), SHEET) == (10,)


def test_an_explicit_answer_is_not_repeated_for_everybody():
    hand = replace(FINE, rings=PerSeat((2,)))
    assert list(out_of_bounds(hand, SHEET)) == [
        Problem("rings", next(out_of_bounds(hand, SHEET)).words, None)
    ]
    assert problems(hand) == {"rings": "One answer for each, please"}
    assert RING in TOY.rulebook


def test_a_single_field_is_held_to_its_question_alone():
    few = Ask("How many?", least=0, most=3)
    assert within_bounds(few, 3, SHEET)
    assert not within_bounds(few, 4, SHEET)
