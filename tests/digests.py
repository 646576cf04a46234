"""Digests of sheets and pages, computed on the server and in a browser, which must agree.

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
from scorekeeper.sheet.localized import LocalizedMatch
from scorekeeper.sheet.names import PlayerNames
from scorekeeper.sheet.stored import state_of
from scorekeeper.sheet.viewer import Viewer

from .without_django import NAMES, match_of, pages

KEY = "00000000-0000-4000-8000-000000000000"


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def digests_of_examples(slug):
    """Return the digests of each page of each worked example, and of its sheet as JSON."""
    game, digests = every_game()[slug], {}
    new_key = hand_entry.new_key
    hand_entry.new_key = lambda: KEY  # pages contain the key
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
    """Return the digest of the row and preview of a hand, as the first of a match."""
    game = every_game()[slug]
    house_preset = game.preset(preset)
    assert house_preset is not None
    seating, hand = Seating(shape[0], shape[1]), hand_from_json(game, hand_json)
    sheet = append_hand(game, empty_sheet(game, seating, house_preset.house), hand)
    names_of_seats = tuple((n, 0, NAMES[n % len(NAMES)]) for n in range(seating.seats))
    match = LocalizedMatch(
        state_of(game, Heading(seating, house_preset.house, preset), ()), PlayerNames(seating, names_of_seats)
    )
    entry = hand_entry.new_entry(match, kind_of(game, hand), answers=to_form_data(hand))
    viewer = Viewer(Links("ABCDE", 1), game.name)
    return digest(
        _json(game, sheet) + keyboard.draw_preview(match, viewer, entry, preview.preview_hand(entry))
    )


def answer_request(request_json):
    """Return the digests for a request ``{"slug": …, "hands": […]}``, both in JSON."""
    request = json.loads(request_json)
    digests = digests_of_examples(request["slug"])
    return json.dumps(digests | dict(_hands(request["slug"], request["hands"])))


def _hands(slug, hands):
    for n, (preset, shape, hand) in enumerate(hands):
        yield f"hand {n}: {json.dumps(hand)}", digest_of_hand(slug, preset, shape, hand)


def _json(game, sheet):
    return json.dumps(sheet_json(game, sheet, ENGLISH), ensure_ascii=False)
