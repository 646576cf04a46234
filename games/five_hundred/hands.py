"""What the phone asks: how a hand was bid, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

from games.engine import Ask, Moment, PerSide, Seat, Side, _

from . import rulebook as rule
from .bids import BID, LEVELS, UNNUMBERED, Call, Trumps, value
from .cards import HAND
from .house import Table
from .options import MisereTricks, SixBids

REVOKE = "revoke"  # the referee's question whose ruling stands in for a hand
REVOKE_WRITTEN = "revoke_in_last_hand"  # the one whose ruling corrects the hand above it


def lowest(sheet: Table) -> int:
    """The lowest level that can become a contract."""
    signals = sheet.house.six_bids is SixBids.SIGNAL_ONLY
    return max(sheet.house.min_level, LEVELS[1] if signals else LEVELS[0])


def contracts(sheet: Table) -> tuple[Call, ...]:
    """Every bid that can become the contract here."""
    numbered = (call for call in BID.values() if call.level >= lowest(sheet))
    return (*numbered, *(call for call in UNNUMBERED if value(call, sheet.house) is not None))


def with_five(hand: object, sheet: Table) -> bool:
    return sheet.seating.sides == 5


def tricks_count(hand: Misere | DoubleNullo | BarNullo, sheet: Table) -> bool:
    """Whether the tricks of a misère are paid for and do not follow from its being made."""
    paid = sheet.house.misere_defender_tricks is MisereTricks.PER_TRICK
    return paid and (not hand.made or sheet.seating.sides > 2)


def tricks_contradict(hand: Misere | DoubleNullo | BarNullo, sheet: Table) -> bool:
    """Whether the tricks written deny what was said of the bid: made and a trick taken, or lost and none."""
    side = sheet.seating.side(hand.bidder)
    return any(hand.tricks) and side < len(hand.tricks) and hand.made == (hand.tricks[side] > 0)


def tricks_asked(hand: Misere | DoubleNullo | BarNullo, sheet: Table) -> bool:
    """Whether the tricks of a misère matter; what contradicts the others is refused, not forgotten."""
    return tricks_count(hand, sheet) or tricks_contradict(hand, sheet)


def may_be_open(hand: Misere, sheet: Table) -> bool:
    """Whether it must be said; an open misère where none is played is refused, not forgotten."""
    closed, shown = (value(call, sheet.house) for call in (Call.MISERE, Call.OPEN_MISERE))
    return hand.open or shown is not None or closed is None


def two_got_there(hand: Hand, sheet: Table) -> bool:
    """Whether two who did not bid reached the target together, so that someone must say who was first."""
    from .outcome import crossed_together  # which reads hands, so it cannot stand above

    return bool(crossed_together(hand, sheet))


def bid_grid(kind: str, sheet: Table) -> Mapping[str, Any]:
    """The bids of this table as they are printed, each with its value: keys for the template."""
    if kind != "contract":
        return {}
    rows = tuple(
        (level, tuple((trumps, value(BID[level, trumps], sheet.house)) for trumps in Trumps))
        for level in LEVELS
        if level >= lowest(sheet)
    )
    return {"together": (("level", ("trumps",)),), "columns": tuple(Trumps), "rows": rows}


WHO_BID = Ask(_("Who won the bidding?"), moment=Moment.AUCTION, rule=rule.HIGHER)
TRICKS = Ask(_("Tricks taken"), most=HAND, total=HAND, rule=rule.DEAL)
TRICKS_IN_ALL = Ask(_("Tricks taken"), most=HAND, relevant_if=tricks_asked, rule=rule.MISERE_PAID)
FIRST_THERE = Ask(
    _("Whose trick got there first?"), relevant_if=two_got_there, rule=rule.FIRST_TRICK,
    about=_("Two who did not bid got there in this hand."),
)  # fmt: skip
PARTNER = Ask(
    _("Who was the partner?"),
    relevant_if=with_five,
    rule=rule.CALL_PARTNER,
    none=_("Nobody"),
    about=_("Nobody: the bidder played alone."),
)

# Where nobody need count: what a hand keeps that was not asked for its tricks.
UNCOUNTED: PerSide[int] = PerSide()


@dataclass(frozen=True)
class Contract:
    """A numbered bid, played to the end."""

    title: ClassVar[str] = _("Ordinary bid")
    sentence: ClassVar[str] = _(
        "{bidder} bid {level}{trumps}, partner {partner}, took {tricks}; first there: {first_there}"
    )

    bidder: Annotated[Seat, WHO_BID]
    level: Annotated[
        int,
        Ask(
            _("How many tricks?"), lowest, LEVELS[-1], offers=tuple(LEVELS),
            moment=Moment.AUCTION, rule=rule.LOWEST,
        ),
    ]  # fmt: skip
    trumps: Annotated[Trumps, Ask(_("Trumps"), moment=Moment.AUCTION, rule=rule.BIDS)]
    partner: Annotated[Seat | None, PARTNER] = field(default=None, kw_only=True)
    tricks: Annotated[PerSide[int], replace(TRICKS, reaches="level")]
    first_there: Annotated[Side | None, FIRST_THERE] = None


@dataclass(frozen=True)
class Misere:
    """A bid to lose every trick, alone."""

    title: ClassVar[str] = _("Misère")
    sentence: ClassVar[str] = _(
        "{bidder} bid misère, {open}, {made}; tricks: {tricks}; first there: {first_there}"
    )

    bidder: Annotated[Seat, WHO_BID]
    open: Annotated[
        bool,
        Ask(
            _("Open misère?"),
            yes=_("open"),
            no=_("closed"),
            as_kind=_("Open misère"),
            relevant_if=may_be_open,
            moment=Moment.AUCTION,
            rule=rule.OPEN_MISERE,
        ),
    ] = field(default=False, kw_only=True)
    made: Annotated[
        bool,
        Ask(_("Did the bidder lose every trick?"), yes=_("made"), no=_("failed"), rule=rule.MISERE_SCORE),
    ]
    tricks: Annotated[PerSide[int], TRICKS_IN_ALL] = UNCOUNTED
    first_there: Annotated[Side | None, FIRST_THERE] = None


@dataclass(frozen=True)
class DoubleNullo:
    """A bid of two partners to lose every trick."""

    title: ClassVar[str] = _("Double nullo")
    sentence: ClassVar[str] = _(
        "{bidder} bid double nullo, {made}; tricks: {tricks}; first there: {first_there}"
    )

    bidder: Annotated[Seat, WHO_BID]
    made: Annotated[
        bool,
        Ask(_("Did both lose every trick?"), yes=_("made"), no=_("failed"), rule=rule.NULLO_SCORE),
    ]
    tricks: Annotated[PerSide[int], TRICKS_IN_ALL] = UNCOUNTED
    first_there: Annotated[Side | None, FIRST_THERE] = None


@dataclass(frozen=True)
class BarNullo:
    """A bid to lose every trick without the kitty."""

    title: ClassVar[str] = _("Bar nullo")
    sentence: ClassVar[str] = _(
        "{bidder} bid bar nullo, {made}; tricks: {tricks}; first there: {first_there}"
    )

    bidder: Annotated[Seat, WHO_BID]
    made: Annotated[
        bool, Ask(_("Did the bidder lose every trick?"), yes=_("made"), no=_("failed"), rule=rule.NULLO_SCORE)
    ]
    tricks: Annotated[PerSide[int], TRICKS_IN_ALL] = UNCOUNTED
    first_there: Annotated[Side | None, FIRST_THERE] = None


@dataclass(frozen=True)
class Declare:
    """The winner of the bidding played alone for all ten tricks."""

    title: ClassVar[str] = _("Declared")
    sentence: ClassVar[str] = _("{bidder} declared, took {tricks}; first there: {first_there}")

    bidder: Annotated[Seat, WHO_BID]
    tricks: Annotated[PerSide[int], TRICKS]
    first_there: Annotated[Side | None, FIRST_THERE] = None


@dataclass(frozen=True)
class PlayedNoTrump:
    """Nobody bid, and the hand was played at no trumps."""

    title: ClassVar[str] = _("Everyone passed, no trumps")
    sentence: ClassVar[str] = _("Nobody bid, at no trumps: {tricks}; first there: {first_there}")

    tricks: Annotated[PerSide[int], TRICKS]
    first_there: Annotated[Side | None, FIRST_THERE] = None


@dataclass(frozen=True)
class Revoke:
    """A hand in which somebody did not follow suit, settled by the table's rule."""

    title: ClassVar[str] = _("A revoke")
    sentence: ClassVar[str] = _(
        "{bidder} bid {bid}, partner {partner}, {by} revoked; tricks: {tricks}; first there: {first_there}"
    )

    bidder: Annotated[Seat, WHO_BID]
    bid: Annotated[Call, Ask(_("What was the bid?"), of=contracts, moment=Moment.AUCTION, rule=rule.BIDS)]
    partner: Annotated[Seat | None, PARTNER] = field(default=None, kw_only=True)
    by: Annotated[Seat, Ask(_("Who revoked?"), rule=rule.REVOKE)]
    tricks: Annotated[
        PerSide[int],
        Ask(
            _("Tricks taken"), most=HAND, rule=rule.REVOKE_BIDDER,
            about=_("As they were or would have been made; when the play went back, as it ended."),
        ),
    ]  # fmt: skip
    first_there: Annotated[Side | None, FIRST_THERE] = None


@dataclass(frozen=True)
class PassedIn:
    """Nobody bid, and nobody scored."""

    title: ClassVar[str] = _("Everyone passed")


Bid = Contract | Misere | DoubleNullo | BarNullo | Declare | Revoke
Hand = Bid | PlayedNoTrump | PassedIn


def they_got_there(facts: RevokeWritten, sheet: Table) -> bool:
    """The same once a revoke has put the last hand right."""
    hand = sheet.last
    if not isinstance(hand, Bid):
        return False
    return two_got_there(facts.mended(hand), replace(sheet, rows=sheet.rows[:-1], outcome=None))


@dataclass(frozen=True)
class RevokeWritten:
    """The hand last written, in which somebody revoked, and what puts it right."""

    by: Annotated[Seat, Ask(_("Who revoked?"), rule=rule.REVOKE)]
    tricks: Annotated[
        PerSide[int],
        Ask(
            _("Tricks, where they come out otherwise than written"), most=HAND, rule=rule.REVOKE_BIDDER,
            about=_("As they would have been made; when the play went back, as it ended."),
        ),
    ] = UNCOUNTED  # fmt: skip
    first_there: Annotated[Side | None, replace(FIRST_THERE, relevant_if=they_got_there)] = None

    def mended(self, hand: Bid) -> Revoke:
        """The hand as it is scored with the revoke in it."""
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
    """The bid that was played."""
    match hand:
        case Contract(level=level, trumps=trumps):
            return BID[level, trumps]
        case Misere(open=shown):
            return Call.OPEN_MISERE if shown else Call.MISERE
        case DoubleNullo():
            return Call.DOUBLE_NULLO
        case BarNullo():
            return Call.BAR_NULLO
        case Declare():
            return Call.DECLARE
    return hand.bid


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
