"""Facts in a search query: "8 spades over misère" names two calls."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

from games.engine import SUITS, Question
from scorekeeper.sheet.boxes import Box
from scorekeeper.sheet.step_form import StepForm

from .searching import STOP_WORDS, words_in

# A word of at least three ranks, such as "JQKA2", names cards unless it is a number. "KQ" is too short.
FEWEST_RANKS = 3
_RANK = re.compile(r"10|[2-9tjqka]")
_CARDS = re.compile(rf"(?:{_RANK.pattern}){{{FEWEST_RANKS},}}")
RANK_WORDS = {"jack": "j", "queen": "q", "king": "k", "ace": "a"}
_SUIT = r"(spade|heart|diamond|club)"
_NAMED_CARD = re.compile(rf" ({'|'.join(RANK_WORDS)})(?: of)? {_SUIT} ")
_NUMBERED_CARD = re.compile(rf" ({_RANK.pattern}) of {_SUIT} ")
_SPACED_RANKS = re.compile(rf"(?<= )(?:{_RANK.pattern})(?: (?:{_RANK.pattern})){{{FEWEST_RANKS - 1},}}(?= )")
_CARD = re.compile(rf"({_RANK.pattern})([shdc])")
_LONG_BID = re.compile(rf"(\d+) {_SUIT}")
NEGATIONS = frozenset(("no", "not"))


def facts_in(query: str, question: Question[Any], form: StepForm) -> tuple[dict[str, str], bool]:
    """Return the form values found in a query, and whether the query has no other words.

    Numbers in the text of the question, such as the 100 of "defence at 100", are not facts.
    """
    words: list[str | None] = list(_join_cards(words_in(query)))
    question_words = {*words_in(f"{form.words.gettext(question.text)} {question.text} {question.keywords}")}
    answers = {}
    for path, field in form.fields.items():
        if not form.requires_answer(field):
            continue
        match = _find(form.box_of[path], words, question_words, any_suits=field.ask.any_suits)
        if match is not None:
            answers[path], index, length = match
            words[index : index + length] = [None] * length
    other_words = {word for word in words if word is not None} - STOP_WORDS
    return answers, bool(answers) and not other_words


def _join_cards(words: list[str]) -> Iterator[str]:
    """Yield the words, each card or run of ranks as one word: "jack of clubs" as "jc", "q k a" as "qka"."""
    text = f" {' '.join(words)} "
    text = _NAMED_CARD.sub(lambda match: f" {RANK_WORDS[match[1]]}{match[2][0]} ", text)
    text = _NUMBERED_CARD.sub(lambda match: f" {match[1]}{match[2][0]} ", text)
    return iter(_SPACED_RANKS.sub(lambda match: _join_ranks(match[0]), text).split())


def _join_ranks(ranks: str) -> str:
    """Return ranks as one word, but unchanged if all are numbers, which need not be cards."""
    return ranks if ranks.replace(" ", "").isdecimal() else ranks.replace(" ", "")


def _find(
    box: Box, words: list[str | None], question_words: set[str], *, any_suits: bool
) -> tuple[str, int, int] | None:
    """Return the value of the first words that answer a box, the first word's index, and the word count."""
    if box.widget in ("choice", "who"):
        return _find_choice(box, words)
    if box.widget in ("yesno", "switch"):
        return _find_denial(box, words)
    for index, word in enumerate(words):
        if word is None:
            continue
        if box.widget == "cards" and (cards := _cards(box, word, any_suits=any_suits)):
            return cards, index, 1
        if box.widget in ("keys", "number") and word not in question_words and _is_within(box, word):
            return word, index, 1
    return None


def _find_choice(box: Box, words: list[str | None]) -> tuple[str, int, int] | None:
    labels = [(option.value, words_in(option.label)) for option in box.options if option.value]
    # "8s" is a bid of eight spades.
    bids = ((value, _LONG_BID.fullmatch(" ".join(label))) for value, label in labels)
    labels += [(value, [bid[1] + bid[2][0]]) for value, bid in bids if bid]
    return next(
        (
            (value, index, len(label))
            for index in range(len(words))
            for value, label in sorted(labels, key=lambda choice: -len(choice[1]))
            if label and words[index : index + len(label)] == label
        ),
        None,
    )


def _find_denial(box: Box, words: list[str | None]) -> tuple[str, int, int] | None:
    """Return "no" to a yes-or-no question if the query denies one of its words, as in "no bid"."""
    question_words = {*words_in(box.label)} - STOP_WORDS - NEGATIONS
    pairs = enumerate(itertools.pairwise(words))
    return next(
        (("no", index, 2) for index, (no, word) in pairs if no in NEGATIONS and word in question_words), None
    )


def _is_within(box: Box, word: str) -> bool:
    if not word.isdecimal() or len(word) > 6:
        return False
    if box.widget == "keys" and not box.number_name:
        return word in {option.value for option in box.options}
    number, least = int(word), box.least or 0
    return number >= least and (box.most is None or number <= box.most) and (number - least) % box.step == 0


def _cards(box: Box, word: str, *, any_suits: bool) -> str:
    """Return the cards that a word names; "" for none.

    Ranks such as "jqka2" get suits that make no flush.
    """
    values = [option.value for option in box.options]
    if card := _CARD.fullmatch(word):
        cards = [f"{_card_rank(card[1])}{card[2].upper()}"]
    elif any_suits and _CARDS.fullmatch(word) and not word.isdecimal():
        cards = []
        for index, rank in enumerate(_RANK.findall(word)):
            suits = [*SUITS[index % len(SUITS) :], *SUITS[: index % len(SUITS)]]
            same_rank = (f"{_card_rank(rank)}{suit}" for suit in suits)
            cards.append(next((card for card in same_rank if card in values and card not in cards), ""))
    else:
        return ""
    fits = all(card in values for card in cards) and len(cards) <= (box.most or len(cards))
    return " ".join(cards) if fits and len(cards) >= (box.least or 0) else ""


def _card_rank(rank: str) -> str:
    return "T" if rank == "10" else rank.upper()
