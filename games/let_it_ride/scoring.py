"""The holder of the bank, the payouts of a round, and the end of the game."""

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
    Rule,
    ScoreLine,
    Seat,
    Seating,
    Sheet,
    _,
    cite,
    incremental_fold,
    ngettext,
    say,
)
from games.engine.banking import (
    BankRules,
    BankTurns,
    BetResult,
    BetResults,
    bank_outcome,
    bet_lines,
    cite_bank_limit,
    last_bets,
    opening_chips,
)
from games.engine.chips import ChipPurchase, chip_lines, chip_summary

from . import rulebook as rule
from .hands import (
    OWN_CARDS,
    ROUNDS,
    SHARED_CARDS,
    AnyRound,
    Hand,
    Round,
    RoundByCards,
    five_card_hand_of,
    five_cards_of,
    three_card_hand_of,
)
from .house import FIVE_CARD_PAYS, Bank, End, House, ThreeCardBonus, bonus_odds, odds
from .poker import FiveCardHand, ThreeCardHand, five_card_hand, go_together

FIVE_CARD_STAKE = 1

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
    """Return the next holder of the bank, and the turns that each seat has had."""
    if not isinstance(row.hand, ROUNDS) or row.problems:
        return so_far
    bank_seat = so_far.next_holder if row.hand.bank is None else row.hand.bank
    passes_on = sheet.house.bank is Bank.ROTATE_ROUND
    return so_far.after(bank_seat, sheet.seating.left(bank_seat) if passes_on else so_far.next_holder)


def next_bank_holder(sheet: Sheet[House]) -> Seat | None:
    """Return the holder of the bank in the next round; None if the house holds it."""
    return None if sheet.house.bank is Bank.HOUSE else turns(sheet).next_holder


def bank_holder(hand: AnyRound, sheet: Sheet[House]) -> Seat | None:
    """Return the holder of the bank in this round."""
    return next_bank_holder(sheet) if hand.bank is None else hand.bank


def seats_playing(hand: AnyRound, sheet: Sheet[House]) -> tuple[Seat, ...]:
    """Return the seats that play: not the bank, nor those who sit out."""
    bank_seat = bank_holder(hand, sheet)
    return tuple(
        seat for seat in sheet.seating.every_seat if seat != bank_seat and hand.kept[seat] is not None
    )


# Checks ----------------------------------------------------------------------


def check(hand: Hand, sheet: Sheet[House]) -> Iterator[Problem]:
    if not isinstance(hand, ROUNDS):
        return
    players = seats_playing(hand, sheet)
    if not players:
        yield Problem("kept", say(_("Somebody must have played against the bank")), rule.THIRD)
    for seat in sheet.seating.every_seat:
        if seat not in players:
            yield from not_playing_problems(hand, seat, sheet)
        elif isinstance(hand, RoundByCards) and len(hand.cards[seat]) != OWN_CARDS:
            words = say(_("{seat} had three cards"), seat=seat)
            yield Problem(f"cards.{seat}", words, rule.DEAL)
        elif isinstance(hand, Round) and not go_together(hand.hand[seat], hand.own[seat]):
            words = say(
                _("Three cards that make {own} and five that make {made} do not go together"),
                own=hand.own[seat],
                made=hand.hand[seat],
            )
            yield Problem(f"own.{seat}", words, rule.FIVE)
    if sheet.house.three_card_bonus is ThreeCardBonus.OFF and any(hand.three_card):
        yield not_played_problem("three_card", rule.THREE_CARD)
    if not sheet.house.five_card_bonus and any(hand.five_card):
        yield not_played_problem("five_card", rule.FIVE_CARD)
    if isinstance(hand, RoundByCards):
        card_counts = Counter(card for cards in (*hand.cards, hand.shared) for card in cards)
        for card in sorted(card for card, n in card_counts.items() if n > 1):
            yield Problem("cards", say(_("{card} cannot be in two places"), card=card), rule.DEAL)


def not_played_problem(field: str, broken_rule: Rule) -> Problem:
    return Problem(field, say(_("That bet is not played at this table")), broken_rule)


def not_playing_problems(hand: AnyRound, seat: Seat, sheet: Sheet[House]) -> Iterator[Problem]:
    """Yield the problems in the answers of a seat that does not play."""
    bank_seat = bank_holder(hand, sheet)
    words = say(_("{seat} did not play in this round"), seat=seat)
    broken_rule = rule.THIRD
    if seat == bank_seat:
        words, broken_rule = say(_("{seat} holds the bank and does not play"), seat=seat), rule.BANK
    # A 1 may be the unchanged default, so it is accepted for the bank.
    if seat == bank_seat and (hand.kept[seat] or 1) > 1:
        yield Problem(f"kept.{seat}", words, broken_rule)
    if hand.three_card[seat]:
        yield Problem(f"three_card.{seat}", words, broken_rule)
    if hand.five_card[seat]:
        yield Problem(f"five_card.{seat}", words, broken_rule)
    if isinstance(hand, RoundByCards) and hand.cards[seat]:
        yield Problem(f"cards.{seat}", words, broken_rule)
    if isinstance(hand, Round) and hand.hand[seat] is not FiveCardHand.NO_PAY:
        yield Problem(f"hand.{seat}", words, broken_rule)


# The score -------------------------------------------------------------------


def opening(seating: Seating, house: House) -> Iterator[ScoreLine]:
    return opening_chips(RULES, seating, house.start_chips)


def score(hand: Hand, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    match hand:
        case ChipPurchase():
            yield from chip_lines(hand)
        case Round() | RoundByCards():
            yield from round_lines(hand, sheet)


def main_bet(kept: int, stake: int, poker_hand: FiveCardHand, house: House) -> BetResult:
    """Return the result of the stakes that ride."""
    stakes_ride = ngettext("{n} stake of {stake} rides", "{n} stakes of {stake} ride", kept, stake=stake)
    pays = odds(poker_hand, house)
    if not pays:
        words = (
            _("Less than a pair of tens")
            if poker_hand is FiveCardHand.NO_PAY
            else _("{made} pays nothing here")
        )
        return -kept * stake, (cite(rule.LOST, words, made=poker_hand), cite(rule.LOST, stakes_ride))
    gain = kept * stake * pays
    reason = cite(rule.PAYS, _("{made} at {odds} to one"), made=poker_hand, odds=pays)
    if house.max_payout is not None and gain > house.max_payout:
        words = _("At this table no hand wins more than {n}")
        limit_reason = cite(rule.MOST, words, n=house.max_payout)
        return house.max_payout, (reason, cite(rule.PAYS, stakes_ride), limit_reason)
    return gain, (reason, cite(rule.PAYS, stakes_ride))


def three_card_bet(stake: int, own_hand: ThreeCardHand, house: House) -> BetResult:
    pays = bonus_odds(own_hand, house)
    if pays:
        words = _("3-card bonus: {own}, {stake} at {odds} to one")
        return stake * pays, (cite(rule.THREE_CARD, words, own=own_hand, stake=stake, odds=pays),)
    words = _("3-card bonus: {own}, {stake} lost")
    return -stake, (cite(rule.THREE_CARD, words, own=own_hand, stake=stake),)


def five_card_bet(poker_hand: FiveCardHand) -> BetResult:
    if poker_hand in FIVE_CARD_PAYS:
        words = _("The old bonus: {made}")
        return FIVE_CARD_PAYS[poker_hand], (cite(rule.FIVE_CARD, words, made=poker_hand),)
    return -FIVE_CARD_STAKE, (cite(rule.FIVE_CARD, _("The old bonus: lost")),)


def bet_results(hand: AnyRound, seat: Seat, house: House) -> Iterator[BetResult]:
    """Yield the results of a player's bets."""
    poker_hand, stake = five_card_hand_of(hand, seat), hand.stake[seat] or house.base_bet
    yield main_bet(hand.kept[seat] or 1, stake, poker_hand, house)
    if hand.three_card[seat]:
        yield three_card_bet(hand.three_card[seat], three_card_hand_of(hand, seat), house)
    if hand.five_card[seat]:
        yield five_card_bet(poker_hand)


def round_lines(hand: AnyRound, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    """Yield a line for each bet, and one for the bank."""
    seating, bank_seat = sheet.seating, bank_holder(hand, sheet)
    results: BetResults = [
        (seating.side(seat), result)
        for seat in seats_playing(hand, sheet)
        for result in bet_results(hand, seat, sheet.house)
    ]
    yield from bet_lines(RULES, results, None if bank_seat is None else seating.side(bank_seat), sheet)


# The end ---------------------------------------------------------------------


def outcome(sheet: Sheet[House]) -> Outcome | None:
    return bank_outcome(RULES, sheet, ROUNDS, turns(sheet))


# Words -----------------------------------------------------------------------


def initial_answers(kind: str, sheet: Sheet[House]) -> Mapping[str, Any]:
    """Return the stakes of the previous round, which may be repeated."""
    if kind not in ("round", "cards"):
        return {}
    return last_bets(
        sheet, ROUNDS, ("stake", "three_card", "five_card"), bank_holder, next_bank_holder(sheet)
    )


def briefing(sheet: Sheet[House], partial_hand: PartialHand | None) -> Iterator[Cite]:
    house, bank_seat = sheet.house, next_bank_holder(sheet)
    if bank_seat is not None:
        words = _("{holder} holds the bank, deals, and does not play")
        yield cite(rule.ROTATION, words, holder=bank_seat)
        yield from cite_bank_limit(RULES, bank_seat, sheet)
    yield cite(rule.STAKES, _("Three stakes of {n} each"), n=house.base_bet)
    if partial_hand and partial_hand.kind == "cards":
        yield from cite_hands_so_far(partial_hand, sheet)
    if house.end is End.ROUNDS:
        words = _("Round {n} of {most}")
        yield cite(rule.ROUNDS, words, n=sheet.count(*ROUNDS) + 1, most=house.rounds)
    elif house.end is End.ROTATIONS:
        words = _("Rotations of the bank: {n} of {most}")
        yield cite(rule.ROTATIONS, words, n=min(turns(sheet).turns_held), most=house.rotations)


def cite_hands_so_far(partial_hand: PartialHand, sheet: Sheet[House]) -> Iterator[Cite]:
    """Cite the hands made by the cards entered so far."""
    shared: Cards = partial_hand.answers.get("shared") or Cards()
    for seat in sheet.seating.every_seat:
        cards: Cards = partial_hand.answers.get(f"cards.{seat}") or Cards()
        if len(cards) == OWN_CARDS and len(shared) == SHARED_CARDS:
            poker_hand = five_card_hand(Cards((*cards, *shared)))
            yield cite(rule.RANKING, _("{seat}: {made}"), seat=seat, made=poker_hand)


def summary(hand: Hand, sheet: Sheet[House]) -> Message:
    match hand:
        case Round() | RoundByCards():
            paid = hands_that_paid(hand, sheet)
            return say(_("{best}"), best=paid) if paid else say(_("Nobody's hand paid"))
        case ChipPurchase():
            return chip_summary(hand)
        case _:
            return say(type(hand).title)


def hands_that_paid(hand: AnyRound, sheet: Sheet[House]) -> tuple[Message, ...]:
    """Return the hands that paid, each with its seat."""
    messages = []
    for seat in sheet.seating.every_seat:
        if isinstance(hand, RoundByCards) and len(five_cards_of(hand, seat)) != OWN_CARDS + SHARED_CARDS:
            continue
        if (poker_hand := five_card_hand_of(hand, seat)) is not FiveCardHand.NO_PAY:
            messages.append(say(_("{seat}: {made}"), seat=seat, made=poker_hand))
    return tuple(messages)
