"""Crazy eights by its seed and its digest: every option, preset, check and dispute."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from games.crazy_eights import GAME
from games.crazy_eights.examples import FOUR, THREE, TWO, cards, left
from games.crazy_eights.hands import Blocked, Out, Shown, dealt_each, keys, the_pack
from games.crazy_eights.house import (
    PRESETS,
    Ace,
    AceForTwo,
    AfterDraw,
    BlockScoring,
    BlockTie,
    Deal,
    Draw,
    EightOnTwo,
    FinalTwo,
    Finish,
    House,
    LastCardCall,
    Queen,
    Scoring,
    StarterSpecial,
    StockOut,
    Two,
    Values,
)
from games.crazy_eights.on_cards import CardOnCard, Final, Suit
from games.crazy_eights.on_score import LastCard, Said, SomeCards, Stuck, WhatItPays
from games.crazy_eights.on_turns import Laid, Run, TurnedUp, TwosInARow
from games.engine import (
    ENGLISH,
    Adjustment,
    Cards,
    Nothing,
    PerSide,
    Seat,
    Seating,
    Sheet,
    out_of_bounds,
    play,
    to_json,
    worth_asking,
)

A, B, C = THREE.every_seat
D = FOUR.every_seat[3]
SIX = Seating(6, 6)
NONE = Nothing()
CHARGED = House(scoring=Scoring.LOSERS_PENALTY)
NO_STACK = House(two=Two.DRAW2)
PLAIN = House(two=Two.OFF, queen=Queen.OFF, ace=Ace.OFF)


def preset(id):
    return next(preset.house for preset in PRESETS if preset.id == id)


def sheet_of(*hands, house=None, seating=THREE):
    return play(GAME, seating, house or House(), hands)


def totals(*hands, house=None, seating=THREE):
    sheet = sheet_of(*hands, house=house, seating=seating)
    assert [row.problems for row in sheet.rows] == [()] * len(hands)
    return tuple(sheet.totals)


def fields(hand, house=None, seating=THREE):
    """Where the problems of a hand are, and what they say."""
    (row,) = play(GAME, seating, house or House(), [hand]).rows
    return {problem.field: ENGLISH.read(problem.words) for problem in row.problems}


def ruled(name, facts=NONE, house=None, seating=THREE, hands=()):
    return GAME.questions[name].rule_on(facts, play(GAME, seating, house or House(), hands))


def ask(name, facts=NONE, house=None, seating=THREE, hands=()):
    ruling = ruled(name, facts, house, seating, hands)
    return to_json(ruling.verdict), [because.rule.number for because in ruling.because]


def words(name, facts=NONE, house=None, seating=THREE):
    return [ENGLISH.read(because.words) for because in ruled(name, facts, house, seating).because]


def briefed(sheet):
    return [ENGLISH.read(said.words) for said in GAME.briefing(sheet, None)]


def goes(card, top, house=None, seating=THREE, **facts):
    """Whether a card may be laid on another, and by which rule."""
    verdict, (rule,) = ask("may_play", CardOnCard(Cards.read(card), Cards.read(top), **facts), house, seating)
    return verdict, rule


def run(player, played, house=None, seating=THREE, **facts):
    return ask("next", Run(player, Cards.read(played), **facts), house, seating)


# What the seed says ----------------------------------------------------------


def test_the_seed_is_offered_first_and_three_is_the_usual_number():
    assert (GAME.presets[0].id, GAME.presets[0].source.tag) == ("c8-seed", "top card games")
    assert GAME.seatings[0].seats == 3
    assert sorted(seating.seats for seating in GAME.seatings) == [2, 3, 4, 5, 6, 7]


def test_the_seed_deals_five_whoever_plays():
    assert [dealt_each(preset("c8-seed"), seats) for seats in (2, 3, 7)] == [5, 5, 5]


def test_on_the_five_of_hearts_any_five_goes_and_any_heart():
    assert goes("5S", "5H") == ("legal", "2.1")
    assert goes("KH", "5H") == ("legal", "2.1")
    assert goes("KS", "5H") == ("illegal", "2.1")


def test_who_cannot_play_takes_one_card_and_the_turn_is_over():
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
    assert ask("last_card", LastCard(Said.BEFORE), house) == (0, ["4.1"])
    assert ask("last_card", LastCard(Said.NEVER), house) == (2, ["4.1"])


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
def test_a_preset_differs_from_the_seed_in_what_its_name_says(id, changes):
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
    assert ask("last_card", LastCard(Said.NEVER), classic) == (0, ["4.1"])


# The deal --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "two", "three"),
    [(Deal.FIVE, 5, 5), (Deal.BY_SEATS, 7, 5), (Deal.SEVEN, 7, 7), (Deal.EIGHT, 8, 8)],
)
def test_how_many_cards_are_dealt(deal, two, three):
    house = House(deal=deal)
    assert (dealt_each(house, 2), dealt_each(house, 3)) == (two, three)
    assert briefed(sheet_of(house=house))[0] == f"seat 1 deals {three} cards each; seat 2 plays first"


def test_six_and_seven_take_two_packs():
    packs = {seats: len(the_pack(Sheet(Seating(seats, seats), House()))) for seats in range(2, 8)}
    assert packs == {2: 52, 3: 52, 4: 52, 5: 52, 6: 104, 7: 104}


def test_the_deal_passes_to_the_left_after_every_round_blocked_or_not():
    assert ask("dealer") == (0, ["1.4", "1.2"])
    assert ask("dealer", hands=[Out(A, left(None, 5, 5)), Blocked(left(5, 6, 7))]) == (2, ["1.4", "1.2"])
    assert ask("dealer", hands=[Adjustment(PerSide((5, 0, 0)), "why")]) == (0, ["1.4", "1.2"])


def starter(card, house=None, seating=THREE):
    return ask("starter", TurnedUp(Cards.read(card)), house, seating)


def test_an_eight_turned_up_is_buried_and_other_special_cards_do_nothing():
    assert starter("8S") == ("bury", ["1.3"])
    assert starter("2S") == ("ordinary", ["1.3", "1.4"])
    assert starter("5S") == ("ordinary", ["1.3", "1.4"])


def test_where_nothing_applies_an_eight_lies_and_stands_for_its_own_suit():
    house = House(starter_special=StarterSpecial.IGNORE)
    assert starter("8S", house) == ("ordinary", ["1.3", "1.4"])
    assert words("starter", TurnedUp(Cards.read("8S")), house)[0] == "It stays, and stands for its own suit"
    assert goes("5S", "8S") == ("legal", "3.5")
    assert goes("5H", "8S") == ("illegal", "3.5")


def test_where_they_apply_special_cards_act_as_if_the_dealer_had_played_them():
    house = House(starter_special=StarterSpecial.APPLIES)
    assert starter("8S", house) == ("bury", ["1.3"])
    assert starter("5S", house) == ("ordinary", ["1.3", "1.4"])
    assert starter("2S", house) == ("applies", ["1.3", "3.2", "3.3", "3.2"])
    assert words("starter", TurnedUp(Cards.read("QS")), house)[1] == "seat 3 is next: the queen skips seat 2"
    assert words("starter", TurnedUp(Cards.read("AS")), house, FOUR)[1] == (
        "seat 4 is next: play goes anticlockwise now"
    )
    assert "A 2, queen or ace turned up acts as if seat 1 had played it" in briefed(sheet_of(house=house))


# What may be laid on what ----------------------------------------------------


def test_a_card_is_there_once_in_one_pack_and_twice_in_two():
    assert goes("5H", "5H") == ("illegal", "1.1")
    assert goes("5H", "5H", seating=SIX) == ("legal", "2.1")


def test_on_a_two_that_is_unpaid_only_a_two_goes():
    assert goes("2S", "2H", unpaid=True) == ("legal", "3.2")
    assert goes("5H", "2H", unpaid=True) == ("illegal", "3.2")
    assert goes("5H", "2H") == ("legal", "2.1")


def test_where_twos_do_not_add_up_nothing_goes_on_an_unpaid_one():
    assert goes("2S", "2H", NO_STACK, unpaid=True) == ("illegal", "3.2")
    assert goes("2S", "2H", NO_STACK) == ("legal", "2.1")


def test_unpaid_says_nothing_of_other_cards():
    assert goes("KH", "5H", unpaid=True) == ("legal", "2.1")


def test_where_an_eight_answers_a_two_nobody_draws():
    escape = preset("c8-eight-escape")
    assert goes("8S", "2H", escape, unpaid=True) == ("legal", "3.6")
    assert run(A, "2S 2H 8D", escape) == (0, ["1.4", "3.5"])
    assert words("next", Run(A, Cards.read("2S")), escape)[-1] == "Or seat 2 plays an 8, and nobody draws"


# Who is next, and how many must be drawn -------------------------------------


def test_three_twos_in_a_row_make_six():
    assert words("next", Run(A, Cards.read("2S 2H 2C"))) == [
        "seat 1 is next",
        "seat 1 must draw 6 cards",
        "Or seat 1 plays a 2, and passes it on",
    ]


def test_who_drew_for_the_twos_has_had_the_turn_so_the_next_played_on():
    # A and B lay 2s, C draws four, A plays the king: B is next.
    assert run(A, "2S 2H KH") == (1, ["1.4", "3.3"])
    assert words("next", Run(A, Cards.read("2S 2H KH"))) == ["seat 2 is next", "seat 3 drew 4 cards"]


def test_where_you_draw_and_play_the_one_who_drew_laid_the_next_card():
    assert run(A, "2S 2H KH", preset("c8-draw-and-play")) == (0, ["1.4", "3.3"])


def test_where_twos_do_not_add_up_each_is_paid_before_the_next():
    # A lays a 2, B draws two, C lays a 2, A is next and draws two.
    assert run(A, "2S 2H", NO_STACK) == (0, ["3.2", "3.3", "3.3"])
    assert words("next", Run(A, Cards.read("2S 2H")), NO_STACK) == [
        "seat 1 is next",
        "seat 1 must draw 2 cards",
        "seat 2 drew 2 cards",
    ]


def test_after_an_eight_the_suit_named_is_told():
    facts = Run(A, Cards.read("5H 8S"), named=Suit.CLUBS)
    assert run(A, "5H 8S", named=Suit.CLUBS) == (2, ["1.4", "3.5"])
    assert words("next", facts)[-1] == "The next card must be another 8, or of this suit: Clubs"
    assert words("next", Run(A, Cards.read("8S")))[-1] == (
        "The next card must be of the suit named, or another 8"
    )


def test_any_suit_may_have_been_named_by_an_eight_in_between():
    assert run(A, "5H 8S KD") == (0, ["1.4"])


def test_a_card_that_does_not_go_is_found():
    assert run(A, "5H 9S 9H") == ("illegal", ["2.1"])
    assert words("next", Run(A, Cards.read("5H 9S 9H"))) == ["9♠ by seat 2 does not go on 5♥"]


def test_the_direction_is_kept_until_another_ace():
    assert run(A, "AS KS", seating=FOUR) == (2, ["3.8"])
    assert run(A, "AS AH", seating=FOUR) == (0, ["3.8"])
    assert run(A, "KS", seating=FOUR, clockwise=False) == (3, ["3.8"])
    assert run(A, "QS", seating=FOUR, clockwise=False) == (2, ["3.7"])
    assert run(A, "2S", seating=FOUR, clockwise=False) == (3, ["3.2", "3.3", "3.2"])


def test_after_an_ace_follow_the_arrow():
    assert ask("after_ace", Laid(B), seating=FOUR) == (0, ["3.8"])
    assert ask("after_ace", Laid(B, clockwise=False), seating=FOUR) == (2, ["3.8"])
    assert words("after_ace", Laid(B, clockwise=False)) == ["seat 3 is next: play goes clockwise now"]
    assert ask("after_ace", Laid(B), House(ace=Ace.OFF), FOUR) == (2, ["1.4"])


def test_of_two_players_a_queen_gives_another_turn():
    assert ask("after_queen", Laid(A), seating=TWO) == (0, ["3.7"])
    assert ask("after_queen", Laid(A), House(queen=Queen.OFF), TWO) == (1, ["1.4"])


def test_of_two_players_an_ace_changes_nothing_or_gives_another_turn():
    again = House(ace_two_player=AceForTwo.AGAIN)
    assert ask("after_ace", Laid(A), seating=TWO) == (1, ["3.9"])
    assert ask("after_ace", Laid(A), again, TWO) == (0, ["3.9"])
    assert words("after_ace", Laid(A), again, TWO) == ["seat 1 goes again"]
    assert ask("after_ace", Laid(A), again) == (2, ["3.8"])


# The digest's disputes -------------------------------------------------------


def test_dispute_an_eight_on_a_two():
    assert ask("eight_on_two") == ("illegal", ["3.6"])
    assert ask("eight_on_two", house=preset("c8-eight-escape")) == ("legal", ["3.6"])
    assert ask("eight_on_two", house=preset("c8-classic")) == ("legal", ["3.5"])


def test_dispute_do_i_draw_four_or_two():
    assert ask("draw_for_twos", TwosInARow(2)) == (4, ["3.3"])
    assert ask("draw_for_twos", TwosInARow(4)) == (8, ["3.3"])
    assert ask("draw_for_twos", TwosInARow(2), NO_STACK) == (2, ["3.2"])
    assert ask("draw_for_twos", TwosInARow(2), PLAIN) == (0, ["3.2"])
    assert ask("paid_two") == ("no", ["3.3"])


def test_one_pack_has_four_twos_and_two_packs_eight():
    sheets = [Sheet(seating, House()) for seating in (THREE, SIX)]

    assert [bool(tuple(out_of_bounds(TwosInARow(5), sheet))) for sheet in sheets] == [True, False]


def test_dispute_may_i_draw_when_i_could_play():
    assert ask("draw_anyway") == ("legal", ["2.3", "2.2"])
    assert ask("draw_anyway", house=preset("c8-classic")) == ("legal", ["2.3"])


def test_dispute_can_you_finish_on_a_queen():
    queen, five = Final(Cards.read("QS")), Final(Cards.read("5S"))
    strict = preset("c8-no-special-finish")
    assert ask("finish_on_special", queen) == ("legal", ["4.3"])
    assert ask("finish_on_special", queen, strict) == ("illegal", ["4.3"])
    assert ask("finish_on_special", five, strict) == ("legal", ["4.3"])
    assert ask("finish_on_special", queen, replace(strict, queen=Queen.OFF)) == ("legal", ["4.3"])
    for card, off in ("8S", {}), ("2S", {"two": Two.OFF}), ("AS", {"ace": Ace.OFF}):
        assert ask("finish_on_special", Final(Cards.read(card)), strict)[0] == "illegal"
        plainer = ask("finish_on_special", Final(Cards.read(card)), replace(strict, **off))[0]
        assert plainer == ("legal" if off else "illegal")


def test_dispute_you_said_it_after_laying_the_card():
    assert ask("last_card", LastCard(Said.AFTER)) == (2, ["4.1"])
    assert words("last_card", LastCard(Said.AFTER), House(last_card_penalty=1)) == [
        "Said too late: draw 1 card"
    ]
    assert ask("last_card", LastCard(Said.NEVER, next_acted=True)) == (0, ["4.2"])
    assert ask("last_card", LastCard(Said.NEVER), House(last_card_penalty=5)) == (5, ["4.1"])


def test_dispute_eight_named_spades_may_i_play_the_eights_own_suit():
    assert ask("eights_own_suit") == ("illegal", ["3.5"])
    assert ask("eight_names_rank") == ("illegal", ["3.5"])


def test_dispute_a_queen_on_a_different_suit():
    assert ask("queen_on_other_suit") == ("illegal", ["3.1"])
    assert goes("QS", "QH") == ("legal", "2.1")


@pytest.mark.parametrize("draw", Draw)
def test_what_who_cannot_play_draws(draw):
    assert ask("cannot_play", house=House(draw=draw)) == (draw.value, ["2.2"])


@pytest.mark.parametrize("stock_out", StockOut)
def test_what_happens_when_the_stock_is_gone(stock_out):
    assert ask("stock_gone", house=House(stock_out=stock_out)) == (stock_out.value, ["2.4", "5.5"])


def test_whether_one_who_drew_for_a_two_plays():
    assert ask("play_after_drawing") == ("no", ["3.4"])
    assert ask("play_after_drawing", house=preset("c8-draw-and-play")) == ("yes", ["3.4"])
    assert ask("play_after_drawing", house=PLAIN) == ("no", ["3.2"])


def test_whether_anybody_draws_for_a_last_two():
    drawn = House(final_two=FinalTwo.DRAW)
    assert ask("final_two") == ("no", ["4.4"])
    assert ask("final_two", house=drawn) == ("yes", ["4.4"])
    assert ask("final_two", house=replace(drawn, finish_on_special=Finish.NO)) == ("no", ["4.3"])
    assert ask("final_two", house=PLAIN) == ("no", ["3.2"])


# The count -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "points"),
    [
        (Values.STANDARD, [50, 10, 10, 10, 10, 1, 2, 3, 9]),
        (Values.SPECIALS20, [50, 10, 20, 10, 10, 20, 20, 3, 9]),
        (Values.EIGHT25, [25, 10, 10, 10, 10, 1, 2, 3, 9]),
    ],
)
def test_what_cards_count(values, points):
    hands = ["8S", "KS", "QS", "JS", "TS", "AS", "2S", "3S", "9S"]
    house = House(values=values)
    assert [ask("count", SomeCards(Cards.read(card)), house) for card in hands] == [
        (n, ["5.2"]) for n in points
    ]


def test_a_hand_by_its_cards_says_which_they_were():
    sheet = sheet_of(Shown(B, cards("8H KS", "", "AD")))
    assert tuple(sheet.totals) == (0, 61, 0)
    said = [[ENGLISH.read(b.words) for b in line.because] for line in sheet.rows[0].lines]
    assert said == [["side 1 held 60", "The cards: 8♥ K♠"], ["side 3 held 1", "The cards: A♦"]]


def test_losers_are_charged_with_their_own_hands():
    assert totals(Out(B, left(61, None, 7)), house=CHARGED) == (61, 0, 7)
    assert totals(Shown(B, cards("8H KS", "", "AD")), house=CHARGED) == (60, 0, 1)


def test_what_going_out_pays():
    facts = WhatItPays(B, left(61, 0, 7))
    assert ask("pay", facts) == (68, ["5.3"])
    assert ask("pay", facts, CHARGED) == (0, ["5.4"])


def test_when_nobody_can_play_the_lowest_takes_the_differences():
    assert totals(Blocked(left(12, 30, 5))) == (0, 0, 32)
    assert totals(Shown(None, cards("TH 2H", "KS QS JS", "5D"))) == (0, 0, 32)
    assert ask("blocked", Stuck(left(12, 30, 5))) == ([0, 0, 32], ["5.5", "5.5"])
    assert words("blocked", Stuck(left(12, 30, 5)))[0] == (
        "side 3: Nobody could play: side 1 held 12 against 5"
    )


def test_when_nobody_can_play_nobody_scores_where_that_is_the_rule():
    assert totals(Blocked(left(12, 30, 5)), house=House(blocked=BlockScoring.NO_SCORE)) == (0, 0, 0)


def test_when_nobody_can_play_charges_are_the_differences():
    assert totals(Blocked(left(5, 30, 5)), house=CHARGED) == (0, 25, 0)


def test_equally_low_hands_share_exactly():
    assert totals(Blocked(left(5, 20, 5))) == (Fraction(15, 2), 0, Fraction(15, 2))
    assert totals(Blocked(left(5, 20, 5)), house=House(blocked_tie=BlockTie.NO_SCORE)) == (0, 0, 0)
    assert totals(Blocked(left(5, 5, 5))) == (0, 0, 0)


# What cannot be --------------------------------------------------------------


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


def test_where_special_cards_are_dear_no_card_counts_less_than_three():
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


def test_a_card_lies_on_the_pile():
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


def test_those_who_are_level_share_the_win():
    sheet = sheet_of(Out(A, left(None, 20, 60)), Out(B, left(20, None, 90)), house=CHARGED)
    assert sheet.outcome.winners == (0, 1)
    assert sheet.outcome.because.rule.number == "6.2"
    assert ENGLISH.read(sheet.outcome.because.words) == "side 1, side 2 share the win with 20"


def test_what_is_said_before_a_round():
    assert briefed(sheet_of(Out(B, left(61, None, 7)))) == [
        "seat 2 deals 5 cards each; seat 3 plays first",
        "side 2: 82 short of 150",
    ]
    assert briefed(sheet_of(Out(B, left(61, None, 7)), house=CHARGED))[-1] == (
        "side 1: caught with 89 more, the game is over and the lowest wins"
    )


def test_nothing_is_said_when_the_game_is_over():
    assert briefed(sheet_of(Out(A, left(None, 150, 1)))) == []


def test_a_round_in_short():
    sheet = sheet_of()
    short = [GAME.in_short(hand, sheet) for hand in (Out(B, left(1, None, 1)), Blocked(left(1, 2, 3)))]
    assert [ENGLISH.read(said) for said in short] == ["seat 2 went out", "Nobody could play"]


# What is asked ---------------------------------------------------------------


def asked(house, seating=THREE):
    return worth_asking(house, Sheet(seating, house))


def test_house_rules_are_asked_where_they_matter():
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
        return worth_asking(facts, replace(sheet, house=house or House())) - {"card", "top"}

    assert matter("8S") == {"named"}
    assert matter("2S") == {"unpaid"}
    assert matter("2S", PLAIN) == set()
    assert matter("9S") == set()
    assert "named" in worth_asking(Run(A, Cards.read("5H 8S")), sheet)
    assert "named" not in worth_asking(Run(A, Cards.read("8S 5S")), sheet)
    assert "named" not in worth_asking(Run(Seat(0), Cards()), sheet)


@pytest.mark.parametrize(
    ("values", "dear"),
    [
        (Values.STANDARD, {"8": 50}),
        (Values.EIGHT25, {"8": 25}),
        (Values.SPECIALS20, {"8": 50, "2": 20, "A": 20, "Q": 20}),
    ],
)
def test_a_key_of_the_pad_for_every_card_that_counts_something_else(values, dear) -> None:
    found = dict(keys(Sheet(THREE, House(values=values))))
    assert found == {"A": 1, **{str(n): n for n in range(2, 10)}, "10s": 10} | dear
