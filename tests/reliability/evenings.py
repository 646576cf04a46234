"""Simulated evenings at a table: phones lose the network and replies, and backups are restored.

Each phone does what static/offline/keeping.js and offering.js do in a browser, over Django's test client.
Every written hand has a unique text.
"""

import json
import random
import re
from dataclasses import dataclass, field
from typing import Any

from games.engine import Adjustment
from scorekeeper.matches import models, phones
from scorekeeper.matches.models import Role
from tests.log_chain import broken_link
from tests.site.cast import Cast, boxes, longest_example, new_key
from tests.site.restoring import lines_of, restore

WRITERS = ("Ann", "Bo", "Eve")
WATCHER = "Cy"
NEW = ("hand", "before")
Step = tuple[str, str, int]  # the player, the action, and a number for its choices
ACTIONS = (
    *("enter", "enter", "enter", "amend", "strike", "undo"),
    *("cut", "back", "sync", "lose", "settle", "watch", "restore"),
)


class NoAnswer(Exception):
    """A network failure before the request or before its answer."""


@dataclass
class KeptForm:
    """A form that a phone has not yet delivered."""

    key: str
    action: str
    edited: int | None  # the hand that it changes
    number: int
    data: dict[str, Any]
    text: str  # of its hand, "" for a deletion
    state: str = "waiting"
    diverged: bool = False  # based on lines that the site has lost


@dataclass
class OfflinePhone:
    cast: Cast
    name: str
    lines: list[Any] = field(default_factory=list)
    lost_lines: list[Any] = field(default_factory=list)
    forms: list[KeptForm] = field(default_factory=list)
    online: bool = True
    answers: int = -1  # answers that still arrive; -1: all

    def ask(self, method, url, data=None):
        """Send a request; its answer may be lost."""
        if not self.online:
            raise NoAnswer
        client = self.cast.clients[self.name]
        path = f"/t/{self.cast.table.code}/{url}"
        answer = client.get(path) if method == "get" else client.post(path, data)
        assert answer.status_code < 500
        if self.answers == 0:
            self.answers = -1
            raise NoAnswer
        self.answers -= self.answers > 0
        return answer

    # Counterpart of offering.js

    def sync(self):
        try:
            self.follow()
            self.lost_lines = [line for line in self.lost_lines if key_of(line) not in keys_of(self.lines)]
            self.deliver()
        except NoAnswer:
            pass

    def lines_from(self, place):
        lines = []
        while more := self.ask("get", f"m/1/log?from={place + len(lines)}").json()["lines"]:
            lines += more
        return lines

    def follow(self):
        more = self.lines_from(max(len(self.lines) - 1, 0))
        if not self.lines:
            self.lines = more
            return
        if not self.continues(more):
            self.ask("post", "offer", {"match": 1, "lines": json.dumps(self.lines)})
            more = self.lines_from(max(len(self.lines) - 1, 0))
        if self.continues(more):
            self.lines += more[1:]
            return
        log = self.lines_from(0)
        in_log = keys_of(log)
        lost = [line for line in self.lines if line[0] and key_of(line) not in keys_of(self.lost_lines)]
        self.lost_lines = [line for line in (*self.lost_lines, *lost) if key_of(line) not in in_log]
        self.lines = log
        for form in self.forms if self.lost_lines else ():
            form.diverged = True

    def continues(self, more):
        return bool(more) and more[0][-1] == self.lines[-1][-1]

    def deliver(self):
        in_log = keys_of(self.lines)
        done = [form for form in self.forms if form.key in in_log]
        for form in [form for form in self.forms if form.key not in in_log]:
            if self.lost_lines or form.state != "waiting":
                break
            answer = self.ask("post", f"m/1/{url_of(form)}", form.data)
            if answer.status_code != 303:
                form.state = {409: "clash", 422: "open"}.get(answer.status_code, "refused")
                break
            done.append(form)
        if done:
            self.follow()
        self.forms = [form for form in self.forms if form not in done]

    # User actions

    def write(self, action, text, choice):
        """Fill in and keep a form; a new hand follows the last that the phone knows."""
        revs = revs_of(self.lines)
        numbers = [number for number in revs if number]
        edited = None
        if action == "hand":
            waiting = [form.number for form in self.forms if form.action in NEW]
            number, rev = max([*numbers, *waiting], default=0) + 1, 0
        else:
            # A hand both in the log and kept here is a conflict, which must be settled first.
            numbers = [number for number in numbers if number not in {form.number for form in self.forms}]
            if not numbers:
                return
            edited = number = numbers[choice % len(numbers)]
            rev = revs[number]
        data = {"number": number, "rev": rev, "key": new_key(), "reason": "a slip"}
        if action == "strike":
            text = ""
        else:
            data |= boxes(self.cast.game, hand_with(self.cast, text))
        self.forms.append(KeptForm(data["key"], action, edited, number, data, text))

    def undo(self):
        """Delete the newest kept hand; return its text."""
        waiting = [form for form in self.forms if form.action in NEW and form.state == "waiting"]
        if not waiting or waiting[-1] is not self.forms[-1]:
            return ""
        return self.forms.pop().text

    def settle(self, choice):
        """Settle every conflict; return the texts that were given up."""
        first = next(iter(self.forms), None)
        try:
            if self.lost_lines or (first is not None and first.state == "clash"):
                return self.compare(choice)
            if first is not None and first.state != "waiting":
                return self.send_as_next_hand(first)
        except NoAnswer:
            pass
        return []

    def compare(self, choice):
        sent = [form for form in self.forms if form.diverged or not self.lost_lines]
        data = {
            "entries": json.dumps([[form.action, form.edited, pairs(form.data)] for form in sent]),
            "lines": json.dumps(self.lost_lines),
        }
        shown = self.ask("post", "m/1/compare", data)
        if shown.status_code == 303:  # the first form makes no hand: it is deleted
            self.lost_lines = []
            self.forms = [form for form in self.forms if form not in sent[:1]]
            return [form.text for form in sent[:1]]
        page = shown.content.decode()
        branch_keys = set(re.search(r'data-keys="([^"]*)"', page)[1].split())  # type: ignore[index]
        do = ("theirs", "mine", "both", "join")[choice % 4]
        if f'value="{do}"' not in page:
            do = "mine"
        given_up = []
        if do == "join":
            joined = self.ask("post", "m/1/compare", data | {"do": "join"}).content.decode()
            choices = choices_on(joined, choice)
            answer = self.ask("post", "m/1/compare", data | choices | {"do": "joined"})
            if "theirs" in choices.values():
                given_up = self.texts_of_keys(branch_keys)
        else:
            answer = self.ask("post", "m/1/compare", data | {"do": do})
            if do == "theirs":
                given_up = self.texts_of_keys(branch_keys)
        if answer.status_code == 303:
            self.lost_lines = []
            self.forms = [form for form in self.forms if form.key not in branch_keys]
            next_number = int(answer.url.partition("settled=")[2])
            for index, form in enumerate(form for form in self.forms if form.action == "hand"):
                form.number = form.data["number"] = next_number + index
                form.state = "waiting"
            return given_up
        return []

    def send_as_next_hand(self, form):
        """Send a form that no longer fits as the next hand, or give it up."""
        if form.action == "hand":
            shown = self.ask("post", f"m/1/{url_of(form)}", form.data | {"kept": form.key})
            number = re.search(r'name="number" value="(\d+)"', shown.content.decode())
            data = form.data | {"number": number[1] if number else form.number, "key": new_key()}
            answer = self.ask("post", "m/1/hand", data | {"kept": form.key})
            if answer.status_code == 303:
                self.follow()
                self.forms.remove(form)
            return []
        self.forms.remove(form)
        return [form.text]

    def texts_of(self, number):
        return {text_of(line) for line in self.lines if line[0] and line[1] == number}

    def texts_of_keys(self, keys):
        texts = [form.text for form in self.forms if form.key in keys]
        return texts + [text_of(line) for line in self.lost_lines if key_of(line) in keys]


class Evening:
    def __init__(self):
        self.cast = Cast(*longest_example())
        phones.let_in(self.cast.table, "a phone that belongs to Eve", Role.SCORER, "Eve")
        self.phones = {name: OfflinePhone(self.cast, name) for name in (*WRITERS, WATCHER)}
        self.written: list[str] = []
        self.given_up: set[str] = set()

    def play(self, steps):
        for name, action, choice in steps:
            phone = self.phones[name]
            match action:
                case "enter" | "amend" | "strike":
                    text = f"text {len(self.written)}."
                    before = len(phone.forms)
                    phone.write("hand" if action == "enter" else action, text, choice)
                    if len(phone.forms) > before:
                        if action == "strike":
                            self.given_up |= phone.texts_of(phone.forms[-1].number)
                        else:
                            self.written.append(text)
                    phone.sync()
                case "undo":
                    self.given_up.add(phone.undo())
                case "cut":
                    phone.online = False
                case "back":
                    phone.online = True
                    phone.sync()
                case "sync":
                    phone.sync()
                case "lose":
                    phone.answers = choice % 4
                    phone.sync()
                    phone.answers = -1
                case "settle":
                    self.given_up |= set(phone.settle(choice))
                    phone.sync()
                case "watch":
                    self.phones[WATCHER].sync()
                case "restore":
                    length = self.match.length
                    restore(self.cast, max(0, length - 1 - choice % 4))

    @property
    def match(self):
        return models.Match.objects.get(table=self.cast.table, number=1)

    def end(self, choice):
        """Bring every phone back online and settle every conflict."""
        for phone in self.phones.values():
            phone.online = True
        for turn in range(8):
            for phone in self.phones.values():
                phone.sync()
                if phone.name != WATCHER:
                    self.given_up |= set(phone.settle(choice + turn))
                    phone.sync()
            if not any(self.phones[name].forms or self.phones[name].lost_lines for name in WRITERS):
                break
        for phone in self.phones.values():
            phone.sync()

    @property
    def waiting(self):
        return [form.text for name in WRITERS for form in self.phones[name].forms]

    @property
    def in_log(self):
        return [text_of(line) for line in lines_of(self.match)]

    @property
    def lost(self):
        """Return the texts that were written, not given up, and are in no log."""
        found = {*self.in_log, *self.given_up}
        return [text for text in self.written if text not in found]

    @property
    def doubled(self):
        texts = [hand.why for _number, hand in self.cast.state.standing if isinstance(hand, Adjustment)]
        return [text for text in self.written if texts.count(text) > 1]

    @property
    def broken(self):
        return broken_link(self.match)

    @property
    def differing_phones(self):
        log = [key_of(line) for line in lines_of(self.match)]
        return [name for name, phone in self.phones.items() if [key_of(line) for line in phone.lines] != log]


def random_evening(seed):
    """Return the steps of a random evening, and the choice for conflicts at its end."""
    chance = random.Random(seed)
    steps = [
        (chance.choice(WRITERS), chance.choice(ACTIONS), chance.randrange(8))
        for _step in range(chance.randrange(3, 30))
    ]
    return steps, chance.randrange(12)


def hand_with(cast, text):
    return Adjustment(cast.example.seating.per_side(lambda side: 0), text)


def url_of(form):
    return f"hand/{form.edited}/{form.action}" if form.edited is not None else form.action


def pairs(data):
    return [[name, str(value)] for name, value in data.items()]


def key_of(line):
    return str(line[6] if line[0] else line[1]["id"])


def keys_of(lines):
    return {key_of(line) for line in lines}


def text_of(line):
    return str((line[3] or {}).get("why", "")) if line[0] else ""


def revs_of(lines):
    revs = {}
    for line in lines:
        if line[0] and line[1]:
            revs[line[1]] = revs.get(line[1], 0) + 1
    return revs


def choices_on(page, choice):
    """Return a choice for every pair of conflicting hands."""
    offered = {}
    for name, value in re.findall(r'name="(whose\.[^"]+)" value="(\w+)"', page):
        offered.setdefault(name, []).append(value)
    return {name: values[(choice + n) % len(values)] for n, (name, values) in enumerate(offered.items())}
