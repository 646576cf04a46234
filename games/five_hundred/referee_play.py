"""Rulings on following suit, and on the joker: section 4 of the rulebook."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from games.engine import Ask, Card, Cards, Cite, NoFacts, Ruling, Sheet, _, cite, ruling, without_irrelevant

from . import rulebook as rule
from .bids import Trumps
from .cards import HAND, Terms, suit_of, table_pack
from .choices import JokerRule
from .house import House
from .referee_trick import PlayedBid, at_no_trumps, cite_special_cards, suits, terms_of


@dataclass(frozen=True)
class JokerHistory:
    """The earlier plays of the joker's holder in the suit led."""

    played: bool = False  # has played a card of the suit
    denied: bool = False  # has failed to follow the suit


def why_joker_illegal(led: Trumps, can_follow: bool, history: JokerHistory, terms: Terms) -> Cite | None:
    """Cite why a joker without a suit may not be played to a suit led; None if it may."""
    if terms.house.joker_nt is JokerRule.FIRST_OR_LAST:
        if history.denied:
            words = _("You have failed to follow {suit} before, so the joker cannot stand for it.")
            return cite(rule.JOKER_SIMPLE, words, suit=led)
        if history.played and can_follow:
            words = _("It may be only the first or the last card that you play of {suit}.")
            return cite(rule.JOKER_ENDS, words, suit=led)
        return None
    if can_follow:
        return cite(rule.JOKER_NO_SUIT, _("You have a card of {suit}, and must follow with it."), suit=led)
    return None


def joker_is_forced(terms: Terms) -> bool:
    """Return whether a joker without a suit must be played by a player who is void (rule 4.7)."""
    return terms.misere and terms.house.joker_nt is JokerRule.PAGAT


# Questions that name the cards -----------------------------------------------


def _suitless_joker_was_led(facts: Holding, sheet: Sheet[House]) -> bool:
    return bool(facts.led) and terms_of(facts, sheet).is_suitless(facts.led[0])


def history_matters(facts: PlayedBid, sheet: Sheet[House]) -> bool:
    """Return whether earlier plays of a suit decide if the joker may be played to it."""
    return at_no_trumps(facts, sheet) and sheet.house.joker_nt is JokerRule.FIRST_OR_LAST


ASK_PLAYED = Ask(
    _("Has the joker's holder already played a card of the suit led?"),
    relevant_if=history_matters,
    rule=rule.JOKER_ENDS,
)
ASK_DENIED = Ask(
    _("Has the joker's holder already failed to follow the suit led?"),
    relevant_if=history_matters,
    rule=rule.JOKER_SIMPLE,
)


@dataclass(frozen=True, kw_only=True)
class Holding(PlayedBid):
    """A card that was led, and the hand of the player who must follow."""

    led: Annotated[Cards, Ask(_("The card led"), least=1, most=1, available=table_pack)]
    hand: Annotated[Cards, Ask(_("The cards in hand"), least=1, most=HAND, available=table_pack)]
    asked: Annotated[
        Trumps | None,
        Ask(
            _("Which suit did the leader of the joker ask for?"), available=suits,
            relevant_if=_suitless_joker_was_led, rule=rule.JOKER_LED, none=_("none"),
        ),
    ] = None  # fmt: skip
    played: Annotated[bool, ASK_PLAYED] = False
    denied: Annotated[bool, ASK_DENIED] = False

    def misere_decides(self, sheet: Sheet[House]) -> bool:
        """Return whether the player is void in the suit led, so that misère would force the joker."""
        if sheet.house.joker_nt is not JokerRule.PAGAT or not any(card.joker for card in self.hand):
            return False
        terms = terms_of(replace(self, misere=False), sheet)
        led = _suit_led(self, terms) if self.led else Trumps.NONE
        suited_cards = (card for card in self.hand if not terms.is_suitless(card))
        return led is not Trumps.NONE and not any(suit_of(card, terms) is led for card in suited_cards)


@dataclass(frozen=True, kw_only=True)
class Play(Holding):
    """A card that a player wants to play to a trick."""

    card: Annotated[Cards, Ask(_("The card to be played"), least=1, most=1, available=table_pack)]


def _suit_led(facts: Holding, terms: Terms) -> Trumps:
    """Return the suit to follow; ``Trumps.NONE`` if a joker was led without asking for one."""
    (led,) = facts.led
    return (facts.asked or Trumps.NONE) if terms.is_suitless(led) else suit_of(led, terms)


def why_illegal(card: Card, facts: Holding, terms: Terms) -> Cite | None:
    """Cite why a card of the hand may not be played; None if it may."""
    led = _suit_led(facts, terms)
    cards_to_follow = Cards(
        card_held
        for card_held in facts.hand
        if not terms.is_suitless(card_held) and suit_of(card_held, terms) is led
    )
    if led is Trumps.NONE:
        return None  # nothing to follow
    if terms.is_suitless(card):
        return why_joker_illegal(led, bool(cards_to_follow), JokerHistory(facts.played, facts.denied), terms)
    if suit_of(card, terms) is led:
        return None
    if cards_to_follow:
        words = _("{suit} was led, and there is {holds} to follow with.")
        return cite(rule.FOLLOW, words, suit=led, holds=cards_to_follow)
    if joker_is_forced(terms) and any(terms.is_suitless(card_held) for card_held in facts.hand):
        words = _("At misère whoever has none of the suit led must play a joker without a suit.")
        return cite(rule.JOKER_MISERE, words)
    return None


def on_play(facts: Play, sheet: Sheet[House]) -> Ruling:
    facts = without_irrelevant(facts, sheet)
    (card,), terms = facts.card, terms_of(facts, sheet)
    if card not in facts.hand:
        words = _("Not legal: {card} is not in that hand.")
        return ruling("illegal", cite(rule.FOLLOW, words, card=card))
    notes = cite_special_cards(dict.fromkeys((*facts.led, *facts.hand)), terms)
    if reason := why_illegal(card, facts, terms):
        sentence = cite(reason.rule, _("Not legal: {card} may not be played."), card=card)
        return ruling("illegal", sentence, reason, *notes)
    led = _suit_led(facts, terms)
    if terms.is_suitless(card):
        cited, words = rule.JOKER_NO_SUIT, _("Legal: {card} has no suit here and may be played.")
    elif led is Trumps.NONE or suit_of(card, terms) is led:
        cited, words = rule.FOLLOW, _("Legal: {card} follows suit.")
    else:
        cited, words = rule.FOLLOW, _("Legal: there is none of the suit led in hand, so anything goes.")
    return ruling("legal", cite(cited, words, card=card), *notes)


def on_playable(facts: Holding, sheet: Sheet[House]) -> Ruling:
    facts = without_irrelevant(facts, sheet)
    terms = terms_of(facts, sheet)
    legal_cards = Cards(card for card in facts.hand if why_illegal(card, facts, terms) is None)
    notes = cite_special_cards(dict.fromkeys((*facts.led, *facts.hand)), terms)
    reasons: list[Cite] = []
    for card in facts.hand:
        reason = why_illegal(card, facts, terms)
        if reason is not None and reason not in reasons:
            reasons.append(reason)
    if len(legal_cards) == len(facts.hand):
        return ruling(legal_cards, cite(rule.FOLLOW, _("Any of them.")), *notes)
    return ruling(
        legal_cards, cite(rule.FOLLOW, _("{cards}, and no other."), cards=legal_cards), *reasons, *notes
    )


# The joker, in questions that name no cards ----------------------------------


@dataclass(frozen=True, kw_only=True)
class Joker(PlayedBid):
    """A joker in the hand of the player who must follow."""

    led: Annotated[Trumps, Ask(_("Which suit was led?"), available=suits)]
    holds: Annotated[bool, Ask(_("Do you hold another card of that suit?"), rule=rule.FOLLOW)]
    played: Annotated[bool, ASK_PLAYED] = False
    denied: Annotated[bool, ASK_DENIED] = False

    def misere_decides(self, sheet: Sheet[House]) -> bool:
        """Return whether misère can oblige the player to play the joker, or make it the lowest card."""
        return sheet.house.joker_nt in (JokerRule.PAGAT, JokerRule.LOW_IN_MISERE)


def on_joker(facts: Joker, sheet: Sheet[House]) -> Ruling:
    facts = without_irrelevant(facts, sheet)
    terms, led = terms_of(facts, sheet), facts.led
    joker_suit = terms.trumps if terms.trumps is not Trumps.NONE else terms.joker_suit
    if joker_suit is not None:
        return _joker_of_a_suit(joker_suit, facts)
    if reason := why_joker_illegal(led, facts.holds, JokerHistory(facts.played, facts.denied), terms):
        return ruling("may_not", cite(reason.rule, _("No: the joker may not be played.")), reason)
    if joker_is_forced(terms):
        words = _("You must: at misère whoever has none of {suit} plays a joker without a suit.")
        return ruling("must", cite(rule.JOKER_MISERE, words, suit=led), *_cite_joker_rules(terms))
    words = _("Yes, you may: the joker has no suit, and you need not play it.")
    return ruling("may", cite(rule.JOKER_NO_SUIT, words), *_cite_joker_rules(terms))


def _joker_of_a_suit(joker_suit: Trumps, facts: Joker) -> Ruling:
    """Return the ruling on a joker that is a trump, or the highest card of the suit named for it."""
    cited = rule.LEFT_BOWER if facts.trumps is not Trumps.NONE else rule.JOKER_NAMED
    reason = cite(cited, _("The joker is a card of {suit}."), suit=joker_suit)
    if facts.led is joker_suit:
        if facts.holds:
            words = _("Yes, you may: the joker follows suit, and so do your other cards of {suit}.")
            return ruling("may", cite(cited, words, suit=joker_suit), reason)
        words = _("You must: the joker is your only card of {suit}.")
        return ruling("must", cite(cited, words, suit=joker_suit), reason)
    if facts.holds:
        words = _("No: {led} was led, and you have a card of it.")
        return ruling("may_not", cite(rule.FOLLOW, words, led=facts.led), reason)
    words = _("Yes, you may: you have none of {led}, so anything goes.")
    return ruling("may", cite(rule.FOLLOW, words, led=facts.led), reason)


def _cite_joker_rules(terms: Terms) -> tuple[Cite, ...]:
    """Cite the table's further rules for the joker."""
    match terms.house.joker_nt:
        case JokerRule.HOYLE:
            words = _("If you failed to follow this suit before, it cannot win.")
            return (cite(rule.JOKER_HOYLE, words),)
        case JokerRule.LOW_IN_MISERE if terms.misere:
            return (cite(rule.JOKER_LOW, _("It is the lowest card, and takes nothing.")),)
        case JokerRule.FIRST_OR_LAST:
            words = _("It is the first or the last card that you play of this suit.")
            return (cite(rule.JOKER_ENDS, words),)
    return (cite(rule.JOKER_NO_SUIT, _("It takes the trick.")),)


def on_joker_at_misere(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    match sheet.house.joker_nt:
        case JokerRule.PAGAT:
            words = _("You must play it, unless you named its suit before the first lead.")
            warning = _(
                "A bidder who keeps it and names nothing has lost: name its suit, or put it in the kitty."
            )
            return ruling("must", cite(rule.JOKER_MISERE, words), cite(rule.JOKER_MISERE, warning))
        case JokerRule.LOW_IN_MISERE:
            words = _("You may, and need not: at misère it is the lowest card, and takes nothing.")
            return ruling("may", cite(rule.JOKER_LOW, words))
    words = _("You may, and need not: anything may be played without a card of the suit led.")
    advice = cite(rule.JOKER_NO_SUIT, _("If played, it takes the trick: put it in the kitty if you can."))
    return ruling("may", cite(rule.FOLLOW, words), advice)
