"""Tally: every option and preset, and the points of a round."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.engine import (
    PerSide,
    Seating,
    Sheet,
    to_json,
)
from games.tally import GAME
from games.tally import rulebook as rule
from games.tally.examples import (
    DREW,
    FOUR,
    HALF,
    LOST,
    LOW,
    PAIRS,
    THREE,
    WON,
    columns,
    members,
    round_by_places,
)
from games.tally.hands import Results, Winner
from games.tally.house import (
    PRESETS,
    Direction,
    End,
    Entry,
    House,
    Overshoot,
    RankTie,
    Unit,
)
from games.tally.referee import SomeNumbers
from tests.games.tally_table import (
    COUNTDOWN,
    OUT_AT_100,
    RANKS,
    RESULTS,
    TO_50,
    ZERO_SUM,
    A,
    B,
    check_rulings,
    house_problem_fields,
    preset,
    problems_of_last,
    questions_of,
    reasons,
    sheet_of,
    totals,
)
from tests.strategies import shares

HEARTS = preset("gen-sum")

# Presets


def test_presets_match_the_rules_and_the_plain_preset_is_first():
    assert [(preset.id, preset.house) for preset in PRESETS] == [
        ("gen-high", House()),
        ("gen-low", House(direction=LOW)),
        ("gen-ranks", RANKS),
        ("gen-teams", House(unit=Unit.TEAMS)),
        ("gen-zero", ZERO_SUM),
        ("gen-sum", House(direction=LOW, check_sum=26, moon=True)),
        ("gen-down", replace(COUNTDOWN, start_score=501)),
        ("gen-wdl", RESULTS),
        ("gen-elim", OUT_AT_100),
    ]


def test_two_to_eight_play_alone_or_in_teams():
    shapes = {seating.shape for seating in GAME.seatings}
    assert shapes == {(n, n) for n in range(2, 9)} | {(4, 2), (6, 2), (6, 3), (8, 2), (8, 4)}
    assert GAME.seatings[0].shape == (4, 4)
    assert GAME.shapes(GAME.preset("gen-teams"))[0] == (4, 2)


def test_house_rules_are_stored_by_their_ids():
    for choices, ids in (
        (Entry, "points rank wdl zero_sum countdown"),
        (Unit, "solo teams"),
        (Direction, "high low"),
        (End, "open target rounds combined_total time"),
    ):
        assert [choice.value for choice in choices] == ids.split()
    assert to_json(House()) == {
        "entry": "points",
        "unit": "solo",
        "direction": "high",
        "start_score": 0,
        "step": 1,
        "check_sum": None,
        "moon": False,
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


# Scores of a round


def test_numbers_are_added_and_may_be_negative():
    assert totals(columns(10, -5, 0), columns(3, 20, -8)) == (13, 15, -8)
    assert reasons(columns(10, -5, 0)) == [["Wrote 10"], ["Wrote −5"], ["Wrote 0"]]


def test_a_player_who_sits_out_writes_nothing():
    assert totals(columns(10, None, 3)) == (10, 0, 3)
    assert len(reasons(columns(10, None, 3))) == 2
    assert problems_of_last(columns(None, None, None)).keys() == {"points"}


@pytest.mark.parametrize("start", [-50, 20, 501])
def test_all_sides_start_with_the_agreed_score(start):
    assert totals(columns(1, 2, None), house=House(start_score=start)) == (start + 1, start + 2, start)


def test_numbers_must_be_multiples_of_the_step():
    fractions = columns(HALF, 1, Fraction(1, 4))
    for hand, house, fields in (
        (fractions, House(), {"points.0", "points.2"}),
        (fractions, House(step=HALF), {"points.2"}),
        (columns(5, 7, 10), House(step=Fraction(5)), {"points.1"}),
    ):
        assert problems_of_last(hand, house=house).keys() == fields
    quarters = (HALF, 1, Fraction(-3, 4))
    assert totals(columns(*quarters), house=House(step=Fraction(1, 4))) == quarters
    assert house_problem_fields(House(step=Fraction(0))) == {"step"}


def test_a_round_must_add_up_to_the_known_sum():
    assert totals(columns(21, None, 5), house=HEARTS) == (21, 0, 5)
    for points, total in ((13, 7, 5), 25), ((13, None, 5), 18):
        problems = problems_of_last(columns(*points), house=HEARTS)
        assert problems == {"points": f"These add up to {total}, not 26"}


@pytest.mark.parametrize("points", [(0, 26, 26, 26), (26, 26, 0, 26), (0, None, 26, 26)])
def test_in_hearts_the_moon_may_be_shot(points):
    assert problems_of_last(columns(*points), house=HEARTS, seating=FOUR) == {}
    assert "points" in problems_of_last(columns(*points), house=replace(HEARTS, moon=False), seating=FOUR)


@pytest.mark.parametrize("points", [(26, 26, 13, 13), (0, 0, 26, 26), (26, 26, 26, 26), (0, 13, 26, 39)])
def test_a_round_that_is_no_moon_must_add_up(points):
    (problem,) = problems_of_last(columns(*points), house=HEARTS, seating=FOUR).values()
    assert problem.startswith("These add up to ")


def score_by_rule_2_10(points, total):
    """Return the score by rule 2.10: a player who took every point has 0, and each other player the total."""
    points_written = sorted(n for n in points if n is not None)
    if points_written == [0] + [total] * (len(points_written) - 1):
        return tuple(n or 0 for n in points)
    if len(points_written) > 2 and points_written == [0] * (len(points_written) - 1) + [total]:
        return tuple(total if n == 0 else 0 for n in points)
    return tuple(n or 0 for n in points)


@given(st.data())
def test_any_round_that_adds_up_scores_by_rule_2_10(data):
    """Check rounds of two to eight players, of whom one may sit out.

    A moon is written as the points were taken (26 for the shooter) or as they count (0 for the shooter).
    """
    seats = data.draw(st.integers(2, 8))
    shooter = data.draw(st.integers(0, seats - 1))
    moons = [[n if index == shooter else other for index in range(seats)] for n, other in ((26, 0), (0, 26))]
    points = data.draw(st.sampled_from(moons) | shares(26, seats, 1))
    if seats > 2 and data.draw(st.booleans()):
        points[data.draw(st.sampled_from([index for index, n in enumerate(points) if index != shooter]))] = (
            None
        )
        numbers = [n for n in points if n is not None]
        assume(sum(numbers) == 26 or sorted(numbers) == [0] + [26] * (len(numbers) - 1))
    sheet = sheet_of(columns(*points), house=HEARTS, seating=Seating(seats, seats))
    assert sheet.rows[0].problems == ()
    assert sheet.totals == score_by_rule_2_10(points, 26)


@pytest.mark.parametrize("points", [(0, 26, 0, 0), (26, 0, 26, 26)])
def test_the_shooter_of_the_moon_scores_0_and_the_others_26(points):
    sheet = sheet_of(columns(*points), house=HEARTS, seating=FOUR)
    assert sheet.totals == (26, 0, 26, 26)
    assert all(rule.MOON in [because.rule for because in line.because] for line in sheet.rows[0].lines)


@pytest.mark.parametrize("points", [(0, 26, 0, 0), (26, 0, 26, 26)])
def test_the_partner_of_the_shooter_also_gets_26(points):
    assert totals(members(*points), house=HEARTS, seating=PAIRS) == (52, 26)


def test_a_team_total_is_a_moon_only_where_teams_write_one_number():
    assert totals(columns(26, 0, 0, 0), house=HEARTS, seating=Seating(8, 4)) == (26, 0, 0, 0)
    teams = replace(HEARTS, unit=Unit.TEAMS)
    assert totals(columns(26, 0, 0, 0), house=teams, seating=Seating(8, 4)) == (0, 26, 26, 26)


def test_no_negative_numbers_where_the_moon_may_be_shot():
    hand = columns(-13, 13, 13, 13)
    assert problems_of_last(hand, house=HEARTS, seating=FOUR) == {"points.0": "At least 0"}


def test_the_referee_knows_the_moon():
    facts = SomeNumbers(PerSide(map(Fraction, (26, 26, 0, 26))))
    check_rulings(("sum", facts, HEARTS, "yes"), ("sum", facts, House(check_sum=26), "no"), seating=FOUR)


def test_points_that_change_hands_must_sum_to_zero():
    assert problems_of_last(columns(7, None, -3), house=ZERO_SUM) == {"points": "These add up to 4, not 0"}
    assert reasons(columns(7, -7, 0), house=ZERO_SUM) == [["Won 7"], ["Paid 7"], ["Won 0"]]


@given(st.lists(st.lists(st.integers(-1000, 1000), min_size=3, max_size=3), max_size=6))
def test_totals_sum_to_zero_where_points_change_hands(rounds):
    sheet = sheet_of(*(columns(*points) for points in rounds), house=ZERO_SUM)
    assert sum(sheet.totals) == 0
    assert [bool(row.problems) for row in sheet.rows] == [sum(points) != 0 for points in rounds]


def test_counting_down_subtracts():
    assert totals(columns(30, 0, -5), house=COUNTDOWN) == (70, 100, 105)
    assert reasons(columns(30, 0, -5), house=COUNTDOWN)[0] == ["30 off"]


def test_each_place_pays_one_point_less_than_the_one_above():
    assert totals(round_by_places(2, 1, 3), house=RANKS) == (1, 2, 0)
    assert totals(round_by_places(2, 1, None), house=RANKS) == (0, 1, 0)
    assert problems_of_last(round_by_places(None, None, None), house=RANKS).keys() == {"places"}
    assert "places.1" in problems_of_last(round_by_places(1, 4, 2), house=RANKS)


def test_places_pay_by_the_tables_own_list():
    house = replace(RANKS, rank_points=(Fraction(5), Fraction(3), Fraction(1)))
    assert totals(round_by_places(2, 1, 4, 3), house=house, seating=FOUR) == (3, 5, 0, 1)


@pytest.mark.parametrize(
    ("rank_tie", "expected"),
    [(RankTie.AVERAGE, Fraction(3, 2)), (RankTie.SHARE_HIGH, 2), (RankTie.SHARE_LOW, 1)],
)
def test_shared_places_score_by_house_rule(rank_tie, expected):
    house = replace(RANKS, rank_tie=rank_tie)
    for last_place in 3, 4:
        hand = round_by_places(1, 2, 2, last_place)
        assert totals(hand, house=house, seating=FOUR) == (3, expected, expected, 0)
    assert reasons(hand, house=house, seating=FOUR)[1][0].startswith("Places 2 to 3 are shared")


@given(st.lists(st.integers(1, 5), min_size=5, max_size=5))
def test_averaging_shared_places_never_changes_the_sum(places):
    assert sum(totals(round_by_places(*places), house=RANKS, seating=Seating(5, 5))) == 4 + 3 + 2 + 1 + 0


def test_results_score_by_house_rule():
    assert totals(Winner(B), house=RESULTS) == (0, 3, 0)
    assert totals(Winner(None), house=RESULTS) == (1, 1, 1)
    half_for_draw = replace(RESULTS, wdl=(Fraction(1), HALF, Fraction(0)))
    assert totals(Winner(None), Winner(A), house=half_for_draw) == (Fraction(3, 2), HALF, HALF)
    assert totals(Results(PerSide((WON, LOST, None))), house=RESULTS) == (3, 0, 0)
    assert reasons(Winner(B), house=RESULTS) == [["Lost"], ["Won"], ["Lost"]]


@pytest.mark.parametrize(
    ("results", "fields"),
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
def test_contradictory_results_are_refused(results, fields):
    assert problems_of_last(Results(PerSide(results)), house=RESULTS).keys() == fields


def test_a_kind_of_round_not_played_at_the_table_is_refused():
    for hand, house in (
        (round_by_places(1, 2, 3), None),
        (Winner(A), None),
        (columns(1, 2, 3), RANKS),
        (columns(1, 2, 3), RESULTS),
        (members(1, 2, 3), RANKS),
        (Results(PerSide((WON, LOST, LOST))), RANKS),
    ):
        assert problems_of_last(hand, house=house).keys() == {""}, hand


def test_teams_write_one_number_or_one_for_each_member():
    assert totals(members(4, 1, 6, -2), seating=PAIRS) == (10, -1)
    assert totals(members(None, 1, None, 2), seating=PAIRS) == (0, 3)
    assert reasons(members(4, 1, 6, None), seating=PAIRS) == [
        ["Wrote 10", "Partners together: 4, 6"],
        ["Wrote 1"],
    ]
    assert totals(members(10, 5, 6, 5), house=House(check_sum=26), seating=PAIRS) == (16, 10)
    assert problems_of_last(members(None, None, None, None), seating=PAIRS).keys() == {"points"}


def test_the_kinds_of_hand_depend_on_house_rules_and_seating():
    for house, seating, kinds in (
        (House(), THREE, ("round", "stopped")),
        (House(), PAIRS, ("members", "round", "stopped")),
        (preset("gen-teams"), PAIRS, ("round", "stopped")),
        (RANKS, THREE, ("places", "stopped")),
        (RESULTS, THREE, ("winner", "results", "stopped")),
    ):
        assert GAME.kinds_at(Sheet(seating, house)) == kinds


def test_house_rules_are_asked_only_where_relevant():
    assert {"step", "check_sum", "start_score", "end"} <= questions_of()
    assert not {"unit", "rank_points", "wdl", "target", "rounds", "bust_to", "overshoot"} & questions_of()
    assert "unit" in questions_of(seating=PAIRS)
    for house, questions in (
        (RANKS, {"rank_points", "rank_tie"}),
        (RESULTS, {"wdl"}),
        (TO_50, {"target", "overshoot", "target_check"}),
        (replace(TO_50, overshoot=Overshoot.BUST_TO_N), {"bust_to"}),
        (House(end=End.COMBINED_TOTAL), {"target"}),
        (House(end=End.ROUNDS), {"rounds"}),
    ):
        assert questions <= questions_of(house=house)
    assert "step" not in questions_of(house=RANKS)
    assert "check_sum" not in questions_of(house=ZERO_SUM)
