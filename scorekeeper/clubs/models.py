"""Import of the models of the subpackages: Django looks for an application's models here."""

from scorekeeper.clubs.house_rules.models import AtOurClub, ClubHouse
from scorekeeper.clubs.membership.models import RANK, Club, ClubEvent, Invitation, Member, Role, Season
from scorekeeper.clubs.people.models import Claim, Player

__all__ = [
    "RANK",
    "AtOurClub",
    "Claim",
    "Club",
    "ClubEvent",
    "ClubHouse",
    "Invitation",
    "Member",
    "Player",
    "Role",
    "Season",
]
