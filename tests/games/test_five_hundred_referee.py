"""500: disputes about bidding, the deal and the kitty, by each rule."""

import pytest

from games.engine import NoFacts, record_fields
from games.five_hundred import GAME
from games.five_hundred.hands import (
    PassedIn,
)
from tests.games.five_hundred_table import (
    cited,
    reason_text,
    ruling,
    table,
    verdict,
)

# Bids -----------------------------------------------------------------------------------------------------

HIGHER = [  # preset, the last bid, the new bid, ruling: sections 9 and 10 of the digest
    ("wikipedia", "7D", "7C", "no"),
    ("wikipedia", "6NT", "7S", "yes"),
    ("australian", "6H", "misere", "yes"),
    ("pagat_australian", "6H", "misere", "no"),
    ("pagat_australian", None, "misere", "no"),
    ("pagat_australian", "7S", "misere", "yes"),
    ("pagat_australian", "7NT", "misere", "yes"),
    ("pagat_australian", "8S", "misere", "no"),
    ("pagat_australian", "misere", "8S", "yes"),
    ("pagat_australian", "misere", "7NT", "no"),
    ("australian", "misere", "8S", "no"),
    ("australian", "8S", "misere", "yes"),
    ("australian", "misere", "8C", "yes"),
    ("australian", "8C", "misere", "no"),
    ("australian", None, "misere", "yes"),
    ("pagat_australian", None, "open_misere", "yes"),
    ("pagat_australian", "10D", "open_misere", "yes"),
    ("pagat_australian", "open_misere", "10D", "no"),
    ("pagat_australian", "open_misere", "10H", "yes"),
    ("australian", "9S", "open_misere", "yes"),
    ("australian", "open_misere", "9C", "yes"),
    ("australian", "9C", "open_misere", "no"),
    ("australian", "misere", "open_misere", "yes"),
    ("pagat_australian", "misere", "open_misere", "yes"),
    ("quebec_1000", "misere", "8H", "no"),
    ("quebec_1000", "misere", "8NT", "yes"),
    ("quebec_1000", "8H", "misere", "yes"),
    ("quebec_1000", "open_misere", "10H", "no"),
    ("quebec_1000", "open_misere", "10NT", "yes"),
    ("house_45", "6H", "6D", "no"),
    ("house_45", "6H", "6NT", "yes"),
    ("house_45", "6H", "7S", "yes"),
    ("house_45", "7S", "misere", "no"),
    ("house_45", "misere", "9S", "no"),
    ("wikipedia", "8H", "8H", "no"),
    ("wikipedia", "8H", "double_nullo", "yes"),
    ("wikipedia", "bar_nullo", "9S", "no"),
    ("wikipedia", "9S", "6NT", "no"),
    ("three_handed", None, "misere", "yes"),
    ("three_handed", "6H", "misere", "yes"),
    ("american_inkle", "6H", "6NT", "yes"),
]


@pytest.mark.parametrize(("preset", "last", "call", "expected"), HIGHER)
def test_bids_are_compared_by_the_digest(preset, last, call, expected):
    assert verdict("bid_higher", {"call": call, "last": last}, preset=preset) == expected


def test_eight_spades_over_misere_says_what_they_are_worth_and_how_misere_ranks():
    facts = {"call": "8S", "last": "misere"}
    pagat = reason_text("bid_higher", facts, preset="pagat_australian")
    assert "8♠ is worth 240, Misère 250." in pagat
    assert "over every seven, under 8♠, whatever its points" in pagat
    assert "ranks by its points" in reason_text("bid_higher", facts, preset="australian")


def test_open_misere_may_be_the_highest_bid_of_all():
    facts = {"call": "open_misere", "last": "10NT"}
    assert verdict("bid_higher", facts, preset="pagat_australian", open_misere_rank="highest") == "yes"
    assert verdict("bid_higher", facts, preset="pagat_australian") == "no"


def test_by_the_original_schedule_bids_rank_by_points():
    # 8♥ is 300 and 9♠ is 160: the dear suit with fewer tricks beats the cheap one with more.
    facts = {"call": "8H", "last": "9S"}
    assert verdict("bid_higher", facts, schedule="original") == "yes"
    assert verdict("bid_higher", facts) == "no"
    assert cited("bid_higher", {"call": "9S", "last": "8H"}, schedule="original") == ["2.3", "2.3"]


def test_a_six_may_not_be_bid_where_seven_is_the_lowest():
    assert verdict("bid_higher", {"call": "6H"}, min_level=7) == "no"
    assert cited("bid_higher", {"call": "6H"}, min_level=7) == ["2.7", "2.7"]
    assert verdict("bid_higher", {"call": "7S"}, min_level=7) == "yes"


def test_the_conditions_of_a_bid_are_cited():
    assert "first two speakers" in reason_text("bid_higher", {"call": "6NT", "last": "6H"}, preset="house_45")
    needs = {"double_nullo_needs_partner": True}
    assert "partner's nullo" in reason_text("bid_higher", {"call": "double_nullo"}, **needs)
    six_players = {"preset": "six_player", "double_nullo_value": 500}
    assert verdict("bid_higher", {"call": "double_nullo"}, **six_players) == "no"


LEGAL = [  # preset, so far, the call, ruling: the table of section 9, row by row
    ("wikipedia", "7D", "7C", "illegal"),
    ("wikipedia", "6NT", "7S", "legal"),
    ("australian", "6H", "misere", "legal"),
    ("pagat_australian", "6H", "misere", "illegal"),
    ("pagat_australian", "7S", "misere", "legal"),
    ("pagat_australian", "7S misere", "8S", "legal"),
    ("australian", "misere", "8S", "illegal"),
    ("australian", "misere", "8C", "legal"),
    ("pagat_australian", "", "open_misere", "legal"),
    ("pagat_australian", "open_misere", "10D", "illegal"),
    ("pagat_australian", "open_misere", "10H", "legal"),
    ("australian", "9S", "open_misere", "legal"),
    ("australian", "9S open_misere", "9C", "legal"),
    ("house_45", "6H pass", "6NT", "illegal"),
    ("american_inkle", "6H pass", "6NT", "illegal"),
    ("house_45", "6H", "6D", "illegal"),
    ("house_45", "6H", "6NT", "legal"),
    ("house_45", "6H", "7S", "legal"),
    ("house_45", "6H 6NT pass pass", "7S", "illegal"),
    ("quebec_1000", "misere", "8H", "illegal"),
    ("quebec_1000", "misere", "8NT", "legal"),
    ("wikipedia", "7H pass pass pass", "8H", "illegal"),
]


@pytest.mark.parametrize(("preset", "calls", "call", "expected"), LEGAL)
def test_calls_are_judged_by_the_digest(preset, calls, call, expected):
    assert verdict("bid_legal", {"calls": calls, "call": call}, preset=preset) == expected


def test_a_pass_is_final():
    assert "stands" in reason_text("bid_legal", {"calls": "pass 7H pass pass", "call": "8S"})
    assert verdict("bid_legal", {"calls": "pass 7H pass pass", "call": "8S"}) == "illegal"
    assert verdict("bid_after_pass") == "no"
    assert cited("bid_after_pass") == ["2.4"]


def test_raising_oneself_is_legal_in_newcastle():
    facts = {"calls": "7H pass pass pass", "call": "8H"}
    assert verdict("bid_legal", facts, rebid_rule="anytime_if_not_passed") == "legal"
    assert cited("bid_legal", facts) == ["2.6", "2.6"]


def test_calls_are_read_in_any_letters_and_nonsense_is_no_call():
    assert verdict("bid_legal", {"calls": "7h PASS", "call": "MISERE"}) == "legal"
    assert verdict("bid_legal", {"calls": "7H", "call": "eleven"}) == "illegal"
    assert "no call at all" in reason_text("bid_legal", {"calls": "7H", "call": "eleven"})
    assert "lowest bid at this table is seven" in reason_text(
        "bid_legal", {"calls": "", "call": "6H"}, min_level=7
    )
    assert "not played" in reason_text("bid_legal", {"calls": "7H", "call": "bar_nullo"})
    assert "no call" in reason_text("bid_legal", {"calls": "7H", "call": "eleven"})
    wrong = reason_text("bid_legal", {"calls": "7H 7C", "call": "8S"})
    assert "Something was wrong before that: 7♣ was not legal." in wrong


def test_a_signal_is_cited_with_the_call():
    assert "a signal" in reason_text("bid_legal", {"calls": "", "call": "6H"}, preset="house_45")


def test_the_end_of_the_bidding_is_cited_with_the_call():
    assert "kitty" not in reason_text("bid_legal", {"calls": "7H", "call": "8S"})
    assert "takes the kitty: 3 cards" in reason_text("bid_legal", {"calls": "7H pass pass", "call": "pass"})


@pytest.mark.parametrize(
    ("preset", "call", "worth"),
    [
        ("australian", "open_misere", 350),
        ("pagat_australian", "open_misere", 500),
        ("wikipedia", "open_misere", 500),
        ("quebec_1000", "misere", 500),
        ("quebec_1000", "open_misere", 1000),
        ("wikipedia", "double_nullo", 500),
        ("wikipedia", "bar_nullo", "not_played"),
        ("house_45", "misere", "not_played"),
    ],
)
def test_the_referee_gives_the_value_of_bids_to_lose_every_trick(preset, call, worth):
    assert verdict("bid_worth", {"call": call}, preset=preset) == worth


def test_raising_ones_own_bid_depends_on_the_house_rule():
    assert verdict("raise_own", {"since": True}) == "yes"
    assert verdict("raise_own", {"since": False}) == "no"
    assert verdict("raise_own", {"since": False}, rebid_rule="anytime_if_not_passed") == "yes"
    assert verdict("raise_own", {"since": True}, preset="american_inkle") == "no"


def test_the_referee_says_which_speakers_may_inkle():
    assert [verdict("inkle", {"place": n}, preset="american_inkle") for n in (1, 2, 3, 4)] == [
        "yes", "yes", "no", "no",
    ]  # fmt: skip
    assert verdict("inkle", {"place": 3}, preset="house_45") == "no"
    assert verdict("inkle", {"place": 4}) == "yes"
    assert verdict("inkle", {"place": 1}, min_level=7) == "no"


def test_a_six_may_be_only_a_signal_by_house_rule():
    assert verdict("six_signal", preset="house_45") == "signal"
    assert verdict("six_signal", preset="american_inkle") == "contract"
    assert verdict("six_signal", preset="wikipedia") == "contract"
    assert verdict("six_signal", min_level=7) == "not_bid"


def test_six_no_is_table_talk_unless_it_is_agreed():
    assert verdict("six_no", preset="house_45") == "table_talk"
    assert verdict("six_no", six_no_allowed=True) == "allowed"


def test_all_passing_is_handled_by_house_rule():
    assert verdict("all_passed", preset="australian") == "next_dealer"
    assert verdict("all_passed", preset="house_45") == "same_dealer"
    assert verdict("all_passed", preset="hoyle_three") == "play_no_trump"
    assert verdict("all_passed", all_pass="dealer_must_bid") == "dealer_must_bid"


def test_the_same_dealer_deals_again_twice_and_then_the_deal_passes():
    passed = [table(hands=[PassedIn()] * n) for n in range(4)]
    assert [verdict("all_passed", sheet=sheet) for sheet in passed] == [
        "same_dealer", "same_dealer", "next_dealer", "same_dealer",
    ]  # fmt: skip


# The deal and the kitty -----------------------------------------------------------------------------------

TEN_HIGH = "TS 9S 8S TC 9C TD 9D 8D TH 9H"


def test_no_ace_no_face_needs_the_rule_the_hand_and_the_partner():
    poor = {"hand": TEN_HIGH, "agrees": True}
    assert verdict("no_ace_no_face", poor, preset="house_45") == "redeal"
    assert verdict("no_ace_no_face", poor | {"agrees": False}, preset="house_45") == "play_on"
    assert verdict("no_ace_no_face", poor | {"spoken": True}, preset="house_45") == "play_on"
    assert verdict("no_ace_no_face", poor, preset="wikipedia") == "play_on"
    assert verdict("no_ace_no_face", poor, preset="three_handed", no_ace_no_face=True) == "play_on"


@pytest.mark.parametrize("honour", ["AS", "KS", "QH", "JD", "X1"])
def test_one_honour_or_the_joker_keeps_a_hand_alive(honour):
    hand = TEN_HIGH.replace("9H", honour)
    facts = {"hand": hand, "agrees": True}
    assert verdict("no_ace_no_face", facts, preset="house_45") == "play_on"


def test_any_card_may_be_buried():
    assert verdict("kitty_discard") == "yes"


def test_the_first_lead_depends_on_the_house_rule():
    assert verdict("first_lead") == "bidder"
    assert verdict("first_lead", first_lead="left_of_dealer") == "left_of_dealer"


def test_the_open_hand_is_shown_when_the_house_rule_says():
    assert verdict("open_hand", preset="pagat_australian") == "after_first_trick"
    assert verdict("open_hand", open_misere_shown="before_lead") == "before_lead"
    assert verdict("open_hand", preset="house_45") == "not_played"


def test_the_partner_at_misere_sits_out_by_house_rule():
    assert verdict("misere_partner", {"call": "misere"}) == "sits_out"
    assert verdict("misere_partner", {"call": "bar_nullo"}) == "sits_out"
    assert verdict("misere_partner", {"call": "double_nullo"}) == "plays"
    assert verdict("misere_partner", {"call": "misere"}, preset="six_player") == "sits_out"
    assert verdict("misere_partner", {"call": "misere"}, preset="three_handed") == "no_partner"


def test_the_card_a_bidder_of_five_may_call_depends_on_the_house_rule():
    five = {"preset": "five_player"}
    assert verdict("call_partner", {"card": "X1"}, **five) == "no"
    assert verdict("call_partner", {"card": "AS"}, **five) == "yes"
    assert "some tables bar it" in reason_text("call_partner", {"card": "JS"}, **five)
    assert "says nothing" in reason_text("call_partner", {"card": "AS"}, **five)
    declared = reason_text("call_partner", {"card": "AS"}, five_player_call="card_declared", **five)
    assert "says so at once" in declared
    assert verdict("call_partner", {"card": "AS"}, five_player_call="player", **five) == "no"
    assert verdict("call_partner", {"card": "AS"}) == "not_played"


def test_faults_in_the_deal_are_ruled_on():
    assert verdict("wrong_number", {"found": "bidding"}) == "misdeal"
    assert verdict("wrong_number", {"found": "later"}) == "table_decides"
    for question in "wrong_discard", "out_of_turn", "exposed_card":
        assert verdict(question) == "table_decides"


# Every question -------------------------------------------------------------------------------------------


def test_every_question_without_facts_answers_by_every_preset():
    for name, question in GAME.questions.items():
        if question.facts is not NoFacts:
            continue
        for preset in GAME.presets:
            answer = ruling(name, {}, table(preset.id))
            assert answer["because"]
            assert isinstance(answer["verdict"], str | int)


def test_every_question_can_be_found_by_other_words():
    assert all(question.also for question in GAME.questions.values())
    assert all(
        record_fields(question.facts) or question.facts is NoFacts for question in GAME.questions.values()
    )
