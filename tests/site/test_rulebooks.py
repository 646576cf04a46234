"""The page of a rulebook: each rule opens to quotations of its sources."""

import html
import re

import pytest
from django.urls import reverse

from games import every_game
from games.engine import source_name, source_quotations
from scorekeeper.web.i18n import words_for

pytestmark = pytest.mark.sqlite_only

GAMES = every_game().values()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
@pytest.mark.django_db
def test_every_rule_quotes_its_sources(client, game):
    page = client.get(reverse("rulebook", args=[game.slug])).content.decode()
    for rule in game.rulebook:
        (entry,) = re.findall(rf'<div id="rule-{re.escape(rule.number)}".*?</dd>\s*</div>', page, re.DOTALL)
        (details,) = re.findall(r"<details class=\"cited\">(.*?)</details>", entry, re.DOTALL)
        shown = html.unescape(re.sub(r"<[^>]*>|\ufe0e", "", details))  # tags colour the suits
        summary = html.unescape(details.partition("</summary>")[0])
        for quotation in source_quotations(game, rule, game.presets[0].house):
            assert source_name(quotation.source, words_for()) in summary, rule.number
            assert quotation.words in shown, (rule.number, quotation.source.tag)
            assert ("paraphrased" in shown) or not quotation.reported
