"""Rulings on the score: section 5 of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

from games.engine import (
    Ask,
    Cite,
    NoFacts,
    PerSide,
    Ruling,
    ScoreLine,
    Seat,
    Sheet,
    Side,
    _,
    cite,
    ruling,
    without_irrelevant,
)

from . import rulebook as rule
from .bids import SPECIAL, Call, value
from .cards import HAND
from .checks import RULE_OF
from .choices import DefenderTricks, FailedContract, FiveShare, MisereTricks, TrickCap
from .hands import BarNullo, Bid, Contract, Declare, DoubleNullo, Misere, call_of, declarers, has_five_sides
from .house import House
from .scoring import TRICK, bid_is_made, score, stake

BIDDER, PARTNER = Seat(0), Seat(1)  # the seats in a hand that hand_of_bid() returns
TOTAL_BOUNDS = {"least": -5000, "most": 5000, "step": 10}


def every_contract(sheet: Sheet[House]) -> Iterable[Call]:
    """Return every contract, whether this table plays it or not."""
    return (call for call in Call if call is not Call.PASS)


def numbered_bids(sheet: Sheet[House]) -> Iterable[Call]:
    return (call for call in Call if call.level)


def sheet_at(sheet: Sheet[House], *totals: int) -> Sheet[House]:
    """Return an empty sheet with these totals."""
    opening = tuple(
        ScoreLine(side, total, (cite(rule.TARGET, _("The total before the hand")),))
        for side, total in zip(sheet.seating.every_side, totals, strict=False)
    )
    return replace(sheet, rows=(), outcome=None, opening=opening)


def hand_of_bid(call: Call, tricks: PerSide[int], is_made: bool, partner: Seat | None = None) -> Bid:
    """Return a hand with this contract, bid by the first player; only misère and nullo use ``is_made``."""
    match call:
        case Call.MISERE | Call.OPEN_MISERE:
            return Misere(BIDDER, is_made, open=call is Call.OPEN_MISERE, tricks=tricks)
        case Call.DOUBLE_NULLO:
            return DoubleNullo(BIDDER, is_made, tricks)
        case Call.BAR_NULLO:
            return BarNullo(BIDDER, is_made, tricks)
        case Call.DECLARE:
            return Declare(BIDDER, tricks)
    return Contract(BIDDER, call.level, call.trumps, tricks, partner=partner)


@dataclass(frozen=True)
class Result:
    """A bid, and the tricks its side took."""

    call: Annotated[Call, Ask(_("The bid"), available=every_contract, rule=rule.VALUES)]
    took: Annotated[int, Ask(_("Tricks the bidders took"), most=HAND, rule=rule.MADE)]
    alone: Annotated[
        bool,
        Ask(_("Did the bidder play without a partner?"), relevant_if=has_five_sides, rule=rule.FIVE_HALF),
    ] = True


def known_result(sheet: Sheet[House]) -> dict[str, Any]:
    """Return the facts that the last hand gives: its bid, tricks and result."""
    hand = sheet.last_hand
    if not isinstance(hand, Contract):
        return {}
    took = sum(hand.tricks[side] for side in declarers(hand, sheet_at(sheet)))
    return {"call": call_of(hand), "took": took, "made": bid_is_made(hand, sheet_at(sheet))}


def on_result(facts: Result, sheet: Sheet[House]) -> Ruling:
    facts = without_irrelevant(facts, sheet)
    if not_played := _not_played(facts.call, sheet.house):
        return not_played
    empty_sheet = sheet_at(sheet)
    # With more than two sides, the other sides' tricks are unknown and do not affect the bidders' score.
    other_tricks = (HAND - facts.took,) if sheet.seating.sides == 2 else (0,) * (sheet.seating.sides - 1)
    tricks = PerSide((facts.took, *other_tricks))
    partner = None if facts.alone else PARTNER
    hand = hand_of_bid(facts.call, tricks, is_made=facts.took == 0, partner=partner)
    sides, (points, because) = declarers(hand, empty_sheet), _bidder_score(hand, empty_sheet)
    is_made = bid_is_made(hand, empty_sheet)
    if is_made:
        words = _("{points}: {call} is made.")
    elif sheet.house.failed_contract is FailedContract.GIVE:
        words = _("Nothing for the bidders: {call} failed, and its {stake} go to the other side.")
    else:
        words = _("{points}: {call} failed.")
    sentence = cite(because[0].rule, words, points=points, call=facts.call, stake=stake(hand, sheet.house))
    reasons = [*because, *_cite_tricks_over_or_short(facts, is_made)]
    if len(sides) > 1:
        reasons.append(cite(because[-1].rule, _("That is what each of the two scores.")))
    return ruling(points, sentence, *reasons)


def _not_played(call: Call, house: House) -> Ruling | None:
    if value(call, house) is not None:
        return None
    words = _("Nothing: {call} is not played at this table.")
    return ruling("not_played", cite(RULE_OF[call], words, call=call))


def _bidder_score(hand: Bid, sheet: Sheet[House]) -> tuple[int, tuple[Cite, ...]]:
    """Return the bidder's points, and the reasons."""
    line = next(line for line in score(hand, sheet) if line.side == Side(0))
    return int(line.points), line.because


def _cite_tricks_over_or_short(facts: Result, is_made: bool) -> Iterator[Cite]:
    level = facts.call.level
    if level and is_made and facts.took > level:
        yield cite(rule.MADE, _("Tricks over the bid score nothing by themselves."))
    if level and not is_made:
        yield cite(rule.FAILED, _("However many tricks are missing, the bid is lost once."))


def on_short(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    if sheet.house.failed_contract is FailedContract.GIVE:
        words = _("You lose nothing: the value of the bid goes to the other side, once.")
        return ruling("given", cite(rule.GIVEN, words))
    words = _("No: the value of the bid is lost once, however many tricks are missing.")
    return ruling("once", cite(rule.FAILED, words))


@dataclass(frozen=True)
class AllTen:
    """A bid whose side took every trick."""

    call: Annotated[Call, Ask(_("The bid"), available=numbered_bids, rule=rule.VALUES)]


def on_slam(facts: AllTen, sheet: Sheet[House]) -> Ruling:
    call = facts.call
    tricks = PerSide(HAND if side == 0 else 0 for side in sheet.seating.every_side)
    points, because = _bidder_score(hand_of_bid(call, tricks, is_made=True), sheet_at(sheet))
    own_value = value(call, sheet.house)
    sentence = cite(because[-1].rule, _("{points} for {call} with all ten tricks."), points=points, call=call)
    if points != own_value:
        return ruling(points, sentence, *because)
    if sheet.house.slam_250:
        words = _("A bid that is worth 250 or more scores its own value, slam or not.")
        return ruling(points, sentence, cite(rule.SLAM, words))
    return ruling(points, sentence, cite(rule.MADE, _("There is no bonus for a slam at this table.")))


def has_trick_cap(facts: object, sheet: Sheet[House]) -> bool:
    return sheet.house.trick_cap is not TrickCap.NONE


@dataclass(frozen=True)
class Defence:
    """The tricks of a side that did not bid."""

    call: Annotated[Call, Ask(_("The bid"), available=every_contract, rule=rule.VALUES)]
    made: Annotated[bool, Ask(_("Was it made?"), rule=rule.MADE)]
    tricks: Annotated[int, Ask(_("Tricks you took"), most=HAND, rule=rule.DEFENDERS)]
    total: Annotated[
        int,
        Ask(_("Your total before the hand"), **TOTAL_BOUNDS, rule=rule.CEILING, relevant_if=has_trick_cap),
    ] = 0


def on_defence(facts: Defence, sheet: Sheet[House]) -> Ruling:
    if not_played := _not_played(facts.call, sheet.house):
        return not_played
    if _is_impossible(facts, sheet):
        words = _("That cannot be: there are {n} tricks in all. Count again.")
        return ruling("recount", cite(rule.DEAL, words, n=HAND))
    # The defenders' score depends on whether the bid was made, not on the bidders' exact tricks.
    bidder_tricks = (facts.call.level or HAND) if facts.made else 0
    other_tricks = (0,) * (sheet.seating.sides - 2)  # of defenders other than the one who asks
    tricks = PerSide((bidder_tricks, facts.tricks, *other_tricks))
    hand = hand_of_bid(facts.call, tricks, is_made=facts.made)
    sheet_before = sheet_at(sheet, 0, facts.total)
    lines = [line for line in score(hand, sheet_before) if line.side == Side(1)]
    trick_lines = [line for line in lines if line.because[0].rule is not rule.GIVEN]
    points = sum(int(line.points) for line in trick_lines)
    because = tuple(reason for line in trick_lines for reason in line.because)
    if not because:
        words = _("Nothing: you took no trick.")
        return ruling(0, cite(rule.DEFENDERS, words))
    if points == TRICK * facts.tricks and points:
        words = _("Yes: {points}, at 10 a trick, whether the bid is made or not.")
        if sheet.house.defender_tricks is DefenderTricks.ONLY_IF_SET:
            words = _("Yes: {points}, at 10 a trick, because the bid failed.")
    elif points:
        words = _("Only {points} of the points for your tricks.")
    else:
        words = _("No: your tricks score nothing.")
    sentence = cite(because[-1].rule, words, points=points)
    return ruling(points, sentence, *because)


def _is_impossible(facts: Defence, sheet: Sheet[House]) -> bool:
    """Return whether the bidders' result is impossible, whatever other defenders took."""
    tricks_left = HAND - facts.tricks  # for the bidders, and for other defenders
    two_sides = sheet.seating.sides == 2  # if so, the bidders took all the tricks left
    if facts.call in SPECIAL:
        return (two_sides and tricks_left > 0) if facts.made else tricks_left == 0
    tricks_bid = facts.call.level or HAND
    return tricks_left < tricks_bid if facts.made else (two_sides and tricks_left >= tricks_bid)


def on_misere_defence(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    if sheet.house.misere_defender_tricks is MisereTricks.NONE:
        words = _("Nothing: at misère and nullo the defenders' tricks are not paid.")
        return ruling("nothing", cite(rule.MISERE_NOTHING, words))
    match sheet.house.defender_tricks:
        case DefenderTricks.NEVER:
            words = _("Nothing: misère is paid like any hand, and here no hand pays its defenders.")
            return ruling("nothing", cite(rule.NO_TRICK_POINTS, words))
        case DefenderTricks.ONLY_IF_SET:
            words = _("Only if it fails, and then 10 a trick: at this table misère is paid like any hand.")
            return ruling("only_if_set", cite(rule.MISERE_PAID, words))
    words = _("10 a trick: at this table misère is paid like any hand.")
    return ruling("per_trick", cite(rule.MISERE_PAID, words))


@dataclass(frozen=True)
class PartnerFacts:
    """A bidder among five players, with or without a partner."""

    alone: Annotated[bool, Ask(_("Does the bidder play alone?"), rule=rule.CALL_PARTNER)]


def on_five_share(facts: PartnerFacts, sheet: Sheet[House]) -> Ruling:
    if not has_five_sides(facts, sheet):
        words = _("Partners share one score here; only among five does each partner keep a score.")
        return ruling("one_score", cite(rule.SEATS, words))
    if facts.alone:
        words = _("A bidder who plays alone wins or loses the whole value.")
        return ruling("whole", cite(rule.FIVE_HALF, words))
    if sheet.house.five_player_share is FiveShare.HALF:
        words = _("Half the value each, won or lost.")
        return ruling("half", cite(rule.FIVE_HALF, words))
    words = _("The whole value each, won or lost.")
    return ruling("full", cite(rule.FIVE_FULL, words))
