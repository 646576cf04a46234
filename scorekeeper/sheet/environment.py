"""The templates of the sheet, in Jinja2: what is drawn by the server and by the phone alike."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.ext import _make_new_gettext, _make_new_ngettext
from markupsafe import Markup

from games.engine import Words

from . import signs


def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("scorekeeper.sheet"),
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
    return made


ENVIRONMENT = _environment()


def draw(template: str, words: Words, **values: Any) -> Markup:
    """The text of a template in the language of ``words``; ``values`` are all that it may speak of.

    Raises ``jinja2.UndefinedError`` where the template speaks of anything else.
    """
    texts = {
        "gettext": _make_new_gettext(words.gettext),
        "ngettext": _make_new_ngettext(words.ngettext),
    }
    texts["_"] = texts["gettext"]
    return Markup(ENVIRONMENT.get_template(template).render(words=words, **texts, **values))
