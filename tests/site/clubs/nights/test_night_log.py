"""The log of a night, and the warning about players without a partner."""

from scorekeeper.clubs.models import ClubEvent
from scorekeeper.nights import attendance
from scorekeeper.nights.models import Present
from tests.site.cast import text
from tests.site.club_cast import ClubCast
from tests.site.club_rows_nights import night_form
from tests.site.clubs.nights.evenings import night_of_fixed_pairs, present
from tests.site.night_cast import NAMES, NightCast


def log(club):
    return list(ClubEvent.objects.filter(club=club.club).order_by("pk").values_list("what", "by_name"))


def test_every_action_of_a_night_is_logged(club):
    club.post("Sven", "new_night", data=night_form(club))
    night = NightCast(club, NAMES[:4], fields={"prizes": ["first", "last"]})
    night.post("Sven", "draw", round="1")
    night.post("Olga", "take_back", round="1")
    night.post("Olga", "draw", round="1")
    night.play((50, 10))
    night.post("Olga", "end_night")
    night.post("Sven", "end_night", again="1")
    assert log(club) == [
        ("night_made", "Sven"),
        ("round_drawn", "Sven"),
        ("round_taken_back", "Olga"),
        ("round_drawn", "Olga"),
        ("round_ended", "Sven"),
        ("night_ended", "Olga"),
        ("prizes_fixed", "Olga"),
        ("night_goes_on", "Sven"),
    ]
    seated = night.seated(night.tables(1)[0])
    assert f"First prize: {', '.join(sorted(seated[::2]))}; Booby prize" in text(club.get("Mia", "club_log"))


def test_repeated_and_failed_actions_are_not_logged(club):
    night = NightCast(club, NAMES[:4])
    for _tap in range(2):
        night.post("Sven", "draw", round="1")
    assert night.post("Sven", "end_night").status_code == 422
    for action in ("end_round", "end_round", "end_night", "end_night"):
        night.post("Sven", action, round="1")
    assert [what for what, _by in log(club)] == ["round_drawn", "round_ended", "night_ended", "prizes_fixed"]
    NightCast(club).post("Sven", "delete_night")
    assert log(club)[-1] == ("night_deleted", "Sven")


WARNING = "Eve has no partner and would sit out every round."


def test_player_without_partner_causes_a_warning(club):
    night = night_of_fixed_pairs(club)
    for page in ("present", "night"):
        assert WARNING in text(night.get("Sven", page)), page
        assert "With Ann &amp; Bo" in text(night.get("Sven", page))
    assert WARNING not in text(night.get("Mia", "night"))
    # Two players without a partner are paired each round, so there is no warning.
    attendance.arrive(night.night, [club.player("Fay")])
    assert "would sit out every round" not in text(night.get("Sven", "present"))
    attendance.set_resting(night.night, present(night, "Fay"), True)
    assert WARNING in text(night.get("Sven", "night"))


def test_three_players_who_take_turns_as_partners_sit_out_equally(club):
    night = night_of_fixed_pairs(club)
    turn = f"{present(night, 'Eve').pk}+{present(night, 'Bo').pk}"
    night.post("Sven", "present", turn=turn)
    page = text(night.get("Sven", "present"))
    assert "Take turns" in page
    assert "would sit out every round" not in page
    sat_out = set()
    for _round in range(3):
        night.draw()
        seats = night.seated(night.tables()[0])
        assert {"Cy", "Di"} in (set(seats[::2]), set(seats[1::2]))
        sat_out |= {"Ann", "Bo", "Eve"} - set(seats)
        night.play((5, 1))
    assert sat_out == {"Ann", "Bo", "Eve"}


def test_splitting_a_pair_leaves_the_third_player_without_partner(club):
    night = night_of_fixed_pairs(club)
    attendance.take_turns(night.night, present(night, "Eve"), present(night, "Ann"))
    night.post("Sven", "present", part=str(present(night, "Bo").pk))
    partners = Present.objects.filter(night=night.night).exclude(partner=None)
    assert {partner.player.name for partner in partners} == {"Cy", "Di"}
    # When the third player leaves the night, the pair stays.
    night = night_of_fixed_pairs(ClubCast("Another"))
    attendance.take_turns(night.night, present(night, "Eve"), present(night, "Ann"))
    night.draw()
    attendance.depart(night.night, present(night, "Eve"))
    assert present(night, "Ann").partner == present(night, "Bo")


def test_invalid_turns_change_nothing(club):
    night = night_of_fixed_pairs(club)
    eve, ann = present(night, "Eve").pk, present(night, "Ann").pk
    # Valid is "id+id": first a player without a partner, then a player of a pair.
    for turn in (eve, f"{eve}+{eve}", f"{ann}+{eve}", "+", "x+y", f"{eve}+{10**12}"):
        assert night.post("Sven", "present", turn=turn).status_code == 303
    assert present(night, "Eve").partner is None
    assert present(night, "Ann").partner == present(night, "Bo")
