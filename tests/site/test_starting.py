"""The start of a table: the game, the house rules, the people, the first dealer."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games import every_game
from games.engine import Choice, record_fields, to_json
from scorekeeper.matches import phones, replay
from scorekeeper.matches.models import Match, Phone, Role, Table
from scorekeeper.web import phone_cookie
from tests import nightly

from .cast import fields, markup, text

pytestmark = pytest.mark.django_db

GAMES = list(every_game().values())


@pytest.fixture
def ann() -> Client:
    return Client()


def start(client, game, **changes):
    return client.post(reverse("start", args=[game.slug]), fields(client, game, **changes))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_preset_and_shape_can_be_started(ann, game):
    pairs = [(preset, shape) for preset in game.presets for shape in game.shapes(preset)]
    for preset, (seats, sides) in nightly.one_of_each(pairs, lambda pair: pair[1]):
        address = reverse("start", args=[game.slug])
        page = ann.post(address, {"preset": preset.id, "was": "another", "show": "1"})
        assert page.context["start"].preset is preset
        shape = f"{seats}x{sides}"
        client = Client()
        sent = fields(client, game, preset=preset.id, shape=shape)
        sent |= {f"name.{n}": f"Guest {n}" for n in range(seats)}
        answer = client.post(address, sent)
        assert answer.status_code == 302, (preset.id, shape, answer.context["start"].form.errors)
        match = Match.objects.latest("pk")
        assert (match.seats, match.sides, match.preset) == (seats, sides, preset.id)
        assert match.house == to_json(preset.house)
        assert client.get(answer.url).status_code == 200


def test_invalid_names_are_errors_at_their_fields(ann):
    for name, other, wrong in (("x" * 41, "Bo", [True, False]), ("Ann", "ann", [True, True])):
        answer = start(ann, GAMES[0], **{"name.0": name, "name.1": other})
        assert answer.status_code == 422
        seats = answer.context["start"].seats[:2]
        assert [seat.name for seat in seats] == [name, other]
        assert [bool(seat.error) for seat in seats] == wrong
    assert not Table.objects.exists()


def test_invalid_house_rule_is_an_error_at_its_field(ann):
    def boxes(game):
        page = ann.get(reverse("start", args=[game.slug]))
        return [box for group in page.context["start"].groups for box in group.boxes]

    game, box = next(
        (game, box) for game in GAMES for box in boxes(game) if box.number_name and box.widget == "keys"
    )
    answer = start(ann, game, **{box.number_name: "999999999"})
    assert answer.status_code == 422
    wrong = [box.path for group in answer.context["start"].groups for box in group.boxes if box.errors]
    assert box.path in wrong
    assert not Table.objects.exists()


def test_start_stores_names_dealer_and_host(ann):
    game = GAMES[0]
    names = [f"Guest {n}" for n in range(game.seatings[0].seats)]
    start(ann, game, **{f"name.{n}": f"  {name} " for n, name in enumerate(names)}, first_dealer="1")
    match = Match.objects.get()
    assert (list(replay.player_names(match).current), match.first_dealer) == (names, 1)
    key = ann.cookies[phone_cookie.COOKIE]
    assert key["httponly"]
    assert key["samesite"] == "Lax"
    assert Phone.objects.get().role == Role.HOST
    assert Phone.objects.get().key_hash == phones.hash_key(key.value)
    next_start = ann.get(reverse("start", args=[game.slug])).context["start"]
    assert [person.name for person in next_start.seats] == names
    assert "Guest 0" in ann.get("/").content.decode()
    assert "Guest 0" not in Client().get("/").content.decode()


# Back from the table


def test_form_that_was_sent_leads_to_its_table(ann):
    game, key = GAMES[0], str(uuid.uuid4())
    address = reverse("start", args=[game.slug])
    first = start(ann, game, key=key)
    table = first.url.partition("?")[0]
    assert start(ann, game, key=key).url.partition("?")[0] == table
    assert ann.get(address, {"key": key}).url == table
    assert Table.objects.count() == 1
    for client, other in ((Client(), key), (ann, str(uuid.uuid4())), (ann, "x")):
        assert client.get(address, {"key": other}).status_code == 200


# Changed house rules


def changed_choice(game) -> tuple[str, Choice]:
    house = game.presets[0].house
    for q in record_fields(game.house):
        current = getattr(house, q.name)
        if isinstance(current, Choice) and q.name not in game.headline_options:
            return q.name, next(answer for answer in type(current) if answer != current)
    raise AssertionError("no house rule is a choice")


def chosen_preset(answer) -> str:
    """Return the preset that the page of a start form shows as chosen; "" if none is."""
    found = [line for line in markup(answer).splitlines() if 'name="preset"' in line and " checked" in line]
    return found[0].split('value="')[1].split('"')[0] if found else ""


def test_changed_rules_of_last_time_are_only_offered(ann):
    game = next(game for game in GAMES if game.slug == "two_hundred")
    preset, address = game.presets[0], reverse("start", args=["two_hundred"])
    name, other = changed_choice(game)
    start(ann, game, **{f"house-{name}": other.value})
    assert Match.objects.latest("pk").house[name] == other.value
    question = next(q.ask.text for q in record_fields(game.house) if q.name == name)

    page = ann.get(address)
    assert "Last time:" in text(page)
    assert f"{question} {other.label}" in text(page).replace(": ", " ")
    assert chosen_preset(page) == preset.id
    start(ann, game)
    assert Match.objects.latest("pk").house == to_json(preset.house)
    assert "Last time:" not in text(ann.get(address))  # the last one was played by the preset

    # One tap applies them again, and a tap on the preset undoes that.
    start(ann, game, **{f"house-{name}": other.value})
    sent = fields(ann, game)
    del sent["start"]
    page = ann.post(address, sent | {"again": "1"})
    assert chosen_preset(page) == ""
    assert "Changed:" in text(page)
    assert "Last time:" not in text(page)
    sent[f"house-{name}"] = other.value
    del sent["preset"]
    assert ann.post(address, sent | {"start": "1", "differs": "1"}).status_code == 302
    assert Match.objects.latest("pk").house[name] == other.value
    undone = ann.post(address, sent | {"preset": preset.id, "differs": "1"})
    assert "Changed:" not in text(undone)
    assert chosen_preset(undone) == preset.id
