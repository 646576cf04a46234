"""The models of all rooms, where Django finds them. What follows from a log is never written by hand."""

from scorekeeper.clubs.figures.models import Counted, DeedSum, Figured, Rated, Rating, Together
from scorekeeper.clubs.history.models import Appearance, Note, Played
from scorekeeper.clubs.house_rules.models import AtOurClub, ClubHouse
from scorekeeper.clubs.importing.models import Bringing, BroughtIn
from scorekeeper.clubs.jobs.models import Behind, Job
from scorekeeper.clubs.membership.models import RANK, Club, ClubEvent, Invitation, Member, Role
from scorekeeper.clubs.nights.models import (
    Counting,
    Drawing,
    Missed,
    Night,
    NightTable,
    Present,
    Round,
    Season,
)
from scorekeeper.clubs.people.models import Claim, Player
from scorekeeper.clubs.privacy.models import Covered

__all__ = [
    "RANK",
    "Appearance",
    "AtOurClub",
    "Behind",
    "Bringing",
    "BroughtIn",
    "Claim",
    "Club",
    "ClubEvent",
    "ClubHouse",
    "Counted",
    "Counting",
    "Covered",
    "DeedSum",
    "Drawing",
    "Figured",
    "Invitation",
    "Job",
    "Member",
    "Missed",
    "Night",
    "NightTable",
    "Note",
    "Played",
    "Player",
    "Present",
    "Rated",
    "Rating",
    "Role",
    "Round",
    "Season",
    "Together",
]
