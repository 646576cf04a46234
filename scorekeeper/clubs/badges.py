"""Badges: what somebody has done at least once, or so often, with the hand that earned it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorekeeper.words import words_for

from .figures.telling import Hand, deeds, hand_of, number
from .models import DeedSum, Rating

MATCHES = (1_000, 500, 100, 25)  # played
RUNS = (20, 10, 5)  # won one after the other
COMEBACK = 100  # points behind, and won


@dataclass(frozen=True)
class Badge:
    """Something to be proud of. ``hand`` explains it."""

    title: str
    about: str
    hand: Hand | None


def of(game: str, rating: Rating | None, tallies: Iterable[DeedSum]) -> tuple[Badge, ...]:
    """The badges of a player in a game."""
    found: list[Badge] = []
    known = {row.deed: row for row in tallies}
    read = words_for()
    for deed in deeds(game).values():
        row = known.get(deed.id)
        if deed.badge and row is not None and row.n:
            times = "" if row.n == 1 else _("%(n)s times; first here") % {"n": number(row.n)}
            found.append(Badge(read.read(deed.words), times, hand_of(row)))
    behind = known.get("comeback")
    if behind is not None and (behind.best or 0) >= COMEBACK:
        about = _("Was %(n)s behind after this hand") % {"n": number(behind.best or 0)}
        found.append(Badge(_("Never say die"), about, hand_of(behind)))
    if rating is not None:
        run = next((run for run in RUNS if rating.longest >= run), None)
        if run is not None:
            title = _("%(n)d wins in a row") % {"n": run}
            found.append(Badge(title, _("the longest: %(n)d") % {"n": rating.longest}, None))
        played = next((n for n in MATCHES if rating.matches >= n), None)
        if played is not None:
            found.append(Badge(_("%(n)s matches") % {"n": number(played)}, "", None))
    return tuple(found)
