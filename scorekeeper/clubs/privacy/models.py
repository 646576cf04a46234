"""Names that were redacted because somebody asked to be forgotten."""

from django.db import models

from scorekeeper.clubs.people.models import Player


class Covered(models.Model):
    """A name that was covered because somebody asked to be forgotten: kept for a fortnight, to be undone."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="covered")
    what = models.CharField(max_length=40)  # "tables.Seat.name"
    rows = models.JSONField()  # the ids of the rows in which it stood
    said = models.JSONField()  # what stood there

    def __str__(self) -> str:
        return f"{self.what} of {self.player_id}"
