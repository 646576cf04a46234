"""The pad of an auction."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from games.engine import AuctionResult, Calls, Game, Seat, Sheet, Words, run_auction

from .environment import draw
from .form_fields import shown
from .referee import made


@dataclass(frozen=True)
class CallKey:
    """A call on the pad; ``why`` is the reason why it is not allowed now."""

    call: str
    label: str
    why: str
    rule: str


@dataclass(frozen=True)
class CallMade:
    """A call that was made, and by whom."""

    who: str
    label: str
    wrong: bool


@dataclass(frozen=True)
class Pad:
    """The state of an auction: the calls made, the first illegal one, and the keys."""

    made: tuple[CallMade, ...]
    wrong: str
    wrong_rule: str
    speaker: str
    seat: Seat | None
    keys: tuple[CallKey, ...]
    over: str
    notes: tuple[str, ...]
    result: AuctionResult | None = None  # once the bidding is over


def pad_after(game: Game[Any], calls: Calls, sheet: Sheet[Any], words: Words) -> Pad:
    """Return the pad after these calls. The keys are those after the legal calls."""
    assert game.auction is not None
    turn, wrong = run_auction(game.auction, calls, sheet)
    keys = tuple(
        CallKey(
            offer.call,
            words.read(offer.label),
            words.read(offer.refused.words) if offer.refused else "",
            offer.refused.rule.number if offer.refused else "",
        )
        for offer in turn.offers
    )
    result = turn.result if turn.speaker is None else None
    return Pad(
        made=tuple(
            CallMade(call["who"], call["call"], wrong is not None and index == wrong.index)
            for index, call in enumerate(made(game, calls, sheet, words))
        ),
        wrong=words.read(wrong.because.words) if wrong and wrong.because else "",
        wrong_rule=wrong.because.rule.number if wrong and wrong.because else "",
        speaker="" if turn.speaker is None else words.read(turn.speaker),
        seat=turn.speaker,
        keys=keys,
        over=words.read(result.because.words) if result else "",
        notes=tuple(words.read(note.words) for note in turn.notes),
        result=result if wrong is None else None,
    )


def draw_pad(
    game: Game[Any], calls: Calls, sheet: Sheet[Any], words: Words, *, last: bool = False, hand: str = ""
) -> Markup:
    """Draw the calls so far and the keys of the next one; ``last`` if only one call is asked.

    ``hand`` is the address of the next hand's form, which can be opened with the auction's result.
    """
    pad = pad_after(game, calls, sheet, words)
    return draw(
        "boxes/auction_pad.html",
        words,
        pad=pad,
        side=None if pad.seat is None else int(pad.seat) % sheet.seating.sides,
        last=last,
        hand=_hand_address(hand, pad.result) if hand and pad.result else "",
    )


def _hand_address(address: str, result: AuctionResult) -> str:
    """Return the address of the hand form with the auction's result filled in."""
    boxes = {path: shown(answer) for path, answer in result.answers.items()}
    return f"{address}?{urlencode({'kind': result.kind, **boxes}, doseq=True)}"
