"""Pages of a club's figures: ratings, statistics, records and pairs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.paginator import Paginator
from django.db.models import F, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext

from games import every_game
from games.engine import HANDS, MATCH, Aggregation, Stat
from scorekeeper.clubs.membership.guards import ClubContext, for_members
from scorekeeper.clubs.models import Player, Season
from scorekeeper.clubs.people.access import player_or_404
from scorekeeper.figures import also_played, charts, rating_text, stat_text
from scorekeeper.figures.models import PairStats, Rating, RatingStep, StatTotal
from scorekeeper.history.models import Played
from scorekeeper.jobs import pending

SHORT, LONG = 15, 25  # players on a short list, and on a page of the full list
PAIRS = 8  # partners of a player that are shown, and as many opponents
STEPS = 12  # latest rating changes explained
MOST_POINTS = 60  # points of a chart


@dataclass(frozen=True)
class PlayedGame:
    slug: str
    name: str
    matches: int
    is_stale: bool  # recomputation is pending


@dataclass(frozen=True)
class Rank:
    rating: Rating
    place: int
    displayed: int
    margin: int


def games_of(ctx: ClubContext, player: int | None = None) -> list[PlayedGame]:
    """Return the games of the club, or of one of its players, the most played first."""
    rows = StatTotal.objects.filter(club=ctx.club, season=0)
    if player is None:
        rows = rows.filter(who="", deed=MATCH.id)
    else:
        # A player who only took over seats has hands, but no match that counts for them.
        rows = rows.filter(who=str(player), deed__in=(MATCH.id, HANDS.id))
    played: dict[str, tuple[int, bool]] = {}
    for slug, stat, n, is_pending in rows.values_list("game_slug", "deed", "tries", pending.is_pending()):
        matches, _stale = played.get(slug, (0, False))
        played[slug] = (n if stat == MATCH.id else matches), is_pending
    by_slug = every_game()
    found = [
        PlayedGame(slug, gettext(by_slug[slug].name), *counts)
        for slug, counts in played.items()
        if slug in by_slug
    ]
    if any(game.is_stale for game in found):
        pending.wake()
    return sorted(found, key=lambda game: (-game.matches, game.name))


def season_of(request: HttpRequest, ctx: ClubContext) -> tuple[list[Season], Season | None]:
    seasons = list(Season.objects.filter(club=ctx.club)[:20])
    pk = request.GET.get("season", "")
    return seasons, next((season for season in seasons if str(season.pk) == pk), None)


def ratings_of_game(ctx: ClubContext, game: str) -> QuerySet[Rating]:
    rows = Rating.objects.filter(player__same_as=None, club=ctx.club, game_slug=game)
    return rows.select_related("player").order_by("-mu", "player")


def by_activity(rows: QuerySet[Rating]) -> dict[str, QuerySet[Rating]]:
    """Return the ratings of players by kind: settled (""), "new", and inactive ("away")."""
    since = timezone.now() - rating_text.INACTIVE_AFTER
    active = rows.filter(last__gte=since)
    return {
        "": active.filter(matches__gte=rating_text.SETTLED),
        "new": active.filter(matches__lt=rating_text.SETTLED).order_by("-last", "player"),
        "away": rows.filter(last__lt=since).order_by("-last", "player"),
    }


def ranks(rows: QuerySet[Rating] | list[Rating], first: int = 1) -> list[Rank]:
    """Return ratings with their places; equal displayed ratings share a place."""
    found: list[Rank] = []
    for place, row in enumerate(rows, start=first):
        displayed = rating_text.displayed_rating(row.mu)
        shared = found[-1].place if found and found[-1].displayed == displayed else place
        found.append(Rank(row, shared, displayed, rating_text.margin(row.sigma)))
    return found


def compared_stats(game: str) -> list[Stat]:
    """Return the statistics of a game whose highest or lowest value is a record."""
    stats = stat_text.stats_by_id(game).values()
    return [stat for stat in stats if stat.aggregation in (Aggregation.MOST, Aggregation.LEAST)]


def records(
    ctx: ClubContext, game: str, season: int, totals: Mapping[str, StatTotal]
) -> list[stat_text.StatLine]:
    """Return a game's records with their holders; ``totals`` are the club's, by statistic."""
    compared = compared_stats(game)
    condition = Q()
    for stat in compared:
        if (row := totals.get(stat.id)) is not None and row.match_id is not None:
            condition |= Q(deed=stat.id, best=row.best, match=row.match_id, hand=row.hand)
    if not condition:
        return []
    rows = StatTotal.objects.filter(
        condition,
        player__same_as=None,
        club=ctx.club,
        game_slug=game,
        season=season,
        player__isnull=False,
        partner=None,
    )
    holders: dict[str, list[Player]] = {}
    for row in rows.select_related("player").order_by("player"):
        assert row.player is not None
        holders.setdefault(row.deed, []).append(row.player)
    return [
        replace(stat_text.stat_line(stat, totals[stat.id]), players=holders[stat.id])
        for stat in compared
        if stat.id in holders
    ]


@for_members("GET")
def game(request: HttpRequest, ctx: ClubContext, game: str = "") -> HttpResponse:
    """Show a game's figures; without a slug those of the most played game."""
    games = games_of(ctx)
    if not games and not game:
        return ctx.page(request, "figures/game.html", {"games": ()})
    found = next((choice for choice in games if game in ("", choice.slug)), None)
    if found is None:
        raise Http404
    seasons, season = season_of(request, ctx)
    season_pk = season.pk if season else 0
    rows = ratings_of_game(ctx, found.slug)
    kinds = by_activity(rows)
    streaks = rows.filter(longest__gte=2).order_by("-longest", "last")[:1]
    club_totals = stat_text.with_hands(
        StatTotal.objects.filter(club=ctx.club, game_slug=found.slug, season=season_pk, who="")
    )
    totals = {row.deed: row for row in club_totals}
    # Records have a section of their own; the club's counts of matches and hands say nothing.
    hidden = {MATCH.id, HANDS.id, *(stat.id for stat in compared_stats(found.slug))}
    shown = [row for row in totals.values() if row.deed not in hidden]
    context = {
        "games": games,
        "game": found,
        "seasons": seasons,
        "season": season,
        "established": ranks(kinds[""][:SHORT]),
        "provisional": ranks(kinds["new"][:SHORT]),
        "inactive": ranks(kinds["away"][:SHORT]),
        "records": records(ctx, found.slug, season_pk, totals),
        "streak": streaks.first() if season is None else None,
        "groups": stat_text.stat_groups(found.slug, shown),
        "established_after": rating_text.SETTLED,
        "days": rating_text.INACTIVE_AFTER.days,
    }
    return ctx.page(request, "figures/game.html", context)


@for_members("GET")
def ratings(request: HttpRequest, ctx: ClubContext, game: str) -> HttpResponse:
    found = next((choice for choice in games_of(ctx) if choice.slug == game), None)
    kinds = by_activity(ratings_of_game(ctx, game))
    kind = request.GET.get("who", "")
    if found is None or kind not in kinds:
        raise Http404
    page = Paginator(kinds[kind], LONG).get_page(request.GET.get("page"))
    context = {
        "game": found,
        "who": kind,
        "shows_place": not kind,
        "shows_last_match": kind == "away",
        "ranks": ranks(list(page), page.start_index()),
        "page": page,
    }
    return ctx.page(request, "figures/ratings.html", context)


@for_members("GET")
def player(request: HttpRequest, ctx: ClubContext, player: int) -> HttpResponse:
    """Show a player's figures in a game (``?game=``), else in the one they played most."""
    record = player_or_404(ctx, player)
    games = games_of(ctx, record.pk)
    slug = request.GET.get("game", "")
    game = next((choice for choice in games if choice.slug == slug), games[0] if games else None)
    if game is None:
        return ctx.page(request, "figures/player.html", {"player": record})
    seasons, season = season_of(request, ctx)
    rating = Rating.objects.filter(player=record, game_slug=game.slug).first()
    totals = list(
        stat_text.with_hands(
            StatTotal.objects.filter(
                club=ctx.club, who=str(record.pk), game_slug=game.slug, season=season.pk if season else 0
            )
        )
    )
    steps = _steps(record, game.slug, rating) if rating else []
    pair_rows = (
        PairStats.objects.filter(other__same_as=None, player=record, game_slug=game.slug, matches__gt=0)
        .select_related("other")
        .order_by("-matches", "other")
    )
    opponents = [row for row in pair_rows if not row.partners]
    game_matches = Played.objects.filter(club=ctx.club, game_slug=game.slug)
    if season is not None:
        game_matches = game_matches.filter(season=season)
    context = {
        "player": record,
        "games": games,
        "game": game,
        "seasons": seasons,
        "season": season,
        "rank": ranks([rating])[0] if rating else None,
        "provisional": rating is not None and rating.matches < rating_text.SETTLED,
        "is_away": rating is not None and rating.last < timezone.now() - rating_text.INACTIVE_AFTER,
        "established_after": rating_text.SETTLED,
        "days": rating_text.INACTIVE_AFTER.days,
        "chart": _chart(steps, rating) if rating else None,
        "steps": [rating_text.explain(row, row.code, row.number) for row in reversed(steps[-STEPS:])],
        "groups": stat_text.stat_groups(game.slug, totals),
        "badges": stat_text.badges_of(game.slug, rating, totals) if season is None else (),
        "partners": [(row.other, rating_text.chemistry(row)) for row in pair_rows if row.partners][:PAIRS],
        "opponents": opponents[:PAIRS],
        "also_played": also_played.also_played(record.pk, game_matches),
    }
    return ctx.page(request, "figures/player.html", context)


def _steps(record: Player, game: str, rating: Rating) -> list[Any]:
    """Return the last steps, and those drawn in the chart."""
    numbers = {*_drawn_steps(rating.matches), *range(max(1, rating.matches - STEPS + 1), rating.matches + 1)}
    rows = RatingStep.objects.filter(player=record, game_slug=game, nth__in=numbers).order_by("nth")
    return list(rows.annotate(code=F("match__table__code"), number=F("match__number")))


def _drawn_steps(matches: int) -> set[int]:
    """Return the numbers of the steps drawn in the chart, evenly spread."""
    return {*range(1, matches + 1, -(-matches // MOST_POINTS)), matches}


def _chart(steps: Sequence[RatingStep], rating: Rating) -> charts.Chart | None:
    drawn = _drawn_steps(rating.matches)
    points = (
        charts.Point(row.at, row.nth, rating_text.displayed_rating(row.mu), rating_text.margin(row.sigma))
        for row in steps
        if row.nth in drawn
    )
    return charts.rating_chart(list(points))


@for_members("GET")
def pair(request: HttpRequest, ctx: ClubContext, player: int, other: int) -> HttpResponse:
    """Show two players' results as opponents and as partners."""
    first, second = player_or_404(ctx, player), player_or_404(ctx, other)
    if first == second:
        raise Http404
    by_slug = every_game()
    rows = PairStats.objects.filter(player=first, other=second, matches__gt=0).order_by(
        "-matches", "game_slug"
    )
    rows = rows.annotate(is_stale=pending.is_pending())
    partners, opponent_rows = [], []
    for row in rows:
        name = gettext(by_slug[row.game_slug].name) if row.game_slug in by_slug else row.game_slug
        if row.partners:
            partners.append((name, rating_text.chemistry(row)))
        else:
            opponent_rows.append((name, row, row.matches - row.won - row.level))
    if is_stale := any(row.is_stale for row in rows):
        pending.wake()
    who = "+".join(map(str, sorted((first.pk, second.pk))))
    totals: dict[str, list[StatTotal]] = {}
    for total in stat_text.with_hands(
        StatTotal.objects.filter(club=ctx.club, season=0, who=who, game_slug__in=list(by_slug))
    ):
        totals.setdefault(total.game_slug, []).append(total)
    context = {
        "player": first,
        "other": second,
        "is_stale": is_stale,
        "partners": partners,
        "opponent_rows": opponent_rows,
        "pair_stats": [
            (gettext(by_slug[slug].name), stat_text.stat_groups(slug, rows))
            for slug, rows in sorted(totals.items())
        ],
    }
    return ctx.page(request, "figures/pair.html", context)
