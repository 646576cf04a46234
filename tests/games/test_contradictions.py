"""Contradictory answers are refused, and never ignored."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import every_game
from games.engine import (
    Seating,
    broadcast_defaults,
    empty_sheet,
    from_json,
    hand_from_json,
    hand_problems,
    to_json,
)
from tests.strategies import records, sheets

# A game, a preset, and the numbers of seats and sides.
FIVE_HUNDRED = "five_hundred", "wikipedia", (4, 2)
SKAT = "skat", "isko-league", (3, 3)
BACCARAT = "baccarat", "bac-home", (3, 3)
GIN_FOR_FOUR = "gin_rummy", "gin-partners", (4, 2)
MISERE = {"kind": "misere", "bidder": 0}
GAME_OF_24 = {"kind": "trump_game", "declarer": 0, "game": "clubs", "matadors": 1}
BANCO_WON = {
    "kind": "coup", "on": ["banco", None, None], "stake": [10, 0, 0], "bank": 2,
    "winner": "banco", "punto_points": 3, "banco_points": 8,
}  # fmt: skip
BIG_GIN = {"kind": "knock", "knocker": 0, "knocker_deadwood": 0, "defender_deadwood": 20, "big_gin": True}
DEAD_HAND = {"knocker": None}
KNOCKED = {"knocker": 1, "knocker_deadwood": 4, "defender_deadwood": 9}

CONTRADICTIONS = [  # game, preset, seats and sides, hand, the field with the problem
    (*FIVE_HUNDRED, MISERE | {"made": True, "tricks": [3, 7]}, "tricks"),
    (*FIVE_HUNDRED, MISERE | {"made": False, "tricks": [0, 10]}, "tricks"),
    ("five_hundred", "three_handed", (3, 3), MISERE | {"made": True, "tricks": [1, 5, 4]}, "tricks"),
    (*FIVE_HUNDRED, {"kind": "double_nullo", "bidder": 1, "made": True, "tricks": [8, 2]}, "tricks"),
    ("gin_rummy", "gin-modern", (2, 2), BIG_GIN | {"knocker_deadwood": 5}, "big_gin"),
    (*GIN_FOR_FOUR, {"kind": "partners", "first": DEAD_HAND | {"knocker_deadwood": 3}, "second": KNOCKED},
     "first.knocker"),
    (*GIN_FOR_FOUR, {"kind": "partners", "first": KNOCKED, "second": DEAD_HAND | {"defender_deadwood": 12}},
     "second.knocker"),
    ("rummy", "rummy-block", (3, 3),
     {"kind": "cards", "winner": None, "cards": ["5H", "6H", "7H"], "rummy": True}, "rummy"),
    (*SKAT, GAME_OF_24 | {"points": 70, "schneider": True}, "schneider"),
    (*SKAT, GAME_OF_24 | {"points": 70, "won": False}, "won"),
    (*SKAT, GAME_OF_24 | {"points": 70, "tricks": "all"}, "tricks"),
    (*BACCARAT, BANCO_WON | {"winner": "punto"}, "winner"),
    (*BACCARAT, BANCO_WON | {"punto_points": None, "banco_points": 0}, "winner"),
    ("two_hundred", "traditional_200", (4, 2),
     {"kind": "deal", "bidder": 0, "bid": 50, "took": [60, 40], "defender_bid": True}, "defender_bid"),
]  # fmt: skip


def problems(slug, preset, shape, hand):
    game = every_game()[slug]
    sheet = empty_sheet(game, Seating(*shape), game.preset(preset).house)
    return {problem.field for problem in hand_problems(game, hand_from_json(game, hand), sheet)}


@pytest.mark.parametrize(("slug", "preset", "shape", "hand", "field"), CONTRADICTIONS)
def test_contradictory_answers_are_refused(slug, preset, shape, hand, field):
    assert field in problems(slug, preset, shape, hand)


AGREED = [  # redundant answers that agree
    (*FIVE_HUNDRED, MISERE | {"made": True, "tricks": [0, 10]}),
    (*FIVE_HUNDRED, MISERE | {"made": False, "tricks": [2, 8]}),
    (*SKAT, GAME_OF_24 | {"points": 91, "schneider": True}),
    (*SKAT, GAME_OF_24 | {"points": 30, "schneider": True}),
    (*BACCARAT, BANCO_WON),
    ("gin_rummy", "gin-classic", (2, 2), BIG_GIN),
]


@pytest.mark.parametrize(("slug", "preset", "shape", "hand"), AGREED)
def test_redundant_answers_that_agree_are_accepted(slug, preset, shape, hand):
    assert not problems(slug, preset, shape, hand)


@pytest.mark.parametrize(
    "slug", ["five_hundred", "big_two", "gin_rummy", "rummy", "skat", "baccarat", "two_hundred"]
)
@given(data=st.data())
def test_answers_with_a_problem_stay_relevant(slug, data):
    # Irrelevant answers are dropped before the checks, so no check may refuse an irrelevant answer.
    game = every_game()[slug]
    sheet = data.draw(sheets(game))
    kind = data.draw(st.sampled_from(sorted(game.hands)))
    hand = data.draw(records(game.hands[kind], sheet))
    assert from_json(game.hands[kind], to_json(hand)) == hand
    if any(True for _problem in game.check(broadcast_defaults(hand, sheet), sheet)):
        assert hand_problems(game, hand, sheet), hand
