"""A file that waits on its page: looked at, and brought in, a little at a time.

Little is done while the page waits, much by a job. What was seen is kept with the file (``Bringing.looked``),
so that the page reads it and plays nothing again. A run that was broken off goes on: the lines that are in
are counted with them, and each match has its mark.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import every_game
from games.engine import Unfit
from scorekeeper.clubs import events, listing
from scorekeeper.clubs.models import Bringing, Club
from scorekeeper.parts import chunked
from scorekeeper.words import words_for

from . import columns, files, tables
from .bringing import Crate, batches
from .papers import Paper
from .playing import Known, Mistake, Play, play_all

LITTLE, FEW_LINES = 20_000, 200  # letters and lines of a file that is dealt with while its page waits
MOST_MATCHES = 5_000
SHOWN = 5  # matches of the preview
MISTAKES_SHOWN = 20
TRIED = 200  # matches between two words of how far it is
POURED = 25  # matches in one transaction: so long a hand at another table may have to wait

Come = Callable[[int, int], None]
Gently = Callable[[Callable[[], None]], None]


def is_little(file: Bringing) -> bool:
    """Whether a file is so small that nobody need wait for a job."""
    return len(file.text) <= LITTLE and file.text.count("\n") <= FEW_LINES


class Look:
    """A file as it would be brought in: its matches, and what is wrong."""

    def __init__(self, file: Bringing, club: Club, come: Come = lambda done, most: None) -> None:
        self.plays: list[Play] = []
        self.lines: list[int] = []  # on which the matches stand
        self.mistakes: list[Mistake] = []
        self.before = files.Before()
        self.table: tables.Table | None = None
        self.too_many = ""
        try:
            sources = self._sources(file, club)
            for batch in batches(sources, size=TRIED):
                for (line, _source), one in zip(batch.lines, play_all(batch), strict=True):
                    if isinstance(one, Play):
                        self.plays.append(one)
                        self.lines.append(line)
                    elif isinstance(one, Mistake):
                        self.mistakes.append(one)
                come(len(self.plays), self.count)
            self.mistakes.sort(key=lambda one: one.line)
        except Unfit as unfit:
            self.count, self.too_many = 0, said(unfit)

    def _sources(self, file: Bringing, club: Club) -> Sequence[tuple[int, bytes | Paper]]:
        """The matches with their lines, not yet played. Raises ``Unfit``."""
        sources: Sequence[tuple[int, bytes | Paper]]
        if file.reading.get("json"):
            content = io.BytesIO(file.text.encode())
            self.before = files.before_matches(content)
            sources = list(islice(files.json_lines(content), MOST_MATCHES + 1))
            self.count = len(sources)
            if self.count > MOST_MATCHES:
                raise Unfit("", tables.too_many(MOST_MATCHES))
            return sources
        self.table = tables.read_table(file.text, MOST_MATCHES)
        self.count = len(self.table.rows)
        self.reading = columns.Reading.kept(file.reading)
        sources, self.mistakes = columns.papers(self.table, self.reading, club)
        return sources

    @property
    def is_right(self) -> bool:
        return bool(self.plays or self.before.heading) and not self.mistakes and not self.too_many

    @property
    def told(self) -> dict[str, Any]:
        """What its page shows, as it is kept."""
        words = words_for()
        return {
            "count": self.count,
            "too_many": self.too_many,
            "is_right": self.is_right,
            "mistakes": [
                (one.line, self._place(one.path), words.read(one.words))
                for one in self.mistakes[:MISTAKES_SHOWN]
            ],
            "more": max(0, len(self.mistakes) - MISTAKES_SHOWN),
            "wrong_lines": len({one.line for one in self.mistakes}),
            "preview": [_shown(play) for play in self.plays[:SHOWN]],
            "columns": _columns(self.table) if self.table is not None else None,
        }

    def _place(self, path: str) -> str:
        """Which column a mistake is in, by its heading."""
        if self.table is None or not path:
            return path
        path = path.replace("totals.", "total.")
        role = path.removeprefix("person:")
        for n, known in enumerate(self.reading.columns):
            if known and (known == path or (known == "person" and self.table.heading(n) == role)):
                return self.table.heading(n) or _("column %(n)d") % {"n": n + 1}
        return columns.label(path) if path in columns.roles(12) else ""


def said(unfit: Unfit) -> str:
    """What is wrong with a file, in words."""
    words = words_for().read(unfit.words)
    return f"{unfit.path}: {words}" if unfit.path else words


def _columns(table: tables.Table) -> list[dict[str, Any]]:
    """The columns with the first cells that say something."""
    return [
        {
            "heading": table.heading(n) or _("column %(n)d") % {"n": n + 1},
            "cells": [cell for cell in table.cells(n)[:3] if cell.strip()],
        }
        for n in range(table.width)
    ]


def _shown(play: Play) -> dict[str, Any]:
    """A match of the preview: day, game, and each side with its total."""
    names: dict[int, str] = {one.position: one.name for one in play.sitting}
    sides = [
        {
            "side": side,
            "names": " & ".join(names.get(seat, "") for seat in range(side, play.seats, play.sides)),
            "total": listing.points(total),
            "won": won,
        }
        for side, (total, _place, won, *_listed) in enumerate(play.results)
    ]
    game = every_game()[play.game]
    return {
        "at": play.started.isoformat(),
        "game": play.title or _(game.name),
        "sides": sides,
        "venue": play.venue,
    }


def look_at(file: Bringing, come: Come = lambda done, most: None) -> Look:
    """Look at a file as it is read now, and keep what its page shows."""
    look = Look(file, file.club, come)
    file.looked = look.told
    file.save(update_fields=["looked"])
    return look


def bring_in(
    file: Bringing,
    by: str,
    come: Come = lambda done, most: None,
    gently: Gently = lambda did: did(),
) -> bool:
    """Bring everything in, or nothing where something is wrong; whether it is in.

    ``gently`` does each part; a run that was broken off goes on with the part that was not in.
    """
    if file.ended:
        return True
    look = look_at(file, come)
    if not look.is_right:
        return False
    club = file.club
    players = _players(file, look, club)
    crate = Crate(club, players, puts_off=True)
    crate.added, crate.known = file.added, file.known
    crate.made |= set(file.reading.get("made", ()))
    crate.people |= set(file.reading.get("people", ()))
    done = file.lines
    for some in chunked(range(len(look.plays)), POURED):
        part: list[Play | Known] = [
            Known(look.plays[n].content, look.plays[n].mark) if look.lines[n] <= done else look.plays[n]
            for n in some
        ]
        last = look.lines[some[-1]]
        gently(lambda part=part, last=last: crate.bring(part, file, upto=last))  # type: ignore[misc]
        come(some[-1] + 1, len(look.plays))
    gently(lambda: look.before.lay_nights(club, players))
    with transaction.atomic():
        look.before.write_down(club, players)
        file.text, file.looked, file.ended, file.lines = "", None, timezone.now(), look.count
        file.save()
        events.record(club.pk, "import", by, added=file.added, name=file.name)
    return True


def _players(file: Bringing, look: Look, club: Club) -> dict[int, int]:
    """The file's players as the club's; those that a broken-off run has made are made once."""
    if (kept := file.reading.get("players")) is not None:
        return {int(place): number for place, number in kept.items()}
    with transaction.atomic():
        players = look.before.take(club)
        file.reading["players"] = players
        file.save(update_fields=["reading"])
    return players
