"""A game started without a network."""

from playwright.sync_api import expect

from scorekeeper.matches import models, replay
from tests.conftest import go_offline, go_online, until, wait_until_idle
from tests.nightly import by_night

from .playing import fill_names
from .sitting import (
    SAVE,
    Thumb,
    expect_all_sent,
    expect_entry,
    expect_form,
    expect_title,
    expect_totals,
    forget_network_errors,
    tap_button,
    tap_link,
)
from .test_offline_engine import change_points, enter_hand, play_offline

START = "/play/two_hundred/"
PLAYERS = ("Eve", "Flo", "Gus", "Hal")


def start_game(phone, dealer="Eve"):
    return start_game_on(phone.open(START), dealer)


def start_game_on(page, dealer):
    fill_names(page, *PLAYERS)
    page.locator(".chip[data-asks=dealer]").tap()
    dealers = page.get_by_role("group", name="Who deals first?")
    dealers.locator("label.key", has_text=dealer).tap()
    tap_button(page, "Start game")
    expect(page.locator("#hand-form")).to_be_visible(timeout=60_000)
    expect(page.locator(".notice:visible")).to_contain_text("On this phone until you are online")
    return page


def new_table():
    return models.Table.objects.latest("pk")


def test_game_begun_offline_counts_once_on_the_site(new_phone):
    phone, _sitting, page = play_offline(new_phone)
    # The site creates the table at the first POST, but the replies to the first two are lost. While offline,
    # POSTs are blocked: a page that Chromium has just opened may send one before it knows that it is offline.
    offline = [True]
    posts = []

    def lose_replies(route):
        if route.request.method != "POST":
            return route.continue_()
        if offline:
            return route.abort()
        posts.append(route.request.url)
        if len(posts) > 2:
            return route.continue_()
        assert route.fetch(max_redirects=0).status == 302
        return route.abort()

    phone.page.route(f"**{START}", lose_replies)
    page = start_game(phone, dealer="Flo")
    url = page.url
    expect(page.locator(".seat-name", has=page.locator(".dealer"))).to_have_text("Flo")
    enter_hand(page, 1, bidder=0, bid=60, took=70).save(1)
    expect_totals(page, 70, 30)
    phone.open("/")
    page.locator("#kept-alone .place", has_text="Eve, Flo, Gus, Hal").tap()
    expect_totals(page, 70, 30, timeout=60_000)
    enter_hand(page, 2, bidder=0, bid=60, took=70).save(2)
    expect_totals(page, 140, 60)
    # Hands not sent yet are edited, deleted and entered again; the log will not show this.
    page.locator("a.reasons-link", has_text="1").tap()
    page.locator("#reasons a.key", has_text="Edit").tap()
    change_points(page, 0, 75)
    page.locator(SAVE).tap()
    expect_totals(page, 145, 55)
    expect(page.locator("#waiting li .description").first).to_have_text("Hand 1: Eve bid 60, took 75")
    page.locator("a.reasons-link", has_text="1").tap()
    page.locator("#reasons a", has_text="Delete").tap()
    expect_entry(page, "Delete hand 1")
    cancel, delete = (page.locator(key).bounding_box() for key in ("[data-cancel]", ".grave"))
    assert cancel["x"] + cancel["width"] < delete["x"]
    page.locator(".grave").tap()
    expect_totals(page, 70, 30)
    enter_hand(page, 2, bidder=0, bid=60, took=70).save(2)
    expect_totals(page, 140, 60)
    enter_hand(page, 3, bidder=0, bid=60, took=70)
    page.locator("#save").tap()
    expect(page.locator("#strip .title")).to_contain_text("Eve & Gus won")
    page.locator(".notice").get_by_role("button", name="Undo Hand 3").tap()
    expect(page.locator(".winner")).to_be_hidden()
    expect_totals(page, 140, 60)
    assert models.Table.objects.count() == 1

    offline.clear()
    go_online(phone.page)
    expect(page.locator("#menu a", has_text="Invite the others")).to_be_attached(timeout=60_000)
    assert len(posts) == 3
    until(lambda: models.Entry.objects.filter(match__table=new_table()).count() == 2)
    assert models.Table.objects.count() == 2
    assert page.url == url == f"{phone.url}/t/{new_table().code}/"
    expect_all_sent(page)
    match = new_table().matches.get()
    state = replay.load_match_state(match)
    assert state.sheet.totals == (140, 60)
    assert int(state.heading.seating.first_dealer) == 1
    assert replay.player_names(match).current == PLAYERS
    phone.open("/")
    expect(page.locator("#kept-alone")).to_be_hidden()
    forget_network_errors(phone)


@by_night
def test_hand_in_progress_survives_reconnecting(new_phone):
    phone, _sitting, page = play_offline(new_phone)
    page = start_game(phone)
    enter_hand(page, 1, bidder=0, bid=60, took=70)
    go_online(phone.page)
    until(lambda: models.Table.objects.count() == 2)
    expect(page.locator("#alone")).not_to_be_attached()
    Thumb(page).tap(page.locator(SAVE))
    until(lambda: models.Entry.objects.filter(match__table=new_table()).count() == 1)
    expect_totals(page, 70, 30)
    expect(page.locator("#menu a", has_text="Invite the others")).to_be_attached()
    forget_network_errors(phone, "404")  # a draft may reach the site before the table does


def test_any_game_starts_offline_after_one_visit(new_phone):
    phone = new_phone(offline=True)
    page = phone.open("/")
    go_offline(page)
    # Every URL shows the offline page; at a table's URL it links back to the table.
    for path in ("/privacy", "/clubs/unknown/", "/t/ABCDEFGHJKLM/names"):
        phone.open(path)
        expect_title(page, "Offline")
        expect(page.get_by_role("link", name="Back to the table")).to_be_visible(visible="/t/" in path)
    tap_link(page, "All games")
    page.locator("[data-game] a").last.tap()
    tap_button(page, "Start game")
    expect(page.locator("#hand-form")).to_be_visible(timeout=90_000)
    expect(page.locator(".notice:visible")).to_contain_text("On this phone until you are online")
    forget_network_errors(phone)


def test_start_page_says_what_the_phone_lacks(new_phone):
    phone = new_phone(offline=True)
    page = phone.open(START)
    wait_until_idle(page)
    go_offline(phone.page)
    page.reload()
    tap_button(page, "Start game")
    expect(page.locator("#offline-start-problem")).to_contain_text("play one hand of it online")
    phone.context.set_offline(False)
    tap_button(page, "Start game")
    expect_form(page)
    forget_network_errors(phone)


@by_night
def test_game_refused_by_the_site_is_kept_and_can_be_fixed(new_phone):
    phone, _sitting, page = play_offline(new_phone)
    page = start_game(phone)
    enter_hand(page, 1, bidder=0, bid=60, took=70).save(1)
    # Put a name that the site refuses into the kept form, as a phone with another release might send it.
    page.evaluate(
        """async () => {
          const cache = await caches.open("alone");
          const url = `${location.pathname}m/1/engine`;
          const record = await (await cache.match(url)).json();
          record.hand_in.fields.find(([name]) => name === "name.0")[1] = "Eve\\u202e";
          await cache.put(url, Response.json(record));
        }"""
    )
    page.reload()
    go_online(phone.page)
    expect(page.locator("[data-alone=refused]")).to_be_visible()
    tap_button(page, "Fix it")
    page.locator("#name-0").fill("Eva")
    tap_button(page, "Start game")
    until(lambda: models.Table.objects.count() == 2)
    until(lambda: models.Entry.objects.filter(match__table=new_table()).count() == 1)
    expect_all_sent(page)
    forget_network_errors(phone, "422")
