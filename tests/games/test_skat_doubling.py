"""Skat: doubling, Ramsch, and settlement."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import (
    Adjustment,
    PerSeat,
    PerSide,
    Stopped,
    house_problems,
    play,
    relevant_questions,
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
    sheet,
    totals,
    wrong,
)

# Doubling --------------------------------------------------------------------------------


def test_kontra_and_re_each_double_the_game():
    assert totals(TrumpGame(A, CLUBS, 1, 70, kontra=B), house=PUB) == (48, 0, 0)
    assert totals(TrumpGame(A, CLUBS, 1, 50, kontra=B, re=True), house=PUB) == (-192, 0, 0)
    assert wrong(TrumpGame(A, CLUBS, 1, 70, kontra=A), PUB) == {"kontra"}
    assert wrong(TrumpGame(A, CLUBS, 1, 70, re=True), PUB) == {"re"}
    assert wrong(Null(A, NullGame.NULL_HAND, True, kontra=B, re=True), PUB) == {"re"}
    assert not wrong(Null(A, NullGame.NULL_OUVERT, True, kontra=B, re=True), PUB)
    assert not wrong(Null(A, NullGame.NULL, True, kontra=B, re=True), replace(PUB, re_on_null=True))
    assert {"kontra"} <= relevant_questions(TrumpGame(A, CLUBS, 1, 70), sheet(PUB))
    assert {"re"} <= relevant_questions(TrumpGame(A, CLUBS, 1, 70, kontra=B), sheet(PUB))


GAME_OF_B = TrumpGame(B, DIAMONDS, 1, 70)  # 18


def bock(*hands, **options):
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
    others = frozenset(BockTrigger) - {trigger}
    assert bock(hand, GAME_OF_B, bock=others) == 18


def test_bock_lasts_as_long_as_agreed_and_rounds_queue_up():
    split = TrumpGame(A, CLUBS, 1, 60)
    assert bock(split, *[GAME_OF_B] * 3, bock_length=1) == 36 + 18 + 18
    assert bock(split, PassedIn(), *[GAME_OF_B] * 3) == 36 + 36 + 18, "a deal passed in counts as one"
    assert bock(split, split, *[GAME_OF_B] * 6) == 36 * 5 + 18, "two left, and three more"
    assert totals(split, split, house=PUB) == (-48 - 96, 0, 0)


def test_the_deal_that_opens_the_bock_may_be_the_first_of_it():
    split = TrumpGame(A, CLUBS, 1, 60)
    house = replace(PUB, bock_opening=True)
    assert totals(split, *[GAME_OF_B] * 3, house=house) == (-96, 36 + 36 + 18, 0)
    assert totals(split, split, *[GAME_OF_B] * 5, house=house) == (-192, 36 * 4 + 18, 0)


def test_house_rules_without_their_conditions_are_refused():
    assert {problem.field for problem in house_problems(GAME, House(re=True), THREE)} == {"re"}
    assert {problem.field for problem in house_problems(GAME, House(bock=frozenset(BockTrigger)), THREE)} == {
        "bock"
    }
    assert {problem.field for problem in house_problems(GAME, House(grand_base=22), THREE)} == {"grand_base"}


def test_house_rules_are_asked_only_where_relevant():
    def asked_about(house):
        return relevant_questions(house, sheet(house))

    assert "dealer_gets_defender_points" in asked_about(LEAGUE) - asked_about(SIMPLE)
    assert {"kontra_needs_bid", "re", "re_on_null", "bock_length", "bock_opening"} <= asked_about(PUB)
    assert {"ramsch_skat_to", "ramsch_tie", "ramsch_stake"} <= asked_about(PUB) - asked_about(SIMPLE)
    assert not {"kontra_needs_bid", "re", "re_on_null", "bock_length"} & asked_about(SIMPLE)


# Ramsch --------------------------------------------------------------------------------------


def ramsch(points, house=RAMSCH, seating=THREE, **answers):
    return totals(Ramsch(PerSeat(points), **answers), house=house, seating=seating)


def test_the_most_card_points_lose_a_ramsch():
    assert ramsch((22, 58, 40)) == (0, -58, 0)
    assert ramsch((0, 22, 58, 40), seating=FOUR) == (0, 0, -58, 0)
    assert wrong(Ramsch(PerSeat((22, 0, 58, 40))), RAMSCH, FOUR) == {"points.0"}


def test_a_player_without_a_trick_doubles_it_where_agreed():
    assert ramsch((0, 70, 50), virgin=A) == (0, -140, 0)
    assert ramsch((0, 70, 50)) == (0, -70, 0), "without points is not without a trick"
    assert ramsch((0, 70, 50), replace(RAMSCH, ramsch_virgin_doubles=False), virgin=A) == (0, -70, 0)
    assert wrong(Ramsch(PerSeat((20, 60, 40)), virgin=A), RAMSCH) == {"virgin"}
    assert wrong(Ramsch(PerSeat((0, 120, 0)), virgin=A, all_tricks=True), RAMSCH) == {"virgin"}
    assert "virgin" in relevant_questions(Ramsch(PerSeat((0, 70, 50))), sheet(RAMSCH))
    assert "virgin" not in relevant_questions(Ramsch(PerSeat((10, 60, 50))), sheet(RAMSCH))


def test_every_trick_is_rewarded_where_agreed():
    march = {"points": (0, 120, 0), "all_tricks": True}
    assert ramsch(**march) == (0, 120, 0)
    assert ramsch(**march, house=replace(RAMSCH, ramsch_durchmarsch=0)) == (0, -120, 0)
    assert wrong(Ramsch(PerSeat((10, 110, 0)), all_tricks=True), RAMSCH) == {"all_tricks"}
    assert "all_tricks" in relevant_questions(Ramsch(PerSeat((0, 120, 0))), sheet(RAMSCH))
    assert "all_tricks" not in relevant_questions(Ramsch(PerSeat((10, 110, 0))), sheet(RAMSCH))


def test_a_tied_ramsch_is_charged_by_house_rule():
    level = (45, 45, 30)
    assert ramsch(level, last_trick=B) == (0, -45, 0)
    assert wrong(Ramsch(PerSeat(level)), RAMSCH) == {"last_trick"}
    assert wrong(Ramsch(PerSeat(level), last_trick=C), RAMSCH) == {"last_trick"}
    assert ramsch(level, replace(RAMSCH, ramsch_tie=RamschTie.BOTH)) == (-45, -45, 0)
    shared = replace(RAMSCH, ramsch_tie=RamschTie.SHARED)
    assert ramsch((40, 40, 40), shared) == pytest.approx((-40 / 3,) * 3)
    assert ramsch((46, 46, 28), shared) == (-23, -23, 0)
    assert "last_trick" in relevant_questions(Ramsch(PerSeat(level)), sheet(RAMSCH))
    assert "last_trick" not in relevant_questions(Ramsch(PerSeat(level)), sheet(shared))


def test_the_skat_of_a_ramsch_counts_by_house_rule():
    nobody = replace(RAMSCH, ramsch_skat_to=RamschSkat.NOBODY)
    assert ramsch((20, 50, 36), nobody) == (0, -50, 0)
    assert wrong(Ramsch(PerSeat((20, 40, 36))), nobody) == {"points"}
    assert wrong(Ramsch(PerSeat((20, 50, 36))), RAMSCH) == {"points"}
    assert ramsch((20, 60, 40), replace(RAMSCH, ramsch_skat_to=RamschSkat.LAST_TRICK)) == (0, -60, 0)


def test_each_skat_passed_on_unseen_doubles_where_agreed():
    pushing = replace(RAMSCH, ramsch_push_doubles=True)
    assert ramsch((22, 58, 40), pushing, unseen_pushes=3) == (0, -464, 0)
    assert ramsch((22, 58, 40), unseen_pushes=3) == (0, -58, 0)


def test_fixed_stakes_are_10_15_and_20():
    fixed = replace(RAMSCH, ramsch_stake=RamschStake.FIXED)
    assert ramsch((22, 58, 40), fixed) == (0, -10, 0)
    assert ramsch((0, 70, 50), fixed, virgin=A) == (0, -15, 0)
    assert ramsch((0, 120, 0), fixed, all_tricks=True) == (0, -20, 0)
    assert ramsch((45, 45, 30), replace(fixed, ramsch_tie=RamschTie.SHARED)) == (-5, -5, 0)


def test_a_ramsch_in_a_bock_round_is_doubled():
    assert totals(TrumpGame(A, CLUBS, 1, 60), Ramsch(PerSeat((22, 58, 40))), house=PUB) == (-48, -116, 0)


# Settling up -----------------------------------------------------------------------------------


def test_each_settles_with_each_at_the_end():
    house = House(list_deals=1, settlement=Settlement.PAIRWISE)
    before = Adjustment(PerSide((55, -20, 15, -10)), "so far")
    assert totals(before, PassedIn(), house=house, seating=FOUR) == (180, -120, 20, -80)


def test_money_is_settled_by_differences_or_as_written():
    before, at_the_end = (
        Adjustment(PerSide((55, -20, 15, -10)), "so far"),
        House(settlement=Settlement.PAIRWISE),
    )
    expected = (180, -120, 20, -80)  # skatspielen.info
    for house in SIMPLE, at_the_end:
        for played in ((before,), (before, Stopped())):
            assert GAME.settlement(play(GAME, FOUR, house, played)).points == expected
    # A club game with 1 lost by Ann at 24 doubled is 48 to each of two others.
    lost = play(GAME, THREE, House(settlement=Settlement.TO_EACH), [TrumpGame(A, CLUBS, 1, 50)])
    assert GAME.settlement(lost).points == (-96, 48, 48)


def test_a_list_that_is_broken_off_is_settled_too():
    house = House(settlement=Settlement.PAIRWISE)
    before = Adjustment(PerSide((55, -20, 15, -10)), "so far")
    assert totals(before, Stopped(), house=house, seating=FOUR) == (180, -120, 20, -80)
    level = play(GAME, FOUR, house, (Adjustment(PerSide((5, 5, 0, 0)), "so far"), Stopped()))
    assert level.outcome
    assert level.outcome.winners == (0, 1)
    assert play(GAME, FOUR, house, (before,)).outcome is None


def test_paying_at_once_equals_settling_at_the_end():
    hands = [TrumpGame(A, CLUBS, 1, 70), TrumpGame(B, SPADES, 1, 50), Ramsch(PerSeat((22, 58, 40)))]
    at_once = replace(RAMSCH, list_deals=3, settlement=Settlement.TO_EACH)
    at_the_end = replace(at_once, settlement=Settlement.PAIRWISE)
    assert totals(*hands, house=at_once) == totals(*hands, house=at_the_end)
    assert sum(totals(*hands, house=at_once)) == 0
