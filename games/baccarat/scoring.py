"""The ledger of chips: who holds the bank, what a coup pays, and when it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from games.engine import (
    Cards,
    Cite,
    Message,
    Outcome,
    PartialHand,
    Problem,
    Row,
    ScoreLine,
    Seat,
    Seating,
    Sheet,
    _,
    cite,
    incremental_fold,
    say,
    tell,
    to_form_data,
)
from games.engine.banking import (
    BankRules,
    BankTurns,
    Bets,
    bank_holds,
    bank_outcome,
    bet_lines,
    opening_chips,
)
from games.engine.chips import ChipPurchase, chip_lines, chip_summary

from . import rulebook as rule
from .cards import next_step, wrongly_drawn
from .hands import (
    COUPS,
    AnyCoup,
    Coup,
    Hand,
    Shown,
    Spot,
    Went,
    Winner,
    banco_matters,
    better,
    by_cards,
    punto_matters,
    the_pack,
    went,
)
from .house import Bank, End, House, PairBets
from .payouts import SIDE_BETS, Bet, pay

# The bank --------------------------------------------------------------------


RULES = BankRules(
    bank=rule.BANK,
    limit=rule.LIMIT,
    start=rule.START,
    settled=rule.SETTLED,
    stop=rule.STOP,
    rounds=rule.ROUNDS,
    rotations=rule.ROTATIONS,
    broke=rule.BROKE,
)


@incremental_fold(BankTurns.first)
def turns(so_far: BankTurns, row: Row, sheet: Sheet[House]) -> BankTurns:
    """How the bank has gone round so far."""
    if not isinstance(row.hand, COUPS) or row.problems:
        return so_far
    holder = so_far.now if row.hand.bank is None else row.hand.bank
    if sheet.house.bank is not Bank.ROTATE_ROUND and went(row.hand).winner is not Winner.PUNTO:
        return BankTurns(holder, so_far.held)
    return so_far.after(holder, sheet.seating.left(holder))


def bank(sheet: Sheet[House]) -> Seat | None:
    """Who holds the bank in the next coup; None where the house does."""
    return None if sheet.house.bank is Bank.HOUSE else turns(sheet).now


def holder(hand: AnyCoup, sheet: Sheet[House]) -> Seat | None:
    """Who held the bank in this coup."""
    return bank(sheet) if hand.bank is None else hand.bank


def stakes(hand: AnyCoup, seat: Seat) -> Iterator[tuple[Bet, int]]:
    """The bets of a player."""
    spot = hand.on[seat]
    if spot is not None:
        yield (Bet.PUNTO if spot is Spot.PUNTO else Bet.BANCO), hand.stake[seat]
    for bet in SIDE_BETS:
        if n := getattr(hand, bet.value)[seat]:
            yield bet, n


# Checks ----------------------------------------------------------------------


def check(hand: Hand, sheet: Sheet[House]) -> Iterator[Problem]:
    if not isinstance(hand, COUPS):
        return
    yield from wrong_bets(hand, sheet)
    if isinstance(hand, Coup):
        yield from wrong_points(hand, sheet)
    else:
        yield from wrongly_drawn(hand.punto, hand.banco, sheet.house)
        there = Counter(the_pack(sheet))
        for card, n in sorted(Counter((*hand.punto, *hand.banco)).items()):
            if n > there[card]:
                yield Problem("banco", say(_("{card} is here too often"), card=card), rule.PACK)


def wrong_bets(hand: AnyCoup, sheet: Sheet[House]) -> Iterator[Problem]:
    holds = holder(hand, sheet)
    anything = False
    for seat in sheet.seating.every_seat:
        bets = bool(hand.stake[seat] or any(stakes(hand, seat)))
        anything = anything or bets
        if bets and seat == holds:
            words = say(_("{seat} holds the bank and does not bet"), seat=seat)
            yield Problem(f"on.{seat}", words, rule.BANK)
        elif hand.on[seat] is None and hand.stake[seat]:
            yield Problem(f"on.{seat}", say(_("On which hand did {seat} bet?"), seat=seat), rule.DEAL)
        elif hand.on[seat] is not None and not hand.stake[seat]:
            words = say(_("How much did {seat} bet on {spot}?"), seat=seat, spot=hand.on[seat])
            yield Problem(f"stake.{seat}", words, rule.DEAL)
    if not anything:
        yield Problem("on", say(_("Nobody has bet yet")), rule.DEAL)
    for played, fields, about in (
        (sheet.house.pair_bets is not PairBets.OFF, ("punto_pair", "banco_pair"), rule.PAIR),
        (sheet.house.dragon_bonus, ("punto_bonus", "banco_bonus"), rule.DRAGON_BONUS),
        (sheet.house.ez_side, ("dragon_7",), rule.DRAGON_7),
        (sheet.house.ez_side, ("panda_8",), rule.PANDA_8),
    ):
        for field in fields:
            if not played and any(getattr(hand, field)):
                yield Problem(field, say(_("That bet is not played at this table")), about)


def wrong_points(hand: Coup, sheet: Sheet[House]) -> Iterator[Problem]:
    """Points that a bet depends on and nobody said, or that cannot have been."""
    for field, name, needed in (
        ("punto_points", _("How many points did Punto have? A bet depends on it"), punto_matters),
        ("banco_points", _("How many points did Banco have? A bet depends on it"), banco_matters),
    ):
        if needed(hand, sheet) and getattr(hand, field) is None:
            yield Problem(field, say(name), rule.VALUES)
    p, b = hand.punto_points, hand.banco_points
    if p is not None and b is not None and better(p, b) is not hand.winner:
        words = _("{punto} against {banco}: then it was not {winner}")
        yield Problem("winner", say(words, punto=p, banco=b, winner=hand.winner), rule.CLOSEST)
    elif (hand.winner is Winner.PUNTO and p == 0) or (hand.winner is Winner.BANCO and b == 0):
        words = _("Nobody wins with zero")
        yield Problem("winner", say(words), rule.CLOSEST)
    how = went(hand)
    for spot, other, field in (
        (Spot.PUNTO, Spot.BANCO, "banco_cards"),
        (Spot.BANCO, Spot.PUNTO, "punto_cards"),
    ):
        if how.natural(spot) and how.cards(other) > how.cards(spot):
            words = _("{spot} had a natural: nobody drew")
            yield Problem(field, say(words, spot=spot), rule.NATURAL)


# The score -------------------------------------------------------------------


def opening(seating: Seating, house: House) -> Iterator[ScoreLine]:
    return opening_chips(RULES, seating, house.start_chips)


def score(hand: Hand, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    match hand:
        case ChipPurchase():
            yield from chip_lines(hand)
        case Coup() | Shown():
            yield from coup(hand, sheet)


def coup(hand: AnyCoup, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    """A line for every bet, and one for the bank."""
    how, seating, holds = went(hand), sheet.seating, holder(hand, sheet)
    bets: Bets = [
        (seating.side(seat), pay(bet, stake, how, sheet.house))
        for seat in seating.every_seat
        for bet, stake in stakes(hand, seat)
    ]
    yield from bet_lines(RULES, bets, None if holds is None else seating.side(holds), sheet)


# The end ---------------------------------------------------------------------


def outcome(sheet: Sheet[House]) -> Outcome | None:
    return bank_outcome(RULES, sheet, COUPS, turns(sheet))


# Words -----------------------------------------------------------------------


def initial_answers(kind: str, sheet: Sheet[House]) -> Mapping[str, Any]:
    """The bets of the coup before, without those of whoever holds the bank now."""
    coups, holds = sheet.dealt(*COUPS), bank(sheet)
    if kind not in ("coup", "cards") or not coups:
        return {}
    bets = {"on", "stake", *(bet.value for bet in SIDE_BETS)}
    boxes = to_form_data(coups[-1])
    return {
        path: answer
        for path, answer in boxes.items()
        if path.split(".")[0] in bets and not path.endswith(f".{holds}")
    }


def briefing(sheet: Sheet[House], begun: PartialHand | None) -> Iterator[Cite]:
    house, holds = sheet.house, bank(sheet)
    if holds is not None:
        yield cite(rule.ROTATION, _("{holds} holds the bank and does not bet"), holds=holds)
        yield from bank_holds(RULES, holds, sheet)
    if begun and begun.kind == "cards":
        yield from at_the_table(begun, house)
    if house.end is End.ROUNDS:
        words = _("Coup {n} of {most}")
        yield cite(rule.ROUNDS, words, n=sheet.count(*COUPS) + 1, most=house.rounds)
    elif house.end is End.ROTATIONS:
        words = _("The bank has gone round {n} times of {most}")
        yield cite(rule.ROTATIONS, words, n=min(turns(sheet).held), most=house.rotations)


def at_the_table(begun: PartialHand, house: House) -> Iterator[Cite]:
    """What the cards tapped so far mean: who draws, or who has won."""
    punto, banco = (begun.answers.get(hand) or Cards() for hand in ("punto", "banco"))
    if len(punto) < 2 or len(banco) < 2:
        return
    if step := next_step(punto, banco, house):
        yield step
    elif not any(wrongly_drawn(punto, banco, house)):
        yield result(by_cards(punto, banco))


def result(how: Went) -> Cite:
    """How a coup by its cards ended, in a sentence."""
    words = _("Punto {punto}, Banco {banco}: {winner} wins")
    if how.winner is Winner.TIE:
        words = _("Punto {punto}, Banco {banco}: a tie")
    return cite(rule.CLOSEST, words, punto=how.punto, banco=how.banco, winner=how.winner)


def summary(hand: Hand, sheet: Sheet[House]) -> Message:
    match hand:
        case Coup(winner=winner):
            return tell(Coup, winner=winner)
        case Shown(punto=punto, banco=banco):
            return result(by_cards(punto, banco)).words
        case ChipPurchase():
            return chip_summary(hand)
        case _:
            return say(type(hand).title)
