"""A club: Olga owns it, Sven keeps score, Mia is a member, Ned is nobody, Odd owns another club."""

from __future__ import annotations

import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import every_game
from games.engine import Adjustment, Game, Heading, PerSide, Seating, Stopped
from scorekeeper import phone_cookie
from scorekeeper.accounts.models import User
from scorekeeper.accounts.sessions import BEGAN, SEEN
from scorekeeper.clubs.models import Club, Member, Player, Role
from scorekeeper.matches import (
    commands,
    models,
    phones,
    replay,
)

MEMBERS = {"Olga": Role.OWNER, "Sven": Role.SCOREKEEPER, "Mia": Role.MEMBER}
EVERYBODY = (*MEMBERS, "Ned", "Odd")
PASSWORD = "a password that is long enough"


def user(name: str) -> User:
    """An account that signs in by its session alone: to hash a password takes longer than a test."""
    found, _new = User.objects.get_or_create(email=f"{name.lower()}@example.org", defaults={"name": name})
    return found


@dataclass
class ClubCast:
    """The club, everybody's account and browser; its players are the members and four guests."""

    name: str = "The Misère Club"
    club: Club = field(init=False)
    other: Club = field(init=False)
    clients: dict[str, Client] = field(init=False)

    def __post_init__(self) -> None:
        self.club = Club.objects.create(name=self.name)
        self.other = Club.objects.create(name="The other club")
        Member.objects.create(club=self.other, user=user("Odd"), role=Role.OWNER)
        for name, role in MEMBERS.items():
            Member.objects.create(club=self.club, user=user(name), role=role)
            Player.objects.create(club=self.club, name=name, user=user(name))
        for guest in ("Ann", "Bo", "Cy", "Di"):
            Player.objects.create(club=self.club, name=guest)
        self.clients = {name: Client() for name in EVERYBODY}
        for name, client in self.clients.items():
            client.cookies[phone_cookie.COOKIE] = f"a phone that belongs to {name}"
            client.force_login(user(name), backend="allauth.account.auth_backends.AuthenticationBackend")
            # As after signing in by the page: when that was stands in the session.
            session = client.session
            session[BEGAN] = session[SEEN] = int(time.time())
            session.save()

    def member(self, name: str) -> Member:
        return Member.objects.get(club=self.club, user=user(name), ended=None)

    def player(self, name: str) -> Player:
        """The club's player of this name; a new one if there is none."""
        return Player.objects.filter(club=self.club, name=name).first() or Player.objects.create(
            club=self.club, name=name
        )

    def url(self, name: str, *which: Any) -> str:
        return reverse(name, args=[self.club.code, *which])

    def get(self, who: str, name: str, *which: Any, **more: Any) -> HttpResponse:
        return self.clients[who].get(self.url(name, *which), **more)

    def post(self, who: str, name: str, *which: Any, data: dict[str, Any], **more: Any) -> HttpResponse:
        return self.clients[who].post(self.url(name, *which), data, **more)

    def sit_down(
        self,
        game: str | Game[Any],
        names: Sequence[str],
        at: datetime | None = None,
        sides: int | None = None,
    ) -> models.Match:
        """A table of the club with a match just begun; each name is one of the club's players."""
        game = every_game()[game] if isinstance(game, str) else game
        fitting = [shape for shape in game.shapes(game.presets[0]) if shape[0] == len(names)]
        seating = Seating(*next(shape for shape in fitting if sides in (None, shape[1])))
        heading = Heading(seating, game.presets[0].house, game.presets[0].id)
        key = phones.hashed(f"a phone that belongs to {names[0]}")
        table = commands.start_table(game, heading, names, key, names[0])
        models.Table.objects.filter(pk=table.pk).update(club=self.club)
        match = table.matches.get()
        models.Match.objects.filter(pk=match.pk).update(started=at or timezone.now())
        for seat in match.sitting.all():
            models.Seat.objects.filter(pk=seat.pk).update(player=self.player(seat.name))
        return models.Match.objects.get(pk=match.pk)

    def write(self, match: models.Match, hand: Any) -> None:
        """Write a row on a match's sheet without a page."""
        match = models.Match.objects.get(pk=match.pk)
        intent = commands.WriteCommand(uuid.uuid4(), replay.load_match_state(match).next_number, 0, hand)
        saved = commands.append_entry(match, match.table.phones.order_by("pk").first(), intent)
        assert isinstance(saved, commands.Saved), saved

    def played(
        self,
        game: str | Game[Any],
        names: Sequence[str],
        totals: Sequence[int],
        at: datetime | None = None,
        sides: int | None = None,
    ) -> models.Match:
        """A match that ended with these totals, one a side: points agreed on, then an agreement to stop."""
        match = self.sit_down(game, names, at, sides)
        self.write(match, Adjustment(PerSide(totals), "as played"))
        if replay.load_match_state(models.Match.objects.get(pk=match.pk)).sheet.outcome is None:
            self.write(match, Stopped())
        if at is not None:
            models.Match.objects.filter(pk=match.pk).update(ended=at)
        return models.Match.objects.get(pk=match.pk)
