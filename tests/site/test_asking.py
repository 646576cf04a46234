"""The boxes of a form: hidden, folded and prefilled."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Annotated
from urllib.parse import parse_qs

import pytest

from games import every_game
from games.engine import ENGLISH, Ask, Example, PerSide, Seating, Sheet
from scorekeeper.sheet.boxes import idle_of
from scorekeeper.sheet.record_form import RecordForm
from scorekeeper.sheet.relevance import relevance
from tests import nightly

from .cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.looks]

GAMES = list(every_game().values())
SHAPES = [(game, seating.shape) for game in GAMES for seating in game.seatings]


def names_on(page: str) -> set[str]:
    """Return the names of a page's boxes; one key may answer several."""
    return {path for name in re.findall(r' name="([^"]+)"', page) for path in name.split("+")}


@pytest.mark.parametrize(
    ("game", "shape"),
    nightly.one_of_each(SHAPES, lambda one: one[0].slug),
    ids=lambda value: getattr(value, "slug", None) or "x".join(map(str, value)),
)
def test_every_box_of_every_kind_of_hand_can_be_answered_on_the_page(db: None, game, shape) -> None:
    preset = next((one for one in game.presets if shape in game.shapes(one)), game.presets[0])
    example = Example("", preset.house, Seating(*shape), (), (0,) * shape[1])
    cast = Cast(game, example)
    sheet = cast.state.sheet
    for kind in game.kinds_at(sheet):
        page = cast.get("Bo", "hand", data={"kind": kind})
        form = page.context["entry"].form
        never = {name for name, trees in relevance(form).items() if trees == [0]}
        asked = {path for path, blank in form.blanks.items() if blank.question not in never}
        assert asked <= names_on(page.content.decode())


@dataclass(frozen=True)
class Round:
    """A round with a rare question."""

    points: Annotated[PerSide[int | None], Ask("Points", most=50, adds=lambda sheet: [("A", 1), ("10s", 10)])]
    extra: Annotated[PerSide[int], Ask("Extra", most=200, seldom=True)] = PerSide((0,))
    again: Annotated[bool, Ask("Again?", seldom=True)] = False


def made(text: str = "", **answers: object) -> RecordForm:
    data = parse_qs(text, keep_blank_values=True) if text else None
    return RecordForm(Round, Sheet(Seating(3, 3), None), ENGLISH, data=data, answers=answers)


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


def test_a_box_of_a_record_within_is_idle_where_that_record_says_so() -> None:
    form = RecordForm(
        Day, Sheet(Seating(3, 3), None), ENGLISH, data=parse_qs("evening.out=yes&evening.weight=7")
    )
    assert idle_of(form.groups) == ("morning.weight",)
    assert [group.matters for group in form.groups] == [True, True]
    assert form.record == Day(Catch(), Catch(True, 7))
    other = parse_qs("morning.weight=9&evening.out=yes")
    form = RecordForm(Day, Sheet(Seating(3, 3), None), ENGLISH, data=other)
    assert form.record == Day(Catch(), Catch(True))


def test_what_is_seldom_asked_is_folded_until_it_says_something_else() -> None:
    points, extra, again = made().groups
    assert (points.folded, extra.folded, again.folded) == (False, True, True)
    answered = RecordForm(Round, Sheet(Seating(3, 3), None), ENGLISH, answers={"extra.1": 7})
    assert [group.folded for group in answered.groups] == [False, False, True]


def test_a_box_that_is_hidden_among_others_says_none() -> None:
    form = made("points.0=&points.1=12")
    assert form.record == Round(PerSide((None, 12, None)), PerSide((0, 0, 0)))


def test_a_question_of_which_no_box_was_sent_is_still_to_be_answered() -> None:
    form = made("again=yes")
    assert form.record is None
    assert form.missing == {"points.0", "points.1", "points.2"}
    assert list(form.errors) == ["points.0"]


def test_the_keys_that_add_up_are_named_for_the_pad() -> None:
    assert [box.adds for box in made().groups[0].boxes] == ["A=1|10s=10"] * 3


@pytest.mark.parametrize(
    ("house", "keys"),
    [
        ({"open_misere_value": 500}, ["Misère", "Open misère"]),
        ({"open_misere_value": None}, ["Misère"]),
        ({"misere_value": None, "open_misere_value": 500}, ["Open misère"]),
    ],
    ids=["both", "closed", "open"],
)
def test_a_misere_and_an_open_one_have_a_key_each_where_both_are_played(
    db: None, house: dict[str, object], keys: list[str]
) -> None:
    game = every_game()["five_hundred"]
    example = game.examples[0]
    own = replace(game.presets[0].house, **house)
    cast = Cast(game, Example("", own, example.seating, (), (0,) * example.seating.sides))
    entry = cast.get("Bo", "hand").context["entry"]
    assert [key.title for key in entry.kind_keys if key.kind.id == "misere"] == keys
