"""The kinds of hand: a hole by totals or by cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from games.engine import Ask, Cards, PerSide, Seat, Sheet, Side, _

from . import rulebook as rule
from .house import ROWS, House, KnockPenalty
from .layout import count_layout, least_total, most_total, squares, table_pack


def _least(sheet: Sheet[House]) -> int:
    return least_total(sheet.house)


def _most(sheet: Sheet[House]) -> int:
    return most_total(sheet.house)


def cards_each(sheet: Sheet[House]) -> int:
    """Return the number of cards in front of each player."""
    return sheet.house.layout


def every_card(sheet: Sheet[House]) -> Cards:
    return table_pack(sheet.house)


def rows_each(sheet: Sheet[House]) -> int:
    """Return the number of rows in a player's layout."""
    return ROWS[sheet.house.layout]


def _knocker_may_pay(hand: Any, sheet: Sheet[House]) -> bool:
    return sheet.house.knock_penalty is not KnockPenalty.NONE


AskKnocker = Annotated[
    Seat | None,
    Ask(
        _("Who knocked, or had all cards face up first?"),
        rule=rule.PENALTY,
        relevant_if=_knocker_may_pay,
        none=_("Not said yet"),
    ),
]


@dataclass(frozen=True)
class Hole:
    """A hole entered as totals."""

    title: ClassVar[str] = _("A hole")
    sentence: ClassVar[str] = _("{points}; knocked: {knocker}")

    points: Annotated[
        PerSide[int],
        Ask(
            _("Points of the hole"),
            least=_least,
            most=_most,
            rule=rule.COUNT,
            about=_("Without the penalty for knocking, which the sheet adds"),
        ),
    ]
    knocker: AskKnocker = None


@dataclass(frozen=True)
class ByCards:
    """A hole entered as cards, column by column from the top."""

    title: ClassVar[str] = _("By cards")
    sentence: ClassVar[str] = _("{cards}; knocked: {knocker}")

    cards: Annotated[
        PerSide[Cards],
        Ask(
            _("The cards, column by column"),
            least=cards_each,
            most=cards_each,
            available=every_card,
            rule=rule.VALUES,
            about=_("Top, bottom, top, bottom: a pair shows at once"),
            by_rank=True,
            rows=rows_each,
        ),
    ]
    knocker: AskKnocker = None


KINDS: dict[str, type] = {"hole": Hole, "cards": ByCards}
Hand = Hole | ByCards


def bonus_points(hand: Hand, side: Side, house: House) -> int:
    """Return a side's bonus for four alike in two columns; 0 if totals were entered, which include it."""
    return squares(hand.cards[side], house) * house.square_bonus if isinstance(hand, ByCards) else 0


def hole_points(hand: Hand, side: Side, house: House) -> int:
    """Return a side's points in a hole, before any penalty."""
    if isinstance(hand, Hole):
        return hand.points[side]
    return count_layout(hand.cards[side], house).points + bonus_points(hand, side, house)
