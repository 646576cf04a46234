"""The texts of every rulebook as people read them: by every preset, and with every single option changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from games import every_game
from games.engine import (
    Choice,
    Game,
    Rule,
    Seating,
    answer_key,
    conditions,
    house_problems,
    in_force,
    optional,
    placeholders,
    record_fields,
    rule_at_table,
    rule_text,
    sample_answers,
)
from games.engine.interchange import game_json

GAMES = every_game().values()
in_every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)

# What no sentence of a rulebook holds: an answer that was dropped in, a list of what other tables play, what
# is left of a text that was not filled in.
WRONG = {
    "an answer in place of words": re.compile(
        r"(?:[:;,]|\b(?:is|here)) (?:yes|no|None|True|False)\b[.)]|worth no\b"
    ),
    "what is not filled in": re.compile(r"[{}]|\b(?:None|True|False)\b"),
    "nothing where something is said": re.compile(r": ?\.|\(\)|  | [.,;:]|\.\.|,,|: ?$"),
    "a choice with its capital": re.compile(
        r"(?:\b[Tt]his table|\b[Hh]ere|\b[Aa]t this table)\b[^.]*: [A-Z]"
    ),
    "what other tables play": re.compile(r"\b[Tt]his table\b[^.]*:|\b[Aa]t this table\b|\bHere: "),
    "one of many": re.compile(
        r"(?<![\d.,+/−-])\b1 "
        r"(?:cards|deals|games|hands|holes|packs|points|rounds|coups|times|tricks|chips|books)\b"
    ),
    "who is not one man": re.compile(r"\b(?:he|him|his|himself)\b"),
}


def houses(game: Game[Any]) -> Iterator[Any]:
    """The house rules of every preset, and those that differ from one of them in one answer, where they are
    allowed."""
    for preset in game.presets:
        yield preset.house
    for asked in record_fields(game.house):
        for answer in sample_answers(asked):
            for preset in game.presets:
                house = replace(preset.house, **{asked.name: answer})
                if not any(True for _wrong in house_problems(game, house, Seating(*game.shapes(preset)[0]))):
                    yield house
                    break


def complete(text: str) -> bool:
    """Whether a text is sentences, each with a beginning and an end."""
    return bool(re.fullmatch(r"[\W\d]*[A-Z\d“\"].*[.!?…][)”\"]?", text, re.S))


@in_every_game
def test_every_rule_reads_as_the_rule_of_its_table(game):
    found = set()
    for house in houses(game):
        for rule in game.rulebook:
            here = rule_at_table(game, rule, house)
            for what, pattern in WRONG.items():
                if said := pattern.search(here.text):
                    found.add((rule.number, what, said.group(), here.text))
            if not complete(here.text):
                found.add((rule.number, "no sentence", "", here.text))
    assert not found, "\n".join(map(str, sorted(found)))


@in_every_game
def test_what_a_rule_names_has_words_for_every_answer(game):
    """A number reads as it is; every other answer has words in ``says`` or reads well within a sentence."""
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


def reads_within_a_sentence(rule: Rule, shape: Any) -> bool:
    """Whether any answer of this shape may stand in a sentence: a number, or a label without a capital."""
    if optional(shape):
        return any("none" in one.answers and one.unless for group in conditions(rule) for one in group)
    if isinstance(shape, type) and issubclass(shape, Choice):
        return not any(re.match("[A-Z][a-z]", member.label) for member in shape)
    return shape is not bool


@in_every_game
def test_describe_fills_its_texts_too(game):
    described_rules = {told["number"]: told["text"] for told in game_json(game)["rules"]}
    for rule in game.rulebook:
        assert described_rules[rule.number] == rule_at_table(game, rule, game.presets[0].house).text
        if in_force(rule, game.presets[0].house):
            assert described_rules[rule.number] == rule_text(rule, game.presets[0].house)
