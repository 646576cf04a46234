"""Perfect schedules: whist tournaments, and round robins.

In a whist tournament each player is everyone's partner once and everyone's opponent twice. The
schedules are cyclic: each round adds one to every number of the round before (the player without a
number stays). The first rounds were found by search, and a test checks each schedule completely.
"""

from collections.abc import Sequence

Pair = tuple[int, ...]
Table = tuple[Pair, ...]  # the teams of one table
Number = int | None

# The first round's tables by number of players, seat by seat (partners are first and third, second
# and fourth). None is the player who stays. With 4n + 1 players, number 0 sits out the first round.
FIRST_ROUND: dict[int, tuple[tuple[Number, Number, Number, Number], ...]] = {
    4: ((None, 2, 0, 1),),
    5: ((4, 2, 1, 3),),
    8: ((None, 4, 0, 6), (5, 3, 1, 2)),
    9: ((1, 3, 2, 6), (4, 5, 8, 7)),
    12: ((None, 4, 0, 5), (10, 8, 1, 2), (9, 7, 6, 3)),
    13: ((12, 6, 3, 11), (10, 5, 9, 7), (8, 4, 2, 1)),
    16: ((None, 12, 0, 1), (14, 8, 11, 6), (13, 9, 7, 2), (10, 4, 5, 3)),
    17: ((16, 4, 7, 1), (15, 12, 11, 2), (14, 6, 13, 8), (10, 9, 5, 3)),
    20: ((None, 5, 0, 15), (18, 6, 7, 4), (17, 11, 12, 14), (16, 8, 10, 1), (13, 2, 9, 3)),
    21: ((20, 16, 12, 9), (19, 11, 10, 5), (18, 15, 13, 4), (17, 6, 14, 8), (7, 1, 3, 2)),
    24: ((None, 22, 0, 10), (21, 18, 20, 5), (19, 7, 1, 15), (17, 14, 8, 12), (16, 2, 13, 6), (11, 3, 4, 9)),
    25: ((24, 18, 12, 21), (23, 9, 17, 19), (22, 20, 5, 4), (16, 7, 11, 6), (15, 3, 8, 1), (14, 2, 10, 13)),
    28: (
        (None, 19, 0, 1), (26, 21, 23, 13), (25, 11, 4, 22), (24, 8, 17, 9), (20, 18, 15, 5), (16, 10, 6, 12),
        (14, 7, 2, 3),
    ),
    29: (
        (28, 21, 4, 7), (27, 26, 14, 22), (25, 10, 23, 16), (24, 18, 5, 1), (20, 6, 17, 15), (19, 8, 12, 9),
        (13, 3, 2, 11),
    ),
    32: (
        (None, 24, 0, 10), (30, 1, 22, 6), (29, 3, 2, 18), (28, 16, 25, 5), (27, 13, 9, 15), (26, 23, 17, 4),
        (21, 7, 11, 8), (20, 19, 14, 12),
    ),
    33: (
        (32, 12, 4, 14), (31, 24, 1, 30), (29, 20, 8, 13), (28, 25, 10, 6), (27, 26, 5, 22), (23, 16, 3, 17),
        (21, 2, 11, 19), (18, 15, 9, 7),
    ),
    36: (
        (25, 30, 16, 34), (12, 18, 15, 26), (24, 11, 23, 31), (10, 7, 8, 20), (2, 21, 19, 0), (17, 27, 1, 32),
        (3, None, 9, 14), (28, 13, 5, 6), (22, 29, 33, 4),
    ),
    37: (
        (1, 12, 36, 25), (2, 18, 35, 19), (3, 9, 34, 28), (6, 4, 31, 33), (7, 16, 30, 21), (8, 11, 29, 26),
        (10, 5, 27, 32), (13, 17, 24, 20), (14, 15, 23, 22),
    ),
    40: (
        (None, 16, 0, 22), (38, 7, 1, 15), (37, 13, 18, 28), (36, 35, 9, 26), (34, 4, 31, 32),
        (33, 14, 10, 21), (30, 19, 17, 23), (29, 3, 11, 8), (27, 2, 5, 12), (25, 20, 24, 6),
    ),
    41: (
        (1, 13, 40, 28), (2, 5, 39, 36), (3, 8, 38, 33), (7, 16, 34, 25), (10, 12, 31, 29), (14, 6, 27, 35),
        (15, 11, 26, 30), (18, 17, 23, 24), (19, 9, 22, 32), (20, 4, 21, 37),
    ),
    49: (
        (1, 22, 48, 27), (2, 7, 47, 42), (3, 11, 46, 38), (4, 23, 45, 26), (5, 12, 44, 37), (6, 10, 43, 39),
        (8, 21, 41, 28), (9, 15, 40, 34), (13, 24, 36, 25), (14, 17, 35, 32), (16, 18, 33, 31),
        (19, 20, 30, 29),
    ),
    53: (
        (1, 12, 52, 41), (2, 8, 51, 45), (3, 26, 50, 27), (4, 13, 49, 40), (6, 10, 47, 43), (11, 23, 42, 30),
        (14, 19, 39, 34), (15, 16, 38, 37), (17, 9, 36, 44), (18, 21, 35, 32), (20, 5, 33, 48),
        (22, 24, 31, 29), (25, 7, 28, 46),
    ),
}  # fmt: skip
# Nine players have no cyclic schedule. Instead, numbers are written with two base-3 digits, and each
# digit is added modulo 3 without a carry.
NINE = 9


def whist(players: Sequence[int], round_number: int) -> list[Table] | None:
    """Return a round (from 1 on) of the players' whist tournament; None if it has no such round."""
    n = len(players)
    rounds = n - 1 if n % 4 == 0 else n
    if n not in FIRST_ROUND or not 1 <= round_number <= rounds:
        return None

    def player(number: Number) -> int:
        if number is None:
            return players[-1]
        return players[_shift(number, round_number - 1, rounds)]

    return [((player(a), player(c)), (player(b), player(d))) for a, b, c, d in FIRST_ROUND[n]]


def _shift(number: int, steps: int, modulus: int) -> int:
    if modulus == NINE:
        return (number // 3 + steps // 3) % 3 * 3 + (number + steps) % 3
    return (number + steps) % modulus


def all_meet(teams: Sequence[Pair], round_number: int) -> list[Table] | None:
    """Return a round (from 1 on) of a round robin of teams; None after the last one.

    The first team stays and the others rotate. If the number of teams is odd, one team sits out.
    """
    # The team that meets () sits out.
    circle: list[Pair] = [*teams, ()] if len(teams) % 2 else list(teams)
    if not 1 <= round_number < len(circle):
        return None
    shift = round_number - 1
    rest = circle[1:]
    order = [circle[0], *rest[shift:], *rest[:shift]]
    pairings = [(order[n], order[-1 - n]) for n in range(len(order) // 2)]
    return [table for table in pairings if all(table)]
