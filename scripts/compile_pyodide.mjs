// Compile the standard library of a published Pyodide, and leave out what no phone needs, so that the engine starts in
// half the time. Run once for each release of Pyodide, with the folder of the published files:
//
//   node scripts/compile_pyodide.mjs node_modules/pyodide static/vendor/pyodide-314.0.7/python_stdlib.zip
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const [published, target] = process.argv.slice(2).map((path) => resolve(path));

const COMPILE = `
import py_compile
import zipfile
from pathlib import Path

LEFT_OUT = set("""_pyio _pyrepl argparse bdb cProfile cmd configparser ctypes doctest email ftplib http imaplib mailbox
    modulefinder multiprocessing optparse pdb pickletools plistlib poplib profile pstats pydoc smtplib socketserver
    tarfile tomllib trace tracemalloc unittest wave wsgiref xml xmlrpc zipapp""".split())
FIXED = py_compile.PycInvalidationMode.UNCHECKED_HASH

with zipfile.ZipFile("/published.zip") as published:
    published.extractall("/published")
with zipfile.ZipFile("/compiled.zip", "w") as compiled:
    for file in sorted(Path("/published").rglob("*.*")):
        name = file.relative_to("/published").as_posix()
        if file.is_dir() or name.split("/")[0].removesuffix(".py") in LEFT_OUT:
            continue
        if file.suffix == ".py":
            name = f"{name}c"
            file = Path(py_compile.compile(str(file), "/module.pyc", name[:-1], doraise=True, invalidation_mode=FIXED))
        compiled.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), file.read_bytes(), zipfile.ZIP_DEFLATED, 9)
`;

const { loadPyodide } = await import(`${published}/pyodide.mjs`);
const pyodide = await loadPyodide({ indexURL: `${published}/` });
pyodide.FS.writeFile("/published.zip", new Uint8Array(readFileSync(`${published}/python_stdlib.zip`)));
pyodide.runPython(COMPILE);
writeFileSync(target, pyodide.FS.readFile("/compiled.zip"));
