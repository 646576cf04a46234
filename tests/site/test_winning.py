"""The end of a match at the top of its sheet: winner, margin, best hand, and what comes next."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime
from typing import Any

import pytest

from games import every_game
from games.engine import Entry, Example, Game, Heading, Sheet, play
from scorekeeper.sheet.localized import LocalizedMatch
from scorekeeper.sheet.presenters import MatchPresenter
from scorekeeper.sheet.state import LoggedEntry, MatchState, PlayerNames, next_dealer

from .cast import NAMES, Cast

pytestmark = pytest.mark.looks

EXAMPLES = [(game, example) for game in every_game().values() for example in game.examples]


def told(cast: Cast, who: str) -> str:
    page = cast.get(who, "table").content.decode()
    found = re.search(r'<section class="winner".*?</section>', page, re.S)
    assert found
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


@pytest.mark.django_db
def test_the_winner_stands_with_all_that_is_wanted_next(cast: Cast) -> None:
    cast.play()
    board = cast.get("Ann", "table").context["board"]
    said = told(cast, "Ann")
    assert f"{board.outcome['names']} won" in said
    dealer = next_dealer(cast.game, cast.state.sheet)
    assert f"Play again ({board.words.name(dealer)} deals)" in said
    assert "Another game" in said
    assert "Share" in said
    assert "Who won what" not in said  # no other game yet
    watching = told(cast, "Cy")
    assert "Share" in watching
    assert "Play again" not in watching
    assert "Another game" not in watching
    cast.post("Ann", "rematch", data={})
    for hand in cast.hands:
        cast.write(hand)
    assert "Who won what" in told(cast, "Cy")


def test_the_margin_is_how_far_the_winner_stands_before_the_next(subtests: pytest.Subtests) -> None:
    for game, example in EXAMPLES:
        with subtests.test(game=game.slug, example=example.title):
            check_margin(game, example)


def check_margin(game: Game[Any], example: Example[Any]) -> None:
    sheet = play(game, example.seating, example.house, example.hands)
    board = presenter(game, example, sheet)
    if board.margin:
        (winner,) = sheet.outcome.winners
        low = game.lowest_first(example.house)
        order = sorted(sheet.final, reverse=not low)
        assert sheet.final[winner] == order[0]
        assert board.margin == board.words.read(abs(order[0] - order[1]))
    if best := board.best_hand:
        highest = max(gain for row in sheet.rows for gain in row.gains)
        assert not game.lowest_first(example.house)
        assert best.gain.text == f"+{board.words.read(highest)}"


def presenter(game: Game[Any], example: Example[Any], sheet: Sheet[Any]) -> MatchPresenter:
    """Return the page of an example, as if it had been written at a table."""
    log = tuple(
        LoggedEntry(Entry(n, hand), n, 1, "Ann", datetime.now(UTC), uuid.uuid4())
        for n, hand in enumerate(example.hands, start=1)
    )
    state = MatchState(game, Heading(example.seating, example.house, game.presets[0].id), log, sheet)
    sitting = tuple((seat, 0, NAMES[seat % 6] + str(seat)) for seat in range(example.seating.seats))
    return MatchPresenter(LocalizedMatch(state, PlayerNames(example.seating, sitting)))
