"""The questions for the referee at a Skat table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from games.engine import (
    Ask,
    Card,
    Cards,
    Cite,
    IrregularityKind,
    NoFacts,
    Question,
    Ruling,
    Seat,
    Sheet,
    _,
    cite,
    record_fields,
    ruling,
    trick_judge,
)

from . import referee_irregularities as irregularities
from . import rulebook as rule
from .cards import PACK, AnyGame, follows, matadors, suit_in_play, winning_card
from .checks import check
from .game_value import (
    NEEDED,
    NULL_VALUE,
    Announced,
    NullGame,
    Trumps,
    base_value,
    covering_multiple,
    highest_value,
    most_matadors,
    null_charge,
)
from .hands import (
    AskAnnounced,
    AskBid,
    AskHand,
    AskMatadors,
    AskPoints,
    AskSchneider,
    AskTricks,
    AskTrumps,
    AskWithout,
    AskWon,
    Tricks,
    TrumpGame,
    announcement_missed,
    game_value,
    is_schneider,
    is_schwarz,
    took_enough,
)
from .house import FailedAnnouncement, House, NullOverbid
from .judging import AUCTION_JUDGE, WholeTrick, on_whole_trick
from .scoring import HAND_GAMES, LOSS_FACTOR, declarer_score, is_won

NO_CARDS = Cards()


def _pack(sheet: Any) -> Iterable[Card]:
    return PACK


# The value of a game, and the winner -----------------------------------------


@dataclass(frozen=True)
class PlayedGame:
    """A suit game or grand after the play. It does not matter who the declarer is."""

    game: AskTrumps
    matadors: AskMatadors
    points: AskPoints
    without: AskWithout = False
    hand: AskHand = False
    announced: AskAnnounced = Announced.NOTHING
    tricks: AskTricks = Tricks.SOME
    won: AskWon = None
    schneider: AskSchneider = False
    bid: AskBid = None


def _hand_of(facts: PlayedGame) -> TrumpGame:
    return TrumpGame(
        Seat(0), **{question.name: getattr(facts, question.name) for question in record_fields(PlayedGame)}
    )


def _impossible(hand: TrumpGame, sheet: Sheet[House]) -> Ruling | None:
    """Return a ruling that these facts are impossible; None if they are possible."""
    problems = tuple(check(hand, sheet))
    if not problems:
        return None
    return ruling("impossible", *(Cite(problem.rule or rule.GAMES, problem.words) for problem in problems))


def on_score(facts: PlayedGame, sheet: Sheet[House]) -> Ruling:
    hand = _hand_of(facts)
    if impossible := _impossible(hand, sheet):
        return impossible
    value = game_value(hand, sheet.house)
    points, (_value_reason, *other_reasons) = declarer_score(hand, sheet)
    words = _("The declarer scores {points}: {value}")
    return ruling(points, cite(rule.VALUE, words, points=points, value=value.words), *other_reasons)


@dataclass(frozen=True)
class GameSteps:
    """A suit game or grand and the steps that raise its value, but not the card points."""

    game: AskTrumps
    matadors: AskMatadors
    without: AskWithout = False
    hand: AskHand = False
    announced: AskAnnounced = Announced.NOTHING
    schneider: Annotated[bool, Ask(_("Schneider"), rule=rule.SCHNEIDER)] = False
    schwarz: Annotated[bool, Ask(_("Schwarz"), rule=rule.SCHWARZ)] = False
    bid: Annotated[int | None, Ask(_("Bid"), least=18, most=264, rule=rule.OVERBID)] = None


def known_steps(sheet: Sheet[House]) -> dict[str, bool]:
    """Return the facts ``schneider`` and ``schwarz`` of the last deal, from its card points and tricks."""
    last = sheet.last_hand
    if not isinstance(last, TrumpGame):
        return {}
    return {"schneider": is_schneider(last), "schwarz": is_schwarz(last)}


def on_value(facts: GameSteps, sheet: Sheet[House]) -> Ruling:
    hand = TrumpGame(
        Seat(0),
        facts.game,
        facts.matadors,
        None,
        without=facts.without,
        hand=facts.hand,
        announced=facts.announced,
        tricks=Tricks.ALL if facts.schwarz else Tricks.SOME,
        won=True,
        schneider=facts.schneider,
        bid=facts.bid,
    )
    if impossible := _impossible(hand, sheet):
        return impossible
    value = game_value(hand, sheet.house)
    because = [cite(rule.VALUE, _("{game}, {value}"), game=facts.game, value=value.words)]
    if value.overbid:
        words = _("That does not reach the bid of {bid}: the game is lost as {charged}")
        because.append(cite(rule.OVERBID, words, bid=facts.bid, charged=value.charged))
    return ruling(value.value, *because)


def on_won(facts: PlayedGame, sheet: Sheet[House]) -> Ruling:
    hand = _hand_of(facts)
    if impossible := _impossible(hand, sheet):
        return impossible
    _points, because = declarer_score(hand, sheet)
    if is_won(hand, sheet.house):
        return ruling("declarer", cite(rule.SIXTY_ONE, _("The declarer has won")), *because)
    if took_enough(hand):
        words = _("The defenders have won: the declarer took enough, but the game is not worth the bid")
        return ruling("defenders", cite(rule.WORTH_THE_BID, words), *because)
    missed_rule = rule.PROMISED if announcement_missed(hand) else rule.SIXTY_ONE
    return ruling("defenders", cite(missed_rule, _("The defenders have won")), *because)


@dataclass(frozen=True)
class PlayedNull:
    """A null game after the play, and the bid."""

    game: Annotated[NullGame, Ask(_("Which null?"), rule=rule.NULL_VALUE)]
    won: Annotated[bool, Ask(_("Did the declarer win?"), rule=rule.NULL_WON)] = True
    bid: Annotated[int | None, Ask(_("Bid"), least=18, most=264, rule=rule.NULL_OVERBID)] = None


def on_null_value(facts: PlayedNull, sheet: Sheet[House]) -> Ruling:
    value = NULL_VALUE[facts.game]
    charged = null_charge(facts.game, facts.bid, sheet.house)
    if charged is None:
        words = _("{game} is worth {value}: it does not reach {bid} and has to be refused")
        return ruling("illegal", cite(rule.NULL_OVERBID, words, game=facts.game, value=value, bid=facts.bid))
    overbid = facts.bid is not None and facts.bid > value
    if facts.won and not overbid:
        return ruling(value, cite(rule.NULL_WON, _("{game} won: {value}"), game=facts.game, value=value))
    loss_factor = sheet.house.loss_factor_hand if facts.game in HAND_GAMES else LOSS_FACTOR
    words = _("{game} lost: {times} × {charged} off")
    loss_reason = cite(rule.LOST, words, game=facts.game, times=loss_factor, charged=charged)
    overbid_reason = cite(
        rule.NULL_OVERBID, _("It is worth {value}, and the bid was {bid}"), value=value, bid=facts.bid
    )
    return Ruling(-loss_factor * charged, (loss_reason, overbid_reason) if overbid else (loss_reason,))


@dataclass(frozen=True)
class OpenGame:
    """An open game in which the declarer lost a trick."""

    game: AskTrumps
    matadors: AskMatadors
    # 106 card points: as in the XSkat case that quotations.py reports for rule.PROMISED.
    points: Annotated[int, Ask(_("Declarer's card points"), most=120, rule=rule.SIXTY_ONE)] = 106


def on_open_trick_lost(facts: OpenGame, sheet: Sheet[House]) -> Ruling:
    hand = TrumpGame(Seat(0), facts.game, facts.matadors, facts.points, hand=True, announced=Announced.OUVERT)
    if impossible := _impossible(hand, sheet):
        return impossible
    points, because = declarer_score(hand, sheet)
    words = _("Lost: an open game needs every trick, whatever the card points; the declarer scores {points}")
    return ruling("lost", cite(rule.PROMISED, words, points=points), *because)


def on_missed_announcement(facts: PlayedGame, sheet: Sheet[House]) -> Ruling:
    hand = _hand_of(facts)
    if impossible := _impossible(hand, sheet):
        return impossible
    if not announcement_missed(hand):
        return ruling("kept", cite(rule.PROMISED, _("No announcement was missed")))
    points, because = declarer_score(hand, sheet)
    words = (
        _("Lost, and every step announced is charged: {points}")
        if sheet.house.failed_announcement is FailedAnnouncement.CHARGE_ANNOUNCED
        else _("Lost, and only the steps reached are charged: {points}")
    )
    return ruling(points, cite(rule.MISSED, words, points=points), *because)


def on_sixty(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return ruling("lost", cite(rule.SIXTY_ONE, _("60 to 60 is lost: the declarer needs {n}"), n=NEEDED))


# Announcing ------------------------------------------------------------------


@dataclass(frozen=True)
class Announcement:
    """The game the declarer wants to announce, and the bid."""

    game: Annotated[AnyGame, Ask(_("Game"), rule=rule.GAMES)]
    bid: Annotated[int, Ask(_("Bid"), least=18, most=264, rule=rule.BID_IN_REACH)]
    matadors: AskMatadors = 1
    hand: AskHand = False
    announced: Annotated[Announced, Ask(_("Announced"), rule=rule.ANNOUNCING)] = Announced.NOTHING


def on_announcement(facts: Announcement, sheet: Sheet[House]) -> Ruling:
    trumps, house = facts.game.trumps, sheet.house
    if trumps is None:
        return _null_announcement(facts, sheet)
    if facts.matadors > (most := most_matadors(trumps)):
        words = _("{game} has {n} matadors at most")
        return ruling("impossible", cite(rule.MATADORS, words, game=facts.game, n=most))
    if facts.announced is not Announced.NOTHING and not facts.hand:
        if facts.announced is not Announced.OUVERT:
            words = _("No: {announced} can be announced only in a hand game")
            return ruling("illegal", cite(rule.ANNOUNCING, words, announced=facts.announced))
        if house.suit_ouvert_requires_hand:
            return ruling("illegal", cite(rule.OUVERT, _("No: only a hand game can be played open here")))
    highest = highest_value(trumps, facts.matadors, facts.hand, facts.announced, house)
    if highest < facts.bid:
        words = _("No: {game} with or without {n} can reach {most} at most, not {bid}; name another game")
        return ruling(
            "illegal",
            cite(rule.BID_IN_REACH, words, game=facts.game, n=facts.matadors, most=highest, bid=facts.bid),
            _cite_overbid_cost(facts, trumps, house),
        )
    words = _("Yes: with all its steps the game can reach {most}, and the bid is {bid}")
    return ruling("legal", cite(rule.BID_IN_REACH, words, most=highest, bid=facts.bid))


def _cite_overbid_cost(facts: Announcement, trumps: Trumps, house: House) -> Cite:
    """Cite the cost of a game that was played although it cannot reach the bid (ISkO 5.4)."""
    charged = covering_multiple(facts.bid, base_value(trumps, house))
    loss_factor = house.loss_factor_hand if facts.hand else LOSS_FACTOR
    words = _("If it was played all the same, it is overbid and lost: {times} × {charged}, which is {points}")
    return cite(rule.OVERBID, words, times=loss_factor, charged=charged, points=-loss_factor * charged)


def _null_announcement(facts: Announcement, sheet: Sheet[House]) -> Ruling:
    if facts.announced in (Announced.SCHNEIDER, Announced.SCHWARZ):
        return ruling("illegal", cite(rule.GAMES, _("No: there is no schneider or schwarz in null")))
    game = {
        (False, False): NullGame.NULL,
        (True, False): NullGame.NULL_HAND,
        (False, True): NullGame.NULL_OUVERT,
        (True, True): NullGame.NULL_OUVERT_HAND,
    }[facts.hand, facts.announced is Announced.OUVERT]
    value = NULL_VALUE[game]
    if facts.bid > value:
        words = _("No: {game} is worth {value}, and the bid is {bid}; the others must refuse it")
        because = [cite(rule.BID_IN_REACH, words, game=game, value=value, bid=facts.bid)]
        if sheet.house.null_overbid is not NullOverbid.REJECT:
            words = _("If it was played all the same: {null_overbid}")
            because.append(cite(rule.NULL_OVERBID, words, null_overbid=sheet.house.null_overbid))
        return ruling("illegal", *because)
    words = _("Yes: {game} is worth {value}, and the bid is {bid}")
    return ruling("legal", cite(rule.NULL_VALUE, words, game=game, value=value, bid=facts.bid))


# Cards -----------------------------------------------------------------------


@dataclass(frozen=True)
class HeldCards:
    """The cards of the declarer's hand and the skat."""

    cards: Annotated[
        Cards,
        Ask(_("The declarer's cards, the skat among them"), most=12, available=_pack, rule=rule.MATADORS),
    ]
    game: AskTrumps


def _matador_run(hand: Cards, game: Trumps) -> tuple[str, Cite]:
    count, without = matadors(hand, game)
    words = _("Without {n}") if without else _("With {n}")
    return f"{'without' if without else 'with'} {count}", cite(rule.MATADORS, words, n=count)


def on_matadors(facts: HeldCards, sheet: Sheet[House]) -> Ruling:
    verdict, reason = _matador_run(facts.cards, facts.game)
    return ruling(
        verdict, reason, cite(rule.TRUMPS, _("{game}: counted down from the jack of clubs"), game=facts.game)
    )


@dataclass(frozen=True)
class SkatCards:
    """The declarer's cards, the skat and the game, whose value a jack in the skat may change."""

    cards: Annotated[Cards, Ask(_("The ten cards in hand"), most=10, available=_pack, rule=rule.MATADORS)]
    skat: Annotated[Cards, Ask(_("The skat"), most=2, available=_pack, rule=rule.SKAT)]
    game: AskTrumps
    hand: AskHand = True
    schneider: Annotated[bool, Ask(_("Was it schneider?"), rule=rule.SCHNEIDER)] = False
    bid: Annotated[int | None, Ask(_("Bid"), least=18, most=264, rule=rule.OVERBID)] = None


def on_skat_jack(facts: SkatCards, sheet: Sheet[House]) -> Ruling:
    count_in_hand, _without = matadors(facts.cards, facts.game)
    count, without = matadors(Cards([*facts.cards, *facts.skat]), facts.game)
    hand = TrumpGame(
        Seat(0),
        facts.game,
        count,
        None,
        without=without,
        hand=facts.hand,
        won=True,
        schneider=facts.schneider,
        bid=facts.bid,
    )
    value = game_value(hand, sheet.house)
    _verdict, matador_reason = _matador_run(Cards([*facts.cards, *facts.skat]), facts.game)
    because = [
        cite(rule.SKAT, _("Yes, the skat counts: the game is worth {value}"), value=value.words),
        matador_reason,
        cite(rule.MATADORS, _("In the hand alone the matadors were {n}"), n=count_in_hand),
    ]
    if value.overbid:
        words = _("That does not reach {bid}: overbid, and lost as {charged}")
        because.append(cite(rule.OVERBID, words, bid=facts.bid, charged=value.charged))
    return ruling("overbid" if value.overbid else "counts", *because)


@dataclass(frozen=True)
class TrickCards:
    """The cards of a trick, and the game."""

    game: Annotated[AnyGame, Ask(_("Game"), rule=rule.TRUMPS)]
    cards: Annotated[
        Cards, Ask(_("The trick, in the order played"), least=1, most=3, available=_pack, rule=rule.TRICK)
    ]


def on_trick(facts: TrickCards, sheet: Sheet[House]) -> Ruling:
    card = winning_card(facts.cards, facts.game)
    words = _("{card} takes the trick")
    return ruling(str(card), cite(rule.TRICK, words, card=card), _cite_ranking(facts.game))


def _cite_ranking(game: AnyGame) -> Cite:
    if game is AnyGame.NULL:
        return cite(rule.NULL_ORDER, _("In null the ten ranks below the jack, and nothing is trump"))
    return cite(rule.TRUMPS, _("{game}: the four jacks are the highest trumps"), game=game)


@dataclass(frozen=True)
class CardToFollow:
    """A card led, a card played to it, and the other cards in the same hand."""

    game: Annotated[AnyGame, Ask(_("Game"), rule=rule.TRUMPS)]
    led: Annotated[Cards, Ask(_("Card led"), least=1, most=1, available=_pack, rule=rule.FOLLOWING)]
    card: Annotated[Cards, Ask(_("Card played"), least=1, most=1, available=_pack, rule=rule.FOLLOWING)]
    holding: Annotated[
        Cards, Ask(_("The other cards in that hand"), most=9, available=_pack, rule=rule.FOLLOWING)
    ] = NO_CARDS


def on_follow(facts: CardToFollow, sheet: Sheet[House]) -> Ruling:
    (led,), (card,) = facts.led, facts.card
    if follows(card, led, facts.holding, facts.game):
        words = (
            _("Yes: {card} follows {led}")
            if suit_in_play(card, facts.game) == suit_in_play(led, facts.game)
            else _("Yes: nothing in that hand follows {led}, so {card} may be played")
        )
        return ruling("legal", cite(rule.FOLLOWING, words, card=card, led=led), _cite_ranking(facts.game))
    words = _("No: {card} does not follow {led}, and the hand could")
    return ruling("illegal", cite(rule.FOLLOWING, words, card=card, led=led), _cite_ranking(facts.game))


# The questions ---------------------------------------------------------------


QUESTIONS: dict[str, Question[House]] = {
    "value": Question(
        _("What is this game worth?"),
        on_value,
        GameSteps,
        _("value with without game hand schneider base"),
        known_facts=known_steps,
        not_from_hand=("schneider",),
    ),
    "score": Question(
        _("What does the declarer score?"),
        on_score,
        PlayedGame,
        _("score points won lost schneider matadors"),
    ),
    "won": Question(_("Who has won?"), on_won, PlayedGame, _("61 card points lost won bid")),
    "under_bid": Question(
        _("61 points, but the value is under the bid"), on_won, PlayedGame, _("overbid too high")
    ),
    "null_value": Question(
        _("What is this null worth?"),
        on_null_value,
        PlayedNull,
        _("null ouvert hand 23 35 46 59 after bidding 24"),
    ),
    "announcement": Question(
        _("Is this announcement legal for the bid?"), on_announcement, Announcement, _("name game reach bid")
    ),
    "matadors": Question(
        _("With or without how many?"), on_matadors, HeldCards, _("tops jacks matadors run")
    ),
    "skat_jack": Question(
        _("A jack lay in the skat: does it count?"),
        on_skat_jack,
        SkatCards,
        _("matadors jack of clubs in the skat hand game overbid better"),
        known_facts=known_steps,
        not_from_hand=("schneider",),
    ),
    "trick": Question(_("Which card takes the trick?"), on_trick, TrickCards, _("trump jack beats")),
    "follow": Question(
        _("May this card be played?"), on_follow, CardToFollow, _("follow suit jack lone revoke")
    ),
    "trick_judge": trick_judge(on_whole_trick, WholeTrick),
    "auction_judge": AUCTION_JUDGE,
    "silent_hand": Question(
        _("I left the skat lying: is it hand?"),
        irregularities.on_silent_hand,
        irregularities.SkatUntouched,
        _("hand said skat untouched"),
    ),
    "empty_trick": Question(
        _("They have a trick worth nothing: is it schwarz?"),
        irregularities.on_empty_trick,
        irregularities.SideTricks,
        _("schwarz zero points"),
    ),
    "open_trick_lost": Question(
        _("I lost a trick in an open game"), on_open_trick_lost, OpenGame, _("grand ouvert every trick")
    ),
    "missed_announcement": Question(
        _("Schneider or schwarz was announced and missed"),
        on_missed_announcement,
        PlayedGame,
        _("announced failed charge"),
        irregularity=IrregularityKind.CLAIM,
    ),
    "sixty": Question(_("60 to 60: who has won?"), on_sixty, keywords=_("sixty split tie")),
    "revoke": Question(
        _("Somebody revoked"),
        irregularities.on_revoke,
        irregularities.RevokeFacts,
        _("revoke renege renounce follow suit schneider needed bid"),
        irregularity=IrregularityKind.REVOKE,
    ),
    "looked_back": Question(
        _("Somebody leafed through the tricks"),
        irregularities.on_look_back,
        irregularities.LookBack,
        _("look at old tricks"),
        irregularity=IrregularityKind.EXPOSED,
    ),
    "saw_skat": Question(
        _("Somebody looked at the skat during the bidding"),
        irregularities.on_skat_seen,
        irregularities.SkatSeen,
        _("skat seen"),
        irregularity=IrregularityKind.EXPOSED,
    ),
    "claim": Question(
        _("The declarer laid the cards down without a word"),
        irregularities.on_claim,
        irregularities.Claim,
        _("claim rest tricks"),
        irregularity=IrregularityKind.CLAIM,
    ),
    "defender_claim": Question(
        _("A defender laid the cards down, claiming a trick"),
        irregularities.on_defender_claim,
        irregularities.DefenderClaim,
        _("claim defender"),
        irregularity=IrregularityKind.CLAIM,
    ),
    "three_in_skat": Question(
        _("The skat has three cards"),
        irregularities.on_three_in_skat,
        keywords=_("misdeal eleven cards"),
        irregularity=IrregularityKind.MISDEAL,
    ),
    "discard": Question(
        _("May these cards be laid away?"),
        irregularities.on_discard,
        irregularities.Discard,
        _("discard push skat these cards jack ten hand game"),
    ),
    "laid_away": Question(
        _("The wrong number of cards was laid away"),
        irregularities.on_discard_count,
        irregularities.DiscardCount,
        _("discard push skat wrong number"),
        irregularity=IrregularityKind.CARDS,
    ),
    "rename": Question(
        _("May I change the game I named?"),
        irregularities.on_rename,
        keywords=_("spades 22 to null 23 rename"),
    ),
    "joke": Question(
        _("It was announced as a joke"),
        irregularities.on_joke,
        keywords=_("grand ouvert joke binding"),
        irregularity=IrregularityKind.CLAIM,
    ),
    "everyone_passed": Question(
        _("Everyone passed: what now?"), irregularities.on_all_passed, keywords=_("passed in ramsch redeal")
    ),
    "kontra": Question(
        _("May Kontra be said?"), irregularities.on_kontra, irregularities.Kontra, _("kontra double")
    ),
    "re": Question(_("May Re be said?"), irregularities.on_re, irregularities.Re, _("re redouble")),
    "defenders_share": Question(
        _("What do the others get for a lost game?"),
        irregularities.on_defenders_share,
        keywords=_("seeger fabian 40 30 dealer"),
    ),
}
