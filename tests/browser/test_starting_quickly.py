"""From the home page to the first hand on a short screen: one question at a time, no scrolling."""

from playwright.sync_api import expect

from .playing import fill_names, open_start_question
from .sitting import NAMES, SMALL, SMALLEST, Thumb, expect_form

START = "form.start .act button"
# Return how far the page can scroll down and sideways, how far the question can scroll (in units of 4 px, so
# that less counts as 0), and how far the page is scrolled now.
SCROLLABLE = """() => {
  const page = document.documentElement;
  const asked = document.querySelector(".keyboard");
  return [page.scrollHeight - page.clientHeight, page.scrollWidth - page.clientWidth,
          Math.floor((asked.scrollHeight - asked.clientHeight) / 4), scrollY];
}"""


def sentence(page):
    return " ".join(page.locator(".start .sentence").inner_text().split())


def test_next_evening_starts_in_three_taps(new_phone):
    phone = new_phone(viewport=SMALL)
    page = phone.open("/")
    box = page.get_by_role("searchbox")
    box.fill("no such game")
    expect(page.get_by_text("No match.")).to_be_visible()
    box.fill("FIVE H")
    expect(page.locator("[data-game]:visible").last).to_contain_text("Five Hundred")
    box.press("Enter")
    begin = page.locator(START)
    for last in "Di", "Eve":
        fill_names(page, *NAMES[:3], last)
        begin.tap()
        expect_form(page)
        phone.open("/")
        thumb = Thumb(page)
        thumb.tap(page.locator(".tile", has_text="Five Hundred").first)
        expect(begin).to_be_in_viewport(ratio=1)
    thumb.tap(begin)
    expect_form(page)
    thumb.tap_key("Who won the bidding?", "Eve")
    assert thumb.taps == 3

    table = page.url
    page.go_back()
    expect(page).to_have_url(table.partition("?")[0])
    expect_form(page)
    page.go_back()
    expect(page.locator(".place.open-match")).to_have_count(2)

    phone.open("/play/two_hundred/")
    known = page.locator("[data-known]")  # names of earlier players who have no seat yet
    expect(known).to_have_text(["Di"])
    assert page.evaluate(SCROLLABLE) == [0, 0, 0, 0]
    page.locator(".grip").nth(3).tap()  # picks seat 3, where the next tapped name goes
    known.tap()
    expect(page.locator("#name-3")).to_have_value("Di")
    expect(known).to_have_text(["Eve"])
    assert "Bo & Di" in sentence(page)
    page.locator("#name-0").fill("")
    known.tap()  # into the free seat
    expect(page.locator("#name-0")).to_have_value("Eve")
    expect(known).to_be_hidden()


def test_no_question_scrolls_and_start_stays_in_sight(new_phone):
    phone = new_phone(viewport=SMALLEST)
    for slug in "two_hundred", "skat", "baccarat", "tally":
        page = phone.open(f"/play/{slug}/")
        expect(page.locator(".start.asking")).to_be_visible()
        asked = {chip.get_attribute("data-asks") or "" for chip in page.locator(".sentence .chip").all()}
        assert {"rules", "seats", "dealer"} <= asked
        for step in sorted(asked):
            open_start_question(page, step)
            expect(page.locator(".step.asked")).to_have_count(1)
            for size in SMALL, SMALLEST:
                page.set_viewport_size(size)
                expect(page.locator(START)).to_be_in_viewport(ratio=1)
                assert page.evaluate(SCROLLABLE) == [0, 0, 0, 0], step
    page = phone.open("/play/baccarat/")
    open_start_question(page, "shape")
    page.locator("label.key", has_text="8 players").tap()
    expect(page.locator(".person input")).to_have_count(8)
    expect(page.locator(".step.asked[data-step=seats]")).to_be_visible()
    assert page.evaluate(SCROLLABLE) == [0, 0, 0, 0]


def test_sentence_shows_the_answers_and_each_chip_asks_again(new_phone):
    phone = new_phone(viewport=SMALL)
    page = phone.open("/play/five_hundred/")
    fill_names(page, *NAMES)
    assert sentence(page) == "Standard 500 Ann & Cy against Bo & Di Random dealer"
    open_start_question(page, "dealer")
    page.locator(".step.asked label.key", has_text="Ann").tap()
    expect(page.locator(".step.asked[data-step=seats]")).to_be_visible()
    open_start_question(page, "rules")
    page.locator("label.preset", has_text="Australian (full)").tap()
    expect(page.locator(".chip[data-asks=rules]")).to_have_text("Australian (full)")
    expect(page.locator(".step.asked[data-step=rules]")).to_be_visible()
    assert sentence(page) == "Australian (full) Ann & Cy against Bo & Di Ann deals first"
    page.locator(START).tap()
    expect(page.locator("#strip")).to_contain_text("Bo & Di")
    # An answer to a question that was opened by its chip is kept.
    phone.open("/play/big_two/")
    open_start_question(page, "shape")
    page.locator("label.key:has(input[name='shape'][value='3x3'])").tap()
    expect(page.locator("input[name^='name.']")).to_have_count(3)
    expect(page.locator(".chip[data-asks=shape]")).to_have_text("3 players")
    page.locator(START).tap()
    expect(page.locator("#strip .total")).to_have_count(3)


def test_whole_form_is_shown_without_script(new_phone):
    phone = new_phone(java_script_enabled=False, viewport=SMALL)
    page = phone.open("/play/two_hundred/")
    expect(page.locator(".sentence")).to_be_hidden()
    debated_rules = page.locator("#telling")  # the heading "Rules people argue about"
    expect(debated_rules).to_be_hidden()
    page.locator(".chosen > summary").tap()
    for element in debated_rules, page.get_by_role("group", name="Which rules?"):
        expect(element).to_be_visible()
    fill_names(page, *NAMES)
    page.locator(".grip").nth(0).click()  # moves Ann one seat on
    for seat, name in enumerate(("Bo", "Ann", "Cy", "Di")):
        expect(page.locator(f"#name-{seat}")).to_have_value(name)
    page.locator("label.key:has(input[name=first_dealer][value='0'])").tap()
    page.locator(START).tap()
    expect(page.locator("#sheet")).to_contain_text("Bo deals")
