"""Rulings on payment, assistance, the last-card call and the penalty tiers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from games.engine import (
    Ask,
    Choice,
    Cite,
    PerSide,
    Points,
    Ruling,
    ScoreLine,
    Seat,
    Sheet,
    _,
    add_lines,
    broadcast_defaults,
    cite,
    ngettext,
    ruling,
    score_line,
    without_irrelevant,
)

from . import rulebook as rule
from .checks import check, other_kind_problem
from .choices import Assist, AssistScope, LastCall
from .hands import Deal, most_left, ordinary_kind
from .house import House
from .losses import blamable_players, highest_tier
from .referee_cards import NO, YES
from .scoring import score


def on_payment(facts: Deal, sheet: Sheet[House]) -> Ruling:
    if ordinary_kind(sheet) is not Deal:
        problem = other_kind_problem(sheet)
        return ruling("none", Cite(problem.rule or rule.COUNT, problem.words))
    hand: Deal = broadcast_defaults(without_irrelevant(facts, sheet), sheet)
    problems = [Cite(problem.rule or rule.COUNT, problem.words) for problem in check(hand, sheet)]
    if problems:
        return ruling("none", *problems)
    lines = tuple(score(hand, sheet))
    gains = add_lines(sheet.seating.per_side(lambda side: 0), lines)
    reason = cite(rule.COMPOSE, _("Each gains or loses: {gains}"), gains=tuple(gains))
    reasons: list[Cite] = []
    for line in lines:
        for because in line.because:
            if because not in reasons:
                reasons.append(because)
    return Ruling(gains, (reason, *reasons), lines)


class BlamedPlay(Choice):
    """The play of the player who is blamed."""

    LOWER = "lower", _("played a low single with a higher one in hand")
    PASSED = "passed", _("passed, and could have beaten it")
    SINGLE = "single", _("led a single, and could have led more cards")
    COULD_NOT = "could_not", _("could not have stopped it")


@dataclass(frozen=True)
class Blame:
    """A player who went out, and the one who is blamed for it."""

    winner: Annotated[Seat, Ask(_("Who went out?"))]
    blamed: Annotated[Seat, Ask(_("Who is blamed?"), rule=rule.ASSISTANCE)]
    did: Annotated[BlamedPlay, Ask(_("What did that player do?"), rule=rule.ASSISTANCE)]
    cards: Annotated[int, Ask(_("How many cards were in the last play?"), least=1, most=13)] = 1
    recorded: Annotated[bool, Ask(_("Is it the last deal on the sheet?"))] = False


def on_assistance(facts: Blame, sheet: Sheet[House]) -> Ruling:
    if reason := _cite_why_not_blamed(facts, sheet):
        return ruling(NO, reason)
    words = _("Yes: {blamed} carries what all the losers lose")
    reason = cite(rule.ASSISTANCE, words, blamed=facts.blamed)
    lines = _correction(Deal(facts.winner, assist=facts.blamed), facts.recorded, sheet)
    return Ruling(YES, (reason,), tuple(lines))


def _cite_why_not_blamed(facts: Blame, sheet: Sheet[House]) -> Cite | None:
    house, cited = sheet.house, rule.ASSISTANCE
    only_single = house.assist_scope is AssistScope.SINGLE
    if house.assist_penalty is Assist.OFF:
        return cite(cited, _("No: at this table nobody pays for having let somebody out"))
    if ordinary_kind(sheet) is not Deal:
        return cite(cited, _("No: nobody is blamed unless everybody plays alone for points"))
    if facts.cards > 1:
        return cite(cited, _("No: a last play of more than one card is nobody's fault"))
    if facts.blamed == facts.winner:
        return cite(cited, _("No: {winner} went out, and cannot have let anybody out"), winner=facts.winner)
    if facts.blamed not in blamable_players(facts.winner, sheet):
        return cite(cited, _("No: only the player just before {winner} can be blamed"), winner=facts.winner)
    if facts.did is BlamedPlay.COULD_NOT:
        return cite(cited, _("No: {blamed} could not have stopped it"), blamed=facts.blamed)
    if facts.did is not BlamedPlay.LOWER and only_single:
        return cite(cited, _("No: here only a low single played with a higher one in hand counts"))
    return None


@dataclass(frozen=True)
class LastCardCall:
    """A player who went out, and whether “last card” was called in time."""

    winner: Annotated[Seat, Ask(_("Who went out?"))]
    called: Annotated[bool, Ask(_("Was “last card” called in time?"), rule=rule.LAST_CARD)]
    recorded: Annotated[bool, Ask(_("Is it the last deal on the sheet?"))] = False


def on_last_card(facts: LastCardCall, sheet: Sheet[House]) -> Ruling:
    if sheet.house.last_card_call is LastCall.OFF or ordinary_kind(sheet) is not Deal:
        return ruling(NO, cite(rule.LAST_CARD, _("No penalty: calling is only a courtesy at this table")))
    if facts.called:
        return ruling(NO, cite(rule.LAST_CARD, _("No penalty: it was called in time")))
    words = _("{winner} forgot to call and carries what everybody loses; the others score nothing")
    lines = _correction(Deal(facts.winner, forgot=True), facts.recorded, sheet)
    return Ruling(YES, (cite(rule.LAST_CARD, words, winner=facts.winner),), tuple(lines))


def _correction(fault: Deal, is_recorded: bool, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    """Yield the lines that correct the last deal on the sheet.

    ``fault`` is a deal in which only the winner and the fault are filled in. There are no lines if the last
    deal has another winner, or if one player already carries all the losses.
    """
    last = sheet.rows[-1] if sheet.rows else None
    if not is_recorded or last is None or last.problems or not isinstance(last.hand, Deal):
        return
    hand = last.hand
    if hand.winner != fault.winner or hand.assist is not None or hand.forgot:
        return
    zero: PerSide[Points] = sheet.seating.per_side(lambda side: 0)
    corrected = replace(hand, assist=fault.assist, forgot=fault.forgot)
    points_before, points_after = (
        add_lines(zero, score(hand, sheet)),
        add_lines(zero, score(corrected, sheet)),
    )
    cited = rule.LAST_CARD if fault.forgot else rule.ASSISTANCE
    for side in sheet.seating.every_side:
        if points_before[side] != points_after[side]:
            words = _("{now} instead of {before} for the last deal")
            yield score_line(
                side,
                points_after[side] - points_before[side],
                cited,
                words,
                now=points_after[side],
                before=points_before[side],
            )


@dataclass(frozen=True)
class CardCount:
    """The number of cards a player has left."""

    cards: Annotated[int, Ask(_("How many cards are left?"), least=1, most=most_left, rule=rule.TIERS)]


def on_steps(facts: CardCount, sheet: Sheet[House]) -> Ruling:
    tier = highest_tier(facts.cards, sheet.house, sheet.seating.seats)
    if tier is None:
        words = ngettext("{n} card counts once", "{n} cards count once each", facts.cards)
        return ruling(1, cite(rule.TIERS, words))
    least, factor = tier
    words = ngettext(
        "{n} card counts times {factor}: the step begins at {least}",
        "{n} cards count times {factor}: the step begins at {least}",
        facts.cards,
        factor=factor,
        least=least,
    )
    return ruling(factor, cite(rule.TIERS, words))
