"""Let It Ride by its sources: hands, odds, stakes and checks."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    Cards,
    pack,
)
from games.let_it_ride import GAME
from games.let_it_ride.examples import CASINO, NO, TENS, TRIPS, rode, shown
from games.let_it_ride.house import (
    PRESETS,
    Bank,
    End,
    House,
    PayTable,
    ThreeCardBonus,
    bonus_odds,
    odds,
)
from games.let_it_ride.poker import Made, Own, go_together, made, own
from tests.games.let_it_ride_table import ALONE, BONUS, TABLE, alone, fields, sheet_of, the, totals

asked = TABLE.asked

# Poker hands


@pytest.mark.parametrize(
    ("cards", "what"),
    [
        ("TS JS QS KS AS", Made.ROYAL_FLUSH),
        ("9S TS JS QS KS", Made.STRAIGHT_FLUSH),
        ("AS 2S 3S 4S 5S", Made.STRAIGHT_FLUSH),
        ("9S 9H 9D 9C KS", Made.FOUR),
        ("9S 9H 9D KC KS", Made.FULL_HOUSE),
        ("2S 9S KS 4S 5S", Made.FLUSH),
        ("QS KS AS 2S 3S", Made.FLUSH),
        ("AS 2H 3S 4S 5S", Made.STRAIGHT),
        ("TS JH QS KS AS", Made.STRAIGHT),
        ("QS KH AS 2S 3S", Made.NO_PAY),
        ("9S 9H 9D KC 2S", Made.THREE),
        ("9S 9H 2D 2C KS", Made.TWO_PAIR),
        ("TS TH 2D 3C KS", Made.TENS),
        ("AS AH 2D 3C KS", Made.TENS),
        ("9S 9H 2D 3C KS", Made.NO_PAY),
        ("2S 4H 6D 8C KS", Made.NO_PAY),
    ],
)
def test_five_cards_make_a_poker_hand(cards, what):
    assert made(the(cards)) is what


def test_the_number_of_hands_of_each_kind_is_right():
    small = pack("TJQKA")
    found = Counter(made(Cards(cards)) for cards in combinations(small, 5))
    # Twenty cards: 4 royal flushes, 4^5 - 4 straights, 5 x 16 fours, 5 x 4 x 4 x 6 full houses, …
    assert found == {
        Made.ROYAL_FLUSH: 4,
        Made.STRAIGHT: 1020,
        Made.FOUR: 80,
        Made.FULL_HOUSE: 480,
        Made.THREE: 5 * 4 * 6 * 16,
        Made.TWO_PAIR: 10 * 36 * 12,
        Made.TENS: 5 * 6 * 4 * 64,
    }


@pytest.mark.parametrize(
    ("cards", "what"),
    [
        ("QS KS AS", Own.MINI_ROYAL),
        ("JS QS KS", Own.STRAIGHT_FLUSH),
        ("AS 2S 3S", Own.STRAIGHT_FLUSH),
        ("KS AS 2S", Own.FLUSH),
        ("7S 7H 7D", Own.THREE),
        ("QH KS AS", Own.STRAIGHT),
        ("AH 2S 3S", Own.STRAIGHT),
        ("KH AS 2S", Own.NOTHING),
        ("2S 7S 9S", Own.FLUSH),
        ("2S 2H 9S", Own.PAIR),
        ("2S 4H 9S", Own.NOTHING),
    ],
)
def test_three_cards_make_a_poker_hand(cards, what):
    assert own(the(cards)) is what


@given(st.permutations(list(pack())))
def test_any_three_of_five_cards_are_compatible_with_the_five(cards):
    assert go_together(made(Cards(cards[:5])), own(Cards(cards[:3])))


# The seed: the odds


@pytest.mark.parametrize(
    ("hand", "seed", "alternative"),
    [
        (Made.ROYAL_FLUSH, 1000, 500),
        (Made.STRAIGHT_FLUSH, 200, 100),
        (Made.FOUR, 50, 25),
        (Made.FULL_HOUSE, 11, 15),
        (Made.FLUSH, 8, 10),
        (Made.STRAIGHT, 5, 5),
        (Made.THREE, 3, 3),
        (Made.TWO_PAIR, 2, 2),
        (Made.TENS, 1, 1),
    ],
)
@pytest.mark.parametrize("kept", [1, 2, 3])
def test_riding_stakes_are_paid_at_fixed_odds(hand, seed, alternative, kept):
    assert alone(kept, hand) == kept * seed
    assert alone(kept, hand, replace(CASINO, paytable=PayTable.ALT500)) == kept * alternative
    assert alone(kept, hand, replace(CASINO, base_bet=5)) == kept * seed * 5


@pytest.mark.parametrize("kept", [1, 2, 3])
def test_riding_stakes_are_lost_below_a_pair_of_tens(kept):
    assert alone(kept, NO) == -kept
    assert alone(kept, NO, replace(CASINO, base_bet=5)) == -5 * kept


def test_the_seed_is_offered_first_to_three_with_the_bank_going_round():
    first = GAME.presets[0]
    assert (first.id, first.source.tag, first.house) == ("lir-seed", "top card games", House())
    assert GAME.shapes(first)[0] == (3, 3)
    assert first.house.bank is Bank.ROTATE_ROUND
    hands = (rode((None, 1, 1), (NO,) * 3), rode((1, None, 1), (NO,) * 3))
    assert [GAME.dealer(sheet_of(*hands[:n])) for n in range(3)] == [0, 1, 2]


# Options


def test_presets_match_the_digest():
    assert {preset.id: preset.house for preset in PRESETS} == {
        "lir-seed": House(),
        "lir-alt500": House(paytable=PayTable.ALT500),
        "lir-3card": House(three_card_bonus=ThreeCardBonus.A),
    }
    assert [bonus.value for bonus in ThreeCardBonus] == [
        "off",
        "A_50_40_30_6_4_1",
        "B_50_40_30_6_3_1",
        "C_40_30_5_4_1",
    ]


def test_a_table_may_have_odds_of_its_own():
    house = replace(CASINO, paytable=PayTable.CUSTOM, custom=(800, 200, 50, 10, 7, 5, 3, 2, 0))
    assert [odds(hand, house) for hand in reversed(Made)] == [800, 200, 50, 10, 7, 5, 3, 2, 0, 0]
    assert alone(2, Made.FLUSH, house) == 14
    assert alone(2, TENS, house) == -2
    assert "custom" in asked(house=house)


@pytest.mark.parametrize(
    ("bonus", "pays"),
    [
        (ThreeCardBonus.A, (50, 40, 30, 6, 4, 1, 0)),
        (ThreeCardBonus.B, (50, 40, 30, 6, 3, 1, 0)),
        (ThreeCardBonus.C, (40, 40, 30, 5, 4, 1, 0)),
        (ThreeCardBonus.OFF, (0,) * 7),
    ],
)
def test_the_3_card_bonus_is_paid_by_house_rule(bonus, pays):
    house = replace(CASINO, three_card_bonus=bonus)
    assert tuple(bonus_odds(three, house) for three in reversed(Own)) == pays


def test_the_3_card_bonus_is_a_separate_bet():
    house = replace(CASINO, three_card_bonus=ThreeCardBonus.A)
    assert alone(1, NO, house, three_card=(2,), own=(Own.PAIR,)) == -1 + 2
    assert alone(1, TENS, house, three_card=(2,)) == 1 - 2
    cards = shown("2D 9C", ("QS KS AS",), (1,), three_card=(1,))
    assert totals(cards, house=house, seating=ALONE) == (-1 + 50,)


@pytest.mark.parametrize(
    ("hand", "pays"),
    [
        (Made.ROYAL_FLUSH, 10_000),
        (Made.STRAIGHT_FLUSH, 2000),
        (Made.FOUR, 200),
        (Made.FULL_HOUSE, 75),
        (Made.FLUSH, 50),
        (Made.STRAIGHT, 20),
        (Made.THREE, -1),
        (Made.NO_PAY, -1),
    ],
)
def test_the_old_bonus_pays_for_one_chip(hand, pays):
    house = replace(CASINO, five_card_bonus=True)
    assert alone(1, hand, house, five_card=(True,)) - alone(1, hand, house) == pays


def test_no_hand_wins_more_than_the_table_allows():
    house = replace(CASINO, max_payout=500)
    assert alone(3, Made.ROYAL_FLUSH, house) == 500
    assert alone(3, Made.FOUR, house) == 150


def test_a_player_may_put_down_other_stakes():
    assert totals(rode((None, 2, 1), (NO, TRIPS, NO), stake=(None, 10, None))) == (-59, 60, -1)


def test_house_rules_are_asked_only_where_relevant():
    assert not {"custom", "rounds", "rotations"} & asked()
    assert "bank_limit" in asked() - asked(house=CASINO)
    assert "rounds" in asked(house=House(end=End.ROUNDS))
    assert "rotations" in asked(house=House(end=End.ROTATIONS))


def test_only_results_that_a_bet_depends_on_are_asked():
    plain = rode((1, 1, 1), (NO,) * 3)
    assert asked(plain, CASINO) == {"stake", "kept", "hand"}
    assert asked(plain) == {"bank", "stake", "kept", "hand"}
    assert asked(plain, BONUS) == {"bank", "stake", "kept", "hand", "three_card"}
    assert "own" in asked(rode((1, 1, 1), (NO,) * 3, three_card=(0, 1, 0)), BONUS)
    assert "five_card" in asked(plain, OLD_BONUS)


# Checks


OLD_BONUS = House(five_card_bonus=True)


@pytest.mark.parametrize(
    ("hand", "house", "field"),
    [
        (rode((2, 1, 1), (NO,) * 3), None, "kept.0"),
        (rode((1, 1, 1), (TENS, NO, NO)), None, "hand.0"),
        (rode((1, 1, 1), (NO,) * 3, three_card=(1, 0, 0)), BONUS, "three_card.0"),
        (rode((1, 1, 1), (NO,) * 3, five_card=(True, False, False)), OLD_BONUS, "five_card.0"),
        (rode((None, None, 1), (NO, TENS, NO)), None, "hand.1"),
        (rode((None, None, None), (NO,) * 3), None, "kept"),
        (rode((None, 4, 1), (NO,) * 3), None, "kept.1"),
        (rode((None, 0, 1), (NO,) * 3), None, "kept.1"),
        # Side bets that are not played here.
        (rode((None, 1, 1), (NO,) * 3, three_card=(0, 1, 0)), None, "three_card"),
        (rode((None, 1, 1), (NO,) * 3, five_card=(False, True, False)), None, "five_card"),
        (shown("2H 9H", ("2D 3D 4D", "KH 7H 4H", "9S AD 5C"), (1, 1, 1)), None, "cards.0"),
        (shown("2H 9H", ("", "KH 7H", "9S AD 5C"), (None, 1, 1)), None, "cards.1"),
        (shown("2H 9H", ("", "KH 7H 2H", "9S AD 5C"), (None, 1, 1)), None, "cards"),
    ],
)
def test_impossible_rounds_are_refused(hand, house, field):
    assert fields(hand, house=house).keys() == {field}


def test_the_bank_does_not_play_and_others_may_sit_out():
    assert totals(rode((1, 1, 1), (NO,) * 3)) == (2, -1, -1)
    assert totals(rode((None, None, 1), (NO,) * 3)) == (1, 0, -1)
    assert totals(shown("2H 9H", ("", "KH 7H 4H", ""), (None, 2, None))) == (-16, 16, 0)


@pytest.mark.parametrize(
    ("five", "three", "fits"),
    [
        (Made.NO_PAY, Own.THREE, False),
        (Made.FULL_HOUSE, Own.THREE, True),
        (Made.FLUSH, Own.PAIR, False),
        (Made.TENS, Own.PAIR, True),
        (Made.FOUR, Own.STRAIGHT, False),
        (Made.STRAIGHT, Own.STRAIGHT, True),
        (Made.FOUR, Own.NOTHING, True),
    ],
)
def test_five_cards_must_be_compatible_with_three_of_them(five, three, fits):
    hand = rode((None, 1, 1), (NO, five, NO), three_card=(0, 1, 0), own=(Own.NOTHING, three, Own.NOTHING))
    assert ("own.1" not in fields(hand, house=BONUS)) is fits
