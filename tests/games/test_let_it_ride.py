"""Let It Ride as its published sources describe it: hands, odds, stakes and checks."""

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
from games.let_it_ride.examples import CASINO, NO, TENS, TRIPS, round_by_cards, round_by_hands
from games.let_it_ride.house import (
    PRESETS,
    End,
    House,
    PayTable,
    ThreeCardBonus,
    bonus_odds,
    odds,
)
from games.let_it_ride.poker import FiveCardHand, ThreeCardHand, five_card_hand, go_together, three_card_hand
from tests.games.let_it_ride_table import (
    ALONE,
    BONUS,
    TABLE,
    problems_of_last,
    total_alone,
    totals,
)

questions_of = TABLE.questions_of


def all_lose(*kept, **bets):
    """Return a round in which no hand pays.

    ``kept`` has the number of stakes that each seat kept, or None for a seat that did not bet.
    """
    return round_by_hands(kept, (NO,) * 3, **bets)


# Poker hands


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("TS JS QS KS AS", FiveCardHand.ROYAL_FLUSH),
        ("9S TS JS QS KS", FiveCardHand.STRAIGHT_FLUSH),
        ("AS 2S 3S 4S 5S", FiveCardHand.STRAIGHT_FLUSH),
        ("9S 9H 9D 9C KS", FiveCardHand.FOUR),
        ("9S 9H 9D KC KS", FiveCardHand.FULL_HOUSE),
        ("2S 9S KS 4S 5S", FiveCardHand.FLUSH),
        ("QS KS AS 2S 3S", FiveCardHand.FLUSH),
        ("AS 2H 3S 4S 5S", FiveCardHand.STRAIGHT),
        ("TS JH QS KS AS", FiveCardHand.STRAIGHT),
        ("QS KH AS 2S 3S", FiveCardHand.NO_PAY),
        ("9S 9H 9D KC 2S", FiveCardHand.THREE),
        ("9S 9H 2D 2C KS", FiveCardHand.TWO_PAIR),
        ("TS TH 2D 3C KS", FiveCardHand.TENS),
        ("AS AH 2D 3C KS", FiveCardHand.TENS),
        ("9S 9H 2D 3C KS", FiveCardHand.NO_PAY),
        ("2S 4H 6D 8C KS", FiveCardHand.NO_PAY),
    ],
)
def test_five_cards_make_a_poker_hand(cards, expected):
    assert five_card_hand(Cards.read(cards)) is expected


def test_the_number_of_hands_of_each_kind_is_right():
    counts = Counter(five_card_hand(Cards(cards)) for cards in combinations(pack("TJQKA"), 5))
    # Twenty cards: 4 royal flushes, 4^5 - 4 straights, 5 x 16 fours, 5 x 4 x 4 x 6 full houses, …
    assert counts == {
        FiveCardHand.ROYAL_FLUSH: 4,
        FiveCardHand.STRAIGHT: 1020,
        FiveCardHand.FOUR: 80,
        FiveCardHand.FULL_HOUSE: 480,
        FiveCardHand.THREE: 5 * 4 * 6 * 16,
        FiveCardHand.TWO_PAIR: 10 * 36 * 12,
        FiveCardHand.TENS: 5 * 6 * 4 * 64,
    }


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("QS KS AS", ThreeCardHand.MINI_ROYAL),
        ("JS QS KS", ThreeCardHand.STRAIGHT_FLUSH),
        ("AS 2S 3S", ThreeCardHand.STRAIGHT_FLUSH),
        ("KS AS 2S", ThreeCardHand.FLUSH),
        ("7S 7H 7D", ThreeCardHand.THREE),
        ("QH KS AS", ThreeCardHand.STRAIGHT),
        ("AH 2S 3S", ThreeCardHand.STRAIGHT),
        ("KH AS 2S", ThreeCardHand.NOTHING),
        ("2S 7S 9S", ThreeCardHand.FLUSH),
        ("2S 2H 9S", ThreeCardHand.PAIR),
        ("2S 4H 9S", ThreeCardHand.NOTHING),
    ],
)
def test_three_cards_make_a_poker_hand(cards, expected):
    assert three_card_hand(Cards.read(cards)) is expected


@given(st.permutations(pack()))
def test_any_three_of_five_cards_are_compatible_with_the_five(cards):
    assert go_together(five_card_hand(Cards(cards[:5])), three_card_hand(Cards(cards[:3])))


# The odds


@pytest.mark.parametrize(
    ("hand", "usual", "alternative"),
    [
        (FiveCardHand.ROYAL_FLUSH, 1000, 500),
        (FiveCardHand.STRAIGHT_FLUSH, 200, 100),
        (FiveCardHand.FOUR, 50, 25),
        (FiveCardHand.FULL_HOUSE, 11, 15),
        (FiveCardHand.FLUSH, 8, 10),
        (FiveCardHand.STRAIGHT, 5, 5),
        (FiveCardHand.THREE, 3, 3),
        (FiveCardHand.TWO_PAIR, 2, 2),
        (FiveCardHand.TENS, 1, 1),
        (FiveCardHand.NO_PAY, -1, -1),
    ],
)
@pytest.mark.parametrize("kept", [1, 2, 3])
def test_stakes_that_were_kept_are_paid_at_fixed_odds_or_lost(hand, usual, alternative, kept):
    assert total_alone(kept, hand) == kept * usual
    assert total_alone(kept, hand, replace(CASINO, paytable=PayTable.ALT500)) == kept * alternative
    assert total_alone(kept, hand, replace(CASINO, base_bet=5)) == kept * usual * 5


# Options


def test_presets_match_the_rules():
    assert {preset.id: preset.house for preset in PRESETS} == {
        "lir-seed": House(),
        "lir-alt500": House(paytable=PayTable.ALT500),
        "lir-3card": House(three_card_bonus=ThreeCardBonus.A),
    }
    stored = ["off", "A_50_40_30_6_4_1", "B_50_40_30_6_3_1", "C_40_30_5_4_1"]
    assert [bonus.value for bonus in ThreeCardBonus] == stored


def test_a_table_may_have_odds_of_its_own():
    house = replace(CASINO, paytable=PayTable.CUSTOM, custom=(800, 200, 50, 10, 7, 5, 3, 2, 0))
    assert [odds(hand, house) for hand in reversed(FiveCardHand)] == [800, 200, 50, 10, 7, 5, 3, 2, 0, 0]
    assert total_alone(2, FiveCardHand.FLUSH, house) == 14
    assert total_alone(2, TENS, house) == -2
    assert "custom" in questions_of(house=house)


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
    assert tuple(bonus_odds(hand, house) for hand in reversed(ThreeCardHand)) == pays


def test_the_3_card_bonus_is_a_separate_bet():
    house = replace(CASINO, three_card_bonus=ThreeCardBonus.A)
    assert total_alone(1, NO, house, three_card=(2,), own=(ThreeCardHand.PAIR,)) == -1 + 2
    assert total_alone(1, TENS, house, three_card=(2,)) == 1 - 2
    cards = round_by_cards("2D 9C", ("QS KS AS",), (1,), three_card=(1,))
    assert totals(cards, house=house, seating=ALONE) == (-1 + 50,)


@pytest.mark.parametrize(
    ("hand", "pays"),
    [
        (FiveCardHand.ROYAL_FLUSH, 10_000),
        (FiveCardHand.STRAIGHT_FLUSH, 2000),
        (FiveCardHand.FOUR, 200),
        (FiveCardHand.FULL_HOUSE, 75),
        (FiveCardHand.FLUSH, 50),
        (FiveCardHand.STRAIGHT, 20),
        (FiveCardHand.THREE, -1),
        (FiveCardHand.NO_PAY, -1),
    ],
)
def test_the_old_five_card_bonus_pays_for_one_chip(hand, pays):
    house = replace(CASINO, five_card_bonus=True)
    assert total_alone(1, hand, house, five_card=(True,)) - total_alone(1, hand, house) == pays


def test_no_hand_wins_more_than_the_table_allows():
    house = replace(CASINO, max_payout=500)
    assert total_alone(3, FiveCardHand.ROYAL_FLUSH, house) == 500
    assert total_alone(3, FiveCardHand.FOUR, house) == 150


def test_a_player_may_bet_another_stake():
    assert totals(round_by_hands((None, 2, 1), (NO, TRIPS, NO), stake=(None, 10, None))) == (-59, 60, -1)


def test_house_rules_are_asked_only_where_relevant():
    assert not {"custom", "rounds", "rotations"} & questions_of()
    assert "bank_limit" in questions_of() - questions_of(house=CASINO)
    assert "rounds" in questions_of(house=House(end=End.ROUNDS))
    assert "rotations" in questions_of(house=House(end=End.ROTATIONS))


def test_only_results_that_a_bet_depends_on_are_asked_for():
    hand = all_lose(1, 1, 1)
    assert questions_of(hand, CASINO) == {"stake", "kept", "hand"}
    assert questions_of(hand) == {"bank", "stake", "kept", "hand"}
    assert questions_of(hand, BONUS) == {"bank", "stake", "kept", "hand", "three_card"}
    assert "own" in questions_of(all_lose(1, 1, 1, three_card=(0, 1, 0)), BONUS)
    assert "five_card" in questions_of(hand, FIVE_CARD_BONUS)


# Checks


FIVE_CARD_BONUS = House(five_card_bonus=True)


@pytest.mark.parametrize(
    ("hand", "house", "field"),
    [
        (all_lose(2, 1, 1), None, "kept.0"),
        (round_by_hands((1, 1, 1), (TENS, NO, NO)), None, "hand.0"),
        (all_lose(1, 1, 1, three_card=(1, 0, 0)), BONUS, "three_card.0"),
        (all_lose(1, 1, 1, five_card=(True, False, False)), FIVE_CARD_BONUS, "five_card.0"),
        (round_by_hands((None, None, 1), (NO, TENS, NO)), None, "hand.1"),
        (all_lose(None, None, None), None, "kept"),
        (all_lose(None, 4, 1), None, "kept.1"),
        (all_lose(None, 0, 1), None, "kept.1"),
        # Side bets that are not played here.
        (all_lose(None, 1, 1, three_card=(0, 1, 0)), None, "three_card"),
        (all_lose(None, 1, 1, five_card=(False, True, False)), None, "five_card"),
        (round_by_cards("2H 9H", ("2D 3D 4D", "KH 7H 4H", "9S AD 5C"), (1, 1, 1)), None, "cards.0"),
        (round_by_cards("2H 9H", ("", "KH 7H", "9S AD 5C"), (None, 1, 1)), None, "cards.1"),
        (round_by_cards("2H 9H", ("", "KH 7H 2H", "9S AD 5C"), (None, 1, 1)), None, "cards"),
    ],
)
def test_impossible_rounds_are_refused(hand, house, field):
    assert problems_of_last(hand, house=house).keys() == {field}


def test_the_bank_does_not_play_and_others_may_sit_out():
    assert totals(all_lose(1, 1, 1)) == (2, -1, -1)
    assert totals(all_lose(None, None, 1)) == (1, 0, -1)
    assert totals(round_by_cards("2H 9H", ("", "KH 7H 4H", ""), (None, 2, None))) == (-16, 16, 0)


@pytest.mark.parametrize(
    ("five", "three", "possible"),
    [
        (FiveCardHand.NO_PAY, ThreeCardHand.THREE, False),
        (FiveCardHand.FULL_HOUSE, ThreeCardHand.THREE, True),
        (FiveCardHand.FLUSH, ThreeCardHand.PAIR, False),
        (FiveCardHand.TENS, ThreeCardHand.PAIR, True),
        (FiveCardHand.FOUR, ThreeCardHand.STRAIGHT, False),
        (FiveCardHand.STRAIGHT, ThreeCardHand.STRAIGHT, True),
        (FiveCardHand.FOUR, ThreeCardHand.NOTHING, True),
    ],
)
def test_five_cards_must_be_compatible_with_three_of_them(five, three, possible):
    hand = round_by_hands(
        (None, 1, 1),
        (NO, five, NO),
        three_card=(0, 1, 0),
        own=(ThreeCardHand.NOTHING, three, ThreeCardHand.NOTHING),
    )
    assert ("own.1" not in problems_of_last(hand, house=BONUS)) is possible
