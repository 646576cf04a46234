"""Conversion between records and form fields."""

from dataclasses import dataclass
from typing import Annotated

import pytest

from games.engine import (
    Ask,
    Calls,
    Cards,
    Goal,
    Moment,
    PerSeat,
    PerSide,
    Seat,
    Side,
    empty_sheet,
    form_fields,
    form_fields_at,
    from_form_data,
    to_form_data,
    with_placeholder_answers,
)
from games.engine.forms import placeholder_answer
from tests.engine.toy import FOUR, TOY, End, Flight, House, Nest, Storm, Weather, flight

SHEET = empty_sheet(TOY, FOUR, House())


@dataclass(frozen=True)
class Yard:
    """Nested records, with and without defaults for a whole record."""

    first: Annotated[Nest, Ask("First")]
    spare: Annotated[Nest, Ask("Spare")] = Nest(2, True)  # noqa: RUF009 (frozen)
    each: Annotated[PerSide[Nest], Ask("Each")] = PerSide((Nest(1), Nest(3, True)))
    short: Annotated[PerSide[int], Ask("Short")] = PerSide((7, 8))


def test_a_form_has_the_fields_of_every_question_in_order():
    boxes = [
        (box.path, box.question, box.owner, box.type, box.required, box.default)
        for box in form_fields(Flight, SHEET)
    ]
    assert boxes[:14] == [
        ("bidder", "bidder", None, Seat, True, None),
        ("bid", "bid", None, int, True, None),
        ("calls", "calls", None, Calls, False, Calls()),
        *((f"things.{side}", "things", Side(side), int, True, None) for side in range(2)),
        ("nests.0.eggs", "nests", Side(0), int, True, None),
        ("nests.0.lined", "nests", Side(0), bool, False, False),
        ("nests.1.eggs", "nests", Side(1), int, True, None),
        ("nests.1.lined", "nests", Side(1), bool, False, False),
        *((f"rings.{seat}", "rings", Seat(seat), int, False, 0) for seat in range(4)),
        ("thief", "thief", None, Side | None, False, None),
    ]
    assert not [*form_fields(Storm, SHEET)]


def test_the_default_of_a_nested_record_sets_the_defaults_of_its_fields():
    boxes = {box.path: (box.required, box.default) for box in form_fields(Yard, SHEET)}
    assert boxes["first.eggs"] == (True, None)
    assert boxes["spare.eggs"] == (False, 2)
    assert boxes["each.1.eggs"] == (False, 3)
    assert boxes["each.1.lined"] == (False, True)
    assert boxes["short.1"] == (False, 8)


def test_answers_with_an_empty_default_are_given_for_all_seats_or_none():
    @dataclass(frozen=True)
    class Rings:
        rings: Annotated[PerSeat[int], Ask("Rings")] = PerSeat()

    assert [(box.required, box.default) for box in form_fields(Rings, SHEET)] == [(False, None)] * 4
    assert from_form_data(Rings, {}, SHEET) == Rings()
    assert to_form_data(Rings()) == {}
    with pytest.raises(KeyError, match=r"rings\.3"):
        from_form_data(Rings, {"rings.0": 1, "rings.1": 1, "rings.2": 1}, SHEET)


def test_only_a_field_with_a_default_may_be_left_out():
    boxes = {path: answer for path, answer in to_form_data(flight(1, 3, 4, 6)).items() if "rings" not in path}
    assert from_form_data(Flight, boxes, SHEET).rings == (0, 0, 0, 0)
    assert from_form_data(Flight, boxes | {"rings.2": 1}, SHEET).rings == (0, 0, 1, 0)
    del boxes["nests.1.eggs"]
    with pytest.raises(KeyError, match=r"nests\.1\.eggs"):
        from_form_data(Flight, boxes, SHEET)


def test_missing_fields_of_a_nested_record_take_its_default():
    record = from_form_data(Yard, {"first.eggs": 0, "spare.eggs": 3, "each.1.eggs": 0}, SHEET)
    assert record == Yard(Nest(0), Nest(3, True), PerSide((Nest(1), Nest(0, True))))
    assert from_form_data(Yard, {"first": Nest(1)}, SHEET) == Yard(Nest(1))


def test_a_part_of_a_form_can_be_filled_in_by_its_path():
    assert from_form_data(Nest, {"spare.eggs": 3}, SHEET, "spare") == Nest(3)
    assert to_form_data(Nest(3), "spare") == {"spare.eggs": 3, "spare.lined": False}
    assert to_form_data(7, "n") == {"n": 7}


def test_a_partial_hand_is_filled_up_with_neutral_answers():
    assert with_placeholder_answers(Flight, {}, SHEET) == Flight(
        Seat(1), 1, PerSide((0, 0)), PerSide((Nest(0), Nest(0))), rings=PerSeat((0, 0, 0, 0))
    )
    hand = with_placeholder_answers(Flight, {"bid": 7, "things.1": 4}, SHEET)
    assert (hand.bid, hand.things) == (7, (0, 4))


@pytest.mark.parametrize(
    ("answer_type", "ask", "answer"),
    [
        (int | None, Ask("x", least=5), None),
        (int, Ask("x", least=5), 5),
        (int, Ask("x", least=-5, most=5), 0),
        (int, Ask("x", least=None, most=-3), -3),
        (int, Ask("x", least=-7, step=5), -7),
        (str, Ask("x"), ""),
        (Cards, Ask("x"), Cards()),
        (Calls, Ask("x"), Calls()),
        (Seat, Ask("x"), Seat(0)),
        (Seat, Ask("x", available=lambda sheet: ()), Seat(0)),
        (Side, Ask("x"), Side(0)),
        (Weather, Ask("x"), Weather.FAIR),
        (Weather, Ask("x", available=lambda sheet: (Weather.FOUL,)), Weather.FOUL),
        (Goal[End], Ask("x", least=2), Goal(End.POINTS, 2)),
        (Goal[End], Ask("x", available=lambda sheet: (End.NEVER,)), Goal(End.NEVER)),
        (frozenset[Weather], Ask("x"), frozenset()),
        (tuple[int, ...], Ask("x"), ()),
        (tuple[int, Weather], Ask("x", least=1), (1, Weather.FAIR)),
    ],
)
def test_a_placeholder_answer_is_neutral_and_within_bounds(answer_type, ask, answer):
    placeholder = placeholder_answer(answer_type, ask, SHEET)
    assert placeholder == answer
    assert type(placeholder) is type(answer)


def test_the_fields_of_the_auction_are_asked_at_its_end():
    assert [box.path for box in form_fields_at(Flight, Moment.AUCTION, SHEET)] == ["bidder", "bid", "calls"]
    assert "things.0" in [box.path for box in form_fields_at(Flight, Moment.PLAY, SHEET)]
