"""A club night: attendance, rounds drawn into tables, the standing, and prizes."""

from datetime import timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from hypothesis import given, settings
from hypothesis import strategies as st

from games import every_game
from games.engine import DecodeError, PerSide, to_json
from games.tally.hands import Round as Hand
from scorekeeper.clubs.models import ClubHouse, Player
from scorekeeper.clubs.people import identity
from scorekeeper.figures.models import Rating
from scorekeeper.history.importing.club_file import day_of
from scorekeeper.live import streams
from scorekeeper.matches import commands, models, phones, replay
from scorekeeper.nights import attendance, clock, rounds, standings
from scorekeeper.nights.draw import Shape
from scorekeeper.nights.models import Night, NightTable
from scorekeeper.nights.rounds import CannotDo
from tests.site.cast import markup, text
from tests.site.club_cast import ClubCast
from tests.site.club_rows_nights import night_form, season_form
from tests.site.clubs.nights.evenings import drawn_night, present, sheet_url
from tests.site.night_cast import NAMES, NightCast, game_with, partners_game
from tests.strategies import tries

TOTALS = ((50, 10), (40, 20), (30, 25))


@pytest.fixture
def night(club):
    return NightCast(club)


def test_member_scores_only_at_their_own_table(club):
    night = drawn_night(club, ("Mia", *NAMES[:7]))
    own_table = next(table for table in night.tables() if "Mia" in night.seated(table))
    seat = ("North", "East", "South", "West")[night.seated(own_table).index("Mia")]
    assert f"You sit at table {own_table.number}, {seat}" in text(night.get("Mia"))
    assert night.post("Mia", "sit", own_table.number).url == sheet_url(night, own_table.number)
    assert own_table.table.phones.get(key_hash=phones.hash_key("a phone that belongs to Mia")).may_score
    assert night.post("Mia", "sit", 3 - own_table.number).status_code == 403
    assert night.post("Mia", "sit", 3).status_code == 404


def test_a_night_of_another_club_is_not_found(club, night):
    url = reverse("night", args=[club.other.code, night.night.pk])
    assert club.clients["Odd"].get(url).status_code == 404


def test_a_night_is_set_up_by_its_form(club):
    answer = club.post("Sven", "new_night", data=night_form(club))
    night = Night.objects.get(club=club.club)
    assert answer.url == club.url("present", night.pk)
    assert (night.name, night.hands, night.minutes, night.prizes) == ("Friday", 4, 20, ["first", "last"])
    Night.objects.update(date=timezone.localdate())
    pages = [club.get("Mia", *page) for page in (("nights",), ("club",), ("night", night.pk))]
    for page in (*pages, Client().get(reverse("guest_night", args=[night.code]))):
        assert "19:30" in text(page)


def test_errors_are_shown_and_what_was_typed_is_kept(club):
    wrong = {"rounds": "many", "date": "tomorrow", "points": "5 three", "name": "Friday <b>"}
    answer = club.post("Sven", "new_night", data=night_form(club) | wrong)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"rounds", "date", "points"}
    for typed in wrong.values():
        assert f'value="{escape(typed)}"' in markup(answer)


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_days_outside_the_calendar_are_refused(club, day):
    night = club.post("Sven", "new_night", data=night_form(club) | {"date": day})
    assert set(night.context["form"].errors) == {"date"}
    season = club.post("Sven", "new_season", data=season_form(club) | {"begins": day, "ends": day})
    assert set(season.context["form"].errors) >= {"begins", "ends"}
    with pytest.raises(DecodeError):
        day_of({"date": day}, "date")


def test_night_can_use_house_rules(club):
    game = partners_game()
    preset = [preset for preset in game.presets if (4, 2) in game.shapes(preset)][-1]
    rules = {"preset": preset.id, "house": to_json(preset.house)}
    ruleset = ClubHouse.objects.create(
        club=club.club, name="Ours", game_slug=game.slug, seats=4, sides=2, **rules
    )
    club.post("Sven", "new_night", data=night_form(club) | {"rules": f"h{ruleset.pk}"})
    assert Night.objects.filter(club=club.club, **rules).exists()


def test_fixed_pairs_need_tables_with_partners(club):
    game = game_with(3, 3)
    sent = {"game": game.slug, "rules": f"p{game.presets[0].id}", "shape": "3x3", "drawing": "fixed"}
    answer = club.post("Sven", "new_night", data=night_form(club) | sent)
    assert "drawing" in answer.context["form"].errors


def test_players_are_ticked_and_guests_typed(club):
    night = NightCast(club, names=())
    Player.objects.filter(name="Cy").update(last_played=timezone.now())
    assert night.get("Sven", "present").context["absent"][0].name == "Cy"
    ticked = [club.player(name).pk for name in ("Ann", "Bo")]
    refused = night.post("Sven", "present", player=ticked, guests="x" * 60)
    assert refused.status_code == 422
    assert "x" * 60 in markup(refused)
    assert not night.night.present.exists()
    answer = night.post("Sven", "present", player=ticked, guests="Zoe\nann, Yan", next="1")
    assert answer.url == club.url("night", night.night.pk)
    assert [row.player.name for row in night.night.present.all()] == ["Ann", "Bo", "Zoe", "Yan"]


def test_late_arrivals_and_leavers_count_from_next_round(night):
    night.draw()
    attendance.arrive(night.night, [night.cast.player("Max")])
    night.post("Sven", "present", leave=present(night, "Ann").pk)
    night.play(*TOTALS)
    night.draw()
    seated = {name for table in night.tables(2) for name in night.seated(table)}
    assert seated == {*NAMES, "Max"} - {"Ann"}


def test_leaving_before_the_first_round_deletes_the_attendance(night):
    night.post("Sven", "present", leave=present(night, "Ann").pk)
    assert not night.night.present.filter(player__name="Ann").exists()


def test_player_who_rests_has_no_seat(night):
    resting = [present(night, name).pk for name in NAMES[:4]]
    for pk in resting:
        night.post("Sven", "present", rest=pk)
    night.draw()
    assert sorted(night.night.played_rounds.get().sitting_out) == sorted(resting)
    assert len(night.tables()) == 2
    # A player who left and comes back no longer rests.
    night.play(*TOTALS[:2])
    night.post("Sven", "present", leave=resting[0])
    attendance.arrive(night.night, [night.cast.player(NAMES[0])])
    assert not present(night, NAMES[0]).rests


def test_pair_is_made_and_split(club):
    night = NightCast(club, names=NAMES[:8], fields={"drawing": "fixed"})
    ann, bo, cy = (present(night, name) for name in NAMES[:3])
    assert night.post("Sven", "present", pair="1", two=[ann.pk]).status_code == 422
    night.post("Sven", "present", pair="1", two=[ann.pk, bo.pk])
    night.post("Sven", "present", pair="1", two=[bo.pk, cy.pk])
    assert (present(night, "Ann").partner, present(night, "Cy").partner) == (None, bo)
    night.post("Sven", "present", part=cy.pk)
    assert not night.night.present.exclude(partner=None).exists()


def test_round_is_drawn_once_and_seats_players_at_tables(night):
    assert night.post("Sven", "draw", round="1").url == night.cast.url("night", night.night.pk)
    assert len(night.tables()) == 3
    for row in night.tables():
        match, table = night.match(row), row.table
        assert (table.club, table.night, match.game_slug) == (night.cast.club, night.night, night.game.slug)
        seats = match.sitting.values_list("name", "player__name")
        assert list(seats) == [(name, name) for name in night.seated(row)]
    night.post("Olga", "draw", round="1")
    assert night.night.played_rounds.count() == 1
    assert night.post("Olga", "draw", round="2").status_code == 422


def test_draw_is_undone_until_a_hand_is_saved(night):
    night.draw()
    night.post("Sven", "take_back", round="1")
    assert not night.night.played_rounds.exists()
    assert not models.Table.objects.filter(night=night.night).exists()
    night.draw()
    night.write(night.tables()[0], 10, 0)
    assert night.post("Sven", "take_back", round="1").status_code == 422


def test_clock_counts_down_pauses_and_gets_more_minutes(club):
    night = drawn_night(club, minutes=20)
    night.post("Sven", "clock", round="1", do="begin")
    round_ = night.night.played_rounds.get()
    began = round_.began

    def at(minute):
        return began + timedelta(minutes=minute)

    assert clock.seconds_left(round_, at(0)) == 1200
    assert clock.seconds_left(round_, at(5)) == 900
    clock.pause(round_, at(5))
    assert clock.seconds_left(round_, at(50)) == 900
    clock.resume(round_, at(50))
    assert clock.seconds_left(round_, at(51)) == 840
    assert clock.is_time_up(round_, at(80))
    clock.add_minutes(round_, 5, at(80))
    assert clock.seconds_left(round_, at(80)) == 300
    assert clock.clock_text(3 * 3600 + 62) == "3:01:02"


def test_hand_raises_the_nights_version(night):
    night.draw()
    before = night.fresh()
    assert streams.versions([before.code]) == {before.code: before.version}
    night.write(night.tables()[2], 10, 0)
    assert streams.versions([before.code])[before.code] == before.version + 1
    assert streams.code_of(f"/n/{before.code}/watch") == before.code


def test_page_is_sent_again_only_after_a_change(night):
    night.draw()
    for page in ("night", "wall"):
        headers = {"HX-Request": "true"}
        headers["If-None-Match"] = night.get("Mia", page, headers=headers)["ETag"]
        assert night.get("Mia", page, headers=headers).status_code == 304
        night.write(night.tables()[0], 1, 0)
        assert night.get("Mia", page, headers=headers).status_code == 200


def test_standing_adds_points_of_finished_and_unfinished_matches(night):
    night.draw()
    night.play(*TOTALS)
    points_of = {}
    for table, totals in zip(night.tables(1), TOTALS, strict=True):
        points_of |= dict(zip(night.seated(table), totals * 2, strict=True))
    assert {name: int(points) for name, (_place, points) in night.standing().items()} == points_of
    night.draw()
    table = night.tables(2)[0]
    night.write(table, 7, 0)
    standing = night.standing()
    for seat, name in enumerate(night.seated(table)):
        assert int(standing[name][1]) == points_of[name] + (0 if seat % 2 else 7)


def test_match_points_are_two_for_a_win_and_one_for_a_tie(club):
    more = {"drawing": "random", "counting": "matches"}
    night = NightCast(club, NAMES[:3], game_with(3, 3), (3, 3), more)
    night.draw()
    night.finish(night.tables()[0], 9, 4, 4)
    assert points(night) == ["4", "1", "1"]


def points(night):
    """Return the points of the players at table 1, by seat."""
    standing = night.standing()
    return [standing[name][1] for name in night.seated(night.tables()[0])]


def test_places_earn_the_nights_points(club):
    night = drawn_night(club, counting="placing", points=[7, 2])
    night.play((20, 30))
    assert points(night) == ["2", "7", "2", "7"]


def test_league_scoring_of_a_game_counts(club):
    games = [game for game in every_game().values() if game.league_scoring]
    assert games
    for game in games:
        example = next(example for example in game.examples if len(example.hands) > 1)
        shape = example.seating.shape
        night = NightCast(club, NAMES[: shape[0]], game, shape, {"counting": "listed"})
        night.draw()
        match = night.match(night.tables()[0])
        for hand in example.hands[:2]:
            club.write(match, hand)
        sheet = replay.load_match_state(models.Match.objects.get(pk=match.pk)).sheet
        league_points = [side.points for side in game.league_scoring.points(sheet)]
        assert points(night) == [standings.points_text(int(number)) for number in league_points]
        if sheet.outcome is None:
            night.post("Sven", "end_round", round="1")
        results = models.Result.objects.filter(match=match).order_by("side")
        assert list(results.values_list("listed", flat=True)) == league_points


def test_round_sat_out_counts_the_average_if_set(club):
    night = NightCast(club, NAMES[:5], fields={"missed": "average", "mixed": False, "drawing": "random"})
    for _round in range(2):
        night.draw()
        night.play((10, 4))
    standing = night.standing()
    for round_ in night.night.played_rounds.all():
        name = night.night.present.get(pk=round_.sitting_out[0]).player.name
        # The player's only match, with 10 or 4 points, counts twice.
        assert standing[name][1] in ("20", "8")


def test_fewest_points_are_first_in_the_standing_if_they_win(club):
    game = next(game for game in every_game().values() if game.lowest_first(game.presets[0].house))
    shape = next(shape for shape in game.shapes(game.presets[0]) if shape[0] == shape[1] and shape[0] > 2)
    night = NightCast(club, NAMES[: shape[0]], game, shape, {"drawing": "random"})
    night.draw()
    night.play(range(3, 3 + shape[0]))
    assert night.standing()[night.seated(night.tables()[0])[0]][0] == 1


def test_ties_are_broken_by_wins_then_by_best_match():
    def score(player, points, won, best):
        return standings.Score(player, Decimal(points), won, 3, Decimal(best))

    placed = standings.ranked(
        [score(1, 9, 1, 5), score(2, 9, 2, 4), score(3, 9, 1, 6), score(4, 9, 1, 5), score(5, 1, 3, 1)]
    )
    assert [(row.score.player, row.place) for row in placed] == [(2, 1), (3, 2), (1, 3), (4, 3), (5, 5)]
    assert [row.place for row in placed if row.shared] == [3, 3]
    # ``level``: tied on points, even if the tie was broken.
    assert [row.place for row in placed if row.level] == [1, 2, 3, 3]


def test_rounds_of_merged_players_are_added(night):
    night.draw()
    night.play(*TOTALS)
    ann, bo = night.cast.player("Ann"), night.cast.player("Bo")
    before = night.standing()
    identity.merge(ann, bo, "Olga")
    after = [score.points for score in standings.night_scores([night.night]) if score.player == ann.pk]
    assert after == [int(before["Ann"][1]) + int(before["Bo"][1])]


def test_players_page_shows_the_points_of_each_table(night):
    night.draw()
    night.play(*TOTALS)
    name = night.seated(night.tables(1)[0])[0]
    page = text(night.get("Mia", "night_player", night.cast.player(name).pk))
    assert "Round 1, table 1 50" in page
    assert night.get("Mia", "night_player", night.cast.player("Mia").pk).status_code == 404


def test_prizes_are_awarded_at_the_end(club):
    chosen = ["first", "second", "third", "most_won", "best_match", "biggest_hand", "last", "by_lot"]
    night = drawn_night(club, NAMES, prizes=chosen)
    night.play(*TOTALS)
    assert night.post("Sven", "end_night").url == club.url("night_prizes", night.night.pk)
    page = night.get("Mia", "night_prizes")
    prizes = {str(prize.name): names for prize, names in page.context["presenter"].shown_prizes}
    first = night.seated(night.tables(1)[0])
    winners, losers = sorted(first[::2]), sorted(first[1::2])
    assert sorted(prizes["First prize"]) == sorted(prizes["Most points in one match"]) == winners
    assert "Second prize" not in prizes  # two share the first place
    assert "Most points in one hand" not in prizes  # an adjustment is not a hand
    assert sorted(prizes["Booby prize"]) == losers
    assert len(prizes["Random draw"]) == 1


def night_with_prize_for_best_hand(club, player_count):
    night = NightCast(club, NAMES[:player_count], every_game()["tally"], (2, 2), {"prizes": ["biggest_hand"]})
    night.draw()
    return night


hand_points = st.lists(st.integers(0, 4), min_size=2, max_size=2).map(lambda two: (two[0], two[1]))


@pytest.mark.django_db
@settings(max_examples=tries(share=0.4))
@given(
    hands_of_tables=st.lists(st.lists(hand_points, max_size=4), min_size=3, max_size=3),
    adjustment=hand_points,
)
def test_prize_for_best_hand_names_everyone_who_made_it(hands_of_tables, adjustment):
    with transaction.atomic():
        night = night_with_prize_for_best_hand(ClubCast(), 6)
        best = {}
        for table, hands in zip(night.tables(), hands_of_tables, strict=True):
            for hand in hands:
                night.cast.write(night.match(table), Hand(PerSide(Fraction(n) for n in hand)))
                for name, points in zip(night.seated(table), hand, strict=True):
                    best[name] = max(points, best.get(name, 0))
            # An adjustment is not a hand, however many points it has.
            night.write(table, 50 + adjustment[0], 50 + adjustment[1])
        rounds.end_round(night.fresh(), 1, night.keeper)
        most = max(best.values(), default=0)
        prizes = night.presenter.prizes_now
        expected = sorted(name for name, points in best.items() if points == most > 0)
        assert [sorted(names) for _prize, names in prizes] == ([expected] if expected else [])
        transaction.set_rollback(True)


def test_substitute_gets_the_prize_for_their_hand(club):
    night = night_with_prize_for_best_hand(club, 2)
    match = night.match(night.tables()[0])
    club.write(match, Hand(PerSide((Fraction(1), Fraction(2)))))
    assert commands.name_seats(match, match.table.phones.get(), {0: "Cy"}, from_next=True)
    club.write(match, Hand(PerSide((Fraction(9), Fraction(2)))))
    assert [names for _prize, names in night.presenter.prizes_now] == [["Cy"]]


def test_ended_night_draws_again_only_when_reopened(night):
    night.draw()
    assert night.post("Sven", "end_night").status_code == 422
    night.play(*TOTALS)
    night.end()
    with pytest.raises(CannotDo):
        night.draw()
    night.post("Sven", "end_night", again="1")
    night.draw()


def test_seven_players_get_a_table_of_three_if_the_game_allows(club):
    game = next(game for game in every_game().values() if {(4, 2), (3, 3)} <= {*game.shapes(game.presets[0])})
    night = NightCast(club, NAMES[:7], game)
    assert Shape(3, 3) in rounds.other_shapes(night.night)
    night.draw()
    assert [len(table.seated) for table in night.tables()] == [4, 3]
    assert NightTable.objects.filter(sides=3).count() == 1


def test_equal_names_are_numbered():
    assert rounds.distinct_names(["Ann", "ann", "Bo", "Ann"]) == ["Ann", "ann (2)", "Bo", "Ann (3)"]


def test_every_game_with_several_seats_can_be_played_at_a_night(club):
    for game in every_game().values():
        shape = next((seating.shape for seating in game.seatings if seating.seats > 1), None)
        if shape is None or shape not in game.shapes(game.presets[0]):
            continue
        night = NightCast(club, NAMES[: shape[0]], game, shape, {"drawing": "swiss"})
        night.draw()
        assert len(night.tables()) == 1, game.slug
        assert night.get("Sven").status_code == night.get("Sven", "wall").status_code == 200


def test_table_page_shows_round_and_clock(club):
    night = drawn_night(club, minutes=20)
    before = night.tables()[0].table.version
    night.post("Sven", "clock", round="1", do="begin")
    assert night.tables()[0].table.version == before + 1
    page = club.clients["Ned"].get(sheet_url(night))
    assert "Round 1, table 1" in text(page)
    assert b'role="timer"' in page.content


def test_night_is_deleted_unless_drawn(night):
    night.draw()
    assert night.post("Sven", "delete_night").status_code == 403
    night.post("Sven", "take_back", round="1")
    assert "Delete night" in text(night.get("Sven", "change_night"))
    night.post("Sven", "delete_night")
    assert not Night.objects.exists()


def test_swiss_night_seats_the_strongest_together(club):
    night = NightCast(club, NAMES[:8], fields={"drawing": "swiss"})
    strongest_first = ("Hal", "Ann", "Gus", "Bo", "Fay", "Cy", "Eve", "Di")
    for place, name in enumerate(strongest_first):
        Rating.objects.create(
            club=club.club,
            game_slug=night.game.slug,
            player=club.player(name),
            mu=40.0 - place,
            sigma=3.0,
            matches=12,
            run=0,
            longest=0,
            last=timezone.now(),
        )
    night.draw()
    seated = {frozenset(night.seated(table)) for table in night.tables()}
    assert seated == {frozenset(strongest_first[:4]), frozenset(strongest_first[4:])}
