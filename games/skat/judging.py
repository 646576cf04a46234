"""The trick judge and the auction judge of Skat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from games.engine import (
    NOT_SHOWN,
    Ask,
    Card,
    Cards,
    Cite,
    PerSeat,
    PlayedTrick,
    Ruling,
    Seat,
    Sheet,
    _,
    ask_hands_shown,
    auction_judge,
    cite,
    judge_trick,
    ruling,
    turn_order,
)

from . import rulebook as rule
from .auction import AUCTION
from .cards import PACK, AnyGame, follows, winning_card
from .hands import players
from .house import House

CARDS_EACH = 10


def _pack(sheet: Sheet[House]) -> Cards:
    return PACK


@dataclass(frozen=True)
class WholeTrick:
    """A trick on the table, and the hands that are shown."""

    game: Annotated[AnyGame, Ask(_("Game"), rule=rule.TRUMPS)]
    cards: Annotated[
        Cards, Ask(_("The trick, in the order played"), least=1, most=3, available=_pack, rule=rule.TRICK)
    ]
    leader: Annotated[Seat, Ask(_("Who led?"), available=players, rule=rule.TRICK)]
    hands: Annotated[PerSeat[Cards], ask_hands_shown(CARDS_EACH, _pack, rule.FOLLOWING)] = NOT_SHOWN


def on_whole_trick(facts: WholeTrick, sheet: Sheet[House]) -> Ruling:
    """Rule on who takes the trick, and which cards were legal."""
    card = winning_card(facts.cards, facts.game)
    winner_ruling = ruling(str(card), cite(rule.TRICK, _("{card} takes the trick"), card=card))

    def breach(card: Card, led: Card, hand: Cards) -> Cite | None:
        if follows(card, led, hand, facts.game):
            return None
        words = _("{card} does not follow {led}, and the hand could")
        return cite(rule.FOLLOWING, words, card=card, led=led)

    trick = PlayedTrick(facts.cards, turn_order(facts.leader, sorted(players(sheet))), facts.hands)
    return judge_trick(trick, winner_ruling, rule.FOLLOWING, breach)


AUCTION_JUDGE = auction_judge(AUCTION, rule.SPEAKING)
