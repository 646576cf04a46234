"""The rules of old maid, in reading order. Numbers are forever."""

from games.engine import SITE, Rule, Source, _

SEED = Source("top card games", _("The top card games for three players: Old Maid"))
PAGAT = Source("pagat copy", _("Copies of the Old Maid page of pagat.com"))
RECIPES = Source("recipegoldmine", _("Children's games: Old Maid"))
CONVO = Source("convocards", _("Old maid without the queen of clubs"))
ONE_MISTAKE = Source("newrummyapp", _("How to play Old Maid: two cards discarded that are no pair"))

SECTIONS = {
    "1": _("The cards and the deal"),
    "2": _("The play"),
    "3": _("Safe, or left with her"),
    "4": _("What is counted"),
    "5": _("The end of the game"),
}

PACK = Rule(
    "1.1",
    _(
        "Two to eight play, and three is best. One queen is taken out of a pack of 52, so that one of the "
        "others can never be paired: she is the old maid. Any other card will do as well: the queen of "
        "clubs, a card nobody has seen, or instead a joker is added. This table: {removed}."
    ),
    (SEED, PAGAT, CONVO),
)
DEAL = Rule(
    "1.2",
    _("All cards are dealt. Some get one more than others, and that does not matter."),
    (SEED,),
)
DEALER = Rule(
    "1.3",
    _("The deal passes to the left after every round."),
    (SITE,),
)

PAIRS = Rule(
    "2.1",
    _(
        "First everybody puts down every pair: two cards of one rank. Of three alike only two go, four are "
        "two pairs, so that nobody keeps two of a rank. With some the two must be of one colour. This "
        "table: {pair}."
    ),
    (SEED, RECIPES, SITE),
)
START = Rule(
    "2.2",
    _("The dealer is first, or the player on the dealer's left. This table: {start}."),
    (SEED, SITE),
)
OFFER = Rule(
    "2.3",
    _(
        "The player whose turn it is offers the hand face down to the left. That neighbour draws one card, "
        "puts down a pair if it makes one, and is the next to offer."
    ),
    (SEED, RECIPES),
)
NEIGHBOUR = Rule(
    "2.4",
    _("Players who are out are passed over: the next to the left who still has cards draws."),
    (SEED, PAGAT),
)
NEXT_OFFER = Rule(
    "2.5",
    _("If the player who drew is out with that, the next to the left who still has cards offers."),
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
    _("Whoever has no card left, by pairing it or because it was drawn, is out and safe."),
    (SEED, PAGAT),
)
FIRST_OF_TWO = Rule(
    "3.2",
    _("When a last card is drawn and makes a last pair, whoever offered it was out first."),
    (SITE,),
)
MAID = Rule(
    "3.3",
    _("The last player, with the one card that cannot be paired, is the old maid and loses the round."),
    (SEED,),
)
NO_PAIR = Rule(
    "3.4",
    _("Whoever is found to have put down two cards that are no pair, is the old maid of that round."),
    (ONE_MISTAKE,),
)

TALLY = Rule(
    "4.1",
    _("A mark for whoever was left with her; the fewest marks win. This table: {scoring}."),
    (SITE,),
    scoring=True,
)
RANKS = Rule(
    "4.2",
    _(
        "Where places count, the first out earns most, each later one less, and the maid least: usually one "
        "point less than there are players for the first, and nothing for the maid. This table: {scoring}."
    ),
    (SITE,),
    scoring=True,
)
LETTERS = Rule(
    "4.3",
    _(
        "Where letters are given, whoever was left with her takes the next letter of a word with as many "
        "letters as this: {limit}."
    ),
    (SITE,),
    scoring=True,
)
SITS_OUT = Rule(
    "4.4",
    _("Whoever has the whole word is out of the game: no cards, no deal, and no win."),
    (SITE,),
    scoring=True,
)

ROUNDS = Rule(
    "5.1",
    _("The game ends after a number of rounds, here {rounds}: the fewest marks win, or the most points."),
    (SITE,),
    scoring=True,
)
LIMIT = Rule(
    "5.2",
    _("Or it ends when somebody has been left with her so many times: {limit}. This table: {end}."),
    (SITE,),
    scoring=True,
)
LAST_IN = Rule(
    "5.3",
    _("When all but one have the whole word, the last one wins."),
    (SITE,),
    scoring=True,
)
TIE = Rule(
    "5.4",
    _("Those who are level share the win, or another round decides. This table: {tie}."),
    (SITE,),
    scoring=True,
)
