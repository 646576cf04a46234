"""Big Two: every dispute, under each house rule it depends on."""

from dataclasses import replace

import pytest

from games.big_two import GAME
from games.big_two.choices import (
    Assist,
    Assistant,
    AssistScope,
    Bombs,
    CardValue,
    Direction,
    Dragon,
    FlushOrder,
    FourTwos,
    Jokers,
    LastCall,
    LastTwo,
    NextLead,
    Opening,
    Passing,
    Payment,
    QuadsForm,
    SmackDown,
    SuitOrder,
    TrickEnd,
    Triples,
    TwoScope,
    WeakHand,
)
from games.big_two.examples import FOUR, HONG_KONG, THREE, TWO_PAIRS, deal
from games.big_two.hands import Placings
from games.big_two.referee_cards import FirstPlay, PlayOnTable, SomeCards
from games.big_two.referee_deal import DealtHand, LeftoverCards
from games.big_two.referee_pay import Blame, BlamedPlay, CardCount, LastCardCall
from games.big_two.referee_play import CardsLeftByPlayer, LowestCardHolder, Passes, Trick, Turn
from games.engine import AcceptedRuling, Cards, PerSeat, PerSide, play
from tests.games.big_two_table import ASSIST, TWO_SEATS, A, B, C, D, ask, preset, rules, ruling_on
from tests.games.table import NONE


def verdict(*question, **table):
    return ask(*question, **table)[0]


def some_cards(text):
    return SomeCards(Cards.read(text))


def play_on_table(played, table, **facts):
    return PlayOnTable(Cards.read(played), Cards.read(table), **facts)


def first_play(cards, *out_of_play):
    return FirstPlay(Cards.read(cards), *map(Cards.read, out_of_play))


# Rulings

WEAK = DealtHand(Cards.read("3D 4D 5D 6D 7C 8C 9C TC JH 3H 4H 5H QH"))  # 3 points (J=1, Q=2)
STRONG = DealtHand(Cards.read("3D 4D 5D 6D 7C 8C 9C TC 9H 3H 4H AH 2D"))  # 9 points (A=4, 2=5), no face card
TWOS = DealtHand(Cards.read("3D 4D 5D 6D 7C 8C 9C TC JH 2D 2C 2H 2S"))
DRAGON = DealtHand(Cards.read("3D 4D 5D 6D 7C 8C 9C TC JH QH KS AS 2D"))
MALTESE = DealtHand(Cards.read("4D 4C 5D 5C 6D 6C 7D 7C 8D 8C 9D 9C KS"))
MALTESE_WITH_3S = DealtHand(Cards.read("3D 3C 5D 5C 6D 6C 7D 7C 8D 8C 9D 9C KS"))

QUADS_ON_A_2 = play_on_table("3D 3C 3H 3S 4D", "2S")
SMACK = rules(smackdown=SmackDown.BIG_TWO)
LOWEST = rules(next_lead=NextLead.LOWEST)
THREE_THREES = rules(three_threes=True)
PASSING = Trick(Cards.read("3D 3C 3H"), Cards.read("2D 2C 2H 5S"))
MIXED = DealtHand(Cards.read("3D TS KD AH 2C"))
IMPOSSIBLE = deal(A, 0, 0, 8, 11)
ANY_PLAY = replace(ASSIST, assist_scope=AssistScope.ANY)
JUST_BEFORE = replace(ASSIST, assist_who=Assistant.JUST_BEFORE)
LET_OUT = Blame(A, B, BlamedPlay.LOWER)  # B let A go out
CALL = rules(last_card_call=LastCall.REQUIRED)
FORGOT = LastCardCall(A, called=False)
PAIRS, PRESIDENT = preset("team"), preset("president")
FOUR_TWOS_REDEAL = rules(four_twos=FourTwos.REDEAL)

RULINGS = {  # by question: facts, house rules, ruling
    "beats": [
        *(
            (play_on_table("AD 2C 3H 4S 5D", "TD JC QH KS AD"), preset(id), "yes")
            for id in ("hong-kong", "malaysia")
        ),
        (QUADS_ON_A_2, rules(bombs=Bombs.SMALL), "yes"),
        (play_on_table("3D", "2S", after_bomb=True), rules(bomb_turns_twos_low=True), "yes"),
        (play_on_table("3D", "2S"), rules(bomb_turns_twos_low=True), "no"),
        (play_on_table("4H 5H 6H 7H 8H", "4D 4C 4S 4H 3C", after_smack=True), SMACK, "no"),
        (play_on_table("4H 5H 6H 7H 8H", "4D 4C 4S 4H 3C"), SMACK, "yes"),
    ],
    "combination": [
        *((some_cards("JD QC KH AS 2D"), preset(id), "none") for id in ("hong-kong", "taiwan")),
        (some_cards("4D 4C 5D 5C 6D 6C"), SMACK, "pair_run"),
        (some_cards("4D 4C 4H 4S"), SMACK, "four"),
    ],
    "lowest_card": [
        (NONE, HONG_KONG, "DCHS"),
        (NONE, preset("taiwan"), "CDHS"),
        (NONE, rules(suit_order=SuitOrder.NONE), "none"),
    ],
    "opening": [
        (first_play("3D"), HONG_KONG, "legal"),
        (first_play("3D 3C"), HONG_KONG, "legal"),
        (first_play("3C"), HONG_KONG, "illegal"),
        (first_play("3D 4C"), HONG_KONG, "illegal"),  # no combination
        (first_play("3C"), preset("taiwan"), "legal"),
        (first_play("3C"), rules(opening=Opening.ANYTHING), "legal"),
        (first_play("4C", "4C"), HONG_KONG, "legal"),  # the 3s are out of play
    ],
    "lead": [(LowestCardHolder(), HONG_KONG, "3D"), (LowestCardHolder(B), HONG_KONG, 1)],
    "turn": [
        (Turn(A, clockwise=False), rules(direction=Direction.COUNTER), 3),
        (Turn(A, clockwise=False), rules(direction=Direction.CLOCKWISE), 1),
        (Turn(A, clockwise=True), rules(direction=Direction.RACE), 1),
        (Turn(A, clockwise=False), rules(direction=Direction.RACE), 3),
    ],
    "come_back": [(NONE, HONG_KONG, "yes"), (NONE, rules(pass_rule=Passing.LOCKED), "no")],
    # When three 3s are led, a player whose only higher triple is three 2s must play it.
    "may_pass": [
        (PASSING, HONG_KONG, "yes"),
        (PASSING, THREE_THREES, "no"),
        (replace(PASSING, led=False), THREE_THREES, "yes"),
        (replace(PASSING, hand=Cards.read("2D 2C 2H 5S 5D 5C")), THREE_THREES, "yes"),
        (replace(PASSING, table=Cards.read("4D 4C 4H")), THREE_THREES, "yes"),
        (replace(PASSING, hand=Cards.read("2D 2C 5S")), THREE_THREES, "yes"),
    ],
    "trick_end": [  # passes, players who hold cards, and if the last to play went out
        (Passes(2, 4, False), HONG_KONG, "no"),
        (Passes(3, 4, False), HONG_KONG, "yes"),
        (Passes(1, 2, False), HONG_KONG, "yes"),
        (Passes(1, 4, False), rules(trick_end=TrickEnd.ONE_PASS), "yes"),
        (Passes(0, 4, False), rules(trick_end=TrickEnd.ONE_PASS), "no"),
        (Passes(2, 3, True), preset("placings"), "no"),
        (Passes(3, 3, True), PRESIDENT, "yes"),
        (Passes(2, 3, False), PRESIDENT, "yes"),
    ],
    "big_two": [
        (some_cards("2S"), HONG_KONG, "yes"),
        (some_cards("2H"), HONG_KONG, "no"),
    ],
    "hand_count": [(NONE, HONG_KONG, "yes")],
    "finish": [(some_cards("2D 3C"), HONG_KONG, "illegal")],  # no combination
    "steps": [
        (CardCount(9), HONG_KONG, 1),
        (CardCount(10), HONG_KONG, 2),
        (CardCount(13), HONG_KONG, 3),
        (CardCount(10), preset("da-lao-er"), 1),
        (CardCount(11), preset("da-lao-er"), 2),
        (CardCount(8), preset("mainland"), 2),
    ],
    "payment": [
        (IMPOSSIBLE, HONG_KONG, "none"),
        (deal(A, 0, 3, 8, 11), preset("placings"), "none"),
    ],
    "worth": [
        (MIXED, HONG_KONG, 5),
        (MIXED, preset("philippines"), 3 + 10 + 10 + 1 + 2),
        (MIXED, rules(card_value=CardValue.RANK15), 3 + 10 + 13 + 14 + 15),
        (DealtHand(Cards.read("X1")), rules(card_value=CardValue.RANK15, jokers=Jokers.WILD), 15),
    ],
    "redeal": [
        (WEAK, HONG_KONG, "no"),
        (WEAK, rules(redeal_weak=WeakHand.POINTS), "yes"),
        (WEAK, rules(redeal_weak=WeakHand.NO_FACES), "no"),
        (STRONG, rules(redeal_weak=WeakHand.POINTS), "no"),
        (STRONG, rules(redeal_weak=WeakHand.NO_FACES), "yes"),
        (TWOS, HONG_KONG, "no"),
        (TWOS, FOUR_TWOS_REDEAL, "yes"),
        (WEAK, FOUR_TWOS_REDEAL, "no"),
    ],
    "at_once": [
        (TWOS, HONG_KONG, "play_on"),
        (TWOS, rules(four_twos=FourTwos.WIN), "win"),
        (TWOS, rules(four_twos=FourTwos.DRAW), "draw"),
        (TWOS, FOUR_TWOS_REDEAL, "redeal"),
        (DRAGON, HONG_KONG, "play_on"),
        (DRAGON, rules(dragon=Dragon.WIN), "win"),
        (DRAGON, rules(dragon=Dragon.PLAYABLE), "play_on"),
        (MALTESE, HONG_KONG, "play_on"),
        (MALTESE, rules(maltese_dragon=True), "win"),
        (MALTESE_WITH_3S, rules(maltese_dragon=True), "lose"),
        (WEAK, rules(maltese_dragon=True, dragon=Dragon.WIN, four_twos=FourTwos.WIN), "play_on"),
    ],
    "leftover": [  # leftover cards go to the holder of the lowest card dealt
        (LeftoverCards(Cards.read("X1 3D")), rules(jokers=Jokers.WILD, suit_order=SuitOrder.NONE), "3C"),
    ],
    "pairs": [(CardsLeftByPlayer(PerSeat((0, 4, 4, 0))), HONG_KONG, "alone")],
    "assistance": [
        (LET_OUT, HONG_KONG, "no"),
        (LET_OUT, ASSIST, "yes"),
        (LET_OUT, ANY_PLAY, "yes"),
        (replace(LET_OUT, cards=2), ASSIST, "no"),  # a pair or five cards are exempt
        (replace(LET_OUT, cards=5), ANY_PLAY, "no"),
        (replace(LET_OUT, blamed=D), JUST_BEFORE, "no"),
        (replace(LET_OUT, blamed=D), ASSIST, "yes"),  # others may have passed in between
        (replace(LET_OUT, blamed=A), ASSIST, "no"),
        (replace(LET_OUT, blamed=D), replace(JUST_BEFORE, direction=Direction.CLOCKWISE), "yes"),
        (replace(LET_OUT, did=BlamedPlay.COULD_NOT), ANY_PLAY, "no"),
        (replace(LET_OUT, did=BlamedPlay.PASSED), ASSIST, "no"),
        (replace(LET_OUT, did=BlamedPlay.PASSED), ANY_PLAY, "yes"),
        (replace(LET_OUT, did=BlamedPlay.SINGLE), ASSIST, "no"),
        (replace(LET_OUT, did=BlamedPlay.SINGLE), ANY_PLAY, "yes"),
        (LET_OUT, replace(preset("placings"), assist_penalty=Assist.PAYS_ALL), "no"),
    ],
    "last_card": [
        (FORGOT, HONG_KONG, "no"),
        (FORGOT, CALL, "yes"),
        (LastCardCall(A, called=True), CALL, "no"),
        (FORGOT, replace(CALL, payment=Payment.PLACINGS), "no"),
    ],
    "signals": [(NONE, HONG_KONG, "no")],
    "gifts": [(NONE, HONG_KONG, "none"), (NONE, PRESIDENT, "none")],
}


@pytest.mark.parametrize("question", RULINGS)
def test_rulings_follow_the_house_rules(question):
    for facts, house, expected in RULINGS[question]:
        assert verdict(question, facts, house) == expected, (facts, house)


AFTER_A, AFTER_C = {"hands": [deal(A, 0, 1, 1, 1)]}, {"hands": [deal(C, 1, 1, 0, 1)]}
AFTER_PLACES = {"hands": [Placings(PerSide((1, 2, 3, 4)))]}
IN_PAIRS = {"seating": TWO_PAIRS}
RULINGS_AT_TABLES = [  # question, facts, house rules, the hands before or the seating, ruling
    ("opening", first_play("AS"), HONG_KONG, AFTER_A, "legal"),
    ("opening", first_play("AS"), LOWEST, AFTER_A, "illegal"),
    ("lead", LowestCardHolder(B), HONG_KONG, AFTER_C, 2),
    ("lead", LowestCardHolder(B), LOWEST, AFTER_C, 1),
    ("lead", LowestCardHolder(), LOWEST, AFTER_C, "3D"),
    ("gifts", NONE, PRESIDENT, AFTER_PLACES, "give"),
    ("turn", Turn(A), HONG_KONG, {"seating": TWO_SEATS}, 1),
    ("leftover", LeftoverCards(Cards.read("3D")), HONG_KONG, {"seating": THREE}, "3C"),
    ("pairs", CardsLeftByPlayer(PerSeat((4, 10, 5, 0))), PAIRS, IN_PAIRS, 0),
    ("pairs", CardsLeftByPlayer(PerSeat((0, 4, 4, 0))), PAIRS, IN_PAIRS, "shootout"),
    ("assistance", LET_OUT, replace(PAIRS, assist_penalty=Assist.PAYS_ALL), IN_PAIRS, "no"),
]


@pytest.mark.parametrize(("question", "facts", "house", "table", "expected"), RULINGS_AT_TABLES)
def test_rulings_depend_on_the_hands_before_and_on_the_seating(question, facts, house, table, expected):
    assert verdict(question, facts, house, **table) == expected


# Cited rules

CITED = [  # question, facts, house rules, the rules cited
    ("combination", some_cards("JD QC KH AS 2D"), HONG_KONG, ["3.16", "3.5"]),
    ("combination", some_cards("3D 5D 8D JD KD"), rules(flush_order=FlushOrder.OFF), ["3.16", "3.8"]),
    ("combination", some_cards("7D 7C 7S"), rules(triples=Triples.IN_FIVE), ["3.16", "3.3"]),
    ("combination", some_cards("7D 7C 7S 7H"), HONG_KONG, ["3.16", "3.4"]),
    ("combination", some_cards("7D 7C 8S 8H 9D"), HONG_KONG, ["3.16", "3.12"]),
    ("combination", some_cards("7D 9C"), HONG_KONG, ["3.16"]),
    ("combination", some_cards("4D 4C 4H 4S"), SMACK, ["3.4", "4.2"]),
    ("combination", some_cards("4D 4C 4H 4S"), replace(SMACK, quads_form=QuadsForm.BOTH), ["3.4"]),
    ("beats", QUADS_ON_A_2, rules(smackdown=SmackDown.ANY_TWO), ["4.2", "4.2", "4.1", "4.2"]),
    ("beats", play_on_table("3D 3C", "AH"), HONG_KONG, ["2.3", "2.3"]),
    ("beats", play_on_table("3D", "3C 4D"), HONG_KONG, ["3.16", "3.16"]),
    # The rule of suits is cited for equal straights only.
    ("beats", play_on_table("3D 4C 5H 6S 7S", "3C 4D 5C 6H 7D"), HONG_KONG, ["3.6", "3.6", "3.5"]),
    ("beats", play_on_table("4D 5C 6H 7S 8D", "3C 4D 5C 6H 7D"), HONG_KONG, ["3.5", "3.5", "3.5"]),
    ("beats", play_on_table("3S 5S 8S JS AS", "3C 4D 5C 6H 7D"), HONG_KONG, ["3.13", "3.13", "3.5", "3.8"]),
    ("finish", some_cards("2D"), HONG_KONG, ["5.2", "6.5"]),
    ("finish", some_cards("AD"), HONG_KONG, ["5.2"]),
    ("payment", IMPOSSIBLE, HONG_KONG, ["5.1"]),
]


@pytest.mark.parametrize(("question", "facts", "house", "numbers"), CITED)
def test_rulings_cite_the_rules_that_decide(question, facts, house, numbers):
    assert ask(question, facts, house)[1] == numbers


# Going out


@pytest.mark.parametrize(
    ("option", "legal", "illegal"),
    [
        ("allowed", ["2S", "2S 2H", "2D"], []),
        ("no_2S_single", ["2H", "2S 2H", "2S 2H 2D"], ["2S"]),
        ("no_combo_with_2S", ["2H", "2H 2D"], ["2S", "2S 2H", "AD 2S 3D 4D 5D"]),
        ("no_single_2", ["2S 2H", "AS"], ["2S", "2D"]),
        ("no_single_or_pair_2", ["2S 2H 2D", "AD 2S 3D 4D 5D"], ["2D", "2D 2C"]),
    ],
)
def test_going_out_on_a_two_depends_on_the_house_rule(option, legal, illegal):
    house = rules(finish_with_two=LastTwo(option))
    for text in legal:
        assert verdict("finish", some_cards(text), house) == "legal", text
    for text in illegal:
        assert verdict("finish", some_cards(text), house) == "illegal", text


@pytest.mark.parametrize(
    ("cards", "house", "factor"),
    [
        ("AS", HONG_KONG, 1),
        ("2D", HONG_KONG, 2),
        ("2D 2C", HONG_KONG, 2),
        ("2D 2C 2H", HONG_KONG, 2),
        ("2D 2C 2H 5D 5C", HONG_KONG, 1),
        ("2D 2C 2H 5D 5C", rules(finish_two_scope=TwoScope.CONTAINS), 2),
        ("3D 3C 3H 3S 4D", HONG_KONG, 2),
        ("2S 3S 4S 5S 6S", HONG_KONG, 2),  # a straight flush with a 2 doubles once
        ("2S 3S 4S 5S 6S", rules(finish_two_scope=TwoScope.CONTAINS), 2),
        ("3D 5D 8D JD KD", HONG_KONG, 1),
        ("2D", preset("simple"), 1),
        ("2D 3C", HONG_KONG, 1),
    ],
)
def test_a_special_last_play_doubles_once_by_the_house_rules(cards, house, factor):
    assert verdict("last_play", some_cards(cards), house) == factor


# Assistance and the last card

RECORDED = replace(LET_OUT, recorded=True)


def test_blaming_a_player_corrects_the_last_deal():
    hand = deal(A, 0, 3, 8, 11)
    ruling = ruling_on("assistance", RECORDED, ASSIST, hands=[hand])
    assert [(line.side, line.points) for line in ruling.lines] == [(1, -30), (2, 8), (3, 22)]
    sheet = play(GAME, FOUR, ASSIST, [hand, AcceptedRuling("assistance", RECORDED)])
    assert tuple(sheet.totals) == (33, -33, 0, 0)


@pytest.mark.parametrize(
    ("facts", "hands"),
    [
        (LET_OUT, [deal(A, 0, 3, 8, 11)]),  # the deal is not on the sheet yet
        (RECORDED, []),
        (RECORDED, [deal(A, 1, 1, 1, 1)]),  # the deal scored nothing
        (RECORDED, [deal(C, 1, 1, 0, 1)]),  # another player won this deal
        (RECORDED, [replace(deal(A, 0, 1, 1, 1), assist=B)]),  # already paid
        (RECORDED, [replace(deal(A, 0, 1, 1, 1), forgot=True)]),  # the winner already pays
        (RECORDED, [deal(A, 0, 1, 1, 1), AcceptedRuling("assistance", LET_OUT)]),  # the last row is no deal
    ],
)
def test_only_the_last_deal_is_corrected(facts, hands):
    house = replace(ASSIST, last_card_call=LastCall.REQUIRED)
    ruling = ruling_on("assistance", facts, house, hands=hands)
    assert (ruling.verdict, ruling.lines) == ("yes", ())


def test_a_forgotten_last_card_call_corrects_the_last_deal():
    ruling = ruling_on("last_card", replace(FORGOT, recorded=True), CALL, hands=[deal(A, 0, 3, 8, 11)])
    assert [line.points for line in ruling.lines] == [-66, 3, 8, 22]
