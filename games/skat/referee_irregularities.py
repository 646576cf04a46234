"""The referee's simpler questions: announcements, irregularities and agreements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from games.engine import (
    Ask,
    Card,
    Cards,
    Choice,
    Cite,
    ExchangeTerms,
    NoFacts,
    Ruling,
    Sheet,
    _,
    cite,
    judge_exchange,
    ruling,
)

from . import rulebook as rule
from .cards import PACK
from .hands import players
from .house import AllPass, House, Scoring
from .scoring import DEFENDER_SHARE

TRICKS = 10
DISCARDS = 2


def _pack(sheet: Sheet[House]) -> Iterable[Card]:
    return PACK


# Announcements ---------------------------------------------------------------


@dataclass(frozen=True)
class SkatUntouched:
    """A declarer who left the skat lying."""

    said_hand: Annotated[bool, Ask(_("Was the word hand said?"), rule=rule.MUST_BE_SAID)] = False


def on_silent_hand(facts: SkatUntouched, sheet: Sheet[House]) -> Ruling:
    if facts.said_hand:
        return ruling("yes", cite(rule.MUST_BE_SAID, _("Yes: hand was said, so it is a hand game")))
    return ruling(
        "no",
        cite(rule.MUST_BE_SAID, _("No: hand has to be said; leaving the skat where it lies is not enough")),
    )


@dataclass(frozen=True)
class SideTricks:
    """The number of tricks of the side that may be schwarz."""

    tricks: Annotated[int, Ask(_("Tricks that side took"), most=TRICKS, rule=rule.SCHWARZ)]


def on_empty_trick(facts: SideTricks, sheet: Sheet[House]) -> Ruling:
    if facts.tricks:
        words = _("No: schwarz is about tricks, and a trick worth nothing is a trick")
        return ruling("no", cite(rule.SCHWARZ, words))
    return ruling("yes", cite(rule.SCHWARZ, _("Yes: without a trick it is schwarz")))


def on_rename(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    reason = cite(rule.BINDING, _("No: what was announced is final"))
    older_ruling = cite(rule.BINDING, _("An older ruling let it be changed before the first lead"))
    return ruling("no", reason, older_ruling)


def on_joke(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return ruling(
        "binding", cite(rule.BINDING, _("A joke binds: it is played as announced, and lost as announced"))
    )


@dataclass(frozen=True)
class DiscardCount:
    """The number of cards laid away."""

    cards: Annotated[int, Ask(_("Cards laid away"), most=12, rule=rule.LAYING_AWAY)]


def on_discard_count(facts: DiscardCount, sheet: Sheet[House]) -> Ruling:
    if facts.cards == DISCARDS:
        return ruling("right", cite(rule.LAYING_AWAY, _("Two cards were laid away, as it should be")))
    reason = cite(rule.LAYING_AWAY, _("Lost: not two cards were laid away, but {n}"), n=facts.cards)
    return ruling("lost", reason)


@dataclass(frozen=True)
class Discard:
    """The cards the declarer lays away, and the hand with the skat in it."""

    cards: Annotated[Cards, Ask(_("The cards laid away"), least=1, most=12, available=_pack, rule=rule.SKAT)]
    hand: Annotated[
        Cards, Ask(_("The hand with the skat"), least=12, most=12, available=_pack, rule=rule.SKAT)
    ]
    said_hand: Annotated[bool, Ask(_("Was the word hand said?"), rule=rule.SKAT)] = False


def on_discard(facts: Discard, sheet: Sheet[House]) -> Ruling:
    if facts.said_hand:
        words = _("No: in a hand game the skat is left lying, and nothing is laid away")
        return ruling("illegal", cite(rule.SKAT, words))
    return judge_exchange(facts.cards, facts.hand, ExchangeTerms(DISCARDS, DISCARDS, rule.SKAT))


# Irregularities --------------------------------------------------------------


class FaultBy(Choice):
    DECLARER = "declarer", _("The declarer")
    DEFENDERS = "defenders", _("A defender")


class GameDecided(Choice):
    NOT_YET = "not_yet", _("Nothing was decided yet")
    WON = "won", _("The declarer had already won")
    LOST = "lost", _("The declarer had already lost")


@dataclass(frozen=True)
class Fault:
    """A fault, the side that made it, and the state of the game before it."""

    by: Annotated[FaultBy, Ask(_("Whose fault?"))]
    decided: Annotated[GameDecided, Ask(_("How far had the game got?"), rule=rule.REVOKE)] = (
        GameDecided.NOT_YET
    )


@dataclass(frozen=True)
class RevokeFacts(Fault):
    """A revoke in a game that may have needed schneider or schwarz."""

    step_needed: Annotated[
        bool,
        Ask(
            _("Did the declarer need schneider or schwarz to cover the bid?"),
            rule=rule.NEEDED_STEP,
            seldom=True,
        ),
    ] = False
    step_possible: Annotated[
        bool, Ask(_("Could that still be reached?"), rule=rule.NEEDED_STEP, seldom=True)
    ] = False


def _rule_on_fault(facts: Fault, reason: Cite) -> Ruling:
    """Return who won: as decided before the fault, else the side without the fault.

    "At the simple step" means that neither schneider nor schwarz is counted.
    """
    match facts.decided, facts.by:
        case GameDecided.WON, _by:
            return ruling(
                "declarer",
                cite(reason.rule, _("The game was decided and stands: the declarer has won")),
                reason,
            )
        case GameDecided.LOST, _by:
            return ruling(
                "defenders",
                cite(reason.rule, _("The game was decided and stands: the declarer has lost")),
                reason,
            )
        case _not_yet, FaultBy.DECLARER:
            return ruling(
                "defenders", cite(reason.rule, _("The declarer has lost, at the simple step")), reason
            )
        case _:
            return ruling(
                "declarer", cite(reason.rule, _("The declarer has won, at the simple step")), reason
            )


def on_revoke(facts: RevokeFacts, sheet: Sheet[House]) -> Ruling:
    decision = _rule_on_fault(facts, cite(rule.REVOKE, _("The deal stops when a revoke is found")))
    is_undecided = facts.decided is GameDecided.NOT_YET
    step_decides = facts.by is FaultBy.DEFENDERS and facts.step_needed and is_undecided
    if not step_decides:
        return decision
    _verdict_reason, *other_reasons = decision.because
    if facts.step_possible:
        won = cite(rule.NEEDED_STEP, _("The declarer has won, with the step that the bid needs"))
        return ruling("declarer", won, *other_reasons)
    lost = cite(rule.NEEDED_STEP, _("The step could no longer be reached: the game is overbid and lost"))
    return ruling("defenders", lost, *other_reasons)


@dataclass(frozen=True)
class LookBack(Fault):
    """A player who looked through the tricks taken."""

    only_last: Annotated[bool, Ask(_("Was it the last trick only?"), rule=rule.LEAFING, seldom=True)] = False


def on_look_back(facts: LookBack, sheet: Sheet[House]) -> Ruling:
    if facts.only_last:
        return ruling("allowed", cite(rule.LEAFING, _("The last trick may be looked at again")))
    return _rule_on_fault(facts, cite(rule.LEAFING, _("Only the last trick may be looked at again")))


@dataclass(frozen=True)
class SkatSeen:
    """A player who looked at the skat during the bidding."""

    another_passed: Annotated[
        bool, Ask(_("Had one of the others passed already, without a bid?"), rule=rule.SKAT_SEEN)
    ] = False


def on_skat_seen(facts: SkatSeen, sheet: Sheet[House]) -> Ruling:
    exclusion = cite(
        rule.SKAT_SEEN, _("Whoever saw the skat is out of the bidding; the other two are free to bid afresh")
    )
    if not facts.another_passed:
        return ruling("out", exclusion)
    stays_out = cite(rule.SKAT_SEEN, _("But whoever had passed without a bid stays out of the bidding"))
    return ruling("out", exclusion, stays_out)


@dataclass(frozen=True)
class Claim:
    """A declarer who laid the cards down without a word."""

    every_trick: Annotated[bool, Ask(_("Would the declarer have taken every trick left?"), rule=rule.CLAIM)]


def on_claim(facts: Claim, sheet: Sheet[House]) -> Ruling:
    if facts.every_trick:
        return ruling("declarer", cite(rule.CLAIM, _("The claim stands: every trick left is the declarer's")))
    words = _("One trick would have been lost, so every trick left goes to the defenders")
    return ruling("defenders", cite(rule.CLAIM, words))


def _settles_it(facts: DefenderClaim, sheet: Sheet[House]) -> bool:
    return facts.settles_it


@dataclass(frozen=True)
class DefenderClaim:
    """A defender who claims that one trick settles the deal."""

    settles_it: Annotated[bool, Ask(_("Does that trick alone settle the deal?"), rule=rule.DEFENDER_CLAIM)]
    alone: Annotated[
        bool, Ask(_("Without the partner's cards?"), rule=rule.DEFENDER_CLAIM, relevant_if=_settles_it)
    ] = True


def on_defender_claim(facts: DefenderClaim, sheet: Sheet[House]) -> Ruling:
    if facts.settles_it and facts.alone:
        return ruling("stands", cite(rule.DEFENDER_CLAIM, _("The claim stands: that trick settles the deal")))
    words = (
        _("The claim falls: it needs the partner's cards")
        if facts.settles_it
        else _("The claim falls: that trick does not settle the deal")
    )
    return ruling("falls", cite(rule.DEFENDER_CLAIM, words))


def on_three_in_skat(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("The declarer, who holds ten cards, wins; the extra card does not touch the matadors")
    return ruling("declarer", cite(rule.WRONG_SKAT, words))


# Passing, doubling, the list -------------------------------------------------


def on_all_passed(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = {
        AllPass.PASS_IN: _("The deal is passed in: nothing is scored, and it counts for the list"),
        AllPass.RAMSCH: _("A Ramsch is played"),
        AllPass.REDEAL: _("The same dealer deals again, and nothing is written"),
    }[sheet.house.all_pass]
    return ruling(sheet.house.all_pass.value, cite(rule.ALL_PASS, words))


@dataclass(frozen=True)
class Kontra:
    """A player who says Kontra."""

    by_defender: Annotated[bool, Ask(_("Is it said by a defender?"), rule=rule.KONTRA)] = True
    had_bid: Annotated[bool, Ask(_("Had that player bid or held at least 18?"), rule=rule.KONTRA_BID)] = True
    card_played: Annotated[bool, Ask(_("Had that player played a card already?"), rule=rule.KONTRA)] = False
    cards_shown: Annotated[bool, Ask(_("Were the cards of an open game on the table?"), rule=rule.KONTRA)] = (
        False
    )


def on_kontra(facts: Kontra, sheet: Sheet[House]) -> Ruling:
    house = sheet.house
    if not house.kontra:
        return ruling("illegal", cite(rule.KONTRA, _("No: Kontra is not played at this table")))
    if not facts.by_defender:
        return ruling("illegal", cite(rule.KONTRA, _("No: Kontra is for a defender to say")))
    if facts.card_played or facts.cards_shown:
        return ruling("illegal", cite(rule.KONTRA, _("No: it comes too late")))
    if house.kontra_needs_bid and not facts.had_bid:
        return ruling(
            "illegal", cite(rule.KONTRA_BID, _("No: whoever never bid or held 18 cannot say Kontra"))
        )
    return ruling("legal", cite(rule.KONTRA, _("Yes: the game counts double")))


@dataclass(frozen=True)
class Re:
    """A declarer who says Re."""

    kontra_said: Annotated[bool, Ask(_("Was Kontra said?"), rule=rule.RE)] = True
    closed_null: Annotated[bool, Ask(_("Is it null or null hand?"), rule=rule.RE_NULL)] = False


def on_re(facts: Re, sheet: Sheet[House]) -> Ruling:
    if not sheet.house.re:
        return ruling("illegal", cite(rule.RE, _("No: Re is not played at this table")))
    if not facts.kontra_said:
        return ruling("illegal", cite(rule.RE, _("No: Re answers Kontra")))
    if facts.closed_null and not sheet.house.re_on_null:
        return ruling("illegal", cite(rule.RE_NULL, _("No: there is no Re in null and null hand here")))
    return ruling("legal", cite(rule.RE, _("Yes: the game counts four times")))


def on_defenders_share(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    if sheet.house.scoring is not Scoring.SEEGER_FABIAN:
        return ruling(
            0, cite(rule.DEFENDERS_SHARE, _("Nothing: this table adds up the values of the games alone"))
        )
    share = DEFENDER_SHARE[sheet.seating.seats]
    because = [cite(rule.DEFENDERS_SHARE, _("{n} for each of the others"), n=share)]
    if len(players(sheet)) < sheet.seating.seats:
        words = (
            _("The dealer who sits out gets it too")
            if sheet.house.dealer_gets_defender_points
            else _("The dealer who sits out gets nothing")
        )
        because.append(cite(rule.SITTING_OUT, words))
    return ruling(share, *because)
