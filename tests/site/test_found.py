"""Search engines: they may index the site's own pages, never people's."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from .cast import Cast

pytestmark = pytest.mark.django_db

NOINDEX = '<meta name="robots" content="noindex">'


@pytest.mark.parametrize("path", ["/", "/games/", "/games/{slug}/", "/referee/", "/privacy"])
def test_what_everybody_may_read_may_be_found_and_says_what_it_is(path: str, cast: Cast) -> None:
    page = Client().get(path.format(slug=cast.game.slug)).content.decode()
    assert NOINDEX not in page
    assert re.search(r'<meta name="description" content="[^"]{20,}">', page)


@pytest.mark.parametrize("path", ["/t/{code}/", "/t/{code}/m/1/rulebook", "/t/{code}/share", "/play/{slug}/"])
def test_what_belongs_to_people_asks_not_to_be_found(path: str, cast: Cast) -> None:
    page = Client().get(path.format(slug=cast.game.slug, code=cast.table.code)).content.decode()
    assert NOINDEX in page
