"""Phones that join to keep score: they give a name, under which their entries appear."""

import pytest

from scorekeeper.matches import phones
from scorekeeper.matches.models import Entry, Table

from .cast import Cast, text

pytestmark = pytest.mark.django_db


def join(cast: Cast) -> str:
    """Let Di join by the score link; return the URL that she is redirected to."""
    return cast.post("Di", "join", data={"secret": phones.score_secret(cast.table)}).url


def test_joining_phone_is_asked_for_its_name_once(cast):
    assert join(cast) == cast.url("who")
    names = cast.get("Di", "table").context["match_ctx"].names.current
    page = text(cast.get("Di", "who"))
    assert all(name in page for name in names)
    version = Table.objects.get().version
    assert cast.post("Di", "who", data={"who": names[1]}).url == cast.url("table")
    assert cast.phone("Di").name == names[1]
    assert Table.objects.get().version == version + 1
    cast.enter("Di", cast.adjustment(5))
    assert Entry.objects.get().by_name == names[1]
    assert join(cast) == cast.url("table")  # the phone has a name now


def test_name_of_a_non_player_can_be_typed(cast):
    join(cast)
    assert cast.post("Di", "who", data={"other": "Uncle Ned"}).status_code == 302
    assert cast.phone("Di").name == "Uncle Ned"
    assert "Uncle Ned" in text(cast.get("Ann", "share"))


def test_phone_without_a_name_may_score(cast):
    join(cast)
    for typed in ({}, {"other": "  "}, {"other": "x" * 41}):
        assert cast.post("Di", "who", data=typed).status_code == 422
        assert cast.phone("Di").name == ""
    assert cast.enter("Di", cast.adjustment(5)).status_code == 303
