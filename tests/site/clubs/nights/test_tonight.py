"""An ordinary evening: settings copied from the last one, late arrivals, and a table of guests."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.engine import to_json
from scorekeeper.clubs.models import ClubHouse, Player, Season
from scorekeeper.nights import attendance
from scorekeeper.nights.models import Night
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.night_cast import NAMES, NightCast, season

TONIGHT = "Start tonight’s night"


@pytest.fixture
def club(db: None) -> ClubCast:
    return ClubCast()


def held(club: ClubCast, names: tuple[str, ...] = NAMES[:8], **more: Any) -> NightCast:
    """Create a finished night whose settings all differ from the defaults."""
    said = {"place": "The Swan", "rounds": 5, "hands": 6, "minutes": 25, "drawing": "progressive"}
    made = NightCast(club, names, more={**said, "counting": "matches", "prizes": ["third"], **more})
    made.draw()
    made.play(*[(5, 1)] * len(made.tables()))
    made.end()
    return made


def ticked(club: ClubCast, *names: str) -> list[int]:
    return [club.player(name).pk for name in names]


def test_two_requests_lead_from_the_clubs_page_to_drawn_tables(club: ClubCast) -> None:
    autumn = season(club)
    last = held(club)
    page = club.get("Sven", "tonight")
    assert page.context["ticked"] == [str(pk) for pk in ticked(club, *NAMES[:8])]
    answer = club.post("Sven", "tonight", data={"draw": "1", "player": page.context["ticked"]})
    night = Night.objects.latest("pk")
    assert answer.url == club.url("night", night.pk)
    assert night.played_rounds.get().tables.count() == 2
    for name in ("place", "rounds", "hands", "minutes", "drawing", "counting", "prizes", "preset", "house"):
        assert getattr(night, name) == getattr(last.night, name), name
    assert (night.date, night.name, night.season) == (timezone.localdate(), "", autumn)


def test_a_season_that_is_over_is_not_taken_over(club: ClubCast) -> None:
    old = Season.objects.create(club=club.club, name="2020", begins=date(2020, 1, 1), ends=date(2020, 12, 31))
    held(club, season=old)
    club.post("Sven", "tonight", data={"draw": "1", "player": ticked(club, *NAMES[:4])})
    assert Night.objects.latest("pk").season is None


def test_house_rules_that_were_changed_since_are_played_as_they_are_now(club: ClubCast) -> None:
    made = held(club)
    game = made.game
    other = [preset for preset in game.presets if (4, 2) in game.shapes(preset)][-1]
    ours = {"club": club.club, "name": "Ours", "game_slug": game.slug, "seats": 4, "sides": 2}
    ClubHouse.objects.create(preset=made.night.preset, house=made.night.house, until=timezone.now(), **ours)
    ClubHouse.objects.create(preset=other.id, house=to_json(other.house), version=2, **ours)
    club.post("Sven", "tonight", data={"draw": "1", "player": ticked(club, *NAMES[:4])})
    night = Night.objects.latest("pk")
    assert (night.preset, night.house) == (other.id, to_json(other.house))


def test_a_new_night_of_the_form_is_like_the_last_one_too(club: ClubCast) -> None:
    autumn = season(club)
    made = held(club)
    form = club.clients["Sven"].get(club.url("new_night"), {"game": made.game.slug}).context["form"]
    shown = {name: form[name].value() for name in ("place", "rounds", "drawing", "counting", "season")}
    assert shown == {
        "place": "The Swan",
        "rounds": 5,
        "drawing": "progressive",
        "counting": "matches",
        "season": str(autumn.pk),
    }


def test_two_taps_make_one_night(club: ClubCast) -> None:
    held(club)
    for _tap in range(2):
        club.post("Sven", "tonight", data={"draw": "1", "player": ticked(club, *NAMES[:4])})
    assert Night.objects.filter(date=timezone.localdate()).count() == 1


def test_what_cannot_be_drawn_leaves_nothing_behind_and_every_tick_as_it_was(club: ClubCast) -> None:
    held(club)
    two = ticked(club, "Bo", "Mia")
    answer = club.post("Sven", "tonight", data={"draw": "1", "player": two, "guests": "Zoe"})
    assert answer.status_code == 422
    assert answer.context["ticked"] == [str(pk) for pk in two]
    assert "Zoe" in text(answer)
    assert "not enough people" in text(answer)
    assert Night.objects.count() == 1
    assert not Player.objects.filter(name="Zoe").exists()


def test_a_night_that_was_planned_for_today_is_the_one_that_begins(club: ClubCast) -> None:
    held(club)
    planned = NightCast(club, (), more={"date": timezone.localdate(), "place": "The Crown"})
    assert "The Crown" in text(club.get("Sven", "tonight"))
    club.post("Sven", "tonight", data={"draw": "1", "player": ticked(club, *NAMES[:4])})
    assert planned.night.played_rounds.count() == 1
    assert Night.objects.count() == 2


def test_draw_later_leaves_the_people_and_no_round(club: ClubCast) -> None:
    held(club)
    answer = club.post("Sven", "tonight", data={"later": "1", "player": ticked(club, *NAMES[:4])})
    night = Night.objects.latest("pk")
    assert answer.url == club.url("present", night.pk)
    assert (night.present.count(), night.played_rounds.count()) == (4, 0)


def test_partners_of_last_time_are_partners_again(club: ClubCast) -> None:
    made = NightCast(club, NAMES[:6], more={"drawing": "fixed"})
    here = {one.player.name: one for one in made.night.present.select_related("player")}
    attendance.pair(made.night, here["Ann"], here["Bo"])
    attendance.pair(made.night, here["Cy"], here["Di"])
    made.draw()
    made.play((5, 1))
    made.end()
    club.post("Sven", "tonight", data={"later": "1", "player": ticked(club, "Ann", "Bo", "Cy", "Eve")})
    pairs = attendance.find_pairs(list(Night.objects.latest("pk").present.select_related("player")))
    assert [{one.player.name for one in pair} for pair in pairs.partners] == [{"Ann", "Bo"}]


def test_a_night_of_last_week_that_nobody_closed_is_not_tonights(club: ClubCast) -> None:
    made = NightCast(club, NAMES[:4], more={"date": timezone.localdate() - timedelta(days=7)})
    made.draw()
    assert TONIGHT in text(club.get("Sven", "club"))
    assert club.get("Sven", "tonight").status_code == 200


def test_late_comers_and_leavers_are_one_tap_on_the_page_of_who_is_here(club: ClubCast) -> None:
    made = NightCast(club, NAMES[:4])
    made.draw()
    eve = club.player("Eve")
    key = f'name="player" value="{eve.pk}"'
    assert f'<button type="submit" class="key" {key}' in made.get("Sven", "present").content.decode()
    made.post("Sven", "present", player=eve.pk)
    assert made.night.present.get(player=eve).from_round == 2


def test_a_table_of_guests_plays_at_once_and_counts_from_this_round(club: ClubCast) -> None:
    made = NightCast(club, NAMES[:5])
    made.draw()
    answer = made.post("Sven", "present", table="1", guests="Zoe\nYan")
    assert answer.url == club.url("night", made.night.pk)
    one = made.tables(1)[-1]
    assert (one.number, made.seated(one)) == (2, ["Zoe", "Yan", "Guest 1", "Guest 2"])
    assert {made.night.present.get(pk=pk).from_round for pk in one.seated} == {1}
    made.play((5, 1), (7, 2))
    assert made.standing()["Zoe"][1] == "7"


def test_a_second_table_of_guests_are_others(club: ClubCast) -> None:
    made = NightCast(club, NAMES[:4])
    made.draw()
    for _table in range(2):
        made.post("Sven", "present", table="1")
    assert made.seated(made.tables(1)[-1]) == ["Guest 5", "Guest 6", "Guest 7", "Guest 8"]


@pytest.mark.parametrize(("typed", "said"), [("Zoe\nYan\nA\nB\nC", "4 players"), ("Ann", "at a table")])
def test_a_table_that_cannot_be_is_refused_and_what_was_typed_stays(
    club: ClubCast, typed: str, said: str
) -> None:
    made = NightCast(club, NAMES[:4])
    made.draw()
    before = made.night.present.count()
    answer = made.post("Sven", "present", table="1", guests=typed)
    assert answer.status_code == 422
    assert said in text(answer)
    assert typed in answer.content.decode()
    assert (made.night.present.count(), len(made.tables(1))) == (before, 1)
