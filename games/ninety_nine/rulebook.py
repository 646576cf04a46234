"""The rules of Ninety-Nine, in reading order, each with its sources."""

from games.engine import SITE, Irregularity, IrregularityKind, Rule, Source, _

PENGUIN = Source(
    "Penguin", _("David Parlett: The Penguin Book of Card Games"), name=_("The Penguin Book of Card Games")
)
PAGAT = Source(
    "pagat",
    _("Ninety-Nine at pagat.com, by its inventor (1990)"),
    "https://www.pagat.com/exact/99.html",
    name=_("Pagat"),
)
CLASSIC = Source("Parlett", _("David Parlett's own page: the classic version"), name=_("David Parlett"))
FOSDICK = Source("Fosdick", _("Ninety-Nine, as written up by Howard Fosdick"), name=_("Howard Fosdick"))
WIKIPEDIA = Source("Wikipedia", _("Wikipedia: Ninety-nine (trick-taking card game)"))
HOYLE = Source(
    "Hoyle's whist",
    _("Hoyle's Games Modernized, the laws of whist 74 to 82, by analogy only"),
    name=_("Hoyle on whist"),
)
SHORT_RULES = Source("short rules", _("A page of short card-game rules"), name=_("A page of short rules"))

SECTIONS = {
    "1": _("Cards and the deal"),
    "2": _("Bidding"),
    "3": _("Trumps"),
    "4": _("The play"),
    "5": _("Scoring"),
    "6": _("The end"),
}

PACK = Rule(
    "1.1",
    "{joker}",
    (PENGUIN, CLASSIC, SHORT_RULES),
    wordings={
        "joker": {
            "yes": _("Thirty-six cards, ace to 6 in four suits, and a joker."),
            "no": _("Thirty-six cards, ace to 6 in four suits."),
        },
    },
)
DEALING = Rule(
    "1.2",
    _(
        "Three play, each alone, with twelve cards each. The deal passes to the left, and the"
        " dealer's left leads."
    ),
    (PENGUIN, PAGAT),
)
JOKER = Rule(
    "1.3",
    _("With a joker one card is left over and turned up; the joker copies it in the bid and in the play."),
    (CLASSIC, WIKIPEDIA),
    played_if="joker",
)

BID = Rule(
    "2.1",
    _(
        "Each lays three cards aside face down. Their suits add up to the tricks bid: a club 3, a"
        " heart 2, a spade 1, a diamond 0. Nine cards are left to play."
    ),
    (PENGUIN, PAGAT, SHORT_RULES),
)
RANKS = Rule("2.2", _("The ranks of the cards laid aside never matter."), (FOSDICK,))
HIDDEN = Rule(
    "2.3",
    _("The cards laid aside stay hidden until the end, when those who claim success show them."),
    (PENGUIN, PAGAT),
)
PREMIUMS = Rule(
    "2.4",
    _("To declare is to lay the bid open before the play; to reveal is to play with the hand open too."),
    (PENGUIN, PAGAT),
    played_if="premiums",
)
ONE_PREMIUM = Rule(
    "2.5",
    _(
        "Who may declare or reveal: {premium_limit}. Revealing goes before declaring from any"
        " seat; otherwise the player nearest the dealer's left goes first, the dealer last."
    ),
    (PENGUIN, WIKIPEDIA),
    played_if="premiums",
)

TRUMPS = Rule(
    "3.1",
    "{trump_rule}",
    (PENGUIN, FOSDICK, WIKIPEDIA, CLASSIC),
    wordings={
        "trump_rule": {
            "previous_success": _(
                "Trumps depend on how many made their bid in the deal before: clubs for three, hearts for"
                " two, spades for one, diamonds for none. Each suit also bids that many tricks."
            ),
            "turn_up": _("A card turned up sets trumps."),
            "none": _("There are no trumps."),
        },
    },
)
FIRST_TRUMP = Rule(
    "3.2",
    "{first_trump}",
    (PENGUIN, FOSDICK, SITE),
    played_if="trump_rule=previous_success",
    wordings={
        "first_trump": {
            "none": _("In the first deal of a game there are no trumps."),
            "diamonds": _("In the first deal of a game diamonds are trumps."),
        },
    },
)
TURNED_UP = Rule(
    "3.3",
    _("The suit of the card turned up is trump; a nine or the joker means there are no trumps."),
    (CLASSIC,),
    played_if="trump_rule=turn_up",
)

FOLLOW = Rule(
    "4.1",
    _("Follow suit if you can; if not, play any card. Nobody has to trump or to win."),
    (PENGUIN, PAGAT, SHORT_RULES),
)
TAKES = Rule(
    "4.2",
    _("The highest trump takes the trick, or else the highest card of the suit led. The winner leads."),
    (PENGUIN, PAGAT, SHORT_RULES),
)

REVOKE = Rule(
    "4.3",
    _(
        "The table decides what it costs not to follow suit. The laws of "
        "whist take three tricks from the offender, which does not suit exact bids; we propose that the "
        "bid counts as missed."
    ),
    (HOYLE, SITE),
)

TRICKS = Rule(
    "5.1", _("Every trick scores 1, whether the bid was made or not."), (PENGUIN, SHORT_RULES), scoring=True
)
MADE = Rule(
    "5.2",
    _("A bid made exactly scores 10 more if all three made theirs, 20 if two did, 30 if only one did."),
    (PENGUIN, PAGAT, SHORT_RULES),
    scoring=True,
)
PREMIUM = Rule(
    "5.3",
    _("A bid that was made scores 30 more if declared, 60 more if revealed."),
    (PENGUIN, SHORT_RULES),
    played_if="premiums",
    scoring=True,
)
FAILED = Rule(
    "5.4",
    "{failed_premium}",
    (PENGUIN, SITE),
    played_if="premiums",
    scoring=True,
    wordings={
        "failed_premium": {
            "each_opponent": _(
                "Each of the others scores a premium that failed, whether or not they made their own bids."
            ),
            "none": _("Nobody scores a premium that failed."),
        },
    },
)

LAST_DEAL = Rule(
    "6.1",
    "{game_length}",
    (SHORT_RULES,),
    played_if="game_length=deals",
    scoring=True,
    wordings={
        "game_length": {
            "deals:1": _("After one deal the highest total wins."),
            "any": _("After {n} deals the highest total wins. In nine deals each player deals three times."),
        },
    },
)
HUNDRED = Rule(
    "6.2",
    _("{game_length} The winner, and everyone else who has reached that total, adds 100."),
    (PENGUIN,),
    played_if="game_length!=deals",
    scoring=True,
    wordings={
        "game_length": {
            "any": _("A game ends with the deal in which somebody reaches 100."),
            "target": _("The game ends with the deal in which somebody reaches {n}."),
        },
    },
)
RUBBER = Rule(
    "6.3",
    _(
        "A rubber goes to the first to win three games of 100, who adds 100 for each game by which the"
        " rubber was shorter than eight games: 500 for three straight wins."
    ),
    (PENGUIN,),
    played_if="game_length=rubber",
    scoring=True,
)
TIE = Rule(
    "6.4",
    "{tie_break}",
    (SITE,),
    wordings={
        "tie_break": {
            "shared": _("Those who are tied at the end share the win."),
            "extra_deal": _("Where the highest totals are tied at the end, one more deal is played."),
        },
    },
)

IRREGULARITIES = (Irregularity(IrregularityKind.REVOKE, _("Somebody did not follow suit"), (FOLLOW, REVOKE)),)
