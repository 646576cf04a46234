"""Old maid as its published sources describe it: every option, preset, check and dispute."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    ENGLISH,
    Adjustment,
    Cards,
    PerSeat,
    PerSide,
    Seating,
    Sheet,
    to_json,
)
from games.old_maid import GAME
from games.old_maid.deck import cards_each, table_pack
from games.old_maid.examples import FOUR, THREE, TWO, places
from games.old_maid.hands import Maid, Places
from games.old_maid.house import PRESETS, End, House, Pair, Removed, Scoring, Start, Tie
from games.old_maid.referee import Draw, Offering, SomeCards, TwoCards
from tests.games.table import Table

A, B, C = THREE.every_seat
D = FOUR.every_seat[3]
BY_RANK = House(scoring=Scoring.FINISH_RANK)
LETTERS = House(scoring=Scoring.LETTERS)
PAIRS_BY_COLOUR = House(pair=Pair.RANK_AND_COLOUR)


TABLE = Table(GAME, House(), THREE)
briefing_after = TABLE.briefing_after
sheet_of = TABLE.sheet_of
totals = TABLE.totals
ruling_reasons = TABLE.ruling_reasons
winners_and_rule = TABLE.winners_and_rule
problems_of_last = TABLE.problems_of_last
reasons = TABLE.reasons
check_rulings = TABLE.check_rulings


def seats_out(*seats):
    return PerSeat(seat in seats for seat in range(4))


# Presets


def test_two_to_eight_players_may_play_by_three_presets():
    assert sorted(seating.seats for seating in GAME.seatings) == [2, 3, 4, 5, 6, 7, 8]
    assert {preset.id: preset.house for preset in PRESETS} == {
        "om-seed": House(),
        "om-ranks": BY_RANK,
        "om-letters": LETTERS,
    }


def test_house_rules_are_stored_by_their_ids():
    assert to_json(House()) == {
        "removed": "one_queen",
        "pair": "rank",
        "start": "dealer",
        "scoring": "maid_tally",
        "rank_points": [],
        "word": "",
        "end": "rounds",
        "rounds": 5,
        "limit": 3,
        "tie": "shared",
    }


# Relevant questions


def test_only_the_maid_is_required_unless_places_count():
    for seating, house, kinds in (
        (THREE, House(), ("maid", "places")),
        (THREE, LETTERS, ("maid", "places")),
        (THREE, BY_RANK, ("places",)),
        (TWO, BY_RANK, ("maid", "places")),
    ):
        assert GAME.kinds_at(Sheet(seating, house)) == kinds, house
    assert problems_of_last(Maid(A), house=BY_RANK).keys() == {""}
    assert totals(Maid(A), house=BY_RANK, seating=TWO) == (0, 1)


def test_house_rules_are_asked_only_where_relevant():
    dependent = {"rank_points", "word", "rounds", "limit"}
    assert TABLE.questions_of() & dependent == {"rounds"}
    assert TABLE.questions_of(house=House(end=End.LIMIT)) & dependent == {"limit"}
    assert TABLE.questions_of(house=BY_RANK) & dependent == {"rank_points", "rounds"}
    assert TABLE.questions_of(house=LETTERS) & dependent == {"word", "rounds", "limit"}


def test_unit_and_leader_follow_the_house_rules():
    for house, unit, lowest_first in (
        (House(), "times the old maid", True),
        (BY_RANK, "points", False),
        (LETTERS, "letters", True),
    ):
        assert (GAME.unit_at(house), GAME.lowest_first(house)) == (unit, lowest_first)


# Marks: how often a player was the old maid


def test_places_give_the_same_mark_as_the_maid_alone():
    assert totals(places(1, 3, 2)) == totals(places(1, None, 2)) == totals(Maid(B)) == (0, 1, 0)


def test_after_five_rounds_the_fewest_marks_win():
    hands = [Maid(C), Maid(A), Maid(C), Maid(B), Maid(A)]
    assert winners_and_rule(*hands[:-1]) is None
    assert winners_and_rule(*hands) == ((1,), "5.1")


def test_rounds_may_be_another_number():
    assert winners_and_rule(Maid(B), house=House(rounds=2), seating=TWO) is None
    assert winners_and_rule(Maid(B), house=House(rounds=1), seating=TWO) == ((0,), "5.1")


def test_the_third_mark_ends_the_game_where_there_is_a_limit():
    hands, house = [Maid(C), Maid(A), Maid(C), Maid(A), Maid(B), Maid(C)], House(end=End.LIMIT)
    assert winners_and_rule(*hands[:-1], house=house) is None
    assert winners_and_rule(*hands, house=house) == ((1,), "5.2")


def test_tied_leaders_share_the_win():
    assert winners_and_rule(*[Maid(C)] * 5) == ((0, 1), "5.4")


@given(maids=st.lists(st.sampled_from([A, B, C]), min_size=5, max_size=5))
def test_the_loser_is_named_at_the_end(maids):
    """Check the source: "there are no winners in this game, only a loser"."""
    ending = ENGLISH.read(sheet_of(*map(Maid, maids)).outcome.because.words)
    times = [maids.count(seat) for seat in (A, B, C)]
    # Five rounds cannot leave three players level, so somebody has lost.
    losers = [f"side {n}" for n, count in enumerate(times, start=1) if count == max(times)]
    assert ending.startswith(ENGLISH.join_names(losers))
    assert "the Old Maid" in ending


def test_a_tie_may_be_decided_by_another_round():
    extra_round = House(tie=Tie.EXTRA_ROUND)
    for rounds, house in (5, extra_round), (6, extra_round), (3, replace(extra_round, end=End.LIMIT)):
        assert winners_and_rule(*[Maid(C)] * rounds, house=house) is None
        assert briefing_after(*[Maid(C)] * rounds, house=house)[-1] == "Tied: another round decides"
    assert winners_and_rule(*[Maid(C)] * 5, Maid(A), house=extra_round) == ((1,), "5.1")


# Places


def test_points_fall_from_the_first_out_to_the_maid():
    eight = places(1, 2, 3, 4, 5, 6, 7, None)
    assert totals(eight, house=BY_RANK, seating=Seating(8, 8)) == (7, 6, 5, 4, 3, 2, 1, 0)


def test_most_points_win_where_places_count():
    hands, house = [places(1, 2, None), places(1, None, 2)], replace(BY_RANK, rounds=2)
    assert winners_and_rule(*hands, house=house) == ((0,), "5.1")
    assert ENGLISH.read(sheet_of(*hands, house=house).outcome.because.words) == (
        "side 2 and side 3 are the Old Maids. side 1 wins with 4"
    )


def test_a_table_may_have_points_of_its_own():
    check_rulings(
        ("places", None, replace(BY_RANK, rank_points=(5, 2, -1)), [5, 2, -1], "4.2"),
        ("places", None, BY_RANK, [2, 1, 0], "4.2"),
        ("places", None, None, 0, "4.1"),
    )


def test_rank_points_need_one_number_for_each_place_and_never_rise():
    for points, is_refused in (
        ((5, 2, -1), False),
        ((2, 2, 0), False),
        ((5, 2), True),
        ((0, 1, 2), True),
    ):
        house = replace(BY_RANK, rank_points=points)
        assert TABLE.house_problem_fields(house) == ({"rank_points"} if is_refused else set()), points
    assert not TABLE.house_problem_fields(House(rank_points=(0, 1)))


def test_the_limit_counts_how_often_a_player_was_the_maid():
    house = replace(BY_RANK, end=End.LIMIT, limit=2)
    hands = places(1, 2, None), places(2, None, 1), places(2, 1, None)
    assert winners_and_rule(*hands[:2], house=house) is None
    assert totals(*hands, house=house) == (4, 3, 2)
    assert winners_and_rule(*hands, house=house) == ((0,), "5.2")


@pytest.mark.parametrize(
    ("hand", "problems"),
    [
        (Places(), {"places": "Only one is left with her, not side 1, side 2 and side 3"}),
        (places(1, None, None), {"places": "Only one is left with her, not side 2 and side 3"}),
        (places(1, 3, None), {"places": "Nobody is in place 2"}),
        (places(1, 4, None), {"places.1": "At most 3"}),
    ],
)
def test_impossible_places_are_refused(hand, problems):
    assert problems_of_last(hand) == problems


def test_two_in_one_place_leave_another_empty():
    problems = [ENGLISH.read(problem.words) for problem in sheet_of(places(1, 1, None)).rows[-1].problems]
    assert problems == ["Only one can be in place 1", "Nobody is in place 2"]


# Letters


@pytest.mark.parametrize(
    ("limit", "word", "expected"),
    [
        (3, "", "O · ·"),
        (4, "", "M · · ·"),
        (7, "", "O · · · · · ·"),
        (2, "", "O ·"),
        (5, "QUEEN", "Q · · · ·"),
        (6, "OLD BAT", "O · · · · ·"),
    ],
)
def test_the_maid_takes_the_next_letter_of_the_word(limit, word, expected):
    house = replace(LETTERS, limit=limit, word=word)
    assert not TABLE.house_problem_fields(house)
    assert reasons(Maid(B), house=house) == [[f"Left with the odd queen: {expected}"]]


def test_the_word_must_have_as_many_letters_as_the_limit():
    assert TABLE.house_problem_fields(replace(LETTERS, word="MAID")) == {"word"}
    assert not TABLE.house_problem_fields(House(word="MAID"))


def test_a_player_with_the_whole_word_is_out():
    whole_word = [Maid(C)] * 3
    assert winners_and_rule(*whole_word, house=LETTERS) is None
    assert reasons(*whole_word, house=LETTERS) == [
        ["Left with the odd queen: O L D", "The whole word: side 3 is out"]
    ]
    assert "No cards for side 3: the word is whole" in briefing_after(*whole_word, house=LETTERS)
    sits_out = "side 3 has the whole word and sits out"
    assert problems_of_last(*whole_word, Maid(C), house=LETTERS) == {"maid": sits_out}
    assert problems_of_last(*whole_word, places(1, None, 2), house=LETTERS) == {"places.2": sits_out}
    assert problems_of_last(*whole_word, places(1, 3, None), house=LETTERS) == {
        "places": "Nobody is in place 2"
    }
    assert totals(*whole_word, places(1, None, None), house=LETTERS) == (0, 1, 3)


def test_those_who_sit_out_neither_deal_nor_draw():
    hands = [Maid(C)] * 3
    # A, B and C dealt; it is A's deal again, then B's, and then A's.
    for further, house, dealer in (
        ([], LETTERS, 0),
        ([Maid(A)], LETTERS, 1),
        ([Maid(A), Maid(A)], replace(LETTERS, rounds=9), 0),
        ([Maid(A)], replace(LETTERS, start=Start.LEFT_OF_DEALER), 0),
    ):
        check_rulings(("start", None, house, dealer), hands=[*hands, *further])
    check_rulings(("who_draws", Offering(B), LETTERS, 0, "2.4"), hands=hands)
    assert ruling_reasons("uneven", house=LETTERS, hands=hands)[1:] == [
        "seat 1: 25 cards",
        "seat 2: 26 cards",
        "seat 3: 0 cards",
    ]


def test_a_whole_word_ends_the_game_with_a_limit_or_if_one_player_is_left():
    hands = [Maid(A), *[Maid(B)] * 3]
    assert winners_and_rule(*hands, house=replace(LETTERS, rounds=9), seating=TWO) == ((0,), "5.3")
    assert winners_and_rule(*hands, house=replace(LETTERS, end=End.LIMIT)) == ((2,), "5.2")


def test_letters_can_be_given_and_taken_by_agreement():
    letters = Adjustment(PerSide((0, 0, 3)), "late again")
    assert "No cards for side 3: the word is whole" in briefing_after(letters, house=LETTERS)
    everybody_out, house = Adjustment(PerSide((3, 3, 3)), "stop"), replace(LETTERS, tie=Tie.EXTRA_ROUND)
    assert winners_and_rule(everybody_out, house=house) == ((0, 1, 2), "5.4")
    assert briefing_after(everybody_out, house=house) == []
    check_rulings(("uneven", None, house, "yes"), hands=[everybody_out])
    assert TABLE.dealer(everybody_out, house=house) == 0


# The cards


def test_everything_is_dealt_out_from_the_dealers_left():
    for removed, dealer, sizes in (
        (Removed.ONE_QUEEN, 0, (17, 17, 17)),
        (Removed.ONE_QUEEN, 0, (12, 13, 13, 13)),
        (Removed.ONE_QUEEN, 2, (13, 13, 12, 13)),
        (Removed.ONE_QUEEN, 0, (25, 26)),
        (Removed.JOKER_ADDED, 0, (26, 27)),
    ):
        everybody = PerSeat(True for _size in sizes)
        assert tuple(cards_each(House(removed=removed), everybody, dealer)) == sizes


@pytest.mark.parametrize(
    ("removed", "cards", "pairs", "odd_card"),
    [
        (Removed.ONE_QUEEN, 52, 25, "the odd queen"),
        (Removed.QUEEN_OF_CLUBS, 51, 25, "the odd queen"),
        (Removed.JOKER_ADDED, 53, 26, "the joker"),
        (Removed.UNKNOWN_CARD, 52, 25, "the odd card"),
    ],
)
def test_one_card_is_left_over(removed, cards, pairs, odd_card):
    house = House(removed=removed)
    assert len(table_pack(Sheet(THREE, house))) == cards
    check_rulings(
        ("pairs_in_all", None, house, pairs, "1.1"), ("which_card", None, house, removed.value, "1.1")
    )
    assert reasons(Maid(A), house=house) == [[f"Left with {odd_card}"]]


def test_the_maid_is_the_queen_of_spades_where_pairs_match_in_colour():
    house = replace(PAIRS_BY_COLOUR, removed=Removed.QUEEN_OF_CLUBS)
    assert ruling_reasons("which_card", house=house) == [
        "The old maid is the queen of spades: it cannot be paired"
    ]


def some_cards(text):
    return SomeCards(Cards.read(text))


def two_cards(text):
    return TwoCards(Cards.read(text))


def test_disputes_are_settled_by_the_rules():
    check_rulings(
        ("start", None, None, 0, "2.2", "1.3"),
        ("pair", two_cards("7S 7H"), None, "legal", "2.1"),
        ("pair", two_cards("7S 8S"), None, "illegal", "2.1"),
        ("pair", two_cards("7D 7H"), PAIRS_BY_COLOUR, "legal", "2.1"),
        ("pair", two_cards("7S 7H"), PAIRS_BY_COLOUR, "illegal", "2.1"),
        ("pair", two_cards("7D 8D"), PAIRS_BY_COLOUR, "illegal", "2.1"),
        ("three_alike", None, None, 1, "2.1"),
        ("pairs", some_cards("7S 7D 7H"), None, 1),
        ("pairs", some_cards("7S 7D 7H 7C"), None, 2),
        ("pairs", some_cards("7S 7D 7H 7C KS KH"), PAIRS_BY_COLOUR, 2),
        # A joker is part of no pair.
        ("pairs", some_cards("X1 7S 7D 7H"), House(removed=Removed.JOKER_ADDED), 1, "2.1", "2.1"),
        ("drawn_out", None, None, "yes", "3.1"),
        ("two_losers", None, None, "no", "3.3"),
        ("shuffle", None, None, "legal", "2.6"),
        ("steer", None, None, "illegal", "2.7"),
        ("put_back", None, None, "illegal", "2.7"),
        ("both_out", None, None, "offerer", "3.2"),
        ("no_pair", None, None, "maid", "3.4"),
    )


def test_those_who_are_out_neither_draw_nor_offer():
    check_rulings(
        ("who_draws", Offering(A), None, 1, "2.3"),
        ("who_draws", Offering(C), None, 3, "2.3"),
        ("who_draws", Offering(A, seats_out(B)), None, 2, "2.4"),
        ("who_draws", Offering(C, seats_out(D, A)), None, 1, "2.4"),
        ("who_draws", Offering(A, seats_out(B, C, D)), None, "nobody", "3.3"),
        ("who_offers", Draw(B), None, 1, "2.3"),
        ("who_offers", Draw(B, seats_out(B)), None, 2, "2.5"),
        ("who_offers", Draw(B, seats_out(B, C)), None, 3, "2.5"),
        ("who_offers", Draw(B, seats_out(A, B, C)), None, "nobody", "3.3"),
        seating=FOUR,
    )
    check_rulings(("who_draws", Offering(A, seats_out(B)), None, "nobody"), seating=TWO)


# The briefing


def test_the_deal_passes_to_the_left_and_the_dealer_or_the_next_begins():
    # A refused hand and an adjustment do not pass the deal on.
    not_dealt = [places(1, 1, 1), Adjustment(PerSide((1, 0, 0)), "why")]
    for hands, house, dealer, first in (
        ([], None, 1, 1),
        ([Maid(A)], None, 2, 2),
        ([Maid(A)], House(start=Start.LEFT_OF_DEALER), 2, 3),
        (not_dealt, None, 1, 1),
    ):
        first_line = f"seat {dealer} deals all the cards; seat {first} offers first"
        assert briefing_after(*hands, house=house)[0] == first_line
