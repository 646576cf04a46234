"""docs/security.md: no row of ASVS is left out, and what it names is there and does what it says."""

from __future__ import annotations

import ast
import functools
import json
import logging
import re
from collections import Counter
from pathlib import Path

import pytest
from django.test import Client

from scorekeeper.accounts.models import User
from scorekeeper.logs import JSONLines
from tests.site.club_cast import PASSWORD

pytestmark = pytest.mark.looks

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/security.md").read_text()
ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \| ([^|]+) \| (met|n/a|deviation) \| (.+) \|$", re.MULTILINE)
ROWS = ROW.findall(PAGE)
NAMED = re.compile(r"`((?:[\w-]+/)*[\w.-]+\.\w+|[\w-]+/[\w/-]+)(?:::(\w+))?`")
# How many rows of level 1 and 2 each chapter of ASVS 5.0.0 has.
CHAPTERS = {
    **{1: 27, 2: 11, 3: 19, 4: 10, 5: 9, 6: 35, 7: 18, 8: 7, 9: 7, 10: 29, 11: 14},
    **{12: 9, 13: 13, 14: 9, 15: 13, 16: 16, 17: 7},
}


@functools.cache
def functions_of(path: str) -> frozenset[str]:
    """The names of a file's functions."""
    tree = ast.parse((ROOT / path).read_text())
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_every_row_of_level_two_is_there_once() -> None:
    assert len(ROWS) == PAGE.count("\n| 1") + sum(PAGE.count(f"\n| {n}.") for n in range(2, 10))
    assert max(Counter(row[0] for row in ROWS).values()) == 1
    assert Counter(int(row[0].split(".")[0]) for row in ROWS) == CHAPTERS


@pytest.mark.parametrize("row", [row for row in ROWS if row[2] != "n/a"], ids=lambda row: row[0])
def test_what_a_row_names_is_there(row: tuple[str, str, str, str]) -> None:
    number, _short, kind, how = row
    named = [(path, test) for path, test in NAMED.findall(how) if "/" in path or "." in path]
    assert named or kind == "deviation", "a row that is met names a test or a file"
    assert kind == "met" or len(how) > 12, "a deviation has a reason"
    for path, test in named:
        assert (ROOT / path).exists(), f"{number}: {path}"
        assert not test or test in functions_of(path), f"{number}: {path}::{test}"


def test_the_figures_above_the_rows_are_theirs() -> None:
    kinds = Counter(row[2] for row in ROWS)
    tested = sum("tests/" in row[3] for row in ROWS if row[2] == "met")
    said = [int(n) for n in re.findall(r"\d+", re.search(r"^Of \d+ rows.*?reason\.", PAGE, re.M | re.S)[0])]  # type: ignore[index]
    assert said == [kinds["met"], tested, kinds["n/a"], kinds["deviation"]]


def test_the_proxy_speaks_only_tls_of_today() -> None:
    assert re.findall(r"ssl_protocols ([^;]+);", (ROOT / "deploy/nginx.conf").read_text()) == [
        "TLSv1.2 TLSv1.3"
    ]


@pytest.mark.django_db
def test_signing_in_and_failing_to_are_logged_without_the_address(caplog: pytest.LogCaptureFixture) -> None:
    una = User.objects.create_user(email="una@example.org", name="Una", password=PASSWORD)
    caplog.set_level(logging.INFO, "scorekeeper.accounts")
    client = Client()
    form = {"login": "una@example.org", "password": PASSWORD}
    client.post("/account/login/", form | {"password": "una@example.org"})
    client.post("/account/login/", form)
    client.post("/account/logout/")
    lines = [
        json.loads(JSONLines().format(one)) for one in caplog.records if one.name == "scorekeeper.accounts"
    ]
    assert [(line["message"], line.get("account")) for line in lines] == [
        ("sign-in failed", None),
        ("signed in", una.pk),
        ("signed out", una.pk),
    ]
    assert "example.org" not in json.dumps(lines)
