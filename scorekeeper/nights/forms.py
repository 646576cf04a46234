"""Forms of nights and seasons."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import every_game
from games.engine import Game, Seating, Words, house_problems, to_json
from scorekeeper.clubs.fields import DayField, set_choices
from scorekeeper.clubs.models import Club, ClubHouse, Season
from scorekeeper.nights import prizes, season_table
from scorekeeper.nights.models import Counting, Drawing, Missed, Night
from scorekeeper.sheet.stored import load_house
from scorekeeper.tables.starting import Shape
from scorekeeper.web import numbers

MOST_NUMBERS = 40


class NumbersField(forms.Field):
    """Whole numbers separated by spaces or commas: 10 8 6 5."""

    widget = forms.TextInput({"maxlength": 200})

    def to_python(self, value: Any) -> list[int]:
        words = str(value or "").replace(",", " ").split()
        if len(words) > MOST_NUMBERS:
            raise forms.ValidationError(_("At most %(n)d numbers.") % {"n": MOST_NUMBERS})
        whole_numbers = [number for word in words if (number := numbers.parse_whole(word, 4)) is not None]
        if len(whole_numbers) < len(words):
            raise forms.ValidationError(_("Enter whole numbers with spaces between them: 10 8 6 5."))
        return whole_numbers

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, list | tuple) else value


# Fields with the same name and value in ``Night``.
COPIED_FIELDS = (
    *("name", "date", "begins", "place", "drawing", "mixed", "rounds", "hands", "minutes"),
    *("counting", "missed", "confirm", "prizes", "season"),
)


class NightForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=60, required=False)
    date = DayField(label=_("Date"))
    begins = forms.TimeField(label=_("Starts at"), widget=forms.TimeInput({"type": "time"}), required=False)
    place = forms.CharField(label=_("Where?"), max_length=60, required=False)
    rules = forms.ChoiceField(label=_("Which rules?"), widget=forms.RadioSelect)
    shape = forms.ChoiceField(label=_("Table size"), widget=forms.RadioSelect)
    season = forms.ModelChoiceField(
        Season.objects.none(),
        label=_("Which season does it count for?"),
        widget=forms.RadioSelect,
        required=False,
        empty_label=_("None"),
    )
    drawing = forms.ChoiceField(
        label=_("How are the tables drawn?"), widget=forms.RadioSelect, choices=Drawing.choices
    )
    mixed = forms.BooleanField(
        label=_("If the number of players does not divide evenly, allow tables of other sizes"),
        required=False,
    )
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=40)
    hands = forms.IntegerField(
        label=_("Hands per round (0: until the match ends)"), min_value=0, max_value=99
    )
    minutes = forms.IntegerField(label=_("Minutes per round (0: no clock)"), min_value=0, max_value=600)
    counting = forms.ChoiceField(label=_("What counts?"), widget=forms.RadioSelect, choices=Counting.choices)
    points = NumbersField(label=_("Points for the places at a table"), required=False)
    missed = forms.ChoiceField(
        label=_("A missed round counts as"), widget=forms.RadioSelect, choices=Missed.choices
    )
    confirm = forms.BooleanField(label=_("Both sides confirm each table’s result"), required=False)
    prizes = forms.MultipleChoiceField(
        label=_("Prizes"),
        widget=forms.CheckboxSelectMultiple,
        choices=list(prizes.NAMES.items()),
        required=False,
    )

    def __init__(self, club: Club, game: Game[Any], night: Night, data: Any = None) -> None:
        self.game, self.night, self.exists = game, night, night.pk is not None
        self.houses = {
            f"h{house.pk}": house
            for house in ClubHouse.objects.filter(club=club, game_slug=game.slug, until=None).order_by("name")
        }
        self.presets = {f"p{preset.id}": preset for preset in game.presets}
        super().__init__(data, initial=self._initial())
        unchanged = [("", gettext("As before"))] if night.pk else []
        set_choices(self, "rules", unchanged + self._rules())
        set_choices(self, "shape", [(Shape(*s).value, Shape(*s).label) for s in self._shapes()])
        season = self.fields["season"]
        assert isinstance(season, forms.ModelChoiceField)
        season.queryset = Season.objects.filter(club=club, game_slug__in=("", game.slug))
        if unchanged:
            self.fields["rules"].required = False
        league = [(Counting.LEAGUE.value, gettext(game.league_scoring.name))] if game.league_scoring else []
        usual = [choice for choice in Counting.choices if choice[0] != Counting.LEAGUE]
        set_choices(self, "counting", usual + league)

    def _rules(self) -> list[tuple[str, str]]:
        club_rules = [(key, house.name) for key, house in self.houses.items()]
        return club_rules + [(key, gettext(preset.name)) for key, preset in self.presets.items()]

    def _shapes(self) -> list[tuple[int, int]]:
        return [seating.shape for seating in self.game.seatings if seating.seats > 1]

    def _initial(self) -> dict[str, Any]:
        night = self.night
        return {name: getattr(night, name) for name in (*COPIED_FIELDS, "points")} | {
            "date": night.date or timezone.localdate(),
            "begins": night.begins.isoformat("minutes") if night.begins else "",
            "rules": "" if night.pk else self._rules_of(night),
            "shape": Shape(night.seats, night.sides).value,
        }

    def _rules_of(self, night: Night) -> str:
        night_rules = (night.preset, night.house)
        club_rules = {key: (house.preset, house.house) for key, house in self.houses.items()}
        presets = {key: (preset.id, to_json(preset.house)) for key, preset in self.presets.items()}
        return next(
            (key for key, rules in {**club_rules, **presets}.items() if rules == night_rules),
            next(iter(presets)),
        )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if "shape" not in cleaned or "rules" not in cleaned:
            return cleaned
        seats, sides = (int(n) for n in cleaned["shape"].split("x"))
        preset, house = self._chosen(cleaned["rules"])
        base = self.game.preset(preset) or self.game.presets[0]
        if (seats, sides) not in self.game.shapes(base):
            self.add_error("shape", gettext("These rules are not for tables of that size."))
        elif problems := house_problems(self.game, house, Seating(seats, sides)):
            self.add_error("shape", Words().read(problems[0].words))
        if cleaned.get("drawing") == Drawing.FIXED and seats != 2 * sides:
            self.add_error("drawing", gettext("Fixed pairs need tables with partners."))
        cleaned["house"], cleaned["preset"] = house, preset
        return cleaned

    def _chosen(self, rules: str) -> tuple[str, Any]:
        if rules in self.houses:
            house = self.houses[rules]
            return house.preset, load_house(self.game, house.preset, house.house)
        if rules in self.presets:
            return self.presets[rules].id, self.presets[rules].house
        return self.night.preset, load_house(self.game, self.night.preset, self.night.house)


class SeasonForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=40)
    game = forms.ChoiceField(label=_("Which game?"), widget=forms.RadioSelect, required=False)
    begins = DayField(label=_("From"))
    ends = DayField(label=_("To (optional)"), required=False)
    count = forms.ChoiceField(
        label=_("What counts?"), widget=forms.RadioSelect, choices=list(season_table.COUNTS.items())
    )
    placing = NumbersField(label=_("Points for first, second, third …"), required=False)
    presence = forms.IntegerField(label=_("Points for attending"), min_value=0, max_value=1000)
    best = forms.IntegerField(label=_("How many nights count (0: all)"), min_value=0, max_value=400)
    ties = forms.MultipleChoiceField(
        label=_("Ties are broken by, in this order"),
        widget=forms.CheckboxSelectMultiple,
        choices=list(season_table.TIES.items()),
        required=False,
    )
    loose = forms.ChoiceField(
        label=_("Matches outside nights"),
        widget=forms.RadioSelect,
        choices=list(season_table.OUTSIDE_NIGHTS.items()),
    )

    def __init__(self, club: Club, season: Season, data: Any = None) -> None:
        self.club, self.season = club, season
        scoring = season_table.Scoring.read(season.scoring)
        initial = {
            "name": season.name,
            "game": season.game_slug,
            "begins": season.begins or timezone.localdate(),
            "ends": season.ends,
            **scoring.stored,
        }
        super().__init__(data, initial=initial)
        games = [(slug, gettext(game.name)) for slug, game in every_game().items()]
        games.sort(key=lambda choice: (choice[0] not in club.games, choice[1]))
        set_choices(self, "game", [("", gettext("All games")), *games])

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if Season.objects.filter(club=self.club, name=name).exclude(pk=self.season.pk).exists():
            raise forms.ValidationError(gettext("There is already a season with this name."))
        return name

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("ends") and cleaned.get("begins") and cleaned["ends"] < cleaned["begins"]:
            self.add_error("ends", gettext("The end is before the start."))
        # A missing "placing" was invalid and has an error already.
        if (
            cleaned.get("count") == season_table.PLACING
            and not cleaned.get("placing")
            and "placing" in cleaned
        ):
            self.add_error("placing", gettext("Enter what the first place is worth."))
        return cleaned

    @property
    def scoring(self) -> season_table.Scoring:
        usual = {} if self.cleaned_data["placing"] else {"placing": season_table.USUAL_PLACING}
        return season_table.Scoring.read(self.cleaned_data | usual)
