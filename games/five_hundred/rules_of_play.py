"""The rules of Five Hundred from the deal to the last trick, each with its sources."""

from __future__ import annotations

from games.engine import Rule, _

from .sources import (
    AMERICAN,
    AUSTRALIAN,
    ENCYCLOPEDIA,
    FAMILY,
    HOMES,
    HOYLE,
    LEAFLET,
    NZ,
    OURS,
    PAGAT,
    TRICKSTER,
    WHATISFLIKE,
)

SEATS = Rule(
    "1.1",
    _(
        "Four play in two partnerships, opposite each other; six in two teams of three, seated alternately; "
        "two or three each for themselves. With five, the bidder and one partner play against the other "
        "three."
    ),
    (AUSTRALIAN, ENCYCLOPEDIA, PAGAT),
)
PACK = Rule(
    "1.2",
    "{deck}",
    (AUSTRALIAN, ENCYCLOPEDIA, FAMILY, PAGAT),
    wordings={
        "deck": {
            "by_seats": _(
                "The pack has a joker and just enough cards for ten each and a kitty: 33 cards (7 up) "
                "for three, 43 (red 4s, otherwise 5 up) or 45 (4 up) for four, 53 for five, 63 or 65 "
                "(with 11s, 12s and 13s) for six."
            ),
            "33": _("The pack has 33 cards: a joker and the 7 to the ace."),
            "43": _("The pack has 43 cards: a joker, the red 4s, and the 5 to the ace."),
            "43_matching_fours": _("The pack has 43 cards: a joker, the 4♥ and 4♣, and the 5 to the ace."),
            "45": _("The pack has 45 cards: a joker and the 4 to the ace."),
            "46": _("The pack has 46 cards: two jokers and the 4 to the ace."),
            "53": _("The pack has 53 cards: the full pack and a joker."),
            "63": _("The pack has 63 cards: the full pack, a joker, and 11s, 12s and red 13s."),
            "65": _("The pack has 65 cards: the full pack, a joker, and 11s, 12s and 13s."),
        },
    },
)
DEAL = Rule(
    "1.3",
    _("Everyone is dealt ten cards; what is left is the kitty, face down. Ten tricks are played."),
    (AUSTRALIAN, ENCYCLOPEDIA, FAMILY, PAGAT, HOYLE),
)
TRUMP_RANK = Rule(
    "1.4",
    _(
        "Trumps rank joker, jack of trumps (right bower), the other jack of that colour (left bower), A K"
        " Q 10 9 …"
    ),
    (AUSTRALIAN, ENCYCLOPEDIA, FAMILY, PAGAT, HOYLE),
)
LEFT_BOWER = Rule(
    "1.5",
    _("The left bower and the joker are trumps for every purpose: to lead, to follow and to ruff."),
    (ENCYCLOPEDIA, FAMILY, PAGAT),
)
MATCHING_FOURS = Rule(
    "1.6",
    _("With 43 cards that keep 4♥ and 4♣, the 4 of the trumps' colour is a trump too, the lowest."),
    (ENCYCLOPEDIA,),
)
SIX_HAND_RANKS = Rule(
    "1.7", _("With six players the 13, 12 and 11 rank between the jack and the 10."), (PAGAT,)
)
NO_TRUMP_RANK = Rule(
    "1.8",
    _(
        "At no trumps and at misère there are no bowers: the jacks rank between queen and 10, "
        "and the joker is the highest card."
    ),
    (ENCYCLOPEDIA, FAMILY, PAGAT),
)
TWO_JOKERS = Rule(
    "1.9", _("With two jokers, the first (white) is the higher."), (ENCYCLOPEDIA,), played_if="deck=46"
)
NO_ACE_NO_FACE = Rule(
    "1.10",
    _(
        "A player dealt no ace, king, queen, jack or joker may, before calling, ask the partner to kill "
        "the hand; if the partner agrees, the same dealer deals again."
    ),
    (FAMILY,),
    played_if="no_ace_no_face",
)

BIDS = Rule(
    "2.1",
    _(
        "A bid is a number of tricks from 6 to 10 and a suit or no trumps. "
        "The suits rise spades, clubs, diamonds, hearts, no trumps."
    ),
    (AUSTRALIAN, ENCYCLOPEDIA, FAMILY, PAGAT, HOYLE),
)
HIGHER = Rule(
    "2.2",
    _(
        "The player left of the dealer speaks first. Each bid must beat the last: more tricks, or a "
        "higher suit."
    ),
    (AUSTRALIAN, ENCYCLOPEDIA, FAMILY, PAGAT, HOYLE),
)
BY_POINTS = Rule(
    "2.3",
    _(
        "Under the original schedule bids rank by their points, so 8 of a dear suit beats 9 of a cheap "
        "one; where the points are equal, more tricks rank higher."
    ),
    (LEAFLET, OURS),
    played_if="schedule=original",
)
PASS_IS_FINAL = Rule(
    "2.4", _("Whoever has passed may not bid again in that hand."), (AUSTRALIAN, ENCYCLOPEDIA, PAGAT)
)
ROUNDS = Rule(
    "2.5",
    _("How long the bidding lasts: {auction_rounds}."),
    (AUSTRALIAN, ENCYCLOPEDIA, FAMILY, PAGAT, AMERICAN),
)
REBID = Rule("2.6", _("Raising one's own bid: {rebid_rule}."), (ENCYCLOPEDIA,))
LOWEST = Rule("2.7", _("The lowest contract is {min_level} tricks."), (AUSTRALIAN, ENCYCLOPEDIA, FAMILY))
INKLE = Rule(
    "2.8",
    "{six_bids}",
    (ENCYCLOPEDIA, FAMILY),
    played_if="min_level=6",
    wordings={
        "six_bids": {
            "normal": _("Six may be bid like any other number of tricks."),
            "inkle_can_stand": _(
                "Bids of six are inkles, which may become the contract. Only the first two speakers may"
                " make one."
            ),
            "inkle_signal_only": _(
                "Bids of six are inkles, mere signals that never become the contract. Only the first "
                "two speakers may make one."
            ),
        },
    },
)
SIX_NO = Rule(
    "2.9",
    "{six_no_allowed}",
    (FAMILY, TRICKSTER),
    wordings={
        "six_no_allowed": {
            "yes": _('"Six no" may promise aces, and "six no trumps" the joker.'),
            "no": _(
                '"Six no" for aces and "six no trumps" for the joker is table talk; the only legal '
                'words are "six no trumps".'
            ),
        },
    },
)
ALL_PASS = Rule(
    "2.10",
    _("If nobody bids, {all_pass}."),
    (AUSTRALIAN, ENCYCLOPEDIA, FAMILY, HOYLE, AMERICAN),
)
NEXT_DEALER = Rule("2.11", _("After each hand the deal passes to the left."), (ENCYCLOPEDIA, FAMILY))

MISERE = Rule(
    "3.1",
    _("Misère, or nullo, is a bid to lose all ten tricks, at no trumps. It is worth {misere_value}."),
    (AUSTRALIAN, ENCYCLOPEDIA, PAGAT, NZ),
    played_if="misere_value!=none",
    scoring=True,
)
MISERE_RANK = Rule(
    "3.2",
    _("Misère ranks {misere_rank}."),
    (AUSTRALIAN, ENCYCLOPEDIA, PAGAT, NZ),
    played_if="misere_value!=none",
)
NEEDS_SEVEN = Rule(
    "3.3",
    _("Misère may be bid only after somebody has bid seven: not over a six, and not to open."),
    (PAGAT, NZ),
    played_if="misere_value!=none misere_needs_seven",
)
OPEN_MISERE = Rule(
    "3.4",
    _(
        "Open misère is misère with the cards on the table. It is worth {open_misere_value} and needs no "
        "seven."
    ),
    (AUSTRALIAN, ENCYCLOPEDIA, PAGAT, NZ),
    played_if="open_misere_value!=none",
    scoring=True,
)
OPEN_RANK = Rule(
    "3.5",
    _("Open misère ranks {open_misere_rank}."),
    (AUSTRALIAN, ENCYCLOPEDIA, PAGAT, WHATISFLIKE),
    played_if="open_misere_value!=none",
)
OPEN_SHOWN = Rule(
    "3.6",
    _("The open hand goes down {open_misere_shown}."),
    (PAGAT, WHATISFLIKE),
    played_if="open_misere_value!=none",
)
SIT_OUT = Rule(
    "3.7",
    _(
        "At misère the bidder plays alone: partners lay their cards face down and sit out. "
        "It is lost the moment the bidder wins a trick."
    ),
    (PAGAT,),
)
DOUBLE_NULLO = Rule(
    "3.8",
    _(
        "Double nullo: both partners play and must lose all ten tricks. The bidder takes the kitty and "
        "passes the cards not wanted to the partner, who keeps the best ten. It is worth "
        "{double_nullo_value}."
    ),
    (ENCYCLOPEDIA, AMERICAN),
    played_if="double_nullo_value!=none",
    scoring=True,
)
NULLO_PARTNER = Rule(
    "3.9",
    _("Double nullo may be bid only over the partner's own misère."),
    (AMERICAN,),
    played_if="double_nullo_value!=none double_nullo_needs_partner",
)
BAR_NULLO = Rule(
    "3.10",
    _("Bar nullo is misère without the kitty. It is worth {bar_nullo_value}."),
    (AMERICAN,),
    played_if="bar_nullo_value!=none",
    scoring=True,
)
SPECIAL_RANK = Rule(
    "3.11",
    _(
        "A special bid that ranks by value is over every bid worth less, and under a numbered bid worth "
        "the same."
    ),
    (AUSTRALIAN, OURS),
)
DECLARE = Rule(
    "3.12",
    _(
        "Whoever has won the bidding may declare: get one card from the partner, play without the partner, "
        "and take all ten tricks."
    ),
    (ENCYCLOPEDIA,),
    played_if="declare_solo",
)

KITTY = Rule(
    "4.1",
    _(
        "The high bidder takes the kitty without showing it and discards as many cards face down; any "
        "card may go, and nobody looks at the discards again."
    ),
    (AUSTRALIAN, ENCYCLOPEDIA, PAGAT, HOYLE),
)
FIRST_LEAD = Rule(
    "4.2",
    _("To the first trick {first_lead}."),
    (AUSTRALIAN, ENCYCLOPEDIA, FAMILY, PAGAT),
)
FOLLOW = Rule(
    "4.3",
    _("Follow suit if you can; if not, play anything. Nobody must ruff, and nobody must try to win."),
    (AUSTRALIAN, ENCYCLOPEDIA, FAMILY, PAGAT, HOYLE),
)
TAKES = Rule(
    "4.4",
    _("The highest trump takes the trick, or else the highest card of the suit led. The winner leads next."),
    (AUSTRALIAN, ENCYCLOPEDIA, FAMILY, PAGAT),
)
JOKER_NO_SUIT = Rule(
    "4.5",
    _(
        "At no trumps and at misère the joker has no suit: it may be played only by a player who has none"
        " of the suit led, and takes the trick."
    ),
    (ENCYCLOPEDIA, PAGAT),
)
JOKER_NAMED = Rule(
    "4.6",
    _(
        "A bidder who holds the joker may name its suit before the first lead; it is then the highest "
        "card of that suit, and no more than that."
    ),
    (PAGAT,),
    played_if="joker_nt=pagat",
)
JOKER_MISERE = Rule(
    "4.7",
    _(
        "At misère a player with none of the suit led must play a joker without a suit. A bidder who "
        "keeps it and names nothing has lost: name its suit first, or put it in the kitty. (Pagat's "
        "rule.)"
    ),
    (PAGAT,),
    played_if="joker_nt=pagat",
)
JOKER_LED = Rule(
    "4.8",
    _(
        "Whoever leads the joker names a suit that has not been led before and in which they have not "
        "failed to follow; once all four have been led, it may be led only to the last trick. (Pagat's "
        "rule.)"
    ),
    (PAGAT,),
    played_if="joker_nt=pagat",
)
JOKER_HOYLE = Rule(
    "4.9",
    _(
        "The leader of the joker names a suit, never one in which they have renounced. Played on a suit"
        " that its player has already renounced, the joker cannot win. (Hoyle's rule.)"
    ),
    (HOYLE,),
    played_if="joker_nt=hoyle",
)
JOKER_SIMPLE = Rule(
    "4.10",
    _("The joker is the only trump. It may not stand for a suit that its player has failed to follow."),
    (ENCYCLOPEDIA, FAMILY),
)
JOKER_ENDS = Rule(
    "4.11",
    _("The joker may be played only as the first or the last card of a suit."),
    (ENCYCLOPEDIA, HOMES),
    played_if="joker_nt=first_or_last",
)
JOKER_LOW = Rule(
    "4.12",
    _("At misère the joker is the lowest card."),
    (TRICKSTER,),
    played_if="joker_nt=low_in_misere",
)
CALL_PARTNER = Rule(
    "4.13",
    _(
        "With five, the bidder may play alone or call a partner: {five_player_call}. The joker may not be"
        " called; a bower usually is, though some tables bar it."
    ),
    (ENCYCLOPEDIA, PAGAT),
    seats=(5,),
)
