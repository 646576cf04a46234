"""200: questions about totals offer or fill in those of the table."""

from __future__ import annotations

from games import every_game
from games.engine import Adjustment, PerSide, Seating, form_fields, offers, play

GAME = every_game()["two_hundred"]


def sheet_at(*points: int):
    hands = [Adjustment(PerSide(points), "agreed")] if points else []
    return play(GAME, Seating(4, 2), GAME.presets[0].house, hands)


def keys(question: str, box: str, *points: int) -> tuple[int, ...]:
    sheet = sheet_at(*points)
    ask = next(field.ask for field in form_fields(GAME.questions[question].facts, sheet) if field.path == box)
    return offers(ask, sheet)


def test_the_totals_of_the_table_are_offered_as_keys():
    assert keys("defence_counts", "score", 85, 115) == (85, 115)
    assert keys("minus_limit", "theirs", 40, 40) == (40,)
    assert keys("defence_counts", "score") == ()


def test_totals_are_filled_in_only_if_one_side_is_below_zero():
    known = GAME.questions["minus_limit"].known_facts
    assert known is not None
    assert known(sheet_at(-200, 60)) == {"theirs": -200, "ours": 60}
    assert known(sheet_at(60, -200)) == {"theirs": -200, "ours": 60}
    assert known(sheet_at(-50, -60)) == {}
    assert known(sheet_at(50, 60)) == {}
