"""Rulings: stored under their own URLs, applied to a sheet, made precedents; and disputed hands."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import every_game
from games.engine import ENGLISH, AcceptedRuling, NoFacts, Seating, cite, empty_sheet, record_fields, to_json
from games.engine import Ruling as EngineRuling
from scorekeeper.library.models import Precedent, Ruling
from scorekeeper.library.stored_rulings import release_of
from scorekeeper.matches.models import Entry, Match, Objection, Phone, Role, Settled, Table
from scorekeeper.matches.phones import hash_key
from scorekeeper.matches.replay import load_match_state
from scorekeeper.sheet.referee import HAND, verdict_parts
from scorekeeper.web.phone_cookie import COOKIE
from tests.desk import KEY, boxes, example_of, match_with_hands, ruling_that_scores, text_of

from .cast import adjustment, markup, new_key
from .cast import boxes as hand_boxes

pytestmark = pytest.mark.django_db

QUESTIONS = [
    (game, id, question) for game in every_game().values() for id, question in game.questions.items()
]
WITHOUT_FACTS = next((game, id) for game, id, question in QUESTIONS if not record_fields(question.facts))
WITH_FACTS = next(
    (game, id) for game, id, question in QUESTIONS if any(q.required for q in record_fields(question.facts))
)


def phone(key: str = KEY) -> Client:
    client = Client()
    client.cookies[COOKIE] = key
    return client


@pytest.fixture
def ann() -> Client:
    return phone()


def ask_url(game, id) -> str:
    return reverse("ask", args=[game.slug, id])


def match_url(match, name, *args) -> str:
    return reverse(name, args=[match.table.code, match.number, *args])


def store_ruling(client) -> Ruling:
    answer = client.post(ask_url(*WITHOUT_FACTS))
    assert answer.status_code == 303
    return Ruling.objects.get(code=answer.url.split("/")[-2])


def create_ruling(game, id, sentence) -> Ruling:
    return Ruling.objects.create(
        game_slug=game.slug,
        question=id,
        facts={},
        house={},
        seats=2,
        sides=2,
        said={"sentence": {"text": sentence}, "question": "Who?", "verdict": ""},
        fingerprint="f",
        kept_by=hash_key(KEY),
    )


# The page of a ruling


def test_ruling_is_stored_with_facts_and_rules(ann):
    game, id, preset, facts = ruling_that_scores()
    sheet = empty_sheet(game, Seating(*game.shapes(preset)[0]), preset.house)
    answer = ann.post(ask_url(game, id), {"preset": preset.id, **boxes(facts, sheet)})
    assert answer.status_code == 303
    ruling = Ruling.objects.get()
    assert (ruling.house, ruling.question, ruling.preset) == (to_json(preset.house), id, preset.id)
    verdict, page = verdict_parts(ruling.said["sentence"]["text"]), text_of(Client().get(answer.url))
    assert verdict.answer in page
    assert verdict.explanation in page


def test_ruling_has_one_url_that_outlives_its_question(ann):
    ruling = store_ruling(ann)
    assert store_ruling(phone("z" * 32)) == ruling
    Ruling.objects.update(question="no-longer-asked", game_slug="no-longer-played")
    page = Client().get(reverse("ruling", args=[ruling.code]))
    assert page.status_code == 200
    assert b"Ask again" not in page.content


def test_incomplete_question_stores_no_ruling(ann):
    assert ann.post(ask_url(*WITH_FACTS), {"put": "1"}).status_code == 422
    assert not Ruling.objects.exists()


def test_earlier_rulings_are_shown_to_the_phone_that_stored_them(ann):
    create_ruling(*WITH_FACTS, "As we said before")
    for client, shown in (ann, True), (phone("z" * 32), False):
        assert ("As we said before" in text_of(client.get(ask_url(*WITH_FACTS)))) is shown


# On the sheet of a live table


def settle_fields(page) -> dict[str, str]:
    """Return the fields that are sent when a ruling is applied, besides its facts."""
    return dict(re.findall(r'form="settle" name="(key|number|rev|reason)" value="([^"]*)"', markup(page)))


@pytest.fixture
def ruling_to_apply(ann) -> tuple[Match, str, dict[str, Any]]:
    """Return a match, the URL of a question whose ruling scores points, and the form that applies it."""
    game, id, preset, facts = ruling_that_scores()
    match = match_with_hands(game, preset.house, seating=Seating(*game.shapes(preset)[0]))
    url, sent = match_url(match, "ask_at_table", id), boxes(facts, load_match_state(match).sheet)
    page = ann.get(url, sent)
    assert page.context["ruling_row"].preview.changes
    return match, url, {**sent, "apply": "1", **settle_fields(page)}


def agree_on_points(client, match, points=5, query=""):
    state = load_match_state(match)
    sent = {"number": state.next_number, "rev": 0, "key": new_key()}
    sent |= hand_boxes(state.game, adjustment(points, match.sides))
    assert client.post(match_url(match, "adjust") + query, sent).status_code == 303


def test_ruling_is_applied_once(ann, ruling_to_apply):
    match, url, form = ruling_to_apply
    assert ann.post(url, form).status_code == 303
    assert Ruling.objects.get().match == match
    repeated = ann.post(url, form)
    assert (repeated.status_code, repeated.headers["Idempotent-Replayed"]) == (303, "true")
    entry = Entry.objects.get()
    assert (entry.number, entry.rev) == (1, 1)
    assert entry.hand["question"] in url
    row = load_match_state(Match.objects.get()).sheet.rows[-1]
    assert isinstance(row.hand, AcceptedRuling)
    assert row.lines


def test_page_of_a_hand_links_to_its_rulings(ann, ruling_to_apply):
    match, url, form = ruling_to_apply
    agree_on_points(ann, match)
    del form["apply"]
    assert ann.post(url, form | {HAND: "1"}).status_code == 303
    ruling = Ruling.objects.get(hand=1)
    page = ann.get(match_url(match, "reasons", 1))
    assert ruling.said["sentence"]["text"] in text_of(page)
    assert reverse("ruling", args=[ruling.code]) in page.content.decode()


def test_watcher_cannot_apply_a_ruling(ruling_to_apply):
    _match, url, form = ruling_to_apply
    stranger = phone("z" * 32)
    assert stranger.get(url, form).context["ruling_row"] is None
    assert stranger.post(url, form).status_code == 403
    assert not Entry.objects.exists()


def test_ruling_on_a_changed_sheet_is_a_conflict(ann, ruling_to_apply):
    match, url, form = ruling_to_apply
    agree_on_points(ann, match)
    answer = ann.post(url, form)
    assert answer.status_code == 409
    assert b"in the meantime" in answer.content
    assert Entry.objects.count() == 1


# Disputed hands


@pytest.fixture
def played_match() -> Match:
    game, example = example_of()
    return match_with_hands(game, example.house, example.hands, example.seating)


def question_hand(client, match, number=1, why=""):
    return client.post(match_url(match, "question", number), {"reason": why})


def test_anybody_may_question_a_hand(ann, played_match):
    before = Table.objects.get().version
    assert question_hand(Client(), played_match, why="That was nine").status_code == 303
    question_hand(ann, played_match)
    assert Objection.objects.count() == 1
    assert Table.objects.get().version == before + 1
    for name, *args, shown in ("match", "Disputed"), ("reasons", 1, "That was nine"):
        assert shown in text_of(Client().get(match_url(played_match, name, *args)))
    assert question_hand(ann, played_match, number=99).status_code == 404


def test_dispute_of_a_hand_is_settled_in_three_ways(ann, played_match):
    strike = {"key": new_key(), "rev": "1", "reason": "never played"}
    for settle, settled in (
        (lambda: ann.post(match_url(played_match, "stands", 1)), Settled.STANDS),
        (lambda: agree_on_points(ann, played_match, query="?settles=1"), Settled.AGREED),
        (lambda: ann.post(match_url(played_match, "strike", 1), strike), Settled.PUT_RIGHT),
    ):
        question_hand(Client(), played_match)
        settle()
        objection = Objection.objects.latest("pk")
        assert (objection.settled, objection.settled_by) == (settled, "Ann")
        assert 'class="mark questioned"' not in markup(ann.get(match_url(played_match, "match")))
    assert Objection.objects.count() == 3


# Precedents


@pytest.fixture
def table_with_ruling(ann) -> tuple[Match, str, str]:
    """Return a match with a ruling, its question's URL, and the URL that makes the ruling a precedent."""
    game, id = WITHOUT_FACTS
    match = match_with_hands(game, game.presets[0].house)
    url = match_url(match, "ask_at_table", id)
    return match, url, ann.post(url).url + "precedent"


def test_precedent_of_a_table_is_shown_first(ann, table_with_ruling):
    match, url, precedent_url = table_with_ruling
    assert ann.post(precedent_url).status_code == 303
    assert "precedent of this table by Ann" in text_of(ann.get(precedent_url.removesuffix("precedent")))
    Phone.objects.create(table=match.table, key_hash=hash_key("w" * 32), role=Role.WATCHER)
    page = phone("w" * 32).get(url)
    first, html = page.context["precedents"][0], page.content.decode()
    assert first.precedent is not None
    assert first.same_facts
    assert html.index("Precedent of this table") < html.index('id="facts"')


def test_precedent_can_be_ended_and_renewed(ann, table_with_ruling):
    _match, url, precedent_url = table_with_ruling
    for sent in {}, {}, {"end": "1"}:
        ann.post(precedent_url, sent)
    precedent = Precedent.objects.get()
    assert precedent.ended
    assert precedent.ended_by == "Ann"
    context = ann.get(url).context
    assert all(earlier.precedent is None for earlier in context["earlier"])
    assert not context["precedents"]
    ann.post(precedent_url)
    assert Precedent.objects.filter(ended=None).count() == 1


def test_precedent_holds_at_its_table_only(ann, table_with_ruling):
    _match, _url, precedent_url = table_with_ruling
    ann.post(precedent_url)
    game, id = WITHOUT_FACTS
    assert ann.post(ann.post(ask_url(game, id)).url + "precedent").status_code == 403
    other = match_with_hands(game, game.presets[0].house)
    context = phone("q" * 32).get(match_url(other, "ask_at_table", id)).context
    assert context["earlier"] == context["precedents"] == []


# After a change of the rules


def test_stored_ruling_survives_changed_rules(ann, monkeypatch):
    game, id = WITHOUT_FACTS
    ruling, question, preset = store_ruling(ann), game.questions[id], game.presets[0]
    url = reverse("ruling", args=[ruling.code])
    page = Client().get(url).content.decode()
    sheet = empty_sheet(game, Seating(*game.shapes(preset)[0]), preset.house)
    cited = question.rule_on(NoFacts(), sheet).because[0].rule
    rule = replace(cited, text="Nothing is as it was.")
    changed_question = replace(
        question,
        text="What did we use to ask?",
        rule_on=lambda facts, sheet: EngineRuling("other", (cite(rule, "Quite another thing."),)),
    )
    changed_game = replace(
        game,
        questions={**game.questions, id: changed_question},
        rulebook=tuple(rule if known is cited else known for known in game.rulebook),
        presets=(replace(preset, name="Renamed"), *game.presets[1:]),
    )
    for module in ("views.rulings", "stored_rulings"):
        monkeypatch.setattr(f"scorekeeper.library.{module}.every_game", lambda: {game.slug: changed_game})
    later = Client().get(url).content.decode()
    assert "changed since" in later
    for changed_text in ("Quite another thing", "Nothing is as it was", "Renamed", "What did we use to ask"):
        assert changed_text not in later
    varying_parts = re.compile(r'\s*<p class="note">.*?</p>|name="csrfmiddlewaretoken" value="\w+"', re.S)
    assert varying_parts.sub("", later).split() == varying_parts.sub("", page).split()
    assert release_of(changed_game) != ruling.release


def test_ruling_stores_score_and_house_rules(ann, played_match):
    state = load_match_state(played_match)
    id = next(id for game, id, q in QUESTIONS if game is state.game and not record_fields(q.facts))
    page = ann.get(ann.post(match_url(played_match, "ask_at_table", id)).url)
    stored = Ruling.objects.get().said
    assert [side["total"] for side in stored["score"]] == [*map(ENGLISH.read, state.sheet.totals)]
    answers = [answer for section in stored["rules"] for answer in section["answers"]]
    assert len(answers) == len([*record_fields(state.game.house)])
    for shown in "Score at the time", played_match.table.code:
        assert shown in page.content.decode()
