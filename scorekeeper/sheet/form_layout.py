"""Which kinds of hand and which boxes are worth asking for at this table, and in what order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from games.engine import Game, Sheet, with_placeholder_answers

from .boxes import Box, Group


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

    side: int
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
class LayoutBlock:
    """One question; or the panels of several, behind one key with this label if all are seldom asked."""

    group: Group | None = None
    panels: tuple[Panel, ...] = ()
    folded: str = ""


def label_of(groups: Iterable[Group]) -> str:
    """What is asked, in a row: "On the tie, On a pair"."""
    return ", ".join(group.label for group in groups if group.matters)


def layout(groups: Iterable[Group]) -> list[LayoutBlock]:
    """The questions in order; those in a row asked of each player go together, player by player."""
    blocks: list[LayoutBlock] = []
    for each, run in groupby(groups, lambda group: group.total is None and group.boxes[0].side is not None):
        several = tuple(run)
        if each and len(several) > 1:
            blocks.append(_panels(several))
        else:
            blocks += [LayoutBlock(group) for group in several]
    return blocks


def _panels(groups: tuple[Group, ...]) -> LayoutBlock:
    together = all(group.folded or not group.matters for group in groups)
    columns = zip(*(group.boxes for group in groups), strict=True)
    panels = tuple(_panel(groups, boxes, together) for boxes in columns)
    return LayoutBlock(panels=panels, folded=label_of(groups) if together else "")


def _panel(groups: tuple[Group, ...], boxes: tuple[Box, ...], together: bool) -> Panel:
    side = boxes[0].side
    assert side is not None
    parts = tuple(zip(groups, boxes, strict=True))
    often = tuple(part for part in parts if together or not part[0].folded)
    return Panel(side, boxes[0].label, often, tuple(part for part in parts if part not in often))


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
