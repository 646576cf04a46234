"""Own games: house rules and seats of any game under a name, on the first page and by a link."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import every_game
from games.engine import ENGLISH, Choice, record_fields, to_json
from scorekeeper.matches.models import (
    Match,
    OwnGame,
)
from scorekeeper.sheet.house import describe_house
from scorekeeper.tables import own_games

from .cast import Cast, text
from .test_starting import fields

pytestmark = pytest.mark.django_db

ANY_GAME = next(game for game in every_game().values() if game.any_game)


def start(phone: Client, title: str, game: Any = ANY_GAME, **changes: Any) -> Any:
    return phone.post(reverse("start", args=[game.slug]), fields(phone, game, title=title, **changes))


def open_own(phone: Client, name: str) -> Any:
    return phone.get(reverse("own_game", args=[OwnGame.objects.get(name=name).code]))


def test_a_table_that_names_its_game_finds_it_again_on_the_first_page() -> None:
    phone = Client()
    preset = ANY_GAME.presets[1]
    sent = fields(phone, ANY_GAME, played=preset.id, title="  Canasta  at Bo's ")
    answer = phone.post(reverse("start", args=[ANY_GAME.slug]), sent)
    match = Match.objects.get()
    assert match.title == "Canasta at Bo's"
    page = phone.get(answer.url)
    assert "Canasta at Bo&#x27;s" in text(page)
    assert f"{ANY_GAME.name} " not in text(page)
    own = OwnGame.objects.get()
    assert (own.name, own.preset, own.house) == ("Canasta at Bo's", preset.id, to_json(preset.house))
    home = phone.get(reverse("home"))
    assert reverse("own_game", args=[own.code]) in home.content.decode()
    assert text(home).count("Canasta at Bo&#x27;s") == 2  # the table, and the game
    assert "Canasta" not in text(Client().get(reverse("home")))


def test_its_link_opens_it_on_any_phone_as_it_was_kept() -> None:
    ann, bo = Client(), Client()
    preset = ANY_GAME.presets[1]
    sent = fields(ann, ANY_GAME, played=preset.id, title="Canasta")
    ann.post(reverse("start", args=[ANY_GAME.slug]), sent)
    page = open_own(bo, "Canasta")
    begun = page.context["start"]
    assert (begun.preset, begun.title, begun.shape.seats) == (preset, "Canasta", Match.objects.get().seats)
    assert "Remove from this phone" not in text(page)
    assert "Remove from this phone" in text(open_own(ann, "Canasta"))
    start(bo, "Canasta")
    assert OwnGame.objects.count() == 2  # now each has it


def test_the_same_name_again_keeps_the_newer_rules() -> None:
    phone = Client()
    start(phone, "Canasta")
    other = ANY_GAME.presets[1]
    phone.post(
        reverse("start", args=[ANY_GAME.slug]), fields(phone, ANY_GAME, played=other.id, title="Canasta")
    )
    assert OwnGame.objects.get().preset == other.id


def test_without_a_name_nothing_is_kept() -> None:
    phone = Client()
    start(phone, "")
    assert not OwnGame.objects.exists()
    assert Match.objects.get().title == ""


@pytest.mark.parametrize("title", ["x" * 41, "Ca\u202enasta"])
def test_a_name_that_cannot_be_shown_is_refused_beside_its_box(title: str) -> None:
    answer = start(Client(), title)
    assert answer.status_code == 422
    assert 'id="title-wrong"' in answer.content.decode()
    assert not Match.objects.exists()


# From a match -----------------------------------------------------------------


def keep(cast: Cast, who: str = "Ann", title: str = "Friday rules") -> Any:
    return cast.post(who, "keep", data={"title": title})


def test_any_match_can_be_kept_as_a_game_of_ones_own(cast: Cast) -> None:
    cast.table.refresh_from_db()
    before = cast.table.version
    answer = keep(cast)
    own = OwnGame.objects.get()
    assert answer.status_code == 303
    assert answer.url == reverse("own_game", args=[own.code])
    assert (own.game_slug, own.house) == (cast.game.slug, to_json(cast.example.house))
    assert (own.seats, own.sides) == cast.example.seating.shape
    cast.table.refresh_from_db()
    assert cast.table.version == before + 1
    for name in (
        "table",
        "match",
        "tv",
        "records",
        "result",
        "paper",
        "rules",
        "under" if cast.state.sheet.rows else "account",
    ):
        which = [0] if name == "account" else []
        assert "Friday rules" in text(cast.get("Cy", name, *which)), name
    assert "Friday rules" in text(cast.clients["Ann"].get(reverse("home")))


def test_its_name_goes_on_to_the_next_match_and_into_the_record(cast: Cast) -> None:
    keep(cast)
    cast.post("Ann", "rematch", data={})
    assert cast.match.number == 2
    assert cast.match.title == "Friday rules"
    assert cast.get("Ann", "record").json()["title"] == "Friday rules"


def test_who_only_watches_keeps_nothing_and_a_name_is_needed(cast: Cast) -> None:
    assert keep(cast, "Cy").status_code == 403
    assert keep(cast, "Ann", " ").status_code == 422
    assert keep(cast, "Ann", "x" * 41).status_code == 422
    assert not OwnGame.objects.exists()


def test_the_phone_that_keeps_it_takes_it_away_and_no_other(cast: Cast) -> None:
    keep(cast)
    url = reverse("forget_game", args=[OwnGame.objects.get().code])
    assert cast.clients["Bo"].post(url).status_code == 403
    assert Client().post(url).status_code == 403
    assert cast.clients["Ann"].post(url).url == reverse("home")
    assert not OwnGame.objects.exists()
    assert cast.match.title == "Friday rules"


def test_a_phone_keeps_only_so_many(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_games, "MOST", 2)
    for n in range(2):
        assert keep(cast, title=f"Game {n}").status_code == 303
    assert keep(cast, title="Game 1").status_code == 303
    answer = keep(cast, title="One more")
    assert answer.status_code == 422
    assert "Remove one first" in text(answer)
    # A table that is started anyway has its name.
    phone = cast.clients["Ann"]
    assert start(phone, "One more").status_code == 302
    assert OwnGame.objects.count() == 2


def test_a_game_that_was_kept_by_an_older_release_is_read_as_far_as_it_can_be(cast: Cast) -> None:
    keep(cast)
    own = OwnGame.objects.get()
    own.house = {"no_such_rule": 1}
    own.preset = "no-such-preset"
    own.save()
    page = open_own(Client(), own.name)
    assert page.status_code == 200
    assert page.context["start"].preset == cast.game.presets[0]


# Its name -----------------------------------------------------------------------


def other_end(house: Any) -> tuple[str, Choice]:
    """Return the answer by which the other end of the list wins."""
    now = ANY_GAME.lowest_first(house)
    for q in record_fields(ANY_GAME.house):
        for answer in q.type if isinstance(q.type, type) and issubclass(q.type, Choice) else ():
            changed = replace(house, **{q.name: answer})
            if ANY_GAME.lowest_first(changed) != now:
                return q.name, answer
    raise AssertionError("no one house rule says who wins")


@pytest.mark.parametrize("game", every_game().values(), ids=lambda game: game.slug)
def test_a_label_never_says_that_the_other_end_wins(game: Any) -> None:
    for preset in game.presets:
        assert describe_house(game, preset, preset.house, ENGLISH) == (preset, False, preset.name)
        for other in game.presets:
            called = describe_house(game, preset, other.house, ENGLISH)
            assert game.lowest_first(called.preset.house) == game.lowest_first(other.house)
            assert not called.changed
            assert called.preset.house == other.house


def test_a_table_set_to_the_lowest_wins_is_called_so_everywhere() -> None:
    first = ANY_GAME.presets[0]
    name, answer = other_end(first.house)
    house = replace(first.house, **{name: answer})
    (right,) = (preset for preset in ANY_GAME.presets if preset.house == house)
    phone = Client()
    sent = fields(phone, ANY_GAME, title="Canasta") | {f"house-{name}": answer.value}
    table = phone.post(reverse("start", args=[ANY_GAME.slug]), sent).url
    assert Match.objects.get().preset == first.id
    for page in phone.get(table), phone.get(reverse("home")):
        assert right.name in text(page)
        assert first.name not in text(page)
    assert open_own(phone, "Canasta").context["start"].like.name == right.name
