"""The statistics of a game: the stored contributions of its matches, summed."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any

from games import every_game
from games.engine import Aggregation, game_stats
from scorekeeper.figures.credits import Credit, holders

Key = tuple[int, str, str]  # season (0: all time), ``StatTotal.who``, id of the statistic
ZERO = Decimal(0)


@dataclass(frozen=True)
class Best:
    """The best value of a statistic, or its first occurrence, with the match and the hand."""

    best: Decimal | None
    at: datetime
    match: int
    hand: int

    def rank(self, aggregation: Aggregation) -> tuple[Any, ...]:
        value = self.best or ZERO
        return (-value if aggregation is Aggregation.MOST else value), self.at, self.match, self.hand


class Total:
    __slots__ = ("amount", "best", "n", "rank", "tries")

    def __init__(self) -> None:
        self.n = self.tries = 0
        self.amount = ZERO
        self.best: Best | None = None
        self.rank: tuple[Any, ...] = ()  # rank of ``best``; the lowest wins

    def add(self, n: int, tries: int, amount: Decimal) -> None:
        self.n += n
        self.tries += tries
        self.amount += amount

    def improve(self, best: Best, rank: tuple[Any, ...]) -> None:
        if self.best is None or rank < self.rank:
            self.best, self.rank = best, rank

    def merge(self, other: "Total") -> None:
        self.add(other.n, other.tries, other.amount)
        if other.best is not None:
            self.improve(other.best, other.rank)


@cache
def aggregations(game: str) -> Mapping[str, Aggregation]:
    """Return how each statistic of a game is aggregated; statistics that the game has dropped are missing."""
    found = every_game().get(game)
    return {stat.id: stat.aggregation for stat in game_stats(found)} if found else {}


def totals(game: str, matches: Iterable[tuple[int, datetime, int, list[Credit]]]) -> dict[Key, Total]:
    """Return the totals of matches, given as match id, end, season (0: none) and contributions."""
    # Sum by team first: a team that played many matches is then added to its holders' totals only once.
    team_totals: dict[tuple[int, tuple[int, ...], int, str], Total] = {}
    aggregation_of = aggregations(game)
    for match, at, season, credits in matches:
        for team, player, stat, n, tries, amount, best, hand in credits:
            key = season, tuple(team), player, stat
            if (total := team_totals.get(key)) is None:
                total = team_totals[key] = Total()
            total.add(n, tries, Decimal(amount))
            if hand:
                peak = Best(None if best is None else Decimal(best), at, match, hand)
                total.improve(peak, peak.rank(aggregation_of.get(stat, Aggregation.COUNT)))
    found: dict[Key, Total] = {}
    for (season, team, player, stat), part in team_totals.items():
        for who in holders(list(team), player):
            # Pairs have totals of all time, but none of a season.
            for period in (0,) if not season or "+" in who else (0, season):
                found.setdefault((period, who, stat), Total()).merge(part)
    return {key: total for key, total in found.items() if total.tries > 0}


def rows(club: int, game: str, sums: Mapping[Key, Total]) -> Iterator[tuple[Any, ...]]:
    """Yield totals as rows of ``StatTotal``, in the order of its fields."""
    for (season, who, stat), total in sums.items():
        players = [int(player) for player in who.split("+") if player]
        player, partner = [*players, None, None][:2]
        best = total.best
        peak = (best.best, best.match, best.hand, best.at) if best else (None, None, 0, None)
        yield club, game, season, who, stat, player, partner, total.n, total.tries, total.amount, *peak
