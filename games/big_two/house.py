"""The house rules of Big Two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from games.engine import Ask, Cards, Goal, Message, Problem, Rule, Seating, _, pack, say

from . import choices as c
from . import rulebook as rule

DECK, HAND, FULL_HAND, LONG_HAND = 52, 13, 17, 21  # cards
JOKERS_A_PACK = 2
FEWEST_SEATS_WITH_TWO_PACKS = 5

TABLE, COMBINATIONS, PLAY, SPECIAL, SCORING, MATCH = (
    _("The deal"),
    _("Combinations"),
    _("The play"),
    _("Special hands"),
    _("Scoring"),
    _("The match"),
)


OPEN_END = Goal(c.Target.NONE)


@dataclass(frozen=True)
class House:
    """The house rules of a table."""

    deal: Annotated[c.Dealt, Ask(_("How are the cards dealt?"), rule=rule.DEAL, section=TABLE)] = (
        c.Dealt.BY_SEATS
    )
    direction: Annotated[
        c.Direction, Ask(_("Which way does the turn pass?"), rule=rule.DIRECTION, section=TABLE)
    ] = c.Direction.COUNTER
    decks: Annotated[
        int, Ask(_("How many packs?"), least=1, most=2, offers=(1, 2), rule=rule.TWO_PACKS, section=TABLE)
    ] = 1
    jokers: Annotated[c.Jokers, Ask(_("Jokers?"), rule=rule.JOKERS, section=TABLE)] = c.Jokers.OFF
    suit_order: Annotated[c.SuitOrder, Ask(_("Suits, from low to high"), rule=rule.SUITS, section=TABLE)] = (
        c.SuitOrder.HONG_KONG
    )

    straight_order: Annotated[
        c.StraightOrder, Ask(_("Straights, from low to high"), rule=rule.STRAIGHT, section=COMBINATIONS)
    ] = c.StraightOrder.HONG_KONG
    straight_lengths: Annotated[
        c.StraightLengths, Ask(_("How long may a straight be?"), rule=rule.LENGTHS, section=COMBINATIONS)
    ] = c.StraightLengths.FIVE
    flush_order: Annotated[
        c.FlushOrder, Ask(_("How do flushes compare?"), rule=rule.FLUSH, section=COMBINATIONS)
    ] = c.FlushOrder.RANK
    flush_vs_straight: Annotated[
        c.FlushOrStraight, Ask(_("Flush or straight?"), rule=rule.CATEGORIES, section=COMBINATIONS)
    ] = c.FlushOrStraight.FLUSH
    five_card_mixing: Annotated[
        c.Mixing, Ask(_("Five cards on five of another sort"), rule=rule.MIXING, section=COMBINATIONS)
    ] = c.Mixing.BY_CATEGORY
    triples: Annotated[c.Triples, Ask(_("Three of a kind"), rule=rule.TRIPLE, section=COMBINATIONS)] = (
        c.Triples.ALLOWED
    )
    quads_form: Annotated[
        c.QuadsForm, Ask(_("How is four of a kind played?"), rule=rule.FOUR_CARDS, section=COMBINATIONS)
    ] = c.QuadsForm.KICKER
    two_pair_4: Annotated[
        bool, Ask(_("May two pairs be played as four cards?"), rule=rule.FOUR_CARDS, section=COMBINATIONS)
    ] = False
    junk_five: Annotated[
        frozenset[c.Junk], Ask(_("Further five-card plays"), rule=rule.JUNK, section=COMBINATIONS)
    ] = frozenset()
    five_alike_top: Annotated[
        bool,
        Ask(
            _("Do five alike beat a straight flush?"),
            rule=rule.TWO_PACKS,
            section=COMBINATIONS,
            about=_("With two packs."),
        ),
    ] = False
    equal_play: Annotated[
        bool,
        Ask(
            _("May an equal play follow?"),
            rule=rule.TWO_PACKS,
            section=COMBINATIONS,
            about=_("With two packs: the other 3♦ on the 3♦."),
        ),
    ] = False
    bombs: Annotated[c.Bombs, Ask(_("Bombs?"), rule=rule.BOMBS, section=COMBINATIONS)] = c.Bombs.OFF
    smackdown: Annotated[
        c.SmackDown,
        Ask(
            _("May a 2 be smacked down?"),
            rule=rule.SMACK_DOWN,
            section=COMBINATIONS,
            about=_("With four of a kind, or a run of three pairs or more."),
        ),
    ] = c.SmackDown.OFF
    bomb_turns_twos_low: Annotated[
        bool,
        Ask(_("Does four of a kind make the 2s the lowest cards?"), rule=rule.TURNED, section=COMBINATIONS),
    ] = False

    opening: Annotated[
        c.Opening, Ask(_("Must the lowest card be led?"), rule=rule.FIRST_LEAD, section=PLAY)
    ] = c.Opening.INCLUDE
    next_lead: Annotated[
        c.NextLead, Ask(_("Who leads the later deals?"), rule=rule.LATER_LEAD, section=PLAY)
    ] = c.NextLead.WINNER
    pass_rule: Annotated[c.Passing, Ask(_("After passing"), rule=rule.COMING_BACK, section=PLAY)] = (
        c.Passing.FREE
    )
    trick_end: Annotated[c.TrickEnd, Ask(_("When does a trick end?"), rule=rule.TRICK_END, section=PLAY)] = (
        c.TrickEnd.ALL_PASS
    )
    three_threes: Annotated[
        bool, Ask(_("Do three 3s led force out three 2s?"), rule=rule.THREE_THREES, section=PLAY)
    ] = False
    finish_with_two: Annotated[
        c.LastTwo, Ask(_("May one end on a 2?"), rule=rule.ENDING_ON_TWO, section=PLAY)
    ] = c.LastTwo.ALLOWED
    last_card_call: Annotated[
        c.LastCall, Ask(_("Calling “last card”"), rule=rule.LAST_CARD, section=PLAY)
    ] = c.LastCall.OFF

    redeal_weak: Annotated[
        c.WeakHand, Ask(_("May a weak hand be thrown in?"), rule=rule.REDEAL, section=SPECIAL)
    ] = c.WeakHand.OFF
    four_twos: Annotated[
        c.FourTwos, Ask(_("A hand with all four 2s"), rule=rule.FOUR_TWOS, section=SPECIAL)
    ] = c.FourTwos.PLAY_ON
    dragon: Annotated[
        c.Dragon, Ask(_("All thirteen ranks in one hand"), rule=rule.DRAGON, section=SPECIAL)
    ] = c.Dragon.OFF
    maltese_dragon: Annotated[
        bool, Ask(_("Do six pairs as dealt win at once?"), rule=rule.MALTESE, section=SPECIAL)
    ] = False

    payment: Annotated[c.Payment, Ask(_("Who pays whom?"), rule=rule.WINNER_TAKES, section=SCORING)] = (
        c.Payment.WINNER
    )
    penalty_tiers: Annotated[
        tuple[tuple[int, int], ...],
        Ask(_("From so many cards left, times so much"), least=1, most=60, rule=rule.TIERS, section=SCORING),
    ] = ((10, 2), (13, 3))
    penalty_tiers_3p: Annotated[
        tuple[tuple[int, int], ...],
        Ask(_("The same for three players"), least=1, most=60, rule=rule.TIERS, section=SCORING),
    ] = ((12, 2), (17, 3))
    card_value: Annotated[
        c.CardValue, Ask(_("What does a card left count?"), rule=rule.VALUE, section=SCORING)
    ] = c.CardValue.COUNT
    unused_double: Annotated[
        c.Unused, Ask(_("What a loser still holds"), rule=rule.UNUSED, section=SCORING)
    ] = c.Unused.ONCE
    unused_set: Annotated[
        frozenset[c.Held], Ask(_("Which doubles if still held?"), rule=rule.UNUSED, section=SCORING)
    ] = frozenset(c.Held)
    finish_double: Annotated[
        c.FinishDouble,
        Ask(_("Ending on a 2, four of a kind or a straight flush"), rule=rule.FINISH, section=SCORING),
    ] = c.FinishDouble.ONCE
    finish_two_scope: Annotated[
        c.TwoScope, Ask(_("What is ending on a 2?"), rule=rule.FINISH, section=SCORING)
    ] = c.TwoScope.ONLY
    winner_bonus: Annotated[
        int,
        Ask(
            _("What else does the winner get?"), most=100, offers=(0, 5, 10), rule=rule.BONUS, section=SCORING
        ),
    ] = 0
    assist_penalty: Annotated[
        c.Assist, Ask(_("Who let the winner out"), rule=rule.ASSISTANCE, section=SCORING)
    ] = c.Assist.OFF
    assist_scope: Annotated[
        c.AssistScope, Ask(_("What counts as letting somebody out?"), rule=rule.ASSISTANCE, section=SCORING)
    ] = c.AssistScope.SINGLE
    assist_who: Annotated[
        c.Assistant, Ask(_("Who can be blamed for it?"), rule=rule.ASSISTANCE, section=SCORING)
    ] = c.Assistant.LAST_TO_PLAY

    team_play: Annotated[c.Team, Ask(_("Pairs?"), rule=rule.PARTNERS, section=MATCH)] = c.Team.OFF
    president: Annotated[c.President, Ask(_("President and Scum?"), rule=rule.ROLES, section=MATCH)] = (
        c.President.OFF
    )
    president_returns: Annotated[
        c.Returns, Ask(_("What does the President give back?"), rule=rule.RETURNS, section=MATCH)
    ] = c.Returns.LOWEST
    target: Annotated[
        Goal[c.Target],
        Ask(
            _("How long is a match?"), least=1, most=10_000, offers=(50, 100), rule=rule.TARGET, section=MATCH
        ),
    ] = OPEN_END


def table_pack(house: House) -> Cards:
    """Return the cards in play."""
    return Cards(pack(jokers=jokers_a_pack(house)) * house.decks)


def jokers_a_pack(house: House) -> int:
    return 0 if house.jokers is c.Jokers.OFF else JOKERS_A_PACK


def dealing(house: House, seats: int) -> c.Dealt:
    """Return the deal for this many seats (rule 1.4)."""
    if house.deal is not c.Dealt.BY_SEATS:
        return house.deal
    return c.Dealt.DRAW if seats == 2 else c.Dealt.WHOLE_PACK


def hand_size(house: House, seats: int) -> tuple[int, int]:
    """Return the number of cards dealt to each, and of those left that can still come into a hand."""
    cards = (DECK + jokers_a_pack(house)) * house.decks
    match dealing(house, seats):
        case c.Dealt.WHOLE_PACK:
            return divmod(cards, seats)
        case c.Dealt.SEVENTEEN_EXTRA:
            return FULL_HAND, cards - seats * FULL_HAND
        case c.Dealt.DRAW:
            return HAND, cards - seats * HAND
        case c.Dealt.SEVENTEEN:
            return FULL_HAND, 0
        case c.Dealt.TWENTY_ONE:
            return LONG_HAND, 0
        case _:
            return HAND, 0


def by_places(house: House) -> bool:
    """Return whether deals are played for places instead of points."""
    return house.payment is c.Payment.PLACINGS or house.president is c.President.ON


def check_house(house: House, seating: Seating) -> Iterator[Problem]:
    """Yield the contradictions between these house rules, or with these seats."""
    for field, words, cited in _clashes(house, seating):
        yield Problem(field, words, cited)


def _clashes(house: House, seating: Seating) -> Iterator[tuple[str, Message, Rule]]:
    pairs = house.team_play is c.Team.PAIRS
    if pairs and seating.shape != (4, 2):
        yield "team_play", say(_("Pairs need four players on two sides")), rule.PARTNERS
    if not pairs and seating.sides < seating.seats:
        yield "team_play", say(_("Two sides of two play as pairs: choose pairs here")), rule.PARTNERS
    if pairs and by_places(house):
        yield "team_play", say(_("Pairs count cards together; they do not play for places")), rule.PAIR_COUNT
    if by_places(house) and house.target.kind is c.Target.POINTS:
        yield "target", say(_("Places score no points; play for a number of deals instead")), rule.PLACES
    if seating.seats >= FEWEST_SEATS_WITH_TWO_PACKS and house.decks == 1:
        yield "decks", say(_("Five players or more need two packs")), rule.SEATS
    hand_cards, spare = hand_size(house, seating.seats)
    ghost_misplaced = dealing(house, seating.seats) is c.Dealt.GHOST and seating.seats != 3
    leftover_too_large = dealing(house, seating.seats) is c.Dealt.SEVENTEEN_EXTRA and spare >= seating.seats
    if hand_cards * seating.seats > len(table_pack(house)) or ghost_misplaced or leftover_too_large:
        yield "deal", say(_("That deal does not suit so many players")), rule.DEAL
