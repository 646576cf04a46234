"""Crazy Eights as its published sources describe it: every option, preset, check and dispute."""

from fractions import Fraction

import pytest

from games.crazy_eights import GAME
from games.crazy_eights.examples import THREE, TWO, cards, points_left
from games.crazy_eights.hands import Blocked, ByCards, Out, card_keys, table_pack
from games.crazy_eights.house import (
    PRESETS,
    Ace,
    AfterDraw,
    BlockScoring,
    BlockTie,
    Draw,
    EightOnTwo,
    Finish,
    House,
    LastCardCall,
    Queen,
    Scoring,
    StockOut,
    Two,
    Values,
)
from games.crazy_eights.referee_score import SomeCards
from games.engine import Cards, PerSide, Sheet, to_json
from tests.games.crazy_eights_table import (
    PENALTY,
    PLAIN,
    SIX,
    TABLE,
    A,
    B,
    C,
    ask,
    preset,
    problems_of,
    totals,
    winners_and_rule,
)

# Presets


def test_each_preset_changes_the_defaults_as_published():
    assert {preset.id: preset.house for preset in PRESETS} == {
        "c8-seed": House(),
        "c8-classic": House(
            two=Two.OFF, queen=Queen.OFF, ace=Ace.OFF, last_card_call=LastCardCall.OFF,
            draw=Draw.UNTIL_PLAYABLE, stock_out=StockOut.PASS,
        ),
        "c8-penalty": House(scoring=Scoring.LOSERS_PENALTY),
        "c8-specials20": House(values=Values.SPECIALS20),
        "c8-eight25": House(values=Values.EIGHT25),
        "c8-nostack": House(two=Two.DRAW2),
        "c8-eight-escape": House(eight_on_two=EightOnTwo.YES),
        "c8-draw-and-play": House(after_draw=AfterDraw.PLAYS),
        "c8-no-special-finish": House(finish_on_special=Finish.NO),
    }  # fmt: skip


def test_two_to_seven_players_may_play():
    assert sorted(seating.seats for seating in GAME.seatings) == [2, 3, 4, 5, 6, 7]


def test_choices_are_stored_by_their_ids():
    assert to_json(House()) == {
        "deal": "five",
        "starter_special": "bury_eight_only",
        "draw": "one_and_end",
        "stock_out": "reshuffle",
        "two": "draw2_stack",
        "after_draw": "turn_ends",
        "eight_on_two": "no",
        "queen": "skip",
        "ace": "reverse",
        "ace_two_player": "none",
        "last_card_call": "before_second_last",
        "last_card_penalty": 2,
        "finish_on_special": "yes",
        "final_two": "no_draw",
        "scoring": "winner_collects",
        "values": "standard",
        "blocked": "lowest_takes_difference",
        "blocked_tie": "split",
        "target": None,
    }


# The count

VALUES = [  # house rule, the points of 8 K Q J T A 2 3 9, the buttons of the special cards
    (Values.STANDARD, [50, 10, 10, 10, 10, 1, 2, 3, 9], {"8": 50}),
    (Values.SPECIALS20, [50, 10, 20, 10, 10, 20, 20, 3, 9], {"8": 50, "2": 20, "A": 20, "Q": 20}),
    (Values.EIGHT25, [25, 10, 10, 10, 10, 1, 2, 3, 9], {"8": 25}),
]


@pytest.mark.parametrize(("values", "points", "special_buttons"), VALUES)
def test_cards_count_by_the_house_rule_and_have_a_button_for_each_value(values, points, special_buttons):
    house = House(values=values)
    hands = [SomeCards(Cards.read(rank + "S")) for rank in "8KQJTA239"]
    assert [ask("count", hand, house)[0] for hand in hands] == points
    buttons = dict(card_keys(Sheet(THREE, house)))
    assert buttons == {"A": 1, **{str(n): n for n in range(2, 10)}, "10s": 10} | special_buttons


OUT, SHOWN = Out(B, points_left(61, None, 7)), ByCards(B, cards("8H KS", "", "AD"))
SCORES = [  # hand, house rules, totals; the cases in the game's examples.py are not repeated
    (SHOWN, House(), (0, 61, 0)),
    (OUT, PENALTY, (61, 0, 7)),
    (SHOWN, PENALTY, (60, 0, 1)),
    (ByCards(None, cards("TH 2H", "KS QS JS", "5D")), House(), (0, 0, 32)),
    (Blocked(points_left(5, 30, 5)), PENALTY, (0, 25, 0)),
    (Blocked(points_left(5, 20, 5)), House(), (Fraction(15, 2), 0, Fraction(15, 2))),
    (Blocked(points_left(5, 20, 5)), House(blocked_tie=BlockTie.NO_SCORE), (0, 0, 0)),
    (Blocked(points_left(5, 5, 5)), House(), (0, 0, 0)),
]


@pytest.mark.parametrize(("hand", "house", "expected"), SCORES)
def test_rounds_score_by_the_house_rules(hand, house, expected):
    assert totals(hand, house=house) == expected


# Impossible answers


@pytest.mark.parametrize(
    ("hand", "house", "expected"),
    [
        (Out(A, points_left(7, 0, 12)), House(), {"left.0", "left.1"}),
        (Out(A, points_left(None, None, 12)), House(), {"left.1"}),
        (ByCards(A, cards("5S", "", "KD")), House(), {"cards.0", "cards.1"}),
        # Where 2s and aces count 20, no card counts less than three.
        (Out(A, points_left(None, 2, 3)), preset("c8-specials20"), {"left.1"}),
        # No more than 507 points can be left, as the next test shows.
        (Out(A, points_left(None, 507, 1)), House(), {"left"}),
        (Out(A, points_left(None, 508, 1)), House(), {"left.1"}),
        (ByCards(A, cards("", "5S", "5S")), House(), {"cards"}),
    ],
)
def test_impossible_answers_are_refused(hand, house, expected):
    assert problems_of(hand, house).keys() == expected


def test_hands_hold_at_most_the_pack_without_the_card_on_the_pile():
    # Four eights 200, sixteen tens 160, 4 × (2+3+4+5+6+7+9) = 144, three aces 3.
    # The fourth ace is on the pile.
    assert totals(Out(A, points_left(None, 506, 1)))[0] == 507
    assert totals(Out(A, points_left(None, *[500] * 2, *[3] * 3)), seating=SIX)[0] == 1009


def test_six_players_may_hold_the_same_card_twice():
    assert totals(ByCards(A, cards("", "5S", "5S", "KD", "KD", "AS")), seating=SIX)[0] == 31


def test_one_card_is_always_on_the_pile():
    pack = [str(card) for card in table_pack(Sheet(TWO, House()))]
    split = PerSide((Cards.read(" ".join(pack[:26])), Cards.read(" ".join(pack[26:]))))
    assert problems_of(ByCards(None, split), seating=TWO).keys() == {"cards"}


# The end

PENALTY_ENDS = Out(A, points_left(None, 70, 20)), Out(C, points_left(15, 80, None))
TIED_ENDS = Out(A, points_left(None, 20, 60)), Out(B, points_left(20, None, 90))
ENDS = [  # hands, house rules, seating, winners and rule
    ([OUT, Out(B, points_left(60, None, 22))], House(), THREE, ((1,), "6.1")),  # 68 + 82 = 150
    ([Out(A, points_left(None, 99))], House(), TWO, None),
    ([Out(A, points_left(None, 100))], House(), TWO, ((0,), "6.1")),
    ([Out(A, points_left(None, 99, 1))], House(target=100), THREE, ((0,), "6.1")),
    (PENALTY_ENDS, PENALTY, THREE, ((0,), "6.1")),  # 15, 150 and 20: the lowest wins
    (TIED_ENDS, PENALTY, THREE, ((0, 1), "6.2")),  # 20, 20 and 150
]


@pytest.mark.parametrize(("hands", "house", "seating", "expected"), ENDS)
def test_the_game_ends_at_the_target(hands, house, seating, expected):
    assert winners_and_rule(*hands, house=house, seating=seating) == expected


def test_the_lowest_total_wins_only_where_losers_are_charged():
    assert GAME.lowest_wins(PENALTY)
    assert not GAME.lowest_wins(House())


# Relevant questions


def questions_of(house, seating=None):
    return TABLE.questions_of(house=house, seating=seating)


def test_house_rules_are_asked_only_where_relevant():
    usual = questions_of(House())
    assert "ace_two_player" not in usual
    assert "ace_two_player" in questions_of(House(), TWO)
    assert "ace_two_player" not in questions_of(House(ace=Ace.OFF), TWO)
    assert {
        "after_draw",
        "eight_on_two",
        "final_two",
        "last_card_penalty",
        "blocked_tie",
    } <= usual
    assert not {"after_draw", "eight_on_two", "final_two"} & questions_of(PLAIN)
    assert "final_two" not in questions_of(preset("c8-no-special-finish"))
    assert "last_card_penalty" not in questions_of(preset("c8-classic"))
    assert "blocked_tie" not in questions_of(House(blocked=BlockScoring.NO_SCORE))
    assert "blocked_tie" not in questions_of(PENALTY)
