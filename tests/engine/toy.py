"""Magpies: a made-up game with every type of question.

The sides gather ten shiny things. The highest bidder says how many their side will gather.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, ClassVar

from games.engine import (
    PASS,
    Ask,
    Auction,
    AuctionResult,
    AuctionState,
    Calls,
    Cards,
    Choice,
    Example,
    Family,
    Game,
    Goal,
    Moment,
    Offer,
    Outcome,
    Paraphrase,
    PerSeat,
    PerSide,
    Preset,
    Problem,
    Question,
    Rule,
    Ruling,
    Seat,
    Seating,
    Side,
    Source,
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

GATHER = Rule("1.1", "Each side gathers shiny things; there are ten.", (BOOK,))
BID = Rule("1.2", "Whoever bids highest says how many things their side will gather.", (BOOK, AUNT))
THING = Rule("2.1", "Each thing counts a point.", (BOOK,), scoring=True)
MADE = Rule("2.2", "Whoever gathers what they bid scores {bonus} more.", (BOOK,), scoring=True)
SHORT = Rule("2.3", "Whoever gathers less loses the bid.", (BOOK, AUNT), scoring=True)
RING = Rule("2.4", "A ring is a point.", (AUNT,), played_if="extras", scoring=True)
THIEF = Rule(
    "2.5", "A thief scores {stake} of the weight, and is never on the bidder's side.", (AUNT,), scoring=True
)
STORM = Rule("2.6", "In a storm nobody scores.", (BOOK,), scoring=True)
START = Rule("2.7", "A side may start with points.", (AUNT,), scoring=True)
END = Rule("3.1", "The game ends as agreed: {ends}.", (BOOK,), scoring=True)
QUOTATIONS = {
    GATHER: {BOOK: "Magpies gather … ten shiny things."},
    BID: {BOOK: "The highest bid says how many.", AUNT: Paraphrase("Whoever bids highest says how many")},
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
    POINTS = "points", "At {n} points"
    DEALS = "deals", "After {n} deals"
    NEVER = "never", "When all are tired"


class Extra(Choice):
    RINGS = "rings", "Rings", "A ring is a point to whoever has it"
    SPOONS = "spoons", "Spoons"


class Short(Choice):
    LOSE = "lose", "Lose the bid"
    NOTHING = "nothing", "Score nothing"


@dataclass(frozen=True)
class House:
    """The house rules of a table."""

    ends: Annotated[Goal[End], Ask("When is it over?", least=1, most=500, section="End")] = Goal(
        End.POINTS, 50
    )
    bonus: Annotated[int, Ask("Bonus", most=20, step=5, offers=(0, 5), section="Scoring", rule=MADE)] = 5
    short: Annotated[Short, Ask("What if a side gathers less?", section="Scoring")] = Short.LOSE
    extras: Annotated[frozenset[Extra], Ask("Extras", section="Scoring")] = frozenset()
    stake: Annotated[Fraction, Ask("A thief's part", most=2, section="Scoring")] = Fraction(1, 2)
    most_bid: Annotated[int | None, Ask("Highest bid", least=3, most=10, section="Bidding")] = None
    start: Annotated[PerSide[int], Ask("Start", least=-50, most=50, section="Scoring")] = PerSide((0,))
    ladder: Annotated[tuple[int, ...], Ask("Ladder", most=100, section="Scoring")] = (1, 2, 3)
    motto: Annotated[str, Ask("Motto", most=20, section="End", about="For the wall")] = ""
    misere: Annotated[bool, Ask("Does the lowest total win?", section="End")] = False


PRESETS = (
    Preset("book", "By the book", House(), BOOK, "As printed."),
    Preset(
        "aunt",
        "My aunt's",
        House(extras=frozenset({Extra.RINGS}), ends=Goal(End.DEALS, 3), short=Short.NOTHING),
        AUNT,
        "Three deals, with rings.",
        shapes=((3, 3),),
    ),
)

# The hands


class Weather(Choice):
    FAIR = "fair", "Fair"
    FOUL = "foul", "Foul"


@dataclass(frozen=True)
class Nest:
    """A side's eggs: a nested record."""

    sentence: ClassVar[str] = "{eggs} eggs, {lined}"

    eggs: Annotated[int, Ask("Eggs", most=3)]
    lined: Annotated[bool, Ask("Is it lined?", yes="lined", no="bare")] = False


def _highest_possible_bid(sheet):
    return sheet.house.most_bid or THINGS


def _seats_but_the_dealer(sheet):
    return tuple(seat for seat in sheet.seating.every_seat if seat != sheet.dealer(Flight, Storm))


@dataclass(frozen=True)
class Flight:
    """A deal that was played."""

    title: ClassVar[str] = "A flight"
    sentence: ClassVar[str] = (
        "{bidder} bid {bid} in {calls}, gathered {things}; nests {nests}; rings {rings}; "
        "thief {thief}, weight {weight}; loot {loot}; {weather}; omens {omens}; dice {dice}; note {note}"
    )

    bidder: Annotated[Seat, Ask("Who bid?", moment=Moment.AUCTION, rule=BID, available=_seats_but_the_dealer)]
    bid: Annotated[int, Ask("How many?", least=1, most=_highest_possible_bid, moment=Moment.AUCTION)]
    calls: Annotated[Calls, Ask("The bidding", moment=Moment.AUCTION)] = field(default=Calls(), kw_only=True)
    things: Annotated[PerSide[int], Ask("Things gathered", most=THINGS, total=THINGS, rule=GATHER)]
    nests: Annotated[PerSide[Nest], Ask("Nests")]
    rings: Annotated[
        PerSeat[int],
        Ask("Rings", most=2, rule=RING, relevant_if=lambda hand, sheet: Extra.RINGS in sheet.house.extras),
    ] = PerSeat((0,))
    thief: Annotated[Side | None, Ask("Whose was the thief?")] = None
    weight: Annotated[
        Fraction, Ask("Weight", most=9, relevant_if=lambda hand, sheet: hand.thief is not None)
    ] = Fraction(0)
    loot: Annotated[Cards, Ask("Loot", most=3, available=lambda sheet: pack("QKA", jokers=1))] = Cards()
    weather: Annotated[Weather, Ask("Weather")] = Weather.FAIR
    omens: Annotated[frozenset[Weather], Ask("Omens", available=lambda sheet: (Weather.FOUL,))] = frozenset()
    dice: Annotated[tuple[int, Weather], Ask("A die, and the sky", most=6)] = (0, Weather.FAIR)
    note: Annotated[str, Ask("Note", most=12)] = ""


@dataclass(frozen=True)
class Storm:
    """A deal that was called off."""

    title: ClassVar[str] = "A storm"


HANDS = {"flight": Flight, "storm": Storm, "chips": ChipPurchase}

# Scoring


def check(hand, sheet):
    if isinstance(hand, Flight) and hand.thief == sheet.seating.side(hand.bidder):
        yield Problem("thief", say("{who} bid, so the thief was on another side", who=hand.bidder), THIEF)


def score(hand, sheet):
    if isinstance(hand, ChipPurchase):
        yield from chip_lines(hand)
        return
    if isinstance(hand, Storm):
        for side in sheet.seating.every_side:
            yield score_line(side, 0, STORM, "Blown away")
        return
    for side in sheet.seating.every_side:
        things = hand.things[side]
        yield score_line(side, things, THING, ngettext("{n} thing", "{n} things", things))
    yield from _score_bid(hand, sheet)
    for seat in sheet.seating.every_seat:
        if rings := hand.rings[seat]:
            yield score_line(sheet.seating.side(seat), rings, RING, "{who} has rings: {n}", who=seat, n=rings)
    if hand.thief is not None:
        part = sheet.house.stake * hand.weight
        yield score_line(hand.thief, part, THIEF, "A thief took {part}", part=part)


def _score_bid(hand, sheet):
    side = sheet.seating.side(hand.bidder)
    values = {"bid": hand.bid, "took": hand.things[side]}
    if hand.things[side] >= hand.bid:
        yield score_line(side, sheet.house.bonus, MADE, "Bid {bid}, took {took}", **values)
    elif sheet.house.short is Short.LOSE:
        yield score_line(side, -hand.bid, SHORT, "Bid {bid}, took only {took}", **values)


def outcome(sheet):
    """Return the outcome, or None before the agreed end."""
    kind, n = sheet.house.ends
    reached = max(sheet.totals) if kind is End.POINTS else len(sheet.scored_hands(Flight, Storm))
    if kind is End.NEVER or reached < n:
        return None
    best = (min if sheet.house.misere else max)(sheet.totals)
    return Outcome(sheet.sides_with_total(best), cite(END, "It is over: {ends}", ends=sheet.house.ends))


def opening(seating, house):
    for side in seating.every_side:
        if points := house.start[side % len(house.start)]:
            yield score_line(side, points, START, "At the start")


def briefing(sheet, partial_hand):
    yield cite(GATHER, "{who} deals", who=sheet.dealer(Flight, Storm))
    if partial_hand and "bid" in partial_hand.answers:
        yield cite(BID, "{bid} are needed", bid=partial_hand.answers["bid"])


def summary(hand, sheet):
    if isinstance(hand, Flight):
        return say("{bid} by {who}", bid=hand.bid, who=hand.bidder)
    return say(type(hand).title)


def check_house(house, seating):
    if house.misere and house.ends.kind is End.POINTS:
        yield Problem("misere", say("Nobody would want to reach those points"), END)


# The auction


def auction_state(calls, sheet):
    """Return the state of the auction after these calls.

    From the dealer's left, every player but the dealer either bids higher or passes, once.
    """
    order = sheet.seating.round_from(sheet.seating.left(sheet.dealer(Flight, Storm)))[:-1]
    calls_made = tuple(zip(order, calls, strict=False))
    high = max((int(call) for call in calls if call != PASS), default=0)
    if len(calls) == len(order) or high == _highest_possible_bid(sheet):
        if not high:
            return AuctionState(None, (), calls_made)
        bidder = next(seat for seat, call in calls_made if call == str(high))
        result = AuctionResult("flight", {"bidder": bidder, "bid": high}, cite(BID, "{n} it is", n=high))
        return AuctionState(None, (), calls_made, result)
    too_low = cite(BID, "{n} is bid already", n=high)
    numbers = tuple(
        Offer(str(n), say("{n} things", n=n), too_low if n <= high else None)
        for n in range(1, _highest_possible_bid(sheet) + 1)
    )
    return AuctionState(order[len(calls)], (Offer(PASS, say("Pass")), *numbers), calls_made)


# The referee


@dataclass(frozen=True)
class Peeked:
    """A player who looked into a nest."""

    who: Annotated[Seat, Ask("Who?")]
    whose: Annotated[Side, Ask("Whose nest?")]
    seen: Annotated[PerSide[Nest], Ask("What was seen?")]
    weather: Annotated[
        Weather,
        Ask("Weather", relevant_if=lambda facts, sheet: sheet.seating.side(facts.who) != facts.whose),
    ] = Weather.FAIR


def rule_on_peeking(facts, sheet):
    side = sheet.seating.side(facts.who)
    if side == facts.whose:
        return Ruling("legal", (cite(GATHER, "It is their own"),))
    eggs = facts.seen[facts.whose].eggs
    return Ruling(
        "illegal",
        (cite(GATHER, "{who} must not look", who=facts.who),),
        (score_line(side, -eggs, THING, "{n} seen", n=eggs),),
    )


def rule_on_leader(facts, sheet):
    best = max(sheet.totals)
    leaders = sheet.sides_with_total(best)
    because = cite(THING, "{ahead} with {best}", ahead=leaders, best=best)
    return Ruling(say("{ahead}", ahead=leaders), (because,))


QUESTIONS = {
    "peeked": Question("Somebody peeked. What now?", rule_on_peeking, Peeked, "look, cheat"),
    "leads": Question("Who leads?", rule_on_leader),
}

# The game

FOUR = Seating(4, 2)
THREE = Seating(3, 3)


def flight(bidder, bid, *things, **answers):
    return Flight(Seat(bidder), bid, PerSide(things), PerSide(Nest(2) for _side in things), **answers)


EXAMPLES = (
    Example(
        "A bid made, a bid not made, and a storm; a thief scores half of three",
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
    name="Magpies",
    about="Ten shiny things.",
    family=Family.COLLECTING,
    seatings=(FOUR, THREE),
    sections={"1": "Play", "2": "Scoring", "3": "The end"},
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
    unit="points",
    lowest_wins=lambda house: house.misere,
)
