"""Irregularities cover exactly the rules of the game's book that treat one."""

from __future__ import annotations

import re

import pytest

from games import every_game
from games.engine import COMMON, Mishap, Rule, in_force, irregularities

in_every_game = pytest.mark.parametrize("game", list(every_game().values()), ids=lambda game: game.slug)

# Words by which a rule mentions something that should not have happened. Prohibitions ("may not bid again")
# are rules of play instead.
GONE_WRONG = re.compile(
    r"""misdeal | mistake | \bwrong | miscount | revoke | \bvoid\b | forgot | out\ of\ turn | found\ to\ have
    | is\ missing | do\ not\ show | nobody\ (may\ look | looks\ at\ their\ own) | lays\ the\ cards\ open
    | may\ not\ signal | steer | leafs | exactly\ two | more\ deadwood\ than | a\ better\ card""",
    re.VERBOSE,
)


def treats_irregularities(rule: Rule) -> bool:
    texts = [rule.text, *(text for answers in rule.says.values() for text in answers.values())]
    return any(GONE_WRONG.search(text) for text in texts)


@in_every_game
def test_every_irregularity_has_rules_of_the_games_own_book(game):
    offered = [one.mishap for one in game.irregularities]
    assert len(offered) == len(set(offered))
    for one in game.irregularities:
        assert one.rules
        assert set(one.rules) <= set(game.rulebook)
        assert not set(one.rules) & set(COMMON)


@in_every_game
def test_every_rule_on_an_irregularity_is_listed_under_one(game):
    offered = {rule.number for one in game.irregularities for rule in one.rules}
    treated = {rule.number for rule in game.rulebook if treats_irregularities(rule)}
    assert treated <= offered


@in_every_game
def test_every_question_about_an_irregularity_is_found_under_it(game):
    asked = {question.mishap for question in game.questions.values()} - {None, Mishap.SCORE}
    assert asked <= {one.mishap for one in game.irregularities}


@in_every_game
def test_an_irregularity_without_rules_in_force_is_not_listed(game):
    for preset in game.presets:
        offered = {one.mishap for one in irregularities(game, preset.house)}
        for one in game.irregularities:
            played = any(in_force(rule, preset.house) for rule in one.rules)
            assert (one.mishap in offered) == (played or one.mishap is Mishap.SCORE)
        assert Mishap.SCORE in offered


def test_irregularities_use_the_games_own_words():
    """For example, a revoke is not mentioned where no rule requires following suit."""
    for game in every_game().values():
        for one in game.irregularities:
            if "suit" in one.text:
                assert any(re.search("[Ff]ollow|revoke", rule.text) for rule in one.rules), game.slug
