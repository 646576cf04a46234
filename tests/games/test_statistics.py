"""Statistics of matches, worked out by hand."""

from collections import Counter

import pytest

from games import every_game
from games.engine import (
    Adjustment,
    PerSide,
    Seating,
    Stopped,
    hand_from_json,
    match_stat_events,
    play,
)

GAMES = every_game()


def events_of(slug, *hands, shape=(4, 2)):
    """Return the events that a game counts in these hands; ``shape``: the numbers of seats and sides."""
    game = GAMES[slug]
    sheet = play(game, Seating(*shape), game.presets[0].house, [hand_from_json(game, hand) for hand in hands])
    assert [row.problems for row in sheet.rows] == [()] * len(hands)
    return list(game.stat_events(sheet))


def events_of_stat(events, stat):
    """Return each event of one stat as its seat or side, successes, tries and amount."""
    return [(int(event.who), event.n, event.tries, event.amount) for event in events if event.stat.id == stat]


def check_events(events, **expected):
    assert {stat: events_of_stat(events, stat) for stat in expected} == expected


def test_tricks_left_unbid_are_counted_by_their_value():
    # 8♥ is 300, 9♥ is 400.
    check_events(
        events_of(
            "five_hundred",
            {"kind": "contract", "bidder": 2, "level": 8, "trumps": "hearts", "tricks": [9, 1]},
        ),
        contract=[(2, 1, 1, 0)],
        made_8H=[(2, 1, 1, 0)],
        left=[(2, 1, 1, 100)],
        highest=[(2, 1, 1, 300)],
        set=[(1, 0, 1, 0)],
        slam=[],
    )


def test_a_failed_contract_is_counted_by_the_tricks_short():
    check_events(
        events_of(
            "five_hundred",
            {"kind": "contract", "bidder": 1, "level": 8, "trumps": "clubs", "tricks": [4, 6]},
            {"kind": "contract", "bidder": 0, "level": 6, "trumps": "spades", "tricks": [10, 0]},
            {"kind": "misere", "bidder": 3, "made": True},
            {"kind": "misere", "bidder": 3, "made": False, "open": True},
        ),
        short=[(1, 1, 1, 2)],
        set=[(0, 1, 1, 0), (1, 0, 1, 0), (0, 0, 1, 0), (0, 1, 1, 0)],
        # All ten tricks at 6♠ (40): 10♠ would have been 440.
        slam=[(0, 1, 1, 0)],
        left=[(0, 1, 1, 400)],
        misere_made=[(3, 1, 1, 0)],
        made_open_misere=[(3, 0, 1, 0)],
    )


def test_a_bid_made_is_counted_with_its_margin():
    check_events(
        events_of(
            "two_hundred",
            {"kind": "deal", "bidder": 0, "bid": 75, "took": [85, 15], "trump": "spades"},
            {"kind": "deal", "bidder": 1, "bid": 80, "took": [40, 60]},
        ),
        bid=[(0, 1, 1, 0), (1, 0, 1, 0)],
        bid_70=[(0, 1, 1, 0)],
        trump_spades=[(0, 1, 1, 0)],
        over=[(0, 1, 1, 10)],
        short=[(1, 1, 1, 20)],
        set=[(1, 0, 1, 0), (0, 1, 1, 0)],
    )


def test_points_lost_by_silence_are_counted():
    # At 100 or more a side that did not bid scores nothing in defence.
    check_events(
        events_of(
            "two_hundred",
            {"kind": "deal", "bidder": 1, "bid": 100, "took": [0, 100]},
            {"kind": "deal", "bidder": 0, "bid": 60, "took": [60, 40]},
        ),
        everything=[(1, 1, 1, 0)],
        silent=[(1, 1, 1, 40)],
    )


def test_big_two_counts_cards_left():
    check_events(
        events_of("big_two", {"kind": "deal", "winner": 0, "left": [0, 3, 10, 13]}, shape=(4, 4)),
        out=[(0, 1, 1, 0), (1, 0, 1, 0), (2, 0, 1, 0), (3, 0, 1, 0)],
        cards_left=[(1, 1, 1, 3), (2, 1, 1, 10), (3, 1, 1, 13)],
        whole_hand=[(3, 1, 1, 0)],
        everybody=[(0, 1, 1, 26)],
    )


def test_skat_counts_games_by_kind_and_sets():
    # Clubs with 2 is 3 x 12 = 36; lost, it counts double.
    clubs = {"kind": "trump_game", "game": "clubs", "matadors": 2}
    events = events_of(
        "skat",
        {**clubs, "declarer": 1, "points": 65},
        {**clubs, "declarer": 0, "points": 50},
        {"kind": "null", "declarer": 1, "game": "null", "won": True},
        shape=(3, 3),
    )
    check_events(
        events,
        own=[(1, 1, 1, 0), (0, 0, 1, 0), (1, 1, 1, 0)],
        won_clubs=[(1, 1, 1, 0), (0, 0, 1, 0)],
        dearest=[(0, 1, 1, -72)],
        points=[(1, 1, 1, 65), (0, 1, 1, 50)],
    )
    assert events_of_stat(events, "worth")[0] == (1, 1, 1, 36)
    # Players 1 and 2 each beat the declarer of the lost game once.
    assert Counter(who for who, n, _tries, _amount in events_of_stat(events, "set") if n) == {1: 1, 2: 1}
    without_points = {**clubs, "declarer": 1, "points": None, "won": True}
    check_events(events_of("skat", without_points, shape=(3, 3)), own=[(1, 1, 1, 0)], points=[])


def test_go_fish_counts_rounds_without_a_book():
    check_events(
        events_of("go_fish", {"kind": "round", "books": [9, 4, 0]}, shape=(3, 3)),
        no_book=[(2, 1, 1, 0)],
        books=[(0, 1, 1, 9), (1, 1, 1, 4), (2, 1, 1, 0)],
    )


def test_ninety_nine_counts_bids_made_exactly():
    check_events(
        events_of("ninety_nine", {"kind": "deal", "bids": [3, 2, 4], "tricks": [3, 1, 5]}, shape=(3, 3)),
        bid=[(0, 1, 1, 0), (1, 0, 1, 0), (2, 0, 1, 0)],
        off=[(1, 1, 1, 1), (2, 1, 1, 1)],
        alone=[(0, 1, 1, 0)],
    )


def test_gin_rummy_counts_gins_and_undercuts():
    check_events(
        events_of(
            "gin_rummy",
            {"kind": "knock", "knocker": 0, "knocker_deadwood": 0, "defender_deadwood": 20},
            {"kind": "knock", "knocker": 1, "knocker_deadwood": 9, "defender_deadwood": 5},
            shape=(2, 2),
        ),
        gin=[(0, 1, 1, 0)],
        knock=[(0, 1, 1, 0), (1, 0, 1, 0)],
        undercut=[(1, 0, 1, 0), (0, 1, 1, 0)],
    )


def test_a_comeback_is_the_winners_largest_deficit():
    game = GAMES["two_hundred"]
    points = [(0, 90), (60, 20), (60, 0)]
    hands = [*(Adjustment(PerSide(pair), "as played") for pair in points), Stopped()]
    sheet = play(game, Seating(4, 2), game.presets[0].house, hands)
    events = list(match_stat_events(game, sheet))
    check_events(events, comeback=[(0, 1, 1, 90)], margin=[(0, 1, 1, 10)], match=[(0, 1, 1, 0), (1, 0, 1, 0)])
    assert next(event.number for event in events if event.stat.id == "comeback") == 1


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_the_examples_of_a_game_have_statistics(game):
    sheets = [play(game, example.seating, example.house, example.hands) for example in game.examples]
    stats_counted = {event.stat.id for sheet in sheets for event in game.stat_events(sheet)}
    assert stats_counted, "no statistic of the game's own"
    ungrouped = {stat.id for stat in game.stats if not stat.group}
    assert len(stats_counted & ungrouped) * 2 >= len(ungrouped), "at least half of the statistics"


@pytest.mark.parametrize("slug", ["rummy", "crazy_eights"])
def test_cards_left_count_as_their_points(slug):
    by_cards = events_of(slug, {"kind": "cards", "winner": 0, "cards": ["", "KH 9S", "5D"]}, shape=(3, 3))
    by_points = events_of(slug, {"kind": "out", "winner": 0, "left": [None, 19, 5]}, shape=(3, 3))
    for stat in "left", "most_left":
        assert events_of_stat(by_cards, stat) == events_of_stat(by_points, stat) != []
