"""The kinds of hand: the bets on a coup (one round of play) and its result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from games.engine import Ask, Cards, Choice, Moment, PerSeat, Seat, Sheet, Stopped, _, pack
from games.engine.banking import MOST_CHIPS, ask_bank_holder
from games.engine.chips import ChipPurchase

from . import rulebook as rule
from .cards import EIGHT, SEVEN, count
from .house import Bank, House, NoCommission, PairBets

NO_STAKE = PerSeat((0,))
CHIPS_OFFERED = (1, 2, 5, 10, 20, 50, 100)
FEWEST_CARDS, MOST_CARDS = 2, 3


class Spot(Choice):
    """The hand of cards that a stake is on."""

    PUNTO = "punto", _("Punto")
    BANCO = "banco", _("Banco")


NO_SPOT: PerSeat[Spot | None] = PerSeat((None,))


class Winner(Choice):
    PUNTO = "punto", _("Punto")
    BANCO = "banco", _("Banco")
    TIE = "tie", _("Tie")


class Pair(Choice):
    PUNTO = "punto", _("Punto pair")
    BANCO = "banco", _("Banco pair")


NO_PAIRS: frozenset[Pair] = frozenset()


def _player_holds_bank(hand: Any, sheet: Sheet[House]) -> bool:
    return sheet.house.bank is not Bank.HOUSE


# A stake that this table does not allow is still asked about, so that the check can refuse it.


def pair_bets_relevant(hand: Bets, sheet: Sheet[House]) -> bool:
    return sheet.house.pair_bets is not PairBets.OFF or any((*hand.punto_pair, *hand.banco_pair))


def bonus_bets_relevant(hand: Bets, sheet: Sheet[House]) -> bool:
    return sheet.house.dragon_bonus or any((*hand.punto_bonus, *hand.banco_bonus))


def ez_bets_relevant(hand: Bets, sheet: Sheet[House]) -> bool:
    return sheet.house.ez_side or any((*hand.dragon_7, *hand.panda_8))


def _points_contradict_winner(hand: Coup) -> bool:
    """Return whether the points written contradict the winner.

    Such points stay relevant, so that the check refuses them instead of dropping them.
    """
    punto, banco = hand.punto_points, hand.banco_points
    if punto is not None and banco is not None:
        return hand.winner is not winner_by_points(punto, banco)
    # A hand without points cannot win.
    return (hand.winner is Winner.PUNTO and punto == 0) or (hand.winner is Winner.BANCO and banco == 0)


def punto_points_relevant(hand: Coup, sheet: Sheet[House]) -> bool:
    return punto_points_matter(hand, sheet) or _points_contradict_winner(hand)


def banco_points_relevant(hand: Coup, sheet: Sheet[House]) -> bool:
    return banco_points_matter(hand, sheet) or _points_contradict_winner(hand)


def punto_points_matter(hand: Coup, sheet: Sheet[House]) -> bool:
    """Return whether Punto's points change what is paid."""
    panda = hand.winner is Winner.PUNTO and any(hand.panda_8)
    return panda or any((*hand.punto_bonus, *hand.banco_bonus))


def banco_points_matter(hand: Coup, sheet: Sheet[House]) -> bool:
    """Return whether Banco's points change what is paid."""
    odds_vary = sheet.house.no_commission is not NoCommission.OFF and Spot.BANCO in hand.on
    banco_win_matters = hand.winner is Winner.BANCO and (odds_vary or any(hand.dragon_7))
    return banco_win_matters or any((*hand.punto_bonus, *hand.banco_bonus))


def punto_cards_matter(hand: Coup, sheet: Sheet[House]) -> bool:
    """Return whether Punto's number of cards matters: only for 8 and 9, which two cards make a natural."""
    return hand.punto_points in (EIGHT, EIGHT + 1) and punto_points_matter(hand, sheet)


def banco_cards_matter(hand: Coup, sheet: Sheet[House]) -> bool:
    """Return whether Banco's number of cards matters: only for 8 and 9, and for a 7 that wins."""
    if hand.banco_points == SEVEN and hand.winner is Winner.BANCO:
        may_push = sheet.house.no_commission is NoCommission.EZ and Spot.BANCO in hand.on
        return may_push or any(hand.dragon_7)
    return hand.banco_points in (EIGHT, EIGHT + 1) and any((*hand.punto_bonus, *hand.banco_bonus))


def pairs_matter(hand: Coup, sheet: Sheet[House]) -> bool:
    return any((*hand.punto_pair, *hand.banco_pair))


def shoe(sheet: Sheet[House]) -> Cards:
    """Return the cards of the shoe at this table."""
    return Cards(tuple(pack()) * sheet.house.decks)


def ask_stake(text: str, cited: Any, relevant_if: Any = None, seldom: bool = True) -> Ask:
    """Return the question for the stake of each seat; the form folds a ``seldom`` question away."""
    return Ask(
        text,
        most=MOST_CHIPS,
        offers=CHIPS_OFFERED,
        rule=cited,
        moment=Moment.AUCTION,
        relevant_if=relevant_if,
        seldom=seldom,
    )


@dataclass(frozen=True, kw_only=True)
class Bets:
    """The stakes of all players. The bank does not bet."""

    bank: Annotated[Seat | None, ask_bank_holder(rule.ROTATION, _player_holds_bank)] = None
    on: Annotated[
        PerSeat[Spot | None],
        Ask(_("Bet on"), rule=rule.DEAL, moment=Moment.AUCTION, none=_("Neither")),
    ] = NO_SPOT
    stake: Annotated[PerSeat[int], ask_stake(_("Stake"), rule.DEAL, seldom=False)] = NO_STAKE
    tie: Annotated[PerSeat[int], ask_stake(_("On the tie"), rule.ON_TIE)] = NO_STAKE
    punto_pair: Annotated[
        PerSeat[int], ask_stake(_("On a pair for Punto"), rule.PAIR, pair_bets_relevant)
    ] = NO_STAKE
    banco_pair: Annotated[
        PerSeat[int], ask_stake(_("On a pair for Banco"), rule.PAIR, pair_bets_relevant)
    ] = NO_STAKE
    punto_bonus: Annotated[
        PerSeat[int], ask_stake(_("Dragon Bonus on Punto"), rule.DRAGON_BONUS, bonus_bets_relevant)
    ] = NO_STAKE
    banco_bonus: Annotated[
        PerSeat[int], ask_stake(_("Dragon Bonus on Banco"), rule.DRAGON_BONUS, bonus_bets_relevant)
    ] = NO_STAKE
    dragon_7: Annotated[PerSeat[int], ask_stake(_("On Dragon 7"), rule.DRAGON_7, ez_bets_relevant)] = NO_STAKE
    panda_8: Annotated[PerSeat[int], ask_stake(_("On Panda 8"), rule.PANDA_8, ez_bets_relevant)] = NO_STAKE


@dataclass(frozen=True, kw_only=True)
class Coup(Bets):
    """A coup entered without its cards: the winner, and the facts that decide this table's bets."""

    title: ClassVar[str] = _("A coup")
    sentence: ClassVar[str] = _(
        "Bets: {on}, {stake}; {winner}; Punto {punto_points}, cards {punto_cards}; "
        "Banco {banco_points}, cards {banco_cards}; {pairs}"
    )

    winner: Annotated[Winner, Ask(_("Who won?"), rule=rule.CLOSEST)]
    punto_points: Annotated[
        int | None, Ask(_("Punto's points"), most=9, rule=rule.VALUES, relevant_if=punto_points_relevant)
    ] = None
    punto_cards: Annotated[
        int,
        Ask(
            _("Punto's cards"),
            least=FEWEST_CARDS,
            most=MOST_CARDS,
            rule=rule.CLOSEST,
            relevant_if=punto_cards_matter,
        ),
    ] = FEWEST_CARDS
    banco_points: Annotated[
        int | None, Ask(_("Banco's points"), most=9, rule=rule.VALUES, relevant_if=banco_points_relevant)
    ] = None
    banco_cards: Annotated[
        int,
        Ask(
            _("Banco's cards"),
            least=FEWEST_CARDS,
            most=MOST_CARDS,
            rule=rule.CLOSEST,
            relevant_if=banco_cards_matter,
        ),
    ] = FEWEST_CARDS
    pairs: Annotated[
        frozenset[Pair], Ask(_("Was there a pair?"), rule=rule.PAIR, relevant_if=pairs_matter)
    ] = NO_PAIRS


@dataclass(frozen=True, kw_only=True)
class ByCards(Bets):
    """A coup entered as cards, which give the draws and the winner."""

    title: ClassVar[str] = _("By cards")
    sentence: ClassVar[str] = _("Bets: {on}, {stake}; Punto {punto}; Banco {banco}")

    punto: Annotated[
        Cards, Ask(_("Punto's cards"), least=FEWEST_CARDS, most=MOST_CARDS, available=shoe, rule=rule.DEAL)
    ]
    banco: Annotated[
        Cards, Ask(_("Banco's cards"), least=FEWEST_CARDS, most=MOST_CARDS, available=shoe, rule=rule.DEAL)
    ]


KINDS: dict[str, type] = {"coup": Coup, "cards": ByCards, "chips": ChipPurchase, "stopped": Stopped}
COUPS = (Coup, ByCards)
AnyCoup = Coup | ByCards
Hand = AnyCoup | ChipPurchase | Stopped


# The result of a coup --------------------------------------------------------


@dataclass(frozen=True)
class CoupResult:
    """The result of a coup. Points are None where nothing at this table depends on them."""

    winner: Winner
    punto: int | None = None
    banco: int | None = None
    punto_cards: int = FEWEST_CARDS
    banco_cards: int = FEWEST_CARDS
    pairs: frozenset[Pair] = NO_PAIRS

    def points(self, spot: Spot) -> int:
        return (self.punto if spot is Spot.PUNTO else self.banco) or 0

    def cards(self, spot: Spot) -> int:
        return self.punto_cards if spot is Spot.PUNTO else self.banco_cards

    def is_winner(self, spot: Spot) -> bool:
        return self.winner is (Winner.PUNTO if spot is Spot.PUNTO else Winner.BANCO)

    def is_natural(self, spot: Spot) -> bool:
        return self.cards(spot) == FEWEST_CARDS and self.points(spot) >= EIGHT


def winner_by_points(punto: int, banco: int) -> Winner:
    """Return the hand that is closer to nine."""
    if punto == banco:
        return Winner.TIE
    return Winner.PUNTO if punto > banco else Winner.BANCO


def is_pair(cards: Cards) -> bool:
    """Return whether the first two cards have one rank."""
    return len(cards) > 1 and cards[0].rank == cards[1].rank


def result_by_cards(punto: Cards, banco: Cards) -> CoupResult:
    punto_count, banco_count = count(punto), count(banco)
    pairs = {Pair.PUNTO: punto, Pair.BANCO: banco}
    return CoupResult(
        winner_by_points(punto_count, banco_count),
        punto_count,
        banco_count,
        len(punto),
        len(banco),
        frozenset(pair for pair, cards in pairs.items() if is_pair(cards)),
    )


def result_of(hand: AnyCoup) -> CoupResult:
    """Return the result of a coup, however it was entered."""
    if isinstance(hand, ByCards):
        return result_by_cards(hand.punto, hand.banco)
    return CoupResult(
        hand.winner, hand.punto_points, hand.banco_points, hand.punto_cards, hand.banco_cards, hand.pairs
    )
