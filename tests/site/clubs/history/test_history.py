"""The history of a club: every match can be found, opened, annotated, edited and printed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from games import every_game
from games.engine import Heading, Seat, Seating
from scorekeeper.clubs.models import Member, Player, Role, Season
from scorekeeper.clubs.people import names
from scorekeeper.figures import recompute
from scorekeeper.history import match_search, paper_sheets, updates
from scorekeeper.history.models import Note, Played
from scorekeeper.matches import models
from tests.site.cast import text
from tests.site.club_cast import ClubCast, user
from tests.site.club_rows_history import a_game


@pytest.fixture
def cast(db: None) -> ClubCast:
    return ClubCast()


def pairs() -> str:
    """Return the slug of a game of two pairs."""
    return next(slug for slug, game in every_game().items() if game.shapes(game.presets[0])[0] == (4, 2))


def listed(answer) -> list[int]:
    return [one.played.pk for one in answer.context["found"]]


def test_another_club_s_match_is_not_there(cast):
    theirs = cast.played(a_game(), ("Ann", "Bo", "Cy"), (3, 2, 1))
    models.Table.objects.update(club=cast.other)
    updates.update_projection(models.Match.objects.get(pk=theirs.pk))
    assert cast.get("Olga", "club_match", theirs.pk).status_code == 404
    assert listed(cast.get("Olga", "history")) == []


def test_matches_stand_the_newest_first_and_go_on_on_the_next_page(cast, monkeypatch):
    monkeypatch.setattr(match_search, "A_PAGE", 4)
    day = datetime(2019, 1, 1, 20, tzinfo=UTC)
    played = [
        cast.played(a_game(), ("Ann", "Bo", "Cy"), (3, 2, 1), at=day + timedelta(days=n // 2))
        for n in range(6)
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


def test_a_name_is_found_whatever_its_case_and_accents_on_every_database(cast):
    Player.objects.create(club=cast.club, name="Émile Ångström")
    one = cast.played(a_game(), ("Émile Ångström", "Bo", "Cy"), (3, 2, 1))
    models.Table.objects.filter(pk=one.table_id).update(venue="Café Élysée")
    recompute.rebuild_club(cast.club.pk)
    for typed in ("émile ångström", "EMILE ANGSTROM", "mile Å", "Émi"):
        assert listed(cast.get("Mia", "history", data={"player": typed})) == [one.pk], typed
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
    recompute.rebuild_club(cast.club.pk)

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


def test_nothing_that_is_typed_into_the_search_breaks_it(cast):
    names = ["player", "partner", "opponent", "game", "season", "from", "to", "place", "rule", "after"]
    for typed in ("\x00", "9" * 400, "%", "2019-13-45", "' OR 1=1", "٣"):
        for name in names:
            told = cast.clients["Mia"].get(cast.url("history"), {name: typed})
            assert told.status_code in (200, 400, 422), (name, typed)
        after = {"after": f"2019-01-01T00:00:00+00:00_{typed}"}
        told = cast.clients["Mia"].get(cast.url("history"), after)
        assert told.status_code == (400 if "\0" in typed else 200)


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


# Typed totals -------------------------------------------------------------------


@pytest.mark.parametrize("slug", every_game())
def test_every_game_ends_with_typed_totals(slug):
    game = every_game()[slug]
    preset = game.presets[0]
    seats, sides = game.shapes(preset)[0]
    totals = [30 - n for n in range(sides)]
    heading = Heading(Seating(seats, sides, Seat(0)), preset.house, preset.id)
    hands, sheet = paper_sheets.hands_for(game, heading, totals, "From paper")
    assert hands
    assert sheet.outcome is not None
    assert [int(total) for total in sheet.final] == totals


def test_the_printed_list_counts_who_won(cast):
    for _n in range(2):
        cast.played(a_game(), ("Ann", "Bo", "Cy"), (1, 30, 2))
    page = cast.get("Mia", "history_print", data={"game": a_game()})
    rows = {one.name: (one.played, one.won) for one in page.context["standing"]}
    assert {name: played for name, (played, _won) in rows.items()} == {"Ann": 2, "Bo": 2, "Cy": 2}
    assert sum(won for _played, won in rows.values()) == 2
    assert "Print matches" in page.content.decode()


def test_of_too_many_matches_it_is_not_counted_and_the_page_says_what_to_do(cast, monkeypatch):
    monkeypatch.setattr("scorekeeper.history.views.MOST_COUNTED", 1)
    for _n in range(2):
        cast.played(a_game(), ("Ann", "Bo", "Cy"), (1, 30, 2))
    page = cast.get("Mia", "history_print")
    assert not page.context["standing"]
    assert len(page.context["found"]) == 2
    assert "at most 1 matches" in page.content.decode()


def test_a_long_print_goes_on_page_by_page_with_what_was_asked(cast, monkeypatch):
    monkeypatch.setattr("scorekeeper.history.views.MOST_PRINTED", 2)
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
