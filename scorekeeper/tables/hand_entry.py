"""A hand on its way to the sheet: the form that asks for it, what it would do, and what is sent of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404, QueryDict

from games.engine import (
    AuctionFacts,
    Entry,
    Moment,
    Seat,
    Sheet,
    Side,
    Unreadable,
    kind_of,
    record_fields,
    to_form_data,
)
from games.engine.game import COMMON_HANDS, side_of
from scorekeeper.matches import commands
from scorekeeper.sheet.boxes import (
    Group,
    idle_of,
)
from scorekeeper.sheet.form_fields import shown
from scorekeeper.sheet.form_layout import (
    Kind,
    kinds_here,
)
from scorekeeper.sheet.hand_form import (
    HandForm,
    forced_fields,
)
from scorekeeper.sheet.record_form import Sent

from .access import MatchContext
from .request_parsing import (
    expand_combined_keys,
    new_key,
    parse_int,
    reason,
    write_command,
)


@dataclass
class HandEntry:
    """A hand being entered: which one, how often the page had seen it written, and its form.

    ``before`` is the hand that a forgotten one goes in before.
    """

    place: MatchContext
    number: int
    rev: int
    kind: str
    form: HandForm
    key: str
    before: int | None = None
    why: str = ""
    folded: bool = False  # the auction is behind us: its boxes are folded away
    why_problem: str = ""
    pressed: bool = False  # somebody wanted it saved

    @property
    def amends(self) -> bool:
        """Whether something that stands is written again, or put in: then a reason is asked."""
        return self.rev > 0 or self.before is not None

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of hand played at this table, the usual one first."""
        read, hands = self.place.words.gettext, self.place.game.hands
        here = kinds_here(self.place.game, self.form.sheet)
        if self.kind in hands and self.kind not in here:
            here = (*here, self.kind)
        return tuple(
            Kind(id, read(getattr(hands[id], "title", id)), id == self.kind, not record_fields(hands[id]))
            for id in here
        )

    @property
    def usual(self) -> bool:
        """Whether this is the kind that is offered first."""
        return self.kinds[0].id == self.kind

    @property
    def title(self) -> str:
        record = record_of(self.place, self.kind)
        return self.place.words.gettext(getattr(record, "title", self.kind))

    @property
    def bare(self) -> bool:
        return not self.form.blanks

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        return self.form.groups

    @property
    def auction(self) -> tuple[Group, ...]:
        """What is known when the auction ends."""
        return tuple(group for group in self.groups if group.is_auction)

    @property
    def play(self) -> tuple[Group, ...]:
        """What is known when the cards have been played."""
        return tuple(group for group in self.groups if not group.is_auction)

    @property
    def stage(self) -> str:
        """Which of the two moments the form is at."""
        return "auction" if self.bids_first and not self.auction_is_over else "play"

    @cached_property
    def bids_first(self) -> bool:
        """Whether something must be said before the cards are played: then that alone is asked at first."""
        return bool(self.play) and any(box.required for group in self.auction for box in group.boxes)

    @property
    def first_side(self) -> int | None:
        """The side of whoever won the bidding: what it took is counted first."""
        for path, answer in self.form.known.items():
            if isinstance(answer, Seat | Side) and self.form.blanks[path].ask.moment is Moment.AUCTION:
                return int(side_of(self.form.sheet, answer))
        return None

    @property
    def idle(self) -> tuple[str, ...]:
        """The questions, and boxes of single players or records within, that these answers make idle."""
        return (*idle_of(self.groups), *forced_fields(self.form))

    @property
    def must(self) -> tuple[str, ...]:
        """The boxes that must be answered wherever their questions matter."""
        return tuple(path for path, blank in self.form.blanks.items() if blank.must_be_said)

    @property
    def granted(self) -> str:
        """What holds if nobody says, where that is shown as chosen: box by box, as JSON."""
        blanks = self.form.blanks
        return json.dumps({path: shown(b.default) for path, b in blanks.items() if not b.must_be_said})

    @property
    def lacks(self) -> str:
        """What keeps a form that was sent from being saved, in a line beside its key."""
        if self.why_problem:
            return self.why_problem
        wrong = next((group for group in self.groups if group.errors), None)
        return f"{wrong.label}: {wrong.errors[0]}" if wrong and self.pressed else ""

    @property
    def pad(self) -> str:
        """The question that has the pad of calls for a whole auction; "" where the game has none."""
        game = self.place.game
        if game.auction is None:
            return ""
        return next((id for id, question in game.questions.items() if question.facts is AuctionFacts), "")

    @property
    def hand(self) -> Any:
        """The hand that the boxes make, or None where something is missing or wrong."""
        return self.form.record

    @property
    def auction_is_over(self) -> bool:
        """Whether everything that is known when the auction ends has been said.

        Where nothing must be said then, whether anything was.
        """
        answers, blanks = self.form.known, self.form.blanks
        boxes = {box.path for group in self.auction if group.matters for box in group.boxes}
        needed = {path for path in boxes if blanks[path].required} | (boxes & self.form.unsaid)
        said = any(answers.get(path, blanks[path].default) != blanks[path].default for path in boxes - needed)
        return bool(self.play) and (needed <= set(answers) if needed else said)

    def entry(self, hand: Any) -> Entry:
        return Entry(self.number, hand, self.why or "—", self.before)

    def intent(self) -> commands.WriteCommand:
        """What is asked of the sheet."""
        return write_command(self.place, self.key, self.number, self.rev, self.hand, self.why, self.before)


def record_of(place: MatchContext, kind: str) -> type:
    """The record of a kind of hand, an adjustment among them. 404 where there is none."""
    known: dict[str, type] = {**place.game.hands, **COMMON_HANDS}
    if kind not in known:
        raise Http404
    return known[kind]


def sheet_for(place: MatchContext, number: int, before: int | None = None) -> Sheet[Any]:
    """The sheet that a hand is written on: as it was before that hand, for one already written."""
    if before is not None and number not in place.story.revs:
        return place.story.before(number, before)
    return place.story.before(number) if number in place.story.revs else place.sheet


def entering(
    place: MatchContext,
    kind: str | None = None,
    number: int | None = None,
    before: int | None = None,
    answers: Mapping[str, Any] | None = None,
) -> HandEntry:
    """An empty form for a hand, or one that is filled in with these answers."""
    number = place.story.next_number if number is None else number
    sheet = sheet_for(place, number, before)
    kind = kind or kinds_here(place.game, sheet)[0]
    if answers is None:
        answers = place.game.initial_answers(kind, sheet)
    form = _form(place, kind, number, before, answers=answers)
    return HandEntry(place, number, place.story.revs.get(number, 0), kind, form, new_key(), before)


def sent(
    place: MatchContext, data: QueryDict, number: int | None = None, before: int | None = None
) -> HandEntry:
    """The form as it was sent; ``number`` where the address says which hand. Raises ``Malformed``."""
    kind = data.get("kind", "")
    number = parse_int(data.get("number"), place.story.next_number) if number is None else number
    form = _form(place, kind, number, before, data=dict(data.lists()))
    key, rev = data.get("key", ""), parse_int(data.get("rev"))
    return HandEntry(place, number, rev, kind, form, key, before, reason(data), "folded" in data)


def switched(place: MatchContext, kind: str, data: Sent) -> HandEntry:
    """The form of another kind of hand, with what has been said already where it asks the same."""
    probe = _form(place, kind, place.story.next_number, None, data=data)
    said = expand_combined_keys(data)
    answers = {path: probe.answers[path] for path in probe.blanks if path in said and path in probe.answers}
    return entering(place, kind, answers=answers)


def draft(place: MatchContext) -> HandEntry:
    """The next hand's form with what some phone at the table has said of it already."""
    kept = place.match.begun
    if not kept or kept.get("number") != place.story.next_number or kept.get("kind") not in place.game.hands:
        return entering(place)
    entry = switched(place, kept["kind"], kept.get("boxes", {}))
    entry.folded = entry.auction_is_over
    return entry


def amending(place: MatchContext, number: int, kind: str | None = None) -> HandEntry:
    """The form of a hand that stands (or stood), filled in as it was last said."""
    hand = place.story.last_said(number)
    own = None if isinstance(hand, Unreadable) else kind_of(place.game, hand)
    known = {**place.game.hands, **COMMON_HANDS}
    if own not in known:
        return entering(place, kind, number)
    answers = to_form_data(hand) if kind in (None, own) else None
    return entering(place, kind or own, number, answers=answers)


def _form(
    place: MatchContext,
    kind: str,
    number: int,
    before: int | None,
    data: Sent | None = None,
    answers: Mapping[str, Any] | None = None,
) -> HandForm:
    sheet = sheet_for(place, number, before)
    boxes = None if data is None else expand_combined_keys(data)
    return HandForm(place.game, record_of(place, kind), sheet, place.words, data=boxes, answers=answers)
