"""House rules: every rule and every answer of every game can be reached from the game's page."""

import html
import re
from dataclasses import replace
from functools import partial
from typing import get_args, get_origin

import pytest
from django.test import Client
from django.urls import reverse

from games import every_game
from games.engine import (
    ENGLISH,
    Choice,
    Goal,
    Seating,
    Sheet,
    house_problems,
    optional,
    record_fields,
    relevant_questions,
    to_form_data,
    to_json,
)
from scorekeeper.matches.models import Match
from scorekeeper.sheet.form_fields import box_value
from scorekeeper.sheet.house import describe_house
from tests import nightly

from .cast import markup, new_key, start_form_data, text

pytestmark = pytest.mark.django_db

GAMES = list(every_game().values())
in_every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def values_of(page, name):
    """Return the answers to a rule that have a radio button or a checkbox."""
    inputs = re.findall(r'<input[^>]*type="(?:radio|checkbox)"[^>]*>', page)
    named = [tag for tag in inputs if f'name="{name}"' in tag]
    return {html.unescape(re.search(r'value="([^"]*)"', tag)[1]) for tag in named}


def members(answer_type):
    """Return the choices of an answer's type; none for a type without choices, such as a number."""
    shape = optional(answer_type) or answer_type
    if get_origin(shape) in (frozenset, Goal):
        (shape,) = get_args(shape)
    return list(shape) if isinstance(shape, type) and issubclass(shape, Choice) else []


@pytest.mark.sqlite_only
@in_every_game
def test_every_rule_has_an_input_and_every_choice_a_button(game, client):
    page = markup(client.get(reverse("start", args=[game.slug])))
    for q in record_fields(game.house):
        name = f"house-{q.name}"
        assert f'name="{name}"' in page, q.name
        values = {str(member.value) for member in members(q.type)}
        assert values <= values_of(page, name), q.name


def other_answers(game, house, q):
    """Return answers to a house rule, of any type, that differ from the given house's."""
    current, shape = getattr(house, q.name), optional(q.type) or q.type
    if get_origin(shape) is frozenset:
        return [frozenset({member}) for member in members(shape)]
    if get_origin(shape) is Goal:
        return [Goal(member, 7 if "{n}" in member.label else None) for member in members(shape)]
    answers = members(shape)
    if shape is bool:
        answers = [False, True]
    if shape is int:
        answers = [*q.ask.offers, *(n for n in (q.ask.least, q.ask.most) if isinstance(n, int))]
    return [answer for answer in answers if answer != current]


one_of_each_sort = partial(nightly.one_of_each, shape=lambda q: nightly.sort_of(q.type))


@in_every_game
def test_every_answer_can_be_chosen(game):
    for q in one_of_each_sort(record_fields(game.house)):
        for answer in other_answers(game, game.presets[0].house, q):
            phone = Client()  # a new phone, which has played nothing yet
            if (sent := with_answer(phone, game, q.name, answer)) is None:
                continue  # valid only with other house rules than those of any preset
            reply = phone.post(reverse("start", args=[game.slug]), sent)
            assert reply.status_code == 302, (q.name, answer, reply.context["start"].form.errors)
            assert Match.objects.latest("pk").house[q.name] == to_json(answer), q.name


def with_answer(phone, game, name, answer):
    """Return the start form of the first preset that allows this answer, with the answer set, or None."""
    for preset in game.presets:
        house = replace(preset.house, **{name: answer})
        seats, sides = game.shapes(preset)[0]
        if house_problems(game, house, game.seating(seats, sides)):
            continue
        sent = start_form_data(phone, game, preset=preset.id)
        sent.pop(f"house-{name}.n", None)
        return sent | {f"house-{name}": box_value(answer) or [""]}
    return None


@pytest.mark.sqlite_only
@in_every_game
def test_irrelevant_rules_are_named_at_once(game):
    phone, url = Client(), reverse("start", args=[game.slug])
    for q in one_of_each_sort(record_fields(game.house)):
        for answer in other_answers(game, game.presets[0].house, q)[:1]:
            if (sent := with_answer(phone, game, q.name, answer)) is None:
                continue
            # With "idle", the form is not saved; the answer only names the irrelevant rules.
            reply = phone.post(url, sent | {"idle": "1"}, headers={"HX-Request": "true"})
            irrelevant = re.search('data-irrelevant="([^"]*)"', markup(reply))
            preset = game.preset(sent["preset"])
            seats, sides = game.shapes(preset)[0]
            house = replace(preset.house, **{q.name: answer})
            relevant = relevant_questions(house, Sheet(Seating(seats, sides), preset.house))
            every_rule = {rule.name for rule in record_fields(game.house)}
            assert set(irrelevant[1].split()) == every_rule - relevant, q.name
    assert Match.objects.count() == 0


# The page of a running game


@in_every_game
def test_changed_rules_come_first_then_the_headline_options(game):
    """Check the order of the page, on which the headline options are called "Argued about most"."""
    headline = [q for q in record_fields(game.house) if q.name in game.headline_options]
    preset, seating = game.presets[0], game.seating(*game.shapes(game.presets[0])[0])

    def is_change(q, answer):
        house = replace(preset.house, **{q.name: answer})
        return (
            not house_problems(game, house, seating)
            and q.name in relevant_questions(house, Sheet(seating, preset.house))
            and describe_house(game, preset, house, ENGLISH)[:2] == (preset, True)
        )

    changes = (
        (q, answer)
        for q in record_fields(game.house)
        if q not in headline and members(q.type)
        for answer in other_answers(game, preset.house, q)
        if is_change(q, answer)
    )
    if (change := next(changes, None)) is None:
        pytest.skip("no change outside the headline options")
    q, answer = change
    phone = Client()
    sent = start_form_data(phone, game) | {f"house-{q.name}": box_value(answer)}
    table = phone.post(reverse("start", args=[game.slug]), sent).url.partition("?")[0]
    page = text(phone.get(f"{table}m/1/rules"))
    preset_name, label = preset.name, " ".join(str(q.ask.text).split())
    order = [f"1 changed from {preset_name}", label, "Argued about most", "All rules", "Play by these rules"]
    places = [page.index(html.escape(part)) for part in order if part != "Argued about most" or headline]
    assert places == sorted(places)
    for other in headline:
        assert other.ask.text in html.unescape(page)


def test_page_says_at_once_what_an_answer_would_change(cast):
    cast.play(2)
    house = cast.state.heading.house
    filled = {f"house-{path}": box_value(answer) for path, answer in to_form_data(house).items()}
    # With "idle", the form is not saved; the answer is a preview.
    unchanged = {"rev": 0, "key": new_key(), "idle": "1", **filled}
    assert "No hand so far would change." in text(cast.post("Ann", "rules", data=unchanged))
    for q in record_fields(cast.game.house):
        for answer in other_answers(cast.game, house, q):
            changed = unchanged | {f"house-{q.name}": box_value(answer) or [""]}
            reply = cast.post("Ann", "rules", data=changed)
            if re.search(r"\d+ hands? would change", text(reply)):
                assert "Totals before and after" in markup(reply)
                return
    raise AssertionError("no house rule changes a hand")
