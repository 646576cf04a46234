"""The house rules and presets of Let It Ride."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from games.engine import Ask, Choice, Preset, Problem, Seating, Sheet, _, say
from games.engine.banking import MOST_CHIPS, BankLimit, ask_rotations, ask_rounds, ask_start_chips

from . import rulebook as rule
from .poker import FiveCardHand, ThreeCardHand

MOST_ODDS = 100_000
# Shapes of a table: the numbers of seats and sides.
WITH_A_BANK = tuple((seats, seats) for seats in (3, 2, 4, 5, 6, 7, 8))
ALONE = (1, 1)  # one player against the house

# The odds to one on each riding stake, from a pair of tens up.
USUAL_PAYS = {
    FiveCardHand.TENS: 1,
    FiveCardHand.TWO_PAIR: 2,
    FiveCardHand.THREE: 3,
    FiveCardHand.STRAIGHT: 5,
    FiveCardHand.FLUSH: 8,
    FiveCardHand.FULL_HOUSE: 11,
    FiveCardHand.FOUR: 50,
    FiveCardHand.STRAIGHT_FLUSH: 200,
    FiveCardHand.ROYAL_FLUSH: 1000,
}
ALT500_PAYS = {
    FiveCardHand.TENS: 1,
    FiveCardHand.TWO_PAIR: 2,
    FiveCardHand.THREE: 3,
    FiveCardHand.STRAIGHT: 5,
    FiveCardHand.FLUSH: 10,
    FiveCardHand.FULL_HOUSE: 15,
    FiveCardHand.FOUR: 25,
    FiveCardHand.STRAIGHT_FLUSH: 100,
    FiveCardHand.ROYAL_FLUSH: 500,
}
# The odds to one on a player's own three cards.
BONUS_A_PAYS = {
    ThreeCardHand.PAIR: 1,
    ThreeCardHand.FLUSH: 4,
    ThreeCardHand.STRAIGHT: 6,
    ThreeCardHand.THREE: 30,
    ThreeCardHand.STRAIGHT_FLUSH: 40,
    ThreeCardHand.MINI_ROYAL: 50,
}
BONUS_B_PAYS = {**BONUS_A_PAYS, ThreeCardHand.FLUSH: 3}
BONUS_C_PAYS = {
    ThreeCardHand.PAIR: 1,
    ThreeCardHand.FLUSH: 4,
    ThreeCardHand.STRAIGHT: 5,
    ThreeCardHand.THREE: 30,
    ThreeCardHand.STRAIGHT_FLUSH: 40,
    ThreeCardHand.MINI_ROYAL: 40,
}
# The payouts of the old bonus of one chip.
FIVE_CARD_PAYS = {
    FiveCardHand.STRAIGHT: 20,
    FiveCardHand.FLUSH: 50,
    FiveCardHand.FULL_HOUSE: 75,
    FiveCardHand.FOUR: 200,
    FiveCardHand.STRAIGHT_FLUSH: 2000,
    FiveCardHand.ROYAL_FLUSH: 10_000,
}


class PayTable(Choice):
    USUAL = "seed", _("Usual"), "1000, 200, 50, 11, 8, 5, 3, 2, 1"
    ALT500 = "alt500", _("Royal flush 500"), "500, 100, 25, 15, 10, 5, 3, 2, 1"
    CUSTOM = "custom", _("Our own")


class ThreeCardBonus(Choice):
    OFF = "off", _("Not played")
    A = "A_50_40_30_6_4_1", "50, 40, 30, 6, 4, 1"
    B = "B_50_40_30_6_3_1", "50, 40, 30, 6, 3, 1"
    C = "C_40_30_5_4_1", "40, 30, 5, 4, 1"


class Bank(Choice):
    ROTATE_ROUND = "rotate_round", _("Each in turn, a round at a time")
    FIXED = "fixed", _("The first dealer throughout")
    HOUSE = "house", _("The house"), _("Everybody plays against it")


class End(Choice):
    OPEN = "open", _("When the table stops")
    ROUNDS = "rounds", _("After a number of rounds")
    ROTATIONS = "rotations", _("When the bank has gone round")
    BROKE = "broke", _("When somebody is broke")


PAYING, BANKING, ENDING = _("Stakes and odds"), _("The bank"), _("Chips and the end")


def _has_custom_odds(house: House, sheet: Sheet[Any]) -> bool:
    return house.paytable is PayTable.CUSTOM


def _player_holds_bank(house: House, sheet: Sheet[Any]) -> bool:
    return house.bank is not Bank.HOUSE


def _ends_by_rounds(house: House, sheet: Sheet[Any]) -> bool:
    return house.end is End.ROUNDS


def _ends_by_rotations(house: House, sheet: Sheet[Any]) -> bool:
    return house.end is End.ROTATIONS


@dataclass(frozen=True)
class House:
    """The house rules of a table. ``custom`` lists odds from the royal flush down."""

    base_bet: Annotated[
        int,
        Ask(
            _("Each of the three stakes"),
            least=1,
            most=MOST_CHIPS,
            offers=(1, 2, 5, 10),
            rule=rule.STAKES,
            section=PAYING,
        ),
    ] = 1
    paytable: Annotated[PayTable, Ask(_("What do hands pay?"), rule=rule.PAYS, section=PAYING)] = (
        PayTable.USUAL
    )
    custom: Annotated[
        tuple[int, int, int, int, int, int, int, int, int],
        Ask(
            _("Our own odds, from the royal flush down to the pair"),
            most=MOST_ODDS,
            rule=rule.PAYS,
            section=PAYING,
            relevant_if=_has_custom_odds,
        ),
    ] = (1000, 200, 50, 11, 8, 5, 3, 2, 1)
    max_payout: Annotated[
        int | None,
        Ask(
            _("The most a hand may win"),
            least=1,
            most=1_000_000,
            offers=(500, 1000, 5000),
            rule=rule.MOST,
            section=PAYING,
            none=_("No limit"),
        ),
    ] = None
    three_card_bonus: Annotated[
        ThreeCardBonus,
        Ask(
            _("3-card bonus"),
            rule=rule.THREE_CARD,
            section=PAYING,
            about=_("A bet on a player's own three cards"),
        ),
    ] = ThreeCardBonus.OFF
    five_card_bonus: Annotated[
        bool,
        Ask(
            _("The old one-chip bonus"),
            rule=rule.FIVE_CARD,
            section=PAYING,
            about=_("A bet of one chip that the five cards make a straight or better"),
        ),
    ] = False
    bank: Annotated[Bank, Ask(_("Who holds the bank?"), rule=rule.ROTATION, section=BANKING)] = (
        Bank.ROTATE_ROUND
    )
    bank_limit: Annotated[
        BankLimit,
        Ask(_("A bank that cannot pay"), rule=rule.LIMIT, section=BANKING, relevant_if=_player_holds_bank),
    ] = BankLimit.NONE
    start_chips: Annotated[int, ask_start_chips(rule.START, ENDING)] = 0
    end: Annotated[End, Ask(_("When is the game over?"), rule=rule.STOP, section=ENDING)] = End.OPEN
    rounds: Annotated[int, ask_rounds(_("Rounds in a game"), rule.ROUNDS, ENDING, _ends_by_rounds)] = 20
    rotations: Annotated[int, ask_rotations(rule.ROTATIONS, ENDING, _ends_by_rotations)] = 2


def odds(five_card_hand: FiveCardHand, house: House) -> int:
    """Return the odds to one on a riding stake; 0 if it is lost."""
    match house.paytable:
        case PayTable.USUAL:
            return USUAL_PAYS.get(five_card_hand, 0)
        case PayTable.ALT500:
            return ALT500_PAYS.get(five_card_hand, 0)
        case _:
            best_first = reversed(tuple(FiveCardHand)[1:])
            return dict(zip(best_first, house.custom, strict=True)).get(five_card_hand, 0)


def bonus_odds(three_card_hand: ThreeCardHand, house: House) -> int:
    """Return the odds to one of the 3-card bonus; 0 if it is lost."""
    pays = {ThreeCardBonus.A: BONUS_A_PAYS, ThreeCardBonus.B: BONUS_B_PAYS, ThreeCardBonus.C: BONUS_C_PAYS}
    return pays.get(house.three_card_bonus, {}).get(three_card_hand, 0)


def check_house(house: House, seating: Seating) -> Iterator[Problem]:
    if house.end is End.ROTATIONS and house.bank is not Bank.ROTATE_ROUND:
        yield Problem("end", say(_("Here the bank does not go round")), rule.ROTATIONS)
    if house.bank is not Bank.HOUSE and seating.seats == 1:
        yield Problem("bank", say(_("A single player can only play against the house")), rule.BANK)


PRESETS = (
    Preset(
        "lir-seed",
        _("At home"),
        House(),
        rule.ARTICLE,
        _("The bank goes round; 1000 to one for a royal flush"),
        WITH_A_BANK,
    ),
    Preset(
        "lir-alt500",
        _("Royal flush 500"),
        House(paytable=PayTable.ALT500),
        rule.MATRIX,
        _("Less for the best hands, more for a flush and a full house"),
        WITH_A_BANK,
    ),
    Preset(
        "lir-3card",
        _("With the 3-card bonus"),
        House(three_card_bonus=ThreeCardBonus.A),
        rule.TUNICA,
        _("A side bet on a player's three cards, up to 50 to one"),
        WITH_A_BANK,
    ),
)
