"""URLs that the sheet builds without Django, compared with the URLconf."""

import pytest
from django.urls import reverse

from scorekeeper.sheet.links import MATCH_PATHS, TABLE_PATHS, Links

pytestmark = pytest.mark.sqlite_only

LINKS = Links("AB12", 3)


def test_links_of_the_sheet_match_the_urlconf():
    for name, pattern in (TABLE_PATHS | MATCH_PATHS).items():
        # These three contain an id; the others contain numbers.
        value = "level" if name in ("ask_at_table", "irregularity", "another_game") else 5
        values = [value] * pattern.count("{}")
        ids = ["AB12"] if name in TABLE_PATHS else ["AB12", 3]
        assert LINKS(name, *values) == reverse(name, args=[*ids, *values])
