"""A pasted list of people: one name per line, or columns with e-mail addresses."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from scorekeeper.clubs.people import names
from scorekeeper.clubs.people.names import KnownName
from scorekeeper.clubs.spreadsheets.spreadsheet import unescape_formula
from scorekeeper.matches.typed_names import clean_name

MOST_LINES = 500
LONGEST_LINE = 300
# First words of column headings, in several languages.
FIRST = "first forename given vorname prénom prenom"
LAST = "last surname family nachname familienname nom"
NAME = "name names player players spieler joueur member members mitglied"
EMAIL = "email mail e-mail courriel"
_EMAIL_ADDRESS = re.compile(r"[^\s<>()\"',;]*@[^\s<>()\"',;]*")


@dataclass(frozen=True)
class ListedPerson:
    """A line of the list: name, matching players of the club, and problem."""

    line: int
    text: str
    name: str = ""
    email: str = ""
    problem: str = ""
    known: int | None = None  # the club's player of this name
    alike: tuple[int, ...] = ()  # players who may be the same person
    repeated: bool = False  # the name occurs earlier in the list

    @property
    def is_new(self) -> bool:
        return not (self.problem or self.known or self.alike or self.repeated)


def read_roster(text: str, known: Sequence[KnownName], replaced: Mapping[int, str]) -> list[ListedPerson]:
    """Return the people of a list. Raise ``ValidationError``.

    ``replaced`` has new text for some lines, by line number.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > MOST_LINES:
        raise too_many()
    headings: list[str] = []
    found: list[ListedPerson] = []
    seen: set[str] = set()
    for number, raw in enumerate(lines, start=1):
        line = replaced.get(number, raw)[:LONGEST_LINE].strip()
        cells = _cells(line)
        if not any(cells):
            continue
        if not found and not headings and _is_heading(cells):
            headings = [cell.casefold() for cell in cells]
            continue
        found.append(_person(number, line, cells, headings, known, seen))
    return found


def too_many() -> ValidationError:
    return ValidationError(_("At most %(n)d people at a time.") % {"n": MOST_LINES})


def _cells(line: str) -> list[str]:
    separator = next((char for char in "\t;," if char in line), "\t")
    return [unescape_formula(cell.strip().strip('"').strip()) for cell in line.split(separator)]


def _is_heading(cells: Sequence[str]) -> bool:
    first_words = [next(iter(cell.casefold().split()), "") for cell in cells]
    headings = f"{FIRST} {LAST} {NAME} {EMAIL}".split()
    return all(not word or word in headings for word in first_words)


def _person(
    number: int,
    line: str,
    cells: Sequence[str],
    headings: Sequence[str],
    known: Sequence[KnownName],
    seen: set[str],
) -> ListedPerson:
    email = next((found[0] for cell in cells if (found := _EMAIL_ADDRESS.search(cell))), "")
    try:
        name = clean_name(_name(line, cells, headings))
        if not name:
            raise ValidationError(_("The name is missing."))
        if email:
            validate_email(email)
    except ValidationError as error:
        return ListedPerson(number, line, problem=error.messages[0])
    folded_name = names.fold_name(name)
    repeated = folded_name in seen
    seen.add(folded_name)
    player_pk = next((player.current_pk for player in known if player.folded_name == folded_name), None)
    alike = () if player_pk or repeated else tuple(names.similar_ids(name, known, 2))
    return ListedPerson(number, line, name, email, "", player_pk, alike, repeated)


def _name(line: str, cells: Sequence[str], headings: Sequence[str]) -> str:
    """Return the name in a line: by the columns' headings, else from the first one or two cells."""
    by_heading = {
        heading.split()[0]: cell for heading, cell in zip(headings, cells, strict=False) if heading.split()
    }
    full_name, first, last = (
        next((by_heading[word] for word in headings_of_part.split() if by_heading.get(word)), "")
        for headings_of_part in (NAME, FIRST, LAST)
    )
    if first or last or full_name:
        return f"{first} {last or full_name}".strip()
    name_parts = [re.sub(r"[<(]?\S*@\S*", "", cell).strip().strip('"') for cell in cells]
    name_parts = [cell for cell in name_parts if any(letter.isalpha() for letter in cell)][:2]
    # "Miller, Ann" comes from an address book, "Ann,Miller" from columns.
    if len(name_parts) == 2 and re.match(r"[^,\t;]+, ", line):
        name_parts.reverse()
    return " ".join(name_parts)
