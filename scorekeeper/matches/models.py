"""A table, the phones at it, its matches, and everything ever written on their sheets.

Nothing here names a game: a game is a slug without choices, a hand is JSON that the engine reads.
"""

import hashlib
import secrets
import uuid
from typing import Any, NamedTuple

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import every_game
from scorekeeper.sheet.house import describe_house
from scorekeeper.sheet.stored import load_house
from scorekeeper.words import words_for

# No 0 O 1 I L: a code is read out across a room.
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
FADES = (7, 30, 90, 365)  # days after the last hand that a host may choose from
CODE_LENGTH = 12  # 31 letters: 59 bits, beyond guessing


def new_code() -> str:
    """A code for a table, beyond guessing and easy to say."""
    return "".join(secrets.choice(LETTERS) for _letter in range(CODE_LENGTH))


def code_from(key: uuid.UUID) -> str:
    """The code of a table that a phone began without a network, from a key that it made by chance.

    The phone makes it likewise (static/offline/alone.js). Whoever knows the code does not know the key.
    """
    digest = hashlib.sha256(str(key).encode()).digest()
    pairs = zip(digest[0 : 2 * CODE_LENGTH : 2], digest[1 : 2 * CODE_LENGTH : 2], strict=True)
    return "".join(LETTERS[(first * 256 + second) % len(LETTERS)] for first, second in pairs)


class Table(models.Model):
    """Some people round a table, one match after another. Its row is the lock of every write."""

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    # Rises with everything that a phone would show otherwise; phones follow it.
    version = models.PositiveIntegerField(default=0)
    # The score link is made from this; one more and every link given out before is dead.
    invitation = models.PositiveIntegerField(default=0)
    # The same for the link to watch. 0: nobody has withdrawn it, and whoever has the code may look on.
    watching = models.PositiveIntegerField(default=0)
    # What a point is worth when it is settled up, exactly ("1/20"), and of what; "" where nothing was agreed.
    stake = models.CharField(max_length=24, blank=True)
    currency = models.CharField(max_length=12, blank=True)
    # The club whose evening it is, and the season it counts for; most tables have neither.
    club = models.ForeignKey("clubs.Club", models.SET_NULL, null=True, blank=True, related_name="tables")
    season = models.ForeignKey("clubs.Season", models.SET_NULL, null=True, blank=True, related_name="tables")
    # The night of several tables that it is one of.
    night = models.ForeignKey(
        "clubs.Night", models.SET_NULL, null=True, blank=True, related_name="all_tables"
    )
    venue = models.CharField(max_length=60, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    # When anything was last changed, and so many days later the names fade, except a club's (sweeping.py).
    touched = models.DateTimeField(default=timezone.now)
    fades_after = models.PositiveSmallIntegerField(default=90, choices=[(days, days) for days in FADES])
    faded = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["touched"], condition=models.Q(club=None, faded=None), name="tables_that_may_fade"
            )
        ]

    @property
    def needs_reasons(self) -> bool:
        """Whether whoever puts a hand right must say why: a club reads it later, friends have heard it."""
        return self.club_id is not None

    def __str__(self) -> str:
        return self.code


class Role(models.TextChoices):
    """What a phone may do at a table."""

    HOST = "host", _("Host")
    SCORER = "scorer", _("Scorer")
    WATCHER = "watcher", _("Viewer")


class Asking(models.TextChoices):
    """Where a phone's wish to keep score stands."""

    NOT = "", _("Has not asked")
    ASKS = "asks", _("Asks to keep score")
    DENIED = "denied", _("Declined")


class Phone(models.Model):
    """A phone at a table, known by a secret that only it holds; stored is the secret's hash."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="phones")
    key_hash = models.CharField(max_length=64)
    role = models.CharField(max_length=8, choices=Role.choices, default=Role.WATCHER)
    name = models.CharField(max_length=40, blank=True)
    asking = models.CharField(max_length=6, choices=Asking.choices, default=Asking.NOT, blank=True)
    asked = models.DateTimeField(null=True, blank=True)
    joined = models.DateTimeField(auto_now_add=True)
    # Of a phone that watches, by which of the table's links to watch it was let in.
    watching = models.PositiveIntegerField(default=0)
    # The role in the table's club that the right to write rests on, and whose it is: it ends when the role
    # does, also when the account and with it the member is gone. "" where the table itself gave the right.
    rests_on = models.CharField(max_length=12, blank=True)
    member = models.ForeignKey("clubs.Member", models.SET_NULL, null=True, blank=True, related_name="phones")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "key_hash"], name="one_role_a_phone")]
        indexes = [models.Index(fields=["key_hash", "-joined"], name="tables_of_a_phone")]

    def __str__(self) -> str:
        return self.name or f"{self.role} {self.pk}"

    @property
    def shown(self) -> str:
        """What the phone is called on the page."""
        return self.name or _("Phone %(n)d") % {"n": self.pk}

    @property
    def may_score(self) -> bool:
        """Whether it may write: read at every request, so that a right withdrawn is gone at the next."""
        if self.role not in (Role.HOST, Role.SCORER):
            return False
        return not self.rests_on or (self.member is not None and self.member.reaches(self.rests_on))

    @property
    def keeps_for_club(self) -> bool:
        """Whether it is known as somebody's who keeps score for the table's club, now."""
        return self.may_score and self.member is not None and self.member.keeps_score

    @property
    def role_now(self) -> Role:
        """What it may do now: a phone whose right has ended watches."""
        return Role(self.role) if self.may_score else Role.WATCHER


def may_look(table: Table, phone: Phone | None) -> bool:
    """Whether the table shows itself to a phone: to each as long as its link to watch was not withdrawn."""
    if not table.watching:
        return True
    return phone is not None and (phone.may_score or phone.watching == table.watching)


class MemberRole(NamedTuple):
    """What a right to write rests on: a member of the table's club whose role reaches at least so far."""

    member: Any
    role: str
    keeps_score: bool = False  # for the whole club, so that they may change what is closed


# What a phone's right rests on that the table itself has given it: nothing that could end elsewhere.
BY_THE_TABLE = {"member": None, "rests_on": ""}


class Match(models.Model):
    """One game from its first hand to its winner: a heading as it was first written, and a log.

    ``head`` is the hash of the last entry, so it names the whole log; ``length`` counts the entries.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField()  # 1 for the first match of the table
    game_slug = models.SlugField()  # no choices: a new game needs no migration
    preset = models.CharField(max_length=40)
    house = models.JSONField()
    seats = models.PositiveSmallIntegerField()
    sides = models.PositiveSmallIntegerField()
    first_dealer = models.PositiveSmallIntegerField(default=0)
    # What the table calls the game, where it has a name of its own for it.
    title = models.CharField(max_length=40, blank=True)
    length = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    # How often names in the log were covered: what is remembered of a log is remembered with its names.
    named = models.PositiveIntegerField(default=0)
    # The hand begun: its kind and boxes so far, free of the log until it is saved.
    begun = models.JSONField(null=True, blank=True)
    # The phones that keep hands which do not fit the log, until people have chosen: how many, and since when.
    held = models.JSONField(null=True, blank=True)
    # Of a paper sheet that was entered later, the day it was played.
    started = models.DateTimeField(default=timezone.now)
    ended = models.DateTimeField(null=True, blank=True)
    # Copied from a paper sheet: it ended on the day it was played, not when it was written here.
    on_paper = models.BooleanField(default=False)
    # A finished match as it was scored that day, whatever a later release makes of the log.
    frozen = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_match_a_number")]
        indexes = [models.Index(fields=["-started"], condition=models.Q(ended=None), name="matches_going_on")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number} {self.game_slug}"

    @property
    def called(self) -> str:
        """The table's own name for the game, else its own in the reader's language."""
        return self.title or self.game_name

    @property
    def game_name(self) -> str:
        """The game's name in the reader's language; the slug for a game there is no more."""
        game = every_game().get(self.game_slug)
        return gettext(game.name) if game else self.game_slug

    @property
    def people(self) -> str:
        """Those who sat down to it, as one line."""
        names = {seat.position: seat.name for seat in self.sitting.all()}
        return ", ".join(names[position] for position in sorted(names))


class Seat(models.Model):
    """Who sits where in a match, from which hand on: a seat that changes hands has several rows."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="sitting")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    # Whom of its club's players the name stands for, once somebody has said so.
    player = models.ForeignKey(
        "clubs.Player", models.SET_NULL, null=True, blank=True, related_name="seats", db_index=False
    )
    since = models.PositiveIntegerField(default=0)  # the number of the first hand played under the name

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "position", "since"], name="one_name_a_seat_at_a_time")
        ]
        indexes = [
            models.Index(fields=["player", "-match"], name="where_a_player_sat"),
            models.Index(fields=["player", "name"], name="names_of_a_player"),
        ]
        ordering = ("position", "since")

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """One line of the log. Entries are added, never changed.

    ``number`` is the hand it is about (0: the heading), ``rev`` how often that hand has been written,
    ``hand`` what it says (None strikes it out), ``before`` the hand a forgotten one goes in before.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="entries")
    place = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    rev = models.PositiveIntegerField(default=1)
    hand = models.JSONField(null=True)
    why = models.CharField(max_length=200, blank=True)
    before = models.PositiveIntegerField(null=True)
    key = models.UUIDField()
    # What was asked, so that a key used again for something else is noticed.
    fingerprint = models.CharField(max_length=64)
    by = models.ForeignKey(Phone, models.SET_NULL, null=True, related_name="entries")
    by_name = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    prev = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        # The second wall: whatever the code above it does, nothing is counted twice or overwritten.
        constraints = [
            models.UniqueConstraint(fields=["match", "place"], name="one_entry_a_place"),
            models.UniqueConstraint(fields=["match", "key"], name="one_entry_a_key"),
            models.UniqueConstraint(fields=["match", "number", "rev"], name="one_entry_a_revision"),
        ]
        ordering = ("place",)
        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return f"{self.place}: hand {self.number}, writing {self.rev}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("Entries are never changed; add another")
        super().save(*args, **kwargs)


class Settled(models.TextChoices):
    """How a question about a hand was settled."""

    STANDS = "stands", _("The score stands")
    PUT_RIGHT = "put_right", _("The hand was edited")
    RULED = "ruled", _("A ruling was applied")
    AGREED = "agreed", _("Points were adjusted")


class Objection(models.Model):
    """Somebody at the table questions a hand: every phone sees the mark until it is settled."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="objections")
    number = models.PositiveIntegerField()
    by = models.ForeignKey(Phone, models.SET_NULL, null=True, related_name="objections")
    by_name = models.CharField(max_length=40, blank=True)
    why = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    settled = models.CharField(max_length=10, choices=Settled.choices, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.CharField(max_length=40, blank=True)

    class Meta:
        # Whoever asks while it is open asks the same.
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"], condition=models.Q(settled=""), name="one_open_objection_a_hand"
            )
        ]
        ordering = ("at",)

    def __str__(self) -> str:
        return f"hand {self.number}: {self.settled or 'open'}"


class OwnGame(models.Model):
    """House rules and seats that a phone has kept as a game of its own, under a name and a link."""

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    name = models.CharField(max_length=40)
    game_slug = models.SlugField()
    preset = models.CharField(max_length=40)
    house = models.JSONField()
    seats = models.PositiveSmallIntegerField()
    sides = models.PositiveSmallIntegerField()
    key_hash = models.CharField(max_length=64)  # of the phone that keeps it
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["key_hash", "name"], name="one_own_game_a_name")]
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    @property
    def about(self) -> str:
        """Which game of the site it is, and in what way."""
        game = every_game().get(self.game_slug)
        if game is None:
            return ""
        named, preset = gettext(game.name), game.preset(self.preset)
        if preset is None:
            return named
        house = load_house(game, self.preset, self.house)
        return f"{named} · {describe_house(game, preset, house, words_for()).name}"


class Result(models.Model):
    """How a finished match ended for one side: a projection of the log, rebuilt by ``rebuild_results``."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="results")
    side = models.PositiveSmallIntegerField()
    # Rounded to four places for sorting and sums; the sheet itself is exact.
    total = models.DecimalField(max_digits=14, decimal_places=4)
    place = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    # What the game's own list counts for the side, and its own games won and lost; None where it has none.
    listed = models.DecimalField(max_digits=14, decimal_places=4, null=True)
    listed_won = models.PositiveIntegerField(null=True)
    listed_lost = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "side"], name="one_result_a_side")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.side}: {self.total}"
