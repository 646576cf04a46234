"""Names and reasons that would like to be markup, on every page: everywhere they are text."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.urls import reverse

from scorekeeper.matches import (
    models,
    replay,
    typed_names,
)

from . import hostile
from .cast import Cast, agreed, new_key, text
from .routes import EVERYBODY, address, own_routes, rich_example, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.looks]

ROOT = Path(__file__).resolve().parents[2]
# Forty letters each, as many as a name may have; no form lets them in, but the database may hold them.
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
    """The tags of a page, and the names of what stands in them."""

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
    """A table where everything that people may type is hostile, past every form."""
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
    replay._kept.clear()
    return cast


def is_text(answer: HttpResponse) -> bool:
    """Whether an answer is read as text: no picture, whose words are drawn, and no archive."""
    return not answer.headers.get("Content-Type", "").startswith(("image/", "application/zip"))


def test_no_page_takes_what_was_typed_for_markup(at: Cast) -> None:
    shown = set()
    for route in own_routes():
        for who in EVERYBODY[:3]:
            answer = at.clients[who].get(address(at, route))
            if not is_text(answer):
                continue
            page = answer.content.decode()
            if "evil" in page:
                shown.add(route.name)
            if "html" not in answer.headers.get("Content-Type", ""):
                continue
            found = Found(page)
            assert "evil" not in found.tags, route
            assert not {"a=1", "b", "hx-evil"} & found.attributes, route
            # Nor is it escaped twice, so that people read what was typed.
            assert "&amp;lt;evil a" not in page, route
    assert shown >= set(CHECKED)


def test_no_page_has_script_or_style_of_its_own(at: Cast) -> None:
    """The policy would stop them; they must not be there in the first place."""
    for route in own_routes():
        answer = at.clients["Ann"].get(address(at, route))
        if not is_text(answer):
            continue
        page = answer.content.decode()
        found = Found(page)
        assert not {name for name in found.attributes if name.startswith("on") or name == "style"}, route
        assert "style" not in found.tags, route
        assert "hx-on" not in page, route
        assert all("src=" in script for script in re.findall(r"<script\b[^>]*>", page)), route
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//', page), route


def test_names_are_shielded_from_htmx(at: Cast) -> None:
    """Were escaping ever forgotten, what stands in `hx-ignore` still could not ask for anything."""
    page = at.get("Cy", "table").content.decode()
    heads = re.findall(r"<[^>]*hx-ignore[^>]*>[^<]*" + re.escape(html.escape(MARKUP[0])), page)
    assert heads


@pytest.mark.parametrize("typed", [*hostile.TEXTS, *MARKUP], ids=ascii)
def test_a_name_is_taken_as_text_or_refused_with_a_reason(cast: Cast, typed: str) -> None:
    answer = cast.post("Ann", "names", data={"name.0": typed})
    kept = replay.player_names(cast.match).now[0]
    if "\0" in typed:  # which no keyboard has
        assert (answer.status_code, kept) == (400, "Ann")
    elif answer.status_code == 422:
        assert kept == "Ann"
        errors = [seat.error for seat in answer.context["seats"]]
        assert any(errors)
    else:
        assert answer.status_code == 303
        assert len(kept) <= typed_names.LONGEST
        assert kept.isprintable() or "\u200d" in kept or "\u200c" in kept
        assert kept == (" ".join(typed.split()) or typed_names.usual_names(cast.match.seats)[0])


@pytest.mark.parametrize(
    "typed",
    [
        "\u202eevil",
        "a\u200bb",
        "\u2066x\u2069",
        "a\u200fb",
        "\ufeffAnn",
        "\ue000",
        "\U000e0041",
        "A" * 41,
        "Bo",
        "bO",
    ],
    ids=ascii,
)
def test_tricks_with_names_are_refused(cast: Cast, typed: str) -> None:
    assert cast.post("Ann", "names", data={"name.0": typed}).status_code == 422


@pytest.mark.parametrize(
    "typed", ["Zoë", "Ngũgĩ", "أحمد", "דנה", "नेहा", "陳大文", "👩‍👩‍👧‍👦", "می‌خواهم", "O'Brien & Søn", "♥ A"]
)
def test_names_of_any_script_are_welcome(cast: Cast, typed: str) -> None:
    assert cast.post("Ann", "names", data={"name.0": typed}).status_code == 303
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


def test_code_that_would_let_markup_through_does_not_stand_here() -> None:
    """`safe`, `autoescape off`, innerHTML: where one is needed, it is named here with what it holds."""
    allowed = {
        ("scorekeeper/sheet/environment.py", "Markup"): 1,  # a template, which escapes what it is given
        ("scorekeeper/sheet/page.py", "Markup"): 6,  # rows that were drawn, one after another; names of parts
        ("scorekeeper/sheet/race.py", "Markup"): 2,  # coordinates and numbers of hands
        ("scorekeeper/sheet/signs.py", "Markup"): 4,  # escaped before, and drawings of ours
        ("scorekeeper/sheet/viewer.py", "Markup"): 1,  # a field whose token is escaped
        ("scorekeeper/on_phone.py", "Markup"): 1,  # no form
        (
            "static/offline/engine.js",
            "outerHTML =",
        ): 1,  # a preview that the sheet's templates drew in the phone
        ("scorekeeper/tables/qr.py", "mark_safe"): 1,  # the path of a QR picture
        ("scorekeeper/templatetags/cardroom.py", "mark_safe"): 1,  # our icon, as an address
        ("scorekeeper/templatetags/cardroom.py", "Markup"): 1,  # what a template of Django's has drawn
    }
    forbidden = re.compile(
        r"\|\s*safe\b|\bautoescape\s+off|\b(?:mark_safe|Markup)\(|innerHTML\s*[+=]|outerHTML\s*[+=]|insertAdjacentHTML"
        r"|document\.write|\beval\(|new Function|redirect\(request\.|csrf_exempt"
    )
    found: dict[tuple[str, str], int] = {}
    for folder, ending in (
        ("scorekeeper", "*.py"),
        ("scorekeeper", "*.html"),
        ("templates", "*.html"),
        ("games", "*.html"),
        ("static", "*.js"),
    ):
        for path in sorted((ROOT / folder).rglob(ending)):
            if "vendor" in path.parts:
                continue
            for hit in forbidden.findall(path.read_text()):
                one = (path.relative_to(ROOT).as_posix(), hit.rstrip("("))
                found[one] = found.get(one, 0) + 1
    assert found == allowed


def test_the_address_of_a_page_is_written_out_as_text(cast: Cast) -> None:
    for query in ('?"><evil>', "?<evil>", "?same=<evil>", "?preset=<evil>&option=<evil>", "?q=<evil>"):
        for route in ("table", "under", "questions_at_table", "rules"):
            answer = cast.clients["Ann"].get(cast.url(route) + query)
            assert "evil" not in Found(answer.content.decode()).tags
    assert cast.clients["Ann"].get("/games/%3Cevil%3E/").status_code == 404
    assert new_key() not in text(cast.clients["Ann"].get(reverse("home")))
