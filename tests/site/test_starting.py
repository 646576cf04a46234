"""The start of a table: the game, the house rules, the people, the first dealer."""

import pytest
from django.test import Client
from django.urls import reverse

from games import every_game
from games.engine import to_json
from scorekeeper.matches import phones, replay
from scorekeeper.matches.models import Match, Phone, Role, Table
from scorekeeper.web import phone_cookie
from tests import nightly

from .cast import fields

pytestmark = pytest.mark.django_db

GAMES = list(every_game().values())


@pytest.fixture
def ann() -> Client:
    return Client()


def start(client, game, **changes):
    return client.post(reverse("start", args=[game.slug]), fields(client, game, **changes))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_preset_and_shape_can_be_started(ann, game):
    every = [(preset, shape) for preset in game.presets for shape in game.shapes(preset)]
    for preset, (seats, sides) in nightly.one_of_each(every, lambda one: one[1]):
        address = reverse("start", args=[game.slug])
        page = ann.post(address, {"preset": preset.id, "was": "another", "show": "1"})
        assert page.context["start"].preset is preset
        shape = f"{seats}x{sides}"
        client = Client()
        sent = fields(client, game, played=preset.id, shape=shape)
        sent |= {f"name.{n}": f"Guest {n}" for n in range(seats)}
        answer = client.post(address, sent)
        assert answer.status_code == 302, (preset.id, shape, answer.context["start"].form.errors)
        match = Match.objects.latest("pk")
        assert (match.seats, match.sides, match.preset) == (seats, sides, preset.id)
        assert match.house == to_json(preset.house)
        assert client.get(answer.url).status_code == 200


def test_names_and_first_dealer_are_stored(ann):
    game = GAMES[0]
    seats = game.seatings[0].seats
    names = {f"name.{n}": f"  Zoë   {n}" for n in range(seats)}
    start(ann, game, **names, first_dealer="1")
    match = Match.objects.get()
    assert list(replay.player_names(match).now) == [f"Zoë {n}" for n in range(seats)]
    assert match.first_dealer == 1


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
        (game, box) for game in GAMES for box in boxes(game) if box.number_name and box.shape == "keys"
    )
    answer = start(ann, game, **{box.number_name: "999999999"})
    assert answer.status_code == 422
    wrong = [b.path for group in answer.context["start"].groups for b in group.boxes if b.errors]
    assert box.path in wrong
    assert not Table.objects.exists()


def test_starting_phone_is_the_host(ann):
    game = GAMES[0]
    seats = game.seatings[0].seats
    start(ann, game, **{f"name.{n}": f"Guest {n}" for n in range(seats)})
    key = ann.cookies[phone_cookie.COOKIE]
    assert key["httponly"]
    assert key["samesite"] == "Lax"
    assert Phone.objects.get().role == Role.HOST
    assert Phone.objects.get().key_hash == phones.hashed(key.value)
    again = ann.get(reverse("start", args=[game.slug])).context["start"]
    assert [person.name for person in again.seats] == [f"Guest {n}" for n in range(seats)]
    assert "Guest 0" in ann.get("/").content.decode()
    assert "Guest 0" not in Client().get("/").content.decode()
