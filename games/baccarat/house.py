"""The house rules and presets of baccarat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from games.engine import Ask, Choice, Preset, Problem, Seating, Sheet, _, say
from games.engine.banking import BankLimit, ask_rotations, ask_rounds, ask_start_chips

from . import rulebook as rule

# Seatings as (players, sides).
WITH_A_BANK = tuple((seats, seats) for seats in (3, 2, 4, 5, 6, 7, 8))
ALONE = (1, 1)  # one player against the house


class CommissionRound(Choice):
    EXACT = "exact", _("Exactly")
    BRACKET_PER_5 = (
        "bracket_per_5",
        _("On every five or part of five"),
        _("A stake of 6 pays as much commission as one of 10"),
    )
    WHOLE_CHIP_UP = "whole_chip_up", _("Rounded up to a whole chip")


class NoCommission(Choice):
    OFF = "off", _("Commission is taken")
    EZ = (
        "ez_push_3card7",
        _("None, but a 7 in three cards wins nothing"),
        _("When Banco wins that way, stakes on Banco are only given back"),
    )
    HALF_ON_6 = "half_on_6", _("None, but a 6 wins half"), _("When Banco wins with 6")


class PairBets(Choice):
    OFF = "off", _("Not played")
    ELEVEN = "11", _("11 to one")


class PlayerFive(Choice):
    FIXED = "fixed", _("Punto draws")
    FREE = "free", _("As Punto likes"), _("Chemin de fer")


class Bank(Choice):
    HOUSE = "house", _("The house"), _("Everybody bets against it")
    ROTATE_ROUND = "rotate_round", _("Each in turn, a coup at a time")
    ROTATE_ON_LOSS = "rotate_on_loss", _("Each in turn, until Punto wins")


class End(Choice):
    OPEN = "open", _("When the table stops")
    ROUNDS = "rounds", _("After a number of coups")
    ROTATIONS = "rotations", _("When the bank has gone round")
    BROKE = "broke", _("When somebody is broke")


BETTING, DRAWING, BANKING, ENDING = (
    _("What bets pay"),
    _("The cards"),
    _("The bank"),
    _("Chips and the end"),
)


def _takes_commission(house: House, sheet: Sheet[Any]) -> bool:
    return house.no_commission is NoCommission.OFF


def _may_round(house: House, sheet: Sheet[Any]) -> bool:
    return house.no_commission is NoCommission.OFF and house.commission > 0


def _player_holds_bank(house: House, sheet: Sheet[Any]) -> bool:
    return house.bank is not Bank.HOUSE


def _ends_by_rounds(house: House, sheet: Sheet[Any]) -> bool:
    return house.end is End.ROUNDS


def _ends_by_rotations(house: House, sheet: Sheet[Any]) -> bool:
    return house.end is End.ROTATIONS


@dataclass(frozen=True)
class House:
    """The house rules of a table."""

    bank: Annotated[Bank, Ask(_("Who holds the bank?"), rule=rule.ROTATION, section=BANKING)] = (
        Bank.ROTATE_ROUND
    )
    bank_limit: Annotated[
        BankLimit,
        Ask(_("A bank that cannot pay"), rule=rule.LIMIT, section=BANKING, relevant_if=_player_holds_bank),
    ] = BankLimit.NONE
    no_commission: Annotated[
        NoCommission, Ask(_("Commission on Banco"), rule=rule.COMMISSION, section=BETTING)
    ] = NoCommission.OFF
    commission: Annotated[
        int,
        Ask(
            _("Commission, per cent"),
            most=25,
            offers=(5, 4, 0),
            rule=rule.COMMISSION,
            section=BETTING,
            relevant_if=_takes_commission,
        ),
    ] = 5
    commission_round: Annotated[
        CommissionRound,
        Ask(_("The commission is reckoned"), rule=rule.COMMISSION, section=BETTING, relevant_if=_may_round),
    ] = CommissionRound.EXACT
    tie_pays: Annotated[
        int,
        Ask(_("A bet on the tie pays, to one"), least=8, most=9, rule=rule.ON_TIE, section=BETTING),
    ] = 8
    pair_bets: Annotated[PairBets, Ask(_("Bets on a pair"), rule=rule.PAIR, section=BETTING)] = PairBets.OFF
    dragon_bonus: Annotated[
        bool,
        Ask(
            _("Dragon Bonus"),
            rule=rule.DRAGON_BONUS,
            section=BETTING,
            about=_("A bet that a hand wins with a natural or by four points or more"),
        ),
    ] = False
    ez_side: Annotated[
        bool,
        Ask(
            _("Dragon 7 and Panda 8"),
            rule=rule.DRAGON_7,
            section=BETTING,
            about=_("Bets that Banco wins with 7, or Punto with 8, in three cards"),
        ),
    ] = False
    decks: Annotated[
        int,
        Ask(
            _("Packs of cards"),
            least=1,
            most=8,
            offers=(1, 2, 6, 8),
            rule=rule.PACK,
            section=DRAWING,
            about=_("One or two at home, six or eight in casinos"),
        ),
    ] = 1
    player_five: Annotated[PlayerFive, Ask(_("Punto with 5"), rule=rule.FIVE, section=DRAWING)] = (
        PlayerFive.FIXED
    )
    start_chips: Annotated[int, ask_start_chips(rule.START, ENDING)] = 0
    end: Annotated[End, Ask(_("When is the game over?"), rule=rule.STOP, section=ENDING)] = End.OPEN
    rounds: Annotated[int, ask_rounds(_("Coups in a game"), rule.ROUNDS, ENDING, _ends_by_rounds)] = 20
    rotations: Annotated[int, ask_rotations(rule.ROTATIONS, ENDING, _ends_by_rotations)] = 2


def check_house(house: House, seating: Seating) -> Iterator[Problem]:
    """Yield the contradictions between these house rules."""
    if house.bank is Bank.HOUSE and house.end is End.ROTATIONS:
        words = say(_("The bank does not go round where the house holds it"))
        yield Problem("end", words, rule.ROTATIONS)
    if house.bank is not Bank.HOUSE and seating.seats == 1:
        words = say(_("A single player can only play against the house"))
        yield Problem("bank", words, rule.BANK)


PRESETS = (
    Preset(
        "bac-home",
        _("At home"),
        House(),
        rule.ARTICLE,
        _("The bank passes to the left after every coup; 5 per cent commission, 8 to one for a tie"),
        WITH_A_BANK,
    ),
    Preset(
        "bac-standard",
        _("Casino"),
        House(bank=Bank.HOUSE, decks=8),
        rule.RIVERS,
        _("The house holds the bank: everybody bets against it"),
    ),
    Preset(
        "bac-ez_push_3card7",
        _("Without commission: the three-card 7"),
        House(commission=0, no_commission=NoCommission.EZ),
        rule.PENNSYLVANIA,
        _("No commission, but if Banco wins with 7 in three cards, stakes on Banco are only given back"),
        WITH_A_BANK,
    ),
    Preset(
        "bac-half_on_6",
        _("Without commission: half on six"),
        House(commission=0, no_commission=NoCommission.HALF_ON_6),
        rule.ONTARIO,
        _("No commission, but stakes on Banco win half when it wins with 6"),
        WITH_A_BANK,
    ),
    Preset(
        "bac-chemin",
        _("Chemin de fer"),
        House(player_five=PlayerFive.FREE, bank=Bank.ROTATE_ON_LOSS),
        rule.SANREMO,
        _("Punto may draw or stand with 5, and the bank passes on when Punto wins"),
        WITH_A_BANK,
    ),
)
