"""Baccarat by its sources: the third card, every bet, and the score."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.baccarat import GAME
from games.baccarat.cards import TABLE, banco_draws, count, punto_draws, value, wrongly_drawn
from games.baccarat.examples import (
    BANCO,
    BC,
    CASINO,
    EZ,
    HALF_ON_6,
    NO,
    PUNTO,
    THREE,
    TIE,
    P,
    coup,
    shown,
)
from games.baccarat.hands import Pair
from games.baccarat.house import (
    Bank,
    CommissionRound,
    House,
    PairBets,
)
from games.baccarat.payouts import commission
from games.baccarat.referee import (
    AStake,
)
from games.engine import (
    Cards,
    Sheet,
    pack,
    relevant_questions,
    to_json,
)
from tests.games.baccarat_table import ALONE, BONUS, CHEMIN, USUAL, alone, ask, fields, sheet_of, totals

# The seed --------------------------------------------------------------------


def test_the_bank_moves_on_after_each_round():
    sheet, seen = sheet_of(), []
    for hand in (
        coup(PUNTO, **USUAL),
        coup(PUNTO, on=(P, NO, BC), stake=(1, 0, 1)),
        coup(PUNTO, on=(P, BC, NO), stake=(1, 1, 0)),
    ):
        seen.append(GAME.dealer(sheet))
        sheet = sheet_of(*(row.hand for row in sheet.rows), hand)
        assert not sheet.rows[-1].problems
    assert seen == [0, 1, 2]
    assert GAME.dealer(sheet) == 0


@pytest.mark.parametrize(("rank", "n"), [*((str(n), n) for n in range(2, 10)), ("A", 1)])
def test_cards_two_to_nine_count_their_number_and_an_ace_one(rank, n):
    assert value(rank) == n


def test_tens_and_pictures_count_zero_and_only_the_last_digit_counts():
    assert [value(rank) for rank in "TJQK"] == [0, 0, 0, 0]
    assert count(Cards.read("7S 6H")) == 3
    assert count(Cards.read("9S 9H")) == 8


def test_the_preset_of_the_seed_comes_first():
    first = GAME.presets[0]
    assert (first.id, first.source.tag) == ("bac-home", "top card games")
    assert (first.house.commission, first.house.tie_pays, first.house.bank) == (5, 8, Bank.ROTATE_ROUND)
    assert GAME.shapes(first)[0] == (3, 3)


# The third card --------------------------------------------------------------


@pytest.mark.parametrize("house", [House(), CHEMIN], ids=["fixed", "free"])
@pytest.mark.parametrize("n", range(8))
def test_punto_draws_with_five_or_less(n, house):
    wanted = "draw" if n <= 5 else "stand"
    if n == 5 and house is CHEMIN:
        wanted = "choose"
    assert punto_draws(n, 0, house).does == wanted


@pytest.mark.parametrize("n", range(8))
def test_banco_draws_with_five_or_less_when_punto_stood(n):
    assert banco_draws(n, None).does == ("draw" if n <= 5 else "stand")


# By Banco's two cards, the third cards of Punto's it draws on.
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
@pytest.mark.parametrize("third", range(10))
def test_banco_draws_on_the_value_of_puntos_third_card(banco, third):
    assert banco_draws(banco, third).does == ("draw" if third in DRAWS_ON[banco] else "stand")


def test_the_drawing_table_is_complete():
    assert set(TABLE) == set(range(8))
    assert all(len(row.split()) == 10 for row in TABLE.values())


@pytest.mark.parametrize(("punto", "banco"), [(8, 0), (9, 3), (0, 8), (5, 9), (9, 8)])
def test_no_card_is_drawn_against_a_natural(punto, banco):
    assert punto_draws(punto, banco, House()).does == "stand"
    assert banco_draws(banco, None, punto).does == "stand"


@pytest.mark.parametrize(
    ("punto", "banco", "wrong"),
    [
        ("4S 4H", "2S 3H", {}),  # a natural
        ("4S 4H", "2S 3H KS", {"banco": "8 is a natural: nobody draws"}),
        ("4S 4H KD", "2S 3H", {"punto": "8 is a natural: nobody draws"}),
        ("2S 3H", "6S KH", {"punto": "Punto has 5 and draws"}),
        ("2S 3H KD", "6S KH", {}),
        ("6S KH 2D", "6C KD", {"punto": "Punto has 6 and stands", "banco": None}),
        ("6S KH", "2S 3H", {"banco": "Punto stood: Banco has 5 and draws"}),
        ("7S KH", "6S KD 2D", {"banco": "Punto stood: Banco has 6 and stands"}),
        ("2S 3H 8D", "3S KH", {}),
        ("2S 3H 8D", "3S KH 2D", {"banco": "Banco has 3 and stands against 8"}),
        ("2S 3H 6D", "6S KH", {"banco": "Banco has 6 and draws against 6"}),
    ],
)
def test_an_illegal_third_card_is_refused_with_its_rule(punto, banco, wrong):
    found = fields(shown(punto, banco, **USUAL))
    wrong = {field: words for field, words in wrong.items() if words}
    assert wrong.items() <= found.items()
    assert bool(found) == bool(wrong)


def test_in_chemin_de_fer_punto_may_stand_with_five():
    stands, draws = ("2S 3H", "6S KH"), ("2S 3H KD", "6S KH")
    for cards in stands, draws:
        assert not fields(shown(*cards, **USUAL), house=CHEMIN)
    assert fields(shown("2S 2H", "6S KH", **USUAL), house=CHEMIN).keys() == {"punto"}


def test_a_card_is_in_the_shoe_once_per_pack():
    twice = shown("KS 6H", "KS 7H", **USUAL)
    assert fields(twice) == {"banco": "K♠ is here too often"}
    assert not fields(twice, house=House(decks=2))
    assert "punto" in fields(shown("KS KS 6H", "7H KD", **USUAL))


@given(st.permutations(list(pack())))
def test_cards_dealt_by_the_rules_are_never_refused(cards):
    punto, banco, rest = [cards[0], cards[2]], [cards[1], cards[3]], list(cards[4:])
    punto_count, banco_count = count(Cards(punto)), count(Cards(banco))
    if punto_draws(punto_count, banco_count, House()).does == "draw":
        punto.append(rest.pop(0))
    third = value(punto[2].rank) if len(punto) > 2 else None
    if banco_draws(banco_count, third, punto_count).does == "draw":
        banco.append(rest.pop(0))
    assert not list(wrongly_drawn(Cards(punto), Cards(banco), House()))
    sheet = sheet_of(shown(str(Cards(punto)), str(Cards(banco)), **USUAL))
    assert not sheet.rows[0].problems
    assert sum(sheet.totals) == 0


# Payouts ---------------------------------------------------------------------


def test_bets_on_punto_banco_and_tie_are_paid():
    assert [alone(winner, CASINO, on=(P,), stake=(10,)) for winner in (PUNTO, BANCO, TIE)] == [10, -10, 0]
    assert [alone(winner, CASINO, on=(BC,), stake=(10,)) for winner in (PUNTO, BANCO, TIE)] == [
        -10,
        Fraction(19, 2),
        0,
    ]
    assert [alone(winner, CASINO, tie=(10,)) for winner in (PUNTO, BANCO, TIE)] == [-10, -10, 80]
    assert alone(TIE, replace(CASINO, tie_pays=9), tie=(10,)) == 90


@pytest.mark.parametrize(
    ("percent", "how", "stake", "kept"),
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
def test_commission_is_exact_or_rounded_by_house_rule(percent, how, stake, kept):
    house = replace(CASINO, commission=percent, commission_round=how)
    assert commission(stake, house) == kept
    assert alone(BANCO, house, on=(BC,), stake=(stake,)) == stake - kept
    assert ask("commission", AStake(stake), house)[0] == to_json(kept)


def test_without_commission_a_three_card_seven_returns_the_stake():
    def won(**facts):
        return alone(BANCO, replace(EZ, bank=Bank.HOUSE), on=(BC,), stake=(10,), facts=facts)

    assert won(banco_points=7, banco_cards=3) == 0
    assert won(banco_points=7) == 10
    assert won(banco_points=6) == 10


def test_without_commission_a_six_pays_half():
    def won(points):
        house = replace(HALF_ON_6, bank=Bank.HOUSE)
        return alone(BANCO, house, on=(BC,), stake=(15,), facts={"banco_points": points})

    assert won(6) == Fraction(15, 2)
    assert won(7) == 15


def test_pair_bets_pay_eleven_to_one():
    house = replace(CASINO, pair_bets=PairBets.ELEVEN)
    both = {"pairs": frozenset(Pair)}
    assert alone(PUNTO, house, punto_pair=(2,), banco_pair=(3,), facts=both) == 55
    assert alone(PUNTO, house, punto_pair=(2,), banco_pair=(3,)) == -5
    cards = shown("KS KH 5D", "QS KD 2D", punto_pair=(2,), banco_pair=(3,))
    assert totals(cards, house=house, seating=ALONE) == (22 - 3,)


@pytest.mark.parametrize(
    ("winner", "punto", "banco", "cards", "pays"),
    [
        (PUNTO, 8, 6, (2, 2), 1),  # a natural
        (PUNTO, 9, 8, (2, 2), 1),
        (TIE, 8, 8, (2, 2), 0),  # naturals tie
        (TIE, 7, 7, (2, 2), -1),
        (TIE, 9, 9, (3, 3), -1),
        (BANCO, 3, 7, (2, 2), -1),
        (PUNTO, 4, 1, (3, 3), -1),  # by three
        (PUNTO, 5, 1, (3, 3), 1),
        (PUNTO, 6, 1, (3, 3), 2),
        (PUNTO, 7, 1, (2, 3), 4),
        (PUNTO, 7, 0, (2, 3), 6),
        (PUNTO, 8, 0, (3, 3), 10),
        (PUNTO, 9, 0, (3, 3), 30),
    ],
)
def test_the_dragon_bonus_pays_by_the_margin(winner, punto, banco, cards, pays):
    facts = {
        "punto_points": punto,
        "banco_points": banco,
        "punto_cards": cards[0],
        "banco_cards": cards[1],
    }
    assert alone(winner, BONUS, punto_bonus=(10,), facts=facts) == 10 * pays
    turned = {
        "punto_points": banco,
        "banco_points": punto,
        "punto_cards": cards[1],
        "banco_cards": cards[0],
    }
    other = {PUNTO: BANCO, BANCO: PUNTO, TIE: TIE}[winner]
    assert alone(other, BONUS, banco_bonus=(10,), facts=turned) == 10 * pays


def test_dragon_seven_and_panda_eight_pay_for_three_cards():
    house = replace(EZ, bank=Bank.HOUSE, ez_side=True)
    seven = {"banco_points": 7, "banco_cards": 3}
    eight = {"punto_points": 8, "punto_cards": 3}
    assert alone(BANCO, house, dragon_7=(2,), panda_8=(3,), facts=seven) == 80 - 3
    assert alone(BANCO, house, dragon_7=(2,), facts={**seven, "banco_cards": 2}) == -2
    assert alone(PUNTO, house, dragon_7=(2,), panda_8=(3,), facts=eight) == 75 - 2
    assert alone(PUNTO, house, panda_8=(3,), facts={**eight, "punto_cards": 2}) == -3
    assert alone(TIE, house, dragon_7=(2,), panda_8=(3,)) == -5


# The bets --------------------------------------------------------------------


def test_a_bet_needs_a_stake_and_a_hand():
    assert fields(coup(PUNTO, on=(NO, P, NO), stake=(0, 10, 20))) == {"on.2": "On which hand did seat 3 bet?"}
    assert fields(coup(PUNTO, on=(NO, P, BC), stake=(0, 10, 0))) == {
        "stake.2": "How much did seat 3 bet on Banco?"
    }
    assert fields(coup(PUNTO, tie=(0, 0, 0))) == {"on": "Nobody has bet yet"}


def test_the_bank_does_not_bet():
    assert fields(coup(PUNTO, on=(P, P, NO), stake=(5, 5, 0))) == {
        "on.0": "seat 1 holds the bank and does not bet"
    }
    assert "on.0" in fields(coup(PUNTO, tie=(5, 5, 0)))
    assert not fields(coup(PUNTO, on=(P, P, NO), stake=(5, 5, 0)), house=CASINO)


@pytest.mark.parametrize(
    "field", ["punto_pair", "banco_pair", "punto_bonus", "banco_bonus", "dragon_7", "panda_8"]
)
def test_a_side_bet_not_played_here_is_refused(field):
    found = fields(coup(PUNTO, **{field: (0, 5, 0)}))
    assert found[field] == "That bet is not played at this table"


def test_points_that_a_bet_depends_on_are_required():
    on_banco = coup(BANCO, **USUAL)
    assert not fields(on_banco)
    assert fields(on_banco, house=EZ) == {
        "banco_points": "How many points did Banco have? A bet depends on it"
    }
    assert not fields(coup(BANCO, on=(NO, P, P), stake=(0, 1, 1)), house=EZ)
    assert not fields(coup(PUNTO, **USUAL), house=HALF_ON_6)
    bonus = coup(PUNTO, punto_bonus=(5,))
    assert fields(bonus, house=BONUS, seating=ALONE).keys() == {"punto_points", "banco_points"}


def test_points_must_agree_with_the_winner():
    def problems(winner, **facts):
        return fields(coup(winner, punto_bonus=(5,), facts=facts), house=BONUS, seating=ALONE)

    assert problems(PUNTO, punto_points=5, banco_points=6) == {"winner": "5 against 6: then it was not Punto"}
    assert problems(PUNTO, punto_points=9, banco_points=8, banco_cards=3) == {
        "banco_cards": "Punto had a natural: nobody drew"
    }
    assert problems(BANCO, punto_points=8, banco_points=9, punto_cards=3) == {
        "punto_cards": "Banco had a natural: nobody drew"
    }
    assert fields(coup(BANCO, **USUAL, facts={"banco_points": 0}), house=EZ) == {
        "winner": "Nobody wins with zero"
    }
    panda = coup(PUNTO, panda_8=(5,), facts={"punto_points": 0})
    assert fields(panda, house=replace(CASINO, ez_side=True), seating=ALONE).keys() == {"winner"}


def test_only_results_that_a_bet_depends_on_are_asked():
    def asked(hand, house, seating=THREE):
        return relevant_questions(hand, Sheet(seating, house)) - {"on", "stake", "tie", "winner"}

    plain = coup(BANCO, **USUAL)
    assert asked(plain, House()) == {"bank"}
    assert asked(plain, CASINO) == set()
    assert asked(plain, replace(EZ, bank=Bank.HOUSE)) == {"banco_points"}
    seven = coup(BANCO, **USUAL, facts={"banco_points": 7})
    assert asked(seven, replace(EZ, bank=Bank.HOUSE)) == {"banco_points", "banco_cards"}
    assert asked(seven, replace(HALF_ON_6, bank=Bank.HOUSE)) == {"banco_points"}
    eight = coup(PUNTO, panda_8=(1, 0, 0), facts={"punto_points": 8})
    ez = replace(CASINO, ez_side=True)
    assert asked(eight, ez) == {"dragon_7", "panda_8", "punto_points", "punto_cards"}
    dragon = coup(BANCO, dragon_7=(1, 0, 0), facts={"banco_points": 7})
    assert asked(dragon, ez) == {"dragon_7", "panda_8", "banco_points", "banco_cards"}
    bonus = coup(BANCO, banco_bonus=(1, 0, 0), facts={"punto_points": 1, "banco_points": 8})
    assert asked(bonus, BONUS) == {
        "punto_bonus",
        "banco_bonus",
        "punto_points",
        "banco_points",
        "banco_cards",
    }
    pair = coup(PUNTO, punto_pair=(1, 0, 0))
    assert asked(pair, replace(CASINO, pair_bets=PairBets.ELEVEN)) == {"punto_pair", "banco_pair", "pairs"}
