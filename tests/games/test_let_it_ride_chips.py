"""Let It Ride: the bank, the end, the briefing, and disputes."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    Adjustment,
    Cards,
    PartialHand,
    PerSide,
    Side,
    payments,
    to_form_data,
)
from games.engine.banking import BankLimit
from games.engine.chips import ChipPurchase
from games.let_it_ride import GAME
from games.let_it_ride.examples import CASINO, FOUR, NO, TENS, TRIPS, TWO_PAIR, round_by_hands
from games.let_it_ride.house import Bank, End, House, PayTable
from games.let_it_ride.poker import FiveCardHand
from games.let_it_ride.referee import FiveCards, PairOfRank, PairRank, PayFacts, PullBack, Stake, ThreeCards
from tests.games.let_it_ride_table import (
    ALONE,
    BONUS,
    STOP,
    TABLE,
    C,
    briefing_after,
    check_rulings,
    sheet_of,
    totals,
    winners_and_rule,
)

# Bank and totals


@given(
    st.lists(
        st.tuples(
            st.lists(st.none() | st.integers(1, 3), min_size=4, max_size=4),
            st.lists(st.sampled_from(FiveCardHand), min_size=4, max_size=4),
        ),
        max_size=6,
    ),
    st.sampled_from([Bank.ROTATE_ROUND, Bank.FIXED]),
    st.sampled_from(BankLimit),
    st.lists(st.integers(-50, 500), min_size=4, max_size=4),
)
def test_with_a_player_as_bank_the_totals_always_sum_to_zero(rounds, bank, limit, bought):
    house = House(bank=bank, bank_limit=limit, start_chips=10)
    hands = [ChipPurchase(Side(n), amount) for n, amount in enumerate(bought)]
    for kept, hands_made in rounds:
        holder = GAME.dealer(sheet_of(*hands, house=house, seating=FOUR))
        is_betting = [seat != holder and kept[seat] is not None for seat in range(4)]
        if any(is_betting):
            hands.append(
                round_by_hands(
                    tuple(n if bets else None for n, bets in zip(kept, is_betting, strict=True)),
                    tuple(hand if bets else NO for hand, bets in zip(hands_made, is_betting, strict=True)),
                )
            )
    sheet = sheet_of(*hands, STOP, house=house, seating=FOUR)
    assert not any(row.problems for row in sheet.rows)
    # Each of the four players starts with 10 chips.
    assert sum(sheet.totals) == 40 + sum(bought)
    assert sum(sheet.final) == 40


def test_the_bank_rotates_or_is_fixed_or_belongs_to_the_house():
    hands = round_by_hands((None, 1, 1), (NO,) * 3), round_by_hands((1, None, 1), (NO,) * 3)
    assert [TABLE.dealer(*hands[:n]) for n in range(3)] == [0, 1, 2]
    assert TABLE.dealer(hands[0], house=House(bank=Bank.FIXED)) == 0
    assert TABLE.dealer(house=CASINO) is None
    assert totals(round_by_hands((1, 1, 2), (NO, TENS, TWO_PAIR)), house=CASINO) == (-1, 1, 4)


def test_another_player_may_hold_the_bank():
    hand = replace(round_by_hands((1, 1, None), (NO, TENS, NO)), bank=C)
    assert totals(hand) == (-1, 1, 0)
    assert TABLE.dealer(hand) == 0
    assert TABLE.dealer(hand, house=House(bank=Bank.FIXED)) == 0


def test_a_bank_pays_no_more_than_it_holds():
    house = House(bank_limit=BankLimit.CAP, start_chips=3)
    hand = round_by_hands((None, 1, 1), (NO, FiveCardHand.STRAIGHT, TENS))
    # Winnings of 5 and 1 share the bank's 3 chips in proportion.
    assert totals(hand, house=house) == (0, 3 + Fraction(5, 2), 3 + Fraction(1, 2))
    assert totals(round_by_hands((None, 1, 1), (NO, TWO_PAIR, NO)), house=house) == (2, 5, 2)


def test_chips_are_bought_and_cashed_in():
    assert totals(ChipPurchase(Side(0), 50), ChipPurchase(Side(0), -20)) == (30, 0, 0)
    assert totals(house=House(start_chips=100)) == (100, 100, 100)


# The end


BANK_WINS = round_by_hands((None, 1, 2), (NO,) * 3)


def test_the_table_may_stop_at_any_time():
    assert winners_and_rule(BANK_WINS) is None
    assert winners_and_rule(BANK_WINS, STOP) == ((0,), "6.3")
    assert winners_and_rule(STOP) == ((0, 1, 2), "6.2")


def test_bought_chips_do_not_count_towards_winning():
    sheet = sheet_of(ChipPurchase(Side(2), 500), BANK_WINS, STOP)
    assert tuple(sheet.final) == (3, -1, -2)
    assert sheet.outcome.winners == (0,)


def test_a_game_may_end_after_rounds_or_rotations_of_the_bank():
    rounds = House(end=End.ROUNDS, rounds=2)
    second, third = round_by_hands((1, None, 1), (NO,) * 3), round_by_hands((1, 1, None), (NO,) * 3)
    assert winners_and_rule(BANK_WINS, house=rounds) is None
    assert winners_and_rule(BANK_WINS, second, house=rounds)[1] == "6.4"
    rotations = House(end=End.ROTATIONS, rotations=1)
    assert winners_and_rule(BANK_WINS, second, house=rotations) is None
    assert winners_and_rule(BANK_WINS, second, third, house=rotations) == ((0,), "6.5")


def test_a_game_may_end_when_a_player_is_broke():
    house = House(end=End.BROKE, start_chips=2)
    assert winners_and_rule(BANK_WINS, house=house) == ((0,), "6.6")
    fine = Adjustment(PerSide((0, -2, 0)), "a fine")
    for hand in round_by_hands((None, 1, 1), (NO,) * 3), ChipPurchase(Side(1), -2), fine:
        assert winners_and_rule(hand, house=house) is None


def test_contradictory_house_rules_are_refused():
    for bank in Bank.HOUSE, Bank.FIXED:
        assert TABLE.house_problem_fields(House(bank=bank, end=End.ROTATIONS)) == {"end"}
    assert TABLE.house_problem_fields(House(), ALONE) == {"bank"}
    assert not TABLE.house_problem_fields(CASINO, ALONE)


# Initial answers


def test_the_stakes_of_the_last_round_are_offered_again():
    hand = round_by_hands((None, 2, 1), (NO, TRIPS, NO), stake=(None, 10, 5), three_card=(0, 2, 3))
    sheet = sheet_of(hand, house=BONUS)
    boxes = GAME.initial_answers("round", sheet)
    assert (boxes["stake.2"], boxes["three_card.2"]) == (5, 3)
    assert not any(box.endswith(".1") for box in boxes), "seat 2 holds the bank now"
    assert not any(box.endswith(".0") for box in boxes), "seat 1 held the bank, and had no stake"
    assert not {"kept.2", "hand.2"} & set(boxes)
    assert boxes.keys() <= to_form_data(sheet.rows[0].hand).keys()
    assert GAME.initial_answers("chips", sheet) == {}
    assert GAME.initial_answers("round", sheet_of()) == {}


# Disputes


def test_disputes_are_settled_by_the_rules():
    check_rulings(
        ("pair", PairOfRank(PairRank.NINE), None, "no", "2.4"),
        ("pair", PairOfRank(PairRank.TWO_TO_EIGHT), None, "no"),
        ("pair", PairOfRank(PairRank.TEN), None, "yes", "3.1"),
        ("pay", PayFacts(FiveCardHand.TENS, 3, 5), None, 15, "3.1", "3.1", "3.1"),
        ("each", None, None, "each", "3.1"),
        ("pull", PullBack(Stake.FIRST, 0), None, "legal", "1.3"),
        ("pull", PullBack(Stake.FIRST, 1), None, "illegal", "1.4"),
        ("pull", PullBack(Stake.SECOND, 0), None, "illegal"),
        ("pull", PullBack(Stake.SECOND, 1), None, "legal", "1.4"),
        ("pull", PullBack(Stake.SECOND, 2), None, "illegal"),
        ("pull", PullBack(Stake.THIRD, 1), None, "illegal", "1.5"),
        ("bonus_shared", None, None, "no", "4.1"),
        ("three", ThreeCards(Cards.read("QS KS AS")), BONUS, "mini_royal", "4.1", "4.1"),
        ("three", ThreeCards(Cards.read("KH AS 2S")), BONUS, "nothing", "4.1", "4.1", "2.3"),
        ("odds", None, None, [1000, 200, 50, 11, 8, 5, 3, 2, 1]),
        ("odds", None, House(paytable=PayTable.ALT500), [500, 100, 25, 15, 10, 5, 3, 2, 1]),
        ("pulled", None, None, "returned", "1.6"),
        ("showing", None, None, "illegal", "1.7"),
        ("choosing", None, None, "no", "2.1"),
        ("bank", None, CASINO, "house", "5.1"),
        ("bank_plays", None, None, "illegal", "5.1"),
        ("bank_plays", None, CASINO, "legal", "5.1"),
    )
    check_rulings(("bank", None, None, 1, "5.2"), hands=[BANK_WINS])
    not_played = TABLE.ruling_reasons("three", ThreeCards(Cards.read("2S 2H 9S")))[1]
    assert not_played == "The 3-card bonus is not played at this table"
    nothing_for_tens = House(paytable=PayTable.CUSTOM, custom=(1, 1, 1, 1, 1, 1, 1, 1, 0))
    assert TABLE.ask("odds", house=nothing_for_tens)[1][-1] == "3.2"


@pytest.mark.parametrize(
    ("cards", "hand", "cited"),
    [
        ("9S 9H 2D 3C KS", "no_pay", ["2.2", "3.2", "2.4"]),
        ("9S TS JS QS KS", "straight_flush", ["2.2", "3.1", "2.2"]),
        ("TS JS QS KS AS", "royal_flush", ["2.2", "3.1"]),
        ("AS 2H 3S 4S 5S", "straight", ["2.2", "3.1", "2.3"]),
        ("QS KH AS 2S 3S", "no_pay", ["2.2", "3.2", "2.3"]),
    ],
)
def test_the_referee_names_a_poker_hand(cards, hand, cited):
    check_rulings(("name", FiveCards(Cards.read(cards)), None, hand, *cited))


def test_settling_returns_bought_chips():
    hands = Adjustment(PerSide((5, -2, -1)), "so far"), ChipPurchase(Side(1), 20)
    for sheet in sheet_of(*hands, house=CASINO), sheet_of(*hands, STOP, house=CASINO):
        assert GAME.settlement(sheet).points == (5, -2, -1)
    payments_made = {(payment.payer, payment.payee, payment.points) for payment in payments((5, -2, -1))}
    assert payments_made == {(None, 0, 2), (1, 0, 2), (2, 0, 1)}


def test_the_briefing_names_hands_as_they_are_entered():
    answers = {"cards.1": Cards.read("KH 7H 4H"), "cards.2": Cards.read("9S AD")}
    assert len(briefing_after(partial_hand=PartialHand("cards", answers))) == 2
    answers["shared"] = Cards.read("2H 9H")
    assert briefing_after(partial_hand=PartialHand("cards", answers))[2:] == ["seat 2: Flush"]
    assert len(briefing_after(partial_hand=PartialHand("round", {}))) == 2
