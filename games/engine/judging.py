"""Referee questions about an auction and a trick: legality, the first error, the winner of the trick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from .auction import PASS, Auction, run_auction
from .cards import Card, Cards
from .game import Question, Ruling
from .records import Ask, Calls
from .rulebook import Cite, Rule, cite
from .seating import PerSeat, Seat
from .sheet import AnySheet
from .text import _

LONGEST_AUCTION = 60  # calls


@dataclass(frozen=True)
class AuctionFacts:
    """The calls of an auction so far."""

    calls: Annotated[Calls, Ask(_("The calls, in the order they were made"), least=1, most=LONGEST_AUCTION)]


def auction_judge(auction: Auction[Any], bidding: Rule) -> Question[Any]:
    """Return a question about an auction: who is to call, and where it went wrong.

    ``bidding`` is the rule to cite if no other is broken.
    """

    def judge(facts: AuctionFacts, sheet: AnySheet) -> Ruling:
        calls = Calls(PASS if call.casefold() == PASS else call for call in facts.calls)
        state, illegal_call = run_auction(auction, calls, sheet)
        if illegal_call is None:
            if state.speaker is not None:
                words = _("Every call was legal; {who} is to call.")
                return Ruling("legal", (cite(bidding, words, who=state.speaker), *state.notes))
            verdict = cite(bidding, _("Every call was legal, and the bidding is over."))
            return Ruling("over", (verdict, *((state.result.because,) if state.result else state.notes)))
        n = illegal_call.index + 1
        offer = state.offer(illegal_call.call)
        label = offer.label if offer else illegal_call.call
        rule = illegal_call.because.rule if illegal_call.because else bidding
        if illegal_call.speaker is None:
            sentence = cite(
                rule, _("Call {n}, {call}, came too late: the bidding was over."), n=n, call=label
            )
        elif offer is None:
            words = _("Call {n}, by {who}, is no call in this game: {call}.")
            sentence = cite(rule, words, n=n, who=illegal_call.speaker, call=label)
        else:
            words = _("Call {n} could not be made: {call} by {who}.")
            sentence = cite(rule, words, n=n, who=illegal_call.speaker, call=label)
        because = (sentence, illegal_call.because) if illegal_call.because else (sentence,)
        return Ruling(f"wrong_at_{n}", because)

    keywords = _("auction judge, bidding, higher, legal call, where it went wrong")
    return Question(_("The auction judge: who speaks, and what went wrong?"), judge, AuctionFacts, keywords)


@dataclass(frozen=True)
class PlayedTrick:
    """A trick on the table: the cards in order, the players in that order, and the hands shown."""

    cards: Cards
    players: Sequence[Seat]  # the first of them led
    hands: PerSeat[Cards]  # before the trick; empty if not shown


def turn_order(leader: Seat, players: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the players in turn, from the leader."""
    first = players.index(leader)
    return (*players[first:], *players[:first])


NOT_SHOWN: PerSeat[Cards] = PerSeat((Cards(),))  # one value: the default for every seat


def ask_hands_shown(most: int, pack: Any, rule: Rule, **ask_fields: Any) -> Ask:
    """Ask for the hands before the trick: at most ``most`` cards each, out of ``pack``.

    ``rule`` is the rule about following suit. ``pack`` is a function of the sheet.
    """
    about = _("With the card that was played; empty where nobody shows it")
    return Ask(
        _("The hand before the trick, where it is shown"),
        most=most, available=pack, rule=rule, about=about, seldom=True, **ask_fields,
    )  # fmt: skip


def trick_judge(judge: Callable[[Any, AnySheet], Ruling], facts: type) -> Question[Any]:
    """Return a question about a trick: who takes it, and whether its cards were legal.

    ``judge`` calls ``judge_trick``.
    """
    keywords = _("lay the trick, follow suit, legal plays, winner")
    return Question(_("The trick judge: who takes it, and was every card legal?"), judge, facts, keywords)


def judge_trick(
    trick: PlayedTrick,
    winner_ruling: Ruling,
    held_rule: Rule,
    breach: Callable[[Card, Card, Cards], Cite | None],
) -> Ruling:
    """Rule on who takes a trick, and which of its cards were illegal.

    ``winner_ruling`` is the game's own ruling on who takes it, with the winning card as verdict.
    ``breach(card, led, hand)`` cites the rule that a card breaks, if any; ``held_rule`` is cited for a card
    that is not in the hand shown.
    """
    faults = list(_faults(trick, held_rule, breach))
    winner = next(winner for winner, card in _cards_by_player(trick) if str(card) == winner_ruling.verdict)
    card = Card.read(winner_ruling.verdict)
    first, *more_reasons = winner_ruling.because
    if faults:
        words = _("As it lies, {who} takes the trick with {card}.")
        return Ruling("illegal", (*faults, cite(first.rule, words, who=winner, card=card), *more_reasons))
    sentence = cite(first.rule, _("{who} takes the trick with {card}."), who=winner, card=card)
    return Ruling(winner_ruling.verdict, (sentence, *more_reasons, *_legal_by_hands_shown(trick, first.rule)))


def _cards_by_player(trick: PlayedTrick) -> list[tuple[Seat, Card]]:
    return list(zip(trick.players, trick.cards, strict=False))


def _faults(
    trick: PlayedTrick, held_rule: Rule, breach: Callable[[Card, Card, Cards], Cite | None]
) -> list[Cite]:
    faults = []
    led = trick.cards[0]
    for index, (player, card) in enumerate(_cards_by_player(trick)):
        hand = trick.hands[player]
        if not hand:
            continue
        if card not in hand:
            faults.append(
                cite(
                    held_rule,
                    _("{who} played {card}, which is not in the hand shown."),
                    who=player,
                    card=card,
                )
            )
        elif index and (reason := breach(card, led, hand)):
            faults.append(cite(reason.rule, _("{who} could not play {card}."), who=player, card=card))
            faults.append(reason)
    return faults


def _legal_by_hands_shown(trick: PlayedTrick, rule: Rule) -> list[Cite]:
    """Return a citation of the players whose hands were shown: their cards were legal."""
    shown_hands = [player for player, _card in _cards_by_player(trick) if trick.hands[player]]
    if not shown_hands:
        return []
    return [cite(rule, _("Legal, judging by the hands shown: {who}"), who=tuple(shown_hands))]
