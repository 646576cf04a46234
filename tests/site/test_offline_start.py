"""Matches that a phone started offline and delivers later."""

import json
import uuid
from dataclasses import replace
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

from .cast import start_form_data

pytestmark = pytest.mark.django_db

START = reverse("start", args=["two_hundred"])
NAMES = {f"name.{n}": name for n, name in enumerate(("Eve", "Flo", "Gus", "Hal"))}


def send_form(client, key, **more):
    sent = start_form_data(client, every_game()["two_hundred"], first_dealer="2")
    return client.post(START, {**sent, **NAMES, "key": key, **more})


def boxes(game, preset, first_dealer) -> list[tuple[str, str]]:
    """Return the names and values of the form that starts a table, as a phone stores them."""
    sent = urlencode(start_form_data(Client(), game, preset, first_dealer=first_dealer), doseq=True)
    return parse_qsl(sent, keep_blank_values=True)


def test_table_sent_twice_is_created_once():
    client, key = Client(), str(uuid.uuid4())
    first = send_form(client, key)
    table = models.Table.objects.get()
    assert table.code == models.code_from(uuid.UUID(key))
    assert first.url == reverse("table", args=[table.code])
    # The same holds if the form could not start a new table: two players are called Eve.
    assert send_form(client, key, **{"name.1": "Eve"}).url == first.url
    assert models.Table.objects.count() == table.phones.count() == 1
    assert send_form(client, str(uuid.uuid4())).url != first.url


def test_key_of_the_start_form_makes_a_second_phone_a_scorer():
    key = str(uuid.uuid4())
    send_form(Client(), key)
    table = models.Table.objects.get()
    second_phone, roles = Client(), table.phones.order_by("pk").values_list("role", flat=True)
    for _time in range(2):
        assert send_form(second_phone, key).status_code == 302
        assert [*roles.all()] == [models.Role.HOST, models.Role.SCORER]
    # The key does not restore a withdrawn right.
    table.phones.filter(role=models.Role.SCORER).update(role=models.Role.WATCHER)
    send_form(second_phone, key)
    assert [*roles.all()] == [models.Role.HOST, models.Role.WATCHER]
    # Once the host has renewed the score link, the key lets in no other phone.
    models.Table.objects.update(invitation=1)
    assert send_form(Client(), key).status_code == 302
    assert table.phones.count() == 2


def test_key_lets_no_phone_in_at_a_full_table(monkeypatch):
    key = str(uuid.uuid4())
    monkeypatch.setattr(phones, "MOST_PHONES", 1)
    for client in Client(), Client():
        assert send_form(client, key).status_code == 302
    assert models.Phone.objects.count() == 1


def test_refused_form_keeps_its_key():
    key = str(uuid.uuid4())
    answer = send_form(Client(), key, **{"name.1": "Eve"})
    assert answer.status_code == 422
    assert f'<input type="hidden" name="key" value="{key}">' in answer.content.decode()
    assert not models.Table.objects.exists()


def start_from(game, sent) -> on_phone.MatchStart:
    """Return the start of a match as a phone reads it from a form; assert that the site reads the same."""
    form = starting.sent_form(game, QueryDict(urlencode([(name, value) for name, value in sent])), "")
    assert starting.validate(form)
    start, heading = on_phone.match_start(game, sent), form.heading
    assert (start.preset, start.house) == (heading.preset, to_json(heading.house))
    assert (start.seats, start.sides) == heading.seating.shape
    assert start.first_dealer == heading.seating.first_dealer
    return start


@pytest.mark.parametrize("game", every_game().values(), ids=lambda game: game.slug)
def test_phone_reads_the_forms_of_a_match_and_its_rematch_as_the_site_does(game):
    for preset in game.presets:
        sent = boxes(game, preset.id, "1")
        before = start_from(game, sent)
        assert (before.preset, before.first_dealer) == (preset.id, 1)
        names = [f"P{n}" for n in range(before.seats)]
        about = {"game": game.slug, "called": game.name, "code": "", "match": 1, "root": "/", "form": sent}
        # The stake: the value of a point, its currency, and False because the match is for points only.
        about |= {"by": {}, "is_newest": True, "stake": ["1", "", False]}
        about["names"] = [[seat, 0, name] for seat, name in enumerate(names)]
        engine = on_phone.Engine()
        engine.answer(json.dumps({"do": "open", "about": about, "lines": [], "entries": []}))
        rematch = json.loads(engine.answer('{"do": "again"}'))
        assert rematch["names"] == names
        after = start_from(game, rematch["fields"])
        assert replace(after, first_dealer=1) == before


def test_invalid_form_is_refused_on_the_phone():
    game = every_game()["two_hundred"]
    sent = [*boxes(game, "", "1"), ("house-min_bid", "many")]
    with pytest.raises(on_phone.InvalidHouse):
        on_phone.match_start(game, sent)


def test_urls_in_the_config_exist(client):
    config = json.loads(engine_zip.offline_config(every_game()["two_hundred"]))
    for url in (config["page"], config["start"]["zip"]):
        assert client.get(url).status_code == 200
