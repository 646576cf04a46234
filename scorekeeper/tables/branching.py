"""What a phone kept apart from the log, read as the branch that it makes of it."""

import uuid
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, QueryDict
from django.utils.translation import gettext as _

from games.engine import HEADING, Stopped, restore_hand
from games.engine.interchange import loads_strict, read_entry_content
from games.engine.records import DecodeError
from scorekeeper.matches import sealing
from scorekeeper.matches.commands import WriteCommand
from scorekeeper.matches.runs import Branch
from scorekeeper.refusing import Malformed

from . import request_parsing
from .access import MatchContext

NEW = ("hand", "adjust", "stop", "before")  # the ways in which a hand more is written
MOST = 1_000  # entries and lines of one branch


def sent_branch(place: MatchContext, data: QueryDict) -> Branch:
    """The branch that a phone sends: the lines that the log lacks, and the forms it has not handed in.

    Raises ``Malformed``. A form that makes no hand ends it: it stays on its phone, and so does what follows.
    """
    assert place.phone is not None
    branch = Branch(place.story)
    lines = _listed(data.get("lines", "[]"))
    if not all(sealing.is_line(line) for line in lines):
        raise Malformed
    for line in sealing.lacking(place.match, lines):
        branch.add(_of_line(place, line), place.phone)
    for entry in _listed(data.get("entries", "[]")):
        intent = _of_form(place, branch, entry)
        if intent is None:
            break
        branch.add(intent, place.phone)
    return branch


def _listed(text: str) -> list[Any]:
    try:
        read = loads_strict(text)
    except DecodeError:
        raise Malformed from None
    if not isinstance(read, list) or len(read) > MOST:
        raise Malformed
    return read


def _of_line(place: MatchContext, line: sealing.Line) -> WriteCommand:
    _place, number, rev, said, before, why, key = line[:7]
    if not isinstance(said, dict) and (said is not None or number == HEADING):
        raise Malformed
    try:
        hand = read_entry_content(place.game, HEADING, said) if number == HEADING else None
    except DecodeError:
        raise Malformed from None
    if number != HEADING and said is not None:
        hand = restore_hand(place.game, said)
    return WriteCommand(uuid.UUID(key), number, rev - 1, hand, why, before)


def _of_form(place: MatchContext, branch: Branch, entry: Any) -> WriteCommand | None:
    """What a form asks of the branch so far; None where it makes no hand there."""
    match entry:
        case [str() as way, (int() | None) as about, list() as fields]:
            data = _query(fields)
        case _:
            raise Malformed
    if way in NEW and branch.first is None:
        branch.cut(request_parsing.parse_int(data.get("number"), place.story.next_number))
    at = place.as_if(branch.story)
    if way in NEW and request_parsing.parse_int(data.get("number")) in at.story.revs:
        # A hand more, after those that the branch has: its number was counted before the phone had them.
        data["number"] = str(at.story.next_number)
    key, rev = data.get("key", ""), request_parsing.parse_int(data.get("rev"))
    number = about if about is not None else request_parsing.parse_int(data.get("number"))
    if way not in NEW and number not in at.story.revs:
        return None
    match way:
        case "hand" | "adjust" | "amend" | "before":
            which = {"number": about} if way == "amend" else {"before": about} if way == "before" else {}
            try:
                sent = request_parsing.sent_hand(at, data, **which)
            except Http404:
                return None
            return None if sent.hand is None else request_parsing.command_of(at, sent)
        case "stop":
            return request_parsing.write_command(at, key, number, 0, Stopped())
        case "strike" | "undo":
            why = request_parsing.reason(data) or _("undone")
            return request_parsing.write_command(at, key, number, rev, None, why)
        case "restore":
            hand = at.story.last_said(number)
            return request_parsing.write_command(at, key, number, rev, hand, _("restored"))
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
