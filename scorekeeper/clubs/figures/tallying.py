"""The tallies: what matches add is added, what they added before is taken off, in the log's transaction.

Counts and sums go up and down exactly. The best and the first of something are compared by value, then by
when it was; where the match that held it no longer does, they are looked for again among the player's own.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any

from django.db import transaction
from django.db.models import Q
from tqdm import tqdm

from games import every_game
from games.engine import How, deeds_of
from scorekeeper.clubs import projecting, ratings
from scorekeeper.clubs.models import DeedSum, Figured, Played
from scorekeeper.parts import in_parts
from scorekeeper.tables import reading
from scorekeeper.tables.models import Entry, Match, Seat

from .crediting import Credit, Sitters, credits, holders

AT_ONCE = 1_000
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

    def rank(self, how: How) -> tuple[Any, ...]:
        """Lower goes first."""
        value = NOTHING if self.best is None else -self.best if how is How.MOST else self.best
        return value, self.at, self.match, self.hand


class Change:
    """What is added to a sum (or taken off it), and what may be its best."""

    __slots__ = ("amount", "lost", "n", "peak", "tries")

    def __init__(self) -> None:
        self.n = self.tries = 0
        self.amount = NOTHING
        self.peak: Peak | None = None
        self.lost: frozenset[int] = NO_MATCHES  # that no longer hold what they held


@cache
def hows(game: str) -> dict[str, How]:
    """How each deed of a game adds up; one that a later release took away only counts."""
    found = every_game().get(game)
    return {deed.id: deed.how for deed in deeds_of(found)} if found else {}


def follow(matches: Iterable[int]) -> None:
    """Bring the tallies up to date with what is now known of these matches; inside a transaction."""
    numbers = sorted(set(matches))
    before = {row.match_id: row for row in Figured.objects.filter(match__in=numbers)}
    _exchange(before, {row.match_id: row for row in figured(numbers)})


def move(matches: Iterable[int], season: int) -> None:
    """What these matches add counts for another season (0: for none); inside a transaction."""
    rows = Figured.objects.filter(match__in=list(matches))
    before = {row.match_id: row for row in rows}
    after = {}
    for match, row in before.items():
        after[match] = copy(row)
        after[match].season = season
    _exchange(before, after)


def _exchange(before: Mapping[int, Figured], after: Mapping[int, Figured]) -> None:
    """Take off what these matches added, and add what they add now."""
    games = sorted({(row.club_id, row.game_slug) for row in (*before.values(), *after.values())})
    for club, game in games:
        ratings.lock(club, game)
        old = [row for row in before.values() if (row.club_id, row.game_slug) == (club, game)]
        new = [row for row in after.values() if (row.club_id, row.game_slug) == (club, game)]
        same = {row.match_id for row in new if _same(before.get(row.match_id), row)}
        old, new = ([row for row in rows if row.match_id not in same] for rows in (old, new))
        how = hows(game)
        changes: dict[Key, Change] = {}
        for row in old:
            _add(changes, row, how, -1)
        for row in new:
            _add(changes, row, how, 1)
        Figured.objects.filter(match__in=[row.match_id for row in old]).delete()
        Figured.objects.bulk_create(new, batch_size=AT_ONCE)
        _write(club, game, changes, how)


def _same(before: Figured | None, after: Figured) -> bool:
    return before is not None and all(
        getattr(before, name) == getattr(after, name)
        for name in ("club_id", "game_slug", "season", "at", "credits")
    )


def _add(changes: dict[Key, Change], row: Figured, how: Mapping[str, How], sign: int) -> None:
    seasons = (0, row.season) if row.season else (0,)
    for team, one, deed, n, tries, amount, best, hand in row.credits:
        for who in holders(team, one):
            # A pair is told of for all there has been.
            for season in seasons[:1] if "+" in who else seasons:
                change = changes.get((season, who, deed))
                if change is None:
                    change = changes[season, who, deed] = Change()
                change.n += sign * n
                change.tries += sign * tries
                change.amount += sign * Decimal(amount)
                if not hand:
                    continue
                if sign < 0:
                    change.lost |= {row.match_id}
                    continue
                peak = Peak(None if best is None else Decimal(best), row.at, row.match_id, hand)
                rule = how.get(deed, How.COUNT)
                if change.peak is None or peak.rank(rule) < change.peak.rank(rule):
                    change.peak = peak


def _write(club: int, game: str, changes: Mapping[Key, Change], how: Mapping[str, How]) -> None:
    """Change the tallies: the players' and the pairs' first, for the club's records are among theirs."""
    of_game = DeedSum.objects.filter(club=club, game_slug=game)
    whos = sorted({who for _season, who, _deed in changes if who})
    for part in in_parts(whos, 200):
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
    known: Mapping[Key, DeedSum],
    how: Mapping[str, How],
) -> None:
    new, old, empty = [], [], []
    for key, change in changes.items():
        row = known.get(key) or _blank(club, game, key)
        row.n += change.n
        row.tries += change.tries
        row.amount += change.amount
        if row.tries <= 0:  # less than nothing: a player who was deleted took the sums along
            empty.append(row.pk)
            continue
        _raise(row, change, how.get(row.deed, How.COUNT))
        (old if row.pk else new).append(row)
    DeedSum.objects.filter(pk__in=[pk for pk in empty if pk]).delete()
    DeedSum.objects.bulk_update(old, ["n", "tries", "amount", "best", "match", "hand", "at"], batch_size=200)
    DeedSum.objects.bulk_create(new, batch_size=AT_ONCE)


def _blank(club: int, game: str, key: Key) -> DeedSum:
    season, who, deed = key
    players = [int(one) for one in who.split("+") if one]
    return DeedSum(
        club_id=club,
        game_slug=game,
        season=season,
        who=who,
        deed=deed,
        player_id=players[0] if players else None,
        partner_id=players[1] if len(players) > 1 else None,
    )


def _raise(row: DeedSum, change: Change, how: How) -> None:
    """The best of what there was and what came; looked for anew where its match no longer holds it."""
    if row.match_id in change.lost:
        peak = _highest(row, how)
    else:
        standing = [_peak(row)] if row.match_id is not None else []
        came = [change.peak] if change.peak else []
        peak = min([*standing, *came], key=lambda one: one.rank(how), default=None)
    _set(row, peak)


def _set(row: DeedSum, peak: Peak | None) -> None:
    row.best = peak.best if peak else None
    row.match_id = peak.match if peak else None
    row.hand = peak.hand if peak else 0
    row.at = peak.at if peak else None


def _peak(row: DeedSum) -> Peak:
    assert row.at is not None
    assert row.match_id is not None
    return Peak(row.best, row.at, row.match_id, row.hand)


def _highest(row: DeedSum, how: How) -> Peak | None:
    """The best of a sum, from everything that was ever added to it."""
    if not row.who:
        # Whatever is the club's is some player's.
        order = {How.MOST: "-best", How.LEAST: "best"}.get(how, "at")
        among = DeedSum.objects.filter(
            club=row.club_id, game_slug=row.game_slug, season=row.season, deed=row.deed, match__isnull=False
        ).exclude(who="")
        best = among.filter(partner=None).order_by(order, "at", "match", "hand").first()
        return _peak(best) if best else None
    found: Peak | None = None
    there = Figured.objects.filter(game_slug=row.game_slug, club=row.club_id)
    for player in map(int, row.who.split("+")):
        there = there.filter(match__appearances__player=player)
    if row.season:
        there = there.filter(season=row.season)
    for match, at, stored in there.distinct().values_list("match", "at", "credits").order_by():
        for team, one, deed, _n, _tries, _amount, best, hand in stored:
            if deed == row.deed and hand and row.who in holders(team, one):
                peak = Peak(None if best is None else Decimal(best), at, match, hand)
                if found is None or peak.rank(how) < found.rank(how):
                    found = peak
    return found


# From the logs ------------------------------------------------------------------


def figured(matches: Iterable[int]) -> Iterator[Figured]:
    """What these matches add now, those that are over and a club's; read with few questions."""
    numbers = list(matches)
    played = Played.objects.filter(match__in=numbers).select_related("match").order_by("match")
    found = list(played)
    seats: dict[int, list[tuple[int, int, int | None]]] = defaultdict(list)
    for match, *sat in Seat.objects.filter(match__in=[one.match_id for one in found]).values_list(
        "match", "position", "since", "player"
    ):
        seats[match].append((sat[0], sat[1], sat[2]))
    same = projecting.whose(player for sat in seats.values() for _position, _since, player in sat if player)
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
        yield Figured(
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
        story = reading.story_of(match)
        game, sheet = story.game, story.sheet
    else:
        game = reading.game_of(match)
        entries = [reading.read_entry(game, row).entry for row in log]
        sheet = reading.sheet_of(game, reading.first_heading(match), entries)
    return credits(game, sheet, Sitters(sheet.seating, sitting))


def rebuild(club: int) -> int:
    """Make all the tallies of a club anew from the logs; how many matches they are of."""
    with transaction.atomic():
        DeedSum.objects.filter(club=club).delete()
        Figured.objects.filter(Q(club=club) | Q(match__table__club=club)).delete()
        total = 0
        of_club = Played.objects.filter(club=club)
        for game in of_club.order_by().values_list("game_slug", flat=True).distinct():
            ratings.lock(club, game)
            numbers = list(of_club.filter(game_slug=game).order_by("match").values_list("match", flat=True))
            tell(club, game, _stored(numbers))
            total += len(numbers)
    return total


def _stored(numbers: list[int]) -> Iterator[Figured]:
    """The figures of many matches, kept as they are made."""
    with tqdm(total=len(numbers), unit=" matches", disable=not sys.stderr.isatty()) as bar:
        for part in in_parts(numbers, AT_ONCE):
            some = list(figured(part))
            Figured.objects.bulk_create(some, batch_size=AT_ONCE)
            yield from some
            bar.update(len(some))


def tell(club: int, game: str, rows: Iterable[Figured]) -> None:
    """Write the tallies of a game of which there are none yet."""
    changes: dict[Key, Change] = {}
    for row in rows:
        add(changes, row)
    write_new(club, game, changes)


def add(changes: dict[Key, Change], row: Figured) -> None:
    """Add what a match adds to the changes of its game."""
    _add(changes, row, hows(row.game_slug), 1)


def write_new(club: int, game: str, changes: Mapping[Key, Change]) -> None:
    """Write tallies where there are none yet."""
    tallies = []
    for key, change in changes.items():
        row = _blank(club, game, key)
        row.n, row.tries, row.amount = change.n, change.tries, change.amount
        _set(row, change.peak)
        tallies.append(row)
        if len(tallies) >= AT_ONCE:
            DeedSum.objects.bulk_create(tallies)
            tallies = []
    DeedSum.objects.bulk_create(tallies)
