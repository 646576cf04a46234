"""A match as it is stored, made into its state: by the site from its database, by a phone from its copy."""

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
    """How a match was begun, as it is stored."""

    preset: str
    house: dict[str, Any]
    seats: int
    sides: int
    first_dealer: int


def load_house(game: Game[Any], preset_id: str, stored: dict[str, Any]) -> Any:
    """House rules as they were stored. Never raises."""
    try:
        return from_json(game.house, stored)
    except DecodeError:
        # An option that a later release took away: what can be read holds, the preset says the rest.
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
    """The heading a match was started with."""
    house = load_house(game, match.preset, match.house)
    return Heading(Seating(match.seats, match.sides, Seat(match.first_dealer)), house, match.preset)


def read_entry(game: Game[Any], row: Any) -> LoggedEntry:
    """An entry of the log, with the name of who wrote it, as the engine reads it. Never raises."""
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
    """The state that a whole log makes."""
    log = tuple(log)
    return MatchState(game, first, log, sheet_of(game, first, [written.entry for written in log]), last=last)


def carried_on(story: MatchState, more: Sequence[LoggedEntry], last: StoredEntry | None = None) -> MatchState:
    """The state of a log that was written on.

    A hand more costs one hand: rows that stand as they stood stay the very same objects.
    """
    log, sheet = list(story.log), story.sheet
    for written in more:
        log.append(written)
        entry = written.entry
        if written.rev == 1 and entry.before is None and entry.number != HEADING and entry.hand is not None:
            sheet = append_hand(story.game, sheet, entry.hand, entry.number)
        else:
            sheet = sheet_of(story.game, story.first, [one.entry for one in log])
    return replace(story, log=tuple(log), sheet=sheet, last=last)
