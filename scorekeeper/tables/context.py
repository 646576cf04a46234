"""The context of a view: a match and the phone that asks for it. ``load`` reads it from the database."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.urls import get_script_prefix

from games.engine import Game, Sheet, Words
from scorekeeper.matches import models, phones
from scorekeeper.matches.closing import Closed
from scorekeeper.sheet.links import Links
from scorekeeper.sheet.localized import LocalizedMatch
from scorekeeper.sheet.names import PlayerNames
from scorekeeper.sheet.reader import Reader
from scorekeeper.sheet.state import MatchState

from . import engine_zip


@dataclass(frozen=True)
class MatchContext:
    """A match of a table, and the phone that asks for it (None: a stranger, who may watch)."""

    table: models.Table
    match: models.Match
    phone: models.Phone | None
    current_number: int  # of the match that the table plays now, not always the newest
    state: MatchState
    names: PlayerNames
    # The reason why only the club's scorekeepers may write here; None while the sheet is open.
    closed: Closed | None
    reader: Reader  # language and time zone

    def with_state(self, state: MatchState) -> MatchContext:
        return replace(self, state=state)

    @cached_property
    def links(self) -> Links:
        return Links(self.table.code, self.match.number, get_script_prefix())

    @cached_property
    def localized(self) -> LocalizedMatch:
        return LocalizedMatch(self.state, self.names, self.reader)

    @property
    def words(self) -> Words:
        """Return the texts in the reader's language, with the names of the current players."""
        return self.localized.words

    @property
    def game(self) -> Game[Any]:
        return self.state.game

    @property
    def sheet(self) -> Sheet[Any]:
        return self.state.sheet

    @property
    def engine(self) -> str:
        """Return the version of the engine that parses and scores this game, here and on phones."""
        return engine_zip.engine_zip(self.match.game_slug).hash

    @property
    def can_settle_up(self) -> bool:
        """Return whether the game has a settlement, and its totals are not hidden."""
        return not self.hides_totals and self.game.settlement(self.sheet) is not None

    @property
    def hides_totals(self) -> bool:
        """Return whether the totals are hidden."""
        return self.localized.hides_totals

    @property
    def closed_text(self) -> str:
        """Return why the sheet is closed, in words; "" while it is open."""
        return self.words.read(self.closed.words) if self.closed is not None else ""

    @property
    def is_closed_here(self) -> bool:
        """Return whether this phone may score at the table, but not on this closed sheet."""
        return self.phone is not None and self.phone.may_score and not self.may_score

    @property
    def may_score(self) -> bool:
        if self.phone is None or not self.phone.may_score:
            return False
        return self.closed is None or self.phone.keeps_for_club

    @property
    def is_host(self) -> bool:
        return self.phone is not None and self.phone.role_now == models.Role.HOST

    @property
    def could_score_signed_in(self) -> bool:
        """Return whether this phone could score if its account were signed in."""
        phone = self.phone
        return (
            phone is not None
            and phone.is_signed_out
            and phone.role != models.Role.WATCHER
            and not phone.may_score
        )

    @cached_property
    def recovery_code(self) -> str:
        """Return the code that moves this phone's right to score to another phone; "" if no code can."""
        if self.phone is None or self.phone.is_by_account:
            return ""  # a code would still work after signing out
        return phones.recovery_code(self.table, self.phone)

    @property
    def is_current(self) -> bool:
        """Return whether the table plays this match now."""
        return self.match.number == self.current_number
