"""A server of match pages drawn by scorekeeper/sheet alone, without the site or a database."""

from __future__ import annotations

import mimetypes
import threading
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.template.loader import render_to_string
from markupsafe import Markup
from playwright.sync_api import Page

from games import every_game
from games.engine import (
    Adjustment,
    Entry,
    Game,
    Heading,
    PerSide,
    Seating,
    from_json,
    hand_from_json,
    to_json,
)
from scorekeeper.sheet import hand_entry, keyboard, page, preview
from scorekeeper.sheet.hand_entry import HandEntry
from scorekeeper.sheet.links import Links
from scorekeeper.sheet.localized import LocalizedMatch
from scorekeeper.sheet.names import PlayerNames
from scorekeeper.sheet.presenters import MatchPresenter
from scorekeeper.sheet.state import LoggedEntry
from scorekeeper.sheet.stored import extend_state, state_of
from scorekeeper.sheet.viewer import Viewer

NAMES = ("Ann", "Bo", "Cy", "Di")
LONG_NAMES = (
    "Christopher",
    "Alexandra",
    "Élodie",
    "陳大文",
    "Margaret",
    "Bartholomew",
    "Anne-Catherine",
    "Wilhelmina",
)
ROOT = Path(__file__).parents[2]
STYLES = ("app.css", "table.css", "keyboard.css", "desk.css")
SPRITE = (ROOT / "templates/_sprite.html").read_text()
PAGE = """<!doctype html><html lang="en"><head>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="htmx-config" content='{{"includeIndicatorCSS": false}}'>
<title>{title}</title><link rel="icon" href="data:,">{head}</head><body class="{body_class}">{sprite}
<header class="bar"><a class="home" href="/" aria-label="Scorekeeper">&nbsp;</a>
<h1>{title} <small>{preset}</small></h1></header>
<main id="main" tabindex="-1"><div id="trouble"></div><div id="live"></div>{waiting}{sheet}</main>
<div id="status" role="status" class="visually-hidden"></div></body></html>"""
HEAD = "".join(
    (
        '<link rel="preload" href="/static/fonts/sheet-sans.woff2" as="font" type="font/woff2" crossorigin>',
        *(f'<link rel="stylesheet" href="/static/{name}">' for name in STYLES),
        '<script src="/static/vendor/htmx-4.0.1-with-sse.min.js" defer></script>',
        '<script type="module" src="/static/site.js" data-module="/static/later.js"></script>',
        '<script type="module" src="/static/desk.js"></script>',
    )
)
SENT_AT = datetime(2026, 1, 3, 20, 15, tzinfo=UTC)

FormData = Mapping[str, list[str]]


class Gate:
    """A held-back response: the request sets ``reached``, and its response waits for ``released``."""

    def __init__(self) -> None:
        self.reached, self.released = threading.Event(), threading.Event()


def heading_of(game: Game[Any], preset: str, seats: int, house: dict[str, Any] | None) -> Heading:
    """Return a match's heading: a preset (by default the first) with these house rules changed."""
    rules = game.preset(preset) or game.presets[0]
    seating = Seating(*next(shape for shape in game.shapes(rules) if shape[0] == seats))
    return Heading(seating, from_json(game.house, {**to_json(rules.house), **(house or {})}), rules.id)


class FakeMatch:
    """A match in memory that is played through the forms of its page, like ``Sitting`` (sitting.py)."""

    site = ""  # base URL of the server
    by_code: dict[str, FakeMatch] = {}
    codes = count(1)
    latency = 0.0  # delay of each preview, in seconds
    takes_drafts = True

    def __init__(
        self,
        slug: str,
        preset: str = "",
        names: tuple[str, ...] = NAMES,
        house: dict[str, Any] | None = None,
        hands: tuple[dict[str, Any], ...] = (),
        heading: Heading | None = None,
    ) -> None:
        game = every_game()[slug]
        heading = heading or heading_of(game, preset, len(names), house)
        state = state_of(game, heading, ())
        first_hand = 0
        seats = tuple((seat, first_hand, name) for seat, name in enumerate(names))
        self.preset = str((game.preset(preset) or game.presets[0]).name)
        self.localized = LocalizedMatch(state, PlayerNames(heading.seating, seats))
        self.code = str(next(self.codes))
        self.links = Links(self.code, 1)
        self.by_code[self.code] = self
        self.gates: dict[str, Gate] = {}
        for hand in hands:
            self.write(hand_from_json(game, hand))

    def write(self, hand: Any, number: int | None = None) -> None:
        """Add the next hand to the log, or a new version of the hand with this number."""
        state = self.localized.state
        number = number or state.next_number
        rev = state.revs.get(number, 0) + 1
        entry = LoggedEntry(Entry(number, hand), len(state.log) + 1, rev, "Ann", SENT_AT, uuid.uuid4())
        self.localized = replace(self.localized, state=extend_state(state, [entry]))

    def adjust(self, *points: int) -> None:
        self.write(Adjustment(PerSide(points), "agreed"))

    def hold(self, action: str) -> Gate:
        """Hold back the response to every POST of an action, such as "hand" or "preview"."""
        return self.gates.setdefault(action, Gate())

    @property
    def length(self) -> int:
        return len(self.localized.state.log)

    @property
    def presenter(self) -> MatchPresenter:
        return MatchPresenter(self.localized)

    @property
    def totals(self) -> list[Any]:
        return list(self.localized.sheet.totals)

    def open(self, browser_page: Page, path: str = "") -> Page:
        browser_page.goto(f"{self.site}/t/{self.code}/{path}")
        return browser_page

    @property
    def viewer(self) -> Viewer:
        key = hand_entry.new_key()
        return Viewer(self.links, str(self.localized.game.name), csrf="token", key=key, may_score=True)

    def sheet(self, entry: HandEntry | None = None, changed: bool = False) -> str:
        """Return the sheet with the form of the next hand."""
        form = Markup()
        if self.localized.sheet.outcome is None:
            form = self.entry(entry or hand_entry.new_entry(self.localized), changed)
        return str(page.sheet(self.presenter, self.viewer, form=form))

    def entry(self, entry: HandEntry, changed: bool = False) -> Markup:
        hand_preview = preview.preview_hand(entry)
        return keyboard.entry_section(self.presenter, self.viewer, entry, hand_preview, changed=changed)

    def television(self) -> str:
        qr = Markup('<svg viewBox="0 0 9 9"></svg>')
        return self.page(str(page.television(self.presenter, self.viewer, qr)), "at-tv", "television.css")

    def paper(self) -> str:
        return self.page(str(page.paper(self.presenter, self.viewer, SENT_AT)), "at-paper", "sharing.css")

    def page(self, sheet: str, body_class: str = "at-table", style: str = "") -> str:
        title = self.localized.game.name
        waiting = render_to_string("tables/_waiting.html")
        head = HEAD + (f'<link rel="stylesheet" href="/static/{style}">' if style else "")
        return PAGE.format(
            title=title,
            preset=self.preset,
            head=head,
            body_class=body_class,
            sprite=SPRITE,
            waiting=waiting,
            sheet=sheet,
        )

    def submitted_entry(self, form: FormData) -> HandEntry:
        number, rev, key, kind = (form[name][-1] for name in ("number", "rev", "key", "kind"))
        return hand_entry.submitted_entry(self.localized, kind, int(number), int(rev), key, form)

    def edit(self, number: int, form: FormData | None, is_part: bool) -> tuple[int, str]:
        """Return the status, and the page (or part) that edits a hand or, after saving, the table's page."""
        entry = self.submitted_entry(form) if form else hand_entry.edit_entry(self.localized, number)
        consequences, url = preview.consequences(entry), self.links("amend", number)
        if is_part:
            return 200, str(keyboard.changes(self.localized, entry, consequences, url))
        if form is not None:
            self.write(entry.hand, number)
            return 200, self.page(self.sheet())
        text = keyboard.correction(
            self.localized, self.viewer, entry, "amend", consequences, url, reason_needed=False
        )
        correction = str(page.correcting(self.presenter, self.viewer, text))
        return 200, self.page(correction, "at-table at-correction")

    def answer(self, action: str, form: FormData | None, query: FormData, is_part: bool) -> tuple[int, str]:
        """Return the status and body of a response.

        ``action`` is the last part of the path; ``is_part`` is true if htmx asks for a part of the page.
        """
        if action in ("tv", "paper"):
            return 200, self.television() if action == "tv" else self.paper()
        if form is None:
            kind = query.get("kind", [None])[-1]
            entry = hand_entry.entry_of_kind(self.localized, kind, query) if kind else None
            if is_part:
                return 200, self.entry(entry or hand_entry.new_entry(self.localized))
            return 200, self.page(self.sheet(entry))
        if gate := self.gates.get(action):
            gate.reached.set()
            gate.released.wait(30)
        if action == "begun":  # the form sends its draft
            return (200 if self.takes_drafts else 503), ""
        entry = self.submitted_entry(form)
        if action == "preview":
            time.sleep(self.latency)
            hand_preview = preview.preview_hand(entry)
            return 200, str(keyboard.draw_preview(self.localized, self.viewer, entry, hand_preview))
        assert action == "hand", action
        entry.is_submitted = True
        if entry.hand is None:
            return 422, self.sheet(entry, changed=True)
        self.write(entry.hand, entry.number)
        return 200, self.sheet()


class Handler(BaseHTTPRequestHandler):
    """A request handler for every ``FakeMatch`` and for the files in static/."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path.startswith("/static/"):
            file = ROOT / path[1:]
            content_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            return self.reply(200, file.read_bytes(), content_type, "max-age=3600")
        return self.match(None)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.match(parse_qs(body.decode(), keep_blank_values=True))

    def match(self, form: FormData | None) -> None:
        url = urlsplit(self.path)
        _root, _t, code, *match_path, action = url.path.split("/")
        is_part = self.headers.get("HX-Request") == "true"
        fake = FakeMatch.by_code[code]
        if action == "amend":
            status, text = fake.edit(int(match_path[-1]), form, is_part)
        else:
            status, text = fake.answer(action, form, parse_qs(url.query), is_part)
        self.reply(status, text.encode(), "text/html; charset=utf-8", "no-store")

    def reply(self, status: int, body: bytes, content_type: str, cache: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", cache)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_args: object) -> None:
        """Log nothing."""


@contextmanager
def serving() -> Iterator[None]:
    """Serve every ``FakeMatch`` from a thread."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    FakeMatch.site = f"http://127.0.0.1:{server.server_port}"
    yield
    server.shutdown()
    server.server_close()
