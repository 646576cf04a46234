"""The rules of Sergeant Major, numbered in reading order, each with the places it was read in."""

from games.engine import SITE, Rule, Source, _

PAGAT = Source("pagat", _("Sergeant Major at pagat.com"), "https://www.pagat.com/whist/sergeant.html")
EVERYTHING2 = Source("everything2", _("Sergeant Major at everything2"))
ARENA = Source("Board Game Arena", _("Board Game Arena's help for 9-5-2"))
GAMERULES = Source("gamerules", _("Sergeant Major at gamerules.com"))
WIKIPEDIA = Source("Wikipedia", _("Wikipedia: 3-5-8"))
VIPGAMES = Source("vipgames", _("Sergeant Major at an online card room"))
GAMEDESIRE = Source("gamedesire", _("The 3-5-8 of an online card room, in English and Polish"))
POLISH = Source("Polish 3-5-8", _("Polish pages of card-game rules: 3-5-8"))
BOARDGAMES = Source("boardgamesonline", _("Sergeant Major on a page of online games"))
SEED = Source("short rules", _("A page of short card-game rules"))

SECTIONS = {
    "1": _("Cards and the deal"),
    "2": _("Targets"),
    "3": _("Before the play"),
    "4": _("The play"),
    "5": _("Scoring"),
    "6": _("The end"),
}

PACK = Rule("1.1", _("Fifty-two cards, ace high, for three players, each alone."), (PAGAT, SEED))
DEALING = Rule(
    "1.2",
    _("Sixteen cards to each, and four face down for the kitty. The deal passes to the left."),
    (PAGAT, SEED),
)

TARGETS = Rule(
    "2.1",
    _(
        "The targets, of dealer, dealer's left and dealer's right: {target_order}. They always"
        " add to 16, and go round with the deal."
    ),
    (PAGAT, EVERYTHING2, WIKIPEDIA, VIPGAMES, ARENA, SEED),
    scoring=True,
)
SEED_SEATS = Rule(
    "2.2",
    _(
        "One text gives 3 to the dealer's left and 5 to the right; all the others give 5 to the"
        " left and 3 to the right."
    ),
    (SEED, PAGAT),
)

EXCHANGE = Rule(
    "3.1",
    _(
        "From the second hand on, whoever was over target gives that many cards, one for each"
        " trick over, to those who were short. The numbers always match."
    ),
    (PAGAT, ARENA, SEED),
    only="exchange",
)
GIVING_BACK = Rule(
    "3.2",
    _(
        "For each card the other hands back the highest held of that suit: the very same card, if"
        " none held is better."
    ),
    (ARENA,),
    only="exchange",
)
EXCHANGE_ORDER = Rule(
    "3.3", _("If two were over, first comes: {exchange_order}."), (ARENA, GAMERULES), only="exchange"
)
EXCHANGE_TRUMPS = Rule(
    "3.4",
    _(
        "Trumps in the exchange: {exchange_trumps}. Where the exchange comes before trumps are"
        " named there are none yet; one text lets only other suits be exchanged."
    ),
    (PAGAT, ARENA, SEED),
    only="exchange",
)
NAMING = Rule(
    "3.5",
    _("Whoever has the highest target, as a rule the dealer, names the trump suit and gets the kitty."),
    (PAGAT, SEED, POLISH),
)
NO_TRUMP = Rule("3.6", _("To play without trumps is {no_trump}."), (PAGAT, SEED))
KITTY = Rule("3.7", _("The kitty: {kitty}."), (PAGAT, EVERYTHING2, GAMERULES, WIKIPEDIA, BOARDGAMES, SEED))
KITTY_SHOWN = Rule(
    "3.8",
    _("A dealer who was short, and finds in the kitty a better card of a suit exchanged, has to show it."),
    (GAMERULES,),
    only="exchange",
)
SIX_GAMES = Rule(
    "3.9",
    _(
        "In the long game each player names every game once, in any order: the four suits, no"
        " trumps, and fewest tricks. Cards are exchanged only when there are trumps."
    ),
    (GAMEDESIRE, POLISH),
    only="six_games",
)

LEAD = Rule("4.1", _("First to lead is {first_lead}."), (PAGAT, SEED))
FOLLOW = Rule("4.2", _("Follow suit if you can; if not, play any card."), (PAGAT, SEED))
MUST_TRUMP = Rule("4.3", _("Who cannot follow must trump: {must_trump}."), (BOARDGAMES, SEED))
TAKES = Rule(
    "4.4",
    _("The highest trump takes the trick, or else the highest card of the suit led. The winner leads."),
    (PAGAT,),
)

DIFFERENCE = Rule(
    "5.1",
    _("Each scores the tricks taken less the target: so the three always add to nothing."),
    (PAGAT, ARENA, SEED),
    scoring=True,
)
STAKE = Rule(
    "5.2",
    _("At a stake, who is short pays it for each trick, and who is over collects it."),
    (PAGAT, WIKIPEDIA),
    only="stake",
    scoring=True,
)
FEWEST = Rule(
    "5.3",
    _(
        "In fewest tricks the targets change places, the highest for the lowest, and each trick"
        " less than the target scores 1, each more costs 1."
    ),
    (POLISH,),
    only="six_games",
    scoring=True,
)

TWELVE = Rule(
    "6.1",
    _(
        "Where it is played for so many tricks, as a rule twelve, taking them in one hand wins"
        " the game at once."
    ),
    (PAGAT, WIKIPEDIA, GAMERULES),
    scoring=True,
)
POINTS = Rule("6.2", _("Or the first to an agreed number of points wins."), (SEED, ARENA), scoring=True)
HANDS = Rule(
    "6.3",
    _("Or it ends after a number of hands, eighteen in the long game, and the most points win."),
    (GAMEDESIRE, POLISH),
    scoring=True,
)
OVER = Rule(
    "6.4",
    _("Or so many tricks over target in one hand, as a rule five, win at once."),
    (SITE,),
    scoring=True,
)
TIE = Rule("6.5", _("If the first are level, another hand is played."), (SITE,))
