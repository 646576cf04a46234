"""Seasons: points of each night, best nights, ties, and the form of a season."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.clubs.models import Season
from scorekeeper.matches import models
from scorekeeper.nights import season_table
from scorekeeper.nights.season_table import NightScore, Scoring, SeasonNight, SeasonRow
from tests.site.cast import markup, text
from tests.site.club_rows_nights import season_form
from tests.site.clubs.nights.evenings import finished_night
from tests.site.night_cast import NAMES, partners_game, season


def play_night(club, autumn, day, *totals):
    names = NAMES[: 4 * len(totals)]
    return finished_night(club, names, totals, season=autumn, date=date(2026, 9, day), seed=5)


def rows(autumn):
    return {row.name: (row.place, row.text) for row in season_table.season_table(autumn)}


def test_place_at_each_night_earns_points(club):
    autumn = season(club, placing=[10, 6, 4], presence=1, ties=[])
    night = play_night(club, autumn, 4, (50, 10), (40, 20))
    first, second = (night.seated(table) for table in night.tables(1))
    # Two are first and two are third: each has the points of the better place, and 1 for attending.
    points = dict.fromkeys(first[::2], (1, "11")) | dict.fromkeys(second[::2], (3, "5"))
    assert rows(autumn) == points | dict.fromkeys((*first[1::2], *second[1::2]), (5, "1"))


def test_matches_outside_nights_count_by_day_if_set(club):
    autumn = season(club, loose="evening", placing=[3, 1])
    for day, totals in ((5, (10, 4)), (5, (3, 9)), (6, (8, 2))):
        match = club.play_match(partners_game(), NAMES[:4], totals, datetime(2026, 9, day, 20, tzinfo=UTC))
        models.Table.objects.filter(pk=match.table_id).update(season=autumn)
    # Ann and Cy lead on both days. On the first, all four have one win, and the best match decides (10 to 9).
    assert rows(autumn) == {"Ann": (1, "6"), "Cy": (1, "6"), "Bo": (3, "0"), "Di": (3, "0")}
    autumn.scoring = {"loose": "no"}
    assert season_table.season_table(autumn) == []


def test_only_the_best_night_counts_and_a_players_page_links_to_nights(club):
    autumn = season(club, best=1, placing=[10, 8, 6, 5], count="points")
    play_night(club, autumn, 4, (50, 10))
    second = play_night(club, autumn, 11, (7, 3))
    assert sorted(points for _place, points in rows(autumn).values()) == ["10", "10", "50", "50"]
    ann = club.player("Ann").pk
    page = club.get("Mia", "season_player", autumn.pk, ann)
    assert text(page).count("Yes") == text(page).count(" No ") == 1
    assert club.url("night_player", second.night.pk, ann) in markup(page)
    assert "The best 1 night counts" in text(page)
    assert club.get("Mia", "season_player", autumn.pk, club.player("Mia").pk).status_code == 404


def test_season_is_created_and_changed_by_its_form(club):
    club.post("Sven", "new_season", data=season_form(club))
    autumn = Season.objects.get()
    assert Scoring.read(autumn.scoring) == Scoring("placing", (10, 8, 6), 1, 4, ("won", "later"), "no")
    club.post("Sven", "change_season", autumn.pk, data=season_form(club) | {"best": "6"})
    autumn.refresh_from_db()
    assert autumn.scoring["best"] == 6


def test_season_errors_are_shown_at_their_fields(club):
    season(club)
    for field, wrong in (
        ("name", ""),
        ("name", "Autumn"),  # the name of another season
        ("ends", "2026-01-01"),
        ("placing", ""),
        ("placing", "1,5 x"),
        ("best", "-1"),
    ):
        answer = club.post("Sven", "new_season", data=season_form(club) | {field: wrong})
        assert answer.status_code == 422, field
        assert list(answer.context["form"].errors) == [field]
        assert 'value="Winter"' in markup(answer) or field == "name"


def night_score(day, points, place=1, won=0):
    return NightScore(SeasonNight(date(2026, 9, day), day), place, 9, Decimal(points), Decimal(points), won)


def season_row(player, *nights):
    points = sum((night.points for night in nights if night.counts), Decimal(0))
    return SeasonRow(0, player, f"P{player}", points, nights)


def test_best_nights_count_and_of_equal_nights_the_later():
    nights = [night_score(1, 5), night_score(2, 8), night_score(3, 5), night_score(4, 2)]
    counted = season_table.with_best_nights({1: nights}, Scoring(best=2))[1]
    assert [night.counts for night in counted] == [False, True, True, False]


@pytest.mark.parametrize(
    ("rule", "lower", "higher"),
    [
        ("won", [night_score(1, 9, won=1)], [night_score(1, 9, won=2)]),
        ("firsts", [night_score(1, 9, place=2)], [night_score(1, 9, place=1)]),
        ("head", [night_score(1, 4, 3), night_score(2, 5, 1)], [night_score(1, 9, 1)]),
        ("later", [night_score(1, 6, 1), night_score(2, 3, 4)], [night_score(1, 4, 3), night_score(2, 5, 2)]),
        ("later", [night_score(1, 9, 1)], [night_score(2, 9, 5)]),
    ],
)
def test_ties_are_broken_by_the_stated_rule(rule, lower, higher):
    ranked = season_table.ranked([season_row(1, *lower), season_row(2, *higher)], Scoring(ties=(rule,)))
    assert [(row.player, row.place, row.tie_break) for row in ranked] == [(2, 1, rule), (1, 2, rule)]


def test_equal_players_share_the_place():
    rows = [season_row(player, night_score(1, points)) for player, points in ((1, 9), (2, 9), (3, 1))]
    ranked = season_table.ranked(rows, Scoring())
    assert [(row.place, row.tie_break) for row in ranked] == [(1, ""), (1, ""), (3, "")]


@given(
    st.lists(
        st.lists(st.tuples(st.integers(1, 9), st.integers(0, 6), st.integers(1, 5)), max_size=5), max_size=8
    ),
    st.permutations(sorted(season_table.TIES)),
    st.integers(0, 3),
)
def test_places_follow_the_points_and_include_every_player(scores, ties, best):
    scoring = Scoring(best=best, ties=tuple(ties))
    # Each score is the day, the points and the place.
    by_player = {player: [night_score(*score) for score in nights] for player, nights in enumerate(scores)}
    counted = season_table.with_best_nights(by_player, scoring)
    ranked = season_table.ranked([season_row(player, *nights) for player, nights in counted.items()], scoring)
    assert sorted(row.player for row in ranked) == sorted(by_player)
    assert [row.points for row in ranked] == sorted((row.points for row in ranked), reverse=True)
    for n, row in enumerate(ranked):
        assert row.place == n + 1 or row.place == ranked[n - 1].place
