"""Checks of the answers about a deal: rules 1.4, 1.8, 5.1, 7 and 9."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine import Problem, Seat, Sheet, Side, _, ngettext, say

from . import rulebook as rule
from .choices import Assistant, Dragon, FourTwos, Held, Jokers, TwoScope, WeakHand
from .hands import (
    MORE_THAN_ONE_CARD,
    Deal,
    DragonHand,
    FourTwosHand,
    Hand,
    LastPlay,
    MalteseDragon,
    Pairs,
    Placings,
    Redeal,
    SpecialHand,
    assistance_matters,
    calling_matters,
    held_matters,
    most_twos,
    ordinary_kind,
    twos_matter,
    worth_matters,
)
from .house import House, hand_size, plays_for_places, table_pack
from .losses import blamable_players, card_points, last_play_of

QUADS, STRAIGHT_FLUSH = 4, 5  # cards
BOTH = QUADS + STRAIGHT_FLUSH - 1  # the two combinations may share one card


def check(hand: Hand, sheet: Sheet[House]) -> Iterator[Problem]:
    """Yield all problems of a hand at once."""
    match hand:
        case Deal() | Pairs() | Placings() if type(hand) is not ordinary_kind(sheet):
            yield other_kind_problem(sheet)
        case Deal():
            yield from _check_deal(DealFields(hand, sheet.seating.side(hand.winner)), sheet)
            yield from _check_blame(hand, sheet)
        case Pairs():
            yield from _check_deal(DealFields(hand, hand.winner), sheet)
            yield from _check_shoot_out(hand)
        case Placings(places):
            if sorted(places) != list(range(1, len(places) + 1)):
                yield Problem("places", say(_("Each place goes to one player")), rule.PLACES)
        case Redeal() if sheet.house.redeal_weak is WeakHand.OFF:
            yield Problem("", say(_("Weak hands are played at this table")), rule.REDEAL)
        case DragonHand() | MalteseDragon() | FourTwosHand():
            yield from _check_at_once(hand, sheet)


def other_kind_problem(sheet: Sheet[House]) -> Problem:
    """Return the problem of a hand whose kind this table does not use."""
    kind = ordinary_kind(sheet)
    if kind is Placings:
        return Problem("", say(_("This table plays for places: write who came where")), rule.PLACES)
    if kind is Pairs:
        return Problem(
            "", say(_("This table plays in pairs: write what each player has left")), rule.PAIR_COUNT
        )
    return Problem("", say(_("Here everybody plays alone and counts cards")), rule.COUNT)


def _check_at_once(hand: SpecialHand, sheet: Sheet[House]) -> Iterator[Problem]:
    house = sheet.house
    may_redeal = False
    match hand:
        case DragonHand():
            is_played, cited = house.dragon is Dragon.WIN, rule.DRAGON
        case MalteseDragon():
            is_played, cited = house.maltese_dragon, rule.MALTESE
        case _:
            is_played, cited = house.four_twos is not FourTwos.PLAY_ON, rule.FOUR_TWOS
            may_redeal = house.four_twos is FourTwos.REDEAL
    if not is_played:
        yield Problem("", say(_("At this table such a hand is played like any other")), cited)
    elif plays_for_places(house) and not may_redeal:
        yield Problem("", say(_("Write who came where: this table plays for places")), rule.PLACES)


@dataclass(frozen=True)
class DealFields:
    """A deal, and the position of the winner's own answers: a side, or in pairs a seat."""

    hand: Deal | Pairs
    winner: Side | Seat

    @property
    def positions(self) -> range:
        return range(len(self.hand.left))


def _check_deal(fields: DealFields, sheet: Sheet[House]) -> Iterator[Problem]:
    yield from _check_cards_left(fields, sheet)
    if held_matters(fields.hand, sheet):
        yield from _check_held(fields, sheet)
    if twos_matter(fields.hand, sheet):
        yield from _check_twos(fields, sheet)
    if worth_matters(fields.hand, sheet):
        yield from _check_worth(fields, sheet)


def _check_cards_left(fields: DealFields, sheet: Sheet[House]) -> Iterator[Problem]:
    left = fields.hand.left
    for position in fields.positions:
        if position == fields.winner and left[position]:
            yield Problem(f"left.{position}", say(_("Whoever went out has no cards left")), rule.OUT)
        if position != fields.winner and not left[position]:
            yield Problem(f"left.{position}", say(_("How many cards? Only one player goes out")), rule.OUT)
    dealt_each, spare = hand_size(sheet.house, sheet.seating.seats)
    extra_cards = sum(max(0, cards - dealt_each) for cards in left)
    if extra_cards > spare:
        words = ngettext(
            "{n} card more than were dealt: {each} each", "{n} cards more than were dealt: {each} each",
            extra_cards - spare, each=dealt_each,
        )  # fmt: skip
        yield Problem("left", words, rule.DEAL)


def _check_held(fields: DealFields, sheet: Sheet[House]) -> Iterator[Problem]:
    hand = fields.hand
    for position in fields.positions:
        kinds_held, cards, field = hand.held[position], hand.left[position], f"held.{position}"
        if position == fields.winner:
            if kinds_held:
                yield Problem(field, say(_("Whoever went out holds nothing")), rule.OUT)
            continue
        has_both_bombs = kinds_held >= {Held.QUADS, Held.STRAIGHT_FLUSH} and sheet.house.jokers is Jokers.OFF
        if Held.QUADS in kinds_held and cards < QUADS:
            yield Problem(field, say(_("Four of a kind takes four cards")), rule.UNUSED)
        if Held.STRAIGHT_FLUSH in kinds_held and cards < STRAIGHT_FLUSH:
            yield Problem(field, say(_("A straight flush takes five cards")), rule.UNUSED)
        elif has_both_bombs and cards < BOTH:
            words = _("Four of a kind and a straight flush take {n} cards")
            yield Problem(field, say(words, n=BOTH), rule.UNUSED)


def _check_twos(fields: DealFields, sheet: Sheet[House]) -> Iterator[Problem]:
    hand = fields.hand
    for position in fields.positions:
        if hand.twos[position] > hand.left[position]:
            yield Problem(f"twos.{position}", say(_("More 2s than cards")), rule.UNUSED)
    only_twos = sheet.house.finish_two_scope is TwoScope.ONLY
    fewest_twos = {LastPlay.TWO: 1, LastPlay.TWOS: 2 if only_twos else 1}
    twos_played = fewest_twos.get(last_play_of(hand, sheet), 0)  # at least, in the winner's last play
    if sum(hand.twos) + twos_played > most_twos(sheet):
        words = _("There are only {n} 2s, the winner's last play included")
        yield Problem("twos", say(words, n=most_twos(sheet)), rule.UNUSED)


def _check_worth(fields: DealFields, sheet: Sheet[House]) -> Iterator[Problem]:
    hand = fields.hand
    card_values = sorted(card_points(card, sheet.house) for card in table_pack(sheet.house))
    for position in fields.positions:
        cards = hand.left[position]
        least, most = sum(card_values[:cards]), sum(card_values[len(card_values) - cards :])
        if not least <= hand.worth[position] <= most:
            words = ngettext(
                "{n} card is worth {least} to {most}", "{n} cards are worth {least} to {most}",
                cards, least=least, most=most,
            )  # fmt: skip
            yield Problem(f"worth.{position}", words, rule.VALUE)


def _check_blame(hand: Deal, sheet: Sheet[House]) -> Iterator[Problem]:
    somebody_blamed = hand.assist is not None and assistance_matters(hand, sheet)
    suspects = blamable_players(hand.winner, sheet)
    if somebody_blamed and hand.assist not in suspects:
        words = _("It can only be {who}, who plays before {winner}")
        if sheet.house.assist_who is Assistant.LAST_TO_PLAY:
            words = _("{winner} went out, and cannot have let anybody out")
        elif len(suspects) > 1:
            words = _("It can only be a neighbour of {winner}")
        yield Problem("assist", say(words, who=suspects[0], winner=hand.winner), rule.ASSISTANCE)
    if somebody_blamed and last_play_of(hand, sheet) in MORE_THAN_ONE_CARD:
        words = _("Nobody is blamed if the last play was of more than one card")
        yield Problem("assist", say(words), rule.ASSISTANCE)
    if somebody_blamed and hand.forgot and calling_matters(hand, sheet):
        words = _("A winner who forgot to call pays for everyone: nobody else is to blame")
        yield Problem("assist", say(words), rule.LAST_CARD)


def _check_shoot_out(hand: Pairs) -> Iterator[Problem]:
    counts = sum(hand.left[0::2]), sum(hand.left[1::2])  # partners sit opposite: every other seat
    if counts[0] != counts[1] and hand.shootout is not None:
        words = _("The pairs hold {first} and {second} cards: no shoot-out is played")
        yield Problem("shootout", say(words, first=counts[0], second=counts[1]), rule.SHOOT_OUT)
    if counts[0] == counts[1] and hand.shootout is None:
        yield Problem(
            "shootout", say(_("The pairs hold equally many cards: who won the shoot-out?")), rule.SHOOT_OUT
        )
