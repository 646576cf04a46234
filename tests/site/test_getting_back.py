"""Return to a table without the old phone: by a code, an account or a takeover."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.utils import timezone

from scorekeeper.accounts import sessions
from scorekeeper.accounts.models import User
from scorekeeper.clubs.membership import members
from scorekeeper.matches import models, permissions, phones
from scorekeeper.matches.models import Role
from scorekeeper.web import phone_cookie

from .cast import Cast, fields, longest_example, new_key, text
from .club_cast import ClubCast, user
from .night_cast import NightCast, partners_game

QUIET = permissions.QUIET + timedelta(minutes=1)


def code_of(cast: Cast, who: str) -> str:
    """Return the code on the share page of this phone; "" where it shows none."""
    page = cast.clients[who].get(f"/t/{cast.table.code}/share").content.decode()
    found = re.search(r"join#([2-9A-Z]{12})\"", page)
    return found[1] if found else ""


def recover(cast: Cast, client: Client, code: str) -> int:
    return client.post(f"/t/{cast.table.code}/join", {"secret": code}).status_code


def is_asked_for_a_hand(client: Client, table: models.Table) -> bool:
    return 'id="hand-form"' in client.get(f"/t/{table.code}/").content.decode()


def go_quiet(table: models.Table) -> None:
    """Set the last activity of every scorer to some time ago."""
    for phone in table.phones.all():
        asked = phone.asked and phone.asked - QUIET
        table.phones.filter(pk=phone.pk).update(seen=timezone.now() - QUIET, asked=asked)


def take_over(table: models.Table, client: Client, name: str = "Cy") -> Any:
    return client.post(f"/t/{table.code}/ask", {"who": name, "do": "take-over"})


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(user(name), backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def started_by(client: Client) -> models.Table:
    """Start a table as the page does."""
    game, _example = longest_example()
    answer = client.post(f"/play/{game.slug}/", fields(client, game))
    assert answer.status_code == 302, answer.context["start"].form.errors
    return models.Table.objects.get(code=answer.url.split("/")[2])


# A code ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["Ann", "Bo"])
def test_the_code_gives_a_new_browser_the_role_and_the_name_of_the_lost_phone(cast: Cast, who: str) -> None:
    code, role = code_of(cast, who), cast.phone(who).role
    new = Client()
    spoken = "-".join([code[:4], code[4:8], code[8:]]).lower()
    assert recover(cast, new, f" {spoken} ") == 302
    assert is_asked_for_a_hand(new, cast.table)
    phone = cast.table.phones.get(key_hash=phones.hashed(new.cookies[phone_cookie.COOKIE].value))
    assert (phone.role, phone.name) == (role, who)
    # The old phone is replaced, and its page says so.
    assert not is_asked_for_a_hand(cast.clients[who], cast.table)
    assert "another phone" in text(cast.clients[who].get(f"/t/{cast.table.code}/"))
    assert cast.enter(who, cast.hands[0]).status_code == 403


def test_the_code_that_people_keep_works_more_than_once(cast: Cast) -> None:
    code = code_of(cast, "Ann")
    for _lost in range(3):
        new = Client()
        assert recover(cast, new, code) == 302
        assert is_asked_for_a_hand(new, cast.table)


def test_a_code_lets_in_where_watching_was_withdrawn(cast: Cast) -> None:
    code = code_of(cast, "Ann")
    cast.clients["Ann"].post(f"/t/{cast.table.code}/new-watch-link")
    assert recover(cast, Client(), code) == 302


@pytest.mark.parametrize("way", ["withdrawn", "new link", "handed over", "undone"])
def test_a_code_dies_with_the_right_and_with_the_links(cast: Cast, way: str) -> None:
    code, pk = code_of(cast, "Bo"), cast.phone("Bo").pk
    if way == "withdrawn":
        cast.clients["Ann"].post(f"/t/{cast.table.code}/phones/{pk}", {"may": "watch"})
    elif way == "new link":
        cast.clients["Ann"].post(f"/t/{cast.table.code}/new-link")
    elif way == "handed over":
        cast.clients["Bo"].post(f"/t/{cast.table.code}/leave")
    else:
        cast.table.phones.filter(pk=pk).update(took_over=timezone.now())
        cast.clients["Ann"].post(f"/t/{cast.table.code}/phones/{pk}/undo")
    assert recover(cast, Client(), code) == 403
    # The old phone stays replaced when the host gives the right back.
    cast.clients["Ann"].post(f"/t/{cast.table.code}/phones/{pk}", {"may": "score"})
    assert recover(cast, Client(), code) == 403


def test_who_only_watches_has_no_code(cast: Cast) -> None:
    assert code_of(cast, "Cy") == code_of(cast, "Di") == ""
    assert 'data-right=""' in cast.clients["Cy"].get(f"/t/{cast.table.code}/").content.decode()


def test_wrong_codes_are_counted(cast: Cast, limited: None) -> None:
    said = [recover(cast, Client(), f"ABCDEFGH{n:04}".replace("0", "Z").replace("1", "Y")) for n in range(35)]
    # Two wrong codes that the counter confuses, which is rare, count as one.
    assert said[:30] == [403] * 30
    assert said[-1] == 429
    assert recover(cast, Client(), code_of(cast, "Ann")) == 302, "a right code is never held up"


def test_a_host_who_opens_a_scorers_code_stays_the_host(cast: Cast) -> None:
    assert recover(cast, cast.clients["Ann"], code_of(cast, "Bo")) == 302
    assert (cast.phone("Ann").role, cast.phone("Bo").role) == (Role.HOST, Role.SCORER)


def test_a_scorer_who_opens_the_hosts_code_is_the_host_and_nobody_else_is(cast: Cast) -> None:
    assert recover(cast, cast.clients["Bo"], code_of(cast, "Ann")) == 302
    assert (cast.phone("Bo").role, cast.phone("Ann").role) == (Role.HOST, Role.WATCHER)


# An account --------------------------------------------------------------------------------------


def test_a_signed_in_host_has_the_table_on_every_device(db: None) -> None:
    one, other, stranger = signed_in("Mia"), signed_in("Mia"), signed_in("Ned")
    table = started_by(one)
    assert "Your tables" in text(other.get("/"))
    assert f"/t/{table.code}/" in other.get("/").content.decode()
    assert f"/t/{table.code}/" not in stranger.get("/").content.decode()
    assert is_asked_for_a_hand(other, table)
    assert other.post(f"/t/{table.code}/new-link").status_code == 302, "the host's right too"
    assert not is_asked_for_a_hand(stranger, table)


def test_a_scorer_who_joined_signed_in_has_the_table_on_every_device(cast: Cast) -> None:
    joined, other = signed_in("Mia"), signed_in("Mia")
    joined.post(f"/t/{cast.table.code}/join", {"secret": phones.invitation(cast.table)})
    assert is_asked_for_a_hand(other, cast.table)
    assert other.post(f"/t/{cast.table.code}/new-link").status_code == 403


def test_what_the_account_gives_another_device_leaves_nothing_on_it(cast: Cast) -> None:
    """Check that its page contains no code that a script could keep and send after signing out."""
    joined, lent = signed_in("Mia"), signed_in("Mia")
    joined.post(f"/t/{cast.table.code}/join", {"secret": phones.invitation(cast.table)})
    page = lent.get(f"/t/{cast.table.code}/").content.decode()
    assert 'data-right=""' in page
    lent.logout()
    assert not is_asked_for_a_hand(lent, cast.table)


def test_a_right_withdrawn_is_gone_on_every_device(db: None) -> None:
    one, other = signed_in("Mia"), signed_in("Mia")
    table = started_by(one)
    other.post(f"/t/{table.code}/leave")
    assert not is_asked_for_a_hand(one, table)
    assert not is_asked_for_a_hand(other, table)


# A takeover --------------------------------------------------------------------------------------


def test_after_a_quiet_time_any_watcher_takes_over_and_every_phone_is_told(cast: Cast) -> None:
    go_quiet(cast.table)
    version = cast.table.version
    for who in ("Cy", "Di", "Eve"):  # Cy is known at the table, the others are strangers who watch
        assert "Keep score from this phone" in text(cast.clients[who].get(f"/t/{cast.table.code}/"))
    assert take_over(cast.table, cast.clients["Di"], "Di").status_code == 302
    assert (cast.phone("Di").role, cast.phone("Ann").role) == (Role.SCORER, Role.HOST)
    assert cast.enter("Di", cast.hands[0]).status_code == 303
    cast.table.refresh_from_db()
    assert cast.table.version > version
    for who in ("Ann", "Bo", "Cy", "Di", "Eve"):
        assert "Di’s phone keeps score since" in text(cast.clients[who].get(cast.url("sheet"))), who


def test_nobody_takes_over_while_somebody_who_scores_is_there(cast: Cast) -> None:
    go_quiet(cast.table)
    cast.clients["Bo"].get(cast.url("sheet"))
    assert "Keep score from this phone" not in text(cast.clients["Cy"].get(f"/t/{cast.table.code}/"))
    answer = take_over(cast.table, cast.clients["Cy"])
    assert answer.status_code == 409
    assert cast.phone("Cy").role == Role.WATCHER


@pytest.mark.parametrize("what", ["table", "sheet", "hand", "preview"])
def test_whoever_opens_or_writes_at_the_table_is_there(cast: Cast, what: str) -> None:
    go_quiet(cast.table)
    if what == "preview":
        cast.post("Bo", "preview", data=cast.form(cast.hands[0]))
    else:
        cast.get("Bo", what)
    assert take_over(cast.table, cast.clients["Cy"]).status_code == 409


def test_who_watches_does_not_keep_the_table(cast: Cast) -> None:
    go_quiet(cast.table)
    cast.clients["Cy"].get(f"/t/{cast.table.code}/")
    assert take_over(cast.table, cast.clients["Eve"], "Eve").status_code == 302


@pytest.mark.parametrize("by", ["Ann", "Bo"])
def test_who_had_the_right_before_undoes_a_takeover(cast: Cast, by: str) -> None:
    go_quiet(cast.table)
    take_over(cast.table, cast.clients["Cy"])
    pk = cast.phone("Cy").pk
    for who in ("Cy", "Di"):
        cast.clients[who].post(f"/t/{cast.table.code}/phones/{pk}/undo")
        assert cast.phone("Cy").role == Role.SCORER, who
        assert f"phones/{pk}/undo" not in cast.clients[who].get(cast.url("sheet")).content.decode(), who
    cast.table.phones.filter(pk=pk).update(took_over=timezone.now() - timedelta(hours=8))
    assert f"phones/{pk}/undo" in cast.clients[by].get(cast.url("sheet")).content.decode()
    assert cast.clients[by].post(f"/t/{cast.table.code}/phones/{pk}/undo").status_code == 302
    assert cast.enter("Cy", cast.hands[0]).status_code == 403
    assert take_over(cast.table, cast.clients["Cy"]).status_code == 409
    assert "keeps score since" not in text(cast.clients["Ann"].get(cast.url("sheet")))
    # A second undo has no effect.
    assert cast.clients[by].post(f"/t/{cast.table.code}/phones/{pk}/undo").status_code == 302


def test_who_took_over_first_does_not_lose_it_to_who_took_over_later(cast: Cast) -> None:
    go_quiet(cast.table)
    take_over(cast.table, cast.clients["Cy"])
    go_quiet(cast.table)
    take_over(cast.table, cast.clients["Di"], "Di")
    cast.clients["Di"].post(f"/t/{cast.table.code}/phones/{cast.phone('Cy').pk}/undo")
    assert cast.phone("Cy").role == Role.SCORER
    cast.clients["Cy"].post(f"/t/{cast.table.code}/phones/{cast.phone('Di').pk}/undo")
    assert cast.phone("Di").role == Role.WATCHER


def test_who_asks_and_gets_no_answer_takes_over_unless_the_host_is_there(cast: Cast) -> None:
    cast.clients["Cy"].post(f"/t/{cast.table.code}/ask", {"who": "Cy"})
    assert take_over(cast.table, cast.clients["Cy"]).status_code == 409
    go_quiet(cast.table)
    cast.clients["Bo"].get(cast.url("sheet"))  # a scorer's phone with an open page that nobody answers
    assert "Keep score from this phone" in text(cast.clients["Cy"].get(cast.url("sheet")))
    cast.clients["Ann"].get(cast.url("sheet"))
    assert take_over(cast.table, cast.clients["Cy"]).status_code == 409
    go_quiet(cast.table)
    cast.clients["Bo"].get(cast.url("sheet"))
    assert take_over(cast.table, cast.clients["Cy"]).status_code == 302


def test_a_phone_whose_right_was_withdrawn_does_not_take_over_while_the_host_is_there(cast: Cast) -> None:
    go_quiet(cast.table)
    cast.clients["Ann"].post(f"/t/{cast.table.code}/phones/{cast.phone('Bo').pk}", {"may": "watch"})
    assert take_over(cast.table, cast.clients["Bo"], "Bo").status_code == 409
    assert cast.enter("Bo", cast.hands[0]).status_code == 403


def test_a_table_that_everybody_left_takes_a_host(cast: Cast) -> None:
    for who in ("Bo", "Ann"):
        cast.clients[who].post(f"/t/{cast.table.code}/leave")
    assert take_over(cast.table, cast.clients["Cy"]).status_code == 302
    assert cast.phone("Cy").role == Role.HOST


def test_a_sheet_of_another_day_is_not_taken_over(cast: Cast) -> None:
    go_quiet(cast.table)
    models.Match.objects.update(ended=timezone.now() - timedelta(days=1))
    assert take_over(cast.table, cast.clients["Cy"]).status_code == 409
    models.Match.objects.update(ended=timezone.now() - timedelta(hours=1))
    assert take_over(cast.table, cast.clients["Cy"]).status_code == 302


def test_a_table_that_the_club_has_closed_is_not_taken_over(db: None) -> None:
    night = NightCast(ClubCast(), names=("Sven", "Mia", "Olga", "Ann"))
    night.draw()
    table = night.tables()[0].table
    go_quiet(table)
    watcher = Client()
    night.play((5, 1))
    night.end()
    go_quiet(table)
    assert take_over(table, watcher).status_code == 409
    assert not table.phones.filter(name="Cy").exists()


def test_at_a_clubs_table_a_takeover_gives_a_scorers_right_and_no_more(db: None) -> None:
    night = NightCast(ClubCast(), names=("Sven", "Mia", "Olga", "Ann"))
    night.draw()
    table = night.tables()[0].table
    table.phones.all().delete()
    assert take_over(table, Client()).status_code == 302
    [phone] = table.phones.all()
    assert (phone.role, phone.rests_on, phone.member, phone.keeps_for_club) == (Role.SCORER, "", None, False)


@pytest.mark.parametrize("name", ["", "x" * 41])
def test_who_takes_over_has_a_name(cast: Cast, name: str) -> None:
    go_quiet(cast.table)
    answer = cast.clients["Cy"].post(f"/t/{cast.table.code}/ask", {"other": name, "do": "take-over"})
    assert answer.status_code == 422
    assert "Keep score from this phone" in text(answer)


# Signing out -------------------------------------------------------------------------------------


def ends_session(how: str, client: Client, name: str) -> None:
    person = user(name)
    if how == "signs out":
        assert client.post("/account/logout/").status_code == 302
    elif how == "signed out everywhere":
        UserSession.objects.create(
            user=person, ip="0.0.0.0", session_key=client.session.session_key, user_agent=""
        )
        sessions.end_all(person.pk)
    elif how == "new password elsewhere":
        person.set_password("another one that is long enough")
        person.save()
    elif how == "account deleted":
        User.objects.filter(pk=person.pk).delete()


ENDS = ("signs out", "signed out everywhere", "new password elsewhere", "account deleted")


@pytest.mark.parametrize("how", ENDS)
def test_with_the_session_ends_what_a_phone_could_by_a_role_in_the_club(db: None, how: str) -> None:
    club = ClubCast()
    match = club.played(partners_game(), ("Ann", "Bo", "Cy", "Di"), (10, 5))
    lent = club.clients["Sven"]
    assert lent.post(club.url("match_correct", match.pk)).status_code == 303
    path = f"/t/{match.table.code}/m/1/hand/1/amend"
    assert lent.get(path).status_code == 200
    ends_session(how, lent, "Sven")
    assert lent.get(path).status_code == 403


@pytest.mark.parametrize("how", ENDS)
def test_with_the_session_ends_what_a_phone_could_by_the_account(db: None, how: str) -> None:
    lent = signed_in("Mia")
    table = started_by(lent)
    assert is_asked_for_a_hand(lent, table)
    ends_session(how, lent, "Mia")
    assert not is_asked_for_a_hand(lent, table)
    if how != "account deleted":
        assert "You are signed out" in text(lent.get(f"/t/{table.code}/"))
        assert is_asked_for_a_hand(signed_in("Mia"), table), "the account keeps it"


def test_a_closed_sheet_is_not_written_on_after_signing_out(db: None) -> None:
    """Check also where the table gave the right, and the account only allowed edits of closed sheets."""
    night = NightCast(ClubCast(), names=("Sven", "Mia", "Olga", "Ann"))
    night.draw()
    table = night.tables()[0].table
    lent = night.cast.clients["Sven"]
    table.phones.all().delete()
    lent.post(f"/t/{table.code}/join", {"secret": phones.invitation(table)})
    lent.post(night.cast.url("keep_at_club", table.code))
    night.play((5, 1))
    night.end()
    match = table.matches.get()
    strike, sent = f"/t/{table.code}/m/1/hand/1/strike", {"rev": 1, "key": new_key(), "reason": "no"}
    assert lent.get(strike).status_code == 200
    lent.post("/account/logout/")
    assert lent.post(strike, sent).status_code == 422
    assert table.matches.get().length == match.length


def test_a_right_that_the_table_gave_stays_after_signing_out(cast: Cast) -> None:
    client = signed_in("Mia")
    client.post(f"/t/{cast.table.code}/join", {"secret": phones.invitation(cast.table)})
    client.post("/account/logout/")
    assert is_asked_for_a_hand(client, cast.table)


def test_the_page_that_asks_before_signing_out_names_the_tables(cast: Cast) -> None:
    client = signed_in("Mia")
    client.post(f"/t/{cast.table.code}/join", {"secret": phones.invitation(cast.table)})
    table = started_by(client)
    page = client.get("/account/logout/").content.decode()
    assert f"/t/{table.code}/" in page
    assert f"/t/{cast.table.code}/" not in page


def test_who_signs_in_as_somebody_else_on_the_phone_has_not_their_right(db: None) -> None:
    lent = signed_in("Mia")
    table = started_by(lent)
    lent.force_login(user("Ned"), backend="allauth.account.auth_backends.AuthenticationBackend")
    assert not is_asked_for_a_hand(lent, table)


def test_a_lent_phone_that_is_let_in_itself_takes_nothing_from_the_account(db: None) -> None:
    lent = signed_in("Mia")
    table = started_by(lent)
    lent.post("/account/logout/")
    lent.post(f"/t/{table.code}/join", {"secret": phones.invitation(table)})
    assert is_asked_for_a_hand(lent, table)
    assert lent.post(f"/t/{table.code}/new-link").status_code == 403
    assert signed_in("Mia").post(f"/t/{table.code}/new-link").status_code == 302


def test_a_phone_keeps_what_it_may_by_a_role_as_long_as_the_role_is_there(db: None) -> None:
    club = ClubCast()
    match = club.sit_down(partners_game(), ("Ann", "Bo", "Cy", "Di"))
    client = club.clients["Sven"]
    client.post(club.url("keep_at_club", match.table.code))
    assert is_asked_for_a_hand(client, match.table)
    members.remove(club.club, user("Olga"), "Olga", club.member("Sven").pk)
    assert not is_asked_for_a_hand(client, match.table)
