"""Quotations and paraphrases of the sources, keyed by rule and source.

A key such as ``all_pass=ramsch`` limits its text to tables that play by this house rule.
"""

from games.engine import Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import (
    CONGRESS,
    DIGEST,
    GAMEDUELL,
    ISKO,
    JSKAT,
    KNEIPENSKAT,
    NEWSPAPER,
    PREISSKAT,
    RASCHE,
    REISIEK,
    SHORT_RULES,
    SKATBLOG,
    SKATSPIELEN,
    SKATY,
    SKWO,
    WIKIPEDIA,
    XSKAT,
    court,
    isko,
)

QUOTATIONS: Quotations = {
    rule.PACK: {
        ISKO: Paraphrase(
            _(
                "1.2: there are 32 cards; an ace counts 11, a ten 10, a king 4, a queen 3, a jack 2, "
                "the others nothing: 120 in the pack"
            )
        ),
        SHORT_RULES: (
            "the game can easily be played with a classic French deck using 32 cards – 7s to "
            "As. … There are 120 points in a game"
        ),
    },
    rule.SEATS: {
        ISKO: Paraphrase(
            _(
                "1.1 and 3.1: three players are active, with forehand on the dealer's left; if four "
                "sit at the table, the dealer sits out"
            )
        ),
    },
    rule.DEALING: {
        ISKO: Paraphrase(
            _(
                "3.2: each player is dealt three cards, the skat two, then each player four and again "
                "three; the deal passes to the left"
            )
        ),
        SHORT_RULES: ("Each player is dealt 10 cards and the remaining two are left face-down as the Skat."),
    },
    rule.ALONE: {
        ISKO: Paraphrase(_("1.1: a soloist plays against two opponents")),
        SHORT_RULES: (
            "Skat is an entertaining 3 player card game where two people try to bring down the third one."
        ),
    },
    rule.WRONG_SKAT: {
        isko("3.2.9"): Paraphrase(_("The declarer has won, and extra cards do not change the matadors")),
        SKATBLOG: Paraphrase(_("In one case the skat has three cards, and the declarer wins")),
    },
    rule.SPEAKING: {
        ISKO: Paraphrase(
            _(
                "3.3: middlehand bids to forehand, then rearhand bids to the one of them who is left; "
                "the last number said or held is the bid"
            )
        ),
        SHORT_RULES: (
            "It’s an outbidding battle firstly between the two players excluding the dealer, "
            "then between the dealer and the winner of the first bidding. Whoever bids the "
            "most points becomes the declarator."
        ),
    },
    rule.LADDER: {
        isko("3.3.2"): Paraphrase(
            _("Numbers may be jumped over, but a number that no game can be worth may not be bid")
        ),
        JSKAT: Paraphrase(_("The program's table of bids has the same 63 numbers")),
    },
    rule.HOLDING: {
        ISKO: Paraphrase(
            _(
                "3.3: the senior player (forehand before middlehand before rearhand) holds an equal "
                "number; the junior player must exceed it"
            )
        ),
    },
    rule.FOREHAND: {
        ISKO: Paraphrase(_("3.3: if the others pass without a bid, forehand may play at 18 or pass")),
    },
    rule.ALL_PASS: {
        isko("3.2.16"): {
            "all_pass=pass_in": Paraphrase(
                _(
                    "A deal that is passed in is valid: it scores nothing for anybody and counts towards "
                    "the list"
                )
            )
        },
        RASCHE: {"all_pass=ramsch": Paraphrase(_("When all have passed, a Ramsch is played"))},
    },
    rule.SKAT_SEEN: {
        isko("3.3.9"): Paraphrase(
            _(
                "Whoever sees the skat before the auction ends is out of the auction; the others may "
                "bid afresh"
            )
        ),
        court("61"): Paraphrase(_("The offender is out of the auction, and the other two may bid afresh")),
    },
    rule.SKAT: {
        ISKO: Paraphrase(
            _(
                "3.4: the declarer takes the skat, lays two cards away and names the game, or leaves "
                "the skat and plays hand; either way the skat belongs to the declarer"
            )
        ),
        SHORT_RULES: "The declarator then may decide whether to see the Skat or play without it.",
    },
    rule.GAMES: {
        ISKO: Paraphrase(
            _("2.1: the games are suit games, grand and null, each of which is played in two ways")
        ),
        SHORT_RULES: (
            "- Diamonds – All Diamonds + the 4 Jacks are trumps … - Grand – Only the 4 Jacks "
            "are trumps - Null – No trumps at all, but the declarator must lose every trick -"
            " Open Null"
        ),
    },
    rule.MUST_BE_SAID: {
        court("2"): Paraphrase(_("Hand and ouvert count only if they are said")),
    },
    rule.ANNOUNCING: {
        isko("5.2.5"): Paraphrase(_("Schneider and schwarz may be announced only in hand games")),
    },
    rule.OUVERT: {
        isko("5.2.6"): Paraphrase(_("An open suit game or grand is a hand game with schwarz announced")),
    },
    rule.BINDING: {
        NEWSPAPER: Paraphrase(_("Announcements are binding, jokes included")),
    },
    rule.BID_IN_REACH: {
        PREISSKAT: Paraphrase(
            _(
                "A plain diamonds game with one matador cannot reach 45, because it is worth 4 × 9 = "
                "36 at most: something else must be named"
            )
        ),
    },
    rule.LAYING_AWAY: {
        REISIEK: Paraphrase(_("Whoever lays away more or fewer than two cards has lost the game as schwarz")),
    },
    rule.TRUMPS: {
        ISKO: Paraphrase(
            _(
                "2.3: trumps are the jacks of clubs, spades, hearts and diamonds, then ace, ten, "
                "king, queen, 9, 8, 7 of the trump suit; in grand only the jacks"
            )
        ),
        SHORT_RULES: (
            "- Cards rank (lowest-to-highest): 7 8 9 Q K 10 A J♦ J♥ J♠ J♣ (may vary depending"
            " on declarations)"
        ),
    },
    rule.PLAIN: {
        ISKO: Paraphrase(_("2.3: a suit that is not trumps ranks ace, ten, king, queen, 9, 8, 7")),
        SHORT_RULES: (
            "- Cards rank (lowest-to-highest): 7 8 9 Q K 10 A J♦ J♥ J♠ J♣ (may vary depending"
            " on declarations)"
        ),
    },
    rule.NULL_ORDER: {
        ISKO: Paraphrase(
            _("2.3: in null every suit ranks ace, king, queen, jack, ten, 9, 8, 7, and there are no trumps")
        ),
    },
    rule.FOLLOWING: {
        ISKO: Paraphrase(
            _(
                "4.2: follow a suit with that suit and a trump with a trump; except in null, a jack "
                "does not belong to the suit printed on it"
            )
        ),
    },
    rule.TRICK: {
        ISKO: Paraphrase(
            _(
                "4.1: the highest trump takes the trick, or else the highest card of the suit led; "
                "the winner leads next"
            )
        ),
    },
    rule.LEAFING: {
        isko("4.4.6"): Paraphrase(
            _(
                "Only the last trick may be shown; whoever leafs through other tricks has lost the "
                "game if it was undecided"
            )
        ),
        court("1"): Paraphrase(_("A declarer who leafed through the tricks lost")),
    },
    rule.REVOKE: {
        isko("4.2.3"): Paraphrase(_("The deal stops when a revoke is found")),
        isko("4.1.3"): Paraphrase(
            _("If the game was undecided, the offender's side loses it at the simple step")
        ),
        isko("4.1.4"): Paraphrase(_("A game that was decided stands")),
    },
    rule.NEEDED_STEP: {
        isko("4.1.5"): Paraphrase(
            _(
                "The step (schneider or schwarz) that the declarer needed for the bid is granted if "
                "it was still possible"
            )
        ),
        SKATBLOG: Paraphrase(_("In one case schneider is granted after a defender's revoke")),
    },
    rule.CLAIM: {
        isko("4.3.4"): Paraphrase(
            _("A declarer who lays the cards open without a word claims every trick that is left")
        ),
        court("31"): Paraphrase(
            _("If even one of the claimed tricks would be lost, all of them go to the other side")
        ),
        PREISSKAT: Paraphrase(_("A case of a game that was cut short is decided in the same way")),
    },
    rule.DEFENDER_CLAIM: {
        court("91"): Paraphrase(
            _(
                "A defender's claim of one trick stands only if that trick alone settles the deal, "
                "without help from the partner's cards"
            )
        ),
    },
    rule.SIXTY_ONE: {
        ISKO: Paraphrase(_("2.1: the soloist seeks to win at least 61 card points")),
        SHORT_RULES: "There are 120 points in a game, so winning 61 is necessary to win the round.",
    },
    rule.PROMISED: {
        isko("5.2.5"): Paraphrase(
            _(
                "A declarer who announced schneider needs 90 card points; one who announced schwarz "
                "needs all tricks"
            )
        ),
        isko("5.2.6"): Paraphrase(_("An open game needs all ten tricks")),
        XSKAT: Paraphrase(_("In one case an open grand with 106 card points is lost")),
    },
    rule.NULL_WON: {
        ISKO: Paraphrase(_("2.1: null is won by taking no trick")),
        SHORT_RULES: "- Null – No trumps at all, but the declarator must lose every trick",
    },
    rule.WORTH_THE_BID: {
        isko("5.4"): Paraphrase(_("Whoever has overbid has lost, whatever was taken")),
        SHORT_RULES: (
            "The declarator then must not only make more points than his two allied "
            "opponents, but he must also cover the declaration points he announced in the "
            "bidding phase."
        ),
    },
    rule.MATADORS: {
        ISKO: Paraphrase(
            _(
                "2.4: matadors are the unbroken run of trumps, from the jack of clubs down, that hand "
                "and skat together hold or lack"
            )
        ),
        isko("5.4.2"): Paraphrase(
            _("The jack of clubs counts as a matador even if it lies in the skat of a hand game")
        ),
        XSKAT: Paraphrase(
            _("In one case the jack of clubs lay in the skat and changed the number of matadors")
        ),
    },
    rule.VALUE: {
        ISKO: Paraphrase(
            _(
                "5.1 and 5.2: one for the game, one for each matador and one for each step are added "
                "up and multiplied by 9, 10, 11, 12 or 24"
            )
        ),
        WIKIPEDIA: Paraphrase(
            _("In an example, four matadors count 4, with the game 5, with schneider 6, and 6 × 24 is 144")
        ),
    },
    rule.SCHNEIDER: {
        ISKO: Paraphrase(_("5.2: schneider counts if either side has 30 card points or fewer")),
    },
    rule.SCHWARZ: {
        isko("5.2.4"): Paraphrase(
            _("Schwarz counts if a side has no trick; a trick of no points is a trick")
        ),
        JSKAT: Paraphrase(_("A bug report points out that schwarz is about tricks, not points")),
    },
    rule.MISSED: {
        isko("5.2.5"): {
            "failed_announcement=charge_announced": Paraphrase(
                _("A step that was announced and missed is charged, and no announced step is counted twice")
            )
        },
        PREISSKAT: Paraphrase(
            _("A grand hand with four matadors that missed its announced schneider is charged as 8 × 24")
        ),
    },
    rule.NULL_VALUE: {
        ISKO: Paraphrase(_("5.1: null is worth 23, null hand 35, open null 46, open null hand 59")),
        WIKIPEDIA: Paraphrase(_("A null ouvert has the fixed value of 46")),
    },
    rule.WON: {
        ISKO: Paraphrase(_("5.3: a game won scores its value")),
    },
    rule.LOST: {
        ISKO: Paraphrase(_("5.3: a game lost costs twice its value")),
        WIKIPEDIA: Paraphrase(_("If the game was lost, double its value is taken off the soloist")),
    },
    rule.HAND_LOST: {
        WIKIPEDIA: {"loss_factor_hand=2": Paraphrase(_("Lost hand games cost double only since 1999"))},
        PREISSKAT: {
            "loss_factor_hand=1": Paraphrase(_("An older case charges a lost hand game with its value once"))
        },
    },
    rule.OVERBID: {
        isko("5.4"): Paraphrase(
            _(
                "A game worth less than the bid is lost, at the next multiple of its base value that "
                "reaches the bid"
            )
        ),
        JSKAT: Paraphrase(_("In one case hearts with 1, bid at 24, scores minus 60")),
        court("2"): Paraphrase(
            _("In one case spades without 1, bid at 23, scores minus 66; the defenders had 31 card points")
        ),
    },
    rule.NULL_OVERBID: {
        PREISSKAT: {
            "null_overbid=reject": Paraphrase(
                _("The others must refuse a null game that is worth less than the bid")
            )
        },
        SKATY: {
            "null_overbid=own_value": Paraphrase(
                _("The program charges twice the value of the null game itself: 46 for a null worth 23")
            )
        },
        JSKAT: {
            "null_overbid=multiple_of_23": Paraphrase(
                _(
                    "The program takes the multiple of 23 that reaches the bid, such as 46, and charges "
                    "twice as much: 92"
                )
            )
        },
    },
    rule.LIST: {
        RASCHE: Paraphrase(_("A list has 36 deals, or 48")),
        SKWO: Paraphrase(_("A list has 36 deals at a table of three, 48 at a table of four")),
    },
    rule.SEEGER: {
        SKWO: Paraphrase(_("A declarer gets 50 for each game won and loses 50 for each game lost")),
        WIKIPEDIA: Paraphrase(
            _("By Seeger and Fabian, a declarer gets 50 for each game won and loses 50 for each game lost")
        ),
    },
    rule.DEFENDERS_SHARE: {
        SKWO: Paraphrase(
            _(
                "A player gets 40 at a table of three, or 30 at a table of four, for each game that "
                "another player lost"
            )
        ),
        WIKIPEDIA: Paraphrase(
            _(
                "By Seeger and Fabian, a player gets 40 at a table of three, or 30 at a table of "
                "four, for each game that another player lost"
            )
        ),
    },
    rule.SITTING_OUT: {
        SKWO: Paraphrase(
            _(
                "These points go to the fellow players, and by definition those are all the players "
                "at the table"
            )
        ),
    },
    rule.TIED: {
        DIGEST: Paraphrase(_("Ties are decided by more games won, then by fewer games lost, then by lot")),
        SKWO: Paraphrase(_("Ties are decided by more games won, then by fewer games lost, then by lot")),
    },
    rule.KONTRA: {
        KNEIPENSKAT: Paraphrase(
            _("Kontra is said just before one's own first card, in open games before the cards are shown")
        ),
        GAMEDUELL: Paraphrase(_("Kontra doubles the game")),
    },
    rule.KONTRA_BID: {
        KNEIPENSKAT: {
            "kontra_needs_bid": Paraphrase(_("Only a defender who bid or held at least 18 may say Kontra"))
        },
        GAMEDUELL: {
            "kontra_needs_bid": Paraphrase(_("Only a defender who bid or held at least 18 may say Kontra"))
        },
    },
    rule.RE: {
        KNEIPENSKAT: Paraphrase(_("Re is said at once, as the answer to Kontra")),
        GAMEDUELL: Paraphrase(_("Re doubles again")),
    },
    rule.RE_NULL: {
        KNEIPENSKAT: {"re_on_null=no": Paraphrase(_("There is no Re in null and null hand"))},
    },
    rule.BOCK: {
        SKATSPIELEN: Paraphrase(
            _(
                "A grand hand, an open null hand or any game lost at 60 to 60 may open a round in "
                "which all games count double"
            )
        ),
        GAMEDUELL: Paraphrase(_("Lost Kontra games lead to further rounds")),
    },
    rule.BOCK_OPENING: {
        SKATSPIELEN: Paraphrase(
            _("All games of the round count double, even the game that opened the round")
        ),
    },
    rule.RAMSCH: {
        RASCHE: {
            "ramsch_skat_to=loser": Paraphrase(
                _(
                    "Only the jacks are trumps; whoever has the most points gets the points of the skat "
                    "too, and loses them all"
                )
            )
        },
        KNEIPENSKAT: {
            "ramsch_skat_to=loser": Paraphrase(
                _(
                    "All play against all, and the jacks are trumps; the player with the most points "
                    "loses them, together with the points of the skat"
                )
            )
        },
        SKATSPIELEN: {
            "ramsch_skat_to=last_trick": Paraphrase(
                _(
                    "Players try to take as few tricks and points as possible, and only the jacks are "
                    "trumps; the skat counts with the last trick"
                )
            )
        },
    },
    rule.VIRGIN: {
        RASCHE: Paraphrase(_("If a player has no trick, the points are doubled")),
        KNEIPENSKAT: Paraphrase(_("If another player has no trick at all, the loss is doubled")),
        SKATSPIELEN: Paraphrase(_("If a player has no trick, the points count twice")),
    },
    rule.MARCH: {
        RASCHE: Paraphrase(_("Whoever gets all the cards scores 120")),
        KNEIPENSKAT: Paraphrase(_("If neither of the others has a trick, a player scores 120")),
        SKATSPIELEN: Paraphrase(_("Whoever gets all 120 points has them written as a gain")),
    },
    rule.RAMSCH_TIE: {
        RASCHE: {
            "ramsch_tie=last_trick": Paraphrase(
                _("If two players have equally many points, the one who took the last trick loses")
            )
        },
        JSKAT: {
            "ramsch_tie=both": Paraphrase(_("If two players are tied for the most points, both are charged"))
        },
        SKATSPIELEN: {
            "ramsch_tie=shared": Paraphrase(_("Two players with equally many points share the loss"))
        },
    },
    rule.PUSHING: {
        JSKAT: Paraphrase(
            _(
                "The skat passes from forehand to middlehand to rearhand; in some groups jacks may "
                "not be passed on; whoever passes the skat on unseen doubles the loss"
            )
        ),
        SKATSPIELEN: Paraphrase(
            _(
                "Forehand takes up the skat and passes two cards to the second player, who passes two "
                "to the third, who lays two away"
            )
        ),
    },
    rule.FIXED: {
        SKATSPIELEN: Paraphrase(
            _("The loser has 10 minus points, or 15 if one player has no trick, or 20 if two have none")
        ),
    },
    rule.WINNER_RAMSCH: {
        CONGRESS: Paraphrase(_("A single winner scores 23, two winners score 37 each")),
    },
    rule.PAIRWISE: {
        SKATSPIELEN: Paraphrase(
            _("In an example, the totals +55, −20, +15 and −10 become +180, −120, +20 and −80")
        ),
    },
    rule.TO_EACH: {
        SKATSPIELEN: Paraphrase(_("Each deal may be settled with each of the others")),
    },
}
