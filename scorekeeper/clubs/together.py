"""Two players in all their matches: made from the steps of the ratings, added and taken off exactly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.parts import in_parts

from .models import Together
from .pouring import change, pour
from .stepping import Step

Key = tuple[int, int, bool]  # player, other, partners
COLUMNS = ("matches", "won", "level", "expected")


def follow(club: int, game: str, before: Sequence[Step], after: Sequence[Step]) -> None:
    """Take off what the old steps said of two, and add what the new ones say."""
    change: dict[Key, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for sign, steps in ((-1, before), (1, after)):
        for key, said in _said(steps):
            for column, n in enumerate(said):
                change[key][column] += sign * n
    moved = {key: numbers for key, numbers in change.items() if any(numbers)}
    players = sorted({player for player, _other, _partners in moved})
    for part in in_parts(players, 100):
        some = set(part)
        _write(club, game, {key: n for key, n in moved.items() if key[0] in some}, some)


def _write(club: int, game: str, moved: dict[Key, list[int]], players: set[int]) -> None:
    others = {other for _player, other, _partners in moved}
    there = Together.objects.filter(club=club, game_slug=game, player__in=players, other__in=others)
    known = {
        (player, other, partners): (pk, numbers)
        for pk, player, other, partners, *numbers in there.values_list(
            "pk", "player", "other", "partners", *COLUMNS
        )
    }
    new, old, empty = [], [], []
    for key, numbers in moved.items():
        if key not in known:
            new.append((club, game, *key, *numbers))
            continue
        pk, before = known[key]
        after = [was + n for was, n in zip(before, numbers, strict=True)]
        if after[0]:
            old.append((*after, pk))
        else:
            empty.append(pk)
    Together.objects.filter(pk__in=empty).delete()
    change(Together, " ".join(COLUMNS), old)
    pour(Together, "club game_slug player other partners " + " ".join(COLUMNS), new)


def _said(steps: Iterable[Step]) -> Iterator[tuple[Key, tuple[int, int, int, int]]]:
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
                    yield (
                        (one.player_id, other.player_id, True),
                        (int(one.rated), won, 0, expected),
                    )
                else:
                    ahead, level = one.place < other.place, one.place == other.place
                    yield (one.player_id, other.player_id, False), (1, int(ahead), int(level), 0)
