"""Who deals, and who plays: rules 2.10 and 2.11."""

from __future__ import annotations

from dataclasses import replace

from games.engine import Seat

from .hands import Hand, PassedIn, Revoke
from .house import Table
from .options import AllPass, RevokeRule
from .outcome import correction, hand_of, playing

REDEALS = 2  # how often the same dealer deals again, where it is at most twice: seed 002


def seats_in(sheet: Table) -> tuple[Seat, ...]:
    """The seats that play the next hand: all of them, unless somebody has dropped out."""
    sides = playing(sheet)
    return tuple(seat for seat in sheet.seating.every_seat if sheet.seating.side(seat) in sides)


def after(seat: Seat, sheet: Table) -> Seat:
    """The next seat to the left that plays."""
    left = sheet.seating.left(seat)
    inside = seats_in(sheet)
    # Points agreed on may put everybody out at once: then the deal passes on as if nobody were.
    return next((other for other in sheet.seating.round_from(left) if other in inside), left)


def _again(hand: Hand, redeals: int, sheet: Table) -> bool:
    """Whether the same dealer deals again after this hand."""
    if isinstance(hand, Revoke):
        return _void(sheet)
    how = sheet.house.all_pass
    same = how is AllPass.SAME_DEALER or (how is AllPass.TWICE and redeals < REDEALS)
    return isinstance(hand, PassedIn) and same


def _void(sheet: Table) -> bool:
    """Whether a hand with a revoke is void: rule 7.7."""
    return sheet.house.revoke_rule is RevokeRule.REDEAL


def dealing(sheet: Table) -> tuple[Seat, int]:
    """Who deals the next hand, and how often that player has dealt it already because nobody bid."""
    before = now = sheet.seating.first_dealer, 0
    for place, row in enumerate(sheet.rows, start=1):
        if correction(row):
            now = before if _void(sheet) else now
            continue
        hand = hand_of(row)
        if hand is None:
            continue
        before, (seat, redeals) = now, now
        if _again(hand, redeals, sheet):
            now = seat, redeals + isinstance(hand, PassedIn)
        else:
            now = after(seat, replace(sheet, rows=sheet.rows[:place])), 0
    seat, redeals = now
    return now if seat in seats_in(sheet) else (after(seat, sheet), 0)


def dealer(sheet: Table) -> Seat:
    """Who deals the next hand."""
    return dealing(sheet)[0]
