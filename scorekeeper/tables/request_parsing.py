"""Strict parsing of what phones send."""

import uuid
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import Http404, QueryDict
from django.utils.translation import gettext as _

from games.engine import Stopped
from games.engine.interchange import write_hand
from scorekeeper.matches import commands, hash_chain
from scorekeeper.sheet import hand_entry
from scorekeeper.sheet.hand_entry import HandEntry
from scorekeeper.sheet.record_form import FormData, RecordForm
from scorekeeper.web import numbers
from scorekeeper.web.error_responses import Malformed

from .context import MatchContext

LONGEST_WHY = 200


def first_item(data: Mapping[str, str]) -> int:
    """Return the number of items on the pages before this one: ``?first=60``."""
    return numbers.parse_whole(data.get("first")) or 0


def kept_key(data: Mapping[str, str]) -> str:
    """Return the key under which the phone keeps this form; "" if it does not."""
    try:
        return str(uuid.UUID(data.get("kept", "")))
    except ValueError:
        return ""


def parse_int(text: str | None, default: int = 0) -> int:
    """Return the number in a hidden field of our own form. Raises ``Malformed``."""
    if text is None or text == "":
        return default
    if (number := numbers.parse_whole(text, 6)) is None:
        raise Malformed
    return number


class HandRevision(NamedTuple):
    """A hand's number, and the revision of it that the phone had seen."""

    number: int
    rev: int


def read_revision(data: Mapping[str, str]) -> HandRevision:
    """Return the revision that an undo or restore button sends. Raises ``Malformed``."""
    return HandRevision(parse_int(data.get("number")), parse_int(data.get("rev")))


def reason(data: Mapping[str, str]) -> str:
    """Return the reason given, without unprintable characters and cut to ``LONGEST_WHY``."""
    text = "".join(char for char in data.get("reason", "") if char.isprintable())
    return text.strip()[:LONGEST_WHY]


def write_command(
    ctx: MatchContext, key: str, number: int, rev: int, hand: Any, why: str = "", before: int | None = None
) -> commands.WriteCommand:
    """Return a command with the fingerprint of its content. Raises ``Malformed``."""
    fingerprint = hash_chain.fingerprint(ctx.match.pk, number, rev, write_hand(ctx.game, hand), why, before)
    try:
        return commands.WriteCommand(uuid.UUID(key), number, rev, hand, why, before, fingerprint)
    except ValueError:
        raise Malformed from None


def sent_hand(
    ctx: MatchContext, data: QueryDict, number: int | None = None, before: int | None = None
) -> HandEntry:
    """Return the form of a hand as it was sent.

    ``number`` is the hand in the URL, ``before`` the hand that it is inserted before. Raises
    ``Malformed``, and 404 for a kind of hand that the game does not have.
    """
    number = parse_int(data.get("number"), ctx.state.next_number) if number is None else number
    key, rev, kind = data.get("key", ""), parse_int(data.get("rev")), data.get("kind", "")
    try:
        entry = hand_entry.submitted_entry(ctx.localized, kind, number, rev, key, dict(data.lists()), before)
    except hand_entry.UnknownKind:
        raise Http404 from None
    entry.why = reason(data)
    return entry


def command_of(ctx: MatchContext, entry: HandEntry) -> commands.WriteCommand:
    return write_command(ctx, entry.key, entry.number, entry.rev, entry.hand, entry.why, entry.before)


def stop_command(ctx: MatchContext, data: QueryDict) -> commands.WriteCommand:
    number = parse_int(data.get("number"), ctx.state.next_number)
    return write_command(ctx, data.get("key", ""), number, 0, Stopped(), reason(data))


def strike_command(ctx: MatchContext, data: QueryDict, number: int) -> commands.WriteCommand:
    rev = parse_int(data.get("rev"))
    return write_command(ctx, data.get("key", ""), number, rev, None, reason(data))


def undo_command(ctx: MatchContext, data: QueryDict) -> commands.WriteCommand:
    number, rev = read_revision(data)
    return write_command(ctx, data.get("key", ""), number, rev, None, _("undone"))


def restore_command(ctx: MatchContext, data: QueryDict, hand: Any) -> commands.WriteCommand:
    """Return the command of the button that restores ``hand``."""
    number, rev = read_revision(data)
    return write_command(ctx, data.get("key", ""), number, rev, hand, _("restored"))


def boxes_of(form: RecordForm, data: FormData) -> dict[str, list[str]]:
    """Return the answers of a draft by field: only fields of the form, and short texts."""
    data = hand_entry.expand_combined_keys(data)
    names = [name for path in form.fields for name in (path, f"{path}.n")]
    return {name: [value[:200] for value in data[name][:60]] for name in names if name in data}


def unfinished_match_choice(data: QueryDict) -> dict[str, Any]:
    """Return whether to end or leave the unfinished match, as arguments of ``commands.start_match``."""
    return {"choice": data.get("start", ""), "seen": parse_int(data.get("seen")) or None}
