"""The house rules of a match: anyone may read them, scorers may change them."""

import json
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.engine import (
    HEADING,
    Entry,
    Heading,
    RecordField,
    Seat,
    house_problems,
    record_fields,
    to_form_data,
    with_placeholder_answers,
)
from scorekeeper.matches import commands
from scorekeeper.sheet import hand_entry, keyboard
from scorekeeper.sheet import preview as previews
from scorekeeper.sheet.boxes import Group
from scorekeeper.sheet.house import HouseDescription, answer_in_words, describe_house
from scorekeeper.sheet.preview import Preview
from scorekeeper.sheet.record_form import RecordForm
from scorekeeper.tables import access, request_parsing, respond
from scorekeeper.tables.access import for_anyone
from scorekeeper.tables.context import MatchContext
from scorekeeper.tables.respond import Failure
from scorekeeper.tables.starting import sections
from scorekeeper.web.error_responses import Malformed


@dataclass(frozen=True)
class RuleRow:
    """A house rule on the page: its question, the answer on the form and the preset's answer."""

    group: Group
    answer: str
    usual: str

    @property
    def is_changed(self) -> bool:
        return self.answer != self.usual


@dataclass
class RulesForm:
    """The form of a match's heading: its house rules, its first dealer, and the reason for a change."""

    ctx: MatchContext
    form: RecordForm
    first_dealer: int
    rev: int
    key: str
    why: str = ""
    why_problem: str = ""

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        return self.form.groups

    @cached_property
    def description(self) -> HouseDescription:
        heading, game = self.ctx.state.heading, self.ctx.game
        preset = game.preset(heading.preset) or game.presets[0]
        return describe_house(game, preset, heading.house, self.ctx.words)

    @cached_property
    def rows(self) -> list[RuleRow]:
        usual, words = self.description.preset.house, self.ctx.words
        questions: dict[str, RecordField] = {q.name: q for q in record_fields(self.ctx.game.house)}
        return [
            RuleRow(
                group,
                answer_in_words(questions[group.name], getattr(self.house, group.name), words),
                answer_in_words(questions[group.name], getattr(usual, group.name), words),
            )
            for group in self.groups
        ]

    @cached_property
    def changed(self) -> list[RuleRow]:
        """Return the rules in force that differ from the preset."""
        house, usual = self.ctx.state.heading.house, self.description.preset.house
        names = {name for name in _option_names(house) if getattr(house, name) != getattr(usual, name)}
        return [row for row in self.rows if row.group.name in names]

    @property
    def headline(self) -> list[RuleRow]:
        """Return the rules that change who wins, except those in ``changed``."""
        return [
            row
            for row in self.rows
            if row.group.name in self.ctx.game.headline_options and row not in self.changed
        ]

    @property
    def sections(self) -> list[tuple[str, list[RuleRow]]]:
        listed_above = [row.group for row in (*self.changed, *self.headline)]
        row_of = {row.group.name: row for row in self.rows}
        other_sections = sections(group for group in self.groups if group not in listed_above)
        return [(title, [row_of[group.name] for group in groups]) for title, groups in other_sections]

    @property
    def answers_json(self) -> str:
        """Return the answers on the form, and whether each differs from the preset, as JSON."""
        return json.dumps({row.group.name: [row.answer, row.is_changed] for row in self.rows})

    @cached_property
    def house(self) -> Any:
        """Return the house rules on the form; an option without a valid answer keeps the one in force."""
        known = {**to_form_data(self.ctx.state.heading.house), **self.form.answers}
        return with_placeholder_answers(self.ctx.game.house, known, self.ctx.sheet)

    @property
    def heading(self) -> Heading | None:
        """Return the heading that the form makes; None if it has errors."""
        if self.form.is_bound and self.form.record is None:
            return None
        current = self.ctx.state.heading
        seating = type(current.seating)(*current.seating.shape, Seat(self.first_dealer))
        return Heading(seating, self.form.record or self.house, current.preset)

    @cached_property
    def preview(self) -> Preview | None:
        """Return what the form would change; None if it has errors, or was opened without a change."""
        if self.heading is None or (not self.form.is_bound and self.heading == self.ctx.state.heading):
            return None
        # The reason is a placeholder: an entry that replaces another needs one.
        return previews.changes(self.ctx.localized, Entry(HEADING, self.heading, why="—"))

    @property
    def changes(self) -> str:
        return keyboard.changes(self.ctx.localized, None, self.preview)

    @property
    def end_text(self) -> str:
        """Return how the changed rules would end the match; "" if they would not, or it has ended already."""
        if self.preview is None or self.preview.reason_of_end is None or self.ctx.sheet.outcome is not None:
            return ""
        return self.preview.reason_of_end.text

    @property
    def dealers(self) -> list[tuple[int, str]]:
        return list(enumerate(self.ctx.names.current))


@for_anyone("GET POST")
def rules(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Show the house rules with their sources; posted, preview or save them for the whole match."""
    if request.method != "POST":
        return _page(request, _form(ctx, answers=to_form_data(_proposed_house(ctx, request))))
    if not ctx.is_closed_here:  # saving on a closed sheet is refused below, and the form keeps its answers
        access.check_scorer(ctx)
    sent_rules = _sent_form(ctx, request)
    if "idle" in request.POST:  # htmx asks for the preview
        return render(request, "tables/_rules_preview.html", {"match_ctx": ctx, "rules": sent_rules})
    if sent_rules.heading is None:
        return _page(request, sent_rules, status=422)
    if "show" in request.POST:
        return _page(request, sent_rules, unfolded=True)
    command = request_parsing.write_command(
        ctx, request.POST.get("key", ""), HEADING, sent_rules.rev, sent_rules.heading, sent_rules.why
    )
    result = commands.append_entry(ctx.match, ctx.phone, command)

    def show_failure(ctx: MatchContext, failure: Failure) -> HttpResponse:
        if failure.status == 409:
            sent_rules.ctx, sent_rules.rev = ctx, ctx.state.revs.get(HEADING, 0)
            return _page(request, sent_rules, status=409, clash=True)
        for field, words in failure.problems:
            if field == "why":
                sent_rules.why_problem = words
            else:
                sent_rules.form.add_error("", words)
        return _page(request, sent_rules, status=failure.status)

    return respond.write_response(request, ctx, result, show_failure, from_sheet=False)


def _proposed_house(ctx: MatchContext, request: HttpRequest) -> Any:
    """Return the current house rules; ``?option=…&like=…`` takes one option from a preset."""
    house = ctx.state.heading.house
    option, preset = request.GET.get("option", ""), ctx.game.preset(request.GET.get("like", ""))
    if preset is None or option not in _option_names(house):
        return house
    return replace(house, **{option: getattr(preset.house, option)})


def _option_names(house: Any) -> set[str]:
    return {q.name for q in record_fields(type(house))}


def _form(ctx: MatchContext, data: Any = None, answers: Any = None) -> RulesForm:
    heading = ctx.state.heading
    form = RecordForm(
        ctx.game.house,
        ctx.sheet,
        ctx.words,
        lambda house: house_problems(ctx.game, house, heading.seating),
        data=data,
        answers=answers,
        prefix="house",
        keep_irrelevant=True,
    )
    rev = ctx.state.revs.get(HEADING, 0)
    return RulesForm(ctx, form, int(heading.seating.first_dealer), rev, hand_entry.new_key())


def _sent_form(ctx: MatchContext, request: HttpRequest) -> RulesForm:
    """Return the form as it was sent. Raise ``Malformed``."""
    sent_rules = _form(ctx, data=dict(request.POST.lists()))
    sent_rules.rev = request_parsing.parse_int(request.POST.get("rev"))
    sent_rules.why = request_parsing.reason(request.POST)
    sent_rules.first_dealer = request_parsing.parse_int(
        request.POST.get("first_dealer"), sent_rules.first_dealer
    )
    if sent_rules.first_dealer >= ctx.sheet.seating.seats:
        raise Malformed
    return sent_rules


def _page(request: HttpRequest, rules: RulesForm, status: int = 200, **extra: Any) -> HttpResponse:
    context = {"match_ctx": rules.ctx, "rules": rules, **extra}
    return respond.part_or_page(request, "tables/_rules.html", "tables/rules.html", context, status)
