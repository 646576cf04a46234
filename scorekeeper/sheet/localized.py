"""A match as one reader is told it: its state, the names of those who play, and the reader's language."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.engine import Game, Sheet, Words

from .reader import ENGLISH_READER, Reader
from .state import MatchState, PlayerNames


@dataclass(frozen=True)
class LocalizedMatch:
    """What every page of a match is drawn from."""

    state: MatchState
    names: PlayerNames
    reader: Reader = ENGLISH_READER

    @cached_property
    def words(self) -> Words:
        """The reader's language, with the names of those who sit here now."""
        return self.names.words(self.reader.words)

    def words_at(self, number: int | None) -> Words:
        """The reader's language, with the names of those who played this hand (None: of now)."""
        return self.names.words(self.reader.words, number)

    @property
    def game(self) -> Game[Any]:
        return self.state.game

    @property
    def sheet(self) -> Sheet[Any]:
        return self.state.sheet

    @property
    def covered(self) -> bool:
        """Whether the totals stay covered for now."""
        return self.game.hides_totals(self.sheet.house) and self.sheet.outcome is None
