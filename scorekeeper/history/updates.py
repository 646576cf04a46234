"""Updates of a club's history.

``update_projection`` runs in the transaction that writes a match's results. It does not compute the
club's statistics, but enqueues their recomputation.
"""

from collections.abc import Iterable

from django.db import transaction

from scorekeeper.clubs.models import Player
from scorekeeper.history.models import Appearance, Played
from scorekeeper.history.projection import projection_rows, update_last_played
from scorekeeper.jobs import pending
from scorekeeper.matches.models import Match, Seat
from scorekeeper.web.chunks import chunked


def update_projection(match: Match) -> None:
    """Update the history of a match; the caller holds the table's lock."""
    if match.table.club_id is not None or Played.objects.filter(match=match).exists():
        update_matches([match.pk])


def update_matches(matches: Iterable[int]) -> None:
    """Rebuild the history of these matches, and enqueue the recomputation of their games' statistics."""
    match_ids = list(matches)
    for chunk in chunked(match_ids):
        with transaction.atomic():
            existing = Played.objects.filter(match__in=chunk)
            games = set(existing.values_list("club", "game_slug"))
            players = set(Appearance.objects.filter(match__in=chunk).values_list("player", flat=True))
            Appearance.objects.filter(match__in=chunk).delete()
            existing.delete()
            played, appearances = projection_rows(chunk)
            Played.objects.bulk_create(played)
            Appearance.objects.bulk_create(appearances)
            update_last_played(players | {row.player_id for row in appearances})
            pending.enqueue(games | {(row.club_id, row.game_slug) for row in played})


def update_players(players: Iterable[int]) -> None:
    """Rebuild the history of every match in which one of these player records has a seat."""
    update_matches(Seat.objects.filter(player__in=list(players)).values_list("match", flat=True).distinct())


def rebuild_history(club: int) -> int:
    """Rebuild a club's whole history; return the number of its matches."""
    match_ids = list(Match.objects.filter(table__club=club).order_by("pk").values_list("pk", flat=True))
    # Rows of matches that are no longer the club's are deleted too.
    Played.objects.filter(club=club).exclude(match__table__club=club).delete()
    Appearance.objects.filter(club=club).exclude(match__table__club=club).delete()
    update_matches(match_ids)
    update_last_played(Player.objects.filter(club=club).values_list("pk", flat=True))
    return len(match_ids)
