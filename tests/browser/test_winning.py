"""The end of a match on phones of 360 × 600: sharing the result and starting the next game."""

from playwright.sync_api import expect

from tests.conftest import wait_until_idle

from .sitting import NAMES, SMALL, Sitting, expect_form, tap_link

# Scripts that fake a phone with a share sheet, and a phone that can only copy.
FAKE_SHARE_SHEET = "navigator.share = async (data) => { window.shared = data; };"
FAKE_CLIPBOARD = """
delete Navigator.prototype.share;
const clipboard = { writeText: async (text) => { window.copied = text; } };
Object.defineProperty(navigator, "clipboard", { value: clipboard });
"""


def test_next_steps_after_a_match_are_visible(new_phone):
    sitting = Sitting("five_hundred")
    sitting.adjust(140, 20)
    sitting.write({"kind": "stopped"})
    phone = new_phone(viewport=SMALL)
    phone.context.add_init_script(FAKE_SHARE_SHEET)
    ann, bo = sitting.open(phone, "Ann"), sitting.open(new_phone(), "Bo")
    tv = sitting.open(new_phone(), "Di", sitting.path + "tv")
    winner = ann.locator(".winner")
    for name in "Play again", "Another game", "Share":
        expect(winner.get_by_text(name)).to_be_in_viewport(ratio=1)
    expect(winner).to_contain_text("Won by 120")
    expect(ann.get_by_role("button", name="Undo", exact=True)).to_be_in_viewport(ratio=1)
    wait_until_idle(ann)
    winner.get_by_text("Share").tap()
    shared = ann.wait_for_function("() => window.shared").json_value()
    assert shared["url"] == f"{phone.url}{sitting.path}m/1/result"
    assert shared["title"] == "Ann & Cy won"
    assert "140" in shared["text"]
    ann.evaluate(f"() => {{ delete navigator.share; {FAKE_CLIPBOARD} }}")
    winner.get_by_text("Share").tap()
    expect(winner.get_by_text("Link copied.")).to_be_visible()
    assert ann.evaluate("window.copied") == shared["url"]

    winner.get_by_text("Another game").tap()
    tap_link(ann, "Two Hundred")
    for seat, name in enumerate(NAMES):
        box = ann.locator(f"input[name='name.{seat}']")
        assert name in (box.input_value(), box.get_attribute("placeholder"))
    ann.locator("form.start .act button").tap()
    for page in ann, bo:
        expect(page.locator(".bar h1")).to_contain_text("Two Hundred")
        expect(page.locator("#sheet")).to_have_attribute("data-match", "2")
        expect_form(page)
    expect(tv.locator("h1")).to_contain_text("Two Hundred")
    assert (sitting.match.number, sitting.match.game_slug) == (2, "two_hundred")
    assert tuple(sitting.match.sitting.values_list("name", flat=True)) == NAMES
    bo.goto(bo.url.split("?")[0] + "records")
    expect(bo.locator("main")).to_contain_text("won by Ann & Cy")
