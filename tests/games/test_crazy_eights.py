"""Crazy Eights by its sources: every option, preset, check and dispute."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from games.crazy_eights import GAME
from games.crazy_eights.examples import THREE, TWO, cards, left
from games.crazy_eights.hands import Blocked, Out, Shown, dealt_each, keys, the_pack
from games.crazy_eights.house import (
    PRESETS,
    Ace,
    AfterDraw,
    BlockScoring,
    BlockTie,
    Draw,
    EightOnTwo,
    Finish,
    House,
    LastCardCall,
    Queen,
    Scoring,
    StockOut,
    Two,
    Values,
)
from games.crazy_eights.on_cards import CardOnCard, Suit
from games.crazy_eights.on_score import CallTime, LastCard, PayFacts, SomeCards, Stuck
from games.crazy_eights.on_turns import Run
from games.engine import (
    ENGLISH,
    Cards,
    PerSide,
    Seat,
    Sheet,
    relevant_questions,
    to_json,
)
from tests.games.crazy_eights_table import (
    CHARGED,
    PLAIN,
    SIX,
    A,
    B,
    C,
    ask,
    briefed,
    fields,
    goes,
    preset,
    run,
    sheet_of,
    totals,
    words,
)

# The seed --------------------------------------------------------------------


def test_the_seed_is_offered_first_and_three_is_the_usual_number():
    assert (GAME.presets[0].id, GAME.presets[0].source.tag) == ("c8-seed", "top card games")
    assert GAME.seatings[0].seats == 3
    assert sorted(seating.seats for seating in GAME.seatings) == [2, 3, 4, 5, 6, 7]


def test_the_seed_deals_five_cards_to_any_number():
    assert [dealt_each(preset("c8-seed"), seats) for seats in (2, 3, 7)] == [5, 5, 5]


def test_on_the_five_of_hearts_any_five_goes_and_any_heart():
    assert goes("5S", "5H") == ("legal", "2.1")
    assert goes("KH", "5H") == ("legal", "2.1")
    assert goes("KS", "5H") == ("illegal", "2.1")


def test_a_player_who_cannot_play_draws_one_card():
    assert ask("cannot_play", house=preset("c8-seed")) == ("one_and_end", ["2.2"])


def test_special_cards_but_the_eight_must_match():
    for card in ("2S", "QS", "AS"):
        assert goes(card, "5H") == ("illegal", "3.1")
        assert goes(card, "5S") == ("legal", "2.1")
    assert goes("8S", "5H") == ("legal", "3.5")


def test_a_two_makes_the_next_draw_two_and_twos_add_up():
    assert run(A, "2S") == (1, ["3.2", "3.3", "3.2"])
    assert words("next", Run(A, Cards.read("2S 2H"))) == [
        "seat 3 is next",
        "seat 3 must draw 4 cards",
        "Or seat 3 plays a 2, and passes it on",
    ]


def test_an_eight_goes_any_time_unless_a_two_was_played_before():
    assert goes("8S", "2H", unpaid=True) == ("illegal", "3.6")
    assert goes("8S", "2H") == ("legal", "3.5")


def test_the_next_card_is_of_the_suit_the_eight_named_or_an_eight():
    assert goes("5S", "8H", named=Suit.SPADES) == ("legal", "3.5")
    assert goes("5H", "8H", named=Suit.SPADES) == ("illegal", "3.5")
    assert goes("8C", "8H", named=Suit.SPADES) == ("legal", "3.5")


def test_a_queen_skips_and_an_ace_turns_the_rotation_round():
    assert run(A, "QS") == (2, ["3.7"])
    assert words("next", Run(A, Cards.read("QS"))) == ["seat 3 is next: the queen skips seat 2"]
    assert run(B, "AS") == (0, ["3.8"])


def test_last_card_is_called_before_laying_the_last_but_one_or_two_are_drawn():
    house = preset("c8-seed")
    assert (house.last_card_call, house.last_card_penalty) == (LastCardCall.BEFORE, 2)
    assert ask("last_card", LastCard(CallTime.BEFORE), house) == (0, ["4.1"])
    assert ask("last_card", LastCard(CallTime.NEVER), house) == (2, ["4.1"])


def test_the_winner_scores_what_the_others_still_hold_and_the_first_to_the_target_wins():
    assert totals(Out(B, left(61, None, 7))) == (0, 68, 0)
    sheet = sheet_of(Out(B, left(61, None, 7)), Out(B, left(60, None, 22)))
    assert tuple(sheet.totals) == (0, 150, 0)
    assert sheet.outcome.winners == (1,)
    assert sheet.outcome.because.rule.number == "6.1"


# Presets ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "changes"),
    [
        ("c8-seed", {}),
        (
            "c8-classic",
            {
                "two": Two.OFF,
                "queen": Queen.OFF,
                "ace": Ace.OFF,
                "last_card_call": LastCardCall.OFF,
                "draw": Draw.UNTIL_PLAYABLE,
                "stock_out": StockOut.PASS,
            },
        ),
        ("c8-penalty", {"scoring": Scoring.LOSERS_PENALTY}),
        ("c8-specials20", {"values": Values.SPECIALS20}),
        ("c8-eight25", {"values": Values.EIGHT25}),
        ("c8-nostack", {"two": Two.DRAW2}),
        ("c8-eight-escape", {"eight_on_two": EightOnTwo.YES}),
        ("c8-draw-and-play", {"after_draw": AfterDraw.PLAYS}),
        ("c8-no-special-finish", {"finish_on_special": Finish.NO}),
    ],
)
def test_each_preset_changes_the_seed_as_published(id, changes):
    assert preset(id) == replace(House(), **changes)


def test_there_are_nine_presets_and_all_choices_are_stored_by_their_ids():
    assert len(PRESETS) == 9
    assert to_json(House()) == {
        "deal": "five",
        "starter_special": "bury_eight_only",
        "draw": "one_and_end",
        "stock_out": "reshuffle",
        "two": "draw2_stack",
        "after_draw": "turn_ends",
        "eight_on_two": "no",
        "queen": "skip",
        "ace": "reverse",
        "ace_two_player": "none",
        "last_card_call": "before_second_last",
        "last_card_penalty": 2,
        "finish_on_special": "yes",
        "final_two": "no_draw",
        "scoring": "winner_collects",
        "values": "standard",
        "blocked": "lowest_takes_difference",
        "blocked_tie": "split",
        "target": None,
    }


def test_by_bicycle_only_the_eights_are_special():
    classic = preset("c8-classic")
    assert run(A, "2S 2H", classic) == (2, ["1.4"])
    assert run(A, "QS", classic) == (1, ["1.4"])
    assert run(A, "AS", classic) == (1, ["1.4"])
    assert goes("QS", "5H", classic) == ("illegal", "2.1")
    assert goes("8S", "2H", classic, unpaid=True) == ("legal", "3.5")
    assert ask("cannot_play", house=classic) == ("until_playable", ["2.2"])
    assert ask("stock_gone", house=classic) == ("pass", ["2.4", "5.5"])
    assert ask("last_card", LastCard(CallTime.NEVER), classic) == (0, ["4.1"])


# The count -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "points"),
    [
        (Values.STANDARD, [50, 10, 10, 10, 10, 1, 2, 3, 9]),
        (Values.SPECIALS20, [50, 10, 20, 10, 10, 20, 20, 3, 9]),
        (Values.EIGHT25, [25, 10, 10, 10, 10, 1, 2, 3, 9]),
    ],
)
def test_cards_count_by_the_house_rule(values, points):
    hands = ["8S", "KS", "QS", "JS", "TS", "AS", "2S", "3S", "9S"]
    house = House(values=values)
    assert [ask("count", SomeCards(Cards.read(card)), house) for card in hands] == [
        (n, ["5.2"]) for n in points
    ]


def test_a_hand_by_cards_cites_the_cards():
    sheet = sheet_of(Shown(B, cards("8H KS", "", "AD")))
    assert tuple(sheet.totals) == (0, 61, 0)
    texts = [[ENGLISH.read(citation.words) for citation in line.because] for line in sheet.rows[0].lines]
    assert texts == [["side 1 held 60", "The cards: 8♥ K♠"], ["side 3 held 1", "The cards: A♦"]]


def test_losers_are_charged_with_their_own_hands():
    assert totals(Out(B, left(61, None, 7)), house=CHARGED) == (61, 0, 7)
    assert totals(Shown(B, cards("8H KS", "", "AD")), house=CHARGED) == (60, 0, 1)


def test_the_referee_says_what_going_out_pays():
    facts = PayFacts(B, left(61, 0, 7))
    assert ask("pay", facts) == (68, ["5.3"])
    assert ask("pay", facts, CHARGED) == (0, ["5.4"])


def test_in_a_blocked_round_the_lowest_takes_the_differences():
    assert totals(Blocked(left(12, 30, 5))) == (0, 0, 32)
    assert totals(Shown(None, cards("TH 2H", "KS QS JS", "5D"))) == (0, 0, 32)
    assert ask("blocked", Stuck(left(12, 30, 5))) == ([0, 0, 32], ["5.5", "5.5"])
    assert words("blocked", Stuck(left(12, 30, 5)))[0] == (
        "side 3: Nobody could play: side 1 held 12 against 5"
    )


def test_a_blocked_round_may_score_nothing():
    assert totals(Blocked(left(12, 30, 5)), house=House(blocked=BlockScoring.NO_SCORE)) == (0, 0, 0)


def test_in_a_blocked_round_charges_are_the_differences():
    assert totals(Blocked(left(5, 30, 5)), house=CHARGED) == (0, 25, 0)


def test_equally_low_hands_share_exactly():
    assert totals(Blocked(left(5, 20, 5))) == (Fraction(15, 2), 0, Fraction(15, 2))
    assert totals(Blocked(left(5, 20, 5)), house=House(blocked_tie=BlockTie.NO_SCORE)) == (0, 0, 0)
    assert totals(Blocked(left(5, 5, 5))) == (0, 0, 0)


# Impossible answers ----------------------------------------------------------


def test_the_winner_holds_nothing_and_the_others_a_card_at_least():
    assert fields(Out(A, left(7, 0, 12))) == {
        "left.0": "side 1 went out, and so has nothing left",
        "left.1": "side 2 still holds a card, and no card counts less than 1",
    }
    assert fields(Out(A, left(None, None, 12))) == {
        "left.1": "side 2 still holds a card, and no card counts less than 1"
    }
    assert fields(Shown(A, cards("5S", "", "KD"))) == {
        "cards.0": "side 1 went out, and so has nothing left",
        "cards.1": "side 2 still holds a card, and no card counts less than 1",
    }


def test_with_high_special_cards_every_card_counts_at_least_three():
    house = preset("c8-specials20")
    assert fields(Out(A, left(None, 2, 3)), house) == {
        "left.1": "side 2 still holds a card, and no card counts less than 3"
    }


def test_hands_hold_at_most_the_pack_without_the_card_on_the_pile():
    # Four eights 200, sixteen tens 160, 4 × (2+3+4+5+6+7+9) = 144, three aces 3.
    assert totals(Out(A, left(None, 506, 1)))[0] == 507
    assert fields(Out(A, left(None, 507, 1))) == {"left": "Together they cannot hold more than 507 points"}
    assert fields(Out(A, left(None, 508, 1))) == {"left.1": "At most 507"}
    assert totals(Out(A, left(None, *[500] * 2, *[3] * 3)), seating=SIX)[0] == 1009


def test_no_card_is_in_more_hands_than_packs_have_it():
    twice = cards("", "5S", "5S")
    assert fields(Shown(A, twice)) == {"cards": "5♠ is in too many hands"}
    assert totals(Shown(A, cards("", "5S", "5S", "KD", "KD", "AS")), seating=SIX)[0] == 31


def test_one_card_is_always_on_the_pile():
    everything = [str(card) for card in the_pack(Sheet(TWO, House()))]
    split = PerSide((Cards.read(" ".join(everything[:26])), Cards.read(" ".join(everything[26:]))))
    assert fields(Shown(None, split), seating=TWO) == {"cards": "One card at least lies on the pile"}


# The end ---------------------------------------------------------------------


def test_the_usual_target_is_fifty_for_each_player():
    assert briefed(sheet_of())[-1] == "The game goes to 150"
    assert briefed(sheet_of(seating=TWO))[-1] == "The game goes to 100"
    assert sheet_of(Out(A, left(None, 99)), seating=TWO).outcome is None
    assert sheet_of(Out(A, left(None, 100)), seating=TWO).outcome.winners == (0,)


def test_a_table_may_say_another_target():
    assert sheet_of(Out(A, left(None, 99, 1)), house=House(target=100)).outcome.winners == (0,)


def test_where_losers_are_charged_the_lowest_wins_when_one_reaches_the_target():
    hands = Out(A, left(None, 70, 20)), Out(C, left(15, 80, None))
    sheet = sheet_of(*hands, house=CHARGED)
    assert tuple(sheet.totals) == (15, 150, 20)
    assert sheet.outcome.winners == (0,)
    assert GAME.lowest_wins(CHARGED)
    assert not GAME.lowest_wins(House())


def test_tied_leaders_share_the_win():
    sheet = sheet_of(Out(A, left(None, 20, 60)), Out(B, left(20, None, 90)), house=CHARGED)
    assert sheet.outcome.winners == (0, 1)
    assert sheet.outcome.because.rule.number == "6.2"
    assert ENGLISH.read(sheet.outcome.because.words) == "side 1 and side 2 share the win with 20"


def test_the_briefing_gives_the_dealer_and_the_target():
    assert briefed(sheet_of(Out(B, left(61, None, 7)))) == [
        "seat 2 deals 5 cards each; seat 3 plays first",
        "side 2: 82 short of 150",
    ]
    assert briefed(sheet_of(Out(B, left(61, None, 7)), house=CHARGED))[-1] == (
        "side 1: caught with 89 more, the game is over and the lowest wins"
    )


def test_the_briefing_is_empty_after_the_end():
    assert briefed(sheet_of(Out(A, left(None, 150, 1)))) == []


def test_a_row_summarises_the_round():
    sheet = sheet_of()
    short = [
        GAME.summary(hand, sheet)
        for hand in (
            Out(B, left(1, None, 1)),
            Blocked(left(1, 2, 3)),
            Shown(B, cards("8H", "", "AD")),
            Shown(None, cards("8H", "2S", "AD")),
        )
    ]
    assert [ENGLISH.read(summary) for summary in short] == [
        "seat 2 out; side 1 1, side 3 1",
        "Nobody could play; side 1 1, side 2 2, side 3 3",
        "seat 2 out",
        "Nobody could play",
    ]


# Relevant questions ----------------------------------------------------------


def asked(house, seating=THREE):
    return relevant_questions(house, Sheet(seating, house))


def test_house_rules_are_asked_only_where_relevant():
    everything = asked(House())
    assert "ace_two_player" not in everything
    assert "ace_two_player" in asked(House(), TWO)
    assert "ace_two_player" not in asked(House(ace=Ace.OFF), TWO)
    assert {"after_draw", "eight_on_two", "final_two"} <= everything
    assert not {"after_draw", "eight_on_two", "final_two"} & asked(PLAIN)
    assert "final_two" not in asked(preset("c8-no-special-finish"))
    assert "last_card_penalty" in everything
    assert "last_card_penalty" not in asked(preset("c8-classic"))
    assert "blocked_tie" in everything
    assert "blocked_tie" not in asked(House(blocked=BlockScoring.NO_SCORE))
    assert "blocked_tie" not in asked(CHARGED)


def test_the_suit_named_is_asked_only_of_an_eight_and_payment_only_of_a_two():
    sheet = Sheet(THREE, House())

    def matter(top, house=None):
        facts = CardOnCard(Cards.read("5H"), Cards.read(top))
        return relevant_questions(facts, replace(sheet, house=house or House())) - {"card", "top"}

    assert matter("8S") == {"named"}
    assert matter("2S") == {"unpaid"}
    assert matter("2S", PLAIN) == set()
    assert matter("9S") == set()
    assert "named" in relevant_questions(Run(A, Cards.read("5H 8S")), sheet)
    assert "named" not in relevant_questions(Run(A, Cards.read("8S 5S")), sheet)
    assert "named" not in relevant_questions(Run(Seat(0), Cards()), sheet)


@pytest.mark.parametrize(
    ("values", "dear"),
    [
        (Values.STANDARD, {"8": 50}),
        (Values.EIGHT25, {"8": 25}),
        (Values.SPECIALS20, {"8": 50, "2": 20, "A": 20, "Q": 20}),
    ],
)
def test_the_keypad_has_a_key_for_each_card_value(values, dear) -> None:
    found = dict(keys(Sheet(THREE, House(values=values))))
    assert found == {"A": 1, **{str(n): n for n in range(2, 10)}, "10s": 10} | dear
