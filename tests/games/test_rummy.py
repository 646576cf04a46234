"""Rummy by its sources: every option, preset, check and dispute."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import (
    ENGLISH,
    Adjustment,
    Cards,
    NoFacts,
    PerSide,
    Seat,
    Seating,
    Sheet,
    house_problems,
    relevant_questions,
)
from games.rummy import GAME
from games.rummy.examples import THREE, TWO, cards, left
from games.rummy.hands import Blocked, Out, Shown, dealt_each, keys
from games.rummy.house import (
    PRESETS,
    AceRank,
    BlockScoring,
    Deal,
    End,
    GoingRummy,
    GoOut,
    House,
    LayOff,
    PerTurn,
    Scoring,
    StockOut,
    TakeBack,
    Tie,
)
from games.rummy.referee import (
    Addition,
    Laying,
    Melds,
    Miscount,
    PayFacts,
    SomeCards,
    WentRummy,
)
from tests.games.table import Table

A, B, C = THREE.every_seat
NONE = NoFacts()
PENALTY = House(scoring=Scoring.LOSERS_PENALTY)
BLOCKED = House(stock_out=StockOut.BLOCK)


TABLE = Table(GAME, House(), THREE)
preset = TABLE.preset
sheet_of = TABLE.sheet_of
totals = TABLE.totals
fields = TABLE.mistakes_in
ask = TABLE.ask
briefed = TABLE.briefing


# The seed --------------------------------------------------------------------


def test_the_seed_is_offered_first_to_three_then_two_and_four():
    first = GAME.presets[0]
    assert (first.id, first.source.tag) == ("rummy-seed", "top card games")
    assert GAME.shapes(first) == ((3, 3), (2, 2), (4, 4))


def test_the_seed_deals_seven_with_the_ace_low_and_the_winner_collects():
    house = preset("rummy-seed")
    assert [dealt_each(house, seats) for seats in (2, 3, 4)] == [7, 7, 7]
    assert house.ace_rank is AceRank.LOW
    assert totals(Out(B, left(10, 0, 25)), house=house) == (0, 35, 0)


def test_the_first_to_reach_the_points_agreed_on_wins():
    sheet = sheet_of(Out(A, left(0, 40, 30)), Out(A, left(0, 20, 10)))
    assert sheet.outcome.winners == (0,)
    assert sheet.outcome.because.rule.number == "6.1"
    assert ENGLISH.read(sheet.outcome.because.words) == "side 1 wins with 100"


def test_a_game_may_end_after_a_number_of_deals():
    house = House(end=End.HANDS, hands=3)
    deals = (Out(A, left(0, 40, 30)), Out(B, left(5, 0, 5)), Out(A, left(0, 30, 30)))
    assert sheet_of(*deals[:2], house=house).outcome is None
    sheet = sheet_of(*deals, house=house)
    assert sheet.outcome.winners == (0,)
    assert sheet.outcome.because.rule.number == "6.2"


# Presets ---------------------------------------------------------------------


def test_presets_match_the_digest():
    assert {preset.id: preset.house for preset in PRESETS} == {
        "rummy-seed": House(),
        "rummy-bicycle": House(deal=Deal.BY_SEATS),
        "rummy-ace-high": House(ace_rank=AceRank.HIGH_OR_LOW, ace_points=15),
        "rummy-penalty": House(scoring=Scoring.LOSERS_PENALTY),
        "rummy-block": House(stock_out=StockOut.BLOCK, block_scoring=BlockScoring.ALL_LOSE),
    }
    assert GAME.lowest_first(PENALTY)
    assert not GAME.lowest_first(House())


def test_bicycle_deals_by_the_number_of_players():
    assert [dealt_each(preset("rummy-bicycle"), n) for n in (2, 3, 4, 5, 6)] == [10, 7, 7, 6, 6]


# Options ---------------------------------------------------------------------


def test_ten_cards_each_are_too_many_for_more_than_five():
    house = House(deal=Deal.TEN)
    assert dealt_each(house, 3) == 10
    assert not house_problems(GAME, house, Seating(5, 5))
    (problem,) = house_problems(GAME, house, Seating(6, 6))
    assert problem.field == "deal"


def test_an_ace_in_the_hand_counts_by_house_rule():
    hand = Shown(A, cards("", "AS 2S", "KD"))
    assert totals(hand) == (13, 0, 0)
    assert totals(hand, house=House(ace_points=15)) == (27, 0, 0)


def test_losers_may_be_charged_instead():
    assert totals(Out(A, left(0, 24, 22)), house=PENALTY) == (0, 24, 22)
    assert totals(Out(A, left(0, 24, 22), rummy=True), house=PENALTY) == (0, 48, 44)


def test_ten_points_for_rummy_go_to_the_winner_who_collects_only():
    ten = House(going_rummy=GoingRummy.PLUS10)
    hand = Out(A, left(0, 24, 22), rummy=True)
    assert totals(hand, house=ten) == (56, 0, 0)
    assert totals(hand, house=replace(ten, scoring=Scoring.LOSERS_PENALTY)) == (0, 24, 22)


def test_rummy_earns_nothing_more_where_it_is_off():
    hand = Out(A, left(0, 24, 22), rummy=True)
    off = House(going_rummy=GoingRummy.OFF)
    assert totals(hand, house=off) == (46, 0, 0)
    assert "rummy" not in relevant_questions(hand, Sheet(THREE, off))
    assert "rummy" in relevant_questions(hand, Sheet(THREE, House()))


def test_a_blocked_deal_is_scored_as_agreed():
    hand = Blocked(left(12, 30, 5))
    assert totals(hand, house=BLOCKED) == (-12, -30, -5)
    lowest = replace(BLOCKED, block_scoring=BlockScoring.LOWEST)
    assert totals(hand, house=lowest) == (0, 0, 7 + 25)
    assert totals(Blocked(left(5, 30, 5)), house=lowest) == (0, 0, 0)
    assert totals(hand, house=replace(BLOCKED, block_scoring=BlockScoring.NO_SCORE)) == (0, 0, 0)


def test_a_blocked_deal_where_losers_are_charged():
    house = replace(BLOCKED, scoring=Scoring.LOSERS_PENALTY)
    hand = Shown(None, cards("2C KD", "KS KH TD", "5S"))
    assert totals(hand, house=house) == (12, 30, 5)
    assert totals(hand, house=replace(house, block_scoring=BlockScoring.LOWEST)) == (7, 25, 0)


def test_jokers_count_fifteen():
    sheet = sheet_of(Shown(A, cards("", "X1 X2 3S", "4D")), house=House(jokers=2))
    assert sheet.totals == (37, 0, 0)
    texts = [ENGLISH.read(because.words) for line in sheet.rows[0].lines for because in line.because]
    assert "2 jokers among them" in texts


def test_level_totals_at_the_end_are_shared_or_played_off():
    house = House(end=End.HANDS, hands=2)
    level = (Out(A, left(0, 24)), Out(B, left(24, 0)))
    shared = sheet_of(*level, house=house, seating=TWO).outcome
    assert shared.winners == (0, 1)
    assert shared.because.rule.number == "6.3"
    extra = replace(house, tie=Tie.EXTRA_HAND)
    sheet = sheet_of(*level, house=extra, seating=TWO)
    assert sheet.outcome is None
    assert briefed(sheet)[1] == "Tied: another deal decides"
    assert sheet_of(*level, Out(B, left(3, 0)), house=extra, seating=TWO).outcome.winners == (1,)


def test_a_charge_of_a_hundred_ends_it_for_the_lowest():
    sheet = sheet_of(Out(A, left(0, 60, 50)), Out(C, left(20, 45, 0)), house=PENALTY)
    assert sheet.totals == (20, 105, 50)
    assert sheet.outcome.winners == (0,)


# Checks ----------------------------------------------------------------------


def test_the_winner_holds_nothing_and_the_others_at_least_a_card():
    assert fields(Out(A, left(3, 0, 12))) == {
        "left.0": "side 1 went out, and so has nothing left",
        "left.1": "side 2 still holds a card, and no card counts less than 1",
    }
    assert fields(Out(A, left(0, 1, 12)), House(ace_points=15)).keys() == {"left.1"}


def test_the_winners_field_may_stay_empty():
    assert totals(Out(A, PerSide((None, 24, 22)))) == (46, 0, 0)
    assert fields(Out(A, PerSide((None, None, 22)))).keys() == {"left.1"}


def test_a_hand_cannot_count_more_than_the_cards_dealt():
    assert fields(Out(A, left(0, 71, 12))) == {"left.1": "At most 70"}
    assert not fields(Out(A, left(0, 70, 12)))
    assert not fields(Out(A, left(0, 90, 12)), House(ace_points=15))
    six, house = Seating(6, 6), preset("rummy-bicycle")
    assert "left" in fields(Out(A, left(0, 60, 60, 60, 60, 60)), house, six)  # only sixteen tens


def test_no_card_is_in_two_hands():
    assert fields(Shown(A, cards("", "KS 9S", "KS"))) == {"cards": "K♠ cannot be in two hands"}
    assert fields(Shown(A, cards("2S", "KS", ""))).keys() == {"cards.0", "cards.2"}
    assert "cards.1" in fields(Shown(A, cards("", "X1", "KS")))


def test_no_deal_is_blocked_where_the_discards_are_turned_over():
    assert fields(Blocked(left(1, 2, 3))) == {
        "": "At this table no deal is blocked: Turn the discards over, unshuffled"
    }
    assert fields(Shown(None, cards("2S", "3S", "4S"))).keys() == {"winner"}


def test_house_rules_are_asked_only_where_relevant():
    asked = relevant_questions(House(), Sheet(THREE, House()))
    assert "target" in asked
    assert not {"hands", "block_scoring"} & asked
    assert "hands" in relevant_questions(House(end=End.HANDS), Sheet(THREE, House()))


# The dealer and the stakes ---------------------------------------------------


def test_the_deal_passes_left_or_to_the_winner_when_two_play():
    assert GAME.dealer(sheet_of(Out(A, left(0, 1, 1)))) == 1
    hands = (Out(B, left(5, 0)), Out(B, left(5, 0)))
    assert GAME.dealer(sheet_of(*hands, seating=TWO)) == 1
    assert GAME.dealer(sheet_of(Blocked(left(5, 4)), house=BLOCKED, seating=TWO)) == 1


def test_the_briefing_gives_the_dealer_and_the_points_missing():
    assert briefed(sheet_of()) == ["seat 1 deals 7 cards each; seat 2 plays first"]
    assert briefed(sheet_of(Out(B, left(30, 0, 31))))[1] == "side 2: 39 short of 100"
    charged = briefed(sheet_of(Out(B, left(30, 0, 31)), house=PENALTY))
    assert charged[1] == "side 3: caught with 69 more, the game is over and the lowest wins"
    assert briefed(sheet_of(house=House(end=End.HANDS)))[1] == "Deal 1 of 10"
    level = Adjustment(PerSide((120, 120, 0)), "evening out")
    assert briefed(sheet_of(level, house=House(tie=Tie.EXTRA_HAND)))[1] == "Tied: another deal decides"


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (Out(A, left(0, 24, 22)), "seat 1 out; side 2 24, side 3 22"),
        (Out(A, left(0, 24, 22), rummy=True), "seat 1 went rummy"),
        (Shown(A, cards("", "AS 2S", "KD")), "seat 1 out"),
        (Shown(None, cards("3S", "AS 2S", "KD")), "Blocked"),
        (Blocked(left(1, 24, 22)), "Blocked; side 1 1, side 2 24, side 3 22"),
    ],
)
def test_a_row_summarises_the_hand(hand, words):
    assert ENGLISH.read(GAME.summary(hand, Sheet(THREE, House()))) == words


def test_the_briefing_is_empty_after_the_end():
    assert briefed(sheet_of(Out(A, left(0, 50, 50)))) == []


# Disputes --------------------------------------------------------------------


def the(text):
    return SomeCards(Cards.read(text))


def test_three_kings_in_the_hand_count():
    assert ask("matched_cards") == ("yes", ["5.2"])
    assert ask("count", the("KS KH KD")) == (30, ["5.1", "5.2"])
    assert ask("count", the("AS 9D")) == (10, ["5.1"])


def test_going_out_without_a_discard():
    assert ask("last_discard")[0] == "legal"
    assert ask("last_discard", house=House(go_out=GoOut.DISCARD_REQUIRED))[0] == "illegal"


def test_queen_king_ace_is_a_run_by_house_rule():
    assert ask("meld", the("QS KS AS")) == ("illegal", ["3.2"])
    high = House(ace_rank=AceRank.HIGH_OR_LOW)
    assert ask("meld", the("QS KS AS"), high) == ("legal", ["3.1"])
    assert ask("meld", the("KS AS 2S"), high) == ("illegal", ["3.2"])
    assert ask("meld", the("KS AS 2S"), House(ace_rank=AceRank.CORNER)) == ("legal", ["3.1"])


def test_melds_are_judged():
    assert ask("meld", the("AS 2S 3S"))[0] == "legal"
    assert ask("meld", the("7S 7H 7D 7C"))[0] == "legal"
    assert ask("meld", the("7S 8H 9D")) == ("illegal", ["3.1"])
    assert ask("meld", the("7S X1 9S"), House(jokers=2))[0] == "legal"


def test_throwing_back_the_card_just_taken():
    assert ask("throw_back") == ("illegal", ["2.2"])
    assert ask("throw_back", house=House(take_back=TakeBack.ALLOWED))[0] == "legal"


def test_laying_off_before_melding():
    assert ask("lay_off", Laying(melded=False))[0] == "legal"
    assert ask("lay_off", Laying(melded=False, own_turn=False))[0] == "illegal"
    after = House(layoff=LayOff.AFTER_OWN_MELD)
    assert ask("lay_off", Laying(melded=False), after)[0] == "illegal"
    assert ask("lay_off", Laying(melded=True), after)[0] == "legal"
    assert ask("lay_off", Laying(melded=True), House(layoff=LayOff.NEVER))[0] == "illegal"


def test_laying_off_is_judged():
    def fits(meld, card):
        return ask("addition", Addition(Cards.read(meld), Cards.read(card)))[0]

    assert fits("5S 6S 7S", "8S") == "legal"
    assert fits("5S 6S 7S", "9S") == "illegal"
    assert fits("5S 5H 5D", "5C") == "legal"
    assert fits("5S 6S 7S", "5S") == "illegal"
    assert fits("5S 6S 8S", "7S") == "illegal"  # no meld lies there


def test_going_rummy_is_judged():
    assert ask("rummy", WentRummy(earlier=True)) == ("no", ["4.3"])
    assert ask("rummy", WentRummy(earlier=False, whole=False))[0] == "no"
    for pays in GoingRummy:
        assert ask("rummy", WentRummy(earlier=False), House(going_rummy=pays))[0] == "yes"


def test_an_empty_stock_is_handled_by_the_rules():
    for stock_out in StockOut:
        assert ask("stock_gone", house=House(stock_out=stock_out)) == (stock_out.value, ["2.3"])


def test_the_number_of_melds_in_a_turn_follows_the_house_rule():
    one = House(melds_per_turn=PerTurn.ONE)
    assert [ask("melds_in_a_turn", Melds(n), one)[0] for n in (1, 2)] == ["legal", "illegal"]
    assert ask("melds_in_a_turn", Melds(2))[0] == "legal"


def test_nothing_is_put_down_once_somebody_is_out():
    assert ask("too_late") == ("illegal", ["4.1"])


def test_the_referee_says_what_going_out_pays():
    facts = PayFacts(Seat(0), left(0, 24, 22), rummy=True)
    assert ask("pay", facts) == (92, ["5.3", "4.3"])
    assert ask("pay", replace(facts, rummy=False)) == (46, ["5.3"])
    assert ask("pay", facts, House(going_rummy=GoingRummy.PLUS10)) == (56, ["5.3", "4.3"])
    assert ask("pay", facts, PENALTY) == (0, ["5.4", "4.3"])


def test_slips_are_ruled_on():
    assert ask("two_drawn") == ("return", ["7.1"])
    assert ask("miscount", Miscount(mixed=False))[0] == "yes"
    assert ask("miscount", Miscount(mixed=True))[0] == "no"


def test_the_referee_names_the_dealer_and_the_first_player():
    assert ask("dealer", hands=[Out(A, left(0, 1, 1))]) == (1, ["1.4", "1.5"])


def test_cards_that_count_ten_share_a_key() -> None:
    plain = [("A", 1), *((str(n), n) for n in range(2, 10)), ("10s", 10)]
    assert list(keys(Sheet(THREE, House()))) == plain
    dear = [("A", 15), *plain[1:], ("Joker", 15)]
    assert list(keys(Sheet(THREE, House(ace_points=15, jokers=2)))) == dear
