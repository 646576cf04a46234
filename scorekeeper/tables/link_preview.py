"""What a messenger shows of a link to a table: a title, a sentence and a picture."""

from typing import Any

from django.http import HttpRequest

from scorekeeper.sheet import result_card
from scorekeeper.sheet.presenters import MatchPresenter
from scorekeeper.sheet.viewer import Viewer


def preview_tags(
    request: HttpRequest, board: MatchPresenter, viewer: Viewer, to: str = "result"
) -> dict[str, Any]:
    """The words of the tags of a page, that of the result or the one named. Its addresses are whole."""
    return {
        "told": result_card.told(board, viewer.called),
        "here": request.build_absolute_uri(viewer.links(to)),
        "picture": request.build_absolute_uri(viewer.links("card")),
    }
