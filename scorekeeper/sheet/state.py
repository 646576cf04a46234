"""The state of a match in plain values: its log, its sheet, and the names at the seats."""

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
    Sheet,
    Stopped,
    Unreadable,
    append_hands,
    effective_hands,
    effective_heading,
    replay,
    sheet_upto,
)
from games.engine.chips import ChipPurchase


@dataclass(frozen=True)
class LoggedEntry:
    """An entry of the log with its author and time."""

    entry: Entry
    place: int  # position in the log, counted from 1
    rev: int
    by: str
    at: datetime
    key: uuid.UUID  # random id of the write


class StoredEntry(NamedTuple):
    """An entry exactly as stored: what phones keep, and what its hash covers."""

    place: int
    number: int
    rev: int
    hand: Any  # plain JSON
    before: int | None  # the hand before which a forgotten hand was inserted
    why: str
    key: uuid.UUID
    by_id: int | None  # the phone that wrote it
    at: datetime
    hash: str


@dataclass(frozen=True)
class MatchState:
    """A log and its sheet. A log never changes, so its state can be cached for ever."""

    game: Game[Any]
    first_heading: Heading
    log: tuple[LoggedEntry, ...]
    sheet: Sheet[Any]
    # Phones store the last entry; the entry before it tells a phone whether the last one continues its log.
    last: StoredEntry | None = field(default=None, compare=False, repr=False)
    before_last: StoredEntry | None = field(default=None, compare=False, repr=False)
    # Identifies this log in the cache; None if it is not stored.
    key: tuple[Any, ...] | None = field(default=None, compare=False, repr=False)

    @cached_property
    def heading(self) -> Heading:
        """Return the current house rules and seating."""
        return effective_heading(self.first_heading, (logged.entry for logged in self.log))

    @cached_property
    def revs(self) -> dict[int, int]:
        """Return the latest revision of each hand, by number."""
        return {logged.entry.number: logged.rev for logged in self.log}

    @property
    def next_number(self) -> int:
        return max(self.revs, default=HEADING) + 1

    @cached_property
    def _revisions(self) -> dict[int, tuple[LoggedEntry, ...]]:
        by_number: dict[int, list[LoggedEntry]] = {}
        for logged in self.log:
            by_number.setdefault(logged.entry.number, []).append(logged)
        return {number: tuple(entries) for number, entries in by_number.items()}

    def revisions(self, number: int) -> tuple[LoggedEntry, ...]:
        """Return every revision of a hand, oldest first."""
        return self._revisions.get(number, ())

    def amended(self, number: int) -> bool:
        """Return whether an edit ever changed a hand's content; deleting and restoring do not count."""
        contents = [logged.entry.hand for logged in self.revisions(number) if logged.entry.hand is not None]
        return any(hand != contents[0] for hand in contents)

    def restorable(self, number: int, rev: int) -> Any:
        """Return the content that undoing a revision brings back; None if undoing it deletes the hand.

        Undoing a deletion brings back the deleted content; undoing an edit, the content that it replaced.
        """
        contents = [logged.entry.hand for logged in self.revisions(number)[:rev]]
        if not contents or (contents[-1] is not None and contents[-2:-1] == [None]):
            return None  # there is no such revision, or it restored a deleted hand
        return next((hand for hand in reversed(contents[:-1]) if hand is not None), None)

    def last_content(self, number: int) -> Any:
        """Return the latest content of a hand, even if it was deleted."""
        contents = [logged.entry.hand for logged in self.revisions(number) if logged.entry.hand is not None]
        return contents[-1] if contents else Unreadable({})

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Return the number of every hand in the order of play, deleted hands too."""
        return tuple(number for number, _hand in effective_hands(_without_deletions(self.log)))

    @cached_property
    def standing(self) -> tuple[tuple[int, Any], ...]:
        """Return the standing (not deleted) hands with their numbers, in the order of play: one per row."""
        return effective_hands(logged.entry for logged in self.log)

    def sheet_after(self, place: int, number: int | None = None) -> Sheet[Any]:
        """Return the sheet after the entry at ``place`` of the log; only up to hand ``number``, if given."""
        return self._sheet_of([logged.entry for logged in self.log if logged.place <= place], number)

    def with_log(self, log: tuple[LoggedEntry, ...]) -> "MatchState":
        """Return the state of another log; only hands after the common beginning are scored."""
        return MatchState(
            self.game, self.first_heading, log, self._sheet_of([logged.entry for logged in log])
        )

    def with_entry(self, entry: Entry) -> Sheet[Any]:
        """Return the sheet with one more entry."""
        return self._sheet_of([logged.entry for logged in self.log] + [entry])

    def _sheet_of(self, log: list[Entry], number: int | None = None) -> Sheet[Any]:
        """Return the sheet of another log; only hands after the common beginning are scored."""
        heading, hands, unchanged = effective_heading(self.first_heading, log), effective_hands(log), 0
        if number is not None:
            end = next((n for n, hand in enumerate(hands, start=1) if hand[0] == number), len(hands))
            hands = hands[:end]
        if heading != self.heading:
            return replay(self.game, heading.seating, heading.house, hands)
        for (old_number, old_hand), (new_number, new_hand) in zip(self.standing, hands, strict=False):
            if old_number != new_number or old_hand is not new_hand:
                break
            unchanged += 1
        return append_hands(self.game, sheet_upto(self.sheet, unchanged), hands[unchanged:])

    def before(self, number: int, inserted_before: int | None = None) -> Sheet[Any]:
        """Return the sheet before a hand, even a deleted one.

        A new hand is not in the log yet: ``inserted_before`` is the number of the hand it is inserted before.
        """
        next_number = number if inserted_before is None else inserted_before
        return sheet_upto(self.sheet, self.rows_before(next_number))

    def rows_before(self, number: int) -> int:
        """Return how many standing hands were played before this one; all if it does not exist."""
        return self._rows_before.get(number, len(self.sheet.rows))

    def row_at(self, number: int) -> int | None:
        """Return the row index of a hand; None if it is deleted."""
        index = self.rows_before(number)
        is_standing = index < len(self.sheet.rows) and self.sheet.rows[index].number == number
        return index if is_standing else None

    def display_number(self, number: int) -> int:
        """Return the displayed number of a hand, which counts standing hands from 1.

        For a deleted hand, the number it has once it is restored.
        """
        return self.rows_before(number) + 1

    @cached_property
    def _rows_before(self) -> dict[int, int]:
        standing, before = {number for number, _hand in self.standing}, 0
        rows_before = {}
        for number in self.order:
            rows_before[number] = before
            before += number in standing
        return rows_before


def _without_deletions(log: tuple[LoggedEntry, ...]) -> Iterator[Entry]:
    """Yield the entries; an unreadable hand replaces each deletion, so that its hand keeps its place."""
    for logged in log:
        entry = logged.entry
        yield Entry(entry.number, entry.hand or Unreadable({}), before=entry.before)


def sheet_of(game: Game[Any], first: Heading, log: list[Entry]) -> Sheet[Any]:
    heading = effective_heading(first, log)
    return replay(game, heading.seating, heading.house, effective_hands(log))


def is_hand(row: Row) -> bool:
    """Return whether a row is a scored hand of the game, not an adjustment, a ruling or the end."""
    other_types = Adjustment | AcceptedRuling | Stopped | Unreadable
    return not row.problems and not isinstance(row.hand, other_types)


def hands_played(sheet: Sheet[Any]) -> int:
    """Return how many hands of the game itself were played."""
    return sum(map(is_hand, sheet.rows))


def is_played_hand(game: Game[Any], row: Row) -> bool:
    """Return whether a row is a scored hand of the game, not an adjustment, a chip purchase or the end."""
    is_other = isinstance(row.hand, Stopped | ChipPurchase)
    return type(row.hand) in game.hands.values() and not is_other and not row.problems


def has_hands(sheet: Sheet[Any]) -> bool:
    """Return whether the sheet has any row besides the end of the game."""
    return any(not isinstance(row.hand, Stopped) for row in sheet.rows)


def biggest_gain(row: Row) -> tuple[int, Points]:
    """Return the side with the highest gain of a hand, and the gain; (0, 0) for adjustments and rulings."""
    if isinstance(row.hand, Adjustment | AcceptedRuling):
        return 0, 0
    side = max(range(len(row.gains)), key=row.gains.__getitem__)
    return side, row.gains[side]


def rematch_dealer(game: Game[Any], sheet: Sheet[Any]) -> Seat:
    """Return the first dealer of a rematch: the next dealer of this match.

    If nobody deals, it is the seat to the left of this match's first dealer.
    """
    dealer = game.dealer(replace(sheet, outcome=None))
    return sheet.seating.left(sheet.seating.first_dealer) if dealer is None else dealer
