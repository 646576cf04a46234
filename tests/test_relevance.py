"""The relevance rules that a phone evaluates: the same result as the game's, for all answers."""

import random

import pytest

from games import every_game
from games.engine import (
    ENGLISH,
    Adjustment,
    PerSide,
    Seating,
    append_hand,
    empty_sheet,
    irrelevant_paths,
    record_fields,
    with_placeholder_answers,
)
from scorekeeper.sheet.boxes import belongs
from scorekeeper.sheet.form_fields import box_value
from scorekeeper.sheet.hand_form import HandForm, only_default_is_valid
from scorekeeper.sheet.keyboard import draw_steps
from scorekeeper.sheet.relevance import answers_of, relevance
from tests.nightly import NIGHTLY

TRIES = 200 if NIGHTLY else 6
EVERY = [(game, preset) for game in every_game().values() for preset in game.presets]
PRESETS = EVERY if NIGHTLY else [(game, game.presets[0]) for game in every_game().values()]


def outcome(tree, said):
    """Return what a tree says of these answers, keyed by box; "" for a box without an answer."""
    while isinstance(tree, tuple):
        path, branches = tree
        answer = said.get(path, "")
        tree = branches[answer] if answer in branches else branches["*"]
    return tree


def answered(form, sheet, chance):
    found = {}
    for path, field in form.fields.items():
        answers = answers_of(field, sheet)
        if answers and chance.random() < 0.8:
            found[path] = chance.choice([*answers.values()])
    return found


def hands(game, preset):
    for shape in game.shapes(preset):
        sheet = empty_sheet(game, Seating(*shape), preset.house)
        for kind in game.kinds_at(sheet):
            yield HandForm(game, game.hands[kind], sheet, ENGLISH), sheet


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=[f"{g.slug}-{p.id}" for g, p in PRESETS])
def test_the_trees_of_every_kind_say_what_its_record_says(game, preset):
    chance = random.Random(f"{game.slug} {preset.id}")
    for form, sheet in hands(game, preset):
        trees, record = relevance(form), form.kind_of_record
        conditional = [q.name for q in record_fields(record) if q.ask.relevant_if is not None]
        conditional += [path for path, one in form.fields.items() if one.owner is None and "." in path]
        for _try in range(TRIES):
            some = answered(form, sheet, chance)
            for name in conditional:
                known = {path: answer for path, answer in some.items() if not belongs(path, {name})}
                nothing = with_placeholder_answers(record, known, sheet)
                off = set(irrelevant_paths(nothing, sheet))
                said = {path: box_value(answer) for path, answer in known.items()}
                told = [outcome(tree, filled(said, tree, nothing)) for tree in trees.get(name, [1])]
                if None not in told:
                    assert (0 in told) is (name in off), (record, name, known)


def filled(said, tree, record):
    whole = dict(said)
    while isinstance(tree, tuple):
        path, branches = tree
        answer = record
        for part in path.split("."):
            answer = answer[int(part)] if part.isdigit() else getattr(answer, part)
        # An optional box also says "" where it was left out.
        whole.setdefault(path, "" if "" in branches else box_value(answer))
        tree = branches.get(whole[path], branches.get("*"))
    return whole


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=[f"{g.slug}-{p.id}" for g, p in PRESETS])
def test_no_box_is_spared_in_which_another_answer_could_stand(game, preset):
    for form, sheet in hands(game, preset):
        for path, trees in relevance(form).items():
            box = form.box_of.get(path)
            if box is None or box.side is None:
                continue
            for tree in trees:
                assert isinstance(tree, tuple)
                decides, branches = tree
                for key, answer in (answers_of(form.fields[decides], sheet) or {}).items():
                    # A number leaves the other answers open; without one the player sat out.
                    is_tried = key == "" or form.box_of[decides].shape != "keys"
                    spared = is_tried and only_default_is_valid(form, box, {decides: answer})
                    assert (branches.get(key, branches["*"]) == 0) is spared, (path, decides, key)


def test_what_a_function_reads_of_too_many_answers_only_the_site_tells():
    """Check with Five Hundred, where ``first_there`` depends on the bid and on both sides' tricks."""
    form, _below = form_of("five_hundred", "contract")
    assert relevance(form)["first_there"] == [None]


def test_a_side_at_the_hundred_makes_the_bidding_of_its_players_matter():
    """Check with Two Hundred: without totals no side is shut out, so defenders' bids are irrelevant."""
    form, _below = form_of("two_hundred", "deal")
    (tree,) = relevance(form)["defender_bid"]
    assert outcome(tree, {"bidder": "0", "bid": "80"}) == 0


def test_a_question_that_comes_with_the_score_is_drawn_though_the_form_was_drawn_without_it():
    """Check with Two Hundred: at 100, a side's points depend on whether a defender bid."""
    below, sheet = form_of("two_hundred", "deal")
    ahead = append_hand(below.game, sheet, Adjustment(PerSide((110, 0)), "as played"))
    above = HandForm(below.game, below.game.hands["deal"], ahead, ENGLISH)
    texts = [draw_steps(form, "deal", "en", relevance(form)) for form in (below, above, below)]
    assert ['data-step="defender_bid"' in text for text in texts] == [False, True, False]


def form_of(slug, kind):
    """Return the form of a first hand of two sides of two, and its sheet."""
    game = every_game()[slug]
    sheet = empty_sheet(game, Seating(4, 2), game.presets[0].house)
    return HandForm(game, game.hands[kind], sheet, ENGLISH), sheet


def test_who_sat_out_is_asked_for_no_cards():
    game = every_game()["let_it_ride"]
    sheet = empty_sheet(game, Seating(4, 4), game.presets[0].house)
    trees = relevance(HandForm(game, game.hands["cards"], sheet, ENGLISH))
    assert ("kept.1", {"": 0, "*": 1}) in trees["cards.1"]
