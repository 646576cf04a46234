"""Figures: updated after the request that changed a match, and equal to a rebuild from the logs."""

from __future__ import annotations

import io
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scorekeeper.figures import credits, ratings
from scorekeeper.figures import recompute as recomputing
from scorekeeper.figures.models import RatingStep
from scorekeeper.history.importing import import_jobs
from scorekeeper.history.models import Played
from scorekeeper.jobs import leases, worker
from scorekeeper.jobs.models import PendingJob
from scorekeeper.matches import commands, models
from tests.conftest import Server, until
from tests.site.club_cast import ClubCast
from tests.site.clubs.figures.test_ratings import FOUR, agree, derived, of_pairs
from tests.strategies import tries

EVERYONE = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")


def rebuilt() -> dict[str, Any]:
    call_command("rebuild", stdout=io.StringIO())
    return derived()


class Sequences(TestCase):
    """Any sequence of changes, with a recomputation at any point between them."""

    @settings(max_examples=tries(1 / 2), deadline=None)
    @given(
        st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), min_size=2, max_size=8),
        st.lists(
            st.tuples(
                st.sampled_from(("agree", "move", "replace", "later", "leave", "delete")),
                st.integers(0, 7),
                st.integers(-9, 9),
            ),
            min_size=1,
            max_size=6,
        ),
    )
    def test_old_matches_put_right_moved_and_taken_out_are_followed(self, played: Any, changes: Any) -> None:
        cast, game, now = ClubCast(), of_pairs(), timezone.now()
        matches = []
        for day, (first, points) in enumerate(played):
            names = [EVERYONE[(first + seat * (1 + day % 2)) % 8] for seat in range(4)]
            matches.append(cast.played(game, names, [points, 2], sides=2).pk)
            _move(matches[-1], now - timedelta(days=(day * 5) % 9))
        for what, which, n in changes:
            match = models.Match.objects.filter(pk=matches[which % len(matches)]).first()
            if what == "later":
                worker.run_next()
            elif match is None:
                continue
            elif what == "agree":
                agree(match, n, 2)
            elif what == "move":
                _move(match.pk, now + timedelta(days=n))
            elif what == "replace":
                # Another player in that seat, on another day.
                other = cast.player(EVERYONE[n % len(EVERYONE)])
                models.Seat.objects.filter(match=match, position=which % 4).update(player=other)
                _move(match.pk, now + timedelta(days=n))
            elif what == "leave":
                models.Table.objects.filter(pk=match.table_id).update(club=None)
                commands.project(models.Match.objects.get(pk=match.pk))
            else:
                import_jobs._remove_matches([match.pk], lambda did: did())
        as_followed = derived()
        assert rebuilt() == as_followed


def _move(match: int, ended: Any) -> None:
    models.Match.objects.filter(pk=match).update(ended=ended)
    commands.project(models.Match.objects.get(pk=match))


@pytest.fixture
def cast(db: None) -> ClubCast:
    return ClubCast()


def history(cast: ClubCast, n: int = 6) -> list[models.Match]:
    return [cast.played(of_pairs(), FOUR, [50 + day, 10], sides=2) for day in range(n)]


def test_pages_say_that_figures_are_being_recomputed_until_they_are(cast: ClubCast) -> None:
    matches = history(cast)
    agree(matches[0], 10, 900)
    game, ann = matches[0].game_slug, cast.player("Ann").pk
    bo = cast.player("Bo").pk
    addresses: list[tuple[Any, ...]] = [
        ("figures",),
        ("figures_game", game),
        ("figures_ratings", game),
        ("figures_player", ann),
        ("figures_two", ann, bo),
    ]
    said = 'id="_figures_behind"'
    pages = [cast.clients["Olga"].get(cast.url(*address)) for address in addresses]
    assert [page.status_code for page in pages] == [200] * len(pages)
    assert all(said in page.content.decode() for page in pages)
    # The hand and its result are stored at once.
    assert Played.objects.get(match=matches[0]).match.results.get(won=True).side == 1
    call_command("sweep", stdout=io.StringIO())
    pages = [cast.clients["Olga"].get(cast.url(*address)) for address in addresses]
    assert not any(said in page.content.decode() for page in pages)


def test_a_recomputation_that_is_killed_leaves_everything_as_it_was(
    cast: ClubCast, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = history(cast)
    worker.run_all()
    before = {row.pk: row.mu for row in RatingStep.objects.all()}
    agree(matches[0], 10, 900)

    def killed(*_which: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("scorekeeper.figures.recompute.bulk_copy", killed)
        with pytest.raises(KeyboardInterrupt):
            worker.run_next()
    assert {row.pk: row.mu for row in RatingStep.objects.all()} == before
    # Its lease has to expire first.
    assert not worker.run_next()
    PendingJob.objects.update(lease=timezone.now() - leases.LEASE)
    as_followed = derived()
    assert not PendingJob.objects.exists()
    assert rebuilt() == as_followed


def test_a_lease_written_before_the_clock_was_set_back_holds_nobody_up(cast: ClubCast) -> None:
    agree(history(cast)[0], 10, 900)
    PendingJob.objects.update(lease=timezone.now() + timedelta(days=1))
    worker.run_all()
    assert not PendingJob.objects.exists()


def test_a_server_does_at_its_start_what_another_has_left(
    transactional_db: None, request: pytest.FixtureRequest
) -> None:
    cast = ClubCast()
    matches = history(cast)
    agree(matches[0], 10, 900)
    assert PendingJob.objects.exists()
    server: Server = request.getfixturevalue("server")
    assert server.port
    until(lambda: not PendingJob.objects.exists())
    # A change while the server runs is followed too.
    agree(matches[1], 10, 900)
    until(lambda: not PendingJob.objects.exists())
    as_followed = derived()
    assert rebuilt() == as_followed


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one after the other anyway")
def test_ending_a_match_waits_for_no_recomputation(transactional_db: None) -> None:
    cast = ClubCast()
    matches = history(cast, 2)
    agree(matches[0], 20, 900)
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            list(PendingJob.objects.select_for_update())
            held.set()
            done.wait(30)
        connection.close()

    holding = threading.Thread(target=hold)
    holding.start()
    assert held.wait(10)
    agree(matches[1], 10, 900)
    assert not done.is_set()
    done.set()
    holding.join()
    as_followed = derived()
    assert rebuilt() == as_followed


def test_a_change_during_a_recomputation_is_followed_too(
    cast: ClubCast, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches, now, rate_game = history(cast), timezone.now(), ratings.rate_game

    def meanwhile(*which: Any) -> Any:
        monkeypatch.setattr(ratings, "rate_game", rate_game)
        found = rate_game(*which)
        _move(matches[0].pk, now + timedelta(days=4, hours=1))
        agree(matches[1], 3, 700)
        return found

    monkeypatch.setattr(ratings, "rate_game", meanwhile)
    agree(matches[3], 10, 900)
    worker.run_next()
    assert PendingJob.objects.exists()
    as_followed = derived()
    assert rebuilt() == as_followed


def test_contributions_read_before_a_change_are_not_kept(
    cast: ClubCast, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = history(cast, 3)
    contributions = credits.contributions

    def meanwhile(numbers: Any) -> Any:
        found = list(contributions(numbers))
        monkeypatch.setattr(recomputing, "contributions", contributions)
        agree(models.Match.objects.get(pk=matches[1].pk), 5, 800)
        return found

    agree(matches[1], 10, 900)
    monkeypatch.setattr(recomputing, "contributions", meanwhile)
    worker.run_next()
    as_followed = derived()
    assert rebuilt() == as_followed
