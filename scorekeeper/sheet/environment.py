"""The templates of the sheet, in Jinja2: what is drawn by the server and by the phone alike."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, StrictUndefined
from jinja2.ext import _make_new_gettext, _make_new_ngettext
from markupsafe import Markup

from games import engine
from games.engine import Words

from . import cards, signs

# A game may lay out the boxes of a kind of hand itself.
GAMES = Path(engine.__file__).parents[1]

CONTEXT = "\x04"  # between what a text is about and the text itself, in every catalogue


def _environment() -> Environment:
    made = Environment(
        loader=ChoiceLoader(
            [PackageLoader("scorekeeper.sheet"), FileSystemLoader(sorted(GAMES.glob("*/templates")))]
        ),
        autoescape=True,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.newstyle_gettext = True  # type: ignore[attr-defined]
    made.policies["ext.i18n.trimmed"] = True
    made.filters["suits"] = signs.suits
    made.globals.update(sign=signs.sign, icon=signs.icon, tick=signs.tick)
    made.globals.update(
        cards_in=cards.cards_in, ranks_in=cards.ranks_in, pad_rows=cards.pad_rows, pad_ranks=cards.pad_ranks
    )
    return made


ENVIRONMENT = _environment()


def _in_context(words: Words, context: str, text: str) -> str:
    """A text that means several things, as catalogues keep it."""
    found = words.gettext(f"{context}{CONTEXT}{text}")
    return text if CONTEXT in found else found


def draw(template: str | Sequence[str], words: Words, **values: Any) -> Markup:
    """The text of a template in the language of ``words``; ``values`` are all that it may speak of.

    Of several templates it is the first that there is. Raises ``jinja2.UndefinedError`` where the template
    speaks of anything else.
    """
    texts = {
        "gettext": _make_new_gettext(words.gettext),
        "ngettext": _make_new_ngettext(words.ngettext),
    }
    texts["_"] = texts["gettext"]
    texts["pgettext"] = lambda context, text: _in_context(words, context, text)
    found = ENVIRONMENT.get_or_select_template(template if isinstance(template, str) else [*template])
    return Markup(found.render(words=words, **texts, **values))
