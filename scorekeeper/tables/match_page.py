"""Presenters for the pages of a match, with all database queries that those pages make."""

from collections.abc import Mapping
from datetime import datetime

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from markupsafe import Markup

from games.engine import PartialHand
from scorekeeper.matches import commands, models, permissions, phones, sealing
from scorekeeper.matches.hash_chain import fingerprint
from scorekeeper.sheet import hand_entry
from scorekeeper.sheet.hand_entry import HandEntry
from scorekeeper.sheet.presenters import MatchPresenter
from scorekeeper.sheet.viewer import AskingPhone, Draft, HeldHands, Invitation, Takeover, Viewer
from scorekeeper.web import numbers

from . import leaving, load, settling_up
from .context import MatchContext
from .qr import qr


def load_presenter(ctx: MatchContext, first: int = 0) -> MatchPresenter:
    """Return the presenter of a match, with the draft of the next hand.

    ``first`` is the number of hands on the pages before.
    """
    return MatchPresenter(ctx.localized, first, _draft(ctx))


def load_watcher(ctx: MatchContext) -> Viewer:
    """Return the viewer of a read-only page, without a query."""
    return Viewer(
        links=ctx.links,
        match_name=ctx.match.display_name,
        is_current=ctx.is_current,
        stake=settling_up.stake_of(ctx.table),
    )


def load_viewer(request: HttpRequest, ctx: MatchContext, has_form: bool = False) -> Viewer:
    """Return this phone as the viewer of a match.

    ``has_form``: the page has a form for phones that may not write.
    """
    phone, may_score = ctx.phone, ctx.may_score
    sign_in = f"{reverse('account_login')}?{urlencode({'next': ctx.links('table')})}"
    return Viewer(
        links=ctx.links,
        match_name=ctx.match.display_name,
        version=ctx.table.version,
        kept=sealing.newest_line(ctx.match, ctx.state.last),
        kept_after=sealing.seal_before(ctx.match, ctx.state),
        csrf=get_token(request) if may_score or has_form else "",
        key=hand_entry.new_key() if may_score else "",
        is_current=ctx.is_current,
        may_score=may_score,
        may_play_again=load.may_play_again(ctx),  # a query at a table of a night
        undo_start=leaving.undo_label(ctx),  # queries before the first hand
        closed=ctx.closed_text,
        is_closed_here=ctx.is_closed_here,
        objections=frozenset(load.objections(ctx)),  # a query
        asking=tuple(
            AskingPhone(other.pk, other.display_name, _seconds(other.asked))
            for other in load.asking_phones(ctx)
        ),  # a query
        held=tuple(
            HeldHands(other.display_name, hands) for other, hands in commands.held_by_others(ctx.match, phone)
        ),
        request=phone.asking if phone is not None else "",
        requested=_seconds(phone.asked) if phone is not None else 0,
        may_take_over=_offers_to_ask(ctx) and load.may_take_over(ctx),  # queries
        takeovers=_takeovers(ctx),  # a query
        sign_in=sign_in if ctx.could_score_signed_in else "",
        stake=settling_up.stake_of(ctx.table),
        invitation=_invitation(request, ctx),
    )


def _invitation(request: HttpRequest, ctx: MatchContext) -> Invitation | None:
    """Return the invitation that a scorer's page shows before the first hand."""
    if not ctx.may_score or not ctx.is_current or ctx.state.log:
        return None
    qr_code = Markup(qr(phones.watch_link(request, ctx.table)))
    return Invitation(phones.readable_code(ctx.table), qr_code)


def _offers_to_ask(ctx: MatchContext) -> bool:
    """Return whether the sheet offers to ask for the right to score, or shows such a request."""
    if ctx.may_score or ctx.closed is not None or not ctx.is_current:
        return False
    asks = ctx.phone is not None and ctx.phone.asking == models.Asking.ASKS
    return asks or not ctx.sheet.rows


def _takeovers(ctx: MatchContext) -> tuple[Takeover, ...]:
    """Return the takeovers that the sheet shows: those this phone may undo, and very recent ones."""
    takeovers = []
    for phone in load.takeovers(ctx):
        assert phone.took_over is not None
        may_undo = ctx.phone is not None and permissions.may_undo_takeover(ctx.phone, phone)
        if may_undo or timezone.now() - phone.took_over < permissions.TAKEOVER_AFTER:
            takeovers.append(Takeover(phone.pk, phone.display_name, phone.took_over, may_undo))
    return tuple(takeovers)


def one_time_note(ctx: MatchContext, query: Mapping[str, str]) -> str:
    """Return the note that a page shows once, after a redirect; ``query`` is the query string.

    It says who was drawn as the dealer, or who had already saved the same hand.
    """
    if "drawn" in query and not ctx.state.log and (dealer := MatchPresenter(ctx.localized).dealer):
        return _("{who} deals first").format(who=dealer)
    place = numbers.parse_whole(query.get("same"))
    logged = next((logged for logged in ctx.state.log if logged.place == place), None)
    if logged is None:
        return ""
    by = logged.by or _("someone else")
    return _("Hand {n} was already saved by {who}, the same as yours.").format(
        n=ctx.state.display_number(logged.entry.number), who=by
    )


def _draft(ctx: MatchContext) -> Draft | None:
    """Return the draft of the next hand, if there is one."""
    stored = ctx.match.begun
    if not stored or ctx.sheet.outcome or stored.get("number") != ctx.state.next_number:
        return None
    entry = hand_entry.entry_from_draft(ctx.localized, stored)
    so_far = PartialHand(entry.kind, entry.form.known)
    phone = load.entering_phone(ctx)  # a query
    by = phone.display_name if phone is not None else ""
    return Draft(so_far, _chosen_so_far(entry), fingerprint(stored)[:12], by)


def _chosen_so_far(entry: HandEntry) -> str:
    """Return the draft of a hand as the labels of the keys tapped: "Ann: 8 ♥"."""
    chosen = [
        (option.label, box.widget == "who")
        for group in entry.groups
        if group.is_auction and group.matters
        for box in group.boxes
        for option in box.options
        if option.chosen and option.value
    ]
    title = next((kind.title for kind in entry.kinds if kind.chosen), "")
    who = [label for label, is_who in chosen if is_who]
    what = [label for label, is_who in chosen if not is_who]
    if not entry.is_usual_kind:
        what.insert(0, title)
    return ": ".join(filter(None, (", ".join(who), " ".join(what))))


def _seconds(at: datetime | None) -> int:
    return int(at.timestamp()) if at is not None else 0
