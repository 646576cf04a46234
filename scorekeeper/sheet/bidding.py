"""An auction as the pad shows it."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from games.engine import AuctionResult, Calls, Game, Seat, Sheet, Words, run_auction

from .environment import draw
from .form_fields import shown
from .referee import made


@dataclass(frozen=True)
class Key:
    """A call on the pad; ``why`` says why it may not be made now."""

    call: str
    label: str
    why: str
    rule: str


@dataclass(frozen=True)
class Made:
    """A call that was made, and by whom."""

    who: str
    label: str
    wrong: bool


@dataclass(frozen=True)
class Pad:
    """Where an auction stands: what was called, the first call that was wrong, and the keys."""

    made: tuple[Made, ...]
    wrong: str
    wrong_rule: str
    speaker: str
    seat: Seat | None
    keys: tuple[Key, ...]
    over: str
    notes: tuple[str, ...]
    settled: AuctionResult | None = None  # once the bidding is over: what it makes of the hand


def pad_after(game: Game[Any], calls: Calls, sheet: Sheet[Any], words: Words) -> Pad:
    """The pad after these calls. The keys are those of the turn that the legal calls led to."""
    assert game.auction is not None
    turn, wrong = run_auction(game.auction, calls, sheet)
    so_far = tuple(
        Made(one["who"], one["call"], wrong is not None and place == wrong.place)
        for place, one in enumerate(made(game, calls, sheet, words))
    )
    keys = tuple(
        Key(
            offer.call,
            words.read(offer.label),
            words.read(offer.refused.words) if offer.refused else "",
            offer.refused.rule.number if offer.refused else "",
        )
        for offer in turn.offers
    )
    settled = turn.result
    return Pad(
        made=so_far,
        wrong=words.read(wrong.because.words) if wrong and wrong.because else "",
        wrong_rule=wrong.because.rule.number if wrong and wrong.because else "",
        speaker="" if turn.speaker is None else words.read(turn.speaker),
        seat=turn.speaker,
        keys=keys,
        over=words.read(settled.because.words) if turn.speaker is None and settled else "",
        notes=tuple(words.read(note.words) for note in turn.notes),
        settled=settled if turn.speaker is None and wrong is None else None,
    )


def draw_pad(
    game: Game[Any], calls: Calls, sheet: Sheet[Any], words: Words, *, last: bool = False, hand: str = ""
) -> Markup:
    """The calls so far and the keys of the next one; ``last`` where that one alone is asked.

    ``hand`` is the address of the next hand's form, where what the auction settles may go into it.
    """
    pad = pad_after(game, calls, sheet, words)
    return draw(
        "boxes/auction_pad.html",
        words,
        pad=pad,
        side=None if pad.seat is None else int(pad.seat) % sheet.seating.sides,
        last=last,
        hand=_into_the_hand(hand, pad.settled) if hand and pad.settled else "",
    )


def _into_the_hand(address: str, settled: AuctionResult) -> str:
    """The form of the next hand with what the auction has settled filled in."""
    boxes = {path: shown(answer) for path, answer in settled.answers.items()}
    return f"{address}?{urlencode({'kind': settled.kind, **boxes}, doseq=True)}"
