"""Search of a club's matches: by players, game, date, place, season and ending.

Every filter has an index; pages are found by the last row of the previous one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cached_property
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _

from games import every_game
from scorekeeper.clubs.models import Club, Season
from scorekeeper.clubs.people import names
from scorekeeper.history.match_list import ListedMatch, ending_text, listed_matches
from scorekeeper.history.models import Appearance, Played
from scorekeeper.web import numbers

A_PAGE = 25
MOST_NAMED = 200  # players that a few letters may mean
FEW = 6  # players looked up one by one
WHO = ("player", "partner", "opponent")


@dataclass
class Search:
    """A search as typed, and its errors."""

    club: Club
    typed: Mapping[str, str]
    errors: dict[str, str] = field(default_factory=dict)

    def text(self, name: str) -> str:
        kept = "".join(letter if letter.isprintable() else " " for letter in self.typed.get(name, ""))
        return " ".join(kept.split())[:60]

    @property
    def game(self) -> str:
        return self.text("game") if self.text("game") in every_game() else ""

    @property
    def is_any(self) -> bool:
        """Return True if there is any filter."""
        return any(self.text(name) for name in (*WHO, "game", "season", "from", "to", "place", "rule"))

    @cached_property
    def people(self) -> dict[str, list[int]]:
        """Return the players whom each of player, partner and opponent may mean."""
        asked = {name: self.text(name) for name in WHO if self.text(name)}
        if not asked:
            return {}
        players = names.known_names(self.club.pk)
        found = {}
        for name, text in asked.items():
            typed = names.folded(text)
            exact = {one.root for one in players if one.folded == typed}
            part = (one.root for one in players if typed in one.folded)
            found[name] = sorted(exact) or sorted(set(islice(part, MOST_NAMED)))
            if not found[name]:
                self.errors[name] = _("No player has that name.")
        return found

    def day(self, name: str) -> date | None:
        text = self.text(name)
        try:
            found = parse_date(text) if text else None
        except ValueError:
            found = None
        if text and (found is None or not 1800 < found.year < 2200):
            self.errors[name] = _("Enter the day like this: 2019-03-02.")
            return None
        return found

    @cached_property
    def season(self) -> Season | None:
        number = numbers.whole(self.text("season"))
        return next((one for one in self.seasons if one.pk == number), None)

    @cached_property
    def seasons(self) -> list[Season]:
        return list(Season.objects.filter(club=self.club))

    @cached_property
    def matches(self) -> QuerySet[Played]:
        """Return the matching matches, newest first."""
        found = Played.objects.filter(club=self.club)
        if self.game:
            found = found.filter(game_slug=self.game)
            if rule := self.text("rule"):
                found = found.filter(rule=rule)
        if self.season:
            found = found.filter(season=self.season)
        begins, ends = self.day("from"), self.day("to")
        if begins:
            found = found.filter(at__gte=_midnight(begins))
        if ends:
            found = found.filter(at__lt=_midnight(ends + timedelta(days=1)))
        if place := self.text("place"):
            typed = names.folded(place)
            known = [name for name in self.known_values["place"] if typed in names.folded(name)]
            found = found.filter(venue__in=known)
        if self.people:
            found = found.filter(pk__in=self._with_people())
        return found.order_by("-at", "-match")

    def _with_people(self) -> QuerySet[Any]:
        """Return the matches in which the players, partners and opponents met."""
        first = self.people.get("player") or next(iter(self.people.values()))
        appearances = Appearance.objects.filter(club=self.club, player__in=first)
        if (partners := self.people.get("partner")) is not None and partners is not first:
            with_them = _among(partners).filter(side=OuterRef("side")).exclude(seat=OuterRef("seat"))
            appearances = appearances.filter(Exists(with_them))
        if (opponents := self.people.get("opponent")) is not None and opponents is not first:
            appearances = appearances.filter(Exists(_among(opponents).exclude(side=OuterRef("side"))))
        return appearances.values("match")

    @cached_property
    def rows(self) -> list[Played]:
        """Return the rows of the page, and one more."""
        found = self.matches
        if (position := self._position) is not None:
            at, pk = position
            found = found.filter(Q(at__lt=at) | Q(at=at, pk__lt=pk))
        if self.errors:
            return []
        return list(found.select_related("match", "season")[: A_PAGE + 1])

    @property
    def _position(self) -> tuple[datetime, int] | None:
        moment, _sign, number = self.typed.get("after", "").partition("_")
        pk = numbers.whole(number)
        if pk is None or len(moment) > 40:
            return None
        try:
            at = parse_datetime(moment)
        except ValueError:
            return None
        return (at, pk) if at is not None and at.tzinfo else None

    @cached_property
    def found(self) -> list[ListedMatch]:
        return listed_matches(self.rows[:A_PAGE])

    @property
    def next_page(self) -> str:
        """Return the query string of the next page; "" after the last."""
        if len(self.rows) <= A_PAGE:
            return ""
        last = self.rows[A_PAGE - 1]
        return urlencode({**self.kept, "after": f"{last.at.isoformat()}_{last.pk}"})

    @property
    def kept(self) -> dict[str, str]:
        names = (*WHO, "game", "season", "from", "to", "place", "rule")
        return {name: self.text(name) for name in names if self.text(name)}

    @property
    def named(self) -> list[dict[str, str]]:
        """Return the form fields for names."""
        labels = {
            "player": _("Who played?"),
            "partner": _("With which partner?"),
            "opponent": _("Against whom?"),
        }
        return [
            {"name": name, "label": label, "typed": self.text(name), "wrong": self.errors.get(name, "")}
            for name, label in labels.items()
        ]

    @property
    def query(self) -> str:
        """Return the search as a query string."""
        return urlencode(self.kept)

    @cached_property
    def known_values(self) -> dict[str, list[str]]:
        """Return the club's games, places, and endings of the chosen game."""
        played = Played.objects.filter(club=self.club)
        of_game = played.filter(game_slug=self.game) if self.game else played.none()
        return {
            "game": _distinct(played, "game_slug"),
            "place": _distinct(played, "venue"),
            "rule": _distinct(of_game, "rule"),
        }

    @property
    def games(self) -> list[tuple[str, str]]:
        """Return the games the club has played: slug and name."""
        known = every_game()
        found = [(slug, _(known[slug].name)) for slug in self.known_values["game"] if slug in known]
        return sorted(found, key=lambda one: one[1])

    @property
    def endings(self) -> list[tuple[str, str]]:
        """Return the rules by which the chosen game has ended here: number and text."""
        rules = sorted(self.known_values["rule"], key=_by_number)
        return [(rule, ending_text(self.game, rule)) for rule in rules]


def _among(players: list[int]) -> QuerySet[Appearance]:
    """Return a subquery: the appearances of these players in the outer row's match.

    A few players are looked up in the index of a match's players. For many it is cheaper to read
    the match's few appearances: adding 0 keeps both databases from using the index on players.
    """
    there = Appearance.objects.filter(match=OuterRef("match"))
    if len(players) <= FEW:
        return there.filter(player__in=players)
    return there.annotate(who=F("player") + 0).filter(who__in=players)


def _distinct(played: QuerySet[Played], field: str) -> list[str]:
    return list(played.exclude(**{field: ""}).order_by(field).values_list(field, flat=True).distinct())


def _by_number(rule: str) -> list[int]:
    return [int(part) if part.isdecimal() else 0 for part in rule.split(".")]


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))
