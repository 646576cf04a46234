"""Recomputing a game's figures: store each match's contributions once, sum them after a change."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db import models, transaction
from tqdm import tqdm

from games import every_game
from scorekeeper.clubs.bulk import bulk_copy
from scorekeeper.figures import ratings, totals
from scorekeeper.figures.credits import Credit, contributions
from scorekeeper.figures.models import MatchStats, PairStats, Rating, RatingStep, StatTotal
from scorekeeper.history import updates
from scorekeeper.history.models import Played
from scorekeeper.jobs.models import PendingJob
from scorekeeper.web.chunks import chunked

AT_ONCE = 200  # matches whose contributions are stored in one transaction
ROWS_AT_ONCE = 500  # rows deleted by one statement


def recompute(club: int, game: str) -> bool:
    """Bring a game's figures up to date; return False if a match changed meanwhile.

    Idempotent. Everything is read and computed before the one transaction that writes the
    differences, so that SQLite is locked only briefly. If by then more work was enqueued, or another
    process has recomputed the game, nothing is written, and the pending rows stay for the next try.
    """
    pending = PendingJob.objects.filter(club=club, game_slug=game)
    claimed = set(pending.values_list("pk", flat=True))
    store_contributions(club, game)
    differences = list(_differences(club, game))
    with transaction.atomic():
        if set(pending.select_for_update().values_list("pk", flat=True)) != claimed:
            return False
        for model, fields, stale_ids, new in differences:
            for chunk in chunked(stale_ids, ROWS_AT_ONCE):
                model._default_manager.filter(pk__in=chunk).delete()
            bulk_copy(model, " ".join(fields), new)
        pending.filter(pk__in=claimed).delete()
    return True


def store_contributions(club: int, game: str) -> None:
    """Store the missing and stale contributions."""
    if game not in every_game():
        return
    versions = Played.objects.filter(club=club, game_slug=game).order_by("match")
    stale = [
        match
        for match, version, stored in versions.values_list("match", "version", "match__figured__version")
        if version != stored
    ]
    with tqdm(total=len(stale), unit=" matches", disable=None) as bar:
        for chunk in chunked(stale, AT_ONCE):
            rows = list(contributions(chunk))
            MatchStats.objects.bulk_create(
                rows, update_conflicts=True, unique_fields=["match"], update_fields=["version", "credits"]
            )
            bar.update(len(chunk))


def rebuild_club(club: int) -> int:
    """Rebuild a club's history and figures from its matches; return the number of matches."""
    matches = updates.rebuild_history(club)
    games: set[str] = set()
    for model in (Played, RatingStep, Rating, PairStats, StatTotal):
        games.update(model._default_manager.filter(club=club).values_list("game_slug", flat=True).distinct())
    for game in sorted(games):
        while not recompute(club, game):
            pass
    return matches


Difference = tuple[type[models.Model], Sequence[str], list[int], list[tuple[Any, ...]]]
"""A model, its fields, ids of rows to delete, and rows to insert."""


def _differences(club: int, game: str) -> Iterator[Difference]:
    steps, states = ratings.rate_game(club, game)
    rows = ([getattr(step, name) for name in _fields(RatingStep)] for step in steps)
    yield _difference(RatingStep, club, game, ("match_id", "player_id"), rows)
    rated = ((club, game, player, *state) for player, state in states.items())
    yield _difference(Rating, club, game, ("player_id",), rated)
    pairs = ((club, game, *pair, *sums) for pair, sums in ratings.pair_sums(steps).items())
    yield _difference(PairStats, club, game, ("player_id", "other_id", "partners"), pairs)
    sums = totals.totals(game, _contributions(club, game))
    yield _difference(StatTotal, club, game, ("season", "who", "deed"), totals.rows(club, game, sums))


def _contributions(club: int, game: str) -> Iterator[tuple[int, Any, int, list[Credit]]]:
    rows = Played.objects.filter(club=club, game_slug=game, match__figured__isnull=False)
    for match, at, season, credits in rows.values_list(
        "match", "at", "season", "match__figured__credits"
    ).iterator():
        yield match, at, season or 0, credits


def _difference(
    model: type[models.Model], club: int, game: str, key: Sequence[str], rows: Iterable[Sequence[Any]]
) -> Difference:
    """Compare rows with the stored ones, matched by the fields of ``key``."""
    fields = _fields(model)
    indexes = [fields.index(name) for name in key]
    new = {tuple(row[n] for n in indexes): tuple(row) for row in rows}
    stale_ids: list[int] = []
    stored = model._default_manager.filter(club=club, game_slug=game).order_by()
    for pk, *row in stored.values_list("pk", *fields):
        row_key = tuple(row[n] for n in indexes)
        if new.get(row_key) == tuple(row):
            del new[row_key]
        else:
            stale_ids.append(pk)
    return model, fields, stale_ids, list(new.values())


def _fields(model: type[models.Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields if not field.primary_key]
