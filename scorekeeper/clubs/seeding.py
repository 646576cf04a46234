"""A club as it would be after ten years: deterministic, for measurements and for looking at pages.

Hands are drawn at random through each game's own records and are legal; matches end by the game's own
outcome, or the table stops. Some hundreds of matches are played through the engine, and then played again
and again by other members on other days: what is stored of each is what a real club would store.
"""

import math
import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, is_dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from random import Random
from typing import Any, get_args, get_origin

from django.db import transaction

from games import every_game
from games.engine import (
    Adjustment,
    Ask,
    Card,
    Cards,
    Choice,
    Game,
    Goal,
    Heading,
    PerSeat,
    PerSide,
    Seat,
    Seating,
    Sheet,
    Side,
    Stopped,
    Words,
    append_hand,
    broadcast_answer,
    empty_sheet,
    hand_problems,
    limit,
    optional,
    pack,
    positions,
    record_fields,
)
from games.engine.interchange import sheet_json, write_hand
from scorekeeper.accounts.models import User
from scorekeeper.clubs.figures import credits, ratings
from scorekeeper.clubs.figures import tallies as figure_tallies
from scorekeeper.clubs.history import projection
from scorekeeper.clubs.jobs import pending
from scorekeeper.clubs.models import Appearance, Club, MatchStats, Member, Played, Player, Role, Season
from scorekeeper.matches import hash_chain, outcomes, phones
from scorekeeper.matches.models import CODE_LENGTH, LETTERS, Entry, Match, Phone, Result, Table
from scorekeeper.matches.models import Role as PhoneRole
from scorekeeper.matches.models import Seat as Chair

WIDEST = 120  # where a question has no bound of its own
LONGEST = 24  # hands before the table stops
TRIES = 30
BEST_OF = 2  # legal hands of which the best is played: people do not bid at random
IN_A_ROW = 3  # matches at a table
ROWS_AT_ONCE = 2_000


# Hands by chance ----------------------------------------------------------------


def _number(rng: Random, ask: Ask, sheet: Sheet[Any]) -> int:
    least, most = limit(ask.least, sheet), limit(ask.most, sheet)
    low = -WIDEST if least is None else max(least, -WIDEST)
    high = max(low, min(low + WIDEST, low + WIDEST if most is None else most))
    return low + rng.randint(0, (high - low) // ask.step) * ask.step


def _shares(rng: Random, total: int, parts: int, step: int) -> list[int]:
    cuts = sorted(rng.randint(0, total // step) for _part in range(parts - 1))
    return [step * (b - a) for a, b in zip([0, *cuts], [*cuts, total // step], strict=True)]


def _answer(rng: Random, shape: Any, ask: Ask, sheet: Sheet[Any]) -> Any:
    """An answer of this shape within the bounds of its question."""
    if inner := optional(shape):
        return None if rng.random() < 0.3 else _answer(rng, inner, ask, sheet)
    origin, parts = get_origin(shape), get_args(shape)
    if origin is Goal:
        kind = rng.choice(list(ask.of(sheet) if ask.of else parts[0]))
        return Goal(kind, _number(rng, ask, sheet)) if "{n}" in kind.label else Goal(kind)
    if origin is frozenset:
        return frozenset(one for one in (ask.of(sheet) if ask.of else parts[0]) if rng.random() < 0.2)
    if origin in (PerSide, PerSeat):
        n, total = len(positions(origin, sheet)), limit(ask.total, sheet)
        if total is not None and parts[0] in (int, Fraction):
            return origin(map(parts[0], _shares(rng, total, n, ask.step)))
        return origin(_answer(rng, parts[0], ask, sheet) for _place in range(n))
    if origin is tuple:
        many = parts[:1] * rng.randint(0, 4) if parts[-1] is Ellipsis else parts
        return tuple(_answer(rng, part, ask, sheet) for part in many)
    if isinstance(shape, type) and is_dataclass(shape):
        return _record(rng, shape, sheet)
    simple: dict[Any, Callable[[], Any]] = {
        bool: lambda: rng.random() < 0.5,
        str: lambda: "by chance",
        int: lambda: _number(rng, ask, sheet),
        Fraction: lambda: Fraction(_number(rng, ask, sheet)),
    }
    if shape in simple:
        return simple[shape]()
    if shape is Cards:
        there = list(ask.of(sheet)) if ask.of else list(pack())
        least, most = limit(ask.least, sheet) or 0, limit(ask.most, sheet)
        n = rng.randint(min(least, len(there)), min(len(there), 10 if most is None else most))
        return Cards(Card(*one) for one in rng.sample(there, n))
    if issubclass(shape, Side | Seat):
        everybody = positions(PerSide if shape is Side else PerSeat, sheet)
        return rng.choice(list(ask.of(sheet) if ask.of else everybody))
    if issubclass(shape, Choice):
        return rng.choice(list(ask.of(sheet) if ask.of else shape))
    return shape()


def _record(rng: Random, record: type, sheet: Sheet[Any]) -> Any:
    return record(
        **{
            q.name: _answer(rng, q.type, q.ask, sheet)
            if q.required or rng.random() < 0.25
            else broadcast_answer(q, q.default, sheet)
            for q in record_fields(record)
        }
    )


def hand_by_chance(rng: Random, game: Game[Any], sheet: Sheet[Any]) -> Any:
    """A legal hand: the best for the table of a few, one of the examples' where chance finds none."""
    kinds = [kind for kind in game.kinds_at(sheet) if game.hands[kind] is not Stopped]
    found = []
    for _try in range(TRIES):
        kind = kinds[0] if rng.random() < 0.85 else rng.choice(kinds)
        hand = _record(rng, game.hands[kind], sheet)
        if not hand_problems(game, hand, sheet):
            found.append(hand)
            if len(found) == BEST_OF:
                break
    for example in () if found else game.examples:
        found += [hand for hand in example.hands if _fits(game, hand, sheet)]
        if found:
            break
    if not found:
        points = sheet.seating.per_side(lambda side: rng.randint(0, 30))
        return Adjustment(points, "as the table agreed")
    sign = -1 if game.lowest_first(sheet.house) else 1
    return max(found, key=lambda hand: sign * sum(append_hand(game, sheet, hand).rows[-1].gains))


def _fits(game: Game[Any], hand: Any, sheet: Sheet[Any]) -> bool:
    try:
        return not isinstance(hand, Stopped) and not hand_problems(game, hand, sheet)
    except (IndexError, TypeError, ValueError):
        return False  # a hand of an example with other seats


@dataclass(frozen=True)
class Evening:
    """A match that was played through the engine: everything that is stored of it but who and when."""

    game: Game[Any]
    heading: Heading
    hands: tuple[dict[str, Any], ...]
    frozen: dict[str, Any]
    ended: tuple[outcomes.Ending, ...]
    credits: tuple[Any, ...]
    house: dict[str, Any]
    rule: str


def evening(rng: Random, game: Game[Any], n: int) -> Evening:
    """A match of a game from its first hand to its end."""
    preset = game.presets[n % min(2, len(game.presets))]
    shape = game.shapes(preset)[0]
    seating = Seating(*shape, Seat(rng.randrange(shape[0])))
    sheet = empty_sheet(game, seating, preset.house)
    longest = rng.randint(LONGEST // 3, LONGEST)
    while sheet.outcome is None and len(sheet.rows) < longest:
        sheet = append_hand(game, sheet, hand_by_chance(rng, game, sheet))
    while sheet.outcome is None:
        sheet = append_hand(game, sheet, Stopped())
        if sheet.outcome is None:  # the game itself says that another round decides
            sheet = append_hand(game, sheet, hand_by_chance(rng, game, sheet))
    heading = Heading(seating, preset.house, preset.id)
    written = write_hand(game, heading)
    assert written is not None
    everybody = credits.SeatPlayers(seating, tuple((seat, 0, seat + 1) for seat in range(seating.seats)))
    told = sheet_json(game, sheet, Words())
    return Evening(
        game,
        heading,
        tuple(write_hand(game, row.hand) or {} for row in sheet.rows),
        told,
        tuple(outcomes.endings(game, sheet)),
        tuple(credits.credits(game, sheet, everybody)),
        written["house"],
        str(told["outcome"]["because"]["rule"]),
    )


def seated(credits: Iterable[Any], players: list[int]) -> list[Any]:
    """The credits of an evening with these players in the seats."""
    who = [0, *players]
    found = [[[who[one] for one in team], who[one], *rest] for team, one, *rest in credits]
    return sorted(found, key=lambda credit: (credit[0], credit[1], credit[2]))


# The club -----------------------------------------------------------------------


class Seeding:
    """A club that is being made; ``make`` tells how many hands came with each step."""

    def __init__(
        self, hands: int, members: int, seed: int, years: int, ends: datetime, evenings: int
    ) -> None:
        self.rng = Random(seed)
        self.hands, self.years, self.ends = hands, years, ends
        self.begins = ends - timedelta(days=365 * years)
        self.pool = self._pool(evenings)
        # The same evenings, but codes of its own: clubs of several sizes live in one database.
        self.rng = Random(f"{seed}/{hands}")
        self.club = Club.objects.create(
            name=f"The club of {hands} hands", created=self.begins, code=self._code()
        )
        self.players = self._people(members)
        self.seasons = self._seasons()
        # Some come every week, most now and then: the nth of them so often.
        self.weights = [1 / (2 + place) ** 1.3 for place in range(members)]

    def _code(self) -> str:
        return "".join(self.rng.choice(LETTERS) for _letter in range(CODE_LENGTH))

    def _pool(self, evenings: int) -> dict[str, list[Evening]]:
        games = every_game().values()
        return {game.slug: [evening(self.rng, game, n) for n in range(evenings)] for game in games}

    def _people(self, members: int) -> list[int]:
        mark = self.club.code.lower()
        users = User.objects.bulk_create(
            [
                User(email=f"member{n}.{mark}@example.org", name=f"Member {n}", password="!")
                for n in range(1, members + 1)
            ],
            batch_size=500,
        )
        Member.objects.bulk_create(
            [
                Member(
                    club=self.club,
                    user=user,
                    role=Role.OWNER if n == 0 else Role.SCOREKEEPER if n < 10 else Role.MEMBER,
                    joined=self.begins,
                )
                for n, user in enumerate(users)
            ],
            batch_size=500,
        )
        players = Player.objects.bulk_create(
            [Player(club=self.club, name=user.name, user=user, created=self.begins) for user in users],
            batch_size=500,
        )
        return [player.pk for player in players]

    def _seasons(self) -> list[Season]:
        year = timedelta(days=365)
        return Season.objects.bulk_create(
            [
                Season(
                    club=self.club,
                    name=f"Season {n + 1}",
                    begins=(self.begins + n * year).date(),
                    ends=(self.begins + (n + 1) * year - timedelta(days=1)).date(),
                )
                for n in range(self.years)
            ]
        )

    def _shape(self, slug: str) -> tuple[int, int]:
        return self.pool[slug][0].heading.seating.shape

    def _there(self, at: datetime, seats: int) -> list[int]:
        """Who sits down on a day: of ten one comes only after the first years, one stays away in the last."""
        part = (at - self.begins) / (self.ends - self.begins)
        found: list[int] = []
        while len(found) < seats:
            place = self.rng.choices(range(len(self.players)), self.weights)[0]
            stays = not (place % 10 == 3 and part > 0.9) and not (place % 10 == 7 and part < 0.3)
            if self.players[place] not in found and stays:
                found.append(self.players[place])
        return found

    def make(self, at_once: int = 900) -> Iterator[int]:
        """Tables, matches, logs and results, some hundred matches at a time; then what rests on them."""
        # A club has its favourites, games for partners before all.
        slugs = sorted(self.pool, key=lambda slug: self._shape(slug)[0] == self._shape(slug)[1])
        weights = [1 / (1 + place) ** 1.6 for place in range(len(slugs))]
        pooled = [len(one.hands) for pool in self.pool.values() for one in pool]
        tables = math.ceil(self.hands / (sum(pooled) / len(pooled)) / IN_A_ROW)
        left, n = self.hands, 0
        tallies: dict[str, Any] = {}
        while left > 0:
            planned: list[tuple[datetime, list[Evening], list[int]]] = []
            while left > 0 and len(planned) * IN_A_ROW < at_once:
                part = min(0.9999, n / tables)
                at = self.begins + part * (self.ends - self.begins)
                pool = self.pool[self.rng.choices(slugs, weights)[0]]
                first = self.rng.choice(pool)
                shape = first.heading.seating.shape
                alike = [one for one in pool if one.heading.seating.shape == shape]
                played = [first, *(self.rng.choice(alike) for _more in range(IN_A_ROW - 1))]
                while played and sum(len(one.hands) for one in played[:-1]) >= left:
                    played.pop()
                left -= sum(len(one.hands) for one in played)
                planned.append((at, played, self._there(at, shape[0])))
                n += 1
            with transaction.atomic():
                pending.extend_timeouts()
                self._store(planned, tallies)
            yield sum(len(one.hands) for _at, played, _players in planned for one in played)
        for slug, changes in tallies.items():
            with transaction.atomic():
                pending.extend_timeouts()
                figure_tallies.write_new(self.club.pk, slug, changes)

    def _store(
        self, planned: list[tuple[datetime, list[Evening], list[int]]], tallies: dict[str, Any]
    ) -> None:
        tables = Table.objects.bulk_create(
            [
                Table(club=self.club, season=self._season(at), code=self._code(), version=1)
                for at, _played, _players in planned
            ]
        )
        hosts = Phone.objects.bulk_create(
            [
                Phone(
                    table=table,
                    key_hash=phones.hashed(f"seed {table.code}"),
                    role=PhoneRole.HOST,
                    name="Host",
                )
                for table in tables
            ]
        )
        matches, logs = [], []
        for table, host, (at, played, players) in zip(tables, hosts, planned, strict=True):
            for number, one in enumerate(played, start=1):
                began = at + timedelta(hours=number)
                turned = players[number - 1 :] + players[: number - 1]
                matches.append(self._match(table, number, one, began))
                logs.append((one, turned[: one.heading.seating.seats], host, began))
        Match.objects.bulk_create(matches, batch_size=300)
        entries = [
            entry
            for match, (one, _players, host, began) in zip(matches, logs, strict=True)
            for entry in self._log(match, one, host, began)
        ]
        Entry.objects.bulk_create(entries, batch_size=2_000)
        Match.objects.bulk_update(matches, ["head"], batch_size=300)
        chairs, results, played_rows, appearances, figured = [], [], [], [], []
        for match, (one, players, _host, _began) in zip(matches, logs, strict=True):
            season = match.table.season_id
            club = {"club_id": self.club.pk, "game_slug": match.game_slug, "at": match.ended}
            for seat, player in enumerate(players):
                name = f"Member {self.players.index(player) + 1}"
                chairs.append(Chair(match=match, position=seat, name=name, player_id=player))
                total, place, won = one.ended[seat % match.sides][:3]
                appearances.append(
                    Appearance(
                        match=match,
                        player_id=player,
                        season_id=season,
                        seat=seat,
                        side=seat % match.sides,
                        total=total,
                        place=place,
                        won=won,
                        rule=one.rule,
                        **club,
                    )
                )
            for side, how in enumerate(one.ended):
                results.append(Result(match=match, side=side, **how._asdict()))
            played_rows.append(
                Played(match=match, season_id=season, rule=one.rule, hands=len(one.hands), **club)
            )
            row = MatchStats(match=match, season=season or 0, credits=seated(one.credits, players), **club)
            figured.append(row)
            figure_tallies.add(tallies.setdefault(match.game_slug, {}), row)
        Chair.objects.bulk_create(chairs, batch_size=ROWS_AT_ONCE)
        Result.objects.bulk_create(results, batch_size=ROWS_AT_ONCE)
        Played.objects.bulk_create(played_rows, batch_size=ROWS_AT_ONCE)
        Appearance.objects.bulk_create(appearances, batch_size=ROWS_AT_ONCE)
        MatchStats.objects.bulk_create(figured, batch_size=ROWS_AT_ONCE)

    def _season(self, at: datetime) -> Season:
        return self.seasons[min(len(self.seasons) - 1, (at - self.begins).days // 365)]

    def _match(self, table: Table, number: int, one: Evening, began: datetime) -> Match:
        seating = one.heading.seating
        return Match(
            table=table,
            number=number,
            game_slug=one.game.slug,
            preset=one.heading.preset,
            house=one.house,
            seats=seating.seats,
            sides=seating.sides,
            first_dealer=seating.first_dealer,
            length=len(one.hands),
            started=began,
            ended=began + timedelta(minutes=50),
            frozen=one.frozen,
        )

    def _log(self, match: Match, one: Evening, host: Phone, began: datetime) -> Iterator[Entry]:
        head = ""
        for place, hand in enumerate(one.hands, start=1):
            key = uuid.UUID(int=self.rng.getrandbits(128), version=4)
            entry = Entry(
                match=match,
                place=place,
                number=place,
                hand=hand,
                key=key,
                fingerprint="0" * 64,
                by=host,
                by_name="Host",
                at=began + timedelta(minutes=2 * place),
                prev=head,
            )
            head = entry.hash = hash_chain.entry_hash(hash_chain.content_of(entry))
            yield entry
        match.head = head

    def finish(self) -> None:
        """Ratings, and when everybody played last."""
        ratings.rebuild_ratings(self.club.pk)
        projection.update_last_played(self.players)
