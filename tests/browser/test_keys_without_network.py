"""Every button and link of a table offline: it works, or says that it needs a connection."""

import re

from playwright.sync_api import expect

from tests.conftest import wait_until_idle
from tests.nightly import by_night

from .playing import open_start_question
from .sitting import (
    SMALL,
    Thumb,
    expect_totals,
    forget_network_errors,
    open_menu,
    tap_button,
    tap_menu_link,
)
from .test_alone import START, start_game_on
from .test_offline_engine import enter_hand, play_offline
from .test_winning import FAKE_CLIPBOARD, FAKE_SHARE_SHEET

# Return what a tap led to: another page, the message that a connection is needed, a modal panel, a form that
# replaces the next hand's form, or the wake lock turned off.
RESULT = """(table) => {
  const seen = (selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight + 1;
  };
  if (location.href !== table) return document.querySelector("h1") && "page";
  if (seen(".trouble.needs-network")) return "message";
  if (document.querySelector("#reasons-panel:modal #reasons-body")?.textContent.trim()) return "panel";
  if (document.querySelector("[data-cancel]")) return "form";
  if (document.querySelector("#awake[aria-pressed=false]:not([hidden])")) return "switch";
  return undefined;
}"""


def tap_result(page, table, totals):
    """Return the result of a tap, and go back to the table."""
    result = str(page.wait_for_function(RESULT, arg=table).json_value())
    if result == "page":
        page.goto(table)
        wait_until_idle(page)
        expect(page.locator(".total .number")).to_have_text(totals)
    elif result == "panel":
        page.locator("#reasons-panel .close").tap()
    elif result == "form":
        page.locator("[data-cancel]").tap()
    elif result == "switch":
        # Turn the wake lock on again, because the phone stores this choice for its next pages.
        page.locator("#awake").evaluate("(button) => button.click()")
        expect(page.locator("#awake")).to_have_attribute("aria-pressed", "true")
    else:
        page.evaluate("document.querySelector('.trouble').remove()")
    page.evaluate("document.querySelector('#menu').open = false")
    return result


def menu_items(page):
    """Open the menu and its groups, and return their buttons and links."""
    open_menu(page)
    if (more := page.locator("#menu details:not([open]) > summary")).count():
        more.tap()
    return page.locator("#menu nav :is(a, button):visible")


def tap_every_control(page):
    """Tap every item of the menu, the links of a hand's panel, and a total; return the results by label."""
    table, results = page.url, dict[str, str]()
    totals = page.locator(".total .number").all_inner_texts()
    names = [text.strip().split("\n")[0] for text in menu_items(page).all_inner_texts()]
    page.evaluate("document.querySelector('#menu').open = false")
    for name in names:
        if name == "Undo the last hand":
            continue
        menu_items(page).filter(has_text=re.compile(rf"^\s*{re.escape(name)}(\s|$)")).first.tap()
        results[name] = tap_result(page, table, totals)
    for name in "Edit", "Delete", "Add a missed hand before this one":
        page.locator("a.reasons-link").first.tap()
        expect(page.locator("#reasons-panel:modal #reasons")).to_be_visible()
        page.locator("#reasons a.key", has_text=name).tap()
        page.wait_for_function("() => !document.querySelector('#reasons-panel:modal')")
        results[name] = tap_result(page, table, totals)
    page.locator("#strip a.total").first.tap()
    results["total"] = tap_result(page, table, totals)
    return results


@by_night
def test_offline_controls_of_a_table_work_or_explain(new_phone):
    phone, sitting, page = play_offline(new_phone, viewport=SMALL)
    enter_hand(page, 2, bidder=1, bid=60, took=70).save(2)
    expect_totals(page, 100, 100)
    results = tap_every_control(page)
    needs_network = ("Invite the others", "TV view", "House rules", "Share the result", "Download")
    for name in (*needs_network, "Games and statistics"):
        assert results[name] == "message", results
    assert results["Edit"] == results["Delete"] == "form", results
    assert results["total"] == "panel", results
    # The referee answers a question not opened before, from a score that includes the pending hand.
    tap_menu_link(page, "Ask the referee")
    page.get_by_label("What is the dispute about?").fill("look trick")
    expect(page.locator("#search-results li:visible")).to_have_count(1)
    page.locator("#search-results li:visible a").tap()
    expect(page.locator("h1")).to_have_text("May I look at the last trick?", timeout=60_000)
    Thumb(page).answer("turned yes")
    expect(page.locator("#ruling .verdict")).to_contain_text("turned")
    expect(page.locator("#ruling")).to_contain_text("Offline. To save it")
    page.reload()
    expect(page.locator("#ruling .verdict")).to_contain_text("turned", timeout=60_000)
    phone.open(f"{sitting.path}m/1/referee/both_over/")
    expect(page.locator("#sentence")).to_contain_text("100", timeout=60_000)
    phone.context.set_offline(False)
    phone.open(sitting.path)
    sitting.wait_for(2)
    forget_network_errors(phone)


def test_controls_of_an_offline_game_work_and_its_result_is_shared(new_phone):
    phone, _sitting, page = play_offline(new_phone)
    phone.open(START)
    for n in (0, 1):
        page.locator(f"#name-{n}").fill("Eve")
    tap_button(page, "Start game")
    expect(page.locator("#offline-start-problem")).to_contain_text("the same name")
    page.locator(".chip[data-asks=rules]").tap()
    preset = page.locator("[name=preset]:checked").get_attribute("value")
    page.locator(".preset:not(:has(:checked))").first.tap()
    expect(page.locator("#offline-start-problem")).to_contain_text("only with the rules and seats shown here")
    expect(page.locator("[name=preset]:checked")).to_have_value(str(preset))
    open_start_question(page, "seats")
    start_game_on(page, "Eve")
    expect(menu_items(page)).to_have_text(["Adjust points", "The rules"])
    page.locator("#menu a", has_text="The rules").tap()
    expect(page.locator("#rulebook")).to_contain_text("bidding")
    page.locator("#reasons-panel .close").tap()
    enter_hand(page, 1, bidder=0, bid=60, took=70).save(1)
    expect_totals(page, 70, 30)
    items = menu_items(page)
    # Wait for the engine to draw the sheet with the hand.
    expect(items).to_have_text(["Edit or delete the last hand", "Adjust points", "End the game", "The rules"])
    for item in items.all():
        expect(item).to_be_in_viewport(ratio=1)
    items.first.tap()
    expect(page.locator("#reasons a", has_text="Delete")).to_be_visible()
    page.locator("#reasons-panel .close").tap()
    results = tap_every_control(page)
    assert "message" not in results.values(), results
    enter_hand(page, 2, bidder=0, bid=60, took=70).save(2)
    enter_hand(page, 3, bidder=0, bid=60, took=70)
    page.locator("#save").tap()
    winner = page.locator(".winner")
    expect(page.locator("#strip .title")).to_contain_text("Eve & Gus won")
    # The match has no page on the site, so the text of the result is shared.
    page.evaluate(FAKE_SHARE_SHEET)
    winner.get_by_text("Share").tap()
    shared = page.wait_for_function("() => window.shared").json_value()
    assert "url" not in shared
    assert "Eve & Gus won" in shared["text"]
    assert "210" in shared["text"]
    page.evaluate(f"() => {{ delete navigator.share; {FAKE_CLIPBOARD} }}")
    winner.get_by_text("Share").tap()
    expect(winner.get_by_text("Result copied.")).to_be_visible()
    assert page.evaluate("window.copied") == shared["text"]
    expect(winner.get_by_text("New table")).to_have_count(0)
    again = winner.get_by_text("Play again")
    dealer = str(again.inner_text()).partition(", ")[2].split()[0]
    again.tap()
    expect(page.locator("#hand-form")).to_be_visible(timeout=60_000)
    expect_totals(page, 0, 0)
    expect(page.locator(".seat-name", has=page.locator(".dealer"))).to_have_text(dealer)
    expect(page.locator(".seat-name .name")).to_have_text(["Eve", "Gus", "Flo", "Hal"])
    forget_network_errors(phone)
