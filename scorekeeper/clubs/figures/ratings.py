"""Ratings by openskill: a fold over a game's matches in the order in which they ended.

Every step is kept (``RatingStep``). A match that is put right is folded again from there on: only those whose
rating it changes, and whom they met later, and so on. What comes out is what a whole rebuild gives, to the
last bit: the steps are the same function of the same numbers.

What follows from an old match may be ten years of them: then it is enqueued (``pending``), and folded so many
matches in a transaction; at which matches the fold resumes is kept.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery

from scorekeeper.clubs import models
from scorekeeper.clubs.bulk import bulk_copy
from scorekeeper.clubs.figures import pair_stats
from scorekeeper.clubs.figures.rating_steps import PlayerState, RatedMatch, Step, rate_match
from scorekeeper.clubs.jobs import pending
from scorekeeper.clubs.models import Appearance, PendingJob, Played, Player, Rating, RatingStep
from scorekeeper.parts import chunked

AT_ONCE = 1_000  # numbers in one question, and rows written at once
COLUMNS = " ".join(name.removesuffix("_id") for name in Step._fields)

Moment = tuple[datetime, int]  # when a match ended, and its number
END: Moment = datetime.max.replace(tzinfo=UTC), 0


def update_ratings(matches: Iterable[int]) -> None:
    """Bring the ratings up to date with what is now known of these matches; inside a transaction.

    Where more than ``pending.RATING_BATCH`` matches follow they are enqueued, and so is everything while
    something is: the fold resumes in the order in which the matches ended.
    """
    changed = set(matches)
    games = set(RatingStep.objects.filter(match__in=changed).values_list("club", "game_slug"))
    games |= set(Played.objects.filter(match__in=changed).values_list("club", "game_slug"))
    for club, game in sorted(games):
        waiting = PendingJob.objects.filter(club=club, game_slug=game, what=PendingJob.What.RATINGS)
        later = changed
        # Whoever saves a hand waits for nobody who counts.
        if pending.try_lock(club, game) and not waiting.exists():
            moments = _moments(club, game, changed)
            window = _window(club, game, moments, pending.RATING_BATCH)
            if window.last is None:
                later = _fold(club, game, changed, moments, window)
        pending.enqueue(club, game, PendingJob.What.RATINGS, later)


def next_pending(waiting: QuerySet[PendingJob], club: int, game: str) -> set[int]:
    """The first of those that wait, as far as one transaction folds; or some that nothing is known of."""
    put_off = waiting.values("match")
    there = [
        model.objects.filter(club=club, game_slug=game, match__in=put_off) for model in (RatingStep, Played)
    ]
    ends = [some.order_by("at", "match").values_list("at", "match").first() for some in there]
    first = min((end for end in ends if end is not None), default=None)
    if first is None:
        return set(put_off.values_list("match", flat=True)[:AT_ONCE])
    inside = _window(club, game, {first[1]: {first}}, pending.RATING_BATCH).inside
    return {match for some in there for match in some.filter(inside).values_list("match", flat=True)}


def resume(club: int, game: str, matches: set[int]) -> set[int]:
    """Go on with a fold that was put off at these matches; where it has to go on then. The lock is held."""
    moments = _moments(club, game, matches)
    return _fold(club, game, matches, moments, _window(club, game, moments, pending.RATING_BATCH))


def rebuild_ratings(club: int) -> int:
    """Make the ratings of a club anew from its history; how many matches there are."""
    with transaction.atomic():
        for model in (RatingStep, Rating, models.PairStats):
            model.objects.filter(club=club).delete()
        PendingJob.objects.filter(club=club, what=PendingJob.What.RATINGS).delete()
        total = 0
        for game in (
            Played.objects.filter(club=club).order_by().values_list("game_slug", flat=True).distinct()
        ):
            pending.lock(club, game)
            numbers = set(Played.objects.filter(club=club, game_slug=game).values_list("match", flat=True))
            moments = _moments(club, game, numbers)
            _fold(club, game, numbers, moments, _window(club, game, moments))
            total += len(numbers)
    return total


# The fold ---------------------------------------------------------------------


class Window(NamedTuple):
    """The stretch of a game's history that is folded now; without ``last`` to its end."""

    first: Moment
    last: Moment | None

    @property
    def inside(self) -> Q:
        later = Q(at__gt=self.first[0]) | Q(at=self.first[0], match__gte=self.first[1])
        if self.last is None:
            return later
        return later & (Q(at__lt=self.last[0]) | Q(at=self.last[0], match__lte=self.last[1]))

    def holds(self, moment: Moment) -> bool:
        """Whether a match that ended then is in it."""
        return self.first <= moment and (self.last is None or moment <= self.last)

    @property
    def after(self) -> Q:
        assert self.last is not None
        return Q(at__gt=self.last[0]) | Q(at=self.last[0], match__gt=self.last[1])


def _fold(
    club: int, game: str, changed: set[int], moments: Mapping[int, set[Moment]], window: Window
) -> set[int]:
    """Fold a window again, as far as anything follows from the changed matches.

    What comes back are the matches at which it has to go on. Where the window goes to the end there are none,
    unless somebody has moved a match into it meanwhile.
    """
    if not moments:
        return set()
    later = {
        match for match, there in moments.items() if window.last is not None and max(there) > window.last
    }
    played = _played(club, game, window.inside)
    of_game = RatingStep.objects.filter(club=club, game_slug=game)
    old: dict[int, dict[int, Step]] = defaultdict(dict)
    for one in _steps(of_game.filter(window.inside)):
        old[one.match_id][one.player_id] = one
    # Of a match that ended at another time, its steps from there. They are after the window; before it are
    # only those of a match that is not among the changed: somebody who waits for nobody moved it meanwhile.
    elsewhere = [sat.match for sat in played if window.last is not None or sat.match not in changed]
    for one in _steps(of_game.filter(match__in=elsewhere)):
        old[one.match_id][one.player_id] = one
    players = {player for one in played for player in one.players}
    players |= {player for rows in old.values() for player in rows}
    now = _states_before(players, game, window.first)
    moment_of: dict[Moment, RatedMatch | None] = {(one.at, one.match): one for one in played}
    left = {moment: None for moment in _removed_matches(old, played) if window.holds(moment)}
    order = sorted((left | moment_of).items(), key=lambda item: item[0])
    dirty: set[int] = set()
    gone: set[int] = set()
    written: list[Step] = []
    touched: set[int] = set()
    for (at, match), sat in order:
        # The rows of a match that ended at another time stand elsewhere in the order.
        rows = {player: row for player, row in old.get(match, {}).items() if row.at == at}
        if sat is not None and match not in changed and not dirty & sat.players:
            now |= {player: PlayerState.after(row) for player, row in rows.items() if player not in dirty}
            continue
        new = {row.player_id: row for row in rate_match(sat, now, club, game)} if sat is not None else {}
        if rows == new:
            now |= {player: PlayerState.after(row) for player, row in rows.items()}
            dirty -= rows.keys()
            continue
        gone.add(match)
        written += new.values()
        for player in rows.keys() | new.keys():
            touched.add(player)
            was, is_now = rows.get(player), new.get(player)
            if is_now is not None:
                now[player] = PlayerState.after(is_now)
            if was is not None and is_now is not None and PlayerState.after(was) == now[player]:
                dirty.discard(player)
            else:
                dirty.add(player)
    taken = [row for match in gone if match in old for row in old[match].values()]
    pair_stats.update_pair_stats(club, game, taken, written)
    numbers = sorted(gone)
    for some in chunked(numbers, AT_ONCE):
        of_game.filter(match__in=some).delete()
    bulk_copy(RatingStep, COLUMNS, written)
    astray = [row for row in taken if not window.holds((row.at, row.match_id))]
    for row in astray:
        later |= _next_matches({row.player_id}, game, Window(window.first, (row.at, row.match_id)))
    if window.last is not None and touched:
        later |= _next_matches(dirty, game, window)
        # Who goes on after it has a last step, and so a rating, that is not this one.
        touched -= set(of_game.filter(window.after, player__in=touched).values_list("player", flat=True))
    _write_ratings(club, game, {player: now[player] for player in touched})
    if astray:
        _write_ratings(club, game, _states_before({row.player_id for row in astray}, game, END))
    return later


def _steps(rows: QuerySet[RatingStep]) -> Iterator[Step]:
    return (Step(*row) for row in rows.values_list(*Step._fields))


def _moments(club: int, game: str, matches: set[int]) -> dict[int, set[Moment]]:
    """When each of these matches ended, as its steps have it and as the history does."""
    found: dict[int, set[Moment]] = defaultdict(set)
    numbers = sorted(matches)
    for some in chunked(numbers, AT_ONCE):
        for model in (RatingStep, Played):
            there = model.objects.filter(club=club, game_slug=game, match__in=some)
            for at, match in there.values_list("at", "match"):
                found[match].add((at, match))
    return found


def _window(club: int, game: str, moments: Mapping[int, set[Moment]], most: int | None = None) -> Window:
    """So many matches from the first moment on, or all of them."""
    first = min((moment for there in moments.values() for moment in there), default=END)
    if most is None:
        return Window(first, None)
    there = Played.objects.filter(Window(first, None).inside, club=club, game_slug=game).order_by(
        "at", "match"
    )
    ends = list(there.values_list("at", "match")[most - 1 : most + 1])
    if len(ends) < 2:
        return Window(first, None)
    return Window(first, ends[0])


def _next_matches(players: set[int], game: str, window: Window) -> set[int]:
    """The first match of each of these players after the window, as it was rated and as it was played."""
    found: set[int] = set()
    numbers = sorted(players)
    for part in chunked(numbers, AT_ONCE):
        some = Player.objects.filter(pk__in=part)
        for model in (RatingStep, Appearance):
            after = model.objects.filter(window.after, player=OuterRef("pk"), game_slug=game)
            ahead = Subquery(after.order_by("at", "match").values("match")[:1])
            found |= {match for match in some.values_list(ahead, flat=True) if match is not None}
    return found


def _removed_matches(
    old: dict[int, dict[int, Step]], played: list[RatedMatch]
) -> dict[Moment, RatedMatch | None]:
    """The matches that were there and are no more, or not at that time."""
    known = {(one.at, one.match) for one in played}
    there = {(next(iter(rows.values())).at, match) for match, rows in old.items()}
    return dict.fromkeys(there - known)


def _played(club: int, game: str, inside: Q) -> list[RatedMatch]:
    """The matches of a game in the order in which they ended."""
    shapes = {
        match: (at, seats, sides)
        for match, at, seats, sides in Played.objects.filter(inside, club=club, game_slug=game).values_list(
            "match", "at", "match__seats", "match__sides"
        )
    }
    teams: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    places: dict[int, dict[int, int]] = defaultdict(dict)
    won: dict[int, set[int]] = defaultdict(set)
    rows = Appearance.objects.filter(inside, club=club, game_slug=game).order_by("match", "seat", "pk")
    for match, player, side, place, has_won in rows.values_list("match", "player", "side", "place", "won"):
        if player not in teams[match][side]:
            teams[match][side].append(player)
        places[match][side] = place
        if has_won:
            won[match].add(side)
    found = [
        RatedMatch(
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


def _states_before(players: set[int], game: str, start: Moment) -> dict[int, PlayerState]:
    """How everybody stood before a moment."""
    last = (
        RatingStep.objects.filter(player=OuterRef("pk"), game_slug=game)
        .filter(Q(at__lt=start[0]) | Q(at=start[0], match__lt=start[1]))
        .order_by("-nth")
    )
    found = dict.fromkeys(players, PlayerState())
    numbers = sorted(players)
    for part in chunked(numbers, AT_ONCE):
        some = Player.objects.filter(pk__in=part)
        steps = some.annotate(step=Subquery(last.values("pk")[:1])).values_list("step", flat=True)
        known = [step for step in steps if step is not None]
        for one in _steps(RatingStep.objects.filter(pk__in=known)):
            found[one.player_id] = PlayerState.after(one)
    return found


def _write_ratings(club: int, game: str, standings: Mapping[int, PlayerState]) -> None:
    """The last step of each as their rating; whoever has none left has no rating."""
    numbers = sorted(standings)
    for some in chunked(numbers, AT_ONCE):
        Rating.objects.filter(club=club, game_slug=game, player__in=some).delete()
    bulk_copy(
        Rating,
        "club game_slug player mu sigma matches run longest longest_match last",
        ((club, game, player, *standing) for player, standing in standings.items() if standing.nth),
    )
