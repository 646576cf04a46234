"""The questions for the referee at a table of old maid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from games.engine import (
    Ask,
    Cards,
    IrregularityKind,
    NoFacts,
    PerSeat,
    Question,
    Ruling,
    Seat,
    Sheet,
    _,
    broadcast_defaults,
    cite,
    illegal,
    legal,
    ngettext,
    ruling,
)

from . import rulebook as rule
from .deck import cards_dealt, cards_each, count_pairs, table_pack
from .hands import sides_still_in
from .house import House, Pair, Scoring
from .scoring import dealer, first_to_offer, odd_card, points_by_place

NOBODY_OUT = PerSeat((False,))  # the one False stands for every seat


# Pairs -----------------------------------------------------------------------


@dataclass(frozen=True)
class SomeCards:
    """The cards of a hand."""

    cards: Annotated[
        Cards,
        Ask(_("Which cards?"), least=1, most=lambda sheet: cards_dealt(sheet.house), available=table_pack),
    ]


@dataclass(frozen=True)
class TwoCards:
    """Two cards that may be a pair."""

    cards: Annotated[Cards, Ask(_("Which two cards?"), least=2, most=2, available=table_pack)]


def on_pairs(facts: SomeCards, sheet: Sheet[House]) -> Ruling:
    n = count_pairs(facts.cards, sheet.house)
    cards_kept = len(facts.cards) - 2 * n
    return ruling(
        n,
        cite(rule.PAIRS, ngettext("{n} pair is put down", "{n} pairs are put down", n)),
        cite(rule.PAIRS, ngettext("{n} card is kept", "{n} cards are kept", cards_kept)),
    )


def on_pair(facts: TwoCards, sheet: Sheet[House]) -> Ruling:
    if count_pairs(facts.cards, sheet.house):
        return legal(rule.PAIRS, _("That is a pair"))
    first, second = facts.cards
    if first.rank == second.rank and sheet.house.pair is Pair.RANK_AND_COLOUR:
        return illegal(rule.PAIRS, _("At this table a pair is of one colour"))
    return illegal(rule.PAIRS, _("No pair: a pair is two cards of one rank"))


def on_three_alike(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return ruling(1, cite(rule.PAIRS, _("One pair only: the third card is kept")))


def on_no_pair(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("Whoever put down two cards that are no pair is the old maid of this round")
    return ruling("maid", cite(rule.NO_PAIR, words))


def on_pairs_in_all(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    cards = cards_dealt(sheet.house)
    words = _("{n} pairs: {cards} cards, and one is left over")
    return ruling(cards // 2, cite(rule.PACK, words, n=cards // 2, cards=cards))


def on_old_maid(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("The old maid is {her}: it cannot be paired")
    return ruling(sheet.house.removed.value, cite(rule.PACK, words, her=odd_card(sheet.house)))


# Drawing ---------------------------------------------------------------------


@dataclass(frozen=True)
class Offering:
    """The player who offers cards, and those who are out."""

    offerer: Annotated[Seat, Ask(_("Who offers the cards?"))]
    out: Annotated[PerSeat[bool], Ask(_("Who is out?"), rule=rule.OUT)] = NOBODY_OUT


@dataclass(frozen=True)
class Draw:
    """The player who has just drawn, and those who are out."""

    drawer: Annotated[Seat, Ask(_("Who has just drawn?"))]
    out: Annotated[PerSeat[bool], Ask(_("Who is out?"), rule=rule.OUT)] = NOBODY_OUT


def seats_with_cards(out: PerSeat[bool], sheet: Sheet[House]) -> set[Seat]:
    """Return the seats that still hold cards in this round."""
    remaining_sides = sides_still_in(sheet.totals, sheet.house)
    return {
        seat
        for seat in sheet.seating.every_seat
        if sheet.seating.side(seat) in remaining_sides and not out[seat]
    }


def on_who_draws(facts: Offering, sheet: Sheet[House]) -> Ruling:
    seats_playing = seats_with_cards(broadcast_defaults(facts, sheet).out, sheet)
    # Leave out the last seat of the round, which is the offerer's.
    neighbour, *farther_seats = sheet.seating.round_from(sheet.seating.left(facts.offerer))[:-1]
    if neighbour in seats_playing:
        words = _("{who} draws, on the left of {offerer}")
        return ruling(neighbour, cite(rule.OFFER, words, who=neighbour, offerer=facts.offerer))
    for seat in farther_seats:
        if seat in seats_playing:
            words = _("{who} draws, as the next to the left who still has cards")
            return ruling(seat, cite(rule.NEIGHBOUR, words, who=seat))
    words = _("Nobody: all the others are out, and {offerer} is left with {her}")
    return ruling("nobody", cite(rule.MAID, words, offerer=facts.offerer, her=odd_card(sheet.house)))


def on_who_offers(facts: Draw, sheet: Sheet[House]) -> Ruling:
    seats_playing = seats_with_cards(broadcast_defaults(facts, sheet).out, sheet)
    if len(seats_playing) < 2:
        words = _("Nobody: the round is over when only one player has cards")
        return ruling("nobody", cite(rule.MAID, words))
    if facts.drawer in seats_playing:
        return ruling(facts.drawer, cite(rule.OFFER, _("{who} offers next"), who=facts.drawer))
    seat = next(seat for seat in sheet.seating.round_from(facts.drawer) if seat in seats_playing)
    words = _("{drawer} is out, so {who} offers next")
    return ruling(seat, cite(rule.NEXT_OFFER, words, drawer=facts.drawer, who=seat))


def on_shuffle(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return legal(rule.SHUFFLE, _("You may shuffle your cards before you offer them"))


def on_steer(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("No card may be pushed up or held back: the choice is the neighbour's")
    return illegal(rule.STEER, words)


def on_put_back(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return illegal(rule.STEER, _("What was drawn is kept"))


# Out, or left with the old maid ----------------------------------------------


def on_drawn_out(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("Safe: whoever has no card left is out, even if the last card was the old maid herself")
    return ruling("yes", cite(rule.OUT, words))


def on_both_out(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("Whoever offered the last card was out first, then the one who paired it")
    return ruling("offerer", cite(rule.FIRST_OF_TWO, words))


def on_two_losers(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("No: of {n} cards exactly one cannot be paired")
    return ruling("no", cite(rule.MAID, words, n=cards_dealt(sheet.house)))


# The deal and the count ------------------------------------------------------


def on_uneven(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    remaining_sides = sides_still_in(sheet.totals, sheet.house)
    players = sheet.seating.per_seat(lambda seat: sheet.seating.side(seat) in remaining_sides)
    reason = cite(rule.DEAL, _("That is as it should be: all the cards are dealt, and some get one more"))
    if not any(players):
        return ruling("yes", reason)
    hand_sizes = cards_each(sheet.house, players, dealer(sheet))
    reasons = (
        cite(rule.DEAL, ngettext("{who}: {n} card", "{who}: {n} cards", n, who=seat))
        for seat, n in zip(sheet.seating.every_seat, hand_sizes, strict=True)
    )
    return ruling("yes", reason, *reasons)


def on_places(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    if sheet.house.scoring is not Scoring.FINISH_RANK:
        words = _("Nothing: this table writes down only who was left with the maid")
        return ruling(0, cite(rule.TALLY, words))
    points = points_by_place(sheet.house, sheet.seating.seats)
    words = _("From the first out to the maid: {points}")
    return ruling(points, cite(rule.RANKS, words, points=points))


def on_start(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    first = first_to_offer(sheet)
    return ruling(
        first,
        cite(rule.START, _("{who} offers first"), who=first),
        cite(rule.DEALER, _("{who} deals"), who=dealer(sheet)),
    )


QUESTIONS = {
    "three_alike": Question(
        _("I have three sevens: how many pairs may I put down?"),
        on_three_alike,
        keywords=_("three of a kind"),
    ),
    "who_draws": Question(
        _("My neighbour is already out: who draws?"), on_who_draws, Offering, _("next player left skip")
    ),
    "uneven": Question(
        _("Some of us have more cards: is that right?"),
        on_uneven,
        keywords=_("uneven hands how many cards each"),
        irregularity=IrregularityKind.CARDS,
    ),
    "two_losers": Question(_("Can two people lose?"), on_two_losers, keywords=_("both left maid odd card")),
    "who_offers": Question(_("Who offers next?"), on_who_offers, Draw, _("turn after drawing out")),
    "start": Question(_("Who begins?"), on_start, keywords=_("dealer first offers")),
    "pair": Question(_("Is this a pair?"), on_pair, TwoCards, _("match rank colour")),
    "pairs": Question(_("How many pairs are in these cards?"), on_pairs, SomeCards, _("put down hand")),
    "pairs_in_all": Question(
        _("How many pairs are there in all?"), on_pairs_in_all, keywords=_("count cards")
    ),
    "no_pair": Question(
        _("Somebody put down two cards that are no pair"),
        on_no_pair,
        keywords=_("mistake wrong discard"),
        irregularity=IrregularityKind.CLAIM,
    ),
    "which_card": Question(
        _("Which card is the old maid?"), on_old_maid, keywords=_("odd queen removed joker")
    ),
    "shuffle": Question(_("May I shuffle before I offer my cards?"), on_shuffle, keywords=_("mix hand")),
    "steer": Question(
        _("May I push one card up?"),
        on_steer,
        keywords=_("trick force choice steer hold"),
        irregularity=IrregularityKind.REVOKE,
    ),
    "put_back": Question(
        _("May a drawn card be put back?"),
        on_put_back,
        keywords=_("choose again return"),
        irregularity=IrregularityKind.REVOKE,
    ),
    "drawn_out": Question(
        _("My last card was drawn, and it was the old maid: am I safe?"),
        on_drawn_out,
        keywords=_("out no cards"),
    ),
    "both_out": Question(
        _("My last card made a pair for the one who drew it: who was out first?"),
        on_both_out,
        keywords=_("same time order place"),
    ),
    "places": Question(_("What does each place earn?"), on_places, keywords=_("rank points first second")),
}
