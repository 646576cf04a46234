"""What a match adds to the tallies: the feats on its sheet, to the credit of whoever sat there then."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from games.engine import Aggregation, Game, Seat, Seating, Sheet, StatEvent, match_stat_events

# A credit as it is stored: the players of the side then, the one whose feat it was (0: all of theirs), the
# deed, how often, of how many tries, how much together, the best (None: nothing is compared), in which hand.
Credit = list[Any]


@dataclass(frozen=True)
class SeatPlayers:
    """Which player had which seat, from which hand on."""

    seating: Seating
    sitting: tuple[tuple[int, int, int], ...]  # position, since, player (0: nobody the club knows), in order

    def at(self, number: int) -> tuple[int, ...]:
        """The players, one a seat, when this hand was played."""
        players = [0] * self.seating.seats
        for position, since, player in self.sitting:
            if position < len(players) and since <= number:
                players[position] = player
        return tuple(players)


def decimal(points: int | Fraction) -> Decimal:
    """Points as the tallies keep them, to four places."""
    exact = Fraction(points)
    return (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(Decimal("0.0001"))


class CreditSum:
    """The feats of one deed of somebody in one match."""

    def __init__(self) -> None:
        self.n = self.tries = 0
        self.amount: int | Fraction = 0
        self.best: int | Fraction | None = None
        self.hand = 0

    def add(self, feat: StatEvent) -> None:
        self.n += feat.n
        self.tries += feat.tries
        self.amount += feat.amount
        how = feat.stat.aggregation
        if how is Aggregation.MOST or how is Aggregation.LEAST:
            if (
                self.best is None
                or (how is Aggregation.MOST and feat.amount > self.best)
                or (how is Aggregation.LEAST and feat.amount < self.best)
            ):
                self.best, self.hand = feat.amount, feat.number
        elif how in (Aggregation.COUNT, Aggregation.RATIO) and feat.n and not self.hand:
            self.hand = feat.number


def credits(game: Game[Any], sheet: Sheet[Any], sitters: SeatPlayers) -> list[Credit]:
    """Everything a finished match adds, in a fixed order."""
    at: dict[int, tuple[int, ...]] = {}
    teams: dict[tuple[tuple[int, ...], int], tuple[int, ...]] = {}
    found: dict[tuple[tuple[int, ...], int, str], CreditSum] = {}
    for feat in match_stat_events(game, sheet):
        if feat.number not in at:
            at[feat.number] = sitters.at(feat.number)
        players = at[feat.number]
        side = int(feat.who) % sheet.seating.sides
        if (players, side) not in teams:
            teams[players, side] = tuple(players[seat] for seat in sheet.seating.seats_of(side))
        team = teams[players, side]
        who = players[feat.who] if isinstance(feat.who, Seat) else 0
        if not any(team) or (isinstance(feat.who, Seat) and not who):
            continue  # nobody the club knows
        key = (team, who, feat.stat.id)
        if key not in found:
            found[key] = CreditSum()
        found[key].add(feat)
    return [credit(key, found[key]) for key in sorted(found)]


def credit(key: tuple[tuple[int, ...], int, str], one: CreditSum) -> Credit:
    """A sum as it is stored."""
    team, who, deed = key
    best = None if one.best is None else str(decimal(one.best))
    return [list(team), who, deed, one.n, one.tries, str(decimal(one.amount)), best, one.hand]


def holders(team: list[int], who: int) -> list[str]:
    """Whose tallies a credit goes to: the club's, each player's, and the pair's where the side is one."""
    players = [who] if who else list(dict.fromkeys(player for player in team if player))
    pair = sorted(set(team)) if len(team) == 2 and 0 not in team else []
    return ["", *map(str, players), *(["+".join(map(str, pair))] if len(pair) == 2 else [])]
