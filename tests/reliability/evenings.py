"""Simulated evenings at one table: phones lose the network and replies, and backups are restored.

Each phone does what static/offline/keeping.js and offering.js do in a browser, over Django's test client.
Each entry has a unique text, by which it is found at the end.
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
Step = tuple[str, str, int]  # who, what, and which of several
DOES = (
    *("enter", "enter", "enter", "amend", "strike", "undo"),
    *("cut", "back", "sync", "lose", "settle", "watch", "restore"),
)


class Cut(Exception):
    """No answer came: the network was gone, before the request or before the answer."""


@dataclass
class Kept:
    """A form that a phone has not yet delivered."""

    key: str
    way: str
    about: int | None
    number: int
    data: dict[str, Any]
    said: str  # the text of its hand, "" for a deletion
    state: str = "waiting"
    apart: bool = False  # based on lines that the site has lost


@dataclass
class PhoneAway:
    cast: Cast
    who: str
    lines: list[Any] = field(default_factory=list)
    apart: list[Any] = field(default_factory=list)
    entries: list[Kept] = field(default_factory=list)
    online: bool = True
    answers: int = -1  # requests that still get through; -1: all of them

    def ask(self, way, url, data=None):
        """Send a request; the answer may be lost although the site has processed it."""
        if not self.online:
            raise Cut
        client = self.cast.clients[self.who]
        path = f"/t/{self.cast.table.code}/{url}"
        answer = client.get(path) if way == "get" else client.post(path, data)
        assert answer.status_code < 500
        if self.answers == 0:
            self.answers = -1
            raise Cut
        self.answers -= self.answers > 0
        return answer

    # Counterpart of offering.js

    def sync(self):
        try:
            self.follow()
            self.apart = [line for line in self.apart if key_of(line) not in keys_of(self.lines)]
            self.hand_in()
        except Cut:
            pass

    def lines_from(self, place):
        found = []
        while more := self.ask("get", f"m/1/log?from={place + len(found)}").json()["lines"]:
            found += more
        return found

    def follow(self):
        more = self.lines_from(max(len(self.lines) - 1, 0))
        if not self.lines:
            self.lines = more
            return
        if not self.goes_on(more):
            self.ask("post", "offer", {"match": 1, "lines": json.dumps(self.lines)})
            more = self.lines_from(max(len(self.lines) - 1, 0))
        if self.goes_on(more):
            self.lines += more[1:]
            return
        log = self.lines_from(0)
        there = keys_of(log)
        lost = [line for line in self.lines if line[0] and key_of(line) not in keys_of(self.apart)]
        self.apart = [line for line in (*self.apart, *lost) if key_of(line) not in there]
        self.lines = log
        for one in self.entries if self.apart else ():
            one.apart = True

    def goes_on(self, more):
        return bool(more) and more[0][-1] == self.lines[-1][-1]

    def hand_in(self):
        there = keys_of(self.lines)
        done = [one for one in self.entries if one.key in there]
        for one in [each for each in self.entries if each.key not in there]:
            if self.apart or one.state != "waiting":
                break
            answer = self.ask("post", f"m/1/{address(one)}", one.data)
            if answer.status_code != 303:
                one.state = {409: "clash", 422: "open"}.get(answer.status_code, "refused")
                break
            done.append(one)
        if done:
            self.follow()
        self.entries = [one for one in self.entries if one not in done]

    # User actions

    def write(self, way, said, which):
        """Fill in a form and send or keep it; a new hand follows the last one known to the phone."""
        revs = revs_of(self.lines)
        numbers = [number for number in revs if number]
        about = None
        if way == "hand":
            waiting = [one.number for one in self.entries if one.way in NEW]
            number, rev = max([*numbers, *waiting], default=0) + 1, 0
        else:
            # A hand both on the log and kept here is a conflict, which has to be settled first.
            numbers = [number for number in numbers if number not in {one.number for one in self.entries}]
            if not numbers:
                return
            about = number = numbers[which % len(numbers)]
            rev = revs[number]
        data = {"number": number, "rev": rev, "key": new_key(), "reason": "a slip"}
        if way != "strike":
            data |= boxes(self.cast.game, hand_that_says(self.cast, said))
        self.entries.append(Kept(data["key"], way, about, number, data, "" if way == "strike" else said))

    def undo(self):
        """Delete the newest kept hand; return its text."""
        waiting = [one for one in self.entries if one.way in NEW and one.state == "waiting"]
        if not waiting or waiting[-1] is not self.entries[-1]:
            return ""
        return self.entries.pop().said

    def settle(self, which):
        """Settle every conflict; return the texts that were given up."""
        held = next(iter(self.entries), None)
        try:
            if self.apart or (held is not None and held.state == "clash"):
                return self.compare(which)
            if held is not None and held.state != "waiting":
                return self.mend(held)
        except Cut:
            pass
        return []

    def compare(self, which):
        sent = [one for one in self.entries if one.apart or not self.apart]
        data = {
            "entries": json.dumps([[one.way, one.about, pairs(one.data)] for one in sent]),
            "lines": json.dumps(self.apart),
        }
        shown = self.ask("post", "m/1/compare", data)
        if shown.status_code == 303:  # the first produces no hand: it is deleted
            self.apart = []
            self.entries = [one for one in self.entries if one not in sent[:1]]
            return [one.said for one in sent[:1]]
        page = shown.content.decode()
        branch = set(re.search(r'data-keys="([^"]*)"', page)[1].split())  # type: ignore[index]
        do = ("theirs", "mine", "both", "join")[which % 4]
        if f'value="{do}"' not in page:
            do = "mine"
        given_up = []
        if do == "join":
            joined = self.ask("post", "m/1/compare", data | {"do": "join"}).content.decode()
            choices = chosen(joined, which)
            answer = self.ask("post", "m/1/compare", data | choices | {"do": "joined"})
            if "theirs" in choices.values():
                given_up = self.said_of(branch)
        else:
            answer = self.ask("post", "m/1/compare", data | {"do": do})
            if do == "theirs":
                given_up = self.said_of(branch)
        if answer.status_code == 303:
            self.apart = []
            self.entries = [one for one in self.entries if one.key not in branch]
            next_number = int(answer.url.partition("settled=")[2])
            for at, one in enumerate(each for each in self.entries if each.way == "hand"):
                one.number = one.data["number"] = next_number + at
                one.state = "waiting"
            return given_up
        return []

    def mend(self, held):
        """Mend forms that no longer fit: send each as the next hand, or give it up."""
        if held.way == "hand":
            shown = self.ask("post", f"m/1/{address(held)}", held.data | {"kept": held.key})
            number = re.search(r'name="number" value="(\d+)"', shown.content.decode())
            data = held.data | {"number": number[1] if number else held.number, "key": new_key()}
            answer = self.ask("post", "m/1/hand", data | {"kept": held.key})
            if answer.status_code == 303:
                self.follow()
                self.entries.remove(held)
            return []
        self.entries.remove(held)
        return [held.said]

    def texts_of(self, number):
        return {text_of(line) for line in self.lines if line[0] and line[1] == number}

    def said_of(self, keys):
        said = [one.said for one in self.entries if one.key in keys]
        return said + [text_of(line) for line in self.apart if key_of(line) in keys]


class Evening:
    def __init__(self):
        self.cast = Cast(*longest_example())
        phones.let_in(self.cast.table, "a phone that belongs to Eve", Role.SCORER, "Eve")
        self.phones = {who: PhoneAway(self.cast, who) for who in (*WRITERS, WATCHER)}
        self.written: list[str] = []
        self.given_up: set[str] = set()

    def play(self, steps):
        for who, what, which in steps:
            phone = self.phones[who]
            match what:
                case "enter" | "amend" | "strike":
                    said = f"text {len(self.written)}."
                    before = len(phone.entries)
                    phone.write("hand" if what == "enter" else what, said, which)
                    if len(phone.entries) > before:
                        if what == "strike":
                            self.given_up |= phone.texts_of(phone.entries[-1].number)
                        else:
                            self.written.append(said)
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
                    phone.answers = which % 4
                    phone.sync()
                    phone.answers = -1
                case "settle":
                    self.given_up |= set(phone.settle(which))
                    phone.sync()
                case "watch":
                    self.phones[WATCHER].sync()
                case "restore":
                    length = self.match.length
                    restore(self.cast, max(0, length - 1 - which % 4))

    @property
    def match(self):
        return models.Match.objects.get(table=self.cast.table, number=1)

    def end(self, which):
        """Bring every phone back online and settle every conflict."""
        for phone in self.phones.values():
            phone.online = True
        for turn in range(8):
            for phone in self.phones.values():
                phone.sync()
                if phone.who != WATCHER:
                    self.given_up |= set(phone.settle(which + turn))
                    phone.sync()
            if not any(phone.entries or phone.apart for who, phone in self.phones.items() if who != WATCHER):
                break
        for phone in self.phones.values():
            phone.sync()

    @property
    def waiting(self):
        return [one.said for who in WRITERS for one in self.phones[who].entries]

    @property
    def in_log(self):
        return [text_of(line) for line in lines_of(self.match)]

    @property
    def lost(self):
        """Return the texts that were written, not given up, and are in no log."""
        there = set(self.in_log)
        return [said for said in self.written if said not in there and said not in self.given_up]

    @property
    def doubled(self):
        standing = [hand.why for _number, hand in self.cast.state.standing if isinstance(hand, Adjustment)]
        return [said for said in self.written if standing.count(said) > 1]

    @property
    def broken(self):
        return broken_link(self.match)

    @property
    def differ(self):
        log = [key_of(line) for line in lines_of(self.match)]
        return [who for who, phone in self.phones.items() if [key_of(line) for line in phone.lines] != log]


def by_chance(seed):
    """Return a random evening by its seed: the steps, and the choice for conflicts at the end."""
    chance = random.Random(seed)
    steps = [
        (chance.choice(WRITERS), chance.choice(DOES), chance.randrange(8))
        for _step in range(chance.randrange(3, 30))
    ]
    return steps, chance.randrange(12)


def hand_that_says(cast, said):
    return Adjustment(cast.example.seating.per_side(lambda side: 0), said)


def address(one):
    return f"hand/{one.about}/{one.way}" if one.about is not None else one.way


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


def chosen(page, which):
    """Return one of the keys of every pair of conflicting hands."""
    offered = {}
    for name, value in re.findall(r'name="(whose\.[^"]+)" value="(\w+)"', page):
        offered.setdefault(name, []).append(value)
    return {name: values[(which + n) % len(values)] for n, (name, values) in enumerate(offered.items())}
