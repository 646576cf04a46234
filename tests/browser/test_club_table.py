"""A table started in a club by taps, a hand played, a name linked later."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from games import every_game
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.people import names
from scorekeeper.matches.models import (
    Seat,
    Table,
)

from .club_phones import ClubPhones
from .playing import answer, ask_step
from .sitting import Thumb

pytestmark = pytest.mark.browser


def any_game() -> str:
    """Return the slug of the game with which anything can be scored."""
    return next(slug for slug, game in every_game().items() if game.any_game)


def four(page) -> None:
    """Seat four players at the table."""
    shape = page.locator("label.key:has(input[name=shape][value='4x4'])")
    ask_step(page, "shape")
    shape.tap()
    expect(page.locator(".person input")).to_have_count(4)
    ask_step(page, "players")


def test_a_member_seats_four_players_by_taps_plays_a_hand_and_a_name_is_joined_later(new_phone) -> None:
    club = ClubPhones()
    names.mark_as_playing([club.player(name).pk for name in ("Ann", "Bo", "Cy")])
    page = club.open(new_phone(), "Mia", "players")
    page.get_by_role("link", name="Start a game").tap()
    page.locator(f"a[href$='/tables/{any_game()}/']").first.tap()
    expect(page.get_by_role("group", name="Who plays?")).to_be_visible()
    four(page)
    thumb = Thumb(page)
    for name in ("Ann", "Bo", "Cy", "Di"):
        thumb.on(page.get_by_role("button", name=name, exact=True))
        expect(page.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")
    assert thumb.taps == 4  # one a player
    expect(page.locator("#name-3")).to_have_value("Di")
    expect(page.locator("#status")).to_contain_text("Di sits in seat 4.")
    thumb.on(page.get_by_role("button", name="Bo", exact=True))
    expect(page.locator("#name-1")).to_have_value("")
    ask_step(page, "seats")
    page.locator("#name-1").fill("Bettina")
    page.get_by_role("button", name="Start game").tap()
    expect(page.locator("#hand-form")).to_be_visible()
    table = Table.objects.get(club=club.club)
    assert Seat.objects.get(match__table=table, name="Bettina").player is not None

    # A hand, with a name changed in the middle of it.
    play_a_hand(page)
    page.goto(page.url.split("?")[0] + "m/1/names")
    page.locator("#name-1").fill("Betty")
    page.locator("label.key", has_text="From the start: the name was wrong").tap()
    page.get_by_role("button", name="Save names").tap()
    expect(page.locator("#sheet")).to_contain_text("Betty")

    # A scorekeeper of the club links the name to a player.
    keeper = club.open(new_phone(), "Sven", "players")
    keeper.get_by_role("link", name="Names to link").tap()
    expect(keeper.get_by_role("heading", name="Betty")).to_be_visible()
    keeper.get_by_role("button", name="This is Bettina").tap()
    expect(keeper.get_by_text("Every name at the club’s tables is linked to a player.")).to_be_visible()
    assert Seat.objects.get(match__table=table, name="Betty").player == Player.objects.get(name="Bettina")
    keeper.goto(keeper.url.replace("names/", f"{Player.objects.get(name='Bettina').pk}/"))
    # The sheet says Betty; the club's pages show the linked player.
    expect(keeper.get_by_role("link", name="Ann, Bettina, Cy, Di")).to_be_visible()


def play_a_hand(page) -> None:
    """Play one hand of any game, as an agreed adjustment."""
    address = page.url.split("?")[0]
    page.goto(address + "m/1/adjust")
    sides = page.locator("input[name^='points.']")
    expect(sides.first).to_be_visible()
    for n in range(sides.count()):
        answer(page, f"points.{n}", str(10 - n))
    answer(page, "why", "the first hand")
    page.locator("#go", has_text="Save").tap()
    expect(page.locator("#rows")).to_contain_text("+10")
