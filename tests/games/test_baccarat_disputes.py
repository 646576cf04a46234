"""Baccarat: the briefing, and disputes."""

import pytest

from games.baccarat import GAME
from games.baccarat.examples import (
    BANCO,
    BANCO_BET,
    CASINO,
    EZ,
    HALF_ON_6,
    HOME,
    PUNTO,
    TIE,
    coup,
)
from games.baccarat.house import House
from games.baccarat.payouts import Bet
from games.baccarat.referee import (
    BancoDraw,
    BancoStake,
    BothHands,
    CardsLeft,
    FirstTwoCards,
    PayFacts,
    PuntoDraw,
    Rank,
    SomeCards,
    TwoTotals,
    WrongCard,
)
from games.engine import Cards, PartialHand, to_form_data
from tests.games.baccarat_table import CHEMIN, USUAL, ask, briefing_after, sheet_of
from tests.games.table import NONE


def test_the_bets_of_the_last_coup_are_offered_again():
    sheet = sheet_of(coup(PUNTO, **USUAL))
    boxes = GAME.initial_answers("coup", sheet)
    assert (boxes["on.2"], boxes["stake.2"]) == (BANCO_BET, 20)
    assert not any(box.endswith(".1") for box in boxes), "seat 1 holds the bank now"
    assert not any(box.endswith(".0") for box in boxes), "seat 0 held the bank, and had no bet"
    assert not {"winner", "bank"} & set(boxes)
    assert boxes.keys() <= to_form_data(sheet.rows[0].hand).keys()
    assert GAME.initial_answers("cards", sheet) == boxes
    assert GAME.initial_answers("chips", sheet) == {}
    assert GAME.initial_answers("coup", sheet_of()) == {}


# Disputes

STANDARD = House(decks=8)
RULINGS = {  # by question: facts, house rules, (verdict, the rule of each reason)
    "banco": [
        (BancoDraw(6, Rank.SIX), HOME, ("draw", ["2.5"])),
        (BancoDraw(6, None, punto=7), HOME, ("stand", ["2.4"])),
        (BancoDraw(3, Rank.EIGHT), HOME, ("stand", ["2.5"])),
        # As the third card a ten or a face card counts 0, and an ace 1.
        (BancoDraw(3, Rank.KING), HOME, ("draw", ["2.5", "1.2"])),
        (BancoDraw(4, Rank.KING), HOME, ("stand", ["2.5", "1.2"])),
        (BancoDraw(4, Rank.TEN), HOME, ("stand", ["2.5", "1.2"])),
        (BancoDraw(3, Rank.ACE), HOME, ("draw", ["2.5", "1.2"])),
        (BancoDraw(8, Rank.ACE), HOME, ("stand", ["2.1"])),
    ],
    "punto": [
        (PuntoDraw(5), HOME, ("draw", ["2.2"])),
        (PuntoDraw(5), CHEMIN, ("choose", ["2.3"])),
        (PuntoDraw(6), HOME, ("stand", ["2.2"])),
        (PuntoDraw(5, banco=9), HOME, ("stand", ["2.1"])),
    ],
    "tie": [(NONE, HOME, ("returned", ["3.4"]))],
    "natural": [
        (TwoTotals(8, 9), HOME, ("banco", ["2.1"])),
        (TwoTotals(9, 9), HOME, ("tie", ["2.1"])),
        (TwoTotals(5, 7), HOME, ("draw_on", ["2.1"])),
    ],
    "wrong_card": [
        (WrongCard(banco_draws=True), HOME, ("bancos", ["7.1"])),
        (WrongCard(banco_draws=False), HOME, ("burn", ["7.1"])),
        (WrongCard(banco_draws=False, seen=False), HOME, ("next_coup", ["7.1"])),
    ],
    "out_of_cards": [(NONE, HOME, ("void", ["7.2"]))],
    "pay": [
        (PayFacts(Bet.PUNTO, 10, PUNTO), HOME, (10, ["3.1", "3.1"])),
        (PayFacts(Bet.BANCO, 10, BANCO), HOME, ("19/2", ["3.2", "3.2", "3.3"])),
        (PayFacts(Bet.BANCO, 10, TIE), HOME, (0, ["3.4", "3.4"])),
        (PayFacts(Bet.TIE, 10, BANCO), HOME, (-10, ["3.5", "3.5"])),
        (PayFacts(Bet.BANCO, 10, BANCO, banco_points=7, banco_cards=3), EZ, (0, ["3.6", "3.6"])),
        (PayFacts(Bet.PUNTO_PAIR, 10, BANCO), HOME, ("not_played", ["4.1"])),
        (PayFacts(Bet.PUNTO_BONUS, 10, BANCO), HOME, ("not_played", ["4.2"])),
        (PayFacts(Bet.PANDA_8, 10, BANCO), HOME, ("not_played", ["4.4"])),
        (
            PayFacts(Bet.PANDA_8, 10, PUNTO, punto_points=8, punto_cards=3),
            House(ez_side=True),
            (250, ["4.4", "4.4"]),
        ),
    ],
    "pair": [
        (FirstTwoCards(Cards.read("KS QS")), HOME, ("no", ["4.1"])),
        (FirstTwoCards(Cards.read("KS KH")), HOME, ("yes", ["4.1"])),
    ],
    "commission": [(BancoStake(100), EZ, (0, ["3.6"])), (BancoStake(100), HALF_ON_6, (0, ["3.7"]))],
    "bank": [(NONE, HOME, (0, ["5.2", "5.2"])), (NONE, CASINO, ("house", ["5.1"]))],
    "sides": [(NONE, HOME, (["punto", "banco"], ["1.3", "5.1"]))],
    "bank_bets": [(NONE, HOME, ("illegal", ["5.1"])), (NONE, CASINO, ("legal", ["5.1"]))],
    "count": [(SomeCards(Cards.read("KS 7H 6D")), HOME, (3, ["1.2"]))],
    "shuffle": [
        (CardsLeft(40), HOME, ("yes", ["1.5"])),
        (CardsLeft(40), STANDARD, ("no", ["1.5"])),
        (CardsLeft(15), STANDARD, ("yes", ["1.5"])),
    ],
}


@pytest.mark.parametrize("question", RULINGS)
def test_rulings_follow_the_house_rules(question):
    for facts, house, expected in RULINGS[question]:
        assert ask(question, facts, house) == expected, (facts, house)


@pytest.mark.parametrize(
    ("punto", "banco", "house", "verdict", "words"),
    [
        ("2S 3H", "6S KH", HOME, "punto_draws", "Punto has 5 and draws"),
        ("2S 3H", "6S KH", CHEMIN, "punto_chooses", "Punto has 5 and may draw or stand"),
        ("2S 3H 6D", "6S KH", HOME, "banco_draws", "Banco has 6 and draws against 6"),
        ("2S 3H 6D", "6S KH 2D", HOME, "banco", "Punto 1, Banco 8: Banco wins"),
        ("7S KH", "5S KD", HOME, "banco_draws", "Punto stood: Banco has 5 and draws"),
        ("7S KH", "7D KD", HOME, "tie", "Punto 7, Banco 7: a tie"),
        ("7S KH 2D", "7D KD", HOME, "illegal", None),
    ],
)
def test_the_briefing_tells_the_next_step_after_each_card(punto, banco, house, verdict, words):
    punto, banco = Cards.read(punto), Cards.read(banco)
    assert ask("cards", BothHands(punto, banco), house)[0] == verdict
    partial_hand = PartialHand("cards", {"punto": punto, "banco": banco})
    assert briefing_after(house=house, partial_hand=partial_hand)[1:] == ([words] if words else [])


def test_the_briefing_tells_no_next_step_before_both_hands_are_dealt():
    one_card = {"punto": Cards.read("2S"), "banco": Cards()}
    for kind, answers in ("coup", {}), ("cards", one_card):
        assert briefing_after(partial_hand=PartialHand(kind, answers))[1:] == []
