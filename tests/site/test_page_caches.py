"""Caches of a match's pages: every change is shown at once.

After each change every page equals the page of a server without caches.
"""

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
from scorekeeper.tables import load
from scorekeeper.tables.hooks import page_hooks
from scorekeeper.web import i18n

from .cast import Cast, new_key, text

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]

PAGES = [(name,) for name in ("table", "sheet", "tv", "paper", "records", "result")]
PAGES += [("reasons", 1), ("account", 0)]
NED = "a phone that belongs to Ned"
PART = {"HX-Request": "true", "HX-Request-Type": "partial"}
# Random values, and the table's version.
VARYING = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9A-Za-z]{32,}|watch\?v=\d+")


def shown_pages(cast: Cast, who: str, language: str = "en") -> dict[str, str]:
    """Return every page as this person's phone sees it, whole and in part."""
    found = {}
    for name, *args in PAGES:
        for headers in ({}, PART):
            answer = cast.get(who, name, *args, headers={**headers, "Accept-Language": language})
            assert answer.status_code == 200, name
            found[f"{name} {'in part' if headers else 'whole'}"] = VARYING.sub("", answer.content.decode())
    return found


def post(name: str, *args: int, who: str = "Bo", **sent) -> Callable[[Cast], Any]:
    """Return a function for ``CHANGES`` that posts this form."""
    return lambda cast: cast.post(who, name, *args, data={"key": new_key(), **sent})


def amend(cast: Cast):
    edit = cast.form(cast.hands[1], rev=1, reason="misheard") | {"number": 1}
    assert cast.post("Bo", "amend", 1, data=edit).status_code == 303


def let_cy_score(cast: Cast):
    assert permissions.set_role(cast.table, cast.phone("Ann"), cast.phone("Cy").pk, models.Role.SCORER)


def change_the_first_dealer(cast: Cast):
    heading = cast.state.heading
    next_seat = Seat((heading.seating.first_dealer + 1) % heading.seating.seats)
    heading = replace(heading, seating=replace(heading.seating, first_dealer=next_seat))
    command = commands.WriteCommand(uuid.uuid4(), HEADING, 0, heading, "drawn anew")
    assert isinstance(commands.append_entry(cast.match, cast.phone("Ann"), command), commands.Saved)


# The person whose phone shows the pages, the change, and the pages that must show it.
CHANGES: dict[str, tuple[str, Callable[[Cast], Any], str]] = {
    "a hand": ("Cy", lambda cast: cast.enter("Bo", cast.hands[2]), "table sheet tv paper account result"),
    "an edited hand": ("Cy", amend, "table sheet paper reasons account"),
    "a deleted hand": ("Cy", post("strike", 1, rev=1, reason="no"), "table sheet paper reasons account"),
    "an adjustment": ("Cy", lambda cast: cast.write(cast.adjustment(7)), "table sheet tv paper account"),
    "a corrected name": ("Cy", post("names", **{"name.0": "Zoë", "since": "all"}), "table sheet tv paper"),
    "another player": ("Cy", post("names", **{"name.0": "Zoë", "since": "next"}), "table sheet tv paper"),
    "a role": ("Cy", let_cy_score, "table sheet reasons"),
    "a dispute": ("Cy", post("question", 1, who="Di", reason="really?"), "table sheet reasons"),
    "a request to keep score": ("Ann", lambda cast: permissions.ask(cast.table, NED, "Ned"), "table sheet"),
    "a draft": (
        "Cy",
        lambda cast: cast.post("Bo", "begun", data=cast.form(cast.hands[2])),
        "table sheet",
    ),
    "the first dealer": ("Cy", change_the_first_dealer, "table sheet"),
}


@pytest.fixture
def played_cast(cast: Cast) -> Cast:
    cast.play(2)
    return cast


@pytest.fixture(autouse=True)
def clear_caches() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def assert_fresh(cast: Cast, who: str) -> dict[str, str]:
    """Assert that no page changes when the caches are cleared; return the pages."""
    pages = shown_pages(cast, who)
    cache.clear()
    assert pages == shown_pages(cast, who)
    return pages


def changed_names(before: dict[str, str], after: dict[str, str]) -> set[str]:
    return {name.split()[0] for name in before if before[name] != after[name]}


@pytest.mark.parametrize("name", CHANGES)
def test_changes_are_shown_at_once(name, played_cast):
    who, change, pages = CHANGES[name]
    before = shown_pages(played_cast, who)
    assert shown_pages(played_cast, who) == before, "nothing has changed yet"
    change(played_cast)
    assert changed_names(before, assert_fresh(played_cast, who)) >= set(pages.split())


def test_request_to_score_during_a_write_is_shown(played_cast):
    table = models.Table.objects.get(pk=played_cast.table.pk)
    before = load.context(table, played_cast.match, played_cast.phone("Ann"), 1)
    assert load.asking_phones(before) == []
    permissions.ask(played_cast.table, NED, "Ned")
    played_cast.enter("Ann", played_cast.hands[2])
    load.reload_after_hand(before, played_cast.match)
    assert "Ned’s phone wants to keep score" in text(played_cast.get("Ann", "table"))


def test_pages_are_in_the_readers_language(played_cast, monkeypatch, settings):
    settings.LANGUAGES = [("en", "English"), ("fr", "French")]
    monkeypatch.setattr(i18n, "gettext", lambda text: f"{text} ({get_language()})" if text else "")
    first, second = ([shown_pages(played_cast, "Cy", code) for code in ("en", "fr")] for _time in range(2))
    assert changed_names(*first) >= {"table", "sheet", "tv", "paper", "reasons", "account"}
    assert second == first


def test_scorers_and_watchers_see_different_pages(played_cast):
    scorer = shown_pages(played_cast, "Bo")
    assert changed_names(scorer, assert_fresh(played_cast, "Cy")) >= {"table", "sheet", "reasons"}
    assert shown_pages(played_cast, "Bo") == scorer


def test_current_round_of_a_night_is_shown(played_cast, monkeypatch):
    night, round = SimpleNamespace(code="ABCDEFGHJKMN"), SimpleNamespace(number=1, ended=None)
    status = SimpleNamespace(night=night, round=round, number=3, left=None, message="")
    monkeypatch.setattr(page_hooks, "night_status", lambda table: status)
    first = shown_pages(played_cast, "Cy")
    round.number = 2
    assert changed_names(first, assert_fresh(played_cast, "Cy")) == {"table", "sheet"}


def test_closed_sheet_is_shown_as_closed(played_cast, monkeypatch):
    before = shown_pages(played_cast, "Bo")
    closed = Closed(Message("The night is over."), "a night")
    monkeypatch.setattr(hooks, "closed", lambda table, match: closed)
    assert changed_names(before, assert_fresh(played_cast, "Bo")) >= {"table", "sheet", "reasons"}
