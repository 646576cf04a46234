"""Irregularities at the table: from the list to a ruling, a penalty on the sheet, and its removal."""

import pytest
from django.test import Client
from django.urls import reverse

from games import every_game
from games.engine import AcceptedRuling, IrregularityKind, Seating, in_force, irregularities
from scorekeeper.matches.models import Match
from scorekeeper.matches.replay import load_match_state
from tests.desk import boxes, example_of, match_with_hands, ruling_that_scores, text_of

from .cast import new_key
from .test_rulings import agree_on_points, ann, match_url, played_match, ruling_to_apply, settle_fields

__all__ = ["ann", "played_match", "ruling_to_apply"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", list(every_game().values()), ids=lambda game: game.slug)
def test_table_offers_the_irregularities_of_its_game(ann, game):
    house = game.presets[0].house
    match = match_with_hands(game, house)
    assert (
        match_url(match, "irregularities")
        in ann.get(reverse("table", args=[match.table.code])).content.decode()
    )
    page = ann.get(match_url(match, "irregularities"))
    offered = {irregularity.kind: irregularity for irregularity in irregularities(game, house)}
    assert IrregularityKind.SCORE in offered
    for kind in IrregularityKind:
        url = match_url(match, "irregularity", kind.value)
        answer, is_offered = ann.get(url, {"hand": "now"}), kind in offered
        status = 200 if is_offered else 404
        assert (url in page.content.decode(), answer.status_code) == (is_offered, status), kind
        if not is_offered:
            continue
        html = answer.content.decode()
        assert offered[kind].text in text_of(page)
        for rule in offered[kind].rules:
            assert (f"#rule-{rule.number}" in html) == in_force(rule, house)
        questions = [id for id, question in game.questions.items() if question.irregularity is kind]
        assert all(match_url(match, "ask_at_table", id) in html for id in questions)
        assert questions or "What the whole table agrees on, stands" in text_of(answer)
        assert match_url(match, "adjust") in html


def test_irregularity_asks_for_the_hand_and_explains_its_score(ann, played_match):
    url = match_url(played_match, "irregularity", "revoke")
    assert "Which hand?" in text_of(ann.get(url))
    row = load_match_state(played_match).sheet.rows[0]
    page = ann.get(url, {"hand": "1"})
    case, watcher_page = page.context["case"], Client().get(url, {"hand": "1"})
    assert (case.row.number, len(case.row.reasons)) == (1, len(row.lines))
    for name in "amend", "strike":
        correction = match_url(played_match, name, 1).encode()
        assert correction in page.content
        assert correction not in watcher_page.content


def test_hand_is_not_asked_for_if_only_one_is_possible(ann):
    game, example = example_of()
    empty, short = (match_with_hands(game, example.house, example.hands[:n], example.seating) for n in (0, 1))
    assert "Which hand?" not in text_of(ann.get(match_url(empty, "irregularity", "misdeal")))
    # Only a written hand can have a wrong score, and there is one such hand.
    assert ann.get(match_url(short, "irregularity", "score")).context["case"].hand == 1


def test_penalty_is_listed_and_can_be_lifted(ann, ruling_to_apply):
    match, url, form = ruling_to_apply
    assert ann.post(url, form).status_code == 303
    before = load_match_state(Match.objects.get())
    listing, strike = match_url(match, "irregularities"), match_url(match, "strike", 1)
    page = ann.get(listing)
    (penalty,) = page.context["penalties"]
    assert not penalty.row.is_deleted
    assert before.game.questions[before.sheet.rows[0].hand.question].text in text_of(page)
    assert strike in page.content.decode()
    lift = {"key": new_key(), "rev": "1", "reason": "She had no heart after all"}
    assert ann.post(strike, lift).status_code == 303
    (penalty,) = ann.get(listing).context["penalties"]
    assert (penalty.row.is_deleted, penalty.why) == (True, lift["reason"])
    assert load_match_state(Match.objects.get()).sheet.totals != before.sheet.totals


def test_adjustment_is_listed_as_a_penalty(ann, played_match):
    agree_on_points(ann, played_match, -5)
    # "a test" is the reason of this adjustment.
    assert "a test" in text_of(ann.get(match_url(played_match, "irregularities")))


def test_ruling_that_replaces_a_hand_is_given_as_the_reason(ann):
    game, id, preset, facts = ruling_that_scores()
    # The facts are a whole hand, which this match plays as its first.
    match = match_with_hands(game, preset.house, (facts,), Seating(*game.shapes(preset)[0]))
    sent = {**boxes(facts, load_match_state(match).before(1)), "in-hand": "1", "as": "instead"}
    url = match_url(match, "ask_at_table", id)
    page = ann.get(url, sent)
    assert page.context["ruling_row"].reason_needed
    answer = ann.post(url, {**sent, "apply": "1", **settle_fields(page)})
    assert answer.status_code == 303, text_of(answer)
    written = load_match_state(Match.objects.get()).revisions(1)[-1]
    assert isinstance(written.entry.hand, AcceptedRuling)
    assert written.entry.why.startswith("Referee: ")
