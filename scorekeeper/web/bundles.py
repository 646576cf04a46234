"""Bundles of the site's styles and scripts for production.

Scripts are ES modules. In development the browser loads each module separately. For production, `site.js`
contains all modules that it imports, in evaluation order and in one scope; `later.js` contains the modules
that it imports and `site.js` lacks. Every other module keeps its file and imports from these two bundles.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import brotli  # type: ignore[import-untyped]
from django.conf import settings
from django.core.files.base import ContentFile
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

try:
    import minify  # type: ignore[import-untyped]
except ImportError:  # no wheel for this machine (pyproject.toml): files are not minified
    minify = None

STATIC = Path(settings.BASE_DIR) / "static"

# The bundled style sheets, each with its parts in order.
STYLES = {
    # For every page; the page of a table needs no more, unless its form asks for cards.
    "site.css": ("app.css", "table.css", "keyboard.css"),
    # For most pages other than a table's.
    "pages.css": ("start.css", "desk.css"),
}

# Pyodide as published, but its standard library is compiled (scripts/compile_pyodide.mjs).
PYTHON = "vendor/pyodide-314.0.7/"

# The module that every page loads, and the module loaded after it. What both import is in the first bundle.
SITE, LATER = "site.js", "later.js"

# The supported forms of import and export statements.
_IMPORT = re.compile(
    r'^import (?:\{\s*([\w$]+(?:,\s*[\w$]+)*),?\s*\} from )?"(\.{1,2}/[\w/.-]+\.js)";\n', re.MULTILINE
)
_EXPORT = re.compile(r"^export (?=(?:const|(?:async )?function) ([\w$]+))", re.MULTILINE)
_UNSUPPORTED = re.compile(r"^\s*(?:import\b(?!\()|export\b).*", re.MULTILINE)


class Module(NamedTuple):
    """A script module: imported names keyed by module, exported names, and its own code."""

    imports: dict[str, tuple[str, ...]]
    exports: tuple[str, ...]
    code: str


def modules() -> dict[str, Module]:
    """Return the site's own modules by path."""
    paths = sorted(path for path in STATIC.rglob("*.js") if "vendor" not in path.parts)
    names = [path.relative_to(STATIC).as_posix() for path in paths]
    return {name: read_module(name, path.read_text()) for name, path in zip(names, paths, strict=True)}


def read_module(name: str, text: str) -> Module:
    """Parse a module. Raise ``ValueError`` for unsupported import or export statements."""
    folder = posixpath.dirname(name)
    imports = {
        posixpath.normpath(posixpath.join(folder, path)): tuple(re.findall(r"[\w$]+", names))
        for names, path in _IMPORT.findall(text)
    }
    code = _EXPORT.sub("", _IMPORT.sub("", text))
    if unsupported := _UNSUPPORTED.search(code):
        raise ValueError(f"{name}: only named imports and exports can be joined: {unsupported[0].strip()}")
    return Module(imports, tuple(_EXPORT.findall(text)), code)


def evaluation_order(entry: str, all_modules: dict[str, Module]) -> dict[str, None]:
    """Return the entry module and all modules that it imports, each after its own imports."""
    order: dict[str, None] = {}

    def visit(name: str, importers: tuple[str, ...] = ()) -> None:
        if name in importers:
            raise ValueError(f"modules import each other: {' → '.join((*importers, name))}")
        if name not in order:
            for imported in all_modules[name].imports:
                visit(imported, (*importers, name))
            order[name] = None

    visit(entry)
    return order


def site_bundle() -> str:
    """Return `site.js` with all modules it imports. It exports what other modules import."""
    all_modules = modules()
    return bundle(SITE, evaluation_order(SITE, all_modules), all_modules, {})


def later_bundle(site: str) -> str:
    """Return `later.js` with the modules that `site.js` lacks; `site` is the URL of `site.js`."""
    all_modules = modules()
    in_site = evaluation_order(SITE, all_modules)
    others = {name: None for name in evaluation_order(LATER, all_modules) if name not in in_site}
    return bundle(LATER, others, all_modules, dict.fromkeys(in_site, site))


def bundle(
    entry: str, included: dict[str, None], all_modules: dict[str, Module], bundle_urls: dict[str, str]
) -> str:
    """Return these modules in one file and one scope; `bundle_urls` maps other modules to their bundles."""
    exported = {
        export
        for name in all_modules.keys() - included
        for source, names in all_modules[name].imports.items()
        if source in included
        for export in names
    }
    names, code = ",".join(sorted(exported)), "".join(all_modules[name].code for name in included)
    # A function scope, because the minifier shortens local names only.
    scope = f"const [{names}] = (() => {{\n{code}return [{names}];\n}})();\nexport {{ {names} }};\n"
    return minified(
        entry, import_statements(entry, [all_modules[name] for name in included], bundle_urls) + scope
    )


def import_statements(importer: str, modules: Iterable[Module], bundle_urls: dict[str, str]) -> str:
    """Return statements for the file `importer` that import from bundles what these modules import."""
    names_by_file: dict[str, set[str]] = {}
    for module in modules:
        for source, names in module.imports.items():
            if source in bundle_urls:
                names_by_file.setdefault(bundle_urls[source], set()).update(names)
    text = ""
    for file, imported in sorted(names_by_file.items()):
        path = posixpath.relpath(file, posixpath.dirname(importer) or ".")
        path = path if path.startswith(".") else f"./{path}"
        text += f'import {{ {", ".join(sorted(imported))} }} from "{path}";\n' if imported else ""
    return text


def page_scripts(site: str, later: str) -> dict[str, str]:
    """Return the modules in neither bundle, by path; `site` and `later` are the bundles' URLs."""
    all_modules = modules()
    bundle_urls = dict.fromkeys(evaluation_order(LATER, all_modules), later) | dict.fromkeys(
        evaluation_order(SITE, all_modules), site
    )
    scripts = {}
    for name in all_modules.keys() - bundle_urls:
        module = all_modules[name]
        if module.exports or module.imports.keys() - bundle_urls.keys():
            raise ValueError(f"{name}: what two modules share must be imported by {SITE} or {LATER}")
        scripts[name] = minified(name, import_statements(name, [module], bundle_urls) + module.code)
    return scripts


def minified(name: str, text: str) -> str:
    if minify is None:
        return text
    return str(minify.string("text/css" if name.endswith(".css") else "text/javascript", text)) + "\n"


class FastCompressor(Compressor):
    """A compressor with a lower Brotli level: the highest takes ten times as long to save three percent."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        return bytes(brotli.compress(data, quality=9))

    def is_compressed(self, path: Path) -> bool:
        """Return whether the current file was compressed completely.

        The compressed file gets the original's modification time only at the end.
        """
        outputs = [path.with_name(f"{path.name}.{ending}") for ending in ("br", "gz")]
        return all(output.exists() and output.stat().st_mtime == path.stat().st_mtime for output in outputs)


class Storage(CompressedManifestStaticFilesStorage):
    """Whitenoise's storage, which first joins styles and scripts into bundles."""

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Iterator[Any]:
        # The URLs in imports are set here: Django rewrites imports in all scripts or none, and would also
        # change example code in third-party scripts.
        site = site_bundle()
        site_url = self.hashed_name(SITE, ContentFile(site.encode()))  # type: ignore[no-untyped-call]
        later = later_bundle(site_url)
        later_url = self.hashed_name(LATER, ContentFile(later.encode()))  # type: ignore[no-untyped-call]
        scripts = page_scripts(site_url, later_url)
        styles = {path.name: minified(path.name, path.read_text()) for path in STATIC.glob("*.css")}
        files = {SITE: site, LATER: later, **scripts, **styles}
        for sheet, parts in STYLES.items():
            files[sheet] = "".join(styles[part] for part in parts)
        for name, text in files.items():
            if self.exists(name):
                self.delete(name)
            self.save(name, ContentFile(text))
            paths[name] = (self, name)
        # A bundled module must not be loaded a second time under its own URL.
        for name in modules().keys() - files.keys():
            del paths[name]
        # Pyodide's files load each other by name, so they are not renamed; their folder has the version.
        compressor = FastCompressor(quiet=True)  # type: ignore[no-untyped-call]
        for name in [name for name in paths if name.startswith(PYTHON)]:
            del paths[name]
            path = self.path(name)
            if compressor.should_compress(name) and not compressor.is_compressed(Path(path)):  # type: ignore[no-untyped-call]
                for compressed in compressor.compress(path):  # type: ignore[no-untyped-call]
                    yield name, compressed, True
        # whitenoise has no types.
        yield from super().post_process(paths, *args, **options)  # type: ignore[no-untyped-call]
