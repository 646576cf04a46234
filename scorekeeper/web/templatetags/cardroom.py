"""Template tags for suits, signs, cards and the URLs of a match."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from django import template
from django.conf import settings
from django.template.base import FilterExpression, Node, Parser, Token
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from markupsafe import Markup

from games import engine
from games.engine import Game, Rule, Words, format_points
from scorekeeper.sheet import cards, keyboard, signs
from scorekeeper.sheet.boxes import Group, irrelevant_in
from scorekeeper.sheet.environment import draw
from scorekeeper.sheet.referee import AskedQuestion, ruling_page
from scorekeeper.sheet.step_form import StepForm
from scorekeeper.web.bundles import STATIC, STYLES
from scorekeeper.web.i18n import words_for

register = template.Library()

register.filter(signs.suits)
register.filter(irrelevant_in)
register.simple_tag(signs.side_sign)
register.simple_tag(signs.icon, name="icon")
register.simple_tag(signs.tick)


@register.filter
def game_text(text: Any) -> str:
    """Translate a text of the engine or of a game."""
    return gettext(text) if text else ""


class MatchUrlNode(Node):
    """A node with the URL of a view of the match; ``as`` stores it in a variable."""

    def __init__(self, name: str, arguments: Sequence[FilterExpression], variable: str) -> None:
        self.name, self.arguments, self.variable = name, arguments, variable

    def render(self, context: Any) -> SafeString:
        arguments = [argument.resolve(context) for argument in self.arguments]
        url = conditional_escape(context["match_ctx"].links(self.name, *arguments))
        if not self.variable:
            return url
        context[self.variable] = url
        return SafeString()


@register.tag
def match_url(parser: Parser, token: Token) -> MatchUrlNode:
    """Parse {% match_url 'reasons' row.number %} and {% match_url 'reasons' row.number as url %}."""
    _tag, name, *arguments = token.split_contents()
    variable = ""
    if len(arguments) > 1 and arguments[-2] == "as":
        *arguments, _as, variable = arguments
    return MatchUrlNode(name[1:-1], [parser.compile_filter(argument) for argument in arguments], variable)


@register.simple_tag(takes_context=True)
def display_number(context: Any, number: int) -> int:
    """Return the displayed number of a hand: {% display_number row.number as n %}."""
    displayed: int = context["match_ctx"].state.display_number(number)
    return displayed


@register.simple_tag
def stylesheets(bundle: str) -> tuple[str, ...]:
    """Return the style sheets of a bundle, or the bundle itself once static files are collected."""
    return (bundle,) if settings.COLLECTED else STYLES[bundle]


# A data URL, because a request costs more than the image.
ICON = mark_safe(
    "data:image/svg+xml," + quote((STATIC / "icon.svg").read_text().strip().replace('"', "'"), safe=" '=/:.")
)


@register.simple_tag
def site_icon() -> SafeString:
    return ICON


@register.simple_tag
def draw_group(group: Group, auction: str = "") -> Markup:
    """Draw a question with its boxes; ``auction`` is the URL of the pad of calls, if there is one."""
    return draw("boxes/group.html", words_for(), group=group, auction=auction, first_side=None)


@register.simple_tag
def draw_facts(form: StepForm, words: Words, auction: str = "") -> Markup:
    """Draw the questions about a dispute, one step each."""
    return keyboard.facts_pad(form, words, auction)


@register.simple_block_tag
def draw_ruling(content: str, asked: AskedQuestion) -> Markup:
    """Draw the ruling with this content; if the content is empty, the facts still missing."""
    return draw("referee/ruling.html", asked.words, asked=asked, ruling=Markup(content.strip()))


@register.simple_tag
def draw_verdict(ruling_text: dict[str, Any], book: str, with_lines: bool = False) -> Markup:
    """Draw a verdict and its rule; ``book`` is the URL of the rulebook, "" for none."""
    return draw(
        "referee/verdict.html", words_for(), **ruling_page(ruling_text), book=book, with_lines=with_lines
    )


@register.simple_tag
def draw_grounds(ruling_text: dict[str, Any], book: str) -> Markup:
    """Draw all reasons of a ruling except the first, and the sources of all reasons."""
    return draw("referee/grounds.html", words_for(), **ruling_page(ruling_text), book=book)


@register.filter
def source_names(rule: Rule) -> str:
    return engine.source_names(rule, words_for())


@register.simple_tag
def rule_in_preset(game: Game[Any] | None, preset: dict[str, str], number: str) -> str:
    """Return the name of a preset, as a link to one of its rules unless the game no longer exists."""
    if not game:
        return preset["name"]
    rulebook = reverse(
        "rulebook", args=[game.slug], query={"preset": preset["id"]}, fragment=f"rule-{number}"
    )
    return format_html('<a href="{}">{}</a>', rulebook, preset["name"])


@register.simple_tag
def draw_sources(sources: Sequence[dict[str, Any]]) -> Markup:
    """Draw the sources of a rule and their quotations."""
    return draw("referee/_sources.html", words_for(), sources=sources)


@register.simple_tag
def card(word: Any) -> Markup:
    words = words_for()
    return draw("cards/card.html", words, face=cards.face_of(str(word), words))


@register.filter
def points(number: Any, style: str = "signed") -> str:
    """Return points as a sheet shows them, with a plus sign unless ``style`` is "plain"."""
    text = format_points(number)
    return f"+{text}" if style == "signed" and number > 0 else text
