"""The log of a night, and the warning about players without a partner."""

from scorekeeper.clubs.models import ClubEvent
from scorekeeper.nights import attendance
from scorekeeper.nights.models import Night, Present
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.club_rows_nights import a_night
from tests.site.clubs.nights.evenings import present
from tests.site.night_cast import NAMES, NightCast


def done(club):
    """Return the log, oldest first: the kind and the author of each event."""
    return list(ClubEvent.objects.filter(club=club.club).order_by("pk").values_list("what", "by_name"))


def test_every_action_of_a_night_is_logged(club):
    club.post("Sven", "new_night", data=a_night(club))
    night = Night.objects.get(club=club.club)
    attendance.arrive(night, [club.player(name) for name in NAMES[:4]])
    made = NightCast.__new__(NightCast)
    made.cast, made.night = club, night
    made.post("Sven", "draw", round="1")
    made.post("Olga", "take_back", round="1")
    made.post("Olga", "draw", round="1")
    made.play((50, 10))
    made.post("Olga", "end_night")
    made.post("Sven", "end_night", again="1")
    assert done(club) == [
        ("night_made", "Sven"),
        ("round_drawn", "Sven"),
        ("round_taken_back", "Olga"),
        ("round_drawn", "Olga"),
        ("round_ended", "Sven"),
        ("night_ended", "Olga"),
        ("prizes_fixed", "Olga"),
        ("night_goes_on", "Sven"),
    ]
    first = made.seated(made.tables(1)[0])
    log = text(club.get("Mia", "club_log"))
    assert f"First prize: {', '.join(sorted(first[::2]))}; Booby prize" in log


def test_repeated_and_failed_actions_are_not_logged(club):
    made = NightCast(club, NAMES[:4])
    for _tap in range(2):
        made.post("Sven", "draw", round="1")
    assert made.post("Sven", "end_night").status_code == 422
    for action in ("end_round", "end_round", "end_night", "end_night"):
        made.post("Sven", action, round="1")
    assert [what for what, _by in done(club)] == ["round_drawn", "round_ended", "night_ended", "prizes_fixed"]
    NightCast(club).post("Sven", "delete_night")
    assert done(club)[-1] == ("night_deleted", "Sven")


def with_one_alone(club):
    """Create a night of fixed pairs to which Eve comes without a partner."""
    made = NightCast(club, NAMES[:5], more={"drawing": "fixed", "rounds": 6})
    for one, other in (("Ann", "Bo"), ("Cy", "Di")):
        attendance.pair(made.night, present(made, one), present(made, other))
    return made


WARNED = "Eve has no partner and would sit out every round."


def test_warning_about_a_player_without_partner(club):
    made = with_one_alone(club)
    for page in ("present", "night"):
        assert WARNED in text(made.get("Sven", page)), page
        assert "With Ann &amp; Bo" in text(made.get("Sven", page))
    assert WARNED not in text(made.get("Mia", "night"))
    # Two players without a partner are paired each round, so there is no warning.
    attendance.arrive(made.night, [club.player("Fay")])
    assert "would sit out every round" not in text(made.get("Sven", "present"))
    attendance.set_resting(made.night, present(made, "Fay"), True)
    assert WARNED in text(made.get("Sven", "night"))


def test_three_who_take_turns_sit_out_equally(club):
    made = with_one_alone(club)
    said = f"{present(made, 'Eve').pk}+{present(made, 'Bo').pk}"
    assert made.post("Sven", "present", turn=said).status_code == 303
    page = text(made.get("Sven", "present"))
    assert "Take turns" in page
    assert "would sit out every round" not in page
    out = []
    for _round in range(6):
        made.draw()
        seats = made.seated(made.tables()[0])
        assert {"Cy", "Di"} in (set(seats[::2]), set(seats[1::2]))
        out += {"Ann", "Bo", "Eve"} - set(seats)
        made.play((5, 1))
    assert sorted(out) == ["Ann", "Ann", "Bo", "Bo", "Eve", "Eve"]
    assert set(out[:3]) == {"Ann", "Bo", "Eve"}


def test_pair_that_parts_ends_the_turns_of_the_third(club):
    made = with_one_alone(club)
    attendance.take_turns(made.night, present(made, "Eve"), present(made, "Ann"))
    made.post("Sven", "present", part=str(present(made, "Bo").pk))
    partners = Present.objects.filter(night=made.night).exclude(partner=None)
    assert {one.player.name for one in partners} == {"Cy", "Di"}
    # A player who takes turns may leave alone: the pair stays.
    made = with_one_alone(ClubCast("Another"))
    attendance.take_turns(made.night, present(made, "Eve"), present(made, "Ann"))
    made.draw()
    attendance.depart(made.night, present(made, "Eve"))
    assert present(made, "Ann").partner == present(made, "Bo")


def test_what_makes_no_turns_changes_nothing(club):
    made = with_one_alone(club)
    eve, ann = present(made, "Eve").pk, present(made, "Ann").pk
    for said in (eve, f"{eve}+{eve}", f"{ann}+{eve}", "+", "x+y", f"{eve}+{10**12}"):
        assert made.post("Sven", "present", turn=said).status_code == 303
    assert present(made, "Eve").partner is None
    assert present(made, "Ann").partner == present(made, "Bo")
