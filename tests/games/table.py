"""Helpers of the tests of many games: sheets, totals, problems, rulings and briefings."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.engine import ENGLISH, Game, NoFacts, PartialHand, Ruling, Seating, Sheet, play, to_json

NONE = NoFacts()


class Table(NamedTuple):
    """A game with the house rules and seating used if a test names no others."""

    game: Game[Any]
    house: Any
    seating: Seating

    def preset(self, id: str) -> Any:
        """Return the house rules of this preset."""
        return next(preset.house for preset in self.game.presets if preset.id == id)

    def sheet_of(self, *hands: Any, house: Any = None, seating: Seating | None = None) -> Sheet[Any]:
        """Return the sheet with these hands."""
        return play(self.game, seating or self.seating, house or self.house, hands)

    def totals(self, *hands: Any, house: Any = None, seating: Seating | None = None) -> tuple[Any, ...]:
        """Return the totals after these hands, which must all be valid."""
        sheet = self.sheet_of(*hands, house=house, seating=seating)
        assert [row.problems for row in sheet.rows] == [()] * len(hands)
        return tuple(sheet.totals)

    def ended(self, *hands: Any, house: Any = None, seating: Seating | None = None) -> Any:
        """Return the winners and the rule after these valid hands; None while the game goes on."""
        sheet = self.sheet_of(*hands, house=house, seating=seating)
        assert [row.problems for row in sheet.rows] == [()] * len(hands)
        return sheet.outcome and (tuple(sheet.outcome.winners), sheet.outcome.because.rule.number)

    def mistakes(self, *hands: Any, house: Any = None, seating: Seating | None = None) -> dict[str, str]:
        """Return the problems of the last hand by field."""
        row = self.sheet_of(*hands, house=house, seating=seating).rows[-1]
        return {problem.field: ENGLISH.read(problem.words) for problem in row.problems}

    def mistakes_in(self, hand: Any, house: Any = None, seating: Seating | None = None) -> dict[str, str]:
        """Return the problems of a first hand by field."""
        return self.mistakes(hand, house=house, seating=seating)

    def ruled(
        self, name: str, facts: Any = NONE, house: Any = None, seating: Seating | None = None, hands: Any = ()
    ) -> Ruling:
        """Return the ruling after these hands."""
        return self.game.questions[name].rule_on(facts, self.sheet_of(*hands, house=house, seating=seating))

    def ask(
        self, name: str, facts: Any = NONE, house: Any = None, seating: Seating | None = None, hands: Any = ()
    ) -> tuple[Any, list[str]]:
        """Return the verdict, and the numbers of the rules it cites."""
        ruling = self.ruled(name, facts, house, seating, hands)
        return to_json(ruling.verdict), [because.rule.number for because in ruling.because]

    def words(
        self, name: str, facts: Any = NONE, house: Any = None, seating: Seating | None = None, hands: Any = ()
    ) -> list[str]:
        """Return the reasons of a ruling in words."""
        return [
            ENGLISH.read(citation.words)
            for citation in self.ruled(name, facts, house, seating, hands).because
        ]

    def briefing(self, sheet: Sheet[Any], partial_hand: PartialHand | None = None) -> list[str]:
        """Return the briefing on this sheet."""
        return [ENGLISH.read(citation.words) for citation in self.game.briefing(sheet, partial_hand)]

    def briefed(
        self,
        *hands: Any,
        house: Any = None,
        seating: Seating | None = None,
        partial_hand: PartialHand | None = None,
    ) -> list[str]:
        """Return the briefing after these hands."""
        return self.briefing(self.sheet_of(*hands, house=house, seating=seating), partial_hand)
