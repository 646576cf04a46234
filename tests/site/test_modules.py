"""JavaScript modules, and the bundles site.js and later.js. `make lint` checks the names that modules use."""

import re

import pytest

from scorekeeper.web.bundles import (
    LATER,
    SITE,
    evaluation_order,
    later_bundle,
    modules,
    page_scripts,
    read_module,
    site_bundle,
)

pytestmark = pytest.mark.sqlite_only

MODULES = modules()


def test_imports_match_exports():
    imported = {
        (source, name)
        for module in MODULES.values()
        for source, names in module.imports.items()
        for name in names
    }
    assert imported == {(source, name) for source, module in MODULES.items() for name in module.exports}


@pytest.mark.parametrize(
    "statement",
    [
        'import a from "./b.js"',
        'import * as a from "./b.js"',
        'import { a as b } from "./b.js"',
        'import { a } from "b"',
        'export { a } from "./b.js"',
        "export default a",
        "export { a }",
        "  export const a = 1",
        "export let a = 1",
    ],
)
def test_other_import_and_export_forms_are_refused(statement):
    with pytest.raises(ValueError, match="only named imports and exports"):
        read_module("tried.js", f"{statement};\n")


def test_import_cycles_are_refused():
    cycle = {
        name: read_module(name, f'import {{ a }} from "./{imported}";\n')
        for name, imported in (("a.js", "b.js"), ("b.js", "c.js"), ("c.js", "b.js"))
    }
    with pytest.raises(ValueError, match=r"a\.js → b\.js → c\.js → b\.js"):
        evaluation_order("a.js", cycle)


def test_modules_outside_the_bundles_import_from_the_bundles():
    site, later, pages = site_bundle(), later_bundle("site.0.js"), page_scripts("site.0.js", "later.0.js")
    assert "import" not in site.replace("import(", "")
    assert site.count("export") == later.count("export") == 1
    joined = evaluation_order(SITE, MODULES) | evaluation_order(LATER, MODULES)
    assert pages.keys() == MODULES.keys() - joined.keys()
    exported = {
        bundle: set(re.findall(r"[\w$]+", text.partition("export{")[2]))
        for bundle, text in (("site.0.js", site), ("later.0.js", later))
    }
    for name, text in [(LATER, later), *pages.items()]:
        for names, path in re.findall(r'\bimport\{([^}]*)\}from"([^"]*)";', text):
            folder, _, bundle = path.rpartition("/")
            assert folder == (".." if "/" in name else ".")
            # The later bundle may import only from the site's.
            assert bundle == "site.0.js" or name != LATER
            assert set(names.split(",")) <= exported[bundle]
    for bundle in exported:
        assert f'from"../{bundle}"' in pages["offline/offering.js"]
