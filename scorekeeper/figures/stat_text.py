"""Statistics and badges as pages show them: name, number, confidence, and hand."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import every_game
from games.engine import COMMON_STATS, Aggregation, Stat, format_points, game_stats
from scorekeeper.figures.models import Rating, StatTotal
from scorekeeper.figures.rating_text import TOO_FEW, interval
from scorekeeper.matches.models import Match
from scorekeeper.web.i18n import words_for


@dataclass(frozen=True)
class HandLink:
    code: str
    match: int
    hand: int
    at: Any


@dataclass(frozen=True)
class StatLine:
    """One statistic as a page shows it; ``bar`` is a percentage drawn beside the number."""

    stat: Stat
    name: str
    value: str
    note: str
    hand: HandLink | None
    bar: int | None = None
    players: Any = None
    # Bounds of a ratio's 90 % interval, in per cent.
    low: int | None = None
    high: int | None = None
    count: str = ""


def with_hands(totals: QuerySet[StatTotal]) -> QuerySet[StatTotal]:
    """Annotate totals with what a link to their hand needs."""
    # A subquery, because a join reads every match of the club even for a few totals.
    match = Match.objects.filter(pk=OuterRef("match"))
    return totals.annotate(
        code=Subquery(match.values("table__code")), match_number=Subquery(match.values("number"))
    )


def stats_by_id(game: str) -> dict[str, Stat]:
    found = every_game().get(game)
    return {stat.id: stat for stat in (game_stats(found) if found else COMMON_STATS)}


def hand_link(row: Any) -> HandLink | None:
    """Return the link to the hand of a total read ``with_hands``."""
    return HandLink(row.code, row.match_number, row.hand, row.at) if row.match_id and row.code else None


def stat_line(stat: Stat, row: StatTotal) -> StatLine:
    value, note, count, bar, low, high = "", "", "", None, None, None
    match stat.aggregation:
        case Aggregation.COUNT:
            value = number(row.n)
        case Aggregation.SUM:
            value = number(row.amount)
        case Aggregation.MOST | Aggregation.LEAST:
            value = number(row.best or 0)
        case Aggregation.MEAN:
            value = number(row.amount / row.tries, 1)
            note = ngettext("once", "%(n)s times", row.tries) % {"n": number(row.tries)}
        case Aggregation.RATIO:
            bar = round(100 * row.n / row.tries)
            value = _("%(n)d %%") % {"n": bar}
            note = count = _("%(n)s of %(all)s") % {"n": number(row.n), "all": number(row.tries)}
            if row.tries < TOO_FEW:
                note += " · " + _("too few to judge")
            else:
                low, high = (round(100 * bound) for bound in interval(row.n, row.tries))
    # The first occurrence of an everyday event is not worth a link.
    rare = stat.badge or stat.aggregation in (Aggregation.COUNT, Aggregation.MOST, Aggregation.LEAST)
    hand = hand_link(row) if rare else None
    return StatLine(
        stat, words_for().read(stat.words), value, note, hand, bar, low=low, high=high, count=count
    )


def stat_groups(game: str, rows: Iterable[StatTotal]) -> list[tuple[str, list[StatLine]]]:
    """Return a game's totals by heading, those without a heading first."""
    by_id: Mapping[str, StatTotal] = {row.deed: row for row in rows}
    groups: dict[str, list[StatLine]] = {"": []}
    for stat in stats_by_id(game).values():
        if (row := by_id.get(stat.id)) is not None:
            groups.setdefault(stat.group, []).append(stat_line(stat, row))
    words = words_for()
    return [(words.gettext(title) if title else "", lines) for title, lines in groups.items() if lines]


def number(n: int | Decimal, places: int | None = None) -> str:
    """Return a number in the active locale, with grouping and a true minus sign."""
    if places is not None:
        text = number_format(round(Decimal(n), places), places, force_grouping=True)
        return text.replace("-", "\N{MINUS SIGN}")
    exact = Fraction(n)
    if exact.denominator != 1 or abs(exact) < 10_000:
        return format_points(exact.limit_denominator(100))
    return number_format(int(exact), force_grouping=True).replace("-", "\N{MINUS SIGN}")


# Lowest values for which a player gets a badge.
MATCHES = (1_000, 500, 100, 25)  # matches played
RUNS = (20, 10, 5)  # wins in a row
COMEBACK = 100  # points behind before winning


@dataclass(frozen=True)
class Badge:
    title: str
    about: str
    hand: HandLink | None


def badges_of(game: str, rating: Rating | None, totals: Iterable[StatTotal]) -> tuple[Badge, ...]:
    badges: list[Badge] = []
    by_id = {row.deed: row for row in totals}
    words = words_for()
    for stat in stats_by_id(game).values():
        row = by_id.get(stat.id)
        if stat.badge and row is not None and row.n:
            times = "" if row.n == 1 else _("%(n)s times; the first time in this hand") % {"n": number(row.n)}
            badges.append(Badge(words.read(stat.words), times, hand_link(row)))
    comeback = by_id.get("comeback")
    if comeback is not None and (comeback.best or 0) >= COMEBACK:
        about = _("Was %(n)s behind after this hand") % {"n": number(comeback.best or 0)}
        badges.append(Badge(_("Never give up"), about, hand_link(comeback)))
    if rating is not None:
        run = next((run for run in RUNS if rating.longest >= run), None)
        if run is not None:
            title = _("%(n)d wins in a row") % {"n": run}
            badges.append(Badge(title, _("the longest: %(n)d") % {"n": rating.longest}, None))
        played = next((n for n in MATCHES if rating.matches >= n), None)
        if played is not None:
            badges.append(Badge(_("%(n)s matches") % {"n": number(played)}, "", None))
    return tuple(badges)
