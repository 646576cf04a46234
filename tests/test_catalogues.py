"""Every text that people read is marked, and every catalogue that there is has it."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog

ROOT = Path(__file__).parents[1]


def script() -> ModuleType:
    """scripts/catalogues.py, which is no module of a package."""
    spec = importlib.util.spec_from_file_location("catalogues", ROOT / "scripts/catalogues.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CATALOGUES = script()
FOLDERS = [(locale.parent, locale, folders) for locale, folders in CATALOGUES.places()]
KEPT = [
    (CATALOGUES.po(locale, language), language, folders)
    for _part, locale, folders in FOLDERS
    for language in CATALOGUES.LANGUAGES
    if CATALOGUES.po(locale, language).exists()
]


@pytest.mark.skipif(not KEPT, reason="there is no catalogue yet: everything is shown in English")
@pytest.mark.parametrize(
    ("path", "language", "folders"), KEPT, ids=[str(path.relative_to(ROOT)) for path, *_others in KEPT]
)
def test_a_catalogue_has_every_text_and_no_other(path, language, folders):
    assert list(CATALOGUES.faults(CATALOGUES.texts(folders), CATALOGUES.load(path, language))) == []


@pytest.mark.parametrize("folder", [part for part, *_others in FOLDERS], ids=lambda part: part.name)
def test_every_part_has_texts(folder):
    (folders,) = (folders for part, _locale, folders in FOLDERS if part == folder)
    assert len(CATALOGUES.texts(folders))


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("games/**/*.py")), ids=lambda path: str(path.relative_to(ROOT / "games"))
)
def test_only_literal_texts_are_marked(path):
    """A text that is put together is in no catalogue: what varies is a value."""
    for node in ast.walk(ast.parse(path.read_text())):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in {"_", "ngettext"}
        ):
            for text in node.args[: 1 if node.func.id == "_" else 2]:
                assert isinstance(text, ast.Constant), f"{path}:{node.lineno}"


def test_what_marks_a_text_has_a_name_by_which_texts_are_found():
    """A text marked by another name, ``gettext_lazy as _lazy``, is in no catalogue."""
    for path in (*ROOT.glob("scorekeeper/**/*.py"), *ROOT.glob("games/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                for name in node.names:
                    if name.name in CATALOGUES.KEYWORDS:
                        assert (name.asname or name.name) in CATALOGUES.KEYWORDS, f"{path}:{node.lineno}"


def catalogue(*messages, **fuzzy) -> Catalog:
    made = Catalog(locale="fr")
    for message, string in messages:
        made.add(message, string)
    return made


WANTED = catalogue(("Pass", None), ("{n} to go", None), (("{n} card", "{n} cards"), None))
FULL = [
    ("Pass", "Passe"),
    ("{n} to go", "encore {n}"),
    (("{n} card", "{n} cards"), ("{n} carte", "{n} cartes")),
]


def faults(*messages, change=lambda made: None) -> list[str]:
    made = catalogue(*messages)
    change(made)
    return list(CATALOGUES.faults(WANTED, made))


def test_a_full_catalogue_has_no_faults():
    assert faults(*FULL) == []


def test_each_fault_of_a_catalogue_is_named():
    one, two, three = FULL
    assert faults(one, two) == ["missing: ('{n} card', '{n} cards')"]
    assert faults(one, two, ("{n} card", "{n} carte")) == ["missing: ('{n} card', '{n} cards')"]
    assert faults(one, ("{n} to go", ""), three) == ["untranslated: {n} to go"]
    assert faults(one, ("{n} to go", "encore {m}"), three) == ["other blanks than the original's: encore {m}"]
    assert faults(one, ("{n} to go", "encore"), three) == ["other blanks than the original's: encore"]
    assert faults(one, two, (three[0], ("{n} carte", ""))) == ["untranslated: ('{n} card', '{n} cards')"]
    assert faults(*FULL, ("Bid", "Annonce")) == ["no longer used: Bid"]


def test_a_doubtful_text_is_a_fault():
    assert faults(*FULL, change=lambda made: made["Pass"].flags.add("fuzzy")) == ["doubtful: Pass"]


def test_a_text_that_was_put_aside_is_a_fault():
    def put_aside(made):
        made.add("Bid", "Annonce")
        made.obsolete["Bid"] = made["Bid"]
        made.delete("Bid")

    assert faults(*FULL, change=put_aside) == ["no longer used: Bid"]


def test_texts_are_found_in_python_and_in_templates(tmp_path):
    (tmp_path / "words.py").write_text(
        'A = _("One")\nB = say(_("Two {n}"), n=2)\nC = ngettext("{n} card", "{n} cards", 3)\n'
        'D = _("long "\n      "text")\nE = unmarked("Not this")\n'
    )
    (tmp_path / "page.html").write_text(
        "{% load i18n %}\n<p>\n    don't {% translate 'Three' %}\n  (\n"
        "      {% translate 'Four' context 'bid' %}\n"
        "{% blocktranslate count n=n %}{{ n }} trick{% plural %}{{ n }} tricks{% endblocktranslate %}\n</p>\n"
    )
    found = {message.id for message in CATALOGUES.texts([tmp_path]) if message.id}
    assert found == {
        "One",
        "Two {n}",
        ("{n} card", "{n} cards"),
        "long text",
        "Three",
        "Four",
        ("%(n)s trick", "%(n)s tricks"),
    }
