"""What a run of CI leaves to the night: one of each shape by day, all of everything by `make nightly`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar, get_origin

import pytest

from games import every_game
from games.engine import Choice, Example, Game, Seat, Side, optional, record_fields
from tests.conftest import PROFILE

NIGHTLY = PROFILE == "nightly"
T = TypeVar("T")


# Of a shape that another test has by day.
by_night = pytest.mark.by_night


def one_of_each(every: Iterable[T], shape: Callable[[T], Hashable]) -> list[T]:
    """By night every one; by day the first of each shape."""
    listed = list(every)
    return listed if NIGHTLY else list({shape(one): one for one in reversed(listed)}.values())[::-1]


def enough(every: Iterable[T], parts: Callable[[T], set[Any]]) -> list[T]:
    """Few of these in which each part of any occurs: each time the one with most parts still left."""
    listed, chosen = list(every), list[T]()
    left = set[Any]().union(*map(parts, listed))
    while left:
        chosen.append(max(listed, key=lambda one: len(left & parts(one))))
        left -= parts(chosen[-1])
    return chosen


def questions(every: Iterable[tuple[Game[Any], str]]) -> list[tuple[Game[Any], str]]:
    """By day one question of the referee for each set of answers that one asks for."""
    return one_of_each(every, lambda one: answered_by(one[0].questions[one[1]].facts))


def kinds_in(example: Example[Any]) -> Hashable:
    """The kinds of the hands of a worked example."""
    return frozenset(map(type, example.hands))


of_every_example = pytest.mark.parametrize(
    ("game", "example"),
    [(game, one) for game in every_game().values() for one in one_of_each(game.examples, kinds_in)],
    ids=lambda value: value.slug if isinstance(value, Game) else str(value.title)[:40],
)


def sort_of(shape: Any) -> Any:
    """The sort of an answer: a choice is one whatever may be chosen."""
    shape = optional(shape) or shape
    known = (one for one in (Choice, Seat, Side) if issubclass(shape, one))
    return get_origin(shape) or next(known, shape)


def answered_by(record: type) -> Hashable:
    """The sorts of answers that a record asks for, and whether each may be left out."""
    return frozenset((sort_of(one.type), one.required) for one in record_fields(record))
