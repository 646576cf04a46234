"""A rematch: the game, rules and people stay, and the deal passes on."""

from __future__ import annotations

import pytest
from django.urls import reverse

from .cast import NAMES, Cast, text

pytestmark = pytest.mark.django_db


def test_a_rematch_has_the_same_rules_and_people_and_the_next_dealer(cast: Cast) -> None:
    cast.play()
    before = cast.match
    dealer = cast.game.dealer(cast.state.sheet)
    answer = cast.post("Bo", "rematch", data={})
    assert answer.status_code == 303
    after = cast.match
    assert (after.number, after.game_slug, after.house) == (2, before.game_slug, before.house)
    assert list(after.sitting.values_list("name", flat=True)) == list(NAMES[: after.seats])
    if dealer is not None:
        assert after.first_dealer == dealer
    assert after.length == 0


def test_the_table_follows_to_the_new_match_and_the_old_one_stays_to_be_read(cast: Cast) -> None:
    cast.play(1)
    old = cast.url("match")
    cast.post("Ann", "rematch", data={"start": "leave"})
    assert cast.get("Cy", "table").context["place"].match.number == 2
    page = cast.clients["Ann"].get(old)
    assert page.context["place"].match.number == 1
    assert "hand-form" not in page.content.decode()
    assert reverse("table", args=[cast.table.code]) in page.content.decode()
    assert "an earlier game" in text(page)
