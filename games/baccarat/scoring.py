"""The ledger of chips: who holds the bank, what a coup pays, and when it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.engine import (
    Cards,
    Cite,
    Message,
    Outcome,
    PartialHand,
    PerSeat,
    Problem,
    Row,
    Rule,
    ScoreLine,
    Seat,
    Seating,
    Sheet,
    Side,
    Stopped,
    _,
    add_lines,
    cite,
    incremental_fold,
    say,
    to_form_data,
)
from games.engine.chips import ChipPurchase, chip_lines, chips_returned

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
from .house import Bank, BankLimit, End, House, PairBets
from .payouts import SIDE_BETS, Bet, Paid, pay

# The bank --------------------------------------------------------------------


@dataclass(frozen=True)
class Turns:
    """Whose turn it is to hold the bank, and how often each has held it to the end of his turn."""

    now: Seat
    held: PerSeat[int]


@incremental_fold(lambda sheet: Turns(sheet.seating.first_dealer, sheet.seating.per_seat(lambda seat: 0)))
def turns(so_far: Turns, row: Row, sheet: Sheet[House]) -> Turns:
    """How the bank has gone round so far."""
    if not isinstance(row.hand, COUPS) or row.problems:
        return so_far
    holder = so_far.now if row.hand.bank is None else row.hand.bank
    if sheet.house.bank is not Bank.ROTATE_ROUND and went(row.hand).winner is not Winner.PUNTO:
        return Turns(holder, so_far.held)
    held = sheet.seating.per_seat(lambda seat: so_far.held[seat] + (seat == holder))
    return Turns(sheet.seating.left(holder), held)


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
        words = _("Nobody wins with nothing")
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
    """The chips everybody starts with."""
    if house.start_chips:
        for side in seating.every_side:
            said = cite(rule.START, _("{n} chips to start with"), n=house.start_chips)
            yield ScoreLine(side, house.start_chips, (said,))


def score(hand: Hand, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    match hand:
        case ChipPurchase():
            yield from chip_lines(hand)
        case Coup() | Shown():
            yield from coup(hand, sheet)


def coup(hand: AnyCoup, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    """A line for every bet, and one for the bank."""
    how, seating, holds = went(hand), sheet.seating, holder(hand, sheet)
    bets = [
        (seating.side(seat), pay(bet, stake, how, sheet.house))
        for seat in seating.every_seat
        for bet, stake in stakes(hand, seat)
    ]
    if holds is not None:
        bets = limited(bets, seating.side(holds), sheet)
    for side, (points, because) in bets:
        yield ScoreLine(side, points, because)
    if holds is not None:
        yield bank_line(bets, seating.side(holds))


def bank_line(bets: list[tuple[Side, Paid]], side: Side) -> ScoreLine:
    won = sum(points for _side, (points, _because) in bets if points > 0)
    lost = -sum(points for _side, (points, _because) in bets if points < 0)
    words = _("The bank took {lost} and paid {won}")
    return ScoreLine(side, lost - won, (cite(rule.BANK, words, lost=lost, won=won),))


def limited(bets: list[tuple[Side, Paid]], side: Side, sheet: Sheet[House]) -> list[tuple[Side, Paid]]:
    """The same where the bank pays no more than it holds."""
    won = sum(points for _side, (points, _because) in bets if points > 0)
    lost = -sum(points for _side, (points, _because) in bets if points < 0)
    holds = max(sheet.totals[side], 0) + lost
    if sheet.house.bank_limit is BankLimit.NONE or won <= holds:
        return bets
    share = Fraction(holds) / won
    said = cite(rule.LIMIT, _("The bank had only {holds} for the {won} that were won"), holds=holds, won=won)
    return [
        (who, (points * share, (*because, said)) if points > 0 else (points, because))
        for who, (points, because) in bets
    ]


# The end ---------------------------------------------------------------------


def outcome(sheet: Sheet[House]) -> Outcome | None:
    about = over(sheet)
    if about is None:
        return None
    lines = tuple(chips_returned(sheet))
    final = add_lines(sheet.totals, lines)
    best = max(final)
    winners = tuple(side for side in sheet.seating.every_side if final[side] == best)
    if len(winners) > 1:
        words = _("{winners} share the win with {n}")
        return Outcome(winners, cite(rule.SETTLED, words, winners=winners, n=best), lines)
    words = _("{winner} ends in front with {n}")
    return Outcome(winners, cite(about, words, winner=winners[0], n=best), lines)


def over(sheet: Sheet[House]) -> Rule | None:
    """The rule that has ended the game; None while it goes on."""
    house = sheet.house
    if sheet.count(Stopped):
        return rule.STOP
    match house.end:
        case End.ROUNDS if sheet.count(*COUPS) >= house.rounds:
            return rule.ROUNDS
        case End.ROTATIONS if min(turns(sheet).held) >= house.rotations:
            return rule.ROTATIONS
        case End.BROKE if broke(sheet):
            return rule.BROKE
    return None


def broke(sheet: Sheet[House]) -> bool:
    """Whether the last coup took somebody's last chip."""
    row = sheet.rows[-1]
    return isinstance(row.hand, COUPS) and any(
        total <= 0 < total - gain for total, gain in zip(row.totals, row.gains, strict=True)
    )


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
        if house.bank_limit is BankLimit.CAP:
            n = max(sheet.totals[sheet.seating.side(holds)], 0)
            yield cite(rule.LIMIT, _("The bank holds {n}, and pays no more"), n=n)
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
            return say(_("{winner}"), winner=winner)
        case Shown(punto=punto, banco=banco):
            return result(by_cards(punto, banco)).words
        case ChipPurchase(side, amount):
            words = _("{side} bought {n}") if amount >= 0 else _("{side} cashed in {n}")
            return say(words, side=side, n=abs(amount))
        case _:
            return say(type(hand).title)
