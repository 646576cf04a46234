"""Numbers with a known sum: the last one fills itself in, without script too."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated
from urllib.parse import parse_qs

import pytest

from games.engine import ENGLISH, Ask, PerSide, Seating, Sheet
from scorekeeper.sheet.form_fields import number_typed
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


def made(record: type, text: str) -> RecordForm:
    sent = parse_qs(text, keep_blank_values=True)
    return RecordForm(record, Sheet(Seating(3, 3), None), ENGLISH, data=sent)


@pytest.mark.parametrize(
    ("typed", "last"),
    [
        ("points.0=5&points.1=3&points.2=", -8),
        ("points.0=5&points.2=3&points.1=", -8),
        ("points.0=-5&points.1=3&points.2=", 2),
        ("points.0=−5&points.1=1,5&points.2=", Fraction(7, 2)),
        ("points.0=1/2&points.1=0.25&points.2=", Fraction(-3, 4)),
        ("points.0=5&points.1=-5&points.2=", 0),
    ],
)
def test_what_some_win_the_last_one_pays(typed: str, last: Fraction) -> None:
    form = made(Paid, typed)
    assert not form.errors
    assert last in form.record.points
    assert sum(form.record.points) == 0


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("points.0=4&points.1=6&points.2=", (4, 6, 16)),
        ("points.0=0&points.1=26&points.2=", (0, 26, 0)),
        ("points.0=26&points.1=26&points.2=", (26, 26, 0)),
        ("points.0=20&points.1=26&points.2=", (20, 26, 6)),
    ],
)
def test_where_two_sums_will_do_the_last_follows_from_the_one_that_can_be(typed, points) -> None:
    assert made(Hearts, typed).record == Hearts(PerSide(points))


def test_the_last_ones_books_are_what_is_left() -> None:
    assert made(Books, "books.0=4&books.1=6&books.2=").record == Books(PerSide((4, 6, 3)))


@pytest.mark.parametrize("typed", ["books.0=9&books.1=6&books.2=", "books.0=x&books.1=6&books.2="])
def test_nobody_has_fewer_than_none_and_what_is_no_number_leaves_nothing(typed: str) -> None:
    form = made(Books, typed)
    assert form.record is None
    assert form.data["books.2"] == [""]


@pytest.mark.parametrize(
    "typed", ["1e999999999", "1e9", "1_0", "0x10", "1/0", "nan", "inf", "", "1" * 10, "½"]
)
def test_what_nobody_writes_as_a_number_is_none_and_costs_nothing(typed: str) -> None:
    assert number_typed(typed) is None


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("12", 12),
        (" -1,5 ", Fraction(-3, 2)),
        ("−2", -2),
        ("+.25", Fraction(1, 4)),
        ("3/2", Fraction(3, 2)),
        ("7.", 7),
    ],
)
def test_numbers_are_read_as_people_write_them(typed: str, number: Fraction) -> None:
    assert number_typed(typed) == number


def test_two_open_boxes_stay_open() -> None:
    form = made(Books, "books.0=4&books.1=&books.2=")
    assert form.record is None
    assert form.data["books.1"] == form.data["books.2"] == [""]
