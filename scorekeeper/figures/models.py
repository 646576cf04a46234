"""Ratings and statistics: computed from the history (``recompute``) and written nowhere else."""

from django.db import models

from scorekeeper.clubs.membership.models import Club
from scorekeeper.clubs.people.models import Player
from scorekeeper.matches.models import Match


class RatingStep(models.Model):
    """A player's rating before and after a match, and what explains the change."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    game_slug = models.SlugField(db_index=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="rated", db_index=False)
    at = models.DateTimeField()
    side = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    level = models.BooleanField()  # another side has the same place
    rated = models.BooleanField()  # False if a side had no known player
    mu_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    nth = models.PositiveIntegerField()  # counts the player's matches of this game
    # The strength of the side (``own``) and of its opponents (``against``).
    own = models.FloatField()
    against = models.FloatField()
    expected = models.PositiveIntegerField()  # the side's chance of winning, in millionths
    mates = models.PositiveSmallIntegerField()  # seats of the player's side, including the player's own
    sides = models.PositiveSmallIntegerField()

    class Meta:
        app_label = "clubs"
        db_table = "clubs_rated"
        # One step per match and player.
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="one_step_a_match")]
        indexes = [
            models.Index(fields=["player", "game_slug", "nth"], name="steps_of_a_player"),
            models.Index(fields=["club", "game_slug", "at", "match"], name="steps_in_order"),
        ]


class Rating(models.Model):
    """A player's current rating at a game: the last of the steps."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    game_slug = models.SlugField(db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField()
    run = models.PositiveIntegerField()  # current winning streak, in matches
    longest = models.PositiveIntegerField()
    last = models.DateTimeField()

    class Meta:
        app_label = "clubs"
        constraints = [
            # One rating per club, game and player.
            models.UniqueConstraint(fields=["club", "game_slug", "player"], name="one_rating_a_game")
        ]
        indexes = [
            models.Index(fields=["club", "game_slug", "-mu"], name="strongest_first"),
            models.Index(fields=["club", "game_slug", "-longest"], name="longest_runs_first"),
        ]


class PairStats(models.Model):
    """Two players' matches of a game: as partners, or as opponents."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    game_slug = models.SlugField(db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")
    partners = models.BooleanField()
    matches = models.PositiveIntegerField()
    # As partners: matches won together. As opponents: matches where ``player`` was placed before ``other``.
    won = models.PositiveIntegerField()
    level = models.PositiveIntegerField()  # as opponents: matches in which both had the same place
    expected = models.PositiveBigIntegerField()  # as partners: expected wins, in millionths

    class Meta:
        app_label = "clubs"
        db_table = "clubs_together"
        constraints = [
            models.UniqueConstraint(
                fields=["player", "other", "game_slug", "partners"], name="one_row_for_two"
            )
        ]
        indexes = [
            models.Index(fields=["player", "game_slug", "partners", "-matches"], name="most_often_together"),
            models.Index(fields=["club", "game_slug", "partners", "-matches"], name="pairs_of_a_game"),
        ]


class MatchStats(models.Model):
    """One match's contributions to the statistics; stale if ``history.models.Played`` has another version."""

    # ``match.figured`` is this row, which exists once the match's contributions have been computed.
    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="figured")
    version = models.UUIDField()
    credits = models.JSONField()  # list of ``figures.credits.Credit``

    class Meta:
        app_label = "clubs"
        db_table = "clubs_figured"


class StatTotal(models.Model):
    """The total of one statistic; ``who`` is the club (""), a player ("7") or a pair ("7+12").

    ``season`` is 0 for all time. ``match`` and ``hand`` say where the best value occurred or, for a statistic
    that is counted, its first occurrence. In stored names a "deed" is a statistic, and a "sum" is its total
    (plural "tallies").
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    game_slug = models.SlugField(db_index=False)
    season = models.PositiveBigIntegerField(default=0)
    who = models.CharField(max_length=41)
    deed = models.CharField(max_length=40)  # id of the statistic
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+", db_index=False)
    partner = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+", db_index=False)
    # A count is ``n``, a sum ``amount``, a mean ``amount / tries`` and a ratio ``n / tries``. The highest or
    # lowest value is ``best``.
    n = models.PositiveBigIntegerField(default=0)
    tries = models.PositiveBigIntegerField(default=0)
    amount = models.DecimalField(max_digits=20, decimal_places=4, default=0)
    best = models.DecimalField(max_digits=20, decimal_places=4, null=True)
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="+", db_index=False)
    hand = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(null=True)

    class Meta:
        app_label = "clubs"
        db_table = "clubs_deedsum"
        verbose_name_plural = "tallies"
        constraints = [
            models.UniqueConstraint(
                fields=["club", "who", "season", "game_slug", "deed"], name="one_sum_a_deed"
            )
        ]
        indexes = [
            # Without the pairs' totals, which are most of the rows. ``match`` orders equal values.
            models.Index(
                fields=["club", "game_slug", "season", "deed", "-best", "match"],
                condition=models.Q(partner=None),
                name="records_of_a_game",
            ),
            models.Index(fields=["player", "game_slug", "season"], name="tallies_of_a_player"),
        ]
