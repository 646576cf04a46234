"""The house rules of Big Two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from games.engine import Ask, Cards, Goal, Message, Problem, Rule, Seating, _, pack, say

from . import choices
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

OPEN_END = Goal(choices.Target.NONE)


@dataclass(frozen=True)
class House:
    """The house rules of a table."""

    deal: Annotated[choices.Dealt, Ask(_("How are the cards dealt?"), rule=rule.DEAL, section=TABLE)] = (
        choices.Dealt.BY_SEATS
    )
    direction: Annotated[
        choices.Direction, Ask(_("Which way does the turn pass?"), rule=rule.DIRECTION, section=TABLE)
    ] = choices.Direction.COUNTER
    decks: Annotated[
        int, Ask(_("How many packs?"), least=1, most=2, offers=(1, 2), rule=rule.TWO_PACKS, section=TABLE)
    ] = 1
    jokers: Annotated[choices.Jokers, Ask(_("Jokers?"), rule=rule.JOKERS, section=TABLE)] = choices.Jokers.OFF
    suit_order: Annotated[
        choices.SuitOrder, Ask(_("Suits, from low to high"), rule=rule.SUITS, section=TABLE)
    ] = choices.SuitOrder.HONG_KONG

    straight_order: Annotated[
        choices.StraightOrder, Ask(_("Straights, from low to high"), rule=rule.STRAIGHT, section=COMBINATIONS)
    ] = choices.StraightOrder.HONG_KONG
    straight_lengths: Annotated[
        choices.StraightLengths,
        Ask(_("How long may a straight be?"), rule=rule.LENGTHS, section=COMBINATIONS),
    ] = choices.StraightLengths.FIVE
    flush_order: Annotated[
        choices.FlushOrder, Ask(_("How do flushes compare?"), rule=rule.FLUSH, section=COMBINATIONS)
    ] = choices.FlushOrder.RANK
    flush_vs_straight: Annotated[
        choices.FlushOrStraight, Ask(_("Flush or straight?"), rule=rule.CATEGORIES, section=COMBINATIONS)
    ] = choices.FlushOrStraight.FLUSH
    five_card_mixing: Annotated[
        choices.Mixing, Ask(_("Five cards on five of another sort"), rule=rule.MIXING, section=COMBINATIONS)
    ] = choices.Mixing.BY_CATEGORY
    triples: Annotated[choices.Triples, Ask(_("Three of a kind"), rule=rule.TRIPLE, section=COMBINATIONS)] = (
        choices.Triples.ALLOWED
    )
    quads_form: Annotated[
        choices.QuadsForm, Ask(_("How is four of a kind played?"), rule=rule.FOUR_CARDS, section=COMBINATIONS)
    ] = choices.QuadsForm.KICKER
    two_pair_4: Annotated[
        bool, Ask(_("May two pairs be played as four cards?"), rule=rule.FOUR_CARDS, section=COMBINATIONS)
    ] = False
    junk_five: Annotated[
        frozenset[choices.Junk], Ask(_("Further five-card plays"), rule=rule.JUNK, section=COMBINATIONS)
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
    bombs: Annotated[choices.Bombs, Ask(_("Bombs?"), rule=rule.BOMBS, section=COMBINATIONS)] = (
        choices.Bombs.OFF
    )
    smackdown: Annotated[
        choices.SmackDown,
        Ask(
            _("May a 2 be smacked down?"),
            rule=rule.SMACK_DOWN,
            section=COMBINATIONS,
            about=_("With four of a kind, or a run of three pairs or more."),
        ),
    ] = choices.SmackDown.OFF
    bomb_turns_twos_low: Annotated[
        bool,
        Ask(_("Does four of a kind make the 2s the lowest cards?"), rule=rule.TWOS_LOW, section=COMBINATIONS),
    ] = False

    opening: Annotated[
        choices.Opening, Ask(_("Must the lowest card be led?"), rule=rule.FIRST_LEAD, section=PLAY)
    ] = choices.Opening.INCLUDE
    next_lead: Annotated[
        choices.NextLead, Ask(_("Who leads the later deals?"), rule=rule.LATER_LEAD, section=PLAY)
    ] = choices.NextLead.WINNER
    pass_rule: Annotated[choices.Passing, Ask(_("After passing"), rule=rule.COMING_BACK, section=PLAY)] = (
        choices.Passing.FREE
    )
    trick_end: Annotated[
        choices.TrickEnd, Ask(_("When does a trick end?"), rule=rule.TRICK_END, section=PLAY)
    ] = choices.TrickEnd.ALL_PASS
    three_threes: Annotated[
        bool, Ask(_("Do three 3s led force out three 2s?"), rule=rule.THREE_THREES, section=PLAY)
    ] = False
    finish_with_two: Annotated[
        choices.LastTwo, Ask(_("May one end on a 2?"), rule=rule.ENDING_ON_TWO, section=PLAY)
    ] = choices.LastTwo.ALLOWED
    last_card_call: Annotated[
        choices.LastCall, Ask(_("Calling “last card”"), rule=rule.LAST_CARD, section=PLAY)
    ] = choices.LastCall.OFF

    redeal_weak: Annotated[
        choices.WeakHand, Ask(_("May a weak hand be thrown in?"), rule=rule.REDEAL, section=SPECIAL)
    ] = choices.WeakHand.OFF
    four_twos: Annotated[
        choices.FourTwos, Ask(_("A hand with all four 2s"), rule=rule.FOUR_TWOS, section=SPECIAL)
    ] = choices.FourTwos.PLAY_ON
    dragon: Annotated[
        choices.Dragon, Ask(_("All thirteen ranks in one hand"), rule=rule.DRAGON, section=SPECIAL)
    ] = choices.Dragon.OFF
    maltese_dragon: Annotated[
        bool, Ask(_("Do six pairs as dealt win at once?"), rule=rule.MALTESE, section=SPECIAL)
    ] = False

    payment: Annotated[choices.Payment, Ask(_("Who pays whom?"), rule=rule.WINNER_TAKES, section=SCORING)] = (
        choices.Payment.WINNER
    )
    penalty_tiers: Annotated[
        tuple[tuple[int, int], ...],
        Ask(
            _("Multiply the loss: from how many cards left, by how much?"),
            least=1,
            most=60,
            rule=rule.TIERS,
            section=SCORING,
        ),
    ] = ((10, 2), (13, 3))
    penalty_tiers_3p: Annotated[
        tuple[tuple[int, int], ...],
        Ask(_("The same for three players"), least=1, most=60, rule=rule.TIERS, section=SCORING),
    ] = ((12, 2), (17, 3))
    card_value: Annotated[
        choices.CardValue, Ask(_("What does a card left count?"), rule=rule.VALUE, section=SCORING)
    ] = choices.CardValue.COUNT
    unused_double: Annotated[
        choices.Unused, Ask(_("What a loser still holds"), rule=rule.UNUSED, section=SCORING)
    ] = choices.Unused.ONCE
    unused_set: Annotated[
        frozenset[choices.Held],
        Ask(_("What doubles the loss if still held?"), rule=rule.UNUSED, section=SCORING),
    ] = frozenset(choices.Held)
    finish_double: Annotated[
        choices.FinishDouble,
        Ask(_("Ending on a 2, four of a kind or a straight flush"), rule=rule.FINISH, section=SCORING),
    ] = choices.FinishDouble.ONCE
    finish_two_scope: Annotated[
        choices.TwoScope, Ask(_("What is ending on a 2?"), rule=rule.FINISH, section=SCORING)
    ] = choices.TwoScope.ONLY
    winner_bonus: Annotated[
        int,
        Ask(
            _("What else does the winner get?"), most=100, offers=(0, 5, 10), rule=rule.BONUS, section=SCORING
        ),
    ] = 0
    assist_penalty: Annotated[
        choices.Assist, Ask(_("Who let the winner out"), rule=rule.ASSISTANCE, section=SCORING)
    ] = choices.Assist.OFF
    assist_scope: Annotated[
        choices.AssistScope,
        Ask(_("What counts as letting somebody out?"), rule=rule.ASSISTANCE, section=SCORING),
    ] = choices.AssistScope.SINGLE
    assist_who: Annotated[
        choices.Assistant, Ask(_("Who can be blamed for it?"), rule=rule.ASSISTANCE, section=SCORING)
    ] = choices.Assistant.LAST_TO_PLAY

    team_play: Annotated[choices.Team, Ask(_("Pairs?"), rule=rule.PARTNERS, section=MATCH)] = choices.Team.OFF
    president: Annotated[choices.President, Ask(_("President and Scum?"), rule=rule.ROLES, section=MATCH)] = (
        choices.President.OFF
    )
    president_returns: Annotated[
        choices.Returns, Ask(_("What does the President give back?"), rule=rule.RETURNS, section=MATCH)
    ] = choices.Returns.LOWEST
    target: Annotated[
        Goal[choices.Target],
        Ask(
            _("How long is a match?"), least=1, most=10_000, offers=(50, 100), rule=rule.TARGET, section=MATCH
        ),
    ] = OPEN_END


def table_pack(house: House) -> Cards:
    """Return the cards in play."""
    return Cards(pack(jokers=jokers_a_pack(house)) * house.decks)


def jokers_a_pack(house: House) -> int:
    return 0 if house.jokers is choices.Jokers.OFF else JOKERS_A_PACK


def dealing(house: House, seats: int) -> choices.Dealt:
    """Return the way of dealing for this many seats (rule 1.4)."""
    if house.deal is not choices.Dealt.BY_SEATS:
        return house.deal
    return choices.Dealt.DRAW if seats == 2 else choices.Dealt.WHOLE_PACK


def hand_size(house: House, seats: int) -> tuple[int, int]:
    """Return how many cards each player is dealt, and how many more cards can come into a hand."""
    cards = (DECK + jokers_a_pack(house)) * house.decks
    match dealing(house, seats):
        case choices.Dealt.WHOLE_PACK:
            return divmod(cards, seats)
        case choices.Dealt.SEVENTEEN_EXTRA:
            return FULL_HAND, cards - seats * FULL_HAND
        case choices.Dealt.DRAW:
            return HAND, cards - seats * HAND
        case choices.Dealt.SEVENTEEN:
            return FULL_HAND, 0
        case choices.Dealt.TWENTY_ONE:
            return LONG_HAND, 0
        case _:
            return HAND, 0


def plays_for_places(house: House) -> bool:
    """Return whether deals are played for places instead of points."""
    return house.payment is choices.Payment.PLACINGS or house.president is choices.President.ON


def check_house(house: House, seating: Seating) -> Iterator[Problem]:
    """Yield the contradictions between these house rules, or with these seats."""
    for field, words, cited in _clashes(house, seating):
        yield Problem(field, words, cited)


def _clashes(house: House, seating: Seating) -> Iterator[tuple[str, Message, Rule]]:
    pairs = house.team_play is choices.Team.PAIRS
    if pairs and seating.shape != (4, 2):
        yield "team_play", say(_("Pairs need four players on two sides")), rule.PARTNERS
    if not pairs and seating.sides < seating.seats:
        yield "team_play", say(_("Two sides of two play as pairs: choose pairs here")), rule.PARTNERS
    if pairs and plays_for_places(house):
        yield "team_play", say(_("Pairs count cards together; they do not play for places")), rule.PAIR_COUNT
    if plays_for_places(house) and house.target.kind is choices.Target.POINTS:
        yield "target", say(_("Places score no points; play for a number of deals instead")), rule.PLACES
    if seating.seats >= FEWEST_SEATS_WITH_TWO_PACKS and house.decks == 1:
        yield "decks", say(_("Five players or more need two packs")), rule.SEATS
    hand_cards, spare = hand_size(house, seating.seats)
    ghost_misplaced = dealing(house, seating.seats) is choices.Dealt.GHOST and seating.seats != 3
    leftover_too_large = (
        dealing(house, seating.seats) is choices.Dealt.SEVENTEEN_EXTRA and spare >= seating.seats
    )
    if hand_cards * seating.seats > len(table_pack(house)) or ghost_misplaced or leftover_too_large:
        yield "deal", say(_("That deal does not suit so many players")), rule.DEAL
