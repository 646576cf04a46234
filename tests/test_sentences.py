"""Verb agreement in sentences about people: "Ann wins", "Ann & Cy win", "Ann, Bo and Cy won"."""

from __future__ import annotations

import pytest

from games.engine import (
    ENGLISH,
    Seat,
    Side,
    Words,
    agree,
)

ONE, MANY = "\N{LATIN SUBSCRIPT SMALL LETTER O}", "\N{LATIN SUBSCRIPT SMALL LETTER X}"


def test_names_are_listed_as_in_a_sentence():
    assert ENGLISH.listed(["Ann"]) == "Ann"
    assert ENGLISH.listed(["Ann", "Bo"]) == "Ann and Bo"
    assert ENGLISH.listed(["Ann", "Bo", "Cy"]) == "Ann, Bo and Cy"
    assert ENGLISH.read((Side(0), Side(2))) == "side 1 and side 3"


@pytest.mark.parametrize(
    ("who", "told"),
    [
        (Side(0), "side 1 wins"),
        (Seat(0), "seat 1 wins"),
        ((Seat(0), Side(1)), "seat 1 and side 2 win"),
    ],
)
def test_a_message_takes_the_form_of_those_it_names(who, told):
    assert ENGLISH.read(agree("{who} wins", "{who} win", who=who)) == told


def test_a_pair_is_more_than_one():
    pair = Words(name=lambda who: "Ann & Cy", people=lambda who: 2)
    assert pair.read(agree("{who} wins", "{who} win", who=(Side(0),))) == "Ann & Cy win"
