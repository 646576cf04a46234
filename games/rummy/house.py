"""The house rules and presets of rummy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from games.engine import Ask, Choice, Preset, Sheet, _

from . import rulebook as rule


class Deal(Choice):
    SEVEN = "seven", _("Seven cards each")
    BY_SEATS = "by_seats", _("By the number of players"), _("Ten for two, seven for three or four, else six")
    TEN = "ten", _("Ten cards each")


class AceRank(Choice):
    LOW = "low", _("Low only"), _("Ace, 2, 3 is a run; queen, king, ace is not")
    HIGH_OR_LOW = "high_or_low", _("High or low"), _("Queen, king, ace is a run too; king, ace, 2 is not")
    CORNER = "corner", _("Round the corner"), _("King, ace, 2 is a run too")


class Scoring(Choice):
    WINNER_COLLECTS = (
        "winner_collects",
        _("The winner collects"),
        _("All that the others hold; most points win"),
    )
    LOSERS_PENALTY = (
        "losers_penalty",
        _("Losers are charged"),
        _("Each is charged what they hold; fewest points win"),
    )


class GoingRummy(Choice):
    OFF = "off", _("Earns nothing more")
    DOUBLE = "double", _("Counts double")
    PLUS10 = "plus10", _("10 points more"), _("Only if the winner collects")


class GoOut(Choice):
    DISCARD_OPTIONAL = "discard_optional", _("A last discard is not needed")
    DISCARD_REQUIRED = "discard_required", _("The last card must be a discard")


class LayOff(Choice):
    ANY_TIME = "any_time", _("From your first turn on")
    AFTER_OWN_MELD = "after_own_meld", _("Once you have melded yourself")
    NEVER = "never", _("Not played")


class PerTurn(Choice):
    ANY = "any", _("As many as you can")
    ONE = "one", _("One a turn")


class TakeBack(Choice):
    FORBIDDEN = "forbidden", _("May not be thrown back")
    ALLOWED = "allowed", _("May be thrown back")


class StockOut(Choice):
    TURN_OVER = "turn_over", _("Turn the discards over, unshuffled")
    RESHUFFLE = "reshuffle", _("Shuffle the discards, leaving the top one")
    BLOCK = "block", _("The deal is blocked and ends")


class BlockScoring(Choice):
    ALL_LOSE = "all_lose", _("All lose what they hold")
    LOWEST = "lowest_takes_difference", _("The lowest hand takes the differences")
    NO_SCORE = "no_score", _("Nobody scores")


class End(Choice):
    TARGET = "target", _("At a number of points")
    HANDS = "hands", _("After a number of deals")


class Tie(Choice):
    SHARED = "shared", _("The win is shared")
    EXTRA_HAND = "extra_hand", _("Another deal decides")


DEALING, PLAYING, COUNTING, ENDING = _("The deal"), _("The play"), _("The score"), _("The end")


def may_block(house: House, sheet: Sheet[Any]) -> bool:
    return house.stock_out is StockOut.BLOCK


def ends_at_target(house: House, sheet: Sheet[Any]) -> bool:
    return house.end is End.TARGET


def ends_by_deals(house: House, sheet: Sheet[Any]) -> bool:
    return house.end is End.HANDS


@dataclass(frozen=True)
class House:
    """The house rules of a table."""

    deal: Annotated[Deal, Ask(_("How many cards?"), rule=rule.DEAL, section=DEALING)] = Deal.SEVEN
    jokers: Annotated[
        int,
        Ask(
            _("Jokers"),
            most=2,
            step=2,
            offers=(0, 2),
            rule=rule.JOKERS,
            section=DEALING,
            about=_("Two jokers stand for any card and count 15 each in the hand"),
        ),
    ] = 0
    ace_rank: Annotated[AceRank, Ask(_("The ace in a run"), rule=rule.ACE, section=PLAYING)] = AceRank.LOW
    layoff: Annotated[
        LayOff, Ask(_("When may you lay off on others' melds?"), rule=rule.LAY_OFF, section=PLAYING)
    ] = LayOff.ANY_TIME
    melds_per_turn: Annotated[
        PerTurn, Ask(_("How many melds in a turn?"), rule=rule.PER_TURN, section=PLAYING)
    ] = PerTurn.ANY
    take_back: Annotated[
        TakeBack, Ask(_("The card just taken from the discards"), rule=rule.TAKE_BACK, section=PLAYING)
    ] = TakeBack.FORBIDDEN
    go_out: Annotated[GoOut, Ask(_("Going out"), rule=rule.LAST_DISCARD, section=PLAYING)] = (
        GoOut.DISCARD_OPTIONAL
    )
    stock_out: Annotated[StockOut, Ask(_("The stock is used up"), rule=rule.STOCK_OUT, section=PLAYING)] = (
        StockOut.TURN_OVER
    )
    scoring: Annotated[Scoring, Ask(_("Who scores points?"), rule=rule.COLLECT, section=COUNTING)] = (
        Scoring.WINNER_COLLECTS
    )
    ace_points: Annotated[
        int,
        Ask(
            _("Points of an ace in the hand"),
            least=1,
            most=15,
            offers=(1, 11, 15),
            rule=rule.VALUES,
            section=COUNTING,
            about=_("Where the ace may be high in a run it usually counts 15"),
        ),
    ] = 1
    going_rummy: Annotated[
        GoingRummy,
        Ask(
            _("Rummy: the whole hand in one turn"),
            rule=rule.RUMMY,
            section=COUNTING,
            about=_("With nothing melded or laid off before in that deal"),
        ),
    ] = GoingRummy.DOUBLE
    block_scoring: Annotated[
        BlockScoring,
        Ask(
            _("A blocked deal"),
            rule=rule.BLOCK,
            section=COUNTING,
            relevant_if=may_block,
        ),
    ] = BlockScoring.ALL_LOSE
    end: Annotated[End, Ask(_("When is the game over?"), rule=rule.TARGET, section=ENDING)] = End.TARGET
    target: Annotated[
        int,
        Ask(
            _("Points that end the game"),
            least=50,
            most=1000,
            offers=(100, 200, 300, 500),
            rule=rule.TARGET,
            section=ENDING,
            about=_("100 is usual; some play to 100 for each opponent"),
            relevant_if=ends_at_target,
        ),
    ] = 100
    hands: Annotated[
        int,
        Ask(
            _("Deals in a game"),
            least=1,
            most=50,
            offers=(5, 10, 20),
            rule=rule.DEALS,
            section=ENDING,
            relevant_if=ends_by_deals,
        ),
    ] = 10
    tie: Annotated[Tie, Ask(_("Tied at the end"), rule=rule.TIE, section=ENDING)] = Tie.SHARED


PRESETS = (
    Preset(
        "rummy-seed",
        _("Rummy for three"),
        House(),
        rule.ARTICLE,
        _("Seven cards, the ace low, the winner collects; the first to 100 wins"),
        ((3, 3), (2, 2), (4, 4)),
    ),
    Preset(
        "rummy-bicycle",
        _("Bicycle"),
        House(deal=Deal.BY_SEATS),
        rule.BICYCLE,
        _("Ten, seven or six cards by the number of players; up to six play"),
    ),
    Preset(
        "rummy-ace-high",
        _("Aces high or low"),
        House(ace_rank=AceRank.HIGH_OR_LOW, ace_points=15),
        rule.VARIATIONS,
        _("Queen, king, ace is a run too, and an ace left in the hand costs 15"),
    ),
    Preset(
        "rummy-penalty",
        _("Losers are charged"),
        House(scoring=Scoring.LOSERS_PENALTY),
        rule.VARIATIONS,
        _("All are charged what they still hold; when one reaches 100 the lowest total wins"),
    ),
    Preset(
        "rummy-block",
        _("Blocked deals"),
        House(stock_out=StockOut.BLOCK),
        rule.GUIDE,
        _("The deal ends when the stock is used up, and all lose what they hold"),
    ),
)
