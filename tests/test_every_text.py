"""The texts of every rulebook as rendered for every preset and with every single option changed."""

import re
from fractions import Fraction

import pytest

from games import every_game
from games.engine import (
    Choice,
    answer_key,
    conditions,
    optional,
    placeholders,
    record_fields,
    sample_answers,
)

GAMES = every_game().values()
in_every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


@in_every_game
def test_what_a_rule_names_has_words_for_every_answer(game):
    """Check that a non-numeric answer has words in ``says`` or a label that fits a sentence."""
    asked = {q.name: q for q in record_fields(game.house)}
    wrong = []
    for rule in game.rulebook:
        inner = {
            name for told in rule.says.values() for text in told.values() for name in placeholders(text)
        } - {"n"}
        for name, told in rule.says.items():
            known = {answer_key(answer) for answer in sample_answers(asked[name])}
            if name not in {*placeholders(rule.text), *inner}:
                wrong.append(f"{rule.number}: nothing names {name}")
            if "any" not in told and not known <= set(told):
                wrong.append(f"{rule.number}: {name} has no words for {known - set(told)}")
            strange = {key.partition(":")[0] for key in told} - known - {"any", "some", "none"}
            if asked[name].type not in (int, Fraction) and strange:
                wrong.append(f"{rule.number}: {name} is never {strange}")
        for name in {*placeholders(rule.text), *inner} - set(rule.says):
            if not reads_within_a_sentence(rule, asked[name].type):
                wrong.append(f"{rule.number}: {name} is dropped in as it is")
    assert not wrong, "\n".join(wrong)


def reads_within_a_sentence(rule, shape):
    """Return True if any answer of this shape fits a sentence: a number, or a label in lower case."""
    if optional(shape):
        return any("none" in one.answers and one.unless for group in conditions(rule) for one in group)
    if isinstance(shape, type) and issubclass(shape, Choice):
        return not any(re.match("[A-Z][a-z]", member.label) for member in shape)
    return shape is not bool
