"""Rulings on hands as dealt, the cards left over, and the points of cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from games.engine import Cards, NoFacts, Ruling, Sheet, _, cite, ngettext, ruling

from . import rulebook as rule
from .choices import Dealt, Dragon, FourTwos, SuitOrder, WeakHand
from .combinations import RANKS, SUITS, order
from .house import House, dealing, hand_size, table_pack
from .losses import card_points
from .referee_cards import NO, YES, ask_cards

# Rule 1.9: the ways to count a weak hand.
WEAK_POINTS = {"J": 1, "Q": 2, "K": 3, "A": 4, "2": 5}
WEAK_AT_MOST = 3
FACES = "JQK"
PAIRS_OF_MALTESE_DRAGON = 6


@dataclass(frozen=True)
class DealtHand:
    """A hand as it was dealt."""

    hand: Annotated[Cards, ask_cards(_("The cards dealt"), most=60, by_rank=True)]


def on_redeal(facts: DealtHand, sheet: Sheet[House]) -> Ruling:
    no_redeal = ruling(NO, cite(rule.REDEAL, _("No: weak hands are played at this table")))
    if sheet.house.redeal_weak is WeakHand.OFF and sheet.house.four_twos is not FourTwos.REDEAL:
        return no_redeal
    hand = facts.hand
    points = sum(WEAK_POINTS.get(card.rank, 0) for card in hand)
    faces = sum(card.rank in FACES for card in hand)
    if _has_all_twos(hand) and sheet.house.four_twos is FourTwos.REDEAL:
        return ruling(YES, cite(rule.FOUR_TWOS, _("Yes: all four 2s are in it, and cards are dealt again")))
    match sheet.house.redeal_weak:
        case WeakHand.OFF:
            return no_redeal
        case WeakHand.POINTS:
            weak = points <= WEAK_AT_MOST
            words = ngettext("The hand has {n} point", "The hand has {n} points", points)
        case _:
            weak = not faces
            words = ngettext("The hand has {n} face card", "The hand has {n} face cards", faces)
    verdict = _("Yes: this hand may be thrown in") if weak else _("No: this hand must be played")
    return ruling(YES if weak else NO, cite(rule.REDEAL, verdict), cite(rule.REDEAL, words))


def _has_all_twos(hand: Cards) -> bool:
    return sum(card.rank == "2" for card in hand) >= 4


def on_at_once(facts: DealtHand, sheet: Sheet[House]) -> Ruling:
    house = sheet.house
    play_on = ruling("play_on", cite(rule.DEAL, _("Nothing happens at once: play on")))
    if house.dragon is not Dragon.WIN and house.four_twos is FourTwos.PLAY_ON and not house.maltese_dragon:
        return play_on
    hand = facts.hand
    counts = Counter(card.rank for card in hand)
    if len(hand) == len(RANKS) and len(counts) == len(RANKS) and house.dragon is Dragon.WIN:
        return ruling("win", cite(rule.DRAGON, _("It wins at once: a dragon")))
    if _has_all_twos(hand) and house.four_twos is not FourTwos.PLAY_ON:
        verdict = {FourTwos.REDEAL: "redeal", FourTwos.WIN: "win", FourTwos.DRAW: "draw"}[house.four_twos]
        return ruling(
            verdict, cite(rule.FOUR_TWOS, _("A hand with all four 2s: {what}"), what=house.four_twos)
        )
    pairs = sum(n // 2 for n in counts.values())
    if house.maltese_dragon and len(hand) == len(RANKS) and pairs == PAIRS_OF_MALTESE_DRAGON:
        if counts["3"] >= 2:
            return ruling("lose", cite(rule.MALTESE, _("It loses at once: six pairs, 3s among them")))
        return ruling("win", cite(rule.MALTESE, _("It wins at once: six pairs")))
    return play_on


def on_deal(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    seats = sheet.seating.seats
    dealt_each, spare = hand_size(sheet.house, seats)
    reasons = [cite(rule.DEAL, _("{n} cards each for {seats} players"), n=dealt_each, seats=seats)]
    if dealing(sheet.house, seats) is Dealt.DRAW:
        reasons.append(cite(rule.DEAL, _("Whoever passes draws from the {n} cards left over"), n=spare))
    elif spare:
        words = ngettext(
            "{n} card is left over, for the holder of the lowest card",
            "{n} cards are left over, for the holder of the lowest card",
            spare,
        )
        reasons.append(cite(rule.LEFTOVER, words))
    return ruling(dealt_each, *reasons)


@dataclass(frozen=True)
class LeftoverCards:
    """The cards left over from the deal."""

    cards: Annotated[Cards, ask_cards(_("Which cards are left over?"), most=12)]


def on_leftover(facts: LeftoverCards, sheet: Sheet[House]) -> Ruling:
    if dealing(sheet.house, sheet.seating.seats) not in (Dealt.WHOLE_PACK, Dealt.SEVENTEEN_EXTRA):
        return ruling("none", cite(rule.DEAL, _("Nobody: at this table the rest stays out of the hands")))
    card_order = order(sheet.house)
    dealt_cards = Counter(table_pack(sheet.house)) - Counter(facts.cards)
    suits = SUITS.get(sheet.house.suit_order, SUITS[SuitOrder.HONG_KONG])
    plain_cards = (card for card in dealt_cards if not card.joker)
    lowest = min(plain_cards, key=lambda card: (card_order.rank(card), suits.index(card.suit)))
    words = _("To the holder of the {card}, the lowest card that was dealt")
    return ruling(Cards([lowest]), cite(rule.LEFTOVER, words, card=lowest))


def on_worth(facts: DealtHand, sheet: Sheet[House]) -> Ruling:
    points = sum(card_points(card, sheet.house) for card in facts.hand)
    words = ngettext(
        "{n} point, counted {way}", "{n} points, counted {way}", points, way=sheet.house.card_value
    )
    return ruling(points, cite(rule.VALUE, words))
