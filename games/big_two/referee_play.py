"""Rulings on the turn, passing, and the end of a trick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from games.engine import Ask, Cards, Cite, PerSeat, Ruling, Seat, Sheet, _, cite, ruling

from . import rulebook as rule
from .briefing import cite_leader, last_winner
from .choices import Direction, NextLead, Passing, President, Returns, TrickEnd
from .combinations import lowest_card
from .house import House, plays_for_places
from .losses import players_after
from .president import cite_gifts
from .referee_cards import NO, YES, ask_cards


@dataclass(frozen=True)
class LowestCardHolder:
    """The holder of the lowest card."""

    lowest: Annotated[
        Seat | None, Ask(_("Who holds the lowest card?"), rule=rule.FIRST_LEAD, none=_("Not known"))
    ] = None


def on_lead(facts: LowestCardHolder, sheet: Sheet[House]) -> Ruling:
    winner = last_winner(sheet)
    winner_leads = winner is not None and sheet.house.next_lead is NextLead.WINNER
    reason = cite_leader(sheet)
    if not winner_leads and facts.lowest is not None:
        words = _("{seat} holds the lowest card, and leads")
        return ruling(facts.lowest, cite(reason.rule, words, seat=facts.lowest), reason)
    return ruling(winner if winner_leads else Cards([lowest_card(sheet.house)]), reason)


@dataclass(frozen=True)
class Trick:
    """The cards on the table, and the hand of the next player."""

    table: Annotated[Cards, ask_cards(_("What lies on the table?"))]
    hand: Annotated[Cards, ask_cards(_("The hand of the next player"), most=60)]
    led: Annotated[bool, Ask(_("Were the cards on the table led?"), rule=rule.THREE_THREES)] = True


def on_passing(facts: Trick, sheet: Sheet[House]) -> Ruling:
    allowed = ruling(YES, cite(rule.MAY_PASS, _("Yes: nobody is obliged to beat")))
    if not sheet.house.three_threes:
        return allowed
    is_three_threes = sorted(card.rank for card in facts.table) == ["3"] * 3
    counts = Counter(card.rank for card in facts.hand)
    has_other_triple = any(n >= 3 for rank, n in counts.items() if rank not in "23")
    if facts.led and is_three_threes and counts["2"] >= 3 and not has_other_triple:
        return ruling(
            NO, cite(rule.THREE_THREES, _("No: three 3s were led, and only the three 2s can answer"))
        )
    return allowed


@dataclass(frozen=True)
class Passes:
    """The number of passes since the last play."""

    passed: Annotated[int, Ask(_("How many have passed in a row?"), most=7, rule=rule.TRICK_END)]
    playing: Annotated[
        int,
        Ask(
            _("How many still hold cards?"),
            least=1,
            most=lambda sheet: sheet.seating.seats,
            rule=rule.TRICK_END,
        ),
    ]
    gone_out: Annotated[
        bool,
        Ask(
            _("Did the last player to play go out?"),
            relevant_if=lambda facts, sheet: plays_for_places(sheet.house),
        ),
    ] = False


def on_trick_end(facts: Passes, sheet: Sheet[House]) -> Ruling:
    # The last player to play need not pass. If that player went out, all who still hold cards must pass.
    player_is_out = facts.gone_out and plays_for_places(sheet.house)
    passes_needed = facts.playing if player_is_out else facts.playing - 1
    if sheet.house.trick_end is TrickEnd.ONE_PASS:
        passes_needed = min(passes_needed, 1)
    if facts.passed < passes_needed:
        words = _("No: {n} must pass in a row, and {passed} have")
        return ruling(NO, cite(rule.TRICK_END, words, n=passes_needed, passed=facts.passed))
    if player_is_out:
        words = _("Yes: nobody beat the last play of the player who went out, and the next player leads")
        return ruling(YES, cite(rule.FOLLOWING, words))
    return ruling(YES, cite(rule.TRICK_END, _("Yes: it is over, and the last to play leads anything")))


def on_coming_back(facts: object, sheet: Sheet[House]) -> Ruling:
    if sheet.house.pass_rule is Passing.FREE:
        words = _("Yes: a pass does not hinder playing later in the same trick")
        return ruling(YES, cite(rule.COMING_BACK, words))
    return ruling(NO, cite(rule.COMING_BACK, _("No: whoever has passed is out until the trick ends")))


def on_hand_count(facts: object, sheet: Sheet[House]) -> Ruling:
    words = _("Yes: anybody may ask how many cards a player has left")
    return ruling(YES, cite(rule.HAND_COUNT, words))


@dataclass(frozen=True)
class Turn:
    """The player who has just played or passed, and the direction if a race decided it."""

    seat: Annotated[Seat, Ask(_("Who has just played or passed?"), rule=rule.DIRECTION)]
    clockwise: Annotated[
        bool,
        Ask(
            _("Did the race make the turn go clockwise?"),
            relevant_if=lambda facts, sheet: sheet.house.direction is Direction.RACE,
            rule=rule.DIRECTION,
        ),
    ] = False


def on_turn(facts: Turn, sheet: Sheet[House]) -> Ruling:
    direction = sheet.house.direction
    if direction is Direction.RACE:
        direction = Direction.CLOCKWISE if facts.clockwise else Direction.COUNTER
    (seat,) = players_after(facts.seat, sheet.seating, direction)
    words = _("{seat} is next: the turn goes {way}")
    return ruling(seat, cite(rule.DIRECTION, words, seat=seat, way=direction))


@dataclass(frozen=True)
class CardsLeftByPlayer:
    """The cards each player has left."""

    left: Annotated[PerSeat[int], Ask(_("Cards left"), most=60, rule=rule.PAIR_COUNT)]


def on_pairs(facts: CardsLeftByPlayer, sheet: Sheet[House]) -> Ruling:
    seating = sheet.seating
    if seating.sides == seating.seats:
        return ruling("alone", cite(rule.PARTNERS, _("Nobody plays in pairs at this table")))
    counts = seating.per_side(lambda side: sum(facts.left[seat] for seat in seating.seats_of(side)))
    fewest = tuple(side for side in seating.every_side if counts[side] == min(counts))
    if len(fewest) > 1:
        words = _("Both pairs hold {n}: a shoot-out with five cards each decides")
        return ruling("shootout", cite(rule.SHOOT_OUT, words, n=min(counts)))
    words = _("{side} win with {fewer} against {more}, whoever went out")
    reason = cite(rule.PAIR_COUNT, words, side=fewest[0], fewer=min(counts), more=max(counts))
    return ruling(fewest[0], reason)


def on_signals(facts: object, sheet: Sheet[House]) -> Ruling:
    return ruling(
        NO, cite(rule.PARTNERS, _("No: partners may not tell or signal anything about their cards"))
    )


def on_gifts(facts: object, sheet: Sheet[House]) -> Ruling:
    if sheet.house.president is President.OFF:
        return ruling(
            "none", cite(rule.EXCHANGE, _("Nobody gives anything: this table does not play President"))
        )
    gifts = tuple(cite_gifts(sheet))
    if not gifts:
        return ruling("none", cite(rule.EXCHANGE, _("Nobody in the first deal: there are no titles yet")))
    return ruling("give", *gifts, *_cite_when_returned(sheet))


def _cite_when_returned(sheet: Sheet[House]) -> Iterator[Cite]:
    if sheet.house.president_returns is Returns.ANY:
        yield cite(rule.RETURNS, _("The President sees the two cards first"))
