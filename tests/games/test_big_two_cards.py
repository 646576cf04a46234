"""Big Two: combinations, and which beats which, under every house rule.

In the comments, "the collection" is the source in ``tests/sources/collection.txt``.
"""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.big_two.beating import judge
from games.big_two.choices import (
    Bombs,
    Dragon,
    FlushOrder,
    FlushOrStraight,
    Jokers,
    Junk,
    Mixing,
    QuadsForm,
    SmackDown,
    StraightLengths,
    StraightOrder,
    SuitOrder,
    Triples,
)
from games.big_two.combinations import RANKS, big_two, classify, lowest_card, readings, straights
from games.big_two.house import House
from games.big_two.presets import PRESETS
from games.engine import Cards, pack
from tests.games.big_two_table import rules

HONG_KONG = House()


def kind(text, house=HONG_KONG):
    play = classify(Cards.read(text), house)
    return play and play.kind.value


def beats(played, table, house=HONG_KONG, **facts):
    return judge(Cards.read(played), Cards.read(table), house, **facts).beats


def check_order(*from_low_to_high, house=HONG_KONG):
    """Check that each play beats the play before it, and never the other way round."""
    for low, high in pairwise(from_low_to_high):
        assert beats(high, low, house), f"{high} on {low}"
        assert not beats(low, high, house), f"{low} on {high}"


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("3D", "single"),
        ("3D 3S", "pair"),
        ("3D 4S", None),
        ("7D 7C 7S", "triple"),
        ("7D 7C 8S", None),
        ("7D 7C 7H 7S", None),
        ("7D 7C 8H 8S", None),
        ("3D 4C 5H 6S", None),
        ("3D 4C 5H 6S 7D", "straight"),
        ("TD JC QH KS AD", "straight"),
        ("AD 2C 3H 4S 5D", "straight"),
        ("2D 3C 4H 5S 6D", "straight"),
        ("JD QC KH AS 2D", None),
        ("QD KC AH 2S 3D", None),
        ("KD AC 2H 3S 4D", None),
        ("3D 5D 8D JD KD", "flush"),
        ("3D 3C 3H KS KD", "full_house"),
        ("3D 3C 3H 3S KD", "quads"),
        ("4H 5H 6H 7H 8H", "straight_flush"),
        ("JS QS KS AS 2S", "flush"),  # JQKA2 is no straight here, so only a flush
        ("3D 3C 4H 4S 9D", None),
        ("3D 3C 3H 4S 9D", None),
        ("3D 4C 6H 8S 9D", None),
        ("3D 3C 4D 4C 5D 5C", None),
        ("3D 4C 5H 6S 7D 8C", None),
        ("X1", None),
    ],
)
def test_combinations_are_recognised(cards, expected):
    assert kind(cards) == expected


def test_a_combination_has_one_to_thirteen_cards():
    assert classify(Cards(), HONG_KONG) is None
    assert classify(Cards(pack()[:14]), HONG_KONG) is None


# Straights

LOW, TOP, ACE, TWO, JACK = "34567", "TJQKA", "A2345", "23456", "JQKA2"


@pytest.mark.parametrize(
    ("order", "from_low_to_high", "not_straights"),
    [
        ("hk", [LOW, TOP, TWO, ACE], [JACK]),
        ("malaysia", [LOW, TOP, ACE, TWO], [JACK]),
        ("indonesia", [LOW, TOP, JACK], [ACE, TWO]),
        ("low2_a5_top", [TWO, LOW, TOP, ACE], [JACK]),
        ("low2_a5_second", [TWO, LOW, "9TJQK", ACE, TOP], [JACK]),
        ("no_twos", [LOW, TOP], [ACE, TWO, JACK]),
        ("taiwan", [ACE, LOW, TOP, TWO], [JACK]),
        ("natural", [ACE, TWO, LOW, TOP], [JACK]),
    ],
)
def test_straights_rank_by_the_eight_published_orders(order, from_low_to_high, not_straights):
    house = rules(straight_order=StraightOrder(order))

    def straight_cards(ranks):
        return " ".join(rank + suit for rank, suit in zip(ranks, "DCHSD", strict=True))

    check_order(*map(straight_cards, from_low_to_high), house=house)
    for ranks in not_straights:
        assert kind(straight_cards(ranks), house) is None


@pytest.mark.parametrize(
    ("order", "higher", "lower"),
    [
        # In Hong Kong and Malaysia the 2 decides in A2345 and 23456; otherwise the last card decides.
        ("hk", "AD 2S 3D 4D 5D", "AS 2H 3S 4S 5C"),
        ("hk", "2S 3D 4D 5D 6C", "2H 3S 4S 5S 6S"),
        ("hk", "3D 4D 5D 6D 7S", "3S 4S 5S 6S 7H"),
        ("malaysia", "AD 2S 3D 4D 5D", "AS 2H 3S 4S 5C"),
        ("indonesia", "JD QD KD AD 2S", "JS QS KS AS 2H"),
        # Where 23456 is the lowest straight, the ace decides in A2345, the last card in other straights.
        ("low2_a5_top", "AS 2D 3D 4D 5D", "AH 2S 3S 4S 5S"),
        ("low2_a5_second", "AS 2D 3D 4D 5D", "AH 2S 3S 4S 5S"),
        ("low2_a5_top", "2D 3D 4D 5D 6S", "2S 3S 4S 5S 6H"),
        # In Taiwan the 2 decides as in Hong Kong; in the last two orders the last card always decides.
        ("taiwan", "AD 2S 3D 4D 5D", "AS 2H 3S 4S 5C"),
        ("taiwan", "2S 3D 4D 5D 6D", "2H 3S 4S 5S 6S"),
        ("natural", "AD 2D 3D 4D 5S", "AS 2S 3S 4S 5H"),
        ("natural", "2D 3D 4D 5D 6S", "2S 3S 4S 5S 6H"),
        ("no_twos", "TD JD QD KD AS", "TS JS QS KS AH"),
    ],
)
def test_the_suit_of_the_deciding_card_ranks_equal_straights(order, higher, lower):
    house = rules(straight_order=StraightOrder(order), flush_order=FlushOrder.OFF)
    # With the 3♣ neither can be a straight flush.
    check_order(lower.replace("3S", "3C"), higher.replace("3D", "3C"), house=house)


@given(st.sampled_from(list(StraightOrder)), st.integers(3, 12))
def test_each_order_ranks_every_straight_once_without_wrapping(order, length):
    rows = straights(order, length)
    assert len({frozenset(run) for run, _tie in rows}) == len(rows)
    for run, tie in rows:
        assert len(set(run)) == length
        assert tie in run
        wraps_around = any(part in run for part in ("KA23", "QKA23", "KA2"))
        assert not wraps_around or (order is StraightOrder.INDONESIA and run.endswith("KA2"))


def test_straights_may_be_shorter_and_longer_where_the_table_says_so():
    house = rules(straight_lengths=StraightLengths.THREE_PLUS)
    # A straight flush has exactly five cards, and all thirteen ranks are a dragon, which is not played here.
    for cards in "3D 4C 5H", "AD 2C 3H", "3D 4C 5H 6S 7D 8C", "3D 4D 5D":
        assert kind(cards, house) == "straight", cards
    for cards in "3D 5C", "QD KC AH 2S", "3D 4C 5H 6S 7D 8C 9D TD JD QD KD AD 2D":
        assert kind(cards, house) is None, cards
    check_order("3D 4C 5H", "4D 5C 6H", "QD KC AH", "AD 2C 3H", house=house)
    assert not beats("7D 7C 7S", "3D 4C 5H", house)  # as many cards, but another kind
    assert not beats("3D 4C 5H 6S", "3D 4C 5H", house)


# Ranking


@pytest.mark.parametrize(
    "from_low_to_high",
    [
        ["KH", "AH", "AS", "2D"],  # the collection's singles
        ["KH KD", "KS KC"],  # the collection's pairs
        ["3D 3C 3H", "4D 4C 4H", "AD AC AS", "2D 2C 2H"],
        ["TD JC QH KS AD", "3D 5D 8D JD KD"],
        ["3S 5S 8S JS AS", "3D 3C 3H 4D 4C"],
        ["3C 3H 3S AD AC", "4D 4C 4H 3D 3S"],  # the pair never counts
        ["2D 2C 2H AD AC", "3D 3C 3H 3S 4D"],
        ["3D 3C 3H 3S 2D", "4D 4C 4H 4S 3D"],  # the fifth card never counts
        ["2D 2C 2H 2S 3C", "3D 4D 5D 6D 7D"],
        ["4D 5D 6D 7D 8D", "4H 5H 6H 7H 8H"],
    ],
)
def test_combinations_rank_as_in_the_collection(from_low_to_high):
    check_order(*from_low_to_high)


@pytest.mark.parametrize(
    ("played", "table"),
    [
        ("AD AC", "3D"),
        ("3D 3C 3H 3S 4D", "2S"),
        ("4D 4C 4H 4S 5D", "2S 2H"),
        # Cards without a combination neither beat nor are beaten.
        ("4D 5C", "3D 3C"),
        ("4D 4C", "3D 5C"),
    ],
)
def test_a_play_must_be_a_combination_of_as_many_cards_as_the_last(played, table):
    assert not beats(played, table)


def test_flushes_go_by_ranks_or_by_suit_or_are_not_played():
    spades, diamonds = "8S TS JS QS KS", "9D JD QD KD AD"  # the collection's example
    check_order(spades, diamonds, "9S JS QS KS AS")
    check_order(diamonds, spades, house=rules(flush_order=FlushOrder.SUIT))
    check_order("4D 8D TD KD AD", "3S 9S TS KS AS")  # the highest cards that differ decide
    assert kind(diamonds, rules(flush_order=FlushOrder.OFF)) is None
    assert kind("4H 5H 6H 7H 8H", rules(flush_order=FlushOrder.OFF)) == "straight_flush"


def test_a_straight_may_be_above_a_flush():
    house = rules(flush_vs_straight=FlushOrStraight.STRAIGHT)
    check_order("3S 5S 8S JS AS", "3D 4C 5H 6S 7D", "3D 3C 3H 4D 4C", house=house)


@pytest.mark.parametrize(
    ("suits", "from_low_to_high", "lowest", "highest_two"),
    [
        ("hk", "DCHS", "3D", "2S"),
        ("taiwan", "CDHS", "3C", "2S"),
        ("cdsh", "CDSH", "3C", "2H"),
        ("pusoy", "CSHD", "3C", "2D"),
        ("viet", "SCDH", "3S", "2H"),
    ],
)
def test_suits_rank_by_house_rule(suits, from_low_to_high, lowest, highest_two):
    house = rules(suit_order=SuitOrder(suits))
    check_order(*("9" + suit for suit in from_low_to_high), house=house)
    assert str(lowest_card(house)) == lowest
    assert str(big_two(house)) == highest_two


def test_without_suits_equal_ranks_never_beat_each_other():
    house = rules(suit_order=SuitOrder.NONE)
    assert not beats("3S", "3D", house)
    assert not beats("KS KC", "KH KD", house)
    assert not beats("4S 5C 6H 7S 8S", "4D 5D 6C 7D 8D", house)  # the collection's eight-high straights
    assert beats("4D", "3S", house)
    assert str(lowest_card(house)) == "3D"
    assert str(big_two(house)) == "2S"


def test_triples_may_be_allowed_only_within_five_cards():
    house = rules(triples=Triples.IN_FIVE)
    assert kind("7D 7C 7S", house) is None
    assert kind("7D 7C 7S 3D 3C", house) == "full_house"


def test_four_of_a_kind_may_be_played_with_or_without_a_fifth_card():
    four_only, either_form = rules(quads_form=QuadsForm.BARE), rules(quads_form=QuadsForm.BOTH)
    four_cards, five_cards = "7D 7C 7H 7S", "7D 7C 7H 7S 3D"
    assert (kind(four_cards), kind(five_cards)) == (None, "quads")
    assert (kind(four_cards, four_only), kind(five_cards, four_only)) == ("four", None)
    assert (kind(four_cards, either_form), kind(five_cards, either_form)) == ("four", "quads")
    assert beats("8D 8C 8H 8S", four_cards, four_only)


def test_two_pairs_as_four_cards_are_beaten_by_four_of_a_kind():
    house = rules(quads_form=QuadsForm.BARE, two_pair_4=True)
    assert kind("7D 7C 8H 8S", house) == "two_pair"
    # Two pairs rank by the higher pair, and then by its better suit.
    check_order("7D 7C 8D 8H", "3D 3C 8C 8S", "KD KC AD AC", "3D 3C 3H 3S", house=house)


def test_five_cards_of_junk_rank_below_a_straight():
    house = rules(junk_five=frozenset({Junk.BUTTERFLY, Junk.TRIPS}))
    assert kind("3D KC KH AS AD", house) == "butterfly"
    check_order("9D JC JH QS QD", "3D KC KH AS AD", "3D 3C 3H 4S 9D", house=house)  # the collection's example
    check_order("3D 3C 3H KS AD", "4D 4C 4H 3S 9D", "2D 2C 2H 4S 9D", "3D 4C 5H 6S 7D", house=house)


def test_sisters_are_two_consecutive_pairs_and_any_card():
    house = rules(junk_five=frozenset({Junk.SISTERS}))
    assert kind("JD JC QH QS 9D", house) == "sisters"  # the collection's example
    assert beats("KD KC AH AS 3D", "JD JC QH QS 9D", house)
    assert kind("JD JC KH KS 9D", house) is None
    assert kind("3D 3C 3H 4S 9D", house) is None
    both_kinds = rules(junk_five=frozenset({Junk.SISTERS, Junk.BUTTERFLY}))
    assert kind("JD JC QH QS 9D", both_kinds) == "butterfly"


def test_five_cards_may_have_to_be_answered_by_the_same_kind():
    house = rules(five_card_mixing=Mixing.SAME_TYPE)
    assert not beats("3D 3C 3H 4D 4C", "TD JC QH KS AD", house)  # no full house on a straight
    assert beats("4D 5C 6H 7S 8D", "3D 4C 5H 6S 7D", house)


def test_five_cards_may_rank_by_their_highest_card():
    house = rules(five_card_mixing=Mixing.BY_VALUE)
    check_order("7D 7C 7H 6D 6C", "4D 5C 6H 7S 8D", house=house)  # the collection's example
    assert not beats("3S 4S 5S 6S 7S", "7D 7C 7H 6D 6C", house)  # the 7 is the highest card of both
    assert beats("AD 2C 3H 4S 5D", "AS AC AH 6D 6C", house)  # the straight's highest card is the 2


# Bombs, and smacking down a 2

QUADS, STRAIGHT_FLUSH = "3D 3C 3H 3S 4D", "4H 5H 6H 7H 8H"


@pytest.mark.parametrize(
    ("bombs", "table", "quads", "straight_flush"),
    [
        ("off", "2S", False, False),
        ("off", "2S 2H", False, False),
        ("quads_sf_over_small", "2S", True, True),
        ("quads_sf_over_small", "2S 2H", True, True),
        ("quads_sf_over_small", "2S 2H 2D", False, False),
        ("quads_sf_over_small", "TD JC QH KS AD", True, True),
        ("quads_sf_over_small", "9D 9C 9H 9S 4C", False, True),
        ("quads_sf_over_all", "2S 2H 2D", True, True),
        ("quads_sf_over_all", "9D 9C 9H 9S 4C", False, True),
        ("quads_over_all", "2S", True, False),
        ("quads_over_all", "9S TS JS QS KS", True, False),
        ("quads_over_all", "9D 9C 9H 9S 4C", False, False),
    ],
)
def test_bombs_beat_what_the_house_rule_says(bombs, table, quads, straight_flush):
    house = rules(bombs=Bombs(bombs))
    assert beats(QUADS, table, house) is quads
    assert beats(STRAIGHT_FLUSH, table, house) is straight_flush


def test_a_bomb_on_the_table_is_beaten_by_a_higher_bomb_only():
    house = rules(bombs=Bombs.ALL)
    assert beats("4D 4C 4H 4S 3D", QUADS, house)
    assert beats("5D 6D 7D 8D 9D", STRAIGHT_FLUSH, house)
    assert beats("TH JH QH KH AH", "9S TS JS QS KS", rules(bombs=Bombs.QUADS))
    assert not beats("2S", QUADS, house)
    assert not beats("TD JC QH KS AD", QUADS, house)


def test_four_cards_are_a_bomb_where_they_may_be_played_alone():
    house = rules(bombs=Bombs.QUADS, quads_form=QuadsForm.BOTH)
    assert beats("4D 4C 4H 4S", "2S", house)
    check_order(QUADS, "4D 4C 4H 4S", house=house)  # the higher four wins, with or without a fifth card
    small = rules(bombs=Bombs.SMALL, smackdown=SmackDown.BIG_TWO)
    assert not beats("4D 4C 4H 4S", "2H", small)  # here four cards only smack down the 2♠


RUN, FOUR = "4D 4C 5D 5C 6D 6C", "4D 4C 4H 4S"  # the run of pairs is the collection's


def test_single_two_is_smacked_down():
    house = rules(smackdown=SmackDown.BIG_TWO)
    assert kind(RUN, house) == "pair_run"
    for played in RUN, FOUR, QUADS:
        assert beats(played, "2S", house), played
    for played, table in (RUN, "2H"), (RUN, "AS"), (RUN, "2S 2H"), (FOUR, "AS"), (FOUR, "2S 2H"):
        assert not beats(played, table, house), (played, table)
    any_two = rules(smackdown=SmackDown.ANY_TWO)
    assert beats(RUN, "2D", any_two)
    assert not beats(RUN, "AD", any_two)


def test_smacking_back_requires_a_higher_four_or_run():
    house = rules(smackdown=SmackDown.BIG_TWO)
    # Runs with equal top pairs rank by the better suit of that pair.
    check_order("3D 3C 4H 4S 5H 5S", RUN, "4H 4S 5H 5S 6H 6S", house=house)
    assert not beats(RUN, RUN, rules(smackdown=SmackDown.BIG_TWO, decks=2))
    assert not beats("5H 5S 6H 6S 7D 7C 8D 8C", RUN, house)
    assert not beats("9D 9C 9H 9S", RUN, house)
    assert beats("9D 9C 9H 9S", FOUR, house)
    assert beats("9D 9C 9H 9S 3D", "4D 4C 4H 4S 3C", house, after_smack=True)
    assert not beats(STRAIGHT_FLUSH, "4D 4C 4H 4S 3C", house, after_smack=True)
    assert beats(STRAIGHT_FLUSH, "4D 4C 4H 4S 3C", house)  # without a smack: an ordinary trick of five cards
    for cards in "4D 4C 5D 5C", "4D 4C 5D 5C 7D 7C", "4D 4C 4H 5D 5C 5H":
        assert kind(cards, house) is None, cards


# Jokers, two packs, dragons, and 2s that a bomb turns low


def test_wild_jokers_rank_above_the_twos_and_stand_for_any_card():
    house = rules(jokers=Jokers.WILD)
    for cards, expected in (
        ("KD X1", "pair"),
        ("X1 X2", "pair"),
        ("KD KC X1", "triple"),
        ("3D 4C X1 6S 7D", "straight"),
        ("3D 4D X1 6D 7D", "straight_flush"),
        ("3D 3C 3H 9D X1", "quads"),
        ("3D 9C JS X1 X2", None),
    ):
        assert kind(cards, house) == expected, cards
    check_order("2S", "X1", "X2", house=house)
    check_order("KH KC", "KD X1", "2S 2H", "X1 X2", house=house)  # the joker stands for the king of spades
    assert len(readings(Cards.read("3D 4C 5H 6S X1"), house)) > 1
    assert beats("4D 5C 6H 7S X1", "3D 4C 5H 6S 7D", house)  # the joker stands for the card that beats


def test_jokers_alone_count_as_cards_of_one_rank():
    house = rules(jokers=Jokers.WILD, decks=2)
    assert kind("X1 X1 X2", house) == "triple"
    assert beats("X1 X2", "X1 X1", house)
    assert kind("X1 X1 X2", replace(house, triples=Triples.IN_FIVE)) is None
    assert kind("X1 X1 X2 X2", house) is None
    assert kind("X1 X1 X2 X2", replace(house, quads_form=QuadsForm.BARE)) == "four"


def test_worthless_jokers_beat_any_single_card_and_are_beaten_by_any():
    house = rules(jokers=Jokers.ZERO)
    assert kind("X1", house) == "joker"
    assert kind("KD X1", house) is None
    assert beats("X1", "2S", house)
    assert beats("3D", "X1", house)
    assert beats("X2", "X1", house)
    assert not beats("X1", "3D 3C", house)
    assert not beats("3D 3C", "X1", house)


def test_with_two_packs_five_alike_beat_four_of_a_kind():
    house = rules(decks=2)
    five_nines = "9D 9D 9C 9H 9S"
    assert kind(five_nines, house) == "five_alike"
    assert kind(five_nines) is None
    check_order("AD AC AH AS 3D", five_nines, STRAIGHT_FLUSH, house=house)
    check_order(STRAIGHT_FLUSH, five_nines, house=rules(decks=2, five_alike_top=True))
    assert beats(five_nines, "AD AC AH AS 3D", rules(decks=2, bombs=Bombs.QUADS))


def test_with_two_packs_an_equal_play_may_follow_by_house_rule():
    assert not beats("3D", "3D", rules(decks=2))
    assert beats("3D", "3D", rules(decks=2, equal_play=True))
    assert beats("7D 7D 7C", "7H 7S 7S", rules(decks=2, equal_play=True))
    assert not beats("3D", "3D", rules(equal_play=True))
    bombs = rules(decks=2, equal_play=True, bombs=Bombs.ALL)
    assert beats("7D 7C 7H 7S 3D", "7D 7C 7H 7S 4D", bombs)
    assert not beats("7D 7C 7H 7S 3D", "7D 7C 7H 7S 4D", rules(decks=2, bombs=Bombs.ALL))


def test_dragons_rank_by_the_suit_of_the_two():
    house = rules(dragon=Dragon.PLAYABLE)
    low = " ".join(rank + "D" for rank in RANKS[:-1])
    assert kind(low + " 2D", house) == "dragon"
    assert kind(low + " 2D") is None
    check_order(low + " 2D", low + " 2S", house=house)


def test_a_bomb_may_turn_the_twos_into_the_lowest_cards():
    house = rules(bomb_turns_twos_low=True)
    assert beats("3D", "2S", house, twos_low=True)
    assert beats("2C", "2D", house, twos_low=True)
    check_order("3D", "2S", house=house)
    assert not beats("3D", "2S", twos_low=True)  # only where the table plays so


FEW_CARDS = st.sampled_from(pack("34567A2"))  # so that many plays are combinations
PLAYS = st.lists(FEW_CARDS, min_size=1, max_size=5, unique=True).map(Cards)


@given(PLAYS, PLAYS, st.sampled_from([preset.house for preset in PRESETS]))
def test_at_most_one_of_two_plays_beats_the_other(first, second, house):
    assert not judge(first, first, house).beats
    if judge(first, second, house).beats:
        assert not judge(second, first, house).beats
        assert classify(first, house)
        assert classify(second, house)
