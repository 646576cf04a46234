"""A game is a record of data and pure functions; ``play`` folds hands into a sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from .auction import Auction
from .bounds import broadcast_defaults, out_of_bounds
from .json_codec import from_json, tagged_from_json, tagged_to_json, to_json
from .mishaps import Irregularity, Mishap
from .records import Ask, Choice, DecodeError, Problem, without_irrelevant
from .rulebook import AGREED, STOPPED, Cite, Quotations, Rule, Source, cite
from .settlement import Balance
from .sheet import Outcome, Points, Row, ScoreLine, Sheet, add_lines
from .statistics import Stat, StatEvent
from .table import PerSide, Seat, Seating, Side
from .text import Message, _, agree, say

House = TypeVar("House")


@dataclass(frozen=True)
class Preset(Generic[House]):
    """A way of playing that has a name. ``id`` is stored; ``about`` says in one line what sets it apart.

    ``shapes`` are the seats and sides it is for; empty means any the game has.
    """

    id: str
    name: str
    house: House
    source: Source
    about: str
    shapes: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Ruling:
    """What the referee says (a short word or a value), why, and what it does to the score, if anything.

    The first of ``because`` is the verdict in a sentence.
    """

    verdict: Any
    because: tuple[Cite, ...]
    lines: tuple[ScoreLine, ...] = ()


@dataclass(frozen=True)
class NoFacts:
    """The facts of a question that needs none."""


@dataclass(frozen=True)
class Question(Generic[House]):
    """Something people ask a referee. ``facts`` is a record, asked like a hand.

    ``also`` are other words people would look for it by; ``mishap`` is the irregularity it settles, if any.
    ``known`` tells the facts that the last row of a sheet answers, by the paths of their boxes.
    """

    text: str
    rule_on: Callable[[Any, Sheet[House]], Ruling]
    facts: type = NoFacts
    also: str = ""
    mishap: Mishap | None = None
    known: Callable[[Sheet[House]], Mapping[str, Any]] | None = None


@dataclass(frozen=True)
class LeagueScore:
    """What a match counts for one side on its game's own list, and how many of its own games it won and lost.

    Of players who are level on the list whoever has won more goes first, then whoever has lost fewer.
    """

    points: Points
    won: int
    lost: int


@dataclass(frozen=True)
class LeagueScoring(Generic[House]):
    """How clubs count a match of the game when several tables play for one list, whatever a table counts."""

    name: str
    rule: Rule
    points: Callable[[Sheet[House]], PerSide[LeagueScore]]


@dataclass(frozen=True)
class Example(Generic[House]):
    """A worked example: a page for players, and a test."""

    title: str
    house: House
    seating: Seating
    hands: tuple[Any, ...]
    totals: tuple[Points, ...]
    winners: tuple[int, ...] | None = None  # None: the game goes on


@dataclass(frozen=True)
class PartialHand:
    """A hand as far as it has been filled in: its kind, and the boxes by path."""

    kind: str
    answers: Mapping[str, Any]


def _first_to_the_left(sheet: Sheet[Any]) -> Seat | None:
    hands = sum(
        1
        for row in sheet.rows
        if not row.problems and not isinstance(row.hand, Adjustment | Stopped | AcceptedRuling | Unreadable)
    )
    return sheet.seating.left(sheet.seating.first_dealer, hands)


def _summary(hand: Any, sheet: Sheet[Any]) -> Message:
    return say(type(hand).title)


class Family(Choice):
    """The kind of game it is, by which people look for it."""

    TRICKS = "tricks", _("Trick games")
    RUMMY = "melds", _("Rummy games")
    SHEDDING = "shedding", _("Get rid of your cards")
    COLLECTING = "collecting", _("Pairs and sets")
    BANK = "bank", _("At the bank")
    OTHER = "other", _("Everything else")


@dataclass(frozen=True)
class Game(Generic[House]):
    """Everything there is to know about one game."""

    slug: str  # the name of its folder; stored
    name: str
    about: str
    seatings: tuple[Seating, ...]  # the first is the usual one
    sections: Mapping[str, str]  # the headings of the rulebook: "4": _("Scoring")
    rulebook: tuple[Rule, ...]
    presets: tuple[Preset[House], ...]  # the first is offered first
    hands: Mapping[str, type]
    score: Callable[[Any, Sheet[House]], Iterable[ScoreLine]]
    outcome: Callable[[Sheet[House]], Outcome | None]
    # Why the game is not over, asked after a hand that leaves somebody where it could have ended.
    why_not_over: Callable[[Sheet[House]], Iterable[Cite]] = lambda sheet: ()
    check: Callable[[Any, Sheet[House]], Iterable[Problem]] = lambda hand, sheet: ()
    check_house: Callable[[House, Seating], Iterable[Problem]] = lambda house, seating: ()
    # A hand in a few words, for its row on the sheet, in the words of its sentence: "Cy bid 8♥, took 9".
    summary: Callable[[Any, Sheet[House]], Message] = _summary
    # What a numbered row is called in the words of this game: a deal, a hole, a coup.
    hand_title: str = _("Hand {n}")
    # What the table must know before and during the hand: who deals, what is at stake.
    briefing: Callable[[Sheet[House], PartialHand | None], Iterable[Cite]] = lambda sheet, begun: ()
    dealer: Callable[[Sheet[House]], Seat | None] = _first_to_the_left
    opening: Callable[[Seating, House], Iterable[ScoreLine]] = lambda seating, house: ()
    auction: Auction[House] | None = None
    # What the game's own keys for a question of a kind of hand show: a table of values, say. ``together``
    # pairs a question with those that its keys answer too; its template is ``_<kind>_<question>.html``.
    template_context: Callable[[str, Sheet[House]], Mapping[str, Any]] = lambda kind, sheet: {}
    questions: Mapping[str, Question[House]] = field(default_factory=dict)
    # What can go wrong, besides a score that is written wrong: a game may say so in its own words.
    irregularities: tuple[Irregularity, ...] = ()
    # What each source says for the rules that name it. Only a source that is ours has nothing to be quoted.
    quotations: Quotations = field(default_factory=dict)
    examples: tuple[Example[House], ...] = ()
    # The kinds of hand that this table writes, the usual one first; every kind where a game does not say.
    kinds: Callable[[Sheet[House]], Iterable[str]] | None = None
    # The house rules that change who wins: shown in plain words when a match is started.
    headline_options: tuple[str, ...] = ()
    # What is counted: points, or something else where the house rules say so.
    unit: str | Callable[[House], str] = _("points")  # noqa: RUF009 (a text)
    lowest_wins: bool | Callable[[House], bool] = False
    # The total that a game goes to: whoever reaches it may win, or end the game. None where there is none.
    target: Callable[[Sheet[House]], Points | None] = lambda sheet: None
    # The boxes of a hand of this kind that are filled in beforehand, by path: last time's stakes.
    initial_answers: Callable[[str, Sheet[House]], Mapping[str, Any]] = lambda kind, sheet: {}
    family: Family = Family.OTHER
    # Its place among the games that a new phone is offered first, from 1; 0: among the others of its family.
    offered_first: int = 0
    # Whether it stands for games that have no sheet of their own: a table is asked what it calls its game.
    any_game: bool = False
    # Whether running totals stay covered until the game is over.
    hides_totals: Callable[[House], bool] = lambda house: False

    # How several tables count a match for one list, where the game has a way of its own.
    league_scoring: LeagueScoring[House] | None = None

    # What each side has won or has to pay, where it is played for chips or money; None where it is not.
    settlement: Callable[[Sheet[House]], Balance | None] = lambda sheet: None

    # What is told of a finished match that only this game knows: what is counted, and who did it when.
    stats: tuple[Stat, ...] = ()
    stat_events: Callable[[Sheet[House]], Iterable[StatEvent]] = lambda sheet: ()

    @property
    def house(self) -> type[House]:
        """The record of this game's house rules."""
        return type(self.presets[0].house)

    def preset(self, id: str) -> Preset[House] | None:
        return next((preset for preset in self.presets if preset.id == id), None)

    def seating(self, seats: int, sides: int, first_dealer: int = 0) -> Seating | None:
        """The seating of this shape, if the game has it."""
        known = {seating.shape for seating in self.seatings}
        return Seating(seats, sides, Seat(first_dealer)) if (seats, sides) in known else None

    def unit_at(self, house: House) -> str:
        """What is counted by these house rules."""
        return self.unit(house) if callable(self.unit) else self.unit

    def hand_called(self, n: int) -> Message:
        """What the row of this number is called: "Hand 4", "Hole 4"."""
        return say(self.hand_title, n=n)

    def kinds_at(self, sheet: Sheet[House]) -> tuple[str, ...]:
        """The kinds of hand that this table writes, the usual one first."""
        return tuple(self.kinds(sheet)) if self.kinds else tuple(self.hands)

    def shapes(self, preset: Preset[House]) -> tuple[tuple[int, int], ...]:
        """The seats and sides a preset can be played with."""
        return preset.shapes or tuple(seating.shape for seating in self.seatings)

    def lowest_first(self, house: House) -> bool:
        """Whether the lowest total leads under these house rules."""
        return self.lowest_wins(house) if callable(self.lowest_wins) else self.lowest_wins


@dataclass(frozen=True)
class Adjustment:
    """Points the table agreed on, whatever the rules say."""

    title: ClassVar[str] = _("Agreed at the table")
    sentence: ClassVar[str] = _("Agreed: {points}; {why}")

    points: Annotated[PerSide[int], Ask(_("Points, plus or minus"), least=-100_000, most=100_000)]
    why: Annotated[str, Ask(_("Why?"), least=1)]


@dataclass(frozen=True)
class Stopped:
    """The table agrees to stop. A game may list it among its hands, and say itself what then holds."""

    title: ClassVar[str] = _("Game ended")


@dataclass(frozen=True)
class AcceptedRuling:
    """A referee's ruling that the table accepted, kept as the question and the facts."""

    title: ClassVar[str] = _("The referee's ruling")

    question: str
    facts: Any


@dataclass(frozen=True)
class Unreadable:
    """Stored answers that no longer make sense. The sheet shows them; it does not stop."""

    title: ClassVar[str] = _("A hand that cannot be read")

    stored: Mapping[str, Any]


COMMON_HANDS = {
    "adjustment": Adjustment,
    "stopped": Stopped,
}  # rows that any sheet may have beside its game's


def _is_its_own(game: Game[Any], hand: Any) -> bool:
    """Whether the game itself has hands of this kind."""
    return type(hand) in game.hands.values()


def kind_of(game: Game[Any], hand: Any) -> str:
    """The stored name of a hand's kind."""
    match hand:
        case AcceptedRuling():
            return "ruled"
        case Unreadable():
            return "unreadable"
    return next(tag for tag, cls in {**game.hands, **COMMON_HANDS}.items() if cls is type(hand))


def hand_to_json(game: Game[Any], hand: Any) -> dict[str, Any]:
    """The form in which a hand is kept. Its names are forever."""
    match hand:
        case Unreadable(data):
            return dict(data)
        case AcceptedRuling(question, facts):
            return {"kind": "ruled", "question": question, "facts": to_json(facts)}
    return tagged_to_json({**game.hands, **COMMON_HANDS}, hand)


def hand_from_json(game: Game[Any], data: Any) -> Any:
    """The hand that ``stored`` kept. Raises ``DecodeError`` with the path of what does not fit."""
    if not (isinstance(data, Mapping) and data.get("kind") == "ruled"):
        return tagged_from_json({**game.hands, **COMMON_HANDS}, data)
    for name in data:
        if name not in ("kind", "question", "facts"):
            known = "question, facts"
            raise DecodeError(
                str(name)[:40], say(_("There is no such question here; there are: {known}"), known=known)
            )
    name = data.get("question")
    if not isinstance(name, str) or name not in game.questions:
        raise DecodeError("question", say(_("The referee of this game has no such question")))
    try:
        return AcceptedRuling(name, from_json(game.questions[name].facts, data.get("facts", {})))
    except DecodeError as error:
        raise error.within("facts") from None


def restore_hand(game: Game[Any], data: Mapping[str, Any]) -> Any:
    """The same for what a database holds: never raises, and keeps what it cannot read."""
    try:
        return hand_from_json(game, data)
    except DecodeError:
        return Unreadable(data)


def hand_problems(game: Game[Any], hand: Any, sheet: Sheet[Any]) -> tuple[Problem, ...]:
    """Why this hand cannot be written on this sheet: every reason at once, none if it can."""
    return _judged(game, hand, sheet)[0]


def _judged(game: Game[Any], hand: Any, sheet: Sheet[Any]) -> tuple[tuple[Problem, ...], Any]:
    """Why this hand cannot be written; and the hand as it is scored, which matters if it can."""
    if sheet.outcome:
        return (Problem("", say(_("The game was already over"))),), hand
    match hand:
        case Unreadable():
            return (Problem("", say(_("This hand was written by another version and cannot be read"))),), hand
        case AcceptedRuling(question, facts):
            if question not in game.questions:
                return (Problem("", say(_("The referee of this game has no such question"))),), hand
            return facts_problems(facts, sheet), hand
        case Adjustment():
            return tuple(out_of_bounds(hand, sheet)), normalise_hand(hand, sheet)
        case Stopped() if not _is_its_own(game, hand):
            nothing = Problem("", say(_("Nothing has been played yet")), STOPPED)
            return () if sheet.rows else (nothing,), hand
    full = broadcast_defaults(hand, sheet)
    if wrong := tuple(out_of_bounds(full, sheet)):
        return wrong, hand
    scored = normalise_hand(full, sheet)
    return tuple(game.check(scored, sheet)), scored


def normalise_hand(hand: Any, sheet: Sheet[Any]) -> Any:
    """A hand as it is scored: answers that do not matter are the defaults, and everybody's are each one's."""
    return broadcast_defaults(without_irrelevant(broadcast_defaults(hand, sheet), sheet), sheet)


def facts_problems(facts: Any, sheet: Sheet[Any]) -> tuple[Problem, ...]:
    """Why a referee's facts cannot be at this table: every reason at once."""
    return tuple(out_of_bounds(broadcast_defaults(facts, sheet), sheet))


def ask_referee(game: Game[Any], question: str, facts: Any, sheet: Sheet[Any]) -> Ruling:
    """The referee's ruling on facts that are within their bounds, wherever it is asked.

    The one way to a game's ``rule_on``: answers that do not matter are the defaults there, and everybody's
    are each one's.
    """
    return game.questions[question].rule_on(normalise_hand(facts, sheet), sheet)


def house_problems(game: Game[Any], house: Any, seating: Seating) -> tuple[Problem, ...]:
    """Why a match cannot be played by these house rules with this seating."""
    if seating.shape not in {known.shape for known in game.seatings}:
        return (Problem("seats", say(_("This game is not played so"))),)
    return tuple(out_of_bounds(house, Sheet(seating, house))) or tuple(game.check_house(house, seating))


def lines(game: Game[Any], hand: Any, sheet: Sheet[Any]) -> tuple[ScoreLine, ...]:
    """What a hand without problems writes."""
    match hand:
        case Adjustment(points, why):
            return tuple(
                ScoreLine(side, points[side], (cite(AGREED, _("{why}"), why=why),))
                for side in sheet.seating.every_side
                if points[side]
            )
        case AcceptedRuling(question, facts):
            return ask_referee(game, question, facts, sheet).lines
        case Stopped() if not _is_its_own(game, hand):
            return ()
    return tuple(game.score(hand, sheet))


def empty_sheet(game: Game[House], seating: Seating, house: House) -> Sheet[House]:
    """The sheet before the first hand."""
    return Sheet(seating, house, opening=tuple(game.opening(seating, house)))


def append_hand(game: Game[House], sheet: Sheet[House], hand: Any, number: int | None = None) -> Sheet[House]:
    """The sheet with one more row. Never raises for what people typed."""
    wrong, ready = _judged(game, hand, sheet)
    scored: tuple[ScoreLine, ...] = ()
    if not wrong:
        hand = ready
        scored = lines(game, hand, sheet)
    row = Row(hand, scored, add_lines(sheet.totals, scored), wrong, number or len(sheet.rows) + 1)
    written = Sheet(sheet.seating, sheet.house, (*sheet.rows, row), sheet.outcome, sheet.opening)
    outcome = None if wrong else game.outcome(written)
    if outcome is None and not wrong and isinstance(hand, Stopped) and not _is_its_own(game, hand):
        outcome = by_agreement(game, written)
    if outcome:
        return replace(written, outcome=outcome)
    if not wrong and (notes := tuple(game.why_not_over(written))):
        return replace(written, rows=(*sheet.rows, replace(row, notes=notes)))
    return written


def by_agreement(game: Game[Any], sheet: Sheet[Any]) -> Outcome:
    """How a game ends that the table breaks off: whoever is ahead has won."""
    best = (min if game.lowest_first(sheet.house) else max)(sheet.totals)
    ahead = tuple(side for side in sheet.seating.every_side if sheet.totals[side] == best)
    if len(ahead) > 1:
        return Outcome(ahead, cite(STOPPED, _("Game ended, {who} are tied on {n}"), who=ahead, n=best))
    words = agree(
        "Game ended, {who} leads with {n}",
        "Game ended, {who} lead with {n}",
        who=ahead,
        n=best,
    )
    return Outcome(ahead, cite(STOPPED, words))


def play(game: Game[House], seating: Seating, house: House, hands: Iterable[Any]) -> Sheet[House]:
    """The sheet of a whole game: the fold of its hands."""
    return replay(game, seating, house, enumerate(hands, start=1))


def replay(
    game: Game[House], seating: Seating, house: House, standing: Iterable[tuple[int, Any]]
) -> Sheet[House]:
    """The sheet of hands that keep their own numbers, as ``standing`` of a log gives them."""
    return go_on(game, empty_sheet(game, seating, house), standing)


def go_on(game: Game[House], sheet: Sheet[House], more: Iterable[tuple[int, Any]]) -> Sheet[House]:
    """The sheet with these hands written after those it has."""
    for number, hand in more:
        sheet = append_hand(game, sheet, hand, number)
    return sheet


def side_of(sheet: Sheet[Any], who: Seat | Side) -> Side:
    """The column that a seat's points go into."""
    return who if isinstance(who, Side) else sheet.seating.side(who)
