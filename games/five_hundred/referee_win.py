"""Rulings on winning and losing: section 6 of the rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from games.engine import Ask, Cite, PerSide, Points, Rule, Ruling, Sheet, _, cite, ruling

from . import rulebook as rule
from .choices import BackDoorMulti, BothReach, DefendersReach, WinCompare, WinOn
from .hands import Contract
from .house import House
from .referee_score import TOTAL_BOUNDS
from .scoring import bid_is_made
from .standing import reaches_target, sides_put_out

TWO_SIDES = 2
THREE_SIDES = 3


def made_matters(facts: object, sheet: Sheet[House]) -> bool:
    return sheet.house.win_on is WinOn.MADE_CONTRACT


def defenders_matter(facts: object, sheet: Sheet[House]) -> bool:
    """Return whether the defenders' total can decide: by winning, or by losing at a table of two sides."""
    return sheet.house.win_on is not WinOn.MADE_CONTRACT or sheet.seating.sides < THREE_SIDES


def others_matter(facts: object, sheet: Sheet[House]) -> bool:
    """Return whether the lowest total of the other sides can change the ruling on the back door."""
    return sheet.house.back_door_needs_other_nonnegative or sheet.seating.sides < THREE_SIDES


def _cite_target(house: House) -> Cite:
    """Cite the number of points that wins here."""
    words = {
        WinCompare.AT_LEAST: _("{target} points or more win."),
        WinCompare.OVER: _("More than {target} points win."),
        WinCompare.EXACTLY: _("Exactly {target} points win."),
    }[house.win_compare]
    cited = rule.EXACTLY if house.win_compare is WinCompare.EXACTLY else rule.TARGET
    return cite(cited, words, target=house.target)


@dataclass(frozen=True)
class TrickTotal:
    """A total that was reached with tricks against a bidder."""

    total: Annotated[int, Ask(_("Your total now"), **TOTAL_BOUNDS, rule=rule.TARGET)]


def on_tricks(facts: TrickTotal, sheet: Sheet[House]) -> Ruling:
    return _ruling_on_total(facts.total, is_made=False, sheet=sheet)


@dataclass(frozen=True)
class ClaimedWin:
    """A side that claims to have won."""

    total: Annotated[int, Ask(_("Your total now"), **TOTAL_BOUNDS, rule=rule.TARGET)]
    made: Annotated[
        bool,
        Ask(
            _("Did your side bid in this hand, and make its bid?"), relevant_if=made_matters,
            rule=rule.WON_BY_CONTRACT,
        ),
    ] = True  # fmt: skip


def on_won(facts: ClaimedWin, sheet: Sheet[House]) -> Ruling:
    return _ruling_on_total(facts.total, facts.made, sheet)


def _ruling_on_total(total: int, is_made: bool, sheet: Sheet[House]) -> Ruling:
    house, limit = sheet.house, sheet.house.overshoot_limit
    if house.win_compare is WinCompare.EXACTLY and limit is not None and total >= limit:
        words = _("No: {limit} or more loses the game.")
        return ruling("lost", cite(rule.OVERSHOOT, words, limit=limit), _cite_target(house))
    if not reaches_target(total, sheet):
        words = _("No: {total} is not enough.")
        if house.win_compare is WinCompare.EXACTLY and total > house.target:
            words = _("No: {total} is too many, and play goes on.")
        return ruling("no", cite(_cite_target(house).rule, words, total=total), _cite_target(house))
    if house.win_on is WinOn.MADE_CONTRACT and not is_made:
        words = _("No: {total} would do, but tricks alone win nothing: bid, and make it.")
        return ruling("no", cite(rule.WON_BY_CONTRACT, words, total=total), _cite_target(house))
    if house.win_on is WinOn.MADE_CONTRACT:
        words = _("Yes: {total} with a contract made.")
        return ruling("yes", cite(rule.WON_BY_CONTRACT, words, total=total), _cite_target(house))
    words = _("Yes: {total} is enough, wherever it came from.")
    return ruling("yes", cite(_cite_target(house).rule, words, total=total), _cite_target(house))


def known_totals(sheet: Sheet[House]) -> dict[str, Any]:
    """Return the totals of two sides, the last bidders first, and whether the bid was made."""
    hand = sheet.last_hand
    if not isinstance(hand, Contract) or sheet.seating.sides != TWO_SIDES:
        return {}
    bidders = sheet.seating.side(hand.bidder)
    totals = {"bidders": sheet.totals[bidders], "defenders": sheet.totals[1 - bidders]}
    return {**totals, "made": bid_is_made(hand, sheet)}


@dataclass(frozen=True)
class BothTotals:
    """The totals of bidders and defenders after a hand."""

    bidders: Annotated[int, Ask(_("The bidders' total now"), **TOTAL_BOUNDS, rule=rule.BIDDER_FIRST)]
    defenders: Annotated[
        int,
        Ask(
            _("The defenders' total now"), **TOTAL_BOUNDS, rule=rule.BIDDER_FIRST,
            relevant_if=defenders_matter,
        ),
    ] = 0  # fmt: skip
    made: Annotated[
        bool,
        Ask(_("Did the bidders make their bid?"), relevant_if=made_matters, rule=rule.WON_BY_CONTRACT),
    ] = True


def on_both(facts: BothTotals, sheet: Sheet[House]) -> Ruling:
    house = sheet.house
    bidders_have_enough = reaches_target(facts.bidders, sheet)
    defenders_have_enough = reaches_target(facts.defenders, sheet)
    if house.win_on is WinOn.MADE_CONTRACT:
        if bidders_have_enough and facts.made:
            words = _("The bidders win: they made the bid and have enough; defenders cannot win on tricks.")
            return ruling("bidders", cite(rule.WON_BY_CONTRACT, words), _cite_target(house))
        words = _("Nobody yet: only bidders who make their contract can win.")
        nobody_wins = ruling("nobody", cite(rule.WON_BY_CONTRACT, words), _cite_target(house))
        return _won_by_loss(facts, sheet) or nobody_wins
    cited = _cite_target(house).rule
    match [bidders_have_enough, defenders_have_enough]:
        case [False, False]:
            if loss_ruling := _won_by_loss(facts, sheet):
                return loss_ruling
            return ruling("nobody", cite(cited, _("Nobody yet: neither has enough.")), _cite_target(house))
        case [True, False]:
            return ruling(
                "bidders", cite(cited, _("The bidders: they alone have enough.")), _cite_target(house)
            )
        case [False, True]:
            words = _("The defenders: they alone have enough.")
            return ruling("defenders", cite(cited, words), _cite_target(house))
    if house.both_reach is BothReach.BIDDER:
        words = _("The bidders: when both reach a winning total in one hand the bidder wins, even with less.")
        return ruling("bidders", cite(rule.BIDDER_FIRST, words), _cite_target(house))
    if facts.bidders == facts.defenders:
        words = _("Both: the higher total wins, and these are equal.")
        return ruling("both", cite(rule.HIGHER_WINS, words), _cite_target(house))
    winner, words = (
        ("bidders", _("The bidders: theirs is the higher total."))
        if facts.bidders > facts.defenders
        else ("defenders", _("The defenders: theirs is the higher total."))
    )
    return ruling(winner, cite(rule.HIGHER_WINS, words), _cite_target(house))


def _won_by_loss(facts: BothTotals, sheet: Sheet[House]) -> Ruling | None:
    """Return a ruling if one side won because the other lost; None if nobody has lost."""
    if sheet.seating.sides >= THREE_SIDES:
        return None
    sides = sheet.seating.every_side
    losing_sides = sides_put_out(PerSide((facts.bidders, facts.defenders)), sheet, sides)
    if len(losing_sides) == len(sides):
        return ruling("nobody", cite(rule.ALL_LOSE, _("Nobody: both have lost in the same hand.")))
    if not losing_sides:
        return None
    losing_total = (facts.bidders, facts.defenders)[losing_sides[0]]
    cited = rule.BACK_DOOR if losing_total < 0 else rule.OVERSHOOT
    winner, words = (
        ("defenders", _("The defenders: the bidders have lost at {total}."))
        if losing_sides[0] == 0
        else ("bidders", _("The bidders: the defenders have lost at {total}."))
    )
    return ruling(winner, cite(cited, words, total=losing_total))


@dataclass(frozen=True)
class TwoDefenders:
    """Two defenders who reached the target in one hand."""

    first: Annotated[
        int,
        Ask(
            _("The total of the one whose trick reached the target first"),
            **TOTAL_BOUNDS,
            rule=rule.FIRST_TRICK,
        ),
    ]
    second: Annotated[int, Ask(_("The other one's total"), **TOTAL_BOUNDS, rule=rule.FIRST_TRICK)]


def on_two_defenders(facts: TwoDefenders, sheet: Sheet[House]) -> Ruling:
    house = sheet.house
    if sheet.seating.sides < THREE_SIDES:
        words = _("That cannot be: with two sides only one of them defends.")
        return ruling("nobody", cite(rule.SEATS, words))
    if house.win_on is WinOn.MADE_CONTRACT:
        words = _("Neither: only bidders who make their contract can win.")
        return ruling("nobody", cite(rule.WON_BY_CONTRACT, words), _cite_target(house))
    first_has_enough = reaches_target(facts.first, sheet)
    second_has_enough = reaches_target(facts.second, sheet)
    if not (first_has_enough and second_has_enough):
        winner, words = {
            (True, False): ("first", _("The first: the other does not have enough.")),
            (False, True): ("second", _("The second: the other does not have enough.")),
            (False, False): ("nobody", _("Neither has enough.")),
        }[first_has_enough, second_has_enough]
        return ruling(winner, cite(_cite_target(house).rule, words), _cite_target(house))
    match house.both_defenders_reach:
        case DefendersReach.FIRST_TRICK:
            words = _("The one whose trick reached the target first, even with less.")
            return ruling("first", cite(rule.FIRST_TRICK, words), _cite_target(house))
        case DefendersReach.HIGHER_TOTAL if facts.first != facts.second:
            winner = "first" if facts.first > facts.second else "second"
            words = _("The one with the higher total: {total}.")
            most = max(facts.first, facts.second)
            return ruling(winner, cite(rule.DEFENDERS_HIGHER, words, total=most), _cite_target(house))
    # Both win: the house rule says so, or their totals are equal.
    cited = {DefendersReach.SHARE: rule.DEFENDERS_SHARE}.get(
        house.both_defenders_reach, rule.DEFENDERS_HIGHER
    )
    return ruling("both", cite(cited, _("Both: they win together.")), _cite_target(house))


@dataclass(frozen=True)
class BackDoor:
    """A side far below zero, and the lowest total of the others."""

    theirs: Annotated[int, Ask(_("Their total now"), **TOTAL_BOUNDS, rule=rule.BACK_DOOR)]
    others: Annotated[
        int,
        Ask(
            _("The lowest total of the others"), **TOTAL_BOUNDS, rule=rule.OTHERS_POSITIVE,
            relevant_if=others_matter,
        ),
    ] = 0  # fmt: skip


def known_lowest(sheet: Sheet[House]) -> dict[str, Any]:
    """Return the two lowest totals; nothing while nobody is below zero."""
    lowest, others_lowest, *_rest = sorted(sheet.totals)
    return {"theirs": lowest, "others": others_lowest} if lowest < 0 else {}


def on_back_door(facts: BackDoor, sheet: Sheet[House]) -> Ruling:
    house, limit = sheet.house, sheet.house.back_door
    if limit is None:
        return ruling("no", cite(rule.BACK_DOOR, _("No: at this table nobody loses by a negative total.")))
    values = {"total": facts.theirs, "limit": limit}
    if facts.theirs > limit:
        return ruling("no", cite(rule.BACK_DOOR, _("No: {total} is not yet {limit}."), **values))
    if house.back_door_needs_other_nonnegative and facts.others < 0:
        words = _("No: the back door opens only if nobody else is below zero, so play goes on.")
        return ruling("no", cite(rule.OTHERS_POSITIVE, words))
    totals, sides = PerSide[Points]((facts.theirs, facts.others)), sheet.seating.every_side
    if len(sides) < THREE_SIDES and sides_put_out(totals, sheet, sides) == sides:
        words = _("Both sides have lost in the same hand, and nobody wins.")
        return ruling("nobody", cite(rule.ALL_LOSE, words))
    cited, words = _back_door_consequence(sheet)
    sentence = cite(rule.BACK_DOOR, _("Yes: {total} is {limit} or lower, and loses."), **values)
    return ruling("yes", sentence, cite(cited, words))


def _back_door_consequence(sheet: Sheet[House]) -> tuple[Rule, str]:
    if sheet.seating.sides < THREE_SIDES:
        return rule.BACK_DOOR, _("The other side wins, wherever it stands.")
    if sheet.house.back_door_multi is BackDoorMulti.HIGHEST:
        return rule.MANY_HIGHEST, _("The game ends, and the highest total wins; equal ones share.")
    return rule.DROPS_OUT, _("That player drops out, and the others play on.")
