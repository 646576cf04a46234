"""The score of a hand, the columns it is written in, and the settlement of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.engine import (
    Cards,
    Cite,
    Message,
    Outcome,
    PartialHand,
    PerSide,
    Points,
    Problem,
    Row,
    Rule,
    ScoreLine,
    Seat,
    Seating,
    Sheet,
    Side,
    _,
    add_lines,
    cite,
    hand_sentence,
    incremental_fold,
    ngettext,
    say,
    score_line,
)

from . import rulebook as rule
from .hands import (
    KINDS,
    DeadHand,
    Duel,
    Hand,
    Knock,
    Partners,
    deadwood_matters,
    knock_limit,
    spade_doubles,
    three_players,
)
from .house import PAIRS, BoxesWhen, DeadHandDealer, House, Shutout

COLUMNS = 3  # in Hollywood
FLAT_SHUTOUT = 100
UNDERCUT_BOXES, GIN_BOXES = 1, 2  # extra boxes, if the table gives them in Oklahoma
SPADE_FACTOR = 2


# A hand ----------------------------------------------------------------------


@dataclass(frozen=True)
class Win:
    """The points of a hand, its winner and the reasons; no boxes if nobody won it."""

    side: Side
    points: int
    because: tuple[Cite, ...]
    boxes: int = 1


def duel_result(hand: Knock | Duel, knocker: Seat, defender: Side, sheet: Sheet[House]) -> Win:
    """Return the result of one hand between two players."""
    house, knocker_points, defender_points = sheet.house, hand.knocker_deadwood, hand.defender_deadwood
    side, further_boxes = sheet.seating.side(knocker), 0
    if knocker_points == 0 and hand.big_gin and house.big_gin_bonus is not None:
        points, further_boxes = defender_points + house.big_gin_bonus, GIN_BOXES
        words = _("{knocker} went big gin: {theirs} and {bonus}")
        reason = cite(rule.BIG_GIN, words, knocker=knocker, theirs=defender_points, bonus=house.big_gin_bonus)
    elif knocker_points == 0:
        points, further_boxes = defender_points + house.gin_bonus, GIN_BOXES
        words = _("{knocker} went gin: {theirs} and {bonus}")
        reason = cite(rule.GIN, words, knocker=knocker, theirs=defender_points, bonus=house.gin_bonus)
    elif defender_points > knocker_points:
        points = defender_points - knocker_points
        words = _("{knocker} knocked with {mine} against {theirs}")
        reason = cite(rule.DIFFERENCE, words, knocker=knocker, mine=knocker_points, theirs=defender_points)
    elif defender_points < knocker_points or house.undercut_on_tie:
        side, points, further_boxes = (
            defender,
            knocker_points - defender_points + house.undercut_bonus,
            UNDERCUT_BOXES,
        )
        cited = rule.UNDERCUT if defender_points < knocker_points else rule.LEVEL
        words = _("{knocker} knocked with {mine} and was undercut by {theirs}: {bonus} more")
        reason = cite(
            cited,
            words,
            knocker=knocker,
            mine=knocker_points,
            theirs=defender_points,
            bonus=house.undercut_bonus,
        )
    else:
        words = _("{knocker} knocked with {mine} against {mine}: nobody won")
        return Win(side, 0, (cite(rule.LEVEL, words, knocker=knocker, mine=knocker_points),), boxes=0)
    because = [reason]
    if house.oklahoma:
        words = _("{card} turned up: the limit was {n}")
        because.append(cite(rule.OKLAHOMA, words, card=hand.up_card, n=knock_limit(house, hand.up_card)))
    if spade_doubles(house, hand.up_card):
        points *= SPADE_FACTOR
        because.append(cite(rule.SPADES, _("A spade turned up: double")))
    further_boxes = further_boxes if house.oklahoma and house.oklahoma_extra_boxes else 0
    if further_boxes:
        because.append(cite(rule.EXTRA_BOXES, ngettext("A box more", "{n} boxes more", further_boxes)))
    return Win(side, points, tuple(because), 1 + further_boxes)


def hand_result(hand: Hand, sheet: Sheet[House]) -> Win | None:
    """Return the result of a hand; None if it was dead."""
    match hand:
        case DeadHand():
            return None
        case Knock(knocker=knocker):
            return duel_result(hand, knocker, sheet.seating.side(opponent(hand, sheet.seating)), sheet)
        case _:
            return pair_result(hand, sheet)


def opponent(hand: Knock, seating: Seating) -> Seat:
    return seating.left(hand.knocker) if hand.defender is None else hand.defender


def pair_result(hand: Partners, sheet: Sheet[House]) -> Win | None:
    """Return the sum or the difference of the two hands of a round in pairs; None if both were dead."""
    wins = []
    for duel in (hand.first, hand.second):
        if duel.knocker is not None:
            other = sheet.seating.others(sheet.seating.side(duel.knocker))[0]
            wins.append(duel_result(duel, duel.knocker, other, sheet))
    if not wins:
        return None
    if len(wins) == 1:
        reason = cite(rule.PARTNERS, _("The other hand was dead: this one alone counts"))
        return Win(wins[0].side, wins[0].points, (reason, *wins[0].because), wins[0].boxes)
    smaller_win, larger_win = sorted(wins, key=lambda win: (win.points, win.boxes))
    because = (*larger_win.because, *smaller_win.because)
    if smaller_win.side == larger_win.side:
        reason = cite(
            rule.PARTNERS,
            _("Both partners won: {more} and {less}"),
            more=larger_win.points,
            less=smaller_win.points,
        )
        # The two wins make one box; extra boxes for gin and undercuts are added to it.
        boxes = larger_win.boxes + max(smaller_win.boxes - 1, 0)
        return Win(larger_win.side, larger_win.points + smaller_win.points, (reason, *because), boxes)
    difference = larger_win.points - smaller_win.points
    if not difference:
        reason = cite(rule.PARTNERS, _("Each side won {n}: nothing to write"), n=larger_win.points)
        return Win(larger_win.side, 0, (reason, *because), boxes=0)
    words = _("One won {more}, one lost {less}")
    reason = cite(rule.PARTNERS, words, more=larger_win.points, less=smaller_win.points)
    return Win(larger_win.side, difference, (reason, *because), larger_win.boxes)


# The columns -----------------------------------------------------------------


@dataclass(frozen=True)
class Column:
    """A game on the sheet: hand points and boxes of each side."""

    points: PerSide[int]
    boxes: PerSide[int]

    def plus(self, win: Win) -> Column:
        return Column(_plus(self.points, win.side, win.points), _plus(self.boxes, win.side, win.boxes))

    def counting_totals(self, house: House) -> PerSide[int]:
        """Return the totals that count towards the target, including boxes if they are added at once."""
        box_bonus = house.box_bonus if house.boxes_when is BoxesWhen.AT_ONCE else 0
        return PerSide(
            points + box_bonus * boxes for points, boxes in zip(self.points, self.boxes, strict=True)
        )


def _plus(values: PerSide[int], side: Side, n: int) -> PerSide[int]:
    return PerSide(value + n if index == side else value for index, value in enumerate(values))


@dataclass(frozen=True)
class ColumnsSoFar:
    """The columns, and the number of hands that each side has won."""

    columns: tuple[Column, ...]
    wins: PerSide[int]

    def columns_for(self, win: Win, sheet: Sheet[House]) -> tuple[int, ...]:
        """Return the columns that a win is written in (rules 6.4 and 6.5)."""
        if len(self.columns) == 1:
            return (0,)
        unfinished = [n for n, column in enumerate(self.columns) if not is_finished(column, sheet)]
        due_columns = [n for n in unfinished if n <= self.wins[win.side]]
        return tuple(due_columns or unfinished[:1])

    def plus(self, win: Win, sheet: Sheet[House]) -> ColumnsSoFar:
        numbers = self.columns_for(win, sheet)
        columns = tuple(column.plus(win) if n in numbers else column for n, column in enumerate(self.columns))
        return ColumnsSoFar(columns, _plus(self.wins, win.side, 1))


def points_to_win(sheet: Sheet[House]) -> int:
    return sheet.house.team_target if sheet.seating.shape == PAIRS else sheet.house.target


def target_rule(sheet: Sheet[House]) -> Rule:
    return rule.PARTNERS if sheet.seating.shape == PAIRS else rule.TARGET


def is_finished(column: Column, sheet: Sheet[House]) -> bool:
    return max(column.counting_totals(sheet.house)) >= points_to_win(sheet)


def _empty_columns(sheet: Sheet[House]) -> ColumnsSoFar:
    zero = sheet.seating.per_side(lambda side: 0)
    return ColumnsSoFar((Column(zero, zero),) * (COLUMNS if sheet.house.hollywood else 1), zero)


@incremental_fold(_empty_columns)
def columns_so_far(so_far: ColumnsSoFar, row: Row, sheet: Sheet[House]) -> ColumnsSoFar:
    """Return the columns after all hands so far."""
    if row.problems or not isinstance(row.hand, Hand):
        return so_far
    win = hand_result(row.hand, sheet)
    return so_far.plus(win, sheet) if win and win.boxes else so_far


def score(hand: Hand, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    win = hand_result(hand, sheet)
    if win is None:
        for side in sheet.seating.every_side:
            yield score_line(side, 0, rule.DEAD, _("A dead hand: nobody scores"))
        return
    if not win.boxes:
        yield ScoreLine(win.side, 0, win.because)
        return
    house, so_far = sheet.house, columns_so_far(sheet)
    for n in so_far.columns_for(win, sheet):
        column_citation: tuple[Cite, ...] = ()
        if house.hollywood:
            due_columns_finished = n > so_far.wins[win.side]
            cited = rule.FIRST_UNFINISHED_COLUMN if due_columns_finished else rule.HOLLYWOOD
            column_citation = (cite(cited, _("Column {n}"), n=n + 1),)
        yield ScoreLine(win.side, win.points, (*column_citation, *win.because))
        if house.boxes_when is BoxesWhen.AT_ONCE and house.box_bonus:
            yield ScoreLine(
                win.side, win.boxes * house.box_bonus, (cite_boxes(win.boxes, house), *column_citation)
            )


def cite_boxes(n: int, house: House) -> Cite:
    words = ngettext("{n} box at {bonus}", "{n} boxes at {bonus}", n, bonus=house.box_bonus)
    return cite(rule.BOXES, words)


# The settlement --------------------------------------------------------------


def settlement_lines(
    points: PerSide[Points],
    boxes: PerSide[int],
    winner: Side,
    house: House,
    column_citation: tuple[Cite, ...] = (),
) -> Iterator[ScoreLine]:
    """Yield the lines at the end of a game. ``points`` are hand points, without boxes."""
    for index, n in enumerate(boxes):
        if n and house.box_bonus and house.boxes_when is BoxesWhen.END:
            yield ScoreLine(Side(index), n * house.box_bonus, (*column_citation, cite_boxes(n, house)))
    if house.game_bonus:
        yield ScoreLine(winner, house.game_bonus, (*column_citation, cite(rule.GAME_BONUS, _("The game"))))
    if any(n > 0 for index, n in enumerate(points) if index != winner):
        return
    match house.shutout:
        case Shutout.DOUBLE_POINTS:
            reason = cite(rule.SHUTOUT, _("A shutout: the {n} hand points are doubled"), n=points[winner])
            yield ScoreLine(winner, points[winner], (*column_citation, reason))
        case Shutout.DOUBLE_TOTAL:
            total = points[winner] + boxes[winner] * house.box_bonus + house.game_bonus
            reason = cite(
                rule.SHUTOUT, _("A shutout: hand points, boxes and game, {n}, are doubled"), n=total
            )
            yield ScoreLine(winner, total, (*column_citation, reason))
        case Shutout.FLAT_100:
            reason = cite(rule.SHUTOUT, _("A shutout: {n} more"), n=FLAT_SHUTOUT)
            yield ScoreLine(winner, FLAT_SHUTOUT, (*column_citation, reason))
        case _:
            return


def outcome(sheet: Sheet[House]) -> Outcome | None:
    columns = columns_so_far(sheet).columns
    if sheet.house.hollywood:
        return hollywood_outcome(columns, sheet)
    (column,) = columns
    best = max(sheet.totals)
    leaders = sheet.sides_with_total(best)
    if best < points_to_win(sheet) or len(leaders) > 1:
        return None
    (winner,) = leaders
    # Points agreed at the table count like hand points.
    bonus_at_once = sheet.house.box_bonus if sheet.house.boxes_when is BoxesWhen.AT_ONCE else 0
    points = PerSide(
        total - bonus_at_once * boxes for total, boxes in zip(sheet.totals, column.boxes, strict=True)
    )
    lines = tuple(settlement_lines(points, column.boxes, winner, sheet.house))
    final_totals = add_lines(sheet.totals, lines)
    words = _("{winner} reached {target} and won the game; after the settlement the totals are {final}")
    if max(final_totals) > final_totals[winner]:
        words = _("{winner} reached {target} and won the game, but the boxes put others ahead: {final}")
    return Outcome(
        (winner,),
        cite(
            target_rule(sheet),
            words,
            winner=winner,
            target=points_to_win(sheet),
            final=tuple(final_totals),
        ),
        lines,
    )


def why_not_over(sheet: Sheet[House]) -> Iterator[Cite]:
    """Cite why the game goes on, though a total has reached the target."""
    best, target = max(sheet.totals), points_to_win(sheet)
    if best < target:
        if sheet.seating.shape == PAIRS and best >= sheet.house.target:
            yield cite(rule.PARTNERS, _("In pairs it takes {target} to win"), target=target)
        return
    if sheet.house.hollywood:
        words = _("The totals add up three columns: each goes to {target}, and all three must be finished")
        yield cite(rule.HOLLYWOOD, words, target=target)
    else:
        leaders = sheet.sides_with_total(best)
        yield cite(
            target_rule(sheet), _("{level} are tied at {best}: play goes on"), level=leaders, best=best
        )


def points_by_name(points: Iterable[Points]) -> tuple[Message, ...]:
    """Return the points of each side with its name: "Ann 45, Bo 20"."""
    return tuple(say(_("{side} {n}"), side=Side(index), n=n) for index, n in enumerate(points))


def hollywood_outcome(columns: tuple[Column, ...], sheet: Sheet[House]) -> Outcome | None:
    """Return the outcome of Hollywood: each column is settled as a game once all three are finished."""
    if not all(is_finished(column, sheet) for column in columns):
        return None
    lines: list[ScoreLine] = []
    for n, column in enumerate(columns, start=1):
        totals = column.counting_totals(sheet.house)
        winner = Side(totals.index(max(totals)))
        words = _("Column {n}, won by {winner}: {points}")
        column_citation = (cite(rule.HOLLYWOOD, words, n=n, winner=winner, points=points_by_name(totals)),)
        lines += settlement_lines(PerSide(column.points), column.boxes, winner, sheet.house, column_citation)
    final_totals = add_lines(sheet.totals, lines)
    best = max(final_totals)
    winners = tuple(side for side in sheet.seating.every_side if final_totals[side] == best)
    words = _("All three columns are finished: {winners} won most, {final}")
    return Outcome(
        winners,
        cite(rule.HOLLYWOOD, words, winners=winners, final=points_by_name(final_totals)),
        tuple(lines),
    )


# Checks ----------------------------------------------------------------------


def check(hand: Hand, sheet: Sheet[House]) -> Iterator[Problem]:
    is_in_pairs = sheet.seating.shape == PAIRS
    match hand:
        case Knock() if is_in_pairs:
            yield Problem("", say(_("In pairs both hands of a round are written together")), rule.PARTNERS)
        case Knock():
            yield from check_knock(hand, sheet.house, "")
            if sheet.seating.seats == 3 and hand.defender in (None, hand.knocker):
                words = say(_("Against whom did {knocker} play?"), knocker=hand.knocker)
                yield Problem("defender", words, rule.THREE)
        case Partners() if not is_in_pairs:
            yield Problem("", say(_("Only four can play in pairs")), rule.PARTNERS)
        case Partners(first=first, second=second):
            for prefix, duel in ("first.", first), ("second.", second):
                if duel.knocker is not None:
                    yield from check_knock(duel, sheet.house, prefix)
                elif deadwood_matters(duel, sheet):
                    words = say(_("Nobody counts deadwood in a dead hand: who knocked?"))
                    yield Problem(f"{prefix}knocker", words, rule.DEAD)
            if first.knocker is not None and first.knocker == second.knocker:
                words = say(_("{who} cannot have knocked in both hands"), who=first.knocker)
                yield Problem("second.knocker", words, rule.PARTNERS)


def check_knock(hand: Knock | Duel, house: House, prefix: str) -> Iterator[Problem]:
    """Yield the faults of a knock; ``prefix`` starts its field names: in pairs, ``first.`` or ``second.``."""
    if house.oklahoma and not hand.up_card:
        words = say(_("Which card was turned up? It sets the limit for knocking"))
        yield Problem(f"{prefix}up_card", words, rule.OKLAHOMA)
    # Without Oklahoma, the maximum of the question already keeps the deadwood within the limit.
    elif hand.knocker_deadwood > (most := knock_limit(house, hand.up_card)):
        words = say(_("{card} turned up: the limit for knocking was {n}"), card=hand.up_card, n=most)
        yield Problem(f"{prefix}knocker_deadwood", words, rule.OKLAHOMA)
    if hand.big_gin and hand.knocker_deadwood:
        yield Problem(f"{prefix}big_gin", say(_("Big gin leaves no deadwood")), rule.BIG_GIN)


# Dealer, briefing and summary ------------------------------------------------


def dealer(sheet: Sheet[House]) -> Seat:
    """Return the next dealer: the winner of a hand; with three players the loser, who sits out."""
    seating, next_dealer = sheet.seating, sheet.seating.first_dealer
    for hand in sheet.scored_hands(*KINDS.values()):
        win = hand_result(hand, sheet)
        if win is None:
            if sheet.house.dead_hand_dealer is DeadHandDealer.NEXT:
                next_dealer = seating.left(next_dealer)
        elif win.boxes and seating.seats == 3:
            pair = hand.knocker, opponent(hand, seating)
            (next_dealer,) = (seat for seat in pair if seat != win.side)
        elif win.boxes:
            next_dealer = seating.seats_of(win.side)[0]
    return next_dealer


def briefing(sheet: Sheet[House], partial_hand: PartialHand | None) -> Iterator[Cite]:
    if sheet.outcome:
        return
    seating, next_dealer = sheet.seating, dealer(sheet)
    first = seating.left(next_dealer)
    if seating.seats == 2:
        words = _("{dealer} deals ten cards each; {first} may take the up-card first")
        yield cite(rule.DEAL, words, dealer=next_dealer, first=first)
    elif seating.seats == 3:
        words = _("{dealer} deals to {first} and {second}, and sits out")
        yield cite(rule.THREE, words, dealer=next_dealer, first=first, second=seating.left(next_dealer, 2))
    else:
        yield cite(rule.PARTNERS, _("{side} deal both hands"), side=seating.side(next_dealer))
    yield from cite_up_card(sheet.house, partial_hand)
    if sheet.house.hollywood:
        for n, column in enumerate(columns_so_far(sheet).columns, start=1):
            words = (
                _("Column {n}: {points}, finished")
                if is_finished(column, sheet)
                else _("Column {n}: {points}")
            )
            yield cite(rule.HOLLYWOOD, words, n=n, points=points_by_name(column.counting_totals(sheet.house)))
        yield cite(rule.HOLLYWOOD, _("The totals are the three columns added up"))
    elif (best := max(sheet.totals)) > 0:
        leaders = sheet.sides_with_total(best)
        words = _("{leaders}: {n} short of {target}")
        if best >= points_to_win(sheet):
            words = _("{leaders} are tied: play goes on")
        yield cite(
            target_rule(sheet),
            words,
            leaders=leaders,
            n=points_to_win(sheet) - best,
            target=points_to_win(sheet),
        )


def cite_up_card(house: House, partial_hand: PartialHand | None) -> Iterator[Cite]:
    """Cite the meaning of the card turned up for this hand."""
    for field_name, card in (partial_hand.answers if partial_hand else {}).items():
        if house.oklahoma and field_name.endswith("up_card") and isinstance(card, Cards) and card:
            most = knock_limit(house, card)
            words = _("{card} turned up: knock with {n} or less") if most else _("{card} turned up: gin only")
            yield cite(rule.OKLAHOMA, words, card=card, n=most)
            if spade_doubles(house, card):
                yield cite(rule.SPADES, _("A spade: the hand counts double"))


def summary(hand: Hand, sheet: Sheet[House]) -> Message:
    if isinstance(hand, Knock):
        answers: dict[str, object] = {"knocker": hand.knocker, "knocker_deadwood": hand.knocker_deadwood}
        if hand.knocker_deadwood == 0:
            answers["big_gin"] = hand.big_gin
        if three_players(hand, sheet):
            answers["defender"] = hand.defender
        return hand_sentence(Knock, **answers, defender_deadwood=hand.defender_deadwood)
    win = hand_result(hand, sheet)
    if win is None:
        return say(DeadHand.title)
    if not win.boxes:
        return say(_("Tied: nobody won"))
    return say(_("{winner} won {n}"), winner=win.side, n=win.points)


def kinds(sheet: Sheet[House]) -> tuple[str, ...]:
    """Return the kinds of hand at this table: in pairs, a round's two hands are one entry."""
    return ("partners" if sheet.seating.shape == PAIRS else "knock", "dead_hand")
