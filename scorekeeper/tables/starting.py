"""The form that starts a match: game, preset, house rules, seats, names, first dealer."""

import secrets
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine import (
    Game,
    Heading,
    Preset,
    Seat,
    Seating,
    Words,
    house_problems,
    to_form_data,
    with_placeholder_answers,
)
from scorekeeper.matches import models, replay, typed_names
from scorekeeper.sheet.boxes import Group
from scorekeeper.sheet.house import HouseDescription, describe_house, differing_options, house_form
from scorekeeper.sheet.record_form import RecordForm
from scorekeeper.sheet.stored import load_house
from scorekeeper.web import numbers
from scorekeeper.web.i18n import words_for

RANDOM_DEALER = "lot"  # the value of ``first_dealer`` for a dealer drawn at random
SEATS_READ = 60  # seats of this phone's last tables that are read to suggest names
NAMES_SUGGESTED = 4


@dataclass(frozen=True)
class Shape:
    """A number of players and of sides."""

    seats: int
    sides: int

    @property
    def value(self) -> str:
        return f"{self.seats}x{self.sides}"

    @property
    def label(self) -> str:
        if self.seats == self.sides:
            return _("%(n)d players") % {"n": self.seats}
        if self.sides == 2:
            return _("%(n)d players, two teams") % {"n": self.seats}
        return _("%(n)d players, %(sides)d teams") % {"n": self.seats, "sides": self.sides}


@dataclass(frozen=True)
class ClubPreset:
    """A way of playing: named house rules of a club, offered before the presets."""

    id: str
    name: str
    about: str
    preset: Preset[Any]
    house: Any
    shape: Shape


@dataclass(frozen=True)
class LastTime:
    """The changed house rules of a phone's last match of a game."""

    preset: Preset[Any]
    house: Any
    changes: Sequence[str]


@dataclass(frozen=True)
class Person:
    """A player on the form: seat, side, typed name, default name of the seat, and error."""

    position: int
    side: int
    name: str
    usual: str
    error: str

    @property
    def label(self) -> str:
        return _("Seat %(n)d") % {"n": self.position + 1}

    @property
    def display_name(self) -> str:
        """Return the typed name, or the seat's usual name."""
        return self.name or self.usual


class SideSeats(NamedTuple):
    """A side on the form: its number, its seats, and its names joined for a sentence."""

    number: int
    seats: str
    names: str


@dataclass
class StartForm:
    """The form of a new match; ``validate`` sets ``heading``."""

    game: Game[Any]
    preset: Preset[Any]
    shape: Shape
    form: RecordForm
    typed: list[str]  # names by seat
    first_dealer: str
    name_errors: list[str] = field(default_factory=list)
    heading: Heading | None = None
    title: str = ""  # the table's own name for the game
    title_error: str = ""
    own: models.OwnGame | None = None  # the own game that was opened
    club_presets: Sequence[ClubPreset] = ()  # offered before the presets
    club_preset: ClubPreset | None = None  # the chosen club preset, if any
    action: str = ""  # the URL of the form, if it is not for a new table
    key_hash: str = ""  # of the phone that starts the match, if it has a key
    key: str = ""  # of a table that was started offline and is sent now

    @property
    def url(self) -> str:
        return self.action or reverse("start", args=[self.game.slug])

    @property
    def chosen_id(self) -> str:
        """Return the id of the chosen club preset or preset."""
        return self.club_preset.id if self.club_preset else self.preset.id

    @property
    def description(self) -> HouseDescription:
        return describe_house(self.game, self.preset, self.house, self.form.words)

    @cached_property
    def house(self) -> Any:
        """Return the house rules on the form; an option without a valid answer is set as in the preset."""
        known = {**to_form_data(self.usual_house), **self.form.answers}
        return with_placeholder_answers(self.game.house, known, self.form.sheet)

    @property
    def usual_house(self) -> Any:
        """Return the house rules of the chosen club preset or preset."""
        return self.club_preset.house if self.club_preset else self.preset.house

    @property
    def shapes(self) -> list[Shape]:
        return [Shape(*shape) for shape in self.game.shapes(self.preset)]

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        return self.form.groups

    @property
    def headline_groups(self) -> list[Group]:
        """Return the house rules that change who wins."""
        return [group for group in self.groups if group.name in self.game.headline_options]

    @property
    def other_sections(self) -> list[tuple[str, list[Group]]]:
        """Return the other house rules by section."""
        return sections([group for group in self.groups if group.name not in self.game.headline_options])

    @property
    def changes(self) -> Sequence[str]:
        """Return the house rules that differ from the chosen preset or club preset, in words."""
        return _changes(self.game, self.usual_house, self.house, self.form.words)

    @property
    def change_count(self) -> int:
        return len(self.changes)

    @cached_property
    def last_time(self) -> LastTime | None:
        """Return the changed house rules of this phone's last match of the game, unless the form has them."""
        if self.own is not None or self.club_preset is not None or self.title:
            return None
        last = _last_time(self.game, self.key_hash, self.form.words)
        return None if last is None or last.house == self.house else last

    @property
    def seats(self) -> list[Person]:
        usual = typed_names.usual_names(self.shape.seats)
        errors = self.name_errors or [""] * self.shape.seats
        return [
            Person(n, n % self.shape.sides, self.typed[n], usual[n], errors[n])
            for n in range(self.shape.seats)
        ]

    @property
    def in_teams(self) -> bool:
        return self.shape.sides < self.shape.seats

    @property
    def sides(self) -> list[SideSeats]:
        """Return the sides with their players; a single item if everyone plays alone."""
        if not self.in_teams:
            return [self._side(0, self.seats)]
        return [self._side(side, self.seats[side :: self.shape.sides]) for side in range(self.shape.sides)]

    def _side(self, number: int, people: Sequence[Person]) -> SideSeats:
        between = " & " if self.in_teams else ", "
        seats = " ".join(str(person.position) for person in people)
        return SideSeats(number, seats, between.join(person.display_name for person in people))

    @property
    def suggested_names(self) -> list[str]:
        """Return players of this phone's last tables who are not seated."""
        seated = {name.casefold() for name in self.names}
        return [name for name in _known_names(self.key_hash) if name.casefold() not in seated][
            :NAMES_SUGGESTED
        ]

    @property
    def names(self) -> list[str]:
        """Return the names by seat; an empty field takes the usual name."""
        usual = typed_names.usual_names(self.shape.seats)
        return [name or usual[n] for n, name in enumerate(self.typed)]

    @property
    def has_errors(self) -> bool:
        return bool(self.form.errors or self.title_error) or any(self.name_errors)

    @property
    def asks_title(self) -> bool:
        return self.game.any_game or bool(self.title)


def sections(groups: Iterable[Group]) -> list[tuple[str, list[Group]]]:
    """Return groups of questions by section, in order."""
    by_section: dict[str, list[Group]] = {}
    for group in groups:
        by_section.setdefault(group.section, []).append(group)
    return list(by_section.items())


def new_form(game: Game[Any], key_hash: str, preset_id: str | None = None) -> StartForm:
    """Return the form as first shown: with the preset that this phone last played, else with the first.

    House rules that were changed last time are offered (``StartForm.last_time``), not taken over.
    """
    preset = game.preset(preset_id or "") if preset_id else None
    shape = None
    if preset is None and (last := _last_match(key_hash, game_slug=game.slug, title="")) is not None:
        heading = replay.load_match_state(last).heading
        last_preset = game.preset(heading.preset) or game.presets[0]
        preset = describe_house(game, last_preset, heading.house, words_for()).preset
        shape = Shape(*heading.seating.shape)
    preset = preset or game.presets[0]
    if shape is None or shape not in [Shape(*possible) for possible in game.shapes(preset)]:
        shape = Shape(*game.shapes(preset)[0])
    form = _form(game, preset, shape, answers=to_form_data(preset.house))
    return StartForm(
        game, preset, shape, form, _last_names(key_hash, shape.seats), RANDOM_DEALER, key_hash=key_hash
    )


def next_game_form(
    game: Game[Any],
    key_hash: str,
    names: Sequence[str],
    preset_id: str | None = None,
    club_presets: Sequence[ClubPreset] = (),
) -> StartForm:
    """Return the form of another game at the same table; the players keep their seats.

    A preset of the table's club is chosen first, if one has this number of players.
    """
    fitting_presets = [club_preset for club_preset in club_presets if club_preset.shape.seats == len(names)]
    if fitting_presets and not preset_id:
        start = club_preset_form(game, fitting_presets[0], club_presets, key_hash)
    else:
        start = new_form(game, key_hash, preset_id)
        start.club_presets = club_presets
    fitting_shapes = [shape for shape in start.shapes if shape.seats == len(names)]
    if fitting_shapes and start.shape not in fitting_shapes:
        answers = to_form_data(start.form.record or start.usual_house)
        start.shape = fitting_shapes[0]
        start.form = _form(game, start.preset, start.shape, answers=answers)
    usual = typed_names.usual_names(start.shape.seats)
    seated = zip(range(start.shape.seats), names, strict=False)
    typed = {n: name for n, name in seated if name != usual[n]}
    start.typed = [typed.get(n, "") for n in range(start.shape.seats)]
    return start


def own_game_form(own: models.OwnGame, game: Game[Any], key_hash: str) -> StartForm:
    """Return the form of an own game as it was saved."""
    preset = game.preset(own.preset) or game.presets[0]
    house = load_house(game, own.preset, own.house)
    shape = Shape(own.seats, own.sides)
    form = _form(game, preset, shape, answers=to_form_data(house))
    names = _last_names(key_hash, shape.seats)
    return StartForm(
        game, preset, shape, form, names, RANDOM_DEALER, title=own.name, own=own, key_hash=key_hash
    )


def _last_match(key_hash: str, **values: Any) -> models.Match | None:
    """Return the last match at this phone's tables with these field values."""
    matches = models.Match.objects.filter(table__phones__key_hash=key_hash, **values)
    return matches.order_by("-started", "-pk").first() if key_hash else None


def _last_time(game: Game[Any], key_hash: str, words: Words) -> LastTime | None:
    """Return the house rules of the last match of the game, if they differ from every preset's."""
    last = _last_match(key_hash, game_slug=game.slug, title="")
    if last is None:
        return None
    heading = replay.load_match_state(last).heading
    last_preset = game.preset(heading.preset) or game.presets[0]
    preset, changed, _name = describe_house(game, last_preset, heading.house, words)
    if not changed:
        return None
    return LastTime(preset, heading.house, _changes(game, preset.house, heading.house, words))


def _changes(game: Game[Any], usual: Any, house: Any, words: Words) -> list[str]:
    """Return the options that differ: "Points to win: 250"."""
    return [
        f"{question} {answer}" if question.endswith("?") else f"{question}: {answer}"
        for question, _usual, answer in differing_options(game, usual, house, words)
    ]


def _last_names(key_hash: str, seats: int) -> list[str]:
    """Return the players of this phone's last table with this number of seats."""
    if (match := _last_match(key_hash, seats=seats)) is None:
        return [""] * seats
    names, usual = replay.player_names(match).current, typed_names.usual_names(seats)
    return ["" if name == usual[n] else name for n, name in enumerate(names)]


def _known_names(key_hash: str) -> list[str]:
    """Return the names typed at this phone's last tables, newest first, each once."""
    if not key_hash:
        return []
    seats = models.Seat.objects.filter(match__table__phones__key_hash=key_hash, match__table__faded=None)
    rows = seats.order_by("-match__started", "-match", "position", "-since").values_list(
        "name", "match__seats"
    )
    names: dict[str, str] = {}
    for name, number in rows[:SEATS_READ]:
        if name not in typed_names.usual_names(number):
            names.setdefault(name.casefold(), name)
    return list(names.values())


def _form(game: Game[Any], preset: Preset[Any], shape: Shape, **values: Any) -> RecordForm:
    seating = Seating(shape.seats, shape.sides)
    return house_form(game, preset, seating, words_for(seating), **values)


def club_preset_form(
    game: Game[Any], club_preset: ClubPreset, club_presets: Sequence[ClubPreset], key_hash: str
) -> StartForm:
    form = _form(game, club_preset.preset, club_preset.shape, answers=to_form_data(club_preset.house))
    names = _last_names(key_hash, club_preset.shape.seats)
    return StartForm(
        game,
        club_preset.preset,
        club_preset.shape,
        form,
        names,
        RANDOM_DEALER,
        club_presets=club_presets,
        club_preset=club_preset,
        key_hash=key_hash,
    )


def sent_form(
    game: Game[Any], data: QueryDict, key_hash: str, club_presets: Sequence[ClubPreset] = ()
) -> StartForm:
    """Return the form as it was sent; a change of preset or seats keeps what still fits.

    ``preset`` is the chosen preset, ``was`` the one chosen when the form was drawn. While house rules are
    changed, the form sends ``differs`` and no preset; a tap on a preset then undoes the changes. ``again``
    takes over the changed house rules of the phone's last match. ``down`` swaps the player in this seat with
    the next one.
    """
    id = str(data.get("preset") or data.get("was", ""))
    club_preset = next((club_preset for club_preset in club_presets if club_preset.id == id), None)
    last = _last_time(game, key_hash, words_for()) if "again" in data else None
    if last is not None:
        club_preset, id = None, last.preset.id
    preset = club_preset.preset if club_preset else game.preset(id) or game.presets[0]
    id = club_preset.id if club_preset else preset.id
    is_other_preset = "preset" in data and (data.get("was", id) != id or "differs" in data)
    shapes = [Shape(*shape) for shape in game.shapes(preset)]
    shape = next((shape for shape in shapes if shape.value == data.get("shape")), shapes[0])
    if club_preset and is_other_preset:
        shape = club_preset.shape
    if last is not None or is_other_preset:
        house = last.house if last else (club_preset or preset).house
        form = _form(game, preset, shape, answers=to_form_data(house))
    else:
        form = _form(game, preset, shape, data=dict(data.lists()))
    typed = [str(data.get(f"name.{n}", "")) for n in range(shape.seats)]
    dealer = str(data.get("first_dealer", RANDOM_DEALER))
    if "down" in data:
        seats = [str(n) for n in range(shape.seats)]
        order = typed_names.swap_seats(seats, str(data["down"]))
        typed = typed_names.swap_seats(typed, str(data["down"]))
        # The first dealer stays the same person after a change of seats.
        dealer = str(order.index(dealer)) if dealer in order else dealer
    title = str(data.get("title", ""))
    key = _parse_key(str(data.get("key", "")))
    start = StartForm(
        game,
        preset,
        shape,
        form,
        typed,
        dealer,
        title=title,
        club_presets=club_presets,
        club_preset=club_preset,
    )
    return replace(start, key_hash=key_hash, key=key)


def started_table(text: str, key_hash: str) -> str:
    """Return the code of the table that this phone has started from the form with this key; "" if none."""
    if not (key := _parse_key(text)):
        return ""
    code = models.code_from(uuid.UUID(key))
    return code if models.Phone.objects.filter(table__code=code, key_hash=key_hash).exists() else ""


def _parse_key(text: str) -> str:
    try:
        return str(uuid.UUID(text))
    except ValueError:
        return ""


def validate(start: StartForm) -> bool:
    """Validate the form and set its ``heading`` and errors. Return whether it is valid."""
    usual = typed_names.usual_names(start.shape.seats)
    start.typed, start.name_errors = typed_names.clean_names(start.typed, usual)
    try:
        start.title = typed_names.clean_name(start.title)
    except ValidationError as error:
        start.title_error = error.messages[0]
    house = start.form.record
    if house is not None:
        seats, dealer = start.shape.seats, numbers.parse_whole(start.first_dealer)
        if dealer is None or dealer >= seats:
            dealer = secrets.randbelow(seats)
        seating = Seating(seats, start.shape.sides, Seat(dealer))
        words = start.form.words
        for problem in house_problems(start.game, house, seating):
            start.form.add_error(problem.field, words.read(problem.words))
        start.heading = Heading(seating, house, start.preset.id)
    return not start.has_errors and start.heading is not None
