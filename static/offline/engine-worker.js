// The engine in a worker: Python, the game that is played and the sheet, as the site runs them. It asks for nothing but
// these files; what the page sends is answered by scorekeeper/sheet/on_phone.py.

// What may be loaded besides what the site sends: nothing.
const NO_PACKAGES = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };

let engine; // a promise of what answers

async function start({ python, zip }) {
  const { loadPyodide } = await import(`${python}pyodide.mjs`);
  const fetched = fetch(zip).then((answer) => {
    if (!answer.ok) throw new Error(`${zip}: ${answer.status}`);
    return answer.arrayBuffer();
  });
  const running = await loadPyodide({ indexURL: python, lockFileContents: NO_PACKAGES });
  running.unpackArchive(await fetched, "zip", { extractDir: "/engine" });
  running.runPython("import sys; sys.path.insert(0, '/engine'); sys.dont_write_bytecode = True");
  return running.pyimport("scorekeeper.sheet.on_phone").ENGINE;
}

addEventListener("message", async ({ data: { id, start: what, ask } }) => {
  try {
    if (what) engine = start(what);
    const python = await engine;
    postMessage({ id, answer: ask ? JSON.parse(python.answer(JSON.stringify(ask))) : {} });
  } catch (problem) {
    postMessage({ id, problem: String(problem) });
  }
});
