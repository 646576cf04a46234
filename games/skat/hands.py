"""The kinds of hand: one record for each way a deal of Skat can end, with the questions it needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

from games.engine import Ask, Choice, Moment, PerSeat, Seat, Sheet, _, say

from . import rulebook as rule
from .game_value import (
    NEEDED,
    SCHNEIDER_NEEDED,
    SCHNEIDER_SUFFERED,
    TRUMPS_IN_SUIT_GAME,
    Announced,
    GameValue,
    NullGame,
    Trumps,
    base_value,
)
from .house import FailedAnnouncement, House, NullOverbid, RamschSkat, RamschStake, RamschTie


class Tricks(Choice):
    SOME = "some", _("Some tricks"), _("Both sides took tricks")
    ALL = "all", _("All tricks"), _("The declarer took every trick")
    NONE = "none", _("No trick"), _("The declarer took no trick")


ALL_POINTS = 120
BID_MAY_MATTER_BELOW = 60  # a rule of thumb: games worth more are rarely overbid
MOST_IN_SKAT = 22  # two aces: the most that a declarer without a trick can have


def players(sheet: Sheet[House]) -> tuple[Seat, ...]:
    """Return forehand, middlehand and rearhand of the next deal."""
    dealer = sheet.dealer(*KINDS.values())
    return sheet.seating.round_from(sheet.seating.left(dealer))[:3]


# An answer that was given stays relevant even if its question would not be asked, so that the check reports a
# contradiction instead of dropping the answer.


def _tricks_matter(hand: Any, sheet: Any) -> bool:
    if hand.points is None:
        return hand.won is not None or hand.tricks is not Tricks.SOME
    return hand.tricks is not Tricks.SOME or hand.points == ALL_POINTS or hand.points <= MOST_IN_SKAT


def rules_out_schneider(points: int | None) -> bool:
    """Return whether the declarer's card points make neither side schneider."""
    return points is not None and SCHNEIDER_SUFFERED < points < ALL_POINTS - SCHNEIDER_SUFFERED


def _schneider_matters(hand: Any, sheet: Any) -> bool:
    is_contradiction = hand.schneider and rules_out_schneider(hand.points)
    return is_contradiction or (hand.points is None and hand.won is not None)


def _won_matters(hand: Any, sheet: Any) -> bool:
    return hand.won is not None or hand.points is None


def _announced_matters(hand: Any, sheet: Any) -> bool:
    is_answered = hand.announced is not Announced.NOTHING
    return is_answered or bool(hand.hand or not sheet.house.suit_ouvert_requires_hand)


def _bid_matters(hand: Any, sheet: Any) -> bool:
    is_played = hand.points is not None or hand.won is not None  # before that the value may still rise
    return hand.bid is not None or (is_played and game_value(hand, sheet.house).value < BID_MAY_MATTER_BELOW)


def _null_bid_matters(hand: Any, sheet: Any) -> bool:
    return hand.bid is not None or sheet.house.null_overbid is not NullOverbid.REJECT


def _kontra_matters(hand: Any, sheet: Any) -> bool:
    return hand.kontra is not None or bool(sheet.house.kontra)


def _re_matters(hand: Any, sheet: Any) -> bool:
    return bool(hand.re or (sheet.house.re and hand.kontra is not None))


def _last_trick_matters(hand: Any, sheet: Any) -> bool:
    is_tie = len(most_points(hand)) > 1
    return is_tie and not hand.all_tricks and sheet.house.ramsch_tie is RamschTie.LAST_TRICK


def _virgin_matters(hand: Any, sheet: Any) -> bool:
    virgin_counts = sheet.house.ramsch_virgin_doubles or sheet.house.ramsch_stake is RamschStake.FIXED
    is_possible = (
        virgin_counts and not hand.all_tricks and any(hand.points[seat] == 0 for seat in players(sheet))
    )
    return hand.virgin is not None or is_possible


def _all_tricks_matters(hand: Any, sheet: Any) -> bool:
    return hand.all_tricks or sum(1 for seat in players(sheet) if hand.points[seat] > 0) == 1


def _pushes_matter(hand: Any, sheet: Any) -> bool:
    return bool(sheet.house.ramsch_push_doubles)


def ramsch_total(sheet: Any) -> int | None:
    """Return the sum of the card points of a Ramsch; None if nobody gets the skat."""
    return None if sheet.house.ramsch_skat_to is RamschSkat.NOBODY else ALL_POINTS


# Questions asked in several records: the hands below, and the facts of a dispute (referee.py).
AskTrumps = Annotated[Trumps, Ask(_("Game"), rule=rule.GAMES, moment=Moment.AUCTION)]
AskMatadors = Annotated[
    int,
    Ask(_("With or without how many?"), least=1, most=11, rule=rule.MATADORS),
]
AskWithout = Annotated[
    bool,
    Ask(_("Without the jack of clubs?"), yes=_("without"), no=_("with"), rule=rule.MATADORS),
]
AskPoints = Annotated[
    int | None,
    Ask(
        _("Declarer's card points"),
        most=ALL_POINTS,
        rule=rule.SIXTY_ONE,
        about=_("With the skat"),
        none=_("Not counted"),
    ),
]
# ``usual``: the default is nearly always right, so the form insists on no answer.
AskHand = Annotated[
    bool,
    Ask(_("Hand: the skat was not picked up"), rule=rule.MUST_BE_SAID, moment=Moment.AUCTION, usual=True),
]
AskAnnounced = Annotated[
    Announced,
    Ask(
        _("Announced"),
        rule=rule.ANNOUNCING,
        relevant_if=_announced_matters,
        moment=Moment.AUCTION,
        usual=True,
    ),
]
AskTricks = Annotated[Tricks, Ask(_("Declarer's tricks"), rule=rule.SCHWARZ, relevant_if=_tricks_matter)]
AskWon = Annotated[
    bool | None,
    Ask(
        _("Not counted: did the declarer win?"),
        rule=rule.SIXTY_ONE,
        relevant_if=_won_matters,
        none=_("It was counted"),
        seldom=True,
    ),
]
AskSchneider = Annotated[
    bool,
    Ask(
        _("Not counted: was it schneider?"),
        yes=_("schneider"),
        no=_("no schneider"),
        rule=rule.SCHNEIDER,
        relevant_if=_schneider_matters,
    ),
]
# The bid is known when the bidding ends, but it is asked last, when it is clear whether it matters.
BID = Ask(
    _("Bid"),
    least=18,
    most=264,
    rule=rule.OVERBID,
    relevant_if=_bid_matters,
    about=_("Leave this out if the game is worth the bid."),
    none=_("Skip"),
    seldom=True,
)
AskBid = Annotated[int | None, BID]
# If the game's value is below BID_MAY_MATTER_BELOW, this is shown beside the button that saves the hand, so
# that nobody overlooks an overbid.
AskOverbid = Annotated[int | None, replace(BID, text=_("Overbid: what was bid?"))]
AskKontra = Annotated[
    Seat | None,
    Ask(
        _("Who said Kontra?"),
        available=players,
        rule=rule.KONTRA,
        relevant_if=_kontra_matters,
        moment=Moment.AUCTION,
        none=_("Nobody"),
        usual=True,
    ),
]
AskRe = Annotated[
    bool, Ask(_("Re"), rule=rule.RE, relevant_if=_re_matters, moment=Moment.AUCTION, usual=True)
]
AskDeclarer = Annotated[
    Seat, Ask(_("Who played alone?"), available=players, rule=rule.ALONE, moment=Moment.AUCTION)
]


@dataclass(frozen=True)
class TrumpGame:
    """A suit game or a grand, asked in the order in which the table learns the answers."""

    title: ClassVar[str] = _("Suit game or grand")
    sentence: ClassVar[str] = _(
        "{declarer} played {game}, {without} {matadors}, points {points}, {tricks}, {schneider}"
    )

    declarer: AskDeclarer
    game: AskTrumps
    hand: AskHand = field(default=False, kw_only=True)
    announced: AskAnnounced = field(default=Announced.NOTHING, kw_only=True)
    kontra: AskKontra = field(default=None, kw_only=True)
    re: AskRe = field(default=False, kw_only=True)
    without: AskWithout = field(default=False, kw_only=True)
    matadors: AskMatadors
    points: AskPoints
    tricks: AskTricks = field(default=Tricks.SOME, kw_only=True)
    won: AskWon = field(default=None, kw_only=True)
    schneider: AskSchneider = field(default=False, kw_only=True)
    bid: AskOverbid = field(default=None, kw_only=True)


def took_enough(hand: TrumpGame) -> bool:
    """Return whether the declarer took enough card points or tricks, regardless of the bid."""
    if hand.points is None:
        return bool(hand.won)
    match hand.announced:
        case Announced.SCHWARZ | Announced.OUVERT:
            return hand.tricks is Tricks.ALL
        case Announced.SCHNEIDER:
            return hand.points >= SCHNEIDER_NEEDED
        case _:
            return hand.points >= NEEDED


def is_schneider(hand: TrumpGame) -> bool:
    """Return whether either side has thirty card points or fewer."""
    if hand.points is None:
        return hand.schneider or hand.tricks is not Tricks.SOME
    return hand.points >= SCHNEIDER_NEEDED or hand.points <= SCHNEIDER_SUFFERED


def is_schwarz(hand: TrumpGame) -> bool:
    """Return whether either side is without a trick."""
    return hand.tricks is not Tricks.SOME


def kept_announcement(hand: TrumpGame, announced: Announced) -> bool:
    """Return whether the declarer reached this step of the announcement."""
    if hand.points is None and hand.won:
        return True
    if announced is Announced.SCHNEIDER:
        return hand.tricks is Tricks.ALL or (hand.points is not None and hand.points >= SCHNEIDER_NEEDED)
    return hand.tricks is Tricks.ALL


def announcement_missed(hand: TrumpGame) -> bool:
    """Return whether the declarer missed a step that was announced."""
    steps = (Announced.SCHNEIDER, Announced.SCHWARZ, Announced.OUVERT)
    return any(hand.announced.includes(step) and not kept_announcement(hand, step) for step in steps)


def _step_is_charged(hand: TrumpGame, step: Announced, house: House) -> bool:
    if not hand.announced.includes(step):
        return False
    return kept_announcement(hand, step) or house.failed_announcement is FailedAnnouncement.CHARGE_ANNOUNCED


def _steps(hand: TrumpGame, house: House) -> Iterator[str]:
    yield _("game {n}")
    if hand.hand:
        yield _("hand {n}")
    if is_schneider(hand) or _step_is_charged(hand, Announced.SCHNEIDER, house):
        yield _("schneider {n}")
    if _step_is_charged(hand, Announced.SCHNEIDER, house):
        yield _("announced {n}")
    if is_schwarz(hand) or _step_is_charged(hand, Announced.SCHWARZ, house):
        yield _("schwarz {n}")
    if _step_is_charged(hand, Announced.SCHWARZ, house):
        yield _("announced {n}")
    if _step_is_charged(hand, Announced.OUVERT, house):
        yield _("ouvert {n}")


def game_value(hand: TrumpGame, house: House) -> GameValue:
    """Return the value of a suit game or a grand, step by step."""
    matadors = say(_("without {n}") if hand.without else _("with {n}"), n=hand.matadors)
    steps = [say(text, n=hand.matadors + n) for n, text in enumerate(_steps(hand, house), start=1)]
    return GameValue((matadors, *steps), hand.matadors + len(steps), base_value(hand.game, house), hand.bid)


@dataclass(frozen=True)
class Null:
    """A null game: won without a trick."""

    title: ClassVar[str] = _("Null")
    sentence: ClassVar[str] = _("{declarer} played {game}, {won}")

    declarer: AskDeclarer
    game: Annotated[NullGame, Ask(_("Which null?"), rule=rule.NULL_VALUE, moment=Moment.AUCTION)]
    kontra: AskKontra = field(default=None, kw_only=True)
    re: AskRe = field(default=False, kw_only=True)
    won: Annotated[bool, Ask(_("Did the declarer win?"), yes=_("won"), no=_("lost"), rule=rule.NULL_WON)]
    bid: Annotated[
        int | None,
        replace(BID, text=_("Overbid: what was bid?"), rule=rule.NULL_OVERBID, relevant_if=_null_bid_matters),
    ] = None


@dataclass(frozen=True)
class PassedIn:
    """A deal without a bid."""

    title: ClassVar[str] = _("Everyone passed")


@dataclass(frozen=True)
class Ramsch:
    """A deal without a bid, in which everyone plays alone. A virgin is a player without a trick."""

    title: ClassVar[str] = _("Ramsch")
    sentence: ClassVar[str] = _(
        "Ramsch: {points}; {all_tricks}; no trick: {virgin}; last trick: {last_trick}; "
        "passed on unseen: {unseen_pushes}"
    )

    points: Annotated[
        PerSeat[int],
        Ask(
            _("Card points"),
            most=ALL_POINTS,
            total=ramsch_total,
            rule=rule.RAMSCH,
            about=_(
                "Add the skat's points to whoever gets the skat here. The dealer who sits out has no points."
            ),
        ),
    ]
    all_tricks: Annotated[
        bool,
        Ask(
            _("Did one player take every trick?"),
            yes=_("every trick to one"),
            no=_("tricks to several"),
            rule=rule.MARCH,
            relevant_if=_all_tricks_matters,
        ),
    ] = False
    virgin: Annotated[
        Seat | None,
        Ask(
            _("Who took no trick at all?"),
            available=players,
            rule=rule.VIRGIN,
            relevant_if=_virgin_matters,
            none=_("Nobody"),
        ),
    ] = None
    last_trick: Annotated[
        Seat | None,
        Ask(
            _("Tie: who took the last trick?"),
            available=players,
            rule=rule.RAMSCH_TIE,
            relevant_if=_last_trick_matters,
        ),
    ] = None
    unseen_pushes: Annotated[
        int,
        Ask(_("Skat passed on unseen, how often?"), most=3, rule=rule.PUSHING, relevant_if=_pushes_matter),
    ] = 0


Game = TrumpGame | Null
Hand = Game | PassedIn | Ramsch


def most_points(hand: Ramsch) -> tuple[Seat, ...]:
    """Return the seats with the most card points."""
    highest = max(hand.points)  # a dealer who sits out has no points
    return tuple(Seat(seat) for seat, points in enumerate(hand.points) if points == highest)


KINDS: dict[str, type] = {"trump_game": TrumpGame, "null": Null, "passed_in": PassedIn, "ramsch": Ramsch}


@dataclass(frozen=True)
class MatadorKey:
    """A button of the form, "with 2" or "without 2", which answers both ``matadors`` and ``without``."""

    n: int
    without: bool

    @property
    def label(self) -> str:
        return _("without") if self.without else _("with")

    @property
    def value(self) -> str:
        return f"{self.n}+{'yes' if self.without else 'no'}"


USUAL_MATADORS = 4  # the jacks: more are rare


def matador_keys(kind: str, sheet: Any) -> dict[str, Any]:
    """Return the buttons for ``matadors``: the usual ones, and the rare ones, which are folded away."""
    if kind != "trump_game":
        return {}

    def keys(first: int, last: int) -> tuple[MatadorKey, ...]:
        return tuple(MatadorKey(n, without) for without in (False, True) for n in range(first, last + 1))

    rare = keys(USUAL_MATADORS + 1, TRUMPS_IN_SUIT_GAME)
    # "together": a button for ``matadors`` answers ``without`` too.
    return {"together": (("matadors", ("without",)),), "usual": keys(1, USUAL_MATADORS), "rare": rare}
