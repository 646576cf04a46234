"""500: disputes about the score and the end, by each rule."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import append_hand
from games.five_hundred import GAME
from games.five_hundred.hands import BarNullo, DoubleNullo, Misere
from tests.games.five_hundred_table import (
    NORTH,
    cited,
    contract,
    reason_text,
    standing,
    table,
    took,
    verdict,
)

# The score ------------------------------------------------------------------------------------------------

RESULTS = [  # preset, bid, tricks, points
    ("wikipedia", "8H", 8, 300),
    ("wikipedia", "8H", 9, 300),
    ("wikipedia", "8H", 6, -300),  # two short: once
    ("wikipedia", "7S", 10, 250),
    ("australian", "7S", 10, 140),
    ("house_45", "7S", 10, 140),
    ("wikipedia", "8C", 10, 260),
    ("wikipedia", "8S", 10, 250),
    ("wikipedia", "misere", 0, 250),
    ("wikipedia", "misere", 1, -250),
    ("australian", "open_misere", 0, 350),
    ("pagat_australian", "open_misere", 2, -500),
    ("wikipedia", "double_nullo", 0, 500),
    ("quebec_1000", "8H", 6, 0),  # and 300 to the others
    ("three_handed", "8C", 8, 260),
    ("house_45", "misere", 0, "not_played"),
    ("wikipedia", "declare", 10, "not_played"),
]


@pytest.mark.parametrize(("preset", "call", "tricks", "points"), RESULTS)
def test_the_referee_scores_a_bid(preset, call, tricks, points):
    assert verdict("bid_result", {"call": call, "took": tricks}, preset=preset) == points


def test_the_referee_scores_other_bids():
    assert verdict("bid_result", {"call": "declare", "took": 10}, declare_solo=True) == 500
    assert verdict("bid_result", {"call": "declare", "took": 9}, declare_solo=True) == -500
    assert verdict("bid_result", {"call": "bar_nullo", "took": 0}, bar_nullo_value=500) == 500
    assert verdict("bid_result", {"call": "10NT", "took": 10}, schedule="perfect") == 500
    assert verdict("bid_result", {"call": "10NT", "took": 10}, schedule="original") == 600


def test_the_referee_scores_a_bid_of_five_players():
    facts = {"call": "7S", "took": 8, "alone": False}
    assert verdict("bid_result", facts, preset="five_player") == 70
    assert verdict("bid_result", facts, preset="five_player", five_player_share="full") == 140
    assert verdict("bid_result", facts | {"alone": True}, preset="five_player") == 140
    assert "each of the two" in reason_text("bid_result", facts, preset="five_player")


def test_limits_of_a_bids_score_are_explained():
    assert "over the bid score nothing" in reason_text("bid_result", {"call": "8H", "took": 9})
    assert "lost once" in reason_text("bid_result", {"call": "8H", "took": 5})
    assert "its 300 go to the other side" in reason_text(
        "bid_result", {"call": "8H", "took": 5}, preset="quebec_1000"
    )
    assert verdict("short") == "once"
    assert verdict("short", preset="quebec_1000") == "given"


@pytest.mark.parametrize(
    ("preset", "call", "points"),
    [
        ("wikipedia", "7S", 250),
        ("wikipedia", "8S", 250),
        ("wikipedia", "8C", 260),
        ("pagat_australian", "6S", 250),
        ("australian", "7S", 140),
        ("house_45", "7S", 140),
        ("three_handed", "7S", 250),
        ("six_player", "7S", 140),
    ],
)
def test_the_referee_scores_a_slam(preset, call, points):
    assert verdict("slam", {"call": call}, preset=preset) == points


def test_the_score_of_a_slam_is_explained():
    assert "250 and not 140" in reason_text("slam", {"call": "7S"})
    assert "its own value" in reason_text("slam", {"call": "8C"})
    assert "no bonus" in reason_text("slam", {"call": "7S"}, preset="australian")


DEFENCE = [  # changed rules, facts, points
    ({}, {"call": "8H", "made": True, "tricks": 2}, 20),
    ({}, {"call": "8H", "made": False, "tricks": 4}, 40),
    ({}, {"call": "8H", "made": True, "tricks": 0}, 0),
    ({"defender_tricks": "only_if_set"}, {"call": "8H", "made": True, "tricks": 2}, 0),
    ({"defender_tricks": "only_if_set"}, {"call": "8H", "made": False, "tricks": 4}, 40),
    ({"defender_tricks": "never"}, {"call": "8H", "made": False, "tricks": 4}, 0),
    ({}, {"call": "misere", "made": True, "tricks": 10}, 0),
    ({"misere_defender_tricks": "per_trick"}, {"call": "misere", "made": True, "tricks": 10}, 100),
    ({"misere_defender_tricks": "per_trick"}, {"call": "misere", "made": False, "tricks": 9}, 90),
    ({"trick_cap": "490"}, {"call": "8H", "made": False, "tricks": 4, "total": 490}, 0),
    ({"trick_cap": "490"}, {"call": "8H", "made": False, "tricks": 4, "total": 470}, 20),
    ({"trick_cap": "490"}, {"call": "8H", "made": False, "tricks": 4, "total": 450}, 40),
    ({"trick_cap": "stop_over_400"}, {"call": "8H", "made": False, "tricks": 4, "total": 410}, 0),
    ({"trick_cap": "stop_over_400"}, {"call": "8H", "made": False, "tricks": 4, "total": 400}, 40),
    ({}, {"call": "8H", "made": False, "tricks": 4, "total": 490}, 40),
    ({"preset": "quebec_1000"}, {"call": "8H", "made": False, "tricks": 4}, 40),  # the 300 are another matter
    ({"preset": "house_45"}, {"call": "misere", "made": False, "tricks": 4}, "not_played"),
    ({"preset": "three_handed"}, {"call": "8H", "made": True, "tricks": 1}, 10),
    ({"preset": "five_player"}, {"call": "8H", "made": True, "tricks": 1}, 10),
]


@pytest.mark.parametrize(("rules", "facts", "points"), DEFENCE)
def test_the_referee_scores_defenders(rules, facts, points):
    assert verdict("defence_scores", facts, **rules) == points


@pytest.mark.parametrize(
    ("preset", "call", "made", "tricks"),
    [
        ("wikipedia", "8H", True, 3),
        ("wikipedia", "8H", False, 2),
        ("wikipedia", "misere", True, 9),
        ("wikipedia", "misere", False, 10),
        ("three_handed", "8H", True, 3),
        ("three_handed", "misere", False, 10),
    ],
)
def test_impossible_tricks_are_to_be_counted_again(preset, call, made, tricks):
    facts = {"call": call, "made": made, "tricks": tricks}
    assert verdict("defence_scores", facts, preset=preset) == "recount"


def test_other_defenders_may_have_the_other_tricks():
    facts = {"call": "8H", "made": False, "tricks": 1}
    assert verdict("defence_scores", facts, preset="three_handed") == 10
    facts = {"call": "misere", "made": True, "tricks": 4}
    paid = {"preset": "three_handed", "misere_defender_tricks": "per_trick"}
    assert verdict("defence_scores", facts, **paid) == 40


@pytest.mark.parametrize("call", ["misere", "open_misere", "double_nullo", "bar_nullo", "8H"])
@pytest.mark.parametrize("made", [True, False])
@pytest.mark.parametrize("when", ["always", "only_if_set", "never"])
@pytest.mark.parametrize("at_misere", ["none", "per_trick"])
def test_defenders_are_paid_at_misere_as_in_any_hand_or_not_at_all(call, made, when, at_misere):
    """Seed 001: the defending team "then receives 10 points for each trick"."""
    rules = {"defender_tricks": when, "misere_defender_tricks": at_misere, "bar_nullo_value": 500}
    hand = contract(NORTH, "8H", *((8, 2) if made else (7, 3)))
    if call != "8H":
        kind = {"double_nullo": DoubleNullo, "bar_nullo": BarNullo}.get(call, Misere)
        opened = {"open": True} if call == "open_misere" else {}
        hand = kind(NORTH, made=made, tricks=took(0, 10) if made else took(1, 4), **opened)
    tricks = hand.tricks[1]
    paid = when == "always" or (when == "only_if_set" and not made)
    due = 10 * tricks if paid and (call == "8H" or at_misere == "per_trick") else 0
    assert table(hands=[hand], **rules).rows[0].gains[1] == due
    assert verdict("defence_scores", {"call": call, "made": made, "tricks": tricks}, **rules) == due
    answer = {"always": "per_trick", "only_if_set": "only_if_set", "never": "nothing"}[when]
    assert verdict("misere_defence", **rules) == ("nothing" if at_misere == "none" else answer)


def test_defenders_score_at_misere_by_house_rule():
    assert verdict("misere_defence") == "nothing"
    assert verdict("misere_defence", misere_defender_tricks="per_trick") == "per_trick"


def test_partners_of_five_share_by_house_rule():
    assert verdict("five_share", {"alone": False}, preset="five_player") == "half"
    assert verdict("five_share", {"alone": True}, preset="five_player") == "whole"
    assert verdict("five_share", {"alone": False}, preset="five_player", five_player_share="full") == "full"
    assert verdict("five_share", {"alone": False}) == "one_score"


# Winning and losing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "expected"),
    [("house_45", "no"), ("pagat_australian", "no"), ("wikipedia", "yes"), ("australian", "yes"),
     ("hoyle_three", "yes"), ("exact_500", "no"), ("quebec_1000", "no")],
)  # fmt: skip
def test_winning_with_510_on_tricks_depends_on_the_house_rule(preset, expected):
    assert verdict("won_on_tricks", {"total": 510}, preset=preset) == expected


@pytest.mark.parametrize(
    ("preset", "expected"),
    [("australian", "no"), ("wikipedia", "yes"), ("house_45", "yes"), ("pagat_australian", "yes"),
     ("exact_500", "yes"), ("quebec_1000", "no"), ("hoyle_three", "yes"), ("six_player", "yes")],
)  # fmt: skip
def test_exactly_500_wins_by_house_rule(preset, expected):
    assert verdict("won", {"total": 500}, preset=preset) == expected


def test_the_referee_says_if_a_side_has_won():
    assert verdict("won", {"total": 510}, preset="australian") == "yes"
    assert verdict("won", {"total": 490}) == "no"
    assert verdict("won", {"total": 520, "made": False}, preset="house_45") == "no"
    assert verdict("won", {"total": 520, "made": True}, preset="house_45") == "yes"
    assert verdict("won", {"total": 1000}, preset="quebec_1000") == "yes"
    assert verdict("won", {"total": 520}, preset="exact_500") == "no"
    assert "too many" in reason_text("won", {"total": 520}, preset="exact_500")
    assert verdict("won", {"total": 1000}, preset="exact_500") == "lost"
    assert verdict("won", {"total": 1000}, preset="exact_500", overshoot_limit=None) == "no"


BOTH = [  # changed rules, bidders, defenders, made, who
    ({}, 500, 520, True, "bidders"),
    ({"both_reach": "higher_total"}, 500, 520, True, "defenders"),
    ({"both_reach": "higher_total"}, 530, 520, True, "bidders"),
    ({"both_reach": "higher_total"}, 520, 520, True, "both"),
    ({}, 480, 520, True, "defenders"),
    ({}, 500, 480, True, "bidders"),
    ({}, 480, 490, True, "nobody"),
    ({"preset": "australian"}, 500, 510, True, "defenders"),
    ({"preset": "australian"}, 510, 520, True, "bidders"),
    ({"preset": "house_45"}, 500, 520, True, "bidders"),
    ({"preset": "pagat_australian"}, 500, 520, False, "nobody"),
    ({"preset": "pagat_australian"}, 480, 520, True, "nobody"),
    ({"preset": "quebec_1000"}, 500, 520, True, "nobody"),
]


@pytest.mark.parametrize(("rules", "bidders", "defenders", "made", "who"), BOTH)
def test_the_winner_of_two_at_the_target_follows_the_house_rule(rules, bidders, defenders, made, who):
    facts = {"bidders": bidders, "defenders": defenders, "made": made}
    assert verdict("both_over", facts, **rules) == who


DEFENDERS = [  # changed rules, the first one's total, the other's, who
    ({}, 500, 520, "first"),
    ({"both_defenders_reach": "higher_total"}, 500, 520, "second"),
    ({"both_defenders_reach": "higher_total"}, 530, 520, "first"),
    ({"both_defenders_reach": "higher_total"}, 510, 510, "both"),
    ({"both_defenders_reach": "share"}, 500, 520, "both"),
    ({}, 490, 520, "second"),
    ({}, 500, 490, "first"),
    ({}, 480, 490, "nobody"),
    ({"win_on": "made_contract"}, 500, 520, "nobody"),
    ({"preset": "wikipedia"}, 500, 520, "nobody"),
]


@pytest.mark.parametrize(("rules", "first", "second", "who"), DEFENDERS)
def test_the_winner_of_two_defenders_follows_the_house_rule(rules, first, second, who):
    rules = {"preset": "hoyle_three"} | rules
    assert verdict("defenders_both", {"first": first, "second": second}, **rules) == who


BACK_DOORS = [  # changed rules, their total, ours, ruling
    ({}, -500, -20, "yes"),
    ({}, -490, 100, "no"),
    ({"back_door_needs_other_nonnegative": True}, -500, -20, "no"),
    ({"back_door_needs_other_nonnegative": True}, -500, 0, "yes"),
    ({"preset": "quebec_1000"}, -600, 0, "no"),
    ({"preset": "hoyle_three"}, -600, 0, "no"),
    ({"preset": "three_handed"}, -500, 0, "yes"),
]


@pytest.mark.parametrize(("rules", "theirs", "ours", "expected"), BACK_DOORS)
def test_the_loser_by_the_back_door_follows_the_house_rule(rules, theirs, ours, expected):
    assert verdict("back_door", {"theirs": theirs, "others": ours}, **rules) == expected


def test_the_consequence_of_the_back_door_is_explained():
    facts = {"theirs": -500, "others": 0}
    assert "The other side wins" in reason_text("back_door", facts)
    assert "highest total wins" in reason_text("back_door", facts, preset="three_handed")
    drops = reason_text("back_door", facts, preset="three_handed", back_door_multi="loser_drops_out")
    assert "drops out" in drops


# The referee and the sheet agree on the end ----------------------------------------------------------------

TWO_SIDES = [preset.id for preset in GAME.presets if GAME.shapes(preset)[0][1] == 2]
TOTALS = (-1500, -700, -640, -510, -500, -360, 0, 320, 350, 360, 470, 490, 500, 640, 830, 860, 970, 1000)


@pytest.mark.parametrize("preset", TWO_SIDES)
@given(data=st.data())
def test_the_referee_and_the_sheet_name_the_same_winner(preset, data):
    """The question about both totals and the sheet agree for any totals."""
    both = data.draw(st.sampled_from(["bidder", "higher_total"]))
    before = table(preset, both_reach=both)
    bidders, defenders = (data.draw(st.sampled_from(TOTALS)) for _side in range(2))
    made = data.draw(st.booleans())
    sheet = standing(bidders, defenders, sheet=before)
    if sheet.outcome is not None:
        return
    end = append_hand(GAME, sheet, contract(NORTH, "7S", 7, 3) if made else contract(NORTH, "7S", 6, 4))
    facts = {"bidders": int(end.totals[0]), "defenders": int(end.totals[1]), "made": made}
    names = {(0,): "bidders", (1,): "defenders", (0, 1): "both", (): "nobody"}
    won = names[tuple(end.outcome.winners)] if end.outcome else "nobody"
    assert verdict("both_over", facts, sheet=before) == won


def test_where_both_have_lost_the_referee_names_no_winner():
    assert verdict("back_door", {"theirs": -500, "others": -510}) == "nobody"
    assert cited("back_door", {"theirs": -500, "others": -510}) == ["6.15"]
    assert verdict("back_door", {"theirs": -500, "others": -490}) == "yes"
    assert verdict("both_over", {"bidders": 1000, "defenders": 1010}, preset="exact_500") == "nobody"
    assert cited("both_over", {"bidders": 1000, "defenders": 1010}, preset="exact_500") == ["6.15"]
    assert verdict("both_over", {"bidders": 1000, "defenders": 520}, preset="exact_500") == "defenders"
    assert cited("both_over", {"bidders": -510, "defenders": 90}) == ["6.11"]
    assert cited("both_over", {"bidders": 90, "defenders": -510}) == ["6.11"]
    three = {"preset": "three_handed"}  # of three it is not known how the third stands
    assert verdict("both_over", {"bidders": -510, "defenders": 90}, **three) == "nobody"
