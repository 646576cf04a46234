"""The score of a round, collected or charged, and the end of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from games.engine import (
    Cite,
    Message,
    Outcome,
    PartialHand,
    PerSide,
    Problem,
    ScoreLine,
    Seat,
    Sheet,
    Side,
    _,
    answers_by_name,
    cite,
    hand_sentence,
    say,
    score_line,
)

from . import rulebook as rule
from .hands import (
    KINDS,
    Blocked,
    ByCards,
    Hand,
    Out,
    dealt_each,
    lowest_card_points,
    most_cards_held,
    most_points_held,
    points_of,
    table_pack,
)
from .house import BlockScoring, BlockTie, House, StarterSpecial, collects, target


def winner_of(hand: Hand) -> Seat | None:
    """Return the seat that went out, if any."""
    return None if isinstance(hand, Blocked) else hand.winner


def points_held(hand: Hand, house: House) -> PerSide[int]:
    """Return the points each side still holds."""
    if isinstance(hand, ByCards):
        return PerSide(points_of(cards, house) for cards in hand.cards)
    return PerSide(points or 0 for points in hand.left)


# Checks ----------------------------------------------------------------------


def check(hand: Hand, sheet: Sheet[House]) -> Iterator[Problem]:
    winner, points_left = winner_of(hand), points_held(hand, sheet.house)
    field = "cards" if isinstance(hand, ByCards) else "left"
    least = lowest_card_points(sheet)
    for side, seat in zip(sheet.seating.every_side, sheet.seating.every_seat, strict=True):
        if seat == winner and points_left[side]:
            words = say(_("{side} went out, and so has nothing left"), side=side)
            yield Problem(f"{field}.{side}", words, rule.OUT)
        elif seat != winner and points_left[side] < least:
            words = say(_("{side} still holds a card, and no card counts less than {n}"), side=side, n=least)
            yield Problem(f"{field}.{side}", words, rule.VALUES)
    if isinstance(hand, ByCards):
        available, held = Counter(table_pack(sheet)), Counter(card for cards in hand.cards for card in cards)
        for card in sorted(card for card, n in held.items() if n > available[card]):
            yield Problem("cards", say(_("{card} is in too many hands"), card=card), rule.PACK)
        if held.total() > most_cards_held(sheet):
            yield Problem("cards", say(_("One card at least lies on the pile")), rule.PACK)
    elif sum(points_left) > (most := most_points_held(sheet)):
        words = say(_("Together they cannot hold more than {most} points"), most=most)
        yield Problem("left", words, rule.VALUES)


# The score -------------------------------------------------------------------


def score(hand: Hand, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    winner, points_left = winner_of(hand), points_held(hand, sheet.house)
    if winner is None:
        yield from blocked_lines(points_left, sheet)
        return
    winner_side = sheet.seating.side(winner)
    if not collects(sheet.house):
        yield score_line(winner_side, 0, rule.PENALTY, _("Went out: nothing to count"))
    for side in sheet.seating.others(winner_side):
        if collects(sheet.house):
            reason = cite(rule.COLLECT, _("{side} held {n}"), side=side, n=points_left[side])
            yield ScoreLine(winner_side, points_left[side], (reason, *cite_cards(hand, side)))
        else:
            reason = cite(rule.PENALTY, _("Caught with {n}"), n=points_left[side])
            yield ScoreLine(side, points_left[side], (reason, *cite_cards(hand, side)))


def cite_cards(hand: Hand, side: Side) -> Iterator[Cite]:
    """Cite the cards, if they were entered."""
    if isinstance(hand, ByCards):
        yield cite(rule.VALUES, _("The cards: {cards}"), cards=hand.cards[side])


def blocked_lines(points_left: PerSide[int], sheet: Sheet[House]) -> Iterator[ScoreLine]:
    """Yield the lines of a blocked round. Where losers are charged, their points are positive."""
    house, lowest = sheet.house, min(points_left)
    lowest_sides = tuple(side for side in sheet.seating.every_side if points_left[side] == lowest)
    losers = tuple(side for side in sheet.seating.every_side if points_left[side] > lowest)
    if house.blocked is BlockScoring.NO_SCORE:
        for side in sheet.seating.every_side:
            yield score_line(side, 0, rule.BLOCK, _("Nobody could play: nobody scores"))
    elif not collects(house):
        for side in lowest_sides:
            yield score_line(
                side, 0, rule.BLOCK, _("Nobody could play, and the lowest hand is charged nothing")
            )
        for side in losers:
            words = _("Nobody could play: held {n} against {lowest}")
            yield score_line(
                side, points_left[side] - lowest, rule.BLOCK, words, n=points_left[side], lowest=lowest
            )
    elif len(lowest_sides) == 1:
        for side in losers:
            words = _("Nobody could play: {side} held {n} against {lowest}")
            difference = points_left[side] - lowest
            yield score_line(
                lowest_sides[0], difference, rule.BLOCK, words, side=side, n=points_left[side], lowest=lowest
            )
    else:
        sum_of_differences = sum(points_left[side] - lowest for side in losers)
        share = Fraction(sum_of_differences, len(lowest_sides)) if house.blocked_tie is BlockTie.SPLIT else 0
        words = _("Equally low with {lowest}: {many} share {n}") if share else _("Equally low: no score")
        for side in lowest_sides:
            yield score_line(
                side,
                share,
                rule.BLOCK_TIE,
                words,
                lowest=lowest,
                many=len(lowest_sides),
                n=sum_of_differences,
            )


# The end ---------------------------------------------------------------------


def outcome(sheet: Sheet[House]) -> Outcome | None:
    if max(sheet.totals) < target(sheet.house, sheet.seating):
        return None
    best = max(sheet.totals) if collects(sheet.house) else min(sheet.totals)
    winners = sheet.sides_with_total(best)
    if len(winners) > 1:
        words = _("{winners} share the win with {best}")
        return Outcome(winners, cite(rule.TIE, words, winners=winners, best=best))
    return Outcome(winners, cite(rule.TARGET, _("{winner} wins with {best}"), winner=winners[0], best=best))


# Dealer and texts ------------------------------------------------------------


def dealer(sheet: Sheet[House]) -> Seat:
    """Return the next dealer: the deal passes to the left after every round."""
    return sheet.dealer(*KINDS.values())


def briefing(sheet: Sheet[House], partial_hand: PartialHand | None) -> Iterator[Cite]:
    if sheet.outcome:
        return
    house, next_dealer = sheet.house, dealer(sheet)
    n = dealt_each(house, sheet.seating.seats)
    first = sheet.seating.left(next_dealer)
    yield cite(
        rule.DEAL,
        _("{dealer} deals {n} cards each; {first} plays first"),
        dealer=next_dealer,
        n=n,
        first=first,
    )
    if house.starter_special is StarterSpecial.APPLIES:
        words = _("A 2, queen or ace turned up acts as if {dealer} had played it")
        yield cite(rule.STARTER, words, dealer=next_dealer)
    highest, points_to_reach = max(sheet.totals), target(house, sheet.seating)
    if highest <= 0:
        yield cite(rule.TARGET, _("The game goes to {target}"), target=points_to_reach)
        return
    leaders = sheet.sides_with_total(highest)
    if collects(house):
        words = _("{leaders}: {n} short of {target}")
    else:
        words = _("{leaders}: with {n} more the game is over, and the lowest total wins")
    yield cite(rule.TARGET, words, leaders=leaders, n=points_to_reach - highest, target=points_to_reach)


def summary(hand: Hand, sheet: Sheet[House]) -> Message:
    if isinstance(hand, Blocked):
        return hand_sentence(Blocked, left=hand.left)
    if hand.winner is None:
        return say(_("Nobody could play"))
    if isinstance(hand, ByCards):
        return hand_sentence(ByCards, winner=hand.winner)
    others_left = {
        Side(side): n for side, n in enumerate(hand.left) if side != sheet.seating.side(hand.winner)
    }
    return hand_sentence(Out, winner=hand.winner, left=answers_by_name(others_left))
