"""The kinds of hand of 200, and facts derived from their answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar

from games.engine import AcceptedRuling, Ask, Choice, Moment, PerSide, Row, Seat, Sheet, Side, _

from . import rulebook as rule
from .house import MOST_PER_CARD, POINTS_IN_PACK, AllPass, AuctionRounds, House, KittyPoints, RevokeRule

TWO = 2  # sides in the usual game: one bids, one defends
NOBODY = PerSide((False,))  # no side bid; the one False stands for every side
REVOKE = "revoke"  # the referee's question whose ruling replaces a hand
REVOKE_IN_LAST_HAND = "revoke_in_last_hand"  # the referee's question whose ruling corrects the last hand


class Trump(Choice):
    """The trump suit."""

    SPADES = "spades", _("♠ spades")
    CLUBS = "clubs", _("♣ clubs")
    DIAMONDS = "diamonds", _("♦ diamonds")
    HEARTS = "hearts", _("♥ hearts")


def _lowest_bid(sheet: Sheet[House]) -> int:
    return sheet.house.min_bid


def _highest_bid(sheet: Sheet[House]) -> int:
    return sheet.house.max_bid


def _points_in_tricks(sheet: Sheet[House]) -> int | None:
    """Return the sum of the points in all piles; None if some points may be buried."""
    return None if sheet.house.kitty_size else POINTS_IN_PACK


def _most_buried(sheet: Sheet[House]) -> int:
    return sheet.house.kitty_size * MOST_PER_CARD


def _has_kitty(hand: Deal, sheet: Sheet[House]) -> bool:
    return sheet.house.kitty_size > 0


def _last_trick_matters(hand: Deal, sheet: Sheet[House]) -> bool:
    house = sheet.house
    return house.kitty_size > 0 and house.kitty_points_to is KittyPoints.LAST_TRICK and hand.buried > 0


def _silence_matters(hand: Deal, sheet: Sheet[House]) -> bool:
    """Return whether a defending side would score nothing if it was silent."""
    return any(at_threshold(side, sheet) for side in sheet.seating.others(bidders(hand, sheet)))


def _defender_bid_matters(hand: Deal, sheet: Sheet[House]) -> bool:
    """Return whether ``defender_bid`` is relevant: a bid was possible and decides the score.

    An impossible "yes" stays relevant, so that ``check`` can refuse it: irrelevant answers are dropped.
    """
    if sheet.seating.sides != TWO or not most_other_bids(hand, sheet):
        return hand.defender_bid
    return _silence_matters(hand, sheet)


def _sides_bid_matters(hand: Deal, sheet: Sheet[House]) -> bool:
    if sheet.seating.sides == TWO or not most_other_bids(hand, sheet):
        return any(hand.sides_bid)
    return _silence_matters(hand, sheet)


def _first_call_matters(hand: Deal, sheet: Sheet[House]) -> bool:
    """Return whether a silent side is excused if the highest bid was the bidder's first call."""
    house = sheet.house
    if house.shutout_counts_as_silent or house.auction is AuctionRounds.SINGLE_ROUND:
        return False
    return hand.bid == house.max_bid and any(
        at_threshold(side, sheet) and not has_bid(side, hand, sheet) and had_no_turn(side, hand, sheet)
        for side in sheet.seating.others(bidders(hand, sheet))
    )


@dataclass(frozen=True)
class Deal:
    """A hand that was bid for and played."""

    title: ClassVar[str] = _("A hand played")
    sentence: ClassVar[str] = _(
        "{bidder} bid {bid}, {defender_bid}, {sides_bid}, {first_call}, took {took}, buried {buried}, "
        "last trick: {last_trick}"
    )

    bidder: Annotated[Seat, Ask(_("Who won the bidding?"), rule=rule.AUCTION_ENDS, moment=Moment.AUCTION)]
    bid: Annotated[
        int,
        Ask(
            _("The bid"),
            least=_lowest_bid,
            most=_highest_bid,
            step=5,
            rule=rule.BIDS,
            moment=Moment.AUCTION,
        ),
    ]
    defender_bid: Annotated[
        bool,
        Ask(
            _("Did either defender bid?"),
            yes=_("a defender bid too"),
            no=_("no defender bid"),
            rule=rule.HUNDRED,
            moment=Moment.AUCTION,
            relevant_if=_defender_bid_matters,
        ),
    ] = field(default=False, kw_only=True)
    sides_bid: Annotated[
        PerSide[bool],
        Ask(
            _("Bid too?"),
            yes=_("bid too"),
            no=_("silent"),
            rule=rule.HUNDRED,
            moment=Moment.AUCTION,
            relevant_if=_sides_bid_matters,
        ),
    ] = field(default=NOBODY, kw_only=True)
    first_call: Annotated[
        bool,
        Ask(
            _("Was it the bidder's first call?"),
            yes=_("at once"),
            no=_("not at once"),
            rule=rule.SHUT_OUT,
            moment=Moment.AUCTION,
            relevant_if=_first_call_matters,
            about=_("Then those still to speak never had a turn"),
        ),
    ] = field(default=False, kw_only=True)
    trump: Annotated[
        Trump | None,
        Ask(_("Trumps (optional)"), rule=rule.TRUMP, moment=Moment.AUCTION, none=_("Skip"), usual=True),
    ] = field(default=None, kw_only=True)
    took: Annotated[
        PerSide[int],
        Ask(
            _("Points taken"),
            reaches="bid",
            most=POINTS_IN_PACK,
            total=_points_in_tricks,
            step=5,
            rule=rule.RECOUNT,
        ),
    ]
    buried: Annotated[
        int,
        Ask(
            _("Points buried"),
            most=_most_buried,
            step=5,
            rule=rule.BURIED,
            relevant_if=_has_kitty,
        ),
    ] = 0
    last_trick: Annotated[
        Side | None,
        Ask(
            _("Who took the last trick?"),
            rule=rule.BURIED,
            relevant_if=_last_trick_matters,
            none=_("Not known"),
        ),
    ] = None


@dataclass(frozen=True)
class Revoke(Deal):
    """A hand not yet on the sheet, in which a player revoked."""

    by: Annotated[Side, Ask(_("Which side did not follow suit?"))] = field(kw_only=True)


@dataclass(frozen=True)
class Barouche:
    """A bid for the whole game, and its result."""

    title: ClassVar[str] = _("Barouche")
    sentence: ClassVar[str] = _("{bidder} bid Barouche, {made}")

    bidder: Annotated[Seat, Ask(_("Who bid Barouche?"), rule=rule.BAROUCHE_BID, moment=Moment.AUCTION)]
    trump: Annotated[
        Trump | None,
        Ask(_("Trumps (optional)"), rule=rule.TRUMP, moment=Moment.AUCTION, none=_("Skip"), usual=True),
    ] = field(default=None, kw_only=True)
    made: Annotated[
        bool, Ask(_("Did they take every counter?"), rule=rule.BAROUCHE, yes=_("made"), no=_("failed"))
    ]


@dataclass(frozen=True)
class PassedIn:
    """A hand without a bid."""

    title: ClassVar[str] = _("Everyone passed")


Hand = Deal | Barouche | PassedIn
KINDS = {"deal": Deal, "barouche": Barouche, "passed_in": PassedIn}


def dealer(sheet: Sheet[House]) -> Seat:
    """Return the next dealer (rules 1.5 and 2.6)."""
    steps = sum(_deal_steps(row, sheet.house) for row in sheet.rows if not row.problems)
    return sheet.seating.left(sheet.seating.first_dealer, steps)


def _deal_steps(row: Row, house: House) -> int:
    """Return the number of seats by which a row moves the deal."""
    match row.hand:
        case Deal() | Barouche():
            return 1
        case PassedIn():
            return 1 if house.all_pass is AllPass.NEXT_DEALER else 0
        case AcceptedRuling(question) if question == REVOKE and row.lines:
            return 1
        case AcceptedRuling(question) if question == REVOKE_IN_LAST_HAND and row.lines:
            return -1 if house.revoke_rule is RevokeRule.REDEAL else 0
    return 0


def bidders(hand: Deal | Barouche, sheet: Sheet[House]) -> Side:
    """Return the side that won the bidding."""
    return sheet.seating.side(hand.bidder)


def threshold(house: House) -> int | None:
    """Return the total from which a side must bid to score in defence; None if not played."""
    return house.hundred_threshold if house.hundred_rule else None


def at_threshold(side: Side, sheet: Sheet[House]) -> bool:
    """Return whether this side scores in the next hand only if it bids (rule 4.4)."""
    bar = threshold(sheet.house)
    return bar is not None and sheet.totals[side] >= bar


def most_other_bids(hand: Deal, sheet: Sheet[House]) -> int:
    """Return the largest possible number of bids before the one that won.

    A dealer who may match can have taken over another player's bid.
    """
    house = sheet.house
    matches = 1 if house.dealer_may_match and hand.bidder == dealer(sheet) else 0
    return max(0, hand.bid - house.min_bid) // house.bid_step + matches


def sides_that_bid(hand: Deal, sheet: Sheet[House]) -> frozenset[Side]:
    """Return the sides that bid but lost the auction, at a table of three or more sides."""
    bids = zip(sheet.seating.every_side, hand.sides_bid, strict=False)  # one False stands for all sides
    return frozenset(side for side, bid in bids if bid) - {bidders(hand, sheet)}


def has_bid(side: Side, hand: Deal, sheet: Sheet[House]) -> bool:
    """Return whether a side that lost the auction made a bid."""
    return hand.defender_bid if sheet.seating.sides == TWO else side in sides_that_bid(hand, sheet)


def had_no_turn(side: Side, hand: Deal, sheet: Sheet[House]) -> bool:
    """Return whether this side had no turn if the bidder called the highest bid at once.

    Every side has a turn if Barouche may be bid; the dealer's side has one if the dealer may match.
    """
    house, seating, next_dealer = sheet.house, sheet.seating, dealer(sheet)
    if house.barouche_bid or (house.dealer_may_match and side == seating.side(next_dealer)):
        return False
    order = seating.round_from(seating.left(next_dealer))
    return all(order.index(seat) > order.index(hand.bidder) for seat in seating.seats_of(side))


def was_shut_out(side: Side, hand: Deal, sheet: Sheet[House]) -> bool:
    """Return whether the highest bid, called at once, left this side without a turn (rule 4.6)."""
    at_once = hand.first_call or sheet.house.auction is AuctionRounds.SINGLE_ROUND
    return hand.bid == sheet.house.max_bid and at_once and had_no_turn(side, hand, sheet)
