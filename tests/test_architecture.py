"""The layers of the site: the packages that each package may import, and the templates that it may use."""

import ast
import re
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SITE = "scorekeeper"
# The packages (called rooms) that each package may import, besides the games.
ROOMS = {
    "sheet": "",
    "web": "sheet",
    "live": "web",
    "jobs": "web",
    "matches": "sheet web live",
    "tables": "sheet web matches",
    "library": "sheet web matches tables",
    "accounts": "web matches",
    "clubs": "sheet web jobs matches tables library accounts",
    "history": "sheet web jobs matches tables clubs",
    "figures": "sheet web jobs matches clubs history",
    "nights": "sheet web live jobs matches tables clubs history figures",
    # The export covers all that a club has, so it is above the packages whose data it reads and writes.
    "history.exporting": "web jobs matches clubs history nights",
    "history.importing": "sheet web jobs matches clubs history figures nights history.exporting",
    "ops": "sheet web jobs matches clubs figures history.exporting history.importing",
    "config": "web live jobs tables library clubs nights ops history.exporting history.importing",
}
# The owner of each template folder; a club package's templates are below ``clubs``.
TEMPLATES = {
    "": "web",
    "tables": "tables",
    "library": "library",
    "account": "accounts",
    "allauth": "accounts",
    "mfa": "accounts",
    "clubs": "clubs",
    "clubs/history": "history",
    "clubs/figures": "figures",
    "clubs/nights": "nights",
    "clubs/exporting": "history.exporting",
    "clubs/jobs": "history.exporting",
    "clubs/importing": "history.importing",
}


def module_of(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


ALL_MODULES = {
    module_of(path): path
    for top in (SITE, "games")
    for path in sorted((ROOT / top).rglob("*.py"))
    if "migrations" not in path.parts
}
MODULES = {name: path for name, path in ALL_MODULES.items() if name.startswith(SITE)}

TEMPLATE_FOLDER = ROOT / "templates"
HTML = {path.relative_to(TEMPLATE_FOLDER).as_posix(): path for path in TEMPLATE_FOLDER.rglob("*.html")}


def names_imported_by(path):
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            for alias in node.names:
                yield ".".join(filter(None, (*base, node.module, alias.name)))


@cache
def imported_modules(name):
    imported_names = names_imported_by(ALL_MODULES[name])
    return {
        other if other in ALL_MODULES else other.rpartition(".")[0] for other in imported_names
    } & ALL_MODULES.keys()


def room_of(module):
    """Return the package of a module, the most specific one listed; "" for the top of the site."""
    parts = module.split(".")[1:]
    return next((room for n in (2, 1) if (room := ".".join(parts[:n])) in ROOMS), "")


def is_view(module):
    return any(part.endswith("views") for part in module.split("."))


def test_the_top_folder_has_only_the_listed_packages():
    names = {path.name for path in (ROOT / SITE).iterdir()} - {"__pycache__"}
    assert names == {"__init__.py", *(room for room in ROOMS if "." not in room)}


def test_packages_import_only_packages_listed_before_them():
    lower = set()
    for room, allowed in ROOMS.items():
        assert set(allowed.split()) <= lower, f"{room} may import a room that is not below it"
        lower.add(room)


@pytest.mark.parametrize("room", ROOMS)
def test_a_package_imports_exactly_the_packages_listed(room):
    imports = {
        f"{name} imports {other}": room_of(other)
        for name in MODULES
        if room_of(name) == room
        for other in imported_modules(name)
        if room_of(other) not in ("", room)
    }
    listed = set(ROOMS[room].split())
    assert not [text for text, other in imports.items() if other not in listed]
    assert not listed - set(imports.values()), "listed but not imported"


def test_no_view_imports_a_view_of_another_package():
    forbidden = [
        f"{name} imports {other}"
        for name in MODULES
        if is_view(name)
        for other in sorted(imported_modules(name))
        if is_view(other) and room_of(other) != room_of(name)
    ]
    assert not forbidden


def test_modules_have_no_circular_imports():
    imports = {name: imported_modules(name) - {name} for name in ALL_MODULES}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


def template_room(name):
    folder = name.rpartition("/")[0]
    while folder not in TEMPLATES:
        folder = folder.rpartition("/")[0]
    return TEMPLATES[folder]


def templates_named(module):
    """Yield the templates that a module names; ``ClubContext.page`` puts ``clubs/`` before a name."""
    may_use_clubs = room_of(module) not in ROOMS["clubs"].split()
    for node in ast.walk(ast.parse(MODULES[module].read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.endswith(".html"):
            name = f"clubs/{node.value}" if may_use_clubs and node.value.count("/") == 1 else node.value
            yield from {name, node.value} & HTML.keys()


def test_templates_are_used_only_by_their_own_package_or_those_above():
    uses = [
        (name, template_room(name), other)
        for name, path in HTML.items()
        for other in re.findall(r"{%\s*(?:include|extends)\s+[\"']([^\"']+)", path.read_text())
    ]
    uses += [
        (module, room_of(module), name)
        for module in MODULES
        if room_of(module)
        for name in templates_named(module)
    ]
    assert len(uses) > 100
    order = list(ROOMS)
    forbidden = [
        f"{user} uses {name}"
        for user, room, name in uses
        if order.index(template_room(name)) > order.index(room)
    ]
    assert not forbidden


def test_the_sheet_imports_only_the_engine_and_jinja2():
    allowed = (
        "games.engine",
        "games.every_game",
        f"{SITE}.sheet",
        "jinja2",
        "markupsafe",
        "__future__",
        *sys.stdlib_module_names,
    )
    forbidden = [
        f"{module} imports {name}"
        for module, path in MODULES.items()
        if room_of(module) == "sheet"
        for name in names_imported_by(path)
        if not any(name == package or name.startswith(f"{package}.") for package in allowed)
    ]
    assert not forbidden
