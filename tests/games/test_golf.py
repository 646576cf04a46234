"""Golf as its published sources describe it: cards and totals, pairs, knocking, holes and every dispute."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    Cards,
    PartialHand,
    Seating,
    pack,
)
from games.golf import GAME
from games.golf.examples import FOUR_CARDS, THREE, TWO, hole, hole_by_cards
from games.golf.house import (
    PRESETS,
    SIX_CARDS,
    EndBy,
    House,
    KnockPenalty,
    LastTurn,
    PairOfNegatives,
    Pairs,
    Peek,
    Tie,
)
from games.golf.layout import count_layout, least_total, most_total, squares, value
from games.golf.referee import (
    AnotherTurn,
    KnockerPoints,
    Knocking,
    Layout,
    Looking,
    OneCard,
    TakenCard,
    TakenFrom,
    TwoCards,
)
from tests.games.table import Table

ANY_PAIRS = replace(FOUR_CARDS, pairs=Pairs.ANY)
COLUMN = replace(FOUR_CARDS, pairs=Pairs.COLUMN)
PAIRED_NEGATIVES_COUNT = replace(SIX_CARDS, pair_of_negatives=PairOfNegatives.KEEP)
JOKERS = replace(SIX_CARDS, twos=2, jokers=-2)
SQUARE = replace(SIX_CARDS, twos=2, square_bonus=-10)


def count(cards, house):
    return count_layout(cards, house).points + squares(cards, house) * house.square_bonus


TABLE = Table(GAME, FOUR_CARDS, THREE)
winners_and_rule = TABLE.winners_and_rule
questions_of = TABLE.questions_of
check_rulings = TABLE.check_rulings
totals = TABLE.totals
problems_of = TABLE.problems_of
briefing_after = TABLE.briefing_after


def test_cards_have_the_points_of_the_rules():
    ranks = [card.rank for card in Cards.read("AS 2S 7S 10S JS QS KS")]
    assert [value(rank, FOUR_CARDS) for rank in ranks] == [1, 2, 7, 10, 10, 10, 0]


# Presets and options


def test_presets_match_the_rules():
    assert {preset.id: preset.house for preset in PRESETS} == {
        "golf4-seed": House(
            layout=4, peek=Peek.TWO_NEAR, pairs=Pairs.NONE, twos=2, end_by=EndBy.KNOCK, holes=9
        ),
        "golf4-pairs": House(pairs=Pairs.ANY),
        "golf4-column": House(pairs=Pairs.COLUMN),
        "golf4-knockpen": House(knock_penalty=KnockPenalty.DOUBLE_PLUS5),
        "golf6-standard": House(
            layout=6,
            peek=Peek.TWO_FACE_UP,
            pairs=Pairs.COLUMN,
            twos=-2,
            end_by=EndBy.ALL_FACE_UP,
            holes=9,
        ),
        "golf6-keepneg": PAIRED_NEGATIVES_COUNT,
        "golf6-jokers": JOKERS,
        "golf6-jokers5": replace(JOKERS, jokers=-5),
        "golf6-square": SQUARE,
    }


ANY_PAIRED_NEGATIVES_COUNT = replace(ANY_PAIRS, twos=-2, pair_of_negatives=PairOfNegatives.KEEP)


@pytest.mark.parametrize(
    ("cards", "house", "points"),
    [
        ("5S 5H 5D 5C", FOUR_CARDS, 20),  # pairs do not cancel here
        ("5S AH 5D 3C", ANY_PAIRS, 4),
        ("JS QH 10D KC", ANY_PAIRS, 30),
        ("JS QH 10D KC", COLUMN, 30),
        ("5S 5H 5D 5C", COLUMN, 0),
        ("5S 5H 5D 2S 2H 9C KD AC AD", replace(COLUMN, layout=9), 0 + 13 + 2),  # columns of three
        ("2S 2H 2D KC AS 3H", SIX_CARDS, 2),
        ("QS JH QD JC QH JD", SIX_CARDS, 60),
        ("2S KH 2D KC 2H KD", SIX_CARDS, -6),
        # A pair of twos may keep its points.
        ("2S 2H 2D KC AS 3H", PAIRED_NEGATIVES_COUNT, -4 - 2 + 4),
        ("2S 2H KD KC 3S 3H", PAIRED_NEGATIVES_COUNT, -4),
        ("2S KH 2D AC", ANY_PAIRED_NEGATIVES_COUNT, -3),
        ("X1 KH 2D KC AS 3H", JOKERS, -2 + 2 + 4),
        ("X1 X2 2D KC AS 3H", JOKERS, 2 + 4),
        ("X1 X2 2D KC AS 3H", replace(JOKERS, pair_of_negatives=PairOfNegatives.KEEP), -4 + 6),
        ("X1 KH 2D KC AS 3H", replace(JOKERS, jokers=-3), -3 + 6),
        # Four alike in two columns bring a bonus.
        ("3S 3H AD 4C 3D 3C", replace(SQUARE, square_bonus=-20), -20 + 5),
        ("3S AH 3D AC 3H AD", SQUARE, 12),
        ("3S 3H 3D 3C", replace(FOUR_CARDS, square_bonus=-10), 12 - 10),
    ],
)
def test_cards_count_by_the_house_rule(cards, house, points):
    assert count(Cards.read(cards), house) == points


@pytest.mark.parametrize(
    ("house", "least", "most"),
    [
        (FOUR_CARDS, 0, 40),
        (ANY_PAIRS, 0, 39),
        (SIX_CARDS, -6, 60),
        (PAIRED_NEGATIVES_COUNT, -8, 60),
        (JOKERS, -4, 60),
        (SQUARE, -10, 60),
        (replace(COLUMN, layout=8, twos=-2), -8, 80),
        (replace(COLUMN, layout=9, twos=-2), -8, 90),
        (replace(ANY_PAIRS, twos=-2, jokers=-5), -7, 39),
    ],
)
def test_totals_are_limited_to_possible_layouts(house, least, most):
    assert least_total(house) == least
    assert most_total(house) == most
    assert problems_of(hole(least_total(house) - 1, 0, most + 1), house).keys() == {"points.0", "points.2"}
    assert not problems_of(hole(least_total(house), 0, most), house)


HOUSES = st.builds(
    House,
    layout=st.sampled_from([4, 6, 8, 9]),
    pairs=st.sampled_from(Pairs),
    twos=st.sampled_from([2, -2]),
    jokers=st.sampled_from([None, -2, -3, -5]),
    pair_of_negatives=st.sampled_from(PairOfNegatives),
    square_bonus=st.sampled_from([0, -10, -20]),
)


@given(HOUSES, st.permutations(pack(jokers=2)) | st.permutations(pack("2KA", jokers=2)))
def test_the_points_of_any_layout_are_within_the_limits(house, cards):
    if house.jokers is None:
        cards = [card for card in cards if not card.joker]
    layout = Cards(cards[: house.layout])
    assert least_total(house) <= count(layout, house) <= most_total(house)


def test_house_rules_need_enough_cards():
    eight_players = Seating(8, 8)
    assert TABLE.house_problem_fields(House(layout=5)) == {"layout"}
    assert TABLE.house_problem_fields(House(layout=8), eight_players) == {"packs"}
    assert not TABLE.house_problem_fields(House(layout=8, packs=2), eight_players)
    assert not TABLE.house_problem_fields(SIX_CARDS, eight_players)


def test_house_rules_are_asked_only_where_relevant():
    assert not {"pair_of_negatives", "knock_tie"} & questions_of()
    assert "pair_of_negatives" in questions_of(house=SIX_CARDS)
    assert "knock_tie" in questions_of(house=TABLE.preset("golf4-knockpen"))


# Entering a hole


def test_totals_and_cards_give_the_same_score():
    cards = hole_by_cards("5S 5H KD 2C", "AS JH QD 10C", "9S 9H 3D 3C")
    assert totals(cards) == totals(hole(12, 31, 24)) == (12, 31, 24)


@pytest.mark.parametrize(
    ("cards", "problems"),
    [
        (("5S 5H KD", "AS JH QD 10C", "9S 9H 3D 3C"), {"cards.0": "At least 4 cards"}),
        (("5S 5H KD 2C", "AS JH QD 5S", "9S 9H 3D 3C"), {"cards": "5♠ appears too many times"}),
        (("5S 5H KD 2C", "5D 5C QD 10C", "5S 9H 3D 3C"), {"cards": "5 is here 5 times, and the pack has 4"}),
    ],
)
def test_every_card_of_a_layout_must_be_entered_and_only_once(cards, problems):
    assert problems_of(hole_by_cards(*cards)) == problems


def test_jokers_are_refused_where_there_are_none():
    assert "cards.0" in problems_of(hole_by_cards("X1 KH 2D KC", "3S 4S 5S 6S", "3H 4H 5H 6H"))


def test_reasons_never_show_an_arbitrary_suit():
    # Cards are entered by rank, so their suits are arbitrary.
    cards = hole_by_cards("5S 5H KD 2C", "5S JH QD 10C", "9S 9H 3D 3C")
    texts = TABLE.reasons(cards, house=replace(FOUR_CARDS, packs=2))
    assert texts[:2] == [["5, 5, K, 2: 12"], ["5, J, Q, 10: 35"]]
    assert not any(sign in str(texts) for sign in "♠♣♦♥")


def test_the_knocker_is_asked_only_where_penalties_exist():
    hand, house = hole(12, 7, 20), TABLE.preset("golf4-knockpen")
    assert "knocker" not in questions_of(hand)
    assert "knocker" in questions_of(hand, house)
    assert problems_of(hand, house).keys() == {"knocker"}


@pytest.mark.parametrize(
    ("penalty", "knocker_total"),
    [
        (KnockPenalty.NONE, 12),
        (KnockPenalty.DOUBLE_PLUS5, 29),
        (KnockPenalty.PLUS10, 22),
        (KnockPenalty.EQUALS_HIGHEST, 20),
    ],
)
def test_a_knocker_who_is_not_lowest_pays(penalty, knocker_total):
    house = replace(FOUR_CARDS, knock_penalty=penalty)
    assert totals(hole(12, 7, 20, knocker=0), house=house) == (knocker_total, 7, 20)
    assert totals(hole(7, 12, 20, knocker=0), house=house) == (7, 12, 20)


@pytest.mark.parametrize(("knocker_points", "knocker_total"), [(1, 7), (0, 5), (-1, 4), (-4, 1)])
def test_a_knocker_beaten_below_zero_is_not_rewarded(knocker_points, knocker_total):
    # Points below zero are not doubled: twice -6 plus 5 is -7, and a knocker with -6 would gain.
    house = replace(SIX_CARDS, knock_penalty=KnockPenalty.DOUBLE_PLUS5)
    assert totals(hole(knocker_points, -6, 20, knocker=0), house=house) == (knocker_total, -6, 20)
    check_rulings(("penalty", KnockerPoints(knocker_points, -6), house, knocker_total))


def test_a_knocker_level_with_the_lowest_is_safe():
    house = replace(FOUR_CARDS, knock_penalty=KnockPenalty.PLUS10)
    assert totals(hole(7, 7, 20, knocker=0), house=house) == (7, 7, 20)


@pytest.mark.parametrize(("highest", "knocker_total"), [(0, 0), (-2, -2), (None, -3)])
def test_the_referee_accepts_a_highest_score_of_zero(highest, knocker_total):
    # With jokers a hole may score below zero.
    house = replace(FOUR_CARDS, knock_penalty=KnockPenalty.EQUALS_HIGHEST, twos=2, jokers=-5)
    check_rulings(("penalty", KnockerPoints(-3, -6, highest), house, knocker_total))
    if highest is not None:
        assert totals(hole(-3, -6, highest, knocker=0), house=house)[0] == knocker_total


def test_the_penalty_includes_the_bonus_for_four_alike():
    house = replace(SQUARE, knock_penalty=KnockPenalty.PLUS10)
    hands = hole_by_cards("3S 3H 3D 3C AS 4H", "9S 9H 9D 9C AD 5C", knocker=1)
    assert totals(hands, house=house, seating=TWO) == (-5, -4 + 10)


# The end of the game


def test_a_game_has_nine_holes_and_the_lowest_wins():
    assert GAME.lowest_first(FOUR_CARDS)
    nine = [hole(1, 2, 3)] * 9
    assert winners_and_rule(*nine[1:]) is None
    assert winners_and_rule(*nine) == ((0,), "7.1")
    assert winners_and_rule(*nine, house=replace(FOUR_CARDS, holes=18)) is None


def test_a_tie_after_the_last_hole_is_decided_by_house_rule():
    tied_hole = hole(7, 7, 20)
    one_hole = replace(FOUR_CARDS, holes=1)
    assert winners_and_rule(tied_hole, house=one_hole) == ((0, 1), "7.2")
    extra = replace(one_hole, tie=Tie.EXTRA_HOLE)
    assert winners_and_rule(tied_hole, house=extra) is None
    assert briefing_after(tied_hole, house=extra)[1] == "Tied: another hole decides"
    assert winners_and_rule(tied_hole, hole(1, 2, 0), house=extra) == ((0,), "7.1")


# Disputes


def test_disputes_are_settled_by_the_rules():
    side_by_side, twos = TwoCards(Cards.read("5S 5H"), same_column=False), TwoCards(Cards.read("2S 2H"))
    no_last_turn = replace(FOUR_CARDS, last_turn=LastTurn.NONE)
    check_rulings(
        ("pair", TwoCards(Cards.read("JS QS")), SIX_CARDS, "no", "5.1"),
        ("pair", side_by_side, SIX_CARDS, "no", "5.1"),
        ("pair", side_by_side, ANY_PAIRS, "yes", "5.2"),
        ("pair", TwoCards(Cards.read("5S 5H")), SIX_CARDS, "yes", "5.1"),
        ("pair", TwoCards(Cards.read("5S 5H")), None, "no", "5.1"),
        ("pair", twos, SIX_CARDS, "yes", "5.3"),
        ("pair", twos, PAIRED_NEGATIVES_COUNT, "kept", "5.3"),
        ("pair", twos, COLUMN, "yes", "5.1"),
        ("put_back", TakenCard(TakenFrom.DISCARDS), None, "illegal", "2.2"),
        ("put_back", TakenCard(TakenFrom.STOCK), None, "legal", "2.1"),
        ("last_turn", AnotherTurn(knocker=True), None, "illegal", "3.2"),
        ("last_turn", AnotherTurn(knocker=False), None, "legal", "3.2"),
        ("last_turn", AnotherTurn(knocker=False), no_last_turn, "illegal"),
        ("look", Looking(started=True), None, "illegal", "1.4"),
        ("flip", None, None, "illegal"),
        ("flip", None, SIX_CARDS, "legal", "2.3"),
        ("knock", Knocking(), None, "legal", "3.1"),
        ("knock", Knocking(drawn=True), None, "illegal"),
        ("knock", Knocking(), SIX_CARDS, "illegal"),
        ("count", Layout(Cards.read("3S 3H 3D 3C AS 4H")), SQUARE, -5, "4.1", "5.1", "5.1", "5.4"),
        ("card", OneCard(Cards.read("2S")), SIX_CARDS, -2, "4.3"),
        ("card", OneCard(Cards.read("KS")), None, 0, "4.2"),
        ("card", OneCard(Cards.read("X1")), JOKERS, -2, "4.4"),
    )
    check_rulings(("dealer", None, None, 1, "1.5"), hands=[hole(1, 2, 3)])
    for tie in Tie:
        check_rulings(("level", None, replace(FOUR_CARDS, tie=tie), tie.value, "7.2"))
    for peek in Peek:
        verdict = "illegal" if peek is Peek.TWO_FACE_UP else "legal"
        check_rulings(("look", Looking(started=False), replace(FOUR_CARDS, peek=peek), verdict, "1.3"))


def test_the_briefing_describes_the_next_hand():
    assert briefing_after() == ["seat 1 deals 4 cards each; seat 2 begins", "Hole 1 of 9"]
    assert briefing_after(hole(12, 7, 20)) == [
        "seat 2 deals 4 cards each; seat 3 begins",
        "Hole 2 of 9",
        "side 2 in front with 7",
    ]
    partial_hand = PartialHand("cards", {"cards.0": Cards.read("5S 5H KD"), "cards.1": Cards()})
    assert briefing_after(house=COLUMN, partial_hand=partial_hand)[2:] == [
        "side 1: 0 so far",
        "Column 1: all 5, nothing",
    ]
