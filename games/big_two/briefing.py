"""The briefing: the dealer, the leader and the penalty tiers; then the losses of the deal so far."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import (
    Cite,
    Message,
    PartialHand,
    Seat,
    Sheet,
    Side,
    _,
    answers_by_name,
    broadcast_defaults,
    cite,
    hand_sentence,
    ngettext,
    say,
    with_placeholder_answers,
)

from . import rulebook as rule
from .choices import Assistant, Direction, NextLead, Opening, Target
from .combinations import lowest_card
from .hands import (
    Deal,
    DragonHand,
    FourTwosHand,
    Hand,
    MalteseDragon,
    Pairs,
    Placings,
    assistance_matters,
    calling_matters,
)
from .house import House, plays_for_places
from .losses import players_before, tiers
from .president import cite_gifts
from .scoring import deals_played, losses_of


def dealer(sheet: Sheet[House]) -> Seat:
    """Return the next dealer: the deal passes in the direction of play, but not after a redeal."""
    steps = deals_played(sheet)
    clockwise = sheet.house.direction is Direction.CLOCKWISE
    return sheet.seating.left(sheet.seating.first_dealer, steps if clockwise else -steps)


def winner_of(hand: Hand) -> Seat | None:
    """Return the winner of a deal; None if there is none."""
    match hand:
        case Deal(winner) | Pairs(winner):
            return winner
        case Placings(places):
            return Seat(places.index(1))
        case DragonHand(seat) | FourTwosHand(seat) | MalteseDragon(seat, threes=False):
            return seat
        case _:
            return None


def last_winner(sheet: Sheet[House]) -> Seat | None:
    """Return the winner of the last deal that was won; None if there is no such deal."""
    winners = (winner_of(row.hand) for row in reversed(sheet.rows) if not row.problems)
    return next((seat for seat in winners if seat is not None), None)


def cite_leader(sheet: Sheet[House]) -> Cite:
    """Cite the leader of the next deal (rules 2.1 and 2.2)."""
    winner, card = last_winner(sheet), lowest_card(sheet.house)
    if winner is not None and sheet.house.next_lead is NextLead.WINNER:
        return cite(rule.LATER_LEAD, _("{winner} won the last deal and leads"), winner=winner)
    cited = rule.FIRST_LEAD if winner is None else rule.LATER_LEAD
    if sheet.house.opening is Opening.INCLUDE:
        return cite(cited, _("Whoever holds the {card} leads, and it must be in the first play"), card=card)
    return cite(cited, _("Whoever holds the {card} leads anything"), card=card)


def briefing(sheet: Sheet[House], partial_hand: PartialHand | None) -> Iterator[Cite]:
    """Cite the dealer, the leader, the tiers and the end of the match, or the losses of the deal so far."""
    if partial_hand is not None:
        yield from _cite_losses_so_far(partial_hand, sheet)
        return
    yield cite(rule.DEAL, _("{dealer} deals"), dealer=dealer(sheet))
    yield cite_leader(sheet)
    yield from cite_gifts(sheet)
    if not plays_for_places(sheet.house):
        yield from _cite_tiers(sheet)
    yield from _cite_distance_to_end(sheet)


def _cite_tiers(sheet: Sheet[House]) -> Iterator[Cite]:
    for least, factor in tiers(sheet.house, sheet.seating.seats):
        words = ngettext(
            "{n} card left counts times {factor}", "{n} cards left count times {factor}", least, factor=factor
        )
        yield cite(rule.TIERS, words)


def _cite_distance_to_end(sheet: Sheet[House]) -> Iterator[Cite]:
    target = sheet.house.target
    match target.kind:
        case Target.POINTS:
            words = _("The match ends when somebody has {n}; the highest total is {most}")
            yield cite(rule.REACHED, words, n=target.n, most=max(sheet.totals))
        case Target.DEALS:
            words = _("Deal {now} of {n}")
            yield cite(rule.PLAYED, words, now=deals_played(sheet) + 1, n=target.n)


def _cite_losses_so_far(partial_hand: PartialHand, sheet: Sheet[House]) -> Iterator[Cite]:
    if partial_hand.kind != "deal" or "winner" not in partial_hand.answers:
        return
    hand: Deal = broadcast_defaults(with_placeholder_answers(Deal, partial_hand.answers, sheet), sheet)
    if sheet.seating.sides < sheet.seating.seats or plays_for_places(sheet.house):
        return
    for side, loss in enumerate(losses_of(hand, sheet)):
        if loss.points:
            words = _("{side} is left with {points}")
            yield cite(loss.because[-1].rule, words, side=Side(side), points=loss.points)
    if assistance_matters(hand, sheet):
        (seat, *_others) = players_before(hand.winner, sheet.seating, sheet.house.direction)
        words = _("Who played last before {winner}, and could have stopped it?")
        if sheet.house.assist_who is Assistant.JUST_BEFORE:
            words = _("{who} played before {winner}")
        yield cite(rule.ASSISTANCE, words, who=seat, winner=hand.winner)
    if calling_matters(hand, sheet):
        yield cite(rule.LAST_CARD, _("Did {winner} call “last card”?"), winner=hand.winner)


def summary(hand: Hand, sheet: Sheet[House]) -> Message:
    """Return the summary of a hand for its row."""
    match hand:
        case Deal(winner, left):
            winner_side = sheet.seating.side(winner)
            cards_left = answers_by_name(
                {Side(side): n for side, n in enumerate(left) if side != winner_side}
            )
            return hand_sentence(Deal, winner=winner, left=cards_left)
        case Pairs(winner, left):
            cards_left = answers_by_name({Seat(seat): n for seat, n in enumerate(left) if seat != winner})
            return hand_sentence(Pairs, winner=winner, left=cards_left)
        case Placings(places):
            order = tuple(Side(places.index(n)) for n in sorted(places))
            return say(_("In order: {order}"), order=order)
        case MalteseDragon(by, threes):
            return hand_sentence(MalteseDragon, by=by, threes=threes)
        case _:
            return hand_sentence(type(hand), by=hand.by)
