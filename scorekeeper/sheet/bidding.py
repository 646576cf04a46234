"""The pad of an auction: its calls so far, and a key (a button) for each call that may follow."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from games.engine import AuctionResult, Calls, Game, Seat, Sheet, Words, run_auction

from .environment import draw
from .form_fields import box_value
from .referee import calls_in_words


@dataclass(frozen=True)
class CallKey:
    """A call on the pad; ``why`` is the reason why it is not allowed now."""

    call: str
    label: str
    why: str
    rule: str


@dataclass(frozen=True)
class CallInWords:
    """A call of the auction and its speaker."""

    who: str
    label: str
    is_illegal: bool


@dataclass(frozen=True)
class Pad:
    """An auction: its calls so far, the first illegal one, and the keys for the next call."""

    calls: tuple[CallInWords, ...]
    illegal_reason: str  # why the first illegal call is not allowed; "" if there is none
    illegal_rule: str
    speaker: str
    seat: Seat | None
    keys: tuple[CallKey, ...]
    end_text: str  # how the bidding ended; "" while it goes on
    notes: tuple[str, ...]
    result: AuctionResult | None = None  # once the bidding is over


def pad_after(game: Game[Any], calls: Calls, sheet: Sheet[Any], words: Words) -> Pad:
    """Return the pad after these calls. Its keys are for the call that follows the legal ones."""
    assert game.auction is not None
    turn, illegal = run_auction(game.auction, calls, sheet)
    keys = tuple(
        CallKey(
            offer.call,
            words.read(offer.label),
            words.read(offer.refusal.words) if offer.refusal else "",
            offer.refusal.rule.number if offer.refusal else "",
        )
        for offer in turn.offers
    )
    result = turn.result if turn.speaker is None else None
    return Pad(
        calls=tuple(
            CallInWords(call["who"], call["call"], illegal is not None and index == illegal.index)
            for index, call in enumerate(calls_in_words(game, calls, sheet, words))
        ),
        illegal_reason=words.read(illegal.because.words) if illegal and illegal.because else "",
        illegal_rule=illegal.because.rule.number if illegal and illegal.because else "",
        speaker="" if turn.speaker is None else words.read(turn.speaker),
        seat=turn.speaker,
        keys=keys,
        end_text=words.read(result.because.words) if result else "",
        notes=tuple(words.read(note.words) for note in turn.notes),
        result=result if illegal is None else None,
    )


def draw_pad(
    game: Game[Any],
    calls: Calls,
    sheet: Sheet[Any],
    words: Words,
    *,
    is_single: bool = False,
    hand_url: str = "",
) -> Markup:
    """Draw the calls so far and the keys for the next call; ``is_single``: leave out the calls so far.

    ``hand_url`` is the URL of the next hand's form, which can be opened with the auction's result.
    """
    pad = pad_after(game, calls, sheet, words)
    return draw(
        "boxes/auction_pad.html",
        words,
        pad=pad,
        side=None if pad.seat is None else int(pad.seat) % sheet.seating.sides,
        is_single=is_single,
        hand_url=_hand_url(hand_url, pad.result) if hand_url and pad.result else "",
    )


def _hand_url(url: str, result: AuctionResult) -> str:
    """Return the URL of the hand form with the auction's result filled in."""
    boxes = {path: box_value(answer) for path, answer in result.answers.items()}
    return f"{url}?{urlencode({'kind': result.kind, **boxes}, doseq=True)}"
