"""What follows from an old match is put off, said to be, and comes out as a rebuild has it."""

from __future__ import annotations

import io
import threading
import time
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scorekeeper.clubs.figures import ratings, tallies
from scorekeeper.clubs.jobs import pending, worker
from scorekeeper.clubs.models import PendingJob, Played, RatingStep
from scorekeeper.matches import commands, models, replay
from tests.conftest import Server, until
from tests.site.club_cast import ClubCast
from tests.site.clubs.figures.test_ratings import FOUR, agree, derived, of_pairs
from tests.site.clubs.figures.test_rebuild import STEPS, Evening
from tests.strategies import tries

EVERYONE = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")


def rebuilt() -> dict[str, Any]:
    call_command("rebuild", stdout=io.StringIO())
    return derived()


def little_at_once(patch: pytest.MonkeyPatch, folded: int = 1) -> None:
    """Put off whatever can be."""
    patch.setattr(pending, "RATING_BATCH", folded)
    patch.setattr(pending, "STATS_BATCH", 1)
    patch.setattr(pending, "QUICKLY_SEARCHED", 0)


class Sequences(TestCase):
    """Any sequence, whenever what was put off is done, and however little at once."""

    @settings(max_examples=tries(1 / 2), deadline=None)
    @given(st.lists(st.one_of(STEPS, st.just(("later", 0, 0))), min_size=3, max_size=16), st.integers(1, 3))
    def test_any_sequence_gives_what_a_rebuild_from_the_log_gives(self, steps: Any, folded: int) -> None:
        with pytest.MonkeyPatch.context() as patch:
            little_at_once(patch, folded)
            evening = Evening()
            for step in steps:
                if step[0] == "later":
                    worker.run_next()
                else:
                    evening.take(step)
            worker.run_all()
            as_followed = derived()
            assert rebuilt() == as_followed
            assert not PendingJob.objects.exists()

    @settings(max_examples=tries(1 / 2), deadline=None)
    @given(
        st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), min_size=2, max_size=8),
        st.lists(
            st.tuples(
                st.sampled_from(("agree", "move", "replace", "later", "leave")),
                st.integers(0, 7),
                st.integers(-9, 9),
            ),
            min_size=1,
            max_size=6,
        ),
        st.integers(1, 3),
    )
    def test_old_matches_put_right_moved_and_taken_out_fold_exactly(
        self, played: Any, changes: Any, folded: int
    ) -> None:
        replay._kept.clear()
        cast, game, now = ClubCast(), of_pairs(), timezone.now()
        with pytest.MonkeyPatch.context() as patch:
            little_at_once(patch, folded)
            matches = []
            for day, (first, points) in enumerate(played):
                names = [EVERYONE[(first + seat * (1 + day % 2)) % 8] for seat in range(4)]
                matches.append(cast.played(game, names, [points, 2], sides=2).pk)
                _move(matches[-1], now - timedelta(days=(day * 5) % 9))
            for what, which, n in changes:
                match = models.Match.objects.get(pk=matches[which % len(matches)])
                if what == "agree":
                    agree(match, n, 2)
                elif what == "move":
                    _move(match.pk, now + timedelta(days=n))
                elif what == "replace":
                    # Somebody else sat there, and on another day.
                    other = cast.player(EVERYONE[n % len(EVERYONE)])
                    models.Seat.objects.filter(match=match, position=which % 4).update(player=other)
                    _move(match.pk, now + timedelta(days=n))
                elif what == "leave":
                    models.Table.objects.filter(pk=match.table_id).update(club=None)
                    commands.project(models.Match.objects.get(pk=match.pk))
                else:
                    worker.run_next()
            worker.run_all()
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


def test_the_newest_match_puts_nothing_off(cast: ClubCast, monkeypatch: pytest.MonkeyPatch) -> None:
    little_at_once(monkeypatch)
    history(cast)
    assert not PendingJob.objects.exists()
    assert RatingStep.objects.count() == 24


def test_an_old_match_put_right_is_said_to_be_worked_out_until_it_is(
    cast: ClubCast, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = history(cast)
    little_at_once(monkeypatch, 2)
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
    pages = [cast.get("Olga", *address) for address in addresses]
    assert [page.status_code for page in pages] == [200] * len(pages)
    assert all(said in page.content.decode() for page in pages)
    assert PendingJob.objects.filter(what=PendingJob.What.RATINGS).exists()
    assert PendingJob.objects.filter(what=PendingJob.What.FIGURES).exists()
    # The hand and its result are there at once.
    assert Played.objects.get(match=matches[0]).match.results.get(won=True).side == 1
    call_command("sweep", stdout=io.StringIO())
    assert not any(said in cast.get("Olga", *address).content.decode() for address in addresses)
    as_followed = derived()
    assert rebuilt() == as_followed


def test_what_a_killed_server_was_doing_stands_as_it_was_before(
    cast: ClubCast, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = history(cast)
    little_at_once(monkeypatch)
    agree(matches[0], 10, 900)
    before, waiting = derived(), list(PendingJob.objects.values_list("what", "match"))
    assert waiting
    with monkeypatch.context() as patch:

        def killed(*_what: Any) -> None:
            assert derived() != before
            raise KeyboardInterrupt

        patch.setattr(pending, "enqueue", killed)
        with pytest.raises(KeyboardInterrupt):
            worker.run_next()
    assert derived() == before
    assert list(PendingJob.objects.values_list("what", "match")) == waiting
    worker.run_all()
    as_followed = derived()
    assert rebuilt() == as_followed


def test_a_match_of_other_people_on_another_day_leaves_nothing_behind(
    cast: ClubCast, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, others = timezone.now(), EVERYONE[4:]
    days = [(10, FOUR), (5, others), (11, FOUR), (12, FOUR)]
    matches = []
    for day, names in days:
        matches.append(cast.played(of_pairs(), names, [50, 10], sides=2).pk)
        _move(matches[-1], now + timedelta(days=day))
    little_at_once(monkeypatch)
    for seat, name in enumerate(others):
        models.Seat.objects.filter(match=matches[0], position=seat).update(player=cast.player(name))
    _move(matches[0], now)
    worker.run_all()
    assert set(RatingStep.objects.filter(match=matches[2]).values_list("nth", flat=True)) == {1}
    as_followed = derived()
    assert rebuilt() == as_followed


def test_a_match_that_ends_meanwhile_is_rated_in_its_turn(
    cast: ClubCast, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = history(cast)
    little_at_once(monkeypatch)
    agree(matches[0], 10, 900)
    newest = cast.played(of_pairs(), FOUR, [5, 70], sides=2)
    assert not RatingStep.objects.filter(match=newest).exists()
    worker.run_all()
    assert RatingStep.objects.filter(match=newest).count() == 4
    as_followed = derived()
    assert rebuilt() == as_followed


def test_matches_of_somebody_looked_through_once_give_every_best_that_was_lost(cast: ClubCast) -> None:
    matches = history(cast)
    for match in matches[::-1]:
        agree(match, 10, 1)
    as_followed = derived()
    assert rebuilt() == as_followed


def test_a_server_does_at_its_start_what_another_has_left(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    cast = ClubCast()
    matches = history(cast)
    little_at_once(monkeypatch, 2)
    agree(matches[0], 10, 900)
    assert PendingJob.objects.exists()
    server: Server = request.getfixturevalue("server")
    assert server.port
    until(lambda: not PendingJob.objects.exists())
    # And what is put off while it serves.
    agree(matches[1], 10, 900)
    until(lambda: not PendingJob.objects.exists())
    as_followed = derived()
    assert rebuilt() == as_followed


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one after the other anyway")
def test_whoever_ends_a_match_waits_for_nobody_who_counts(transactional_db: None) -> None:
    cast = ClubCast()
    matches = history(cast, 2)
    began = time.monotonic()
    held, done = threading.Event(), threading.Event()

    def count() -> None:
        with transaction.atomic():
            pending.lock(cast.club.pk, matches[0].game_slug)
            held.set()
            done.wait(30)
        connection.close()

    counting = threading.Thread(target=count)
    counting.start()
    assert held.wait(10)
    newest = cast.played(of_pairs(), FOUR, [5, 70], sides=2)
    agree(matches[0], 10, 900)
    assert time.monotonic() - began < 30
    assert not done.is_set()
    assert {PendingJob.What.RATINGS, PendingJob.What.FIGURES} == set(
        PendingJob.objects.values_list("what", flat=True)
    )
    assert not RatingStep.objects.filter(match=newest).exists()
    done.set()
    counting.join()
    worker.run_all()
    as_followed = derived()
    assert rebuilt() == as_followed


def test_what_is_put_off_while_it_is_being_done_is_done_again(
    cast: ClubCast, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = history(cast)
    little_at_once(monkeypatch)
    agree(matches[0], 10, 900)
    go_on = ratings.resume

    def meanwhile(club: int, game: str, numbers: set[int]) -> set[int]:
        left = go_on(club, game, numbers)
        pending.enqueue(club, game, PendingJob.What.RATINGS, numbers)
        return left

    with monkeypatch.context() as patch:
        patch.setattr(ratings, "resume", meanwhile)
        worker.run_next()
    assert PendingJob.objects.filter(match=matches[0], what=PendingJob.What.RATINGS).exists()
    worker.run_all()
    as_followed = derived()
    assert rebuilt() == as_followed


def test_a_match_that_is_moved_while_others_are_folded_is_folded_in_the_end(
    cast: ClubCast, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches, now = history(cast), timezone.now()
    for day, match in enumerate(matches):
        _move(match.pk, now + timedelta(days=day))
    played = ratings._played

    def meanwhile(*which: Any) -> Any:
        monkeypatch.setattr(ratings, "_played", played)
        with monkeypatch.context() as patch:
            # As another transaction does that finds the ratings locked.
            patch.setattr(pending, "try_lock", lambda *_which: False)
            _move(matches[0].pk, now + timedelta(days=4, hours=1))
        return played(*which)

    monkeypatch.setattr(ratings, "_played", meanwhile)
    agree(matches[3], 10, 900)
    worker.run_all()
    as_followed = derived()
    assert rebuilt() == as_followed


def test_figures_that_are_put_off_are_taken_off_and_added_later(
    cast: ClubCast, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = history(cast)
    little_at_once(monkeypatch, 50)
    before = derived()["StatTotal"]
    agree(matches[-1], 900, 10)
    assert PendingJob.objects.get().what == PendingJob.What.FIGURES
    assert derived()["StatTotal"] == before
    left = tallies.resume(cast.club.pk, matches[0].game_slug, {matches[-1].pk})
    assert left == set()
    assert derived()["StatTotal"] != before
