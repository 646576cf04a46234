"""An evening where there is no network: the engine in the phone."""

from __future__ import annotations

from typing import Any

import pytest
from django.templatetags.static import static
from playwright.sync_api import Page, expect

from games.engine import PerSide, Seat
from games.two_hundred.hands import Deal
from scorekeeper.matches import replay
from tests.conftest import SAVES_DATA, Phone, cut_off, until

from .sitting import Sitting, Thumb, nothing_waits
from .test_menu_and_share import open_menu

ABORTED = "net::ERR_ABORTED"
pytestmark = pytest.mark.browser

# What the site says of the form as it stands, and what stands on the page.
BOTH = """async () => {
  const body = new URLSearchParams(new FormData(document.querySelector("#hand-form")));
  const preview = document.querySelector("#preview");
  const address = preview.getAttribute("hx-post");
  const answer = await fetch(address, { method: "POST", headers: { "HX-Request": "true" }, body });
  const said = document.createRange().createContextualFragment(await answer.text()).firstElementChild;
  const bare = (each) => [each.dataset.save, each.dataset.asks, each.innerHTML];
  return [bare(said), bare(preview)];
}"""


KEPT = r"""async (addresses) => {
  for (const each of addresses) {
    let answer;
    while (!(answer = await caches.match(each, { ignoreVary: true })))
      await new Promise((on) => setTimeout(on, 50));
    if (!answer.headers.get("content-type").startsWith("text/html")) continue;
    const files = (await answer.text()).matchAll(/\s(?:href|src)="([^"#]+\.(?:js|css))"/g);
    for (const [, file] of files) if (!addresses.includes(file)) addresses.push(file);
  }
}"""


# What is said below the totals, with the totals themselves.
TOLD = """window.said = [];
new MutationObserver((records) => records.forEach(({ addedNodes }) => addedNodes.forEach((each) => {
  if (each.id !== "counting") return;
  const totals = [...document.querySelectorAll(".total .number")].map((one) => one.textContent);
  said.push([...totals, each.textContent].join(" "));
}))).observe(document, { childList: true, subtree: true });"""


# The service worker is told later what it has to keep of Python.
HOLDS = """() => {
  const post = ServiceWorker.prototype.postMessage;
  window.held = [];
  ServiceWorker.prototype.postMessage = function (...said) {
    const later = () => post.apply(this, said);
    if (said[0].keep.some((url) => url.includes("pyodide"))) held.push(later);
    else later();
  };
}"""


def kept(page: Page, *addresses: str) -> None:
    """Wait until the phone keeps these pages, with what they load, and files."""
    page.evaluate(KEPT, addresses)


def ready(page: Page) -> None:
    """Wait until the phone says that it works offline."""
    expect(page.locator(".menu .cellar")).to_be_visible(timeout=60_000)


def hand(page: Page, number: int, bidder: int, bid: int, took: int) -> Thumb:
    """A hand of Two Hundred, all but saved."""
    expect(page.locator("#hand-form input[name=number]")).to_have_value(str(number))
    thumb = Thumb(page)
    thumb.number("bidder", bidder)
    thumb.number("bid", bid)
    thumb.number(f"took.{bidder % 2}", took)
    expect(page.locator("#go", has_text="Save:")).to_be_visible()
    return thumb


def again(page: Page, side: int, took: int) -> None:
    """In a correction of a hand of Two Hundred: other points taken."""
    page.locator("#sentence button", has_text="7").last.tap()
    Thumb(page).number(f"took.{side}", took)


def from_menu(page: Page, what: str) -> None:
    open_menu(page)
    page.locator("#menu a", has_text=what).tap()
    expect(page.locator("#menu nav")).to_be_hidden()


def agree(page: Page, *points: int) -> None:
    """Points agreed on, side by side, and why."""
    for side, number in enumerate(points):
        Thumb(page).asked(f"points.{side}")
        page.locator(f"[name='points.{side}']").fill(str(number))
        page.locator("#pad [data-put=next]").tap()
    page.locator("[name=why]").fill("a misdeal")
    page.locator("#go", has_text="Save:").tap()


def test_the_engine_at_hand_says_what_the_site_would_say(new_phone: Any) -> None:
    phone: Phone = new_phone(offline=True)
    sitting = Sitting("two_hundred")
    page = sitting.open(phone, "Ann")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.evaluate(HOLDS)
    hand(page, 1, bidder=0, bid=60, took=70).save(1)
    assert "preview" in asked
    # It counts; that it works offline is said once the page would come anew without a network too.
    page.wait_for_function("() => held.length")
    expect(page.locator(".menu .cellar")).to_be_hidden()
    page.evaluate("held.forEach((each) => each())")
    ready(page)
    page.set_viewport_size({"width": 320, "height": 568})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    asked.clear()
    hand(page, 2, bidder=1, bid=65, took=60)
    assert "preview" not in asked
    theirs, ours = page.evaluate(BOTH)
    assert theirs == ours
    assert "−65" in ours[0] or "−35" in ours[2]
    asked.clear()
    page.locator("#go").tap()
    hand(page, 3, bidder=0, bid=60, took=70)
    assert "preview" not in asked
    # What else the table is, is asked for anew only where more than hands was written, as a draft.
    assert asked.count("engine") <= asked.count("begun")


def test_a_phone_that_saves_data_is_asked_first(new_phone: Any) -> None:
    phone: Phone = new_phone()
    page = Sitting("two_hundred").open(phone, "Ann")
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url) if "pyodide" in request.url else None)
    hand(page, 1, bidder=0, bid=60, took=70).save(1)
    page.locator("#menu > summary").tap()
    assert not loaded
    page.get_by_role("button", name="Download for offline use").tap()
    ready(page)
    assert loaded


def test_an_engine_that_does_not_come_costs_nothing(new_phone: Any) -> None:
    phone: Phone = new_phone(offline=True)
    page = Sitting("two_hundred").open(phone, "Ann")
    page.route("**/engine/*.zip", lambda route: route.fulfill(status=500))
    hand(page, 1, bidder=0, bid=60, took=70).save(1)
    hand(page, 2, bidder=1, bid=65, took=60).save(2)
    expect(page.locator(".menu .cellar")).to_be_hidden()
    # Why is the site's to say then, and where it does not answer that is said.
    cut_off(page)
    page.locator("a.door", has_text="1").tap()
    expect(page.locator("#trouble")).to_contain_text("This needs a connection")
    phone.context.set_offline(False)
    page.locator("a.door", has_text="1").tap()
    expect(page.locator("#reasons")).to_contain_text("Bid 60, took 70")
    offline(phone)
    phone.complaints[:] = [said for said in phone.complaints if "500" not in said]


def test_what_belongs_to_a_table_opens_without_a_network_after_one_visit(new_phone: Any) -> None:
    phone: Phone = new_phone(offline=True)
    sitting = Sitting("two_hundred")
    page = sitting.open(phone, "Ann")
    table = f"{phone.url}{sitting.path}"
    question = f"{table}m/1/referee/look_back/"
    kept(page, table, f"{phone.url}/offline")
    page.goto(question)
    kept(page, question)
    page.goto(table)
    at_table = [f"{table}m/1/{part}" for part in ("rulebook", "referee/", "wrong/")]
    kept(page, table, f"{phone.url}/", *at_table, phone.url + static("desk.js"))
    cut_off(phone.page)
    failed: list[str] = []
    # What is under way as the page is left is no fault.
    page.on("requestfailed", lambda asked: failed.append(asked.url) if asked.failure != ABORTED else None)
    for address in (table, f"{phone.url}/", *at_table):
        page.goto(address)
        expect(page.locator("h1").first).not_to_be_empty()
        expect(page.locator("html.scripted")).to_be_attached()
    assert [url for url in failed if "/static/" in url] == []
    # A page that was not kept says that it needs a connection, and so does a ruling, which comes with it.
    for name in ("adjust", "stop", "names"):
        page.goto(f"{table}m/1/{name}")
        expect(page.locator("main")).to_contain_text("This page needs a connection")
    page.get_by_role("link", name="Back to the table").tap()
    expect(page.locator("#hand-form")).to_be_visible()
    page.goto(question)
    Thumb(page).say("turned yes, over no")
    expect(page.locator("#desk.cut #ruling.stale")).to_be_visible()
    said = page.locator("#ruling").evaluate("(ruling) => getComputedStyle(ruling, '::before').content")
    assert "The ruling needs a connection" in said
    phone.context.set_offline(False)
    expect(page.locator("#ruling")).to_contain_text("turned")
    offline(phone)


def offline(phone: Phone) -> None:
    """What a browser itself says of a network that is away is no fault."""
    away = ("ERR_INTERNET_DISCONNECTED", "Failed to fetch", "ERR_FAILED")
    phone.complaints[:] = [said for said in phone.complaints if not any(text in said for text in away)]


def test_the_referee_asks_and_rules_without_a_network(new_phone: Any) -> None:
    """Questions that were never opened while there was one, by a score of which a hand still waits."""
    phone: Phone = new_phone(offline=True)
    sitting = Sitting("two_hundred")
    page = sitting.open(phone, "Ann")
    hand(page, 1, bidder=0, bid=60, took=70).save(1)
    ready(page)
    at_table = f"{phone.url}{sitting.path}m/1"
    python = f"{phone.url}/static/vendor/pyodide-314.0.7/python_stdlib.zip"
    referee = phone.url + static("offline/referee.js")
    kept(page, f"{at_table}/engine", f"{at_table}/referee/", f"{at_table}/referee/*", referee, python)
    cut_off(page)
    hand(page, 2, bidder=0, bid=60, took=70).save(2)
    from_menu(page, "Ask the referee")
    page.get_by_label("What is the dispute about?").fill("look trick")
    expect(page.locator("#found li:visible")).to_have_count(1)
    page.locator("#found li:visible a").tap()
    expect(page.locator("h1")).to_have_text("May I look at the last trick?", timeout=60_000)
    Thumb(page).say("turned yes, over no")
    expect(page.locator("#ruling .verdict")).to_contain_text("turned")
    expect(page.locator("#ruling")).to_contain_text("Offline. To save it")
    page.reload()
    expect(page.locator("#ruling .verdict")).to_contain_text("turned", timeout=60_000)
    # The score that the phone has, with the hand that waits.
    page.goto(f"{at_table}/referee/both_over/")
    expect(page.locator("#sentence")).to_contain_text("140", timeout=60_000)
    phone.context.set_offline(False)
    page.goto(phone.url + sitting.path)
    until(sitting.settled(2))
    offline(phone)


def test_a_game_goes_on_to_its_winner_without_a_network_and_stands_once(new_phone: Any) -> None:
    phone: Phone = new_phone(offline=True)
    sitting = Sitting("two_hundred")
    page = sitting.open(phone, "Ann")
    hand(page, 1, bidder=0, bid=60, took=70).save(1)  # 70 : 30
    ready(page)
    kept(
        page,
        f"{phone.url}{sitting.path}m/1/engine",
        f"{phone.url}/static/vendor/pyodide-314.0.7/python_stdlib.zip",
    )
    cut_off(phone.page)
    total = page.locator(".total .number")
    hand(page, 2, bidder=0, bid=60, took=70).save(2)
    expect(total).to_have_text(["140", "60"])
    # Every number is explained, and a hand that the site has is put right.
    page.locator(".total").first.tap()
    expect(page.locator("#account")).to_contain_text("Bid 60, took 70")
    page.locator("#account a", has_text="Hand 1").tap()
    expect(page.locator("#reasons .reason").first).to_contain_text("Bidders who take at least what they bid")
    page.locator("#reasons a", has_text="Edit").tap()
    expect(page.locator("#entry-title")).to_have_text("Edit hand 1")
    again(page, 0, 75)
    page.locator("#go", has_text="Save: Ann & Cy +5").tap()
    expect(total).to_have_text(["145", "55"])
    expect(page.locator("#entry-title")).to_have_text("Hand 3")
    page.locator("tbody.amended .what").tap()
    expect(page.locator(".history summary")).to_have_text("2 versions")
    page.get_by_role("button", name="Dispute this hand").tap()
    expect(page.locator("#trouble")).to_contain_text("This needs a connection")
    # In the middle of a hand the page is opened anew, and goes on there.
    Thumb(page).number("bidder", 1)
    page.add_init_script(TOLD)
    page.reload()
    expect(total).to_have_text(["145", "55"], timeout=60_000)
    assert page.evaluate("said") == ["0 0 Counting…"]  # the page is as old as it was kept
    expect(page.locator("#counting")).not_to_be_attached()
    expect(page.locator(".step.asked[data-step=bid]")).to_be_visible()
    page.locator("#sentence .chip[data-open=bidder]").tap()
    hand(page, 3, bidder=0, bid=65, took=70)
    page.locator("#go").tap()
    expect(page.locator(".winner .title")).to_contain_text("Ann & Cy won", timeout=30_000)
    phone.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    until(sitting.settled(4))
    nothing_waits(page)
    expect(page.locator(".winner .title")).to_contain_text("Ann & Cy won")
    # What only the site knows is there again.
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(page.get_by_role("link", name="Another game")).to_be_visible()
    assert [str(one) for one in sitting.totals] == total.all_inner_texts()
    offline(phone)


# The page goes as soon as a first entry is written down.
GONE_AFTER_ONE = """(() => {
  const begin = IDBDatabase.prototype.transaction;
  let gone = false;
  IDBDatabase.prototype.transaction = function (stores, mode, ...more) {
    if (gone && mode === "readwrite") throw new Error("the page has gone");
    const made = begin.call(this, stores, mode, ...more);
    if (mode === "readwrite" && stores === "entries")
      made.addEventListener("complete", () => { gone = true; document.body.dataset.gone = ""; });
    return made;
  };
})()"""


def test_a_hand_that_was_mended_just_before_its_page_goes_is_kept_once(new_phone: Any) -> None:
    phone: Phone = new_phone(offline=True)
    sitting = Sitting("two_hundred")
    page = sitting.open(phone, "Ann")
    hand(page, 1, bidder=0, bid=60, took=50).save(1)  # -60 : 50
    ready(page)
    kept(page, phone.url + sitting.path)
    cut_off(page)
    hand(page, 2, bidder=0, bid=60, took=70).save(2)
    hand(page, 3, bidder=0, bid=60, took=60).save(3)
    said = page.locator("#waiting li .said")
    expect(said).to_have_count(2)
    page.locator("a.door", has_text="2").tap()
    page.locator("#reasons a", has_text="Edit").tap()
    again(page, 0, 75)
    page.evaluate(GONE_AFTER_ONE)
    page.locator("#go", has_text="Save:").tap()
    expect(page.locator("body[data-gone]")).to_be_attached()
    page.reload()
    mended = "Hand 2: Ann bid 60, took 75"
    expect(said).to_have_text([mended, "Hand 3: Ann bid 60, took 60"])
    # So are those that move up when one before them is taken back.
    expect(page.locator(".total .number")).to_have_text(["75", "115"], timeout=60_000)
    page.evaluate(GONE_AFTER_ONE)
    page.locator(".net button").tap()
    page.locator("#waiting li", has_text=mended).get_by_role("button", name="Delete").tap()
    expect(page.locator("body[data-gone]")).to_be_attached()
    page.reload()
    expect(said).to_have_count(1)
    phone.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    until(sitting.settled(2))
    nothing_waits(page)
    phone.complaints[:] = [said for said in phone.complaints if "the page has gone" not in said]
    offline(phone)


def test_a_missed_hand_is_put_in_before_one_that_only_waits(new_phone: Any) -> None:
    phone: Phone = new_phone(offline=True)
    sitting = Sitting("two_hundred")
    page = sitting.open(phone, "Ann")
    hand(page, 1, bidder=0, bid=60, took=50).save(1)  # -60 : 50
    ready(page)
    kept(page, phone.url + sitting.path)
    cut_off(page)
    hand(page, 2, bidder=0, bid=60, took=70).save(2)  # 10 : 80
    hand(page, 3, bidder=0, bid=60, took=60).save(3)  # 70 : 120
    total, said = page.locator(".total .number"), page.locator("#waiting li .said")
    expect(total).to_have_text(["70", "120"])
    page.locator("a.door", has_text="2").tap()
    page.locator("#reasons a", has_text="Add a missed hand").tap()
    expect(page.locator("#entry-title")).to_have_text("Add a missed hand before hand 2")
    missed = Thumb(page)
    for box, answer in ("bidder", 1), ("bid", 60), ("took.1", 50):
        missed.number(box, answer)
    expect(page.locator("#preview")).to_contain_text("1 hand changes")
    # Beside Cancel the key that saves has no third key in its row.
    assert page.locator("#go").bounding_box()["height"] < 100
    page.locator("#go", has_text="Save:").tap()
    order = ["Hand 2: Bo bid 60, took 50", "Hand 3: Ann bid 60, took 70", "Hand 4: Ann bid 60, took 60"]
    expect(said).to_have_text(order)
    expect(page.locator("#entry-title")).to_have_text("Hand 5")
    expect(total).to_have_text(["120", "60"])
    page.reload()
    expect(said).to_have_text(order)
    expect(total).to_have_text(["120", "60"], timeout=60_000)
    # Before that one too.
    page.locator("a.door", has_text="2").tap()
    page.locator("#reasons a", has_text="Add a missed hand").tap()
    missed = Thumb(page)
    for box, answer in ("bidder", 0), ("bid", 60), ("took.0", 60):
        missed.number(box, answer)
    page.locator("#go", has_text="Save:").tap()
    expect(said).to_have_count(4)
    numbers = [text.partition(":")[0] for text in said.all_text_contents()]
    assert numbers == ["Hand 2", "Hand 3", "Hand 4", "Hand 5"]
    expect(total).to_have_text(["180", "100"])
    phone.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    until(sitting.settled(5))
    nothing_waits(page)
    assert [str(one) for one in sitting.totals] == ["180", "100"]
    rows = replay.load_match_state(sitting.match).sheet.rows
    assert [int(row.hand.bidder) for row in rows] == [0, 0, 1, 0, 0]
    offline(phone)


def test_points_are_agreed_on_and_a_game_is_ended_without_a_network(new_phone: Any) -> None:
    phone: Phone = new_phone(offline=True)
    sitting = Sitting("two_hundred")
    page = sitting.open(phone, "Ann")
    hand(page, 1, bidder=0, bid=60, took=70).save(1)  # 70 : 30
    ready(page)
    cut_off(phone.page)
    total, title = page.locator(".total .number"), page.locator("#entry-title")
    Thumb(page).number("bidder", 1)
    from_menu(page, "Adjust points")
    expect(title).to_have_text("Adjust points")
    page.get_by_role("button", name="Cancel").tap()
    expect(title).to_have_text("Hand 2")
    # What was begun of the next hand is there again, after it.
    from_menu(page, "Adjust points")
    agree(page, 5, -5)
    expect(total).to_have_text(["75", "25"])
    expect(title).to_have_text("Hand 3")
    expect(page.locator("#sentence")).to_contain_text("Bo")
    expect(page.locator("#waiting li .said")).to_contain_text(["Adjust points: Agreed: "])
    from_menu(page, "End the game")
    expect(title).to_have_text("End the game")
    page.get_by_role("button", name="Cancel").tap()
    expect(title).to_have_text("Hand 3")
    from_menu(page, "End the game")
    page.get_by_role("button", name="End the game").tap()
    winner = page.locator(".winner .title")
    expect(winner).to_be_visible()
    expect(page.locator("#hand-form")).not_to_be_attached()
    page.locator(".last-write button", has_text="Undo").tap()
    expect(winner).to_be_hidden()
    expect(title).to_have_text("Hand 3")
    from_menu(page, "End the game")
    page.get_by_role("button", name="End the game").tap()
    expect(winner).to_be_visible()
    expect(page.locator("#waiting li .said")).to_have_text(
        [
            "Adjust points: Agreed: Ann & Cy 5 Bo & Di −5; a misdeal",
            "End the game",
            "Game ended · Undo",
            "End the game",
        ]
    )
    phone.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    until(sitting.settled(5))
    nothing_waits(page)
    expect(winner).to_be_visible()
    assert [str(one) for one in sitting.totals] == ["75", "25"]
    offline(phone)


# An engine that takes its time.
SLOW = """(() => {
  const send = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (what) { setTimeout(() => send.call(this, what), 1500); };
})()"""


def test_an_open_page_goes_on_where_a_browser_allows_no_service_worker(new_phone: Any) -> None:
    phone: Phone = new_phone(offline=True, service_workers="block")
    sitting = Sitting("two_hundred")
    page = sitting.open(phone, "Ann")
    hand(page, 1, bidder=0, bid=60, took=50).save(1)
    ready(page)
    cut_off(phone.page)
    page.evaluate(SLOW)
    hand(page, 2, bidder=0, bid=60, took=60).save(2)
    # What is tapped before the hand before it has been counted is told of as soon as it has.
    hand(page, 3, bidder=0, bid=60, took=60)
    expect(page.locator(".total .number")).to_have_text(["0", "90"])
    offline(phone)


def test_a_page_opened_without_a_network_asks_for_the_hand_after_those_it_knows(new_phone: Any) -> None:
    phone: Phone = new_phone(offline=True)
    phone.context.add_init_script(SAVES_DATA)  # no engine draws the sheet anew
    sitting = Sitting("two_hundred")
    page = sitting.open(phone, "Ann")
    kept(page, f"{phone.url}{sitting.path}")
    hand(page, 1, bidder=0, bid=60, took=70).save(1)
    cut_off(phone.page)
    page.reload()
    expect(page.locator("#entry-title")).to_have_text("Hand 2")
    offline(phone)


def test_a_hand_that_has_to_be_decided_first_is_not_drawn_on_top_of_the_sites_sheet(new_phone: Any) -> None:
    phone: Phone = new_phone(offline=True)
    sitting = Sitting("two_hundred")
    page = sitting.open(phone, "Ann")
    hand(page, 1, bidder=0, bid=60, took=70).save(1)
    ready(page)
    cut_off(phone.page)
    hand(page, 2, bidder=0, bid=60, took=70).save(2)
    expect(page.locator("#sheet[data-drawn-here]")).to_be_attached()
    sitting.write(2, Deal(Seat(1), 65, PerSide((40, 60))))
    phone.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#waiting")).to_contain_text("someone else saved a different hand")
    expect(page.locator("#sheet:not([data-drawn-here])")).to_be_attached()
    told = [str(total).replace("-", "−") for total in sitting.totals]
    expect(page.locator(".total .number")).to_have_text(told)
    phone.complaints[:] = [said for said in phone.complaints if "409" not in said]
    offline(phone)
