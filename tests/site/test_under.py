"""The same match under other rules."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games import every_game
from games.engine import play, to_json
from scorekeeper.library import under
from scorekeeper.matches.models import (
    Entry,
    Match,
)
from scorekeeper.tables import load
from tests.desk import example_of, table_of

pytestmark = pytest.mark.django_db


def differing_example():
    """Return a game, an example, and a preset under which its totals differ."""
    for game in every_game().values():
        for example in game.examples:
            here = play(game, example.seating, example.house, example.hands)
            if any(row.problems for row in here.rows) or len(example.hands) < 2:
                continue
            for preset in game.presets:
                if example.seating.shape in game.shapes(preset):
                    there = play(game, example.seating, preset.house, example.hands)
                    if there.final != here.final:
                        return game, example, preset, there
    raise AssertionError("no preset scores any example otherwise")


def page(match, **query):
    return Client().get(reverse("under", args=[match.table.code, 1]), query)


def test_the_same_hands_are_scored_by_another_preset_and_nothing_is_stored():
    game, example, preset, there = differing_example()
    match = table_of(game, example.house, example.hands, example.seating)
    before = Match.objects.values().get()
    other = page(match, preset=preset.id).context["other"]
    assert other.sheet.final == there.final
    assert [column.there.text for column in other.columns] == [
        other.place.words.read(total) for total in there.final
    ]
    assert other.rows or other.cut
    assert Match.objects.values().get() == before
    assert Entry.objects.count() == len(example.hands)


def test_its_own_rules_change_nothing():
    game, example = example_of()
    match = table_of(game, example.house, example.hands, example.seating)
    place = load.context(match.table, match, None, 1)
    other = under.Under(place, "", example.house)
    assert other.same
    assert other.rows == ()


def test_one_option_is_changed_by_its_own_boxes():
    game, example = example_of()
    match = table_of(game, example.house, example.hands, example.seating)
    mine = to_json(example.house)
    groups = [group for _title, groups in page(match).context["sections"] for group in groups]
    changed = 0
    for group in groups:
        box = group.boxes[0]
        if box.shape != "choice":
            continue
        other = next(option.value for option in box.options if not option.chosen)
        replayed = page(match, option=group.name, **{box.name: other}).context["other"]
        # An option that depends on another cannot be changed alone, or changes nothing.
        if replayed is None or to_json(replayed.house) == mine:
            continue
        assert to_json(replayed.house) == {**mine, group.name: other}
        changed += 1
        part = Client().get(
            reverse("under", args=[match.table.code, 1]),
            {"option": group.name, box.name: other},
            headers={"HX-Request": "true"},
        )
        assert part.content.decode().lstrip().startswith('<section id="under"')
    assert changed


@pytest.mark.parametrize("query", [{"preset": "nothing"}, {"option": "nothing"}, {}, {"option": "house"}])
def test_what_is_not_there_is_the_page_without_an_answer(query):
    game, example = example_of()
    match = table_of(game, example.house, example.hands, example.seating)
    answer = page(match, **query)
    assert answer.status_code == 200
    assert answer.context["other"] is None
