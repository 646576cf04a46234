"""The sentence of every kind of hand of every game, as a phone shows it during entry."""

from dataclasses import is_dataclass
from itertools import pairwise
from typing import get_args

from games import every_game
from games.engine import Moment, record_fields, sentence_pieces
from games.engine.game import COMMON_HANDS
from tests.engine.toy import TOY

GAMES = {**every_game(), TOY.slug: TOY}
HANDS = {f"{slug}-{kind}": record for slug, game in GAMES.items() for kind, record in game.hands.items()}


def records_within(record):
    yield record
    for question in record_fields(record):
        for answer_type in (question.type, *get_args(question.type)):
            if is_dataclass(answer_type):
                yield from records_within(answer_type)


RECORDS = {
    f"{name}-{record.__name__}": record
    for name, hand in {**COMMON_HANDS, **HANDS}.items()
    for record in records_within(hand)
    if any(question.needs_answer for question in record_fields(record))
}


def asked_in_order(record):
    """Return the questions of a record in the order of asking: those of the auction come first."""
    return sorted(record_fields(record), key=lambda question: question.ask.moment is Moment.PLAY)


def test_sentences_contain_the_required_questions_in_order():
    for name, record in RECORDS.items():
        questions = [piece.question for piece in sentence_pieces(record)]
        assert record.sentence, name
        assert set(questions) <= {question.name for question in record_fields(record)}, name
        assert len(questions) == len(set(questions)), f"{name}: a question twice"
        required = [question.name for question in asked_in_order(record) if question.needs_answer]
        assert [question for question in questions if question in required] == required, name


def test_pieces_of_a_sentence_are_separated_by_words():
    for name, record in RECORDS.items():
        pieces = pairwise(sentence_pieces(record))
        unseparated = [
            (piece.question, next_piece.question)
            for piece, next_piece in pieces
            if not piece.after + next_piece.before
        ]
        assert unseparated in ([], [("level", "trumps")]), name


def test_number_to_reach_is_asked_earlier():
    for name, record in RECORDS.items():
        before = {}
        for question in asked_in_order(record):
            assert not question.ask.reaches or before.get(question.ask.reaches) is int, (name, question.name)
            before[question.name] = question.type
