"""Own games: house rules and seats under a name, shown on the home page and opened by a link."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from games import every_game
from games.engine import ENGLISH, to_json
from games.tally.house import Direction
from scorekeeper.matches.models import Match, OwnGame, Table
from scorekeeper.sheet.house import describe_house
from scorekeeper.tables import own_games

from .cast import Cast, start_form_data, text

pytestmark = pytest.mark.django_db

ANY_GAME = every_game()["tally"]
OTHER_PRESET = ANY_GAME.presets[1]


def start(phone: Client, title: str, preset: str = "", **changes):
    sent = start_form_data(phone, ANY_GAME, preset, title=title, **changes)
    return phone.post(reverse("start", args=[ANY_GAME.slug]), sent)


def open_own(phone: Client, name: str):
    return phone.get(reverse("own_game", args=[OwnGame.objects.get(name=name).code]))


def test_named_game_is_on_the_home_page():
    phone = Client()
    page = text(phone.get(start(phone, "  Canasta  at Bo's ", OTHER_PRESET.id).url))
    assert "Canasta at Bo&#x27;s" in page
    assert f"{ANY_GAME.name} " not in page
    assert Match.objects.get().title == "Canasta at Bo's"
    own = OwnGame.objects.get()
    assert (own.name, own.preset, own.house) == (
        "Canasta at Bo's",
        OTHER_PRESET.id,
        to_json(OTHER_PRESET.house),
    )
    home = phone.get(reverse("home"))
    assert reverse("own_game", args=[own.code]) in home.content.decode()
    assert text(home).count("Canasta at Bo&#x27;s") == 2  # the table, and the game
    assert "Canasta" not in text(Client().get(reverse("home")))


def test_own_game_opens_by_its_link():
    ann, bo = Client(), Client()
    for preset in "", OTHER_PRESET.id:
        start(ann, "Canasta", preset)
    # The second own game replaces the first, which had the same name.
    assert OwnGame.objects.get().preset == OTHER_PRESET.id
    page = open_own(bo, "Canasta")
    form = page.context["start"]
    assert (form.preset, form.title, form.shape.seats) == (
        OTHER_PRESET,
        "Canasta",
        Match.objects.first().seats,
    )
    assert "Remove from this phone" not in text(page)
    assert "Remove from this phone" in text(open_own(ann, "Canasta"))
    start(bo, "Canasta")
    assert OwnGame.objects.count() == 2


def test_name_may_be_empty_but_not_invalid():
    for title in "x" * 41, "Ca\u202enasta":
        answer = start(Client(), title)
        assert answer.status_code == 422
        assert 'id="title-wrong"' in answer.content.decode()
    assert not Match.objects.exists()
    start(Client(), "")
    assert not OwnGame.objects.exists()
    assert Match.objects.get().title == ""


# From a match


def save_as_own_game(cast: Cast, title: str = "Friday rules"):
    return cast.post("Ann", "keep", data={"title": title})


def test_match_can_be_saved_as_an_own_game(cast):
    for refused in " ", "x" * 41:
        assert save_as_own_game(cast, refused).status_code == 422
    assert not OwnGame.objects.exists()
    before = Table.objects.get().version
    answer = save_as_own_game(cast)
    own = OwnGame.objects.get()
    assert answer.status_code == 303
    assert answer.url == reverse("own_game", args=[own.code])
    assert (own.game_slug, own.house) == (cast.game.slug, to_json(cast.example.house))
    assert (own.seats, own.sides) == cast.example.seating.shape
    assert Table.objects.get().version == before + 1
    pages = [(name,) for name in ("table", "match", "tv", "records", "result", "paper", "rules")]
    for page in *pages, ("account", 0):
        assert "Friday rules" in text(cast.get("Cy", *page)), page
    assert "Friday rules" in text(cast.clients["Ann"].get(reverse("home")))
    cast.post("Ann", "rematch", data={})
    assert (cast.match.number, cast.match.title) == (2, "Friday rules")
    assert cast.get("Ann", "record").json()["title"] == "Friday rules"


def test_only_the_phone_that_saved_an_own_game_deletes_it(cast):
    save_as_own_game(cast)
    url = reverse("forget_game", args=[OwnGame.objects.get().code])
    for phone in cast.clients["Bo"], Client():
        assert phone.post(url).status_code == 403
    assert cast.clients["Ann"].post(url).url == reverse("home")
    assert not OwnGame.objects.exists()
    assert cast.match.title == "Friday rules"


def test_own_games_of_a_phone_are_limited(cast, monkeypatch):
    monkeypatch.setattr(own_games, "MOST_GAMES", 2)
    for title, status in ("Game 0", 303), ("Game 1", 303), ("Game 1", 303), ("One more", 422):
        assert save_as_own_game(cast, title).status_code == status
    assert start(cast.clients["Ann"], "One more").status_code == 302
    assert OwnGame.objects.count() == 2


def test_own_game_of_an_older_release_opens(cast):
    save_as_own_game(cast)
    OwnGame.objects.update(house={"no_such_rule": 1}, preset="no-such-preset")
    page = open_own(Client(), "Friday rules")
    assert page.context["start"].preset == cast.game.presets[0]


# The label of the house rules


@pytest.mark.parametrize("game", every_game().values(), ids=lambda game: game.slug)
def test_label_never_names_the_wrong_winner(game):
    """Check that house rules and the preset named for them agree on whether the lowest total wins."""
    for preset in game.presets:
        assert describe_house(game, preset, preset.house, ENGLISH) == (preset, False, preset.name)
        for other in game.presets:
            description = describe_house(game, preset, other.house, ENGLISH)
            assert game.lowest_first(description.preset.house) == game.lowest_first(other.house)
            assert not description.changed
            assert description.preset.house == other.house


def test_table_where_the_lowest_wins_is_labelled_so():
    first, phone = ANY_GAME.presets[0], Client()
    house = replace(first.house, direction=Direction.LOW)
    (preset,) = (preset for preset in ANY_GAME.presets if preset.house == house)
    table = start(phone, "Canasta", **{"house-direction": Direction.LOW.value}).url
    assert Match.objects.get().preset == first.id
    for page in phone.get(table), phone.get(reverse("home")):
        assert preset.name in text(page)
        assert first.name not in text(page)
    assert open_own(phone, "Canasta").context["start"].description.name == preset.name
