"""Match states from stored rows: rows of the database or of a phone's copy."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from games.engine import (
    HEADING,
    DecodeError,
    Entry,
    Game,
    Heading,
    Seat,
    Seating,
    append_hand,
    from_json,
    restore_hand,
    to_json,
)
from games.engine.interchange import read_entry_content

from .state import LoggedEntry, MatchState, StoredEntry, sheet_of


class StoredMatch(Protocol):
    """The stored start of a match."""

    preset: str
    house: dict[str, Any]
    seats: int
    sides: int
    first_dealer: int


def load_house(game: Game[Any], preset_id: str, stored: dict[str, Any]) -> Any:
    """Return stored house rules. Never raises."""
    try:
        return from_json(game.house, stored)
    except DecodeError:
        # A later release removed an option: keep what can be read, take the rest from the preset.
        preset = game.preset(preset_id) or game.presets[0]
        known = {name: value for name, value in stored.items() if _fits(game, name, value)}
        return from_json(game.house, {**to_json(preset.house), **known})


def _fits(game: Game[Any], name: str, value: Any) -> bool:
    try:
        from_json(game.house, {name: value})
    except DecodeError:
        return False
    return True


def first_heading(game: Game[Any], match: StoredMatch) -> Heading:
    """Return the heading that a match was started with."""
    house = load_house(game, match.preset, match.house)
    return Heading(Seating(match.seats, match.sides, Seat(match.first_dealer)), house, match.preset)


def read_entry(game: Game[Any], row: Any) -> LoggedEntry:
    """Return a stored row as an entry with its author's name. Never raises."""
    if row.number == HEADING and row.hand is not None:
        try:
            hand = read_entry_content(game, HEADING, row.hand)
        except DecodeError:
            hand = None
    else:
        hand = row.hand if row.hand is None else restore_hand(game, row.hand)
    entry = Entry(row.number, hand, row.why, row.before)
    return LoggedEntry(entry, row.place, row.rev, row.by_name, row.at, row.key)


def state_of(
    game: Game[Any], first: Heading, log: Iterable[LoggedEntry], last: StoredEntry | None = None
) -> MatchState:
    log = tuple(log)
    return MatchState(game, first, log, sheet_of(game, first, [logged.entry for logged in log]), last=last)


def extend_state(
    state: MatchState, entries: Sequence[LoggedEntry], last: StoredEntry | None = None
) -> MatchState:
    """Return the state of a log with more entries.

    A new last hand is scored alone, and the rows before it stay the same objects. After any other entry, the
    whole sheet is scored again.
    """
    log, sheet = list(state.log), state.sheet
    for logged in entries:
        log.append(logged)
        entry = logged.entry
        is_new_hand = logged.rev == 1 and entry.number != HEADING and entry.hand is not None
        if is_new_hand and entry.before is None:
            sheet = append_hand(state.game, sheet, entry.hand, entry.number)
        else:
            sheet = sheet_of(state.game, state.first_heading, [item.entry for item in log])
    return replace(state, log=tuple(log), sheet=sheet, last=last)
