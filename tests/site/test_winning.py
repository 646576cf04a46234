"""The margin and the best hand at the top of a finished match's sheet."""

import uuid
from datetime import UTC, datetime
from typing import Any

import pytest

from games import every_game
from games.engine import Entry, Example, Game, Heading, Sheet, play
from scorekeeper.sheet.localized import LocalizedMatch
from scorekeeper.sheet.names import PlayerNames
from scorekeeper.sheet.presenters import MatchPresenter
from scorekeeper.sheet.state import LoggedEntry, MatchState

from .cast import NAMES

pytestmark = pytest.mark.sqlite_only


def test_margin_is_the_lead_and_best_hand_the_highest_gain():
    examples = [(game, example) for game in every_game().values() for example in game.examples]
    for game, example in examples:
        sheet = play(game, example.seating, example.house, example.hands)
        presenter, lowest_first = presenter_of(game, example, sheet), game.lowest_first(example.house)
        if presenter.margin:
            (winner,) = sheet.outcome.winners
            first, second, *_rest = sorted(sheet.final, reverse=not lowest_first)
            assert sheet.final[winner] == first, example.title
            assert presenter.margin == presenter.words.read(abs(first - second)), example.title
        if best := presenter.best_hand:
            highest = max(gain for row in sheet.rows for gain in row.gains)
            assert not lowest_first
            assert best.gain.text == f"+{presenter.words.read(highest)}", example.title


def presenter_of(game: Game[Any], example: Example[Any], sheet: Sheet[Any]) -> MatchPresenter:
    """Return the presenter of an example, as if its hands had been entered at a table."""
    log = tuple(
        LoggedEntry(Entry(number, hand), number, 1, "Ann", datetime.now(UTC), uuid.uuid4())
        for number, hand in enumerate(example.hands, start=1)
    )
    state = MatchState(game, Heading(example.seating, example.house, game.presets[0].id), log, sheet)
    # Each entry: the seat's position, the first hand with this name, and the name.
    sitting = tuple((seat, 0, NAMES[seat % len(NAMES)] + str(seat)) for seat in range(example.seating.seats))
    return MatchPresenter(LocalizedMatch(state, PlayerNames(example.seating, sitting)))
