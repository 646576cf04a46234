"""The chips: the holder of the bank, the payouts of a coup, and the end of the game."""

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
    hand_sentence,
    incremental_fold,
    say,
)
from games.engine.banking import (
    BankRules,
    BankTurns,
    BetResults,
    bank_outcome,
    bet_lines,
    cite_bank_limit,
    last_bets,
    opening_chips,
)
from games.engine.chips import ChipPurchase, chip_lines, chip_summary

from . import rulebook as rule
from .cards import next_step, wrong_draws
from .hands import (
    COUPS,
    AnyCoup,
    ByCards,
    Coup,
    CoupResult,
    Hand,
    Spot,
    Winner,
    banco_points_matter,
    punto_points_matter,
    result_by_cards,
    result_of,
    shoe,
    winner_by_points,
)
from .house import Bank, End, House, PairBets
from .payouts import SIDE_BETS, Bet, bet_result

# The bank --------------------------------------------------------------------


RULES = BankRules(
    bank=rule.BANK,
    limit=rule.LIMIT,
    start=rule.START,
    best_balance=rule.SETTLED,
    stop=rule.STOP,
    rounds=rule.ROUNDS,
    rotations=rule.ROTATIONS,
    broke=rule.BROKE,
)


@incremental_fold(BankTurns.first)
def turns(so_far: BankTurns, row: Row, sheet: Sheet[House]) -> BankTurns:
    """Return the turns at the bank after one more row; ``turns(sheet)`` returns them after all rows."""
    if not isinstance(row.hand, COUPS) or row.problems:
        return so_far
    bank_seat = so_far.next_holder if row.hand.bank is None else row.hand.bank
    # With ROTATE_ON_LOSS the holder keeps the bank until Punto wins.
    if sheet.house.bank is not Bank.ROTATE_ROUND and result_of(row.hand).winner is not Winner.PUNTO:
        return BankTurns(bank_seat, so_far.turns_held)
    return so_far.after(bank_seat, sheet.seating.left(bank_seat))


def next_bank_holder(sheet: Sheet[House]) -> Seat | None:
    """Return the holder of the bank in the next coup; None if the house holds it."""
    return None if sheet.house.bank is Bank.HOUSE else turns(sheet).next_holder


def bank_holder(hand: AnyCoup, sheet: Sheet[House]) -> Seat | None:
    """Return the holder of the bank in this coup."""
    return next_bank_holder(sheet) if hand.bank is None else hand.bank


def bets_of(hand: AnyCoup, seat: Seat) -> Iterator[tuple[Bet, int]]:
    """Yield the kind and stake of each bet of a player."""
    spot = hand.on[seat]
    if spot is not None:
        yield (Bet.PUNTO if spot is Spot.PUNTO else Bet.BANCO), hand.stake[seat]
    for bet in SIDE_BETS:
        if stake := getattr(hand, bet.value)[seat]:
            yield bet, stake


# Checks ----------------------------------------------------------------------


def check(hand: Hand, sheet: Sheet[House]) -> Iterator[Problem]:
    if not isinstance(hand, COUPS):
        return
    yield from wrong_bets(hand, sheet)
    if isinstance(hand, Coup):
        yield from wrong_points(hand, sheet)
    else:
        yield from wrong_draws(hand.punto, hand.banco, sheet.house)
        available = Counter(shoe(sheet))
        for card, n in sorted(Counter((*hand.punto, *hand.banco)).items()):
            if n > available[card]:
                yield Problem("banco", say(_("{card} appears too many times"), card=card), rule.PACK)


def wrong_bets(hand: AnyCoup, sheet: Sheet[House]) -> Iterator[Problem]:
    """Yield the problems of bets that are incomplete or not allowed at this table."""
    bank_seat = bank_holder(hand, sheet)
    anybody_bets = False
    for seat in sheet.seating.every_seat:
        has_bet = bool(hand.stake[seat] or any(bets_of(hand, seat)))
        anybody_bets = anybody_bets or has_bet
        if has_bet and seat == bank_seat:
            words = say(_("{seat} holds the bank and does not bet"), seat=seat)
            yield Problem(f"on.{seat}", words, rule.BANK)
        elif hand.on[seat] is None and hand.stake[seat]:
            yield Problem(f"on.{seat}", say(_("On which hand did {seat} bet?"), seat=seat), rule.DEAL)
        elif hand.on[seat] is not None and not hand.stake[seat]:
            words = say(_("How much did {seat} bet on {spot}?"), seat=seat, spot=hand.on[seat])
            yield Problem(f"stake.{seat}", words, rule.DEAL)
    if not anybody_bets:
        yield Problem("on", say(_("Nobody has bet yet")), rule.DEAL)
    for is_offered, fields, cited in (
        (sheet.house.pair_bets is not PairBets.OFF, ("punto_pair", "banco_pair"), rule.PAIR),
        (sheet.house.dragon_bonus, ("punto_bonus", "banco_bonus"), rule.DRAGON_BONUS),
        # ``ez_side``: the side bets of EZ Baccarat, Dragon 7 and Panda 8.
        (sheet.house.ez_side, ("dragon_7",), rule.DRAGON_7),
        (sheet.house.ez_side, ("panda_8",), rule.PANDA_8),
    ):
        for field in fields:
            if not is_offered and any(getattr(hand, field)):
                yield Problem(field, say(_("That bet is not played at this table")), cited)


def wrong_points(hand: Coup, sheet: Sheet[House]) -> Iterator[Problem]:
    """Yield the problems of points that are impossible, or missing although a bet depends on them."""
    for field, words, matters in (
        ("punto_points", _("How many points did Punto have? A bet depends on it"), punto_points_matter),
        ("banco_points", _("How many points did Banco have? A bet depends on it"), banco_points_matter),
    ):
        if matters(hand, sheet) and getattr(hand, field) is None:
            yield Problem(field, say(words), rule.VALUES)
    punto, banco = hand.punto_points, hand.banco_points
    if punto is not None and banco is not None and winner_by_points(punto, banco) is not hand.winner:
        words = _("{punto} against {banco}: the winner cannot be {winner}")
        yield Problem("winner", say(words, punto=punto, banco=banco, winner=hand.winner), rule.CLOSEST)
    elif (hand.winner is Winner.PUNTO and punto == 0) or (hand.winner is Winner.BANCO and banco == 0):
        words = _("Nobody wins with zero")
        yield Problem("winner", say(words), rule.CLOSEST)
    result = result_of(hand)
    for spot, other_spot, field in (
        (Spot.PUNTO, Spot.BANCO, "banco_cards"),
        (Spot.BANCO, Spot.PUNTO, "punto_cards"),
    ):
        if result.is_natural(spot) and result.cards(other_spot) > result.cards(spot):
            words = _("{spot} had a natural: nobody drew")
            yield Problem(field, say(words, spot=spot), rule.NATURAL)


# The score -------------------------------------------------------------------


def opening(seating: Seating, house: House) -> Iterator[ScoreLine]:
    return opening_chips(RULES, seating, house.start_chips)


def score(hand: Hand, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    match hand:
        case ChipPurchase():
            yield from chip_lines(hand)
        case Coup() | ByCards():
            yield from coup_lines(hand, sheet)


def coup_lines(hand: AnyCoup, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    """Yield a line for each bet, and one for the bank if a player holds it."""
    result, seating, bank_seat = result_of(hand), sheet.seating, bank_holder(hand, sheet)
    results: BetResults = [
        (seating.side(seat), bet_result(bet, stake, result, sheet.house))
        for seat in seating.every_seat
        for bet, stake in bets_of(hand, seat)
    ]
    yield from bet_lines(RULES, results, None if bank_seat is None else seating.side(bank_seat), sheet)


# The end ---------------------------------------------------------------------


def outcome(sheet: Sheet[House]) -> Outcome | None:
    return bank_outcome(RULES, sheet, COUPS, turns(sheet))


# Words -----------------------------------------------------------------------


def initial_answers(kind: str, sheet: Sheet[House]) -> Mapping[str, Any]:
    """Return the bets of the previous coup, which may be repeated."""
    if kind not in ("coup", "cards"):
        return {}
    return last_bets(
        sheet, COUPS, {"on", "stake", *(bet.value for bet in SIDE_BETS)}, bank_holder, next_bank_holder(sheet)
    )


def briefing(sheet: Sheet[House], partial_hand: PartialHand | None) -> Iterator[Cite]:
    house, bank_seat = sheet.house, next_bank_holder(sheet)
    if bank_seat is not None:
        yield cite(rule.ROTATION, _("{seat} holds the bank and does not bet"), seat=bank_seat)
        yield from cite_bank_limit(RULES, bank_seat, sheet)
    if partial_hand and partial_hand.kind == "cards":
        yield from cite_coup_so_far(partial_hand, house)
    if house.end is End.ROUNDS:
        words = _("Coup {n} of {most}")
        yield cite(rule.ROUNDS, words, n=sheet.count(*COUPS) + 1, most=house.rounds)
    elif house.end is End.ROTATIONS:
        words = _("Rotations of the bank: {n} of {most}")
        full_rotations = min(turns(sheet).turns_held)  # every seat has held the bank this often
        yield cite(rule.ROTATIONS, words, n=full_rotations, most=house.rotations)


def cite_coup_so_far(partial_hand: PartialHand, house: House) -> Iterator[Cite]:
    """Cite the next draw, or the winner, from the cards entered so far."""
    punto, banco = (partial_hand.answers.get(hand) or Cards() for hand in ("punto", "banco"))
    if len(punto) < 2 or len(banco) < 2:
        return
    if step := next_step(punto, banco, house):
        yield step
    elif not any(wrong_draws(punto, banco, house)):
        yield cite_result(result_by_cards(punto, banco))


def cite_result(result: CoupResult) -> Cite:
    words = _("Punto {punto}, Banco {banco}: {winner} wins")
    if result.winner is Winner.TIE:
        words = _("Punto {punto}, Banco {banco}: a tie")
    return cite(rule.CLOSEST, words, punto=result.punto, banco=result.banco, winner=result.winner)


def summary(hand: Hand, sheet: Sheet[House]) -> Message:
    match hand:
        case Coup(winner=winner):
            return hand_sentence(Coup, winner=winner)
        case ByCards(punto=punto, banco=banco):
            return cite_result(result_by_cards(punto, banco)).words
        case ChipPurchase():
            return chip_summary(hand)
        case _:
            return say(type(hand).title)
