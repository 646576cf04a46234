"""The trick judge of Sergeant Major."""

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
    judge_trick,
    pack,
    trick_judge,
    turn_order,
)

from . import rulebook as rule
from .house import TRICKS, House
from .referee import Following, Trick, Trumps, on_follow, on_trick


def _pack(sheet: Sheet[House]) -> Cards:
    return pack()


@dataclass(frozen=True)
class WholeTrick:
    """A trick on the table, and the hands that are shown."""

    cards: Annotated[
        Cards, Ask(_("The trick, in the order played"), least=1, most=3, available=_pack, rule=rule.TAKES)
    ]
    leader: Annotated[Seat, Ask(_("Who led?"), rule=rule.TAKES)]
    trumps: Annotated[Trumps, Ask(_("Trumps"), rule=rule.TAKES)]
    hands: Annotated[PerSeat[Cards], ask_hands_shown(TRICKS, _pack, rule.FOLLOW)] = NOT_SHOWN


def on_whole_trick(facts: WholeTrick, sheet: Sheet[House]) -> Ruling:
    """Rule on who takes the trick, and which cards were legal."""
    winner_ruling = on_trick(Trick(facts.cards, facts.trumps), sheet)

    def breach(card: Card, led: Card, hand: Cards) -> Cite | None:
        rest_of_hand = Cards(other for other in hand if other != card)
        decision = on_follow(Following(Cards([led]), Cards([card]), facts.trumps, rest_of_hand), sheet)
        return decision.because[0] if decision.verdict == "illegal" else None

    players = turn_order(facts.leader, sheet.seating.every_seat)
    return judge_trick(PlayedTrick(facts.cards, players, facts.hands), winner_ruling, rule.FOLLOW, breach)


TRICK_JUDGE = trick_judge(on_whole_trick, WholeTrick)
