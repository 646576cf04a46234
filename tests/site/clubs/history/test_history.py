"""The history of a club: every match can be found, opened, annotated, edited and printed."""

from datetime import UTC, datetime, timedelta
from functools import partial

from django.urls import reverse

from games import every_game
from games.engine import Heading, Seat, Seating
from scorekeeper.clubs.models import Member, Player, Role, Season
from scorekeeper.clubs.people import names
from scorekeeper.figures import recompute
from scorekeeper.history import match_search, paper_sheets, updates
from scorekeeper.history.models import Note, Played
from scorekeeper.matches import models
from tests.site.cast import markup, text
from tests.site.club_cast import user
from tests.site.club_rows_history import game_for_three
from tests.site.clubs.figures.test_ratings import play_pairs
from tests.site.night_cast import NAMES


def play_three(club, *totals, names=NAMES[:3], **more):
    return club.play_match(game_for_three(), names, totals or (3, 2, 1), **more)


def listed_pks(answer):
    return [match.played.pk for match in answer.context["matches"]]


def search(club, **query):
    return listed_pks(club.get("Mia", "history", data=query))


def test_match_of_another_club_is_not_found(club):
    match = play_three(club)
    models.Table.objects.update(club=club.other)
    updates.update_projection(models.Match.objects.get(pk=match.pk))
    assert club.get("Olga", "club_match", match.pk).status_code == 404
    assert listed_pks(club.get("Olga", "history")) == []


def test_matches_are_newest_first_in_pages(club, monkeypatch):
    monkeypatch.setattr(match_search, "ON_A_PAGE", 4)
    day = datetime(2019, 1, 1, 20, tzinfo=UTC)
    matches = [play_three(club, at=day + timedelta(days=n // 2)) for n in range(6)]
    updates.update_matches([match.pk for match in matches])
    first = club.get("Mia", "history")
    second = club.clients["Mia"].get(f"{club.url('history')}?{first.context['search'].next_page}")
    assert listed_pks(first) + listed_pks(second) == [match.pk for match in reversed(matches)]
    assert second.context["search"].next_page == ""


def test_search_finds_matches_by_player_partner_and_opponent(club):
    first = play_pairs(club).pk
    second = play_pairs(club, names=("Ann", "Cy", "Bo", "Di")).pk
    third = play_three(club, names=("Ann", "Bo", "Mia")).pk

    found = partial(search, club)
    assert found(player="Ann") == [third, second, first]
    assert found(player="ann", partner="Cy") == [first]
    assert found(player="Ann", partner="bo") == [second]
    assert found(player="Ann", opponent="Bo") == [third, first]
    assert found(player="Ann", partner="Cy", opponent="Di") == [first]
    assert found(opponent="Mia") == [third]
    assert found(player="Mi") == [third]
    assert club.get("Mia", "history", data={"player": "Zoe"}).status_code == 422


def test_search_ignores_case_and_accents(club):
    match = play_three(club, names=("Émile Ångström", "Bo", "Cy"))
    models.Table.objects.update(venue="Café Élysée")
    recompute.rebuild_club(club.club.pk)
    for typed in ("émile ångström", "EMILE ANGSTROM", "mile Å", "Émi"):
        assert search(club, player=typed) == [match.pk], typed
    assert search(club, place="cafe ELYSÉE") == [match.pk]


def test_name_in_other_case_is_the_same_player(club):
    emile = club.player("Émile")
    found = names.get_or_create_players(club.club, ["ÉMILE", "émile", "Zoë", "ZOË"])
    assert found["ÉMILE"] == found["émile"] == emile
    assert found["Zoë"] == found["ZOË"]
    assert Player.objects.filter(club=club.club, name__in=["Zoë", "ZOË"]).count() == 1


def test_merged_player_is_found_under_the_new_name(club):
    match = play_three(club)
    Player.objects.filter(name="Ann").update(same_as=club.player("Dinah"))
    updates.update_players([club.player("Ann").pk])
    page = club.get("Mia", "history", data={"player": "Dinah"})
    assert listed_pks(page) == [match.pk]
    assert "Dinah" in text(page)


def test_search_finds_matches_by_game_season_days_place_and_ending(club):
    season = Season.objects.create(club=club.club, name="Winter", begins="2019-01-01")
    first = play_three(club, at=datetime(2019, 3, 2, 20, tzinfo=UTC))
    models.Table.objects.update(season=season, venue="Café Mozart")
    second = play_pairs(club)
    recompute.rebuild_club(club.club.pk)

    found = partial(search, club)
    rule = Played.objects.get(pk=first.pk).rule
    assert found(game=game_for_three()) == [first.pk]
    assert found(game=game_for_three(), rule=rule) == [first.pk]
    assert found(game=game_for_three(), rule="9.99") == []
    assert found(season=season.pk) == [first.pk]
    assert found(place="mozart") == [first.pk]
    assert found(**{"from": "2019-03-03"}) == [second.pk]
    assert found(**{"from": "2019-03-02", "to": "2019-03-02"}) == [first.pk]
    page = club.get("Mia", "history", data={"game": game_for_three()})
    assert [number for number, _words in page.context["search"].endings] == [rule]
    page = club.get("Mia", "history", data={"from": "yesterday", "player": "Nobody", "place": "Mo zart"})
    assert page.status_code == 422
    assert all(f'value="{typed}"' in markup(page) for typed in ("yesterday", "Nobody", "Mo zart"))


def test_search_survives_any_text(club):
    fields = ["player", "partner", "opponent", "game", "season", "from", "to", "place", "rule", "after"]
    for typed in ("\x00", "9" * 400, "%", "2019-13-45", "' OR 1=1", "٣"):
        for field in fields:
            answer = club.clients["Mia"].get(club.url("history"), {field: typed})
            assert answer.status_code in (200, 400, 422), (field, typed)
        query = {"after": f"2019-01-01T00:00:00+00:00_{typed}"}
        answer = club.clients["Mia"].get(club.url("history"), query)
        assert answer.status_code == (400 if "\0" in typed else 200)


def test_match_page_shows_the_result_and_links_to_the_sheet(club):
    match = play_pairs(club, 30, -20)
    page = club.get("Mia", "club_match", match.pk)
    for shown in "Ann &amp; Cy", "−20", match.played.rule:
        assert shown in text(page)
    assert reverse("match", args=[match.table.code, 1]) in markup(page)


def test_match_page_shows_frozen_totals(club):
    match = play_three(club)
    match.frozen["totals"] = [77, 2, 1]
    match.save()
    page = text(club.get("Mia", "club_match", match.pk))
    assert "77" in page
    assert "as scored on the day" in page


def test_note_is_removed_by_its_author_or_a_scorekeeper(club):
    match = play_three(club)
    for _twice in range(2):
        club.post("Mia", "match_note", match.pk, data={"text": "The lights\nwent <b>out"})
    note = Note.objects.get()
    assert (note.text, note.by_name) == ("The lights went <b>out", "Mia")
    assert "went &lt;b&gt;out" in markup(club.get("Olga", "club_match", match.pk))
    Member.objects.create(club=club.club, user=user("Ned"), role=Role.MEMBER)
    assert club.post("Ned", "match_note", match.pk, data={"remove": note.pk}).status_code == 403
    club.post("Sven", "match_note", match.pk, data={"remove": note.pk})
    assert not Note.objects.exists()
    for wrong in ("x" * 501, " "):
        assert club.post("Mia", "match_note", match.pk, data={"text": wrong}).status_code == 422


def test_totals_typed_from_paper_end_a_match_of_every_game():
    for slug, game in every_game().items():
        preset = game.presets[0]
        seats, sides = game.shapes(preset)[0]
        totals = [30 - n for n in range(sides)]
        heading = Heading(Seating(seats, sides, Seat(0)), preset.house, preset.id)
        hands, sheet = paper_sheets.hands_for(game, heading, totals, "From paper")
        assert hands, slug
        assert sheet.outcome is not None, slug
        assert [int(total) for total in sheet.final] == totals, slug


def test_printed_list_counts_wins(club):
    for _n in range(2):
        play_three(club, 1, 30, 2)
    page = club.get("Mia", "history_print", data={"game": game_for_three()})
    rows = {name: (played, won) for name, played, won, _points in page.context["standing"]}
    assert {name: played for name, (played, _won) in rows.items()} == {"Ann": 2, "Bo": 2, "Cy": 2}
    assert sum(won for _played, won in rows.values()) == 2


def test_print_of_too_many_matches_has_no_standing(club, monkeypatch):
    monkeypatch.setattr("scorekeeper.history.views.MOST_COUNTED", 1)
    for _n in range(2):
        play_three(club, 1, 30, 2)
    page = club.get("Mia", "history_print")
    assert not page.context["standing"]
    assert len(page.context["matches"]) == 2


def test_long_print_goes_on_page_by_page(club, monkeypatch):
    monkeypatch.setattr("scorekeeper.history.views.MOST_PRINTED", 2)
    for n in range(5):
        play_three(club, n, 30, 2)
    data, pages = {"game": game_for_three()}, []
    while True:
        page = club.get("Mia", "history_print", data=data)
        # Each page prints the standing over all five matches of three players.
        assert sum(played for _name, played, _won, _points in page.context["standing"]) == 5 * 3
        pages.append([match.played.pk for match in page.context["matches"]])
        next_first = page.context["part"].after
        if next_first is None:
            break
        assert f"game={game_for_three()}&amp;first={next_first}" in markup(page)
        data["first"] = next_first
    assert [len(page) for page in pages] == [2, 2, 1]
    assert len({pk for page in pages for pk in page}) == 5
