"""Tally: the end, the briefing, and the referee."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from games.engine import (
    ENGLISH,
    Adjustment,
    PartialHand,
    PerSeat,
    PerSide,
    Sheet,
    play,
    relevant_questions,
)
from games.tally import GAME
from games.tally.examples import LOST, LOW, PAIRS, STOP, THREE, TWO, WON, columns, members, placed
from games.tally.hands import Result, Results, Winner
from games.tally.house import (
    Dealer,
    Direction,
    End,
    Entry,
    House,
    Overshoot,
    TargetCheck,
    Tie,
)
from games.tally.referee import Next, OneResult, OneSide, SomeNumbers, SomePlaces
from tests.games.tally_table import (
    AT_ONCE,
    DOWN,
    OUT_AT_100,
    RANKS,
    RESULTS,
    TO_50,
    ZERO,
    A,
    B,
    ask,
    briefed,
    fields,
    preset,
    reasons,
    sheet_of,
    totals,
    winners,
    wrong,
)

# The end ---------------------------------------------------------------------


def test_the_table_may_stop_at_any_time():
    assert winners(columns(1, 2, 3)) is None
    assert winners(columns(1, 2, 3), STOP) == ((2,), "4.3")
    assert winners(columns(1, 2, 3), STOP, house=House(direction=LOW)) == ((0,), "4.3")
    assert winners(columns(1, 2, 3), STOP, house=TO_50) == ((2,), "4.3")


def test_a_game_may_end_at_a_time():
    house = House(end=End.TIME)
    assert winners(columns(1, 2, 3), house=house) is None
    assert winners(columns(1, 2, 3), STOP, house=house) == ((2,), "4.4")
    assert ENGLISH.read(GAME.summary(STOP, Sheet(THREE, house))) == "Time"


def test_reaching_the_target_ends_the_game_after_the_round():
    assert winners(columns(49, 0, 0), house=TO_50) is None
    assert winners(columns(50, 60, 0), house=TO_50) == ((1,), "4.5")


def test_the_lowest_wins_though_another_reached_the_target():
    house = replace(TO_50, direction=LOW)
    assert winners(columns(50, 10, 12), house=house) == ((1,), "4.5")


def test_a_game_may_count_down_to_a_target():
    assert winners(columns(90, 99, 10), house=DOWN) is None
    assert winners(columns(100, 99, 10), house=DOWN) == ((0,), "4.5")
    lives = replace(DOWN, direction=Direction.HIGH)
    assert winners(columns(100, 99, 10), house=lives) == ((2,), "4.5")


def test_the_first_at_the_target_wins_at_once_where_agreed():
    assert winners(columns(50, 60, 0, first=0), house=AT_ONCE) == ((0,), "4.6")
    assert winners(columns(40, 60, 0), house=AT_ONCE) == ((1,), "4.5")
    assert fields(columns(50, 60, 0), house=AT_ONCE) == {
        "first": "side 1 and side 2 got there in the same round: who was first?"
    }
    assert fields(columns(50, 60, 0, first=2), house=AT_ONCE).keys() == {"first"}
    pairs = replace(members(30, 60, 20, 1), first=A)
    assert winners(pairs, house=AT_ONCE, seating=PAIRS) == ((0,), "4.6")
    low = replace(AT_ONCE, direction=LOW)
    assert winners(columns(50, 60, 0), house=low) == ((2,), "4.5")


def test_the_first_is_asked_only_if_several_reached_the_target():
    sheet = Sheet(THREE, AT_ONCE)
    assert "first" in relevant_questions(columns(50, 60, None), sheet)
    assert "first" not in relevant_questions(columns(50, 40, None), sheet)
    assert "first" not in relevant_questions(columns(50, 60, 0), Sheet(THREE, TO_50))


def test_points_agreed_on_may_take_several_to_the_target_and_the_best_wins():
    agreed = Adjustment(PerSide((50, 60, 0)), "made up")
    assert winners(agreed, house=AT_ONCE) == ((1,), "4.5")


def test_only_the_exact_target_may_end_the_game():
    house = replace(TO_50, overshoot=Overshoot.EXACT)
    assert winners(columns(55, 0, 0), house=house) is None
    assert winners(columns(55, 0, 0), columns(0, 50, 0), house=house) == ((1,), "4.5")
    assert winners(columns(55, 0, 0), columns(-5, 49, 0), house=house) == ((0,), "4.5")


def test_passing_the_target_may_be_a_bust():
    stays = replace(TO_50, overshoot=Overshoot.BUST_STAYS)
    assert totals(columns(45, 0, 0), columns(6, 1, 1), house=stays) == (45, 1, 1)
    back = replace(TO_50, overshoot=Overshoot.BUST_TO_N, bust_to=25)
    assert totals(columns(45, 0, 0), columns(6, 1, 1), house=back) == (25, 1, 1)
    assert reasons(columns(51, 0, 0), house=stays)[0] == [
        "That would be 51, past 50: bust, the total stays",
        "Wrote 51",
    ]
    below = replace(DOWN, overshoot=Overshoot.BUST_STAYS)
    assert totals(columns(101, 100, 5), house=below) == (100, 0, 95)
    assert winners(columns(51, 50, 0), house=replace(AT_ONCE, overshoot=Overshoot.BUST_STAYS)) == (
        (1,),
        "4.5",
    )


def test_a_game_may_end_after_a_number_of_rounds():
    house = House(end=End.ROUNDS, rounds=2)
    assert winners(columns(1, 2, 3), house=house) is None
    assert winners(columns(1, 2, 3), columns(5, 2, 3), house=house) == ((0, 2), "5.1")
    assert winners(columns(1, 2, 3), columns(6, 2, 3), house=house) == ((0,), "4.8")


def test_a_game_may_end_by_the_sum_of_totals():
    house = House(end=End.COMBINED_TOTAL, target=100)
    assert winners(columns(30, 30, 39), house=house) is None
    assert winners(columns(30, 30, 40), house=house) == ((2,), "4.9")
    falls = replace(house, entry=Entry.COUNTDOWN, start_score=50)
    assert winners(columns(20, 10, 19), house=falls) is None
    assert winners(columns(20, 10, 20), house=falls) == ((1,), "4.9")


def test_players_at_the_limit_are_out_and_the_last_one_wins():
    first, second = columns(60, 40, 100), columns(40, 50, None)
    sheet = sheet_of(first, house=OUT_AT_100)
    assert sheet.outcome is None
    assert reasons(first, house=OUT_AT_100)[2] == ["Wrote 100", "side 3 is out at 100"]
    assert winners(first, second, house=OUT_AT_100) == ((1,), "3.1")
    assert fields(first, columns(1, 1, 1), house=OUT_AT_100) == {
        "points.2": "side 3 is out and writes no more"
    }
    assert totals(first, columns(1, 1, 0), house=OUT_AT_100) == (61, 41, 100)


def test_lives_run_out_downwards():
    house = House(entry=Entry.COUNTDOWN, start_score=3, elimination=0)
    assert winners(columns(3, 1, 0), columns(None, 1, 3), house=house) == ((1,), "3.1")


def test_all_players_may_be_out_at_once():
    assert winners(columns(100, 110, 120), house=OUT_AT_100) == ((0,), "3.2")
    assert winners(columns(100, 110, 100), house=OUT_AT_100) == ((0, 2), "5.1")
    extra = replace(OUT_AT_100, tie=Tie.EXTRA_ROUND)
    assert winners(columns(100, 110, 100), house=extra) == ((0, 2), "5.1")
    assert winners(columns(99, 100, 99), columns(3, None, 4), house=OUT_AT_100) == ((0,), "3.2")


def test_a_player_who_is_out_neither_wins_nor_places():
    house = replace(RESULTS, elimination=6)
    hands = (Winner(A), Winner(A))
    assert fields(*hands, Winner(A), house=house) == {"winner": "side 1 is out and writes no more"}
    assert totals(*hands, Winner(None), house=house) == (6, 1, 1)
    assert "results.0" in fields(*hands, Results(PerSide((WON, LOST, LOST))), house=house)
    assert winners(*hands, STOP, house=house) == ((1, 2), "5.1")
    ranks = replace(RANKS, elimination=2)
    assert fields(placed(1, 2, 3), placed(1, 2, 3), house=ranks).keys() == {"places.0"}


@pytest.mark.parametrize(
    ("tie", "who", "number"),
    [
        (Tie.SHARED, (0, 1), "5.1"),
        (Tie.MOST_ROUNDS_WON, (0,), "5.3"),
        (Tie.LAST_ROUND_BEST, (1,), "5.4"),
    ],
)
def test_ties_at_the_end_follow_the_house_rule(tie, who, number):
    hands = (columns(5, 4, 0), columns(5, 4, 0), columns(1, 3, 9))
    assert winners(*hands, house=House(end=End.ROUNDS, rounds=3, tie=tie)) == (who, number)


def test_a_complete_tie_is_shared():
    for tie in Tie.MOST_ROUNDS_WON, Tie.LAST_ROUND_BEST:
        house = House(end=End.ROUNDS, rounds=1, tie=tie)
        assert winners(columns(5, 5, 0), house=house) == ((0, 1), "5.1")
        assert winners(STOP, house=House(tie=tie)) == ((0, 1, 2), "5.1")


def test_a_tie_may_be_decided_by_another_round():
    house = House(end=End.ROUNDS, rounds=1, tie=Tie.EXTRA_ROUND)
    assert winners(columns(5, 5, 0), house=house) is None
    assert briefed(columns(5, 5, 0), house=house) == ["seat 2 deals", "Tied: another round decides"]
    assert winners(columns(5, 5, 0), columns(1, 0, 0), house=house) == ((0,), "4.8")
    stopped = House(tie=Tie.EXTRA_ROUND)
    assert winners(columns(5, 5, 0), STOP, columns(0, 1, 9), house=stopped) == ((2,), "4.3")


def test_a_target_at_the_start_is_refused():
    assert wrong(House(end=End.TARGET, target=0)) == {"target"}
    assert wrong(House(end=End.COMBINED_TOTAL, target=60, start_score=20)) == {"target"}
    assert wrong(House(elimination=0)) == {"elimination"}
    assert wrong(replace(TO_50, overshoot=Overshoot.BUST_TO_N, bust_to=50)) == {"bust_to"}
    assert not wrong(replace(TO_50, bust_to=50))


# Briefing --------------------------------------------------------------------


def test_the_briefing_names_the_dealer():
    assert briefed(columns(1, 2, 3)) == ["seat 2 deals"]
    assert briefed(house=House(dealer=Dealer.NONE)) == []
    assert GAME.dealer(sheet_of(columns(1, 2, 3), STOP)) == 1


def test_the_briefing_gives_the_distance_to_the_end():
    assert briefed(house=TO_50)[1] == "Everybody: 50 to go"
    assert briefed(columns(30, 20, 0), house=TO_50)[1] == "side 1: 20 to go"
    assert briefed(columns(30, 20, 0), house=House(end=End.ROUNDS))[1] == "Round 2 of 10"
    house = House(end=End.COMBINED_TOTAL)
    assert briefed(columns(30, 20, 0), house=house)[1] == "All together 50; at 100 it is over"
    assert briefed(columns(100, 40, 30), house=OUT_AT_100)[1] == "Out: side 1"
    assert briefed(columns(1, 2, 3), STOP) == ["seat 2 deals"]


def test_the_briefing_keeps_hidden_totals_secret():
    house = replace(TO_50, hide_totals=True)
    assert GAME.hides_totals(house)
    assert briefed(columns(30, 20, 0), house=house)[1:] == ["The totals stay covered until the end"]
    assert ask("leader", house=house, hands=[columns(30, 20, 0)]) == ("covered", ["1.5"])
    limit = replace(OUT_AT_100, hide_totals=True)
    assert ask("out", OneSide(A), limit, hands=[columns(30, 20, 0)])[0] == "no"
    assert "70" not in ENGLISH.read(
        GAME.questions["out"].rule_on(OneSide(A), sheet_of(columns(30, 0, 0), house=limit)).because[0].words
    )
    assert ask("leader", house=house, hands=[columns(50, 20, 0)])[0] == [0]


def test_the_briefing_gives_the_rest_of_a_known_sum():
    partial_hand = PartialHand("round", {"points.0": Fraction(13), "points.1": None})
    assert briefed(house=preset("gen-sum"))[1] == "The round adds up to 26"
    assert (
        briefed(house=preset("gen-sum"), partial_hand=partial_hand)[1] == "The round adds up to 26: 13 to go"
    )
    assert briefed(house=ZERO)[1] == "The round adds up to zero"
    assert briefed(house=ZERO, partial_hand=partial_hand)[1] == "The round adds up to zero: −13 to go"


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (columns(1, 2, 3), "A round"),
        (Winner(None), "A draw"),
        (Winner(B), "side 2 won"),
        (placed(2, 1, 1), "First: side 2 and side 3"),
        (placed(2, 3, 3), "The places"),
        (STOP, "Game ended"),
    ],
)
def test_a_row_summarises_the_hand(hand, words):
    assert ENGLISH.read(GAME.summary(hand, Sheet(THREE, House()))) == words


def test_the_lowest_leads_where_it_wins():
    assert GAME.lowest_first(House(direction=LOW))
    assert not GAME.lowest_first(House())


# The referee -----------------------------------------------------------------


def test_the_referee_names_the_leader():
    assert ask("leader", hands=[columns(3, 5, 5)]) == ([1, 2], ["4.1"])
    assert ask("leader", house=OUT_AT_100, hands=[columns(100, 110, 120)])[0] == [0]


def test_the_referee_checks_the_sum():
    def adds(points, house):
        facts = SomeNumbers(PerSide(Fraction(n) for n in points))
        ruling = GAME.questions["sum"].rule_on(facts, sheet_of(house=house))
        return ruling.verdict, ENGLISH.read(ruling.because[0].words)

    assert adds((13, 7, 6), preset("gen-sum")) == ("yes", "It adds up to 26")
    assert adds((13, 7, 5), preset("gen-sum")) == ("no", "It adds up to 25, not 26: 1 are missing")
    assert adds((3, 7, 5), ZERO) == ("no", "It adds up to 15, not 0: 15 too much")
    assert adds((3, 7, 5), House())[0] == "yes"


def test_the_referee_gives_the_points_of_places_and_results():
    assert ask("places", SomePlaces(PerSide((1, 2, 2))), RANKS) == ([2, "1/2", "1/2"], ["2.6", "2.7"])
    assert ask("places", SomePlaces(PerSide((1, 2, None))), RANKS) == ([1, 0, 0], ["2.6"])
    assert ask("result", OneResult(Result.DREW)) == (1, ["2.8"])


@pytest.mark.parametrize(
    ("number", "house", "hands", "verdict"),
    [
        (5, House(), [], "counts"),
        (50, TO_50, [], "reached"),
        (100, DOWN, [], "reached"),
        (51, replace(TO_50, overshoot=Overshoot.BUST_STAYS), [], "bust"),
        (51, replace(TO_50, overshoot=Overshoot.BUST_TO_N), [], "bust"),
        (51, replace(TO_50, overshoot=Overshoot.EXACT), [], "counts"),
        (100, OUT_AT_100, [], "out"),
        (1, OUT_AT_100, [columns(100, 0, 0)], "out"),
    ],
)
def test_the_referee_gives_the_effect_of_a_number(number, house, hands, verdict):
    assert ask("next", Next(A, Fraction(number)), house, hands=hands)[0] == verdict


def test_the_referee_names_the_players_out():
    assert ask("out", OneSide(A))[0] == "no"
    assert ask("out", OneSide(A), OUT_AT_100, hands=[columns(100, 0, 0)]) == ("yes", ["3.1"])
    assert ask("out", OneSide(B), OUT_AT_100, hands=[columns(100, 30, 0)])[0] == "no"


def test_the_referee_says_if_the_game_is_over():
    for end in End:
        assert ask("over", house=House(end=end))[0] == "no"
    assert ask("over", hands=[columns(1, 2, 3), STOP]) == ("yes", ["4.3"])
    level = House(end=End.ROUNDS, rounds=1, tie=Tie.EXTRA_ROUND)
    assert ask("over", house=level, hands=[columns(1, 1, 0)]) == ("no", ["5.2"])


def test_further_questions_are_answered():
    assert ask("stop") == ("yes", ["4.3"])
    assert ask("absent") == ("yes", ["2.9"])
    assert ask("dealer", hands=[columns(1, 2, 3)]) == (1, ["1.4"])
    assert ask("dealer", house=House(dealer=Dealer.NONE)) == ("none", ["1.4"])
    for check in TargetCheck:
        assert ask("first", house=House(target_check=check)) == (check.value, ["4.6"])
    for tie, number in zip(Tie, ("5.1", "5.2", "5.3", "5.4"), strict=True):
        assert ask("level", house=House(tie=tie)) == (tie.value, [number])


def test_members_are_asked_by_seat():
    assert members(1, 2, 3, 4).points == PerSeat((1, 2, 3, 4))
    assert totals(columns(4, 6), seating=TWO) == (4, 6)


def test_settlement_is_as_written_or_by_differences():
    zero = play(GAME, THREE, House(entry=Entry.ZERO_SUM), (columns(5, -2, -3),))
    assert GAME.settlement(zero).points == (5, -2, -3)
    # Twenty in all: three times one's own less twenty; where the lowest wins, the other way round.
    assert GAME.settlement(play(GAME, THREE, House(), (columns(10, 6, 4),))).points == (10, -2, -8)
    low = House(direction=Direction.LOW)
    assert GAME.settlement(play(GAME, THREE, low, (columns(10, 6, 4),))).points == (-10, 2, 8)
