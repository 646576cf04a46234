"""The same again: game, rules and people stay, the deal passes on."""

from __future__ import annotations

import pytest
from django.urls import reverse

from .cast import NAMES, Cast, text

pytestmark = pytest.mark.django_db


def test_a_rematch_has_the_same_rules_and_people_and_the_next_dealer(cast: Cast) -> None:
    cast.play()
    before = cast.match
    dealer = cast.game.dealer(cast.story.sheet)
    answer = cast.post("Bo", "rematch", data={})
    assert answer.status_code == 303
    after = cast.match
    assert (after.number, after.game_slug, after.house) == (2, before.game_slug, before.house)
    assert list(after.sitting.values_list("name", flat=True)) == list(NAMES[: after.seats])
    if dealer is not None:
        assert after.first_dealer == dealer
    assert after.length == 0


def test_a_game_is_broken_off_only_when_somebody_says_so_twice(cast: Cast) -> None:
    cast.play(1)
    assert "You can still read the current game" in text(cast.get("Ann", "rematch"))
    assert cast.table.matches.count() == 1
    assert cast.get("Cy", "rematch").status_code == 403


def test_two_taps_make_one_match(cast: Cast) -> None:
    url = cast.url("rematch")
    for who in "Ann", "Bo":
        assert cast.clients[who].post(url).status_code == 303
    assert cast.table.matches.count() == 2


def test_the_table_follows_to_the_new_match_and_the_old_one_stays_to_be_read(cast: Cast) -> None:
    cast.play(1)
    old = cast.url("match")
    cast.post("Ann", "rematch", data={})
    assert cast.get("Cy", "table").context["place"].match.number == 2
    page = cast.clients["Ann"].get(old)
    assert page.context["place"].match.number == 1
    assert "hand-form" not in page.content.decode()
    assert reverse("table", args=[cast.table.code]) in page.content.decode()
    assert "an earlier game" in text(page)
