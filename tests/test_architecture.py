"""Who may import whom: a room knows the rooms below it and none above."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# From the lowest to the highest.
ROOMS = ("sheet", "matches", "accounts", "tables", "library", "clubs")
SITE = "scorekeeper"


def modules(room: str) -> Iterator[Path]:
    return (path for path in (ROOT / SITE / room).rglob("*.py") if "migrations" not in path.parts)


def imported(path: Path) -> Iterator[str]:
    """The dotted names of all that a file imports, relative imports made absolute."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = [*package[: len(package) - node.level + 1]] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_no_room_above_it(room: str) -> None:
    above = ROOMS[ROOMS.index(room) + 1 :]
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules(room)
        for name in imported(path)
        if any(name.startswith(f"{SITE}.{other}.") for other in above)
    ]
    assert not wrong


def test_the_sheet_knows_the_engine_and_jinja2_alone() -> None:
    known = ("games.engine", f"{SITE}.sheet", "jinja2", "markupsafe", "__future__", *sys.stdlib_module_names)
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules("sheet")
        for name in imported(path)
        if not any(name == one or name.startswith(f"{one}.") for one in known)
    ]
    assert not wrong


# What may stand in a function, and why.
LATE = {
    # Whether a question matters may rest on the score, which is read off the hands.
    "games/five_hundred/hands.py",
    "games/skat/hands.py",
    "scorekeeper/asgi.py",  # the worker's models need Django
    "scorekeeper/databases.py",  # the newest SQLite must be in place before Django takes one
    "scorekeeper/tables/views/result.py",  # Pillow: most processes never draw a picture
    "scorekeeper/library/command.py",  # tqdm: a third of a command that prints one line
}


def test_no_import_hides_in_a_function() -> None:
    late = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for top in (SITE, "games")
        for path in (ROOT / top).rglob("*.py")
        if path.name != "apps.py"  # models can be imported only once all applications are known
        and "migrations" not in path.parts
        and str(path.relative_to(ROOT)) not in LATE
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert not late


def test_all_rooms_are_there() -> None:
    assert all(any(modules(room)) for room in ROOMS)
