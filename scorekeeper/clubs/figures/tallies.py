"""The tallies: what matches add is added, what they added before is taken off, in the log's transaction.

Counts and sums go up and down exactly. The best and the first of something are compared by value, then by
when it was; where the match that held it no longer does, they are looked for again among the player's own.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import cache
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from tqdm import tqdm

from games import every_game
from games.engine import Aggregation, game_stats
from scorekeeper.clubs.bulk import bulk_change, bulk_copy
from scorekeeper.clubs.figures.credits import Credit, SeatPlayers, credits, holders
from scorekeeper.clubs.history import projection
from scorekeeper.clubs.jobs import pending
from scorekeeper.clubs.models import Appearance, MatchStats, PendingJob, Played, StatTotal
from scorekeeper.matches import replay
from scorekeeper.matches.models import Entry, Match, Seat
from scorekeeper.parts import chunked
from scorekeeper.sheet.state import sheet_of
from scorekeeper.sheet.stored import read_entry

AT_ONCE = 1_000
COLUMNS = "club game_slug season who deed player partner n tries amount best match hand at"
Key = tuple[int, str, str]  # season (0: all), who, deed
NOTHING = Decimal(0)
NO_MATCHES: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Peak:
    """The best there was, or the first: how much, and in which hand of which match."""

    best: Decimal | None
    at: datetime
    match: int
    hand: int

    def rank(self, how: Aggregation) -> tuple[Any, ...]:
        """Lower goes first."""
        value = NOTHING if self.best is None else -self.best if how is Aggregation.MOST else self.best
        return value, self.at, self.match, self.hand


class Change:
    """What is added to a sum (or taken off it), and what may be its best."""

    __slots__ = ("amount", "lost", "n", "peak", "rank", "tries")

    def __init__(self) -> None:
        self.n = self.tries = 0
        self.amount = NOTHING
        self.peak: Peak | None = None
        self.rank: tuple[Any, ...] | None = None  # of the peak: lower goes first
        self.lost: frozenset[int] = NO_MATCHES  # that no longer hold what they held


@cache
def aggregations(game: str) -> dict[str, Aggregation]:
    """How each deed of a game adds up; one that a later release took away only counts."""
    found = every_game().get(game)
    return {deed.id: deed.aggregation for deed in game_stats(found)} if found else {}


def update_stats(matches: Iterable[int]) -> None:
    """Bring the tallies up to date with what is now known of these matches; inside a transaction.

    Where the best of somebody is to be looked for again in a long history, it is put off.
    """
    numbers = sorted(set(matches))
    games = set(MatchStats.objects.filter(match__in=numbers).values_list("club", "game_slug"))
    games |= set(Played.objects.filter(match__in=numbers).values_list("club", "game_slug"))
    for club, game in sorted(games):
        # Whoever saves a hand waits for nobody who counts.
        put_off = _count(club, game, numbers) if pending.try_lock(club, game) else set(numbers)
        pending.enqueue(club, game, PendingJob.What.FIGURES, put_off)


def next_pending(waiting: QuerySet[PendingJob], club: int, game: str) -> set[int]:
    """Some of those that wait, as many as one transaction counts."""
    return set(waiting.order_by("match").values_list("match", flat=True).distinct()[: pending.STATS_BATCH])


def resume(club: int, game: str, matches: set[int]) -> set[int]:
    """Count what was put off of these matches; what is left of them. The lock is held."""
    return _count(club, game, sorted(matches), at_once=True)


def _count(club: int, game: str, numbers: list[int], at_once: bool = False) -> set[int]:
    """Count these matches of a game anew; those for which it would take too long. The lock is held."""
    there = Played.objects.filter(match__in=numbers, club=club, game_slug=game)
    before = {
        row.match_id: row for row in MatchStats.objects.filter(match__in=numbers, club=club, game_slug=game)
    }
    after = list(stats_of_matches(there.values_list("match", flat=True)))
    same = {row.match_id for row in after if _same(before.get(row.match_id), row)}
    old = [row for row in before.values() if row.match_id not in same]
    new = [row for row in after if row.match_id not in same]
    changes = _changes(game, old, new)
    if not at_once and _takes_long(club, game, changes):
        return {row.match_id for row in (*old, *new)}
    _exchange(club, game, old, new, changes)
    return set()


def move_to_season(matches: Iterable[int], season: int) -> None:
    """What these matches add counts for another season (0: for none); inside a transaction."""
    there = MatchStats.objects.filter(match__in=list(matches))
    for club, game in sorted(set(there.values_list("club", "game_slug"))):
        # Read under the lock: what they add may just be counted anew.
        pending.lock(club, game)
        old = list(there.filter(club=club, game_slug=game))
        new = [copy(row) for row in old]
        for row in new:
            row.season = season
        _exchange(club, game, old, new, _changes(game, old, new))


def _changes(game: str, old: Iterable[MatchStats], new: Iterable[MatchStats]) -> dict[Key, Change]:
    """What becomes of the sums where these add no longer, and those from now on."""
    how, changes = aggregations(game), dict[Key, Change]()
    for row in old:
        _add(changes, row, how, -1)
    for row in new:
        _add(changes, row, how, 1)
    return changes


def _exchange(
    club: int, game: str, old: list[MatchStats], new: list[MatchStats], changes: dict[Key, Change]
) -> None:
    """Take off what these matches added, and add what they add now; the lock is held."""
    MatchStats.objects.filter(match__in=[row.match_id for row in old]).delete()
    MatchStats.objects.bulk_create(new, batch_size=AT_ONCE)
    _write(club, game, changes, aggregations(game))


def _takes_long(club: int, game: str, changes: Mapping[Key, Change]) -> bool:
    """Whether somebody's best is no longer where it was, and there is much to look through for the next."""
    lost = frozenset().union(*(change.lost for change in changes.values()))
    if not lost:
        return False
    played = Played.objects.filter(club=club, game_slug=game).order_by("-at", "-match")
    if not played[pending.QUICKLY_SEARCHED : pending.QUICKLY_SEARCHED + 1].exists():
        return False
    whos = {who for _season, who, _deed in changes}
    return StatTotal.objects.filter(club=club, game_slug=game, who__in=whos, match__in=lost).exists()


def _same(before: MatchStats | None, after: MatchStats) -> bool:
    return before is not None and all(
        getattr(before, name) == getattr(after, name)
        for name in ("club_id", "game_slug", "season", "at", "credits")
    )


def _add(changes: dict[Key, Change], row: MatchStats, how: Mapping[str, Aggregation], sign: int) -> None:
    seasons = (0, row.season) if row.season else (0,)
    for team, one, deed, n, tries, amount, best, hand in row.credits:
        much = sign * Decimal(amount)
        peak = Peak(None if best is None else Decimal(best), row.at, row.match_id, hand)
        rank = peak.rank(how.get(deed, Aggregation.COUNT)) if hand and sign > 0 else None
        for who in holders(team, one):
            # A pair is told of for all there has been.
            for season in seasons[:1] if "+" in who else seasons:
                change = changes.get((season, who, deed))
                if change is None:
                    change = changes[season, who, deed] = Change()
                change.n += sign * n
                change.tries += sign * tries
                change.amount += much
                if rank is not None:
                    if change.rank is None or rank < change.rank:
                        change.peak, change.rank = peak, rank
                elif hand:
                    change.lost |= {row.match_id}


def _write(club: int, game: str, changes: Mapping[Key, Change], how: Mapping[str, Aggregation]) -> None:
    """Change the tallies: the players' and the pairs' first, for the club's records are among theirs."""
    of_game = StatTotal.objects.filter(club=club, game_slug=game)
    whos = sorted({who for _season, who, _deed in changes if who})
    for part in chunked(whos, 200):
        some = set(part)
        known = {(row.season, row.who, row.deed): row for row in of_game.filter(who__in=some)}
        _apply(club, game, {key: one for key, one in changes.items() if key[1] in some}, known, how)
    clubs = {key: one for key, one in changes.items() if not key[1]}
    seasons = {key[0] for key in clubs}
    known = {(row.season, row.who, row.deed): row for row in of_game.filter(who="", season__in=seasons)}
    _apply(club, game, clubs, known, how)


def _apply(
    club: int,
    game: str,
    changes: Mapping[Key, Change],
    known: Mapping[Key, StatTotal],
    how: Mapping[str, Aggregation],
) -> None:
    new: list[StatTotal] = []
    old: list[StatTotal] = []
    empty: list[int] = []
    lost: list[StatTotal] = []
    for key, change in changes.items():
        row = known.get(key) or _new_total(club, game, key)
        row.n += change.n
        row.tries += change.tries
        row.amount += change.amount
        if row.tries <= 0:  # less than nothing: a player who was deleted took the sums along
            empty.append(row.pk)
            continue
        if row.match_id in change.lost:
            lost.append(row)
        else:
            _improve(row, change, how.get(row.deed, Aggregation.COUNT))
        (old if row.pk else new).append(row)
    _search_best(lost, how)
    StatTotal.objects.filter(pk__in=[pk for pk in empty if pk]).delete()
    bulk_change(
        StatTotal,
        "n tries amount best match hand at",
        ((row.n, row.tries, row.amount, row.best, row.match_id, row.hand, row.at, row.pk) for row in old),
    )
    bulk_copy(StatTotal, COLUMNS, map(_values, new))


def _new_total(club: int, game: str, key: Key) -> StatTotal:
    season, who, deed = key
    player, partner = _player_and_partner(who)
    return StatTotal(
        club_id=club, game_slug=game, season=season, who=who, deed=deed, player_id=player, partner_id=partner
    )


def _improve(row: StatTotal, change: Change, how: Aggregation) -> None:
    """The best of what there was and what came."""
    standing = [_peak(row)] if row.match_id is not None else []
    came = [change.peak] if change.peak else []
    _set(row, min([*standing, *came], key=lambda one: one.rank(how), default=None))


def _set(row: StatTotal, peak: Peak | None) -> None:
    row.best = peak.best if peak else None
    row.match_id = peak.match if peak else None
    row.hand = peak.hand if peak else 0
    row.at = peak.at if peak else None


def _peak(row: StatTotal) -> Peak:
    assert row.at is not None
    assert row.match_id is not None
    return Peak(row.best, row.at, row.match_id, row.hand)


def _search_best(rows: Iterable[StatTotal], how: Mapping[str, Aggregation]) -> None:
    """The best of these sums anew, whose match no longer holds it."""
    of_one: dict[str, list[StatTotal]] = defaultdict(list)
    for row in rows:
        of_one[row.who].append(row)
    for who, theirs in of_one.items():
        if not who:
            for row in theirs:
                _set(row, _best_of_players(row, how.get(row.deed, Aggregation.COUNT)))
            continue
        found = _best_of_matches(theirs, how)
        for row in theirs:
            _set(row, found.get((row.season, row.deed)))


def _best_of_players(row: StatTotal, how: Aggregation) -> Peak | None:
    """Whatever is the club's is some player's."""
    order = {Aggregation.MOST: "-best", Aggregation.LEAST: "best"}.get(how, "at")
    among = StatTotal.objects.filter(
        club=row.club_id, game_slug=row.game_slug, season=row.season, deed=row.deed, match__isnull=False
    ).exclude(who="")
    best = among.filter(partner=None).order_by(order, "at", "match", "hand").first()
    return _peak(best) if best else None


def _best_of_matches(rows: list[StatTotal], how: Mapping[str, Aggregation]) -> dict[tuple[int, str], Peak]:
    """The best of sums of one player or pair, from everything that was ever added to them, read once."""
    wanted = {(row.season, row.deed) for row in rows}
    who, deeds = rows[0].who, {row.deed for row in rows}
    game, club = rows[0].game_slug, rows[0].club_id
    there = MatchStats.objects.filter(game_slug=game, club=club)
    for player in map(int, who.split("+")):
        # Not joined: the same match twice would have to be told apart by all that it adds.
        sat = Appearance.objects.filter(player=player, game_slug=game, club=club)
        there = there.filter(match__in=sat.values("match"))
    found: dict[tuple[int, str], Peak] = {}
    for match, at, of, stored in there.values_list("match", "at", "season", "credits").iterator():
        for team, one, deed, _n, _tries, _amount, best, hand in stored:
            if deed not in deeds or not hand or who not in holders(team, one):
                continue
            peak, rule = (
                Peak(None if best is None else Decimal(best), at, match, hand),
                how.get(deed, Aggregation.COUNT),
            )
            for key in {(0, deed), (of, deed)} & wanted:
                if key not in found or peak.rank(rule) < found[key].rank(rule):
                    found[key] = peak
    return found


# From the logs ------------------------------------------------------------------


def stats_of_matches(matches: Iterable[int]) -> Iterator[MatchStats]:
    """What these matches add now, those that are over and a club's; read with few questions."""
    numbers = list(matches)
    played = Played.objects.filter(match__in=numbers).select_related("match").order_by("match")
    found = list(played)
    seats: dict[int, list[tuple[int, int, int | None]]] = defaultdict(list)
    for match, *sat in Seat.objects.filter(match__in=[one.match_id for one in found]).values_list(
        "match", "position", "since", "player"
    ):
        seats[match].append((sat[0], sat[1], sat[2]))
    same = projection.merged_into(
        player for sat in seats.values() for _position, _since, player in sat if player
    )
    logs: dict[int, list[Entry]] = defaultdict(list)
    if len(found) > 1:
        for entry in Entry.objects.filter(match__in=[one.match_id for one in found]).order_by(
            "match", "place"
        ):
            logs[entry.match_id].append(entry)
    for one in found:
        if one.game_slug not in every_game():
            continue
        sitting = sorted(
            (position, since, same.get(player, player) if player else 0)
            for position, since, player in seats[one.match_id]
        )
        yield MatchStats(
            match_id=one.match_id,
            club_id=one.club_id,
            game_slug=one.game_slug,
            season=one.season_id or 0,
            at=one.at,
            credits=_credits(one.match, logs.get(one.match_id), tuple(sitting)),
        )


def _credits(
    match: Match, log: list[Entry] | None, sitting: tuple[tuple[int, int, int], ...]
) -> list[Credit]:
    if log is None:
        story = replay.load_match_state(match)
        game, sheet = story.game, story.sheet
    else:
        game = replay.game_of(match)
        entries = [read_entry(game, row).entry for row in log]
        sheet = sheet_of(game, replay.first_heading(match), entries)
    return credits(game, sheet, SeatPlayers(sheet.seating, sitting))


def rebuild_stats(club: int) -> int:
    """Make all the tallies of a club anew from the logs; how many matches they are of."""
    with transaction.atomic():
        StatTotal.objects.filter(club=club).delete()
        MatchStats.objects.filter(Q(club=club) | Q(match__table__club=club)).delete()
        PendingJob.objects.filter(club=club, what=PendingJob.What.FIGURES).delete()
        total = 0
        of_club = Played.objects.filter(club=club)
        for game in of_club.order_by().values_list("game_slug", flat=True).distinct():
            pending.lock(club, game)
            numbers = list(of_club.filter(game_slug=game).order_by("match").values_list("match", flat=True))
            _write_first(club, game, _make_and_store(numbers))
            total += len(numbers)
    return total


def _make_and_store(numbers: list[int]) -> Iterator[MatchStats]:
    """The figures of many matches, kept as they are made."""
    with tqdm(total=len(numbers), unit=" matches", disable=not sys.stderr.isatty()) as bar:
        for part in chunked(numbers, AT_ONCE):
            some = list(stats_of_matches(part))
            _store(some)
            yield from some
            bar.update(len(some))


def _store(rows: Iterable[MatchStats]) -> None:
    bulk_copy(
        MatchStats,
        "match club game_slug season at credits",
        (
            (row.match_id, row.club_id, row.game_slug, row.season, row.at, json.dumps(row.credits))
            for row in rows
        ),
    )


def add_imported(club: int, game: str, rows: Iterable[MatchStats]) -> None:
    """Add what matches of a game add that were just brought in; inside a transaction.

    Those that somebody has put right meanwhile are counted already, as they stand now; those that were
    moved count for the season they are in.
    """
    pending.lock(club, game)
    changes: dict[Key, Change] = {}
    coming = iter(rows)
    while some := list(islice(coming, AT_ONCE)):
        numbers = [row.match_id for row in some]
        there = dict(Played.objects.filter(match__in=numbers).values_list("match", "season"))
        known = set(MatchStats.objects.filter(match__in=numbers).values_list("match", flat=True))
        new = [row for row in some if row.match_id in there and row.match_id not in known]
        for row in new:
            row.season = there[row.match_id] or 0
        _store(new)
        for row in new:
            add(changes, row)
    if StatTotal.objects.filter(club=club, game_slug=game).exists():
        _write(club, game, changes, aggregations(game))
    else:
        write_new(club, game, changes)


def _write_first(club: int, game: str, rows: Iterable[MatchStats]) -> None:
    """Write the tallies of a game of which there are none yet."""
    changes: dict[Key, Change] = {}
    for row in rows:
        add(changes, row)
    write_new(club, game, changes)


def add(changes: dict[Key, Change], row: MatchStats) -> None:
    """Add what a match adds to the changes of its game."""
    _add(changes, row, aggregations(row.game_slug), 1)


def write_new(club: int, game: str, changes: Mapping[Key, Change]) -> None:
    """Write tallies where there are none yet."""
    bulk_copy(StatTotal, COLUMNS, (_new_values(club, game, key, change) for key, change in changes.items()))


def _new_values(club: int, game: str, key: Key, change: Change) -> tuple[Any, ...]:
    season, who, deed = key
    player, partner = _player_and_partner(who)
    peak = change.peak
    told = (peak.best, peak.match, peak.hand, peak.at) if peak else (None, None, 0, None)
    return club, game, season, who, deed, player, partner, change.n, change.tries, change.amount, *told


def _values(row: StatTotal) -> tuple[Any, ...]:
    who = (row.club_id, row.game_slug, row.season, row.who, row.deed, row.player_id, row.partner_id)
    return *who, row.n, row.tries, row.amount, row.best, row.match_id, row.hand, row.at


def _player_and_partner(who: str) -> tuple[int | None, int | None]:
    """The player, or the two of a pair; neither is the club."""
    players = [int(one) for one in who.split("+") if one]
    return (players[0] if players else None), (players[1] if len(players) > 1 else None)
