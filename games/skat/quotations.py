"""Quotations from the sources, by rule."""

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
            _("1.2: 32 cards; ace 11, ten 10, king 4, queen 3, jack 2, the others nothing: 120 in the pack")
        ),
        SHORT_RULES: (
            "the game can easily be played with a classic French deck using 32 cards – 7s to "
            "As. … There are 120 points in a game"
        ),
    },
    rule.SEATS: {
        ISKO: Paraphrase(
            _("1.1 and 3.1: three are active, forehand on the dealer's left; of four the dealer sits out")
        ),
    },
    rule.DEALING: {
        ISKO: Paraphrase(
            _("3.2: three cards each, two to the skat, four each, three each; the deal passes to the left")
        ),
        SHORT_RULES: ("Each player is dealt 10 cards and the remaining two are left face-down as the Skat."),
    },
    rule.ALONE: {
        ISKO: Paraphrase(_("1.1: a soloist against two opponents")),
        SHORT_RULES: (
            "Skat is an entertaining 3 player card game where two people try to bring down the third one."
        ),
    },
    rule.WRONG_SKAT: {
        isko("3.2.9"): Paraphrase(_("The declarer has won; extra cards do not touch the matadors")),
        SKATBLOG: Paraphrase(_("A case: the declarer wins where the skat has three cards")),
    },
    rule.SPEAKING: {
        ISKO: Paraphrase(
            _(
                "3.3: middlehand speaks to forehand, then rearhand to the survivor; the "
                "last number said or held is the bid"
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
            _("Jumping is allowed; numbers that are no possible value of a game are not")
        ),
        JSKAT: Paraphrase(_("Its table has the same 63 numbers")),
    },
    rule.HOLDING: {
        ISKO: Paraphrase(_("3.3: the senior player holds an equal number, the junior must exceed it")),
    },
    rule.FOREHAND: {
        ISKO: Paraphrase(_("3.3: if the others pass without a bid, forehand may play at 18 or pass")),
    },
    rule.ALL_PASS: {
        isko("3.2.16"): {
            "all_pass=pass_in": Paraphrase(
                _("Passed in: a valid deal, nothing for all, and it counts towards the list")
            )
        },
        RASCHE: {"all_pass=ramsch": Paraphrase(_("When all have passed, a Ramsch is played"))},
    },
    rule.SKAT_SEEN: {
        isko("3.3.9"): Paraphrase(
            _("Whoever sees the skat before the auction ends is out of it; the others may bid afresh")
        ),
        court("61"): Paraphrase(_("The offender is out, the other two are free")),
    },
    rule.SKAT: {
        ISKO: Paraphrase(
            _(
                "3.4: the declarer takes the skat, lays two away and names the game, or "
                "plays hand; the skat is the declarer's either way"
            )
        ),
        SHORT_RULES: "The declarator then may decide whether to see the Skat or play without it.",
    },
    rule.GAMES: {
        ISKO: Paraphrase(_("2.1: suit games, grand and null, each in two ways")),
        SHORT_RULES: (
            "- Diamonds – All Diamonds + the 4 Jacks are trumps … - Grand – Only the 4 Jacks "
            "are trumps - Null – No trumps at all, but the declarator must lose every trick -"
            " Open Null"
        ),
    },
    rule.MUST_BE_SAID: {
        court("2"): Paraphrase(_("Hand and ouvert have to be said to count")),
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
            _("A plain diamonds game with one cannot reach 45, for 4 × 9 is 36: name something else")
        ),
    },
    rule.LAYING_AWAY: {
        REISIEK: Paraphrase(_("Whoever lays away more or fewer than two cards has lost, as schwarz")),
    },
    rule.TRUMPS: {
        ISKO: Paraphrase(
            _(
                "2.3: the jacks of clubs, spades, hearts and diamonds, then ace, ten, "
                "king, queen, 9, 8, 7; in grand the jacks alone"
            )
        ),
        SHORT_RULES: (
            "- Cards rank (lowest-to-highest): 7 8 9 Q K 10 A J♦ J♥ J♠ J♣ (may vary depending"
            " on declarations)"
        ),
    },
    rule.PLAIN: {
        ISKO: Paraphrase(_("2.3: ace, ten, king, queen, 9, 8, 7")),
        SHORT_RULES: (
            "- Cards rank (lowest-to-highest): 7 8 9 Q K 10 A J♦ J♥ J♠ J♣ (may vary depending"
            " on declarations)"
        ),
    },
    rule.NULL_ORDER: {
        ISKO: Paraphrase(
            _("2.3: in null ace, king, queen, jack, ten, 9, 8, 7 in every suit, without trumps")
        ),
    },
    rule.FOLLOWING: {
        ISKO: Paraphrase(
            _(
                "4.2: follow what was led, a trump with a trump; a jack is no card of its"
                " printed suit, except in null"
            )
        ),
    },
    rule.TRICK: {
        ISKO: Paraphrase(
            _("4.1: the highest trump, otherwise the highest card of the suit led; the winner leads")
        ),
    },
    rule.LEAFING: {
        isko("4.4.6"): Paraphrase(
            _("Only the last trick may be shown; whoever leafs through others has lost an undecided game")
        ),
        court("1"): Paraphrase(_("A declarer who leafed through the tricks lost")),
    },
    rule.REVOKE: {
        isko("4.2.3"): Paraphrase(_("The deal stops when a revoke is found")),
        isko("4.1.3"): Paraphrase(_("If it was undecided, the offender's side loses at the simple step")),
        isko("4.1.4"): Paraphrase(_("A game that was decided stands")),
    },
    rule.NEEDED_STEP: {
        isko("4.1.5"): Paraphrase(_("The step that was needed is granted if it was still possible")),
        SKATBLOG: Paraphrase(_("A case: schneider is granted after a defender's revoke")),
    },
    rule.CLAIM: {
        isko("4.3.4"): Paraphrase(
            _("A declarer who lays the cards open without a word claims every trick that is left")
        ),
        court("31"): Paraphrase(_("If even one of them would be lost, all of them go to the other side")),
        PREISSKAT: Paraphrase(_("A case of the game cut short: the same")),
    },
    rule.DEFENDER_CLAIM: {
        court("91"): Paraphrase(
            _("It stands only if that trick alone settles the deal, without help from the partner's cards")
        ),
    },
    rule.SIXTY_ONE: {
        ISKO: Paraphrase(_("2.1: the soloist seeks to win at least 61 card points")),
        SHORT_RULES: "There are 120 points in a game, so winning 61 is necessary to win the round.",
    },
    rule.PROMISED: {
        isko("5.2.5"): Paraphrase(_("Schneider announced needs 90, schwarz announced all tricks")),
        isko("5.2.6"): Paraphrase(_("An open game needs all ten tricks")),
        XSKAT: Paraphrase(_("A case: 106 card points in an open grand are a loss")),
    },
    rule.NULL_WON: {
        ISKO: Paraphrase(_("2.1: null is won without a trick")),
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
                "2.4: the unbroken run of trumps from the jack of clubs down, held or "
                "lacking, hand and skat together"
            )
        ),
        isko("5.4.2"): Paraphrase(_("The jack of clubs in the skat of a hand game counts")),
        XSKAT: Paraphrase(_("A case: the jack of clubs lay in the skat and changed the matadors")),
    },
    rule.VALUE: {
        ISKO: Paraphrase(
            _("5.1 and 5.2: one for the game, the matadors and each step, times 9, 10, 11, 12 or 24")
        ),
        WIKIPEDIA: Paraphrase(_("With 4, game 5, schneider 6, times 24: 144")),
    },
    rule.SCHNEIDER: {
        ISKO: Paraphrase(_("5.2: either side with 30 card points or fewer")),
    },
    rule.SCHWARZ: {
        isko("5.2.4"): Paraphrase(_("A side without a trick; a trick of no points is a trick")),
        JSKAT: Paraphrase(_("A reported fault: schwarz is about tricks, not points")),
    },
    rule.MISSED: {
        isko("5.2.5"): {
            "failed_announcement=charge_announced": Paraphrase(
                _("What was announced and missed is charged; what is announced is not counted twice")
            )
        },
        PREISSKAT: Paraphrase(_("Grand hand, schneider announced, with 4, missed: charged at level 8")),
    },
    rule.NULL_VALUE: {
        ISKO: Paraphrase(_("5.1: 23, hand 35, open 46, open hand 59")),
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
        PREISSKAT: {"loss_factor_hand=1": Paraphrase(_("An older case charges a lost hand game once"))},
    },
    rule.OVERBID: {
        isko("5.4"): Paraphrase(_("Lost, at the next multiple of the base that reaches the bid")),
        JSKAT: Paraphrase(_("A case: bid 24, hearts with 1: minus 60")),
        court("2"): Paraphrase(_("A case: bid 23, spades without 1, the defenders 31: minus 66")),
    },
    rule.NULL_OVERBID: {
        PREISSKAT: {
            "null_overbid=reject": Paraphrase(_("A null below the bid must be refused by the others"))
        },
        SKATY: {"null_overbid=own_value": Paraphrase(_("It charges twice the null's own value, 46"))},
        JSKAT: {
            "null_overbid=multiple_of_23": Paraphrase(
                _("It multiplies 23 until the bid is reached, 46, and charges 92")
            )
        },
    },
    rule.LIST: {
        RASCHE: Paraphrase(_("36 deals, or 48")),
        SKWO: Paraphrase(_("36 deals at three, 48 at four")),
    },
    rule.SEEGER: {
        SKWO: Paraphrase(_("50 for each game won, less 50 for each game lost")),
        WIKIPEDIA: Paraphrase(_("By Seeger and Fabian: 50 for each game won, less 50 for each game lost")),
    },
    rule.DEFENDERS_SHARE: {
        SKWO: Paraphrase(_("40 at three, 30 at four, for each game the others lost")),
        WIKIPEDIA: Paraphrase(
            _("By Seeger and Fabian: 40 at three, 30 at four, for each game the others lost")
        ),
    },
    rule.SITTING_OUT: {
        SKWO: Paraphrase(_("It goes to the fellow players, and those are all at the table")),
    },
    rule.TIED: {
        DIGEST: Paraphrase(_("More games won, then fewer lost, then the lot")),
        SKWO: Paraphrase(_("More games won, then fewer lost, then the lot")),
    },
    rule.KONTRA: {
        KNEIPENSKAT: Paraphrase(
            _("Just before one's own first card; in open games before the cards are shown")
        ),
        GAMEDUELL: Paraphrase(_("Kontra doubles the game")),
    },
    rule.KONTRA_BID: {
        KNEIPENSKAT: {"kontra_needs_bid": Paraphrase(_("Only whoever bid or held at least 18"))},
        GAMEDUELL: {"kontra_needs_bid": Paraphrase(_("Only whoever bid or held at least 18"))},
    },
    rule.RE: {
        KNEIPENSKAT: Paraphrase(_("At once, as the answer to Kontra")),
        GAMEDUELL: Paraphrase(_("Re doubles again")),
    },
    rule.RE_NULL: {
        KNEIPENSKAT: {"re_on_null=no": Paraphrase(_("No Re in null and null hand"))},
    },
    rule.BOCK: {
        SKATSPIELEN: Paraphrase(
            _(
                "A grand hand, an open null hand or any game lost at 60 may open a round "
                "in which all games count double"
            )
        ),
        GAMEDUELL: Paraphrase(_("Lost Kontra games lead to further rounds")),
    },
    rule.BOCK_OPENING: {
        SKATSPIELEN: Paraphrase(_("All games of that round count double, even the one that opened it")),
    },
    rule.RAMSCH: {
        RASCHE: {
            "ramsch_skat_to=loser": Paraphrase(
                _("Only the jacks are trumps; whoever has most points loses them, and gets those of the skat")
            )
        },
        KNEIPENSKAT: {
            "ramsch_skat_to=loser": Paraphrase(
                _("All against all, the jacks trumps; most points lose, and the skat's are added to them")
            )
        },
        SKATSPIELEN: {
            "ramsch_skat_to=last_trick": Paraphrase(
                _(
                    "As few tricks and points as possible, the jacks alone trumps; the skat "
                    "counts with the last trick"
                )
            )
        },
    },
    rule.VIRGIN: {
        RASCHE: Paraphrase(_("If a player has no trick, the points are doubled")),
        KNEIPENSKAT: Paraphrase(_("If another player has no trick at all, the loss is doubled")),
        SKATSPIELEN: Paraphrase(_("With a player without a trick, twice the points")),
    },
    rule.MARCH: {
        RASCHE: Paraphrase(_("Whoever gets all the cards scores 120")),
        KNEIPENSKAT: Paraphrase(_("If neither of the others has a trick, 120 are scored")),
        SKATSPIELEN: Paraphrase(_("Whoever gets all 120 has them written as a gain")),
    },
    rule.RAMSCH_TIE: {
        RASCHE: {
            "ramsch_tie=last_trick": Paraphrase(_("Of two with as many, the one with the last trick loses"))
        },
        JSKAT: {"ramsch_tie=both": Paraphrase(_("Both are charged"))},
        SKATSPIELEN: {"ramsch_tie=shared": Paraphrase(_("Two with as many share the loss"))},
    },
    rule.PUSHING: {
        JSKAT: Paraphrase(
            _(
                "The skat passes from forehand to middlehand to rearhand; jacks may not "
                "be pushed in some groups; each push unseen doubles"
            )
        ),
        SKATSPIELEN: Paraphrase(
            _(
                "Forehand takes the skat up and passes two cards on, the second player "
                "two to the third, who lays two away"
            )
        ),
    },
    rule.FIXED: {
        SKATSPIELEN: Paraphrase(
            _("The loser has 10 minus points, with one player without a trick 15, with two 20")
        ),
    },
    rule.WINNER_RAMSCH: {
        CONGRESS: Paraphrase(_("The winner scores 23, two winners 37 each")),
    },
    rule.PAIRWISE: {
        SKATSPIELEN: Paraphrase(_("Of +55, −20, +15, −10 become +180, −120, +20, −80")),
    },
    rule.TO_EACH: {
        SKATSPIELEN: Paraphrase(_("Each deal may be settled with each of the others")),
    },
}
