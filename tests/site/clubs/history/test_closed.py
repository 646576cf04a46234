"""Closed sheets: the matches of a finished round, night or season."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import every_game
from games.engine import Adjustment, Game, PerSide, Sheet, Stopped, append_hand, to_form_data
from scorekeeper.clubs.membership import members
from scorekeeper.clubs.models import ClubEvent, Season
from scorekeeper.matches import models, phones, replay
from scorekeeper.matches.models import Match, Role
from scorekeeper.nights import closing, rounds, seasons
from scorekeeper.nights.models import Night
from scorekeeper.nights.table_status import table_status
from scorekeeper.sheet.form_fields import shown as typed
from scorekeeper.sheet.state import hands_played
from scorekeeper.web import phone_cookie
from tests.site.cast import boxes, text
from tests.site.club_cast import ClubCast, user
from tests.site.night_cast import NightCast, partners_game
from tests.site.routes import everything

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> ClubCast:
    return ClubCast()


def at_the_table(match: Match) -> Client:
    """Return a client without an account that once scanned the card of the match's table."""
    client = Client()
    client.cookies[phone_cookie.COOKIE] = "a phone that once scanned the card"
    phones.let_in(match.table, "a phone that once scanned the card", Role.SCORER, "Gus")
    return client


def fresh(match: Match) -> Match:
    return Match.objects.select_related("table").get(pk=match.pk)


def of_match(match: Match, name: str, *which: Any) -> str:
    return reverse(name, args=[match.table.code, match.number, *which])


def agreed(match: Match, points: int = 7, **more: Any) -> dict[str, Any]:
    state = replay.load_match_state(fresh(match))
    hand = Adjustment(PerSide((points,) + (0,) * (match.sides - 1)), "miscounted")
    return {"number": state.next_number, "rev": 0, "key": str(uuid4()), **boxes(state.game, hand), **more}


def every_way(match: Match) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return every request that could change the scores of a sheet: its path and data."""
    state = replay.load_match_state(fresh(match))
    last = state.sheet.rows[-1].number
    why, key = {"reason": "a reason"}, str(uuid4())
    names = {f"name.{seat}": f"New {seat}" for seat in range(match.seats)} | {"since": "all"}
    rules = {f"house-{path}": typed(said) for path, said in to_form_data(state.heading.house).items()}
    return {
        "hand": (of_match(match, "hand"), agreed(match)),
        "adjust": (of_match(match, "adjust"), agreed(match)),
        "amend": (of_match(match, "amend", 1), agreed(match, number=1, rev=state.revs[1], **why)),
        "insert": (of_match(match, "insert", 1), agreed(match, **why)),
        "strike": (of_match(match, "strike", 1), {"rev": state.revs[1], "key": key, **why}),
        "undo": (of_match(match, "undo"), {"number": last, "rev": state.revs[last], "key": key}),
        "stop": (of_match(match, "stop"), {"number": state.next_number, "key": key}),
        "rules": (of_match(match, "rules"), {"rev": 0, "key": key, "first_dealer": 1, **why, **rules}),
        "names": (of_match(match, "names"), names),
        "rematch": (of_match(match, "rematch"), {}),
        "begun": (of_match(match, "begun"), agreed(match)),
    }


def counted() -> dict[str, Any]:
    """Return everything stored except phones, which record when they were last seen."""
    return {name: rows for name, rows in everything().items() if name not in ("Phone",)}


@pytest.fixture
def night(club: ClubCast) -> NightCast:
    """Return a night with one round, in which each table has a hand."""
    made = NightCast(club, names=("Ann", "Bo", "Cy", "Di"), more={"rounds": 2})
    made.draw()
    made.write(made.tables()[0], 30, 10)
    return made


def close(night: NightCast, how: str) -> Match:
    """Return the night's match, closed by the end of its round, its night or its season."""
    match = night.match(night.tables()[0])
    if how == "season":
        # The end of a season also closes its matches outside a night: those of its tables.
        season = Season.objects.create(
            club=night.cast.club, name="Autumn", begins=timezone.localdate() - timedelta(days=90)
        )
        match = night.cast.played(partners_game(), ("Ann", "Bo", "Cy", "Di"), (30, 10))
        models.Table.objects.filter(pk=match.table_id).update(season=season)
        seasons.end_today(season, "Olga")
        return fresh(match)
    rounds.end_round(night.fresh(), 1, night.keeper)
    if how == "night":
        night.end()
    return fresh(match)


CLOSINGS = ("round", "night", "season")


@pytest.mark.parametrize("how", CLOSINGS)
def test_nothing_that_a_table_sends_counts_after_the_end(night: NightCast, how: str) -> None:
    """Check every address, from a phone that could write until the end (C2, C8)."""
    match = close(night, how)
    client = at_the_table(match)
    before = counted()
    for way, (address, sent) in every_way(match).items():
        answer = client.post(address, sent)
        assert answer.status_code in ((409,) if way == "begun" else (403, 422)), way
        if way != "begun":
            assert "is over." in text(answer), way
        assert counted() == before, way


@pytest.mark.parametrize("how", CLOSINGS)
def test_those_ways_count_as_long_as_it_is_open(night: NightCast, how: str) -> None:
    """Check that each request changes an open table, so that the test above can fail."""
    match = night.match(night.tables()[0])
    if how == "season":
        match = night.cast.played(partners_game(), ("Ann", "Bo", "Cy", "Di"), (30, 10))
    client = at_the_table(match)
    for way in every_way(match):
        if way in ("hand", "adjust", "stop", "begun") and fresh(match).ended:
            continue  # a finished match takes no further hand anyway
        before = everything()
        address, sent = every_way(match)[way]
        answer = client.post(address, sent)
        if way == "rematch" and match.table.night_id:
            continue  # a round has one match at each table
        assert answer.status_code == (204 if way == "begun" else 303), (way, text(answer))
        assert everything() != before, way


@pytest.mark.parametrize("how", CLOSINGS)
def test_a_closed_sheet_has_no_key_that_writes_and_says_why(night: NightCast, how: str) -> None:
    match = close(night, how)
    client = at_the_table(match)
    page = client.get(of_match(match, "match"))
    assert "is over." in text(page)
    for key in ("Play again", "Undo", "Ask to keep score", "Adjust points", "Start a new game"):
        assert key not in text(page), key
    assert b'id="hand-form"' not in page.content
    for name in ("hand", "adjust", "names", "stop", "rematch"):
        told = client.get(of_match(match, name))
        assert told.status_code == 403, name
        assert "Nothing was saved" in text(told), name


@pytest.mark.parametrize("how", CLOSINGS)
def test_scorekeepers_change_a_hand_with_a_reason_and_the_club_reads_it(night: NightCast, how: str) -> None:
    match = close(night, how)
    club = night.cast
    assert club.post("Mia", "match_correct", match.pk, data={}).status_code == 403
    assert club.post("Sven", "match_correct", match.pk, data={}).status_code == 303
    sven = club.clients["Sven"]
    address = of_match(match, "amend", 1)
    without = sven.post(address, agreed(match, 90, number=1, rev=1))
    assert without.status_code == 422
    assert not ClubEvent.objects.filter(what="closed_hand_changed").exists()
    told = sven.post(address, agreed(match, 90, number=1, rev=1, reason="Two tricks were forgotten"))
    assert told.status_code == 303
    assert Match.objects.get(pk=match.pk).results.get(side=0).total == 90
    event = ClubEvent.objects.get(what="closed_hand_changed")
    assert event.by_name == "Sven"
    for who, page in (("Mia", "club_log"), ("Olga", "club"), ("Sven", "club")):
        assert "Two tricks were forgotten" in text(club.get(who, page)), (who, page)
    assert of_match(match, "match") in club.get("Olga", "club").content.decode()
    assert "Two tricks were forgotten" not in text(club.get("Mia", "club"))


def as_of_old(night: NightCast) -> Match:
    """Return an open match of a round marked as ended, as in earlier releases; Sven keeps score."""
    night.night.played_rounds.update(ended=timezone.now())
    match = fresh(night.match(night.tables()[0]))
    night.cast.post("Sven", "match_correct", match.pk, data={})
    return match


@pytest.mark.parametrize("is_old", [False, True])
@pytest.mark.parametrize("how", CLOSINGS)
def test_whatever_needs_a_reason_has_a_box_for_it(night: NightCast, how: str, is_old: bool) -> None:
    match = as_of_old(night) if is_old else close(night, how)
    night.cast.post("Sven", "match_correct", match.pk, data={})
    sven = night.cast.clients["Sven"]
    asked = set()
    for way in every_way(match):
        if way in ("begun", "names", "rematch"):
            continue
        address, sent = every_way(match)[way]
        answer = sven.post(address, {**sent, "reason": "", "why": ""}, follow=True)
        if "Say why" in text(answer):
            assert b'name="reason"' in answer.content, way
            asked.add(way)
    assert asked >= {"amend", "insert", "strike", "undo", "rules"}
    if is_old:
        assert asked >= {"hand", "stop"}


def test_the_end_of_a_match_that_was_left_open_is_written_with_a_reason(night: NightCast) -> None:
    match = as_of_old(night)
    sven = night.cast.clients["Sven"]
    address, sent = every_way(match)["stop"]
    assert b'name="reason"' in sven.get(address).content
    assert sven.post(address, sent).status_code == 422
    assert sven.post(address, {**sent, "reason": "It was over"}).status_code == 303
    assert Match.objects.get(pk=match.pk).results.count() == 2


@pytest.mark.parametrize("how", CLOSINGS)
def test_the_end_of_a_closed_match_is_not_taken_back(night: NightCast, how: str) -> None:
    match = close(night, how)
    night.cast.post("Sven", "match_correct", match.pk, data={})
    state = replay.load_match_state(match)
    number = state.sheet.rows[-1].number
    assert isinstance(state.sheet.rows[-1].hand, Stopped)
    sent = {"rev": state.revs[number], "key": str(uuid4()), "reason": "by mistake"}
    answer = night.cast.clients["Sven"].post(of_match(match, "strike", number), sent)
    assert answer.status_code == 422
    assert "stays ended" in text(answer)
    assert Match.objects.get(pk=match.pk).results.count() == 2


@pytest.mark.parametrize("how", CLOSINGS)
def test_a_scorekeepers_undo_asks_for_the_reason(night: NightCast, how: str) -> None:
    match = close(night, how)
    night.cast.post("Sven", "match_correct", match.pk, data={})
    address, sent = every_way(match)["undo"]
    answer = night.cast.clients["Sven"].post(address, sent)
    assert answer["Location"] == of_match(match, "strike", sent["number"])
    assert Match.objects.get(pk=match.pk).ended is not None


def test_what_was_taken_back_stays_so_once_it_is_closed(night: NightCast) -> None:
    match = night.match(night.tables()[0])
    client = at_the_table(match)
    number = replay.load_match_state(fresh(match)).sheet.rows[-1].number
    undo = {"number": number, "rev": 1, "key": str(uuid4())}
    assert client.post(of_match(match, "undo"), undo).status_code == 303
    rounds.end_round(night.fresh(), 1, night.keeper)
    back = {"number": number, "rev": 2, "key": str(uuid4())}
    before = counted()
    answer = client.post(of_match(match, "restore"), back)
    assert answer.status_code == 422
    assert "is over." in text(answer)
    night.cast.post("Sven", "match_correct", match.pk, data={})
    asked = night.cast.clients["Sven"].post(of_match(match, "restore"), back)
    assert asked["Location"] == of_match(match, "amend", number)
    assert counted()["Entry"] == before["Entry"]


def test_who_scores_at_the_table_and_for_the_club_may_do_both(night: NightCast) -> None:
    """Check that the table's right remains, and the phone is also known as a scorekeeper's."""
    match = close(night, "night")
    club = night.cast
    phones.let_in(match.table, "a phone that belongs to Olga", Role.SCORER, "Olga")
    change = of_match(match, "amend", 1), agreed(match, 90, number=1, rev=1, reason="miscounted")
    assert club.clients["Olga"].post(*change).status_code == 422
    assert "Keep score here" in text(club.clients["Olga"].get(of_match(match, "match")))
    club.post("Olga", "keep_at_club", match.table.code, data={})
    assert club.clients["Olga"].post(*change).status_code == 303
    phone = models.Phone.objects.get(key_hash=phones.hashed("a phone that belongs to Olga"))
    assert phone.rests_on == ""


def test_what_only_the_secretary_may_ends_with_the_role(night: NightCast) -> None:
    match = close(night, "night")
    club = night.cast
    club.post("Sven", "match_correct", match.pk, data={})
    members.set_role(club.club, user("Olga"), "Olga", club.member("Sven").pk, "member")
    sent = agreed(match, 90, number=1, rev=1, reason="miscounted")
    assert club.clients["Sven"].post(of_match(match, "amend", 1), sent).status_code in (403, 422)
    assert Match.objects.get(pk=match.pk).results.get(side=0).total == 30


# Rounds ------------------------------------------------------------------------------------------------


def test_only_scorekeepers_take_the_end_of_a_round_back(night: NightCast) -> None:
    match = close(night, "round")
    assert isinstance(replay.load_match_state(match).sheet.rows[-1].hand, Stopped)
    assert night.post("Mia", "end_round", round="1", again="1").status_code == 403
    assert night.fresh().played_rounds.get().ended is not None
    assert "Reopen round 1" in text(night.get("Sven"))
    assert night.post("Sven", "end_round", round="1", again="1").status_code == 303
    assert night.fresh().played_rounds.get().ended is None
    assert not isinstance(replay.load_match_state(fresh(match)).sheet.rows[-1].hand, Stopped)
    assert Match.objects.get(pk=match.pk).ended is None
    assert ClubEvent.objects.filter(what="round_goes_on").count() == 1
    assert not ClubEvent.objects.filter(what="closed_hand_changed").exists()
    client = at_the_table(match)
    assert client.post(of_match(match, "hand"), agreed(match)).status_code == 303
    # Ending twice is idempotent, and rounds of a finished night cannot be reopened.
    assert not rounds.reopen_round(night.fresh(), 1, night.keeper)
    rounds.end_round(night.fresh(), 1, night.keeper)
    night.end()
    told = night.post("Sven", "end_round", round="1", again="1")
    assert told.status_code == 422
    assert night.fresh().played_rounds.get().ended is not None


@cache
def steady() -> tuple[Game[Any], tuple[int, int], Any]:
    """Return a game, a seating and a hand that can be played five times without ending the match."""
    for game in every_game().values():
        house = game.presets[0].house
        for example in game.examples:
            hand, sheet = example.hands[0], Sheet(example.seating, house)
            if example.house != house or example.seating.seats != 4:
                continue
            for number in range(1, 6):
                sheet = append_hand(game, sheet, hand, number)
            if sheet.outcome is None and not any(row.problems for row in sheet.rows):
                return game, example.seating.shape, hand
    raise AssertionError("there is no such game")


def with_limit(club: ClubCast, **more: Any) -> tuple[NightCast, Match]:
    game, shape, _hand = steady()
    made = NightCast(club, names=("Ann", "Bo", "Cy", "Di"), game=game, shape=shape, more=more)
    made.draw()
    return made, made.match(made.tables()[0])


def sent_hand(match: Match) -> dict[str, Any]:
    """Return the fields of the steady game's hand as the next one."""
    game, _shape, hand = steady()
    number = replay.load_match_state(fresh(match)).next_number
    return {"number": number, "rev": 0, "key": str(uuid4()), **boxes(game, hand)}


def test_a_round_has_no_more_hands_than_it_was_given(club: ClubCast) -> None:
    made, match = with_limit(club, hands=2)
    client = at_the_table(match)
    for _hand in range(2):
        assert client.post(of_match(match, "hand"), sent_hand(match)).status_code == 303
    before = counted()
    told = client.post(of_match(match, "hand"), sent_hand(match))
    assert told.status_code == 422
    assert "All 2 hands of the round are played" in text(told)
    forgotten = sent_hand(match) | {"reason": "forgotten"}
    assert client.post(of_match(match, "insert", 1), forgotten).status_code == 422
    assert client.post(of_match(match, "rematch"), {}).status_code == 403
    assert counted() == before
    # The table can edit its hands until the round ends.
    again = sent_hand(match) | {"number": 1, "rev": 1, "reason": "miscounted"}
    assert client.post(of_match(match, "amend", 1), again).status_code == 303
    assert client.post(of_match(match, "hand"), agreed(match)).status_code == 303
    # Deleting a hand makes room for another.
    strike = {"rev": 2, "key": str(uuid4()), "reason": "was never played"}
    assert client.post(of_match(match, "strike", 1), strike).status_code == 303
    assert client.post(of_match(match, "hand"), sent_hand(match)).status_code == 303
    assert made.fresh().played_rounds.get().ended is None


def test_matches_of_one_table_share_the_hands_of_its_round(club: ClubCast) -> None:
    made, match = with_limit(club, hands=2)
    client = at_the_table(match)
    assert client.post(of_match(match, "hand"), sent_hand(match)).status_code == 303
    assert client.post(of_match(match, "stop"), {"number": 2, "key": str(uuid4())}).status_code == 303
    assert client.post(of_match(match, "rematch"), {}).status_code == 303
    second = made.match(made.tables()[0])
    assert second.number == 2
    assert client.post(of_match(second, "hand"), sent_hand(second)).status_code == 303
    assert client.post(of_match(second, "hand"), sent_hand(second)).status_code == 422


@pytest.mark.parametrize(("minutes", "over"), [(20, False), (20, True), (0, False)])
def test_a_table_plays_again_only_as_long_as_the_round_lasts(
    club: ClubCast, minutes: int, over: bool
) -> None:
    made, match = with_limit(club, minutes=minutes)
    if minutes:
        rounds.change_clock(made.fresh(), 1, "begin")
    if over:
        made.fresh().played_rounds.update(began=timezone.now() - timedelta(minutes=minutes + 1))
    client = at_the_table(match)
    client.post(of_match(match, "hand"), agreed(match))
    assert client.post(of_match(match, "stop"), {"number": 2, "key": str(uuid4())}).status_code == 303
    page = text(client.get(of_match(match, "match")))
    goes_on = minutes > 0 and not over
    assert ("Play again" in page) is goes_on
    assert client.post(of_match(match, "rematch"), {}).status_code == (303 if goes_on else 403)
    assert match.table.matches.count() == (2 if goes_on else 1)


def test_a_hand_that_waited_on_a_phone_comes_back_with_all_that_was_typed(night: NightCast) -> None:
    """Check that a pending hand sent after the end of its round is refused but not lost."""
    match = night.match(night.tables()[0])
    client, sent = at_the_table(match), agreed(match, 41)
    close(night, "round")
    told = client.post(of_match(match, "hand"), sent)
    assert told.status_code == 409
    assert "Yours" in text(told)
    assert "The round is over." in text(told)
    # The page offers nothing that a closed sheet would refuse.
    assert "Mine is right" not in text(told)
    assert 'value="41"' in told.content.decode()
    # A hand that was saved before the end, and whose answer was lost, is still confirmed.
    rounds.reopen_round(night.fresh(), 1, night.keeper)
    sent = agreed(match, 42)
    assert client.post(of_match(match, "hand"), sent).status_code == 303
    rounds.end_round(night.fresh(), 1, night.keeper)
    again = client.post(of_match(match, "hand"), sent)
    assert again.status_code == 303
    assert again["Idempotent-Replayed"] == "true"


# Nights and seasons ------------------------------------------------------------------------------------


def test_a_night_that_goes_on_lets_the_round_that_ended_be(night: NightCast) -> None:
    match = close(night, "night")
    assert rounds.end_night(night.fresh(), False, "Sven")
    over = closing.closed_for(match.table, match)
    assert over is not None
    assert over.words.template == "The round is over."


def test_a_match_that_goes_on_when_its_season_ends_is_played_to_its_end(club: ClubCast) -> None:
    season = Season.objects.create(
        club=club.club, name="Autumn", begins=timezone.localdate() - timedelta(days=90)
    )
    match = club.sit_down(partners_game(), ("Ann", "Bo", "Cy", "Di"))
    models.Table.objects.filter(pk=match.table_id).update(season=season)
    Season.objects.update(ends=timezone.localdate() - timedelta(days=1))
    client = at_the_table(match)
    assert client.post(of_match(match, "hand"), agreed(match)).status_code == 303
    assert client.post(of_match(match, "stop"), {"number": 2, "key": str(uuid4())}).status_code == 303
    assert client.post(of_match(match, "rematch"), {}).status_code == 403, "it would count for the season"
    assert "The season is over." in text(client.get(of_match(match, "match")))


@pytest.mark.parametrize(("days", "early", "over"), [(1, False, False), (0, False, False), (0, True, True)])
def test_a_season_is_over_after_its_last_day_or_when_it_was_ended(
    club: ClubCast, days: int, early: bool, over: bool
) -> None:
    today = timezone.localdate(timezone=club.club.zone)
    season = Season.objects.create(club=club.club, name="Autumn", begins=today - timedelta(days=9))
    if early:
        seasons.end_today(season, "Olga")
    else:
        season.ends = today + timedelta(days=days)
        season.save()
    assert seasons.is_over(Season.objects.get()) is over
    seasons.undo_end(season, "Olga")
    assert not seasons.is_over(Season.objects.get())
    Season.objects.update(ends=today - timedelta(days=1))
    assert seasons.is_over(Season.objects.get())


def test_at_an_ordinary_table_nothing_is_asked(club: ClubCast, django_assert_num_queries: Any) -> None:
    match = fresh(club.played(partners_game(), ("Ann", "Bo", "Cy", "Di"), (30, 10)))
    with django_assert_num_queries(0):
        assert closing.closed_for(match.table, match) is None
        assert closing.no_more_matches(match.table) is None


# Prizes ------------------------------------------------------------------------------------------------


def test_prizes_stay_as_they_were_read_out(night: NightCast) -> None:
    """Check that the prizes by current scores are shown beside them (decision 0026)."""
    rounds.end_round(night.fresh(), 1, night.keeper)
    assert night.post("Sven", "end_night").status_code == 303
    read_out = text(night.get("Mia", "night_prizes"))
    assert "By current scores" not in read_out
    assert "Standings as announced" not in read_out
    standing = night.get("Mia", "night_prizes").context["now"].standing_now
    first = next(line for line in read_out.split("First prize")[1:])
    match = night.match(night.tables()[0])
    winners = [night.seated(night.tables()[0])[seat] for seat in (0, 2)]
    losers = [night.seated(night.tables()[0])[seat] for seat in (1, 3)]
    assert all(name in first for name in winners)
    night.cast.post("Sven", "match_correct", match.pk, data={})
    state = replay.load_match_state(fresh(match))
    hand = Adjustment(PerSide((0, 50)), "the other way round")
    sent = {"number": 1, "rev": 1, "key": str(uuid4()), "reason": "wrong side", **boxes(state.game, hand)}
    assert night.cast.clients["Sven"].post(of_match(match, "amend", 1), sent).status_code == 303
    page = night.get("Mia", "night_prizes")
    given, now = text(page).split("By current scores")
    assert all(name in given.split("First prize")[1].split("Second prize")[0] for name in winners)
    assert all(name in now.split("First prize")[1].split("Second prize")[0] for name in losers)
    assert page.context["now"].standing_read_out == standing != page.context["now"].standing_now
    guest = Client().get(reverse("guest_night", args=[night.night.code]))
    for told in (page, guest):
        assert "Standings as announced" in text(told)
    assert text(night.get("Mia", "wall")).count("First prize") == 1
    # Prizes that are read out again after the night went on replace the first ones.
    night.post("Sven", "end_night", again="1")
    night.post("Sven", "end_night")
    again = text(night.get("Mia", "night_prizes"))
    assert "By current scores" not in again
    assert "Standings as announced" not in again
    assert all(name in again.split("First prize")[1].split("Second prize")[0] for name in losers)


def test_the_hands_that_a_night_counts_are_those_of_the_game(night: NightCast) -> None:
    match = close(night, "round")
    told = table_status(match.table)
    assert told is not None
    assert hands_played(replay.load_match_state(match).sheet) == 0, "points agreed on, and the end"
    assert Night.objects.get(pk=night.night.pk).hands == 0
