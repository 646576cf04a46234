"""Names in five scripts and up to 15 letters: none leaves its answer button or overlaps another."""

import pytest

from games import every_game
from games.engine import Heading, Seating, Stopped
from scorekeeper.sheet.names import line_width, name_width
from tests.conftest import wait_until_idle
from tests.nightly import NIGHTLY

from .fake_match import LONG_NAMES, FakeMatch
from .sitting import SMALL, scroll_width

pytestmark = pytest.mark.sqlite_only

LISTS = (
    LONG_NAMES,
    (
        "Κωνσταντίνος",
        "Александра",
        "Владислав",
        "Παναγιώτης",
        "歐陽娜娜",
        "Maximilian",
        "עמנואל",
        "Станислава",
    ),
    ("Christopherson", "Wolfgangamadeus", "Mmmmmmmmmmmmmm", "Ann", "Bo", "Cy", "Di", "Ed"),
)
OUTSIDE = """() => [...document.querySelectorAll(".keys.who .key")].flatMap((key) => {
  const bounds = key.getBoundingClientRect();
  if (!bounds.width) return [];
  const text = document.createRange();
  text.selectNodeContents(key);
  return [...text.getClientRects()]
    .filter((part) => part.width > 1 && part.height > 1) // skip visually hidden text
    .filter(({ left, right, bottom }) => left < bounds.left || right > bounds.right || bottom > bounds.bottom)
    .map(({ left, right }) => `${key.textContent.trim()}: ${left} to ${right}`);
})"""


def test_names_of_partners_are_not_cut_off(form_page):
    cut = """() => [...document.querySelectorAll("#strip .name")]
      .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""
    for names, widths in zip(LISTS[:2], ((320, 360, 430), (360, 430)), strict=True):
        page = FakeMatch("two_hundred", names=names[:4]).open(form_page)
        for width in widths:
            page.set_viewport_size({"width": width, "height": 600})
            assert page.evaluate(cut) == []
            assert scroll_width(page) == width


def test_chinese_name_does_not_wrap_in_the_sheet(form_page):
    hand = {"kind": "deal", "winner": 0, "left": [0, 3, 5, 1]}
    match = FakeMatch("big_two", names=LONG_NAMES[:4], hands=(hand,))
    form_page.set_viewport_size(SMALL)
    lines = match.open(form_page).evaluate(
        """() => {
          const row = document.querySelector("#rows .hand-text");
          const text = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
          const [range, lines] = [document.createRange(), []];
          for (let node; (node = text.nextNode());) {
            const at = node.textContent.indexOf("陳大文");
            if (at < 0) continue;
            range.setStart(node, at), range.setEnd(node, at + 3);
            lines.push(range.getClientRects().length);
          }
          return lines;
        }"""
    )
    assert lines == [1]


@pytest.mark.usefixtures("form_pages")
def test_every_name_stays_on_its_key(browser):
    # Without script every question of the form is shown.
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for slug, game in every_game().items():
        counts = sorted({shape[0] for shape in game.shapes(game.presets[0])})
        for players in counts if NIGHTLY else counts[-1:]:
            for names in LISTS:
                FakeMatch(slug, names=names[:players]).open(page)
                for width in (320, 360, 430):
                    page.set_viewport_size({"width": width, "height": 600})
                    assert page.evaluate(OUTSIDE) == [], slug
    context.close()


FIVE_SCRIPTS = (*LONG_NAMES[:4], "Александра", "Κωνσταντίνος", "עמנואל", "Anne-Catherine")
# Return texts that overlap or leave the page. Lines may touch; the totals and the keyboard may cover texts.
WRONG = """() => {
  const parts = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node; (node = texts.nextNode());) {
    const parent = node.parentElement;
    const isHidden = parent.closest(".visually-hidden, svg, details:not([open]), .keyboard");
    if (isHidden || !node.textContent.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    let clip = { left: -Infinity, right: Infinity };
    for (let element = parent; element && element !== document.body; element = element.parentElement) {
      const { overflowX, clipPath } = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      if (clipPath !== "none") clip.right = -Infinity;
      else if (overflowX !== "visible")
        clip = { left: Math.max(clip.left, box.left), right: Math.min(clip.right, box.right) };
    }
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const seen = { left: Math.max(left, clip.left), right: Math.min(right, clip.right), top, bottom };
      if (seen.right - seen.left > 1 && bottom > top)
        parts.push({ ...seen, node, text: node.textContent.trim(), strip: parent.closest("#strip") });
    }
  }
  const isOutside = (part) => part.right > innerWidth + 1 || part.left < -1;
  const found = parts.filter(isOutside).map((part) => `outside: ${part.text}`);
  parts.forEach((a, n) => parts.slice(n + 1).forEach((b) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (a.node === b.node || a.strip !== b.strip) return;
    const least = Math.min(a.bottom - a.top, b.bottom - b.top);
    if (wide > 1 && high > 0.5 * least) found.push(`${a.text} | ${b.text}`);
  }));
  return found;
}"""


def high_scores(sides, seats):
    """Return a match with totals of ±99,999 and names in five scripts."""
    heading = Heading(Seating(seats, sides), every_game()["tally"].presets[0].house, "")
    match = FakeMatch("tally", names=FIVE_SCRIPTS[:seats], heading=heading)
    for points in 40_000, 59_999:
        match.adjust(*(points * (-1) ** side for side in range(sides)))
    return match


@pytest.mark.parametrize(("seats", "sides"), [(2, 2), (3, 3), (4, 2), (4, 4), (6, 2), (8, 8)])
def test_names_and_totals_of_five_digits_overlap_nothing(seats, sides, form_page):
    match = high_scores(sides, seats)
    for view in "", "tv", "paper", "over":
        if view == "over":
            match.write(Stopped())
        page = match.open(form_page, "" if view == "over" else view)
        wait_until_idle(page)
        for width, height in (320, 568), (360, 600), (430, 900), (640, 290):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(WRONG) == [], (view, width)
            assert scroll_width(page) == width, view
            if view == "tv" and width > height:  # the QR code is visible without scrolling
                assert page.evaluate("document.querySelector('#tv').scrollHeight") == height
        page.set_viewport_size(SMALL)
        page.evaluate("document.documentElement.style.fontSize = '212%'")  # 34 px instead of 18
        assert page.evaluate(WRONG) == [], (view, "large text")


def test_width_of_a_name_is_that_of_its_longest_part():
    assert line_width("Anne-Marie") == 10
    assert name_width("Anne-Marie") == name_width("Marie") == 5
    assert name_width("Ann & Cy") == 3
    assert name_width("陳大文") > name_width("Ann")
    assert name_width("e\u0301") == name_width("é")


def test_letters_beyond_western_europe_load_the_second_font_file(form_page):
    fonts = """async () => {
        await document.fonts.ready;
        const files = performance.getEntriesByType("resource").map(({ name }) => name.split("/").pop());
        return files.filter((name) => name.endsWith(".woff2")).sort();
    }"""
    page = FakeMatch("two_hundred", names=("Chloé", "Jürgen", "Ann", "Bo")).open(form_page)
    assert page.evaluate(fonts) == ["sheet-sans.woff2"]
    page = FakeMatch("two_hundred", names=("Łukasz", "Ann", "Bo", "Cy")).open(form_page)
    assert page.evaluate(fonts) == ["sheet-sans-ext.woff2", "sheet-sans.woff2"]
