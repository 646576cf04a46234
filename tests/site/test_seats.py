"""Names and seats: corrected, changed mid-match, moved; the first dealer drawn by lot."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games import every_game
from scorekeeper.matches import (
    replay,
    typed_names,
)
from scorekeeper.matches.models import Match

from .cast import Cast, agreed, text


def named(cast: Cast, since: str = "all", who: str = "Ann", **names: str):
    typed = {f"name.{seat}": name for seat, name in enumerate(replay.player_names(cast.match).now)}
    changed = {f"name.{seat}": name for seat, name in names.items()}
    return cast.post(who, "names", data={**typed, **changed, "since": since})


def at(cast: Cast, number: int) -> str:
    return replay.player_names(cast.match).at(number)[0]


def test_somebody_else_takes_a_seat_from_the_next_hand_on_and_history_keeps_both(cast: Cast) -> None:
    sides = cast.example.seating.sides
    cast.write(agreed(10, sides))
    assert named(cast, "next", **{"0": "Eve"}).status_code == 303
    cast.write(agreed(20, sides))
    assert (at(cast, 1), at(cast, 2)) == ("Ann", "Eve")
    assert "Ann" in text(cast.get("Ann", "reasons", 1))
    page = text(cast.get("Ann", "reasons", 2))
    assert "Eve" in page
    assert "Eve" in text(cast.get("Cy", "table"))


def test_a_name_that_was_wrong_all_along_is_put_right_for_whoever_sits_there_now(cast: Cast) -> None:
    sides = cast.example.seating.sides
    cast.write(agreed(10, sides))
    named(cast, "next", **{"0": "Eve"})
    cast.write(agreed(20, sides))
    named(cast, "all", **{"0": "Eva"})
    assert (at(cast, 1), at(cast, 2)) == ("Ann", "Eva")


def chosen(answer) -> list[bytes]:
    return re.findall(rb'name="since" value="(\w+)" checked', answer.content)


def asked(answer) -> bool:
    return b'name="since"' in answer.content


def test_before_the_first_hand_nothing_is_asked(cast: Cast) -> None:
    assert not asked(cast.get("Ann", "names"))
    assert cast.post("Ann", "names", data={"name.0": "Eve"}).status_code == 303
    assert at(cast, 1) == "Eve"


@pytest.mark.parametrize("since", [None, "", "later"])
def test_after_a_hand_the_user_says_since_when_and_nothing_is_chosen_for_them(
    cast: Cast, since: str | None
) -> None:
    cast.write(agreed(10, cast.example.seating.sides))
    page = cast.get("Ann", "names")
    assert asked(page)
    assert chosen(page) == []
    answer = cast.post("Ann", "names", data={"name.0": "Eve", **({} if since is None else {"since": since})})
    assert answer.status_code == 422
    assert at(cast, 1) == at(cast, 2) == "Ann"
    assert answer.context["seats"][0].name == "Eve"
    assert chosen(answer) == []
    choice = re.search(
        rb'<fieldset[^>]*aria-describedby="since-wrong">.*?</fieldset>', answer.content, re.DOTALL
    )
    assert choice
    assert b'name="since"' in choice[0]
    assert b'id="since-wrong"' in choice[0]
    assert named(cast, "next", **{"0": "Eve"}).status_code == 303
    assert (at(cast, 1), at(cast, 2)) == ("Ann", "Eve")


def test_a_choice_is_kept_while_a_name_is_corrected(cast: Cast) -> None:
    cast.write(agreed(10, cast.example.seating.sides))
    answer = named(cast, "next", **{"0": "x" * 41})
    assert answer.status_code == 422
    assert chosen(answer) == [b"next"]


def test_saving_unchanged_names_asks_nothing(cast: Cast) -> None:
    cast.write(agreed(10, cast.example.seating.sides))
    assert cast.post("Ann", "names", data={}).status_code == 303


def test_a_swap_is_written_at_once_and_every_phone_hears_of_it_once(cast: Cast) -> None:
    cast.table.refresh_from_db()
    version = cast.table.version
    before = replay.player_names(cast.match).now
    named(cast, **{"0": before[1], "1": before[0]})
    after = replay.player_names(cast.match).now
    assert after[:2] == (before[1], before[0])
    cast.table.refresh_from_db()
    assert cast.table.version == version + 1


def test_without_script_a_handle_moves_a_name_one_seat_on(cast: Cast) -> None:
    before = list(replay.player_names(cast.match).now)
    typed = {f"name.{seat}": name for seat, name in enumerate(before)}
    answer = cast.post("Ann", "names", data={**typed, "down": "0", "since": "next"})
    assert answer.status_code == 200
    shown = [person.name for person in answer.context["seats"]]
    assert shown == [before[1], before[0], *before[2:]]
    assert list(replay.player_names(cast.match).now) == before, "nothing is written before it is saved"


@pytest.mark.parametrize("seat", ["", "x", "-1", "99", "²", None])
def test_a_handle_that_is_not_there_moves_nobody(seat: str | None) -> None:
    assert typed_names.reseated(["a", "b", "c"], seat) == ["a", "b", "c"]


def test_the_last_changes_places_with_the_first() -> None:
    assert typed_names.reseated(["a", "b", "c"], "2") == ["c", "b", "a"]


def start(**more: str):
    """Send the start page of a game for four with these boxes."""
    game = next(g for g in every_game().values() if g.seatings[0].seats >= 4)
    client = Client()
    path = reverse("start", args=[game.slug])
    begun = client.get(path).context["start"]
    data = {"preset": begun.preset.id, "was": begun.preset.id, "shape": begun.shape.value}
    names = {f"name.{n}": name for n, name in enumerate("abcd")}
    return client, client.post(path, {**data, **names, **more})


def test_moving_seats_before_the_start_keeps_the_first_dealer_with_the_person() -> None:
    _client, answer = start(down="1", first_dealer="1")
    begun = answer.context["start"]
    assert begun.typed[:4] == ["a", "c", "b", "d"]
    assert begun.first_dealer == "2"


@pytest.mark.django_db
def test_a_first_dealer_drawn_by_lot_is_told_and_one_chosen_is_not() -> None:
    client, answer = start(start="1", first_dealer="lot")
    assert answer.status_code == 302
    page = client.get(answer["Location"])
    dealer = "abcd"[Match.objects.get().first_dealer]
    assert f"{dealer} deals first" in text(page)
    assert b"data-drawn" in page.content
    plain = client.get(answer["Location"].partition("?")[0])
    assert b"data-drawn" not in plain.content
