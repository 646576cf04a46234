"""The effect of a card: the next player, the direction of play, the cards owed for 2s."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.engine import Card, Cite, Seat, Sheet, _, cite, ngettext

from . import rulebook as rule
from .house import Ace, AceBetweenTwo, AfterDraw, EightOnTwo, House, Queen, Two

PRICE_OF_TWO = 2  # number of cards that the next player draws


@dataclass(frozen=True)
class Turn:
    """The player to move, the direction of play, and the cards owed for 2s not yet paid."""

    seat: Seat
    clockwise: bool = True
    owed: int = 0


def seat_after(turn: Turn, sheet: Sheet[House], steps: int = 1) -> Seat:
    """Return the seat whose turn comes after this many steps."""
    return sheet.seating.left(turn.seat, steps if turn.clockwise else -steps)


def turn_after(card: Card, turn: Turn, sheet: Sheet[House]) -> Turn:
    """Return the turn after the current player has laid this card."""
    house = sheet.house
    if card.rank == "2" and house.two is not Two.OFF:
        return Turn(seat_after(turn, sheet), turn.clockwise, turn.owed + PRICE_OF_TWO)
    if card.rank == "Q" and house.queen is Queen.SKIP:
        return Turn(seat_after(turn, sheet, 2), turn.clockwise)
    if card.rank == "A" and house.ace is Ace.REVERSE:
        if sheet.seating.seats > 2:
            turn = replace(turn, clockwise=not turn.clockwise)
        elif house.ace_two_player is AceBetweenTwo.AGAIN:
            return Turn(turn.seat, turn.clockwise)
    return Turn(seat_after(turn, sheet), turn.clockwise)


def answers_two(card: Card, house: House) -> bool:
    """Return whether a card may be laid on a 2 that is still to be paid."""
    may_stack = card.rank == "2" and house.two is Two.STACK
    return may_stack or (card.rank == "8" and house.eight_on_two is EightOnTwo.YES)


def turn_after_drawing(turn: Turn, sheet: Sheet[House]) -> Turn:
    """Return the turn after the current player has drawn the cards owed."""
    may_play = sheet.house.after_draw is AfterDraw.PLAYS
    return Turn(turn.seat if may_play else seat_after(turn, sheet), turn.clockwise)


def matches(card: Card, top: Card) -> bool:
    """Return whether a card matches another by suit or rank; an 8 matches all."""
    return card.rank == "8" or card.rank == top.rank or card.suit == top.suit


def cite_next_player(card: Card, turn_before: Turn, turn: Turn, sheet: Sheet[House]) -> Cite:
    """Cite the rule that says who is next after this card."""
    house = sheet.house
    if card.rank == "Q" and house.queen is Queen.SKIP:
        skipped = seat_after(turn_before, sheet)
        return cite(rule.QUEEN, _("{who} is next: the queen skips {skipped}"), who=turn.seat, skipped=skipped)
    if card.rank == "A" and house.ace is Ace.REVERSE:
        if sheet.seating.seats == 2:
            same_player = turn.seat == turn_before.seat
            words = (
                _("{who} goes again")
                if same_player
                else _("{who} is next: with two players an ace changes nothing")
            )
            return cite(rule.ACE_BETWEEN_TWO, words, who=turn.seat)
        words = (
            _("{who} is next: play goes clockwise now")
            if turn.clockwise
            else _("{who} is next: play goes anticlockwise now")
        )
        return cite(rule.ACE, words, who=turn.seat)
    if turn.owed:
        return cite(rule.TWO, _("{who} is next"), who=turn.seat)
    # Only an ace makes play go anticlockwise.
    return cite(rule.ORDER_OF_PLAY if turn.clockwise else rule.ACE, _("{who} is next"), who=turn.seat)


def cite_cards_owed(turn: Turn, house: House) -> Iterator[Cite]:
    """Cite the cards that the next player has to draw, and the ways to avoid it."""
    if not turn.owed:
        return
    words = ngettext("{who} must draw {n} card", "{who} must draw {n} cards", turn.owed, who=turn.seat)
    yield cite(rule.DEBT, words)
    if house.two is Two.STACK:
        yield cite(rule.TWO, _("Or {who} plays a 2, and passes the debt on"), who=turn.seat)
    if house.eight_on_two is EightOnTwo.YES:
        yield cite(rule.EIGHT_ON_TWO, _("Or {who} plays an 8, and nobody draws"), who=turn.seat)
