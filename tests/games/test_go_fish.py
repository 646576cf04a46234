"""Go fish as its published sources describe it: options, presets, checks and disputes."""

from dataclasses import replace

import pytest

from games.engine import (
    Cards,
    PerSide,
    Seat,
    Seating,
)
from games.go_fish import GAME
from games.go_fish.examples import THREE, TWO, books, ranks
from games.go_fish.hands import Rank, dealt_each
from games.go_fish.house import (
    PRESETS,
    BookValue,
    Collect,
    Deal,
    EmptyHand,
    End,
    GoAgain,
    House,
    Match,
    NextTurn,
    Tie,
)
from games.go_fish.referee import (
    Asking,
    BooksMade,
    Ending,
    Falsehood,
    FishedCard,
    Giving,
    Miss,
    NoCards,
    SomeBooks,
    SomeCards,
)
from tests.games.table import Table

FIRST_OUT = House(end=End.FIRST_OUT)
PAIRS = House(collect=Collect.PAIRS)
PAIRS_FIRST_OUT = House(collect=Collect.PAIRS, end=End.FIRST_OUT)
BOOK_VALUES = House(book_value=BookValue.RANK_VALUE)


TABLE = Table(GAME, House(), THREE)
winners_and_rule = TABLE.winners_and_rule
check_rulings = TABLE.check_rulings


# Options and presets


def test_presets_match_the_rules():
    # "seed" in the stored id stands for the preset's source, an article on games for three.
    assert {preset.id: preset.house for preset in PRESETS} == {
        "fish-seed": House(
            deal=Deal.SIX,
            next_turn=NextTurn.LEFT,
            again_on_fish=GoAgain.ASKED_RANK,
            empty_hand=EmptyHand.DRAW_ONE,
            end=End.ALL_BOOKS,
        ),
        "fish-bicycle": House(deal=Deal.BY_SEATS),
        "fish-pagat": House(deal=Deal.FIVE, next_turn=NextTurn.ANSWERER, end=End.FIRST_OUT),
        "fish-book-only": House(again_on_fish=GoAgain.BOOK_ONLY),
        "fish-values": House(book_value=BookValue.RANK_VALUE),
        "fish-pairs": House(collect=Collect.PAIRS),
    }


def test_hand_sizes_match_the_rules():
    for deal, sizes in (
        (Deal.SIX, [6, 6, 6, 6, 6]),
        (Deal.SEVEN, [7, 7, 7, 7, 7]),
        (Deal.FIVE, [7, 5, 5, 5, 5]),
        (Deal.BY_SEATS, [7, 7, 5, 5, 5]),
    ):
        assert [dealt_each(House(deal=deal), seats) for seats in (2, 3, 4, 5, 6)] == sizes, deal


def test_books_may_have_values():
    assert TABLE.totals(ranks("A23456789TJQK", ""), house=BOOK_VALUES, seating=TWO) == (105, 0)
    reasons = TABLE.reasons(ranks("AK2", ""), house=replace(BOOK_VALUES, end=End.FIRST_OUT), seating=TWO)
    assert reasons == [["Books of Ace, 2, King: 30"], ["No book"]]


def test_pairs_may_be_collected():
    row = TABLE.sheet_of(books(9, 9, 8), house=PAIRS).rows[0]
    assert row.lines[0].because[0].rule.number == "5.2"
    assert "book_value" in TABLE.questions_of()
    assert "book_value" not in TABLE.questions_of(house=PAIRS)


def test_rounds_won_may_be_counted():
    house = House(match=Match.ROUNDS_WON)
    sheet = TABLE.sheet_of(books(6, 4, 3), books(5, 3, 5), house=house)
    assert sheet.totals == (2, 0, 1)
    assert [line.because[0].rule.number for line in sheet.rows[0].lines] == ["5.4", "5.1", "5.1"]
    assert TABLE.totals(books(0, 0, 0), house=replace(house, end=End.FIRST_OUT)) == (0, 0, 0)


def test_ties_at_the_end_are_shared_or_played_off():
    tied_round = books(5, 3, 5)
    assert winners_and_rule(tied_round, house=House(rounds=1)) == ((0, 2), "5.6")
    house = House(rounds=1, tie=Tie.EXTRA_ROUND)
    assert winners_and_rule(tied_round, house=house) is None
    assert TABLE.briefing_after(tied_round, house=house)[1] == "Tied: another round decides"
    assert winners_and_rule(tied_round, books(6, 4, 3), house=house) == ((0,), "5.5")


def test_the_match_lasts_the_rounds_agreed_on():
    three_rounds = (books(6, 4, 3), books(2, 7, 4), books(5, 3, 5))
    assert winners_and_rule(*three_rounds[:2]) is None
    assert winners_and_rule(*three_rounds) == ((1,), "5.5")


# Checks


@pytest.mark.parametrize(
    ("hand", "house", "problems"),
    [
        (books(6, 4, 2), None, {"books": "These add up to 12, not 13"}),
        (books(9, 9, 7), PAIRS, {"books": "These add up to 25, not 26"}),
        (books(3, 2, 1), FIRST_OUT, {}),
        (books(6, 6, 6), FIRST_OUT, {"books": "There are only 13 books"}),
        (books(10, 10, 10), PAIRS_FIRST_OUT, {"books": "There are only 26 pairs in the pack"}),
        (books(6, 4, 3), BOOK_VALUES, {"": "Books have values at this table: say which books each has"}),
        (ranks("AK2", "A3456789TJQ", ""), None, {"books": "Only one can have the book of Ace"}),
        (ranks("AK", "3456789TJ", ""), None, {"books": "Who has the book of 2, Queen?"}),
        (ranks("AK", "3456789TJ", ""), FIRST_OUT, {}),
    ],
)
def test_impossible_books_are_refused(hand, house, problems):
    assert TABLE.problems_of(hand, house) == problems


def test_pairs_have_no_ranks():
    # The field "" stands for the whole hand.
    assert TABLE.problems_of(ranks("A", "", ""), PAIRS).keys() == {""}


# Disputes: a case is a question, its facts, the house rules, the verdict, and the numbers of the rules cited.


def test_asking_for_a_rank_not_held_is_illegal_and_ends_the_turn_once_answered():
    check_rulings(
        ("ask_rank", Asking(holds=True), None, "legal", "2.1"),
        ("ask_rank", Asking(holds=False), None, "illegal"),
        ("ask_rank", Asking(holds=False, answered=True), None, "illegal"),
    )
    assert "the turn goes on" in TABLE.ruling_reasons("ask_rank", Asking(holds=False))[0]
    assert "the turn is over" in TABLE.ruling_reasons("ask_rank", Asking(holds=False, answered=True))[0]


def test_disputes_are_settled_by_the_rules():
    missed = Miss(asker=Seat(0), asked=Seat(2))
    check_rulings(
        ("deal", None, None, 6, "1.2"),
        ("give_all", Giving(held=3, given=1), None, "illegal", "2.2"),
        ("give_all", Giving(held=3, given=3), None, "legal"),
        ("next", missed, None, 1, "2.5"),
        ("next", Miss(asker=Seat(2), asked=Seat(1)), None, 0, "2.5"),
        ("next", missed, House(next_turn=NextTurn.ANSWERER), 2, "2.5"),
        ("most_books", BooksMade(PerSide((5, 3, 5))), None, [0, 2], "5.4"),
        ("most_books", BooksMade(PerSide((6, 3, 4))), None, [0], "5.4"),
        ("false_answer", Falsehood(), None, "give", "6.2"),
        ("false_answer", Falsehood(again=True), None, "lose_turn", "6.2", "6.2"),
        ("worth", SomeBooks(frozenset({Rank.ACE, Rank.TWO})), BOOK_VALUES, 17, "5.3"),
        ("round_over", Ending(13), None, "yes"),
        ("round_over", Ending(12, hand_empty=True, stock_empty=True), None, "no"),
        ("round_over", Ending(13), PAIRS, "no"),
        ("round_over", Ending(26), PAIRS, "yes"),
        ("round_over", Ending(3, hand_empty=True), FIRST_OUT, "yes"),
        ("round_over", Ending(3, stock_empty=True), FIRST_OUT, "yes"),
        ("round_over", Ending(3), FIRST_OUT, "no"),
    )
    check_rulings(("first", None, None, "chance", "1.3"), seating=Seating(4, 4))
    for text, house, verdict in (
        ("9S 9H 9D 9C", None, "legal"),
        ("9S 9H 9D", None, "illegal"),
        ("9S 9H 9D TC", None, "illegal"),
        ("9S 9H", PAIRS, "legal"),
        ("9S TH", PAIRS, "illegal"),
    ):
        check_rulings(("book", SomeCards(Cards.read(text)), house, verdict))


def test_an_empty_hand_is_handled_by_house_rule():
    for rule in EmptyHand:
        house = House(empty_hand=rule)
        check_rulings(
            ("no_cards", NoCards(stock=True), house, rule.value, "2.6"),
            ("no_cards", NoCards(stock=False), house, "out"),
        )


def test_catching_the_rank_asked_for_is_judged_by_house_rule():
    for asked_rank, completes_book, rule, verdict in (
        (True, False, GoAgain.ASKED_RANK, "again"),
        (False, True, GoAgain.ASKED_RANK, "over"),
        (True, False, GoAgain.BOOK_ONLY, "over"),
        (True, True, GoAgain.BOOK_ONLY, "again"),
        (True, True, GoAgain.NEVER, "over"),
    ):
        check_rulings(("fished", FishedCard(asked_rank, completes_book), House(again_on_fish=rule), verdict))
