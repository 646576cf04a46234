"""A game's ratings, computed match by match in the order the matches ended, and sums for pairs of players."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from operator import attrgetter

from scorekeeper.figures.models import RatingStep
from scorekeeper.figures.rating_steps import PlayerState, RatedMatch, rate_match
from scorekeeper.history.models import Appearance, Played

Pair = tuple[int, int, bool]  # player, other player, True for partners, False for opponents
PairSums = tuple[int, int, int, int]  # matches, won, level, expected


def rate_game(club: int, game: str) -> tuple[list[RatingStep], dict[int, PlayerState]]:
    steps: list[RatingStep] = []
    states: dict[int, PlayerState] = defaultdict(PlayerState)
    for match in _matches(club, game):
        match_steps = rate_match(match, states, club, game)
        for step in match_steps:
            states[step.player_id] = states[step.player_id].after(step)
        steps += match_steps
    return steps, {player: state for player, state in states.items() if state.matches}


def _matches(club: int, game: str) -> list[RatedMatch]:
    shapes = {
        match: (at, seats, sides)
        for match, at, seats, sides in Played.objects.filter(club=club, game_slug=game).values_list(
            "match", "at", "match__seats", "match__sides"
        )
    }
    teams: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    places: dict[int, dict[int, int]] = defaultdict(dict)
    won: dict[int, set[int]] = defaultdict(set)
    rows = Appearance.objects.filter(club=club, game_slug=game).order_by("match", "seat", "pk")
    for match, player, side, place, has_won in rows.values_list("match", "player", "side", "place", "won"):
        if player not in teams[match][side]:
            teams[match][side].append(player)
        places[match][side] = place
        if has_won:
            won[match].add(side)
    found = [
        RatedMatch(
            match,
            *shapes[match],
            {side: tuple(team) for side, team in sides.items()},
            places[match],
            frozenset(won[match]),
        )
        for match, sides in teams.items()
        if match in shapes
    ]
    return sorted(found, key=attrgetter("at", "match"))


def pair_sums(steps: Iterable[RatingStep]) -> dict[Pair, PairSums]:
    matches: dict[int, list[RatingStep]] = defaultdict(list)
    for step in steps:
        matches[step.match_id].append(step)
    sums: dict[Pair, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for match_steps in matches.values():
        for pair, numbers in _pairs(match_steps):
            for column, number in enumerate(numbers):
                sums[pair][column] += number
    return {
        pair: (matches, won, level, expected)
        for pair, (matches, won, level, expected) in sums.items()
        if matches
    }


def _pairs(steps: list[RatingStep]) -> Iterator[tuple[Pair, PairSums]]:
    for step in steps:
        for other in steps:
            if step is other:
                continue
            if step.side == other.side:
                # A match's chances are only known if every side had a known player.
                expected = step.expected if step.rated else 0
                won = int(step.won and step.rated)
                yield (step.player_id, other.player_id, True), (int(step.rated), won, 0, expected)
            else:
                ahead, level = step.place < other.place, step.place == other.place
                yield (step.player_id, other.player_id, False), (1, int(ahead), int(level), 0)
