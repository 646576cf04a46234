"""Names in sentences: right-to-left names are put between Unicode isolates (U+2068 and U+2069)."""

import pytest

from games.engine import Seat, Seating, Side
from scorekeeper.matches import models
from scorekeeper.web.i18n import words_for


def test_right_to_left_names_are_isolated():
    words = words_for(Seating(4, 2), ("Ann", "דוד", "Cy", "סמיר 3"))
    assert words.name(Seat(0)) == "Ann"
    assert words.name(Seat(1)) == "\u2068דוד\u2069"
    assert words.name(Side(0)) == "Ann & Cy"
    assert words.name(Side(1)) == "\u2068דוד\u2069 & \u2068סמיר 3\u2069"


@pytest.mark.django_db
def test_right_to_left_name_is_isolated_on_the_sheet(cast):
    models.Seat.objects.filter(match=cast.match, position=0).update(name="דוד")
    cast.write(cast.adjustment(10))
    assert "\u2068דוד\u2069" in cast.get("Cy", "table").context["presenter"].standing
    assert cast.get("Cy", "card").status_code == 200
