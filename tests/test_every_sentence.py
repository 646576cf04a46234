"""The sentence of every kind of hand of every game, as a phone shows it during entry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from itertools import pairwise
from typing import get_args

import pytest

from games import every_game
from games.engine import Moment, record_fields, sentence_pieces
from games.engine.game import COMMON_HANDS
from tests.engine.toy import TOY

RECORDS = {
    f"{slug}-{kind}": record
    for slug, game in {"common": None, **every_game(), TOY.slug: TOY}.items()
    for kind, record in (game.hands if game else COMMON_HANDS).items()
}


def within(record: type) -> Iterator[type]:
    """Yield a record and those nested in it."""
    yield record
    for q in record_fields(record):
        for shape in (q.type, *get_args(q.type)):
            if is_dataclass(shape):
                yield from within(shape)


EVERY = {
    f"{name}-{record.__name__}": record
    for name, hand in RECORDS.items()
    for record in within(hand)
    if any(q.must_be_said for q in record_fields(record))
}


def test_every_hand_has_a_sentence_of_its_own_questions(subtests: pytest.Subtests) -> None:
    for name, record in EVERY.items():
        with subtests.test(record=name):
            said = [piece.question for piece in sentence_pieces(record)]
            assert record.sentence  # type: ignore[attr-defined]
            assert set(said) <= {q.name for q in record_fields(record)}
            assert len(said) == len(set(said)), "a question stands in a sentence once"


def test_every_question_that_must_be_said_stands_in_the_sentence_in_the_order_of_asking(
    subtests: pytest.Subtests,
) -> None:
    for name, record in EVERY.items():
        with subtests.test(record=name):
            asked = sorted(record_fields(record), key=lambda q: q.ask.moment is Moment.PLAY)
            must = [q.name for q in asked if q.must_be_said]
            assert [piece.question for piece in sentence_pieces(record) if piece.question in must] == must


def test_every_piece_is_told_apart_from_the_one_before(subtests: pytest.Subtests) -> None:
    """Check that adjacent answers are separated, since one keypad answers both."""
    for name, record in EVERY.items():
        with subtests.test(record=name):
            pieces = sentence_pieces(record)
            together = [(a.question, b.question) for a, b in pairwise(pieces) if not a.after + b.before]
            assert together in ([], [("level", "trumps")])


def test_what_a_number_must_reach_is_a_number_that_is_asked_before_it(subtests: pytest.Subtests) -> None:
    for name, record in EVERY.items():
        with subtests.test(record=name):
            asked = sorted(record_fields(record), key=lambda q: q.ask.moment is Moment.PLAY)
            names = [q.name for q in asked]
            for n, q in enumerate(asked):
                if q.ask.reaches:
                    assert q.ask.reaches in names[:n]
                    assert next(one.type for one in asked if one.name == q.ask.reaches) is int
