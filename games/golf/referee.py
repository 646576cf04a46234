"""The questions for the referee at a golf table."""

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
    Seat,
    Sheet,
    _,
    cite,
    illegal,
    legal,
    legal_if,
    ruling,
)

from . import rulebook as rule
from .hands import KINDS, cards_each, every_card, rows_each
from .house import ROWS, EndBy, House, KnockPenalty, KnockTie, LastTurn, PairOfNegatives, Pairs, Peek
from .layout import count_layout, rank_sign, squares, value
from .scoring import is_beaten, penalty_points

MOST_POINTS = 200


# Counting --------------------------------------------------------------------


def column_matters(facts: object, sheet: Sheet[House]) -> bool:
    return sheet.house.pairs is Pairs.COLUMN


def third_card_matters(facts: TwoCards, sheet: Sheet[House]) -> bool:
    """Return whether the two cards lie in a column of three, which only three alike cancel."""
    return column_matters(facts, sheet) and ROWS[sheet.house.layout] > 2 and facts.same_column


@dataclass(frozen=True)
class TwoCards:
    """Two cards of a layout."""

    cards: Annotated[Cards, Ask(_("Which two cards?"), least=2, most=2, available=every_card)]
    same_column: Annotated[bool, Ask(_("Does one lie above the other?"), relevant_if=column_matters)] = True
    third_alike: Annotated[
        bool, Ask(_("Does the third card of the column have that rank too?"), relevant_if=third_card_matters)
    ] = False


def on_pair(facts: TwoCards, sheet: Sheet[House]) -> Ruling:
    house = sheet.house
    if house.pairs is Pairs.NONE:
        return ruling("no", cite(rule.COLUMN, _("At this table no cards cancel")))
    first, second = facts.cards
    if first.rank != second.rank:
        words = _("No: {first} and {second} are two ranks, whatever they count")
        reason = cite(rule.COLUMN, words, first=rank_sign(first.rank), second=rank_sign(second.rank))
        return ruling("no", reason)
    if house.pairs is Pairs.COLUMN and not facts.same_column:
        words = _("No: at this table a pair lies in one column")
        return ruling("no", cite(rule.COLUMN, words))
    if third_card_matters(facts, sheet) and not facts.third_alike:
        return ruling("no", cite(rule.COLUMN, _("No: in a column of three only three alike cancel")))
    cited_rule = rule.COLUMN if house.pairs is Pairs.COLUMN else rule.ANY
    if value(first.rank, house) < 0:
        if house.pair_of_negatives is PairOfNegatives.KEEP:
            n = value(first.rank, house) + value(second.rank, house)
            words = _("A pair, but it keeps its points: {n}")
            return ruling("kept", cite(rule.NEGATIVE, words, n=n))
        words = _("A pair: it counts nothing, although each counts {n}")
        return ruling("yes", cite(rule.NEGATIVE, words, n=value(first.rank, house)))
    return ruling("yes", cite(cited_rule, _("A pair: it counts nothing")))


@dataclass(frozen=True)
class Layout:
    """The cards in front of a player."""

    cards: Annotated[
        Cards,
        Ask(
            _("The cards, column by column from the top"),
            least=cards_each,
            most=cards_each,
            available=every_card,
            by_rank=True,
            rows=rows_each,
        ),
    ]


def on_count(facts: Layout, sheet: Sheet[House]) -> Ruling:
    house = sheet.house
    count, square_count = count_layout(facts.cards, house), squares(facts.cards, house)
    n = count.points + square_count * house.square_bonus
    because = (cite(rule.COUNT, _("These cards count {n}"), n=n), *count.because)
    if square_count and house.square_bonus:
        reason = cite(rule.SQUARE, _("Four alike in two columns: {n}"), n=square_count * house.square_bonus)
        because = (*because, reason)
    return Ruling(n, because)


@dataclass(frozen=True)
class OneCard:
    """A single card."""

    card: Annotated[Cards, Ask(_("Which card?"), least=1, most=1, available=every_card)]


def on_card(facts: OneCard, sheet: Sheet[House]) -> Ruling:
    (card,) = facts.card
    n = value(card.rank, sheet.house)
    cited_rule = {"2": rule.TWOS, "X": rule.JOKERS}.get(card.rank, rule.VALUES)
    return ruling(n, cite(cited_rule, _("{card} counts {n}"), card=card, n=n))


# The turn --------------------------------------------------------------------


class TakenFrom(Choice):
    STOCK = "stock", _("The stock")
    DISCARDS = "discards", _("The discards")


@dataclass(frozen=True)
class TakenCard:
    """A card that a player took and may put back."""

    source: Annotated[TakenFrom, Ask(_("Where was the card taken from?"))]


def on_put_back(facts: TakenCard, sheet: Sheet[House]) -> Ruling:
    return legal_if(
        facts.source is TakenFrom.STOCK,
        rule.STOCK if facts.source is TakenFrom.STOCK else rule.DISCARD,
        _("A card from the stock may be discarded at once"),
        _("No: whoever takes the top discard must exchange it for one of their own"),
    )


@dataclass(frozen=True)
class Looking:
    """A player who wants to look at a face-down card."""

    started: Annotated[bool, Ask(_("Has the play begun?"))]


def on_look(facts: Looking, sheet: Sheet[House]) -> Ruling:
    if facts.started:
        words = _("No: nobody looks at their own face-down cards once the play has begun")
        return illegal(rule.NO_LOOKING, words)
    if sheet.house.peek is Peek.TWO_FACE_UP:
        words = _("Two cards are turned face up for all to see; nobody looks at more cards in secret")
        return illegal(rule.PEEK, words)
    words = _("Once, before the first turn: {peek}")
    return legal(rule.PEEK, words, peek=sheet.house.peek)


def on_flip(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return legal_if(
        sheet.house.end_by is EndBy.ALL_FACE_UP,
        rule.FLIP,
        _("Yes, if you like, after discarding the card from the stock"),
        _("No: at this table cards stay face down until the hole is over"),
    )


@dataclass(frozen=True)
class Knocking:
    """A player who wants to knock."""

    drawn: Annotated[bool, Ask(_("Has the player drawn a card in this turn?"))] = False


def on_knock(facts: Knocking, sheet: Sheet[House]) -> Ruling:
    if sheet.house.end_by is not EndBy.KNOCK:
        words = _("At this table nobody knocks: the hole ends when all the cards of one player lie face up")
        return illegal(rule.END_BY, words)
    yes, no = _("Yes, instead of drawing"), _("No: whoever knocks draws no card in that turn")
    return legal_if(not facts.drawn, rule.END_BY, yes, no)


@dataclass(frozen=True)
class AnotherTurn:
    """A player who wants one more turn after the hole was ended."""

    knocker: Annotated[bool, Ask(_("Is this the player who knocked, or had all cards face up first?"))]


def on_last_turn(facts: AnotherTurn, sheet: Sheet[House]) -> Ruling:
    if facts.knocker:
        words = _("No: whoever ended the hole has no other turn")
        return illegal(rule.LAST_TURN, words)
    return legal_if(
        sheet.house.last_turn is LastTurn.OTHERS_ONE,
        rule.LAST_TURN,
        _("Yes: each of the others has one more turn"),
        _("No: at this table the hole ends at once"),
    )


# The knocker's risk ----------------------------------------------------------


def penalty_matters(facts: object, sheet: Sheet[House]) -> bool:
    return sheet.house.knock_penalty is not KnockPenalty.NONE


def highest_matters(facts: object, sheet: Sheet[House]) -> bool:
    return sheet.house.knock_penalty is KnockPenalty.EQUALS_HIGHEST


@dataclass(frozen=True)
class KnockerPoints:
    """The points of the player who ended the hole, and of the others."""

    own: Annotated[
        int, Ask(_("Points of the player who ended the hole"), least=-MOST_POINTS, most=MOST_POINTS)
    ]
    lowest: Annotated[
        int,
        Ask(
            _("The lowest of the others"), least=-MOST_POINTS, most=MOST_POINTS, relevant_if=penalty_matters
        ),
    ] = 0  # fmt: skip
    highest: Annotated[
        int | None,
        Ask(
            _("The highest of all"),
            least=-MOST_POINTS,
            most=MOST_POINTS,
            none=_("Not known"),
            relevant_if=highest_matters,
        ),
    ] = None


def on_penalty(facts: KnockerPoints, sheet: Sheet[House]) -> Ruling:
    house = sheet.house
    if house.knock_penalty is KnockPenalty.NONE:
        words = _("At this table ending the hole costs nothing: {n}")
        return ruling(facts.own, cite(rule.PENALTY, words, n=facts.own))
    if not is_beaten(facts.own, (facts.lowest,), house):
        cited_rule, words = rule.PENALTY, _("Lowest: {n}, and nothing to pay")
        if facts.own == facts.lowest:
            cited_rule, words = rule.KNOCK_TIE, _("Tied with the lowest is safe: {n}")
        return ruling(facts.own, cite(cited_rule, words, n=facts.own))
    known_highest = facts.lowest if facts.highest is None else facts.highest
    highest = max(facts.own, facts.lowest, known_highest)
    penalty, reason = penalty_points(facts.own, highest, house)
    total = cite(rule.PENALTY, _("The hole counts {n}"), n=facts.own + penalty)
    if facts.own == facts.lowest and house.knock_tie is KnockTie.BEATEN:
        tie_reason = cite(rule.KNOCK_TIE, _("Tied with the lowest counts as beaten"))
        return ruling(facts.own + penalty, total, reason, tie_reason)
    return ruling(facts.own + penalty, total, reason)


def on_dealer(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    next_dealer: Seat = sheet.dealer(*KINDS.values())
    words = _("{dealer} deals and {first} begins")
    return ruling(
        next_dealer, cite(rule.DEALER, words, dealer=next_dealer, first=sheet.seating.left(next_dealer))
    )


def on_tie(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    tie = sheet.house.tie
    return ruling(tie, cite(rule.TIE, _("Tied at the end: {tie}"), tie=tie))


QUESTIONS = {
    "pair": Question(
        _("Do these two cards cancel?"), on_pair, TwoCards, _("jack queen pair column two twos")
    ),
    "count": Question(_("What do these cards count?"), on_count, Layout, _("total layout hole square")),
    "card": Question(_("What does this card count?"), on_card, OneCard, _("value king joker two ace")),
    "put_back": Question(
        _("May a card just taken be put back?"), on_put_back, TakenCard, _("changed my mind discard swap")
    ),
    "look": Question(
        _("May I look at my cards?"),
        on_look,
        Looking,
        _("peek again face down"),
        irregularity=IrregularityKind.EXPOSED,
    ),
    "flip": Question(_("May I turn one of my cards up?"), on_flip, keywords=_("flip after discarding")),
    "knock": Question(_("May I knock?"), on_knock, Knocking, _("end hole instead of drawing")),
    "last_turn": Question(
        _("Is there another turn after the knock?"), on_last_turn, AnotherTurn, _("knocker further turn")
    ),
    "penalty": Question(
        _("The player who knocked is not lowest"),
        on_penalty,
        KnockerPoints,
        _("penalty double plus beaten tie"),
    ),
    "dealer": Question(_("Who deals, and who begins?"), on_dealer, keywords=_("first turn start")),
    "level": Question(_("What if two are tied at the end?"), on_tie, keywords=_("tie extra hole shared")),
}
