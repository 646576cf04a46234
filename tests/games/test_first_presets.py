"""The preset that a new table starts with, and its usual numbers of players and sides."""

import pytest

from games import every_game


@pytest.mark.parametrize(
    ("slug", "preset", "source", "shape"),
    [
        ("baccarat", "bac-home", "top card games", (3, 3)),
        ("crazy_eights", "c8-seed", "top card games", (3, 3)),
        ("go_fish", "fish-seed", "top card games", (3, 3)),
        ("golf", "golf4-seed", "top card games", (3, 3)),
        ("let_it_ride", "lir-seed", "top card games", (3, 3)),
        ("old_maid", "om-seed", "top card games", (3, 3)),
        ("rummy", "rummy-seed", "top card games", (3, 3)),
        ("two_hundred", "traditional_200", "debitcardcasino", (4, 2)),
    ],
)
def test_the_first_preset_follows_its_source(slug, preset, source, shape):
    game = every_game()[slug]
    first = game.presets[0]
    assert (first.id, first.source.tag, game.shapes(first)[0]) == (preset, source, shape)
