"""Rulings on leading the joker at no trumps or misère: rules 4.6 to 4.11."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from games.engine import Ask, Cite, Rule, Ruling, Sheet, _, cite, ruling, without_irrelevant

from . import rulebook as rule
from .bids import SUITS, Trumps
from .choices import JokerRule
from .house import House
from .referee_trick import suits


def plays_by_pagat(facts: object, sheet: Sheet[House]) -> bool:
    return sheet.house.joker_nt is JokerRule.PAGAT


def _has_no_suit(facts: Lead, sheet: Sheet[House]) -> bool:
    """Return whether the joker has no suit: the bidder named none, or by the table's rule cannot name one."""
    return not (plays_by_pagat(facts, sheet) and facts.named)


def _led_suits_matter(facts: Lead, sheet: Sheet[House]) -> bool:
    return plays_by_pagat(facts, sheet) and _has_no_suit(facts, sheet)


def _last_trick_matters(facts: Lead, sheet: Sheet[House]) -> bool:
    return _led_suits_matter(facts, sheet) and set(facts.led_before) == set(SUITS)


def _plays_first_or_last(facts: Lead, sheet: Sheet[House]) -> bool:
    return sheet.house.joker_nt is JokerRule.FIRST_OR_LAST


@dataclass(frozen=True)
class Lead:
    """A joker that is led at no trumps, and the suit its leader asks for."""

    asked: Annotated[
        Trumps, Ask(_("Which suit does the leader ask for?"), available=suits, rule=rule.JOKER_LED)
    ]
    named: Annotated[
        Trumps | None,
        Ask(
            _("Which suit did the bidder name for the joker before the first lead?"), available=suits,
            relevant_if=plays_by_pagat,
            rule=rule.JOKER_NAMED, none=_("none"),
        ),
    ] = None  # fmt: skip
    led_before: Annotated[
        frozenset[Trumps],
        Ask(
            _("Which suits have been led before?"),
            available=suits,
            relevant_if=_led_suits_matter,
            rule=rule.JOKER_LED,
        ),
    ] = frozenset()
    last_trick: Annotated[
        bool, Ask(_("Is it the last trick?"), relevant_if=_last_trick_matters, rule=rule.JOKER_LED)
    ] = False
    denied: Annotated[
        bool,
        Ask(
            _("Has the leader already failed to follow the suit asked for?"), relevant_if=_has_no_suit,
            rule=rule.JOKER_SIMPLE,
        ),
    ] = False  # fmt: skip
    played: Annotated[
        bool,
        Ask(
            _("Has the leader played a card of that suit before?"),
            relevant_if=_plays_first_or_last,
            rule=rule.JOKER_ENDS,
        ),
    ] = False
    holds: Annotated[
        bool,
        Ask(
            _("Has the leader another card of that suit?"),
            relevant_if=_plays_first_or_last,
            rule=rule.JOKER_ENDS,
        ),
    ] = False


def on_joker_lead(facts: Lead, sheet: Sheet[House]) -> Ruling:
    facts, joker_rule = without_irrelevant(facts, sheet), sheet.house.joker_nt
    if facts.named is not None:
        return _ruling_on_named_joker(facts, facts.named)
    cited = {
        JokerRule.PAGAT: rule.JOKER_LED,
        JokerRule.HOYLE: rule.JOKER_HOYLE,
        JokerRule.FIRST_OR_LAST: rule.JOKER_ENDS,
    }.get(joker_rule, rule.JOKER_SIMPLE)
    if reason := _why_illegal(facts, cited, joker_rule):
        words = _("No: the joker may not be led for {suit}.")
        return ruling("illegal", cite(reason.rule, words, suit=facts.asked), reason)
    words = _("Yes: the joker may be led, and the others play {suit} to it if they can.")
    return ruling("legal", cite(cited, words, suit=facts.asked))


def _ruling_on_named_joker(facts: Lead, suit: Trumps) -> Ruling:
    if facts.asked is suit:
        words = _("Yes: the bidder named {suit} as the joker's suit, so that is the suit it leads.")
        return ruling("legal", cite(rule.JOKER_NAMED, words, suit=suit))
    words = _("No: the bidder named {suit} as the joker's suit, so that is the suit it leads.")
    return ruling("illegal", cite(rule.JOKER_NAMED, words, suit=suit))


def _why_illegal(facts: Lead, cited: Rule, joker_rule: JokerRule) -> Cite | None:
    """Cite why the joker may not be led for this suit; None if it may."""
    if facts.denied:
        return cite(cited, _("Its leader has failed to follow {suit} before."), suit=facts.asked)
    if joker_rule is JokerRule.FIRST_OR_LAST and facts.played and facts.holds:
        words = _("It may be only the first or the last card that its leader plays of {suit}.")
        return cite(cited, words, suit=facts.asked)
    if facts.led_before == set(SUITS):
        if facts.last_trick:
            return None
        return cite(cited, _("All four suits have been led, so it may be led only to the last trick."))
    if facts.asked in facts.led_before:
        return cite(cited, _("{suit} has been led before."), suit=facts.asked)
    return None
