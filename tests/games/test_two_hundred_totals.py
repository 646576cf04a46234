"""200: questions about totals offer or fill in those of the table."""

from games.engine import form_fields, offers
from games.two_hundred import GAME
from tests.games.two_hundred_table import sheet_at


def keys(question, box, *points):
    sheet = sheet_at(*points)
    fields = form_fields(GAME.questions[question].facts, sheet)
    return offers(next(field.ask for field in fields if field.path == box), sheet)


def test_the_totals_of_the_table_are_offered_as_keys():
    assert keys("defence_counts", "score", 85, 115) == (85, 115)
    assert keys("minus_limit", "theirs", 40, 40) == (40,)
    assert keys("defence_counts", "score") == ()


def test_totals_are_filled_in_only_if_one_side_is_below_zero():
    known = GAME.questions["minus_limit"].known_facts
    for totals in (-200, 60), (60, -200):
        assert known(sheet_at(*totals)) == {"theirs": -200, "ours": 60}
    for totals in (-50, -60), (50, 60):
        assert known(sheet_at(*totals)) == {}
