"""Which kinds of hand and which boxes are worth asking for at this table, and in what order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from games.engine import Blank, Seat, Sheet, Side, optional, supposed

from .boxes import Box, Group
from .guards import Place

if TYPE_CHECKING:
    from .entering import Entering


@dataclass(frozen=True)
class Kind:
    """A kind of hand as a key: ``bare`` kinds ask nothing and are saved at one tap."""

    id: str
    title: str
    chosen: bool
    bare: bool


@dataclass(frozen=True)
class Panel:
    """All that is asked of one side or seat, where several questions are asked of each."""

    place: Side | Seat
    name: str
    often: tuple[tuple[Group, Box], ...]
    seldom: tuple[tuple[Group, Box], ...]  # what stands behind a key of its own

    @property
    def first(self) -> Box:
        return (*self.often, *self.seldom)[0][1]

    @property
    def seldom_label(self) -> str:
        return label_of(group for group, _box in self.seldom)

    @property
    def seldom_said(self) -> str:
        """What is said there, where it is one question only."""
        boxes = [box for group, box in self.seldom if group.matters]
        return (
            next((option.label for option in boxes[0].options if option.chosen), "")
            if len(boxes) == 1
            else ""
        )

    @property
    def columns(self) -> bool:
        """Whether they are two numbers: then they stand beside the name."""
        return not self.seldom and [box.shape for _group, box in self.often] == ["number"] * 2


@dataclass(frozen=True)
class Laid:
    """One question; or the panels of several, behind one key with this label if all are seldom asked."""

    group: Group | None = None
    panels: tuple[Panel, ...] = ()
    folded: str = ""


def label_of(groups: Iterable[Group]) -> str:
    """What is asked, in a row: "On the tie, On a pair"."""
    return ", ".join(group.label for group in groups if group.matters)


def laid_out(groups: Iterable[Group]) -> list[Laid]:
    """The questions in order; those in a row asked of each player go together, player by player."""
    laid: list[Laid] = []
    for each, run in groupby(groups, lambda group: group.total is None and group.boxes[0].place is not None):
        several = tuple(run)
        if each and len(several) > 1:
            laid.append(_panels(several))
        else:
            laid += [Laid(group) for group in several]
    return laid


def _panels(groups: tuple[Group, ...]) -> Laid:
    together = all(group.folded or not group.matters for group in groups)
    columns = zip(*(group.boxes for group in groups), strict=True)
    panels = tuple(_panel(groups, boxes, together) for boxes in columns)
    return Laid(panels=panels, folded=label_of(groups) if together else "")


def _panel(groups: tuple[Group, ...], boxes: tuple[Box, ...], together: bool) -> Panel:
    place = boxes[0].place
    assert place is not None
    parts = tuple(zip(groups, boxes, strict=True))
    often = tuple(part for part in parts if together or not part[0].folded)
    return Panel(place, boxes[0].label, often, tuple(part for part in parts if part not in often))


def kinds_here(place: Place, sheet: Sheet[Any]) -> tuple[str, ...]:
    """The kinds of hand this table writes, the usual one first.

    Where the game does not say, those whose neutral answers make no problem of the whole hand.
    """
    game = place.game
    known = game.kinds_at(sheet)
    if game.kinds is not None:
        return known
    possible = tuple(kind for kind in known if not _never_here(place, game.hands[kind], sheet))
    return possible or known


def _never_here(place: Place, record: type, sheet: Sheet[Any]) -> bool:
    anyhow = supposed(record, {}, sheet)
    return any(problem.field == "" for problem in place.game.check(anyhow, sheet))


PROBED = ("keys", "number", "choice", "switch")


def nothing_to_say(entry: Entering) -> Iterator[str]:
    """The boxes of a side or seat where, by these answers, no other answer than the usual can stand.

    Only once everything that must be said of the whole table at that moment of the hand has been said.
    """
    blanks = entry.form.blanks
    for groups in entry.auction, entry.play:
        must = {box.path for group in groups for box in group.boxes if box.required and box.place is None}
        if not must <= set(entry.form.answers):
            continue
        for box in (box for group in groups if group.matters for box in group.boxes):
            blank = blanks[box.path]
            free = not blank.required or bool(optional(blank.type))
            if blank.place is not None and free and box.shape in PROBED and _refused(entry, box, blank):
                yield box.path


def _refused(entry: Entering, box: Box, blank: Blank) -> bool:
    """Whether every other answer in this box makes a problem for its seat or side.

    A problem at a box that is asked later says no more than that it is still to be answered.
    """
    usual = _wrong_at(entry, blank, blank.default)
    others = _others(entry, box, blank)
    return bool(others) and all(_wrong_at(entry, blank, answer) - usual for answer in others)


def _others(entry: Entering, box: Box, blank: Blank) -> list[Any]:
    """Some answers that are not the usual one: of numbers the lowest, the highest and one between."""
    if box.shape == "switch":
        return [not blank.default]
    if box.shape == "choice":
        kind = optional(blank.type) or blank.type
        return [
            kind(option.value)
            for option in box.options
            if option.value and kind(option.value) != blank.default
        ]
    if box.shape == "keys":
        numbers = [int(option.value) for option in box.options if option.value]
    else:
        least, most = box.least or 0, box.most if box.most is not None else 1000
        numbers = [least, least + 1, (least + most) // 2, most]
    others = [number for number in numbers if number != (blank.default or 0)]
    return [others[0], others[len(others) // 2], others[-1]] if others else []


def _wrong_at(entry: Entering, blank: Blank, answer: Any) -> set[str]:
    """The problems that a hand with this answer has at the seat or side of the box."""
    form = entry.form
    made = supposed(form.kind_of_record, {**form.answers, blank.path: answer}, form.sheet)
    own = f".{blank.path.rpartition('.')[2]}"
    asked = list(form.blanks)
    so_far = {path for path in asked[: asked.index(blank.path) + 1] if path.endswith(own)}
    return {problem.field for problem in entry.place.game.check(made, form.sheet)} & so_far
