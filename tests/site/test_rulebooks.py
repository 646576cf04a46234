"""The page of a rulebook: the content below each rule."""

import html
import re

import pytest
from django.urls import reverse

from games import every_game
from games.engine import source_name, source_quotations
from scorekeeper.web.i18n import words_for

pytestmark = pytest.mark.looks

GAMES = every_game().values()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
@pytest.mark.django_db
def test_every_rule_quotes_its_sources(client, game):
    page = client.get(reverse("rulebook", args=[game.slug])).content.decode()
    for rule in game.rulebook:
        (entry,) = re.findall(rf'<div id="rule-{re.escape(rule.number)}".*?</dd>\s*</div>', page, re.DOTALL)
        (opened,) = re.findall(r"<details class=\"cited\">(.*?)</details>", entry, re.DOTALL)
        told = html.unescape(re.sub(r"<[^>]*>|\ufe0e", "", opened))  # the suits are coloured
        summary = html.unescape(opened.partition("</summary>")[0])
        for said in source_quotations(game, rule, game.presets[0].house):
            assert source_name(said.source, words_for()) in summary, rule.number
            assert said.words in told, (rule.number, said.source.tag)
            assert ("paraphrased" in told) or not said.reported
