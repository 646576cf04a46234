"""The rules of Let It Ride, in reading order. Their numbers never change."""

from games.engine import SITE, Irregularity, IrregularityKind, Rule, Source, _

ARTICLE = Source(
    "top card games",
    _("The top card games for three players: Let It Ride"),
    name=_("An article on games for three"),
)
PAGAT = Source(
    "pagat", _("Pagat: Let It Ride"), "https://www.pagat.com/banking/letitride.html", name=_("Pagat")
)
PENNSYLVANIA = Source(
    "58 Pa. Code",
    _("Pennsylvania: 58 Pa. Code 643a, Let It Ride Poker"),
    name=_("Pennsylvania's casino rules"),
)
MATRIX = Source("casinom8trix", _("casinom8trix.com: Let It Ride pay tables"), name=_("A page of pay tables"))
TUNICA = Source("tunica", _("tunicatravel.com: the 3-card bet"), name=_("A casino travel page"))
GUIDE = Source(
    "webcasinoguide", _("webcasinoguide.com: how Let It Ride is played"), name=_("A Let It Ride guide")
)
CASINO_PAGE = Source(
    "0123casino", _("0123casino: stakes pulled back, and the old one-dollar bonus"), name=_("A casino page")
)

SECTIONS = {
    "1": _("The stakes and the cards"),
    "2": _("What a hand is"),
    "3": _("What a hand pays"),
    "4": _("Side bets"),
    "5": _("The bank"),
    "6": _("Chips and the end"),
}

STAKES = Rule(
    "1.1",
    "{base_bet}",
    (PAGAT,),
    wordings={
        "base_bet": {
            "1": _("Every player puts down three equal stakes of one chip."),
            "any": _("Every player puts down three equal stakes, each of {base_bet} chips."),
        },
    },
)
DEAL = Rule(
    "1.2",
    _("Every player has three cards from a pack of 52; two community cards lie face down."),
    (ARTICLE, PAGAT),
)
FIRST = Rule(
    "1.3",
    _("Having looked at their cards, a player takes back the first stake or lets it ride."),
    (ARTICLE, GUIDE),
)
SECOND = Rule(
    "1.4",
    _(
        "One of the two community cards is turned up. Then each takes back the second stake or lets it "
        "ride, whatever they did with the first; the first can no longer be taken back."
    ),
    (ARTICLE, GUIDE),
)
THIRD = Rule(
    "1.5",
    _(
        "The third stake always stays, so that one, two or three stakes ride. Then the last card is "
        "turned up."
    ),
    (ARTICLE, PAGAT),
)
PULLED = Rule(
    "1.6",
    _("A stake taken back is the player's own again, and plays no part."),
    (CASINO_PAGE,),
)
SECRET = Rule(
    "1.7",
    _("Players do not show each other their cards; after the second decision they lie face down."),
    (PAGAT,),
)

FIVE = Rule(
    "2.1",
    _("A hand is the player's three cards and the two community cards; there is nothing to choose."),
    (PENNSYLVANIA,),
)
RANKING = Rule(
    "2.2",
    _(
        "From the top: royal flush (ten to ace of a suit), straight flush, four of a kind, full house, "
        "flush, straight, three of a kind, two pair, a pair of tens or better."
    ),
    (ARTICLE, PENNSYLVANIA),
)
STRAIGHT = Rule(
    "2.3",
    _("In a straight the ace ranks above the king or below the two; queen, king, ace, 2, 3 is no straight."),
    (PENNSYLVANIA,),
)
TENS = Rule(
    "2.4",
    _("A pair of nines or lower pays nothing."),
    (ARTICLE, PAGAT),
)

PAYS = Rule(
    "3.1",
    "{paytable}",
    (ARTICLE, PAGAT, MATRIX),
    scoring=True,
    wordings={
        "paytable": {
            "seed": _(
                "Every stake that rides is paid at the odds of the hand, from the royal flush down: "
                "1000, 200, 50, 11, 8, 5, 3, 2 and 1 to one."
            ),
            "alt500": _(
                "Every stake that rides is paid at the odds of the hand, from the royal flush down: "
                "500, 100, 25, 15, 10, 5, 3, 2 and 1 to one."
            ),
            "custom": _(
                "Every stake that rides is paid at the odds of the hand, from the royal flush down: "
                "{custom} to one."
            ),
        },
    },
)
LOST = Rule(
    "3.2",
    _("With less than a pair of tens every stake that rides is lost."),
    (ARTICLE, PAGAT),
    scoring=True,
)
MOST = Rule(
    "3.3",
    _("No hand wins more than {max_payout}."),
    (PENNSYLVANIA,),
    played_if="max_payout!=none",
    scoring=True,
)

THREE_CARD = Rule(
    "4.1",
    "{three_card_bonus}",
    (TUNICA, MATRIX),
    played_if="three_card_bonus!=off",
    scoring=True,
    wordings={
        "three_card_bonus": {
            "any": _(
                "The 3-card bonus is a side bet on a player's own three cards, whatever the two"
                " community cards are: what it pays is agreed."
            ),
            "A_50_40_30_6_4_1": _(
                "The 3-card bonus is a side bet on a player's own three cards, whatever the two"
                " community cards are: 50 for ace, king, queen of a suit, 40 for another straight flush, 30"
                " for three of a kind, 6 for a straight, 4 for a flush, 1 for a pair."
            ),
            "B_50_40_30_6_3_1": _(
                "The 3-card bonus is a side bet on a player's own three cards, whatever the two"
                " community cards are: 50 for ace, king, queen of a suit, 40 for another straight flush, 30"
                " for three of a kind, 6 for a straight, 3 for a flush, 1 for a pair."
            ),
            "C_40_30_5_4_1": _(
                "The 3-card bonus is a side bet on a player's own three cards, whatever the two"
                " community cards are: 40 for a straight flush, 30 for three of a kind, 5 for a straight, 4"
                " for a flush, 1 for a pair."
            ),
        },
    },
)
FIVE_CARD = Rule(
    "4.2",
    _(
        "The old bonus is a stake of one chip on the five cards: it pays 10000 for a royal flush, 2000 for "
        "a straight flush, 200 for four of a kind, 75 for a full house, 50 for a flush, 20 for a straight."
    ),
    (CASINO_PAGE,),
    played_if="five_card_bonus",
    scoring=True,
)

BANK = Rule(
    "5.1",
    _("{bank} The bank does not play: it pays what the others win and keeps what they lose."),
    (ARTICLE, SITE),
    scoring=True,
    wordings={
        "bank": {
            "house": _("The house holds the bank."),
            "any": _("One player holds the bank."),
        },
    },
)
ROTATION = Rule(
    "5.2",
    "{bank}",
    (ARTICLE, SITE),
    wordings={
        "bank": {
            "house": _("The bank does not pass on."),
            "rotate_round": _("The bank passes to the left after every round."),
            "fixed": _("The first dealer keeps the bank throughout."),
        },
    },
)
LIMIT = Rule(
    "5.3",
    _(
        "Where the bank cannot pay all that is won, what it holds and the stakes it keeps are shared "
        "out among those who win, in proportion."
    ),
    (SITE,),
    played_if="bank!=house bank_limit=cap_pro_rata",
    scoring=True,
)

START = Rule(
    "6.1",
    _("{start_chips} More can be bought, and chips cashed in, between rounds."),
    (SITE,),
    scoring=True,
    wordings={
        "start_chips": {
            "0": _("Everybody starts without chips, and the sheet shows what each has won or lost."),
            "1": _("Everybody starts with one chip."),
            "any": _("Everybody starts with {start_chips} chips."),
        },
    },
)
SETTLED = Rule(
    "6.2",
    _("At the end chips bought go back, and the best balance wins; players who are tied share the win."),
    (SITE,),
    scoring=True,
)
STOP = Rule(
    "6.3",
    _("The table may stop after any round."),
    (SITE,),
    scoring=True,
)
ROUNDS = Rule(
    "6.4",
    "{rounds}",
    (SITE,),
    played_if="end=rounds",
    scoring=True,
    wordings={
        "rounds": {
            "1": _("The game ends after one round."),
            "any": _("The game ends after {rounds} rounds."),
        },
    },
)
ROTATIONS = Rule(
    "6.5",
    _("{rotations} The bank has the edge, so this is the fair way."),
    (SITE,),
    played_if="end=rotations",
    scoring=True,
    wordings={
        "rotations": {
            "1": _("The game ends when everybody has held the bank once."),
            "any": _("The game ends when everybody has held the bank {rotations} times."),
        },
    },
)
BROKE = Rule(
    "6.6",
    _("The game ends when a round takes somebody's last chip."),
    (SITE,),
    played_if="end=broke",
    scoring=True,
)

IRREGULARITIES = (
    Irregularity(IrregularityKind.EXPOSED, _("Somebody showed a neighbour the cards"), (SECRET,)),
)
