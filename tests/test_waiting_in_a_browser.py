"""How the tests in a browser wait: what passes or fails by a machine's haste is found by its look."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

BROWSER = Path(__file__).parent / "browser"
# Helpers that fill in whatever form is open: the page that is being left may have the same boxes.
FILL_IN = {"answer", "choose_number", "hand", "say", "say_why"}


def nodes() -> Iterator[tuple[str, ast.AST]]:
    for path in sorted(BROWSER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            yield path.name, node


def body_of(node: ast.AST) -> list[ast.stmt]:
    body = getattr(node, "body", None)
    return body if isinstance(body, list) else []


def test_what_is_waited_for_is_a_function() -> None:
    """The site forbids expressions, from the second look on: one would have to be true at once."""
    wrong = [
        f"{name}:{node.lineno}"
        for name, node in nodes()
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "wait_for_function"
        and not isinstance(node.args[0], ast.Name)
        and "=>" not in ast.unparse(node.args[0])
    ]
    assert not wrong


def test_after_a_link_its_page_is_waited_for_before_a_form_is_filled_in() -> None:
    wrong = [
        f"{name}:{after.lineno}"
        for name, node in nodes()
        for before, after in pairwise(body_of(node))
        if "get_by_role('link'" in ast.unparse(before)
        and ast.unparse(before).endswith((".tap()", ".click()"))
        and isinstance(after, ast.Expr)
        and isinstance(after.value, ast.Call)
        and isinstance(after.value.func, ast.Name)
        and after.value.func.id in FILL_IN
    ]
    assert not wrong


def test_a_network_is_taken_away_once_the_phone_has_what_came() -> None:
    """What a phone keeps of a hand is written after it shows: conftest.cut_off waits for it.

    Evenings by chance alone are cut at any moment.
    """
    tests = [path for path in BROWSER.parent.rglob("test_*.py") if path != Path(__file__)]
    assert [path.name for path in tests if "set_offline(True)" in path.read_text()] == ["test_by_chance.py"]
