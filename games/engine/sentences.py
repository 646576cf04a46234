"""A hand as a growing sentence: "Ann bid 8♥, took 9".

A record defines the sentence of its answers, with a placeholder for each question::

    sentence: ClassVar[str] = _("{bidder} bid {bid}, took {took}")

The text is cut into pieces, one per placeholder; here they are "{bidder}", " bid {bid}" and ", took {took}".
The words between two placeholders belong to the second. But if they contain a comma, semicolon or colon, the
words before the first such mark belong to the first. Words after the last placeholder belong to it.

A page shows the pieces one after another as the answers are given. It omits the piece of an irrelevant
question (``relevant_if``) with its words; the first words shown begin with a capital and without a comma.

A yes or a no is shown in the words of its question (``Ask.yes``, ``Ask.no``), an omitted answer as
``Ask.none``, several answers as "Bo 3, Cy 5", a nested record as its own sentence.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from .records import Ask, record_fields
from .seating import PerSeat, PerSide, Seat, Side
from .text import ENGLISH, Message, Words, _, say

BREAKS = ",;:"


class Piece(NamedTuple):
    """The words around one answer of a sentence."""

    before: str
    question: str
    after: str


def sentence_pieces(record: type, words: Words = ENGLISH) -> tuple[Piece, ...]:
    """Return the pieces of a record's sentence in the reader's language, in the order of the text.

    A record without a sentence has a piece for each question that needs an answer: the question's text.
    """
    text: str | None = getattr(record, "sentence", None)
    if text is not None:
        return split_sentence(words.gettext(text))
    questions = (question for question in record_fields(record) if question.needs_answer)
    return tuple(
        Piece(f"{', ' if n else ''}{words.gettext(question.ask.text)} ", question.name, "")
        for n, question in enumerate(questions)
    )


@lru_cache(maxsize=512)
def split_sentence(text: str) -> tuple[Piece, ...]:
    """Return the pieces of a text with placeholders, in the order of the text."""
    parts = [(literal, name) for literal, name, _spec, _conversion in string.Formatter().parse(text)]
    end = parts.pop()[0] if parts and parts[-1][1] is None else ""
    pieces: list[Piece] = []
    for literal, name in parts:
        if pieces:
            cut_at = next((n for n, character in enumerate(literal) if character in BREAKS), 0)
            pieces[-1] = pieces[-1]._replace(after=literal[:cut_at])
            literal = literal[cut_at:]
        pieces.append(Piece(literal, str(name), ""))
    if pieces:
        pieces[-1] = pieces[-1]._replace(after=end)
    return tuple(pieces)


def join_pieces(pieces: Iterable[tuple[Piece, str]]) -> str:
    """Join pieces and their answers. The first word gets a capital; an answer at the start keeps its case."""
    text = ""
    for n, (piece, answer) in enumerate(pieces):
        before = piece.before if n else piece.before.lstrip(BREAKS + " ")
        text += f"{before if n else before[:1].upper() + before[1:]}{answer}{piece.after}"
    return text


def answer_words(ask: Ask, answer: Any) -> Any:
    """Return the words for an answer in a sentence, as a value that ``Words`` can read."""
    match answer:
        case None if ask.none:
            return say(ask.none)
        case bool() if ask.yes and ask.no:
            return say(ask.yes if answer else ask.no)
        case PerSide():
            return answers_by_name({Side(n): answer_words(ask, part) for n, part in enumerate(answer)})
        case PerSeat():
            return answers_by_name({Seat(n): answer_words(ask, part) for n, part in enumerate(answer)})
        case _:
            return answer


def answers_by_name(answers: Mapping[Side, Any] | Mapping[Seat, Any]) -> tuple[Message, ...]:
    """Return several answers, each after the name of its side or seat: "Bo 3, Cy 5"."""
    return tuple(say(_("{who} {answer}"), who=who, answer=answer) for who, answer in answers.items())


@dataclass(frozen=True)
class PartialSentence(Message):
    """A sentence reduced to the pieces that have a value."""

    def read_in(self, words: Words) -> str:
        pieces = split_sentence(words.gettext(self.template))
        answered = (piece for piece in pieces if piece.question in self.values)
        return join_pieces((piece, words.read(self.values[piece.question])) for piece in answered)


def hand_sentence(record: type, /, **answers: Any) -> Message:
    """Return the sentence of a hand: ``hand_sentence(Contract, bidder=who, tricks=9)``.

    Pieces of questions that are not passed are omitted.
    """
    asks = {question.name: question.ask for question in record_fields(record)}
    return PartialSentence(
        record.sentence,  # type: ignore[attr-defined]
        {name: answer_words(asks[name], answer) for name, answer in answers.items()},
    )
