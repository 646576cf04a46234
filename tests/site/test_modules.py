"""Scripts as ES modules: names are shared only by import and export, also once they are joined."""

import re
from pathlib import Path

import pytest

from scorekeeper.web.bundles import (
    LATER,
    SITE,
    evaluation_order,
    joined_later,
    joined_site,
    modules,
    page_scripts,
    read_module,
)

pytestmark = pytest.mark.looks

ROOT = Path(__file__).resolve().parents[2]
EVERY = modules()
KEYWORDS = """
    async await break case catch class const continue default delete do else export extends false finally
    for function if import in instanceof let new null of return static super switch this throw true try
    typeof undefined void while yield
"""
# The browser's globals that we use; and htmx, a classic script that every page loads first.
BROWSER = """
    htmx
    AbortSignal Blob CompressionStream DOMParser DecompressionStream Error
    File MessageChannel Promise Response TextEncoder Uint32Array Worker
    addEventListener caches clients createImageBitmap postMessage skipWaiting
    Array Boolean BroadcastChannel CSS CustomEvent Date Event FormData Infinity Intl JSON Map Math Number
    Object Set String URL URLSearchParams Uint8Array WeakMap WeakSet clearInterval clearTimeout crypto
    decodeURIComponent queueMicrotask
    document fetch globalThis history indexedDB
    isSecureContext localStorage location matchMedia NaN navigator parseInt performance print
    getComputedStyle requestAnimationFrame sessionStorage setInterval setTimeout window
"""
NAME = r"[A-Za-z_$][\w$]*"
# Texts, comments and regular expressions contain no names; a template does within ${}.
TEXT = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"""
    r"""|(?<=[(,=:\[!&|?{};\s])/(?![/*\s])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n\[])+/[a-z]*|[`{}]""",
    re.DOTALL,
)
TEMPLATE = re.compile(r"(?:\\.|[^`\\$]|\$(?!\{))*(`|\$\{)", re.DOTALL)
DECLARATION = re.compile(
    rf"\b(?:const|let)\s+([^=;]*?)(?:=|;|\sof\s|\sin\s)|\bfunction\s*({NAME})?\s*\(([^()]*)\)"
    rf"|\(([^()]*)\)\s*=>|({NAME})\s*=>|\bcatch\s*\(([^()]*)\)"
)


def bare(code: str) -> str:
    """Return the code without texts and property names."""
    kept, at, templates = (
        [],
        0,
        [],
    )  # for each enclosing template: the number of open braces in its ${}
    while found := TEXT.search(code, at):
        kept.append(code[at : found.start()])
        at = found.end()
        if found[0] == "{" and templates:
            templates[-1] += 1
        if found[0] == "}" and templates:
            templates[-1] -= 1
        if found[0] == "`" or (found[0] == "}" and templates and templates[-1] < 0):
            if found[0] == "}":
                templates.pop()
            text = TEMPLATE.match(code, at)
            assert text is not None, code[at:]
            at = text.end()
            kept.append(" ; " if text[1] == "`" else " ")
            if text[1] == "${":
                templates.append(0)
        else:
            kept.append(found[0] if found[0] in "{}" else '""')
    kept.append(code[at:])
    code = re.sub(rf"([{{,]\s*){NAME}\s*:", r"\1", "".join(kept))
    return re.sub(rf"(?<!\.)\.\s*{NAME}", "", code)


def names_in(found: re.Match[str]) -> list[str]:
    """Return the names that a declaration declares, without their default values."""
    said = ",".join(part for part in found.groups() if part)
    return re.findall(NAME, re.sub(r"=[^,]*", "", said))


def unknown(text: str) -> set[str]:
    """Return the names that a module uses without declaring or importing them, except globals."""
    module = read_module("tried.js", text)
    code = bare(module.code)
    known = {name for names in module.imports.values() for name in names} | {
        *KEYWORDS.split(),
        *BROWSER.split(),
    }
    for found in DECLARATION.finditer(code):
        known.update(names_in(found))
    return set(re.findall(rf"(?<![\w$]){NAME}", code)) - known


@pytest.mark.parametrize("name", EVERY)
def test_a_module_uses_what_it_declares_or_imports(name: str) -> None:
    text = (ROOT / "static" / name).read_text()
    assert unknown(text) == set()
    assert not re.findall(rf"\b(?:window|globalThis|self)(?:\.{NAME}|\[[^\]]*\])\s*=[^=>].*", text)


def test_what_is_imported_is_exported_and_the_other_way_round() -> None:
    imported = {
        (source, name) for each in EVERY.values() for source, names in each.imports.items() for name in names
    }
    assert imported == {(source, name) for source, each in EVERY.items() for name in each.exports}


@pytest.mark.parametrize(
    "text",
    [
        'import a from "./b.js";\n',
        'import * as a from "./b.js";\n',
        'import { a as b } from "./b.js";\n',
        'import { a } from "b";\n',
        'export { a } from "./b.js";\n',
        "export default a;\n",
        "export { a };\n",
        "  export const a = 1;\n",
        "export let a = 1;\n",
    ],
)
def test_a_form_of_import_or_export_that_cannot_be_joined_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="only named imports and exports"):
        read_module("tried.js", text)


def test_modules_that_import_each_other_are_refused() -> None:
    every = {
        one: read_module(one, f'import {{ a }} from "./{other}";\n')
        for one, other in (("a.js", "b.js"), ("b.js", "c.js"), ("c.js", "b.js"))
    }
    with pytest.raises(ValueError, match=r"a\.js → b\.js → c\.js → b\.js"):
        evaluation_order("a.js", every)


def test_joined_modules_stand_in_one_file_and_the_others_import_from_it() -> None:
    site, later, pages = joined_site(), joined_later("site.0.js"), page_scripts("site.0.js", "later.0.js")
    assert "import" not in site.replace("import(", "")
    assert site.count("export") == later.count("export") == 1
    joined = evaluation_order(SITE, EVERY) | evaluation_order(LATER, EVERY)
    assert pages.keys() == EVERY.keys() - joined.keys()
    exported = {
        called: set(re.findall(NAME, text.partition("export{")[2]))
        for called, text in (("site.0.js", site), ("later.0.js", later))
    }
    for name, text in [(LATER, later), *pages.items()]:
        for names, path in re.findall(r'\bimport\{([^}]*)\}from"([^"]*)";', text):
            folder, _, called = path.rpartition("/")
            assert folder == (".." if "/" in name else ".")
            assert called == "site.0.js" or name != LATER
            assert set(names.split(",")) <= exported[called]
    for called in exported:
        assert f'from"../{called}"' in pages["offline/offering.js"]
    assert "wakeLock" in later
    assert "wakeLock" not in site
