"""The score of a round, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from games.engine import (
    Balance,
    Cite,
    Message,
    Outcome,
    PartialHand,
    PerSide,
    Points,
    Problem,
    Rule,
    ScoreLine,
    Seat,
    Seating,
    Sheet,
    Side,
    Stopped,
    _,
    agree,
    balance_as_written,
    balance_pairwise,
    cite,
    say,
)

from . import rulebook as rule
from .hands import (
    NUMBER_ENTRIES,
    ROUNDS,
    AnyRound,
    Hand,
    Members,
    Places,
    Result,
    Results,
    Round,
    Winner,
    best_of,
    counted_numbers,
    is_a_race,
    is_bust,
    is_out,
    known_sum,
    moon_shooter,
    places_shared,
    reaches_end,
    reaching_target_wins,
    results,
    round_points,
    round_winners,
    sides_at_target,
    sides_still_in,
    written_rounds,
)
from .house import Dealer, Direction, End, Entry, House, Overshoot, Tie, is_passed, is_reached

# Checks ----------------------------------------------------------------------


def check(hand: Hand, sheet: Sheet[House]) -> Iterator[Problem]:
    match hand:
        case Stopped():
            return
        case Round() | Members() if sheet.house.entry not in NUMBER_ENTRIES:
            yield wrong_kind_problem(sheet)
        case Places() if sheet.house.entry is not Entry.RANK:
            yield wrong_kind_problem(sheet)
        case Winner() | Results() if sheet.house.entry is not Entry.WDL:
            yield wrong_kind_problem(sheet)
        case Round() | Members():
            yield from number_problems(hand, sheet)
        case Places():
            yield from player_problems("places", hand.places, sheet)
        case Results():
            yield from result_problems(hand, sheet)
        case Winner(winner) if winner is not None and winner not in sides_still_in(sheet):
            yield out_problem("winner", winner)


def wrong_kind_problem(sheet: Sheet[House]) -> Problem:
    words = say(_("At this table something else is written: {entry}"), entry=sheet.house.entry)
    return Problem("", words, rule.POINTS)


def out_problem(field: str, side: Side) -> Problem:
    return Problem(
        field,
        agree("{side} is out and writes no more", "{side} are out and write no more", side=side),
        rule.ELIMINATION,
    )


def player_problems(field: str, answers: PerSide[Any], sheet: Sheet[House]) -> Iterator[Problem]:
    """Yield the problems of sides that cannot have played, and of a round that nobody played."""
    for side, answer in zip(sheet.seating.every_side, answers, strict=True):
        if answer and side not in sides_still_in(sheet):
            yield out_problem(f"{field}.{side}", side)
    if all(answer is None for answer in answers):
        yield Problem(field, say(_("Somebody must have played")), rule.SITTING_OUT)


def number_problems(hand: Round | Members, sheet: Sheet[House]) -> Iterator[Problem]:
    step = sheet.house.step
    for index, number in enumerate(hand.points):
        if number is not None and number % step:
            yield Problem(f"points.{index}", say(_("In steps of {step}, please"), step=step), rule.STEP)
    yield from player_problems("points", round_points(hand, sheet), sheet)
    total, round_sum = known_sum(sheet), sum(number for number in hand.points if number is not None)
    if total is not None and round_sum != total and moon_shooter(hand.points, sheet) is None:
        words = say(_("These add up to {sums}, not {total}"), sums=round_sum, total=total)
        sum_rule = rule.ZERO_SUM if sheet.house.entry is Entry.ZERO_SUM else rule.CHECK_SUM
        yield Problem("points", words, sum_rule)
    at_target = sides_at_target(hand, sheet) if is_a_race(sheet) else ()
    if len(at_target) > 1 and hand.first not in at_target:
        words = say(_("{sides} reached the target in the same round: who was first?"), sides=at_target)
        yield Problem("first", words, rule.FIRST)


def result_problems(hand: Results, sheet: Sheet[House]) -> Iterator[Problem]:
    yield from player_problems("results", hand.results, sheet)
    wins, draws = (hand.results.count(result) for result in (Result.WON, Result.DREW))
    player_count = sum(result is not None for result in hand.results)
    if wins and (draws or wins == player_count):
        words = _("If somebody won, nobody can have drawn and somebody must have lost")
        yield Problem("results", say(words), rule.WDL)
    elif not wins and draws < 2 and player_count:
        yield Problem("results", say(_("Somebody must have won, or at least two have drawn")), rule.WDL)


# The score -------------------------------------------------------------------


def opening(seating: Seating, house: House) -> Iterator[ScoreLine]:
    """Yield the points that all sides start with."""
    if house.start_score:
        for side in seating.every_side:
            reason = cite(rule.START, _("At the start: {n}"), n=house.start_score)
            yield ScoreLine(side, house.start_score, (reason,))


def score(hand: Hand, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    if isinstance(hand, Stopped):
        return
    playing = sides_still_in(sheet)
    for side, points in zip(sheet.seating.every_side, round_points(hand, sheet), strict=True):
        if points is not None and side in playing:
            because = tuple(cite_reasons(hand, side, points, sheet))
            yield line_after_target(side, points, because, sheet)


def line_after_target(
    side: Side, points: Fraction, because: tuple[Cite, ...], sheet: Sheet[House]
) -> ScoreLine:
    """Return a side's score line: changed if the side is bust, with another reason if the side goes out."""
    house = sheet.house
    total: Points = sheet.totals[side] + points
    change: Points = points
    if is_bust(total, house):
        if house.overshoot is Overshoot.BUST_STAYS:
            words, change = _("That would be {total}, past {target}: bust, the total stays"), 0
        else:
            words = _("That would be {total}, past {target}: bust, and back to {bust_to}")
            change = house.bust_to - sheet.totals[side]
        bust = cite(rule.EXACT, words, total=total, target=house.target, bust_to=house.bust_to)
        because = (bust, *because)
    total = sheet.totals[side] + change
    if is_out(total, house):
        because = (
            *because,
            cite(
                rule.ELIMINATION,
                agree("{side} is out at {total}", "{side} are out at {total}", side=side, total=total),
            ),
        )
    return ScoreLine(side, change, because)


def cite_reasons(hand: AnyRound, side: Side, points: Fraction, sheet: Sheet[House]) -> Iterator[Cite]:
    """Cite why a side writes these points."""
    match hand:
        case Places(places):
            first, last = places_shared(places, side)
            if first == last:
                yield cite(rule.RANK, _("Place {n}, which counts {points}"), n=first, points=points)
            else:
                words = _("Places {first} to {last} are shared, {points} each: {how}")
                yield cite(
                    rule.SHARED_RANK, words, first=first, last=last, points=points, how=sheet.house.rank_tie
                )
        case Winner() | Results():
            result = results(hand, sheet)[side]
            assert result is not None
            yield cite(rule.WDL, _("{result}"), result=result)
        case _:
            yield cite_number(points, sheet.house)
            if (shooter := moon_player(hand, sheet)) is not None:
                words = _("{who} shot the moon: 0, and {total} for each of the others")
                yield cite(rule.MOON, words, who=shooter, total=known_sum(sheet))
            if isinstance(hand, Members):
                numbers = counted_numbers(hand, sheet)
                numbers_of_members = tuple(
                    n for seat in sheet.seating.seats_of(side) if (n := numbers[seat]) is not None
                )
                if len(numbers_of_members) > 1:
                    yield cite(rule.TEAMS, _("Partners together: {each}"), each=numbers_of_members)


def moon_player(hand: Round | Members, sheet: Sheet[House]) -> Seat | Side | None:
    """Return the player or side that shot the moon in a round; None if none did."""
    shooter = moon_shooter(hand.points, sheet)
    if shooter is None:
        return None
    return Seat(shooter) if isinstance(hand, Members) else Side(shooter)


def cite_number(points: Fraction, house: House) -> Cite:
    match house.entry:
        case Entry.COUNTDOWN:
            return cite(rule.COUNTDOWN, _("{n} off"), n=-points)
        case Entry.ZERO_SUM:
            words = _("Paid {n}") if points < 0 else _("Won {n}")
            return cite(rule.ZERO_SUM, words, n=abs(points))
        case _:
            return cite(rule.POINTS, _("Wrote {n}"), n=points)


# The end ---------------------------------------------------------------------


def outcome(sheet: Sheet[House]) -> Outcome | None:
    remaining = sides_still_in(sheet)
    if len(remaining) < 2:
        return elimination_outcome(remaining, sheet)
    end_rule = ending_rule(sheet)
    if end_rule is None:
        return None
    house, last_hand = sheet.house, sheet.last_hand
    at_target = tuple(side for side in remaining if reaches_end(sheet.totals[side], house))
    if end_rule is rule.TARGET and reaching_target_wins(house):
        remaining = at_target
        if is_a_race(sheet) and isinstance(last_hand, Round | Members) and last_hand.first in at_target:
            winner = last_hand.first
            assert winner is not None
            words = _("{winner} reached {target} first")
            return Outcome((winner,), cite(rule.FIRST, words, winner=winner, target=house.target))
    leaders = best_of(sheet.totals, remaining, house)
    if len(leaders) > 1:
        return tie_outcome(leaders, sheet)
    (winner,) = leaders
    return Outcome(leaders, cite(end_rule, _("{winner} won with {n}"), winner=winner, n=sheet.totals[winner]))


def why_not_over(sheet: Sheet[House]) -> Iterator[Cite]:
    """Cite why the game goes on, though it could have ended."""
    house = sheet.house
    if ending_rule(sheet):
        leaders = best_of(sheet.totals, sides_still_in(sheet), house)
        n = sheet.totals[leaders[0]]
        yield cite(rule.EXTRA, _("{level} are tied at {n}: another round decides"), level=leaders, n=n)
        return
    for side in sides_still_in(sheet):
        if house.end is End.TARGET and is_passed(sheet.totals[side], house.start_score, house.target):
            words = agree(
                "{side} stands at {n}: only exactly {target} ends the game",
                "{side} stand at {n}: only exactly {target} ends the game",
                side=side,
                n=sheet.totals[side],
                target=house.target,
            )
            yield cite(rule.EXACT, words)


def elimination_outcome(remaining: tuple[Side, ...], sheet: Sheet[House]) -> Outcome | None:
    """Return the outcome when fewer than two sides are still in."""
    if remaining:
        (winner,) = remaining
        return Outcome(
            remaining,
            cite(
                rule.ELIMINATION,
                agree("{winner} is the last one left", "{winner} are the last ones left", winner=winner),
            ),
        )
    totals_before = sheet.rows[-2].totals if len(sheet.rows) > 1 else None
    remaining_before = tuple(
        side
        for side in sheet.seating.every_side
        if totals_before is None or not is_out(totals_before[side], sheet.house)
    )
    leaders = best_of(sheet.totals, remaining_before, sheet.house)
    if len(leaders) > 1:
        return settle_tie(leaders, sheet)
    words = _("All are out at once: {winner} won with {n}")
    return Outcome(leaders, cite(rule.ALL_OUT, words, winner=leaders[0], n=sheet.totals[leaders[0]]))


def ending_rule(sheet: Sheet[House]) -> Rule | None:
    """Return the rule that has ended the game; None while it goes on."""
    house = sheet.house
    if sheet.scored_hands(Stopped):
        return rule.TIME if house.end is End.TIME else rule.STOP
    match house.end:
        case End.TARGET if any(reaches_end(sheet.totals[side], house) for side in sides_still_in(sheet)):
            return rule.TARGET
        case End.ROUNDS if len(written_rounds(sheet)) >= house.rounds:
            return rule.ROUNDS
        case End.COMBINED_TOTAL:
            total, total_at_start = sum(sheet.totals), house.start_score * sheet.seating.sides
            return rule.COMBINED if is_reached(total, total_at_start, house.target) else None
    return None


def tie_outcome(leaders: tuple[Side, ...], sheet: Sheet[House]) -> Outcome | None:
    """Return the outcome of a tie by the table's rule; None if another round decides."""
    return None if sheet.house.tie is Tie.EXTRA_ROUND else settle_tie(leaders, sheet)


def settle_tie(leaders: tuple[Side, ...], sheet: Sheet[House]) -> Outcome:
    """Return the outcome of a tie where no other round can be played."""
    n = sheet.totals[leaders[0]]
    if sheet.house.tie is Tie.MOST_ROUNDS_WON:
        winners_of_rounds = tuple(round_winners(sheet))
        rounds_won = sheet.seating.per_side(
            lambda side: sum(side in winners for winners in winners_of_rounds)
        )
        winners = tuple(
            side for side in leaders if rounds_won[side] == max(rounds_won[leader] for leader in leaders)
        )
        if len(winners) == 1:
            words = agree(
                "Tied on {n}: {winner} was best in most rounds, {won}",
                "Tied on {n}: {winner} were best in most rounds, {won}",
                winner=winners[0],
                n=n,
                won=rounds_won[winners[0]],
            )
            reason = cite(rule.MOST_ROUNDS, words)
            return Outcome(winners, reason)
    if sheet.house.tie is Tie.LAST_ROUND_BEST and (rounds := written_rounds(sheet)):
        winners = best_of(rounds[-1].gains, leaders, sheet.house)
        if len(winners) == 1:
            words = agree(
                "Tied on {n}: {winner} was best in the last round",
                "Tied on {n}: {winner} were best in the last round",
                winner=winners[0],
                n=n,
            )
            return Outcome(winners, cite(rule.LAST_ROUND, words))
    return Outcome(leaders, cite(rule.SHARED, _("{leaders} share the win with {n}"), leaders=leaders, n=n))


def settlement(sheet: Sheet[House]) -> Balance:
    """Return each side's balance: the points exchanged, or else the differences of the totals."""
    if sheet.house.entry is Entry.ZERO_SUM:
        return balance_as_written(sheet, rule.ZERO_SUM)
    return balance_pairwise(sheet, lowest_first=sheet.house.direction is Direction.LOW)


# Words -----------------------------------------------------------------------


def dealer(sheet: Sheet[House]) -> Seat | None:
    return None if sheet.house.dealer is Dealer.NONE else sheet.dealer(*ROUNDS)


def briefing(sheet: Sheet[House], partial_hand: PartialHand | None) -> Iterator[Cite]:
    house = sheet.house
    if (next_dealer := dealer(sheet)) is not None:
        yield cite(rule.DEALER, _("{who} deals"), who=next_dealer)
    remaining = sides_still_in(sheet)
    if sides_out := tuple(side for side in sheet.seating.every_side if side not in remaining):
        yield cite(rule.ELIMINATION, _("Out: {gone}"), gone=sides_out)
    if house.entry in NUMBER_ENTRIES and (total := known_sum(sheet)) is not None:
        yield from cite_rest_of_sum(total, house, partial_hand)
    if len(remaining) > 1 and sheet.outcome is None:
        yield from cite_distance_to_end(sheet, remaining)


def cite_rest_of_sum(total: int, house: House, partial_hand: PartialHand | None) -> Iterator[Cite]:
    """Cite what is left of a known sum after the numbers entered so far."""
    answers = partial_hand.answers if partial_hand else {}
    numbers = [n for path, n in answers.items() if path.startswith("points.") and n is not None]
    if house.entry is Entry.ZERO_SUM:
        sum_rule, words = rule.ZERO_SUM, _("The round adds up to zero: {n} to go")
        if not numbers:
            words = _("The round adds up to zero")
    else:
        sum_rule, words = rule.CHECK_SUM, _("The round adds up to {total}: {n} to go")
        if not numbers:
            words = _("The round adds up to {total}")
    yield cite(sum_rule, words, total=total, n=total - sum(numbers))


def cite_distance_to_end(sheet: Sheet[House], remaining: tuple[Side, ...]) -> Iterator[Cite]:
    house = sheet.house
    if ending_rule(sheet) is not None:
        yield cite(rule.EXTRA, _("Tied: another round decides"))
        return
    if house.end is End.ROUNDS:
        yield cite(rule.ROUNDS, _("Round {n} of {most}"), n=len(written_rounds(sheet)) + 1, most=house.rounds)
    if house.hide_totals:
        yield cite(rule.HIDDEN, _("The totals stay covered until the end"))
        return
    if house.end is End.TARGET:
        distances = {side: distance(sheet.totals[side], house.target) for side in remaining}
        nearest = min(distances.values())
        nearest_sides = tuple(side for side in remaining if distances[side] == nearest)
        if len(nearest_sides) < len(remaining):
            words = _("{near}: {n} to go")
            yield cite(rule.TARGET, words, near=nearest_sides, n=nearest, target=house.target)
        else:
            yield cite(rule.TARGET, _("Everybody: {n} to go"), n=nearest, target=house.target)
    if house.end is End.COMBINED_TOTAL:
        words = _("All together have {together}; at {target} the game is over")
        yield cite(rule.COMBINED, words, together=sum(sheet.totals), target=house.target)


def distance(total: Points, goal: int) -> Points:
    return max(total - goal, goal - total)


def summary(hand: Hand, sheet: Sheet[House]) -> Message:
    match hand:
        case Winner(None):
            return say(_("A draw"))
        case Winner(winner):
            return say(_("{winner} won"), winner=winner)
        case Stopped() if sheet.house.end is End.TIME:
            return say(_("Time"))
        case Stopped():
            return say(type(hand).title)
        case Places(places):
            first = tuple(side for side in sheet.seating.every_side if places[side] == 1)
            return say(_("First: {first}"), first=first) if first else say(type(hand).title)
        case Round() | Members() if (shooter := moon_player(hand, sheet)) is not None:
            return say(_("{who} shot the moon"), who=shooter)
        case _:
            return say(_("A round"))
