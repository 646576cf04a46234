"""Magpies: a made-up game with every type of question.

The sides gather ten shiny things. The highest bidder says how many their side will gather.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from games.engine import (
    PASS,
    Ask,
    Auction,
    AuctionResult,
    AuctionState,
    Calls,
    Cards,
    Choice,
    Cite,
    Example,
    Family,
    Game,
    Goal,
    Message,
    Moment,
    Offer,
    Outcome,
    Paraphrase,
    PartialHand,
    PerSeat,
    PerSide,
    Preset,
    Problem,
    Question,
    Rule,
    Ruling,
    ScoreLine,
    Seat,
    Seating,
    Sheet,
    Side,
    Source,
    _,
    cite,
    ngettext,
    pack,
    say,
    score_line,
)
from games.engine.chips import ChipPurchase, chip_lines

THINGS = 10
BOOK = Source("the book", "A book of made-up games", "https://example.org/magpies")
AUNT = Source("an aunt", "An aunt's letter")

# The rulebook

GATHER = Rule("1.1", _("Each side gathers shiny things; there are ten."), (BOOK,))
BID = Rule("1.2", _("Whoever bids highest says how many things their side will gather."), (BOOK, AUNT))
THING = Rule("2.1", _("Each thing counts a point."), (BOOK,), scoring=True)
MADE = Rule("2.2", _("Who gathers what they bid has {bonus} more."), (BOOK,), scoring=True)
SHORT = Rule("2.3", _("Who gathers less loses the bid."), (BOOK, AUNT), scoring=True)
RING = Rule("2.4", _("A ring is a point."), (AUNT,), played_if="extras", scoring=True)
THIEF = Rule("2.5", _("A thief has {stake} of the weight; never the bidder's side."), (AUNT,), scoring=True)
STORM = Rule("2.6", _("In a storm nobody scores."), (BOOK,), scoring=True)
START = Rule("2.7", _("A side may start with points."), (AUNT,), scoring=True)
END = Rule("3.1", _("The game ends as agreed: {ends}."), (BOOK,), scoring=True)
QUOTATIONS = {
    GATHER: {BOOK: "Magpies gather … ten shiny things."},
    BID: {BOOK: "The highest bid says how many.", AUNT: Paraphrase(_("Whoever bids highest says how many"))},
    THING: {BOOK: "A point for each thing."},
    MADE: {BOOK: "Ten more for a bid that is made."},
    SHORT: {BOOK: "A bid not made is lost.", AUNT: "You lose what you bid."},
    RING: {AUNT: "Rings are a point."},
    THIEF: {AUNT: "The thief has half the weight."},
    STORM: {BOOK: "A storm is nobody's."},
    START: {AUNT: "You may have a start."},
    END: {BOOK: "To fifty."},
}
RULEBOOK = (GATHER, BID, THING, MADE, SHORT, RING, THIEF, STORM, START, END)

# The house rules


class End(Choice):
    POINTS = "points", _("At {n} points")
    DEALS = "deals", _("After {n} deals")
    NEVER = "never", _("When all are tired")


class Extra(Choice):
    RINGS = "rings", _("Rings"), _("A ring is a point to whoever has it")
    SPOONS = "spoons", _("Spoons")


class Short(Choice):
    LOSE = "lose", _("Lose the bid")
    NOTHING = "nothing", _("Score nothing")


@dataclass(frozen=True)
class House:
    """The house rules of a table."""

    ends: Annotated[Goal[End], Ask(_("When is it over?"), least=1, most=500, section="End")] = Goal(
        End.POINTS, 50
    )
    bonus: Annotated[int, Ask(_("Bonus"), most=20, step=5, offers=(0, 5), section="Scoring", rule=MADE)] = 5
    short: Annotated[Short, Ask(_("Who gathers less?"), section="Scoring")] = Short.LOSE
    extras: Annotated[frozenset[Extra], Ask(_("Extras"), section="Scoring")] = frozenset()
    stake: Annotated[Fraction, Ask(_("A thief's part"), most=2, section="Scoring")] = Fraction(1, 2)
    most_bid: Annotated[int | None, Ask(_("Highest bid"), least=3, most=10, section="Bidding")] = None
    start: Annotated[PerSide[int], Ask(_("Start"), least=-50, most=50, section="Scoring")] = PerSide((0,))
    ladder: Annotated[tuple[int, ...], Ask(_("Ladder"), most=100, section="Scoring")] = (1, 2, 3)
    motto: Annotated[str, Ask(_("Motto"), most=20, section="End", about=_("For the wall"))] = ""
    misere: Annotated[bool, Ask(_("Does the lowest total win?"), section="End")] = False


PRESETS = (
    Preset("book", _("By the book"), House(), BOOK, _("As printed.")),
    Preset(
        "aunt",
        _("My aunt's"),
        House(extras=frozenset({Extra.RINGS}), ends=Goal(End.DEALS, 3), short=Short.NOTHING),
        AUNT,
        _("Three deals, with rings."),
        shapes=((3, 3),),
    ),
)

# The hands


class Weather(Choice):
    FAIR = "fair", _("Fair")
    FOUL = "foul", _("Foul")


@dataclass(frozen=True)
class Nest:
    """A side's eggs: a nested record."""

    sentence: ClassVar[str] = _("{eggs} eggs, {lined}")

    eggs: Annotated[int, Ask(_("Eggs"), most=3)]
    lined: Annotated[bool, Ask(_("Is it lined?"), yes=_("lined"), no=_("bare"))] = False


def _highest(sheet: Sheet[House]) -> int:
    return sheet.house.most_bid or THINGS


def _seats_but_the_dealer(sheet: Sheet[House]) -> tuple[Seat, ...]:
    return tuple(seat for seat in sheet.seating.every_seat if seat != sheet.dealer(Flight, Storm))


@dataclass(frozen=True)
class Flight:
    """A deal that was played."""

    title: ClassVar[str] = _("A flight")
    sentence: ClassVar[str] = _(
        "{bidder} bid {bid} in {calls}, gathered {things}; nests {nests}; rings {rings}; "
        "thief {thief}, weight {weight}; loot {loot}; {weather}; omens {omens}; dice {dice}; note {note}"
    )

    bidder: Annotated[
        Seat, Ask(_("Who bid?"), moment=Moment.AUCTION, rule=BID, available=_seats_but_the_dealer)
    ]
    bid: Annotated[int, Ask(_("How many?"), least=1, most=_highest, moment=Moment.AUCTION)]
    calls: Annotated[Calls, Ask(_("The bidding"), moment=Moment.AUCTION)] = field(
        default=Calls(), kw_only=True
    )
    things: Annotated[PerSide[int], Ask(_("Things gathered"), most=THINGS, total=THINGS, rule=GATHER)]
    nests: Annotated[PerSide[Nest], Ask(_("Nests"))]
    rings: Annotated[
        PerSeat[int],
        Ask(_("Rings"), most=2, rule=RING, relevant_if=lambda hand, sheet: Extra.RINGS in sheet.house.extras),
    ] = PerSeat((0,))
    thief: Annotated[Side | None, Ask(_("Whose was the thief?"))] = None
    weight: Annotated[
        Fraction, Ask(_("Weight"), most=9, relevant_if=lambda hand, sheet: hand.thief is not None)
    ] = Fraction(0)
    loot: Annotated[Cards, Ask(_("Loot"), most=3, available=lambda sheet: pack("QKA", jokers=1))] = Cards()
    weather: Annotated[Weather, Ask(_("Weather"))] = Weather.FAIR
    omens: Annotated[frozenset[Weather], Ask(_("Omens"), available=lambda sheet: (Weather.FOUL,))] = (
        frozenset()
    )
    dice: Annotated[tuple[int, Weather], Ask(_("A die, and the sky"), most=6)] = (0, Weather.FAIR)
    note: Annotated[str, Ask(_("Note"), most=12)] = ""


@dataclass(frozen=True)
class Storm:
    """A deal that was called off."""

    title: ClassVar[str] = _("A storm")


HANDS = {"flight": Flight, "storm": Storm, "chips": ChipPurchase}

# Scoring


def check(hand: Any, sheet: Sheet[House]) -> Iterator[Problem]:
    if isinstance(hand, Flight) and hand.thief == sheet.seating.side(hand.bidder):
        yield Problem("thief", say(_("{who} bid, so the thief was another's"), who=hand.bidder), THIEF)


def score(hand: Any, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    if isinstance(hand, ChipPurchase):
        yield from chip_lines(hand)
        return
    if isinstance(hand, Storm):
        for side in sheet.seating.every_side:
            yield score_line(side, 0, STORM, _("Blown away"))
        return
    for side in sheet.seating.every_side:
        things = hand.things[side]
        yield score_line(side, things, THING, ngettext("{n} thing", "{n} things", things))
    yield from _score_bid(hand, sheet)
    for seat in sheet.seating.every_seat:
        if hand.rings[seat]:
            rings, words = hand.rings[seat], _("{who} has rings: {n}")
            yield score_line(sheet.seating.side(seat), rings, RING, words, who=seat, n=rings)
    if hand.thief is not None:
        part = sheet.house.stake * hand.weight
        yield score_line(hand.thief, part, THIEF, _("A thief took {part}"), part=part)


def _score_bid(hand: Flight, sheet: Sheet[House]) -> Iterator[ScoreLine]:
    side = sheet.seating.side(hand.bidder)
    values = {"bid": hand.bid, "took": hand.things[side]}
    if hand.things[side] >= hand.bid:
        yield score_line(side, sheet.house.bonus, MADE, _("Bid {bid}, took {took}"), **values)
    elif sheet.house.short is Short.LOSE:
        yield score_line(side, -hand.bid, SHORT, _("Bid {bid}, took only {took}"), **values)


def outcome(sheet: Sheet[House]) -> Outcome | None:
    """Return the outcome, once the agreed end has come."""
    kind, n = sheet.house.ends
    reached = {
        End.POINTS: max(sheet.totals) >= (n or 0),
        End.DEALS: len(sheet.scored_hands(Flight, Storm)) >= (n or 0),
        End.NEVER: False,
    }
    if not reached[kind]:
        return None
    best = (min if sheet.house.misere else max)(sheet.totals)
    winners = tuple(side for side in sheet.seating.every_side if sheet.totals[side] == best)
    return Outcome(winners, cite(END, _("It is over: {ends}"), ends=sheet.house.ends))


def opening(seating: Seating, house: House) -> Iterator[ScoreLine]:
    for side in seating.every_side:
        if points := house.start[side % len(house.start)]:
            yield score_line(side, points, START, _("At the start"))


def briefing(sheet: Sheet[House], partial_hand: PartialHand | None) -> Iterator[Cite]:
    yield cite(GATHER, _("{who} deals"), who=sheet.dealer(Flight, Storm))
    if partial_hand and "bid" in partial_hand.answers:
        yield cite(BID, _("{bid} are needed"), bid=partial_hand.answers["bid"])


def summary(hand: Any, sheet: Sheet[House]) -> Message:
    if isinstance(hand, Flight):
        return say(_("{bid} by {who}"), bid=hand.bid, who=hand.bidder)
    return say(type(hand).title)


def check_house(house: House, seating: Seating) -> Iterator[Problem]:
    if house.misere and house.ends.kind is End.POINTS:
        yield Problem("misere", say(_("Nobody would want to get there")), END)


# The auction


def auction_state(calls: Calls, sheet: Sheet[House]) -> AuctionState:
    """Return the auction: from the dealer's left, each once, higher or pass; the dealer does not bid."""
    order = sheet.seating.round_from(sheet.seating.left(sheet.dealer(Flight, Storm)))[:-1]
    calls_made = tuple(zip(order, calls, strict=False))
    high = max((int(call) for call in calls if call != PASS), default=0)
    if len(calls) == len(order) or high == _highest(sheet):
        if not high:
            return AuctionState(None, (), calls_made)
        bidder = next(seat for seat, call in calls_made if call == str(high))
        result = AuctionResult("flight", {"bidder": bidder, "bid": high}, cite(BID, _("{n} it is"), n=high))
        return AuctionState(None, (), calls_made, result)
    too_low = cite(BID, _("{n} is bid already"), n=high)
    numbers = tuple(
        Offer(str(n), say(_("{n} things"), n=n), too_low if n <= high else None)
        for n in range(1, _highest(sheet) + 1)
    )
    return AuctionState(order[len(calls)], (Offer(PASS, say(_("Pass"))), *numbers), calls_made)


# The referee


@dataclass(frozen=True)
class Peeked:
    """A player who looked into a nest."""

    who: Annotated[Seat, Ask(_("Who?"))]
    whose: Annotated[Side, Ask(_("Whose nest?"))]
    seen: Annotated[PerSide[Nest], Ask(_("What was seen?"))]
    weather: Annotated[
        Weather,
        Ask(_("Weather"), relevant_if=lambda facts, sheet: sheet.seating.side(facts.who) != facts.whose),
    ] = Weather.FAIR


def on_peeked(facts: Peeked, sheet: Sheet[House]) -> Ruling:
    side = sheet.seating.side(facts.who)
    if side == facts.whose:
        return Ruling("legal", (cite(GATHER, _("It is their own")),))
    eggs = facts.seen[facts.whose].eggs
    return Ruling(
        "illegal",
        (cite(GATHER, _("{who} must not look"), who=facts.who),),
        (score_line(side, -eggs, THING, _("{n} seen"), n=eggs),),
    )


def on_leader(facts: Any, sheet: Sheet[House]) -> Ruling:
    best = max(sheet.totals)
    leaders = sheet.sides_with_total(best)
    because = cite(THING, _("{ahead} with {best}"), ahead=leaders, best=best)
    return Ruling(say(_("{ahead}"), ahead=leaders), (because,))


QUESTIONS = {
    "peeked": Question(_("Somebody peeked. What now?"), on_peeked, Peeked, _("look, cheat")),
    "leads": Question(_("Who leads?"), on_leader),
}

# The game

FOUR = Seating(4, 2)
THREE = Seating(3, 3)


def flight(bidder: int, bid: int, *things: int, **answers: Any) -> Flight:
    return Flight(Seat(bidder), bid, PerSide(things), PerSide(Nest(2) for _side in things), **answers)


EXAMPLES = (
    Example(
        "Made, short, and a storm; a thief has half of three",
        House(start=PerSide((0, 20))),
        FOUR,
        (
            flight(1, 6, 4, 6),
            flight(2, 7, 5, 5, thief=Side(1), weight=Fraction(3)),
            Storm(),
            ChipPurchase(Side(0), 10),
        ),
        (12, Fraction(75, 2)),
    ),
    Example(
        "Three deals with rings",
        PRESETS[1].house,
        THREE,
        (flight(1, 5, 3, 4, 3, rings=PerSeat((0, 1, 2))), flight(2, 3, 3, 3, 4), Storm()),
        (6, 8, 14),
        winners=(2,),
    ),
)

TOY: Game[House] = Game(
    slug="toy",
    name=_("Magpies"),
    about=_("Ten shiny things."),
    family=Family.COLLECTING,
    seatings=(FOUR, THREE),
    sections={"1": _("Play"), "2": _("Scoring"), "3": _("The end")},
    rulebook=RULEBOOK,
    quotations=QUOTATIONS,
    presets=PRESETS,
    hands=HANDS,
    score=score,
    outcome=outcome,
    check=check,
    check_house=check_house,
    summary=summary,
    briefing=briefing,
    dealer=lambda sheet: sheet.dealer(Flight, Storm),
    opening=opening,
    auction=Auction(auction_state),
    questions=QUESTIONS,
    examples=EXAMPLES,
    headline_options=("ends",),
    unit=_("points"),
    lowest_wins=lambda house: house.misere,
)
