"""Selection of test cases: all in `make nightly`; in other runs ("by day") one of each kind."""

from typing import get_origin

import pytest

from games import every_game
from games.engine import Choice, Game, Seat, Side, optional, record_fields
from tests.conftest import PROFILE

NIGHTLY = PROFILE == "nightly"
# Marks a test that runs only in nightly runs; by day a similar test covers it.
by_night = pytest.mark.by_night


def one_of_each(items, shape):
    """Return every item in nightly runs; by day the first item for each value of ``shape(item)``."""
    items = list(items)
    # Reversed, so that the first item with a value replaces the later ones.
    return items if NIGHTLY else list({shape(item): item for item in reversed(items)}.values())[::-1]


def greedy_cover(items, parts_of):
    """Return a few items that together have every part; pick the item with the most new parts each time."""
    items, chosen = list(items), []
    remaining = set().union(*map(parts_of, items))
    while remaining:
        chosen.append(max(items, key=lambda item: len(remaining & parts_of(item))))
        remaining -= parts_of(chosen[-1])
    return chosen


def questions(cases):
    """Return every pair of game and question id in nightly runs; by day one for each set of answer sorts."""
    return one_of_each(cases, lambda case: answer_sorts(case[0].questions[case[1]].facts))


def kinds_in(example):
    return frozenset(map(type, example.hands))


of_every_example = pytest.mark.parametrize(
    ("game", "example"),
    [(game, example) for game in every_game().values() for example in one_of_each(game.examples, kinds_in)],
    ids=lambda value: value.slug if isinstance(value, Game) else str(value.title)[:40],
)


of_every_preset = pytest.mark.parametrize(
    ("game", "preset"),
    [
        pytest.param(game, preset, id=f"{game.slug}-{preset.id}")
        for game in every_game().values()
        for preset in (game.presets if NIGHTLY else game.presets[:1])
    ],
)


def sort_of(answer_type):
    """Return the sort of answer that a type stands for; all types of choices are one sort."""
    answer_type = optional(answer_type) or answer_type
    if origin := get_origin(answer_type):
        return origin
    return next((kind for kind in (Choice, Seat, Side) if issubclass(answer_type, kind)), answer_type)


def answer_sorts(record):
    """Return the sorts of answers that a record asks for, and whether each is optional."""
    return frozenset((sort_of(field.type), field.required) for field in record_fields(record))
