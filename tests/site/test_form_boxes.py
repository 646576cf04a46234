"""The boxes of a form: hidden, folded and prefilled."""

import re
from dataclasses import dataclass, replace
from typing import Annotated
from urllib.parse import parse_qs

import pytest

from games import every_game
from games.engine import ENGLISH, Ask, Example, PerSide, Seating, Sheet
from scorekeeper.sheet.boxes import irrelevant_in
from scorekeeper.sheet.record_form import RecordForm
from scorekeeper.sheet.relevance import relevance
from tests import nightly

from .cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.looks]

GAMES = list(every_game().values())
SHAPES = [(game, seating.shape) for game in GAMES for seating in game.seatings]


def names_on(page) -> set[str]:
    """Return the names of a page's boxes; one key may answer several."""
    return {path for name in re.findall(r' name="([^"]+)"', page) for path in name.split("+")}


@pytest.mark.parametrize(
    ("game", "shape"),
    nightly.one_of_each(SHAPES, lambda pair: pair[0].slug),
    ids=lambda value: getattr(value, "slug", None) or "x".join(map(str, value)),
)
def test_every_box_of_every_kind_of_hand_is_on_the_page(game, shape):
    preset = next((preset for preset in game.presets if shape in game.shapes(preset)), game.presets[0])
    example = Example("", preset.house, Seating(*shape), (), (0,) * shape[1])
    cast = Cast(game, example)
    sheet = cast.state.sheet
    for kind in game.kinds_at(sheet):
        page = cast.get("Bo", "hand", data={"kind": kind})
        form = page.context["entry"].form
        never_asked = {name for name, trees in relevance(form).items() if trees == [0]}
        asked = {path for path, blank in form.fields.items() if blank.question not in never_asked}
        assert asked <= names_on(page.content.decode())


@dataclass(frozen=True)
class Round:
    """A round with a rare question."""

    points: Annotated[PerSide[int | None], Ask("Points", most=50, adds=lambda sheet: [("A", 1), ("10s", 10)])]
    extra: Annotated[PerSide[int], Ask("Extra", most=200, seldom=True)] = PerSide((0,))
    again: Annotated[bool, Ask("Again?", seldom=True)] = False


def form_of(record: type, text="", **answers: object) -> RecordForm:
    data = parse_qs(text, keep_blank_values=True) if text else None
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


def test_box_of_a_nested_record_is_irrelevant():
    form = form_of(Day, "evening.out=yes&evening.weight=7")
    assert irrelevant_in(form.groups) == ("morning.weight",)
    assert [group.matters for group in form.groups] == [True, True]
    assert form.record == Day(Catch(), Catch(True, 7))
    assert form_of(Day, "morning.weight=9&evening.out=yes").record == Day(Catch(), Catch(True))


def test_rare_question_is_folded_until_answered():
    assert [group.is_collapsed for group in form_of(Round).groups] == [False, True, True]
    assert [group.is_collapsed for group in form_of(Round, **{"extra.1": 7}).groups] == [False, False, True]


def test_hidden_box_among_others_means_none():
    form = form_of(Round, "points.0=&points.1=12")
    assert form.record == Round(PerSide((None, 12, None)), PerSide((0, 0, 0)))


def test_question_without_a_sent_box_is_missing():
    form = form_of(Round, "again=yes")
    assert form.record is None
    assert form.missing == {"points.0", "points.1", "points.2"}
    assert list(form.errors) == ["points.0"]


def test_adding_keys_are_named_for_the_pad():
    assert [box.adds for box in form_of(Round).groups[0].boxes] == ["A=1|10s=10"] * 3


def test_misere_and_open_misere_have_a_key_each():
    game = every_game()["five_hundred"]
    seating = game.examples[0].seating
    for house, keys in (
        ({"open_misere_value": 500}, ["Misère", "Open misère"]),
        ({"open_misere_value": None}, ["Misère"]),
        ({"misere_value": None, "open_misere_value": 500}, ["Open misère"]),
    ):
        cast = Cast(game, Example("", replace(game.presets[0].house, **house), seating, (), ()))
        entry = cast.get("Bo", "hand").context["entry"]
        assert [key.title for key in entry.kind_keys if key.kind.id == "misere"] == keys
