"""Worked examples, calculated by hand: shown to players, and run as tests."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from games.engine import Adjustment, Example, PerSeat, PerSide, Seat, Seating, _

from .game_value import Announced, NullGame, Trumps
from .hands import Null, PassedIn, Ramsch, Tricks, TrumpGame
from .house import (
    PUB,
    SIMPLE,
    BockTrigger,
    FailedAnnouncement,
    House,
    NullOverbid,
    RamschStake,
    RamschTie,
    Scoring,
    Settlement,
)

THREE, FOUR = Seating(3, 3), Seating(4, 4)
ANN, BO, CY = Seat(0), Seat(1), Seat(2)
LEAGUE = House(scoring=Scoring.SEEGER_FABIAN)
RAMSCH = replace(PUB, kontra=False, re=False, bock=frozenset())

# TrumpGame's positional arguments: declarer, game, matadors, card points.
CLUBS_HAND = TrumpGame(ANN, Trumps.CLUBS, 2, 93, hand=True)
LOST_SPADES = TrumpGame(BO, Trumps.SPADES, 1, 55)

# Each example: title, house rules, seating, deals, totals, and the winners if the list is over.
EXAMPLES = (
    Example(_("Clubs hand with 2, schneider: 5 × 12 = 60"), SIMPLE, THREE, (CLUBS_HAND,), (60, 0, 0)),
    Example(_("Spades with 1, lost with 55: 2 × 22 off"), SIMPLE, THREE, (LOST_SPADES,), (0, -44, 0)),
    Example(
        _("Hearts hand, the jack of spades found in the skat, 93 card points: 5 × 10 = 50"),
        SIMPLE,
        THREE,
        (TrumpGame(BO, Trumps.HEARTS, 2, 93, hand=True),),
        (0, 50, 0),
    ),
    Example(
        _("Clubs played open with 2: 9 × 12 = 108"),
        SIMPLE,
        THREE,
        (TrumpGame(ANN, Trumps.CLUBS, 2, 120, hand=True, announced=Announced.OUVERT, tricks=Tricks.ALL),),
        (108, 0, 0),
    ),
    Example(
        _("Grand played open with 4, and a trick lost: 264 twice over"),
        SIMPLE,
        THREE,
        (TrumpGame(CY, Trumps.GRAND, 4, 106, hand=True, announced=Announced.OUVERT),),
        (0, 0, -528),
    ),
    Example(
        _("Grand hand with 4, schneider announced, 89 card points: 8 × 24 is charged"),
        SIMPLE,
        THREE,
        (TrumpGame(ANN, Trumps.GRAND, 4, 89, hand=True, announced=Announced.SCHNEIDER),),
        (-384, 0, 0),
    ),
    Example(
        _("The same where only the steps reached are charged: 6 × 24"),
        replace(SIMPLE, failed_announcement=FailedAnnouncement.CHARGE_REACHED),
        THREE,
        (TrumpGame(ANN, Trumps.GRAND, 4, 89, hand=True, announced=Announced.SCHNEIDER),),
        (-288, 0, 0),
    ),
    Example(
        _("Hearts with 1 on a bid of 24, 65 card points: overbid, lost as 30"),
        SIMPLE,
        THREE,
        (TrumpGame(CY, Trumps.HEARTS, 1, 65, bid=24),),
        (0, 0, -60),
    ),
    Example(
        _("The same with 92: schneider makes it 30, and it is won"),
        SIMPLE,
        THREE,
        (TrumpGame(CY, Trumps.HEARTS, 1, 92, bid=24),),
        (0, 0, 30),
    ),
    Example(
        _("Spades hand on a bid of 72, the jack of clubs in the skat: 77, twice over"),
        SIMPLE,
        THREE,
        (TrumpGame(ANN, Trumps.SPADES, 1, 70, hand=True, bid=72),),
        (-154, 0, 0),
    ),
    Example(
        _("A lost hand game under the rules before 1999: its value once"),
        replace(SIMPLE, loss_factor_hand=1),
        THREE,
        (TrumpGame(ANN, Trumps.GRAND, 4, 89, hand=True, announced=Announced.SCHNEIDER),),
        (-192, 0, 0),
    ),
    Example(
        _("Null made, null hand lost"),
        SIMPLE,
        THREE,
        (Null(ANN, NullGame.NULL, True), Null(BO, NullGame.NULL_HAND, False)),
        (23, -70, 0),
    ),
    Example(
        _("Null on a bid of 46: overbid, charged as 2 × 23 = 46 and lost double"),
        replace(SIMPLE, null_overbid=NullOverbid.MULTIPLE_OF_23),
        THREE,
        (Null(ANN, NullGame.NULL, True, bid=46),),
        (-92, 0, 0),
    ),
    Example(
        _("Three deals of a league list: 60 and 50 for Clubs hand, a lost game, a deal passed in"),
        replace(LEAGUE, list_deals=3),
        THREE,
        (CLUBS_HAND, LOST_SPADES, PassedIn()),
        (60 + 50 + 40, -44 - 50, 40),
        winners=(0,),
    ),
    Example(
        _("At four the dealer sits out, and shares the 30 for a lost game"),
        LEAGUE,
        FOUR,
        (TrumpGame(BO, Trumps.SPADES, 1, 55),),
        (30, -44 - 50, 30, 30),
    ),
    Example(
        _("Tied on points: whoever has won more games ranks first"),
        replace(SIMPLE, list_deals=3),
        THREE,
        (
            TrumpGame(ANN, Trumps.DIAMONDS, 1, 70),
            TrumpGame(ANN, Trumps.DIAMONDS, 1, 71),
            TrumpGame(BO, Trumps.CLUBS, 2, 72),
        ),
        (36, 36, 0),
        winners=(0,),
    ),
    Example(
        _("Kontra and Re: clubs with 1, won, four times 24"),
        PUB,
        THREE,
        (TrumpGame(ANN, Trumps.CLUBS, 1, 70, kontra=BO, re=True),),
        (96, 0, 0),
    ),
    Example(
        _("60 to 60 opens a round of Bock: three deals count double, the fourth does not"),
        PUB,
        THREE,
        (
            TrumpGame(ANN, Trumps.DIAMONDS, 1, 60),
            *[TrumpGame(BO, Trumps.DIAMONDS, 1, 70)] * 4,
        ),
        (-36, 36 + 36 + 36 + 18, 0),
    ),
    Example(
        _("A grand hand opens a Bock and is itself doubled"),
        replace(SIMPLE, bock=frozenset({BockTrigger.GRAND_HAND}), bock_opening=True),
        THREE,
        (TrumpGame(ANN, Trumps.GRAND, 1, 70, hand=True),),
        (144, 0, 0),
    ),
    Example(_("Ramsch: 58 card points lost"), RAMSCH, THREE, (Ramsch(PerSeat((22, 58, 40))),), (0, -58, 0)),
    Example(
        _("Ramsch with a player who took no trick: 70 card points twice"),
        RAMSCH,
        THREE,
        (Ramsch(PerSeat((0, 70, 50)), virgin=ANN),),
        (0, -140, 0),
    ),
    Example(
        _("Ramsch, every trick taken"),
        RAMSCH,
        THREE,
        (Ramsch(PerSeat((0, 120, 0)), all_tricks=True),),
        (0, 120, 0),
    ),
    Example(
        _("Ramsch, two tied at 45: they share the loss"),
        replace(RAMSCH, ramsch_tie=RamschTie.SHARED),
        THREE,
        (Ramsch(PerSeat((45, 45, 30))),),
        (Fraction(-45, 2), Fraction(-45, 2), 0),
    ),
    Example(
        _("Ramsch, the skat passed on unseen twice"),
        replace(RAMSCH, ramsch_push_doubles=True),
        THREE,
        (Ramsch(PerSeat((22, 58, 40)), unseen_pushes=2),),
        (0, -232, 0),
    ),
    Example(
        _("Ramsch at fixed stakes: 10, and 15 with a player who took no trick"),
        replace(RAMSCH, ramsch_stake=RamschStake.FIXED),
        THREE,
        (Ramsch(PerSeat((22, 58, 40))), Ramsch(PerSeat((0, 50, 70)), virgin=ANN)),
        (0, -10, -15),
    ),
    Example(
        _("Each settles with each: 55, −20, 15 and −10 become 180, −120, 20 and −80"),
        replace(SIMPLE, list_deals=1, settlement=Settlement.PAIRWISE),
        FOUR,
        (Adjustment(PerSide((55, -20, 15, -10)), "from the evening before"), PassedIn()),
        (180, -120, 20, -80),
        winners=(0,),
    ),
    Example(
        _("Paid by each of the others at once: 24 from each"),
        replace(SIMPLE, settlement=Settlement.TO_EACH),
        THREE,
        (TrumpGame(ANN, Trumps.CLUBS, 1, 70),),
        (48, -24, -24),
    ),
)
