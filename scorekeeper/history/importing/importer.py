"""Writing imported matches to the database: in batches, each match once."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from operator import attrgetter
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from scorekeeper.clubs.bulk import bulk_copy, reserve_ids
from scorekeeper.clubs.models import Club, Player, Season
from scorekeeper.figures.credits import Credit
from scorekeeper.figures.models import MatchStats
from scorekeeper.history import marks, projection
from scorekeeper.history.importing.records import SeatRecord
from scorekeeper.history.importing.replay import FINGERPRINT, Batch, KnownLine, ReplayedMatch, ResultRow
from scorekeeper.history.models import Appearance, ImportedMatch, ImportJob, Note, Played
from scorekeeper.jobs import pending
from scorekeeper.matches import models
from scorekeeper.matches.models import new_code
from scorekeeper.nights.season_table import EVENING, Scoring
from scorekeeper.sheet.seat_shares import SeatPeriod, counted_players
from scorekeeper.web.chunks import chunked

# Columns of a match that are attributes of ``ReplayedMatch``.
MATCH_COLUMNS = "game preset house seats sides first_dealer title started ended on_paper frozen"
BATCH_SIZE = 1_000  # matches per transaction


@dataclass
class PlannedTable:
    """A table created for imported matches; ``last`` is the number of its last match."""

    pk: int
    season: int | None
    venue: str
    last: int = 0


@dataclass
class Importer:
    """An import into a club, in batches."""

    club: Club
    players: dict[int, int] = field(default_factory=dict)  # by position in the file
    # By name in the file: the id of the player meant, or ``name:`` and another name in the file.
    aliases: Mapping[str, str] = field(default_factory=dict)
    added: int = 0
    known: int = 0
    # By id of a merged player record: the id of the record that it was merged into.
    roots: dict[int, int] = field(default_factory=dict)
    marks: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.marks = marks.marks_of_club(self.club)
        self.counted: Counter[str] = Counter()  # number of matches without a mark, by content hash
        self.tables: dict[int, PlannedTable] = {}
        self.by_name = {
            name.casefold(): same or pk
            for pk, name, same in Player.objects.filter(club=self.club, forgotten=None)
            .order_by("-pk")
            .values_list("pk", "name", "same_as")
        }
        self.seasons = list(Season.objects.filter(club=self.club))
        self.new_seasons: set[int] = set()  # seasons created here; their dates follow their matches
        self.new_players: set[int] = set()  # players created here

    def mark_of(self, play: ReplayedMatch | KnownLine) -> str:
        """Return a match's mark; matches with equal content get different marks."""
        if play.mark:
            return play.mark
        self.counted[play.content_hash] += 1
        return marks.nth_mark(play.content_hash, self.counted[play.content_hash])

    def write(
        self, plays: Iterable[ReplayedMatch | KnownLine], job: ImportJob | None = None, upto: int = 0
    ) -> None:
        """Import the new matches in one transaction, together with the job's progress up to line ``upto``."""
        marked = [(self.mark_of(play), play) for play in plays]
        with transaction.atomic():
            # One import at a time: another may have added marks since they were read.
            Club.objects.select_for_update(no_key=True).get(pk=self.club.pk)
            for chunk in chunked(marked):
                existing = ImportedMatch.objects.filter(
                    club=self.club, mark__in=[mark for mark, _play in chunk]
                )
                self.marks |= set(existing.values_list("mark", flat=True))
            fresh, known = [], 0
            for mark, play in marked:
                if mark in self.marks:
                    known += isinstance(play, ReplayedMatch)  # a KnownLine was counted before
                elif isinstance(play, ReplayedMatch):
                    self.marks.add(mark)
                    fresh.append(replace(play, mark=mark))
            if fresh:
                merged = Player.objects.filter(club=self.club).exclude(same_as=None)
                self.roots = projection.merged_into(merged.values_list("pk", flat=True))
                self._copy_rows(fresh, job)
            self.added += len(fresh)
            self.known += known
            if job is not None:
                job.lines, job.added, job.known = max(upto, job.lines), self.added, self.known
                job.reading["made"] = sorted(self.new_seasons)
                job.reading["people"] = sorted(self.new_players)
                job.save(update_fields=["lines", "added", "known", "reading"])

    def _copy_rows(self, plays: Sequence[ReplayedMatch], job: ImportJob | None) -> None:
        now = timezone.now()
        tables = self._tables(plays, now)
        bulk_copy(
            models.Match,
            f"id table number length head {MATCH_COLUMNS.replace('game', 'game_slug')}",
            (_match(play, *tables[play.pk]) for play in plays),
        )
        seats = {play.pk: [(seat, self._player(seat)) for seat in play.seat_records] for play in plays}
        bulk_copy(
            models.Seat,
            "match position since name player",
            (
                (pk, seat.position, seat.since, seat.name, player)
                for pk, sitting in seats.items()
                for seat, player in sitting
            ),
        )
        bulk_copy(
            models.Entry,
            "match place number rev hand why before key by_name at prev hash fingerprint",
            ((play.pk, *entry, FINGERPRINT) for play in plays for entry in play.log),
        )
        bulk_copy(
            models.Result,
            "match side total place won listed listed_won listed_lost",
            ((play.pk, side, *result) for play in plays for side, result in enumerate(play.results)),
        )
        file = None if job is None else job.pk
        imported = ((self.club.pk, play.mark, play.pk, file) for play in plays)
        bulk_copy(ImportedMatch, "club mark match file", imported)
        bulk_copy(
            Note,
            "match club text by_name at",
            ((play.pk, self.club.pk, note.text, note.by, note.at) for play in plays for note in play.notes),
        )
        ended = [play for play in plays if play.ended is not None]
        players = self._copy_history(ended, {pk: planned for pk, (planned, _number) in tables.items()}, seats)
        projection.update_last_played(players)
        pending.enqueue((self.club.pk, play.game) for play in ended)

    def _credits(self, play: ReplayedMatch) -> list[Credit] | None:
        """Return what a match adds to its players' statistics, with the club's player ids.

        Return None if two people of the file are the same player in the club.
        """
        players = [self._player(seat) for seat in play.people]
        # Credits number the players from 1; 0 stays 0.
        roots = [0, *(self.roots.get(player, player) if player else 0 for player in players)]
        if len(set(roots)) < len(roots):
            return None
        found = [
            [[roots[n] for n in team], roots[number], *rest]
            for team, number, *rest in json.loads(play.credits)
        ]
        return sorted(found, key=lambda credit: credit[:3])

    def _player(self, seat: SeatRecord) -> int | None:
        """Return the player's id; an unknown name creates a player."""
        if seat.player is None or not seat.name:
            return None
        if seat.player in self.players:
            return self.players[seat.player]
        return self._player_called(seat.name)

    def _player_called(self, name: str, use_aliases: bool = True) -> int:
        folded = name.casefold()
        known = self.by_name.get(folded)
        if known is None:
            alias = self.aliases.get(folded, "") if use_aliases else ""
            if alias.startswith("name:"):
                known = self._player_called(alias.removeprefix("name:"), use_aliases=False)
            elif alias.isdecimal() and int(alias) in self.by_name.values():
                known = int(alias)
            else:
                known = Player.objects.create(club=self.club, name=name).pk
                self.new_players.add(known)
            self.by_name[folded] = known
        return known

    def _season(self, play: ReplayedMatch) -> int | None:
        """Return the id of a match's season, created if necessary.

        In a new season, a day's matches outside club nights count as one night, and the season's dates are
        extended to its matches. An existing season keeps its dates.
        """
        if not play.season:
            return None
        day = timezone.localdate(play.started, self.club.zone)
        matching = (season for season in self.seasons if season.name.casefold() == play.season.casefold())
        if (found := next(matching, None)) is None:
            found = Season.objects.create(
                club=self.club, name=play.season, begins=day, ends=day, scoring=Scoring(loose=EVENING).stored
            )
            self.seasons.append(found)
            self.new_seasons.add(found.pk)
        elif found.pk in self.new_seasons and found.ends and not found.begins <= day <= found.ends:
            found.begins, found.ends = min(found.begins, day), max(found.ends, day)
            found.save(update_fields=["begins", "ends"])
        return found.pk

    def _tables(self, plays: Sequence[ReplayedMatch], now: datetime) -> dict[int, tuple[PlannedTable, int]]:
        """Return each match's table and number; an equal table number in the file means the same table."""
        found: dict[int, tuple[PlannedTable, int]] = {}
        new = []
        pks = iter(reserve_ids(models.Table, len(plays)))
        for play in plays:
            planned = None if play.table is None else self.tables.get(play.table)
            if planned is None:
                planned = PlannedTable(next(pks), self._season(play), play.venue)
                row = (planned.pk, new_code(), self.club.pk, planned.season, planned.venue)
                new.append((*row, play.stake, play.currency, now))
                if play.table is not None:
                    self.tables[play.table] = planned
            planned.last = max(play.number, planned.last + 1)
            found[play.pk] = planned, planned.last
        bulk_copy(models.Table, "id code club season venue stake currency created", new)
        return found

    def _copy_history(
        self,
        plays: Sequence[ReplayedMatch],
        tables: Mapping[int, PlannedTable],
        seats: Mapping[int, list[tuple[SeatRecord, int | None]]],
    ) -> set[int]:
        """Write the rows that ``projection`` and ``credits`` would compute; return the players' ids."""
        club, versions = self.club.pk, {play.pk: uuid4() for play in plays}
        bulk_copy(
            Played,
            "match club game_slug season venue at rule hands version",
            (
                (
                    play.pk,
                    club,
                    play.game,
                    tables[play.pk].season,
                    tables[play.pk].venue,
                    play.ended,
                    play.rule,
                    play.hands,
                    versions[play.pk],
                )
                for play in plays
            ),
        )
        # Matches without credits get them from the log, when the figures are recomputed.
        match_credits = ((play.pk, self._credits(play)) for play in plays)
        bulk_copy(
            MatchStats,
            "match version credits",
            ((pk, versions[pk], json.dumps(credits)) for pk, credits in match_credits if credits is not None),
        )
        rows = []
        for play in plays:
            sitting = [
                SeatPeriod(
                    period.position,
                    period.since,
                    self.roots.get(player, player) if player else None,
                    period.name,
                )
                for period, player in seats[play.pk]
            ]
            season_and_end = tables[play.pk].season, play.ended
            for seat, player in counted_players(sitting, play.rows):
                side = seat % play.sides
                row = (self.club.pk, play.pk, player, play.game, *season_and_end, seat, side)
                total_place_won = play.results[side][:3]
                rows.append((*row, *total_place_won, play.rule))
        bulk_copy(Appearance, "club match player game_slug season at seat side total place won rule", rows)
        return {row[2] for row in rows}


def _match(play: ReplayedMatch, planned: PlannedTable, number: int) -> tuple[Any, ...]:
    """Return the values of a match's row: id, table, number, length, head, then ``MATCH_COLUMNS``."""
    head = play.log[-1].hash if play.log else ""
    return (play.pk, planned.pk, number, len(play.log), head, *attrgetter(*MATCH_COLUMNS.split())(play))


def in_batches(
    sources: Iterable[tuple[int, bytes | ResultRow]], done: int = 0, size: int | None = None
) -> Iterator[Batch]:
    """Yield the file in batches, each match with its future id.

    Batches up to line ``done`` are imported already and have no ids.
    """
    now, remaining = timezone.now(), iter(sources)
    while chunk := tuple(islice(remaining, size or BATCH_SIZE)):
        if chunk[-1][0] <= done:
            yield Batch(chunk, (), now)
            continue
        with transaction.atomic():
            pks = reserve_ids(models.Match, len(chunk))
        yield Batch(chunk, tuple(pks), now)
