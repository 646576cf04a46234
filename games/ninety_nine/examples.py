"""Worked examples, calculated by hand: shown to players, and run as tests."""

from __future__ import annotations

from dataclasses import replace

from games.engine import Example, Goal, PerSide, Seating, _

from .house import USUAL, FailedPremium, Length
from .scoring import Deal, Premium

THREE = Seating(3, 3)
TO_100 = replace(USUAL, game_length=Goal(Length.TARGET, 100))
RUBBER = replace(USUAL, game_length=Goal(Length.RUBBER))
NO_PREMIUM, DECLARED, REVEALED = Premium.NONE, Premium.DECLARE, Premium.REVEAL

# A deal has the bids, the tricks taken and the premiums, each with a value for each player.

# Nine tricks for the first player, revealed and made alone: 9 + 30 + 60, which gave the game its name.
NINETY_NINE = Deal(PerSide((9, 1, 1)), PerSide((9, 0, 0)), PerSide((REVEALED, NO_PREMIUM, NO_PREMIUM)))
ALL_THREE_MAKE_IT = Deal(PerSide((3, 2, 4)), PerSide((3, 2, 4)))
TWO_MAKE_IT = Deal(PerSide((3, 2, 5)), PerSide((3, 2, 4)))
REVEAL_FAILS = Deal(PerSide((5, 2, 3)), PerSide((4, 2, 3)), PerSide((REVEALED, NO_PREMIUM, NO_PREMIUM)))
DECLARE_FAILS = Deal(PerSide((5, 2, 3)), PerSide((4, 3, 2)), PerSide((DECLARED, NO_PREMIUM, NO_PREMIUM)))
ONE_MORE_DEAL = Deal(PerSide((1, 3, 4)), PerSide((1, 4, 4)))

# Each example: title, house rules, seating, hands, totals, and the winners if the game is over.
EXAMPLES = (
    Example(_("All three make it: 10 each"), USUAL, THREE, (ALL_THREE_MAKE_IT,), (13, 12, 14)),
    Example(_("Two make it: 20 each"), USUAL, THREE, (TWO_MAKE_IT,), (23, 22, 4)),
    Example(_("Nine tricks bid, revealed and made alone: 99"), USUAL, THREE, (NINETY_NINE,), (99, 0, 0)),
    Example(
        _("A premium that fails gives each of the others 60 or 30, even one who failed too"),
        USUAL,
        THREE,
        (REVEAL_FAILS, DECLARE_FAILS),
        (4 + 4, 2 + 20 + 60 + 3 + 30, 3 + 20 + 60 + 2 + 30),
    ),
    Example(
        _("House rule: a failed premium gives the others nothing"),
        replace(USUAL, failed_premium=FailedPremium.NONE),
        THREE,
        (REVEAL_FAILS,),
        (4, 22, 23),
    ),
    Example(
        _("Two deals played of two: the highest total wins"),
        replace(USUAL, game_length=Goal(Length.DEALS, 2)),
        THREE,
        (ALL_THREE_MAKE_IT, TWO_MAKE_IT),
        (36, 34, 18),
        winners=(0,),
    ),
    Example(
        _("To 100: 99 is not enough; in the next deal the first player reaches 100 and gets 100 more"),
        TO_100,
        THREE,
        (NINETY_NINE, ONE_MORE_DEAL),
        (99 + 21 + 100, 4, 24),
        winners=(0,),
    ),
    Example(
        _("A rubber in three straight games: 500 more"),
        RUBBER,
        THREE,
        (NINETY_NINE, ONE_MORE_DEAL) * 3,
        (3 * 220 + 500, 12, 72),
        winners=(0,),
    ),
)
