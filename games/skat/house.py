"""The house rules of Skat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

from games.engine import Ask, Choice, Preset, Problem, Seating, _, say

from . import rulebook as rule


class Scoring(Choice):
    SIMPLE = "simple", _("Plain totals"), _("The values of the games, added up.")
    SEEGER_FABIAN = (
        "seeger_fabian",
        _("League (Seeger-Fabian)"),
        _("50 for each game won, 50 off for each lost, and something for the others when a game is lost."),
    )


class AllPass(Choice):
    PASS_IN = "pass_in", _("Passed in"), _("The deal is written down, with nothing for anyone.")
    RAMSCH = "ramsch", _("Ramsch"), _("Everyone plays alone; the most card points lose.")
    REDEAL = "redeal", _("Dealt again"), _("The same dealer deals again and nothing is written.")


class FailedAnnouncement(Choice):
    CHARGE_ANNOUNCED = "charge_announced", _("Every step announced is charged")
    CHARGE_REACHED = "charge_reached", _("Only the steps reached are charged")


class NullOverbid(Choice):
    REJECT = "reject", _("It may not be announced")
    NEXT_NULL = "next_null", _("It is lost as the next null game that reaches the bid")
    OWN_VALUE = "own_value", _("It is lost at its own value")
    MULTIPLE_OF_23 = "multiple_of_23", _("It is lost at the next multiple of 23")


class BockTrigger(Choice):
    LOST_60_60 = "lost_60_60", _("a game lost 60 to 60")
    LOST_KONTRA = "lost_kontra", _("a game lost against Kontra")
    GRAND_HAND = "grand_hand", _("a grand hand")
    NULL_OUVERT_HAND = "null_ouvert_hand", _("an open null hand")


class RamschSkat(Choice):
    LOSER = "loser", _("the loser")
    LAST_TRICK = "last_trick", _("whoever takes the last trick")
    NOBODY = "nobody", _("nobody")


class RamschTie(Choice):
    LAST_TRICK = "last_trick", _("the one of them who took the last trick loses")
    BOTH = "both", _("each of them is charged in full")
    SHARED = "shared", _("they share the loss")


class RamschStake(Choice):
    POINTS = "points", _("By card points")
    FIXED = "fixed", _("Fixed: 10, 15 or 20")


class Settlement(Choice):
    NONE = "none", _("The totals stand")
    PAIRWISE = "pairwise", _("Each settles with each at the end")
    TO_EACH = "to_each", _("Each deal is paid by, or to, each of the others")


def _scores_as_league(house: Any, sheet: Any) -> bool:
    return bool(house.scoring is Scoring.SEEGER_FABIAN)


def _plays_kontra(house: Any, sheet: Any) -> bool:
    return bool(house.kontra)


def _plays_re(house: Any, sheet: Any) -> bool:
    return bool(house.kontra and house.re)


def _plays_bock(house: Any, sheet: Any) -> bool:
    return bool(house.bock)


def _plays_ramsch(house: Any, sheet: Any) -> bool:
    return bool(house.all_pass is AllPass.RAMSCH)


THE_LIST, VALUES, DOUBLING, RAMSCH, SETTLING = (
    _("The list"),
    _("Announcements and values"),
    _("Doubling"),
    _("Ramsch"),
    _("Settling up"),
)


@dataclass(frozen=True)
class House:
    """The house rules. The number of seats decides ``list_deals`` or ``bock_length`` if it is None."""

    scoring: Annotated[Scoring, Ask(_("How are games scored?"), rule=rule.SEEGER, section=THE_LIST)] = (
        Scoring.SIMPLE
    )
    list_deals: Annotated[
        int | None,
        Ask(
            _("Deals in a list"),
            none=_("the usual number"),
            least=1,
            most=240,
            rule=rule.LIST,
            section=THE_LIST,
            about=_("Left open: 36 with three players, 48 with four."),
        ),
    ] = None
    dealer_gets_defender_points: Annotated[
        bool,
        Ask(
            _("Does the dealer who sits out get the points for a lost game too?"),
            rule=rule.SITTING_OUT,
            section=THE_LIST,
            relevant_if=_scores_as_league,
        ),
    ] = True
    all_pass: Annotated[AllPass, Ask(_("What if all three pass?"), rule=rule.ALL_PASS, section=THE_LIST)] = (
        AllPass.PASS_IN
    )
    loss_factor_hand: Annotated[
        int,
        Ask(
            _("A lost hand game costs its value how many times?"),
            least=1,
            most=2,
            offers=(1, 2),
            rule=rule.HAND_LOST,
            section=VALUES,
        ),
    ] = 2
    failed_announcement: Annotated[
        FailedAnnouncement,
        Ask(_("An announcement that was missed"), rule=rule.MISSED, section=VALUES),
    ] = FailedAnnouncement.CHARGE_ANNOUNCED
    null_overbid: Annotated[
        NullOverbid,
        Ask(_("A null game worth less than the bid"), rule=rule.NULL_OVERBID, section=VALUES),
    ] = NullOverbid.REJECT
    suit_ouvert_requires_hand: Annotated[
        bool,
        Ask(
            _("Must an open suit game or grand be a hand game?"),
            rule=rule.OUVERT,
            section=VALUES,
            about=_("If not, it may be played open with the skat taken up; it still promises every trick."),
        ),
    ] = True
    grand_base: Annotated[
        int,
        Ask(
            _("Base of grand"),
            least=20,
            most=24,
            step=4,
            offers=(24, 20),
            rule=rule.VALUE,
            section=VALUES,
            about=_("24 today; 20 in older books, which also changes the numbers that can be bid."),
        ),
    ] = 24
    kontra: Annotated[bool, Ask(_("May a defender say Kontra?"), rule=rule.KONTRA, section=DOUBLING)] = False
    kontra_needs_bid: Annotated[
        bool,
        Ask(
            _("Only a defender who bid or held at least 18?"),
            rule=rule.KONTRA_BID,
            section=DOUBLING,
            relevant_if=_plays_kontra,
        ),
    ] = True
    re: Annotated[
        bool,
        Ask(_("May the declarer answer with Re?"), rule=rule.RE, section=DOUBLING, relevant_if=_plays_kontra),
    ] = False
    re_on_null: Annotated[
        bool,
        Ask(_("Also in null and null hand?"), rule=rule.RE_NULL, section=DOUBLING, relevant_if=_plays_re),
    ] = False
    bock: Annotated[
        frozenset[BockTrigger], Ask(_("What calls for a round of Bock?"), rule=rule.BOCK, section=DOUBLING)
    ] = frozenset()
    bock_length: Annotated[
        int | None,
        Ask(
            _("Deals in a round of Bock"),
            least=1,
            most=48,
            rule=rule.BOCK,
            section=DOUBLING,
            relevant_if=_plays_bock,
            about=_("Left open: one deal for each player."),
        ),
    ] = None
    bock_opening: Annotated[
        bool,
        Ask(
            _("Is the deal that opens the Bock doubled too?"),
            rule=rule.BOCK_OPENING,
            section=DOUBLING,
            relevant_if=_plays_bock,
        ),
    ] = False
    ramsch_skat_to: Annotated[
        RamschSkat, Ask(_("Who gets the skat?"), rule=rule.RAMSCH, section=RAMSCH, relevant_if=_plays_ramsch)
    ] = RamschSkat.LOSER
    ramsch_tie: Annotated[
        RamschTie,
        Ask(
            _("If two have the most card points"),
            rule=rule.RAMSCH_TIE,
            section=RAMSCH,
            relevant_if=_plays_ramsch,
        ),
    ] = RamschTie.LAST_TRICK
    ramsch_virgin_doubles: Annotated[
        bool,
        Ask(
            _("Does a player without a trick double the loss?"),
            rule=rule.VIRGIN,
            section=RAMSCH,
            relevant_if=_plays_ramsch,
        ),
    ] = True
    ramsch_durchmarsch: Annotated[
        int,
        Ask(
            _("Points for taking every trick"),
            most=240,
            rule=rule.MARCH,
            section=RAMSCH,
            relevant_if=_plays_ramsch,
            about=_("0: not played; whoever takes every trick loses."),
        ),
    ] = 120
    ramsch_push_doubles: Annotated[
        bool,
        Ask(
            _("Does each skat passed on unseen double the loss?"),
            rule=rule.PUSHING,
            section=RAMSCH,
            relevant_if=_plays_ramsch,
        ),
    ] = False
    ramsch_stake: Annotated[
        RamschStake, Ask(_("What a Ramsch costs"), rule=rule.FIXED, section=RAMSCH, relevant_if=_plays_ramsch)
    ] = RamschStake.POINTS
    settlement: Annotated[Settlement, Ask(_("How is it settled?"), rule=rule.PAIRWISE, section=SETTLING)] = (
        Settlement.NONE
    )


def check_house(house: House, seating: Seating) -> Iterator[Problem]:
    if house.re and not house.kontra:
        yield Problem("re", say(_("Re answers Kontra, which is not played here")), rule.RE)
    if BockTrigger.LOST_KONTRA in house.bock and not house.kontra:
        yield Problem(
            "bock", say(_("Kontra is not played here, so no game can be lost against it")), rule.KONTRA
        )


SIMPLE = House()
PUB = replace(
    SIMPLE,
    kontra=True,
    re=True,
    all_pass=AllPass.RAMSCH,
    bock=frozenset({BockTrigger.LOST_60_60, BockTrigger.LOST_KONTRA}),
)

PRESETS = (
    Preset(
        "isko-league",
        _("League (International Skat Order)"),
        House(scoring=Scoring.SEEGER_FABIAN),
        rule.ISKO,
        _("Tournament play: Seeger-Fabian lists of 36 or 48 deals, nothing doubled; passed in if all pass."),
    ),
    Preset(
        "simple",
        _("Plain totals"),
        SIMPLE,
        rule.WIKIPEDIA,
        _("The same play as in the league, but only the values of the games are added up."),
    ),
    Preset(
        "pub",
        _("Pub Skat"),
        PUB,
        rule.KNEIPENSKAT,
        _(
            "With Kontra and Re, a Ramsch when all pass, and Bock after 60 to 60 or a game lost"
            " against Kontra."
        ),
    ),
)
