"""What a phone sends: read strictly, before anything is made of it."""

import uuid
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import Http404, QueryDict

from games.engine.interchange import write_hand
from scorekeeper import numbers
from scorekeeper.matches import commands, hash_chain
from scorekeeper.refusing import Malformed
from scorekeeper.sheet import hand_entry
from scorekeeper.sheet.hand_entry import HandEntry
from scorekeeper.sheet.record_form import RecordForm, Sent

from .access import MatchContext

LONGEST_WHY = 200


def read_key(text: str) -> uuid.UUID:
    """The key of a request. Raises ``Malformed``."""
    try:
        return uuid.UUID(text)
    except ValueError:
        raise Malformed from None


def first_shown(data: Mapping[str, str]) -> int:
    """How many came on the pages before the one that is asked for: ``?first=60``."""
    return numbers.whole(data.get("first")) or 0


def kept(data: Mapping[str, str]) -> str:
    """The key under which the phone still keeps what it has sent; "" where it keeps nothing."""
    try:
        return str(uuid.UUID(data.get("kept", "")))
    except ValueError:
        return ""


def parse_int(text: str | None, default: int = 0) -> int:
    """A number that our own page put into a hidden box. Raises ``Malformed``."""
    if text is None or text == "":
        return default
    if (number := numbers.whole(text, 6)) is None:
        raise Malformed
    return number


class Writing(NamedTuple):
    """One writing of a hand: its number in the log, and how often the phone had seen it written."""

    number: int
    rev: int


def which_writing(data: Mapping[str, str]) -> Writing:
    """The writing of a hand that a key of one tap is about. Raises ``Malformed``."""
    return Writing(parse_int(data.get("number")), parse_int(data.get("rev")))


def reason(data: Mapping[str, str]) -> str:
    """The reason someone gave, as it can be kept."""
    kept = "".join(letter for letter in data.get("reason", "") if letter.isprintable())
    return kept.strip()[:LONGEST_WHY]


def write_command(
    place: MatchContext, key: str, number: int, rev: int, hand: Any, why: str = "", before: int | None = None
) -> commands.WriteCommand:
    """An intent with the fingerprint of all it asks."""
    print_ = hash_chain.fingerprint(place.match.pk, number, rev, write_hand(place.game, hand), why, before)
    return commands.WriteCommand(read_key(key), number, rev, hand, why, before, print_)


def sent_hand(
    place: MatchContext, data: QueryDict, number: int | None = None, before: int | None = None
) -> HandEntry:
    """The form of a hand as it was sent; ``number`` where the address says which hand.

    Raises ``Malformed``, and 404 for a kind of hand that the game does not know.
    """
    number = parse_int(data.get("number"), place.story.next_number) if number is None else number
    key, rev, kind = data.get("key", ""), parse_int(data.get("rev")), data.get("kind", "")
    try:
        entry = hand_entry.sent(place.localized, kind, number, rev, key, dict(data.lists()), before)
    except hand_entry.UnknownKind:
        raise Http404 from None
    entry.why = reason(data)
    return entry


def command_of(place: MatchContext, entry: HandEntry) -> commands.WriteCommand:
    """What a hand that was entered asks of the sheet."""
    return write_command(place, entry.key, entry.number, entry.rev, entry.hand, entry.why, entry.before)


def boxes_of(form: RecordForm, data: Sent) -> dict[str, list[str]]:
    """What was tapped so far, by box, as it is kept: boxes of the form only, and short texts."""
    data = hand_entry.expand_combined_keys(data)
    names = [name for path in form.blanks for name in (path, f"{path}.n")]
    return {name: [value[:200] for value in data[name][:60]] for name in names if name in data}
