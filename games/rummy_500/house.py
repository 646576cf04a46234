"""The house rules and presets of 500 rum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from games.engine import Ask, Choice, Preset, Sheet, _

from . import rulebook as rule


class Values(Choice):
    FACE = "face", _("What they show"), _("2 to 10 count what they show, pictures 10, aces 15")
    FIVES = "5_10_15", _("5, 10 and 15"), _("2 to 9 count 5, tens and pictures 10, aces 15")


class GoOut(Choice):
    DISCARD_OPTIONAL = "discard_optional", _("A last discard is not needed")
    DISCARD_REQUIRED = "discard_required", _("The last card must be a discard")
    MUST_GO_OUT_TO_WIN = "must_go_out_to_win", _("Only whoever goes out can win the game")


class Tie(Choice):
    EXTRA_HAND = "extra_hand", _("Another deal decides")
    SHARED = "shared", _("The win is shared")


DEALING, PLAYING, COUNTING, ENDING = _("The deal"), _("The play"), _("The score"), _("The end")


def has_two_players(house: House, sheet: Sheet[Any]) -> bool:
    return sheet.seating.seats == 2


def counts_face_value(house: House, sheet: Sheet[Any]) -> bool:
    return house.values is Values.FACE


@dataclass(frozen=True)
class House:
    """The house rules of a table."""

    jokers: Annotated[
        int,
        Ask(
            _("Jokers in a pack"),
            most=2,
            step=2,
            offers=(0, 2),
            rule=rule.PACK,
            section=DEALING,
            about=_("A joker stands for any card and counts 15"),
        ),
    ] = 2
    deal_two: Annotated[
        int,
        Ask(
            _("Cards when two play"),
            least=7,
            most=13,
            offers=(10, 13),
            rule=rule.DEAL,
            section=DEALING,
            relevant_if=has_two_players,
        ),
    ] = 13
    take_top_free: Annotated[
        bool, Ask(_("May the top discard be taken and kept?"), rule=rule.TOP, section=PLAYING)
    ] = True
    call_rummy: Annotated[
        bool,
        Ask(
            _("May others call “Rummy!”?"),
            rule=rule.CALL,
            section=PLAYING,
            about=_("When a card that fits a meld has been thrown"),
        ),
    ] = False
    go_out: Annotated[GoOut, Ask(_("Going out"), rule=rule.OUT, section=PLAYING)] = GoOut.DISCARD_OPTIONAL
    values: Annotated[Values, Ask(_("What cards count"), rule=rule.VALUES, section=COUNTING)] = Values.FACE
    ace_low_meld: Annotated[
        int,
        Ask(
            _("An ace laid low, with 2 and 3"),
            least=1,
            most=15,
            offers=(1, 15),
            rule=rule.LOW_ACE,
            section=COUNTING,
            relevant_if=counts_face_value,
        ),
    ] = 1
    ace_held: Annotated[
        int,
        Ask(
            _("An ace still held"),
            least=1,
            most=15,
            offers=(1, 15),
            rule=rule.LOW_ACE,
            section=COUNTING,
            relevant_if=counts_face_value,
        ),
    ] = 15
    target: Annotated[
        int,
        Ask(
            _("Points that win"),
            least=50,
            most=5000,
            offers=(300, 500, 1000),
            rule=rule.TARGET,
            section=ENDING,
        ),
    ] = 500
    tie: Annotated[Tie, Ask(_("Tied at the top"), rule=rule.TIE, section=ENDING)] = Tie.EXTRA_HAND


PRESETS = (
    Preset(
        "r500-pagat",
        _("With jokers"),
        House(),
        rule.PAGAT,
        _("Two jokers in the pack, wild and worth 15; an ace laid low counts 1"),
    ),
    Preset(
        "r500-bicycle",
        _("Bicycle"),
        House(jokers=0),
        rule.BICYCLE,
        _("The plain pack of 52, without jokers"),
    ),
    Preset(
        "r500-5-10-15",
        _("By fives"),
        House(jokers=0, values=Values.FIVES),
        rule.FIVES,
        _("Low cards 5, tens and pictures 10, aces 15: quicker to count"),
    ),
)
