"""A match in a reader's language, with the players' names."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.engine import Game, Sheet, Words

from .names import PlayerNames
from .reader import ENGLISH_READER, Reader
from .state import MatchState


@dataclass(frozen=True)
class LocalizedMatch:
    """The values that every page of a match is drawn from."""

    state: MatchState
    names: PlayerNames
    reader: Reader = ENGLISH_READER

    @cached_property
    def words(self) -> Words:
        """Return texts in the reader's language with the players' current names."""
        return self.names.words(self.reader.words)

    def words_at(self, number: int | None) -> Words:
        """Return texts in the reader's language with the names at this hand (None: the current names)."""
        return self.names.words(self.reader.words, number)

    @property
    def game(self) -> Game[Any]:
        return self.state.game

    @property
    def sheet(self) -> Sheet[Any]:
        return self.state.sheet

    @cached_property
    def hides_totals(self) -> bool:
        """Return whether the totals are hidden until the game is over."""
        return self.game.hides_totals(self.sheet.house) and self.sheet.outcome is None
