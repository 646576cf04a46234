"""Forms for a club's settings and for invitations."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games import every_game
from scorekeeper.clubs.fields import NAME_ATTRS, NameField, set_choices
from scorekeeper.clubs.membership import invitations
from scorekeeper.clubs.models import Club, Player, Role
from scorekeeper.web.middleware import known_zone

MOST_GUESTS = 200  # number of guests (players without accounts) that an invitation form offers
# The palette; clubs.css defines the colours for both themes.
COLOURS = {
    "green": _("Baize"),
    "blue": _("Blue"),
    "red": _("Claret"),
    "brass": _("Brass"),
    "violet": _("Violet"),
    "teal": _("Sea"),
}


class ClubForm(forms.Form):
    name = NameField(_("Club name"), _("Give the club a name."), 60)
    colour = forms.ChoiceField(label=_("Colour"), choices=list(COLOURS.items()))
    games = forms.MultipleChoiceField(
        label=_("Games you play"), required=False, choices=[], widget=forms.CheckboxSelectMultiple
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        required=False,
        widget=forms.TextInput(NAME_ATTRS | {"maxlength": 40}),
        help_text=_("Where the club plays, so that its nights have the same dates for everyone."),
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        choices = [(slug, gettext(game.name)) for slug, game in every_game().items()]
        set_choices(self, "games", choices)

    def clean_time_zone(self) -> str:
        name: str = self.cleaned_data["time_zone"]
        if name and known_zone(name) is None:
            raise ValidationError(_("Enter the time zone like this: Europe/Berlin."))
        return name

    def clean_games(self) -> list[str]:
        chosen = self.cleaned_data["games"]
        # Games that were chosen before keep their order: the club's favourite stays first.
        kept = [slug for slug in self.initial.get("games", []) if slug in chosen]
        return [*kept, *[slug for slug in chosen if slug not in kept]]


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, widget=forms.RadioSelect)


class InvitationForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=[], widget=forms.RadioSelect)
    uses = forms.TypedChoiceField(
        label=_("Number of people"), coerce=int, choices=[], widget=forms.RadioSelect
    )
    days = forms.TypedChoiceField(label=_("Valid for"), coerce=int, choices=[], widget=forms.RadioSelect)
    player = forms.ModelChoiceField(
        Player.objects.none(),
        label=_("Whoever joins becomes this player"),
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, club: Club, inviter_role: str, **more: Any) -> None:
        super().__init__(*args, **more)
        roles = invitations.MAY_INVITE[Role(inviter_role)]
        set_choices(self, "role", [(role, Role(role).label) for role in roles])
        people = [(n, ngettext("%(n)d person", "%(n)d people", n) % {"n": n}) for n in (1, 5, 20, 60)]
        set_choices(self, "uses", people)
        days = [(n, ngettext("%(n)d day", "%(n)d days", n) % {"n": n}) for n in (1, 3, invitations.MOST_DAYS)]
        set_choices(self, "days", days)
        guests = club.players.current().filter(user=None)
        player = self.fields["player"]
        assert isinstance(player, forms.ModelChoiceField)
        player.queryset = guests
        shown = [(guest.pk, guest.display_name) for guest in guests.order_by("name")[:MOST_GUESTS]]
        set_choices(self, "player", [("", gettext("Anyone")), *shown])
