"""Texts about ratings: displayed numbers, margins of error, reasons for a change."""

import math
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.figures.models import PairStats, RatingStep
from scorekeeper.figures.rating_steps import MILLION, MU

MIDDLE, SCALE = 1500, 30  # a newcomer's displayed rating; displayed points per unit of openskill's mu
SETTLED = 10  # matches before a rating is no longer provisional
INACTIVE_AFTER = timedelta(days=180)  # without a match of the game, a player is listed apart
ABOUT_EQUAL = 50  # ratings that differ by less count as equal
DEVIATIONS = 1.645  # standard deviations of a 90 % interval
TOO_FEW = 10  # matches or tries; with fewer than this no judgement is shown


def displayed_rating(mu: float) -> int:
    return round(MIDDLE + SCALE * (mu - MU))


def margin(sigma: float) -> int:
    """Return the half-width of a rating's 90 % interval, in displayed points."""
    return round(DEVIATIONS * SCALE * sigma)


@dataclass(frozen=True)
class ExplainedStep:
    """A change of the displayed rating in a match; ``code`` is its table's, ``number`` its own."""

    row: RatingStep
    before: int
    after: int
    words: str
    code: str
    number: int

    @property
    def change(self) -> int:
        return self.after - self.before


def explain(row: RatingStep, code: str, number: int) -> ExplainedStep:
    return ExplainedStep(
        row, displayed_rating(row.mu_before), displayed_rating(row.mu), reason(row), code, number
    )


def reason(row: RatingStep) -> str:
    """Return the reason for a change, such as "Won against a stronger pair"."""
    if not row.rated:
        return _("Not rated: one side had no known player")
    gap = (row.against - row.own) * SCALE
    # Index of the texts about stronger, equal and weaker opponents.
    kind = 0 if gap >= ABOUT_EQUAL else 2 if gap <= -ABOUT_EQUAL else 1
    if row.sides == 2:
        return _two_sides(row, kind)
    if row.won:
        return (_("Won in a stronger field"), _("Won in an equal field"), _("Won in a weaker field"))[kind]
    words = (
        _("Place %(place)d of %(all)d in a stronger field"),
        _("Place %(place)d of %(all)d in an equal field"),
        _("Place %(place)d of %(all)d in a weaker field"),
    )[kind]
    return words % {"place": row.place, "all": row.sides}


def _two_sides(row: RatingStep, kind: int) -> str:
    against = [
        (_("a stronger player"), _("an equal player"), _("a weaker player")),
        (_("a stronger pair"), _("an equal pair"), _("a weaker pair")),
        (_("a stronger team"), _("an equal team"), _("a weaker team")),
    ][min(row.mates, 3) - 1][kind]
    if row.level:
        return _("Tied with %(who)s") % {"who": against}
    if row.won:
        return _("Won against %(who)s") % {"who": against}
    return _("Lost against %(who)s") % {"who": against}


@dataclass(frozen=True)
class Chemistry:
    """Two players' wins as partners, compared with what their ratings predict."""

    matches: int
    won: int
    share: int  # of matches won, in per cent like the next three values
    expected: int
    low: int
    high: int
    words: str

    @property
    def width(self) -> int:
        return max(2, self.high - self.low)


def chemistry(row: PairStats) -> Chemistry | None:
    if not row.matches:
        return None
    expected = row.expected / MILLION / row.matches
    low, high = interval(row.won, row.matches)
    share = row.won / row.matches
    if row.matches < TOO_FEW:
        words = ngettext(
            "Only %(n)d match together: too few to judge.",
            "Only %(n)d matches together: too few to judge.",
            row.matches,
        ) % {"n": row.matches}
    elif low > expected:
        words = _("Better together than their ratings suggest, and probably not by chance.")
    elif high < expected:
        words = _("Worse together than their ratings suggest, and probably not by chance.")
    else:
        words = _("As their ratings suggest, as far as this number of matches can tell.")
    return Chemistry(
        row.matches,
        row.won,
        share=round(100 * share),
        expected=round(100 * expected),
        low=round(100 * low),
        high=round(100 * high),
        words=words,
    )


def interval(won: int, n: int) -> tuple[float, float]:
    """Return Wilson's 90 % interval of a share."""
    share, square = won / n, DEVIATIONS * DEVIATIONS
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = DEVIATIONS * math.sqrt(share * (1 - share) / n + square / (4 * n * n)) / (1 + square / n)
    return max(0.0, middle - half), min(1.0, middle + half)
