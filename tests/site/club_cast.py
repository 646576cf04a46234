"""A club: Olga owns it, Sven keeps score, Mia is a member, Ned has no role, Odd owns another club."""

import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import every_game
from games.engine import Adjustment, Heading, PerSide, Seating, Stopped
from scorekeeper.accounts.models import User
from scorekeeper.accounts.sessions import LAST_VISIT, SIGNED_IN
from scorekeeper.clubs.models import Club, Member, Player, Role
from scorekeeper.jobs import worker
from scorekeeper.matches import commands, models, phones, replay
from scorekeeper.web import phone_cookie

MEMBERS = {"Olga": Role.OWNER, "Sven": Role.SCOREKEEPER, "Mia": Role.MEMBER}
EVERYBODY = (*MEMBERS, "Ned", "Odd")
PASSWORD = "a password that is long enough"


def user(name: str) -> User:
    """Return an account without a password, because hashing is slow; tests sign in with ``session_of``."""
    account, _new = User.objects.get_or_create(email=f"{name.lower()}@example.org", defaults={"name": name})
    return account


def session_of(client, account: User) -> Session:
    """Return an unsaved session of this account, and set its key as the client's cookie."""
    now, key = int(time.time()), uuid.uuid4().hex
    session_data = {
        SESSION_KEY: str(account.pk),
        BACKEND_SESSION_KEY: "allauth.account.auth_backends.AuthenticationBackend",
        HASH_SESSION_KEY: account.get_session_auth_hash(),
        # The sign-in page stores these times too.
        SIGNED_IN: now,
        LAST_VISIT: now,
    }
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    expires = timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    return Session(session_key=key, session_data=SessionStore().encode(session_data), expire_date=expires)


@dataclass
class ClubCast:
    """The club, with everybody's account and client; its players are the members and four guests."""

    name: str = "The Misère Club"
    club: Club = field(init=False)
    other: Club = field(init=False)
    clients: dict[str, Client] = field(init=False)

    def __post_init__(self):
        self.club = Club.objects.create(name=self.name)
        self.other = Club.objects.create(name="The other club")
        accounts = {name: user(name) for name in EVERYBODY}
        Member.objects.bulk_create(
            [
                Member(club=self.other, user=accounts["Odd"], role=Role.OWNER),
                *(Member(club=self.club, user=accounts[name], role=role) for name, role in MEMBERS.items()),
            ]
        )
        Player.objects.bulk_create(
            [
                *(Player(club=self.club, name=name, user=accounts[name]) for name in MEMBERS),
                *(Player(club=self.club, name=guest) for guest in ("Ann", "Bo", "Cy", "Di")),
            ]
        )
        self.clients = {name: Client() for name in EVERYBODY}
        for name, client in self.clients.items():
            client.cookies[phone_cookie.COOKIE] = f"a phone that belongs to {name}"
        Session.objects.bulk_create(
            [session_of(client, accounts[name]) for name, client in self.clients.items()]
        )

    def member(self, name: str) -> Member:
        return Member.objects.get(club=self.club, user=user(name), ended=None)

    def player(self, name: str) -> Player:
        """Return the club's player of this name, creating it if needed."""
        return Player.objects.filter(club=self.club, name=name).first() or Player.objects.create(
            club=self.club, name=name
        )

    def url(self, name: str, *args) -> str:
        return reverse(name, args=[self.club.code, *args])

    def get(self, who: str, name: str, *args, **more) -> HttpResponse:
        """Return a page after recomputing the figures, which a server does in a background thread."""
        worker.run_all()
        return self.clients[who].get(self.url(name, *args), **more)

    def post(self, who: str, name: str, *args, data: dict[str, Any], **more) -> HttpResponse:
        return self.clients[who].post(self.url(name, *args), data, **more)

    def sit_down(self, game, names: Sequence[str], at=None, sides: int | None = None) -> models.Match:
        """Create a table of the club with a new match; each name is one of the club's players."""
        game = every_game()[game] if isinstance(game, str) else game
        shapes = [shape for shape in game.shapes(game.presets[0]) if shape[0] == len(names)]
        seating = Seating(*next(shape for shape in shapes if sides in (None, shape[1])))
        heading = Heading(seating, game.presets[0].house, game.presets[0].id)
        key = phones.hash_key(f"a phone that belongs to {names[0]}")
        table = commands.start_table(game, heading, names, key, names[0])
        models.Table.objects.filter(pk=table.pk).update(club=self.club)
        table.matches.update(started=at or timezone.now())
        for seat in table.matches.get().sitting.all():
            seat.player = self.player(seat.name)
            seat.save()
        return models.Match.objects.get(table=table.pk)

    def write(self, match, hand):
        """Write a hand to a match's log without a request."""
        match = models.Match.objects.get(pk=match.pk)
        command = commands.WriteCommand(uuid.uuid4(), replay.load_match_state(match).next_number, 0, hand)
        saved = commands.append_entry(match, match.table.phones.order_by("pk").first(), command)
        assert isinstance(saved, commands.Saved), saved

    def play_match(
        self, game, names: Sequence[str], totals: Sequence[int], at=None, sides: int | None = None
    ) -> models.Match:
        """Play a match that ends with these totals, one for each side; return it.

        An adjustment sets the totals. If that does not end the match, the players agree to stop. The match
        starts and ends at the time ``at``, by default now.
        """
        match = self.sit_down(game, names, at, sides)
        self.write(match, Adjustment(PerSide(totals), "as played"))
        if replay.load_match_state(models.Match.objects.get(pk=match.pk)).sheet.outcome is None:
            self.write(match, Stopped())
        if at is not None:
            models.Match.objects.filter(pk=match.pk).update(ended=at)
        worker.run_all()
        return models.Match.objects.get(pk=match.pk)
