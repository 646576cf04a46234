"""The site's own styles and scripts, in few files once they are collected.

At home the files are served as they are written, one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

# In this order; htmx stays by itself, as it was published.
BUNDLES = {
    "site.css": ("app.css", "table.css", "start.css"),
    "site.js": (
        "app.js",
        "hand.js",
        "finger.js",
        "doors.js",
        "awake.js",
        "logs.js",
        "waiting.js",
        "starting.js",
        "pad.js",
    ),
    # Cards, pads of calls, the desk, rulebooks: a table whose hands ask for no cards does without.
    "cards.css": ("desk.css",),
    "cards.js": ("desk.js",),
}


def lean(name: str, text: str) -> str:
    """The text without what only we read: comments, and blanks that say nothing."""
    return str(cssmin(text) if name.endswith(".css") else jsmin(text)) + "\n"


class Storage(CompressedManifestStaticFilesStorage):
    """Whitenoise's storage, with the bundles made first."""

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Iterator[Any]:
        for bundle, parts in BUNDLES.items():
            found = [paths[part][0].open(paths[part][1]) for part in parts]
            text = ";\n" if bundle.endswith(".js") else ""
            text = text.join(lean(bundle, part.read().decode()) for part in found)
            if self.exists(bundle):
                self.delete(bundle)
            self.save(bundle, ContentFile(text))
            paths[bundle] = (self, bundle)
        yield from super().post_process(paths, *args, **options)  # type: ignore[no-untyped-call]
