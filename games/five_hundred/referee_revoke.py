"""Rulings on a revoke: rules 7.3 to 7.7."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.engine import (
    Cite,
    Row,
    Rule,
    Ruling,
    ScoreLine,
    Sheet,
    _,
    add_lines,
    cite,
    ruling,
    score_line,
    without_irrelevant,
)

from . import rulebook as rule
from .checks import check
from .choices import DefenderTricks, MisereTricks, RevokeRule
from .hands import BarNullo, Bid, DoubleNullo, Misere, Revoke, RevokeInLastHand
from .house import House
from .scoring import bidder_revoked, score


def on_revoke(facts: Revoke, sheet: Sheet[House]) -> Ruling:
    """Return the ruling on a revoke in the hand being played; its lines score that hand."""
    if sheet.house.revoke_rule is RevokeRule.MANUAL:
        return _table_decides_ruling()
    facts = without_irrelevant(facts, sheet)
    if problems := tuple(check(facts, sheet)):
        return ruling("recount", *(cite(problem.rule or rule.REVOKE, problem.words) for problem in problems))
    return _revoke_ruling(facts, sheet, tuple(score(facts, sheet)))


def on_revoke_in_last_hand(facts: RevokeInLastHand, sheet: Sheet[House]) -> Ruling:
    """Return the ruling on a revoke in the last hand.

    Its lines correct the score of the hand. If the hand ended the game, they are its whole new score.
    """
    if sheet.house.revoke_rule is RevokeRule.MANUAL:
        return _table_decides_ruling()
    row = sheet.rows[-1] if sheet.rows else None
    if row is None or row.problems or not isinstance(row.hand, Bid) or isinstance(row.hand, Revoke):
        words = _("The last row on the sheet is not a hand that was bid and played.")
        return ruling("no_hand", cite(rule.REVOKE, words))
    sheet_before = replace(sheet, rows=sheet.rows[:-1], outcome=None)
    facts = without_irrelevant(facts, sheet)
    corrected = facts.corrected(row.hand)
    if faults := tuple(_cite_faults(facts, row.hand, corrected, sheet_before)):
        return Ruling("recount", faults)
    if sheet.outcome is None:
        return _revoke_ruling(corrected, sheet_before, tuple(_difference(row, corrected, sheet_before)))
    decision = _revoke_ruling(corrected, sheet_before, tuple(score(corrected, sheet_before)))
    game_over = _("That hand ended the game: delete it, and enter the hand with its revoke in its place.")
    return replace(decision, because=(*decision.because, cite(rule.REVOKE, game_over)))


def _cite_faults(
    facts: RevokeInLastHand, hand: Bid, corrected: Revoke, sheet_before: Sheet[House]
) -> Iterator[Cite]:
    """Cite the missing or impossible answers that prevent a correction of the hand."""
    house, is_bidders_revoke = sheet_before.house, bidder_revoked(corrected, sheet_before)
    is_replayed = house.revoke_rule is RevokeRule.HOFFMANN and not is_bidders_revoke
    is_abandoned = house.revoke_rule is RevokeRule.HOYLE_AMERICAN and not is_bidders_revoke
    tricks_are_paid = (
        house.misere_defender_tricks is MisereTricks.PER_TRICK
        and house.defender_tricks is not DefenderTricks.NEVER
        and not is_abandoned
    )
    tricks_are_needed = isinstance(hand, Misere | DoubleNullo | BarNullo) and (is_replayed or tricks_are_paid)
    # Once the hand is replayed, the tricks written for it no longer count.
    has_tricks = bool(facts.tricks or (hand.tricks and not is_replayed))
    if tricks_are_needed and not has_tricks:
        cited = rule.REVOKE_HOFFMANN if is_replayed else rule.MISERE_PAID
        yield cite(cited, _("Say how many tricks each side took: nobody wrote them down."))
    for problem in check(corrected, sheet_before):
        yield cite(problem.rule or rule.REVOKE, problem.words)


def _table_decides_ruling() -> Ruling:
    sentence = _("The table decides: it has agreed on no penalty. Hoyle prints two rules.")
    bidder = _("Where a penalty is agreed, a bidder who revokes loses the bid.")
    american = _(
        "American: a defender's revoke stops the hand; the full bid scores, and the defender gets nothing."
    )
    hoffmann = _(
        "Hoffmann: after a defender's revoke the play goes back to that trick; the defender loses 100."
    )
    return ruling(
        "table_decides",
        cite(rule.REVOKE, sentence),
        cite(rule.REVOKE_BIDDER, bidder),
        cite(rule.REVOKE_AMERICAN, american),
        cite(rule.REVOKE_HOFFMANN, hoffmann),
    )


def _revoke_ruling(hand: Revoke, sheet: Sheet[House], lines: tuple[ScoreLine, ...]) -> Ruling:
    cited = _rule_of(hand, sheet)
    verdict, words = {
        rule.REVOKE_REDEAL: (
            "redeal",
            _("{who} revoked: the hand is void, and the same dealer deals again."),
        ),
        rule.REVOKE_BIDDER: (
            "set_back",
            _("{who} revoked for the bidders: {call} is set back, and the others keep their tricks."),
        ),
        rule.REVOKE_AMERICAN: (
            "full_bid",
            _("{who} revoked in defence: the hand stops, {call} scores in full, the erring side nothing."),
        ),
        rule.REVOKE_HOFFMANN: (
            "replay",
            _("{who} revoked in defence: the result of the replay counts; the erring side loses 100."),
        ),
    }[cited]
    return Ruling(verdict, (cite(cited, words, who=hand.by, call=hand.bid),), lines)


def _difference(row: Row, corrected: Revoke, sheet_before: Sheet[House]) -> Iterator[ScoreLine]:
    """Yield the lines that correct a row's score; the offender's side always has one."""
    totals_due = add_lines(sheet_before.totals, score(corrected, sheet_before))
    for side in sheet_before.seating.every_side:
        change = totals_due[side] - row.totals[side]
        if change or side == sheet_before.seating.side(corrected.by):
            words = _("{due} instead of {written} for the hand above")
            points_due = totals_due[side] - sheet_before.totals[side]
            yield score_line(
                side,
                change,
                _rule_of(corrected, sheet_before),
                words,
                due=points_due,
                written=row.gains[side],
            )


def _rule_of(hand: Revoke, sheet: Sheet[House]) -> Rule:
    """Return the rule by which a revoke is settled."""
    if sheet.house.revoke_rule is RevokeRule.REDEAL:
        return rule.REVOKE_REDEAL
    if bidder_revoked(hand, sheet):
        return rule.REVOKE_BIDDER
    american = sheet.house.revoke_rule is RevokeRule.HOYLE_AMERICAN
    return rule.REVOKE_AMERICAN if american else rule.REVOKE_HOFFMANN
