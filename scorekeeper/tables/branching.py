"""Parsing of the hands that an offline phone kept; they form a branch of the log."""

import uuid
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, QueryDict

from games.engine import HEADING, restore_hand
from games.engine.interchange import read_entry_content
from games.engine.records import DecodeError
from games.engine.strict_json import loads_strict
from scorekeeper.matches import sealing
from scorekeeper.matches.commands import WriteCommand
from scorekeeper.matches.runs import Branch
from scorekeeper.web.error_responses import Malformed

from . import request_parsing
from .context import MatchContext

NEW_HANDS = ("hand", "adjust", "stop", "before")  # the kinds of form that add a hand
MOST_ITEMS = 1_000  # entries and lines of one branch


def sent_branch(ctx: MatchContext, data: QueryDict) -> Branch:
    """Return the branch that a phone sends: lines that the log lacks, then forms that were never submitted.

    The branch ends before the first form that cannot be applied to it; that form and all later ones stay on
    the phone. Raises ``Malformed``.
    """
    assert ctx.phone is not None
    branch = Branch(ctx.state)
    lines = _parse_list(data.get("lines", "[]"))
    if not all(sealing.is_line(line) for line in lines):
        raise Malformed
    for line in sealing.missing_lines(ctx.match, lines):
        if branch.is_full:
            branch.is_cut = True
            return branch
        branch.add(_line_command(ctx, line), ctx.phone)
    for entry in _parse_list(data.get("entries", "[]")):
        if branch.is_full:
            branch.is_cut = True
            break
        command = _form_command(ctx, branch, entry)
        if command is None:
            break
        branch.add(command, ctx.phone)
    return branch


def _parse_list(text: str) -> list[Any]:
    try:
        items = loads_strict(text)
    except DecodeError:
        raise Malformed from None
    if not isinstance(items, list) or len(items) > MOST_ITEMS:
        raise Malformed
    return items


def _line_command(ctx: MatchContext, line: sealing.Line) -> WriteCommand:
    _place, number, rev, content, before, why, key = line[:7]
    if not isinstance(content, dict) and (content is not None or number == HEADING):
        raise Malformed
    try:
        hand = read_entry_content(ctx.game, HEADING, content) if number == HEADING else None
    except DecodeError:
        raise Malformed from None
    if number != HEADING and content is not None:
        hand = restore_hand(ctx.game, content)
    return WriteCommand(uuid.UUID(key), number, rev - 1, hand, why, before)


def _form_command(ctx: MatchContext, branch: Branch, entry: Any) -> WriteCommand | None:
    """Return the write command of a form; None if the form cannot be applied to the branch."""
    match entry:
        case [str() as operation, (int() | None) as hand_number, list() as fields]:
            data = _query(fields)
        case _:
            raise Malformed
    if operation in NEW_HANDS and branch.first is None:
        # From the phone's first new hand on, the branch leaves out the hands of the log.
        branch.drop_from(request_parsing.parse_int(data.get("number"), ctx.state.next_number))
    branch_ctx = ctx.with_state(branch.state)
    if operation in NEW_HANDS and request_parsing.parse_int(data.get("number")) in branch_ctx.state.revs:
        # The phone numbered this hand without the newer hands of the log.
        data["number"] = str(branch_ctx.state.next_number)
    number = hand_number if hand_number is not None else request_parsing.parse_int(data.get("number"))
    if operation not in NEW_HANDS and number not in branch_ctx.state.revs:
        return None
    match operation:
        case "hand" | "adjust" | "amend" | "before":
            target = {"amend": {"number": hand_number}, "before": {"before": hand_number}}.get(operation, {})
            try:
                sent = request_parsing.sent_hand(branch_ctx, data, **target)
            except Http404:
                return None
            return None if sent.hand is None else request_parsing.command_of(branch_ctx, sent)
        case "stop":
            return request_parsing.stop_command(branch_ctx, data)
        case "strike":
            return request_parsing.strike_command(branch_ctx, data, number)
        case "undo":
            return request_parsing.undo_command(branch_ctx, data)
        case "restore":
            return request_parsing.restore_command(branch_ctx, data, branch_ctx.state.last_content(number))
    raise Malformed


def _query(fields: list[Any]) -> QueryDict:
    pairs = []
    for field in fields:
        match field:
            case [str() as name, str() as value]:
                pairs.append((name, value))
            case _:
                raise Malformed
    return QueryDict(urlencode(pairs), mutable=True)
