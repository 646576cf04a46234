"""An ordinary night: settings copied from the last night, late arrivals, and a table of guests."""

from datetime import date, timedelta

from django.utils import timezone

from games.engine import to_json
from scorekeeper.clubs.models import ClubHouse, Player, Season
from scorekeeper.nights import attendance
from scorekeeper.nights.models import Night
from tests.site.cast import markup, text
from tests.site.clubs.nights.evenings import drawn_night, finished_night, night_of_fixed_pairs, present
from tests.site.night_cast import NAMES, NightCast, season


def past_night(club, names=NAMES[:8], **more):
    """Create a finished night whose settings all differ from the defaults."""
    options = {"place": "The Swan", "rounds": 5, "hands": 6, "minutes": 25, "drawing": "progressive"}
    options |= {"counting": "matches", "prizes": ["third"]}
    return finished_night(club, names, [(5, 1)] * (len(names) // 4), **options | more)


def player_pks(club, *names):
    return [club.player(name).pk for name in names]


def start(club, *names, button="draw", **more):
    return club.post("Sven", "tonight", data={button: "1", "player": player_pks(club, *names), **more})


def test_two_requests_lead_to_drawn_tables(club):
    autumn = season(club)
    last = past_night(club)
    assert club.get("Sven", "tonight").context["ticked"] == [str(pk) for pk in player_pks(club, *NAMES[:8])]
    answer = start(club, *NAMES[:8])
    night = Night.objects.latest("pk")
    assert answer.url == club.url("night", night.pk)
    assert night.played_rounds.get().tables.count() == 2
    for name in ("place", "rounds", "hands", "minutes", "drawing", "counting", "prizes", "preset", "house"):
        assert getattr(night, name) == getattr(last.night, name), name
    assert (night.date, night.name, night.season) == (timezone.localdate(), "", autumn)


def test_ended_season_is_not_copied(club):
    old = Season.objects.create(club=club.club, name="2020", begins=date(2020, 1, 1), ends=date(2020, 12, 31))
    past_night(club, season=old)
    start(club, *NAMES[:4])
    assert Night.objects.latest("pk").season is None


def test_tonight_uses_the_current_house_rules(club):
    last = past_night(club)
    game = last.game
    other = [preset for preset in game.presets if (4, 2) in game.shapes(preset)][-1]
    rules = {"preset": other.id, "house": to_json(other.house)}
    common = {"club": club.club, "name": "Ours", "game_slug": game.slug, "seats": 4, "sides": 2}
    ClubHouse.objects.create(preset=last.night.preset, house=last.night.house, until=timezone.now(), **common)
    ClubHouse.objects.create(version=2, **rules, **common)
    start(club, *NAMES[:4])
    assert Night.objects.filter(date=timezone.localdate(), **rules).exists()


def test_form_for_a_new_night_copies_the_last_night(club):
    autumn = season(club)
    night = past_night(club)
    form = club.get("Sven", "new_night", data={"game": night.game.slug}).context["form"]
    shown = {name: form[name].value() for name in ("place", "rounds", "drawing", "counting", "season")}
    copied = {"place": "The Swan", "rounds": 5, "drawing": "progressive", "counting": "matches"}
    assert shown == {**copied, "season": autumn.pk}


def test_two_taps_make_one_night(club):
    past_night(club)
    for _tap in range(2):
        start(club, *NAMES[:4])
    assert Night.objects.filter(date=timezone.localdate()).count() == 1


def test_failed_draw_saves_nothing_and_keeps_the_form(club):
    past_night(club)
    answer = start(club, "Bo", "Mia", guests="Zoe")
    assert answer.status_code == 422
    assert answer.context["ticked"] == [str(pk) for pk in player_pks(club, "Bo", "Mia")]
    assert "Zoe" in text(answer)
    assert "not enough people" in text(answer)
    assert Night.objects.count() == 1
    assert not Player.objects.filter(name="Zoe").exists()


def test_night_planned_for_today_begins(club):
    past_night(club)
    planned = NightCast(club, (), fields={"date": timezone.localdate(), "place": "The Crown"})
    assert "The Crown" in text(club.get("Sven", "tonight"))
    start(club, *NAMES[:4])
    assert planned.night.played_rounds.count() == 1
    assert Night.objects.count() == 2


def test_drawing_later_saves_only_attendance(club):
    past_night(club)
    answer = start(club, *NAMES[:4], button="later")
    night = Night.objects.latest("pk")
    assert answer.url == club.url("present", night.pk)
    assert (night.present.count(), night.played_rounds.count()) == (4, 0)


def test_partners_of_last_time_are_partners_again(club):
    night = night_of_fixed_pairs(club, NAMES[:6])
    night.draw()
    night.play((5, 1))
    night.end()
    start(club, "Ann", "Bo", "Cy", "Eve", button="later")
    pairs = attendance.find_pairs(list(Night.objects.latest("pk").present.select_related("player")))
    assert [{row.player.name for row in pair} for pair in pairs.partners] == [{"Ann", "Bo"}]


def test_unfinished_night_of_last_week_is_not_tonights_night(club):
    drawn_night(club, date=timezone.localdate() - timedelta(days=7))
    assert "Start tonight’s night" in text(club.get("Sven", "club"))
    assert club.get("Sven", "tonight").status_code == 200


def test_late_arrival_takes_one_tap(club):
    night = drawn_night(club)
    eve = club.player("Eve").pk
    assert f'name="player" value="{eve}"' in markup(night.get("Sven", "present"))
    night.post("Sven", "present", player=eve)
    assert present(night, "Eve").from_round == 2


def test_table_of_guests_counts_from_this_round(club):
    night = drawn_night(club, NAMES[:5])
    answer = night.post("Sven", "present", table="1", guests="Zoe\nYan")
    assert answer.url == club.url("night", night.night.pk)
    table = night.tables(1)[-1]
    assert (table.number, night.seated(table)) == (2, ["Zoe", "Yan", "Guest 1", "Guest 2"])
    assert {night.night.present.get(pk=pk).from_round for pk in table.seated} == {1}
    # A second table has new guests.
    night.post("Sven", "present", table="1")
    assert night.seated(night.tables(1)[-1]) == ["Guest 3", "Guest 4", "Guest 5", "Guest 6"]
    night.play((5, 1), (7, 2), (3, 1))
    assert night.standing()["Zoe"][1] == "7"


def test_impossible_table_is_refused_and_its_names_stay_in_the_form(club):
    night = drawn_night(club)
    for typed, message in (("Zoe\nYan\nA\nB\nC", "4 players"), ("Ann", "at a table")):
        answer = night.post("Sven", "present", table="1", guests=typed)
        assert answer.status_code == 422
        assert message in text(answer)
        assert typed in markup(answer)
        assert (night.night.present.count(), len(night.tables(1))) == (4, 1)
