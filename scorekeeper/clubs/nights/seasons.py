"""Which matches count for which season; seasons ended early, deleted, and brought back."""

from collections.abc import Sequence
from datetime import date, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scorekeeper.clubs.figures import tallies
from scorekeeper.clubs.membership import events
from scorekeeper.clubs.models import Appearance, Club, ClubEvent, Night, Played, Season
from scorekeeper.clubs.people.identity import lock_club
from scorekeeper.matches.models import Match, Table, new_code
from scorekeeper.parts import chunked

RESTORABLE_FOR = timedelta(days=14)  # so long a season that was deleted can be brought back


class NameTaken(Exception):
    """Another season has this name meanwhile."""


def move_tables(tables: Sequence[int], season: int | None) -> None:
    """These tables count for another season, or for none, and with them all that is told by season.

    Within a transaction; the tables are locked, before any night, as by whoever writes on their sheets.
    """
    for some in chunked(sorted(tables)):
        list(Table.objects.select_for_update().filter(pk__in=some).order_by("pk").values_list("pk"))
        Table.objects.filter(pk__in=some).update(season=season)
        matches = list(Match.objects.filter(table__in=some).order_by("pk").values_list("pk", flat=True))
        for those in chunked(matches):
            Played.objects.filter(match__in=those).update(season=season)
            Appearance.objects.filter(match__in=those).update(season=season)
            tallies.move_to_season(those, season or 0)


def running_seasons(club: Club, slug: str) -> list[Season]:
    """The seasons of today that a game counts for."""
    today = timezone.localdate()
    begun = Season.objects.filter(club=club, begins__lte=today, game_slug__in=("", slug))
    return list(begun.filter(Q(ends=None) | Q(ends__gte=today)))


def end_today(season: Season, by: str) -> None:
    """The season ends today and not later; the event remembers when it was to end."""
    with transaction.atomic():
        lock_club(season.club_id)
        season = Season.objects.get(pk=season.pk)
        today = timezone.localdate()
        if season.begins <= today and (season.ends is None or season.ends > today):
            before = season.ends and season.ends.isoformat()
            season.ends = today
            season.save(update_fields=["ends"])
            told = {"name": season.name, "until": today.isoformat(), "before": before, "season": season.pk}
            events.record_event(season.club_id, "season_ended", by, **told)


def share(season: Season, by: str, *, withdraw: bool) -> None:
    """Give the season a new link to be read by, or none: the one given out before opens nothing any more."""
    with transaction.atomic():
        lock_club(season.club_id)
        season.link = None if withdraw else new_code()
        season.save(update_fields=["link"])
        what = "season_link_withdrawn" if withdraw else "season_shared"
        events.record_event(season.club_id, what, by, name=season.name)


def is_over(season: Season) -> bool:
    """Whether nothing more counts for the season: its last day is over, or it was ended today."""
    today = timezone.localdate(timezone=season.club.zone)
    if season.ends is None or season.ends > today:
        return False
    return season.ends < today or ended_early(season) is not None


def ended_early(season: Season) -> ClubEvent | None:
    """The event by which the season ended early, if nothing has changed its end since."""
    of_club = ClubEvent.objects.filter(club=season.club_id, what="season_ended", about__season=season.pk)
    last = of_club.order_by("-pk").first()
    until = season.ends and season.ends.isoformat()
    return last if last is not None and until and last.about.get("until") == until else None


def undo_end(season: Season, by: str) -> None:
    """A season that was ended early goes on until the day it was to end."""
    with transaction.atomic():
        lock_club(season.club_id)
        season = Season.objects.get(pk=season.pk)
        event = ended_early(season)
        if event is not None:
            before = event.about.get("before")
            season.ends = date.fromisoformat(before) if before else None
            season.save(update_fields=["ends"])
            events.record_event(season.club_id, "season_kept", by, name=season.name)


def delete_season(season: Season, by: str) -> None:
    """The season is gone; its matches and nights stay and count for none. The event knows which they were."""
    with transaction.atomic():
        lock_club(season.club_id)
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
    """The deletions of the last fortnight that can be undone, the latest first."""
    since = timezone.now() - RESTORABLE_FOR
    of_club = ClubEvent.objects.filter(club=club, at__gte=since)
    back = {event.about.get("event") for event in of_club.filter(what="season_kept")}
    gone = of_club.filter(what="season_deleted", about__has_key="tables")
    return [event for event in gone if event.pk not in back]


def restore_season(club: Club, event: int, by: str) -> Season | None:
    """The season as it was, with its matches and nights that count for none since. Raises ``NameTaken``."""
    with transaction.atomic():
        lock_club(club.pk)
        gone = next((one for one in restorable_seasons(club) if one.pk == event), None)
        if gone is None:
            return None
        about = gone.about
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
        for some in chunked(about["tables"]):
            still = Table.objects.filter(pk__in=some, **free).values_list("pk", flat=True)
            move_tables(list(still), season.pk)
        Night.objects.filter(pk__in=about["nights"], **free).update(season=season)
        events.record_event(club.pk, "season_kept", by, name=season.name, event=gone.pk)
    return season
