"""Two players in all their matches: made from the steps of the ratings, added and taken off exactly."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.clubs.bulk import add_up
from scorekeeper.clubs.figures.rating_steps import Step
from scorekeeper.clubs.models import PairStats

Key = tuple[int, int, bool]  # player, other, partners
COLUMNS = "matches won level expected"


def update_pair_stats(club: int, game: str, before: Sequence[Step], after: Sequence[Step]) -> None:
    """Take off what the old steps said of two, and add what the new ones say."""
    change: dict[Key, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for sign, steps in ((-1, before), (1, after)):
        for key, said in _contributions(steps):
            for column, n in enumerate(said):
                change[key][column] += sign * n
    # In the order of their keys: of two who write the same pairs one waits for the other, never both.
    moved = sorted((*key, *numbers) for key, numbers in change.items() if any(numbers))
    add_up(
        PairStats,
        "player other game_slug partners",
        COLUMNS,
        ((player, other, game, partners, *numbers, club) for player, other, partners, *numbers in moved),
        beside="club",
    )
    if any(matches < 0 for _player, _other, _partners, matches, *_rest in moved):
        # Named with both answers, so that the index of the pairs of a game finds them.
        PairStats.objects.filter(club=club, game_slug=game, partners__in=(True, False), matches=0).delete()


def _contributions(steps: Iterable[Step]) -> Iterator[tuple[Key, tuple[int, int, int, int]]]:
    """What the steps of a match say of any two of its players."""
    matches: dict[int, list[Step]] = defaultdict(list)
    for step in steps:
        matches[step.match_id].append(step)
    for there in matches.values():
        for one in there:
            for other in there:
                if one is other:
                    continue
                if one.side == other.side:
                    # Chances were only reckoned where everybody was known.
                    expected = one.expected if one.rated else 0
                    won = int(one.won and one.rated)
                    yield ((one.player_id, other.player_id, True), (int(one.rated), won, 0, expected))
                else:
                    ahead, level = one.place < other.place, one.place == other.place
                    yield (one.player_id, other.player_id, False), (1, int(ahead), int(level), 0)
