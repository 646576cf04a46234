"""Quotations and paraphrases of the sources, by rule.

A key such as ``deck=36`` is a condition on the house rules: the text of the first condition that holds
is shown. The key ``""`` always holds, so it comes last.
"""

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
        PAGAT: Paraphrase(
            _(
                "The pack has 36 cards, without 2s, 3s, 4s and 6s; in the game with a kitty the 6s "
                "stay in, which makes 40"
            )
        ),
    },
    rule.RANK: {
        DEBITCARD: {"deck=36": "The rank of cards (per suit) is as follows: A-K-Q-J-10-9-8-7-5"},
        PAGAT: {
            "deck=36": Paraphrase(
                _(
                    "In every suit, trumps too, the cards rank A K Q J 10 9 8 7 5; there are no jokers "
                    "and no bowers"
                )
            ),
            "": Paraphrase(_("With 40 cards the 6s stay in; there are no jokers and no bowers")),
        },
    },
    rule.COUNTERS: {
        DEBITCARD: "- Aces = 10 points - 10s = 10 points - 5 = 5 points - Total = 100 points",
        PAGAT: Paraphrase(
            _("An ace counts 10, a ten 10 and a five 5, and no other card counts: the pack holds 100")
        ),
    },
    rule.PARTNERS: {
        DEBITCARD: (
            "200 is a trick-catching game for 4 players with partnerships. … All game play "
            "(dealer position, dealing of cards, bidding, playing of tricks, etc.) rotates "
            "clockwise."
        ),
        PAGAT: Paraphrase(_("Four play, partners sit opposite each other, and everything goes clockwise")),
    },
    rule.DEALER: {
        DEBITCARD: (
            "The first dealer is randomly chosen by whatever method players agree upon. All "
            "game play (dealer position, dealing of cards, bidding, playing of tricks, etc.) "
            "rotates clockwise."
        ),
        PAGAT: Paraphrase(
            _(
                "Cards are dealt face up, and whoever gets the first jack is the first dealer; then "
                "the deal moves to the left"
            )
        ),
    },
    rule.DEAL: {
        DEBITCARD: (
            # The source has the word "cards" twice.
            "After shuffling, the dealer will pass out all 36 cards cards, one card per "
            "player at a time. Everyone should have 9 cards."
        ),
        PAGAT: Paraphrase(
            _("The player at the dealer's right cuts; everybody gets nine cards, dealt in threes")
        ),
        GAMERULES: Paraphrase(_("Everybody gets nine cards, dealt in threes")),
    },
    rule.BIDS: {
        DEBITCARD: (
            "Starting with the player left of the dealer, each player will take turns "
            "bidding. Bids are placed in increments of 5, with the lowest possible bid being "
            "50; the highest 100."
        ),
        PAGAT: Paraphrase(
            _(
                "The player at the dealer's left speaks first; bids go from 50 to 100 in fives and "
                "name no suit"
            )
        ),
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
            _(
                "The auction ends when three players have passed, or at once when someone bids 100; a "
                "single round is a variation"
            )
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
            "all_pass=dealer_must_bid_minimum": Paraphrase(_("As a variation, the dealer must bid")),
        },
        BAROUCHE_FAMILY: {
            "all_pass=dealer_must_bid_minimum": Paraphrase(
                _("If everyone passes, the dealer is stuck with a bid of 30")
            )
        },
        DEUX_CENTS: {
            "all_pass=dealer_must_bid_minimum": Paraphrase(_("If everyone passes, the dealer has to bid 50"))
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
                    "The high bidder names trumps, then leads; if the bidder names none, the suit of the "
                    "first card is trumps"
                )
            )
        },
        BAROUCHE_FAMILY: {
            "trump_named=by_first_card": Paraphrase(_("The first card led shows which suit is trumps"))
        },
    },
    rule.FIRST_LEAD: {
        DEBITCARD: "The winner of the auction will lead to the first trick.",
        PAGAT: Paraphrase(_("The high bidder leads")),
    },
    rule.ANY_LEAD: {
        PAGAT: {
            "must_lead_trump": Paraphrase(_("As a variation, the first card must be a trump")),
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
        PAGAT: Paraphrase(
            _("If you cannot follow suit, play anything: you need not trump, overtrump or win the trick")
        ),
    },
    rule.TRICK: {
        DEBITCARD: (
            "The highest trump played will win the trick, or if no trump is played, the "
            "highest ranking card of the suit led. The winner of each trick will lead the "
            "next trick."
        ),
        PAGAT: Paraphrase(
            _(
                "The highest trump wins the trick, or else the highest card of the suit led; the "
                "winner leads next"
            )
        ),
    },
    rule.GENEROUS: {
        PAGAT: Paraphrase(_("To throw a ten or five on a partner's winning card is good play")),
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
        PAGAT: Paraphrase(_("In an example, a side at 120 that bids 75 and takes 85 goes up to 205")),
    },
    rule.SET: {
        DEBITCARD: ("If this team fails to capture their bid, the amount bid is scored as a negative total."),
        PAGAT: Paraphrase(_("In an example, a side at 120 that bids 75 and takes only 70 drops to 45")),
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
        PAGAT: "100 or more",  # the totals to which the rule applies
    },
    rule.ONE_IS_ENOUGH: {
        DEBITCARD: "they can only score points if at least one team member bid during the auction.",
        PAGAT: Paraphrase(_("One partner's bid serves both, even if it was overcalled")),
    },
    rule.SHUT_OUT: {
        DEBITCARD: {
            # If defenders who never had a turn count as silent:
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
        PAGAT: Paraphrase(_("A side with 200 or more at the end of a hand wins")),
    },
    rule.BOTH: {
        DEBITCARD: {
            "both_reach=bidder": (
                "If both teams reach or exceed 200 points on the same hand, that team that won "
                "the bid wins the game."
            )
        },
        PAGAT: {
            "both_reach=bidder": Paraphrase(
                _("If both sides reach the target on the same hand, the bidding side wins")
            )
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
            _(
                "A side at minus 200 loses only while its opponents are at zero or better; when both "
                "sides are below zero, play goes on"
            )
        ),
    },
    rule.KITTY: {
        PAGAT: Paraphrase(
            _(
                "Of 40 cards, each player gets nine and the kitty four, two after the first round of "
                "three and two after the second; the bidder takes up the kitty, discards any four "
                "cards, then names trumps"
            )
        ),
    },
    rule.BURIED: {
        PAGAT: {
            "kitty_points_to=defenders": Paraphrase(_("Points among the discards belong to the defenders"))
        },
    },
    rule.BAROUCHE_BID: {
        BAROUCHE_FAMILY: Paraphrase(_("A player may bid Barouche, which is a bid for the whole game")),
    },
    rule.BAROUCHE: {
        BAROUCHE_FAMILY: Paraphrase(
            _("Whoever bids Barouche must take every card that counts; losing a single five loses the game")
        ),
    },
    rule.REVOKE: {
        HOYLE: Paraphrase(
            _(
                "In Five Hundred a bidder who revokes loses the amount of the bid; if a defender "
                "revokes, the bidder scores the full bid and the defender's side nothing"
            )
        ),
    },
    rule.OUT_OF_TURN: {
        FOSTER: Paraphrase(
            _(
                "A bid stands and cannot be changed; in a partnership game, a side that bids out of "
                "turn loses its bid"
            )
        ),
    },
    rule.CONTRADICTION: {
        DEUX_CENTS: Paraphrase(
            _(
                "The notes say first that defenders at 100 score only if they bid, and later that "
                "they always score; the 5s are listed both as taken out and as worth points"
            )
        ),
    },
}
