"""Sergeant Major: targets, tricks, the exchange of cards, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, ClassVar, NamedTuple

from games.engine import (
    Ask,
    Choice,
    Cite,
    Message,
    Moment,
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
    _,
    cite,
    hand_sentence,
    ngettext,
    plain_points,
    say,
    with_placeholder_answers,
)

from . import rulebook as rule
from .house import TRICKS, ExchangeOrder, FirstLead, House, Permission, TargetOrder, Win


class NamedGame(Choice):
    SPADES = "spades", _("♠ Spades")
    HEARTS = "hearts", _("♥ Hearts")
    DIAMONDS = "diamonds", _("♦ Diamonds")
    CLUBS = "clubs", _("♣ Clubs")
    NO_TRUMP = "no_trump", _("No trumps")
    FEWEST = "fewest", _("Fewest tricks")


def nameable_games(sheet: Any) -> Iterator[NamedGame]:
    """Yield the games that may be named at this table; all of them if each player names six games."""
    for game in NamedGame:
        if (
            game is NamedGame.NO_TRUMP
            and sheet.house.no_trump is Permission.FORBIDDEN
            and not sheet.house.six_games
        ):
            continue
        if game is not NamedGame.FEWEST or sheet.house.six_games:
            yield game


def _game_matters(hand: Any, sheet: Any) -> bool:
    return hand.game is not None or bool(sheet.house.six_games)


@dataclass(frozen=True)
class Deal:
    """A hand: the tricks of each player."""

    title: ClassVar[str] = _("Hand")
    sentence: ClassVar[str] = _("{game}; tricks: {tricks}")

    tricks: Annotated[PerSide[int], Ask(_("Tricks"), most=TRICKS, total=TRICKS, rule=rule.DIFFERENCE)]
    game: Annotated[
        NamedGame | None,
        Ask(
            _("What was named?"),
            available=nameable_games,
            rule=rule.SIX_GAMES,
            relevant_if=_game_matters,
            moment=Moment.AUCTION,
        ),
    ] = None


KINDS: dict[str, type] = {"deal": Deal}


# Targets ---------------------------------------------------------------------


def _targets_from_dealer(house: House) -> tuple[int, int, int]:
    """Return the targets of dealer, dealer's left and dealer's right."""
    match house.target_order:
        case TargetOrder.CUSTOM:
            right = TRICKS - house.custom_dealer - house.custom_left
            return house.custom_dealer, house.custom_left, right
        case order:
            dealer, left, right = map(int, order.value.split("-"))
            return dealer, left, right


def targets(dealer: int, house: House, seating: Seating, game: NamedGame | None = None) -> PerSide[int]:
    """Return the targets in a hand; in fewest tricks the highest and the lowest are swapped."""
    targets_by_seat = dict(zip(seating.round_from(dealer), _targets_from_dealer(house), strict=True))
    if game is NamedGame.FEWEST:
        lowest_first = sorted(targets_by_seat, key=lambda seat: targets_by_seat[seat])
        targets_by_seat = dict(zip(lowest_first, sorted(targets_by_seat.values(), reverse=True), strict=True))
    return seating.per_side(lambda side: targets_by_seat[Seat(side)])


def naming_seat(dealer: int, house: House, seating: Seating) -> Seat:
    """Return the seat with the highest target, which names trumps.

    If several seats tie, it is the first of them, counted from the dealer.
    """
    side_targets = targets(dealer, house, seating)
    return max(seating.round_from(dealer), key=lambda seat: side_targets[seat])


def leader(dealer: int, house: House, seating: Seating) -> Seat:
    """Return the seat that leads to the first trick."""
    return Seat(dealer) if house.first_lead is FirstLead.DEALER else seating.left(dealer)


def differences(hand: Deal, dealer: int, house: House, seating: Seating) -> PerSide[int]:
    """Return each side's tricks over target, or in fewest tricks under target; negative otherwise."""
    side_targets = targets(dealer, house, seating, hand.game)
    sign = 1 if hand.game is not NamedGame.FEWEST else -1
    return seating.per_side(lambda side: sign * (hand.tricks[side] - side_targets[side]))


def games_named_by(seat: Seat, sheet: Sheet[House]) -> tuple[NamedGame, ...]:
    """Return the games that a player has named so far."""
    seating = sheet.seating
    return tuple(
        hand.game
        for index, hand in enumerate(sheet.scored_hands(Deal))
        if hand.game and naming_seat(seating.left(seating.first_dealer, index), sheet.house, seating) == seat
    )


def check(hand: Deal, sheet: Sheet[House]) -> Iterator[Problem]:
    if not sheet.house.six_games:
        return
    namer = naming_seat(sheet.dealer(Deal), sheet.house, sheet.seating)
    named_games = games_named_by(namer, sheet)
    if hand.game is None:
        yield Problem("game", say(_("What did {who} name?"), who=namer), rule.SIX_GAMES)
    elif hand.game in named_games and len(set(named_games)) < len(NamedGame):
        words = _("{who} has named {game} before; each is named once")
        yield Problem("game", say(words, who=namer, game=hand.game), rule.SIX_GAMES)


# Scoring ---------------------------------------------------------------------


# Indexed by the position of a seat, counted from the dealer.
TARGET_SENTENCES = (
    _("The dealer's target is {n}"),
    _("The target on the dealer's left is {n}"),
    _("The target on the dealer's right is {n}"),
)


def score(hand: Deal, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    dealer, house = sheet.dealer(Deal), sheet.house
    side_targets = targets(dealer, house, sheet.seating, hand.game)
    for side, difference in enumerate(differences(hand, dealer, house, sheet.seating)):
        tricks = ngettext("{n} trick", "{n} tricks", hand.tricks[side])
        words, scoring_rule = _sentence_and_rule(difference, hand.game is NamedGame.FEWEST)
        reason = cite(scoring_rule, words, took=tricks, target=side_targets[side], n=abs(difference))
        target_reason = cite(
            rule.TARGETS,
            TARGET_SENTENCES[sheet.seating.round_from(dealer).index(Seat(side))],
            n=side_targets[side],
        )
        if not house.stake:
            yield ScoreLine(Side(side), difference, (reason, target_reason))
            continue
        stake_reason = cite(rule.STAKE, _("{stake} for each"), stake=house.stake)
        yield ScoreLine(
            Side(side), plain_points(difference * house.stake), (reason, target_reason, stake_reason)
        )


def _sentence_and_rule(difference: int, is_fewest: bool) -> tuple[str, Rule]:
    """Return the sentence about a result, and the rule that scores it."""
    if is_fewest:
        words = (
            _("{took}, target {target}: {n} fewer")
            if difference > 0
            else _("{took}, target {target}: {n} more")
        )
        return words if difference else _("{took}, target {target}: exact"), rule.FEWEST
    words = _("{took}, target {target}: {n} up") if difference > 0 else _("{took}, target {target}: {n} down")
    return words if difference else _("{took}, target {target}: exact"), rule.DIFFERENCE


def outcome(sheet: Sheet[House]) -> Outcome | None:
    """Return the win of a single leader who has reached the goal; None also while leaders are tied."""
    last_hand, hands = sheet.last_scored(Deal), sheet.count(Deal)
    dealer = sheet.seating.left(sheet.seating.first_dealer, hands - 1)
    goal = sheet.house.win_condition
    n = goal.n or 0
    match goal.kind:
        case Win.TRICKS:
            if last_hand is None or last_hand.game is NamedGame.FEWEST:
                return None
            return _single_leader(
                last_hand.tricks,
                n,
                cite(rule.TWELVE, _("{n} tricks in one hand"), n=max(last_hand.tricks)),
            )
        case Win.OVER_TARGET:
            if last_hand is None:
                return None
            surplus = differences(last_hand, dealer, sheet.house, sheet.seating)
            return _single_leader(surplus, n, cite(rule.OVER, _("{n} over target"), n=max(surplus)))
        case Win.POINTS:
            words = _("First to {n} points")
            return _single_leader(sheet.totals, n * (sheet.house.stake or 1), cite(rule.POINTS, words, n=n))
        case _:
            if hands < n:
                return None
            hands_played = ngettext("Ahead after {n} hand", "Ahead after {n} hands", hands)
            # After the last hand no least total is required: every side has at least the lowest total.
            return _single_leader(sheet.totals, min(sheet.totals), Cite(rule.HANDS, hands_played))


def _single_leader(values: Iterable[Points], least: Points, because: Cite) -> Outcome | None:
    """Return the outcome if one side alone has the most, and at least ``least``."""
    values_by_side = tuple(values)
    best = max(values_by_side)
    winners = tuple(Side(side) for side, value in enumerate(values_by_side) if value == best)
    return Outcome(winners, because) if len(winners) == 1 and best >= least else None


def why_not_over(sheet: Sheet[House]) -> Iterator[Cite]:
    """Cite why the game goes on after the goal was reached or the last hand was played."""
    goal, best, hands = sheet.house.win_condition, max(sheet.totals), sheet.count(Deal)
    n = goal.n or 0
    least_points = n * (sheet.house.stake or 1)
    if goal.kind is Win.POINTS and n <= best < least_points:
        words = _("At a stake of {stake} for each trick, {n} points mean a total of {needed}")
        yield cite(rule.POINTS, words, stake=sheet.house.stake, n=n, needed=least_points)
    elif (goal.kind is Win.POINTS and best >= least_points) or (goal.kind is Win.HANDS and hands >= n):
        leaders = sheet.sides_with_total(best)
        yield cite(
            rule.TIE, _("{leaders} are tied at {best}: another hand is played"), leaders=leaders, best=best
        )


# The exchange ----------------------------------------------------------------


class Gift(NamedTuple):
    """The number of cards that one player gives another before the next hand."""

    giver: Side
    taker: Side
    n: int


def gifts(surplus: PerSide[int], next_targets: PerSide[int], house: House) -> tuple[Gift, ...]:
    """Return the gifts, in order, that follow from each side's tricks over target and its next target."""
    if not house.exchange:
        return ()

    def exchange_key(side: int) -> tuple[int, int]:
        if house.exchange_order is ExchangeOrder.MOST_UP_FIRST:
            return -abs(surplus[side]), -next_targets[side]
        return -next_targets[side], -abs(surplus[side])

    sides = sorted(range(len(surplus)), key=exchange_key)
    # The surpluses add up to 0, so three players have a single giver or a single taker. A single giver has
    # enough for all takers, and a single taker is short enough for all givers: the smaller number is due.
    return tuple(
        Gift(Side(giver), Side(taker), min(surplus[giver], -surplus[taker]))
        for giver in sides
        for taker in sides
        if surplus[giver] > 0 > surplus[taker]
    )


def last_dealer(sheet: Sheet[House]) -> Seat:
    """Return the dealer of the last hand on the sheet, which must have one."""
    return sheet.seating.left(sheet.seating.first_dealer, sheet.count(Deal) - 1)


def gifts_due(sheet: Sheet[House]) -> tuple[Gift, ...]:
    """Return the gifts that are due before the next hand."""
    last_hand = sheet.last_scored(Deal)
    if last_hand is None:
        return ()
    dealer = last_dealer(sheet)
    surplus = differences(last_hand, dealer, sheet.house, sheet.seating)
    next_targets = targets(sheet.seating.left(dealer), sheet.house, sheet.seating)
    return gifts(surplus, next_targets, sheet.house)


# The briefing ----------------------------------------------------------------


def briefing(sheet: Sheet[House], partial_hand: PartialHand | None) -> Iterator[Cite]:
    """Cite the dealer, the targets, the exchange, the leader, and the goal."""
    house, seating = sheet.house, sheet.seating
    dealer = sheet.dealer(Deal)
    hand = with_placeholder_answers(Deal, partial_hand.answers if partial_hand else {}, sheet)
    side_targets = targets(dealer, house, seating, hand.game)
    target_list = tuple(
        say(_("{who} {n}"), who=Side(seat), n=side_targets[seat]) for seat in seating.round_from(dealer)
    )
    yield cite(rule.TARGETS, _("{dealer} deals. Targets: {listed}"), dealer=dealer, listed=target_list)
    yield from _cite_exchanges(sheet)
    namer = naming_seat(dealer, house, seating)
    first_leader = leader(dealer, house, seating)
    words = (
        _("{who} names the game, {leads} leads")
        if house.six_games
        else _("{who} names trumps, {leads} leads")
    )
    yield cite(rule.LEAD, words, who=namer, leads=first_leader)
    if house.six_games:
        named_games = games_named_by(namer, sheet)
        if games_left := tuple(game for game in NamedGame if game not in named_games):
            yield cite(rule.SIX_GAMES, _("{who} has yet to name: {rest}"), who=namer, rest=games_left)
    yield from _cite_distance_to_end(sheet)


def _cite_exchanges(sheet: Sheet[House]) -> Iterator[Cite]:
    exchange = gifts_due(sheet)
    for gift in exchange:
        words = ngettext(
            "{giver} gives {taker} {n} card, and gets back the highest of its suit",
            "{giver} gives {taker} {n} cards, and for each gets back the highest of its suit",
            gift.n,
            giver=gift.giver,
            taker=gift.taker,
        )
        yield cite(rule.EXCHANGE, words)
    if exchange and sheet.house.exchange_trumps is Permission.FORBIDDEN:
        yield cite(rule.EXCHANGE_TRUMPS, _("Trumps are not exchanged"))
    if exchange and sheet.house.six_games:
        yield cite(rule.SIX_GAMES, _("Cards are exchanged only if there are trumps"))


def _cite_distance_to_end(sheet: Sheet[House]) -> Iterator[Cite]:
    goal = sheet.house.win_condition
    n = goal.n or 0
    match goal.kind:
        case Win.TRICKS:
            yield cite(rule.TWELVE, _("{n} tricks in this hand win at once"), n=n)
        case Win.OVER_TARGET:
            yield cite(rule.OVER, _("{n} over target in this hand win at once"), n=n)
        case Win.HANDS:
            hand_number = sheet.count(Deal) + 1
            words = _("Hand {hand} of {n}") if hand_number <= n else _("Hand {hand}, to decide a tie")
            yield cite(rule.HANDS, words, hand=hand_number, n=n)
        case _:
            best, least_points = max(sheet.totals), n * (sheet.house.stake or 1)
            for side in sheet.seating.every_side:
                if sheet.totals[side] == best > 0:
                    words = _("{who} is on {best} and needs {needs} more")
                    points_needed = plain_points(Fraction(max(0, least_points - best)))
                    yield cite(rule.POINTS, words, who=side, best=best, needs=points_needed)


def summary(hand: Deal, sheet: Sheet[House]) -> Message:
    if hand.game is None:
        return hand_sentence(Deal, tricks=hand.tricks)
    return hand_sentence(Deal, game=hand.game, tricks=hand.tricks)
