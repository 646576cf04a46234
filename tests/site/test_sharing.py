"""What is passed on of a match: the television, the result with its picture, the sheet on paper."""

from __future__ import annotations

import io
import re
import struct

import pytest
from django.conf import settings
from django.test import Client

from games import every_game
from scorekeeper.clubs.membership import members
from scorekeeper.matches import phones
from scorekeeper.matches.models import Role
from scorekeeper.sheet import result_card
from scorekeeper.sheet.presenters import MatchPresenter
from scorekeeper.tables import (
    result_image,
)
from scorekeeper.tables.access import MatchContext

from .cast import Cast, agreed, text
from .club_cast import ClubCast, user
from .routes import address, own_routes, rich_example, table_of

PNG = b"\x89PNG\r\n\x1a\n"


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height, as the PNG format has them after its signature and the name of its first part."""
    assert data.startswith(PNG)
    return struct.unpack(">II", data[16:24])


def tags(body: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:([a-z:_]+)" content="([^"]*)">', body))


def board(cast: Cast) -> MatchPresenter:
    return MatchPresenter(MatchContext(cast.table, cast.match, None, 1).localized)


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
    """The rules may name none: every side left has lost."""
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
    from PIL import Image

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


def test_a_machine_without_letters_draws_with_those_of_the_library(monkeypatch) -> None:
    monkeypatch.setattr(result_image, "found", lambda face: None)
    result_image.font.cache_clear()
    card = result_card.Card(
        "Zoë − Łukasz", "…", (result_card.Standing(0, "Ζωή 李", "−5", True, False),), None
    )
    assert size_of(result_image.png.__wrapped__(card)) == (1200, 630)
    assert result_image.readable("Zoë −5") == "Zoe -5"
    result_image.font.cache_clear()


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


def test_names_are_text_on_every_page_that_is_passed_on(cast: Cast) -> None:
    cast.match.sitting.filter(position=0).update(name='"><img src=x>')
    cast.write(agreed(10, cast.example.seating.sides))
    for path in ("result", "paper", "table"):
        assert b"<img src=x>" not in cast.get("Di", path).content
    assert b"<img src=x>" not in cast.clients["Di"].get(f"/t/{cast.table.code}/tv").content
    assert cast.get("Di", "card").status_code == 200


# A link to watch that was withdrawn ---------------------------------------------------------------------

BY_LINK = ("join", "look")


def withdraw(cast: Cast) -> str:
    """The host makes a new link to watch; its secret."""
    assert cast.clients["Ann"].post(f"/t/{cast.table.code}/new-watch-link").status_code == 302
    cast.table.refresh_from_db()
    return phones.watch_secret(cast.table)


def shown_to(cast: Cast, client: Client) -> dict[str, int]:
    """What a phone is answered by every page of the table that is there for those who keep score."""
    found = {}
    for route in own_routes():
        if not route.pattern.startswith("t/") or "phone" in route.parameters:
            continue
        path = address(cast, route)
        if cast.clients["Ann"].get(path).status_code == 200:
            found[route.name] = client.get(path).status_code
    return found


@pytest.mark.django_db
@pytest.mark.looks
def test_a_watch_link_that_was_withdrawn_shows_nothing_any_more() -> None:
    """Neither to a stranger nor to who watched by it, on any page; those who keep score notice nothing."""
    cast = table_of(*rich_example(), hands=1)
    watchers = {"a stranger": Client(), "Cy": cast.clients["Cy"], "Eve": cast.clients["Eve"]}
    for who, client in watchers.items():
        assert set(shown_to(cast, client).values()) <= {200, 302, 403}, who
    secret = withdraw(cast)
    for who, client in watchers.items():
        seen = shown_to(cast, client)
        assert len(seen) > 20
        assert {name for name, status in seen.items() if status != 404} == set(BY_LINK), who
    assert set(shown_to(cast, cast.clients["Bo"]).values()) == {200}
    assert secret in cast.clients["Bo"].get(f"/t/{cast.table.code}/share").content.decode()
    # As a code that nobody has: nothing that is sent there reaches the table.
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
    # Who watches passes the link on that lets watch, also from a television.
    assert secret in di.get(f"/t/{cast.table.code}/share").content.decode()
    newer = withdraw(cast)
    assert newer != secret
    assert di.get(table).status_code == 404
    assert di.post(look, {"secret": secret}).status_code == 403
    assert di.post(look, {"secret": newer}).status_code == 302
    # The score link is another: it holds, and lets a phone write.
    assert (
        cast.clients["Fay"]
        .post(f"/t/{cast.table.code}/join", {"secret": phones.invitation(cast.table)})
        .status_code
        == 302
    )
    assert cast.clients["Fay"].get(table).status_code == 200


def test_the_watch_link_is_the_hosts_to_withdraw(cast: Cast) -> None:
    for who in "Bo", "Cy", "Di":
        assert cast.clients[who].post(f"/t/{cast.table.code}/new-watch-link").status_code == 403, who
    cast.table.refresh_from_db()
    assert cast.table.watching == 0


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


def test_every_key_that_passes_something_on_says_what_and_that_it_was_copied() -> None:
    """``sharing.js`` reads both off what stands around the key."""
    found = 0
    for path in (settings.BASE_DIR / "templates").rglob("*.html"):
        if 'data-do="copy"' in (said := path.read_text()):
            found += 1
            assert "data-done" in said, path
            assert "data-share" in said or path.name == "_pass_on.html", path
    assert found > 3
