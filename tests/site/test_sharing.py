"""Shared views of a match: the television, the result with its picture, the printed sheet."""

from __future__ import annotations

import io
import re
import struct

import pytest
from django.test import Client
from PIL import Image

from games import every_game
from scorekeeper.clubs.membership import members
from scorekeeper.matches import phones
from scorekeeper.matches.models import Role
from scorekeeper.sheet import result_card
from scorekeeper.sheet.presenters import MatchPresenter
from scorekeeper.tables import (
    load,
    result_image,
)

from .cast import Cast, agreed, text
from .club_cast import ClubCast, user
from .routes import address, own_routes, rich_example, table_of

PNG = b"\x89PNG\r\n\x1a\n"


def size_of(data: bytes) -> tuple[int, int]:
    """Return the width and height in a PNG header."""
    assert data.startswith(PNG)
    return struct.unpack(">II", data[16:24])


def tags(body: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:([a-z:_]+)" content="([^"]*)">', body))


def board(cast: Cast) -> MatchPresenter:
    return MatchPresenter(load.context(cast.table, cast.match, None, 1).localized)


def test_a_television_shows_the_newest_match_to_anybody_with_the_link(cast: Cast) -> None:
    cast.write(agreed(35, cast.example.seating.sides))
    answer = cast.clients["Di"].get(f"/t/{cast.table.code}/tv")
    assert answer.status_code == 200
    assert "35" in text(answer)
    assert b"<form" not in answer.content, "a television writes nothing"
    assert b'<svg viewBox="0 0' in answer.content, "its QR is a picture and no text"


def test_a_television_that_has_the_newest_sheet_is_told_so(cast: Cast) -> None:
    path, htmx = f"/t/{cast.table.code}/tv", {"HX-Request": "true", "HX-Request-Type": "partial"}
    first = cast.clients["Di"].get(path, headers=htmx)
    assert b"<html" not in first.content
    again = cast.clients["Di"].get(path, headers=htmx | {"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    cast.write(agreed(5, cast.example.seating.sides))
    after = cast.clients["Di"].get(path, headers=htmx | {"If-None-Match": first["ETag"]})
    assert after.status_code == 200


@pytest.mark.parametrize("page", ["table", "result"])
def test_a_messenger_finds_a_title_a_sentence_and_a_picture(cast: Cast, page: str) -> None:
    cast.play()
    answer = cast.clients["Di"].get(cast.url(page))
    found = tags(answer.content.decode())
    assert found["image"].startswith("http://testserver/"), "messengers take whole addresses only"
    assert found["url"] == f"http://testserver{cast.url(page)}"
    assert (found["image:width"], found["image:height"]) == ("1200", "630")
    assert "Ann" in found["title"] + found["description"]
    image = cast.clients["Di"].get(found["image"].removeprefix("http://testserver"))
    assert image["Content-Type"] == "image/png"
    assert size_of(image.content) == (1200, 630)
    assert len(image.content) < 100_000


def test_the_picture_is_sent_once_and_drawn_anew_when_the_score_changes(cast: Cast) -> None:
    cast.write(agreed(5, cast.example.seating.sides))
    first = cast.get("Di", "card")
    assert cast.get("Di", "card", headers={"If-None-Match": first["ETag"]}).status_code == 304
    cast.write(agreed(-40, cast.example.seating.sides))
    second = cast.get("Di", "card", headers={"If-None-Match": first["ETag"]})
    assert second.status_code == 200
    assert second.content != first.content


def test_where_nobody_has_won_no_page_names_a_winner(db: None) -> None:
    """Check with rules that may name no winner: every side left has lost."""
    game, example = next(
        (game, example)
        for game in every_game().values()
        for example in game.examples
        if example.winners == ()
    )
    cast = Cast(game, example)
    cast.play()
    assert result_card.told(board(cast), "a game").title == "Nobody won"
    for path in cast.url("table"), f"/t/{cast.table.code}/tv", cast.url("result"):
        assert "Nobody won" in text(cast.clients["Ann"].get(path)), path


def test_a_result_says_who_won_or_who_leads(cast: Cast) -> None:
    assert result_card.told(board(cast), "a game").title not in ("", None)
    cast.write(agreed(35, cast.example.seating.sides))
    first = board(cast)
    assert result_card.told(first, "a game").title.startswith(next(p.name for p in first.parties if p.leads))
    assert "1 hand" in result_card.told(first, "a game").line


def test_every_side_of_every_shape_stands_on_the_picture() -> None:
    for sides in range(1, 9):
        rows = tuple(
            result_card.Standing(n, f"A rather long name {n}", str(n * 100 - 250), n < 3, n == 4)
            for n in range(sides)
        )
        data = result_image.png(result_card.Card("Someone won", "A game", rows, None))
        image = Image.open(io.BytesIO(data)).convert("RGB")
        colours = {colour for _count, colour in image.getcolors(100_000) or ()}
        for side in range(min(sides, len(result_image.SIDES))):
            wanted = tuple(int(result_image.SIDES[side][at : at + 2], 16) for at in (1, 3, 5))
            near = min(sum(abs(a - b) for a, b in zip(wanted, seen, strict=True)) for seen in colours)
            assert near < 24, f"the sign of side {side} is missing"


def test_the_sheet_on_paper_has_the_oldest_hand_first_and_boxes_what_is_below_nothing(cast: Cast) -> None:
    sides = cast.example.seating.sides
    for points, why in ((10, "first"), (-45, "second")):
        cast.write(agreed(points, sides, why))
    answer = cast.get("Di", "paper")
    said = text(answer)
    assert said.index("first") < said.index("second")
    assert re.search(r'<td class="sum"><span class="negative">−35</span>', answer.content.decode())


def test_paper_tells_what_was_struck_out_and_why(cast: Cast) -> None:
    cast.write(agreed(10, cast.example.seating.sides, "a slip"))
    key = {"key": "7f9c1f43-79d1-4a3c-9d6c-6d5f6a0e7b11", "rev": 1, "reason": "it was not played"}
    assert cast.post("Ann", "strike", 1, data=key).status_code == 303
    answer = cast.get("Di", "paper")
    assert b"<s>a slip</s><sup>1</sup>" in answer.content
    assert b'colspan="0"' not in answer.content
    assert "Deleted hand (Ann): it was not played" in text(answer)


# A link to watch that was withdrawn ---------------------------------------------------------------------

BY_LINK = ("join", "look")


def withdraw(cast: Cast) -> str:
    """Withdraw the watch link, and return the new one's secret."""
    assert cast.clients["Ann"].post(f"/t/{cast.table.code}/new-watch-link").status_code == 302
    cast.table.refresh_from_db()
    return phones.watch_secret(cast.table)


def paths_of_scorers(cast: Cast) -> dict[str, str]:
    """Return the pages of the table for scorers, by name."""
    every = {
        route.name: address(cast, route)
        for route in own_routes()
        if route.pattern.startswith("t/") and "phone" not in route.parameters
    }
    return {name: path for name, path in every.items() if cast.clients["Ann"].get(path).status_code == 200}


@pytest.mark.django_db
@pytest.mark.looks
def test_a_watch_link_that_was_withdrawn_shows_nothing_any_more() -> None:
    """Check strangers and spectators on every page; scorers notice nothing."""
    cast = table_of(*rich_example(), hands=1)
    watchers = {"a stranger": Client(), "Cy": cast.clients["Cy"], "Eve": cast.clients["Eve"]}
    paths = paths_of_scorers(cast)
    assert len(paths) > 20
    assert {Client().get(path).status_code for path in paths.values()} <= {200, 302, 403}
    secret = withdraw(cast)
    for who, client in watchers.items():
        assert {name for name in paths if client.get(paths[name]).status_code != 404} == set(BY_LINK), who
    assert {cast.clients["Bo"].get(path).status_code for path in paths.values()} == {200}
    assert secret in cast.clients["Bo"].get(f"/t/{cast.table.code}/share").content.decode()
    # The table looks like an unknown code, so a request to it has no effect.
    assert Client().post(f"/t/{cast.table.code}/ask", {"other": "Di"}).status_code == 404


def test_the_new_watch_link_lets_in_and_can_be_withdrawn_again(cast: Cast) -> None:
    look, table = f"/t/{cast.table.code}/look", f"/t/{cast.table.code}/"
    secret = withdraw(cast)
    di = cast.clients["Di"]
    assert di.post(look, {"secret": "0" * 32}).status_code == 403
    assert di.post(look, {"secret": phones.invitation(cast.table)}).status_code == 403
    assert di.get(table).status_code == 404
    assert di.post(look, {"secret": f"http://testserver{look}#{secret}"}).status_code == 302
    assert di.get(table).status_code == 200
    assert b'id="hand-form"' not in di.get(table).content
    assert cast.phone("Di").role == Role.WATCHER
    # A spectator can pass the watch link on, also from a television.
    assert secret in di.get(f"/t/{cast.table.code}/share").content.decode()
    newer = withdraw(cast)
    assert newer != secret
    assert di.get(table).status_code == 404
    assert di.post(look, {"secret": secret}).status_code == 403
    assert di.post(look, {"secret": newer}).status_code == 302
    # The score link still works, and lets a phone write.
    assert (
        cast.clients["Fay"]
        .post(f"/t/{cast.table.code}/join", {"secret": phones.invitation(cast.table)})
        .status_code
        == 302
    )
    assert cast.clients["Fay"].get(table).status_code == 200


@pytest.mark.django_db
def test_members_of_the_club_look_on_at_its_tables_all_the_same() -> None:
    club = ClubCast()
    match = club.sit_down(rich_example()[0], ["Ann", "Bo", "Cy", "Di", "Eve", "Fay"][: seats()])
    phones.renew_watching(match.table)
    for who, status in ("Mia", 200), ("Olga", 200), ("Ned", 404), ("Odd", 404):
        assert club.clients[who].get(f"/t/{match.table.code}/").status_code == status, who
    members.remove(club.club, user("Olga"), "Olga", club.member("Mia").pk)
    assert club.clients["Mia"].get(f"/t/{match.table.code}/").status_code == 404


def seats() -> int:
    game = rich_example()[0]
    return game.shapes(game.presets[0])[0][0]
