"""Messages about a faulty hand: they name the player, the question and the rule."""

import random

import pytest

from games import every_game
from games.engine import Heading, Seating, limit, with_placeholder_answers
from scorekeeper.sheet.faults import problem_fault
from scorekeeper.sheet.hand_entry import new_entry, submitted_entry
from scorekeeper.sheet.localized import LocalizedMatch
from scorekeeper.sheet.names import PlayerNames
from scorekeeper.sheet.relevance import answers_of
from scorekeeper.sheet.stored import state_of
from tests.nightly import NIGHTLY

NAMES = ("Christopher", "Alexandra", "Élodie", "陳大文", "Margaret", "Dominique", "Bartholomew", "William")
TRIES = 60 if NIGHTLY else 12

EVERY = [(game, preset) for game in every_game().values() for preset in game.presets]
PRESETS = EVERY if NIGHTLY else [(game, game.presets[0]) for game in every_game().values()]
in_every_game = pytest.mark.parametrize(
    ("game", "preset"), PRESETS, ids=[f"{game.slug}-{preset.id}" for game, preset in PRESETS]
)


def forms(game, preset):
    """Yield an empty form of every kind of hand, at the usual table and the largest."""
    for shape in {game.shapes(preset)[0], max(game.shapes(preset))}:
        heading = Heading(Seating(*shape), preset.house, preset.id)
        names = tuple((seat, 0, name) for seat, name in enumerate(NAMES[: shape[0]]))
        match = LocalizedMatch(state_of(game, heading, ()), PlayerNames(heading.seating, names))
        for kind in game.kinds_at(match.sheet):
            yield match, new_entry(match, kind)


def assert_names_question_and_player(match, form, path, field, text):
    """Assert that a text names the question of this box, and its player if the field is the box itself."""
    form_field, box = form.fields[path], form.box_of[path]
    group = next(group for group in form.groups if group.name == form_field.question)
    assert group.label.rstrip("?:") in text, (field, text)
    if field == path and box.side is not None:
        assert match.words.read(form_field.owner) in text, (field, text)


@in_every_game
def test_number_out_of_bounds_names_player_and_rule(game, preset):
    for match, entry in forms(game, preset):
        last_paths = {form_field.question: path for path, form_field in entry.form.fields.items()}
        for path in last_paths.values():
            form_field = entry.form.fields[path]
            most = limit(form_field.ask.most, entry.form.sheet)
            if entry.form.widget(form_field) not in ("number", "keys") or most is None:
                continue
            values = {path: [str(most + form_field.ask.step)]}
            bad = submitted_entry(match, entry.kind, 1, 0, entry.key, values)
            shown_fault = next((candidate for candidate in bad.faults if candidate.path == path), None)
            if shown_fault is None:
                continue  # the question is not asked at this table
            assert_names_question_and_player(match, bad.form, path, path, shown_fault.text)
            assert (shown_fault.sentence.rule is None) == (form_field.ask.rule is None)
            assert bool(shown_fault.sentence.rule_text) == (form_field.ask.rule is not None)


@in_every_game
def test_every_problem_is_reported_at_a_question_of_the_form(game, preset):
    chance = random.Random(f"{game.slug} {preset.id}")
    for match, entry in forms(game, preset):
        form, sheet = entry.form, entry.form.sheet
        for _try in range(TRIES):
            hand_answers = {
                path: chance.choice([*answers.values()])
                for path, form_field in form.fields.items()
                if (answers := answers_of(form_field, sheet)) and chance.random() < 0.8
            }
            hand = with_placeholder_answers(form.kind_of_record, hand_answers, sheet)
            for problem in game.check(hand, sheet):
                shown_fault = problem_fault(match, form, problem)
                assert match.words.read(problem.words) in shown_fault.text
                if problem.field:
                    path = form.box_path(problem.field)
                    assert path, problem
                    assert_names_question_and_player(match, form, path, problem.field, shown_fault.text)


def test_a_missing_answer_is_reported_with_its_player():
    match, entry = next(forms(every_game()["tally"], every_game()["tally"].presets[0]))
    answers = {path: ["5"] for path in entry.form.fields if path in ("points.0", "points.2", "points.3")}
    bad = submitted_entry(match, entry.kind, 1, 0, entry.key, answers)
    bad.is_submitted = True
    assert bad.first_fault is not None
    assert (bad.first_fault.path, bad.first_fault.text) == ("points.1", "Alexandra · Points: Choose one")
