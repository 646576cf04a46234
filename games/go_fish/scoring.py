"""The score of a round: books, pairs or values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.engine import (
    Cite,
    Message,
    Outcome,
    PartialHand,
    PerSide,
    Problem,
    ScoreLine,
    Sheet,
    _,
    cite,
    hand_sentence,
    ngettext,
    say,
    score_line,
)

from . import rulebook as rule
from .hands import (
    KINDS,
    VALUES,
    Hand,
    Rank,
    Round,
    RoundByRanks,
    books_in_pack,
    dealt_each,
    ranks_have_values,
    required_books,
)
from .house import Collect, House, Match, Tie


def check(hand: Hand, sheet: Sheet[House]) -> Iterator[Problem]:
    pairs = sheet.house.collect is Collect.PAIRS
    if isinstance(hand, Round):
        if ranks_have_values(sheet.house):
            words = _("Books have values at this table: say which books each has")
            yield Problem("", say(words), rule.VALUES)
        elif sum(hand.books) > (most := books_in_pack(sheet)):
            words = (
                _("There are only {most} pairs in the pack") if pairs else _("There are only {most} books")
            )
            yield Problem("books", say(words, most=most), rule.BOOK)
        return
    if pairs:
        words = _("Pairs are collected at this table: say how many pairs each has")
        yield Problem("", say(words), rule.PAIRS)
        return
    owner_counts = Counter(rank for books in hand.books for rank in books)
    ranks_twice = tuple(rank for rank in Rank if owner_counts[rank] > 1)
    if ranks_twice:
        yield Problem("books", say(_("Only one can have the book of {ranks}"), ranks=ranks_twice), rule.BOOK)
    missing_ranks = tuple(rank for rank in Rank if not owner_counts[rank])
    if missing_ranks and required_books(sheet) is not None:
        yield Problem("books", say(_("Who has the book of {ranks}?"), ranks=missing_ranks), rule.END)


def round_points(hand: Hand, house: House) -> PerSide[int]:
    """Return the points of each player in a round."""
    if isinstance(hand, Round):
        return hand.books
    if ranks_have_values(house):
        return PerSide(sum(VALUES[rank] for rank in books) for books in hand.books)
    return PerSide(len(books) for books in hand.books)


def cite_books(hand: Hand, points: int, side: int, house: House) -> Cite:
    """Cite the books or pairs of a side, and the points for them."""
    if isinstance(hand, RoundByRanks) and ranks_have_values(house):
        ranks = tuple(rank for rank in Rank if rank in hand.books[side])
        words = say(_("Books of {ranks}: {n}"), ranks=ranks, n=points) if ranks else say(_("No book"))
        return cite(rule.VALUES, words)
    if house.collect is Collect.PAIRS:
        return cite(rule.PAIRS, ngettext("{n} pair", "{n} pairs", points))
    return cite(rule.BOOKS, ngettext("{n} book", "{n} books", points))


def score(hand: Hand, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    house, points = sheet.house, round_points(hand, sheet.house)
    for side in sheet.seating.every_side:
        reason = cite_books(hand, points[side], side, house)
        if house.match is Match.BOOKS_TOTAL:
            yield ScoreLine(side, points[side], (reason,))
        elif points[side] and points[side] == max(points):
            yield ScoreLine(side, 1, (cite(rule.ROUND_WON, _("Won the round")), reason))
        else:
            yield score_line(side, 0, reason.rule, reason.words)


def outcome(sheet: Sheet[House]) -> Outcome | None:
    if sheet.count(*KINDS.values()) < sheet.house.rounds:
        return None
    best = max(sheet.totals)
    winners = sheet.sides_with_total(best)
    if len(winners) == 1:
        words = _("{winner} wins with {best}")
        return Outcome(winners, cite(rule.ROUNDS, words, winner=winners[0], best=best))
    if sheet.house.tie is Tie.EXTRA_ROUND:
        return None
    return Outcome(
        winners, cite(rule.TIE, _("{winners} share the win with {best}"), winners=winners, best=best)
    )


def briefing(sheet: Sheet[House], partial_hand: PartialHand | None) -> Iterator[Cite]:
    if sheet.outcome:
        return
    house, rounds_played = sheet.house, sheet.count(*KINDS.values())
    dealer = sheet.dealer(*KINDS.values())
    n = dealt_each(house, sheet.seating.seats)
    yield cite(rule.DEAL, _("{dealer} deals {n} cards each; chance picks who asks first"), dealer=dealer, n=n)
    if rounds_played >= house.rounds:
        yield cite(rule.TIE, _("Tied: another round decides"))
    else:
        yield cite(rule.ROUNDS, _("Round {n} of {rounds}"), n=rounds_played + 1, rounds=house.rounds)


def summary(hand: Hand, sheet: Sheet[House]) -> Message:
    if isinstance(hand, Round):
        return hand_sentence(Round, books=hand.books)
    points = round_points(hand, sheet.house)
    best = tuple(side for side in sheet.seating.every_side if points[side] == max(points))
    return say(_("Most: {sides} with {n}"), sides=best, n=max(points))


def kinds(sheet: Sheet[House]) -> Iterator[str]:
    """Yield the kinds of hand: by numbers unless books have values, by ranks unless pairs are collected."""
    if not ranks_have_values(sheet.house):
        yield "round"
    if sheet.house.collect is not Collect.PAIRS:
        yield "ranks"
