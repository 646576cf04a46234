"""The definition of a game (data and pure functions), and the fold of hands into a sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from .auction import Auction
from .bounds import broadcast_defaults, out_of_bounds
from .irregularity import Irregularity, IrregularityKind
from .json_codec import from_json, tagged_from_json, tagged_to_json, to_json
from .records import Ask, Choice, DecodeError, within, without_irrelevant
from .rulebook import AGREED, STOPPED, Cite, Problem, Quotations, Rule, Source, cite
from .seating import PerSide, Seat, Seating
from .settlement import Balance
from .sheet import Outcome, Points, Row, ScoreLine, Sheet, add_lines
from .statistics import COMMON_STATS, Stat, StatEvent, common_stat_events
from .text import Message, _, agree, say

House = TypeVar("House")


@dataclass(frozen=True)
class Preset(Generic[House]):
    """A named way of playing. ``id`` is stored; ``about`` says in one line what is special about it.

    ``shapes`` are the pairs (seats, sides) that it can be played with; empty means every pair of the game.
    """

    id: str
    name: str
    house: House
    source: Source
    about: str
    shapes: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Ruling:
    """A referee's verdict (a short word or a value), its reasons, and its effect on the score, if any.

    The first of ``because`` is the verdict in a sentence.
    """

    verdict: Any
    because: tuple[Cite, ...]
    lines: tuple[ScoreLine, ...] = ()


def ruling(verdict: Any, *because: Cite) -> Ruling:
    """Return a ruling that has no effect on the score."""
    return Ruling(verdict, because)


def legal(rule: Rule, words: Message | str, /, **values: object) -> Ruling:
    """Return the ruling ``legal``, with its sentence."""
    return ruling("legal", cite(rule, words, **values))


def illegal(rule: Rule, words: Message | str, /, **values: object) -> Ruling:
    """Return the ruling ``illegal``, with its sentence."""
    return ruling("illegal", cite(rule, words, **values))


def legal_if(condition: bool, rule: Rule, yes: str, no: str, /, **values: object) -> Ruling:
    """Return the ruling ``legal`` with the sentence ``yes``, or ``illegal`` with ``no``."""
    return legal(rule, yes, **values) if condition else illegal(rule, no, **values)


@dataclass(frozen=True)
class NoFacts:
    """The facts of a question that needs none."""


@dataclass(frozen=True)
class Question(Generic[House]):
    """A question for the referee. ``facts`` is a record type, with a form like that of a hand.

    ``keywords`` lists further search terms; ``irregularity`` is the kind it settles, if any. At a table, a
    fact is filled in from the hand that the question is about if that hand has a field of the same name,
    unless ``not_from_hand`` lists the fact. ``known_facts`` returns further facts, keyed by path, that can be
    read from the last hand on a sheet. ``seats`` are the numbers of players for which the question can come
    up; empty means any.

    ``rule_on`` must read a fact only where the fact can change the ruling: ``ruling_without_facts`` relies on
    this.
    """

    text: str
    rule_on: Callable[[Any, Sheet[House]], Ruling]
    facts: type = NoFacts
    keywords: str = ""
    irregularity: IrregularityKind | None = None
    known_facts: Callable[[Sheet[House]], Mapping[str, Any]] | None = None
    not_from_hand: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()

    def can_come_up(self, seats: int) -> bool:
        """Return whether the question can come up with this number of players."""
        return not self.seats or seats in self.seats


@dataclass(frozen=True)
class LeagueScore:
    """One side's result of a match in the game's own league table: points, games won and lost as declarer.

    Ties are broken by more games won, then by fewer games lost.
    """

    points: Points
    won: int
    lost: int


@dataclass(frozen=True)
class LeagueScoring(Generic[House]):
    """A game's own way to count the matches of several tables in one league table."""

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
    """A partly filled-in hand: its kind, and the answers keyed by path."""

    kind: str
    answers: Mapping[str, Any]


def _dealer_in_turn(sheet: Sheet[Any]) -> Seat | None:
    not_deals = Adjustment | Stopped | AcceptedRuling | Unreadable
    deals = sum(not row.problems and not isinstance(row.hand, not_deals) for row in sheet.rows)
    return sheet.seating.left(sheet.seating.first_dealer, deals)


def _summary(hand: Any, sheet: Sheet[Any]) -> Message:
    return say(type(hand).title)


class Family(Choice):
    """The family of a game, by which people look for it."""

    TRICKS = "tricks", _("Trick games")
    RUMMY = "melds", _("Rummy games")
    SHEDDING = "shedding", _("Get rid of your cards")
    COLLECTING = "collecting", _("Pairs and sets")
    BANK = "bank", _("At the bank")
    OTHER = "other", _("Everything else")


@dataclass(frozen=True)
class Game(Generic[House]):
    """The complete definition of one game."""

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
    # Explains why the game goes on after a hand that could have ended it.
    why_not_over: Callable[[Sheet[House]], Iterable[Cite]] = lambda sheet: ()
    check: Callable[[Any, Sheet[House]], Iterable[Problem]] = lambda hand, sheet: ()
    # Yields the contradictions between house rules.
    check_house: Callable[[House, Seating], Iterable[Problem]] = lambda house, seating: ()
    # A summary of a hand for its row on the sheet, in the words of its sentence: "Cy bid 8♥, took 9".
    summary: Callable[[Any, Sheet[House]], Message] = _summary
    # The game's own word for a numbered row: a deal, a hole, a coup.
    hand_title: str = _("Hand {n}")
    # The label of the button that saves a hand.
    save_title: str = _("Save hand")
    # Information needed before and during a hand: who deals, what is at stake.
    briefing: Callable[[Sheet[House], PartialHand | None], Iterable[Cite]] = lambda sheet, partial_hand: ()
    dealer: Callable[[Sheet[House]], Seat | None] = _dealer_in_turn
    opening: Callable[[Seating, House], Iterable[ScoreLine]] = lambda seating, house: ()
    auction: Auction[House] | None = None
    # The template context of the game's own keypads (the buttons for a question), such as a table of values.
    # The arguments are a kind of hand and the sheet. The item ``together`` pairs a question with the other
    # questions that its keypad also answers. The keypad's template is ``_<kind>_<question>.html``.
    template_context: Callable[[str, Sheet[House]], Mapping[str, Any]] = lambda kind, sheet: {}
    questions: Mapping[str, Question[House]] = field(default_factory=dict)
    # Possible irregularities. A wrong score is always one of them; list one only to word it differently.
    irregularities: tuple[Irregularity, ...] = ()
    # Quotations from the sources of each rule. Rules of our own have none.
    quotations: Quotations = field(default_factory=dict)
    examples: tuple[Example[House], ...] = ()
    # The kinds of hand written at this table, the usual one first; None: all of them.
    kinds: Callable[[Sheet[House]], Iterable[str]] | None = None
    # The house rules that change who wins: shown in plain words when a match is started.
    headline_options: tuple[str, ...] = ()
    # The unit of the score: points, or something else where the house rules say so.
    unit: str | Callable[[House], str] = _("points")  # noqa: RUF009 (a text)
    lowest_wins: bool | Callable[[House], bool] = False
    # The total that wins or ends the game; None if there is none.
    target: Callable[[Sheet[House]], Points | None] = lambda sheet: None
    # Answers of an earlier hand, keyed by path, that can be repeated in a hand of this kind: the last stakes.
    initial_answers: Callable[[str, Sheet[House]], Mapping[str, Any]] = lambda kind, sheet: {}
    family: Family = Family.OTHER
    # The position, from 1, among the games at the top of the first page; 0: listed only under its family.
    featured_position: int = 0
    # True for a sheet that serves any game: the table is asked what it calls its game.
    any_game: bool = False
    # True if running totals stay hidden until the game is over.
    hides_totals: Callable[[House], bool] = lambda house: False

    # The game's own way to count the matches of several tables in one league table, if it has one.
    league_scoring: LeagueScoring[House] | None = None

    # The amounts won and lost where the game is played for chips or money; None where it is not.
    settlement: Callable[[Sheet[House]], Balance | None] = lambda sheet: None

    # Statistics of a finished match that only this game knows, and the events that count for them.
    stats: tuple[Stat, ...] = ()
    stat_events: Callable[[Sheet[House]], Iterable[StatEvent]] = lambda sheet: ()

    @property
    def house(self) -> type[House]:
        """Return the record of this game's house rules."""
        return type(self.presets[0].house)

    def preset(self, id: str) -> Preset[House] | None:
        return next((preset for preset in self.presets if preset.id == id), None)

    def seating(self, seats: int, sides: int, first_dealer: int = 0) -> Seating | None:
        """Return the seating of this shape, if the game has it."""
        known = {seating.shape for seating in self.seatings}
        return Seating(seats, sides, Seat(first_dealer)) if (seats, sides) in known else None

    def unit_at(self, house: House) -> str:
        """Return the unit counted under these house rules."""
        return self.unit(house) if callable(self.unit) else self.unit

    def hand_label(self, n: int) -> Message:
        """Return the name of the row of this number: "Hand 4", "Hole 4"."""
        return say(self.hand_title, n=n)

    def kinds_at(self, sheet: Sheet[House]) -> tuple[str, ...]:
        """Return the kinds of hand written at this table, the usual one first."""
        return tuple(self.kinds(sheet)) if self.kinds else tuple(self.hands)

    def shapes(self, preset: Preset[House]) -> tuple[tuple[int, int], ...]:
        """Return the seats and sides that a preset can be played with."""
        return preset.shapes or tuple(seating.shape for seating in self.seatings)

    def lowest_first(self, house: House) -> bool:
        """Return whether the lowest total leads under these house rules."""
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
    """The table's agreement to stop. A game may include it in its hands and decide itself what it means."""

    title: ClassVar[str] = _("Game ended")


@dataclass(frozen=True)
class AcceptedRuling:
    """A referee's ruling that the table accepted, kept as the question and the facts."""

    title: ClassVar[str] = _("The referee's ruling")

    question: str
    facts: Any


@dataclass(frozen=True)
class Unreadable:
    """Stored answers that no longer make sense. The sheet shows them and goes on."""

    title: ClassVar[str] = _("A hand that cannot be read")

    stored: Mapping[str, Any]


# The hands that any sheet may have besides those of its game.
COMMON_HANDS = {"adjustment": Adjustment, "stopped": Stopped}


def _is_own_kind(game: Game[Any], hand: Any) -> bool:
    """Return whether the hand's kind is one of the game's own."""
    return type(hand) in game.hands.values()


def kind_of(game: Game[Any], hand: Any) -> str:
    """Return the stored name of a hand's kind, among the game's own and the common ones."""
    match hand:
        case AcceptedRuling():
            return "ruled"
        case Unreadable():
            return "unreadable"
    return next(tag for tag, cls in {**game.hands, **COMMON_HANDS}.items() if cls is type(hand))


def hand_to_json(game: Game[Any], hand: Any) -> dict[str, Any]:
    """Return the stored form of a hand. The names in it never change."""
    match hand:
        case Unreadable(data):
            return dict(data)
        case AcceptedRuling(question, facts):
            return {"kind": "ruled", "question": question, "facts": to_json(facts)}
    return tagged_to_json({**game.hands, **COMMON_HANDS}, hand)


def hand_from_json(game: Game[Any], data: Any) -> Any:
    """Return the hand stored as ``data``. Raise ``DecodeError`` with the path of the first error."""
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
    facts = within("facts", from_json, game.questions[name].facts, data.get("facts", {}))
    return AcceptedRuling(name, facts)


def restore_hand(game: Game[Any], data: Mapping[str, Any]) -> Any:
    """Return the hand stored in a database, as ``Unreadable`` if it does not decode. Never raises."""
    try:
        return hand_from_json(game, data)
    except DecodeError:
        return Unreadable(data)


def hand_problems(game: Game[Any], hand: Any, sheet: Sheet[Any]) -> tuple[Problem, ...]:
    """Return every reason why this hand cannot be written on this sheet; empty if it can."""
    return _problems_and_hand(game, hand, sheet)[0]


def _problems_and_hand(game: Game[Any], hand: Any, sheet: Sheet[Any]) -> tuple[tuple[Problem, ...], Any]:
    """Return the problems of a hand, and the hand: as written if it has problems, else as it is scored."""
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
            problems = tuple(out_of_bounds(hand, sheet))
            return problems, hand if problems else normalise_hand(hand, sheet)
        case Stopped() if not _is_own_kind(game, hand):
            nothing_played = all(isinstance(row.hand, Stopped) for row in sheet.rows)
            problem = Problem("", say(_("Nothing has been played yet")), STOPPED)
            return (problem,) if nothing_played else (), hand
    full_hand = broadcast_defaults(hand, sheet)
    if problems := tuple(out_of_bounds(full_hand, sheet)):
        return problems, hand
    scored_hand = normalise_hand(full_hand, sheet)
    problems = tuple(game.check(scored_hand, sheet))
    return problems, hand if problems else scored_hand


def normalise_hand(hand: Any, sheet: Sheet[Any]) -> Any:
    """Return the hand as it is scored: irrelevant answers reset, defaults repeated for each side or seat."""
    return broadcast_defaults(without_irrelevant(broadcast_defaults(hand, sheet), sheet), sheet)


def facts_problems(facts: Any, sheet: Sheet[Any]) -> tuple[Problem, ...]:
    """Return every reason why a referee's facts are impossible at this table."""
    return tuple(out_of_bounds(broadcast_defaults(facts, sheet), sheet))


def ask_referee(game: Game[Any], question: str, facts: Any, sheet: Sheet[Any]) -> Ruling:
    """Return the referee's ruling on facts that are within their bounds.

    The facts are normalised here.
    """
    return game.questions[question].rule_on(normalise_hand(facts, sheet), sheet)


class _FactRead(Exception):
    """Reading a fact that nobody has given."""


class _UnknownFacts:
    """Facts that nobody has given: reading one raises ``_FactRead``."""

    def __getattribute__(self, name: str) -> Any:
        raise _FactRead


def ruling_without_facts(game: Game[Any], question: str, sheet: Sheet[Any]) -> Ruling | None:
    """Return the ruling if this table's rules alone settle a question; None if facts decide.

    A ruling with score lines needs its facts in any case: the facts are stored with its row, and may matter
    when the house rules change.
    """
    try:
        ruling = game.questions[question].rule_on(_UnknownFacts(), sheet)
    except _FactRead:
        return None
    return None if ruling.lines else ruling


def house_problems(game: Game[Any], house: Any, seating: Seating) -> tuple[Problem, ...]:
    """Return the reasons why a match cannot be played under these house rules with this seating."""
    if seating.shape not in {known.shape for known in game.seatings}:
        return (Problem("seats", say(_("This game is not played with these seats"))),)
    return tuple(out_of_bounds(house, Sheet(seating, house))) or tuple(game.check_house(house, seating))


def hand_lines(game: Game[Any], hand: Any, sheet: Sheet[Any]) -> tuple[ScoreLine, ...]:
    """Return the score lines of a hand without problems."""
    match hand:
        case Adjustment(points, why):
            return tuple(
                ScoreLine(side, points[side], (cite(AGREED, _("{why}"), why=why),))
                for side in sheet.seating.every_side
                if points[side]
            )
        case AcceptedRuling(question, facts):
            return ask_referee(game, question, facts, sheet).lines
        case Stopped() if not _is_own_kind(game, hand):
            return ()
    return tuple(game.score(hand, sheet))


def empty_sheet(game: Game[House], seating: Seating, house: House) -> Sheet[House]:
    """Return the sheet before the first hand."""
    return Sheet(seating, house, opening=tuple(game.opening(seating, house)), score=game.score)


def append_hand(game: Game[House], sheet: Sheet[House], hand: Any, number: int | None = None) -> Sheet[House]:
    """Return the sheet with one more row, by default numbered after the last. Never raises on user input."""
    problems, scored_hand = _problems_and_hand(game, hand, sheet)
    lines = () if problems else hand_lines(game, scored_hand, sheet)
    row = Row(scored_hand, lines, add_lines(sheet.totals, lines), problems, number or len(sheet.rows) + 1)
    new_sheet = replace(sheet, rows=(*sheet.rows, row))
    if problems:
        return new_sheet
    outcome = game.outcome(new_sheet)
    if outcome is None and isinstance(scored_hand, Stopped) and _is_final(game, sheet, scored_hand):
        outcome = outcome_by_agreement(game, new_sheet)
    if outcome:
        return replace(new_sheet, outcome=outcome)
    if notes := tuple(game.why_not_over(new_sheet)):
        return replace(new_sheet, rows=(*sheet.rows, replace(row, notes=notes)))
    return new_sheet


def _is_final(game: Game[Any], sheet_before: Sheet[Any], stop: Stopped) -> bool:
    """Return whether the table's agreement to stop ends the game here.

    A game with its own ``Stopped`` kind may go on while it is tied; a second stop in a row then ends it.
    """
    return not _is_own_kind(game, stop) or isinstance(sheet_before.last_hand, Stopped)


def outcome_by_agreement(game: Game[Any], sheet: Sheet[Any]) -> Outcome:
    """Return the outcome of a game that the table agreed to stop: the leaders have won."""
    best = (min if game.lowest_first(sheet.house) else max)(sheet.totals)
    leaders = sheet.sides_with_total(best)
    if len(leaders) > 1:
        return Outcome(leaders, cite(STOPPED, _("Game ended, {who} are tied on {n}"), who=leaders, n=best))
    words = agree(
        "Game ended, {who} leads with {n}",
        "Game ended, {who} lead with {n}",
        who=leaders,
        n=best,
    )
    return Outcome(leaders, cite(STOPPED, words))


def play(game: Game[House], seating: Seating, house: House, hands: Iterable[Any]) -> Sheet[House]:
    """Return the sheet of a whole game."""
    return replay(game, seating, house, enumerate(hands, start=1))


def replay(
    game: Game[House], seating: Seating, house: House, hands: Iterable[tuple[int, Any]]
) -> Sheet[House]:
    """Return the sheet of numbered hands, as ``effective_hands`` returns them."""
    return append_hands(game, empty_sheet(game, seating, house), hands)


def append_hands(game: Game[House], sheet: Sheet[House], hands: Iterable[tuple[int, Any]]) -> Sheet[House]:
    """Return the sheet with these numbered hands appended."""
    for number, hand in hands:
        sheet = append_hand(game, sheet, hand, number)
    return sheet


def game_stats(game: Game[Any]) -> tuple[Stat, ...]:
    """Return all statistics of a game."""
    return (*COMMON_STATS, *game.stats)


def match_stat_events(game: Game[Any], sheet: Sheet[Any]) -> Iterator[StatEvent]:
    """Yield all events of a match; none until it is finished."""
    if sheet.outcome is None or not sheet.rows:
        return
    yield from common_stat_events(sheet, tuple(game.hands.values()), game.lowest_first(sheet.house))
    yield from game.stat_events(sheet)


def last_highlights(game: Game[Any], sheet: Sheet[Any]) -> tuple[StatEvent, ...]:
    """Return the events of the last hand that are announced: a slam, a contract that was set."""
    if not sheet.rows or sheet.rows[-1].problems:
        return ()
    number = sheet.rows[-1].number
    return tuple(
        event
        for event in game.stat_events(sheet)
        if event.number == number and event.n and event.stat.highlight is not None
    )
