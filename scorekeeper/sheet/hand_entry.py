"""A hand on its way to the sheet: the form that asks for it, and what is sent of it."""

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from games.engine import (
    AuctionFacts,
    Entry,
    Sheet,
    Unreadable,
    kind_of,
    record_fields,
    to_form_data,
    with_placeholder_answers,
)
from games.engine.game import COMMON_HANDS

from .boxes import Group, idle_of
from .form_fields import shown
from .hand_form import HandForm, forced_fields, kinds_here
from .localized import LocalizedMatch
from .record_form import Sent, last_sent


class UnknownKind(LookupError):
    """A kind of hand that the game does not know."""


@dataclass(frozen=True)
class Kind:
    """A kind of hand as a key: ``bare`` kinds ask nothing."""

    id: str
    title: str
    chosen: bool
    bare: bool


@dataclass(frozen=True)
class KindKey:
    """A key that chooses a kind of hand; ``says`` is what else it says, a question and its answer."""

    kind: Kind
    title: str
    chosen: bool
    says: tuple[str, str] | None = None


@dataclass
class HandEntry:
    """A hand being entered: which one, how often the page had seen it written, and its form.

    ``before`` is the hand that a forgotten one goes in before.
    """

    match: LocalizedMatch
    number: int
    rev: int
    kind: str
    form: HandForm
    key: str
    before: int | None = None
    why: str = ""
    why_problem: str = ""
    pressed: bool = False  # somebody wanted it saved

    @property
    def shown(self) -> int:
        """The number people see of it."""
        return self.match.state.shown(self.number if self.before is None else self.before)

    @property
    def amends(self) -> bool:
        """Whether something that stands is written again, or put in: then a reason is asked."""
        return self.rev > 0 or self.before is not None

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of hand played at this table, the usual one first."""
        read, hands = self.match.words.gettext, self.match.game.hands
        here = kinds_here(self.match.game, self.form.sheet)
        if self.kind not in here:
            here = (*here, self.kind) if self.kind in hands else (self.kind,)
        known = {**hands, **COMMON_HANDS}
        return tuple(
            Kind(id, read(getattr(known[id], "title", id)), id == self.kind, not record_fields(known[id]))
            for id in here
        )

    @property
    def kind_keys(self) -> tuple[KindKey, ...]:
        """The keys of the kinds: one each, or two where a yes to a question of its own has one."""
        return tuple(key for kind in self.kinds for key in self._keys_of(kind))

    def _keys_of(self, kind: Kind) -> Iterator[KindKey]:
        record, sheet, game = record_of(self.match, kind.id), self.form.sheet, self.match.game
        asked = next((q for q in record_fields(record) if q.ask.as_kind), None)
        nothing_said = with_placeholder_answers(record, {}, sheet)
        if asked is None or (asked.ask.relevant_if and not asked.ask.relevant_if(nothing_said, sheet)):
            yield KindKey(kind, kind.title, kind.chosen)
            return
        said = self.form.answers.get(asked.name, False) if kind.chosen else None
        for answer, title in ((False, kind.title), (True, self.match.words.read(asked.ask.as_kind))):
            made = with_placeholder_answers(record, {asked.name: answer}, sheet)
            if all(problem.field != asked.name for problem in game.check(made, sheet)):
                yield KindKey(kind, title, said is answer, (asked.name, shown(answer)))

    @property
    def usual(self) -> bool:
        """Whether this is the kind that is offered first."""
        return self.kinds[0].id == self.kind

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        return self.form.groups

    @property
    def idle(self) -> tuple[str, ...]:
        """The questions, and boxes of single players or records within, that these answers make idle."""
        return (*idle_of(self.groups), *forced_fields(self.form))

    @property
    def lacks(self) -> str:
        """What keeps a form that was sent from being saved, in a line beside its key."""
        if self.why_problem:
            return self.why_problem
        wrong = next((group for group in self.groups if group.errors), None)
        return f"{wrong.label}: {wrong.errors[0]}" if wrong and self.pressed else ""

    @property
    def auction_judge(self) -> str:
        """The referee's question that takes a whole auction call by call; "" where the game has none."""
        game = self.match.game
        if game.auction is None:
            return ""
        return next((id for id, question in game.questions.items() if question.facts is AuctionFacts), "")

    @property
    def hand(self) -> Any:
        """The hand that the boxes make, or None where something is missing or wrong."""
        return self.form.record

    def entry(self, hand: Any) -> Entry:
        return Entry(self.number, hand, self.why or "—", self.before)

    def another(self, kind: str) -> HandForm:
        """The form of another kind of hand, with nothing said of it yet."""
        answers = self.match.game.initial_answers(kind, self.form.sheet)
        return _form(self.match, kind, self.number, self.before, answers=answers)


def new_key() -> str:
    """The key of a request that is yet to be sent."""
    return str(uuid.uuid4())


def record_of(match: LocalizedMatch, kind: str) -> type:
    """The record of a kind of hand, an adjustment among them. Raises ``UnknownKind``."""
    known: dict[str, type] = {**match.game.hands, **COMMON_HANDS}
    if kind not in known:
        raise UnknownKind(kind)
    return known[kind]


def sheet_for(match: LocalizedMatch, number: int, before: int | None = None) -> Sheet[Any]:
    """The sheet that a hand is written on: as it was before that hand, for one already written."""
    state = match.state
    if before is not None and number not in state.revs:
        return state.before(number, before)
    return state.before(number) if number in state.revs else match.sheet


def entering(
    match: LocalizedMatch,
    kind: str | None = None,
    number: int | None = None,
    before: int | None = None,
    answers: Mapping[str, Any] | None = None,
) -> HandEntry:
    """An empty form for a hand, or one that is filled in with these answers. Raises ``UnknownKind``."""
    number = match.state.next_number if number is None else number
    sheet = sheet_for(match, number, before)
    kind = kind or kinds_here(match.game, sheet)[0]
    if answers is None:
        answers = match.game.initial_answers(kind, sheet)
    form = _form(match, kind, number, before, answers=answers)
    return HandEntry(match, number, match.state.revs.get(number, 0), kind, form, new_key(), before)


def expand_combined_keys(data: Sent) -> Sent:
    """One key may fill several boxes: ``level+trumps`` says ``8+hearts``."""
    whole = {name: list(values) for name, values in data.items()}
    for name in data:
        if "+" in name:
            for one, value in zip(name.split("+"), data[name][-1].split("+"), strict=False):
                whole.setdefault(one, []).append(value)
    return whole


def sent(
    match: LocalizedMatch, kind: str, number: int, rev: int, key: str, data: Sent, before: int | None = None
) -> HandEntry:
    """The form as it was sent, one value for each box. Raises ``UnknownKind``."""
    form = _form(match, kind, number, before, data=expand_combined_keys(data))
    return HandEntry(match, number, rev, kind, form, key, before)


def switched(match: LocalizedMatch, kind: str, data: Sent) -> HandEntry:
    """The form of another kind of hand, with what has been said already where it asks the same."""
    probe = _form(match, kind, match.state.next_number, None, data=data)
    answers = {path: probe.answers[path] for path in probe.blanks if path in data and path in probe.answers}
    return entering(match, kind, answers=answers)


def draft(match: LocalizedMatch, begun: Mapping[str, Any] | None) -> HandEntry:
    """The next hand's form with what some phone at the table has said of it already.

    ``begun`` is what was kept of it: ``number``, ``kind`` and ``boxes``, the values of each box by its path.
    """
    if (
        not begun
        or begun.get("number") != match.state.next_number
        or begun.get("kind") not in match.game.hands
    ):
        return entering(match)
    return switched(match, begun["kind"], begun.get("boxes", {}))


def amending(match: LocalizedMatch, number: int, kind: str | None = None) -> HandEntry:
    """The form of a hand that stands (or stood), filled in as it was last said."""
    hand = match.state.last_said(number)
    own = None if isinstance(hand, Unreadable) else kind_of(match.game, hand)
    known = {**match.game.hands, **COMMON_HANDS}
    if own not in known:
        return entering(match, kind, number)
    answers = to_form_data(hand) if kind in (None, own) else None
    return entering(match, kind or own, number, answers=answers)


def filled(match: LocalizedMatch, entry: HandEntry, data: Sent) -> HandEntry:
    """The same form with what an address says of the hand, and why it changes."""
    told = _form(match, entry.kind, entry.number, entry.before, data=data)
    said = {path: answer for path, answer in told.answers.items() if path in data}
    entry = replace(entry, why=(last_sent(data, "reason") or "").strip())
    if not said:
        return entry
    sent = entry.form.as_sent({**entry.form.answers, **said})
    return replace(entry, form=_form(match, entry.kind, entry.number, entry.before, data=sent))


def _form(
    match: LocalizedMatch,
    kind: str,
    number: int,
    before: int | None,
    data: Sent | None = None,
    answers: Mapping[str, Any] | None = None,
) -> HandForm:
    sheet = sheet_for(match, number, before)
    return HandForm(match.game, record_of(match, kind), sheet, match.words, data=data, answers=answers)
