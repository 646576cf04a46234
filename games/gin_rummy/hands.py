"""The kinds of hand: the ways a hand of gin ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from games.engine import Ask, Cards, Moment, Seat, Sheet, _, pack

from . import rulebook as rule
from .house import House, OklahomaAce

MOST_DEADWOOD = 98  # in ten cards without a meld: two each of K, Q, J and 10, and two nines
TEN = 10
DOUBLING_SUIT = "S"
NO_CARD = Cards()


def card_points(rank: str) -> int:
    """Return the deadwood of a card that is in no meld."""
    if rank == "A":
        return 1
    return TEN if rank in "TJQK" else int(rank)


def knock_limit(house: House, up_card: Cards) -> int:
    """Return the most deadwood to knock with in this hand."""
    if not (house.oklahoma and up_card):
        return house.knock_max
    if up_card[0].rank == "A" and house.oklahoma_ace is OklahomaAce.GIN_ONLY:
        return 0
    return card_points(up_card[0].rank)


def spade_doubles(house: House, up_card: Cards) -> bool:
    """Return whether this hand counts double because the card turned up is a spade."""
    return bool(house.oklahoma and house.spade_double and up_card and up_card[0].suit == DOUBLING_SUIT)


def every_card(sheet: Sheet[House]) -> Cards:
    return pack()


def highest_knock(sheet: Sheet[House]) -> int:
    """Return the most deadwood that any hand at this table may be knocked with."""
    return TEN if sheet.house.oklahoma else sheet.house.knock_max


def up_card_counts(hand: Any, sheet: Sheet[House]) -> bool:
    return sheet.house.oklahoma


def big_gin_counts(hand: Knock | Duel, sheet: Sheet[House]) -> bool:
    """Return whether big gin is relevant: where it pays, or where it was claimed with deadwood.

    An impossible answer stays relevant: an irrelevant one is dropped before check() can refuse it.
    """
    return hand.big_gin if hand.knocker_deadwood else sheet.house.big_gin_bonus is not None


def three_players(hand: Any, sheet: Sheet[House]) -> bool:
    return sheet.seating.seats == 3


@dataclass(frozen=True)
class Knock:
    """A hand in which a player knocked, and both counted their deadwood."""

    title: ClassVar[str] = _("Somebody knocked")
    sentence: ClassVar[str] = _(
        "Up-card {up_card}; {knocker} knocked, against {defender}, with {knocker_deadwood}, {big_gin}; "
        "defender's deadwood {defender_deadwood}"
    )

    up_card: Annotated[
        Cards,
        Ask(
            _("The card turned up"),
            most=1,
            available=every_card,
            rule=rule.OKLAHOMA,
            moment=Moment.AUCTION,
            relevant_if=up_card_counts,
        ),
    ] = field(default=NO_CARD, kw_only=True)
    knocker: Annotated[Seat, Ask(_("Who knocked?"), rule=rule.KNOCK)]
    defender: Annotated[
        Seat | None, Ask(_("Against whom?"), rule=rule.THREE, relevant_if=three_players, none=_("Nobody"))
    ] = field(default=None, kw_only=True)
    knocker_deadwood: Annotated[
        int, Ask(_("The knocker's deadwood"), most=highest_knock, rule=rule.DEADWOOD, about=_("0 is gin"))
    ]
    big_gin: Annotated[
        bool,
        Ask(
            _("Big gin: all eleven cards melded"),
            yes=_("big gin"),
            no=_("gin"),
            rule=rule.BIG_GIN,
            relevant_if=big_gin_counts,
        ),
    ] = field(default=False, kw_only=True)
    defender_deadwood: Annotated[
        int,
        Ask(_("The other's deadwood"), most=MOST_DEADWOOD, rule=rule.LAY_OFF, about=_("After laying off")),
    ]


@dataclass(frozen=True)
class DeadHand:
    """A dead hand: two cards are left in the stock, and nobody knocked."""

    title: ClassVar[str] = _("A dead hand")


def deadwood_matters(duel: Duel, sheet: Sheet[House]) -> bool:
    """Return whether deadwood is relevant.

    An answer for a dead hand stays relevant: an irrelevant one is dropped before check() can refuse it.
    """
    return duel.knocker is not None or bool(duel.knocker_deadwood or duel.defender_deadwood or duel.big_gin)


def gin_may_be_big(duel: Duel, sheet: Sheet[House]) -> bool:
    return deadwood_matters(duel, sheet) and (duel.big_gin or big_gin_counts(duel, sheet))


def up_card_matters(duel: Duel, sheet: Sheet[House]) -> bool:
    return deadwood_matters(duel, sheet) and up_card_counts(duel, sheet)


@dataclass(frozen=True)
class Duel:
    """One of the two hands that four players in pairs play side by side."""

    sentence: ClassVar[str] = _(
        "{knocker} knocked, with {knocker_deadwood}, {big_gin}; defender's deadwood {defender_deadwood}; "
        "up-card {up_card}"
    )

    knocker: Annotated[
        Seat | None, Ask(_("Who knocked?"), rule=rule.KNOCK, none=_("Nobody"), about=_("Nobody: a dead hand"))
    ]
    knocker_deadwood: Annotated[
        int, Ask(_("The knocker's deadwood"), most=highest_knock, relevant_if=deadwood_matters)
    ] = 0
    big_gin: Annotated[
        bool,
        Ask(
            _("Big gin: all eleven cards melded"),
            yes=_("big gin"),
            no=_("gin"),
            rule=rule.BIG_GIN,
            relevant_if=gin_may_be_big,
        ),
    ] = field(default=False, kw_only=True)
    defender_deadwood: Annotated[
        int,
        Ask(
            _("The other's deadwood"),
            most=MOST_DEADWOOD,
            rule=rule.LAY_OFF,
            about=_("After laying off"),
            relevant_if=deadwood_matters,
        ),
    ] = 0
    up_card: Annotated[
        Cards,
        Ask(
            _("The card turned up"),
            most=1,
            available=every_card,
            about=_("Oklahoma only"),
            relevant_if=up_card_matters,
        ),
    ] = NO_CARD


@dataclass(frozen=True)
class Partners:
    """Both hands of a round in pairs."""

    title: ClassVar[str] = _("A round in pairs")
    sentence: ClassVar[str] = _("{first}; {second}")

    first: Annotated[Duel, Ask(_("One hand"), rule=rule.PARTNERS)]
    second: Annotated[Duel, Ask(_("The other hand"), rule=rule.PARTNERS)]


KINDS = {"knock": Knock, "dead_hand": DeadHand, "partners": Partners}
Hand = Knock | DeadHand | Partners
