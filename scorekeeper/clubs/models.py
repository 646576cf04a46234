"""The models of all rooms, where Django finds them. What follows from a log is never written by hand."""

from scorekeeper.clubs.figures.models import FiguresLock, MatchStats, PairStats, Rating, RatingStep, StatTotal
from scorekeeper.clubs.history.models import Appearance, Note, Played
from scorekeeper.clubs.house_rules.models import AtOurClub, ClubHouse
from scorekeeper.clubs.importing.models import ImportedMatch, ImportJob
from scorekeeper.clubs.jobs.models import Job, PendingJob
from scorekeeper.clubs.membership.models import RANK, Club, ClubEvent, Invitation, Member, Role
from scorekeeper.clubs.nights.models import (
    Counting,
    Drawing,
    Missed,
    Night,
    NightTable,
    Payout,
    Present,
    ResultConfirmation,
    Round,
    Season,
)
from scorekeeper.clubs.people.models import Claim, Player
from scorekeeper.clubs.privacy.models import Covered

__all__ = [
    "RANK",
    "Appearance",
    "AtOurClub",
    "Claim",
    "Club",
    "ClubEvent",
    "ClubHouse",
    "Counting",
    "Covered",
    "Drawing",
    "FiguresLock",
    "ImportJob",
    "ImportedMatch",
    "Invitation",
    "Job",
    "MatchStats",
    "Member",
    "Missed",
    "Night",
    "NightTable",
    "Note",
    "PairStats",
    "Payout",
    "PendingJob",
    "Played",
    "Player",
    "Present",
    "Rating",
    "RatingStep",
    "ResultConfirmation",
    "Role",
    "Round",
    "Season",
    "StatTotal",
]
