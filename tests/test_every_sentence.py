"""The sentence of every kind of hand of every game, as a phone shows it during entry."""

from dataclasses import is_dataclass
from itertools import pairwise
from typing import get_args

from games import every_game
from games.engine import Moment, record_fields, sentence_pieces
from games.engine.game import COMMON_HANDS
from tests.engine.toy import TOY

RECORDS = {
    f"{slug}-{kind}": record
    for slug, game in {"common": None, **every_game(), TOY.slug: TOY}.items()
    for kind, record in (game.hands if game else COMMON_HANDS).items()
}


def within(record):
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


def asked_in_order(record):
    """Return the questions of a record in the order of asking: those of the auction come first."""
    return sorted(record_fields(record), key=lambda q: q.ask.moment is Moment.PLAY)


def test_every_hand_has_a_sentence_with_the_questions_that_must_be_said_in_order():
    for name, record in EVERY.items():
        said = [piece.question for piece in sentence_pieces(record)]
        assert record.sentence, name
        assert set(said) <= {q.name for q in record_fields(record)}, name
        assert len(said) == len(set(said)), f"{name}: a question stands in a sentence once"
        must = [q.name for q in asked_in_order(record) if q.must_be_said]
        assert [question for question in said if question in must] == must, name


def test_every_piece_is_told_apart_from_the_one_before():
    for name, record in EVERY.items():
        pieces = pairwise(sentence_pieces(record))
        together = [(a.question, b.question) for a, b in pieces if not a.after + b.before]
        assert together in ([], [("level", "trumps")]), name


def test_what_a_number_must_reach_is_a_number_that_is_asked_before_it():
    for name, record in EVERY.items():
        before = {}
        for q in asked_in_order(record):
            assert not q.ask.reaches or before.get(q.ask.reaches) is int, (name, q.name)
            before[q.name] = q.type
