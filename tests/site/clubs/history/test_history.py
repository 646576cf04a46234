"""Every match of a club: found, opened, noted, put right, entered from paper, printed."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import every_game
from scorekeeper.clubs.history import updates
from scorekeeper.clubs.models import Appearance, Member, Note, Played, Player, Role, Season
from scorekeeper.clubs.people import names
from scorekeeper.matches import models, replay
from tests.site.cast import text
from tests.site.club_cast import EVERYBODY, ClubCast, user
from tests.site.club_rows_history import ROWS, a_game


@pytest.fixture
def cast(db: None) -> ClubCast:
    return ClubCast()


def pairs() -> str:
    """Any game of two pairs."""
    return next(slug for slug, game in every_game().items() if game.shapes(game.presets[0])[0] == (4, 2))


def listed(answer) -> list[int]:
    return [one.played.pk for one in answer.context["found"]]


@pytest.mark.parametrize("name", ROWS)
def test_each_address_is_for_those_it_is_for(cast, name):
    row = ROWS[name]
    cast.club.published = True  # even then
    cast.club.save()
    address = reverse(name, kwargs={"club": cast.club.code, **row.values(cast)})
    for who in EVERYBODY:
        member = who in ("Olga", "Sven", "Mia")
        got = cast.clients[who].get(address).status_code
        wanted = 200 if who in row.get else 405 if row.get == () else 403 if member else 404
        assert got == wanted, (who, "get")
        if who not in row.post:
            refused = cast.clients[who].post(address, row.sent(cast)).status_code
            assert refused in (403, 404, 405), (who, "post")
            assert refused != 403 or member
    for who in row.post:
        address = reverse(name, kwargs={"club": cast.club.code, **row.values(cast)})
        assert cast.clients[who].post(address, row.sent(cast)).status_code == row.answer, who


def test_another_club_s_match_is_not_there(cast):
    theirs = cast.played(a_game(), ("Ann", "Bo", "Cy"), (3, 2, 1))
    models.Table.objects.update(club=cast.other)
    updates.update_projection(models.Match.objects.get(pk=theirs.pk))
    assert cast.get("Olga", "club_match", theirs.pk).status_code == 404
    assert listed(cast.get("Olga", "history")) == []


def test_matches_stand_the_newest_first_and_go_on_on_the_next_page(cast):
    day = datetime(2019, 1, 1, 20, tzinfo=UTC)
    played = [
        cast.played(a_game(), ("Ann", "Bo", "Cy"), (3, 2, 1), at=day + timedelta(days=n // 2))
        for n in range(30)
    ]
    for match in played:
        updates.update_projection(match)
    first = cast.get("Mia", "history")
    search = first.context["search"]
    second = cast.clients["Mia"].get(cast.url("history") + "?" + search.next_page)
    assert listed(first) + listed(second) == [match.pk for match in reversed(played)]
    assert second.context["search"].next_page == ""


def test_a_match_is_found_by_player_partner_and_opponent(cast):
    game = pairs()
    one = cast.played(game, ("Ann", "Bo", "Cy", "Di"), (30, 20)).pk
    other = cast.played(game, ("Ann", "Cy", "Bo", "Di"), (30, 20)).pk
    alone = cast.played(a_game(), ("Ann", "Bo", "Mia"), (3, 2, 1)).pk

    def found(**asked):
        return listed(cast.get("Mia", "history", data=asked))

    assert found(player="Ann") == [alone, other, one]
    assert found(player="ann", partner="Cy") == [one]
    assert found(player="Ann", partner="bo") == [other]
    assert found(player="Ann", opponent="Bo") == [alone, one]
    assert found(player="Ann", partner="Cy", opponent="Di") == [one]
    assert found(opponent="Mia") == [alone]
    assert found(player="Mi") == [alone]
    wrong = cast.get("Mia", "history", data={"player": "Zoe"})
    assert wrong.status_code == 422
    assert "No player has that name." in text(wrong)


@pytest.mark.parametrize("typed", ["émile ångström", "EMILE ANGSTROM", "mile Å", "Émi"])
def test_a_name_is_found_whatever_its_case_and_accents_on_every_database(cast, typed):
    Player.objects.create(club=cast.club, name="Émile Ångström")
    one = cast.played(a_game(), ("Émile Ångström", "Bo", "Cy"), (3, 2, 1))
    models.Table.objects.filter(pk=one.table_id).update(venue="Café Élysée")
    updates.rebuild_club(cast.club.pk)
    assert listed(cast.get("Mia", "history", data={"player": typed})) == [one.pk]
    assert listed(cast.get("Mia", "history", data={"place": "cafe ELYSÉE"})) == [one.pk]


def test_a_name_in_other_capitals_is_nobody_new_on_any_database(cast):
    emile = Player.objects.create(club=cast.club, name="Émile")
    found = names.players_called(cast.club, ["ÉMILE", "émile", "Zoë", "ZOË"])
    assert found["ÉMILE"] == found["émile"] == emile
    assert found["Zoë"] == found["ZOË"]
    assert Player.objects.filter(club=cast.club, name__in=["Zoë", "ZOË"]).count() == 1


def test_who_was_found_to_be_somebody_else_is_found_under_their_name(cast):
    one = cast.played(a_game(), ("Ann", "Bo", "Cy"), (3, 2, 1))
    Player.objects.filter(pk=cast.player("Di").pk).update(name="Dinah")
    Player.objects.filter(pk=cast.player("Ann").pk).update(same_as=cast.player("Dinah"))
    updates.update_players([cast.player("Ann").pk])
    page = cast.get("Mia", "history", data={"player": "Dinah"})
    assert listed(page) == [one.pk]
    assert "Dinah" in text(page)


def test_a_match_is_found_by_game_season_days_place_and_how_it_ended(cast):
    season = Season.objects.create(club=cast.club, name="Winter", begins="2019-01-01")
    one = cast.played(a_game(), ("Ann", "Bo", "Cy"), (3, 2, 1), at=datetime(2019, 3, 2, 20, tzinfo=UTC))
    models.Table.objects.filter(pk=one.table_id).update(season=season, venue="Café Mozart")
    other = cast.played(pairs(), ("Ann", "Bo", "Cy", "Di"), (30, 20), at=datetime(2020, 3, 2, 20, tzinfo=UTC))
    updates.rebuild_club(cast.club.pk)

    def found(**asked):
        return listed(cast.get("Mia", "history", data=asked))

    rule = Played.objects.get(pk=one.pk).rule
    assert found(game=a_game()) == [one.pk]
    assert found(game=a_game(), rule=rule) == [one.pk]
    assert found(game=a_game(), rule="9.99") == []
    assert found(season=season.pk) == [one.pk]
    assert found(place="mozart") == [one.pk]
    assert found(**{"from": "2019-03-03"}) == [other.pk]
    assert found(**{"from": "2019-03-02", "to": "2019-03-02"}) == [one.pk]
    page = cast.get("Mia", "history", data={"game": a_game()})
    assert [number for number, _words in page.context["search"].endings] == [rule]
    assert cast.get("Mia", "history", data={"from": "yesterday"}).status_code == 422


@pytest.mark.parametrize("typed", ["\x00", "9" * 400, "%", "2019-13-45", "' OR 1=1", "٣"])
def test_nothing_that_is_typed_into_the_search_breaks_it(cast, typed):
    names = ["player", "partner", "opponent", "game", "season", "from", "to", "place", "rule", "after"]
    for name in names:
        assert cast.get("Mia", "history", data={name: typed}).status_code in (200, 400, 422), name
    after = {"after": f"2019-01-01T00:00:00+00:00_{typed}"}
    assert cast.get("Mia", "history", data=after).status_code == (400 if "\0" in typed else 200)


def test_the_list_takes_at_most_twelve_questions(cast):
    for _n in range(12):
        cast.played(pairs(), ("Ann", "Bo", "Cy", "Di"), (30, 20))
    asked = {"player": "Ann", "partner": "Cy", "opponent": "Bo", "game": pairs(), "place": "x"}
    for data in ({}, asked):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            cast.get("Mia", "history", data=data)
        assert len(queries) <= 12, [query["sql"][:90] for query in queries]


def test_a_match_tells_who_won_by_which_rule_and_opens_its_sheet_without_the_table_s_phone(cast):
    match = cast.played(pairs(), ("Ann", "Bo", "Cy", "Di"), (30, -20))
    page = cast.get("Mia", "club_match", match.pk)
    told = text(page)
    assert "Ann & Cy" in told.replace("&amp;", "&")
    assert "−20" in told
    assert Played.objects.get(pk=match.pk).rule in told
    sheet = reverse("match", args=[match.table.code, match.number])
    assert sheet in page.content.decode()
    assert cast.clients["Mia"].get(sheet).status_code == 200
    assert cast.clients["Mia"].get(reverse("reasons", args=[match.table.code, 1, 1])).status_code == 200


def test_a_museum_match_shows_the_totals_of_that_day_too(cast):
    match = cast.played(a_game(), ("Ann", "Bo", "Cy"), (3, 2, 1))
    match.frozen["totals"] = [77, 2, 1]
    match.save()
    page = text(cast.get("Mia", "club_match", match.pk))
    assert "77" in page
    assert "as scored on the day" in page


def test_a_note_is_written_once_and_taken_off_by_its_writer_or_a_scorekeeper(cast):
    match = cast.played(a_game(), ("Ann", "Bo", "Cy"), (3, 2, 1))
    for _twice in range(2):
        cast.post("Mia", "match_note", match.pk, data={"text": "The lights\nwent <b>out"})
    note = Note.objects.get()
    assert (note.text, note.by_name) == ("The lights went <b>out", "Mia")
    assert "went &lt;b&gt;out" in cast.get("Olga", "club_match", match.pk).content.decode()
    Member.objects.create(club=cast.club, user=user("Ned"), role=Role.MEMBER)
    assert cast.post("Ned", "match_note", match.pk, data={"remove": note.pk}).status_code == 403
    assert cast.post("Sven", "match_note", match.pk, data={"remove": note.pk}).status_code == 303
    assert not Note.objects.exists()
    assert cast.post("Mia", "match_note", match.pk, data={"text": "x" * 501}).status_code == 422
    assert cast.post("Mia", "match_note", match.pk, data={"text": " "}).status_code == 422


def test_a_scorekeeper_puts_a_match_right_on_any_phone_until_the_role_is_gone(cast):
    match = cast.played(a_game(), ("Ann", "Bo", "Cy"), (3, 2, 1))
    amend = reverse("amend", args=[match.table.code, 1, 1])
    assert cast.clients["Sven"].get(amend).status_code == 403
    assert cast.post("Sven", "match_correct", match.pk, data={}).status_code == 303
    assert cast.clients["Sven"].get(amend).status_code == 200
    sent = {
        "kind": "adjustment",
        "points.0": 9,
        "points.1": 2,
        "points.2": 1,
        "why": "x",
        "reason": "miscounted",
    }
    sent |= {"rev": 1, "key": str(uuid.uuid4()), "save": "1"}
    assert cast.clients["Sven"].post(amend, sent).status_code in (302, 303)
    assert Appearance.objects.get(match=match, player__name="Ann").total == 9
    Member.objects.filter(user=user("Sven")).update(role=Role.MEMBER)
    assert cast.clients["Sven"].get(amend).status_code == 403


# Paper -------------------------------------------------------------------------


def paper(**more):
    names = {"name.0": "Ann", "name.1": "Bo", "name.2": "Newcomer"}
    totals = {"total.0": "40", "total.1": "−12", "total.2": "7"}
    return {"day": "2009-11-05", "shape": "3x3", "place": "The old pub", **names, **totals, **more}


def test_an_old_sheet_stands_under_its_day_with_its_totals_and_a_whole_log(cast):
    answer = cast.post("Sven", "paper_sheet", a_game(), data=paper(note="Found in a drawer"))
    match = models.Match.objects.get()
    assert answer.headers["Location"] == cast.url("club_match", match.pk)
    assert (match.started.date().isoformat(), match.ended.date().isoformat()) == ("2009-11-05", "2009-11-05")
    assert list(replay.load_match_state(match).sheet.final) == [40, -12, 7]
    assert next(entry.hand["kind"] for entry in match.entries.all()) == "adjustment"
    assert Appearance.objects.get(player__name="Newcomer").total == 7
    assert Note.objects.get().text == "Found in a drawer"
    assert listed(cast.get("Mia", "history", data={"to": "2009-11-05"})) == [match.pk]
    projecting_before = sorted(Played.objects.values_list())
    updates.rebuild_club(cast.club.pk)
    assert sorted(Played.objects.values_list()) == projecting_before


def test_two_taps_enter_a_sheet_once(cast):
    key = str(uuid.uuid4())
    places = {
        cast.post("Sven", "paper_sheet", a_game(), data=paper(key=key)).headers["Location"] for _ in range(2)
    }
    assert len(places) == 1
    assert models.Match.objects.count() == 1


def test_an_old_sheet_is_entered_hand_by_hand_and_ends_on_its_day(cast):
    answer = cast.post("Sven", "paper_sheet", a_game(), data=paper(hands="1"))
    match = models.Match.objects.get()
    assert answer.headers["Location"] == reverse("match", args=[match.table.code, 1])
    assert match.ended is None
    cast.write(match, every_game()[a_game()].examples[0].hands[0])
    from games.engine import Stopped

    cast.write(match, Stopped())
    match.refresh_from_db()
    assert match.ended == match.started
    assert match.ended.year == 2009


def test_what_is_wrong_with_an_old_sheet_is_said_by_its_box_and_everything_is_kept(cast):
    wrong = paper(day="2150-01-01", **{"name.1": "Ann", "total.1": "lots"})
    page = cast.post("Sven", "paper_sheet", a_game(), data=wrong)
    assert page.status_code == 422
    told = text(page)
    assert "This day is in the future." in told
    assert "The same name stands twice in this line." in told
    assert "“lots” is not a number of points" in told
    assert 'value="lots"' in page.content.decode()
    assert 'value="The old pub"' in page.content.decode()
    assert not models.Match.objects.exists()


@pytest.mark.parametrize("slug", every_game())
def test_every_game_takes_an_old_sheet(cast, slug):
    game = every_game()[slug]
    seats, sides = game.shapes(game.presets[0])[0]
    names = {f"name.{n}": f"Player of {n}" for n in range(seats)}
    totals = {f"total.{n}": str(30 - n) for n in range(sides)}
    answer = cast.post("Sven", "paper_sheet", slug, data={"day": "2009-11-05", **names, **totals})
    assert answer.status_code == 303
    match = models.Match.objects.get()
    assert match.ended
    assert [int(result.total) for result in match.results.order_by("side")] == [30 - n for n in range(sides)]


def test_the_printed_list_counts_who_won(cast):
    for _n in range(2):
        cast.played(a_game(), ("Ann", "Bo", "Cy"), (1, 30, 2))
    page = cast.get("Mia", "history_print", data={"game": a_game()})
    rows = {one.name: (one.played, one.won) for one in page.context["standing"]}
    assert {name: played for name, (played, _won) in rows.items()} == {"Ann": 2, "Bo": 2, "Cy": 2}
    assert sum(won for _played, won in rows.values()) == 2
    assert "Print matches" in page.content.decode()


def test_of_too_many_matches_it_is_not_counted_and_the_page_says_what_to_do(cast, monkeypatch):
    monkeypatch.setattr("scorekeeper.clubs.history.views.MOST_COUNTED", 1)
    for _n in range(2):
        cast.played(a_game(), ("Ann", "Bo", "Cy"), (1, 30, 2))
    page = cast.get("Mia", "history_print")
    assert not page.context["standing"]
    assert len(page.context["found"]) == 2
    assert "at most 1 matches" in page.content.decode()


def test_a_long_print_goes_on_page_by_page_with_what_was_asked(cast, monkeypatch):
    monkeypatch.setattr("scorekeeper.clubs.history.views.MOST_PRINTED", 2)
    for n in range(5):
        cast.played(a_game(), ("Ann", "Bo", "Cy"), (n, 30, 2))
    data, pages = {"game": a_game()}, []
    while True:
        page = cast.get("Mia", "history_print", data=data)
        assert sum(one.played for one in page.context["standing"]) == 15  # it counts all, on every page
        pages.append([one.played.pk for one in page.context["found"]])
        after = page.context["part"].after
        if after is None:
            break
        assert f"game={a_game()}&amp;first={after}" in page.content.decode()
        data["first"] = after
    assert [len(one) for one in pages] == [2, 2, 1]
    assert len({pk for one in pages for pk in one}) == 5
