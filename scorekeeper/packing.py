"""Answers are packed for their way: by Brotli where the browser takes it, as over https, else by gzip."""

import re
import secrets

import brotli  # type: ignore[import-untyped]
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

TAKES_BROTLI = re.compile(r"\bbr\b(?!\s*;\s*q=0(?!\.0*[1-9]))")
LEAST = 200  # bytes that are worth it


class PackingMiddleware(GZipMiddleware):
    """Django's, and Brotli: a tenth smaller for a sheet, in the same time of the processor.

    What is streamed is packed by gzip alone. As there, each answer gets a random length, so that none tells
    what is in it; Brotli has no room for that, so a header has it.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        takes = TAKES_BROTLI.search(request.headers.get("Accept-Encoding", ""))
        if not takes or response.streaming or response.has_header("Content-Encoding"):
            return super().process_response(request, response)
        content = response.content  # type: ignore[attr-defined]
        if len(content) < LEAST:
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        packed = brotli.compress(content, quality=5, lgwin=18)
        if len(packed) >= len(content):
            return response
        response.content = packed  # type: ignore[attr-defined]
        response.headers["Content-Length"] = str(len(packed))
        response.headers["Content-Encoding"] = "br"
        response.headers["X-Padding"] = "x" * secrets.randbelow(self.max_random_bytes + 1)
        if (tag := response.headers.get("ETag", "")).startswith('"'):
            response.headers["ETag"] = f"W/{tag}"
        return response
