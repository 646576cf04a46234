"""Simulated evenings at a table: phones lose the network and replies, and backups are restored.

Each phone does what static/offline/keeping.js and offering.js do in a browser, over Django's test client.
Every written hand has a unique text. A phone has the log as lines: [place, number, rev, hand, before, why,
key, …, seal] for an entry, [0, match, seal] for the match itself. A step of an evening is a phone, an action
and a number (``choice``) that selects one of the possibilities.
"""

import json
import random
import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from games.engine import Adjustment
from scorekeeper.matches import phones
from scorekeeper.matches.models import Role
from tests.log_chain import broken_link
from tests.site.cast import Cast, boxes, longest_example, new_key
from tests.site.restoring import lines_of, restore

WRITERS = ("Ann", "Bo", "Eve")
WATCHER = "Cy"
# "amend" edits and "strike" deletes a hand; "cut" and "back" switch the network off and on; "lose" loses an
# answer; "settle" settles conflicts; "watch" synchronizes the watcher's phone; "restore" restores a backup.
ACTIONS = (
    *("hand", "hand", "hand", "amend", "strike", "undo"),
    *("cut", "back", "sync", "lose", "settle", "watch", "restore"),
)


class NoAnswer(Exception):
    """A network failure before the request arrives or before its answer does."""


@dataclass
class KeptForm:
    """A form that a phone has not yet delivered."""

    action: str  # "hand", "amend" or "strike"
    data: dict[str, Any]
    text: str  # of its hand, "" for a deletion
    state: str = "waiting"  # or a failed delivery: "clash" (a conflict), "open" (incomplete), "refused"
    diverged: bool = False  # the form is based on lines that the site has lost

    @property
    def key(self):
        return self.data["key"]

    @property
    def number(self):
        return self.data["number"]

    @property
    def is_new(self):
        return self.action == "hand"

    @property
    def path(self):
        return "m/1/hand" if self.is_new else f"m/1/hand/{self.number}/{self.action}"

    @property
    def as_json(self):
        edited = None if self.is_new else self.number
        return [self.action, edited, [[name, str(value)] for name, value in self.data.items()]]


@dataclass
class OfflinePhone:
    cast: Cast
    name: str
    lines: list[Any] = field(default_factory=list)
    lost_lines: list[Any] = field(default_factory=list)  # lines that the site's log lacks
    forms: list[KeptForm] = field(default_factory=list)
    online: bool = True
    answers: int = -1  # answers that arrive before one is lost; -1: none is lost

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
        if self.answers > 0:
            self.answers -= 1
        return answer

    # Counterpart of offering.js

    def sync(self):
        with suppress(NoAnswer):
            self.follow()
            self.lost_lines = [line for line in self.lost_lines if key_of(line) not in keys_of(self.lines)]
            self.deliver()

    def lines_from(self, place):
        lines = []
        while batch := self.ask("get", f"m/1/log?from={place + len(lines)}").json()["lines"]:
            lines += batch
        return lines

    def follow(self):
        """Fetch new lines. Offer the phone's lines to a log that lacks them; if refused, they are lost."""
        tail = self.lines_from(max(len(self.lines) - 1, 0))
        if not self.lines:
            self.lines = tail
            return
        if not self.continues(tail):
            self.ask("post", "offer", {"match": 1, "lines": json.dumps(self.lines)})
            tail = self.lines_from(max(len(self.lines) - 1, 0))
        if self.continues(tail):
            self.lines += tail[1:]
            return
        log = self.lines_from(0)
        log_keys = keys_of(log)
        lost = [line for line in self.lines if line[0] and key_of(line) not in keys_of(self.lost_lines)]
        self.lost_lines = [line for line in (*self.lost_lines, *lost) if key_of(line) not in log_keys]
        self.lines = log
        if self.lost_lines:
            for form in self.forms:
                form.diverged = True

    def continues(self, tail):
        """Return whether these lines begin with the phone's last line, judging by its seal."""
        return bool(tail) and tail[0][-1] == self.lines[-1][-1]

    def deliver(self):
        log_keys = keys_of(self.lines)
        delivered = [form for form in self.forms if form.key in log_keys]
        for form in [form for form in self.forms if form.key not in log_keys]:
            if self.lost_lines or form.state != "waiting":
                break
            answer = self.ask("post", form.path, form.data)
            if answer.status_code != 303:
                form.state = {409: "clash", 422: "open"}.get(answer.status_code, "refused")
                break
            delivered.append(form)
        if delivered:
            self.follow()
        self.forms = [form for form in self.forms if form not in delivered]

    # User actions

    def write(self, action, text, choice):
        """Fill in, keep and return a form; None if there is no hand to edit or delete.

        A new hand has the number after the last hand that the phone knows.
        """
        revs = Counter(line[1] for line in self.lines if line[0] and line[1])
        if action == "hand":
            kept_numbers = [form.number for form in self.forms if form.is_new]
            number = max([*revs, *kept_numbers], default=0) + 1
        else:
            # A hand both in the log and kept here is a conflict, which must be settled first.
            numbers = [number for number in revs if number not in {form.number for form in self.forms}]
            if not numbers:
                return None
            number = numbers[choice % len(numbers)]
        data = {"number": number, "rev": revs[number], "key": new_key(), "reason": "a slip"}
        if action == "strike":
            text = ""
        else:
            data |= boxes(self.cast.game, self.cast.adjustment(0, text))
        self.forms.append(KeptForm(action, data, text))
        return self.forms[-1]

    def undo(self):
        """Delete the newest kept form if it is a new hand that waits; return its text, else ""."""
        if self.forms and self.forms[-1].is_new and self.forms[-1].state == "waiting":
            return self.forms.pop().text
        return ""

    def settle(self, choice):
        """Settle every conflict; return the texts that were given up."""
        state = self.forms[0].state if self.forms else "waiting"
        with suppress(NoAnswer):
            if self.lost_lines or state == "clash":
                return self.compare(choice)
            if state != "waiting":
                return self.send_as_next_hand(self.forms[0])
        return []

    def compare(self, choice):
        sent_forms = [form for form in self.forms if form.diverged or not self.lost_lines]
        entries = json.dumps([form.as_json for form in sent_forms])
        data = {"entries": entries, "lines": json.dumps(self.lost_lines)}
        response = self.ask("post", "m/1/compare", data)
        if response.status_code == 303:  # the first form is not a complete hand, so it is deleted
            self.lost_lines = []
            self.forms = [form for form in self.forms if form not in sent_forms[:1]]
            return [form.text for form in sent_forms[:1]]
        page = response.content.decode()
        compared_keys = set(re.search(r'data-keys="([^"]*)"', page)[1].split())
        decision = ("theirs", "mine", "both", "join")[choice % 4]
        if f'value="{decision}"' not in page:
            decision = "mine"
        choices = {}
        if decision == "join":
            join_page = self.ask("post", "m/1/compare", data | {"do": decision}).content.decode()
            decision, choices = "joined", choices_on(join_page, choice)
        answer = self.ask("post", "m/1/compare", data | choices | {"do": decision})
        if answer.status_code != 303:
            return []
        given_up = self.texts_of_keys(compared_keys) if "theirs" in (decision, *choices.values()) else []
        self.lost_lines = []
        self.forms = [form for form in self.forms if form.key not in compared_keys]
        next_number = int(answer.url.partition("settled=")[2])
        for number, form in enumerate((form for form in self.forms if form.is_new), start=next_number):
            form.data["number"] = number
            form.state = "waiting"
        return given_up

    def send_as_next_hand(self, form):
        """Send a refused new hand again, as the next hand; give up a refused edit or deletion."""
        if not form.is_new:
            self.forms.remove(form)
            return [form.text]
        response = self.ask("post", form.path, form.data | {"kept": form.key})
        number = re.search(r'name="number" value="(\d+)"', response.content.decode())
        data = form.data | {"number": number[1] if number else form.number, "key": new_key()}
        if self.ask("post", form.path, data | {"kept": form.key}).status_code == 303:
            self.follow()
            self.forms.remove(form)
        return []

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
                case "hand" | "amend" | "strike":
                    form = phone.write(action, f"text {len(self.written)}.", choice)
                    if form and action == "strike":
                        self.given_up |= phone.texts_of(form.number)
                    elif form:
                        self.written.append(form.text)
                case "undo":
                    self.given_up.add(phone.undo())
                    continue
                case "cut" | "back":
                    phone.online = action == "back"
                case "lose":
                    phone.answers = choice % 4
                case "settle":
                    self.given_up |= set(phone.settle(choice))
                case "watch":
                    phone = self.phones[WATCHER]
                case "restore":
                    restore(self.cast, max(0, self.cast.match.length - 1 - choice % 4))
                    continue
            phone.sync()
            phone.answers = -1

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
    def undelivered_texts(self):
        return [form.text for name in WRITERS for form in self.phones[name].forms]

    @property
    def lost_texts(self):
        """Return the texts that were written and not given up, but are not in the log."""
        accounted_for = {*map(text_of, lines_of(self.cast.match)), *self.given_up}
        return [text for text in self.written if text not in accounted_for]

    @property
    def doubled_texts(self):
        texts = [hand.why for _number, hand in self.cast.state.standing if isinstance(hand, Adjustment)]
        return [text for text in self.written if texts.count(text) > 1]

    @property
    def broken_place(self):
        return broken_link(self.cast.match)

    @property
    def differing_phones(self):
        log = [*map(key_of, lines_of(self.cast.match))]
        return [name for name, phone in self.phones.items() if [*map(key_of, phone.lines)] != log]


def random_evening(seed):
    """Return the steps of a random evening, and the choice for conflicts at its end."""
    chance = random.Random(seed)
    steps = [
        (chance.choice(WRITERS), chance.choice(ACTIONS), chance.randrange(8))
        for _step in range(chance.randrange(3, 30))
    ]
    return steps, chance.randrange(12)


def key_of(line):
    return str(line[6] if line[0] else line[1]["id"])


def keys_of(lines):
    return set(map(key_of, lines))


def text_of(line):
    return str((line[3] or {}).get("why", "")) if line[0] else ""


def choices_on(page, choice):
    """Return a choice for every pair of conflicting hands."""
    offered = {}
    for name, value in re.findall(r'name="(whose\.[^"]+)" value="(\w+)"', page):
        offered.setdefault(name, []).append(value)
    return {name: values[(choice + n) % len(values)] for n, (name, values) in enumerate(offered.items())}
