"""Ninety-Nine: the questions and the score of a deal, and the end of the game or the rubber."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from games.engine import (
    Ask,
    Card,
    Cards,
    Choice,
    Cite,
    Message,
    Moment,
    Outcome,
    PartialHand,
    PerSide,
    Points,
    Problem,
    Row,
    ScoreLine,
    Sheet,
    Side,
    _,
    add_lines,
    cite,
    incremental_fold,
    ngettext,
    pack,
    say,
    score_line,
    with_placeholder_answers,
)

from . import rulebook as rule
from .house import FailedPremium, FirstTrump, House, Length, PremiumLimit, TieBreak, TrumpRule

TRICKS = 9
BONUS = {1: 30, 2: 20, 3: 10}  # keyed by the number of players who made their bid
GAME_BONUS = 100
# The winner of a rubber adds the game bonus for each game fewer than GAMES_WITHOUT_BONUS.
RUBBER_TARGET, RUBBER_GAMES, GAMES_WITHOUT_BONUS = 100, 3, 8


class Premium(Choice):
    """A premium: the bid cards open before the play (declared), or the hand as well (revealed)."""

    NONE = "none", _("Neither")
    DECLARE = "declare", _("Declared")
    REVEAL = "reveal", _("Revealed")


class Suit(Choice):
    """A suit.

    ``count`` is the number of tricks that a card of the suit bids. The suit is also trumps after a deal in
    which that number of players made their bid.
    """

    DIAMONDS = "diamonds", _("♦ Diamonds")
    SPADES = "spades", _("♠ Spades")
    HEARTS = "hearts", _("♥ Hearts")
    CLUBS = "clubs", _("♣ Clubs")

    @property
    def count(self) -> int:
        return list(Suit).index(self)

    @property
    def letter(self) -> str:
        return "DSHC"[self.count]


PREMIUM_POINTS = {Premium.NONE: 0, Premium.DECLARE: 30, Premium.REVEAL: 60}
NO_PREMIUMS = PerSide((Premium.NONE,))  # the one value stands for every side
NO_CARDS = Cards()


def table_pack(sheet: Any) -> Iterable[Card]:
    """Return the cards this table plays with."""
    return pack("6789TJQKA", jokers=int(sheet.house.joker))


def _premiums_matter(hand: Any, sheet: Any) -> bool:
    return bool(sheet.house.premiums or any(premium is not Premium.NONE for premium in hand.premiums))


def _trumps_are_turned_up(hand: Any, sheet: Any) -> bool:
    return sheet.house.trump_rule is TrumpRule.TURN_UP


@dataclass(frozen=True)
class Deal:
    """A deal: the bid and the tricks of each player."""

    title: ClassVar[str] = _("Deal")
    sentence: ClassVar[str] = _("Turned up {turned_up}; bid {bids}; took {tricks}")

    bids: Annotated[PerSide[int], Ask(_("Bid"), most=TRICKS, rule=rule.BID)]
    tricks: Annotated[PerSide[int], Ask(_("Tricks"), most=TRICKS, total=TRICKS, rule=rule.TRICKS)]
    premiums: Annotated[
        PerSide[Premium],
        Ask(
            _("Declared or revealed?"),
            rule=rule.PREMIUMS,
            relevant_if=_premiums_matter,
            moment=Moment.AUCTION,
            seldom=True,
        ),
    ] = NO_PREMIUMS
    turned_up: Annotated[
        Cards,
        Ask(
            _("Card turned up"),
            most=1,
            available=table_pack,
            rule=rule.TURNED_UP,
            relevant_if=_trumps_are_turned_up,
            moment=Moment.AUCTION,
        ),
    ] = NO_CARDS


KINDS: dict[str, type] = {"deal": Deal}


def check(hand: Deal, sheet: Sheet[House]) -> Iterator[Problem]:
    bidders = [side for side in sheet.seating.every_side if hand.premiums[side] is not Premium.NONE]
    if bidders and not sheet.house.premiums:
        yield Problem("premiums", say(_("Nobody declares or reveals at this table")), rule.PREMIUMS)
    elif len(bidders) > 1 and sheet.house.premium_limit is PremiumLimit.ONE_PLAYER:
        words = _("Only one of {bidders} can have declared or revealed")
        yield Problem("premiums", say(words, bidders=tuple(bidders)), rule.ONE_PREMIUM)


# The score of a deal ---------------------------------------------------------


def makers(hand: Deal) -> tuple[Side, ...]:
    """Return the sides that took exactly what they bid."""
    bids_and_tricks = zip(hand.bids, hand.tricks, strict=True)
    return tuple(Side(side) for side, (bid, tricks) in enumerate(bids_and_tricks) if bid == tricks)


def _deal_lines(hand: Deal, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    """Yield the lines of the deal itself, without the end of a game."""
    successful_sides = makers(hand)
    for side in sheet.seating.every_side:
        bid, tricks, premium = hand.bids[side], hand.tricks[side], hand.premiums[side]
        yield ScoreLine(side, tricks, (Cite(rule.TRICKS, ngettext("{n} trick", "{n} tricks", tricks)),))
        if side in successful_sides:
            yield score_line(
                side,
                BONUS[len(successful_sides)],
                rule.MADE,
                _sentence_for_made(len(successful_sides)),
                bid=bid,
            )
        else:
            yield score_line(side, 0, rule.MADE, _("Bid {bid}, took {took}: no bonus"), bid=bid, took=tricks)
        if premium is Premium.NONE:
            continue
        if side in successful_sides:
            yield score_line(
                side, PREMIUM_POINTS[premium], rule.PREMIUM, _("{premium}, and made it"), premium=premium
            )
        elif sheet.house.failed_premium is FailedPremium.NONE:
            yield score_line(side, 0, rule.FAILED, _("{premium}, and failed"), premium=premium)
        else:
            for other in sheet.seating.others(side):
                words = (
                    _("{who} declared, and failed: {n} for each of the others")
                    if premium is Premium.DECLARE
                    else _("{who} revealed, and failed: {n} for each of the others")
                )
                yield score_line(
                    other, PREMIUM_POINTS[premium], rule.FAILED, words, who=side, n=PREMIUM_POINTS[premium]
                )


def _sentence_for_made(makers_count: int) -> str:
    """Return the sentence that a bid was made, and by how many players."""
    return {
        1: _("Bid {bid} and made it, alone"),
        2: _("Bid {bid} and made it, as one other did"),
        3: _("Bid {bid} and made it, as all three did"),
    }[makers_count]


def score(hand: Deal, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    lines = tuple(_deal_lines(hand, sheet))
    yield from lines
    points = add_lines(standing(sheet).points, lines)
    if winners_at_target(points, sheet.house):
        points_to_reach = target(sheet.house)
        for side in sheet.seating.every_side:
            if points[side] >= points_to_reach:
                yield score_line(
                    side, GAME_BONUS, rule.HUNDRED, _("On {n} when the game ended"), n=points[side]
                )


# Games and rubbers -----------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """The game in progress, and the games before it."""

    points: PerSide[Points]
    deals: int
    games: tuple[tuple[Side, ...], ...] = ()  # the winners of each game

    def games_won(self, side: Side) -> int:
        """Return the number of games a side has won."""
        return sum(side in winners for winners in self.games)


def target(house: House) -> Points:
    """Return the points that end a game; 0 if it ends after a number of deals."""
    match house.game_length.kind:
        case Length.DEALS:
            return 0
        case Length.TARGET:
            return house.game_length.n or 0
        case _:
            return RUBBER_TARGET


def winners_at_target(points: PerSide[Points], house: House) -> tuple[Side, ...]:
    """Return the winners if these points end a game that is played to a target."""
    goal = target(house)
    return _winners_or_none(points, house) if goal and max(points) >= goal else ()


def _winners_or_none(points: PerSide[Points], house: House) -> tuple[Side, ...]:
    """Return the leaders; none if they are level and another deal decides."""
    best = max(points)
    winners = tuple(Side(side) for side, total in enumerate(points) if total == best)
    return () if len(winners) > 1 and house.tie_break is TieBreak.EXTRA_DEAL else winners


def _first_standing(sheet: Sheet[House]) -> Standing:
    return Standing(add_lines(sheet.seating.per_side(lambda side: 0), sheet.opening), 0)


@incremental_fold(_first_standing)
def standing(so_far: Standing, row: Row, sheet: Sheet[House]) -> Standing:
    """Return the game in progress after one more row.

    Each game starts from zero. The points leave out the bonuses, which the last deal of a game scores.
    """
    if row.problems:
        return so_far
    is_deal = isinstance(row.hand, Deal)
    points = add_lines(so_far.points, _deal_lines(row.hand, sheet) if is_deal else row.lines)
    if winners := winners_at_target(points, sheet.house):
        return Standing(sheet.seating.per_side(lambda side: 0), 0, (*so_far.games, winners))
    return Standing(points, so_far.deals + is_deal, so_far.games)


def outcome(sheet: Sheet[House]) -> Outcome | None:
    length, current = sheet.house.game_length, standing(sheet)
    match length.kind:
        case Length.DEALS:
            deals = sheet.count(Deal)
            winners = _winners_or_none(sheet.totals, sheet.house)
            if deals < (length.n or 0) or not winners:
                return None
            highest = ngettext("Highest after {n} deal", "Highest after {n} deals", deals)
            return Outcome(winners, Cite(rule.LAST_DEAL, highest))
        case Length.TARGET:
            if not current.games:
                return None
            return Outcome(
                current.games[0], cite(rule.HUNDRED, _("Ahead when somebody reached {n}"), n=length.n)
            )
    rubber_winners = tuple(
        side for side in sheet.seating.every_side if current.games_won(side) >= RUBBER_GAMES
    )
    if not rubber_winners:
        return None
    games_played = len(current.games)
    bonus = GAME_BONUS * (GAMES_WITHOUT_BONUS - games_played)
    words = _("Won the rubber in {played} games: {n} fewer than eight, at 100 each")
    because = cite(rule.RUBBER, words, played=games_played, n=GAMES_WITHOUT_BONUS - games_played)
    return Outcome(
        rubber_winners, because, tuple(ScoreLine(side, bonus, (because,)) for side in rubber_winners)
    )


def why_not_over(sheet: Sheet[House]) -> Iterator[Cite]:
    """Cite why the game goes on: the leaders are level."""
    length, best = sheet.house.game_length, max(sheet.totals)
    all_deals_played = length.kind is Length.DEALS and sheet.count(Deal) >= (length.n or 0)
    if all_deals_played or (length.kind is Length.TARGET and best >= (length.n or 0)):
        leaders = sheet.sides_with_total(best)
        words = _("{level} are tied at {best}: one more deal is played")
        yield cite(rule.TIE, words, level=leaders, best=best)


# Trumps and the briefing -----------------------------------------------------


def trumps_after(makers_count: int) -> Suit:
    """Return the trumps when this many players made their bid in the deal before."""
    return list(Suit)[makers_count]


def cite_next_trumps(sheet: Sheet[House], turned_up: Cards = NO_CARDS) -> Cite:
    """Cite the trumps of the next deal."""
    match sheet.house.trump_rule:
        case TrumpRule.NONE:
            return cite(rule.TRUMPS, _("There are no trumps at this table"))
        case TrumpRule.TURN_UP:
            if not turned_up:
                return cite(rule.TURNED_UP, _("Turn up a card for trumps"))
            suit = suit_turned_up(turned_up[0])
            if suit is None:
                words = _("{card} was turned up: no trumps")
                return cite(rule.TURNED_UP, words, card=turned_up[0])
            words = _("{card} was turned up: {suit} are trumps")
            return cite(rule.TURNED_UP, words, card=turned_up[0], suit=suit)
    if not standing(sheet).deals:
        words = (
            _("First deal: no trumps")
            if sheet.house.first_trump is FirstTrump.NONE
            else _("First deal: diamonds are trumps")
        )
        return cite(rule.FIRST_TRUMP, words)
    last_deal = sheet.scored_hands(Deal)[-1]
    return cite_trumps_after(len(makers(last_deal)))


def cite_trumps_after(makers_count: int) -> Cite:
    """Cite the trumps when this many players made their bid in the deal before."""
    words = {
        0: _("Nobody made it in the deal before: {suit} are trumps"),
        1: _("One made it in the deal before: {suit} are trumps"),
        2: _("Two made it in the deal before: {suit} are trumps"),
        3: _("All three made it in the deal before: {suit} are trumps"),
    }[makers_count]
    return cite(rule.TRUMPS, words, suit=trumps_after(makers_count))


def suit_turned_up(card: Card) -> Suit | None:
    """Return the trump suit that this turned-up card sets; None for a nine or the joker."""
    if card.joker or card.rank == "9":
        return None
    return next(suit for suit in Suit if suit.letter == card.suit)


def briefing(sheet: Sheet[House], partial_hand: PartialHand | None) -> Iterator[Cite]:
    """Cite the dealer, the leader, the trumps, the distance to the end, and the effect of a premium."""
    dealer = sheet.dealer(Deal)
    leader = sheet.seating.left(dealer)
    yield cite(rule.DEALING, _("{dealer} deals, {leader} leads"), dealer=dealer, leader=leader)
    hand = with_placeholder_answers(Deal, partial_hand.answers if partial_hand else {}, sheet)
    yield cite_next_trumps(sheet, hand.turned_up)
    yield from _cite_distance_to_end(sheet)
    for side in sheet.seating.every_side:
        if hand.premiums[side] is not Premium.NONE:
            yield _cite_premium_at_stake(side, hand.premiums[side], sheet)


def _cite_distance_to_end(sheet: Sheet[House]) -> Iterator[Cite]:
    length, current = sheet.house.game_length, standing(sheet)
    if length.kind is Length.DEALS:
        n = sheet.count(Deal) + 1
        words = _("Deal {n} of {deals}") if n <= (length.n or 0) else _("Deal {n}, to decide a tie")
        yield cite(rule.LAST_DEAL, words, n=n, deals=length.n)
        return
    if length.kind is Length.RUBBER:
        for side in sheet.seating.every_side:
            if games_won := current.games_won(side):
                games = ngettext("{who} has won {n} game", "{who} has won {n} games", games_won, who=side)
                yield cite(rule.RUBBER, games)
    goal = target(sheet.house)
    for side in sheet.seating.every_side:
        if current.points[side] == max(current.points) > 0:
            words = _("{who} is on {points} and needs {n}")
            points_needed = max(0, goal - current.points[side])
            yield cite(rule.HUNDRED, words, who=side, points=current.points[side], n=points_needed)


def _cite_premium_at_stake(side: Side, premium: Premium, sheet: Sheet[House]) -> Cite:
    n = PREMIUM_POINTS[premium]
    if sheet.house.failed_premium is FailedPremium.NONE:
        return cite(rule.PREMIUM, _("{who}: {n} more if the bid is made"), who=side, n=n)
    words = _("{who}: {n} more if the bid is made, {n} to each of the others if not")
    return cite(rule.FAILED, words, who=side, n=n)


def summary(hand: Deal, sheet: Sheet[House]) -> Message:
    successful_sides = makers(hand)
    if not successful_sides:
        return say(_("Nobody made it"))
    return say(_("Made by {made}"), made=successful_sides)
