"""Caches of a match's pages: every change is shown at once.

After each change every page equals the page of a server without caches.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils.translation import get_language

from games.engine import HEADING, Message, Seat
from scorekeeper.matches import commands, models, permissions
from scorekeeper.matches.closing import Closed
from scorekeeper.matches.hooks import hooks
from scorekeeper.sheet import cache
from scorekeeper.tables.hooks import page_hooks
from scorekeeper.web import i18n

from .cast import Cast, agreed, new_key

pytestmark = [pytest.mark.django_db, pytest.mark.looks]

PAGES: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("table", ()),
    ("sheet", ()),
    ("tv", ()),
    ("paper", ()),
    ("reasons", (1,)),
    ("account", (0,)),
    ("records", ()),
    ("result", ()),
)
PART = {"HX-Request": "true", "HX-Request-Type": "partial"}
# Random for each page, and the version, which identifies a state of the table.
BY_LOT = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9A-Za-z]{32,}|watch\?v=\d+")


def forget() -> None:
    """Clear every cache, as in a server that has just started."""
    cache.clear()


def shown(cast: Cast, who: str, language: str = "en") -> dict[str, str]:
    """Return every page as this phone sees it, whole and in parts."""
    found = {}
    for name, which in PAGES:
        for headers in ({}, PART):
            answer = cast.get(who, name, *which, headers={**headers, "Accept-Language": language})
            assert answer.status_code == 200, name
            found[f"{name} {'in part' if headers else 'whole'}"] = BY_LOT.sub("", answer.content.decode())
    return found


def a_hand(cast: Cast) -> None:
    cast.enter("Bo", cast.hands[2])


def a_hand_written_again(cast: Cast) -> None:
    again = {"number": 1, "rev": 1, "reason": "misheard"}
    answer = cast.post("Bo", "amend", 1, data={**cast.form(cast.hands[1]), **again})
    assert answer.status_code == 303


def a_hand_struck_out(cast: Cast) -> None:
    cast.post("Bo", "strike", 1, data={"key": new_key(), "rev": 1, "reason": "not played"})


def points_agreed_on(cast: Cast) -> None:
    cast.write(agreed(7, cast.example.seating.sides, "late again"))


def a_name(cast: Cast) -> None:
    cast.post("Bo", "names", data={"name.0": "Zoë", "since": "all"})


def somebody_else_from_the_next_hand_on(cast: Cast) -> None:
    cast.post("Bo", "names", data={"name.0": "Zoë", "since": "next"})


def a_role(cast: Cast) -> None:
    assert permissions.set_role(cast.table, cast.phone("Ann"), cast.phone("Cy").pk, models.Role.SCORER)


def a_question(cast: Cast) -> None:
    cast.post("Di", "question", 1, data={"reason": "really?"})


def a_phone_that_asks(cast: Cast) -> None:
    permissions.ask(cast.table, "a phone that belongs to Ned", "Ned")


def a_hand_begun(cast: Cast) -> None:
    assert cast.post("Bo", "begun", data=cast.form(cast.hands[2])).status_code == 204


def the_first_dealer(cast: Cast) -> None:
    now = cast.state.heading
    seating = replace(now.seating, first_dealer=Seat((now.seating.first_dealer + 1) % now.seating.seats))
    heading = replace(now, seating=seating)
    asked = commands.WriteCommand(uuid.uuid4(), HEADING, 0, heading, "drawn anew")
    assert isinstance(commands.append_entry(cast.match, cast.phone("Ann"), asked), commands.Saved)


CHANGES: dict[str, tuple[str, Callable[[Cast], None], set[str]]] = {
    "a hand": ("Cy", a_hand, {"table", "sheet", "tv", "paper", "account", "result"}),
    "a hand written again": ("Cy", a_hand_written_again, {"table", "sheet", "paper", "reasons", "account"}),
    "a hand struck out": ("Cy", a_hand_struck_out, {"table", "sheet", "paper", "reasons", "account"}),
    "points agreed on": ("Cy", points_agreed_on, {"table", "sheet", "tv", "paper", "account"}),
    "a name": ("Cy", a_name, {"table", "sheet", "tv", "paper"}),
    "somebody else": ("Cy", somebody_else_from_the_next_hand_on, {"table", "sheet", "tv", "paper"}),
    "a role": ("Cy", a_role, {"table", "sheet", "reasons"}),
    "a question": ("Cy", a_question, {"table", "sheet", "reasons"}),
    "a phone that asks": ("Ann", a_phone_that_asks, {"table", "sheet"}),
    "a hand begun": ("Cy", a_hand_begun, {"table", "sheet"}),
    "the first dealer": ("Cy", the_first_dealer, {"table", "sheet"}),
}


@pytest.fixture
def at(cast: Cast) -> Cast:
    assert len(cast.hands) > 2
    cast.play(2)
    return cast


@pytest.fixture(autouse=True)
def nothing_is_left_over() -> Iterator[None]:
    forget()
    yield
    forget()


def assert_fresh(cast: Cast, who: str) -> dict[str, str]:
    """Assert that each page equals that of a server without caches."""
    now = shown(cast, who)
    forget()
    assert now == shown(cast, who)
    return now


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    return {name.split()[0] for name in before if before[name] != after[name]}


@pytest.mark.parametrize("what", CHANGES)
def test_what_is_written_at_the_table_is_shown_at_once(what: str, at: Cast) -> None:
    who, change, pages = CHANGES[what]
    before = shown(at, who)
    assert shown(at, who) == before, "nothing has changed yet"
    change(at)
    assert changed(before, assert_fresh(at, who)) >= pages


def test_each_reader_is_told_in_their_own_language(
    at: Cast, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.LANGUAGES = [("en", "English"), ("fr", "French")]
    monkeypatch.setattr(i18n, "_gettext", lambda text: f"{text} ({get_language()})" if text else "")
    english, french = shown(at, "Cy", "en"), shown(at, "Cy", "fr")
    assert changed(english, french) >= {"table", "sheet", "tv", "paper", "reasons", "account"}
    assert (shown(at, "Cy", "en"), shown(at, "Cy", "fr")) == (english, french)


def test_each_reader_is_told_their_own_time(at: Cast) -> None:
    at.clients["Cy"].cookies["tz"] = "Asia/Tokyo"
    there = shown(at, "Cy")
    at.clients["Cy"].cookies["tz"] = "America/Lima"
    assert changed(there, assert_fresh(at, "Cy")) >= {"reasons"}


def test_who_may_write_is_shown_otherwise_than_who_looks_on(at: Cast) -> None:
    scorer = shown(at, "Bo")
    assert changed(scorer, assert_fresh(at, "Cy")) >= {"table", "sheet", "reasons"}
    assert shown(at, "Bo") == scorer


def test_the_round_of_a_night_is_shown_as_it_stands(at: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def status(number: int) -> Callable[[Any], Any]:
        return lambda table: SimpleNamespace(
            night=SimpleNamespace(code="ABCDEFGHJKMN"),
            round=SimpleNamespace(number=number, ended=None),
            number=3,
            left=None,
            told="",
        )

    monkeypatch.setattr(page_hooks, "night_status", status(1))
    first = shown(at, "Cy")
    monkeypatch.setattr(page_hooks, "night_status", status(2))
    assert changed(first, assert_fresh(at, "Cy")) == {"table", "sheet"}


def test_a_sheet_that_is_closed_says_so(at: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    before = shown(at, "Bo")
    monkeypatch.setattr(
        hooks, "closed", lambda table, match: Closed(Message("The night is over."), "a night")
    )
    assert changed(before, assert_fresh(at, "Bo")) >= {"table", "sheet", "reasons"}
