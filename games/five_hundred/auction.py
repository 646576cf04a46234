"""The bidding: the speaker (who must call next), the legal calls, and why other calls are illegal.

The rules are in sections 2 and 3 of the rulebook. An inkle is a bid of six that informs the partner.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.engine import (
    Auction,
    AuctionResult,
    AuctionState,
    Calls,
    Cite,
    Message,
    Offer,
    Rule,
    Seat,
    Sheet,
    _,
    cite,
    ngettext,
    say,
)

from . import rulebook as rule
from .bids import BID, CALLS, MISERES, NUMBERED, SPECIAL, Call, beats, value
from .cards import kitty_size
from .checks import FOUR_PLAYERS, RULE_OF
from .choices import AllPass, RebidRule, Rounds, Schedule, SixBids
from .dealing import REDEALS, dealer_and_redeals, next_player, seats_playing
from .hands import lowest_level
from .house import House

SIX, SEVEN = 6, 7
INKLERS = 2  # only the first two speakers may inkle


@dataclass(frozen=True)
class Bidding:
    """The state of the bidding: the speakers in order, the calls made, the highest bid."""

    sheet: Sheet[House]
    order: tuple[Seat, ...]
    calls: tuple[tuple[Seat, Call], ...] = ()
    passed: frozenset[Seat] = frozenset()
    highest: tuple[Seat, Call] | None = None
    over: bool = False  # the winner of the bidding has passed or declared at the end

    @property
    def house(self) -> House:
        return self.sheet.house

    @property
    def others_may_speak(self) -> bool:
        """Return whether players other than the highest bidder may still call."""
        if self.house.auction_rounds is Rounds.SINGLE:
            return len(self.calls) < len(self.order)
        still_bidding = [seat for seat in self.order if seat not in self.passed]
        return len(still_bidding) > 1 or (len(still_bidding) == 1 and self.highest is None)

    @property
    def has_valid_bid(self) -> bool:
        """Return whether the highest bid may become the contract."""
        return self.highest is not None and (
            self.highest[1] not in NUMBERED or self.highest[1].level >= lowest_level(self.sheet)
        )

    @property
    def may_raise_own_bid(self) -> bool:
        """Return whether the winner may raise the winning bid (rule 2.6)."""
        every_round = self.house.auction_rounds is Rounds.UNTIL_ALL_PASS
        return every_round and self.house.rebid_rule is RebidRule.ANYTIME

    @property
    def may_declare(self) -> bool:
        return (
            self.house.declare_solo
            and self.has_valid_bid
            and self.highest is not None
            and self.highest[1] in NUMBERED
        )

    @property
    def speaker(self) -> Seat | None:
        """Return the speaker; None once the bidding is over."""
        if self.over:
            return None
        if not self.others_may_speak:
            # Only the highest bidder may still call, if this table lets them raise or declare.
            return self.highest[0] if self.highest and (self.may_raise_own_bid or self.may_declare) else None
        if not self.calls:
            return self.order[0]
        last = self.order.index(self.calls[-1][0])
        seats_in_turn = (*self.order[last + 1 :], *self.order[: last + 1])
        return next(
            seat
            for seat in seats_in_turn
            if seat not in self.passed or self.house.auction_rounds is Rounds.SINGLE
        )

    def after(self, call: Call) -> Bidding:
        """Return the bidding after one more call by the speaker."""
        seat = self.speaker
        assert seat is not None, "a call after the bidding was over is not legal"
        state = replace(
            self,
            calls=(*self.calls, (seat, call)),
            over=not self.others_may_speak and call in (Call.PASS, Call.DECLARE),
        )
        if call is Call.PASS:
            return replace(state, passed=self.passed | {seat}) if self.others_may_speak else state
        return replace(state, highest=(seat, call))


def bidding_after(calls: Calls, sheet: Sheet[House]) -> Bidding:
    """Return the bidding after these calls, which were all legal."""
    dealer, _redeals = dealer_and_redeals(sheet)
    seats, first = seats_playing(sheet), next_player(dealer, sheet)
    order = tuple(seat for seat in sheet.seating.round_from(first) if seat in seats)
    bidding = Bidding(sheet, order)
    for word in calls:
        bidding = bidding.after(CALLS[word])
    return bidding


def refusal(call: Call, bidding: Bidding) -> Cite | None:
    """Cite the rule that forbids a call now; None if it is legal."""
    if bidding.speaker is None:
        return _why_too_late(bidding)
    if call is Call.PASS:
        return _why_not_pass(bidding)
    if value(call, bidding.house) is None:
        return cite(RULE_OF[call], _("{call} is not played at this table"), call=call)
    if call is Call.DECLARE:
        if bidding.others_may_speak or not bidding.may_declare:
            return cite(rule.DECLARE, _("Only the winner of the bidding may declare"))
        return None
    if not bidding.others_may_speak and not bidding.may_raise_own_bid:
        return _why_no_raise(bidding)
    return _why_not_six(call, bidding) or _why_not_special(call, bidding) or _why_too_low(call, bidding)


def _why_too_late(bidding: Bidding) -> Cite:
    if bidding.house.auction_rounds is Rounds.SINGLE:
        return cite(rule.ROUNDS, _("Everyone has spoken once, and the bidding is over"))
    if bidding.highest is None:
        return cite(rule.PASS_IS_FINAL, _("Everyone has passed, and a pass is final"))
    return _why_no_raise(bidding)


def _why_no_raise(bidding: Bidding) -> Cite:
    assert bidding.highest is not None
    seat, call = bidding.highest
    words = _("{call} stands: the others have passed for good, and nobody has bid since {who} did")
    return cite(rule.REBID, words, call=call, who=seat)


def _why_not_pass(bidding: Bidding) -> Cite | None:
    dealer, _redeals = dealer_and_redeals(bidding.sheet)
    dealer_must_bid = bidding.house.all_pass is AllPass.DEALER_BIDS and bidding.speaker == dealer
    if dealer_must_bid and not bidding.has_valid_bid:
        return cite(rule.ALL_PASS, _("Nobody else has bid, so the dealer must"))
    return None


def _why_not_six(call: Call, bidding: Bidding) -> Cite | None:
    """Cite why six may not be bid (rules 2.7 and 2.8); None if it may."""
    if call.level != SIX:
        return None
    six_bids = bidding.house.six_bids
    if six_bids is SixBids.SIGNAL_ONLY and _why_not_pass(bidding):
        return cite(rule.ALL_PASS, _("Nobody else has bid, so the dealer must, and a six is only a signal"))
    if bidding.house.min_level > SIX and six_bids is not SixBids.SIGNAL_ONLY:
        return cite(rule.LOWEST, _("The lowest bid at this table is seven"))
    if six_bids is not SixBids.NORMAL and bidding.speaker not in bidding.order[:INKLERS]:
        return cite(rule.INKLE, _("Only the first two speakers may bid six"))
    return None


def _why_not_special(call: Call, bidding: Bidding) -> Cite | None:
    """Cite the condition of misère or double nullo that is not met: rules 3.3, 3.8 and 3.9."""
    seven_bid = any(call.level >= SEVEN for _seat, call in bidding.calls)
    if call is Call.MISERE and bidding.house.misere_needs_seven and not seven_bid:
        return cite(rule.NEEDS_SEVEN, _("Misère needs a bid of seven before it"))
    if call is not Call.DOUBLE_NULLO:
        return None
    if bidding.sheet.seating.seats != FOUR_PLAYERS:
        return cite(rule.DOUBLE_NULLO, _("Double nullo is for two partners: only four can play it"))
    speaker = bidding.speaker
    partner_calls = [
        call for seat, call in bidding.calls if seat != speaker and _are_partners(seat, speaker, bidding)
    ]
    if bidding.house.double_nullo_needs_partner and Call.MISERE not in partner_calls:
        return cite(rule.NULLO_PARTNER, _("Double nullo may be bid only over the partner's misère"))
    return None


def _are_partners(seat: Seat, speaker: Seat | None, bidding: Bidding) -> bool:
    return speaker is not None and bidding.sheet.seating.side(seat) == bidding.sheet.seating.side(speaker)


def _why_too_low(call: Call, bidding: Bidding) -> Cite | None:
    last = bidding.highest[1] if bidding.highest else None
    if last is None or beats(call, last, bidding.house):
        return None
    return why_not_higher(call, last, bidding.house)


def why_not_higher(call: Call, last: Call, house: House) -> Cite:
    """Cite why a bid does not beat the last one."""
    if call == last:
        return cite(rule.HIGHER, _("{call} has been bid already"), call=call)
    if call in SPECIAL or last in SPECIAL:
        return cite(ranking_rule(call, last), _("{call} does not beat {last}"), call=call, last=last)
    if house.schedule is Schedule.ORIGINAL:
        words = _("{call} is worth no more than {last}")
        return cite(rule.BY_POINTS, words, call=call, last=last)
    if call.level == last.level:
        words = _("{call} is as many tricks as {last} in a lower suit")
        return cite(rule.HIGHER, words, call=call, last=last)
    return cite(rule.HIGHER, _("{call} is fewer tricks than {last}"), call=call, last=last)


def ranking_rule(*calls: Call) -> Rule:
    """Return the rule by which these bids rank."""
    for call, cited in (Call.OPEN_MISERE, rule.OPEN_RANK), (Call.MISERE, rule.MISERE_RANK):
        if call in calls:
            return cited
    return rule.SPECIAL_RANK if any(call in SPECIAL for call in calls) else rule.HIGHER


def offered_calls(sheet: Sheet[House]) -> tuple[Call, ...]:
    """Return the calls to offer, in order.

    Both misères are offered even where they are not played; ``refusal`` then cites the rule.
    """
    house = sheet.house
    numbered_bids = (
        call for call in BID.values() if call.level >= house.min_level or _sixes_are_signals(sheet)
    )
    special = (*SPECIAL, Call.DECLARE)
    special_bids = (call for call in special if call in MISERES or value(call, house) is not None)
    return (*numbered_bids, *special_bids, Call.PASS)


def _sixes_are_signals(sheet: Sheet[House]) -> bool:
    return sheet.house.six_bids is SixBids.SIGNAL_ONLY


def auction_state(calls: Calls, sheet: Sheet[House]) -> AuctionState:
    """Return the state of the auction after these calls."""
    bidding = bidding_after(calls, sheet)
    offers = tuple(
        Offer(str(call.value), _label(call, sheet.house), refusal(call, bidding))
        for call in offered_calls(sheet)
    )
    calls_made = tuple((seat, str(call.value)) for seat, call in bidding.calls)
    if bidding.speaker is not None:
        return AuctionState(bidding.speaker, offers, calls_made, notes=_notes_before_call(bidding))
    return AuctionState(None, offers, calls_made, result(bidding), _notes_before_lead(bidding))


def _label(call: Call, house: House) -> Message:
    points = value(call, house)
    return say(call.label) if points is None else say(_("{call} · {points}"), call=call, points=points)


def result(bidding: Bidding) -> AuctionResult:
    """Return the kind of hand that the bidding led to, and the answers that it fills in on the hand form."""
    if bidding.highest is None or not bidding.has_valid_bid:
        played_at_no_trumps = bidding.house.all_pass is AllPass.PLAY
        return AuctionResult(
            "played_no_trump" if played_at_no_trumps else "passed_in", {}, _cite_all_passed(bidding)
        )
    seat, call = bidding.highest
    reason = cite(rule.HIGHER, _("{who} has the contract: {call}"), who=seat, call=call)
    if call in NUMBERED:
        return AuctionResult("contract", {"bidder": seat, "level": call.level, "trumps": call.trumps}, reason)
    if call in MISERES:
        return AuctionResult("misere", {"bidder": seat, "open": call is Call.OPEN_MISERE}, reason)
    return AuctionResult(str(call.value), {"bidder": seat}, reason)


def _cite_all_passed(bidding: Bidding) -> Cite:
    """Cite what happens to a hand without a valid bid."""
    _seat, redeals = dealer_and_redeals(bidding.sheet)
    if bidding.house.all_pass is not AllPass.TWICE:
        words = (
            _("Nobody has bid more than a signal: {what}") if bidding.highest else _("Nobody has bid: {what}")
        )
        return cite(rule.ALL_PASS, words, what=bidding.house.all_pass)
    if redeals < REDEALS:
        words = _("Nobody has bid: the same dealer deals again, time {n} of {most}")
        return cite(rule.ALL_PASS, words, n=redeals + 1, most=REDEALS)
    words = _("Nobody has bid, and this dealer has dealt again {most} times: the deal passes on")
    return cite(rule.ALL_PASS, words, most=REDEALS)


def _notes_before_call(bidding: Bidding) -> tuple[Cite, ...]:
    """Cite what the table should know before the next call."""
    notes = []
    if bidding.highest and not bidding.has_valid_bid:
        words = _("{call} is a signal: it cannot become the contract")
        notes.append(cite(rule.INKLE, words, call=bidding.highest[1]))
    if not bidding.others_may_speak and bidding.may_raise_own_bid:
        notes.append(
            cite(rule.REBID, _("{who} may still raise; a pass lets the bid stand"), who=bidding.speaker)
        )
    if not bidding.others_may_speak and bidding.may_declare:
        words = _("{who} may declare; a pass lets the bid stand")
        notes.append(cite(rule.DECLARE, words, who=bidding.speaker))
    return tuple(notes)


def _notes_before_lead(bidding: Bidding) -> tuple[Cite, ...]:
    """Cite what happens before the first lead."""
    if bidding.highest is None or not bidding.has_valid_bid:
        return ()
    seat, call = bidding.highest
    kitty_words = ngettext(
        "{who} takes the kitty: {n} card",
        "{who} takes the kitty: {n} cards",
        kitty_size(bidding.sheet),
        who=seat,
    )
    notes = [
        cite(rule.BAR_NULLO, _("{who} plays without the kitty"), who=seat)
        if call is Call.BAR_NULLO
        else cite(rule.KITTY, kitty_words)
    ]
    if call in MISERES or call is Call.BAR_NULLO:
        notes.append(cite(rule.SIT_OUT, _("{who} plays alone; one trick taken loses the bid"), who=seat))
    if call is Call.OPEN_MISERE:
        open_shown = bidding.house.open_misere_shown
        notes.append(cite(rule.OPEN_SHOWN, _("The hand goes down {when}"), when=open_shown))
    if call is Call.DOUBLE_NULLO:
        notes.append(
            cite(rule.DOUBLE_NULLO, _("Both partners play; the bidder passes unwanted cards to the partner"))
        )
    return tuple(notes)


AUCTION = Auction[House](auction_state)
