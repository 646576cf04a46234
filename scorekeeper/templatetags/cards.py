"""Cards in the templates: drawn, named, and laid out as a pad."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import JOKERS, RANKS, SUITS, Card

register = template.Library()

SUIT_NAMES: dict[str, tuple[str, str | Promise]] = {
    "S": ("spades", _("spades")),
    "C": ("clubs", _("clubs")),
    "D": ("diamonds", _("diamonds")),
    "H": ("hearts", _("hearts")),
}
RANK_NAMES = {"J": _("jack"), "Q": _("queen"), "K": _("king"), "A": _("ace")}
WIDEST = 8  # keys in a row of the pad, on the smallest phone


@dataclass(frozen=True)
class Face:
    """What a card shows: what stands in its corner, its suit, and its name for those who hear it."""

    card: str
    corner: str
    suit: str
    name: str


def face_of(card: str) -> Face:
    """The face of a card by its word; a word that is no card shows itself."""
    try:
        read = Card.read(card)
    except ValueError:
        return Face(card, card, "", card)
    if read.joker:
        first = read.suit == JOKERS[0]
        return Face(card, "", f"joker-{read.suit}", gettext("joker") if first else gettext("second joker"))
    corner = "10" if read.rank == "T" else read.rank
    suit, suit_name = SUIT_NAMES[read.suit]
    rank = RANK_NAMES.get(read.rank, corner)
    name = gettext("%(rank)s of %(suit)s") % {"rank": rank, "suit": suit_name}
    return Face(card, corner, suit, name)


@register.inclusion_tag("cards/_card.html")
def card(word: Any) -> dict[str, Any]:
    """A card, drawn."""
    return {"face": face_of(str(word))}


@register.filter
def cards_in(text: Any) -> list[str]:
    """The words of some cards."""
    return str(text or "").upper().replace(",", " ").split()


@dataclass(frozen=True)
class Row:
    """A suit on the pad, its highest card first, and how many keys stand in a line."""

    suit: str
    columns: int
    faces: tuple[Face, ...]


@register.filter
def pad_rows(options: Iterable[Any]) -> list[Row]:
    """The keys of a card pad: a row a suit, the highest card first, jokers last."""
    by_suit: dict[str, list[Card]] = {}
    for option in options:
        read = Card.read(option.value)
        by_suit.setdefault("X" if read.joker else read.suit, []).append(read)
    rows = []
    for suit in (*SUITS, "X"):
        found = by_suit.get(suit, [])
        if not found:
            continue
        found.sort(key=_height)
        rows.append(Row(suit, _columns(len(found)), tuple(face_of(str(one)) for one in found)))
    return rows


@dataclass(frozen=True)
class Rank:
    """A rank on a pad without suits, and the cards of it."""

    rank: str
    cards: str
    face: Face


@register.filter
def pad_ranks(options: Iterable[Any]) -> list[Rank]:
    """The keys of a pad for cards whose suits do not matter, the highest first, jokers last."""
    by_rank: dict[str, list[Card]] = {}
    for option in options:
        read = Card.read(option.value)
        by_rank.setdefault(read.rank, []).append(read)
    return [
        Rank(rank, " ".join(map(str, by_rank[rank])), rank_face(by_rank[rank][0]))
        for rank in sorted(by_rank, key=lambda rank: _height(by_rank[rank][0]) if rank != "X" else len(RANKS))
    ]


def rank_face(card: Card) -> Face:
    """A card without its suit."""
    if card.joker:
        return face_of(str(card))
    corner = "10" if card.rank == "T" else card.rank
    return Face(str(card), corner, "", str(RANK_NAMES.get(card.rank, corner)))


@register.filter
def ranks_in(text: Any) -> list[Face]:
    """Some cards without their suits; a word that is no card is left out."""
    faces = []
    for word in cards_in(text):
        with contextlib.suppress(ValueError):
            faces.append(rank_face(Card.read(word)))
    return faces


def _height(card: Card) -> int:
    return int(card.suit) if card.joker else -RANKS.index(card.rank)


def _columns(keys: int) -> int:
    return keys if keys <= WIDEST else -(-keys // 2)
