"""The engine on a phone: it renders a table as the site does once all hands are written."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from games import every_game
from games.engine import Game
from scorekeeper.sheet.links import Links
from scorekeeper.sheet.on_phone import Engine
from scorekeeper.web.phone_cookie import COOKIE
from tests.desk import KEY, boxes, some_facts, table_of

from .cast import Cast, new_key

pytestmark = pytest.mark.django_db


class Phone:
    """A phone that has loaded the table and continues offline."""

    def __init__(self, code: str, client: Client) -> None:
        self.engine, self.entries = Engine(), list[dict[str, Any]]()
        self.url = Links(code, 1)
        self.about = client.get(self.url("engine")).json()["about"]
        self.lines = client.get(f"{self.url('log')}?from=0").json()["lines"]

    def ask(self, do: str, **more: Any) -> Any:
        return json.loads(self.engine.answer(json.dumps({"do": do, **more})))

    def open(self) -> Any:
        return self.ask("open", about=self.about, lines=self.lines, entries=self.entries)

    def keep(self, way: str, about: int | None = None, **fields: Any) -> None:
        boxes = [
            [name, str(one)]
            for name, each in fields.items()
            for one in (each if isinstance(each, list) else [each])
        ]
        entry = {"way": way, "about": about, "key": new_key(), "at": 1_790_000_000_000, "fields": boxes}
        self.entries.append(entry)

    def sheet(self) -> str:
        viewer = {"csrf": "token", "may_score": True, "kept": ""}
        return str(self.ask("sheet", viewer=viewer)["html"])


def phone_of(cast: Cast) -> Phone:
    return Phone(cast.table.code, cast.clients["Ann"])


VIEWER = {"csrf": "token", "may_score": True, "version": 0, "kept": "", "kept_after": ""}


def bare(html: str) -> str:
    """Return a fragment without what varies: tokens, keys and white space."""
    html = re.sub(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"', r"\1", html)
    html = html.replace('<button type="button" class="key quiet" data-give-up>Cancel</button>', "")
    return re.sub(r"\s+", " ", html)


def test_reasons_totals_and_corrections_are_drawn_as_the_site_draws_them(cast: Cast) -> None:
    cast.play()
    phone = phone_of(cast)
    phone.keep("amend", 1, **cast.form(cast.hands[1]), reason="misheard")
    phone.keep("strike", 2, reason="not played")
    phone.open()
    cast.post("Ann", "amend", 1, data=cast.form(cast.hands[1], rev=1, reason="misheard"))
    cast.post("Ann", "strike", 2, data={"rev": 1, "key": new_key(), "reason": "not played"})

    def theirs(name: str, which: int) -> str:
        answer = cast.get("Ann", name, which, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        return answer.content.decode()

    for number in range(1, len(cast.hands) + 1):
        ours = phone.ask("hand", number=number, first=0, viewer=VIEWER)["html"]
        # The author and the time come with the line.
        whose = r'<p class="quiet">[^<]*<time.*?</time></p>'
        told_by_site, told_here = (re.sub(whose, "", bare(one)) for one in (theirs("reasons", number), ours))
        assert told_here == told_by_site
    for side in range(cast.example.seating.sides):
        assert phone.ask("side", number=side, first=0)["html"] == theirs("account", side)
    phone = phone_of(cast)
    phone.open()
    for way, name in ("amend", "amend"), ("before", "insert"):
        ours = phone.ask("correct", way=way, number=1, kind=None, kept=None, viewer=VIEWER)["html"]
        assert bare(ours) == bare(theirs(name, 1))
    for way in "adjust", "stop":
        ours = phone.ask("correct", way=way, number=None, kind=None, kept=None, viewer=VIEWER)["html"]
        assert bare(ours).strip() in bare(cast.get("Ann", way).content.decode())
    ours = phone.ask("correct", way="strike", number=1, kind=None, kept=None, viewer=VIEWER)["html"]
    assert bare(ours).strip() in bare(theirs("strike", 1))
    form = cast.form(cast.hands[2], number=1, rev=2)
    to = cast.url("amend", 1)
    asked = {"boxes": [*form.items()], "before": None, "to": to}
    answer = cast.post("Ann", "amend", 1, data=form | {"show": "1"}, headers={"HX-Request": "true"})
    assert phone.ask("changes", **asked)["html"] == answer.content.decode()


def test_a_hand_that_was_not_handed_in_is_said_anew(cast: Cast) -> None:
    cast.write(cast.hands[0])
    phone = phone_of(cast)
    for hand in cast.hands[1:3]:
        phone.keep("hand", **cast.form(hand))
    waiting = phone.open()["waiting"]
    assert waiting == {"2": phone.entries[0]["key"], "3": phone.entries[1]["key"]}
    kept = phone.entries[0] | {"url": cast.url("hand")}
    html = phone.ask("correct", way="amend", number=2, kind=None, kept=kept, viewer=VIEWER)["html"]
    assert f'action="{cast.url("hand")}"' in html
    assert f'name="kept" value="{kept["key"]}"' in html
    assert 'name="rev" value="0"' in html
    assert 'name="reason"' not in html
    # A missed hand before it is not on the log either.
    html = phone.ask("correct", way="before", number=2, kind=None, kept=kept, viewer=VIEWER)["html"]
    assert f'name="kept" value="{kept["key"]}"' in html
    assert 'name="reason"' not in html
    gone = phone.ask("correct", way="strike", number=2, kind=None, kept=kept, viewer=VIEWER)["html"]
    assert f'name="kept" value="{kept["key"]}"' in gone
    assert 'name="reason"' not in gone


def told(html: str) -> list[str]:
    """Return the totals and points of a sheet, in order."""
    return re.findall(r'class="(?:number|[^"]*\bgain\b|[^"]*\btotal\b)[^"]*"[^>]*>([^<]*)<', html)


def test_a_game_goes_on_to_its_winner_on_the_phone_alone(cast: Cast) -> None:
    first, *rest = cast.hands
    cast.write(first)
    phone = phone_of(cast)
    for hand in rest:
        phone.keep("hand", **cast.form(hand))
    opened = phone.open()
    waiting = {str(at): entry["key"] for at, entry in enumerate(phone.entries, start=2)}
    assert opened == {"next": len(cast.hands) + 1, "applied": len(rest), "over": True, "waiting": waiting}
    for hand in rest:
        cast.write(hand)
    theirs = cast.clients["Ann"].get(f"/t/{cast.table.code}/m/1/sheet").content.decode()
    assert len(told(theirs)) > 4
    assert told(phone.sheet()) == told(theirs)
    assert "won" in phone.sheet()


def test_what_is_put_right_and_undone_counts_on_the_phone_too(cast: Cast) -> None:
    for hand in cast.hands[:2]:
        cast.write(hand)
    phone = phone_of(cast)
    before = phone.open(), phone.sheet()
    phone.keep("undo", number=2, rev=1)
    phone.keep("amend", 1, **cast.form(cast.hands[1]), reason="misheard")
    phone.keep("strike", 1, reason="not played")
    phone.keep("restore", number=2, rev=2)
    assert phone.open()["applied"] == 4
    assert phone.open()["next"] == before[0]["next"]
    assert told(phone.sheet()) != told(before[1])
    phone.entries.clear()
    phone.open()
    assert told(phone.sheet()) == told(before[1])


def test_a_game_that_was_ended_without_a_network_is_over_on_the_phone(cast: Cast) -> None:
    cast.write(cast.hands[0])
    phone = phone_of(cast)
    phone.keep("stop", number=2)
    opened = phone.open()
    assert opened["applied"] == 1
    cast.clients["Ann"].post(cast.url("stop"), {"number": 2, "key": new_key()})
    theirs = cast.clients["Ann"].get(cast.url("sheet")).content.decode()
    assert opened["over"] == (cast.state.sheet.outcome is not None)
    assert told(phone.sheet()) == told(theirs)
    # The end of a match has no answers to edit, here as on the site; it can be deleted.
    ours = phone.ask("hand", number=2, first=0, viewer=VIEWER)["html"]
    for panel in ours, cast.get("Ann", "reasons", 2, headers={"HX-Request": "true"}).content.decode():
        assert cast.url("strike", 2) in panel
        assert cast.url("amend", 2) not in panel


def test_points_agreed_on_that_wait_are_said_anew(cast: Cast) -> None:
    cast.write(cast.hands[0])
    phone = phone_of(cast)
    points = {f"points.{side}": 10 for side in range(cast.example.seating.sides)}
    phone.keep("adjust", number=2, rev=0, kind="adjustment", why="agreed", **points)
    assert phone.open()["applied"] == 1
    before = told(phone.sheet())
    kept = phone.entries.pop() | {"url": cast.url("adjust")}
    html = phone.ask("correct", way="amend", number=2, kind=None, kept=kept, viewer=VIEWER)["html"]
    assert f'action="{cast.url("adjust")}"' in html
    assert f'name="kept" value="{kept["key"]}"' in html
    assert 'name="points.0" value="10"' in html
    phone.keep("adjust", number=2, rev=0, kind="adjustment", why="agreed", **points | {"points.0": 30})
    assert phone.open()["applied"] == 1
    assert told(phone.sheet()) != before


def test_what_cannot_be_told_yet_keeps_the_rest_waiting(cast: Cast) -> None:
    phone = phone_of(cast)
    phone.keep("rules", key=new_key())
    phone.keep("hand", **cast.form(cast.hands[0]))
    assert phone.open()["applied"] == 0
    phone.entries[0] = phone.entries[1] | {"fields": [["kind", "nothing"], ["key", new_key()]]}
    assert phone.open()["applied"] == 0


def ruled(html: str) -> list[str]:
    """Return the parts of a ruling that phone and site share: the verdict, and the reasons with rules."""
    html = re.sub(r"\s*([<>])\s*", r"\1", html)
    return [
        *re.findall(r'<section id="ruling"[^>]*>', html),
        *re.findall(r'<p class="verdict">.*?</details>', html),
        *re.findall(r'<ol class="grounds">.*?</ol>', html),
        *re.findall(r'<p class="error">.*?</p>', html),
    ]


@pytest.mark.looks
@pytest.mark.parametrize(
    "game", [game for game in every_game().values() if game.questions], ids=lambda game: game.slug
)
def test_the_referee_asks_and_rules_on_the_phone_as_on_the_site(game: Game[Any]) -> None:
    """Check every question, for the next hand and a past one: unanswered, and with all facts."""
    example = next(example for example in game.examples if example.hands)
    match = table_of(game, example.house, example.hands[:1], example.seating)
    client = Client()
    client.cookies[COOKIE] = KEY
    phone = Phone(match.table.code, client)
    phone.open()
    sheet, verdicts = phone.engine.last.sheet, 0
    for id in game.questions:
        address = phone.url("ask_at_table", id)
        said = boxes(some_facts(game.questions[id], sheet), sheet)
        for hand in ({}, {"in-hand": "1"}, {"in-hand": "1", "as": "instead"}):
            ours = phone.ask("referee", question=id, boxes=[*hand.items()])
            page = client.get(address, hand).content.decode()
            for part in (
                ours["form"].strip(),
                f"<h1>{ours['text']}</h1>",
                f'data-usual="{escape(ours["usual"])}"',
            ):
                assert part in page, (id, hand)
            sent = {**said, **hand}
            told = [
                [name, one]
                for name, each in sent.items()
                for one in (each if isinstance(each, list) else [each])
            ]
            ours = phone.ask("referee", question=id, boxes=told)
            theirs = client.get(address, sent, headers={"HX-Request": "true"}).content.decode()
            assert ruled(ours["ruling"]) == ruled(theirs), (id, hand)
            verdicts += 'class="verdict"' in ours["ruling"]
    assert verdicts >= len(game.questions)


def test_the_pad_of_calls_is_drawn_on_the_phone_as_on_the_site() -> None:
    game = every_game()["five_hundred"]
    example = next(example for example in game.examples if example.hands)
    match = table_of(game, example.house, example.hands[:1], example.seating)
    client = Client()
    client.cookies[COOKIE] = KEY
    phone = Phone(match.table.code, client)
    phone.open()
    for asked in (
        {"calls": ""},
        {"calls": "6S pass"},
        {"calls": "8S", "one": "1"},
        {"calls": "7H", "in-hand": "1"},
    ):
        ours = phone.ask("calls", boxes=[*asked.items()])["html"]
        theirs = client.get(phone.url("auction_at_table"), asked).content.decode()
        assert ours == re.sub(r'\s*<a class="key main".*?</a>', "", theirs)
