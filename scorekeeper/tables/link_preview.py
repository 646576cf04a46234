"""What a messenger shows of a link to a table: a title, a sentence and a picture."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from . import result_card
from .presenters import MatchPresenter


def preview_tags(request: HttpRequest, board: MatchPresenter, to: str = "") -> dict[str, Any]:
    """The words of the tags of a page, that of the result or the one named. Its addresses are whole."""
    place = board.place
    which = [place.table.code, place.match.number]
    return {
        "told": result_card.told(board),
        "here": request.build_absolute_uri(to or reverse("result", args=which)),
        "picture": request.build_absolute_uri(reverse("card", args=which)),
    }
