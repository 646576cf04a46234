"""The start of a table: the game, the house rules, the people, the first dealer."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games import every_game
from games.engine import to_json
from scorekeeper.matches import (
    phones,
    replay,
)
from scorekeeper.matches.models import (
    Match,
    Phone,
    Role,
    Table,
)
from scorekeeper.web import phone_cookie
from tests import nightly

from .cast import fields

pytestmark = pytest.mark.django_db

GAMES = list(every_game().values())
in_every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


@pytest.fixture
def ann() -> Client:
    return Client()


def start(client, game, **changes):
    return client.post(reverse("start", args=[game.slug]), fields(client, game, **changes))


@in_every_game
def test_every_preset_and_every_number_of_players_can_be_started(ann, game):
    every = [(preset, shape) for preset in game.presets for shape in game.shapes(preset)]
    for preset, (seats, sides) in nightly.one_of_each(every, lambda one: one[1]):
        page = ann.post(
            reverse("start", args=[game.slug]), {"preset": preset.id, "was": "another", "show": "1"}
        )
        assert page.context["start"].preset is preset
        shape = f"{seats}x{sides}"
        client = Client()
        sent = fields(client, game, played=preset.id, shape=shape)
        sent |= {f"name.{n}": f"Guest {n}" for n in range(seats)}
        answer = client.post(reverse("start", args=[game.slug]), sent)
        assert answer.status_code == 302, (preset.id, shape, answer.context["start"].form.errors)
        match = Match.objects.latest("pk")
        assert (match.seats, match.sides, match.preset) == (seats, sides, preset.id)
        assert match.house == to_json(preset.house)
        assert client.get(answer.url).status_code == 200


def test_names_and_the_first_dealer_are_kept(ann):
    game = GAMES[0]
    seats = game.seatings[0].seats
    names = {f"name.{n}": f"  Zoë   {n}" for n in range(seats)}
    start(ann, game, **names, first_dealer="1")
    match = Match.objects.get()
    assert list(replay.player_names(match).now) == [f"Zoë {n}" for n in range(seats)]
    assert match.first_dealer == 1


@pytest.mark.parametrize(
    "name",
    ["x" * 41, "evil\u202egnp.exe", "nul\0byte", "tab\ufdd0"],
    ids=["long", "bidi", "nul", "noncharacter"],
)
def test_a_name_with_a_trick_in_it_is_told_by_its_box_and_nothing_is_lost(ann, name):
    answer = start(ann, GAMES[0], **{"name.0": name, "name.1": "Bo"})
    assert answer.status_code in (400, 422)
    assert not Table.objects.exists()
    if answer.status_code == 422:
        people = answer.context["start"].seats
        assert people[0].error
        assert not people[1].error
        assert people[1].name == "Bo"


def test_two_people_of_one_name_are_told_apart(ann):
    answer = start(ann, GAMES[0], **{"name.0": "Ann", "name.1": "ann"})
    assert answer.status_code == 422
    assert [bool(person.error) for person in answer.context["start"].seats[:2]] == [True, True]


def test_a_house_rule_out_of_bounds_is_told_by_its_box(ann):
    game = next(
        g
        for g in GAMES
        if any(box.number_name and box.shape == "keys" for group in offered(ann, g) for box in group.boxes)
    )
    box = next(b for group in offered(ann, game) for b in group.boxes if b.number_name and b.shape == "keys")
    answer = start(ann, game, **{box.number_name: "999999999"})
    assert answer.status_code == 422
    wrong = [b.path for group in answer.context["start"].groups for b in group.boxes if b.errors]
    assert box.path in wrong
    assert not Table.objects.exists()


def offered(client, game):
    return client.get(reverse("start", args=[game.slug])).context["start"].groups


def test_the_phone_that_starts_is_the_host_and_is_remembered(ann):
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
    home = ann.get("/").content.decode()
    assert "Guest 0" in home
    assert "Guest 0" not in Client().get("/").content.decode()
