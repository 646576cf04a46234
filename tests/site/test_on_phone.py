"""The engine, run on a phone: it draws a table as the site does once the phone's hands are sent."""

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from games import every_game
from games.engine import Game
from scorekeeper.sheet.links import Links
from scorekeeper.sheet.on_phone import Engine
from scorekeeper.web.phone_cookie import COOKIE
from tests.desk import KEY, boxes, match_with_hands, some_facts
from tests.nightly import questions

from .cast import Cast, new_key

pytestmark = pytest.mark.django_db

PART = {"HX-Request": "true"}
SENT_AT = 1_790_000_000_000  # milliseconds since 1970
VIEWER = {"csrf": "token", "may_score": True, "version": 0, "kept": "", "kept_after": ""}


def sent_fields(fields: Mapping[str, Any]) -> list[list[str]]:
    """Return a form as a phone stores it: a pair of name and value for each value."""
    return [
        [name, str(item)]
        for name, value in fields.items()
        for item in (value if isinstance(value, list) else [value])
    ]


class Phone:
    """A phone that has loaded the table and continues offline."""

    def __init__(self, code: str, client: Client):
        self.engine, self.entries = Engine(), list[dict[str, Any]]()
        self.url = Links(code, 1)
        self.about = client.get(self.url("engine")).json()["about"]
        self.lines = client.get(f"{self.url('log')}?from=0").json()["lines"]

    def ask(self, do: str, **more):
        return json.loads(self.engine.answer(json.dumps({"do": do, **more})))

    def open(self):
        return self.ask("open", about=self.about, lines=self.lines, entries=self.entries)

    def keep(self, way: str, about: int | None = None, **fields):
        """Store an unsent entry on the phone; ``about`` is the hand that the entry changes or precedes."""
        entry = {"way": way, "about": about, "key": new_key(), "at": SENT_AT}
        self.entries.append({**entry, "fields": sent_fields(fields)})

    def html(self, do: str, **more) -> str:
        return str(self.ask(do, viewer=VIEWER, **more)["html"])

    def correct(self, way: str, number: int | None = None, kept: dict[str, Any] | None = None) -> str:
        return self.html("correct", way=way, number=number, kind=None, kept=kept)

    def totals(self) -> list[str]:
        return totals_of(self.html("sheet"))


def phone_of(cast: Cast) -> Phone:
    return Phone(cast.table.code, cast.clients["Ann"])


def totals_of(html: str) -> list[str]:
    """Return the totals and points of a sheet, in order."""
    return re.findall(r'class="(?:number|[^"]*\bgain\b|[^"]*\btotal\b)[^"]*"[^>]*>([^<]*)<', html)


def site_totals(cast: Cast) -> list[str]:
    return totals_of(cast.get("Ann", "sheet").content.decode())


def normalised(html: str) -> str:
    """Return a fragment without its tokens, keys and surplus white space."""
    html = re.sub(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"', r"\1", html)
    return re.sub(r"\s+", " ", html).strip()


def test_phone_draws_reasons_totals_and_corrections_as_the_site(cast):
    cast.play()
    phone = phone_of(cast)
    phone.keep("amend", 1, **cast.form(cast.hands[1]), reason="misheard")
    phone.keep("strike", 2, reason="not played")
    phone.open()
    cast.post("Ann", "amend", 1, data=cast.form(cast.hands[1], rev=1, reason="misheard"))
    cast.post("Ann", "strike", 2, data={"rev": 1, "key": new_key(), "reason": "not played"})

    def site_html(name: str, *args) -> str:
        answer = cast.get("Ann", name, *args, headers=PART)
        assert answer.status_code == 200
        return normalised(answer.content.decode())

    for number in range(1, len(cast.hands) + 1):
        phone_html = normalised(phone.html("hand", number=number, first=0))
        # The phone does not know the author and the time.
        author = r'<p class="quiet">[^<]*<time.*?</time>\s*</p>'
        assert re.sub(author, "", phone_html) == re.sub(author, "", site_html("reasons", number))
    for side in range(cast.match.sides):
        answer = cast.get("Ann", "account", side, headers=PART)
        assert phone.html("side", number=side, first=0) == answer.content.decode()
    phone = phone_of(cast)
    phone.open()
    for way, name in ("amend", "amend"), ("before", "insert"):
        assert normalised(phone.correct(way, 1)) == site_html(name, 1)
    for way, *number in ("adjust",), ("stop",), ("strike", 1):
        assert normalised(phone.correct(way, *number)) in site_html(way, *number)
    form = cast.form(cast.hands[2], number=1, rev=2)
    phone_html = phone.html("changes", boxes=[*form.items()], before=None, to=cast.url("amend", 1))
    answer = cast.post("Ann", "amend", 1, data=form | {"show": "1"}, headers=PART)
    assert phone_html == answer.content.decode()


def test_unsent_hand_can_be_edited(cast):
    cast.write(cast.hands[0])
    phone = phone_of(cast)
    for hand in cast.hands[1:3]:
        phone.keep("hand", **cast.form(hand))
    kept = phone.entries[0] | {"url": cast.url("hand")}
    assert phone.open()["waiting"] == {"2": kept["key"], "3": phone.entries[1]["key"]}
    for way in "before", "strike", "amend":
        html = phone.correct(way, 2, kept)
        assert f'name="kept" value="{kept["key"]}"' in html, way
        assert 'name="reason"' not in html, way
    assert f'action="{kept["url"]}"' in html
    assert 'name="rev" value="0"' in html


def test_match_is_played_to_its_end_offline(cast):
    first, *rest = cast.hands
    cast.write(first)
    phone = phone_of(cast)
    for hand in rest:
        phone.keep("hand", **cast.form(hand))
    opened = phone.open()
    waiting = {str(number): entry["key"] for number, entry in enumerate(phone.entries, start=2)}
    assert opened == {"next": len(cast.hands) + 1, "applied": len(rest), "over": True, "waiting": waiting}
    for hand in rest:
        cast.write(hand)
    assert len(phone.totals()) > 4
    assert phone.totals() == site_totals(cast)
    assert "won" in phone.html("sheet")


def test_offline_corrections_count(cast):
    for hand in cast.hands[:2]:
        cast.write(hand)
    phone = phone_of(cast)
    opened, before = phone.open(), phone.totals()
    phone.keep("undo", number=2, rev=1)
    phone.keep("amend", 1, **cast.form(cast.hands[1]), reason="misheard")
    phone.keep("strike", 1, reason="not played")
    phone.keep("restore", number=2, rev=2)
    assert phone.open() == opened | {"applied": 4}
    assert phone.totals() != before
    phone.entries.clear()
    phone.open()
    assert phone.totals() == before


def test_match_is_ended_offline(cast):
    cast.write(cast.hands[0])
    phone = phone_of(cast)
    phone.keep("stop", number=2)
    opened = phone.open()
    assert opened["applied"] == 1
    cast.post("Ann", "stop", data={"number": 2, "key": new_key()})
    assert opened["over"] == (cast.state.sheet.outcome is not None)
    assert phone.totals() == site_totals(cast)
    # On the phone and the site, the end of a match can be deleted, but has no answers to edit.
    for panel in (
        phone.html("hand", number=2, first=0),
        cast.get("Ann", "reasons", 2, headers=PART).content.decode(),
    ):
        assert cast.url("strike", 2) in panel
        assert cast.url("amend", 2) not in panel


def test_unreadable_entry_holds_back_the_rest(cast):
    phone = phone_of(cast)
    phone.keep("rules", key=new_key())
    phone.keep("hand", **cast.form(cast.hands[0]))
    assert phone.open()["applied"] == 0
    phone.entries[0] = phone.entries[1] | {"fields": [["kind", "nothing"], ["key", new_key()]]}
    assert phone.open()["applied"] == 0


def ruling_parts(html: str) -> list[str]:
    """Return the parts of a ruling that phone and site share: the verdict, and the reasons with rules."""
    html = re.sub(r"\s*([<>])\s*", r"\1", html)
    return [
        *re.findall(r'<section id="ruling"[^>]*>', html),
        *re.findall(r'<p class="verdict">.*?</details>', html),
        *re.findall(r'<ol class="grounds">.*?</ol>', html),
        *re.findall(r'<p class="error">.*?</p>', html),
    ]


def phone_and_site(game: Game[Any]) -> tuple[Phone, Client]:
    """Return a phone at a table with one hand, and a browser of the same scorer."""
    example = next(example for example in game.examples if example.hands)
    match = match_with_hands(game, example.house, example.hands[:1], example.seating)
    client = Client()
    client.cookies[COOKIE] = KEY
    phone = Phone(match.table.code, client)
    phone.open()
    return phone, client


@pytest.mark.sqlite_only
@pytest.mark.parametrize(
    "game", [game for game in every_game().values() if game.questions], ids=lambda game: game.slug
)
def test_referee_rules_on_the_phone_as_on_the_site(game):
    """Check questions about the next hand and a past one, without facts and with all of them."""
    phone, client = phone_and_site(game)
    sheet, verdicts = phone.engine.last.sheet, 0
    for _game, id in questions((game, id) for id in game.questions):
        url = phone.url("ask_at_table", id)
        facts = boxes(some_facts(game.questions[id], sheet), sheet)
        # About the next hand; about hand 1; in place of hand 1.
        for hand in ({}, {"in-hand": "1"}, {"in-hand": "1", "as": "instead"}):
            reply = phone.ask("referee", question=id, boxes=sent_fields(hand))
            page = client.get(url, hand).content.decode()
            usual = f'data-usual="{escape(reply["usual"])}"'
            for part in reply["form"].strip(), f"<h1>{reply['text']}</h1>", usual:
                assert part in page, (id, hand)
            ruling = phone.ask("referee", question=id, boxes=sent_fields({**facts, **hand}))["ruling"]
            site_html = client.get(url, {**facts, **hand}, headers=PART).content.decode()
            assert ruling_parts(ruling) == ruling_parts(site_html), (id, hand)
            verdicts += 'class="verdict"' in ruling
    assert verdicts > 0


def test_phone_draws_the_bidding_pad_as_the_site():
    phone, client = phone_and_site(every_game()["five_hundred"])
    # Only the site's pad has a link that fills in the hand's form with the bid.
    for calls, more in ("", {}), ("6S pass", {}), ("8S", {"one": "1"}), ("7H", {"in-hand": "1"}):
        query = {"calls": calls, **more}
        site_html = client.get(phone.url("auction_at_table"), query).content.decode()
        assert phone.html("calls", boxes=sent_fields(query)) == re.sub(
            r'\s*<a class="key main".*?</a>', "", site_html
        )
