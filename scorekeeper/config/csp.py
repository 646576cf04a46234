"""Content security policy of the engine's worker."""

import re
from wsgiref.headers import Headers

# A worker obeys the policy of its own response; this one may compile WebAssembly.
ENGINE = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"


def engine_policy(headers: Headers, _path: str, url: str) -> None:
    """Set the policy of the engine's worker among the static files."""
    if re.search(r"/offline/engine-worker(\.[0-9a-f]+)?\.js$", url):
        headers["Content-Security-Policy"] = ENGINE
