"""Names and reasons that look like markup are shown as text, and no page has an id twice."""

import html
import re
from html.parser import HTMLParser

import pytest
from django.db import transaction

from games import every_game
from scorekeeper.matches import models, replay, typed_names
from scorekeeper.sheet import cache

from . import hostile
from .cast import Cast, markup, text
from .routes import EVERYBODY, cast_with_hands, own_routes, rich_example, route_path

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]

# At most 40 characters each, the limit for a name.
MARKUP = (
    "<evil a=1>",
    '"><evil b=2>',
    "'><evil c=3><!--",
    "</title><evil d=4>",
    "&lt;evil e=5&gt;<evil>",
    "{{ evil }}{% evil %}",
)


class ParsedPage(HTMLParser):
    """The tags, attributes and ids of a page."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes, self.ids = set(), set(), []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _value in attrs}
        self.ids += [value for name, value in attrs if name == "id"]


@pytest.fixture
def hostile_cast(db):
    """Return a table whose names and reasons all look like markup."""
    cast = cast_with_hands(*rich_example(), hands=2)
    for seat, name in zip(cast.match.sitting.all(), MARKUP, strict=False):
        models.Seat.objects.filter(pk=seat.pk).update(name=name)
    models.Phone.objects.filter(table=cast.table).update(name=MARKUP[0])
    cast.write(cast.adjustment(5, MARKUP[1]))
    cast.post("Ann", "question", 1, data={"reason": MARKUP[2]})
    models.Entry.objects.filter(match=cast.match).update(why=MARKUP[3], by_name=MARKUP[4][:40])
    models.Entry.objects.filter(match=cast.match, number=1).update(rev=1)
    cache.clear()
    return cast


def test_typed_text_is_never_markup(hostile_cast):
    shown = set()
    for route in own_routes():
        for who in EVERYBODY[:3]:
            answer = hostile_cast.clients[who].get(route_path(hostile_cast, route))
            kind = answer.headers.get("Content-Type", "")
            if kind.startswith(("image/", "application/zip")):
                continue
            page = markup(answer)
            if "evil" in page:
                shown.add(route.name)
            if "html" in kind:
                check_page(page, route.name)
    assert shown >= {"table", "share", "hand", "names", "reasons", "account", "amend", "strike", "record"}


def check_page(page, name):
    """Assert that typed text is not markup, no script or style is inline, and no id is repeated."""
    parsed = ParsedPage(page)
    assert all(parsed.ids), name
    assert len(parsed.ids) == len(set(parsed.ids)), name
    assert "evil" not in parsed.tags, name
    assert not {"a", "b", "c", "e"} & parsed.attributes, name  # those of ``MARKUP``; a path has "d" as well
    # No text is escaped twice.
    assert "&amp;lt;evil a" not in page, name
    assert not {attr for attr in parsed.attributes if attr.startswith("on") or attr == "style"}, name
    assert "style" not in parsed.tags, name
    assert "hx-on" not in page, name
    # Data for allauth's script is in a block that no browser runs.
    for script in re.findall(r"<script\b[^>]*>", page):
        assert "src=" in script or 'type="application/json"' in script, (name, script)
    assert not re.search(r'(?:src|href|action)="(?:https?:)?//', page), name


@pytest.mark.parametrize("game", every_game().values(), ids=lambda game: game.slug)
def test_ids_of_all_questions_are_unique(game):
    page = Cast(game, game.examples[0]).get("Ann", "table").content.decode()
    assert "data-step=" in page
    check_page(page, game.slug)


def test_name_is_text_or_an_error(cast):
    for typed in (*hostile.TEXTS, *MARKUP):
        point = transaction.savepoint()
        answer = cast.post("Ann", "names", data={"name.0": typed})
        kept = replay.player_names(cast.match).current[0]
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


def test_invisible_too_long_and_duplicate_names_are_refused(cast):
    invisible = ("\u202eevil", "a\u200bb", "\u2066x\u2069", "a\u200fb", "\ufeffAnn", "\ue000", "\U000e0041")
    for typed in (*invisible, "A" * 41, "Bo", "bO"):
        assert cast.post("Ann", "names", data={"name.0": typed}).status_code == 422, ascii(typed)


def test_names_of_any_script_are_welcome(cast):
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


def test_reason_is_kept_on_one_line(cast):
    cast.write(cast.adjustment(5))
    cast.post("Di", "question", 1, data={"reason": "a\r\nb\u202e\x01\x1b" + "c" * 500})
    kept = models.Objection.objects.get().why
    assert kept == ("ab" + "c" * 500)[:200]


def test_url_is_written_as_text(cast):
    for query in ('?"><evil>', "?<evil>", "?same=<evil>", "?preset=<evil>&option=<evil>", "?q=<evil>"):
        for route in ("table", "other_rules", "questions_at_table", "rules"):
            answer = cast.clients["Ann"].get(cast.url(route) + query)
            assert "evil" not in ParsedPage(markup(answer)).tags
    assert cast.clients["Ann"].get("/games/%3Cevil%3E/").status_code == 404
