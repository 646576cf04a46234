"""The comparison of plays: rules 2.3, 3.13 to 3.15 and 4, in order of precedence.

A smack-down beats a lone 2 with four of a kind or a run of pairs (rule 4.2).
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import Cards, Cite, Rule, _, cite

from . import rulebook as rule
from .choices import Bombs, Jokers, Mixing, SmackDown
from .combinations import (
    CATEGORIES,
    FIVE,
    Kind,
    Play,
    bare_four_allowed,
    big_two,
    classify,
    readings,
    strength,
)
from .house import House

ANY_FOUR = {Kind.FOUR, Kind.QUADS}  # four of a kind, with or without a fifth card
SINGLE_OR_PAIR = {Kind.SINGLE, Kind.PAIR, Kind.JOKER}

# The rule that ranks each kind within itself.
RULE_OF = {
    Kind.SINGLE: rule.SINGLE,
    Kind.PAIR: rule.PAIR,
    Kind.TRIPLE: rule.TRIPLE,
    Kind.TWO_PAIR: rule.FOUR_CARDS,
    Kind.FOUR: rule.FOUR_CARDS,
    Kind.SISTERS: rule.JUNK,
    Kind.BUTTERFLY: rule.JUNK,
    Kind.TRIPS_JUNK: rule.JUNK,
    Kind.STRAIGHT: rule.STRAIGHT,
    Kind.FLUSH: rule.FLUSH,
    Kind.FULL_HOUSE: rule.FULL_HOUSE,
    Kind.QUADS: rule.QUADS,
    Kind.FIVE_ALIKE: rule.TWO_PACKS,
    Kind.STRAIGHT_FLUSH: rule.STRAIGHT_FLUSH,
    Kind.PAIR_RUN: rule.SMACK_DOWN,
    Kind.DRAGON: rule.DRAGON,
    Kind.JOKER: rule.JOKERS,
}


@dataclass(frozen=True)
class Verdict:
    """The verdict on whether a play beats the table, with the reason."""

    beats: bool
    because: Cite


def _verdict(beats: bool, cited: Rule, words: str, **values: object) -> Verdict:
    return Verdict(beats, cite(cited, words, **values))


def judge(
    played: Cards, table: Cards, house: House, twos_low: bool = False, after_smack: bool = False
) -> Verdict:
    """Judge whether ``played`` beats the cards on the ``table``.

    ``twos_low``: a bomb has been played, which makes the 2s the lowest cards if rule 1.13 applies.
    ``after_smack``: the cards on the table have smacked a 2 down.
    Wild jokers stand for cards that beat the table, if there are any.
    """
    on_table = classify(table, house, twos_low)
    if on_table is None:
        return _verdict(False, rule.NO_COMBINATION, _("{cards} is no combination here"), cards=table)
    is_single = on_table.kind is Kind.SINGLE and len(table) == 1
    is_smack = after_smack and house.smackdown is not SmackDown.OFF and on_table.kind in ANY_FOUR
    table_play = TablePlay(on_table, is_single and _is_smackable(table, house), is_smack)
    verdicts = [_judge_reading(play, table_play, house) for play in readings(played, house, twos_low)]
    if not verdicts:
        return _verdict(False, rule.NO_COMBINATION, _("{cards} is no combination here"), cards=played)
    return next((verdict for verdict in verdicts if verdict.beats), verdicts[0])


@dataclass(frozen=True)
class TablePlay:
    """The play on the table."""

    play: Play
    is_smackable: bool  # a 2 that may be smacked down
    is_smack: bool  # four of a kind that smacked a 2 down


def _is_smackable(table: Cards, house: House) -> bool:
    match house.smackdown:
        case SmackDown.BIG_TWO:
            return table[0] == big_two(house)
        case SmackDown.ANY_TWO:
            return table[0].rank == "2"
        case _:
            return False


def _judge_reading(play: Play, table_play: TablePlay, house: House) -> Verdict:
    on_table = table_play.play
    if Kind.JOKER in (play.kind, on_table.kind):
        return _joker_verdict(play, on_table)
    if (verdict := _bomb_verdict(play, on_table, house)) is not None:
        return verdict
    if Kind.PAIR_RUN in (play.kind, on_table.kind) or (play.kind in ANY_FOUR and table_play.is_smackable):
        return _smack_verdict(play, table_play, house)
    if table_play.is_smack:
        if play.kind in ANY_FOUR:
            return _rank_verdict(play.key[:1], on_table.key[:1], house, rule.SMACK_DOWN)
        return _verdict(False, rule.SMACK_DOWN, _("Only a higher four of a kind smacks back"))
    if play.kind is Kind.FOUR and on_table.kind is not Kind.FOUR and not bare_four_allowed(house):
        return _verdict(False, rule.SMACK_DOWN, _("Four of a kind alone is played only on a lone 2"))
    if play.size != on_table.size:
        words = _("{n} against {under}: the number of cards must be the same")
        return _verdict(False, rule.SAME_NUMBER, words, n=play.size, under=on_table.size)
    if play.kind is on_table.kind:
        return _same_kind_verdict(play, on_table, house)
    if play.size == FIVE:
        return _mixed_verdict(play, on_table, house)
    if (play.kind, on_table.kind) == (Kind.FOUR, Kind.TWO_PAIR):
        return _verdict(True, rule.FOUR_CARDS, _("Four of a kind beats two pairs"))
    words = _("Only {under} goes on {under} here, not {kind}")
    return _verdict(False, RULE_OF[on_table.kind], words, under=on_table.kind, kind=play.kind)


def _joker_verdict(play: Play, on_table: Play) -> Verdict:
    if play.size == on_table.size:
        return _verdict(True, rule.JOKERS, _("A worthless joker beats any single card and is beaten by any"))
    return _verdict(False, rule.JOKERS, _("A worthless joker is played alone, on single cards"))


def _bomb_strength(play: Play, house: House) -> int:
    """Return the strength of a bomb; 0 if the play is not a bomb (rule 4.1)."""
    if house.bombs is Bombs.OFF or (play.kind is Kind.FOUR and not bare_four_allowed(house)):
        return 0
    if play.kind in ANY_FOUR:
        return 1 + strength(Kind.QUADS, house)
    bombs = {Kind.FIVE_ALIKE} if house.bombs is Bombs.QUADS else {Kind.FIVE_ALIKE, Kind.STRAIGHT_FLUSH}
    return 1 + strength(play.kind, house) if play.kind in bombs else 0


def _bomb_verdict(play: Play, on_table: Play, house: House) -> Verdict | None:
    """Return the verdict by the rules for bombs; None if the ordinary rules decide."""
    play_strength, table_strength = _bomb_strength(play, house), _bomb_strength(on_table, house)
    if house.bombs is Bombs.SMALL:
        if play_strength and on_table.kind in SINGLE_OR_PAIR:
            return _verdict(True, rule.BOMBS, _("A bomb hits a single card or a pair"))
        return None
    if play_strength and table_strength:
        if play_strength != table_strength:
            words = _("{kind} against {under}: the higher bomb wins")
            return _verdict(
                play_strength > table_strength, rule.BOMBS, words, kind=play.kind, under=on_table.kind
            )
        if play.kind in ANY_FOUR:
            return _rank_verdict(play.key[:1], on_table.key[:1], house, rule.BOMBS)
        return None
    if play_strength:
        return _verdict(True, rule.BOMBS, _("A bomb hits anything that is not a bomb"))
    if table_strength:
        return _verdict(False, rule.BOMBS, _("Only a higher bomb beats {under}"), under=on_table.kind)
    return None


def _smack_verdict(play: Play, table_play: TablePlay, house: House) -> Verdict:
    on_table = table_play.play
    if table_play.is_smackable:
        return _verdict(True, rule.SMACK_DOWN, _("{kind} smacks down the 2"), kind=play.kind)
    if on_table.kind is not Kind.PAIR_RUN:
        return _verdict(False, rule.SMACK_DOWN, _("A run of pairs is only for smacking down a 2"))
    if (play.kind, play.size) != (on_table.kind, on_table.size):
        return _verdict(False, rule.SMACK_DOWN, _("Only a run of equally many pairs can beat a run of pairs"))
    return _same_kind_verdict(play, on_table, house)


def _rank_verdict(
    play_rank: tuple[int, ...], table_rank: tuple[int, ...], house: House, cited: Rule
) -> Verdict:
    if play_rank == table_rank and equal_may_follow(house):
        return _verdict(True, rule.TWO_PACKS, _("It is equal, and an equal play may follow here"))
    if play_rank == table_rank:
        return _verdict(False, rule.EQUAL, _("It is only equal"))
    words = _("It is higher") if play_rank > table_rank else _("It is lower")
    return _verdict(play_rank > table_rank, cited, words)


def _same_kind_verdict(play: Play, on_table: Play, house: House) -> Verdict:
    cited = RULE_OF[play.kind]
    if play.kind in (Kind.STRAIGHT, Kind.STRAIGHT_FLUSH) and play.key[0] == on_table.key[0]:
        cited = rule.STRAIGHT_SUIT
    return _rank_verdict(play.key, on_table.key, house, cited)


def equal_may_follow(house: House) -> bool:
    """Return whether a play equal to the last may follow it (rule 1.8)."""
    return house.equal_play and house.decks > 1


def _mixed_verdict(play: Play, on_table: Play, house: House) -> Verdict:
    """Judge five cards on five of another kind (rule 3.14)."""
    assert play.kind in CATEGORIES
    match house.five_card_mixing:
        case Mixing.SAME_TYPE:
            words = _("{kind} does not go on {under}: only the same sort does here")
            return _verdict(False, rule.MIXING, words, kind=play.kind, under=on_table.kind)
        case Mixing.BY_VALUE:
            is_higher = play.value > on_table.value
            words = (
                _("Its deciding card is higher, and the sort of combination does not matter here")
                if is_higher
                else _("Its deciding card is not higher, and the sort of combination does not matter here")
            )
            return _verdict(is_higher, rule.MIXING, words)
    is_higher = strength(play.kind, house) > strength(on_table.kind, house)
    words = _("{kind} beats {under}") if is_higher else _("{kind} is lower than {under}")
    return _verdict(is_higher, rule.CATEGORIES, words, kind=play.kind, under=on_table.kind)


def may_close(cards: Cards, house: House) -> bool:
    """Return whether a play with the highest 2 closes the trick at once (rule 2.7)."""
    play = classify(cards, house)
    has_bombs = house.bombs is not Bombs.OFF or house.smackdown is not SmackDown.OFF
    is_beatable = has_bombs or equal_may_follow(house)  # the second pack has an equal 2
    has_jokers = house.jokers is not Jokers.OFF
    is_single_or_pair = play is not None and play.kind in (Kind.SINGLE, Kind.PAIR)
    return is_single_or_pair and big_two(house) in cards and not is_beatable and not has_jokers
