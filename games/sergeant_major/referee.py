"""The questions for the referee at a table of Sergeant Major."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from games.engine import (
    Ask,
    Card,
    Cards,
    Choice,
    Cite,
    ExchangeTerms,
    IrregularityKind,
    NoFacts,
    PerSide,
    Question,
    Ruling,
    Seat,
    Sheet,
    Side,
    _,
    cite,
    judge_exchange,
    pack,
    ruling,
)

from . import rulebook as rule
from .house import TRICKS, House, Kitty, Permission, TargetOrder, Win
from .scoring import (
    Deal,
    NamedGame,
    differences,
    gifts,
    last_dealer,
    leader,
    nameable_games,
    naming_seat,
    targets,
)

RANKS = "23456789TJQKA"
NO_CARDS = Cards()
KITTY_SIZE = 4


class Trumps(Choice):
    NONE = "none", _("No trumps")
    SPADES = "spades", _("♠ Spades")
    HEARTS = "hearts", _("♥ Hearts")
    DIAMONDS = "diamonds", _("♦ Diamonds")
    CLUBS = "clubs", _("♣ Clubs")

    @property
    def letter(self) -> str:
        """Return the suit's letter on cards; empty if there are no trumps."""
        return "" if self is Trumps.NONE else self.value[0].upper()


def _pack(sheet: Any) -> Iterable[Card]:
    return pack()


AskDealer = Annotated[Seat, Ask(_("Who deals?"), rule=rule.TARGETS)]


# Targets and the kitty -------------------------------------------------------


@dataclass(frozen=True)
class Dealing:
    """The dealer of a hand."""

    dealer: AskDealer


def on_targets(facts: Dealing, sheet: Sheet[House]) -> Ruling:
    targets_by_seat = targets(facts.dealer, sheet.house, sheet.seating)
    seats_from_dealer = sheet.seating.round_from(facts.dealer)
    words = _("{dealer} has {first}, {left} on the left {second}, {right} on the right {third}")
    because = [
        cite(
            rule.TARGETS,
            words,
            dealer=seats_from_dealer[0],
            first=targets_by_seat[seats_from_dealer[0]],
            left=seats_from_dealer[1],
            second=targets_by_seat[seats_from_dealer[1]],
            right=seats_from_dealer[2],
            third=targets_by_seat[seats_from_dealer[2]],
        )
    ]
    if sheet.house.target_order is TargetOrder.EIGHT_THREE_FIVE:
        because.append(
            cite(rule.THREE_ON_THE_LEFT, _("Most texts have it the other way: 5 on the left, 3 on the right"))
        )
    return ruling("-".join(str(targets_by_seat[seat]) for seat in seats_from_dealer), *because)


def on_lead(facts: Dealing, sheet: Sheet[House]) -> Ruling:
    seat = leader(facts.dealer, sheet.house, sheet.seating)
    return ruling(seat, cite(rule.LEAD, _("{who} leads"), who=seat))


def on_naming(facts: Dealing, sheet: Sheet[House]) -> Ruling:
    seat = naming_seat(facts.dealer, sheet.house, sheet.seating)
    return ruling(seat, cite(rule.NAMING, _("{who}, who has the highest target, names trumps"), who=seat))


def on_kitty_seen(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    match sheet.house.kitty:
        case Kitty.DISCARD_THEN_TAKE:
            return ruling(
                "no", cite(rule.KITTY, _("No: four cards are laid away first, then the kitty is taken"))
            )
        case Kitty.TAKE_THEN_DISCARD:
            return ruling(
                "yes", cite(rule.KITTY, _("Yes: the kitty is taken up, then four cards are laid away"))
            )
        case _:
            return ruling("yes", cite(rule.KITTY, _("Yes: up to four of its cards are swapped for others")))


def on_kitty_better(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("It has to be shown: it is better than the card that was handed back")
    return ruling("show", cite(rule.KITTY_SHOWN, words))


def on_no_trump(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    if sheet.house.no_trump is Permission.ALLOWED or sheet.house.six_games:
        return ruling("allowed", cite(rule.NO_TRUMP, _("Yes: a hand may be played without trumps here")))
    return ruling("forbidden", cite(rule.NO_TRUMP, _("No: one of the four suits has to be named")))


# The exchange ----------------------------------------------------------------


def _plays_six_games(facts: Any, sheet: Any) -> bool:
    return bool(sheet.house.six_games)


@dataclass(frozen=True)
class LastHand:
    """The result of the last hand, which decides the exchange."""

    tricks: Annotated[
        PerSide[int], Ask(_("Tricks in the hand before"), most=TRICKS, total=TRICKS, rule=rule.EXCHANGE)
    ]
    dealer: Annotated[Seat, Ask(_("Who dealt it?"), rule=rule.TARGETS)]
    game: Annotated[
        NamedGame | None,
        Ask(
            _("What was named in it?"),
            available=nameable_games,
            rule=rule.SIX_GAMES,
            relevant_if=_plays_six_games,
        ),
    ] = None


def known_last_hand(sheet: Sheet[House]) -> dict[str, Any]:
    """Return the tricks of the last hand on the sheet, its dealer, and the game named in it."""
    if (last_hand := sheet.last_scored(Deal)) is None:
        return {}
    tricks = {f"tricks.{side}": n for side, n in enumerate(last_hand.tricks)}
    return {**tricks, "dealer": last_dealer(sheet), "game": last_hand.game}


def on_exchange(facts: LastHand, sheet: Sheet[House]) -> Ruling:
    house, seating = sheet.house, sheet.seating
    if not house.exchange:
        return ruling("none", cite(rule.EXCHANGE, _("No cards are exchanged at this table")))
    surplus = differences(Deal(facts.tricks, facts.game), facts.dealer, house, seating)
    gifts_due = gifts(surplus, targets(seating.left(facts.dealer), house, seating), house)
    if not gifts_due:
        return ruling("none", cite(rule.EXCHANGE, _("Nobody owes a card: everyone took the target exactly")))
    reasons = [
        cite(rule.EXCHANGE, _("{giver} gives {taker} {n}"), giver=gift.giver, taker=gift.taker, n=gift.n)
        for gift in gifts_due
    ]
    if len({gift.giver for gift in gifts_due}) > 1:
        reasons.append(
            cite(rule.EXCHANGE_ORDER, _("In that order: first comes {order}"), order=house.exchange_order)
        )
    return ruling(" ".join(f"{gift.giver}>{gift.taker}:{gift.n}" for gift in gifts_due), *reasons)


@dataclass(frozen=True)
class CardReceived:
    """A card received in the exchange, and the receiver's hand before it."""

    given: Annotated[Cards, Ask(_("Card received"), least=1, most=1, available=_pack, rule=rule.GIVING_BACK)]
    holding: Annotated[
        Cards, Ask(_("The cards held before"), most=TRICKS, available=_pack, rule=rule.GIVING_BACK)
    ] = NO_CARDS


def on_give_back(facts: CardReceived, sheet: Sheet[House]) -> Ruling:
    (received,) = facts.given
    cards_of_suit = [card for card in (received, *facts.holding) if card.suit == received.suit]
    best = max(cards_of_suit, key=lambda card: RANKS.index(card.rank))
    words = (
        _("The very same card: nothing higher of the suit is held")
        if best == received
        else _("{card}, the highest of the suit")
    )
    return ruling(str(best), cite(rule.GIVING_BACK, words, card=best))


def _is_handed_back(facts: Any, sheet: Sheet[House]) -> bool:
    return bool(facts.back)


def _forbids_trumps(facts: Any, sheet: Sheet[House]) -> bool:
    return sheet.house.exchange_trumps is Permission.FORBIDDEN


@dataclass(frozen=True)
class CardGiven:
    """A card given or handed back in the exchange, and the hand it comes from."""

    card: Annotated[Cards, Ask(_("The card given"), least=1, most=1, available=_pack, rule=rule.EXCHANGE)]
    hand: Annotated[
        Cards,
        Ask(_("The whole hand it comes from"), least=1, most=TRICKS + 1, available=_pack, rule=rule.EXCHANGE),
    ]
    back: Annotated[bool, Ask(_("Is it handed back for a card received?"), rule=rule.GIVING_BACK)] = False
    received: Annotated[
        Cards,
        Ask(
            _("The card received"),
            most=1,
            available=_pack,
            rule=rule.GIVING_BACK,
            relevant_if=_is_handed_back,
        ),
    ] = NO_CARDS
    trumps: Annotated[Trumps, Ask(_("Trumps"), rule=rule.EXCHANGE_TRUMPS, relevant_if=_forbids_trumps)] = (
        Trumps.NONE
    )


def on_pass_card(facts: CardGiven, sheet: Sheet[House]) -> Ruling:
    if not sheet.house.exchange:
        return ruling("none", cite(rule.EXCHANGE, _("No cards are exchanged at this table")))
    if not facts.back:
        return judge_exchange(
            facts.card, facts.hand, ExchangeTerms(1, 1, rule.EXCHANGE, barred=_trump_refuser(facts, sheet))
        )
    if not facts.received:
        return ruling("ask", cite(rule.GIVING_BACK, _("Which card was received? The answer depends on it")))
    (received,) = facts.received

    def refuse_other_suit(card: Card) -> Cite | None:
        words = _("No: a card of the same suit is handed back for {received}")
        return None if card.suit == received.suit else cite(rule.GIVING_BACK, words, received=received)

    def descending_rank(card: Card) -> int:
        return -RANKS.index(card.rank)

    # The received card is part of the hand: it is handed back itself if no card of its suit is higher.
    hand = facts.hand if received in facts.hand else Cards([*facts.hand, received])
    return judge_exchange(
        facts.card, hand, ExchangeTerms(1, 1, rule.GIVING_BACK, descending_rank, refuse_other_suit)
    )


def _trump_refuser(facts: CardGiven, sheet: Sheet[House]) -> Callable[[Card], Cite | None]:
    """Return a function that cites the rule against giving a card away (None if the card may be given)."""

    def refuse_trump(card: Card) -> Cite | None:
        forbidden = _forbids_trumps(facts, sheet) and card.suit == facts.trumps.letter
        words = _("No: {card} is a trump, and only the other suits are exchanged")
        return cite(rule.EXCHANGE_TRUMPS, words, card=card) if forbidden else None

    return refuse_trump


@dataclass(frozen=True)
class CardsLaidAway:
    """The cards laid away for the kitty, and the hand they come from."""

    cards: Annotated[
        Cards, Ask(_("The cards laid away"), least=1, most=KITTY_SIZE, available=_pack, rule=rule.KITTY)
    ]
    hand: Annotated[
        Cards,
        Ask(
            _("The whole hand they come from"),
            least=1,
            most=TRICKS + KITTY_SIZE,
            available=_pack,
            rule=rule.KITTY,
            about=_("With the kitty, if it is taken up first."),
        ),
    ]


def on_lay_away(facts: CardsLaidAway, sheet: Sheet[House]) -> Ruling:
    least = 0 if sheet.house.kitty is Kitty.SWAP_UP_TO_4 else KITTY_SIZE
    return judge_exchange(facts.cards, facts.hand, ExchangeTerms(least, KITTY_SIZE, rule.KITTY))


def on_trumps_exchanged(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    if not sheet.house.exchange:
        return ruling("forbidden", cite(rule.EXCHANGE, _("No cards are exchanged at this table")))
    if sheet.house.exchange_trumps is Permission.FORBIDDEN:
        return ruling("forbidden", cite(rule.EXCHANGE_TRUMPS, _("No: only the other suits are exchanged")))
    words = _("Yes: trumps are not named yet when the cards are exchanged")
    return ruling("allowed", cite(rule.EXCHANGE_TRUMPS, words))


# The play --------------------------------------------------------------------


@dataclass(frozen=True)
class Trick:
    """The cards of a trick, and the trumps."""

    cards: Annotated[
        Cards, Ask(_("The trick, in the order played"), least=1, most=3, available=_pack, rule=rule.TAKES)
    ]
    trumps: Annotated[Trumps, Ask(_("Trumps"), rule=rule.TAKES)]


def on_trick(facts: Trick, sheet: Sheet[House]) -> Ruling:
    led = facts.cards[0].suit

    def strength(card: Card) -> tuple[bool, bool, int]:
        return card.suit == facts.trumps.letter, card.suit == led, RANKS.index(card.rank)

    best = max(facts.cards, key=strength)
    return ruling(str(best), cite(rule.TAKES, _("{card} takes the trick"), card=best))


@dataclass(frozen=True)
class Following:
    """A card led, a card played to it, and the rest of that hand."""

    led: Annotated[Cards, Ask(_("Card led"), least=1, most=1, available=_pack, rule=rule.FOLLOW)]
    card: Annotated[Cards, Ask(_("Card played"), least=1, most=1, available=_pack, rule=rule.FOLLOW)]
    trumps: Annotated[
        Trumps,
        Ask(_("Trumps"), rule=rule.MUST_TRUMP, relevant_if=lambda facts, sheet: sheet.house.must_trump),
    ] = Trumps.NONE
    holding: Annotated[
        Cards, Ask(_("The other cards in that hand"), most=TRICKS - 1, available=_pack, rule=rule.FOLLOW)
    ] = NO_CARDS


def on_follow(facts: Following, sheet: Sheet[House]) -> Ruling:
    (led,), (card,) = facts.led, facts.card
    suits = {other.suit for other in facts.holding}
    if card.suit == led.suit:
        return ruling("legal", cite(rule.FOLLOW, _("Yes: it follows suit")))
    if led.suit in suits:
        return ruling("illegal", cite(rule.FOLLOW, _("No: that hand can follow suit")))
    if card.suit != facts.trumps.letter and facts.trumps.letter in suits and sheet.house.must_trump:
        return ruling("illegal", cite(rule.MUST_TRUMP, _("No: whoever cannot follow must trump here")))
    return ruling("legal", cite(rule.FOLLOW, _("Yes: whoever cannot follow may play any card")))


# The score and the end -------------------------------------------------------


@dataclass(frozen=True)
class TricksTaken:
    """A player's tricks and target."""

    tricks: Annotated[int, Ask(_("Tricks taken"), most=TRICKS, rule=rule.DIFFERENCE)]
    target: Annotated[int, Ask(_("Target"), most=TRICKS, rule=rule.TARGETS)]


def on_result(facts: TricksTaken, sheet: Sheet[House]) -> Ruling:
    difference = facts.tricks - facts.target
    words = (
        _("{n} up")
        if difference > 0
        else _("{n} down")
        if difference < 0
        else _("Exact: neither up nor down")
    )
    because = [cite(rule.DIFFERENCE, words, n=abs(difference))]
    if difference < 0:
        explanation = _(
            "The three add up to zero: with 10, 2 and 4 tricks, target 8 is 2 up, 5 is 3 down and 3 is 1 up"
        )
        because.append(cite(rule.DIFFERENCE, explanation))
    return ruling(difference, *because)


@dataclass(frozen=True)
class TricksAndTarget:
    """A player's tricks and target in the hand just played."""

    tricks: Annotated[int, Ask(_("Tricks taken in this hand"), most=TRICKS, rule=rule.TWELVE)] = 12
    target: Annotated[
        int,
        Ask(
            _("Target in this hand"),
            most=TRICKS,
            rule=rule.OVER,
            relevant_if=lambda facts, sheet: sheet.house.win_condition.kind is Win.OVER_TARGET,
        ),
    ] = 8
    game: Annotated[
        NamedGame | None,
        Ask(
            _("What was named in it?"),
            available=nameable_games,
            rule=rule.SIX_GAMES,
            relevant_if=_plays_six_games,
        ),
    ] = None


def on_won_at_once(facts: TricksAndTarget, sheet: Sheet[House]) -> Ruling:
    goal = sheet.house.win_condition
    n = goal.n or 0
    match goal.kind:
        case Win.POINTS:
            return ruling("no", cite(rule.POINTS, _("No: here the first to {n} points wins"), n=n))
        case Win.HANDS:
            return ruling("no", cite(rule.HANDS, _("No: here the most points after {n} hands win"), n=n))
    is_fewest = facts.game is NamedGame.FEWEST
    match goal.kind:
        case Win.TRICKS if is_fewest:
            return ruling("no", cite(rule.FEWEST, _("No: in fewest tricks no number of tricks wins at once")))
        case Win.TRICKS:
            words = (
                _("Yes: {n} tricks in one hand win the game, whatever the points")
                if facts.tricks >= n
                else _("No: it takes {n} tricks in one hand")
            )
            return ruling("yes" if facts.tricks >= n else "no", cite(rule.TWELVE, words, n=n))
        case _:
            surplus = facts.target - facts.tricks if is_fewest else facts.tricks - facts.target
            is_enough = surplus >= n
            words = _("Yes: {n} over target win the game") if is_enough else _("No: it takes {n} over target")
            return ruling("yes" if is_enough else "no", cite(rule.OVER, words, n=n))


def on_fewest(facts: Dealing, sheet: Sheet[House]) -> Ruling:
    if not sheet.house.six_games:
        return ruling("not_played", cite(rule.FEWEST, _("Fewest tricks is not played at this table")))
    targets_by_seat = targets(facts.dealer, sheet.house, sheet.seating, NamedGame.FEWEST)
    seats_from_dealer = sheet.seating.round_from(facts.dealer)
    words = _("{who} should take no more than {n}")
    because = tuple(
        cite(rule.FEWEST, words, who=Side(seat), n=targets_by_seat[seat]) for seat in seats_from_dealer
    )
    return Ruling("-".join(str(targets_by_seat[seat]) for seat in seats_from_dealer), because)


def on_tie(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return ruling("another_hand", cite(rule.TIE, _("Another hand is played, until one is ahead")))


def on_revoke(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return ruling(
        "table_decides",
        cite(rule.REVOKE, _("The table decides: no text on this game names a penalty")),
        cite(
            rule.REVOKE,
            _("By the laws of whist the others may take three tricks at the end of the hand"),
        ),
    )


QUESTIONS: dict[str, Question[House]] = {
    "targets": Question(
        _("Who has which target?"), on_targets, Dealing, _("who is 5 and who is 3 dealer left right")
    ),
    "names": Question(_("Who names trumps?"), on_naming, Dealing, _("trump dealer highest target")),
    "leads": Question(_("Who leads first?"), on_lead, Dealing, _("first lead dealer left")),
    "exchange": Question(
        _("How many cards go where?"),
        on_exchange,
        LastHand,
        _("exchange give cards up down"),
        known_facts=known_last_hand,
        not_from_hand=("tricks", "dealer", "game"),
    ),
    "give_back": Question(
        _("Which card do I hand back?"),
        on_give_back,
        CardReceived,
        _("give back same card highest of the suit return"),
    ),
    "pass_card": Question(
        _("May this card be given, or handed back?"),
        on_pass_card,
        CardGiven,
        _("exchange give card highest of suit"),
        IrregularityKind.CARDS,
    ),
    "discard": Question(
        _("May these cards be laid away?"),
        on_lay_away,
        CardsLaidAway,
        _("kitty talon discard four these cards trump"),
    ),
    "trumps_exchanged": Question(
        _("Can trumps be exchanged?"), on_trumps_exchanged, keywords=_("exchange trump suit")
    ),
    "kitty_seen": Question(
        _("May the kitty be seen before discarding?"), on_kitty_seen, keywords=_("dealer kitty discard first")
    ),
    "kitty_better": Question(
        _("There was a better card of the suit in the kitty"),
        on_kitty_better,
        keywords=_("dealer down show"),
        irregularity=IrregularityKind.CARDS,
    ),
    "no_trump": Question(_("May it be played without trumps?"), on_no_trump, keywords=_("no trump")),
    "trick": Question(_("Which card takes the trick?"), on_trick, Trick, _("trump highest")),
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
    "how_far": Question(
        _("How far up or down am I?"), on_result, TricksTaken, _("ten two four target difference")
    ),
    "won_at_once": Question(
        _("I have twelve tricks but not the most points"),
        on_won_at_once,
        TricksAndTarget,
        _("12 tricks win five over target"),
    ),
    "fewest": Question(
        _("What are the targets in fewest tricks?"), on_fewest, Dealing, _("minimum tricks misere")
    ),
    "tie": Question(_("The leaders are tied: who wins?"), on_tie, keywords=_("tie draw equal")),
}
