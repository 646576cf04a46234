"""The kinds of hand: the stakes that ride (stay in play), and the poker hands of the players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from games.engine import Ask, Cards, Moment, PerSeat, Seat, Sheet, Stopped, _, pack
from games.engine.banking import MOST_CHIPS, ask_bank_holder
from games.engine.chips import ChipPurchase

from . import rulebook as rule
from .house import Bank, House, ThreeCardBonus
from .poker import FiveCardHand, ThreeCardHand, five_card_hand, three_card_hand

OWN_CARDS, SHARED_CARDS = 3, 2
STAKES = 3  # each player puts down three stakes; the third always rides

# Defaults of one value, which the engine repeats for each seat.
ONE_RIDES: PerSeat[int | None] = PerSeat((1,))
USUAL_STAKE: PerSeat[int | None] = PerSeat((None,))
NO_STAKE = PerSeat((0,))
NOT_BET = PerSeat((False,))
NO_PAY = PerSeat((FiveCardHand.NO_PAY,))
NOTHING = PerSeat((ThreeCardHand.NOTHING,))


def _player_holds_bank(hand: Any, sheet: Sheet[House]) -> bool:
    return sheet.house.bank is not Bank.HOUSE


# A bet that is not played at this table stays relevant if it is made, so that the check refuses it.


def three_card_bet_relevant(hand: Bets, sheet: Sheet[House]) -> bool:
    return sheet.house.three_card_bonus is not ThreeCardBonus.OFF or any(hand.three_card)


def five_card_bet_relevant(hand: Bets, sheet: Sheet[House]) -> bool:
    return sheet.house.five_card_bonus or any(hand.five_card)


def own_cards_matter(hand: Round, sheet: Sheet[House]) -> bool:
    return any(hand.three_card)


def every_card(sheet: Sheet[House]) -> Cards:
    return pack()


@dataclass(frozen=True, kw_only=True)
class Bets:
    """The holder of the bank, who does not play, and the bets of the other players."""

    bank: Annotated[Seat | None, ask_bank_holder(rule.ROTATION, _player_holds_bank)] = None
    stake: Annotated[
        PerSeat[int | None],
        Ask(
            _("Different stake"),
            least=1,
            most=MOST_CHIPS,
            rule=rule.STAKES,
            moment=Moment.AUCTION,
            none=_("The usual"),
            about=_("Each of the three stakes"),
            seldom=True,
        ),
    ] = USUAL_STAKE
    three_card: Annotated[
        PerSeat[int],
        Ask(
            _("On the 3-card bonus"),
            most=MOST_CHIPS,
            offers=(0, 1, 2, 5, 10),
            rule=rule.THREE_CARD,
            moment=Moment.AUCTION,
            relevant_if=three_card_bet_relevant,
        ),
    ] = NO_STAKE
    five_card: Annotated[
        PerSeat[bool],
        Ask(
            _("A chip on the old bonus"),
            rule=rule.FIVE_CARD,
            moment=Moment.AUCTION,
            relevant_if=five_card_bet_relevant,
        ),
    ] = NOT_BET
    kept: Annotated[
        PerSeat[int | None],
        Ask(_("Stakes that ride"), least=1, most=STAKES, rule=rule.THIRD, none=_("Sat out")),
    ] = ONE_RIDES


@dataclass(frozen=True, kw_only=True)
class Round(Bets):
    """A round entered as poker hands."""

    title: ClassVar[str] = _("A round")
    sentence: ClassVar[str] = _(
        "3-card bonus: {three_card}; old bonus: {five_card}; riding: {kept}; hands: {hand}; own three: {own}"
    )

    hand: Annotated[PerSeat[FiveCardHand], Ask(_("The hand made"), rule=rule.RANKING)] = NO_PAY
    own: Annotated[
        PerSeat[ThreeCardHand], Ask(_("Own three cards"), rule=rule.THREE_CARD, relevant_if=own_cards_matter)
    ] = NOTHING


@dataclass(frozen=True, kw_only=True)
class RoundByCards(Bets):
    """A round entered as cards."""

    title: ClassVar[str] = _("By cards")
    sentence: ClassVar[str] = _(
        "3-card bonus: {three_card}; old bonus: {five_card}; riding: {kept}; shared {shared}; {cards}"
    )

    shared: Annotated[
        Cards,
        Ask(
            _("The two community cards"),
            least=SHARED_CARDS,
            most=SHARED_CARDS,
            available=every_card,
            rule=rule.DEAL,
        ),
    ]
    cards: Annotated[
        PerSeat[Cards],
        Ask(
            _("Each player's three"),
            most=OWN_CARDS,
            available=every_card,
            rule=rule.DEAL,
            about=_("None for the bank, and for those who sit out"),
        ),
    ]


KINDS: dict[str, type] = {"round": Round, "cards": RoundByCards, "chips": ChipPurchase, "stopped": Stopped}
ROUNDS = (Round, RoundByCards)
AnyRound = Round | RoundByCards
Hand = AnyRound | ChipPurchase | Stopped


def five_cards_of(hand: RoundByCards, seat: Seat) -> Cards:
    """Return the five cards of a player."""
    return Cards((*hand.cards[seat], *hand.shared))


def five_card_hand_of(hand: AnyRound, seat: Seat) -> FiveCardHand:
    """Return the poker hand of a player's five cards."""
    return hand.hand[seat] if isinstance(hand, Round) else five_card_hand(five_cards_of(hand, seat))


def three_card_hand_of(hand: AnyRound, seat: Seat) -> ThreeCardHand:
    """Return the poker hand of a player's own three cards."""
    return hand.own[seat] if isinstance(hand, Round) else three_card_hand(hand.cards[seat])
