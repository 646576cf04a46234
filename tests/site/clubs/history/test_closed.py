"""Closed sheets: the matches of a finished round, night or season."""

from datetime import timedelta
from functools import cache

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import every_game
from games.engine import Sheet, Stopped, append_hand, to_form_data
from scorekeeper.clubs.membership import members
from scorekeeper.clubs.models import ClubEvent, Season
from scorekeeper.history.models import Played
from scorekeeper.matches import models, phones, replay
from scorekeeper.matches.models import Match, Role
from scorekeeper.nights import rounds, seasons
from scorekeeper.sheet.form_fields import box_value
from scorekeeper.web import phone_cookie
from tests.site.cast import adjustment, boxes, markup, new_key, text
from tests.site.club_cast import user
from tests.site.clubs.figures.test_ratings import play_pairs
from tests.site.clubs.nights.evenings import drawn_night, running_season
from tests.site.night_cast import NAMES, NightCast, partners_game
from tests.site.routes import all_rows


def scorer_at(match):
    """Return a client that is not signed in and has scanned the QR code of the match's table."""
    client = Client()
    client.cookies[phone_cookie.COOKIE] = "a phone that once scanned the card"
    phones.let_in(match.table, "a phone that once scanned the card", Role.SCORER, "Gus")
    return client


def fresh(match):
    return Match.objects.select_related("table").get(pk=match.pk)


def last_hand(match):
    return replay.load_match_state(fresh(match)).sheet.rows[-1].hand


def match_url(match, name, *args):
    return reverse(name, args=[match.table.code, match.number, *args])


def send(client, match, name, data=None, *args):
    return client.post(match_url(match, name, *args), data or {}).status_code


def end(client, match):
    return send(client, match, "stop", {"number": 2, "key": new_key()})


def form_of(match, hand, **more):
    state = replay.load_match_state(fresh(match))
    return {"number": state.next_number, "rev": 0, "key": new_key(), **boxes(state.game, hand), **more}


def adjustment_form(match, points=7, **more):
    return form_of(match, adjustment(points, match.sides), **more)


def all_writes(match):
    """Return the URL and data of every request that could change a sheet's scores, keyed by URL name."""
    state = replay.load_match_state(fresh(match))
    last = state.sheet.rows[-1].number
    why, key = {"reason": "a reason"}, new_key()
    names = {f"name.{seat}": f"New {seat}" for seat in range(match.seats)} | {"since": "all"}
    rules = {f"house-{path}": box_value(answer) for path, answer in to_form_data(state.heading.house).items()}
    return {
        "hand": (match_url(match, "hand"), adjustment_form(match)),
        "adjust": (match_url(match, "adjust"), adjustment_form(match)),
        "amend": (match_url(match, "amend", 1), adjustment_form(match, number=1, rev=state.revs[1], **why)),
        "insert": (match_url(match, "insert", 1), adjustment_form(match, **why)),
        "strike": (match_url(match, "strike", 1), {"rev": state.revs[1], "key": key, **why}),
        "undo": (match_url(match, "undo"), {"number": last, "rev": state.revs[last], "key": key}),
        "stop": (match_url(match, "stop"), {"number": state.next_number, "key": key}),
        "rules": (match_url(match, "rules"), {"rev": 0, "key": key, "first_dealer": 1, **why, **rules}),
        "names": (match_url(match, "names"), names),
        "rematch": (match_url(match, "rematch"), {}),
        # The draft of the next hand.
        "begun": (match_url(match, "begun"), adjustment_form(match)),
    }


def stored():
    """Return everything stored except phones, which record when they were last seen."""
    return {name: rows for name, rows in all_rows().items() if name != "Phone"}


@pytest.fixture
def night(club):
    night = drawn_night(club, rounds=2)
    night.write(night.tables()[0], 30, 10)
    return night


def first_match(night):
    return night.match(night.tables()[0])


def end_round(night):
    rounds.end_round(night.fresh(), 1, night.keeper)


def close(night, period):
    """Return a match that is closed by the end of its round, night or season."""
    match = first_match(night)
    if period == "season":
        # The end of a season also closes matches outside nights, at tables of the season.
        season = running_season(night.cast)
        match = play_pairs(night.cast, 30, 10)
        models.Table.objects.filter(pk=match.table_id).update(season=season)
        seasons.end_today(season, "Olga")
        return fresh(match)
    end_round(night)
    if period == "night":
        night.end()
    return fresh(match)


PERIODS = ("round", "night", "season")


@pytest.fixture(params=PERIODS)
def period(request):
    return request.param


def test_closed_sheet_refuses_every_write(night, period):
    match = close(night, period)
    client = scorer_at(match)
    before = stored()
    for name, (url, sent) in all_writes(match).items():
        answer = client.post(url, sent)
        if name == "begun":
            assert answer.status_code == 409
        else:
            assert answer.status_code in (403, 422), name
            assert "is over." in text(answer), name
        assert stored() == before, name
    page = client.get(match_url(match, "match"))
    assert "is over." in text(page)
    for button in ("Play again", "Undo", "Ask to keep score", "Adjust points", "Start a new game"):
        assert button not in text(page), button
    assert b'id="hand-form"' not in page.content
    for name in ("hand", "adjust", "names", "stop", "rematch"):
        assert client.get(match_url(match, name)).status_code == 403, name


@pytest.mark.parametrize("at_night", [True, False])
def test_open_sheet_accepts_every_write(night, at_night):
    match = first_match(night) if at_night else play_pairs(night.cast, 30, 10)
    client = scorer_at(match)
    for name in all_writes(match):
        if name in ("hand", "adjust", "stop", "begun") and fresh(match).ended:
            continue  # a finished match takes no further hand anyway
        before = all_rows()
        url, sent = all_writes(match)[name]
        answer = client.post(url, sent)
        if name == "rematch" and at_night:
            continue  # a round without a limit of hands or time has one match at each table
        assert answer.status_code == (204 if name == "begun" else 303), (name, text(answer))
        assert all_rows() != before, name


def test_scorekeeper_changes_a_closed_hand_with_a_reason(night, period):
    match, club = close(night, period), night.cast
    sven = scorekeeper(night, match)
    change = adjustment_form(match, 90, number=1, rev=1)
    assert send(sven, match, "amend", change, 1) == 422
    assert not ClubEvent.objects.filter(what="closed_hand_changed").exists()
    assert send(sven, match, "amend", change | {"reason": "Two tricks were forgotten"}, 1) == 303
    assert match.results.get(side=0).total == 90
    assert ClubEvent.objects.get(what="closed_hand_changed").by_name == "Sven"
    for who, page in (("Mia", "club_log"), ("Olga", "club"), ("Sven", "club")):
        assert "Two tricks were forgotten" in text(club.get(who, page)), (who, page)
    assert match_url(match, "match") in markup(club.get("Olga", "club"))
    assert "Two tricks were forgotten" not in text(club.get("Mia", "club"))


def scorekeeper(night, match):
    assert night.cast.post("Sven", "match_correct", match.pk, data={}).status_code == 303
    return night.cast.clients["Sven"]


@pytest.mark.parametrize("period", [*PERIODS, "earlier release"])
def test_every_write_that_needs_a_reason_asks_for_it(night, period):
    is_old = period == "earlier release"
    if is_old:  # an earlier release left the matches of an ended round open
        night.night.played_rounds.update(ended=timezone.now())
    match = fresh(first_match(night)) if is_old else close(night, period)
    sven, asked = scorekeeper(night, match), set()
    for name in all_writes(match):
        if name in ("begun", "names", "rematch"):
            continue
        url, sent = all_writes(match)[name]
        answer = sven.post(url, {**sent, "reason": "", "why": ""}, follow=True)
        if "Say why" in text(answer):
            assert b'name="reason"' in answer.content, name
            asked.add(name)
    assert asked >= {"amend", "insert", "strike", "undo", "rules"}
    if is_old:
        assert asked >= {"hand", "stop"}
        url, sent = all_writes(match)["stop"]
        sven.post(url, {**sent, "reason": "It was over"})
    assert fresh(match).ended


def test_closed_match_stays_ended(night, period):
    match = close(night, period)
    state = replay.load_match_state(match)
    last = state.sheet.rows[-1]
    assert isinstance(last.hand, Stopped)
    sent = {"rev": state.revs[last.number], "key": new_key(), "reason": "by mistake"}
    answer = scorekeeper(night, match).post(match_url(match, "strike", last.number), sent)
    assert answer.status_code == 422
    assert "stays ended" in text(answer)
    assert match.results.count() == 2


def test_closed_sheet_restores_no_undone_hand(night):
    match = first_match(night)
    client = scorer_at(match)
    assert send(client, match, "undo", {"number": 1, "rev": 1, "key": new_key()}) == 303
    end_round(night)
    sent, before = {"number": 1, "rev": 2, "key": new_key()}, stored()
    answer = client.post(match_url(match, "restore"), sent)
    assert answer.status_code == 422
    assert "is over." in text(answer)
    answer = scorekeeper(night, match).post(match_url(match, "restore"), sent)
    assert answer["Location"] == match_url(match, "amend", 1)
    assert stored()["Entry"] == before["Entry"]


def test_scorer_at_the_table_may_also_score_for_the_club(night):
    match, olga = close(night, "night"), night.cast.clients["Olga"]
    phones.let_in(match.table, "a phone that belongs to Olga", Role.SCORER, "Olga")
    change = adjustment_form(match, 90, number=1, rev=1, reason="miscounted")
    assert send(olga, match, "amend", change, 1) == 422
    assert "Keep score here" in text(olga.get(match_url(match, "match")))
    night.cast.post("Olga", "keep_at_club", match.table.code, data={})
    assert send(olga, match, "amend", change, 1) == 303
    phone = models.Phone.objects.get(key_hash=phones.hash_key("a phone that belongs to Olga"))
    assert phone.rests_on == ""  # her right at the table still does not depend on a club role


def test_scorekeeper_who_lost_the_role_cannot_change_a_closed_sheet(night):
    match, club = close(night, "night"), night.cast
    sven = scorekeeper(night, match)
    members.set_role(club.club, user("Olga"), "Olga", club.member("Sven").pk, "member")
    change = adjustment_form(match, 90, number=1, rev=1, reason="miscounted")
    assert send(sven, match, "amend", change, 1) in (403, 422)
    assert match.results.get(side=0).total == 30


def test_scorekeeper_reopens_a_round(night):
    match = close(night, "round")
    assert last_hand(match) == Stopped()
    assert "Reopen round 1" in text(night.get("Sven"))
    assert night.post("Sven", "end_round", round="1", again="1").status_code == 303
    assert night.fresh().played_rounds.get().ended is None
    assert last_hand(match) != Stopped()
    assert fresh(match).ended is None
    assert ClubEvent.objects.filter(what="round_goes_on").count() == 1
    assert not ClubEvent.objects.filter(what="closed_hand_changed").exists()
    client = scorer_at(match)
    assert send(client, match, "hand", adjustment_form(match)) == 303
    # Reopening an open round changes nothing, and rounds of a finished night cannot be reopened.
    rounds.reopen_round(night.fresh(), 1, night.keeper)
    end_round(night)
    night.end()
    assert night.post("Sven", "end_round", round="1", again="1").status_code == 422
    assert night.fresh().played_rounds.get().ended is not None
    # A reopened night keeps its round closed.
    assert rounds.end_night(night.fresh(), False, "Sven")
    assert "The round is over." in text(client.get(match_url(match, "match")))


@cache
def repeatable_hand():
    """Return a game, a shape and a hand that can be played five times without ending the match."""
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


def limited_round(club, **more):
    game, shape, _hand = repeatable_hand()
    night = NightCast(club, NAMES[:4], game, shape, more)
    night.draw()
    return night, first_match(night)


def hand_form(match, **more):
    return form_of(match, repeatable_hand()[2], **more)


def test_round_takes_no_more_hands_than_its_limit(club):
    night, match = limited_round(club, hands=2)
    client = scorer_at(match)
    for _hand in range(2):
        assert send(client, match, "hand", hand_form(match)) == 303
    before = stored()
    answer = client.post(match_url(match, "hand"), hand_form(match))
    assert answer.status_code == 422
    assert "All 2 hands of the round are played" in text(answer)
    assert send(client, match, "insert", hand_form(match, reason="forgotten"), 1) == 422
    assert send(client, match, "rematch") == 403
    assert stored() == before
    # The table can edit its hands until the round ends.
    edit = hand_form(match, number=1, rev=1, reason="miscounted")
    assert send(client, match, "amend", edit, 1) == 303
    assert send(client, match, "hand", adjustment_form(match)) == 303
    strike = {"rev": 2, "key": new_key(), "reason": "was never played"}
    assert send(client, match, "strike", strike, 1) == 303
    assert send(client, match, "hand", hand_form(match)) == 303
    assert night.fresh().played_rounds.get().ended is None


def test_matches_of_one_table_share_the_rounds_limit_of_hands(club):
    night, match = limited_round(club, hands=2)
    client = scorer_at(match)
    assert send(client, match, "hand", hand_form(match)) == 303
    assert end(client, match) == 303
    assert send(client, match, "rematch") == 303
    second = first_match(night)
    assert second.number == 2
    assert send(client, second, "hand", hand_form(second)) == 303
    assert send(client, second, "hand", hand_form(second)) == 422


# Without a time limit (0 minutes), a table plays one match in the round.
@pytest.mark.parametrize(("minutes", "over"), [(20, False), (20, True), (0, False)])
def test_table_plays_again_until_the_round_is_over(club, minutes, over):
    night, match = limited_round(club, minutes=minutes)
    if minutes:
        rounds.change_clock(night.fresh(), 1, "begin")
    if over:
        night.fresh().played_rounds.update(began=timezone.now() - timedelta(minutes=minutes + 1))
    client = scorer_at(match)
    client.post(match_url(match, "hand"), adjustment_form(match))
    assert end(client, match) == 303
    page = text(client.get(match_url(match, "match")))
    goes_on = minutes > 0 and not over
    assert ("Play again" in page) is goes_on
    assert send(client, match, "rematch") == (303 if goes_on else 403)
    assert match.table.matches.count() == (2 if goes_on else 1)


def timed_round(club):
    """Return a night whose clock runs, a match with one hand, and its scorer's client."""
    night, match = limited_round(club, minutes=20)
    rounds.change_clock(night.fresh(), 1, "begin")
    client = scorer_at(match)
    assert send(client, match, "hand", adjustment_form(match)) == 303
    return night, match, client


def test_ended_match_counts_until_the_next_start_is_undone(club):
    _night, match, client = timed_round(club)
    assert "or leave it unfinished?" in text(client.get(match_url(match, "rematch")))
    assert send(client, match, "rematch") == 422
    assert send(client, match, "rematch", {"start": "end"}) == 303
    assert Played.objects.filter(match=match).exists()
    second = match.table.matches.get(number=2)
    assert send(client, second, "undo_start") == 303
    assert not Played.objects.filter(match=match).exists()
    assert fresh(match).ended is None
    assert send(client, match, "hand", adjustment_form(match, 3)) == 303


def test_unfinished_match_ends_with_its_round(club):
    night, match, client = timed_round(club)
    assert send(client, match, "rematch", {"start": "leave"}) == 303
    second = match.table.matches.get(number=2)
    assert send(client, match, "go_on") == 303
    end_round(night)
    assert fresh(match).results.exists()
    before = fresh(match).table.version
    for target, name in ((match, "go_on"), (second, "undo_start"), (second, "go_on"), (match, "rematch")):
        assert send(client, target, name) in (403, 409), name
    assert fresh(match).table.version == before


def test_late_hand_is_refused_but_not_lost(night):
    match = first_match(night)
    client, sent = scorer_at(match), adjustment_form(match, 41)
    close(night, "round")
    answer = client.post(match_url(match, "hand"), sent)
    assert answer.status_code == 409
    assert "The round is over." in text(answer)
    # The page offers nothing that a closed sheet would refuse.
    assert "Mine is right" not in text(answer)
    assert 'value="41"' in markup(answer)
    # A hand that was saved before the end is still confirmed when the phone sends it again.
    rounds.reopen_round(night.fresh(), 1, night.keeper)
    sent = adjustment_form(match, 42)
    assert send(client, match, "hand", sent) == 303
    end_round(night)
    repeated = client.post(match_url(match, "hand"), sent)
    assert repeated.status_code == 303
    assert repeated["Idempotent-Replayed"] == "true"


def test_open_match_can_be_finished_after_its_season(club):
    match = club.sit_down(partners_game(), NAMES[:4])
    models.Table.objects.update(season=running_season(club))
    Season.objects.update(ends=timezone.localdate() - timedelta(days=1))
    client = scorer_at(match)
    assert send(client, match, "hand", adjustment_form(match)) == 303
    assert end(client, match) == 303
    assert send(client, match, "rematch") == 403, "it would count for the season"
    assert "The season is over." in text(client.get(match_url(match, "match")))


def test_season_is_over_after_its_last_day_or_when_ended(club):
    season = running_season(club)
    for days, over in (1, False), (0, False), (-1, True):
        season.ends = timezone.localdate(timezone=club.club.zone) + timedelta(days=days)
        assert seasons.is_over(season) is over
    seasons.end_today(season, "Olga")
    assert seasons.is_over(Season.objects.get())
    seasons.undo_end(season, "Olga")
    assert not seasons.is_over(Season.objects.get())


def test_announced_prizes_stay(night):
    end_round(night)
    assert night.post("Sven", "end_night").status_code == 303
    prizes_page = night.get("Mia", "night_prizes")
    assert "By current scores" not in text(prizes_page)
    standing = prizes_page.context["presenter"].standing_now
    seated = night.seated(night.tables()[0])
    winners, losers = seated[::2], seated[1::2]
    assert have_first_prize(text(prizes_page), winners)
    match = first_match(night)
    change = adjustment_form(match, -50, number=1, rev=1, reason="wrong side")
    assert send(scorekeeper(night, match), match, "amend", change, 1) == 303
    page = night.get("Mia", "night_prizes")
    announced, current = text(page).split("By current scores")
    assert have_first_prize(announced, winners)
    assert have_first_prize(current, losers)
    assert page.context["presenter"].announced_standing == standing != page.context["presenter"].standing_now
    guest_page = Client().get(reverse("guest_night", args=[night.night.code]))
    for answer in (page, guest_page):
        assert "Standings as announced" in text(answer)
    assert text(night.get("Mia", "wall")).count("First prize") == 1
    # Prizes announced again after the night was reopened replace the earlier ones.
    night.post("Sven", "end_night", again="1")
    night.post("Sven", "end_night")
    page = text(night.get("Mia", "night_prizes"))
    assert "By current scores" not in page
    assert have_first_prize(page, losers)


def have_first_prize(page, names):
    first_prize = page.split("First prize")[1].split("Second prize")[0]
    return all(name in first_prize for name in names)
