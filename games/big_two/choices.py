"""The choices of the house rules. Their values are stored and never change."""

from __future__ import annotations

from games.engine import Choice, _


class Dealt(Choice):
    BY_SEATS = (
        "by_seats",
        _("by the number of players"),
        _("Four: 13 each. Three: 17, and the odd card to the 3♦. Two: 13, and a pass draws a card."),
    )
    THIRTEEN = "13_each", _("13 each"), _("Any other cards stay out of play.")
    SEVENTEEN_EXTRA = (
        "17_extra_to_3D",
        _("17 each, the odd card to the holder of the lowest card"),
        _("The holder of the 3♦ takes the 52nd card."),
    )
    SEVENTEEN = "17_extra_discarded", _("17 each, the rest out of play")
    GHOST = "13_ghost", _("13 each and a ghost hand"), _("A fourth hand is dealt and not played.")
    DRAW = "13_draw_on_pass", _("13 each, and whoever passes draws a card")
    TWENTY_ONE = "21_each", _("21 each, the rest out of play")
    WHOLE_PACK = "whole_pack", _("the whole pack"), _("Odd cards go to the holder of the lowest card.")


class Direction(Choice):
    COUNTER = "ccw", _("counter-clockwise")
    CLOCKWISE = "cw", _("clockwise")
    RACE = "race", _("a race decides"), _("The neighbours of the leader race to play next.")


class SuitOrder(Choice):
    HONG_KONG = "hk", _("♦ ♣ ♥ ♠")
    TAIWAN = "taiwan", _("♣ ♦ ♥ ♠")
    HEARTS_OVER_SPADES = "cdsh", _("♣ ♦ ♠ ♥")
    PUSOY = "pusoy", _("♣ ♠ ♥ ♦")
    VIET = "viet", _("♠ ♣ ♦ ♥")
    NONE = "none", _("suits do not count"), _("Equal ranks never beat each other.")


class StraightOrder(Choice):
    HONG_KONG = "hk", _("34567 … 10JQKA, 23456, A2345"), _("A2345 is the highest. Hong Kong, Singapore.")
    MALAYSIA = "malaysia", _("34567 … 10JQKA, A2345, 23456"), _("23456 is the highest.")
    INDONESIA = "indonesia", _("34567 … 10JQKA, JQKA2"), _("A2345 and 23456 are not straights.")
    LOW_TWO_TOP = "low2_a5_top", _("23456, 34567 … 10JQKA, A2345")
    LOW_TWO_SECOND = "low2_a5_second", _("23456, 34567 … up to a king, A2345, 10JQKA")
    NO_TWOS = "no_twos", _("34567 … 10JQKA"), _("No straight has a 2. Vietnam.")
    TAIWAN = "taiwan", _("A2345, 34567 … 10JQKA, 23456"), _("A2345 is the lowest, 23456 the highest.")
    NATURAL = "natural", _("A2345, 23456, 34567 … 10JQKA"), _("A 2 or an ace in front counts low.")


class StraightLengths(Choice):
    FIVE = "five", _("five cards")
    THREE_PLUS = "three_plus", _("three cards or more")


class FlushOrder(Choice):
    RANK = "rank", _("by its ranks, then the suit")
    SUIT = "suit", _("by its suit, then the ranks")
    OFF = "off", _("not played")


class FlushOrStraight(Choice):
    FLUSH = "flush_over", _("the flush is higher")
    STRAIGHT = "straight_over", _("the straight is higher")


class Mixing(Choice):
    BY_CATEGORY = "by_category", _("the higher sort wins")
    SAME_TYPE = "same_type_only", _("not allowed"), _("A straight is beaten by straights only, and so on.")
    BY_VALUE = "by_card_value", _("the higher card wins"), _("4-5-6-7-8 beats 7-7-7-6-6.")


class Triples(Choice):
    ALLOWED = "allowed", _("They are played on their own")
    IN_FIVE = "only_in_five_card", _("They are played only within five cards")


class QuadsForm(Choice):
    KICKER = "with_kicker", _("with a fifth card")
    BARE = "bare", _("as four cards alone")
    BOTH = "both", _("with a fifth card or alone")


class Junk(Choice):
    BUTTERFLY = "butterfly", _("butterfly"), _("Two pairs and any card.")
    SISTERS = "sisters", _("sisters"), _("Two consecutive pairs and any card.")
    TRIPS = "trips_junk", _("three and two junk cards")


class Bombs(Choice):
    OFF = "off", _("none")
    SMALL = "quads_sf_over_small", _("four of a kind and straight flush hit a single or a pair")
    ALL = (
        "quads_sf_over_all",
        _("four of a kind and straight flush hit anything"),
        _("A straight flush hits four of a kind."),
    )
    QUADS = "quads_over_all", _("four of a kind hits anything that does not contain one")


class SmackDown(Choice):
    """The lone 2s that four of a kind or a run of pairs may beat."""

    OFF = "off", _("not played")
    BIG_TWO = "single_2S", _("against the highest 2, played alone")
    ANY_TWO = "any_single_2", _("against any 2 played alone")


class LastTwo(Choice):
    """The plays with a 2 that may not be a player's last play."""

    ALLOWED = "allowed", _("allowed")
    NO_BIG_SINGLE = "no_2S_single", _("not allowed with the highest 2 alone")
    NO_BIG = "no_combo_with_2S", _("not allowed with any play that contains the highest 2")
    NO_SINGLE = "no_single_2", _("not allowed with a single 2")
    NO_SINGLE_OR_PAIR = "no_single_or_pair_2", _("not allowed with a single 2 or a pair of 2s")


class Passing(Choice):
    FREE = "free", _("one may come back into the same trick")
    LOCKED = "locked", _("one is out until the trick ends")


class TrickEnd(Choice):
    ALL_PASS = "all_pass", _("when all the others have passed in a row")
    ONE_PASS = "one_pass", _("after a single pass")


class Opening(Choice):
    INCLUDE = "must_include_lowest", _("it must be part of the first play")
    ANYTHING = "lowest_leads_any", _("the first play may be anything")


class NextLead(Choice):
    WINNER = "winner", _("the winner of the last deal")
    LOWEST = "lowest", _("the holder of the lowest card")


class FourTwos(Choice):
    PLAY_ON = "play_on", _("play on")
    REDEAL = "redeal", _("deal again")
    WIN = "instant_win", _("the hand wins at once")
    DRAW = "draw", _("the deal is a draw")


class WeakHand(Choice):
    OFF = "off", _("not here")
    POINTS = "points_le_3", _("with 3 points or fewer"), _("J counts 1, Q 2, K 3, A 4, 2 counts 5.")
    NO_FACES = "no_faces", _("without jack, queen or king")


class Dragon(Choice):
    OFF = "off", _("nothing special")
    WIN = "instant_win", _("wins at once")
    PLAYABLE = "playable_3p", _("may be led"), _("Three players with 17 cards each.")


class Jokers(Choice):
    OFF = "off", _("none")
    WILD = "high_wild", _("wild and above the 2s")
    ZERO = "zero", _("worthless: they beat any single card and are beaten by any")


class CardValue(Choice):
    COUNT = "count", _("one each")
    PUSOY = "pusoy", _("tens and faces 10, others their pips")
    RANK15 = "rank15", _("2 is 15, ace to jack 14 to 11, others their pips")


class Unused(Choice):
    OFF = "off", _("does not matter")
    ONCE = "any_once", _("a 2, four of a kind or a straight flush doubles, once")
    PER_TWO = "per_two", _("each 2 doubles again")


class Held(Choice):
    """A card or combination left in a loser's hand that may double the loss."""

    TWO = "two", _("a 2")
    QUADS = "quads", _("four of a kind")
    STRAIGHT_FLUSH = "straight_flush", _("a straight flush")


class FinishDouble(Choice):
    OFF = "off", _("does not matter")
    ONCE = "once", _("doubles what all losers pay")


class TwoScope(Choice):
    ONLY = "only_twos", _("one, two or three 2s and nothing else")
    CONTAINS = "contains_two", _("any play with a 2 in it")


class Payment(Choice):
    WINNER = "winner_takes", _("All pay the winner")
    PAIRWISE = "pairwise", _("Everybody pays everybody the difference")
    PENALTY = "penalty_only", _("Losers write down penalty points"), _("The lowest total wins.")
    PLACINGS = "placings", _("Only the order of finishing counts")


class Assist(Choice):
    OFF = "off", _("not played")
    PAYS_ALL = "pays_all", _("pays for all")


class Assistant(Choice):
    LAST_TO_PLAY = (
        "last_to_play",
        _("whoever played last before the winner"),
        _("Others may have passed in between."),
    )
    JUST_BEFORE = "just_before", _("only the player just before the winner")


class AssistScope(Choice):
    SINGLE = "single_only", _("playing a low single with a higher one in hand")
    ANY = (
        "any_stop",
        _("missing any chance to stop the winner"),
        _("Passing, or a single led instead of a pair, counts too."),
    )


class LastCall(Choice):
    OFF = "off", _("not required")
    REQUIRED = "required", _("required")


class Team(Choice):
    OFF = "off", _("each alone")
    PAIRS = "pairs", _("pairs, partners opposite")


class President(Choice):
    OFF = "off", _("not played")
    ON = "on", _("played")


class Returns(Choice):
    LOWEST = "lowest_two", _("the two lowest cards")
    ANY = "any_two", _("any two cards, chosen after receiving")


class Target(Choice):
    NONE = "none", _("as long as you like")
    POINTS = "points", _("to {n} points")
    DEALS = "deals", _("for {n} deals")
