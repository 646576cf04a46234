"""The clock of a round, which is the server's, and what a table is told of its round."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Night, NightTable, Round
from scorekeeper.matches import models, replay
from scorekeeper.sheet.state import hands_played


def seconds_left(round_: Round, now: datetime) -> int | None:
    """Seconds until time is up, never below zero; None for a round without a clock, or before it is begun."""
    if not round_.minutes or round_.began is None:
        return None
    at = round_.ended or round_.paused or now
    return max(0, round(round_.minutes * 60 - (at - round_.began).total_seconds()))


def is_up(round_: Round, now: datetime) -> bool:
    """Whether the time of a round has run out."""
    return seconds_left(round_, now) == 0


def start(round_: Round, now: datetime) -> None:
    """Start the clock, once."""
    round_.began = round_.began or now


def pause(round_: Round, now: datetime) -> None:
    """Stop the clock; it goes on from there."""
    if round_.began and not round_.paused:
        round_.paused = now


def resume(round_: Round, now: datetime) -> None:
    """Let a stopped clock go on."""
    if round_.began and round_.paused:
        round_.began, round_.paused = round_.began + (now - round_.paused), None


def add_minutes(round_: Round, minutes: int, now: datetime) -> None:
    """More time; where it had run out, so much from now on."""
    if round_.began and is_up(round_, now):
        over = (round_.paused or now) - round_.began - timedelta(minutes=round_.minutes)
        round_.began += over
    round_.minutes = min(600, round_.minutes + minutes)


def clock_text(seconds: int) -> str:
    """The time left as a clock shows it."""
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@dataclass(frozen=True)
class TableStatus:
    """A round as one of its tables sees it."""

    night: Night
    round: Round
    number: int  # of the table
    told: str
    left: int | None

    @property
    def clock_text(self) -> str:
        return "" if self.left is None else clock_text(self.left)


def table_status(table: models.Table) -> TableStatus | None:
    """The round that a table belongs to; None for a table that is of no night."""
    if table.night_id is None:
        return None
    one = NightTable.objects.filter(table=table).select_related("round__night__club").first()
    if one is None:
        return None
    now, matches = timezone.now(), list(models.Match.objects.filter(table=table))
    sheets = [story.sheet for story in replay.load_match_states(matches).values()]
    played = sum(hands_played(sheet) for sheet in sheets)
    over = all(sheet.outcome for sheet in sheets)
    words = night_status(one.round.night, one.round, played, over, now)
    left = seconds_left(one.round, now) if one.round.ended is None else None
    return TableStatus(one.round.night, one.round, one.number, words, left)


def night_status(night: Night, round_: Round, played: int, over: bool, at: datetime) -> str:
    """What a table is told of its round: that it is over, or that this is the last hand."""
    if round_.ended:
        return _("The round is over.")
    if night.hands and played >= night.hands:
        return _("All %(n)d hands are played; this table has finished the round.") % {"n": night.hands}
    if night.hands and played == night.hands - 1:
        return _("Last hand of the round.")
    if is_up(round_, at):
        return _("Time is up: finish this hand.")
    if over and not night.hands and not night.minutes:
        return _("This table has finished.")
    return ""
