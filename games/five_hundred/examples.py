"""Worked examples: shown with the rules, and run as tests."""

from __future__ import annotations

from dataclasses import replace

from games.engine import Example, PerSide, Seat, Seating, Side, _

from . import presets
from .bids import Call, Trumps
from .choices import (
    BackDoorMulti,
    BothReach,
    DefendersReach,
    DefenderTricks,
    FiveShare,
    MisereTricks,
    RevokeRule,
    TrickCap,
)
from .hands import BarNullo, Contract, Declare, DoubleNullo, Misere, PassedIn, PlayedNoTrump, Revoke

FOUR, THREE, FIVE = Seating(4, 2), Seating(3, 3), Seating(5, 5)
ANN, BO, CY, DI = (Seat(n) for n in range(4))
SPADES, CLUBS, DIAMONDS, HEARTS, NO_TRUMPS = Trumps
WIKIPEDIA, PAGAT, THREE_HANDED = presets.WIKIPEDIA, presets.PAGAT_AUSTRALIAN, presets.THREE_HANDED


def took(*tricks: int) -> PerSide[int]:
    return PerSide(tricks)


ANN_480 = Contract(ANN, 10, DIAMONDS, took(10, 0))  # 480 for North and South
BO_480 = Contract(BO, 10, DIAMONDS, took(0, 10))  # 480 for East and West
SIX_SPADES = Contract(ANN, 6, SPADES, took(6, 4))  # 40 for North and South, four tricks for the others
# Bo and Cy, who did not bid, both reach 500 in the third hand.
DEFENDERS_CROSS = (
    Contract(BO, 10, DIAMONDS, took(0, 10, 0)),
    Contract(CY, 10, DIAMONDS, took(0, 0, 10)),
    Contract(ANN, 6, SPADES, took(5, 3, 2), first_there=Side(2)),
)

# An example: title, house rules, seating, hands, totals after them, winning sides if the game is over.
EXAMPLES = (
    Example(
        _("Eight hearts, made with nine: the extra trick scores nothing"), WIKIPEDIA, FOUR,
        (Contract(ANN, 8, HEARTS, took(9, 1)),), (300, 10),
    ),
    Example(
        _("Seven spades, four tricks short: the bid is lost once, and the defenders count their tricks"),
        WIKIPEDIA, FOUR, (Contract(ANN, 7, SPADES, took(3, 7)),), (-140, 70),
    ),
    Example(
        _("All ten tricks on seven spades score 250"), WIKIPEDIA, FOUR,
        (Contract(ANN, 7, SPADES, took(10, 0)),), (250, 0),
    ),
    Example(
        _("All ten tricks on nine diamonds score what nine diamonds score"), WIKIPEDIA, FOUR,
        (Contract(BO, 9, DIAMONDS, took(0, 10)),), (0, 380),
    ),
    Example(
        _("Without a slam, all ten on seven spades score 140"), presets.HOUSE_45, FOUR,
        (Contract(ANN, 7, SPADES, took(10, 0)),), (140, 0),
    ),
    Example(
        _("Where the total must be over 500, exactly 500 plays on"), presets.AUSTRALIAN, FOUR,
        (Contract(ANN, 10, HEARTS, took(10, 0)), SIX_SPADES), (540, 40), (0,),
    ),
    Example(
        _("Tricks carry a side past 500, but only its own contract wins"), PAGAT, FOUR,
        (BO_480, SIX_SPADES, Contract(DI, 6, SPADES, took(4, 6))), (80, 560), (1,),
    ),
    Example(
        _("Where any points win, the same tricks end the game"), WIKIPEDIA, FOUR,
        (BO_480, SIX_SPADES), (40, 520), (1,),
    ),
    Example(
        _("Both reach the target in one hand: the bidder wins, though the others have more"), WIKIPEDIA, FOUR,
        (BO_480, Contract(CY, 10, CLUBS, took(10, 0)), SIX_SPADES), (500, 520), (0,),
    ),
    Example(
        _("The same where the higher total wins"), replace(WIKIPEDIA, both_reach=BothReach.HIGHER_TOTAL),
        FOUR, (BO_480, Contract(CY, 10, CLUBS, took(10, 0)), SIX_SPADES), (500, 520), (1,),
    ),
    Example(
        _("Misère lost: 250 off, and nothing for the defenders"), PAGAT, FOUR,
        (Misere(BO, made=False),), (0, -250),
    ),
    Example(
        _("Misère made, at a table that pays defenders 10 a trick"),
        replace(WIKIPEDIA, misere_defender_tricks=MisereTricks.PER_TRICK), FOUR,
        (Misere(ANN, made=True),), (250, 100),
    ),
    Example(
        _("Open misère by the short Australian rules: 350"), presets.AUSTRALIAN, FOUR,
        (Misere(ANN, made=True, open=True),), (350, 0),
    ),
    Example(
        _("Petite misère in Quebec: 500 of the 1000 that win"), presets.QUEBEC_1000, FOUR,
        (Misere(BO, made=True),), (0, 500),
    ),
    Example(
        _("Double nullo made: 500, and the game"), WIKIPEDIA, FOUR,
        (DoubleNullo(CY, made=True),), (500, 0), (0,),
    ),
    Example(
        _("Bar nullo, without the kitty, made: 500, and the game"),
        replace(WIKIPEDIA, bar_nullo_value=500), FOUR,
        (BarNullo(CY, made=True),), (500, 0), (0,),
    ),
    Example(
        _("Declared, with eight tricks: 500 lost, and out the back door"),
        replace(WIKIPEDIA, declare_solo=True), FOUR, (Declare(ANN, took(8, 2)),), (-500, 20), (1,),
    ),
    Example(
        _("In Quebec a failed contract goes to the other side, which counts its tricks too"),
        presets.QUEBEC_1000, FOUR, (Contract(ANN, 7, SPADES, took(5, 5)),), (0, 190),
    ),
    Example(
        _("Seven spades made, where defenders are paid only for a set"),
        replace(presets.AUSTRALIAN, defender_tricks=DefenderTricks.ONLY_IF_SET), FOUR,
        (Contract(ANN, 7, SPADES, took(8, 2)),), (140, 0),
    ),
    Example(
        _("Seven spades set, where defenders are never paid"),
        replace(WIKIPEDIA, defender_tricks=DefenderTricks.NEVER), FOUR,
        (Contract(ANN, 7, SPADES, took(6, 4)),), (-140, 0),
    ),
    Example(
        _("The 490 game: a side on 480 takes four tricks"), replace(PAGAT, trick_cap=TrickCap.AT_490), FOUR,
        (BO_480, SIX_SPADES), (40, 490),
    ),
    Example(
        _("The 400 game: a side on 420 takes four tricks"), replace(PAGAT, trick_cap=TrickCap.OVER_400), FOUR,
        (Contract(BO, 9, NO_TRUMPS, took(1, 9)), SIX_SPADES), (50, 420),
    ),
    Example(
        _("Nobody bid: the hand is thrown in, and the deal passes on"), presets.AUSTRALIAN, FOUR,
        (PassedIn(),), (0, 0),
    ),
    Example(
        _("Nobody bid, and the hand was played"), presets.HOYLE_THREE, THREE,
        (PlayedNoTrump(took(5, 3, 2)),), (50, 30, 20),
    ),
    Example(
        _("Three players: eight clubs, and each defender counts their own tricks"), THREE_HANDED, THREE,
        (Contract(BO, 8, CLUBS, took(2, 8, 0)),), (20, 260, 0),
    ),
    Example(
        _("Five players: bidder and partner take half each"), presets.FIVE_PLAYER, FIVE,
        (Contract(ANN, 7, SPADES, took(4, 1, 3, 1, 1), partner=CY),), (70, 10, 70, 10, 10),
    ),
    Example(
        _("Five players: the whole value for both"),
        replace(presets.FIVE_PLAYER, five_player_share=FiveShare.FULL), FIVE,
        (Contract(ANN, 7, SPADES, took(4, 1, 3, 1, 1), partner=CY),), (140, 10, 140, 10, 10),
    ),
    Example(
        _("Five players: the bidder plays alone and fails"), presets.FIVE_PLAYER, FIVE,
        (Contract(DI, 7, SPADES, took(1, 1, 1, 6, 1)),), (10, 10, 10, -140, 10),
    ),
    Example(
        _("Five players: bidder and partner both reach the target and win"), presets.FIVE_PLAYER, FIVE,
        (
            Contract(ANN, 10, NO_TRUMPS, took(5, 0, 5, 0, 0), partner=CY),
            Contract(CY, 10, NO_TRUMPS, took(5, 0, 5, 0, 0), partner=ANN),
        ),
        (520, 0, 520, 0, 0), (0, 2),
    ),
    Example(
        _("Exactly 500 wins"), presets.EXACT_500, FOUR,
        (Contract(ANN, 10, HEARTS, took(10, 0)),), (500, 0), (0,),
    ),
    Example(
        _("The exact game: 520 plays on, and past 1000 loses"), presets.EXACT_500, FOUR,
        (Contract(ANN, 10, NO_TRUMPS, took(10, 0)), Contract(CY, 10, NO_TRUMPS, took(10, 0))), (1040, 0),
        (1,),
    ),
    Example(
        _("The exact game: both reach 1000 in one hand, and nobody wins"), presets.EXACT_500, FOUR,
        (ANN_480, BO_480, ANN_480, BO_480, SIX_SPADES), (1000, 1000), (),
    ),
    Example(
        _("Two defenders reach the target together: whose trick was first?"), presets.HOYLE_THREE, THREE,
        DEFENDERS_CROSS, (-40, 510, 500), (2,),
    ),
    Example(
        _("The same where the defender with the higher total wins"),
        replace(presets.HOYLE_THREE, both_defenders_reach=DefendersReach.HIGHER_TOTAL), THREE,
        DEFENDERS_CROSS, (-40, 510, 500), (1,),
    ),
    Example(
        _("The same where the two defenders win together"),
        replace(presets.HOYLE_THREE, both_defenders_reach=DefendersReach.SHARE), THREE, DEFENDERS_CROSS,
        (-40, 510, 500), (1, 2),
    ),
    Example(
        _("Three players: one goes out the back door, the highest total wins"), THREE_HANDED, THREE,
        (Contract(ANN, 10, NO_TRUMPS, took(9, 1, 0)),), (-520, 10, 0), (1,),
    ),
    Example(
        _("Three players: the loser drops out, and the last one left wins"),
        replace(THREE_HANDED, back_door_multi=BackDoorMulti.DROPS_OUT), THREE,
        (Contract(ANN, 10, NO_TRUMPS, took(9, 1, 0)), Contract(BO, 10, NO_TRUMPS, took(0, 9, 1))),
        (-520, -510, 10), (2,),
    ),
    Example(
        _("A defender revokes, American rule: the bid scores in full, the erring side nothing"),
        replace(WIKIPEDIA, revoke_rule=RevokeRule.HOYLE_AMERICAN), FOUR,
        (Revoke(ANN, Call.H8, BO, took(5, 1)),), (300, 0),
    ),
    Example(
        _("The bidder's partner revokes: the bid is set back, and the others keep their tricks"),
        replace(WIKIPEDIA, revoke_rule=RevokeRule.HOFFMANN), FOUR,
        (Revoke(ANN, Call.H8, CY, took(6, 4)),), (-300, 40),
    ),
    Example(
        _("A defender revokes, Hoffmann: the replay gives eight tricks, the defender loses 100"),
        replace(WIKIPEDIA, revoke_rule=RevokeRule.HOFFMANN), FOUR,
        (Revoke(ANN, Call.S7, DI, took(8, 2)),), (140, -100),
    ),
    Example(
        _("A revoke where the hand is dealt again"), replace(WIKIPEDIA, revoke_rule=RevokeRule.REDEAL), FOUR,
        (Revoke(ANN, Call.S7, DI, took(8, 2)),), (0, 0),
    ),
)  # fmt: skip
