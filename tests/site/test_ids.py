"""Unique ids on a page, for labels, links and screen readers."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

import pytest

from games import every_game

from .cast import Cast
from .routes import address, own_routes, rich_example, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.looks]


class Ids(HTMLParser):
    """A counter of the ids on a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: Counter[str] = Counter()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.update(value or "" for name, value in attrs if name == "id")

    @property
    def repeated(self) -> list[str]:
        return [name for name, n in self.found.items() if n > 1 or not name]


def test_no_id_stands_twice_on_any_page() -> None:
    at = table_of(*rich_example(), hands=2)
    for route in own_routes():
        for who in "Ann", "Cy":
            answer = at.clients[who].get(address(at, route))
            if "html" in answer.headers.get("Content-Type", ""):
                assert Ids(answer.content.decode()).repeated == [], (route, who)


@pytest.mark.parametrize("slug", every_game())
def test_no_id_stands_twice_at_a_table_of_any_game(slug: str) -> None:
    """Check the page with the questions of every kind of hand."""
    game = every_game()[slug]
    cast = Cast(game, game.examples[0])
    page = cast.get("Ann", "table").content.decode()
    assert "data-step=" in page
    assert Ids(page).repeated == []
