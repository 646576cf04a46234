"""The records of a table: who has won how many games, and the biggest hand of each game played."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.engine import Points, Words, upto

from .localized import LocalizedMatch
from .points import Figure, figure
from .presenters import in_short
from .state import PlayerNames, biggest_gain, hands_played


class FinishedMatch(NamedTuple):
    """How one match of a table ended, as it is stored."""

    number: int
    names: PlayerNames
    won: frozenset[int]  # the sides that did


class PlayedMatch(NamedTuple):
    """One match of a table, hand by hand."""

    number: int
    called: str  # what the game is called here
    match: LocalizedMatch


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
    """What a table has played: games finished, wins by person, the biggest hands.

    ``newest`` says in how many games the hands are counted, where all are too many to read; else it is 0.
    """

    games: int
    hands: int
    wins: tuple[Won, ...]
    biggest: tuple[Biggest, ...]
    winners: Mapping[int, str]  # who won, by the number of the match; of finished ones alone
    newest: int = 0


def table_records(
    finished: Sequence[FinishedMatch], played: Sequence[PlayedMatch], words: Words, *, older: bool = False
) -> Evening:
    """The records of a table: who won its finished matches, and the hands of those played, some still on.

    ``older`` says that there are matches before those played.
    """
    wins: Counter[str] = Counter()
    sat: Counter[str] = Counter()
    for one in finished:
        for seat, name in enumerate(one.names.now):
            sat[name] += 1
            wins[name] += seat % one.names.seating.sides in one.won
    ranked = sorted(sat, key=lambda name: (-wins[name], sat[name], name.casefold()))
    return Evening(
        games=len(finished),
        hands=sum(hands_played(one.match.sheet) for one in played),
        wins=tuple(Won(name, wins[name], sat[name]) for name in ranked),
        biggest=_biggest_hands(played),
        winners={one.number: _winners(one, words) for one in finished},
        newest=len(played) if older else 0,
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


def _winners(one: FinishedMatch, words: Words) -> str:
    """Who won a match, as a sentence names them; "" where nobody did."""
    sides = one.names.seating.every_side
    return one.names.words(words).read(tuple(sides[side] for side in sorted(one.won)))


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
