"""Assigning matches to seasons; ending, deleting and restoring seasons."""

from collections.abc import Sequence
from datetime import date, timedelta

from django.utils import timezone

from scorekeeper.clubs.membership import events
from scorekeeper.clubs.membership.clubs import locked_club
from scorekeeper.clubs.models import Club, ClubEvent, Season
from scorekeeper.history.models import Appearance, Played
from scorekeeper.jobs import pending
from scorekeeper.matches.models import Match, Table, new_code
from scorekeeper.nights.models import Night
from scorekeeper.web.chunks import chunked

RESTORABLE_FOR = timedelta(days=14)  # time to restore a deleted season


class NameTaken(Exception):
    """Another season has this name now."""


def move_tables(tables: Sequence[int], season: int | None) -> None:
    """Assign tables to a season, or to none, and update the derived rows; call it in a transaction.

    Tables are always locked before nights, and this locks the tables: the caller must not have locked
    a night.
    """
    for table_chunk in chunked(sorted(tables)):
        list(Table.objects.select_for_update().filter(pk__in=table_chunk).order_by("pk").values_list("pk"))
        Table.objects.filter(pk__in=table_chunk).update(season=season)
        matches = list(
            Match.objects.filter(table__in=table_chunk).order_by("pk").values_list("pk", flat=True)
        )
        for chunk in chunked(matches):
            played = Played.objects.filter(match__in=chunk)
            played.update(season=season)
            Appearance.objects.filter(match__in=chunk).update(season=season)
            pending.enqueue(played.values_list("club", "game_slug"))


def is_running(season: Season) -> bool:
    today = timezone.localdate()
    return season.begins <= today and (season.ends is None or season.ends > today)


def end_today(season: Season, by: str) -> None:
    """End a season today; the event stores its previous end."""
    with locked_club(season.club_id):
        season = Season.objects.get(pk=season.pk)
        if is_running(season):
            today = timezone.localdate()
            before = season.ends and season.ends.isoformat()
            season.ends = today
            season.save(update_fields=["ends"])
            about = {"name": season.name, "until": today.isoformat(), "before": before, "season": season.pk}
            events.record_event(season.club_id, "season_ended", by, **about)


def share(season: Season, by: str, *, withdraw: bool) -> None:
    with locked_club(season.club_id):
        season.link = None if withdraw else new_code()
        season.save(update_fields=["link"])
        what = "season_link_withdrawn" if withdraw else "season_shared"
        events.record_event(season.club_id, what, by, name=season.name)


def is_over(season: Season) -> bool:
    """Return True if the season has ended: its last day is past, or it was ended today."""
    today = timezone.localdate(timezone=season.club.zone)
    if season.ends is None or season.ends > today:
        return False
    return season.ends < today or ended_early(season) is not None


def ended_early(season: Season) -> ClubEvent | None:
    """Return the event that ended the season early, unless its end has changed since."""
    of_club = ClubEvent.objects.filter(club=season.club_id, what="season_ended", about__season=season.pk)
    last = of_club.order_by("-pk").first()
    until = season.ends and season.ends.isoformat()
    return last if last is not None and until and last.about.get("until") == until else None


def undo_end(season: Season, by: str) -> None:
    with locked_club(season.club_id):
        season = Season.objects.get(pk=season.pk)
        event = ended_early(season)
        if event is not None:
            before = event.about.get("before")
            season.ends = date.fromisoformat(before) if before else None
            season.save(update_fields=["ends"])
            events.record_event(season.club_id, "season_kept", by, name=season.name)


def delete_season(season: Season, by: str) -> None:
    """Delete a season; its tables and nights stay, and the event stores their ids."""
    with locked_club(season.club_id):
        tables = list(Table.objects.filter(season=season).order_by("pk").values_list("pk", flat=True))
        nights = list(Night.objects.filter(season=season).order_by("pk").values_list("pk", flat=True))
        move_tables(tables, None)
        Night.objects.filter(pk__in=nights).update(season=None)
        events.record_event(
            season.club_id,
            "season_deleted",
            by,
            name=season.name,
            game=season.game_slug,
            begins=season.begins.isoformat(),
            ends=season.ends and season.ends.isoformat(),
            scoring=season.scoring,
            tables=tables,
            nights=nights,
        )
        season.delete()


def restorable_seasons(club: Club) -> list[ClubEvent]:
    """Return the deletions that can be undone, latest first."""
    since = timezone.now() - RESTORABLE_FOR
    of_club = ClubEvent.objects.filter(club=club, at__gte=since)
    restored = {event.about.get("event") for event in of_club.filter(what="season_kept")}
    deletions = of_club.filter(what="season_deleted", about__has_key="tables")
    return [event for event in deletions if event.pk not in restored]


def restore_season(club: Club, event: int, by: str) -> Season | None:
    """Restore a season with those of its tables and nights that have no season. Raise ``NameTaken``."""
    with locked_club(club.pk):
        deletion = next((deleted for deleted in restorable_seasons(club) if deleted.pk == event), None)
        if deletion is None:
            return None
        about = deletion.about
        if Season.objects.filter(club=club, name=about["name"]).exists():
            raise NameTaken
        season = Season.objects.create(
            club=club,
            name=about["name"],
            game_slug=about["game"],
            begins=date.fromisoformat(about["begins"]),
            ends=date.fromisoformat(about["ends"]) if about["ends"] else None,
            scoring=about["scoring"],
        )
        free = {"club": club, "season": None}
        for chunk in chunked(about["tables"]):
            free_tables = Table.objects.filter(pk__in=chunk, **free).values_list("pk", flat=True)
            move_tables(list(free_tables), season.pk)
        Night.objects.filter(pk__in=about["nights"], **free).update(season=season)
        events.record_event(club.pk, "season_kept", by, name=season.name, event=deletion.pk)
    return season
