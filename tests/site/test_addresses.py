"""The {% here %} tag: addresses within a table's page."""

from django.template import Context, Template
from django.test.utils import override_script_prefix

from scorekeeper.tables import load


def here(cast) -> str:
    ctx = load.context(cast.table, cast.match, None, 1)
    return Template("{% load cardroom %}{% here 'hand' %}").render(Context({"match_ctx": ctx}))


def test_script_prefix_is_in_every_address(cast):
    above = here(cast)
    with override_script_prefix("/cards/"):
        assert here(cast) == f"/cards{above}"
