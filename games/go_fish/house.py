"""The house rules and presets of go fish."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from games.engine import Ask, Choice, Preset, Sheet, _

from . import rulebook as rule


class Deal(Choice):
    SIX = "six", _("Six cards each")
    FIVE = "five", _("Five cards each"), _("Seven when only two play")
    SEVEN = "seven", _("Seven cards each")
    BY_SEATS = "by_seats", _("By the number of players"), _("Seven for two or three, five for more")


class Collect(Choice):
    BOOKS = "books", _("Books of four")
    PAIRS = "pairs", _("Pairs")


class GoAgain(Choice):
    ASKED_RANK = "asked_rank", _("Yes, even if it completes no book")
    BOOK_ONLY = "book_only", _("Only if it completes a book")
    NEVER = "never", _("No")


class NextTurn(Choice):
    LEFT = "left", _("The player on the left")
    ANSWERER = "answerer", _("The player who was asked")


class EmptyHand(Choice):
    DRAW_ONE = "draw_one", _("Draws one and asks for its rank")
    DRAW_NEW_HAND = "draw_new_hand", _("Draws a new hand")
    OUT = "out", _("Is out")


class End(Choice):
    ALL_BOOKS = "all_books", _("When all books are made")
    FIRST_OUT = "first_out_or_stock_out", _("When a hand or the stock is empty")


class BookValue(Choice):
    ONE = "one", _("One each")
    RANK_VALUE = "rank_value", _("What the rank shows"), _("Jack 11, queen 12, king 13, ace 15")


class Match(Choice):
    BOOKS_TOTAL = "books_total", _("Everything is added up")
    ROUNDS_WON = "rounds_won", _("Rounds won are counted")


class Tie(Choice):
    SHARED = "shared", _("The win is shared")
    EXTRA_ROUND = "extra_round", _("Another round decides")


PLAYING, COUNTING, ENDING = _("The play"), _("The score"), _("The end")


def collects_books(house: House, sheet: Sheet[Any]) -> bool:
    return house.collect is Collect.BOOKS


@dataclass(frozen=True)
class House:
    """The house rules of a table."""

    deal: Annotated[Deal, Ask(_("How many cards?"), rule=rule.DEAL, section=PLAYING)] = Deal.SIX
    collect: Annotated[Collect, Ask(_("What is collected?"), rule=rule.BOOK, section=PLAYING)] = Collect.BOOKS
    again_on_fish: Annotated[
        GoAgain, Ask(_("You fished what you asked for: go again?"), rule=rule.AGAIN, section=PLAYING)
    ] = GoAgain.ASKED_RANK
    next_turn: Annotated[NextTurn, Ask(_("Who is next after a miss?"), rule=rule.NEXT, section=PLAYING)] = (
        NextTurn.LEFT
    )
    empty_hand: Annotated[
        EmptyHand, Ask(_("You have no cards on your turn"), rule=rule.EMPTY, section=PLAYING)
    ] = EmptyHand.DRAW_ONE
    end: Annotated[End, Ask(_("When is a round over?"), rule=rule.END, section=PLAYING)] = End.ALL_BOOKS
    book_value: Annotated[
        BookValue,
        Ask(_("What does a book count?"), rule=rule.VALUES, section=COUNTING, relevant_if=collects_books),
    ] = BookValue.ONE
    match: Annotated[
        Match, Ask(_("What is counted over the rounds?"), rule=rule.ROUND_WON, section=COUNTING)
    ] = Match.BOOKS_TOTAL
    rounds: Annotated[
        int,
        Ask(_("Rounds"), least=1, most=20, offers=(1, 3, 5, 10), rule=rule.ROUNDS, section=ENDING),
    ] = 3
    tie: Annotated[Tie, Ask(_("Tied at the end"), rule=rule.TIE, section=ENDING)] = Tie.SHARED


PRESETS = (
    Preset(
        "fish-seed",
        _("Go Fish for three"),
        House(),
        rule.ARTICLE,
        _("Six cards each; after a miss the turn goes to the left; all thirteen books are made"),
        ((3, 3), (2, 2), (4, 4), (5, 5), (6, 6)),
    ),
    Preset(
        "fish-bicycle",
        _("Bicycle"),
        House(deal=Deal.BY_SEATS),
        rule.BICYCLE,
        _("Seven cards each for two or three, five for more"),
    ),
    Preset(
        "fish-pagat",
        _("Quick ending"),
        House(deal=Deal.FIVE, next_turn=NextTurn.ANSWERER, end=End.FIRST_OUT),
        rule.PAGAT,
        _("Five cards each, the player asked is next, and it ends when a hand or the stock is empty"),
    ),
    Preset(
        "fish-book-only",
        _("Strict fishing"),
        House(again_on_fish=GoAgain.BOOK_ONLY),
        rule.TERRACE,
        _("A fished card lets you go again only if it completes a book"),
    ),
    Preset(
        "fish-values",
        _("Books have values"),
        House(book_value=BookValue.RANK_VALUE),
        rule.PAGAT,
        _("A book counts its rank: 2 to 10, jack 11, queen 12, king 13, ace 15"),
    ),
    Preset(
        "fish-pairs",
        _("Pairs"),
        House(collect=Collect.PAIRS),
        rule.PAGAT,
        _("Pairs instead of books of four, 26 of them: quicker with small children"),
    ),
)
