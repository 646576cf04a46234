"""What was played, by whom: a projection of the results, and what people wrote beside them."""

from django.db import models
from django.utils import timezone

from scorekeeper.clubs.membership.models import Club, Member
from scorekeeper.clubs.nights.models import Season
from scorekeeper.clubs.people.models import Player
from scorekeeper.matches.models import Match


class Played(models.Model):
    """A finished match of a club as its history finds it. Rebuilt from the log, never written elsewhere."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="played")
    club = models.ForeignKey(Club, models.CASCADE, related_name="played", db_index=False)
    game_slug = models.SlugField(db_index=False)
    season = models.ForeignKey(Season, models.SET_NULL, null=True, related_name="+", db_index=False)
    venue = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField()  # when the match ended
    # The number of the rule by which it ended, so that it can be looked for: "out the back door".
    rule = models.CharField(max_length=20, blank=True)
    hands = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name_plural = "played"
        indexes = [
            models.Index(fields=["club", "-at", "-match"], name="played_at_a_club"),
            models.Index(fields=["club", "game_slug", "-at", "-match"], name="played_of_a_game"),
            models.Index(fields=["club", "game_slug", "rule", "-at"], name="played_to_a_rule"),
            models.Index(fields=["club", "venue", "-at"], name="played_at_a_place"),
            models.Index(fields=["season", "-at"], name="played_in_a_season"),
        ]

    def __str__(self) -> str:
        return f"{self.game_slug} at {self.at:%Y-%m-%d}"


class Appearance(models.Model):
    """A player in a finished match, as its ``Result`` and its seats say. Rebuilt, never written elsewhere."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="appearances")
    match = models.ForeignKey(Match, models.CASCADE, related_name="appearances")
    player = models.ForeignKey(Player, models.CASCADE, related_name="appearances")
    game_slug = models.SlugField()
    season = models.ForeignKey(Season, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()  # when the match ended
    seat = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    total = models.DecimalField(max_digits=14, decimal_places=4)
    place = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    # The rule by which the match ended, so that it can be looked for: "out the back door".
    rule = models.CharField(max_length=20, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seat", "player"], name="one_appearance_a_seat")
        ]
        indexes = [
            models.Index(fields=["club", "-at", "match"], name="matches_of_a_club"),
            models.Index(fields=["player", "-at"], name="matches_of_a_player"),
            models.Index(fields=["club", "game_slug", "-at"], name="matches_of_a_game"),
            models.Index(fields=["season", "-at"], name="matches_of_a_season"),
            # Two in one match: without it SQLite reads all matches of the one for each of the other.
            models.Index(fields=["match", "player", "side"], name="players_of_a_match"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.match_id}"


class Note(models.Model):
    """What somebody wrote about a match."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="notes")
    club = models.ForeignKey(Club, models.CASCADE, related_name="notes")
    text = models.CharField(max_length=500)
    by = models.ForeignKey(Member, models.SET_NULL, null=True, blank=True, related_name="notes")
    by_name = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("at", "pk")

    def __str__(self) -> str:
        return self.text
