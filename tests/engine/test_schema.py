"""Records as JSON Schema."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

import pytest

from games.engine import (
    Ask,
    Calls,
    Card,
    Cards,
    Goal,
    PerSeat,
    PerSide,
    Seat,
    Side,
    empty_sheet,
    pack,
    tagged_to_json,
    to_json,
)
from games.engine.description import empty_sheets
from games.engine.schema import NUMBER, STORABLE, schema
from tests.engine.toy import (
    FOUR,
    HANDS,
    THREE,
    TOY,
    End,
    Extra,
    Flight,
    House,
    Nest,
    Storm,
    Weather,
    flight,
)
from tests.json_schema import faults

SHEET = empty_sheet(TOY, FOUR, House())
FAIR_OR_FOUL = {"enum": ["fair", "foul"]}
YES_OR_NO = {"type": "boolean"}
TEXT = {"type": "string", "pattern": STORABLE}
SHEET_FOR_THREE = empty_sheet(TOY, THREE, House(most_bid=5))


def schema_of(answer_type, ask=Ask(""), tables=(SHEET,)):  # noqa: B008 (frozen)
    @dataclass(frozen=True)
    class Single:
        field: Any

    Single.__annotations__["field"] = Annotated[answer_type, ask]
    return schema(Single, tables)["properties"]["field"]


@pytest.mark.parametrize(
    ("answer_type", "ask", "expected"),
    [
        (bool, Ask(""), YES_OR_NO),
        (int, Ask("", most=10), {"type": "integer", "minimum": 0, "maximum": 10}),
        (
            int,
            Ask("", least=-5, most=10, step=5),
            {"type": "integer", "minimum": -5, "maximum": 10, "multipleOf": 5},
        ),
        # multipleOf would count from 0, but these steps count from 2.
        (int, Ask("", least=2, most=12, step=5), {"type": "integer", "minimum": 2, "maximum": 12}),
        (
            int,
            Ask("", least=None, most=10, step=5),
            {"type": "integer", "minimum": -(10**9), "maximum": 10, "multipleOf": 5},
        ),
        (
            int | None,
            Ask("", most=1),
            {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 1}, {"type": "null"}]},
        ),
        (str, Ask(""), TEXT | {"minLength": 0, "maxLength": 200}),
        (str, Ask("", least=1, most=9), TEXT | {"minLength": 1, "maxLength": 9}),
        (Weather, Ask(""), FAIR_OR_FOUL),
        (Weather, Ask("", available=lambda sheet: (Weather.FOUL,)), {"enum": ["foul"]}),
        (Seat, Ask(""), {"enum": [0, 1, 2, 3]}),
        (Seat, Ask("", available=lambda sheet: (Seat(3), Seat(1))), {"enum": [1, 3]}),
        (Side, Ask(""), {"enum": [0, 1]}),
        (Goal[End], Ask(""), {"type": "string", "pattern": f"^(points:-?{NUMBER}|deals:-?{NUMBER}|never)$"}),
        (
            Goal[End],
            Ask("", available=lambda sheet: (End.NEVER,)),
            {"type": "string", "pattern": "^(never)$"},
        ),
        (frozenset[Weather], Ask(""), {"type": "array", "items": FAIR_OR_FOUL, "uniqueItems": True}),
        (tuple[bool, ...], Ask(""), {"type": "array", "items": YES_OR_NO}),
        (
            tuple[bool, Weather],
            Ask(""),
            {
                "type": "array",
                "prefixItems": [YES_OR_NO, FAIR_OR_FOUL],
                "items": False,
                "minItems": 2,
                "maxItems": 2,
            },
        ),
        (PerSide[bool], Ask(""), {"type": "array", "items": YES_OR_NO, "minItems": 2, "maxItems": 2}),
        (PerSeat[bool], Ask(""), {"type": "array", "items": YES_OR_NO, "minItems": 4, "maxItems": 4}),
    ],
)
def test_every_type_has_a_schema(answer_type, ask, expected):
    assert schema_of(answer_type, ask) == expected


def test_the_formats_of_cards_and_calls_are_described():
    assert schema_of(Cards)["type"] == schema_of(Calls)["type"] == "string"
    assert "QS TH" in schema_of(Cards)["description"]
    assert "pass" in schema_of(Calls)["description"]


def test_a_fraction_is_a_whole_number_or_has_a_slash():
    result = schema_of(Fraction)
    assert [bool(faults(data, result)) for data in (3, "3/2", "-1", "1.5")] == [False, False, False, True]


@pytest.mark.parametrize(
    ("ask", "valid", "invalid"),
    [
        (Ask(""), ("", "QS", "QS TH 2D X1 X2", "11S"), ("Q", "QS,TH", "QS  TH", "1S")),
        (Ask("", least=2, most=3), ("QS TH", "QS TH 2D"), ("", "QS", "QS TH 2D 3D")),
        (Ask("", available=lambda sheet: pack("QK", jokers=1)), ("QS KH X1",), ("AS", "X2", "TH")),
        (Ask("", available=lambda sheet: (Card("Q", "S"), Card("K", "H"))), ("QS", "KH QS"), ("QH", "KS")),
        (Ask("", available=lambda sheet: ()), ("",), ("QS",)),
        (Ask("", most=0), ("",), ("QS",)),
    ],
)
def test_the_schema_of_cards_limits_their_kind_and_number(ask, valid, invalid):
    result = schema_of(Cards, ask)
    assert not any(faults(cards, result) for cards in valid)
    assert all(faults(cards, result) for cards in invalid)


def test_a_record_lists_exactly_its_questions():
    assert schema(Nest, (SHEET,)) == {
        "type": "object",
        "properties": {
            "eggs": {"title": "Eggs", "type": "integer", "minimum": 0, "maximum": 3},
            "lined": {"title": "Is it lined?", "type": "boolean", "default": False},
        },
        "required": ["eggs"],
        "additionalProperties": False,
    }


def test_a_hand_has_its_kind_and_its_title():
    assert schema(Storm, (SHEET,), kind="storm") == {
        "title": "A storm",
        "type": "object",
        "properties": {"kind": {"const": "storm"}},
        "required": ["kind"],
        "additionalProperties": False,
    }


def test_descriptions_are_in_the_readers_language():
    motto = schema(House, (SHEET,), translate=str.upper)["properties"]["motto"]
    assert (motto["title"], motto["description"]) == ("MOTTO", "FOR THE WALL")
    result = schema(Flight, (SHEET,), translate=str.upper)
    assert result["title"] == "A FLIGHT"
    assert "CARDS" in result["properties"]["loot"]["description"]


def test_a_default_of_one_value_is_shown_for_each_and_may_be_written_once():
    result = schema(Flight, (SHEET,))["properties"]["rings"]
    assert result["default"] == [0, 0, 0, 0]
    assert not any(faults(rings, result) for rings in ([0], [0, 1, 0, 2]))
    assert all(faults(rings, result) for rings in ([1], [], [0, 3, 0, 0]))


def test_an_answer_for_each_seat_may_be_empty_if_its_default_is_empty():
    @dataclass(frozen=True)
    class Lists:
        rings: Annotated[PerSeat[int], Ask("")] = PerSeat()
        start: Annotated[PerSide[int], Ask("")] = PerSide((1, 2))

    result = schema(Lists, (SHEET,))
    assert faults({"rings": []}, result) == []
    assert faults({"rings": [0, 0]}, result)
    assert "anyOf" not in result["properties"]["start"]


def test_a_schema_for_several_tables_has_the_widest_bounds():
    result = schema(Flight, (SHEET_FOR_THREE, SHEET))["properties"]
    assert result["bid"]["maximum"] == 10
    assert (result["things"]["minItems"], result["things"]["maxItems"]) == (2, 3)
    assert result["bidder"]["enum"] == [1, 2, 3]
    assert schema(Flight, (SHEET_FOR_THREE,))["properties"]["bid"]["maximum"] == 5


def test_a_choice_available_at_any_table_is_valid():
    ask = Ask("", available=lambda sheet: (Weather.FOUL if sheet.seating == FOUR else Weather.FAIR,))
    assert schema_of(Weather, ask, (SHEET_FOR_THREE,)) == {"enum": ["fair"]}
    assert schema_of(Weather, ask, (SHEET, SHEET_FOR_THREE)) == FAIR_OR_FOUL


FLIGHT = tagged_to_json(HANDS, flight(1, 3, 4, 6))


@pytest.mark.parametrize(
    "hand",
    [
        {"kind": "storm", "wind": 1},
        {"kind": "flight"},
        FLIGHT | {"bid": 11},
        FLIGHT | {"bid": True},
        FLIGHT | {"things": [10]},
        FLIGHT | {"dice": [1, "fair", 2]},
        FLIGHT | {"omens": ["foul", "foul"]},
        FLIGHT | {"weight": "1.5"},
        FLIGHT | {"note": "x" * 13},
    ],
)
def test_a_hand_with_wrong_or_missing_answers_is_invalid(hand):
    assert faults(hand, schema(HANDS[hand["kind"]], empty_sheets(TOY), kind=hand["kind"]))


def test_a_house_rule_out_of_bounds_is_invalid():
    result = schema(House, empty_sheets(TOY))
    assert faults(to_json(House(extras=frozenset(Extra))), result) == []
    assert faults(to_json(House(bonus=7)), result)
    assert faults({"ends": "points"}, result)
