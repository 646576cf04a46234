"""The house rules of a match: read by all, put right by those who keep score."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.engine import HEADING, Entry, Heading, Seat, house_problems, record_fields, to_form_data
from scorekeeper.matches import commands
from scorekeeper.refusing import Malformed
from scorekeeper.sheet import hand_entry, keyboard, preview
from scorekeeper.sheet.boxes import Group
from scorekeeper.sheet.record_form import RecordForm
from scorekeeper.tables import access, request_parsing
from scorekeeper.tables.access import MatchContext, for_onlookers
from scorekeeper.tables.starting import sections

from . import answers


@dataclass
class Rules:
    """The form of a match's heading: its house rules, who dealt first, and the reason for changing them."""

    place: MatchContext
    form: RecordForm
    first_dealer: int
    rev: int
    key: str
    why: str = ""
    why_problem: str = ""

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        return self.form.groups

    @property
    def sections(self) -> list[tuple[str, list[Group]]]:
        return sections(self.groups)

    @property
    def heading(self) -> Heading | None:
        """What the form comes to; None while something is wrong with it."""
        if self.form.record is None:
            return None
        now = self.place.story.heading
        seating = type(now.seating)(*now.seating.shape, Seat(self.first_dealer))
        return Heading(seating, self.form.record, now.preset)

    @property
    def dealers(self) -> list[tuple[int, str]]:
        return list(enumerate(self.place.names.now))


@for_onlookers("GET POST")
def rules(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """The house rules with their words and sources; posted, they are written again for the whole match."""
    if request.method != "POST":
        return _page(request, _form(place, answers_=to_form_data(_proposed(place, request))))
    if not place.is_closed_here:
        access.check_scorer(place)
    sent = _sent(place, request)
    if "idle" in request.POST:
        return render(request, "tables/_idle.html", {"groups": sent.groups, "form": "_rules"})
    if sent.heading is None:
        return _page(request, sent, status=422)
    if "show" in request.POST:
        return _page(request, sent, would=preview.changes(place.localized, Entry(HEADING, sent.heading, "—")))
    intent = request_parsing.write_command(
        place, request.POST.get("key", ""), HEADING, sent.rev, sent.heading, sent.why
    )
    match answer := answers.put(place, intent):
        case commands.Saved() | commands.Duplicate():
            return answers.saved(place, answer)
        case commands.Conflict():
            sent.place = answers.fresh(place)
            sent.rev = sent.place.story.revs.get(HEADING, 0)
            return _page(request, sent, status=409, clash=True)
        case commands.KeyReused():
            sent.form.add_error("", answers.reused_words())
        case commands.Refused(problems):
            for one in problems:
                if one.field == "why":
                    sent.why_problem = place.words.read(one.words)
                else:
                    sent.form.add_error("", place.words.read(one.words))
    return _page(request, sent, status=422)


def _proposed(place: MatchContext, request: HttpRequest) -> Any:
    """The house rules as they stand; with one ``option`` as it is played ``like`` a preset, if asked so."""
    house = place.story.heading.house
    option, preset = request.GET.get("option", ""), place.game.preset(request.GET.get("like", ""))
    if preset is None or option not in _names(house):
        return house
    return replace(house, **{option: getattr(preset.house, option)})


def _names(house: Any) -> set[str]:
    return {q.name for q in record_fields(type(house))}


def _form(place: MatchContext, data: Any = None, answers_: Any = None) -> Rules:
    now = place.story.heading
    form = RecordForm(
        place.game.house,
        place.sheet,
        place.words,
        lambda house: house_problems(place.game, house, now.seating),
        data=data,
        answers=answers_,
        prefix="house",
        idle_too=True,
    )
    rev = place.story.revs.get(HEADING, 0)
    return Rules(place, form, int(now.seating.first_dealer), rev, hand_entry.new_key())


def _sent(place: MatchContext, request: HttpRequest) -> Rules:
    """The form as it was sent. Raises ``Malformed``."""
    sent = _form(place, data=dict(request.POST.lists()))
    sent.rev = request_parsing.parse_int(request.POST.get("rev"))
    sent.why = request_parsing.reason(request.POST)
    sent.first_dealer = request_parsing.parse_int(request.POST.get("first_dealer"), sent.first_dealer)
    if sent.first_dealer >= place.sheet.seating.seats:
        raise Malformed
    return sent


def _page(request: HttpRequest, rules: Rules, status: int = 200, **more: Any) -> HttpResponse:
    if (would := more.pop("would", None)) is not None:
        more["changes"] = keyboard.changes(rules.place.localized, None, would)
    context = {"place": rules.place, "rules": rules, **more}
    return answers.part_or_page(request, "tables/_rules.html", "tables/rules.html", context, status)
