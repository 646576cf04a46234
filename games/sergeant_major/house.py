"""The house rules of Sergeant Major."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from games.engine import Ask, Choice, Goal, Preset, Problem, Seating, _, say

from . import rulebook as rule

TRICKS = 16


class TargetOrder(Choice):
    """The targets of the dealer, the dealer's left and the dealer's right."""

    EIGHT_FIVE_THREE = "8-5-3", _("8, 5 and 3")
    EIGHT_THREE_FIVE = "8-3-5", _("8, 3 and 5")
    NINE_FIVE_TWO = "9-5-2", _("9, 5 and 2")
    CUSTOM = "custom", _("our own")


class FirstLead(Choice):
    LEFT = "left", _("the dealer's left")
    DEALER = "dealer", _("the dealer")


class Kitty(Choice):
    DISCARD_THEN_TAKE = "discard_then_take", _("four cards are laid away before it is seen")
    TAKE_THEN_DISCARD = "take_then_discard", _("it is taken up, then four cards are laid away")
    SWAP_UP_TO_4 = "swap_up_to_4", _("up to four of its cards are swapped")


class ExchangeOrder(Choice):
    HIGHER_TARGET_FIRST = "higher_target_first", _("the one with the higher target in the new hand")
    MOST_UP_FIRST = "most_up_first", _("the one who was further over target")


class Permission(Choice):
    ALLOWED = "allowed", _("allowed")
    FORBIDDEN = "forbidden", _("forbidden")


class Win(Choice):
    TRICKS = "tricks", _("{n} tricks in one hand")
    POINTS = "points", _("{n} points")
    HANDS = "hands", _("After {n} hands")
    OVER_TARGET = "over_target", _("{n} over target in one hand")


def _has_custom_targets(house: Any, sheet: Any) -> bool:
    return house.target_order is TargetOrder.CUSTOM


def _exchanges_cards(house: Any, sheet: Any) -> bool:
    return bool(house.exchange)


THE_END, TARGETS, BEFORE_PLAY, PLAY = _("The end"), _("Targets"), _("Before the play"), _("The play")


@dataclass(frozen=True)
class House:
    """The house rules of a table."""

    win_condition: Annotated[
        Goal[Win],
        Ask(
            _("What wins the game?"),
            least=1,
            most=1000,
            offers=(12, 5, 18),
            rule=rule.TWELVE,
            section=THE_END,
        ),
    ] = Goal(Win.TRICKS, 12)
    stake: Annotated[
        Fraction,
        Ask(
            _("Stake for each trick"),
            most=1000,
            rule=rule.STAKE,
            section=THE_END,
            about=_("0: no stakes; each trick over or short counts one point."),
        ),
    ] = Fraction(0)
    target_order: Annotated[
        TargetOrder,
        Ask(_("Targets of dealer, left and right"), rule=rule.TARGETS, section=TARGETS),
    ] = TargetOrder.EIGHT_FIVE_THREE
    custom_dealer: Annotated[
        int,
        Ask(
            _("The dealer's target"),
            most=TRICKS,
            rule=rule.TARGETS,
            section=TARGETS,
            relevant_if=_has_custom_targets,
        ),
    ] = 6
    custom_left: Annotated[
        int,
        Ask(
            _("The target of the dealer's left"),
            most=TRICKS,
            rule=rule.TARGETS,
            section=TARGETS,
            relevant_if=_has_custom_targets,
            about=_("What is left of 16 is for the dealer's right."),
        ),
    ] = 3
    exchange: Annotated[
        bool, Ask(_("Are cards exchanged from the second hand on?"), rule=rule.EXCHANGE, section=BEFORE_PLAY)
    ] = True
    exchange_order: Annotated[
        ExchangeOrder,
        Ask(
            _("If two were over target, who exchanges first?"),
            rule=rule.EXCHANGE_ORDER,
            section=BEFORE_PLAY,
            relevant_if=_exchanges_cards,
        ),
    ] = ExchangeOrder.HIGHER_TARGET_FIRST
    exchange_trumps: Annotated[
        Permission,
        Ask(
            _("Trumps in the exchange"),
            rule=rule.EXCHANGE_TRUMPS,
            section=BEFORE_PLAY,
            relevant_if=_exchanges_cards,
        ),
    ] = Permission.ALLOWED
    no_trump: Annotated[
        Permission, Ask(_("Playing without trumps"), rule=rule.NO_TRUMP, section=BEFORE_PLAY)
    ] = Permission.FORBIDDEN
    kitty: Annotated[Kitty, Ask(_("The kitty"), rule=rule.KITTY, section=BEFORE_PLAY)] = (
        Kitty.TAKE_THEN_DISCARD
    )
    six_games: Annotated[
        bool,
        Ask(
            _("Does each player name six games, each once?"),
            rule=rule.SIX_GAMES,
            section=BEFORE_PLAY,
            about=_("The four suits, no trumps, and fewest tricks."),
        ),
    ] = False
    first_lead: Annotated[FirstLead, Ask(_("Who leads first?"), rule=rule.LEAD, section=PLAY)] = (
        FirstLead.LEFT
    )
    must_trump: Annotated[
        bool, Ask(_("Must you trump if you cannot follow?"), rule=rule.MUST_TRUMP, section=PLAY)
    ] = False


def check_house(house: House, seating: Seating) -> Iterator[Problem]:
    if house.target_order is TargetOrder.CUSTOM and house.custom_dealer + house.custom_left >= TRICKS:
        words = _("The targets add up to {n}: these two leave nothing for the third")
        yield Problem("custom_left", say(words, n=TRICKS), rule.TARGETS)


USUAL = House()

PRESETS = (
    Preset(
        "seed-points",
        _("By points"),
        replace(
            USUAL,
            target_order=TargetOrder.EIGHT_THREE_FIVE,
            first_lead=FirstLead.DEALER,
            exchange_trumps=Permission.FORBIDDEN,
            win_condition=Goal(Win.POINTS, 12),
        ),
        rule.SHORT_RULES,
        _(
            "First to a number of points, 12 unless you agree on another; the dealer leads, and the"
            " dealer's left has target 3."
        ),
    ),
    Preset(
        "pagat",
        _("Pagat"),
        replace(USUAL, kitty=Kitty.DISCARD_THEN_TAKE),
        rule.PAGAT,
        _("Twelve tricks in one hand win at once; the kitty is taken unseen, after discarding."),
    ),
    Preset(
        "canada-9-5-2",
        _("Canada: 9-5-2"),
        replace(USUAL, target_order=TargetOrder.NINE_FIVE_TWO),
        rule.ARENA,
        _("The targets are 9, 5 and 2."),
    ),
    Preset(
        "royal-18",
        _("Eighteen hands"),
        replace(
            USUAL,
            target_order=TargetOrder.CUSTOM,
            custom_dealer=3,
            custom_left=8,
            no_trump=Permission.ALLOWED,
            six_games=True,
            win_condition=Goal(Win.HANDS, 18),
        ),
        rule.GAMEDESIRE,
        _(
            "Each player names six games once, fewest tricks among them; the dealer's target is 3, and"
            " the dealer's left names the game and leads."
        ),
    ),
)
