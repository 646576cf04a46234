"""Helpers for the tests of the referee's pages: a question's facts as a browser sends them."""

import html
import re
import uuid

from games import every_game
from games.engine import (
    Cards,
    Heading,
    Seating,
    broadcast_defaults,
    empty_sheet,
    form_fields,
    limit,
    out_of_bounds,
    play,
    record_fields,
    to_form_data,
    with_placeholder_answers,
)
from scorekeeper.matches import commands, phones
from scorekeeper.sheet.form_fields import box_value
from scorekeeper.sheet.step_form import StepForm
from scorekeeper.web.i18n import words_for
from tests.strategies import available

KEY = "k" * 32  # the secret of the host's phone


def boxes(facts, sheet):
    """Return the form data of a record as a browser would send it."""
    answers = to_form_data(broadcast_defaults(facts, sheet))
    form = StepForm(type(facts), sheet, words_for(sheet.seating))
    data = {"put": "1"}  # marks a form that was sent
    for box in form_fields(type(facts), sheet):
        value = box_value(answers.get(box.path))
        if form.widget(box) != "switch" or value == "yes":
            data[box.path] = ["", *value] if isinstance(value, list) else value
    return data


def some_facts(question, sheet):
    """Return minimal facts for a question; required cards are the first of the pack."""
    answers = {}
    for box in form_fields(question.facts, sheet):
        if box.type is Cards and box.required:
            deck = available(box.ask, sheet, Cards.read("AS KS QS"))
            least = limit(box.ask.least, sheet) or 1
            answers[box.path] = Cards(list(dict.fromkeys(deck))[:least])
    return with_placeholder_answers(question.facts, answers, sheet)


def question_with(answer_type):
    """Return the first question whose facts have an answer of this type: game and id."""
    return next(
        (game, id)
        for game in every_game().values()
        for id, question in game.questions.items()
        if any(field.type is answer_type for field in record_fields(question.facts))
    )


def text_of(page):
    return html.unescape(re.sub(r"<[^>]+>", "", page.content.decode()))


def ruling_that_scores():
    """Return the first question about a whole hand whose ruling scores points: game, id, preset, facts."""
    for game in every_game().values():
        hands = [hand for example in game.examples for hand in example.hands]
        for preset in game.presets:
            sheet = empty_sheet(game, Seating(*game.shapes(preset)[0]), preset.house)
            for id, question in game.questions.items():
                for facts in hands:
                    if type(facts) is not question.facts or [*out_of_bounds(facts, sheet)]:
                        continue
                    if question.rule_on(facts, sheet).lines:
                        return game, id, preset, facts
    raise AssertionError("no ruling scores points")


def match_with_hands(game, house, hands=(), seating=None):
    """Return a match with these hands; its host is the phone that holds KEY."""
    preset = next((candidate for candidate in game.presets if candidate.house == house), game.presets[0])
    seating = seating or Seating(*game.shapes(preset)[0])
    names = ["Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal"][: seating.seats]
    table = commands.start_table(game, Heading(seating, house, preset.id), names, phones.hash_key(KEY), "Ann")
    match, phone = table.matches.get(), table.phones.get()
    for number, hand in enumerate(hands, start=1):
        command = commands.WriteCommand(uuid.uuid4(), number, 0, hand, fingerprint=str(number))
        result = commands.append_entry(match, phone, command)
        assert isinstance(result, commands.Saved), result
        match.refresh_from_db()
    return match


def example_of(*, least=2):
    """Return the longest unfinished example of any game with questions: game, example.

    It has at least ``least`` hands, all without problems.
    """
    examples = [
        (game, example)
        for game in every_game().values()
        if game.questions
        for example in game.examples
        if len(example.hands) >= least and example.winners is None
        if not any(row.problems for row in play(game, example.seating, example.house, example.hands).rows)
    ]
    return max(examples, key=lambda pair: len(pair[1].hands))
