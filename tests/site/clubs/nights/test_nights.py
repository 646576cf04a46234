"""A club night: attendance, rounds drawn into tables, the standing, and prizes."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from games import every_game
from games.engine import Adjustment, DecodeError, PerSide, Stopped, to_json
from games.tally.hands import Round as Hand
from scorekeeper.clubs.models import ClubHouse, Player
from scorekeeper.clubs.people import identity
from scorekeeper.figures.models import Rating
from scorekeeper.history.importing.club_file import day_of
from scorekeeper.live import streams
from scorekeeper.matches import commands, models, phones, replay
from scorekeeper.nights import attendance, clock, rounds, standings
from scorekeeper.nights.models import Night, NightTable, Present
from scorekeeper.nights.pairing_input import Shape
from scorekeeper.nights.rounds import CannotDo
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.club_rows_nights import a_night, a_season
from tests.site.night_cast import NAMES, NightCast, game_with, partners_game, season
from tests.strategies import tries

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> ClubCast:
    return ClubCast()


@pytest.fixture
def night(club: ClubCast) -> NightCast:
    return NightCast(club)


# Permissions --------------------------------------------------------------------------------------


def test_a_member_who_sits_elsewhere_may_watch_a_table_but_not_keep_it(club: ClubCast) -> None:
    made = NightCast(club, names=("Ann", "Bo", "Cy", "Di"))
    made.draw()
    assert made.post("Mia", "sit", 1).status_code == 403
    assert made.post("Mia", "sit", 2).status_code == 404


def test_a_night_of_another_club_is_not_found(club: ClubCast, night: NightCast) -> None:
    address = reverse("night", args=[club.other.code, night.night.pk])
    assert club.clients["Odd"].get(address).status_code == 404


# Setting one up -----------------------------------------------------------------------------------


def test_a_night_is_set_up_by_its_form(club: ClubCast) -> None:
    game = partners_game()
    assert club.clients["Sven"].get(club.url("new_night"), {"game": game.slug}).status_code == 200
    answer = club.post("Sven", "new_night", data=a_night(club))
    made = Night.objects.get(club=club.club)
    assert answer.url == club.url("present", made.pk)
    assert (made.name, made.hands, made.minutes, made.prizes) == ("Friday", 4, 20, ["first", "last"])
    Night.objects.update(date=timezone.localdate())
    for page in ("nights", "club"):
        assert "19:30" in text(club.get("Mia", page))
    assert "19:30" in text(club.get("Mia", "night", made.pk))
    assert "19:30" in text(Client().get(reverse("guest_night", args=[made.code])))


def test_what_is_wrong_is_said_by_its_box_and_everything_stays(club: ClubCast) -> None:
    sent = a_night(club) | {"rounds": "many", "date": "tomorrow", "points": "5 three", "name": "Friday <b>"}
    answer = club.post("Sven", "new_night", data=sent)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"rounds", "date", "points"}
    for typed in ("many", "tomorrow", "5 three", "Friday &lt;b&gt;"):
        assert f'value="{typed}"' in answer.content.decode()


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_a_night_or_season_is_of_a_day_that_calendars_have(club: ClubCast, day: str) -> None:
    night = club.post("Sven", "new_night", data=a_night(club) | {"date": day})
    assert set(night.context["form"].errors) == {"date"}
    stretch = club.post("Sven", "new_season", data=a_season(club) | {"begins": day, "ends": day})
    assert set(stretch.context["form"].errors) >= {"begins", "ends"}
    with pytest.raises(DecodeError):
        day_of({"date": day}, "date")


def test_the_clubs_own_rules_are_offered_and_played_by(club: ClubCast) -> None:
    game = partners_game()
    preset = [preset for preset in game.presets if (4, 2) in game.shapes(preset)][-1]
    house = to_json(preset.house)
    ours = ClubHouse.objects.create(
        club=club.club, name="Ours", game_slug=game.slug, preset=preset.id, house=house, seats=4, sides=2
    )
    club.post("Sven", "new_night", data=a_night(club) | {"rules": f"h{ours.pk}"})
    made = Night.objects.get(club=club.club)
    assert (made.preset, made.house) == (preset.id, house)


def test_fixed_pairs_need_tables_with_partners(club: ClubCast) -> None:
    game = game_with(3, 3)
    sent = a_night(club) | {
        "game": game.slug,
        "rules": f"p{game.presets[0].id}",
        "shape": "3x3",
        "drawing": "fixed",
    }
    answer = club.post("Sven", "new_night", data=sent)
    assert "drawing" in answer.context["form"].errors


# Attendance ---------------------------------------------------------------------------------------


def test_whoever_is_ticked_is_added_where_the_night_goes_on(club: ClubCast) -> None:
    """Check that the "continue" key saves every tick and typed name."""
    made = NightCast(club, names=())
    answer = made.post("Sven", "present", player=[club.player("Ann").pk], guests="Zoe", next="1")
    assert answer.url == club.url("night", made.night.pk)
    assert [one.player.name for one in made.night.present.all()] == ["Ann", "Zoe"]


def test_players_are_ticked_most_recent_first_and_guests_typed(club: ClubCast) -> None:
    made = NightCast(club, names=())
    Player.objects.filter(pk=club.player("Cy").pk).update(last_played=timezone.now())
    page = made.get("Sven", "present")
    assert page.context["absent"][0].name == "Cy"
    made.post("Sven", "present", player=[club.player("Ann").pk, club.player("Bo").pk], guests="Zoe\nann, Yan")
    assert [one.player.name for one in made.night.present.all()] == ["Ann", "Bo", "Zoe", "Yan"]


def test_a_name_that_cannot_be_is_refused_and_kept(club: ClubCast) -> None:
    made = NightCast(club, names=())
    answer = made.post("Sven", "present", guests="x" * 60, player=[club.player("Ann").pk])
    assert answer.status_code == 422
    assert "x" * 60 in answer.content.decode()
    assert not made.night.present.exists()


def test_who_comes_late_plays_from_the_next_round_and_who_goes_plays_no_more(night: NightCast) -> None:
    night.draw()
    attendance.arrive(night.night, [night.cast.player("Max")])
    going = night.night.present.get(player__name="Ann")
    night.post("Sven", "present", go=going.pk)
    night.play((10, 0), (8, 2), (7, 3))
    night.draw()
    seated = {name for table in night.tables(2) for name in night.seated(table)}
    assert seated == {*NAMES, "Max"} - {"Ann"}


def test_who_has_not_played_yet_and_goes_was_never_here(night: NightCast) -> None:
    one = night.night.present.get(player__name="Ann")
    night.post("Sven", "present", go=one.pk)
    assert not Present.objects.filter(pk=one.pk).exists()


def test_who_sits_out_by_choice_has_no_seat(night: NightCast) -> None:
    resting = list(night.night.present.filter(player__name__in=NAMES[:4]))
    for one in resting:
        night.post("Sven", "present", rest=one.pk)
    night.draw()
    assert sorted(night.night.played_rounds.get().sitting_out) == sorted(one.pk for one in resting)
    assert len(night.tables()) == 2


def test_two_are_made_a_pair_and_parted(club: ClubCast) -> None:
    made = NightCast(club, names=NAMES[:8], more={"drawing": "fixed"})
    ann, bo, cy = (made.night.present.get(player__name=name) for name in NAMES[:3])
    assert made.post("Sven", "present", pair="1", two=[ann.pk]).status_code == 422
    made.post("Sven", "present", pair="1", two=[ann.pk, bo.pk])
    made.post("Sven", "present", pair="1", two=[bo.pk, cy.pk])
    ann.refresh_from_db()
    cy.refresh_from_db()
    assert (ann.partner_id, cy.partner_id) == (None, bo.pk)
    made.post("Sven", "present", part=cy.pk)
    assert not made.night.present.exclude(partner=None).exists()


# Rounds -------------------------------------------------------------------------------------------


def test_a_round_is_real_tables_of_the_club_with_its_players_on_the_chairs(night: NightCast) -> None:
    answer = night.post("Sven", "draw", round="1")
    assert answer.url == night.cast.url("night", night.night.pk)
    tables = night.tables()
    assert len(tables) == 3
    for one in tables:
        match = night.match(one)
        assert one.table is not None
        assert (one.table.club, one.table.night, match.game_slug) == (
            night.cast.club,
            night.night,
            night.game.slug,
        )
        seats = list(match.sitting.all())
        assert [seat.name for seat in seats] == night.seated(one)
        assert [seat.player.name for seat in seats] == night.seated(one)


def test_two_taps_make_one_round(night: NightCast) -> None:
    night.post("Sven", "draw", round="1")
    night.post("Olga", "draw", round="1")
    assert night.night.played_rounds.count() == 1
    assert night.post("Olga", "draw", round="2").status_code == 422


def test_a_draw_is_taken_back_until_somebody_has_written(night: NightCast) -> None:
    night.draw()
    night.post("Sven", "take_back", round="1")
    assert not night.night.played_rounds.exists()
    assert not models.Table.objects.filter(night=night.night).exists()
    night.draw()
    night.write(night.tables()[0], 10, 0)
    answer = night.post("Sven", "take_back", round="1")
    assert answer.status_code == 422
    assert "Someone has already saved a hand" in text(answer)


def test_a_member_opens_the_table_they_sit_at(club: ClubCast) -> None:
    made = NightCast(club, names=("Mia", *NAMES[:11]))
    made.draw()
    one = next(table for table in made.tables() if "Mia" in made.seated(table))
    page = text(made.get("Mia"))
    chair = ("North", "East", "South", "West")[made.seated(one).index("Mia")]
    assert f"You sit at table {one.number}, {chair}" in page
    answer = made.post("Mia", "sit", one.number)
    assert one.table is not None
    assert answer.url == reverse("table", args=[one.table.code])
    key = phones.hashed("a phone that belongs to Mia")
    assert one.table.phones.get(key_hash=key).may_score


# The clock ----------------------------------------------------------------------------------------


def test_the_clock_counts_down_stops_goes_on_and_takes_more_minutes(club: ClubCast) -> None:
    made = NightCast(club, names=NAMES[:4], more={"minutes": 20})
    made.draw()
    made.post("Sven", "clock", round="1", do="begin")
    one = made.night.played_rounds.get()
    at = one.began
    assert clock.seconds_left(one, at) == 1200
    assert clock.seconds_left(one, at + timedelta(minutes=5)) == 900
    clock.pause(one, at + timedelta(minutes=5))
    assert clock.seconds_left(one, at + timedelta(minutes=50)) == 900
    clock.resume(one, at + timedelta(minutes=50))
    assert clock.seconds_left(one, at + timedelta(minutes=51)) == 840
    assert clock.is_up(one, at + timedelta(minutes=80))
    clock.add_minutes(one, 5, at + timedelta(minutes=80))
    assert clock.seconds_left(one, at + timedelta(minutes=80)) == 300
    assert clock.clock_text(3 * 3600 + 62) == "3:01:02"


# Live ---------------------------------------------------------------------------------------------


def test_a_hand_at_any_table_raises_the_nights_version(night: NightCast) -> None:
    night.draw()
    before = night.fresh()
    assert streams.versions([before.code]) == {before.code: before.version}
    night.write(night.tables()[2], 10, 0)
    assert streams.versions([before.code])[before.code] == before.version + 1
    assert streams.code_of(f"/n/{before.code}/watch") == before.code


def test_the_page_is_not_sent_again_as_long_as_nothing_has_changed(night: NightCast) -> None:
    night.draw()
    for page in ("night", "wall"):
        htmx = {"HTTP_HX_REQUEST": "true"}
        first = night.get("Mia", page, **htmx)
        assert night.get("Mia", page, HTTP_IF_NONE_MATCH=first["ETag"], **htmx).status_code == 304
        night.write(night.tables()[0], 1, 0)
        assert night.get("Mia", page, HTTP_IF_NONE_MATCH=first["ETag"], **htmx).status_code == 200


# The standing -------------------------------------------------------------------------------------


def test_points_are_added_up_and_matches_that_go_on_count_as_they_stand(night: NightCast) -> None:
    night.draw()
    night.play((50, 10), (40, 20), (30, 25))
    first: dict[str, int] = {}
    for table, made in zip(night.tables(1), ((50, 10), (40, 20), (30, 25)), strict=True):
        first |= dict(zip(night.seated(table), made * 2, strict=True))
    assert {name: points for name, (_place, points) in night.standing().items()} == {
        name: str(points) for name, points in first.items()
    }
    night.draw()
    table = night.tables(2)[0]
    night.write(table, 7, 0)
    now = night.standing()
    for seat, name in enumerate(night.seated(table)):
        assert now[name][1] == str(first[name] + (7 if seat % 2 == 0 else 0))


def test_match_points_are_two_for_each_side_beaten_and_one_for_each_that_is_level(club: ClubCast) -> None:
    game = game_with(3, 3)
    if game.lowest_first(game.presets[0].house):
        pytest.skip("no such game")
    made = NightCast(club, NAMES[:3], game, (3, 3), {"drawing": "random", "counting": "matches"})
    made.draw()
    table = made.tables()[0]
    club.write(made.match(table), Adjustment(PerSide((9, 4, 4)), "as played"))
    if made.match(table).ended is None:
        club.write(made.match(table), Stopped())
    points = made.standing()
    assert [points[name][1] for name in made.seated(table)] == ["4", "1", "1"]


def test_places_at_a_table_bring_what_the_night_says(club: ClubCast) -> None:
    made = NightCast(club, NAMES[:4], more={"counting": "placing", "points": [7, 2]})
    made.draw()
    made.play((20, 30))
    points = made.standing()
    assert [points[name][1] for name in made.seated(made.tables(1)[0])] == ["2", "7", "2", "7"]


def test_a_games_own_list_counts_where_it_has_one(club: ClubCast) -> None:
    found = [game for game in every_game().values() if game.league_scoring]
    assert found
    for game in found:
        example = next(one for one in game.examples if len(one.hands) > 1)
        made = NightCast(
            club, NAMES[: example.seating.seats], game, example.seating.shape, {"counting": "listed"}
        )
        made.draw()
        match = made.match(made.tables()[0])
        for hand in example.hands[:2]:
            club.write(match, hand)
        sheet = replay.load_match_state(models.Match.objects.get(pk=match.pk)).sheet
        listed = game.league_scoring.points(sheet) if game.league_scoring else ()
        points = made.standing()
        assert [points[name][1] for name in made.seated(made.tables()[0])] == [
            standings.number(int(one.points)) for one in listed
        ]
        if sheet.outcome is None:
            made.post("Sven", "end_round", round="1")
        assert list(models.Result.objects.order_by("side").values_list("listed", flat=True)) == [
            one.points for one in listed
        ]


def test_a_round_sat_out_counts_the_average_where_the_night_says_so(club: ClubCast) -> None:
    made = NightCast(club, NAMES[:5], more={"missed": "average", "mixed": False, "drawing": "random"})
    for _round in range(2):
        made.draw()
        made.play((10, 4))
    points = made.standing()
    out = [
        made.night.present.get(pk=one.sitting_out[0]).player.name for one in made.night.played_rounds.all()
    ]
    for name in out:
        assert points[name][1] in ("20", "8")


def test_where_the_fewest_points_win_they_stand_first(club: ClubCast) -> None:
    low = [game for game in every_game().values() if game.lowest_first(game.presets[0].house)]
    game = low[0]
    shape = next(shape for shape in game.shapes(game.presets[0]) if shape[0] == shape[1] and shape[0] > 2)
    made = NightCast(club, NAMES[: shape[0]], game, shape, {"drawing": "random"})
    made.draw()
    table = made.tables()[0]
    made.write(table, *range(3, 3 + shape[0]))
    made.post("Sven", "end_round", round="1")
    assert made.standing()[made.seated(table)[0]][0] == 1


def test_who_are_level_go_by_matches_won_then_by_their_best_match() -> None:
    def score(player: int, points: int, won: int, best: int) -> standings.Score:
        return standings.Score(player, Decimal(points), won, 3, Decimal(best))

    found = standings.ranked(
        [score(1, 9, 1, 5), score(2, 9, 2, 4), score(3, 9, 1, 6), score(4, 9, 1, 5), score(5, 1, 3, 1)]
    )
    assert [(one.score.player, one.place) for one in found] == [(2, 1), (3, 2), (1, 3), (4, 3), (5, 5)]
    assert [one.shared for one in found] == [False, False, True, True, False]
    assert [one.level for one in found] == [True, True, True, True, False]


def test_a_merged_players_rounds_count_for_whom_they_are(night: NightCast) -> None:
    night.draw()
    night.play((50, 10), (40, 20), (30, 25))
    ann, bo = night.cast.player("Ann"), night.cast.player("Bo")
    before = {name: float(points) for name, (_place, points) in night.standing().items()}
    identity.merge(ann, bo, "Olga")
    after = standings.night_scores([night.night])
    assert {float(one.points) for one in after if one.player == ann.pk} == {before["Ann"] + before["Bo"]}


def test_every_number_opens_where_it_comes_from(night: NightCast) -> None:
    night.draw()
    night.play((50, 10), (40, 20), (30, 25))
    name = night.seated(night.tables(1)[0])[0]
    page = text(night.get("Mia", "night_player", night.cast.player(name).pk))
    assert "Round 1, table 1 50" in page
    assert night.get("Mia", "night_player", night.cast.player("Mia").pk).status_code == 404


# Prizes -------------------------------------------------------------------------------------------


def test_the_prizes_are_given_at_the_end(club: ClubCast) -> None:
    chosen = ["first", "second", "third", "most_won", "best_match", "biggest_hand", "last", "by_lot"]
    made = NightCast(club, more={"prizes": chosen})
    made.draw()
    made.play((50, 10), (40, 20), (30, 25))
    answer = made.post("Sven", "end_night")
    assert answer.url == club.url("night_prizes", made.night.pk)
    page = made.get("Mia", "night_prizes")
    given = {str(prize.name): names for prize, names in page.context["now"].prizes_named}
    winners = made.seated(made.tables(1)[0])[::2]
    assert sorted(given["First prize"]) == sorted(given["Most points in one match"]) == sorted(winners)
    assert "Second prize" not in given  # two share the first place
    assert "Most points in one hand" not in given  # an adjustment is not a hand
    assert sorted(given["Booby prize"]) == sorted(made.seated(made.tables(1)[0])[1::2])
    assert len(given["Random draw"]) == 1


hand_points = st.lists(st.integers(0, 4), min_size=2, max_size=2).map(lambda two: (two[0], two[1]))


@settings(max_examples=tries(0.4))
@given(played=st.lists(st.lists(hand_points, max_size=4), min_size=3, max_size=3), beside=hand_points)
def test_the_prize_for_the_best_hand_is_of_real_hands_and_names_everybody_who_made_it(
    played: list[list[tuple[int, int]]], beside: tuple[int, int]
) -> None:
    with transaction.atomic():
        made = NightCast(
            ClubCast(),
            game=every_game()["tally"],
            shape=(2, 2),
            names=NAMES[:6],
            more={"prizes": ["biggest_hand"]},
        )
        made.draw()
        best: dict[str, int] = {}
        for table, hands in zip(made.tables(), played, strict=True):
            for two in hands:
                made.cast.write(made.match(table), Hand(PerSide(Fraction(n) for n in two)))
                for name, points in zip(made.seated(table), two, strict=True):
                    best[name] = max(points, best.get(name, 0))
            made.write(table, 50 + beside[0], 50 + beside[1])
        rounds.end_round(made.fresh(), 1, made.keeper)
        most = max(best.values(), default=0)
        given = made.presenter.prizes_now
        expected = sorted(name for name, points in best.items() if points == most > 0)
        assert [sorted(names) for _prize, names in given] == ([expected] if expected else [])
        transaction.set_rollback(True)


def test_whoever_took_over_the_chair_has_the_prize_for_the_hand_they_played(club: ClubCast) -> None:
    made = NightCast(
        club,
        game=every_game()["tally"],
        shape=(2, 2),
        names=("Ann", "Bo"),
        more={"prizes": ["biggest_hand"]},
    )
    made.draw()
    table = made.tables()[0]
    match = made.match(table)
    club.write(match, Hand(PerSide((Fraction(1), Fraction(2)))))
    host = match.table.phones.get()
    assert commands.name_seats(match, host, {0: "Cy"}, from_next=True)
    club.write(match, Hand(PerSide((Fraction(9), Fraction(2)))))
    assert [names for _prize, names in made.presenter.prizes_now] == [["Cy"]]


def test_a_night_that_is_over_draws_no_more_and_may_go_on_after_all(night: NightCast) -> None:
    night.draw()
    assert night.post("Sven", "end_night").status_code == 422
    night.play((50, 10), (40, 20), (30, 25))
    night.end()
    with pytest.raises(CannotDo):
        night.draw()
    night.post("Sven", "end_night", again="1")
    night.draw()


# At size, and odd ones ----------------------------------------------------------------------------


def test_no_page_of_a_night_asks_more_than_twelve_times(
    night: NightCast, django_assert_max_num_queries: Any
) -> None:
    night.draw()
    night.play((50, 10), (40, 20), (30, 25))
    night.draw()
    for table in night.tables():
        night.write(table, 5, 1)
    player = night.cast.player(night.seated(night.tables()[0])[0]).pk
    for page in (
        ("night",),
        ("wall",),
        ("night_prizes",),
        ("night_cards",),
        ("night_player", player),
        ("present",),
    ):
        night.get("Sven", *page)  # the figures have followed
        with django_assert_max_num_queries(12):
            url = night.cast.url(page[0], night.night.pk, *page[1:])
            assert night.cast.clients["Sven"].get(url).status_code == 200
    with django_assert_max_num_queries(12):
        night.cast.clients["Sven"].get(night.cast.url("nights"))


def test_a_three_handed_table_where_the_game_allows_it(club: ClubCast) -> None:
    game = next(
        game
        for game in every_game().values()
        if (4, 2) in game.shapes(game.presets[0]) and any(s[0] == 3 for s in game.shapes(game.presets[0]))
    )
    made = NightCast(club, NAMES[:7], game)
    assert Shape(3, 3) in rounds.other_shapes(made.night)
    made.draw()
    assert [len(table.seated) for table in made.tables()] == [4, 3]
    assert NightTable.objects.filter(sides=3).count() == 1


def test_two_of_the_same_name_are_told_apart() -> None:
    assert rounds.distinct_names(["Ann", "ann", "Bo", "Ann"]) == ["Ann", "ann (2)", "Bo", "Ann (3)"]


def test_every_drawing_and_every_game_makes_tables(club: ClubCast) -> None:
    """Check every game: a round is drawn, and every page opens."""
    for game in every_game().values():
        shape = next((seating.shape for seating in game.seatings if seating.seats > 1), None)
        if shape is None or shape not in game.shapes(game.presets[0]):
            continue
        made = NightCast(club, NAMES[: shape[0]], game, shape, {"drawing": "swiss"})
        made.draw()
        assert len(made.tables()) == 1, game.slug
        assert made.get("Sven").status_code == made.get("Sven", "wall").status_code == 200


def test_the_tables_own_page_says_which_round_it_is_and_how_long_it_goes_on(club: ClubCast) -> None:
    made = NightCast(club, names=("Mia", "Ann", "Bo", "Cy"), more={"minutes": 20})
    made.draw()
    table = made.tables()[0].table
    assert table is not None
    before = models.Table.objects.get(pk=table.pk).version
    made.post("Sven", "clock", round="1", do="begin")
    assert models.Table.objects.get(pk=table.pk).version == before + 1
    page = club.clients["Ned"].get(reverse("table", args=[table.code]))
    assert "Round 1, table 1" in text(page)
    assert 'role="timer"' in page.content.decode()
    made.post("Sven", "end_round", round="1")
    assert "The round is over." in text(club.clients["Ned"].get(reverse("table", args=[table.code])))


def test_a_night_set_up_by_mistake_is_deleted_but_none_that_was_drawn(night: NightCast) -> None:
    night.draw()
    assert night.post("Sven", "delete_night").status_code == 403
    night.post("Sven", "take_back", round="1")
    assert "Delete night" in text(night.get("Sven", "change_night"))
    assert night.post("Sven", "delete_night").status_code == 303
    assert not Night.objects.exists()


def test_the_tables_of_a_night_follow_it_into_another_season(night: NightCast) -> None:
    of = season(night.cast)
    night.draw()
    sent = a_night(night.cast) | {"season": str(of.pk), "rules": ""}
    night.cast.post("Sven", "change_night", night.night.pk, data=sent)
    assert set(models.Table.objects.filter(night=night.night).values_list("season", flat=True)) == {of.pk}


def test_the_first_round_of_a_swiss_night_seats_the_strongest_together(club: ClubCast) -> None:
    made = NightCast(club, NAMES[:8], more={"drawing": "swiss"})
    strongest_first = ("Hal", "Ann", "Gus", "Bo", "Fay", "Cy", "Eve", "Di")
    for place, name in enumerate(strongest_first):
        Rating.objects.create(
            club=club.club,
            game_slug=made.game.slug,
            player=club.player(name),
            mu=40.0 - place,
            sigma=3.0,
            matches=12,
            run=0,
            longest=0,
            last=timezone.now(),
        )
    assert made.post("Sven", "draw", round="1").status_code == 303
    assert {frozenset(made.seated(table)) for table in made.tables()} == {
        frozenset(strongest_first[:4]),
        frozenset(strongest_first[4:]),
    }
