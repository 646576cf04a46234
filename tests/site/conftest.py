"""The cast of the tests of the table."""

import pytest

from scorekeeper.tables import reading

from .cast import Cast, longest_example


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Each test has a database of its own, whose matches have the numbers of the last one's."""
    reading._kept.clear()


@pytest.fixture
def cast(db: None) -> Cast:
    """A table of the game whose example has the most hands, with nothing written yet."""
    return Cast(*longest_example())
