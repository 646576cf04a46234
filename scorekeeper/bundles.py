"""The site's own styles and scripts, in few files once they are collected.

A script is an ES module. In development the browser loads each module by itself. Once collected, `site.js`
holds all the modules that it imports, in the order in which a browser evaluates them and in one scope;
`later.js` holds what it imports besides. Every other module keeps its file and imports from these two what
went into them.
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
except ImportError:  # no wheel for this machine (pyproject.toml): what is sent is as it was written
    minify = None

STATIC = Path(settings.BASE_DIR) / "static"

# In this order.
STYLES = {
    # All that a table needs whose hands ask for no cards.
    "site.css": ("app.css", "table.css", "keyboard.css"),
    # What other pages need besides.
    "pages.css": ("start.css", "desk.css"),
}

# As published: Python for a browser, and what draws and reads QR codes there.
PYTHON = "vendor/pyodide-314.0.7/"
QR = "vendor/qr-0.7.0/"

# The module that every page loads, and the one that follows once the page stands; what both import is in the
# first. htmx is no module and stays by itself, as it was published.
SITE, LATER = "site.js", "later.js"

# The two forms of each statement that our modules may use.
_IMPORT = re.compile(
    r'^import (?:\{\s*([\w$]+(?:,\s*[\w$]+)*),?\s*\} from )?"(\.{1,2}/[\w/.-]+\.js)";\n', re.MULTILINE
)
_EXPORT = re.compile(r"^export (?=(?:const|(?:async )?function) ([\w$]+))", re.MULTILINE)
_OTHER = re.compile(r"^\s*(?:import\b(?!\()|export\b).*", re.MULTILINE)


class Module(NamedTuple):
    """What a script imports, by the module it comes from; what it exports; and its own code."""

    imports: dict[str, tuple[str, ...]]
    exports: tuple[str, ...]
    code: str


def modules() -> dict[str, Module]:
    """The site's own modules by their paths."""
    paths = sorted(path for path in STATIC.rglob("*.js") if "vendor" not in path.parts)
    names = [path.relative_to(STATIC).as_posix() for path in paths]
    return {name: read_module(name, path.read_text()) for name, path in zip(names, paths, strict=True)}


def read_module(name: str, text: str) -> Module:
    """Take a module apart. A form of `import` or `export` that cannot be joined is refused."""
    folder = posixpath.dirname(name)
    imports = {
        posixpath.normpath(posixpath.join(folder, path)): tuple(re.findall(r"[\w$]+", names))
        for names, path in _IMPORT.findall(text)
    }
    code = _EXPORT.sub("", _IMPORT.sub("", text))
    if other := _OTHER.search(code):
        raise ValueError(f"{name}: only named imports and exports can be joined: {other[0].strip()}")
    return Module(imports, tuple(_EXPORT.findall(text)), code)


def evaluation_order(entry: str, every: dict[str, Module]) -> dict[str, None]:
    """The entry and all that it imports: each module after those that it imports."""
    order: dict[str, None] = {}

    def visit(name: str, importers: tuple[str, ...] = ()) -> None:
        if name in importers:
            raise ValueError(f"modules import each other: {' → '.join((*importers, name))}")
        if name not in order:
            for imported in every[name].imports:
                visit(imported, (*importers, name))
            order[name] = None

    visit(entry)
    return order


def joined_site() -> str:
    """`site.js` with all that it imports. It exports what other modules import."""
    every = modules()
    return joined(SITE, evaluation_order(SITE, every), every, {})


def joined_later(site: str) -> str:
    """`later.js` with all that it imports and `site.js` does not; `site` is the address of that."""
    every = modules()
    inside = evaluation_order(SITE, every)
    besides = {name: None for name in evaluation_order(LATER, every) if name not in inside}
    return joined(LATER, besides, every, dict.fromkeys(inside, site))


def joined(entry: str, inside: dict[str, None], every: dict[str, Module], homes: dict[str, str]) -> str:
    """These modules in one file and one scope; `homes` says in which files the others are."""
    used = {
        each
        for name in every.keys() - inside
        for source, names in every[name].imports.items()
        if source in inside
        for each in names
    }
    names, code = ",".join(sorted(used)), "".join(every[name].code for name in inside)
    # The minifier shortens names within a function only.
    scope = f"const [{names}] = (() => {{\n{code}return [{names}];\n}})();\nexport {{ {names} }};\n"
    return lean(entry, imports(entry, [every[name] for name in inside], homes) + scope)


def imports(into: str, those: Iterable[Module], homes: dict[str, str]) -> str:
    """What a file imports for its modules from the files in which others are."""
    wanted: dict[str, set[str]] = {}
    for module in those:
        for source, names in module.imports.items():
            if source in homes:
                wanted.setdefault(homes[source], set()).update(names)
    text = ""
    for address, named in sorted(wanted.items()):
        path = posixpath.relpath(address, posixpath.dirname(into) or ".")
        path = path if path.startswith(".") else f"./{path}"
        text += f'import {{ {", ".join(sorted(named))} }} from "{path}";\n' if named else ""
    return text


def page_scripts(site: str, later: str) -> dict[str, str]:
    """The modules that are in neither joined file, by path; `site` and `later` are the addresses of these."""
    every = modules()
    homes = dict.fromkeys(evaluation_order(LATER, every), later) | dict.fromkeys(
        evaluation_order(SITE, every), site
    )
    scripts = {}
    for name in every.keys() - homes:
        module = every[name]
        if module.exports or not homes.keys() >= module.imports.keys():
            raise ValueError(f"{name}: what two modules share must be imported by {SITE} or {LATER}")
        scripts[name] = lean(name, imports(name, [module], homes) + module.code)
    return scripts


def lean(name: str, text: str) -> str:
    """The text without what only we read: comments, blanks, and what a function calls its own variables."""
    if minify is None:
        return text
    return str(minify.string("text/css" if name.endswith(".css") else "text/javascript", text)) + "\n"


class PackQuickly(Compressor):
    """Packs megabytes in seconds: the last level of Brotli takes ten times as long for three percent."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        return bytes(brotli.compress(data, quality=9))

    def has_packed(self, path: Path) -> bool:
        """Whether the file as it is now was packed to the end: only then what is packed gets its time."""
        packed = [path.with_name(f"{path.name}.{ending}") for ending in ("br", "gz")]
        return all(one.exists() and one.stat().st_mtime == path.stat().st_mtime for one in packed)


class Storage(CompressedManifestStaticFilesStorage):
    """Whitenoise's storage, with styles and scripts joined first."""

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Iterator[Any]:
        # Django rewrites imports in all scripts or none, and takes examples in those of others for imports.
        site = joined_site()
        first = self.hashed_name(SITE, ContentFile(site.encode()))  # type: ignore[no-untyped-call]
        later = joined_later(first)
        second = self.hashed_name(LATER, ContentFile(later.encode()))  # type: ignore[no-untyped-call]
        scripts = page_scripts(first, second)
        styles = {path.name: lean(path.name, path.read_text()) for path in STATIC.glob("*.css")}
        files = {SITE: site, LATER: later, **scripts, **styles}
        for sheet, parts in STYLES.items():
            files[sheet] = "".join(styles[part] for part in parts)
        for name, text in files.items():
            if self.exists(name):
                self.delete(name)
            self.save(name, ContentFile(text))
            paths[name] = (self, name)
        # A module that was joined must not be loaded a second time by its own address.
        for name in modules().keys() - files.keys():
            del paths[name]
        # Its files ask for each other by their own names: they keep them, in a folder of their version.
        packer = PackQuickly(quiet=True)  # type: ignore[no-untyped-call]
        for name in [name for name in paths if name.startswith((PYTHON, QR))]:
            del paths[name]
            path = self.path(name)
            if packer.should_compress(name) and not packer.has_packed(Path(path)):  # type: ignore[no-untyped-call]
                for packed in packer.compress(path):  # type: ignore[no-untyped-call]
                    yield name, packed, True
        # whitenoise gives it no types.
        yield from super().post_process(paths, *args, **options)  # type: ignore[no-untyped-call]
