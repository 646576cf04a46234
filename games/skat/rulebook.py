"""The rules of Skat, in reading order, each with its sources."""

from games.engine import SITE, Irregularity, IrregularityKind, Rule, Source, _


def isko(article: str) -> Source:
    """Return an article of the International Skat Order: ``isko("3.2.9")``."""
    return Source(f"ISkO {article}", _("International Skat Order"))


def court(case: str) -> Source:
    """Return a case of the Skat court by its number: ``court("61")``."""
    return Source(f"Skat court {case}", _("Decisions of the Skat court, as collected by a Skat club"))


ISKO = Source("ISkO", _("International Skat Order"))
SKWO = Source("SkWO", _("Skat tournament order"), name=_("Skat tournament order"))
DIGEST = Source(
    "HTW",
    _("A university sports club's digest of the tournament rules"),
    name=_("A university club's digest"),
)
PREISSKAT = Source(
    "Preisskat", _("A site that settles disputes of prize Skat"), name=_("A site on prize Skat")
)
SKATBLOG = Source("Skatblog", _("A blog on cases in tournament Skat"), name=_("A Skat blog"))
WIKIPEDIA = Source("Wikipedia", _("Wikipedia: Skat, and the scoring of Skat"))
JSKAT = Source(
    "JSkat", _("JSkat, an open Skat program: its code and its bug reports"), name=_("The program JSkat")
)
XSKAT = Source("XSkat", _("XSkat, an open Skat program: its bug reports"), name=_("The program XSkat"))
SKATY = Source("skaty", _("skaty, a published program that scores Skat"), name=_("The program skaty"))
RASCHE = Source("Rasche", _("The manual of a Skat program"), name=_("A Skat program's manual"))
KNEIPENSKAT = Source("Kneipenskat", _("A blog on pub Skat"), name=_("A blog on pub Skat"))
GAMEDUELL = Source("Gameduell", _("The pub rules of an online card room"), name=_("An online card room"))
SKATSPIELEN = Source("skatspielen", _("A page on the variants of Skat"), name=_("A page on Skat variants"))
REISIEK = Source(
    "Kölln-Reisiek", _("The rules of one village's Skat evening"), name=_("A village's Skat evening")
)
CONGRESS = Source(
    "37C3", _("The rules of a congress's first Skat tournament"), name=_("A congress's Skat tournament")
)
NEWSPAPER = Source("MZ", _("A newspaper's report from the Skat court"), name=_("A newspaper report"))
SHORT_RULES = Source("short rules", _("A page of short card-game rules"), name=_("A page of short rules"))

SECTIONS = {
    "1": _("Cards, seats and the deal"),
    "2": _("The bidding"),
    "3": _("Naming the game"),
    "4": _("The play"),
    "5": _("Winning"),
    "6": _("What a game is worth"),
    "7": _("The list"),
    "8": _("Doubling"),
    "9": _("Ramsch"),
    "10": _("Settling up"),
}

PACK = Rule(
    "1.1",
    _(
        "Thirty-two cards, 7 to ace in four suits. Aces count 11, tens 10, kings 4, queens 3,"
        " jacks 2, the rest 0: 120 in all."
    ),
    (ISKO, SHORT_RULES),
)
SEATS = Rule(
    "1.2",
    _(
        "Three play: forehand on the dealer's left leads, then middlehand, then rearhand. Where"
        " four sit at the table, the dealer sits this deal out."
    ),
    (ISKO,),
)
DEALING = Rule(
    "1.3",
    _("Three cards to each, two to the skat, then four to each, then three. The deal passes to the left."),
    (ISKO, SHORT_RULES),
)
ALONE = Rule("1.4", _("One, the declarer, plays against the other two."), (ISKO, SHORT_RULES))
WRONG_SKAT = Rule(
    "1.5",
    _(
        "If the skat has three cards and a defender is one short, a declarer who holds ten cards wins the"
        " game; the extra card does not touch the matadors."
    ),
    (isko("3.2.9"), SKATBLOG),
)

SPEAKING = Rule(
    "2.1",
    _(
        "Middlehand bids to forehand until one of them passes; rearhand then bids to the one who"
        " is left. The last number named or held is the bid, and whoever is left with it plays"
        " alone."
    ),
    (ISKO, SHORT_RULES),
)
LADDER = Rule(
    "2.2",
    _(
        "Only numbers that some game can be worth may be bid, from 18 up: 63 of them. Numbers may"
        " be jumped over."
    ),
    (isko("3.3.2"), JSKAT),
)
HOLDING = Rule(
    "2.3",
    _("Whoever is asked holds the same number or passes; whoever asks must name a higher number or pass."),
    (ISKO,),
)
FOREHAND = Rule("2.4", _("Where the other two pass without a bid, forehand may play at 18 or pass."), (ISKO,))
ALL_PASS = Rule(
    "2.5",
    "{all_pass}",
    (isko("3.2.16"), RASCHE),
    scoring=True,
    wordings={
        "all_pass": {
            "pass_in": _(
                "When all three pass, the deal is passed in: it scores zero and counts as a deal of the list."
            ),
            "ramsch": _("When all three pass, a Ramsch is played."),
            "redeal": _("When all three pass, the same dealer deals again and nothing is written."),
        },
    },
)
SKAT_SEEN = Rule(
    "2.6",
    _(
        "Whoever sees the skat before the bidding is over is out of it. The other two may bid afresh,"
        " except one who had passed already without a bid."
    ),
    (isko("3.3.9"), court("61")),
)

SKAT = Rule(
    "3.1",
    _(
        "The declarer takes up the skat, lays two cards away and names the game; or leaves it and"
        " says hand. The skat is the declarer's either way: its points and its jacks count."
    ),
    (ISKO, SHORT_RULES),
)
GAMES = Rule(
    "3.2",
    _(
        "The games: diamonds, hearts, spades, clubs, with that suit and the jacks as trumps;"
        " grand, with the jacks alone; null and open null, without trumps and without taking a"
        " trick."
    ),
    (ISKO, SHORT_RULES),
)
MUST_BE_SAID = Rule(
    "3.3",
    _("Hand and ouvert count only if they were said. Leaving the skat where it lies says nothing."),
    (court("2"),),
)
ANNOUNCING = Rule(
    "3.4",
    _("Schneider and schwarz can be announced only in a hand game, before the first card."),
    (isko("5.2.5"),),
)
OUVERT = Rule(
    "3.5",
    _(
        "A suit game or grand played open promises every trick, as if schwarz had been announced. "
        "{suit_ouvert_requires_hand}"
    ),
    (isko("5.2.6"),),
    wordings={
        "suit_ouvert_requires_hand": {
            "yes": _("It must be a hand game."),
            "no": _("It need not be a hand game."),
        },
    },
)
BINDING = Rule(
    "3.6",
    _(
        "What was announced is final, in joke or in earnest. Game and announcement cannot be"
        " changed afterwards."
    ),
    (NEWSPAPER,),
)
BID_IN_REACH = Rule(
    "3.7",
    _(
        "The game named must be able to reach the bid. A plain diamonds game with one matador reaches"
        " at most 4 × 9 = 36, so on a bid of 45 something else must be named."
    ),
    (PREISSKAT,),
)
LAYING_AWAY = Rule(
    "3.8",
    _(
        "A declarer who has not laid away exactly two cards has lost. One local rule sheet adds that the"
        " game is lost as schwarz."
    ),
    (REISIEK, SITE),
)

TRUMPS = Rule(
    "4.1",
    _(
        "Trumps in a suit game: the jacks of clubs, spades, hearts and diamonds, then ace, ten,"
        " king, queen, 9, 8, 7 of the suit. In grand the four jacks."
    ),
    (ISKO, SHORT_RULES),
)
PLAIN = Rule("4.2", _("Other suits rank ace, ten, king, queen, 9, 8, 7."), (ISKO, SHORT_RULES))
NULL_ORDER = Rule(
    "4.3",
    _("In null every suit ranks ace, king, queen, jack, ten, 9, 8, 7, and there are no trumps."),
    (ISKO,),
)
FOLLOWING = Rule(
    "4.4",
    _(
        "Follow what was led, if you can: trump if a trump was led, else that suit. Except in"
        " null a jack is a trump and never a card of the suit printed on it. Nobody must beat or"
        " trump."
    ),
    (ISKO,),
)
TRICK = Rule(
    "4.5",
    _("The highest trump takes the trick, or else the highest card of the suit led. The winner leads."),
    (ISKO,),
)
LEAFING = Rule(
    "4.6",
    _(
        "Only the last trick may be looked at again. Whoever leafs through older ones has lost, if"
        " nothing is decided yet."
    ),
    (isko("4.4.6"), court("1")),
)
REVOKE = Rule(
    "4.7",
    _(
        "When a revoke is found the deal stops. If the game was undecided, the side that revoked loses,"
        " at the simple step (without schneider or schwarz); a game already decided stands."
    ),
    (isko("4.2.3"), isko("4.1.3"), isko("4.1.4")),
)
NEEDED_STEP = Rule(
    "4.8",
    _(
        "If a defender revokes while the declarer needs schneider or schwarz to cover the bid,"
        " that step is granted as long as it could still be reached."
    ),
    (isko("4.1.5"), SKATBLOG),
)
CLAIM = Rule(
    "4.9",
    _(
        "A declarer who lays the cards open without a word claims every trick left. If even one"
        " of them would be lost, all of them go to the other side."
    ),
    (isko("4.3.4"), court("31"), PREISSKAT),
)
DEFENDER_CLAIM = Rule(
    "4.10",
    _(
        "A defender who lays the cards open for one trick is right only if that trick alone"
        " settles the deal, without help from the partner's cards."
    ),
    (court("91"),),
)

SIXTY_ONE = Rule(
    "5.1",
    _("The declarer wins with 61 card points or more, the skat counted. 60 to 60 is lost."),
    (ISKO, SHORT_RULES),
    scoring=True,
)
PROMISED = Rule(
    "5.2",
    _("Schneider announced needs 90 card points; schwarz announced, or an open game, needs all ten tricks."),
    (isko("5.2.5"), isko("5.2.6"), XSKAT),
)
NULL_WON = Rule("5.3", _("Null is won without a single trick."), (ISKO, SHORT_RULES), scoring=True)
WORTH_THE_BID = Rule(
    "5.4",
    _("The game must also be worth the bid, or it is lost whatever was taken."),
    (isko("5.4"), SHORT_RULES),
)

MATADORS = Rule(
    "6.1",
    _(
        "Matadors: the unbroken run of trumps, from the jack of clubs downwards, that hand and skat"
        " together hold (with) or lack (without). With and without are worth the same; at"
        " most 4 in grand, 11 in a suit."
    ),
    (ISKO, isko("5.4.2"), XSKAT),
)
VALUE = Rule(
    "6.2",
    _(
        "Matadors, and one for the game, and one for each of hand, schneider, schwarz, their"
        " announcements and ouvert, times the base: diamonds 9, hearts 10, spades 11, clubs 12,"
        " grand {grand_base}."
    ),
    (ISKO, WIKIPEDIA),
    scoring=True,
)
SCHNEIDER = Rule(
    "6.3", _("Schneider counts if either side has 30 card points or fewer."), (ISKO,), scoring=True
)
SCHWARZ = Rule(
    "6.4",
    _("Schwarz counts if either side has no trick. A trick worth nothing is a trick."),
    (isko("5.2.4"), JSKAT),
    scoring=True,
)
MISSED = Rule(
    "6.5",
    _("{failed_announcement} No step counts twice."),
    (isko("5.2.5"), PREISSKAT),
    scoring=True,
    wordings={
        "failed_announcement": {
            "charge_announced": _("If an announcement was missed, every step announced is charged."),
            "charge_reached": _("If an announcement was missed, only the steps reached are charged."),
        },
    },
)
NULL_VALUE = Rule(
    "6.6", _("Null 23, null hand 35, open null 46, open null hand 59."), (ISKO, WIKIPEDIA), scoring=True
)
WON = Rule("6.7", _("A game won scores its value."), (ISKO,), scoring=True)
LOST = Rule("6.8", _("A game lost costs twice its value."), (ISKO, WIKIPEDIA), scoring=True)
HAND_LOST = Rule(
    "6.9",
    "{loss_factor_hand}",
    (WIKIPEDIA, PREISSKAT),
    scoring=True,
    wordings={
        "loss_factor_hand": {
            "1": _("A lost hand game costs its value once."),
            "any": _("A lost hand game costs {loss_factor_hand} times its value."),
        },
    },
)
OVERBID = Rule(
    "6.10",
    _("A game worth less than the bid is lost, at the smallest multiple of its base that reaches the bid."),
    (isko("5.4"), JSKAT, court("2")),
    scoring=True,
)
NULL_OVERBID = Rule(
    "6.11",
    "{null_overbid}",
    (PREISSKAT, SKATY, JSKAT),
    scoring=True,
    wordings={
        "null_overbid": {
            "reject": _("A null game worth less than the bid may not be announced."),
            "next_null": _(
                "A null game worth less than the bid is lost as the next null game that reaches the bid."
            ),
            "own_value": _("A null game worth less than the bid is lost at its own value."),
            "multiple_of_23": _("A null game worth less than the bid is lost at the next multiple of 23."),
        },
    },
)

LIST = Rule(
    "7.1",
    _("{list_deals} The highest total wins it."),
    (RASCHE, SKWO),
    scoring=True,
    wordings={
        "list_deals": {
            "none": _("A list has the usual number of deals, 36 with three players and 48 with four."),
            "1": _("A list has one deal."),
            "any": _("A list has {list_deals} deals."),
        },
    },
)
SEEGER = Rule(
    "7.2",
    _("In Seeger-Fabian scoring a declarer gets 50 extra for a game won and loses 50 extra for a game lost."),
    (SKWO, WIKIPEDIA),
    played_if="scoring=seeger_fabian",
    scoring=True,
)
DEFENDERS_SHARE = Rule(
    "7.3",
    _("A lost game gives each of the others 40 at a table of three, 30 at a table of four."),
    (SKWO, WIKIPEDIA),
    played_if="scoring=seeger_fabian",
    scoring=True,
)
SITTING_OUT = Rule(
    "7.4",
    "{dealer_gets_defender_points}",
    (SKWO,),
    played_if="scoring=seeger_fabian",
    scoring=True,
    wordings={
        "dealer_gets_defender_points": {
            "yes": _("At a table of four, the dealer who sits out also gets points for a lost game."),
            "no": _("At a table of four, the dealer who sits out gets nothing for a lost game."),
        },
    },
)
TIED = Rule(
    "7.5",
    _(
        "If players are tied, whoever won more games ranks first, then whoever lost fewer; then lots are"
        " drawn."
    ),
    (DIGEST, SKWO),
    scoring=True,
)

KONTRA = Rule(
    "8.1",
    _(
        "A defender may say Kontra before playing a card, and the game counts double. In an open"
        " game it must be said before the cards are shown."
    ),
    (KNEIPENSKAT, GAMEDUELL),
    played_if="kontra",
    scoring=True,
)
KONTRA_BID = Rule(
    "8.2",
    "{kontra_needs_bid}",
    (KNEIPENSKAT, GAMEDUELL),
    played_if="kontra",
    wordings={
        "kontra_needs_bid": {
            "yes": _("Only a defender who bid or held at least 18 may say Kontra."),
            "no": _("Any defender may say Kontra, whatever they bid."),
        },
    },
)
RE = Rule(
    "8.3",
    _("The declarer may answer at once with Re, and the game doubles again."),
    (KNEIPENSKAT, GAMEDUELL),
    played_if="re",
    scoring=True,
)
RE_NULL = Rule(
    "8.4",
    "{re_on_null}",
    (KNEIPENSKAT,),
    played_if="re",
    wordings={
        "re_on_null": {
            "yes": _("Re may be said in null and null hand too."),
            "no": _("Re may not be said in null and null hand."),
        },
    },
)
BOCK = Rule(
    "8.5",
    _("After certain games a round of Bock follows, in which every deal counts double."),
    (SKATSPIELEN, GAMEDUELL),
    played_if="bock",
    scoring=True,
)
BOCK_AGAIN = Rule(
    "8.6",
    _("A deal that calls for Bock during a round of Bock adds another round at its end."),
    (SITE,),
    played_if="bock",
)
BOCK_OPENING = Rule(
    "8.7",
    "{bock_opening}",
    (SKATSPIELEN,),
    played_if="bock",
    wordings={
        "bock_opening": {
            "yes": _("The deal that opens the Bock is itself doubled, as the first of the round."),
            "no": _("The deal that opens the Bock is not itself doubled."),
        },
    },
)

RAMSCH = Rule(
    "9.1",
    _(
        "In a Ramsch the jacks are trumps and everyone plays alone to take little. Whoever has the most"
        " card points loses. The skat goes to {ramsch_skat_to}."
    ),
    (RASCHE, KNEIPENSKAT, SKATSPIELEN),
    played_if="all_pass=ramsch",
    scoring=True,
)
VIRGIN = Rule(
    "9.2",
    "{ramsch_virgin_doubles}",
    (RASCHE, KNEIPENSKAT, SKATSPIELEN),
    played_if="all_pass=ramsch",
    scoring=True,
    wordings={
        "ramsch_virgin_doubles": {
            "yes": _("If one player takes no trick at all, the loser's points count double."),
            "no": _("The points do not count double if one player takes no trick at all."),
        },
    },
)
MARCH = Rule(
    "9.3",
    _("Whoever takes every trick scores {ramsch_durchmarsch} instead of losing."),
    (RASCHE, KNEIPENSKAT, SKATSPIELEN),
    played_if="all_pass=ramsch",
    scoring=True,
)
RAMSCH_TIE = Rule(
    "9.4",
    _("If two have the most, {ramsch_tie}."),
    (RASCHE, JSKAT, SKATSPIELEN),
    played_if="all_pass=ramsch",
    scoring=True,
)
PUSHING = Rule(
    "9.5",
    _(
        "In a pushing Ramsch the skat goes from forehand to middlehand to rearhand, and each may "
        "exchange two cards. Whoever passes the skat on unseen doubles the loss."
    ),
    (JSKAT, SKATSPIELEN),
    played_if="all_pass=ramsch ramsch_push_doubles",
    scoring=True,
)
FIXED = Rule(
    "9.6",
    _("At fixed stakes the loser loses 10, or 15 if one player took no trick, or 20 if two took none."),
    (SKATSPIELEN,),
    played_if="all_pass=ramsch ramsch_stake=fixed",
    scoring=True,
)
WINNER_RAMSCH = Rule(
    "9.7",
    _(
        "Some play the Ramsch for its winner: a player who alone has the fewest card points scores 23, and"
        " two who are tied for the fewest score 37 each. Some let a grand hand be offered first. Neither is"
        " scored here."
    ),
    (CONGRESS, SITE),
    played_if="all_pass=ramsch",
)

PAIRWISE = Rule(
    "10.1",
    _(
        "At the end each player settles the difference of their totals with each of the others. Together"
        " that is a player's own total times the number of players, less the sum of all totals."
    ),
    (SKATSPIELEN,),
    played_if="settlement=pairwise",
    scoring=True,
)
TO_EACH = Rule(
    "10.2",
    _(
        "After every deal, each of the others pays a player the points that the player scored, and a player"
        " who lost points pays them to each of the others."
    ),
    (SKATSPIELEN, SITE),
    played_if="settlement=to_each",
    scoring=True,
)

IRREGULARITIES = (
    Irregularity(IrregularityKind.MISDEAL, _("The skat has three cards"), (WRONG_SKAT,)),
    Irregularity(IrregularityKind.CARDS, _("The wrong number of cards was laid away"), (LAYING_AWAY,)),
    Irregularity(
        IrregularityKind.EXPOSED, _("Somebody looked at the skat or at older tricks"), (SKAT_SEEN, LEAFING)
    ),
    Irregularity(IrregularityKind.REVOKE, _("Somebody revoked"), (REVOKE, NEEDED_STEP)),
    Irregularity(
        IrregularityKind.CLAIM,
        _("Someone made a false claim"),
        (BINDING, CLAIM, DEFENDER_CLAIM, MISSED),
    ),
)
