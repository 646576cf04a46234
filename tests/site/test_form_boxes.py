"""The boxes of a form: hidden, folded, prefilled, or filled in from a known sum."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated
from urllib.parse import parse_qs

import pytest

from games import every_game
from games.engine import ENGLISH, Ask, Example, PerSide, Seating, Sheet
from scorekeeper.sheet.boxes import irrelevant_in
from scorekeeper.sheet.form_fields import parse_number
from scorekeeper.sheet.record_form import RecordForm
from scorekeeper.sheet.relevance import relevance
from tests import nightly

from .cast import Cast

pytestmark = pytest.mark.sqlite_only


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "shape"),
    nightly.one_of_each(
        [(game, seating.shape) for game in every_game().values() for seating in game.seatings],
        lambda pair: pair[0].slug,
    ),
    ids=lambda value: getattr(value, "slug", None) or "x".join(map(str, value)),
)
def test_every_box_of_every_kind_of_hand_is_on_the_page(game, shape):
    preset = next((preset for preset in game.presets if shape in game.shapes(preset)), game.presets[0])
    example = Example("", preset.house, Seating(*shape), (), (0,) * shape[1])
    cast = Cast(game, example)
    for kind in game.kinds_at(cast.state.sheet):
        page = cast.get("Bo", "hand", data={"kind": kind})
        form = page.context["entry"].form
        # A tree that is 0 means that the question is never relevant.
        never_asked = {name for name, trees in relevance(form).items() if trees == [0]}
        asked = {path for path, field in form.fields.items() if field.question not in never_asked}
        names = re.findall(r' name="([^"]+)"', page.content.decode())
        # One button may fill several boxes.
        assert asked <= {path for name in names for path in name.split("+")}


@dataclass(frozen=True)
class Round:
    points: Annotated[PerSide[int | None], Ask("Points", most=50, adds=lambda sheet: [("A", 1), ("10s", 10)])]
    extra: Annotated[PerSide[int], Ask("Extra", most=200, seldom=True)] = PerSide((0,))
    again: Annotated[bool, Ask("Again?", seldom=True)] = False


def form_of(record, query="", **answers):
    data = parse_qs(query, keep_blank_values=True) if query else None
    return RecordForm(record, Sheet(Seating(3, 3), None), ENGLISH, data=data, answers=answers)


@dataclass(frozen=True)
class Catch:
    """The catch of one boat; no weight if it did not go out."""

    out: Annotated[bool, Ask("Out?")] = False
    weight: Annotated[int, Ask("Weight", most=50, relevant_if=lambda catch, sheet: catch.out)] = 0


@dataclass(frozen=True)
class Day:
    """A nested record, where one box makes another of the same boat irrelevant."""

    morning: Annotated[Catch, Ask("Morning")]
    evening: Annotated[Catch, Ask("Evening")]


def test_one_box_of_a_nested_record_can_be_irrelevant():
    form = form_of(Day, "evening.out=yes&evening.weight=7")
    assert irrelevant_in(form.groups) == ("morning.weight",)
    assert [group.matters for group in form.groups] == [True, True]
    assert form.record == Day(Catch(), Catch(True, 7))
    assert form_of(Day, "morning.weight=9&evening.out=yes").record == Day(Catch(), Catch(True))


def test_rare_question_is_folded_until_answered():
    assert [group.is_collapsed for group in form_of(Round).groups] == [False, True, True]
    assert [group.is_collapsed for group in form_of(Round, **{"extra.1": 7}).groups] == [False, False, True]


def test_unsent_box_of_a_sent_question_is_none():
    form = form_of(Round, "points.0=&points.1=12")
    assert form.record == Round(PerSide((None, 12, None)), PerSide((0, 0, 0)))


def test_question_without_a_sent_box_is_missing():
    form = form_of(Round, "again=yes")
    assert form.record is None
    assert form.missing == {"points.0", "points.1", "points.2"}
    assert list(form.errors) == ["points.0"]


def test_buttons_that_add_points_are_named_for_the_number_pad():
    assert [box.adds for box in form_of(Round).groups[0].boxes] == ["A=1|10s=10"] * 3


@pytest.mark.django_db
def test_misere_and_open_misere_have_a_button_each():
    game = every_game()["five_hundred"]
    seating = game.examples[0].seating
    for house, titles in (
        ({"open_misere_value": 500}, ["Misère", "Open misère"]),
        ({"open_misere_value": None}, ["Misère"]),
        ({"misere_value": None, "open_misere_value": 500}, ["Open misère"]),
    ):
        cast = Cast(game, Example("", replace(game.presets[0].house, **house), seating, (), ()))
        entry = cast.get("Bo", "hand").context["entry"]
        assert [key.title for key in entry.kind_keys if key.kind.id == "misere"] == titles


# Numbers with a known sum: the last one is filled in, also without script


@dataclass(frozen=True)
class Paid:
    points: Annotated[PerSide[Fraction | None], Ask("Points", least=-100, most=100, total=0)]


@dataclass(frozen=True)
class Books:
    books: Annotated[PerSide[int], Ask("Books", most=13, total=13)]


@dataclass(frozen=True)
class Hearts:
    """Points: 26 in all; if a player shoots the moon, 26 for each of the two others."""

    points: Annotated[PerSide[int], Ask("Points", most=26, total=26, other_total=52)]


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
    for first, second, last in ((4, 6, 16), (0, 26, 0), (26, 26, 0), (20, 26, 6)):
        form = form_of(Hearts, f"points.0={first}&points.1={second}&points.2=")
        assert form.record == Hearts(PerSide((first, second, last)))


def test_last_number_is_never_negative_or_guessed():
    for first, second in (("9", "6"), ("x", "6"), ("4", "")):
        form = form_of(Books, f"books.0={first}&books.1={second}&books.2=")
        assert form.record is None
        assert (form.data["books.1"], form.data["books.2"]) == ([second], [""])


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
