"""Messages, numbers and translations."""

from fractions import Fraction

import pytest

from games.engine import (
    ENGLISH,
    Calls,
    Cards,
    Goal,
    Message,
    PerSide,
    Seat,
    Side,
    Words,
    _,
    agree,
    format_points,
    ngettext,
    say,
)
from tests.engine.toy import End, Extra, Weather


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (0, "0"),
        (-3, "−3"),
        (1200, "1200"),
        (Fraction(1, 2), "½"),
        (Fraction(5, 4), "1¼"),
        (Fraction(1, 3), "⅓"),
        (Fraction(8, 3), "2⅔"),
        (Fraction(1, 5), "0.2"),
        (Fraction(1234567, 20), "61728.35"),
        (Fraction(-1, 7), "−1/7"),
        (Fraction(10, 7), "10/7"),
    ],
)
def test_numbers_are_formatted_exactly(points, text):
    assert format_points(points) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("as it is {here}", "as it is {here}"),
        (True, "yes"),
        (None, "no"),
        (-5, "−5"),
        (Fraction(1, 2), "½"),
        (Side(0), "side 1"),
        (Seat(2), "seat 3"),
        (Weather.FAIR, "Fair"),
        (Goal(End.POINTS, 50), "At 50 points"),
        (Goal(End.NEVER), "When all are tired"),
        (Cards.read("QS TH"), "Q♠ 10♥"),
        (Calls.read("1 pass"), "1, pass"),
        (PerSide((1, 2)), "1, 2"),
        ((Side(0), "x"), "side 1, x"),
        (((10, 2), (13, 3)), "10:2, 13:3"),
        (frozenset({Extra.SPOONS, Extra.RINGS}), "Rings, Spoons"),
        (2.5, "2.5"),
    ],
)
def test_any_value_can_be_shown_as_text(value, text):
    assert ENGLISH.read(value) == text
    assert str(say(_("{value}"), value=value)) == text


def test_a_message_with_a_number_takes_the_right_plural():
    assert str(ngettext("{n} card", "{n} cards", 1)) == "1 card"
    assert str(ngettext("{n} card to {who}", "{n} cards to {who}", -3, who="Bo")) == "−3 cards to Bo"


def test_user_input_is_never_a_template():
    assert str(say("{why}", why="{__class__} {} %s")) == "{__class__} {} %s"
    assert str(say("Bo said {what}", what=say("{inner}", inner="{n}"))) == "Bo said {n}"


def test_words_set_the_names_the_number_format_and_the_language():
    french = {"{who} bid {n}": "{who} a demandé {n}", "Fair": "Beau", "yes": "oui", "{a}!": "{a} !"}
    words = Words(
        gettext=lambda text: french.get(text, text),
        ngettext=lambda one, many, n: f"{n} fois: {many}",
        name=lambda who: ["Ann", "Bo"][who],
        number=lambda n: f"<{n}>",
    )
    assert words.read(say("{who} bid {n}", who=Side(1), n=7)) == "Bo a demandé <7>"
    assert words.read((Weather.FAIR, True)) == "Beau, oui"
    assert words.read(Message("{a}!", {"a": say("yes")})) == "oui !"
    assert words.read(ngettext("{n} card", "{n} cards", 2)) == "2 fois: <2> cards"


def test_names_are_listed_as_in_a_sentence():
    assert ENGLISH.join_names(["Ann", "Bo", "Cy"]) == "Ann, Bo and Cy"
    assert ENGLISH.read((Side(0), Side(2))) == "side 1 and side 3"


def test_a_verb_agrees_with_the_people_named():
    pair = Words(name=lambda who: "Ann & Cy", people=lambda who: 2)
    for words, who, sentence in (
        (ENGLISH, Side(0), "side 1 wins"),
        (ENGLISH, Seat(0), "seat 1 wins"),
        (ENGLISH, (Seat(0), Side(1)), "seat 1 and side 2 win"),
        (pair, (Side(0),), "Ann & Cy win"),
    ):
        assert words.read(agree("{who} wins", "{who} win", who=who)) == sentence
