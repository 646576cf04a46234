"""Rating one match by openskill: each player's rating before and after the match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

from scorekeeper.figures.models import RatingStep

MODEL = PlackettLuce()
MU, SIGMA = 25.0, 25.0 / 3  # a newcomer's rating
MILLION = 1_000_000


class PlayerState(NamedTuple):
    """The values of a ``Rating``, in the order of its fields."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0
    run: int = 0
    longest: int = 0
    last: datetime | None = None  # end of the last match

    def after(self, step: RatingStep) -> PlayerState:
        run = self.run + 1 if step.won else 0
        return PlayerState(step.mu, step.sigma, step.nth, run, max(run, self.longest), step.at)


@dataclass(frozen=True)
class RatedMatch:
    """A match to be rated: the players and the place of each side."""

    match: int
    at: datetime
    seats: int
    sides: int
    teams: dict[int, tuple[int, ...]]  # the players of each side, in seat order
    places: dict[int, int]
    won: frozenset[int]  # sides

    @property
    def is_rated(self) -> bool:
        """Return True if every side has a known player, and nobody sat on two sides."""
        players = [player for team in self.teams.values() for player in team]
        return len(self.teams) == self.sides > 1 and len(set(players)) == len(players)


def rate_match(played: RatedMatch, before: dict[int, PlayerState], club: int, game: str) -> list[RatingStep]:
    is_rated = played.is_rated
    sides = sorted(played.teams)
    # Seats alternate between the sides, so a side has every ``sides``-th seat.
    sizes = {
        side: max(len(played.teams[side]), len(range(side, played.seats, played.sides))) for side in sides
    }
    new_ratings: list[Any] = []
    chances: Sequence[float] = [0.0] * len(sides)
    strength = {side: _strength(played.teams[side], sizes[side], before) for side in sides}
    if is_rated:
        teams = [
            [
                MODEL.rating(mu=mu, sigma=sigma)
                for mu, sigma in _strengths(played.teams[side], sizes[side], before)
            ]
            for side in sides
        ]
        chances = MODEL.predict_win(teams)
        new_ratings = MODEL.rate(teams, ranks=[played.places[side] for side in sides])
    steps = []
    for index, side in enumerate(sides):
        opponent_strengths = [strength[other] for other in sides if other != side]
        for index_in_side, player in enumerate(played.teams[side]):
            before_match = before[player]
            after_match = new_ratings[index][index_in_side] if is_rated else None
            won = side in played.won
            steps.append(
                RatingStep(
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
                    rated=is_rated,
                    mu_before=before_match.mu,
                    mu=after_match.mu if after_match else before_match.mu,
                    sigma=after_match.sigma if after_match else before_match.sigma,
                    nth=before_match.matches + 1,
                    own=strength[side],
                    against=sum(opponent_strengths) / len(opponent_strengths) if opponent_strengths else MU,
                    expected=round(chances[index] * MILLION),
                    mates=sizes[side],
                    sides=played.sides,
                )
            )
    # A player who sat on two sides has one step, that of the first side.
    return list({step.player_id: step for step in reversed(steps)}.values())[::-1]


def _strengths(
    team: Sequence[int], seats: int, before: dict[int, PlayerState]
) -> Iterator[tuple[float, float]]:
    """Yield mean and deviation of each seat of a side; an unknown player counts as a newcomer."""
    for player in team:
        yield before[player].mu, before[player].sigma
    for _guest in range(seats - len(team)):
        yield MU, SIGMA


def _strength(team: Sequence[int], seats: int, before: dict[int, PlayerState]) -> float:
    return sum(mu for mu, _sigma in _strengths(team, seats, before)) / seats
