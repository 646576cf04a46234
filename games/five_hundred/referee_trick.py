"""Rulings on single cards and on a trick: sections 1 and 4 of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated

from games.engine import (
    Ask,
    Card,
    Cards,
    Cite,
    NoFacts,
    Rule,
    Ruling,
    Sheet,
    _,
    cite,
    ruling,
    without_irrelevant,
)

from . import rulebook as rule
from .bids import LETTERS, SUITS, Trumps
from .cards import (
    PARTNER_SUIT,
    Terms,
    deck,
    is_left_bower,
    is_matching_four,
    suit_of,
    table_pack,
    winning_card,
)
from .choices import JokerRule
from .house import House

TWO_PLAYERS = 2  # if only two play, each also plays a hand that lies on the table


def suits(sheet: Sheet[House]) -> Iterable[Trumps]:
    return SUITS


def at_no_trumps(facts: PlayedBid, sheet: Sheet[House]) -> bool:
    return facts.trumps is Trumps.NONE


def misere_matters(facts: PlayedBid, sheet: Sheet[House]) -> bool:
    return at_no_trumps(facts, sheet) and facts.misere_decides(sheet)


def joker_suit_matters(facts: PlayedBid, sheet: Sheet[House]) -> bool:
    """Return whether the bidder could name the joker's suit before the first lead (rule 4.6)."""
    return at_no_trumps(facts, sheet) and sheet.house.joker_nt is JokerRule.PAGAT


def cards_in_trick(sheet: Sheet[House]) -> int:
    seats = sheet.seating.seats
    return 2 * seats if seats == TWO_PLAYERS else seats


ASK_TRUMPS = Ask(_("Trumps"), rule=rule.BIDS)
ASK_MISERE = Ask(_("Is it misère or nullo?"), relevant_if=misere_matters, rule=rule.MISERE)
ASK_NAMED = Ask(
    _("Which suit did the bidder name for the joker before the first lead?"), available=suits,
    relevant_if=joker_suit_matters, rule=rule.JOKER_NAMED, none=_("none"),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class PlayedBid:
    """The contract of a hand: trumps, misère or not, and the suit named for the joker."""

    trumps: Annotated[Trumps, ASK_TRUMPS]
    misere: Annotated[bool, ASK_MISERE] = False
    named: Annotated[Trumps | None, ASK_NAMED] = None

    def misere_decides(self, sheet: Sheet[House]) -> bool:
        """Return whether misère can change the answer at no trumps: it may make the joker the lowest card."""
        return sheet.house.joker_nt is JokerRule.LOW_IN_MISERE


def terms_of(facts: PlayedBid, sheet: Sheet[House]) -> Terms:
    """Return the terms of the hand, which decide the suit and rank of each card."""
    misere = facts.misere and at_no_trumps(facts, sheet)
    joker_suit = facts.named if joker_suit_matters(facts, sheet) else None
    return Terms(sheet.house, deck(sheet), facts.trumps, misere, joker_suit)


# Single cards ----------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class OneCard(PlayedBid):
    """A card, and the contract of the hand."""

    card: Annotated[Cards, Ask(_("Which card?"), least=1, most=1, available=table_pack)]


def on_suit(facts: OneCard, sheet: Sheet[House]) -> Ruling:
    (card,), terms = facts.card, terms_of(facts, sheet)
    if terms.is_suitless(card):
        cited = rule.JOKER_LOW if terms.is_lowest(card) else rule.JOKER_NO_SUIT
        return ruling("none", cite(cited, _("The joker has no suit here.")))
    suit = suit_of(card, terms)
    words = _("{card} belongs to {suit}.")
    sentence = cite(_suit_rule(card, terms), words, card=card, suit=suit)
    return ruling(suit, sentence, *cite_special_cards((card,), terms))


def _suit_rule(card: Card, terms: Terms) -> Rule:
    """Return the rule that says which suit a card belongs to."""
    if card.joker:
        return rule.TRUMP_RANK if terms.joker_suit is None else rule.JOKER_NAMED
    if is_matching_four(card, terms):
        return rule.MATCHING_FOURS
    if card.rank == "J":
        return rule.NO_TRUMP_RANK if terms.trumps is Trumps.NONE else rule.LEFT_BOWER
    return rule.TRUMP_RANK if suit_of(card, terms) is terms.trumps else rule.FOLLOW


def cite_special_cards(cards: Iterable[Card], terms: Terms) -> Iterator[Cite]:
    """Cite the special roles of these cards: bowers, and 4s that are trumps."""
    for card in cards:
        if card.joker:
            continue
        if is_left_bower(card, terms):
            words = _("{card} is the left bower: a trump for every purpose.")
            yield cite(rule.LEFT_BOWER, words, card=card)
        elif is_matching_four(card, terms):
            words = _("{card} is a trump: the 4 of the trumps' colour.")
            yield cite(rule.MATCHING_FOURS, words, card=card)
        elif card.rank == "J" and suit_of(card, terms) is terms.trumps:
            yield cite(rule.TRUMP_RANK, _("{card} is the right bower."), card=card)


@dataclass(frozen=True, kw_only=True)
class Bower:
    """A suit that was led, and a left bower in the hand of the player who must follow."""

    trumps: Annotated[Trumps, ASK_TRUMPS]
    led: Annotated[Trumps, Ask(_("Which suit was led?"), available=suits)]
    others: Annotated[bool, Ask(_("Do you hold another card of the suit led?"), rule=rule.FOLLOW)]


def on_left_bower(facts: Bower, sheet: Sheet[House]) -> Ruling:
    if facts.trumps is Trumps.NONE:
        words = _("There are no bowers at no trumps: each jack belongs to its own suit.")
        return ruling("no_bowers", cite(rule.NO_TRUMP_RANK, words))
    jack = Card("J", LETTERS[PARTNER_SUIT[facts.trumps]])
    cited, values = rule.LEFT_BOWER, {"jack": jack, "trumps": facts.trumps, "led": facts.led}
    reason = cite(cited, _("{jack} is a card of {trumps}, not of the suit printed on it."), **values)
    if facts.led is facts.trumps:
        if facts.others:
            words = _("You may: {jack} follows suit, and so does any other trump.")
            return ruling("may", cite(cited, words, **values), reason)
        words = _("Yes: trumps were led, and {jack} is your only trump.")
        return ruling("must", cite(cited, words, **values), reason)
    if facts.others:
        words = _("No, you may not: {led} was led, and you have a card of it.")
        return ruling("may_not", cite(cited, words, **values), reason)
    words = _("You may, but need not: you have none of {led}, and {jack} would be a ruff.")
    return ruling("may", cite(cited, words, **values), reason)


def on_must_ruff(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("No: without a card of the suit led you may play anything; nobody must ruff or win.")
    return ruling("no", cite(rule.FOLLOW, words))


# Winner of a trick -----------------------------------------------------------


def asked_matters(facts: Trick, sheet: Sheet[House]) -> bool:
    """Return whether a card of the suit that the joker's leader asks for can take the trick."""
    return bool(facts.cards) and terms_of(facts, sheet).is_lowest(facts.cards[0])


def renounced_matters(facts: Trick, sheet: Sheet[House]) -> bool:
    is_suitless = terms_of(facts, sheet).is_suitless
    return sheet.house.joker_nt is JokerRule.HOYLE and any(is_suitless(card) for card in facts.cards[1:])


ASK_SUIT_ASKED = Ask(
    _("Which suit did the leader of the joker ask for?"), available=suits, relevant_if=asked_matters,
    rule=rule.JOKER_LED, none=_("none"),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Trick(PlayedBid):
    """The cards of a trick, in the order they were played."""

    cards: Annotated[
        Cards,
        Ask(
            _("The cards, in the order they were played"), least=1, most=cards_in_trick, available=table_pack
        ),
    ]
    asked: Annotated[Trumps | None, ASK_SUIT_ASKED] = None
    renounced: Annotated[
        bool,
        Ask(
            _("Had the player of the joker failed to follow this suit before?"),
            relevant_if=renounced_matters,
            rule=rule.JOKER_HOYLE,
        ),
    ] = False  # fmt: skip


def on_trick(facts: Trick, sheet: Sheet[House]) -> Ruling:
    facts = without_irrelevant(facts, sheet)
    terms = terms_of(facts, sheet)
    card = winning_card(facts.cards, terms, facts.asked, facts.renounced)
    because = (
        _cite_taker(card, terms),
        *cite_special_cards(facts.cards, terms),
        *_cite_joker(card, facts, terms),
    )
    return Ruling(str(card), because)


def _cite_taker(card: Card, terms: Terms) -> Cite:
    if terms.is_suitless(card):
        return cite(rule.JOKER_NO_SUIT, _("{card} takes it: at no trumps it beats every card."), card=card)
    if card.joker and terms.joker_suit:
        words = _("{card} takes it: the highest of {suit}, the suit named for it.")
        return cite(rule.JOKER_NAMED, words, card=card, suit=terms.joker_suit)
    if suit_of(card, terms) is terms.trumps:
        return cite(rule.TAKES, _("{card} takes it, the highest trump."), card=card)
    return cite(rule.TAKES, _("{card} takes it, the highest card of the suit led."), card=card)


def _cite_joker(winner: Card, facts: Trick, terms: Terms) -> Iterator[Cite]:
    """Cite why a joker did not take the trick, or which of two jokers is the higher."""
    jokers = Cards(card for card in facts.cards if card.joker)
    if len(jokers) > 1:
        yield cite(rule.TWO_JOKERS, _("Of two jokers the first, the white one, is the higher."))
    if not jokers or winner.joker:
        return
    if terms.joker_suit:
        words = _("The joker is a card of {suit} here, and no more than that.")
        yield cite(rule.JOKER_NAMED, words, suit=terms.joker_suit)
    elif terms.is_lowest(jokers[0]):
        yield cite(rule.JOKER_LOW, _("At misère the joker is the lowest card here."))
    else:
        words = _("On a suit its player had failed to follow before, the joker cannot win.")
        yield cite(rule.JOKER_HOYLE, words)
