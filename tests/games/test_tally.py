"""The tally by its table of options: every option, preset, way to end, and question."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    ENGLISH,
    Adjustment,
    Begun,
    Nothing,
    PerSeat,
    PerSide,
    Seating,
    Sheet,
    Side,
    blank,
    play,
    to_json,
    worth_asking,
    wrong_house,
)
from games.tally import GAME
from games.tally.examples import DREW, FOUR, HALF, LOST, LOW, PAIRS, STOP, THREE, TWO, WON, came, each, wrote
from games.tally.hands import Result, Results, Winner
from games.tally.house import (
    PRESETS,
    Dealer,
    Direction,
    End,
    Entry,
    House,
    Overshoot,
    RankTie,
    TargetCheck,
    Tie,
    Unit,
)
from games.tally.referee import Next, OneResult, SomeNumbers, SomePlaces, Who

A, B, C = (Side(n) for n in range(3))
NONE = Nothing()
TO_50 = House(end=End.TARGET, target=50)
AT_ONCE = replace(TO_50, target_check=TargetCheck.IMMEDIATELY)
RANKS = House(entry=Entry.RANK)
RESULTS = House(entry=Entry.WDL)
ZERO = House(entry=Entry.ZERO_SUM)
DOWN = House(entry=Entry.COUNTDOWN, direction=LOW, start_score=100, end=End.TARGET, target=0)
OUT_AT_100 = House(direction=LOW, elimination=100)


def preset(id):
    return next(preset.house for preset in PRESETS if preset.id == id)


def sheet_of(*hands, house=None, seating=THREE):
    return play(GAME, seating, house or House(), hands)


def totals(*hands, house=None, seating=THREE):
    sheet = sheet_of(*hands, house=house, seating=seating)
    assert [row.problems for row in sheet.rows] == [()] * len(hands)
    return tuple(sheet.totals)


def fields(*hands, house=None, seating=THREE):
    """Where the problems of the last hand are, and what they say."""
    row = sheet_of(*hands, house=house, seating=seating).rows[-1]
    return {problem.field: ENGLISH.read(problem.words) for problem in row.problems}


def winners(*hands, house=None, seating=THREE):
    sheet = sheet_of(*hands, house=house, seating=seating)
    assert [row.problems for row in sheet.rows] == [()] * len(hands)
    return sheet.outcome and (tuple(sheet.outcome.winners), sheet.outcome.because.rule.number)


def wrong(house, seating=THREE):
    return {problem.field for problem in wrong_house(GAME, house, seating)}


def ask(name, facts=NONE, house=None, seating=THREE, hands=()):
    ruling = GAME.questions[name].rule_on(facts, play(GAME, seating, house or House(), hands))
    return to_json(ruling.verdict), [because.rule.number for because in ruling.because]


def briefed(*hands, house=None, seating=THREE, begun=None):
    return [
        ENGLISH.read(said.words)
        for said in GAME.briefing(sheet_of(*hands, house=house, seating=seating), begun)
    ]


def reasons(*hands, house=None, seating=THREE):
    row = sheet_of(*hands, house=house, seating=seating).rows[-1]
    return [[ENGLISH.read(because.words) for because in line.because] for line in row.lines]


# Presets ---------------------------------------------------------------------


def test_presets_are_the_digests_and_the_plain_one_is_first():
    assert [preset.id for preset in PRESETS] == [
        "gen-high",
        "gen-low",
        "gen-ranks",
        "gen-teams",
        "gen-zero",
        "gen-sum",
        "gen-down",
        "gen-wdl",
        "gen-elim",
    ]
    assert preset("gen-high") == House()
    assert preset("gen-low").direction is LOW
    assert preset("gen-ranks").entry is Entry.RANK
    assert preset("gen-teams").unit is Unit.TEAMS
    assert preset("gen-zero").entry is Entry.ZERO_SUM
    assert preset("gen-sum").check_sum == 26
    assert (preset("gen-down").entry, preset("gen-down").start_score) == (Entry.COUNTDOWN, 501)
    assert preset("gen-wdl").entry is Entry.WDL
    assert preset("gen-elim").elimination == 100


def test_two_to_eight_play_alone_or_in_teams():
    shapes = {seating.shape for seating in GAME.seatings}
    assert shapes == {(n, n) for n in range(2, 9)} | {(4, 2), (6, 2), (6, 3), (8, 2), (8, 4)}
    assert GAME.seatings[0].shape == (4, 4)
    assert GAME.shapes(GAME.preset("gen-teams"))[0] == (4, 2)


def test_the_defaults_are_the_digests():
    assert to_json(House()) == {
        "entry": "points",
        "unit": "solo",
        "direction": "high",
        "start_score": 0,
        "step": 1,
        "check_sum": None,
        "rank_points": [],
        "rank_tie": "average",
        "wdl": [3, 1, 0],
        "elimination": None,
        "end": "open",
        "target": 100,
        "target_check": "end_of_round",
        "overshoot": "allowed",
        "bust_to": 25,
        "rounds": 10,
        "tie": "shared",
        "dealer": "rotate",
        "hide_totals": False,
    }


# What a round writes ---------------------------------------------------------


def test_numbers_are_added_and_may_be_negative():
    assert totals(wrote(10, -5, 0), wrote(3, 20, -8)) == (13, 15, -8)
    assert reasons(wrote(10, -5, 0)) == [["Wrote 10"], ["Wrote −5"], ["Wrote 0"]]


def test_who_does_not_play_writes_nothing():
    assert totals(wrote(10, None, 3)) == (10, 0, 3)
    assert len(sheet_of(wrote(10, None, 3)).rows[0].lines) == 2
    assert fields(wrote(None, None, None)) == {"points": "Somebody must have played"}


@pytest.mark.parametrize("start", [-50, 20, 501])
def test_everybody_starts_with_the_score_agreed_on(start):
    assert blank(GAME, THREE, House(start_score=start)).totals == (start,) * 3
    assert totals(wrote(1, 2, 3), house=House(start_score=start)) == (start + 1, start + 2, start + 3)


def test_steps():
    assert fields(wrote(HALF, 1, Fraction(1, 4))) == {
        "points.0": "In steps of 1, please",
        "points.2": "In steps of 1, please",
    }
    assert fields(wrote(HALF, 1, Fraction(1, 4)), house=House(step=HALF)).keys() == {"points.2"}
    quarters = House(step=Fraction(1, 4))
    assert totals(wrote(HALF, 1, Fraction(-3, 4)), house=quarters) == (HALF, 1, Fraction(-3, 4))
    assert fields(wrote(5, 7, 10), house=House(step=Fraction(5))).keys() == {"points.1"}
    assert wrong(House(step=Fraction(0))) == {"step"}


def test_a_round_must_add_up_to_what_is_known():
    house = preset("gen-sum")
    assert totals(wrote(13, 7, 6), house=house) == (13, 7, 6)
    assert fields(wrote(13, 7, 5), house=house) == {"points": "These add up to 25, not 26"}
    assert fields(wrote(13, None, 5), house=house) == {"points": "These add up to 18, not 26"}
    assert totals(wrote(21, None, 5), house=house) == (21, 0, 5)


def test_points_that_change_hands_add_up_to_nothing():
    assert totals(wrote(7, -3, -4), house=ZERO) == (7, -3, -4)
    assert fields(wrote(7, -3, -3), house=ZERO) == {"points": "These add up to 1, not 0"}
    assert fields(wrote(7, None, -3), house=ZERO) == {"points": "These add up to 4, not 0"}
    assert reasons(wrote(7, -7, 0), house=ZERO) == [["Won 7"], ["Paid 7"], ["Won 0"]]


@given(st.lists(st.lists(st.integers(-1000, 1000), min_size=3, max_size=3), max_size=6))
def test_where_points_change_hands_the_totals_always_add_up_to_nothing(rounds):
    sheet = sheet_of(*(wrote(*points) for points in rounds), house=ZERO)
    assert sum(sheet.totals) == 0
    assert [bool(row.problems) for row in sheet.rows] == [sum(points) != 0 for points in rounds]


def test_counting_down_takes_off():
    assert totals(wrote(30, 0, -5), house=DOWN) == (70, 100, 105)
    assert reasons(wrote(30, 0, -5), house=DOWN)[0] == ["30 off"]


def test_places_pay_one_less_each():
    assert totals(came(2, 1, 3), house=RANKS) == (1, 2, 0)
    assert totals(came(2, 1, None), house=RANKS) == (0, 1, 0)
    assert fields(came(None, None, None), house=RANKS).keys() == {"places"}
    assert "places.1" in fields(came(1, 4, 2), house=RANKS)


def test_places_pay_by_the_tables_own_list():
    house = replace(RANKS, rank_points=(Fraction(5), Fraction(3), Fraction(1)))
    assert totals(came(2, 1, 4, 3), house=house, seating=FOUR) == (3, 5, 0, 1)


@pytest.mark.parametrize(
    ("how", "each_has"),
    [(RankTie.AVERAGE, Fraction(3, 2)), (RankTie.SHARE_HIGH, 2), (RankTie.SHARE_LOW, 1)],
)
def test_those_who_share_a_place_have_what_is_agreed(how, each_has):
    house = replace(RANKS, rank_tie=how)
    assert totals(came(1, 2, 2, 4), house=house, seating=FOUR) == (3, each_has, each_has, 0)
    # Whether the next is called third or fourth makes no difference.
    assert totals(came(1, 2, 2, 3), house=house, seating=FOUR) == (3, each_has, each_has, 0)
    assert reasons(came(1, 2, 2, 4), house=house, seating=FOUR)[0] == ["Place 1"]
    assert reasons(came(1, 2, 2, 4), house=house, seating=FOUR)[1][0].startswith("Places 2 to 3 are shared")


@given(st.lists(st.integers(1, 5), min_size=5, max_size=5))
def test_shared_places_on_the_average_never_change_the_sum(places):
    assert sum(totals(came(*places), house=RANKS, seating=Seating(5, 5))) == 4 + 3 + 2 + 1 + 0


def test_win_draw_and_loss():
    assert totals(Winner(B), house=RESULTS) == (0, 3, 0)
    assert totals(Winner(None), house=RESULTS) == (1, 1, 1)
    halves = replace(RESULTS, wdl=(Fraction(1), HALF, Fraction(0)))
    assert totals(Winner(None), Winner(A), house=halves) == (Fraction(3, 2), HALF, HALF)
    assert totals(Results(PerSide((WON, LOST, None))), house=RESULTS) == (3, 0, 0)
    assert reasons(Winner(B), house=RESULTS) == [["Lost"], ["Won"], ["Lost"]]


@pytest.mark.parametrize(
    ("results", "wrong_at"),
    [
        ((WON, WON, LOST), set()),
        ((DREW, DREW, LOST), set()),
        ((DREW, DREW, None), set()),
        ((WON, DREW, LOST), {"results"}),
        ((WON, WON, WON), {"results"}),
        ((DREW, LOST, LOST), {"results"}),
        ((LOST, LOST, LOST), {"results"}),
        ((None, None, None), {"results"}),
    ],
)
def test_results_must_go_together(results, wrong_at):
    assert fields(Results(PerSide(results)), house=RESULTS).keys() == wrong_at


def test_another_kind_of_round_is_refused():
    assert fields(came(1, 2, 3)) == {"": "At this table something else is written: Points"}
    assert fields(Winner(A)).keys() == {""}
    assert fields(wrote(1, 2, 3), house=RANKS).keys() == {""}
    assert fields(wrote(1, 2, 3), house=RESULTS).keys() == {""}
    assert fields(each(1, 2, 3), house=RANKS).keys() == {""}
    assert fields(Results(PerSide((WON, LOST, LOST))), house=RANKS).keys() == {""}


def test_teams_write_one_number_or_each_members():
    assert totals(wrote(8, 5), house=preset("gen-teams"), seating=PAIRS) == (8, 5)
    assert totals(each(4, 1, 6, -2), seating=PAIRS) == (10, -1)
    assert totals(each(None, 1, None, 2), seating=PAIRS) == (0, 3)
    assert reasons(each(4, 1, 6, None), seating=PAIRS) == [
        ["Wrote 10", "Partners together: 4, 6"],
        ["Wrote 1"],
    ]
    assert totals(each(10, 5, 6, 5), house=House(check_sum=26), seating=PAIRS) == (16, 10)
    assert fields(each(None, None, None, None), seating=PAIRS).keys() == {"points"}


def test_the_phone_offers_what_this_table_writes():
    def kinds(house=None, seating=THREE):
        return GAME.kinds_at(Sheet(seating, house or House()))

    assert kinds() == ("round", "stopped")
    assert kinds(seating=PAIRS) == ("members", "round", "stopped")
    assert kinds(preset("gen-teams"), PAIRS) == ("round", "stopped")
    assert kinds(RANKS) == ("places", "stopped")
    assert kinds(RESULTS) == ("winner", "results", "stopped")


def test_house_questions_are_asked_where_they_matter():
    def asked(house, seating=THREE):
        return worth_asking(house, Sheet(seating, house))

    plain = asked(House())
    assert {"step", "check_sum", "start_score", "end"} <= plain
    assert not {"unit", "rank_points", "wdl", "target", "rounds", "bust_to", "overshoot"} & plain
    assert "unit" in asked(House(), PAIRS)
    assert {"rank_points", "rank_tie"} <= asked(RANKS)
    assert "step" not in asked(RANKS)
    assert "wdl" in asked(RESULTS)
    assert "check_sum" not in asked(ZERO)
    assert {"target", "overshoot", "target_check"} <= asked(TO_50)
    assert "bust_to" in asked(replace(TO_50, overshoot=Overshoot.BUST_TO_N))
    assert "target" in asked(House(end=End.COMBINED_TOTAL))
    assert "rounds" in asked(House(end=End.ROUNDS))


# The end ---------------------------------------------------------------------


def test_the_table_stops_when_it_likes():
    assert winners(wrote(1, 2, 3)) is None
    assert winners(wrote(1, 2, 3), STOP) == ((2,), "4.3")
    assert winners(wrote(1, 2, 3), STOP, house=House(direction=LOW)) == ((0,), "4.3")
    assert winners(wrote(1, 2, 3), STOP, house=TO_50) == ((2,), "4.3")


def test_a_time_ends_it_where_that_is_agreed():
    house = House(end=End.TIME)
    assert winners(wrote(1, 2, 3), house=house) is None
    assert winners(wrote(1, 2, 3), STOP, house=house) == ((2,), "4.4")
    assert ENGLISH.read(GAME.in_short(STOP, Sheet(THREE, house))) == "Time"


def test_reaching_the_target_ends_it_with_the_round():
    assert winners(wrote(49, 0, 0), house=TO_50) is None
    assert winners(wrote(50, 60, 0), house=TO_50) == ((1,), "4.5")


def test_where_the_lowest_wins_it_is_not_the_one_who_got_there():
    house = replace(TO_50, direction=LOW)
    assert winners(wrote(50, 10, 12), house=house) == ((1,), "4.5")


def test_down_to_a_target():
    assert winners(wrote(90, 99, 10), house=DOWN) is None
    assert winners(wrote(100, 99, 10), house=DOWN) == ((0,), "4.5")
    lives = replace(DOWN, direction=Direction.HIGH)
    assert winners(wrote(100, 99, 10), house=lives) == ((2,), "4.5")


def test_at_once_the_first_there_wins():
    assert winners(wrote(50, 60, 0, first=0), house=AT_ONCE) == ((0,), "4.6")
    assert winners(wrote(40, 60, 0), house=AT_ONCE) == ((1,), "4.5")
    assert fields(wrote(50, 60, 0), house=AT_ONCE) == {
        "first": "side 1, side 2 got there in the same round: who was first?"
    }
    assert fields(wrote(50, 60, 0, first=2), house=AT_ONCE).keys() == {"first"}
    pairs = replace(each(30, 60, 20, 1), first=A)
    assert winners(pairs, house=AT_ONCE, seating=PAIRS) == ((0,), "4.6")
    low = replace(AT_ONCE, direction=LOW)
    assert winners(wrote(50, 60, 0), house=low) == ((2,), "4.5")


def test_at_once_is_asked_only_where_several_got_there():
    sheet = Sheet(THREE, AT_ONCE)
    assert "first" in worth_asking(wrote(50, 60, None), sheet)
    assert "first" not in worth_asking(wrote(50, 40, None), sheet)
    assert "first" not in worth_asking(wrote(50, 60, 0), Sheet(THREE, TO_50))


def test_points_agreed_on_may_take_several_to_the_target_and_the_best_wins():
    agreed = Adjustment(PerSide((50, 60, 0)), "made up")
    assert winners(agreed, house=AT_ONCE) == ((1,), "4.5")


def test_past_the_target_only_the_very_number_ends_it():
    house = replace(TO_50, overshoot=Overshoot.EXACT)
    assert winners(wrote(55, 0, 0), house=house) is None
    assert winners(wrote(55, 0, 0), wrote(0, 50, 0), house=house) == ((1,), "4.5")
    assert winners(wrote(55, 0, 0), wrote(-5, 49, 0), house=house) == ((0,), "4.5")


def test_past_the_target_is_bust():
    stays = replace(TO_50, overshoot=Overshoot.BUST_STAYS)
    assert totals(wrote(45, 0, 0), wrote(6, 1, 1), house=stays) == (45, 1, 1)
    back = replace(TO_50, overshoot=Overshoot.BUST_TO_N, bust_to=25)
    assert totals(wrote(45, 0, 0), wrote(6, 1, 1), house=back) == (25, 1, 1)
    assert reasons(wrote(51, 0, 0), house=stays)[0] == [
        "That would be 51, past 50: bust, the total stays",
        "Wrote 51",
    ]
    below = replace(DOWN, overshoot=Overshoot.BUST_STAYS)
    assert totals(wrote(101, 100, 5), house=below) == (100, 0, 95)
    assert winners(wrote(51, 50, 0), house=replace(AT_ONCE, overshoot=Overshoot.BUST_STAYS)) == (
        (1,),
        "4.5",
    )


def test_a_number_of_rounds():
    house = House(end=End.ROUNDS, rounds=2)
    assert winners(wrote(1, 2, 3), house=house) is None
    assert winners(wrote(1, 2, 3), wrote(5, 2, 3), house=house) == ((0, 2), "5.1")
    assert winners(wrote(1, 2, 3), wrote(6, 2, 3), house=house) == ((0,), "4.8")


def test_all_totals_together():
    house = House(end=End.COMBINED_TOTAL, target=100)
    assert winners(wrote(30, 30, 39), house=house) is None
    assert winners(wrote(30, 30, 40), house=house) == ((2,), "4.9")
    falls = replace(house, entry=Entry.COUNTDOWN, start_score=50)
    assert winners(wrote(20, 10, 19), house=falls) is None
    assert winners(wrote(20, 10, 20), house=falls) == ((1,), "4.9")


def test_who_reaches_the_limit_is_out_and_the_last_one_in_wins():
    first, second = wrote(60, 40, 100), wrote(40, 50, None)
    sheet = sheet_of(first, house=OUT_AT_100)
    assert sheet.outcome is None
    assert reasons(first, house=OUT_AT_100)[2] == ["Wrote 100", "side 3 is out at 100"]
    assert winners(first, second, house=OUT_AT_100) == ((1,), "3.1")
    assert fields(first, wrote(1, 1, 1), house=OUT_AT_100) == {"points.2": "side 3 is out and writes no more"}
    assert totals(first, wrote(1, 1, 0), house=OUT_AT_100) == (61, 41, 100)


def test_lives_run_out_downwards():
    house = House(entry=Entry.COUNTDOWN, start_score=3, elimination=0)
    assert winners(wrote(3, 1, 0), wrote(None, 1, 3), house=house) == ((1,), "3.1")


def test_all_out_at_once():
    assert winners(wrote(100, 110, 120), house=OUT_AT_100) == ((0,), "3.2")
    assert winners(wrote(100, 110, 100), house=OUT_AT_100) == ((0, 2), "5.1")
    extra = replace(OUT_AT_100, tie=Tie.EXTRA_ROUND)
    assert winners(wrote(100, 110, 100), house=extra) == ((0, 2), "5.1")
    assert winners(wrote(99, 100, 99), wrote(3, None, 4), house=OUT_AT_100) == ((0,), "3.2")


def test_who_is_out_neither_wins_nor_places():
    house = replace(RESULTS, elimination=6)
    gone = (Winner(A), Winner(A))
    assert fields(*gone, Winner(A), house=house) == {"winner": "side 1 is out and writes no more"}
    assert totals(*gone, Winner(None), house=house) == (6, 1, 1)
    assert "results.0" in fields(*gone, Results(PerSide((WON, LOST, LOST))), house=house)
    assert winners(*gone, STOP, house=house) == ((1, 2), "5.1")
    ranks = replace(RANKS, elimination=2)
    assert fields(came(1, 2, 3), came(1, 2, 3), house=ranks).keys() == {"places.0"}


@pytest.mark.parametrize(
    ("tie", "who", "number"),
    [
        (Tie.SHARED, (0, 1), "5.1"),
        (Tie.MOST_ROUNDS_WON, (0,), "5.3"),
        (Tie.LAST_ROUND_BEST, (1,), "5.4"),
    ],
)
def test_level_at_the_end(tie, who, number):
    hands = (wrote(5, 4, 0), wrote(5, 4, 0), wrote(1, 3, 9))
    assert winners(*hands, house=House(end=End.ROUNDS, rounds=3, tie=tie)) == (who, number)


def test_level_in_every_way_is_shared():
    for tie in Tie.MOST_ROUNDS_WON, Tie.LAST_ROUND_BEST:
        house = House(end=End.ROUNDS, rounds=1, tie=tie)
        assert winners(wrote(5, 5, 0), house=house) == ((0, 1), "5.1")
        assert winners(STOP, house=House(tie=tie)) == ((0, 1, 2), "5.1")


def test_level_and_another_round_decides():
    house = House(end=End.ROUNDS, rounds=1, tie=Tie.EXTRA_ROUND)
    assert winners(wrote(5, 5, 0), house=house) is None
    assert briefed(wrote(5, 5, 0), house=house) == ["seat 2 deals", "Level: another round decides"]
    assert winners(wrote(5, 5, 0), wrote(1, 0, 0), house=house) == ((0,), "4.8")
    stopped = House(tie=Tie.EXTRA_ROUND)
    assert winners(wrote(5, 5, 0), STOP, wrote(0, 1, 9), house=stopped) == ((2,), "4.3")


def test_nobody_can_play_to_where_all_begin():
    assert wrong(House(end=End.TARGET, target=0)) == {"target"}
    assert wrong(House(end=End.COMBINED_TOTAL, target=60, start_score=20)) == {"target"}
    assert wrong(House(elimination=0)) == {"elimination"}
    assert wrong(replace(TO_50, overshoot=Overshoot.BUST_TO_N, bust_to=50)) == {"bust_to"}
    assert not wrong(replace(TO_50, bust_to=50))


# Before a round --------------------------------------------------------------


def test_who_deals():
    assert briefed(wrote(1, 2, 3)) == ["seat 2 deals"]
    assert briefed(house=House(dealer=Dealer.NONE)) == []
    assert GAME.dealer(sheet_of(wrote(1, 2, 3), STOP)) == 1


def test_how_far_the_end_is():
    assert briefed(house=TO_50)[1] == "Everybody: 50 from 50"
    assert briefed(wrote(30, 20, 0), house=TO_50)[1] == "side 1: 20 from 50"
    assert briefed(wrote(30, 20, 0), house=House(end=End.ROUNDS))[1] == "Round 2 of 10"
    house = House(end=End.COMBINED_TOTAL)
    assert briefed(wrote(30, 20, 0), house=house)[1] == "All together 50; at 100 it is over"
    assert briefed(wrote(100, 40, 30), house=OUT_AT_100)[1] == "Out: side 1"
    assert briefed(wrote(1, 2, 3), STOP) == ["seat 2 deals"]


def test_covered_totals_are_not_given_away():
    house = replace(TO_50, hide_totals=True)
    assert GAME.hides_totals(house)
    assert briefed(wrote(30, 20, 0), house=house)[1:] == ["The totals stay covered until the end"]
    assert ask("leader", house=house, hands=[wrote(30, 20, 0)]) == ("covered", ["1.5"])
    limit = replace(OUT_AT_100, hide_totals=True)
    assert ask("out", Who(A), limit, hands=[wrote(30, 20, 0)])[0] == "no"
    assert "70" not in ENGLISH.read(
        GAME.questions["out"].rule_on(Who(A), sheet_of(wrote(30, 0, 0), house=limit)).because[0].words
    )
    assert ask("leader", house=house, hands=[wrote(50, 20, 0)])[0] == [0]


def test_what_is_still_to_be_given_out():
    begun = Begun("round", {"points.0": Fraction(13), "points.1": None})
    assert briefed(house=preset("gen-sum"))[1] == "The round adds up to 26"
    assert briefed(house=preset("gen-sum"), begun=begun)[1] == "The round adds up to 26: 13 to go"
    assert briefed(house=ZERO)[1] == "The round adds up to nothing"
    assert briefed(house=ZERO, begun=begun)[1] == "The round adds up to nothing: −13 to go"


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (wrote(1, 2, 3), "A round"),
        (Winner(None), "A draw"),
        (Winner(B), "side 2 won"),
        (came(2, 1, 1), "First: side 2, side 3"),
        (came(2, 3, 3), "The places"),
        (STOP, "The table stops here"),
    ],
)
def test_a_row_says_what_happened(hand, words):
    assert ENGLISH.read(GAME.in_short(hand, Sheet(THREE, House()))) == words


def test_the_lowest_leads_where_it_wins():
    assert GAME.lowest_first(House(direction=LOW))
    assert not GAME.lowest_first(House())


# The referee -----------------------------------------------------------------


def test_who_is_in_front():
    assert ask("leader", hands=[wrote(3, 5, 5)]) == ([1, 2], ["4.1"])
    assert ask("leader", house=OUT_AT_100, hands=[wrote(100, 110, 120)])[0] == [0]


def test_does_it_add_up():
    def adds(points, house):
        facts = SomeNumbers(PerSide(Fraction(n) for n in points))
        ruling = GAME.questions["sum"].rule_on(facts, sheet_of(house=house))
        return ruling.verdict, ENGLISH.read(ruling.because[0].words)

    assert adds((13, 7, 6), preset("gen-sum")) == ("yes", "It adds up to 26")
    assert adds((13, 7, 5), preset("gen-sum")) == ("no", "It adds up to 25, not 26: 1 are missing")
    assert adds((3, 7, 5), ZERO) == ("no", "It adds up to 15, not 0: 15 too much")
    assert adds((3, 7, 5), House())[0] == "yes"


def test_what_places_and_results_pay():
    assert ask("places", SomePlaces(PerSide((1, 2, 2))), RANKS) == ([2, "1/2", "1/2"], ["2.6", "2.7"])
    assert ask("places", SomePlaces(PerSide((1, 2, None))), RANKS) == ([1, 0, 0], ["2.6"])
    assert ask("result", OneResult(Result.DREW)) == (1, ["2.8"])


def test_what_a_number_would_do():
    def would(n, house, hands=()):
        return ask("next", Next(A, Fraction(n)), house, hands=hands)[0]

    assert would(5, House()) == "counts"
    assert would(50, TO_50) == "reached"
    assert would(100, DOWN) == "reached"
    assert would(51, replace(TO_50, overshoot=Overshoot.BUST_STAYS)) == "bust"
    assert would(51, replace(TO_50, overshoot=Overshoot.BUST_TO_N)) == "bust"
    assert would(51, replace(TO_50, overshoot=Overshoot.EXACT)) == "counts"
    assert would(100, OUT_AT_100) == "out"
    assert would(1, OUT_AT_100, [wrote(100, 0, 0)]) == "out"


def test_who_is_out():
    assert ask("out", Who(A))[0] == "no"
    assert ask("out", Who(A), OUT_AT_100, hands=[wrote(100, 0, 0)]) == ("yes", ["3.1"])
    assert ask("out", Who(B), OUT_AT_100, hands=[wrote(100, 30, 0)])[0] == "no"


def test_is_it_over():
    for end in End:
        assert ask("over", house=House(end=end))[0] == "no"
    assert ask("over", hands=[wrote(1, 2, 3), STOP]) == ("yes", ["4.3"])
    level = House(end=End.ROUNDS, rounds=1, tie=Tie.EXTRA_ROUND)
    assert ask("over", house=level, hands=[wrote(1, 1, 0)]) == ("no", ["5.2"])


def test_other_questions():
    assert ask("stop") == ("yes", ["4.3"])
    assert ask("absent") == ("yes", ["2.9"])
    assert ask("dealer", hands=[wrote(1, 2, 3)]) == (1, ["1.4"])
    assert ask("dealer", house=House(dealer=Dealer.NONE)) == ("none", ["1.4"])
    for check in TargetCheck:
        assert ask("first", house=House(target_check=check)) == (check.value, ["4.6"])
    for tie, number in zip(Tie, ("5.1", "5.2", "5.3", "5.4"), strict=True):
        assert ask("level", house=House(tie=tie)) == (tie.value, [number])


def test_members_are_asked_by_seat():
    assert each(1, 2, 3, 4).points == PerSeat((1, 2, 3, 4))
    assert totals(wrote(4, 6), seating=TWO) == (4, 6)


def test_what_changed_hands_is_settled_as_it_stands_and_points_by_the_differences():
    zero = play(GAME, THREE, House(entry=Entry.ZERO_SUM), (wrote(5, -2, -3),))
    assert GAME.settling(zero).points == (5, -2, -3)
    # Twenty in all: three times one's own less twenty; where the lowest wins, the other way round.
    assert GAME.settling(play(GAME, THREE, House(), (wrote(10, 6, 4),))).points == (10, -2, -8)
    low = House(direction=Direction.LOW)
    assert GAME.settling(play(GAME, THREE, low, (wrote(10, 6, 4),))).points == (-10, 2, 8)
