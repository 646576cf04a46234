"""The score of a deal: points collected or charged; and the end of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.engine import (
    Cite,
    Message,
    Outcome,
    PartialHand,
    PerSide,
    Problem,
    ScoreLine,
    Seat,
    Seating,
    Sheet,
    Side,
    _,
    answers_by_name,
    cite,
    hand_sentence,
    ngettext,
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
    card_values,
    dealt_each,
    hand_size,
    most_points_held,
    points_of,
    rummy_pays,
    table_pack,
)
from .house import BlockScoring, End, GoingRummy, House, Scoring, StockOut, Tie

RUMMY_BONUS = 10
RUMMY_FACTOR = 2


def winner_of(hand: Hand) -> Seat | None:
    """Return the seat that went out; None if the deal was blocked."""
    return None if isinstance(hand, Blocked) else hand.winner


def points_held(hand: Hand, house: House) -> PerSide[int]:
    """Return the points each side still holds."""
    if isinstance(hand, ByCards):
        return PerSide(points_of(cards, house) for cards in hand.cards)
    return PerSide(points or 0 for points in hand.left)


def collects(house: House) -> bool:
    return house.scoring is Scoring.WINNER_COLLECTS


# Checks ----------------------------------------------------------------------


def check(hand: Hand, sheet: Sheet[House]) -> Iterator[Problem]:
    winner = winner_of(hand)
    points_left = points_held(hand, sheet.house)
    field = "cards" if isinstance(hand, ByCards) else "left"
    if winner is None and sheet.house.stock_out is not StockOut.BLOCK:
        words = say(_("At this table no deal is blocked: {rule}"), rule=sheet.house.stock_out)
        yield Problem("winner" if isinstance(hand, ByCards) else "", words, rule.STOCK_OUT)
    if isinstance(hand, ByCards) and winner is None and hand.rummy:
        yield Problem("rummy", say(_("Nobody went out, so nobody went rummy")), rule.RUMMY)
    least_value = card_values(sheet)[-1]
    for side, seat in zip(sheet.seating.every_side, sheet.seating.every_seat, strict=True):
        if seat == winner and points_left[side]:
            words = say(_("{side} went out, and so has nothing left"), side=side)
            yield Problem(f"{field}.{side}", words, rule.OUT)
        elif seat != winner and points_left[side] < least_value:
            words = say(
                _("{side} still holds a card, and no card counts less than {n}"), side=side, n=least_value
            )
            yield Problem(f"{field}.{side}", words, rule.HELD)
    if isinstance(hand, ByCards):
        card_counts = Counter(card for cards in hand.cards for card in cards)
        for card in sorted(card for card, n in card_counts.items() if n > 1):
            yield Problem("cards", say(_("{card} cannot be in two hands"), card=card), rule.PACK)
        return
    hands_with_cards = sheet.seating.seats - (winner is not None)
    if sum(points_left) > (most := most_points_held(sheet, hands_with_cards)):
        words = say(_("Together the players cannot hold more than {most} points"), most=most)
        yield Problem("left", words, rule.VALUES)


def check_house(house: House, seating: Seating) -> Iterator[Problem]:
    cards_needed = dealt_each(house, seating.seats) * seating.seats
    if cards_needed >= len(table_pack(Sheet(seating, house))):
        words = say(_("One pack is not enough for that deal with so many players"))
        yield Problem("deal", words, rule.DEAL)


# The score -------------------------------------------------------------------


def score(hand: Hand, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    winner, points_left = winner_of(hand), points_held(hand, sheet.house)
    if winner is None:
        yield from blocked_lines(points_left, sheet)
        return
    assert not isinstance(hand, Blocked)
    rummy = hand.rummy and rummy_pays(hand, sheet)
    is_double = rummy and sheet.house.going_rummy is GoingRummy.DOUBLE
    factor = RUMMY_FACTOR if is_double else 1
    rummy_reason: tuple[Cite, ...] = (
        (cite(rule.RUMMY, _("{who} went rummy: double"), who=winner),) if is_double else ()
    )
    winner_side = sheet.seating.side(winner)
    if not collects(sheet.house):
        yield score_line(winner_side, 0, rule.PENALTY, _("Went out: nothing to count"))
    for side in sheet.seating.others(winner_side):
        if collects(sheet.house):
            reason = cite(rule.COLLECT, _("{side} held {n}"), side=side, n=points_left[side])
            yield ScoreLine(
                winner_side, factor * points_left[side], (reason, *cite_jokers(hand, side), *rummy_reason)
            )
        else:
            reason = cite(rule.PENALTY, _("Caught with {n}"), n=points_left[side])
            yield ScoreLine(
                side, factor * points_left[side], (reason, *cite_jokers(hand, side), *rummy_reason)
            )
    if rummy and not is_double:
        yield score_line(winner_side, RUMMY_BONUS, rule.RUMMY, _("Went rummy: {n} more"), n=RUMMY_BONUS)


def cite_jokers(hand: Hand, side: Side) -> Iterator[Cite]:
    """Cite the jokers that a side held, if the deal was entered as cards."""
    n = sum(card.joker for card in hand.cards[side]) if isinstance(hand, ByCards) else 0
    if n:
        yield cite(rule.JOKERS, ngettext("A joker among the cards", "{n} jokers among the cards", n))


def blocked_lines(points_left: PerSide[int], sheet: Sheet[House]) -> Iterator[ScoreLine]:
    """Yield the lines of a blocked deal. Where losers are charged, their points are positive."""
    lowest = min(points_left)
    lowest_sides = [side for side in sheet.seating.every_side if points_left[side] == lowest]
    match sheet.house.block_scoring:
        case BlockScoring.NO_SCORE:
            for side in sheet.seating.every_side:
                yield score_line(side, 0, rule.BLOCK, _("Blocked: nobody scores"))
        case BlockScoring.ALL_LOSE:
            sign = -1 if collects(sheet.house) else 1
            for side in sheet.seating.every_side:
                yield score_line(
                    side, sign * points_left[side], rule.BLOCK, _("Blocked, holding {n}"), n=points_left[side]
                )
        case BlockScoring.LOWEST if len(lowest_sides) > 1:
            for side in lowest_sides:
                yield score_line(
                    side, 0, rule.BLOCK, _("Blocked, and equally low with {n}: no score"), n=lowest
                )
        case _:
            (best,) = lowest_sides
            for side in sheet.seating.others(best):
                difference = points_left[side] - lowest
                if collects(sheet.house):
                    words = _("Blocked: {side} held {n} against {lowest}")
                    yield score_line(
                        best, difference, rule.BLOCK, words, side=side, n=points_left[side], lowest=lowest
                    )
                else:
                    words = _("Blocked: held {n} against {lowest}")
                    yield score_line(side, difference, rule.BLOCK, words, n=points_left[side], lowest=lowest)


# The end ---------------------------------------------------------------------


def deals_played(sheet: Sheet[House]) -> int:
    return sheet.count(*KINDS.values())


def is_end_reached(sheet: Sheet[House]) -> bool:
    """Return True once the deals are played or the target is reached; a tie may still prolong the game."""
    house = sheet.house
    if house.end is End.HANDS:
        return deals_played(sheet) >= house.hands
    return max(sheet.totals) >= house.target


def outcome(sheet: Sheet[House]) -> Outcome | None:
    house = sheet.house
    if not is_end_reached(sheet):
        return None
    best = max(sheet.totals) if collects(house) else min(sheet.totals)
    winners = sheet.sides_with_total(best)
    if len(winners) == 1:
        words = _("{winner} wins with {best}")
        end_rule = rule.DEALS if house.end is End.HANDS else rule.TARGET
        return Outcome(winners, cite(end_rule, words, winner=winners[0], best=best))
    if house.tie is Tie.EXTRA_HAND:
        return None
    return Outcome(
        winners, cite(rule.TIE, _("{winners} share the win with {best}"), winners=winners, best=best)
    )


def why_not_over(sheet: Sheet[House]) -> Iterator[Cite]:
    """Cite why the game goes on: the leaders are level."""
    if is_end_reached(sheet):
        best = max(sheet.totals) if collects(sheet.house) else min(sheet.totals)
        leaders = sheet.sides_with_total(best)
        yield cite(rule.TIE, _("{level} are tied at {best}: another deal decides"), level=leaders, best=best)


# The dealer and the briefing -------------------------------------------------


def dealer(sheet: Sheet[House]) -> Seat:
    """Return the next dealer: the deal passes to the left; of two players the winner deals."""
    next_dealer = sheet.seating.first_dealer
    for hand in sheet.scored_hands(*KINDS.values()):
        winner = winner_of(hand)
        next_dealer = (
            winner if sheet.seating.seats == 2 and winner is not None else sheet.seating.left(next_dealer)
        )
    return next_dealer


def briefing(sheet: Sheet[House], partial_hand: PartialHand | None) -> Iterator[Cite]:
    if sheet.outcome:
        return
    house, next_dealer = sheet.house, dealer(sheet)
    words = _("{dealer} deals {n} cards each; {first} plays first")
    first = sheet.seating.left(next_dealer)
    yield cite(rule.DEAL, words, dealer=next_dealer, n=hand_size(sheet), first=first)
    if house.end is End.HANDS:
        if (deals := deals_played(sheet)) < house.hands:
            yield cite(rule.DEALS, _("Deal {n} of {hands}"), n=deals + 1, hands=house.hands)
        else:
            yield cite(rule.TIE, _("Tied: another deal decides"))
        return
    highest = max(sheet.totals)
    if highest >= house.target:
        yield cite(rule.TIE, _("Tied: another deal decides"))
        return
    leaders = sheet.sides_with_total(highest)
    if highest > 0 and collects(house):
        words = _("{leaders}: {n} short of {target}")
        yield cite(rule.TARGET, words, leaders=leaders, n=house.target - highest, target=house.target)
    elif highest > 0:
        words = _("{leaders}: {n} more points end the game, and the lowest wins")
        yield cite(rule.TARGET, words, leaders=leaders, n=house.target - highest)


def summary(hand: Hand, sheet: Sheet[House]) -> Message:
    winner = winner_of(hand)
    if isinstance(hand, Blocked):
        return hand_sentence(Blocked, left=hand.left)
    if winner is None:
        return say(_("Blocked"))
    if hand.rummy and rummy_pays(hand, sheet):
        return say(_("{winner} went rummy"), winner=winner)
    if isinstance(hand, ByCards):
        return hand_sentence(ByCards, winner=winner)
    others_left = {Side(side): n for side, n in enumerate(hand.left) if side != sheet.seating.side(winner)}
    return hand_sentence(Out, winner=winner, left=answers_by_name(others_left))


def kinds(sheet: Sheet[House]) -> Iterator[str]:
    """Yield the kinds of hand at this table."""
    can_block = sheet.house.stock_out is StockOut.BLOCK
    return (kind for kind, record in KINDS.items() if can_block or record is not Blocked)
