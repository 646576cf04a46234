"""The score of a round: marks, places or letters; and the end of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.engine import (
    Cite,
    Message,
    Outcome,
    PartialHand,
    PerSide,
    Points,
    Problem,
    Row,
    ScoreLine,
    Seat,
    Seating,
    Sheet,
    Side,
    _,
    cite,
    hand_sentence,
    incremental_fold,
    ngettext,
    say,
    score_line,
)

from . import rulebook as rule
from .hands import KINDS, Hand, Maid, sides_still_in
from .house import End, House, Pair, Removed, Scoring, Start, Tie

WORDS = ("OLD", "MAID", "OLDMAID")
LONGEST_WORD = "OLDMAIDENS"

# The names of the card that is left over.
ODD_CARD_NAMES = {
    Removed.ONE_QUEEN: _("the odd queen"),
    Removed.QUEEN_OF_CLUBS: _("the odd queen"),
    Removed.JOKER_ADDED: _("the joker"),
    Removed.UNKNOWN_CARD: _("the odd card"),
}


def odd_card(house: House) -> Message:
    """Return the name of the card that is left over."""
    if house.removed is Removed.QUEEN_OF_CLUBS and house.pair is Pair.RANK_AND_COLOUR:
        return say(_("the queen of spades"))
    return say(ODD_CARD_NAMES[house.removed])


def points_by_place(house: House, players: int) -> tuple[int, ...]:
    """Return the points of the first player out, the second, and so on; the maid last."""
    return house.rank_points or tuple(range(players - 1, -1, -1))


def letters_of(house: House) -> str:
    """Return the letters that put a player out, one for each time left with the maid."""
    words = [word for word in WORDS if len(word) == house.limit]
    return house.word.replace(" ", "") or (words[0] if words else LONGEST_WORD[: house.limit])


def letters_taken(n: Points, house: House) -> str:
    """Return the letters taken so far, and a dot for each one missing."""
    letters = letters_of(house)
    return " ".join(letter if index < n else "·" for index, letter in enumerate(letters))


def order_of_getting_out(hand: Hand, sheet: Sheet[House]) -> tuple[Side, ...]:
    """Return the players in the order they got out, the maid last.

    If only the maid is known, the others come first in no particular order.
    """
    remaining_sides = sides_still_in(sheet.totals, sheet.house)
    if isinstance(hand, Maid):
        maid = sheet.seating.side(hand.maid)
        return (*(side for side in remaining_sides if side != maid), maid)
    last = len(remaining_sides)
    return tuple(sorted(remaining_sides, key=lambda side: hand.places[side] or last))


def kinds(sheet: Sheet[House]) -> Iterator[str]:
    """Yield the kinds of hand at this table: the maid alone is enough unless places count."""
    if not places_needed(sheet):
        yield "maid"
    yield "places"


def places_needed(sheet: Sheet[House]) -> bool:
    """Return whether the whole order matters; with two players, naming the maid is enough."""
    return sheet.house.scoring is Scoring.FINISH_RANK and sheet.seating.seats > 2


# Checks ----------------------------------------------------------------------


def check(hand: Hand, sheet: Sheet[House]) -> Iterator[Problem]:
    remaining_sides = sides_still_in(sheet.totals, sheet.house)
    if isinstance(hand, Maid):
        if sheet.seating.side(hand.maid) not in remaining_sides:
            yield sits_out_problem("maid", sheet.seating.side(hand.maid))
        if places_needed(sheet):
            words = say(_("Places count at this table: say in which order they got out"))
            yield Problem("", words, rule.RANKS)
        return
    for side in sheet.seating.every_side:
        if side not in remaining_sides and hand.places[side]:
            yield sits_out_problem(f"places.{side}", side)
    yield from place_problems({side: hand.places[side] for side in remaining_sides})


def sits_out_problem(field: str, side: Side) -> Problem:
    return Problem(field, say(_("{side} has the whole word and sits out"), side=side), rule.SITS_OUT)


def place_problems(places: dict[Side, int | None]) -> Iterator[Problem]:
    """Yield the problems in the places of those who played."""
    without_place = tuple(side for side, place in places.items() if place is None)
    if len(without_place) > 1:
        yield Problem(
            "places", say(_("Only one is left with her, not {sides}"), sides=without_place), rule.MAID
        )
        return
    counts = Counter(place for place in places.values() if place)
    places_expected = range(1, len(places) + 1 - len(without_place))
    for place in sorted(place for place, n in counts.items() if n > 1):
        yield Problem("places", say(_("Only one can be in place {n}"), n=place), rule.OUT)
    if missing_places := tuple(place for place in places_expected if place not in counts):
        yield Problem("places", say(_("Nobody is in place {n}"), n=missing_places), rule.OUT)


def check_house(house: House, seating: Seating) -> Iterator[Problem]:
    points = house.rank_points
    if house.scoring is Scoring.FINISH_RANK and points:
        if len(points) != seating.seats:
            words = say(_("One number for each of {n} places, please"), n=seating.seats)
            yield Problem("rank_points", words, rule.RANKS)
        if list(points) != sorted(points, reverse=True):
            words = say(_("A later place cannot earn more than an earlier one"))
            yield Problem("rank_points", words, rule.RANKS)
    if house.scoring is Scoring.LETTERS and len(letters_of(house)) != house.limit:
        words = ngettext(
            "Choose a word of {n} letter, or change the number of times left with the maid",
            "Choose a word of {n} letters, or change the number of times left with the maid",
            house.limit,
        )
        yield Problem("word", words, rule.LETTERS)


# The score -------------------------------------------------------------------


def score(hand: Hand, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    house, order = sheet.house, order_of_getting_out(hand, sheet)
    maid = order[-1]
    match house.scoring:
        case Scoring.FINISH_RANK:
            points = points_by_place(house, sheet.seating.sides)
            for place, side in enumerate(order[:-1]):
                words = _("Out in place {n}, which counts {points}")
                yield score_line(side, points[place], rule.RANKS, words, n=place + 1, points=points[place])
            words = _("Left with {her}, which counts {points}")
            yield score_line(maid, points[-1], rule.RANKS, words, her=odd_card(house), points=points[-1])
        case Scoring.MAID_TALLY:
            yield score_line(maid, 1, rule.TALLY, _("Left with {her}"), her=odd_card(house))
        case _:
            letters = sheet.totals[maid] + 1
            letter = cite(
                rule.LETTERS,
                _("Left with {her}: {word}"),
                her=odd_card(house),
                word=letters_taken(letters, house),
            )
            word_complete = (cite(rule.SITS_OUT, _("The whole word: {side} is out"), side=maid),)
            yield ScoreLine(maid, 1, (letter, *(word_complete if letters >= house.limit else ())))


# The end ---------------------------------------------------------------------


def count_rounds(sheet: Sheet[House]) -> int:
    return sheet.count(*KINDS.values())


def times_left_with_maid(sheet: Sheet[House]) -> PerSide[Points]:
    """Return how often each side was left with the old maid.

    With marks and letters, that is the side's total.
    """
    if sheet.house.scoring is not Scoring.FINISH_RANK:
        return sheet.totals
    maids = Counter(order_of_getting_out(hand, sheet)[-1] for hand in sheet.scored_hands(*KINDS.values()))
    return sheet.seating.per_side(lambda side: maids[side])


def outcome(sheet: Sheet[House]) -> Outcome | None:
    house, remaining_sides = sheet.house, sides_still_in(sheet.totals, sheet.house)
    if house.end is End.LIMIT and max(times_left_with_maid(sheet)) >= house.limit:
        end_rule = rule.LIMIT
    elif house.end is End.ROUNDS and count_rounds(sheet) >= house.rounds:
        end_rule = rule.ROUNDS
    elif len(remaining_sides) < 2:
        end_rule = rule.LAST_IN
    else:
        return None
    best = min(sheet.totals) if lowest_wins(house) else max(sheet.totals)
    winners = sheet.sides_with_total(best)
    if len(winners) == 1:
        sentence = say(winner_sentence(house), winner=winners[0], best=best)
        return Outcome(winners, cite(end_rule, with_losers(sentence, sheet)))
    if house.tie is Tie.EXTRA_ROUND and len(remaining_sides) > 1:
        return None
    sentence = say(_("{winners} share the win with {best}"), winners=winners, best=best)
    return Outcome(winners, cite(rule.TIE, with_losers(sentence, sheet)))


def old_maids(sheet: Sheet[House]) -> tuple[Side, ...]:
    """Return the sides left with the old maid most often, who lose; none if all are level."""
    times_left = times_left_with_maid(sheet)
    most = max(times_left)
    return (
        ()
        if most == min(times_left)
        else tuple(side for side in sheet.seating.every_side if times_left[side] == most)
    )


def with_losers(sentence: Message, sheet: Sheet[House]) -> Message:
    """Put the losers before a sentence: "Cy is the Old Maid. Ann was left with her least often: 0"."""
    losers = old_maids(sheet)
    if not losers:
        return sentence
    if len(losers) == 1:
        return say(_("{loser} is the Old Maid. {told}"), loser=losers[0], told=sentence)
    return say(_("{losers} are the Old Maids. {told}"), losers=losers, told=sentence)


def winner_sentence(house: House) -> str:
    return {
        Scoring.MAID_TALLY: _("{winner} was left with her least often: {best}"),
        Scoring.FINISH_RANK: _("{winner} wins with {best}"),
        Scoring.LETTERS: _("{winner} has the fewest letters: {best}"),
    }[house.scoring]


# The dealer and the briefing -------------------------------------------------


def dealer(sheet: Sheet[House]) -> Seat:
    """Return the next dealer: the deal passes to the left, past those who sit out."""
    return next_seat_still_in(_dealer_so_far(sheet), sheet.totals, sheet)


@incremental_fold(lambda sheet: sheet.seating.first_dealer)
def _dealer_so_far(so_far: Seat, row: Row, sheet: Sheet[House]) -> Seat:
    """Return the dealer after one more row."""
    if isinstance(row.hand, tuple(KINDS.values())) and not row.problems:
        return next_seat_still_in(sheet.seating.left(so_far), row.totals, sheet)
    return so_far


def next_seat_still_in(seat: Seat, totals: PerSide[Points], sheet: Sheet[House]) -> Seat:
    """Return this seat, or the next to its left that plays on; this one if none does."""
    remaining_sides = sides_still_in(totals, sheet.house)
    seats_in_turn = sheet.seating.round_from(seat)
    return next(
        (candidate for candidate in seats_in_turn if sheet.seating.side(candidate) in remaining_sides), seat
    )


def first_to_offer(sheet: Sheet[House]) -> Seat:
    """Return the seat that offers first in the next round."""
    next_dealer = dealer(sheet)
    if sheet.house.start is Start.DEALER:
        return next_dealer
    return next_seat_still_in(sheet.seating.left(next_dealer), sheet.totals, sheet)


def unit(house: House) -> str:
    return {
        Scoring.MAID_TALLY: _("times the old maid"),
        Scoring.FINISH_RANK: _("points"),
        Scoring.LETTERS: _("letters"),
    }[house.scoring]


def lowest_wins(house: House) -> bool:
    return house.scoring is not Scoring.FINISH_RANK


def briefing(sheet: Sheet[House], partial_hand: PartialHand | None) -> Iterator[Cite]:
    house, rounds_played = sheet.house, count_rounds(sheet)
    remaining_sides = sides_still_in(sheet.totals, house)
    if sheet.outcome:
        return
    words = _("{dealer} deals all the cards; {first} offers first")
    yield cite(rule.START, words, dealer=dealer(sheet), first=first_to_offer(sheet))
    if sitting_out := tuple(side for side in sheet.seating.every_side if side not in remaining_sides):
        yield cite(rule.SITS_OUT, _("No cards for {sides}: the word is whole"), sides=sitting_out)
    if house.end is End.ROUNDS and rounds_played < house.rounds:
        yield cite(rule.ROUNDS, _("Round {n} of {rounds}"), n=rounds_played + 1, rounds=house.rounds)
    elif house.end is End.ROUNDS or max(times_left_with_maid(sheet)) >= house.limit:
        # The end was reached without an outcome: the leaders are tied.
        yield cite(rule.TIE, _("Tied: another round decides"))
    if house.scoring is Scoring.LETTERS:
        with_some_letters = tuple(
            side for side in remaining_sides if 0 < sheet.totals[side] < house.limit - 1
        )
        for side in with_some_letters:
            words = _("{side} has {word}")
            yield cite(rule.LETTERS, words, side=side, word=letters_taken(sheet.totals[side], house))
    one_short_of_limit = tuple(
        side for side in sheet.seating.every_side if times_left_with_maid(sheet)[side] == house.limit - 1
    )
    for side in one_short_of_limit:
        if house.scoring is Scoring.LETTERS:
            words = _("{side} has {word}: one more letter, and {side} is out")
            yield cite(rule.LETTERS, words, side=side, word=letters_taken(sheet.totals[side], house))
        elif house.end is End.LIMIT:
            yield cite(rule.LIMIT, _("If {side} is left with her, the game is over"), side=side)


def summary(hand: Hand, sheet: Sheet[House]) -> Message:
    if isinstance(hand, Maid):
        return hand_sentence(Maid, maid=hand.maid)
    places = dict(zip(sheet.seating.every_side, hand.places, strict=False))
    # A player who sits out has no place either, so places alone do not tell who was left with the maid.
    without_place = [side for side, place in places.items() if place is None]
    maid: Side | None
    if len(without_place) > 1:
        maid = None
    elif without_place:
        maid = without_place[0]
    else:
        maid = max(places, key=lambda side: places[side] or 0)
    first = next((side for side, place in places.items() if place == 1), None)
    if first is None:
        return say(_("Out in order"))
    if maid is None:
        return say(_("{who} was out first"), who=first)
    return say(_("{first} was out first, {maid} is the Old Maid"), first=first, maid=maid)
