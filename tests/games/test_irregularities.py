"""A game's irregularities (misdeal, revoke, …) cover all of its own rules about something that went wrong."""

import re

import pytest

from games import every_game
from games.engine import COMMON, IrregularityKind, in_force, irregularities

in_every_game = pytest.mark.parametrize("game", list(every_game().values()), ids=lambda game: game.slug)

# Words of a rule about something that should not have happened. Prohibitions ("may not bid again")
# are rules of play instead.
GONE_WRONG = re.compile(
    r"""misdeal | mistake | \bwrong | miscount | revoke | \bvoid\b | forgot | out\ of\ turn | found\ to\ have
    | is\ missing | do\ not\ show | nobody\ (may\ look | looks\ at\ their\ own) | lays\ the\ cards\ open
    | may\ not\ signal | steer | leafs | exactly\ two | more\ deadwood\ than | a\ better\ card""",
    re.VERBOSE,
)


def is_about_an_irregularity(rule):
    texts = [rule.text, *(text for answers in rule.wordings.values() for text in answers.values())]
    return any(GONE_WRONG.search(text) for text in texts)


@in_every_game
def test_every_irregularity_has_rules_of_the_games_own_book(game):
    kinds = [irregularity.kind for irregularity in game.irregularities]
    assert len(kinds) == len(set(kinds))
    for irregularity in game.irregularities:
        assert irregularity.rules
        assert set(irregularity.rules) <= set(game.rulebook) - set(COMMON)


@in_every_game
def test_every_rule_about_an_irregularity_is_listed(game):
    listed = {rule.number for irregularity in game.irregularities for rule in irregularity.rules}
    expected = {rule.number for rule in game.rulebook if is_about_an_irregularity(rule)}
    assert expected <= listed


@in_every_game
def test_the_irregularity_of_every_question_is_listed_by_its_game(game):
    kinds = {question.irregularity for question in game.questions.values()} - {None, IrregularityKind.SCORE}
    assert kinds <= {irregularity.kind for irregularity in game.irregularities}


@in_every_game
def test_an_irregularity_without_rules_in_force_is_not_listed(game):
    for preset in game.presets:
        listed = {irregularity.kind for irregularity in irregularities(game, preset.house)}
        for irregularity in game.irregularities:
            is_played = any(in_force(rule, preset.house) for rule in irregularity.rules)
            assert (irregularity.kind in listed) == (is_played or irregularity.kind is IrregularityKind.SCORE)
        assert IrregularityKind.SCORE in listed


def test_irregularities_use_the_games_own_words():
    # For example, a revoke is not mentioned where no rule requires following suit.
    for game in every_game().values():
        for irregularity in game.irregularities:
            if "suit" in irregularity.text:
                assert any(re.search("[Ff]ollow|revoke", rule.text) for rule in irregularity.rules), game.slug
