"""The score of a Ramsch."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from games.engine import Cite, Points, Problem, Seat, Sheet, _, cite, plain_points, say

from . import rulebook as rule
from .hands import ALL_POINTS, MOST_IN_SKAT, Ramsch, most_points, players
from .house import AllPass, House, RamschSkat, RamschStake, RamschTie

# A virgin is a player without a trick.
FIXED_STAKE, WITH_A_VIRGIN, WITH_TWO_VIRGINS = 10, 15, 20


def losers(hand: Ramsch, sheet: Sheet[House]) -> tuple[Seat, ...]:
    """Return the seats that the Ramsch is charged to."""
    seats = most_points(hand)
    if len(seats) > 1 and sheet.house.ramsch_tie is RamschTie.LAST_TRICK:
        return tuple(seat for seat in seats if seat == hand.last_trick)
    return seats


def is_durchmarsch(hand: Ramsch, sheet: Sheet[House]) -> bool:
    """Return whether a player took every trick at a table that rewards this."""
    is_charged_by_points = sheet.house.ramsch_stake is RamschStake.POINTS
    return hand.all_tricks and is_charged_by_points and sheet.house.ramsch_durchmarsch > 0


def check(hand: Ramsch, sheet: Sheet[House]) -> Iterator[Problem]:
    if sheet.house.all_pass is not AllPass.RAMSCH:
        yield Problem("", say(_("Ramsch is not played at this table")), rule.ALL_PASS)
    playing = players(sheet)
    for seat in sheet.seating.every_seat:
        if seat not in playing and hand.points[seat]:
            yield Problem(f"points.{seat}", say(_("{who} dealt and sits out"), who=seat), rule.SEATS)
    points_counted = sum(hand.points[seat] for seat in playing)
    if sheet.house.ramsch_skat_to is RamschSkat.NOBODY and not (
        ALL_POINTS - MOST_IN_SKAT <= points_counted <= ALL_POINTS
    ):
        words = _("The tricks hold {least} to {most} card points, the skat the rest: these add up to {sum}")
        least = ALL_POINTS - MOST_IN_SKAT
        yield Problem("points", say(words, least=least, most=ALL_POINTS, sum=points_counted), rule.PACK)
    takers = sum(1 for seat in playing if hand.points[seat] > 0)
    if hand.all_tricks and takers > 1:
        yield Problem("all_tricks", say(_("More than one player has card points")), rule.MARCH)
    if hand.virgin is not None and hand.all_tricks:
        words = _("Every trick went to one player, so two took none: leave this out")
        yield Problem("virgin", say(words), rule.VIRGIN)
    elif hand.virgin is not None and hand.points[hand.virgin]:
        words = _("{who} has card points, so there was a trick")
        yield Problem("virgin", say(words, who=hand.virgin), rule.VIRGIN)
    seats = most_points(hand)
    if sheet.house.ramsch_tie is RamschTie.LAST_TRICK and len(seats) > 1 and hand.last_trick not in seats:
        words = _("{tied} are tied: who of them took the last trick?")
        yield Problem("last_trick", say(words, tied=seats), rule.RAMSCH_TIE)


def _doublings(hand: Ramsch, sheet: Sheet[House]) -> Iterator[tuple[int, Cite]]:
    house = sheet.house
    if hand.virgin is not None and house.ramsch_virgin_doubles and house.ramsch_stake is RamschStake.POINTS:
        yield 2, cite(rule.VIRGIN, _("{who} took no trick: twice that"), who=hand.virgin)
    for _push in range(hand.unseen_pushes):
        yield 2, cite(rule.PUSHING, _("The skat was passed on unseen: twice that"))


def _stake(hand: Ramsch, sheet: Sheet[House], loser: Seat) -> tuple[int, Cite]:
    if sheet.house.ramsch_stake is RamschStake.POINTS:
        stake = hand.points[loser]
        return stake, cite(rule.RAMSCH, _("{who} has the most card points: {n}"), who=loser, n=stake)
    if hand.all_tricks:
        return WITH_TWO_VIRGINS, cite(rule.FIXED, _("The other two took no trick: {n}"), n=WITH_TWO_VIRGINS)
    if hand.virgin is not None:
        words = _("{who} took no trick: {n}")
        return WITH_A_VIRGIN, cite(rule.FIXED, words, who=hand.virgin, n=WITH_A_VIRGIN)
    words = _("The most card points cost {n}")
    return FIXED_STAKE, cite(rule.FIXED, words, n=FIXED_STAKE)


def charged_points(hand: Ramsch, sheet: Sheet[House]) -> Iterator[tuple[Seat, Points, tuple[Cite, ...]]]:
    """Yield each player who scores in a Ramsch, with the points and the reasons."""
    if is_durchmarsch(hand, sheet):
        (taker,) = most_points(hand)
        reward = sheet.house.ramsch_durchmarsch
        yield taker, reward, (cite(rule.MARCH, _("{who} took every trick: {n}"), who=taker, n=reward),)
        return
    loser_seats, tied_seats = losers(hand, sheet), most_points(hand)
    for loser in loser_seats:
        stake, reason = _stake(hand, sheet, loser)
        because = [reason]
        for factor, reason in _doublings(hand, sheet):
            stake *= factor
            because.append(reason)
        loss: Points = stake
        if len(tied_seats) > 1:
            because.append(_cite_tie(tied_seats, sheet))
            if sheet.house.ramsch_tie is RamschTie.SHARED:
                loss = plain_points(Fraction(stake, len(tied_seats)))
        yield loser, -loss, tuple(because)


def _cite_tie(seats: tuple[Seat, ...], sheet: Sheet[House]) -> Cite:
    match sheet.house.ramsch_tie:
        case RamschTie.LAST_TRICK:
            return cite(rule.RAMSCH_TIE, _("{tied} were tied; the loser took the last trick"), tied=seats)
        case RamschTie.BOTH:
            return cite(rule.RAMSCH_TIE, _("{tied} were tied: each is charged"), tied=seats)
        case _:
            return cite(rule.RAMSCH_TIE, _("{tied} were tied and share the loss"), tied=seats)
