"""Figures: updated after the request that changed a match, and equal to a rebuild from the logs."""

import io
import threading
from datetime import timedelta

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
from scorekeeper.jobs import leases, worker
from scorekeeper.jobs.models import PendingJob
from scorekeeper.matches import commands, models
from tests.conftest import until
from tests.site.club_cast import ClubCast
from tests.site.clubs.figures.test_ratings import adjust, check_rebuild, move, play_pairs
from tests.site.night_cast import NAMES
from tests.strategies import tries


class Sequences(TestCase):
    @settings(max_examples=tries(share=1 / 2), deadline=None)
    @given(
        # plays: the index of the first player's name, and the points
        st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), min_size=2, max_size=8),
        # changes: a kind, the index of a match, and a value whose meaning depends on the kind
        st.lists(
            st.tuples(
                st.sampled_from(("adjust", "move", "replace", "recompute", "leave", "delete")),
                st.integers(0, 7),
                st.integers(-9, 9),
            ),
            min_size=1,
            max_size=6,
        ),
    )
    def test_figures_follow_corrected_moved_and_removed_matches(self, plays, changes):
        club, now, matches = ClubCast(), timezone.now(), []
        for day, (first, points) in enumerate(plays):
            names = [NAMES[(first + seat * (1 + day % 2)) % 8] for seat in range(4)]
            matches.append(play_pairs(club, points, 2, names=names))
            move(matches[-1], now - timedelta(days=(day * 5) % 9))
        for kind, index, value in changes:
            match = models.Match.objects.filter(pk=matches[index % len(matches)].pk).first()
            if kind == "recompute":
                worker.run_next()
            elif match is None:
                continue
            elif kind == "adjust":
                adjust(match, value, 2)
            elif kind == "move":
                move(match, now + timedelta(days=value))
            elif kind == "replace":
                match.sitting.filter(position=index % 4).update(player=club.player(NAMES[value % 8]))
                move(match, now + timedelta(days=value))
            elif kind == "leave":
                models.Table.objects.filter(pk=match.table_id).update(club=None)
                commands.rebuild_projections(models.Match.objects.get(pk=match.pk))
            else:
                import_jobs._remove_matches([match.pk], lambda done, total: None)
        check_rebuild(may_be_empty=True)


def play_matches(club, count=6):
    return [play_pairs(club, 50 + n, 10) for n in range(count)]


def test_pages_say_that_figures_are_being_recomputed(club):
    matches = play_matches(club)
    adjust(matches[0], 10, 900)  # points of the two sides: side 1 now wins
    game, ann, bo = matches[0].game_slug, club.player("Ann").pk, club.player("Bo").pk
    url_args = [("figures",), ("figures_game", game), ("figures_ratings", game)]
    url_args += [("figures_player", ann), ("figures_two", ann, bo)]

    def notices():
        """Return for each page whether it has the notice."""
        pages = [club.clients["Olga"].get(club.url(*args)) for args in url_args]
        return [b'id="behind"' in page.content for page in pages]

    assert all(notices())
    # The hand and the result are stored immediately.
    assert matches[0].results.get(won=True).side == 1
    call_command("sweep", stdout=io.StringIO())
    assert not any(notices())


def ratings_by_step():
    return dict(RatingStep.objects.values_list("pk", "mu"))


def test_killed_recomputation_changes_nothing(club, monkeypatch):
    matches = play_matches(club)
    worker.run_all()
    before = ratings_by_step()
    adjust(matches[0], 10, 900)

    def killed(*_args):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("scorekeeper.figures.recompute.bulk_copy", killed)
        with pytest.raises(KeyboardInterrupt):
            worker.run_next()
    assert ratings_by_step() == before
    # The lease of the killed process has to expire first.
    assert not worker.run_next()
    PendingJob.objects.update(lease=timezone.now() - leases.LEASE)
    check_rebuild()


def test_lease_from_the_future_blocks_nothing(club):
    adjust(play_matches(club)[0], 10, 900)
    PendingJob.objects.update(lease=timezone.now() + timedelta(days=1))
    worker.run_all()
    assert not PendingJob.objects.exists()


def test_server_finishes_pending_figures_at_start(transactional_db, request):
    matches = play_matches(ClubCast())
    adjust(matches[0], 10, 900)
    assert PendingJob.objects.exists()
    request.getfixturevalue("server")
    until(lambda: not PendingJob.objects.exists())
    adjust(matches[1], 10, 900)
    until(lambda: not PendingJob.objects.exists())
    check_rebuild()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite runs one write at a time anyway")
def test_ending_a_match_does_not_wait_for_figures(transactional_db):
    matches = play_matches(ClubCast(), 2)
    adjust(matches[0], 20, 900)
    locked, release = threading.Event(), threading.Event()

    def hold_lock():
        with transaction.atomic():
            list(PendingJob.objects.select_for_update())
            locked.set()
            release.wait(30)
        connection.close()

    thread = threading.Thread(target=hold_lock)
    thread.start()
    assert locked.wait(10)
    adjust(matches[1], 10, 900)
    assert thread.is_alive()  # the lock is still held
    release.set()
    thread.join()
    check_rebuild()


def test_change_during_recomputation_leads_to_another(club, monkeypatch):
    matches, now, rate_game = play_matches(club), timezone.now(), ratings.rate_game

    def rate_and_change(*args):
        monkeypatch.setattr(ratings, "rate_game", rate_game)
        result = rate_game(*args)
        move(matches[0], now + timedelta(days=4, hours=1))
        adjust(matches[1], 3, 700)
        return result

    monkeypatch.setattr(ratings, "rate_game", rate_and_change)
    adjust(matches[3], 10, 900)
    worker.run_next()
    assert PendingJob.objects.exists()
    check_rebuild()


def test_stale_contributions_are_not_kept(club, monkeypatch):
    matches = play_matches(club, 3)
    contributions = credits.contributions

    def read_and_correct(match_pks):
        found = list(contributions(match_pks))
        monkeypatch.setattr(recomputing, "contributions", contributions)
        adjust(matches[1], 5, 800)
        return found

    adjust(matches[1], 10, 900)
    monkeypatch.setattr(recomputing, "contributions", read_and_correct)
    worker.run_next()
    check_rebuild()
