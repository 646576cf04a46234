"""The history and all that is derived from it, brought up to date with matches or made anew.

``update_projection`` runs in the transaction that writes a match's results; ``rebuild_club`` makes the same
rows for a whole club at once.
"""

from collections.abc import Iterable, Sequence

from django.db import transaction

from scorekeeper.clubs.figures import ratings, tallies
from scorekeeper.clubs.history.projection import projection_rows, update_last_played
from scorekeeper.clubs.models import Appearance, Played, Player
from scorekeeper.matches.models import Match, Seat
from scorekeeper.parts import chunked


def update_projection(match: Match) -> None:
    """Bring what the clubs derive from a match up to date; the caller holds the table's lock."""
    if match.table.club_id is not None or Played.objects.filter(match=match).exists():
        update_matches([match.pk])


def update_matches(matches: Iterable[int], deriving: bool = True) -> None:
    """Make the history of these matches anew: after players were joined or parted, or a season was moved.

    Without ``deriving`` what is made from these rows is left as it was, for whoever makes it anew afterwards.
    """
    numbers = list(matches)
    for some in chunked(numbers):
        with transaction.atomic():
            before = set(Appearance.objects.filter(match__in=some).values_list("player", flat=True))
            Appearance.objects.filter(match__in=some).delete()
            Played.objects.filter(match__in=some).delete()
            played, appearances = projection_rows(some)
            Played.objects.bulk_create(played)
            Appearance.objects.bulk_create(appearances)
            if deriving:
                update_derived(some, before | {one.player_id for one in appearances})


def update_derived(matches: Sequence[int], players: Iterable[int]) -> None:
    """What follows from the rows of these matches, made anew just now; ``players`` were or are in them."""
    update_last_played(players)
    ratings.update_ratings(matches)
    tallies.update_stats(matches)


def update_players(players: Iterable[int]) -> None:
    """Make the history anew of every match in which one of these records of players has a seat."""
    update_matches(Seat.objects.filter(player__in=list(players)).values_list("match", flat=True).distinct())


def rebuild_club(club: int) -> int:
    """Make everything of a club anew; how many matches it has."""
    numbers = list(Match.objects.filter(table__club=club).order_by("pk").values_list("pk", flat=True))
    # What belongs to no match of the club any more goes too.
    Played.objects.filter(club=club).exclude(match__table__club=club).delete()
    Appearance.objects.filter(club=club).exclude(match__table__club=club).delete()
    update_matches(numbers, deriving=False)
    update_last_played(Player.objects.filter(club=club).values_list("pk", flat=True))
    ratings.rebuild_ratings(club)
    tallies.rebuild_stats(club)
    return len(numbers)
