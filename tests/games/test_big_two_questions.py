"""Big Two: relevant questions, the briefing, and the presets."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.big_two import GAME
from games.big_two.choices import (
    Assist,
    Assistant,
    CardValue,
    Direction,
    Dragon,
    LastCall,
    NextLead,
    Opening,
    Unused,
)
from games.big_two.examples import FOUR, HONG_KONG, TWO_PAIRS, deal
from games.big_two.hands import (
    DragonHand,
    MalteseDragon,
    Placings,
)
from games.big_two.house import House
from games.big_two.presets import CROWD, PRESETS
from games.engine import (
    Adjustment,
    PartialHand,
    PerSide,
    Seat,
    Seating,
    hand_problems,
    to_json,
)
from tests.games.big_two_table import (
    ASSIST,
    PAIRS,
    PLACES,
    TABLE,
    A,
    B,
    C,
    D,
    briefing_after,
    preset,
    questions_of,
    rules,
    totals,
)
from tests.strategies import records, sheets

WON_BY_C = deal(C, 1, 1, 0, 1)

# Relevant questions


@pytest.mark.parametrize(
    ("house", "expected"),
    [
        (preset("pairwise-classic"), set()),
        (HONG_KONG, {"held", "last_play"}),
        (rules(unused_double=Unused.PER_TWO), {"twos", "last_play"}),
        (preset("simple"), set()),
        (replace(preset("simple"), card_value=CardValue.PUSOY), {"worth"}),
        (replace(preset("simple"), assist_penalty=Assist.PAYS_ALL), {"assist"}),
        (replace(preset("simple"), last_card_call=LastCall.REQUIRED), {"forgot"}),
        (rules(unused_set=frozenset()), {"last_play"}),
    ],
)
def test_questions_of_a_deal_are_asked_only_where_the_house_rules_need_them(house, expected):
    assert questions_of(WON_BY_C, house) == {"winner", "left"} | expected


# The briefing


def test_the_first_deal_is_led_with_the_lowest_card():
    assert briefing_after() == [
        "seat 1 deals",
        "Whoever holds the 3♦ leads, and it must be in the first play",
        "10 cards left count times 2",
        "13 cards left count times 3",
    ]
    assert briefing_after(house=preset("taiwan"))[1].startswith("Whoever holds the 3♣")
    any_opening = rules(opening=Opening.ANYTHING)
    assert briefing_after(house=any_opening)[1] == "Whoever holds the 3♦ leads anything"


def test_later_deals_are_led_by_the_winner_or_again_by_the_lowest_card():
    assert briefing_after(WON_BY_C)[:2] == ["seat 4 deals", "seat 3 won the last deal and leads"]
    lowest = rules(next_lead=NextLead.LOWEST)
    assert briefing_after(WON_BY_C, house=lowest)[1].startswith("Whoever holds the 3♦")


@pytest.mark.parametrize(
    ("hand", "house"),
    [
        (Placings(PerSide((2, 3, 1, 4))), PLACES),
        (DragonHand(C), rules(dragon=Dragon.WIN)),
        (MalteseDragon(C), rules(maltese_dragon=True)),
    ],
)
def test_the_winner_of_any_kind_of_deal_leads_the_next(hand, house):
    assert briefing_after(hand, house=house)[1] == "seat 3 won the last deal and leads"


def test_a_deal_that_nobody_won_leaves_the_lead_where_it_was():
    house = rules(maltese_dragon=True)
    notes = briefing_after(deal(B, 1, 0, 1, 1), MalteseDragon(C, threes=True), house=house)
    assert notes[1] == "seat 2 won the last deal and leads"


@pytest.mark.parametrize(("direction", "dealer"), [("ccw", D), ("cw", B), ("race", D)])
def test_the_deal_passes_on_in_the_direction_of_play(direction, dealer):
    house = rules(direction=Direction(direction))
    adjustment = Adjustment(PerSide((1, 0, 0, 0)), "why not")
    assert TABLE.dealer(WON_BY_C, adjustment, house=house) == dealer


def test_the_briefing_gives_losses_while_a_deal_is_filled_in():
    def briefing_during(house=HONG_KONG, kind="deal", seating=FOUR, **answers):
        return briefing_after(house=house, seating=seating, partial_hand=PartialHand(kind, answers))

    house = replace(ASSIST, last_card_call=LastCall.REQUIRED)
    answers = {"winner": A, "left.1": 10, "left.2": 2}
    assert briefing_during(house, **answers) == [
        "side 2 is left with 20",
        "side 3 is left with 2",
        "Who played last before seat 1, and could have stopped it?",
        "Did seat 1 call “last card”?",
    ]
    just_before = replace(house, assist_who=Assistant.JUST_BEFORE)
    assert briefing_during(just_before, **answers)[2] == "seat 2 played before seat 1"
    assert briefing_during(**answers) == ["side 2 is left with 20", "side 3 is left with 2"]
    assert briefing_during(house) == []
    assert briefing_during(house, "redeal", by=A) == []
    assert briefing_during(PLACES, **answers) == []
    assert briefing_during(PAIRS, seating=TWO_PAIRS, **answers) == []


# Presets


PRESET_CHANGES = {
    "hong-kong": {},
    "malaysia": {"straight_order": "malaysia"},
    "indonesia": {"straight_order": "indonesia"},
    "taiwan": {
        "suit_order": "taiwan", "straight_order": "taiwan", "flush_order": "off",
        "five_card_mixing": "same_type_only", "bombs": "quads_sf_over_all",
    },
    "philippines": {
        "suit_order": "pusoy", "flush_order": "suit", "straight_order": "indonesia", "card_value": "pusoy",
    },
    "hawaii": {"suit_order": "pusoy", "payment": "placings"},
    "vietnam": {"suit_order": "viet", "straight_order": "no_twos", "smackdown": "single_2S"},
    "mainland": {
        "straight_order": "natural", "penalty_tiers": [[8, 2], [10, 3], [13, 4]], "payment": "pairwise",
        "unused_double": "off", "finish_double": "off", "assist_who": "just_before",
    },
    "da-lao-er": {
        "flush_order": "off", "five_card_mixing": "same_type_only", "bombs": "quads_sf_over_all",
        "penalty_tiers": [[11, 2]],
    },
    "pairwise-classic": {
        "payment": "pairwise", "unused_double": "off", "finish_double": "off", "assist_who": "just_before",
    },
    "penalty-to-50": {
        "payment": "penalty_only", "target": "points:50", "flush_order": "suit", "straight_order": "natural",
    },
    "simple": {"unused_double": "off", "finish_double": "off"},
    "team": {"team_play": "pairs"},
    "president": {"president": "on"},
    "placings": {"payment": "placings"},
    "two-decks": {"decks": 2},
    "custom": {},
}  # fmt: skip


def test_the_first_preset_has_the_defaults():
    assert PRESETS[0].id == "hong-kong"
    assert to_json(House()) == {
        "deal": "by_seats", "direction": "ccw", "decks": 1, "jokers": "off", "suit_order": "hk",
        "straight_order": "hk", "straight_lengths": "five", "flush_order": "rank",
        "flush_vs_straight": "flush_over", "five_card_mixing": "by_category", "triples": "allowed",
        "quads_form": "with_kicker", "two_pair_4": False, "junk_five": [], "five_alike_top": False,
        "equal_play": False, "bombs": "off", "smackdown": "off", "bomb_turns_twos_low": False,
        "opening": "must_include_lowest", "next_lead": "winner", "pass_rule": "free",
        "trick_end": "all_pass", "three_threes": False, "finish_with_two": "allowed",
        "last_card_call": "off", "redeal_weak": "off", "four_twos": "play_on", "dragon": "off",
        "maltese_dragon": False, "payment": "winner_takes", "penalty_tiers": [[10, 2], [13, 3]],
        "penalty_tiers_3p": [[12, 2], [17, 3]], "card_value": "count", "unused_double": "any_once",
        "unused_set": ["quads", "straight_flush", "two"], "finish_double": "once",
        "finish_two_scope": "only_twos", "winner_bonus": 0, "assist_penalty": "off",
        "assist_scope": "single_only", "assist_who": "last_to_play", "team_play": "off", "president": "off",
        "president_returns": "lowest_two", "target": "none",
    }  # fmt: skip


def test_presets_change_the_defaults_as_in_the_rules():
    assert {preset.id: to_json(preset.house) for preset in PRESETS} == {
        id: to_json(House()) | changed for id, changed in PRESET_CHANGES.items()
    }


def test_two_packs_are_for_up_to_eight_players():
    for seats, sides in CROWD:
        hand = deal(Seat(0), 0, *[1] * (seats - 1))
        assert totals(hand, house=preset("two-decks"), seating=Seating(seats, sides))[0] == seats - 1


@given(data=st.data())
def test_exactly_the_offered_kinds_of_hand_are_accepted(data):
    sheet = data.draw(sheets(GAME))
    kind = data.draw(st.sampled_from(sorted(GAME.hands)))
    hand = data.draw(records(GAME.hands[kind], sheet))
    # The field "" stands for the whole hand.
    refused = "" in {problem.field for problem in hand_problems(GAME, hand, sheet)}
    assert refused == (kind not in GAME.kinds_at(sheet))
