"""Content security policy of the web worker in which a phone runs the engine (the rules)."""

import re
from wsgiref.headers import Headers

# A worker obeys the policy of its own response; the engine's worker may compile WebAssembly.
ENGINE = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"


def engine_policy(headers: Headers, _path: str, url: str) -> None:
    """Set the policy if this static file is the engine's worker."""
    if re.search(r"/offline/engine-worker(\.[0-9a-f]+)?\.js$", url):
        headers["Content-Security-Policy"] = ENGINE
