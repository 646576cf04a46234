"""Checks of the answers about a deal."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Problem, Sheet, _, say

from . import ramsch
from . import rulebook as rule
from .game_value import (
    NULL_VALUE,
    SCHNEIDER_SUFFERED,
    Announced,
    NullGame,
    ladder,
    most_matadors,
    null_charge,
)
from .hands import (
    ALL_POINTS,
    MOST_IN_SKAT,
    Game,
    Hand,
    Null,
    PassedIn,
    Ramsch,
    Tricks,
    TrumpGame,
    rules_out_schneider,
    took_enough,
)
from .house import AllPass, House, NullOverbid

OPEN_GAMES = (NullGame.NULL_OUVERT, NullGame.NULL_OUVERT_HAND)


def check(hand: Hand, sheet: Sheet[House]) -> Iterator[Problem]:
    match hand:
        case PassedIn():
            yield from _check_passed_in(sheet)
        case Ramsch():
            yield from ramsch.check(hand, sheet)
        case Null():
            yield from _check_bid(hand, sheet)
            yield from _check_null_bid(hand, sheet)
            yield from _check_doubling(hand, sheet)
        case _:
            yield from _check_bid(hand, sheet)
            yield from _check_matadors_and_announcement(hand, sheet)
            yield from _check_result(hand)
            yield from _check_doubling(hand, sheet)


def _check_passed_in(sheet: Sheet[House]) -> Iterator[Problem]:
    match sheet.house.all_pass:
        case AllPass.RAMSCH:
            yield Problem("", say(_("When all pass at this table, a Ramsch is played")), rule.ALL_PASS)
        case AllPass.REDEAL:
            words = _("When all pass at this table, the same dealer deals again and nothing is written")
            yield Problem("", say(words), rule.ALL_PASS)


def _check_bid(hand: Game, sheet: Sheet[House]) -> Iterator[Problem]:
    if hand.bid is not None and hand.bid not in ladder(sheet.house):
        yield Problem("bid", say(_("No game is worth {bid}, so it cannot be bid"), bid=hand.bid), rule.LADDER)


def _check_null_bid(hand: Null, sheet: Sheet[House]) -> Iterator[Problem]:
    if null_charge(hand.game, hand.bid, sheet.house) is not None:
        return
    if sheet.house.null_overbid is NullOverbid.REJECT:
        words = _("{game} is worth {value} and cannot be announced on a bid of {bid}")
        value = NULL_VALUE[hand.game]
        yield Problem("bid", say(words, game=hand.game, value=value, bid=hand.bid), rule.NULL_OVERBID)
    else:
        yield Problem("bid", say(_("No null game reaches {bid}"), bid=hand.bid), rule.NULL_OVERBID)


def _check_matadors_and_announcement(hand: TrumpGame, sheet: Sheet[House]) -> Iterator[Problem]:
    if hand.matadors > (most := most_matadors(hand.game)):
        words = _("{game} has {n} matadors at most")
        yield Problem("matadors", say(words, game=hand.game, n=most), rule.MATADORS)
    if hand.announced is Announced.NOTHING or hand.hand:
        return
    if hand.announced is not Announced.OUVERT:
        yield Problem(
            "announced", say(_("Schneider and schwarz are announced only in a hand game")), rule.ANNOUNCING
        )
    elif sheet.house.suit_ouvert_requires_hand:
        yield Problem("announced", say(_("Only a hand game can be played open here")), rule.OUVERT)


def _check_result(hand: TrumpGame) -> Iterator[Problem]:
    if hand.points is None:
        yield from _check_without_points(hand)
        return
    if hand.tricks is Tricks.ALL and hand.points != ALL_POINTS:
        yield Problem("tricks", say(_("Every trick and the skat make {n}"), n=ALL_POINTS), rule.SCHWARZ)
    if hand.tricks is Tricks.NONE and hand.points > MOST_IN_SKAT:
        words = _("Without a trick there is only the skat, which holds {n} at most")
        yield Problem("tricks", say(words, n=MOST_IN_SKAT), rule.SCHWARZ)
    if hand.schneider and rules_out_schneider(hand.points):
        words = _("{n} card points are no schneider: each side has more than {most}")
        yield Problem("schneider", say(words, n=hand.points, most=SCHNEIDER_SUFFERED), rule.SCHNEIDER)
    if hand.won is not None and hand.won != took_enough(hand):
        words = (
            _("{n} card points win this game; leave them out if it was ruled lost")
            if took_enough(hand)
            else _("{n} card points do not win this game; leave them out if it was ruled won")
        )
        yield Problem("won", say(words, n=hand.points), rule.SIXTY_ONE)


def _check_without_points(hand: TrumpGame) -> Iterator[Problem]:
    if hand.won is None:
        yield Problem("points", say(_("Count the card points, or say who won")), rule.SIXTY_ONE)
    elif hand.won and hand.tricks is Tricks.NONE:
        yield Problem("won", say(_("A declarer without a trick has not won")), rule.SIXTY_ONE)
    elif not hand.won and hand.tricks is Tricks.ALL:
        yield Problem("won", say(_("A declarer with every trick has not lost")), rule.SIXTY_ONE)


def _check_doubling(hand: Game, sheet: Sheet[House]) -> Iterator[Problem]:
    if hand.kontra is not None and not sheet.house.kontra:
        yield Problem("kontra", say(_("Kontra is not played at this table")), rule.KONTRA)
    elif hand.kontra == hand.declarer:
        yield Problem("kontra", say(_("Kontra is for a defender to say")), rule.KONTRA)
    if hand.re and not sheet.house.re:
        yield Problem("re", say(_("Re is not played at this table")), rule.RE)
    elif hand.re and hand.kontra is None:
        yield Problem("re", say(_("Re answers Kontra")), rule.RE)
    elif hand.re and not sheet.house.re_on_null and _is_closed_null(hand):
        yield Problem("re", say(_("There is no Re in null and null hand here")), rule.RE_NULL)


def _is_closed_null(hand: Game) -> bool:
    return isinstance(hand, Null) and hand.game not in OPEN_GAMES


def kinds(sheet: Sheet[House]) -> Iterator[str]:
    """Yield the kinds of hand at this table."""
    yield from ("trump_game", "null")
    if sheet.house.all_pass is AllPass.PASS_IN:
        yield "passed_in"
    if sheet.house.all_pass is AllPass.RAMSCH:
        yield "ramsch"
