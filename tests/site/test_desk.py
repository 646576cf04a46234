"""The referee's desk: every question of every game opens, is answered, and gives consistent rulings."""

from __future__ import annotations

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
from scorekeeper.library.referee import Desk
from scorekeeper.sheet.boxes import belongs, idle_of
from scorekeeper.sheet.form_fields import as_json, shown
from scorekeeper.sheet.referee import RESERVED, form_of, verdict_of
from scorekeeper.web.i18n import words_for
from scorekeeper.web.phone_cookie import COOKIE
from tests import nightly
from tests.desk import KEY, boxes, example_of, question_with, some_facts, table_of
from tests.strategies import records, tries

pytestmark = pytest.mark.django_db

GAMES = list(every_game().values())
QUESTIONS = [(game, id) for game in GAMES for id in game.questions]
in_every_question = pytest.mark.parametrize(
    ("game", "id"), ASKED := nightly.questions(QUESTIONS), ids=[f"{game.slug}-{id}" for game, id in ASKED]
)
HTMX = {"HX-Request": "true"}


@pytest.fixture
def ann() -> Client:
    client = Client()
    client.cookies[COOKIE] = KEY
    return client


def usual(game, preset=None):
    preset = preset or game.presets[0]
    return empty_sheet(game, Seating(*game.shapes(preset)[0]), preset.house)


@pytest.mark.looks
@in_every_question
def test_every_question_opens_and_asks_its_facts(ann, game, id):
    page = ann.get(reverse("ask", args=[game.slug, id]))
    assert page.status_code == 200
    desk = page.context["desk"]
    assert [group.name for group in desk.groups] == [q.name for q in record_fields(desk.question.facts)]
    idle = idle_of(desk.groups)
    asked = [box.path for box in form_fields(desk.question.facts, desk.sheet) if box.must_be_said]
    nothing_to_choose = all(belongs(path, idle) for path in asked)
    assert (page.context["said"] is not None) == nothing_to_choose, "it answers as soon as all is said"


@pytest.mark.looks
@pytest.mark.parametrize("game", [game for game in GAMES if game.questions], ids=lambda game: game.slug)
@settings(
    max_examples=tries(1 / 2), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(data=st.data())
def test_any_facts_within_bounds_are_ruled_on_under_every_preset(ann, game, data):
    preset = data.draw(st.sampled_from(game.presets))
    sheet = usual(game, preset)
    id = data.draw(st.sampled_from(sorted(game.questions)))
    facts = data.draw(records(game.questions[id].facts, sheet))
    page = ann.get(reverse("ask", args=[game.slug, id]), {"preset": preset.id, **boxes(facts, sheet)})
    assert page.status_code == 200
    said = page.context["said"]
    if said is None:
        # A default may be outside the range that a person can enter.
        assert page.context["desk"].form.errors
        return
    ruling = page.context["desk"].ruling
    assert said["sentence"]["text"] == page.context["desk"].words.read(ruling.because[0].words)
    assert len(said["reasons"]) == len(ruling.because) - 1
    for group in said["elsewhere"]:
        assert (group["verdict"], group["sentence"]["text"]) != (said["verdict"], said["sentence"]["text"])


def test_the_verdict_stands_with_its_rule_its_source_and_a_way_into_the_rulebook(ann):
    game, id = next((game, id) for game, id in QUESTIONS if not record_fields(game.questions[id].facts))
    page = ann.get(reverse("ask", args=[game.slug, id]))
    said = page.context["said"]
    assert said["sentence"]["sources"]
    number = said["sentence"]["number"]
    rulebook = reverse("rulebook", args=[game.slug])
    assert f'href="{rulebook}?preset={game.presets[0].id}#rule-{number}"' in page.content.decode()
    assert f'id="rule-{number}"' in ann.get(rulebook).content.decode()


def test_what_other_presets_say_is_grouped_by_what_they_say(ann):
    for game, id in QUESTIONS:
        sheet = usual(game)
        page = ann.get(
            reverse("ask", args=[game.slug, id]), boxes(some_facts(game.questions[id], sheet), sheet)
        )
        said = page.context["said"]
        if said and said["elsewhere"]:
            told = [(repr(group["verdict"]), group["sentence"]["text"]) for group in said["elsewhere"]]
            assert len(set(told)) == len(told)
            named = [preset["id"] for group in said["elsewhere"] for preset in group["presets"]]
            assert game.presets[0].id not in named
            assert len(named) == len(set(named))
            return
    pytest.fail("no question is answered otherwise anywhere")


def test_htmx_is_given_the_ruling_alone(ann):
    game, id = question_with(Cards)
    sheet = usual(game)
    sent = boxes(some_facts(game.questions[id], sheet), sheet)
    part = ann.get(reverse("ask", args=[game.slug, id]), sent, headers=HTMX).content.decode()
    assert part.lstrip().startswith("<section")
    assert "<html" not in part
    assert "HX-Request" in ann.get(reverse("ask", args=[game.slug, id])).headers["Vary"]


def test_a_card_that_is_no_card_is_said_and_kept_in_its_box(ann):
    game, id = question_with(Cards)
    name = next(q.name for q in record_fields(game.questions[id].facts) if q.type is Cards)
    page = ann.get(reverse("ask", args=[game.slug, id]), {"put": "1", name: "QS 99Z"}).content.decode()
    assert "99Z is not a card" in page
    assert 'value="QS 99Z"' in page


@pytest.mark.parametrize("typed", ["Q♠ 10♥", "qs, 10h", "QS TH", "q♠\N{VARIATION SELECTOR-15} th"])
def test_cards_are_read_as_people_type_them(typed):
    assert Cards.read(as_json(Cards, typed)) == Cards.read("QS TH")


def test_what_is_not_there_is_404(ann):
    game, id = QUESTIONS[0]
    assert ann.get(f"/games/nothing/referee/{id}/").status_code == 404
    assert ann.get(reverse("ask", args=[game.slug, "nothing"])).status_code == 404
    match = table_of(game, game.presets[0].house)
    at = reverse("ask_at_table", args=[match.table.code, 1, id])
    assert ann.get(at + "?in-hand=7").status_code == 404
    assert ann.get(at + "?in-hand=x").status_code == 400


# The pad of calls ----------------------------------------------------------------------------------------

BID_FOR = [game for game in GAMES if game.auction]


@pytest.mark.parametrize("game", BID_FOR, ids=lambda game: game.slug)
def test_the_pad_offers_every_call_and_says_why_not(ann, game):
    sheet = usual(game)
    turn = game.auction.state(Calls(), sheet)
    page = ann.get(reverse("auction", args=[game.slug]))
    keys = re.findall(r'data-call="([^"]+)"', page.content.decode())
    assert [html.unescape(call) for call in keys] == [offer.call for offer in turn.offers]
    highest = [offer.call for offer in turn.offers if not offer.refused and offer.call != PASS][-1]
    after = ann.get(reverse("auction", args=[game.slug]), {"calls": highest}).content.decode()
    assert re.search(r"<li>.*<strong>.+</strong></li>", after)
    again = ann.get(reverse("auction", args=[game.slug]), {"calls": f"{highest} {highest}"}).content.decode()
    assert re.search(r"<li( class=.error.)?>", again)[0] == "<li>"
    assert 'role="status">' in again or 'class="speaker"' in again


@pytest.mark.parametrize("game", BID_FOR, ids=lambda game: game.slug)
def test_the_pad_survives_whatever_is_typed(ann, game):
    for calls in ("nonsense", "pass " * 60, "🂡 <b>", "PASS"):
        assert ann.get(reverse("auction", args=[game.slug]), {"calls": calls}).status_code == 200


# At a table ----------------------------------------------------------------------------------------------


def test_a_table_asks_by_its_own_rules_with_its_hand_filled_in(ann):
    game, example = example_of()
    match = table_of(game, example.house, example.hands, example.seating)
    sheet = usual(game)
    asked = 0
    for id, question in game.questions.items():
        page = ann.get(reverse("ask_at_table", args=[match.table.code, 1, id]), {"in-hand": "1"})
        assert page.status_code == 200
        desk = page.context["desk"]
        assert desk.sheet.house == page.context["table"].sheet.house
        assert len(desk.sheet.rows) == 1
        asked += bool(desk.form.answers)
        assert sheet.house is not None
        assert question
    listed = ann.get(reverse("questions_at_table", args=[match.table.code, 1])).content.decode()
    assert all(f"/referee/{id}/" in listed for id in game.questions)


def test_a_ruling_that_stands_instead_is_asked_on_the_sheet_before_the_hand(ann):
    game, example = example_of()
    match = table_of(game, example.house, example.hands, example.seating)
    id = next(iter(game.questions))
    at = reverse("ask_at_table", args=[match.table.code, 1, id])
    assert len(ann.get(at, {"in-hand": "2", "as": "instead"}).context["desk"].sheet.rows) == 1
    assert len(ann.get(at, {"in-hand": "2"}).context["desk"].sheet.rows) == 2
    assert len(ann.get(at).context["desk"].sheet.rows) == len(example.hands)


@pytest.mark.looks
def test_no_fact_is_taken_for_what_the_desk_itself_sends():
    for game, id in QUESTIONS:
        assert not {q.name for q in record_fields(game.questions[id].facts)} & RESERVED, (
            game.slug,
            id,
        )


@pytest.mark.looks
@pytest.mark.parametrize("game", [game for game in GAMES if game.questions], ids=lambda game: game.slug)
@settings(max_examples=tries(0.5))
@given(data=st.data())
def test_a_preset_named_as_the_same_gives_the_identical_ruling(game, data):
    """Check the verdict, the reasons with their rules, and the lines; no fact is irrelevant there."""
    id = data.draw(st.sampled_from(sorted(game.questions)))
    question, preset = game.questions[id], data.draw(st.sampled_from(game.presets))
    seating = Seating(*data.draw(st.sampled_from(sorted(game.shapes(preset)))))
    sheet = empty_sheet(game, seating, preset.house)
    facts = data.draw(st.just(some_facts(question, sheet)) | records(question.facts, sheet))
    sent = {name: one if isinstance(one, list) else [one] for name, one in boxes(facts, sheet).items()}
    words = words_for(seating)
    desk = Desk(game, id, sheet, words, form_of(game, id, sheet, words, sent), preset=preset)
    said = desk.said
    for other in game.presets if said else ():
        if other.name not in said["same"]:
            continue
        there = empty_sheet(game, seating, other.house)
        assert everything(ask_referee(game, id, desk.facts, there)) == everything(desk.ruling)
        assert normalise_hand(desk.facts, there) == normalise_hand(desk.facts, sheet)
    for group in said["elsewhere"] if said else ():
        assert group["presets"]
        assert not {one["name"] for one in group["presets"]} & set(said["same"])


def everything(ruling):
    """Return everything readable in a ruling."""
    return (
        ruling.verdict,
        [(one.rule.number, str(one.words)) for one in ruling.because],
        [(line.side, line.points, [str(one.words) for one in line.because]) for line in ruling.lines],
    )


def test_the_desk_names_the_house_rule_it_turns_on_and_how_to_make_it_ours(ann):
    """Check that this house rule reverses the verdict, and that its page opens with it chosen."""
    for game, id in QUESTIONS:
        sheet = usual(game)
        facts = some_facts(game.questions[id], sheet)
        match = None
        page = ann.get(reverse("ask", args=[game.slug, id]), boxes(facts, sheet))
        for group in page.context["said"]["elsewhere"] if page.context["said"] else ():
            if not (option := group.get("option")):
                continue
            like = game.preset(option["like"])
            house = replace(sheet.house, **{option["name"]: getattr(like.house, option["name"])})
            ruling = game.questions[id].rule_on(broadcast_defaults(facts, sheet), replace(sheet, house=house))
            assert verdict_of(ruling, page.context["desk"].words) == group["verdict"]
            match = table_of(game, game.presets[0].house)
            at = reverse("ask_at_table", args=[match.table.code, 1, id])
            asked = ann.get(at, boxes(facts, sheet)).content.decode()
            address = reverse("rules", args=[match.table.code, 1])
            assert f"{address}?option={option['name']}&amp;like={like.id}" in asked
            rules = ann.get(address, {"option": option["name"], "like": like.id}).context["rules"]
            assert rules.form.answers[option["name"]] == getattr(house, option["name"])
            return
    pytest.fail("no question turns on a house rule")


SCORES = {"kind": "deal", "bidder": 0, "bid": 70, "took": [75, 25]}
MADE = {"kind": "contract", "bidder": 1, "level": 8, "trumps": "hearts", "tricks": [1, 9]}


@pytest.mark.parametrize(
    ("slug", "hand", "id", "known"),
    [
        ("two_hundred", SCORES, "bid_result", {"bid": 70, "took": 75}),
        ("two_hundred", SCORES, "both_over", {"bidders": 75, "defenders": 25}),
        ("five_hundred", MADE, "bid_result", {"call": "8H", "took": 9}),
        ("five_hundred", MADE, "both_over", {"bidders": 300, "defenders": 10, "made": True}),
        ("five_hundred", MADE, "defence_scores", {"call": "8H", "made": True}),
        ("sergeant_major", None, "targets", {"dealer": 0}),
    ],
)
def test_what_the_sheet_knows_is_not_asked(ann, slug, hand, id, known):
    game = every_game()[slug]
    hands = (hand_from_json(game, hand),) if hand else ()
    match = table_of(game, game.presets[0].house, hands)
    form = ann.get(reverse("ask_at_table", args=[match.table.code, 1, id])).context["desk"].form
    assert {path: shown(form.answers[path]) for path in known} == {
        path: shown(answer) for path, answer in known.items()
    }


def test_a_ruling_on_a_hand_fills_in_its_correction_and_an_adjustment(ann):
    """Check with Skat, entered without the bid of 24: the hand opens with it and with the ruling's reason."""
    game = every_game()["skat"]
    hand = {"kind": "trump_game", "declarer": 0, "game": "hearts", "matadors": 1, "points": 61}
    match = table_of(game, game.preset("simple").house, (hand_from_json(game, hand),))
    asked = reverse("ask_at_table", args=[match.table.code, 1, "under_bid"])
    facts = {"put": "1", "in-hand": "1", "game": "hearts", "matadors": "1", "points": "61", "without": "no"}
    page = ann.get(asked, {**facts, "schneider": "no", "bid": "24"})
    said = page.context["said"]["sentence"]["text"]
    links = re.findall(r'href="([^"]*/(?:amend|adjust)[^"]*)"', page.content.decode())
    opened = {link.split("?")[0].rstrip("/").split("/")[-1]: html.unescape(link) for link in links}
    entries = {name: ann.get(link).context["entry"] for name, link in opened.items()}
    assert len(entries) == 2
    amended, adjusted = (
        entry for _name, entry in sorted(entries.items(), key=lambda one: one[0] == "adjust")
    )
    assert amended.form.answers["bid"] == 24
    assert said in amended.why
    assert said in adjusted.form.answers["why"]
