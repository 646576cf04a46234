"""The questions for the referee about a tally."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from games.engine import (
    Ask,
    IrregularityKind,
    NoFacts,
    PerSide,
    Question,
    Ruling,
    Sheet,
    Side,
    _,
    agree,
    cite,
    ruling,
)

from . import rulebook as rule
from .hands import (
    Result,
    best_of,
    is_bust,
    is_out,
    known_sum,
    moon_shooter,
    reaches_end,
    result_points,
    shared_place_points,
    sides_still_in,
)
from .house import LARGEST_NUMBER, End, Entry, House, Overshoot, Tie
from .scoring import cite_number, dealer, distance, ending_rule


@dataclass(frozen=True)
class SomePlaces:
    """The place of every side in a round."""

    places: Annotated[
        PerSide[int | None],
        Ask(
            _("Place"),
            least=1,
            most=lambda sheet: sheet.seating.sides,
            none=_("Did not play"),
            about=_("Those who share a place have the same number"),
        ),
    ]


def on_places(facts: SomePlaces, sheet: Sheet[House]) -> Ruling:
    points_by_side = tuple(
        Fraction(0) if place is None else shared_place_points(facts.places, side, sheet.house)
        for side, place in zip(sheet.seating.every_side, facts.places, strict=True)
    )
    reasons = [cite(rule.RANK, _("These places pay {each}"), each=points_by_side)]
    places = [place for place in facts.places if place is not None]
    if len(set(places)) < len(places):
        reasons.append(cite(rule.SHARED_RANK, _("A shared place: {how}"), how=sheet.house.rank_tie))
    return ruling(points_by_side, *reasons)


@dataclass(frozen=True)
class OneResult:
    """The result of one side."""

    result: Annotated[Result, Ask(_("Which result?"))]


def on_result(facts: OneResult, sheet: Sheet[House]) -> Ruling:
    points = result_points(facts.result, sheet.house)
    words = _("{result}: {n}")
    return ruling(points, cite(rule.WDL, words, result=facts.result, n=points))


@dataclass(frozen=True)
class SomeNumbers:
    """The numbers of a round."""

    points: Annotated[
        PerSide[Fraction | None],
        Ask(_("Points"), least=-LARGEST_NUMBER, most=LARGEST_NUMBER, none=_("Did not play")),
    ]


def on_sum(facts: SomeNumbers, sheet: Sheet[House]) -> Ruling:
    total = known_sum(sheet)
    sum_rule = rule.ZERO_SUM if sheet.house.entry is Entry.ZERO_SUM else rule.CHECK_SUM
    if total is None:
        return ruling("yes", cite(sum_rule, _("At this table a round may add up to anything")))
    round_sum = sum(number for number in facts.points if number is not None)
    if (shooter := moon_shooter(facts.points, sheet)) is not None:
        words = _("It is right: {who} shot the moon and writes 0, and the others write {total} each")
        return ruling("yes", cite(rule.MOON, words, who=Side(shooter), total=total))
    if round_sum == total:
        return ruling("yes", cite(sum_rule, _("It adds up to {total}"), total=total))
    words = _("It adds up to {sums}, not {total}: {n} too much")
    if round_sum < total:
        words = _("It adds up to {sums}, not {total}: {n} are missing")
    return ruling("no", cite(sum_rule, words, sums=round_sum, total=total, n=abs(round_sum - total)))


@dataclass(frozen=True)
class NextNumber:
    """A side, and its number in the next round."""

    side: Annotated[Side, Ask(_("Who?"))]
    points: Annotated[
        Fraction,
        Ask(_("Points in the next round"), least=-LARGEST_NUMBER, most=LARGEST_NUMBER, rule=rule.POINTS),
    ]


def on_next(facts: NextNumber, sheet: Sheet[House]) -> Ruling:
    """Rule on what a number in the next round would do to a side's total."""
    house, side = sheet.house, facts.side
    if side not in sides_still_in(sheet):
        return ruling(
            "out",
            cite(
                rule.ELIMINATION,
                agree("{side} is out and writes no more", "{side} are out and write no more", side=side),
            ),
        )
    points = -facts.points if house.entry is Entry.COUNTDOWN else facts.points
    total = sheet.totals[side] + points
    if is_bust(total, house):
        total_stays = house.overshoot is Overshoot.BUST_STAYS
        words = _("Bust: the total stays at {n}") if total_stays else _("Bust: the total goes back to {n}")
        new_total = sheet.totals[side] if total_stays else house.bust_to
        return ruling("bust", cite(rule.EXACT, words, n=new_total))
    reason = cite(rule.POINTS, _("That makes {total}"), total=total)
    if is_out(total, house):
        words = _("{side} would be out at {total}")
        return ruling("out", cite(rule.ELIMINATION, words, side=side, total=total))
    if house.end is End.TARGET and reaches_end(total, house):
        words = _("{side} would reach the target with {total}")
        return ruling("reached", cite(rule.TARGET, words, side=side, total=total))
    return ruling("counts", reason, cite_number(points, house))


def on_leader(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    house = sheet.house
    if house.hide_totals and sheet.outcome is None:
        return ruling("covered", cite(rule.HIDDEN, _("The totals stay covered until the end")))
    leaders = best_of(sheet.totals, sides_still_in(sheet) or sheet.seating.every_side, house)
    words = _("{ahead} in front with {n}")
    return ruling(leaders, cite(rule.BEST, words, ahead=leaders, n=sheet.totals[leaders[0]]))


@dataclass(frozen=True)
class OneSide:
    """The side that the question is about."""

    side: Annotated[Side, Ask(_("Who?"))]


def on_out(facts: OneSide, sheet: Sheet[House]) -> Ruling:
    house = sheet.house
    if house.elimination is None:
        return ruling("no", cite(rule.ELIMINATION, _("At this table nobody is put out")))
    side = facts.side
    if side not in sides_still_in(sheet):
        return ruling(
            "yes",
            cite(
                rule.ELIMINATION,
                agree("{side} is out and writes no more", "{side} are out and write no more", side=side),
            ),
        )
    points_to_go = distance(sheet.totals[side], house.elimination)
    if house.hide_totals:
        return ruling(
            "no", cite(rule.ELIMINATION, agree("{side} is still in", "{side} are still in", side=side))
        )
    words = agree(
        "{side} is still in, {n} to go to {limit}",
        "{side} are still in, {n} to go to {limit}",
        side=side,
        n=points_to_go,
        limit=house.elimination,
    )
    return ruling("no", cite(rule.ELIMINATION, words))


def on_over(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    house = sheet.house
    if sheet.outcome:
        return ruling("yes", sheet.outcome.because)
    if ending_rule(sheet) is not None:
        return ruling("no", cite(rule.EXTRA, _("Tied: another round decides")))
    words = {
        End.OPEN: _("Not yet: it is over when the table stops"),
        End.TARGET: _("Not yet: it is over when somebody reaches {target}"),
        End.ROUNDS: _("Not yet: it is over after {rounds} rounds"),
        End.COMBINED_TOTAL: _("Not yet: it is over when all together have {target}"),
        End.TIME: _("Not yet: it is over when the time has come"),
    }[house.end]
    return ruling("no", cite(rule.ENDS, words, target=house.target, rounds=house.rounds))


def on_stop(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("The whole table may stop after any round; the best total wins")
    return ruling("yes", cite(rule.STOP, words))


def on_tie(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    tie_rule = {
        Tie.SHARED: rule.SHARED,
        Tie.EXTRA_ROUND: rule.EXTRA,
        Tie.MOST_ROUNDS_WON: rule.MOST_ROUNDS,
        Tie.LAST_ROUND_BEST: rule.LAST_ROUND,
    }[sheet.house.tie]
    return ruling(sheet.house.tie, cite(tie_rule, _("Tied at the end: {tie}"), tie=sheet.house.tie))


def on_first(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    target_check = sheet.house.target_check
    words = _("Several at the target in one round: {how}")
    return ruling(target_check, cite(rule.FIRST, words, how=target_check))


def on_late(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("Leave the box empty for whoever does not play: nothing is written in that column")
    return ruling("yes", cite(rule.SITTING_OUT, words))


def on_dealer(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    next_dealer = dealer(sheet)
    if next_dealer is None:
        return ruling("none", cite(rule.DEALER, _("At this table nobody keeps track of the deal")))
    return ruling(next_dealer, cite(rule.DEALER, _("{who} deals"), who=next_dealer))


QUESTIONS = {
    "leader": Question(_("Who is in front?"), on_leader, keywords=_("winning first best lead")),
    "next": Question(
        _("What would a number in the next round do?"),
        on_next,
        NextNumber,
        _("past target bust overshoot exact"),
    ),
    "sum": Question(
        _("Does this round add up?"),
        on_sum,
        SomeNumbers,
        _("check total zero missing"),
        irregularity=IrregularityKind.SCORE,
    ),
    "places": Question(_("What do these places pay?"), on_places, SomePlaces, _("rank tie shared second")),
    "result": Question(_("What is a win, a draw or a loss worth?"), on_result, OneResult, _("points wdl")),
    "out": Question(_("Is this player out?"), on_out, OneSide, _("eliminated still in")),
    "over": Question(_("Is the game over?"), on_over, keywords=_("end finish rounds target")),
    "stop": Question(_("May we stop now?"), on_stop, keywords=_("time end early")),
    "level": Question(_("What if two are tied at the end?"), on_tie, keywords=_("tie draw shared")),
    "first": Question(_("Two reached the target in the same round"), on_first, keywords=_("both race first")),
    "absent": Question(_("May somebody sit out or join late?"), on_late, keywords=_("new player missing")),
    "dealer": Question(_("Who deals next?"), on_dealer, keywords=_("turn")),
}
