"""Matches that a phone started offline and delivers later."""

import json
import uuid
from urllib.parse import parse_qsl, urlencode

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from games import every_game
from games.engine import to_json
from scorekeeper.matches import models, phones
from scorekeeper.sheet import on_phone
from scorekeeper.tables import engine_zip, starting

from .cast import fields

pytestmark = pytest.mark.django_db

START = reverse("start", args=["two_hundred"])
NAMES = {f"name.{n}": name for n, name in enumerate(("Eve", "Flo", "Gus", "Hal"))}


def send_form(client, key, **more):
    sent = fields(client, every_game()["two_hundred"], first_dealer="2")
    return client.post(START, {**sent, **NAMES, "key": key, **more})


def boxes(game, preset, first_dealer) -> list[tuple[str, str]]:
    """Return the boxes of the form that starts a table, as a phone keeps them."""
    sent = urlencode(fields(Client(), game, preset, first_dealer=first_dealer), doseq=True)
    return parse_qsl(sent, keep_blank_values=True)


def test_table_sent_twice_is_created_once():
    client, key = Client(), str(uuid.uuid4())
    first = send_form(client, key)
    assert first.status_code == 302
    table = models.Table.objects.get()
    assert table.code == models.code_from(uuid.UUID(key))
    assert first.url == reverse("table", args=[table.code])
    # The same holds for a form that would be refused by now.
    second = send_form(client, key, **{"name.1": "Eve"})
    assert (second.status_code, second.url) == (302, first.url)
    assert models.Table.objects.count() == table.phones.count() == 1
    assert send_form(client, str(uuid.uuid4())).url != first.url


def test_key_makes_a_second_phone_a_scorer():
    key = str(uuid.uuid4())
    send_form(Client(), key)
    table = models.Table.objects.get()
    second = Client()
    assert send_form(second, key).status_code == 302
    roles = table.phones.order_by("pk").values_list("role", flat=True)
    assert [*roles] == [models.Role.HOST, models.Role.SCORER]
    send_form(second, key)
    assert table.phones.count() == 2
    # The key does not restore a withdrawn right.
    table.phones.filter(role=models.Role.SCORER).update(role=models.Role.WATCHER)
    send_form(second, key)
    assert table.phones.filter(role=models.Role.WATCHER).count() == 1
    models.Table.objects.update(invitation=1)
    assert send_form(Client(), key).status_code == 302
    assert table.phones.count() == 2


def test_full_table_takes_no_phone_by_its_key(monkeypatch):
    key = str(uuid.uuid4())
    monkeypatch.setattr(phones, "MOST_PHONES", 1)
    for _phone in range(2):
        assert send_form(Client(), key).status_code == 302
    assert models.Phone.objects.count() == 1


def test_refused_form_keeps_its_key():
    key = str(uuid.uuid4())
    answer = send_form(Client(), key, **{"name.1": "Eve"})
    assert answer.status_code == 422
    assert f'<input type="hidden" name="key" value="{key}">' in answer.content.decode()
    assert not models.Table.objects.exists()


@pytest.mark.parametrize("slug", every_game())
def test_phone_reads_the_form_as_the_site_does(slug):
    game = every_game()[slug]
    for preset in game.presets:
        sent = boxes(game, preset.id, "1")
        form = starting.sent_form(game, QueryDict(urlencode(sent)), "")
        assert starting.validate(form)
        assert form.heading is not None
        start, seating = on_phone.match_start(game, sent), form.heading.seating
        assert start.house == to_json(form.heading.house)
        assert (start.preset, start.seats, start.sides) == (preset.id, *seating.shape)
        assert start.first_dealer == seating.first_dealer == 1


@pytest.mark.parametrize("slug", every_game())
def test_offline_rematch_has_the_same_rules_and_players(slug):
    game = every_game()[slug]
    for preset in game.presets:
        sent = boxes(game, preset.id, "1")
        seats = int(dict(sent)["shape"].partition("x")[0])
        names = [[n, 0, f"P{n}"] for n in range(seats)]
        about = {"game": slug, "called": game.name, "code": "", "match": 1, "root": "/", "form": sent}
        about |= {"names": names, "by": {}, "is_newest": True, "stake": ["1", "", False]}
        engine = on_phone.Engine()
        engine.answer(json.dumps({"do": "open", "about": about, "lines": [], "entries": []}))
        rematch = json.loads(engine.answer('{"do": "again"}'))
        before, after = on_phone.match_start(game, sent), on_phone.match_start(game, rematch["fields"])
        assert (after.preset, after.house) == (before.preset, before.house)
        assert (after.seats, after.sides) == (before.seats, before.sides)
        assert rematch["names"] == [f"P{n}" for n in range(seats)]
        pairs = [(name, value) for name, value in rematch["fields"]]
        form = starting.sent_form(game, QueryDict(urlencode(pairs)), "")
        assert starting.validate(form)
        assert form.heading is not None
        assert to_json(form.heading.house) == after.house
        assert form.heading.seating.first_dealer == after.first_dealer


def test_invalid_form_is_refused_on_the_phone():
    game = every_game()["two_hundred"]
    sent = boxes(game, game.presets[0].id, "1")
    with pytest.raises(on_phone.InvalidHouse):
        on_phone.match_start(game, [*sent, ("house-min_bid", "many")])


def test_addresses_in_the_config_exist(client):
    config = json.loads(engine_zip.offline_config(every_game()["two_hundred"]))
    for address in (config["page"], config["start"]["zip"]):
        assert client.get(address).status_code == 200
