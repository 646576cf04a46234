"""Big Two: special hands, pairs, places, and the end of a match."""

from dataclasses import replace

import pytest

from games.big_two import GAME
from games.big_two.choices import Dragon, FourTwos, Payment, Returns, Target, WeakHand
from games.big_two.examples import FOUR, HONG_KONG, THREE, TWO_PAIRS, deal
from games.big_two.hands import (
    DragonHand,
    FourTwosHand,
    LastPlay,
    MalteseDragon,
    Pairs,
    Placings,
    Redeal,
)
from games.engine import ENGLISH, Goal, PerSeat, PerSide, Seat, Side
from tests.games.big_two_table import (
    PAIRS,
    PLACES,
    PRESIDENT,
    TWO_SEATS,
    A,
    B,
    C,
    D,
    briefing_after,
    problems_of,
    questions_of,
    rules,
    sheet_of,
    totals,
    winners_and_rule,
)

# Hands that win or lose at once


PENALTY = rules(payment=Payment.PENALTY, dragon=Dragon.WIN, maltese_dragon=True)
PAIRS_WITH_SPECIAL_HANDS = replace(PAIRS, four_twos=FourTwos.WIN, maltese_dragon=True)


@pytest.mark.parametrize(
    ("hand", "house", "seating", "expected"),
    [
        (DragonHand(Seat(1)), rules(dragon=Dragon.WIN), THREE, (-51, 102, -51)),
        (
            DragonHand(A),
            rules(dragon=Dragon.WIN, penalty_tiers=(), winner_bonus=5),
            FOUR,
            (44, -13, -13, -13),
        ),
        (DragonHand(A), PENALTY, FOUR, (0, 39, 39, 39)),
        (MalteseDragon(A, threes=True), PENALTY, FOUR, (39, 0, 0, 0)),  # a Maltese dragon with 3s loses
        (FourTwosHand(C), PAIRS_WITH_SPECIAL_HANDS, TWO_PAIRS, (78, -78)),
        (MalteseDragon(B, threes=True), PAIRS_WITH_SPECIAL_HANDS, TWO_PAIRS, (78, -78)),
    ],
)
def test_a_deal_decided_at_once_is_paid_as_if_no_card_was_played(hand, house, seating, expected):
    assert totals(hand, house=house, seating=seating) == expected


@pytest.mark.parametrize(
    ("hand", "house", "gains", "next_dealer"),
    [
        (FourTwosHand(B), rules(four_twos=FourTwos.REDEAL), (0, 0, 0, 0), A),
        (FourTwosHand(B), rules(four_twos=FourTwos.DRAW), (0, 0, 0, 0), D),
        (FourTwosHand(B), rules(four_twos=FourTwos.WIN), (-39, 117, -39, -39), D),
        (Redeal(B), rules(redeal_weak=WeakHand.NO_FACES), (0, 0, 0, 0), A),
    ],
)
def test_four_twos_and_weak_hands_score_and_deal_by_house_rule(hand, house, gains, next_dealer):
    sheet = sheet_of(hand, house=house)
    assert tuple(sheet.totals) == gains
    assert GAME.dealer(sheet) == next_dealer


ALL_SPECIAL = {
    "dragon": Dragon.WIN,
    "maltese_dragon": True,
    "four_twos": FourTwos.DRAW,
    "redeal_weak": WeakHand.POINTS,
}


@pytest.mark.parametrize(
    ("house", "seating", "kinds"),
    [
        (HONG_KONG, FOUR, ["deal"]),
        (PAIRS, TWO_PAIRS, ["pairs"]),
        (PLACES, FOUR, ["placings"]),
        (rules(**ALL_SPECIAL), FOUR, ["deal", "dragon", "maltese_dragon", "four_twos", "redeal"]),
        (replace(PRESIDENT, **ALL_SPECIAL), FOUR, ["placings", "redeal"]),
        (replace(PRESIDENT, four_twos=FourTwos.REDEAL), FOUR, ["placings", "four_twos"]),
    ],
)
def test_a_table_offers_the_kinds_of_hand_it_plays(house, seating, kinds):
    assert list(GAME.kinds_at(sheet_of(house=house, seating=seating))) == kinds


# Pairs


@pytest.mark.parametrize(
    ("hand", "house", "expected"),
    [
        # The last play doubles only for a winning pair, and a player who goes out may be in the losing pair.
        (Pairs(D, PerSeat((4, 10, 5, 0)), last_play=LastPlay.TWO), PAIRS, (20, -20)),
        (Pairs(D, PerSeat((4, 1, 5, 0)), last_play=LastPlay.TWO), PAIRS, (-18, 18)),
        (Pairs(A, PerSeat((0, 4, 9, 5)), shootout=Side(1)), PAIRS, (-9, 9)),
        (Pairs(A, PerSeat((0, 4, 3, 5))), replace(PAIRS, payment=Payment.PENALTY), (0, 9)),
        (Pairs(A, PerSeat((0, 4, 13, 5))), replace(PAIRS, payment=Payment.PENALTY), (39, 0)),
    ],
)
def test_pairs_score_by_the_cards_of_both_partners(hand, house, expected):
    assert totals(hand, house=house, seating=TWO_PAIRS) == expected


def test_equal_counts_ask_who_won_the_shoot_out():
    tied = Pairs(A, PerSeat((0, 4, 9, 5)))
    assert "shootout" in questions_of(tied, PAIRS, TWO_PAIRS)
    assert problems_of(tied, PAIRS, TWO_PAIRS).keys() == {"shootout"}
    assert "shootout" not in questions_of(Pairs(A, PerSeat((0, 4, 8, 5))), PAIRS, TWO_PAIRS)
    assert "shootout" not in questions_of(Pairs(A), PAIRS, TWO_PAIRS)


def test_impossible_pairs_are_refused():
    # No shoot-out is played for eight cards against nine, and a winner has no cards left.
    shootout = Pairs(A, PerSeat((0, 4, 8, 5)), shootout=Side(1))
    assert problems_of(shootout, PAIRS, TWO_PAIRS).keys() == {"shootout"}
    assert problems_of(Pairs(A, PerSeat((1, 4, 0, 5))), PAIRS, TWO_PAIRS).keys() == {"left.0", "left.2"}


# Places and President


def test_places_are_listed_in_order():
    sheet = sheet_of(Placings(PerSide((2, 1, 4, 3))), house=PLACES)
    assert [line.side for line in sheet.rows[0].lines] == [B, A, D, C]


@pytest.mark.parametrize(
    ("second_deal", "expected"),
    [
        ((3, 1, 2, 4), ((B,), "8.5")),  # a first place each, but B has a second place and A a third
        ((2, 1, 4, 3), ((A, B), "8.4")),
    ],
)
def test_most_first_places_win_then_most_second_places(second_deal, expected):
    house = replace(PLACES, target=Goal(Target.DEALS, 2))
    hands = [Placings(PerSide(places)) for places in ((1, 2, 3, 4), second_deal)]
    assert winners_and_rule(*hands, house=house) == expected


@pytest.mark.parametrize(
    ("seating", "places", "roles"),
    [
        (FOUR, (2, 1, 4, 3), ["President", "Vice-President", "Vice-Scum", "Scum"]),
        (THREE, (2, 1, 3), ["President", "no title", "Scum"]),
        (TWO_SEATS, (2, 1), ["President", "Scum"]),
    ],
)
def test_places_give_titles(seating, places, roles):
    sheet = sheet_of(Placings(PerSide(places)), house=PRESIDENT, seating=seating)
    titles = [ENGLISH.read(line.because[0].words).split(": ")[1] for line in sheet.rows[0].lines]
    assert titles == roles


def gifts(*hands, **table):
    return [text for text in briefing_after(*hands, **table) if "gives" in text]


def test_the_president_is_given_the_best_cards_from_the_second_deal_on():
    assert gifts(house=PRESIDENT) == []
    assert gifts(Placings(PerSide((2, 1, 4, 3))), house=PRESIDENT) == [
        "side 3 gives side 2 the two highest cards",
        "side 2 gives side 3 the two lowest cards",
        "side 4 gives side 1 the highest card",
        "side 1 gives side 4 the lowest card",
    ]


def test_the_president_may_return_any_two_cards():
    house = replace(PRESIDENT, president_returns=Returns.ANY)
    assert gifts(Placings(PerSide((1, 2, 3))), house=house, seating=THREE) == [
        "side 3 gives side 1 the two highest cards",
        "side 1 then gives side 3 any two cards",
    ]


# The match


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (Goal(Target.NONE), None),
        (Goal(Target.POINTS, 26), ((A,), "8.2")),  # just reached
        (Goal(Target.POINTS, 27), None),
    ],
)
def test_a_match_may_be_played_to_a_total(target, expected):
    assert winners_and_rule(deal(A, 0, 10, 3, 3), house=rules(target=target)) == expected


def test_redeals_do_not_count_towards_the_number_of_deals():
    house = rules(target=Goal(Target.DEALS, 2), redeal_weak=WeakHand.POINTS)
    hands = [Redeal(A), deal(A, 0, 1, 1, 1)]
    assert briefing_after(*hands, house=house)[-1] == "Deal 2 of 2"
    assert winners_and_rule(*hands, house=house) is None
    assert winners_and_rule(*hands, deal(B, 1, 0, 1, 1), house=house) == ((A, B), "8.4")  # 2 points each
