"""Payment, and the end of the match: rules 6.7 to 6.12, 7, 8, 9 and 10.1."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import (
    Balance,
    Cite,
    Outcome,
    PerSide,
    Row,
    ScoreLine,
    Sheet,
    Side,
    _,
    balance_as_written,
    balance_pairwise,
    cite,
    incremental_fold,
    ngettext,
    say,
    score_line,
)

from . import rulebook as rule
from .choices import FourTwos, Payment, President, Target
from .hands import (
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
)
from .house import House, plays_for_places
from .losses import Loss, cards_left_of, last_play_of, loss_of, whole_hand_loss
from .president import role

NO_LOSS = Loss(0, ())
Losses = PerSide[Loss]


def score(hand: Hand, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    """Yield the score lines of a hand without problems."""
    match hand:
        case Deal():
            yield from _deal_lines(hand, sheet)
        case Pairs():
            yield from _pair_lines(hand, sheet)
        case Placings(places):
            yield from _place_lines(places, sheet)
        case Redeal(by):
            yield score_line(sheet.seating.side(by), 0, rule.REDEAL, _("{by} threw in a weak hand"), by=by)
        case _:
            yield from _at_once_lines(hand, sheet)


# An ordinary deal ------------------------------------------------------------


def losses_of(hand: Deal, sheet: Sheet[House]) -> Losses:
    """Return the loss of each side for the cards it has left; the winner has no loss."""
    winner, last_play = sheet.seating.side(hand.winner), last_play_of(hand, sheet)
    return sheet.seating.per_side(
        lambda side: (
            NO_LOSS
            if side == winner
            else loss_of(cards_left_of(hand, side), last_play, sheet.house, sheet.seating.seats)
        )
    )


def _deal_lines(hand: Deal, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    winner = sheet.seating.side(hand.winner)
    losses, carrier = losses_of(hand, sheet), carrier_of(hand, sheet)
    if carrier is not None:
        side, reason = carrier
        for other in sheet.seating.others(winner, side):
            yield ScoreLine(other, 0, (reason, *losses[other].because))
        losses = _all_on_one_side(losses, side, reason)
    yield from _payment_lines(losses, winner, sheet)
    if carrier is None or carrier[0] != winner:
        yield from _bonus_line(winner, sheet)


def carrier_of(hand: Deal, sheet: Sheet[House]) -> tuple[Side, Cite] | None:
    """Return the side that carries all losses, and why; None if each carries its own (rule 7)."""
    winner = sheet.seating.side(hand.winner)
    if hand.forgot and calling_matters(hand, sheet):
        words = _("{winner} forgot to call “last card” and pays for everyone")
        return winner, cite(rule.LAST_CARD, words, winner=winner)
    if hand.assist is not None and assistance_matters(hand, sheet):
        side = sheet.seating.side(hand.assist)
        words = _("{side} let {winner} out and pays for everyone")
        return side, cite(rule.ASSISTANCE, words, side=side, winner=winner)
    return None


def _all_on_one_side(losses: Losses, carrier: Side, why_carried: Cite) -> Losses:
    """Return all losses on one side, with all their reasons."""
    because = (why_carried, *(reason for loss in losses for reason in loss.because))
    whole_loss = Loss(sum(loss.points for loss in losses), because)
    return PerSide(whole_loss if side == carrier else NO_LOSS for side in range(len(losses)))


# Payment ---------------------------------------------------------------------


def _payment_lines(losses: Losses, winner: Side, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    match sheet.house.payment:
        case Payment.PENALTY:
            yield from _penalty_lines(losses)
        case Payment.PAIRWISE:
            yield from _pairwise_lines(losses, sheet)
        case _:
            yield from _lines_to_winner(losses, winner, sheet)


def _lines_to_winner(losses: Losses, winner: Side, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    for side in sheet.seating.every_side:
        if not (points := losses[side].points):
            continue
        if side == winner:  # the winner forgot to call, and pays nobody (rule 7.2)
            yield ScoreLine(side, -points, losses[side].because)
        else:
            reason = cite(rule.WINNER_TAKES, _("Paid to {winner}"), winner=winner)
            yield ScoreLine(side, -points, (*losses[side].because, reason))
            yield score_line(winner, points, rule.WINNER_TAKES, _("{n} from {side}"), n=points, side=side)


def _pairwise_lines(losses: Losses, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    for payer in sheet.seating.every_side:
        for payee in sheet.seating.others(payer):
            payer_loss, payee_loss = losses[payer].points, losses[payee].points
            if payer_loss > payee_loss:
                words = say(
                    _("{ours} against {theirs}, to {payee}"), ours=payer_loss, theirs=payee_loss, payee=payee
                )
                yield ScoreLine(
                    payer, payee_loss - payer_loss, (cite(rule.PAIRWISE, words), *losses[payer].because)
                )
                words = say(
                    _("{ours} against {theirs}, from {payer}"),
                    ours=payee_loss,
                    theirs=payer_loss,
                    payer=payer,
                )
                yield score_line(payee, payer_loss - payee_loss, rule.PAIRWISE, words)


def _penalty_lines(losses: Losses) -> Iterator[ScoreLine]:
    for side, loss in enumerate(losses):
        if loss.points:
            reason = cite(rule.PENALTY, ngettext("{n} penalty point", "{n} penalty points", loss.points))
            yield ScoreLine(Side(side), loss.points, (*loss.because, reason))


def _bonus_line(winner: Side, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    if bonus := sheet.house.winner_bonus:
        points = -bonus if sheet.house.payment is Payment.PENALTY else bonus
        yield score_line(winner, points, rule.BONUS, _("Won the deal: {bonus}"), bonus=bonus)


# Pairs -----------------------------------------------------------------------


def pair_verdict(hand: Pairs, sheet: Sheet[House]) -> tuple[Side, Cite]:
    """Return the pair that has won the deal, and why (rules 9.2 and 9.3)."""
    counts = [
        sum(hand.left[seat] for seat in sheet.seating.seats_of(side)) for side in sheet.seating.every_side
    ]
    if counts[0] == counts[1]:
        assert hand.shootout is not None
        words = _("Both pairs hold {n}: {side} won the shoot-out")
        return hand.shootout, cite(rule.SHOOT_OUT, words, n=counts[0], side=hand.shootout)
    winner = Side(counts.index(min(counts)))
    words = _("{side} held fewer cards: {fewer} against {more}")
    return winner, cite(rule.PAIR_COUNT, words, side=winner, fewer=min(counts), more=max(counts))


def _pair_lines(hand: Pairs, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    winner, reason = pair_verdict(hand, sheet)
    (loser,) = sheet.seating.others(winner)
    # The last play can double only the loss of the pair that did not go out.
    won_by_going_out = sheet.seating.side(hand.winner) == winner
    last_play = last_play_of(hand, sheet) if won_by_going_out else LastPlay.PLAIN
    penalty = sheet.house.payment is Payment.PENALTY
    yield score_line(winner, 0, reason.rule, reason.words)
    for seat in sheet.seating.seats_of(loser):
        loss = loss_of(cards_left_of(hand, seat), last_play, sheet.house, sheet.seating.seats)
        if loss.points:
            payment = cite(
                rule.PENALTY if penalty else rule.PAIR_PAYS, _("What {seat} is left with"), seat=seat
            )
            yield ScoreLine(loser, loss.points if penalty else -loss.points, (payment, *loss.because))
            if not penalty:
                words = _("{n} for what {seat} is left with")
                yield score_line(winner, loss.points, rule.PAIR_PAYS, words, n=loss.points, seat=seat)
    yield from _bonus_line(winner, sheet)


# Hands that decide at once ---------------------------------------------------


def _at_once_lines(hand: SpecialHand, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    side = sheet.seating.side(hand.by)
    match hand:
        case FourTwosHand() if sheet.house.four_twos is FourTwos.REDEAL:
            yield score_line(side, 0, rule.FOUR_TWOS, _("{by} has all four 2s: dealt again"), by=hand.by)
        case FourTwosHand() if sheet.house.four_twos is FourTwos.DRAW:
            yield score_line(side, 0, rule.FOUR_TWOS, _("{by} has all four 2s: a draw"), by=hand.by)
        case FourTwosHand():
            reason = cite(rule.FOUR_TWOS, _("{by} has all four 2s and wins at once"), by=hand.by)
            yield from _win_at_once_lines(side, reason, sheet)
        case DragonHand():
            reason = cite(rule.DRAGON, _("{by} has a dragon and wins at once"), by=hand.by)
            yield from _win_at_once_lines(side, reason, sheet)
        case MalteseDragon(_by, False):
            reason = cite(rule.MALTESE, _("{by} has six pairs and wins at once"), by=hand.by)
            yield from _win_at_once_lines(side, reason, sheet)
        case _:
            reason = cite(rule.MALTESE, _("{by} has six pairs, 3s among them, and loses at once"), by=hand.by)
            yield from _loss_at_once_lines(side, reason, sheet)


def _win_at_once_lines(winner: Side, reason: Cite, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    """Yield the payments of all other sides, for a whole unplayed hand each (rule 6.12)."""
    loss = whole_hand_loss(sheet)
    for side in sheet.seating.others(winner):
        points = loss.points * len(sheet.seating.seats_of(side))
        yield from _transfer_lines(side, winner, points, (reason, *loss.because), sheet)
    yield from _bonus_line(winner, sheet)


def _loss_at_once_lines(loser: Side, reason: Cite, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    loss = whole_hand_loss(sheet)
    if sheet.house.payment is Payment.PENALTY:
        yield ScoreLine(loser, loss.points, (reason, *loss.because))
        return
    for side in sheet.seating.others(loser):
        points = loss.points * len(sheet.seating.seats_of(side))
        yield from _transfer_lines(loser, side, points, (reason, *loss.because), sheet)


def _transfer_lines(
    payer: Side, payee: Side, points: int, because: tuple[Cite, ...], sheet: Sheet[House]
) -> Iterator[ScoreLine]:
    if sheet.house.payment is Payment.PENALTY:
        yield ScoreLine(payer, points, because)
    else:
        yield ScoreLine(payer, -points, because)
        yield ScoreLine(payee, points, because)


# Places ----------------------------------------------------------------------


def _place_lines(places: PerSide[int], sheet: Sheet[House]) -> Iterator[ScoreLine]:
    for side in sorted(sheet.seating.every_side, key=lambda side: places[side]):
        if sheet.house.president is President.ON:
            title = role(places[side], len(places))
            yield score_line(side, 0, rule.ROLES, _("Place {n}: {role}"), n=places[side], role=title)
        else:
            yield score_line(side, 0, rule.PLACES, _("Place {n}"), n=places[side])


# The match -------------------------------------------------------------------


def deals_played(sheet: Sheet[House]) -> int:
    """Return the number of deals played, without redeals."""
    may_redeal = sheet.house.four_twos is FourTwos.REDEAL
    kinds = (Deal, Pairs, Placings, DragonHand, MalteseDragon) + (() if may_redeal else (FourTwosHand,))
    return sheet.count(*kinds)


def target(sheet: Sheet[House]) -> int | None:
    """Return the total that ends a match; None if the match has a number of deals, or no end."""
    return sheet.house.target.n if sheet.house.target.kind is Target.POINTS else None


def outcome(sheet: Sheet[House]) -> Outcome | None:
    """Return the outcome: at the target the best total wins, and a tie is shared (rule 8)."""
    goal = sheet.house.target
    match goal.kind:
        case Target.NONE:
            return None
        case Target.POINTS if max(sheet.totals) < (goal.n or 0):
            return None
        case Target.DEALS if deals_played(sheet) < (goal.n or 0):
            return None
    if plays_for_places(sheet.house):
        return _outcome_by_places(sheet)
    best = (min if lowest_wins(sheet.house) else max)(sheet.totals)
    winners = sheet.sides_with_total(best)
    if len(winners) > 1:
        return Outcome(
            winners, cite(rule.SHARED, _("{winners} share the win at {best}"), winners=winners, best=best)
        )
    if goal.kind is Target.POINTS:
        words = _("{n} has been reached: {winner} won with {best}")
        return Outcome(winners, cite(rule.REACHED, words, n=goal.n, winner=winners[0], best=best))
    words = _("{n} deals played: {winner} won with {best}")
    return Outcome(winners, cite(rule.PLAYED, words, n=goal.n, winner=winners[0], best=best))


def lowest_wins(house: House) -> bool:
    """Return whether the totals are penalty points, so that the lowest leads."""
    return house.payment is Payment.PENALTY


def settlement(sheet: Sheet[House]) -> Balance | None:
    """Return each side's balance: the totals, or the differences between totals of penalty points."""
    if plays_for_places(sheet.house):
        return None
    return (
        balance_pairwise(sheet, lowest_first=True) if lowest_wins(sheet.house) else balance_as_written(sheet)
    )


@incremental_fold(lambda sheet: sheet.seating.per_side(lambda side: (0,) * sheet.seating.sides))
def place_counts(so_far: PerSide[tuple[int, ...]], row: Row, sheet: Sheet[House]) -> PerSide[tuple[int, ...]]:
    """Return the number of first, second and further places of each side."""
    if not isinstance(row.hand, Placings) or row.problems:
        return so_far
    return PerSide(
        tuple(count + (index == side_place - 1) for index, count in enumerate(counts))
        for counts, side_place in zip(so_far, row.hand.places, strict=True)
    )


def _outcome_by_places(sheet: Sheet[House]) -> Outcome:
    counts = place_counts(sheet)
    winners = tuple(side for side in sheet.seating.every_side if counts[side] == max(counts))
    most_firsts = max(counts)[0]
    if len(winners) > 1:
        words = _("{winners} came first {n} times each, and are equal down to the last place")
        return Outcome(winners, cite(rule.SHARED, words, winners=winners, n=most_firsts))
    best_places = ngettext(
        "{winner} has the best places, with {n} first",
        "{winner} has the best places, with {n} firsts",
        most_firsts,
        winner=winners[0],
    )
    return Outcome(winners, cite(rule.MOST_FIRSTS, best_places))
