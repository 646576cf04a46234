"""A club's figures: who is strong at which game, who did what, who goes well with whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import F, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext

from games import every_game
from games.engine import Aggregation
from scorekeeper import numbers
from scorekeeper.clubs.figures import charts, form, rating_text, stat_text
from scorekeeper.clubs.jobs import pending
from scorekeeper.clubs.membership.guards import ClubContext, for_readers
from scorekeeper.clubs.models import Appearance, PairStats, Player, Rating, RatingStep, Season, StatTotal

SHORT, LONG = 15, 25  # players on a short list, and on a page of the whole
PARTNERS = 8
STEPS = 12
DRAWN = 60  # points of a chart, at most


# Words for the pages ------------------------------------------------------------


@dataclass(frozen=True)
class Game:
    """A game of the club as the pages name it."""

    slug: str
    name: str
    matches: int
    behind: bool  # an old match was put right, and what follows from it is not worked out yet


@dataclass(frozen=True)
class Rank:
    """A player on a list of ratings."""

    rating: Rating
    place: int
    shown: int
    off: int


def games_of(inside: ClubContext, player: int | None = None) -> list[Game]:
    """The games of the club, or of one of its players, the most played first."""
    who = "" if player is None else str(player)
    rows = StatTotal.objects.filter(club=inside.club, season=0, deed="match", who=who)
    played = rows.values_list("game_slug", "tries", pending.is_pending())
    known = every_game()
    found = [Game(slug, gettext(known[slug].name), n, late) for slug, n, late in played if slug in known]
    if any(game.behind for game in found):
        pending.wake()
    return sorted(found, key=lambda game: (-game.matches, game.name))


def visible(inside: ClubContext, prefix: str = "player__") -> Q:
    """The players whom the reader may know by name: all for members, else those who said so."""
    everybody = Q(**{f"{prefix}same_as": None})
    if inside.member is not None:
        return everybody
    return everybody & Q(**{f"{prefix}shows_name": True, f"{prefix}forgotten": None})


def player_of(inside: ClubContext, number: int) -> Player:
    """A player of the club; a record that was merged is the one it was merged with. 404 for anybody else."""
    found = Player.objects.filter(club=inside.club, pk=number).select_related("same_as").first()
    if found is not None and found.same_as is not None:
        found = found.same_as
    hidden = inside.member is None and found is not None and (not found.shows_name or found.forgotten)
    if found is None or hidden:
        raise Http404
    return found


def season_of(request: HttpRequest, inside: ClubContext) -> tuple[list[Season], Season | None]:
    """The seasons of the club, and the one that is asked for."""
    seasons = list(Season.objects.filter(club=inside.club)[:20])
    asked = request.GET.get("season", "")
    return seasons, next((season for season in seasons if str(season.pk) == asked), None)


def listed(inside: ClubContext, game: str) -> QuerySet[Rating]:
    """The ratings of a game, the strongest first."""
    rows = Rating.objects.filter(visible(inside), club=inside.club, game_slug=game)
    return rows.select_related("player").order_by("-mu", "player")


def settled(rows: QuerySet[Rating]) -> QuerySet[Rating]:
    since = timezone.now() - rating_text.INACTIVE_AFTER
    return rows.filter(matches__gte=rating_text.SETTLED, last__gte=since)


def newcomers(rows: QuerySet[Rating]) -> QuerySet[Rating]:
    since = timezone.now() - rating_text.INACTIVE_AFTER
    return rows.filter(matches__lt=rating_text.SETTLED, last__gte=since).order_by("-last", "player")


def away(rows: QuerySet[Rating]) -> QuerySet[Rating]:
    since = timezone.now() - rating_text.INACTIVE_AFTER
    return rows.filter(last__lt=since).order_by("-last", "player")


def ranks(rows: QuerySet[Rating] | list[Rating], first: int = 1) -> list[Rank]:
    """Ratings as a list shows them; those who read alike share a place."""
    found: list[Rank] = []
    for place, row in enumerate(rows, start=first):
        shown = rating_text.displayed(row.mu)
        shared = found[-1].place if found and found[-1].shown == shown else place
        found.append(Rank(row, shared, shown, rating_text.margin(row.sigma)))
    return found


def records(
    inside: ClubContext, game: str, season: int, held: Mapping[str, StatTotal]
) -> list[stat_text.StatLine]:
    """The records of a game, each with who holds it and the hand that earned it."""
    compared = [
        deed
        for deed in stat_text.stats_by_id(game).values()
        if deed.aggregation in (Aggregation.MOST, Aggregation.LEAST)
    ]
    holding = Q()
    for deed in compared:
        if (row := held.get(deed.id)) is not None and row.match_id is not None:
            holding |= Q(deed=deed.id, best=row.best, match=row.match_id, hand=row.hand)
    if not holding:
        return []
    mine = StatTotal.objects.filter(
        holding,
        visible(inside),
        club=inside.club,
        game_slug=game,
        season=season,
        player__isnull=False,
        partner=None,
    )
    holders: dict[str, list[Player]] = {}
    for row in mine.select_related("player").order_by("player"):
        assert row.player is not None
        holders.setdefault(row.deed, []).append(row.player)
    return [
        replace(stat_text.stat_line(deed, held[deed.id]), player=holders[deed.id])
        for deed in compared
        if deed.id in holders
    ]


# The pages ---------------------------------------------------------------------


@for_readers("GET")
def club(request: HttpRequest, inside: ClubContext) -> HttpResponse:
    """The figures of the game that the club plays most."""
    games = games_of(inside)
    if not games:
        return inside.page(request, "figures/game.html", {"games": ()})
    return _of_game(request, inside, games, games[0])


@for_readers("GET")
def game(request: HttpRequest, inside: ClubContext, game: str) -> HttpResponse:
    """The figures of a game: ratings, records, what is done how often."""
    games = games_of(inside)
    found = next((one for one in games if one.slug == game), None)
    if found is None:
        raise Http404
    return _of_game(request, inside, games, found)


def _of_game(request: HttpRequest, inside: ClubContext, games: list[Game], game: Game) -> HttpResponse:
    seasons, season = season_of(request, inside)
    number = season.pk if season else 0
    rows = listed(inside, game.slug)
    runs = rows.filter(longest__gte=2).order_by("-longest", "last")[:1]
    of_club = stat_text.with_hands(
        StatTotal.objects.filter(club=inside.club, game_slug=game.slug, season=number, who="")
    )
    held = {row.deed: row for row in of_club}
    compared = {
        deed.id
        for deed in stat_text.stats_by_id(game.slug).values()
        if deed.aggregation in (Aggregation.MOST, Aggregation.LEAST)
    }
    # What is a record stands there; of all sides together as many win as there are winners.
    told = [row for row in held.values() if row.deed not in compared | {"match", "hands"}]
    context = {
        "games": games,
        "game": game,
        "seasons": seasons,
        "season": season,
        "settled": ranks(settled(rows)[:SHORT]),
        "newcomers": ranks(newcomers(rows)[:SHORT]),
        "away": ranks(away(rows)[:SHORT]),
        "records": records(inside, game.slug, number, held),
        "run": runs.first() if season is None else None,
        "groups": stat_text.stat_groups(game.slug, told),
        "least": rating_text.SETTLED,
        "days": rating_text.INACTIVE_AFTER.days,
    }
    return inside.page(request, "figures/game.html", context)


@for_readers("GET")
def ratings(request: HttpRequest, inside: ClubContext, game: str) -> HttpResponse:
    """Everybody's rating of a game, page by page: those who play, newcomers, those who stay away."""
    found = next((one for one in games_of(inside) if one.slug == game), None)
    kinds = {"": settled, "new": newcomers, "away": away}
    kind = request.GET.get("who", "")
    if found is None or kind not in kinds:
        raise Http404
    page = numbers.whole(request.GET.get("page"), 5) or 1
    first = (page - 1) * LONG
    rows = list(kinds[kind](listed(inside, game))[first : first + LONG + 1])
    context = {
        "game": found,
        "who": kind,
        "ranks": ranks(rows[:LONG], first + 1),
        "page": page,
        "further": page + 1 if len(rows) > LONG else 0,
        "back": page - 1,
        "least": rating_text.SETTLED,
        "days": rating_text.INACTIVE_AFTER.days,
    }
    return inside.page(request, "figures/ratings.html", context)


@for_readers("GET")
def player(request: HttpRequest, inside: ClubContext, player: int) -> HttpResponse:
    """One player's figures in a game."""
    who = player_of(inside, player)
    context = {"player": who, "figures": of_player(request, inside, who)}
    return inside.page(request, "figures/player.html", context)


def of_player(request: HttpRequest, inside: ClubContext, who: Player) -> dict[str, Any]:
    """What ``clubs/figures/_of_player.html`` shows as ``figures``; the game is ?game=, else the favourite."""
    games = games_of(inside, who.pk)
    asked = request.GET.get("game", "")
    game = next((one for one in games if one.slug == asked), games[0] if games else None)
    seasons, season = season_of(request, inside)
    if game is None:
        return {"games": (), "player": who, "inside": inside}
    rating = Rating.objects.filter(player=who, game_slug=game.slug).first()
    tallies = list(
        stat_text.with_hands(
            StatTotal.objects.filter(
                club=inside.club, who=str(who.pk), game_slug=game.slug, season=season.pk if season else 0
            )
        )
    )
    steps = _steps(who, game.slug, rating) if rating else []
    two = (
        PairStats.objects.filter(visible(inside, "other__"), player=who, game_slug=game.slug, matches__gt=0)
        .select_related("other")
        .order_by("-matches", "other")
    )
    opponents = [row for row in two if not row.partners]
    played = Appearance.objects.filter(club=inside.club, player=who, game_slug=game.slug)
    if season is not None:
        played = played.filter(season=season)
    return {
        "inside": inside,
        "player": who,
        "games": games,
        "game": game,
        "seasons": seasons,
        "season": season,
        "rating": ranks([rating])[0] if rating else None,
        "provisional": rating is not None and rating.matches < rating_text.SETTLED,
        "is_away": rating is not None and rating.last < timezone.now() - rating_text.INACTIVE_AFTER,
        "least": rating_text.SETTLED,
        "days": rating_text.INACTIVE_AFTER.days,
        "chart": _chart(steps, rating) if rating else None,
        "steps": [rating_text.explain(row, row.code, row.number) for row in reversed(steps[-STEPS:])],
        "groups": stat_text.stat_groups(game.slug, tallies),
        "badges": stat_text.badges_of(game.slug, rating, tallies) if season is None else (),
        "partners": [(row.other, rating_text.chemistry(row)) for row in two if row.partners][:PARTNERS],
        "opponents": opponents[:PARTNERS],
        "form": form.form(played),
        "evening": form.best_evening(played),
        "rivals": form.rivals(opponents),
    }


def _steps(who: Player, game: str, rating: Rating) -> list[Any]:
    """The last steps of a rating, and of all before as many as can be told apart in a picture."""
    drawn = {*_drawn(rating.matches), *range(max(1, rating.matches - STEPS + 1), rating.matches + 1)}
    rows = RatingStep.objects.filter(player=who, game_slug=game, nth__in=drawn).order_by("nth")
    return list(rows.annotate(code=F("match__table__code"), number=F("match__number")))


def _drawn(matches: int) -> set[int]:
    return {*range(1, matches + 1, -(-matches // DRAWN)), matches}


def _chart(steps: Sequence[RatingStep], rating: Rating) -> charts.Chart | None:
    drawn = _drawn(rating.matches)
    points = (
        charts.Point(row.at, row.nth, rating_text.displayed(row.mu), rating_text.margin(row.sigma))
        for row in steps
        if row.nth in drawn
    )
    return charts.rating_chart(list(points))


@for_readers("GET")
def two(request: HttpRequest, inside: ClubContext, player: int, other: int) -> HttpResponse:
    """Two players: against each other and as partners, game by game, and what they did as a pair."""
    one, another = player_of(inside, player), player_of(inside, other)
    if one == another:
        raise Http404
    known = every_game()
    rows = PairStats.objects.filter(player=one, other=another, matches__gt=0).order_by(
        "-matches", "game_slug"
    )
    rows = rows.annotate(behind=pending.is_pending())
    partners, against = [], []
    for row in rows:
        name = gettext(known[row.game_slug].name) if row.game_slug in known else row.game_slug
        if row.partners:
            partners.append((name, rating_text.chemistry(row)))
        else:
            against.append((name, row, row.matches - row.won - row.level))
    if late := any(row.behind for row in rows):
        pending.wake()
    pair = "+".join(map(str, sorted((one.pk, another.pk))))
    tallies: dict[str, list[StatTotal]] = {}
    for total in stat_text.with_hands(
        StatTotal.objects.filter(club=inside.club, season=0, who=pair, game_slug__in=list(known))
    ):
        tallies.setdefault(total.game_slug, []).append(total)
    context = {
        "player": one,
        "other": another,
        "behind": late,
        "partners": partners,
        "against": against,
        "together": [
            (gettext(known[slug].name), stat_text.stat_groups(slug, found))
            for slug, found in sorted(tallies.items())
        ],
    }
    return inside.page(request, "figures/two.html", context)
