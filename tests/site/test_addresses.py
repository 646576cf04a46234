"""The {% here %} tag: addresses within a table's page."""

from __future__ import annotations

from django.template import Context, Template
from django.urls import set_script_prefix

from scorekeeper.tables import load

from .cast import Cast


def drawn(cast: Cast, text: str, **more: object) -> str:
    place = load.context(cast.table, cast.match, None, 1)
    return Template("{% load cardroom %}" + text).render(Context({"place": place, **more}))


def test_a_site_below_another_address_has_addresses_below_it(cast: Cast) -> None:
    above = drawn(cast, "{% here 'hand' %}")
    set_script_prefix("/cards/")
    try:
        assert drawn(cast, "{% here 'hand' %}") == f"/cards{above}"
    finally:
        set_script_prefix("/")
