"""Skat: doubling, Ramsch, and settlement."""

from dataclasses import replace

import pytest

from games.engine import (
    Adjustment,
    PerSeat,
    PerSide,
    Stopped,
    house_problems,
    play,
)
from games.skat import GAME
from games.skat.hands import (
    Null,
    NullGame,
    PassedIn,
    Ramsch,
    TrumpGame,
)
from games.skat.house import (
    PUB,
    AllPass,
    BockTrigger,
    House,
    RamschSkat,
    RamschStake,
    RamschTie,
    Settlement,
)
from tests.games.skat_table import (
    CLUBS,
    DIAMONDS,
    FOUR,
    GRAND,
    LEAGUE,
    RAMSCH,
    SIMPLE,
    SPADES,
    THREE,
    A,
    B,
    C,
    problem_fields,
    questions_of,
    totals,
    winners_and_rule,
)

# Doubling


def test_kontra_and_re_each_double_the_game():
    assert totals(TrumpGame(A, CLUBS, 1, 70, kontra=B), house=PUB) == (48, 0, 0)
    assert totals(TrumpGame(A, CLUBS, 1, 50, kontra=B, re=True), house=PUB) == (-192, 0, 0)
    for hand, house, fields in (
        (TrumpGame(A, CLUBS, 1, 70, kontra=A), PUB, {"kontra"}),
        (TrumpGame(A, CLUBS, 1, 70, re=True), PUB, {"re"}),
        (Null(A, NullGame.NULL_HAND, True, kontra=B, re=True), PUB, {"re"}),
        (Null(A, NullGame.NULL_OUVERT, True, kontra=B, re=True), PUB, set()),
        (Null(A, NullGame.NULL, True, kontra=B, re=True), replace(PUB, re_on_null=True), set()),
    ):
        assert problem_fields(hand, house) == fields, hand
    assert "kontra" in questions_of(TrumpGame(A, CLUBS, 1, 70), PUB)
    assert "re" in questions_of(TrumpGame(A, CLUBS, 1, 70, kontra=B), PUB)


GAME_OF_B = TrumpGame(B, DIAMONDS, 1, 70)  # 18; in Bock, 36


def bock(*hands, **options):
    """Return B's total after these hands by the pub rules."""
    return totals(*hands, house=replace(PUB, all_pass=AllPass.PASS_IN, **options))[1]


@pytest.mark.parametrize(
    ("trigger", "hand"),
    [
        (BockTrigger.LOST_60_60, TrumpGame(A, CLUBS, 1, 60)),
        (BockTrigger.LOST_KONTRA, TrumpGame(A, CLUBS, 1, 50, kontra=C)),
        (BockTrigger.GRAND_HAND, TrumpGame(A, GRAND, 1, 70, hand=True)),
        (BockTrigger.NULL_OUVERT_HAND, Null(A, NullGame.NULL_OUVERT_HAND, True)),
    ],
)
def test_a_round_of_bock_follows_its_trigger(trigger, hand):
    assert bock(hand, *[GAME_OF_B] * 4, bock=frozenset({trigger})) == 36 * 3 + 18
    assert bock(hand, *[GAME_OF_B] * 4, bock=frozenset()) == 18 * 4
    other_triggers = frozenset(BockTrigger) - {trigger}
    assert bock(hand, GAME_OF_B, bock=other_triggers) == 18


LOST_60_60 = TrumpGame(A, CLUBS, 1, 60)


def test_bock_lasts_as_long_as_agreed_and_rounds_queue_up():
    assert bock(LOST_60_60, *[GAME_OF_B] * 3, bock_length=1) == 36 + 18 + 18
    assert bock(LOST_60_60, PassedIn(), *[GAME_OF_B] * 3) == 36 + 36 + 18, (
        "a deal passed in uses up one of the three"
    )
    assert bock(LOST_60_60, LOST_60_60, *[GAME_OF_B] * 6) == 36 * 5 + 18, (
        "two Bock deals are left, and three more follow"
    )
    assert totals(LOST_60_60, LOST_60_60, house=PUB) == (-48 - 96, 0, 0)
    assert totals(LOST_60_60, Ramsch(PerSeat((22, 58, 40))), house=PUB) == (-48, -116, 0)


def test_the_deal_that_triggers_bock_may_count_as_the_first_bock_deal():
    house = replace(PUB, bock_opening=True)
    assert totals(LOST_60_60, *[GAME_OF_B] * 3, house=house) == (-96, 36 + 36 + 18, 0)
    assert totals(LOST_60_60, LOST_60_60, *[GAME_OF_B] * 5, house=house) == (-192, 36 * 4 + 18, 0)


def test_contradictory_or_impossible_house_rules_are_refused():
    for house, field in (
        (House(re=True), "re"),  # without Kontra
        (House(bock=frozenset(BockTrigger)), "bock"),  # for losses against Kontra, which is not played
        (House(grand_base=22), "grand_base"),  # only 20 or 24
    ):
        assert {problem.field for problem in house_problems(GAME, house, THREE)} == {field}


def test_house_rules_are_asked_only_where_relevant():
    simple, league, pub = (questions_of(house, house) for house in (SIMPLE, LEAGUE, PUB))
    assert "dealer_gets_defender_points" in league - simple
    kontra = {"kontra_needs_bid", "re", "re_on_null", "bock_length"}
    assert kontra | {"ramsch_skat_to", "ramsch_tie", "ramsch_stake"} <= pub - simple
    assert "bock_opening" in pub


# Ramsch


def ramsch(*points, **answers):
    return Ramsch(PerSeat(points), **answers)


SHARED_TIE = replace(RAMSCH, ramsch_tie=RamschTie.SHARED)
FIXED_STAKE = replace(RAMSCH, ramsch_stake=RamschStake.FIXED)
SKAT_TO_NOBODY = replace(RAMSCH, ramsch_skat_to=RamschSkat.NOBODY)
MARCH = ramsch(0, 120, 0, all_tricks=True)
TIED_HAND = ramsch(45, 45, 30)


@pytest.mark.parametrize(
    ("hand", "house", "points"),
    [
        # A player without points may have a trick, so nothing is doubled.
        (ramsch(0, 70, 50), RAMSCH, (0, -70, 0)),
        (ramsch(0, 70, 50, virgin=A), replace(RAMSCH, ramsch_virgin_doubles=False), (0, -70, 0)),
        (MARCH, replace(RAMSCH, ramsch_durchmarsch=0), (0, -120, 0)),
        (replace(TIED_HAND, last_trick=B), RAMSCH, (0, -45, 0)),
        (TIED_HAND, replace(RAMSCH, ramsch_tie=RamschTie.BOTH), (-45, -45, 0)),
        (ramsch(46, 46, 28), SHARED_TIE, (-23, -23, 0)),
        (ramsch(20, 50, 36), SKAT_TO_NOBODY, (0, -50, 0)),
        (ramsch(20, 60, 40), replace(RAMSCH, ramsch_skat_to=RamschSkat.LAST_TRICK), (0, -60, 0)),
        # If agreed, each player who passes the skat on without looking at it doubles the loss.
        (ramsch(22, 58, 40, unseen_pushes=3), replace(RAMSCH, ramsch_push_doubles=True), (0, -464, 0)),
        (ramsch(22, 58, 40, unseen_pushes=3), RAMSCH, (0, -58, 0)),
        (MARCH, FIXED_STAKE, (0, -20, 0)),
        (TIED_HAND, replace(FIXED_STAKE, ramsch_tie=RamschTie.SHARED), (-5, -5, 0)),
    ],
)
def test_a_ramsch_is_charged_by_house_rule(hand, house, points):
    assert totals(hand, house=house) == points


def test_a_ramsch_of_four_and_a_threefold_tie_are_scored():
    assert totals(ramsch(0, 22, 58, 40), house=RAMSCH, seating=FOUR) == (0, 0, -58, 0)
    assert problem_fields(ramsch(22, 0, 58, 40), RAMSCH, FOUR) == {"points.0"}
    assert totals(ramsch(40, 40, 40), house=SHARED_TIE) == pytest.approx((-40 / 3,) * 3)


@pytest.mark.parametrize(
    ("hand", "house", "field"),
    [
        (ramsch(20, 60, 40, virgin=A), RAMSCH, "virgin"),
        (replace(MARCH, virgin=A), RAMSCH, "virgin"),
        (ramsch(10, 110, 0, all_tricks=True), RAMSCH, "all_tricks"),
        (TIED_HAND, RAMSCH, "last_trick"),
        (replace(TIED_HAND, last_trick=C), RAMSCH, "last_trick"),
        (ramsch(20, 40, 36), SKAT_TO_NOBODY, "points"),
        (ramsch(20, 50, 36), RAMSCH, "points"),
    ],
)
def test_an_impossible_ramsch_is_refused(hand, house, field):
    assert problem_fields(hand, house) == {field}


def test_questions_of_a_ramsch_are_asked_only_where_relevant():
    # Each question is relevant in the first case, and not in the case subtracted.
    some_points = questions_of(ramsch(10, 60, 50), RAMSCH)
    assert "virgin" in questions_of(ramsch(0, 70, 50), RAMSCH) - some_points
    assert "all_tricks" in questions_of(ramsch(0, 120, 0), RAMSCH) - questions_of(ramsch(10, 110, 0), RAMSCH)
    assert "last_trick" in questions_of(TIED_HAND, RAMSCH) - questions_of(TIED_HAND, SHARED_TIE)


# Settling up


PAIRWISE = House(settlement=Settlement.PAIRWISE)
TOTALS_BEFORE = Adjustment(PerSide((55, -20, 15, -10)), "so far")
BALANCES = (180, -120, 20, -80)  # skatspielen.info


def test_everyone_settles_with_everyone_at_the_end():
    assert winners_and_rule(TOTALS_BEFORE, house=PAIRWISE, seating=FOUR) is None
    assert totals(TOTALS_BEFORE, Stopped(), house=PAIRWISE, seating=FOUR) == BALANCES
    adjustment = Adjustment(PerSide((5, 5, 0, 0)), "so far")
    assert winners_and_rule(adjustment, Stopped(), house=PAIRWISE, seating=FOUR)[0] == (0, 1)


def test_money_is_settled_by_differences_or_as_written():
    for house in SIMPLE, PAIRWISE:
        for hands in [TOTALS_BEFORE], [TOTALS_BEFORE, Stopped()]:
            assert GAME.settlement(play(GAME, FOUR, house, hands)).points == BALANCES
    # A loses a game in clubs with one matador. Its value of 24 is doubled, so A pays 48 to each opponent.
    sheet_after = play(GAME, THREE, House(settlement=Settlement.TO_EACH), [TrumpGame(A, CLUBS, 1, 50)])
    assert GAME.settlement(sheet_after).points == (-96, 48, 48)


def test_paying_at_once_equals_settling_at_the_end():
    hands = [TrumpGame(A, CLUBS, 1, 70), TrumpGame(B, SPADES, 1, 50), ramsch(22, 58, 40)]
    at_once = replace(RAMSCH, list_deals=3, settlement=Settlement.TO_EACH)
    at_the_end = replace(at_once, settlement=Settlement.PAIRWISE)
    assert totals(*hands, house=at_once) == totals(*hands, house=at_the_end)
    assert sum(totals(*hands, house=at_once)) == 0
