"""Irregularities at the table: step by step to a ruling, to the sheet, and back."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games import every_game
from games.engine import AcceptedRuling, Mishap, Seating, in_force, irregularities
from scorekeeper.matches.models import Match
from scorekeeper.matches.replay import load_match_state
from scorekeeper.web.phone_cookie import COOKIE
from tests.desk import KEY, boxes, example_of, ruling_that_scores, table_of, text_of
from tests.site.test_rulings import hidden

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Client:
    client = Client()
    client.cookies[COOKIE] = KEY
    return client


@pytest.fixture
def played():
    game, example = example_of()
    return table_of(game, example.house, example.hands, example.seating)


def at(match, name, *which, **query):
    address = reverse(name, args=[match.table.code, match.number, *which])
    return address + ("?" + "&".join(f"{k}={v}" for k, v in query.items()) if query else "")


@pytest.mark.parametrize("game", list(every_game().values()), ids=lambda game: game.slug)
def test_a_table_is_offered_what_can_go_wrong_in_its_game_and_nothing_else(ann, game):
    """Check for example that games without following suit offer no revoke."""
    house = game.presets[0].house
    match = table_of(game, house)
    assert at(match, "mishaps") in ann.get(reverse("table", args=[match.table.code])).content.decode()
    page = ann.get(at(match, "mishaps"))
    offered = {one.mishap: one for one in irregularities(game, house)}
    assert Mishap.SCORE in offered
    for mishap in Mishap:
        there = at(match, "mishap", mishap.value)
        assert (there in page.content.decode()) == (mishap in offered), mishap
        answer = ann.get(there, {"hand": "now"})
        assert answer.status_code == (200 if mishap in offered else 404)
        if mishap not in offered:
            continue
        said, read = text_of(answer), answer.content.decode()
        assert offered[mishap].text in text_of(page)
        for rule in offered[mishap].rules:
            assert (f"#rule-{rule.number}" in read) == in_force(rule, house)
        asked = [id for id, question in game.questions.items() if question.mishap is mishap]
        assert all(at(match, "ask_at_table", id) in read for id in asked)
        assert asked or "What the whole table agrees on, stands" in said
        assert at(match, "adjust") in read


def test_it_asks_in_which_hand_and_shows_why_that_hand_counts_what_it_does(ann, played):
    page = text_of(ann.get(at(played, "mishap", "revoke")))
    assert "Which hand?" in page
    assert "(current)" in page
    row = load_match_state(played).sheet.rows[0]
    case = ann.get(at(played, "mishap", "revoke", hand="1"))
    assert case.context["case"].row.number == 1
    assert len(case.context["case"].row.reasons) == len(row.lines)
    assert at(played, "amend", 1) in case.content.decode()
    assert at(played, "strike", 1) in case.content.decode()


def test_where_it_can_be_one_hand_only_nothing_is_asked(ann):
    game, example = example_of()
    match = table_of(game, example.house, (), example.seating)
    assert "Which hand?" not in text_of(ann.get(at(match, "mishap", "misdeal")))
    one = table_of(game, example.house, example.hands[:1], example.seating)
    # A wrong score is in a written hand, and there is only one.
    assert ann.get(at(one, "mishap", "score")).context["case"].hand == 1


def test_whoever_watches_reads_what_the_rules_say_and_changes_nothing(played):
    page = Client().get(at(played, "mishap", "revoke", hand="1")).content.decode()
    assert at(played, "amend", 1) not in page
    assert "The scorers enter" in page


def test_a_penalty_is_listed_with_its_reason_and_can_be_lifted(ann):
    game, id, preset, facts = ruling_that_scores()
    match = table_of(game, preset.house, seating=Seating(*game.shapes(preset)[0]))
    sent = boxes(facts, load_match_state(match).sheet)
    asked = at(match, "ask_at_table", id)
    assert ann.post(asked, {**sent, "apply": "1", **hidden(ann.get(asked, sent))}).status_code == 303
    match = Match.objects.get()
    with_it = load_match_state(match).sheet.totals
    page = ann.get(at(match, "mishaps"))
    (penalty,) = page.context["penalties"]
    assert not penalty.row.struck
    assert game.questions[id].text in text_of(page)
    assert at(match, "strike", 1) in page.content.decode()
    lift = {"key": str(uuid.uuid4()), "rev": "1", "reason": "She had no heart after all"}
    assert ann.post(at(match, "strike", 1), lift).status_code == 303
    (penalty,) = ann.get(at(Match.objects.get(), "mishaps")).context["penalties"]
    assert penalty.row.struck
    assert penalty.why == "She had no heart after all"
    assert load_match_state(Match.objects.get()).sheet.totals != with_it


def test_points_agreed_on_are_penalties_too(ann, played):
    number = load_match_state(played).next_number
    points = {f"points.{side}": "-5" for side in range(played.sides)}
    form = {
        "kind": "adjustment",
        "number": str(number),
        "rev": "0",
        "key": str(uuid.uuid4()),
        "why": "talked",
    }
    assert ann.post(at(played, "adjust"), {**form, **points}).status_code == 303
    assert "talked" in text_of(ann.get(at(played, "mishaps")))


def test_a_ruling_in_place_of_a_hand_keeps_its_reason(ann):
    """Check that the ruling serves as the reason for the edit."""
    game, id, preset, facts = ruling_that_scores()
    match = table_of(game, preset.house, (facts,), Seating(*game.shapes(preset)[0]))
    sent = {**boxes(facts, load_match_state(match).before(1)), "in-hand": "1", "as": "instead"}
    asked = at(match, "ask_at_table", id)
    page = ann.get(asked, sent)
    assert page.context["applying"].reason_needed
    answer = ann.post(asked, {**sent, "apply": "1", **hidden(page)})
    assert answer.status_code == 303, text_of(answer)
    match = Match.objects.get()
    written = load_match_state(match).versions(1)[-1]
    assert isinstance(written.entry.hand, AcceptedRuling)
    assert written.entry.why.startswith("Referee: ")
