"""Golf by its sources: cards and totals, pairs, knocking, holes and every dispute."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    ENGLISH,
    Cards,
    NoFacts,
    PartialHand,
    Seating,
    Sheet,
    house_problems,
    pack,
    play,
    relevant_questions,
)
from games.golf import GAME
from games.golf.examples import SEED, THREE, TWO, hole, shown
from games.golf.house import (
    PRESETS,
    SIX,
    EndBy,
    House,
    KnockPenalty,
    KnockTie,
    LastTurn,
    PairOfNegatives,
    Pairs,
    Peek,
    Tie,
)
from games.golf.layout import counted, least_total, most_total, squares, value
from games.golf.referee import AnotherTurn, From, Knocked, Knocking, Layout, Looking, OneCard, Taken, TwoCards
from tests.games.table import Table

NONE = NoFacts()
ANYWHERE = replace(SEED, pairs=Pairs.ANY)
COLUMN = replace(SEED, pairs=Pairs.COLUMN)
KEEP = replace(SIX, pair_of_negatives=PairOfNegatives.KEEP)
JOKERS = replace(SIX, twos=2, jokers=-2)
SQUARE = replace(SIX, twos=2, square_bonus=-10)


def the(text):
    return Cards.read(text)


def count(cards, house):
    return counted(the(cards), house).points + squares(the(cards), house) * house.square_bonus


TABLE = Table(GAME, SEED, THREE)
ask = TABLE.ask
preset = TABLE.preset
sheet_of = TABLE.sheet_of
totals = TABLE.totals
fields = TABLE.mistakes_in
briefed = TABLE.briefed


# The seed --------------------------------------------------------------------


def test_the_seed_has_four_cards_for_three_players():
    first = GAME.presets[0]
    assert (first.id, first.source.tag) == ("golf4-seed", "top card games")
    assert GAME.shapes(first)[0] == (3, 3)
    assert first.house.layout == 4


@pytest.mark.parametrize(
    ("card", "n"),
    [("AS", 1), ("2S", 2), ("7S", 7), ("10S", 10), ("JS", 10), ("QS", 10), ("KS", 0)],
)
def test_number_cards_count_their_number_jacks_and_queens_ten_kings_nothing(card, n):
    assert value(the(card)[0].rank, SEED) == n


def test_no_pairs_cancel_in_the_seed():
    assert count("5S 5H 5D 5C", SEED) == 20


def test_the_lowest_wins():
    assert GAME.lowest_first(SEED)
    sheet = sheet_of(hole(12, 7, 20), house=replace(SEED, holes=1))
    assert sheet.outcome.winners == (1,)


# Presets and options ---------------------------------------------------------


def test_presets_match_the_digest():
    assert {preset.id: preset.house for preset in PRESETS} == {
        "golf4-seed": House(
            layout=4,
            peek=Peek.TWO_NEAR,
            pairs=Pairs.NONE,
            twos=2,
            end_by=EndBy.KNOCK,
            holes=9,
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
        "golf6-keepneg": KEEP,
        "golf6-jokers": JOKERS,
        "golf6-jokers5": replace(JOKERS, jokers=-5),
        "golf6-square": SQUARE,
    }


@pytest.mark.parametrize(
    ("cards", "n"),
    [("7S 7H 7D 2C", 9), ("9S 9H 9D 9C", 0), ("5S AH 5D 3C", 4), ("JS QH 10D KC", 30)],
)
def test_pairs_anywhere_cancel_two_by_two(cards, n):
    assert count(cards, ANYWHERE) == n


@pytest.mark.parametrize(
    ("cards", "n"),
    [("5S 5H KD 2C", 2), ("5D AC 5C 3S", 14), ("JS QH 10D KC", 30), ("5S 5H 5D 5C", 0)],
)
def test_pairs_in_a_column_cancel(cards, n):
    assert count(cards, COLUMN) == n


@pytest.mark.parametrize(
    ("cards", "n"),
    [
        ("6S 6H 2D KC AS 3H", 2),
        ("2S 2H 2D KC AS 3H", 2),
        ("QS JH QD JC QH JD", 60),
        ("2S KH 2D KC 2H KD", -6),
    ],
)
def test_a_layout_may_have_six_cards(cards, n):
    assert count(cards, SIX) == n


def test_a_pair_of_twos_may_keep_its_points():
    assert count("2S 2H 2D KC AS 3H", KEEP) == -4 - 2 + 4
    assert count("2S 2H KD KC 3S 3H", KEEP) == -4
    any_keep = replace(ANYWHERE, twos=-2, pair_of_negatives=PairOfNegatives.KEEP)
    assert count("2S KH 2D AC", any_keep) == -3


def test_jokers_count_by_house_rule():
    assert count("X1 KH 2D KC AS 3H", JOKERS) == -2 + 2 + 4
    assert count("X1 X2 2D KC AS 3H", JOKERS) == 2 + 4
    assert count("X1 X2 2D KC AS 3H", replace(JOKERS, pair_of_negatives=PairOfNegatives.KEEP)) == -4 + 6
    assert count("X1 KH 2D KC AS 3H", replace(JOKERS, jokers=-3)) == -3 + 6
    assert "cards.0" in fields(shown("X1 KH 2D KC", "3S 4S 5S 6S", "3H 4H 5H 6H"))
    texts = [ENGLISH.read(because.words) for because in counted(the("X1 X2 2D KC AS 3H"), JOKERS).because]
    assert texts == ["Column 1: all Joker, nothing", "A pair of Joker counts nothing"]


def test_four_alike_in_two_columns():
    assert count("3S 3H 3D 3C AS 4H", SQUARE) == -10 + 5
    assert count("3S 3H AD 4C 3D 3C", replace(SQUARE, square_bonus=-20)) == -20 + 5
    assert count("3S AH 3D AC 3H AD", SQUARE) == 12
    assert count("3S 3H 3D 3C", replace(SEED, square_bonus=-10)) == 12 - 10


def test_columns_of_nine_cards_have_three_cards():
    nine = replace(COLUMN, layout=9)
    assert count("5S 5H 5D 2S 2H 9C KD AC AD", nine) == 0 + 13 + 2


@pytest.mark.parametrize(
    ("house", "least", "most"),
    [
        (SEED, 0, 40),
        (ANYWHERE, 0, 39),
        (SIX, -6, 60),
        (KEEP, -8, 60),
        (JOKERS, -4, 60),
        (SQUARE, -10, 60),
        (replace(COLUMN, layout=8, twos=-2), -8, 80),
        (replace(COLUMN, layout=9, twos=-2), -8, 90),
        (replace(ANYWHERE, twos=-2, jokers=-5), -7, 39),
    ],
)
def test_totals_are_limited_to_possible_layouts(house, least, most):
    assert least_total(house) == least
    assert most_total(house) == most
    assert fields(hole(least_total(house) - 1, 0, most + 1), house).keys() == {"points.0", "points.2"}
    assert not fields(hole(least_total(house), 0, most), house)


HOUSES = st.builds(
    House,
    layout=st.sampled_from([4, 6, 8, 9]),
    pairs=st.sampled_from(Pairs),
    twos=st.sampled_from([2, -2]),
    jokers=st.sampled_from([None, -2, -3, -5]),
    pair_of_negatives=st.sampled_from(PairOfNegatives),
    square_bonus=st.sampled_from([0, -10, -20]),
)


@given(HOUSES, st.permutations(list(pack(jokers=2))))
def test_any_cards_count_within_the_bounds_of_a_total(house, cards):
    if house.jokers is None:
        cards = [card for card in cards if not card.joker]
    laid = Cards(cards[: house.layout])
    n = counted(laid, house).points + squares(laid, house) * house.square_bonus
    assert least_total(house) <= n <= most_total(house)


@given(HOUSES, st.permutations(list(pack("2KA", jokers=2))))
def test_even_the_lowest_cards_count_within_the_bounds_of_a_total(house, cards):
    if house.jokers is None:
        cards = [card for card in cards if not card.joker]
    laid = Cards(cards[: house.layout])
    n = counted(laid, house).points + squares(laid, house) * house.square_bonus
    assert least_total(house) <= n <= most_total(house)


def test_house_rules_need_enough_cards():
    assert {problem.field for problem in house_problems(GAME, House(layout=5), THREE)} == {"layout"}
    many = Seating(8, 8)
    assert {problem.field for problem in house_problems(GAME, House(layout=8), many)} == {"packs"}
    assert not house_problems(GAME, House(layout=8, packs=2), many)
    assert not house_problems(GAME, SIX, many)


def test_house_rules_are_asked_only_where_relevant():
    def asked(house):
        return relevant_questions(house, Sheet(THREE, house))

    assert not {"pair_of_negatives", "knock_tie"} & asked(SEED)
    assert "pair_of_negatives" in asked(SIX)
    assert "knock_tie" in asked(preset("golf4-knockpen"))


# Entering a hole -------------------------------------------------------------


def test_totals_and_cards_give_the_same_score():
    cards = shown("5S 5H KD 2C", "AS JH QD 10C", "9S 9H 3D 3C")
    assert totals(cards) == totals(hole(12, 31, 24)) == (12, 31, 24)


def test_all_the_cards_laid_out_are_needed_and_each_only_once():
    assert fields(shown("5S 5H KD", "AS JH QD 10C", "9S 9H 3D 3C")) == {"cards.0": "At least 4 cards"}
    assert fields(shown("5S 5H KD 2C", "AS JH QD 5S", "9S 9H 3D 3C")) == {"cards": "5♠ is here too often"}
    five = shown("5S 5H KD 2C", "5D 5C QD 10C", "5S 9H 3D 3C")
    assert fields(five) == {"cards": "5 is here 5 times, and the pack has 4"}


def test_reasons_never_show_an_arbitrary_suit():
    """Cards are entered by rank, so their suits are arbitrary."""
    sheet = play(GAME, THREE, SEED, [shown("5S 5H KD 2C", "AS JH QD 10C", "9S 9H 3D 3C")])
    texts = [ENGLISH.read(because.words) for line in sheet.rows[0].lines for because in line.because]
    assert texts[0] == "5, 5, K, 2: 12"
    assert not any(sign in words for words in texts for sign in "♠♣♦♥")
    two = replace(SEED, packs=2)
    assert not fields(shown("5S 5H KD 2C", "AS JH QD 5S", "9S 9H 3D 3C"), two)


def test_the_knocker_is_asked_only_where_penalties_exist():
    hand = hole(12, 7, 20)
    assert "knocker" not in relevant_questions(hand, Sheet(THREE, SEED))
    house = preset("golf4-knockpen")
    assert "knocker" in relevant_questions(hand, Sheet(THREE, house))
    assert fields(hand, house) == {"knocker": "Who ended the hole? It may cost them something"}


@pytest.mark.parametrize(
    ("penalty", "pays"),
    [
        (KnockPenalty.NONE, 12),
        (KnockPenalty.DOUBLE_PLUS5, 29),
        (KnockPenalty.PLUS10, 22),
        (KnockPenalty.EQUALS_HIGHEST, 20),
    ],
)
def test_a_knocker_who_is_not_lowest_pays(penalty, pays):
    house = replace(SEED, knock_penalty=penalty)
    assert totals(hole(12, 7, 20, knocker=0), house=house) == (pays, 7, 20)
    assert totals(hole(7, 12, 20, knocker=0), house=house) == (7, 12, 20)


@pytest.mark.parametrize(("own", "pays"), [(1, 7), (0, 5), (-1, 4), (-4, 1)])
def test_a_knocker_beaten_below_zero_is_not_rewarded(own, pays):
    """Twice -4 plus five would be -3, and of -6 it would be -7: better than no penalty."""
    house = replace(SIX, knock_penalty=KnockPenalty.DOUBLE_PLUS5)
    assert totals(hole(own, -6, 20, knocker=0), house=house) == (pays, -6, 20)
    assert ask("penalty", Knocked(own, -6), house)[0] == pays


def test_a_knocker_level_with_the_lowest_is_safe_or_beaten():
    house = replace(SEED, knock_penalty=KnockPenalty.PLUS10)
    assert totals(hole(7, 7, 20, knocker=0), house=house) == (7, 7, 20)
    assert totals(hole(7, 7, 20, knocker=0), house=replace(house, knock_tie=KnockTie.BEATEN)) == (17, 7, 20)


@pytest.mark.parametrize(("highest", "pays"), [(0, 0), (-2, -2), (None, -3)])
def test_the_referee_accepts_a_highest_score_of_zero(highest, pays):
    """With -3 against -6 and 0, the knocker writes the highest score of the hole."""
    # With jokers a hole may be below nothing.
    house = replace(SEED, knock_penalty=KnockPenalty.EQUALS_HIGHEST, twos=2, jokers=-5)
    verdict, _rules = ask("penalty", Knocked(-3, -6, highest), house)
    assert verdict == pays
    if highest is not None:
        assert totals(hole(-3, -6, highest, knocker=0), house=house)[0] == pays


def test_the_penalty_includes_the_bonus_for_four_alike():
    house = replace(SQUARE, knock_penalty=KnockPenalty.PLUS10)
    hands = shown("3S 3H 3D 3C AS 4H", "9S 9H 9D 9C AD 5C", knocker=1)
    assert totals(hands, house=house, seating=TWO) == (-5, -4 + 10)


# The end and the words -------------------------------------------------------


def test_a_game_has_nine_holes():
    eight = [hole(1, 2, 3)] * 8
    assert sheet_of(*eight).outcome is None
    sheet = sheet_of(*eight, hole(1, 2, 3))
    assert sheet.outcome.winners == (0,)
    assert sheet.outcome.because.rule.number == "7.1"
    assert sheet_of(*eight, house=replace(SEED, holes=18)).outcome is None


def test_a_tie_after_the_last_hole_is_decided_by_house_rule():
    shared = sheet_of(hole(7, 7, 20), house=replace(SEED, holes=1)).outcome
    assert (shared.winners, shared.because.rule.number) == ((0, 1), "7.2")
    extra = replace(SEED, holes=1, tie=Tie.EXTRA_HOLE)
    assert sheet_of(hole(7, 7, 20), house=extra).outcome is None
    assert briefed(hole(7, 7, 20), house=extra)[1] == "Tied: another hole decides"
    assert sheet_of(hole(7, 7, 20), hole(1, 2, 0), house=extra).outcome.winners == (0,)


def test_the_briefing_describes_the_next_hand():
    assert briefed() == ["seat 1 deals 4 cards each; seat 2 begins", "Hole 1 of 9"]
    assert briefed(hole(12, 7, 20)) == [
        "seat 2 deals 4 cards each; seat 3 begins",
        "Hole 2 of 9",
        "side 2 in front with 7",
    ]
    partial_hand = PartialHand("cards", {"cards.0": the("5S 5H KD"), "cards.1": the("")})
    assert briefed(house=COLUMN, partial_hand=partial_hand)[2:] == [
        "side 1: 0 so far",
        "Column 1: all 5, nothing",
    ]
    ten = PartialHand("cards", {"cards.0": the("TS TH")})
    assert briefed(house=COLUMN, partial_hand=ten)[3:] == ["Column 1: all 10, nothing"]


def test_a_row_names_the_lowest_player():
    assert ENGLISH.read(GAME.summary(hole(12, 7, 20), Sheet(THREE, SEED))) == "side 2 lowest with 7"


# Disputes --------------------------------------------------------------------


def test_jack_with_queen_is_not_a_pair():
    assert ask("pair", TwoCards(the("JS QS")), SIX) == ("no", ["5.1"])


def test_five_beside_five_is_not_a_pair_where_columns_count():
    side_by_side = TwoCards(the("5S 5H"), same_column=False)
    assert ask("pair", side_by_side, SIX) == ("no", ["5.1"])
    assert ask("pair", side_by_side, ANYWHERE) == ("yes", ["5.2"])
    assert ask("pair", TwoCards(the("5S 5H")), SIX) == ("yes", ["5.1"])
    assert ask("pair", TwoCards(the("5S 5H"))) == ("no", ["5.1"])


def test_two_twos_in_a_column_cancel():
    assert ask("pair", TwoCards(the("2S 2H")), SIX) == ("yes", ["5.3"])
    assert ask("pair", TwoCards(the("2S 2H")), KEEP) == ("kept", ["5.3"])
    assert ask("pair", TwoCards(the("2S 2H")), COLUMN) == ("yes", ["5.1"])


def test_a_discard_taken_must_be_exchanged():
    assert ask("put_back", Taken(From.DISCARDS)) == ("illegal", ["2.2"])
    assert ask("put_back", Taken(From.STOCK)) == ("legal", ["2.1"])


def test_the_knocker_gets_no_further_turn():
    assert ask("last_turn", AnotherTurn(knocker=True)) == ("illegal", ["3.2"])
    assert ask("last_turn", AnotherTurn(knocker=False)) == ("legal", ["3.2"])
    none = replace(SEED, last_turn=LastTurn.NONE)
    assert ask("last_turn", AnotherTurn(knocker=False), none)[0] == "illegal"


def test_peeking_turning_up_and_knocking_are_judged():
    assert ask("look", Looking(started=True)) == ("illegal", ["1.4"])
    for peek in Peek:
        verdict = "illegal" if peek is Peek.TWO_FACE_UP else "legal"
        assert ask("look", Looking(started=False), replace(SEED, peek=peek)) == (verdict, ["1.3"])
    assert ask("flip")[0] == "illegal"
    assert ask("flip", house=SIX) == ("legal", ["2.3"])
    assert ask("knock", Knocking()) == ("legal", ["3.1"])
    assert ask("knock", Knocking(drawn=True))[0] == "illegal"
    assert ask("knock", Knocking(), SIX)[0] == "illegal"


@pytest.mark.parametrize(
    ("facts", "changes", "points", "cited"),
    [
        (Knocked(12, 7), None, 12, ["6.1"]),
        (Knocked(12, 7), {}, 29, ["6.1", "6.1"]),
        (Knocked(7, 12), {}, 7, ["6.1"]),
        (Knocked(7, 7), {}, 7, ["6.2"]),
        (Knocked(7, 7), {"knock_tie": KnockTie.BEATEN}, 19, ["6.1", "6.1", "6.2"]),
        (Knocked(12, 7, 20), {"knock_penalty": KnockPenalty.EQUALS_HIGHEST}, 20, ["6.1", "6.1"]),
        (Knocked(12, 7), {"knock_penalty": KnockPenalty.EQUALS_HIGHEST}, 12, ["6.1", "6.1"]),
    ],
)
def test_the_referee_gives_the_penalty_of_a_knock(facts, changes, points, cited):
    house = None if changes is None else replace(preset("golf4-knockpen"), **changes)
    assert ask("penalty", facts, house) == (points, cited)


def test_cards_count_by_the_house_rule():
    assert ask("count", Layout(the("3S 3H 3D 3C AS 4H")), SQUARE) == (-5, ["4.1", "5.1", "5.1", "5.4"])
    assert ask("count", Layout(the("5S 5H KD 2C"))) == (12, ["4.1"])
    assert ask("card", OneCard(the("2S")), SIX) == (-2, ["4.3"])
    assert ask("card", OneCard(the("KS"))) == (0, ["4.2"])
    assert ask("card", OneCard(the("X1")), JOKERS) == (-2, ["4.4"])


def test_the_referee_names_the_dealer_and_settles_ties():
    assert ask("dealer", hands=[hole(1, 2, 3)]) == (1, ["1.5"])
    for tie in Tie:
        assert ask("level", house=replace(SEED, tie=tie)) == (tie.value, ["7.2"])
