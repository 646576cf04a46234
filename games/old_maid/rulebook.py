"""The rules of old maid, in reading order. Their numbers never change."""

from games.engine import SITE, Irregularity, IrregularityKind, Rule, Source, _

ARTICLE = Source(
    "top card games",
    _("The top card games for three players: Old Maid"),
    name=_("An article on games for three"),
)
PAGAT = Source("pagat copy", _("Copies of the Old Maid page of pagat.com"), name=_("A copy of Pagat"))
RECIPES = Source("recipegoldmine", _("Children's games: Old Maid"), name=_("A page of children's games"))
CONVO = Source("convocards", _("Old maid without the queen of clubs"), name=_("A page on Old Maid"))
ONE_MISTAKE = Source(
    "newrummyapp", _("How to play Old Maid: two cards discarded that are no pair"), name=_("A rummy app")
)

SECTIONS = {
    "1": _("The cards and the deal"),
    "2": _("The play"),
    "3": _("Safe, or left with the old maid"),
    "4": _("What is counted"),
    "5": _("The end of the game"),
}

PACK = Rule(
    "1.1",
    _("Two to eight play, and three is best. {removed}"),
    (ARTICLE, PAGAT, CONVO),
    wordings={
        "removed": {
            "one_queen": _(
                "One queen is taken out of a pack of 52, so that one of the other queens can never be paired:"
                " she is the old maid."
            ),
            "queen_of_clubs": _(
                "The queen of clubs is taken out of a pack of 52, so that one of the other queens can "
                "never be paired: she is the old maid."
            ),
            "joker_added": _("A joker is added to a pack of 52. It can never be paired: it is the old maid."),
            "unknown_card": _(
                "A card that nobody has seen is taken out of a pack of 52, so that one of its rank can "
                "never be paired: that one is the old maid, and which it is shows only at the end."
            ),
        },
    },
)
DEAL = Rule(
    "1.2",
    _("All cards are dealt. Some get one more than others, and that does not matter."),
    (ARTICLE,),
)
DEALER = Rule(
    "1.3",
    _("The deal passes to the left after every round."),
    (SITE,),
)

PAIRS = Rule(
    "2.1",
    _("First everybody puts down every pair: {pair}"),
    (ARTICLE, RECIPES, SITE),
    wordings={
        "pair": {
            "rank": _(
                "two cards of one rank. Of three alike only two are put down, and four are two pairs, so "
                "that nobody keeps two of a rank."
            ),
            "rank_and_colour": _("two cards of one rank and of one colour."),
        },
    },
)
START = Rule(
    "2.2",
    "{start}",
    (ARTICLE, SITE),
    wordings={
        "start": {
            "dealer": _("The dealer offers first."),
            "left_of_dealer": _("The player on the dealer's left offers first."),
        },
    },
)
OFFER = Rule(
    "2.3",
    _(
        "The player whose turn it is offers the hand face down to the left. That neighbour draws one card, "
        "puts down a pair if it makes one, and is the next to offer."
    ),
    (ARTICLE, RECIPES),
)
NEIGHBOUR = Rule(
    "2.4",
    _("Players who are out are passed over: the next to the left who still has cards draws."),
    (ARTICLE, PAGAT),
)
NEXT_OFFER = Rule(
    "2.5",
    _("If the player who drew is then out, the next to the left who still has cards offers."),
    (PAGAT,),
)
SHUFFLE = Rule(
    "2.6",
    _("You may shuffle your cards before you offer them."),
    (RECIPES,),
)
STEER = Rule(
    "2.7",
    _("Nobody may steer the choice, and a card that has been drawn is not put back."),
    (SITE,),
)

OUT = Rule(
    "3.1",
    _("Whoever has paired the last card, or had it drawn, is out and safe."),
    (ARTICLE, PAGAT),
)
FIRST_OF_TWO = Rule(
    "3.2",
    _("When a last card is drawn and makes a last pair, whoever offered it was out first."),
    (SITE,),
)
MAID = Rule(
    "3.3",
    _("The last player, with the one card that cannot be paired, is the old maid and loses the round."),
    (ARTICLE,),
)
NO_PAIR = Rule(
    "3.4",
    _("Whoever is found to have put down two cards that are no pair is the old maid of that round."),
    (ONE_MISTAKE,),
)

TALLY = Rule(
    "4.1",
    _("Whoever was left with the old maid gets a mark, and the fewest marks win."),
    (SITE,),
    played_if="scoring=maid_tally",
    scoring=True,
)
RANKS = Rule(
    "4.2",
    _("The first player out earns most, later players less, and the maid least: {rank_points}."),
    (SITE,),
    played_if="scoring=finish_rank",
    scoring=True,
    wordings={
        "rank_points": {
            "none": _("the first gets one point less than there are players, the maid none"),
            "some": _("{rank_points} by places"),
        },
    },
)
LETTERS = Rule(
    "4.3",
    _("Whoever was left with the old maid takes the next letter of {word}."),
    (SITE,),
    played_if="scoring=letters",
    scoring=True,
    wordings={
        "word": {
            "none": _("a word of {limit}"),
            "some": _("the word {word}"),
        },
        "limit": {
            "1": _("one letter"),
            "any": _("{limit} letters"),
        },
    },
)
SITS_OUT = Rule(
    "4.4",
    _("Whoever has the whole word is out of the game, gets no cards, does not deal and cannot win."),
    (SITE,),
    played_if="scoring=letters",
    scoring=True,
)

ROUNDS = Rule(
    "5.1",
    _("{rounds}: {scoring}."),
    (SITE,),
    played_if="end=rounds",
    scoring=True,
    wordings={
        "rounds": {
            "1": _("The game ends after one round"),
            "any": _("The game ends after {rounds} rounds"),
        },
        "scoring": {
            "maid_tally": _("the fewest marks win"),
            "finish_rank": _("the most points win"),
            "letters": _("the fewest letters win"),
        },
    },
)
LIMIT = Rule(
    "5.2",
    _("The game ends when somebody has been left with the old maid {limit}."),
    (SITE,),
    played_if="end=limit",
    scoring=True,
    wordings={
        "limit": {
            "1": _("once"),
            "any": _("{limit} times"),
        },
    },
)
LAST_IN = Rule(
    "5.3",
    _("When all but one have the whole word, the last one wins."),
    (SITE,),
    played_if="scoring=letters",
    scoring=True,
)
TIE = Rule(
    "5.4",
    "{tie}",
    (SITE,),
    scoring=True,
    wordings={
        "tie": {
            "shared": _("Those who are tied at the end share the win."),
            "extra_round": _("Where the best are tied at the end, another round decides."),
        },
    },
)

IRREGULARITIES = (
    Irregularity(IrregularityKind.CARDS, _("Some have more cards than others"), (DEAL,)),
    Irregularity(IrregularityKind.REVOKE, _("Somebody steered the choice, or put a card back"), (STEER,)),
    Irregularity(IrregularityKind.CLAIM, _("Somebody put down two cards that are no pair"), (NO_PAIR,)),
)
