"""Numbers with a known sum: the last one fills itself in, without script too."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated
from urllib.parse import parse_qs

import pytest

from games.engine import ENGLISH, Ask, PerSide, Seating, Sheet
from scorekeeper.sheet.form_fields import parse_number
from scorekeeper.sheet.record_form import RecordForm

pytestmark = pytest.mark.looks


@dataclass(frozen=True)
class Paid:
    """Payments, which add up to zero."""

    points: Annotated[PerSide[Fraction | None], Ask("Points", least=-100, most=100, total=0)]


@dataclass(frozen=True)
class Books:
    """Books: thirteen in all."""

    books: Annotated[PerSide[int], Ask("Books", most=13, total=13)]


@dataclass(frozen=True)
class Hearts:
    """Points: 26 in all, or a moon, with 26 for each player but one."""

    points: Annotated[PerSide[int], Ask("Points", most=26, total=26, other_total=52)]


def form_of(record: type, text) -> RecordForm:
    sent = parse_qs(text, keep_blank_values=True)
    return RecordForm(record, Sheet(Seating(3, 3), None), ENGLISH, data=sent)


def test_last_payment_is_filled_in():
    for typed, paid in (
        (("5", "3", ""), (5, 3, -8)),
        (("5", "", "3"), (5, -8, 3)),
        (("-5", "3", ""), (-5, 3, 2)),
        (("−5", "1,5", ""), (-5, Fraction(3, 2), Fraction(7, 2))),
        (("1/2", "0.25", ""), (Fraction(1, 2), Fraction(1, 4), Fraction(-3, 4))),
        (("5", "-5", ""), (5, -5, 0)),
    ):
        form = form_of(Paid, "&".join(f"points.{n}={text}" for n, text in enumerate(typed)))
        assert not form.errors
        assert form.record == Paid(PerSide(paid))


def test_last_number_follows_from_the_possible_sum():
    for points in ((4, 6, 16), (0, 26, 0), (26, 26, 0), (20, 26, 6)):
        typed = f"points.0={points[0]}&points.1={points[1]}&points.2="
        assert form_of(Hearts, typed).record == Hearts(PerSide(points))


def test_last_number_is_never_negative_or_guessed():
    for first in ("9", "x"):
        form = form_of(Books, f"books.0={first}&books.1=6&books.2=")
        assert form.record is None
        assert form.data["books.2"] == [""]


def test_unusual_notations_are_not_read():
    for typed in ("1e999999999", "1e9", "1_0", "0x10", "1/0", "nan", "inf", "", "1" * 10, "½"):
        assert parse_number(typed) is None, typed


def test_usual_notations_are_read():
    for typed, number in (
        ("12", 12),
        (" -1,5 ", Fraction(-3, 2)),
        ("−2", -2),
        ("+.25", Fraction(1, 4)),
        ("3/2", Fraction(3, 2)),
        ("7.", 7),
    ):
        assert parse_number(typed) == number, typed


def test_two_empty_boxes_stay_empty():
    form = form_of(Books, "books.0=4&books.1=&books.2=")
    assert form.record is None
    assert form.data["books.1"] == form.data["books.2"] == [""]
