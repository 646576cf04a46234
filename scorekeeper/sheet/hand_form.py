"""The form of a hand: every answer that changes the score must be given."""

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from typing import Any, get_origin

from games.engine import (
    Cards,
    FormField,
    Game,
    Sheet,
    Words,
    append_hand,
    hand_problems,
    optional,
    with_placeholder_answers,
)

from .boxes import Box, Group
from .record_form import FormData
from .step_form import StepForm

# Widgets of the boxes in which unusual answers are tried.
PROBED_WIDGETS = ("keys", "number", "choice", "switch", "yesno", "set", "cards")


class HandForm(StepForm):
    """The form of a hand: its questions, and the game's checks of the answers together."""

    has_ids = False  # the forms of all kinds stand on one page and share box names

    def __init__(
        self,
        game: Game[Any],
        kind: type,
        sheet: Sheet[Any],
        words: Words,
        data: FormData | None = None,
        answers: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game
        super().__init__(
            kind, sheet, words, partial(hand_problems, game, sheet=sheet), data=data, answers=answers
        )

    def requires_answer(self, field: FormField) -> bool:
        """Return whether a box must be answered.

        A ``usual`` or ``seldom`` question must be answered too if an earlier answer that can be repeated
        differs from its default.
        """
        return field.needs_answer or self.earlier_answers.get(field.path, field.default) != field.default

    def may_be_none(self, field: FormField) -> bool:
        """Return whether None can be chosen: it has a label, or the box need not be answered.

        Otherwise None means that the question was not asked.
        """
        return bool(optional(field.type) and (field.ask.none or not self.requires_answer(field)))

    @cached_property
    def earlier_answers(self) -> Mapping[str, Any]:
        """Return the answers of an earlier hand that can be repeated, by path. No box shows them."""
        kind = next((name for name, record in self.game.hands.items() if record is self.kind_of_record), None)
        known = self.game.initial_answers(kind, self.sheet) if kind is not None else {}
        return {path: answer for path, answer in known.items() if path in self.fields}

    def add_missing(self, known: dict[str, Any]) -> None:
        """Answer None where nothing else is valid, then add the unanswered boxes to ``missing``."""
        optional_paths = {path for path in self.missing if optional(self.fields[path].type)}
        for path in optional_paths & set(forced_fields(self) if optional_paths else ()):
            known[path] = None
            self.missing.discard(path)
        super().add_missing(known)

    @property
    def open_boxes(self) -> frozenset[str]:
        """Return the unanswered boxes, except those whose answers change nothing."""
        empty = super().open_boxes
        empty -= set(forced_fields(self)) if empty else set()
        return frozenset(path for path in empty if not _changes_nothing(self, self.fields[path]))


def offered_kinds(game: Game[Any], sheet: Sheet[Any]) -> tuple[str, ...]:
    """Return the kinds of hand that this table plays, the usual one first.

    If the game does not define them, try each kind, and leave out one whose placeholder answers are refused.
    """
    known = game.kinds_at(sheet)
    if game.kinds is not None:
        return known
    possible = tuple(kind for kind in known if not _is_impossible(game, game.hands[kind], sheet))
    return possible or known


def _is_impossible(game: Game[Any], record: type, sheet: Sheet[Any]) -> bool:
    """Return whether a kind of hand is never valid at this table."""
    placeholder = with_placeholder_answers(record, {}, sheet)
    return any(problem.field == "" for problem in game.check(placeholder, sheet))


def forced_fields(form: HandForm) -> Iterator[str]:
    """Yield the boxes of a side or seat where the answers so far leave only the usual answer valid.

    Boxes of the auction are yielded once the auction's required boxes about the whole table are answered.
    The same holds for the boxes of the play.
    """
    groups = form.groups
    for in_auction in (True, False):
        asked = [group for group in groups if group.is_auction is in_auction]
        if _is_table_answered(form, asked):
            for group in asked:
                yield from _forced(form, group) if group.matters else ()


def _is_table_answered(form: HandForm, groups: list[Group]) -> bool:
    """Return whether every required box of the whole table is answered."""
    required = {box.path for group in groups for box in group.boxes if box.required and box.side is None}
    return required <= set(form.known)


def _forced(form: HandForm, group: Group) -> Iterator[str]:
    for box in group.boxes:
        if only_default_is_valid(form, box, form.known):
            yield box.path


def only_default_is_valid(form: HandForm, box: Box, known: Mapping[str, Any]) -> bool:
    """Return whether every unusual answer in this box makes a problem for its player.

    A problem at a box asked later is ignored: it may only mean that the later box is still unanswered.
    """
    field = form.fields[box.path]
    has_usual_answer = (
        not field.required or bool(optional(field.type)) or (field.type is Cards and not field.ask.least)
    )
    if field.owner is None or not has_usual_answer or box.widget not in PROBED_WIDGETS:
        return False
    usual_problems: set[str] | None = None  # computed only if another answer is wrong, which is rare
    for answer in (answers := _unusual_answers(box, field)):
        problems = _problem_paths(form, field, answer, known)
        if problems and usual_problems is None:
            usual_problems = _problem_paths(form, field, field.default, known)
        if not problems - (usual_problems or set()):
            return False
    return bool(answers)


def _unusual_answers(box: Box, field: FormField) -> list[Any]:
    """Return some unusual answers; of numbers the lowest, the highest and one between."""
    kind = optional(field.type) or field.type
    if kind is bool:
        return [answer for answer in (True, False) if answer is not field.default]
    if kind is Cards:
        return [Cards.read(option.value) for option in box.options[:1]]
    if get_origin(kind) is frozenset:
        (member,) = kind.__args__
        return [frozenset({member(option.value)}) for option in box.options if option.value]
    if box.widget == "choice":
        choices = [kind(option.value) for option in box.options if option.value]
        return [answer for answer in choices if answer != field.default]
    if box.widget == "keys":
        numbers = [int(option.value) for option in box.options if option.value]
    else:
        least, most = box.least or 0, box.most if box.most is not None else 1000
        numbers = [least, least + 1, (least + most) // 2, most]
    unusual = [number for number in numbers if number != (field.default or 0)]
    return [unusual[0], unusual[len(unusual) // 2], unusual[-1]] if unusual else []


def _problem_paths(form: HandForm, field: FormField, answer: Any, known: Mapping[str, Any]) -> set[str]:
    """Return the paths of the problems at this box's seat or side, in the boxes up to this one."""
    answers = {path: known_answer for path, known_answer in known.items() if path != field.path}
    if answer is not None or optional(field.type):  # otherwise None means that the question has no default
        answers[field.path] = answer
    hand = with_placeholder_answers(form.kind_of_record, answers, form.sheet)
    owner_suffix = f".{field.path.rpartition('.')[2]}"
    paths = list(form.fields)
    up_to_box = {path for path in paths[: paths.index(field.path) + 1] if path.endswith(owner_suffix)}
    return {problem.field for problem in form.game.check(hand, form.sheet)} & up_to_box


def _changes_nothing(form: HandForm, field: FormField) -> bool:
    """Return whether the hand scores the same with every answer in this box of a side or seat."""
    box = form.box_of[field.path]
    if field.owner is None or box.widget not in PROBED_WIDGETS:
        return False
    usual = _score_with(form, {})
    return usual is not None and all(
        _score_with(form, {field.path: answer}) == usual for answer in _unusual_answers(box, field)
    )


def _score_with(form: HandForm, answers: Mapping[str, Any]) -> Any:
    """Return the hand's score and winners with these additional answers; None if it is not valid."""
    hand = with_placeholder_answers(form.kind_of_record, {**form.known, **answers}, form.sheet)
    after = append_hand(form.game, form.sheet, hand)
    row = after.rows[-1]
    return None if row.problems else (row.gains, after.outcome and after.outcome.winners)
