"""Signs in the templates: suits and sides as drawings, and the numbers of the table's keys."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template.base import FilterExpression, Node, Parser, Token
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.engine import Seating, format_points
from scorekeeper.bundles import BUNDLES
from scorekeeper.sheet import form_layout
from scorekeeper.tables import drawing

register = template.Library()

SUITS = {"♠": "spades", "♣": "clubs", "♦": "diamonds", "♥": "hearts"}
# A phone may show ♥ as a red picture of its own; the variation selector would only ask it not to.
_SUIT = re.compile("([♠♣♦♥])\N{VARIATION SELECTOR-15}?")
SIGNS = 6  # sides beyond the sixth begin the signs anew


@register.filter
def suits(text: Any) -> SafeString:
    """The text with each suit drawn by us, coloured and still readable as text."""
    drawn = _SUIT.sub(_drawn, conditional_escape(text))
    return mark_safe(drawn)


@register.filter
def by_player(groups: Any) -> Any:
    """Questions in order, those asked of each player gathered player by player."""
    return form_layout.layout(groups)


@register.filter
def game_text(text: Any) -> str:
    """A marked text of the engine or of a game, in the reader's language."""
    return gettext(text) if text else ""


def _drawn(found: re.Match[str]) -> str:
    suit = SUITS[found[1]]
    return (
        f'<span class="suit {suit}"><svg aria-hidden="true"><use href="#{suit}"/></svg>'
        f'<span class="unseen">{found[1]}</span></span>'
    )


class Here(Node):
    """The address of a view of the match that is shown; ``as`` keeps it under a name instead."""

    def __init__(self, name: str, more: Sequence[FilterExpression], keep: str) -> None:
        self.name, self.more, self.keep = name, more, keep

    def render(self, context: Any) -> SafeString:
        found: SafeString = context["place"].address(self.name, *[one.resolve(context) for one in self.more])
        if not self.keep:
            return found
        context[self.keep] = found
        return SafeString()


@register.tag
def here(parser: Parser, token: Token) -> Here:
    """{% here 'reasons' row.number %}, {% here 'reasons' row.number as door %}"""
    _tag, name, *more = token.split_contents()
    keep = ""
    if len(more) > 1 and more[-2] == "as":
        *more, _as, keep = more
    return Here(name[1:-1], [parser.compile_filter(one) for one in more], keep)


@lru_cache(maxsize=SIGNS)
def _sign(number: int) -> SafeString:
    return format_html(
        '<svg class="sign side-{}" aria-hidden="true"><use href="#side-{}"/></svg>', number, number
    )


@register.simple_tag
def sign(side: Any) -> SafeString:
    """The sign of a side: ● ▲ ■ ◆ ✚ ★, in its colour."""
    return _sign(int(side) % SIGNS + 1)


@register.simple_tag
@lru_cache(maxsize=100)
def icon(name: str) -> SafeString:
    """A drawing of the sprite, beside words that say the same."""
    return format_html('<svg class="icon" aria-hidden="true"><use href="#i-{}"/></svg>', name)


@register.simple_tag
def files(bundle: str) -> tuple[str, ...]:
    """The files of a bundle; the bundle itself once it was collected."""
    return (bundle,) if settings.COLLECTED else BUNDLES[bundle]


@register.simple_tag
def tick() -> SafeString:
    """What a chosen key shows besides its colour and its ring."""
    return mark_safe('<svg class="tick" aria-hidden="true"><use href="#i-tick"/></svg>')


@register.simple_tag(takes_context=True)
def boxes(context: Any, moment: str) -> SafeString:
    """The boxes of a moment of the hand's form, by the game's own template or the general one."""
    entry = context["entry"]

    def draw() -> SafeString:
        groups = entry.auction if moment == "auction" else entry.play
        chosen = context.template.engine.select_template(entry.templates[moment])
        with context.push(groups=groups, own=entry.own):
            drawn: SafeString = chosen.render(context)
            return drawn

    return drawing.boxes(entry, moment, draw)


@register.simple_tag(takes_context=True)
def side_of(context: Any, place: Any) -> int:
    """The side that a seat, or the side itself, scores for."""
    seating: Seating = context["place"].sheet.seating
    return int(place) % seating.sides


@register.filter
def points(number: Any, how: str = "signed") -> str:
    """A number of points as a sheet shows it; signed unless it is a total."""
    text = format_points(number)
    return f"+{text}" if how == "signed" and number > 0 else text
