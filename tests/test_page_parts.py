"""What a phone has of a page is left out of the next, and filled in there: the same page comes of it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from games import every_game
from games.engine import Example, Game
from scorekeeper.sheet import hand_entry, keyboard, page, preview
from scorekeeper.sheet.links import Links
from scorekeeper.sheet.localized import LocalizedMatch
from scorekeeper.sheet.presenters import MatchPresenter
from scorekeeper.sheet.viewer import Viewer

from .without_django import match_of

EXAMPLES = [(game, max(game.examples, key=lambda one: len(one.hands))) for game in every_game().values()]


def drawn(match: LocalizedMatch, viewer: Viewer) -> str:
    """The sheet with the form of the next hand, as a phone that keeps score is sent it."""
    board, form = MatchPresenter(match), ""
    if match.sheet.outcome is None:
        entry = hand_entry.entering(match)
        entry.key = "of the hand"
        form = keyboard.entry_section(board, viewer, entry, preview.preview_hand(entry))
    return str(page.sheet(board, viewer, form=form))


def parts_of(text: str) -> dict[str, str]:
    """The parts of a page by their names."""
    found = {}
    for part in re.finditer(r'<(table|fieldset) [^>]*?data-part="([^"]+)"', text):
        depth = 0
        for tag in re.finditer(rf"<(/?){part[1]}\b", text[part.start() :]):
            depth += -1 if tag[1] else 1
            if depth == 0:
                end = part.start() + tag.end() + 1
                found[part[2]] = text[part.start() : end]
                break
    return found


def filled(text: str, parts: dict[str, str]) -> str:
    """The page as `static/page-parts.js` makes it."""

    def rows(gap: re.Match[str]) -> str:
        rows = re.findall(r"  <tbody.*?</tbody>", parts[gap[1]], re.DOTALL)
        return "".join(rows[: int(gap[2])])

    text = re.sub(r'  <tbody data-had="([^"]+)" data-rows="(\d+)"></tbody>', rows, text)
    return re.sub(r'<fieldset class="kind" data-had="([^"]+)"></fieldset>', lambda gap: parts[gap[1]], text)


@pytest.mark.parametrize(("game", "example"), EXAMPLES, ids=[game.slug for game, _ in EXAMPLES])
def test_a_page_without_the_parts_that_a_phone_has_is_the_whole_page(
    game: Game[Any], example: Example[Any]
) -> None:
    viewer = Viewer(Links("ABCDE", 1), game.name, csrf="token", key="of a key", may_score=True)
    parts, spared = dict[str, str](), 0
    for hands in range(len(example.hands) + 1):
        match = match_of(game, replace(example, hands=example.hands[:hands]))
        whole = drawn(match, viewer)
        short = drawn(match, replace(viewer, parts=frozenset(parts)))
        assert filled(short, parts) == whole
        spared += len(whole) - len(short)
        parts = parts_of(whole)
    assert spared > 0
