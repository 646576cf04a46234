"""Rulings on the bidding: sections 2 and 3 of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated

from games.engine import Ask, Calls, Cite, NoFacts, Rule, Ruling, Sheet, _, cite, ruling, run_auction, say

from . import rulebook as rule
from .auction import AUCTION, INKLERS, SEVEN, SIX, bidding_after, ranking_rule, refusal, why_not_higher
from .bids import CALLS, SPECIAL, Call, beats, value, value_or_zero
from .checks import FOUR_PLAYERS, RULE_OF
from .choices import AllPass, MisereRank, OpenRank, RebidRule, Rounds, SixBids
from .dealing import REDEALS, dealer_and_redeals, next_player
from .house import House

SPELLINGS = {word.lower(): word for word in CALLS}  # each call's word, keyed by its lower-case form
RANKED_BY_VALUE = (MisereRank.BY_VALUE, OpenRank.BY_VALUE)


def every_bid(sheet: Sheet[House]) -> Iterable[Call]:
    """Return every bid, even those not played here, which the referee rejects."""
    return (call for call in Call if call not in (Call.PASS, Call.DECLARE))


def special_bids(sheet: Sheet[House]) -> Iterable[Call]:
    return SPECIAL


@dataclass(frozen=True)
class NextCall:
    """The calls so far, from the dealer's left, and the next call."""

    calls: Annotated[Calls, Ask(_("The calls so far"), about=_("From the dealer's left: 7H pass 8S …"))]
    call: Annotated[Calls, Ask(_("The next call"), least=1, most=1, about=_("7H, 10NT, misere, pass …"))]


def on_call(facts: NextCall, sheet: Sheet[House]) -> Ruling:
    calls = Calls(SPELLINGS.get(word.lower(), word) for word in (*facts.calls, *facts.call))
    state, illegal_call = run_auction(AUCTION, calls, sheet)
    if illegal_call is None:
        call = CALLS[calls[-1]] if calls else Call.PASS
        words = _("Legal: {call} may be called here.")
        reasons = _why_legal(call, _last_bid(facts.calls), sheet.house)
        cited = reasons[0].rule if reasons else _rule_of(call)
        return ruling("legal", cite(cited, words, call=call), *reasons, *state.notes)
    called = CALLS.get(illegal_call.call, illegal_call.call)
    sentence = (
        say(_("Not legal: {call} may not be called here."), call=called)
        if illegal_call.index == len(facts.calls)
        else say(_("Something was wrong before that: {call} was not legal."), call=called)
    )
    reason = illegal_call.because or _why_no_call(
        illegal_call.call, Calls(calls[: illegal_call.index]), sheet
    )
    last_bid = _last_bid(Calls(calls[: illegal_call.index]))
    values_cited = (
        _cite_values(CALLS[illegal_call.call], last_bid, sheet.house)
        if last_bid and illegal_call.call in CALLS
        else ()
    )
    # If the reason is a special bid's rank, cite that rank together with the values of both bids.
    because = values_cited if values_cited and reason.rule is values_cited[-1].rule else (reason,)
    return ruling("illegal", cite(reason.rule, sentence), *because)


def _last_bid(calls: Calls) -> Call | None:
    """Return the last bid of an auction; None if nobody has bid."""
    recent_calls = (CALLS.get(SPELLINGS.get(word.lower(), word)) for word in reversed(calls))
    return next((call for call in recent_calls if call not in (None, Call.PASS, Call.DECLARE)), None)


def _why_legal(call: Call, last: Call | None, house: House) -> tuple[Cite, ...]:
    if call is Call.PASS:
        return (cite(rule.PASS_IS_FINAL, _("Anybody may pass, and then may not bid again in that hand.")),)
    if call is Call.DECLARE:
        return (cite(rule.DECLARE, _("The winner of the bidding may declare.")),)
    if last is None:
        return ()
    sentence = cite(ranking_rule(call, last), _("{call} beats {last}."), call=call, last=last)
    return sentence, *_cite_values(call, last, house)


def _why_no_call(word: str, so_far: Calls, sheet: Sheet[House]) -> Cite:
    """Cite why a word without a button on the bidding pad may not be called."""
    reason = refusal(CALLS[word], bidding_after(so_far, sheet)) if word in CALLS else None
    return reason or cite(rule.BIDS, _("That is no call at all."))


def _rule_of(call: Call) -> Rule:
    return RULE_OF.get(call, rule.HIGHER)


@dataclass(frozen=True)
class TwoBids:
    """A bid, and the last one, which it must beat."""

    call: Annotated[Call, Ask(_("The new bid"), available=every_bid, rule=rule.HIGHER)]
    last: Annotated[
        Call | None,
        Ask(_("The last bid"), available=every_bid, rule=rule.HIGHER, none=_("nobody has bid yet")),
    ] = None


def on_higher(facts: TwoBids, sheet: Sheet[House]) -> Ruling:
    call, last, house = facts.call, facts.last, sheet.house
    if reason := _not_played(facts, sheet) or _needs_seven(facts, house):
        return ruling("no", cite(reason.rule, _("No: {call} may not be bid."), call=call), reason)
    if last is None:
        words = _("Yes: {call} may open the bidding.")
        return ruling("yes", cite(_rule_of(call), words, call=call), *_cite_conditions(call, house))
    if not beats(call, last, house):
        reason = why_not_higher(call, last, house)
        words = _("No: {call} does not beat {last}.")
        sentence = cite(reason.rule, words, call=call, last=last)
        return ruling("no", sentence, *(_cite_values(call, last, house) or (reason,)))
    words = _("Yes: {call} beats {last}.")
    sentence = cite(ranking_rule(call, last), words, call=call, last=last)
    return ruling("yes", sentence, *_cite_values(call, last, house), *_cite_conditions(call, house))


def _not_played(facts: TwoBids, sheet: Sheet[House]) -> Cite | None:
    house = sheet.house
    for call in (facts.call, *((facts.last,) if facts.last else ())):
        if value(call, house) is None:
            return cite(RULE_OF[call], _("{call} is not played at this table."), call=call)
        if call is Call.DOUBLE_NULLO and sheet.seating.seats != FOUR_PLAYERS:
            return cite(rule.DOUBLE_NULLO, _("Double nullo is for two partners: only four can play it."))
        if call.level == SIX and house.min_level > SIX and house.six_bids is not SixBids.SIGNAL_ONLY:
            return cite(rule.LOWEST, _("The lowest bid at this table is seven."))
    return None


def _needs_seven(facts: TwoBids, house: House) -> Cite | None:
    below_seven = facts.last is None or facts.last.level == SIX
    if facts.call is Call.MISERE and house.misere_needs_seven and below_seven:
        return cite(rule.NEEDS_SEVEN, _("Misère needs a bid of seven before it."))
    return None


def _cite_values(call: Call, last: Call, house: House) -> tuple[Cite, ...]:
    """Cite the values and ranks of special bids; nothing if neither bid is special."""
    ranks = {Call.MISERE: house.misere_rank, Call.OPEN_MISERE: house.open_misere_rank}
    cited = []
    for special in SPECIAL:
        if special not in (call, last):
            continue
        rank = ranks.get(special, MisereRank.BY_VALUE)
        if rank in RANKED_BY_VALUE:
            words = _("At this table {call} ranks by its points.")
            cited.append(cite(ranking_rule(special), words, call=special))
        else:
            words = _("At this table {call} ranks {how}, whatever its points.")
            cited.append(cite(ranking_rule(special), words, call=special, how=rank))
    if not cited:
        return ()
    words = _("{call} is worth {points}, {last} {other}.")
    points, last_points = value_or_zero(call, house), value_or_zero(last, house)
    return cite(rule.VALUES, words, call=call, points=points, last=last, other=last_points), *cited


def _cite_conditions(call: Call, house: House) -> Iterator[Cite]:
    if call is Call.DOUBLE_NULLO and house.double_nullo_needs_partner:
        yield cite(rule.NULLO_PARTNER, _("Double nullo may be bid only over the partner's misère."))
    if call.level == SIX and house.six_bids is not SixBids.NORMAL:
        yield cite(rule.INKLE, _("Only the first two speakers may bid six."))


@dataclass(frozen=True)
class SpecialBid:
    """A bid to lose every trick."""

    call: Annotated[Call, Ask(_("Which bid?"), available=special_bids, rule=rule.MISERE)]


def on_worth(facts: SpecialBid, sheet: Sheet[House]) -> Ruling:
    call = facts.call
    points = value(call, sheet.house)
    if points is None:
        words = _("Nothing: {call} is not played at this table.")
        return ruling("not_played", cite(RULE_OF[call], words, call=call))
    return ruling(points, cite(RULE_OF[call], _("{call} is worth {points}."), call=call, points=points))


def on_bid_after_pass(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return ruling("no", cite(rule.PASS_IS_FINAL, _("No: a pass is final for that hand.")))


@dataclass(frozen=True)
class OwnBid:
    """A player who wants to raise their own bid."""

    since: Annotated[bool, Ask(_("Has somebody else bid since?"), rule=rule.REBID)]


def on_raise(facts: OwnBid, sheet: Sheet[House]) -> Ruling:
    if sheet.house.auction_rounds is Rounds.SINGLE:
        return ruling("no", cite(rule.ROUNDS, _("No: everyone speaks once at this table.")))
    if facts.since:
        return ruling(
            "yes", cite(rule.REBID, _("Yes, if you beat the last bid: somebody else has bid since."))
        )
    if sheet.house.rebid_rule is RebidRule.ANYTIME:
        words = _("Yes: at this table you may always raise yourself, if you have not passed.")
        return ruling("yes", cite(rule.REBID, words))
    return ruling("no", cite(rule.REBID, _("No: nobody else has bid since, so your bid stands.")))


@dataclass(frozen=True)
class Speaker:
    """The player whose turn it is, counted from the dealer's left."""

    place: Annotated[
        int,
        Ask(
            _("Which speaker are you?"), least=1, most=lambda sheet: sheet.seating.seats, rule=rule.INKLE,
            about=_("1 is the player left of the dealer"),
        ),
    ]  # fmt: skip


def on_inkle(facts: Speaker, sheet: Sheet[House]) -> Ruling:
    match sheet.house.six_bids:
        case SixBids.NORMAL if sheet.house.min_level >= SEVEN:
            return ruling("no", cite(rule.LOWEST, _("No: the lowest bid at this table is seven.")))
        case SixBids.NORMAL:
            words = _("Yes: a six is a bid like any other at this table, if it beats the last.")
            return ruling("yes", cite(rule.INKLE, words))
    if facts.place <= INKLERS:
        words = _("Yes: the first two speakers may inkle, if the six beats the last bid.")
        return ruling("yes", cite(rule.INKLE, words))
    return ruling("no", cite(rule.INKLE, _("No: only the first two speakers may bid six.")))


def on_signal(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    match sheet.house.six_bids:
        case SixBids.SIGNAL_ONLY:
            words = _("Yes: a six is only a signal here and never the contract. If nobody bids more, {what}.")
            return ruling("signal", cite(rule.INKLE, words, what=sheet.house.all_pass))
        case SixBids.NORMAL if sheet.house.min_level >= SEVEN:
            words = _("Neither: nobody may bid six at this table.")
            return ruling("not_bid", cite(rule.LOWEST, words))
        case SixBids.CAN_STAND:
            words = _("No: an inkle tells the partner something, but it is the contract if it stands.")
            return ruling("contract", cite(rule.INKLE, words))
    words = _("No: a six is a bid like any other, and the contract if it stands.")
    return ruling("contract", cite(rule.INKLE, words))


def on_six_no(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    if sheet.house.six_no_allowed:
        words = _("Allowed: at this table six no may promise aces, and six no trumps the joker.")
        return ruling("allowed", cite(rule.SIX_NO, words))
    words = _("Table talk: the only legal words are “six no trumps”.")
    guess_words = _("Whether they promise aces or the joker, the partner has to guess.")
    return ruling("table_talk", cite(rule.SIX_NO, words), cite(rule.SIX_NO, guess_words))


def on_all_passed(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    dealer, redeals = dealer_and_redeals(sheet)
    all_pass, next_seat = sheet.house.all_pass, next_player(dealer, sheet)
    is_redealt = all_pass is AllPass.SAME_DEALER or (all_pass is AllPass.TWICE and redeals < REDEALS)
    match all_pass:
        case AllPass.PLAY:
            words = _(
                "The hand is played at no trumps without the kitty: {who} leads, and every trick scores 10."
            )
            return ruling("play_no_trump", cite(rule.ALL_PASS, words, who=next_seat), _cite_played_out())
        case AllPass.DEALER_BIDS:
            words = _("That cannot be: when all others have passed, the dealer, {dealer}, must bid.")
            return ruling("dealer_must_bid", cite(rule.ALL_PASS, words, dealer=dealer))
        case AllPass.TWICE if is_redealt:
            words = _("Nobody scores, and {dealer} deals again: time {n} of {most}, then the deal passes on.")
            reason = cite(rule.ALL_PASS, words, dealer=dealer, n=redeals + 1, most=REDEALS)
            return ruling("same_dealer", reason)
        case _ if is_redealt:
            words = _("Nobody scores, and {dealer} deals again.")
            return ruling("same_dealer", cite(rule.ALL_PASS, words, dealer=dealer))
    words = _("Nobody scores, and the next dealer, {next}, deals.")
    return ruling("next_dealer", cite(rule.ALL_PASS, words, next=next_seat))


def _cite_played_out() -> Cite:
    return cite(rule.PLAYED_OUT, _("Whoever takes a trick scores it, whichever side."))
