"""The engine in a browser gives the same bytes for every hand as on the server."""

import io
import json
import random
import zipfile
from base64 import b64encode
from pathlib import Path

from games import every_game
from games.engine import Seating, empty_sheet, hand_to_json, with_placeholder_answers
from scorekeeper.sheet.hand_form import HandForm
from scorekeeper.tables.engine_zip import engine_zip, python_url
from tests import digests
from tests.nightly import NIGHTLY
from tests.test_relevance import random_answers

from .fake_match import FakeMatch

TESTS = Path(__file__).parents[1]
# Unless nightly: a game for two to eight players, one with a bank, and one with partners.
GAMES = sorted(every_game()) if NIGHTLY else ["big_two", "let_it_ride", "two_hundred"]
HANDS = 200 if NIGHTLY else 20

START = """async ([python, zips]) => {
  const { loadPyodide } = await import(`${python}pyodide.mjs`);
  const info = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" };
  window.running = await loadPyodide({ indexURL: python, lockFileContents: { info, packages: {} } });
  const bytes = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  for (const zip of zips) running.unpackArchive(bytes(zip), "zip", { extractDir: "/engine" });
  running.runPython("import sys; sys.path.insert(0, '/engine'); sys.dont_write_bytecode = True");
}"""


def packed_tests():
    """Return a zip file of the test modules that run in the browser and on the server."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("tests/__init__.py", "")
        for name in ("digests.py", "without_django.py"):
            archive.write(TESTS / name, f"tests/{name}")
    return file.getvalue()


def random_hands(slug):
    """Yield random hands, valid or not: the preset, the number of players, and the hand."""
    game, chance = every_game()[slug], random.Random(slug)
    for _ in range(HANDS):
        preset = chance.choice(game.presets)
        shape = chance.choice([*game.shapes(preset)])
        sheet = empty_sheet(game, Seating(*shape), preset.house)
        kind = game.hands[chance.choice([*game.kinds_at(sheet)])]
        form = HandForm(game, kind, sheet, digests.ENGLISH)
        hand = with_placeholder_answers(kind, random_answers(form, sheet, chance), sheet)
        yield preset.id, list(shape), hand_to_json(game, hand)


def test_every_hand_gives_the_same_bytes_in_a_browser(form_page):
    page = FakeMatch("tally").open(form_page)
    zips = [*(engine_zip(slug).content for slug in GAMES), packed_tests()]
    page.evaluate(START, [python_url(), [b64encode(zip_file).decode() for zip_file in zips]])
    for slug in GAMES:
        request = json.dumps({"slug": slug, "hands": [*random_hands(slug)]})
        script = "(request) => running.pyimport('tests.digests').answer_request(request)"
        browser = json.loads(page.evaluate(script, request))
        server = json.loads(digests.answer_request(request))
        assert len(server) > HANDS
        assert [key for key in server | browser if server.get(key) != browser.get(key)] == [], slug
