"""Offline scoring with the engine that the phone has downloaded."""

from django.http import HttpResponseServerError
from playwright.sync_api import expect

from scorekeeper.tables import engine_zip
from tests.conftest import SAVES_DATA, go_offline, go_online, wait_until_idle
from tests.nightly import by_night

from .sitting import (
    SAVE,
    SMALL,
    SMALLEST,
    Sitting,
    Thumb,
    expect_all_sent,
    expect_entry,
    expect_form,
    expect_hand,
    expect_totals,
    forget_network_errors,
    open_menu,
    tap_button,
    tap_link,
    tap_menu_link,
)

# Return the site's preview of the current form, and the preview on the page.
PREVIEWS = """async () => {
  const body = new URLSearchParams(new FormData(document.querySelector("#hand-form")));
  const preview = document.querySelector("#preview");
  const url = preview.getAttribute("hx-post");
  const response = await fetch(url, { method: "POST", headers: { "HX-Request": "true" }, body });
  const text = await response.text();
  const fromSite = document.createRange().createContextualFragment(text).firstElementChild;
  const content = (element) => [element.dataset.asks, element.innerHTML];
  return [content(fromSite), content(preview)];
}"""


# Return what the table shows: totals, dealer and hands.
SHOWN = """() => ["#strip .total", "#rows .sheet .what"]
  .map((selector) => [...document.querySelectorAll(selector)].map((element) => {
    const copy = element.cloneNode(true);
    copy.querySelectorAll(".kept-mark").forEach((mark) => mark.remove());
    return copy.textContent.trim() + (copy.querySelector(".dealer") ? " deals" : "");
  }))"""
# Store what the table shows before any script of the page runs.
AT_ONCE = f"""addEventListener("readystatechange", () => {{
  window.atOnce ??= ({SHOWN})();
}}, true);"""


# Hold back the message that tells the service worker to cache the Python files.
HOLD = """() => {
  const post = ServiceWorker.prototype.postMessage;
  window.held = [];
  ServiceWorker.prototype.postMessage = function (...args) {
    const later = () => post.apply(this, args);
    if (args[0].keep.some((url) => url.includes("pyodide"))) held.push(later);
    else later();
  };
}"""


def expect_ready(page):
    """Wait until the phone says that it works offline."""
    expect(page.locator(".menu .works-offline")).to_be_visible(timeout=60_000)


def enter_hand(page, number, bidder, bid, took):
    """Enter a hand of Two Hundred without saving it."""
    expect_hand(page, number)
    thumb = Thumb(page)
    thumb.choose("bidder", bidder)
    thumb.choose("bid", bid)
    thumb.choose(f"took.{bidder % 2}", took)
    expect(page.locator(SAVE)).to_be_visible()
    return thumb


def play_offline(new_phone, took=70, **options):
    """Play a hand of Two Hundred and go offline with the engine; return the phone, sitting and page."""
    phone, sitting = new_phone(offline=True, **options), Sitting("two_hundred")
    page = sitting.open(phone, "Ann")
    enter_hand(page, 1, bidder=0, bid=60, took=took).save(1)
    expect_ready(page)
    go_offline(page)
    return phone, sitting, page


def change_points(page, side, took):
    """Change the points that a side took: tap the last chip with a 7 in it, then the new number."""
    page.locator("#sentence button", has_text="7").last.tap()
    Thumb(page).choose(f"took.{side}", took)


def test_the_engine_on_the_phone_gives_the_same_preview_as_the_site(new_phone):
    phone = new_phone(offline=True)
    sitting = Sitting("two_hundred")
    page = sitting.open(phone, "Ann")
    requested = []
    page.on("request", lambda request: requested.append(request.url.rpartition("/")[2]))
    page.evaluate(HOLD)
    enter_hand(page, 1, bidder=0, bid=60, took=70).save(1)
    assert "preview" in requested
    # The page says that it works offline only once it can be reloaded offline too.
    page.wait_for_function("() => held.length", timeout=60_000)
    expect(page.locator(".menu .works-offline")).to_be_hidden()
    page.evaluate("held.forEach((send) => send())")
    expect_ready(page)
    page.set_viewport_size(SMALLEST)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    requested.clear()
    enter_hand(page, 2, bidder=1, bid=65, took=60)
    assert "preview" not in requested
    from_site, from_phone = page.evaluate(PREVIEWS)
    assert from_site == from_phone
    assert "−65" in from_phone[1]
    requested.clear()
    page.locator("#save").tap()
    enter_hand(page, 3, bidder=0, bid=60, took=70)
    assert "preview" not in requested
    # A hand in conflict with one on the site is not added to the site's sheet.
    go_offline(page)
    Thumb(page).tap_save()
    expect(page.locator("#sheet[data-drawn-here]")).to_be_attached()
    sitting.write({"kind": "deal", "bidder": 1, "bid": 65, "took": [40, 60]})
    go_online(page)
    expect(page.locator("#waiting")).to_contain_text("someone else saved a different hand")
    expect(page.locator("#sheet:not([data-drawn-here])")).to_be_attached()
    expect_totals(page, *sitting.totals)
    forget_network_errors(phone, "409")


def test_phone_saving_data_asks_before_loading_the_engine(new_phone):
    phone = new_phone(offline=True)
    phone.context.add_init_script(SAVES_DATA)
    page = Sitting("two_hundred").open(phone, "Ann")
    loaded = []
    page.on("request", lambda request: loaded.append(request.url) if "pyodide" in request.url else None)
    enter_hand(page, 1, bidder=0, bid=60, took=70).save(1)
    go_offline(page)
    page.reload()
    expect_entry(page, "Hand 2")
    go_online(page)
    wait_until_idle(page)
    assert not loaded
    enter_hand(page, 2, bidder=0, bid=60, took=70).save(2)
    open_menu(page).get_by_role("button", name="Download for offline use").tap()
    expect_ready(page)
    assert loaded
    forget_network_errors(phone)


@by_night
def test_scoring_works_if_the_engine_cannot_be_downloaded(new_phone, monkeypatch):
    monkeypatch.setattr(engine_zip, "HttpResponse", lambda *_content, **_type: HttpResponseServerError())
    phone = new_phone(offline=True)
    page = Sitting("two_hundred").open(phone, "Ann")
    enter_hand(page, 1, bidder=0, bid=60, took=70).save(1)
    enter_hand(page, 2, bidder=1, bid=65, took=60).save(2)
    expect(page.locator(".menu .works-offline")).to_be_hidden()
    # Without the engine only the site knows a hand's reasons, so the page says that it needs a connection.
    go_offline(page)
    page.locator("a.reasons-link", has_text="1").tap()
    expect(page.locator("#trouble")).to_contain_text("This needs a connection")
    Thumb(page).answer("bidder 0, bid 60, took.0 70")
    page.locator("#save").tap()
    expect(page.locator("#trouble > *")).to_have_count(0)
    go_online(page)
    expect_all_sent(page)
    page.locator("a.reasons-link", has_text="1").tap()
    expect(page.locator("#reasons")).to_contain_text("Bid 60, took 70")
    forget_network_errors(phone, "500")


def test_pages_of_a_table_open_offline_after_one_visit(new_phone):
    phone = new_phone(offline=True)
    sitting = Sitting("two_hundred")
    page = sitting.open(phone, "Ann")
    table = f"{phone.url}{sitting.path}"
    question = f"{table}m/1/referee/look_back/"
    wait_until_idle(page)
    page.goto(question)
    wait_until_idle(page)
    page.goto(table)
    table_urls = [f"{table}m/1/{part}" for part in ("rulebook", "referee/", "wrong/")]
    go_offline(page)
    failed = []
    page.on("requestfailed", lambda request: failed.append((request.url, request.failure)))
    for url in (table, f"{phone.url}/", *table_urls):
        page.goto(url)
        expect(page.locator("h1").first).not_to_be_empty()
        expect(page.locator("html.scripted")).to_be_attached()
    assert [url for url, failure in failed if "/static/" in url and failure != "net::ERR_ABORTED"] == []
    # Pages that are not cached need a connection, and so does a ruling on a cached page.
    for name in ("adjust", "stop", "names"):
        page.goto(f"{table}m/1/{name}")
        expect(page.locator("main")).to_contain_text("This page needs a connection")
    tap_link(page, "Back to the table")
    expect_form(page)
    page.goto(question)
    Thumb(page).answer("turned yes")
    expect(page.locator("#desk.offline #ruling.stale")).to_be_visible()
    notice = page.locator("#ruling").evaluate("(ruling) => getComputedStyle(ruling, '::before').content")
    assert "The ruling needs a connection" in notice
    phone.context.set_offline(False)
    expect(page.locator("#ruling")).to_contain_text("turned")
    forget_network_errors(phone)


@by_night
def test_a_game_finished_offline_is_stored_once(new_phone):
    phone, sitting, page = play_offline(new_phone)  # 70 : 30
    enter_hand(page, 2, bidder=0, bid=60, took=70).save(2)
    expect_totals(page, 140, 60)
    page.locator(".total").first.tap()
    expect(page.locator("#account")).to_contain_text("Bid 60, took 70")
    page.locator("#account a", has_text="Hand 1").tap()
    expect(page.locator("#reasons .reason").first).to_contain_text("Bidders who take at least what they bid")
    page.evaluate("document.body.style.paddingBottom = '50vh', scrollTo(0, 90)")
    page.locator("#reasons .chip", has_text="70").tap()
    expect_entry(page, "Edit hand 1")
    Thumb(page).expect_question("took.0")
    assert page.evaluate("scrollY") == 0
    Thumb(page).choose("took.0", 75)
    page.locator(SAVE).tap()
    expect_totals(page, 145, 55)
    expect_entry(page, "Hand 3")
    page.locator("tbody.amended .what").tap()
    expect(page.locator(".history summary")).to_have_text("2 versions")
    tap_button(page, "Dispute this hand")
    expect(page.locator("#trouble")).to_contain_text("This needs a connection")
    # After a reload in the middle of a hand, the hand continues. The totals, dealer and hands are shown at
    # once, and are checked when the engine has started.
    Thumb(page).choose("bidder", 1)
    # On a low screen the notice is hidden to leave room for the hand.
    page.set_viewport_size(SMALL)
    expect(page.locator(".notice:visible")).to_have_count(0)
    page.set_viewport_size({"width": 360, "height": 740})
    shown = page.evaluate(SHOWN)
    page.add_init_script(AT_ONCE)
    page.reload()
    assert page.evaluate("window.atOnce") == shown
    expect(page.locator("#strip.unchecked")).to_be_visible()
    expect(page.locator(".notice:visible")).to_contain_text("not checked yet")
    wait_until_idle(page)
    expect_totals(page, 145, 55)
    expect(page.locator("#strip.unchecked")).to_have_count(0)
    expect(page.locator(".notice:visible")).not_to_contain_text("not checked yet")
    expect(page.locator("tbody", has=page.locator(".kept-mark"))).to_have_count(2)
    expect(page.locator(".step.asked[data-step=bid]")).to_be_visible()
    page.locator("#sentence .chip[data-open=bidder]").tap()
    enter_hand(page, 3, bidder=0, bid=65, took=70)
    page.locator("#save").tap()
    expect(page.locator("#strip .title")).to_contain_text("Ann & Cy won", timeout=30_000)
    go_online(page)
    sitting.wait_for(4)
    expect_all_sent(page)
    expect(page.locator("#strip .title")).to_contain_text("Ann & Cy won")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(page.get_by_role("link", name="Another game")).to_be_visible()
    expect_totals(page, *sitting.totals)
    forget_network_errors(phone)


# Let writes fail after the first entry, as if the page had closed.
CLOSE_AFTER_ONE = """(() => {
  const begin = IDBDatabase.prototype.transaction;
  let gone = false;
  IDBDatabase.prototype.transaction = function (stores, mode, ...more) {
    if (gone && mode === "readwrite") throw new Error("the page has gone");
    const transaction = begin.call(this, stores, mode, ...more);
    if (mode === "readwrite" && stores === "entries")
      transaction.addEventListener("complete", () => { gone = true; document.body.dataset.gone = ""; });
    return transaction;
  };
})()"""


def test_pending_hands_can_be_edited_deleted_and_inserted(new_phone):
    """Check that each change is stored once, even if the page then closes."""
    phone, sitting, page = play_offline(new_phone, took=50)  # -60 : 50
    enter_hand(page, 2, bidder=0, bid=60, took=70).save(2)
    enter_hand(page, 3, bidder=0, bid=60, took=60).save(3)
    descriptions = page.locator("#waiting li .description")
    page.locator("a.reasons-link", has_text="2").tap()
    page.locator("#reasons a.key", has_text="Edit").tap()
    change_points(page, 0, 75)
    page.evaluate(CLOSE_AFTER_ONE)
    page.locator(SAVE).tap()
    expect(page.locator("body[data-gone]")).to_be_attached()
    page.reload()
    wait_until_idle(page)
    expect(descriptions).to_have_text(["Hand 2: Ann bid 60, took 75", "Hand 3: Ann bid 60, took 60"])
    expect_totals(page, 75, 115)
    page.locator("a.reasons-link", has_text="2").tap()
    page.locator("#reasons a", has_text="Add a missed hand").tap()
    expect_entry(page, "Add a missed hand before hand 2")
    Thumb(page).answer("bidder 1, bid 60, took.1 50")
    expect(page.locator("#preview .effects")).to_be_visible()
    assert page.locator("#save").bounding_box()["height"] < 100
    page.locator(SAVE).tap()
    order = ["Hand 2: Bo bid 60, took 50", "Hand 3: Ann bid 60, took 75", "Hand 4: Ann bid 60, took 60"]
    expect(descriptions).to_have_text(order)
    expect_entry(page, "Hand 5")
    expect_totals(page, 125, 55)
    # Hands that move up after a deletion are stored too.
    page.evaluate(CLOSE_AFTER_ONE)
    page.locator("#waiting .opens").tap()
    page.locator("#waiting li", has_text=order[1]).get_by_role("button", name="Delete").tap()
    expect(page.locator("body[data-gone]")).to_be_attached()
    page.reload()
    expect(descriptions).to_have_text([order[0], "Hand 3: Ann bid 60, took 60"])
    go_online(page)
    sitting.wait_for(3)
    expect_all_sent(page)
    assert [int(hand.bidder) for hand in sitting.hands] == [0, 1, 0]
    forget_network_errors(phone, "the page has gone")


@by_night
def test_points_can_be_adjusted_and_a_game_ended_offline(new_phone):
    phone, sitting, page = play_offline(new_phone)  # 70 : 30
    title = page.locator("#entry-title")
    Thumb(page).choose("bidder", 1)
    tap_menu_link(page, "Adjust points")
    expect(title).to_have_text("Adjust points")
    page.locator("[data-cancel]").tap()
    expect(title).to_have_text("Hand 2")
    tap_menu_link(page, "Adjust points")
    for side, number in enumerate(("5", "-5")):
        Thumb(page).expect_question(f"points.{side}")
        page.locator(f"[name='points.{side}']").fill(number)
        page.locator("#pad [data-put=next]").tap()
    page.locator("[name=why]").fill("a misdeal")
    page.locator(SAVE).tap()
    expect_totals(page, 75, 25)
    expect(title).to_have_text("Hand 3")
    expect(page.locator("#sentence")).to_contain_text("Bo")
    tap_menu_link(page, "End the game")
    expect(title).to_have_text("End the game")
    page.locator("[data-cancel]").tap()
    expect(title).to_have_text("Hand 3")
    tap_menu_link(page, "End the game")
    tap_button(page, "End the game")
    winner = page.locator("#strip .title")
    expect(winner).to_be_visible()
    expect(page.locator("#hand-form")).not_to_be_attached()
    page.locator(".notice").get_by_role("button", name="Undo End the game").tap()
    expect(winner).to_be_hidden()
    expect(title).to_have_text("Hand 3")
    tap_menu_link(page, "End the game")
    tap_button(page, "End the game")
    expect(winner).to_be_visible()
    adjusted = "Adjust points: Agreed: Ann & Cy 5 Bo & Di −5; a misdeal"
    expect(page.locator("#waiting li .description")).to_have_text([adjusted, "End the game"])
    go_online(page)
    sitting.wait_for(3)
    expect_all_sent(page)
    expect(winner).to_be_visible()
    assert sitting.totals == [75, 25]
    forget_network_errors(phone)


def test_an_open_page_scores_offline_without_a_service_worker(new_phone):
    phone, _sitting, page = play_offline(new_phone, took=50, service_workers="block")
    page.evaluate("""() => {
      const send = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (data) { setTimeout(() => send.call(this, data), 500); };
    }""")
    enter_hand(page, 2, bidder=0, bid=60, took=60).save(2)
    # A tap made before the previous hand was scored takes effect once that hand is scored.
    enter_hand(page, 3, bidder=0, bid=60, took=60)
    expect_totals(page, 0, 90)
    forget_network_errors(phone)
