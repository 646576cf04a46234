"""One step of the ratings, by openskill: everybody who played a match, before it and after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

MODEL = PlackettLuce()
MU, SIGMA = 25.0, 25.0 / 3  # of somebody of whom nothing is known
MILLION = 1_000_000


class Step(NamedTuple):
    """A player's step through a match: a row of ``RatingStep``, column by column, without its number."""

    club_id: int
    game_slug: str
    match_id: int
    player_id: int
    at: datetime
    side: int
    place: int
    won: bool
    level: bool
    rated: bool
    mu_before: float
    mu: float
    sigma: float
    nth: int
    run: int
    longest: int
    longest_match: int
    own: float
    against: float
    expected: int
    mates: int
    sides: int


class PlayerState(NamedTuple):
    """What the fold remembers of a player between two matches."""

    mu: float = MU
    sigma: float = SIGMA
    nth: int = 0
    run: int = 0
    longest: int = 0
    longest_match: int = 0
    last: datetime | None = None  # when that match ended

    @classmethod
    def after(cls, step: Step) -> PlayerState:
        return cls(step.mu, step.sigma, step.nth, step.run, step.longest, step.longest_match, step.at)


@dataclass(frozen=True)
class RatedMatch:
    """A match as the fold sees it: who was on which side, and how each side came out."""

    match: int
    at: datetime
    seats: int
    sides: int
    teams: dict[int, tuple[int, ...]]  # the players of each side, in the order of their seats
    places: dict[int, int]
    won: frozenset[int]

    @cached_property
    def players(self) -> frozenset[int]:
        return frozenset(player for team in self.teams.values() for player in team)

    @cached_property
    def rates(self) -> bool:
        """Whether it says anything of anybody's strength: somebody known on every side, and on one only."""
        all_of_them = [player for team in self.teams.values() for player in team]
        return len(self.teams) == self.sides > 1 and len(set(all_of_them)) == len(all_of_them)


def rate_match(played: RatedMatch, before: dict[int, PlayerState], club: int, game: str) -> list[Step]:
    """Everybody's step through a match."""
    rates = played.rates
    sides = sorted(played.teams)
    each = {
        side: max(len(played.teams[side]), len(range(side, played.seats, played.sides))) for side in sides
    }
    rated: list[Any] = []
    chances: Sequence[float] = [0.0] * len(sides)
    strength = {side: _strength(played.teams[side], each[side], before) for side in sides}
    if rates:
        teams = [
            [
                MODEL.rating(mu=mu, sigma=sigma)
                for mu, sigma in _strengths(played.teams[side], each[side], before)
            ]
            for side in sides
        ]
        chances = MODEL.predict_win(teams)
        rated = MODEL.rate(teams, ranks=[played.places[side] for side in sides])
    steps = []
    for index, side in enumerate(sides):
        others = [strength[other] for other in sides if other != side]
        for place, player in enumerate(played.teams[side]):
            was = before[player]
            now = rated[index][place] if rates else None
            won = side in played.won
            run = was.run + 1 if won else 0
            longer = run > was.longest
            steps.append(
                Step(
                    club_id=club,
                    game_slug=game,
                    match_id=played.match,
                    player_id=player,
                    at=played.at,
                    side=side,
                    place=played.places[side],
                    won=won,
                    level=any(
                        played.places[other] == played.places[side] for other in sides if other != side
                    ),
                    rated=rates,
                    mu_before=was.mu,
                    mu=now.mu if now else was.mu,
                    sigma=now.sigma if now else was.sigma,
                    nth=was.nth + 1,
                    run=run,
                    longest=run if longer else was.longest,
                    longest_match=played.match if longer else was.longest_match,
                    own=strength[side],
                    against=sum(others) / len(others) if others else MU,
                    expected=round(chances[index] * MILLION),
                    mates=each[side],
                    sides=played.sides,
                )
            )
    # Whoever sat on two sides has one step, of the first.
    return list({one.player_id: one for one in reversed(steps)}.values())[::-1]


def _strengths(
    team: Sequence[int], seats: int, before: dict[int, PlayerState]
) -> Iterator[tuple[float, float]]:
    """The strength of each on a side; a seat of somebody unknown is a newcomer's."""
    for player in team:
        yield before[player].mu, before[player].sigma
    for _guest in range(seats - len(team)):
        yield MU, SIGMA


def _strength(team: Sequence[int], seats: int, before: dict[int, PlayerState]) -> float:
    return sum(mu for mu, _sigma in _strengths(team, seats, before)) / seats
