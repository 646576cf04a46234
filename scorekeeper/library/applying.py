"""Rulings as rows of a table's sheet, written like any other hand."""

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.engine import AcceptedRuling, Entry, to_form_data
from scorekeeper.matches import commands
from scorekeeper.sheet import hand_entry
from scorekeeper.sheet.form_fields import box_value
from scorekeeper.sheet.preview import Preview, changes
from scorekeeper.tables import request_parsing
from scorekeeper.tables.context import MatchContext

from .referee import Desk

LONGEST_WHY = request_parsing.LONGEST_WHY


@dataclass(frozen=True)
class RulingRow:
    """The row that a ruling would make: its number, revision and consequences."""

    number: int
    rev: int
    before: int | None  # the next hand, if the row goes between two hands
    key: str
    why: str
    preview: Preview

    @property
    def reason_needed(self) -> bool:
        return self.rev > 0 or self.before is not None


def as_hand(desk: Desk) -> AcceptedRuling:
    """Return the ruling as a hand: the question and its facts. Each replay computes its score lines."""
    return AcceptedRuling(desk.id, desk.facts)


def row_position(desk: Desk, ctx: MatchContext) -> tuple[int, int, int | None]:
    """Return the number and revision of the ruling's row, and the hand that it is inserted before.

    The row replaces the hand in question, or goes below that hand, or after the last hand.
    """
    if desk.hand is not None and desk.replaces_hand:
        return desk.hand, ctx.state.revs[desk.hand], None
    return ctx.state.next_number, 0, _next_hand(ctx, desk.hand)


def _next_hand(ctx: MatchContext, number: int | None) -> int | None:
    """Return the number of the next hand that is not deleted; None after the last."""
    if number is None:
        return None
    order = ctx.state.order
    not_deleted = {row.number for row in ctx.sheet.rows}
    return next((other for other in order[order.index(number) + 1 :] if other in not_deleted), None)


def ruling_row(desk: Desk, ctx: MatchContext) -> RulingRow | None:
    """Return the row that a ruling would make; None if it changes no score or the phone may not write."""
    if desk.facts is None or not desk.ruling.lines or not ctx.may_score or desk.match_ctx is None:
        return None
    number, rev, before = row_position(desk, ctx)
    entry = Entry(number, as_hand(desk), why="—", before=before)
    return RulingRow(
        number,
        rev,
        before,
        hand_entry.new_key(),
        ruling_reason(desk, ctx),
        changes(ctx.localized, entry),
    )


def prefilled_queries(desk: Desk) -> dict[str, str]:
    """Return query strings that prefill the pages of a correction and of an adjustment.

    ``amend_query`` has the facts for the hand in question, ``adjust_query`` the reason. The page of a ruling
    that changes no score links to both pages.
    """
    if desk.match_ctx is None or desk.hand is None or desk.facts is None:
        return {}
    why = ruling_reason(desk, desk.match_ctx)
    hand = desk.match_ctx.state.last_content(desk.hand)
    answers = dict(to_form_data(hand)) if type(hand) in desk.game.hands.values() else {}
    facts = to_form_data(desk.facts)
    changed = {
        path: box_value(answer)
        for path, answer in facts.items()
        if path in answers and answers[path] != answer
    }
    return {
        "amend_query": urlencode({**changed, "reason": why}, doseq=True),
        "adjust_query": urlencode({"settles": desk.hand, "why": why}),
    }


def ruling_reason(desk: Desk, ctx: MatchContext) -> str:
    """Return the reason for a change that a ruling asks for."""
    verdict = ctx.words.read(desk.ruling.because[0].words)
    return _("Referee: {verdict}").format(verdict=verdict)[:LONGEST_WHY]


def command(desk: Desk, ctx: MatchContext, data: Any) -> commands.WriteCommand:
    """Return the write command for a posted form. Raise ``Malformed``."""
    number, _rev, before = row_position(desk, ctx)
    sent_number = request_parsing.parse_int(data.get("number"), number)
    rev = request_parsing.parse_int(data.get("rev"))
    why = request_parsing.reason(data)
    write_command = request_parsing.write_command(
        ctx, data.get("key", ""), sent_number, rev, as_hand(desk), why, before
    )
    return replace(write_command, settles=desk.hand)
