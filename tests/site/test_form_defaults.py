"""Defaults in the form of a hand: none of them changes the score."""

import functools

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games import every_game
from games.engine import (
    ENGLISH,
    Moment,
    append_hand,
    form_fields,
    hand_problems,
    irrelevant_paths,
    kind_of,
    play,
    to_form_data,
)
from games.engine.game import normalise_hand
from scorekeeper.sheet import hand_form, keyboard
from scorekeeper.sheet.boxes import belongs_to_any, irrelevant_in
from scorekeeper.sheet.form_fields import box_value
from scorekeeper.sheet.hand_form import HandForm, forced_fields
from scorekeeper.sheet.relevance import relevance
from tests.strategies import answers, records, sheets

pytestmark = pytest.mark.sqlite_only

GAMES = pytest.mark.parametrize("game", every_game().values(), ids=lambda game: game.slug)


@functools.cache
def example_hands(slug):
    """Return every hand of the game's examples, with the sheet it was written on."""
    game = every_game()[slug]
    return tuple(
        (play(game, example.seating, example.house, example.hands[:n]), hand)
        for example in game.examples
        for n, hand in enumerate(example.hands)
        if type(hand) in game.hands.values()
    )


@st.composite
def hands(draw, game):
    """Draw a valid hand and the sheet before it: random, or an example's with some answers changed."""
    if draw(st.booleans()):
        sheet, hand = draw(st.sampled_from(example_hands(game.slug)))
    else:
        sheet = draw(sheets(game))
        hand = draw(
            st.sampled_from(sorted(game.hands)).flatmap(lambda kind: records(game.hands[kind], sheet))
        )
    filled = to_form_data(normalise_hand(hand, sheet))
    for field in draw(st.lists(st.sampled_from(list(form_fields(type(hand), sheet)) or [None]), max_size=2)):
        if field is not None and field.path in filled:
            filled[field.path] = draw(answers(field.type, field.ask, sheet))
    form = form_of(game, type(hand), sheet, filled)
    return sheet, form.record if form.record is not None else hand


def form_of(game, kind, sheet, filled):
    values = {path: box_value(answer) for path, answer in filled.items()}
    data = {path: (value or [""]) if isinstance(value, list) else [value] for path, value in values.items()}
    return HandForm(game, kind, sheet, ENGLISH, data=data)


def omit(filled, *paths):
    return {path: answer for path, answer in filled.items() if path not in paths}


def score_of(game, sheet, hand):
    after = append_hand(game, sheet, hand)
    return after.rows[-1].gains, after.outcome and after.outcome.winners


@GAMES
@given(data=st.data())
def test_unanswered_boxes_change_no_score(game, data):
    """Check that a form without some answers is refused, or has the same score.

    An optional answer marked ``usual`` or ``seldom`` is kept: its default is visible, and one tap changes it.
    """
    sheet, hand = data.draw(hands(game))
    assume(not hand_problems(game, hand, sheet))
    all_answers = to_form_data(normalise_hand(hand, sheet))
    assume(form_of(game, type(hand), sheet, all_answers).record is not None)
    unanswered = sorted(
        field.path
        for field in form_fields(type(hand), sheet)
        if field.needs_answer and field.path in all_answers
    )
    assume(unanswered)
    omitted = data.draw(st.sets(st.sampled_from(unanswered), min_size=1))
    form = form_of(game, type(hand), sheet, omit(all_answers, *omitted))
    if form.record is not None:
        assert score_of(game, sheet, form.record) == score_of(game, sheet, hand), omitted


@GAMES
def test_defaults_are_shown_as_chosen(game):
    for preset in game.presets:
        for shape in game.shapes(preset):
            sheet = play(game, game.seating(*shape), preset.house, ())
            for kind in game.hands.values():
                form = HandForm(game, kind, sheet, ENGLISH)
                for path, box in form.box_of.items():
                    field = form.fields[path]
                    chosen = [option.value for option in box.options if option.chosen]
                    if form.requires_answer(field):
                        assert (chosen, box.value) == ([], ""), (preset.id, path)
                    elif box.widget in ("choice", "who", "yesno", "keys"):
                        assert chosen == [box_value(field.default)], (preset.id, path)


@GAMES
@given(data=st.data())
def test_earlier_answers_are_offered_but_not_assumed(game, data):
    sheet, hand = data.draw(hands(game))
    assume(not hand_problems(game, hand, sheet))
    after, kind = append_hand(game, sheet, hand), kind_of(game, hand)
    earlier = game.initial_answers(kind, after)
    form = HandForm(game, type(hand), after, ENGLISH)
    text = str(keyboard.draw_steps(form, kind, "en", relevance(form)))
    offered = list(keyboard.repeats_of(form, keyboard.repeatable_boxes(form)))
    all_answers = {**to_form_data(normalise_hand(hand, after)), **earlier}
    complete = form_of(game, type(hand), after, all_answers)
    for path, answer in earlier.items():
        field, box = form.fields[path], form.box_of[path]
        if answer != field.default:
            assert not any(option.chosen for option in box.options), path
            assert (box.value, box.number) == ("", ""), path
        if complete.record is None:
            continue
        partial = form_of(game, type(hand), after, omit(all_answers, path))
        if partial.record is not None:
            assert score_of(game, after, partial.record) == score_of(game, after, complete.record), path
        elif partial.missing:
            name = ENGLISH.read(field.owner)
            assert name in partial.errors[path][0], path
            shown_as = next(repeat.text for repeat in offered if repeat.name == name)
            assert shown_as in text


@GAMES
def test_defaults_of_players_are_the_usual_answers(game):
    """Check that an optional question about each player has its default in four of five example hands."""
    usual = {}
    for sheet, hand in example_hands(game.slug):
        answers = to_form_data(normalise_hand(hand, sheet))
        irrelevant = set(irrelevant_paths(hand, sheet))
        for field in form_fields(type(hand), sheet):
            if field.needs_answer or field.owner is None or field.ask.moment is Moment.AUCTION:
                continue
            if not belongs_to_any(field.path, irrelevant):
                is_default = answers.get(field.path, field.default) == field.default
                usual.setdefault(field.question, []).append(is_default)
    assert [question for question, defaults in usual.items() if sum(defaults) < 0.8 * len(defaults)] == []


@GAMES
def test_default_is_shown_below_a_step(game):
    """Check each optional box of a side: it is below a required step, or changes no score."""
    for sheet, hand in example_hands(game.slug):
        form = form_of(game, type(hand), sheet, to_form_data(normalise_hand(hand, sheet)))
        kind = kind_of(game, hand)
        game_values = game.template_context(kind, sheet)
        irrelevant = {*irrelevant_in(form.groups), *forced_fields(form)}
        steps = [
            step
            for step in keyboard.steps_of(form, game.slug, kind, game_values, relevance(form))
            if not belongs_to_any(step.box.path, irrelevant)
        ]
        required = {step.box.path for step in steps if step.is_required}
        optional = [step for step in steps if not step.is_required and step.box.side is not None]
        unseen = [step.box.path for step in optional if not required.intersection(step.below)]
        assert [path for path in unseen if not hand_form._changes_nothing(form, form.fields[path])] == []
