"""The questions for the referee at a gin table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from games.engine import (
    HIGH_OR_LOW,
    Ask,
    Cards,
    IrregularityKind,
    NoFacts,
    PerSide,
    Points,
    Question,
    Ruling,
    Seat,
    Sheet,
    Side,
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
from .deadwood import deadwood, least_deadwood
from .hands import MOST_DEADWOOD, NO_CARD, Duel, every_card, knock_limit, spade_doubles, up_card_counts
from .house import BoxesWhen, DeadHandDealer, House
from .scoring import dealer, duel_result, points_to_win, settlement_lines

WINNER, LOSER = Side(0), Side(1)
HAND_SIZE = 10
STOCK_SIZE = 31  # 52 cards, less ten for each player and the card turned up
UNDRAWN_CARDS = 2  # the last cards of the stock, which nobody draws


# Cards -----------------------------------------------------------------------


@dataclass(frozen=True)
class SomeCards:
    """The cards of a possible meld."""

    cards: Annotated[Cards, Ask(_("Which cards?"), least=1, most=13, available=every_card)]


@dataclass(frozen=True)
class LaidOffCard:
    """A card to lay off, and a meld of the knocker."""

    meld: Annotated[
        Cards, Ask(_("The meld on the table"), least=3, most=13, available=every_card, rule=rule.MELD)
    ]
    card: Annotated[
        Cards, Ask(_("The card to lay off"), least=1, most=1, available=every_card, rule=rule.LAY_OFF)
    ]
    gin: Annotated[bool, Ask(_("Did the knocker go gin?"), rule=rule.NO_LAY_OFF)] = False


@dataclass(frozen=True)
class WholeHand:
    """The cards of a hand, to be arranged in melds."""

    cards: Annotated[Cards, Ask(_("The cards of the hand"), least=1, most=11, available=every_card)]


def on_meld(facts: SomeCards, sheet: Sheet[House]) -> Ruling:
    if is_set(facts.cards):
        return legal(rule.MELD, _("A meld: cards of one rank"))
    if is_run(facts.cards):
        return legal(rule.MELD, _("A meld: a run of one suit"))
    if is_run(facts.cards, HIGH_OR_LOW):
        return illegal(rule.PACK, _("No run: the ace is always low"))
    words = _("No meld: a meld is three or four of a rank, or three or more of a suit in order")
    return illegal(rule.MELD, words)


def on_addition(facts: LaidOffCard, sheet: Sheet[House]) -> Ruling:
    if not (is_set(facts.meld) or is_run(facts.meld)):
        return illegal(rule.MELD, _("The cards on the table are not a meld"))
    if facts.gin:
        return illegal(rule.NO_LAY_OFF, _("Against gin nothing is laid off"))
    longer_meld = (*facts.meld, *facts.card)
    is_in_meld = bool(set(facts.card) & set(facts.meld))
    is_legal = not is_in_meld and (is_set(longer_meld) or is_run(longer_meld))
    words = _("{card} can be laid off there"), _("{card} does not fit that meld")
    return legal_if(is_legal, rule.LAY_OFF, *words, card=facts.card)


def on_count(facts: WholeHand, sheet: Sheet[House]) -> Ruling:
    cards = least_deadwood(facts.cards)
    if not cards:
        return ruling(0, cite(rule.DEADWOOD, _("Every card is in a meld: no deadwood")))
    words = _("In the best arrangement {cards} are left over: {n}")
    return ruling(deadwood(cards), cite(rule.DEADWOOD, words, cards=cards, n=deadwood(cards)))


# Knocking --------------------------------------------------------------------


@dataclass(frozen=True)
class Knocker:
    """A player who wants to knock: deadwood, and the card turned up."""

    deadwood: Annotated[int, Ask(_("Deadwood after the discard"), most=MOST_DEADWOOD)]
    up_card: Annotated[
        Cards, Ask(_("The card turned up"), most=1, available=every_card, relevant_if=up_card_counts)
    ] = NO_CARD


def on_may_knock(facts: Knocker, sheet: Sheet[House]) -> Ruling:
    most = knock_limit(sheet.house, facts.up_card)
    cited = rule.OKLAHOMA if sheet.house.oklahoma else rule.KNOCK
    yes, no = _("You may knock with {n}: the limit is {most}"), _("{n} is too much: the limit is {most}")
    return legal_if(facts.deadwood <= most, cited, yes, no, n=facts.deadwood, most=most)


@dataclass(frozen=True)
class UpCard:
    """The card turned up at the deal."""

    up_card: Annotated[Cards, Ask(_("The card turned up"), least=1, most=1, available=every_card)]


def on_limit(facts: UpCard, sheet: Sheet[House]) -> Ruling:
    house = sheet.house
    if not house.oklahoma:
        words = _("At this table the limit is always {n}")
        return ruling(house.knock_max, cite(rule.KNOCK, words, n=house.knock_max))
    card = facts.up_card
    most = knock_limit(house, card)
    words = _("{card} turned up: knock with {n} or less") if most else _("{card} turned up: gin only")
    reasons = [cite(rule.OKLAHOMA, words, card=card, n=most)]
    if spade_doubles(house, card):
        reasons.append(cite(rule.SPADES, _("A spade: the hand counts double")))
    return ruling(most, *reasons)


def big_gin_pays(facts: PayFacts, sheet: Sheet[House]) -> bool:
    return sheet.house.big_gin_bonus is not None and facts.knocker_deadwood == 0


@dataclass(frozen=True)
class PayFacts:
    """The deadwood of both players after a knock."""

    knocker_deadwood: Annotated[int, Ask(_("The knocker's deadwood"), most=MOST_DEADWOOD)]
    defender_deadwood: Annotated[int, Ask(_("The other's deadwood"), most=MOST_DEADWOOD)]
    big_gin: Annotated[bool, Ask(_("Big gin?"), relevant_if=big_gin_pays)] = False
    up_card: Annotated[
        Cards, Ask(_("The card turned up"), most=1, available=every_card, relevant_if=up_card_counts)
    ] = NO_CARD


def on_pay(facts: PayFacts, sheet: Sheet[House]) -> Ruling:
    most = knock_limit(sheet.house, facts.up_card)
    if facts.knocker_deadwood > most:
        words = _("{n} is more than the limit of {most}: the knock is void, and play goes on")
        return ruling("illegal", cite(rule.ILLEGAL, words, n=facts.knocker_deadwood, most=most))
    knocker = Seat(0)
    hand = Duel(
        knocker, facts.knocker_deadwood, facts.defender_deadwood, big_gin=facts.big_gin, up_card=facts.up_card
    )
    win = duel_result(hand, knocker, sheet.seating.side(1), sheet)
    knocker_won = win.side == sheet.seating.side(knocker)
    verdict = _("The knocker scores {n}") if knocker_won else _("The other scores {n}")
    if not win.points:
        verdict = _("Nobody scores")
    return ruling(win.points, cite(win.because[0].rule, verdict, n=win.points), *win.because)


def on_level(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    if sheet.house.undercut_on_tie:
        words = _("A tie is an undercut: the other scores {n}")
        return ruling("yes", cite(rule.LEVEL, words, n=sheet.house.undercut_bonus))
    return ruling("no", cite(rule.LEVEL, _("At this table equal deadwood wins nothing for anybody")))


@dataclass(frozen=True)
class LayingOff:
    """A player who wants to lay off cards on the other's melds."""

    gin: Annotated[bool, Ask(_("Did the knocker go gin?"))]
    by_knocker: Annotated[bool, Ask(_("Is it the knocker who wants to lay off?"))] = False


def on_lay_off(facts: LayingOff, sheet: Sheet[House]) -> Ruling:
    if facts.by_knocker:
        return illegal(rule.LAY_OFF, _("The knocker never lays off"))
    yes, no = _("Cards that fit the knocker's melds may be laid off"), _("Against gin nothing is laid off")
    return legal_if(not facts.gin, rule.NO_LAY_OFF if facts.gin else rule.LAY_OFF, yes, no)


@dataclass(frozen=True)
class Spread:
    """A knocker who wants to arrange the melds anew."""

    shown: Annotated[bool, Ask(_("Has the knocker's spread been shown?"))]


def on_spread(facts: Spread, sheet: Sheet[House]) -> Ruling:
    yes = _("Before your cards are shown you may arrange them as suits you best")
    no = _("The spread may not be changed once it has been shown")
    return legal_if(not facts.shown, rule.SPREAD if facts.shown else rule.DEADWOOD, yes, no)


def on_illegal(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("The knock is void and play goes on; the table says whether the cards shown stay open")
    return ruling("play_on", cite(rule.ILLEGAL, words))


# The end of a hand and of the game -------------------------------------------


@dataclass(frozen=True)
class Stock:
    """The number of cards left in the stock, and a player's wish to knock."""

    left: Annotated[int, Ask(_("Cards left in the stock"), most=STOCK_SIZE)]
    last_discard: Annotated[bool, Ask(_("Does a player want to take the last discard and knock?"))] = False


def on_stock(facts: Stock, sheet: Sheet[House]) -> Ruling:
    if facts.left > UNDRAWN_CARDS:
        return ruling("play_on", cite(rule.DEAD, _("Not yet: play goes on until two cards are left")))
    if facts.last_discard and sheet.house.fifty_card:
        return ruling("play_on", cite(rule.FIFTY, _("The last discard may be taken to knock with it")))
    words = {
        DeadHandDealer.SAME: _("The hand is dead: nobody scores, and the same dealer deals again"),
        DeadHandDealer.NEXT: _("The hand is dead: nobody scores, and the deal passes on"),
    }[sheet.house.dead_hand_dealer]
    reasons = [cite(rule.DEAD, words)]
    if facts.last_discard:
        reasons.append(cite(rule.FIFTY, _("At this table the last discard cannot be taken")))
    return ruling("dead", *reasons)


@dataclass(frozen=True)
class SettlementFacts:
    """The hand points and boxes of both players at the end of a game."""

    winner_points: Annotated[int, Ask(_("Hand points of the winner"), most=10_000)]
    winner_boxes: Annotated[int, Ask(_("Boxes of the winner"), most=100)]
    loser_points: Annotated[int, Ask(_("Hand points of the other"), most=10_000)] = 0
    loser_boxes: Annotated[int, Ask(_("Boxes of the other"), most=100)] = 0


def on_settlement(facts: SettlementFacts, sheet: Sheet[House]) -> Ruling:
    house = sheet.house
    points = PerSide[Points]((facts.winner_points, facts.loser_points))
    boxes = PerSide((facts.winner_boxes, facts.loser_boxes))
    lines = tuple(settlement_lines(points, boxes, WINNER, house))
    # Boxes added at once are not lines of the settlement.
    bonus_at_once = house.box_bonus if house.boxes_when is BoxesWhen.AT_ONCE else 0
    final_totals = [
        points[side] + bonus_at_once * boxes[side] + sum(line.points for line in lines if line.side == side)
        for side in (WINNER, LOSER)
    ]
    words = _("The winner ends with {winner}, the other with {loser}; the difference is {n}")
    winner_total, loser_total = final_totals
    difference = winner_total - loser_total
    reason = cite(rule.TARGET, words, winner=winner_total, loser=loser_total, n=difference)
    return ruling(tuple(final_totals), reason, *(because for line in lines for because in line.because))


def on_target(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("The game is won by the first to reach {n}")
    return ruling(points_to_win(sheet), cite(rule.TARGET, words, n=points_to_win(sheet)))


def on_deal(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("{n} cards each, and one turned up, however many sit at the table")
    return ruling(HAND_SIZE, cite(rule.DEAL, words, n=HAND_SIZE))


def on_dealer(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    next_dealer = dealer(sheet)
    return ruling(next_dealer, cite(rule.DEALER, _("{dealer} deals"), dealer=next_dealer))


QUESTIONS = {
    "pay": Question(_("What does this knock pay?"), on_pay, PayFacts, _("gin undercut score hand")),
    "count": Question(_("What is this hand's deadwood?"), on_count, WholeHand, _("best arrangement points")),
    "meld": Question(_("Is this a meld?"), on_meld, SomeCards, _("set run sequence A-K-Q ace")),
    "addition": Question(
        _("Does this card fit that meld?"), on_addition, LaidOffCard, _("lay off add knocker")
    ),
    "may_knock": Question(_("May I knock with this?"), on_may_knock, Knocker, _("limit deadwood ten")),
    "limit": Question(_("What is the limit for knocking?"), on_limit, UpCard, _("Oklahoma up-card spade")),
    "level": Question(
        _("Is equal deadwood an undercut?"), on_level, keywords=_("equal tie same 7 against 7")
    ),
    "lay_off": Question(_("May cards be laid off?"), on_lay_off, LayingOff, _("against gin knocker")),
    "rearrange": Question(
        _("May the knocker arrange the melds anew?"), on_spread, Spread, _("change spread after lay-off")
    ),
    "illegal_knock": Question(
        _("Somebody knocked with too much"),
        on_illegal,
        keywords=_("over the limit void"),
        irregularity=IrregularityKind.CLAIM,
    ),
    "stock": Question(_("Is the hand dead?"), on_stock, Stock, _("two cards left stock fiftieth wall")),
    "settlement": Question(
        _("What does the game settle at?"),
        on_settlement,
        SettlementFacts,
        _("boxes shutout game bonus total"),
    ),
    "target": Question(_("How many points win?"), on_target, keywords=_("end of game")),
    "deal": Question(_("How many cards are dealt?"), on_deal, keywords=_("ten cards each hand size")),
    "dealer": Question(_("Who deals?"), on_dealer, keywords=_("next deal")),
}
