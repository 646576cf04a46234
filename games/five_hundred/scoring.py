"""The score of a hand: sections 5 and 7 of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Cite, Rule, ScoreLine, Sheet, Side, _, cite, ngettext, score_line

from . import rulebook as rule
from .bids import DECLARE_VALUE, MISERES, NULLOS, SPECIAL, Call, value_or_zero
from .cards import HAND
from .choices import DefenderTricks, FailedContract, FiveShare, MisereTricks, RevokeRule, TrickCap
from .hands import (
    BarNullo,
    Bid,
    Contract,
    Declare,
    DoubleNullo,
    Hand,
    Misere,
    PassedIn,
    PlayedNoTrump,
    Revoke,
    call_of,
    declarers,
)
from .house import House

TRICK = 10  # points for a defender's trick
SLAM = 250  # the least score for all ten tricks, at tables that play it
CEILING = 490  # in the 490 game, tricks cannot lift a side past this total
STOP_OVER = 400  # in the 400 game, a side over this total scores nothing for tricks
REVOKE_PENALTY = 100  # points that a defender loses for a revoke, by Hoffmann's rule


def stake(hand: Bid, house: House) -> int:
    """Return the value of the bid; a declaration has its value even where the table does not play it."""
    call = call_of(hand)
    return DECLARE_VALUE if call is Call.DECLARE else value_or_zero(call, house)


# The rule that gives the value of each bid without a number; rule 5.1 gives all other values.
RULE_OF_VALUE = {
    Call.MISERE: rule.MISERE,
    Call.OPEN_MISERE: rule.OPEN_MISERE,
    Call.DOUBLE_NULLO: rule.DOUBLE_NULLO,
    Call.BAR_NULLO: rule.BAR_NULLO,
    Call.DECLARE: rule.DECLARE_SCORE,
}


def cite_value(hand: Bid, house: House) -> Cite:
    """Cite the value of the bid by the rule that states it."""
    call = call_of(hand)
    cited = RULE_OF_VALUE.get(call, rule.VALUES)
    return cite(cited, _("{call} is worth {points}"), call=call, points=stake(hand, house))


def tricks_of(hand: Hand, side: Side) -> int:
    """Return the number of tricks a side took; 0 if they were not entered."""
    tricks = () if isinstance(hand, PassedIn) else hand.tricks
    return tricks[side] if side < len(tricks) else 0


def tricks_taken(hand: Bid, sheet: Sheet[House]) -> int:
    """Return the tricks of bidder and partner together."""
    return sum(tricks_of(hand, side) for side in declarers(hand, sheet))


def bidder_revoked(hand: Revoke, sheet: Sheet[House]) -> bool:
    return sheet.seating.side(hand.by) in declarers(hand, sheet)


def bid_is_made(hand: Hand, sheet: Sheet[House]) -> bool:
    match hand:
        case PlayedNoTrump() | PassedIn():
            return False
        case Misere() | DoubleNullo() | BarNullo():
            return hand.made
        case Declare():
            return tricks_taken(hand, sheet) == HAND
        case Contract():
            return tricks_taken(hand, sheet) >= hand.level
    return _made_after_revoke(hand, sheet)


def _made_after_revoke(hand: Revoke, sheet: Sheet[House]) -> bool:
    if bidder_revoked(hand, sheet):
        return False
    match sheet.house.revoke_rule:
        case RevokeRule.HOYLE_AMERICAN:
            return True
        case RevokeRule.HOFFMANN:
            tricks = tricks_taken(hand, sheet)
            return tricks == 0 if hand.bid in SPECIAL else tricks >= (hand.bid.level or HAND)
        case _:
            return False


def score(hand: Hand, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    """Yield the score of a hand: the bidders' win or loss, then the defenders' tricks."""
    match hand:
        case PassedIn():
            return
        case PlayedNoTrump():
            for side in sheet.seating.every_side:
                yield from score_tricks(side, tricks_of(hand, side), rule.PLAYED_OUT, sheet)
        case Revoke():
            yield from _score_revoke(hand, sheet)
        case _:
            yield from _score_bid(hand, sheet)


def _score_bid(hand: Bid, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    yield from _score_bidders(hand, sheet)
    for side in sheet.seating.others(*declarers(hand, sheet)):
        yield from _score_defender(side, hand, sheet)


def _score_bidders(hand: Bid, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    sides, house = declarers(hand, sheet), sheet.house
    if bid_is_made(hand, sheet):
        points, reasons = _points_if_made(hand, sheet)
        for side in sides:
            yield ScoreLine(side, _share(points, sides, house), (*reasons, *_cite_share(sides, house)))
    elif house.failed_contract is FailedContract.GIVE:
        lost, words = stake(hand, house), _("{call} failed: its {points} go to the other side")
        reason = cite(rule.GIVEN, words, call=call_of(hand), points=lost)
        for side in sides:
            yield score_line(
                side, 0, rule.GIVEN, _("{call} failed; nothing is taken away"), call=call_of(hand)
            )
        for side in sheet.seating.others(*sides):
            yield ScoreLine(side, lost, (reason, cite_value(hand, house)))
    else:
        lost = stake(hand, house)
        reasons = (_cite_failure(hand, sheet), cite_value(hand, house))
        for side in sides:
            yield ScoreLine(side, -_share(lost, sides, house), (*reasons, *_cite_share(sides, house)))


def _share(points: int, sides: tuple[Side, ...], house: House) -> int:
    """Return a bidding side's part of the points (rules 5.17 and 5.18). All values are even."""
    return points // 2 if len(sides) > 1 and house.five_player_share is FiveShare.HALF else points


def _cite_share(sides: tuple[Side, ...], house: House) -> tuple[Cite, ...]:
    if len(sides) == 1:
        return ()
    if house.five_player_share is FiveShare.HALF:
        return (cite(rule.FIVE_HALF, _("Half each for bidder and partner")),)
    return (cite(rule.FIVE_FULL, _("All of it for bidder and partner alike")),)


def _rule_for(call: Call, numbered_rule: Rule) -> Rule:
    """Return the rule that scores this kind of bid: ``numbered_rule`` for a bid with a number."""
    if call in MISERES:
        return rule.MISERE_SCORE
    if call in NULLOS:
        return rule.NULLO_SCORE
    return rule.DECLARE_SCORE if call is Call.DECLARE else numbered_rule


def _points_if_made(hand: Bid, sheet: Sheet[House]) -> tuple[int, tuple[Cite, ...]]:
    """Return the points for a bid that was made, and the reasons."""
    call, points, tricks = call_of(hand), stake(hand, sheet.house), tricks_taken(hand, sheet)
    worth = cite_value(hand, sheet.house)
    if isinstance(hand, Revoke) and sheet.house.revoke_rule is RevokeRule.HOYLE_AMERICAN:
        words = _("{who} revoked, so {call} scores in full")
        return points, (cite(rule.REVOKE_AMERICAN, words, who=hand.by, call=call), worth)
    if not call.level:
        return points, (cite(_rule_for(call, rule.MADE), _("{call} made"), call=call), worth)
    reason = cite(rule.MADE, _("{call} bid, {n} taken: made"), call=call, n=tricks)
    if sheet.house.slam_250 and tricks == HAND and points < SLAM:
        words = _("All ten tricks: {slam} and not {points}")
        return SLAM, (reason, worth, cite(rule.SLAM, words, slam=SLAM, points=points))
    return points, (reason, worth)


def _cite_failure(hand: Bid, sheet: Sheet[House]) -> Cite:
    call, tricks = call_of(hand), tricks_taken(hand, sheet)
    if isinstance(hand, Revoke) and bidder_revoked(hand, sheet):
        return cite(rule.REVOKE_BIDDER, _("{who} revoked, so {call} is set back"), who=hand.by, call=call)
    if not call.level:
        return cite(_rule_for(call, rule.FAILED), _("{call} failed"), call=call)
    return cite(rule.FAILED, _("{call} bid, only {n} taken: set back"), call=call, n=tricks)


def _score_defender(side: Side, hand: Bid, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    call, tricks, house = call_of(hand), tricks_of(hand, side), sheet.house
    is_special = call in SPECIAL
    if is_special and house.misere_defender_tricks is MisereTricks.NONE:
        yield score_line(side, 0, rule.MISERE_NOTHING, _("Tricks score nothing against {call}"), call=call)
        return
    if is_special and bid_is_made(hand, sheet) and sheet.seating.sides == 2:
        tricks = HAND  # the bidders took none, so the defenders took all
    if tricks and house.defender_tricks is DefenderTricks.NEVER:
        yield score_line(side, 0, rule.NO_TRICK_POINTS, _("Defenders' tricks score nothing at this table"))
    elif tricks and house.defender_tricks is DefenderTricks.ONLY_IF_SET and bid_is_made(hand, sheet):
        yield score_line(
            side, 0, rule.ONLY_IF_SET, _("{call} was made, so the tricks against it score nothing"), call=call
        )
    else:
        yield from score_tricks(side, tricks, rule.MISERE_PAID if is_special else rule.DEFENDERS, sheet)


def score_tricks(side: Side, tricks: int, cited: Rule, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    """Yield the line for tricks at 10 each, as far as the table pays them: rules 5.9 and 5.10."""
    if not tricks:
        return
    full_points, total, cap = TRICK * tricks, sheet.totals[side], sheet.house.trick_cap
    reasons = [cite(cited, ngettext("{n} trick × {each}", "{n} tricks × {each}", tricks, each=TRICK))]
    points = full_points
    if cap is TrickCap.AT_490 and total + full_points > CEILING:
        points = int(max(0, CEILING - total))
        reasons.append(
            cite(rule.CEILING, _("Tricks cannot lift {side} past {most}"), side=side, most=CEILING)
        )
    elif cap is TrickCap.OVER_400 and total > STOP_OVER:
        points = 0
        reasons.append(
            cite(rule.STOP_OVER, _("{side}, over {most}: no points for tricks"), side=side, most=STOP_OVER)
        )
    yield ScoreLine(side, points, tuple(reasons))


def _score_revoke(hand: Revoke, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    """Yield the score of a revoke by rules 7.4 to 7.7; nothing where the table decides each time."""
    offender = sheet.seating.side(hand.by)
    match sheet.house.revoke_rule:
        case RevokeRule.MANUAL:
            return
        case RevokeRule.REDEAL:
            words = _("{who} revoked: the hand is void and dealt again")
            yield score_line(offender, 0, rule.REVOKE_REDEAL, words, who=hand.by)
            return
    if bidder_revoked(hand, sheet):
        yield from _score_bid(hand, sheet)
        return
    if sheet.house.revoke_rule is RevokeRule.HOYLE_AMERICAN:
        yield from _score_abandoned(hand, offender, sheet)
        return
    yield from (line for line in _score_bid(hand, sheet) if line.side != offender)
    words = _("{who} revoked: no points, and {points} lost")
    yield score_line(
        offender, -REVOKE_PENALTY, rule.REVOKE_HOFFMANN, words, who=hand.by, points=REVOKE_PENALTY
    )


def _score_abandoned(hand: Revoke, offender: Side, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    """Yield the full score of the bid (rule 7.5); tricks of an abandoned hand are paid to nobody."""
    yield from _score_bidders(hand, sheet)
    for side in sheet.seating.others(*declarers(hand, sheet)):
        words = _("{who} revoked, and the hand was abandoned: no tricks are paid")
        if side == offender:
            words = _("{who} revoked, so the erring side scores nothing")
        yield score_line(side, 0, rule.REVOKE_AMERICAN, words, who=hand.by)
