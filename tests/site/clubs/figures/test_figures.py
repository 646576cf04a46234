"""A club's figures: what is told, of whom, to whom, with the hand that earned it."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.engine import Adjustment, PerSide
from scorekeeper.accounts.models import User
from scorekeeper.clubs.figures import rating_text, stat_text
from scorekeeper.clubs.models import (
    Appearance,
    Club,
    MatchStats,
    PairStats,
    Player,
    Rating,
    RatingStep,
    Season,
    StatTotal,
)
from scorekeeper.matches import commands, hash_chain, models, replay
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.clubs.figures.test_ratings import FOUR, derived, of_pairs

MOST = 12  # queries of a page


@pytest.fixture
def cast(db: None) -> ClubCast:
    return ClubCast()


def two_matches(cast: ClubCast) -> list[models.Match]:
    return [cast.played(of_pairs(), FOUR, totals, sides=2) for totals in ([90, 10], [20, 30])]


def amend(match: models.Match, *points: int) -> None:
    match = models.Match.objects.get(pk=match.pk)
    rev = replay.load_match_state(match).revs[1]
    intent = commands.WriteCommand(
        uuid.uuid4(), 1, rev, Adjustment(PerSide(points), "as it was"), "miscounted"
    )
    assert isinstance(commands.append_entry(match, match.table.phones.get(), intent), commands.Saved)


def test_before_the_first_match_the_page_says_how_figures_come(cast: ClubCast) -> None:
    assert "appear here after the club’s first match" in text(cast.get("Mia", "figures"))
    ann = cast.player("Ann")
    assert "has not finished a match in the club yet" in text(cast.get("Mia", "figures_player", ann.pk))
    both = cast.get("Mia", "figures_two", ann.pk, cast.player("Bo").pk)
    assert "have not played a match together" in text(both)


def test_a_players_page_says_what_was_won_and_why_the_rating_moved(cast: ClubCast) -> None:
    first, _second = two_matches(cast)
    page = cast.get("Mia", "figures_player", cast.player("Ann").pk)
    told = text(page)
    assert "Won against an equal pair" in told
    assert "Lost against a weaker pair" in told
    assert "1 of 2 · too few to judge" in told
    assert "Provisional until 10 matches" in told
    change = page.context["figures"]["steps"][-1].change
    assert f"+{change}" in told
    assert reverse("match", args=[first.table.code, 1]) in page.content.decode()
    assert "Only 2 matches together: too few to judge." in told


def test_the_chart_has_its_numbers_in_a_table_behind_it(cast: ClubCast) -> None:
    two_matches(cast)
    page = cast.get("Mia", "figures_player", cast.player("Ann").pk).content.decode()
    assert 'role="img"' in page
    assert "<desc" in page
    assert "Numbers as a table" in page
    for rating in RatingStep.objects.filter(player__name="Ann"):
        assert f'<td class="num">{rating_text.displayed(rating.mu)}</td>' in page


def test_a_record_names_its_holders_and_leads_to_the_hand(cast: ClubCast) -> None:
    first, _second = two_matches(cast)
    page = cast.get("Mia", "figures")
    said = text(page)
    assert "Records of all time" in said
    assert "Highest total 90" in said
    rows = StatTotal.objects.filter(who="", deed="best_total", season=0)
    assert [(row.match_id, row.best) for row in rows] == [(first.pk, 90)]
    end = replay.load_match_state(models.Match.objects.get(pk=first.pk)).sheet.rows[-1].number
    assert reverse("reasons", args=[first.table.code, 1, end]) in page.content.decode()


def test_a_correction_takes_a_record_away_and_the_next_best_has_it(cast: ClubCast) -> None:
    first, second = two_matches(cast)
    amend(first, 25, 10)
    best = StatTotal.objects.get(who="", deed="best_total", season=0)
    assert (best.best, best.match_id) == (30, second.pk)
    mine = StatTotal.objects.get(player=cast.player("Ann"), partner=None, deed="best_total", season=0)
    assert (mine.best, mine.match_id) == (25, first.pk)
    assert "Highest total 30" in text(cast.get("Mia", "figures"))


def test_a_match_taken_out_of_the_club_takes_its_figures_along(cast: ClubCast) -> None:
    from scorekeeper.clubs.history import updates

    matches = two_matches(cast)
    for match in matches:
        models.Table.objects.filter(pk=match.table_id).update(club=None)
    updates.update_matches([match.pk for match in matches])
    assert not any((RatingStep.objects.exists(), Rating.objects.exists(), PairStats.objects.exists()))
    assert not any((StatTotal.objects.exists(), MatchStats.objects.exists(), Appearance.objects.exists()))


def test_a_season_has_records_and_figures_of_its_own(cast: ClubCast) -> None:
    season = Season.objects.create(club=cast.club, name="Autumn", begins=timezone.now().date())
    _first, second = two_matches(cast)
    models.Table.objects.filter(pk=second.table_id).update(season=season)
    commands.project(models.Match.objects.get(pk=second.pk))
    said = text(cast.clients["Mia"].get(cast.url("figures"), {"season": season.pk}))
    assert "Records of the season" in said
    assert "Highest total 30" in said
    mine = cast.clients["Mia"].get(cast.url("figures_player", cast.player("Ann").pk), {"season": season.pk})
    assert "0 of 1" in text(mine)


def test_inactive_players_are_set_apart(cast: ClubCast) -> None:
    long_ago = timezone.now() - rating_text.INACTIVE_AFTER - timedelta(days=1)
    for _match in range(rating_text.SETTLED):
        match = cast.played(of_pairs(), FOUR, [50, 10], sides=2)
        models.Match.objects.filter(pk=match.pk).update(ended=long_ago)
        commands.project(models.Match.objects.get(pk=match.pk))
    page = cast.get("Mia", "figures")
    assert [len(page.context[name]) for name in ("settled", "newcomers", "away")] == [0, 0, 4]
    assert "Not played for 180 days" in text(page)
    assert "not on the list until the next match" in text(
        cast.get("Mia", "figures_player", cast.player("Ann").pk)
    )
    cast.played(of_pairs(), ("Ann", "Eve", "Fay", "Gus"), [50, 10], sides=2)
    page = cast.get("Mia", "figures")
    assert [one.rating.player.name for one in page.context["settled"]] == ["Ann"]
    assert len(page.context["newcomers"]) == 3
    game = of_pairs().slug
    for who, n in (("", 1), ("new", 3), ("away", 3)):
        listed = cast.clients["Mia"].get(cast.url("figures_ratings", game), {"who": who})
        assert len(listed.context["ranks"]) == n
    assert cast.clients["Mia"].get(cast.url("figures_ratings", game), {"who": "x"}).status_code == 404
    assert cast.clients["Mia"].get(cast.url("figures_ratings", game), {"page": "9"}).status_code == 200


def test_a_stranger_reads_of_a_published_club_only_those_who_said_so(cast: ClubCast) -> None:
    two_matches(cast)
    Club.objects.filter(pk=cast.club.pk).update(published=True)
    Player.objects.filter(name="Ann").update(shows_name=True)
    stranger = Client()
    page = stranger.get(cast.url("figures"))
    said = text(page)
    assert "Ann" in said
    assert not any(name in said for name in ("Bo", "Cy", "Di"))
    assert "/t/" not in page.content.decode(), "a table's code lets people watch it"
    ann, bo = cast.player("Ann"), cast.player("Bo")
    hers = stranger.get(cast.url("figures_player", ann.pk))
    assert hers.status_code == 200
    assert "/t/" not in hers.content.decode()
    assert not any(f">{name}<" in hers.content.decode() for name in ("Bo", "Cy", "Di"))
    for path in (cast.url("figures_player", bo.pk), cast.url("figures_two", ann.pk, bo.pk)):
        assert stranger.get(path).status_code == 404
    Player.objects.filter(name="Ann").update(forgotten=timezone.now())
    assert stranger.get(cast.url("figures_player", ann.pk)).status_code == 404
    assert "Former player" in text(cast.get("Mia", "figures_player", ann.pk))


def test_nobody_reads_of_players_or_games_the_club_does_not_have(cast: ClubCast) -> None:
    elsewhere = Player.objects.create(club=cast.other, name="Zoe")
    ann = cast.player("Ann")
    for name, which in (
        ("figures_player", [elsewhere.pk]),
        ("figures_two", [ann.pk, elsewhere.pk]),
        ("figures_two", [ann.pk, ann.pk]),
        ("figures_game", ["no-such-game"]),
        ("figures_ratings", ["no-such-game"]),
    ):
        assert cast.get("Mia", name, *which).status_code == 404


def test_a_merged_record_is_read_as_the_one_it_was_merged_with(cast: ClubCast) -> None:
    from scorekeeper.clubs.history import updates

    two_matches(cast)
    ann, di = cast.player("Ann"), cast.player("Di")
    Player.objects.filter(pk=di.pk).update(same_as=ann)
    updates.update_players([di.pk, ann.pk])
    assert cast.get("Mia", "figures_player", di.pk).context["player"] == ann
    as_followed = derived()
    call_command("rebuild", stdout=open("/dev/null", "w"))  # noqa: SIM115
    assert derived() == as_followed


def test_pairs_are_told_of_with_how_sure_it_is(cast: ClubCast) -> None:
    for _match in range(rating_text.TOO_FEW):
        cast.played(of_pairs(), FOUR, [50, 10], sides=2)
    ann, cy = cast.player("Ann"), cast.player("Cy")
    said = text(cast.get("Mia", "figures_two", ann.pk, cy.pk))
    assert "Won 10 of 10" in said
    assert "Probably between" in said
    assert "As partners" in said
    against = text(cast.get("Mia", "figures_two", ann.pk, cast.player("Bo").pk))
    assert "Against each other" in against


@pytest.mark.parametrize(
    ("won", "expected", "words"),
    [
        (18, 10, "Better together"),
        (2, 10, "Worse together than their ratings"),
        (11, 10, "As their ratings suggest"),
    ],
)
def test_chemistry_is_said_as_far_as_chance_allows(won: int, expected: int, words: str) -> None:
    row = PairStats(matches=20, won=won, level=0, expected=expected * 1_000_000)
    said = rating_text.chemistry(row)
    assert said is not None
    assert words in said.words
    assert said.low < said.share < said.high or said.share in (0, 100)
    assert rating_text.chemistry(PairStats(matches=0, won=0, level=0, expected=0)) is None


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"won": True, "against": 30.0}, "Won against a stronger pair"),
        ({"won": False, "against": 20.0}, "Lost against a weaker pair"),
        ({"won": True, "level": True}, "Tied with an equal pair"),
        ({"won": True, "mates": 1, "against": 30.0}, "Won against a stronger player"),
        ({"won": True, "mates": 3}, "Won against an equal team"),
        ({"won": True, "sides": 4}, "Won in an equal field"),
        ({"won": False, "sides": 4, "place": 3, "against": 20.0}, "Place 3 of 4 in a weaker field"),
        ({"rated": False}, "Not rated: one side had no known player"),
    ],
)
def test_every_change_of_a_rating_has_a_reason_in_words(more: dict[str, Any], words: str) -> None:
    row = RatingStep(
        **{"won": False, "level": False, "rated": True, "own": 25.0, "against": 25.0, "mates": 2, "sides": 2}
        | {"place": 1}
        | more
    )
    assert words in rating_text.reason(row)


def test_numbers_are_read_as_people_write_them() -> None:
    assert stat_text.number(1234567) == "1,234,567"
    assert stat_text.number(-40) == "\N{MINUS SIGN}40"
    assert stat_text.number(-12.34, 1) == "\N{MINUS SIGN}12.3"


def test_a_seeded_club_is_the_same_each_time_and_what_a_rebuild_gives(db: None, capsys: Any) -> None:
    for _time in range(2):
        call_command("seed_club", hands=300, members=20, years=2, evenings=2, ends="2026-11-20")
        club = Club.objects.get()
        told = {name: len(rows) for name, rows in derived().items()}
        ratings = sorted(Rating.objects.values_list("player__name", "game_slug", "mu", "sigma"))
        entries = models.Entry.objects.count()
        assert 300 <= entries <= 340
        match = models.Match.objects.order_by("?")[0]
        assert hash_chain.broken_link(match) is None
        if not _time:
            first = (club.code, told, ratings, entries)
            before = derived()
            call_command("rebuild", stdout=open("/dev/null", "w"))  # noqa: SIM115
            assert derived() == before
            models.Table.objects.all().delete()
            club.delete()
            User.objects.all().delete()
        else:
            assert (club.code, told, ratings, entries) == first


def test_every_page_asks_few_questions(db: None) -> None:
    from django.db import connection

    call_command(
        "seed_club",
        hands=800,
        members=12,
        years=1,
        evenings=3,
        stdout=open("/dev/null", "w"),  # noqa: SIM115
    )
    club = Club.objects.get()
    two = PairStats.objects.filter(partners=True).order_by("-matches")[0]
    client = Client()
    owner = club.members.order_by("pk")[0].user
    client.force_login(owner, backend="allauth.account.auth_backends.AuthenticationBackend")
    for name, which in (
        ("figures", []),
        ("figures_game", [two.game_slug]),
        ("figures_ratings", [two.game_slug]),
        ("figures_player", [two.player_id]),
        ("figures_two", [two.player_id, two.other_id]),
    ):
        path = reverse(name, args=[club.code, *which])
        client.get(path)
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(path)
        assert answer.status_code == 200
        assert len(asked) <= MOST, name
