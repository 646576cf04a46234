"""Relevance of each question of a hand, as decision trees that a phone follows offline.

A record's function (``Ask.relevant_if``) says whether a question matters. Here each function is called with a
record that notices which answers are read: for each unknown answer, every possible one is tried in turn. The
result is a tree:

    1 or 0                                    the question matters, or does not
    None                                      only the site can tell
    ("bidder", {"0": …, "2": …, "*": …})      it depends on this answer; "*" is every other answer,
                                              "" means that this question was not asked
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import is_dataclass
from functools import cache
from typing import Any

from games.engine import (
    Choice,
    FormField,
    PerSeat,
    PerSide,
    RecordField,
    Seat,
    Sheet,
    Side,
    limit,
    optional,
    positions,
    record_fields,
    with_placeholder_answers,
)

from .form_fields import box_value
from .hand_form import HandForm, only_default_is_valid
from .step_form import StepForm

MOST_COMBINATIONS = 600  # combinations of answers tried for a question
MOST_NUMBERS = 200  # numbers tried as answers of a question

Tree = int | None | tuple[str, dict[str, "Tree"]]


class _Unknown(Exception):
    """A read of an unknown answer."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


class _TooMany(Exception):
    """A tree with too many answers to try."""


def relevance(form: HandForm, forced: Iterable[tuple[str, Tree]] | None = None) -> dict[str, list[Tree]]:
    """Return the trees of each question and each player's box that is not always relevant.

    A question or box is relevant unless one of its trees says 0. Paths without trees are always relevant.
    ``forced`` is an earlier result of ``forced_boxes`` for this form.
    """
    trees = question_trees(form)
    never = frozenset(name for name, tree in trees.items() if tree == [0])
    for path, tree in forced_boxes(form, never) if forced is None else forced:
        trees.setdefault(path, []).append(tree)
    return trees


def question_trees(form: StepForm) -> dict[str, list[Tree]]:
    """Return the tree of each question that is not always relevant, of nested records too."""
    placeholder = with_placeholder_answers(form.kind_of_record, {}, form.sheet)
    return {path: [tree] for path, tree in _trees_of(form, placeholder, "") if tree != 1}


def _trees_of(form: StepForm, record: Any, prefix: str) -> Iterator[tuple[str, Tree]]:
    """Yield the tree of each question of a record, and of the records in it; paths begin with ``prefix``."""
    for q in record_fields(type(record)):
        if q.ask.relevant_if is not None:
            yield prefix + q.name, _TreeBuilder(form, q, record, prefix).tree()
        answer = getattr(record, q.name)
        if isinstance(answer, PerSide | PerSeat):
            parts = tuple((f"{prefix}{q.name}.{n}.", part) for n, part in enumerate(answer))
        else:
            parts = ((f"{prefix}{q.name}.", answer),)
        for path, part in parts:
            if is_dataclass(part):
                yield from _trees_of(form, part, path)


class _TreeBuilder:
    """A tree of a question under construction; ``prefix`` is the path of its record."""

    def __init__(self, form: StepForm, question: RecordField, placeholder: Any, prefix: str = "") -> None:
        self.form, self.question, self.placeholder, self.prefix = form, question, placeholder, prefix
        self.known: dict[str, Any] = {}
        self.watched = _watched(placeholder, self)

    def tree(self) -> Tree:
        """Return the tree; None if it is too large."""
        try:
            return self._grow(1)
        except _TooMany:
            return None

    def _grow(self, width: int) -> Tree:
        """Return the subtree. ``width`` is the number of combinations of the questions above it."""
        relevant_if = self.question.ask.relevant_if
        assert relevant_if is not None
        try:
            return int(bool(relevant_if(self.watched, self.form.sheet)))
        except _Unknown as unknown:
            path = unknown.path
        answers = answers_of(self.form.fields[path], self.form.sheet)
        if answers is None or (width := width * len(answers)) > MOST_COMBINATIONS:
            raise _TooMany
        branches = {key: self._grow_with(path, answer, width) for key, answer in answers.items()}
        if "" not in branches:
            unasked = _unasked_value(self.placeholder, path.removeprefix(self.prefix))
            branches[""] = self._grow_with(path, unasked, width)
        return _pruned(path, branches)

    def _grow_with(self, path: str, answer: Any, width: int) -> Tree:
        self.known[path] = answer
        try:
            return self._grow(width)
        finally:
            del self.known[path]

    def read(self, answer: Any, path: str) -> Any:
        """Return an answer that the function reads; ``path`` is relative to the question's record.

        If the function reads its own question, it gets the placeholder: only the site uses the real answer.
        Raise ``_Unknown`` or ``_TooMany``.
        """
        if path.partition(".")[0] == self.question.name:
            return answer
        if isinstance(answer, PerSide | PerSeat):
            if not answer:
                raise _TooMany  # an empty tuple differs from a tuple of empty answers
            return _WatchedEach.of(answer, path, self)
        path = self.prefix + path
        if path in self.known:
            return self.known[path]
        if path in self.form.fields:
            raise _Unknown(path)
        raise _TooMany  # a nested record: the site decides


def _pruned(path: str, branches: dict[str, Tree]) -> Tree:
    """Return a decision with its most frequent outcome under "*"; the outcome if there is only one."""
    most_frequent = Counter(map(repr, branches.values())).most_common(1)[0][0]
    usual = next(tree for tree in branches.values() if repr(tree) == most_frequent)
    other_trees = {key: tree for key, tree in branches.items() if repr(tree) != most_frequent}
    return (path, {**other_trees, "*": usual}) if other_trees else usual


def _unasked_value(record: Any, path: str) -> Any:
    """Return the value that a record holds for a question that was not asked."""
    answer = record
    for part in path.split("."):
        answer = answer[int(part)] if part.isdigit() else getattr(answer, part)
    return answer


def answers_of(field: FormField, sheet: Sheet[Any]) -> dict[str, Any] | None:
    """Return every answer of a box, keyed by the value that the box sends; None if there are too many."""
    kind, ask = optional(field.type) or field.type, field.ask
    answers: list[Any] | None = None
    if kind is bool:
        answers = [True, False]
    elif isinstance(kind, type) and issubclass(kind, Seat | Side):
        answers = list(
            ask.available(sheet) if ask.available else positions(PerSide if kind is Side else PerSeat, sheet)
        )
    elif isinstance(kind, type) and issubclass(kind, Choice):
        answers = list(ask.available(sheet) if ask.available else kind)
    elif kind is int:
        least, most = limit(ask.least, sheet), limit(ask.most, sheet)
        if least is not None and most is not None and (most - least) // ask.step < MOST_NUMBERS:
            answers = list(range(least, most + 1, ask.step))
    if answers is None:
        return None
    by_value = {box_value(answer): answer for answer in answers}
    return {**by_value, "": None} if optional(field.type) else by_value


def _make_watched_class(record: type) -> type:
    """Return a subclass of a record that asks ``_TreeBuilder.read`` for each answer."""
    names = frozenset(q.name for q in record_fields(record))

    def read(self: Any, name: str) -> Any:
        answer = object.__getattribute__(self, name)
        return object.__getattribute__(self, "_builder").read(answer, name) if name in names else answer

    return type(record.__name__, (record,), {"__getattribute__": read, "__hash__": record.__hash__})


# Annotated, because mypy does not see that a class is Hashable.
_watched_class: Callable[[type], type] = cache(_make_watched_class)


def _watched(record: Any, builder: _TreeBuilder) -> Any:
    """Return a watched copy of a record."""
    watched: Any = object.__new__(_watched_class(type(record)))
    for name, value in vars(record).items():
        object.__setattr__(watched, name, value)
    object.__setattr__(watched, "_builder", builder)
    return watched


class _WatchedEach(tuple[Any, ...]):
    """The answers of each side or seat, watched one by one."""

    _path: str
    _builder: _TreeBuilder

    @classmethod
    def of(cls, answers: tuple[Any, ...], path: str, builder: _TreeBuilder) -> _WatchedEach:
        watched = cls(answers)
        watched._path, watched._builder = path, builder
        return watched

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self)[index]
        answer = super().__getitem__(index)
        return self._builder.read(answer, f"{self._path}.{int(index) % len(self)}")

    def __iter__(self) -> Iterator[Any]:
        for index in range(len(self)):
            yield self[index]

    # tuple.__contains__ would bypass __getitem__.
    def __contains__(self, answer: object) -> bool:
        return any(item == answer for item in self)

    def __eq__(self, other: object) -> bool:
        return tuple(self) == other

    def __ne__(self, other: object) -> bool:
        return tuple(self) != other

    __hash__ = None  # type: ignore[assignment]


def forced_boxes(form: HandForm, never: frozenset[str] = frozenset()) -> Iterator[tuple[str, Tree]]:
    """Yield each player's box in which some other answer leaves only the usual answer valid, with its tree.

    The other answer names a player (who went out, who holds the bank), or is another answer of the same
    player (sat out). The site checks all answers together; here each answer is checked alone, so a phone may
    ask one question too many. ``never`` are questions that are never asked.
    """
    boxes = {path: box for path, box in form.box_of.items() if form.fields[path].question not in never}
    player_boxes = [box for box in boxes.values() if box.side is not None]
    required = [box for box in player_boxes if form.requires_answer(form.fields[box.path])]
    for other in boxes.values():
        field = form.fields[other.path]
        if other.side is None and (other.widget != "who" or field.ask.usual):
            continue
        if other.side is not None and (
            other.widget not in ("choice", "keys") or not form.requires_answer(field)
        ):
            continue
        answers = answers_of(field, form.sheet) or {}
        tried = answers
        if other.widget == "keys":
            # Of number keys, only None is tried: the player sat out. A number leaves the other answers open.
            tried = {"": None} if "" in answers else {}
        for box in required:
            if box.path == other.path or other.side not in (None, box.side):
                continue
            refused = [
                key for key, answer in tried.items() if only_default_is_valid(form, box, {other.path: answer})
            ]
            if 0 < len(refused) < len(answers):
                yield box.path, (other.path, {**dict.fromkeys(refused, 0), "*": 1})
