"""Who asks for what: read before any form, so that nobody learns from a form what is not theirs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import get_script_prefix
from django.utils import timezone
from django.utils.translation import get_language

from games import every_game
from games.engine import Game, Sheet, Words
from scorekeeper import engine_zip, limits
from scorekeeper.guarded import Guard, guard
from scorekeeper.matches import disputes, models, permissions, phones, replay
from scorekeeper.matches.closing import Closed, ClosedNow
from scorekeeper.matches.hooks import hooks
from scorekeeper.prepared import PreparedQuery
from scorekeeper.sheet.links import Links
from scorekeeper.sheet.localized import LocalizedMatch
from scorekeeper.sheet.state import MatchState, PlayerNames
from scorekeeper.words import reader_now

from . import version_cache
from .hooks import page_hooks


@dataclass(frozen=True)
class MatchContext:
    """A match of a table, and the phone that asks for it (None: a stranger, who may look on)."""

    table: models.Table
    match: models.Match
    phone: models.Phone | None
    newest: int  # the number of the table's last match

    @cached_property
    def story(self) -> MatchState:
        return replay.load_match_state(self.match)

    def as_if(self, story: MatchState) -> MatchContext:
        """The place as it would be with another log."""
        other = replace(self)
        vars(other)["story"] = story
        return other

    @cached_property
    def names(self) -> PlayerNames:
        return version_cache.cached(self, version_cache.NAMES, lambda: replay.player_names(self.match))

    @cached_property
    def language(self) -> str:
        """The reader's."""
        return get_language() or settings.LANGUAGE_CODE

    @property
    def zone(self) -> str:
        """The time zone in which the reader is told times."""
        return timezone.get_current_timezone_name()

    @cached_property
    def links(self) -> Links:
        """The addresses of this match."""
        return Links(self.table.code, self.match.number, get_script_prefix())

    @cached_property
    def localized(self) -> LocalizedMatch:
        """The match as whoever asks reads it."""
        return LocalizedMatch(self.story, self.names, reader_now())

    @property
    def words(self) -> Words:
        """The reader's language, with the names of those who sit here now."""
        return self.localized.words

    @cached_property
    def objections(self) -> dict[int, models.Objection]:
        """The questions that are open about hands of this match, by number."""
        return version_cache.cached(self, version_cache.QUESTIONED, lambda: disputes.open_in(self.match))

    @property
    def game(self) -> Game[Any]:
        return self.story.game

    @property
    def sheet(self) -> Sheet[Any]:
        return self.story.sheet

    @property
    def engine(self) -> str:
        """The version of what reads the forms of the game, and scores it: here, and in a phone."""
        return engine_zip.engine_zip(self.match.game_slug).hash

    @property
    def is_settled_up(self) -> bool:
        """Whether the game is played for something, so that people pay each other in the end."""
        return not self.covered and self.game.settlement(self.sheet) is not None

    @property
    def covered(self) -> bool:
        """Whether the totals stay covered for now."""
        return self.localized.covered

    @cached_property
    def closed(self) -> Closed | None:
        """Why only those who keep the club's score may write here; None as long as the table may."""
        return hooks.closed(self.table, self.match)

    @property
    def closed_text(self) -> str:
        """Why nothing more is written here, in words; "" as long as the sheet is open."""
        return self.words.read(self.closed.words) if self.closed is not None else ""

    @property
    def is_closed_here(self) -> bool:
        """Whether this phone kept score until the sheet was closed."""
        return self.phone is not None and self.phone.may_score and not self.may_score

    @property
    def may_score(self) -> bool:
        if self.phone is None or not self.phone.may_score:
            return False
        return self.closed is None or self.phone.keeps_for_club

    @cached_property
    def may_play_again(self) -> bool:
        """Whether this phone may begin another match at the table."""
        return self.may_score and hooks.no_more_matches(self.table) is None

    @property
    def is_host(self) -> bool:
        return self.phone is not None and self.phone.role_now == models.Role.HOST

    @cached_property
    def asking(self) -> list[models.Phone]:
        """The phones that ask to keep score, for those who may let them in."""
        return (
            version_cache.cached(self, version_cache.ASKING, lambda: permissions.asking(self.table))
            if self.may_score
            else []
        )

    @property
    def is_newest(self) -> bool:
        return self.match.number == self.newest

    @property
    def etag(self) -> str:
        """Names what this phone is shown: another version, role, language or time zone is another page."""
        role = self.phone.role_now if self.phone else "-"
        if self.is_closed_here:
            role = models.Role.WATCHER
        return f'"{self.match.pk}.{self.table.version}.{self.newest}.{role}.{self.language}.{self.zone}"'


NEWEST_MATCH = PreparedQuery(
    lambda code: models.Match.objects.filter(table__code=code).select_related("table").order_by("-number")[:1]
)


def get_match(request: HttpRequest, code: str, n: int | None = None, by_link: bool = False) -> MatchContext:
    """The match with this number, or the newest. 404 where there is none; a code that is wrong is counted.

    Where the link to watch was withdrawn there is none for a stranger either, but for the pages that a new
    link opens (``by_link``). Members of the table's club look on all the same.
    """
    newest = match = NEWEST_MATCH.first(code)
    if match is None or newest is None:
        limits.missed(request, code)
        raise Http404
    table = newest.table
    if n is not None and n != newest.number:
        match = get_object_or_404(models.Match, table=table, number=n)
    phone = phones.phone_at(request, table)
    if not by_link and not models.may_look(table, phone) and page_hooks.membership(request, table) is None:
        limits.missed(request, code)
        raise Http404
    return MatchContext(table, match, phone, newest.number)


def require_scorer(request: HttpRequest, code: str, n: int | None = None) -> MatchContext:
    """A match and who asks for it, for a phone that may write; 403 for any other.

    What is sent to a sheet that is closed meanwhile is read, and refused with all that was typed.
    """
    place = get_match(request, code, n)
    if not (place.is_closed_here and request.method == "POST"):
        check_scorer(place)
    return place


def check_scorer(place: MatchContext) -> None:
    """403 for a phone that may not write here now."""
    if place.is_closed_here and place.closed is not None:
        raise ClosedNow(place.closed)
    if not place.may_score:
        raise PermissionDenied


def require_host(request: HttpRequest, code: str) -> MatchContext:
    """The table for the phone that hosts it; 403 for any other."""
    place = get_match(request, code)
    if not place.is_host:
        raise PermissionDenied
    return place


def for_onlookers(methods: str) -> Guard:
    """A view for whoever may look on, which is given the match and who asks for the parts of its address."""
    return guard(methods, get_match, "code", "n")


def for_scorers(methods: str) -> Guard:
    """A view for a phone that may write."""
    return guard(methods, require_scorer, "code", "n")


def for_hosts(methods: str) -> Guard:
    """A view for the phone that hosts the table."""
    return guard(methods, require_host, "code")


def game_or_404(slug: str) -> Game[Any]:
    """The game of this slug."""
    if (game := every_game().get(slug)) is None:
        raise Http404
    return game


def get_hand_or_404(place: MatchContext, number: int) -> int:
    """The number of a hand that has been written in this match, struck out or not."""
    if number < 1 or number not in place.story.revs:
        raise Http404
    return number
