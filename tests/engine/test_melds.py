"""Sets and runs."""

import pytest

from games.engine import HIGH_OR_LOW, LOW, ROUND_THE_CORNER, Cards, is_run, is_set


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("7S 7H 7D", True),
        ("7S 7H 7D 7C", True),
        ("7S 7H", False),
        ("7S 7H 8D", False),
        ("7S 7S 7D", False),  # from two packs, but a set has each suit once
        ("7S 7H X1", True),
        ("7S X1 X2", True),
        ("X1 X2", False),
        ("7S 7H 7D 7C X1", False),
    ],
)
def test_a_set_is_three_or_four_of_a_rank(cards, expected):
    assert is_set(Cards.read(cards)) is expected


@pytest.mark.parametrize(
    ("cards", "low", "high", "corner"),
    [
        ("AS 2S 3S", True, True, True),
        ("QS KS AS", False, True, True),
        ("KS AS 2S", False, False, True),
        ("QS KS AS 2S 3S", False, False, True),
        ("9S TS JS QS", True, True, True),
        ("9S TS QS", False, False, False),
        ("9S TS JH", False, False, False),
        ("9S TS", False, False, False),
        ("9S 9S TS", False, False, False),
        ("9S X1 JS", True, True, True),
        ("KS X1 AS", False, True, True),  # the joker is the queen
        ("X1 X2", False, False, False),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", True, True, True),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS X1", False, False, False),  # not round the corner twice
    ],
)
def test_a_run_is_three_or_more_of_a_suit_in_order(cards, low, high, corner):
    meld = Cards.read(cards)
    assert [is_run(meld, orders) for orders in (LOW, HIGH_OR_LOW, ROUND_THE_CORNER)] == [low, high, corner]
