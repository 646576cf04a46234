"""The first page: matches at this phone's tables, and the games."""

import re

from django.test import Client

from games import every_game

from .cast import markup, new_key, text


def offered(page) -> list[str]:
    """Return the games of the page in their order, by slug."""
    return re.findall(r'data-game><a class="\w+" href="/play/(\w+)/"', page)


def test_new_phone_is_offered_every_game_once():
    page = markup(Client().get("/"))
    first = sorted(
        (one for one in every_game().values() if one.offered_first), key=lambda one: one.offered_first
    )
    found = offered(page)
    assert found[: len(first)] == [one.slug for one in first]
    assert sorted(found) == sorted(every_game())
    assert [one.offered_first for one in first] == list(range(1, len(first) + 1))


def test_unfinished_match_stands_first(cast):
    cast.write(cast.agreed(-35))
    page = text(cast.clients["Ann"].get("/"))
    assert page.index("Still playing") < page.index("Start a game")
    assert "−35" in page
    # A stranger's phone sees nothing of it.
    assert "Still playing" not in text(Client().get("/"))


def test_finished_game_is_offered_again(cast):
    cast.play()
    if cast.match.ended is None:
        cast.post("Ann", "stop", data={"number": cast.state.next_number, "rev": 0, "key": new_key()})
    assert cast.match.ended is not None
    answer = cast.clients["Ann"].get("/")
    assert "Still playing" not in text(answer)
    assert "Earlier games" in text(answer)
    assert offered(markup(answer))[0] == cast.game.slug
