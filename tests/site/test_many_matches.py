"""A table of many matches: listed a page at a time, each of them once."""

from __future__ import annotations

import re

import pytest

from scorekeeper.matches import commands
from scorekeeper.sheet import paging

from .cast import NAMES, Cast, longest_example

pytestmark = pytest.mark.django_db


def test_every_match_of_a_table_is_listed_on_one_of_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paging, "MATCHES", 3)
    cast = Cast(*longest_example())
    heading, names = cast.state.heading, NAMES[: cast.example.seating.seats]
    for n in range(1, 8):
        commands.start_match(
            cast.table, cast.phone("Ann"), cast.game, heading, names, n, before=commands.LEAVE
        )
    path, listed = cast.url("records"), []
    query: str | None = ""
    while query is not None:
        page = cast.clients["Di"].get(path + query).content.decode()
        here = [int(n) for n in re.findall(r'class="place" href="/t/\w+/m/(\d+)/result"', page)]
        assert len(here) <= 3
        listed += here
        following = re.search(r'href="(\?first=\d+)">Earlier matches', page)
        query = following[1] if following else None
    assert listed == list(range(8, 0, -1))
