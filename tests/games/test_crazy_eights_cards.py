"""Crazy Eights: the deal, legal cards, the turn, and rulings on disputes."""

from dataclasses import replace

import pytest

from games.crazy_eights.examples import FOUR, THREE, TWO, points_left
from games.crazy_eights.hands import Blocked, Out, dealt_each, table_pack
from games.crazy_eights.house import (
    Ace,
    AceBetweenTwo,
    Deal,
    Draw,
    FinalTwo,
    Finish,
    House,
    Queen,
    StarterSpecial,
    StockOut,
    Two,
)
from games.crazy_eights.referee_cards import CardOnCard, Suit, VeryLastCard
from games.crazy_eights.referee_score import BlockedRound, CallTime, LastCard, PayFacts, SomeCards
from games.crazy_eights.referee_turns import CardPlayed, CardsInARow, TurnedUp, TwosInARow
from games.engine import Adjustment, Cards, PerSide, Seating, Sheet, out_of_bounds
from tests.games.crazy_eights_table import NO_STACK, PLAIN, SIX, TABLE, A, B, ask, preset
from tests.games.table import NONE

USUAL = House()
CLASSIC, ESCAPE = preset("c8-classic"), preset("c8-eight-escape")
DRAW_AND_PLAY, NO_SPECIAL_FINISH = preset("c8-draw-and-play"), preset("c8-no-special-finish")

# The deal


@pytest.mark.parametrize(
    ("deal", "dealt"),
    [(Deal.FIVE, [5, 5, 5]), (Deal.BY_SEATS, [7, 5, 5]), (Deal.SEVEN, [7, 7, 7]), (Deal.EIGHT, [8, 8, 8])],
)
def test_hand_sizes_match_the_sources(deal, dealt):
    house = House(deal=deal)
    assert [dealt_each(house, seats) for seats in (2, 3, 7)] == dealt
    first_line = f"seat 1 deals {dealt[1]} cards each; seat 2 plays first"
    assert TABLE.briefing_after(house=house)[0] == first_line


def test_six_and_seven_players_take_two_packs():
    packs = {seats: len(table_pack(Sheet(Seating(seats, seats), USUAL))) for seats in range(2, 8)}
    assert packs == {2: 52, 3: 52, 4: 52, 5: 52, 6: 104, 7: 104}
    sheets = [Sheet(seating, USUAL) for seating in (THREE, SIX)]
    assert [bool(tuple(out_of_bounds(TwosInARow(5), sheet))) for sheet in sheets] == [True, False]


def test_the_deal_passes_to_the_left_after_every_round_blocked_or_not():
    rounds = [Out(A, points_left(None, 5, 5)), Blocked(points_left(5, 6, 7))]
    for hands, dealer in ([], 0), (rounds, 2), ([Adjustment(PerSide((5, 0, 0)), "why")], 0):
        assert ask("dealer", hands=hands) == (dealer, ["1.4", "1.2"])


# Legal cards

PLAYS = [  # card, the card below it, other facts, house rules, ruling
    # On the 5 of hearts any 5 or heart is legal, and an 8; other special cards must match.
    ("5S", "5H", {}, USUAL, ("legal", "2.1")),
    ("KH", "5H", {}, USUAL, ("legal", "2.1")),
    ("KS", "5H", {}, USUAL, ("illegal", "2.1")),
    *((card, "5H", {}, USUAL, ("illegal", "3.1")) for card in ("2S", "QS", "AS")),
    *((card, "5S", {}, USUAL, ("legal", "2.1")) for card in ("2S", "QS", "AS")),
    ("QS", "QH", {}, USUAL, ("legal", "2.1")),
    ("8S", "5H", {}, USUAL, ("legal", "3.5")),
    ("QS", "5H", {}, CLASSIC, ("illegal", "2.1")),
    # On an 8, the suit that was named is legal, or another 8.
    ("5S", "8H", {"named": Suit.SPADES}, USUAL, ("legal", "3.5")),
    ("5H", "8H", {"named": Suit.SPADES}, USUAL, ("illegal", "3.5")),
    ("8C", "8H", {"named": Suit.SPADES}, USUAL, ("legal", "3.5")),
    ("5S", "8S", {}, USUAL, ("legal", "3.5")),
    ("5H", "8S", {}, USUAL, ("illegal", "3.5")),
    # ``unpaid``: nobody has drawn for the 2 yet.
    ("2S", "2H", {"unpaid": True}, USUAL, ("legal", "3.2")),
    ("5H", "2H", {"unpaid": True}, USUAL, ("illegal", "3.2")),
    ("5H", "2H", {}, USUAL, ("legal", "2.1")),
    ("8S", "2H", {"unpaid": True}, USUAL, ("illegal", "3.6")),
    ("8S", "2H", {}, USUAL, ("legal", "3.5")),
    ("8S", "2H", {"unpaid": True}, CLASSIC, ("legal", "3.5")),
    ("8S", "2H", {"unpaid": True}, ESCAPE, ("legal", "3.6")),
    ("2S", "2H", {"unpaid": True}, NO_STACK, ("illegal", "3.2")),
    ("2S", "2H", {}, NO_STACK, ("legal", "2.1")),
    ("KH", "5H", {"unpaid": True}, USUAL, ("legal", "2.1")),  # the card below is no 2
    ("5H", "5H", {}, USUAL, ("illegal", "1.1")),  # one pack has only one 5 of hearts
]


@pytest.mark.parametrize(("card", "top", "other_facts", "house", "expected"), PLAYS)
def test_a_card_is_legal_by_the_card_below_and_the_house_rules(card, top, other_facts, house, expected):
    verdict, (rule,) = ask("may_play", CardOnCard(Cards.read(card), Cards.read(top), **other_facts), house)
    assert (verdict, rule) == expected


def test_two_packs_have_the_same_card_twice():
    facts = CardOnCard(Cards.read("5H"), Cards.read("5H"))
    assert ask("may_play", facts, seating=SIX) == ("legal", ["2.1"])


# The turn, and cards to draw

RUNS = [  # the cards played in a row, A's first; other facts, house rules, seating, ruling
    ("2S", {}, USUAL, THREE, (1, ["3.2", "3.3", "3.2"])),
    ("QS", {}, USUAL, THREE, (2, ["3.7"])),
    ("2S 2H", {}, CLASSIC, THREE, (2, ["1.4"])),
    ("QS", {}, CLASSIC, THREE, (1, ["1.4"])),
    ("AS", {}, CLASSIC, THREE, (1, ["1.4"])),
    ("2S 2H 8D", {}, ESCAPE, THREE, (0, ["1.4", "3.5"])),
    ("2S 2H KH", {}, USUAL, THREE, (1, ["1.4", "3.3"])),  # the third player draws four, which ends the turn
    ("2S 2H KH", {}, DRAW_AND_PLAY, THREE, (0, ["1.4", "3.3"])),
    # The second player draws two before the third plays a 2; then the first has to draw two.
    ("2S 2H", {}, NO_STACK, THREE, (0, ["3.2", "3.3", "3.3"])),
    ("5H 8S", {"named": Suit.CLUBS}, USUAL, THREE, (2, ["1.4", "3.5"])),
    ("5H 8S KD", {}, USUAL, THREE, (0, ["1.4"])),  # any suit may have been named
    ("5H 9S 9H", {}, USUAL, THREE, ("illegal", ["2.1"])),
    # An ace turns the direction of play, until another ace is played.
    ("AS KS", {}, USUAL, FOUR, (2, ["3.8"])),
    ("AS AH", {}, USUAL, FOUR, (0, ["3.8"])),
    ("KS", {"clockwise": False}, USUAL, FOUR, (3, ["3.8"])),
    ("QS", {"clockwise": False}, USUAL, FOUR, (2, ["3.7"])),
    ("2S", {"clockwise": False}, USUAL, FOUR, (3, ["3.2", "3.3", "3.2"])),
]


@pytest.mark.parametrize(("played", "other_facts", "house", "seating", "expected"), RUNS)
def test_the_next_player_follows_from_the_cards_played(played, other_facts, house, seating, expected):
    assert ask("next", CardsInARow(A, Cards.read(played), **other_facts), house, seating) == expected


# Disputes

STARTER_IGNORED, STARTER_APPLIES = (
    House(starter_special=StarterSpecial.IGNORE),
    House(starter_special=StarterSpecial.APPLIES),
)
ACE_AGAIN, FINAL_TWO_DRAWN = House(ace_two_player=AceBetweenTwo.AGAIN), House(final_two=FinalTwo.DRAW)


def starter(card):
    return TurnedUp(Cards.read(card))


def last_card(card):
    return VeryLastCard(Cards.read(card))


RULINGS = {  # by question: facts, house rules, ruling
    "starter": [
        (starter("8S"), USUAL, ("bury", ["1.3"])),
        (starter("2S"), USUAL, ("ordinary", ["1.3", "1.4"])),
        (starter("5S"), USUAL, ("ordinary", ["1.3", "1.4"])),
        (starter("8S"), STARTER_IGNORED, ("ordinary", ["1.3", "1.4"])),
        (starter("8S"), STARTER_APPLIES, ("bury", ["1.3"])),
        (starter("5S"), STARTER_APPLIES, ("ordinary", ["1.3", "1.4"])),
        (starter("2S"), STARTER_APPLIES, ("applies", ["1.3", "3.2", "3.3", "3.2"])),
        (starter("QS"), STARTER_APPLIES, ("applies", ["1.3", "3.7"])),
        (starter("AS"), STARTER_APPLIES, ("applies", ["1.3", "3.8"])),
    ],
    "next": [(CardsInARow(B, Cards.read("AS")), USUAL, (0, ["3.8"]))],
    "after_ace": [(CardPlayed(A), ACE_AGAIN, (2, ["3.8"]))],
    "cannot_play": [(NONE, House(draw=draw), (draw.value, ["2.2"])) for draw in Draw],
    "stock_gone": [(NONE, House(stock_out=choice), (choice.value, ["2.4", "5.5"])) for choice in StockOut],
    "eight_on_two": [
        (NONE, USUAL, ("illegal", ["3.6"])),
        (NONE, ESCAPE, ("legal", ["3.6"])),
        (NONE, CLASSIC, ("legal", ["3.5"])),
    ],
    "draw_for_twos": [
        (TwosInARow(2), USUAL, (4, ["3.3"])),
        (TwosInARow(4), USUAL, (8, ["3.3"])),
        (TwosInARow(2), NO_STACK, (2, ["3.2"])),
        (TwosInARow(2), PLAIN, (0, ["3.2"])),
    ],
    "paid_two": [(NONE, USUAL, ("no", ["3.3"]))],
    "draw_anyway": [(NONE, USUAL, ("legal", ["2.3", "2.2"])), (NONE, CLASSIC, ("legal", ["2.3"]))],
    "finish_on_special": [
        (last_card("QS"), USUAL, ("legal", ["4.3"])),
        *((last_card(card), NO_SPECIAL_FINISH, ("illegal", ["4.3"])) for card in ("QS", "2S", "AS", "8S")),
        (last_card("5S"), NO_SPECIAL_FINISH, ("legal", ["4.3"])),
        (last_card("QS"), replace(NO_SPECIAL_FINISH, queen=Queen.OFF), ("legal", ["4.3"])),
        (last_card("2S"), replace(NO_SPECIAL_FINISH, two=Two.OFF), ("legal", ["4.3"])),
        (last_card("AS"), replace(NO_SPECIAL_FINISH, ace=Ace.OFF), ("legal", ["4.3"])),
    ],
    "last_card": [
        (LastCard(CallTime.BEFORE), USUAL, (0, ["4.1"])),
        (LastCard(CallTime.AFTER), USUAL, (2, ["4.1"])),
        (LastCard(CallTime.NEVER), USUAL, (2, ["4.1"])),
        (LastCard(CallTime.NEVER, next_acted=True), USUAL, (0, ["4.2"])),
        (LastCard(CallTime.AFTER), House(last_card_penalty=1), (1, ["4.1"])),
        (LastCard(CallTime.NEVER), House(last_card_penalty=5), (5, ["4.1"])),
        (LastCard(CallTime.NEVER), CLASSIC, (0, ["4.1"])),
    ],
    "eights_own_suit": [(NONE, USUAL, ("illegal", ["3.5"]))],
    "eight_names_rank": [(NONE, USUAL, ("illegal", ["3.5"]))],
    "queen_on_other_suit": [(NONE, USUAL, ("illegal", ["3.1"]))],
    "play_after_drawing": [
        (NONE, USUAL, ("no", ["3.4"])),
        (NONE, DRAW_AND_PLAY, ("yes", ["3.4"])),
        (NONE, PLAIN, ("no", ["3.2"])),
    ],
    "final_two": [
        (NONE, USUAL, ("no", ["4.4"])),
        (NONE, FINAL_TWO_DRAWN, ("yes", ["4.4"])),
        (NONE, replace(FINAL_TWO_DRAWN, finish_on_special=Finish.NO), ("no", ["4.3"])),
        (NONE, PLAIN, ("no", ["3.2"])),
    ],
    "count": [(SomeCards(Cards.read("8S KS AD 2C 3S")), USUAL, (66, ["5.2"]))],
    "pay": [(PayFacts(B, points_left(61, 0, 7)), USUAL, (68, ["5.3"]))],
    "blocked": [(BlockedRound(points_left(12, 30, 5)), USUAL, ([0, 0, 32], ["5.5", "5.5"]))],
}


@pytest.mark.parametrize("question", RULINGS)
def test_rulings_follow_the_house_rules(question):
    for facts, house, expected in RULINGS[question]:
        assert ask(question, facts, house) == expected, (facts, house)


RULINGS_BY_SEATING = [  # question, facts, house rules, seating, ruling
    ("after_ace", CardPlayed(B), USUAL, FOUR, (0, ["3.8"])),
    ("after_ace", CardPlayed(B, clockwise=False), USUAL, FOUR, (2, ["3.8"])),
    ("after_ace", CardPlayed(B), House(ace=Ace.OFF), FOUR, (2, ["1.4"])),
    # With two players a queen gives another turn, an ace only if the house rules say so.
    ("after_queen", CardPlayed(A), USUAL, TWO, (0, ["3.7"])),
    ("after_queen", CardPlayed(A), House(queen=Queen.OFF), TWO, (1, ["1.4"])),
    ("after_ace", CardPlayed(A), USUAL, TWO, (1, ["3.9"])),
    ("after_ace", CardPlayed(A), ACE_AGAIN, TWO, (0, ["3.9"])),
    ("starter", starter("AS"), STARTER_APPLIES, FOUR, ("applies", ["1.3", "3.8"])),
]


@pytest.mark.parametrize(("question", "facts", "house", "seating", "expected"), RULINGS_BY_SEATING)
def test_rulings_depend_on_the_number_of_players(question, facts, house, seating, expected):
    assert ask(question, facts, house, seating) == expected
