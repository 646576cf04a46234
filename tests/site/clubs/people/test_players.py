"""Players of a club: seated at tables, linked, merged, split, claimed and renamed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import every_game
from games.engine import Game
from scorekeeper.clubs.models import Claim, ClubEvent, Member, Player, Season
from scorekeeper.clubs.people import identity
from scorekeeper.clubs.people import names as people_names
from scorekeeper.figures import recompute
from scorekeeper.history import player_matches
from scorekeeper.history.match_search import Search
from scorekeeper.history.models import Appearance
from scorekeeper.matches.models import Match, Seat, Table
from scorekeeper.matches.models import Role as AtTable
from tests.site.cast import text
from tests.site.club_cast import ClubCast, user
from tests.site.club_rows_people import starting
from tests.site.night_cast import partners_game
from tests.site.routes import rich_example

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> ClubCast:
    return ClubCast()


def game() -> Game[Any]:
    return rich_example()[0]


def some(*names: str) -> list[str]:
    """Return as many names as the usual table of the game has."""
    seats = game().shapes(game().presets[0])[0][0]
    return [*names, "Eve", "Fay", "Gus", "Hal"][:seats]


def typed(club: ClubCast, name: str, *others: str) -> Match:
    """Create a finished match with a name that is linked to no player."""
    match = club.played(game(), some(name, *(others or ("Bo", "Cy", "Di"))), [1] + [0] * (sides() - 1))
    Seat.objects.filter(match=match, name=name).update(player=None)
    Player.objects.filter(club=club.club, name=name).delete()
    recompute.rebuild_club(club.club.pk)
    return match


def sides() -> int:
    return game().shapes(game().presets[0])[0][1]


def games_of(player: Player) -> int:
    return Appearance.objects.filter(player=player).count()


# Tables started in a club -------------------------------------------------------


def test_the_table_belongs_to_the_club_its_season_its_place_and_its_players(club: ClubCast) -> None:
    season = Season.objects.create(club=club.club, name="Winter", begins=timezone.localdate())
    names = some("Ann", "Bo", "Mia", "Di")
    sent = starting(club, "Mia", season=season.pk, venue="The old school")
    sent |= {f"name.{n}": name for n, name in enumerate(names)}
    answer = club.post("Mia", "start_in_club", game().slug, data=sent)
    assert answer.status_code == 303, answer.context["start"].form.errors
    table = Table.objects.get()
    assert (table.club, table.season, table.venue) == (club.club, season, "The old school")
    seats = Seat.objects.filter(match__table=table)
    assert [seat.player.name if seat.player else None for seat in seats] == names
    assert table.phones.get().role == AtTable.HOST
    assert Player.objects.get(club=club.club, name="Mia").last_played is not None
    assert "The old school" in club.get("Mia", "start_in_club", game().slug).content.decode()


def test_a_name_that_nobody_has_becomes_a_guest_and_the_winds_do_not(club: ClubCast) -> None:
    sent = starting(club, "Mia") | {"name.0": "Zoë"}
    assert club.post("Mia", "start_in_club", game().slug, data=sent).status_code == 303
    seats = list(Seat.objects.all())
    assert [seat.player.name if seat.player else None for seat in seats] == ["Zoë"] + [None] * (
        len(seats) - 1
    )
    assert Player.objects.get(name="Zoë").user is None


def test_a_name_that_is_nearly_somebodys_waits_to_be_joined(club: ClubCast) -> None:
    Player.objects.create(club=club.club, name="José")
    club.post("Mia", "start_in_club", game().slug, data=starting(club, "Mia") | {"name.0": "Jose"})
    assert Seat.objects.get(name="Jose").player is None
    page = club.get("Sven", "unjoined")
    assert [(one.name, [p.name for p in one.alike]) for one in page.context["typed"]] == [("Jose", ["José"])]


def test_without_script_a_tap_puts_a_player_into_the_first_empty_seat(club: ClubCast) -> None:
    sent = starting(club, "Mia") | {"name.0": "Ann", "sit": club.player("Bo").pk}
    del sent["start"]
    page = club.post("Mia", "start_in_club", game().slug, data=sent)
    assert page.status_code == 200
    assert page.context["start"].typed[:2] == ["Ann", "Bo"]
    again = club.post("Mia", "start_in_club", game().slug, data=sent | {"name.1": "Bo"})
    assert again.context["start"].typed[:2] == ["Ann", ""]
    assert not Table.objects.exists()


def test_a_season_that_is_over_is_not_offered(club: ClubCast) -> None:
    today = timezone.localdate()
    Season.objects.create(club=club.club, name="Long ago", begins="2001-01-01", ends="2001-12-31")
    Season.objects.create(club=club.club, name="Of another game", begins=today, game_slug="something-else")
    Season.objects.create(club=club.other, name="Of another club", begins=today)
    assert club.get("Mia", "start_in_club", game().slug).context["offering"].seasons == []


def test_a_rematch_keeps_the_club_and_its_players(club: ClubCast) -> None:
    match = club.sit_down(game(), some("Ann", "Bo", "Cy", "Di"))
    address = reverse("rematch", args=[match.table.code, 1])
    client = Client()
    client.cookies["phone"] = "a phone that belongs to Ann"
    assert client.post(address).status_code == 303
    second = Match.objects.get(table=match.table, number=2)
    assert [seat.player for seat in second.sitting.all()] == [seat.player for seat in match.sitting.all()]


def test_a_name_changed_in_the_middle_goes_on_being_joined(club: ClubCast) -> None:
    match = club.sit_down(game(), some("Ann", "Bo", "Cy", "Di"))
    guests = Player.objects.count()
    client = Client()
    client.cookies["phone"] = "a phone that belongs to Ann"
    address = reverse("names", args=[match.table.code, 1])
    names = {f"name.{n}": seat.name for n, seat in enumerate(match.sitting.all())}
    assert client.post(address, names | {"name.0": "Mia"}).status_code == 303
    assert Seat.objects.get(match=match, position=0).player == club.player("Mia")
    client.post(address, names | {"name.0": "A stranger"})
    assert Seat.objects.get(match=match, position=0).player is None
    client.post(address, names | {"name.0": "Ann"})
    assert Seat.objects.get(match=match, position=0).player == club.player("Ann")
    assert Player.objects.count() == guests  # anyone with a score link creates no players


def test_another_clubs_players_are_never_seated(club: ClubCast) -> None:
    theirs = Player.objects.create(club=club.other, name="Odd")
    table = Table.objects.create(club=club.club)
    assert people_names.players_of_names(table, ["Odd", "Bo"], [theirs.pk]) == [None, club.player("Bo").pk]


def test_a_member_is_led_from_the_table_to_the_club_and_nobody_else(club: ClubCast) -> None:
    match = club.sit_down(game(), some("Ann", "Bo", "Cy", "Di"))
    for who, told in ("Mia", True), ("Olga", True), ("Ned", False), ("Odd", False):
        page = club.clients[who].get(reverse("table", args=[match.table.code]))
        assert (club.club.name in text(page)) is told, who
        assert (b"Keep score here" in page.content) is (who == "Olga")


# Linking names, merging records ------------------------------------------------------


def test_a_name_is_joined_for_one_seat_or_for_every_seat_so_spelled(club: ClubCast) -> None:
    first, second, third = (typed(club, "Annie") for _n in range(3))
    ann = club.player("Ann")
    one = Seat.objects.get(match=first, name="Annie")
    sent = {"name": "Annie", "seat": one.pk, "player": ann.pk}
    assert club.post("Sven", "join_name", data=sent).status_code == 303
    assert games_of(ann) == 1
    club.post("Sven", "join_name", data={"name": "Annie", "who": "ann"})
    assert games_of(ann) == 3
    assert not identity.named_seats(club.club.pk).exists()
    assert {second.pk, third.pk} < set(ann.appearances.values_list("match", flat=True))
    seen = ann.appearances.get(match=first)
    result = first.results.get(side=0)
    assert (seen.total, seen.place, seen.won, seen.seat) == (result.total, result.place, result.won, 0)


def test_a_merge_counts_everything_for_one_and_comes_apart_exactly(club: ClubCast) -> None:
    club.played(game(), some("Ann", "Bo", "Cy"), [1] + [0] * (sides() - 1))
    club.played(game(), some("Annie", "Bo", "Cy"), [1] + [0] * (sides() - 1))
    ann, annie = club.player("Ann"), club.player("Annie")
    older = Player.objects.create(club=club.club, name="A.", same_as=annie)
    identity.update_history([ann.pk, annie.pk])
    before = list(Player.objects.order_by("pk").values_list()), appearances()
    assert club.post("Sven", "merge_player", annie.pk, data={"other": ann.pk}).status_code == 303
    older.refresh_from_db()
    assert older.same_as == ann
    assert games_of(ann) == 2
    assert "merged" in club.club.events.values_list("what", flat=True)
    assert club.get("Mia", "player", annie.pk).context["player"] == ann
    assert club.post("Sven", "unmerge_player", annie.pk, data={}).status_code == 303
    assert (list(Player.objects.order_by("pk").values_list()), appearances()) == before
    assert ClubEvent.objects.filter(what="unmerged").count() == 1


def appearances() -> list[tuple[Any, ...]]:
    return sorted(Appearance.objects.values_list("match", "seat", "player", "total", "place", "won", "rule"))


def test_two_records_that_met_at_one_seat_come_apart_again(club: ClubCast) -> None:
    match = club.played(game(), some("Ann", "Bo", "Cy"), [1] + [0] * (sides() - 1))
    annie = club.player("Annie")
    Seat.objects.create(match=match, position=0, since=2, name="Annie", player=annie)
    identity.update_history([club.player("Ann").pk, annie.pk])
    before = appearances()
    identity.merge(club.player("Ann"), annie, "Sven")
    assert games_of(club.player("Ann")) == 1
    identity.unmerge(annie, "Sven")
    assert appearances() == before


def test_the_record_with_an_account_stays_and_two_accounts_are_two_people(club: ClubCast) -> None:
    mia, ann = club.player("Mia"), club.player("Ann")
    assert identity.merge(ann, mia, "Sven") == mia
    page = club.post("Sven", "merge_player", mia.pk, data={"other": club.player("Olga").pk})
    assert page.status_code == 422
    assert "Both have an account" in text(page)


def test_players_are_found_by_letters_that_one_does_not_have(club: ClubCast) -> None:
    for name, typed in (
        ("Søren Kjær", "soren kjaer"),
        ("Łukasz Đukić", "LUKASZ DUKIC"),
        ("Þórður Weiß", "thordur weiss"),
        ("Œdipe Ħamra", "oedipe hamra"),
        ("Soren", "SØREN"),
        ("ǾYVIND", "oyvind"),
        ("Işık", "isik"),
    ):
        point = transaction.savepoint()
        match = club.played(partners_game(), (name, "Ann", "Bo", "Cy"), (5, 1), sides=2)
        for query in (typed, typed.split()[-1][1:]):
            assert name in text(club.get("Mia", "players", data={"q": query}))
            assert [one.match_id for one in Search(club.club, {"player": query}).rows] == [match.pk]
        transaction.savepoint_rollback(point)


def test_names_are_alike_whatever_their_accents() -> None:
    assert people_names.folded("José  ÅNGSTRÖM") == "jose angstrom"
    assert people_names.likeness(people_names.folded("Élise"), people_names.folded("elise")) == 1
    assert people_names.likeness("ann", "dan") < people_names.ALIKE
    assert people_names.likeness("anne", "annie") >= people_names.ALIKE
    assert people_names.likeness("betty", "bettina") >= people_names.ALIKE
    assert people_names.likeness("ann", "ann miller") >= people_names.ALIKE


def test_guests_who_may_be_one_person_are_shown_side_by_side(club: ClubCast) -> None:
    guest = Player.objects.create(club=club.club, name="Olgá")
    page = club.get("Sven", "unjoined")
    assert page.context["twice"] == [(guest, club.player("Olga"))]
    assert club.get("Mia", "unjoined").context["twice"] == []


# Claims and names -----------------------------------------------------------------


def test_a_member_claims_a_guests_past_and_somebody_who_keeps_score_gives_it(club: ClubCast) -> None:
    club.played(game(), some("Ann", "Bo", "Cy"), [1] + [0] * (sides() - 1))
    ann, mia = club.player("Ann"), club.player("Mia")
    assert club.post("Mia", "claim_player", ann.pk, data={}).status_code == 303
    club.post("Mia", "claim_player", ann.pk, data={})
    claim = Claim.objects.get()
    assert games_of(mia) == 0  # a claim is not yet granted
    assert "Mia says: “Ann” was me." in text(club.get("Sven", "players"))
    assert "says:" not in text(club.get("Mia", "players"))
    assert club.post("Sven", "answer_claim", claim.pk, data={"granted": "yes"}).status_code == 303
    ann.refresh_from_db()
    assert ann.same_as == mia
    assert games_of(mia) == 1


def test_a_claim_makes_a_player_of_a_member_who_was_none(club: ClubCast) -> None:
    Member.objects.create(club=club.club, user=user("Ned"))
    claim = identity.claim(club.player("Bo"), user("Ned"))
    assert identity.answer_claim(claim, True, "Sven")
    assert club.player("Bo").user == user("Ned")
    assert not identity.answer_claim(claim, False, "Sven")


def test_whoever_left_the_club_is_not_given_a_past(club: ClubCast) -> None:
    claim = identity.claim(club.player("Bo"), user("Mia"))
    Member.objects.filter(user=user("Mia")).update(ended=timezone.now())
    assert club.post("Sven", "answer_claim", claim.pk, data={"granted": "yes"}).status_code == 422
    claim.refresh_from_db()
    assert claim.granted is None


def test_a_member_claims_what_was_played_under_a_typed_name(club: ClubCast) -> None:
    typed(club, "Mimi")
    assert club.post("Mia", "claim_name", data={"name": "Mimi"}).status_code == 303
    claim = Claim.objects.get()
    assert (claim.player.name, claim.granted, games_of(claim.player)) == ("Mimi", None, 1)
    assert club.post("Mia", "claim_name", data={"name": "Mimi"}).status_code == 422


def test_somebody_renames_or_hides_a_name_typed_for_them(club: ClubCast) -> None:
    match = typed(club, "Mimi the Great")
    mia = club.player("Mia")
    identity.join_seats(mia, identity.unjoined_seats(club.club.pk), "Sven")
    version = Table.objects.get(pk=match.table.pk).version
    assert club.post("Mia", "spelling", mia.pk, data={"name": "Mimi the Great"}).status_code == 303
    assert Seat.objects.get(match=match, position=0).name == "Mia"
    club.post("Mia", "spelling", mia.pk, data={"name": "Mia", "hide": "1"})
    seat = Seat.objects.get(match=match, position=0)
    assert seat.name not in ("Mia", "Mimi the Great")
    assert seat.player == mia  # the game still counts
    assert Table.objects.get(pk=match.table.pk).version > version
    assert (
        club.post("Mia", "spelling", club.player("Bo").pk, data={"name": "Bo", "hide": "1"}).status_code
        == 403
    )


def test_a_player_is_found_by_any_of_their_names_whatever_the_accents(club: ClubCast) -> None:
    jose = Player.objects.create(club=club.club, name="José")
    Player.objects.create(club=club.club, name="Pepe", same_as=jose)
    for query in ("jose", "JOS", "pepe"):
        page = club.get("Mia", "players", data={"q": query})
        assert [player.name for player in page.context["page"]] == ["José"]
    assert "No player has that name." in text(club.get("Mia", "players", data={"q": "zz"}))


def test_two_of_one_name_cannot_be_added(club: ClubCast) -> None:
    page = club.post("Sven", "new_player", data={"name": " ANN "})
    assert page.status_code == 422
    assert Player.objects.filter(club=club.club).count() == 7
    assert club.post("Sven", "rename_player", club.player("Bo").pk, data={"name": "Cy"}).status_code == 422


def test_the_pages_cost_at_most_twelve_queries(club: ClubCast, django_assert_max_num_queries: Any) -> None:
    for n in range(6):
        typed(club, f"Somebody {n}")
        identity.claim(Player.objects.create(club=club.club, name=f"Guest {n}"), user("Mia"))
    identity.merge(club.player("Ann"), Player.objects.create(club=club.club, name="Annie"), "Sven")
    pages = [("players",), ("unjoined",), ("start_at_club",), ("start_in_club", game().slug), ("houses",)]
    pages += [("player", club.player("Ann").pk), ("merge_player", club.player("Ann").pk), ("customs",)]
    pages += [("unjoined_name", identity.named_seats(club.club.pk)[0].pk)]
    for name, *which in pages:
        with django_assert_max_num_queries(12):
            assert club.get("Olga", name, *which).status_code == 200


def test_a_players_page_shows_the_newest_matches_and_what_is_on(club: ClubCast) -> None:
    ann = club.player("Ann")
    ended = [typed(club, "Zoe", "Ann", "Bo", "Cy") for _n in range(player_matches.MATCHES_SHOWN)]
    old = typed(club, "Zoe", "Ann", "Bo", "Cy")  # imported last, played first
    Match.objects.filter(pk=old.pk).update(started=old.started - timedelta(days=4000))
    Appearance.objects.filter(match=old).update(at=old.started - timedelta(days=4000))
    on = ended[0]
    Match.objects.filter(pk=on.pk).update(ended=None, started=timezone.now())
    Appearance.objects.filter(match=on).delete()
    shown = club.get("Olga", "player", ann.pk).context["matches"]
    assert shown[0].match.pk == on.pk
    assert {one.match.pk for one in shown} == {one.pk for one in ended}


def test_every_game_starts_in_a_club(club: ClubCast) -> None:
    for slug in every_game():
        assert club.get("Mia", "start_in_club", slug).status_code == 200
