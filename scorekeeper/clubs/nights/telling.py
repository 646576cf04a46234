"""What a table is told of its round: the last hand, time is up, the round is over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Night, NightTable, Round
from scorekeeper.matches import (
    models,
    replay,
)

from . import clock


@dataclass(frozen=True)
class AtTable:
    """A round as one of its tables sees it."""

    night: Night
    round: Round
    number: int  # of the table
    told: str
    left: int | None

    @property
    def clock_text(self) -> str:
        return "" if self.left is None else clock.shown(self.left)


def at_table(table: models.Table) -> AtTable | None:
    """The round that a table belongs to; None for a table that is of no night."""
    if table.night_id is None:
        return None
    one = NightTable.objects.filter(table=table).select_related("round__night__club").first()
    if one is None:
        return None
    now, matches = timezone.now(), list(models.Match.objects.filter(table=table))
    sheets = [story.sheet for story in replay.load_match_states(matches).values()]
    played = sum(replay.hands_played(sheet) for sheet in sheets)
    over = all(sheet.outcome for sheet in sheets)
    words = told(one.round.night, one.round, played, over, now)
    left = clock.left(one.round, now) if one.round.ended is None else None
    return AtTable(one.round.night, one.round, one.number, words, left)


def told(night: Night, round_: Round, played: int, over: bool, at: datetime) -> str:
    """What a table is told of its round: that it is over, or that this is the last hand."""
    if round_.ended:
        return _("The round is over")
    if night.hands and played >= night.hands:
        return _("All %(n)d hands are played: the round is over here") % {"n": night.hands}
    if night.hands and played == night.hands - 1:
        return _("Last hand of the round")
    if clock.is_up(round_, at):
        return _("Time is up: finish this hand")
    if over and not night.hands and not night.minutes:
        return _("This table has finished")
    return ""
