"""People at a table: Ann hosts, Bo keeps score, Cy watches; Di, Eve and Fay are strangers."""

import re
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games import every_game
from games.engine import Adjustment, Example, Game, Heading, PerSide, kind_of, to_form_data
from scorekeeper.matches import commands, models, phones, replay
from scorekeeper.matches.models import Role
from scorekeeper.sheet.form_fields import box_value
from scorekeeper.sheet.state import MatchState
from scorekeeper.web import phone_cookie

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay")
# The headers with which htmx asks for a part of a page.
PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}
# URL names without a match's number.
TABLE_URLS = {
    *("table", "tv", "records", "share", "join", "who", "look", "fading", "new_link", "new_watch_link"),
    *("ask_to_score", "answer", "role", "undo_takeover", "leave", "offer"),
}


def longest_example() -> tuple[Game[Any], Example[Any]]:
    pairs = [(game, example) for game in every_game().values() for example in game.examples]
    return max(pairs, key=lambda pair: len(pair[1].hands))


def boxes(game, hand) -> dict[str, Any]:
    """Return the form fields of a hand: its kind, and the values of its boxes (inputs), keyed by path."""
    answers = to_form_data(hand).items()
    answered = {path: box_value(answer) for path, answer in answers}
    unanswered = {f"{path}.n": "yes" for path, answer in answers if answer is None}
    return {"kind": kind_of(game, hand), **answered, **unanswered}


def adjustment(points: int, sides: int, why: str = "a test") -> Adjustment:
    """Return an adjustment of points for the first side, which any game accepts."""
    return Adjustment(PerSide((points,) + (0,) * (sides - 1)), why)


def new_key() -> str:
    return str(uuid.uuid4())


@dataclass
class Cast:
    """The people, each with a client, at the first match of a table."""

    game: Game[Any]
    example: Example[Any]
    table: models.Table = field(init=False)
    clients: dict[str, Client] = field(init=False)

    def __post_init__(self):
        seating, house = self.example.seating, self.example.house
        names = NAMES[: seating.seats]
        heading = Heading(seating, house, self.game.presets[0].id)
        keys = {name: f"a phone that belongs to {name}" for name in NAMES}
        self.table = commands.start_table(self.game, heading, names, phones.hash_key(keys["Ann"]), "Ann")
        phones.let_in(self.table, keys["Bo"], Role.SCORER, "Bo")
        phones.let_in(self.table, keys["Cy"], Role.WATCHER, "Cy")
        self.clients = {name: Client() for name in NAMES}
        for name, client in self.clients.items():
            client.cookies[phone_cookie.COOKIE] = keys[name]

    @property
    def match(self) -> models.Match:
        return self.table.matches.order_by("-number")[0]

    @property
    def state(self) -> MatchState:
        return replay.load_match_state(self.match)

    @property
    def hands(self) -> tuple[Any, ...]:
        return self.example.hands

    def phone(self, name: str) -> models.Phone:
        key = phones.hash_key(f"a phone that belongs to {name}")
        return models.Phone.objects.get(table=self.table, key_hash=key)

    def url(self, name: str, *args) -> str:
        number = [] if name in TABLE_URLS else [self.match.number]
        return reverse(name, args=[self.table.code, *number, *args])

    def get(self, who: str, name: str, *args, **more) -> HttpResponse:
        return self.clients[who].get(self.url(name, *args), **more)

    def post(self, who: str, name: str, *args, data=None, **more) -> HttpResponse:
        return self.clients[who].post(self.url(name, *args), data, **more)

    def form(self, hand, **more) -> dict[str, Any]:
        """Return the fields that the page of the next hand would send for this hand."""
        number = self.state.next_number
        return {"number": number, "rev": 0, "key": new_key(), **boxes(self.game, hand), **more}

    def adjustment(self, points: int, why: str = "a test") -> Adjustment:
        return adjustment(points, self.example.seating.sides, why)

    def enter(self, who: str, hand, **more) -> HttpResponse:
        return self.post(who, "hand", data=self.form(hand, **more))

    def play(self, hands: int | None = None):
        """Post the hands of the example, or only the first ``hands`` of them."""
        for hand in self.hands[:hands]:
            answer = self.enter("Ann", hand)
            assert answer.status_code == 303, answer.context["entry"].form.errors

    def write(self, hand):
        """Write a hand to the log without a request."""
        command = commands.WriteCommand(uuid.uuid4(), self.state.next_number, 0, hand)
        assert isinstance(commands.append_entry(self.match, self.phone("Ann"), command), commands.Saved)


def start_form_data(client, game, preset: str = "", **changes) -> dict[str, Any]:
    """Return the fields of the start page for a preset, as a browser would send them."""
    page = client.get(reverse("start", args=[game.slug]), {"preset": preset} if preset else {})
    start = page.context["start"]
    sent = {"was": start.preset.id, "preset": start.preset.id, "shape": start.shape.value}
    sent |= {f"name.{seat.position}": seat.name for seat in start.seats}
    sent["first_dealer"] = start.first_dealer
    for group in start.groups:
        for box in group.boxes:
            if box.widget == "set":
                sent[box.name] = [option.value for option in box.options if option.chosen]
            elif box.widget != "switch" or box.value == "yes":
                sent[box.name] = box.value
                if box.number_name:
                    sent[box.number_name] = box.number
    return {**sent, "start": "1", **changes}


def markup(answer: HttpResponse) -> str:
    """Return the HTML of a response, with every tag on one line."""
    tags = re.compile(r"<[^>]+>")
    return tags.sub(lambda tag: " ".join(tag[0].split()).replace(" >", ">"), answer.content.decode())


def text(answer: HttpResponse) -> str:
    """Return the visible text of a response."""
    body = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", markup(answer), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())
