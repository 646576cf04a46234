"""Rules, their sources and citations."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import ModuleType

from .text import Message, Words, _, say


@dataclass(frozen=True)
class Source:
    """The source of a rule. ``tag`` is its stored name; ``name`` is the name shown, if it differs.

    ``ours`` marks the source of this site's own rules, which nobody has published.
    """

    tag: str
    title: str
    link: str = ""
    ours: bool = False
    name: str = field(default="", compare=False)


class Paraphrase(str):
    """A source's statement in our words: ``Paraphrase(_("four players, in pairs"))``."""

    __slots__ = ()


@dataclass(frozen=True)
class Rule:
    """One rule, as the rulebook page shows it.

    ``text`` may name house rules in braces, which their answers replace. A number is filled in as it is. For
    any other answer ``wordings`` has the words, keyed by house rule and then by ``answer_key``: whole
    sentences if the rule itself depends on the choice. These words may contain braces too.

    ``played_if`` says when the rule is played, if not always: conditions separated by spaces, all of which
    must hold; of conditions joined by commas, one must hold. ``slam_250`` holds if that house rule is on
    (yes, or a number that is set and is not 0), ``two=draw2|draw2_stack`` if the answer is one of these,
    ``end!=deals`` if the answer is none of these.

    ``seats`` are the numbers of players the rule is for; empty means any.

    ``scoring`` marks a rule that score lines or outcomes cite; such a rule has a worked example.
    """

    number: str
    text: str
    sources: tuple[Source, ...]
    played_if: str = ""
    scoring: bool = False
    wordings: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)
    seats: tuple[int, ...] = ()

    @property
    def section(self) -> str:
        """Return the number of the section: 4 for the rule 4.2."""
        return self.number.partition(".")[0]

    def applies_to(self, seats: Collection[int]) -> bool:
        """Return whether the rule is for one of these numbers of players."""
        return not self.seats or not set(self.seats).isdisjoint(seats)

    @property
    def source(self) -> str:
        """Return the tags of the rule's sources: "debitcardcasino, pagat"."""
        return ", ".join(source.tag for source in self.sources)

    @property
    def published(self) -> bool:
        """Return whether the rule has a source outside this site."""
        return not all(source.ours for source in self.sources)


def source_name(source: Source, words: Words) -> str:
    """Return the displayed name of a source: "debitcardcasino.ca, 2018"."""
    return words.gettext(source.name) if source.name else source.tag


def source_names(rule: Rule, words: Words) -> str:
    """Return the displayed names of a rule's sources: "debitcardcasino.ca, 2018, Pagat"."""
    return ", ".join(source_name(source, words) for source in rule.sources)


# The words of a source for a rule: exact, in the source's own language, with " … " for omissions; or a
# ``Paraphrase``. Words that depend on house rules are keyed by a condition, written as in ``Rule.played_if``:
# the words of the first condition that holds are quoted. If none holds, the source is left out.
Quotation = str | Mapping[str, str]
Quotations = Mapping[Rule, Mapping[Source, Quotation]]


@dataclass(frozen=True)
class SourceQuotation:
    """A source of a rule, and its words.

    ``words`` is empty if the source is this site. ``reported``: a paraphrase, not the source's own words.
    """

    source: Source
    words: str
    reported: bool


@dataclass(frozen=True)
class Cite:
    """A sentence, and the rule it cites."""

    rule: Rule
    words: Message


def cite(rule: Rule, words: Message | str, /, **values: object) -> Cite:
    """Cite a rule: ``cite(rule.MADE, _("Bid {bid}, took {took}"), bid=75, took=85)``."""
    return Cite(rule, words if isinstance(words, Message) else say(words, **values))


@dataclass(frozen=True)
class Problem:
    """A reason to refuse an answer. ``field`` is a path such as ``tricks.1``; ``""`` is the whole hand."""

    field: str
    words: Message
    rule: Rule | None = None


def rules_in(module: ModuleType) -> tuple[Rule, ...]:
    """Return the rules of a rulebook module, in the order they are written."""
    return tuple(rule for rule in vars(module).values() if isinstance(rule, Rule))


SITE = Source(
    "this site",
    _("A rule of this site, made where the table alone can decide"),
    ours=True,
    name=_("This site"),
)
AGREED = Rule("0.1", _("What the whole table agrees on, stands."), (SITE,), scoring=True)
CHIPS = Rule(
    "0.2", _("Bought chips are added to a player's total, cashed-in chips subtracted."), (SITE,), scoring=True
)
STOPPED = Rule(
    "0.3", _("Where the whole table agrees to stop, whoever is ahead then has won."), (SITE,), scoring=True
)
DIFFERENCES = Rule(
    "0.4",
    _("When playing for stakes, each player settles the difference with each of the others."),
    (SITE,),
)
AS_WRITTEN = Rule(
    "0.5", _("Where points change hands, each has won, or has to pay, what stands in the column."), (SITE,)
)
CORRECTION = Rule(
    "0.6",
    _("A hand that was written wrong is written again, with the reason; what follows it is counted anew."),
    (SITE,),
)
# The rules that every game's sheet may cite besides its own.
COMMON = (AGREED, CHIPS, STOPPED, DIFFERENCES, AS_WRITTEN, CORRECTION)
