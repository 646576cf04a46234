"""Worked examples, calculated by hand from the sources: shown with the rules, and run as tests."""

from __future__ import annotations

from dataclasses import replace

from games.engine import Example, Goal, PerSeat, PerSide, Seat, Seating, Side, _

from . import choices
from .hands import (
    Deal,
    DragonHand,
    FourTwosHand,
    LastPlay,
    MalteseDragon,
    Pairs,
    Placings,
    Redeal,
)
from .house import House
from .presets import DA_LAO_ER, MAINLAND, PAIRWISE, TO_FIFTY

FOUR, THREE, TWO_PAIRS = Seating(4, 4), Seating(3, 3), Seating(4, 2)
NORTH, EAST, SOUTH, WEST = FOUR.every_seat
NONE, TWO, QUADS, STRAIGHT_FLUSH = (
    frozenset[choices.Held](),
    frozenset({choices.Held.TWO}),
    frozenset({choices.Held.QUADS}),
    frozenset({choices.Held.STRAIGHT_FLUSH}),
)
HONG_KONG = House()
DEALS = choices.Target.DEALS


def deal(winner: Seat, *left: int) -> Deal:
    """Return a plain deal: the winner, and the cards each player has left."""
    return Deal(winner, PerSide(left))


# Each example: title, house rules, seating, hands, and the total of each side.
EXAMPLES = (
    Example(
        _("All pay the winner: 3, 8 and 11 cards left, and eleven count double"), HONG_KONG, FOUR,
        (deal(NORTH, 0, 3, 8, 11),),
        (33, -3, -8, -22),
    ),
    Example(
        _("North ends on a 2; South still holds a 2, West a straight flush"), HONG_KONG, FOUR,
        (
            Deal(
                NORTH, PerSide((0, 3, 8, 9)), PerSide((NONE, NONE, TWO, STRAIGHT_FLUSH)),
                last_play=LastPlay.TWO,
            ),
        ),
        (74, -6, -32, -36),
    ),
    Example(
        _("Nothing played: thirteen cards count triple, and four of a kind still held doubles that"),
        HONG_KONG, FOUR,
        (Deal(EAST, PerSide((13, 0, 1, 2)), PerSide((QUADS, NONE, NONE, NONE))),),
        (-78, 81, -1, -2),
    ),
    Example(
        _("Eleven cards with a 2 among them, and the winner ends on a 2: eight times eleven"),
        HONG_KONG, FOUR,
        (Deal(NORTH, PerSide((0, 11, 1, 1)), PerSide((NONE, TWO, NONE, NONE)), last_play=LastPlay.TWO),),
        (92, -88, -2, -2),
    ),
    Example(
        _("Three players: twelve cards count double, seventeen triple"), HONG_KONG, THREE,
        (deal(Seat(0), 0, 12, 17), deal(Seat(1), 11, 0, 16)),
        (75 - 11, -24 + 11 + 32, -51 - 32),
    ),
    Example(
        _("Each unused 2 doubles again"), replace(HONG_KONG, unused_double=choices.Unused.PER_TWO), FOUR,
        (Deal(NORTH, PerSide((0, 3, 5, 4)), twos=PerSide((0, 1, 2, 0))),),
        (30, -6, -20, -4),
    ),
    Example(
        _("Everybody pays everybody: 0, 11, 12 and 13 cards"), PAIRWISE, FOUR,
        (deal(NORTH, 0, 11, 12, 13), deal(WEST, 1, 1, 1, 0)),
        (85 - 1, -3 - 1, -11 - 1, -71 + 3),
    ),
    Example(
        _("The mainland's steps at 8, 10 and 13: 0, 1, 8 and 12 cards"), MAINLAND, FOUR,
        (deal(NORTH, 0, 1, 8, 12),),
        (53, 49, -11, -91),
    ),
    Example(
        _("The mainland's steps again: 5, 8, 0 and 12 cards"), MAINLAND, FOUR,
        (deal(SOUTH, 5, 8, 0, 12),),
        (37, -7, 57, -87),
    ),
    Example(
        _("Da Lao Er: eleven cards count double, and so do thirteen"), DA_LAO_ER, FOUR,
        (deal(NORTH, 0, 10, 11, 13),),
        (10 + 22 + 26, -10, -22, -26),
    ),
    Example(
        _("East played last before North, let North out and pays for all"),
        replace(HONG_KONG, assist_penalty=choices.Assist.PAYS_ALL), FOUR,
        (replace(deal(NORTH, 0, 3, 8, 11), assist=EAST),),
        (33, -33, 0, 0),
    ),
    Example(
        _("Everybody pays everybody; North let East out and pays each of the others for all the cards left"),
        replace(PAIRWISE, assist_penalty=choices.Assist.PAYS_ALL, direction=choices.Direction.CLOCKWISE),
        FOUR,
        (replace(deal(EAST, 3, 0, 1, 2), assist=NORTH),),
        (-18, 6, 6, 6),
    ),
    Example(
        _("The winner forgot to call “last card” and takes the losses of all the others"),
        replace(HONG_KONG, last_card_call=choices.LastCall.REQUIRED), FOUR,
        (replace(deal(NORTH, 0, 3, 8, 11), forgot=True),),
        (-33, 0, 0, 0),
    ),
    Example(
        _("A winner who forgot to call “last card” where everybody pays everybody"),
        replace(PAIRWISE, last_card_call=choices.LastCall.REQUIRED), FOUR,
        (replace(deal(NORTH, 0, 1, 1, 1), forgot=True),),
        (-9, 3, 3, 3),
    ),
    Example(
        _("Penalty points to 50: the lowest total wins"), TO_FIFTY, FOUR,
        (deal(NORTH, 0, 13, 12, 5), deal(NORTH, 0, 10, 1, 2)),
        (0, 59, 25, 7), winners=(0,),
    ),
    Example(
        _("Penalty points to 50: two who have the lowest total share the win"), TO_FIFTY, FOUR,
        (deal(NORTH, 0, 13, 4, 5), deal(SOUTH, 4, 12, 0, 2)),
        (4, 63, 4, 7), winners=(0, 2),
    ),
    Example(
        _("A match of two deals; the winner of each gets 5 more"),
        replace(HONG_KONG, target=Goal(DEALS, 2), winner_bonus=5), FOUR,
        (deal(NORTH, 0, 3, 8, 11), deal(EAST, 2, 0, 1, 1)),
        (38 - 2, -3 + 9, -8 - 1, -22 - 1), winners=(0,),
    ),
    Example(
        _("Cards left count what they are worth: tens and faces 10"),
        replace(HONG_KONG, card_value=choices.CardValue.PUSOY), FOUR,
        (Deal(NORTH, PerSide((0, 2, 10, 1)), worth=PerSide((0, 20, 71, 2))),),
        (20 + 142 + 2, -20, -142, -2),
    ),
    Example(
        _("A dragon wins at once: each of the others pays for thirteen cards"),
        replace(HONG_KONG, dragon=choices.Dragon.WIN), FOUR,
        (DragonHand(SOUTH),),
        (-39, -39, 117, -39),
    ),
    Example(
        _("All four 2s win at once"), replace(HONG_KONG, four_twos=choices.FourTwos.WIN), FOUR,
        (FourTwosHand(WEST),),
        (-39, -39, -39, 117),
    ),
    Example(
        _("Six pairs win at once, but with a pair of 3s they lose"),
        replace(HONG_KONG, maltese_dragon=True), FOUR,
        (MalteseDragon(NORTH), MalteseDragon(EAST, threes=True)),
        (117 + 39, -39 - 117, 0, 0),
    ),
    Example(
        _("A weak hand is thrown in and dealt again: nobody scores"),
        replace(HONG_KONG, redeal_weak=choices.WeakHand.POINTS), FOUR,
        (Redeal(WEST), deal(NORTH, 0, 1, 2, 3)),
        (6, -1, -2, -3),
    ),
    Example(
        _("Pairs: West goes out, but East's ten cards are more than the nine of North and South"),
        House(team_play=choices.Team.PAIRS), TWO_PAIRS,
        (Pairs(WEST, PerSeat((4, 10, 5, 0))),),
        (20, -20),
    ),
    Example(
        _("Pairs: nine cards each, and North and South win the shoot-out"),
        House(team_play=choices.Team.PAIRS), TWO_PAIRS,
        (Pairs(NORTH, PerSeat((0, 4, 9, 5)), shootout=Side(0)),),
        (9, -9),
    ),
    Example(
        _("Played for places: the most firsts win"),
        replace(HONG_KONG, payment=choices.Payment.PLACINGS, target=Goal(DEALS, 3)), FOUR,
        (Placings(PerSide((1, 2, 3, 4))), Placings(PerSide((4, 1, 2, 3))), Placings(PerSide((1, 3, 4, 2)))),
        (0, 0, 0, 0), winners=(0,),
    ),
    Example(
        _("President: places give titles for the next deal"), House(president=choices.President.ON), FOUR,
        (Placings(PerSide((2, 1, 4, 3))),),
        (0, 0, 0, 0),
    ),
)  # fmt: skip
