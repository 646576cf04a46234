"""A rulebook under the house rules of one table."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import pytest

from games.engine import (
    SITE,
    Ask,
    Choice,
    Game,
    Goal,
    Preset,
    Rule,
    Seating,
    answer_key,
    house_playing,
    in_force,
    rule_at_table,
    rule_text,
    sample_answers,
)
from games.engine.records import record_fields


class Two(Choice):
    DRAW = "draw2", "The next draws two"
    OFF = "off", "An ordinary card"


class End(Choice):
    POINTS = "points", "to {n} points"
    OPEN = "none", "without end"


@dataclass(frozen=True)
class House:
    two: Annotated[Two, Ask("A 2")] = Two.OFF
    slam: Annotated[bool, Ask("A slam")] = False
    limit: Annotated[int | None, Ask("The limit", offers=(10, 20))] = None
    step: Annotated[int, Ask("Steps", most=9)] = 0
    stake: Annotated[Fraction, Ask("Stake", most=2)] = Fraction(0)
    kinds: Annotated[frozenset[Two], Ask("Which")] = frozenset()
    steps: Annotated[tuple[int, ...], Ask("All steps")] = ()
    end: Annotated[Goal[End], Ask("The end", offers=(50,))] = Goal(End.OPEN)


def game(*houses):
    """Return a game with a preset for each of these house rules."""
    return Game(
        slug="toy",
        name="Toy",
        about="",
        seatings=(Seating(2, 2),),
        sections={},
        rulebook=(),
        presets=tuple(Preset(str(n), "A preset", house, SITE, "") for n, house in enumerate(houses)),
        hands={},
        score=lambda hand, sheet: (),
        outcome=lambda sheet: None,
    )


def rule(text="A rule.", played_if="", **wordings):
    return Rule("1.1", text, (SITE,), played_if=played_if, wordings=wordings)


@pytest.mark.parametrize(
    ("condition", "house", "is_played"),
    [
        ("", House(), True),
        ("slam", House(slam=True), True),
        ("step", House(), False),
        ("step", House(step=2), True),
        ("stake", House(stake=Fraction(1, 2)), True),
        ("kinds", House(), False),
        ("two=draw2", House(), False),
        ("two=draw2", House(two=Two.DRAW), True),
        ("two!=draw2", House(two=Two.DRAW), False),
        ("limit!=none", House(), False),
        ("limit!=none", House(limit=0), True),
        # A comma means "or", a space "and"; "|" separates the answers to one house rule.
        ("slam,step", House(), False),
        ("slam,step", House(step=1), True),
        ("two=draw2|off slam", House(), False),
        ("two=draw2|off slam", House(slam=True), True),
        ("end=points", House(end=Goal(End.POINTS, 50)), True),
    ],
)
def test_a_rule_is_in_force_if_its_condition_holds(condition, house, is_played):
    assert in_force(rule(played_if=condition), house) is is_played


def test_an_invalid_condition_raises_an_error():
    with pytest.raises(AssertionError, match="not a condition"):
        in_force(rule(played_if="two>3"), House())


def test_each_answer_has_a_key_for_conditions_and_wordings():
    for answer, key in (
        (Two.OFF, "off"),
        (True, "yes"),
        (False, "no"),
        (None, "none"),
        (7, "7"),
        ((), "none"),
        ((1,), "some"),
        (frozenset(), "none"),
        (frozenset({Two.OFF}), "some"),
        (Goal(End.POINTS, 5), "points"),
    ):
        assert answer_key(answer) == key


def test_a_rule_has_its_own_words_for_each_answer():
    limit_rule = rule(
        "{two} {end} In steps of {step}. {limit}",
        two={"draw2": "A 2 makes the next draw two.", "off": "A 2 is an ordinary card."},
        end={"points": "It goes to {n}.", "none": "It has no end."},
        limit={"none": "There is no limit.", "any": "The limit is {limit}, in steps of {step}."},
    )
    for house, text in (
        (House(), "A 2 is an ordinary card. It has no end. In steps of 0. There is no limit."),
        (
            House(two=Two.DRAW, step=5, limit=20, end=Goal(End.POINTS, 50)),
            "A 2 makes the next draw two. It goes to 50. In steps of 5. The limit is 20, in steps of 5.",
        ),
    ):
        assert rule_text(limit_rule, house) == text


def test_the_words_for_one_answer_may_include_the_words_for_another():
    slam_rule = rule("{slam}", slam={"yes": "A slam: {two}", "no": "-"}, two={"any": "a 2 counts {step}."})
    assert rule_text(slam_rule, House(slam=True, step=3)) == "A slam: a 2 counts 3."


def test_a_rule_not_played_here_reads_as_it_does_where_it_is_played():
    limit_rule = rule("The limit is {limit}.", played_if="limit!=none")
    rule_here = rule_at_table(game(House(), House(limit=20)), limit_rule, House())
    assert (rule_here.text, rule_here.played) == ("The limit is 20.", False)
    # If no preset plays the rule, its text takes the first limit offered.
    rule_without_preset = rule_at_table(game(House()), limit_rule, House())
    assert rule_without_preset.text == "The limit is 10."
    assert rule_at_table(game(House()), limit_rule, House(limit=12)).played


@pytest.mark.parametrize("condition", ["slam two=draw2", "end=points", "kinds", "stake", "step"])
def test_every_rule_has_house_rules_by_which_it_is_played(condition):
    conditional = rule(played_if=condition)
    assert in_force(conditional, house_playing(game(House()), conditional))


def test_sample_answers_are_every_choice_and_the_usual_numbers():
    answers = {question.name: sample_answers(question) for question in record_fields(House)}
    assert answers["two"] == tuple(Two)
    assert answers["slam"] == (True, False)
    assert answers["limit"] == (None, 10, 20, 0)
    assert answers["step"] == (0, 9)
    assert answers["stake"] == (Fraction(0), Fraction(2))
    assert answers["steps"] == ()
    assert frozenset({Two.DRAW}) in answers["kinds"]
    assert answers["end"] == (Goal(End.POINTS, 50), Goal(End.POINTS, 0), Goal(End.OPEN))
