"""A match of which a file tells who played and the totals: a line of a table of results."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.core.exceptions import ValidationError

from games import every_game
from games.engine import (
    HEADING,
    Entry,
    Heading,
    Message,
    Seat,
    Seating,
    Unfit,
    _,
    from_json,
    say,
    wrong_house,
)
from games.engine.interchange import Record
from scorekeeper.clubs import paper_sheets
from scorekeeper.matches import typed_names

from .lines import Line, Remark, Sitter


@dataclass(frozen=True)
class Paper:
    """What a line of results says, each cell read; ``house`` is JSON as text."""

    game: str
    preset: str
    house: str
    seats: int
    sides: int
    names: tuple[str, ...]  # one a seat; "" where nothing is said
    totals: tuple[int, ...]  # one a side
    started: datetime
    why: str
    venue: str = ""
    season: str = ""
    note: str = ""
    title: str = ""
    mark: str = ""  # of a line that this site wrote; by it the match is known again

    @property
    def told(self) -> dict[str, Any]:
        """What its mark is made of."""
        told = {**vars(self), "started": self.started.isoformat()}
        del told["mark"]
        return told


def paper_line(paper: Paper) -> Line:
    """The match of such a line. Raises ``Unfit``."""
    game = every_game()[paper.game]
    heading = _heading(paper.game, paper.preset, paper.house, paper.seats, paper.sides)
    names = tuple(_name(n, name) for n, name in enumerate(paper.names))
    for n, error in enumerate(typed_names.distinct_names(names)):
        if error:
            raise Unfit(f"name.{n}", say(_("Two people are called so.")))
    hands, sheet = paper_sheets.hands_for(game, heading, paper.totals, paper.why)
    entries = tuple(Entry(number, hand) for number, hand in enumerate(hands, start=HEADING + 1))
    usual = typed_names.usual_names(paper.seats)
    return Line(
        Record(game, heading, names, entries, paper.title),
        tuple(Sitter(n, 0, name) if name else Sitter(n, 0, usual[n], None) for n, name in enumerate(names)),
        started=paper.started,
        ended=paper.started,
        on_paper=True,
        venue=paper.venue,
        season=paper.season,
        notes=(Remark(paper.note, "", paper.started),) if paper.note else (),
        mark=paper.mark,
        played=sheet,
    )


@lru_cache(maxsize=256)
def _heading(slug: str, preset: str, stored: str, seats: int, sides: int) -> Heading:
    """The heading that many lines of a file share. Raises ``Unfit``."""
    game = every_game()[slug]
    house = from_json(game.house, json.loads(stored))
    seating = Seating(seats, sides, Seat(0))
    for problem in wrong_house(game, house, seating):
        raise Unfit("game", problem.words)
    return Heading(seating, house, preset)


def _name(n: int, text: str) -> str:
    try:
        return typed_names.clean_name(text)
    except ValidationError as problem:
        raise Unfit(f"name.{n}", Message("{why}", {"why": problem.messages[0]})) from None
