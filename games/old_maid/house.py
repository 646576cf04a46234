"""The house rules and presets of old maid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from games.engine import SITE, Ask, Choice, Preset, Sheet, _

from . import rulebook as rule


class Removed(Choice):
    ONE_QUEEN = (
        "one_queen",
        _("A queen is taken out"),
        _("Or any other card agreed on: one of its rank is left over"),
    )
    QUEEN_OF_CLUBS = "queen_of_clubs", _("The queen of clubs is taken out")
    JOKER_ADDED = "joker_added", _("A joker is added"), _("53 cards, and the joker is the old maid")
    UNKNOWN_CARD = (
        "unknown_card",
        _("A card nobody has seen is taken out"),
        _("Which card is left over shows only at the end"),
    )


class Pair(Choice):
    RANK = "rank", _("Two of a rank")
    RANK_AND_COLOUR = "rank_and_colour", _("Two of a rank and of one colour")


class Start(Choice):
    DEALER = "dealer", _("The dealer")
    LEFT_OF_DEALER = "left_of_dealer", _("The player on the dealer's left")


class Scoring(Choice):
    MAID_TALLY = "maid_tally", _("A mark for the maid"), _("Fewest marks win")
    FINISH_RANK = "finish_rank", _("Points by places"), _("The earlier out, the more points; most points win")
    LETTERS = "letters", _("Letters of a word"), _("Whoever has the whole word is out")


class End(Choice):
    ROUNDS = "rounds", _("After a number of rounds")
    LIMIT = "limit", _("When somebody has been left with the maid a number of times")


class Tie(Choice):
    SHARED = "shared", _("The win is shared")
    EXTRA_ROUND = "extra_round", _("Another round decides")


PLAYING, COUNTING, ENDING = _("The play"), _("The score"), _("The end")


def scores_by_places(house: House, sheet: Sheet[Any]) -> bool:
    return house.scoring is Scoring.FINISH_RANK


def scores_by_letters(house: House, sheet: Sheet[Any]) -> bool:
    return house.scoring is Scoring.LETTERS


def ends_by_rounds(house: House, sheet: Sheet[Any]) -> bool:
    return house.end is End.ROUNDS


def limit_matters(house: House, sheet: Sheet[Any]) -> bool:
    return house.end is End.LIMIT or house.scoring is Scoring.LETTERS


@dataclass(frozen=True)
class House:
    """The house rules of a table."""

    removed: Annotated[Removed, Ask(_("Which card is left over?"), rule=rule.PACK, section=PLAYING)] = (
        Removed.ONE_QUEEN
    )
    pair: Annotated[Pair, Ask(_("What is a pair?"), rule=rule.PAIRS, section=PLAYING)] = Pair.RANK
    start: Annotated[Start, Ask(_("Who offers first?"), rule=rule.START, section=PLAYING)] = Start.DEALER
    scoring: Annotated[Scoring, Ask(_("What is written down?"), rule=rule.TALLY, section=COUNTING)] = (
        Scoring.MAID_TALLY
    )
    rank_points: Annotated[
        tuple[int, ...],
        Ask(
            _("Points for each place"),
            least=-100,
            most=100,
            rule=rule.RANKS,
            section=COUNTING,
            about=_(
                "From the first out to the maid. Left empty: the first gets one point less than there are "
                "players, each later place one less again, the maid nothing"
            ),
            relevant_if=scores_by_places,
        ),
    ] = ()
    word: Annotated[
        str,
        Ask(
            _("The word"),
            least=0,
            most=20,
            rule=rule.LETTERS,
            section=COUNTING,
            about=_(
                "It must have as many letters as it takes to put a player out. "
                "Left empty: OLD, MAID, OLD MAID and the like"
            ),
            relevant_if=scores_by_letters,
        ),
    ] = ""
    end: Annotated[End, Ask(_("When is the game over?"), rule=rule.ROUNDS, section=ENDING)] = End.ROUNDS
    rounds: Annotated[
        int,
        Ask(
            _("Rounds"),
            least=1,
            most=30,
            offers=(3, 5, 10),
            rule=rule.ROUNDS,
            section=ENDING,
            relevant_if=ends_by_rounds,
        ),
    ] = 5
    limit: Annotated[
        int,
        Ask(
            _("How many times left with the maid?"),
            least=1,
            most=10,
            rule=rule.LIMIT,
            section=ENDING,
            about=_("With letters: the number of letters in the word"),
            relevant_if=limit_matters,
        ),
    ] = 3
    tie: Annotated[Tie, Ask(_("Tied at the end"), rule=rule.TIE, section=ENDING)] = Tie.SHARED


PRESETS = (
    Preset(
        "om-seed",
        _("Old Maid for three"),
        House(),
        rule.ARTICLE,
        _("A queen is left over; a mark for whoever has her, and five rounds"),
    ),
    Preset(
        "om-ranks",
        _("Places count"),
        House(scoring=Scoring.FINISH_RANK),
        SITE,
        _("The earlier you are out the more you earn; the maid earns nothing"),
    ),
    Preset(
        "om-letters",
        _("Letters of a word"),
        House(scoring=Scoring.LETTERS),
        SITE,
        _("The maid takes a letter; whoever has the whole word is out"),
    ),
)
