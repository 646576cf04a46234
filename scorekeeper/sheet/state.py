"""A match as it stands, in plain values: its log, the sheet the log makes, and who sits where."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from games.engine import (
    HEADING,
    AcceptedRuling,
    Adjustment,
    Entry,
    Game,
    Heading,
    Points,
    Row,
    Seat,
    Seating,
    Sheet,
    Stopped,
    Unreadable,
    Words,
    effective_hands,
    effective_heading,
    go_on,
    replay,
    upto,
)

from .words import with_names


@dataclass(frozen=True)
class LoggedEntry:
    """One entry with what the page tells about it besides its hand."""

    entry: Entry
    place: int
    rev: int
    by: str
    at: datetime
    key: uuid.UUID  # of the request that wrote it


class StoredEntry(NamedTuple):
    """An entry word for word as it is stored: what phones keep of it, and what its hash is of."""

    place: int
    number: int
    rev: int
    hand: Any  # plain JSON
    before: int | None
    why: str
    key: uuid.UUID
    by_id: int | None  # the phone that wrote it
    at: datetime
    hash: str


@dataclass(frozen=True)
class MatchState:
    """A log and the sheet it makes. Its matches' head names it, so it can be kept and never goes stale."""

    game: Game[Any]
    first: Heading
    log: tuple[LoggedEntry, ...]
    sheet: Sheet[Any]
    # The last entry, which every phone keeps, and the one before it, by which a phone knows that it goes on.
    last: StoredEntry | None = field(default=None, compare=False, repr=False)
    before_last: StoredEntry | None = field(default=None, compare=False, repr=False)
    # Names this log and no other; None for one that nothing names.
    key: tuple[Any, ...] | None = field(default=None, compare=False, repr=False)

    @cached_property
    def heading(self) -> Heading:
        """House rules and seating as they stand."""
        return effective_heading(self.first, (written.entry for written in self.log))

    @cached_property
    def revs(self) -> dict[int, int]:
        """How often each hand has been written, by number."""
        return {written.entry.number: written.rev for written in self.log}

    @property
    def next_number(self) -> int:
        """The number of the hand that comes next."""
        return max(self.revs, default=HEADING) + 1

    @cached_property
    def _versions(self) -> dict[int, tuple[LoggedEntry, ...]]:
        found: dict[int, list[LoggedEntry]] = {}
        for written in self.log:
            found.setdefault(written.entry.number, []).append(written)
        return {number: tuple(writings) for number, writings in found.items()}

    def versions(self, number: int) -> tuple[LoggedEntry, ...]:
        """Every writing of a hand, the first one first."""
        return self._versions.get(number, ())

    def amended(self, number: int) -> bool:
        """Whether a hand was ever said otherwise; one taken back and put back as it was is not."""
        said = [written.entry.hand for written in self.versions(number) if written.entry.hand is not None]
        return any(hand != said[0] for hand in said)

    def last_said(self, number: int) -> Any:
        """The hand of this number as it stands, or as it stood before it was struck out."""
        said = [written.entry.hand for written in self.versions(number) if written.entry.hand is not None]
        return said[-1] if said else Unreadable({})

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Every hand there has been, in the order of play, those struck out too."""
        return tuple(number for number, _hand in effective_hands(_as_if_standing(self.log)))

    @cached_property
    def standing(self) -> tuple[tuple[int, Any], ...]:
        """The hands that stand, by number, in the order of play: one a row of the sheet."""
        return effective_hands(written.entry for written in self.log)

    def as_of(self, place: int, number: int | None = None) -> Sheet[Any]:
        """The sheet as it was when the entry of this place was written; only up to hand ``number``."""
        return self._sheet_of([written.entry for written in self.log if written.place <= place], number)

    def with_entry(self, entry: Entry) -> Sheet[Any]:
        """The sheet as it would be with one entry more."""
        return self._sheet_of([written.entry for written in self.log] + [entry])

    def _sheet_of(self, log: list[Entry], number: int | None = None) -> Sheet[Any]:
        """The sheet that another log makes; only what follows the hands that both begin with is played."""
        now, hands, same = effective_heading(self.first, log), effective_hands(log), 0
        if number is not None:
            upto_it = next((n for n, hand in enumerate(hands, start=1) if hand[0] == number), len(hands))
            hands = hands[:upto_it]
        if now != self.heading:
            return replay(self.game, now.seating, now.house, hands)
        for (mine, hand), (theirs, other) in zip(self.standing, hands, strict=False):
            if mine != theirs or hand is not other:
                break
            same += 1
        return go_on(self.game, upto(self.sheet, same), hands[same:])

    def before(self, number: int, inserted_before: int | None = None) -> Sheet[Any]:
        """The sheet as it was before a hand, a struck one too: where an amendment of it starts from."""
        stop = number if inserted_before is None else inserted_before
        return upto(self.sheet, self.rows_before(stop))

    def rows_before(self, number: int) -> int:
        """How many hands that stand were played before this one; all, if there is none of this number."""
        return self._rows_before.get(number, len(self.sheet.rows))

    def row_at(self, number: int) -> int | None:
        """Which row of the sheet is this hand's; None for one that was struck out."""
        index = self.rows_before(number)
        stands = index < len(self.sheet.rows) and self.sheet.rows[index].number == number
        return index if stands else None

    def shown(self, number: int) -> int:
        """The number people see of a hand: those that stand are counted from 1, the next one goes on.

        Of a hand that was struck out, the number it has again once it is put back.
        """
        return self.rows_before(number) + 1

    @cached_property
    def _rows_before(self) -> dict[int, int]:
        stand, before, found = {number for number, _hand in self.standing}, 0, {}
        for number in self.order:
            found[number] = before
            before += number in stand
        return found


def _as_if_standing(log: tuple[LoggedEntry, ...]) -> Iterator[Entry]:
    """The entries with nothing struck out."""
    for written in log:
        entry = written.entry
        yield Entry(entry.number, entry.hand or Unreadable({}), before=entry.before)


def sheet_of(game: Game[Any], first: Heading, log: list[Entry]) -> Sheet[Any]:
    """The sheet that a log makes."""
    now = effective_heading(first, log)
    return replay(game, now.seating, now.house, effective_hands(log))


@dataclass(frozen=True)
class PlayerNames:
    """Who sat where, hand by hand."""

    seating: Seating
    sitting: tuple[tuple[int, int, str], ...]  # position, since, name, in order

    def at(self, number: int) -> tuple[str, ...]:
        """The names, one a seat, when this hand was played."""
        return self._now if number >= self._last_change else self._at(number)

    @cached_property
    def _last_change(self) -> int:
        return max((since for _position, since, _name in self.sitting), default=0)

    @cached_property
    def _now(self) -> tuple[str, ...]:
        return self._at(self._last_change)

    def _at(self, number: int) -> tuple[str, ...]:
        names = [""] * self.seating.seats
        for position, since, name in self.sitting:
            if position < len(names) and since <= number:
                names[position] = name
        return tuple(names)

    @property
    def now(self) -> tuple[str, ...]:
        return self._now

    def words(self, words: Words, number: int | None = None) -> Words:
        """A language's words with the names of a hand, or of now."""
        return with_names(words, self.seating, self.now if number is None else self.at(number))


def hands_played(sheet: Sheet[Any]) -> int:
    """How many hands of the game itself were played that could be scored: no agreed points, no agreed end."""
    beside = Adjustment | AcceptedRuling | Stopped | Unreadable
    return sum(not row.problems and not isinstance(row.hand, beside) for row in sheet.rows)


def biggest_gain(row: Row) -> tuple[int, Points]:
    """The side that a hand brought most, and how much; agreed points are nobody's hand."""
    if isinstance(row.hand, Adjustment | AcceptedRuling):
        return 0, 0
    side = max(range(len(row.gains)), key=lambda one: row.gains[one])
    return side, row.gains[side]


def next_dealer(game: Game[Any], sheet: Sheet[Any]) -> Seat:
    """Who deals first in a rematch: the next dealer; where nobody deals, the seat after the first."""
    dealer = game.dealer(replace(sheet, outcome=None))
    return sheet.seating.left(sheet.seating.first_dealer) if dealer is None else dealer
