"""Rules, their sources, and the habit of citing them."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

from .text import Message, _, say


@dataclass(frozen=True)
class Source:
    """Where a rule was read. ``tag`` is short enough for a score line."""

    tag: str
    title: str
    link: str = ""


@dataclass(frozen=True)
class Rule:
    """One rule, as the rulebook page shows it.

    ``text`` may name house rules in braces: the page fills in this table's own.
    ``only`` names the house rule without which this one is not played.
    ``scoring`` rules are those that lines and outcomes cite; each has a worked example.
    """

    number: str
    text: str
    sources: tuple[Source, ...]
    only: str = ""
    scoring: bool = False

    @property
    def source(self) -> str:
        """The sources in short: "debitcardcasino, pagat"."""
        return ", ".join(source.tag for source in self.sources)


@dataclass(frozen=True)
class Cite:
    """Words, and the rule that says so."""

    rule: Rule
    words: Message


def cite(rule: Rule, words: Message | str, /, **values: object) -> Cite:
    """``cite(rule.MADE, _("Bid {bid}, took {took}"), bid=75, took=85)``."""
    return Cite(rule, words if isinstance(words, Message) else say(words, **values))


def rules_in(module: ModuleType) -> tuple[Rule, ...]:
    """The rules of a rulebook module, in the order they are written."""
    return tuple(rule for rule in vars(module).values() if isinstance(rule, Rule))


SITE = Source("this site", _("A rule of this site, made where the table alone can decide"))
AGREED = Rule("0.1", _("What the whole table agrees on, stands."), (SITE,), scoring=True)
CHIPS = Rule("0.2", _("Chips bought count for a player, chips cashed in against."), (SITE,), scoring=True)
STOPPED = Rule(
    "0.3", _("Where the whole table agrees to stop, whoever is ahead then has won."), (SITE,), scoring=True
)
DIFFERENCES = Rule(
    "0.4",
    _("Where it is played for something, each settles the difference with each of the others."),
    (SITE,),
)
AS_WRITTEN = Rule(
    "0.5", _("Where points change hands, each has won, or has to pay, what stands in the column."), (SITE,)
)
COMMON = (
    AGREED,
    CHIPS,
    STOPPED,
    DIFFERENCES,
    AS_WRITTEN,
)  # the rules that every game's sheet may cite beside its own
