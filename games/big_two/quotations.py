"""Quotations and paraphrases, keyed by rule and source; ``suit_order=hk`` is a condition on house rules."""

from games.engine import Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import (
    CHUODAIDI,
    COLLECTION,
    EAGLE,
    ENGINES,
    FUNMILY,
    JAPANESE,
    JUDUO,
    KINGPLAY,
    PAGAT,
    PC6,
    POKER_FLUSH,
    PUSOY,
    TAIWAN,
    TRANTOR,
    VIET,
    YAWNOC,
)

QUOTATIONS: Quotations = {
    rule.RANKING: {
        COLLECTION: (
            "Card rank (highest first) | 2 A K Q J 10 9 8 7 6 5 4 3, ♠(spades), ♥(hearts), "
            "♣(clubs), ♦(diamonds)"
        ),
        PAGAT: Paraphrase(_("From high to low the cards rank 2 A K Q J 10 9 8 7 6 5 4 3")),
    },
    rule.SUITS: {
        COLLECTION: {
            "suit_order=hk": "2 A K Q J 10 9 8 7 6 5 4 3, ♠(spades), ♥(hearts), ♣(clubs), ♦(diamonds)",
            "suit_order=taiwan": (
                "Some switch ♦ and ♣, to conform to contract bridge tradition, and play begins with the 3♣."
            ),
            "suit_order=cdsh": (
                "Another variation rearranges the suit ranks from (lowest to highest) ♣, ♦, ♠, ♥."
            ),
            "suit_order=none": (
                "In some variations, suit rankings are not used, for example, a 3-single cannot be "
                "used to beat any other 3-single"
            ),
        },
        VIET: {"suit_order=viet": Paraphrase(_("Spades are lowest, then clubs, diamonds, hearts"))},
        PUSOY: {"suit_order=pusoy": Paraphrase(_("Clubs are lowest, then spades, hearts, diamonds"))},
    },
    rule.SEATS: {
        COLLECTION: (
            "It is usually played with two to four players … Playing with two decks: this "
            "enables up to eight players per game"
        ),
    },
    rule.DEAL: {
        COLLECTION: (
            "The cards are dealt out among the players as far as they can go while retaining "
            "an equal number of cards for each player."
        ),
        PAGAT: {
            "deal!=by_seats": Paraphrase(
                _("Two players may have 13, 17 or 21 cards each, and the rest is not used")
            )
        },
    },
    rule.LEFTOVER: {
        COLLECTION: (
            "Leftover cards (not possible if there are 4 players) are then given to the "
            "player holding the 3♦. If this card is in the kitty, then the holder of the next"
            " lowest card adds them to his pile"
        ),
        CHUODAIDI: Paraphrase(_("The card left over goes to the holder of the three of clubs")),
    },
    rule.DIRECTION: {
        COLLECTION: (
            "Play proceeds counter-clockwise … The direction of play (clockwise or "
            "anti-clockwise) can be determined by a race between the two players on either "
            "side of the leader"
        ),
    },
    rule.JOKERS: {
        COLLECTION: {
            "jokers=high_wild": (
                "Jokers are added to the deck, and they can be played as any card with any suit. "
                "Also, the jokers are deemed higher than the Two of Spades, but the black joker is "
                "considered higher than the red joker."
            ),
            "jokers=zero": (
                "Another variation sets the joker as valueless: it can be played to beat any card, "
                "but any card can be played to beat the joker(s)."
            ),
            "jokers=off": "2 A K Q J 10 9 8 7 6 5 4 3, ♠(spades), ♥(hearts), ♣(clubs), ♦(diamonds)",
        },
    },
    rule.TWO_PACKS: {
        COLLECTION: {
            "decks!=1": (
                "In this case, five-of-a-kind defeats four-of-a-kind, but may or may not defeat a"
                " straight flush. Players may or may not be allowed to play a hand equivalent to "
                "the previous hand"
            ),
            "": "shuffles the deck to begin with and begins dealing out the cards singly",
        },
    },
    rule.REDEAL: {
        COLLECTION: (
            "If a player receives a hand with only 3 points or less, s/he may declare his "
            "cards, and the cards shall be reshuffled and dealt again."
        ),
        YAWNOC: Paraphrase(_("A hand without ace and 2, and with two face cards at most, may be thrown in")),
    },
    rule.FOUR_TWOS: {
        COLLECTION: {
            "four_twos=redeal": (
                "In addition, if a player has four twos, it might be mandatory to have a reshuffle."
            ),
            "four_twos=win": "In some places, owning 4 Twos is also a condition for Immediate Win.",
            "": (
                "In addition, if a player has four twos, it might be mandatory to have a reshuffle. "
                "… In some places, owning 4 Twos is also a condition for Immediate Win."
            ),
        },
    },
    rule.DRAGON: {
        COLLECTION: (
            "A 'Dragon' consists of 13 cards in straight (A-K-Q-J-10-9-8-7-6-5-4-3-2), is "
            "considered a valid combination and may be played once the player has gained "
            "control of the game. Suit of 2 is tie-breaker."
        ),
    },
    rule.MALTESE: {
        COLLECTION: (
            "consisting of six pairs and any other single card. A player who is dealt a "
            "dragon immediately wins the game. However, if the dragon contains a pair of 3s "
            "it is called a dragun bla-bajd and the player immediately loses."
        ),
    },
    rule.TWOS_LOW: {
        COLLECTION: (
            "In some variations, when a bomb was dealt, it immediately makes the 2s to be the"
            " lowest cards in the game (with 2 of diamonds becoming the lowest)"
        ),
    },
    rule.FIRST_LEAD: {
        COLLECTION: (
            "At the beginning of each game, the player with the 3♦ (var. 6 and 9) starts by "
            "either playing it singly or as part of a combination, leading to the first "
            "trick."
        ),
        PAGAT: Paraphrase(_("The holder of the lowest card leads")),
        TRANTOR: Paraphrase(_("The opener has to play the lowest card, alone or in a combination")),
    },
    rule.LATER_LEAD: {
        COLLECTION: (
            "In tournaments, starting the game with 3♦ is only true for the first round. In "
            "subsequent rounds, the winner of the previous round plays first."
        ),
        YAWNOC: Paraphrase(_("The winner of a deal leads the next")),
    },
    rule.SAME_NUMBER: {
        COLLECTION: (
            "each player must play a higher card or combination than the one before, with the"
            " same number of cards."
        ),
        PAGAT: Paraphrase(_("A play, even a lone 2, is beaten only by a play of the same number of cards")),
    },
    rule.MAY_PASS: {
        COLLECTION: (
            "Players may also pass, thus declaring that they do not want to play (or do not "
            "hold the necessary cards to make a play possible)."
        ),
    },
    rule.COMING_BACK: {
        COLLECTION: (
            "A pass does not hinder any further play in the game, each being independent, "
            "referred to as jumping-back. … A variant to discourage passing disallows a "
            "player from playing any further cards to a trick after he or she passes."
        ),
    },
    rule.TRICK_END: {
        COLLECTION: (
            "When all but one of the players have passed in succession the trick is over "
            "(some variations have when 1 player has passed the trick is over)"
        ),
    },
    rule.BIG_TWO: {
        COLLECTION: (
            "it is often customary for that player to start the next trick immediately by "
            "leading a new card or combination, since the 2♠ cannot be beaten whether as a "
            "single or as part of a pair of 2s"
        ),
    },
    rule.HAND_COUNT: {
        EAGLE: Paraphrase(_("The number of cards in a hand is told to whoever asks")),
        COLLECTION: "Any player can ask what the card count is for each team at any point.",
    },
    rule.THREE_THREES: {
        COLLECTION: (
            "If a player leads off with three 3s, the following player is required to play "
            "three 2's if no other play is possible."
        ),
    },
    rule.DRAWING: {
        COLLECTION: (
            "When one player passes she or he is forced to pick up one card from the "
            "remaining deck and add it to his hand."
        ),
        CHUODAIDI: Paraphrase(
            _("Whoever passes draws a card, or as many cards as the combination to beat has")
        ),
    },
    rule.SINGLE: {
        COLLECTION: (
            "- Single cards: Any card from the deck, ordered by rank with suit being the tie-breaker."
        ),
    },
    rule.PAIR: {
        COLLECTION: (
            "- Pairs: Any two cards of matching rank, ordered as with singular cards by the "
            "card of the higher suit."
        ),
    },
    rule.TRIPLE: {
        COLLECTION: (
            "- Triples: Three equal ranked cards, three twos are highest, then aces, kings, "
            "etc. down to three threes, which is the lowest triple. In some variations, a "
            "triple can only be played as part of a five-card hand."
        ),
    },
    rule.FOUR_CARDS: {
        COLLECTION: {
            "two_pair_4": (
                "- Some allow four-card combinations (two pairs or four cards alone, without an odd "
                "card). Four-of-a-kind beats two pairs."
            ),
            "quads_form!=with_kicker": (
                "- Some allow four-of-a-kind without extra card; 2s rank high, as usual. … - Some "
                "variations allowing four-of-a-kind without extra card do not allow for two pairs."
            ),
            "quads_form=with_kicker": (
                "(A four-of-a-kind cannot be played unless it is played as a five-card hand)"
            ),
        },
        ENGINES: {"two_pair_4": Paraphrase(_("Two pairs may be played as four cards"))},
    },
    rule.STRAIGHT: {
        COLLECTION: {
            "straight_order=hk": (
                "3-4-5-6-7 < ... < 10-J-Q-K-A < 2-3-4-5-6 (Suit of 2 is tiebreaker) < A-2-3-4-5 "
                "(suit of 2 is tiebreaker; Singapore/Hong Kong variant)"
            ),
            "straight_order=malaysia": (
                "3-4-5-6-7 < ... < 10-J-Q-K-A < A-2-3-4-5 < 2-3-4-5-6 (suit of 2 is tiebreaker; "
                "Malaysian variant)"
            ),
            "straight_order=low2_a5_top": (
                "2-3-4-5-6 < 3-4-5-6-7 < ... < 9-10-J-Q-K < 10-J-Q-K-A < A-2-3-4-5 (suit of A is tiebreaker)"
            ),
            "straight_order=low2_a5_second": (
                "2-3-4-5-6 < 3-4-5-6-7 < ... < 9-10-J-Q-K < A-2-3-4-5 (suit of A is tiebreaker) < 10-J-Q-K-A"
            ),
            "straight_order=no_twos": (
                "- There are many variations on ranking straights, suit of last card is tie-breaker "
                "unless otherwise stated."
            ),
        },
        TAIWAN: {
            "straight_order=taiwan": Paraphrase(
                _("A2345 is the lowest straight and 23456 the highest; JQKA2 is not a straight")
            )
        },
        JUDUO: {
            "straight_order=taiwan|natural": Paraphrase(
                _(
                    "One sheet has the same order as in Taiwan; the other goes A2345, 23456, 34567 and so "
                    "on up to 10JQKA"
                )
            )
        },
        TRANTOR: {
            "straight_order=natural": Paraphrase(
                _("From low to high the straights are A2345, 23456, 34567 and so on up to 10JQKA")
            )
        },
        ENGINES: {
            "straight_order=indonesia": Paraphrase(
                _("Straights go from 34567 up to JQKA2; A2345 and 23456 are not straights")
            )
        },
        KINGPLAY: {
            "straight_order=indonesia": Paraphrase(
                _("Straights go from 34567 up to JQKA2; A2345 is not a straight")
            )
        },
    },
    rule.STRAIGHT_SUIT: {
        COLLECTION: (
            "3-4-5-6-7 < ... < 10-J-Q-K-A < 2-3-4-5-6 (Suit of 2 is tiebreaker) < A-2-3-4-5 "
            "(suit of 2 is tiebreaker; Singapore/Hong Kong variant)"
        ),
    },
    rule.LENGTHS: {
        COLLECTION: {
            "straight_lengths!=five": (
                "- Some variations allow for straights longer than five cards, or even as short as "
                "three cards."
            ),
            "": "Any 5 cards in a sequence (but not all of the same suit).",
        },
    },
    rule.FLUSH: {
        COLLECTION: {
            "flush_order=rank": (
                "Rank is determined by Face value of the cards (highest first, then each lower card "
                "in order). Suit (♠,♥,♣,♦), is used to break ties."
            ),
            "flush_order=off": "In some popular variations, flushes are not permitted as a playable hand",
        },
        TRANTOR: {"flush_order=suit": Paraphrase(_("Between flushes the suit decides first"))},
        CHUODAIDI: {"flush_order=off": Paraphrase(_("Flushes are not played in Da Lao Er"))},
    },
    rule.FULL_HOUSE: {
        COLLECTION: ("Rank is determined by the value of the triple, regardless of the value of the pair."),
    },
    rule.QUADS: {
        COLLECTION: (
            "Rank is determined by the value of the 4 card set, regardless of the value of the 5th card."
        ),
    },
    rule.STRAIGHT_FLUSH: {
        COLLECTION: (
            "five cards in sequence in the same suit. Ranked the same as straights, suit being a tie-breaker."
        ),
    },
    rule.JUNK: {
        COLLECTION: (
            "consisting of two pairs (of different ranks) and one odd card (the junk); rank "
            "is determined by the highest pair. This combination ranks below the straight. - "
            "Some allow the three-of-a-kind poker hand, consisting of a triple and two junk "
            "cards. This combination ranks below the straight."
        ),
    },
    rule.CATEGORIES: {
        COLLECTION: {
            "flush_vs_straight=flush_over": (
                "There are five (var. 2) different valid five-card hands, ranking from low to high "
                "as follows (the same ranking as in poker, where applicable)"
            ),
            "flush_vs_straight=straight_over": (
                "In some variations, a straight is considered higher than a flush."
            ),
        },
    },
    rule.MIXING: {
        COLLECTION: {
            "five_card_mixing=by_category": (
                "There are five (var. 2) different valid five-card hands, ranking from low to high "
                "as follows (the same ranking as in poker, where applicable)"
            ),
            "five_card_mixing=by_card_value": (
                "any five-card combination can be played on top of any other five-card combination "
                "with a lower card value"
            ),
            "five_card_mixing=same_type_only": (
                "The players are not allowed to play a different type of 5 card hand over the current."
            ),
        },
        TAIWAN: {
            "five_card_mixing=same_type_only": Paraphrase(
                _("Except for bombs, five cards may be played only on five of the same type")
            )
        },
        CHUODAIDI: {
            "five_card_mixing=same_type_only": Paraphrase(
                _("In Da Lao Er, except for bombs, five cards may be played only on five of the same type")
            )
        },
    },
    rule.EQUAL: {
        COLLECTION: (
            "In some variations, suit rankings are not used, for example, a 3-single cannot "
            "be used to beat any other 3-single"
        ),
    },
    rule.NO_COMBINATION: {
        COLLECTION: (
            "Cards may be played as singles or in groups of two, three or five (var. 1 and "
            "8), in combinations which resemble poker hands."
        ),
    },
    rule.BOMBS: {
        COLLECTION: {
            "bombs=quads_sf_over_small|quads_sf_over_all": (
                "In some rules, four-of-a-kind + one card, and straight flush, can also be played on "
                "a pair or a single card, regardless of value."
            ),
            "bombs=off": (
                "each player must play a higher card or combination than the one before, with the "
                "same number of cards."
            ),
        },
        TAIWAN: {
            "bombs=quads_sf_over_all": Paraphrase(
                _(
                    "Four of a kind and straight flushes beat anything, and a straight flush beats four "
                    "of a kind"
                )
            )
        },
        CHUODAIDI: {
            "bombs=quads_sf_over_all": Paraphrase(_("Four of a kind and straight flushes beat anything"))
        },
        EAGLE: {"bombs!=off": Paraphrase(_("Four of a kind beats a lone 2"))},
        PAGAT: {"bombs=off": Paraphrase(_("Four of a kind does not beat a lone 2"))},
    },
    rule.SMACK_DOWN: {
        COLLECTION: (
            "A smack-down is either four-of-a-kind or a run of pairs … any player is allowed "
            "to 'smack-back', or 'chop-chop', with a higher four-of-a-kind or run of pairs of"
            " equal length as the smack-down."
        ),
        VIET: Paraphrase(_("Four of a kind or three pairs in a row beat a 2")),
    },
    rule.OUT: {
        COLLECTION: "The game ends when one player runs out of cards.",
        PAGAT: Paraphrase(_("The first player without cards wins")),
    },
    rule.ENDING_ON_TWO: {
        COLLECTION: {
            "finish_with_two=allowed": "The game ends when one player runs out of cards.",
            "finish_with_two=no_single_or_pair_2": (
                "In most popular variations, ending with a single or double two is not allowed."
            ),
            "finish_with_two=no_2S_single|no_single_2": (
                "- In some rules, a single 2♠ is not allowed to be played as the last card."
            ),
            "finish_with_two=no_combo_with_2S": (
                "Others do not allow any combination that includes the 2 of spades to be played as "
                "the last hand."
            ),
        },
    },
    rule.COUNT: {
        COLLECTION: "each player with cards remaining valued at one point each",
        PAGAT: Paraphrase(_("Each card left counts one point, for up to nine cards")),
    },
    rule.VALUE: {
        COLLECTION: {"card_value=count": "each player with cards remaining valued at one point each"},
        CHUODAIDI: {
            "card_value=pusoy": Paraphrase(
                _("In Pusoy Dos face cards and tens count 10, the others what they show")
            )
        },
        JAPANESE: {
            "card_value=rank15": Paraphrase(
                _("A 2 counts 15, an ace 14, a king 13, a queen 12, a jack 11, the others what they show")
            )
        },
    },
    rule.TIERS: {
        COLLECTION: (
            "doubles if they have 10 or more cards, or triple is all 13 cards are intact and "
            "not played at all. … Likewise for a three-player game, a player with 17 cards "
            "remaining is deducted triple points."
        ),
        PAGAT: Paraphrase(_("1 to 9 cards count once, 10 to 12 twice, 13 three times")),
        TRANTOR: Paraphrase(_("1 to 9 cards count once, 10 to 12 twice, 13 count 39")),
        JAPANESE: Paraphrase(
            _(
                "Up to 10 cards count once, 11 or more twice, a whole hand three times; another scale "
                "has its steps at 8, 10 and 13 cards"
            )
        ),
        FUNMILY: Paraphrase(
            _("Under 8 cards count once, 8 and 9 twice, 10 to 12 three times, 13 four times")
        ),
        PC6: Paraphrase(_("Under 8 cards count once, 8 and 9 twice, 10 to 12 three times, 13 four times")),
        YAWNOC: Paraphrase(_("Cards count twice from 10 or 11 on, three times at 13")),
        CHUODAIDI: Paraphrase(
            _("In Da Lao Er nothing counts three times; with three players more than 13 cards pay as 13 do")
        ),
    },
    rule.UNUSED: {
        COLLECTION: {
            "unused_double!=off": (
                "Any unused 2's, or a Four-of-a-kinds or Straight Flushes also doubles the points"
                " paid to the winner."
            )
        },
        PC6: {
            "unused_double!=off": Paraphrase(
                _(
                    "A loser who holds the highest 2 among eight cards or more pays double; a note says "
                    "that every 2 held doubles"
                )
            )
        },
    },
    rule.FINISH: {
        COLLECTION: (
            "If the winner ends the game by discarding a 2, a four-of-a-kind, or a Straight "
            "flush, the base points will also be doubled, but does not stack regardless of an"
            " ending hand."
        ),
    },
    rule.COMPOSE: {
        COLLECTION: (
            "then East would score -6, West would score -36, South would score -32, and North"
            " would score +74."
        ),
    },
    rule.WINNER_TAKES: {
        COLLECTION: "The points is then paid to the winner.",
    },
    rule.PAIRWISE: {
        YAWNOC: Paraphrase(
            _("In an example, players with 0, 11, 12 and 13 cards left score +85, −3, −11 and −71")
        ),
        FUNMILY: Paraphrase(
            _("In an example, players with 0, 1, 8 and 12 cards left score +53, +49, −11 and −91")
        ),
        PC6: Paraphrase(
            _("In an example, players with 5, 8, 0 and 12 cards left score +37, −7, +57 and −87")
        ),
    },
    rule.PENALTY: {
        TRANTOR: Paraphrase(_("Penalty points are written down, and the lowest total wins")),
    },
    rule.PLACES: {
        COLLECTION: (
            "Some variants do not score; rather, play continues till all but one person have "
            "rid all cards, and at the end, players are ranked according to the order they "
            "got rid of their cards"
        ),
    },
    rule.BONUS: {
        JAPANESE: Paraphrase(_("The winner also gets 5 or 10")),
    },
    rule.AT_ONCE: {
        COLLECTION: "A player who is dealt a dragon immediately wins the game.",
    },
    rule.ASSISTANCE: {
        COLLECTION: (
            "after Player A has played theirs and Player A could have prevented this from "
            "happening by playing a higher card, s/he is deemed to have assisted Player B. … "
            "The most common way is for Player A to be deducted the total points that the "
            "other two losers have lost"
        ),
        POKER_FLUSH: Paraphrase(
            _(
                "Whoever plays a single where a pair, triple or five would have stopped the winner "
                "has assisted too"
            )
        ),
        YAWNOC: Paraphrase(
            _(
                "Whoever plays a single where a pair, triple or five would have stopped the winner "
                "has assisted too"
            )
        ),
    },
    rule.LAST_CARD: {
        COLLECTION: (
            "If the person holding the last card won, but forgot to call 'last card' "
            "beforehand, he/she will take the penalty of all the other player's remaining "
            "cards, while other players will score 0."
        ),
        YAWNOC: Paraphrase(
            _(
                "Whoever has one card left has to say so; whoever wins without having said so carries "
                "everybody's loss"
            )
        ),
    },
    rule.TARGET: {
        TRANTOR: Paraphrase(_("The game is played to 50")),
    },
    rule.REACHED: {
        TRANTOR: Paraphrase(_("The game is played to 50, and the lowest total wins")),
    },
    rule.PARTNERS: {
        COLLECTION: (
            "Each player's teammate is the one opposite of him (i.e., the two players who you"
            " are adjacent to are your opponents). Teammates are not allowed to have any "
            "communication with each other regarding their cards"
        ),
    },
    rule.PAIR_COUNT: {
        COLLECTION: (
            "The winning team is determined by the total number of cards held by that team "
            "when the one player runs out of card. If one player plays his last card but his "
            "teammate has more cards left than the other team's total, his team loses."
        ),
    },
    rule.SHOOT_OUT: {
        COLLECTION: (
            "If the card count is tied at the end of a game the players proceed to a five "
            "card shootout. … The lowest card holder starts and the same team grouping is "
            "still used. Further ties lead to further five card hands"
        ),
    },
    rule.ROLES: {
        COLLECTION: (
            "The first player to clear all his cards becomes the President for the next "
            "round. … Eventually, this will produce the Vice-President, followed by the "
            "Vice-Scum. The last player remaining becomes the Scum for the next round."
        ),
    },
    rule.FOLLOWING: {
        COLLECTION: (
            "The players next to the new President can follow the President's last play if "
            "possible … the player next to the President gains control and may start a new "
            "sequence of his own."
        ),
    },
    rule.EXCHANGE: {
        COLLECTION: (
            "The scum passes their highest 2 cards to president. … Vice-scum passes their "
            "highest 1 card to vice-president."
        ),
    },
    rule.RETURNS: {
        COLLECTION: (
            "President passes their lowest 2 cards to the Scum. … Vice-president passes their"
            " lowest 1 card to vice-scum. … A variant to the rule is where president passes "
            "any 2 cards to scum, after receiving cards."
        ),
    },
    rule.PENNING: {
        COLLECTION: (
            "When playing with three or four people, the 2nd and 3rd place titles are done by"
            " person with the lowest card going first."
        ),
    },
}
