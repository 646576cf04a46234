"""The sentence of every kind of hand ("Ann bid 8♥, took 9"), as a phone shows it during entry."""

from dataclasses import is_dataclass
from itertools import pairwise
from typing import get_args

from games import every_game
from games.engine import Moment, record_fields, sentence_pieces
from games.engine.game import COMMON_HANDS
from tests.engine.toy import TOY


def records_within(record):
    yield record
    for question in record_fields(record):
        for answer_type in (question.type, *get_args(question.type)):
            if is_dataclass(answer_type):
                yield from records_within(answer_type)


RECORDS = {
    record
    for hands in (COMMON_HANDS, TOY.hands, *(game.hands for game in every_game().values()))
    for hand in hands.values()
    for record in records_within(hand)
    if any(question.needs_answer for question in record_fields(record))
}


def asked_in_order(record):
    """Return the questions of a record in the order of asking: those of the auction come first."""
    return sorted(record_fields(record), key=lambda question: question.ask.moment is Moment.PLAY)


def test_sentences_contain_the_required_questions_in_order():
    for record in RECORDS:
        questions = [piece.question for piece in sentence_pieces(record)]
        assert record.sentence, record
        assert set(questions) <= {question.name for question in record_fields(record)}, record
        assert len(questions) == len(set(questions)), f"{record}: a question twice"
        required = [question.name for question in asked_in_order(record) if question.needs_answer]
        assert [question for question in questions if question in required] == required, record


def test_pieces_of_a_sentence_are_separated_by_words():
    for record in RECORDS:
        unseparated = [
            (piece.question, next_piece.question)
            for piece, next_piece in pairwise(sentence_pieces(record))
            if not piece.after + next_piece.before
        ]
        # The bid of Five Hundred has nothing between its parts: "7♥".
        assert unseparated in ([], [("level", "trumps")]), record


def test_the_bid_that_an_answer_reaches_is_asked_earlier():
    """Check that ``Ask.reaches`` is empty or names an earlier question whose answer is a number."""
    for record in RECORDS:
        earlier_types = {}
        for question in asked_in_order(record):
            reaches = question.ask.reaches
            assert not reaches or earlier_types.get(reaches) is int, (record, question.name)
            earlier_types[question.name] = question.type
