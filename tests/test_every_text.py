"""The texts of every rulebook: they have words for every answer to the house rules they name."""

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


@pytest.mark.parametrize("game", every_game().values(), ids=lambda game: game.slug)
def test_house_rules_named_by_a_rule_have_words_for_every_answer(game):
    """Check that a non-numeric answer has words in ``wordings`` or a label that fits a sentence."""
    questions = {question.name: question for question in record_fields(game.house)}
    problems = []
    for rule in game.rulebook:
        texts = [rule.text, *(text for texts in rule.wordings.values() for text in texts.values())]
        names = {name for text in texts for name in placeholders(text)} - {"n"}
        for name, texts in rule.wordings.items():
            keys = {answer_key(answer) for answer in sample_answers(questions[name])}
            if name not in names:
                problems.append(f"{rule.number}: no text names {name}")
            if "any" not in texts and not keys <= set(texts):
                problems.append(f"{rule.number}: {name} has no words for {keys - set(texts)}")
            unknown = {key.partition(":")[0] for key in texts} - keys - {"any", "some", "none"}
            if questions[name].type not in (int, Fraction) and unknown:
                problems.append(f"{rule.number}: {name} is never {unknown}")
        for name in names - set(rule.wordings):
            if not reads_within_a_sentence(rule, questions[name].type):
                problems.append(f"{rule.number}: {name} has no words")
    assert not problems, "\n".join(problems)


def reads_within_a_sentence(rule, answer_type):
    """Return True if every answer of this type fits a sentence: a number, or a label in lower case.

    An optional answer fits if the rule is not in force without an answer.
    """
    if optional(answer_type):
        return any(
            "none" in condition.answers and condition.unless
            for group in conditions(rule)
            for condition in group
        )
    if isinstance(answer_type, type) and issubclass(answer_type, Choice):
        return not any(re.match("[A-Z][a-z]", member.label) for member in answer_type)
    return answer_type is not bool
