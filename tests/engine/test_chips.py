"""Buying and cashing in chips."""

import pytest

from games.engine import CHIPS, Goal, Side, append_hand, play
from games.engine.chips import ChipPurchase, chip_lines, chips_bought, chips_returned
from tests.engine.toy import THREE, TOY, End, House


@pytest.mark.parametrize(("amount", "words"), [(50, "Bought 50"), (-20, "Cashed in 20"), (0, "Bought 0")])
def test_bought_chips_count_for_a_player_and_cashed_chips_against(amount, words):
    (line,) = chip_lines(ChipPurchase(Side(1), amount))
    assert (line.side, line.points) == (1, amount)
    (because,) = line.because
    assert because.rule is CHIPS
    assert str(because.words) == words


def test_bought_chips_are_returned_at_the_end():
    purchases = [ChipPurchase(Side(side), amount) for side, amount in ((0, 100), (1, 50), (0, -30), (2, -5))]
    sheet = play(TOY, THREE, House(ends=Goal(End.NEVER)), purchases)
    assert chips_bought(sheet) == (70, 50, -5)
    assert [(line.side, line.points, str(line.because[0].words)) for line in chips_returned(sheet)] == [
        (0, -70, "Bought 70 more than cashed in"),
        (1, -50, "Bought 50 more than cashed in"),
        (2, 5, "Cashed in 5 more than bought"),
    ]
    returned = append_hand(TOY, sheet, ChipPurchase(Side(1), -50))
    assert [line.side for line in chips_returned(returned)] == [0, 2]
