"""200: the table's totals in questions to the referee, offered as buttons or filled in."""

from games.engine import form_fields, offers
from games.two_hundred import GAME
from tests.games.two_hundred_table import sheet_at


def offered_numbers(question, box, *totals):
    sheet = sheet_at(*totals)
    fields = form_fields(GAME.questions[question].facts, sheet)
    return offers(next(field.ask for field in fields if field.path == box), sheet)


def test_the_totals_of_the_table_are_offered_as_buttons():
    assert offered_numbers("defence_counts", "score", 85, 115) == (85, 115)
    assert offered_numbers("minus_limit", "theirs", 40, 40) == (40,)
    assert offered_numbers("defence_counts", "score") == ()


def test_totals_are_filled_in_only_if_one_side_is_below_zero():
    known_facts = GAME.questions["minus_limit"].known_facts
    for totals in (-200, 60), (60, -200):
        assert known_facts(sheet_at(*totals)) == {"theirs": -200, "ours": 60}
    for totals in (-50, -60), (50, 60):
        assert known_facts(sheet_at(*totals)) == {}
