"""What a page may use of its phone, and what a script may do that runs apart from every page."""

import re
from wsgiref.headers import Headers

# No page may use these, unless its view says so itself.
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"

# A worker has the policy of its own response. This one may compile WebAssembly, from this site only.
ENGINE = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"


def engine_policy(headers: Headers, _path: str, url: str) -> None:
    """Let the engine's worker, among all static files, compile WebAssembly."""
    if re.search(r"/offline/engine-worker(\.[0-9a-f]+)?\.js$", url):
        headers["Content-Security-Policy"] = ENGINE
