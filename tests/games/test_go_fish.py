"""Go fish by its sources: options, presets, checks and disputes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import (
    ENGLISH,
    Cards,
    NoFacts,
    PerSide,
    Seat,
    Seating,
    Sheet,
    relevant_questions,
)
from games.go_fish import GAME
from games.go_fish.examples import THREE, TWO, books, ranks
from games.go_fish.hands import VALUES, Rank, dealt_each
from games.go_fish.house import (
    PRESETS,
    Again,
    BookValue,
    Collect,
    Deal,
    EmptyHand,
    End,
    House,
    Match,
    NextTurn,
    Tie,
)
from games.go_fish.referee import (
    Asking,
    Ending,
    Falsehood,
    Fished,
    Giving,
    Made,
    Missed,
    NoCards,
    SomeBooks,
    SomeCards,
)
from tests.games.table import Table

NONE = NoFacts()
EARLY = House(end=End.FIRST_OUT)
PAIRED = House(collect=Collect.PAIRS)
VALUED = House(book_value=BookValue.RANK_VALUE)


TABLE = Table(GAME, House(), THREE)
sheet_of = TABLE.sheet_of
fields = TABLE.mistakes_in
ask = TABLE.ask
briefed = TABLE.briefing


# The seed --------------------------------------------------------------------


def test_the_seed_is_offered_first_to_three():
    first = GAME.presets[0]
    assert (first.id, first.source.tag, GAME.shapes(first)[0]) == ("fish-seed", "top card games", (3, 3))


def test_the_seed_deals_six_and_passes_the_turn_clockwise():
    house = GAME.presets[0].house
    assert dealt_each(house, 3) == 6
    assert ask("next", Missed(Seat(2), Seat(1)), house) == (0, ["2.5"])


def test_the_most_books_win():
    sheet = sheet_of(books(6, 4, 3), house=House(rounds=1))
    assert sheet.totals == (6, 4, 3)
    assert (sheet.outcome.winners, sheet.outcome.because.rule.number) == ((0,), "5.5")


# Options and presets ---------------------------------------------------------


def test_presets_match_the_digest():
    assert {preset.id: preset.house for preset in PRESETS} == {
        "fish-seed": House(
            deal=Deal.SIX,
            next_turn=NextTurn.LEFT,
            again_on_fish=Again.ASKED_RANK,
            empty_hand=EmptyHand.DRAW_ONE,
            end=End.ALL_BOOKS,
        ),
        "fish-bicycle": House(deal=Deal.BY_SEATS),
        "fish-pagat": House(deal=Deal.FIVE, next_turn=NextTurn.ANSWERER, end=End.FIRST_OUT),
        "fish-book-only": House(again_on_fish=Again.BOOK_ONLY),
        "fish-values": House(book_value=BookValue.RANK_VALUE),
        "fish-pairs": House(collect=Collect.PAIRS),
    }


def test_hand_sizes_match_the_digest():
    seats = (2, 3, 4, 5, 6)
    assert [dealt_each(House(deal=Deal.SIX), n) for n in seats] == [6, 6, 6, 6, 6]
    assert [dealt_each(House(deal=Deal.SEVEN), n) for n in seats] == [7, 7, 7, 7, 7]
    assert [dealt_each(House(deal=Deal.FIVE), n) for n in seats] == [7, 5, 5, 5, 5]
    assert [dealt_each(House(deal=Deal.BY_SEATS), n) for n in seats] == [7, 7, 5, 5, 5]
    assert ask("deal") == (6, ["1.2"])


def test_all_thirteen_values_make_105():
    assert sum(VALUES.values()) == 105


def test_books_may_have_values():
    sheet = sheet_of(ranks("AK2", "3456789TJQ"), house=VALUED, seating=TWO)
    assert sheet.totals == (30, 75)
    texts = [ENGLISH.read(line.because[0].words) for line in sheet.rows[0].lines]
    assert texts[0] == "Books of Ace, 2, King: 30"
    empty = sheet_of(ranks("A23456789TJQK", ""), house=VALUED, seating=TWO)
    assert empty.totals == (105, 0)
    assert ENGLISH.read(empty.rows[0].lines[1].because[0].words) == "No book"


def test_books_may_be_entered_by_rank():
    assert sheet_of(ranks("AK2", "3456789TJQ", "")).totals == (3, 10, 0)


def test_pairs_may_be_collected():
    sheet = sheet_of(books(9, 9, 8), house=PAIRED)
    assert sheet.totals == (9, 9, 8)
    assert sheet.rows[0].lines[0].because[0].rule.number == "5.2"
    assert "book_value" not in relevant_questions(PAIRED, Sheet(THREE, PAIRED))
    assert "book_value" in relevant_questions(House(), Sheet(THREE, House()))


def test_rounds_won_may_be_counted():
    house = House(match=Match.ROUNDS_WON)
    sheet = sheet_of(books(6, 4, 3), books(5, 3, 5), house=house)
    assert sheet.totals == (2, 0, 1)
    assert [line.because[0].rule.number for line in sheet.rows[0].lines] == ["5.4", "5.1", "5.1"]
    nothing = sheet_of(books(0, 0, 0), house=replace(house, end=End.FIRST_OUT))
    assert nothing.totals == (0, 0, 0)


def test_ties_at_the_end_are_shared_or_played_off():
    shared = sheet_of(books(5, 3, 5), house=House(rounds=1)).outcome
    assert (shared.winners, shared.because.rule.number) == ((0, 2), "5.6")
    house = House(rounds=1, tie=Tie.EXTRA_ROUND)
    sheet = sheet_of(books(5, 3, 5), house=house)
    assert sheet.outcome is None
    assert briefed(sheet)[1] == "Tied: another round decides"
    assert sheet_of(books(5, 3, 5), books(6, 4, 3), house=house).outcome.winners == (0,)


def test_the_match_lasts_the_rounds_agreed_on():
    three = (books(6, 4, 3), books(2, 7, 4), books(5, 3, 5))
    assert sheet_of(*three[:2]).outcome is None
    assert sheet_of(*three).outcome.winners == (1,)


# Checks ----------------------------------------------------------------------


def test_thirteen_books_are_made_in_a_full_round():
    assert fields(books(6, 4, 2)) == {"books": "These add up to 12, not 13"}
    assert fields(books(9, 9, 7), PAIRED) == {"books": "These add up to 25, not 26"}


def test_a_round_that_may_stop_early_makes_no_more_than_there_are():
    assert not fields(books(3, 2, 1), EARLY)
    assert fields(books(6, 6, 6), EARLY) == {"books": "There are only 13 books"}
    early = replace(PAIRED, end=End.FIRST_OUT)
    assert fields(books(10, 10, 10), early) == {"books": "There are only 26 pairs in the pack"}


def test_the_ranks_of_books_are_asked_where_they_count():
    assert fields(books(6, 4, 3), VALUED) == {"": "Books have values at this table: say which each has"}
    assert fields(ranks("A", "", ""), PAIRED).keys() == {""}


def test_each_book_has_one_owner():
    twice = fields(ranks("AK2", "A3456789TJQ", ""))
    assert twice == {"books": "Only one can have the book of Ace"}
    assert fields(ranks("AK", "3456789TJ", "")) == {"books": "Who has the book of 2, Queen?"}
    assert not fields(ranks("AK", "3456789TJ", ""), EARLY)


# Words -----------------------------------------------------------------------


def test_the_briefing_gives_the_dealer_and_the_round():
    assert briefed(sheet_of(books(6, 4, 3))) == [
        "seat 2 deals 6 cards each; chance picks who asks first",
        "Round 2 of 3",
    ]


def test_a_row_names_the_winner_of_the_round():
    sheet = Sheet(THREE, House())
    assert ENGLISH.read(GAME.summary(books(6, 4, 3), sheet)) == "Books: side 1 6, side 2 4, side 3 3"


def test_the_briefing_is_empty_after_the_end():
    assert briefed(sheet_of(books(6, 4, 3), house=House(rounds=1))) == []


# Disputes --------------------------------------------------------------------


def test_asking_for_a_rank_that_is_not_held():
    assert ask("ask_rank", Asking(holds=True)) == ("legal", ["2.1"])
    sheet = Sheet(THREE, House())
    asked = GAME.questions["ask_rank"].rule_on
    kept = asked(Asking(holds=False), sheet)
    lost = asked(Asking(holds=False, answered=True), sheet)
    assert kept.verdict == lost.verdict == "illegal"
    assert ENGLISH.read(kept.because[0].words) == "Void, but the turn goes on: ask for a rank that you hold"
    assert ENGLISH.read(lost.because[0].words).startswith("Void, and the turn is over")


def test_all_cards_of_the_rank_must_be_given():
    assert ask("give_all", Giving(held=3, given=1)) == ("illegal", ["2.2"])
    assert ask("give_all", Giving(held=3, given=3))[0] == "legal"


def test_catching_the_rank_asked_for_is_judged_by_house_rule():
    def again(asked_rank, completes, house_rule):
        return ask("fished", Fished(asked_rank, completes), House(again_on_fish=house_rule))[0]

    assert again(True, False, Again.ASKED_RANK) == "again"
    assert again(False, True, Again.ASKED_RANK) == "over"
    assert again(True, False, Again.BOOK_ONLY) == "over"
    assert again(True, True, Again.BOOK_ONLY) == "again"
    assert again(True, True, Again.NEVER) == "over"


def test_the_turn_after_a_miss_follows_the_house_rule():
    missed = Missed(asker=Seat(0), asked=Seat(2))
    assert ask("next", missed) == (1, ["2.5"])
    assert ask("next", missed, House(next_turn=NextTurn.ANSWERER)) == (2, ["2.5"])


def test_equal_books_share_the_win():
    assert ask("most_books", Made(PerSide((5, 3, 5)))) == ([0, 2], ["5.4"])
    assert ask("most_books", Made(PerSide((6, 3, 4)))) == ([0], ["5.4"])


def test_a_false_go_fish_is_judged():
    assert ask("false_answer", Falsehood()) == ("give", ["6.2"])
    assert ask("false_answer", Falsehood(again=True)) == ("lose_turn", ["6.2", "6.2"])


def test_an_empty_hand_is_handled_by_house_rule():
    for house_rule in EmptyHand:
        assert ask("no_cards", NoCards(stock=True), House(empty_hand=house_rule)) == (
            house_rule.value,
            ["2.6"],
        )
        assert ask("no_cards", NoCards(stock=False), House(empty_hand=house_rule))[0] == "out"


def test_books_are_recognised():
    def book(text, house=None):
        return ask("book", SomeCards(Cards.read(text)), house)[0]

    assert book("9S 9H 9D 9C") == "legal"
    assert book("9S 9H 9D") == "illegal"
    assert book("9S 9H 9D TC") == "illegal"
    assert book("9S 9H", PAIRED) == "legal"
    assert book("9S TH", PAIRED) == "illegal"


def test_books_count_by_house_rule():
    some = SomeBooks(frozenset({Rank.ACE, Rank.TWO}))
    assert ask("worth", some) == (2, ["5.1"])
    assert ask("worth", some, VALUED) == (17, ["5.3"])
    assert ask("worth", some, PAIRED) == (4, ["5.2"])


@pytest.mark.parametrize(
    ("facts", "house", "verdict"),
    [
        (Ending(13), None, "yes"),
        (Ending(12, hand_empty=True, stock_empty=True), None, "no"),
        (Ending(13), PAIRED, "no"),
        (Ending(26), PAIRED, "yes"),
        (Ending(3, hand_empty=True), EARLY, "yes"),
        (Ending(3, stock_empty=True), EARLY, "yes"),
        (Ending(3), EARLY, "no"),
    ],
)
def test_the_round_ends_by_house_rule(facts, house, verdict):
    assert ask("round_over", facts, house)[0] == verdict


def test_the_first_player_is_chosen_at_random():
    assert ask("first", seating=Seating(4, 4)) == ("chance", ["1.3"])
