"""Let It Ride by its seed and its digest: hands, odds, stakes, the bank, the ledger and every dispute."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    payments,
    play,
    to_json,
    worth_asking,
    wrong_house,
)
from games.engine.ledger import Chips
from games.let_it_ride import GAME
from games.let_it_ride.examples import CASINO, FOUR, NO, TENS, THREE, TRIPS, TWO_PAIR, rode, shown
from games.let_it_ride.house import (
    PRESETS,
    Bank,
    BankLimit,
    End,
    House,
    PayTable,
    ThreeCardBonus,
    bonus_odds,
    odds,
)
from games.let_it_ride.poker import Made, Own, go_together, made, own
from games.let_it_ride.referee import APair, FiveCards, PairRank, PullBack, Stake, ThreeCards, WhatItPays

A, B, C = THREE.every_seat
NONE = Nothing()
ALONE = Seating(1, 1)
STOP = Stopped()
BONUS = House(three_card_bonus=ThreeCardBonus.A)


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


def alone(kept, hand, house=CASINO, **more):
    (total,) = totals(rode((kept,), (hand,), **more), house=house, seating=ALONE)
    return total


def ask(name, facts=NONE, house=None, hands=()):
    ruling = GAME.questions[name].rule_on(facts, sheet_of(*hands, house=house))
    return to_json(ruling.verdict), [because.rule.number for because in ruling.because]


def briefed(*hands, house=None, begun=None):
    sheet = sheet_of(*hands, house=house)
    return [ENGLISH.read(said.words) for said in GAME.briefing(sheet, begun)]


def the(text):
    return Cards.read(text)


# What hands are --------------------------------------------------------------


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
def test_five_cards(cards, what):
    assert made(the(cards)) is what


def test_of_twenty_cards_there_are_as_many_hands_of_each_kind_as_can_be_reckoned():
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
def test_three_cards(cards, what):
    assert own(the(cards)) is what


@given(st.permutations(list(pack())))
def test_three_cards_of_five_always_go_with_the_five(cards):
    assert go_together(made(Cards(cards[:5])), own(Cards(cards[:3])))


# What the seed says: the odds ------------------------------------------------


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
def test_every_stake_that_rides_is_paid_at_fixed_odds(hand, seed, alternative, kept):
    assert alone(kept, hand) == kept * seed
    assert alone(kept, hand, replace(CASINO, paytable=PayTable.ALT500)) == kept * alternative
    assert alone(kept, hand, replace(CASINO, base_bet=5)) == kept * seed * 5


@pytest.mark.parametrize("kept", [1, 2, 3])
def test_with_less_every_stake_that_rides_is_lost(kept):
    assert alone(kept, NO) == -kept
    assert alone(kept, NO, replace(CASINO, base_bet=5)) == -5 * kept


def test_the_seed_is_offered_first_to_three_with_the_bank_going_round():
    first = GAME.presets[0]
    assert (first.id, first.source.tag, first.house) == ("lir-seed", "top card games", House())
    assert GAME.shapes(first)[0] == (3, 3)
    assert first.house.bank is Bank.ROTATE_ROUND
    hands = (rode((None, 1, 1), (NO,) * 3), rode((1, None, 1), (NO,) * 3))
    assert [GAME.dealer(sheet_of(*hands[:n])) for n in range(3)] == [0, 1, 2]


# Options ---------------------------------------------------------------------


def test_presets_are_the_digests():
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
    assert "custom" in worth_asking(house, Sheet(THREE, house))


@pytest.mark.parametrize(
    ("bonus", "pays"),
    [
        (ThreeCardBonus.A, (50, 40, 30, 6, 4, 1, 0)),
        (ThreeCardBonus.B, (50, 40, 30, 6, 3, 1, 0)),
        (ThreeCardBonus.C, (40, 40, 30, 5, 4, 1, 0)),
        (ThreeCardBonus.OFF, (0,) * 7),
    ],
)
def test_the_3_card_bonus(bonus, pays):
    house = replace(CASINO, three_card_bonus=bonus)
    assert tuple(bonus_odds(three, house) for three in reversed(Own)) == pays


def test_the_bonus_is_a_bet_of_its_own():
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
def test_the_old_bonus_of_one_chip(hand, pays):
    house = replace(CASINO, five_card_bonus=True)
    assert alone(1, hand, house, five_card=(True,)) - alone(1, hand, house) == pays


def test_no_hand_wins_more_than_the_table_allows():
    house = replace(CASINO, max_payout=500)
    assert alone(3, Made.ROYAL_FLUSH, house) == 500
    assert alone(3, Made.FOUR, house) == 150


def test_a_player_may_put_down_other_stakes():
    assert totals(rode((None, 2, 1), (NO, TRIPS, NO), stake=(None, 10, None))) == (-59, 60, -1)


def test_house_questions_are_asked_where_they_matter():
    def asked(house):
        return worth_asking(house, Sheet(THREE, house))

    assert not {"custom", "rounds", "rotations"} & asked(House())
    assert "bank_limit" in asked(House())
    assert "bank_limit" not in asked(CASINO)
    assert "rounds" in asked(House(end=End.ROUNDS))
    assert "rotations" in asked(House(end=End.ROTATIONS))


def test_only_what_a_bet_depends_on_is_asked():
    def asked(hand, house):
        return worth_asking(hand, Sheet(THREE, house))

    plain = rode((1, 1, 1), (NO,) * 3)
    assert asked(plain, CASINO) == {"stake", "kept", "hand"}
    assert asked(plain, House()) == {"bank", "stake", "kept", "hand"}
    assert asked(plain, BONUS) == {"bank", "stake", "kept", "hand", "three_card"}
    bet = rode((1, 1, 1), (NO,) * 3, three_card=(0, 1, 0))
    assert "own" in asked(bet, BONUS)
    assert "five_card" in asked(plain, House(five_card_bonus=True))


# Checks ----------------------------------------------------------------------


def test_the_bank_does_not_play():
    assert fields(rode((2, 1, 1), (NO,) * 3)) == {"kept.0": "seat 1 holds the bank and does not play"}
    assert fields(rode((1, 1, 1), (TENS, NO, NO))).keys() == {"hand.0"}
    assert fields(rode((1, 1, 1), (NO,) * 3, three_card=(1, 0, 0)), house=BONUS).keys() == {"three_card.0"}
    old = House(five_card_bonus=True)
    assert fields(rode((1, 1, 1), (NO,) * 3, five_card=(True, False, False)), house=old).keys() == {
        "five_card.0"
    }
    assert "cards.0" in fields(shown("2H 9H", ("2D 3D 4D", "KH 7H 4H", "9S AD 5C"), (1, 1, 1)))
    assert totals(rode((1, 1, 1), (NO,) * 3)) == (2, -1, -1)


def test_some_may_sit_out_but_not_all():
    assert totals(rode((None, None, 1), (NO,) * 3)) == (1, 0, -1)
    assert fields(rode((None, None, 1), (NO, TENS, NO))) == {"hand.1": "seat 2 did not play in this round"}
    assert fields(rode((None, None, None), (NO,) * 3)).keys() == {"kept"}


def test_one_two_or_three_stakes_ride():
    assert "kept.1" in fields(rode((None, 4, 1), (NO,) * 3))
    assert "kept.1" in fields(rode((None, 0, 1), (NO,) * 3))


def test_bets_that_are_not_played_are_not_passed_over():
    bonus = rode((None, 1, 1), (NO,) * 3, three_card=(0, 1, 0))
    assert fields(bonus) == {"three_card": "That bet is not played at this table"}
    old = rode((None, 1, 1), (NO,) * 3, five_card=(False, True, False))
    assert fields(old).keys() == {"five_card"}


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
def test_five_cards_must_go_with_the_three_among_them(five, three, fits):
    hand = rode((None, 1, 1), (NO, five, NO), three_card=(0, 1, 0), own=(Own.NOTHING, three, Own.NOTHING))
    assert ("own.1" not in fields(hand, house=BONUS)) is fits


def test_the_very_cards_are_checked():
    two = shown("2H 9H", ("", "KH 7H", "9S AD 5C"), (None, 1, 1))
    assert fields(two) == {"cards.1": "seat 2 had three cards"}
    twice = shown("2H 9H", ("", "KH 7H 2H", "9S AD 5C"), (None, 1, 1))
    assert fields(twice) == {"cards": "2♥ cannot be in two places"}
    assert totals(shown("2H 9H", ("", "KH 7H 4H", ""), (None, 2, None))) == (-16, 16, 0)


# The ledger ------------------------------------------------------------------


@given(
    st.lists(
        st.tuples(
            st.lists(st.none() | st.integers(1, 3), min_size=4, max_size=4),
            st.lists(st.sampled_from(Made), min_size=4, max_size=4),
        ),
        max_size=6,
    ),
    st.sampled_from([Bank.ROTATE_ROUND, Bank.FIXED]),
    st.sampled_from(BankLimit),
    st.lists(st.integers(-50, 500), min_size=4, max_size=4),
)
def test_with_a_bank_at_the_table_the_ledger_always_adds_up(rounds, bank, limit, bought):
    house = House(bank=bank, bank_limit=limit, start_chips=10)
    hands = [Chips(Side(n), amount) for n, amount in enumerate(bought)]
    for kept, made_ in rounds:
        holds = GAME.dealer(sheet_of(*hands, house=house, seating=FOUR))
        plays = [n != holds and kept[n] is not None for n in range(4)]
        if any(plays):
            hands.append(
                rode(
                    tuple(n if may else None for n, may in zip(kept, plays, strict=True)),
                    tuple(five if may else NO for five, may in zip(made_, plays, strict=True)),
                )
            )
    sheet = sheet_of(*hands, STOP, house=house, seating=FOUR)
    assert not any(row.problems for row in sheet.rows)
    assert sum(sheet.totals) == 40 + sum(bought)
    assert sum(sheet.final) == 40


def test_the_bank_goes_round_or_stays_or_is_the_houses():
    one = rode((None, 1, 1), (NO,) * 3)
    assert GAME.dealer(sheet_of(one)) == 1
    assert GAME.dealer(sheet_of(one, house=House(bank=Bank.FIXED))) == 0
    assert GAME.dealer(sheet_of(house=CASINO)) is None
    assert totals(rode((1, 1, 2), (NO, TENS, TWO_PAIR)), house=CASINO) == (-1, 1, 4)


def test_somebody_else_may_hold_the_bank():
    hand = replace(rode((1, 1, None), (NO, TENS, NO)), bank=C)
    assert totals(hand) == (-1, 1, 0)
    assert GAME.dealer(sheet_of(hand)) == 0
    assert GAME.dealer(sheet_of(hand, house=House(bank=Bank.FIXED))) == 0


def test_a_bank_pays_no_more_than_it_holds():
    house = House(bank_limit=BankLimit.CAP, start_chips=3)
    assert totals(rode((None, 1, 1), (NO, Made.STRAIGHT, TENS)), house=house) == (
        0,
        3 + Fraction(5, 2),
        3 + Fraction(1, 2),
    )
    assert totals(rode((None, 1, 1), (NO, TWO_PAIR, NO)), house=house) == (2, 5, 2)


def test_chips_are_bought_and_cashed_in():
    assert totals(Chips(Side(0), 50), Chips(Side(0), -20)) == (30, 0, 0)
    assert blank(GAME, THREE, House(start_chips=100)).totals == (100, 100, 100)


# The end ---------------------------------------------------------------------


LOST = rode((None, 1, 2), (NO,) * 3)


def ended(*hands, house=None):
    sheet = sheet_of(*hands, house=house)
    assert not any(row.problems for row in sheet.rows)
    return sheet.outcome and (tuple(sheet.outcome.winners), sheet.outcome.because.rule.number)


def test_the_table_may_stop_at_any_time():
    assert ended(LOST) is None
    assert ended(LOST, STOP) == ((0,), "6.3")
    assert ended(STOP) == ((0, 1, 2), "6.2")


def test_chips_bought_do_not_win():
    sheet = sheet_of(Chips(Side(2), 500), LOST, STOP)
    assert tuple(sheet.final) == (3, -1, -2)
    assert sheet.outcome.winners == (0,)


def test_a_number_of_rounds_or_whole_rounds_of_the_bank():
    rounds = House(end=End.ROUNDS, rounds=2)
    second, third = rode((1, None, 1), (NO,) * 3), rode((1, 1, None), (NO,) * 3)
    assert ended(LOST, house=rounds) is None
    assert ended(LOST, second, house=rounds)[1] == "6.4"
    rotations = House(end=End.ROTATIONS, rotations=1)
    assert ended(LOST, second, house=rotations) is None
    assert ended(LOST, second, third, house=rotations) == ((0,), "6.5")


def test_until_somebody_is_broke():
    house = House(end=End.BROKE, start_chips=2)
    assert ended(rode((None, 1, 1), (NO,) * 3), house=house) is None
    assert ended(LOST, house=house) == ((0,), "6.6")
    assert ended(Chips(Side(1), -2), house=house) is None
    assert ended(Adjustment(PerSide((0, -2, 0)), "a fine"), house=house) is None


def test_house_rules_that_do_not_go_together():
    for bank in Bank.HOUSE, Bank.FIXED:
        house = House(bank=bank, end=End.ROTATIONS)
        assert {p.field for p in wrong_house(GAME, house, THREE)} == {"end"}
    assert {p.field for p in wrong_house(GAME, House(), ALONE)} == {"bank"}
    assert not wrong_house(GAME, CASINO, ALONE)


# Words -----------------------------------------------------------------------


def test_the_briefing():
    assert briefed() == [
        "seat 1 holds the bank, deals, and does not play",
        "Three stakes of 1 each",
    ]
    assert briefed(house=CASINO) == ["Three stakes of 1 each"]
    cap = House(bank_limit=BankLimit.CAP, start_chips=50)
    assert briefed(house=cap)[1] == "The bank holds 50, and pays no more"
    assert briefed(house=House(end=End.ROUNDS))[-1] == "Round 1 of 20"
    assert briefed(house=House(end=End.ROTATIONS))[-1] == "The bank has gone round 0 times of 2"


def test_the_phone_names_hands_as_they_are_tapped():
    answers = {"cards.1": the("KH 7H 4H"), "cards.2": the("9S AD")}
    assert len(briefed(begun=Begun("cards", answers))) == 2
    answers["shared"] = the("2H 9H")
    assert briefed(begun=Begun("cards", answers))[2:] == ["seat 2: Flush"]
    assert len(briefed(begun=Begun("round", {}))) == 2


def test_stakes_repeat_until_they_are_changed():
    hand = rode((None, 2, 1), (NO, TRIPS, NO), stake=(None, 10, 5), three_card=(0, 2, 3))
    sheet = sheet_of(hand, house=BONUS)
    boxes = GAME.beforehand("round", sheet)
    assert (boxes["stake.2"], boxes["three_card.2"]) == (5, 3)
    assert not any(box.endswith(".1") for box in boxes), "seat 2 holds the bank now"
    assert not {"kept.2", "hand.2"} & set(boxes)
    assert boxes.keys() <= fill_in(sheet.rows[0].hand).keys()
    assert GAME.beforehand("chips", sheet) == {}
    assert GAME.beforehand("round", sheet_of()) == {}


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (LOST, "Nobody's hand paid"),
        (rode((None, 1, 2), (NO, TRIPS, TENS)), "seat 2: Three of a kind, seat 3: Pair, tens or better"),
        (shown("2H 9H", ("", "KH 7H 4H", "9S AD 5C"), (None, 2, 1)), "seat 2: Flush"),
        (Chips(Side(1), 50), "side 2 bought 50"),
        (Chips(Side(1), -50), "side 2 cashed in 50"),
        (STOP, "The table stops here"),
    ],
)
def test_a_row_says_what_happened(hand, words):
    assert ENGLISH.read(GAME.in_short(hand, Sheet(THREE, House()))) == words


# Disputes --------------------------------------------------------------------


def name(cards, house=None):
    return ask("name", FiveCards(the(cards)), house)


def test_a_pair_of_nines_does_not_pay():
    assert ask("pair", APair(PairRank.NINE)) == ("no", ["2.4"])
    assert ask("pair", APair(PairRank.TWO_TO_EIGHT))[0] == "no"
    assert ask("pair", APair(PairRank.TEN)) == ("yes", ["3.1"])
    assert name("9S 9H 2D 3C KS") == ("no_pay", ["2.2", "3.2", "2.4"])


def test_a_king_high_straight_flush_is_not_royal():
    assert name("9S TS JS QS KS") == ("straight_flush", ["2.2", "3.1", "2.2"])
    assert name("TS JS QS KS AS") == ("royal_flush", ["2.2", "3.1"])
    assert ask("pay", WhatItPays(Made.STRAIGHT_FLUSH, 1))[0] == 200


def test_ace_to_five_is_a_straight():
    assert name("AS 2H 3S 4S 5S") == ("straight", ["2.2", "3.1", "2.3"])


def test_queen_king_ace_two_three_is_nothing():
    assert name("QS KH AS 2S 3S") == ("no_pay", ["2.2", "3.2", "2.3"])


def test_the_first_stake_cannot_be_pulled_after_the_first_card():
    assert ask("pull", PullBack(Stake.FIRST, 0)) == ("legal", ["1.3"])
    assert ask("pull", PullBack(Stake.FIRST, 1)) == ("illegal", ["1.4"])
    assert ask("pull", PullBack(Stake.SECOND, 0))[0] == "illegal"
    assert ask("pull", PullBack(Stake.SECOND, 1)) == ("legal", ["1.4"])
    assert ask("pull", PullBack(Stake.SECOND, 2))[0] == "illegal"
    assert ask("pull", PullBack(Stake.THIRD, 1)) == ("illegal", ["1.5"])


def test_three_fives_on_tens_pay_fifteen():
    assert ask("pay", WhatItPays(Made.TENS, 3, 5)) == (15, ["3.1", "3.1", "3.1"])
    assert ask("pay", WhatItPays(Made.TENS, 3), House(base_bet=5))[0] == 15
    assert ask("pay", WhatItPays(Made.NO_PAY, 2))[0] == -2
    assert ask("each") == ("each", ["3.1"])


def test_the_3_card_bonus_ignores_the_cards_for_all():
    assert ask("bonus_shared") == ("no", ["4.1"])
    assert ask("three", ThreeCards(the("QS KS AS")), BONUS) == ("mini_royal", ["4.1", "4.1"])
    assert ask("three", ThreeCards(the("KH AS 2S")), BONUS) == ("nothing", ["4.1", "4.1", "2.3"])
    ruling = GAME.questions["three"].rule_on(ThreeCards(the("2S 2H 9S")), sheet_of())
    assert ENGLISH.read(ruling.because[1].words) == "The 3-card bonus is not played at this table"


def test_the_odds_at_this_table():
    assert ask("odds")[0] == [1000, 200, 50, 11, 8, 5, 3, 2, 1]
    assert ask("odds", house=House(paytable=PayTable.ALT500))[0] == [500, 100, 25, 15, 10, 5, 3, 2, 1]
    custom = House(paytable=PayTable.CUSTOM, custom=(1, 1, 1, 1, 1, 1, 1, 1, 0))
    assert ask("odds", house=custom)[1][-1] == "3.2"


def test_other_questions():
    assert ask("pulled") == ("returned", ["1.6"])
    assert ask("showing") == ("illegal", ["1.7"])
    assert ask("choosing") == ("no", ["2.1"])
    assert ask("bank", hands=[LOST]) == (1, ["5.2"])
    assert ask("bank", house=CASINO) == ("house", ["5.1"])
    assert ask("bank_plays")[0] == "illegal"
    assert ask("bank_plays", house=CASINO)[0] == "legal"


def test_players_settle_with_the_house_or_with_each_other_and_bought_chips_go_back():
    house_holds_it = replace(House(), bank=Bank.HOUSE)
    won = Adjustment(PerSide((5, -2, -1)), "so far")
    bought = Chips(Side(1), 20)
    for hands in ((won, bought), (won, bought, STOP)):
        sheet = play(GAME, Seating(3, 3), house_holds_it, hands)
        assert GAME.settling(sheet).points == (5, -2, -1)
    paid = {(one.payer, one.payee, one.points) for one in payments((5, -2, -1))}
    assert paid == {(None, 0, 2), (1, 0, 2), (2, 0, 1)}
