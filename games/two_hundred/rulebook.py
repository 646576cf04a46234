"""The rules of 200, in reading order, in our own words, each with its sources."""

from games.engine import SITE, Irregularity, IrregularityKind, Rule, Source, _

DEBITCARD = Source(
    "debitcardcasino",
    _("Rules of 200 (Two Hundred) Card Game, debitcardcasino.ca, 22 May 2018"),
    name=_("debitcardcasino.ca, 2018"),
)
PAGAT = Source("pagat", _("200, pagat.com"), "https://www.pagat.com/kt5/200.html", name=_("Pagat"))
BAROUCHE_FAMILY = Source(
    "La Barouche",
    _("La Barouche, a Métis family's rules"),
    "https://learnmichif.com/games/la-barouche",
    name=_("A Métis family's rules"),
)
DEUX_CENTS = Source(
    "Deux Cents",
    _("Rules in the notes of the program DeuxCentsCardGame, which contradict themselves"),
    name=_("A program's notes"),
)
GAMERULES = Source("gamerules.com", _("200, gamerules.com, and the same on ourpastimes.com"))
HOYLE = Source("Hoyle", _("Hoyle's Games Modernized on Five Hundred, by analogy only"))
FOSTER = Source(
    "Foster", _("Foster's Complete Hoyle, the general laws of the card table"), name=_("Foster's Hoyle")
)
OURS = SITE

SECTIONS = {
    "1": _("The cards and the table"),
    "2": _("The bidding"),
    "3": _("The play"),
    "4": _("Scoring a hand"),
    "5": _("The end of the game"),
    "6": _("The kitty"),
    "7": _("La Barouche"),
    "8": _("When something goes wrong"),
    "9": _("Other numbers of players"),
}

PACK = Rule(
    "1.1",
    "{deck}",
    (DEBITCARD, PAGAT),
    wordings={
        "deck": {
            "36": _("The pack has 36 cards: the 2s, 3s, 4s and 6s are taken out."),
            "40": _("The pack has 40 cards: the 2s, 3s and 4s are taken out, and four cards go to a kitty."),
            "40_no_kitty": _("The pack has 40 cards: the 2s, 3s and 4s are taken out, and all are dealt."),
        },
    },
)
RANK = Rule(
    "1.2",
    _("In every suit, trumps too, the cards rank {deck}. There are no jokers and no bowers."),
    (DEBITCARD, PAGAT),
    wordings={
        "deck": {
            "36": _("A K Q J 10 9 8 7 5"),
            "any": _("A K Q J 10 9 8 7 6 5"),
        },
    },
)
COUNTERS = Rule(
    "1.3",
    _(
        "An ace counts 10, a ten 10 and a five 5; no other card counts. "
        "The pack always holds exactly 100 points, and every count is a multiple of five."
    ),
    (DEBITCARD, PAGAT),
)
PARTNERS = Rule(
    "1.4",
    _("Four play, partners opposite each other. Dealing, bidding and play all go clockwise."),
    (DEBITCARD, PAGAT),
    seats=(4,),
)
DEALER = Rule(
    "1.5",
    _(
        "The first dealer is chosen at random (deal the cards face up: the first jack deals). "
        "After every hand the deal passes to the left."
    ),
    (DEBITCARD, PAGAT),
)
DEAL = Rule(
    "1.6",
    _(
        "The player at the dealer's right cuts. All the cards are dealt, nine each from 36 or ten "
        "each from 40 "
        "without a kitty. Dealing singly or in threes is custom and never changes the score."
    ),
    (DEBITCARD, PAGAT, GAMERULES),
)

BIDS = Rule(
    "2.1",
    _(
        "The player at the dealer's left speaks first. A bid is the number of points a side means to take: "
        "from {min_bid} to {max_bid}, in steps of {bid_step}. The suit is not named in the bid."
    ),
    (DEBITCARD, PAGAT),
)
HIGHER = Rule("2.2", _("Each bid must be higher than the one before."), (DEBITCARD, PAGAT))
MATCH = Rule(
    "2.3",
    _(
        "The dealer, who speaks last, may take the hand for the bid that stands, without going higher, but "
        "not a bid of Barouche."
    ),
    (BAROUCHE_FAMILY, OURS),
    played_if="dealer_may_match",
)
OUT_FOR_GOOD = Rule(
    "2.4", _("A pass is final: whoever has passed says no more in that auction."), (DEBITCARD, PAGAT)
)
AUCTION_ENDS = Rule(
    "2.5",
    _("The bidding goes {auction}. It ends at once when nobody can go higher."),
    (DEBITCARD, PAGAT),
    wordings={
        "auction": {
            "until_three_pass": _("round until all but one have passed"),
            "single_round": _("round once: everybody speaks once"),
        },
    },
)
ALL_PASS = Rule(
    "2.6",
    "{all_pass}",
    (DEBITCARD, PAGAT, BAROUCHE_FAMILY, DEUX_CENTS),
    wordings={
        "all_pass": {
            "next_dealer": _("When everybody passes, nobody scores and the next dealer deals."),
            "redeal_same_dealer": _("When everybody passes, nobody scores and the same dealer deals again."),
            "dealer_must_bid_minimum": _(
                "When everybody else passes, the dealer has to play for the lowest bid."
            ),
        },
    },
)
TRUMP = Rule(
    "2.7",
    _("{trump_named} If a bidder leads without having named a suit, the suit of that first card is trumps."),
    (DEBITCARD, PAGAT, BAROUCHE_FAMILY),
    wordings={
        "trump_named": {
            "after_auction": _("The highest bidder makes trumps, and names them before the first card."),
            "by_first_card": _("The highest bidder makes trumps by the first card led."),
        },
    },
)

FIRST_LEAD = Rule("3.1", _("The bidder leads to the first trick."), (DEBITCARD, PAGAT))
ANY_LEAD = Rule(
    "3.2",
    "{must_lead_trump}",
    (PAGAT, BAROUCHE_FAMILY),
    wordings={
        "must_lead_trump": {
            "yes": _("That first card must be a trump."),
            "no": _("That first card may be any card."),
        },
    },
)
FOLLOW = Rule("3.3", _("Whoever holds a card of the suit led must follow suit."), (DEBITCARD, PAGAT))
FREE = Rule(
    "3.4",
    _(
        "Whoever holds no card of the suit led may play any card. Nobody has to trump, to play "
        "higher than a trump already there, or to win a trick."
    ),
    (DEBITCARD, PAGAT),
)
TRICK = Rule(
    "3.5",
    _(
        "The highest trump takes the trick; where there is none, the highest card of the suit led. "
        "Whoever takes a trick leads to the next, until all the cards are played."
    ),
    (DEBITCARD, PAGAT),
)
GENEROUS = Rule(
    "3.6", _("To throw a ten or a five on a partner's winning card is fair, and good play."), (PAGAT,)
)
TURNED = Rule(
    "3.7",
    _("Tricks that have been won lie face down; nobody may look at them until the hand is over."),
    (DEBITCARD, PAGAT),
)

MADE = Rule(
    "4.1",
    _("Bidders who take at least what they bid score every point they took, not just the bid."),
    (DEBITCARD, PAGAT),
    scoring=True,
)
SET = Rule(
    "4.2",
    _("Bidders who take less lose the whole bid, and the points they took count for nothing."),
    (DEBITCARD, PAGAT),
    scoring=True,
)
DEFENCE = Rule(
    "4.3",
    _("The other side scores the points it took, whether the bid is made or not."),
    (DEBITCARD, PAGAT),
    scoring=True,
)
HUNDRED = Rule(
    "4.4",
    _(
        "A side that stood at {hundred_threshold} or more before the hand scores in defence only if "
        "one of its players "
        "bid in that auction. It makes no difference whether the bidders made their bid. This rule "
        "never applies to the bidders."
    ),
    (DEBITCARD, PAGAT),
    played_if="hundred_rule=on hundred_threshold!=none",
    scoring=True,
)
ONE_IS_ENOUGH = Rule(
    "4.5",
    _("One bid by one partner is enough for both, even if it was overcalled."),
    (DEBITCARD, PAGAT),
    played_if="hundred_rule=on hundred_threshold!=none",
    scoring=True,
)
SHUT_OUT = Rule(
    "4.6",
    "{shutout_counts_as_silent}",
    (DEBITCARD, OURS),
    played_if="hundred_rule=on hundred_threshold!=none",
    scoring=True,
    wordings={
        "shutout_counts_as_silent": {
            "yes": _(
                "Those who never had a turn, because {max_bid} was called before they could speak, "
                "count as silent."
            ),
            "no": _(
                "Those who never had a turn, because {max_bid} was called before they could speak, do "
                "not count as silent."
            ),
        },
    },
)
BOXED = Rule(
    "4.7",
    _("A total below zero is written in a box or a circle: that side is in the box, or in the hole."),
    (DEBITCARD, PAGAT),
)
RECOUNT = Rule(
    "4.8",
    _(
        "All the piles together come to 100. If they do not, a counter is missing: count again "
        "before you write."
    ),
    (DEBITCARD, OURS),
)

OUT = Rule(
    "5.1",
    _("A side with {target} or more wins. This is looked at only when a hand is over."),
    (DEBITCARD, PAGAT),
    scoring=True,
)
BOTH = Rule(
    "5.2",
    "{both_reach}",
    (DEBITCARD, PAGAT),
    scoring=True,
    wordings={
        "both_reach": {
            "bidder": _("When several sides reach the target in the same hand, the side that bid wins."),
            "higher_total": _("When several sides reach the target in the same hand, the higher total wins."),
        },
    },
)
LEVEL = Rule(
    "5.3",
    _(
        "Where the rule above does not decide, the higher total wins; at equal totals the side "
        "that bid wins; and if none of the equal sides bid, they share the game."
    ),
    (OURS,),
    scoring=True,
)
HOLE = Rule(
    "5.4",
    _("A side at {negative_limit} or lower loses: its opponents win."),
    (DEBITCARD, PAGAT),
    played_if="negative_limit!=none",
    scoring=True,
)
HOLE_ALONE = Rule(
    "5.5",
    _(
        "But only opponents who stand at zero or better win by this. Until there are such "
        "opponents, play goes on, and the totals are looked at again after every hand."
    ),
    (PAGAT, OURS),
    played_if="negative_limit!=none negative_limit_needs_other_nonnegative",
    scoring=True,
)

KITTY = Rule(
    "6.1",
    _(
        "Four cards go to the kitty, two after the first round of three and two after the second; "
        "each player gets nine. "
        "Whoever wins the bidding takes the four up, buries any four, and only then names trumps."
    ),
    (PAGAT,),
    played_if="kitty_size",
)
BURIED = Rule(
    "6.2",
    _(
        "The points among the buried cards belong to {kitty_points_to}. They count like points taken in"
        " tricks."
    ),
    (PAGAT, OURS),
    played_if="kitty_size",
    scoring=True,
    wordings={
        "kitty_points_to": {
            "defenders": _("the defenders"),
            "bidders": _("the bidders"),
            "last_trick": _("whoever takes the last trick"),
        },
    },
)

BAROUCHE_BID = Rule(
    "7.1",
    _("Barouche is the highest bid of all: it is a bid for the whole game."),
    (BAROUCHE_FAMILY,),
    played_if="barouche_bid",
)
BAROUCHE = Rule(
    "7.2",
    _(
        "Whoever bids Barouche must take every counter there is. Taking them all wins the game; "
        "losing one five loses it."
    ),
    (BAROUCHE_FAMILY,),
    played_if="barouche_bid",
    scoring=True,
)

REVOKE = Rule(
    "8.1",
    "{revoke_rule}",
    (HOYLE, OURS),
    scoring=True,
    wordings={
        "revoke_rule": {
            "manual": _(
                "The table decides what it costs not to follow suit. We propose: bidders who revoke lose "
                "their bid; defenders who revoke score zero, and the bidders score their bid or what "
                "they took, whichever is more."
            ),
            "redeal": _(
                "A hand in which somebody did not follow suit is void and dealt again by the same dealer."
            ),
            "offender_loses_hand": _(
                "A side that did not follow suit loses the hand: bidders their bid; defenders score zero, "
                "and the bidders their bid or what they took, whichever is more."
            ),
        },
    },
)
OUT_OF_TURN = Rule(
    "8.2",
    _(
        "A bid stands as it was made, but a partnership that bids out of turn loses its bid: this "
        "is the general law of the card table."
    ),
    (FOSTER,),
)
CONTRADICTION = Rule(
    "8.3",
    _(
        "The Deux Cents notes say both that defenders at 100 score only if they bid and that they "
        "always score, "
        "and name the 5s both as taken out and as worth points. Do not rely on them."
    ),
    (DEUX_CENTS,),
)

OTHER_TABLES = Rule(
    "9.1",
    _(
        "With two, three, five or six players each side has one total. The bidders score by the rules for "
        "four. Every other side scores the points it took itself, and the hundred rule applies to "
        "each side by itself."
    ),
    (OURS,),
    scoring=True,
    seats=(2, 3, 5, 6),
)
BURIED_BETWEEN = Rule(
    "9.2",
    _(
        "With three sides or more, buried points that belong to the defenders count for no side: "
        "no single defending side owns them, and the bidders do not score them."
    ),
    (OURS,),
    seats=(3, 5, 6),
    played_if="kitty_size",
)

IRREGULARITIES = (
    Irregularity(IrregularityKind.EXPOSED, _("Somebody looked at tricks that were won"), (TURNED,)),
    Irregularity(
        IrregularityKind.TURN,
        _("Somebody bid out of turn, or led without naming trumps"),
        (OUT_OF_TURN, TRUMP),
    ),
    Irregularity(IrregularityKind.REVOKE, _("Somebody did not follow suit"), (REVOKE,)),
    Irregularity(
        IrregularityKind.SCORE, _("The piles do not come to 100, or the score was written wrong"), (RECOUNT,)
    ),
)
