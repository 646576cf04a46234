"""Bringing matches in by the page: a file chosen or pasted, its columns matched, looked at, and in."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from games import every_game
from games.engine import DecodeError
from scorekeeper.clubs.importing import columns, files, import_jobs, spreadsheet
from scorekeeper.clubs.jobs import runner
from scorekeeper.clubs.membership import guards
from scorekeeper.clubs.membership.guards import MemberContext, for_members
from scorekeeper.clubs.models import Club, ClubHouse, ImportJob, Job, Role

# Bytes of a file, which with its form goes through the shipped proxies; `manage.py import_club` takes more.
LARGEST = 1_900_000


@for_members("GET POST", Role.SCOREKEEPER)
def start(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """Choose a file or paste one."""
    if request.method != "POST":
        return _start(request, inside)
    pasted = request.POST.get("pasted", "")
    file = request.FILES.get("file")
    name = (file.name or "")[-80:] if file else _("Pasted")
    name = "".join(letter for letter in name if letter.isprintable())
    if file is not None and (file.size or 0) > LARGEST:
        wrong = _("That file is too large for this page: at most 2 MB.")
        return _start(request, inside, pasted, wrong, status=413)
    content = file.read() if file else pasted.encode("utf-8", "replace")
    if not content.strip():
        return _start(request, inside, pasted, _("Choose a file, or paste its text."), status=422)
    try:
        text, reading = _looked_at(content, inside.club)
    except DecodeError as unfit:
        return _start(request, inside, pasted, import_jobs.problem_text(unfit), status=422)
    job = ImportJob.objects.create(
        club=inside.club,
        name=name,
        text=text,
        columns=reading.get("columns", []),
        reading=reading,
        digest=hashlib.sha256(content).hexdigest(),
        by=inside.member,
        by_name=inside.name[:40],
    )
    return _look(inside, job)


def _look(inside: guards.ClubContext, job: ImportJob) -> HttpResponse:
    """Look at a file: at once at a little one, else beside the pages."""
    if import_jobs.is_small(job):
        import_jobs.preview(job)
        return _to(inside, job)
    return _put(inside, job, Job.What.LOOK)


def _put(inside: guards.ClubContext, job: ImportJob, what: Job.What) -> HttpResponse:
    return inside.to("job", runner.start_job(inside.club, what, inside.member, inside.name, job).pk)


def _start(
    request: HttpRequest, inside: guards.ClubContext, pasted: str = "", wrong: str = "", status: int = 200
) -> HttpResponse:
    done = ImportJob.objects.filter(club=inside.club, ended__isnull=False).defer("text")[:10]
    shown = {"pasted": pasted, "wrong": wrong, "done": done}
    return inside.page(request, "importing/upload.html", shown, status)


def _looked_at(content: bytes, club: Club) -> tuple[str, dict[str, Any]]:
    """The text of a file and how it seems to be read. Raises ``DecodeError``."""
    if files.is_json(content[:64]):
        text = spreadsheet.decode(content).removeprefix("\ufeff")
        return text.replace("\x00", ""), {"json": True}
    text = spreadsheet.read_text(content)
    table = spreadsheet.read_spreadsheet(text, import_jobs.MOST_MATCHES)
    return text, columns.guess_columns(table, club).to_keep


@for_members("GET POST", Role.SCOREKEEPER)
def bringing(request: HttpRequest, inside: MemberContext, bringing: int) -> HttpResponse:
    """A file before it is in: columns, the first rows, and what is wrong line by line; or what came of it."""
    job = get_object_or_404(ImportJob, club=inside.club, pk=bringing)
    if (working := job.jobs.filter(ended=None).first()) is not None:
        return inside.to("job", working.pk)
    if "undo" in request.POST and import_jobs.can_undo(job):
        return _put(inside, job, Job.What.UNDO)
    if job.ended or request.method != "POST":
        return _to(inside, job) if request.method == "POST" else _page(request, inside, job)
    if "forget" in request.POST:
        job.delete()
        return inside.to("import")
    # Where a run was broken off, some of it is in: it goes on as it was read then.
    look = job.looked or {}
    if not job.has_begun:
        if not job.reading.get("json"):
            _changed(job, request.POST)
            _mend(job, request.POST)
        _answer(job, request.POST)
        job.looked = None
        job.save(update_fields=["columns", "reading", "looked", "text"])
    if "bring" not in request.POST:
        return _look(inside, job)
    if look.get("by_people") and "alike" not in job.reading:
        import_jobs.preview(job)
        return _page(request, inside, job, status=422)
    # What is replaced has to be taken out of ratings and figures first: no page waits for that.
    if not import_jobs.is_small(job) or look.get("corrected"):
        return _put(inside, job, Job.What.BRING)
    return _to(inside, job) if _bring(inside, job) else _page(request, inside, job, status=422)


def _to(inside: guards.ClubContext, job: ImportJob) -> HttpResponse:
    return inside.to("bringing", job.pk)


def _changed(job: ImportJob, data: Any) -> None:
    """Take over what was tapped on the page; what no page of ours sends is left out."""
    reading = columns.ColumnReading.kept(job.reading)
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
    ).to_keep
    job.columns = chosen


def _mend(job: ImportJob, data: Any) -> None:
    """Take over the lines that were mended on the page, and leave out what it was told to leave out."""
    look = job.looked or {}
    shown = [row["line"] for row in look.get("wrong", ())]
    mended = {line: text for line in shown if (text := data.get(f"mend.{line}")) is not None}
    if data.get("leave") == "wrong":
        mended |= dict.fromkeys(look.get("wrong_lines", ()), "")
    if data.get("leave") == "doubled":
        mended |= dict.fromkeys(look.get("doubled", ()), "")
    if mended:
        longest = spreadsheet.LONGEST_CELL * 2
        job.text = spreadsheet.replace_lines(
            job.text, {line: text[:longest] for line, text in mended.items()}
        )


def _answer(job: ImportJob, data: Any) -> None:
    """Take over who is the same person, and what becomes of the matches that a line may correct."""
    same = job.reading.setdefault("same", {})
    for n, (name, likely) in enumerate((job.looked or {}).get("alike", ())):
        said = data.get(f"same.{n}")
        if said == "":
            same.pop(name.casefold(), None)
        elif said in [value for value, _shown in likely]:
            same[name.casefold()] = said
    if data.get("alike") in ("replace", "add"):
        job.reading["alike"] = data["alike"]


def _bring(inside: guards.ClubContext, job: ImportJob) -> bool:
    """Bring a little file in at once, everything or nothing; whether it is in."""
    with transaction.atomic():
        # Two taps bring it in once: the second waits here, and finds it done.
        Club.objects.select_for_update(no_key=True).get(pk=inside.club.pk)
        job.refresh_from_db()
        return import_jobs.import_file(job, inside.name)


def _page(
    request: HttpRequest, inside: guards.ClubContext, job: ImportJob, status: int = 200
) -> HttpResponse:
    shown: dict[str, Any] = {"job": job}
    if job.ended:
        shown["may_be_taken_back"] = import_jobs.can_undo(job)
        return inside.page(request, "importing/done.html", shown)
    look = job.looked
    if look is None or "new" not in look:  # its job was given up, or it was kept by an earlier release
        return inside.page(request, "importing/not_reviewed.html", shown, status)
    same = job.reading.get("same", {})
    shown |= {
        "look": look,
        "alike": [(name, likely, same.get(name.casefold(), "")) for name, likely in look.get("alike", ())],
        "corrected": [
            (line, {**one, "at": parse_datetime(one["at"])}) for line, one in look.get("corrected", ())
        ],
        "said": job.reading.get("alike", ""),
        "unanswered": status == 422,
        "adds": look["new"] + look["by_id"] + look["by_people"],
        "preview": [{**one, "at": parse_datetime(one["at"])} for one in look["preview"]],
    }
    if look["columns"] is not None:
        shown |= _columns(job, look["columns"], inside.club)
    return inside.page(request, "importing/review.html", shown, status)


def _columns(job: ImportJob, told: Sequence[Any], club: Club) -> dict[str, Any]:
    reading = columns.ColumnReading.kept(job.reading)
    roles = [(role, columns.role_label(role)) for role in columns.roles(len(told))]
    game = every_game().get(reading.game)
    own = ClubHouse.objects.filter(club=club, until=None, game_slug=reading.game) if game else ()
    ways = [(f"club:{one.name}", one.name) for one in own]
    ways += [(preset.id, _(preset.name)) for preset in game.presets] if game else []
    days = any(role == "date" for role in reading.columns) and not reading.sure
    known = every_game()
    first = [slug for slug in club.games if slug in known]
    rest = sorted((slug for slug in known if slug not in first), key=lambda slug: _(known[slug].name))
    return {
        "columns": [
            {"n": n, **told[n], "role": role, "label": columns.role_label(role)}
            for n, role in enumerate(reading.columns[: len(told)])
        ],
        "roles": roles,
        "games": [] if "game" in reading.columns else [(slug, _(known[slug].name)) for slug in first + rest],
        "ways": ways,
        "way": reading.preset or (ways[0][0] if ways else ""),
        "reading": reading,
        "ask_dates": days,
    }
