"""Digests of sheets and pages, which must be the same on the server and in a browser.

Because it also runs in the browser, this module imports neither Django nor test tools.
"""

import hashlib
import json

from games import every_game
from games.engine import (
    ENGLISH,
    Heading,
    Seating,
    append_hand,
    empty_sheet,
    hand_from_json,
    kind_of,
    replay,
    to_form_data,
)
from games.engine.interchange import sheet_json
from scorekeeper.sheet import hand_entry, keyboard, preview
from scorekeeper.sheet.links import Links
from scorekeeper.sheet.viewer import Viewer

from .without_django import match_of, match_with, pages

KEY = "00000000-0000-4000-8000-000000000000"


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def digests_of_examples(slug):
    """Return the digests of each page of each worked example, and of its sheet as JSON."""
    game, digests = every_game()[slug], {}
    new_key = hand_entry.new_key
    hand_entry.new_key = lambda: KEY  # a random key would change the pages
    try:
        for n, example in enumerate(game.examples):
            sheet = replay(game, example.seating, example.house, list(enumerate(example.hands, start=1)))
            digests[f"{n} json"] = digest(_json(game, sheet))
            for name, text, _required in pages(match_of(game, example)):
                digests[f"{n} {name}"] = digest(text)
    finally:
        hand_entry.new_key = new_key
    return digests


def digest_of_hand(slug, preset, shape, hand_json):
    """Return the digest of the sheet and preview of the first hand of a match."""
    game = every_game()[slug]
    heading = Heading(Seating(*shape), game.preset(preset).house, preset)
    hand = hand_from_json(game, hand_json)
    sheet = append_hand(game, empty_sheet(game, heading.seating, heading.house), hand)
    match = match_with(game, heading, ())
    entry = hand_entry.new_entry(match, kind_of(game, hand), answers=to_form_data(hand))
    viewer = Viewer(Links("ABCDE", 1), game.name)
    text = keyboard.draw_preview(match, viewer, entry, preview.preview_hand(entry))
    return digest(_json(game, sheet) + text)


def answer_request(request_json):
    """Return the digests, as JSON text, for a request in JSON text: ``{"slug": …, "hands": […]}``."""
    request = json.loads(request_json)
    digests = digests_of_examples(request["slug"])
    for n, (preset, shape, hand) in enumerate(request["hands"]):
        digests[f"hand {n}: {json.dumps(hand)}"] = digest_of_hand(request["slug"], preset, shape, hand)
    return json.dumps(digests)


def _json(game, sheet):
    return json.dumps(sheet_json(game, sheet, ENGLISH), ensure_ascii=False)
