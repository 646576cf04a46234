"""Something went wrong at the table: what, in which hand, what the rules say, and what can be done."""

from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from games.engine import (
    AGREED,
    AcceptedRuling,
    Adjustment,
    Entry,
    Irregularity,
    Mishap,
    RuleAtTable,
    irregularities,
    rule_at_table,
)
from scorekeeper.sheet.presenters import HandRow, hand_row, row_of, struck_row
from scorekeeper.tables.access import MatchContext

NEWEST = 5  # hands that are offered at once
A_PAGE = 25  # earlier ones, or penalties, that are drawn for one page of a long sheet

# What nothing has been scored for yet, and is put right by dealing anew.
DEALT_ANEW = (Mishap.MISDEAL, Mishap.CARDS, Mishap.EXPOSED, Mishap.TURN)


@dataclass(frozen=True)
class Kind:
    """A kind of irregularity in a game's words, its rules, and the questions that settle it."""

    mishap: Mishap
    label: str
    rules: tuple[RuleAtTable, ...]
    questions: tuple[tuple[str, str], ...]

    @property
    def id(self) -> str:
        return str(self.mishap.value)


def kinds(place: MatchContext) -> list[Kind]:
    """The kinds that can happen at this table, in the order a hand is played in."""
    return [_kind(place, one) for one in irregularities(place.game, place.sheet.house)]


def kind_of(place: MatchContext, id: str) -> Kind | None:
    """The kind of this stored name; None where it cannot happen at this table."""
    return next((kind for kind in kinds(place) if kind.id == id), None)


def _kind(place: MatchContext, one: Irregularity) -> Kind:
    game, house, words = place.game, place.sheet.house, place.words
    rules = (rule_at_table(game, rule, house, words) for rule in one.rules)
    asked = game.questions.items()
    return Kind(
        one.mishap,
        words.gettext(one.text),
        tuple(rule for rule in rules if rule.played),
        tuple((id, words.gettext(put.text)) for id, put in asked if put.mishap is one.mishap),
    )


@dataclass(frozen=True)
class Case:
    """A kind of irregularity in one hand; ``hand`` is None for the hand that is on."""

    place: MatchContext
    kind: Kind
    hand: int | None

    @cached_property
    def row(self) -> HandRow | None:
        return None if self.hand is None else row_of(self.place.localized, self.hand)

    @property
    def agreed(self) -> str:
        """What holds where no rule does."""
        return self.place.words.gettext(AGREED.text)

    @property
    def dealt_anew(self) -> bool:
        """Whether dealing again settles it, with nothing to write."""
        return self.hand is None and self.kind.mishap in DEALT_ANEW


def hand_is_on(place: MatchContext) -> bool:
    """Whether something may go wrong in a hand that is not written yet."""
    return place.is_newest and place.sheet.outcome is None


def hands(place: MatchContext, first: int, most: int) -> list[HandRow]:
    """So many of the hands that stand, the newest first, without the first so many."""
    rows = place.sheet.rows
    return [
        hand_row(place.localized, rows[index], index) for index in range(len(rows) - 1 - first, -1, -1)[:most]
    ]


@dataclass(frozen=True)
class Penalty:
    """Points given by a ruling or by agreement, and why; lifted, they count no more."""

    row: HandRow
    why: str


def penalties(place: MatchContext, first: int = 0) -> tuple[list[Penalty], bool]:
    """The rows that the table wrote beside its hands, lifted ones too, the newest first; whether
    there are more. Only those of one page are drawn, without the first so many.
    """
    at = {row.number: index for index, row in enumerate(place.sheet.rows)}
    beside = (one for number in reversed(place.story.order) if (one := _beside(place, number)))
    page = list(islice(beside, first, first + A_PAGE + 1))
    found = []
    for number, said in page[:A_PAGE]:
        index = at.get(number)
        row = (
            struck_row(place.localized, number)
            if index is None
            else hand_row(place.localized, place.sheet.rows[index], index)
        )
        why = place.story.versions(number)[-1].entry.why if row.struck else said.why
        found.append(Penalty(row, why if why not in row.short else ""))
    return found, len(page) > A_PAGE


def _beside(place: MatchContext, number: int) -> tuple[int, Entry] | None:
    """The entry of a row that is no hand; struck out, what it said last."""
    versions = place.story.versions(number)
    said = next((one.entry for one in reversed(versions) if one.entry.hand is not None), None)
    return (number, said) if said is not None and isinstance(said.hand, Adjustment | AcceptedRuling) else None
