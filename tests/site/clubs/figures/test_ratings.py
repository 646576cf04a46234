"""Ratings: a fold over the results, explained step by step, and independent of how it was updated."""

from __future__ import annotations

import io
import uuid
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import every_game
from games.engine import Adjustment, Game, PerSide, Stopped
from scorekeeper.figures import rating_steps
from scorekeeper.figures.models import MatchStats, PairStats, Rating, RatingStep, StatTotal
from scorekeeper.jobs import worker
from scorekeeper.jobs.models import PendingJob
from scorekeeper.matches import commands, models, replay
from tests.site.club_cast import ClubCast

FOUR = ("Ann", "Bo", "Cy", "Di")
NO_ID = {
    model: [field.attname for field in model._meta.concrete_fields if field.attname not in ("id", "version")]
    for model in (RatingStep, Rating, PairStats, MatchStats, StatTotal)
}


def derived() -> dict[str, Any]:
    """Return every rating and total after a recomputation, without primary keys."""
    worker.run_all()
    return {
        model.__name__: sorted(map(repr, model.objects.values_list(*names))) for model, names in NO_ID.items()
    }


def is_what_a_rebuild_makes() -> None:
    """Assert that ratings and totals are those of a rebuild from the logs."""
    told = derived()
    assert all(told.values())
    call_command("rebuild", stdout=io.StringIO())
    assert derived() == told
    assert not PendingJob.objects.exists()


def of_pairs() -> Game[Any]:
    """Return a game that four play in pairs."""
    return next(game for game in every_game().values() if (4, 2) in game.shapes(game.presets[0]))


def agree(match: models.Match, *points: int) -> None:
    """Amend the first row of a match."""
    rev = replay.load_match_state(match).revs[1]
    hand = Adjustment(PerSide(points), "put right")
    intent = commands.WriteCommand(uuid.uuid4(), 1, rev, hand, "miscounted")
    assert isinstance(commands.append_entry(match, match.table.phones.get(), intent), commands.Saved)


@pytest.fixture
def cast(db: None) -> ClubCast:
    return ClubCast()


def test_who_wins_gains_and_who_loses_pays(cast: ClubCast) -> None:
    cast.played(of_pairs(), FOUR, [50, 10], sides=2)
    steps = {row.player.name: row for row in RatingStep.objects.select_related("player")}
    assert steps["Ann"].mu == steps["Cy"].mu > rating_steps.MU > steps["Bo"].mu == steps["Di"].mu
    assert steps["Ann"].expected == 500_000
    assert [Rating.objects.get(player__name=name).run for name in FOUR] == [1, 0, 1, 0]


def test_a_correction_turns_the_rating_round_and_touches_nobody_who_played_elsewhere(cast: ClubCast) -> None:
    day = timezone.now()
    first = cast.played(of_pairs(), FOUR, [50, 10], sides=2)
    other = cast.played(of_pairs(), ("Eve", "Fay", "Gus", "Hal"), [5, 1], sides=2)
    later = cast.played(of_pairs(), ("Ann", "Bo", "Eve", "Ida"), [5, 1], sides=2)
    assert first.ended < other.ended < later.ended
    assert day < first.ended
    untouched = set(RatingStep.objects.filter(match=other).values_list("pk", flat=True))
    before = RatingStep.objects.get(match=later, player__name="Ann").mu
    agree(first, 10, 50)
    worker.run_all()
    assert set(RatingStep.objects.filter(match=other).values_list("pk", flat=True)) == untouched
    assert RatingStep.objects.get(match=first, player__name="Ann").mu < rating_steps.MU
    assert RatingStep.objects.get(match=later, player__name="Ann").mu < before


def test_a_correction_that_changes_no_place_changes_no_rating(cast: ClubCast) -> None:
    match = cast.played(of_pairs(), FOUR, [50, 10], sides=2)
    before = set(RatingStep.objects.values_list("pk", flat=True))
    agree(match, 60, 10)
    worker.run_all()
    assert set(RatingStep.objects.values_list("pk", flat=True)) == before


def test_a_match_against_nobody_the_club_knows_rates_nobody(cast: ClubCast) -> None:
    match = cast.sit_down(of_pairs(), FOUR, sides=2)
    models.Seat.objects.filter(match=match, position__in=(1, 3)).update(player=None)
    cast.write(match, Adjustment(PerSide((50, 10)), "played"))
    if not models.Match.objects.get(pk=match.pk).ended:
        cast.write(match, Stopped())
    worker.run_all()
    steps = list(RatingStep.objects.all())
    assert len(steps) == 2
    assert all(not step.rated and step.mu == rating_steps.MU and step.nth == 1 for step in steps)


def test_a_seat_of_somebody_unknown_is_a_newcomers(cast: ClubCast) -> None:
    match = cast.sit_down(of_pairs(), FOUR, sides=2)
    models.Seat.objects.filter(match=match, position=2).update(player=None)
    cast.write(match, Adjustment(PerSide((50, 10)), "played"))
    if not models.Match.objects.get(pk=match.pk).ended:
        cast.write(match, Stopped())
    worker.run_all()
    assert RatingStep.objects.count() == 3
    assert RatingStep.objects.get(player__name="Ann").mu > rating_steps.MU


def test_partners_are_told_of_both_ways_and_so_are_opponents(cast: ClubCast) -> None:
    cast.played(of_pairs(), FOUR, [50, 10], sides=2)
    cast.played(of_pairs(), FOUR, [10, 10], sides=2)
    ann, bo, cy = (cast.player(name) for name in ("Ann", "Bo", "Cy"))
    partners = PairStats.objects.get(player=ann, other=cy)
    assert (partners.partners, partners.matches, partners.won) == (True, 2, 2)
    assert 1_000_000 < partners.expected < 1_300_000
    against = PairStats.objects.get(player=bo, other=ann)
    assert (against.partners, against.matches, against.won, against.level) == (False, 2, 0, 1)
