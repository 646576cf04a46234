"""Rules for sheets of a round, night or season that is over.

Only scorekeepers of the club can change such sheets. They give a reason, and the club's log records the
change. All these checks run in the writing transaction, under the table's lock.
"""

from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from games.engine import Problem, Sheet, _, say
from scorekeeper.clubs.membership import events
from scorekeeper.clubs.models import Club, ClubEvent, Season
from scorekeeper.matches import models, replay
from scorekeeper.matches.closing import Closed
from scorekeeper.nights import clock, seasons
from scorekeeper.nights.models import NightTable
from scorekeeper.sheet.state import hands_played

CHANGES = ("closed_hand_changed", "closed_rules_changed", "closed_names_changed")
SHOWN_FOR = timedelta(days=30)  # how long the club's page shows a change; the log keeps it
MOST_SHOWN = 5


def closed_for(table: models.Table, match: models.Match) -> Closed | None:
    """Return why only scorekeepers may write on a sheet; None if it is not closed."""
    if (night_table := _night_table(table)) is not None:
        night = night_table.round.night
        if night.ended:
            return Closed(say(_("The night is over.")), night.display_name)
        if night_table.round.ended:
            return Closed(say(_("The round is over.")), night.display_name)
    if match.ended is not None and (season := _finished_season(table)) is not None:
        # While a round runs, a correction may let the match go on.
        return Closed(say(_("The season is over.")), season.name, stays_ended=night_table is None)
    return None


def no_more_matches(table: models.Table) -> Closed | None:
    """Return why a table may not start another match; None if it may."""
    if (season := _finished_season(table)) is not None:
        return Closed(say(_("The season is over.")), season.name)
    night_table = _night_table(table)
    if night_table is None:
        return None
    round_, night = night_table.round, night_table.round.night
    if night.ended:
        return Closed(say(_("The night is over.")), night.display_name)
    ends_with_matches = not night.hands and not night.minutes
    played_out = night.hands and _played(table) >= night.hands
    if round_.ended or ends_with_matches or played_out or clock.is_time_up(round_, timezone.now()):
        return Closed(say(_("The round is over.")), night.display_name)
    return None


def hands_limit_problems(match: models.Match, before: Sheet[Any], after: Sheet[Any]) -> tuple[Problem, ...]:
    """Return a problem if a further hand exceeds the round's number of hands."""
    limit, hands = 0, hands_played(after)
    if hands > hands_played(before) and (night_table := _night_table(match.table)) is not None:
        limit = night_table.round.night.hands
    if not limit or hands + _played(match.table, excluded=match) <= limit:
        return ()
    return (Problem("", say(_("All {n} hands of the round are played"), n=limit)),)


def record_change(closed: Closed, match: models.Match, by: str, hand: int, why: str) -> None:
    what = "closed_hand_changed" if hand else "closed_rules_changed"
    events.record_event(_club(match), what, by, n=hand, why=why, **_about(closed, match))


def record_names(closed: Closed, match: models.Match, by: str) -> None:
    events.record_event(_club(match), "closed_names_changed", by, **_about(closed, match))


def _club(match: models.Match) -> int:
    """Return the club's id; only sheets of a club are ever closed."""
    assert match.table.club_id is not None
    return match.table.club_id


def _about(closed: Closed, match: models.Match) -> dict[str, Any]:
    # No ids: an export of the club is imported elsewhere with other ids.
    return {"of": closed.name, "game": match.display_name, "table": match.table.code, "match": match.number}


def recent_changes(club: Club) -> list[tuple[ClubEvent, str, str]]:
    """Return the latest changes of closed sheets, each with its text and the URL of its sheet."""
    since = timezone.now() - SHOWN_FOR
    changes = ClubEvent.objects.filter(club=club, what__in=CHANGES, at__gte=since)[:MOST_SHOWN]
    codes = {event.about.get("table") for event in changes}
    existing_codes = set(
        models.Table.objects.filter(club=club, code__in=codes).values_list("code", flat=True)
    )
    return [(event, events.event_text(event), _sheet_url(event, existing_codes)) for event in changes]


def _sheet_url(event: ClubEvent, existing_codes: set[str]) -> str:
    code = event.about.get("table")
    return reverse("match", args=[code, event.about["match"]]) if code in existing_codes else ""


def _night_table(table: models.Table) -> NightTable | None:
    if table.night_id is None:
        return None
    return NightTable.objects.filter(table=table).select_related("round__night").first()


def _finished_season(table: models.Table) -> Season | None:
    if table.season_id is None:
        return None
    season = Season.objects.select_related("club").get(pk=table.season_id)
    return season if seasons.is_over(season) else None


def _played(table: models.Table, excluded: models.Match | None = None) -> int:
    """Return the number of hands played at a table, without those of the ``excluded`` match."""
    matches = models.Match.objects.filter(table=table)
    if excluded is not None:
        matches = matches.exclude(pk=excluded.pk)
    return sum(hands_played(state.sheet) for state in replay.load_match_states(matches).values())
