"""Big Two: questions answered with a button for each rank, where suits never matter."""

from random import Random

import pytest

from games import every_game
from games.big_two.house import table_pack
from games.engine import Cards, Seating, Sheet, record_fields

GAME = every_game()["big_two"]
BY_RANK = [
    (id, question.facts, field.name)
    for id, question in GAME.questions.items()
    for field in record_fields(question.facts)
    if field.ask.by_rank
]


def verdict_and_reasons(question, facts_type, name, cards, sheet):
    ruling = question.rule_on(facts_type(**{name: Cards(cards)}), sheet)
    return ruling.verdict, [cite.words for cite in ruling.because]


@pytest.mark.parametrize(("id", "facts_type", "name"), BY_RANK, ids=[id for id, *_rest in BY_RANK])
def test_suits_never_change_a_ruling_on_ranks(id, facts_type, name):
    chance = Random(id)
    for preset in GAME.presets:
        sheet = Sheet(Seating(4, 4), preset.house)
        pack = list(table_pack(preset.house))
        for _try in range(20):
            hand = chance.sample(pack, chance.choice((1, 5, 13)))
            same_ranks = [
                chance.choice([card for card in pack if card.rank == card_held.rank]) for card_held in hand
            ]
            question = GAME.questions[id]
            expected = verdict_and_reasons(question, facts_type, name, hand, sheet)
            assert verdict_and_reasons(question, facts_type, name, same_ranks, sheet) == expected


def test_questions_about_hands_as_dealt_are_answered_by_rank():
    assert {id for id, *_rest in BY_RANK} == {"redeal", "at_once", "worth"}
