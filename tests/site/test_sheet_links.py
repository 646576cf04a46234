"""Addresses built by the sheet without Django, compared with the URLconf."""

import pytest
from django.urls import reverse

from scorekeeper.sheet.links import OF_A_MATCH, OF_A_TABLE, Links

pytestmark = pytest.mark.looks

LINKS = Links("AB12", 3)


def test_links_of_the_sheet_match_the_urlconf():
    for name, pattern in (OF_A_TABLE | OF_A_MATCH).items():
        value = "level" if name in ("ask_at_table", "mishap", "another_game") else 5
        about = [value] * pattern.count("{}")
        of = ["AB12"] if name in OF_A_TABLE else ["AB12", 3]
        assert LINKS(name, *about) == reverse(name, args=[*of, *about])
