"""The documentation: its example game, records and commands work as printed; its paths and names exist."""

import importlib
import inspect
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from games import every_game
from games.engine.interchange import read_record, score_json
from tests import test_every_game as contract

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/adding-a-game.md").read_text()
BLOCK = re.compile(r"(?ms)^`games/pebbles/(\w+\.py)` — .*?^```python\n(.*?)^```$")


# Adding a game


@pytest.fixture(scope="module")
def pebbles(tmp_path_factory):
    """Provide the example game of docs/adding-a-game.md, built from the files on that page."""
    folder = tmp_path_factory.mktemp("page") / "pebbles"
    folder.mkdir()
    for file, code in BLOCK.findall(PAGE):
        (folder / file).write_text(code)
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


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, test in vars(contract).items()
        if name.startswith("test_") and "game" in inspect.signature(test).parameters
    ],
)
def test_the_game_on_the_page_passes_the_contract_tests(pebbles, name):
    getattr(contract, name)(game=pebbles)


def test_the_record_on_the_page_is_valid(pebbles):
    (text,) = re.findall(r"(?ms)^```json\n(.*?)^```$", PAGE)
    score = score_json(read_record(json.loads(text), {"pebbles": pebbles}))
    assert score["totals"] == [15, 5]
    assert [row["problems"] for row in score["rows"]] == [[], []]


# Records

RECORDS = (ROOT / "docs/records.md").read_text()
FILES = re.findall(r"(?ms)^`(\w+\.json)`:\n\n```json\n(.*?)^```$", RECORDS)
COMMANDS = [
    part.split("\n", 1)
    for block in re.findall(r"(?ms)^```console\n(.*?)^```$", RECORDS)
    for part in re.split(r"(?m)^\$ ", block)[1:]
]


@pytest.mark.parametrize(("command", "printed"), COMMANDS)
def test_the_documented_commands_print_the_documented_output(command, printed, tmp_path):
    for name, text in FILES:
        (tmp_path / name).write_text(text)
    python, manage = shlex.quote(sys.executable), shlex.quote(str(ROOT / "manage.py"))
    line = re.sub(r"^python manage\.py", f"{python} {manage}", command)
    result = subprocess.run(
        line, shell=True, cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert (result.stdout, result.returncode) == (printed, 0)


def test_the_documented_row_matches_its_record():
    ((_name, match), *_facts) = FILES
    score = score_json(read_record(json.loads(match), every_game()))
    (row,) = map(json.loads, re.findall(r'(?ms)^```json\n({"number".*?)^```$', RECORDS))
    assert row == score["rows"][row["number"] - 1]


# Paths and names

# Matches a path, except one below var/ or of the example game.
PATH = re.compile(
    r"(?<![\w/<.:-])(?!(?i:var)[/_]|games/pebbles)"
    r"[\w<][\w/<>*-]*(?:\.(?:css|html|js|md|py)\b|/(?!\S)|/[\w<>*-]+(?=\.\w))"
)


def git(*command):
    return subprocess.run(("git", *command), cwd=ROOT, text=True, stdout=subprocess.PIPE, check=True).stdout


def test_paths_and_names_in_the_documentation_exist():
    files = git("ls-files")
    words = re.findall(r"\w+", files + git("grep", "-hI", "", "--", ":!*.md"))
    pages = re.sub(r"(?ms)^```.*?^```", "", git("grep", "-h", "", "--", "*.md", ":!CHANGELOG.md"))
    code = "\n".join(re.findall("`([^`]+)`", pages))
    # Names: words with a capital letter or an underscore after the first character.
    missing = {*re.findall(r"\b\w+[A-Z_]\w*[^\W_]\b", code)} - {*words}
    for path in PATH.findall(code):
        pattern = re.sub(r"\*|<\w+>", r"[^/\\n]*", path)
        if not re.search(rf"(?<![^/\n]){pattern}\b", files):
            missing.add(path)
    assert not missing
