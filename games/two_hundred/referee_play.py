"""Rulings on the play: sections 1 and 3 of the rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from games.engine import (
    NOT_SHOWN,
    Ask,
    Card,
    Cards,
    Cite,
    ExchangeTerms,
    NoFacts,
    PerSeat,
    PlayedTrick,
    Ruling,
    Seat,
    Sheet,
    _,
    ask_hands_shown,
    cite,
    judge_exchange,
    judge_trick,
    ruling,
    turn_order,
)

from . import rulebook as rule
from .deck import SUIT, VALUE, rank_index, table_pack
from .hands import Trump
from .house import House, TrumpNamed


def _seats(sheet: Sheet[House]) -> int:
    return sheet.seating.seats


def cards_with_kitty(sheet: Sheet[House]) -> int:
    """Return the number of cards of a bidder who has taken up the kitty."""
    kitty = sheet.house.kitty_size
    return kitty + (len(table_pack(sheet)) - kitty) // sheet.seating.seats


@dataclass(frozen=True)
class BuriedCards:
    """The cards the bidder buries, and the hand with the kitty in it."""

    cards: Annotated[
        Cards,
        Ask(_("The cards buried"), least=1, most=cards_with_kitty, available=table_pack, rule=rule.KITTY),
    ]
    hand: Annotated[
        Cards,
        Ask(
            _("The hand with the kitty"), least=cards_with_kitty, most=cards_with_kitty, available=table_pack,
            rule=rule.KITTY,
        ),
    ]  # fmt: skip


def on_dealing(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    """Answer "How many cards are dealt?"."""
    kitty = sheet.house.kitty_size
    hand_size = cards_with_kitty(sheet) - kitty
    words = _("{n} each, from a pack of {cards}.")
    reasons = [cite(rule.DEAL, words, n=hand_size, cards=len(table_pack(sheet)))]
    if kitty:
        reasons.append(cite(rule.KITTY, _("{n} go to the kitty."), n=kitty))
    return ruling(hand_size, *reasons)


def on_buried(facts: BuriedCards, sheet: Sheet[House]) -> Ruling:
    """Answer "May these be buried?"."""
    kitty_size = sheet.house.kitty_size
    if not kitty_size:
        return ruling("no_kitty", cite(rule.KITTY, _("There is no kitty at this table.")))
    return judge_exchange(facts.cards, facts.hand, ExchangeTerms(kitty_size, kitty_size, rule.KITTY))


@dataclass(frozen=True)
class FirstCard:
    """The card a bidder led without having named trumps."""

    led: Annotated[Cards, Ask(_("The first card led"), least=1, most=1, available=table_pack)]


def on_no_trump_named(facts: FirstCard, sheet: Sheet[House]) -> Ruling:
    """Answer "I forgot to name trump"."""
    trump = SUIT[facts.led[0].suit]
    if sheet.house.trump_named is TrumpNamed.BY_FIRST_CARD:
        words = _("Trumps are {trump}: at this table the first card shows them.")
    else:
        words = _("Trumps are {trump}: when none are named, the first card led names them.")
    return ruling(trump.value, cite(rule.TRUMP, words, trump=trump))


def on_first_lead(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    """Answer "Must the bidder lead a trump first?"."""
    if sheet.house.must_lead_trump:
        return ruling(
            "yes", cite(rule.ANY_LEAD, _("Yes: at this table the bidder's first card must be a trump."))
        )
    return ruling("no", cite(rule.ANY_LEAD, _("No: the bidder may lead any card.")))


def on_must_trump(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    """Answer "I'm void; must I trump?"."""
    words = _("No: without a card of the suit led you may play anything; nobody has to trump or to win.")
    return ruling("no", cite(rule.FREE, words))


@dataclass(frozen=True)
class Play:
    """A card that a player wants to play to a trick."""

    led: Annotated[Cards, Ask(_("The card led"), least=1, most=1, available=table_pack)]
    hand: Annotated[Cards, Ask(_("The cards in hand"), least=1, most=40, available=table_pack)]
    card: Annotated[Cards, Ask(_("The card to be played"), least=1, most=1, available=table_pack)]


def on_play(facts: Play, sheet: Sheet[House]) -> Ruling:
    """Rule on whether a card may be played."""
    (card,), (led,) = facts.card, facts.led
    if card not in facts.hand:
        return ruling("illegal", cite(rule.FOLLOW, _("Not legal: {card} is not in that hand."), card=card))
    cards_to_follow = Cards(card_held for card_held in facts.hand if card_held.suit == led.suit)
    if card.suit == led.suit:
        return ruling("legal", cite(rule.FOLLOW, _("Legal: {card} follows suit."), card=card))
    if cards_to_follow:
        words = _("Not legal: {led} was led, and there is {holds} to follow with.")
        return ruling("illegal", cite(rule.FOLLOW, words, led=led, holds=cards_to_follow))
    words = _("Legal: there is no card of that suit in hand, so anything may be played.")
    because = [cite(rule.FREE, words)]
    if card.rank in VALUE:
        because.append(cite(rule.GENEROUS, _("To throw a counter on a partner's winning card is fair.")))
    return ruling("legal", *because)


@dataclass(frozen=True)
class Trick:
    """The cards of a trick, in the order they were played."""

    cards: Annotated[
        Cards, Ask(_("The cards, in the order they were played"), least=1, most=_seats, available=table_pack)
    ]
    trump: Annotated[
        Trump | None,
        Ask(
            _("Trumps"),
            rule=rule.TRUMP,
            none=_("not named yet"),
            about=_("If none were named, the first card of the hand names them"),
        ),
    ] = None


def on_trick(facts: Trick, sheet: Sheet[House]) -> Ruling:
    """Rule on which card takes the trick."""
    led = facts.cards[0]
    trump = facts.trump or SUIT[led.suit]
    trumps = [card for card in facts.cards if SUIT[card.suit] is trump]
    best = max(trumps or [card for card in facts.cards if card.suit == led.suit], key=rank_index)
    points = sum(VALUE.get(card.rank, 0) for card in facts.cards)
    if trumps:
        words = _("{card} takes it, the highest trump.")
    else:
        words = _("{card} takes it, the highest card of the suit led.")
    worth = cite(rule.COUNTERS, _("The trick is worth {worth}."), worth=points)
    named_by_lead = (
        () if facts.trump else (cite(rule.TRUMP, _("The first card led makes {trump} trumps."), trump=trump),)
    )
    return ruling(str(best), cite(rule.TRICK, words, card=best), *named_by_lead, worth)


@dataclass(frozen=True)
class LookBack:
    """A trick that a player wants to see again."""

    turned: Annotated[bool, Ask(_("Has the trick been turned face down?"))]
    over: Annotated[bool, Ask(_("Is the hand over?"), seldom=True)] = False


def on_look_back(facts: LookBack, sheet: Sheet[House]) -> Ruling:
    """Answer "Can I check the last trick?"."""
    if facts.over:
        return ruling(
            "yes",
            cite(rule.TURNED, _("Yes: the hand is over, and all tricks are turned up to be counted.")),
        )
    if facts.turned:
        return ruling(
            "no", cite(rule.TURNED, _("No: once it is turned, nobody looks until the hand is over."))
        )
    return ruling("yes", cite(rule.TURNED, _("Yes: it has not been turned yet.")))


@dataclass(frozen=True)
class WholeTrick:
    """A trick on the table, and the hands that are shown."""

    cards: Annotated[
        Cards, Ask(_("The cards, in the order they were played"), least=1, most=_seats, available=table_pack)
    ]
    leader: Annotated[Seat, Ask(_("Who led?"), rule=rule.TRICK)]
    trump: Annotated[Trump | None, Ask(_("Trumps"), rule=rule.TRUMP, none=_("not named yet"))] = None
    hands: Annotated[PerSeat[Cards], ask_hands_shown(40, table_pack, rule.FOLLOW)] = NOT_SHOWN


def on_whole_trick(facts: WholeTrick, sheet: Sheet[House]) -> Ruling:
    """Rule on who takes the trick, and which cards were legal."""
    winner_ruling = on_trick(Trick(facts.cards, facts.trump), sheet)
    players = turn_order(facts.leader, sheet.seating.every_seat)

    def breach(card: Card, led: Card, hand: Cards) -> Cite | None:
        decision = on_play(Play(Cards([led]), hand, Cards([card])), sheet)
        return None if decision.verdict == "legal" else decision.because[0]

    return judge_trick(PlayedTrick(facts.cards, players, facts.hands), winner_ruling, rule.FOLLOW, breach)
