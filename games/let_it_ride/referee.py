"""The questions for the referee at a table of Let It Ride."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from games.engine import (
    Ask,
    Cards,
    Choice,
    IrregularityKind,
    NoFacts,
    Question,
    Ruling,
    Sheet,
    _,
    cite,
    illegal,
    legal,
    legal_if,
    ruling,
)
from games.engine.banking import MOST_CHIPS

from . import rulebook as rule
from .hands import OWN_CARDS, STAKES, every_card
from .house import Bank, House, ThreeCardBonus, bonus_odds, odds
from .poker import ORDER, FiveCardHand, five_card_hand, is_straight, three_card_hand
from .scoring import main_bet, next_bank_holder

FIVE_CARDS = 5


# The hands -------------------------------------------------------------------


@dataclass(frozen=True)
class FiveCards:
    """A player's three cards and the two community cards."""

    cards: Annotated[
        Cards,
        Ask(
            _("The player's three cards and the two community cards"),
            least=FIVE_CARDS,
            most=FIVE_CARDS,
            available=every_card,
        ),
    ]


def on_name(facts: FiveCards, sheet: Sheet[House]) -> Ruling:
    cards, poker_hand = facts.cards, five_card_hand(facts.cards)
    pays = odds(poker_hand, sheet.house)
    reasons = [cite(rule.RANKING, _("{made}"), made=poker_hand)]
    if pays:
        reasons.append(cite(rule.PAYS, _("It pays {odds} to one on every stake that rides"), odds=pays))
    else:
        reasons.append(cite(rule.LOST, _("The stakes that ride are lost")))
    ranks = "".join(card.rank for card in cards)
    low_pair = poker_hand is FiveCardHand.NO_PAY and any(ranks.count(rank) == 2 for rank in ORDER)
    if low_pair:
        reasons.append(cite(rule.TENS, _("A pair below the tens pays nothing")))
    if poker_hand is FiveCardHand.STRAIGHT_FLUSH:
        reasons.append(cite(rule.RANKING, _("Not royal: that is ten to ace of a suit")))
    if "A" in ranks and is_straight(cards) and "K" not in ranks:
        reasons.append(cite(rule.STRAIGHT, _("The ace ranks below the two")))
    if wraps(cards):
        reasons.append(cite(rule.STRAIGHT, _("No straight goes round past the ace")))
    return ruling(poker_hand, *reasons)


def wraps(cards: Cards) -> bool:
    """Return whether the ranks are consecutive only if king, ace, two counts as a run."""
    ranks = {card.rank for card in cards}
    ranks_twice = ORDER * 2
    runs = (set(ranks_twice[n : n + len(cards)]) for n in range(len(ORDER)))
    return not is_straight(cards) and len(ranks) == len(cards) and ranks in runs


@dataclass(frozen=True)
class PayFacts:
    """A poker hand, and the stakes that ride on it."""

    hand: Annotated[FiveCardHand, Ask(_("What did the hand make?"), rule=rule.RANKING)]
    kept: Annotated[int, Ask(_("How many stakes ride?"), least=1, most=STAKES, rule=rule.THIRD)]
    stake: Annotated[int | None, Ask(_("Each stake"), least=1, most=MOST_CHIPS, none=_("The usual"))] = None


def on_pay(facts: PayFacts, sheet: Sheet[House]) -> Ruling:
    house = sheet.house
    points, because = main_bet(facts.kept, facts.stake or house.base_bet, facts.hand, house)
    words = _("Wins {n}") if points > 0 else _("Loses {n}")
    return ruling(points, cite(because[0].rule, words, n=abs(points)), *because)


class PairRank(Choice):
    """The rank of a pair, from the two up."""

    TWO_TO_EIGHT = "2-8", _("Two to eight")
    NINE = "9", _("Nine")
    TEN = "10", _("Ten")
    JACK = "J", _("Jack")
    QUEEN = "Q", _("Queen")
    KING = "K", _("King")
    ACE = "A", _("Ace")


@dataclass(frozen=True)
class PairOfRank:
    """The rank of a pair."""

    rank: Annotated[PairRank, Ask(_("A pair of what?"))]


def on_pair(facts: PairOfRank, sheet: Sheet[House]) -> Ruling:
    if facts.rank in (PairRank.TWO_TO_EIGHT, PairRank.NINE):
        return ruling("no", cite(rule.TENS, _("No: a pair pays from the tens up")))
    n = odds(FiveCardHand.TENS, sheet.house)
    return ruling("yes", cite(rule.PAYS, _("Yes: {odds} to one"), odds=n))


@dataclass(frozen=True)
class ThreeCards:
    """A player's own three cards."""

    cards: Annotated[
        Cards, Ask(_("The player's own three"), least=OWN_CARDS, most=OWN_CARDS, available=every_card)
    ]


def on_three(facts: ThreeCards, sheet: Sheet[House]) -> Ruling:
    own_hand, house = three_card_hand(facts.cards), sheet.house
    reasons = [cite(rule.THREE_CARD, _("{own}"), own=own_hand)]
    if house.three_card_bonus is ThreeCardBonus.OFF:
        reasons.append(cite(rule.THREE_CARD, _("The 3-card bonus is not played at this table")))
    elif pays := bonus_odds(own_hand, house):
        reasons.append(cite(rule.THREE_CARD, _("The 3-card bonus pays {odds} to one"), odds=pays))
    else:
        reasons.append(cite(rule.THREE_CARD, _("The 3-card bonus is lost")))
    if wraps(facts.cards):
        reasons.append(cite(rule.STRAIGHT, _("No straight goes round past the ace")))
    return ruling(own_hand, *reasons)


def on_shared(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("No: the 3-card bonus looks at the player's own three cards only")
    return ruling("no", cite(rule.THREE_CARD, words))


# The stakes ------------------------------------------------------------------


class Stake(Choice):
    FIRST = "first", _("The first")
    SECOND = "second", _("The second")
    THIRD = "third", _("The third, marked $")


@dataclass(frozen=True)
class PullBack:
    """A stake that a player wants to pull back, and the shared cards turned up so far."""

    stake: Annotated[Stake, Ask(_("Which stake?"))]
    turned: Annotated[int, Ask(_("How many of the two cards are turned up?"), most=2)]


def on_pull(facts: PullBack, sheet: Sheet[House]) -> Ruling:
    match facts.stake, facts.turned:
        case Stake.FIRST, 0:
            return legal(rule.FIRST, _("Yes: before the first card is turned"))
        case Stake.FIRST, _turned:
            words = _("Too late for the first stake: the first card has been turned")
            return illegal(rule.SECOND, words)
        case Stake.SECOND, 0:
            words = _("Not yet: the second stake is decided once the first card is turned")
            return illegal(rule.SECOND, words)
        case Stake.SECOND, 1:
            return legal(rule.SECOND, _("Yes, whatever became of the first stake"))
        case Stake.SECOND, _turned:
            return illegal(rule.SECOND, _("Too late: both cards have been turned"))
    return illegal(rule.THIRD, _("The third stake always stays"))


def on_pulled(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("It is the player's own again: it neither wins nor loses")
    return ruling("returned", cite(rule.PULLED, words))


def on_each(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("Each stake that rides is paid at the odds: three stakes of 5 on a pair of tens pay 15")
    return ruling("each", cite(rule.PAYS, words))


def on_showing(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return illegal(rule.SECRET, _("Players do not show each other their cards"))


def on_choosing(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("No: a hand is all five cards: the player's three and the two community cards")
    return ruling("no", cite(rule.FIVE, words))


# The bank --------------------------------------------------------------------


def on_bank(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    holder = next_bank_holder(sheet)
    if holder is None:
        return ruling("house", cite(rule.BANK, _("The house holds the bank")))
    return ruling(holder, cite(rule.ROTATION, _("{who} holds the bank"), who=holder))


def on_bank_plays(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return legal_if(
        sheet.house.bank is Bank.HOUSE,
        rule.BANK,
        _("The house holds the bank: everybody at the table plays"),
        _("Whoever holds the bank does not play in that round"),
    )


def on_table(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    pays = [(poker_hand, odds(poker_hand, sheet.house)) for poker_hand in reversed(tuple(FiveCardHand)[1:])]
    lines = tuple(
        cite(rule.PAYS, _("{made}: {odds} to one"), made=poker_hand, odds=n)
        if n
        else cite(rule.LOST, _("{made}: nothing"), made=poker_hand)
        for poker_hand, n in pays
    )
    return Ruling(tuple(n for _poker_hand, n in pays), lines)


QUESTIONS = {
    "name": Question(
        _("What is this hand?"), on_name, FiveCards, _("poker name royal king-high straight A-2-3-4-5 wrap")
    ),
    "pay": Question(_("What does this hand pay?"), on_pay, PayFacts, _("odds win stakes three")),
    "pair": Question(_("Does a pair pay?"), on_pair, PairOfRank, _("nines tens jacks low")),
    "odds": Question(_("What are the odds at this table?"), on_table, keywords=_("pay table payout")),
    "pull": Question(_("May this stake be taken back?"), on_pull, PullBack, _("withdraw let it ride late")),
    "pulled": Question(_("What becomes of a stake taken back?"), on_pulled, keywords=_("returned withdrawn")),
    "each": Question(
        _("Are all the stakes paid, or only one?"), on_each, keywords=_("three 5s on tens pay 15 each")
    ),
    "three": Question(_("What do my own three cards make?"), on_three, ThreeCards, _("bonus mini royal")),
    "bonus_shared": Question(
        _("Do the community cards count for the 3-card bonus?"), on_shared, keywords=_("community side bet")
    ),
    "choosing": Question(_("May I leave out a card?"), on_choosing, keywords=_("choose best five community")),
    "showing": Question(
        _("May I show my neighbour my cards?"),
        on_showing,
        keywords=_("tell reveal secret"),
        irregularity=IrregularityKind.EXPOSED,
    ),
    "bank": Question(_("Who holds the bank?"), on_bank, keywords=_("dealer next turn rotate")),
    "bank_plays": Question(_("Does the bank play too?"), on_bank_plays, keywords=_("dealer hand bet")),
}
