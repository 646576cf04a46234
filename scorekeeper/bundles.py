"""The site's own styles and scripts, in few files once they are collected.

A script is an ES module. In development the browser loads each module by itself. Once collected, `site.js`
holds all the modules that it imports, in the order in which a browser evaluates them and in one scope; every
other module keeps its file and imports from `site.js` what went into it.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.core.files.base import ContentFile
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

STATIC = Path(settings.BASE_DIR) / "static"

# In this order.
STYLES = {
    "site.css": ("app.css", "table.css", "keyboard.css", "start.css"),
    # Cards, pads of calls, the desk, rulebooks: a table whose hands ask for no cards does without.
    "cards.css": ("desk.css",),
}

# The module that every page loads. htmx is no module and stays by itself, as it was published.
SITE = "site.js"

# The two forms of each statement that our modules may use.
_IMPORT = re.compile(
    r'^import (?:\{\s*([\w$]+(?:,\s*[\w$]+)*),?\s*\} from )?"(\.{1,2}/[\w/.-]+\.js)";\n', re.MULTILINE
)
_EXPORT = re.compile(r"^export (?=(?:const|let|(?:async )?function) ([\w$]+))", re.MULTILINE)
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
    inside = evaluation_order(SITE, every)
    used = {
        each for name in every.keys() - inside for names in every[name].imports.values() for each in names
    }
    exports = f"export {{ {', '.join(sorted(used))} }};\n" if used else ""
    return lean(SITE, "".join(every[name].code for name in inside) + exports)


def page_scripts(site: str) -> dict[str, str]:
    """The modules that `site.js` does not import, by path; `site` is what they import from instead."""
    every = modules()
    inside = evaluation_order(SITE, every)
    scripts = {}
    for name in every.keys() - inside:
        module = every[name]
        if module.exports or not inside.keys() >= module.imports.keys():
            raise ValueError(f"{name}: what two modules share must be imported by {SITE}")
        names = sorted(one for names in module.imports.values() for one in names)
        path = posixpath.relpath(site, posixpath.dirname(name) or ".")
        path = path if path.startswith(".") else f"./{path}"
        head = f'import {{ {", ".join(names)} }} from "{path}";\n' if names else ""
        scripts[name] = lean(name, head + module.code)
    return scripts


def lean(name: str, text: str) -> str:
    """The text without what only we read: comments, and blanks that say nothing."""
    return str(cssmin(text) if name.endswith(".css") else jsmin(text)) + "\n"


class Storage(CompressedManifestStaticFilesStorage):
    """Whitenoise's storage, with styles and scripts joined first."""

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Iterator[Any]:
        site = joined_site()
        # Django rewrites imports in all scripts or none, and takes examples in those of others for imports.
        address = self.hashed_name(SITE, ContentFile(site.encode()))  # type: ignore[no-untyped-call]
        scripts = page_scripts(address)
        joined = {SITE: site, **scripts}
        for sheet, parts in STYLES.items():
            found = [paths[part][0].open(paths[part][1]) for part in parts]
            joined[sheet] = "".join(lean(sheet, part.read().decode()) for part in found)
        for name, text in joined.items():
            if self.exists(name):
                self.delete(name)
            self.save(name, ContentFile(text))
            paths[name] = (self, name)
        # A module that was joined must not be loaded a second time by its own address.
        for name in modules().keys() - joined.keys():
            del paths[name]
        # whitenoise gives it no types.
        yield from super().post_process(paths, *args, **options)  # type: ignore[no-untyped-call]
