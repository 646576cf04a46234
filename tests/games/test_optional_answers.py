"""Zero and the first seat (0) are answers: optional answers are compared with None, not tested for truth."""

import ast
from fractions import Fraction
from pathlib import Path

import pytest

import games
from games import every_game
from games.engine import optional, record_fields
from tests.test_every_sentence import records_within

ROOT = Path(games.__file__).parent


def is_optional_number(answer_type):
    """Return True if an answer of this type is optional, and a number or a seat."""
    inner = optional(answer_type)
    return isinstance(inner, type) and inner is not bool and issubclass(inner, int | Fraction)


def optional_number_names(game):
    """Return the names of the game's optional numbers and seats, except names that other answers share."""
    roots = [game.house, *game.hands.values(), *(question.facts for question in game.questions.values())]
    questions = [
        question for root in roots for record in records_within(root) for question in record_fields(record)
    ]
    return {question.name for question in questions if is_optional_number(question.type)} - {
        question.name for question in questions if not is_optional_number(question.type)
    }


def truth_tests(tree):
    """Yield the expressions that the code tests for truth."""
    for node in ast.walk(tree):
        match node:
            case ast.BoolOp(values=values):
                yield from values[:-1]  # the last one is not tested, only returned
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                yield test
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield operand
            case ast.comprehension(ifs=tests):
                yield from tests


def faults(source, names):
    """Return the expressions that test an answer with one of these names for truth."""
    tests = (
        node.value if isinstance(node, ast.NamedExpr) else node for node in truth_tests(ast.parse(source))
    )
    return [ast.unparse(node) for node in tests if isinstance(node, ast.Attribute) and node.attr in names]


@pytest.mark.parametrize("slug", every_game())
def test_optional_answers_are_never_tested_for_truth(slug):
    names = optional_number_names(every_game()[slug])
    faults_by_file = {path.name: faults(path.read_text(), names) for path in (ROOT / slug).glob("*.py")}
    assert {name: expressions for name, expressions in faults_by_file.items() if expressions} == {}
