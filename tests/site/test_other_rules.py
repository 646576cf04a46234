"""The same match under other rules."""

import pytest
from django.test import Client
from django.urls import reverse

from games import every_game
from games.engine import play, to_json
from scorekeeper.library import other_rules
from scorekeeper.matches.models import Entry, Match
from scorekeeper.tables import load
from tests.desk import example_of, match_with_hands

pytestmark = pytest.mark.django_db


def differing_example():
    """Return a game, an example, a preset under which its totals differ, and the sheet under that preset."""
    for game in every_game().values():
        for example in game.examples:
            own_sheet = play(game, example.seating, example.house, example.hands)
            if any(row.problems for row in own_sheet.rows) or len(example.hands) < 2:
                continue
            for preset in game.presets:
                if example.seating.shape in game.shapes(preset):
                    other_sheet = play(game, example.seating, preset.house, example.hands)
                    if other_sheet.final != own_sheet.final:
                        return game, example, preset, other_sheet
    raise AssertionError("no preset scores any example otherwise")


@pytest.fixture
def match():
    game, example = example_of()
    return match_with_hands(game, example.house, example.hands, example.seating)


def page(match, headers=None, **query):
    return Client().get(reverse("other_rules", args=[match.table.code, 1]), query, headers=headers)


def test_match_is_scored_under_another_preset():
    game, example, preset, sheet = differing_example()
    match = match_with_hands(game, example.house, example.hands, example.seating)
    before = Match.objects.values().get()
    other = page(match, preset=preset.id).context["other"]
    assert other.sheet.final == sheet.final
    assert [column.there.text for column in other.columns] == [*map(other.ctx.words.read, sheet.final)]
    assert other.rows or other.unplayed
    assert Match.objects.values().get() == before
    assert Entry.objects.count() == len(example.hands)


def test_rules_of_the_match_itself_change_nothing(match):
    ctx = load.context(match.table, match, None, 1)
    other = other_rules.OtherRules(ctx, "", ctx.sheet.house)
    assert other.is_same
    assert other.rows == ()


def test_single_option_can_be_changed(match):
    groups = [group for _title, groups in page(match).context["sections"] for group in groups]
    changed = False
    for group in groups:
        box = group.boxes[0]
        if box.widget != "choice":
            continue
        other = next(option.value for option in box.options if not option.chosen)
        query = {"option": group.name, box.name: other}
        replayed = page(match, **query).context["other"]
        # An option that depends on another cannot be changed alone, or changes nothing.
        if replayed is None or to_json(replayed.house) == match.house:
            continue
        assert to_json(replayed.house) == {**match.house, group.name: other}
        part = page(match, {"HX-Request": "true"}, **query)
        assert part.content.lstrip().startswith(b'<section id="other-rules"')
        changed = True
    assert changed
