"""Plain decimal notation of stored numbers, wherever they are shown or exported."""

import csv
import io
import json
import re
from decimal import Decimal

import pytest
from django.http import HttpResponse
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.clubs import decimals
from scorekeeper.figures import stat_text
from scorekeeper.history import match_list
from scorekeeper.history.models import Played
from scorekeeper.matches import replay
from scorekeeper.nights import standings
from scorekeeper.sheet.state import hands_played

from .cast import text
from .club_cast import ClubCast
from .night_cast import NAMES, partners_game

pytestmark = pytest.mark.django_db

# A normalized Decimal of 220 is written as 2.2E+2.
EXPONENT = re.compile(r"\d[eE][+-]?\d")
stored_numbers = st.decimals(-999_999_999, 999_999_999, places=4)


@given(stored_numbers)
def test_numbers_have_no_exponent(number):
    written = decimals.plain(number)
    assert re.fullmatch(r"-?\d+(\.\d*[1-9])?", written), written
    assert Decimal(written) == number
    assert written != "-0"
    for to_text in (match_list.points_text, standings.points_text, stat_text.number):
        assert not EXPONENT.search(to_text(number)), to_text


def rows_of(answer: HttpResponse) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answer.getvalue().decode("utf-8-sig"))))


def test_exported_totals_have_no_exponent():
    club, totals = ClubCast(), [220, 100_000, -300, 0]
    matches = [club.play_match(partners_game(), NAMES[:4], (total, 20)) for total in totals]
    ann = club.player("Ann").pk
    data = json.loads(club.get("Olga", "data_of_player", ann).getvalue())["matches"]
    rows, results = rows_of(club.get("Olga", "csv_of_player", ann)), rows_of(club.get("Mia", "club_results"))
    for exported, column in (data, "total"), (rows, "total"), (results, "points 1"):
        assert sorted(row[column] for row in exported) == sorted(map(str, totals))
    for page in ("history",), ("club",), ("player", ann), *(("club_match", match.pk) for match in matches):
        assert not EXPONENT.search(text(club.get("Mia", *page))), page


def test_adjustment_and_end_of_a_match_are_not_counted_as_hands():
    club = ClubCast()
    match = club.play_match(partners_game(), NAMES[:4], (30, 20))
    sheet = replay.load_match_state(match).sheet
    assert len(sheet.rows) == 2, "an adjustment, and the end of the match"
    assert Played.objects.get(match=match).hands == hands_played(sheet) == 0
    [row] = rows_of(club.get("Mia", "club_results"))
    assert row["hands"] == "0"
    assert "The sheet: 0 hands" in text(club.get("Mia", "club_match", match.pk))
