"""The rules of gin rummy, in reading order. Their numbers never change."""

from games.engine import SITE, Irregularity, IrregularityKind, Rule, Source, _

CRATE = Source(
    "gin-rummy crate",
    _("The three scoring schools set side by side, after Pagat and Bicycle"),
    name=_("A gin rummy program"),
)
GINRUMMY = Source(
    "ginrummy.com",
    _("GinRummy.com: scoring, and play with three or four"),
    "https://ginrummy.com/scoring.html",
)
PAGAT = Source(
    "pagat",
    _("Pagat: Gin Rummy and its variations"),
    "https://www.pagat.com/rummy/ginrummy.html",
    name=_("Pagat"),
)
OKLAHOMA_PAGE = Source(
    "bicycle",
    _("Bicycle: Oklahoma Gin and Partnership Gin"),
    "https://bicyclecards.com/card-games/rule/oklahoma-gin",
    name=_("Bicycle"),
)
HOLLYWOOD_PAGE = Source(
    "pokerwiner", _("Standard Hollywood Gin Rummy, with a sample game"), name=_("A page on Hollywood gin")
)
RUBL = Source("rubl.com", _("Gin rummy: the end of the stock"))
PARLETT = Source("parlett", _("David Parlett, on dead hands"), name=_("David Parlett"))
WHITE = Source("white knuckle", _("White Knuckle Cards: Gin Rummy"), name=_("White Knuckle Cards"))
NO_TIE = Source("ginplayeronline", _("A gin site where level hands are no undercut"), name=_("A gin site"))

SECTIONS = {
    "1": _("The cards and the deal"),
    "2": _("The hand"),
    "3": _("Knocking"),
    "4": _("What a hand scores"),
    "5": _("The game and its settlement"),
    "6": _("Oklahoma, Hollywood, and more than two players"),
    "7": _("Slips"),
}

PACK = Rule(
    "1.1",
    _("One pack of 52. The ace is always low: ace, 2, 3 is a run; queen, king, ace is not."),
    (CRATE,),
)
DEAL = Rule(
    "1.2",
    _(
        "Ten cards each, and one turned up. The player who did not deal may take the up-card, then the "
        "dealer; if both refuse it, the non-dealer draws from the stock."
    ),
    (CRATE, WHITE),
)
DEALER = Rule(
    "1.3",
    _("The winner of a hand deals the next. Some let the loser deal."),
    (CRATE, PAGAT),
)

TURN = Rule(
    "2.1",
    _("Draw one card, from the stock or the discards; then throw one."),
    (CRATE,),
)
MELD = Rule(
    "2.2",
    _(
        "A meld is three or four of a rank, or three or more of a suit in order. A card is part of one "
        "meld only."
    ),
    (CRATE,),
)
DEADWOOD = Rule(
    "2.3",
    _(
        "Cards in no meld are deadwood: an ace counts 1, pictures 10, the others what they show. You may "
        "arrange your own cards as suits you best."
    ),
    (CRATE,),
)
DEAD = Rule(
    "2.4",
    _(
        "When only two cards are left in the stock and nobody has knocked, the hand is dead: nobody "
        "scores. {dead_hand_dealer}"
    ),
    (RUBL, PARLETT),
    scoring=True,
    wordings={
        "dead_hand_dealer": {
            "same": _("The same dealer deals again."),
            "next": _("The next player deals."),
        },
    },
)
FIFTY = Rule(
    "2.5",
    "{fifty_card}",
    (RUBL,),
    wordings={
        "fifty_card": {
            "yes": _("The last discard may still be taken to knock with it."),
            "no": _("The last discard may not be taken, not even to knock with it."),
        },
    },
)

KNOCK = Rule(
    "3.1",
    "{knock_max}",
    (CRATE,),
    wordings={
        "knock_max": {
            "0": _("After drawing you may knock, throwing a card face down, only if you have no deadwood."),
            "any": _(
                "After drawing you may knock, throwing a card face down, if your deadwood is "
                "{knock_max} or less."
            ),
        },
    },
)
LAY_OFF = Rule(
    "3.2",
    _(
        "The other player then lays down melds and lays off what fits the knocker's. The knocker never "
        "lays off."
    ),
    (GINRUMMY,),
)
NO_LAY_OFF = Rule(
    "3.3",
    _("Against gin nothing is laid off."),
    (GINRUMMY,),
)
SPREAD = Rule(
    "3.4",
    _("The knocker's spread stands as first shown: it may not be arranged anew to meet the lay-off."),
    (SITE,),
)

DIFFERENCE = Rule(
    "4.1",
    _("A knocker with less deadwood than the other scores the difference."),
    (CRATE, GINRUMMY),
    scoring=True,
)
GIN = Rule(
    "4.2",
    _("No deadwood is gin: the knocker scores the other's deadwood{gin_bonus}. Gin cannot be undercut."),
    (CRATE, GINRUMMY),
    scoring=True,
    wordings={
        "gin_bonus": {
            "0": _(", and nothing more"),
            "any": _(" and {gin_bonus} more"),
        },
    },
)
BIG_GIN = Rule(
    "4.3",
    _(
        "Eleven melded cards, with nothing to throw, are big gin: they earn the other's "
        "deadwood{big_gin_bonus}."
    ),
    (CRATE,),
    played_if="big_gin_bonus!=none",
    scoring=True,
    wordings={
        "big_gin_bonus": {
            "0": _(", and nothing more"),
            "any": _(" and {big_gin_bonus} more"),
        },
    },
)
UNDERCUT = Rule(
    "4.4",
    _("If the other has less deadwood than the knocker, the other scores the difference{undercut_bonus}."),
    (CRATE, GINRUMMY),
    scoring=True,
    wordings={
        "undercut_bonus": {
            "0": _(", and nothing more"),
            "any": _(" and {undercut_bonus} more"),
        },
    },
)
LEVEL = Rule(
    "4.5",
    "{undercut_on_tie}",
    (CRATE, GINRUMMY, NO_TIE),
    scoring=True,
    wordings={
        "undercut_on_tie": {
            "yes": _("Equal deadwood is an undercut too."),
            "no": _("With equal deadwood nobody wins anything."),
        },
    },
)

TARGET = Rule(
    "5.1",
    _(
        "The game is won by the first to reach {target} points. If two reach it at once and are tied, "
        "play goes on."
    ),
    (CRATE,),
    scoring=True,
)
BOXES = Rule(
    "5.2",
    _("Every hand won is a line on the sheet, a box. {box_bonus}"),
    (CRATE,),
    scoring=True,
    wordings={
        "box_bonus": {
            "0": _("Boxes do not count."),
            "any": _("Boxes count {box_bonus} each, {boxes_when}."),
        },
        "boxes_when": {
            "end": _("at the end of the game"),
            "at_once": _("at once"),
        },
    },
)
GAME_BONUS = Rule(
    "5.3",
    "{game_bonus}",
    (CRATE, GINRUMMY),
    scoring=True,
    wordings={
        "game_bonus": {
            "0": _("The winner of the game adds nothing for it."),
            "any": _("The winner of the game adds {game_bonus}."),
        },
    },
)
SHUTOUT = Rule(
    "5.4",
    _("{shutout} With three players all the others must be at zero."),
    (GINRUMMY, CRATE, SITE),
    played_if="shutout!=none",
    scoring=True,
    wordings={
        "shutout": {
            "any": _("If the other has not scored at all, the winner earns more."),
            "double_points": _(
                "If the other has not scored at all, the winner's hand points are doubled, before boxes"
                " and game bonus are added."
            ),
            "double_total": _("If the other has not scored at all, the winner's whole total is doubled."),
            "flat_100": _("If the other has not scored at all, the winner has 100 more."),
        },
    },
)

OKLAHOMA = Rule(
    "6.1",
    _(
        "In Oklahoma the first up-card sets the limit for knocking: pictures and tens 10, others what "
        "they show. {oklahoma_ace}"
    ),
    (OKLAHOMA_PAGE, CRATE),
    played_if="oklahoma",
    scoring=True,
    wordings={
        "oklahoma_ace": {
            "gin_only": _("After an ace one may only go gin."),
            "one": _("An ace sets the limit at 1."),
        },
    },
)
SPADES = Rule(
    "6.2",
    _("In Oklahoma a spade turned up doubles the whole score of the hand, bonus and all."),
    (OKLAHOMA_PAGE, PAGAT),
    played_if="oklahoma spade_double",
    scoring=True,
)
EXTRA_BOXES = Rule(
    "6.3",
    _("In Oklahoma an undercut earns one box more and gin two."),
    (PAGAT,),
    played_if="oklahoma oklahoma_extra_boxes",
    scoring=True,
)
HOLLYWOOD = Rule(
    "6.4",
    _(
        "Hollywood keeps three games at once: your first win is written in the first column, the second "
        "in the first two, every later one in all three. A finished column takes no more entries, and "
        "each is settled as a game of its own. The best total of the three wins."
    ),
    (HOLLYWOOD_PAGE,),
    played_if="hollywood",
    scoring=True,
)
FIRST_UNFINISHED_COLUMN = Rule(
    "6.5",
    _("A win whose columns are all finished is written in the first unfinished column."),
    (SITE,),
    played_if="hollywood",
    scoring=True,
)
PARTNERS = Rule(
    "6.6",
    _(
        "Four play in pairs, each against one of the other side, and change opponents from hand to hand. "
        "If both partners win, their points are added; if one wins on each side, the better side takes "
        "the difference. A round is one box. The first side to reach {team_target} wins."
    ),
    (PAGAT, GINRUMMY),
    scoring=True,
)
THREE = Rule(
    "6.7",
    _("With three the dealer deals to the other two and sits out; the loser of a hand deals the next."),
    (GINRUMMY,),
)

ILLEGAL = Rule(
    "7.1",
    _(
        "A knock with more deadwood than the limit is void: the hand is not over, and play goes on. "
        "Whether the cards shown stay open is for the table to say."
    ),
    (SITE,),
)

IRREGULARITIES = (
    Irregularity(IrregularityKind.CLAIM, _("Somebody knocked with too much deadwood"), (ILLEGAL,)),
)
