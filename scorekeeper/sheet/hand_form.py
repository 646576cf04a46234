"""The form of a hand: it takes nothing for granted that changes the score."""

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from typing import Any, get_origin

from games.engine import (
    FormField,
    Game,
    Moment,
    Sheet,
    Words,
    append_hand,
    hand_problems,
    optional,
    with_placeholder_answers,
)

from .boxes import Box, Group
from .record_form import Sent
from .step_form import StepForm

PROBED = ("keys", "number", "choice", "switch", "yesno", "set")


class HandForm(StepForm):
    """Asks for a hand: its questions, and what the game says of the answers beside each other."""

    def __init__(
        self,
        game: Game[Any],
        kind: type,
        sheet: Sheet[Any],
        words: Words,
        data: Sent | None = None,
        answers: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game
        super().__init__(
            kind, sheet, words, partial(hand_problems, game, sheet=sheet), data=data, answers=answers
        )

    def id_of(self, name: str) -> str:
        """None: the forms of all kinds of hand stand on one page, and many of their boxes share a name."""
        return ""

    def is_step(self, blank: FormField) -> bool:
        """Whether it is asked by itself: what must be said, and what each player does before the play.

        Stakes that still lie there from the last hand are not asked for again.
        """
        bet = blank.place is not None and blank.ask.moment is Moment.AUCTION and not blank.ask.seldom
        return super().is_step(blank) or (bet and blank.question not in self.lying)

    @cached_property
    def lying(self) -> frozenset[str]:
        """The questions that begin with the answers of the hand before."""
        kind = next((name for name, one in self.game.hands.items() if one is self.kind_of_record), None)
        known = self.game.initial_answers(kind, self.sheet) if kind is not None else {}
        return frozenset(path.partition(".")[0] for path in known)

    def settle_missing(self, known: dict[str, Any]) -> None:
        """None where nothing else can stand; missing is also what a record, but no form, may leave out."""
        may_be_none = {path for path in self.missing if optional(self.blanks[path].type)}
        for path in may_be_none & set(forced_fields(self) if may_be_none else ()):
            known[path] = None
            self.missing.discard(path)
        super().settle_missing(known)

    @property
    def unsaid(self) -> frozenset[str]:
        empty = super().unsaid
        empty -= set(forced_fields(self)) if empty else set()
        return frozenset(path for path in empty if not _changes_nothing(self, self.blanks[path]))


def kinds_here(game: Game[Any], sheet: Sheet[Any]) -> tuple[str, ...]:
    """The kinds of hand this table writes, the usual one first.

    Where the game does not say, those whose neutral answers make no problem of the whole hand.
    """
    known = game.kinds_at(sheet)
    if game.kinds is not None:
        return known
    possible = tuple(kind for kind in known if not _never_here(game, game.hands[kind], sheet))
    return possible or known


def _never_here(game: Game[Any], record: type, sheet: Sheet[Any]) -> bool:
    anyhow = with_placeholder_answers(record, {}, sheet)
    return any(problem.field == "" for problem in game.check(anyhow, sheet))


def forced_fields(form: HandForm) -> Iterator[str]:
    """The boxes of a side or seat where, by these answers, no other answer than the usual can stand.

    Only once everything that must be said of the whole table at that moment of the hand has been said.
    """
    groups = form.groups
    for moment in (True, False):
        asked = [group for group in groups if group.is_auction is moment]
        if _said_of_all(form, asked):
            for group in asked:
                yield from _forced(form, group) if group.matters else ()


def _said_of_all(form: HandForm, groups: list[Group]) -> bool:
    """Whether every box of the whole table that must be said is."""
    must = {box.path for group in groups for box in group.boxes if box.required and box.side is None}
    return must <= set(form.known)


def _forced(form: HandForm, group: Group) -> Iterator[str]:
    for box in group.boxes:
        if refused_beside(form, box, form.known):
            yield box.path


def refused_beside(form: HandForm, box: Box, known: Mapping[str, Any]) -> bool:
    """Whether, beside these answers, every answer but the usual in this box makes a problem for its player.

    A problem at a box that is asked later says no more than that it is still to be answered.
    """
    blank = form.blanks[box.path]
    free = not blank.required or bool(optional(blank.type))
    if blank.place is None or not free or box.shape not in PROBED:
        return False
    usual: set[str] | None = None  # looked at only where another answer is wrong, which is rare
    for answer in (others := _others(box, blank)):
        wrong = _wrong_at(form, blank, answer, known)
        if wrong and usual is None:
            usual = _wrong_at(form, blank, blank.default, known)
        if not wrong - (usual or set()):
            return False
    return bool(others)


def _others(box: Box, blank: FormField) -> list[Any]:
    """Some answers that are not the usual one: of numbers the lowest, the highest and one between."""
    kind = optional(blank.type) or blank.type
    if kind is bool:
        return [answer for answer in (True, False) if answer is not blank.default]
    if get_origin(kind) is frozenset:
        (of,) = kind.__args__
        return [frozenset({of(option.value)}) for option in box.options if option.value]
    if box.shape == "choice":
        offered = [kind(option.value) for option in box.options if option.value]
        return [answer for answer in offered if answer != blank.default]
    if box.shape == "keys":
        numbers = [int(option.value) for option in box.options if option.value]
    else:
        least, most = box.least or 0, box.most if box.most is not None else 1000
        numbers = [least, least + 1, (least + most) // 2, most]
    others = [number for number in numbers if number != (blank.default or 0)]
    return [others[0], others[len(others) // 2], others[-1]] if others else []


def _wrong_at(form: HandForm, blank: FormField, answer: Any, known: Mapping[str, Any]) -> set[str]:
    """The problems that a hand with these answers and this one has at the seat or side of the box."""
    said = {path: one for path, one in known.items() if path != blank.path}
    if answer is not None or optional(blank.type):
        said[blank.path] = answer  # else there is no usual answer: nothing is said
    made = with_placeholder_answers(form.kind_of_record, said, form.sheet)
    own = f".{blank.path.rpartition('.')[2]}"
    asked = list(form.blanks)
    so_far = {path for path in asked[: asked.index(blank.path) + 1] if path.endswith(own)}
    return {problem.field for problem in form.game.check(made, form.sheet)} & so_far


def _changes_nothing(form: HandForm, blank: FormField) -> bool:
    """Whether the hand scores the same whatever is answered in this box of a single side or seat."""
    box = form.box_of[blank.path]
    if blank.place is None or box.shape not in PROBED:
        return False
    usual = _scored(form, {})
    return usual is not None and all(
        _scored(form, {blank.path: answer}) == usual for answer in _others(box, blank)
    )


def _scored(form: HandForm, more: Mapping[str, Any]) -> Any:
    """What the hand would score with these answers too, and how it would end; None if it cannot stand."""
    made = with_placeholder_answers(form.kind_of_record, {**form.known, **more}, form.sheet)
    after = append_hand(form.game, form.sheet, made)
    row = after.rows[-1]
    return None if row.problems else (row.gains, after.outcome and after.outcome.winners)
