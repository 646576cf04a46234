"""The next match at a table of a night; the unfinished one still counts."""

from __future__ import annotations

import pytest

from scorekeeper.history.models import Played
from scorekeeper.nights import rounds
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.clubs.history.test_closed import agreed, at_the_table, fresh, of_match, with_limit

pytestmark = pytest.mark.django_db


def test_an_ended_match_counts_for_the_club_and_undo_takes_it_off_again() -> None:
    made, match = with_limit(ClubCast(), minutes=20)
    rounds.change_clock(made.fresh(), 1, "begin")
    client = at_the_table(match)
    assert client.post(of_match(match, "hand"), agreed(match)).status_code == 303
    assert "or leave it unfinished?" in text(client.get(of_match(match, "rematch")))
    assert client.post(of_match(match, "rematch"), {}).status_code == 422
    assert client.post(of_match(match, "rematch"), {"start": "end"}).status_code == 303
    assert Played.objects.filter(match=match).exists()
    second = match.table.matches.get(number=2)
    assert client.post(of_match(second, "undo_start")).status_code == 303
    assert not Played.objects.filter(match=match).exists()
    assert fresh(match).ended is None
    assert client.post(of_match(match, "hand"), agreed(fresh(match), points=3)).status_code == 303


def test_a_match_left_unfinished_ends_with_its_round_and_is_closed_then() -> None:
    made, match = with_limit(ClubCast(), minutes=20)
    rounds.change_clock(made.fresh(), 1, "begin")
    client = at_the_table(match)
    assert client.post(of_match(match, "hand"), agreed(match)).status_code == 303
    assert client.post(of_match(match, "rematch"), {"start": "leave"}).status_code == 303
    second = match.table.matches.get(number=2)
    assert client.post(of_match(match, "go_on")).status_code == 303
    rounds.end_round(made.fresh(), 1, made.keeper)
    assert fresh(match).results.exists()
    before = fresh(match).table.version
    for one, name in ((match, "go_on"), (second, "undo_start"), (second, "go_on"), (match, "rematch")):
        assert client.post(of_match(one, name)).status_code in (403, 409), name
    assert fresh(match).table.version == before
