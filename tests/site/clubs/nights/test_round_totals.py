"""Totals of all tables of a round, typed on one page, beside tables scored by phone."""

import pytest

from scorekeeper.matches import models, replay
from scorekeeper.nights.models import Night
from tests.site.cast import markup, text
from tests.site.clubs.nights.evenings import drawn_night
from tests.site.night_cast import NAMES


@pytest.fixture
def night(club):
    return drawn_night(club, NAMES)


def send(night, **totals):
    """Send totals, named by table and side: ``t1_0`` is for side 0 at table 1."""
    sent = {f"total.{name[1:].replace('_', '.')}": total for name, total in totals.items()}
    return night.post("Sven", "round_totals", **sent)


def totals_of(night, number):
    """Return the totals of a table, and whether its match is over."""
    match = night.match(night.tables()[number - 1])
    return [int(n) for n in replay.load_match_state(match).sheet.final], match.ended is not None


def test_totals_of_all_tables_are_typed_at_once_and_written_once(night):
    send(night, t1_0="120", t1_1="-30", t2_0="7", t2_1="8", t3_0="0", t3_1="5")
    assert [totals_of(night, n) for n in (1, 2, 3)] == [([120, -30], True), ([7, 8], True), ([0, 5], True)]
    assert night.standing()[night.seated(night.tables()[0])[0]] == (1, "120")
    send(night, t1_0="120", t1_1="-30")
    assert night.match(night.tables()[0]).length == 2


def test_typed_total_completes_a_table_begun_by_phone(night):
    night.write(night.tables()[0], 40, 10)
    send(night, t1_0="100", t1_1="20")
    assert totals_of(night, 1) == ([100, 20], True)
    assert totals_of(night, 2) == ([0, 0], False)
    assert [table.number for table in night.get("Sven", "round_totals").context["tables"]] == [2, 3]


def test_wrong_total_does_not_block_others(night):
    answer = send(night, t1_0="12", t1_1="7", t2_0="a lot", t2_1="", t3_0="9")
    assert answer.status_code == 422
    assert totals_of(night, 1) == ([12, 7], True)
    assert not totals_of(night, 2)[1]
    for words in ("1 table was saved.", "is not a number of points", "What was the total?"):
        assert words in text(answer)
    for typed in ("a lot", "9"):
        assert f'value="{typed}"' in markup(answer)


@pytest.mark.parametrize("ended", ["round", "night"])
def test_ended_round_accepts_no_totals(night, ended):
    if ended == "round":
        night.play((1, 2), (3, 4), (5, 6))
    else:
        Night.objects.filter(pk=night.night.pk).update(ended="2026-11-20T22:00Z")
    before = models.Entry.objects.count()
    send(night, t1_0="12", t1_1="7")
    assert models.Entry.objects.count() == before
    assert "Every table of the round has its totals." in text(night.get("Sven", "round_totals"))
