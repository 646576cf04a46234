"""The rules of golf, in reading order. Their numbers never change."""

from games.engine import SITE, Irregularity, IrregularityKind, Rule, Source, _

ARTICLE = Source(
    "top card games", _("The top card games for three players: Golf"), name=_("An article on games for three")
)
SIX = Source(
    "six-card golf", _("Six-card golf, as Pagat and Wikipedia tell it"), name=_("Six-card golf pages")
)
PAGAT = Source(
    "pagat (copies)",
    _("Pagat: Golf, through copies of it; the wording may have drifted"),
    name=_("Copies of Pagat"),
)
GURU = Source("gamerulesguru", _("gamerulesguru.com: four-card golf"), name=_("Game Rules Guru"))
PEEKS = Source(
    "allnicotine", _("A copy of golf rules with other ways to look"), name=_("A page of golf rules")
)
NEGATIVES = Source(
    "golfcards", _("golfcards.club: jokers, and pairs of negative cards"), name=_("golfcards.club")
)
SQUARE_BONUS = Source(
    "citlink", _("citlink.net: the bonus for four alike, and jokers"), name=_("Golf rules at citlink.net")
)
HIGHEST = Source(
    "adalog",
    _("adalog.eu: a copy of golf rules with the highest score for a knocker"),
    name=_("Golf rules at adalog.eu"),
)
HELP = Source("golf help", _("golf.helping-us-with.com: what is a pair"), name=_("A golf help page"))

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
    "{packs}",
    (ARTICLE, PAGAT),
    wordings={
        "packs": {
            "1": _("One pack of 52 cards."),
            "any": _("{packs} packs of 52 cards, shuffled together."),
        },
    },
)
LAYOUT = Rule(
    "1.2",
    _("{layout} One card is turned up beside the stock and starts the discards."),
    (ARTICLE, SIX),
    wordings={
        "layout": {
            "4": _("Each has four cards face down, in a square."),
            "6": _("Each has six cards face down, in two rows of three."),
            "8": _("Each has eight cards face down, in two rows of four."),
            "9": _("Each has nine cards face down, in three rows of three."),
            "any": _("Each has {layout} cards face down."),
        },
    },
)
PEEK = Rule(
    "1.3",
    "{peek}",
    (ARTICLE, PEEKS, SIX),
    wordings={
        "peek": {
            "two_near": _(
                "Before the first turn each looks once, in secret, at the two of their cards that are "
                "nearest to them."
            ),
            "any_two": _("Before the first turn each looks once, in secret, at any two of their own cards."),
            "one": _("Before the first turn each looks once, in secret, at any one of their own cards."),
            "two_face_up": _(
                "Before the first turn each turns two of their own cards face up for all to see."
            ),
        },
    },
)
NO_LOOKING = Rule(
    "1.4",
    _("After that nobody looks at their own cards that lie face down."),
    (ARTICLE, GURU),
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
    (ARTICLE, SIX),
)
DISCARD = Rule(
    "2.2",
    _("Or take the top discard; then it must be exchanged for one of your own and cannot be put back."),
    (ARTICLE, SIX),
)
FLIP = Rule(
    "2.3",
    _("Whoever discards the card from the stock may turn one of their own cards face up."),
    (SIX,),
    played_if="end_by=all_face_up",
)

END_BY = Rule(
    "3.1",
    "{end_by}",
    (ARTICLE, SIX),
    wordings={
        "end_by": {
            "knock": _("The hole ends when a player knocks instead of drawing."),
            "all_face_up": _("The hole ends when all the cards of one player lie face up."),
        },
    },
)
LAST_TURN = Rule(
    "3.2",
    "{last_turn}",
    (ARTICLE, SIX),
    wordings={
        "last_turn": {
            "others_one": _(
                "Each of the others then has one more turn, and all cards are turned up. The one who "
                "ended the hole has no other turn."
            ),
            "none": _("Nobody has another turn then: all cards are turned up at once."),
        },
    },
)

COUNT = Rule(
    "4.1",
    _("What lies before a player at the end of a hole is counted, and the fewest points are best."),
    (ARTICLE, SIX),
    scoring=True,
)
VALUES = Rule(
    "4.2",
    _("An ace counts 1, the 3 to the 10 what they show, a jack or queen 10, a king zero."),
    (ARTICLE, SIX),
)
TWOS = Rule(
    "4.3",
    _("A two counts {twos}."),
    (ARTICLE, SIX),
)
JOKERS = Rule(
    "4.4",
    _("Jokers, two in a pack, count {jokers}."),
    (NEGATIVES, SQUARE_BONUS, PAGAT),
    played_if="jokers!=none",
)

COLUMN = Rule(
    "5.1",
    _(
        "Cards of one rank that fill a column count zero. Tens, jacks and queens are worth the same and"
        " yet are no pair with each other."
    ),
    (SIX, HELP),
    played_if="pairs=column",
    scoring=True,
)
ANY = Rule(
    "5.2",
    _("Cards of one rank cancel two by two wherever they lie: three alike leave one, four leave none."),
    (PAGAT,),
    played_if="pairs=any",
    scoring=True,
)
NEGATIVE = Rule(
    "5.3",
    "{pair_of_negatives}",
    (SIX, NEGATIVES),
    played_if="pairs!=none",
    scoring=True,
    wordings={
        "pair_of_negatives": {
            "zero": _("A pair of cards that count less than zero counts zero, like any pair."),
            "keep": _("A pair of cards that count less than zero keeps its points."),
        },
    },
)
SQUARE = Rule(
    "5.4",
    _("Two columns of one and the same rank count {square_bonus} as well."),
    (SQUARE_BONUS,),
    played_if="square_bonus",
    scoring=True,
)

PENALTY = Rule(
    "6.1",
    "{knock_penalty}",
    (PAGAT, HIGHEST, SITE),
    played_if="knock_penalty!=none",
    scoring=True,
    wordings={
        "knock_penalty": {
            "any": _("Whoever ended the hole and is not lowest pays for it."),
            "double_plus5": _(
                "Whoever ended the hole and is not lowest counts twice their points plus five."
            ),
            "plus10": _("Whoever ended the hole and is not lowest counts ten points more."),
            "equals_highest": _("Whoever ended the hole and is not lowest counts as much as the highest."),
        },
    },
)
KNOCK_TIE = Rule(
    "6.2",
    "{knock_tie}",
    (SITE,),
    played_if="knock_penalty!=none",
    wordings={
        "knock_tie": {
            "safe": _("Whoever ended the hole and is tied with the lowest is safe."),
            "beaten": _("Whoever ended the hole and is tied with the lowest counts as beaten."),
        },
    },
)

HOLES = Rule(
    "7.1",
    "{holes}",
    (SIX,),
    scoring=True,
    wordings={
        "holes": {
            "1": _("The game is over after one hole, and the lowest total wins."),
            "any": _("The game is over after {holes} holes, and the lowest total wins."),
        },
    },
)
TIE = Rule(
    "7.2",
    "{tie}",
    (SITE,),
    scoring=True,
    wordings={
        "tie": {
            "shared": _("Those who are tied at the end share the win."),
            "extra_hole": _("Where the lowest totals are tied at the end, one more hole is played."),
        },
    },
)

IRREGULARITIES = (
    Irregularity(IrregularityKind.EXPOSED, _("Somebody looked at a face-down card"), (NO_LOOKING,)),
)
