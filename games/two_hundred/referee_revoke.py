"""Rulings on a revoke: rule 8.1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from games.engine import (
    Ask,
    PerSide,
    Points,
    Row,
    Ruling,
    ScoreLine,
    Seating,
    Sheet,
    Side,
    _,
    add_lines,
    cite,
    ruling,
    score_line,
    without_irrelevant,
)

from . import rulebook as rule
from .hands import Deal, Revoke, bidders
from .house import House, RevokeRule
from .scoring import check, points_captured, score


@dataclass(frozen=True)
class RevokeInLastHand:
    """The last hand written, in which a player revoked."""

    by: Annotated[Side, Ask(_("Which side did not follow suit?"))]


def on_revoke(facts: Revoke, sheet: Sheet[House]) -> Ruling:
    """Answer "She revoked". The ruling's score lines replace the hand."""
    if sheet.house.revoke_rule is not RevokeRule.OFFENDER_LOSES_HAND:
        return _no_penalty(sheet)
    facts = without_irrelevant(facts, sheet)
    if problems := tuple(check(facts, sheet)):
        return ruling("recount", *(cite(problem.rule or rule.RECOUNT, problem.words) for problem in problems))
    return _penalty(facts.by, facts, sheet, tuple(_lines_after_revoke(facts.by, facts, sheet)))


def on_revoke_in_last_hand(facts: RevokeInLastHand, sheet: Sheet[House]) -> Ruling:
    """Answer "She revoked" about the last hand. The ruling's score lines correct its score."""
    if sheet.house.revoke_rule is RevokeRule.MANUAL:
        return _no_penalty(sheet)
    row = sheet.rows[-1] if sheet.rows else None
    if row is None or not isinstance(row.hand, Deal) or row.problems:
        return ruling("no_hand", cite(rule.REVOKE, _("The last row on the sheet is not a played hand.")))
    sheet_before = replace(sheet, rows=sheet.rows[:-1], outcome=None)
    if sheet.house.revoke_rule is RevokeRule.OFFENDER_LOSES_HAND:
        corrected_lines = tuple(_lines_after_revoke(facts.by, row.hand, sheet_before))
        lines = tuple(_difference(row, corrected_lines, sheet_before.seating))
        decision = _penalty(facts.by, row.hand, sheet_before, lines)
    else:
        decision = replace(_no_penalty(sheet), lines=tuple(_difference(row, (), sheet_before.seating)))
    if sheet.outcome is None:
        return decision
    game_over = _("That hand ended the game: strike it out first, then enter the ruling in its place.")
    return replace(decision, because=(*decision.because, cite(rule.REVOKE, game_over)))


def _no_penalty(sheet: Sheet[House]) -> Ruling:
    if sheet.house.revoke_rule is RevokeRule.REDEAL:
        words = _("The hand is void: it scores nothing, and the same dealer deals again.")
        return ruling("redeal", cite(rule.REVOKE, words))
    no_source = _("The table decides: no text on this game names a penalty.")
    proposal = _(
        "We propose that bidders who revoke lose their bid, and that defenders who revoke score "
        "nothing and the bidders at least their bid."
    )
    return ruling("table_decides", cite(rule.REVOKE, no_source), cite(rule.REVOKE, proposal))


def _penalty(offender: Side, hand: Deal, sheet: Sheet[House], lines: tuple[ScoreLine, ...]) -> Ruling:
    if offender == bidders(hand, sheet):
        words = _("{side} bid and did not follow suit: the bid of {bid} is lost.")
        return Ruling("bid_lost", (cite(rule.REVOKE, words, side=offender, bid=hand.bid),), lines)
    words = _(
        "{side} did not follow suit in defence and scores nothing; the bidders score at least their {bid}."
    )
    return Ruling("defence_lost", (cite(rule.REVOKE, words, side=offender, bid=hand.bid),), lines)


def _lines_after_revoke(offender: Side, hand: Deal, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    """Yield the score of the hand once the side that revoked has lost it (rule 8.1)."""
    bidding_side = bidders(hand, sheet)
    if offender == bidding_side:
        yield score_line(
            bidding_side,
            -hand.bid,
            rule.REVOKE,
            _("Did not follow suit: the bid of {bid} is lost"),
            bid=hand.bid,
        )
    else:
        points = max(hand.bid, points_captured(bidding_side, hand, sheet))
        words = _("The defence did not follow suit: {n}, the larger of bid and points taken")
        yield score_line(bidding_side, points, rule.REVOKE, words, n=points)
        yield score_line(offender, 0, rule.REVOKE, _("Did not follow suit: nothing"))
    yield from (line for line in score(hand, sheet) if line.side not in (bidding_side, offender))


def _difference(row: Row, corrected_lines: tuple[ScoreLine, ...], seating: Seating) -> Iterator[ScoreLine]:
    """Yield the lines that turn what a row scored into what it should have scored."""
    no_points: PerSide[Points] = PerSide(0 for _side in seating.every_side)
    for side, points_due in zip(seating.every_side, add_lines(no_points, corrected_lines), strict=True):
        if change := points_due - row.gains[side]:
            words = _("{due} instead of {written} for the hand above")
            yield score_line(side, change, rule.REVOKE, words, due=points_due, written=row.gains[side])
