"""Quotations from the sources, by rule."""

from games.engine import Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import BAROUCHE_FAMILY, DEBITCARD, DEUX_CENTS, FOSTER, GAMERULES, HOYLE, PAGAT

QUOTATIONS: Quotations = {
    rule.PACK: {
        DEBITCARD: {
            "deck=36": (
                "It is played with a deck of 36 cards. In preparation, all 2s, 3s, 4s and 6s are "
                "removed from a traditional 52-card deck."
            )
        },
        PAGAT: Paraphrase(_("36 cards, without 2, 3, 4 and 6; with a kitty 40, so that the 6s return")),
    },
    rule.RANK: {
        DEBITCARD: {"deck=36": "The rank of cards (per suit) is as follows: A-K-Q-J-10-9-8-7-5"},
        PAGAT: {
            "deck=36": Paraphrase(_("In every suit, trumps too, A K Q J 10 9 8 7 5; no jokers, no bowers")),
            "": Paraphrase(_("With 40 cards the 6s return; no jokers, no bowers")),
        },
    },
    rule.COUNTERS: {
        DEBITCARD: "- Aces = 10 points - 10s = 10 points - 5 = 5 points - Total = 100 points",
        PAGAT: Paraphrase(_("Ace 10, ten 10, five 5, all else nothing: 100 in the pack")),
    },
    rule.PARTNERS: {
        DEBITCARD: (
            "200 is a trick-catching game for 4 players with partnerships. … All game play "
            "(dealer position, dealing of cards, bidding, playing of tricks, etc.) rotates "
            "clockwise."
        ),
        PAGAT: Paraphrase(_("Four, partners opposite each other, clockwise")),
    },
    rule.DEALER: {
        DEBITCARD: (
            "The first dealer is randomly chosen by whatever method players agree upon. All "
            "game play (dealer position, dealing of cards, bidding, playing of tricks, etc.) "
            "rotates clockwise."
        ),
        PAGAT: Paraphrase(_("Deal face up, and the first jack deals; then the deal moves to the left")),
    },
    rule.DEAL: {
        DEBITCARD: (
            "After shuffling, the dealer will pass out all 36 cards cards, one card per "
            "player at a time. Everyone should have 9 cards."
        ),
        PAGAT: Paraphrase(_("Nine each, in threes, cut by the player at the dealer's right")),
        GAMERULES: Paraphrase(_("Nine each, in threes")),
    },
    rule.BIDS: {
        DEBITCARD: (
            "Starting with the player left of the dealer, each player will take turns "
            "bidding. Bids are placed in increments of 5, with the lowest possible bid being "
            "50; the highest 100."
        ),
        PAGAT: Paraphrase(_("Left of the dealer speaks first; 50 to 100 in fives, without a suit")),
    },
    rule.HIGHER: {
        DEBITCARD: "Successive bids must be higher than the previous bid.",
        PAGAT: Paraphrase(_("Each bid must beat the last")),
    },
    rule.MATCH: {
        BAROUCHE_FAMILY: "dealer can take the hand for the last bid",
    },
    rule.OUT_FOR_GOOD: {
        DEBITCARD: "If a player passes at any time, they can no longer bid on that hand.",
        PAGAT: Paraphrase(_("A pass is final for that hand")),
    },
    rule.AUCTION_ENDS: {
        DEBITCARD: {
            "auction=until_three_pass": (
                "Bidding continues around the table until three consecutive players have passed."
            )
        },
        PAGAT: Paraphrase(
            _("When three players are out, or at once when someone bids 100; a single round is a variation")
        ),
    },
    rule.ALL_PASS: {
        DEBITCARD: {
            "all_pass=next_dealer": (
                "Note: If all four players pass, the hand is null. All cards are returned and the"
                " next dealer in rotation will deal a new hand."
            )
        },
        PAGAT: {
            "all_pass=next_dealer": Paraphrase(_("If all pass the hand is null, and the next dealer deals")),
            "all_pass=dealer_must_bid_minimum": Paraphrase(_("A dealer who must bid is a variation")),
        },
        BAROUCHE_FAMILY: {
            "all_pass=dealer_must_bid_minimum": Paraphrase(_("If everyone passes the dealer is stuck at 30"))
        },
        DEUX_CENTS: {
            "all_pass=dealer_must_bid_minimum": Paraphrase(_("If everyone passes the dealer has to bid 50"))
        },
    },
    rule.TRUMP: {
        DEBITCARD: {
            "trump_named=after_auction": (
                "The highest bidder wins the auction, and will immediately declare trump suit. … "
                "If this player fails to declare a trump suit, the suit of the first card played "
                "becomes trump."
            )
        },
        PAGAT: {
            "trump_named=after_auction": Paraphrase(
                _(
                    "The high bidder names trumps, then leads; if none was named, the first card's suit "
                    "is trumps"
                )
            )
        },
        BAROUCHE_FAMILY: {"trump_named=by_first_card": Paraphrase(_("Trumps are shown by the first card"))},
    },
    rule.FIRST_LEAD: {
        DEBITCARD: "The winner of the auction will lead to the first trick.",
        PAGAT: Paraphrase(_("The high bidder leads")),
    },
    rule.ANY_LEAD: {
        PAGAT: {
            "must_lead_trump": Paraphrase(_("That the first card must be a trump is a variation")),
            "": Paraphrase(_("The first card need not be a trump")),
        },
        BAROUCHE_FAMILY: {"must_lead_trump": Paraphrase(_("The first card must be a trump"))},
    },
    rule.FOLLOW: {
        DEBITCARD: "In clockwise fashion, all other players must follow suit if able.",
        PAGAT: Paraphrase(_("Follow suit if you can")),
    },
    rule.FREE: {
        DEBITCARD: (
            "If a player does not have the led suit, they may play any other card; trump or non-trump."
        ),
        PAGAT: Paraphrase(_("If not, play anything: no duty to trump, to overtrump or to win")),
    },
    rule.TRICK: {
        DEBITCARD: (
            "The highest trump played will win the trick, or if no trump is played, the "
            "highest ranking card of the suit led. The winner of each trick will lead the "
            "next trick."
        ),
        PAGAT: Paraphrase(
            _("The highest trump wins, otherwise the highest card of the suit led; the winner leads")
        ),
    },
    rule.GENEROUS: {
        PAGAT: Paraphrase(_("To throw a ten or five on a partner's winner is good play")),
    },
    rule.TURNED: {
        DEBITCARD: "These cards cannot be turned up or examined by anyone before the hand is over.",
        PAGAT: Paraphrase(
            _("Tricks that are won lie face down, and nobody may look at them before the end of the hand")
        ),
    },
    rule.MADE: {
        DEBITCARD: (
            "If the team that won the bid succeeds in capturing enough points, they will "
            "score the total amount of points captured."
        ),
        PAGAT: Paraphrase(_("A bid of 75 with 85 taken brings a side from 120 to 205")),
    },
    rule.SET: {
        DEBITCARD: ("If this team fails to capture their bid, the amount bid is scored as a negative total."),
        PAGAT: Paraphrase(_("A bid of 75 with 70 taken brings a side from 120 to 45")),
    },
    rule.DEFENCE: {
        DEBITCARD: (
            "If the defending team’s cumulative score prior to the hand was below 100, they "
            "will score the number of points they captured."
        ),
        PAGAT: Paraphrase(_("The defenders score what they took, whether the bid was made or not")),
    },
    rule.HUNDRED: {
        DEBITCARD: (
            "If this team’s prior score is 100+, they can only score points if at least one "
            "team member bid during the auction."
        ),
        PAGAT: "100 or more",
    },
    rule.ONE_IS_ENOUGH: {
        DEBITCARD: "they can only score points if at least one team member bid during the auction.",
        PAGAT: Paraphrase(_("One partner's bid serves both, even if it was overcalled")),
    },
    rule.SHUT_OUT: {
        DEBITCARD: {
            "shutout_counts_as_silent": (
                "If both team members passed on their first opportunity to bid, and their score "
                "is 100+, they cannot earn score for the hand."
            )
        },
    },
    rule.BOXED: {
        DEBITCARD: (
            "If a team’s score is negative, the number is represented by drawing a box or "
            "circle around it. This is called being “in the box” or “in the hole”."
        ),
        PAGAT: Paraphrase(_("A negative total is written in a box or a circle")),
    },
    rule.RECOUNT: {
        DEBITCARD: "- Total = 100 points",
    },
    rule.OUT: {
        DEBITCARD: "The first team to reach or exceed 200 points wins the game.",
        PAGAT: Paraphrase(_("200 or more wins, at the end of a hand")),
    },
    rule.BOTH: {
        DEBITCARD: {
            "both_reach=bidder": (
                "If both teams reach or exceed 200 points on the same hand, that team that won "
                "the bid wins the game."
            )
        },
        PAGAT: {
            "both_reach=bidder": Paraphrase(_("If both get there on the same hand, the bidding side wins"))
        },
    },
    rule.HOLE: {
        DEBITCARD: (
            "If a team is in the box, or in the hole, by 200+ negative points, their "
            "opponents automatically win the game."
        ),
        PAGAT: Paraphrase(_("A side at minus 200 loses, if its opponents are at zero or better")),
    },
    rule.HOLE_ALONE: {
        PAGAT: Paraphrase(
            _("Only while the opponents are at zero or better; with both sides negative play goes on")
        ),
    },
    rule.KITTY: {
        PAGAT: Paraphrase(
            _(
                "40 cards, nine each and four to the kitty, two after the first round of "
                "three and two after the second; the bidder takes the four, discards any "
                "four, then names trumps"
            )
        ),
    },
    rule.BURIED: {
        PAGAT: {
            "kitty_points_to=defenders": Paraphrase(_("Points among the discards belong to the defenders"))
        },
    },
    rule.BAROUCHE_BID: {
        BAROUCHE_FAMILY: Paraphrase(_("One may bid Barouche, for the game")),
    },
    rule.BAROUCHE: {
        BAROUCHE_FAMILY: Paraphrase(
            _("Whoever bids Barouche must take every counter; one five lost loses the game")
        ),
    },
    rule.REVOKE: {
        HOYLE: Paraphrase(
            _(
                "On Five Hundred: a bidder who revokes is set back the bid; where a "
                "defender revokes, the bidder scores the full bid and the side in error "
                "nothing"
            )
        ),
    },
    rule.OUT_OF_TURN: {
        FOSTER: Paraphrase(
            _(
                "A bid stands and cannot be amended; out of turn, in a partnership game, "
                "it costs that side its bid"
            )
        ),
    },
    rule.CONTRADICTION: {
        DEUX_CENTS: Paraphrase(
            _(
                "It says first that defenders at 100 score only if they bid, and later that they always do; "
                "it lists the 5s as taken out and as worth points"
            )
        ),
    },
}
