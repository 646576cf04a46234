"""Every address, asked by everybody in every way: whatever is sent, no answer is a fault of ours.

The seed is printed with each finding; ``FUZZ_SEED=…`` runs it again, ``FUZZ_REQUESTS=20000`` goes further.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from html import unescape
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.test import Client

from games import every_game
from scorekeeper.tables import phones, reading

from . import hostile
from .cast import Cast, text
from .routes import EVERYBODY, Route, own_routes, table_of, values

# The same walk each time and just as far, however quick the machine, so that a change is judged by what it
# changes; FUZZ_SEED=random goes another way.
REQUESTS = int(os.environ.get("FUZZ_REQUESTS", "600"))
SEED = os.environ.get("FUZZ_SEED", "1121")
SEED = random.SystemRandom().randrange(10**9) if SEED == "random" else int(SEED)

# Those of clubs and accounts: test_club_fuzz.py.
ROUTES = own_routes()
METHODS = (*["GET"] * 8, *["POST"] * 8, "HEAD", "PUT", "DELETE", "OPTIONS")
FORM = "application/x-www-form-urlencoded"
BOX = re.compile(r"<(?:input|button|textarea)\b[^>]*>")


@pytest.fixture
def tables(transactional_db: None) -> list[Cast]:
    """A table of every game, with a hand or two."""
    reading._kept.clear()
    return [table_of(game, game.examples[0], hands=2) for game in every_game().values()]


def attribute(tag: str, name: str) -> str:
    found = re.search(rf'\b{name}="([^"]*)"', tag)
    return unescape(found[1]) if found else ""


def forms_of(page: str) -> dict[str, Any]:
    """The boxes of a page as someone might send them: of the keys of one question, any."""
    return {
        attribute(tag, "name"): attribute(tag, "value") for tag in BOX.findall(page) if attribute(tag, "name")
    }


class Fuzz:
    """One run: people ask and send, so many times and until every address was reached."""

    routes = ROUTES
    people: tuple[str, ...] = EVERYBODY
    usual = "Ann"

    def __init__(self, tables: list[Cast], chance: random.Random) -> None:
        self.tables, self.chance = tables, chance
        self.clients = {who: Client(raise_request_exception=False) for who in EVERYBODY}
        for who, client in self.clients.items():
            client.cookies[phones.COOKIE] = f"a phone that belongs to {who}"
        self.told: Counter[str] = Counter()
        self.names: set[str] = set()  # of the routes that were reached
        self.wrong: list[str] = []

    def path(self, cast: Cast, route: Route) -> str:
        """The route's address; now and then with something that does not belong into it."""
        known, path = self.values(cast, route), "/" + route.pattern.replace("^", "").replace("$", "")
        for name, value in known.items():
            if self.chance.random() < 0.06:
                value = self.chance.choice((hostile.text(self.chance), str(self.chance.randint(0, 12))))
            kept = (
                quote(str(value), safe="")
                if self.chance.random() < 0.99
                else self.chance.choice(hostile.BYTES)
            )
            path = re.sub(rf"<\w+:{name}>", lambda _found, kept=kept: kept, path)
        return path

    def values(self, cast: Any, route: Route) -> dict[str, Any]:
        return values(cast, route)

    def other_page(self, cast: Any) -> str:
        """A page whose boxes may be sent to any address."""
        return f"/t/{cast.table.code}/"

    def known_again(self, who: str) -> None:
        """After cookies of somebody else's: who it is."""
        self.clients[who].cookies[phones.COOKIE] = f"a phone that belongs to {who}"

    def boxes(self, client: Client, path: str, cast: Cast) -> dict[str, Any]:
        """What the page at this address, or the table's, has for boxes."""
        source = path if self.chance.random() < 0.6 else self.other_page(cast)
        page = client.get(source)
        if page.streaming:
            return {}
        return forms_of(page.content.decode(errors="replace")) if page.status_code in (200, 409, 422) else {}

    def walk(self) -> None:
        """Ask and send; then nothing is wrong, and every address was reached."""
        every, asked = {route.name for route in self.routes}, 0
        while asked < REQUESTS or (self.names < every and asked < 4 * REQUESTS):
            self.one()
            asked += 1
            if len(self.wrong) >= 5:
                break
        print(f"FUZZ_SEED={SEED}: {asked} requests, {dict(self.told)}")
        assert not self.wrong, f"FUZZ_SEED={SEED}\n" + "\n\n".join(self.wrong)
        # It would prove little if everything were refused at the door.
        assert self.told["2xx"] > self.told.total() / 10
        assert self.names == every

    def one(self) -> None:
        chance, cast = self.chance, self.chance.choice(self.tables)
        who = chance.choice(self.people) if chance.random() < 0.5 else self.usual
        route, method = chance.choice(self.routes), chance.choice(METHODS)
        client, path = self.clients[who], self.path(cast, route)
        boxes = hostile.mutated(chance, self.boxes(client, path, cast) if chance.random() < 0.9 else {})
        said = urlencode(boxes, doseq=True)
        if chance.random() < 0.05:
            said += "&a=" + chance.choice(hostile.BYTES)
        headers = {
            name: chance.choice(hostile.HEADERS[name])
            for name in chance.sample(sorted(hostile.HEADERS), chance.choice((0, 0, 0, 0, 0, 1, 2)))
        }
        extra: dict[str, Any] = {"HTTP_" + name.upper().replace("-", "_"): v for name, v in headers.items()}
        body, kind = b"", FORM
        if method in ("GET", "HEAD") or chance.random() < 0.15:
            path += "?" + said
        elif chance.random() < 0.08:
            body, kind = chance.choice(hostile.BODIES), chance.choice((*hostile.CONTENT, FORM))
        else:
            body = said.encode()
        told = client.generic(method, path, body, kind, **extra)
        if "Cookie" in headers:
            self.known_again(who)
        self.judge(f"{who} {method} {path} {body[:1500]!r} {kind} {headers}", route, method, told)

    def judge(self, asked: str, route: Route, method: str, told: Any) -> None:
        self.told[f"{told.status_code // 100}xx"] += 1
        self.names.add(route.name)
        if told.status_code >= 500 and not (told.status_code == 503 and route.name == "readyz"):
            self.wrong.append(f"{told.status_code}: {asked}\n{self.traceback(told)}")
        elif told.status_code >= 400 and method != "HEAD" and len(text(told)) < 15:
            self.wrong.append(f"{told.status_code} without words: {asked}: {told.content!r}")
        elif 300 <= told.status_code < 400 and told.status_code != 304:
            where = told.headers["Location"]
            if hostile.leaves(where):
                self.wrong.append(f"leaves the site for {where}: {asked}")
        if told.status_code != 200 or method == "HEAD" or told.streaming:
            return  # what is streamed is a file and no page
        if (
            re.search(rb"<\w+ hx-get=/evil", told.content)
            or b"<script>alert" in told.content
            or b"<img src=x" in told.content
        ):
            self.wrong.append(f"what was typed is part of the page: {asked}")

    @staticmethod
    def traceback(told: Any) -> str:
        kept = getattr(told, "exc_info", None)
        if not kept:
            return ""
        import traceback

        return "".join(traceback.format_exception(*kept)[-6:])


@pytest.mark.slow
@pytest.mark.timeout(120 + REQUESTS / 2)
def test_whatever_is_sent_no_answer_is_a_fault_of_ours(tables: list[Cast], caplog: Any) -> None:
    Fuzz(tables, random.Random(SEED)).walk()
