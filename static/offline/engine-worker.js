// The worker that runs the site's own Python code: scorekeeper/sheet/on_phone.py answers each message.

const NO_PACKAGES = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };

let enginePromise; // resolves with the object ENGINE of on_phone.py

async function start({ python, zip }) {
  const { loadPyodide } = await import(`${python}pyodide.mjs`);
  const fetched = fetch(zip).then((answer) => {
    if (!answer.ok) throw new Error(`${zip}: ${answer.status}`);
    return answer.arrayBuffer();
  });
  const pyodide = await loadPyodide({ indexURL: python, lockFileContents: NO_PACKAGES });
  pyodide.unpackArchive(await fetched, "zip", { extractDir: "/engine" });
  pyodide.runPython("import sys; sys.path.insert(0, '/engine'); sys.dont_write_bytecode = True");
  return pyodide.pyimport("scorekeeper.sheet.on_phone").ENGINE;
}

addEventListener("message", async ({ data: { id, start: files, ask } }) => {
  try {
    if (files) enginePromise = start(files);
    const engine = await enginePromise;
    postMessage({ id, answer: ask ? JSON.parse(engine.answer(JSON.stringify(ask))) : {} });
  } catch (problem) {
    postMessage({ id, problem: String(problem) });
  }
});
