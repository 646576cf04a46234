"""What the pages of a match are drawn from: the only place that asks the database for them."""

from collections.abc import Mapping
from datetime import datetime

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.translation import gettext as _

from games.engine import PartialHand
from scorekeeper import htmx, numbers
from scorekeeper.matches import commands, sealing
from scorekeeper.matches.hash_chain import fingerprint
from scorekeeper.sheet import hand_entry
from scorekeeper.sheet.hand_entry import HandEntry
from scorekeeper.sheet.presenters import MatchPresenter
from scorekeeper.sheet.viewer import AskingPhone, BegunHand, HeldHands, Viewer

from . import settling_up
from .access import MatchContext


def load_board(place: MatchContext, first: int = 0) -> MatchPresenter:
    """The match as it stands, with what has been said of the hand begun."""
    return MatchPresenter(place.localized, first, _begun_hand(place))


def load_onlooker(place: MatchContext) -> Viewer:
    """Whoever looks at a page on which nothing can be done; nothing is asked of the database."""
    return Viewer(
        links=place.links,
        called=place.match.called,
        is_newest=place.is_newest,
        stake=settling_up.stake_of(place.table),
    )


def load_viewer(request: HttpRequest, place: MatchContext, has_form: bool = False) -> Viewer:
    """This phone at the match; ``has_form`` where the page has a form for those too who may not write."""
    phone, closed = place.phone, place.closed_text  # a query
    may_score = place.may_score
    return Viewer(
        links=place.links,
        called=place.match.called,
        version=place.table.version,
        kept=sealing.newest(place.match, place.story.last),
        kept_after=sealing.seal_before(place.match, place.story),
        csrf=get_token(request) if may_score or has_form else "",
        key=hand_entry.new_key() if may_score else "",
        is_newest=place.is_newest,
        may_score=may_score,
        may_play_again=place.may_play_again,  # a query at a table of a night
        closed=closed,
        is_closed_here=place.is_closed_here,
        objections=frozenset(place.objections),  # a query
        asking=tuple(AskingPhone(one.pk, one.shown, _seconds(one.asked)) for one in place.asking),  # a query
        held=tuple(HeldHands(one.shown, n) for one, n in commands.held_by_others(place.match, phone)),
        request=phone.asking if phone is not None else "",
        requested=_seconds(phone.asked) if phone is not None else 0,
        stake=settling_up.stake_of(place.table),
        parts=htmx.parts(request),
    )


def say_once(place: MatchContext, asked: Mapping[str, str]) -> str:
    """What the page says once: who was drawn to deal, or who had entered the hand that was sent."""
    if "drawn" in asked and not place.story.log and (dealer := MatchPresenter(place.localized).dealer):
        return _("{who} deals first").format(who=dealer)
    same = numbers.whole(asked.get("same"))
    written = next((one for one in place.story.log if one.place == same), None)
    if written is None:
        return ""
    by = written.by or _("someone else")
    return _("Hand {n} was already saved by {who}, the same as yours.").format(
        n=place.story.shown(written.entry.number), who=by
    )


def _begun_hand(place: MatchContext) -> BegunHand | None:
    """What some phone has said of the next hand, if there is anything."""
    kept = place.match.begun
    if not kept or place.sheet.outcome or kept.get("number") != place.story.next_number:
        return None
    entry = hand_entry.draft(place.localized, kept)
    so_far = PartialHand(entry.kind, entry.form.known)
    return BegunHand(so_far, _chosen_so_far(entry), fingerprint(kept)[:12])


def _chosen_so_far(entry: HandEntry) -> str:
    """What has been said of a hand, as the keys that were tapped: "Ann: 8 ♥"."""
    said = [
        (option.label, box.shape == "who")
        for group in entry.groups
        if group.is_auction and group.matters
        for box in group.boxes
        for option in box.options
        if option.chosen and option.value
    ]
    title = next((kind.title for kind in entry.kinds if kind.chosen), "")
    who = [label for label, is_who in said if is_who]
    what = [label for label, is_who in said if not is_who]
    if not entry.usual:
        what.insert(0, title)
    return ": ".join(filter(None, (", ".join(who), " ".join(what))))


def _seconds(at: datetime | None) -> int:
    return int(at.timestamp()) if at is not None else 0
