"""Stored rulings of the referee: facts, rules, and the words shown that day."""

import secrets

from django.db import models

from games import every_game
from scorekeeper.matches.models import CODE_CHARACTERS, Match, Table

CODE_LENGTH = 10  # characters, each one of 31: 49 bits, too many to guess


def new_code() -> str:
    return "".join(secrets.choice(CODE_CHARACTERS) for _index in range(CODE_LENGTH))


class Ruling(models.Model):
    """A question, its facts, the house rules, and the ruling. Never changed."""

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    game_slug = models.SlugField()  # no choices: a new game needs no migration
    question = models.CharField(max_length=60)
    facts = models.JSONField()
    preset = models.CharField(max_length=40, blank=True)
    house = models.JSONField()
    seats = models.PositiveSmallIntegerField()
    sides = models.PositiveSmallIntegerField()
    first_dealer = models.PositiveSmallIntegerField(default=0)
    # The ruling in words, as the page shows it: the result of ``stored_rulings.ruling_text``.
    said = models.JSONField()
    language = models.CharField(max_length=12)
    release = models.CharField(max_length=60)  # the site's release and a fingerprint of the game's rules
    # A hash of everything asked, so that the same question has one URL.
    fingerprint = models.CharField(max_length=64, unique=True)
    match = models.ForeignKey(Match, models.SET_NULL, null=True, blank=True, related_name="rulings")
    hand = models.PositiveIntegerField(null=True, blank=True)  # the number of the hand in question
    length = models.PositiveIntegerField(default=0)  # entries in the match's log when asked
    kept_by = models.CharField(max_length=64, blank=True)  # the hash of the phone's secret
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(fields=["kept_by", "-made"], name="rulings_of_a_phone"),
            models.Index(fields=["game_slug", "question"], name="rulings_on_a_question"),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def game_name(self) -> str:
        if self.match is not None and self.match.title:
            return self.match.title
        game = every_game().get(self.game_slug)
        return game.name if game else self.game_slug


class Precedent(models.Model):
    """A ruling that a table follows; the row is kept after the precedent has ended."""

    ruling = models.ForeignKey(Ruling, models.CASCADE, related_name="precedents")
    table = models.ForeignKey(Table, models.CASCADE, related_name="precedents")
    by_name = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    ended = models.DateTimeField(null=True, blank=True)
    ended_by = models.CharField(max_length=40, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["ruling", "table"], condition=models.Q(ended=None), name="one_precedent_a_ruling"
            )
        ]

    def __str__(self) -> str:
        return str(self.ruling)
