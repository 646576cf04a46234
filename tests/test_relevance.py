"""The relevance rules that a phone evaluates: the same result as the game's, for all answers."""

import random

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
from scorekeeper.sheet.boxes import belongs_to_any
from scorekeeper.sheet.form_fields import box_value
from scorekeeper.sheet.hand_form import HandForm, only_default_is_valid
from scorekeeper.sheet.keyboard import draw_steps
from scorekeeper.sheet.relevance import answers_of, relevance
from tests.nightly import NIGHTLY, of_every_preset

TRIES = 200 if NIGHTLY else 6


def evaluate(tree, answers):
    """Return 1 if a relevance tree says relevant, 0 if irrelevant, None if only the site can tell.

    A tree is one of these results, or a box's path and a subtree for each of its answers ("*": any other).
    ``answers`` is keyed by the path of a box; a missing answer counts as "".
    """
    while isinstance(tree, tuple):
        path, branches = tree
        answer = answers.get(path, "")
        tree = branches[answer] if answer in branches else branches["*"]
    return tree


def random_answers(form, sheet, chance):
    return {
        path: chance.choice([*offered.values()])
        for path, field in form.fields.items()
        if (offered := answers_of(field, sheet)) and chance.random() < 0.8
    }


def forms(game, preset):
    for shape in game.shapes(preset):
        sheet = empty_sheet(game, Seating(*shape), preset.house)
        for kind in game.kinds_at(sheet):
            yield HandForm(game, game.hands[kind], sheet, ENGLISH), sheet


@of_every_preset
def test_relevance_trees_agree_with_the_record(game, preset):
    chance = random.Random(f"{game.slug} {preset.id}")
    for form, sheet in forms(game, preset):
        trees, record = relevance(form), form.kind_of_record
        conditional = [q.name for q in record_fields(record) if q.ask.relevant_if is not None]
        # A question of a nested record may be conditional too.
        conditional += [path for path, field in form.fields.items() if field.owner is None and "." in path]
        for _try in range(TRIES):
            answers = random_answers(form, sheet, chance)
            for name in conditional:
                other_answers = {
                    path: answer for path, answer in answers.items() if not belongs_to_any(path, {name})
                }
                hand = with_placeholder_answers(record, other_answers, sheet)
                irrelevant = set(irrelevant_paths(hand, sheet))
                texts = {path: box_value(answer) for path, answer in other_answers.items()}
                results = [evaluate(tree, with_defaults(texts, tree, hand)) for tree in trees.get(name, [1])]
                if None not in results:
                    assert (0 in results) is (name in irrelevant), (record, name, other_answers)


def with_defaults(answers, tree, record):
    """Return the answers, with the record's own answer to any other question that the tree depends on."""
    all_answers = dict(answers)
    while isinstance(tree, tuple):
        path, branches = tree
        answer = record
        for part in path.split("."):
            answer = answer[int(part)] if part.isdigit() else getattr(answer, part)
        # The trees of an optional box have a branch "" for a box left out.
        all_answers.setdefault(path, "" if "" in branches else box_value(answer))
        tree = branches.get(all_answers[path], branches.get("*"))
    return all_answers


@of_every_preset
def test_a_box_is_left_out_exactly_when_only_its_default_is_valid(game, preset):
    for form, sheet in forms(game, preset):
        for path, trees in relevance(form).items():
            box = form.box_of.get(path)
            if box is None or box.side is None:
                continue
            for tree in trees:
                assert isinstance(tree, tuple)
                deciding_path, branches = tree
                for key, answer in (answers_of(form.fields[deciding_path], sheet) or {}).items():
                    # A number does not decide another answer, but an omitted number does: the player sat out.
                    is_decided = key == "" or form.box_of[deciding_path].widget != "keys"
                    is_left_out = is_decided and only_default_is_valid(form, box, {deciding_path: answer})
                    assert (branches.get(key, branches["*"]) == 0) is is_left_out, (path, deciding_path, key)


def test_relevance_that_depends_on_many_answers_is_left_to_the_site():
    """Check with Five Hundred, where ``first_there`` depends on the bid and on both sides' tricks."""
    form, _sheet = form_of("five_hundred", "contract")
    assert relevance(form)["first_there"] == [None]


def test_a_defender_bid_is_irrelevant_below_100():
    """Check with Two Hundred: below 100 a side scores even if silent, so a defender's bid is irrelevant."""
    form, _sheet = form_of("two_hundred", "deal")
    (tree,) = relevance(form)["defender_bid"]
    assert evaluate(tree, {"bidder": "0", "bid": "80"}) == 0


def test_a_form_rendered_again_has_the_questions_for_the_new_score():
    """Check with Two Hundred: from 100 points on, a defending side scores only if it bid."""
    form_below, sheet = form_of("two_hundred", "deal")
    sheet_at_110 = append_hand(form_below.game, sheet, Adjustment(PerSide((110, 0)), "as played"))
    form_above = HandForm(form_below.game, form_below.game.hands["deal"], sheet_at_110, ENGLISH)
    texts = [draw_steps(form, "deal", "en", relevance(form)) for form in (form_below, form_above, form_below)]
    assert ['data-step="defender_bid"' in text for text in texts] == [False, True, False]


def form_of(slug, kind, sides=2):
    """Return the form of the first hand of four players, and its sheet."""
    game = every_game()[slug]
    sheet = empty_sheet(game, Seating(4, sides), game.presets[0].house)
    return HandForm(game, game.hands[kind], sheet, ENGLISH), sheet


def test_a_player_who_sat_out_is_not_asked_for_cards():
    form, _sheet = form_of("let_it_ride", "cards", sides=4)
    assert ("kept.1", {"": 0, "*": 1}) in relevance(form)["cards.1"]
