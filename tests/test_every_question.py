"""The questions of the referee in every game: each fact asked can change the ruling."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import get_args, get_origin

import pytest

from games import every_game
from games.engine import (
    ENGLISH,
    RANKS,
    Adjustment,
    Calls,
    Cards,
    PerSide,
    Seating,
    append_hand,
    ask_referee,
    empty_sheet,
    facts_problems,
    form_fields,
    limit,
    normalise_hand,
    optional,
    pack,
    play,
    positions,
    record_fields,
    relevant_questions,
    ruling_without_facts,
    with_placeholder_answers,
)
from games.engine.bounds import offers
from scorekeeper.sheet.relevance import answers_of
from tests.strategies import available

TRIES = 2000
# (game, question, fact): facts that matter only to a player without the suit led. Random facts rarely
# describe such a player.
RARE = {
    ("five_hundred", "trick_judge", "misere"),
    ("five_hundred", "trick_judge", "asked"),
    ("five_hundred", "may_play", "misere"),
}
WIDEST = 600  # the bound of a number that has no bound of its own


class Facts:
    """Random facts like those of a table: often cards of one suit or rank, or numbers that have a button."""

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def record(self, kind, sheet):
        answers = {box.path: self.answer(box, sheet) for box in form_fields(kind, sheet)}
        for field in record_fields(kind):
            if total := limit(field.ask.total, sheet):
                answers |= self.shares(field, total // field.ask.step, sheet)
        return with_placeholder_answers(kind, answers, sheet)

    def answer(self, box, sheet):
        chance, answer_type, ask = self.chance, optional(box.type) or box.type, box.ask
        if answer_type is not box.type and chance.random() < 0.3:
            return None
        if answer_type is Cards:
            return self.cards(ask, sheet)
        if answer_type is Calls:
            words = ["pass", "7H", "8S", "misere", "75", "100", "18", "hold", "50", "6S"]
            return Calls(chance.choices(words, k=chance.randint(1, 6)))
        if get_origin(answer_type) is frozenset:
            choices = available(ask, sheet, get_args(answer_type)[0])
            return frozenset(choice for choice in choices if chance.random() < 0.5)
        if answer_type in (int, Fraction):
            return answer_type(self.number(ask, sheet))
        return chance.choice([answer for answer in answers_of(box, sheet).values() if answer is not None])

    def shares(self, field, steps, sheet):
        """Return answers for all positions of a field; together the answers make this number of steps."""
        n = len(positions(get_origin(field.type), sheet))
        cuts = sorted(self.chance.randint(0, steps) for _n in range(n - 1))
        parts = pairwise([0, *cuts, steps])
        return {f"{field.name}.{position}": field.ask.step * (b - a) for position, (a, b) in enumerate(parts)}

    def number(self, ask, sheet):
        least, most = limit(ask.least, sheet), limit(ask.most, sheet)
        low = -WIDEST if least is None else least
        high = max(low, low + 2 * WIDEST if most is None else most)
        usual = [n for n in offers(ask, sheet) if low <= n <= high]
        if usual and self.chance.random() < 0.5:
            return self.chance.choice(usual)
        return low + self.chance.randint(0, (high - low) // ask.step) * ask.step

    def cards(self, ask, sheet):
        deck = available(ask, sheet, pack(jokers=2))
        least, most = limit(ask.least, sheet) or 0, limit(ask.most, sheet)
        most = min(len(deck), 13 if most is None else most)
        n = self.chance.randint(min(least, most), most)
        first = self.chance.choice(deck)
        if self.chance.random() < 0.6:
            attribute = self.chance.choice(("suit", "rank"))
            matching = sorted(
                {card for card in deck if getattr(card, attribute) == getattr(first, attribute)},
                key=lambda card: (card.suit, RANKS.index(card.rank) if card.rank in RANKS else -1),
            )
            if len(matching) >= n:
                start = self.chance.randint(0, len(matching) - n)
                return self.with_joker(deck, Cards(matching[start : start + n]))
        return self.with_joker(deck, Cards(self.chance.sample(deck, n)))

    def with_joker(self, deck, cards):
        """Return the cards, sometimes with a joker as the first of them."""
        joker = next((card for card in deck if card.joker), None)
        if joker is None or joker in cards or not cards or self.chance.random() < 0.7:
            return cards
        return Cards([joker, *cards[1:]])


def ruling_text(ruling):
    because = tuple((cite.rule.number, ENGLISH.read(cite.words)) for cite in ruling.because)
    lines = tuple((line.side, line.points) for line in ruling.lines)
    return ENGLISH.read(ruling.verdict), because, lines


def sheets_of(game, preset, shape):
    """Return an empty sheet, a sheet with unequal totals, and the sheets of the worked examples."""
    start = empty_sheet(game, Seating(*shape), preset.house)
    adjustment = Adjustment(PerSide(5 * n for n in range(shape[1])), "as agreed")
    examples = [
        play(game, example.seating, example.house, example.hands)
        for example in game.examples
        if example.house == preset.house and example.seating.shape == shape
    ]
    return [start, append_hand(game, start, adjustment), *examples]


def idle_facts(game, id, sheets, facts):
    """Return the names of the facts that were asked but never found to change the ruling."""
    question = game.questions[id]
    asked_names, decisive = set(), set()
    sheets = [sheet for sheet in sheets if ruling_without_facts(game, id, sheet) is None]
    for n in range(TRIES if sheets else 0):
        sheet = sheets[n % len(sheets)]
        first_facts = facts.record(question.facts, sheet)
        if facts_problems(first_facts, sheet):
            continue
        relevant = relevant_questions(normalise_hand(first_facts, sheet), sheet)
        questions = [
            field
            for field in record_fields(question.facts)
            if field.needs_answer and field.name in relevant - decisive
        ]
        asked_names |= {field.name for field in questions}
        for field in questions:
            other_answer = getattr(facts.record(question.facts, sheet), field.name)
            other_facts = replace(first_facts, **{field.name: other_answer})
            if not facts_problems(other_facts, sheet):
                rulings = [ask_referee(game, id, record, sheet) for record in (first_facts, other_facts)]
                if ruling_text(rulings[0]) != ruling_text(rulings[1]):
                    decisive.add(field.name)
        if n > TRIES // 20 and asked_names <= decisive:
            break
    return asked_names - decisive


in_every_game = pytest.mark.parametrize("game", every_game().values(), ids=lambda game: game.slug)


@in_every_game
def test_every_fact_asked_can_change_the_ruling(game):
    idle = {
        (preset.id, shape, id, name)
        for preset in game.presets
        for shape in game.shapes(preset)
        for id, question in game.questions.items()
        if question.can_come_up(shape[0])
        for name in idle_facts(
            game, id, sheets_of(game, preset, shape), Facts(f"{game.slug} {preset.id} {id}")
        )
        if (game.slug, id, name) not in RARE
    }
    assert not idle


@in_every_game
def test_a_ruling_settled_by_the_rules_ignores_the_facts(game):
    for preset in game.presets:
        sheet = empty_sheet(game, Seating(*game.shapes(preset)[0]), preset.house)
        facts = Facts(f"{game.slug} {preset.id}")
        for id, question in game.questions.items():
            if fixed_ruling := ruling_without_facts(game, id, sheet):
                any_facts = facts.record(question.facts, sheet)
                if not facts_problems(any_facts, sheet):
                    ruling = ask_referee(game, id, any_facts, sheet)
                    assert ruling_text(ruling) == ruling_text(fixed_ruling), (preset.id, id)


@in_every_game
def test_question_seats_are_among_the_seatings_of_the_game(game):
    """Check that a question limited to numbers of players names some of the game's, and not all."""
    seats = {seating.seats for seating in game.seatings}
    for id, question in game.questions.items():
        assert set(question.seats) < seats or not question.seats, id
