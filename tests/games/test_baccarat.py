"""Baccarat as its published sources describe it: the third card, every bet, and the score.

Punto is the player's hand, Banco the banker's; a coup is one round.
"""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.baccarat.cards import banco_draws, count, punto_draws, value, wrong_draws
from games.baccarat.examples import (
    BANCO,
    BANCO_BET,
    CASINO,
    EZ,
    HALF_ON_6,
    NO_BET,
    PUNTO,
    PUNTO_BET,
    TIE,
    coup,
    coup_by_cards,
)
from games.baccarat.hands import Pair
from games.baccarat.house import Bank, CommissionRound, House, PairBets
from games.baccarat.payouts import commission
from games.baccarat.referee import BancoStake
from games.engine import Cards, pack, to_json
from tests.games.baccarat_table import (
    BONUS,
    CHEMIN,
    ONE_PLAYER,
    TABLE,
    USUAL,
    ask,
    problems_of_last,
    sheet_of,
    total_of_one_player,
    totals,
)


def test_the_last_digit_of_the_values_counts():
    assert [value(rank) for rank in "A23456789TJQK"] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
    assert count(Cards.read("7S 6H")) == 3
    assert count(Cards.read("9S 9H")) == 8


# The third card


@pytest.mark.parametrize("points", range(8))
def test_punto_draws_with_five_or_less(points):
    expected = "draw" if points <= 5 else "stand"
    assert punto_draws(points, 0, House()).decision == expected
    assert punto_draws(points, 0, CHEMIN).decision == ("choose" if points == 5 else expected)


# For each total of Banco's two cards: the values of Punto's third card on which Banco draws.
DRAWS_ON = {
    0: range(10),
    1: range(10),
    2: range(10),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: range(2, 8),
    5: range(4, 8),
    6: (6, 7),
    7: (),
}


@pytest.mark.parametrize("banco", range(8))
def test_banco_draws_on_the_value_of_puntos_third_card(banco):
    for third in range(10):
        assert banco_draws(banco, third).decision == ("draw" if third in DRAWS_ON[banco] else "stand"), third
    assert banco_draws(banco, None).decision == ("draw" if banco <= 5 else "stand"), "Punto stood"


@pytest.mark.parametrize(("punto", "banco"), [(8, 0), (9, 3), (0, 8), (5, 9), (9, 8)])
def test_no_card_is_drawn_against_a_natural(punto, banco):
    assert punto_draws(punto, banco, House()).decision == "stand"
    assert banco_draws(banco, None, punto).decision == "stand"


@pytest.mark.parametrize(
    ("punto", "banco", "house", "expected"),  # expected: the hands that cannot have these cards
    [
        ("4S 4H", "2S 3H", House(), set()),  # a natural
        ("4S 4H", "2S 3H KS", House(), {"banco"}),
        ("4S 4H KD", "2S 3H", House(), {"punto"}),
        ("2S 3H", "6S KH", House(), {"punto"}),
        ("2S 3H KD", "6S KH", House(), set()),
        ("6S KH 2D", "6C KD", House(), {"punto"}),
        ("6S KH", "2S 3H", House(), {"banco"}),
        ("7S KH", "6S KD 2D", House(), {"banco"}),
        ("2S 3H 8D", "3S KH", House(), set()),
        ("2S 3H 8D", "3S KH 2D", House(), {"banco"}),
        ("2S 3H 6D", "6S KH", House(), {"banco"}),
        # In chemin de fer Punto may stand with five.
        ("2S 3H", "6S KH", CHEMIN, set()),
        ("2S 3H KD", "6S KH", CHEMIN, set()),
        ("2S 2H", "6S KH", CHEMIN, {"punto"}),
        # A card is in the shoe once per pack.
        ("KS 6H", "KS 7H", House(), {"banco"}),
        ("KS 6H", "KS 7H", House(decks=2), set()),
        ("KS KS 6H", "7H KD", House(), {"punto"}),
    ],
)
def test_impossible_cards_are_refused(punto, banco, house, expected):
    assert problems_of_last(coup_by_cards(punto, banco, **USUAL), house=house).keys() == expected


@given(st.permutations(list(pack())))
def test_cards_dealt_by_the_rules_are_never_refused(cards):
    punto, banco, rest = [cards[0], cards[2]], [cards[1], cards[3]], list(cards[4:])
    punto_count, banco_count = count(Cards(punto)), count(Cards(banco))
    if punto_draws(punto_count, banco_count, House()).decision == "draw":
        punto.append(rest.pop(0))
    third = value(punto[2].rank) if len(punto) > 2 else None
    if banco_draws(banco_count, third, punto_count).decision == "draw":
        banco.append(rest.pop(0))
    assert not list(wrong_draws(Cards(punto), Cards(banco), House()))
    sheet = sheet_of(coup_by_cards(str(Cards(punto)), str(Cards(banco)), **USUAL))
    assert not sheet.rows[0].problems
    assert sum(sheet.totals) == 0


# Payouts

EZ_CASINO, HALF_CASINO = replace(EZ, bank=Bank.HOUSE), replace(HALF_ON_6, bank=Bank.HOUSE)
PAIRS, SIDE_BETS = replace(CASINO, pair_bets=PairBets.ELEVEN), replace(EZ_CASINO, ez_side=True)
SEVEN = {"banco_points": 7, "banco_cards": 3}
EIGHT = {"punto_points": 8, "punto_cards": 3}
ON_PUNTO, ON_BANCO = {"on": (PUNTO_BET,), "stake": (10,)}, {"on": (BANCO_BET,), "stake": (10,)}

PAYOUTS = [  # house rules, winner, what is known of the hands, bets, points
    (CASINO, PUNTO, {}, ON_PUNTO, 10),
    (CASINO, BANCO, {}, ON_PUNTO, -10),
    (CASINO, TIE, {}, ON_PUNTO, 0),
    (CASINO, PUNTO, {}, ON_BANCO, -10),
    (CASINO, BANCO, {}, ON_BANCO, Fraction(19, 2)),
    (CASINO, TIE, {}, ON_BANCO, 0),
    (CASINO, PUNTO, {}, {"tie": (10,)}, -10),
    (CASINO, BANCO, {}, {"tie": (10,)}, -10),
    (CASINO, TIE, {}, {"tie": (10,)}, 80),
    (replace(CASINO, tie_pays=9), TIE, {}, {"tie": (10,)}, 90),
    # Without commission Banco wins less only with a 7 in three cards (EZ) or with a 6 (half on 6).
    (EZ_CASINO, BANCO, {"banco_points": 7}, ON_BANCO, 10),
    (EZ_CASINO, BANCO, {"banco_points": 6}, ON_BANCO, 10),
    (HALF_CASINO, BANCO, {"banco_points": 7}, ON_BANCO, 10),
    # Pairs pay eleven to one, Dragon 7 forty, Panda 8 twenty-five.
    (PAIRS, PUNTO, {"pairs": frozenset(Pair)}, {"punto_pair": (2,), "banco_pair": (3,)}, 55),
    (PAIRS, PUNTO, {}, {"punto_pair": (2,), "banco_pair": (3,)}, -5),
    (SIDE_BETS, BANCO, SEVEN, {"dragon_7": (2,), "panda_8": (3,)}, 80 - 3),
    (SIDE_BETS, BANCO, SEVEN | {"banco_cards": 2}, {"dragon_7": (2,)}, -2),
    (SIDE_BETS, PUNTO, EIGHT, {"dragon_7": (2,), "panda_8": (3,)}, 75 - 2),
    (SIDE_BETS, PUNTO, EIGHT | {"punto_cards": 2}, {"panda_8": (3,)}, -3),
    (SIDE_BETS, TIE, {}, {"dragon_7": (2,), "panda_8": (3,)}, -5),
]


@pytest.mark.parametrize(("house", "winner", "facts", "bets", "points"), PAYOUTS)
def test_bets_pay_as_the_house_rules_say(house, winner, facts, bets, points):
    assert total_of_one_player(winner, house, facts=facts, **bets) == points


def test_pairs_are_seen_in_the_cards():
    hand = coup_by_cards("KS KH 5D", "QS KD 2D", punto_pair=(2,), banco_pair=(3,))
    assert totals(hand, house=PAIRS, seating=ONE_PLAYER) == (22 - 3,)


@pytest.mark.parametrize(
    ("percent", "rounding", "stake", "expected"),
    [
        (5, CommissionRound.EXACT, 10, Fraction(1, 2)),
        (5, CommissionRound.EXACT, 7, Fraction(7, 20)),
        (4, CommissionRound.EXACT, 100, 4),
        (0, CommissionRound.EXACT, 100, 0),
        (5, CommissionRound.BRACKET_PER_5, 1, Fraction(1, 4)),
        (5, CommissionRound.BRACKET_PER_5, 5, Fraction(1, 4)),
        (5, CommissionRound.BRACKET_PER_5, 6, Fraction(1, 2)),
        (4, CommissionRound.BRACKET_PER_5, 6, Fraction(2, 5)),
        (5, CommissionRound.WHOLE_CHIP_UP, 1, 1),
        (5, CommissionRound.WHOLE_CHIP_UP, 20, 1),
        (5, CommissionRound.WHOLE_CHIP_UP, 21, 2),
    ],
)
def test_commission_is_exact_or_rounded_by_house_rule(percent, rounding, stake, expected):
    house = replace(CASINO, commission=percent, commission_round=rounding)
    assert commission(stake, house) == expected
    assert total_of_one_player(BANCO, house, on=(BANCO_BET,), stake=(stake,)) == stake - expected
    assert ask("commission", BancoStake(stake), house)[0] == to_json(expected)


@pytest.mark.parametrize(
    ("winner", "punto", "banco", "cards", "pays"),
    [
        (PUNTO, 8, 6, (2, 2), 1),  # a natural
        (PUNTO, 9, 8, (2, 2), 1),
        (TIE, 8, 8, (2, 2), 0),  # naturals tie
        (TIE, 7, 7, (2, 2), -1),
        (TIE, 9, 9, (3, 3), -1),
        (BANCO, 3, 7, (2, 2), -1),
        (PUNTO, 4, 1, (3, 3), -1),  # a margin of three
        (PUNTO, 5, 1, (3, 3), 1),
        (PUNTO, 6, 1, (3, 3), 2),
        (PUNTO, 7, 1, (2, 3), 4),
        (PUNTO, 7, 0, (2, 3), 6),
        (PUNTO, 8, 0, (3, 3), 10),
        (PUNTO, 9, 0, (3, 3), 30),
    ],
)
def test_the_dragon_bonus_pays_by_the_margin(winner, punto, banco, cards, pays):
    mirrored_winner = {PUNTO: BANCO, BANCO: PUNTO, TIE: TIE}[winner]
    for won_by, hand, other_hand in ((winner, "punto", "banco"), (mirrored_winner, "banco", "punto")):
        facts = {
            f"{hand}_points": punto,
            f"{other_hand}_points": banco,
            f"{hand}_cards": cards[0],
            f"{other_hand}_cards": cards[1],
        }
        assert total_of_one_player(won_by, BONUS, facts=facts, **{f"{hand}_bonus": (10,)}) == 10 * pays


# The bets


def bet_on_bonus(winner, **facts):
    return coup(winner, punto_bonus=(5, 0, 0), facts=facts)


REFUSED = [  # hand, house rules, the fields with problems
    (coup(PUNTO, on=(NO_BET, PUNTO_BET, NO_BET), stake=(0, 10, 20)), House(), {"on.2"}),
    (coup(PUNTO, on=(NO_BET, PUNTO_BET, BANCO_BET), stake=(0, 10, 0)), House(), {"stake.2"}),
    (coup(PUNTO, tie=(0, 0, 0)), House(), {"on"}),
    # The bank does not bet.
    (coup(PUNTO, on=(PUNTO_BET, PUNTO_BET, NO_BET), stake=(5, 5, 0)), House(), {"on.0"}),
    (coup(PUNTO, tie=(5, 5, 0)), House(), {"on.0"}),
    (coup(PUNTO, on=(PUNTO_BET, PUNTO_BET, NO_BET), stake=(5, 5, 0)), CASINO, set()),
    # Points that a bet depends on are required.
    (coup(BANCO, **USUAL), House(), set()),
    (coup(BANCO, **USUAL), EZ, {"banco_points"}),
    (coup(BANCO, on=(NO_BET, PUNTO_BET, PUNTO_BET), stake=(0, 1, 1)), EZ, set()),
    (coup(PUNTO, **USUAL), HALF_ON_6, set()),
    # The points must agree with the winner.
    (bet_on_bonus(PUNTO), BONUS, {"punto_points", "banco_points"}),
    (bet_on_bonus(PUNTO, punto_points=5, banco_points=6), BONUS, {"winner"}),
    # Nobody draws against a natural.
    (bet_on_bonus(PUNTO, punto_points=9, banco_points=8, banco_cards=3), BONUS, {"banco_cards"}),
    (bet_on_bonus(BANCO, punto_points=8, banco_points=9, punto_cards=3), BONUS, {"punto_cards"}),
    # Nobody wins with zero.
    (coup(BANCO, **USUAL, facts={"banco_points": 0}), EZ, {"winner"}),
    (coup(PUNTO, panda_8=(5, 0, 0), facts={"punto_points": 0}), SIDE_BETS, {"winner"}),
]


@pytest.mark.parametrize(("hand", "house", "expected"), REFUSED)
def test_impossible_bets_are_refused(hand, house, expected):
    assert problems_of_last(hand, house=house).keys() == expected


def test_a_side_bet_not_played_here_is_refused():
    for bet in "punto_pair", "banco_pair", "punto_bonus", "banco_bonus", "dragon_7", "panda_8":
        assert bet in problems_of_last(coup(PUNTO, **{bet: (0, 5, 0)}))


ON_DRAGON = coup(BANCO, dragon_7=(1, 0, 0), facts={"banco_points": 7})
ON_PANDA = coup(PUNTO, panda_8=(1, 0, 0), facts={"punto_points": 8})
ON_BONUS = coup(BANCO, banco_bonus=(1, 0, 0), facts={"punto_points": 1, "banco_points": 8})
ASKED = [  # hand, house rules, what is asked besides the usual bets and the winner
    (coup(BANCO, **USUAL), House(), {"bank"}),
    (coup(BANCO, **USUAL), CASINO, set()),
    (coup(BANCO, **USUAL), EZ_CASINO, {"banco_points"}),
    (coup(BANCO, **USUAL, facts={"banco_points": 7}), EZ_CASINO, {"banco_points", "banco_cards"}),
    (coup(BANCO, **USUAL, facts={"banco_points": 7}), HALF_CASINO, {"banco_points"}),
    (ON_PANDA, SIDE_BETS, {"dragon_7", "panda_8", "punto_points", "punto_cards"}),
    (ON_DRAGON, SIDE_BETS, {"dragon_7", "panda_8", "banco_points", "banco_cards"}),
    (ON_BONUS, BONUS, {"punto_bonus", "banco_bonus", "punto_points", "banco_points", "banco_cards"}),
    (coup(PUNTO, punto_pair=(1, 0, 0)), PAIRS, {"punto_pair", "banco_pair", "pairs"}),
]


@pytest.mark.parametrize(("hand", "house", "expected"), ASKED)
def test_only_results_that_a_bet_depends_on_are_asked(hand, house, expected):
    assert TABLE.questions_of(hand, house) - {"on", "stake", "tie", "winner"} == expected
