"""Quotations and paraphrases, keyed by rule and source.

A key such as ``win_compare=at_least`` is a condition on the house rules. The first text whose condition holds
is shown; ``""`` always holds.
"""

from games.engine import Paraphrase, Quotations, _

from . import rulebook as rule
from .sources import (
    AMERICAN,
    AUSTRALIAN,
    ENCYCLOPEDIA,
    FAMILY,
    HOMES,
    HOYLE,
    LEAFLET,
    NZ,
    PAGAT,
    PLAY500,
    PRIMIDI,
    TRICKSTER,
    WHATISFLIKE,
)

QUOTATIONS: Quotations = {
    rule.SEATS: {
        AUSTRALIAN: (
            "Five Hundred works best with four players in two fixed-partnerships. … The game "
            "can be played by three players by reducing the deck to 33 cards."
        ),
        ENCYCLOPEDIA: (
            "The game can be played by two to six players but the most common form is for "
            "four players in partnerships … Players seated in alternating positions around "
            "the table form two teams of three players each."
        ),
        PAGAT: Paraphrase(
            _(
                "Four play in two partnerships; six play in two teams, in alternate seats; three play "
                "each alone; with five, the bidder and a called partner play against the other three"
            )
        ),
    },
    rule.PACK: {
        AUSTRALIAN: (
            "Take a standard deck of playing cards and strip out the 2s, 3s and black 4s. Add"
            " the Joker, and this will give you a deck of 43 cards."
        ),
        ENCYCLOPEDIA: (
            "the basic principle that there should be just enough for ten cards per player "
            "and three left over (or two if the Joker is omitted)"
        ),
        FAMILY: (
            "The standard deck contains 45 playing cards: a Joker is included, and the 2s, "
            "3s, and 4s are removed."
        ),
        PAGAT: Paraphrase(
            _("Four players use 43 cards, one of them a joker; three use 33, five use 53, six use 63 or 65")
        ),
    },
    rule.DEAL: {
        AUSTRALIAN: (
            "each player ends up with 10 cards and there are 3, face down, in the middle – "
            "the Widow. … Play continues until all 10 tricks have been played."
        ),
        ENCYCLOPEDIA: (
            "Cards are dealt to each of the four players and three are dealt face down on the"
            " table to form the kitty (also known as the widow or blind.)"
        ),
        FAMILY: (
            "Ten cards are dealt to each of the four players and five are dealt face down on "
            "the table to form the blind."
        ),
        PAGAT: Paraphrase(
            _("Everyone gets ten cards, and ten tricks are played; the rest of the pack is the kitty")
        ),
        HOYLE: Paraphrase(
            _("Everyone gets ten cards, and ten tricks are played; the rest of the pack is the kitty")
        ),
    },
    rule.TRUMP_RANK: {
        AUSTRALIAN: "In trumps the cards rank Jkr, J, J*, A, K, Q, 10, 9 , 8, 7, 6",
        ENCYCLOPEDIA: (
            "In the trump suit, the highest card is the Joker, … followed by the Jack of the "
            "trump suit called right bower, and then the Jack of the suit of the same color "
            "as the trump suit called left bower"
        ),
        FAMILY: (
            "In the trump suit, the highest card is the Joker, … followed by the Jack of the "
            "trump suit called right bower, and then the Jack of the suit of the same color "
            "as the trump suit called left bower"
        ),
        PAGAT: Paraphrase(_("Trumps rank joker, right bower, left bower, ace, king, queen, 10 and so on")),
        HOYLE: Paraphrase(_("Trumps rank joker, right bower, left bower, ace, king, queen, 10 and so on")),
    },
    rule.LEFT_BOWER: {
        ENCYCLOPEDIA: (
            "Players must follow suit if they can (This includes the left bower or any other "
            "card that is considered a trump, if trumps are led)."
        ),
        FAMILY: (
            "Players must follow suit if they can (This includes the left bower or any other "
            "card that is considered a trump, if trumps are led)."
        ),
        PAGAT: Paraphrase(_("The left bower and the joker are trumps in following, leading and ruffing")),
    },
    rule.MATCHING_FOURS: {
        ENCYCLOPEDIA: (
            "the 4 of spades and 4 of diamonds are removed, in which case the 4 that matches "
            "the trump color is also considered trump, so that there are always 13 trump "
            "cards."
        ),
    },
    rule.SIX_HAND_RANKS: {
        PAGAT: Paraphrase(_("The 13, 12 and 11 rank between the court cards and the 10")),
    },
    rule.NO_TRUMP_RANK: {
        ENCYCLOPEDIA: (
            "In some versions, no trump games (including misère), the only trump card is the "
            "joker (i.e. the best card) and it has no suit. There are no bowers and all the "
            "jacks fall between the queen and ten of their respective suits."
        ),
        FAMILY: (
            "No trump means that the joker is the only trump card (there are no bowers and no"
            " trump suit when playing no trump)."
        ),
        PAGAT: Paraphrase(
            _(
                "There are no bowers at no trumps and misère: the jacks rank between queen and 10, "
                "and the joker is the highest card"
            )
        ),
    },
    rule.TWO_JOKERS: {
        ENCYCLOPEDIA: "The white Joker is considered stronger.",
    },
    rule.NO_ACE_NO_FACE: {
        FAMILY: (
            "Any player dealt neither an Ace nor a face card (Joker, King, Queen, or Jack), "
            "may ask their partner to declare the hand as a dead. If the partner agrees, the "
            "hand is declared dead and a reshuffle and re-deal is made."
        ),
    },
    rule.BIDS: {
        AUSTRALIAN: (
            "each player takes it in turn to bid by declaring the number of tricks they think"
            " they can win, and in the suit they think they can do it in"
        ),
        ENCYCLOPEDIA: (
            "The order of seniority of suits in bidding (highest to lowest, as reflected in "
            'the scores below) is hearts, diamonds, clubs, spades. … A "no trumps" bid beats '
            "any suited bid of the same number."
        ),
        FAMILY: (
            "The order of seniority of suits in bidding (highest to lowest, as reflected in "
            'the scores below) is hearts, diamonds, clubs, spades. … A "no trumps" bid beats '
            "any suited bid of the same number."
        ),
        PAGAT: Paraphrase(
            _(
                "A bid is 6 to 10 tricks and a suit or no trumps; the order from low to high is "
                "spades, clubs, diamonds, hearts, no trumps"
            )
        ),
        HOYLE: Paraphrase(
            _(
                "A bid is 6 to 10 tricks and a suit or no trumps; the order from low to high is "
                "spades, clubs, diamonds, hearts, no trumps"
            )
        ),
    },
    rule.HIGHER: {
        AUSTRALIAN: (
            "Starting with the player to the left of the dealer, each player takes it in turn"
            " to bid … Each bid must be higher than the previous"
        ),
        ENCYCLOPEDIA: (
            "Bidding proceeds clockwise around the table, with each player passing or making "
            "a higher-scoring bid."
        ),
        FAMILY: (
            "Bidding proceeds clockwise around the table, with each player passing or making "
            "a higher-scoring bid."
        ),
        PAGAT: Paraphrase(
            _(
                "The player left of the dealer bids first, and the bidding goes clockwise; each bid "
                "must beat the last"
            )
        ),
        HOYLE: Paraphrase(
            _(
                "The player left of the dealer bids first, and the bidding goes clockwise; each bid "
                "must beat the last"
            )
        ),
    },
    rule.BY_POINTS: {
        LEAFLET: Paraphrase(
            _("Bids rank by their points, so that eight tricks in a dear suit beat nine in a cheap one")
        ),
    },
    rule.PASS_IS_FINAL: {
        AUSTRALIAN: (
            "a player who does not want to bid may pass, but, by so doing, may not re-enter "
            "the bidding process."
        ),
        ENCYCLOPEDIA: "A player who passes cannot subsequently make a bid in that hand.",
        PAGAT: Paraphrase(_("A pass is final")),
    },
    rule.ROUNDS: {
        AUSTRALIAN: {
            "auction_rounds=until_all_pass": "The bidding continues till all but one player has passed."
        },
        ENCYCLOPEDIA: {
            "auction_rounds=single": (
                "In American play, there is only one round of bidding, with each player getting one "
                "chance, in turn, to either bid or pass."
            ),
            "": "Eventually, all but one player passes and the bid is decided.",
        },
        FAMILY: {
            "auction_rounds=single": (
                "There is only one round of bidding, with each player getting one chance, in "
                "turn, to either bid or pass."
            )
        },
        PAGAT: {
            "auction_rounds=until_all_pass": Paraphrase(
                _("The bidding goes round and round until all but one have passed")
            )
        },
        AMERICAN: {"auction_rounds=single": Paraphrase(_("Each player speaks once"))},
    },
    rule.REBID: {
        ENCYCLOPEDIA: {
            "rebid_rule=anytime_if_not_passed": (
                "However, in Newcastle (Australia) play, a player who has bid and not passed may "
                "always bid again in that hand."
            ),
            "": (
                "A player who has bid may only bid again in that hand if there has been an "
                "intervening bid by another player."
            ),
        },
    },
    rule.LOWEST: {
        AUSTRALIAN: "No. of Tricks » 6 7 8 9 10",
        ENCYCLOPEDIA: "6 tricks | 40 | 60 | 80 | 100 | 120 |",
        FAMILY: "6-trick bids are considered inkles, raising the minimum bid to 7-Spades.",
    },
    rule.INKLE: {
        ENCYCLOPEDIA: {
            "six_bids!=normal": (
                'In American play, a bid of six is called an "inkle". … Only the first two players may inkle.'
            ),
            "": (
                "A bid indicates the combined number of tricks the bidder believes he and his "
                "partner will take and the suit that will be trumps for that hand, or that there "
                "will be no trump suit."
            ),
        },
        FAMILY: {
            "six_bids!=normal": "A bid of six is called an inkle. … Only the first two players may inkle."
        },
    },
    rule.SIX_NO: {
        FAMILY: {
            "six_no_allowed=no": (
                "such a distinction is often forbidden and considered to be illegal table talk, "
                'with the only legal No Trump inkle being the full "Six No Trump"'
            )
        },
        TRICKSTER: Paraphrase(_("Players dispute whether six no trumps promises the joker")),
    },
    rule.ALL_PASS: {
        AUSTRALIAN: {
            "all_pass=next_dealer": (
                "If everyone passes, the hand is thrown in and the deal proceeds left to the next player."
            )
        },
        ENCYCLOPEDIA: {
            "all_pass=redeal_twice_then_next": (
                "Most commonly, the hand is declared dead and a reshuffle and re-deal is made. This "
                "can be repeated only twice, after which the deal passes to the next player."
            ),
            "all_pass=redeal_same_dealer|next_dealer": (
                "Most commonly, the hand is declared dead and a reshuffle and re-deal is made."
            ),
        },
        FAMILY: {
            "all_pass=redeal_same_dealer": (
                "If nobody makes a bid, the hand is declared dead and a reshuffle and re-deal is made."
            )
        },
        HOYLE: {
            "all_pass=play_no_trump": Paraphrase(
                _(
                    "The hand is played at no trumps with the kitty untouched, and the player left of the "
                    "dealer leads"
                )
            )
        },
        AMERICAN: {"all_pass=redeal_same_dealer": Paraphrase(_("The dealer deals again"))},
    },
    rule.NEXT_DEALER: {
        ENCYCLOPEDIA: (
            "The player to the left of the previous dealer deals for the next hand, so that "
            "the deal moves clockwise around the table."
        ),
        FAMILY: (
            "The player to the left of the previous dealer deals for the next hand, so that "
            "the deal moves clockwise around the table."
        ),
    },
    rule.MISERE: {
        AUSTRALIAN: "Misére 250",
        ENCYCLOPEDIA: "Nullo | 250",
        PAGAT: Paraphrase(_("Misère, a bid to lose every trick at no trumps, is worth 250")),
        NZ: Paraphrase(_("Misère, a bid to lose every trick, is worth 250")),
    },
    rule.MISERE_RANK: {
        AUSTRALIAN: {
            "misere_rank=by_value": (
                "Each bid must be higher than the previous … The value of bids and point values "
                "are in the table below."
            )
        },
        ENCYCLOPEDIA: {
            "misere_rank=below_8NT": (
                'The "petite" misère is equal to 500 points and can only be outbid by 8 no trump'
            )
        },
        PAGAT: {
            "misere_rank=between_7_and_8": Paraphrase(
                _(
                    "Misère ranks over every bid of seven and under eight spades, though eight spades are "
                    "worth less"
                )
            )
        },
        NZ: {
            "misere_rank=between_7_and_8": Paraphrase(
                _(
                    "Misère ranks over every bid of seven and under eight spades, though eight spades are "
                    "worth less"
                )
            )
        },
    },
    rule.NEEDS_SEVEN: {
        PAGAT: Paraphrase(
            _(
                "Misère may be bid only after a seven: not over a six, not as the opening bid, and "
                "not by a player who has passed"
            )
        ),
        NZ: Paraphrase(_("Misère may be bid only after a seven: not over a six, and not as the opening bid")),
    },
    rule.OPEN_MISERE: {
        AUSTRALIAN: "Open Misére 350",
        ENCYCLOPEDIA: (
            '"la grosse" or open misère is worth 1000 points and can only be outbid by 10 no '
            "trump (the latter is distinguished in that all cards are placed face-up on the "
            "table)"
        ),
        PAGAT: Paraphrase(_("Open misère is worth 500 and may be bid at any time")),
        NZ: Paraphrase(_("Open misère is worth 500")),
    },
    rule.OPEN_RANK: {
        AUSTRALIAN: {
            "open_misere_rank=by_value": (
                "Each bid must be higher than the previous … The value of bids and point values "
                "are in the table below."
            )
        },
        ENCYCLOPEDIA: {
            "open_misere_rank=below_10NT": (
                '"la grosse" or open misère is worth 1000 points and can only be outbid by 10 no trump'
            )
        },
        PAGAT: {
            "open_misere_rank=between_10D_10H": Paraphrase(
                _("Open misère ranks over ten diamonds and under ten hearts")
            )
        },
        WHATISFLIKE: {"open_misere_rank=highest": Paraphrase(_("Open misère is the highest bid of all"))},
    },
    rule.OPEN_SHOWN: {
        PAGAT: {
            "open_misere_shown=after_first_trick": Paraphrase(_("The hand is shown after the first trick"))
        },
        WHATISFLIKE: {"open_misere_shown=before_lead": Paraphrase(_("The hand is shown before the lead"))},
    },
    rule.SIT_OUT: {
        PAGAT: Paraphrase(
            _(
                "The bidder plays alone and the partners lay their cards face down; misère is lost "
                "the moment the bidder wins a trick"
            )
        ),
    },
    rule.DOUBLE_NULLO: {
        ENCYCLOPEDIA: (
            "the player who calls nullo draws in his/her partner and both must play and not "
            "take any tricks. The person who calls double nullo picks up the kitty and gives "
            "the five cards he/she wants to discard to their partner."
        ),
        AMERICAN: Paraphrase(_("Double nullo is worth 500: both partners must lose every trick")),
    },
    rule.NULLO_PARTNER: {
        AMERICAN: Paraphrase(_("Double nullo may be bid only over the partner's nullo")),
    },
    rule.BAR_NULLO: {
        AMERICAN: Paraphrase(_("Bar nullo, which is nullo without the kitty, is worth 500")),
    },
    rule.SPECIAL_RANK: {
        AUSTRALIAN: (
            "Each bid must be higher than the previous … The value of bids and point values "
            "are in the table below."
        ),
    },
    rule.DECLARE: {
        ENCYCLOPEDIA: (
            "Such a declaration entitles the winner of the bid to receive one card from his "
            "partner after discarding from the kitty or blind. … The winning bidder now plays"
            " against the opponents without the assistance of the partner and must take all "
            "ten tricks."
        ),
    },
    rule.KITTY: {
        AUSTRALIAN: (
            "The declarer takes up the Widow, and without showing anything to anyone, quietly"
            " discards 3 cards."
        ),
        ENCYCLOPEDIA: (
            "The player making the successful bid then collects the kitty. … and places them "
            "face down; the discarded cards playing no further part in the hand."
        ),
        PAGAT: Paraphrase(
            _("The high bidder takes the kitty without showing it and discards as many cards face down")
        ),
        HOYLE: Paraphrase(_("The high bidder takes the kitty and discards as many cards")),
    },
    rule.FIRST_LEAD: {
        AUSTRALIAN: {
            "first_lead=declarer": (
                "Play begins as the Declarer leads to the first trick, and thereafter, the winner"
                " of the trick leads to the next."
            )
        },
        ENCYCLOPEDIA: {
            "first_lead=left_of_dealer": (
                "In some variations, the player to the dealer's left leads first regardless of who "
                "won the bid."
            ),
            "": "The lead starts with the player who won the bidding.",
        },
        FAMILY: {"first_lead=declarer": "The lead starts with the player who won the bidding."},
        PAGAT: {"first_lead=declarer": Paraphrase(_("The bidder leads"))},
    },
    rule.FOLLOW: {
        AUSTRALIAN: (
            "You must follow suit to the card led. If you can't follow suit, you can play any card."
        ),
        ENCYCLOPEDIA: (
            "Players must follow suit if they can … If a player no longer has any cards of "
            "the suit that is led, he may play any card in his hand."
        ),
        FAMILY: (
            "Players must follow suit if they can … If a player no longer has any cards of "
            "the suit that is led, he may play any card in his hand."
        ),
        PAGAT: Paraphrase(_("Follow suit if able, otherwise play anything")),
        HOYLE: Paraphrase(_("Follow suit if able, otherwise play anything")),
    },
    rule.TAKES: {
        AUSTRALIAN: (
            "The trick is won by the highest trump played to it, OR, if no trumps are played,"
            " the trick goes to the highest card of the suit led."
        ),
        ENCYCLOPEDIA: (
            "the highest trump takes the trick. If no trumps are played, the highest card of "
            "the lead suit wins the trick. The winner of the trick leads on the next trick."
        ),
        FAMILY: (
            "the highest trump takes the trick. If no trumps are played, the highest card of "
            "the lead suit wins the trick. The winner of the trick leads on the next trick."
        ),
        PAGAT: Paraphrase(
            _(
                "The highest trump takes the trick, or else the highest card of the suit led; the "
                "winner leads next"
            )
        ),
    },
    rule.JOKER_NO_SUIT: {
        ENCYCLOPEDIA: (
            "the only trump card is the joker (i.e. the best card) and it has no suit. … "
            "Players must always follow suit and may use the joker to trump a trick only if "
            "they cannot otherwise follow suit."
        ),
        PAGAT: Paraphrase(
            _(
                "If no suit was named for the joker, it may be played only by a player who has none "
                "of the suit led"
            )
        ),
    },
    rule.JOKER_NAMED: {
        PAGAT: Paraphrase(
            _(
                "A bidder who holds the joker may name its suit before the first lead; it"
                " is then the top card of that suit"
            )
        ),
    },
    rule.JOKER_MISERE: {
        PAGAT: Paraphrase(
            _(
                "At misère a player with none of the suit led must play the joker; a misère bidder "
                "who keeps the joker and names no suit for it has lost"
            )
        ),
    },
    rule.JOKER_LED: {
        PAGAT: Paraphrase(
            _(
                "Whoever leads the joker names a suit that has not been led; once all four suits have "
                "been led, the joker may be led only to the last trick"
            )
        ),
    },
    rule.JOKER_HOYLE: {
        HOYLE: Paraphrase(
            _(
                "Whoever leads the joker names a suit, never one in which he has renounced; a joker "
                "played on a suit that its player has renounced cannot win"
            )
        ),
    },
    rule.JOKER_SIMPLE: {
        ENCYCLOPEDIA: (
            'A player may not "renege" with the joker - i.e., use it as a card of a suit in '
            "which the player has already claimed to be void."
        ),
        FAMILY: "No trump means that the joker is the only trump card",
    },
    rule.JOKER_ENDS: {
        ENCYCLOPEDIA: (
            "In some variations, the joker may only be played as the first or last card in a suit."
        ),
        HOMES: Paraphrase(_("The joker may be played only as the first or the last card of a suit")),
    },
    rule.JOKER_LOW: {
        TRICKSTER: Paraphrase(_("As an option, the joker is low in misère")),
    },
    rule.CALL_PARTNER: {
        ENCYCLOPEDIA: (
            "The player who wins the bidding then gets to choose a card (the joker cannot be "
            "chosen). One of the bowers is usually chosen, or another high card."
        ),
        PAGAT: Paraphrase(
            _(
                "The bidder calls a card, but never the joker, or plays alone; the page seems to bar "
                "bowers too"
            )
        ),
    },
    rule.VALUES: {
        AUSTRALIAN: (
            "Spades 40 140 240 340 440 Clubs 60 160 260 360 460 Diamonds 80 180 280 380 480 "
            "Hearts 100 200 300 400 500 No Trumps 120 220 320 420 520"
        ),
        ENCYCLOPEDIA: (
            "6 tricks | 40 | 60 | 80 | 100 | 120 | 7 tricks | 140 | 160 | 180 | 200 | 220 | 8"
            " tricks | 240 | 260 | 280 | 300 | 320 | 9 tricks | 340 | 360 | 380 | 400 | 420 |"
            " 10 tricks | 440 | 460 | 480 | 500 | 520 |"
        ),
        FAMILY: (
            "| 6 tricks | 40 | 60 | 80 | 100 | 120 | | 7 tricks | 140 | 160 | 180 | 200 | 220"
            " | | 8 tricks | 240 | 260 | 280 | 300 | 320 | | 9 tricks | 340 | 360 | 380 | 400"
            " | 420 | | 10 tricks | 440 | 460 | 480 | 500 | 520 |"
        ),
        PAGAT: Paraphrase(
            _(
                "Six spades are worth 40, each higher suit 20 more and each further trick 100 more, "
                "up to 520 for ten no trumps"
            )
        ),
        HOYLE: Paraphrase(
            _(
                "Six spades are worth 40, each higher suit 20 more and each further trick 100 more, "
                "up to 520 for ten no trumps"
            )
        ),
    },
    rule.MADE: {
        AUSTRALIAN: (
            "If the Declarers take at least as many tricks as was bid, they receive the score"
            " for that bid as set out in the table above. They do not score more, only what "
            "they bid."
        ),
        ENCYCLOPEDIA: (
            "the team wins the hand if they take 8, 9, or all 10 tricks and are awarded "
            "points according to the table below. There are no bonuses for overtricks"
        ),
        FAMILY: (
            "the team wins the hand if they take 8, 9, or all 10 tricks and are awarded "
            "points according to the table below. There are no bonuses for overtricks (tricks"
            " over the number bid)."
        ),
        PAGAT: Paraphrase(_("A contract that is made scores its value, and overtricks score nothing")),
        HOYLE: Paraphrase(_("A contract that is made scores what the table of values says, and no more")),
    },
    rule.SLAM: {
        ENCYCLOPEDIA: "Slam | 250 for contract below total points of 250, normal for above 250",
        PAGAT: Paraphrase(_("All ten tricks score at least 250")),
        HOYLE: Paraphrase(_("All ten tricks score at least 250, and nothing extra if the bid is worth more")),
        PLAY500: Paraphrase(_("All ten tricks score at least 250")),
    },
    rule.FAILED: {
        AUSTRALIAN: (
            "If they fail to take the number of tricks bid, their score is reduced by the value of the bid."
        ),
        ENCYCLOPEDIA: (
            "If they do not make their bid, the same number of points is subtracted from their score."
        ),
        FAMILY: ("If they do not make their bid, the same number of points is subtracted from their score."),
        PAGAT: Paraphrase(_("A contract that fails costs its value")),
        HOYLE: Paraphrase(_("A contract that fails costs its value")),
    },
    rule.GIVEN: {
        ENCYCLOPEDIA: (
            "If a team fails to fulfil their contract, the points are added to the other "
            "team's total. Points are never subtracted."
        ),
    },
    rule.DEFENDERS: {
        AUSTRALIAN: ("The defending team then receives 10 points for each trick they took in that hand."),
        ENCYCLOPEDIA: (
            "If one of the three remaining players wins a trick, that player will receive ten"
            " points. … Whether or not the bid winning team achieves its bid, the opposing "
            "team receives 10 points for each trick they take."
        ),
        FAMILY: (
            "Whether or not the bid winning team achieves its bid, the opposing team receives"
            " 10 points for each trick they take."
        ),
        PAGAT: Paraphrase(_("Each trick of the defenders scores 10, whether the bid was made or not")),
        HOYLE: Paraphrase(_("In every case each opponent scores 10 for every trick he wins")),
    },
    rule.ONLY_IF_SET: {
        AUSTRALIAN: (
            "If they fail to take the number of tricks bid, their score is reduced by the "
            "value of the bid. The defending team then receives 10 points for each trick they"
            " took in that hand."
        ),
    },
    rule.NO_TRICK_POINTS: {
        PRIMIDI: Paraphrase(_("As a variation, defenders score nothing for their tricks")),
    },
    rule.CEILING: {
        PLAY500: Paraphrase(_("Points for tricks cannot lift a side past 490")),
        HOMES: Paraphrase(_("Points for tricks cannot lift a side past 490")),
    },
    rule.STOP_OVER: {
        HOMES: Paraphrase(_("A side scores nothing for tricks while it is over 400")),
    },
    rule.MISERE_SCORE: {
        AUSTRALIAN: (
            "Misére 250 … If they fail to take the number of tricks bid, their score is "
            "reduced by the value of the bid."
        ),
        ENCYCLOPEDIA: (
            "If they do not make their bid, the same number of points is subtracted from "
            "their score. … Nullo | 250"
        ),
        PAGAT: Paraphrase(_("Misère scores 250, or costs 250 the moment the bidder wins a trick")),
    },
    rule.MISERE_NOTHING: {
        PAGAT: Paraphrase(_("Defenders score nothing for tricks at misère")),
    },
    rule.MISERE_PAID: {
        AUSTRALIAN: ("The defending team then receives 10 points for each trick they took in that hand."),
        ENCYCLOPEDIA: (
            "Whether or not the bid winning team achieves its bid, the opposing team receives"
            " 10 points for each trick they take."
        ),
    },
    rule.NULLO_SCORE: {
        ENCYCLOPEDIA: "Double Nullo | 500",
        AMERICAN: Paraphrase(_("Double nullo and bar nullo are worth 500")),
    },
    rule.DECLARE_SCORE: {
        ENCYCLOPEDIA: "If such a bid is unsuccessful it is scored as -500 (negative 500).",
    },
    rule.PLAYED_OUT: {
        ENCYCLOPEDIA: (
            "Alternatively, the game is played where no bids mean the round is played as no "
            "trumps, and scoring is ten points per trick."
        ),
        HOYLE: Paraphrase(
            _(
                "The hand is played at no trumps with the kitty untouched; the player left of the "
                "dealer leads, and each trick scores 10"
            )
        ),
    },
    rule.FIVE_HALF: {
        PAGAT: Paraphrase(
            _("The bidder and the partner each take half the value; a bidder who plays alone takes all of it")
        ),
        ENCYCLOPEDIA: (
            "they will both get points (full points each or half points each, depending on "
            "the variation), and if they don't, they will both lose points (either full or "
            "half)."
        ),
    },
    rule.FIVE_FULL: {
        ENCYCLOPEDIA: (
            "they will both get points (full points each or half points each, depending on "
            "the variation), and if they don't, they will both lose points (either full or "
            "half)."
        ),
    },
    rule.TARGET: {
        AUSTRALIAN: {"win_compare=over": "The team that finishes a hand at over 500 points wins the game."},
        ENCYCLOPEDIA: {"win_compare=at_least": "A team wins the game by scoring at least 500 points."},
        FAMILY: {"win_compare=at_least": "A team wins the game by scoring at least 500 points."},
        PAGAT: {"win_compare=at_least": Paraphrase(_("At least 500 points win"))},
        HOYLE: {"win_compare!=over": "first scores 500"},
    },
    rule.WON_BY_CONTRACT: {
        FAMILY: (
            "A team wins the game by scoring at least 500 points through winning bids, which "
            "means that any team surpassing 500 points solely with tricks has not yet won the"
            " game."
        ),
        PAGAT: Paraphrase(
            _("A side wins with 500 only if it makes its own contract; tricks alone cannot win")
        ),
    },
    rule.EXACTLY: {
        ENCYCLOPEDIA: (
            "A variation in which the winning team/player must win exactly 500 points. … "
            '"Peggings" (or "Scab Points") must be played.'
        ),
    },
    rule.OVERSHOOT: {
        ENCYCLOPEDIA: "1000 points (like negative 500 points) loses the game.",
    },
    rule.BIDDER_FIRST: {
        HOYLE: Paraphrase(
            _("If two players go past 500 in the same deal and one of them is the bidder, the bidder has won")
        ),
        PAGAT: Paraphrase(_("Only the bidders can win, because a side wins only by making a contract")),
        PRIMIDI: Paraphrase(_("If both sides reach the target, the bidder wins, even with fewer points")),
    },
    rule.FIRST_TRICK: {
        HOYLE: Paraphrase(
            _(
                "If two players go past 500 and neither is the bidder, whoever first makes the trick "
                "that brings his score over 500 has won"
            )
        ),
    },
    rule.BOTH_WIN: {
        PAGAT: Paraphrase(_("With five players, the bidder and the partner may both win")),
    },
    rule.BACK_DOOR: {
        AUSTRALIAN: "If a team finishes a hand at -500 points or below, they lose the game.",
        ENCYCLOPEDIA: (
            "A team whose score dips to -500 points or below loses the game. This is also "
            'known as going "out the back door" or "out backwards."'
        ),
        FAMILY: (
            "A team whose score dips to -500 points or below loses the game. This is also "
            'known as going "out the back door" or "out backwards."'
        ),
        PAGAT: Paraphrase(_("A side at minus 500 or lower loses")),
    },
    rule.OTHERS_POSITIVE: {
        PRIMIDI: Paraphrase(_("A side below minus 500 loses only if the others are not negative")),
    },
    rule.MANY_HIGHEST: {
        WHATISFLIKE: Paraphrase(
            _("With three players, the highest total wins when one of them goes out the back door")
        ),
    },
    rule.WRONG_NUMBER: {
        WHATISFLIKE: Paraphrase(
            _("A wrong number of cards found during the bidding is a misdeal, without penalty")
        ),
    },
    rule.LATE_FAULT: {
        HOYLE: Paraphrase(_("The book says that there are penalties for a wrong discard, but names none")),
    },
    rule.REVOKE: {
        HOYLE: Paraphrase(_("The book has two rules, the American one and Professor Hoffmann's")),
    },
    rule.REVOKE_BIDDER: {
        HOYLE: Paraphrase(
            _(
                "By Hoffmann's rule a bidder who revokes loses the amount of the bid, and the "
                "opponents keep the tricks they made or would have made"
            )
        ),
    },
    rule.REVOKE_AMERICAN: {
        HOYLE: "the hands shall be immediately abandoned",
    },
    rule.REVOKE_HOFFMANN: {
        HOYLE: Paraphrase(
            _(
                "By Hoffmann's rule the play goes back to the trick in which a defender revoked; the "
                "others score what comes of the replay, the offender scores nothing and loses 100"
            )
        ),
    },
}
