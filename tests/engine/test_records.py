"""Records, their questions, and which of them are relevant."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Optional

import pytest

from games.engine import (
    Ask,
    Calls,
    DecodeError,
    Goal,
    PerSeat,
    PerSide,
    Side,
    _,
    empty_sheet,
    irrelevant_paths,
    optional,
    record_fields,
    relevant_questions,
    say,
    without_irrelevant,
)
from tests.engine.toy import FOUR, TOY, End, Extra, Flight, House, Nest, Storm, flight

RINGS = House(extras=frozenset({Extra.RINGS}))


def test_a_record_lists_its_questions_in_order():
    assert [question.name for question in record_fields(Nest)] == ["eggs", "lined"]
    eggs, lined = record_fields(Nest)
    assert (eggs.type, eggs.ask.text, eggs.ask.most) == (int, "Eggs", 3)
    assert (eggs.required, eggs.default) == (True, None)
    assert (lined.required, lined.default) == (False, False)
    assert record_fields(Storm) == ()


def test_a_function_in_a_question_resolves_names_of_its_module():
    ask = next(question.ask for question in record_fields(Flight) if question.name == "loot")
    assert len(tuple(ask.available(empty_sheet(TOY, FOUR, House())))) == 13


@pytest.mark.parametrize(
    ("answer_type", "inner"),
    [
        (int | None, int),
        (Optional[Side], Side),  # noqa: UP045 (the older way of writing it)
        (None | Fraction, Fraction),
        (int, None),
        (PerSeat[int], None),
    ],
)
def test_the_inner_type_of_an_optional_answer_is_found(answer_type, inner):
    assert optional(answer_type) is inner


def test_a_choice_has_a_stored_value_a_label_and_perhaps_an_explanation():
    assert End("points") is End.POINTS
    assert (Extra.RINGS.value, Extra.RINGS.label, Extra.RINGS.about) == (
        "rings",
        "Rings",
        "A ring is a point to whoever has it",
    )
    assert Extra.SPOONS.about == ""


def test_a_goal_is_a_choice_that_may_need_a_number():
    assert str(Goal(End.POINTS, 500)) == "points:500"
    assert str(Goal(End.NEVER)) == "never"
    assert str(Goal(End.POINTS, 500).label) == "At 500 points"
    assert str(Goal(End.NEVER).label) == "When all are tired"


def test_calls_are_words_in_order():
    assert Calls.read("3, pass  5") == ("3", "pass", "5")
    assert str(Calls.read("3, pass  5")) == "3 pass 5"


def test_relevance_depends_on_the_house_rules_and_earlier_answers():
    plain, rings = (empty_sheet(TOY, FOUR, house) for house in (House(), RINGS))
    hand = flight(1, 3, 5, 5)
    assert "rings" not in relevant_questions(hand, plain)
    assert "rings" in relevant_questions(hand, rings)
    assert {"bidder", "bid", "things", "note"} <= relevant_questions(hand, plain)
    assert "weight" in relevant_questions(flight(1, 3, 5, 5, thief=Side(0)), plain)


def test_irrelevant_answers_are_reset_to_their_defaults():
    plain, rings = (empty_sheet(TOY, FOUR, house) for house in (House(), RINGS))
    without_ring = flight(1, 3, 5, 5, note="x")
    with_ring = replace(without_ring, rings=PerSeat((1, 0, 0, 0)))
    assert without_irrelevant(replace(with_ring, weight=Fraction(3)), plain) == without_ring
    assert without_irrelevant(replace(with_ring, weight=Fraction(3)), rings) == with_ring
    assert without_irrelevant(without_ring, rings) == without_ring


@dataclass(frozen=True)
class Tree:
    """A record whose second question is relevant only if the first answer is above zero."""

    holes: Annotated[int, Ask(_("Holes"))]
    owls: Annotated[int, Ask(_("Owls"), relevant_if=lambda tree, sheet: tree.holes > 0)] = 0


@dataclass(frozen=True)
class Wood:
    """Nested records: one, one for each side, and numbers for each side."""

    oak: Annotated[Tree, Ask(_("The oak"))]
    elms: Annotated[PerSide[Tree], Ask(_("The elms"))]
    nuts: Annotated[PerSide[int], Ask(_("Nuts"))]
    felled: Annotated[Tree, Ask(_("Felled"), relevant_if=lambda wood, sheet: wood.nuts[0] > 0)] = Tree(0)
    stump: Annotated[Tree | None, Ask(_("A stump"))] = None


def test_irrelevant_answers_are_found_in_nested_records():
    sheet = empty_sheet(TOY, FOUR, House())
    wood = Wood(Tree(0), PerSide((Tree(2), Tree(0))), PerSide((0, 1)), Tree(0))
    assert list(irrelevant_paths(wood, sheet)) == ["oak.owls", "elms.1.owls", "felled"]
    assert list(irrelevant_paths(replace(wood, nuts=PerSide((1, 0))), sheet)) == [
        "oak.owls",
        "elms.1.owls",
        "felled.owls",
    ]


def test_irrelevant_answers_in_nested_records_are_reset():
    sheet = empty_sheet(TOY, FOUR, House())
    answers = Wood(Tree(0, 3), PerSide((Tree(2, 3), Tree(0, 3))), PerSide((0, 1)), Tree(5, 3))
    reset = without_irrelevant(answers, sheet)
    assert reset == Wood(Tree(0), PerSide((Tree(2, 3), Tree(0))), PerSide((0, 1)))
    assert type(reset.elms) is PerSide
    assert without_irrelevant(reset, sheet) == reset


def test_a_record_without_irrelevant_answers_is_unchanged():
    storm = Storm()
    assert without_irrelevant(storm, empty_sheet(TOY, FOUR, House())) is storm


def test_a_decode_error_has_its_path():
    error = DecodeError("target", say("too much"))
    assert str(error) == "target: too much"
    assert str(error.within("house")) == "house.target: too much"
    assert error.within("house").within("entries.0").path == "entries.0.house.target"
    assert str(DecodeError("", say("too much"))) == "too much"
    assert DecodeError("", say("too much")).within("house").path == "house"


def test_a_record_may_extend_one_of_another_module():
    @dataclass(frozen=True)
    class Late(Flight):
        late: Annotated[bool, Ask("Late?")] = False

    assert [question.name for question in record_fields(Late)] == [
        *(question.name for question in record_fields(Flight)),
        "late",
    ]
