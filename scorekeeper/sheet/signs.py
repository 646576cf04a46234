"""Suits, sides and keys as drawings: each beside words, or with a text for those who hear the page."""

import re
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

SUITS = {"♠": "spades", "♣": "clubs", "♦": "diamonds", "♥": "hearts"}
# A phone may show ♥ as a red picture of its own; the variation selector would only ask it not to.
_SUIT = re.compile("([♠♣♦♥])\N{VARIATION SELECTOR-15}?")
SIGNS = 6  # sides beyond the sixth begin the signs anew


def suits(text: Any) -> Markup:
    """The text with each suit drawn by us, coloured and still readable as text."""
    return Markup(_SUIT.sub(_drawn, str(escape(text))))


def _drawn(found: re.Match[str]) -> str:
    suit = SUITS[found[1]]
    return (
        f'<span class="suit {suit}"><svg aria-hidden="true"><use href="#{suit}"/></svg>'
        f'<span class="visually-hidden">{found[1]}</span></span>'
    )


@lru_cache(maxsize=SIGNS)
def _sign(number: int) -> Markup:
    return Markup('<svg class="sign side-{}" aria-hidden="true"><use href="#side-{}"/></svg>').format(
        number, number
    )


def sign(side: Any) -> Markup:
    """The sign of a side, ● ▲ ■ ◆ ✚ ★, in its colour; ``side`` counts from 0."""
    return _sign(int(side) % SIGNS + 1)


@lru_cache(maxsize=100)
def icon(name: str) -> Markup:
    """A drawing of the sprite, beside words that say the same."""
    return Markup('<svg class="icon" aria-hidden="true"><use href="#i-{}"/></svg>').format(name)


def tick() -> Markup:
    """What a chosen key shows besides its colour and its ring."""
    return Markup('<svg class="tick" aria-hidden="true"><use href="#i-tick"/></svg>')
