"""Skat: cards and disputes."""

from dataclasses import replace
from itertools import product

import pytest

from games.engine import (
    Card,
    Cards,
    ask_referee,
    play,
)
from games.skat import GAME
from games.skat import rulebook as rule
from games.skat.cards import AnyGame, follows, matadors, trumps, winning_card
from games.skat.game_value import ladder, most_matadors
from games.skat.hands import Announced, Null, NullGame, Tricks, TrumpGame
from games.skat.house import (
    PUB,
    AllPass,
    FailedAnnouncement,
    House,
    NullOverbid,
)
from games.skat.referee import Announcement, PlayedNull
from tests.games.skat_table import FOUR, GRAND, HEARTS, LEAGUE, SIMPLE, THREE, A, ask, sheet, verdict
from tests.nightly import NIGHTLY

# Cards


def test_trumps_are_eleven_in_a_suit_and_four_in_grand():
    assert str(trumps(HEARTS)) == "JC JS JH JD AH TH KH QH 9H 8H 7H"
    assert str(trumps(GRAND)) == "JC JS JH JD"


@pytest.mark.parametrize(("game", "cards", "taker"), [
    ("hearts", "AS 7H TS", "7H"),
    ("hearts", "AH JD TH", "JD"),
    ("hearts", "JD JC JS", "JC"),
    ("spades", "KD TD AH", "TD"),  # the ten beats the king
    ("grand", "KH JD AH", "JD"),
    ("grand", "AC 7D TC", "AC"),
    ("null", "TH JH 7S", "JH"),
    ("null", "TH 9H AS", "TH"),
])  # fmt: skip
def test_highest_trump_or_card_of_the_suit_led_wins(game, cards, taker):
    assert str(winning_card(Cards.read(cards), AnyGame(game))) == taker
    assert verdict("trick", game=game, cards=cards) == taker


@pytest.mark.parametrize(("card", "led", "holding", "game", "is_legal"), [
    ("JH", "AH", "7H", "grand", False),
    ("JH", "AH", "", "grand", True),
    ("7H", "JC", "AS", "hearts", True),
    ("JH", "AH", "7H", "null", True),
    ("JH", "AH", "7H AS", "clubs", False),
    ("JH", "AH", "AS", "clubs", True),
])  # fmt: skip
def test_a_jack_is_a_trump_and_no_card_of_its_suit(card, led, holding, game, is_legal):
    assert follows(Card.read(card), Card.read(led), Cards.read(holding), AnyGame(game)) is is_legal
    if holding:
        legal = verdict("follow", game=game, led=led, card=card, holding=holding)
        assert legal == ("legal" if is_legal else "illegal")


@pytest.mark.parametrize(("cards", "game", "run"), [
    ("JC JS AH", HEARTS, (2, False)),
    ("JS JH AH", HEARTS, (1, True)),
    ("JC JS JH JD AH TH KH QH 9H 8H 7H", HEARTS, (11, False)),
    ("AS TS", HEARTS, (11, True)),
    ("AH", HEARTS, (4, True)),
    ("JC JS JH JD AH", GRAND, (4, False)),
    ("AH TH", GRAND, (4, True)),
])  # fmt: skip
def test_matadors_are_the_unbroken_run_from_the_jack_of_clubs(cards, game, run):
    assert matadors(Cards.read(cards), game) == run
    expected = f"{'without' if run[1] else 'with'} {run[0]}"
    assert verdict("matadors", cards=cards, game=game.value) == expected


# Disputes


HEARTS_1 = {"game": "hearts", "matadors": 1}


def test_jack_in_the_skat_may_make_a_game_overbid():
    facts = {"cards": "AS TS KS 9S 8S AH TH AC TC KC", "skat": "JC 7D", "game": "spades", "hand": True}
    assert verdict("skat_jack", **facts) == "counts"
    ruling = ask("skat_jack", **facts, bid=72)
    assert ruling["verdict"] == "overbid"
    assert "77" in ruling["because"][-1]["text"]
    facts = {"cards": "JC AH TH KH QH 9H 8H AS AC AD", "skat": "JS 7D", "game": "hearts", "schneider": True}
    ruling = ask("skat_jack", **facts)
    assert ruling["verdict"] == "counts"
    assert "× 10 = 50" in ruling["because"][0]["text"]


def test_the_referee_cites_why_a_game_is_lost():
    for question, facts, cited in (
        ("under_bid", {"points": 61, "bid": 24}, rule.WORTH_THE_BID),
        ("won", {"points": 89, "hand": True, "announced": "schneider"}, rule.PROMISED),
    ):
        ruling = ask(question, **HEARTS_1, **facts)
        assert (ruling["verdict"], ruling["because"][0]["rule"]) == ("defenders", cited.number)
    assert "lost as 27" in ask("value", game="diamonds", matadors=1, bid=20)["because"][1]["text"]


BASES = {AnyGame.DIAMONDS: 9, AnyGame.HEARTS: 10, AnyGame.SPADES: 11, AnyGame.CLUBS: 12, AnyGame.GRAND: 24}


@pytest.mark.parametrize(("game", "base"), BASES.items())
def test_game_must_reach_the_bid(game, base):
    """Check article 5.4 of the International Skat Order.

    An overbid game costs twice the least multiple of its base value that reaches the bid.
    """
    hands = [(False, Announced.NOTHING), *((True, announced) for announced in Announced)]
    bids = ladder(SIMPLE) if NIGHTLY else ladder(SIMPLE)[::9]
    matador_counts = range(1, most_matadors(game.trumps) + 1)
    for bid, matador_count, (is_hand, announced) in product(bids, matador_counts, hands):
        game_facts = {"matadors": matador_count, "hand": is_hand, "announced": announced}
        best = TrumpGame(A, game.trumps, points=120, tricks=Tricks.ALL, bid=bid, **game_facts)
        (row,) = play(GAME, THREE, SIMPLE, [best]).rows
        ruling = ask_referee(GAME, "announcement", Announcement(game, bid, **game_facts), sheet())
        assert ruling.verdict == ("legal" if row.gains[0] > 0 else "illegal")
        if ruling.verdict == "illegal":
            assert row.gains[0] == -2 * base * -(-bid // base)
            citation = next(because for because in ruling.because if because.rule is rule.OVERBID)
            assert citation.words.values["points"] == row.gains[0]


@pytest.mark.parametrize("null_overbid", NullOverbid)
def test_null_must_reach_the_bid(null_overbid):
    house = House(null_overbid=null_overbid)
    nulls = {
        NullGame.NULL: (False, Announced.NOTHING),
        NullGame.NULL_HAND: (True, Announced.NOTHING),
        NullGame.NULL_OUVERT: (False, Announced.OUVERT),
        NullGame.NULL_OUVERT_HAND: (True, Announced.OUVERT),
    }
    for bid, (null, (is_hand, announced)) in product(ladder(SIMPLE), nulls.items()):
        (row,) = play(GAME, THREE, house, [Null(A, null, won=True, bid=bid)]).rows
        facts = Announcement(AnyGame.NULL, bid, 1, is_hand, announced)
        ruling = ask_referee(GAME, "announcement", facts, sheet(house))
        assert ruling.verdict == ("legal" if row.gains[0] > 0 else "illegal")
        value = ask_referee(GAME, "null_value", PlayedNull(null, True, bid), sheet(house)).verdict
        assert value == ("illegal" if row.problems else row.gains[0])


SCHNEIDER_SAID = {"game": "grand", "matadors": 4, "hand": True, "announced": "schneider"}


RULINGS = {  # for each question: facts, expected verdict
    "value": [
        ({"game": "clubs", "matadors": 2, "hand": True, "schneider": True}, 60),
        ({"game": "grand", "matadors": 4, "hand": True, "announced": "ouvert"}, 264),
        ({"game": "grand", "matadors": 5}, "impossible"),
    ],
    "score": [({"game": "spades", "matadors": 5, "points": None}, "impossible")],
    "won": [
        ({**HEARTS_1, "points": 61, "announced": "schneider"}, "impossible"),
        ({**HEARTS_1, "points": 60}, "defenders"),
    ],
    "sixty": [({}, "lost")],
    "announcement": [
        ({"game": "clubs", "bid": 18, "announced": "schneider"}, "illegal"),
        ({"game": "clubs", "bid": 18, "announced": "ouvert"}, "illegal"),
        ({"game": "grand", "bid": 18, "matadors": 5}, "impossible"),
        ({"game": "null", "bid": 18, "hand": True, "announced": "schwarz"}, "illegal"),
    ],
    "silent_hand": [
        ({}, "no"),
        ({"said_hand": True}, "yes"),
    ],
    "empty_trick": [
        ({"tricks": 1}, "no"),
        ({"tricks": 0}, "yes"),
    ],
    "open_trick_lost": [
        ({"game": "grand", "matadors": 4}, "lost"),
        ({"game": "grand", "matadors": 5}, "impossible"),
    ],
    "missed_announcement": [
        ({**SCHNEIDER_SAID, "points": 89}, -384),
        ({**SCHNEIDER_SAID, "points": 90}, "kept"),
        ({**SCHNEIDER_SAID, "points": 90, "hand": False}, "impossible"),
    ],
    "revoke": [
        ({"by": "declarer"}, "defenders"),
        ({"by": "defenders"}, "declarer"),
        ({"by": "declarer", "decided": "won"}, "declarer"),
        ({"by": "defenders", "decided": "lost"}, "defenders"),
        ({"by": "defenders", "step_needed": True, "step_possible": True}, "declarer"),
        ({"by": "defenders", "step_needed": True}, "defenders"),
    ],
    "looked_back": [
        ({"by": "declarer"}, "defenders"),
        ({"by": "declarer", "decided": "won"}, "declarer"),
        ({"by": "defenders", "only_last": True}, "allowed"),
    ],
    "saw_skat": [
        ({}, "out"),
        ({"another_passed": True}, "out"),
    ],
    "claim": [
        ({"every_trick": True}, "declarer"),
        ({"every_trick": False}, "defenders"),
    ],
    "defender_claim": [
        ({"settles_it": True, "alone": True}, "stands"),
        ({"settles_it": True, "alone": False}, "falls"),
        ({"settles_it": False, "alone": True}, "falls"),
    ],
    "three_in_skat": [({}, "declarer")],
    "laid_away": [
        ({"cards": 3}, "lost"),
        ({"cards": 2}, "right"),
    ],
    "rename": [({}, "no")],
    "joke": [({}, "binding")],
    "everyone_passed": [({}, "pass_in")],
    "kontra": [({}, "illegal")],
    "re": [({}, "illegal")],
    "defenders_share": [({}, 0)],
}


@pytest.mark.parametrize("question", RULINGS)
def test_disputes_are_settled(question):
    for facts, expected in RULINGS[question]:
        assert verdict(question, **facts) == expected, facts


KONTRA_WITHOUT_BID = replace(PUB, kontra_needs_bid=False)
OPEN_CLUBS = {"game": "clubs", "bid": 18, "announced": "ouvert"}
CHARGE_REACHED = House(failed_announcement=FailedAnnouncement.CHARGE_REACHED)


@pytest.mark.parametrize(("house", "question", "facts", "expected"), [
    (House(suit_ouvert_requires_hand=False), "announcement", OPEN_CLUBS, "legal"),
    (CHARGE_REACHED, "missed_announcement", {**SCHNEIDER_SAID, "points": 89}, -288),
    *[(House(all_pass=all_pass), "everyone_passed", {}, all_pass.value) for all_pass in AllPass],
    (PUB, "kontra", {}, "legal"),
    (PUB, "kontra", {"by_defender": False}, "illegal"),
    (PUB, "kontra", {"card_played": True}, "illegal"),
    (PUB, "kontra", {"cards_shown": True}, "illegal"),
    (PUB, "kontra", {"had_bid": False}, "illegal"),
    (KONTRA_WITHOUT_BID, "kontra", {"had_bid": False}, "legal"),
    (PUB, "re", {}, "legal"),
    (PUB, "re", {"kontra_said": False}, "illegal"),
    (PUB, "re", {"closed_null": True}, "illegal"),
    (replace(PUB, re_on_null=True), "re", {"closed_null": True}, "legal"),
    (LEAGUE, "defenders_share", {}, 40),
])  # fmt: skip
def test_disputes_depend_on_the_house_rules(house, question, facts, expected):
    assert verdict(question, house, **facts) == expected


def test_at_four_each_defender_is_paid_30_and_the_dealer_as_agreed():
    assert verdict("defenders_share", LEAGUE, FOUR) == 30
    without_dealer = replace(LEAGUE, dealer_gets_defender_points=False)
    assert "nothing" in ask("defenders_share", without_dealer, FOUR)["because"][1]["text"]
