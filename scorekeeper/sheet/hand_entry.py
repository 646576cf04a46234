"""A hand being entered: its form and the values sent."""

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from games.engine import (
    AuctionFacts,
    Sheet,
    Unreadable,
    kind_of,
    record_fields,
    to_form_data,
    with_placeholder_answers,
)
from games.engine.game import COMMON_HANDS

from .boxes import Group, belongs_to_any, irrelevant_in
from .faults import Fault, missing_faults, problem_fault
from .form_fields import box_value
from .hand_form import HandForm, forced_fields, offered_kinds
from .localized import LocalizedMatch
from .points import Sentence
from .record_form import FormData, last_sent


class UnknownKind(LookupError):
    """A kind of hand that the game does not have."""


@dataclass(frozen=True)
class Kind:
    """A kind of hand at this table; a ``bare`` kind has no questions."""

    id: str
    title: str
    chosen: bool
    bare: bool


@dataclass(frozen=True)
class KindKey:
    """A key (button) that chooses a kind of hand; ``answer``: a question it also answers, with the value."""

    kind: Kind
    title: str
    chosen: bool
    answer: tuple[str, str] | None = None


@dataclass
class HandEntry:
    """A hand being entered: its number, the revision that the page had seen, and its form.

    For a missed hand that is inserted, ``before`` is the number of the hand that follows it.
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
    is_submitted: bool = False  # the save button was pressed

    def add_problem(self, path: str, text: str) -> None:
        """Show a problem beside the reason (``why``) or above the form."""
        if path == "why":
            self.why_problem = text
        else:
            self.form.add_error("", text)

    def renew_key(self) -> Self:
        """Take a new request key, so that the form counts as another request when it is sent again."""
        self.key = new_key()
        return self

    @property
    def display_number(self) -> int:
        return self.match.state.display_number(self.number if self.before is None else self.before)

    @property
    def is_correction(self) -> bool:
        """Return whether this entry edits or inserts a hand, so that the form asks for a reason."""
        return self.rev > 0 or self.before is not None

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """Return the kinds of hand played at this table, the usual one first."""
        gettext, hands = self.match.words.gettext, self.match.game.hands
        ids = offered_kinds(self.match.game, self.form.sheet)
        if self.kind not in ids:
            ids = (*ids, self.kind) if self.kind in hands else (self.kind,)
        known = {**hands, **COMMON_HANDS}
        return tuple(
            Kind(id, gettext(getattr(known[id], "title", id)), id == self.kind, not record_fields(known[id]))
            for id in ids
        )

    @property
    def kind_keys(self) -> tuple[KindKey, ...]:
        """Return the keys of the kinds: one for each kind, or two if a yes/no question has its own key."""
        return tuple(key for kind in self.kinds for key in self._keys_of(kind))

    def _keys_of(self, kind: Kind) -> Iterator[KindKey]:
        record, sheet, game = record_of(self.match, kind.id), self.form.sheet, self.match.game
        question = next((q for q in record_fields(record) if q.ask.as_kind), None)
        placeholder = with_placeholder_answers(record, {}, sheet)
        if question is None or (
            question.ask.relevant_if and not question.ask.relevant_if(placeholder, sheet)
        ):
            yield KindKey(kind, kind.title, kind.chosen)
            return
        chosen_answer = self.form.answers.get(question.name, False) if kind.chosen else None
        for answer, title in ((False, kind.title), (True, self.match.words.read(question.ask.as_kind))):
            hand = with_placeholder_answers(record, {question.name: answer}, sheet)
            if all(problem.field != question.name for problem in game.check(hand, sheet)):
                yield KindKey(kind, title, chosen_answer is answer, (question.name, box_value(answer)))

    @property
    def is_usual_kind(self) -> bool:
        return self.kinds[0].id == self.kind

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        return self.form.groups

    @property
    def irrelevant(self) -> tuple[str, ...]:
        """Return the irrelevant questions and boxes, given these answers."""
        return (*irrelevant_in(self.groups), *forced_fields(self.form))

    @property
    def first_fault(self) -> Fault | None:
        """Return why a sent form was not saved; None if it can be."""
        if self.why_problem:
            return Fault(Sentence(self.why_problem, None))
        return (
            next(iter((*self.faults, *missing_faults(self.match, self.form))), None)
            if self.is_submitted
            else None
        )

    @property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(problem_fault(self.match, self.form, problem) for problem in self.form.problems)

    @property
    def auction_question(self) -> str:
        """Return the id of the referee question that takes a whole auction; "" if there is none."""
        game = self.match.game
        if game.auction is None:
            return ""
        return next((id for id, question in game.questions.items() if question.facts is AuctionFacts), "")

    @property
    def hand(self) -> Any:
        """Return the hand that the answers make; None if something is missing or wrong."""
        return self.form.record

    def form_of_kind(self, kind: str) -> HandForm:
        """Return an empty form of another kind of hand."""
        return _form(self.match, kind, self.number, self.before)


def new_key() -> str:
    return str(uuid.uuid4())


def record_of(match: LocalizedMatch, kind: str) -> type:
    """Return the record of a kind of hand, including adjustments. Raise ``UnknownKind``."""
    known: dict[str, type] = {**match.game.hands, **COMMON_HANDS}
    if kind not in known:
        raise UnknownKind(kind)
    return known[kind]


def sheet_for(match: LocalizedMatch, number: int, before: int | None = None) -> Sheet[Any]:
    """Return the sheet that a hand is scored on; for an edited or inserted hand, the sheet before it."""
    state = match.state
    if before is not None and number not in state.revs:
        return state.before(number, before)
    return state.before(number) if number in state.revs else match.sheet


def new_entry(
    match: LocalizedMatch,
    kind: str | None = None,
    number: int | None = None,
    before: int | None = None,
    answers: Mapping[str, Any] | None = None,
) -> HandEntry:
    """Return an empty form for a hand, or one with these answers. Raise ``UnknownKind``."""
    number = match.state.next_number if number is None else number
    sheet = sheet_for(match, number, before)
    kind = kind or offered_kinds(match.game, sheet)[0]
    form = _form(match, kind, number, before, answers=answers)
    return HandEntry(match, number, match.state.revs.get(number, 0), kind, form, new_key(), before)


def expand_combined_keys(data: FormData) -> FormData:
    """Split the value of a key that fills several boxes: ``level+trumps`` has the value ``8+hearts``."""
    split_data = {name: list(values) for name, values in data.items()}
    for name in data:
        if "+" in name:
            for path, value in zip(name.split("+"), data[name][-1].split("+"), strict=False):
                split_data.setdefault(path, []).append(value)
    return split_data


def submitted_entry(
    match: LocalizedMatch,
    kind: str,
    number: int,
    rev: int,
    key: str,
    data: FormData,
    before: int | None = None,
) -> HandEntry:
    """Return the entry that a phone sent. Raise ``UnknownKind``."""
    form = _form(match, kind, number, before, data=expand_combined_keys(data))
    return HandEntry(match, number, rev, kind, form, key, before)


def entry_of_kind(match: LocalizedMatch, kind: str, data: FormData) -> HandEntry:
    """Return the form of another kind of hand, with the answers to questions that both kinds ask."""
    sent = _form(match, kind, match.state.next_number, None, data=data)
    answers = {path: sent.answers[path] for path in sent.fields if path in data and path in sent.answers}
    return new_entry(match, kind, answers=answers)


def entry_from_draft(match: LocalizedMatch, stored: Mapping[str, Any] | None) -> HandEntry:
    """Return the next hand's form with the stored draft of the table.

    ``stored`` has ``number``, ``kind``, and ``boxes``, the values of each box by path.
    """
    if (
        not stored
        or stored.get("number") != match.state.next_number
        or stored.get("kind") not in match.game.hands
    ):
        return new_entry(match)
    return entry_of_kind(match, stored["kind"], stored.get("boxes", {}))


def edit_entry(match: LocalizedMatch, number: int, kind: str | None = None) -> HandEntry:
    """Return the form of a written hand with its latest content, even if it was deleted."""
    hand = match.state.last_content(number)
    own_kind = None if isinstance(hand, Unreadable) else kind_of(match.game, hand)
    known = {**match.game.hands, **COMMON_HANDS}
    if own_kind not in known:
        return new_entry(match, kind, number)
    answers = to_form_data(hand) if kind in (None, own_kind) else None
    return new_entry(match, kind or own_kind, number, answers=answers)


def is_unchanged(entry: HandEntry) -> bool:
    """Return whether the form has the same answers as the hand in the log; False for a new or deleted hand.

    Irrelevant answers are ignored: a hand that was not entered with a form may contain some.
    """
    match, number = entry.match, entry.number
    if match.state.row_at(number) is None:
        return False
    hand = match.state.last_content(number)
    if isinstance(hand, Unreadable) or kind_of(match.game, hand) != entry.kind:
        return False
    if not entry.form.is_bound or entry.hand == hand:
        return True
    stored = _form(match, entry.kind, number, entry.before, answers=to_form_data(hand))
    irrelevant = {*irrelevant_in(stored.groups), *forced_fields(stored)}
    all_sent = stored.as_sent(stored.answers)
    sent = {path: values for path, values in all_sent.items() if not belongs_to_any(path, irrelevant)}
    return bool(entry.hand == _form(match, entry.kind, number, entry.before, data=sent).record)


def entry_with_query(match: LocalizedMatch, entry: HandEntry, data: FormData) -> HandEntry:
    """Return the same entry with the answers and the reason of a query string."""
    query_form = _form(match, entry.kind, entry.number, entry.before, data=data)
    answers = {path: answer for path, answer in query_form.answers.items() if path in data}
    entry = replace(entry, why=(last_sent(data, "reason") or "").strip())
    if not answers:
        return entry
    sent = entry.form.as_sent({**entry.form.answers, **answers})
    return replace(entry, form=_form(match, entry.kind, entry.number, entry.before, data=sent))


def _form(
    match: LocalizedMatch,
    kind: str,
    number: int,
    before: int | None,
    data: FormData | None = None,
    answers: Mapping[str, Any] | None = None,
) -> HandForm:
    sheet = sheet_for(match, number, before)
    return HandForm(match.game, record_of(match, kind), sheet, match.words, data=data, answers=answers)
