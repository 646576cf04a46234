"""The score of a hole, and the end of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.engine import (
    Cards,
    Cite,
    Message,
    Outcome,
    PartialHand,
    PerSide,
    Problem,
    ScoreLine,
    Sheet,
    Side,
    _,
    cite,
    say,
    score_line,
)

from . import rulebook as rule
from .hands import KINDS, ByCards, Hand, Hole, bonus_points, hole_points
from .house import House, KnockPenalty, KnockTie, Tie
from .layout import count_layout, rank_sign, table_pack

FACTOR, DOUBLE_PLUS = 2, 5  # a beaten knocker's points are doubled, and five added
PLUS_TEN = 10


# Checks ----------------------------------------------------------------------


def check(hand: Hand, sheet: Sheet[House]) -> Iterator[Problem]:
    if isinstance(hand, ByCards):
        yield from _surplus_cards(hand, sheet.house)
    if sheet.house.knock_penalty is not KnockPenalty.NONE and hand.knocker is None:
        words = _("Who ended the hole? It may cost them something")
        yield Problem("knocker", say(words), rule.PENALTY)


def _surplus_cards(hand: ByCards, house: House) -> Iterator[Problem]:
    """Yield a problem for each rank with too many cards, and for each other card that occurs too often."""
    pack = table_pack(house)
    available, ranks_in_pack = Counter(pack), Counter(card.rank for card in pack)
    card_counts = Counter(card for cards in hand.cards for card in cards)
    ranks_seen = Counter(card.rank for card in card_counts.elements())
    surplus_ranks = sorted(rank for rank, n in ranks_seen.items() if n > ranks_in_pack[rank])
    for rank in surplus_ranks:
        words = _("{rank} is here {n} times, and the pack has {most}")
        yield Problem(
            "cards", say(words, rank=rank_sign(rank), n=ranks_seen[rank], most=ranks_in_pack[rank]), rule.PACK
        )
    for card, n in sorted(card_counts.items()):
        if n > available[card] and card.rank not in surplus_ranks:
            yield Problem("cards", say(_("{card} appears too many times"), card=card), rule.PACK)


# The score -------------------------------------------------------------------


def score(hand: Hand, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    house = sheet.house
    side_points = sheet.seating.per_side(lambda side: hole_points(hand, side, house))
    for side in sheet.seating.every_side:
        if isinstance(hand, Hole):
            yield score_line(side, side_points[side], rule.COUNT, _("{n} in this hole"), n=side_points[side])
        else:
            count = count_layout(hand.cards[side], house)
            # Cards entered by rank alone have arbitrary suits.
            ranks = tuple(rank_sign(card.rank) for card in hand.cards[side])
            reason = cite(rule.COUNT, _("{ranks}: {n}"), ranks=ranks, n=count.points)
            yield ScoreLine(side, count.points, (reason, *count.because))
            if bonus := bonus_points(hand, side, house):
                yield score_line(side, bonus, rule.SQUARE, _("Four alike in two columns"))
        if hand.knocker is not None and side == sheet.seating.side(hand.knocker):
            yield from penalty_lines(side, side_points, house)


def is_beaten(points: int, other_points: tuple[int, ...], house: House) -> bool:
    """Return whether a knocker is not lowest, or is tied for lowest where the house counts that as beaten."""
    lowest = min(other_points)
    return points > lowest or (points == lowest and house.knock_tie is KnockTie.BEATEN)


def penalty_lines(side: Side, side_points: PerSide[int], house: House) -> Iterator[ScoreLine]:
    """Yield the penalty of a beaten knocker."""
    points, other_points = side_points[side], tuple(n for index, n in enumerate(side_points) if index != side)
    if house.knock_penalty is KnockPenalty.NONE or not is_beaten(points, other_points, house):
        return
    penalty, reason = penalty_points(points, max(side_points), house)
    yield ScoreLine(side, penalty, (reason,))


def penalty_points(points: int, highest: int, house: House) -> tuple[int, Cite]:
    """Return the points added for a beaten knocker, and the reason."""
    match house.knock_penalty:
        case KnockPenalty.DOUBLE_PLUS5 if points < 0:
            words = _(
                "Ended the hole with {own} and was not lowest: {plus} more; points below zero are not doubled"
            )
            return DOUBLE_PLUS, cite(rule.PENALTY, words, own=points, plus=DOUBLE_PLUS)
        case KnockPenalty.DOUBLE_PLUS5:
            words = _("Ended the hole with {own} and was not lowest: twice that plus {plus}")
            return (FACTOR - 1) * points + DOUBLE_PLUS, cite(
                rule.PENALTY, words, own=points, plus=DOUBLE_PLUS
            )
        case KnockPenalty.PLUS10:
            words = _("Ended the hole with {own} and was not lowest: {n} more")
            return PLUS_TEN, cite(rule.PENALTY, words, own=points, n=PLUS_TEN)
        case _:
            words = _("Ended the hole with {own} and was not lowest: the highest, {highest}")
            return highest - points, cite(rule.PENALTY, words, own=points, highest=highest)


# The end ---------------------------------------------------------------------


def holes_played(sheet: Sheet[House]) -> int:
    return sheet.count(*KINDS.values())


def outcome(sheet: Sheet[House]) -> Outcome | None:
    if holes_played(sheet) < sheet.house.holes:
        return None
    best = min(sheet.totals)
    winners = sheet.sides_with_total(best)
    if len(winners) == 1:
        words = _("{winner} wins with {n}")
        return Outcome(winners, cite(rule.HOLES, words, winner=winners[0], n=best))
    if sheet.house.tie is Tie.EXTRA_HOLE:
        return None
    words = _("{winners} share the win with {n}")
    return Outcome(winners, cite(rule.TIE, words, winners=winners, n=best))


# Words -----------------------------------------------------------------------


def briefing(sheet: Sheet[House], partial_hand: PartialHand | None) -> Iterator[Cite]:
    house = sheet.house
    next_dealer = sheet.dealer(*KINDS.values())
    words = _("{dealer} deals {n} cards each; {first} begins")
    first = sheet.seating.left(next_dealer)
    yield cite(rule.DEALER, words, dealer=next_dealer, n=house.layout, first=first)
    holes = holes_played(sheet)
    if holes < house.holes:
        yield cite(rule.HOLES, _("Hole {n} of {holes}"), n=holes + 1, holes=house.holes)
    else:
        yield cite(rule.TIE, _("Tied: another hole decides"))
    if holes:
        best = min(sheet.totals)
        leaders = sheet.sides_with_total(best)
        yield cite(rule.COUNT, _("{ahead} in front with {n}"), ahead=leaders, n=best)
    yield from cite_points_so_far(sheet, partial_hand)


def cite_points_so_far(sheet: Sheet[House], partial_hand: PartialHand | None) -> Iterator[Cite]:
    """Cite the points of the cards entered so far."""
    for side in sheet.seating.every_side:
        cards = partial_hand.answers.get(f"cards.{side}") if partial_hand else None
        if isinstance(cards, Cards) and cards:
            count = count_layout(cards, sheet.house)
            yield cite(rule.COUNT, _("{side}: {n} so far"), side=side, n=count.points)
            yield from count.because


def summary(hand: Hand, sheet: Sheet[House]) -> Message:
    side_points = [hole_points(hand, side, sheet.house) for side in sheet.seating.every_side]
    best = tuple(side for side in sheet.seating.every_side if side_points[side] == min(side_points))
    return say(_("{best} lowest with {n}"), best=best, n=min(side_points))
