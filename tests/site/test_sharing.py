"""Shared views of a match: the television, the result with its picture, the printed sheet."""

import io
import re

import pytest
from django.test import Client
from PIL import Image, ImageColor

from games import every_game
from scorekeeper.clubs.membership import members
from scorekeeper.matches import phones
from scorekeeper.matches.models import Role
from scorekeeper.sheet import result_card
from scorekeeper.sheet.presenters import MatchPresenter
from scorekeeper.tables import load, result_image

from .cast import NAMES, Cast, new_key, text
from .club_cast import ClubCast, user
from .routes import cast_with_hands, own_routes, rich_example, route_path


def presenter_of(cast: Cast) -> MatchPresenter:
    return MatchPresenter(load.context(cast.table, cast.match, None, 1).localized)


def test_television_shows_the_score_and_no_form(cast):
    cast.write(cast.adjustment(35))
    answer = cast.get("Di", "tv")
    assert "35" in text(answer)
    assert b"<form" not in answer.content
    assert b'<svg viewBox="0 0' in answer.content, "a QR code"


@pytest.mark.parametrize("page", ["sheet", "tv", "card"])
def test_request_for_an_unchanged_page_gets_a_304(cast, page):
    headers = {"HX-Request": "true", "HX-Request-Type": "partial"}
    cast.write(cast.adjustment(5))
    first = cast.get("Di", page, headers=headers)
    assert b"<html" not in first.content
    headers["If-None-Match"] = first["ETag"]
    assert cast.get("Di", page, headers=headers).status_code == 304
    cast.write(cast.adjustment(-40))
    second = cast.get("Di", page, headers=headers)
    assert second.status_code == 200
    assert second.content != first.content
    assert second["ETag"] != first["ETag"]


@pytest.mark.parametrize("page", ["table", "result"])
def test_link_preview_has_title_text_and_picture(cast, page):
    cast.play()
    html = cast.get("Di", page).content.decode()
    meta = dict(re.findall(r'<meta property="og:([a-z:_]+)" content="([^"]*)">', html))
    # Messengers need absolute URLs.
    assert meta["url"] == f"http://testserver{cast.url(page)}"
    assert (meta["image:width"], meta["image:height"]) == ("1200", "630")
    assert "Ann" in meta["title"] + meta["description"]
    image = cast.clients["Di"].get(meta["image"].removeprefix("http://testserver"))
    assert image["Content-Type"] == "image/png"
    picture = Image.open(io.BytesIO(image.content))
    assert (picture.format, picture.size) == ("PNG", (1200, 630))


def test_pages_of_a_match_without_a_winner_say_so(db):
    examples = [(game, example) for game in every_game().values() for example in game.examples]
    cast = Cast(*next((game, example) for game, example in examples if example.winners == ()))
    cast.play()
    assert result_card.result_text(presenter_of(cast), "a game").title == "Nobody won"
    for page in "table", "tv", "result":
        assert "Nobody won" in text(cast.get("Ann", page)), page


def test_result_names_the_leader(cast):
    cast.write(cast.adjustment(35))
    presenter = presenter_of(cast)
    leader = next(column.name for column in presenter.columns if column.leads)
    assert result_card.result_text(presenter, "a game").title.startswith(leader)


def test_picture_has_every_side():
    for sides in range(1, 9):
        rows = tuple(
            result_card.PicturedSide(
                n, f"A rather long name {n}", str(n * 100 - 250), negative=n < 3, won=n == 4
            )
            for n in range(sides)
        )
        data = result_image.png(result_card.ResultCard("Someone won", "A game", rows, None))
        image = Image.open(io.BytesIO(data)).convert("RGB")
        colours = [colour for _count, colour in image.getcolors(100_000)]
        for side, expected in enumerate(map(ImageColor.getrgb, result_image.SIDES[:sides])):
            # The picture's palette changes the colours a little.
            distances = (sum(abs(a - b) for a, b in zip(expected, colour, strict=True)) for colour in colours)
            assert min(distances) < 24, f"the picture lacks the symbol of side {side}"


def test_paper_sheet_begins_with_the_oldest_hand(cast):
    for points, why in ((10, "first"), (-45, "second"), (10, "a slip")):
        cast.write(cast.adjustment(points, why))
    deleted = {"key": new_key(), "rev": 1, "reason": "it was not played"}
    assert cast.post("Ann", "strike", 3, data=deleted).status_code == 303
    answer = cast.get("Di", "paper")
    page, shown = answer.content.decode(), text(answer)
    assert shown.index("first") < shown.index("second")
    assert '<td class="sum"><span class="negative">−35</span>' in page
    assert "<s>a slip</s><sup>1</sup>" in page
    assert "Deleted hand (Ann): it was not played" in shown


# A withdrawn watch link


def withdraw(cast: Cast) -> str:
    """Replace the watch link by a new one, and return the new secret."""
    assert cast.post("Ann", "new_watch_link").status_code == 302
    cast.table.refresh_from_db()
    return phones.watch_secret(cast.table)


@pytest.mark.django_db
@pytest.mark.sqlite_only
def test_withdrawn_watch_link_shows_nothing():
    cast = cast_with_hands(*rich_example(), hands=1)
    routes = [route for route in own_routes() if route.pattern.startswith("t/")]
    paths = {route.name: route_path(cast, route) for route in routes if "phone" not in route.parameters}
    paths = {name: path for name, path in paths.items() if cast.clients["Ann"].get(path).status_code == 200}
    assert len(paths) > 20
    assert {Client().get(path).status_code for path in paths.values()} <= {200, 302, 403}
    secret = withdraw(cast)
    for who in "Cy", "Di", "Eve":
        open_pages = {name for name in paths if cast.clients[who].get(paths[name]).status_code != 404}
        assert open_pages == {"join", "look"}, who
    assert {cast.clients["Bo"].get(path).status_code for path in paths.values()} == {200}
    assert secret in cast.get("Bo", "share").content.decode()
    # For Di the table's code now looks unknown, so a POST has no effect.
    assert cast.post("Di", "ask_to_score", data={"other": "Di"}).status_code == 404


def test_renewed_watch_link_lets_phones_in(cast):
    secret = withdraw(cast)
    score_secret = phones.score_secret(cast.table)

    def opens(page: str, secret: str, who: str = "Di") -> bool:
        """Post a secret to "look" (watch link) or "join" (score link); return True if it is accepted."""
        status = cast.post(who, page, data={"secret": secret}).status_code
        shown = cast.get(who, "table").status_code
        assert (status, shown) in ((302, 200), (403, 404))
        return shown == 200

    assert not opens("look", "0" * 32)
    assert not opens("look", score_secret)
    assert opens("look", f"http://testserver{cast.url('look')}#{secret}")
    assert b'id="hand-form"' not in cast.get("Di", "table").content
    assert cast.phone("Di").role == Role.WATCHER
    # A watcher can pass the watch link on.
    assert secret in cast.get("Di", "share").content.decode()
    newer = withdraw(cast)
    assert not opens("look", secret)
    assert opens("look", newer)
    assert opens("join", score_secret, "Fay")


@pytest.mark.django_db
def test_club_members_watch_without_a_link():
    club, game = ClubCast(), rich_example()[0]
    seats, _sides = game.shapes(game.presets[0])[0]
    table = club.sit_down(game, NAMES[:seats]).table
    phones.renew_watching(table)

    def status(who: str) -> int:
        return club.clients[who].get(f"/t/{table.code}/").status_code

    assert [status(who) for who in ("Mia", "Olga", "Ned", "Odd")] == [200, 200, 404, 404]
    members.remove(club.club, user("Olga"), "Olga", club.member("Mia").pk)
    assert status("Mia") == 404
