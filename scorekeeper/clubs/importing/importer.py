"""Matches of a file into a club: in batches, each whole or not at all, each match once."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from operator import attrgetter
from tempfile import SpooledTemporaryFile
from typing import Any

from django.db import transaction
from django.utils import timezone

from scorekeeper.clubs.bulk import bulk_copy, reserve_ids
from scorekeeper.clubs.figures import ratings, tallies
from scorekeeper.clubs.figures.credits import Credit
from scorekeeper.clubs.history import projection
from scorekeeper.clubs.importing import marks
from scorekeeper.clubs.importing.records import SeatRecord
from scorekeeper.clubs.importing.replay import FINGERPRINT, Batch, KnownLine, ReplayedMatch, ResultRow
from scorekeeper.clubs.jobs import pending
from scorekeeper.clubs.models import (
    Appearance,
    Club,
    ImportedMatch,
    ImportJob,
    MatchStats,
    Note,
    PendingJob,
    Played,
    Player,
    Season,
)
from scorekeeper.clubs.nights.season_table import EVENING, Scoring
from scorekeeper.matches import models
from scorekeeper.matches.models import new_code
from scorekeeper.parts import chunked

# Of a match as it stands in its row.
OWN = "game preset house seats sides first_dealer title started ended on_paper frozen"
IN_MEMORY = 1 << 20  # bytes of a game's


class PendingStats:
    """The credits of matches that were brought in, a file without a name for each game."""

    def __init__(self, club: int) -> None:
        self.club = club
        self.games: dict[str, SpooledTemporaryFile[str]] = {}
        # Matches of somebody under two names, which were one player's all the time.
        self.unclear: list[int] = []

    def keep(
        self,
        plays: Iterable[ReplayedMatch],
        seasons: Mapping[int, int | None],
        player_of: Callable[[SeatRecord], int | None],
        same: Mapping[int, int],
    ) -> None:
        """Keep what these matches add, with the club's numbers of their players."""
        for play in plays:
            assert play.ended is not None
            players = [player_of(one) for one in play.people]
            who = [0, *(same.get(player, player) if player else 0 for player in players)]
            if len(set(who)) < len(who):
                self.unclear.append(play.pk)
                continue
            told = [
                play.pk,
                seasons[play.pk] or 0,
                play.ended.isoformat(),
                credits_of_players(json.loads(play.credits), who),
            ]
            if play.game not in self.games:
                self.games[play.game] = SpooledTemporaryFile(IN_MEMORY, "w+")  # noqa: SIM115
            self.games[play.game].write(json.dumps(told) + "\n")

    def take(self) -> None:
        """Add everything to the tallies of the club."""
        for game, file in sorted(self.games.items()):
            file.seek(0)
            with transaction.atomic():
                tallies.add_imported(self.club, game, self._rows(game, file))
            file.close()
        self.games.clear()
        if self.unclear:
            with transaction.atomic():
                tallies.update_stats(self.unclear)

    def _rows(self, game: str, lines: Iterable[str]) -> Iterator[MatchStats]:
        for line in lines:
            match, season, at, credits = json.loads(line)
            yield MatchStats(
                match_id=match,
                club_id=self.club,
                game_slug=game,
                season=season,
                at=datetime.fromisoformat(at),
                credits=credits,
            )


def credits_of_players(credits: Iterable[Credit], who: list[int]) -> list[Credit]:
    """Credits with these players for the numbers in them, in their order."""
    found = [[[who[one] for one in team], who[one], *rest] for team, one, *rest in credits]
    return sorted(found, key=lambda credit: credit[:3])


BATCH_SIZE = 1_000  # matches a transaction
REBUILD_FROM = 2_000  # matches from which on it is quicker to make the ratings anew


@dataclass
class PlannedTable:
    """A table that was laid for matches of the file; ``last`` is the number of its last one."""

    pk: int
    season: int | None
    venue: str
    last: int = 0


@dataclass
class ImportBatch:
    """A club that matches are brought into, with what is known of it meanwhile."""

    club: Club
    players: dict[int, int] = field(default_factory=dict)  # of the file's own list: its places
    # By name, for whom it stands: the number of a player, or ``name:`` and another name of the file.
    aliases: Mapping[str, str] = field(default_factory=dict)
    added: int = 0
    known: int = 0
    fresh: list[int] = field(default_factory=list)  # the finished matches that were brought in
    # Whether a broken-off run brought in others before: then nobody knows which.
    resumed: bool = False
    # Whether ratings and figures are put off with each part, for whoever does it later; else ``finish`` makes
    # them, which is quicker and holds the database for as long.
    puts_off: bool = False
    same: dict[int, int] = field(default_factory=dict)  # whose games those of a joined record count for
    marks: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.marks = marks.marks_of_club(self.club)
        self.adding = PendingStats(self.club.pk)
        self.counted: Counter[str] = Counter()
        self.tables: dict[int, PlannedTable] = {}
        self.by_name = {
            name.casefold(): same or pk
            for pk, name, same in Player.objects.filter(club=self.club, forgotten=None)
            .order_by("-pk")
            .values_list("pk", "name", "same_as")
        }
        self.seasons = list(Season.objects.filter(club=self.club))
        self.made: set[int] = set()  # seasons that there were not before: their days are their matches'
        self.people: set[int] = set()  # whom there was nobody called like before

    def mark_of(self, one: ReplayedMatch | KnownLine) -> str:
        """The mark of a match; of two that say the same the second has another one."""
        if one.mark:
            return one.mark
        self.counted[one.content] += 1
        return marks.nth_mark(one.content, self.counted[one.content])

    def bring(
        self, plays: Iterable[ReplayedMatch | KnownLine], job: ImportJob | None = None, upto: int = 0
    ) -> None:
        """Bring in what is not there yet, in one transaction, and with it how far the job has come."""
        marked = [(self.mark_of(one), one) for one in plays]
        with transaction.atomic():
            # One file at a time: somebody else may have brought in the same since the marks were read.
            Club.objects.select_for_update(no_key=True).get(pk=self.club.pk)
            for some in chunked(marked):
                there = ImportedMatch.objects.filter(club=self.club, mark__in=[mark for mark, _one in some])
                self.marks |= set(there.values_list("mark", flat=True))
            fresh, known = [], 0
            for mark, one in marked:
                if mark in self.marks:
                    known += isinstance(
                        one, ReplayedMatch
                    )  # what was dealt with before a break is counted already
                elif isinstance(one, ReplayedMatch):
                    self.marks.add(mark)
                    fresh.append(replace(one, mark=mark))
            if fresh:
                joined = Player.objects.filter(club=self.club).exclude(same_as=None)
                self.same = projection.merged_into(joined.values_list("pk", flat=True))
                self._pour(fresh, job)
            self.added += len(fresh)
            self.known += known
            if job is not None:
                job.lines, job.added, job.known = max(upto, job.lines), self.added, self.known
                job.reading["made"], job.reading["people"] = sorted(self.made), sorted(self.people)
                job.save(update_fields=["lines", "added", "known", "reading"])

    # What a match needs -------------------------------------------------------

    def _pour(self, plays: Sequence[ReplayedMatch], job: ImportJob | None) -> None:
        now = timezone.now()
        tables = self._tables(plays, now)
        bulk_copy(
            models.Match,
            f"id table number length head {OWN.replace('game', 'game_slug')}",
            (_match(play, *tables[play.pk]) for play in plays),
        )
        seats = {play.pk: [(one, self._player(one)) for one in play.sitting] for play in plays}
        bulk_copy(
            models.Seat,
            "match position since name player",
            (
                (pk, one.position, one.since, one.name, player)
                for pk, sitting in seats.items()
                for one, player in sitting
            ),
        )
        bulk_copy(
            models.Entry,
            "match place number rev hand why before key by_name at prev hash fingerprint",
            ((play.pk, *one, FINGERPRINT) for play in plays for one in play.log),
        )
        bulk_copy(
            models.Result,
            "match side total place won listed listed_won listed_lost",
            ((play.pk, side, *ended) for play in plays for side, ended in enumerate(play.results)),
        )
        file = job.pk if job is not None else None
        bulk_copy(
            ImportedMatch,
            "club mark match file",
            ((self.club.pk, play.mark, play.pk, file) for play in plays),
        )
        bulk_copy(
            Note,
            "match club text by_name at",
            ((play.pk, self.club.pk, note.text, note.by, note.at) for play in plays for note in play.notes),
        )
        over = [play for play in plays if play.ended is not None]
        sat_down = self._follow(over, {pk: laid for pk, (laid, _number) in tables.items()}, seats)
        projection.update_last_played(sat_down)
        if self.puts_off:
            self._put_off(over)
            return
        self.fresh += [play.pk for play in over]
        self.adding.keep(
            over, {pk: laid.season for pk, (laid, _number) in tables.items()}, self._player, self.same
        )

    def _put_off(self, plays: Iterable[ReplayedMatch]) -> None:
        games: dict[str, list[int]] = defaultdict(list)
        for play in plays:
            games[play.game].append(play.pk)
        for game, matches in games.items():
            for what in (PendingJob.What.RATINGS, PendingJob.What.FIGURES):
                pending.enqueue(self.club.pk, game, what, matches)

    def finish(self) -> None:
        """What follows from all that was brought in, made once: ratings and figures. Nothing else is left."""
        if self.puts_off:
            return
        if self.resumed:
            tallies.rebuild_stats(self.club.pk)
        else:
            self.adding.take()
        if self.resumed or len(self.fresh) > REBUILD_FROM:
            ratings.rebuild_ratings(self.club.pk)
        elif self.fresh:
            with transaction.atomic():
                ratings.update_ratings(self.fresh)

    def _player(self, one: SeatRecord) -> int | None:
        """Whom of the club's players a sitter is; a name that nobody has is a new one."""
        if one.player is None or not one.name:
            return None
        if one.player in self.players:
            return self.players[one.player]
        return self._player_called(one.name)

    def _player_called(self, name: str, as_said: bool = True) -> int:
        folded = name.casefold()
        known = self.by_name.get(folded)
        if known is None:
            alias = self.aliases.get(folded, "") if as_said else ""
            if alias.startswith("name:"):
                known = self._player_called(alias.removeprefix("name:"), as_said=False)
            elif alias.isdecimal() and int(alias) in self.by_name.values():
                known = int(alias)
            else:
                known = Player.objects.create(club=self.club, name=name).pk
                self.people.add(known)
            self.by_name[folded] = known
        return known

    def _season(self, play: ReplayedMatch) -> int | None:
        """The season that a match names; a new one counts matches without a night, day by day.

        Its days then reach as far as its matches do; those of a season that was there stay.
        """
        if not play.season:
            return None
        day = timezone.localdate(play.started, self.club.zone)
        named = (one for one in self.seasons if one.name.casefold() == play.season.casefold())
        if (found := next(named, None)) is None:
            found = Season.objects.create(
                club=self.club, name=play.season, begins=day, ends=day, scoring=Scoring(loose=EVENING).stored
            )
            self.seasons.append(found)
            self.made.add(found.pk)
        elif found.pk in self.made and found.ends and not found.begins <= day <= found.ends:
            found.begins, found.ends = min(found.begins, day), max(found.ends, day)
            found.save(update_fields=["begins", "ends"])
        return found.pk

    def _tables(self, plays: Sequence[ReplayedMatch], now: datetime) -> dict[int, tuple[PlannedTable, int]]:
        """A table for each match, and its number there; matches of one table in the file share one."""
        found: dict[int, tuple[PlannedTable, int]] = {}
        new = []
        pks = iter(reserve_ids(models.Table, len(plays)))
        for play in plays:
            laid = self.tables.get(play.table) if play.table is not None else None
            if laid is None:
                laid = PlannedTable(next(pks), self._season(play), play.venue)
                place = (laid.pk, new_code(), self.club.pk, laid.season, laid.venue)
                new.append((*place, play.stake, play.currency, now))
                if play.table is not None:
                    self.tables[play.table] = laid
            number = play.number if play.number > laid.last else laid.last + 1
            laid.last = number
            found[play.pk] = laid, number
        bulk_copy(models.Table, "id code club season venue stake currency created", new)
        return found

    def _follow(
        self,
        plays: Sequence[ReplayedMatch],
        tables: Mapping[int, PlannedTable],
        seats: Mapping[int, list[tuple[SeatRecord, int | None]]],
    ) -> set[int]:
        """What the club's history shows of them, as ``projection`` would make it; who sat down."""
        bulk_copy(
            Played,
            "match club game_slug season venue at rule hands",
            (
                (play.pk, self.club.pk, play.game, at.season, at.venue, play.ended, play.rule, play.hands)
                for play in plays
                for at in (tables[play.pk],)
            ),
        )
        rows = []
        for play in plays:
            sitting = [
                projection.SeatPeriod(one.position, one.since, player) for one, player in seats[play.pk]
            ]
            when = tables[play.pk].season, play.ended
            for seat, player in projection.who_played(sitting, play.rows, self.same):
                side = seat % play.sides
                told = (self.club.pk, play.pk, player, play.game, *when, seat, side)
                rows.append((*told, *play.results[side][:3], play.rule))
        bulk_copy(Appearance, "club match player game_slug season at seat side total place won rule", rows)
        return {row[2] for row in rows}


def _match(play: ReplayedMatch, laid: PlannedTable, number: int) -> tuple[Any, ...]:
    head = play.log[-1].hash if play.log else ""
    return (play.pk, laid.pk, number, len(play.log), head, *attrgetter(*OWN.split())(play))


# Whole files ------------------------------------------------------------------


def in_batches(
    sources: Iterable[tuple[int, bytes | ResultRow]], done: int = 0, size: int | None = None
) -> Iterator[Batch]:
    """The file in batches, each with the numbers its matches will have; lines up to ``done`` without."""
    now = timezone.now()
    for some in _grouped(sources, size or BATCH_SIZE):
        if some[-1][0] <= done:
            yield Batch(some, (), now)
            continue
        with transaction.atomic():
            pks = reserve_ids(models.Match, len(some))
        yield Batch(some, tuple(pks), now)


def _grouped(
    sources: Iterable[tuple[int, bytes | ResultRow]], size: int
) -> Iterator[tuple[tuple[int, bytes | ResultRow], ...]]:
    some: list[tuple[int, bytes | ResultRow]] = []
    for one in sources:
        some.append(one)
        if len(some) == size:
            yield tuple(some)
            some = []
    if some:
        yield tuple(some)
