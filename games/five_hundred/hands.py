"""The kinds of hand: the bid, and its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

from games.engine import Ask, Moment, PerSide, Seat, Sheet, Side, _, add_lines

from . import rulebook as rule
from .bids import BID, LEVELS, UNNUMBERED, Call, Trumps, value
from .cards import HAND
from .choices import DefendersReach, DefenderTricks, MisereTricks, SixBids, WinOn
from .house import House
from .standing import reaches_target, sides_playing

REVOKE = "revoke"  # the referee's question whose ruling replaces a hand
REVOKE_IN_LAST_HAND = "revoke_in_last_hand"  # the question whose ruling corrects the hand in the row above


def lowest_level(sheet: Sheet[House]) -> int:
    """Return the lowest level that can become a contract."""
    signals = sheet.house.six_bids is SixBids.SIGNAL_ONLY
    return max(sheet.house.min_level, LEVELS[1] if signals else LEVELS[0])


def contracts(sheet: Sheet[House]) -> tuple[Call, ...]:
    """Return every bid that can become the contract at this table."""
    bids = (call for call in BID.values() if call.level >= lowest_level(sheet))
    return (*bids, *(call for call in UNNUMBERED if value(call, sheet.house) is not None))


def has_five_sides(hand: object, sheet: Sheet[House]) -> bool:
    return sheet.seating.sides == 5


def tricks_are_paid(hand: Misere | DoubleNullo | BarNullo, sheet: Sheet[House]) -> bool:
    """Return whether the tricks of a misère are paid for, and must be counted."""
    house = sheet.house
    if house.misere_defender_tricks is MisereTricks.NONE or house.defender_tricks is DefenderTricks.NEVER:
        return False
    paid_if_made = house.defender_tricks is DefenderTricks.ALWAYS
    # With two sides, a made misère needs no count: the defenders took all ten.
    return not hand.made or (paid_if_made and sheet.seating.sides > 2)


def tricks_contradict(hand: Misere | DoubleNullo | BarNullo, sheet: Sheet[House]) -> bool:
    """Return whether the tricks contradict the result: made with a trick taken, or lost with none."""
    side = sheet.seating.side(hand.bidder)
    return any(hand.tricks) and side < len(hand.tricks) and hand.made == (hand.tricks[side] > 0)


def tricks_matter(hand: Misere | DoubleNullo | BarNullo, sheet: Sheet[House]) -> bool:
    """Return whether the tricks of a misère are relevant.

    Contradictory tricks stay relevant, so that the check refuses them instead of dropping them.
    """
    return tricks_are_paid(hand, sheet) or tricks_contradict(hand, sheet)


def open_matters(hand: Misere, sheet: Sheet[House]) -> bool:
    """Return whether it matters if a misère was open.

    An impossible yes stays relevant, so that the check refuses it instead of dropping it.
    """
    closed_value, open_value = (value(call, sheet.house) for call in (Call.MISERE, Call.OPEN_MISERE))
    return hand.open or open_value is not None or closed_value is None


def first_there_matters(hand: Hand, sheet: Sheet[House]) -> bool:
    """Return whether two defenders reached the target together, so that the first must be named."""
    return bool(defenders_reaching_target(hand, sheet))


def bid_grid(kind: str, sheet: Sheet[House]) -> Mapping[str, Any]:
    """Return the template's table of bid values: a row per level, a column per trumps."""
    if kind != "contract":
        return {}
    rows = tuple(
        (level, tuple((trumps, value(BID[level, trumps], sheet.house)) for trumps in Trumps))
        for level in LEVELS
        if level >= lowest_level(sheet)
    )
    return {"together": (("level", ("trumps",)),), "columns": tuple(Trumps), "rows": rows}


ASK_BIDDER = Ask(_("Who won the bidding?"), moment=Moment.AUCTION, rule=rule.HIGHER)
ASK_TRICKS = Ask(_("Tricks taken"), most=HAND, total=HAND, rule=rule.DEAL)
ASK_NULLO_TRICKS = Ask(_("Tricks taken"), most=HAND, relevant_if=tricks_matter, rule=rule.MISERE_PAID)
ASK_FIRST_THERE = Ask(
    _("Whose trick reached the target first?"), relevant_if=first_there_matters, rule=rule.FIRST_TRICK,
    about=_("Two who did not bid reached the target in this hand."),
)  # fmt: skip
ASK_PARTNER = Ask(
    _("Who was the partner?"),
    relevant_if=has_five_sides,
    rule=rule.CALL_PARTNER,
    none=_("Nobody"),
    about=_("Nobody: the bidder played alone."),
)

UNCOUNTED: PerSide[int] = PerSide()  # tricks that nobody needs to count


@dataclass(frozen=True)
class Contract:
    """A numbered bid, played to the end."""

    title: ClassVar[str] = _("Ordinary bid")
    sentence: ClassVar[str] = _(
        "{bidder} bid {level}{trumps}, partner {partner}, took {tricks}; first there: {first_there}"
    )

    bidder: Annotated[Seat, ASK_BIDDER]
    level: Annotated[
        int,
        Ask(
            _("What was the bid?"), lowest_level, LEVELS[-1], offers=tuple(LEVELS),
            moment=Moment.AUCTION, rule=rule.LOWEST,
        ),
    ]  # fmt: skip
    trumps: Annotated[Trumps, Ask(_("Trumps"), moment=Moment.AUCTION, rule=rule.BIDS)]
    partner: Annotated[Seat | None, ASK_PARTNER] = field(default=None, kw_only=True)
    tricks: Annotated[PerSide[int], replace(ASK_TRICKS, reaches="level")]
    first_there: Annotated[Side | None, ASK_FIRST_THERE] = None


@dataclass(frozen=True)
class Misere:
    """A bid to lose every trick, alone."""

    title: ClassVar[str] = _("Misère")
    sentence: ClassVar[str] = _(
        "{bidder} bid misère, {open}, {made}; tricks: {tricks}; first there: {first_there}"
    )

    bidder: Annotated[Seat, ASK_BIDDER]
    open: Annotated[
        bool,
        Ask(
            _("Open misère?"),
            yes=_("open"),
            no=_("closed"),
            as_kind=_("Open misère"),
            relevant_if=open_matters,
            moment=Moment.AUCTION,
            rule=rule.OPEN_MISERE,
        ),
    ] = field(default=False, kw_only=True)
    made: Annotated[
        bool,
        Ask(_("Did the bidder lose every trick?"), yes=_("made"), no=_("failed"), rule=rule.MISERE_SCORE),
    ]
    tricks: Annotated[PerSide[int], ASK_NULLO_TRICKS] = UNCOUNTED
    first_there: Annotated[Side | None, ASK_FIRST_THERE] = None


@dataclass(frozen=True)
class DoubleNullo:
    """A bid of two partners to lose every trick."""

    title: ClassVar[str] = _("Double nullo")
    sentence: ClassVar[str] = _(
        "{bidder} bid double nullo, {made}; tricks: {tricks}; first there: {first_there}"
    )

    bidder: Annotated[Seat, ASK_BIDDER]
    made: Annotated[
        bool,
        Ask(_("Did both lose every trick?"), yes=_("made"), no=_("failed"), rule=rule.NULLO_SCORE),
    ]
    tricks: Annotated[PerSide[int], ASK_NULLO_TRICKS] = UNCOUNTED
    first_there: Annotated[Side | None, ASK_FIRST_THERE] = None


@dataclass(frozen=True)
class BarNullo:
    """A bid to lose every trick without the kitty."""

    title: ClassVar[str] = _("Bar nullo")
    sentence: ClassVar[str] = _(
        "{bidder} bid bar nullo, {made}; tricks: {tricks}; first there: {first_there}"
    )

    bidder: Annotated[Seat, ASK_BIDDER]
    made: Annotated[
        bool, Ask(_("Did the bidder lose every trick?"), yes=_("made"), no=_("failed"), rule=rule.NULLO_SCORE)
    ]
    tricks: Annotated[PerSide[int], ASK_NULLO_TRICKS] = UNCOUNTED
    first_there: Annotated[Side | None, ASK_FIRST_THERE] = None


@dataclass(frozen=True)
class Declare:
    """A hand that the winner of the bidding played alone for all ten tricks."""

    title: ClassVar[str] = _("Declared")
    sentence: ClassVar[str] = _("{bidder} declared, took {tricks}; first there: {first_there}")

    bidder: Annotated[Seat, ASK_BIDDER]
    tricks: Annotated[PerSide[int], ASK_TRICKS]
    first_there: Annotated[Side | None, ASK_FIRST_THERE] = None


@dataclass(frozen=True)
class PlayedNoTrump:
    """A hand without a bid, played at no trumps."""

    title: ClassVar[str] = _("Everyone passed, no trumps")
    sentence: ClassVar[str] = _("Nobody bid, at no trumps: {tricks}; first there: {first_there}")

    tricks: Annotated[PerSide[int], ASK_TRICKS]
    first_there: Annotated[Side | None, ASK_FIRST_THERE] = None


@dataclass(frozen=True)
class Revoke:
    """A hand in which a player revoked, settled by the table's rule."""

    title: ClassVar[str] = _("A revoke")
    sentence: ClassVar[str] = _(
        "{bidder} bid {bid}, partner {partner}, {by} revoked; tricks: {tricks}; first there: {first_there}"
    )

    bidder: Annotated[Seat, ASK_BIDDER]
    bid: Annotated[
        Call, Ask(_("What was the bid?"), available=contracts, moment=Moment.AUCTION, rule=rule.BIDS)
    ]
    partner: Annotated[Seat | None, ASK_PARTNER] = field(default=None, kw_only=True)
    by: Annotated[Seat, Ask(_("Who revoked?"), rule=rule.REVOKE)]
    tricks: Annotated[
        PerSide[int],
        Ask(
            _("Tricks taken"), most=HAND, rule=rule.REVOKE_BIDDER,
            about=_("As they were taken, or would have been; if the play went back, as the replay ended."),
        ),
    ]  # fmt: skip
    first_there: Annotated[Side | None, ASK_FIRST_THERE] = None


@dataclass(frozen=True)
class PassedIn:
    """A hand without a bid that scores nothing."""

    title: ClassVar[str] = _("Everyone passed")


Bid = Contract | Misere | DoubleNullo | BarNullo | Declare | Revoke
Hand = Bid | PlayedNoTrump | PassedIn


def first_there_matters_after_revoke(facts: RevokeInLastHand, sheet: Sheet[House]) -> bool:
    """Return whether two defenders reached the target together once a revoke is corrected."""
    hand = sheet.last_hand
    if not isinstance(hand, Bid):
        return False
    return first_there_matters(facts.corrected(hand), replace(sheet, rows=sheet.rows[:-1], outcome=None))


@dataclass(frozen=True)
class RevokeInLastHand:
    """The last hand written, in which a player revoked, and its correction."""

    by: Annotated[Seat, Ask(_("Who revoked?"), rule=rule.REVOKE)]
    tricks: Annotated[
        PerSide[int],
        Ask(
            _("Tricks taken, if not as written"), most=HAND, rule=rule.REVOKE_BIDDER,
            about=_("As they would have been taken; if the play went back, as the replay ended."),
        ),
    ] = UNCOUNTED  # fmt: skip
    first_there: Annotated[
        Side | None, replace(ASK_FIRST_THERE, relevant_if=first_there_matters_after_revoke)
    ] = None

    def corrected(self, hand: Bid) -> Revoke:
        """Return the hand as it is scored with the revoke in it."""
        tricks, first = self.tricks or hand.tricks, self.first_there
        partner = getattr(hand, "partner", None)
        return Revoke(
            hand.bidder,
            call_of(hand),
            self.by,
            tricks,
            partner=partner,
            first_there=hand.first_there if first is None else first,
        )


def call_of(hand: Bid) -> Call:
    match hand:
        case Contract(level=level, trumps=trumps):
            return BID[level, trumps]
        case Misere(open=is_open):
            return Call.OPEN_MISERE if is_open else Call.MISERE
        case DoubleNullo():
            return Call.DOUBLE_NULLO
        case BarNullo():
            return Call.BAR_NULLO
        case Declare():
            return Call.DECLARE
    return hand.bid


def declarers(hand: Hand, sheet: Sheet[House]) -> tuple[Side, ...]:
    """Return the sides that win or lose the bid.

    There are two if the bidder at a table of five has a partner, and none without a bid.
    """
    match hand:
        case PlayedNoTrump() | PassedIn():
            return ()
        case Contract(partner=Seat() as partner) | Revoke(partner=Seat() as partner):
            # A bid without a number has level 0, and its bidder has no partner at a table of five.
            has_partner = sheet.seating.sides == 5 and partner != hand.bidder and call_of(hand).level
            if has_partner:
                return sheet.seating.side(hand.bidder), sheet.seating.side(partner)
    return (sheet.seating.side(hand.bidder),)


def defenders_reaching_target(hand: Hand, sheet: Sheet[House]) -> tuple[Side, ...]:
    """Return the defenders who reach the target together, if the first trick decides; else none."""
    house = sheet.house
    if house.win_on is not WinOn.ANY or house.both_defenders_reach is not DefendersReach.FIRST_TRICK:
        return ()
    totals = add_lines(sheet.totals, sheet.score(hand, sheet))
    at_target = tuple(side for side in sides_playing(sheet) if reaches_target(totals[side], sheet))
    return at_target if len(at_target) > 1 and not set(at_target) & set(declarers(hand, sheet)) else ()


KINDS: dict[str, type] = {
    "contract": Contract,
    "misere": Misere,
    "double_nullo": DoubleNullo,
    "bar_nullo": BarNullo,
    "declare": Declare,
    "passed_in": PassedIn,
    "played_no_trump": PlayedNoTrump,
    REVOKE: Revoke,
}
