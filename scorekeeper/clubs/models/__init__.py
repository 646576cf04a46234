"""What a club keeps. Results are read off the tables' logs and never written here by hand."""

from .club import RANK, AtOurClub, Club, ClubEvent, ClubHouse, Invitation, Member, Role
from .figures import Behind, Counted, DeedSum, Figured, Rated, Rating, Together
from .history import Appearance, Bringing, BroughtIn, Note, Played
from .jobs import Job
from .nights import Counting, Drawing, Missed, Night, NightTable, Present, Round, Season
from .people import Claim, Covered, Player

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
