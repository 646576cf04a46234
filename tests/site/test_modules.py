"""Scripts are ES modules: they share no names but by import and export, also once they are joined."""

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from scorekeeper import bundles
from scorekeeper.bundles import (
    LATER,
    SITE,
    evaluation_order,
    joined_later,
    joined_site,
    modules,
    page_scripts,
    read_module,
)

from .test_settings import manage

pytestmark = pytest.mark.looks

ROOT = Path(__file__).resolve().parents[2]
EVERY = modules()
KEYWORDS = """
    async await break case catch class const continue default delete do else export extends false finally
    for function if import in instanceof let new null of return static super switch this throw true try
    typeof undefined void while yield
"""
# What the browser has, as far as we use it; and htmx, a classic script that every page loads before.
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
# Texts, comments and regular expressions name nothing; a template does within ${}.
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
AT_TOP = re.compile(rf"^(?:const|let)\s+([^=;]*?)(?:=|;)|^(?:async )?function\s*({NAME})", re.MULTILINE)


def bare(code: str) -> str:
    """The code without texts, and without the names of properties."""
    kept, at, templates = (
        [],
        0,
        [],
    )  # for each template that we are within: how many braces are open in its ${}
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
    """The names that a declaration declares, without the values that they have by default."""
    said = ",".join(part for part in found.groups() if part)
    return re.findall(NAME, re.sub(r"=[^,]*", "", said))


def unknown(text: str) -> set[str]:
    """The names that a module uses and neither declares nor imports, nor has from the browser."""
    module = read_module("tried.js", text)
    code = bare(module.code)
    known = {name for names in module.imports.values() for name in names} | {
        *KEYWORDS.split(),
        *BROWSER.split(),
    }
    for found in DECLARATION.finditer(code):
        known.update(names_in(found))
    return set(re.findall(rf"(?<![\w$]){NAME}", code)) - known


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("const a = b;", {"b"}),
        ("let a; a = b.c?.d;", {"b"}),
        ("const { a: b, c } = document; b(a, c);", {"a"}),
        ("function f(a, within = b) { return a in within; } f(g);", {"b", "g"}),
        ("const f = ([a, b]) => ({ a, c: d, e }); f();", {"d", "e"}),
        ("const f = async (a) => [...a, ...b]; f();", {"b"}),
        ("const f = `a ${b} c ${`d ${{ e: f }} ${g}`} h`;", {"b", "g"}),
        ('const f = /a"b[/]/.test("c \\" d") / e; // g', {"e"}),
        ("for (const [a, b] of document) try { a(b); } catch (c) { d(c); }", {"d"}),
        ('import { a } from "./b.js";\nexport const c = a ? d : e;', {"d", "e"}),
        ("document.cookie = a.b;", {"a"}),
    ],
)
def test_a_name_that_nobody_declares_is_found(text: str, names: set[str]) -> None:
    assert unknown(text) == names


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


@pytest.mark.parametrize("name", EVERY)
def test_a_module_uses_what_it_imports(name: str) -> None:
    module = EVERY[name]
    used = re.findall(rf"(?<![\w$]){NAME}", bare(module.code))
    assert {each for names in module.imports.values() for each in names} <= set(used)


@pytest.mark.parametrize("entry", [SITE, LATER])
def test_modules_that_are_joined_declare_no_name_twice_and_none_of_the_browser(entry: str) -> None:
    """What comes later must not hide what it imports from what was first."""
    declared = Counter(
        each
        for name in evaluation_order(entry, EVERY)
        for found in AT_TOP.finditer(bare(EVERY[name].code))
        for each in names_in(found)
    )
    assert len(declared) > 50
    assert [name for name, times in declared.items() if times > 1] == []
    assert declared.keys() & set(BROWSER.split()) == set()


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


def test_each_module_stands_after_those_that_it_imports() -> None:
    order = list(evaluation_order(SITE, EVERY))
    assert order[-1] == SITE
    for place, name in enumerate(order):
        assert set(EVERY[name].imports) <= set(order[:place])


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


@pytest.mark.looks
def test_what_was_packed_to_the_end_is_not_packed_again(tmp_path: Path) -> None:
    file, packer = tmp_path / "engine.mjs", bundles.PackQuickly(quiet=True)
    file.write_text("import something\n" * 99)
    assert not packer.has_packed(file)
    packer.compress(str(file))
    assert packer.has_packed(file)
    # Broken off, or another file by now.
    (tmp_path / "engine.mjs.gz").write_bytes(b"half")
    assert not packer.has_packed(file)
    packer.compress(str(file))
    os.utime(file, (1, 1))
    assert not packer.has_packed(file)


def test_a_collected_module_imports_the_same_file_that_the_page_loads(tmp_path: Path) -> None:
    done = manage("collectstatic", "--noinput", VAR_DIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    page = manage(
        "shell",
        "--no-imports",
        "-c",
        "from django.test import Client; print(Client().get('/games/').content.decode())",
        VAR_DIR=str(tmp_path),
    ).stdout
    (site,) = re.findall(r'<script type="module" src="/static/(site\.\w+\.js)"', page)
    (later,) = re.findall(r' data-module="/static/(later\.\w+\.js)"', page)
    (desk,) = re.findall(r'<script type="module" src="/static/(desk\.\w+\.js)"', page)
    assert (tmp_path / "static" / site).read_text() == joined_site()
    assert (tmp_path / "static" / later).read_text() == joined_later(site)
    assert f'from"./{site}"' in (tmp_path / "static" / desk).read_text()
    (offering,) = (tmp_path / "static" / "offline").glob("offering.*.js")
    assert f'from"../{later}"' in offering.read_text()
    assert not list((tmp_path / "static").glob("app.*.js")), "what was joined has no address of its own"


def test_what_a_table_loads_first_stays_small(tmp_path: Path) -> None:
    """At most 40 kB with the page and all headers, which are 9 kB (`python -m benchmarks load`)."""
    manage("collectstatic", "--noinput", VAR_DIR=str(tmp_path))
    first = [
        one
        for name in ("site.*.js.br", "site.*.css.br", "vendor/htmx-*.min.*.js.br")
        for one in (tmp_path / "static").glob(name)
    ]
    assert len(first) == 3
    assert sum(one.stat().st_size for one in first) <= 30_710


def test_every_script_of_ours_is_loaded_as_a_module() -> None:
    tags = {
        tag
        for path in (ROOT / "templates").rglob("*.html")
        for tag in re.findall(r"<script[^>]*>", path.read_text())
        if "mfa/" not in tag and "account/js" not in tag and "application/json" not in tag
    }
    classic = [tag for tag in tags if not tag.startswith('<script type="module" src=')]
    assert classic == ["""<script src="{% static 'vendor/htmx-4.0.1-with-sse.min.js' %}" defer>"""]


def test_without_the_minifier_what_is_sent_is_as_it_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundles, "minify", None)
    assert bundles.lean("a.js", "const long = 1; // why\n") == "const long = 1; // why\n"
