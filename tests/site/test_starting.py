"""The start of a table: the game, the house rules, the players, the first dealer."""

import re
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

from .cast import markup, start_form_data, text

pytestmark = pytest.mark.django_db

GAMES = list(every_game().values())


def start_url(game) -> str:
    return reverse("start", args=[game.slug])


def start(client, game, **changes):
    return client.post(start_url(game), start_form_data(client, game, **changes))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_preset_and_shape_can_be_started(game):
    pairs = [(preset, shape) for preset in game.presets for shape in game.shapes(preset)]
    for preset, (seats, sides) in nightly.one_of_each(pairs, lambda pair: pair[1]):
        client = Client()
        # Choose the preset on a form that showed another one.
        page = client.post(start_url(game), {"preset": preset.id, "was": "another", "show": "1"})
        assert page.context["start"].preset is preset
        names = {f"name.{n}": f"Guest {n}" for n in range(seats)}
        answer = start(client, game, preset=preset.id, shape=f"{seats}x{sides}", **names)
        assert answer.status_code == 302, (preset.id, seats, sides, answer.context["start"].form.errors)
        match = Match.objects.latest("pk")
        assert (match.seats, match.sides, match.preset) == (seats, sides, preset.id)
        assert match.house == to_json(preset.house)
        assert client.get(answer.url).status_code == 200


def test_invalid_names_are_errors_at_their_fields(client):
    for name, other_name, other_has_error in ("x" * 41, "Bo", False), ("Ann", "ann", True):
        answer = start(client, GAMES[0], **{"name.0": name, "name.1": other_name})
        assert answer.status_code == 422
        seats = [(seat.name, bool(seat.error)) for seat in answer.context["start"].seats[:2]]
        assert seats == [(name, True), (other_name, other_has_error)]
    assert not Table.objects.exists()


def test_invalid_house_rule_is_an_error_at_its_field(client):
    def boxes(page):
        return [box for group in page.context["start"].groups for box in group.boxes]

    game, box = next(
        (game, box)
        for game in GAMES
        for box in boxes(client.get(start_url(game)))
        if box.number_name and box.widget == "keys"
    )
    answer = start(client, game, **{box.number_name: "999999999"})
    assert answer.status_code == 422
    assert box.path in [box.path for box in boxes(answer) if box.errors]
    assert not Table.objects.exists()


def test_start_stores_names_dealer_and_host(client):
    game = GAMES[0]
    names = [f"Guest {n}" for n in range(game.seatings[0].seats)]
    start(client, game, **{f"name.{n}": f"  {name} " for n, name in enumerate(names)}, first_dealer="1")
    match = Match.objects.get()
    assert (list(replay.player_names(match).current), match.first_dealer) == (names, 1)
    cookie, phone = client.cookies[phone_cookie.COOKIE], Phone.objects.get()
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert (phone.role, phone.key_hash) == (Role.HOST, phones.hash_key(cookie.value))
    assert [seat.name for seat in client.get(start_url(game)).context["start"].seats] == names
    assert "Guest 0" in client.get("/").content.decode()
    assert "Guest 0" not in Client().get("/").content.decode()


# Going back from the table to the start form


def test_start_form_that_was_sent_redirects_to_its_table(client):
    game, key = GAMES[0], str(uuid.uuid4())
    table = start(client, game, key=key).url.partition("?")[0]
    assert client.get(start_url(game), {"key": key}).url == table
    for phone, sent_key in ((Client(), key), (client, str(uuid.uuid4())), (client, "x")):
        assert phone.get(start_url(game), {"key": sent_key}).status_code == 200


# Changed house rules


def chosen_preset(answer) -> str:
    """Return the preset that the page of a start form shows as chosen; "" if none is."""
    found = re.search(r'name="preset" value="(\w+)"[^>]* checked', markup(answer))
    return found[1] if found else ""


def test_changed_rules_of_last_time_are_offered_but_not_chosen(client):
    game = every_game()["two_hundred"]
    preset, url = game.presets[0], start_url(game)
    question, preset_choice = next(
        (question, answer)
        for question in record_fields(game.house)
        if isinstance(answer := getattr(preset.house, question.name), Choice)
        and question.name not in game.headline_options
    )
    other_choice = next(choice for choice in type(preset_choice) if choice != preset_choice)
    changed = {f"house-{question.name}": other_choice.value}

    def last_choice() -> str:
        return Match.objects.latest("pk").house[question.name]

    start(client, game, **changed)
    assert last_choice() == other_choice.value
    page = client.get(url)
    assert "Last time:" in text(page)
    assert f"{question.ask.text} {other_choice.label}" in text(page).replace(": ", " ")
    assert chosen_preset(page) == preset.id
    start(client, game)
    assert Match.objects.latest("pk").house == to_json(preset.house)
    assert "Last time:" not in text(client.get(url))  # the last match had the preset's rules

    # One tap applies the changed rules again, and a tap on the preset drops them.
    start(client, game, **changed)
    sent = start_form_data(client, game)
    del sent["start"]
    page = client.post(url, sent | {"again": "1"})
    assert chosen_preset(page) == ""
    assert "Changed:" in text(page)
    assert "Last time:" not in text(page)
    # A form with changed rules sends "differs" and no preset.
    sent |= {"differs": "1", **changed}
    del sent["preset"]
    assert client.post(url, sent | {"start": "1"}).status_code == 302
    assert last_choice() == other_choice.value
    undone = client.post(url, sent | {"preset": preset.id})
    assert "Changed:" not in text(undone)
    assert chosen_preset(undone) == preset.id
