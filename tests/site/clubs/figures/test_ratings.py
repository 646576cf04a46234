"""Ratings: computed match by match, explained step by step, and equal to those of a rebuild."""

import io
import uuid

from django.core.management import call_command

from games.engine import Adjustment, Heading, PerSide, Stopped
from scorekeeper.figures import rating_steps
from scorekeeper.figures.models import MatchStats, PairStats, Rating, RatingStep, StatTotal
from scorekeeper.history.models import Appearance, Played
from scorekeeper.jobs import worker
from scorekeeper.jobs.models import PendingJob
from scorekeeper.matches import commands, models, replay
from tests.site.night_cast import NAMES, partners_game

FOUR = NAMES[:4]
COLUMNS = {
    model: [field.attname for field in model._meta.concrete_fields if field.attname not in ("id", "version")]
    for model in (Played, Appearance, RatingStep, Rating, PairStats, MatchStats, StatTotal)
}


def derived_data():
    """Recompute what is pending; return the history, ratings and totals, without primary keys."""
    worker.run_all()
    return {
        model.__name__: sorted(map(repr, model.objects.values_list(*names)))
        for model, names in COLUMNS.items()
    }


def check_rebuild(may_be_empty=False):
    """Assert that a rebuild from the logs gives the same derived data."""
    before = derived_data()
    assert may_be_empty or all(before.values())
    call_command("rebuild", stdout=io.StringIO())
    assert derived_data() == before
    assert not PendingJob.objects.exists()


def start_example(cast, game, example) -> models.Match:
    """Start the match of an example at a table of the club, with players of the club."""
    names = NAMES[: example.seating.seats]
    heading = Heading(example.seating, example.house, game.presets[0].id)
    table = commands.start_table(game, heading, names, "0" * 64, names[0])
    models.Table.objects.filter(pk=table.pk).update(club=cast.club)
    for position, name in enumerate(names):
        models.Seat.objects.filter(match__table=table, position=position).update(player=cast.player(name))
    return table.matches.get()


def amend(match, hand, number=1):
    match = models.Match.objects.get(pk=match.pk)
    rev, phone = replay.load_match_state(match).revs[number], match.table.phones.order_by("pk").first()
    command = commands.WriteCommand(uuid.uuid4(), number, rev, hand, "miscounted")
    assert isinstance(commands.append_entry(match, phone, command), commands.Saved)


def adjust(match, *points, number=1):
    """Replace a hand by an adjustment of these points."""
    amend(match, Adjustment(PerSide(points), "put right"), number)


def move(match, ended):
    """Change the time at which a match ended."""
    models.Match.objects.filter(pk=match.pk).update(ended=ended)
    commands.rebuild_projections(models.Match.objects.get(pk=match.pk))


def play_pairs(club, *totals, names=FOUR):
    return club.play_match(partners_game(), names, totals or (50, 10))


def test_winners_gain_and_losers_lose(club):
    play_pairs(club)
    steps = {row.player.name: row for row in RatingStep.objects.select_related("player")}
    assert steps["Ann"].mu == steps["Cy"].mu > rating_steps.MU > steps["Bo"].mu == steps["Di"].mu
    assert steps["Ann"].expected == 500_000  # an even chance, in millionths
    assert [Rating.objects.get(player__name=name).run for name in FOUR] == [1, 0, 1, 0]  # winning streaks


def test_correction_leaves_unrelated_ratings(club):
    first = play_pairs(club)
    unrelated_match = play_pairs(club, 5, 1, names=("Eve", "Fay", "Gus", "Hal"))
    later_match = play_pairs(club, 5, 1, names=("Ann", "Bo", "Eve", "Ida"))
    untouched = set(RatingStep.objects.filter(match=unrelated_match).values_list("pk", flat=True))
    before = RatingStep.objects.get(match=later_match, player__name="Ann").mu
    adjust(first, 10, 50)
    worker.run_all()
    assert set(RatingStep.objects.filter(match=unrelated_match).values_list("pk", flat=True)) == untouched
    assert RatingStep.objects.get(match=first, player__name="Ann").mu < rating_steps.MU
    assert RatingStep.objects.get(match=later_match, player__name="Ann").mu < before


def test_correction_without_new_places_changes_no_rating(club):
    match = play_pairs(club)
    before = set(RatingStep.objects.values_list("pk", flat=True))
    adjust(match, 60, 10)
    worker.run_all()
    assert set(RatingStep.objects.values_list("pk", flat=True)) == before


def played_with_strangers(club, *seats):
    """Play a match with players whom the club does not know in these seats."""
    match = club.sit_down(partners_game(), FOUR)
    models.Seat.objects.filter(match=match, position__in=seats).update(player=None)
    for hand in Adjustment(PerSide((50, 10)), "played"), Stopped():
        club.write(match, hand)
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
    assert 1_000_000 < partners.expected < 1_300_000  # wins, in millionths
    opponents = PairStats.objects.get(player=bo, other=ann)
    assert (opponents.partners, opponents.matches, opponents.won, opponents.level) == (False, 2, 0, 1)
