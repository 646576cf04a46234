"""Fuzzing of every route of the site, through the real server, as each of the test users.

No request may cause a fault: no 5xx, no cut connection, no wrong length, no exception in the log. The seed
is printed with each finding.
"""

import os
import random
import re
from collections import Counter
from contextlib import nullcontext
from copy import deepcopy
from functools import partial
from html import unescape
from http.cookies import SimpleCookie
from itertools import cycle, islice
from urllib.parse import quote, urlencode

from django.db import connection

from scorekeeper.web import phone_cookie
from tests.nightly import NIGHTLY
from tests.site.clubs.test_who_may import ROWS, STRANGER

from . import account_rows, guest_rows, hostile
from .cast import text
from .club_cast import EVERYBODY as CLUB_PEOPLE
from .club_cast import user
from .routes import EVERYBODY, every_route, own_routes, values
from .wire import FORM, Broken, Wire, complaints

# The seed and the number of requests are fixed, so that two runs differ only by a change of the code.
# FUZZ_SEED=random sends other requests, FUZZ_REQUESTS=20000 sends more.
REQUESTS = int(os.environ.get("FUZZ_REQUESTS", "20000" if NIGHTLY else "200"))
SEED = os.environ.get("FUZZ_SEED", "random" if NIGHTLY else "1121")
SEED = random.SystemRandom().randrange(10**9) if SEED == "random" else int(SEED)

EVERY_METHOD = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
METHODS = (*["GET"] * 8, *["POST"] * 8, *EVERY_METHOD)
# At most this many of a form's fields are filled with odd values at a time. Fields that the view reads but
# no page shows are among them.
MOST_BOXES = 1_000 if NIGHTLY else 3
BOX = re.compile(r"<(?:input|button|textarea)\b[^>]*>")
# A named group in the regular expressions of allauth's URLs.
GROUP = re.compile(r"\(\?P<(\w+)>[^)]*\)")
TYPED_MARKUP = re.compile(rb"<\w+ hx-get=/evil|<script>alert|<img src=x")


def form_fields(page):
    """Return the values of a page's form fields by name; of several fields with one name, the last."""
    boxes = {}
    for tag in BOX.findall(page):
        attributes = dict(re.findall(r'\s(name|value)="([^"]*)"', tag))
        if attributes.get("name"):
            boxes[unescape(attributes["name"])] = unescape(attributes.get("value", ""))
    return boxes


class Fuzz:
    """One run of requests, which collects what is wrong with the answers.

    ``rollback`` reverts each request; without it the next one sees its effects.
    ``sweep`` needs ``names_read`` (wire.py), the set of the field names that views have read.
    """

    routes = own_routes()
    people = EVERYBODY
    main_person = "Ann"
    max_findings = 5

    def __init__(self, tables, server, caplog, rollback=None, names_read=None):
        self.tables, self.caplog, self.rollback, self.names_read = tables, caplog, rollback, names_read
        self.rng = random.Random(SEED)
        self.wires = {who: Wire(server.port, self.cookies(who)) for who in self.people}
        self.statuses = Counter()
        self.reached_routes = set()
        self.findings = []

    def cookies(self, who):
        """Return the initial cookies of this person."""
        cookies = SimpleCookie()
        cookies[phone_cookie.COOKIE] = f"a phone that belongs to {who}"
        return cookies

    def reset_cookies(self, who):
        self.wires[who].cookies = self.cookies(who)

    def values(self, cast, route):
        return values(cast, route)

    def other_page(self, cast):
        """Return a page whose form fields may be sent to any route."""
        return f"/t/{cast.table.code}/"

    def path(self, cast, route, **raw_values):
        """Return the route's path; ``raw_values`` replace parameters, percent-encoded."""
        path = "/" + GROUP.sub(r"<str:\1>", route.pattern).replace("^", "").replace("$", "")
        for name, value in self.values(cast, route).items():
            raw = raw_values.get(name, quote(str(value), safe=""))
            path = re.sub(rf"<\w+:{name}>", lambda _found, raw=raw: raw, path)
        return path

    def boxes(self, who, *pages):
        """Return the form fields of the first of these pages that has any."""
        for page in pages:
            answer = self.send(who, "GET", page)
            shown = answer is not None and answer.status_code in (200, 409, 422) and not answer.streaming
            if shown and (found := form_fields(answer.content.decode(errors="replace"))):
                return found
        return {}

    def check(self, who, route, method, path, *body, **headers):
        """Send a request, and record what is wrong with the answer."""
        answer = self.send(who, method, path, *body, **headers)
        if answer is not None:
            self.judge(f"{who} {method} {path} {body!r:.1500} {headers}", route, method, answer)

    def send(self, who, method, path, *body, **headers):
        """Send a request and return the answer; record broken answers and logged faults."""
        answer = None
        try:
            answer = self.wires[who].ask(method, path, *body, **headers)
            result = answer.status_code
        except Broken as broken:
            result = f"broken: {broken}"
        faults = complaints(self.caplog)
        if faults or answer is None:
            request = f"{who} {method} {path} {body!r:.1500} {headers}"
            self.findings.append(f"{result}: {request}\n{faults}")
        return answer

    def judge(self, request, route, method, answer):
        self.statuses[f"{answer.status_code // 100}xx"] += 1
        self.reached_routes.add(route.name)
        if answer.status_code >= 500 and not (answer.status_code == 503 and route.name == "readyz"):
            self.findings.append(f"{answer.status_code}: {request}")
        elif answer.status_code >= 400 and method != "HEAD" and len(text(answer)) < 15:
            self.findings.append(f"{answer.status_code} without words: {request}: {answer.content!r}")
        elif hostile.leaves_site(answer.headers.get("location", "/")):
            self.findings.append(f"leaves the site for {answer.headers['location']}: {request}")
        if answer.status_code == 200 and TYPED_MARKUP.search(answer.content):
            self.findings.append(f"typed text is markup in the page: {request}")

    def finish(self):
        """Assert that nothing was wrong, every route was reached, and some requests succeeded."""
        print(f"FUZZ_SEED={SEED}: {self.statuses.total()} requests, {dict(self.statuses)}")
        for wire in self.wires.values():
            wire.close()
        assert not self.findings, f"FUZZ_SEED={SEED}\n" + "\n\n".join(self.findings)
        assert self.statuses["2xx"] > self.statuses.total() / 20
        assert self.reached_routes == {route.name for route in self.routes}

    def run(self, requests):
        """Run the requests until there are too many findings, rolling back each if ``rollback`` is set."""
        for request in requests:
            with self.rollback() if self.rollback else nullcontext():
                request()
            if self.rollback:
                for who in self.people:
                    self.reset_cookies(who)
            if len(self.findings) >= self.max_findings:
                break
        self.finish()

    def walk(self):
        """Send ``REQUESTS`` random requests; up to four times as many to reach every route."""
        routes = {route.name for route in self.routes}
        numbers = range(4 * REQUESTS)
        self.run(self.send_random for sent in numbers if sent < REQUESTS or self.reached_routes < routes)

    def send_random(self):
        rng, cast = self.rng, self.rng.choice(self.tables)
        who = rng.choice(self.people) if rng.random() < 0.5 else self.main_person
        route, method = rng.choice(self.routes), rng.choice(METHODS)
        path = self.path(cast, route, **self._odd_values(route))
        sources = (path,) if rng.random() < 0.6 else (self.other_page(cast),)
        boxes = hostile.mutated(rng, self.boxes(who, *sources) if rng.random() < 0.9 else {})
        query = urlencode(boxes, doseq=True)
        if rng.random() < 0.05:
            query += "&a=" + rng.choice(hostile.BYTES)
        headers = {
            name: rng.choice(hostile.HEADERS[name])
            for name in rng.sample(sorted(hostile.HEADERS), rng.choice((0, 0, 0, 0, 0, 1, 2)))
        }
        body, kind = b"", FORM
        if method in ("GET", "HEAD") or rng.random() < 0.15:
            path += "?" + query
        elif rng.random() < 0.08:
            body, kind = rng.choice(hostile.BODIES), rng.choice((*hostile.CONTENT_TYPES, FORM))
        else:
            body = query.encode()
        self.check(who, route, method, path, body, kind, **headers)
        if "Cookie" in headers:
            self.reset_cookies(who)

    def _odd_values(self, route):
        """Return odd values for a few of the route's parameters."""
        odd = {}
        for name in route.parameters:
            if self.rng.random() < 0.06:
                value = self.rng.choice((hostile.text(self.rng), str(self.rng.randint(0, 12))))
                odd[name] = quote(value, safe="")
            elif self.rng.random() < 0.01:
                odd[name] = self.rng.choice(hostile.BYTES)
        return odd

    def sweep(self):
        """Request every route: as each person, with each method and body, and with odd parameters."""
        self.run(self._every_request())

    def _every_request(self):
        people, bodies = _cycle(self.people), _cycle(hostile.MALFORMED_REQUESTS)
        methods = _cycle(EVERY_METHOD)
        url_values, box_values = _cycle(hostile.URL_VALUES), _cycle(hostile.FIELD_VALUES)
        for number, route in enumerate(self.routes):
            cast = self.tables[number % len(self.tables)]
            if NIGHTLY or connection.vendor == "sqlite":
                # These requests are refused before the database is used, so SQLite is enough unless nightly.
                for nth, method in enumerate(methods(3), start=number):
                    yield partial(self._check_at, cast, route, self.main_person, method)
                    # One more person tries every second method; nightly, everybody tries each method.
                    for who in people(nth % 2):
                        yield partial(self._check_at, cast, route, who, method)
                for method, kind, body in bodies(2):
                    yield partial(self._check_at, cast, route, self.main_person, method, body, kind)
            for name in route.parameters:
                for value in url_values(2):
                    for method in ("GET", "POST"):
                        yield partial(self._check_at, cast, route, self.main_person, method, **{name: value})
            yield partial(self._check_boxes, cast, route, box_values)

    def _check_at(self, cast, route, who, method, *body, **raw_values):
        self.check(who, route, method, self.path(cast, route, **raw_values), *body)

    def _check_boxes(self, cast, route, box_values):
        """Send each form field with an odd value, and the others as on the page."""
        path = self.path(cast, route)
        boxes = self.boxes(self.main_person, path, self.other_page(cast))
        post = partial(self.check, self.main_person, route, "POST", path)
        self.names_read.clear()
        tried = set()
        # A field's name is found when the view reads it, and sending a field may make the view read others.
        # ``kind`` is always tried, so that at least one field is sent.
        while new_names := sorted((set(boxes) | self.names_read | {"kind"}) - tried):
            for name in self.rng.sample(new_names, min(len(new_names), MOST_BOXES)):
                # Send the field alone too: of several buttons, a view may read only the first.
                post(urlencode({name: hostile.TOO_LONG}).encode())
                for value in box_values(1):
                    query = urlencode({**boxes, name: value})
                    if NIGHTLY or self.rng.random() < 0.4:
                        post(query.encode())
                    if NIGHTLY or self.rng.random() < 0.3:
                        self.check(self.main_person, route, "GET", f"{path}?{query}")
            tried.update(new_names)


def _cycle(items):
    """Return a function that cycles through the items, n at a time; nightly, all of them each time."""
    endless = cycle(items)
    return lambda n: islice(endless, len(items) if NIGHTLY else n)


class ClubFuzz(Fuzz):
    """Fuzzing of clubs, nights and accounts, by members of the club, of another club, and of no club."""

    routes = [route for route in every_route() if route.pattern.startswith(("c/", "n/", "account/"))]
    people = (*CLUB_PEOPLE, STRANGER)
    main_person = "Olga"

    def cookies(self, who):
        cookies = super().cookies(who)
        cast = self.tables[0]
        if who in cast.clients:
            cookies.update(deepcopy(cast.clients[who].cookies))
        return cookies

    def values(self, cast, route):
        if route.name in account_rows.ROWS:
            return account_rows.ROWS[route.name].values(user("Mia"))
        rows = ROWS | guest_rows.ROWS
        own = rows[route.name].values(cast) if route.name in rows else {}
        return {"club": cast.club.code, **own} if "club" in route.parameters else own

    def other_page(self, cast):
        return str(cast.url(self.rng.choice(("club_settings", "invitations", "members", "club"))))
