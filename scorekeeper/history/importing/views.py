"""Pages of an import: upload or paste a file, assign its columns, review, import."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.dateparse import parse_datetime
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import every_game
from scorekeeper.clubs.fields import set_choices
from scorekeeper.clubs.membership import guards
from scorekeeper.clubs.membership.guards import MemberContext, for_members
from scorekeeper.clubs.models import Club, ClubHouse, Role
from scorekeeper.clubs.spreadsheets import spreadsheet
from scorekeeper.history.importing import columns, import_jobs
from scorekeeper.history.models import ImportJob
from scorekeeper.jobs.models import Job

# In bytes; the proxies in deploy/ limit a request to 2 MB. `manage.py import_club` takes larger files.
LARGEST = 1_900_000


@for_members("GET POST", Role.SCOREKEEPER)
def start(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    """Show the upload form; a POST stores the file for a job to read."""
    if request.method != "POST":
        return _start(request, ctx)
    pasted = request.POST.get("pasted", "")
    file = request.FILES.get("file")
    name = (file.name or "") if file else _("Pasted")
    if file is not None and (file.size or 0) > LARGEST:
        error = _("That file is too large for this page: at most 2 MB.")
        return _start(request, ctx, pasted, error, status=413)
    content = file.read() if file else pasted.encode("utf-8", "replace")
    if not content.strip():
        return _start(request, ctx, pasted, _("Choose a file, or paste its text."), status=422)
    job = import_jobs.store_upload(ctx.club, ctx.member, ctx.name, name, content)
    if not file:
        job.reading = {"pasted": True}
        job.save(update_fields=["reading"])
    return ctx.start_job(Job.Kind.LOOK, job)


def _start(
    request: HttpRequest,
    ctx: guards.ClubContext,
    pasted: str = "",
    error: str = "",
    status: int = 200,
    name: str = "",
) -> HttpResponse:
    done = ImportJob.objects.filter(club=ctx.club, ended__isnull=False).defer("text", "content")[:10]
    context = {"pasted": pasted, "error": error, "done": done, "name": name}
    return ctx.page(request, "importing/upload.html", context, status)


@for_members("GET POST", Role.SCOREKEEPER)
def review(request: HttpRequest, ctx: MemberContext, import_job: int) -> HttpResponse:
    """Show the review of a file, or its result; a POST changes how it is read, imports or undoes."""
    job = get_object_or_404(ImportJob, club=ctx.club, pk=import_job)
    if (unfinished := job.jobs.filter(ended=None).first()) is not None:
        return ctx.redirect_to("job", unfinished.pk)
    if "discard" in request.POST and not job.ended:
        job.delete()
        return ctx.redirect_to("import")
    if job.content is not None:
        return _unread(request, ctx, job)
    if job.reading.get("is_people_list"):
        return ctx.redirect_to("add_people", query=f"file={job.pk}")
    if "undo" in request.POST and import_jobs.can_undo(job):
        return ctx.start_job(Job.Kind.UNDO, job)
    if job.ended or request.method != "POST":
        return ctx.redirect_to("import_job", job.pk) if request.method == "POST" else _page(request, ctx, job)
    # An import that has begun must continue with the same settings.
    check = job.looked or {}
    if not job.has_begun:
        if not job.reading.get("json"):
            _update_reading(job, request.POST)
            _replace_lines(job, request.POST)
        _store_answers(job, request.POST)
        job.looked = None
        job.save(update_fields=["columns", "reading", "looked", "text"])
    if "start_import" not in request.POST:
        return ctx.start_job(Job.Kind.LOOK, job)
    if check.get("by_people") and "alike" not in job.reading:
        job.looked = check  # the check is still valid: only this answer is missing
        job.save(update_fields=["looked"])
        return _page(request, ctx, job, status=422)
    return ctx.start_job(Job.Kind.BRING, job)


def _unread(request: HttpRequest, ctx: guards.ClubContext, job: ImportJob) -> HttpResponse:
    """Show a file that no job could read; a POST retries."""
    if request.method == "POST":
        return ctx.start_job(Job.Kind.LOOK, job)
    if (error := (job.looked or {}).get("unreadable")) is None:
        return ctx.page(request, "importing/not_reviewed.html", {"job": job})
    if job.reading.get("is_people_list"):
        return ctx.redirect_to("add_people", query=f"file={job.pk}")
    pasted = bytes(job.content or b"").decode("utf-8", "replace") if job.reading.get("pasted") else ""
    return _start(request, ctx, pasted, error, name="" if pasted else job.name)


def _update_reading(job: ImportJob, data: Any) -> None:
    reading = columns.ColumnReading.from_json(job.reading)
    known = set(columns.roles(len(reading.columns)))
    chosen = [data.get(f"column.{n}", role) for n, role in enumerate(reading.columns)]
    chosen = [role if role in known else "" for role in chosen]
    game = data.get("game", reading.game)
    dates = data.get("dates", reading.dates)
    preset = data.get("preset", reading.preset) if game == reading.game else ""
    job.reading |= replace(
        reading,
        columns=tuple(chosen),
        game=game if game in every_game() else "",
        preset=str(preset)[:60],
        dates=dates if dates in spreadsheet.ORDERS else "dmy",
    ).as_json
    job.columns = chosen


def _replace_lines(job: ImportJob, data: Any) -> None:
    check = job.looked or {}
    lines_shown = [row["line"] for row in check.get("wrong", ())]
    replaced = {line: text for line in lines_shown if (text := data.get(f"mend.{line}")) is not None}
    # A line that is left out is replaced by an empty one.
    if data.get("leave") == "wrong":
        replaced |= dict.fromkeys(check.get("wrong_lines", ()), "")
    if data.get("leave") == "doubled":
        replaced |= dict.fromkeys(check.get("doubled", ()), "")
    if replaced:
        longest = spreadsheet.LONGEST_CELL * 2
        job.text = spreadsheet.replace_lines(
            job.text, {line: text[:longest] for line, text in replaced.items()}
        )


def _store_answers(job: ImportJob, data: Any) -> None:
    """Store which names mean the same person, and whether to replace corrected matches."""
    same = job.reading.setdefault("same", {})
    for n, (name, likely) in enumerate((job.looked or {}).get("alike", ())):
        answer = data.get(f"same.{n}")
        if answer == "":
            same.pop(name.casefold(), None)
        elif answer in [value for value, _label in likely]:
            same[name.casefold()] = answer
    if data.get("alike") in ("replace", "add"):
        job.reading["alike"] = data["alike"]


def _page(request: HttpRequest, ctx: guards.ClubContext, job: ImportJob, status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {"job": job}
    if job.ended:
        context["can_undo"] = import_jobs.can_undo(job)
        return ctx.page(request, "importing/done.html", context)
    check = job.looked
    if check is None or "new" not in check:  # the job was given up, or an earlier release stored the file
        return ctx.page(request, "importing/not_reviewed.html", context, status)
    same = job.reading.get("same", {})
    context |= {
        "check": check,
        "similar_names": [
            {"field": f"same.{n}", "name": name, "likely": likely, "chosen": same.get(name.casefold(), "")}
            for n, (name, likely) in enumerate(check.get("alike", ()))
        ],
        "corrected": [
            (line, {**match, "at": parse_datetime(match["at"])}) for line, match in check.get("corrected", ())
        ],
        "answer": job.reading.get("alike", ""),
        "unanswered": status == 422,
        "adds": check["new"] + check["by_id"] + check["by_people"],
        "preview": [{**match, "at": parse_datetime(match["at"])} for match in check["preview"]],
    }
    if check["columns"] is not None:
        context |= _columns(job, check["columns"], ctx.club)
    return ctx.page(request, "importing/review.html", context, status)


class ReadingForm(forms.Form):
    """Questions about a table of results that the file itself does not answer."""

    game = forms.ChoiceField(label=gettext_lazy("Which game?"), widget=forms.RadioSelect)
    preset = forms.ChoiceField(label=gettext_lazy("Which house rules?"), widget=forms.RadioSelect)
    dates = forms.ChoiceField(
        label=gettext_lazy("Days such as 03/02/2019"),
        widget=forms.RadioSelect,
        choices=[
            ("dmy", gettext_lazy("3 February: the day first")),
            ("mdy", gettext_lazy("March 2: the month first")),
        ],
    )

    def __init__(self, reading: columns.ColumnReading, club: Club) -> None:
        by_slug = every_game()
        game = by_slug.get(reading.game)
        club_houses = ClubHouse.objects.filter(club=club, until=None, game_slug=reading.game) if game else ()
        rule_choices = [(f"club:{house.name}", house.name) for house in club_houses]
        rule_choices += [(preset.id, _(preset.name)) for preset in game.presets] if game else []
        initial = vars(reading) | {"preset": reading.preset or (rule_choices[0][0] if rule_choices else "")}
        super().__init__(initial=initial)
        club_games = [slug for slug in club.games if slug in by_slug]
        other_games = sorted(
            (slug for slug in by_slug if slug not in club_games), key=lambda slug: _(by_slug[slug].name)
        )
        set_choices(self, "game", [(slug, _(by_slug[slug].name)) for slug in club_games + other_games])
        set_choices(self, "preset", rule_choices)
        if "game" in reading.columns:
            del self.fields["game"]
        if len(rule_choices) < 2:
            del self.fields["preset"]
        if "date" not in reading.columns or reading.sure:
            del self.fields["dates"]


def _columns(job: ImportJob, previews: Sequence[Any], club: Club) -> dict[str, Any]:
    reading = columns.ColumnReading.from_json(job.reading)
    return {
        "columns": [
            {
                "n": n,
                "heading": previews[n]["heading"],
                "sample": ", ".join(Truncator(cell).chars(18) for cell in previews[n]["cells"]),
                "role": role,
            }
            for n, role in enumerate(reading.columns[: len(previews)])
        ],
        "roles": [(role, columns.role_label(role)) for role in columns.roles(len(previews))],
        "form": ReadingForm(reading, club),
    }
