"""The referee's desk: every question of every game opens, takes its facts and gives consistent rulings."""

import html
import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import every_game
from games.engine import (
    PASS,
    Calls,
    Cards,
    Seating,
    ask_referee,
    broadcast_defaults,
    empty_sheet,
    form_fields,
    hand_from_json,
    normalise_hand,
    record_fields,
)
from scorekeeper.sheet.boxes import belongs_to_any, irrelevant_in
from scorekeeper.sheet.form_fields import as_json, box_value
from scorekeeper.sheet.referee import RESERVED, facts_asked, verdict_of
from scorekeeper.web.phone_cookie import COOKIE
from tests import nightly
from tests.desk import KEY, boxes, example_of, match_with_hands, question_with, some_facts
from tests.strategies import records, tries

from .cast import PARTIAL, markup

pytestmark = pytest.mark.django_db

GAMES = list(every_game().values())
QUESTIONS = [(game, id) for game in GAMES for id in game.questions]
SAMPLE = nightly.questions(QUESTIONS)


@pytest.fixture
def ann():
    client = Client()
    client.cookies[COOKIE] = KEY
    return client


def ask(client, game, id, sent=None, **more):
    return client.get(reverse("ask", args=[game.slug, id]), sent, **more)


def url_at_table(match, id):
    return reverse("ask_at_table", args=[match.table.code, 1, id])


def new_sheet(game, preset=None):
    preset = preset or game.presets[0]
    return empty_sheet(game, Seating(*game.shapes(preset)[0]), preset.house)


@pytest.mark.sqlite_only
@pytest.mark.parametrize(("game", "id"), SAMPLE, ids=[f"{game.slug}-{id}" for game, id in SAMPLE])
def test_every_question_opens_and_asks_its_facts(ann, game, id):
    page = ask(ann, game, id)
    assert page.status_code == 200
    desk = page.context["question"]
    facts = facts_asked(game, id, desk.sheet)
    assert [group.name for group in desk.groups] == [q.name for q in record_fields(facts)]
    irrelevant = irrelevant_in(desk.groups)
    asked = [box.path for box in form_fields(facts, desk.sheet) if box.needs_answer]
    nothing_to_choose = all(belongs_to_any(path, irrelevant) for path in asked)
    assert (page.context["ruling_text"] is not None) == nothing_to_choose, "a ruling needs all facts"


def test_verdict_links_to_its_rule(ann):
    game, id = next((game, id) for game, id in QUESTIONS if not record_fields(game.questions[id].facts))
    page = ask(ann, game, id)
    sentence = page.context["ruling_text"]["sentence"]
    assert sentence["sources"]
    number = sentence["number"]
    rulebook = reverse("rulebook", args=[game.slug])
    assert f'href="{rulebook}?preset={game.presets[0].id}#rule-{number}"' in markup(page)
    assert f'id="rule-{number}"' in markup(ann.get(rulebook))


def test_htmx_gets_only_the_ruling(ann):
    game, id = question_with(Cards)
    sheet = new_sheet(game)
    sent = boxes(some_facts(game.questions[id], sheet), sheet)
    part = markup(ask(ann, game, id, sent, headers=PARTIAL))
    assert part.lstrip().startswith("<section")
    assert "<html" not in part
    assert "HX-Request" in ask(ann, game, id)["Vary"]


def test_unknown_card_is_reported_and_kept(ann):
    game, id = question_with(Cards)
    name = next(q.name for q in record_fields(game.questions[id].facts) if q.type is Cards)
    page = markup(ask(ann, game, id, {"put": "1", name: "QS 99Z"}))
    assert "99Z is not a card" in page
    assert 'value="QS 99Z"' in page


def test_cards_are_read_as_people_type_them():
    for typed in ("Q♠ 10♥", "qs, 10h", "QS TH", "q♠\N{VARIATION SELECTOR-15} th"):
        assert Cards.read(as_json(Cards, typed)) == Cards.read("QS TH"), typed


def test_unknown_question_or_hand_is_404(ann):
    game, id = QUESTIONS[0]
    assert ann.get(f"/games/nothing/referee/{id}/").status_code == 404
    assert ask(ann, game, "nothing").status_code == 404
    match = match_with_hands(game, game.presets[0].house)
    for hand, status in (("7", 404), ("x", 400)):
        assert ann.get(url_at_table(match, id), {"in-hand": hand}).status_code == status


# The pad on which an auction is entered call by call


@pytest.mark.parametrize("game", [game for game in GAMES if game.auction], ids=lambda game: game.slug)
def test_pad_offers_every_call(ann, game):
    sheet = new_sheet(game)
    turn = game.auction.state(Calls(), sheet)

    def pad(calls=""):
        return markup(ann.get(reverse("auction", args=[game.slug]), {"calls": calls}))

    offered = re.findall(r'data-call="([^"]+)"', pad())
    assert [html.unescape(call) for call in offered] == [offer.call for offer in turn.offers]
    highest = [offer.call for offer in turn.offers if not offer.refusal and offer.call != PASS][-1]
    assert re.search(r"<li>\s*<span.*<strong>.+</strong>\s*</li>", pad(highest))
    repeated = pad(f"{highest} {highest}")
    # The first of two equal calls is no error; the pad then shows a refusal, the end or the next caller.
    assert re.search(r"<li( class=.error.)?>", repeated)[0] == "<li>"
    assert 'role="status">' in repeated or 'class="speaker"' in repeated


# At a table


def test_questions_at_a_table_use_its_house_rules(ann):
    game, example = example_of()
    match = match_with_hands(game, example.house, example.hands, example.seating)
    # Queries by the number of rows on the sheet that the ruling uses: the sheet before hand 2 if the ruling
    # comes "instead" of that hand, the sheet up to hand 2, or the whole sheet.
    queries = {1: {"in-hand": "2", "as": "instead"}, 2: {"in-hand": "2"}, len(example.hands): {}}
    for id in game.questions:
        for row_count, sent in queries.items():
            context = ann.get(url_at_table(match, id), sent).context
            assert context["question"].sheet.house == context["match_ctx"].sheet.house
            assert len(context["question"].sheet.rows) == row_count
    listed = markup(ann.get(reverse("questions_at_table", args=[match.table.code, 1])))
    assert all(f"/referee/{id}/" in listed for id in game.questions)


@pytest.mark.sqlite_only
def test_no_fact_has_a_reserved_name():
    for game, id in QUESTIONS:
        assert not {q.name for q in record_fields(game.questions[id].facts)} & RESERVED, (game.slug, id)


@pytest.mark.sqlite_only
@pytest.mark.parametrize("game", [game for game in GAMES if game.questions], ids=lambda game: game.slug)
@settings(max_examples=tries(share=0.5), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_listed_presets_give_the_same_ruling(ann, game, data):
    id = data.draw(st.sampled_from(sorted(game.questions)))
    question, preset = game.questions[id], data.draw(st.sampled_from(game.presets))
    sheet = new_sheet(game, preset)
    facts = data.draw(st.just(some_facts(question, sheet)) | records(question.facts, sheet))
    page = ask(ann, game, id, {"preset": preset.id, **boxes(facts, sheet)})
    desk, shown = page.context["question"], page.context["ruling_text"]
    if shown is None:
        # A default may be outside the range that a player can enter.
        assert desk.form.errors
        return
    assert shown["sentence"]["text"] == desk.words.read(desk.ruling.because[0].words)
    assert len(shown["reasons"]) == len(desk.ruling.because) - 1
    # "same" names the presets that rule alike; "elsewhere" has the presets that rule differently.
    for other in [preset for preset in game.presets if preset.name in shown["same"]]:
        other_sheet = empty_sheet(game, sheet.seating, other.house)
        assert ruling_values(ask_referee(game, id, desk.facts, other_sheet)) == ruling_values(desk.ruling)
        assert normalise_hand(desk.facts, other_sheet) == normalise_hand(desk.facts, sheet)
    for group in shown["elsewhere"]:
        assert (group["verdict"], group["sentence"]["text"]) != (shown["verdict"], shown["sentence"]["text"])
        assert group["presets"]
        assert not {preset["name"] for preset in group["presets"]} & set(shown["same"])


def ruling_values(ruling):
    return (
        ruling.verdict,
        [(reason.rule.number, str(reason.words)) for reason in ruling.because],
        [(line.side, line.points, [str(reason.words) for reason in line.because]) for line in ruling.lines],
    )


def test_other_presets_name_the_deciding_house_rule(ann):
    game, id = every_game()["baccarat"], "cards"
    sheet = new_sheet(game)
    facts = some_facts(game.questions[id], sheet)
    context = ask(ann, game, id, boxes(facts, sheet)).context
    elsewhere = context["ruling_text"]["elsewhere"]
    verdicts = {(repr(group["verdict"]), group["sentence"]["text"]) for group in elsewhere}
    assert len(verdicts) == len(elsewhere)
    other_presets = [preset["id"] for group in elsewhere for preset in group["presets"]]
    assert game.presets[0].id not in other_presets
    assert len(other_presets) == len(set(other_presets))
    group = next(group for group in elsewhere if group.get("option"))
    name, like = group["option"]["name"], game.preset(group["option"]["like"])
    house = replace(sheet.house, **{name: getattr(like.house, name)})
    ruling = game.questions[id].rule_on(broadcast_defaults(facts, sheet), replace(sheet, house=house))
    assert verdict_of(ruling, context["question"].words) == group["verdict"]
    match = match_with_hands(game, game.presets[0].house)
    page = markup(ann.get(url_at_table(match, id), boxes(facts, sheet)))
    url = reverse("rules", args=[match.table.code, 1])
    assert f"{url}?option={name}&amp;like={like.id}" in page
    rules = ann.get(url, {"option": name, "like": like.id}).context["rules"]
    assert rules.form.answers[name] == getattr(house, name)


@pytest.mark.parametrize(
    ("slug", "hand", "known"),  # the last hand on the sheet, if any; the known facts by question
    [
        (
            "two_hundred",
            {"kind": "deal", "bidder": 0, "bid": 70, "took": [75, 25]},
            {"bid_result": {"bid": 70, "took": 75}, "both_over": {"bidders": 75, "defenders": 25}},
        ),
        (
            "five_hundred",
            {"kind": "contract", "bidder": 1, "level": 8, "trumps": "hearts", "tricks": [1, 9]},
            {
                "bid_result": {"call": "8H", "took": 9},
                "both_over": {"bidders": 300, "defenders": 10, "made": True},
                "defence_scores": {"call": "8H", "made": True},
            },
        ),
        ("sergeant_major", None, {"targets": {"dealer": 0}}),
    ],
)
def test_known_facts_are_filled_in(ann, slug, hand, known):
    game = every_game()[slug]
    match = match_with_hands(game, game.presets[0].house, [hand_from_json(game, hand)] if hand else [])
    for id, facts in known.items():
        answers = ann.get(url_at_table(match, id)).context["question"].form.answers
        assert {path: box_value(answers[path]) for path in facts} == {
            path: box_value(answer) for path, answer in facts.items()
        }, id


def test_ruling_fills_in_a_correction_and_an_adjustment(ann):
    """Check a Skat hand entered without its bid of 24: the correction has the bid and the reason."""
    game = every_game()["skat"]
    hand = {"kind": "trump_game", "declarer": 0, "game": "hearts", "matadors": 1, "points": 61}
    match = match_with_hands(game, game.preset("simple").house, (hand_from_json(game, hand),))
    facts = {"put": "1", "in-hand": "1", "game": "hearts", "matadors": "1", "points": "61", "without": "no"}
    page = ann.get(url_at_table(match, "under_bid"), {**facts, "schneider": "no", "bid": "24"})
    sentence = page.context["ruling_text"]["sentence"]["text"]
    links = re.findall(r'href="([^"]*/(amend|adjust)[^"]*)"', markup(page))
    opened = {name: ann.get(html.unescape(link)).context["entry"] for link, name in links}
    amended, adjusted = opened["amend"], opened["adjust"]
    assert amended.form.answers["bid"] == 24
    assert sentence in amended.why
    assert sentence in adjusted.form.answers["why"]
