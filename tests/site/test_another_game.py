"""Another game at the same table, which keeps its code, phones and seats; and the evening's totals."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games import every_game
from games.engine import Heading
from scorekeeper.clubs.house_rules import rulesets
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import Table

from .cast import NAMES, Cast, fields, text

pytestmark = pytest.mark.django_db


def begun(cast: Cast, slug: str, who: str = "Ann", **changes: str) -> dict[str, str]:
    """Return the fields of the page that starts another game."""
    url = cast.url("another_game", slug)
    start = cast.clients[who].get(url).context["start"]
    names = {f"name.{person.position}": person.name for person in start.seats}
    sent = fields(cast.clients[who], every_game()[slug]) | {"shape": start.shape.value}
    return {
        **{name: value for name, value in sent.items() if not name.startswith("name.")},
        **names,
        **changes,
    }


def test_every_game_is_offered_and_those_of_the_table_first(cast: Cast) -> None:
    page = cast.get("Ann", "another")
    large = [game.slug for game, _sign in page.context["large"]]
    assert large[0] == cast.game.slug
    for slug in every_game():
        assert cast.url("another_game", slug) in page.content.decode(), slug


@pytest.mark.parametrize("slug", every_game())
def test_they_keep_their_seats_as_far_as_the_game_has_any(cast: Cast, slug: str) -> None:
    seats = cast.match.seats
    start = cast.get("Ann", "another_game", slug).context["start"]
    if any(shape.seats == seats for shape in start.shapes):
        assert start.shape.seats == seats
    named = min(seats, start.shape.seats)
    assert start.names[:named] == list(NAMES[:named])


def test_it_begins_at_the_same_table_and_every_phone_is_led_there(cast: Cast) -> None:
    cast.play(1)
    before, version = cast.match, cast.table.version
    answer = cast.post(
        "Bo", "another_game", "big_two", data=begun(cast, "big_two", first_dealer="1", start="leave")
    )
    assert (answer.status_code, answer["Location"]) == (303, reverse("table", args=[cast.table.code]))
    after = cast.match
    assert (after.number, after.game_slug, after.table_id) == (2, "big_two", before.table_id)
    assert list(after.sitting.values_list("name", flat=True))[: before.seats] == list(NAMES[: before.seats])
    cast.table.refresh_from_db()
    assert cast.table.version > version
    # Partial requests from an open page of the old match lead to the newest one.
    old = cast.clients["Cy"].get(reverse("sheet", args=[cast.table.code, before.number])).content.decode()
    assert re.search(rf'id="newer" href="{re.escape(reverse("table", args=[cast.table.code]))}"', old)
    assert cast.get("Cy", "table").context["place"].match.number == 2
    assert cast.get("Bo", "table").context["place"].may_score


def test_two_who_choose_at_once_begin_one_game(cast: Cast) -> None:
    pages = {
        who: (cast.url("another_game", slug), begun(cast, slug, who))
        for who, slug in (("Ann", "skat"), ("Bo", "golf"))
    }
    for who, (url, sent) in pages.items():
        assert cast.clients[who].post(url, sent).status_code == 303
    assert [match.game_slug for match in cast.table.matches.order_by("number")] == [cast.game.slug, "skat"]


def test_the_evening_says_who_won_what(cast: Cast) -> None:
    cast.play()
    names = cast.get("Ann", "table").context["board"].outcome["names"]
    cast.post("Ann", "another_game", "golf", data=begun(cast, "golf"))
    page = text(cast.get("Cy", "records"))
    first = cast.table.matches.get(number=1)
    assert page.index(first.called) < page.index(f"won by {names}")
    assert "Golf" in page


def test_at_a_clubs_table_its_house_rules_come_first(cast: Cast) -> None:
    """Check house rules for the number of players; the game's presets stay reachable."""
    club = Club.objects.create(name="The Misère Club")
    Table.objects.update(club=club)
    game, now = cast.game, cast.state.heading
    preset = game.preset(now.preset) or game.presets[0]
    own = now.house
    rulesets.create_ruleset(club, game, Heading(now.seating, own, preset.id), "As on Tuesdays", "Ann")
    page = cast.get("Ann", "another_game", game.slug)
    start = page.context["start"]
    assert start.way.name == "As on Tuesdays"
    assert start.preset in game.presets
    assert "As on Tuesdays" in text(page)
    other = next(slug for slug in every_game() if slug != game.slug)
    assert cast.get("Ann", "another_game", other).context["start"].way is None
