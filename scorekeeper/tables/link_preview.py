"""Link previews of tables in messengers: a title, a sentence and a picture."""

from typing import Any

from django.http import HttpRequest

from scorekeeper.sheet import result_card
from scorekeeper.sheet.presenters import MatchPresenter
from scorekeeper.sheet.viewer import Viewer


def preview_tags(
    request: HttpRequest, presenter: MatchPresenter, viewer: Viewer, target: str = "result"
) -> dict[str, Any]:
    """Return the template context of a page's preview tags, with absolute URLs.

    ``target`` is the name of the page that the preview links to.
    """
    return {
        "result_text": result_card.result_text(presenter, viewer.match_name),
        "page_url": request.build_absolute_uri(viewer.links(target)),
        "picture": request.build_absolute_uri(viewer.links("card")),
    }
