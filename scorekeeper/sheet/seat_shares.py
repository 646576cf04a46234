"""Shares of a seat: the hands that each person played there, and the player whom the match counts for."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from games.engine import Sheet
from games.engine.game import COMMON_HANDS

from .state import is_hand

# Kinds of rows in a finished sheet that are not hands of the game.
OTHER_KINDS = frozenset({*COMMON_HANDS, "ruled", "unreadable"})


class SeatPeriod(NamedTuple):
    """A seat and its player from hand ``since`` on; ``player`` is None if not assigned."""

    position: int
    since: int
    player: int | None
    name: str = ""


class SeatShare(NamedTuple):
    """A person's share of a seat: how many of its hands they played."""

    position: int
    player: int | None
    name: str
    hands: int


class SheetRow(NamedTuple):
    """A row of a finished sheet; ``is_hand`` is False for endings, adjustments and typed totals."""

    number: int
    is_hand: bool


def rows_of(frozen: Any) -> list[SheetRow]:
    """Return the rows of a stored finished sheet in order; a row with problems does not count as a hand."""
    rows = frozen["rows"] if frozen else []
    return [SheetRow(row["number"], row["kind"] not in OTHER_KINDS and not row["problems"]) for row in rows]


def rows_of_sheet(sheet: Sheet[Any]) -> list[SheetRow]:
    """Return the rows of an unfinished sheet."""
    return [SheetRow(row.number, is_hand(row)) for row in sheet.rows]


def hands_of(rows: Iterable[SheetRow]) -> int:
    """Return how many hands of the game itself were played."""
    return sum(row.is_hand for row in rows)


def shares_by_seat(
    seat_periods: Iterable[SeatPeriod], rows: Sequence[SheetRow]
) -> dict[int, list[SeatShare]]:
    """Return the shares of each seat, the largest first.

    The match counts only for the first person in the list of a seat: the one who played most of its hands; if
    equal, the one who played the latest hand; without hands, the one who sat there at the last row
    (docs/decisions/0064-a-match-counts-once-a-chair.md). A person without a player record is identified by
    name.
    """
    by_position: dict[int, list[SeatPeriod]] = defaultdict(list)
    for period in sorted(seat_periods, key=lambda period: (period.position, period.since)):
        by_position[period.position].append(period)
    return {position: _shares(periods, rows) for position, periods in by_position.items()}


def _shares(periods: Sequence[SeatPeriod], rows: Sequence[SheetRow]) -> list[SeatShare]:
    if not rows:
        # Without rows only the last person is known.
        last = periods[-1]
        return [SeatShare(last.position, last.player, last.name, 0)]
    shares: dict[int | str, SeatShare] = {}
    ranks: dict[int | str, tuple[int, int, int]] = {}  # hands, index of the last hand, index of the last row
    for index, row in enumerate(rows):
        period = next((other for other in reversed(periods) if other.since <= row.number), None)
        if period is None:
            continue
        person = period.name.casefold() if period.player is None else period.player
        hands, last_hand, _last_row = ranks.get(person, (0, -1, -1))
        ranks[person] = (hands + 1, index, index) if row.is_hand else (hands, last_hand, index)
        shares[person] = SeatShare(period.position, period.player, period.name, ranks[person][0])
    return [shares[person] for person in sorted(shares, key=lambda person: ranks[person], reverse=True)]


def counted_players(
    seat_periods: Iterable[SeatPeriod], rows: Sequence[SheetRow]
) -> Iterator[tuple[int, int]]:
    """Yield each seat with the player whom the match counts for, if assigned."""
    for position, shares in shares_by_seat(seat_periods, rows).items():
        if shares and shares[0].player is not None:
            yield position, shares[0].player
