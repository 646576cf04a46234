"""The addresses that a page of the table is full of: {% here %}."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.urls import reverse, set_script_prefix

from scorekeeper.tables.access import MatchContext

from .cast import Cast


def drawn(cast: Cast, text: str, **more: object) -> str:
    place = MatchContext(cast.table, cast.match, None, 1)
    return Template("{% load cardroom %}" + text).render(Context({"place": place, **more}))


def test_a_view_of_the_match_that_is_shown(cast: Cast) -> None:
    code = cast.table.code
    assert drawn(cast, "{% here 'hand' %}") == reverse("hand", args=[code, 1])
    assert drawn(cast, "{% here 'reasons' row %}", row=7) == reverse("reasons", args=[code, 1, 7])


def test_it_can_be_kept_under_a_name(cast: Cast) -> None:
    text = "{% here 'reasons' row as door %}<{{ door }}>"
    assert drawn(cast, text, row=2) == f"<{reverse('reasons', args=[cast.table.code, 1, 2])}>"


def test_a_view_that_there_is_not_is_noticed(cast: Cast) -> None:
    with pytest.raises(KeyError):
        drawn(cast, "{% here 'nowhere' %}")


def test_a_site_below_another_address_has_addresses_below_it(cast: Cast) -> None:
    above = drawn(cast, "{% here 'hand' %}")
    set_script_prefix("/cards/")
    try:
        assert drawn(cast, "{% here 'hand' %}") == f"/cards{above}"
    finally:
        set_script_prefix("/")
