"""Announcements: a slam, a failed contract or the end of the game, shown once with its hand."""

from __future__ import annotations

from typing import Any

import pytest

from games import every_game
from games.engine import Adjustment, PerSide, last_moments, play
from tests.browser.sitting import Sitting

pytestmark = pytest.mark.django_db


def contract(level: int, tricks: list[int]) -> dict[str, Any]:
    return {"kind": "contract", "bidder": 0, "level": level, "trumps": "spades", "tricks": tricks}


SLAM = contract(6, [10, 0])
SET = contract(8, [5, 5])
MADE = contract(8, [8, 2])


def page(client: Any, sitting: Sitting) -> str:
    client.cookies["phone"] = "the secret of the phone of Cy"
    return str(client.get(sitting.path).content.decode())


@pytest.mark.parametrize(
    ("hand", "kind", "text", "sides"),
    [(SLAM, "slam", "All ten tricks", [1]), (SET, "set", "Set", [2])],
    ids=["slam", "set"],
)
def test_a_moment_is_said_and_belongs_to_who_had_it(
    client: Any, hand: dict[str, Any], kind: str, text: str, sides: list[int]
) -> None:
    sitting = Sitting("five_hundred", hands=(MADE, hand))
    told = page(client, sitting)
    assert told.count(f'data-moment="{kind}"') == len(sides)
    for side in sides:
        assert f'class="total side-{side}' in told.partition("data-moment")[0].rpartition("<a")[2]
    assert f" {text}</span>" in told
    assert f" {text}." in told.partition('id="news"')[2]


def test_an_ordinary_hand_has_no_moment_and_a_moment_passes(client: Any) -> None:
    assert "data-moment" not in page(client, Sitting("five_hundred", hands=(MADE,)))
    passed = Sitting("five_hundred", hands=(SLAM, contract(6, [5, 5]), MADE))
    assert "data-moment" not in page(client, passed)


def test_a_hand_that_was_taken_back_is_not_talked_about(client: Any) -> None:
    sitting = Sitting("five_hundred", hands=(SLAM,))
    assert "data-moment" in page(client, sitting)
    sitting.write(2, Adjustment(PerSide((10, 0)), "agreed"))
    assert "data-moment" not in page(client, sitting)


def test_the_game_is_won_above_all(client: Any) -> None:
    told = page(client, Sitting("five_hundred", hands=(SLAM, contract(10, [10, 0]))))
    assert told.count('data-moment="won"') == 1
    assert 'class="moment"' not in told


@pytest.mark.parametrize("slug", ["two_hundred", "five_hundred", "skat"])
def test_the_games_with_a_contract_say_that_it_was_set(slug: str) -> None:
    game = every_game()[slug]
    said = {
        event.stat.id
        for example in game.examples
        for event in last_moments(game, play(game, example.seating, example.house, example.hands))
    }
    assert "set" in said
