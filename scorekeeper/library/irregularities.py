"""Irregularities at the table: their kinds, hands, rules and remedies."""

from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from games.engine import (
    AGREED,
    AcceptedRuling,
    Adjustment,
    Entry,
    Irregularity,
    IrregularityKind,
    RuleAtTable,
    irregularities,
    rule_at_table,
)
from scorekeeper.sheet.presenters import HandRow, deleted_row, hand_row, row_of
from scorekeeper.tables.context import MatchContext

NEWEST = 5  # hands that are always listed, before a page of earlier hands
PAGE_SIZE = 25  # earlier hands, or penalties, on one page

# Irregularities that a new deal settles, because nothing has been scored.
SETTLED_BY_NEW_DEAL = (
    IrregularityKind.MISDEAL,
    IrregularityKind.CARDS,
    IrregularityKind.EXPOSED,
    IrregularityKind.TURN,
)


@dataclass(frozen=True)
class ListedIrregularity:
    """An irregularity as its page shows it: its label, its rules, and the questions that settle it."""

    kind: IrregularityKind
    label: str
    rules: tuple[RuleAtTable, ...]
    questions: tuple[tuple[str, str], ...]

    @property
    def id(self) -> str:
        return str(self.kind.value)


def list_irregularities(ctx: MatchContext) -> list[ListedIrregularity]:
    """Return the irregularities that can happen at this table, in the order a hand is played in."""
    return [_with_rules(ctx, irregularity) for irregularity in irregularities(ctx.game, ctx.sheet.house)]


def find(ctx: MatchContext, id: str) -> ListedIrregularity | None:
    """Return the irregularity with this id; None if it cannot happen at this table."""
    return next((irregularity for irregularity in list_irregularities(ctx) if irregularity.id == id), None)


def _with_rules(ctx: MatchContext, irregularity: Irregularity) -> ListedIrregularity:
    game, house, words = ctx.game, ctx.sheet.house, ctx.words
    rules = (rule_at_table(game, rule, house, words) for rule in irregularity.rules)
    seats = ctx.sheet.seating.seats
    possible = ((id, question) for id, question in game.questions.items() if question.can_come_up(seats))
    return ListedIrregularity(
        irregularity.kind,
        words.gettext(irregularity.text),
        tuple(rule for rule in rules if rule.played),
        tuple(
            (id, words.gettext(question.text))
            for id, question in possible
            if question.irregularity is irregularity.kind
        ),
    )


@dataclass(frozen=True)
class Case:
    """An irregularity in a hand; ``hand`` is None for the hand being played."""

    ctx: MatchContext
    irregularity: ListedIrregularity
    hand: int | None

    @cached_property
    def row(self) -> HandRow | None:
        return None if self.hand is None else row_of(self.ctx.localized, self.hand)

    @property
    def agreed_text(self) -> str:
        """Return the text for irregularities without a rule."""
        return self.ctx.words.gettext(AGREED.text)

    @property
    def is_settled_by_new_deal(self) -> bool:
        """Return whether a new deal settles the irregularity, so that nothing is written."""
        return self.hand is None and self.irregularity.kind in SETTLED_BY_NEW_DEAL


def is_hand_in_progress(ctx: MatchContext) -> bool:
    return ctx.is_current and ctx.sheet.outcome is None


def hands(ctx: MatchContext, skipped: int, limit: int) -> list[HandRow]:
    """Return up to ``limit`` hands that are not deleted, newest first, after the ``skipped`` newest."""
    rows = ctx.sheet.rows
    return [
        hand_row(ctx.localized, rows[index], index)
        for index in range(len(rows) - 1 - skipped, -1, -1)[:limit]
    ]


@dataclass(frozen=True)
class Penalty:
    """An adjustment by a ruling or by agreement, and its reason. It may have been deleted since."""

    row: HandRow
    why: str


def penalties(ctx: MatchContext, skipped: int = 0) -> tuple[list[Penalty], bool]:
    """Return a page of the adjustments, newest first, and whether there are more.

    Deleted adjustments are included. The page begins after the ``skipped`` newest.
    """
    index_of = {row.number: index for index, row in enumerate(ctx.sheet.rows)}
    adjustments = filter(None, (_adjustment(ctx, number) for number in reversed(ctx.state.order)))
    page = list(islice(adjustments, skipped, skipped + PAGE_SIZE + 1))
    penalties = []
    for number, entry in page[:PAGE_SIZE]:
        index = index_of.get(number)
        row = (
            deleted_row(ctx.localized, number)
            if index is None
            else hand_row(ctx.localized, ctx.sheet.rows[index], index)
        )
        why = ctx.state.revisions(number)[-1].entry.why if row.is_deleted else entry.why
        penalties.append(Penalty(row, why if why not in row.short else ""))
    return penalties, len(page) > PAGE_SIZE


def _adjustment(ctx: MatchContext, number: int) -> tuple[int, Entry] | None:
    """Return a hand's number and its last entry before any deletion; None if it is not an adjustment."""
    revisions = ctx.state.revisions(number)
    entry = next((logged.entry for logged in reversed(revisions) if logged.entry.hand is not None), None)
    return (
        (number, entry) if entry is not None and isinstance(entry.hand, Adjustment | AcceptedRuling) else None
    )
