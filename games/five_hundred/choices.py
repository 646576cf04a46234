"""The choices of the house rules: each class has the options for one question in ``house.py``."""

from __future__ import annotations

from games.engine import Choice, _


class Deck(Choice):
    BY_SEATS = "by_seats", _("the usual one for the number of players")
    CARDS_33 = "33", _("33 cards: joker, 7 to ace")
    CARDS_43 = "43", _("43 cards: joker, red 4s, 5 to ace")
    MATCHING_FOURS = (
        "43_matching_fours",
        _("43 cards with 4♥ and 4♣"),
        _("The 4 of the trumps' colour is a trump too, so there are always thirteen."),
    )
    CARDS_45 = "45", _("45 cards: joker, 4 to ace")
    CARDS_46 = "46", _("46 cards: two jokers, 4 to ace")
    CARDS_53 = "53", _("53 cards: the full pack and the joker")
    CARDS_63 = "63", _("63 cards: 11s, 12s and red 13s added")
    CARDS_65 = "65", _("65 cards: 11s, 12s and 13s added")


class Schedule(Choice):
    AVONDALE = "avondale", _("Avondale"), _("6♠ is 40, each bid 20 more, 10 no trumps 520.")
    PERFECT = "perfect", _("Perfect"), _("Every bid 20 less than Avondale's, so 10 no trumps is 500.")
    ORIGINAL = (
        "original",
        _("Original, before 1906"),
        _(
            "♠ 40, ♣ 60, ♦ 80, ♥ 100, no trumps 120 for six; twice that for seven, and so on. Bids rank "
            "by points."
        ),
    )


class SixBids(Choice):
    NORMAL = "normal", _("bids like any other")
    CAN_STAND = "inkle_can_stand", _("inkles, which may become the contract")
    SIGNAL_ONLY = (
        "inkle_signal_only",
        _("inkles, mere signals"),
        _("A six tells the partner something but can never be the contract."),
    )


class Rounds(Choice):
    UNTIL_ALL_PASS = "until_all_pass", _("round and round, until all but one have passed")
    SINGLE = "single", _("everyone speaks once")


class RebidRule(Choice):
    AFTER_BID = "after_intervening_bid", _("only after somebody else has bid")
    ANYTIME = "anytime_if_not_passed", _("at any time, if you have not passed (Newcastle)")


class AllPass(Choice):
    NEXT_DEALER = "next_dealer", _("the cards are thrown in and the next player deals")
    SAME_DEALER = "redeal_same_dealer", _("the same dealer deals again")
    TWICE = "redeal_twice_then_next", _("the same dealer deals again, at most twice; then the deal passes")
    PLAY = "play_no_trump", _("the hand is played at no trumps, 10 a trick")
    DEALER_BIDS = "dealer_must_bid", _("the dealer must bid")


class MisereRank(Choice):
    SEVEN_EIGHT = "between_7_and_8", _("over every seven, under 8♠")
    BY_VALUE = "by_value", _("by its points")
    BELOW_8NT = "below_8NT", _("just under 8 no trumps")


class OpenRank(Choice):
    TEN_DIAMONDS = "between_10D_10H", _("over 10♦, under 10♥")
    BY_VALUE = "by_value", _("by its points")
    HIGHEST = "highest", _("over every other bid")
    BELOW_10NT = "below_10NT", _("just under 10 no trumps")


class OpenShown(Choice):
    AFTER_FIRST_TRICK = "after_first_trick", _("after the first trick")
    BEFORE_LEAD = "before_lead", _("before the first lead")


class DefenderTricks(Choice):
    ALWAYS = "always", _("always, whether the contract is made or not")
    ONLY_IF_SET = "only_if_set", _("only when the contract fails")
    NEVER = "never", _("never")


class MisereTricks(Choice):
    NONE = "none", _("nothing")
    PER_TRICK = "per_trick", _("10 a trick, as in any hand")


class TrickCap(Choice):
    NONE = "none", _("no limit")
    AT_490 = "490", _("tricks cannot lift a side past 490")
    OVER_400 = "stop_over_400", _("no points for a side over 400")


class FailedContract(Choice):
    SUBTRACT = "subtract", _("its value is lost")
    GIVE = "give_to_opponents", _("its value goes to the other side")


class WinCompare(Choice):
    AT_LEAST = "at_least", _("That many or more")
    OVER = "over", _("More than that")
    EXACTLY = "exactly", _("Exactly that many")


class WinOn(Choice):
    ANY = "any", _("Any points")
    MADE_CONTRACT = "made_contract", _("Only by making your own bid")


class BothReach(Choice):
    BIDDER = "bidder", _("the bidder wins")
    HIGHER_TOTAL = "higher_total", _("the higher total wins")


class DefendersReach(Choice):
    FIRST_TRICK = "first_trick", _("the one whose trick reached the target first wins")
    HIGHER_TOTAL = "higher_total", _("the higher total wins")
    SHARE = "share", _("they win together")


class BackDoorMulti(Choice):
    """The consequence when one of more than two sides goes out the back door."""

    HIGHEST = "highest_total_wins", _("the game ends and the highest total wins")
    DROPS_OUT = "loser_drops_out", _("that player drops out and the others play on")


class FiveShare(Choice):
    """The shares of bidder and partner in the value of a bid at a table of five."""

    HALF = "half", _("half each")
    FULL = "full", _("the whole value each")


class FiveCall(Choice):
    """The way to choose the bidder's partner at a table of five."""

    CARD_SECRET = "card_secret", _("a card is named, and its holder is known when it is played")
    CARD_DECLARED = "card_declared", _("a card is named, and its holder says so at once")
    PLAYER = "player", _("a player is named")


class FirstLead(Choice):
    DECLARER = "declarer", _("the bidder leads")
    LEFT_OF_DEALER = "left_of_dealer", _("the player left of the dealer leads")


class JokerRule(Choice):
    PAGAT = (
        "pagat",
        _("as a card of the suit the bidder named before the lead; if none was named, only when void"),
    )
    HOYLE = (
        "hoyle",
        _("whoever leads it names a suit not yet renounced; on a suit its player renounced, it cannot win"),
    )
    SIMPLE_TRUMP = "simple_trump", _("the only trump, played when void")
    FIRST_OR_LAST = "first_or_last", _("only as the first or last card of a suit")
    LOW_IN_MISERE = "low_in_misere", _("the only trump, but the lowest card at misère")


class RevokeRule(Choice):
    MANUAL = "manual", _("the table decides each time")
    HOYLE_AMERICAN = "hoyle_american", _("American: the hand stops, the bid is won or lost")
    HOFFMANN = "hoffmann", _("Hoffmann: the hand is replayed from the revoke, and the offender loses 100")
    REDEAL = "redeal", _("the hand is void and dealt again")
