"""What the documentation says is so."""

from __future__ import annotations

import importlib
import inspect
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import pytest
from django.core.management import get_commands, load_command_class

from games import every_game
from games.engine import (
    Ask,
    Calls,
    Cards,
    Choice,
    Game,
    Goal,
    PerSeat,
    PerSide,
    Seat,
    Seating,
    Sheet,
    Side,
    form_fields,
    from_json,
    interchange,
    to_json,
)
from games.engine.interchange import game_json, loads_strict, read_record, score_json
from scorekeeper.sheet.boxes import shape_of
from tests import test_every_game as contract

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/adding-a-game.md").read_text()
BLOCK = re.compile(
    r"^`games/pebbles/(?P<file>\w+\.py)` — .*?^```python\n(?P<code>.*?)^```$", re.DOTALL | re.MULTILINE
)
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/*.md")])


# Adding a game ----------------------------------------------------------------


@pytest.fixture(scope="module")
def pebbles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game[Any]]:
    """The game on the page, as the files that the page shows."""
    folder = tmp_path_factory.mktemp("page") / "pebbles"
    folder.mkdir()
    for found in BLOCK.finditer(PAGE):
        (folder / found["file"]).write_text(found["code"])
    sys.path.insert(0, str(folder.parent))
    try:
        game = importlib.import_module("pebbles").GAME
        contract.EVERY[game.slug] = game
        yield game
        del contract.EVERY[game.slug]
    finally:
        sys.path.remove(str(folder.parent))
        for name in [name for name in sys.modules if name.split(".")[0] == "pebbles"]:
            del sys.modules[name]


def test_the_page_shows_every_file_of_its_game():
    files = [found["file"] for found in BLOCK.finditer(PAGE)]
    assert files == [
        "rulebook.py",
        "house.py",
        "hands.py",
        "scoring.py",
        "referee.py",
        "examples.py",
        "__init__.py",
    ]
    assert PAGE.count("```python") == len(files)


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, test in vars(contract).items()
        if name.startswith("test_") and "game" in inspect.signature(test).parameters
    ],
)
def test_what_holds_for_every_game_holds_for_the_one_on_the_page(pebbles, name):
    getattr(contract, name)(game=pebbles)


def test_the_page_tells_every_field_of_a_game():
    (table,) = re.findall(r"^## What a game may say$(.*?)^## ", PAGE, re.DOTALL | re.MULTILINE)
    told = re.findall(r"`(\w+)[`(]", "\n".join(row.split("|")[1] for row in table.splitlines() if "|" in row))
    assert sorted(told) == sorted(field.name for field in fields(Game))


def test_the_record_on_the_page_is_one(pebbles):
    (text,) = re.findall(r"^```json\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    told = score_json(read_record(loads_strict(text), {"pebbles": pebbles}))
    assert told["totals"] == [15, 5]
    assert [row["problems"] for row in told["rows"]] == [[], []]


class Colour(Choice):
    RED = "red", "Red"
    BLUE = "blue", "Blue"


class End(Choice):
    POINTS = "points", "At {n} points"
    NEVER = "never", "Never"


NAMES = {
    "Calls": Calls,
    "Cards": Cards,
    "Colour": Colour,
    "End": End,
    "Fraction": Fraction,
    "Goal": Goal,
    "PerSeat": PerSeat,
    "PerSide": PerSide,
    "Seat": Seat,
    "Side": Side,
}
ROW = re.compile(r"^\| `([^`]+)`[^|]* \| `([^`]+)` \| (\w+) \| .*\|$", re.MULTILINE)
SHAPES = [(shape.replace(r"\|", "|"), kept, box) for shape, kept, box in ROW.findall(PAGE)]


def test_the_forms_in_the_table_of_shapes_are_templates():
    boxes = {box for _shape, _kept, box in SHAPES} | {"keys", "switch"}
    templates = {path.stem for path in (ROOT / "scorekeeper/sheet/templates/boxes").glob("[a-z]*.html")}
    assert len(SHAPES) == 16
    assert boxes <= templates


@pytest.mark.parametrize(("shape", "kept", "box"), SHAPES)
def test_the_table_of_shapes_is_true(shape, kept, box):
    asked = eval(shape, NAMES)
    data = json.loads(kept)
    assert to_json(from_json(asked, data)) == data

    @dataclass(frozen=True)
    class One:
        it: Any

    One.__annotations__["it"] = Annotated[asked, Ask("?")]
    sheet: Sheet[Any] = Sheet(Seating(4, 2), None)
    first, *_others = form_fields(One, sheet)
    assert shape_of(first, sheet) == box


# Records ----------------------------------------------------------------------

RECORDS = (ROOT / "docs/records.md").read_text()
FILES = re.compile(r"^`(\w+\.json)`:\n\n```json\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMMANDS = [
    tuple(part.split("\n", 1))
    for block in re.findall(r"^```console\n(.*?)^```$", RECORDS, re.DOTALL | re.MULTILINE)
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
]


@pytest.mark.parametrize(("command", "printed"), COMMANDS)
def test_the_commands_on_the_page_of_records_print_what_it_says(command, printed, tmp_path):
    for name, text in FILES.findall(RECORDS):
        (tmp_path / name).write_text(text)
    python, manage = shlex.quote(sys.executable), shlex.quote(str(ROOT / "manage.py"))
    line = re.sub(r"^python manage\.py", f"{python} {manage}", command)
    done = subprocess.run(
        line, shell=True, cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert (done.stdout, done.returncode) == (printed, 0)


def test_the_row_on_the_page_of_records_is_that_of_its_record():
    ((_name, match), *_facts) = FILES.findall(RECORDS)
    told = score_json(read_record(loads_strict(match), every_game()))
    (row,) = map(json.loads, re.findall(r'^```json\n({"number".*?)^```$', RECORDS, re.DOTALL | re.MULTILINE))
    assert row == told["rows"][row["number"] - 1]


def keys_told(first: str) -> list[str]:
    """The keys in the first column of the table that begins with this heading."""
    (table,) = re.findall(rf"^\| {first} \| \|\n\|---\|---\|\n((?:\|.*\n)+)", RECORDS, re.MULTILINE)
    return [key for line in table.splitlines() for key in re.findall(r"`(\w+)`", line.split("|")[1])]


def test_the_tables_on_the_page_of_records_name_every_key():
    told = game_json(every_game()["five_hundred"])
    assert keys_told("key of a record") == list(interchange.KEYS)
    assert keys_told("key of an entry") == list(interchange.ENTRY_KEYS)
    assert keys_told("key of a description") == list(told)
    ((_name, match), *_facts) = FILES.findall(RECORDS)
    rows = score_json(read_record(loads_strict(match), every_game()))["rows"]
    assert set(keys_told("key of a row")) == set().union(*rows)


# All pages --------------------------------------------------------------------


def test_every_target_of_make_is_in_contributing():
    targets = re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE)
    contributing = (ROOT / "CONTRIBUTING.md").read_text()
    assert len(targets) > 5
    assert [target for target in targets if f"`make {target}`" not in contributing] == []


def test_every_command_that_a_page_names_is_there():
    """Pages of today: what a decision measured, and what changed once, may be gone."""
    today = [page for page in PAGES if page.parent.name != "decisions" and page.name != "CHANGELOG.md"]
    named = {
        found
        for page in today
        for found in re.findall(
            r"(manage(?:\.py)?|benchmarks|(?:(?<=^)|(?<=&& ))make) ([a-z_-]+)((?: +--[a-z-]+)*)",
            "".join(code_of(page)),
            re.MULTILINE,
        )
    }
    assert {"doctor", "restore", "test", "hand"} <= {name for _kind, name, _options in named}
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    commands, missing = get_commands(), []
    for kind, name, options in sorted(named):
        if kind == "benchmarks":
            there = (ROOT / f"benchmarks/bench_{name}.py").exists()
        elif kind == "make":
            there = name in targets
        else:
            there = name in commands
            if there:
                parser = load_command_class(commands[name], name).create_parser("manage.py", name)
                there = set(options.split()) <= set(parser._option_string_actions)
        if not there:
            missing.append(f"{kind} {name}{options}")
    assert missing == []


def code_of(page: Path) -> list[str]:
    """What stands in backticks or in a block of a page, each from the beginning of a line."""
    text = page.read_text()
    blocks = re.findall(r"^(?: {4}.*\n)+|^```.*?^```", text, re.MULTILINE | re.DOTALL)
    return [
        re.sub(r"^ +", "", f"{code}\n", flags=re.M) for code in [*blocks, *re.findall(r"`([^`\n]+)`", text)]
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        if "://" in link:
            continue
        file, _hash, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), f"{page.name}: {link}"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", target.read_text(), re.MULTILINE)
            assert anchor in {
                re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings
            }


def test_every_page_of_docs_is_linked():
    linked = {
        (page.parent / link.partition("#")[0]).resolve()
        for page in PAGES
        for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text())
        if "://" not in link
    }
    folders = {path for path in linked if path.is_dir()}
    pages = set(ROOT.glob("docs/**/*.md"))
    assert {page for page in pages if page not in linked and page.parent not in folders} == set()
