"""Every game of the seeds on a phone: started, played to its end, carried to the command line, and ruled on.

The hands are worked out by hand from the rules each game cites. 200, 500 and Big Two: `test_evening.py`. By
day one game plays for all whose answers are of its shape; tests/site plays every game without a browser.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Phone
from tests.nightly import by_night

from .playing import ask, hand, passed, start, won

pytestmark = [pytest.mark.browser, pytest.mark.looks]

THREE = "Ann Bo Cy"


def test_skat(phone: Phone, tmp_path: Path) -> None:
    page = start(phone, "skat", THREE, "simple", list_deals="4")
    # With 2, game 3, schneider 4 × 12 = 48.
    hand(page, "declarer 1, game clubs, matadors+without 2+no, points 91")
    # Without 1, game 2 × 9 = 18; 55 points are too few, and a lost game costs double.
    hand(page, "declarer 2, game diamonds, matadors+without 1+yes, points 55")
    passed(page, "Everyone passed")
    # With 1, game 2, hand 3 × 24 = 72. Two deals on it is Cy who sits left of the dealer again.
    hand(page, "declarer 0, game grand, hand yes, matadors+without 1+no, points 61")
    won(page, "Ann", "7.1", "72 48 -36", tmp_path)
    ask(page, "empty_trick", "tricks 1", "a trick worth nothing is one")


@by_night
def test_rummy(phone: Phone, tmp_path: Path) -> None:
    page = start(phone, "rummy", THREE, target="60")
    hand(page, "winner 1, left.0 16, left.2 20")  # Bo collects both hands
    hand(page, "winner 1, left.0 7, left.2 6, rummy yes")  # the whole hand at once: double, 26
    won(page, "Bo", "6.1", "0 62 0", tmp_path)
    ask(page, "meld", "cards QS KS AS", "No run")  # the ace is low


@by_night
def test_gin_rummy(phone: Phone, tmp_path: Path) -> None:
    page = start(phone, "gin_rummy", "Ann Bo")
    hand(page, "knocker 0, knocker_deadwood 4, defender_deadwood 23")  # 19
    hand(page, "knocker 1, knocker_deadwood 0, big_gin no, defender_deadwood 40")  # gin: 40 + 25
    hand(page, "knocker 0, knocker_deadwood 8, defender_deadwood 8")  # level is an undercut: 25 for Bo
    passed(page, "A dead hand")
    hand(page, "knocker 1, knocker_deadwood 0, big_gin no, defender_deadwood 20")  # gin: 45, and Bo has 135
    # Bo 135 + 3 boxes of 25 + 100 for the game; Ann 19 + 1 box.
    won(page, "Bo", "5.1", "44 310", tmp_path)
    ask(page, "level", "", "undercut")


@by_night
def test_rummy_500(phone: Phone, tmp_path: Path) -> None:
    page = start(phone, "rummy_500", THREE, "r500-bicycle", target="100")
    # 50, 40 and −20: Bo went out.
    hand(page, "laid.0 55, held.0 5, laid.1 40, held.1 none, laid.2 10, held.2 30")
    hand(page, "laid.0 60, held.0 none, laid.1 30, held.1 15, laid.2 45, held.2 5")  # 60, 15 and 40
    won(page, "Ann", "6.1", "110 55 20", tmp_path)
    ask(page, "one_card", "", "above")


@by_night
def test_go_fish(phone: Phone, tmp_path: Path) -> None:
    page = start(phone, "go_fish", THREE, rounds="2")
    hand(page, "books.0 5, books.1 6")  # Cy has the other two
    hand(page, "books.0 4, books.1 4")  # and the other five
    won(page, "Bo", "5.5", "9 10 7", tmp_path)
    ask(page, "next", "asker 0, asked 2", "Bo")  # on the left, not who was asked


@by_night
def test_crazy_eights(phone: Phone, tmp_path: Path) -> None:
    page = start(phone, "crazy_eights", THREE, target="100")
    hand(page, "winner 2, left.0 60, left.1 4")  # an eight and a king; an ace and a three
    hand(page, "winner 0, left.1 25, left.2 12")
    hand(page, "winner 2, left.0 30, left.1 10")
    won(page, "Cy", "6.1", "37 0 104", tmp_path)
    ask(page, "draw_for_twos", "twos 2", "4")


@by_night
def test_old_maid(phone: Phone, tmp_path: Path) -> None:
    page = start(phone, "old_maid", THREE, rounds="3")
    for maid in "1", "2", "1":
        hand(page, f"maid {maid}")
    won(page, "Ann", "5.1", "0 2 1", tmp_path)
    ask(page, "three_alike", "", "One pair only")


def test_golf(phone: Phone, tmp_path: Path) -> None:
    page = start(phone, "golf", THREE, holes="2")
    hand(page, "points.0 17, points.1 5, points.2 24")
    # K 0, K 0, A 1, 2 2; Q 10, Q 10, J 10, 9 9; 5 5, 5 5, 3 3, 7 7: at this table pairs count.
    hand(page, "cards.0 KS KH AD 2C, cards.1 QS QH JD 9C, cards.2 5S 5H 3D 7C", "By cards")
    won(page, "Ann", "7.1", "20 44 44", tmp_path)
    ask(page, "card", "card KD", "0")


@by_night
def test_sergeant_major(phone: Phone, tmp_path: Path) -> None:
    page = start(phone, "sergeant_major", THREE, "pagat")
    hand(page, "tricks.0 9, tricks.1 5")  # Ann deals: 8, 5 and 3 to take
    hand(page, "tricks.0 1, tricks.1 12")  # Bo deals: 3, 8 and 5; twelve tricks win at once
    won(page, "Bo", "6.1", "-1 4 -3", tmp_path)
    ask(page, "targets", "dealer 1", "8")


@by_night
def test_ninety_nine(phone: Phone, tmp_path: Path) -> None:
    page = start(phone, "ninety_nine", THREE, game_length="deals:2")
    hand(page, "bids.0 3, bids.1 2, bids.2 4, tricks.0 3, tricks.1 4")  # Ann alone: 3 + 30
    # All three: 10 each besides their tricks, and Bo had declared: 30.
    hand(page, "bids.0 2, bids.1 3, premiums.1 declare, bids.2 4, tricks.0 2, tricks.1 3")
    won(page, "Bo", "6.1", "45 47 16", tmp_path)
    ask(page, "next_trump", "made 2", "♥")


@by_night
def test_let_it_ride(phone: Phone, tmp_path: Path) -> None:
    page = start(phone, "let_it_ride", THREE)
    hand(
        page, "kept.1 3, hand.1 flush, kept.2 1, hand.2 no_pay"
    )  # Ann holds the bank: three stakes at 8, one lost
    hand(
        page, "kept.0 2, hand.0 tens_or_better, kept.2 1, hand.2 no_pay"
    )  # then Bo: two stakes at 1, one lost
    passed(page, "Game ended")
    won(page, "Bo", "6.3", "-21 23 -2", tmp_path)
    ask(page, "pair", "rank 9", "not")


def test_baccarat(phone: Phone, tmp_path: Path) -> None:
    page = start(phone, "baccarat", THREE, end="rounds", rounds="2")
    hand(page, "on.1 punto, stake.1 10, on.2 banco, stake.2 20, winner punto")  # Ann's bank: −10 + 20
    # Bo's bank. Cy's 20 on Banco still lie there; 5 in the hundred are kept, so each wins 19.
    hand(page, "on.0 banco, stake.0 20, winner banco")
    won(page, "Ann", "6.4", "29 -28 -1", tmp_path)
    ask(page, "banco", "banco 6, third 6, punto 0", "draws")


@by_night
def test_any_other_game(phone: Phone, tmp_path: Path) -> None:
    page = start(phone, "tally", "Ann Bo Cy Di", end="rounds", rounds="2")
    hand(page, "points.0 12, points.1 -5, points.2 7, points.3 0")
    hand(page, "points.0 3, points.1 20, points.2 4, points.3 1")
    won(page, "Ann and Bo", "5.1", "15 15 11 1", tmp_path)
    ask(page, "leader", "", "15")
