"""The Jinja2 environment of the sheet's templates, on the server and on the phone."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, StrictUndefined
from jinja2.ext import Extension, _make_new_gettext, _make_new_ngettext
from markupsafe import Markup

from games import engine
from games.engine import Words

from . import cards, signs

# A game can have its own templates for a kind of hand.
GAMES = Path(engine.__file__).parents[1]

CONTEXT = "\x04"  # separates context and text in gettext catalogues


class Unindent(Extension):
    """Shortens the indentation of templates to one space, because phones get a sheet after every hand."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return re.sub(r"^[ \t]+", " ", source, flags=re.MULTILINE)


def _environment() -> Environment:
    environment = Environment(
        loader=ChoiceLoader(
            [PackageLoader("scorekeeper.sheet"), FileSystemLoader(sorted(GAMES.glob("*/templates")))]
        ),
        autoescape=True,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do", Unindent],
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.newstyle_gettext = True  # type: ignore[attr-defined]
    environment.policies["ext.i18n.trimmed"] = True
    environment.filters["suits"] = signs.suits
    environment.globals.update(side_sign=signs.side_sign, icon=signs.icon, tick=signs.tick)
    environment.globals.update(
        cards_in=cards.cards_in, ranks_in=cards.ranks_in, pad_rows=cards.pad_rows, pad_ranks=cards.pad_ranks
    )
    return environment


ENVIRONMENT = _environment()


def _pgettext(words: Words, context: str, text: str) -> str:
    """Return the translation of a text in a context (pgettext)."""
    translation = words.gettext(f"{context}{CONTEXT}{text}")
    return text if CONTEXT in translation else translation


def draw(template: str | Sequence[str], words: Words, **values: Any) -> Markup:
    """Return the text of a template in the language of ``words``, with these ``values``.

    Of several templates, use the first that exists. Raise ``jinja2.UndefinedError`` if the template uses any
    other value.
    """
    # Passed as values, not installed in the environment, because each call may use another language.
    texts = {
        "gettext": _make_new_gettext(words.gettext),
        "ngettext": _make_new_ngettext(words.ngettext),
    }
    texts["_"] = texts["gettext"]
    texts["pgettext"] = lambda context, text: _pgettext(words, context, text)
    compiled = ENVIRONMENT.get_or_select_template(template if isinstance(template, str) else [*template])
    return Markup(compiled.render(words=words, **texts, **values))
