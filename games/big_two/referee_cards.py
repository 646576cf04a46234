"""Rulings on combinations, on what beats what, and on first and last plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from games.engine import Ask, Card, Cards, Cite, Ruling, Sheet, _, cite, ruling, say

from . import rulebook as rule
from .beating import RULE_OF, judge, may_close
from .briefing import last_winner
from .choices import (
    Bombs,
    FinishDouble,
    FlushOrder,
    Junk,
    LastTwo,
    NextLead,
    Opening,
    SmackDown,
    StraightOrder,
    TwoScope,
)
from .combinations import SUITS, Kind, bare_four_allowed, big_two, classify, lowest_card, straights
from .house import House, table_pack

NO_CARDS = Cards()
YES, NO, LEGAL, ILLEGAL = "yes", "no", "legal", "illegal"


def table_cards(sheet: Sheet[House]) -> Iterable[Card]:
    """Return the cards of this table's pack."""
    return table_pack(sheet.house)


def ask_cards(text: str, most: int = 13, *, by_rank: bool = False) -> Ask:
    """Ask for cards of the pack, at least one; ``by_rank`` if the suits do not matter."""
    return Ask(text, least=1, most=most, available=table_cards, any_suits=True, by_rank=by_rank)


def low_twos_matter(facts: object, sheet: Sheet[House]) -> bool:
    return sheet.house.bomb_turns_twos_low


def smack_matters(facts: object, sheet: Sheet[House]) -> bool:
    return sheet.house.smackdown is not SmackDown.OFF


# Combinations ----------------------------------------------------------------


@dataclass(frozen=True)
class SomeCards:
    """The cards to be judged."""

    cards: Annotated[Cards, ask_cards(_("Which cards?"))]


def on_combination(facts: SomeCards, sheet: Sheet[House]) -> Ruling:
    play = classify(facts.cards, sheet.house)
    if play is None:
        return ruling("none", *_cite_why_none(facts.cards, sheet.house))
    because = cite(RULE_OF[play.kind], _("{cards} is {kind}"), cards=facts.cards, kind=play.kind)
    if play.kind is Kind.PAIR_RUN or (play.kind is Kind.FOUR and not bare_four_allowed(sheet.house)):
        return ruling(
            play.kind, because, cite(rule.SMACK_DOWN, _("It is played only to smack down a lone 2"))
        )
    return ruling(play.kind, because)


def _cite_why_none(cards: Cards, house: House) -> tuple[Cite, ...]:
    """Cite that the cards are no combination, and the house rule against them if other tables play them."""
    no_combination = cite(rule.NO_COMBINATION, _("{cards} is no combination here"), cards=cards)
    ranks = {card.rank for card in cards}
    straights_anywhere = [set(run) for order in StraightOrder for run, _deciding_rank in straights(order, 5)]
    if len(cards) == 5 and ranks in straights_anywhere:
        return no_combination, cite(
            rule.STRAIGHT, _("This table's straights: {order}"), order=house.straight_order
        )
    if len(cards) == 5 and len({card.suit for card in cards}) == 1 and house.flush_order is FlushOrder.OFF:
        return no_combination, cite(rule.FLUSH, _("Flushes are not played at this table"))
    counts = sorted(Counter(card.rank for card in cards).values(), reverse=True)
    match counts:
        case [3]:
            return no_combination, cite(rule.TRIPLE, _("{triples}"), triples=house.triples)
        case [4] | [4, 1] | [2, 2]:
            words = _("Four of a kind is played {form}; two pairs as four cards: {two_pair}")
            return no_combination, cite(
                rule.FOUR_CARDS, words, form=house.quads_form, two_pair=house.two_pair_4
            )
        case [2, 2, 1] | [3, 1, 1]:
            allowed = tuple(junk for junk in Junk if junk in house.junk_five) or say(_("none"))
            return no_combination, cite(
                rule.JUNK, _("Further five-card plays here: {allowed}"), allowed=allowed
            )
    return (no_combination,)


@dataclass(frozen=True)
class PlayOnTable:
    """A play, and the play on the table that it must beat."""

    played: Annotated[Cards, ask_cards(_("What is played?"))]
    table: Annotated[Cards, ask_cards(_("On what?"))]
    after_bomb: Annotated[
        bool,
        Ask(_("Has four of a kind been played before?"), relevant_if=low_twos_matter, rule=rule.TWOS_LOW),
    ] = False
    after_smack: Annotated[
        bool,
        Ask(_("Were the cards on the table a smack-down?"), relevant_if=smack_matters, rule=rule.SMACK_DOWN),
    ] = False


def on_beats(facts: PlayOnTable, sheet: Sheet[House]) -> Ruling:
    verdict = judge(facts.played, facts.table, sheet.house, facts.after_bomb, facts.after_smack)
    words = _("Yes: {played} beats {table}") if verdict.beats else _("No: {played} does not beat {table}")
    reason = cite(verdict.because.rule, words, played=facts.played, table=facts.table)
    return ruling(
        YES if verdict.beats else NO, reason, verdict.because, *_cite_house_rules(facts, sheet.house)
    )


def _cite_house_rules(facts: PlayOnTable, house: House) -> Iterable[Cite]:
    """Cite the house rules that decided."""
    kinds = {play.kind for cards in (facts.played, facts.table) if (play := classify(cards, house))}
    if kinds & {Kind.STRAIGHT, Kind.STRAIGHT_FLUSH}:
        yield cite(rule.STRAIGHT, _("Straights from low to high: {order}"), order=house.straight_order)
    if Kind.FLUSH in kinds:
        yield cite(rule.FLUSH, _("Flushes compare {order}"), order=house.flush_order)
    if kinds & {Kind.QUADS, Kind.FOUR, Kind.STRAIGHT_FLUSH}:
        yield cite(rule.BOMBS, _("Bombs here: {bombs}"), bombs=house.bombs)
    if house.smackdown is not SmackDown.OFF and kinds & {Kind.QUADS, Kind.FOUR, Kind.PAIR_RUN}:
        yield cite(rule.SMACK_DOWN, _("Smack-down here: {smackdown}"), smackdown=house.smackdown)


def on_suits(facts: object, sheet: Sheet[House]) -> Ruling:
    card = lowest_card(sheet.house)
    because = cite(
        rule.SUITS,
        _("The {card} is the lowest card; suits: {order}"),
        card=card,
        order=sheet.house.suit_order,
    )
    note = _(
        "One published Hong Kong list is printed backwards, spades lowest; all the others have them highest"
    )
    return ruling(SUITS.get(sheet.house.suit_order, "none"), because, cite(rule.SUITS, note))


# Leading and ending ----------------------------------------------------------


@dataclass(frozen=True)
class FirstPlay:
    """The first play of a deal."""

    cards: Annotated[Cards, ask_cards(_("What is led?"))]
    lowest: Annotated[
        Cards,
        Ask(
            _("The lowest card dealt, if it is not the usual one"),
            most=1,
            available=table_cards,
            rule=rule.FIRST_LEAD,
        ),
    ] = NO_CARDS


def on_opening(facts: FirstPlay, sheet: Sheet[House]) -> Ruling:
    lowest = facts.lowest[0] if facts.lowest else lowest_card(sheet.house)
    if classify(facts.cards, sheet.house) is None:
        return ruling(ILLEGAL, *_cite_why_none(facts.cards, sheet.house))
    if last_winner(sheet) is not None and sheet.house.next_lead is NextLead.WINNER:
        words = _("Legal: the winner of the last deal leads anything")
        return ruling(LEGAL, cite(rule.LATER_LEAD, words))
    if sheet.house.opening is Opening.ANYTHING:
        words = _("Legal: whoever holds the {card} leads anything here")
        return ruling(LEGAL, cite(rule.FIRST_LEAD, words, card=lowest))
    if lowest in facts.cards:
        words = _("Legal: the {card} is in the first play, alone or with others")
        return ruling(LEGAL, cite(rule.FIRST_LEAD, words, card=lowest))
    return ruling(
        ILLEGAL, cite(rule.FIRST_LEAD, _("Illegal: the {card} must be in the first play"), card=lowest)
    )


def on_finish(facts: SomeCards, sheet: Sheet[House]) -> Ruling:
    house, cards = sheet.house, facts.cards
    if classify(cards, house) is None:
        return ruling(ILLEGAL, *_cite_why_none(cards, house))
    all_twos = all(card.rank == "2" for card in cards)
    is_barred = {
        LastTwo.ALLOWED: False,
        LastTwo.NO_BIG_SINGLE: tuple(cards) == (big_two(house),),
        LastTwo.NO_BIG: big_two(house) in cards,
        LastTwo.NO_SINGLE: all_twos and len(cards) == 1,
        LastTwo.NO_SINGLE_OR_PAIR: all_twos and len(cards) <= 2,
    }[house.finish_with_two]
    words = (
        _("No: nobody may go out on {cards} here") if is_barred else _("Yes: going out on {cards} is allowed")
    )
    reason = cite(rule.ENDING_ON_TWO, words, cards=cards)
    return ruling(ILLEGAL if is_barred else LEGAL, reason, *_cite_doubling(finish_factor(cards, house)))


def _cite_doubling(factor: int) -> Iterable[Cite]:
    if factor > 1:
        yield cite(rule.FINISH, _("It doubles what all the losers pay"))


def finish_factor(cards: Cards, house: House) -> int:
    """Return the factor by which the last play multiplies the losers' payments: 1 or 2 (rule 6.5)."""
    play = classify(cards, house)
    if play is None or house.finish_double is FinishDouble.OFF:
        return 1
    twos = [card for card in cards if card.rank == "2"]
    only_twos = len(twos) == len(cards)
    ends_on_two = bool(twos) and (only_twos or house.finish_two_scope is TwoScope.CONTAINS)
    is_bomb = play.kind in (Kind.QUADS, Kind.FOUR, Kind.FIVE_ALIKE, Kind.STRAIGHT_FLUSH)
    return 2 if ends_on_two or is_bomb else 1


def on_last_play(facts: SomeCards, sheet: Sheet[House]) -> Ruling:
    factor = finish_factor(facts.cards, sheet.house)
    words = (
        _("Going out on {cards} doubles what all pay, once: never twice")
        if factor > 1
        else _("Going out on {cards} doubles nothing here")
    )
    return ruling(factor, cite(rule.FINISH, words, cards=facts.cards))


def on_closing(facts: SomeCards, sheet: Sheet[House]) -> Ruling:
    if sheet.house.bombs is not Bombs.OFF or sheet.house.smackdown is not SmackDown.OFF:
        words = _("No: bombs or smack-downs are played here, so the others may still answer")
        return ruling(NO, cite(rule.BIG_TWO, words))
    closes = may_close(facts.cards, sheet.house)
    if closes:
        words = _("Yes: nothing beats {cards}, so the trick is over, and the same player leads")
    else:
        words = _("No: the others may still answer {cards}, or pass")
    return ruling(YES if closes else NO, cite(rule.BIG_TWO, words, cards=facts.cards))
