"""Phones that join to keep score: they give a name, under which their entries appear."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scorekeeper.matches import phones
from scorekeeper.matches.models import Entry

from .cast import Cast, agreed, text

pytestmark = pytest.mark.django_db


def at(cast: Cast, name: str) -> str:
    return reverse(name, args=[cast.table.code])


def join(cast: Cast, who: str = "Di") -> str:
    answer = cast.clients[who].post(at(cast, "join"), {"secret": phones.invitation(cast.table)})
    assert answer.status_code == 302
    return answer["Location"]


def test_who_joins_is_asked_once_and_writes_under_that_name(cast: Cast) -> None:
    assert join(cast) == at(cast, "who")
    page = text(cast.clients["Di"].get(at(cast, "who")))
    for name in cast.state.heading and cast.get("Di", "table").context["place"].names.now:
        assert name in page
    seat = cast.get("Di", "table").context["place"].names.now[1]
    answer = cast.clients["Di"].post(at(cast, "who"), {"who": seat})
    assert answer["Location"] == at(cast, "table")
    assert cast.phone("Di").name == seat
    cast.enter("Di", agreed(5, cast.example.seating.sides))
    assert Entry.objects.get().by_name == seat
    assert join(cast) == at(cast, "table")  # known by now


def test_somebody_who_does_not_play_types_a_name(cast: Cast) -> None:
    join(cast)
    assert cast.clients["Di"].post(at(cast, "who"), {"other": "Uncle Ned"}).status_code == 302
    assert cast.phone("Di").name == "Uncle Ned"


@pytest.mark.parametrize("typed", [{}, {"other": "  "}, {"other": "x" * 41}])
def test_without_a_name_the_page_comes_back_and_the_phone_keeps_score_all_the_same(
    cast: Cast, typed: dict[str, str]
) -> None:
    join(cast)
    assert cast.clients["Di"].post(at(cast, "who"), typed).status_code == 422
    assert cast.phone("Di").name == ""
    assert cast.enter("Di", agreed(5, cast.example.seating.sides)).status_code == 303


def test_the_other_phones_learn_it(cast: Cast) -> None:
    join(cast)
    cast.table.refresh_from_db()
    version = cast.table.version
    cast.clients["Di"].post(at(cast, "who"), {"who": "Di"})
    cast.table.refresh_from_db()
    assert cast.table.version == version + 1
    assert "Di" in text(cast.clients["Ann"].get(at(cast, "share")))
