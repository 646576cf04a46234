"""Tally: the end, the briefing, and the referee."""

from dataclasses import replace
from fractions import Fraction

import pytest

from games.engine import (
    Adjustment,
    PerSide,
)
from games.tally import GAME
from games.tally.examples import LOST, LOW, PAIRS, STOP, WON, columns, members, round_by_places
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
from games.tally.referee import NextNumber, OneResult, OneSide, SomeNumbers, SomePlaces
from tests.games.tally_table import (
    AT_ONCE,
    COUNTDOWN,
    OUT_AT_100,
    RANKS,
    RESULTS,
    TABLE,
    TO_50,
    ZERO_SUM,
    A,
    B,
    briefing_after,
    check_rulings,
    house_problem_fields,
    problems_of_last,
    questions_of,
    reasons,
    sheet_of,
    totals,
    winners_and_rule,
)

# The end


ROUND, AT_50 = columns(1, 2, 3), columns(50, 60, 0)
EXACT = replace(TO_50, overshoot=Overshoot.EXACT)
BUST_STAYS = replace(TO_50, overshoot=Overshoot.BUST_STAYS)
BUST_TO_25 = replace(TO_50, overshoot=Overshoot.BUST_TO_N, bust_to=25)
TWO_ROUNDS = House(end=End.ROUNDS, rounds=2)
COMBINED = House(end=End.COMBINED_TOTAL, target=100)
COMBINED_DOWN = replace(COMBINED, entry=Entry.COUNTDOWN, start_score=50)
LIVES = House(entry=Entry.COUNTDOWN, start_score=3, elimination=0)
ONE_MORE = House(end=End.ROUNDS, rounds=1, tie=Tie.EXTRA_ROUND)


@pytest.mark.parametrize(("hands", "house", "outcome"), [  # outcome: the winners and the rule
    # The table may stop at any time, or at a time agreed on.
    ([ROUND], House(), None),
    ([ROUND, STOP], House(), ((2,), "4.3")),
    ([ROUND, STOP], House(direction=LOW), ((0,), "4.3")),
    ([ROUND, STOP], TO_50, ((2,), "4.3")),
    ([ROUND], House(end=End.TIME), None),
    ([ROUND, STOP], House(end=End.TIME), ((2,), "4.4")),
    # The target ends the game after the round; the lowest may win though another player reached the target.
    ([columns(49, 0, 0)], TO_50, None),
    ([AT_50], TO_50, ((1,), "4.5")),
    ([columns(50, 10, 12)], replace(TO_50, direction=LOW), ((1,), "4.5")),
    ([columns(90, 99, 10)], COUNTDOWN, None),
    ([columns(100, 99, 10)], COUNTDOWN, ((0,), "4.5")),
    ([columns(100, 99, 10)], replace(COUNTDOWN, direction=Direction.HIGH), ((2,), "4.5")),
    # The first at the target wins at once; an adjustment does not say who was first.
    ([columns(50, 60, 0, first=0)], AT_ONCE, ((0,), "4.6")),
    ([columns(40, 60, 0)], AT_ONCE, ((1,), "4.5")),
    ([AT_50], replace(AT_ONCE, direction=LOW), ((2,), "4.5")),
    ([columns(51, 50, 0)], replace(AT_ONCE, overshoot=Overshoot.BUST_STAYS), ((1,), "4.5")),
    ([Adjustment(PerSide((50, 60, 0)), "made up")], AT_ONCE, ((1,), "4.5")),
    # Only the exact target ends the game.
    ([columns(55, 0, 0)], EXACT, None),
    ([columns(55, 0, 0), columns(0, 50, 0)], EXACT, ((1,), "4.5")),
    ([columns(55, 0, 0), columns(-5, 49, 0)], EXACT, ((0,), "4.5")),
    # A number of rounds, or a sum of all totals, ends the game.
    ([ROUND], TWO_ROUNDS, None),
    ([ROUND, columns(5, 2, 3)], TWO_ROUNDS, ((0, 2), "5.1")),
    ([ROUND, columns(6, 2, 3)], TWO_ROUNDS, ((0,), "4.8")),
    ([columns(30, 30, 39)], COMBINED, None),
    ([columns(30, 30, 40)], COMBINED, ((2,), "4.9")),
    ([columns(20, 10, 19)], COMBINED_DOWN, None),
    ([columns(20, 10, 20)], COMBINED_DOWN, ((1,), "4.9")),
    # Lives count down to zero; all players may be out at once.
    ([columns(3, 1, 0), columns(None, 1, 3)], LIVES, ((1,), "3.1")),
    ([columns(100, 110, 120)], OUT_AT_100, ((0,), "3.2")),
    ([columns(100, 110, 100)], OUT_AT_100, ((0, 2), "5.1")),
    ([columns(100, 110, 100)], replace(OUT_AT_100, tie=Tie.EXTRA_ROUND), ((0, 2), "5.1")),
    ([columns(99, 100, 99), columns(3, None, 4)], OUT_AT_100, ((0,), "3.2")),
    # Another round decides a tie, even after the table has stopped.
    ([columns(5, 5, 0)], ONE_MORE, None),
    ([columns(5, 5, 0), columns(1, 0, 0)], ONE_MORE, ((0,), "4.8")),
    ([columns(5, 5, 0), STOP, columns(0, 1, 9)], House(tie=Tie.EXTRA_ROUND), ((2,), "4.3")),
])  # fmt: skip
def test_a_game_ends_as_agreed(hands, house, outcome):
    assert winners_and_rule(*hands, house=house) == outcome


def test_the_first_of_several_at_the_target_is_asked_for():
    assert problems_of_last(AT_50, house=AT_ONCE) == {
        "first": "side 1 and side 2 reached the target in the same round: who was first?"
    }
    assert problems_of_last(columns(50, 60, 0, first=2), house=AT_ONCE).keys() == {"first"}
    pairs = replace(members(30, 60, 20, 1), first=A)
    assert winners_and_rule(pairs, house=AT_ONCE, seating=PAIRS) == ((0,), "4.6")
    assert "first" in questions_of(columns(50, 60, None), AT_ONCE)
    assert "first" not in questions_of(columns(50, 40, None), AT_ONCE)
    assert "first" not in questions_of(AT_50, TO_50)


def test_passing_the_target_may_be_a_bust():
    hands = columns(45, 0, 0), columns(6, 1, 1)
    assert totals(*hands, house=BUST_STAYS) == (45, 1, 1)
    assert totals(*hands, house=BUST_TO_25) == (25, 1, 1)
    assert reasons(columns(51, 0, 0), house=BUST_STAYS)[0] == [
        "That would be 51, past 50: bust, the total stays",
        "Wrote 51",
    ]
    countdown = replace(COUNTDOWN, overshoot=Overshoot.BUST_STAYS)
    assert totals(columns(101, 100, 5), house=countdown) == (100, 0, 95)


def test_players_at_the_limit_are_out_and_the_last_one_wins():
    first, second = columns(60, 40, 100), columns(40, 50, None)
    assert winners_and_rule(first, house=OUT_AT_100) is None
    assert reasons(first, house=OUT_AT_100)[2] == ["Wrote 100", "side 3 is out at 100"]
    assert winners_and_rule(first, second, house=OUT_AT_100) == ((1,), "3.1")
    assert problems_of_last(first, columns(1, 1, 1), house=OUT_AT_100).keys() == {"points.2"}
    assert totals(first, columns(1, 1, 0), house=OUT_AT_100) == (61, 41, 100)


def test_a_player_who_is_out_neither_wins_nor_places():
    house, hands = replace(RESULTS, elimination=6), (Winner(A), Winner(A))
    assert problems_of_last(*hands, Winner(A), house=house) == {"winner": "side 1 is out and writes no more"}
    assert totals(*hands, Winner(None), house=house) == (6, 1, 1)
    assert "results.0" in problems_of_last(*hands, Results(PerSide((WON, LOST, LOST))), house=house)
    assert winners_and_rule(*hands, STOP, house=house) == ((1, 2), "5.1")
    places, ranks = round_by_places(1, 2, 3), replace(RANKS, elimination=2)
    assert problems_of_last(places, places, house=ranks).keys() == {"places.0"}


@pytest.mark.parametrize(
    ("tie", "expected", "number"),
    [
        (Tie.SHARED, (0, 1), "5.1"),
        (Tie.MOST_ROUNDS_WON, (0,), "5.3"),
        (Tie.LAST_ROUND_BEST, (1,), "5.4"),
    ],
)
def test_ties_at_the_end_follow_the_house_rule(tie, expected, number):
    hands = (columns(5, 4, 0), columns(5, 4, 0), columns(1, 3, 9))
    assert winners_and_rule(*hands, house=House(end=End.ROUNDS, rounds=3, tie=tie)) == (expected, number)


def test_a_complete_tie_is_shared():
    for tie in Tie.MOST_ROUNDS_WON, Tie.LAST_ROUND_BEST:
        house = House(end=End.ROUNDS, rounds=1, tie=tie)
        assert winners_and_rule(columns(5, 5, 0), house=house) == ((0, 1), "5.1")
        assert winners_and_rule(STOP, house=House(tie=tie)) == ((0, 1, 2), "5.1")


def test_a_target_reached_at_the_start_is_refused():
    for house, field in (
        (House(end=End.TARGET, target=0), "target"),
        (House(end=End.COMBINED_TOTAL, target=60, start_score=20), "target"),
        (House(elimination=0), "elimination"),
        (replace(BUST_TO_25, bust_to=50), "bust_to"),
    ):
        assert house_problem_fields(house) == {field}
    assert not house_problem_fields(replace(TO_50, bust_to=50))


# Briefing


def test_the_briefing_names_the_dealer():
    assert briefing_after(ROUND) == ["seat 2 deals"]
    assert briefing_after(house=House(dealer=Dealer.NONE)) == []
    assert GAME.dealer(sheet_of(ROUND, STOP)) == 1


def test_the_briefing_gives_the_distance_to_the_end():
    for hands, house, words in (
        ([], TO_50, "Everybody: 50 to go"),
        ([columns(30, 20, 0)], TO_50, "side 1: 20 to go"),
        ([columns(30, 20, 0)], House(end=End.ROUNDS), "Round 2 of 10"),
        ([columns(30, 20, 0)], COMBINED, "All together have 50; at 100 the game is over"),
        ([columns(100, 40, 30)], OUT_AT_100, "Out: side 1"),
        ([columns(5, 5, 0)], ONE_MORE, "Tied: another round decides"),
    ):
        assert briefing_after(*hands, house=house)[1] == words
    assert briefing_after(ROUND, STOP) == ["seat 2 deals"]


def test_the_briefing_keeps_hidden_totals_secret():
    house, with_limit = replace(TO_50, hide_totals=True), replace(OUT_AT_100, hide_totals=True)
    hands = [columns(30, 20, 0)]
    assert GAME.hides_totals(house)
    assert briefing_after(*hands, house=house)[1:] == ["The totals stay covered until the end"]
    check_rulings(
        ("leader", None, house, "covered", "1.5"), ("out", OneSide(A), with_limit, "no"), hands=hands
    )
    # 30 of 100: "70 to go" would give the total away.
    assert "70" not in TABLE.ruling_reasons("out", OneSide(A), with_limit, hands=hands)[0]
    check_rulings(("leader", None, house, [0]), hands=[columns(50, 20, 0)])


# The referee


def test_the_referee_gives_the_effect_of_a_number_and_names_who_is_out():
    def number(n):
        return NextNumber(A, Fraction(n))

    check_rulings(
        ("next", number(5), None, "counts"),
        ("next", number(50), TO_50, "reached"),
        ("next", number(100), COUNTDOWN, "reached"),
        ("next", number(51), BUST_STAYS, "bust"),
        ("next", number(51), BUST_TO_25, "bust"),
        ("next", number(51), EXACT, "counts"),
        ("next", number(100), OUT_AT_100, "out"),
        ("out", OneSide(A), None, "no"),
    )
    check_rulings(
        ("next", number(1), OUT_AT_100, "out"),
        ("out", OneSide(A), OUT_AT_100, "yes", "3.1"),
        ("out", OneSide(B), OUT_AT_100, "no"),
        hands=[columns(100, 30, 0)],
    )


def test_the_referee_names_the_leader_and_says_if_the_game_is_over():
    assert GAME.lowest_first(House(direction=LOW))
    assert not GAME.lowest_first(House())
    check_rulings(("leader", None, None, [1, 2], "4.1"), hands=[columns(3, 5, 5)])
    check_rulings(("leader", None, OUT_AT_100, [0]), hands=[columns(100, 110, 120)])
    for end in End:
        check_rulings(("over", None, House(end=end), "no"))
    check_rulings(("over", None, None, "yes", "4.3"), hands=[ROUND, STOP])
    check_rulings(("over", None, ONE_MORE, "no", "5.2"), hands=[columns(1, 1, 0)])


def test_further_questions_are_answered():
    check_rulings(
        ("sum", SomeNumbers(PerSide(map(Fraction, (3, 7, 5)))), None, "yes"),
        ("places", SomePlaces(PerSide((1, 2, 2))), RANKS, [2, "1/2", "1/2"], "2.6", "2.7"),
        ("places", SomePlaces(PerSide((1, 2, None))), RANKS, [1, 0, 0], "2.6"),
        ("result", OneResult(Result.DREW), None, 1, "2.8"),
        ("stop", None, None, "yes", "4.3"),
        ("absent", None, None, "yes", "2.9"),
        ("dealer", None, House(dealer=Dealer.NONE), "none", "1.4"),
    )
    check_rulings(("dealer", None, None, 1, "1.4"), hands=[ROUND])
    for check in TargetCheck:
        check_rulings(("first", None, House(target_check=check), check.value, "4.6"))
    for tie, number in zip(Tie, ("5.1", "5.2", "5.3", "5.4"), strict=True):
        check_rulings(("level", None, House(tie=tie), tie.value, number))


def test_settlement_is_as_written_or_by_differences():
    # Points that change hands are settled as written. Otherwise each of the three gets three times their own
    # points, minus the sum of all points (20). If the lowest total wins, the signs are reversed.
    for house, points, expected in (
        (ZERO_SUM, (5, -2, -3), (5, -2, -3)),
        (House(), (10, 6, 4), (10, -2, -8)),
        (House(direction=LOW), (10, 6, 4), (-10, 2, 8)),
    ):
        assert GAME.settlement(sheet_of(columns(*points), house=house)).points == expected
