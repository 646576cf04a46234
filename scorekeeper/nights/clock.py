"""The clock of a round, kept by the server, and the messages that depend on the clock."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from scorekeeper.nights.models import Night, Round


def seconds_left(round_: Round, now: datetime) -> int | None:
    """Return the seconds left, at least 0; None without a clock, or before its start."""
    if not round_.minutes or round_.began is None:
        return None
    at = round_.ended or round_.paused or now
    return max(0, round(round_.minutes * 60 - (at - round_.began).total_seconds()))


def is_time_up(round_: Round, now: datetime) -> bool:
    return seconds_left(round_, now) == 0


def start(round_: Round, now: datetime) -> None:
    round_.began = round_.began or now


def pause(round_: Round, now: datetime) -> None:
    if round_.began and not round_.paused:
        round_.paused = now


def resume(round_: Round, now: datetime) -> None:
    if round_.began and round_.paused:
        round_.began, round_.paused = round_.began + (now - round_.paused), None


def add_minutes(round_: Round, minutes: int, now: datetime) -> None:
    """Add minutes to a round; if its time is up, the minutes count from now."""
    if round_.began and is_time_up(round_, now):
        overtime = (round_.paused or now) - round_.began - timedelta(minutes=round_.minutes)
        round_.began += overtime
    round_.minutes = min(600, round_.minutes + minutes)


def clock_text(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def table_message(night: Night, round_: Round, played: int, matches_ended: bool, at: datetime) -> str:
    """Return a table's message: round over, last hand, time up; "" for none."""
    if round_.ended:
        return _("The round is over.")
    if night.hands and played >= night.hands:
        return _("All %(n)d hands are played; this table has finished the round.") % {"n": night.hands}
    if night.hands and played == night.hands - 1:
        return _("Last hand of the round.")
    if is_time_up(round_, at):
        return _("Time is up: finish this hand.")
    if matches_ended and not night.hands and not night.minutes:
        return _("This table has finished.")
    return ""
