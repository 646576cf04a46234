"""Baccarat: the bank, the end, and the presets."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.baccarat.examples import (
    BANCO,
    BANCO_BET,
    CASINO,
    EZ,
    FOUR,
    NO_BET,
    PUNTO,
    PUNTO_BET,
    TIE,
    coup,
)
from games.baccarat.house import PRESETS, Bank, CommissionRound, End, House, NoCommission, PlayerFive
from games.engine import Adjustment, PerSide, Seat, Side, Stopped
from games.engine.banking import BankLimit
from games.engine.chips import ChipPurchase
from tests.games.baccarat_table import (
    ONE_PLAYER,
    TABLE,
    USUAL,
    problems_of_last,
    sheet_of,
    totals,
    winners_and_rule,
)

STOP = Stopped()

# The bank and the chips

# The winner, then for each of four seats the main bet, its stake and the stake on a tie.
ONE_COUP = st.tuples(
    st.sampled_from([PUNTO, BANCO, TIE]),
    st.lists(st.sampled_from([PUNTO_BET, BANCO_BET]), min_size=4, max_size=4),
    st.lists(st.integers(1, 100), min_size=4, max_size=4),
    st.lists(st.integers(0, 100), min_size=4, max_size=4),
)


@given(
    st.lists(ONE_COUP, max_size=8),
    st.sampled_from([Bank.ROTATE_ROUND, Bank.ROTATE_ON_LOSS]),
    st.sampled_from(BankLimit),
    st.sampled_from(CommissionRound),
    st.lists(st.integers(-200, 200), min_size=4, max_size=4),
)
def test_with_a_player_as_bank_the_totals_always_sum_to_zero(coups, bank, limit, rounding, bought):
    house = House(bank=bank, bank_limit=limit, commission_round=rounding, start_chips=100)
    hands = [ChipPurchase(Side(n), amount) for n, amount in enumerate(bought)]
    for winner, *bets in coups:
        holder = TABLE.dealer(*hands, house=house, seating=FOUR)
        # The holder of the bank places no bets.
        on, stake, tie = (
            tuple(no_bet if seat == holder else bet for seat, bet in enumerate(by_seat))
            for no_bet, by_seat in zip((NO_BET, 0, 0), bets, strict=True)
        )
        hands.append(coup(winner, on=on, stake=stake, tie=tie))
    sheet = TABLE.valid_sheet_of(*hands, STOP, house=house, seating=FOUR)
    assert sum(sheet.totals) == 400 + sum(bought)
    assert sum(sheet.final) == 400


ON_LOSS = House(bank=Bank.ROTATE_ON_LOSS)
PUNTO_WON, BANCO_WON, TIED = coup(PUNTO, **USUAL), coup(BANCO, **USUAL), coup(TIE, **USUAL)
FULL_ROTATION = (
    BANCO_WON,
    coup(TIE, on=(PUNTO_BET, NO_BET, PUNTO_BET), stake=(1, 0, 1)),
    coup(PUNTO, on=(PUNTO_BET, PUNTO_BET, NO_BET), stake=(1, 1, 0)),
)


def test_the_bank_passes_after_every_coup_or_when_punto_wins():
    assert [TABLE.dealer(*FULL_ROTATION[:coups]) for coups in range(4)] == [0, 1, 2, 0]
    assert TABLE.dealer(BANCO_WON, TIED, house=ON_LOSS) == 0
    assert TABLE.dealer(BANCO_WON, PUNTO_WON, house=ON_LOSS) == 1
    assert TABLE.dealer(house=CASINO) is None


def test_a_player_out_of_turn_may_hold_the_bank():
    third_seat_as_bank = {"bank": Seat(2)}
    hand = coup(PUNTO, on=(PUNTO_BET, BANCO_BET, NO_BET), stake=(10, 20, 0), facts=third_seat_as_bank)
    assert totals(hand) == (10, -20, 10)
    assert TABLE.dealer(hand) == 0
    assert problems_of_last(coup(PUNTO, **USUAL, facts=third_seat_as_bank)).keys() == {"on.2"}


CAP_10, EMPTY_BANK = House(bank_limit=BankLimit.CAP, start_chips=10), House(bank_limit=BankLimit.CAP)


@pytest.mark.parametrize(
    ("house", "spots", "stake", "expected"),
    [
        # The winners share what the bank has in proportion to their stakes.
        (CAP_10, (NO_BET, PUNTO_BET, PUNTO_BET), (0, 10, 30), (0, 10 + Fraction(5, 2), 10 + Fraction(15, 2))),
        (CAP_10, (NO_BET, PUNTO_BET, PUNTO_BET), (0, 5, 5), (0, 15, 15)),
        (EMPTY_BANK, (NO_BET, PUNTO_BET, BANCO_BET), (0, 10, 4), (0, 4, -4)),
        (EMPTY_BANK, (NO_BET, PUNTO_BET, PUNTO_BET), (0, 10, 4), (0, 0, 0)),
        (CASINO, (PUNTO_BET, BANCO_BET, PUNTO_BET), (5, 5, 5), (5, -5, 5)),  # the casino's bank has no total
    ],
)
def test_a_bank_pays_no_more_than_it_holds(house, spots, stake, expected):
    assert totals(coup(PUNTO, on=spots, stake=stake), house=house) == expected


@given(ONE_COUP, st.integers(-50, 300))
def test_a_limited_bank_never_goes_below_zero(coup_answers, start_chips):
    winner, spots, stake, tie = coup_answers
    hand = coup(winner, on=(None, *spots[1:]), stake=(0, *stake[1:]), tie=(0, *tie[1:]))
    house = House(bank_limit=BankLimit.CAP)
    sheet = sheet_of(ChipPurchase(Side(0), start_chips), hand, house=house, seating=FOUR)
    assert sheet.totals[0] >= min(start_chips, 0)


def test_chips_are_bought_and_cashed_in():
    assert totals(ChipPurchase(Side(0), 50), ChipPurchase(Side(0), -20)) == (30, 0, 0)


# The end

ONE_ROTATION = House(end=End.ROTATIONS, rotations=1)
BROKE = House(end=End.BROKE, start_chips=20)
COUP_THAT_BREAKS_SEAT_1 = coup(BANCO, on=(NO_BET, PUNTO_BET, PUNTO_BET), stake=(0, 20, 10))
ENDS = [  # hands, house rules, winners and rule
    ([PUNTO_WON], House(), None),
    ([BANCO_WON, STOP], House(), ((2,), "6.3")),
    ([PUNTO_WON, STOP], House(), ((0, 1), "6.2")),
    ([BANCO_WON], House(end=End.ROUNDS, rounds=1), ((2,), "6.4")),
    ([], House(end=End.ROUNDS, rounds=1), None),
    (FULL_ROTATION[:2], ONE_ROTATION, None),
    (FULL_ROTATION, ONE_ROTATION, ((2,), "6.5")),
    ([BANCO_WON] * 3, replace(ONE_ROTATION, bank=Bank.ROTATE_ON_LOSS), None),
    ([BANCO_WON], BROKE, None),
    ([COUP_THAT_BREAKS_SEAT_1], BROKE, ((0,), "6.6")),
    # Only coups make a player broke, and chips bought before a coup count.
    ([ChipPurchase(Side(1), -20)], BROKE, None),
    ([Adjustment(PerSide((0, -20, 0)), "a fine")], BROKE, None),
    ([ChipPurchase(Side(1), 5), COUP_THAT_BREAKS_SEAT_1], BROKE, None),
]


@pytest.mark.parametrize(("hands", "house", "expected"), ENDS)
def test_the_game_ends_by_the_house_rules(hands, house, expected):
    assert winners_and_rule(*hands, house=house) == expected


def test_bought_chips_do_not_count_towards_winning():
    sheet = sheet_of(ChipPurchase(Side(2), 500), PUNTO_WON, STOP)
    assert tuple(sheet.totals) == (10, 10, 480)
    assert tuple(sheet.final) == (10, 10, -20)
    assert sheet.outcome.winners == (0, 1)


def test_contradictory_house_rules_are_refused():
    assert TABLE.house_problem_fields(House(bank=Bank.HOUSE, end=End.ROTATIONS)) == {"end"}
    assert TABLE.house_problem_fields(House(), ONE_PLAYER) == {"bank"}
    assert TABLE.house_problem_fields(CASINO, ONE_PLAYER) == set()


# Presets and options


def test_presets_have_their_published_house_rules():
    assert {preset.id: preset.house for preset in PRESETS} == {
        "bac-home": House(),
        "bac-standard": House(commission=5, tie_pays=8, bank=Bank.HOUSE, decks=8),
        "bac-ez_push_3card7": House(commission=0, no_commission=NoCommission.EZ),
        "bac-half_on_6": House(commission=0, no_commission=NoCommission.HALF_ON_6),
        "bac-chemin": House(player_five=PlayerFive.FREE, bank=Bank.ROTATE_ON_LOSS),
    }


def test_house_rules_are_asked_only_where_relevant():
    def questions_of(house):
        return TABLE.questions_of(house=house)

    assert {"commission", "commission_round", "bank_limit"} <= questions_of(House())
    assert not {"rounds", "rotations"} & questions_of(House())
    assert "bank_limit" not in questions_of(CASINO)
    assert not {"commission", "commission_round"} & questions_of(EZ)
    assert "commission_round" not in questions_of(House(commission=0))
    assert "rounds" in questions_of(House(end=End.ROUNDS))
    assert "rotations" in questions_of(House(end=End.ROTATIONS))


def test_all_players_start_with_the_agreed_chips():
    assert totals(house=House(start_chips=100)) == (100, 100, 100)
    assert totals() == (0, 0, 0)
