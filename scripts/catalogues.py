"""The message catalogues of the site and of each game.

    catalogues.py compile   make what runs from what is written, where it is older
    catalogues.py update    bring the catalogues up to date with the texts
    catalogues.py check     no text is missing, untranslated or at odds with its translation

In plain Python, by Babel and Django's reader of templates, so that no machine needs GNU gettext.
"""

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import django
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize
from jinja2.ext import babel_extract

ROOT = Path(__file__).resolve().parent.parent
# The sheet's templates, and those of games, are Jinja2.
JINJA = (ROOT / "scorekeeper" / "sheet" / "templates", ROOT / "games")
# A language is offered once the site's own catalogue in it exists; a game without one is read in English.
LANGUAGES = ("fr",)
# How a text is marked: in the site with Django's names, in the games with the engine's.
KEYWORDS = {
    "_": None,
    "N_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "agree": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
# {name}, %(name)s and %s: what a translation must hold as well.
HOLES = re.compile(r"\{[a-z_0-9]*[^}]*\}|%\([a-z_]+\)[sd]|%[sd]")


def places() -> Iterator[tuple[Path, list[Path]]]:
    """Each folder of catalogues, and the folders whose texts belong in it."""
    yield ROOT / "locale", [ROOT / "scorekeeper", ROOT / "templates"]
    for package in sorted((ROOT / "games").glob("*/__init__.py")):
        yield package.parent / "locale", [package.parent]


def po(locale: Path, language: str) -> Path:
    return locale / language / "LC_MESSAGES" / "django.po"


def texts(folders: list[Path]) -> Catalog:
    """Every marked text in the folders."""
    found = Catalog()
    for folder in folders:
        for path in sorted((*folder.rglob("*.py"), *folder.rglob("*.html"), *folder.rglob("*.txt"))):
            source = path.read_text(encoding="utf-8")
            method, options = "python", {"encoding": "utf-8"}
            if path.suffix == ".html" and any(folder in path.parents for folder in JINJA):
                method, options = babel_extract, {"newstyle_gettext": "true", "trimmed": "true"}
            elif path.suffix != ".py":
                # What stands before a tag is made into letters: without it, or Python would see indentation.
                source = "\n".join(line.lstrip() for line in templatize(source).splitlines())
            for _line, message, comments, context in extract(
                method, io.BytesIO(source.encode()), KEYWORDS, ["Translators:"], options
            ):
                # Where a text stands is left out: else every change of a line changes the catalogue.
                found.add(message, auto_comments=comments, context=context)
    return found


def load(path: Path, language: str) -> Catalog:
    if not path.exists():
        nobody = {"msgid_bugs_address": "", "last_translator": "", "language_team": ""}
        return Catalog(locale=language, project="Scorekeeper", version="1", **nobody)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update() -> int:
    for locale, folders in places():
        wanted = texts(folders)
        for language in LANGUAGES:
            path = po(locale, language)
            if not len(wanted) and not path.exists():
                continue
            catalogue = load(path, language)
            catalogue.update(wanted, no_fuzzy_matching=True, update_header_comment=False)
            catalogue.obsolete.clear()
            catalogue.fuzzy = False
            catalogue.header_comment = (
                f"# Scorekeeper in {catalogue.locale.english_name}; `make messages` adds texts."
            )
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                write_po(file, catalogue, width=110, sort_output=False, omit_header=False, no_location=True)
            empty = sum(1 for message in catalogue if message.id and not all(strings(message)))
            print(f"{path.relative_to(ROOT)}: {len(catalogue)} texts, {empty} to translate")
    return 0


def compile_all() -> int:
    for locale, _folders in places():
        for language in LANGUAGES:
            path = po(locale, language)
            made = path.with_suffix(".mo")
            if path.exists() and (not made.exists() or made.stat().st_mtime < path.stat().st_mtime):
                with made.open("wb") as file:
                    write_mo(file, load(path, language))
    return 0


def check() -> int:
    wrong, untranslated = 0, []
    for locale, folders in places():
        wanted = texts(folders)
        for language in LANGUAGES:
            path = po(locale, language)
            if not path.exists():
                untranslated.append(f"{path.parent.parent.parent.parent.name} ({language})")
                continue
            for fault in faults(wanted, load(path, language)):
                print(f"{path.relative_to(ROOT)}: {fault}")
                wrong += 1
    if wrong:
        print(f"{wrong} faults; `make messages` brings the catalogues up to date.")
    if untranslated:
        print(f"No catalogue yet, so English is shown: {', '.join(untranslated)}")
    return 1 if wrong else 0


def faults(wanted: Catalog, catalogue: Catalog) -> Iterator[str]:
    """What is wrong with a catalogue, measured by the texts it should hold."""
    for message in wanted:
        if not message.id:
            continue
        held = catalogue.get(message.id, message.context)
        if held is None or held.id != message.id:  # the same words may be there without their plural
            yield f"missing: {message.id}"
        elif held.fuzzy:
            yield f"doubtful: {message.id}"
        elif not all(strings(held)):
            yield f"untranslated: {message.id}"
        elif wrong := [text for text in strings(held) if not same_holes(message, text)]:
            yield f"other blanks than the original's: {wrong[0]}"
    for message in (*catalogue, *catalogue.obsolete.values()):
        if message.id and wanted.get(message.id, message.context) is None:
            yield f"no longer used: {message.id}"


def strings(message: Message) -> tuple[str, ...]:
    return message.string if isinstance(message.string, tuple) else (message.string,)


def same_holes(message: Message, text: str) -> bool:
    """Whether the translation has the blanks of the original: of one of its forms, for a plural."""
    originals = message.id if isinstance(message.id, tuple) else (message.id,)
    return any(sorted(HOLES.findall(text)) == sorted(HOLES.findall(original)) for original in originals)


if __name__ == "__main__":
    settings.configure()
    django.setup()
    sys.exit({"compile": compile_all, "update": update, "check": check}[sys.argv[1]]())
