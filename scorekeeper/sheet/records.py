"""Records of a table: games won by each player, and the biggest hand of each game."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.engine import Points, Words, sheet_upto

from .localized import LocalizedMatch
from .names import PlayerNames
from .points import Figure, figure
from .presenters import MatchPresenter, hand_summary
from .state import biggest_gain, hands_played


class FinishedMatch(NamedTuple):
    """The stored result of a match."""

    number: int
    names: PlayerNames
    won: frozenset[int]  # the winning sides


class PlayedMatch(NamedTuple):
    """A match with its hands."""

    number: int
    name: str  # the table's own name for the game, else the game's name
    match: LocalizedMatch


@dataclass(frozen=True)
class WinCount:
    """A player's numbers of games won and finished."""

    name: str
    won: int
    finished: int


@dataclass(frozen=True)
class BiggestHand:
    """The hand with the highest gain in a game."""

    game: str
    who: str
    side: int
    points: Figure
    short: str
    match: int  # the match's number
    number: int  # the hand's number


@dataclass(frozen=True)
class TableRecords:
    """The records of a table: games finished, wins by player, the biggest hands.

    If only the hands of the newest games are counted, ``newest`` says how many games these are; else it is 0.
    """

    games: int
    hands: int
    wins: tuple[WinCount, ...]
    biggest: tuple[BiggestHand, ...]
    winners: Mapping[int, str]  # the winners by number of the finished match
    scores: Mapping[int, str]  # the totals by number of the match; "" while hidden
    abandoned: int = 0  # unfinished games
    newest: int = 0


def table_records(
    finished: Sequence[FinishedMatch],
    played: Sequence[PlayedMatch],
    words: Words,
    *,
    older: bool = False,
    abandoned: int = 0,
) -> TableRecords:
    """Return the records of a table from its finished matches and the hands of the matches ``played``.

    ``older`` says that there are matches before ``played``, ``abandoned`` how many were left unfinished.
    """
    wins: Counter[str] = Counter()
    seated: Counter[str] = Counter()
    for match in finished:
        for seat, name in enumerate(match.names.current):
            seated[name] += 1
            side = seat % match.names.seating.sides
            wins[name] += side in match.won
    ranked = sorted(seated, key=lambda name: (-wins[name], seated[name], name.casefold()))
    return TableRecords(
        games=len(finished),
        hands=sum(hands_played(played_match.match.sheet) for played_match in played),
        wins=tuple(WinCount(name, wins[name], seated[name]) for name in ranked),
        biggest=_biggest_hands(played),
        winners={match.number: _winners(match, words) for match in finished},
        scores={played_match.number: MatchPresenter(played_match.match).score for played_match in played},
        abandoned=abandoned,
        newest=len(played) if older else 0,
    )


def _biggest_hands(played: Iterable[PlayedMatch]) -> tuple[BiggestHand, ...]:
    best: dict[str, tuple[Points, PlayedMatch, int, int]] = {}
    for played_match in played:
        for index, row in enumerate(played_match.match.sheet.rows):
            side, points = biggest_gain(row)
            slug = played_match.match.game.slug
            # Of equal hands the earliest is kept.
            if points > 0 and (slug not in best or points > best[slug][0]):
                best[slug] = points, played_match, index, side
    return tuple(_biggest(*candidate) for candidate in best.values())


def _winners(match: FinishedMatch, words: Words) -> str:
    """Return the names of a match's winners, joined for a sentence; "" if nobody won."""
    sides = match.names.seating.every_side
    return match.names.words(words).read(tuple(sides[side] for side in sorted(match.won)))


def _biggest(points: Points, played_match: PlayedMatch, index: int, side: int) -> BiggestHand:
    match = played_match.match
    row = match.sheet.rows[index]
    words = match.words_at(row.number)
    return BiggestHand(
        game=played_match.name,
        who=words.name(match.sheet.seating.every_side[side]),
        side=side,
        points=figure(words, side, points, signed=True),
        short=hand_summary(match, row.hand, sheet_upto(match.sheet, index), words),
        match=played_match.number,
        number=row.number,
    )
