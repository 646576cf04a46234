"""The unfinished match of a table that starts another one."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _

from scorekeeper.matches import commands, models
from scorekeeper.sheet.presenters import MatchPresenter

from . import load
from .context import MatchContext


@dataclass(frozen=True)
class UnfinishedMatch:
    """An unfinished match, as the form that starts the next one shows it."""

    name: str
    score: str  # "" while the totals are hidden
    next_number: int  # of its next hand; the form sends it back, to detect hands saved in the meantime
    error: str = ""


def unfinished_match(ctx: MatchContext, error: str = "") -> UnfinishedMatch | None:
    """Return the current match if it is unfinished, else None."""
    if not commands.is_unfinished(ctx.sheet):
        return None
    score = MatchPresenter(ctx.localized).score
    return UnfinishedMatch(ctx.match.display_name, score, ctx.state.next_number, error)


def name_with_score(match: models.Match) -> str:
    """Return the name of a match with its score: "Hearts at 30 : 20"."""
    score = MatchPresenter(load.context(match.table, match, None, match.number).localized).score
    return (
        _("{game} at {score}").format(game=match.display_name, score=score) if score else match.display_name
    )


def undo_label(ctx: MatchContext) -> str:
    """Return the name and score of the match before this one; "" if the start cannot be undone."""
    has_entries, previous_number = ctx.match.length > 0, ctx.match.after
    if has_entries or previous_number is None or not ctx.may_score:
        return ""
    earlier = models.Match.objects.filter(table=ctx.table, number=previous_number)
    previous = earlier.select_related("table").first()
    return name_with_score(previous) if previous is not None else ""


def not_started_reason(request: HttpRequest) -> str:
    """Return why the next match was not started while one is unfinished."""
    # ``start_match`` refuses ``END`` if the match has changed since the form was shown.
    if request.POST.get("start") == commands.END:
        return _("Someone else has saved a hand in the meantime. Nothing was started: choose again.")
    return _("Nothing was started: choose what happens to the unfinished game first.")
