"""What the tests of many games ask of a table: sheets, totals, mistakes, rulings and briefings."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.engine import ENGLISH, Game, NoFacts, PartialHand, Ruling, Seating, Sheet, play, to_json

NONE = NoFacts()


class Table(NamedTuple):
    """A game, and the house rules and seating that hold where a test names no others."""

    game: Game[Any]
    house: Any
    seating: Seating

    def preset(self, id: str) -> Any:
        """The house rules of this preset."""
        return next(preset.house for preset in self.game.presets if preset.id == id)

    def sheet_of(self, *hands: Any, house: Any = None, seating: Seating | None = None) -> Sheet[Any]:
        """The sheet with these hands on it."""
        return play(self.game, seating or self.seating, house or self.house, hands)

    def totals(self, *hands: Any, house: Any = None, seating: Seating | None = None) -> tuple[Any, ...]:
        """The totals after these hands, which can all be scored."""
        sheet = self.sheet_of(*hands, house=house, seating=seating)
        assert [row.problems for row in sheet.rows] == [()] * len(hands)
        return tuple(sheet.totals)

    def mistakes(self, *hands: Any, house: Any = None, seating: Seating | None = None) -> dict[str, str]:
        """Where the problems of the last hand are, and what they say."""
        row = self.sheet_of(*hands, house=house, seating=seating).rows[-1]
        return {problem.field: ENGLISH.read(problem.words) for problem in row.problems}

    def mistakes_in(self, hand: Any, house: Any = None, seating: Seating | None = None) -> dict[str, str]:
        """Where the problems of a first hand are, and what they say."""
        return self.mistakes(hand, house=house, seating=seating)

    def ruled(
        self, name: str, facts: Any = NONE, house: Any = None, seating: Seating | None = None, hands: Any = ()
    ) -> Ruling:
        """What the referee rules after these hands."""
        return self.game.questions[name].rule_on(facts, self.sheet_of(*hands, house=house, seating=seating))

    def ask(
        self, name: str, facts: Any = NONE, house: Any = None, seating: Seating | None = None, hands: Any = ()
    ) -> tuple[Any, list[str]]:
        """The verdict, and the numbers of the rules it cites."""
        ruling = self.ruled(name, facts, house, seating, hands)
        return to_json(ruling.verdict), [because.rule.number for because in ruling.because]

    def words(
        self, name: str, facts: Any = NONE, house: Any = None, seating: Seating | None = None, hands: Any = ()
    ) -> list[str]:
        """The reasons of a ruling in words."""
        return [ENGLISH.read(said.words) for said in self.ruled(name, facts, house, seating, hands).because]

    def briefing(self, sheet: Sheet[Any], begun: PartialHand | None = None) -> list[str]:
        """What the table is told on this sheet."""
        return [ENGLISH.read(said.words) for said in self.game.briefing(sheet, begun)]

    def briefed(
        self,
        *hands: Any,
        house: Any = None,
        seating: Seating | None = None,
        begun: PartialHand | None = None,
    ) -> list[str]:
        """What the table is told after these hands."""
        return self.briefing(self.sheet_of(*hands, house=house, seating=seating), begun)
