"""A table started in a club by taps, a hand played, a name joined later; "at our club" on a phone."""

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
from tests.site.routes import rich_example

from .club_phones import ClubPhones
from .playing import answer, ask_step
from .sitting import Thumb

pytestmark = pytest.mark.browser


def any_game() -> str:
    """The game with which anything can be scored."""
    return next(slug for slug, game in every_game().items() if game.any_game)


def four(page) -> None:
    """Four at the table."""
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

    # A hand, and a name that somebody changes in the middle of it.
    play_a_hand(page)
    page.goto(page.url.split("?")[0] + "m/1/names")
    page.locator("#name-1").fill("Betty")
    page.get_by_role("button", name="Save names").tap()
    expect(page.locator("#sheet")).to_contain_text("Betty")

    # Whoever keeps score for the club says whose name it is.
    keeper = club.open(new_phone(), "Sven", "players")
    keeper.get_by_role("link", name="Names to link").tap()
    expect(keeper.get_by_role("heading", name="Betty")).to_be_visible()
    keeper.get_by_role("button", name="This is Bettina").tap()
    expect(keeper.get_by_text("Every name at the club’s tables is linked to a player.")).to_be_visible()
    assert Seat.objects.get(match__table=table, name="Betty").player == Player.objects.get(name="Bettina")
    keeper.goto(keeper.url.replace("names/", f"{Player.objects.get(name='Bettina').pk}/"))
    expect(keeper.get_by_role("link", name="Betty")).to_be_visible()


def play_a_hand(page) -> None:
    """One hand, whatever it asks: the agreement of the table on points, which every game takes."""
    address = page.url.split("?")[0]
    page.goto(address + "m/1/adjust")
    sides = page.locator("input[name^='points.']")
    expect(sides.first).to_be_visible()
    for n in range(sides.count()):
        answer(page, f"points.{n}", str(10 - n))
    answer(page, "why", "the first hand")
    page.locator("#go", has_text="Save").tap()
    expect(page.locator("#rows")).to_contain_text("+10")


def test_without_script_the_table_is_started_all_the_same(new_phone) -> None:
    club = ClubPhones()
    page = club.open(new_phone(java_script_enabled=False), "Mia", "start_in_club", any_game())
    page.get_by_role("button", name="Cy", exact=True).tap()
    expect(page.locator("#name-0")).to_have_value("Cy")
    page.get_by_role("button", name="Start game").tap()
    expect(page.locator("#sheet")).to_contain_text("Cy")
    assert Seat.objects.get(name="Cy").player == club.player("Cy")


def test_a_ruling_is_settled_for_the_club_on_a_phone_and_said_first_at_its_tables(new_phone) -> None:
    club = ClubPhones()
    game, _example = rich_example()
    question = next(iter(game.questions))
    names = ["Ann", "Bo", "Cy", "Di", "Eve", "Fay"][: game.shapes(game.presets[0])[0][0]]
    match = club.sit_down(game, names)
    desk = f"/t/{match.table.code}/m/1/referee/{question}/"
    page = club.signed_in(new_phone(), "Sven").open(desk)
    page.get_by_role("link", name="Make this a club rule").tap()
    page.locator("#words").fill("We count it as it lies.")
    page.locator(".all-options > summary").tap()
    option = page.locator(".all-options label.key").first
    option.tap()
    expect(page.get_by_role("region", name="How you play it")).to_be_visible()
    expect(page.locator("#words")).to_have_value("We count it as it lies.")
    page.get_by_role("button", name="Save as a club rule").tap()
    expect(page.get_by_text("We count it as it lies.")).to_be_visible()
    guest = new_phone().open(desk)
    settled = guest.get_by_role("region", name="At our club")
    expect(settled).to_contain_text("We count it as it lies.")
    expect(settled).not_to_contain_text("Sven")
