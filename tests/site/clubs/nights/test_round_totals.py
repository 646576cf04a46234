"""Totals of all tables of a round, typed on one page, beside tables scored by phone."""

from __future__ import annotations

import pytest

from scorekeeper.matches import models, replay
from scorekeeper.nights.models import Night
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.night_cast import NAMES, NightCast


@pytest.fixture
def night(db: None) -> NightCast:
    made = NightCast(ClubCast(), NAMES[:12])
    made.draw()
    return made


def final(night: NightCast, number: int) -> tuple[list[int], bool]:
    """Return the totals of a table, and whether its match is over."""
    match = models.Match.objects.get(pk=night.match(night.tables()[number - 1]).pk)
    return [int(n) for n in replay.load_match_state(match).sheet.final], match.ended is not None


def test_all_tables_of_a_round_are_typed_at_once_and_stand_in_the_standings(night: NightCast) -> None:
    sent = {"total.1.0": "120", "total.1.1": "-30", "total.2.0": "7", "total.2.1": "8"}
    sent |= {"total.3.0": "0", "total.3.1": "5"}
    assert night.cast.post("Sven", "round_totals", night.night.pk, data=sent).status_code == 303
    assert [final(night, n) for n in (1, 2, 3)] == [([120, -30], True), ([7, 8], True), ([0, 5], True)]
    first = night.seated(night.tables()[0])
    assert night.standing()[first[0]] == (1, "120")


def test_a_table_left_empty_stays_open_and_one_that_a_phone_has_begun_comes_to_its_total(
    night: NightCast,
) -> None:
    night.write(night.tables()[0], 40, 10)
    night.cast.post("Sven", "round_totals", night.night.pk, data={"total.1.0": "100", "total.1.1": "20"})
    assert final(night, 1) == ([100, 20], True)
    assert final(night, 2) == ([0, 0], False)
    page = night.get("Sven", "round_totals")
    assert [one.number for one in page.context["tables"]] == [2, 3]


def test_what_is_wrong_at_one_table_keeps_none_of_the_others_and_stays_typed(night: NightCast) -> None:
    sent = {"total.1.0": "12", "total.1.1": "7", "total.2.0": "a lot", "total.2.1": "", "total.3.0": "9"}
    told = night.cast.post("Sven", "round_totals", night.night.pk, data=sent)
    assert told.status_code == 422
    assert final(night, 1) == ([12, 7], True)
    assert not final(night, 2)[1]
    page = text(told)
    for said in ("1 table was saved.", "is not a number of points", "What was the total?"):
        assert said in page
    for typed in ("a lot", "9"):
        assert f'value="{typed}"' in told.content.decode()


def test_sent_twice_is_written_once(night: NightCast) -> None:
    sent = {"total.1.0": "12", "total.1.1": "7"}
    for _tap in range(2):
        night.cast.post("Sven", "round_totals", night.night.pk, data=sent)
    assert night.match(night.tables()[0]).length == 2


@pytest.mark.parametrize("over", ["round", "night"])
def test_nothing_is_typed_into_a_round_that_is_over(night: NightCast, over: str) -> None:
    if over == "round":
        night.play((1, 2), (3, 4), (5, 6))
    else:
        Night.objects.filter(pk=night.night.pk).update(ended="2026-11-20T22:00Z")
    before = models.Entry.objects.count()
    night.cast.post("Sven", "round_totals", night.night.pk, data={"total.1.0": "12", "total.1.1": "7"})
    assert models.Entry.objects.count() == before
    assert "Every table of the round has its totals." in text(night.get("Sven", "round_totals"))
