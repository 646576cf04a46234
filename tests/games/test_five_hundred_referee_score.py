"""500: disputes about the score and the end, under many house rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import append_hand
from games.five_hundred import GAME
from tests.games.five_hundred_table import (
    NORTH,
    contract,
    rules_cited,
    sheet_at,
    sheet_with,
    verdict,
)

# Winning and losing


BOTH_OVER = [  # changed rules, the bidders' total, the defenders' total, whether the bid was made, winner
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


# changed rules, total of the defender who reached the target first, total of the other defender, winner
DEFENDERS = [
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


# changed rules, total of the side far below zero, lowest total of the other sides, ruling
BACK_DOORS = [
    ({}, -500, -20, "yes"),
    ({}, -490, 100, "no"),
    ({"back_door_needs_other_nonnegative": True}, -500, -20, "no"),
    ({"back_door_needs_other_nonnegative": True}, -500, 0, "yes"),
    ({"preset": "quebec_1000"}, -600, 0, "no"),
    ({"preset": "hoyle_three"}, -600, 0, "no"),
    ({"preset": "three_handed"}, -500, 0, "yes"),
]


# Further rulings

FIVE, THREE, EXACT = {"preset": "five_player"}, {"preset": "three_handed"}, {"preset": "exact_500"}
MADE, SET = {"call": "8H", "made": True, "tricks": 2}, {"call": "8H", "made": False, "tricks": 4}
MISERE = {"call": "misere", "made": True, "tricks": 10}
PAID = {"misere_defender_tricks": "per_trick"}


def preset_cases(facts, **expected):
    """Return a case for each preset: the facts, the preset, and its ruling."""
    return [(facts, {"preset": preset}, answer) for preset, answer in expected.items()]


RULINGS = {  # for each question, cases of facts, changed rules and ruling
    "bid_result": [
        ({"call": "8H", "took": 6}, {}, -300),  # two short, but 300 is lost only once
        ({"call": "8H", "took": 6}, {"preset": "quebec_1000"}, 0),  # the other side scores the 300
        ({"call": "8C", "took": 8}, THREE, 260),
        ({"call": "misere", "took": 0}, {"preset": "house_45"}, "not_played"),
        ({"call": "declare", "took": 10}, {}, "not_played"),
        ({"call": "declare", "took": 10}, {"declare_solo": True}, 500),
        ({"call": "declare", "took": 9}, {"declare_solo": True}, -500),
        ({"call": "bar_nullo", "took": 0}, {"bar_nullo_value": 500}, 500),
        ({"call": "10NT", "took": 10}, {"schedule": "perfect"}, 500),
        ({"call": "10NT", "took": 10}, {"schedule": "original"}, 600),
        ({"call": "7S", "took": 8, "alone": False}, FIVE, 70),
        ({"call": "7S", "took": 8, "alone": False}, FIVE | {"five_player_share": "full"}, 140),
        ({"call": "7S", "took": 8, "alone": True}, FIVE, 140),
    ],
    "short": [({}, {}, "once"), ({}, {"preset": "quebec_1000"}, "given")],
    "slam": [
        *preset_cases({"call": "7S"}, wikipedia=250, australian=140, house_45=140, three_handed=250),
        *preset_cases({"call": "7S"}, six_player=140),
        ({"call": "6S"}, {"preset": "pagat_australian"}, 250),
        ({"call": "8S"}, {}, 250),
        ({"call": "8C"}, {}, 260),
    ],
    "defence_scores": [
        (MADE, {"defender_tricks": "only_if_set"}, 0),
        (SET, {"defender_tricks": "never"}, 0),
        (SET | {"total": 490}, {"trick_cap": "490"}, 0),
        (SET | {"total": 470}, {"trick_cap": "490"}, 20),
        (SET | {"total": 410}, {"trick_cap": "stop_over_400"}, 0),
        (SET, {"preset": "quebec_1000"}, 40),  # for tricks alone, without the 300 of the failed bid
        (MISERE | {"made": False, "tricks": 9}, PAID, 90),
        (MISERE | {"made": False, "tricks": 4}, {"preset": "house_45"}, "not_played"),
        (MADE | {"tricks": 3}, {}, "recount"),
        (SET | {"tricks": 2}, {}, "recount"),
        (MISERE | {"tricks": 9}, {}, "recount"),
        (MISERE | {"made": False}, {}, "recount"),
        (MADE | {"tricks": 3}, THREE, "recount"),
        (MISERE | {"made": False}, THREE, "recount"),
        # Other defenders may have taken the other tricks.
        (MADE | {"tricks": 1}, THREE, 10),
        (MADE | {"tricks": 1}, FIVE, 10),
        (SET | {"tricks": 1}, THREE, 10),
        (MISERE | {"tricks": 4}, THREE | PAID, 40),
    ],
    "misere_defence": [
        ({}, {}, "nothing"),
        ({}, PAID, "per_trick"),
        ({}, PAID | {"defender_tricks": "only_if_set"}, "only_if_set"),
        ({}, PAID | {"defender_tricks": "never"}, "nothing"),
    ],
    "five_share": [
        ({"alone": False}, FIVE, "half"),
        ({"alone": True}, FIVE, "whole"),
        ({"alone": False}, FIVE | {"five_player_share": "full"}, "full"),
        ({"alone": False}, {}, "one_score"),
    ],
    "won_on_tricks": preset_cases(
        {"total": 510}, house_45="no", pagat_australian="no", wikipedia="yes", australian="yes",
        hoyle_three="yes", exact_500="no", quebec_1000="no",
    ),
    "won": [
        *preset_cases(
            {"total": 500}, australian="no", wikipedia="yes", house_45="yes", pagat_australian="yes",
            exact_500="yes", quebec_1000="no", hoyle_three="yes", six_player="yes",
        ),
        *preset_cases({"total": 510}, australian="yes"),
        *preset_cases({"total": 490}, wikipedia="no"),
        *preset_cases({"total": 520, "made": False}, house_45="no"),
        *preset_cases({"total": 520, "made": True}, house_45="yes"),
        *preset_cases({"total": 520}, exact_500="no"),
        *preset_cases({"total": 1000}, quebec_1000="yes", exact_500="lost"),
        ({"total": 1000}, EXACT | {"overshoot_limit": None}, "no"),
    ],
    "defenders_both": [
        ({"first": first, "second": second}, {"preset": "hoyle_three"} | rules, winner)
        for rules, first, second, winner in DEFENDERS
    ],
    "back_door": [
        *[({"theirs": low, "others": other}, rules, answer) for rules, low, other, answer in BACK_DOORS],
        ({"theirs": -500, "others": -510}, {}, "nobody"),
        ({"theirs": -500, "others": -490}, {}, "yes"),
    ],
    "both_over": [
        *[({"bidders": bidders, "defenders": defenders, "made": made}, rules, winner)
          for rules, bidders, defenders, made, winner in BOTH_OVER],
        ({"bidders": 1000, "defenders": 1010}, EXACT, "nobody"),
        ({"bidders": 1000, "defenders": 520}, EXACT, "defenders"),
        ({"bidders": -510, "defenders": 90}, THREE, "nobody"),  # the third side's total is not known
    ],
}  # fmt: skip


@pytest.mark.parametrize("question", RULINGS)
def test_rulings_follow_the_house_rules(question):
    for facts, rules, expected in RULINGS[question]:
        assert verdict(question, facts, **rules) == expected, (facts, rules)


def test_a_ruling_on_the_score_of_partners_cites_how_they_share_it():
    facts = {"call": "7S", "took": 8}
    shared = rules_cited("bid_result", facts | {"alone": False}, **FIVE)
    assert shared == ["5.2", "5.2", "5.1", "5.17", "5.2", "5.17"]
    assert rules_cited("bid_result", facts | {"alone": True}, **FIVE) == ["5.2", "5.2", "5.1", "5.2"]


def test_rulings_on_two_sides_at_the_end_cite_their_rules():
    assert rules_cited("back_door", {"theirs": -500, "others": -510}) == ["6.15"]
    assert rules_cited("both_over", {"bidders": 1000, "defenders": 1010}, **EXACT) == ["6.15"]
    assert rules_cited("both_over", {"bidders": -510, "defenders": 90}) == ["6.11"]
    assert rules_cited("both_over", {"bidders": 90, "defenders": -510}) == ["6.11"]


# The referee and the sheet agree on the end

TWO_SIDED_PRESETS = [preset.id for preset in GAME.presets if GAME.shapes(preset)[0][1] == 2]
TOTALS = (-1500, -700, -640, -510, -500, -360, 0, 320, 350, 360, 470, 490, 500, 640, 830, 860, 970, 1000)


@pytest.mark.parametrize("preset", TWO_SIDED_PRESETS)
@given(data=st.data())
def test_the_referee_and_the_sheet_name_the_same_winner(preset, data):
    both_reach = data.draw(st.sampled_from(["bidder", "higher_total"]))
    empty_sheet = sheet_with(preset, both_reach=both_reach)
    bidders, defenders = (data.draw(st.sampled_from(TOTALS)) for _side in range(2))
    is_made = data.draw(st.booleans())
    sheet = sheet_at(bidders, defenders, sheet=empty_sheet)
    if sheet.outcome is not None:
        return
    end = append_hand(GAME, sheet, contract(NORTH, "7S", 7, 3) if is_made else contract(NORTH, "7S", 6, 4))
    facts = {"bidders": int(end.totals[0]), "defenders": int(end.totals[1]), "made": is_made}
    names = {(0,): "bidders", (1,): "defenders", (0, 1): "both", (): "nobody"}
    winner = names[tuple(end.outcome.winners)] if end.outcome else "nobody"
    assert verdict("both_over", facts, sheet=empty_sheet) == winner
