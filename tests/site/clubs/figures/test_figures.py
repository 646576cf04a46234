"""A club's figures: their values, their visibility, and links to the hands behind them."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from games.engine import Adjustment, PerSide
from scorekeeper.clubs.models import Player, Season
from scorekeeper.figures import rating_text
from scorekeeper.figures.models import PairStats, Rating, RatingStep, StatTotal
from scorekeeper.history import updates
from scorekeeper.history.models import Appearance
from scorekeeper.jobs import worker
from scorekeeper.matches import commands, models, replay
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.clubs.figures.test_ratings import FOUR, derived, of_pairs


@pytest.fixture
def cast(db: None) -> ClubCast:
    return ClubCast()


def two_matches(cast: ClubCast) -> list[models.Match]:
    return [cast.played(of_pairs(), FOUR, totals, sides=2) for totals in ([90, 10], [20, 30])]


def amend(match: models.Match, *points: int) -> None:
    match = models.Match.objects.get(pk=match.pk)
    rev = replay.load_match_state(match).revs[1]
    intent = commands.WriteCommand(
        uuid.uuid4(), 1, rev, Adjustment(PerSide(points), "as it was"), "miscounted"
    )
    assert isinstance(commands.append_entry(match, match.table.phones.get(), intent), commands.Saved)
    worker.run_all()


def test_a_players_page_says_what_was_won_and_why_the_rating_moved(cast: ClubCast) -> None:
    first, _second = two_matches(cast)
    page = cast.get("Mia", "figures_player", cast.player("Ann").pk)
    told = text(page)
    assert "Won against an equal pair" in told
    assert "Lost against a weaker pair" in told
    assert "1 of 2 · too few to judge" in told
    assert "Provisional until 10 matches" in told
    change = page.context["figures"]["steps"][-1].change
    assert f"+{change}" in told
    assert reverse("match", args=[first.table.code, 1]) in page.content.decode()
    assert "Only 2 matches together: too few to judge." in told


def test_a_record_names_its_holders_and_leads_to_the_hand(cast: ClubCast) -> None:
    first, _second = two_matches(cast)
    page = cast.get("Mia", "figures")
    said = text(page)
    assert "Records of all time" in said
    assert "Highest total 90" in said
    rows = StatTotal.objects.filter(who="", deed="best_total", season=0)
    assert [(row.match_id, row.best) for row in rows] == [(first.pk, 90)]
    end = replay.load_match_state(models.Match.objects.get(pk=first.pk)).sheet.rows[-1].number
    assert reverse("reasons", args=[first.table.code, 1, end]) in page.content.decode()


def test_a_correction_takes_a_record_away_and_the_next_best_has_it(cast: ClubCast) -> None:
    first, second = two_matches(cast)
    amend(first, 25, 10)
    best = StatTotal.objects.get(who="", deed="best_total", season=0)
    assert (best.best, best.match_id) == (30, second.pk)
    mine = StatTotal.objects.get(player=cast.player("Ann"), partner=None, deed="best_total", season=0)
    assert (mine.best, mine.match_id) == (25, first.pk)
    assert "Highest total 30" in text(cast.get("Mia", "figures"))


def test_a_match_taken_out_of_the_club_takes_its_figures_along(cast: ClubCast) -> None:
    matches = two_matches(cast)
    for match in matches:
        models.Table.objects.filter(pk=match.table_id).update(club=None)
    updates.update_matches([match.pk for match in matches])
    worker.run_all()
    assert not any((RatingStep.objects.exists(), Rating.objects.exists(), PairStats.objects.exists()))
    assert not any((StatTotal.objects.exists(), Appearance.objects.exists()))


def test_a_season_has_records_and_figures_of_its_own(cast: ClubCast) -> None:
    season = Season.objects.create(club=cast.club, name="Autumn", begins=timezone.now().date())
    _first, second = two_matches(cast)
    models.Table.objects.filter(pk=second.table_id).update(season=season)
    commands.project(models.Match.objects.get(pk=second.pk))
    worker.run_all()
    said = text(cast.clients["Mia"].get(cast.url("figures"), {"season": season.pk}))
    assert "Records of the season" in said
    assert "Highest total 30" in said
    mine = cast.clients["Mia"].get(cast.url("figures_player", cast.player("Ann").pk), {"season": season.pk})
    assert "0 of 1" in text(mine)


def test_inactive_players_are_set_apart(cast: ClubCast) -> None:
    long_ago = timezone.now() - rating_text.INACTIVE_AFTER - timedelta(days=1)
    for _match in range(rating_text.SETTLED):
        match = cast.played(of_pairs(), FOUR, [50, 10], sides=2)
        models.Match.objects.filter(pk=match.pk).update(ended=long_ago)
        commands.project(models.Match.objects.get(pk=match.pk))
    page = cast.get("Mia", "figures")
    assert [len(page.context[name]) for name in ("settled", "newcomers", "away")] == [0, 0, 4]
    assert "Not played for 180 days" in text(page)
    assert "not on the list until the next match" in text(
        cast.get("Mia", "figures_player", cast.player("Ann").pk)
    )
    cast.played(of_pairs(), ("Ann", "Eve", "Fay", "Gus"), [50, 10], sides=2)
    page = cast.get("Mia", "figures")
    assert [one.rating.player.name for one in page.context["settled"]] == ["Ann"]
    assert len(page.context["newcomers"]) == 3
    game = of_pairs().slug
    for who, n in (("", 1), ("new", 3), ("away", 3)):
        listed = cast.clients["Mia"].get(cast.url("figures_ratings", game), {"who": who})
        assert len(listed.context["ranks"]) == n
    assert cast.clients["Mia"].get(cast.url("figures_ratings", game), {"who": "x"}).status_code == 404
    assert cast.clients["Mia"].get(cast.url("figures_ratings", game), {"page": "9"}).status_code == 200


def test_nobody_reads_of_players_or_games_the_club_does_not_have(cast: ClubCast) -> None:
    elsewhere = Player.objects.create(club=cast.other, name="Zoe")
    ann = cast.player("Ann")
    for name, which in (
        ("figures_player", [elsewhere.pk]),
        ("figures_two", [ann.pk, elsewhere.pk]),
        ("figures_two", [ann.pk, ann.pk]),
        ("figures_game", ["no-such-game"]),
        ("figures_ratings", ["no-such-game"]),
    ):
        assert cast.get("Mia", name, *which).status_code == 404


def test_a_merged_record_is_read_as_the_one_it_was_merged_with(cast: ClubCast) -> None:
    two_matches(cast)
    ann, di = cast.player("Ann"), cast.player("Di")
    Player.objects.filter(pk=di.pk).update(same_as=ann)
    updates.update_players([di.pk, ann.pk])
    assert cast.get("Mia", "figures_player", di.pk).context["player"] == ann
    as_followed = derived()
    call_command("rebuild", stdout=open("/dev/null", "w"))  # noqa: SIM115
    assert derived() == as_followed
