"""Names and reasons that look like markup: shown as text on every page."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.urls import reverse

from scorekeeper.matches import (
    models,
    replay,
    typed_names,
)
from scorekeeper.sheet import cache

from . import hostile
from .cast import Cast, agreed, new_key, text
from .routes import EVERYBODY, address, own_routes, rich_example, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.looks]

# Forty letters each, the limit for a name; no form accepts them, but the database may hold them.
MARKUP = (
    "<evil a=1>",
    '"><evil b=2>',
    "'><evil c=3><!--",
    "</title><evil d=4>",
    "&lt;evil e=5&gt;<evil>",
    "{{ evil }}{% evil %}",
)
CHECKED = (
    "table",
    "share",
    "hand",
    "names",
    "reasons",
    "account",
    "amend",
    "strike",
    "record",
)


class Found(HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _value in attrs}


@pytest.fixture
def at(db: None) -> Cast:
    """Return a table whose texts are all hostile, written past every form."""
    cast = table_of(*rich_example(), hands=2)
    sides = cast.example.seating.sides
    for position in range(cast.example.seating.seats):
        models.Seat.objects.filter(match=cast.match, position=position).update(
            name=MARKUP[position % len(MARKUP)]
        )
    models.Phone.objects.filter(table=cast.table).update(name=MARKUP[0])
    cast.write(agreed(5, sides, MARKUP[1]))
    cast.post("Ann", "question", 1, data={"reason": MARKUP[2]})
    models.Entry.objects.filter(match=cast.match).update(why=MARKUP[3], by_name=MARKUP[4][:40])
    models.Entry.objects.filter(match=cast.match, number=1).update(rev=1)
    cache.clear()
    return cast


def is_text(answer: HttpResponse) -> bool:
    """Return True if a response is read as text: no picture with drawn words, no archive."""
    return not answer.headers.get("Content-Type", "").startswith(("image/", "application/zip"))


def test_no_page_takes_what_was_typed_for_markup_or_has_script_of_its_own(at: Cast) -> None:
    shown = set()
    for route in own_routes():
        for who in EVERYBODY[:3]:
            answer = at.clients[who].get(address(at, route))
            if not is_text(answer):
                continue
            page = answer.content.decode()
            if "evil" in page:
                shown.add(route.name)
            if "html" in answer.headers.get("Content-Type", ""):
                check_page(page, route.name)
    assert shown >= set(CHECKED)


def check_page(page: str, name: str) -> None:
    """Assert that typed text is not markup, and that the page has no inline script or style."""
    found = Found(page)
    assert "evil" not in found.tags, name
    assert not {"a=1", "b", "hx-evil"} & found.attributes, name
    # It is not escaped twice either, so that people read what was typed.
    assert "&amp;lt;evil a" not in page, name
    assert not {one for one in found.attributes if one.startswith("on") or one == "style"}, name
    assert "style" not in found.tags, name
    assert "hx-on" not in page, name
    # Data for allauth's script is in a block that no browser runs.
    for script in re.findall(r"<script\b[^>]*>", page):
        assert "src=" in script or 'type="application/json"' in script, (name, script)
    assert not re.search(r'(?:src|href|action)="(?:https?:)?//', page), name


def test_a_name_is_taken_as_text_or_refused_with_a_reason(cast: Cast) -> None:
    for typed in (*hostile.TEXTS, *MARKUP):
        point = transaction.savepoint()
        answer = cast.post("Ann", "names", data={"name.0": typed})
        kept = replay.player_names(cast.match).now[0]
        if "\0" in typed:  # no keyboard can type it
            assert (answer.status_code, kept) == (400, "Ann")
        elif answer.status_code == 422:
            assert kept == "Ann"
            assert any(seat.error for seat in answer.context["seats"]), ascii(typed)
        else:
            assert answer.status_code == 303
            assert len(kept) <= typed_names.LONGEST
            assert kept.isprintable() or "\u200d" in kept or "\u200c" in kept, ascii(typed)
            assert kept == (" ".join(typed.split()) or typed_names.usual_names(cast.match.seats)[0])
        transaction.savepoint_rollback(point)


TRICKS = (
    *("\u202eevil", "a\u200bb", "\u2066x\u2069", "a\u200fb", "\ufeffAnn", "\ue000", "\U000e0041"),
    *("A" * 41, "Bo", "bO"),
)


def test_tricks_with_names_are_refused(cast: Cast) -> None:
    for typed in TRICKS:
        assert cast.post("Ann", "names", data={"name.0": typed}).status_code == 422, ascii(typed)


def test_names_of_any_script_are_welcome(cast: Cast) -> None:
    for typed in (
        "Zoë",
        "Ngũgĩ",
        "أحمد",
        "דנה",
        "नेहा",
        "陳大文",
        "👩‍👩‍👧‍👦",
        "می‌خواهم",
        "O'Brien & Søn",
        "♥ A",
    ):
        assert cast.post("Ann", "names", data={"name.0": typed}).status_code == 303, typed
        assert typed in html.unescape(text(cast.get("Cy", "table")))


def test_a_reason_is_kept_on_one_line_and_shown_as_text(cast: Cast) -> None:
    cast.write(agreed(5, cast.example.seating.sides))
    cast.post("Di", "question", 1, data={"reason": "a\r\nb\u202e\x01\x1b" + "c" * 500})
    kept = models.Objection.objects.get().why
    assert kept == ("ab" + "c" * 500)[:200]


def test_a_key_of_a_phone_may_be_anything(cast: Cast) -> None:
    for key in ("", "x", "a" * 65, "é" * 30, "\x7f" * 30, "'; drop table--------------------"):
        cast.clients["Di"].cookies["phone"] = key
        assert cast.get("Di", "table").status_code == 200
        assert cast.enter("Di", cast.hands[0]).status_code == 403


def test_the_address_of_a_page_is_written_out_as_text(cast: Cast) -> None:
    for query in ('?"><evil>', "?<evil>", "?same=<evil>", "?preset=<evil>&option=<evil>", "?q=<evil>"):
        for route in ("table", "under", "questions_at_table", "rules"):
            answer = cast.clients["Ann"].get(cast.url(route) + query)
            assert "evil" not in Found(answer.content.decode()).tags
    assert cast.clients["Ann"].get("/games/%3Cevil%3E/").status_code == 404
    assert new_key() not in text(cast.clients["Ann"].get(reverse("home")))
