"""Rulings on the score: sections 4 to 6 of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from games.engine import Ask, Cards, Cite, NoFacts, PerSide, Points, Ruling, Sheet, _, cite, ruling, say

from . import rulebook as rule
from .deck import VALUE, table_pack
from .hands import TWO, Deal, threshold
from .house import POINTS_IN_PACK, BothReach, House, HundredRule, KittyPoints
from .scoring import miscount_message

STEP = 5  # the score of every hand is a multiple of 5


def _can_be_shut_out(facts: Defence, sheet: Sheet[House]) -> bool:
    return not facts.bid and not sheet.house.shutout_counts_as_silent


def _has_kitty(facts: Piles, sheet: Sheet[House]) -> bool:
    return sheet.house.kitty_size > 0


def _opponents_matter(facts: InTheHole, sheet: Sheet[House]) -> bool:
    """Return whether the ruling can depend on the total of the other side."""
    return sheet.house.negative_limit_needs_other_nonnegative or sheet.seating.sides == TWO


def _totals(sheet: Sheet[House]) -> Iterable[int]:
    """Return the sides' totals, offered as buttons; none before the first score."""
    return sorted({int(total) for total in sheet.totals if total % STEP == 0}) if sheet.rows else ()


@dataclass(frozen=True)
class Defence:
    """Defenders who want their points to count."""

    score: Annotated[
        int,
        Ask(
            _("Your total before the hand"),
            least=-1000,
            most=1000,
            step=STEP,
            rule=rule.HUNDRED,
            offers=_totals,
        ),
    ]
    bid: Annotated[bool, Ask(_("Did one of you make a bid, even one that was overcalled?"))]
    had_turn: Annotated[
        bool,
        Ask(_("Did one of you have a turn to speak?"), rule=rule.SHUT_OUT, relevant_if=_can_be_shut_out),
    ] = True


def on_defence(facts: Defence, sheet: Sheet[House]) -> Ruling:
    """Answer "We set them. Do our points count?"."""
    bar, house = threshold(sheet.house), sheet.house
    if bar is None:
        words = _("Yes: at this table defenders always score what they take.")
        return ruling("yes", cite(rule.DEFENCE, words))
    if facts.score < bar:
        words = _(
            "Yes: you stood at {score}, below {bar}, before the hand, so what you took counts, even "
            "past {bar}."
        )
        return ruling("yes", cite(rule.HUNDRED, words, score=facts.score, bar=bar), _cite_no_difference())
    if facts.bid:
        words = _("Yes: one bid by one of you is enough, even if it was overcalled.")
        return ruling("yes", cite(rule.ONE_IS_ENOUGH, words), _cite_no_difference())
    silent = cite(
        rule.HUNDRED,
        _("No: you stood at {score}, which is {bar} or more, and none of you bid."),
        score=facts.score,
        bar=bar,
    )
    if house.shutout_counts_as_silent:
        words = _("Whoever never had a turn, because {most} was called at once, counts as silent too.")
        shut_out = cite(rule.SHUT_OUT, words, most=house.max_bid)
        return ruling("no", silent, shut_out, _cite_no_difference())
    if facts.had_turn:
        return ruling("no", silent, _cite_no_difference())
    words = _("Yes: you never had a turn, and this table does not call that silence.")
    return ruling("yes", cite(rule.SHUT_OUT, words), _cite_no_difference())


def _cite_no_difference() -> Cite:
    return cite(rule.HUNDRED, _("Whether the bid was made or set makes no difference to this."))


@dataclass(frozen=True)
class Contract:
    """A bid and its result."""

    bid: Annotated[int, Ask(_("The bid"), least=5, most=POINTS_IN_PACK, step=5)]
    took: Annotated[int, Ask(_("Points the bidders took"), most=POINTS_IN_PACK, step=5)]


def on_contract(facts: Contract, sheet: Sheet[House]) -> Ruling:
    """Answer "We bid 60 and took 85. 60 or 85?"."""
    if facts.took >= facts.bid:
        words = _("{took}: a bid that is made scores every point taken, not just the {bid}.")
        return ruling(facts.took, cite(rule.MADE, words, took=facts.took, bid=facts.bid))
    words = _("Minus {bid}: the whole bid is lost, and the {took} taken count for nothing.")
    return ruling(-facts.bid, cite(rule.SET, words, took=facts.took, bid=facts.bid))


@dataclass(frozen=True)
class Totals:
    """The totals of both sides after a hand."""

    bidders: Annotated[int, Ask(_("The bidders' total now"), least=-1000, most=1000, step=STEP)]
    defenders: Annotated[int, Ask(_("The defenders' total now"), least=-1000, most=1000, step=STEP)]


def on_both(facts: Totals, sheet: Sheet[House]) -> Ruling:
    """Answer "We're both over 200 and we have more"."""
    target = sheet.house.target
    reached = [total >= target for total in (facts.bidders, facts.defenders)]
    if not any(reached):
        return ruling(
            "nobody", cite(rule.OUT, _("Nobody has won: neither side has {target}."), target=target)
        )
    if not all(reached):
        winner, words = (
            ("bidders", _("The bidders win: they alone have {target}."))
            if reached[0]
            else ("defenders", _("The defenders win: they alone have {target}."))
        )
        return ruling(winner, cite(rule.OUT, words, target=target))
    if sheet.house.both_reach is BothReach.BIDDER:
        words = _(
            "The bidders win: when both have {target} after one hand, the side that bid wins, even with less."
        )
        return ruling("bidders", cite(rule.BOTH, words, target=target))
    if facts.bidders == facts.defenders:
        words = _("The bidders win: both have {target} and the totals are equal.")
        return ruling("bidders", cite(rule.LEVEL, words, target=target))
    verdict, words = (
        ("bidders", _("The bidders win: both have {target}, and theirs is the higher total."))
        if facts.bidders > facts.defenders
        else ("defenders", _("The defenders win: both have {target}, and theirs is the higher total."))
    )
    return ruling(verdict, cite(rule.BOTH, words, target=target))


def known_result(sheet: Sheet[House]) -> dict[str, int]:
    """Return the bid and the points of the last hand's bidders."""
    hand = sheet.last_hand
    return (
        {"bid": hand.bid, "took": hand.took[sheet.seating.side(hand.bidder)]}
        if isinstance(hand, Deal)
        else {}
    )


def known_totals(sheet: Sheet[House]) -> dict[str, Points]:
    """Return the totals of both sides, the last bidders first."""
    if not isinstance(sheet.last_hand, Deal) or sheet.seating.sides != TWO:
        return {}
    bidders = sheet.seating.side(sheet.last_hand.bidder)
    return {"bidders": sheet.totals[bidders], "defenders": sheet.totals[1 - bidders]}


def known_hole(sheet: Sheet[House]) -> dict[str, Points]:
    """Return the totals of both sides, the side below zero first."""
    if sheet.seating.sides != TWO or min(sheet.totals) >= 0 or max(sheet.totals) < 0:
        return {}
    return {"theirs": min(sheet.totals), "ours": max(sheet.totals)}


@dataclass(frozen=True)
class InTheHole:
    """The totals of a side far below zero (``theirs``) and of its opponents, who ask (``ours``)."""

    theirs: Annotated[int, Ask(_("Their total now"), least=-1000, most=1000, step=STEP, offers=_totals)]
    ours: Annotated[
        int,
        Ask(
            _("Their opponents' total now"),
            least=-1000,
            most=1000,
            step=STEP,
            offers=_totals,
            relevant_if=_opponents_matter,
        ),
    ] = 0


def on_hole(facts: InTheHole, sheet: Sheet[House]) -> Ruling:
    """Answer "They're at −200, so they lost?"."""
    limit = sheet.house.negative_limit
    if limit is None:
        return ruling("no", cite(rule.HOLE, _("No: at this table nobody loses by a negative total.")))
    if facts.theirs > limit:
        words = _("No: {total} is not yet {limit}.")
        return ruling("no", cite(rule.HOLE, words, total=facts.theirs, limit=limit))
    loses_at_once = say(_("Yes: a side at {limit} or lower loses at once."), limit=limit)
    needs_other = sheet.house.negative_limit_needs_other_nonnegative
    if not needs_other and sheet.seating.sides == TWO and facts.ours <= limit:
        words = _("No: you have fallen that far too, so neither side wins by the other's fall.")
        return ruling("no", cite(rule.HOLE, words))
    if not needs_other:
        return ruling("yes", cite(rule.HOLE, loses_at_once))
    if facts.ours >= 0:
        words = _("Yes: they are at {limit} or lower, and you stand at zero or better.")
        return ruling("yes", cite(rule.HOLE_ALONE, words, limit=limit))
    words = _("No: you are below zero yourselves. As soon as you stand at zero or better you win.")
    return ruling("no", cite(rule.HOLE_ALONE, words))


@dataclass(frozen=True)
class Piles:
    """The counted piles."""

    took: Annotated[PerSide[int], Ask(_("Points in each pile"), most=2 * POINTS_IN_PACK)]
    buried: Annotated[
        int, Ask(_("Points buried"), most=POINTS_IN_PACK, rule=rule.BURIED, relevant_if=_has_kitty)
    ] = 0


def on_piles(facts: Piles, sheet: Sheet[House]) -> Ruling:
    """Answer "The piles come to 95"."""
    total = sum(facts.took) + facts.buried
    if total == POINTS_IN_PACK:
        return ruling("right", cite(rule.RECOUNT, _("That is right: together {n}."), n=total))
    return ruling("recount", cite(rule.RECOUNT, miscount_message(total)))


@dataclass(frozen=True)
class Pile:
    """A pile to be counted."""

    cards: Annotated[Cards, Ask(_("The cards in the pile"), most=40, available=table_pack)]


def on_pile(facts: Pile, sheet: Sheet[House]) -> Ruling:
    """Rule on the points of a pile, counter by counter."""
    points = sum(VALUE.get(card.rank, 0) for card in facts.cards)
    counters = Cards(card for card in facts.cards if card.rank in VALUE)
    if not counters:
        return ruling(0, cite(rule.COUNTERS, _("Nothing: there is no ace, ten or five among them.")))
    words = _("{worth} points: {counters}.")
    return ruling(points, cite(rule.COUNTERS, words, worth=points, counters=counters))


def on_kitty(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    """Answer "Whose are the points in the discarded kitty?"."""
    if not sheet.house.kitty_size:
        return ruling("no_kitty", cite(rule.KITTY, _("There is no kitty at this table.")))
    words = {
        KittyPoints.DEFENDERS: _("The defenders': buried points are theirs."),
        KittyPoints.BIDDERS: _("The bidders': buried points are theirs."),
        KittyPoints.LAST_TRICK: _("They belong to the side that takes the last trick."),
    }[sheet.house.kitty_points_to]
    because = [cite(rule.BURIED, words)]
    if sheet.seating.sides > TWO and sheet.house.kitty_points_to is KittyPoints.DEFENDERS:
        words = _(
            "With more than one defending side the buried points are no single side's, and nobody "
            "scores them."
        )
        because.append(cite(rule.BURIED_BETWEEN, words))
    return ruling(sheet.house.kitty_points_to.value, *because)


def on_deux_cents(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    """Answer "Do defenders at 100 or more ever score in the Deux Cents rules?"."""
    contradiction = _(
        "The Deux Cents notes cannot settle this: they say in one place that defenders at 100 or more "
        "score only if they bid, in another that they always score."
    )
    table_rule = {
        HundredRule.ON: _("At this table they score only if one of them bid."),
        HundredRule.OFF: _("At this table they always score."),
    }[sheet.house.hundred_rule]
    return ruling("unclear", cite(rule.CONTRADICTION, contradiction), cite(rule.HUNDRED, table_rule))
