"""Unique ids at a table of every game; `check_page` of test_hostile_names.py checks all other pages."""

import pytest

from games import every_game

from .cast import Cast
from .test_hostile_names import check_page

pytestmark = [pytest.mark.django_db, pytest.mark.looks]


@pytest.mark.parametrize("slug", every_game())
def test_ids_of_all_questions_are_unique(slug):
    game = every_game()[slug]
    page = Cast(game, game.examples[0]).get("Ann", "table").content.decode()
    assert "data-step=" in page
    check_page(page, slug)
