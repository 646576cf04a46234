"""Closed is closed: what was played in a round, at a night or in a season that is over.

From then on only those who keep the club's score change it, with a reason; the club's log says so. Each of
these is asked in the transaction that would write, under the table's lock.
"""

from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from games.engine import Problem, Sheet, _, say
from scorekeeper.clubs.membership import events
from scorekeeper.clubs.membership.events import EventMessage
from scorekeeper.clubs.models import Club, ClubEvent, NightTable, Season
from scorekeeper.clubs.nights import clock, seasons
from scorekeeper.matches import models, replay
from scorekeeper.matches.closing import Closed
from scorekeeper.sheet.state import hands_played

CHANGES = ("closed_hand_changed", "closed_rules_changed", "closed_names_changed")
SHOWN_FOR = timedelta(days=30)  # on the club's own page; its log tells it for ever
MOST_SHOWN = 5


def closed_for(table: models.Table, match: models.Match) -> Closed | None:
    """Why only those who keep the club's score may write on a sheet; None as long as its table may."""
    if (at := _at_night(table)) is not None:
        night = at.round.night
        if night.ended:
            return Closed(say(_("The night is over.")), night.called)
        if at.round.ended:
            return Closed(say(_("The round is over.")), night.called)
    if match.ended is not None and (season := _finished_season(table)) is not None:
        return Closed(say(_("The season is over.")), season.name)
    return None


def no_more_matches(table: models.Table) -> Closed | None:
    """Why no match may be begun at a table after its last one: it would count for what is over."""
    if (season := _finished_season(table)) is not None:
        return Closed(say(_("The season is over.")), season.name)
    at = _at_night(table)
    if at is None:
        return None
    round_, night = at.round, at.round.night
    if night.ended:
        return Closed(say(_("The night is over.")), night.called)
    by_matches = not night.hands and not night.minutes
    played_out = night.hands and _played(table) >= night.hands
    if round_.ended or by_matches or played_out or clock.is_up(round_, timezone.now()):
        return Closed(say(_("The round is over.")), night.called)
    return None


def beyond_round(match: models.Match, before: Sheet[Any], after: Sheet[Any]) -> tuple[Problem, ...]:
    """Why a hand more may not be written: the round has only so many."""
    most, new = 0, hands_played(after)
    if new > hands_played(before) and (at := _at_night(match.table)) is not None:
        most = at.round.night.hands
    if not most or new + _played(match.table, but=match) <= most:
        return ()
    return (Problem("", say(_("All {n} hands of the round are played"), n=most)),)


def record(closed: Closed, match: models.Match, by: str, hand: int, why: str) -> None:
    """Write down for the club's members that a closed sheet was changed; in the transaction that does it."""
    what = "closed_hand_changed" if hand else "closed_rules_changed"
    events.record_event(_club(match), what, by, n=hand, why=why, **_about(closed, match))


def record_names(closed: Closed, match: models.Match, by: str) -> None:
    """Write down for the club's members that others were said to have sat at a closed sheet."""
    events.record_event(_club(match), "closed_names_changed", by, **_about(closed, match))


def _club(match: models.Match) -> int:
    """The club of a sheet that is closed: nothing but a club closes one."""
    assert match.table.club_id is not None
    return match.table.club_id


def _about(closed: Closed, match: models.Match) -> dict[str, Any]:
    # Not by their keys: in a club's file that is brought in elsewhere those would be other matches.
    return {"of": closed.of, "game": match.called, "table": match.table.code, "match": match.number}


def recent_changes(club: Club) -> list[tuple[EventMessage, str]]:
    """What was changed lately though it was closed, the newest first, each with the address of its sheet."""
    since = timezone.now() - SHOWN_FOR
    found = ClubEvent.objects.filter(club=club, what__in=CHANGES, at__gte=since)[:MOST_SHOWN]
    codes = {event.about.get("table") for event in found}
    here = set(models.Table.objects.filter(club=club, code__in=codes).values_list("code", flat=True))
    return [(events.event_message(event), _address(event, here)) for event in found]


def _address(event: ClubEvent, here: set[str]) -> str:
    code = event.about.get("table")
    return reverse("match", args=[code, event.about["match"]]) if code in here else ""


def _at_night(table: models.Table) -> NightTable | None:
    if table.night_id is None:
        return None
    return NightTable.objects.filter(table=table).select_related("round__night").first()


def _finished_season(table: models.Table) -> Season | None:
    """The season a table counts for, if it is over."""
    if table.season_id is None:
        return None
    season = Season.objects.select_related("club").get(pk=table.season_id)
    return season if seasons.is_over(season) else None


def _played(table: models.Table, but: models.Match | None = None) -> int:
    """How many hands were played in the matches of a table, one of them left out."""
    matches = models.Match.objects.filter(table=table)
    if but is not None:
        matches = matches.exclude(pk=but.pk)
    return sum(hands_played(story.sheet) for story in replay.load_match_states(matches).values())
