"""The score of a deal (points laid down less points held), and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import (
    Cite,
    Message,
    Outcome,
    PartialHand,
    PerSide,
    Points,
    Problem,
    ScoreLine,
    Sheet,
    Side,
    _,
    agree,
    cite,
    say,
    score_line,
)

from . import rulebook as rule
from .hands import FIVE, Deal, all_points, counts_by_fives, dealt_each, held_value, table_pack
from .house import GoOut, House, Tie


def side_that_went_out(deal: Deal) -> Side | None:
    """Return the side that went out; None if the stock ran out."""
    sides_out = [Side(index) for index, points in enumerate(deal.held) if not points]
    return sides_out[0] if sides_out else None


def must_go_out(house: House) -> bool:
    return house.go_out is GoOut.MUST_GO_OUT_TO_WIN


def check(deal: Deal, sheet: Sheet[House]) -> Iterator[Problem]:
    house = sheet.house
    sides_out = [side for side in sheet.seating.every_side if not deal.held[side]]
    if len(sides_out) > 1:
        words = say(_("Only one player can go out, but {sides} hold no points"), sides=tuple(sides_out))
        yield Problem("held", words, rule.OUT)
    elif sides_out and not deal.laid[sides_out[0]]:
        words = say(_("{side} went out, so they have laid cards down"), side=sides_out[0])
        yield Problem(f"laid.{sides_out[0]}", words, rule.LAID)
    least = min(held_value(card.rank, house) for card in table_pack(sheet))
    for side in sheet.seating.every_side:
        if 0 < (deal.held[side] or 0) < least:
            words = say(_("No card counts less than {n}"), n=least)
            yield Problem(f"held.{side}", words, rule.VALUES)
    if counts_by_fives(house):
        for field, points_by_side in ("laid", deal.laid), ("held", deal.held):
            for index, points in enumerate(points_by_side):
                if (points or 0) % FIVE:
                    words = say(_("At this table every card counts 5, 10 or 15"))
                    yield Problem(f"{field}.{index}", words, rule.VALUES)
    sum_of_points = sum(deal.laid) + sum(points or 0 for points in deal.held)
    if sum_of_points > (most := all_points(sheet)):
        words = say(_("That makes {n}, and all the cards together count {most}"), n=sum_of_points, most=most)
        yield Problem("", words, rule.VALUES)


def score(deal: Deal, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    side_out = side_that_went_out(deal)
    for side in sheet.seating.every_side:
        points_laid, points_held = deal.laid[side], deal.held[side]
        yield score_line(side, points_laid, rule.LAID, _("Laid down {n}"), n=points_laid)
        if side == side_out:
            yield score_line(side, 0, rule.OUT, _("Went out, holding nothing"))
            continue
        reason = cite(rule.HELD, _("Still held {n}"), n=points_held)
        stock_reason = () if side_out is not None else (cite(rule.STOCK_OUT, _("The stock ran out")),)
        yield ScoreLine(side, -(points_held or 0), (reason, *stock_reason))


def outcome(sheet: Sheet[House]) -> Outcome | None:
    house, totals = sheet.house, sheet.totals
    if must_go_out(house):
        deal = sheet.last_hand
        side_out = side_that_went_out(deal) if isinstance(deal, Deal) else None
        if side_out is None or totals[side_out] < house.target:
            return None
        words = _("{winner} went out with {n}")
        return Outcome((side_out,), cite(rule.MUST_GO_OUT, words, winner=side_out, n=totals[side_out]))
    if max(totals) < house.target:
        return None
    winners = leaders_of(totals)
    if len(winners) == 1:
        words = _("{winner} wins with {n}")
        return Outcome(winners, cite(rule.TARGET, words, winner=winners[0], n=max(totals)))
    if house.tie is Tie.EXTRA_HAND:
        return None
    words = _("{winners} share the win with {n}")
    return Outcome(winners, cite(rule.TIE, words, winners=winners, n=max(totals)))


def why_not_over(sheet: Sheet[House]) -> Iterator[Cite]:
    """Cite why the game goes on, though a side has reached the target."""
    totals = sheet.totals
    if max(totals) < sheet.house.target:
        return
    leaders = leaders_of(totals)
    if must_go_out(sheet.house):
        words = agree(
            "{top} has {n}, but only whoever goes out can win",
            "{top} have {n}, but only whoever goes out can win",
            top=leaders,
            n=max(totals),
        )
        yield cite(rule.MUST_GO_OUT, words)
    else:
        yield cite(rule.TIE, _("{top} are tied at {n}: another deal decides"), top=leaders, n=max(totals))


def leaders_of(totals: PerSide[Points]) -> tuple[Side, ...]:
    return tuple(Side(index) for index, total in enumerate(totals) if total == max(totals))


def briefing(sheet: Sheet[House], partial_hand: PartialHand | None) -> Iterator[Cite]:
    if sheet.outcome:
        return
    house, totals = sheet.house, sheet.totals
    dealer = sheet.dealer(Deal)
    words = _("{dealer} deals {n} cards each; {first} begins")
    yield cite(rule.DEAL, words, dealer=dealer, n=dealt_each(sheet), first=sheet.seating.left(dealer))
    best, leaders = max(totals), leaders_of(totals)
    if best >= house.target and must_go_out(house):
        at_target = tuple(side for side in sheet.seating.every_side if totals[side] >= house.target)
        yield cite(rule.MUST_GO_OUT, _("{sides} must go out to win"), sides=at_target)
    elif best >= house.target:
        yield cite(rule.TIE, _("{leaders} are tied: another deal decides"), leaders=leaders)
    elif best > 0:
        words = _("{leaders}: {n} short of {target}")
        yield cite(rule.TARGET, words, leaders=leaders, n=house.target - best, target=house.target)


def summary(deal: Deal, sheet: Sheet[House]) -> Message:
    side_out = side_that_went_out(deal)
    return say(_("The stock ran out")) if side_out is None else say(_("{side} out"), side=side_out)
