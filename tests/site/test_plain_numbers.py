"""Numbers as people write them, wherever one that was stored is shown or carried away."""

from __future__ import annotations

import csv
import io
import json
import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import decimals
from scorekeeper.clubs.figures import stat_text
from scorekeeper.clubs.history import match_list
from scorekeeper.clubs.models import Played
from scorekeeper.clubs.nights import standings
from scorekeeper.matches import replay
from scorekeeper.matches.models import Match
from scorekeeper.sheet.state import hands_played

from .cast import text
from .club_cast import ClubCast
from .night_cast import partners_game

pytestmark = pytest.mark.django_db

# 2.2E+2, 1E-4: what Decimal writes of its own accord.
POWER = re.compile(r"\d[eE][+-]?\d")
stored = st.decimals(-999_999_999, 999_999_999, places=4)


@given(stored)
def test_no_number_is_written_with_a_power_of_ten(number: Decimal) -> None:
    """C10: each of the ways a stored number becomes a text, and the number is in it."""
    written = decimals.plain(number)
    assert re.fullmatch(r"-?\d+(\.\d*[1-9])?", written), written
    assert Decimal(written) == number
    assert written != "-0"
    for way in (match_list.points, standings.number, stat_text.number):
        assert not POWER.search(way(number)), way


@pytest.mark.parametrize("total", [220, 1000, 100_000, -300, 0, 10])
def test_totals_that_end_in_zeros_are_plain_in_everything_that_is_carried_away(total: int) -> None:
    club = ClubCast()
    match = club.played(partners_game(), ("Ann", "Bo", "Cy", "Di"), (total, 20))
    ann = club.player("Ann").pk
    data = json.loads(club.get("Olga", "data_of_player", ann).getvalue())
    assert [one["total"] for one in data["matches"]] == [str(total)]
    rows = list(csv.DictReader(io.StringIO(club.get("Olga", "csv_of_player", ann).getvalue().decode())))
    assert [row["total"] for row in rows] == [str(total)]
    results = club.get("Mia", "club_results").getvalue().decode()
    [row] = csv.DictReader(io.StringIO(results.removeprefix("\ufeff")))
    assert row["points 1"] == str(total)
    for page in (("history",), ("club",), ("club_match", match.pk), ("player", ann)):
        assert not POWER.search(text(club.get("Mia", *page))), page


def test_the_end_of_a_round_is_no_hand() -> None:
    """C11: neither in the table of results nor on the page of the match, nor what was agreed on."""
    club = ClubCast()
    match = club.played(partners_game(), ("Ann", "Bo", "Cy", "Di"), (30, 20))
    sheet = replay.load_match_state(Match.objects.get(pk=match.pk)).sheet
    assert len(sheet.rows) == 2, "points agreed on, and the end"
    assert Played.objects.get(match=match).hands == hands_played(sheet) == 0
    whole = club.get("Mia", "club_results").getvalue()
    [row] = csv.DictReader(io.StringIO(whole.decode("utf-8-sig")))
    assert row["hands"] == "0"
    assert "The sheet: 0 hands" in text(club.get("Mia", "club_match", match.pk))
