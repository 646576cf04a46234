"""Search of a club's matches: by players, game, date, place, season and ending.

Every filter has an index; a page is found by the last row of the page before.
"""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from functools import cached_property
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import every_game
from scorekeeper.clubs.fields import DayField, LineField, set_choices
from scorekeeper.clubs.models import Club, Season
from scorekeeper.clubs.people import names
from scorekeeper.history.match_list import ListedMatch, ending_text, listed_matches
from scorekeeper.history.models import Appearance, Played
from scorekeeper.web import numbers

ON_A_PAGE = 25
MOST_NAMED = 200  # most players that a typed part of a name may mean
FEW_PLAYERS = 6  # most players that ``_among`` looks up in an index
PERSON_FIELDS = ("player", "partner", "opponent")
DAY_LABELS = {"from": _("From"), "to": _("To")}


class KnownField(forms.ChoiceField):
    """A choice; any value that is not a choice counts as empty."""

    def __init__(self, label: Any) -> None:
        super().__init__(label=label, required=False, widget=forms.RadioSelect)

    def clean(self, value: Any) -> str:
        return value if value and self.valid_value(value) else ""


class Search(forms.Form):
    player = LineField(_("Who played?"), 40, autocapitalize="words")
    partner = LineField(_("With which partner?"), 40, autocapitalize="words")
    opponent = LineField(_("Against whom?"), 40, autocapitalize="words")
    game = KnownField(_("Which game?"))
    rule = LineField()
    season = KnownField(_("Which season?"))
    place = LineField(_("Where"), list="places")

    def __init__(self, club: Club, typed: Mapping[str, str]) -> None:
        super().__init__(typed, auto_id="find-%s")
        self.club = club
        self.fields |= {name: DayField(label=label, required=False) for name, label in DAY_LABELS.items()}
        by_slug, shown = every_game(), {*self.known_values["game"], typed.get("game", "")}
        games = [(slug, gettext(game.name)) for slug, game in by_slug.items() if slug in shown]
        seasons = [(str(season.pk), season.name) for season in club.seasons.all()]
        games.sort(key=lambda choice: choice[1])
        for name, choices in (("game", games), ("season", seasons)):
            set_choices(self, name, [("", gettext("Any")), *choices])
            if not choices:
                del self.fields[name]
        self.full_clean()

    def clean(self) -> None:
        """Find the players whom the typed player, partner and opponent may mean."""
        texts = {name: text for name in PERSON_FIELDS if (text := self.cleaned_data.get(name))}
        players = names.known_names(self.club.pk) if texts else []
        self.people: dict[str, list[int]] = {}
        for name, text in texts.items():
            typed = names.fold_name(text)
            exact = {player.current_pk for player in players if player.folded_name == typed}
            similar = (player.current_pk for player in players if typed in player.folded_name)
            self.people[name] = sorted(exact) or sorted(set(islice(similar, MOST_NAMED)))
            if not self.people[name]:
                self.add_error(name, gettext("No player has that name."))

    @property
    def criteria(self) -> dict[str, str]:
        return {name: str(value) for name, value in self.cleaned_data.items() if value}

    @cached_property
    def chosen_season(self) -> Season | None:
        season = self.criteria.get("season")
        return self.club.seasons.filter(pk=season).first() if season else None

    @cached_property
    def matches(self) -> QuerySet[Played]:
        found = Played.objects.filter(club=self.club)
        chosen = self.cleaned_data
        if game := chosen.get("game"):
            found = found.filter(game_slug=game)
            if rule := chosen.get("rule"):
                found = found.filter(rule=rule)
        if season := chosen.get("season"):
            found = found.filter(season=season)
        if begins := chosen.get("from"):
            found = found.filter(at__gte=_midnight(begins))
        if ends := chosen.get("to"):
            found = found.filter(at__lt=_midnight(ends + timedelta(days=1)))
        if place := chosen.get("place"):
            typed = names.fold_name(place)
            known = [name for name in self.known_values["place"] if typed in names.fold_name(name)]
            found = found.filter(venue__in=known)
        if self.people:
            found = found.filter(pk__in=self._with_people())
        return found.order_by("-at", "-match")

    def _with_people(self) -> QuerySet[Any]:
        """Return the matches in which the players, partners and opponents met."""
        # Without a player, the partner (or else the opponent) is searched for as the player.
        main = self.people.get("player") or next(iter(self.people.values()))
        appearances = Appearance.objects.filter(club=self.club, player__in=main)
        if (partners := self.people.get("partner")) is not None and partners is not main:
            partner_seats = _among(partners).filter(side=OuterRef("side")).exclude(seat=OuterRef("seat"))
            appearances = appearances.filter(Exists(partner_seats))
        if (opponents := self.people.get("opponent")) is not None and opponents is not main:
            appearances = appearances.filter(Exists(_among(opponents).exclude(side=OuterRef("side"))))
        return appearances.values("match")

    @cached_property
    def rows(self) -> list[Played]:
        """Return the rows of the page, and one more if there is a next page."""
        found = self.matches
        if (position := self._position) is not None:
            at, pk = position
            found = found.filter(Q(at__lt=at) | Q(at=at, pk__lt=pk))
        if self.errors:
            return []
        return list(found.select_related("match", "season")[: ON_A_PAGE + 1])

    @property
    def _position(self) -> tuple[datetime, int] | None:
        """Return the time and id of the previous page's last row; None for the first page."""
        text, _separator, number = self.data.get("after", "").partition("_")
        pk = numbers.parse_whole(number)
        if pk is None or len(text) > 40:
            return None
        try:
            at = parse_datetime(text)
        except ValueError:
            return None
        return (at, pk) if at is not None and at.tzinfo else None

    @cached_property
    def listed(self) -> list[ListedMatch]:
        return listed_matches(self.rows[:ON_A_PAGE])

    @property
    def next_page(self) -> str:
        """Return the query string of the next page; "" after the last."""
        if len(self.rows) <= ON_A_PAGE:
            return ""
        last = self.rows[ON_A_PAGE - 1]
        return urlencode({**self.criteria, "after": f"{last.at.isoformat()}_{last.pk}"})

    @property
    def query(self) -> str:
        return urlencode(self.criteria)

    @cached_property
    def known_values(self) -> dict[str, list[str]]:
        played = Played.objects.filter(club=self.club)
        return {"game": _distinct(played, "game_slug"), "place": _distinct(played, "venue")}

    @cached_property
    def endings(self) -> list[tuple[str, str]]:
        """Return the rules by which the chosen game has ended in this club: number and text."""
        game = self.criteria.get("game", "")
        rules = _distinct(Played.objects.filter(club=self.club, game_slug=game), "rule") if game else []
        return [(rule, ending_text(game, rule)) for rule in sorted(rules, key=_rule_sort_key)]


def _among(players: list[int]) -> QuerySet[Appearance]:
    """Return a subquery: the appearances of these players in the outer row's match.

    A few players are looked up in the index of a match's players. For many players it is cheaper to read
    the match's few appearances: adding 0 keeps databases from using the index on players.
    """
    appearances = Appearance.objects.filter(match=OuterRef("match"))
    if len(players) <= FEW_PLAYERS:
        return appearances.filter(player__in=players)
    return appearances.annotate(who=F("player") + 0).filter(who__in=players)


def _distinct(played: QuerySet[Played], field: str) -> list[str]:
    return list(played.exclude(**{field: ""}).order_by(field).values_list(field, flat=True).distinct())


def _rule_sort_key(rule: str) -> list[int]:
    """Return the numbers in a rule's number, which sort 3.10 after 3.9."""
    return [int(part) if part.isdecimal() else 0 for part in rule.split(".")]


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))
