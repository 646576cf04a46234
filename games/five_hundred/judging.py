"""The trick judge and the auction judge of 500."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
    broadcast_defaults,
    cite,
    judge_trick,
    ruling,
    turn_order,
    without_irrelevant,
)

from . import rulebook as rule
from .auction import AUCTION
from .bids import Trumps
from .cards import HAND, table_pack
from .choices import JokerRule
from .dealing import seats_playing
from .house import House
from .referee_play import Holding, why_illegal
from .referee_trick import ASK_SUIT_ASKED, TWO_PLAYERS, PlayedBid, Trick, on_trick, terms_of


def someone_sits_out(facts: PlayedBid, sheet: Sheet[House]) -> bool:
    return terms_of(facts, sheet).misere and sheet.seating.sides < sheet.seating.seats


def joker_was_led(facts: Trick, sheet: Sheet[House]) -> bool:
    return bool(facts.cards) and terms_of(facts, sheet).is_suitless(facts.cards[0])


def has_one_hand_each(facts: PlayedBid, sheet: Sheet[House]) -> bool:
    return sheet.seating.seats != TWO_PLAYERS


@dataclass(frozen=True, kw_only=True)
class WholeTrick(Trick):
    """A trick on the table, and the hands that are shown."""

    leader: Annotated[Seat, Ask(_("Who led?"), available=seats_playing, rule=rule.TAKES)]
    alone: Annotated[
        Seat | None,
        Ask(
            _("Who plays misère alone?"), available=seats_playing, relevant_if=someone_sits_out,
            rule=rule.SIT_OUT, none=_("nobody: all play"),
        ),
    ] = None  # fmt: skip
    hands: Annotated[
        PerSeat[Cards], ask_hands_shown(HAND, table_pack, rule.FOLLOW, relevant_if=has_one_hand_each)
    ] = NOT_SHOWN
    # ``Trick`` asks for this suit in fewer cases; here it also decides which shown cards follow suit.
    asked: Annotated[Trumps | None, replace(ASK_SUIT_ASKED, relevant_if=joker_was_led)] = None

    def misere_decides(self, sheet: Sheet[House]) -> bool:
        """Return whether misère can change who plays, what they must play, or what the joker takes."""
        changes_joker = sheet.house.joker_nt in (JokerRule.PAGAT, JokerRule.LOW_IN_MISERE)
        return changes_joker or sheet.seating.sides < sheet.seating.seats


def _players(facts: WholeTrick, sheet: Sheet[House]) -> tuple[Seat, ...]:
    """Return the players of the trick, the leader first.

    At a table of two, each player is listed twice: for the hand held, and for the cards on the table.
    """
    seats = seats_playing(sheet)
    if facts.alone is not None:
        bidding_side = sheet.seating.side(facts.alone)
        seats = tuple(
            seat for seat in seats if seat == facts.alone or sheet.seating.side(seat) != bidding_side
        )
    if facts.leader not in seats:
        return ()
    return turn_order(facts.leader, seats) * (1 if has_one_hand_each(facts, sheet) else 2)


def on_whole_trick(facts: WholeTrick, sheet: Sheet[House]) -> Ruling:
    facts = broadcast_defaults(without_irrelevant(facts, sheet), sheet)
    players, terms = _players(facts, sheet), terms_of(facts, sheet)
    if not players:
        words = _("{who} sits out, and cannot have led.")
        return ruling("illegal", cite(rule.SIT_OUT, words, who=facts.leader))
    if len(facts.cards) > len(players):
        words = _("There are too many cards: {n} play to a trick here.")
        return ruling("illegal", cite(rule.TAKES, words, n=len(players)))

    def breach(card: Card, led: Card, hand: Cards) -> Cite | None:
        holding = Holding(
            trumps=facts.trumps, misere=facts.misere, named=facts.named, asked=facts.asked,
            led=Cards([led]), hand=hand,
        )  # fmt: skip
        return why_illegal(card, holding, terms)

    return judge_trick(
        PlayedTrick(facts.cards, players, facts.hands), on_trick(facts, sheet), rule.FOLLOW, breach
    )


ON_AUCTION = auction_judge(AUCTION, rule.HIGHER)
