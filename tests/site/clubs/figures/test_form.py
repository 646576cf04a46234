"""A player at a glance: the last matches, the best evening, rivals; each number opens what it comes from."""

from __future__ import annotations

from datetime import UTC, date, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from scorekeeper.clubs.figures import form
from scorekeeper.clubs.history import updates
from scorekeeper.clubs.jobs import worker
from scorekeeper.clubs.models import Appearance, Club
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.clubs.history.test_history import pairs


def pair(name: str, won: int, level: int, matches: int) -> Any:
    return SimpleNamespace(other=name, won=won, level=level, matches=matches)


def test_rivals_are_those_met_often_enough_with_whom_it_goes_best_and_worst() -> None:
    rows = [
        pair("Ann", 3, 0, 3),
        pair("Bo", 6, 0, 10),
        pair("Cy", 4, 0, 5),
        pair("Di", 1, 0, 5),
        pair("Eve", 0, 5, 5),
    ]
    found = form.rivals(rows)
    assert (found.beats.other, found.loses_to.other) == ("Cy", "Di")  # type: ignore[union-attr]
    nobody = form.rivals([pair("Ann", 2, 0, 4), pair("Bo", 1, 2, 4)])
    assert (nobody.beats, nobody.loses_to) == (None, None)


@pytest.fixture
def cast(db: None) -> ClubCast:
    """Ann and Cy win on the first day once of twice, on the second twice of thrice, on the third lose."""
    cast = ClubCast()
    for day, results in ((1, "WL"), (2, "WLW"), (3, "L")):
        for hour, result in enumerate(results):
            totals = (510, 100) if result == "W" else (100, 510)
            at = datetime(2026, 3, day, 18 + hour, tzinfo=UTC)
            updates.update_projection(cast.played(pairs(), ("Ann", "Bo", "Cy", "Di"), totals, at=at))
    worker.run_all()
    return cast


def played(cast: ClubCast) -> Any:
    return Appearance.objects.filter(player=cast.player("Ann"))


def test_form_is_the_last_matches_in_their_order(cast: ClubCast) -> None:
    assert [one.won for one in form.form(played(cast))] == [True, False, True, False, True, False]
    for one in range(10):
        at = datetime(2026, 4, 1, one, tzinfo=UTC)
        updates.update_projection(cast.played(pairs(), ("Ann", "Bo", "Cy", "Di"), (510, 100), at=at))
    assert [one.won for one in form.form(played(cast))] == [True] * 10


def test_the_best_evening_is_the_one_with_most_wins(cast: ClubCast) -> None:
    assert form.best_evening(played(cast)) == form.Evening(date(2026, 3, 2), 2, 3)
    assert form.best_evening(Appearance.objects.none()) is None


def test_the_page_shows_them_and_each_opens_what_it_comes_from(cast: ClubCast) -> None:
    page = cast.get("Mia", "figures_player", cast.player("Ann").pk)
    told = text(page)
    assert "Best evening won 2 of 3, 2 Mar 2026" in told
    raw = page.content.decode()
    assert raw.count('class="won"><a href="/t/') == 3
    day = raw.partition('from=2026-03-02&amp;to=2026-03-02"')[0].rpartition('href="')[2]
    found = cast.clients["Mia"].get(f"{day}from=2026-03-02&to=2026-03-02".replace("&amp;", "&"))
    assert len(found.context["found"]) == 3
    # A visitor of a published club sees nothing that leads into it.
    Club.objects.filter(pk=cast.club.pk).update(published=True)
    player = cast.player("Ann")
    player.shows_name = True
    player.save()
    seen = cast.get("Ned", "figures_player", player.pk).content.decode()
    assert "Best evening" in seen
    assert "/history/" not in seen.partition("<main")[2]
    assert "/t/" not in seen
