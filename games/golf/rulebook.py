"""The rules of golf, in reading order. Numbers are forever."""

from games.engine import SITE, Rule, Source, _

SEED = Source("top card games", _("The top card games for three players: Golf"))
SIX = Source("six-card golf", _("Six-card golf, as Pagat and Wikipedia tell it"))
PAGAT = Source("pagat (copies)", _("Pagat: Golf, through copies of it; the wording may have drifted"))
GURU = Source("gamerulesguru", _("gamerulesguru.com: four-card golf"))
PEEKS = Source("allnicotine", _("A copy of golf rules with other ways to look"))
NEGATIVES = Source("golfcards", _("golfcards.club: jokers, and pairs of negative cards"))
SQUARE_BONUS = Source("citlink", _("citlink.net: the bonus for four alike, and jokers"))
HIGHEST = Source("adalog", _("adalog.eu: a copy of golf rules with the highest score for a knocker"))
HELP = Source("golf help", _("golf.helping-us-with.com: what is a pair"))

SECTIONS = {
    "1": _("The cards and the deal"),
    "2": _("The turn"),
    "3": _("The end of a hole"),
    "4": _("What cards count"),
    "5": _("Pairs"),
    "6": _("Knocking"),
    "7": _("The end of the game"),
}

PACK = Rule(
    "1.1",
    _("Packs of 52 cards, here {packs}; two, or jokers with them, when many play."),
    (SEED, PAGAT),
)
LAYOUT = Rule(
    "1.2",
    _(
        "Each has {layout} cards face down: four in a square; six or eight in two rows; nine in three rows. "
        "One card is turned up beside the stock and begins the discards."
    ),
    (SEED, SIX),
)
PEEK = Rule(
    "1.3",
    _(
        "Before the first turn each looks once, in secret, at the two cards nearest to him, or at others as "
        "agreed; or two are turned face up for all. This table: {peek}."
    ),
    (SEED, PEEKS, SIX),
)
NO_LOOKING = Rule(
    "1.4",
    _("After that nobody looks at his own cards that lie face down."),
    (SEED, GURU),
)
DEALER = Rule(
    "1.5",
    _("The deal passes to the left after every hole, and the player on the dealer's left begins."),
    (SITE,),
)

STOCK = Rule(
    "2.1",
    _(
        "Take the top card of the stock: exchange it for one of your own, or discard it. What is discarded "
        "lies face up on the discards; a card exchanged in stays face up in six-card golf."
    ),
    (SEED, SIX),
)
DISCARD = Rule(
    "2.2",
    _("Or take the top discard; then it must be exchanged for one of your own and cannot be put back."),
    (SEED, SIX),
)
FLIP = Rule(
    "2.3",
    _(
        "Where the hole ends when all cards lie face up, one who discards the card from the stock may turn "
        "one of his own face up."
    ),
    (SIX,),
)

END_BY = Rule(
    "3.1",
    _(
        "The hole ends when a player knocks instead of drawing, or when all the cards of one lie face up. "
        "This table: {end_by}."
    ),
    (SEED, SIX),
)
LAST_TURN = Rule(
    "3.2",
    _(
        "Each of the others then has one more turn, and all cards are turned up; the one who ended it has no "
        "other turn. This table: {last_turn}."
    ),
    (SEED, SIX),
)

COUNT = Rule(
    "4.1",
    _("What lies before a player at the end of a hole is counted, and the fewest points are best."),
    (SEED, SIX),
    scoring=True,
)
VALUES = Rule(
    "4.2",
    _("An ace counts 1, the 3 to the 10 what they show, a jack or queen 10, a king nothing."),
    (SEED, SIX),
)
TWOS = Rule(
    "4.3",
    _("A two counts {twos}."),
    (SEED, SIX),
)
JOKERS = Rule(
    "4.4",
    _("Jokers, two in a pack, count {jokers}."),
    (NEGATIVES, SQUARE_BONUS, PAGAT),
    only="jokers!=none",
)

COLUMN = Rule(
    "5.1",
    _(
        "Cards of one rank that fill a column count nothing. Tens, jacks and queens are worth the same and "
        "yet are no pair with each other. This table: {pairs}."
    ),
    (SIX, HELP),
    scoring=True,
)
ANY = Rule(
    "5.2",
    _(
        "Or cards of one rank cancel two by two wherever they lie: three alike leave one, four leave "
        "nothing. This table: {pairs}."
    ),
    (PAGAT,),
    scoring=True,
)
NEGATIVE = Rule(
    "5.3",
    _(
        "A pair of cards that count less than nothing, such as two twos, counts nothing either, or keeps its "
        "points. This table: {pair_of_negatives}."
    ),
    (SIX, NEGATIVES),
    scoring=True,
)
SQUARE = Rule(
    "5.4",
    _("Two columns of one and the same rank count {square_bonus} more."),
    (SQUARE_BONUS,),
    only="square_bonus",
    scoring=True,
)

PENALTY = Rule(
    "6.1",
    _(
        "Who ended the hole and is not lowest may have to pay for it: twice his points and five (a total "
        "below zero is not doubled, for that would reward him), ten more, or as much as the highest. This "
        "table: {knock_penalty}."
    ),
    (PAGAT, HIGHEST, SITE),
    only="knock_penalty!=none",
    scoring=True,
)
KNOCK_TIE = Rule(
    "6.2",
    _(
        "Level with the lowest, the one who ended the hole is safe, or counts as beaten. This table: "
        "{knock_tie}."
    ),
    (SITE,),
    only="knock_penalty!=none",
)

HOLES = Rule(
    "7.1",
    _("The game is over after {holes} holes, and the lowest total wins. Nine are usual, sometimes eighteen."),
    (SIX,),
    scoring=True,
)
TIE = Rule(
    "7.2",
    _("Level at the end: the win is shared, or one more hole is played. This table: {tie}."),
    (SITE,),
    scoring=True,
)
