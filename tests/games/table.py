"""Helpers of the tests of many games: sheets, totals, problems, rulings and briefings."""

from typing import Any, NamedTuple

from games import every_game
from games.engine import (
    ENGLISH,
    Game,
    NoFacts,
    Seating,
    Sheet,
    ask_referee,
    empty_sheet,
    from_json,
    house_problems,
    play,
    relevant_questions,
    to_json,
)
from games.engine.interchange import ruling_json

NONE = NoFacts()


class Table(NamedTuple):
    """A game with the house rules and seating used if a test names no others.

    ``**table`` stands for ``house`` and ``seating``, and for ``hands`` where a question is asked.
    """

    game: Game[Any]
    house: Any
    seating: Seating

    def preset(self, id):
        return self.game.preset(id).house

    def sheet_of(self, *hands, house=None, seating=None):
        return play(self.game, seating or self.seating, house or self.house, hands)

    def valid_sheet_of(self, *hands, **table):
        sheet = self.sheet_of(*hands, **table)
        assert [row.problems for row in sheet.rows] == [()] * len(hands)
        return sheet

    def totals(self, *hands, **table):
        """Return the totals after these hands, which must all be valid."""
        return tuple(self.valid_sheet_of(*hands, **table).totals)

    def winners_and_rule(self, *hands, **table):
        """Return the winners and the rule after these valid hands; None while the game goes on."""
        outcome = self.valid_sheet_of(*hands, **table).outcome
        return outcome and (tuple(outcome.winners), outcome.because.rule.number)

    def problems_of_last(self, *hands, **table):
        """Return the problems of the last of these hands: the text for each field."""
        row = self.sheet_of(*hands, **table).rows[-1]
        return {problem.field: ENGLISH.read(problem.words) for problem in row.problems}

    def problems_of(self, hand, house=None, seating=None):
        return self.problems_of_last(hand, house=house, seating=seating)

    def house_problem_fields(self, house, seating=None):
        return {problem.field for problem in house_problems(self.game, house, seating or self.seating)}

    def questions_of(self, hand=None, house=None, seating=None):
        """Return the questions relevant to a hand; without a hand, to the house rules."""
        house = house or self.house
        record = house if hand is None else hand
        return set(relevant_questions(record, Sheet(seating or self.seating, house)))

    def dealer(self, *hands, **table):
        """Return the dealer, or the holder of the bank, after these hands."""
        return self.game.dealer(self.sheet_of(*hands, **table))

    def reasons(self, *hands, **table):
        """Return the reasons of each score line of the last of these hands."""
        row = self.sheet_of(*hands, **table).rows[-1]
        return [[ENGLISH.read(because.words) for because in line.because] for line in row.lines]

    def check_rulings(self, *cases, seating=None, hands=()):
        """Check rulings against cases: a question, facts, house rules, the verdict and the rules cited.

        None stands for no facts and for the usual house rules; the rules cited may be left out.
        """
        for question, facts, house, verdict, *cited in cases:
            given_facts = NONE if facts is None else facts
            result, numbers = self.ask(question, given_facts, house, seating, hands)
            assert result == verdict, f"{question} of {facts} under {house}: {result}"
            assert not cited or numbers == cited, f"{question} of {facts} under {house} cites {numbers}"

    def ruling_on(self, name, facts=NONE, house=None, seating=None, hands=()):
        return ask_referee(self.game, name, facts, self.sheet_of(*hands, house=house, seating=seating))

    def ask(self, *question, **table):
        """Return the verdict of ``ruling_on()``, and the numbers of the rules it cites."""
        ruling = self.ruling_on(*question, **table)
        return to_json(ruling.verdict), [because.rule.number for because in ruling.because]

    def ruling_reasons(self, *question, **table):
        """Return the reasons of ``ruling_on()`` as text."""
        return [ENGLISH.read(because.words) for because in self.ruling_on(*question, **table).because]

    def briefing(self, sheet, partial_hand=None):
        return [ENGLISH.read(citation.words) for citation in self.game.briefing(sheet, partial_hand)]

    def briefing_after(self, *hands, partial_hand=None, **table):
        return self.briefing(self.sheet_of(*hands, **table), partial_hand)


def ruling_as_json(slug, question, facts=None, preset=None, seats=None, **changes):
    """Return a ruling, as JSON, under a preset's house rules with these changes (plain JSON values)."""
    game = every_game()[slug]
    preset = game.preset(preset) if preset else game.presets[0]
    shape = (seats, seats) if seats else game.shapes(preset)[0]
    house = from_json(game.house, to_json(preset.house) | changes)
    return ruling_json(game, question, facts or {}, empty_sheet(game, Seating(*shape), house))


def ask_as_json(*question, **changes):
    """Return the verdict of ``ruling_as_json()``, and the numbers of the rules it cites."""
    answer = ruling_as_json(*question, **changes)
    return answer["verdict"], [because["rule"] for because in answer["because"]]
