"""Baccarat by its seed and its digest: the third card, every bet, the bank, the ledger and every dispute."""

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
    FOUR,
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
    PRESETS,
    Bank,
    BankLimit,
    CommissionRound,
    End,
    House,
    NoCommission,
    PairBets,
    PlayerFive,
)
from games.baccarat.payouts import Bet, commission
from games.baccarat.referee import (
    AStake,
    BancoHas,
    CardsLeft,
    FirstTwo,
    PuntoHas,
    Rank,
    SomeCards,
    TheCards,
    TwoTotals,
    WhatItPays,
    WrongCard,
)
from games.engine import (
    ENGLISH,
    Adjustment,
    Begun,
    Cards,
    Nothing,
    PerSide,
    Seating,
    Sheet,
    Side,
    Stopped,
    blank,
    fill_in,
    pack,
    play,
    to_json,
    worth_asking,
    wrong_house,
)
from games.engine.ledger import Chips

A, B, C = THREE.every_seat
NONE = Nothing()
ALONE = Seating(1, 1)
BONUS = House(bank=Bank.HOUSE, dragon_bonus=True)
CHEMIN = House(player_five=PlayerFive.FREE, bank=Bank.ROTATE_ON_LOSS)
STOP = Stopped()
USUAL = {"on": (NO, P, BC), "stake": (0, 10, 20)}


def preset(id):
    return next(preset.house for preset in PRESETS if preset.id == id)


def sheet_of(*hands, house=None, seating=THREE):
    return play(GAME, seating, house or House(), hands)


def totals(*hands, house=None, seating=THREE):
    sheet = sheet_of(*hands, house=house, seating=seating)
    assert [row.problems for row in sheet.rows] == [()] * len(hands)
    return tuple(sheet.totals)


def fields(*hands, house=None, seating=THREE):
    """Where the problems of the last hand are, and what they say."""
    row = sheet_of(*hands, house=house, seating=seating).rows[-1]
    return {problem.field: ENGLISH.read(problem.words) for problem in row.problems}


def ask(name, facts=NONE, house=None, seating=THREE, hands=()):
    ruling = GAME.questions[name].rule_on(facts, play(GAME, seating, house or House(), hands))
    return to_json(ruling.verdict), [because.rule.number for because in ruling.because]


def briefed(*hands, house=None, seating=THREE, begun=None):
    return [
        ENGLISH.read(said.words)
        for said in GAME.briefing(sheet_of(*hands, house=house, seating=seating), begun)
    ]


def alone(winner, house, **staked):
    """What one player wins of a coup against the house."""
    facts = staked.pop("facts", {})
    (total,) = totals(coup(winner, facts=facts, **staked), house=house, seating=ALONE)
    return total


# What the seed says ----------------------------------------------------------


def test_the_bank_is_passed_round_with_each_round():
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
def test_cards_two_to_nine_count_what_they_show_and_an_ace_one(rank, n):
    assert value(rank) == n


def test_tens_and_pictures_count_nothing_and_the_first_digit_is_dropped():
    assert [value(rank) for rank in "TJQK"] == [0, 0, 0, 0]
    assert count(Cards.read("7S 6H")) == 3
    assert count(Cards.read("9S 9H")) == 8


def test_the_seeds_own_table_is_offered_first():
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


def test_the_table_is_whole():
    assert set(TABLE) == set(range(8))
    assert all(len(row.split()) == 10 for row in TABLE.values())


@pytest.mark.parametrize(("punto", "banco"), [(8, 0), (9, 3), (0, 8), (5, 9), (9, 8)])
def test_nobody_draws_against_a_natural(punto, banco):
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
def test_a_third_card_that_cannot_be_is_refused_with_the_rule_that_forbids_it(punto, banco, wrong):
    found = fields(shown(punto, banco, **USUAL))
    wrong = {field: words for field, words in wrong.items() if words}
    assert wrong.items() <= found.items()
    assert bool(found) == bool(wrong)


def test_in_chemin_de_fer_punto_may_stand_with_five():
    stands, draws = ("2S 3H", "6S KH"), ("2S 3H KD", "6S KH")
    for cards in stands, draws:
        assert not fields(shown(*cards, **USUAL), house=CHEMIN)
    assert fields(shown("2S 2H", "6S KH", **USUAL), house=CHEMIN).keys() == {"punto"}


def test_no_card_is_there_more_often_than_there_are_packs():
    twice = shown("KS 6H", "KS 7H", **USUAL)
    assert fields(twice) == {"banco": "K♠ is here too often"}
    assert not fields(twice, house=House(decks=2))
    assert "punto" in fields(shown("KS KS 6H", "7H KD", **USUAL))


@given(st.permutations(list(pack())))
def test_cards_dealt_by_the_rules_are_never_refused(cards):
    punto, banco, rest = [cards[0], cards[2]], [cards[1], cards[3]], list(cards[4:])
    p, b = count(Cards(punto)), count(Cards(banco))
    if punto_draws(p, b, House()).does == "draw":
        punto.append(rest.pop(0))
    third = value(punto[2].rank) if len(punto) > 2 else None
    if banco_draws(b, third, p).does == "draw":
        banco.append(rest.pop(0))
    assert not list(wrongly_drawn(Cards(punto), Cards(banco), House()))
    sheet = sheet_of(shown(str(Cards(punto)), str(Cards(banco)), **USUAL))
    assert not sheet.rows[0].problems
    assert sum(sheet.totals) == 0


# What bets pay ---------------------------------------------------------------


def test_punto_banco_and_tie():
    assert [alone(w, CASINO, on=(P,), stake=(10,)) for w in (PUNTO, BANCO, TIE)] == [10, -10, 0]
    assert [alone(w, CASINO, on=(BC,), stake=(10,)) for w in (PUNTO, BANCO, TIE)] == [
        -10,
        Fraction(19, 2),
        0,
    ]
    assert [alone(w, CASINO, tie=(10,)) for w in (PUNTO, BANCO, TIE)] == [-10, -10, 80]
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
def test_commission_exact_or_rounded(percent, how, stake, kept):
    house = replace(CASINO, commission=percent, commission_round=how)
    assert commission(stake, house) == kept
    assert alone(BANCO, house, on=(BC,), stake=(stake,)) == stake - kept
    assert ask("commission", AStake(stake), house)[0] == to_json(kept)


def test_without_commission_the_three_card_seven_only_gives_back():
    def won(**facts):
        return alone(BANCO, replace(EZ, bank=Bank.HOUSE), on=(BC,), stake=(10,), facts=facts)

    assert won(banco_points=7, banco_cards=3) == 0
    assert won(banco_points=7) == 10
    assert won(banco_points=6) == 10


def test_without_commission_a_six_wins_half():
    def won(points):
        house = replace(HALF_ON_6, bank=Bank.HOUSE)
        return alone(BANCO, house, on=(BC,), stake=(15,), facts={"banco_points": points})

    assert won(6) == Fraction(15, 2)
    assert won(7) == 15


def test_pairs_pay_eleven():
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
def test_the_dragon_bonus(winner, punto, banco, cards, pays):
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


def test_dragon_seven_and_panda_eight():
    house = replace(EZ, bank=Bank.HOUSE, ez_side=True)
    seven = {"banco_points": 7, "banco_cards": 3}
    eight = {"punto_points": 8, "punto_cards": 3}
    assert alone(BANCO, house, dragon_7=(2,), panda_8=(3,), facts=seven) == 80 - 3
    assert alone(BANCO, house, dragon_7=(2,), facts={**seven, "banco_cards": 2}) == -2
    assert alone(PUNTO, house, dragon_7=(2,), panda_8=(3,), facts=eight) == 75 - 2
    assert alone(PUNTO, house, panda_8=(3,), facts={**eight, "punto_cards": 2}) == -3
    assert alone(TIE, house, dragon_7=(2,), panda_8=(3,)) == -5


# The bets --------------------------------------------------------------------


def test_bets_must_be_whole():
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
def test_a_side_bet_that_is_not_played_is_not_passed_over(field):
    found = fields(coup(PUNTO, **{field: (0, 5, 0)}))
    assert found[field] == "That bet is not played at this table"


def test_what_a_bet_depends_on_must_be_said():
    on_banco = coup(BANCO, **USUAL)
    assert not fields(on_banco)
    assert fields(on_banco, house=EZ) == {
        "banco_points": "How many points did Banco have? A bet depends on it"
    }
    assert not fields(coup(BANCO, on=(NO, P, P), stake=(0, 1, 1)), house=EZ)
    assert not fields(coup(PUNTO, **USUAL), house=HALF_ON_6)
    bonus = coup(PUNTO, punto_bonus=(5,))
    assert fields(bonus, house=BONUS, seating=ALONE).keys() == {"punto_points", "banco_points"}


def test_points_must_go_with_the_winner():
    def said(winner, **facts):
        return fields(coup(winner, punto_bonus=(5,), facts=facts), house=BONUS, seating=ALONE)

    assert said(PUNTO, punto_points=5, banco_points=6) == {"winner": "5 against 6: then it was not Punto"}
    assert said(PUNTO, punto_points=9, banco_points=8, banco_cards=3) == {
        "banco_cards": "Punto had a natural: nobody drew"
    }
    assert said(BANCO, punto_points=8, banco_points=9, punto_cards=3) == {
        "punto_cards": "Banco had a natural: nobody drew"
    }
    assert fields(coup(BANCO, **USUAL, facts={"banco_points": 0}), house=EZ) == {
        "winner": "Nobody wins with nothing"
    }
    panda = coup(PUNTO, panda_8=(5,), facts={"punto_points": 0})
    assert fields(panda, house=replace(CASINO, ez_side=True), seating=ALONE).keys() == {"winner"}


def test_only_what_a_bet_depends_on_is_asked():
    def asked(hand, house, seating=THREE):
        return worth_asking(hand, Sheet(seating, house)) - {"on", "stake", "tie", "winner"}

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


# The bank and the ledger -----------------------------------------------------


ONE_COUP = st.tuples(
    st.sampled_from([PUNTO, BANCO, TIE]),
    st.lists(st.sampled_from([P, BC]), min_size=4, max_size=4),
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
def test_with_a_bank_at_the_table_the_ledger_always_adds_up(coups, bank, limit, how, bought):
    house = House(bank=bank, bank_limit=limit, commission_round=how, start_chips=100)
    hands = [Chips(Side(n), amount) for n, amount in enumerate(bought)]
    for winner, on, stake, tie in coups:
        holds = GAME.dealer(sheet_of(*hands, house=house, seating=FOUR))
        free = [seat != holds for seat in range(4)]
        hands.append(
            coup(
                winner,
                on=tuple(spot if may else None for spot, may in zip(on, free, strict=True)),
                stake=tuple(n * may for n, may in zip(stake, free, strict=True)),
                tie=tuple(n * may for n, may in zip(tie, free, strict=True)),
            )
        )
    sheet = sheet_of(*hands, STOP, house=house, seating=FOUR)
    assert not any(row.problems for row in sheet.rows)
    assert sum(sheet.totals) == 400 + sum(bought)
    assert sum(sheet.final) == 400


def test_the_bank_passes_after_every_coup_or_when_punto_wins():
    assert GAME.dealer(sheet_of(coup(BANCO, **USUAL))) == 1
    on_loss = House(bank=Bank.ROTATE_ON_LOSS)
    assert GAME.dealer(sheet_of(coup(BANCO, **USUAL), coup(TIE, **USUAL), house=on_loss)) == 0
    assert GAME.dealer(sheet_of(coup(BANCO, **USUAL), coup(PUNTO, **USUAL), house=on_loss)) == 1
    assert GAME.dealer(sheet_of(house=CASINO)) is None


def test_somebody_else_may_hold_the_bank():
    other = coup(PUNTO, on=(P, BC, NO), stake=(10, 20, 0), facts={"bank": C})
    assert totals(other) == (10, -20, 10)
    assert GAME.dealer(sheet_of(other)) == 0
    assert fields(coup(PUNTO, **USUAL, facts={"bank": C})).keys() == {"on.2"}


def test_a_bank_pays_no_more_than_it_holds():
    house = House(bank_limit=BankLimit.CAP, start_chips=10)
    assert totals(coup(PUNTO, on=(NO, P, P), stake=(0, 10, 30)), house=house) == (
        0,
        10 + Fraction(5, 2),
        10 + Fraction(15, 2),
    )
    assert totals(coup(PUNTO, on=(NO, P, P), stake=(0, 5, 5)), house=house) == (0, 15, 15)
    empty = House(bank_limit=BankLimit.CAP)
    assert totals(coup(PUNTO, on=(NO, P, BC), stake=(0, 10, 4)), house=empty) == (0, 4, -4)
    assert totals(coup(PUNTO, on=(NO, P, P), stake=(0, 10, 4)), house=empty) == (0, 0, 0)


@given(ONE_COUP, st.integers(-50, 300))
def test_a_bank_that_pays_no_more_than_it_holds_is_never_left_with_less_than_nothing(one, holds):
    winner, on, stake, tie = one
    hand = coup(winner, on=(None, *on[1:]), stake=(0, *stake[1:]), tie=(0, *tie[1:]))
    house = House(bank_limit=BankLimit.CAP)
    sheet = sheet_of(Chips(Side(0), holds), hand, house=house, seating=FOUR)
    assert sheet.totals[0] >= min(holds, 0)


def test_against_the_house_only_the_players_have_a_column():
    assert totals(coup(PUNTO, on=(P, BC, P), stake=(5, 5, 5)), house=CASINO) == (5, -5, 5)


def test_chips_are_bought_and_cashed_in():
    assert totals(Chips(Side(0), 50), Chips(Side(0), -20)) == (30, 0, 0)


# The end ---------------------------------------------------------------------


def ended(*hands, house=None):
    sheet = sheet_of(*hands, house=house)
    assert not any(row.problems for row in sheet.rows)
    return sheet.outcome and (tuple(sheet.outcome.winners), sheet.outcome.because.rule.number)


def test_the_table_may_stop_at_any_time():
    assert ended(coup(PUNTO, **USUAL)) is None
    assert ended(coup(BANCO, **USUAL), STOP) == ((2,), "6.3")
    assert ended(coup(PUNTO, **USUAL), STOP) == ((0, 1), "6.2")


def test_chips_bought_do_not_win():
    sheet = sheet_of(Chips(Side(2), 500), coup(PUNTO, **USUAL), STOP)
    assert tuple(sheet.totals) == (10, 10, 480)
    assert tuple(sheet.final) == (10, 10, -20)
    assert sheet.outcome.winners == (0, 1)


def test_a_number_of_coups():
    house = House(end=End.ROUNDS, rounds=1)
    assert ended(coup(BANCO, **USUAL), house=house)[1] == "6.4"
    assert ended(house=house) is None


def test_whole_rounds_of_the_bank():
    house = House(end=End.ROTATIONS, rotations=1)
    first = coup(BANCO, **USUAL)
    second = coup(TIE, on=(P, NO, P), stake=(1, 0, 1))
    third = coup(TIE, on=(P, P, NO), stake=(1, 1, 0))
    assert ended(first, second, house=house) is None
    assert ended(first, second, third, house=house)[1] == "6.5"
    on_loss = replace(house, bank=Bank.ROTATE_ON_LOSS)
    assert ended(first, first, first, house=on_loss) is None


def test_until_somebody_is_broke():
    house = House(end=End.BROKE, start_chips=20)
    broke = coup(BANCO, on=(NO, P, P), stake=(0, 20, 10))
    assert ended(coup(BANCO, **USUAL), house=house) is None
    assert ended(broke, house=house) == ((0,), "6.6")
    assert ended(Chips(Side(1), -20), house=house) is None
    assert ended(Adjustment(PerSide((0, -20, 0)), "a fine"), house=house) is None
    assert ended(Chips(Side(1), 5), broke, house=house) is None


def test_house_rules_that_do_not_go_together():
    assert {p.field for p in wrong_house(GAME, House(bank=Bank.HOUSE, end=End.ROTATIONS), THREE)} == {"end"}
    assert {p.field for p in wrong_house(GAME, House(), ALONE)} == {"bank"}
    assert not wrong_house(GAME, CASINO, ALONE)


# Presets and options ---------------------------------------------------------


def test_presets_are_the_digests():
    assert {preset.id: preset.house for preset in PRESETS} == {
        "bac-home": House(),
        "bac-standard": House(commission=5, tie_pays=8, bank=Bank.HOUSE, decks=8),
        "bac-ez_push_3card7": House(commission=0, no_commission=NoCommission.EZ),
        "bac-half_on_6": House(commission=0, no_commission=NoCommission.HALF_ON_6),
        "bac-chemin": House(player_five=PlayerFive.FREE, bank=Bank.ROTATE_ON_LOSS),
    }


def test_house_questions_are_asked_where_they_matter():
    def asked(house):
        return worth_asking(house, Sheet(THREE, house))

    assert {"commission", "commission_round", "bank_limit"} <= asked(House())
    assert not {"rounds", "rotations"} & asked(House())
    assert "bank_limit" not in asked(CASINO)
    assert not {"commission", "commission_round"} & asked(EZ)
    assert "commission_round" not in asked(House(commission=0))
    assert "rounds" in asked(House(end=End.ROUNDS))
    assert "rotations" in asked(House(end=End.ROTATIONS))


def test_everybody_starts_with_the_chips_agreed_on():
    assert blank(GAME, THREE, House(start_chips=100)).totals == (100, 100, 100)
    assert blank(GAME, THREE, House()).totals == (0, 0, 0)


# Before and during a coup ----------------------------------------------------


def test_the_briefing_says_who_holds_the_bank():
    assert briefed() == ["seat 1 holds the bank and does not bet"]
    assert briefed(house=CASINO) == []
    cap = House(bank_limit=BankLimit.CAP, start_chips=50)
    assert briefed(house=cap)[1] == "The bank holds 50, and pays no more"
    assert briefed(house=House(end=End.ROUNDS))[1] == "Coup 1 of 20"
    rounds = House(end=End.ROTATIONS)
    assert briefed(coup(BANCO, **USUAL), house=rounds)[1] == "The bank has gone round 0 times of 2"


@pytest.mark.parametrize(
    ("punto", "banco", "house", "said"),
    [
        ("2S", "", House(), None),
        ("2S 3H", "6S KH", House(), "Punto has 5 and draws"),
        ("2S 3H", "6S KH", CHEMIN, "Punto has 5 and may draw or stand"),
        ("2S 3H 6D", "6S KH", House(), "Banco has 6 and draws against 6"),
        ("2S 3H 6D", "6S KH 2D", House(), "Punto 1, Banco 8: Banco wins"),
        ("7S KH", "5S KD", House(), "Punto stood: Banco has 5 and draws"),
        ("7S KH", "7D KD", House(), "Punto 7, Banco 7: a tie"),
        ("7S KH 2D", "7D KD", House(), None),
    ],
)
def test_after_each_card_the_phone_says_what_is_next(punto, banco, house, said):
    begun = Begun("cards", {"punto": Cards.read(punto), "banco": Cards.read(banco)})
    assert briefed(house=house, begun=begun)[1:] == ([said] if said else [])
    assert briefed(house=house, begun=Begun("coup", {}))[1:] == []


def test_bets_repeat_until_they_are_changed():
    first = coup(PUNTO, **USUAL)
    sheet = sheet_of(first)
    boxes = GAME.beforehand("coup", sheet)
    assert (boxes["on.2"], boxes["stake.2"]) == (BC, 20)
    assert not any(box.endswith(".1") for box in boxes), "seat 2 holds the bank now"
    assert not {"winner", "bank"} & set(boxes)
    assert boxes.keys() <= fill_in(sheet.rows[0].hand).keys()
    assert GAME.beforehand("cards", sheet) == boxes
    assert GAME.beforehand("chips", sheet) == {}
    assert GAME.beforehand("coup", sheet_of()) == {}


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (coup(PUNTO, **USUAL), "Punto"),
        (shown("7S KH", "7D KD", **USUAL), "Punto 7, Banco 7: a tie"),
        (Chips(Side(1), 50), "side 2 bought 50"),
        (Chips(Side(1), -50), "side 2 cashed in 50"),
        (STOP, "The table stops here"),
    ],
)
def test_a_row_says_what_happened(hand, words):
    assert ENGLISH.read(GAME.in_short(hand, Sheet(THREE, House()))) == words


def test_even_a_hand_of_one_card_makes_a_row():
    sheet = sheet_of(shown("7S", "", **USUAL))
    assert sheet.rows[0].problems
    assert GAME.in_short(sheet.rows[0].hand, sheet)


# Disputes --------------------------------------------------------------------


def the(text):
    return Cards.read(text)


def test_banco_has_six_and_punto_took_a_six():
    assert ask("banco", BancoHas(6, Rank.SIX)) == ("draw", ["2.5"])


def test_punto_stood_on_seven_and_banco_has_six():
    assert ask("banco", BancoHas(6, None, punto=7)) == ("stand", ["2.4"])


def test_banco_three_against_an_eight():
    assert ask("banco", BancoHas(3, Rank.EIGHT)) == ("stand", ["2.5"])


def test_a_king_as_third_card_counts_nothing():
    assert ask("banco", BancoHas(3, Rank.KING)) == ("draw", ["2.5", "1.2"])
    assert ask("banco", BancoHas(4, Rank.KING)) == ("stand", ["2.5", "1.2"])
    assert ask("banco", BancoHas(4, Rank.TEN))[0] == "stand"
    assert ask("banco", BancoHas(3, Rank.ACE))[0] == "draw"
    assert ask("banco", BancoHas(8, Rank.ACE)) == ("stand", ["2.1"])


def test_punto_had_five_may_he_stand():
    assert ask("punto", PuntoHas(5)) == ("draw", ["2.2"])
    assert ask("punto", PuntoHas(5), CHEMIN) == ("choose", ["2.3"])
    assert ask("punto", PuntoHas(6)) == ("stand", ["2.2"])
    assert ask("punto", PuntoHas(5, banco=9)) == ("stand", ["2.1"])


def test_a_tie_gives_the_stake_back():
    assert ask("tie") == ("returned", ["3.4"])
    assert ask("pay", WhatItPays(Bet.BANCO, 10, TIE)) == (0, ["3.4", "3.4"])


def test_eight_against_nine():
    assert ask("natural", TwoTotals(8, 9)) == ("banco", ["2.1"])
    assert ask("natural", TwoTotals(9, 9))[0] == "tie"
    assert ask("natural", TwoTotals(5, 7))[0] == "draw_on"


def test_a_card_dealt_in_error():
    assert ask("wrong_card", WrongCard(banco_draws=True)) == ("bancos", ["7.1"])
    assert ask("wrong_card", WrongCard(banco_draws=False))[0] == "burn"
    assert ask("wrong_card", WrongCard(banco_draws=False, seen=False))[0] == "next_coup"
    assert ask("out_of_cards") == ("void", ["7.2"])


def test_who_draws_and_who_has_won():
    def verdict(punto, banco, house=None):
        return ask("cards", TheCards(the(punto), the(banco)), house)[0]

    assert verdict("2S 3H", "6S KH") == "punto_draws"
    assert verdict("2S 3H", "6S KH", CHEMIN) == "punto_chooses"
    assert verdict("2S 3H 6D", "6S KH") == "banco_draws"
    assert verdict("2S 3H 6D", "6S KH 2D") == "banco"
    assert verdict("7S KH", "7D KD") == "tie"
    assert verdict("7S KH 2D", "7D KD") == "illegal"


def test_what_bets_pay():
    assert ask("pay", WhatItPays(Bet.PUNTO, 10, PUNTO)) == (10, ["3.1", "3.1"])
    assert ask("pay", WhatItPays(Bet.BANCO, 10, BANCO)) == ("19/2", ["3.2", "3.2", "3.3"])
    assert ask("pay", WhatItPays(Bet.TIE, 10, BANCO))[0] == -10
    assert ask("pay", WhatItPays(Bet.BANCO, 10, BANCO, banco_points=7, banco_cards=3), EZ)[0] == 0
    assert ask("pay", WhatItPays(Bet.PUNTO_PAIR, 10, BANCO)) == ("not_played", ["4.1"])
    assert ask("pay", WhatItPays(Bet.PUNTO_BONUS, 10, BANCO))[0] == "not_played"
    assert ask("pay", WhatItPays(Bet.PANDA_8, 10, BANCO))[0] == "not_played"
    eight = WhatItPays(Bet.PANDA_8, 10, PUNTO, punto_points=8, punto_cards=3)
    assert ask("pay", eight, House(ez_side=True))[0] == 250


def test_king_and_queen_are_no_pair():
    assert ask("pair", FirstTwo(the("KS QS"))) == ("no", ["4.1"])
    assert ask("pair", FirstTwo(the("KS KH")))[0] == "yes"


def test_no_commission_where_there_is_none():
    assert ask("commission", AStake(100), EZ) == (0, ["3.6"])
    assert ask("commission", AStake(100), HALF_ON_6) == (0, ["3.7"])


def test_the_bank_and_the_words():
    assert ask("bank") == (0, ["5.2", "5.2"])
    assert ask("bank", house=CASINO) == ("house", ["5.1"])
    assert ask("bank_bets")[0] == "illegal"
    assert ask("bank_bets", house=CASINO)[0] == "legal"
    assert ask("sides")[0] == ["punto", "banco"]


def test_counting_and_shuffling():
    assert ask("count", SomeCards(the("KS 7H 6D"))) == (3, ["1.2"])
    assert ask("shuffle", CardsLeft(40))[0] == "yes"
    assert ask("shuffle", CardsLeft(40), House(decks=8))[0] == "no"
    assert ask("shuffle", CardsLeft(15), House(decks=8))[0] == "yes"
