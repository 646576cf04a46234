"""The first page: matches at this phone's tables, and the games."""

from __future__ import annotations

import re

from django.test import Client

from games import every_game

from .cast import Cast, agreed, longest_example, new_key, text


def offered(page: str) -> list[str]:
    """Return the games of the page in their order, by slug."""
    return re.findall(r'data-game><a class="\w+" href="/play/(\w+)/"', page)


def test_a_new_phone_is_offered_every_game_once_and_those_of_the_site_first() -> None:
    page = Client().get("/").content.decode()
    first = sorted(
        (one for one in every_game().values() if one.offered_first), key=lambda one: one.offered_first
    )
    found = offered(page)
    assert found[: len(first)] == [one.slug for one in first]
    assert sorted(found) == sorted(every_game())
    assert [one.offered_first for one in first] == list(range(1, len(first) + 1))
    assert page.count('class="game-sign"') == len(first)


def test_what_goes_on_stands_first_with_its_score(db: None) -> None:
    cast = Cast(*longest_example())
    sides = cast.example.seating.sides
    cast.write(agreed(-35, sides))
    page = text(cast.clients["Ann"].get("/"))
    assert page.index("Still playing") < page.index("Start a game")
    assert "−35" in page
    assert "Continue" in page
    # A stranger's phone sees nothing of it.
    assert "Still playing" not in text(Client().get("/"))


def test_a_game_that_is_over_is_offered_again_and_no_longer_goes_on(db: None) -> None:
    cast = Cast(*longest_example())
    cast.play()
    if cast.match.ended is None:
        cast.post("Ann", "stop", data={"number": cast.state.next_number, "rev": 0, "key": new_key()})
    assert cast.match.ended is not None
    answer = cast.clients["Ann"].get("/")
    assert "Still playing" not in text(answer)
    assert "Earlier games" in text(answer)
    assert offered(answer.content.decode())[0] == cast.game.slug
