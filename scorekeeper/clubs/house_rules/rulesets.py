"""Versioned house rules: a new version ends the previous one."""

from typing import Any

from django.utils import timezone

from games import every_game
from games.engine import Game, Heading, Seating, to_json
from scorekeeper.clubs.membership import events
from scorekeeper.clubs.membership.clubs import locked_club
from scorekeeper.clubs.models import Club, ClubHouse
from scorekeeper.sheet.house import differing_options
from scorekeeper.sheet.stored import load_house
from scorekeeper.web.i18n import words_for


class ChangedMeanwhile(Exception):
    """The rules have been changed since the form was opened."""

    def __init__(self, current: ClubHouse | None) -> None:
        self.current = current


class NameTaken(Exception):
    """The club already has house rules of this name."""


def create_ruleset(
    club: Club, game: Game[Any], heading: Heading, name: str, by_name: str, why: str = ""
) -> ClubHouse:
    """Create house rules; if ended ones had this name, continue their numbering. Raise ``NameTaken``."""
    with locked_club(club.pk):
        versions = ClubHouse.objects.filter(club=club, name=name)
        if versions.filter(until=None).exists():
            raise NameTaken
        last = versions.order_by("-version").values_list("version", flat=True).first() or 0
        ruleset = _create_version(club, name, game.slug, heading, last + 1, by_name, why)
        events.record_event(club.pk, "house_made", by_name, name=name, game=game.slug)
    return ruleset


def change_ruleset(house: ClubHouse, heading: Heading, by_name: str, why: str) -> ClubHouse:
    """Save a new version if anything differs. Raise ``ChangedMeanwhile``."""
    with locked_club(house.club_id):
        current = ClubHouse.objects.filter(club=house.club_id, name=house.name, until=None).first()
        if current is None or current.pk != house.pk:
            raise ChangedMeanwhile(current)
        if heading_of(current) == heading:
            return current
        ClubHouse.objects.filter(pk=current.pk).update(until=timezone.now())
        ruleset = _create_version(
            house.club, house.name, house.game_slug, heading, current.version + 1, by_name, why
        )
        values = {"name": house.name, "game": house.game_slug, "version": ruleset.version}
        events.record_event(house.club_id, "house_changed", by_name, **values)
    return ruleset


def end_ruleset(house: ClubHouse, by_name: str) -> None:
    with locked_club(house.club_id):
        if ClubHouse.objects.filter(pk=house.pk, until=None).update(until=timezone.now()):
            events.record_event(house.club_id, "house_ended", by_name, name=house.name, game=house.game_slug)


def _create_version(
    club: Club, name: str, slug: str, heading: Heading, version: int, by_name: str, why: str
) -> ClubHouse:
    seats, sides = heading.seating.shape
    return ClubHouse.objects.create(
        club=club,
        name=name,
        game_slug=slug,
        preset=heading.preset,
        house=to_json(heading.house),
        seats=seats,
        sides=sides,
        version=version,
        by_name=by_name[:40],
        why=why,
    )


def heading_of(house: ClubHouse) -> Heading:
    """Return the heading of a match under these rules: seating, rules and preset."""
    game = every_game()[house.game_slug]
    rules = load_house(game, house.preset, house.house)
    return Heading(Seating(house.seats, house.sides), rules, house.preset)


def history(house: ClubHouse) -> list[tuple[ClubHouse, list[tuple[str, str, str]]]]:
    """Return the versions, newest first, each with its changes: question, before, after."""
    game, words = every_game()[house.game_slug], words_for()
    rows = list(ClubHouse.objects.filter(club=house.club_id, name=house.name).order_by("version"))
    versions = []
    for before, row in zip([None, *rows], rows, strict=False):
        changed: list[tuple[str, str, str]] = []
        if before is not None and before.game_slug == row.game_slug == house.game_slug:
            changed = differing_options(game, heading_of(before).house, heading_of(row).house, words)
        versions.append((row, changed))
    return versions[::-1]
