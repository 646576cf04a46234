"""The rules of Sergeant Major, in reading order, each with its sources."""

from games.engine import SITE, Irregularity, IrregularityKind, Rule, Source, _

PAGAT = Source(
    "pagat", _("Sergeant Major at pagat.com"), "https://www.pagat.com/whist/sergeant.html", name=_("Pagat")
)
EVERYTHING2 = Source("everything2", _("Sergeant Major at everything2"), name=_("Everything2"))
ARENA = Source("Board Game Arena", _("Board Game Arena's help for 9-5-2"))
GAMERULES = Source("gamerules", _("Sergeant Major at gamerules.com"), name=_("gamerules.com"))
WIKIPEDIA = Source("Wikipedia", _("Wikipedia: 3-5-8"))
VIPGAMES = Source("vipgames", _("Sergeant Major at an online card room"), name=_("VIP Games"))
HOYLE = Source(
    "Hoyle's whist",
    _("Hoyle's Games Modernized, the laws of whist 74 to 82, by analogy only"),
    name=_("Hoyle on whist"),
)
GAMEDESIRE = Source(
    "gamedesire", _("The 3-5-8 of an online card room, in English and Polish"), name=_("GameDesire")
)
POLISH = Source("Polish 3-5-8", _("Polish pages of card-game rules: 3-5-8"), name=_("Polish rules pages"))
BOARDGAMES = Source(
    "boardgamesonline", _("Sergeant Major on a page of online games"), name=_("A page of online games")
)
SHORT_RULES = Source("short rules", _("A page of short card-game rules"), name=_("A page of short rules"))

SECTIONS = {
    "1": _("Cards and the deal"),
    "2": _("Targets"),
    "3": _("Before the play"),
    "4": _("The play"),
    "5": _("Scoring"),
    "6": _("The end"),
}

PACK = Rule("1.1", _("Fifty-two cards, ace high, for three players, each alone."), (PAGAT, SHORT_RULES))
DEALING = Rule(
    "1.2",
    _("Sixteen cards to each, and four face down for the kitty. The deal passes to the left."),
    (PAGAT, SHORT_RULES),
)

TARGETS = Rule(
    "2.1",
    _("{target_order} The targets always add up to 16, and go round with the deal."),
    (PAGAT, EVERYTHING2, WIKIPEDIA, VIPGAMES, ARENA, SHORT_RULES, SITE),
    scoring=True,
    wordings={
        "target_order": {
            "8-5-3": _("The dealer's target is 8, the dealer's left has 5 and the dealer's right 3."),
            "8-3-5": _("The dealer's target is 8, the dealer's left has 3 and the dealer's right 5."),
            "9-5-2": _("The dealer's target is 9, the dealer's left has 5 and the dealer's right 2."),
            "custom": _(
                "The dealer's target is {custom_dealer}, the dealer's left has {custom_left} and the "
                "dealer's right what is left of 16."
            ),
        },
    },
)
THREE_ON_THE_LEFT = Rule(
    "2.2",
    _(
        "One text gives 3 to the dealer's left and 5 to the right; all the others give 5 to the"
        " left and 3 to the right."
    ),
    (SHORT_RULES, PAGAT),
)

EXCHANGE = Rule(
    "3.1",
    _(
        "From the second hand on, whoever was over target gives one card for each trick over to"
        " those who were short. There are always as many tricks over as short."
    ),
    (PAGAT, ARENA, SHORT_RULES),
    played_if="exchange",
)
GIVING_BACK = Rule(
    "3.2",
    _(
        "For each card the receiver hands back the highest card held of that suit: the very same"
        " card, if no higher one is held."
    ),
    (ARENA,),
    played_if="exchange",
)
EXCHANGE_ORDER = Rule(
    "3.3",
    _("If two were over target, first comes {exchange_order}."),
    (ARENA, GAMERULES),
    played_if="exchange",
)
EXCHANGE_TRUMPS = Rule(
    "3.4",
    "{exchange_trumps}",
    (PAGAT, ARENA, SHORT_RULES),
    played_if="exchange",
    wordings={
        "exchange_trumps": {
            "allowed": _(
                "Trumps may be exchanged. Where the exchange comes before trumps are named there are "
                "no trumps yet."
            ),
            "forbidden": _(
                "Trumps may not be exchanged. Where the exchange comes before trumps are named there "
                "are no trumps yet."
            ),
        },
    },
)
NAMING = Rule(
    "3.5",
    _("Whoever has the highest target, as a rule the dealer, names the trump suit and gets the kitty."),
    (PAGAT, SHORT_RULES, POLISH),
)
NO_TRUMP = Rule(
    "3.6",
    "{no_trump}",
    (PAGAT, SHORT_RULES),
    wordings={
        "no_trump": {
            "allowed": _("A hand may be played without trumps."),
            "forbidden": _("A hand may not be played without trumps."),
        },
    },
)
KITTY = Rule(
    "3.7",
    "{kitty}",
    (PAGAT, EVERYTHING2, GAMERULES, WIKIPEDIA, BOARDGAMES, SHORT_RULES),
    wordings={
        "kitty": {
            "discard_then_take": _("Four cards are laid away before the kitty is seen; then it is taken up."),
            "take_then_discard": _("The kitty is taken up, and then four cards are laid away."),
            "swap_up_to_4": _("Up to four cards of the kitty are swapped."),
        },
    },
)
KITTY_SHOWN = Rule(
    "3.8",
    _("A dealer who was short and finds a better card of an exchanged suit in the kitty has to show it."),
    (GAMERULES,),
    played_if="exchange",
)
SIX_GAMES = Rule(
    "3.9",
    _(
        "In the long game each player names every game once, in any order: the four suits, no"
        " trumps, and fewest tricks. Cards are exchanged only when there are trumps."
    ),
    (GAMEDESIRE, POLISH),
    played_if="six_games",
)

LEAD = Rule("4.1", _("First to lead is {first_lead}."), (PAGAT, SHORT_RULES))
FOLLOW = Rule("4.2", _("Follow suit if you can; if not, play any card."), (PAGAT, SHORT_RULES))
MUST_TRUMP = Rule(
    "4.3",
    "{must_trump}",
    (BOARDGAMES, SHORT_RULES),
    wordings={
        "must_trump": {
            "yes": _("Whoever cannot follow suit must trump."),
            "no": _("Whoever cannot follow suit may play any card."),
        },
    },
)
TAKES = Rule(
    "4.4",
    _("The highest trump takes the trick, or else the highest card of the suit led. The winner leads."),
    (PAGAT,),
)

REVOKE = Rule(
    "4.5",
    _(
        "The table decides what it costs not to follow suit. By the laws of "
        "whist the others may, at the end of the hand, take three tricks from whoever did it."
    ),
    (HOYLE, SITE),
)

DIFFERENCE = Rule(
    "5.1",
    _("Each player scores the tricks taken less the target, so the three scores always add up to zero."),
    (PAGAT, ARENA, SHORT_RULES),
    scoring=True,
)
STAKE = Rule(
    "5.2",
    _("Whoever is short pays {stake} for each trick, and whoever is over collects it."),
    (PAGAT, WIKIPEDIA),
    played_if="stake",
    scoring=True,
)
FEWEST = Rule(
    "5.3",
    _(
        "In fewest tricks the highest and the lowest target change places. Each trick below the"
        " target scores 1, and each trick above it costs 1."
    ),
    (POLISH,),
    played_if="six_games",
    scoring=True,
)

TWELVE = Rule(
    "6.1",
    "{win_condition}",
    (PAGAT, WIKIPEDIA, GAMERULES),
    played_if="win_condition=tricks",
    scoring=True,
    wordings={
        "win_condition": {
            "tricks:1": _("Taking a trick in one hand wins the game at once."),
            "any": _("Taking {n} tricks in one hand wins the game at once."),
        },
    },
)
POINTS = Rule(
    "6.2",
    "{win_condition}",
    (SHORT_RULES, ARENA),
    played_if="win_condition=points",
    scoring=True,
    wordings={
        "win_condition": {
            "points:1": _("The first to have a point wins."),
            "any": _("The first to have {n} points wins."),
        },
    },
)
HANDS = Rule(
    "6.3",
    "{win_condition}",
    (GAMEDESIRE, POLISH),
    played_if="win_condition=hands",
    scoring=True,
    wordings={
        "win_condition": {
            "hands:1": _("The game ends after one hand, and the most points win."),
            "any": _("The game ends after {n} hands, and the most points win."),
        },
    },
)
OVER = Rule(
    "6.4",
    "{win_condition}",
    (SITE,),
    played_if="win_condition=over_target",
    scoring=True,
    wordings={
        "win_condition": {
            "over_target:1": _("One trick over target in one hand wins at once."),
            "any": _("Taking {n} tricks over target in one hand wins at once."),
        },
    },
)
TIE = Rule(
    "6.5",
    _("If the highest totals are tied, another hand is played."),
    (SITE,),
)

IRREGULARITIES = (
    Irregularity(IrregularityKind.CARDS, _("A wrong card was exchanged"), (GIVING_BACK, KITTY_SHOWN)),
    Irregularity(IrregularityKind.REVOKE, _("Somebody did not follow suit"), (FOLLOW, REVOKE)),
)
