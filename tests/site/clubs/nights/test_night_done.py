"""The log of a night, and the warning about players without a partner."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.clubs.membership import events
from scorekeeper.clubs.models import ClubEvent
from scorekeeper.nights import attendance
from scorekeeper.nights.models import Night, Present
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.club_rows_nights import a_night
from tests.site.night_cast import NightCast

FIXED = {"drawing": "fixed", "rounds": 6}


@pytest.fixture
def club(db: None) -> ClubCast:
    return ClubCast()


def done(club: ClubCast) -> list[tuple[str, str]]:
    """Return the log, oldest first: the text and the author of each event."""
    found = ClubEvent.objects.filter(club=club.club).order_by("pk")
    return [(one.words, one.by) for one in map(events.event_message, found)]


def test_everything_that_is_done_at_a_night_is_written_down(club: ClubCast) -> None:
    club.post("Sven", "new_night", data=a_night(club))
    night = Night.objects.get(club=club.club)
    attendance.arrive(night, [club.player(name) for name in ("Ann", "Bo", "Cy", "Di")])
    made = NightCast.__new__(NightCast)
    made.cast, made.night = club, night
    made.post("Sven", "draw", round="1")
    made.post("Olga", "take_back", round="1")
    made.post("Olga", "draw", round="1")
    made.play((50, 10))
    made.post("Olga", "end_night")
    made.post("Sven", "end_night", again="1")
    first = made.seated(made.tables(1)[0])
    assert done(club) == [
        ("Friday: the night was created.", "Sven"),
        ("Friday: round 1 was drawn, tables: 1.", "Sven"),
        ("Friday: the draw of round 1 was undone.", "Olga"),
        ("Friday: round 1 was drawn, tables: 1.", "Olga"),
        ("Friday: round 1 ended.", "Sven"),
        ("Friday: the night ended.", "Olga"),
        (
            "Friday: the prizes were fixed. First prize: "
            f"{', '.join(sorted(first[::2]))}; Booby prize: {', '.join(sorted(first[1::2]))}",
            "Olga",
        ),
        ("Friday: the night was reopened.", "Sven"),
    ]
    assert "the prizes were fixed" in text(club.get("Mia", "club_log"))


def test_twice_is_written_down_once_and_what_fails_not_at_all(club: ClubCast) -> None:
    made = NightCast(club, ("Ann", "Bo", "Cy", "Di"))
    for _tap in range(2):
        made.post("Sven", "draw", round="1")
    assert made.post("Sven", "end_night").status_code == 422
    for _tap in range(2):
        made.post("Sven", "end_round", round="1")
    for _tap in range(2):
        made.post("Sven", "end_night")
    kinds = ClubEvent.objects.filter(club=club.club).order_by("pk").values_list("what", flat=True)
    assert list(kinds) == ["round_drawn", "round_ended", "night_ended", "prizes_fixed"]
    other = NightCast(club, ("Ann", "Bo", "Cy", "Di"))
    club.post("Sven", "delete_night", other.night.pk, data={})
    assert done(club)[-1] == ("20 November 2026: the night was deleted.", "Sven")


# Without a partner ------------------------------------------------------------


def paired(club: ClubCast, *pairs: tuple[str, str], alone: tuple[str, ...] = (), **more: Any) -> NightCast:
    made = NightCast(club, [*(name for pair in pairs for name in pair), *alone], more=FIXED | more)
    for one, other in pairs:
        attendance.pair(made.night, here(made, one), here(made, other))
    return made


def here(made: NightCast, name: str) -> Present:
    return Present.objects.get(night=made.night, player__name=name)


WARNED = "Eve has no partner and would sit out every round."


def test_somebody_alone_among_pairs_is_told_of_where_the_night_is_set_up_and_drawn(club: ClubCast) -> None:
    made = paired(club, ("Ann", "Bo"), ("Cy", "Di"), alone=("Eve",))
    for page in ("present", "night"):
        assert WARNED in text(made.get("Sven", page)), page
        assert "With Ann &amp; Bo" in text(made.get("Sven", page))
    assert WARNED not in text(made.get("Mia", "night"))
    # Two players without a partner are paired each round, so there is no warning.
    attendance.arrive(made.night, [club.player("Fay")])
    assert "would sit out every round" not in text(made.get("Sven", "present"))
    attendance.set_resting(made.night, here(made, "Fay"), True)
    assert WARNED in text(made.get("Sven", "night"))


def test_they_take_turns_with_a_pair_and_each_sits_out_as_often(club: ClubCast) -> None:
    made = paired(club, ("Ann", "Bo"), ("Cy", "Di"), alone=("Eve",))
    said = f"{here(made, 'Eve').pk}+{here(made, 'Bo').pk}"
    assert made.post("Sven", "present", turn=said).status_code == 303
    page = text(made.get("Sven", "present"))
    assert "Take turns" in page
    assert "would sit out every round" not in page
    out: list[str] = []
    for _round in range(6):
        made.draw()
        (table,) = made.tables()
        seats = made.seated(table)
        teams = {frozenset(seats[::2]), frozenset(seats[1::2])}
        assert frozenset(("Cy", "Di")) in teams
        (watching,) = {"Ann", "Bo", "Eve"} - set(seats)
        out.append(watching)
        made.play((5, 1))
    assert sorted(out) == ["Ann", "Ann", "Bo", "Bo", "Eve", "Eve"]
    assert set(out[:3]) == {"Ann", "Bo", "Eve"}


def test_when_the_pair_parts_all_three_are_without_a_partner_again(club: ClubCast) -> None:
    made = paired(club, ("Ann", "Bo"), ("Cy", "Di"), alone=("Eve",))
    attendance.take_turns(made.night, here(made, "Eve"), here(made, "Ann"))
    made.post("Sven", "present", part=str(here(made, "Bo").pk))
    partners = Present.objects.filter(night=made.night).exclude(partner=None)
    assert {one.player.name for one in partners} == {"Cy", "Di"}
    # A player who takes turns may leave alone: the pair stays.
    made = paired(ClubCast("Another"), ("Ann", "Bo"), ("Cy", "Di"), alone=("Eve",))
    attendance.take_turns(made.night, here(made, "Eve"), here(made, "Ann"))
    made.draw()
    attendance.depart(made.night, here(made, "Eve"))
    assert here(made, "Ann").partner == here(made, "Bo")


def test_what_makes_no_turns_changes_nothing(club: ClubCast) -> None:
    made = paired(club, ("Ann", "Bo"), ("Cy", "Di"), alone=("Eve",))
    eve, ann = here(made, "Eve").pk, here(made, "Ann").pk
    for said in (f"{eve}", f"{eve}+{eve}", f"{ann}+{eve}", "+", "x+y", f"{eve}+{10**12}"):
        assert made.post("Sven", "present", turn=said).status_code == 303
    assert here(made, "Eve").partner is None
    assert here(made, "Ann").partner == here(made, "Bo")
