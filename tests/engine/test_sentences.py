"""Hands as sentences that grow with each answer."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

import pytest

from games.engine import (
    ENGLISH,
    Adjustment,
    Ask,
    PerSeat,
    PerSide,
    Piece,
    Seat,
    Side,
    Words,
    answer_words,
    answers_by_name,
    hand_sentence,
    sentence_pieces,
)
from games.engine.sentences import split_sentence
from tests.engine.toy import Weather

NAMES = Words(name=lambda who: ("Ann", "Bo", "Cy", "Di")[who])


@dataclass(frozen=True)
class Bid:
    sentence: ClassVar[str] = "{bidder} bid {level}{trumps}, with {partner}, took {tricks}, {won}"

    bidder: Annotated[Seat, Ask("Who bid?")]
    level: Annotated[int, Ask("How many?")]
    trumps: Annotated[Weather, Ask("Trumps")]
    tricks: Annotated[int, Ask("Tricks")]
    partner: Annotated[Seat | None, Ask("Partner", none="nobody")] = None
    won: Annotated[bool, Ask("Was it made?", yes="made", no="failed")] = False


@dataclass(frozen=True)
class Bare:
    who: Annotated[Seat, Ask("Who?")]
    n: Annotated[int, Ask("How many?")]
    note: Annotated[str, Ask("Note", seldom=True)] = ""


@pytest.mark.parametrize(
    ("text", "pieces"),  # a piece: the words before, the placeholder's name, the words after
    [
        ("{who} bid {n}, took {m}", (("", "who", ""), (" bid ", "n", ""), (", took ", "m", ""))),
        ("{n}{suit}", (("", "n", ""), ("", "suit", ""))),
        ("{who} is out; {left}", (("", "who", " is out"), ("; ", "left", ""))),
        ("Agreed: {n} points", (("Agreed: ", "n", " points"),)),
        ("{who} knocked: {n} left", (("", "who", " knocked"), (": ", "n", " left"))),
        ("{n}{suit} by {who}", (("", "n", ""), ("", "suit", ""), (" by ", "who", ""))),
        ("Everyone passed", ()),
        ("", ()),
    ],
)
def test_a_text_is_cut_before_the_words_that_lead_to_a_placeholder(text, pieces):
    assert split_sentence(text) == tuple(Piece(*piece) for piece in pieces)


def test_pieces_are_in_the_readers_language():
    french = Words(gettext={Bid.sentence: "{bidder} annonce {level}{trumps}, prend {tricks}"}.get)
    assert sentence_pieces(Bid, french)[-1] == Piece(", prend ", "tricks", "")


def test_default_sentence_has_every_required_question():
    german = Words(gettext={"Who?": "Wer?", "How many?": "Wie viele?"}.get)
    assert sentence_pieces(Bare, german) == (Piece("Wer? ", "who", ""), Piece(", Wie viele? ", "n", ""))


def test_pieces_without_a_value_are_omitted():
    assert NAMES.read(hand_sentence(Bid, bidder=Seat(0), level=8, trumps=Weather.FOUL)) == "Ann bid 8Foul"
    assert NAMES.read(hand_sentence(Bid, bidder=Seat(0), tricks=9, won=True)) == "Ann, took 9, made"
    assert NAMES.read(hand_sentence(Bid, partner=None, won=False)) == "With nobody, failed"


@pytest.mark.parametrize(
    ("ask", "answer", "text"),
    [
        (Ask("Made?", yes="made", no="failed"), True, "made"),
        (Ask("Made?", yes="made", no="failed"), False, "failed"),
        (Ask("Made?"), True, "yes"),
        (Ask("Partner", none="nobody"), None, "nobody"),
        (Ask("Cards left"), PerSide((2, 0)), "Ann 2, Bo 0"),
        (Ask("Bid?", yes="bid", no="silent"), PerSeat((True, False)), "Ann bid, Bo silent"),
        (Ask("Left", none="went out"), PerSide((None, 12)), "Ann went out, Bo 12"),
        (Ask("Who?"), Side(3), "Di"),
    ],
)
def test_an_answer_reads_in_the_words_of_its_question(ask, answer, text):
    assert NAMES.read(answer_words(ask, answer)) == text


def test_answers_of_several_players_are_listed_by_name():
    assert NAMES.read(answers_by_name({Side(3): 5, Side(1): 13})) == "Di 5, Bo 13"


def test_an_adjustment_has_a_sentence():
    sentence = hand_sentence(Adjustment, points=PerSide((5, -5)), why="{odd} cards: ten")
    assert NAMES.read(sentence) == "Agreed: Ann 5, Bo −5; {odd} cards: ten"
    assert ENGLISH.read(sentence) == "Agreed: side 1 5, side 2 −5; {odd} cards: ten"
