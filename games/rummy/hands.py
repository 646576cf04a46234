"""The kinds of hand: the ways a deal can end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from games.engine import Ask, Cards, PerSide, Seat, Sheet, _, pack

from . import rulebook as rule
from .house import Deal, GoingRummy, House, Scoring

TENS = "TJQK"
TEN = 10
JOKER = 15
CARDS_BY_SEATS = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}


def card_points(rank: str, house: House) -> int:
    """Return the points of a card in the hand."""
    if rank == "X":
        return JOKER
    if rank == "A":
        return house.ace_points
    return TEN if rank in TENS else int(rank)


def points_of(cards: Cards, house: House) -> int:
    """Return the points of the cards in a hand."""
    return sum(card_points(card.rank, house) for card in cards)


def dealt_each(house: House, seats: int) -> int:
    """Return the number of cards dealt to each player."""
    return {Deal.SEVEN: 7, Deal.TEN: 10, Deal.BY_SEATS: CARDS_BY_SEATS[seats]}[house.deal]


def table_pack(sheet: Sheet[House]) -> Cards:
    """Return the cards this table plays with."""
    return pack(jokers=sheet.house.jokers)


def hand_size(sheet: Sheet[House]) -> int:
    """Return the most cards in a hand between turns, which is the number dealt."""
    return dealt_each(sheet.house, sheet.seating.seats)


def card_values(sheet: Sheet[House]) -> list[int]:
    """Return the points of every card of the pack, the highest first."""
    return sorted((card_points(card.rank, sheet.house) for card in table_pack(sheet)), reverse=True)


def most_points_held(sheet: Sheet[House], hands: int = 1) -> int:
    """Return the most points that this many hands can hold."""
    return sum(card_values(sheet)[: hands * hand_size(sheet)])


def card_keys(sheet: Sheet[House]) -> Iterator[tuple[str, int]]:
    """Yield a button for each card value: its label, and the points that it adds."""
    for rank in "A23456789":
        yield rank, card_points(rank, sheet.house)
    yield _("10s"), TEN
    if sheet.house.jokers:
        yield _("Joker"), JOKER


def rummy_pays(hand: Out | ByCards, sheet: Sheet[House]) -> bool:
    """Return whether going rummy changes the score, which makes the question relevant.

    If nobody went out, a rummy stays relevant: ``check`` reports it instead of the answer being dropped.
    """
    if hand.winner is None:
        return hand.rummy
    going_rummy = sheet.house.going_rummy
    winner_collects = sheet.house.scoring is Scoring.WINNER_COLLECTS
    return going_rummy is GoingRummy.DOUBLE or (going_rummy is GoingRummy.PLUS10 and winner_collects)


@dataclass(frozen=True)
class Out:
    """A deal that a player ended by going out; the others count their cards."""

    title: ClassVar[str] = _("Somebody went out")
    sentence: ClassVar[str] = _("{winner} out; {left}")

    winner: Annotated[Seat, Ask(_("Who went out?"), rule=rule.OUT)]
    # None for the player who went out, who is not asked.
    left: Annotated[
        PerSide[int | None],
        Ask(_("Points left in the hand"), most=most_points_held, rule=rule.VALUES, adds=card_keys),
    ]
    rummy: Annotated[
        bool,
        Ask(
            _("Rummy! The whole hand in one turn"),
            rule=rule.RUMMY,
            relevant_if=rummy_pays,
            usual=True,
            about=_("Nothing melded or laid off before in this deal"),
        ),
    ] = False


@dataclass(frozen=True)
class Blocked:
    """A deal in which the stock ran out and no player could go out."""

    title: ClassVar[str] = _("The deal was blocked")
    sentence: ClassVar[str] = _("Blocked; {left}")

    left: Annotated[
        PerSide[int],
        Ask(_("Points left in the hand"), most=most_points_held, rule=rule.VALUES, adds=card_keys),
    ]


@dataclass(frozen=True)
class ByCards:
    """A deal entered as cards, which are counted; no card can be in two hands."""

    title: ClassVar[str] = _("By cards")
    sentence: ClassVar[str] = _("{winner} out; {cards}")

    winner: Annotated[
        Seat | None,
        Ask(_("Who went out?"), rule=rule.OUT, none=_("Nobody"), about=_("Nobody: the deal was blocked")),
    ]
    cards: Annotated[
        PerSide[Cards], Ask(_("Cards left"), most=hand_size, available=table_pack, rule=rule.VALUES)
    ]
    rummy: Annotated[
        bool, Ask(_("Rummy! The whole hand in one turn"), rule=rule.RUMMY, relevant_if=rummy_pays, usual=True)
    ] = False


KINDS = {"out": Out, "blocked": Blocked, "cards": ByCards}
Hand = Out | Blocked | ByCards
