"""Statistics of Skat: games as declarer (own games) by kind, games set in defence, and rare feats."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Aggregation, Message, Sheet, Stat, StatEvent, _, scored_rows, stat

from .game_value import Announced, NullGame, Trumps
from .hands import Null, Ramsch, TrumpGame, game_value, is_schneider, is_schwarz, players
from .house import House
from .ramsch import losers
from .scoring import declarer_score, is_won

OWN_GAMES = stat("own", _("Own games won"), Aggregation.RATIO)
SET = stat("set", _("Games set in defence"), Aggregation.RATIO, highlight=_("Game lost"))
POINTS = stat("points", _("Card points per own game"), Aggregation.MEAN)
HIGHEST_SCORE = stat("worth", _("Own game that scored most"), Aggregation.MOST)
LOWEST_SCORE = stat("dearest", _("Own game that cost most"), Aggregation.LEAST)
OVERBID = stat("overbid", _("Overbid"))
SCHNEIDER = stat("schneider", _("Won with schneider"))
SCHWARZ = stat("schwarz", _("Won with schwarz"), badge=True)
OUVERT = stat("ouvert", _("Grand ouvert won"), badge=True)
RAMSCH = stat("ramsch", _("Ramsch lost"), Aggregation.RATIO)
STAT_BY_GAME = {
    game: Stat(f"won_{game.value}", Message("{game}", {"game": game}), Aggregation.RATIO, _("Won, by game"))
    for game in (*Trumps, *NullGame)
}
STATS = (
    OWN_GAMES, SET, POINTS, HIGHEST_SCORE, LOWEST_SCORE, OVERBID, SCHNEIDER, SCHWARZ, OUVERT, RAMSCH,
    *STAT_BY_GAME.values(),
)  # fmt: skip


def stat_events(sheet: Sheet[House]) -> Iterator[StatEvent]:
    for row, sheet_before in scored_rows(sheet, TrumpGame, Null):
        hand: TrumpGame | Null = row.hand
        declarer_won = is_won(hand, sheet.house)
        points, _why = declarer_score(hand, sheet_before)
        yield OWN_GAMES.attempt_event(hand.declarer, row, declarer_won)
        yield STAT_BY_GAME[hand.game].attempt_event(hand.declarer, row, declarer_won)
        yield (HIGHEST_SCORE if declarer_won else LOWEST_SCORE).amount_event(hand.declarer, row, points)
        for seat in players(sheet_before):
            if seat != hand.declarer:
                yield SET.attempt_event(seat, row, not declarer_won)
        if isinstance(hand, TrumpGame):
            yield from _trump_game_events(hand, row.number, sheet)
    for row, sheet_before in scored_rows(sheet, Ramsch):
        for seat in players(sheet_before):
            yield RAMSCH.attempt_event(seat, row, seat in losers(row.hand, sheet_before))


def _trump_game_events(hand: TrumpGame, number: int, sheet: Sheet[House]) -> Iterator[StatEvent]:
    """Yield the further events of a suit game or a grand."""
    declarer, declarer_won = hand.declarer, is_won(hand, sheet.house)
    if hand.points is not None:
        yield StatEvent(POINTS, declarer, number, amount=hand.points)
    events = {
        OVERBID: game_value(hand, sheet.house).overbid,
        SCHNEIDER: declarer_won and is_schneider(hand),
        SCHWARZ: declarer_won and is_schwarz(hand),
        OUVERT: declarer_won and hand.game is Trumps.GRAND and hand.announced is Announced.OUVERT,
    }
    for event_stat, has_happened in events.items():
        if has_happened:
            yield StatEvent(event_stat, declarer, number)
