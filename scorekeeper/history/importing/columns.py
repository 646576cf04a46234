"""The columns of a table of results: guessing their roles, and reading rows by these roles."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from typing import Any

from django.utils.translation import gettext, gettext_lazy, override

from games import every_game
from games.engine import DecodeError, Game, Message, _, say, to_json
from scorekeeper.clubs.models import Club, ClubHouse
from scorekeeper.clubs.spreadsheets import spreadsheet
from scorekeeper.clubs.spreadsheets.spreadsheet import Spreadsheet
from scorekeeper.history.importing.records import is_mark
from scorekeeper.history.importing.replay import Mistake, ResultRow
from scorekeeper.matches import typed_names

MOST_SEATS = 12
LABELS = {
    "": gettext_lazy("Ignore this column"),
    "date": gettext_lazy("Day"),
    "game": gettext_lazy("Game"),
    "preset": gettext_lazy("House rules"),
    "title": gettext_lazy("Name of the game"),
    "place": gettext_lazy("Where"),
    "season": gettext_lazy("Season"),
    "note": gettext_lazy("Note"),
    "id": gettext_lazy("Scorekeeper ID"),
    "person": gettext_lazy("Points of the player in the heading"),
}


@dataclass(frozen=True)
class ColumnReading:
    """The reading of a table: a role for each column, and defaults for the file.

    ``name.2``: the player in the third seat; ``side.0``: the players of the first side;
    ``total.0``: the points of the first side; ``person``: the points of the player named in the heading.
    """

    columns: tuple[str, ...]
    game: str = ""
    preset: str = ""  # id of a preset, or ``club:`` and the name of the club's house rules
    dates: str = "dmy"  # order of day, month and year
    sure: bool = True  # False if the order of day and month is only a guess

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> ColumnReading:
        known = {field.name: data[field.name] for field in fields(cls) if field.name in data}
        return cls(**known | {"columns": tuple(data["columns"])})

    @property
    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def role_label(role: str) -> str:
    kind, _dot, n = role.partition(".")
    if role in LABELS:
        return str(LABELS[role])
    number = int(n) + 1
    if kind == "name":
        return gettext("Player in seat %(n)d") % {"n": number}
    if kind == "side":
        return gettext("Players of side %(n)d") % {"n": number}
    return gettext("Points of side %(n)d") % {"n": number}


def roles(width: int) -> list[str]:
    count = min(MOST_SEATS, max(4, width))
    numbered = [f"{kind}.{n}" for kind in ("name", "side", "total") for n in range(count)]
    return [*LABELS, *numbered]


@dataclass
class _Row:
    """A row being read: its cells by role, and its mistakes."""

    line: int
    cells: dict[str, str]
    persons: list[tuple[str, str]]  # heading and cell of each ``person`` column
    mistakes: list[Mistake] = field(default_factory=list)

    def add_mistake(self, path: str, words: Message) -> None:
        self.mistakes.append(Mistake(self.line, path, words))


def read_rows(
    table: Spreadsheet, reading: ColumnReading, club: Club
) -> tuple[list[tuple[int, ResultRow]], list[Mistake]]:
    reader = _RowReader(table, reading, club)
    results: list[tuple[int, ResultRow]] = []
    mistakes: list[Mistake] = []
    for line, cells in table.rows:
        columns = list(zip(reading.columns, cells, strict=False))
        persons = [
            (table.heading(n), cell)
            for n, (role, cell) in enumerate(columns)
            if role == "person" and cell.strip()
        ]
        row = _Row(line, {role: cell.strip() for role, cell in columns if role and role != "person"}, persons)
        result = reader.read(row)
        mistakes += row.mistakes
        if result is not None and not row.mistakes:
            results.append((line, result))
    return results, mistakes


class _RowReader:
    """A reader of rows, with lookups shared by all rows."""

    def __init__(self, table: Spreadsheet, reading: ColumnReading, club: Club) -> None:
        self.table, self.reading = table, reading
        self.games = _games_by_name()
        self.houses = {house.name: house for house in ClubHouse.objects.filter(club=club, until=None)}
        self.reason = gettext("From a spreadsheet")
        self.preset_houses: dict[tuple[str, str], tuple[str, str]] = {}

    def read(self, row: _Row) -> ResultRow | None:
        """Return the match of a row; None if a mistake leaves a value unknown."""
        game, started = self._game(row), self._started(row)
        totals, names = self._totals(row), self._names(row)
        if row.mistakes or game is None or started is None:
            return None
        shape, names = self._shape(row, game, names, len(totals))
        if shape is None:
            return None
        preset, house = self._house(row, game)
        usual_names = typed_names.usual_names(shape[0])
        # Default names and dashes count as no name.
        names = ["" if name in (usual_names[n], "-", "–") else name for n, name in enumerate(names)]
        return ResultRow(
            game.slug,
            preset,
            house,
            *shape,
            tuple(names),
            tuple(totals),
            started,
            self.reason,
            self._text(row, "place", 60),
            self._text(row, "season", 40),
            self._text(row, "note", 500),
            self._text(row, "title", 40),
            self._mark(row),
        )

    def _text(self, row: _Row, role: str, max_length: int) -> str:
        text = " ".join(row.cells.get(role, "").split())
        if len(text) > max_length:
            row.add_mistake(role, say(_("A text of at most {n} characters is needed here"), n=max_length))
        return text[:max_length]

    def _mark(self, row: _Row) -> str:
        mark = row.cells.get("id", "")
        if mark and not is_mark(mark):
            row.add_mistake("id", say(_("This is not a Scorekeeper ID: ignore this column")))
        return mark

    def _game(self, row: _Row) -> Game[Any] | None:
        typed = row.cells.get("game", "")
        slug = self.games.get(typed.casefold()) if typed else self.reading.game
        if not slug or slug not in every_game():
            words = (
                say(_("There is no game “{game}” here"), game=typed[:40]) if typed else say(_("Which game?"))
            )
            row.add_mistake("game", words)
            return None
        return every_game()[slug]

    def _started(self, row: _Row) -> datetime | None:
        try:
            return spreadsheet.parse_day(row.cells.get("date", ""), self.reading.dates)
        except DecodeError as error:
            words = error.words if row.cells.get("date") else say(_("The day is missing"))
            row.add_mistake("date", words)
            return None

    def _totals(self, row: _Row) -> list[int]:
        typed = [
            (f"total.{n}", row.cells[f"total.{n}"]) for n in range(MOST_SEATS) if row.cells.get(f"total.{n}")
        ]
        typed = typed or [(f"person:{name}", cell) for name, cell in row.persons]
        totals = []
        for path, cell in typed:
            try:
                totals.append(spreadsheet.parse_points(cell, comma=self.table.delimiter != ","))
            except DecodeError as error:
                row.add_mistake(path, error.words)
        if not typed:
            row.add_mistake("total.0", say(_("The points are missing")))
        return totals

    def _names(self, row: _Row) -> list[str]:
        if row.persons:
            return [name for name, _cell in row.persons]
        sides = [row.cells.get(f"side.{n}", "") for n in range(MOST_SEATS)]
        if any(sides):
            teams = [
                [
                    name.strip()
                    for name in re.split(r"\s*[&/+,;]\s*|\s+(?:and|und|et)\s+", side)
                    if name.strip()
                ]
                for side in sides
                if side
            ]
            # Seats alternate between sides: the first player of each side, then the second of each.
            most = max(len(team) for team in teams)
            return [team[n] if n < len(team) else "" for n in range(most) for team in teams]
        names = [row.cells.get(f"name.{n}", "") for n in range(MOST_SEATS)]
        while names and not names[-1]:
            names.pop()
        return names

    def _shape(
        self, row: _Row, game: Game[Any], names: list[str], sides: int
    ) -> tuple[tuple[int, int] | None, list[str]]:
        """Return the numbers of seats and sides that the row means, and the names by seat."""
        known = [seating.shape for seating in game.seatings]
        matching = [shape for shape in known if shape[1] == sides and (not names or shape[0] == len(names))]
        if not matching and names and len(names) == sides:
            # One name for each side: the partners were not recorded.
            matching = [shape for shape in known if shape[1] == sides]
            if matching:
                names = names + [""] * (matching[0][0] - len(names))
        if not matching:
            words = say(
                _("{game} cannot have {names} players and {sides} totals"),
                game=gettext(game.name),
                names=len(names),
                sides=sides,
            )
            row.add_mistake("total.0", words)
            return None, names
        return matching[0], names or [""] * matching[0][0]

    def _house(self, row: _Row, game: Game[Any]) -> tuple[str, str]:
        preset_name = row.cells.get("preset") or self.reading.preset
        club_house = self.houses.get(preset_name.removeprefix("club:"))
        if club_house is not None and club_house.game_slug == game.slug:
            return club_house.preset, json.dumps(club_house.house)
        preset = game.preset(preset_name) if preset_name else game.presets[0]
        if preset is None and row.cells.get("preset"):
            words = say(_("This game has no house rules “{name}”"), name=preset_name[:40])
            row.add_mistake("preset", words)
        preset = preset or game.presets[0]
        key = (game.slug, preset.id)
        if key not in self.preset_houses:
            self.preset_houses[key] = preset.id, json.dumps(to_json(preset.house))
        return self.preset_houses[key]


def _games_by_name() -> dict[str, str]:
    """Return the slugs of all games by slug and by name in all languages."""
    slugs: dict[str, str] = {}
    for language in ("en", "fr"):
        with override(language):
            slugs |= {gettext(game.name).casefold(): slug for slug, game in every_game().items()}
    return slugs | {slug: slug for slug in every_game()}


# For each role, words with which a heading may begin.
WORDS = {
    "date": "date day datum jour played when tag started",
    "game": "game jeu spiel",
    "preset": "preset rules regeln règles",
    "title": "title titel titre called",
    "place": "place venue where lieu ort location",
    "season": "season saison league liga ligue",
    "note": "note notes comment comments remark remarks bemerkung remarque",
}
# Words in headings of numbers that are not points.
_NOT_POINTS = "won winner hands number rule id no nr rank deals rounds table"
_SIDE = "side pair team partners partnership seite paar équipe équipes paire"
_NAME = "player name spieler joueur seat joueuse nom"
_TOTAL = "points score total result punkte scores pts résultat ergebnis"
WINDS = (("north", "nord"), ("east", "est", "ost"), ("south", "sud", "süd"), ("west", "ouest"))


def guess_columns(table: Spreadsheet, club: Club, game: str = "") -> ColumnReading:
    column_roles: list[str] = []
    for column in range(table.width):
        role = _role_of_heading(table.heading(column), column_roles)
        if table.heading(column).strip().casefold() == "id" and all(map(is_mark, table.cells(column)[:50])):
            role = "id"
        words = re.findall(r"[^\W\d_]+", table.heading(column).casefold())
        other_numbers = set(words) & set(_NOT_POINTS.split())
        if not role and not other_numbers and _are_points(table.cells(column)):
            role = (
                "person"
                if re.search(r"[^\W\d]", table.heading(column))
                else _next_role("total", column_roles)
            )
        # Each role is given to one column only, except "" (ignored) and ``person``.
        column_roles.append(role if role not in column_roles or role in ("", "person") else "")
    if not any(role == "date" for role in column_roles):
        date_columns = (n for n in range(table.width) if not column_roles[n] and _are_days(table.cells(n)))
        if (date_column := next(date_columns, None)) is not None:
            column_roles[date_column] = "date"
    days = [cell for n, role in enumerate(column_roles) if role == "date" for cell in table.cells(n)]
    order, sure = spreadsheet.day_order(days)
    slug = game or (club.games[0] if club.games and "game" not in column_roles else "")
    return ColumnReading(tuple(column_roles), slug if slug in every_game() else "", "", order, sure)


def _role_of_heading(heading: str, roles_so_far: Sequence[str]) -> str:
    words = re.findall(r"[^\W\d_]+|\d+", heading.casefold())
    if not words:
        return ""
    number = next((int(word) - 1 for word in words if word.isdecimal() and 0 < int(word) <= MOST_SEATS), None)
    word_set = set(words)
    seat = next((n for n, wind in enumerate(WINDS) if word_set & set(wind)), None)
    if word_set & set(_TOTAL.split()):
        if number is None and word_set & {"ns", "ew"}:
            number = 0 if "ns" in word_set else 1
        if number is None:
            number = seat
        return f"total.{number}" if number is not None else _next_role("total", roles_so_far)
    if word_set & set(_SIDE.split()) or word_set <= {"ns", "ew"}:
        number = 0 if "ns" in word_set else 1 if "ew" in word_set else number
        return f"side.{number}" if number is not None else _next_role("side", roles_so_far)
    if word_set & set(_NAME.split()):
        return f"name.{number}" if number is not None else _next_role("name", roles_so_far)
    if seat is not None and len(words) == 1:
        return f"name.{seat}"
    return next((role for role, texts in WORDS.items() if words[0] in texts.split()), "")


def _next_role(kind: str, roles_so_far: Sequence[str]) -> str:
    return f"{kind}.{sum(role.startswith(kind) for role in roles_so_far)}"


def _are_points(column: Sequence[str]) -> bool:
    filled = [cell for cell in column if cell.strip()]
    return bool(filled) and all(re.fullmatch(r"\s*[-−+(]?\d+([.,]\d+)*\)?\s*", cell) for cell in filled[:50])


def _are_days(column: Sequence[str]) -> bool:
    filled = [cell for cell in column if cell.strip()][:20]
    try:
        return bool(filled) and all(
            spreadsheet.parse_day(cell, spreadsheet.day_order(filled)[0]) for cell in filled
        )
    except DecodeError:
        return False
