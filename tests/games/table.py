"""Helpers of the tests of many games: sheets, totals, problems, rulings and briefings."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.engine import (
    ENGLISH,
    Game,
    NoFacts,
    PartialHand,
    Ruling,
    Seating,
    Sheet,
    ask_referee,
    house_problems,
    play,
    relevant_questions,
    to_json,
)

NONE = NoFacts()


class Table(NamedTuple):
    """A game with the house rules and seating used if a test names no others."""

    game: Game[Any]
    house: Any
    seating: Seating

    def preset(self, id: str) -> Any:
        return next(preset.house for preset in self.game.presets if preset.id == id)

    def sheet_of(self, *hands: Any, house: Any = None, seating: Seating | None = None) -> Sheet[Any]:
        return play(self.game, seating or self.seating, house or self.house, hands)

    def totals(self, *hands: Any, house: Any = None, seating: Seating | None = None) -> tuple[Any, ...]:
        """Return the totals after these hands, which must all be valid."""
        sheet = self.sheet_of(*hands, house=house, seating=seating)
        assert [row.problems for row in sheet.rows] == [()] * len(hands)
        return tuple(sheet.totals)

    def winners_and_rule(self, *hands: Any, house: Any = None, seating: Seating | None = None) -> Any:
        """Return the winners and the rule after these valid hands; None while the game goes on."""
        sheet = self.sheet_of(*hands, house=house, seating=seating)
        assert [row.problems for row in sheet.rows] == [()] * len(hands)
        return sheet.outcome and (tuple(sheet.outcome.winners), sheet.outcome.because.rule.number)

    def problems_of_last(
        self, *hands: Any, house: Any = None, seating: Seating | None = None
    ) -> dict[str, str]:
        """Return the problems of the last of these hands: the text for each field."""
        row = self.sheet_of(*hands, house=house, seating=seating).rows[-1]
        return {problem.field: ENGLISH.read(problem.words) for problem in row.problems}

    def problems_of(self, hand: Any, house: Any = None, seating: Seating | None = None) -> dict[str, str]:
        return self.problems_of_last(hand, house=house, seating=seating)

    def house_problem_fields(self, house: Any, seating: Seating | None = None) -> set[str]:
        return {problem.field for problem in house_problems(self.game, house, seating or self.seating)}

    def questions_of(self, hand: Any = None, house: Any = None, seating: Seating | None = None) -> set[str]:
        """Return the questions relevant to a hand; without a hand, to the house rules."""
        house = house or self.house
        record = house if hand is None else hand
        return set(relevant_questions(record, Sheet(seating or self.seating, house)))

    def dealer(self, *hands: Any, house: Any = None, seating: Seating | None = None) -> Any:
        """Return the dealer, or the holder of the bank, after these hands."""
        return self.game.dealer(self.sheet_of(*hands, house=house, seating=seating))

    def reasons(self, *hands: Any, house: Any = None, seating: Seating | None = None) -> list[list[str]]:
        """Return the reasons of each score line of the last of these hands."""
        row = self.sheet_of(*hands, house=house, seating=seating).rows[-1]
        return [[ENGLISH.read(because.words) for because in line.because] for line in row.lines]

    def check_rulings(self, *cases: tuple[Any, ...], seating: Seating | None = None, hands: Any = ()) -> None:
        """Compare rulings with cases of question, facts, house rules, verdict and rules cited.

        None stands for no facts and for the usual house rules; the rules cited may be left out.
        """
        for question, facts, house, verdict, *cited in cases:
            facts_or_none = NONE if facts is None else facts
            result, numbers = self.ask(question, facts_or_none, house, seating, hands)
            assert result == verdict, f"{question} of {facts} under {house}: {result}"
            assert not cited or numbers == cited, f"{question} of {facts} under {house} cites {numbers}"

    def ruling_on(
        self, name: str, facts: Any = NONE, house: Any = None, seating: Seating | None = None, hands: Any = ()
    ) -> Ruling:
        return ask_referee(self.game, name, facts, self.sheet_of(*hands, house=house, seating=seating))

    def ask(
        self, name: str, facts: Any = NONE, house: Any = None, seating: Seating | None = None, hands: Any = ()
    ) -> tuple[Any, list[str]]:
        """Return the verdict, and the numbers of the rules it cites."""
        ruling = self.ruling_on(name, facts, house, seating, hands)
        return to_json(ruling.verdict), [because.rule.number for because in ruling.because]

    def ruling_reasons(
        self, name: str, facts: Any = NONE, house: Any = None, seating: Seating | None = None, hands: Any = ()
    ) -> list[str]:
        """Return the reasons of a ruling as text."""
        return [
            ENGLISH.read(citation.words)
            for citation in self.ruling_on(name, facts, house, seating, hands).because
        ]

    def briefing(self, sheet: Sheet[Any], partial_hand: PartialHand | None = None) -> list[str]:
        return [ENGLISH.read(citation.words) for citation in self.game.briefing(sheet, partial_hand)]

    def briefing_after(
        self,
        *hands: Any,
        house: Any = None,
        seating: Seating | None = None,
        partial_hand: PartialHand | None = None,
    ) -> list[str]:
        return self.briefing(self.sheet_of(*hands, house=house, seating=seating), partial_hand)
