"""What each column of a table of results seems to hold: by its heading, else by its cells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games import every_game
from games.engine import Unfit
from scorekeeper.clubs.models import Club

from . import cells
from .columns import MOST_SEATS, Reading
from .lines import is_mark
from .tables import Table

WORDS = {
    "date": "date day datum jour played when tag started",
    "game": "game jeu spiel",
    "preset": "preset rules regeln règles",
    "title": "title titel titre called",
    "place": "place venue where lieu ort location",
    "season": "season saison league liga ligue",
    "note": "note notes comment comments remark remarks bemerkung remarque",
}
# Columns of numbers that are nobody's points.
_NOTHING = {"won", "winner", "hands", "number", "rule", "id", "no", "nr", "rank", "deals", "rounds", "table"}
_SIDE = "side pair team partners partnership seite paar équipe équipes paire"
_NAME = "player name spieler joueur seat joueuse nom"
_TOTAL = "points score total result punkte scores pts résultat ergebnis"
WINDS = (("north", "nord"), ("east", "est", "ost"), ("south", "sud", "süd"), ("west", "ouest"))


def guessed(table: Table, club: Club, game: str = "") -> Reading:
    """What the headings and the cells seem to say."""
    found: list[str] = []
    for column in range(table.width):
        role = _by_heading(table.heading(column), found)
        if table.heading(column).strip().casefold() == "id" and all(map(is_mark, table.cells(column)[:50])):
            role = "id"
        nothing = set(re.findall(r"[^\W\d_]+", table.heading(column).casefold())) & _NOTHING
        if not role and not nothing and _is_points(table.cells(column)):
            role = "person" if re.search(r"[^\W\d]", table.heading(column)) else _next("total", found)
        found.append(role if role not in found or role in ("", "person") else "")
    if not any(role == "date" for role in found):
        dates = (n for n in range(table.width) if not found[n] and _is_days(table.cells(n)))
        if (column := next(dates, None)) is not None:
            found[column] = "date"
    days = [cell for n, role in enumerate(found) if role == "date" for cell in table.cells(n)]
    order, sure = cells.order_of(days)
    slug = game or (club.games[0] if club.games and "game" not in found else "")
    return Reading(tuple(found), slug if slug in every_game() else "", "", order, sure)


def _by_heading(heading: str, found: Sequence[str]) -> str:
    words = re.findall(r"[^\W\d_]+|\d+", heading.casefold())
    if not words:
        return ""
    number = next((int(word) - 1 for word in words if word.isdecimal() and 0 < int(word) <= MOST_SEATS), None)
    told = set(words)
    seat = next((n for n, wind in enumerate(WINDS) if told & set(wind)), None)
    if told & set(_TOTAL.split()):
        if number is None and told & {"ns", "ew"}:
            number = 0 if "ns" in told else 1
        return (
            f"total.{number if number is not None else seat}"
            if number is not None or seat is not None
            else _next("total", found)
        )
    if told & set(_SIDE.split()) or told <= {"ns", "ew"}:
        number = 0 if "ns" in told else 1 if "ew" in told else number
        return f"side.{number}" if number is not None else _next("side", found)
    if told & set(_NAME.split()):
        return f"name.{number}" if number is not None else _next("name", found)
    if seat is not None and len(words) == 1:
        return f"name.{seat}"
    return next((role for role, known in WORDS.items() if words[0] in known.split()), "")


def _next(kind: str, found: Sequence[str]) -> str:
    return f"{kind}.{sum(role.startswith(kind) for role in found)}"


def _is_points(column: Sequence[str]) -> bool:
    filled = [cell for cell in column if cell.strip()]
    return bool(filled) and all(re.fullmatch(r"\s*[-−+(]?\d+([.,]\d+)*\)?\s*", cell) for cell in filled[:50])


def _is_days(column: Sequence[str]) -> bool:
    filled = [cell for cell in column if cell.strip()][:20]
    try:
        return bool(filled) and all(cells.when(cell, cells.order_of(filled)[0]) for cell in filled)
    except Unfit:
        return False
