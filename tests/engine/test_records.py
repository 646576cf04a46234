"""Records, their questions, and which questions are relevant."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Optional

import pytest

from games.engine import (
    Ask,
    Calls,
    DecodeError,
    PerSeat,
    PerSide,
    Side,
    empty_sheet,
    irrelevant_paths,
    optional,
    record_fields,
    relevant_questions,
    say,
    without_irrelevant,
)
from tests.engine.toy import FOUR, TOY, End, Extra, Flight, House, Nest, Storm, flight

PLAIN = empty_sheet(TOY, FOUR, House())
RINGS = empty_sheet(TOY, FOUR, House(extras=frozenset({Extra.RINGS})))


def test_a_record_lists_its_questions_in_order():
    assert [
        (question.name, question.type, question.ask.text, question.required, question.default)
        for question in record_fields(Nest)
    ] == [("eggs", int, "Eggs", True, None), ("lined", bool, "Is it lined?", False, False)]
    assert record_fields(Storm) == ()


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
    assert (Extra.RINGS.value, Extra.RINGS.label) == ("rings", "Rings")
    assert (Extra.RINGS.about, Extra.SPOONS.about) == ("A ring is a point to whoever has it", "")


def test_calls_are_words_in_order():
    calls = Calls.read("3, pass  5")
    assert (calls, str(calls)) == (("3", "pass", "5"), "3 pass 5")


def test_relevance_depends_on_the_house_rules_and_earlier_answers():
    hand = flight(1, 3, 5, 5)
    names = {question.name for question in record_fields(Flight)}
    assert relevant_questions(hand, PLAIN) == names - {"rings", "weight"}
    assert relevant_questions(hand, RINGS) == names - {"weight"}
    assert relevant_questions(replace(hand, thief=Side(0)), PLAIN) == names - {"rings"}


def test_irrelevant_answers_are_reset_to_their_defaults():
    without_ring = flight(1, 3, 5, 5, note="x")
    with_ring = replace(without_ring, rings=PerSeat((1, 0, 0, 0)))
    assert without_irrelevant(replace(with_ring, weight=Fraction(3)), PLAIN) == without_ring
    assert without_irrelevant(replace(with_ring, weight=Fraction(3)), RINGS) == with_ring
    assert without_irrelevant(without_ring, RINGS) == without_ring


@dataclass(frozen=True)
class Tree:
    """A record whose second question is relevant only if the first answer is above zero."""

    holes: Annotated[int, Ask("Holes")]
    owls: Annotated[int, Ask("Owls", relevant_if=lambda tree, sheet: tree.holes > 0)] = 0


@dataclass(frozen=True)
class Wood:
    """Nested records, single and for each side, and numbers for each side."""

    oak: Annotated[Tree, Ask("The oak")]
    elms: Annotated[PerSide[Tree], Ask("The elms")]
    nuts: Annotated[PerSide[int], Ask("Nuts")]
    felled: Annotated[Tree, Ask("Felled", relevant_if=lambda wood, sheet: wood.nuts[0] > 0)] = Tree(0)
    stump: Annotated[Tree | None, Ask("A stump")] = None


def test_irrelevant_answers_are_found_in_nested_records():
    wood = Wood(Tree(0), PerSide((Tree(2), Tree(0))), PerSide((0, 1)), Tree(0))
    assert [*irrelevant_paths(wood, PLAIN)] == ["oak.owls", "elms.1.owls", "felled"]
    wood = replace(wood, nuts=PerSide((1, 0)))
    assert [*irrelevant_paths(wood, PLAIN)] == ["oak.owls", "elms.1.owls", "felled.owls"]


def test_irrelevant_answers_in_nested_records_are_reset():
    answers = Wood(Tree(0, 3), PerSide((Tree(2, 3), Tree(0, 3))), PerSide((0, 1)), Tree(5, 3))
    reset = without_irrelevant(answers, PLAIN)
    assert reset == Wood(Tree(0), PerSide((Tree(2, 3), Tree(0))), PerSide((0, 1)))
    assert type(reset.elms) is PerSide


def test_a_decode_error_has_its_path():
    error = DecodeError("", say("too much"))
    assert str(error) == "too much"
    assert str(error.within("house")) == "house: too much"
    assert error.within("house").within("entries.0").path == "entries.0.house"


def test_a_record_may_extend_a_record_of_another_module():
    @dataclass(frozen=True)
    class Late(Flight):
        late: Annotated[bool, Ask("Late?")] = False

    names, inherited = ([question.name for question in record_fields(record)] for record in (Late, Flight))
    assert names == [*inherited, "late"]
