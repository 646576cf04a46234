"""Ratings: computed match by match, explained step by step, and equal to a rebuild."""

import io
import uuid

from django.core.management import call_command

from games import every_game
from games.engine import Adjustment, PerSide, Stopped
from scorekeeper.figures import rating_steps
from scorekeeper.figures.models import MatchStats, PairStats, Rating, RatingStep, StatTotal
from scorekeeper.jobs import worker
from scorekeeper.jobs.models import PendingJob
from scorekeeper.matches import commands, models, replay

FOUR = ("Ann", "Bo", "Cy", "Di")
COLUMNS = {
    model: [field.attname for field in model._meta.concrete_fields if field.attname not in ("id", "version")]
    for model in (RatingStep, Rating, PairStats, MatchStats, StatTotal)
}


def derived():
    """Return every rating and total after a recomputation, without primary keys."""
    worker.run_all()
    return {
        model.__name__: sorted(map(repr, model.objects.values_list(*names)))
        for model, names in COLUMNS.items()
    }


def check_rebuild(may_be_empty=False):
    """Assert that ratings and totals are those of a rebuild from the logs."""
    before = derived()
    assert may_be_empty or all(before.values())
    call_command("rebuild", stdout=io.StringIO())
    assert derived() == before
    assert not PendingJob.objects.exists()


def pair_game():
    return next(game for game in every_game().values() if (4, 2) in game.shapes(game.presets[0]))


def adjust(match, *points):
    match = models.Match.objects.get(pk=match.pk)
    rev, phone = replay.load_match_state(match).revs[1], match.table.phones.order_by("pk").first()
    hand = Adjustment(PerSide(points), "put right")
    command = commands.WriteCommand(uuid.uuid4(), 1, rev, hand, "miscounted")
    assert isinstance(commands.append_entry(match, phone, command), commands.Saved)


def play_pairs(club, *totals, names=FOUR):
    return club.play_match(pair_game(), names, totals or (50, 10), sides=2)


def test_winners_gain_and_losers_lose(club):
    play_pairs(club)
    steps = {row.player.name: row for row in RatingStep.objects.select_related("player")}
    assert steps["Ann"].mu == steps["Cy"].mu > rating_steps.MU > steps["Bo"].mu == steps["Di"].mu
    assert steps["Ann"].expected == 500_000
    assert [Rating.objects.get(player__name=name).run for name in FOUR] == [1, 0, 1, 0]


def test_correction_leaves_unrelated_ratings(club):
    first = play_pairs(club)
    other = play_pairs(club, 5, 1, names=("Eve", "Fay", "Gus", "Hal"))
    later = play_pairs(club, 5, 1, names=("Ann", "Bo", "Eve", "Ida"))
    assert first.ended < other.ended < later.ended
    untouched = set(RatingStep.objects.filter(match=other).values_list("pk", flat=True))
    before = RatingStep.objects.get(match=later, player__name="Ann").mu
    adjust(first, 10, 50)
    worker.run_all()
    assert set(RatingStep.objects.filter(match=other).values_list("pk", flat=True)) == untouched
    assert RatingStep.objects.get(match=first, player__name="Ann").mu < rating_steps.MU
    assert RatingStep.objects.get(match=later, player__name="Ann").mu < before


def test_correction_without_new_places_changes_no_rating(club):
    match = play_pairs(club)
    before = set(RatingStep.objects.values_list("pk", flat=True))
    adjust(match, 60, 10)
    worker.run_all()
    assert set(RatingStep.objects.values_list("pk", flat=True)) == before


def played_with_strangers(club, *seats):
    """Play a match with players whom the club does not know in these seats."""
    match = club.sit_down(pair_game(), FOUR, sides=2)
    models.Seat.objects.filter(match=match, position__in=seats).update(player=None)
    club.write(match, Adjustment(PerSide((50, 10)), "played"))
    if not models.Match.objects.get(pk=match.pk).ended:
        club.write(match, Stopped())
    worker.run_all()


def test_match_against_strangers_rates_nobody(club):
    played_with_strangers(club, 1, 3)
    steps = list(RatingStep.objects.all())
    assert len(steps) == 2
    assert all(not step.rated and step.mu == rating_steps.MU and step.nth == 1 for step in steps)
    assert not PairStats.objects.exists()


def test_unknown_player_is_rated_as_newcomer(club):
    played_with_strangers(club, 2)
    assert RatingStep.objects.count() == 3
    assert RatingStep.objects.get(player__name="Ann").mu > rating_steps.MU


def test_partners_and_opponents_are_counted_both_ways(club):
    play_pairs(club)
    play_pairs(club, 10, 10)
    ann, bo, cy = (club.player(name) for name in ("Ann", "Bo", "Cy"))
    partners = PairStats.objects.get(player=ann, other=cy)
    assert (partners.partners, partners.matches, partners.won) == (True, 2, 2)
    assert 1_000_000 < partners.expected < 1_300_000
    against = PairStats.objects.get(player=bo, other=ann)
    assert (against.partners, against.matches, against.won, against.level) == (False, 2, 0, 1)
