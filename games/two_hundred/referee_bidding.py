"""Rulings on the bidding: section 2 of the rulebook, and rule 8.2."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from games.engine import PASS, Ask, Calls, Cite, NoFacts, Ruling, Sheet, _, cite, ruling, run_auction, say

from . import rulebook as rule
from .auction import AUCTION, BAROUCHE
from .hands import dealer
from .house import AllPass, House


@dataclass(frozen=True)
class NextCall:
    """The calls so far, from the dealer's left, and the next call."""

    calls: Annotated[Calls, Ask(_("The calls so far"), about=_("From the dealer's left: 50 pass 60 …"))]
    call: Annotated[Calls, Ask(_("The next call"), least=1, most=1, about=_("A number, pass or barouche"))]


def on_call(facts: NextCall, sheet: Sheet[House]) -> Ruling:
    """Answer "Can I bid 75 over 75?"."""
    call = str(facts.call).lower()
    calls = Calls(word.lower() for word in (*facts.calls, *facts.call))
    _state, illegal_call = run_auction(AUCTION, calls, sheet)
    if illegal_call is None:
        reason = _why_legal(facts, sheet)
        return ruling("legal", cite(reason.rule, _("Legal: {call} may be called here."), call=call), reason)
    sentence = (
        say(_("Not legal: {call} may not be called here."), call=illegal_call.call)
        if illegal_call.index == len(facts.calls)
        else say(_("Something was wrong before that: {call} was not legal."), call=illegal_call.call)
    )
    if illegal_call.because:
        match_refusal: tuple[Cite, ...] = ()
        if illegal_call.speaker == dealer(sheet) and illegal_call.call == _last_bid(facts.calls):
            words = _("At this table the dealer may not take the hand for the bid that stands.")
            match_refusal = (cite(rule.MATCH, words),)
        return ruling(
            "illegal", cite(illegal_call.because.rule, sentence), illegal_call.because, *match_refusal
        )
    if illegal_call.speaker is None:
        return ruling(
            "illegal", cite(rule.AUCTION_ENDS, sentence), cite(rule.AUCTION_ENDS, _("The bidding was over."))
        )
    house = sheet.house
    words = _("Bids go from {least} to {most} in steps of {step}.")
    bounds = cite(rule.BIDS, words, least=house.min_bid, most=house.max_bid, step=house.bid_step)
    return ruling("illegal", cite(rule.BIDS, sentence), bounds)


def _last_bid(calls: Calls) -> str | None:
    """Return the last bid of an auction; None if nobody has bid."""
    return next((call.lower() for call in reversed(calls) if call.lower() != PASS), None)


def _why_legal(facts: NextCall, sheet: Sheet[House]) -> Cite:
    """Cite why a legal call may be made."""
    call, last_bid, house = str(facts.call).lower(), _last_bid(facts.calls), sheet.house
    if call == PASS:
        return cite(rule.OUT_FOR_GOOD, _("You may pass, but then say no more in that auction."))
    if call == BAROUCHE:
        return cite(rule.BAROUCHE_BID, _("Barouche is the highest bid of all."))
    if last_bid is None:
        words = _("Nobody has bid yet, and bids go from {least} to {most}.")
        return cite(rule.BIDS, words, least=house.min_bid, most=house.max_bid)
    if call == last_bid:
        return cite(rule.MATCH, _("The dealer may take the hand for the bid that stands."))
    return cite(rule.HIGHER, _("{bid} is higher than {standing}."), bid=int(call), standing=int(last_bid))


def on_bid_after_pass(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    """Answer "I passed, but now partner's been outbid"."""
    return ruling("no", cite(rule.OUT_FOR_GOOD, _("No: a pass is final for that hand.")))


def on_all_passed(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    """Answer "All passed; same dealer?"."""
    this_dealer = dealer(sheet)
    match sheet.house.all_pass:
        case AllPass.NEXT_DEALER:
            words = _("No: nobody scores, and the next dealer, {next}, deals.")
            return ruling("next_dealer", cite(rule.ALL_PASS, words, next=sheet.seating.left(this_dealer)))
        case AllPass.REDEAL_SAME_DEALER:
            words = _("Yes: nobody scores, and {dealer} deals again.")
            return ruling("same_dealer", cite(rule.ALL_PASS, words, dealer=this_dealer))
    words = _("The hand is played: the dealer, {dealer}, has to take it for {bid}.")
    return ruling("dealer_bids", cite(rule.ALL_PASS, words, dealer=this_dealer, bid=sheet.house.min_bid))


def on_bid_out_of_turn(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    """Answer "He bid out of turn"."""
    no_source = cite(
        rule.OUT_OF_TURN, _("No text on this game covers it: this is the general law of the card table.")
    )
    if sheet.seating.sides < sheet.seating.seats:
        words = _(
            "A bid stands as made and cannot be amended, but a partnership that bids out of turn "
            "loses its bid."
        )
        return ruling("loses_bid", cite(rule.OUT_OF_TURN, words), no_source)
    words = _(
        "The bid stands as made and cannot be amended; where nobody has a partner it costs nothing more."
    )
    return ruling("stands", cite(rule.OUT_OF_TURN, words), no_source)
