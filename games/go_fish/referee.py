"""The questions for the referee at a go fish table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from games.engine import (
    Ask,
    Cards,
    Choice,
    IrregularityKind,
    NoFacts,
    PerSide,
    Question,
    Ruling,
    Seat,
    Sheet,
    _,
    cite,
    legal,
    legal_if,
    pack,
    ruling,
)

from . import rulebook as rule
from .hands import PAIRS, VALUES, Rank, books_in_pack, dealt_each, ranks_have_values
from .house import Collect, EmptyHand, End, GoAgain, House, NextTurn

BOOK_SIZE, PAIR_SIZE = 4, 2
PAIRS_PER_RANK = BOOK_SIZE // PAIR_SIZE
MOST_POINTS = sum(VALUES.values())  # for all thirteen books, where books have values


# Asking ----------------------------------------------------------------------


@dataclass(frozen=True)
class Asking:
    """A request for a rank, which is legal only if the asker holds a card of that rank."""

    holds: Annotated[bool, Ask(_("Does the asker hold a card of that rank?"))]
    answered: Annotated[bool, Ask(_("Has the other player answered already?"))] = False


def on_asking(facts: Asking, sheet: Sheet[House]) -> Ruling:
    if facts.holds:
        return legal(rule.ASK, _("Fine: the asker holds one too"))
    words = _("Void, but the turn goes on: ask for a rank that you hold")
    if facts.answered:
        words = _("Void, and the turn is over: it was not corrected before the answer")
    return ruling(
        "illegal",
        cite(rule.NOT_HELD, words),
        cite(rule.ASK, _("Only a rank that you hold may be asked for")),
    )


@dataclass(frozen=True)
class Giving:
    """The cards of a rank that a player held, and those given."""

    held: Annotated[int, Ask(_("Cards of that rank held"), least=1, most=3)]
    given: Annotated[int, Ask(_("Cards given"), most=3)]


def on_giving(facts: Giving, sheet: Sheet[House]) -> Ruling:
    yes = _("Fine: all of them were given")
    words = _("All cards of the rank must be given: {n} more")
    return legal_if(facts.given >= facts.held, rule.GIVE, yes, words, n=facts.held - facts.given)


@dataclass(frozen=True)
class Falsehood:
    """A player who denied holding a card."""

    again: Annotated[bool, Ask(_("Has the player done so before?"))] = False


def on_false_answer(facts: Falsehood, sheet: Sheet[House]) -> Ruling:
    reasons = [cite(rule.FALSE, _("The cards are given, and the asker goes on"))]
    if facts.again:
        reasons.append(cite(rule.FALSE, _("It was not the first time: the next turn is lost")))
    return ruling("lose_turn" if facts.again else "give", *reasons)


# Fishing ---------------------------------------------------------------------


def rank_decides(facts: object, sheet: Sheet[House]) -> bool:
    return sheet.house.again_on_fish is GoAgain.ASKED_RANK


def book_decides(facts: object, sheet: Sheet[House]) -> bool:
    return sheet.house.again_on_fish is GoAgain.BOOK_ONLY


@dataclass(frozen=True)
class FishedCard:
    """A card fished after a miss."""

    asked_rank: Annotated[
        bool, Ask(_("Is the fished card of the rank asked for?"), relevant_if=rank_decides)
    ] = False
    completes: Annotated[bool, Ask(_("Does it complete a book, or a pair?"), relevant_if=book_decides)] = (
        False
    )


def on_fished(facts: FishedCard, sheet: Sheet[House]) -> Ruling:
    match sheet.house.again_on_fish:
        case GoAgain.NEVER:
            goes_again, words_if_over = False, _("At this table the turn is over after fishing")
        case GoAgain.BOOK_ONLY:
            words_if_over = _("At this table only a completed book lets you go again")
            goes_again = facts.completes
        case _:
            goes_again, words_if_over = facts.asked_rank, _("It is not the rank asked for: the turn is over")
    if goes_again:
        return ruling("again", cite(rule.AGAIN, _("Show it, and go again")))
    return ruling("over", cite(rule.AGAIN, words_if_over))


class AskResult(Choice):
    """The result of asking."""

    GIVEN = "given", _("The cards were given")
    FISHED = "fished", _("“Go fish!”: a card was taken from the middle")


def turn_goes_to_asked(facts: object, sheet: Sheet[House]) -> bool:
    return sheet.house.next_turn is not NextTurn.LEFT


def turn_goes_left(facts: object, sheet: Sheet[House]) -> bool:
    return sheet.house.next_turn is NextTurn.LEFT


@dataclass(frozen=True)
class Request:
    """A request for a rank, what came of it (``came``), and the two players."""

    asker: Annotated[Seat, Ask(_("Who asked?"))]
    came: Annotated[AskResult, Ask(_("What came of it?"), rule=rule.GIVE)]
    asked: Annotated[
        Seat,
        Ask(
            _("Who was asked?"),
            relevant_if=lambda facts, sheet: (
                facts.came is AskResult.FISHED and turn_goes_to_asked(facts, sheet)
            ),
        ),
    ] = Seat(0)
    asked_rank: Annotated[
        bool,
        Ask(
            _("Is the fished card of the rank asked for?"),
            rule=rule.AGAIN,
            relevant_if=lambda facts, sheet: facts.came is AskResult.FISHED and rank_decides(facts, sheet),
        ),
    ] = False
    completes: Annotated[
        bool,
        Ask(
            _("Does it complete a book, or a pair?"),
            rule=rule.AGAIN,
            relevant_if=lambda facts, sheet: facts.came is AskResult.FISHED and book_decides(facts, sheet),
        ),
    ] = False


def on_turn(facts: Request, sheet: Sheet[House]) -> Ruling:
    if facts.came is AskResult.GIVEN:
        words = _("{who} asks again: the cards were given")
        return ruling(facts.asker, cite(rule.GIVE, words, who=facts.asker))
    fished_ruling = on_fished(FishedCard(facts.asked_rank, facts.completes), sheet)
    if fished_ruling.verdict == "again":
        words = _("{who} goes again, and shows the card that was fished")
        return ruling(facts.asker, cite(rule.AGAIN, words, who=facts.asker))
    missed_ruling = on_missed(Miss(facts.asker, facts.asked), sheet)
    return ruling(missed_ruling.verdict, *missed_ruling.because, *fished_ruling.because)


@dataclass(frozen=True)
class Miss:
    """A request that was answered with "go fish"."""

    asker: Annotated[Seat, Ask(_("Who asked?"), relevant_if=turn_goes_left)] = Seat(0)
    asked: Annotated[Seat, Ask(_("Who was asked?"), relevant_if=turn_goes_to_asked)] = Seat(0)


def on_missed(facts: Miss, sheet: Sheet[House]) -> Ruling:
    to_the_left = sheet.house.next_turn is NextTurn.LEFT
    next_player = sheet.seating.left(facts.asker) if to_the_left else facts.asked
    words = (
        _("{who} is next: the turn goes to the left") if to_the_left else _("{who} was asked, and is next")
    )
    return ruling(next_player, cite(rule.NEXT, words, who=next_player))


@dataclass(frozen=True)
class NoCards:
    """A player without cards, and the state of the stock."""

    stock: Annotated[bool, Ask(_("Are there cards left to draw?"))]


def on_empty(facts: NoCards, sheet: Sheet[House]) -> Ruling:
    if not facts.stock:
        return ruling("out", cite(rule.EMPTY, _("Out: there is nothing left to draw")))
    words = {
        EmptyHand.DRAW_ONE: _("Draw one card and ask for its rank"),
        EmptyHand.DRAW_NEW_HAND: _("Draw a new hand of {n}"),
        EmptyHand.OUT: _("Out: at this table nothing is drawn"),
    }[sheet.house.empty_hand]
    n = dealt_each(sheet.house, sheet.seating.seats)
    return ruling(sheet.house.empty_hand, cite(rule.EMPTY, words, n=n))


# Books -----------------------------------------------------------------------


def every_card(sheet: Sheet[House]) -> Cards:
    return pack()


@dataclass(frozen=True)
class SomeCards:
    """The cards of a possible book."""

    cards: Annotated[Cards, Ask(_("Which cards?"), least=1, most=4, available=every_card)]


def on_book(facts: SomeCards, sheet: Sheet[House]) -> Ruling:
    size = PAIR_SIZE if sheet.house.collect is Collect.PAIRS else BOOK_SIZE
    is_one_rank = len({card.rank for card in facts.cards}) == 1
    words = _("{n} cards of a rank are needed")
    return legal_if(is_one_rank and len(facts.cards) == size, rule.BOOK, _("Lay it down"), words, n=size)


@dataclass(frozen=True)
class SomeBooks:
    """The books to be valued."""

    books: Annotated[frozenset[Rank], Ask(_("Which books?"))]


def on_worth(facts: SomeBooks, sheet: Sheet[House]) -> Ruling:
    if ranks_have_values(sheet.house):
        n = sum(VALUES[rank] for rank in facts.books)
        return ruling(n, cite(rule.VALUES, _("These books count {n}"), n=n))
    if sheet.house.collect is Collect.PAIRS:
        n = PAIRS_PER_RANK * len(facts.books)
        return ruling(n, cite(rule.PAIRS, _("Two pairs of each rank: {n}"), n=n))
    n = len(facts.books)
    return ruling(n, cite(rule.BOOKS, _("One each: {n}"), n=n))


def may_end_early(facts: object, sheet: Sheet[House]) -> bool:
    return sheet.house.end is not End.ALL_BOOKS


@dataclass(frozen=True)
class Ending:
    """The state of a round that may be over."""

    made: Annotated[int, Ask(_("Books, or pairs, made by all together"), most=PAIRS)]
    hand_empty: Annotated[bool, Ask(_("Is somebody out of cards?"), relevant_if=may_end_early)] = False
    stock_empty: Annotated[bool, Ask(_("Is there nothing left to draw?"), relevant_if=may_end_early)] = False


def on_ending(facts: Ending, sheet: Sheet[House]) -> Ruling:
    most = books_in_pack(sheet)
    if facts.made >= most:
        return ruling("yes", cite(rule.END, _("The round is over: all are made")))
    if sheet.house.end is End.ALL_BOOKS:
        return ruling("no", cite(rule.END, _("Not yet: {n} are still to be made"), n=most - facts.made))
    if facts.hand_empty or facts.stock_empty:
        return ruling("yes", cite(rule.END, _("The round is over: a hand or the stock is empty")))
    return ruling("no", cite(rule.END, _("Not yet: everybody has cards, and so has the stock")))


@dataclass(frozen=True)
class BooksMade:
    """Each player's number of books or pairs, or points for books."""

    books: Annotated[PerSide[int], Ask(_("What each has made"), most=MOST_POINTS)]


def on_best(facts: BooksMade, sheet: Sheet[House]) -> Ruling:
    best = max(facts.books)
    winners = tuple(side for side in sheet.seating.every_side if facts.books[side] == best)
    words = (
        _("{winners} share the round with {n} each") if len(winners) > 1 else _("{winners} has the most: {n}")
    )
    return ruling(winners, cite(rule.ROUND_WON, words, winners=winners, n=best))


def on_deal(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    n = dealt_each(sheet.house, sheet.seating.seats)
    return ruling(n, cite(rule.DEAL, _("{n} cards each"), n=n))


def on_first(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return ruling("chance", cite(rule.FIRST, _("Chance picks: cut the cards")))


QUESTIONS = {
    "ask_rank": Question(
        _("May I ask for a rank I do not hold?"),
        on_asking,
        Asking,
        _("void request illegal ask"),
        irregularity=IrregularityKind.CLAIM,  # asking for a rank claims that you hold it
    ),
    "give_all": Question(
        _("Must all cards of the rank be given?"), on_giving, Giving, _("one of three nines")
    ),
    "false_answer": Question(
        _("Somebody said “Go fish!” holding the rank"),
        on_false_answer,
        Falsehood,
        _("lie cheat"),
        irregularity=IrregularityKind.CLAIM,
    ),
    "fished": Question(_("I fished what I asked for: do I go again?"), on_fished, FishedCard, _("draw turn")),
    "turn": Question(_("Whose turn is it now?"), on_turn, Request, _("catch caught given fished again next")),
    "next": Question(_("Whose turn is it after a miss?"), on_missed, Miss, _("left answerer turn")),
    "no_cards": Question(_("I have no cards: what now?"), on_empty, NoCards, _("empty hand draw out")),
    "book": Question(_("Is this a book?"), on_book, SomeCards, _("pair four of a rank")),
    "worth": Question(_("What are these books worth?"), on_worth, SomeBooks, _("value points")),
    "round_over": Question(_("Is the round over?"), on_ending, Ending, _("end thirteen stock empty")),
    "most_books": Question(_("Who has won the round?"), on_best, BooksMade, _("tie shared five books")),
    "deal": Question(_("How many cards are dealt?"), on_deal, keywords=_("six seven five")),
    "first": Question(_("Who asks first?"), on_first, keywords=_("begin start random")),
}
