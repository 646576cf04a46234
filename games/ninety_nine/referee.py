"""The questions for the referee at a table of Ninety-Nine.

A premium is a declaration (the bid cards lie open) or a revelation (the hand lies open as well). A
ruling is "open" as long as it depends on a card that was not entered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from games.engine import (
    Ask,
    Card,
    Cards,
    Choice,
    IrregularityKind,
    NoFacts,
    PerSeat,
    PerSide,
    Question,
    Ruling,
    Seat,
    Sheet,
    _,
    cite,
    ruling,
)

from . import rulebook as rule
from .house import FailedPremium, FirstTrump, House, Length, PremiumLimit, TieBreak, TrumpRule
from .scoring import (
    BONUS,
    GAME_BONUS,
    GAMES_WITHOUT_BONUS,
    NO_CARDS,
    PREMIUM_POINTS,
    RUBBER_GAMES,
    TRICKS,
    Premium,
    Suit,
    cite_trumps_after,
    standing,
    suit_turned_up,
    table_pack,
    target,
    trumps_after,
    winners_at_target,
)

RANKS = "6789TJQKA"


class Trumps(Choice):
    NONE = "none", _("No trumps")
    DIAMONDS = "diamonds", _("♦ Diamonds")
    SPADES = "spades", _("♠ Spades")
    HEARTS = "hearts", _("♥ Hearts")
    CLUBS = "clubs", _("♣ Clubs")

    @property
    def letter(self) -> str:
        return next((suit.letter for suit in Suit if suit.value == self.value), "")


def _has_joker(facts: object, sheet: Sheet[House]) -> bool:
    return sheet.house.joker


AskTurnedUp = Annotated[
    Cards,
    Ask(
        _("Card turned up, if there was one"),
        most=1,
        available=table_pack,
        rule=rule.JOKER,
        relevant_if=_has_joker,
    ),
]


def _counts_as(card: Card, turned_up: Cards) -> Card | None:
    """Return the card that a card counts as; None for a joker with nothing to copy."""
    if not card.joker:
        return card
    return turned_up[0] if turned_up and not turned_up[0].joker else None


# Bids and premiums -----------------------------------------------------------


@dataclass(frozen=True)
class BidCards:
    """The three cards of a bid."""

    cards: Annotated[
        Cards, Ask(_("The three cards laid aside"), least=3, most=3, available=table_pack, rule=rule.BID)
    ]
    turned_up: AskTurnedUp = NO_CARDS


def on_bid(facts: BidCards, sheet: Sheet[House]) -> Ruling:
    effective_cards = [_counts_as(card, facts.turned_up) for card in facts.cards]
    if None in effective_cards:
        return ruling("open", cite(rule.JOKER, _("The joker copies the card turned up: which was it?")))
    counts = [suit.count for card in effective_cards if card for suit in Suit if suit.letter == card.suit]
    words = _("These bid {n}: {counts}")
    ranks = cite(rule.RANKS, _("Their ranks do not matter"))
    return ruling(sum(counts), cite(rule.BID, words, n=sum(counts), counts=tuple(counts)), ranks)


@dataclass(frozen=True)
class Offers:
    """The premiums that the players offer, and the dealer."""

    offers: Annotated[PerSeat[Premium], Ask(_("Who offers to declare or reveal?"), rule=rule.PREMIUMS)]
    dealer: Annotated[Seat, Ask(_("Who deals?"), rule=rule.ONE_PREMIUM)]


def on_premium(facts: Offers, sheet: Sheet[House]) -> Ruling:
    if not sheet.house.premiums:
        return ruling("nobody", cite(rule.PREMIUMS, _("Nobody declares or reveals at this table")))
    order = sheet.seating.round_from(sheet.seating.left(facts.dealer))
    bidders = [seat for seat in order if facts.offers[seat] is not Premium.NONE]
    if not bidders:
        return ruling("nobody", cite(rule.PREMIUMS, _("Nobody has offered to declare or reveal")))
    if sheet.house.premium_limit is PremiumLimit.UNLIMITED:
        words = _("All of them: {who}")
        return ruling("all", cite(rule.ONE_PREMIUM, words, who=tuple(bidders)))
    best = max(bidders, key=lambda seat: PREMIUM_POINTS[facts.offers[seat]])  # the first of equal offers
    words = (
        _("{who} reveals, which goes before declaring")
        if facts.offers[best] is Premium.REVEAL
        else _("{who} declares: nearest the dealer's left of those who offered")
    )
    return ruling(best, cite(rule.ONE_PREMIUM, words, who=best))


@dataclass(frozen=True)
class PremiumPlayed:
    """A premium, and whether its bid was made."""

    premium: Annotated[Premium, Ask(_("What was announced?"), rule=rule.PREMIUMS)] = Premium.REVEAL
    made: Annotated[bool, Ask(_("Was the bid made?"), rule=rule.PREMIUM)] = False


def on_premium_failed(facts: PremiumPlayed, sheet: Sheet[House]) -> Ruling:
    n = PREMIUM_POINTS[facts.premium]
    if facts.made:
        return ruling(
            0, cite(rule.PREMIUM, _("The bid was made: the bidder scores {n}, the others nothing"), n=n)
        )
    if sheet.house.failed_premium is FailedPremium.NONE:
        return ruling(0, cite(rule.FAILED, _("Nobody scores a failed premium at this table")))
    return ruling(n, cite(rule.FAILED, _("Each of the others scores {n}, even one who failed too"), n=n))


@dataclass(frozen=True)
class PremiumAnnounced(PremiumPlayed):
    """A premium that was announced before the play."""

    # This question never asks whether the bid was made, but stored facts may contain an answer.
    made: Annotated[
        bool, Ask(_("Was the bid made?"), rule=rule.PREMIUM, relevant_if=lambda facts, sheet: False)
    ] = False


def on_bid_cards(facts: PremiumAnnounced, sheet: Sheet[House]) -> Ruling:
    if facts.premium is not Premium.NONE:
        return ruling("now", cite(rule.PREMIUMS, _("The bid cards lie open from the start of the play")))
    return ruling(
        "at_the_end", cite(rule.HIDDEN, _("They are shown only at the end, by those who claim success"))
    )


def on_ranks(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return ruling("never", cite(rule.RANKS, _("Never: only the suits of the cards laid aside count")))


# Trumps and tricks -----------------------------------------------------------


def on_first_trump(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    match sheet.house.trump_rule, sheet.house.first_trump:
        case TrumpRule.NONE, _first:
            return ruling("none", cite(rule.TRUMPS, _("There are no trumps at this table")))
        case TrumpRule.TURN_UP, _first:
            return ruling("turn_up", cite(rule.TURNED_UP, _("The suit of the card turned up")))
        case _rule, FirstTrump.DIAMONDS:
            return ruling("diamonds", cite(rule.FIRST_TRUMP, _("Diamonds are trumps in the first deal")))
        case _:
            return ruling("none", cite(rule.FIRST_TRUMP, _("There are no trumps in the first deal")))


@dataclass(frozen=True)
class BidsMade:
    """The number of players who made their bid in the last deal."""

    made: Annotated[int, Ask(_("How many made their bid?"), most=3, rule=rule.TRUMPS)]


def on_next_trump(facts: BidsMade, sheet: Sheet[House]) -> Ruling:
    match sheet.house.trump_rule:
        case TrumpRule.NONE:
            return ruling("none", cite(rule.TRUMPS, _("There are no trumps at this table")))
        case TrumpRule.TURN_UP:
            return ruling("turn_up", cite(rule.TURNED_UP, _("The suit of the card turned up")))
        case _:
            return ruling(trumps_after(facts.made).value, cite_trumps_after(facts.made))


@dataclass(frozen=True)
class TurnedUp:
    """The card turned up for trumps."""

    card: Annotated[
        Cards, Ask(_("Card turned up"), least=1, most=1, available=table_pack, rule=rule.TURNED_UP)
    ]


def on_turned_up(facts: TurnedUp, sheet: Sheet[House]) -> Ruling:
    suit = suit_turned_up(facts.card[0])
    if suit is None:
        return ruling("none", cite(rule.TURNED_UP, _("A nine or the joker means there are no trumps")))
    return ruling(suit.value, cite(rule.TURNED_UP, _("{suit} are trumps"), suit=suit))


AskTrumps = Annotated[Trumps, Ask(_("Trumps"), rule=rule.TRUMPS)]


@dataclass(frozen=True)
class Trick:
    """The cards of a trick, the trumps, and the card turned up."""

    cards: Annotated[
        Cards,
        Ask(_("The trick, in the order played"), least=1, most=3, available=table_pack, rule=rule.TAKES),
    ]
    trumps: AskTrumps = Trumps.NONE
    turned_up: AskTurnedUp = NO_CARDS


def on_trick(facts: Trick, sheet: Sheet[House]) -> Ruling:
    effective_cards = [_counts_as(card, facts.turned_up) for card in facts.cards]
    if None in effective_cards:
        return ruling("open", cite(rule.JOKER, _("The joker copies the card turned up: which was it?")))
    cards = [card for card in effective_cards if card]
    suit_led = cards[0].suit

    def strength(index: int) -> tuple[bool, bool, int]:
        card = cards[index]
        return card.suit == facts.trumps.letter, card.suit == suit_led, RANKS.index(card.rank)

    best = facts.cards[max(range(len(cards)), key=strength)]
    return ruling(str(best), cite(rule.TAKES, _("{card} takes the trick"), card=best))


@dataclass(frozen=True)
class Following:
    """A card led, a card played to it, and the rest of that hand."""

    led: Annotated[Cards, Ask(_("Card led"), least=1, most=1, available=table_pack, rule=rule.FOLLOW)]
    card: Annotated[Cards, Ask(_("Card played"), least=1, most=1, available=table_pack, rule=rule.FOLLOW)]
    holding: Annotated[
        Cards, Ask(_("The other cards in that hand"), most=TRICKS - 1, available=table_pack, rule=rule.FOLLOW)
    ] = NO_CARDS
    turned_up: AskTurnedUp = NO_CARDS


def on_follow(facts: Following, sheet: Sheet[House]) -> Ruling:
    led, card, *rest_of_hand = (
        _counts_as(played_card, facts.turned_up) for played_card in (*facts.led, *facts.card, *facts.holding)
    )
    if led is None or card is None or None in rest_of_hand:
        return ruling("open", cite(rule.JOKER, _("The joker copies the card turned up: which was it?")))
    if card.suit == led.suit:
        return ruling("legal", cite(rule.FOLLOW, _("Yes: it follows suit")))
    if any(other and other.suit == led.suit for other in rest_of_hand):
        return ruling("illegal", cite(rule.FOLLOW, _("No: that hand can follow suit")))
    return ruling(
        "legal", cite(rule.FOLLOW, _("Yes: whoever cannot follow plays any card, and need not trump"))
    )


# Scoring and the end ---------------------------------------------------------


@dataclass(frozen=True)
class Missed:
    """The tricks of a player who missed the bid."""

    tricks: Annotated[int, Ask(_("Tricks taken"), most=TRICKS, rule=rule.TRICKS)]


def on_missed(facts: Missed, sheet: Sheet[House]) -> Ruling:
    words = _("Yes, 1 each, though the bid was missed: {n}")
    return ruling(facts.tricks, cite(rule.TRICKS, words, n=facts.tricks))


@dataclass(frozen=True)
class BidsMadeNow:
    """The number of players who made their bid in this deal."""

    made: Annotated[int, Ask(_("How many made their bid?"), least=1, most=3, rule=rule.MADE)]


def on_bonus(facts: BidsMadeNow, sheet: Sheet[House]) -> Ruling:
    words = _("{n} for each who made it: the fewer succeed, the more it pays")
    return ruling(BONUS[facts.made], cite(rule.MADE, words, n=BONUS[facts.made]))


@dataclass(frozen=True)
class Totals:
    """The points of all players in the game in progress."""

    totals: Annotated[PerSide[int], Ask(_("Points in this game"), most=1000, rule=rule.HUNDRED)]


def known_points(sheet: Sheet[House]) -> dict[str, Any]:
    """Return the points of the game in progress as facts, without bonuses; empty before its first deal."""
    current = standing(sheet)
    return {f"totals.{side}": n for side, n in enumerate(current.points)} if current.deals else {}


def on_end(facts: Totals, sheet: Sheet[House]) -> Ruling:
    if sheet.house.game_length.kind is Length.DEALS:
        words = _("No: the game ends after {n} deals, whatever the totals")
        return ruling("no", cite(rule.LAST_DEAL, words, n=sheet.house.game_length.n))
    goal, totals = target(sheet.house), PerSide(facts.totals)
    if max(totals) < goal:
        return ruling("no", cite(rule.HUNDRED, _("No: nobody has reached {n}"), n=goal))
    winners = winners_at_target(PerSide(totals), sheet.house)
    if not winners:
        return ruling("no", cite(rule.TIE, _("No: they are tied, so one more deal is played")))
    at_target = tuple(side for side in sheet.seating.every_side if totals[side] >= goal)
    bonus = cite(
        rule.HUNDRED,
        _("{n} more for each who reached {goal}: {players}"),
        n=GAME_BONUS,
        goal=goal,
        players=at_target,
    )
    return ruling("yes", cite(rule.HUNDRED, _("Yes: {winners} won the game"), winners=winners), bonus)


@dataclass(frozen=True)
class Games:
    """The number of games played in a rubber."""

    games: Annotated[
        int, Ask(_("Games played"), least=RUBBER_GAMES, most=GAMES_WITHOUT_BONUS - 1, rule=rule.RUBBER)
    ]


def on_rubber(facts: Games, sheet: Sheet[House]) -> Ruling:
    n = GAMES_WITHOUT_BONUS - facts.games
    words = _("{points}: {n} games fewer than eight, at 100 each")
    return ruling(GAME_BONUS * n, cite(rule.RUBBER, words, points=GAME_BONUS * n, n=n))


def on_tie(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = (
        _("They share the win")
        if sheet.house.tie_break is TieBreak.SHARED
        else _("One more deal is played, until one player is ahead")
    )
    return ruling(sheet.house.tie_break.value, cite(rule.TIE, words))


def on_revoke(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return ruling(
        "table_decides",
        cite(rule.REVOKE, _("The table decides: no text on this game names a penalty")),
        cite(rule.REVOKE, _("We propose that whoever did not follow suit has missed the bid")),
    )


QUESTIONS: dict[str, Question[House]] = {
    "bid": Question(_("What do these three cards bid?"), on_bid, BidCards, _("discards suits count tricks")),
    "premium_stands": Question(
        _("Several want to declare or reveal: who may?"),
        on_premium,
        Offers,
        _("premium two players"),
    ),
    "premium_failed": Question(
        _("A premium failed: what do the others get?"),
        on_premium_failed,
        PremiumPlayed,
        _("reveal declare 60 30"),
    ),
    "bid_cards_shown": Question(
        _("Are the bid cards shown?"), on_bid_cards, PremiumAnnounced, _("face up hidden")
    ),
    "rank_matters": Question(_("Does the rank of a bid card matter?"), on_ranks, keywords=_("rank discards")),
    "first_trump": Question(
        _("What is trump in the first deal?"), on_first_trump, keywords=_("no trump diamonds")
    ),
    "next_trump": Question(
        _("What is trump in the next deal?"), on_next_trump, BidsMade, _("how many made success")
    ),
    "turned_up": Question(
        _("A card was turned up: what is trump?"), on_turned_up, TurnedUp, _("nine joker no trump")
    ),
    "trick": Question(_("Which card takes the trick?"), on_trick, Trick, _("trump highest joker")),
    "revoke": Question(
        _("Somebody did not follow suit: what does it cost?"),
        on_revoke,
        keywords=_("revoke renege"),
        irregularity=IrregularityKind.REVOKE,
    ),
    "follow": Question(
        _("May this card be played?"),
        on_follow,
        Following,
        _("follow suit must trump"),
        irregularity=IrregularityKind.REVOKE,
    ),
    "missed_tricks": Question(
        _("Do tricks score if the bid was missed?"), on_missed, Missed, _("failed tricks")
    ),
    "bonus": Question(
        _("What does a bid that was made score?"), on_bonus, BidsMadeNow, _("two made it 10 20 30 each")
    ),
    "game_over": Question(
        _("Is the game over, and who adds 100?"),
        on_end,
        Totals,
        _("100 target end"),
        known_facts=known_points,
        not_from_hand=("totals",),
    ),
    "rubber_bonus": Question(_("What is winning the rubber worth?"), on_rubber, Games, _("rubber 500 games")),
    "tie": Question(_("The leaders are tied: who wins?"), on_tie, keywords=_("tie draw equal")),
}
