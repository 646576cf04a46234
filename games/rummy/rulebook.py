"""The rules of rummy, in reading order. Numbers are forever."""

from games.engine import SITE, Rule, Source, _

SEED = Source("top card games", _("The top card games for three players: Rummy"))
BICYCLE = Source("bicycle", _("Bicycle: Rummy (Rum)"), "https://bicyclecards.com/how-to-play/rummy-rum")
VARIATIONS = Source("rummy variations", _("A rummy rules page with numbered variations"))
GUIDE = Source("boardgamestips", _("A guide to rummy: blocked deals and cards drawn by mistake"))
ACES = Source("adda52", _("A rummy guide: the points of aces"))

SECTIONS = {
    "1": _("The cards and the deal"),
    "2": _("The turn"),
    "3": _("Melds"),
    "4": _("Going out"),
    "5": _("What a deal scores"),
    "6": _("The end of the game"),
    "7": _("Slips"),
}

PACK = Rule(
    "1.1",
    _("One pack of 52. The ace is low, under the two: ace, 2, 3 and so on up to the king."),
    (SEED,),
)
SEATS = Rule(
    "1.2",
    _("Two to four play, and three is best; as many as six can."),
    (SEED, BICYCLE),
)
DEAL = Rule(
    "1.3",
    _(
        "Seven cards each; or ten for two players, seven for three or four, six for five or six. The next "
        "card is turned up and begins the discard pile. This table: {deal}."
    ),
    (SEED, BICYCLE),
)
DEALER = Rule(
    "1.4",
    _("The deal passes to the left. When two play, the winner of a deal deals the next."),
    (BICYCLE,),
)
FIRST = Rule(
    "1.5",
    _("The player on the dealer's left plays first."),
    (BICYCLE,),
)
JOKERS = Rule(
    "1.6",
    _("Jokers in the pack: {jokers}. A joker stands for any card in a meld, and counts 15 in the hand."),
    (SITE,),
    only="jokers",
    scoring=True,
)

TURN = Rule(
    "2.1",
    _(
        "Draw one card, from the stock or the top of the discard pile; meld and lay off if you like; "
        "discard one."
    ),
    (BICYCLE,),
)
TAKE_BACK = Rule(
    "2.2",
    _(
        "The card just taken from the discard pile may not be thrown back in the same turn. This table: "
        "{take_back}."
    ),
    (BICYCLE, VARIATIONS),
)
STOCK_OUT = Rule(
    "2.3",
    _(
        "When the stock is used up the next player takes the top discard, or the pile is turned over "
        "unshuffled to be the new stock. Some shuffle it and leave its top card; with some the deal is "
        "blocked and ends. This table: {stock_out}."
    ),
    (BICYCLE, VARIATIONS, GUIDE),
)

MELD = Rule(
    "3.1",
    _(
        "A meld is three or four cards of a rank, or three or more in order of one suit. A card is part "
        "of one meld only."
    ),
    (SEED, BICYCLE),
)
ACE = Rule(
    "3.2",
    _(
        "Ace, 2, 3 is a run. Queen, king, ace and king, ace, 2 are runs only where the table has agreed "
        "so before. This table: {ace_rank}."
    ),
    (SEED, VARIATIONS),
)
LAY_OFF = Rule(
    "3.3",
    _(
        "On your turn you may lay off any number of cards on any meld on the table, whoever laid it. This "
        "table: {layoff}."
    ),
    (BICYCLE, VARIATIONS),
)
PER_TURN = Rule(
    "3.4",
    _("You may lay down as many melds in a turn as you can, or only one. This table: {melds_per_turn}."),
    (VARIATIONS,),
)

OUT = Rule(
    "4.1",
    _(
        "Whoever first has no card left goes out. The deal stops at once, and nobody else may put "
        "anything down."
    ),
    (SEED, BICYCLE),
)
LAST_DISCARD = Rule(
    "4.2",
    _("No last discard is needed if all your cards fit melds. This table: {go_out}."),
    (BICYCLE, VARIATIONS),
)
RUMMY = Rule(
    "4.3",
    _(
        "To go rummy is to lay down the whole hand in one turn, with nothing melded or laid off before in "
        "that deal. This table: {going_rummy}."
    ),
    (BICYCLE, VARIATIONS),
    only="going_rummy!=off",
    scoring=True,
)

VALUES = Rule(
    "5.1",
    _("An ace counts {ace_points}, the 2 to the 9 what they show, tens, jacks, queens and kings 10."),
    (BICYCLE, VARIATIONS, ACES),
)
HELD = Rule(
    "5.2",
    _("Every card still in the hand counts, whether it matches others or not."),
    (BICYCLE,),
)
COLLECT = Rule(
    "5.3",
    _(
        "The one who went out collects what all the others still hold; they score nothing. This table: "
        "{scoring}."
    ),
    (SEED, BICYCLE),
    scoring=True,
)
PENALTY = Rule(
    "5.4",
    _(
        "Where losers are charged, all write down what they still hold, and the lowest total wins. This "
        "table: {scoring}."
    ),
    (VARIATIONS,),
    scoring=True,
)
BLOCK = Rule(
    "5.5",
    _(
        "When a deal is blocked: all lose what they hold; or the lowest hand takes what each other holds "
        "more than it; or nobody scores. Of two equally low hands neither scores. Where losers are "
        "charged, the charges are the same. This table: {block_scoring}."
    ),
    (GUIDE, SITE),
    scoring=True,
)

TARGET = Rule(
    "6.1",
    _(
        "The game ends when somebody has reached the points agreed on, here {target}. The highest total "
        "wins, or the lowest where losers are charged."
    ),
    (SEED, VARIATIONS),
    scoring=True,
)
DEALS = Rule(
    "6.2",
    _("Or the table plays a number of deals, here {hands}, and the best total wins."),
    (SEED,),
    scoring=True,
)
TIE = Rule(
    "6.3",
    _(
        "Level at the end: the win is shared, or one more deal is played until one is ahead. This table: "
        "{tie}."
    ),
    (SITE,),
    scoring=True,
)

TWO_DRAWN = Rule(
    "7.1",
    _(
        "If two cards are drawn from the stock by mistake and seen, the lower one goes back, and the next "
        "player may choose whether to take it."
    ),
    (GUIDE,),
)
MISCOUNT = Rule(
    "7.2",
    _("A hand that was miscounted may be put right only until it is mixed with other cards."),
    (BICYCLE,),
)
