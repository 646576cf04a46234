"""500: the end of a game, worked by hand from the sources."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import ENGLISH, Adjustment, append_hand
from games.five_hundred import GAME
from games.five_hundred.bids import Call
from games.five_hundred.hands import Misere, Revoke
from tests.games.five_hundred_table import (
    EAST,
    NORTH,
    contract,
    standing,
    table,
    took,
)

EDGES = (-1010, -510, -500, -490, 0, 490, 499, 500, 501, 990, 1000, 1010)
WON = {f"6.{n}" for n in (1, 2, 3, 5, 6, 7, 8, 9, 10)}  # the rules by which a side wins at the target


def winners(*hands, **rules):
    outcome = table(hands=hands, **rules).outcome
    return outcome and tuple(outcome.winners)


def ended(sheet, *hands):
    """Return the winners and the rule after these hands; None while the game goes on."""
    for hand in hands:
        sheet = append_hand(GAME, sheet, hand)
        assert not sheet.rows[-1].problems
    return sheet.outcome and (tuple(sheet.outcome.winners), sheet.outcome.because.rule.number)


TEN_HEARTS = contract(NORTH, "10H", 10, 0)  # 500


def test_the_short_australian_rules_want_more_than_500():
    assert winners(TEN_HEARTS, preset="australian") is None
    assert winners(TEN_HEARTS, contract(EAST, "6S", 4, 6), preset="australian") == (0,)  # 540, on tricks
    assert winners(contract(NORTH, "10NT", 10, 0), preset="australian") == (0,)


def test_the_encyclopedia_and_the_family_want_500_at_least():
    for preset in "wikipedia", "house_45", "pagat_australian", "american_inkle":
        assert winners(TEN_HEARTS, preset=preset) == (0,)


def test_winning_on_tricks_depends_on_the_house_rule():
    def end(preset):
        return ended(standing(0, 480, preset=preset), contract(NORTH, "7S", 7, 3))

    assert end("wikipedia") == ((1,), "6.1")
    assert end("australian") == ((1,), "6.1")
    assert end("house_45") is None
    assert end("pagat_australian") is None


def test_past_500_on_tricks_the_next_contract_made_wins():
    sheet = standing(0, 510, preset="house_45")
    assert ended(sheet, contract(EAST, "7S", 3, 7)) == ((1,), "6.2")
    assert ended(sheet, contract(EAST, "7S", 4, 6)) is None  # 370 and on
    assert ended(sheet, contract(NORTH, "7S", 7, 3)) is None  # the others' contract


def test_two_sides_over_the_target_are_decided_by_house_rule():
    def end(**rules):
        return ended(standing(360, 490, **rules), contract(NORTH, "7S", 7, 3))

    assert end(preset="wikipedia") == ((0,), "6.5")  # 500 to 520: the bidder
    assert end(preset="wikipedia", both_reach="higher_total") == ((1,), "6.6")
    assert end(preset="house_45") == ((0,), "6.2")
    assert end(preset="australian") == ((1,), "6.1")  # 500 is not over 500


def test_equal_totals_share_where_the_higher_wins():
    sheet = standing(360, 470, both_reach="higher_total")
    assert ended(sheet, contract(NORTH, "7S", 7, 3)) == ((0, 1), "6.6")


def test_a_side_loses_by_the_back_door():
    def end(total, other=0, **rules):
        hand = contract(NORTH, "8H", 7, 3)
        return ended(standing(total, other, **rules), hand)

    assert end(-200) == ((1,), "6.11")
    assert end(-190) is None
    assert end(-200, -400) == ((1,), "6.11")
    assert end(-200, -40, back_door_needs_other_nonnegative=True) is None
    assert end(-200, -30, back_door_needs_other_nonnegative=True) == ((1,), "6.11")
    assert end(-200, back_door=None) is None
    assert end(0, preset="quebec_1000") is None


def test_the_exact_game_needs_exactly_500():
    exact = {"preset": "exact_500"}
    assert winners(TEN_HEARTS, **exact) == (0,)
    assert winners(contract(NORTH, "10NT", 10, 0), **exact) is None
    down = standing(800, 0, **exact)
    assert ended(down, contract(NORTH, "8H", 7, 3)) == ((0,), "6.3")  # coming down to 500 wins as well
    assert ended(standing(990, 0, **exact), contract(EAST, "7S", 1, 9)) == ((1,), "6.4")
    assert ended(standing(980, 0, **exact), contract(EAST, "7S", 1, 9)) is None
    assert ended(standing(0, -200, **exact), contract(EAST, "8H", 5, 5)) == ((0,), "6.11")


def test_quebec_plays_to_a_thousand():
    sheet = standing(490, 0, preset="quebec_1000")
    assert ended(sheet, Misere(NORTH, made=True)) is None  # 990
    assert ended(standing(500, 0, preset="quebec_1000"), Misere(NORTH, made=True)) == ((0,), "6.1")
    assert ended(standing(0, 900, preset="quebec_1000"), contract(NORTH, "7S", 6, 4)) == ((1,), "6.1")


def test_an_agreement_can_end_a_game_that_any_points_win():
    assert standing(510, 0).outcome
    assert standing(510, 0, preset="house_45").outcome is None


def three(*points, **rules):
    return standing(*points, preset="hoyle_three", **rules)


def test_two_defenders_reaching_the_target_are_decided_by_house_rule():
    hand = contract(0, "6S", 5, 3, 2, first_there=2)
    assert ended(three(0, 480, 480), hand) == ((2,), "6.7")
    assert ended(three(0, 480, 480, both_defenders_reach="higher_total"), hand) == ((1,), "6.8")
    assert ended(three(0, 470, 480, both_defenders_reach="higher_total"), hand) == ((1, 2), "6.8")
    assert ended(three(0, 480, 480, both_defenders_reach="share"), hand) == ((1, 2), "6.9")
    assert ended(three(0, 480, 400), contract(0, "6S", 5, 3, 2)) == ((1,), "6.1")


def test_two_agreed_over_the_target_have_no_first_trick():
    assert three(0, 510, 500).outcome.because.rule.number == "6.8"


def test_a_defender_and_a_bidder_of_three():
    # 480 + 140 for the bidder, 490 + 20 and 480 + 10 for the others: the bidder.
    assert ended(three(480, 490, 480), contract(0, "7S", 7, 2, 1)) == ((0,), "6.5")


def test_three_players_and_the_back_door():
    lost = contract(0, "10NT", 9, 1, 0)
    sheet = table("three_handed")
    assert ended(sheet, lost) == ((1,), "6.13")
    level = contract(0, "10NT", 8, 1, 1)
    assert ended(sheet, level) == ((1, 2), "6.13")
    drops = table("three_handed", back_door_multi="loser_drops_out")
    assert ended(drops, lost) is None
    assert ended(drops, lost, contract(1, "10NT", 0, 9, 1)) == ((2,), "6.14")


def test_a_side_that_dropped_out_cannot_win():
    drops = table("three_handed", back_door_multi="loser_drops_out", hands=[contract(0, "10NT", 9, 1, 0)])
    agreed = append_hand(GAME, drops, Adjustment(took(2000, 0, 0), "a gift"))
    assert agreed.outcome is None


def test_all_who_are_left_may_go_out_together():
    drops = standing(-400, -400, -400, preset="three_handed", back_door_multi="loser_drops_out")
    after = append_hand(GAME, drops, Adjustment(took(-100, -120, -140), "a bad evening"))
    assert (tuple(after.outcome.winners), after.outcome.because.rule.number) == ((), "6.15")


def test_partners_of_five_who_reach_the_target_both_win():
    rules = {"preset": "five_player"}
    hand = contract(0, "8H", 5, 1, 3, 1, 0, partner=2)
    assert ended(standing(350, 0, 350, 0, 0, **rules), hand) == ((0, 2), "6.10")
    assert ended(standing(350, 0, 300, 0, 0, **rules), hand) == ((0,), "6.2")
    assert ended(standing(300, 490, 300, 0, 0, **rules), hand) is None
    any_points = {"preset": "five_player", "win_on": "any", "both_reach": "higher_total"}
    assert ended(standing(350, 600 - 110, 350, 0, 0, **any_points), hand) == ((0, 1, 2), "6.6")


def test_six_players_score_as_four():
    assert winners(TEN_HEARTS, preset="six_player") == (0,)
    assert ended(standing(0, 480, preset="two_handed"), contract(0, "7S", 7, 3)) == ((1,), "6.1")


def test_a_void_hand_ends_nothing():
    sheet = standing(510, 0, preset="house_45", revoke_rule="redeal")
    revoke = Revoke(NORTH, Call.H8, EAST, took(8, 2))
    assert ended(sheet, revoke) is None
    assert ended(standing(510, 0, preset="house_45", revoke_rule="hoffmann"), revoke) == ((0,), "6.2")


def test_an_impossible_row_ends_nothing():
    sheet = append_hand(GAME, standing(510, 0, preset="house_45"), contract(NORTH, "7S", 7, 4))
    assert sheet.rows[-1].problems
    assert ended(sheet, contract(EAST, "7S", 3, 7)) is None
    assert ended(sheet, contract(NORTH, "7S", 7, 3)) == ((0,), "6.2")


@pytest.mark.parametrize(
    ("before", "hand"),
    [
        ((960, 960), contract(NORTH, "6S", 6, 4)),  # 1000 each
        ((990, 980), contract(NORTH, "6S", 6, 4)),  # 1030 and 1020
        ((-400, 990), contract(NORTH, "7S", 5, 5)),  # -540 and 1040
    ],
)
def test_where_both_sides_lose_in_one_hand_nobody_wins(before, hand):
    """The encyclopedia: "1000 points (like negative 500 points) loses the game"; it names no winner then."""
    assert ended(standing(*before, preset="exact_500"), hand) == ((), "6.15")


@given(data=st.data())
def test_a_side_that_has_lost_never_wins(data):
    """No side at the back door or over the limit wins, whatever the totals.

    The exception is a game that another rule had already decided.
    """
    preset = data.draw(st.sampled_from(GAME.presets))
    sheet = table(preset.id)
    totals = data.draw(st.tuples(*[st.sampled_from(EDGES)] * sheet.seating.sides))
    end = standing(*totals, sheet=sheet)
    if end.outcome is None or end.outcome.because.rule.number in WON:
        return
    house = end.house
    for side in end.outcome.winners:
        assert house.back_door is None or end.totals[side] > house.back_door
        assert house.overshoot_limit is None or end.totals[side] < house.overshoot_limit


@pytest.mark.parametrize(
    ("preset", "totals", "expected"),
    [
        (
            "pagat_australian",
            (510, 40),
            ("6.2", "side 1 stands at 510, but wins only with a contract of their own that is made"),
        ),
        ("australian", (500, 40), ("6.1", "side 1 stands at 500: it must be more than 500")),
        ("exact_500", (520, 40), ("6.3", "side 1 stands at 520: only exactly 500 wins")),
    ],
)
def test_a_side_past_the_target_reads_why_play_goes_on(preset, totals, expected):
    sheet = standing(*totals, preset=preset)
    assert sheet.outcome is None
    (note,) = sheet.rows[-1].notes
    assert (note.rule.number, ENGLISH.read(note.words)) == expected


def test_a_side_at_the_back_door_reads_why_it_has_not_gone_out():
    sheet = standing(-510, -20, back_door_needs_other_nonnegative=True)
    (note,) = sheet.rows[-1].notes
    assert (note.rule.number, ENGLISH.read(note.words)) == (
        "6.12",
        "side 1 stands at \N{MINUS SIGN}510, but another is below zero too",
    )


def test_a_side_that_dropped_out_reads_that_the_others_play_on():
    sheet = standing(-510, 40, 60, preset="three_handed", back_door_multi="loser_drops_out")
    (note,) = sheet.rows[-1].notes
    assert note.rule.number == "6.14"
