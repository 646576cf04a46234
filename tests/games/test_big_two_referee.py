"""Big Two: every dispute of the digest, under each house rule it depends on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.big_two import GAME
from games.big_two import choices as c
from games.big_two.examples import FOUR, HONG_KONG, THREE, TWO_PAIRS, deal
from games.big_two.hands import Placings
from games.big_two.referee_cards import Lead, OnTable, SomeCards
from games.big_two.referee_deal import AsDealt, LeftoverCards
from games.big_two.referee_pay import Calling, Left, LetOut, Stop
from games.big_two.referee_play import Counts, Holder, Passes, Trick, Turn
from games.engine import (
    ENGLISH,
    AcceptedRuling,
    Cards,
    NoFacts,
    PerSeat,
    PerSide,
    Seating,
    play,
    relevant_questions,
    to_json,
)
from games.engine.interchange import ruling_json
from tests.games.big_two_table import preset, rules

A, B, C, D = FOUR.every_seat


def ask(name, facts=None, house=HONG_KONG, seating=FOUR, hands=()):
    sheet = play(GAME, seating, house, hands)
    ruling = GAME.questions[name].rule_on(NoFacts() if facts is None else facts, sheet)
    assert all(ENGLISH.read(because.words) for because in ruling.because)
    return ruling


def verdict(name, facts=None, house=HONG_KONG, seating=FOUR, hands=()):
    return to_json(ask(name, facts, house, seating, hands).verdict)


def because(name, facts=None, house=HONG_KONG, **more):
    return [ENGLISH.read(citation.words) for citation in ask(name, facts, house, **more).because]


def these(text):
    return SomeCards(Cards.read(text))


def on(played, table, **facts):
    return OnTable(Cards.read(played), Cards.read(table), **facts)


# Combinations -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "answer"),
    [
        ("hong-kong", "yes"),
        ("malaysia", "yes"),
        ("taiwan", "no"),
        ("indonesia", "no"),
        ("vietnam", "no"),
        ("mainland", "no"),
    ],
)
def test_a2345_beats_tjqka_by_the_order_of_straights(id, answer):
    assert verdict("beats", on("AD 2C 3H 4S 5D", "TD JC QH KS AD"), preset(id)) == answer


@pytest.mark.parametrize(
    ("id", "answer"), [("hong-kong", "none"), ("taiwan", "none"), ("indonesia", "straight")]
)
def test_jqka2_is_a_straight_only_in_some_orders(id, answer):
    assert verdict("combination", these("JD QC KH AS 2D"), preset(id)) == answer


def test_the_house_rule_against_a_combination_is_cited():
    assert because("combination", these("JD QC KH AS 2D"))[1] == (
        "This table's straights: 34567 … 10JQKA, 23456, A2345"
    )
    no_flush = rules(flush_order=c.FlushOrder.OFF)
    assert (
        because("combination", these("3D 5D 8D JD KD"), no_flush)[1] == "Flushes are not played at this table"
    )
    in_five = rules(triples=c.Triples.IN_FIVE)
    assert because("combination", these("7D 7C 7S"), in_five)[1] == "They are played only within five cards"
    assert "with a fifth card" in because("combination", these("7D 7C 7S 7H"))[1]
    assert because("combination", these("7D 7C 8S 8H 9D"))[1] == "Further five-card plays here: none"
    sisters = rules(junk_five=frozenset({c.Junk.SISTERS}))
    assert (
        because("combination", these("7D 7C 7S 8H 9D"), sisters)[1] == "Further five-card plays here: sisters"
    )
    assert len(because("combination", these("7D 9C"))) == 1


def test_a_combination_is_named():
    assert verdict("combination", these("3D 3C 3H KS KD")) == "full_house"
    assert because("combination", these("3D 3C 3H KS KD")) == ["3♦ 3♣ 3♥ K♠ K♦ is a full house"]


def test_combinations_only_for_smacking_down_are_named():
    house = rules(smackdown=c.SmackDown.BIG_TWO)
    for text, kind in (("4D 4C 5D 5C 6D 6C", "pair_run"), ("4D 4C 4H 4S", "four")):
        assert verdict("combination", these(text), house) == kind
        assert because("combination", these(text), house)[1] == "It is played only to smack down a lone 2"
    both = replace(house, quads_form=c.QuadsForm.BOTH)
    assert len(because("combination", these("4D 4C 4H 4S"), both)) == 1


@pytest.mark.parametrize(
    ("order", "answer", "order_name"),
    [("rank", "no", "by its ranks, then the suit"), ("suit", "yes", "by its suit, then the ranks")],
)
def test_flushes_are_compared_by_house_rule(order, answer, order_name):
    house = rules(flush_order=c.FlushOrder(order))
    facts = on("8S TS JS QS KS", "9D JD QD KD AD")
    assert verdict("beats", facts, house) == answer
    assert because("beats", facts, house)[-1] == f"Flushes compare {order_name}"


def test_four_of_a_kind_may_beat_a_single_two_by_house_rule():
    facts = on("3D 3C 3H 3S 4D", "2S")
    assert verdict("beats", facts) == "no"
    assert verdict("beats", facts, rules(bombs=c.Bombs.SMALL)) == "yes"
    assert verdict("beats", facts, rules(smackdown=c.SmackDown.BIG_TWO)) == "yes"
    assert because("beats", facts)[-1] == "Bombs here: none"
    smack = rules(smackdown=c.SmackDown.ANY_TWO)
    assert because("beats", facts, smack)[-1] == "Smack-down here: on any 2 played alone"


def test_a_play_after_a_bomb_or_on_a_smack_down():
    low = rules(bomb_turns_twos_low=True)
    assert verdict("beats", on("3D", "2S", after_bomb=True), low) == "yes"
    assert verdict("beats", on("3D", "2S"), low) == "no"
    smack = rules(smackdown=c.SmackDown.BIG_TWO)
    facts = on("4H 5H 6H 7H 8H", "4D 4C 4S 4H 3C", after_smack=True)
    assert verdict("beats", facts, smack) == "no"
    assert verdict("beats", on("4H 5H 6H 7H 8H", "4D 4C 4S 4H 3C"), smack) == "yes"


@pytest.mark.parametrize(
    ("house", "asked_too"),
    [
        (HONG_KONG, set()),
        (rules(bomb_turns_twos_low=True), {"after_bomb"}),
        (rules(smackdown=c.SmackDown.BIG_TWO), {"after_smack"}),
    ],
)
def test_earlier_plays_are_asked_only_where_relevant(house, asked_too):
    sheet = play(GAME, FOUR, house, ())
    assert relevant_questions(on("3D", "2S"), sheet) == {"played", "table"} | asked_too


@pytest.mark.parametrize(
    ("played", "rule"),
    [("3D 4C 5H 6S 7S", "3.6"), ("4D 5C 6H 7S 8D", "3.5"), ("3S 5S 8S JS AS", "3.13")],
)
def test_the_suit_rule_is_cited_only_for_equal_straights(played, rule):
    ruling = ask("beats", on(played, "3C 4D 5C 6H 7D"))
    assert [citation.rule.number for citation in ruling.because[:2]] == [rule, rule]


def test_a_ruling_on_beating_gives_reasons():
    assert because("beats", on("AS", "AH")) == ["Yes: A♠ beats A♥", "It is higher"]
    assert because("beats", on("3D", "AH")) == ["No: 3♦ does not beat A♥", "It is lower"]
    assert because("beats", on("3D 3C", "AH"))[1] == "2 cards do not go on 1"
    assert because("beats", on("3D", "3C 4D"))[1] == "3♣ 4♦ is no combination here"


# The lowest card and the lead ---------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "suits", "card"),
    [
        ("hong-kong", "DCHS", "3♦"),
        ("taiwan", "CDHS", "3♣"),
        ("philippines", "CSHD", "3♣"),
        ("vietnam", "SCDH", "3♠"),
    ],
)
def test_the_lowest_card_depends_on_the_suit_order(id, suits, card):
    assert verdict("lowest_card", None, preset(id)) == suits
    assert because("lowest_card", None, preset(id))[0].startswith(f"The {card} is the lowest")


def test_the_ruling_mentions_the_reversed_list_of_the_seed():
    assert "printed backwards" in because("lowest_card")[1]
    assert verdict("lowest_card", None, rules(suit_order=c.SuitOrder.NONE)) == "none"


def test_the_first_play_may_have_to_contain_the_lowest_card():
    assert verdict("opening", Lead(Cards.read("3D"))) == "legal"
    assert verdict("opening", Lead(Cards.read("3D 3C"))) == "legal"
    assert verdict("opening", Lead(Cards.read("3C"))) == "illegal"
    assert verdict("opening", Lead(Cards.read("3D 4C"))) == "illegal"  # no combination
    assert verdict("opening", Lead(Cards.read("3C")), preset("taiwan")) == "legal"
    assert verdict("opening", Lead(Cards.read("3C")), rules(opening=c.Opening.ANYTHING)) == "legal"
    assert verdict("opening", Lead(Cards.read("4C"), Cards.read("4C"))) == "legal"  # the 3s are out of play
    assert verdict("opening", Lead(Cards.read("AS")), hands=[deal(A, 0, 1, 1, 1)]) == "legal"
    lowest = rules(next_lead=c.NextLead.LOWEST)
    assert verdict("opening", Lead(Cards.read("AS")), lowest, hands=[deal(A, 0, 1, 1, 1)]) == "illegal"


def test_the_leader_follows_from_the_house_rule():
    won = [deal(C, 1, 1, 0, 1)]
    assert verdict("lead", Holder()) == "3D"
    assert verdict("lead", Holder(B)) == 1
    assert verdict("lead", Holder(B), hands=won) == 2
    assert verdict("lead", Holder(B), rules(next_lead=c.NextLead.LOWEST), hands=won) == 1
    assert verdict("lead", Holder(), rules(next_lead=c.NextLead.LOWEST), hands=won) == "3D"


@pytest.mark.parametrize(
    ("direction", "clockwise", "following"),
    [("ccw", False, 3), ("cw", False, 1), ("race", True, 1), ("race", False, 3)],
)
def test_the_turn_passes_in_the_direction_of_play(direction, clockwise, following):
    assert verdict("turn", Turn(A, clockwise), rules(direction=c.Direction(direction))) == following


def test_the_turn_passes_between_two_players():
    assert verdict("turn", Turn(A), seating=Seating(2, 2)) == 1


# Passing and the trick's end --------------------------------------------------------------


def test_playing_after_a_pass_depends_on_the_house_rule():
    assert verdict("come_back") == "yes"
    assert verdict("come_back", None, rules(pass_rule=c.Passing.LOCKED)) == "no"


def test_passing_is_always_allowed():
    facts = Trick(Cards.read("3D 3C 3H"), Cards.read("2D 2C 2H 5S"))
    assert verdict("may_pass", facts) == "yes"
    assert verdict("may_pass", facts, rules(three_threes=True)) == "no"
    assert verdict("may_pass", replace(facts, led=False), rules(three_threes=True)) == "yes"
    other = replace(facts, hand=Cards.read("2D 2C 2H 5S 5D 5C"))
    assert verdict("may_pass", other, rules(three_threes=True)) == "yes"
    fours = replace(facts, table=Cards.read("4D 4C 4H"))
    assert verdict("may_pass", fours, rules(three_threes=True)) == "yes"
    two = replace(facts, hand=Cards.read("2D 2C 5S"))
    assert verdict("may_pass", two, rules(three_threes=True)) == "yes"


@pytest.mark.parametrize(
    ("passed", "playing", "out", "house", "answer"),
    [
        (2, 4, False, HONG_KONG, "no"),
        (3, 4, False, HONG_KONG, "yes"),
        (1, 2, False, HONG_KONG, "yes"),
        (1, 4, False, rules(trick_end=c.TrickEnd.ONE_PASS), "yes"),
        (0, 4, False, rules(trick_end=c.TrickEnd.ONE_PASS), "no"),
        (2, 3, True, preset("placings"), "no"),
        (3, 3, True, preset("president"), "yes"),
        (2, 3, False, preset("president"), "yes"),
    ],
)
def test_the_trick_ends_after_enough_passes(passed, playing, out, house, answer):
    assert verdict("trick_end", Passes(passed, playing, out), house) == answer


def test_the_next_player_leads_after_an_unbeaten_last_play():
    reasons = because("trick_end", Passes(3, 3, True), preset("president"))
    assert reasons == ["Yes: nobody beat the last play of the one who is out, and the next player leads"]


def test_the_highest_two_closes_the_trick_but_not_where_bombs_are_played():
    assert verdict("big_two", these("2S")) == "yes"
    assert verdict("big_two", these("2H")) == "no"
    assert verdict("big_two", these("2S"), preset("taiwan")) == "no"
    assert "bombs" in because("big_two", these("2S"), preset("taiwan"))[0]
    assert "still answer 2♥" in because("big_two", these("2H"))[0]


def test_players_must_tell_how_many_cards_they_hold():
    assert verdict("hand_count") == "yes"


# Going out -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "legal", "illegal"),
    [
        ("allowed", ["2S", "2S 2H", "2D"], []),
        ("no_2S_single", ["2H", "2S 2H", "2S 2H 2D"], ["2S"]),
        ("no_combo_with_2S", ["2H", "2H 2D"], ["2S", "2S 2H", "AD 2S 3D 4D 5D"]),
        ("no_single_2", ["2S 2H", "AS"], ["2S", "2D"]),
        ("no_single_or_pair_2", ["2S 2H 2D", "AD 2S 3D 4D 5D"], ["2D", "2D 2C"]),
    ],
)
def test_going_out_on_a_two_depends_on_the_house_rule(way, legal, illegal):
    house = rules(finish_with_two=c.LastTwo(way))
    for text in legal:
        assert verdict("finish", these(text), house) == "legal", text
    for text in illegal:
        assert verdict("finish", these(text), house) == "illegal", text


def test_cards_without_a_combination_cannot_end_the_deal():
    assert verdict("finish", these("2D 3C")) == "illegal"


def test_the_doubling_for_going_out_on_a_two_is_cited():
    assert because("finish", these("2D"))[1] == "It doubles what all the losers pay"
    assert len(because("finish", these("AD"))) == 1


@pytest.mark.parametrize(
    ("cards", "house", "factor"),
    [
        ("AS", HONG_KONG, 1),
        ("2D", HONG_KONG, 2),
        ("2D 2C", HONG_KONG, 2),
        ("2D 2C 2H", HONG_KONG, 2),
        ("2D 2C 2H 5D 5C", HONG_KONG, 1),
        ("2D 2C 2H 5D 5C", rules(finish_two_scope=c.TwoScope.CONTAINS), 2),
        ("3D 3C 3H 3S 4D", HONG_KONG, 2),
        ("2S 3S 4S 5S 6S", HONG_KONG, 2),  # a straight flush with a 2 in it: never twice
        ("2S 3S 4S 5S 6S", rules(finish_two_scope=c.TwoScope.CONTAINS), 2),
        ("3D 5D 8D JD KD", HONG_KONG, 1),
        ("2D", preset("simple"), 1),
        ("2D 3C", HONG_KONG, 1),
    ],
)
def test_a_straight_flush_with_a_two_doubles_only_once(cards, house, factor):
    assert verdict("last_play", these(cards), house) == factor
    assert ("doubles nothing" in because("last_play", these(cards), house)[0]) == (factor == 1)


# Payment -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "house", "factor"),
    [
        (9, HONG_KONG, 1),
        (10, HONG_KONG, 2),
        (13, HONG_KONG, 3),
        (10, preset("da-lao-er"), 1),
        (11, preset("da-lao-er"), 2),
        (8, preset("mainland"), 2),
    ],
)
def test_the_first_penalty_step_depends_on_the_house_rule(cards, house, factor):
    assert verdict("steps", Left(cards), house) == factor


def test_payments_are_listed_with_reasons():
    hand = deal(A, 0, 3, 8, 11)
    ruling = ask("payment", hand)
    assert to_json(ruling.verdict) == [33, -3, -8, -22]
    assert sum(line.points for line in ruling.lines if line.side == A) == 33
    reasons = because("payment", hand)
    assert reasons[:2] == ["Each gains or loses: 33, −3, −8, −22", "3 cards left"]
    assert len(reasons) == len(set(reasons))  # each reason once


def test_payments_are_listed_for_a_record():
    sheet = play(GAME, FOUR, HONG_KONG, ())
    answer = ruling_json(GAME, "payment", {"winner": 0, "left": [0, 3, 8, 11]}, sheet)
    assert answer["verdict"] == [33, -3, -8, -22]


def test_an_impossible_payment_is_refused_with_reasons():
    assert verdict("payment", deal(A, 0, 0, 8, 11)) == "none"
    assert because("payment", deal(A, 0, 0, 8, 11)) == ["How many cards? Only one player goes out"]
    assert verdict("payment", deal(A, 0, 3, 8, 11), preset("placings")) == "none"


def test_cards_left_have_points_by_house_rule():
    hand = AsDealt(Cards.read("3D TS KD AH 2C"))
    assert verdict("worth", hand) == 5
    assert verdict("worth", hand, preset("philippines")) == 3 + 10 + 10 + 1 + 2
    assert verdict("worth", hand, rules(card_value=c.CardValue.RANK15)) == 3 + 10 + 13 + 14 + 15
    jokers = rules(card_value=c.CardValue.RANK15, jokers=c.Jokers.WILD)
    assert verdict("worth", AsDealt(Cards.read("X1")), jokers) == 15


# Assistance and the last card -----------------------------------------------------------------------

ASSIST = rules(assist_penalty=c.Assist.PAYS_ALL)
WIDE = replace(ASSIST, assist_scope=c.AssistScope.ANY)
BEFORE = replace(ASSIST, assist_who=c.Assistant.JUST_BEFORE)
LET_OUT = LetOut(A, B, Stop.LOWER)


@pytest.mark.parametrize(
    ("facts", "house", "answer"),
    [
        (LET_OUT, HONG_KONG, "no"),
        (LET_OUT, ASSIST, "yes"),
        (LET_OUT, WIDE, "yes"),
        (replace(LET_OUT, cards=2), ASSIST, "no"),  # a pair or five cards are exempt
        (replace(LET_OUT, cards=5), WIDE, "no"),
        (replace(LET_OUT, blamed=D), BEFORE, "no"),
        (replace(LET_OUT, blamed=D), ASSIST, "yes"),  # others may have passed in between
        (replace(LET_OUT, blamed=A), ASSIST, "no"),
        (replace(LET_OUT, blamed=D), replace(BEFORE, direction=c.Direction.CLOCKWISE), "yes"),
        (replace(LET_OUT, did=Stop.COULD_NOT), WIDE, "no"),
        (replace(LET_OUT, did=Stop.PASSED), ASSIST, "no"),
        (replace(LET_OUT, did=Stop.PASSED), WIDE, "yes"),
        (replace(LET_OUT, did=Stop.SINGLE), ASSIST, "no"),
        (replace(LET_OUT, did=Stop.SINGLE), WIDE, "yes"),
        (LET_OUT, replace(preset("placings"), assist_penalty=c.Assist.PAYS_ALL), "no"),
    ],
)
def test_assistance_is_judged_by_house_rule(facts, house, answer):
    assert verdict("assistance", facts, house) == answer


def test_blaming_a_player_corrects_the_last_deal():
    hand = deal(A, 0, 3, 8, 11)
    ruling = ask("assistance", replace(LET_OUT, recorded=True), ASSIST, hands=[hand])
    assert [(line.side, line.points) for line in ruling.lines] == [(1, -30), (2, 8), (3, 22)]
    sheet = play(GAME, FOUR, ASSIST, [hand, AcceptedRuling("assistance", replace(LET_OUT, recorded=True))])
    assert tuple(sheet.totals) == (33, -33, 0, 0)


@pytest.mark.parametrize(
    ("facts", "hands"),
    [
        (LET_OUT, [deal(A, 0, 3, 8, 11)]),  # it is not on the sheet yet
        (replace(LET_OUT, recorded=True), []),
        (replace(LET_OUT, recorded=True), [deal(A, 1, 1, 1, 1)]),  # it scored nothing
        (replace(LET_OUT, recorded=True), [deal(C, 1, 1, 0, 1)]),  # somebody else's deal
        (replace(LET_OUT, recorded=True), [replace(deal(A, 0, 1, 1, 1), assist=B)]),  # already paid
        (replace(LET_OUT, recorded=True), [deal(A, 0, 1, 1, 1), AcceptedRuling("assistance", LET_OUT)]),
    ],
)
def test_only_the_last_deal_is_corrected(facts, hands):
    ruling = ask("assistance", facts, ASSIST, hands=hands)
    assert (ruling.verdict, ruling.lines) == ("yes", ())


def test_a_deal_already_carried_by_the_winner_is_not_corrected():
    house = replace(ASSIST, last_card_call=c.LastCall.REQUIRED)
    hand = replace(deal(A, 0, 1, 1, 1), forgot=True)
    assert ask("assistance", replace(LET_OUT, recorded=True), house, hands=[hand]).lines == ()


def test_a_forgotten_last_card_call_is_judged_by_house_rule():
    house = rules(last_card_call=c.LastCall.REQUIRED)
    forgot = Calling(A, called=False)
    assert verdict("last_card", forgot) == "no"
    assert verdict("last_card", forgot, house) == "yes"
    assert verdict("last_card", Calling(A, called=True), house) == "no"
    assert verdict("last_card", forgot, replace(house, payment=c.Payment.PLACINGS)) == "no"
    ruling = ask("last_card", replace(forgot, recorded=True), house, hands=[deal(A, 0, 3, 8, 11)])
    assert [line.points for line in ruling.lines] == [-66, 3, 8, 22]


# As dealt ---------------------------------------------------------------------------------------------

WEAK = AsDealt(Cards.read("3D 4D 5D 6D 7C 8C 9C TC JH 3H 4H 5H QH"))  # 1 + 2 points
STRONG = AsDealt(Cards.read("3D 4D 5D 6D 7C 8C 9C TC 9H 3H 4H AH 2D"))  # 9 points, no face card
TWOS = AsDealt(Cards.read("3D 4D 5D 6D 7C 8C 9C TC JH 2D 2C 2H 2S"))
RUN = AsDealt(Cards.read("3D 4D 5D 6D 7C 8C 9C TC JH QH KS AS 2D"))
DRAGUN = AsDealt(Cards.read("4D 4C 5D 5C 6D 6C 7D 7C 8D 8C 9D 9C KS"))
WHITE = AsDealt(Cards.read("3D 3C 5D 5C 6D 6C 7D 7C 8D 8C 9D 9C KS"))


@pytest.mark.parametrize(
    ("hand", "weak", "answer"),
    [
        (WEAK, "off", "no"),
        (WEAK, "points_le_3", "yes"),
        (WEAK, "no_faces", "no"),
        (STRONG, "points_le_3", "no"),
        (STRONG, "no_faces", "yes"),
    ],
)
def test_a_weak_hand_may_be_redealt_by_house_rule(hand, weak, answer):
    assert verdict("redeal", hand, rules(redeal_weak=c.WeakHand(weak))) == answer


def test_four_twos_may_cause_a_redeal():
    assert verdict("redeal", TWOS) == "no"
    assert verdict("redeal", TWOS, rules(four_twos=c.FourTwos.REDEAL)) == "yes"
    assert verdict("redeal", WEAK, rules(four_twos=c.FourTwos.REDEAL)) == "no"


@pytest.mark.parametrize(
    ("hand", "house", "answer"),
    [
        (TWOS, HONG_KONG, "play_on"),
        (TWOS, rules(four_twos=c.FourTwos.WIN), "win"),
        (TWOS, rules(four_twos=c.FourTwos.DRAW), "draw"),
        (TWOS, rules(four_twos=c.FourTwos.REDEAL), "redeal"),
        (RUN, HONG_KONG, "play_on"),
        (RUN, rules(dragon=c.Dragon.WIN), "win"),
        (RUN, rules(dragon=c.Dragon.PLAYABLE), "play_on"),
        (DRAGUN, HONG_KONG, "play_on"),
        (DRAGUN, rules(maltese_dragon=True), "win"),
        (WHITE, rules(maltese_dragon=True), "lose"),
        (WEAK, rules(maltese_dragon=True, dragon=c.Dragon.WIN, four_twos=c.FourTwos.WIN), "play_on"),
    ],
)
def test_a_special_hand_may_win_at_once_by_house_rule(hand, house, answer):
    assert verdict("at_once", hand, house) == answer


def test_the_odd_card_goes_to_the_holder_of_the_lowest_card():
    assert verdict("leftover", LeftoverCards(Cards.read("KH")), seating=THREE) == "3D"
    assert verdict("leftover", LeftoverCards(Cards.read("3D")), seating=THREE) == "3C"
    ghost = rules(deal=c.Dealt.GHOST)
    assert verdict("leftover", LeftoverCards(Cards.read("3D")), ghost, seating=THREE) == "none"
    jokers = rules(jokers=c.Jokers.WILD, suit_order=c.SuitOrder.NONE)
    assert verdict("leftover", LeftoverCards(Cards.read("X1 3D")), jokers) == "3C"


# Pairs and President -------------------------------------------------------------------------------------

PAIRS = preset("team")


def test_the_referee_explains_a_loss_after_a_partner_went_out():
    assert verdict("pairs", Counts(PerSeat((4, 10, 5, 0))), PAIRS, TWO_PAIRS) == 0
    assert verdict("pairs", Counts(PerSeat((0, 4, 4, 0))), PAIRS, TWO_PAIRS) == "shootout"
    assert verdict("pairs", Counts(PerSeat((0, 4, 4, 0)))) == "alone"


def test_in_pairs_assistance_is_not_charged():
    house = replace(PAIRS, assist_penalty=c.Assist.PAYS_ALL)
    assert verdict("assistance", LET_OUT, house, TWO_PAIRS) == "no"


def test_partners_may_not_signal():
    assert verdict("signals") == "no"


def test_the_referee_lists_the_gifts_of_each_title():
    president = preset("president")
    places = Placings(PerSide((1, 2, 3, 4)))
    assert verdict("gifts") == "none"
    assert verdict("gifts", None, president) == "none"
    assert verdict("gifts", None, president, hands=[places]) == "give"
    assert because("gifts", None, president, hands=[places])[0] == "side 4 gives side 1 the two highest cards"
    any_two = replace(president, president_returns=c.Returns.ANY)
    assert because("gifts", None, any_two, hands=[places])[-1] == "The President sees the two cards first"
