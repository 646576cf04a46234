"""Cards as drawings with accessible names, and as pads of keys (buttons)."""

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass

from games.engine import JOKERS, RANKS, SUITS, Card, Words
from games.engine.text import _

from .boxes import Option

SUIT_NAMES = {
    "S": ("spades", _("spades")),
    "C": ("clubs", _("clubs")),
    "D": ("diamonds", _("diamonds")),
    "H": ("hearts", _("hearts")),
}
RANK_NAMES = {"J": _("jack"), "Q": _("queen"), "K": _("king"), "A": _("ace")}
MAX_COLUMNS = 8  # keys in a row of the pad, on the smallest phone


@dataclass(frozen=True)
class Face:
    """The face of a card: its corner, its suit, and its accessible name."""

    card: str
    corner: str
    suit: str
    name: str


def face_of(card: str, words: Words) -> Face:
    """Return the face of a card; for any other word, a face with that word."""
    try:
        parsed = Card.read(card)
    except ValueError:
        return Face(card, card, "", card)
    if parsed.joker:
        name = words.gettext("joker") if parsed.suit == JOKERS[0] else words.gettext("second joker")
        return Face(card, "", f"joker-{parsed.suit}", name)
    corner = "10" if parsed.rank == "T" else parsed.rank
    suit, suit_name = SUIT_NAMES[parsed.suit]
    parts = {"rank": _rank_name(parsed, words), "suit": words.gettext(suit_name)}
    return Face(card, corner, suit, words.gettext("%(rank)s of %(suit)s") % parts)


def cards_in(text: str, words: Words) -> list[Face]:
    return [face_of(word, words) for word in _words_in(text)]


@dataclass(frozen=True)
class SuitRow:
    """A suit on the pad, highest card first, and the number of keys per line."""

    suit: str
    columns: int
    faces: tuple[Face, ...]


def pad_rows(options: Iterable[Option], words: Words) -> list[SuitRow]:
    """Return the keys of a card pad: one row per suit, highest card first, jokers last."""
    by_suit: dict[str, list[Card]] = {}
    for option in options:
        card = Card.read(option.value)
        by_suit.setdefault("X" if card.joker else card.suit, []).append(card)
    return [
        SuitRow(suit, _columns(len(cards)), tuple(face_of(str(card), words) for card in cards))
        for suit in (*SUITS, "X")
        if (cards := sorted(by_suit.get(suit, ()), key=_pad_order))
    ]


@dataclass(frozen=True)
class RankKey:
    """A rank on a pad without suits, and its cards."""

    rank: str
    cards: str
    face: Face


def pad_ranks(options: Iterable[Option], words: Words) -> list[RankKey]:
    """Return the keys of a pad without suits, highest rank first, jokers last."""
    by_rank: dict[str, list[Card]] = {}
    for option in options:
        card = Card.read(option.value)
        by_rank.setdefault(card.rank, []).append(card)
    return [
        RankKey(rank, " ".join(map(str, by_rank[rank])), rank_face(by_rank[rank][0], words))
        for rank in sorted(
            by_rank, key=lambda rank: _pad_order(by_rank[rank][0]) if rank != "X" else len(RANKS)
        )
    ]


def rank_face(card: Card, words: Words) -> Face:
    """Return the face of a card without its suit."""
    if card.joker:
        return face_of(str(card), words)
    corner = "10" if card.rank == "T" else card.rank
    return Face(str(card), corner, "", _rank_name(card, words))


def ranks_in(text: str, words: Words) -> list[Face]:
    """Return the faces of the cards in a text without their suits; other words are left out."""
    faces = []
    for word in _words_in(text):
        with contextlib.suppress(ValueError):
            faces.append(rank_face(Card.read(word), words))
    return faces


def _words_in(text: str) -> list[str]:
    return text.upper().replace(",", " ").split()


def _rank_name(card: Card, words: Words) -> str:
    name = RANK_NAMES.get(card.rank)
    return words.gettext(name) if name else ("10" if card.rank == "T" else card.rank)


def _pad_order(card: Card) -> int:
    return int(card.suit) if card.joker else -RANKS.index(card.rank)


def _columns(keys: int) -> int:
    return keys if keys <= MAX_COLUMNS else -(-keys // 2)
