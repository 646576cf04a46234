"""Matches that a phone started offline and delivers later."""

from __future__ import annotations

import json
import uuid
from html.parser import HTMLParser
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from games import every_game
from games.engine import to_json
from scorekeeper.matches import models, phones
from scorekeeper.sheet import on_phone
from scorekeeper.tables import engine_zip, starting

START = reverse("start", args=["two_hundred"])
NAMES = {f"name.{n}": name for n, name in enumerate(("Eve", "Flo", "Gus", "Hal"))}


class Boxes(HTMLParser):
    """A parser for the fields that the form of a page would send."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sent: list[tuple[str, str]] = []
        self.picking = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        if tag == "select":
            self.picking = about["name"]
        if tag == "option" and "selected" in about:
            self.sent.append((self.picking, about["value"]))
        if tag != "input" or "name" not in about:
            return
        if about.get("type") not in ("radio", "checkbox") or "checked" in about:
            self.sent.append((about["name"], about.get("value", "on")))


def hand_in(client: Client, key: str, **more: str) -> Any:
    sent = dict(Boxes(client.get(START).content.decode()).sent)
    return client.post(START, {**sent, "start": "1", "first_dealer": "2", **NAMES, "key": key, **more})


@pytest.mark.django_db
def test_the_same_table_handed_in_twice_is_one() -> None:
    client, key = Client(), str(uuid.uuid4())
    first = hand_in(client, key)
    assert first.status_code == 302
    table = models.Table.objects.get()
    assert table.code == models.code_from(uuid.UUID(key))
    assert first.url == reverse("table", args=[table.code])
    # Even if the form would be refused by now.
    again = hand_in(client, key, **{"name.1": "Eve"})
    assert (again.status_code, again.url) == (302, first.url)
    assert models.Table.objects.count() == table.phones.count() == 1
    assert hand_in(client, str(uuid.uuid4())).url != first.url


@pytest.mark.django_db
def test_another_phone_that_knows_the_key_keeps_score_too_until_the_host_makes_new_links() -> None:
    key = str(uuid.uuid4())
    hand_in(Client(), key)
    table = models.Table.objects.get()
    second = Client()
    assert hand_in(second, key).status_code == 302
    roles = table.phones.order_by("pk").values_list("role", flat=True)
    assert [*roles] == [models.Role.HOST, models.Role.SCORER]
    hand_in(second, key)
    assert table.phones.count() == 2
    # It does not restore a withdrawn right.
    table.phones.filter(role=models.Role.SCORER).update(role=models.Role.WATCHER)
    hand_in(second, key)
    assert table.phones.filter(role=models.Role.WATCHER).count() == 1
    models.Table.objects.update(invitation=1)
    assert hand_in(Client(), key).status_code == 302
    assert table.phones.count() == 2


@pytest.mark.django_db
def test_a_table_that_is_full_of_phones_takes_no_more_by_its_key(monkeypatch: Any) -> None:
    key = str(uuid.uuid4())
    hand_in(Client(), key)
    monkeypatch.setattr(phones, "MOST_PHONES", 1)
    assert hand_in(Client(), key).status_code == 302
    assert models.Phone.objects.count() == 1


@pytest.mark.django_db
def test_a_form_that_is_refused_keeps_its_key() -> None:
    client, key = Client(), str(uuid.uuid4())
    refused = hand_in(client, key, **{"name.1": "Eve"})
    assert refused.status_code == 422
    assert f'<input type="hidden" name="key" value="{key}">' in refused.content.decode()
    assert not models.Table.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("slug", every_game())
def test_the_phone_reads_the_form_as_the_site_does(slug: str) -> None:
    game, client = every_game()[slug], Client()
    for preset in game.presets:
        page = client.get(reverse("start", args=[slug]), {"preset": preset.id}).content.decode()
        sent = [(name, value) for name, value in Boxes(page).sent if name != "first_dealer"]
        boxes = [*sent, ("first_dealer", "1")]
        query = QueryDict(mutable=True)
        for name, value in boxes:
            query.appendlist(name, value)
        form = starting.chosen(game, query, "")
        assert starting.read(form)
        assert form.heading is not None
        begun = on_phone.begun_by(game, boxes)
        assert begun.house == to_json(form.heading.house)
        seating = form.heading.seating
        assert (begun.preset, begun.seats, begun.sides) == (preset.id, *seating.shape)
        assert begun.first_dealer == seating.first_dealer == 1


@pytest.mark.django_db
def test_the_engine_opens_a_table_of_which_there_is_but_the_form() -> None:
    form = [*Boxes(Client().get(START).content.decode()).sent, ("first_dealer", "3")]
    about = {
        "game": "two_hundred",
        "called": "Two Hundred",
        "code": "CODE",
        "match": 1,
        "root": "/",
        "form": form,
        "names": [[n, 0, name] for n, name in enumerate(NAMES.values())],
        "by": {},
        "is_newest": True,
        "stake": ["1", "", False],
    }
    engine = on_phone.Engine()

    def ask(**what: Any) -> Any:
        return json.loads(engine.answer(json.dumps(what)))

    assert ask(do="open", about=about, lines=[], entries=[])["next"] == 1
    viewer = {"csrf": "c", "may_score": True, "kept": "[-1]", "kept_after": ""}
    drawn = ask(do="sheet", viewer=viewer)["html"]
    assert "Hal" in drawn
    assert "/t/CODE/m/1/hand" in drawn
    unfit = {**about, "form": [*form, ("house-min_bid", "many")]}
    assert ask(do="open", about=unfit, lines=[], entries=[])["problems"]


@pytest.mark.django_db
def test_what_a_phone_is_told_of_a_game_leads_somewhere() -> None:
    told = json.loads(engine_zip.alone_config(every_game()["two_hundred"]))
    client = Client()
    assert client.get(told["page"]).status_code == 200
    assert client.get(told["start"]["zip"]).status_code == 200
