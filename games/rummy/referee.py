"""The questions for the referee at a rummy table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from games.engine import (
    HIGH_OR_LOW,
    LOW,
    ROUND_THE_CORNER,
    Ask,
    Card,
    Cards,
    IrregularityKind,
    NoFacts,
    PerSide,
    Question,
    Ruling,
    Seat,
    Sheet,
    _,
    cite,
    illegal,
    is_run,
    is_set,
    legal,
    legal_if,
    ruling,
)

from . import rulebook as rule
from .hands import dealt_each, most_points_held, points_of, table_pack
from .house import AceRank, GoingRummy, GoOut, House, LayOff, PerTurn, StockOut, TakeBack
from .scoring import RUMMY_BONUS, collects, dealer

ORDERS = {AceRank.LOW: LOW, AceRank.HIGH_OR_LOW: HIGH_OR_LOW, AceRank.CORNER: ROUND_THE_CORNER}
LONGEST_RUN = 13  # cards in a run


def is_meld(cards: tuple[Card, ...], house: House) -> bool:
    return is_set(cards) or is_run(cards, ORDERS[house.ace_rank])


# Cards -----------------------------------------------------------------------


@dataclass(frozen=True)
class SomeCards:
    """The cards to be judged."""

    cards: Annotated[Cards, Ask(_("Which cards?"), least=1, most=LONGEST_RUN, available=table_pack)]


@dataclass(frozen=True)
class Addition:
    """A card, and a meld on the table that it may be laid off on."""

    meld: Annotated[Cards, Ask(_("The meld on the table"), least=3, most=LONGEST_RUN, available=table_pack)]
    card: Annotated[Cards, Ask(_("The card to lay off"), least=1, most=1, available=table_pack)]


def on_hand(facts: SomeCards, sheet: Sheet[House]) -> Ruling:
    n = points_of(facts.cards, sheet.house)
    reasons = [cite(rule.VALUES, _("These cards count {n}"), n=n)]
    if is_meld(facts.cards, sheet.house):
        reasons.append(cite(rule.HELD, _("They match, and yet they count: they are still in the hand")))
    return ruling(n, *reasons)


def on_meld(facts: SomeCards, sheet: Sheet[House]) -> Ruling:
    cards = facts.cards
    if is_set(cards):
        return legal(rule.MELD, _("A meld: cards of one rank"))
    if is_run(cards, ORDERS[sheet.house.ace_rank]):
        return legal(rule.MELD, _("A meld: a run of one suit"))
    if is_run(cards, ROUND_THE_CORNER):
        is_low = sheet.house.ace_rank is AceRank.LOW
        low_only = _("No run: at this table the ace is low only")
        return illegal(rule.ACE, low_only if is_low else _("No run: the ace is high or low, never both"))
    words = _("No meld: a meld is three or four of a rank, or three or more of a suit in order")
    return illegal(rule.MELD, words)


def on_addition(facts: Addition, sheet: Sheet[House]) -> Ruling:
    if not is_meld(facts.meld, sheet.house):
        return illegal(rule.MELD, _("The cards on the table are not a meld"))
    is_legal = not set(facts.card) & set(facts.meld) and is_meld((*facts.meld, *facts.card), sheet.house)
    words = _("{card} can be laid off there"), _("{card} does not fit that meld")
    return legal_if(is_legal, rule.LAY_OFF, *words, card=facts.card)


def on_matched(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("They count: every card still in the hand is charged, whether it matches or not")
    return ruling("yes", cite(rule.HELD, words))


# The turn --------------------------------------------------------------------


def on_last_discard(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return legal_if(
        sheet.house.go_out is GoOut.DISCARD_OPTIONAL,
        rule.LAST_DISCARD,
        _("You can go out without a discard if all your cards fit melds"),
        _("At this table the last card must be a discard"),
    )


def on_throw_back(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return legal_if(
        sheet.house.take_back is TakeBack.ALLOWED,
        rule.TAKE_BACK,
        _("At this table the card may be thrown back"),
        _("At this table it may not: take that card up again, and discard another"),
    )


def needs_own_meld(facts: object, sheet: Sheet[House]) -> bool:
    return sheet.house.layoff is LayOff.AFTER_OWN_MELD


@dataclass(frozen=True)
class LayingOff:
    """A player who wants to lay off cards."""

    melded: Annotated[
        bool,
        Ask(_("Has the player melded in this deal, earlier or in this turn?"), relevant_if=needs_own_meld),
    ] = False
    own_turn: Annotated[bool, Ask(_("Is it the player's own turn?"))] = True


def on_lay_off(facts: LayingOff, sheet: Sheet[House]) -> Ruling:
    if sheet.house.layoff is LayOff.NEVER:
        return illegal(rule.LAY_OFF, _("At this table nothing is laid off"))
    if not facts.own_turn:
        return illegal(rule.LAY_OFF, _("Cards are laid off on your own turn only"))
    match sheet.house.layoff:
        case LayOff.AFTER_OWN_MELD:
            yes, no = _("The player has melded, so it is fine"), _("At this table you must have melded first")
            return legal_if(facts.melded, rule.LAY_OFF, yes, no)
        case _:
            return legal(rule.LAY_OFF, _("Fine: no meld of your own is needed"))


@dataclass(frozen=True)
class Melds:
    """The number of melds that a player wants to lay in one turn."""

    melds: Annotated[int, Ask(_("How many melds in this turn?"), least=1, most=4)]


def on_melds(facts: Melds, sheet: Sheet[House]) -> Ruling:
    is_legal = sheet.house.melds_per_turn is PerTurn.ANY or facts.melds == 1
    return legal_if(
        is_legal, rule.PER_TURN, _("Fine"), _("At this table only one meld is laid down in a turn")
    )


def on_stock(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = {
        StockOut.TURN_OVER: _("Turn the discards over without shuffling, or take the top discard"),
        StockOut.RESHUFFLE: _("Shuffle the discards, leaving the top one"),
        StockOut.BLOCK: _("The deal is blocked: nobody goes out, and the hands are counted"),
    }[sheet.house.stock_out]
    return ruling(sheet.house.stock_out, cite(rule.STOCK_OUT, words))


# Going out -------------------------------------------------------------------


@dataclass(frozen=True)
class WentRummy:
    """A player who went out, perhaps with the whole hand in one turn."""

    earlier: Annotated[bool, Ask(_("Had the player melded or laid off anything earlier in the deal?"))]
    whole: Annotated[bool, Ask(_("Did the whole hand go in this one turn?"))] = True


def on_rummy(facts: WentRummy, sheet: Sheet[House]) -> Ruling:
    if facts.earlier:
        words = _("Not rummy: an earlier meld or lay-off in the deal rules it out")
        return ruling("no", cite(rule.RUMMY, words))
    if not facts.whole:
        return ruling("no", cite(rule.RUMMY, _("Not rummy: the whole hand must go in one turn")))
    match sheet.house.going_rummy:
        case GoingRummy.DOUBLE:
            reward = cite(rule.RUMMY, _("Everything the others hold counts double"))
        case GoingRummy.PLUS10 if collects(sheet.house):
            reward = cite(rule.RUMMY, _("It earns {n} points more"), n=RUMMY_BONUS)
        case _:
            reward = cite(rule.RUMMY, _("At this table it earns nothing more"))
    return ruling("yes", cite(rule.RUMMY, _("That was rummy")), reward)


def on_too_late(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("The deal stopped when the other player went out: nothing more can be put down")
    return ruling("illegal", cite(rule.OUT, words))


@dataclass(frozen=True)
class PayFacts:
    """A deal that a player won by going out, and the points the others hold."""

    winner: Annotated[Seat, Ask(_("Who went out?"))]
    left: Annotated[PerSide[int], Ask(_("Points left in the hand"), most=most_points_held)]
    rummy: Annotated[bool, Ask(_("Rummy?"))] = False


def on_pay(facts: PayFacts, sheet: Sheet[House]) -> Ruling:
    house = sheet.house
    losers = sheet.seating.others(sheet.seating.side(facts.winner))
    n = sum(facts.left[side] for side in losers)
    is_double = facts.rummy and house.going_rummy is GoingRummy.DOUBLE
    because = (cite(rule.RUMMY, _("Rummy counts double")),) if is_double else ()
    n *= 2 if is_double else 1
    if not collects(house):
        words = _("{winner} scores nothing; the others together are charged {n}")
        return ruling(0, cite(rule.PENALTY, words, winner=facts.winner, n=n), *because)
    if facts.rummy and house.going_rummy is GoingRummy.PLUS10:
        n += RUMMY_BONUS
        because = (cite(rule.RUMMY, _("Rummy earns {n} more"), n=RUMMY_BONUS),)
    return ruling(n, cite(rule.COLLECT, _("{winner} collects {n}"), winner=facts.winner, n=n), *because)


# Slips -----------------------------------------------------------------------


def on_two_drawn(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("The lower card goes back, and the next player may choose to take it")
    return ruling("return", cite(rule.TWO_DRAWN, words))


@dataclass(frozen=True)
class Miscount:
    """A hand with the wrong number of cards."""

    mixed: Annotated[bool, Ask(_("Has the hand been mixed with other cards?"))]


def on_miscount(facts: Miscount, sheet: Sheet[House]) -> Ruling:
    if facts.mixed:
        return ruling("no", cite(rule.MISCOUNT, _("Too late: the hand is mixed with other cards")))
    return ruling("yes", cite(rule.MISCOUNT, _("Count again: the hand has not been mixed with other cards")))


def on_deal(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    seats = sheet.seating.seats
    n = dealt_each(sheet.house, seats)
    stock = len(table_pack(sheet)) - n * seats
    words = _("{n} cards each for {seats} players; one of the {rest} left is turned up")
    return ruling(n, cite(rule.DEAL, words, n=n, seats=seats, rest=stock))


def on_dealer(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    next_dealer = dealer(sheet)
    return ruling(
        next_dealer,
        cite(rule.DEALER, _("{dealer} deals"), dealer=next_dealer),
        cite(rule.FIRST, _("{first} plays first"), first=sheet.seating.left(next_dealer)),
    )


QUESTIONS = {
    "count": Question(_("What do these cards count?"), on_hand, SomeCards, _("value points hand leftover")),
    "meld": Question(_("Is this a meld?"), on_meld, SomeCards, _("set run sequence Q-K-A ace high")),
    "addition": Question(_("Does this card fit that meld?"), on_addition, Addition, _("lay off add")),
    "matched_cards": Question(
        _("I had three kings in my hand: do they count against me?"),
        on_matched,
        keywords=_("held unmelded set"),
    ),
    "last_discard": Question(
        _("May I go out without a discard?"), on_last_discard, keywords=_("final card no discard")
    ),
    "throw_back": Question(
        _("May the card just picked up be thrown back?"), on_throw_back, keywords=_("discard same card")
    ),
    "lay_off": Question(_("May I lay off before I have melded?"), on_lay_off, LayingOff, _("add to her run")),
    "melds_in_a_turn": Question(_("May I lay down several melds at once?"), on_melds, Melds, _("two melds")),
    "stock_gone": Question(_("The stock is gone: what now?"), on_stock, keywords=_("empty draw pile block")),
    "rummy": Question(_("Was that rummy?"), on_rummy, WentRummy, _("whole hand one turn double")),
    "too_late": Question(
        _("Somebody went out: may I still put my melds down?"), on_too_late, keywords=_("deal over lay down")
    ),
    "pay": Question(_("What does going out pay?"), on_pay, PayFacts, _("collect score winner")),
    "two_drawn": Question(
        _("Two cards were drawn by mistake"),
        on_two_drawn,
        keywords=_("stock seen extra card"),
        irregularity=IrregularityKind.CARDS,
    ),
    "miscount": Question(
        _("A hand was counted wrong"),
        on_miscount,
        Miscount,
        _("correct score mistake"),
        irregularity=IrregularityKind.SCORE,
    ),
    "deal": Question(_("How many cards are dealt?"), on_deal, keywords=_("cards each hand size players")),
    "dealer": Question(_("Who deals, and who plays first?"), on_dealer, keywords=_("turn start")),
}
