"""The score of a deal, and the end of a list: an agreed number of deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import prod
from typing import Any

from games.engine import (
    STOPPED,
    Balance,
    Cite,
    LeagueScore,
    Outcome,
    PerSide,
    Points,
    Row,
    ScoreLine,
    Seat,
    Sheet,
    Side,
    Stopped,
    _,
    balance_as_written,
    balance_pairwise,
    cite,
    incremental_fold,
    score_line,
)

from . import ramsch
from . import rulebook as rule
from .game_value import NULL_VALUE, NullGame, Trumps, null_charge
from .hands import (
    ALL_POINTS,
    KINDS,
    Game,
    Hand,
    Null,
    PassedIn,
    Ramsch,
    TrumpGame,
    announcement_missed,
    game_value,
    is_schneider,
    is_schwarz,
    players,
    took_enough,
)
from .house import BockTrigger, House, Scoring, Settlement

LIST_DEALS = {3: 36, 4: 48}
SEEGER = 50  # added for a game won, taken off for a game lost
DEFENDER_SHARE = {3: 40, 4: 30}  # keyed by number of seats: for each other player if a game is lost
LOSS_FACTOR = 2
HAND_GAMES = (NullGame.NULL_HAND, NullGame.NULL_OUVERT_HAND)


# The score of a deal ---------------------------------------------------------


def score(hand: Hand, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    match hand:
        case PassedIn():
            for side in sheet.seating.every_side:
                yield score_line(side, 0, rule.ALL_PASS, _("Everyone passed; the deal counts for the list"))
        case Ramsch():
            for seat, points, reasons in ramsch.charged_points(hand, sheet):
                factor, bock_reasons = _bock_factor(hand, sheet)
                yield from settled_lines(seat, points * factor, (*reasons, *bock_reasons), sheet)
        case _:
            points, because = declarer_score(hand, sheet)
            yield from settled_lines(hand.declarer, points, because, sheet)
            if sheet.house.scoring is Scoring.SEEGER_FABIAN:
                yield from _league_lines(hand, sheet)


def settled_lines(
    seat: Seat, points: Points, because: tuple[Cite, ...], sheet: Sheet[House]
) -> Iterator[ScoreLine]:
    """Yield the lines of one player's score, as this table settles it."""
    if sheet.house.settlement is not Settlement.TO_EACH:
        yield ScoreLine(sheet.seating.side(seat), points, because)
        return
    other_sides = sheet.seating.others(sheet.seating.side(seat))
    citation = cite(rule.TO_EACH, _("{points} with each of {n} others"), points=points, n=len(other_sides))
    yield ScoreLine(sheet.seating.side(seat), points * len(other_sides), (*because, citation))
    for side in other_sides:
        yield score_line(
            side, -points, rule.TO_EACH, _("{points} settled with {who}"), points=-points, who=seat
        )


def is_won(hand: Game, house: House) -> bool:
    """Return whether the declarer won the play with a game that was worth the bid."""
    if isinstance(hand, Null):
        return hand.won and (hand.bid is None or hand.bid <= NULL_VALUE[hand.game])
    return took_enough(hand) and not game_value(hand, house).overbid


def declarer_score(hand: Game, sheet: Sheet[House]) -> tuple[int, tuple[Cite, ...]]:
    """Return the declarer's score, with the reasons in order: worth, play, result, doublings."""
    if isinstance(hand, Null):
        charged = null_charge(hand.game, hand.bid, sheet.house) or 0
        is_hand_game = hand.game in HAND_GAMES
        because = [*_cite_null_value(hand, charged)]
    else:
        charged, is_hand_game = game_value(hand, sheet.house).charged, hand.hand
        because = [*_cite_trump_value(hand, sheet.house), _cite_play(hand)]
    if is_won(hand, sheet.house):
        points = charged
        because.append(cite(rule.WON, _("Won: {charged}"), charged=charged))
    else:
        loss_factor = sheet.house.loss_factor_hand if is_hand_game else LOSS_FACTOR
        points = -charged * loss_factor
        words = _("Lost: {times} × {charged}")
        because.append(
            cite(rule.HAND_LOST if is_hand_game else rule.LOST, words, times=loss_factor, charged=charged)
        )
    for factor, reason in _doublings(hand, sheet):
        points *= factor
        because.append(reason)
    return points, tuple(because)


def _cite_play(hand: TrumpGame) -> Cite:
    """Cite the result of the play."""
    if hand.points is None:
        words = _("{game}: won, not counted out") if hand.won else _("{game}: lost, not counted out")
        return cite(rule.SIXTY_ONE, words, game=hand.game)
    if announcement_missed(hand):
        words = _("{game} with {points} card points: {announced} was announced and missed")
        return cite(rule.MISSED, words, game=hand.game, points=hand.points, announced=hand.announced)
    words = (
        _("{game} with {points} card points: enough")
        if took_enough(hand)
        else _("{game} with {points} card points: not enough")
    )
    return cite(rule.SIXTY_ONE, words, game=hand.game, points=hand.points)


def _cite_trump_value(hand: TrumpGame, house: House) -> Iterator[Cite]:
    value = game_value(hand, house)
    yield cite(rule.VALUE, value.words)
    if is_schneider(hand):
        yield cite(rule.SCHNEIDER, _("One side stayed at 30 or below: schneider"))
    if is_schwarz(hand):
        yield cite(rule.SCHWARZ, _("One side took no trick: schwarz"))
    if value.overbid:
        words = _("Overbid: {value} does not reach {bid}, so the game is lost as {charged}")
        yield cite(rule.OVERBID, words, value=value.value, bid=hand.bid, charged=value.charged)


def _cite_null_value(hand: Null, charged: int) -> Iterator[Cite]:
    value = NULL_VALUE[hand.game]
    yield cite(rule.NULL_VALUE, _("{game} is worth {value}"), game=hand.game, value=value)
    if hand.bid is not None and hand.bid > value:
        words = _("Overbid: {value} does not reach {bid}, so the game is lost as {charged}")
        yield cite(rule.NULL_OVERBID, words, value=value, bid=hand.bid, charged=charged)
    words = _("No trick was taken") if hand.won else _("A trick was taken")
    yield cite(rule.NULL_WON, words)


def _doublings(hand: Game, sheet: Sheet[House]) -> Iterator[tuple[int, Cite]]:
    if hand.kontra is not None:
        yield 2, cite(rule.KONTRA, _("{who} said Kontra: doubled"), who=hand.kontra)
    if hand.re:
        yield 2, cite(rule.RE, _("Re: doubled again"))
    factor, reasons = _bock_factor(hand, sheet)
    for reason in reasons:
        yield factor, reason


def doubling_factor(hand: Game, sheet: Sheet[House]) -> int:
    """Return the factor of a game: Kontra, Re and Bock together."""
    return prod(factor for factor, _why in _doublings(hand, sheet))


def _league_lines(hand: Game, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    """Yield what Seeger-Fabian scoring adds to the score of a game."""
    declarer = sheet.seating.side(hand.declarer)
    if is_won(hand, sheet.house):
        yield score_line(declarer, SEEGER, rule.SEEGER, _("A game won: {n} more"), n=SEEGER)
        return
    yield score_line(declarer, -SEEGER, rule.SEEGER, _("A game lost: {n} off"), n=SEEGER)
    share = DEFENDER_SHARE[sheet.seating.seats]
    for seat in sheet.seating.every_seat:
        if seat == hand.declarer:
            continue
        if seat in players(sheet):
            words = _("{who} lost: {n} for each defender")
            yield score_line(
                sheet.seating.side(seat), share, rule.DEFENDERS_SHARE, words, who=hand.declarer, n=share
            )
        elif sheet.house.dealer_gets_defender_points:
            words = _("{who} lost: {n} for the dealer too")
            yield score_line(
                sheet.seating.side(seat), share, rule.SITTING_OUT, words, who=hand.declarer, n=share
            )


# Bock ------------------------------------------------------------------------


def calls_for_bock(hand: Any, house: House) -> bool:
    """Return whether this deal opens a round of Bock under these house rules."""
    is_lost = isinstance(hand, Game) and not is_won(hand, house)
    triggers = {
        BockTrigger.LOST_60_60: is_lost and getattr(hand, "points", None) == ALL_POINTS // 2,
        BockTrigger.LOST_KONTRA: is_lost and hand.kontra is not None,
        BockTrigger.GRAND_HAND: isinstance(hand, TrumpGame) and hand.game is Trumps.GRAND and hand.hand,
        BockTrigger.NULL_OUVERT_HAND: isinstance(hand, Null) and hand.game is NullGame.NULL_OUVERT_HAND,
    }
    return any(triggers[trigger] for trigger in house.bock)


@incremental_fold(lambda sheet: 0)
def bock_deals_left(deals_left: int, row: Row, sheet: Sheet[House]) -> int:
    """Return the number of Bock deals still to come."""
    if row.problems or not isinstance(row.hand, tuple(KINDS.values())):
        return deals_left
    starts_bock = calls_for_bock(row.hand, sheet.house)
    opening_is_doubled = starts_bock and deals_left == 0 and sheet.house.bock_opening
    deals_left = max(0, deals_left - 1)
    length = sheet.seating.seats if sheet.house.bock_length is None else sheet.house.bock_length
    # A doubled opening deal is itself the first deal of its round.
    return deals_left + length - opening_is_doubled if starts_bock else deals_left


def _bock_factor(hand: Hand, sheet: Sheet[House]) -> tuple[int, tuple[Cite, ...]]:
    if bock_deals_left(sheet):
        return 2, (cite(rule.BOCK, _("Bock: doubled")),)
    if sheet.house.bock_opening and calls_for_bock(hand, sheet.house):
        return 2, (cite(rule.BOCK, _("This deal opens the Bock: doubled")),)
    return 1, ()


# The list --------------------------------------------------------------------


def list_deals(sheet: Sheet[House]) -> int:
    deals = sheet.house.list_deals
    return LIST_DEALS[sheet.seating.seats] if deals is None else deals


def own_games(sheet: Sheet[House], side: Side) -> tuple[int, int]:
    """Return the numbers of games that a side won and lost as declarer."""
    games = [
        hand for hand in sheet.scored_hands(TrumpGame, Null) if sheet.seating.side(hand.declarer) == side
    ]
    games_won = sum(is_won(hand, sheet.house) for hand in games)
    return games_won, len(games) - games_won


def league(sheet: Sheet[House]) -> PerSide[LeagueScore]:
    """Return each side's league score (Seeger-Fabian), even if the table itself scores otherwise."""
    seating, dealer_gets_points = sheet.seating, sheet.house.dealer_gets_defender_points
    games = seating.per_side(lambda side: own_games(sheet, side))
    if sheet.house.scoring is Scoring.SEEGER_FABIAN:
        return seating.per_side(lambda side: LeagueScore(sheet.totals[side], *games[side]))
    defender_points = [0] * seating.sides
    sheet_so_far = replace(sheet, rows=())
    for row in sheet.rows:
        if isinstance(row.hand, TrumpGame | Null) and not row.problems and not is_won(row.hand, sheet.house):
            active_seats = players(sheet_so_far)
            for seat in seating.every_seat:
                if seat != row.hand.declarer and (seat in active_seats or dealer_gets_points):
                    defender_points[seating.side(seat)] += DEFENDER_SHARE[seating.seats]
        sheet_so_far = replace(sheet, rows=(*sheet_so_far.rows, row))
    return seating.per_side(
        lambda side: LeagueScore(
            sheet.totals[side] + SEEGER * (games[side][0] - games[side][1]) + defender_points[side],
            *games[side],
        )
    )


def outcome(sheet: Sheet[House]) -> Outcome | None:
    is_full = sheet.count(*KINDS.values()) >= list_deals(sheet)
    if not is_full and not isinstance(sheet.last_hand, Stopped):
        return None
    sides = sheet.seating.every_side
    leaders = _best(sides, {side: (sheet.totals[side],) for side in sides})
    because = (
        cite(rule.LIST, _("The list is full, and {who} is ahead"), who=leaders)
        if is_full
        else cite(STOPPED, _("The list is broken off, and {who} is ahead"), who=leaders)
    )
    if len(leaders) > 1:
        games = {side: own_games(sheet, side) for side in leaders}
        best = _best(leaders, {side: (games_won, -lost) for side, (games_won, lost) in games.items()})
        words = (
            _("{tied} are tied; {who} ranks first by games won and lost")
            if len(best) == 1
            else _("{tied} are tied, in games won and lost too: lots are drawn between {who}")
        )
        because = cite(rule.TIED, words, tied=leaders, who=best)
        leaders = best
    return Outcome(leaders, because, tuple(_settlement_lines(sheet)))


def _best(sides: Iterable[Side], keys: dict[Side, tuple[Points, ...]]) -> tuple[Side, ...]:
    highest = max(keys.values())
    return tuple(side for side in sides if keys[side] == highest)


def settlement(sheet: Sheet[House]) -> Balance:
    """Return each side's balance: the differences of the totals, or the totals if already settled."""
    match sheet.house.settlement:
        case Settlement.TO_EACH:
            return balance_as_written(sheet, rule.TO_EACH)
        case Settlement.PAIRWISE if sheet.outcome:
            return balance_as_written(sheet, rule.PAIRWISE)
    return balance_pairwise(sheet, rule.PAIRWISE)


def _settlement_lines(sheet: Sheet[House]) -> Iterator[ScoreLine]:
    if sheet.house.settlement is not Settlement.PAIRWISE:
        return
    player_count, sum_of_totals = sheet.seating.sides, sum(sheet.totals)
    for side, total in zip(sheet.seating.every_side, sheet.totals, strict=True):
        balance = player_count * total - sum_of_totals
        words = _("{players} × {own} less {total} in all: {settled}")
        because = cite(
            rule.PAIRWISE, words, players=player_count, own=total, total=sum_of_totals, settled=balance
        )
        yield ScoreLine(side, balance - total, (because,))
