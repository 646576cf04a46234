"""The house rules of Ninety-Nine.

A premium is the bonus for a bid that is declared (laid open before the play), or revealed (the
player's hand lies open as well).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from games.engine import Ask, Choice, Goal, Preset, _

from . import rulebook as rule


class Length(Choice):
    DEALS = "deals", _("After {n} deals")
    TARGET = "target", _("At {n} points")
    RUBBER = "rubber", _("A rubber: the first to win three games of 100")


class TrumpRule(Choice):
    PREVIOUS_SUCCESS = "previous_success", _("by how many made their bid in the deal before")
    TURN_UP = "turn_up", _("by a card turned up")
    NONE = "none", _("there are none")


class FirstTrump(Choice):
    NONE = "none", _("none")
    DIAMONDS = "diamonds", _("diamonds")


class FailedPremium(Choice):
    EACH_OPPONENT = "each_opponent", _("each of the others scores it")
    NONE = "none", _("nobody scores it")


class PremiumLimit(Choice):
    ONE_PLAYER = "one_player", _("one player in a deal")
    UNLIMITED = "unlimited", _("everyone who wants to")


class TieBreak(Choice):
    SHARED = "shared", _("they share the win")
    EXTRA_DEAL = "extra_deal", _("one more deal is played")


def _by_previous_success(house: Any, sheet: Any) -> bool:
    return house.trump_rule is TrumpRule.PREVIOUS_SUCCESS


def _has_premiums(house: Any, sheet: Any) -> bool:
    return bool(house.premiums)


THE_END, TRUMPS, PREMIUMS = _("The end"), _("Trumps"), _("Premiums")


@dataclass(frozen=True)
class House:
    """The house rules of a table."""

    game_length: Annotated[
        Goal[Length],
        Ask(
            _("When does it end?"), least=1, most=1000, offers=(9, 100), rule=rule.LAST_DEAL, section=THE_END
        ),
    ] = Goal(Length.DEALS, 9)
    tie_break: Annotated[TieBreak, Ask(_("If the leaders are tied"), rule=rule.TIE, section=THE_END)] = (
        TieBreak.SHARED
    )
    trump_rule: Annotated[TrumpRule, Ask(_("How are trumps found?"), rule=rule.TRUMPS, section=TRUMPS)] = (
        TrumpRule.PREVIOUS_SUCCESS
    )
    first_trump: Annotated[
        FirstTrump,
        Ask(
            _("Trumps in the first deal"),
            rule=rule.FIRST_TRUMP,
            section=TRUMPS,
            relevant_if=_by_previous_success,
        ),
    ] = FirstTrump.NONE
    joker: Annotated[bool, Ask(_("Is there a joker?"), rule=rule.JOKER, section=TRUMPS)] = False
    premiums: Annotated[
        bool, Ask(_("May players declare and reveal?"), rule=rule.PREMIUMS, section=PREMIUMS)
    ] = True
    premium_limit: Annotated[
        PremiumLimit,
        Ask(_("How many players may?"), rule=rule.ONE_PREMIUM, section=PREMIUMS, relevant_if=_has_premiums),
    ] = PremiumLimit.ONE_PLAYER
    failed_premium: Annotated[
        FailedPremium,
        Ask(_("If a premium fails"), rule=rule.FAILED, section=PREMIUMS, relevant_if=_has_premiums),
    ] = FailedPremium.EACH_OPPONENT


USUAL = House()

PRESETS = (
    Preset(
        "seed-nine-deals",
        _("Nine deals"),
        replace(USUAL, failed_premium=FailedPremium.NONE),
        rule.SHORT_RULES,
        _("Nine deals, the highest total wins; a premium that fails scores for nobody."),
    ),
    Preset(
        "parlett",
        _("Parlett"),
        replace(USUAL, game_length=Goal(Length.TARGET, 100)),
        rule.PENGUIN,
        _(
            "The inventor's own: to 100, with 100 more for reaching it; a failed premium goes to each of"
            " the others."
        ),
    ),
    Preset(
        "fosdick",
        _("Fosdick"),
        replace(USUAL, first_trump=FirstTrump.DIAMONDS),
        rule.FOSDICK,
        _("The first deal is played with diamonds as trumps."),
    ),
    Preset(
        "parlett-turnup",
        _("Parlett, classic"),
        replace(USUAL, trump_rule=TrumpRule.TURN_UP, joker=True),
        rule.CLASSIC,
        _("There is a joker in the pack, and a card turned up sets trumps."),
    ),
)
