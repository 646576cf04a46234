"""The rules of Big Two, in reading order, each with its sources."""

from games.engine import SITE, Irregularity, IrregularityKind, Rule, Source, _

COLLECTION = Source(
    "collection",
    _("Big two, in a collection of two-player betting card games"),
    name=_("A collection of betting games"),
)
PAGAT = Source(
    "pagat", _("Big Two at pagat.com"), "https://www.pagat.com/climbing/bigtwo.html", name=_("Pagat")
)
TRANTOR = Source("trantor", _("A book of card rules kept at trantor.is"), name=_("A book of card rules"))
YAWNOC = Source(
    "yawnoc", _("Big Two scorer by yawnoc, with 1104 games of one group"), name=_("A Big Two scorer")
)
FUNMILY = Source("funmily", _("Big Two at big2.funmily.com"), name=_("Funmily"))
PC6 = Source("pc6", _("Big Two rules at m.pc6.com"), name=_("A Chinese games site"))
TAIWAN = Source("ts5588", _("Taiwan Big Two at ts5588.com.tw"), name=_("A Taiwanese page"))
JUDUO = Source(
    "juduo", _("Two rule sheets at juduo.cc: Taiwan and mainland style"), name=_("Two Chinese rule sheets")
)
CHUODAIDI = Source("chuodaidi", _("Four pages at chuodaidi.com"), name=_("Four Chinese pages"))
JAPANESE = Source("ja", _("The Japanese encyclopedia on Big Two"), name=_("The Japanese encyclopedia"))
PUSOY = Source(
    "pusoy", _("Pusoy Dos pages: primidi, fedest, rhjr.me, flashback-games"), name=_("Pusoy Dos pages")
)
VIET = Source("viet way", _("The Viet Way, at tonyjiang.com"), name=_("The Viet Way"))
ENGINES = Source(
    "engines",
    _("Rules of the programs at henrycharlesworth.com and big2.win"),
    name=_("Two Big Two programs"),
)
KINGPLAY = Source("kingplay", _("Big Two at kingplay.net"), name=_("King Play"))
POKER_FLUSH = Source("poker-flush", _("Big Two at poker-flush.com"), name=_("poker-flush.com"))
EAGLE = Source("eagle", _("Big Two at eagleplayingcard.com"), name=_("A card maker's page"))

SECTIONS = {
    "1": _("Cards and deal"),
    "2": _("Playing"),
    "3": _("Combinations"),
    "4": _("Bombs"),
    "5": _("Going out"),
    "6": _("Scoring"),
    "7": _("Helping out and forgetting"),
    "8": _("End of the match"),
    "9": _("Pairs"),
    "10": _("President"),
}

# 1 Cards and deal ------------------------------------------------------------

RANKING = Rule("1.1", _("52 cards. From low to high: 3 4 5 6 7 8 9 10 J Q K A 2."), (COLLECTION, PAGAT))
SUITS = Rule("1.2", _("Suits break ties, from low to high: {suit_order}."), (COLLECTION, VIET, PUSOY))
SEATS = Rule(
    "1.3",
    _("Two to four players, each alone; with two packs up to eight."),
    (COLLECTION,),
)
DEAL = Rule("1.4", _("The deal: {deal}."), (COLLECTION, PAGAT))
LEFTOVER = Rule(
    "1.5",
    _(
        "Cards left over from an even deal go to the holder of the lowest card; if that card is itself "
        "left over, to the holder of the next lowest."
    ),
    (COLLECTION, CHUODAIDI),
)
DIRECTION = Rule("1.6", _("The turn passes: {direction}."), (COLLECTION,))
JOKERS = Rule(
    "1.7",
    "{jokers}",
    (COLLECTION,),
    wordings={
        "jokers": {
            "off": _("There are no jokers."),
            "high_wild": _(
                "Jokers are wild: they stand for any card and rank above the highest 2, the second "
                "joker above the first."
            ),
            "zero": _("Jokers are worthless: they beat any single card and are beaten by any."),
        },
    },
)
TWO_PACKS = Rule(
    "1.8",
    "{decks}",
    (COLLECTION,),
    wordings={
        "decks": {
            "1": _("One pack is in play."),
            "any": _(
                "{decks} packs are in play, and five alike beat four of a kind. {five_alike_top} {equal_play}"
            ),
        },
        "five_alike_top": {
            "yes": _("Five alike beat a straight flush."),
            "no": _("A straight flush beats five alike."),
        },
        "equal_play": {
            "yes": _("A play equal to the one on the table may follow it."),
            "no": _("A play equal to the one on the table may not follow it."),
        },
    },
)
REDEAL = Rule(
    "1.9",
    _("A weak hand may be thrown in and dealt again, and nobody scores: {redeal_weak}."),
    (COLLECTION, YAWNOC),
    played_if="redeal_weak!=off",
    scoring=True,
)
FOUR_TWOS = Rule(
    "1.10",
    _("All four 2s in one hand: {four_twos}."),
    (COLLECTION,),
    played_if="four_twos!=play_on",
    scoring=True,
)
DRAGON = Rule(
    "1.11",
    _("The dragon, all thirteen ranks in one hand: {dragon}. The suit of its 2 decides between dragons."),
    (COLLECTION,),
    played_if="dragon!=off",
    scoring=True,
)
MALTESE = Rule(
    "1.12",
    _(
        "The Maltese dragun, six pairs and one other card as dealt, wins at once; with a pair of 3s it "
        "loses at once."
    ),
    (COLLECTION,),
    played_if="maltese_dragon",
    scoring=True,
)
TWOS_LOW = Rule(
    "1.13",
    _("Once four of a kind has been played the 2s are the lowest cards."),
    (COLLECTION,),
    played_if="bomb_turns_twos_low",
)

# 2 Playing -------------------------------------------------------------------

FIRST_LEAD = Rule(
    "2.1", _("The holder of the lowest card leads the first deal: {opening}."), (COLLECTION, PAGAT, TRANTOR)
)
LATER_LEAD = Rule("2.2", _("Who leads the deals after the first: {next_lead}."), (COLLECTION, YAWNOC))
SAME_NUMBER = Rule(
    "2.3", _("Each play has as many cards as the one it beats, and is higher."), (COLLECTION, PAGAT)
)
MAY_PASS = Rule("2.4", _("Nobody is obliged to beat: one may always pass."), (COLLECTION,))
COMING_BACK = Rule("2.5", _("After passing: {pass_rule}."), (COLLECTION,))
TRICK_END = Rule(
    "2.6", _("The trick ends: {trick_end}. The last to play then leads anything."), (COLLECTION,)
)
BIG_TWO = Rule(
    "2.7",
    _("The highest 2, alone or in a pair, closes the trick at once, for nothing can beat it."),
    (COLLECTION,),
    played_if="bombs=off smackdown=off",
)
HAND_COUNT = Rule("2.8", _("Anybody may ask how many cards a player has left."), (EAGLE, COLLECTION))
THREE_THREES = Rule(
    "2.9",
    _("If three 3s are led, the next player must play three 2s if nothing else can be played."),
    (COLLECTION,),
    played_if="three_threes",
)
DRAWING = Rule(
    "2.10",
    "{deal}",
    (COLLECTION, CHUODAIDI),
    played_if="deal=13_draw_on_pass|by_seats",
    wordings={
        "deal": {
            "any": _("Whoever passes takes a card from the rest of the pack."),
            "by_seats": _("When two play, whoever passes takes a card from the rest of the pack."),
        },
    },
)

# 3 Combinations --------------------------------------------------------------

SINGLE = Rule("3.1", _("A single card: by rank, then by suit."), (COLLECTION,))
PAIR = Rule("3.2", _("A pair: by rank, then by the better suit of the two."), (COLLECTION,))
TRIPLE = Rule(
    "3.3",
    _("Three of a kind go by rank. {triples}"),
    (COLLECTION,),
    wordings={
        "triples": {
            "allowed": _("They are played on their own."),
            "only_in_five_card": _("They are played only within five cards."),
        },
    },
)
FOUR_CARDS = Rule(
    "3.4",
    _("Four of a kind is played {quads_form}. {two_pair_4}"),
    (COLLECTION, ENGINES),
    wordings={
        "two_pair_4": {
            "yes": _(
                "Two pairs are played as four cards; four of a kind beats them, and the higher pair "
                "ranks them."
            ),
            "no": _("Two pairs are not played as four cards."),
        },
    },
)
STRAIGHT = Rule(
    "3.5",
    _("A straight, five cards in sequence, by this order: {straight_order}. No straight runs round K A 2."),
    (COLLECTION, TAIWAN, JUDUO, TRANTOR, ENGINES, KINGPLAY),
)
STRAIGHT_SUIT = Rule(
    "3.6",
    _(
        "Equal straights compare one card's suit: the 2 where it counts high, the ace of A2345 where A2345 "
        "is high and 23456 low, otherwise the last card."
    ),
    (COLLECTION,),
)
LENGTHS = Rule("3.7", _("Straights may have: {straight_lengths}."), (COLLECTION,))
FLUSH = Rule(
    "3.8",
    "{flush_order}",
    (COLLECTION, TRANTOR, CHUODAIDI),
    wordings={
        "flush_order": {
            "off": _("Flushes, five of one suit, are not played."),
            "any": _("A flush, five of one suit: {flush_order}."),
        },
    },
)
FULL_HOUSE = Rule("3.9", _("A full house: by the rank of its three; the pair never counts."), (COLLECTION,))
QUADS = Rule(
    "3.10", _("Four of a kind and a card: by the rank of the four; the fifth never counts."), (COLLECTION,)
)
STRAIGHT_FLUSH = Rule("3.11", _("A straight flush: ranked as straights are, then by suit."), (COLLECTION,))
JUNK = Rule(
    "3.12",
    _(
        "Butterfly (two pairs and any card), sisters (two consecutive pairs and any card) and three with "
        "two junk cards are five-card plays below a straight, where the table plays them: the first two rank "
        "by the higher pair, the last by its three."
    ),
    (COLLECTION,),
    played_if="junk_five",
)
CATEGORIES = Rule(
    "3.13",
    _(
        "From low to high: straight, flush, full house, four of a kind and a card, straight flush. Between "
        "straight and flush: {flush_vs_straight}."
    ),
    (COLLECTION,),
)
MIXING = Rule(
    "3.14", _("Five cards on five of another sort: {five_card_mixing}."), (COLLECTION, TAIWAN, CHUODAIDI)
)
EQUAL = Rule(
    "3.15", _("A play that is only equal does not beat; without suits, equal ranks never do."), (COLLECTION,)
)
NO_COMBINATION = Rule(
    "3.16", _("Cards are played alone or in one of these combinations, never otherwise."), (COLLECTION,)
)

# 4 Bombs ---------------------------------------------------------------------

BOMBS = Rule(
    "4.1",
    "{bombs}",
    (COLLECTION, TAIWAN, CHUODAIDI, EAGLE, PAGAT),
    wordings={
        "bombs": {
            "off": _("There are no bombs: nothing beats a play of another number of cards."),
            "any": _("Bombs: {bombs}."),
        },
    },
)
SMACK_DOWN = Rule(
    "4.2",
    _(
        "Smack-down: {smackdown}. It is four of a kind or a run of three or more pairs, and only a higher "
        "four, or a higher run just as long, smacks back."
    ),
    (COLLECTION, VIET),
    played_if="smackdown!=off",
)

# 5 Going out -----------------------------------------------------------------

OUT = Rule(
    "5.1", _("The deal ends when somebody has no cards left: that player has won it."), (COLLECTION, PAGAT)
)
ENDING_ON_TWO = Rule("5.2", _("Ending on a 2: {finish_with_two}."), (COLLECTION,))

# 6 Scoring -------------------------------------------------------------------

COUNT = Rule("6.1", _("Each card left in hand counts one."), (COLLECTION, PAGAT), scoring=True)
VALUE = Rule(
    "6.2", _("What a card left counts: {card_value}."), (COLLECTION, CHUODAIDI, JAPANESE), scoring=True
)
TIERS = Rule(
    "6.3",
    _(
        "Whoever has many cards left counts them several times, by the highest step reached. From so many "
        "cards on, times so much: {penalty_tiers}; with three players {penalty_tiers_3p}."
    ),
    (COLLECTION, PAGAT, TRANTOR, JAPANESE, FUNMILY, PC6, YAWNOC, CHUODAIDI),
    scoring=True,
)
UNUSED = Rule(
    "6.4",
    _("What a loser still holds: {unused_double}."),
    (COLLECTION, PC6),
    played_if="unused_double!=off",
    scoring=True,
)
FINISH = Rule(
    "6.5",
    _(
        "The winner's last play, if it is a 2, four of a kind or a straight flush, doubles what all "
        "losers pay. It never doubles twice. What counts as a 2: {finish_two_scope}."
    ),
    (COLLECTION,),
    played_if="finish_double=once",
    scoring=True,
)
COMPOSE = Rule(
    "6.6",
    _("The count is multiplied by the factors for its step, what is still held and the winner's last play."),
    (COLLECTION, SITE),
)
WINNER_TAKES = Rule(
    "6.7",
    _("Each loser pays the winner for what is left in hand."),
    (COLLECTION,),
    played_if="payment=winner_takes",
    scoring=True,
)
PAIRWISE = Rule(
    "6.8",
    _("Of every two players, the one left with more pays the other the difference."),
    (YAWNOC, FUNMILY, PC6),
    played_if="payment=pairwise",
    scoring=True,
)
PENALTY = Rule(
    "6.9",
    _("Each loser writes down what is left in hand; the lowest total wins."),
    (TRANTOR,),
    played_if="payment=penalty_only",
    scoring=True,
)
PLACES = Rule(
    "6.10",
    _("Nothing is scored: play goes on for the places, first to last."),
    (COLLECTION,),
    played_if="payment=placings",
    scoring=True,
)
BONUS = Rule(
    "6.11",
    _("The winner of a deal also gets {winner_bonus}."),
    (JAPANESE,),
    played_if="winner_bonus",
    scoring=True,
)
AT_ONCE = Rule(
    "6.12",
    _(
        "A hand that wins at once is paid as if nobody else had played a card; one that loses at once pays "
        "each of the others as much."
    ),
    (COLLECTION, SITE),
    scoring=True,
)

# 7 Helping out and forgetting ------------------------------------------------

ASSISTANCE = Rule(
    "7.1",
    _(
        "Whoever let another player out on a single card, and could have stopped it, carries what all "
        "the losers lose. What counts: {assist_scope}. Who can be blamed: {assist_who}."
    ),
    (COLLECTION, POKER_FLUSH, YAWNOC),
    played_if="assist_penalty=pays_all",
    scoring=True,
)
LAST_CARD = Rule(
    "7.2",
    _(
        "Whoever has one card left must call “last card”. Whoever wins without having called carries "
        "what everybody loses, and the others score zero."
    ),
    (COLLECTION, YAWNOC),
    played_if="last_card_call=required",
    scoring=True,
)

# 8 End of the match ----------------------------------------------------------

TARGET = Rule(
    "8.1",
    _("The match goes on {target}."),
    (SITE, TRANTOR),
    wordings={
        "target": {
            "none": _("for as long as you like"),
            "points:1": _("to one point"),
            "points": _("to {n} points"),
            "deals:1": _("for one deal"),
            "deals": _("for {n} deals"),
        },
    },
)
REACHED = Rule(
    "8.2",
    _("When a total has reached the target the match is over and the best total wins."),
    (TRANTOR,),
    played_if="target=points",
    scoring=True,
)
PLAYED = Rule(
    "8.3",
    "{target}",
    (SITE,),
    played_if="target=deals",
    scoring=True,
    wordings={
        "target": {
            "deals:1": _("After one deal the best total wins."),
            "any": _("After {n} deals the best total wins."),
        },
    },
)
SHARED = Rule("8.4", _("A tie for the best total is shared."), (SITE,), scoring=True)
MOST_FIRSTS = Rule(
    "8.5",
    _("Played for places: the most firsts win; if those are equal, the most seconds, and so on."),
    (SITE,),
    played_if="payment=placings,president=on",
    scoring=True,
)

# 9 Pairs ---------------------------------------------------------------------

PARTNERS = Rule(
    "9.1",
    _("Partners sit opposite each other and may not signal."),
    (COLLECTION,),
    played_if="team_play=pairs",
)
PAIR_COUNT = Rule(
    "9.2",
    _(
        "When somebody goes out each pair adds up its cards. Fewer cards win, even against the pair of the "
        "one who went out."
    ),
    (COLLECTION,),
    played_if="team_play=pairs",
    scoring=True,
)
SHOOT_OUT = Rule(
    "9.3",
    _("A tie goes to a shoot-out: five cards each, and the lowest card leads. A tied shoot-out is repeated."),
    (COLLECTION,),
    played_if="team_play=pairs",
    scoring=True,
)
PAIR_PAYS = Rule(
    "9.4",
    _("The losing pair pays the winning pair what its two players are left with."),
    (SITE,),
    played_if="team_play=pairs",
    scoring=True,
)

# 10 President ----------------------------------------------------------------

ROLES = Rule(
    "10.1",
    _("By their places players become President, Vice-President, Vice-Scum and Scum for the next deal."),
    (COLLECTION,),
    played_if="president=on",
    scoring=True,
)
FOLLOWING = Rule(
    "10.2",
    _(
        "When somebody goes out the others may still beat that last play; if nobody does, the next player "
        "leads."
    ),
    (COLLECTION,),
    played_if="president=on",
)
EXCHANGE = Rule(
    "10.3",
    _(
        "From the second deal on the Scum gives the President the two highest cards, and the "
        "Vice-Scum gives the Vice-President the highest one."
    ),
    (COLLECTION,),
    played_if="president=on",
)
RETURNS = Rule(
    "10.4",
    _("The President gives back {president_returns}, the Vice-President the lowest one."),
    (COLLECTION,),
    played_if="president=on",
)
PENNING = Rule(
    "10.5",
    _(
        "In Hawaii (penning), once the first is out, the one with the lowest card leads for second and "
        "third place; the source is unclear, so ask the table."
    ),
    (COLLECTION,),
    played_if="president=on",
)

IRREGULARITIES = (
    Irregularity(IrregularityKind.CARDS, _("The wrong cards were given"), (EXCHANGE, RETURNS)),
    Irregularity(IrregularityKind.EXPOSED, _("Partners signalled what they hold"), (PARTNERS,)),
    Irregularity(IrregularityKind.REVOKE, _("Somebody let the winner out"), (ASSISTANCE,)),
    Irregularity(IrregularityKind.CLAIM, _("Somebody forgot to call “last card”"), (LAST_CARD,)),
)
