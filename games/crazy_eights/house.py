"""The house rules and presets of crazy eights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from games.engine import SITE, Ask, Choice, Preset, Seating, Sheet, _

from . import rulebook as rule


class Deal(Choice):
    FIVE = "five", _("Five cards each")
    BY_SEATS = "by_seats", _("By the number of players"), _("Seven for two, five for more")
    SEVEN = "seven", _("Seven cards each")
    EIGHT = "eight", _("Eight cards each")


class Draw(Choice):
    ONE_AND_END = "one_and_end", _("One card, and the turn is over")
    ONE_MAY_PLAY = "one_may_play", _("One card, and it may be played if it fits")
    UNTIL_PLAYABLE = "until_playable", _("Until a card fits")
    UP_TO_THREE = "up_to_three", _("Up to three cards, until one fits")


class Two(Choice):
    STACK = "draw2_stack", _("The next player draws two, or passes the debt on with a 2")
    DRAW2 = "draw2", _("The next player draws two")
    OFF = "off", _("An ordinary card")


class AfterDraw(Choice):
    TURN_ENDS = "turn_ends", _("The turn is over")
    PLAYS = "plays", _("The player plays as well")


class EightOnTwo(Choice):
    NO = "no", _("No")
    YES = "yes", _("Yes, and nobody draws")


class Queen(Choice):
    SKIP = "skip", _("The next player is skipped")
    OFF = "off", _("An ordinary card")


class Ace(Choice):
    REVERSE = "reverse", _("Turns the direction round")
    OFF = "off", _("An ordinary card")


class AceBetweenTwo(Choice):
    NONE = "none", _("Changes nothing")
    AGAIN = "again", _("Go again")


class StarterSpecial(Choice):
    BURY = "bury_eight_only", _("An 8 is buried, others do nothing")
    IGNORE = "ignore", _("None does anything"), _("An 8 is left lying and stands for its own suit")
    APPLIES = "applies", _("An 8 is buried, others act")


class LastCardCall(Choice):
    BEFORE = "before_second_last", _("Before laying the last card but one")
    OFF = "off", _("Not called")


class Finish(Choice):
    YES = "yes", _("Any card")
    NO = "no", _("No special card")


class FinalTwo(Choice):
    NO_DRAW = "no_draw", _("Nobody draws")
    DRAW = "draw", _("The next player draws before the count")


class StockOut(Choice):
    RESHUFFLE = "reshuffle", _("Shuffle the played cards under the top one")
    PASS = "pass", _("Whoever cannot play passes")


class BlockScoring(Choice):
    LOWEST = "lowest_takes_difference", _("The lowest hand takes the differences")
    NO_SCORE = "no_score", _("Nobody scores")


class BlockTie(Choice):
    SPLIT = "split", _("They share the points")
    NO_SCORE = "no_score", _("Nobody scores")


class Values(Choice):
    STANDARD = "standard", _("8 counts 50, ace 1"), _("Tens and court cards 10, others what they show")
    SPECIALS20 = "specials20", _("2, queen and ace count 20"), _("8 counts 50")
    EIGHT25 = "eight25", _("8 counts 25"), _("The others as usual")


class Scoring(Choice):
    WINNER_COLLECTS = (
        "winner_collects",
        _("The winner collects"),
        _("All that the others hold; most points win"),
    )
    LOSERS_PENALTY = "losers_penalty", _("Losers are charged"), _("Each what they hold; fewest points win")


DEALING, PLAYING, SPECIAL, LAST, COUNTING, ENDING = (
    _("The deal"),
    _("The play"),
    _("Special cards"),
    _("The last card"),
    _("The score"),
    _("The end"),
)

POINTS_PER_SEAT = 50  # the usual target is 50 points for each player


def twos_draw(house: House, sheet: Sheet[Any]) -> bool:
    return house.two is not Two.OFF


def ace_between_two(house: House, sheet: Sheet[Any]) -> bool:
    return house.ace is Ace.REVERSE and sheet.seating.seats == 2


def is_call_required(house: House, sheet: Sheet[Any]) -> bool:
    return house.last_card_call is not LastCardCall.OFF


def may_end_on_two(house: House, sheet: Sheet[Any]) -> bool:
    return house.two is not Two.OFF and house.finish_on_special is Finish.YES


def lowest_may_tie(house: House, sheet: Sheet[Any]) -> bool:
    return house.blocked is BlockScoring.LOWEST and collects(house)


@dataclass(frozen=True)
class House:
    """The house rules of a table."""

    deal: Annotated[Deal, Ask(_("How many cards?"), rule=rule.DEAL, section=DEALING)] = Deal.FIVE
    starter_special: Annotated[
        StarterSpecial, Ask(_("A special card is turned up first"), rule=rule.STARTER, section=DEALING)
    ] = StarterSpecial.BURY
    draw: Annotated[Draw, Ask(_("Whoever cannot play draws"), rule=rule.DRAW, section=PLAYING)] = (
        Draw.ONE_AND_END
    )
    stock_out: Annotated[StockOut, Ask(_("The stock is used up"), rule=rule.STOCK_OUT, section=PLAYING)] = (
        StockOut.RESHUFFLE
    )
    two: Annotated[Two, Ask(_("A 2"), rule=rule.TWO, section=SPECIAL)] = Two.STACK
    after_draw: Annotated[
        AfterDraw,
        Ask(_("After drawing for a 2"), rule=rule.AFTER_DRAW, section=SPECIAL, relevant_if=twos_draw),
    ] = AfterDraw.TURN_ENDS
    eight_on_two: Annotated[
        EightOnTwo,
        Ask(_("May an 8 answer a 2?"), rule=rule.EIGHT_ON_TWO, section=SPECIAL, relevant_if=twos_draw),
    ] = EightOnTwo.NO
    queen: Annotated[Queen, Ask(_("A queen"), rule=rule.QUEEN, section=SPECIAL)] = Queen.SKIP
    ace: Annotated[Ace, Ask(_("An ace"), rule=rule.ACE, section=SPECIAL)] = Ace.REVERSE
    ace_two_player: Annotated[
        AceBetweenTwo,
        Ask(
            _("An ace when two play"), rule=rule.ACE_BETWEEN_TWO, section=SPECIAL, relevant_if=ace_between_two
        ),
    ] = AceBetweenTwo.NONE
    last_card_call: Annotated[
        LastCardCall, Ask(_('When is "last card" said?'), rule=rule.CALL, section=LAST)
    ] = LastCardCall.BEFORE
    last_card_penalty: Annotated[
        int,
        Ask(
            _("Cards to draw for forgetting to say it"),
            least=1,
            most=5,
            rule=rule.CALL,
            section=LAST,
            relevant_if=is_call_required,
        ),
    ] = 2
    finish_on_special: Annotated[
        Finish, Ask(_("What may the very last card be?"), rule=rule.FINISH, section=LAST)
    ] = Finish.YES
    final_two: Annotated[
        FinalTwo,
        Ask(_("The very last card is a 2"), rule=rule.FINAL_TWO, section=LAST, relevant_if=may_end_on_two),
    ] = FinalTwo.NO_DRAW
    scoring: Annotated[Scoring, Ask(_("Who writes the points?"), rule=rule.COLLECT, section=COUNTING)] = (
        Scoring.WINNER_COLLECTS
    )
    values: Annotated[Values, Ask(_("What cards count"), rule=rule.VALUES, section=COUNTING)] = (
        Values.STANDARD
    )
    blocked: Annotated[BlockScoring, Ask(_("Nobody can play"), rule=rule.BLOCK, section=COUNTING)] = (
        BlockScoring.LOWEST
    )
    blocked_tie: Annotated[
        BlockTie,
        Ask(
            _("Nobody can play, and two hands are equally low"),
            rule=rule.BLOCK_TIE,
            section=COUNTING,
            relevant_if=lowest_may_tie,
        ),
    ] = BlockTie.SPLIT
    target: Annotated[
        int | None,
        Ask(
            _("Points that end the game"),
            least=10,
            most=5000,
            offers=(100, 150, 200, 250),
            rule=rule.TARGET,
            section=ENDING,
            none=_("50 for each player"),
        ),
    ] = None


def collects(house: House) -> bool:
    """Return whether points are won rather than charged."""
    return house.scoring is Scoring.WINNER_COLLECTS


def target(house: House, seating: Seating) -> int:
    """Return the total that ends the game at this table."""
    return POINTS_PER_SEAT * seating.seats if house.target is None else house.target


PRESETS = (
    Preset(
        "c8-seed",
        _("Crazy Eights for three"),
        House(),
        rule.ARTICLE,
        _("2s add up, queens skip, aces reverse, and the last card but one is called"),
    ),
    Preset(
        "c8-classic",
        _("Bicycle"),
        House(
            two=Two.OFF,
            queen=Queen.OFF,
            ace=Ace.OFF,
            last_card_call=LastCardCall.OFF,
            draw=Draw.UNTIL_PLAYABLE,
            stock_out=StockOut.PASS,
        ),
        rule.BICYCLE,
        _("Only the 8s are special, and you draw until a card fits"),
    ),
    Preset(
        "c8-penalty",
        _("Losers are charged"),
        House(scoring=Scoring.LOSERS_PENALTY),
        SITE,
        _("Everybody writes what they were caught with, and the lowest total wins"),
    ),
    Preset(
        "c8-specials20",
        _("Special cards are dear"),
        House(values=Values.SPECIALS20),
        rule.VARIANTS,
        _("A 2, queen or ace left in the hand counts 20"),
    ),
    Preset(
        "c8-eight25",
        _("Cheaper eights"),
        House(values=Values.EIGHT25),
        rule.VARIANTS,
        _("An 8 left in the hand counts 25, not 50"),
    ),
    Preset(
        "c8-nostack",
        _("2s do not add up"),
        House(two=Two.DRAW2),
        SITE,
        _("Whoever follows a 2 draws two cards, even with a 2 in the hand"),
    ),
    Preset(
        "c8-eight-escape",
        _("An 8 answers a 2"),
        House(eight_on_two=EightOnTwo.YES),
        SITE,
        _("An 8 may be played on a 2, and then nobody draws"),
    ),
    Preset(
        "c8-draw-and-play",
        _("Draw and play"),
        House(after_draw=AfterDraw.PLAYS),
        SITE,
        _("Whoever has drawn for a 2 still takes the turn"),
    ),
    Preset(
        "c8-no-special-finish",
        _("No special last card"),
        House(finish_on_special=Finish.NO),
        SITE,
        _("The last card must not be an 8, 2, queen or ace"),
    ),
)
