"""Ways back to a table without the old phone: a code, an account or a takeover."""

import re
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.utils import timezone

from scorekeeper.accounts import sessions
from scorekeeper.accounts.models import User
from scorekeeper.matches import models, permissions, phones
from scorekeeper.matches.models import Role
from scorekeeper.web import phone_cookie

from .cast import longest_example, markup, new_key, start_form_data, text
from .club_cast import ClubCast, user
from .night_cast import NightCast, partners_game

pytestmark = pytest.mark.django_db

QUIET = permissions.TAKEOVER_AFTER + timedelta(minutes=1)
KEEP_SCORE = "Keep score from this phone"


@pytest.fixture
def night():
    night = NightCast(ClubCast(), names=("Sven", "Mia", "Olga", "Ann"))
    night.draw()
    return night


def code_of(cast, who):
    """Return the code on the share page of this phone; "" if the page shows none."""
    found = re.search(r"join#([2-9A-Z]{12})\"", markup(cast.get(who, "share")))
    return found[1] if found else ""


def join(client, table, secret=""):
    """Send a secret: a code, or by default the secret of the table's score link."""
    return client.post(f"/t/{table.code}/join", {"secret": secret or phones.score_secret(table)}).status_code


def page_of(client, table):
    return markup(client.get(f"/t/{table.code}/"))


def may_score(client, table):
    return 'id="hand-form"' in page_of(client, table)


def makes_a_new_link(client, table):
    return client.post(f"/t/{table.code}/new-link").status_code == 302


def age_visits(table):
    """Set the last visits of all phones so far back that the table may be taken over."""
    for phone in table.phones.all():
        asked = phone.asked and phone.asked - QUIET
        table.phones.filter(pk=phone.pk).update(seen=timezone.now() - QUIET, asked=asked)


def take_over(table, client, name="Cy"):
    return client.post(f"/t/{table.code}/ask", {"who": name, "do": "take-over"}).status_code


def undo_takeover(cast, who, taker):
    cast.post(who, "undo_takeover", cast.phone(taker).pk)


def signed_in(name):
    client = Client()
    client.force_login(user(name))
    return client


def start_table(client):
    game, _example = longest_example()
    answer = client.post(f"/play/{game.slug}/", start_form_data(client, game))
    assert answer.status_code == 302, answer.context["start"].form.errors
    return models.Table.objects.get(code=answer.url.split("/")[2])


# A code


@pytest.mark.parametrize("who", ["Ann", "Bo"])
def test_code_moves_the_role_to_a_new_browser(cast, who):
    code, role = code_of(cast, who), cast.phone(who).role
    # The code works again when the new phone is lost too.
    for secret in (f" {code[:4]}-{code[4:8]}-{code[8:]} ".lower(), code):
        new = Client()
        assert join(new, cast.table, secret) == 302
        assert may_score(new, cast.table)
        phone = cast.table.phones.get(key_hash=phones.hash_key(new.cookies[phone_cookie.COOKIE].value))
        assert (phone.role, phone.name) == (role, who)
    # The old phone is replaced, and its page says so.
    assert not may_score(cast.clients[who], cast.table)
    assert "another phone" in text(cast.get(who, "table"))
    assert cast.enter(who, cast.hands[0]).status_code == 403


def test_code_works_after_the_watch_link_was_renewed(cast):
    code = code_of(cast, "Ann")
    cast.post("Ann", "new_watch_link")
    assert join(Client(), cast.table, code) == 302


@pytest.mark.parametrize("reason", ["withdrawn", "new link", "handed over", "undone"])
def test_code_ends_with_the_right_to_score_or_the_score_link(cast, reason):
    code, pk = code_of(cast, "Bo"), cast.phone("Bo").pk
    if reason == "withdrawn":
        cast.post("Ann", "role", pk, data={"may": "watch"})
    elif reason == "new link":
        cast.post("Ann", "new_link")
    elif reason == "handed over":
        cast.post("Bo", "leave")
    else:
        cast.table.phones.filter(pk=pk).update(took_over=timezone.now())
        undo_takeover(cast, "Ann", "Bo")
    assert join(Client(), cast.table, code) == 403
    # The code stays invalid when the host gives the right to score back.
    cast.post("Ann", "role", pk, data={"may": "score"})
    assert join(Client(), cast.table, code) == 403


def test_watcher_has_no_code(cast):
    assert code_of(cast, "Cy") == code_of(cast, "Di") == ""
    assert 'data-right=""' in page_of(cast.clients["Cy"], cast.table)


def test_wrong_codes_are_counted(cast, limited):
    codes = [f"ABCDEFGH{n:04}".replace("0", "Z").replace("1", "Y") for n in range(35)]
    statuses = [join(Client(), cast.table, code) for code in codes]
    # Wrong codes whose hashes are equal, which is rare, count as one.
    assert statuses[:30] == [403] * 30
    assert statuses[-1] == 429
    assert join(Client(), cast.table, code_of(cast, "Ann")) == 302, "a right code is not throttled"


@pytest.mark.parametrize(
    # Who uses whose code, and the roles that Ann and Bo then have.
    ("who", "owner", "ann", "bo"),
    [("Ann", "Bo", Role.HOST, Role.SCORER), ("Bo", "Ann", Role.WATCHER, Role.HOST)],
)
def test_code_keeps_the_higher_of_two_roles(cast, who, owner, ann, bo):
    assert join(cast.clients[who], cast.table, code_of(cast, owner)) == 302
    assert (cast.phone("Ann").role, cast.phone("Bo").role) == (ann, bo)


# An account


def test_hosts_account_opens_the_table_on_every_device():
    first, second, stranger = signed_in("Mia"), signed_in("Mia"), signed_in("Ned")
    table = start_table(first)
    assert f"/t/{table.code}/" in markup(second.get("/"))
    assert f"/t/{table.code}/" not in markup(stranger.get("/"))
    assert may_score(second, table)
    assert makes_a_new_link(second, table)
    assert not may_score(stranger, table)
    second.post(f"/t/{table.code}/leave")
    assert not may_score(first, table)
    assert not may_score(second, table)


def test_scorers_account_opens_the_table_until_signing_out(cast):
    phone = signed_in("Mia")
    join(signed_in("Mia"), cast.table)
    assert may_score(phone, cast.table)
    assert not makes_a_new_link(phone, cast.table)
    assert 'data-right=""' in page_of(phone, cast.table)
    phone.logout()
    assert not may_score(phone, cast.table)


# A takeover


def test_watcher_with_a_name_takes_over_after_a_quiet_time(cast):
    age_visits(cast.table)
    version = cast.table.version
    for who in ("Cy", "Di", "Eve"):  # Cy is known at the table, the others are strangers who watch
        assert KEEP_SCORE in text(cast.get(who, "table"))
    for name in ("", "x" * 41):
        answer = cast.post("Cy", "ask_to_score", data={"other": name, "do": "take-over"})
        assert answer.status_code == 422
        assert KEEP_SCORE in text(answer)
    assert take_over(cast.table, cast.clients["Di"], "Di") == 302
    assert (cast.phone("Di").role, cast.phone("Ann").role) == (Role.SCORER, Role.HOST)
    assert cast.enter("Di", cast.hands[0]).status_code == 303
    cast.table.refresh_from_db()
    assert cast.table.version > version
    for who in ("Ann", "Bo", "Cy", "Di", "Eve"):
        assert "Di’s phone has kept score since" in text(cast.get(who, "sheet")), who


def test_active_scorer_but_no_active_watcher_prevents_a_takeover(cast):
    for page in ("table", "sheet", "hand", "preview"):
        age_visits(cast.table)
        if page == "preview":
            cast.post("Bo", "preview", data=cast.form(cast.hands[0]))
        else:
            cast.get("Bo", page)
        assert KEEP_SCORE not in text(cast.get("Cy", "table")), page
        assert take_over(cast.table, cast.clients["Cy"]) == 409, page
        assert cast.phone("Cy").role == Role.WATCHER
    age_visits(cast.table)
    cast.get("Cy", "table")
    assert take_over(cast.table, cast.clients["Eve"], "Eve") == 302


@pytest.mark.parametrize("scorer", ["Ann", "Bo"])
def test_earlier_scorer_undoes_a_takeover(cast, scorer):
    age_visits(cast.table)
    take_over(cast.table, cast.clients["Cy"])
    undo = cast.url("undo_takeover", cast.phone("Cy").pk)
    for who in ("Cy", "Di"):
        cast.clients[who].post(undo)
        assert cast.phone("Cy").role == Role.SCORER, who
        assert undo not in markup(cast.get(who, "sheet")), who
    cast.table.phones.filter(name="Cy").update(took_over=timezone.now() - timedelta(hours=8))
    assert undo in markup(cast.get(scorer, "sheet"))
    assert cast.clients[scorer].post(undo).status_code == 302
    assert cast.enter("Cy", cast.hands[0]).status_code == 403
    assert take_over(cast.table, cast.clients["Cy"]) == 409
    assert "has kept score since" not in text(cast.get("Ann", "sheet"))
    assert cast.clients[scorer].post(undo).status_code == 302


def test_later_takeover_cannot_undo_an_earlier_one(cast):
    for who in ("Cy", "Di"):
        age_visits(cast.table)
        take_over(cast.table, cast.clients[who], who)
    undo_takeover(cast, "Di", "Cy")
    assert cast.phone("Cy").role == Role.SCORER
    undo_takeover(cast, "Cy", "Di")
    assert cast.phone("Di").role == Role.WATCHER


def test_unanswered_request_allows_a_takeover(cast):
    cast.post("Cy", "ask_to_score", data={"who": "Cy"})
    assert take_over(cast.table, cast.clients["Cy"]) == 409
    for host_is_there in (True, False):
        age_visits(cast.table)
        cast.get("Bo", "sheet")  # the page is open on a scorer's phone, but nobody answers the request
        assert KEEP_SCORE in text(cast.get("Cy", "sheet"))
        if host_is_there:
            cast.get("Ann", "sheet")
        assert take_over(cast.table, cast.clients["Cy"]) == (409 if host_is_there else 302)


def test_withdrawn_scorer_does_not_take_over_from_an_active_host(cast):
    age_visits(cast.table)
    cast.post("Ann", "role", cast.phone("Bo").pk, data={"may": "watch"})
    assert take_over(cast.table, cast.clients["Bo"], "Bo") == 409
    assert cast.enter("Bo", cast.hands[0]).status_code == 403


def test_takeover_of_abandoned_table_makes_a_host(cast):
    for who in ("Bo", "Ann"):
        cast.post(who, "leave")
    assert take_over(cast.table, cast.clients["Cy"]) == 302
    assert cast.phone("Cy").role == Role.HOST


def test_table_of_a_match_ended_a_day_ago_is_not_taken_over(cast):
    age_visits(cast.table)
    for ago, status in ((timedelta(days=1), 409), (timedelta(hours=1), 302)):
        models.Match.objects.update(ended=timezone.now() - ago)
        assert take_over(cast.table, cast.clients["Cy"]) == status


def test_closed_club_table_is_not_taken_over(night):
    table = night.tables()[0].table
    night.play((5, 1))
    night.end()
    age_visits(table)
    assert take_over(table, Client()) == 409
    assert not table.phones.filter(name="Cy").exists()


def test_takeover_at_a_club_table_makes_a_scorer(night):
    table = night.tables()[0].table
    table.phones.all().delete()
    assert take_over(table, Client()) == 302
    [phone] = table.phones.all()
    assert (phone.role, phone.rests_on, phone.member, phone.keeps_for_club) == (Role.SCORER, "", None, False)


# Signing out


@pytest.mark.parametrize(
    "ending", ["signs out", "signed out everywhere", "new password elsewhere", "account deleted"]
)
def test_rights_by_account_or_club_role_end_with_the_session(ending):
    club = ClubCast()
    match = club.play_match(partners_game(), ("Ann", "Bo", "Cy", "Di"), (10, 5))
    phone = club.clients["Sven"]
    table = start_table(phone)
    assert phone.post(club.url("match_correct", match.pk)).status_code == 303
    path = f"/t/{match.table.code}/m/1/hand/1/amend"
    assert phone.get(path).status_code == 200
    assert may_score(phone, table)
    sven = user("Sven")
    if ending == "signs out":
        assert phone.post("/account/logout/").status_code == 302
    elif ending == "signed out everywhere":
        key = phone.session.session_key
        UserSession.objects.create(user=sven, ip="0.0.0.0", session_key=key, user_agent="")
        sessions.end_all(sven.pk)
    elif ending == "new password elsewhere":
        sven.set_password("another one that is long enough")
        sven.save()
    else:
        User.objects.filter(pk=sven.pk).delete()
    assert phone.get(path).status_code == 403
    assert not may_score(phone, table)
    if ending != "account deleted":
        assert may_score(signed_in("Sven"), table), "the account keeps the right to score"


def test_closed_sheet_is_read_only_after_signing_out(night):
    """Check a phone that scores through the score link, but edits a closed sheet through its account."""
    table = night.tables()[0].table
    phone = night.cast.clients["Sven"]
    table.phones.all().delete()
    join(phone, table)
    phone.post(night.cast.url("keep_at_club", table.code))
    night.play((5, 1))
    night.end()
    match = table.matches.get()
    strike_url, sent = f"/t/{table.code}/m/1/hand/1/strike", {"rev": 1, "key": new_key(), "reason": "no"}
    assert phone.get(strike_url).status_code == 200
    phone.post("/account/logout/")
    assert phone.post(strike_url, sent).status_code == 422
    assert table.matches.get().length == match.length


def test_sign_out_page_lists_the_tables_that_will_be_lost(cast):
    client = signed_in("Mia")
    join(client, cast.table)
    table = start_table(client)
    page = markup(client.get("/account/logout/"))
    assert f"/t/{table.code}/" in page
    assert f"/t/{cast.table.code}/" not in page
    client.post("/account/logout/")
    assert may_score(client, cast.table)
    assert not may_score(client, table)


def test_lent_phone_has_no_rights_of_the_account():
    phone = signed_in("Mia")
    table = start_table(phone)
    phone.force_login(user("Ned"))
    assert not may_score(phone, table)
    phone.force_login(user("Mia"))
    phone.post("/account/logout/")
    join(phone, table)
    assert may_score(phone, table)
    assert not makes_a_new_link(phone, table)
    assert makes_a_new_link(signed_in("Mia"), table)
