"""Ratings by openskill: a fold over a game's matches in the order in which they ended.

Every step is kept (``Rated``), so a match that is put right is folded again from there on: only those whose
rating it changes, and whom they met later, and so on. What comes out is what a whole rebuild gives, to the
last bit: the steps are the same function of the same numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import OuterRef, Q, Subquery
from openskill.models import PlackettLuce

from scorekeeper.parts import in_parts

from . import together
from .models import Appearance, Counted, Played, Player, Rated, Rating

MODEL = PlackettLuce()
MU, SIGMA = 25.0, 25.0 / 3  # of somebody of whom nothing is known
MILLION = 1_000_000
AT_ONCE = 1_000  # rows written at once

Moment = tuple[datetime, int]  # when a match ended, and its number


@dataclass(frozen=True)
class Standing:
    """What the fold remembers of a player between two matches."""

    mu: float = MU
    sigma: float = SIGMA
    nth: int = 0
    run: int = 0
    longest: int = 0
    longest_match: int = 0

    @classmethod
    def after(cls, step: Rated) -> Standing:
        return cls(step.mu, step.sigma, step.nth, step.run, step.longest, step.longest_match)


@dataclass(frozen=True)
class Sitting:
    """A match as the fold sees it: who was on which side, and how each side came out."""

    match: int
    at: datetime
    seats: int
    sides: int
    teams: dict[int, tuple[int, ...]]  # the players of each side, in the order of their seats
    places: dict[int, int]
    won: frozenset[int]

    @property
    def players(self) -> frozenset[int]:
        return frozenset(player for team in self.teams.values() for player in team)

    @property
    def rates(self) -> bool:
        """Whether it says anything of anybody's strength: somebody known on every side, and on one only."""
        all_of_them = [player for team in self.teams.values() for player in team]
        return len(self.teams) == self.sides > 1 and len(set(all_of_them)) == len(all_of_them)


def follow(matches: Iterable[int]) -> None:
    """Bring the ratings up to date with what is now known of these matches; inside a transaction."""
    changed = set(matches)
    games = set(Rated.objects.filter(match__in=changed).values_list("club", "game_slug"))
    games |= set(Played.objects.filter(match__in=changed).values_list("club", "game_slug"))
    for club, game in sorted(games):
        lock(club, game)
        _refold(club, game, changed)


def lock(club: int, game: str) -> None:
    """Wait until nobody else counts for this game of the club."""
    Counted.objects.get_or_create(club_id=club, game_slug=game)
    Counted.objects.select_for_update().get(club_id=club, game_slug=game)
    be_patient()


def be_patient() -> None:
    """Let this transaction take longer than a page may: a match of ten years ago has much to follow."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT set_config('statement_timeout', '300s', true),"
                " set_config('idle_in_transaction_session_timeout', '300s', true)"
            )


def rebuild(club: int) -> int:
    """Make the ratings of a club anew from its history; how many matches there are."""
    with transaction.atomic():
        for model in (Rated, Rating, together.Together):
            model.objects.filter(club=club).delete()
        total = 0
        for game in (
            Played.objects.filter(club=club).order_by().values_list("game_slug", flat=True).distinct()
        ):
            lock(club, game)
            numbers = set(Played.objects.filter(club=club, game_slug=game).values_list("match", flat=True))
            _refold(club, game, numbers)
            total += len(numbers)
    return total


# The fold ---------------------------------------------------------------------


def step(played: Sitting, before: dict[int, Standing], club: int, game: str) -> list[Rated]:
    """Everybody's step through a match."""
    rates = played.rates
    sides = sorted(played.teams)
    each = {
        side: max(len(played.teams[side]), len(range(side, played.seats, played.sides))) for side in sides
    }
    rated: list[Any] = []
    chances: Sequence[float] = [0.0] * len(sides)
    strength = {side: _strength(played.teams[side], each[side], before) for side in sides}
    if rates:
        teams = [
            [MODEL.rating(mu=mu, sigma=sigma) for mu, sigma in _team(played.teams[side], each[side], before)]
            for side in sides
        ]
        chances = MODEL.predict_win(teams)
        rated = MODEL.rate(teams, ranks=[played.places[side] for side in sides])
    steps = []
    for index, side in enumerate(sides):
        others = [strength[other] for other in sides if other != side]
        for place, player in enumerate(played.teams[side]):
            was = before[player]
            now = rated[index][place] if rates else None
            won = side in played.won
            run = was.run + 1 if won else 0
            longer = run > was.longest
            steps.append(
                Rated(
                    club_id=club,
                    game_slug=game,
                    match_id=played.match,
                    player_id=player,
                    at=played.at,
                    side=side,
                    place=played.places[side],
                    won=won,
                    level=any(
                        played.places[other] == played.places[side] for other in sides if other != side
                    ),
                    rated=rates,
                    mu_before=was.mu,
                    mu=now.mu if now else was.mu,
                    sigma=now.sigma if now else was.sigma,
                    nth=was.nth + 1,
                    run=run,
                    longest=run if longer else was.longest,
                    longest_match=played.match if longer else was.longest_match,
                    own=strength[side],
                    against=sum(others) / len(others) if others else MU,
                    expected=round(chances[index] * MILLION),
                    mates=each[side],
                    sides=played.sides,
                )
            )
    # Whoever sat on two sides has one step, of the first.
    return list({one.player_id: one for one in reversed(steps)}.values())[::-1]


def _team(team: Sequence[int], seats: int, before: dict[int, Standing]) -> Iterator[tuple[float, float]]:
    """The strength of each on a side; a seat of somebody unknown is a newcomer's."""
    for player in team:
        yield before[player].mu, before[player].sigma
    for _guest in range(seats - len(team)):
        yield MU, SIGMA


def _strength(team: Sequence[int], seats: int, before: dict[int, Standing]) -> float:
    return sum(mu for mu, _sigma in _team(team, seats, before)) / seats


FIELDS = [field.attname for field in Rated._meta.concrete_fields if field.attname != "id"]


def _same(one: Rated | None, other: Rated | None) -> bool:
    if one is None or other is None:
        return one is other
    return all(getattr(one, name) == getattr(other, name) for name in FIELDS)


def _refold(club: int, game: str, changed: set[int]) -> None:
    """Fold again from the first of the changed matches on, as far as anything follows from them."""
    of_game = Rated.objects.filter(club=club, game_slug=game)
    moments = [*of_game.filter(match__in=changed).values_list("at", "match")]
    moments += Played.objects.filter(club=club, game_slug=game, match__in=changed).values_list("at", "match")
    if not moments:
        return
    start: Moment = min(moments)
    later = Q(at__gt=start[0]) | Q(at=start[0], match__gte=start[1])
    played = _played(club, game, later)
    old: dict[int, dict[int, Rated]] = defaultdict(dict)
    for row in of_game.filter(later):
        old[row.match_id][row.player_id] = row
    players = {player for one in played for player in one.players}
    players |= {player for rows in old.values() for player in rows}
    now = _standing_before(players, game, start)
    moment_of: dict[Moment, Sitting | None] = {(one.at, one.match): one for one in played}
    order = sorted((_gone(old, played) | moment_of).items(), key=lambda item: item[0])
    dirty: set[int] = set()
    gone: set[int] = set()
    written: list[Rated] = []
    touched: set[int] = set()
    for (at, match), one in order:
        # The rows of a match that ended at another time stand elsewhere in the order.
        rows = {player: row for player, row in old.get(match, {}).items() if row.at == at}
        if one is not None and match not in changed and not dirty & one.players:
            now |= {player: Standing.after(row) for player, row in rows.items() if player not in dirty}
            continue
        new = {row.player_id: row for row in step(one, now, club, game)} if one is not None else {}
        if all(_same(rows.get(player), new.get(player)) for player in rows.keys() | new.keys()):
            now |= {player: Standing.after(row) for player, row in rows.items()}
            dirty -= rows.keys()
            continue
        gone.add(match)
        written += new.values()
        for player in rows.keys() | new.keys():
            touched.add(player)
            was, is_now = rows.get(player), new.get(player)
            if is_now is not None:
                now[player] = Standing.after(is_now)
            if was is not None and is_now is not None and Standing.after(was) == now[player]:
                dirty.discard(player)
            else:
                dirty.add(player)
    together.follow(club, game, [row for match in gone for row in old.get(match, {}).values()], written)
    numbers = sorted(gone)
    for some in in_parts(numbers, AT_ONCE):
        of_game.filter(match__in=some).delete()
    Rated.objects.bulk_create(written, batch_size=AT_ONCE)
    _write_ratings(club, game, touched)


def _gone(old: dict[int, dict[int, Rated]], played: list[Sitting]) -> dict[Moment, Sitting | None]:
    """The matches that were there and are no more, or not at that time."""
    known = {(one.at, one.match) for one in played}
    there = {(next(iter(rows.values())).at, match) for match, rows in old.items()}
    return dict.fromkeys(there - known)


def _played(club: int, game: str, later: Q) -> list[Sitting]:
    """The matches of a game in the order in which they ended."""
    shapes = {
        match: (at, seats, sides)
        for match, at, seats, sides in Played.objects.filter(later, club=club, game_slug=game).values_list(
            "match", "at", "match__seats", "match__sides"
        )
    }
    teams: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    places: dict[int, dict[int, int]] = defaultdict(dict)
    won: dict[int, set[int]] = defaultdict(set)
    rows = Appearance.objects.filter(later, club=club, game_slug=game).order_by("match", "seat", "pk")
    for match, player, side, place, has_won in rows.values_list("match", "player", "side", "place", "won"):
        if player not in teams[match][side]:
            teams[match][side].append(player)
        places[match][side] = place
        if has_won:
            won[match].add(side)
    found = [
        Sitting(
            match,
            *shapes[match],
            {side: tuple(team) for side, team in sides.items()},
            places[match],
            frozenset(won[match]),
        )
        for match, sides in teams.items()
        if match in shapes
    ]
    return sorted(found, key=lambda one: (one.at, one.match))


def _standing_before(players: set[int], game: str, start: Moment) -> dict[int, Standing]:
    """How everybody stood before a moment."""
    last = (
        Rated.objects.filter(player=OuterRef("pk"), game_slug=game)
        .filter(Q(at__lt=start[0]) | Q(at=start[0], match__lt=start[1]))
        .order_by("-nth")
    )
    found = dict.fromkeys(players, Standing())
    numbers = sorted(players)
    for some in in_parts(numbers, AT_ONCE):
        steps = (
            Player.objects.filter(pk__in=some)
            .annotate(step=Subquery(last.values("pk")[:1]))
            .values_list("step", flat=True)
        )
        for row in Rated.objects.filter(pk__in=[step for step in steps if step is not None]):
            found[row.player_id] = Standing.after(row)
    return found


def _write_ratings(club: int, game: str, players: set[int]) -> None:
    """The last step of each as their rating; whoever has none left has no rating."""
    numbers = sorted(players)
    last = Rated.objects.filter(player=OuterRef("pk"), game_slug=game).order_by("-nth")
    for some in in_parts(numbers, AT_ONCE):
        steps = Player.objects.filter(pk__in=some).annotate(step=Subquery(last.values("pk")[:1]))
        Rating.objects.filter(club=club, game_slug=game, player__in=some).delete()
        Rating.objects.bulk_create(
            Rating(
                club_id=club,
                game_slug=game,
                player_id=row.player_id,
                mu=row.mu,
                sigma=row.sigma,
                matches=row.nth,
                run=row.run,
                longest=row.longest,
                longest_match=row.longest_match,
                last=row.at,
            )
            for row in Rated.objects.filter(
                pk__in=[one for one in steps.values_list("step", flat=True) if one is not None]
            )
        )
