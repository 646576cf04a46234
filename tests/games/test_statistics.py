"""What is told of matches, worked out by hand from the digests of the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games import every_game
from games.engine import Adjustment, Example, PerSide, StatEvent, Stopped, play, to_json
from games.engine.json_codec import from_json

EVERY = every_game()


def events_of(
    slug: str, *hands: dict[str, Any], preset: str = "", shape: tuple[int, int] = (4, 2)
) -> list[StatEvent]:
    """What a game tells of these hands."""
    from games.engine import Seating, hand_from_json

    game = EVERY[slug]
    chosen = game.preset(preset) or game.presets[0]
    sheet = play(game, Seating(*shape), chosen.house, [hand_from_json(game, hand) for hand in hands])
    assert [row.problems for row in sheet.rows] == [()] * len(hands)
    return list(game.stat_events(sheet))


def of(found: list[StatEvent], stat: str) -> list[tuple[int, int, int, Any]]:
    """Who, how often, of how many tries, how much: of one stat."""
    return [(int(event.who), event.n, event.tries, event.amount) for event in found if event.stat.id == stat]


def test_eight_hearts_made_with_nine_left_the_price_of_nine_on_the_table() -> None:
    # 500.md, table of values (Avondale): 8♥ is 300, 9♥ is 400.
    found = events_of(
        "five_hundred",
        {"kind": "contract", "bidder": 2, "level": 8, "trumps": "hearts", "tricks": [9, 1]},
    )
    assert of(found, "contract") == [(2, 1, 1, 0)]
    assert of(found, "made_8H") == [(2, 1, 1, 0)]
    assert of(found, "left") == [(2, 1, 1, 100)]
    assert of(found, "highest") == [(2, 1, 1, 300)]
    assert of(found, "set") == [(1, 0, 1, 0)]
    assert not of(found, "slam")


def test_eight_clubs_set_by_two_tricks_is_overbid_by_two() -> None:
    found = events_of(
        "five_hundred",
        {"kind": "contract", "bidder": 1, "level": 8, "trumps": "clubs", "tricks": [4, 6]},
        {"kind": "contract", "bidder": 0, "level": 6, "trumps": "spades", "tricks": [10, 0]},
        {"kind": "misere", "bidder": 3, "made": True},
        {"kind": "misere", "bidder": 3, "made": False, "open": True},
    )
    assert of(found, "short") == [(1, 1, 1, 2)]
    assert of(found, "set") == [(0, 1, 1, 0), (1, 0, 1, 0), (0, 0, 1, 0), (0, 1, 1, 0)]
    # All ten tricks at 6♠ (40): 10♠ would have been 440.
    assert of(found, "slam") == [(0, 1, 1, 0)]
    assert of(found, "left") == [(0, 1, 1, 400)]
    assert of(found, "misere_made") == [(3, 1, 1, 0)]
    assert of(found, "made_open_misere") == [(3, 0, 1, 0)]


def test_a_bid_of_75_that_took_85_is_made_with_ten_over() -> None:
    found = events_of(
        "two_hundred",
        {"kind": "deal", "bidder": 0, "bid": 75, "took": [85, 15], "trump": "spades"},
        {"kind": "deal", "bidder": 1, "bid": 80, "took": [40, 60]},
    )
    assert of(found, "bid") == [(0, 1, 1, 0), (1, 0, 1, 0)]
    assert of(found, "bid_70") == [(0, 1, 1, 0)]
    assert of(found, "trump_spades") == [(0, 1, 1, 0)]
    assert of(found, "over") == [(0, 1, 1, 10)]
    assert of(found, "short") == [(1, 1, 1, 20)]
    assert of(found, "set") == [(1, 0, 1, 0), (0, 1, 1, 0)]


def test_a_side_at_the_hundred_that_was_silent_loses_what_it_took() -> None:
    # 200.md: at 100 or more a side that did not bid scores nothing in defence.
    found = events_of(
        "two_hundred",
        {"kind": "deal", "bidder": 1, "bid": 100, "took": [0, 100]},
        {"kind": "deal", "bidder": 0, "bid": 60, "took": [60, 40]},
    )
    assert of(found, "everything") == [(1, 1, 1, 0)]
    assert of(found, "silent") == [(1, 1, 1, 40)]


def test_big_two_tells_who_was_left_with_how_many_cards() -> None:
    found = events_of(
        "big_two",
        {"kind": "deal", "winner": 0, "left": [0, 3, 10, 13]},
        shape=(4, 4),
    )
    assert of(found, "out") == [(0, 1, 1, 0), (1, 0, 1, 0), (2, 0, 1, 0), (3, 0, 1, 0)]
    assert of(found, "cards_left") == [(1, 1, 1, 3), (2, 1, 1, 10), (3, 1, 1, 13)]
    assert of(found, "whole_hand") == [(3, 1, 1, 0)]
    assert of(found, "everybody") == [(0, 1, 1, 26)]


def test_skat_tells_games_by_kind_and_what_was_set() -> None:
    # skat.md: clubs with 2 is 3 x 12 = 36; lost, it counts double.
    found = events_of(
        "skat",
        {"kind": "trump_game", "declarer": 1, "game": "clubs", "matadors": 2, "points": 65},
        {"kind": "trump_game", "declarer": 0, "game": "clubs", "matadors": 2, "points": 50},
        {"kind": "null", "declarer": 1, "game": "null", "won": True},
        shape=(3, 3),
    )
    assert of(found, "own") == [(1, 1, 1, 0), (0, 0, 1, 0), (1, 1, 1, 0)]
    assert of(found, "won_clubs") == [(1, 1, 1, 0), (0, 0, 1, 0)]
    assert of(found, "worth")[0] == (1, 1, 1, 36)
    assert of(found, "dearest") == [(0, 1, 1, -72)]
    assert Counter(who for who, n, _tries, _amount in of(found, "set") if n) == {1: 1, 2: 1}
    assert of(found, "points") == [(1, 1, 1, 65), (0, 1, 1, 50)]


def test_a_game_of_skat_that_was_not_counted_has_no_card_points() -> None:
    hand = {"kind": "trump_game", "declarer": 1, "game": "clubs", "matadors": 2, "points": None, "won": True}
    found = events_of("skat", hand, shape=(3, 3))
    assert of(found, "own") == [(1, 1, 1, 0)]
    assert not of(found, "points")


def test_a_round_of_go_fish_without_a_book_is_told() -> None:
    found = events_of("go_fish", {"kind": "round", "books": [9, 4, 0]}, shape=(3, 3))
    assert of(found, "no_book") == [(2, 1, 1, 0)]
    assert of(found, "books") == [(0, 1, 1, 9), (1, 1, 1, 4), (2, 1, 1, 0)]


def test_ninety_nine_tells_bids_made_to_the_trick() -> None:
    found = events_of("ninety_nine", {"kind": "deal", "bids": [3, 2, 4], "tricks": [3, 1, 5]}, shape=(3, 3))
    assert of(found, "bid") == [(0, 1, 1, 0), (1, 0, 1, 0), (2, 0, 1, 0)]
    assert of(found, "off") == [(1, 1, 1, 1), (2, 1, 1, 1)]
    assert of(found, "alone") == [(0, 1, 1, 0)]


def test_gin_is_told_and_so_is_the_undercut() -> None:
    found = events_of(
        "gin_rummy",
        {"kind": "knock", "knocker": 0, "knocker_deadwood": 0, "defender_deadwood": 20},
        {"kind": "knock", "knocker": 1, "knocker_deadwood": 9, "defender_deadwood": 5},
        shape=(2, 2),
    )
    assert of(found, "gin") == [(0, 1, 1, 0)]
    assert of(found, "knock") == [(0, 1, 1, 0), (1, 0, 1, 0)]
    assert of(found, "undercut") == [(1, 0, 1, 0), (0, 1, 1, 0)]


def test_a_comeback_is_what_the_winner_was_behind() -> None:
    from games.engine import Seating, match_stat_events

    game = EVERY["two_hundred"]
    points = [(0, 90), (60, 20), (60, 0)]
    hands = [*(Adjustment(PerSide(pair), "as played") for pair in points), Stopped()]
    sheet = play(game, Seating(4, 2), game.presets[0].house, hands)
    found = list(match_stat_events(game, sheet))
    assert of(found, "comeback") == [(0, 1, 1, 90)]
    assert next(event.number for event in found if event.stat.id == "comeback") == 1
    assert of(found, "margin") == [(0, 1, 1, 10)]
    assert of(found, "match") == [(0, 1, 1, 0), (1, 0, 1, 0)]


@pytest.mark.parametrize("game", EVERY.values(), ids=lambda game: game.slug)
def test_the_examples_of_a_game_tell_something(game: Any) -> None:
    told = set()
    for example in game.examples:
        assert isinstance(example, Example)
        house = from_json(game.house, to_json(example.house))
        sheet = play(game, example.seating, house, example.hands)
        told |= {event.stat.id for event in game.stat_events(sheet)}
    assert told, "a game knows something that others do not"
    alone = {stat.id for stat in game.stats if not stat.group}
    assert len(told & alone) * 2 >= len(alone), "its examples do at least half of what it counts"
