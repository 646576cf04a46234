"""Old maid by its sources: every option, preset, check and dispute."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    ENGLISH,
    Adjustment,
    Cards,
    NoFacts,
    PerSeat,
    PerSide,
    Seating,
    Sheet,
    house_problems,
    relevant_questions,
    to_json,
)
from games.old_maid import GAME
from games.old_maid.deck import cards_each, the_pack
from games.old_maid.examples import FOUR, THREE, TWO, places
from games.old_maid.hands import Maid, Places
from games.old_maid.house import PRESETS, End, House, Pair, Removed, Scoring, Start, Tie
from games.old_maid.referee import Drawn, Offering, SomeCards, TwoCards
from tests.games.table import Table

A, B, C = THREE.every_seat
D = FOUR.every_seat[3]
NONE = NoFacts()
RANKED = House(scoring=Scoring.FINISH_RANK)
SPELT = House(scoring=Scoring.LETTERS)
COLOURS = House(pair=Pair.RANK_AND_COLOUR)


TABLE = Table(GAME, House(), THREE)
preset = TABLE.preset
briefed = TABLE.briefing
sheet_of = TABLE.sheet_of
totals = TABLE.totals
ruled = TABLE.ruled
ask = TABLE.ask
words = TABLE.words


def fields(*hands, house=None, seating=THREE):
    """Return the problems of the last hand by field."""
    row = sheet_of(*hands, house=house, seating=seating).rows[-1]
    return [(problem.field, ENGLISH.read(problem.words)) for problem in row.problems]


def reasons(sheet):
    """Return the reasons of the last row's lines."""
    return [[ENGLISH.read(citation.words) for citation in line.because] for line in sheet.rows[-1].lines]


def out(*seats, of=4):
    return PerSeat(seat in seats for seat in range(of))


# The seed --------------------------------------------------------------------


def test_the_seed_is_offered_first_and_three_is_the_usual_number():
    assert (GAME.presets[0].id, GAME.presets[0].source.tag) == ("om-seed", "top card games")
    assert GAME.seatings[0].seats == 3
    assert sorted(seating.seats for seating in GAME.seatings) == [2, 3, 4, 5, 6, 7, 8]


def test_the_last_player_with_the_lonely_queen_loses():
    sheet = sheet_of(Maid(C))
    assert tuple(sheet.totals) == (0, 0, 1)
    assert reasons(sheet) == [["Left with the odd queen"]]


def test_a_pair_is_two_cards_of_one_rank():
    assert ask("pair", TwoCards(Cards.read("7S 7H"))) == ("legal", ["2.1"])
    assert ask("pair", TwoCards(Cards.read("7S 8S"))) == ("illegal", ["2.1"])


def test_the_dealer_is_first_and_the_player_to_the_left_draws():
    assert ask("start") == (0, ["2.2", "1.3"])
    assert ask("who_draws", Offering(A)) == (1, ["2.3"])


def test_a_player_whose_last_card_is_drawn_is_out():
    assert ask("drawn_out") == ("yes", ["3.1"])


# Presets ---------------------------------------------------------------------


def test_presets_differ_in_what_is_written_down():
    assert preset("om-seed") == House()
    assert preset("om-ranks") == RANKED
    assert preset("om-letters") == SPELT
    assert len(PRESETS) == 3


def test_house_rules_are_stored_by_their_ids():
    assert to_json(House()) == {
        "removed": "one_queen",
        "pair": "rank",
        "start": "dealer",
        "scoring": "maid_tally",
        "rank_points": [],
        "word": "",
        "end": "rounds",
        "rounds": 5,
        "limit": 3,
        "tie": "shared",
    }


# Relevant questions ----------------------------------------------------------


def test_only_the_maid_is_required_unless_places_count():
    assert GAME.kinds_at(Sheet(THREE, House())) == ("maid", "places")
    assert GAME.kinds_at(Sheet(THREE, SPELT)) == ("maid", "places")
    assert GAME.kinds_at(Sheet(THREE, RANKED)) == ("places",)
    assert GAME.kinds_at(Sheet(TWO, RANKED)) == ("maid", "places")


def test_house_rules_are_asked_only_where_relevant():
    def asked(house):
        return relevant_questions(house, Sheet(THREE, house)) & {"rank_points", "word", "rounds", "limit"}

    assert asked(House()) == {"rounds"}
    assert asked(House(end=End.LIMIT)) == {"limit"}
    assert asked(RANKED) == {"rank_points", "rounds"}
    assert asked(SPELT) == {"word", "rounds", "limit"}


def test_unit_and_leader_follow_the_house_rules():
    assert [GAME.unit_at(house) for house in (House(), RANKED, SPELT)] == [
        "times the old maid",
        "points",
        "letters",
    ]
    assert [GAME.lowest_first(house) for house in (House(), RANKED, SPELT)] == [True, False, True]


# Marks -----------------------------------------------------------------------


def test_the_order_gives_the_same_mark():
    assert totals(places(1, 3, 2)) == totals(places(1, None, 2)) == totals(Maid(B)) == (0, 1, 0)


def test_after_five_rounds_the_fewest_marks_win():
    sheet = sheet_of(Maid(C), Maid(A), Maid(C), Maid(B))
    assert sheet.outcome is None
    sheet = sheet_of(Maid(C), Maid(A), Maid(C), Maid(B), Maid(A))
    assert sheet.outcome.winners == (1,)
    assert sheet.outcome.because.rule.number == "5.1"
    assert ENGLISH.read(sheet.outcome.because.words) == (
        "side 1 and side 3 are the Old Maids. side 2 was left with her least often: 1"
    )


def test_rounds_may_be_another_number():
    assert sheet_of(Maid(B), house=House(rounds=2), seating=TWO).outcome is None
    assert sheet_of(Maid(B), house=House(rounds=1), seating=TWO).outcome.winners == (0,)


def test_the_third_mark_ends_the_game_where_there_is_a_limit():
    house = House(end=End.LIMIT)
    hands = [Maid(C), Maid(A), Maid(C), Maid(A), Maid(B), Maid(C)]
    assert sheet_of(*hands[:-1], house=house).outcome is None
    sheet = sheet_of(*hands, house=house)
    assert sheet.outcome.winners == (1,)
    assert sheet.outcome.because.rule.number == "5.2"


def test_tied_leaders_share_the_win():
    sheet = sheet_of(*[Maid(C)] * 5)
    assert sheet.outcome.winners == (0, 1)
    assert sheet.outcome.because.rule.number == "5.4"
    assert ENGLISH.read(sheet.outcome.because.words) == (
        "side 3 is the Old Maid. side 1 and side 2 share the win with 0"
    )


@given(maids=st.lists(st.sampled_from([A, B, C]), min_size=5, max_size=5))
def test_the_loser_is_named_at_the_end(maids):
    """The seed: "there are no winners in this game, only a loser"."""
    sheet = sheet_of(*map(Maid, maids), house=House())
    ending = ENGLISH.read(sheet.outcome.because.words)
    often = [maids.count(seat) for seat in (A, B, C)]
    lost = [f"side {n}" for n, times in enumerate(often, start=1) if times == max(often) != min(often)]
    assert ending.startswith(ENGLISH.listed(lost) if lost else "")
    assert ("the Old Maid" in ending) == bool(lost)


def test_a_tie_may_be_decided_by_another_round():
    house = House(tie=Tie.EXTRA_ROUND)
    sheet = sheet_of(*[Maid(C)] * 5, house=house)
    assert sheet.outcome is None
    assert briefed(sheet)[-1] == "Tied: another round decides"
    assert sheet_of(*[Maid(C)] * 6, house=house).outcome is None
    assert sheet_of(*[Maid(C)] * 5, Maid(A), house=house).outcome.winners == (1,)
    limited = replace(house, end=End.LIMIT)
    assert briefed(sheet_of(*[Maid(C)] * 3, house=limited))[1] == "Tied: another round decides"


# Places ----------------------------------------------------------------------


def test_the_first_out_earns_one_less_than_there_are_players_and_the_maid_nothing():
    assert totals(places(3, 1, None, 2), house=RANKED, seating=FOUR) == (1, 3, 0, 2)
    sheet = sheet_of(places(3, 1, None, 2), house=RANKED, seating=FOUR)
    assert reasons(sheet) == [
        ["Out in place 1, which counts 3"],
        ["Out in place 2, which counts 2"],
        ["Out in place 3, which counts 1"],
        ["Left with the odd queen, which counts 0"],
    ]


def test_most_points_win_where_places_count():
    sheet = sheet_of(places(1, 2, None), places(1, None, 2), house=replace(RANKED, rounds=2))
    assert tuple(sheet.totals) == (4, 1, 1)
    assert sheet.outcome.winners == (0,)
    assert ENGLISH.read(sheet.outcome.because.words) == (
        "side 2 and side 3 are the Old Maids. side 1 wins with 4"
    )


def test_a_table_may_have_points_of_its_own():
    house = replace(RANKED, rank_points=(5, 2, -1))
    assert totals(places(2, 1, None), house=house) == (2, 5, -1)
    assert ask("places", house=house) == ([5, 2, -1], ["4.2"])
    assert ask("places", house=RANKED) == ([2, 1, 0], ["4.2"])
    assert ask("places") == (0, ["4.1"])


def test_points_are_one_for_each_place_and_never_go_up():
    def wrong(*points, **house):
        found = house_problems(GAME, replace(RANKED, rank_points=points, **house), THREE)
        return [(problem.field, ENGLISH.read(problem.words)) for problem in found]

    assert wrong(5, 2, -1) == []
    assert wrong(2, 2, 0) == []
    assert wrong(5, 2) == [("rank_points", "One number for each of 3 places, please")]
    assert wrong(0, 1, 2) == [("rank_points", "A later place cannot earn more than an earlier one")]
    assert wrong(0, 1, scoring=Scoring.MAID_TALLY) == []


def test_where_places_count_the_order_is_required_except_for_two():
    assert fields(Maid(A), house=RANKED) == [
        ("", "Places count at this table: say in which order they got out")
    ]
    assert totals(Maid(A), house=RANKED, seating=TWO) == (0, 1)


def test_the_limit_counts_how_often_somebody_was_left_with_her():
    house = replace(RANKED, end=End.LIMIT, limit=2)
    hands = places(1, 2, None), places(2, None, 1), places(2, 1, None)
    assert sheet_of(*hands[:2], house=house).outcome is None
    sheet = sheet_of(*hands, house=house)
    assert tuple(sheet.totals) == (4, 3, 2)
    assert sheet.outcome.winners == (0,)
    assert sheet.outcome.because.rule.number == "5.2"


def test_impossible_places_are_refused():
    assert fields(Places()) == [("places", "Only one is left with her, not side 1, side 2 and side 3")]
    assert fields(places(1, None, None)) == [("places", "Only one is left with her, not side 2 and side 3")]
    assert fields(places(1, 1, None)) == [
        ("places", "Only one can be in place 1"),
        ("places", "Nobody is in place 2"),
    ]
    assert fields(places(1, 3, None)) == [("places", "Nobody is in place 2")]
    assert fields(places(1, 4, None)) == [("places.1", "At most 3")]


# Letters ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "word", "shown"),
    [
        (3, "", "O · ·"),
        (4, "", "M · · ·"),
        (7, "", "O · · · · · ·"),
        (2, "", "O ·"),
        (5, "QUEEN", "Q · · · ·"),
        (6, "OLD BAT", "O · · · · ·"),
    ],
)
def test_the_maid_takes_the_next_letter_of_the_word(limit, word, shown):
    house = replace(SPELT, limit=limit, word=word)
    assert not house_problems(GAME, house, THREE)
    assert reasons(sheet_of(Maid(B), house=house)) == [[f"Left with the odd queen: {shown}"]]


def test_a_word_has_as_many_letters_as_put_a_player_out():
    (problem,) = house_problems(GAME, replace(SPELT, word="MAID"), THREE)
    assert problem.field == "word"
    assert ENGLISH.read(problem.words) == "A word of 3 letters, please, or another number of times"
    assert not house_problems(GAME, replace(House(), word="MAID"), THREE)


def test_a_player_with_the_whole_word_is_out():
    sheet = sheet_of(Maid(C), Maid(C), Maid(C), house=SPELT)
    assert sheet.outcome is None
    assert reasons(sheet) == [["Left with the odd queen: O L D", "The whole word: side 3 is out"]]
    assert "No cards for side 3: the word is whole" in briefed(sheet)
    sits_out = ("maid", "side 3 has the whole word and sits out")
    assert fields(*[Maid(C)] * 4, house=SPELT) == [sits_out]
    assert fields(*[Maid(C)] * 3, places(1, None, 2), house=SPELT) == [
        ("places.2", "side 3 has the whole word and sits out")
    ]
    assert totals(*[Maid(C)] * 3, places(1, None, None), house=SPELT) == (0, 1, 3)
    assert fields(*[Maid(C)] * 3, places(1, 3, None), house=SPELT) == [("places", "Nobody is in place 2")]


def test_those_who_sit_out_neither_deal_nor_draw():
    hands = [Maid(C)] * 3
    # A, B and C dealt; it is A's deal again, then B's, and then A's.
    assert ask("start", house=SPELT, hands=hands)[0] == 0
    assert ask("start", house=SPELT, hands=[*hands, Maid(A)])[0] == 1
    longer = replace(SPELT, rounds=9)
    assert ask("start", house=longer, hands=[*hands, Maid(A), Maid(A)])[0] == 0
    assert ask("who_draws", Offering(B), SPELT, hands=hands) == (0, ["2.4"])
    assert words("uneven", house=SPELT, hands=hands)[1:] == [
        "seat 1: 25 cards",
        "seat 2: 26 cards",
        "seat 3: 0 cards",
    ]
    assert ask("start", house=replace(SPELT, start=Start.LEFT_OF_DEALER), hands=[*hands, Maid(A)])[0] == 0


def test_the_last_one_in_wins():
    house = replace(SPELT, rounds=9)
    hands = [Maid(A), *[Maid(B)] * 3]
    sheet = sheet_of(*hands, house=house, seating=TWO)
    assert sheet.outcome.winners == (0,)
    assert sheet.outcome.because.rule.number == "5.3"
    assert ENGLISH.read(sheet.outcome.because.words) == (
        "side 2 is the Old Maid. side 1 has the fewest letters: 1"
    )


def test_with_a_limit_the_first_whole_word_ends_the_game():
    sheet = sheet_of(Maid(A), Maid(C), Maid(C), Maid(C), house=replace(SPELT, end=End.LIMIT))
    assert sheet.outcome.winners == (1,)
    assert sheet.outcome.because.rule.number == "5.2"


def test_letters_can_be_given_and_taken_by_agreement():
    sheet = sheet_of(Adjustment(PerSide((0, 0, 3)), "late again"), house=SPELT)
    assert "No cards for side 3: the word is whole" in briefed(sheet)
    everybody = sheet_of(Adjustment(PerSide((3, 3, 3)), "stop"), house=replace(SPELT, tie=Tie.EXTRA_ROUND))
    assert everybody.outcome.winners == (0, 1, 2)
    assert everybody.outcome.because.rule.number == "5.4"
    assert briefed(everybody) == []
    assert GAME.questions["uneven"].rule_on(NONE, everybody).verdict == "yes"
    assert GAME.dealer(everybody) == 0


# The cards -------------------------------------------------------------------


def test_everything_is_dealt_out_from_the_dealers_left():
    def each(seats, house=None, dealer=0):
        return tuple(cards_each(house or House(), PerSeat([True] * seats), dealer))

    assert each(3) == (17, 17, 17)
    assert each(4) == (12, 13, 13, 13)
    assert each(4, dealer=2) == (13, 13, 12, 13)
    assert each(2) == (25, 26)
    assert each(2, House(removed=Removed.JOKER_ADDED)) == (26, 27)


@pytest.mark.parametrize(
    ("removed", "cards", "pairs", "odd_card"),
    [
        (Removed.ONE_QUEEN, 52, 25, "the odd queen"),
        (Removed.QUEEN_OF_CLUBS, 51, 25, "the odd queen"),
        (Removed.JOKER_ADDED, 53, 26, "the joker"),
        (Removed.UNKNOWN_CARD, 52, 25, "the odd card"),
    ],
)
def test_one_card_is_left_over(removed, cards, pairs, odd_card):
    house = House(removed=removed)
    assert len(the_pack(Sheet(THREE, house))) == cards
    assert ask("pairs_in_all", house=house) == (pairs, ["1.1"])
    assert ask("which_card", house=house) == (removed.value, ["1.1"])
    assert reasons(sheet_of(Maid(A), house=house)) == [[f"Left with {odd_card}"]]


def test_the_maid_by_colours_is_the_queen_of_spades():
    house = House(removed=Removed.QUEEN_OF_CLUBS, pair=Pair.RANK_AND_COLOUR)
    assert words("which_card", house=house) == ["The old maid is the queen of spades: it cannot be paired"]


def test_where_colours_count_a_pair_is_of_one_colour():
    red, mixed = TwoCards(Cards.read("7D 7H")), TwoCards(Cards.read("7S 7H"))
    assert ask("pair", red, COLOURS) == ("legal", ["2.1"])
    assert words("pair", mixed, COLOURS) == ["At this table a pair is of one colour"]
    assert words("pair", TwoCards(Cards.read("7D 8D")), COLOURS) == [
        "No pair: a pair is two cards of one rank"
    ]
    assert ask("pairs", SomeCards(Cards.read("7S 7D 7H 7C KS KH")), COLOURS)[0] == 2


def test_a_joker_is_part_of_no_pair():
    house = House(removed=Removed.JOKER_ADDED)
    facts = SomeCards(Cards.read("X1 7S 7D 7H"))
    assert ask("pairs", facts, house) == (1, ["2.1", "2.1"])
    assert words("pairs", facts, house) == ["1 pair goes", "2 cards are kept"]


# Disputes --------------------------------------------------------------------


def test_dispute_three_sevens_are_one_pair():
    assert ask("three_alike") == (1, ["2.1"])
    assert ask("pairs", SomeCards(Cards.read("7S 7D 7H")))[0] == 1
    assert ask("pairs", SomeCards(Cards.read("7S 7D 7H 7C")))[0] == 2


def test_dispute_who_draws_when_my_neighbour_is_out():
    assert ask("who_draws", Offering(A, out(B)), seating=FOUR) == (2, ["2.4"])
    assert ask("who_draws", Offering(C, out(D, A)), seating=FOUR) == (1, ["2.4"])
    assert ask("who_draws", Offering(C), seating=FOUR) == (3, ["2.3"])
    assert ask("who_draws", Offering(A, out(B, C, D)), seating=FOUR) == ("nobody", ["3.3"])
    assert words("who_draws", Offering(A, out(B)), seating=TWO) == [
        "Nobody: all the others are out, and seat 1 is left with the odd queen"
    ]


def test_dispute_hands_are_uneven():
    assert ask("uneven", seating=FOUR) == ("yes", ["1.2"] * 5)
    assert words("uneven", seating=FOUR)[1:] == [
        "seat 1: 12 cards",
        "seat 2: 13 cards",
        "seat 3: 13 cards",
        "seat 4: 13 cards",
    ]


def test_dispute_two_cannot_lose():
    assert ask("two_losers") == ("no", ["3.3"])
    assert words("two_losers", house=House(removed=Removed.JOKER_ADDED)) == [
        "No: of 53 cards exactly one cannot be paired"
    ]


def test_the_referee_names_the_next_to_offer():
    assert ask("who_offers", Drawn(B), seating=FOUR) == (1, ["2.3"])
    assert ask("who_offers", Drawn(B, out(B)), seating=FOUR) == (2, ["2.5"])
    assert ask("who_offers", Drawn(B, out(B, C)), seating=FOUR) == (3, ["2.5"])
    assert ask("who_offers", Drawn(B, out(A, B, C)), seating=FOUR) == ("nobody", ["3.3"])


@pytest.mark.parametrize(
    ("question", "verdict", "rule"),
    [
        ("shuffle", "legal", "2.6"),
        ("steer", "illegal", "2.7"),
        ("put_back", "illegal", "2.7"),
        ("both_out", "offerer", "3.2"),
        ("no_pair", "maid", "3.4"),
    ],
)
def test_the_referee_answers_common_questions(question, verdict, rule):
    assert ask(question) == (verdict, [rule])


# Words -----------------------------------------------------------------------


def test_the_deal_passes_to_the_left_and_the_dealer_or_the_next_begins():
    assert briefed(sheet_of())[0] == "seat 1 deals all the cards; seat 1 offers first"
    assert briefed(sheet_of(Maid(A)))[0] == "seat 2 deals all the cards; seat 2 offers first"
    assert briefed(sheet_of(Maid(A), house=House(start=Start.LEFT_OF_DEALER)))[0] == (
        "seat 2 deals all the cards; seat 3 offers first"
    )
    refused = sheet_of(places(1, 1, 1), Adjustment(PerSide((1, 0, 0)), "why"))
    assert briefed(refused)[0] == "seat 1 deals all the cards; seat 1 offers first"


def test_the_briefing_gives_the_stakes():
    assert briefed(sheet_of())[1:] == ["Round 1 of 5"]
    assert briefed(sheet_of(Maid(C), Maid(C)))[1:] == ["Round 3 of 5"]
    limited = sheet_of(Maid(C), Maid(C), house=House(end=End.LIMIT))
    assert briefed(limited)[1:] == ["If side 3 is left with her, the game is over"]
    spelt = sheet_of(Maid(C), Maid(C), house=SPELT)
    assert briefed(spelt)[1:] == ["Round 3 of 5", "side 3 has O L ·: one more letter, and side 3 is out"]


def test_a_row_summarises_the_round():
    sheet = sheet_of()
    short = [GAME.summary(hand, sheet) for hand in (Maid(C), places(2, 1, None), Places())]
    assert [ENGLISH.read(summary) for summary in short] == [
        "seat 3 is the Old Maid",
        "side 2 was out first, side 3 is the Old Maid",
        "Out in order",
    ]


def test_a_row_names_no_maid_that_the_places_leave_open():
    """With letters, a player who sits out has no place either."""
    assert ENGLISH.read(GAME.summary(places(1, None, None), sheet_of())) == "side 1 was out first"
    assert ENGLISH.read(GAME.summary(places(1, 3, 2), sheet_of())) == (
        "side 1 was out first, side 2 is the Old Maid"
    )


def test_the_briefing_lists_the_letters_of_each_player():
    letters = briefed(sheet_of(Maid(A), Maid(B), Maid(B), house=replace(SPELT, rounds=9)))
    assert "side 1 has O · ·" in letters
    assert "side 2 has O L ·: one more letter, and side 2 is out" in letters


def test_eight_players_can_play():
    seating = Seating(8, 8)
    assert totals(places(1, 2, 3, 4, 5, 6, 7, None), house=RANKED, seating=seating) == (
        7,
        6,
        5,
        4,
        3,
        2,
        1,
        0,
    )
