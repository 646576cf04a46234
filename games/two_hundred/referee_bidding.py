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
class Called:
    """The calls so far, from the dealer's left, and the next call."""

    calls: Annotated[Calls, Ask(_("The calls so far"), about=_("From the dealer's left: 50 pass 60 …"))]
    call: Annotated[Calls, Ask(_("The next call"), least=1, most=1, about=_("A number, pass or barouche"))]


def on_call(facts: Called, sheet: Sheet[House]) -> Ruling:
    """Answer "Can I bid 75 over 75?"."""
    call = str(facts.call).lower()
    calls = Calls(each.lower() for each in (*facts.calls, *facts.call))
    _turn, wrong = run_auction(AUCTION, calls, sheet)
    if wrong is None:
        why = _why_legal(facts, sheet)
        return ruling("legal", cite(why.rule, _("Legal: {call} may be called here."), call=call), why)
    first = (
        say(_("Not legal: {call} may not be called here."), call=wrong.call)
        if wrong.index == len(facts.calls)
        else say(_("Something was wrong before that: {call} was not legal."), call=wrong.call)
    )
    if wrong.because:
        match: tuple[Cite, ...] = ()
        if wrong.speaker == dealer(sheet) and wrong.call == _standing(facts.calls):
            words = _("At this table the dealer may not take the hand for the bid that stands.")
            match = (cite(rule.MATCH, words),)
        return ruling("illegal", cite(wrong.because.rule, first), wrong.because, *match)
    if wrong.speaker is None:
        return ruling(
            "illegal", cite(rule.AUCTION_ENDS, first), cite(rule.AUCTION_ENDS, _("The bidding was over."))
        )
    house = sheet.house
    words = _("Bids go from {least} to {most} in steps of {step}.")
    known = cite(rule.BIDS, words, least=house.min_bid, most=house.max_bid, step=house.bid_step)
    return ruling("illegal", cite(rule.BIDS, first), known)


def _standing(calls: Calls) -> str | None:
    """Return the last bid of an auction; None if nobody has bid."""
    return next((call.lower() for call in reversed(calls) if call.lower() != PASS), None)


def _why_legal(facts: Called, sheet: Sheet[House]) -> Cite:
    """Cite why a legal call may be made."""
    call, standing, house = str(facts.call).lower(), _standing(facts.calls), sheet.house
    if call == PASS:
        return cite(rule.OUT_FOR_GOOD, _("Anybody may pass, and says no more in that auction."))
    if call == BAROUCHE:
        return cite(rule.BAROUCHE_BID, _("Barouche is the highest bid of all."))
    if standing is None:
        words = _("Nobody has bid yet, and bids go from {least} to {most}.")
        return cite(rule.BIDS, words, least=house.min_bid, most=house.max_bid)
    if call == standing:
        return cite(rule.MATCH, _("The dealer may take the hand for the bid that stands."))
    return cite(rule.HIGHER, _("{bid} is higher than {standing}."), bid=int(call), standing=int(standing))


def on_bid_after_pass(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    """Answer "I passed, but now partner's been outbid"."""
    return ruling("no", cite(rule.OUT_FOR_GOOD, _("No: a pass is final for that hand.")))


def on_all_passed(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    """Answer "All passed; same dealer?"."""
    deals = dealer(sheet)
    match sheet.house.all_pass:
        case AllPass.NEXT_DEALER:
            words = _("No: nobody scores, and the next dealer, {next}, deals.")
            return ruling("next_dealer", cite(rule.ALL_PASS, words, next=sheet.seating.left(deals)))
        case AllPass.REDEAL_SAME_DEALER:
            words = _("Yes: nobody scores, and {dealer} deals again.")
            return ruling("same_dealer", cite(rule.ALL_PASS, words, dealer=deals))
    words = _("The hand is played: the dealer, {dealer}, has to take it for {bid}.")
    return ruling("dealer_bids", cite(rule.ALL_PASS, words, dealer=deals, bid=sheet.house.min_bid))


def on_bid_out_of_turn(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    """Answer "He bid out of turn"."""
    none = cite(
        rule.OUT_OF_TURN, _("No text on this game covers it: this is the general law of the card table.")
    )
    if sheet.seating.sides < sheet.seating.seats:
        words = _("A bid stands as made and cannot be amended; out of turn, it costs that side its bid.")
        return ruling("loses_bid", cite(rule.OUT_OF_TURN, words), none)
    words = _(
        "The bid stands as made and cannot be amended; where nobody has a partner it costs nothing more."
    )
    return ruling("stands", cite(rule.OUT_OF_TURN, words), none)
