"""The sheet knows its addresses without Django; they are those that Django answers."""

import pytest
from django.urls import reverse

from scorekeeper.sheet.links import OF_A_MATCH, OF_A_TABLE, Links

pytestmark = pytest.mark.looks

LINKS = Links("AB12", 3)


@pytest.mark.parametrize("name", OF_A_TABLE | OF_A_MATCH)
def test_every_address_of_the_sheet_is_one_of_the_site(name: str) -> None:
    pattern = (OF_A_TABLE | OF_A_MATCH)[name]
    about = ["level" if name in ("ask_at_table", "mishap", "another_game") else 5] * pattern.count("{}")
    of = ["AB12"] if name in OF_A_TABLE else ["AB12", 3]
    assert LINKS(name, *about) == reverse(name, args=[*of, *about])
