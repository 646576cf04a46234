"""What players of Big Two tell of each other: who goes out, and who is left with how many cards."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Feat, How, Sheet, Side, _, deed, hands_of

from .hands import Deal, DragonHand, MalteseDragon, Pairs, Placings, most_left
from .house import House

OUT = deed("out", _("Went out first"), How.RATIO)
LEFT = deed("cards_left", _("Cards left, a deal lost"), How.MEAN)
MOST_LEFT = deed("most_left", _("Most cards left"), How.MOST)
WHOLE = deed("whole_hand", _("Caught with the whole hand"))
TWOS = deed("twos_left", _("2s left in the hand"), How.SUM)
EVERYBODY = deed("everybody", _("Cards that one deal left with the others"), How.MOST)
DRAGON = deed("dragon", _("A dragon"), badge=True)
FIRST = deed("first", _("Came first"), How.RATIO)
LAST = deed("last", _("Came last"), How.RATIO)
DEEDS = (OUT, LEFT, MOST_LEFT, WHOLE, TWOS, EVERYBODY, DRAGON, FIRST, LAST)


def feats(sheet: Sheet[House]) -> Iterator[Feat]:
    """What was done in a match."""
    seating = sheet.seating
    for row, before in hands_of(sheet, Deal, Pairs):
        hand: Deal | Pairs = row.hand
        everyone = seating.every_side if isinstance(hand, Deal) else seating.every_seat
        winner = seating.side(hand.winner) if isinstance(hand, Deal) else hand.winner
        yield EVERYBODY.came_to(hand.winner, row, sum(hand.left))
        for who in everyone:
            yield OUT.tried(who, row, who == winner)
            if who != winner:
                yield LEFT.came_to(who, row, hand.left[who])
                yield MOST_LEFT.came_to(who, row, hand.left[who])
                if hand.twos[who]:
                    yield TWOS.came_to(who, row, hand.twos[who])
                if hand.left[who] == most_left(before):
                    yield WHOLE.done(who, row)
    for row, _before in hands_of(sheet, Placings):
        for place, side in zip(row.hand.places, seating.every_side, strict=True):
            yield FIRST.tried(Side(side), row, place == 1)
            yield LAST.tried(Side(side), row, place == max(row.hand.places))
    for row, _before in hands_of(sheet, DragonHand, MalteseDragon):
        yield DRAGON.done(row.hand.by, row)
