"""The end of the game and the winner: section 6 of the rulebook, in order of precedence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.engine import (
    AcceptedRuling,
    Cite,
    Outcome,
    PerSide,
    Points,
    Row,
    Sheet,
    Side,
    _,
    agree,
    cite,
    incremental_fold,
)

from . import rulebook as rule
from .choices import BothReach, DefendersReach, WinCompare, WinOn
from .hands import Bid, Hand, Revoke, RevokeInLastHand, declarers
from .house import House
from .scoring import bid_is_made
from .standing import losers_drop_out, reaches_target, sides_at_target, sides_put_out, sides_still_in


def hand_in_row(row: Row) -> Hand | None:
    """Return the hand of a row: the hand entered, or the one with a revoke that a ruling settled."""
    match row.hand:
        case _ if row.problems:
            return None
        case AcceptedRuling(facts=Revoke() as revoke):
            return revoke if row.lines else None
        case _ if isinstance(row.hand, Hand):
            return row.hand
    return None


def correction(row: Row) -> RevokeInLastHand | None:
    """Return the revoke by which a row corrects the hand above it."""
    match row.hand:
        case AcceptedRuling(facts=RevokeInLastHand() as revoke) if row.lines and not row.problems:
            return revoke
    return None


def _no_hand(sheet: Sheet[House]) -> Hand | None:
    return None


@incremental_fold(_no_hand)
def last_hand(so_far: Hand | None, row: Row, sheet: Sheet[House]) -> Hand | None:
    """Return the last scored hand on the sheet, with rulings applied."""
    if revoke := correction(row):
        assert isinstance(so_far, Bid), "only a hand that was bid can be corrected"
        return revoke.corrected(so_far)
    return hand_in_row(row) or so_far


def leaders_among(sides: Iterable[Side], totals: PerSide[Points]) -> tuple[Side, ...]:
    """Return the sides that have the highest total among these."""
    sides = tuple(sides)
    return tuple(side for side in sides if totals[side] == max(totals[other] for other in sides))


def outcome(sheet: Sheet[House]) -> Outcome | None:
    """Return the outcome: by the target, or else because other sides have lost."""
    return _outcome_by_target(sheet) or _outcome_by_loss(sheet)


def why_not_over(sheet: Sheet[House]) -> Iterator[Cite]:
    """Cite why the game goes on, though a side's total is high enough to win or low enough to lose."""
    house, remaining = sheet.house, sides_still_in(sheet)
    for side in remaining:
        values = {"side": side, "total": sheet.totals[side], "target": house.target}
        if reaches_target(sheet.totals[side], sheet):
            words = agree(
                "{side} stands at {total}, but wins only with a contract of their own that is made",
                "{side} stand at {total}, but win only with a contract of their own that is made",
                **values,
            )
            yield cite(rule.WON_BY_CONTRACT, words)
        elif sheet.totals[side] >= house.target:
            is_exact_game = house.win_compare is WinCompare.EXACTLY
            words = agree(
                "{side} stands at {total}: it must be more than {target}",
                "{side} stand at {total}: it must be more than {target}",
                **values,
            )
            if is_exact_game:
                words = agree(
                    "{side} stands at {total}: only exactly {target} wins",
                    "{side} stand at {total}: only exactly {target} wins",
                    **values,
                )
            yield cite(rule.EXACTLY if is_exact_game else rule.TARGET, words)
        elif house.back_door is not None and sheet.totals[side] <= house.back_door:
            if side in sides_put_out(sheet.totals, sheet, remaining):
                words = agree(
                    "{side} is out at {total}; the others play on",
                    "{side} are out at {total}; the others play on",
                    **values,
                )
                yield cite(rule.DROPS_OUT, words)
            else:
                words = agree(
                    "{side} stands at {total}, but another side is below zero too",
                    "{side} stand at {total}, but another side is below zero too",
                    **values,
                )
                yield cite(rule.OTHERS_POSITIVE, words)


def _outcome_by_target(sheet: Sheet[House]) -> Outcome | None:
    hand = last_hand(sheet)
    at_target = sides_at_target(sheet.totals, sheet)
    bidders = tuple(side for side in at_target if hand and side in declarers(hand, sheet))
    if sheet.house.win_on is WinOn.MADE_CONTRACT:
        at_target = bidders if hand and bid_is_made(hand, sheet) else ()
    match at_target:
        case ():
            return None
        case (winner,):
            return Outcome(at_target, _cite_target(winner, sheet))
    if bidders == at_target:
        return Outcome(
            at_target,
            cite(
                rule.BOTH_WIN, _("Bidder and partner both reached the target: {sides} win"), sides=at_target
            ),
        )
    if bidders:
        return _outcome_with_bidders(bidders, at_target, sheet)
    return _outcome_among_defenders(hand, at_target, sheet)


def _cite_target(side: Side, sheet: Sheet[House]) -> Cite:
    values = {"side": side, "total": sheet.totals[side], "target": sheet.house.target}
    if sheet.house.win_on is WinOn.MADE_CONTRACT:
        return cite(
            rule.WON_BY_CONTRACT,
            agree(
                "{side} made the contract and stands at {total}",
                "{side} made the contract and stand at {total}",
                **values,
            ),
        )
    match sheet.house.win_compare:
        case WinCompare.EXACTLY:
            return cite(
                rule.EXACTLY,
                agree("{side} stands at exactly {target}", "{side} stand at exactly {target}", **values),
            )
        case WinCompare.OVER:
            return cite(
                rule.TARGET,
                agree(
                    "{side} stands at {total}, over {target}",
                    "{side} stand at {total}, over {target}",
                    **values,
                ),
            )
    return cite(
        rule.TARGET,
        agree("{side} stands at {total}: {target} wins", "{side} stand at {total}: {target} wins", **values),
    )


def _outcome_with_bidders(
    bidders: tuple[Side, ...], at_target: tuple[Side, ...], sheet: Sheet[House]
) -> Outcome:
    leaders = leaders_among(at_target, sheet.totals)
    if sheet.house.both_reach is BothReach.HIGHER_TOTAL:
        return Outcome(
            leaders,
            cite(
                rule.HIGHER_WINS,
                agree("{sides} has the higher total", "{sides} have the higher total", sides=leaders),
            ),
        )
    return Outcome(
        bidders,
        cite(
            rule.BIDDER_FIRST,
            agree("{sides} bid, and so comes first", "{sides} bid, and so come first", sides=bidders),
        ),
    )


def _outcome_among_defenders(hand: Hand | None, at_target: tuple[Side, ...], sheet: Sheet[House]) -> Outcome:
    tie_rule = sheet.house.both_defenders_reach
    first = getattr(hand, "first_there", None)  # a hand that was thrown in has no such field
    if tie_rule is DefendersReach.FIRST_TRICK and first in at_target:
        return Outcome((first,), cite(rule.FIRST_TRICK, _("{side} reached the target first"), side=first))
    if tie_rule is DefendersReach.SHARE:
        return Outcome(
            at_target, cite(rule.DEFENDERS_SHARE, _("{sides} reached the target together"), sides=at_target)
        )
    leaders = leaders_among(at_target, sheet.totals)
    return Outcome(
        leaders,
        cite(
            rule.DEFENDERS_HIGHER,
            agree("{sides} has the higher total", "{sides} have the higher total", sides=leaders),
        ),
    )


def _outcome_by_loss(sheet: Sheet[House]) -> Outcome | None:
    sides, totals = sides_still_in(sheet), sheet.totals
    lost = sides_put_out(totals, sheet, sides)
    if not lost:
        return None
    remaining = tuple(side for side in sides if side not in lost)
    if not remaining:
        return Outcome((), cite(rule.ALL_LOSE, _("{sides} lost in the same hand: nobody wins"), sides=lost))
    winners = leaders_among(remaining, totals)
    if sheet.seating.sides == 2:
        return Outcome(winners, _cite_loss(lost[0], sheet))
    if not losers_drop_out(sheet):
        words = _("{losers} went out at {total}; the highest total wins")
        return Outcome(winners, cite(rule.MANY_HIGHEST, words, losers=lost, total=totals[lost[0]]))
    if len(remaining) > 1:
        return None
    return Outcome(
        winners,
        cite(
            rule.DROPS_OUT,
            agree("{sides} is the last in the game", "{sides} are the last in the game", sides=winners),
        ),
    )


def _cite_loss(side: Side, sheet: Sheet[House]) -> Cite:
    total = sheet.totals[side]
    if total < 0:
        return cite(rule.BACK_DOOR, _("{side} went out the back door at {total}"), side=side, total=total)
    words = _("{side} reached {total}, and {limit} loses")
    return cite(rule.OVERSHOOT, words, side=side, total=total, limit=sheet.house.overshoot_limit)
