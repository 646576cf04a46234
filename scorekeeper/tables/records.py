"""The records of a table: who has won how many games, and the biggest hand of each game played."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from games import every_game
from games.engine import AcceptedRuling, Adjustment, Points, Row, upto
from scorekeeper.matches import (
    models,
)
from scorekeeper.sheet.state import hands_played

from . import presenters
from .access import MatchContext
from .points import (
    Figure,
    figure,
)


@dataclass(frozen=True)
class Won:
    """A person, and how many of the finished games they sat at they have won."""

    name: str
    games: int
    of: int


@dataclass(frozen=True)
class Biggest:
    """The hand that brought a side the most points at once in one game."""

    game: str
    who: str
    sign: int
    points: Figure
    short: str
    match: int
    number: int


@dataclass(frozen=True)
class Evening:
    """What a table has played: games finished, wins by person, the biggest hands."""

    games: int
    hands: int
    wins: tuple[Won, ...]
    biggest: tuple[Biggest, ...]


def table_records(table: models.Table, phone: models.Phone | None = None) -> Evening:
    """The records of all matches of a table, those that are still on included in the biggest hands."""
    matches = list(table.matches.order_by("number").prefetch_related("results"))
    places = [
        MatchContext(table, match, phone, matches[-1].number)
        for match in matches
        if match.game_slug in every_game()
    ]
    wins: Counter[str] = Counter()
    sat: Counter[str] = Counter()
    for place in places:
        won = {result.side for result in place.match.results.all() if result.won}
        if not place.match.ended:
            continue
        for seat, name in enumerate(place.names.now):
            sat[name] += 1
            wins[name] += seat % place.match.sides in won
    ranked = sorted(sat, key=lambda name: (-wins[name], sat[name], name.casefold()))
    return Evening(
        games=sum(1 for place in places if place.match.ended),
        hands=sum(hands_played(place.sheet) for place in places),
        wins=tuple(Won(name, wins[name], sat[name]) for name in ranked),
        biggest=_biggest_hands(places),
    )


def _biggest_hands(places: list[MatchContext]) -> tuple[Biggest, ...]:
    best: dict[str, tuple[Points, MatchContext, int, int]] = {}
    for place in places:
        for index, row in enumerate(place.sheet.rows):
            side, points = _most(row)
            slug = place.match.game_slug
            # The first to do it keeps the record.
            if points > 0 and (slug not in best or points > best[slug][0]):
                best[slug] = points, place, index, side
    return tuple(_told(*found) for found in best.values())


def _most(row: Row) -> tuple[int, Points]:
    """The side that a hand brought most, and how much; agreed points are nobody's hand."""
    if isinstance(row.hand, Adjustment | AcceptedRuling):
        return 0, 0
    side = max(range(len(row.gains)), key=lambda one: row.gains[one])
    return side, row.gains[side]


def _told(points: Points, place: MatchContext, index: int, side: int) -> Biggest:
    row = place.sheet.rows[index]
    words = place.names.words(place.words, row.number)
    return Biggest(
        game=place.match.called,
        who=words.name(place.sheet.seating.every_side[side]),
        sign=side,
        points=figure(words, side, points, signed=True),
        short=presenters.in_short(place, row.hand, upto(place.sheet, index), words),
        match=place.match.number,
        number=row.number,
    )
