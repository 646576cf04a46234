"""Messages about a faulty hand: they name the player, the question and the rule."""

import random

from games import every_game
from games.engine import Heading, Seating, limit, with_placeholder_answers
from scorekeeper.sheet.faults import problem_fault
from scorekeeper.sheet.hand_entry import new_entry, submitted_entry
from scorekeeper.sheet.localized import LocalizedMatch
from scorekeeper.sheet.names import PlayerNames
from scorekeeper.sheet.stored import state_of
from tests.nightly import NIGHTLY, of_every_preset
from tests.test_relevance import random_answers

NAMES = ("Christopher", "Alexandra", "Élodie", "陳大文", "Margaret", "Dominique", "Bartholomew", "William")
TRIES = 60 if NIGHTLY else 12


def forms(game, preset):
    """Yield an empty form of every kind of hand, for the usual and the largest number of players."""
    for shape in {game.shapes(preset)[0], max(game.shapes(preset))}:
        heading = Heading(Seating(*shape), preset.house, preset.id)
        # (position, number of the first hand, name)
        names = tuple((seat, 0, name) for seat, name in enumerate(NAMES[: shape[0]]))
        match = LocalizedMatch(state_of(game, heading, ()), PlayerNames(heading.seating, names))
        for kind in game.kinds_at(match.sheet):
            yield match, new_entry(match, kind)


def assert_names_question_and_player(match, form, path, field, text):
    """Assert that a text names the question of a box, and the box's player if ``field`` is the box's path."""
    form_field, box = form.fields[path], form.box_of[path]
    group = next(group for group in form.groups if group.name == form_field.question)
    assert group.label.rstrip("?:") in text, (field, text)
    if field == path and box.side is not None:
        assert match.words.read(form_field.owner) in text, (field, text)


@of_every_preset
def test_number_out_of_bounds_names_player_and_rule(game, preset):
    for match, entry in forms(game, preset):
        last_fields = {form_field.question: form_field for form_field in entry.form.fields.values()}
        for form_field in last_fields.values():
            path = form_field.path
            most = limit(form_field.ask.most, entry.form.sheet)
            if entry.form.widget(form_field) not in ("number", "keys") or most is None:
                continue
            values = {path: [str(most + form_field.ask.step)]}
            bad_entry = submitted_entry(match, entry.kind, number=1, rev=0, key=entry.key, data=values)
            for fault in bad_entry.faults:  # none if the question is not asked at this table
                if fault.path == path:
                    assert_names_question_and_player(match, bad_entry.form, path, path, fault.text)
                    has_rule = form_field.ask.rule is not None
                    assert (fault.sentence.rule is not None) == bool(fault.sentence.rule_text) == has_rule


@of_every_preset
def test_every_problem_is_reported_at_a_question_of_the_form(game, preset):
    chance = random.Random(f"{game.slug} {preset.id}")
    for match, entry in forms(game, preset):
        form, sheet = entry.form, entry.form.sheet
        for _try in range(TRIES):
            answers = random_answers(form, sheet, chance)
            hand = with_placeholder_answers(form.kind_of_record, answers, sheet)
            for problem in game.check(hand, sheet):
                text = problem_fault(match, form, problem).text
                assert match.words.read(problem.words) in text
                if problem.field:
                    path = form.box_path(problem.field)
                    assert path, problem
                    assert_names_question_and_player(match, form, path, problem.field, text)


def test_a_missing_answer_is_reported_with_its_player():
    game = every_game()["tally"]
    match, entry = next(forms(game, game.presets[0]))
    answers = {path: ["5"] for path in entry.form.fields if path in ("points.0", "points.2", "points.3")}
    bad_entry = submitted_entry(match, entry.kind, number=1, rev=0, key=entry.key, data=answers)
    bad_entry.is_submitted = True
    fault = bad_entry.first_fault
    assert (fault.path, fault.text) == ("points.1", "Alexandra · Points: Choose one")
