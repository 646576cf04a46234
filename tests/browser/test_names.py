"""Names on keys, in five scripts and up to 14 letters: none leaves its key or lies over another."""

import pytest

from games import every_game
from scorekeeper.sheet.boxes import name_width
from tests.nightly import NIGHTLY

from .drawn import Drawn

pytestmark = [pytest.mark.browser, pytest.mark.looks]

LISTS = (
    (
        "Christopher",
        "Alexandra",
        "Élodie",
        "陳大文",
        "Margaret",
        "Bartholomew",
        "Anne-Catherine",
        "Wilhelmina",
    ),
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
  const room = key.getBoundingClientRect();
  if (!room.width) return [];
  const text = document.createRange();
  text.selectNodeContents(key);
  return [...text.getClientRects()]
    .filter((part) => part.width > 1 && part.height > 1) // not what is visually hidden
    .filter(({ left, right, bottom }) => left < room.left || right > room.right || bottom > room.bottom)
    .map(({ left, right }) => `${key.textContent.trim()}: ${left} to ${right}`);
})"""


CUT = """() => [...document.querySelectorAll("#strip .name")]
  .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""


def test_the_names_of_partners_stand_whole_above_the_hand(form_page):
    for names, widths in zip(LISTS[:2], ((320, 360, 430), (360, 430)), strict=True):
        page = Drawn("two_hundred", names=names[:4]).open(form_page)
        for width in widths:
            page.set_viewport_size({"width": width, "height": 600})
            assert page.evaluate(CUT) == []
            assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("slug", list(every_game()))
def test_every_name_stays_on_its_key(slug, browser, form_page):
    game = every_game()[slug]
    counts = sorted({shape[0] for shape in game.shapes(game.presets[0])})
    # Without script every question of the form is shown.
    context = browser.new_context(java_script_enabled=False, viewport={"width": 320, "height": 600})
    page = context.new_page()
    for players in counts if NIGHTLY else {counts[0], counts[-1]}:
        for names in LISTS:
            Drawn(slug, names=names[:players]).open(page)
            for width in (320, 360, 430):
                page.set_viewport_size({"width": width, "height": 600})
                assert page.evaluate(OUTSIDE) == []
    context.close()


def test_a_name_is_as_wide_as_its_longest_part():
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
    page = Drawn("two_hundred", names=("Chloé", "Jürgen", "Ann", "Bo")).open(form_page)
    assert page.evaluate(fonts) == ["sheet-sans.woff2"]
    page = Drawn("two_hundred", names=("Łukasz", "Ann", "Bo", "Cy")).open(form_page)
    assert page.evaluate(fonts) == ["sheet-sans-ext.woff2", "sheet-sans.woff2"]
