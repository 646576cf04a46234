"""The rules of baccarat (punto banco), in reading order. Their numbers never change."""

from games.engine import SITE, Irregularity, IrregularityKind, Rule, Source, _

ARTICLE = Source(
    "top card games",
    _("The top card games for three players: Baccarat"),
    name=_("An article on games for three"),
)
PENNSYLVANIA = Source(
    "58 Pa. Code",
    _("Pennsylvania: 58 Pa. Code 627a, 629a, 629b and 631a, baccarat"),
    name=_("Pennsylvania's casino rules"),
)
RIVERS = Source("rivers", _("Rivers Casino: how baccarat pays"), name=_("Rivers Casino"))
VEGAS = Source("vegas aces", _("Vegas Aces: mini-baccarat, and commission in brackets"), name=_("Vegas Aces"))
ONTARIO = Source(
    "olg", _("Ontario Lottery and Gaming: baccarat without commission"), name=_("Ontario Lottery and Gaming")
)
WIZARD = Source(
    "wizard of odds",
    _("Wizard of Odds: baccarat side bets, the Dragon Bonus"),
    "https://wizardofodds.com/games/baccarat/appendix/5",
    name=_("Wizard of Odds"),
)
PAIRS = Source("royal369", _("A casino guide: pair bets"), name=_("A casino guide"))
SHORT_SQUEEZE = Source(
    "shortsqueezeplay",
    _("A baccarat guide: other commissions and nine for a tie"),
    name=_("A baccarat guide"),
)
SANREMO = Source(
    "sanremo",
    _("The casinos of Sanremo and Campione: chemin de fer"),
    name=_("The casinos of Sanremo and Campione"),
)

SECTIONS = {
    "1": _("The cards"),
    "2": _("The third card"),
    "3": _("What the bets pay"),
    "4": _("Side bets"),
    "5": _("The bank"),
    "6": _("Chips and the end"),
    "7": _("Slips"),
}

PACK = Rule(
    "1.1",
    "{decks}",
    (PENNSYLVANIA, SITE),
    wordings={
        "decks": {
            "1": _("One pack of 52 cards."),
            "any": _("{decks} packs of 52 cards, shuffled together."),
        },
    },
)
VALUES = Rule(
    "1.2",
    _(
        "An ace counts 1, the 2 to the 9 what they show, tens, jacks, queens and kings 0. Only the "
        "last digit of a sum counts: 7 and 6 make 3."
    ),
    (ARTICLE,),
)
DEAL = Rule(
    "1.3",
    _(
        "However many play, two hands of two cards are dealt, Punto and Banco: a card to Punto, one to "
        "Banco, another to Punto, another to Banco. Before the deal everybody bets on a hand. Neither "
        "hand is anybody's own, and Banco is not the player who holds the bank."
    ),
    (ARTICLE, PENNSYLVANIA),
)
CLOSEST = Rule(
    "1.4",
    _("The hand closer to nine wins; equal hands tie. No hand has more than three cards."),
    (ARTICLE,),
)
SHUFFLE = Rule(
    "1.5",
    "{decks}",
    (SITE,),
    wordings={
        "decks": {
            "1": _("The pack is shuffled before every coup."),
            "any": _("The cards are shuffled again when fewer than about 16 are left."),
        },
    },
)

NATURAL = Rule(
    "2.1",
    _("If either hand has 8 or 9 with two cards, a natural, neither draws. Nine beats eight."),
    (ARTICLE, PENNSYLVANIA),
)
PUNTO = Rule(
    "2.2",
    "{player_five}",
    (ARTICLE, PENNSYLVANIA),
    wordings={
        "player_five": {
            "fixed": _("Punto draws a third card with 0 to 5, and stands with 6 or 7."),
            "free": _("Punto draws a third card with 0 to 4, and stands with 6 or 7."),
        },
    },
)
FIVE = Rule(
    "2.3",
    _("With 5 Punto is free to draw or to stand."),
    (SANREMO,),
    played_if="player_five=free",
)
BANCO_ALONE = Rule(
    "2.4",
    _("When Punto stood, Banco draws with 0 to 5 and stands with 6 or 7."),
    (PENNSYLVANIA,),
)
BANCO = Rule(
    "2.5",
    _(
        "When Punto drew, the value of that third card alone decides. With 0, 1 or 2 Banco always draws; "
        "with 3 on all but an 8; with 4 on 2 to 7; with 5 on 4 to 7; with 6 on 6 and 7; with 7 never."
    ),
    (PENNSYLVANIA,),
)

ON_PUNTO = Rule(
    "3.1",
    _("A stake on Punto wins as much again when Punto wins."),
    (RIVERS, VEGAS),
    scoring=True,
)
ON_BANCO = Rule(
    "3.2",
    "{no_commission}",
    (RIVERS, VEGAS),
    scoring=True,
    wordings={
        "no_commission": {
            "off": _("A stake on Banco wins as much again when Banco wins, less the commission."),
            "ez_push_3card7": _(
                "A stake on Banco wins as much again when Banco wins, without commission, except with "
                "a 7 in three cards."
            ),
            "half_on_6": _(
                "A stake on Banco wins as much again when Banco wins, without commission, except with a 6."
            ),
        },
    },
)
COMMISSION = Rule(
    "3.3",
    _("The bank keeps {commission} per cent of what a stake on Banco wins, {commission_round}."),
    (RIVERS, VEGAS, SHORT_SQUEEZE),
    played_if="commission no_commission=off",
    scoring=True,
    wordings={
        "commission_round": {
            "exact": _("to the exact fraction"),
            "bracket_per_5": _(
                "on every five or part of five: a stake of 6 pays as much commission as one of 10"
            ),
            "whole_chip_up": _("rounded up to a whole chip"),
        },
    },
)
TIE = Rule(
    "3.4",
    _("On a tie, stakes on Punto and on Banco are given back."),
    (RIVERS, VEGAS),
    scoring=True,
)
ON_TIE = Rule(
    "3.5",
    _("A stake on the tie pays {tie_pays} to one, and is lost when either hand wins."),
    (RIVERS, SHORT_SQUEEZE),
    scoring=True,
)
EZ = Rule(
    "3.6",
    _("When Banco wins with 7 in three cards, stakes on Banco are only given back."),
    (PENNSYLVANIA, ONTARIO),
    played_if="no_commission=ez_push_3card7",
    scoring=True,
)
HALF = Rule(
    "3.7",
    _("When Banco wins with 6, stakes on Banco win half as much."),
    (ONTARIO,),
    played_if="no_commission=half_on_6",
    scoring=True,
)

PAIR = Rule(
    "4.1",
    _(
        "A bet on a pair pays 11 to one if the first two cards of that hand have the same rank; a "
        "king and a queen are not a pair."
    ),
    (PENNSYLVANIA, PAIRS),
    played_if="pair_bets=11",
    scoring=True,
)
DRAGON_BONUS = Rule(
    "4.2",
    _(
        "The Dragon Bonus on a hand pays even money if it wins with a natural and is given back if "
        "naturals tie; otherwise the margin of the win decides what it pays to one: 1 for four, 2 for "
        "five, 4 for six, 6 for seven, 10 for eight, 30 for nine. Anything else loses."
    ),
    (WIZARD, RIVERS),
    played_if="dragon_bonus",
    scoring=True,
)
DRAGON_7 = Rule(
    "4.3",
    _("Dragon 7 pays 40 to one if Banco wins with 7 in three cards."),
    (PENNSYLVANIA,),
    played_if="ez_side",
    scoring=True,
)
PANDA_8 = Rule(
    "4.4",
    _("Panda 8 pays 25 to one if Punto wins with 8 in three cards."),
    (PENNSYLVANIA,),
    played_if="ez_side",
    scoring=True,
)

BANK = Rule(
    "5.1",
    _(
        "{bank} The bank does not bet: it pays what the others win, keeps what they lose, and keeps the"
        " commission."
    ),
    (ARTICLE, SITE),
    scoring=True,
    wordings={
        "bank": {
            "house": _("The house holds the bank."),
            "any": _("One player at a time holds the bank."),
        },
    },
)
ROTATION = Rule(
    "5.2",
    "{bank}",
    (ARTICLE, SANREMO),
    played_if="bank!=house",
    wordings={
        "bank": {
            "house": _("The bank does not pass on."),
            "rotate_round": _("The bank passes to the left after every coup."),
            "rotate_on_loss": _("The bank passes to the left whenever Punto wins."),
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
    _("{start_chips} More can be bought, and chips cashed in, between coups."),
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
    _("The table may stop after any coup."),
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
            "1": _("The game ends after one coup."),
            "any": _("The game ends after {rounds} coups."),
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
    _("The game ends when a coup takes somebody's last chip."),
    (SITE,),
    played_if="end=broke",
    scoring=True,
)

WRONG_CARD = Rule(
    "7.1",
    _(
        "The order of the shoe decides. A card wrongly given to Punto is Banco's third if Banco has to "
        "draw. If nobody may draw, it is the first card of the next coup, or burnt if somebody saw it."
    ),
    (SITE,),
)
OUT_OF_CARDS = Rule(
    "7.2",
    _("If there are not enough cards to finish, the coup is void and every stake goes back."),
    (SITE,),
)

IRREGULARITIES = (
    Irregularity(
        IrregularityKind.CARDS,
        _("A card was dealt wrongly, or there are too few"),
        (WRONG_CARD, OUT_OF_CARDS),
    ),
)
