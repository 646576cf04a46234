"""The records of a table: who has won how many games, and the biggest hand of each game played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.engine import Points, upto

from .localized import LocalizedMatch
from .points import (
    Figure,
    figure,
)
from .presenters import in_short
from .state import biggest_gain, hands_played


class PlayedMatch(NamedTuple):
    """One match of a table."""

    number: int
    called: str  # what the game is called here
    match: LocalizedMatch
    ended: bool
    won: frozenset[int]  # the sides that did


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
    winners: Mapping[int, str]  # who won, by the number of the match; of finished ones alone


def table_records(played: Sequence[PlayedMatch]) -> Evening:
    """The records of these matches, those that are still on included in the biggest hands."""
    wins: Counter[str] = Counter()
    sat: Counter[str] = Counter()
    for one in played:
        if not one.ended:
            continue
        seating = one.match.sheet.seating
        for seat, name in enumerate(one.match.names.now):
            sat[name] += 1
            wins[name] += seat % seating.sides in one.won
    ranked = sorted(sat, key=lambda name: (-wins[name], sat[name], name.casefold()))
    return Evening(
        games=sum(one.ended for one in played),
        hands=sum(hands_played(one.match.sheet) for one in played),
        wins=tuple(Won(name, wins[name], sat[name]) for name in ranked),
        biggest=_biggest_hands(played),
        winners={one.number: _winners(one) for one in played if one.ended},
    )


def _biggest_hands(played: Iterable[PlayedMatch]) -> tuple[Biggest, ...]:
    best: dict[str, tuple[Points, PlayedMatch, int, int]] = {}
    for one in played:
        for index, row in enumerate(one.match.sheet.rows):
            side, points = biggest_gain(row)
            slug = one.match.game.slug
            # The first to do it keeps the record.
            if points > 0 and (slug not in best or points > best[slug][0]):
                best[slug] = points, one, index, side
    return tuple(_told(*found) for found in best.values())


def _winners(one: PlayedMatch) -> str:
    """Who won a match, as a sentence names them; "" where nobody did."""
    sides = one.match.sheet.seating.every_side
    return one.match.words.read(tuple(sides[side] for side in sorted(one.won)))


def _told(points: Points, one: PlayedMatch, index: int, side: int) -> Biggest:
    match = one.match
    row = match.sheet.rows[index]
    words = match.words_at(row.number)
    return Biggest(
        game=one.called,
        who=words.name(match.sheet.seating.every_side[side]),
        sign=side,
        points=figure(words, side, points, signed=True),
        short=in_short(match, row.hand, upto(match.sheet, index), words),
        match=one.number,
        number=row.number,
    )
