"""Notes on why a game goes on at a winning total, in cases that random games rarely reach."""

from dataclasses import replace
from fractions import Fraction

import pytest

from games import every_game
from games.engine import ENGLISH, Adjustment, Goal, PerSide, play
from games.rummy_500.house import GoOut
from games.sergeant_major.house import Win
from games.tally.house import End, Overshoot, Tie


def notes(slug, totals, shape, **changes):
    """Return the notes of the last row when an adjustment sets these totals.

    ``shape``: the numbers of seats and sides; ``changes``: house rules that differ from the first preset.
    """
    game = every_game()[slug]
    house = replace(game.presets[0].house, **changes)
    sheet = play(game, game.seating(*shape), house, [Adjustment(PerSide(totals), "as it stands")])
    assert sheet.outcome is None
    return [(note.rule.number, ENGLISH.read(note.words)) for note in sheet.rows[-1].notes]


@pytest.mark.parametrize(
    ("slug", "totals", "shape", "changes", "expected"),
    [
        (
            "rummy_500", (510, 40), (2, 2), {"go_out": GoOut.MUST_GO_OUT_TO_WIN},
            ("6.2", "side 1 has 510, but only whoever goes out can win"),
        ),
        (
            "sergeant_major", (30, 0, 0), (3, 3),
            {"win_condition": Goal(Win.POINTS, 21), "stake": Fraction(2)},
            ("6.2", "At a stake of 2 for each trick, 21 points mean a total of 42"),
        ),
        (
            "tally", (100, 100), (2, 2), {"end": End.TARGET, "target": 100, "tie": Tie.EXTRA_ROUND},
            ("5.2", "side 1 and side 2 are tied at 100: another round decides"),
        ),
        (
            "tally", (120, 40), (2, 2), {"end": End.TARGET, "target": 100, "overshoot": Overshoot.EXACT},
            ("4.7", "side 1 stands at 120: only exactly 100 ends the game"),
        ),
    ],
)  # fmt: skip
def test_a_row_notes_why_play_goes_on(slug, totals, shape, changes, expected):
    assert notes(slug, totals, shape, **changes) == [expected]
