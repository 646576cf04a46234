"""Models of tables, phones, matches and log entries.

No game is named here: a game is a slug without choices, a hand is JSON that the engine reads.
"""

import hashlib
import secrets
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.db import connection, models, transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import every_game
from scorekeeper.sheet.house import describe_house
from scorekeeper.sheet.stored import load_house
from scorekeeper.web.i18n import words_for

# Without 0 O 1 I L, because people read codes aloud.
CODE_CHARACTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
RETENTION_DAYS = (7, 30, 90, 365)  # days after the last change; a host chooses one of these
CODE_LENGTH = 12  # 31 possible characters at each position: 59 bits, too many to guess

ModelT = TypeVar("ModelT", bound=models.Model)


def new_code() -> str:
    return "".join(secrets.choice(CODE_CHARACTERS) for _character in range(CODE_LENGTH))


def code_from(key: uuid.UUID) -> str:
    """Return the code of a table that a phone started offline, from the phone's random key.

    The phone derives it in the same way (static/offline/alone.js). The key cannot be found from the code.
    """
    return code_of_digest(hashlib.sha256(str(key).encode()).digest())


def code_of_digest(digest: bytes) -> str:
    """Return a code of twelve characters for a digest of at least 24 bytes."""
    pairs = zip(digest[0 : 2 * CODE_LENGTH : 2], digest[1 : 2 * CODE_LENGTH : 2], strict=True)
    count = len(CODE_CHARACTERS)
    return "".join(CODE_CHARACTERS[(first * 256 + second) % count] for first, second in pairs)


class Table(models.Model):
    """A group of players with one match after another. Every write locks its row."""

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    # Rises with every change that phones show; a phone that shows a lower version reloads.
    version = models.PositiveIntegerField(default=0)
    # The number of an earlier match that the table went back to; NULL: it plays its newest match.
    current = models.PositiveIntegerField(null=True, blank=True)
    # Set when a match is removed: the highest match number used until then. No number is used again, because
    # phones store unsent hands under the number of their match.
    last_number = models.PositiveIntegerField(null=True, blank=True)
    # Part of the score link's secret: raising it revokes every earlier link.
    invitation = models.PositiveIntegerField(default=0)
    # The same for the watch link. 0: never revoked, so the table's code is enough.
    watching = models.PositiveIntegerField(default=0)
    # The value of a point for settling up, as an exact fraction ("1/20"), and its currency; "" if not agreed.
    stake = models.CharField(max_length=24, blank=True)
    currency = models.CharField(max_length=12, blank=True)
    # The club that it belongs to and the season that its matches count for; most tables have neither.
    club = models.ForeignKey("clubs.Club", models.SET_NULL, null=True, blank=True, related_name="tables")
    season = models.ForeignKey("clubs.Season", models.SET_NULL, null=True, blank=True, related_name="tables")
    # The club night that it is part of.
    night = models.ForeignKey(
        "clubs.Night", models.SET_NULL, null=True, blank=True, related_name="all_tables"
    )
    venue = models.CharField(max_length=60, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    # The last change; ``fades_after`` days later the names are anonymised, except at a club's table
    # (cleanup.py).
    touched = models.DateTimeField(default=timezone.now)
    fades_after = models.PositiveSmallIntegerField(
        default=90, choices=[(days, days) for days in RETENTION_DAYS]
    )
    faded = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["touched"], condition=models.Q(club=None, faded=None), name="tables_that_may_fade"
            )
        ]

    @property
    def needs_reasons(self) -> bool:
        """Return whether corrections need a reason, which the secretary of the table's club reads later."""
        return self.club_id is not None

    def __str__(self) -> str:
        return self.code


class Role(models.TextChoices):
    """The role of a phone at a table."""

    HOST = "host", _("Host")
    SCORER = "scorer", _("Scorer")
    WATCHER = "watcher", _("Viewer")


SCORING = (Role.HOST, Role.SCORER)


class Asking(models.TextChoices):
    """The state of a phone's request to score."""

    NOT = "", _("Has not asked")
    ASKS = "asks", _("Asks to keep score")
    DENIED = "denied", _("Declined")
    MOVED = "moved", _("Replaced by another phone")


class Phone(models.Model):
    """A phone at a table, known by a secret key; only the key's hash is stored."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="phones")
    key_hash = models.CharField(max_length=64)
    role = models.CharField(max_length=8, choices=Role.choices, default=Role.WATCHER)
    name = models.CharField(max_length=40, blank=True)
    asking = models.CharField(max_length=6, choices=Asking.choices, default=Asking.NOT, blank=True)
    asked = models.DateTimeField(null=True, blank=True)
    joined = models.DateTimeField(auto_now_add=True)
    # For a watcher, the ``Table.watching`` of the link that let it in.
    watching = models.PositiveIntegerField(default=0)
    # The club role that the right to score derives from, and the member who has the role: the right ends with
    # either. ``rests_on`` is ``BY_ACCOUNT`` if the right derives from an account without a club role, "" if
    # the table gave the right.
    rests_on = models.CharField(max_length=12, blank=True)
    member = models.ForeignKey("clubs.Member", models.SET_NULL, null=True, blank=True, related_name="phones")
    # The account that was signed in when the phone got its right. Any browser signed in to it acts as this
    # phone.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="phones",
        db_index=False,
    )
    # The phone's last request while it could score, to the minute. None: unknown.
    seen = models.DateTimeField(default=timezone.now, null=True)
    # The time the phone took over scoring from inactive phones; None if it never did, or the takeover was
    # undone.
    took_over = models.DateTimeField(null=True, blank=True)
    # Part of the phone's recovery code: raising the number revokes the earlier code.
    recovery = models.PositiveIntegerField(default=0, db_default=0)

    # Set per request by phones.phone_at.
    is_signed_out = False  # the browser is signed out of the account that the right derives from
    is_by_account = False  # the browser was recognized by its account, not by its key

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "key_hash"], name="one_role_a_phone")]
        indexes = [
            models.Index(fields=["key_hash", "-joined"], name="tables_of_a_phone"),
            models.Index(
                fields=["account", "table"],
                condition=models.Q(account__isnull=False),
                name="tables_of_an_account",
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.role} {self.pk}"

    @property
    def display_name(self) -> str:
        return self.name or _("Phone %(n)d") % {"n": self.pk}

    @property
    def may_score(self) -> bool:
        """Return whether the phone may write now. Read at every request: a withdrawn right ends at once."""
        if self.role not in SCORING:
            return False
        if not self.rests_on:
            return True
        if self.is_signed_out:
            return False
        if self.rests_on == BY_ACCOUNT:
            return self.account_id is not None
        return self.member is not None and self.member.reaches(self.rests_on)

    @property
    def owner_id(self) -> int | None:
        """Return the account that the right belongs to, if any."""
        return self.account_id or (self.member.user_id if self.member is not None else None)

    @property
    def keeps_for_club(self) -> bool:
        """Return whether the phone belongs to a member who may score for the whole club."""
        return (
            self.may_score and not self.is_signed_out and self.member is not None and self.member.keeps_score
        )

    @property
    def role_now(self) -> Role:
        """Return the phone's effective role: a phone whose right has ended is a watcher."""
        return Role(self.role) if self.may_score else Role.WATCHER


def may_watch(table: Table, phone: Phone | None) -> bool:
    """Return whether a phone may see the table: any may, until the watch link is revoked."""
    if not table.watching:
        return True
    return phone is not None and (phone.may_score or phone.watching == table.watching)


class MemberRole(NamedTuple):
    """A club member whose role gives a right to score, and the lowest role that gives it."""

    member: Any
    role: str
    keeps_score: bool = False  # for the whole club, so that they may edit closed sheets


# ``Phone.rests_on`` of a right given to an account: it applies where the account is signed in.
BY_ACCOUNT = "account"

# The fields of a phone whose right was given by the table itself and depends on nothing else.
BY_THE_TABLE = {"member": None, "rests_on": ""}


class Match(models.Model):
    """A game from its first hand to its winner: the original heading (house rules and seating), and a log.

    ``head`` is the hash of the last entry and so identifies the whole log; ``length`` counts the entries.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField()  # 1 for the first match of the table
    # The number of the match that the table played until this one was started.
    after = models.PositiveIntegerField(null=True, blank=True)
    game_slug = models.SlugField()  # no choices: a new game needs no migration
    preset = models.CharField(max_length=40)
    house = models.JSONField()
    seats = models.PositiveSmallIntegerField()
    sides = models.PositiveSmallIntegerField()
    first_dealer = models.PositiveSmallIntegerField(default=0)
    # The table's own name for the game, if it has one.
    title = models.CharField(max_length=40, blank=True)
    length = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    # Rises with each change of a name in the log; part of the cache key of its state.
    named = models.PositiveIntegerField(default=0)
    # The draft of the next hand: its kind and form values. Not part of the log.
    begun = models.JSONField(null=True, blank=True)
    # Phones with unsent hands that conflict with the log: how many hands, and since when.
    held = models.JSONField(null=True, blank=True)
    # For a paper sheet entered later, the day it was played.
    started = models.DateTimeField(default=timezone.now)
    ended = models.DateTimeField(null=True, blank=True)
    on_paper = models.BooleanField(default=False)  # copied from a paper sheet
    # A finished match as scored at its end, unchanged by later releases.
    frozen = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_match_a_number")]
        indexes = [models.Index(fields=["-started"], condition=models.Q(ended=None), name="matches_going_on")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number} {self.game_slug}"

    @property
    def display_name(self) -> str:
        """Return the table's own name for the game, else the game's name in the reader's language."""
        return self.title or self.game_name

    @property
    def game_name(self) -> str:
        """Return the game's name in the reader's language; the slug for a removed game."""
        game = every_game().get(self.game_slug)
        return gettext(game.name) if game else self.game_slug

    @property
    def people(self) -> str:
        """Return the latest name of each seat, as one line."""
        names = {seat.position: seat.name for seat in self.sitting.all()}
        return ", ".join(names[position] for position in sorted(names))


class Seat(models.Model):
    """A name at a position of a match from a given hand on. A new person in the seat is a new row."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="sitting")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    # The club player that the name stands for, once assigned.
    player = models.ForeignKey(
        "clubs.Player", models.SET_NULL, null=True, blank=True, related_name="seats", db_index=False
    )
    since = models.PositiveIntegerField(default=0)  # number of the first hand under this name

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
    """A line of the log. Entries are added, never changed.

    ``place`` counts the entries of the match. ``number`` is the hand's number (0: the heading), ``rev`` the
    revision of that hand, ``hand`` its content (None deletes the hand), ``before`` the number of the hand
    that a forgotten hand is inserted before. ``key`` is the random id that the phone gave the write.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="entries")
    place = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    rev = models.PositiveIntegerField(default=1)
    hand = models.JSONField(null=True)
    why = models.CharField(max_length=200, blank=True)
    before = models.PositiveIntegerField(null=True)
    key = models.UUIDField()
    # A hash of the request, to notice a key reused for another request.
    fingerprint = models.CharField(max_length=64)
    by = models.ForeignKey(Phone, models.SET_NULL, null=True, related_name="entries")
    by_name = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    prev = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
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
    """The ways to settle a dispute."""

    STANDS = "stands", _("The score stands")
    PUT_RIGHT = "put_right", _("The hand was edited")
    RULED = "ruled", _("A ruling was applied")
    AGREED = "agreed", _("Points were adjusted")


class Objection(models.Model):
    """A dispute about a hand, shown on every phone until it is settled."""

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
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"], condition=models.Q(settled=""), name="one_open_objection_a_hand"
            )
        ]
        ordering = ("at",)

    def __str__(self) -> str:
        return f"hand {self.number}: {self.settled or 'open'}"


class OwnGame(models.Model):
    """House rules and seats that a phone has saved as its own game, with a name and a link."""

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    name = models.CharField(max_length=40)
    game_slug = models.SlugField()
    preset = models.CharField(max_length=40)
    house = models.JSONField()
    seats = models.PositiveSmallIntegerField()
    sides = models.PositiveSmallIntegerField()
    key_hash = models.CharField(max_length=64)  # of the phone that saved it
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["key_hash", "name"], name="one_own_game_a_name")]
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    @property
    def about(self) -> str:
        """Return the game and the preset it is based on."""
        game = every_game().get(self.game_slug)
        if game is None:
            return ""
        name, preset = gettext(game.name), game.preset(self.preset)
        if preset is None:
            return name
        house = load_house(game, self.preset, self.house)
        return f"{name} · {describe_house(game, preset, house, words_for()).name}"


class Result(models.Model):
    """The result of a finished match for one side: a projection of the log, see ``manage.py rebuild``."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="results")
    side = models.PositiveSmallIntegerField()
    # Rounded to four places for sorting and sums; the sheet itself is exact.
    total = models.DecimalField(max_digits=14, decimal_places=4)
    place = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    # Points, wins and losses by ``Game.league_scoring``; None if the game has none.
    listed = models.DecimalField(max_digits=14, decimal_places=4, null=True)
    listed_won = models.PositiveIntegerField(null=True)
    listed_lost = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "side"], name="one_result_a_side")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.side}: {self.total}"


# Queries that every request for a table makes. Django compiles a queryset for each use, which takes 0.45 ms
# of CPU time for a query of 0.05 ms; ``raw()`` takes 0.15 ms.


def first_row(model: type[ModelT], condition: str, *values: int | str) -> ModelT | None:
    """Return the first row or None. ``condition`` follows WHERE and may include ORDER BY."""
    rows = model._default_manager.raw(f"SELECT * FROM {model._meta.db_table} WHERE {condition}", values)
    return next(iter(rows), None)


def get_row(model: type[ModelT], condition: str, *values: int | str) -> ModelT:
    """Return the first row. Raise ``DoesNotExist`` if there is none."""
    row = first_row(model, condition, *values)
    if row is None:
        raise model.DoesNotExist  # type: ignore[attr-defined]
    return row


def phone_row(condition: str, *values: int | str) -> Phone | None:
    """Return the first phone, with its club member loaded for ``may_score``."""
    phone = first_row(Phone, condition, *values)
    if phone is not None and phone.member_id is not None:
        member: Any = Phone._meta.get_field("member").related_model
        phone.member = first_row(member, "id = %s", phone.member_id)
    return phone


def lock_table(pk: int) -> Table:
    """Lock a table's row and return it. SQLite locks the whole database when a transaction begins."""
    return get_row(Table, "id = %s" + (" FOR UPDATE" if connection.vendor == "postgresql" else ""), pk)


@contextmanager
def locked_table(pk: int) -> Iterator[Table]:
    """Lock a table's row, in a transaction that ends with the block."""
    with transaction.atomic():
        yield lock_table(pk)
