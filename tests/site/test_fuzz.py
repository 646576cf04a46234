"""Fuzzing of the real server: no request to any URL causes a server fault. See fuzzing.py."""

import pytest

from games import every_game
from tests.nightly import NIGHTLY, by_night

from .club_cast import ClubCast
from .fuzzing import REQUESTS, ClubFuzz, Fuzz
from .routes import cast_with_hands

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(3600 if NIGHTLY else 240 + REQUESTS / 2),
]


@pytest.fixture
def tables(server):
    """Return a table of every game, with up to two hands and an adjustment."""
    return [cast_with_hands(game, game.examples[0], hands=2) for game in every_game().values()]


@pytest.mark.sqlite_only
def test_tables_survive_random_requests(tables, server, caplog):
    Fuzz(tables, server, caplog).walk()


def test_tables_survive_every_request(tables, server, caplog, rollback, names_read):
    Fuzz(tables, server, caplog, rollback, names_read).sweep()


@pytest.mark.sqlite_only
def test_clubs_survive_random_requests(server, caplog, rollback):
    ClubFuzz([ClubCast()], server, caplog, rollback).walk()


@by_night
def test_clubs_survive_every_request(server, caplog, rollback, names_read):
    ClubFuzz([ClubCast()], server, caplog, rollback, names_read).sweep()
