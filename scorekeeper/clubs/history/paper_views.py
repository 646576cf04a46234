"""An old paper sheet, entered after the fact with its day: its totals, or hand by hand."""

import uuid
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _

from games import every_game
from games.engine import DecodeError, Game, Heading, Seat, Seating
from scorekeeper import phone_cookie
from scorekeeper.clubs.history import paper_sheets
from scorekeeper.clubs.importing import spreadsheet
from scorekeeper.clubs.importing.records import evening_of
from scorekeeper.clubs.membership import guards
from scorekeeper.clubs.membership.guards import MemberContext, for_members
from scorekeeper.clubs.models import ClubHouse, Player, Role, Season
from scorekeeper.clubs.people import names
from scorekeeper.matches import commands, hash_chain, phones, typed_names
from scorekeeper.matches.models import Match, Table
from scorekeeper.onward import redirect_see_other
from scorekeeper.sheet.stored import load_house
from scorekeeper.tables import access
from scorekeeper.tables.starting import Shape
from scorekeeper.words import words_for

LONGEST_PLACE = 60


@dataclass
class Paper:
    """The form as it stands: what was typed, and what is wrong with it."""

    inside: guards.ClubContext
    game: Game[Any]
    data: QueryDict
    sent: bool = False
    errors: dict[str, str] = field(default_factory=dict)
    at: datetime | None = None
    names: list[str] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)

    @property
    def ways(self) -> list[tuple[str, str]]:
        """The house rules there are to choose from: the club's own, then the game's."""
        own = [(f"club:{one.name}", one.name) for one in self.houses]
        return own + [(preset.id, _(preset.name)) for preset in self.game.presets]

    @cached_property
    def houses(self) -> list[ClubHouse]:
        return list(ClubHouse.objects.filter(club=self.inside.club, game_slug=self.game.slug, until=None))

    @property
    def way(self) -> str:
        known = [value for value, _label in self.ways]
        return self.data.get("way", "") if self.data.get("way") in known else known[0]

    @property
    def shapes(self) -> list[Shape]:
        own = next((one for one in self.houses if f"club:{one.name}" == self.way), None)
        preset = self.game.preset(own.preset if own else self.way) or self.game.presets[0]
        return [Shape(*shape) for shape in self.game.shapes(preset)]

    @property
    def shape(self) -> Shape:
        return next((one for one in self.shapes if one.value == self.data.get("shape")), self.shapes[0])

    @property
    def heading(self) -> Heading:
        own = next((one for one in self.houses if f"club:{one.name}" == self.way), None)
        preset = self.game.preset(own.preset if own else self.way) or self.game.presets[0]
        house = load_house(self.game, own.preset, own.house) if own else preset.house
        return Heading(Seating(self.shape.seats, self.shape.sides, Seat(0)), house, preset.id)

    @property
    def seats(self) -> list[dict[str, Any]]:
        usual = typed_names.usual_names(self.shape.seats)
        return [
            {
                "n": n,
                "side": n % self.shape.sides,
                "usual": usual[n],
                "typed": self.data.get(f"name.{n}", ""),
                "wrong": self.errors.get(f"name.{n}", ""),
            }
            for n in range(self.shape.seats)
        ]

    @property
    def sides(self) -> list[dict[str, Any]]:
        typed = [self.data.get(f"name.{n}", "") for n in range(self.shape.seats)]
        usual = typed_names.usual_names(self.shape.seats)
        words = words_for(self.heading.seating, [name or usual[n] for n, name in enumerate(typed)])
        return [
            {
                "n": int(side),
                "names": words.name(side),
                "typed": self.data.get(f"total.{side}", ""),
                "wrong": self.errors.get(f"total.{side}", ""),
            }
            for side in self.heading.seating.every_side
        ]

    @cached_property
    def seasons(self) -> list[Season]:
        return list(Season.objects.filter(club=self.inside.club))

    @property
    def season(self) -> Season | None:
        return next((one for one in self.seasons if str(one.pk) == self.data.get("season")), None)

    def text(self, name: str, most: int) -> str:
        text = " ".join("".join(c if c.isprintable() else " " for c in self.data.get(name, "")).split())
        if len(text) > most:
            self.errors[name] = _("At most %(n)d characters.") % {"n": most}
        return text

    def read(self, with_totals: bool) -> bool:
        """Check what was typed; False if something is wrong."""
        self._day()
        typed = [self.data.get(f"name.{n}", "") for n in range(self.shape.seats)]
        self.names, wrong = typed_names.clean_names(typed, typed_names.usual_names(self.shape.seats))
        self.errors |= {f"name.{n}": error for n, error in enumerate(wrong) if error}
        self.text("place", LONGEST_PLACE)
        self.text("note", 500)
        if with_totals:
            self._totals()
        return not self.errors

    def _day(self) -> None:
        try:
            day = parse_date(self.data.get("day", "").strip())
        except ValueError:
            day = None
        if day is None or not 1800 < day.year < 2200:
            self.errors["day"] = _("Which day was it played?")
        elif day > timezone.localdate():
            self.errors["day"] = _("This day is in the future.")
        else:
            self.at = min(evening_of(day), timezone.now())

    def _totals(self) -> None:
        for side in range(self.shape.sides):
            typed = self.data.get(f"total.{side}", "")
            try:
                self.totals.append(spreadsheet.parse_points(typed))
            except DecodeError as unfit:
                words = words_for().read(unfit.words) if typed.strip() else _("What was the total?")
                self.errors[f"total.{side}"] = words


@for_members("GET", Role.SCOREKEEPER)
def games(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """Which game stands on the paper: the club's own first."""
    known = every_game()
    own = [slug for slug in inside.club.games if slug in known]
    order = own + sorted((slug for slug in known if slug not in own), key=lambda slug: _(known[slug].name))
    shown = {"games": [(slug, _(known[slug].name)) for slug in order]}
    return inside.page(request, "history/paper_games.html", shown)


@for_members("GET POST", Role.SCOREKEEPER)
def sheet(request: HttpRequest, inside: MemberContext, slug: str) -> HttpResponse:
    """The form of an old sheet; posted, its match stands in the history under its day."""
    game = access.game_or_404(slug)
    if request.method != "POST":
        return _page(request, Paper(inside, game, request.GET))
    paper = Paper(inside, game, request.POST, sent=True)
    if "again" in request.POST:  # other house rules or seats were tapped: the same page with other boxes
        return _page(request, paper)
    with_totals = "hands" not in request.POST
    if not paper.read(with_totals):
        return _page(request, paper, status=422)
    try:
        rows = ()
        if with_totals:
            why = _("Copied from paper")
            rows, _sheet = paper_sheets.hands_for(game, paper.heading, paper.totals, why)
    except DecodeError as unfit:
        paper.errors[unfit.path.replace("totals", "total")] = words_for().read(unfit.words)
        return _page(request, paper, status=422)
    return _written(request, paper, rows)


def _page(request: HttpRequest, paper: Paper, status: int = 200) -> HttpResponse:
    names = Player.objects.filter(club=paper.inside.club, same_as=None, forgotten=None)
    shown = {
        "paper": paper,
        "today": timezone.localdate().isoformat(),
        "key": paper.data.get("key") or str(uuid.uuid4()),
        "known": names.order_by("-last_played", "name").values_list("name", flat=True)[:200],
        "said": paper.errors.get("total", ""),
    }
    return paper.inside.page(request, "history/paper_sheet.html", shown, status)


def _written(request: HttpRequest, paper: Paper, rows: tuple[Any, ...]) -> HttpResponse:
    """The match, under its day; without rows it is open to be written hand by hand."""
    inside = paper.inside
    key = phone_cookie.key_of(request) or phone_cookie.new_key()
    with transaction.atomic():
        type(inside.club).objects.select_for_update().get(pk=inside.club.pk)
        if (known := _sent_before(paper)) is not None:
            match = known
        else:
            match = _start(paper, phones.hashed(key))
            for number, hand in enumerate(rows, start=1):
                keys = uuid.uuid5(_key(paper), str(number))
                intent = commands.WriteCommand(
                    keys, number, 0, hand, fingerprint=hash_chain.fingerprint("paper")
                )
                saved = commands.append_entry(
                    Match.objects.get(pk=match.pk), match.table.phones.get(), intent
                )
                assert isinstance(saved, commands.Saved), saved
    if "next" in paper.data:
        to = inside.to("paper_sheet", paper.game.slug, asking=_next_sheet(paper))
    elif rows:
        to = inside.to("club_match", match.pk)
    else:
        to = redirect_see_other("match", match.table.code, match.number)
    return phone_cookie.remember(to, key)


def _next_sheet(paper: Paper) -> str:
    """What the form of the next sheet takes for granted: all but the totals and the note."""
    kept = ("day", "place", "season", "way", "shape", *(f"name.{n}" for n in range(paper.shape.seats)))
    return urlencode({"saved": "1", **{name: paper.data.get(name, "") for name in kept}})


def _key(paper: Paper) -> uuid.UUID:
    try:
        return uuid.UUID(paper.data.get("key", ""))
    except ValueError:
        return uuid.uuid4()


def _sent_before(paper: Paper) -> Match | None:
    """The match that this very page has made already."""
    first = uuid.uuid5(_key(paper), "1")
    return Match.objects.filter(table__club=paper.inside.club, entries__key=first).first()


def _start(paper: Paper, key_hash: str) -> Match:
    inside, at = paper.inside, paper.at
    assert at is not None
    by = inside.giving(Role.SCOREKEEPER)
    table = commands.start_table(
        paper.game, paper.heading, paper.names, key_hash, inside.name[:40], as_member=by
    )
    place = paper.text("place", LONGEST_PLACE)
    Table.objects.filter(pk=table.pk).update(club=inside.club, season=paper.season, venue=place)
    match = table.matches.get()
    Match.objects.filter(pk=match.pk).update(started=at, on_paper=True)
    usual = typed_names.usual_names(paper.shape.seats)
    known = names.players_called(
        inside.club, [name for n, name in enumerate(paper.names) if name != usual[n]]
    )
    for seat in match.sitting.all():
        if seat.name in known:
            match.sitting.filter(pk=seat.pk).update(player=known[seat.name])
    if text := paper.text("note", 500):
        match.notes.create(club=inside.club, text=text, by=inside.member, by_name=inside.name[:40])
    return Match.objects.select_related("table").get(pk=match.pk)
