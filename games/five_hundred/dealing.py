"""The dealer and the players of a hand: rules 2.10 and 2.11."""

from __future__ import annotations

from typing import NamedTuple

from games.engine import Row, Seat, Sheet, Side, incremental_fold

from .choices import AllPass, RevokeRule
from .hands import Hand, PassedIn, Revoke
from .house import House
from .outcome import correction, hand_in_row
from .standing import sides_left_after, sides_playing

REDEALS = 2  # the maximum number of times that the same dealer deals again (``AllPass.TWICE``)


def seats_playing(sheet: Sheet[House]) -> tuple[Seat, ...]:
    """Return the seats that play the next hand: all, unless a side has dropped out."""
    sides = sides_playing(sheet)
    return tuple(seat for seat in sheet.seating.every_seat if sheet.seating.side(seat) in sides)


def next_player(seat: Seat, sheet: Sheet[House]) -> Seat:
    """Return the next seat to the left that plays."""
    return _next_on_sides(seat, sides_playing(sheet), sheet)


def _next_on_sides(seat: Seat, sides: tuple[Side, ...], sheet: Sheet[House]) -> Seat:
    """Return the next seat to the left that plays for one of these sides."""
    next_seat = sheet.seating.left(seat)
    # Adjustments may put out all sides at once: then the deal passes on as if no side were out.
    return next(
        (other for other in sheet.seating.round_from(next_seat) if sheet.seating.side(other) in sides),
        next_seat,
    )


def _same_dealer_again(hand: Hand, redeals: int, sheet: Sheet[House]) -> bool:
    """Return whether the same dealer deals again after this hand."""
    if isinstance(hand, Revoke):
        return _revoke_voids_hand(sheet)
    all_pass = sheet.house.all_pass
    may_redeal = all_pass is AllPass.SAME_DEALER or (all_pass is AllPass.TWICE and redeals < REDEALS)
    return isinstance(hand, PassedIn) and may_redeal


def _revoke_voids_hand(sheet: Sheet[House]) -> bool:
    """Return whether a hand with a revoke is void (rule 7.7)."""
    return sheet.house.revoke_rule is RevokeRule.REDEAL


class _Deals(NamedTuple):
    """The dealer and the number of redeals so far, for the last hand and for the next one."""

    last_deal: tuple[Seat, int]
    next_deal: tuple[Seat, int]
    sides: tuple[Side, ...]  # the sides that play the next deal


def _first_deal(sheet: Sheet[House]) -> _Deals:
    return _Deals((sheet.seating.first_dealer, 0), (sheet.seating.first_dealer, 0), sheet.seating.every_side)


@incremental_fold(_first_deal)
def _deals(so_far: _Deals, row: Row, sheet: Sheet[House]) -> _Deals:
    last_deal, next_deal, sides = so_far
    sides = sides_left_after(row, sides, sheet)
    if correction(row):
        return _Deals(last_deal, last_deal if _revoke_voids_hand(sheet) else next_deal, sides)
    hand = hand_in_row(row)
    if hand is None:
        return _Deals(last_deal, next_deal, sides)
    seat, redeals = next_deal
    if _same_dealer_again(hand, redeals, sheet):
        return _Deals(next_deal, (seat, redeals + isinstance(hand, PassedIn)), sides)
    return _Deals(next_deal, (_next_on_sides(seat, sides, sheet), 0), sides)


def dealer_and_redeals(sheet: Sheet[House]) -> tuple[Seat, int]:
    """Return the next dealer, and the number of redeals so far because nobody bid."""
    seat, redeals = _deals(sheet).next_deal
    return (seat, redeals) if seat in seats_playing(sheet) else (next_player(seat, sheet), 0)


def dealer(sheet: Sheet[House]) -> Seat:
    return dealer_and_redeals(sheet)[0]
