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

TWO, PAIRS = (2, 2), (4, 2)
MISERE = {"kind": "misere", "bidder": 0}
GAME_OF_24 = {"kind": "trump_game", "declarer": 0, "game": "clubs", "matadors": 1}
COUP = {"kind": "coup", "on": ["banco", None, None], "stake": [10, 0, 0]}
DEAD = {"knocker": None}
KNOCKED = {"knocker": 1, "knocker_deadwood": 4, "defender_deadwood": 9}

CONTRADICTIONS = [  # the game, preset and seats, a hand, and the field with the problem
    ("five_hundred", "wikipedia", PAIRS, MISERE | {"made": True, "tricks": [3, 7]}, "tricks"),
    ("five_hundred", "wikipedia", PAIRS, MISERE | {"made": False, "tricks": [0, 10]}, "tricks"),
    ("five_hundred", "three_handed", (3, 3), MISERE | {"made": True, "tricks": [1, 5, 4]}, "tricks"),
    (
        "five_hundred", "wikipedia", PAIRS,
        {"kind": "double_nullo", "bidder": 1, "made": True, "tricks": [8, 2]}, "tricks",
    ),
    (
        "gin_rummy", "gin-modern", TWO,
        {"kind": "knock", "knocker": 0, "knocker_deadwood": 5, "defender_deadwood": 20, "big_gin": True},
        "big_gin",
    ),
    (
        "gin_rummy", "gin-partners", PAIRS,
        {"kind": "partners", "first": DEAD | {"knocker_deadwood": 3}, "second": KNOCKED}, "first.knocker",
    ),
    (
        "gin_rummy", "gin-partners", PAIRS,
        {"kind": "partners", "first": KNOCKED, "second": DEAD | {"defender_deadwood": 12}}, "second.knocker",
    ),
    (
        "rummy", "rummy-block", (3, 3),
        {"kind": "cards", "winner": None, "cards": ["5H", "6H", "7H"], "rummy": True}, "rummy",
    ),
    ("skat", "isko-league", (3, 3), GAME_OF_24 | {"points": 70, "schneider": True}, "schneider"),
    ("skat", "isko-league", (3, 3), GAME_OF_24 | {"points": 70, "won": False}, "won"),
    ("skat", "isko-league", (3, 3), GAME_OF_24 | {"points": 70, "tricks": "all"}, "tricks"),
    (
        "baccarat", "bac-home", (3, 3),
        COUP | {"winner": "punto", "punto_points": 3, "banco_points": 8, "bank": 2}, "winner",
    ),
    ("baccarat", "bac-home", (3, 3), COUP | {"winner": "banco", "banco_points": 0, "bank": 2}, "winner"),
    ("two_hundred", "traditional_200", PAIRS, {"kind": "deal", "bidder": 0, "bid": 50, "took": [60, 40],
                                               "defender_bid": True}, "defender_bid"),
]  # fmt: skip


def problems(slug, preset, shape, hand):
    game = every_game()[slug]
    sheet = empty_sheet(game, Seating(*shape), game.preset(preset).house)
    return {problem.field for problem in hand_problems(game, hand_from_json(game, hand), sheet)}


@pytest.mark.parametrize(("slug", "preset", "shape", "hand", "field"), CONTRADICTIONS)
def test_contradictory_answers_are_refused(slug, preset, shape, hand, field):
    assert field in problems(slug, preset, shape, hand)


BANCO_WON = COUP | {"winner": "banco", "punto_points": 3, "banco_points": 8, "bank": 2}
AGREED = [  # redundant answers that agree
    ("five_hundred", "wikipedia", PAIRS, MISERE | {"made": True, "tricks": [0, 10]}),
    ("five_hundred", "wikipedia", PAIRS, MISERE | {"made": False, "tricks": [2, 8]}),
    ("skat", "isko-league", (3, 3), GAME_OF_24 | {"points": 91, "schneider": True}),
    ("skat", "isko-league", (3, 3), GAME_OF_24 | {"points": 30, "schneider": True}),
    ("baccarat", "bac-home", (3, 3), BANCO_WON),
    ("gin_rummy", "gin-classic", TWO,
     {"kind": "knock", "knocker": 0, "knocker_deadwood": 0, "defender_deadwood": 20, "big_gin": True}),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "preset", "shape", "hand"), AGREED)
def test_redundant_answers_that_agree_are_accepted(slug, preset, shape, hand):
    assert not problems(slug, preset, shape, hand)


@pytest.mark.parametrize(
    "slug", ["five_hundred", "big_two", "gin_rummy", "rummy", "skat", "baccarat", "two_hundred"]
)
@given(data=st.data())
def test_answers_a_game_would_refuse_stay_relevant(slug, data):
    # Irrelevant answers are dropped before the checks, so no check may refuse one.
    game = every_game()[slug]
    sheet = data.draw(sheets(game))
    kind = data.draw(st.sampled_from(sorted(game.hands)))
    hand = data.draw(records(game.hands[kind], sheet))
    assert from_json(game.hands[kind], to_json(hand)) == hand
    if any(True for _problem in game.check(broadcast_defaults(hand, sheet), sheet)):
        assert hand_problems(game, hand, sheet), hand
