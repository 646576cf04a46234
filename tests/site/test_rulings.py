"""Rulings: stored at their own address, applied to a sheet, and questions about hands."""

from __future__ import annotations

import re
import uuid
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from games import every_game
from games.engine import ENGLISH, AcceptedRuling, NoFacts, Seating, cite, empty_sheet, record_fields, to_json
from games.engine import Ruling as RulingSaid
from scorekeeper.library.keeping import release_of
from scorekeeper.library.models import Precedent, Ruling
from scorekeeper.matches.models import (
    Entry,
    Match,
    Objection,
    Phone,
    Role,
    Settled,
    Table,
)
from scorekeeper.matches.phones import hashed
from scorekeeper.matches.replay import load_match_state
from scorekeeper.web.phone_cookie import COOKIE
from tests.desk import KEY, boxes, example_of, ruling_that_scores, table_of, text_of

pytestmark = pytest.mark.django_db

WITHOUT_FACTS = next(
    (game, id)
    for game in every_game().values()
    for id, question in game.questions.items()
    if not record_fields(question.facts)
)


def phone(key: str = KEY) -> Client:
    client = Client()
    client.cookies[COOKIE] = key
    return client


@pytest.fixture
def ann() -> Client:
    return phone()


def kept(client) -> Ruling:
    game, id = WITHOUT_FACTS
    answer = client.post(reverse("ask", args=[game.slug, id]))
    assert answer.status_code == 303
    return Ruling.objects.get(code=answer.url.strip("/").split("/")[-1])


# An address of its own -----------------------------------------------------------------------------------


def test_a_ruling_has_an_address_that_holds_its_facts_and_its_rules(ann):
    game, id, preset, facts = ruling_that_scores()
    sheet = empty_sheet(game, Seating(*game.shapes(preset)[0]), preset.house)
    sent = {"preset": preset.id, **boxes(facts, sheet)}
    answer = ann.post(reverse("ask", args=[game.slug, id]), sent)
    assert answer.status_code == 303
    ruling = Ruling.objects.get()
    assert ruling.house == to_json(preset.house)
    assert (ruling.question, ruling.preset) == (id, preset.id)
    assert ruling.said["sentence"]["text"] in text_of(Client().get(answer.url))


def test_the_same_question_asked_again_has_the_same_address(ann):
    assert kept(ann) == kept(phone("z" * 32))
    assert Ruling.objects.count() == 1


def test_a_ruling_is_read_though_its_question_is_gone(ann):
    ruling = kept(ann)
    Ruling.objects.update(question="no-longer-asked", game_slug="no-longer-played")
    page = Client().get(reverse("ruling", args=[ruling.code]))
    assert page.status_code == 200
    assert "Ask again" not in page.content.decode()


def test_a_ruling_is_kept_only_when_all_is_said(ann):
    game, id = next(
        (game, id)
        for game in every_game().values()
        for id, question in game.questions.items()
        if any(q.required for q in record_fields(question.facts))
    )
    assert ann.post(reverse("ask", args=[game.slug, id]), {"put": "1"}).status_code == 422
    assert not Ruling.objects.exists()


def test_a_shared_ruling_does_not_show_the_way_to_its_table(ann):
    game, id = WITHOUT_FACTS
    match = table_of(game, game.presets[0].house)
    answer = ann.post(reverse("ask_at_table", args=[match.table.code, 1, id]))
    assert answer.status_code == 303
    assert match.table.code in ann.get(answer.url).content.decode()
    assert match.table.code not in Client().get(answer.url).content.decode()


def test_earlier_rulings_are_shown_first_to_those_who_kept_them(ann):
    game, example = example_of()
    id = next(
        id
        for id, question in game.questions.items()
        if any(q.required for q in record_fields(question.facts))
    )
    Ruling.objects.create(
        game_slug=game.slug,
        question=id,
        facts={},
        house={},
        seats=2,
        sides=2,
        said={"sentence": {"text": "As we said before"}, "question": "", "verdict": ""},
        fingerprint="f",
        kept_by=hashed(KEY),
    )
    at = reverse("ask", args=[game.slug, id])
    assert "As we said before" in ann.get(at).content.decode()
    assert "As we said before" not in phone("z" * 32).get(at).content.decode()
    assert example is not None


# On the sheet of a live table ----------------------------------------------------------------------------


@pytest.fixture
def disputed(db):
    """Return a table with a ruling that writes lines: match, question, boxes."""
    game, id, preset, facts = ruling_that_scores()
    match = table_of(game, preset.house, seating=Seating(*game.shapes(preset)[0]))
    sheet = load_match_state(match).sheet
    return match, id, boxes(facts, sheet)


def hidden(page) -> dict[str, str]:
    """Return the boxes that are sent when a ruling is applied, besides its facts."""
    boxes = re.findall(r'form="settle" name="(key|number|rev|reason)" value="([^"]*)"', page.content.decode())
    assert boxes
    return dict(boxes)


def test_the_scorer_applies_a_ruling_and_it_is_a_row_like_any_other(ann, disputed):
    match, id, sent = disputed
    at = reverse("ask_at_table", args=[match.table.code, 1, id])
    page = ann.get(at, sent)
    assert page.context["applying"].would.changes
    answer = ann.post(at, {**sent, "apply": "1", **hidden(page)})
    assert answer.status_code == 303
    entry = Entry.objects.get()
    assert (entry.number, entry.rev, entry.hand["kind"], entry.hand["question"]) == (1, 1, "ruled", id)
    row = load_match_state(Match.objects.get()).sheet.rows[-1]
    assert isinstance(row.hand, AcceptedRuling)
    assert row.lines
    assert Ruling.objects.get().match == match


def test_applied_twice_it_is_written_once(ann, disputed):
    match, id, sent = disputed
    at = reverse("ask_at_table", args=[match.table.code, 1, id])
    form = {**sent, "apply": "1", **hidden(ann.get(at, sent))}
    first, again = ann.post(at, form), ann.post(at, form)
    assert first.status_code == again.status_code == 303
    assert again.headers["Idempotent-Replayed"] == "true"
    assert Entry.objects.count() == 1


def test_a_phone_that_only_watches_applies_nothing(ann, disputed):
    match, id, sent = disputed
    at = reverse("ask_at_table", args=[match.table.code, 1, id])
    form = {**sent, "apply": "1", **hidden(ann.get(at, sent))}
    stranger = phone("z" * 32)
    assert stranger.get(at, sent).context["applying"] is None
    assert stranger.post(at, form).status_code == 403
    assert not Entry.objects.exists()


def test_whoever_is_slower_sees_the_sheet_as_it_is_now(ann, disputed):
    match, id, sent = disputed
    at = reverse("ask_at_table", args=[match.table.code, 1, id])
    form = {**sent, "apply": "1", **hidden(ann.get(at, sent))}
    adjust = reverse("adjust", args=[match.table.code, 1])
    points = {f"points.{side}": "5" for side in range(match.sides)}
    other = {"kind": "adjustment", "number": "1", "rev": "0", "key": str(uuid.uuid4()), "why": "agreed"}
    assert ann.post(adjust, {**other, **points}).status_code == 303
    answer = ann.post(at, form)
    assert answer.status_code == 409
    assert "in the meantime" in answer.content.decode()
    assert Entry.objects.count() == 1


# A hand in question --------------------------------------------------------------------------------------


@pytest.fixture
def played(db):
    game, example = example_of()
    return table_of(game, example.house, example.hands, example.seating)


def questioned(client, match, number=1, why=""):
    return client.post(reverse("question", args=[match.table.code, 1, number]), {"reason": why})


def test_anybody_at_the_table_may_question_a_hand_and_every_phone_hears(played):
    before = Table.objects.get().version
    assert questioned(Client(), played, why="That was nine").status_code == 303
    assert Table.objects.get().version == before + 1
    sheet = Client().get(reverse("table", args=[played.table.code])).content.decode()
    assert sheet.count("Disputed") >= 1
    reasons = Client().get(reverse("reasons", args=[played.table.code, 1, 1])).content.decode()
    assert "That was nine" in reasons


def test_while_a_question_is_open_another_is_the_same(ann, played):
    questioned(ann, played)
    version = Table.objects.get().version
    questioned(Client(), played)
    assert Objection.objects.count() == 1
    assert Table.objects.get().version == version


def test_those_who_keep_score_let_it_stand(ann, played):
    questioned(Client(), played)
    at = reverse("stands", args=[played.table.code, 1, 1])
    assert Client().post(at).status_code == 403
    assert ann.post(at).status_code == 303
    one = Objection.objects.get()
    assert (one.settled, one.settled_by) == (Settled.STANDS, "Ann")
    assert "The score stands" in ann.get(reverse("reasons", args=[played.table.code, 1, 1])).content.decode()
    assert (
        'class="mark questioned"' not in ann.get(reverse("table", args=[played.table.code])).content.decode()
    )


def test_a_hand_that_is_struck_out_is_no_longer_in_question(ann, played):
    questioned(ann, played)
    strike = reverse("strike", args=[played.table.code, 1, 1])
    ann.post(strike, {"key": str(uuid.uuid4()), "rev": "1", "reason": "never played"})
    assert Objection.objects.get().settled == Settled.PUT_RIGHT


def test_points_agreed_on_settle_the_hand_they_are_about(ann, played):
    questioned(ann, played)
    number = load_match_state(Match.objects.get()).next_number
    points = {f"points.{side}": "5" for side in range(played.sides)}
    form = {
        "kind": "adjustment",
        "number": str(number),
        "rev": "0",
        "key": str(uuid.uuid4()),
        "why": "agreed",
    }
    answer = ann.post(reverse("adjust", args=[played.table.code, 1]) + "?settles=1", {**form, **points})
    assert answer.status_code == 303
    assert Objection.objects.get().settled == Settled.AGREED


def test_a_hand_that_is_not_there_cannot_be_questioned(ann, played):
    assert questioned(ann, played, number=99).status_code == 404
    assert ann.get(reverse("question", args=[played.table.code, 1, 1])).status_code == 405


# Precedents ----------------------------------------------------------------------------------------------


@pytest.fixture
def ruled(ann):
    """Return a ruling stored at a table: match, address of the question, address of the ruling."""
    game, id = WITHOUT_FACTS
    match = table_of(game, game.presets[0].house)
    at = reverse("ask_at_table", args=[match.table.code, 1, id])
    return match, at, ann.post(at).url


def test_a_tables_ruling_is_kept_as_a_precedent_and_read_first(ann, ruled):
    match, at, address = ruled
    assert "Save as our precedent" in text_of(ann.get(address))
    assert ann.post(address + "precedent").status_code == 303
    assert "precedent of this table by Ann" in text_of(ann.get(address))
    other = Phone.objects.create(table=match.table, key_hash=hashed("w" * 32), role=Role.WATCHER)
    page = phone("w" * 32).get(at)
    first = page.context["precedents"][0]
    assert first.precedent is not None
    assert first.same_facts
    assert page.content.decode().index("Precedent of this table") < page.content.decode().index('id="facts"')
    assert other.pk


def test_a_precedent_is_kept_once_and_can_be_ended(ann, ruled):
    _match, at, address = ruled
    ann.post(address + "precedent")
    ann.post(address + "precedent")
    assert Precedent.objects.count() == 1
    ann.post(address + "precedent", {"end": "1"})
    one = Precedent.objects.get()
    assert one.ended
    assert one.ended_by == "Ann"
    assert all(earlier.precedent is None for earlier in ann.get(at).context["earlier"])
    assert not ann.get(at).context["precedents"]
    ann.post(address + "precedent")
    assert Precedent.objects.filter(ended=None).count() == 1


def test_a_precedent_of_one_table_does_not_hold_at_another(ann, ruled):
    match, _at, address = ruled
    ann.post(address + "precedent")
    game, id = WITHOUT_FACTS
    at_home = ann.post(reverse("ask", args=[game.slug, id])).url
    assert ann.post(at_home + "precedent").status_code == 403
    other = table_of(game, game.presets[0].house)
    assert other.table != match.table
    at = reverse("ask_at_table", args=[other.table.code, 1, id])
    assert phone("q" * 32).get(at).context["earlier"] == []


# Next year -----------------------------------------------------------------------------------------------


def test_when_the_rules_change_a_ruling_reads_as_it_did_word_for_word(ann, monkeypatch):
    """Check with a new text, verdict, rule and preset: the old page stays the same."""
    game, id = WITHOUT_FACTS
    ruling = kept(ann)
    address = reverse("ruling", args=[ruling.code])
    page = Client().get(address).content.decode()
    assert ruling.release.count("+") >= 1
    cited = game.questions[id].rule_on(*no_facts(game)).because[0]
    rule = replace(cited.rule, text="Nothing is as it was.")
    changed = replace(
        game.questions[id],
        text="What did we use to ask?",
        rule_on=lambda facts, sheet: RulingSaid("other", (cite(rule, "Quite another thing."),)),
    )
    book = tuple(rule if one is cited.rule else one for one in game.rulebook)
    first = replace(game.presets[0], name="Renamed")
    next_year = replace(
        game, questions={**game.questions, id: changed}, rulebook=book, presets=(first, *game.presets[1:])
    )
    monkeypatch.setattr("scorekeeper.library.views.rulings.every_game", lambda: {game.slug: next_year})
    monkeypatch.setattr("scorekeeper.library.keeping.every_game", lambda: {game.slug: next_year})
    later = Client().get(address).content.decode()
    assert "changed since" in later
    for said in ("Quite another thing", "Nothing is as it was", "Renamed", "What did we use to ask"):
        assert said not in later
    note = re.compile(r'\s*<p class="note">.*?</p>', re.S)
    token = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
    as_it_was, as_it_is = (token.sub("", note.sub("", each)).split() for each in (page, later))
    assert as_it_is == as_it_was
    assert release_of(next_year) != ruling.release


def no_facts(game):
    preset = game.presets[0]
    return NoFacts(), empty_sheet(game, Seating(*game.shapes(preset)[0]), preset.house)


def test_a_ruling_tells_the_score_and_the_house_rules_of_its_day(ann):
    game, example = example_of()
    match = table_of(game, example.house, example.hands, example.seating)
    id = next(id for id, question in game.questions.items() if not record_fields(question.facts))
    at = reverse("ask_at_table", args=[match.table.code, 1, id])
    address = ann.post(at).url
    said = Ruling.objects.get().said
    totals = load_match_state(match).sheet.totals
    assert [one["total"] for one in said["score"]] == [str(ENGLISH.read(total)) for total in totals]
    assert sum(len(section["answers"]) for section in said["rules"]) == len(list(record_fields(game.house)))
    assert "Score at the time" in text_of(ann.get(address))
