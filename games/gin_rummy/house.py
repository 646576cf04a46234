"""The house rules and presets of gin rummy: three schools of scoring, and the games built on them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from games.engine import Ask, Choice, Preset, Sheet, _

from . import rulebook as rule


class BoxesWhen(Choice):
    END = "end", _("At the end of the game")
    AT_ONCE = "at_once", _("At once"), _("Each win adds its box to the score, and helps to reach the target")


class Shutout(Choice):
    DOUBLE_POINTS = "double_points", _("Hand points doubled"), _("Before boxes and the game bonus are added")
    DOUBLE_TOTAL = "double_total", _("The whole doubled"), _("Hand points, boxes and game bonus")
    FLAT_100 = "flat_100", _("100 more")
    NONE = "none", _("Nothing more")


class OklahomaAce(Choice):
    ONE = "one", _("Knock with 1 or less")
    GIN_ONLY = "gin_only", _("Gin only")


class DeadHandDealer(Choice):
    SAME = "same", _("The same dealer again")
    NEXT = "next", _("The next player")


HAND, GAME, UP_CARD, TABLE = _("The hand"), _("The game"), _("Oklahoma"), _("The table")


def with_oklahoma(house: House, sheet: Sheet[Any]) -> bool:
    return house.oklahoma


def in_pairs(house: House, sheet: Sheet[Any]) -> bool:
    return sheet.seating.shape == PAIRS


PAIRS = 4, 2  # seats and sides


@dataclass(frozen=True)
class House:
    """The house rules of a table."""

    knock_max: Annotated[
        int,
        Ask(
            _("Deadwood to knock with, at most"),
            most=10,
            offers=(0, 10),
            rule=rule.KNOCK,
            section=HAND,
            about=_("0 is straight gin: nobody may knock without gin"),
        ),
    ] = 10
    gin_bonus: Annotated[int, Ask(_("For gin"), most=100, offers=(20, 25), rule=rule.GIN, section=HAND)] = 25
    big_gin_bonus: Annotated[
        int | None,
        Ask(
            _("For big gin: eleven melded cards"),
            most=100,
            offers=(31, 50),
            rule=rule.BIG_GIN,
            section=HAND,
            none=_("Not played"),
        ),
    ] = 31
    undercut_bonus: Annotated[
        int, Ask(_("For an undercut"), most=100, offers=(10, 15, 20, 25), rule=rule.UNDERCUT, section=HAND)
    ] = 25
    undercut_on_tie: Annotated[
        bool, Ask(_("Is equal deadwood an undercut?"), rule=rule.LEVEL, section=HAND)
    ] = True
    fifty_card: Annotated[
        bool,
        Ask(
            _("May the last discard be taken to knock?"),
            rule=rule.FIFTY,
            section=HAND,
            about=_("With two cards left in the stock: the fiftieth card"),
        ),
    ] = False
    target: Annotated[
        int,
        Ask(
            _("Points that win the game"),
            least=50,
            most=1000,
            offers=(100, 150, 200, 250),
            rule=rule.TARGET,
            section=GAME,
            about=_("With Hollywood, in each column"),
        ),
    ] = 100
    team_target: Annotated[
        int,
        Ask(
            _("Points that win the game in pairs"),
            least=50,
            most=1000,
            offers=(125,),
            rule=rule.PARTNERS,
            section=GAME,
            relevant_if=in_pairs,
        ),
    ] = 125
    box_bonus: Annotated[
        int, Ask(_("For each box"), most=100, offers=(0, 10, 20, 25), rule=rule.BOXES, section=GAME)
    ] = 25
    boxes_when: Annotated[BoxesWhen, Ask(_("When are boxes added?"), rule=rule.BOXES, section=GAME)] = (
        BoxesWhen.END
    )
    game_bonus: Annotated[
        int, Ask(_("For the game"), most=1000, offers=(0, 100), rule=rule.GAME_BONUS, section=GAME)
    ] = 100
    shutout: Annotated[
        Shutout,
        Ask(
            _("A shutout: the other has not scored"),
            rule=rule.SHUTOUT,
            section=GAME,
            about=_("By different rules the same match gives 366, 516 or 348 points: agree first"),
        ),
    ] = Shutout.DOUBLE_POINTS
    hollywood: Annotated[
        bool,
        Ask(
            _("Hollywood: three games at once"),
            rule=rule.HOLLYWOOD,
            section=GAME,
            about=_("Three columns, each settled as a game of its own"),
        ),
    ] = False
    oklahoma: Annotated[
        bool, Ask(_("Does the up-card set the limit for knocking?"), rule=rule.OKLAHOMA, section=UP_CARD)
    ] = False
    oklahoma_ace: Annotated[
        OklahomaAce,
        Ask(_("An ace turned up"), rule=rule.OKLAHOMA, section=UP_CARD, relevant_if=with_oklahoma),
    ] = OklahomaAce.GIN_ONLY
    spade_double: Annotated[
        bool,
        Ask(
            _("Does a spade turned up double the hand?"),
            rule=rule.SPADES,
            section=UP_CARD,
            relevant_if=with_oklahoma,
        ),
    ] = True
    oklahoma_extra_boxes: Annotated[
        bool,
        Ask(
            _("Extra boxes: one for an undercut, two for gin?"),
            rule=rule.EXTRA_BOXES,
            section=UP_CARD,
            relevant_if=with_oklahoma,
        ),
    ] = False
    dead_hand_dealer: Annotated[
        DeadHandDealer, Ask(_("Who deals after a dead hand?"), rule=rule.DEAD, section=TABLE)
    ] = DeadHandDealer.SAME


MODERN = House()
CLASSIC = House(gin_bonus=20, undercut_bonus=10, big_gin_bonus=None, box_bonus=20, shutout=Shutout.FLAT_100)
APP = House(
    undercut_bonus=20,
    big_gin_bonus=None,
    box_bonus=10,
    boxes_when=BoxesWhen.AT_ONCE,
    game_bonus=0,
    shutout=Shutout.NONE,
)
WITHOUT_PARTNERS = ((2, 2), (3, 3))

PRESETS = (
    Preset(
        "gin-modern",
        _("Modern"),
        MODERN,
        rule.CRATE,
        _("Gin, undercut and box 25, big gin 31; a shutout doubles the hand points"),
        WITHOUT_PARTNERS,
    ),
    Preset(
        "gin-classic",
        _("Classic"),
        CLASSIC,
        rule.CRATE,
        _("Gin and box 20, undercut 10, no big gin; a shutout earns 100"),
        WITHOUT_PARTNERS,
    ),
    Preset(
        "gin-oklahoma",
        _("Oklahoma"),
        replace(MODERN, oklahoma=True, target=150),
        rule.OKLAHOMA_PAGE,
        _("The up-card sets the limit for knocking, and a spade doubles the hand; to 150"),
        WITHOUT_PARTNERS,
    ),
    Preset(
        "gin-hollywood",
        _("Hollywood"),
        replace(MODERN, hollywood=True, target=150),
        rule.HOLLYWOOD_PAGE,
        _("Three games at once in three columns, each to 150"),
        WITHOUT_PARTNERS,
    ),
    Preset(
        "gin-partners",
        _("Partners"),
        MODERN,
        rule.OKLAHOMA_PAGE,
        _("Four in pairs: the partners' hands are added or set off; to 125"),
        (PAIRS,),
    ),
    Preset(
        "gin-palace",
        _("Boxes at once"),
        APP,
        rule.CRATE,
        _("As an app scores it: 10 for each win at once, and no bonus at the end"),
        WITHOUT_PARTNERS,
    ),
)
