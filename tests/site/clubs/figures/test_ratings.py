"""Ratings: a fold over the results, explained step by step, and exact however it came about."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games import every_game
from games.engine import Adjustment, Game, PerSide
from scorekeeper.clubs.figures import pair_stats, rating_steps
from scorekeeper.clubs.figures.rating_steps import PlayerState, RatedMatch
from scorekeeper.clubs.figures.rating_steps import rate_match as rated
from scorekeeper.clubs.models import MatchStats, PairStats, Rating, RatingStep, StatTotal
from scorekeeper.matches import commands, models, replay
from tests.site.club_cast import ClubCast
from tests.site.clubs.figures.test_rebuild import STEPS, Evening
from tests.strategies import tries

FOUR = ("Ann", "Bo", "Cy", "Di")
NO_ID = {
    model: [field.attname for field in model._meta.concrete_fields if field.attname != "id"]
    for model in (RatingStep, Rating, PairStats, MatchStats, StatTotal)
}


def derived() -> dict[str, Any]:
    """Every rating and every tally, without the numbers of their rows."""
    return {
        model.__name__: sorted(map(repr, model.objects.values_list(*names))) for model, names in NO_ID.items()
    }


def of_pairs() -> Game[Any]:
    """A game that four play in pairs: whatever games there are."""
    return next(game for game in every_game().values() if (4, 2) in game.shapes(game.presets[0]))


def agree(match: models.Match, *points: int) -> None:
    """The first row of a match put right."""
    rev = replay.load_match_state(match).revs[1]
    hand = Adjustment(PerSide(points), "put right")
    intent = commands.WriteCommand(uuid.uuid4(), 1, rev, hand, "miscounted")
    assert isinstance(commands.append_entry(match, match.table.phones.get(), intent), commands.Saved)


class Sequences(TestCase):
    """Any sequence of hands, amendments, strikes, joins and rematches."""

    @settings(max_examples=tries(1 / 2), deadline=None)
    @given(st.lists(STEPS, min_size=3, max_size=16))
    def test_any_sequence_gives_what_a_rebuild_from_the_log_gives(self, steps: Any) -> None:
        evening = Evening()
        for step in steps:
            evening.take(step)
        as_followed = derived()
        call_command("rebuild", stdout=open("/dev/null", "w"))  # noqa: SIM115
        assert derived() == as_followed

    @settings(max_examples=tries(1 / 4), deadline=None)
    @given(
        st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), min_size=2, max_size=7),
        st.lists(st.tuples(st.integers(0, 6), st.integers(-50, 50)), min_size=1, max_size=3),
    )
    def test_an_old_match_put_right_folds_what_follows_exactly(self, played: Any, put_right: Any) -> None:
        replay._kept.clear()
        cast, game, now = ClubCast(), of_pairs(), timezone.now()
        everyone = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")
        matches = []
        for day, (first, points) in enumerate(played):
            names = [everyone[(first + seat * (1 + day % 2)) % 8] for seat in range(4)]
            match = cast.played(game, names, [points, 2], sides=2)
            models.Match.objects.filter(pk=match.pk).update(ended=now - timedelta(days=(day * 5) % 9))
            commands.project(models.Match.objects.get(pk=match.pk))
            matches.append(match)
        for which, points in put_right:
            agree(models.Match.objects.get(pk=matches[which % len(matches)].pk), points, 2)
        as_followed = derived()
        assert as_followed["RatingStep"]
        call_command("rebuild", stdout=open("/dev/null", "w"))  # noqa: SIM115
        assert derived() == as_followed


class Pairs(TestCase):
    """What two have to do with each other, added and taken off match by match, in any order."""

    @settings(max_examples=tries(1 / 2), deadline=None)
    @given(
        st.lists(
            st.tuples(st.permutations(range(5)), st.tuples(st.integers(1, 2), st.integers(1, 2))),
            min_size=1,
            max_size=6,
        ),
        st.lists(st.lists(st.integers(0, 5), max_size=4), max_size=5),
    )
    def test_they_are_what_the_matches_that_are_left_say(self, matches: Any, changes: Any) -> None:
        cast, game = ClubCast(), of_pairs().slug
        players = [cast.player(name).pk for name in ("Ann", "Bo", "Cy", "Di", "Eve")]
        nobody = dict.fromkeys(players, PlayerState())
        steps = []
        for number, (order, places) in enumerate(matches):
            teams = {side: tuple(players[order[seat]] for seat in (side, side + 2)) for side in (0, 1)}
            ranks = dict(enumerate(places))
            best = frozenset(side for side, rank in ranks.items() if rank == min(places))
            sat = RatedMatch(number, timezone.now(), 4, 2, teams, ranks, best)
            steps.append(rated(sat, nobody, cast.club.pk, game))
        left: set[int] = set()
        for which in changes:
            turned = {n % len(steps) for n in which}
            off = [one for n in sorted(turned & left) for one in steps[n]]
            on = [one for n in sorted(turned - left) for one in steps[n]]
            pair_stats.update_pair_stats(cast.club.pk, game, off, on)
            left ^= turned
        as_followed = derived()["PairStats"]
        PairStats.objects.all().delete()
        pair_stats.update_pair_stats(cast.club.pk, game, [], [one for n in sorted(left) for one in steps[n]])
        assert derived()["PairStats"] == as_followed
        assert bool(as_followed) == bool(left)
        assert all(two.matches for two in PairStats.objects.all())


@pytest.fixture
def cast(db: None) -> ClubCast:
    return ClubCast()


def test_who_wins_gains_and_who_loses_pays(cast: ClubCast) -> None:
    cast.played(of_pairs(), FOUR, [50, 10], sides=2)
    steps = {row.player.name: row for row in RatingStep.objects.select_related("player")}
    assert steps["Ann"].mu == steps["Cy"].mu > rating_steps.MU > steps["Bo"].mu == steps["Di"].mu
    assert steps["Ann"].expected == 500_000
    assert [steps[name].run for name in FOUR] == [1, 0, 1, 0]


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
    assert set(RatingStep.objects.filter(match=other).values_list("pk", flat=True)) == untouched
    assert RatingStep.objects.get(match=first, player__name="Ann").mu < rating_steps.MU
    assert RatingStep.objects.get(match=later, player__name="Ann").mu < before


def test_a_correction_that_changes_no_place_changes_no_rating(cast: ClubCast) -> None:
    match = cast.played(of_pairs(), FOUR, [50, 10], sides=2)
    before = set(RatingStep.objects.values_list("pk", flat=True))
    agree(match, 60, 10)
    assert set(RatingStep.objects.values_list("pk", flat=True)) == before


def test_a_match_against_nobody_the_club_knows_rates_nobody(cast: ClubCast) -> None:
    match = cast.sit_down(of_pairs(), FOUR, sides=2)
    models.Seat.objects.filter(match=match, position__in=(1, 3)).update(player=None)
    cast.write(match, Adjustment(PerSide((50, 10)), "played"))
    from games.engine import Stopped

    if not models.Match.objects.get(pk=match.pk).ended:
        cast.write(match, Stopped())
    steps = list(RatingStep.objects.all())
    assert len(steps) == 2
    assert all(not step.rated and step.mu == rating_steps.MU and step.nth == 1 for step in steps)


def test_a_seat_of_somebody_unknown_is_a_newcomers(cast: ClubCast) -> None:
    match = cast.sit_down(of_pairs(), FOUR, sides=2)
    models.Seat.objects.filter(match=match, position=2).update(player=None)
    cast.write(match, Adjustment(PerSide((50, 10)), "played"))
    from games.engine import Stopped

    if not models.Match.objects.get(pk=match.pk).ended:
        cast.write(match, Stopped())
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
