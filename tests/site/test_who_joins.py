"""Phones that join to keep score: they give a name, under which their entries appear."""

import pytest
from django.urls import reverse

from scorekeeper.matches import phones
from scorekeeper.matches.models import Entry, Table

from .cast import Cast, agreed, text

pytestmark = pytest.mark.django_db


def table_url(cast: Cast, name: str) -> str:
    return reverse(name, args=[cast.table.code])


def join(cast: Cast, who: str = "Di") -> str:
    answer = cast.clients[who].post(table_url(cast, "join"), {"secret": phones.score_secret(cast.table)})
    assert answer.status_code == 302
    return answer["Location"]


def test_joining_phone_is_asked_for_its_name_once(cast):
    assert join(cast) == table_url(cast, "who")
    di = cast.clients["Di"]
    names = di.get(table_url(cast, "table")).context["match_ctx"].names.current
    page = text(di.get(table_url(cast, "who")))
    assert all(name in page for name in names)
    version = Table.objects.get().version
    assert di.post(table_url(cast, "who"), {"who": names[1]})["Location"] == table_url(cast, "table")
    assert cast.phone("Di").name == names[1]
    assert Table.objects.get().version == version + 1
    cast.enter("Di", agreed(5, cast.match.sides))
    assert Entry.objects.get().by_name == names[1]
    assert join(cast) == table_url(cast, "table")  # known by now


def test_name_of_a_non_player_can_be_typed(cast):
    join(cast)
    assert cast.clients["Di"].post(table_url(cast, "who"), {"other": "Uncle Ned"}).status_code == 302
    assert cast.phone("Di").name == "Uncle Ned"
    assert "Uncle Ned" in text(cast.clients["Ann"].get(table_url(cast, "share")))


def test_phone_without_a_name_may_score(cast):
    join(cast)
    for typed in ({}, {"other": "  "}, {"other": "x" * 41}):
        assert cast.clients["Di"].post(table_url(cast, "who"), typed).status_code == 422
        assert cast.phone("Di").name == ""
    assert cast.enter("Di", agreed(5, cast.match.sides)).status_code == 303
