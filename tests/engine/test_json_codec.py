"""The stored form of answers: plain JSON, read strictly."""

import json
from fractions import Fraction

import pytest

from games.engine import (
    Calls,
    Cards,
    Choice,
    DecodeError,
    Goal,
    PerSeat,
    PerSide,
    Seat,
    Side,
    from_json,
    to_json,
)
from tests.engine.toy import End, Extra, House, Nest, Peeked, Weather


class Odds(Choice):
    OFF = "off", "Not played"
    ELEVEN = "11", "11 to one"


@pytest.mark.parametrize(
    ("answer_type", "answer", "stored"),
    [
        (bool, True, True),
        (int, -7, -7),
        (str, "Ann ♥", "Ann ♥"),
        (Fraction, Fraction(3, 2), "3/2"),
        (Fraction, Fraction(3), 3),
        (Weather, Weather.FOUL, "foul"),
        (Seat, Seat(3), 3),
        (Side, Side(1), 1),
        (Cards, Cards.read("QS TH X1"), "QS TH X1"),
        (Calls, Calls.read("3 pass"), "3 pass"),
        (Goal[End], Goal(End.POINTS, 50), "points:50"),
        (Goal[End], Goal(End.NEVER), "never"),
        (int | None, None, None),
        (frozenset[Extra], frozenset({Extra.SPOONS, Extra.RINGS}), ["rings", "spoons"]),
        (tuple[int, Weather], (1, Weather.FAIR), [1, "fair"]),
        (tuple[tuple[int, int], ...], ((1, 2), (3, 4)), [[1, 2], [3, 4]]),
        (PerSide[int], PerSide((4, 6)), [4, 6]),
        (PerSeat[Fraction | None], PerSeat((None, Fraction(1, 2))), [None, "1/2"]),
        (
            Peeked,
            Peeked(Seat(1), Side(0), PerSide((Nest(1), Nest(2, True)))),
            {
                "who": 1,
                "whose": 0,
                "seen": [{"eggs": 1, "lined": False}, {"eggs": 2, "lined": True}],
                "weather": "fair",
            },
        ),
    ],
)
def test_an_answer_of_any_type_is_stored_and_read_back(answer_type, answer, stored):
    assert json.loads(json.dumps(to_json(answer))) == stored
    read = from_json(answer_type, stored)
    assert read == answer
    assert type(read) is type(answer)


@pytest.mark.parametrize(
    ("answer_type", "data", "answer"),
    [
        (Fraction, "4/2", Fraction(2)),
        (Fraction, "-0/5", Fraction(0)),
        (Fraction, "7", Fraction(7)),
        (Cards, "qs,10h", Cards.read("QS TH")),
        (Nest, {"eggs": 1}, Nest(1)),
        (House, {}, House()),
        (int, 10**9, 10**9),
    ],
)
def test_equivalent_forms_are_read_the_same(answer_type, data, answer):
    assert from_json(answer_type, data) == answer


NUMBER = "A whole number is needed here"
FRACTION = "A number, or a fraction such as 3/2, is needed here"
LARGE = "That number is too large"
TEXT = "A text is needed here"
BAD_CHARACTER = "There is a character in it that cannot be kept"
LIST = "A list is needed here"
OBJECT = "An object is needed here"


@pytest.mark.parametrize(
    ("answer_type", "data", "expected"),
    [
        (int, True, NUMBER),
        (int, "7", NUMBER),
        (int, None, NUMBER),
        (int, 10**9 + 1, LARGE),
        (int, -(10**9) - 1, LARGE),
        (Seat, False, NUMBER),
        (int | None, "x", NUMBER),
        (bool, 1, "true or false, please"),
        (str, 5, TEXT),
        (str, "a\0b", BAD_CHARACTER),
        (str, "a\x7fb", BAD_CHARACTER),
        (str, "\ud800", BAD_CHARACTER),
        (Fraction, True, FRACTION),
        (Fraction, 1.5, FRACTION),
        (Fraction, "1.5", FRACTION),
        (Fraction, "3/", FRACTION),
        (Fraction, "3/-2", FRACTION),
        (Fraction, "３", FRACTION),  # a full-width digit
        (Fraction, "9" * 5000, FRACTION),
        (Fraction, "3/0", "Nothing can be divided by zero"),
        (Fraction, "1/9999999999", LARGE),
        (Fraction, 10**10, LARGE),
        (Weather, "mist", "mist is none of fair, foul"),
        (Odds, 11, 'Write it as text: "11"'),
        (frozenset[Odds], [11], '0: Write it as text: "11"'),
        (Weather, [1], "[1] is none of fair, foul"),
        (Weather, "m" * 99, f"{'m' * 40} is none of fair, foul"),
        (Cards, ["QS"], TEXT),
        (Cards, "QS 1S", "1S is not a card"),
        (Cards, "Q" * 99, f"{'Q' * 40} is not a card"),
        (Cards, "QS\0", BAD_CHARACTER),
        (Calls, 5, TEXT),
        (Calls, "pass\0", BAD_CHARACTER),
        (Goal[End], 50, TEXT),
        (Goal[End], "tricks:5", "tricks is none of points, deals, never"),
        (Goal[End], "points", "Write it as points:10"),
        (Goal[End], "points:x", "Write it as points:10"),
        (Goal[End], "points:" + "9" * 5000, "Write it as points:10"),
        (Goal[End], "points:9999999999", LARGE),
        (Goal[End], "points:٣", "Write it as points:10"),
        (Goal[End], "never:5", "Write it as never"),
        (frozenset[Extra], "rings", LIST),
        (frozenset[Extra], ["rings", "rings"], "The same is here twice"),
        (tuple[int, ...], {"0": 1}, LIST),
        (tuple[int, Weather], [1], "2 are needed here"),
        (PerSide[int], 5, LIST),
        (Nest, [2], OBJECT),
        (PerSide[int], [1, True], f"1: {NUMBER}"),
        (tuple[int, Weather], [1, "mist"], "1: mist is none of fair, foul"),
        (frozenset[Extra], ["rings", 5], "1: 5 is none of rings, spoons"),
        (Nest, {}, "eggs: This is missing"),
        (Nest, {"eggs": 1, "colour": 2}, "colour: There is no such question here; there are: eggs, lined"),
        (Nest, {"e" * 99: 1}, f"{'e' * 40}: There is no such question here; there are: eggs, lined"),
        (Peeked, {"who": 1, "whose": 0, "seen": [{"eggs": 1}, {"eggs": None}]}, f"seen.1.eggs: {NUMBER}"),
    ],
)
def test_an_invalid_answer_is_refused_with_its_path(answer_type, data, expected):
    with pytest.raises(DecodeError) as excinfo:
        from_json(answer_type, data)
    assert str(excinfo.value) == expected


def test_plain_json_is_stored_unchanged():
    assert to_json({"kind": "of a later release"}) == {"kind": "of a later release"}
