"""A match's contributions to its game's statistics.

An event of a hand is credited to the players who sat in its seat or side at that hand. An event of the
match as a whole (the winner, the final total) is credited to one player of each seat, usually the one who
played most of its hands: the match counts for that player (``seat_shares.shares_by_seat``).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.engine import Aggregation, Game, Seat, Seating, Sheet, StatEvent, match_stat_events
from scorekeeper.figures.models import MatchStats
from scorekeeper.history import projection
from scorekeeper.history.match_list import by_match
from scorekeeper.history.models import Played
from scorekeeper.matches import models, replay
from scorekeeper.matches.outcomes import decimal
from scorekeeper.sheet.seat_shares import SeatPeriod, SheetRow, counted_players, rows_of
from scorekeeper.sheet.state import sheet_of
from scorekeeper.sheet.stored import read_entry

# A stored credit is a list: the side's players at that hand, the player credited (0: all of them), the
# statistic's id, count, tries, amount, best value (None: not compared), hand number.
Credit = list[Any]


@dataclass(frozen=True)
class SeatPlayers:
    """The players in each seat of a match, for each hand and for the match as a whole."""

    seating: Seating
    periods: tuple[tuple[int, int, int], ...]  # sorted: seat, first hand, player (0: unknown)
    counted: tuple[int, ...]  # for each seat, the player for whom the match counts

    def at(self, number: int) -> tuple[int, ...]:
        """Return the player of each seat at a hand."""
        players = [0] * self.seating.seats
        for position, since, player in self.periods:
            if position < len(players) and since <= number:
                players[position] = player
        return tuple(players)


def seat_players(
    seating: Seating, seat_periods: Sequence[SeatPeriod], rows: Sequence[SheetRow]
) -> SeatPlayers:
    """Return which players a match credits: hand by hand, and as a whole."""
    counted = [0] * seating.seats
    for position, player in counted_players(seat_periods, rows):
        if position < len(counted):
            counted[position] = player
    periods = sorted((period.position, period.since, period.player or 0) for period in seat_periods)
    return SeatPlayers(seating, tuple(periods), tuple(counted))


class CreditSum:
    """A statistic's sum for the same players; ``hand`` has its best value or first occurrence."""

    def __init__(self) -> None:
        self.n = self.tries = 0
        self.amount: int | Fraction = 0
        self.best: int | Fraction | None = None
        self.hand = 0

    def add(self, event: StatEvent) -> None:
        self.n += event.n
        self.tries += event.tries
        self.amount += event.amount
        kind = event.stat.aggregation
        if kind is Aggregation.MOST or kind is Aggregation.LEAST:
            if (
                self.best is None
                or (kind is Aggregation.MOST and event.amount > self.best)
                or (kind is Aggregation.LEAST and event.amount < self.best)
            ):
                self.best, self.hand = event.amount, event.number
        elif kind in (Aggregation.COUNT, Aggregation.RATIO) and event.n and not self.hand:
            self.hand = event.number


def credits(game: Game[Any], sheet: Sheet[Any], seats: SeatPlayers) -> list[Credit]:
    """Return everything a finished match contributes, in a fixed order."""
    players_at: dict[int, tuple[int, ...]] = {}
    teams: dict[tuple[tuple[int, ...], int], tuple[int, ...]] = {}
    sums: dict[tuple[tuple[int, ...], int, str], CreditSum] = {}
    for event in match_stat_events(game, sheet):
        if event.number not in players_at:
            players_at[event.number] = seats.at(event.number)
        players = seats.counted if event.stat.whole_match else players_at[event.number]
        # ``who`` is a side, or a seat: seat n belongs to side n modulo the number of sides.
        side = int(event.who) % sheet.seating.sides
        if (players, side) not in teams:
            teams[players, side] = tuple(players[seat] for seat in sheet.seating.seats_of(side))
        team = teams[players, side]
        player = players[event.who] if isinstance(event.who, Seat) else 0
        if not any(team) or (isinstance(event.who, Seat) and not player):
            continue  # unknown players only
        key = (team, player, event.stat.id)
        if key not in sums:
            sums[key] = CreditSum()
        sums[key].add(event)
    return [stored_credit(key, sums[key]) for key in sorted(sums)]


def stored_credit(key: tuple[tuple[int, ...], int, str], total: CreditSum) -> Credit:
    team, player, stat = key
    best = None if total.best is None else str(decimal(total.best))
    return [list(team), player, stat, total.n, total.tries, str(decimal(total.amount)), best, total.hand]


def holders(team: list[int], player: int) -> list[str]:
    """Return ``StatTotal.who`` of each total that a credit is added to: the club, each player, the pair."""
    players = [player] if player else list(dict.fromkeys(seated for seated in team if seated))
    pair = sorted(set(team)) if len(team) == 2 and 0 not in team else []
    return ["", *map(str, players), *(["+".join(map(str, pair))] if len(pair) == 2 else [])]


def contributions(matches: Iterable[int]) -> Iterator[MatchStats]:
    # Read the version of each match before its log: if the match changes in between, its version differs
    # from the one stored here, and these contributions are stale.
    played = list(Played.objects.filter(match__in=matches).select_related("match").order_by("match"))
    ids = [row.match_id for row in played]
    periods = projection.seat_periods(ids)
    logs = by_match(models.Entry.objects.filter(match__in=ids).order_by("match", "place"))
    for row in played:
        game = replay.game_of(row.match)
        entries = [read_entry(game, entry).entry for entry in logs[row.match_id]]
        sheet = sheet_of(game, replay.first_heading(row.match), entries)
        seats = seat_players(sheet.seating, periods[row.match_id], rows_of(row.match.frozen))
        yield MatchStats(match_id=row.match_id, version=row.version, credits=credits(game, sheet, seats))
