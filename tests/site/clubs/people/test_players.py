"""Players of a club: seated at tables, linked, merged, split, claimed and renamed."""

from datetime import timedelta

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Claim, ClubEvent, Member, Player, Season
from scorekeeper.clubs.people import identity
from scorekeeper.clubs.people import names as people_names
from scorekeeper.figures import recompute
from scorekeeper.history import player_matches
from scorekeeper.history.models import Appearance
from scorekeeper.matches.models import Match, Seat, Table
from scorekeeper.matches.models import Role as TableRole
from tests.site.cast import markup, text
from tests.site.club_cast import user
from tests.site.club_rows_people import start_form
from tests.site.night_cast import NAMES
from tests.site.routes import rich_example

GAME = rich_example()[0]
SEATS, SIDES = GAME.shapes(GAME.presets[0])[0]


def full_table(*names):
    return [*names, *NAMES[4:]][:SEATS]


def play_unlinked(club, name, *others):
    """Play a match in which the seat with this name is linked to no player."""
    match = play(club, name, *(others or NAMES[1:4]))
    Seat.objects.filter(match=match, name=name).update(player=None)
    Player.objects.filter(club=club.club, name=name).delete()
    recompute.rebuild_club(club.club.pk)
    return match


def play(club, *names):
    return club.play_match(GAME, full_table(*names), [1] + [0] * (SIDES - 1))


def start(club, **changes):
    club.post("Mia", "start_in_club", GAME.slug, data=start_form(club, **changes))


def match_count(player):
    return Appearance.objects.filter(player=player).count()


def test_table_started_in_club_belongs_to_it(club):
    season = Season.objects.create(club=club.club, name="Winter", begins=timezone.localdate())
    names = full_table("Ann", "Bo", "Mia", "Di")
    seats = {f"name.{n}": name for n, name in enumerate(names)}
    start(club, season=season.pk, venue="The old school", **seats)
    table = Table.objects.get()
    assert (table.club, table.season, table.venue) == (club.club, season, "The old school")
    assert seated_players() == names
    assert table.phones.get().role == TableRole.HOST
    assert Player.objects.get(club=club.club, name="Mia").last_played is not None
    assert "The old school" in markup(club.get("Mia", "start_in_club", GAME.slug))


def test_unknown_name_becomes_a_guest(club):
    start(club, **{"name.0": "Zoë"})
    assert seated_players() == ["Zoë", *[None] * (SEATS - 1)]
    assert Player.objects.get(name="Zoë").user is None


def seated_players():
    return list(Seat.objects.order_by("position").values_list("player__name", flat=True))


def test_similar_name_waits_to_be_linked(club):
    jose = club.player("José")
    start(club, **{"name.0": "Jose"})
    assert Seat.objects.get(name="Jose").player is None
    (row,) = club.get("Sven", "unlinked_names").context["typed"]
    assert (row["name"], row["similar"]) == ("Jose", [jose])


def test_tap_without_script_fills_the_first_empty_seat_or_empties_one(club):
    sent = start_form(club, **{"name.0": "Ann", "sit": club.player("Bo").pk})
    del sent["start"]
    # A tap on a player who is already seated empties the seat.
    for seated, second_name in ({}, "Bo"), ({"name.1": "Bo"}, ""):
        page = club.post("Mia", "start_in_club", GAME.slug, data=sent | seated)
        assert page.context["start"].typed[:2] == ["Ann", second_name]
    assert not Table.objects.exists()


def test_a_season_that_is_over_is_not_offered(club):
    today = timezone.localdate()
    Season.objects.create(club=club.club, name="Long ago", begins="2001-01-01", ends="2001-12-31")
    Season.objects.create(club=club.club, name="Of another game", begins=today, game_slug="something-else")
    Season.objects.create(club=club.other, name="Of another club", begins=today)
    assert club.get("Mia", "start_in_club", GAME.slug).context["club_start"].seasons == []


def test_a_rematch_keeps_the_club_and_its_players(club):
    match = club.sit_down(GAME, NAMES[:SEATS])
    assert phone_of_ann().post(reverse("rematch", args=[match.table.code, 1])).status_code == 303
    second = Match.objects.get(table=match.table, number=2)
    assert [seat.player for seat in second.sitting.all()] == [seat.player for seat in match.sitting.all()]


def test_renamed_seat_is_linked_to_the_player_of_that_name(club):
    match = club.sit_down(GAME, NAMES[:SEATS])
    players, client = Player.objects.count(), phone_of_ann()
    url = reverse("names", args=[match.table.code, 1])
    names = {f"name.{n}": seat.name for n, seat in enumerate(match.sitting.all())}
    for name, player in (("Mia", "Mia"), ("A stranger", None), ("Ann", "Ann")):
        assert client.post(url, names | {"name.0": name}).status_code == 303
        assert seated_players()[0] == player
    assert Player.objects.count() == players  # a phone that only has a score link creates none


def phone_of_ann():
    client = Client()
    client.cookies["phone"] = "a phone that belongs to Ann"
    return client


def test_another_clubs_players_are_never_seated(club):
    stranger = Player.objects.create(club=club.other, name="Odd")
    table = Table.objects.create(club=club.club)
    assert people_names.players_of_names(table, ["Odd", "Bo"], [stranger.pk]) == [None, club.player("Bo").pk]


def test_table_links_to_the_club_for_members_only(club):
    match = club.sit_down(GAME, NAMES[:SEATS])
    for who in ("Mia", "Olga", "Ned", "Odd"):
        page = club.clients[who].get(reverse("table", args=[match.table.code]))
        assert (club.club.name in text(page)) is (who in ("Mia", "Olga")), who
        assert (b"Keep score here" in page.content) is (who == "Olga")


def test_name_is_linked_for_one_seat_or_all(club):
    first, second, third = (play_unlinked(club, "Annie") for _n in range(3))
    ann = club.player("Ann")
    sent = {"name": "Annie", "seat": first.sitting.get(name="Annie").pk, "player": ann.pk}
    club.post("Sven", "link_name", data=sent)
    assert match_count(ann) == 1
    club.post("Sven", "link_name", data={"name": "Annie", "who": "ann"})
    assert match_count(ann) == 3
    assert not identity.unlinked_named_seats(club.club.pk).exists()
    assert {second.pk, third.pk} < set(ann.appearances.values_list("match", flat=True))
    columns = ("total", "place", "won")
    counted = ann.appearances.filter(match=first, seat=0).values_list(*columns)
    assert list(counted) == list(first.results.filter(side=0).values_list(*columns))


def test_merge_can_be_undone_exactly(club):
    play(club, "Ann", "Bo", "Cy")
    play(club, "Annie", "Bo", "Cy")
    ann, annie = club.player("Ann"), club.player("Annie")
    merged_before = Player.objects.create(club=club.club, name="A.", same_as=annie)
    before = list(Player.objects.order_by("pk").values_list()), appearances()
    club.post("Sven", "merge_player", annie.pk, data={"other": ann.pk})
    assert Player.objects.get(pk=merged_before.pk).same_as == ann
    assert match_count(ann) == 2
    assert "merged" in club.club.events.values_list("what", flat=True)
    assert club.get("Mia", "player", annie.pk).context["player"] == ann
    club.post("Sven", "unmerge_player", annie.pk, data={})
    assert (list(Player.objects.order_by("pk").values_list()), appearances()) == before
    assert ClubEvent.objects.filter(what="unmerged").count() == 1


def appearances():
    return sorted(Appearance.objects.values_list("match", "seat", "player", "total", "place", "won", "rule"))


def test_players_merged_at_one_seat_can_be_unmerged(club):
    match = play(club, "Ann", "Bo", "Cy")
    ann, annie = club.player("Ann"), club.player("Annie")
    Seat.objects.create(match=match, position=0, since=2, name="Annie", player=annie)
    identity.update_history([ann.pk, annie.pk])
    before = appearances()
    identity.merge(ann, annie, "Sven")
    assert match_count(ann) == 1
    identity.unmerge(annie, "Sven")
    assert appearances() == before


def test_merge_keeps_the_account_and_refuses_two_accounts(club):
    mia, ann = club.player("Mia"), club.player("Ann")
    assert identity.merge(ann, mia, "Sven") == mia
    answer = club.post("Sven", "merge_player", mia.pk, data={"other": club.player("Olga").pk})
    assert answer.status_code == 422


def test_names_are_compared_without_accents():
    for name, typed in (
        ("José  ÅNGSTRÖM", "jose angstrom"),
        ("Søren Kjær", "soren kjaer"),
        ("Łukasz Đukić", "LUKASZ DUKIC"),
        ("Þórður Weiß", "thordur weiss"),
        ("Œdipe Ħamra", "oedipe hamra"),
        ("Soren", "SØREN"),
        ("ǾYVIND", "oyvind"),
        ("Işık", "isik"),
    ):
        assert people_names.fold_name(name) == people_names.fold_name(typed)


def test_short_and_full_forms_of_a_name_are_alike():
    assert people_names.likeness("ann", "dan") < people_names.ALIKE
    for short, full in (("anne", "annie"), ("betty", "bettina"), ("ann", "ann miller")):
        assert people_names.likeness(short, full) >= people_names.ALIKE


def test_similar_guests_are_shown_together(club):
    guest = club.player("Olgá")
    assert club.get("Sven", "unlinked_names").context["similar"] == [(guest, club.player("Olga"))]
    assert club.get("Mia", "unlinked_names").context["similar"] == []


def test_scorekeeper_grants_a_claim_to_a_guests_matches(club):
    play(club, "Ann", "Bo", "Cy")
    ann, mia = club.player("Ann"), club.player("Mia")
    for _twice in range(2):
        club.post("Mia", "claim_player", ann.pk, data={})
    claim = Claim.objects.get()
    assert match_count(mia) == 0  # not yet granted
    assert "Mia says: “Ann” was me." in text(club.get("Sven", "players"))
    assert "says:" not in text(club.get("Mia", "players"))
    club.post("Sven", "answer_claim", claim.pk, data={"granted": "yes"})
    assert Player.objects.get(pk=ann.pk).same_as == mia
    assert match_count(mia) == 1


def test_claim_links_a_member_without_player(club):
    Member.objects.create(club=club.club, user=user("Ned"))
    claim = identity.claim(club.player("Bo"), user("Ned"))
    assert identity.answer_claim(claim, True, "Sven")
    assert club.player("Bo").user == user("Ned")
    assert not identity.answer_claim(claim, False, "Sven")


def test_claim_of_a_former_member_is_refused(club):
    claim = identity.claim(club.player("Bo"), user("Mia"))
    Member.objects.filter(user=user("Mia")).update(ended=timezone.now())
    assert club.post("Sven", "answer_claim", claim.pk, data={"granted": "yes"}).status_code == 422
    assert Claim.objects.get().granted is None


def test_member_claims_a_typed_name(club):
    play_unlinked(club, "Mimi")
    club.post("Mia", "claim_name", data={"name": "Mimi"})
    claim = Claim.objects.get()
    assert (claim.player.name, claim.granted, match_count(claim.player)) == ("Mimi", None, 1)
    assert club.post("Mia", "claim_name", data={"name": "Mimi"}).status_code == 422


def test_player_renames_or_hides_a_typed_name(club):
    play_unlinked(club, "Mimi the Great")
    mia = club.player("Mia")
    identity.link_seats(mia, identity.unlinked_seats(club.club.pk), "Sven")
    version = Table.objects.get().version
    club.post("Mia", "spelling", mia.pk, data={"name": "Mimi the Great"})
    assert Seat.objects.get(position=0).name == "Mia"
    club.post("Mia", "spelling", mia.pk, data={"name": "Mia", "hide": "1"})
    seat = Seat.objects.get(position=0)
    assert seat.name not in ("Mia", "Mimi the Great")
    assert seat.player == mia  # the match still counts for Mia
    assert Table.objects.get().version > version
    answer = club.post("Mia", "spelling", club.player("Bo").pk, data={"name": "Bo", "hide": "1"})
    assert answer.status_code == 403


def test_player_is_found_by_any_of_their_names(club):
    Player.objects.create(club=club.club, name="Pepe", same_as=club.player("José"))
    for query in ("jose", "JOS", "pepe"):
        (player,) = club.get("Mia", "players", data={"q": query}).context["page"]
        assert player.name == "José"
    assert "No player has that name." in text(club.get("Mia", "players", data={"q": "zz"}))


def test_equal_names_are_refused(club):
    assert club.post("Sven", "new_player", data={"name": " ANN "}).status_code == 422
    assert Player.objects.filter(club=club.club).count() == 7  # the players of ``ClubCast``
    assert club.post("Sven", "rename_player", club.player("Bo").pk, data={"name": "Cy"}).status_code == 422


def test_player_page_shows_newest_and_current_matches(club):
    ann = club.player("Ann")
    ended = [play_unlinked(club, "Zoe", "Ann", "Bo", "Cy") for _n in range(player_matches.MATCHES_SHOWN)]
    old = play_unlinked(club, "Zoe", "Ann", "Bo", "Cy")  # stored last, played first
    Match.objects.filter(pk=old.pk).update(started=old.started - timedelta(days=4000))
    Appearance.objects.filter(match=old).update(at=old.started - timedelta(days=4000))
    current = ended[0]
    Match.objects.filter(pk=current.pk).update(ended=None, started=timezone.now())
    Appearance.objects.filter(match=current).delete()
    shown = club.get("Olga", "player", ann.pk).context["matches"]
    assert shown[0][0].pk == current.pk
    assert {match.pk for match, _people, _hands in shown} == {match.pk for match in ended}
