"""The rules of go fish, in reading order. Numbers are forever."""

from games.engine import SITE, Rule, Source, _

SEED = Source("top card games", _("The top card games for three players: Go Fish"))
BICYCLE = Source("bicycle", _("Bicycle: Go Fish"), "https://bicyclecards.com/how-to-play/go-fish")
PAGAT = Source("pagat", _("Pagat: Go Fish"), "https://www.pagat.com/quartet/gofish.html")
TERRACE = Source("webterrace", _("Go Fish with the deal by the number of players"))
REFERENCE = Source("reference.com", _("A page on Go Fish: whose turn comes next"))

SECTIONS = {
    "1": _("The cards and the deal"),
    "2": _("Asking and fishing"),
    "3": _("Books"),
    "4": _("The end of a round"),
    "5": _("The score"),
    "6": _("Slips"),
}

PACK = Rule(
    "1.1",
    _("One pack of 52; the order of the cards does not matter. Two to six play, and three can."),
    (SEED, BICYCLE),
)
DEAL = Rule(
    "1.2",
    _(
        "Six cards each, in other versions five or seven; or seven for two or three players and five for "
        "more. The rest lie face down in the middle. This table: {deal}."
    ),
    (SEED, TERRACE, PAGAT),
)
FIRST = Rule(
    "1.3",
    _("Chance picks the first player, and the turn moves clockwise."),
    (SEED,),
)

ASK = Rule(
    "2.1",
    _("On your turn name an opponent and a rank. You may only ask for a rank that you hold."),
    (SEED, BICYCLE),
)
GIVE = Rule(
    "2.2",
    _("Who has cards of that rank gives all of them, and you ask again: the same player or another."),
    (SEED, BICYCLE),
)
FISH = Rule(
    "2.3",
    _("Who has none says “Go fish!”, and you take one card from the middle."),
    (SEED, BICYCLE),
)
AGAIN = Rule(
    "2.4",
    _(
        "Fish what you asked for, show it, and go again; stricter tables only if it completes a book, "
        "others never. This table: {again_on_fish}."
    ),
    (PAGAT, REFERENCE, TERRACE, SEED),
)
NEXT = Rule(
    "2.5",
    _("Otherwise the turn goes to the left, or to the player who was asked. This table: {next_turn}."),
    (SEED, BICYCLE, REFERENCE),
)
EMPTY = Rule(
    "2.6",
    _(
        "Without cards on your turn: draw one and ask for its rank, or draw a new hand, or be out. With "
        "nothing left to draw you are out. This table: {empty_hand}."
    ),
    (BICYCLE, PAGAT),
)

BOOK = Rule(
    "3.1",
    _(
        "Four cards of a rank are a book and are laid down at once; or pairs are collected. This table: "
        "{collect}."
    ),
    (SEED, BICYCLE, PAGAT),
)

END = Rule(
    "4.1",
    _(
        "The round ends when all thirteen books are made, or as soon as a hand or the stock is empty. "
        "This table: {end}."
    ),
    (BICYCLE, PAGAT),
)

BOOKS = Rule(
    "5.1",
    _("Each book counts one. There are thirteen."),
    (SEED, BICYCLE),
    scoring=True,
)
PAIRS = Rule(
    "5.2",
    _("Where pairs are collected each counts one. There are 26."),
    (PAGAT,),
    scoring=True,
)
VALUES = Rule(
    "5.3",
    _("Or a book counts what its rank shows: 2 to 10, jack 11, queen 12, king 13, ace 15; together 105."),
    (PAGAT,),
    scoring=True,
)
ROUND_WON = Rule(
    "5.4",
    _("Where rounds are counted, whoever has most wins the round; if two have as many, both do."),
    (SITE,),
    scoring=True,
)
ROUNDS = Rule(
    "5.5",
    _("After {rounds} rounds the highest total wins."),
    (SITE,),
    scoring=True,
)
TIE = Rule(
    "5.6",
    _("Level at the end: the win is shared, or one more round is played. This table: {tie}."),
    (SITE,),
    scoring=True,
)

NOT_HELD = Rule(
    "6.1",
    _(
        "Asking for a rank that you do not hold is void. Put right before an answer is given the turn "
        "goes on, otherwise it is over."
    ),
    (SEED, SITE),
)
FALSE = Rule(
    "6.2",
    _(
        "Who said “Go fish!” holding the rank gives the cards, and the asker goes on. Doing so again "
        "costs the next turn."
    ),
    (SITE,),
)
