"""Suits, sides and icons as drawings, each beside words or with a hidden text."""

import re
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

SUITS = {"♠": "spades", "♣": "clubs", "♦": "diamonds", "♥": "hearts"}
# Suits are drawn, because a phone may show ♥ as a red emoji even with the variation selector for text.
_SUIT = re.compile("([♠♣♦♥])\N{VARIATION SELECTOR-15}?")
SIGNS = 8  # number of signs; no game has more sides


def suits(text: Any) -> Markup:
    """Return the text with each suit drawn, coloured and still readable as text."""
    return Markup(_SUIT.sub(_suit_svg, str(escape(text))))


def _suit_svg(match: re.Match[str]) -> str:
    suit = SUITS[match[1]]
    return (
        f'<span class="suit {suit}"><svg aria-hidden="true"><use href="#{suit}"/></svg>'
        f'<span class="visually-hidden">{match[1]}</span></span>'
    )


@lru_cache(maxsize=SIGNS)
def _sign(number: int) -> Markup:
    return Markup('<svg class="sign side-{}" aria-hidden="true"><use href="#side-{}"/></svg>').format(
        number, number
    )


def side_sign(side: Any) -> Markup:
    """Return the sign of a side, ● ▲ ■ ◆ ✚ ★ ✖ ◯, in its colour; ``side`` counts from 0."""
    return _sign(int(side) % SIGNS + 1)


@lru_cache(maxsize=100)
def icon(name: str) -> Markup:
    return Markup('<svg class="icon" aria-hidden="true"><use href="#i-{}"/></svg>').format(name)


def tick() -> Markup:
    return Markup('<svg class="tick" aria-hidden="true"><use href="#i-tick"/></svg>')
