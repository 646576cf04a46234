"""Skat: presets, and invariants."""

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from games.engine import (
    Adjustment,
    play,
)
from games.engine.interchange import read_record
from games.skat import GAME
from games.skat.cards import trumps
from games.skat.game_value import ladder
from games.skat.hands import (
    TrumpGame,
    Trumps,
    game_value,
)
from games.skat.house import (
    AllPass,
    BockTrigger,
    House,
    Scoring,
    Settlement,
)
from tests.games.skat_table import CLUBS, DIAMONDS, RAMSCH, THREE, A, B, C, bidding, sheet, totals
from tests.strategies import hands

# Presets


def test_presets_match_the_rules():
    league, simple, pub = (preset.house for preset in GAME.presets)
    assert [preset.id for preset in GAME.presets] == ["isko-league", "simple", "pub"]
    assert replace(league, scoring=Scoring.SIMPLE) == simple == House()
    assert (pub.kontra, pub.re, pub.all_pass) == (True, True, AllPass.RAMSCH)
    assert pub.bock == {BockTrigger.LOST_60_60, BockTrigger.LOST_KONTRA}


def test_every_statement_of_the_short_rules_holds():
    """Check the statements of one source, a page of short card-game rules."""
    ranks = "7 8 9 Q K T A"
    assert str(trumps(DIAMONDS)) == "JC JS JH JD " + " ".join(f"{rank}D" for rank in reversed(ranks.split()))
    assert {game.value for game in Trumps} == {"diamonds", "hearts", "spades", "clubs", "grand"}
    # "Firstly between the two players excluding the dealer, then between the dealer and the winner"
    assert [seat for seat, _call in bidding("18 hold pass 20 pass")[0].calls_made] == [C, B, C, A, B]
    # "winning 61 is necessary", and "he must also cover the declaration points he announced in the bidding"
    assert totals(TrumpGame(A, CLUBS, 1, 61, bid=24)) == (24, 0, 0)
    assert totals(TrumpGame(A, CLUBS, 1, 61, bid=27)) == (-72, 0, 0)


CLUBS_HAND = {"declarer": 0, "game": "clubs", "matadors": 2, "points": 93, "hand": True}
CLUBS_AND_NULL = [
    {"number": 1, "hand": {"kind": "trump_game", **CLUBS_HAND}},
    {"number": 2, "hand": {"kind": "null", "declarer": 2, "game": "null_ouvert", "won": False}},
]


def test_league_scores_do_not_depend_on_the_tables_scoring():
    for shape in ({}, {"seats": 4, "sides": 4, "first_dealer": 3}):
        record = {"format": "scorekeeper/1", "game": "skat", "entries": CLUBS_AND_NULL, **shape}
        league, simple = (
            read_record({**record, "preset": preset}, {"skat": GAME}).sheet
            for preset in ("isko-league", "simple")
        )
        scores = GAME.league_scoring.points(simple)
        assert [score.points for score in scores] == list(league.totals)
        assert scores == GAME.league_scoring.points(league)
        assert [(score.won, score.lost) for score in scores][:3] == [(1, 0), (0, 0), (0, 1)]


# Invariants


@given(data=st.data())
def test_settlements_sum_to_zero_and_game_values_are_possible_bids(data):
    house = replace(RAMSCH, settlement=Settlement.TO_EACH)
    hand = data.draw(hands(GAME, sheet(house)))
    assume(not isinstance(hand, Adjustment))
    sheet_after = play(GAME, THREE, house, [hand])
    assert sum(sheet_after.totals) == 0
    if isinstance(hand, TrumpGame) and not sheet_after.rows[0].problems:
        assert game_value(hand, house).value in ladder(house)
