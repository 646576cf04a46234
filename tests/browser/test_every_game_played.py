"""Every game played to its end by taps, except Two Hundred: `test_evening.py`.

The expected scores were worked out by hand from the rules each game cites. By day one game stands for all
whose answers have its shape.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.nightly import by_night

from .drawn import Drawn
from .playing import hand, kind

pytestmark = [pytest.mark.browser, pytest.mark.looks]


class Evening(NamedTuple):
    """A game, its hands such as "winner 1, left.0 16" or "Everyone passed:", and the winner with the rule."""

    slug: str
    hands: tuple[str, ...]
    winner: str
    rule: str
    totals: str
    preset: str = ""
    house: dict[str, Any] = {}
    names: str = "Ann Bo Cy"


BY_DAY = (
    Evening(
        "five_hundred",
        (
            "bidder 2, level+trumps 8+hearts, tricks.0 9",  # 300 : 10
            "bidder 3, level+trumps 7+spades, tricks.1 5",  # 350 : −130
            "Misère: bidder 1, made yes",  # 350 : 120
            "bidder 0, level+trumps 7+none, tricks.0 7",
        ),
        *("Ann & Cy", "6.1", "570 150", "", {}, "Ann Bo Cy Di"),
    ),
    Evening(
        "big_two",
        (
            # Up to nine cards count once, ten to twelve twice, thirteen thrice; at fifty the lowest wins.
            "winner 0, left.1 3, left.2 9, left.3 8",
            "winner 2, left.0 1, left.1 13, left.3 2",
            "winner 0, left.1 9, left.2 3, left.3 1",
        ),
        *("Ann", "8.2", "1 51 12 11", "penalty-to-50", {}, "Ann Bo Cy Di"),
    ),
    Evening(
        "skat",
        (
            # With 2, game 3, schneider 4 × 12 = 48.
            "declarer 1, game clubs, matadors+without 2+no, points 91",
            # Without 1, game 2 × 9 = 18; 55 points are too few, and a lost game costs double.
            "declarer 2, game diamonds, matadors+without 1+yes, points 55",
            "Everyone passed:",
            # With 1, game 2, hand 3 × 24 = 72. Two deals later Cy sits left of the dealer again.
            "declarer 0, game grand, hand yes, matadors+without 1+no, points 61",
        ),
        *("Ann", "7.1", "72 48 -36", "simple", {"list_deals": 4}),
    ),
    Evening(
        "golf",
        (
            "points.0 17, points.1 5, points.2 24",
            # K 0, K 0, A 1, 2 2; Q 10, Q 10, J 10, 9 9; 5 5, 5 5, 3 3, 7 7: this table counts pairs.
            "By cards: cards.0 KS KH AD 2C, cards.1 QS QH JD 9C, cards.2 5S 5H 3D 7C",
        ),
        *("Ann", "7.1", "20 44 44", "", {"holes": 2}),
    ),
    Evening(
        "baccarat",
        (
            "on.1 punto, stake.1 10, on.2 banco, stake.2 20, winner punto",  # Ann's bank: −10 + 20
            # Bo's bank. Cy bets 20 on Banco again; the commission is 5 %, so each wins 19.
            "repeat same, on.0 banco, stake.0 20, winner banco",
        ),
        *("Ann", "6.4", "29 -28 -1", "", {"end": "rounds", "rounds": 2}),
    ),
)
OTHERS = (
    Evening(
        "rummy",
        # Bo collects both hands; then the whole hand at once: double, 26.
        ("winner 1, left.0 16, left.2 20", "winner 1, left.0 7, left.2 6, rummy yes"),
        *("Bo", "6.1", "0 62 0", "", {"target": 60}),
    ),
    Evening(
        "gin_rummy",
        (
            "knocker 0, knocker_deadwood 4, defender_deadwood 23",  # 19
            "knocker 1, knocker_deadwood 0, big_gin no, defender_deadwood 40",  # gin: 40 + 25
            "knocker 0, knocker_deadwood 8, defender_deadwood 8",  # a tie is an undercut: 25 for Bo
            "A dead hand:",
            "knocker 1, knocker_deadwood 0, big_gin no, defender_deadwood 20",  # gin: 45, and Bo has 135
        ),
        # Bo 135 + 3 boxes of 25 + 100 for the game; Ann 19 + 1 box.
        *("Bo", "5.1", "44 310", "", {}, "Ann Bo"),
    ),
    Evening(
        "rummy_500",
        (
            # 50, 40 and −20: Bo went out.
            "laid.0 55, held.0 5, laid.1 40, held.1 none, laid.2 10, held.2 30",
            "laid.0 60, held.0 none, laid.1 30, held.1 15, laid.2 45, held.2 5",  # 60, 15 and 40
        ),
        *("Ann", "6.1", "110 55 20", "r500-bicycle", {"target": 100}),
    ),
    Evening(
        "go_fish",
        ("books.0 5, books.1 6", "books.0 4, books.1 4"),  # Cy has the other two, and the other five
        *("Bo", "5.5", "9 10 7", "", {"rounds": 2}),
    ),
    Evening(
        "crazy_eights",
        (
            "winner 2, left.0 60, left.1 4",  # an eight and a king; an ace and a three
            "winner 0, left.1 25, left.2 12",
            "winner 2, left.0 30, left.1 10",
        ),
        *("Cy", "6.1", "37 0 104", "", {"target": 100}),
    ),
    Evening("old_maid", ("maid 1", "maid 2", "maid 1"), "Ann", "5.1", "0 2 1", "", {"rounds": 3}),
    Evening(
        "sergeant_major",
        # Ann deals: targets 8, 5 and 3; Bo deals: 3, 8 and 5. Twelve tricks win at once.
        ("tricks.0 9, tricks.1 5", "tricks.0 1, tricks.1 12"),
        *("Bo", "6.1", "-1 4 -3", "pagat"),
    ),
    Evening(
        "ninety_nine",
        (
            "bids.0 3, bids.1 2, bids.2 4, tricks.0 3, tricks.1 4",  # Ann alone: 3 + 30
            # All three: 10 each besides their tricks, and Bo had declared: 30.
            "bids.0 2, bids.1 3, premiums.1 declare, bids.2 4, tricks.0 2, tricks.1 3",
        ),
        *("Bo", "6.1", "45 47 16", "", {"game_length": "deals:2"}),
    ),
    Evening(
        "let_it_ride",
        (
            "kept.1 3, hand.1 flush, kept.2 1, hand.2 no_pay",  # Ann's bank: three stakes at 8, one lost
            "kept.0 2, hand.0 tens_or_better, kept.2 1, hand.2 no_pay",  # Bo's: two stakes at 1, one lost
            "Game ended:",
        ),
        *("Bo", "6.3", "-21 23 -2"),
    ),
    Evening(
        "tally",
        (
            "points.0 12, points.1 -5, points.2 7, points.3 0",
            "points.0 3, points.1 20, points.2 4, points.3 1",
        ),
        *("Ann and Bo", "5.1", "15 15 11 1", "", {"end": "rounds", "rounds": 2}, "Ann Bo Cy Di"),
    ),
)


@pytest.mark.parametrize(
    "evening", [*BY_DAY, *(pytest.param(one, marks=by_night) for one in OTHERS)], ids=lambda one: one.slug
)
def test_a_game_is_played_to_its_winner(form_page: Page, evening: Evening) -> None:
    drawn = Drawn(evening.slug, evening.preset, tuple(evening.names.split()), house=evening.house)
    page = drawn.open(form_page)
    for each in evening.hands:
        title, colon, answers = each.rpartition(":")
        if colon:
            kind(page, title)
        hand(page, answers.strip())
    expect(page.locator(".winner .title")).to_have_text(re.compile(f"^{re.escape(evening.winner)} won"))
    expect(page.locator(".winner .rule").first).to_have_text(evening.rule)
    shown = page.locator(".total .number").all_inner_texts()
    assert [total.replace("−", "-") for total in shown] == evening.totals.split()
