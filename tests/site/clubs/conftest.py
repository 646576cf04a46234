"""Fixtures for the tests of clubs."""

import pytest

from tests.site.club_cast import ClubCast


@pytest.fixture
def club(db) -> ClubCast:
    return ClubCast()
