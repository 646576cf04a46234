"""Scripts as ES modules, which are joined into bundles. `make lint` checks the names that they use."""

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

pytestmark = pytest.mark.looks

EVERY = modules()


def test_imports_match_exports():
    imported = {
        (source, name) for each in EVERY.values() for source, names in each.imports.items() for name in names
    }
    assert imported == {(source, name) for source, each in EVERY.items() for name in each.exports}


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
    every = {
        one: read_module(one, f'import {{ a }} from "./{other}";\n')
        for one, other in (("a.js", "b.js"), ("b.js", "c.js"), ("c.js", "b.js"))
    }
    with pytest.raises(ValueError, match=r"a\.js → b\.js → c\.js → b\.js"):
        evaluation_order("a.js", every)


def test_other_modules_import_from_the_joined_ones():
    site, later, pages = site_bundle(), later_bundle("site.0.js"), page_scripts("site.0.js", "later.0.js")
    assert "import" not in site.replace("import(", "")
    assert site.count("export") == later.count("export") == 1
    joined = evaluation_order(SITE, EVERY) | evaluation_order(LATER, EVERY)
    assert pages.keys() == EVERY.keys() - joined.keys()
    exported = {
        called: set(re.findall(r"[\w$]+", text.partition("export{")[2]))
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
