"""Worked examples, calculated by hand: shown to players, and run as tests."""

from __future__ import annotations

from dataclasses import replace

from games.engine import AcceptedRuling, Example, PerSide, Seat, Seating, Side, _

from .hands import REVOKE, Barouche, Deal, Hand, PassedIn, Revoke
from .house import BAROUCHE, KITTY, PAGAT, TRADITIONAL, BothReach, House, HundredRule, RevokeRule

FOUR, THREE = Seating(4, 2), Seating(3, 3)
NORTH, EAST, SOUTH, WEST = FOUR.every_seat
ANN, BO, CY = THREE.every_seat


def deal(bidder: Seat, bid: int, *points_taken: int, defender_bid: bool = False) -> Deal:
    return Deal(bidder, bid, PerSide(points_taken), defender_bid=defender_bid)


# North and South reach 120, East and West 100: the start of Pagat's worked example.
# The comment after each hand gives the totals.
PAGAT_START: tuple[Hand, ...] = (
    deal(NORTH, 60, 60, 40),  # 60, 40
    deal(EAST, 50, 60, 40),  # 120, −10
    deal(WEST, 60, 40, 60),  # 120, 50: North and South stood at 120 and were silent
    deal(EAST, 50, 50, 50),  # 120, 100
)

SHUT_OUT_SCORES = replace(TRADITIONAL, shutout_counts_as_silent=False)
HIGHER_TOTAL = replace(TRADITIONAL, both_reach=BothReach.HIGHER_TOTAL)
OFFENDER_LOSES = replace(TRADITIONAL, revoke_rule=RevokeRule.OFFENDER_LOSES_HAND)

# North and South reach 150, East and West 190, and both can go out.
BOTH_NEAR: tuple[Hand, ...] = (
    deal(EAST, 90, 5, 95),  # 5, 95
    deal(WEST, 95, 5, 95),  # 10, 190
    deal(NORTH, 60, 90, 10),  # 100, 190: from here on East and West were silent
    deal(SOUTH, 50, 50, 50),  # 150, 190
)

# Both in the hole: North and South at −240, East and West at −30.
BOTH_DOWN: tuple[Hand, ...] = (
    deal(EAST, 100, 10, 90),  # 10, −100
    deal(NORTH, 100, 95, 5),  # −90, −95
    deal(SOUTH, 100, 90, 10),  # −190, −85
    deal(NORTH, 50, 45, 55),  # −240, −30
)

EXAMPLES: tuple[Example[House], ...] = (
    Example(
        _("A bid that is made scores every point taken: bid 60, took 85"),
        TRADITIONAL,
        FOUR,
        (deal(NORTH, 60, 85, 15),),
        (85, 15),
    ),
    Example(
        _("A bid that fails costs the bid: bid 60, took 55"),
        TRADITIONAL,
        FOUR,
        (deal(NORTH, 60, 55, 45),),
        (-60, 45),
    ),
    Example(
        _("Everybody passed: nobody scores"),
        TRADITIONAL,
        FOUR,
        (PassedIn(), deal(EAST, 50, 45, 55)),
        (45, 55),
    ),
    Example(
        _("At 120 to 100, 75 bid and 85 taken: the bidders are out"),
        PAGAT,
        FOUR,
        (*PAGAT_START, deal(NORTH, 75, 85, 15)),
        (205, 100),
        winners=(0,),
    ),
    Example(
        _("At 120 to 100, 75 bid and 75 taken: the defenders' 25 count, for one of them bid"),
        PAGAT,
        FOUR,
        (*PAGAT_START, deal(NORTH, 75, 75, 25, defender_bid=True)),
        (195, 125),
    ),
    Example(
        _("At 120 to 100, 75 bid and 70 taken: the silent defenders score nothing"),
        PAGAT,
        FOUR,
        (*PAGAT_START, deal(NORTH, 75, 70, 30)),
        (45, 100),
    ),
    Example(
        _("Below 100 before the hand: the defenders score, even past 100"),
        TRADITIONAL,
        FOUR,
        (deal(EAST, 90, 5, 95), deal(NORTH, 60, 70, 30)),
        (75, 125),
    ),
    Example(
        _("100 called at once: defenders who had no turn score where they do not count as silent"),
        SHUT_OUT_SCORES,
        FOUR,
        (
            deal(NORTH, 60, 60, 40),
            deal(NORTH, 50, 50, 50),
            # The dealer is South: West speaks first, and neither North nor South has a turn.
            Deal(WEST, 100, PerSide((30, 70)), first_call=True),
        ),
        (140, -10),
    ),
    Example(
        _("Both sides over 200: the bidders win, though they have less"),
        TRADITIONAL,
        FOUR,
        (*BOTH_NEAR, deal(NORTH, 55, 55, 45, defender_bid=True)),
        (205, 235),
        winners=(0,),
    ),
    Example(
        _("Both sides over 200, where the higher total wins"),
        HIGHER_TOTAL,
        FOUR,
        (*BOTH_NEAR, deal(NORTH, 55, 55, 45, defender_bid=True)),
        (205, 235),
        winners=(1,),
    ),
    Example(
        _("Both sides at 200, where the higher total wins and they are equal: the bidders win"),
        replace(HIGHER_TOTAL, hundred_rule=HundredRule.OFF),
        FOUR,
        (deal(NORTH, 50, 50, 50),) * 3 + (deal(EAST, 50, 50, 50),),
        (200, 200),
        winners=(1,),
    ),
    Example(
        _("A side at −200 loses"),
        TRADITIONAL,
        FOUR,
        (deal(NORTH, 100, 70, 30), deal(SOUTH, 100, 60, 40)),
        (-200, 70),
        winners=(1,),
    ),
    Example(
        _("By Pagat's rule a side below −200 plays on while its opponents are below zero"),
        PAGAT,
        FOUR,
        BOTH_DOWN,
        (-240, -30),
    ),
    Example(
        _("By Pagat's rule a side at −200 loses as soon as its opponents are back at zero"),
        PAGAT,
        FOUR,
        (*BOTH_DOWN, deal(EAST, 50, 40, 60)),
        (-200, 30),
        winners=(1,),
    ),
    Example(
        _("With a kitty: the points buried are the defenders'"),
        KITTY,
        FOUR,
        (Deal(NORTH, 60, PerSide((65, 25)), buried=10),),
        (65, 35),
    ),
    Example(
        _("La Barouche: every counter taken, and the game is won"),
        BAROUCHE,
        FOUR,
        (deal(NORTH, 30, 45, 55), Barouche(EAST, made=True)),
        (45, 55),
        winners=(1,),
    ),
    Example(
        _("A defender did not follow suit, where that costs the hand"),
        OFFENDER_LOSES,
        FOUR,
        (AcceptedRuling(REVOKE, Revoke(NORTH, 75, PerSide((70, 30)), by=Side(1))),),
        (75, 0),
    ),
    Example(
        _("Three players, each for themselves: scored by this site's own rule"),
        TRADITIONAL,
        THREE,
        (deal(ANN, 60, 60, 25, 15), deal(BO, 55, 30, 50, 20)),
        (90, -30, 35),
    ),
)
