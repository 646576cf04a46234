"""The briefing before and during a deal, and the summary of a deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.engine import (
    Cite,
    Message,
    PartialHand,
    Sheet,
    _,
    cite,
    hand_sentence,
    ngettext,
    say,
    with_placeholder_answers,
)

from . import ramsch
from . import rulebook as rule
from .game_value import (
    NEEDED,
    NULL_VALUE,
    SCHNEIDER_NEEDED,
    Announced,
    base_value,
    covering_multiple,
    null_charge,
)
from .hands import KINDS, Hand, Null, PassedIn, Ramsch, TrumpGame, most_points, players
from .house import House, Scoring
from .scoring import (
    DEFENDER_SHARE,
    HAND_GAMES,
    LOSS_FACTOR,
    SEEGER,
    bock_deals_left,
    doubling_factor,
    list_deals,
)


def briefing(sheet: Sheet[House], partial_hand: PartialHand | None) -> Iterator[Cite]:
    """Cite the dealer and the first bidder, the list, and the stakes once a game is named."""
    yield from _cite_start(sheet)
    if partial_hand is None or KINDS.get(partial_hand.kind) not in (TrumpGame, Null):
        return
    hand = with_placeholder_answers(KINDS[partial_hand.kind], partial_hand.answers, sheet)
    if "declarer" in partial_hand.answers and "game" in partial_hand.answers:
        yield from _cite_stakes(hand, sheet)


def _cite_start(sheet: Sheet[House]) -> Iterator[Cite]:
    dealer = sheet.dealer(*KINDS.values())
    forehand, middlehand, rearhand = players(sheet)
    words = (
        _("{dealer} deals; {middlehand} bids to {forehand}, then {rearhand}")
        if dealer == rearhand
        else _("{dealer} deals and sits out; {middlehand} bids to {forehand}, then {rearhand}")
    )
    yield cite(
        rule.SPEAKING, words, dealer=dealer, forehand=forehand, middlehand=middlehand, rearhand=rearhand
    )
    deals_played, deals = sheet.count(*KINDS.values()), list_deals(sheet)
    if deals_played < deals:
        yield cite(rule.LIST, _("Deal {n} of {deals}"), n=deals_played + 1, deals=deals)
    if deals_left := bock_deals_left(sheet):
        words_left = ngettext(
            "Bock: this deal counts double", "Bock: the next {n} deals count double", deals_left
        )
        yield cite(rule.BOCK, words_left)


def _cite_stakes(hand: Any, sheet: Sheet[House]) -> Iterator[Cite]:
    if isinstance(hand, Null):
        yield from _cite_null_stakes(hand, sheet)
    else:
        yield from _cite_trump_stakes(hand, sheet)
    if sheet.house.scoring is Scoring.SEEGER_FABIAN:
        share = DEFENDER_SHARE[sheet.seating.seats]
        words = _("A win adds {n}; a loss takes {n} off and gives the others {share} each")
        yield cite(rule.SEEGER, words, n=SEEGER, share=share)
    if hand.kontra is not None and isinstance(hand, TrumpGame):
        words = (
            _("Kontra and Re: everything counts four times")
            if hand.re
            else _("Kontra: everything counts twice")
        )
        yield cite(rule.KONTRA, words)


def _cite_trump_stakes(hand: TrumpGame, sheet: Sheet[House]) -> Iterator[Cite]:
    declarer = hand.declarer
    match hand.announced:
        case Announced.SCHNEIDER:
            words = _("{who} plays {game} and needs {n} card points")
            yield cite(rule.PROMISED, words, who=declarer, game=hand.game, n=SCHNEIDER_NEEDED)
        case Announced.SCHWARZ | Announced.OUVERT:
            words = _("{who} plays {game} and needs every trick")
            yield cite(rule.PROMISED, words, who=declarer, game=hand.game)
        case _:
            words = _("{who} plays {game} and needs {n} card points")
            yield cite(rule.SIXTY_ONE, words, who=declarer, game=hand.game, n=NEEDED)
    if hand.bid is not None:
        base = base_value(hand.game, sheet.house)
        charged = covering_multiple(hand.bid, base)
        words = _(
            "To cover {bid} it takes {level} × {base} = {covered}; a game worth less is lost as {covered}"
        )
        yield cite(rule.OVERBID, words, bid=hand.bid, level=charged // base, base=base, covered=charged)


def _cite_null_stakes(hand: Null, sheet: Sheet[House]) -> Iterator[Cite]:
    value, doublings = NULL_VALUE[hand.game], doubling_factor(hand, sheet)
    charged = null_charge(hand.game, hand.bid, sheet.house)
    loss_factor = sheet.house.loss_factor_hand if hand.game in HAND_GAMES else LOSS_FACTOR
    gain, loss = value * doublings, -loss_factor * (charged or 0) * doublings
    if hand.bid is not None and hand.bid > value:
        words = _("{game} is worth {value} and does not reach the bid of {bid}")
        yield cite(rule.NULL_OVERBID, words, game=hand.game, value=value, bid=hand.bid)
        if charged is not None:
            words = _("{who} plays {game}: overbid, and so {lost} in any case")
            yield cite(rule.NULL_OVERBID, words, who=hand.declarer, game=hand.game, lost=loss)
        return
    words = _("{who} plays {game}: without a trick {won}, with one {lost}")
    yield cite(rule.NULL_VALUE, words, who=hand.declarer, game=hand.game, won=gain, lost=loss)
    if hand.kontra is not None:
        words = _("Kontra and Re are included: four times") if hand.re else _("Kontra is included: twice")
        yield cite(rule.KONTRA, words)


def summary(hand: Hand, sheet: Sheet[House]) -> Message:
    match hand:
        case PassedIn():
            return say(PassedIn.title)
        case Ramsch(all_tricks=True):
            return say(_("Ramsch, every trick to {who}"), who=most_points(hand))
        case Ramsch():
            return say(_("Ramsch, lost by {who}"), who=ramsch.losers(hand, sheet))
        case Null():
            return hand_sentence(Null, declarer=hand.declarer, game=hand.game, won=hand.won)
    answers = {
        "declarer": hand.declarer,
        "game": hand.game,
        "without": hand.without,
        "matadors": hand.matadors,
    }
    if hand.points is not None:
        answers["points"] = hand.points
    details: list[Message] = [say(_("hand"))] if hand.hand else []
    if hand.announced is not Announced.NOTHING:
        details.append(say(hand.announced.label))
    sentence = hand_sentence(TrumpGame, **answers)
    return (
        say(_("{sentence} ({details})"), sentence=sentence, details=tuple(details)) if details else sentence
    )
