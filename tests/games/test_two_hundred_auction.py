"""200: the auction, and the briefing.

A side at 100 or more scores in defence only if one of its players bid (the hundred rule).
"""

import pytest

from games.engine import (
    ENGLISH,
    PartialHand,
    Seat,
    append_hand,
)
from games.two_hundred import GAME
from games.two_hundred.hands import PassedIn, Trump
from games.two_hundred.house import (
    BAROUCHE,
    DEUX_CENTS,
    KITTY,
    PAGAT,
    TRADITIONAL,
    AllPass,
    AuctionRounds,
    House,
)
from tests.games.two_hundred_table import (
    DEALER_MAY_MATCH,
    EAST,
    NORTH,
    SOUTH,
    THREE,
    WEST,
    bidding,
    briefing,
    sheet_at,
)

# The auction


def auction_result(calls, **table):
    state, illegal_call = bidding(calls, **table)
    assert (illegal_call, state.speaker) == (None, None)
    return state.result.kind, dict(state.result.answers)


SINGLE = House(auction=AuctionRounds.SINGLE_ROUND)


@pytest.mark.parametrize(
    ("calls", "house", "bidder", "points"),
    [
        # North deals, so East calls first.
        ("50 pass pass pass", TRADITIONAL, EAST, 50),
        ("pass 50 55 pass 60 pass", TRADITIONAL, SOUTH, 60),
        ("pass pass pass 50", TRADITIONAL, NORTH, 50),
        ("100", TRADITIONAL, EAST, 100),
        ("50 pass 100", TRADITIONAL, WEST, 100),
        ("50 55 pass pass 60 pass", TRADITIONAL, EAST, 60),
        ("50 55 60 65", SINGLE, NORTH, 65),
        ("50 pass 60 pass", SINGLE, WEST, 60),
        ("75 pass pass 75 pass", DEALER_MAY_MATCH, NORTH, 75),
        ("75 pass pass 75 80 80 pass", DEALER_MAY_MATCH, NORTH, 80),
        ("100 100", DEALER_MAY_MATCH, NORTH, 100),
        ("100 pass", DEALER_MAY_MATCH, EAST, 100),
        ("pass pass pass pass", DEUX_CENTS, NORTH, 50),
        ("pass pass pass pass", BAROUCHE, NORTH, 30),
    ],
)
def test_an_auction_is_won_by_the_highest_bid(calls, house, bidder, points):
    kind, answers = auction_result(calls, house=house)
    assert (kind, answers["bidder"], answers["bid"]) == ("deal", bidder, points)


def test_the_player_at_the_dealers_left_speaks_first():
    assert bidding("")[0].speaker == EAST
    assert bidding("", sheet=append_hand(GAME, sheet_at(), PassedIn()))[0].speaker == SOUTH


def test_a_pass_is_final_and_the_others_go_on():
    assert bidding("50 pass 55 60")[0].speaker == EAST
    assert bidding("50 pass 55 60 65")[0].speaker == WEST, "South has passed"


def test_the_bidding_pad_offers_eleven_bids_and_says_why_some_are_refused():
    state, _illegal = bidding("75")
    assert [offer.call for offer in state.offers] == [*map(str, range(50, 101, 5)), "pass"]
    refused = {offer.call: ENGLISH.read(offer.refusal.words) for offer in state.offers if offer.refusal}
    assert list(refused) == ["50", "55", "60", "65", "70", "75"]
    assert refused["70"] == "70 is lower than the 75 already bid"
    assert refused["75"] == "75 is already bid, and a bid must be higher"


@pytest.mark.parametrize(
    ("calls", "house", "index"),
    [
        ("75 75", TRADITIONAL, 1),
        ("75 70", TRADITIONAL, 1),
        ("45", TRADITIONAL, 0),
        ("52", TRADITIONAL, 0),
        ("100 pass", TRADITIONAL, 1),
        ("50 pass pass pass 55", TRADITIONAL, 4),
        ("barouche", TRADITIONAL, 0),
        ("barouche barouche", BAROUCHE, 1),
        ("50 60 70 80 90", SINGLE, 4),
        ("75 75", DEALER_MAY_MATCH, 1),
    ],
)
def test_the_first_illegal_call_is_found(calls, house, index):
    assert bidding(calls, house=house)[1].index == index


def test_when_all_pass_the_hand_is_passed_in():
    for house in TRADITIONAL, House(all_pass=AllPass.REDEAL_SAME_DEALER):
        assert auction_result("pass pass pass pass", house=house) == ("passed_in", {})


def test_barouche_is_above_100_and_ends_the_bidding():
    assert auction_result("100 pass barouche", house=BAROUCHE) == ("barouche", {"bidder": WEST})
    assert auction_result("barouche", house=BAROUCHE) == ("barouche", {"bidder": EAST})
    state, _illegal = bidding("100", house=BAROUCHE)
    assert state.speaker == SOUTH
    assert ENGLISH.read(state.offer("barouche").label) == "Barouche"


def test_the_auction_records_a_defenders_bid_where_relevant():
    sheet = sheet_at(0, 110)
    # North deals: East passes, South bids 50, West 55, North 60; West's bid counts for East too.
    assert auction_result("pass 50 55 60 pass pass", sheet=sheet)[1]["defender_bid"] is True
    assert auction_result("pass 50 pass 55 pass", sheet=sheet)[1]["defender_bid"] is False
    assert "defender_bid" not in auction_result("50 pass pass pass")[1]


def test_the_auction_records_which_of_several_sides_bid():
    sheet = sheet_at(0, 110, 110, seating=THREE)
    answers = auction_result("50 pass 60 pass", sheet=sheet)[1]
    sides_bid = {"sides_bid.0": False, "sides_bid.1": True, "sides_bid.2": False}
    assert answers == {"bidder": Seat(0), "bid": 60, **sides_bid}


def test_the_auction_records_a_first_call_of_100_where_relevant():
    sheet = sheet_at(110, 0, house=House(shutout_counts_as_silent=False))
    assert auction_result("100", sheet=sheet)[1]["first_call"] is True
    assert auction_result("50 pass pass pass", sheet=sheet)[1] == {"bidder": EAST, "bid": 50}
    assert auction_result("50 pass 55 pass 100", sheet=sheet)[1]["first_call"] is False


def test_a_side_at_the_hundred_is_reminded_until_it_bids():
    sheet = sheet_at(0, 110)
    (note,) = bidding("", sheet=sheet)[0].notes
    assert ENGLISH.read(note.words) == "side 2, on 110: as a defender they score only if they bid"
    for calls in "50", "50 55":
        assert bidding(calls, sheet=sheet)[0].notes == ()


# Briefing


def test_the_rules_for_other_numbers_of_players_are_marked_as_our_own():
    assert "kept by our own rule" in briefing(sheet_at(0, 0, 0, seating=THREE))[1]
    assert len(briefing(sheet_at(10, 0, 0, seating=THREE))) == 1


def test_the_briefing_warns_a_side_that_loses_the_game_by_any_failed_bid():
    assert "side 1: a failed bid of 50 or more loses the game" in briefing(sheet_at(-190, 0))
    for sheet in sheet_at(-190, -10, house=PAGAT), sheet_at(-190, 0, house=DEUX_CENTS):
        assert not any("failed" in words for words in briefing(sheet))


@pytest.mark.parametrize(
    ("totals", "answers", "words"),
    [
        (
            (120, 110),
            {"bid": 75, "defender_bid": False, "trump": Trump.SPADES},
            [
                "Trumps: ♠ spades",
                "75 or more: the bidders score all they take",
                "side 1: 80 or more wins the game",
                "side 1: if the bid fails, down to 45",
                "side 2: at 110 and silent, so what they take does not count",
            ],
        ),
        (
            (-130, 110),
            {"bid": 75, "defender_bid": True},
            [
                "75 or more: the bidders score all they take",
                "side 1: if the bid fails, down to −205, and the game is lost",
                "side 2: at 110, and free to score",
                "side 2: 90 or more in defence reaches 200",
            ],
        ),
    ],
)
def test_the_briefing_gives_each_result_after_the_bidding(totals, answers, words):
    assert briefing(sheet_at(*totals), bidder=NORTH, **answers) == words


def test_the_briefing_is_conditional_only_while_a_defender_may_have_bid():
    last_line = "side 2: at 110, so what they take counts only if one of them bid"
    assert briefing(sheet_at(120, 110), bidder=NORTH, bid=75)[-1] == last_line
    assert "silent" in briefing(sheet_at(0, 110), bidder=NORTH, bid=50)[-1]


def test_with_several_sides_the_briefing_waits_for_every_answer():
    sheet = sheet_at(0, 110, 0, seating=THREE)
    assert "only if one of them bid" in briefing(sheet, bidder=Seat(0), bid=60)[-1]
    answers = {"sides_bid.0": False, "sides_bid.1": False, "sides_bid.2": True}
    assert "silent" in "\n".join(briefing(sheet, bidder=Seat(0), bid=60, **answers))


def test_the_briefing_names_the_owner_of_buried_points():
    assert briefing(sheet_at(house=KITTY), bidder=NORTH, bid=75)[-1] == (
        "Points that are buried go to: the defenders"
    )


def test_a_barouche_is_announced():
    sheet = sheet_at(house=BAROUCHE)
    (citation,) = GAME.briefing(sheet, PartialHand("barouche", {"bidder": EAST}))
    assert ENGLISH.read(citation.words).startswith("seat 2 bid Barouche")


def test_the_briefing_is_empty_after_the_end():
    assert briefing(sheet_at(205, 0)) == []
