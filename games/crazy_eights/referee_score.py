"""Rulings on the last card, the count and the deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from games.engine import (
    Ask,
    Cards,
    Choice,
    NoFacts,
    PerSide,
    Ruling,
    Seat,
    Sheet,
    _,
    add_lines,
    cite,
    ngettext,
    ruling,
)

from . import rulebook as rule
from .hands import Blocked, Out, dealt_each, most_cards_held, most_points_held, points_of, table_pack
from .house import House, LastCardCall, collects
from .scoring import dealer, score

# The call --------------------------------------------------------------------


class CallTime(Choice):
    BEFORE = "before", _("Before laying the last card but one")
    AFTER = "after", _("After laying it")
    NEVER = "never", _("Not at all")


@dataclass(frozen=True)
class LastCard:
    """The moment at which "last card" was said, if it was."""

    said: Annotated[CallTime, Ask(_('When was "last card" said?'), rule=rule.CALL)]
    next_acted: Annotated[
        bool,
        Ask(
            _("Had the next player already played or drawn when the penalty was claimed?"),
            rule=rule.CLAIM,
            seldom=True,
        ),
    ] = False


def on_last_card(facts: LastCard, sheet: Sheet[House]) -> Ruling:
    if sheet.house.last_card_call is LastCardCall.OFF:
        return ruling(0, cite(rule.CALL, _("At this table nobody need say it")))
    if facts.said is CallTime.BEFORE:
        return ruling(0, cite(rule.CALL, _("Said in time: nothing to draw")))
    if facts.next_acted:
        return ruling(0, cite(rule.CLAIM, _("Claimed too late: the next player had already played or drawn")))
    n = sheet.house.last_card_penalty
    words = ngettext("Said too late: draw {n} card", "Said too late: draw {n} cards", n)
    if facts.said is CallTime.NEVER:
        words = ngettext("Not said: draw {n} card", "Not said: draw {n} cards", n)
    return ruling(n, cite(rule.CALL, words))


# The count -------------------------------------------------------------------


@dataclass(frozen=True)
class SomeCards:
    """The cards to be counted."""

    cards: Annotated[Cards, Ask(_("Which cards?"), least=1, most=most_cards_held, available=table_pack)]


def on_count(facts: SomeCards, sheet: Sheet[House]) -> Ruling:
    n = points_of(facts.cards, sheet.house)
    return ruling(n, cite(rule.VALUES, _("These cards count {n}"), n=n))


@dataclass(frozen=True)
class PayFacts:
    """A round that a player won by going out, and the points the others hold."""

    winner: Annotated[Seat, Ask(_("Who went out?"))]
    left: Annotated[PerSide[int], Ask(_("Points left in the hand"), most=most_points_held)]


def on_pay(facts: PayFacts, sheet: Sheet[House]) -> Ruling:
    lines = tuple(score(Out(facts.winner, PerSide(facts.left)), sheet))
    n = sum(line.points for line in lines)
    if collects(sheet.house):
        return ruling(n, cite(rule.COLLECT, _("{who} collects {n}"), who=facts.winner, n=n))
    words = _("{who} writes nothing; the others together are charged {n}")
    return ruling(0, cite(rule.PENALTY, words, who=facts.winner, n=n))


@dataclass(frozen=True)
class BlockedRound:
    """The points that each player holds when nobody can play."""

    left: Annotated[PerSide[int], Ask(_("Points left in the hand"), most=most_points_held)]


def on_blocked(facts: BlockedRound, sheet: Sheet[House]) -> Ruling:
    lines = tuple(score(Blocked(facts.left), sheet))
    gains = add_lines(sheet.seating.per_side(lambda side: 0), lines)
    reasons = [
        cite(because.rule, _("{side}: {words}"), side=line.side, words=because.words)
        for line in lines
        for because in line.because
    ]
    return ruling(gains, *reasons)


def on_deal(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    seats = sheet.seating.seats
    n = dealt_each(sheet.house, seats)
    return ruling(n, cite(rule.DEAL, _("{n} cards each for {seats} players"), n=n, seats=seats))


def on_dealer(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    next_dealer = dealer(sheet)
    n = dealt_each(sheet.house, sheet.seating.seats)
    first = sheet.seating.left(next_dealer)
    return ruling(
        next_dealer,
        cite(
            rule.ORDER_OF_PLAY, _("{dealer} deals, and {first} plays first"), dealer=next_dealer, first=first
        ),
        cite(rule.DEAL, _("{n} cards each"), n=n),
    )
