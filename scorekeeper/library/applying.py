"""A ruling that the table accepts becomes a row of its sheet, written like any other hand."""

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.engine import AcceptedRuling, Entry, to_form_data
from scorekeeper.matches import commands
from scorekeeper.sheet import hand_entry, preview
from scorekeeper.sheet.form_fields import shown
from scorekeeper.tables import request_parsing
from scorekeeper.tables.access import MatchContext

from .referee import Desk

LONGEST_WHY = request_parsing.LONGEST_WHY


@dataclass(frozen=True)
class Applying:
    """Where a ruling would be written: which hand, how often that was written, and what would follow."""

    number: int
    rev: int
    before: int | None
    key: str
    why: str
    would: preview.Preview

    @property
    def reason_needed(self) -> bool:
        return self.rev > 0 or self.before is not None


def ruled(desk: Desk) -> AcceptedRuling:
    """The ruling as a hand: the question and its facts; its lines are made anew at every replay."""
    return AcceptedRuling(desk.id, desk.facts)


def spot(desk: Desk, place: MatchContext) -> tuple[int, int, int | None]:
    """Number, revision and ``before`` of the row that the ruling makes.

    It stands in for the hand in question, or goes below it, or after the last.
    """
    if desk.hand is not None and desk.instead:
        return desk.hand, place.story.revs[desk.hand], None
    return place.story.next_number, 0, _after(place, desk.hand)


def _after(place: MatchContext, number: int | None) -> int | None:
    """The hand that stands next after this one; None after the last."""
    if number is None:
        return None
    order = place.story.order
    standing = {row.number for row in place.sheet.rows}
    return next((other for other in order[order.index(number) + 1 :] if other in standing), None)


def applying(desk: Desk, place: MatchContext) -> Applying | None:
    """What applying a ruling would do; None where it changes no score or this phone may not write."""
    if desk.facts is None or not desk.ruling.lines or not place.may_score or desk.place is None:
        return None
    number, rev, before = spot(desk, place)
    entry = Entry(number, ruled(desk), "—", before)
    return Applying(
        number,
        rev,
        before,
        hand_entry.new_key(),
        why_of(desk, place),
        preview.changes(place.localized, entry),
    )


def filled_in(desk: Desk) -> dict[str, str]:
    """What a ruling that writes nothing itself says for the two ways of putting the sheet right, as queries.

    ``amended`` is the hand in question with the facts told of it, ``adjusted`` the reason for points.
    """
    if desk.place is None or desk.hand is None or desk.facts is None:
        return {}
    why = why_of(desk, desk.place)
    hand = desk.place.story.last_said(desk.hand)
    own = dict(to_form_data(hand)) if type(hand) in desk.game.hands.values() else {}
    facts = to_form_data(desk.facts)
    told = {path: shown(answer) for path, answer in facts.items() if path in own and own[path] != answer}
    return {
        "amended": urlencode({**told, "reason": why}, doseq=True),
        "adjusted": urlencode({"settles": desk.hand, "why": why}),
    }


def why_of(desk: Desk, place: MatchContext) -> str:
    """The reason for a change that a ruling asks for."""
    said = place.words.read(desk.ruling.because[0].words)
    return _("Referee: {verdict}").format(verdict=said)[:LONGEST_WHY]


def intent(desk: Desk, place: MatchContext, data: Any) -> commands.WriteCommand:
    """What the form asks to be written. Raises ``Malformed``."""
    number, _rev, before = spot(desk, place)
    sent = request_parsing.parse_int(data.get("number"), number)
    rev = request_parsing.parse_int(data.get("rev"))
    why = request_parsing.reason(data)
    asked = request_parsing.write_command(place, data.get("key", ""), sent, rev, ruled(desk), why, before)
    return replace(asked, settles=desk.hand)
