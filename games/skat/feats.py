"""What players of Skat tell of each other: their own games by kind, what they set, and the rare ones."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import Deed, Feat, How, Message, Sheet, _, deed, hands_of

from .hands import Announced, Null, NullGame, Ramsch, TrumpGame, Trumps, players
from .house import House
from .ramsch import losers
from .scoring import own_score, won
from .worth import schneider, schwarz, worth

OWN = deed("own", _("Own games won"), How.RATIO)
SET = deed("set", _("Games set in defence"), How.RATIO)
POINTS = deed("points", _("Card points, an own game"), How.MEAN)
WORTH = deed("worth", _("Own game that scored most"), How.MOST)
DEAREST = deed("dearest", _("Own game that cost most"), How.LEAST)
OVERBID = deed("overbid", _("Overbid"))
SCHNEIDER = deed("schneider", _("Won with schneider"))
SCHWARZ = deed("schwarz", _("Won with schwarz"), badge=True)
OUVERT = deed("ouvert", _("Grand ouvert won"), badge=True)
RAMSCH = deed("ramsch", _("Ramsch lost"), How.RATIO)
BY_GAME = {
    game: Deed(f"won_{game.value}", Message("{game}", {"game": game}), How.RATIO, _("Won, by game"))
    for game in (*Trumps, *NullGame)
}
DEEDS = (
    OWN, SET, POINTS, WORTH, DEAREST, OVERBID, SCHNEIDER, SCHWARZ, OUVERT, RAMSCH, *BY_GAME.values(),
)  # fmt: skip


def feats(sheet: Sheet[House]) -> Iterator[Feat]:
    """What was done on a list."""
    for row, before in hands_of(sheet, TrumpGame, Null):
        hand: TrumpGame | Null = row.hand
        did, (points, _why) = won(hand, sheet.house), own_score(hand, before)
        yield OWN.tried(hand.declarer, row, did)
        yield BY_GAME[hand.game].tried(hand.declarer, row, did)
        yield (WORTH if did else DEAREST).came_to(hand.declarer, row, points)
        for seat in players(before):
            if seat != hand.declarer:
                yield SET.tried(seat, row, not did)
        if isinstance(hand, TrumpGame):
            yield from _trumps(hand, row.number, sheet)
    for row, before in hands_of(sheet, Ramsch):
        for seat in players(before):
            yield RAMSCH.tried(seat, row, seat in losers(row.hand, before))


def _trumps(hand: TrumpGame, number: int, sheet: Sheet[House]) -> Iterator[Feat]:
    """What a suit game or a grand has besides."""
    who, did = hand.declarer, won(hand, sheet.house)
    if hand.points is not None:
        yield Feat(POINTS, who, number, amount=hand.points)
    happened = {
        OVERBID: worth(hand, sheet.house).overbid,
        SCHNEIDER: did and schneider(hand),
        SCHWARZ: did and schwarz(hand),
        OUVERT: did and hand.game is Trumps.GRAND and hand.announced is Announced.OUVERT,
    }
    for what, so in happened.items():
        if so:
            yield Feat(what, who, number)
