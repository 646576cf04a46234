"""The forms of an account: allauth's, with a name, and what a person owns of it."""

import secrets
from typing import Any

from allauth.account.forms import ChangePasswordForm, LoginForm, ResetPasswordKeyForm, SignupForm
from allauth.account.forms import ReauthenticateForm as PasswordForm
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.utils import passthrough_next_redirect_url
from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm, BaseAuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from scorekeeper.matches import typed_names

from . import attempts
from .models import User

LONG_ENOUGH = _("At least ten characters, and not a common password.")
TWICE = {
    "oldpassword": _("Current password"),
    "password1": _("New password"),
    "password2": _("Repeat new password"),
}


def forgotten() -> Any:
    """The way to a new password, below a box for the old one."""
    return format_html('<a href="{}">{}</a>', reverse("account_reset_password"), _("Forgot it?"))


class NameField(forms.CharField):
    """A name as people type it: any script, no tricks."""

    def __init__(self, **more: Any) -> None:
        attrs = {"autocomplete": "nickname", "autocapitalize": "words", "maxlength": typed_names.LONGEST}
        super().__init__(label=_("Name"), widget=forms.TextInput(attrs=attrs), strip=False, **more)

    def clean(self, value: Any) -> str:
        name = typed_names.clean_name(value or "")
        if not name:
            raise ValidationError(_("Enter a name."))
        return name


class SignUp(SignupForm):
    """Name, address, password. A known address is answered like a new one."""

    name = NameField()
    field_order = ("name", "email", "password1")

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["password1"].help_text = LONG_ENOUGH

    def validate_unique_email(self, value: str) -> str:
        if settings.EMAIL_URL:
            return str(super().validate_unique_email(value))
        # Nothing can be sent that would tell who owns the address: then both answers are the same page.
        self.account_already_exists = bool(filter_users_by_email(value))
        return value

    def save(self, request: HttpRequest) -> User:
        user = super().save(request)
        assert isinstance(user, User)
        user.name = self.cleaned_data["name"]
        user.save(update_fields=["name"])
        return user

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        with transaction.atomic():
            if self.account_already_exists:
                self._save_nobody(request)
            elif not settings.EMAIL_URL:
                self.save(request)
        if settings.EMAIL_URL:
            made: tuple[User | None, HttpResponse | None] = super().try_save(request)
            return made
        request.session["signed_up"] = self.cleaned_data["email"]
        there = passthrough_next_redirect_url(request, reverse("account_login"), "next")
        return None, HttpResponseRedirect(there)

    def _save_nobody(self, request: HttpRequest) -> None:
        """All the work of a new account, undone: else a known address would be told by its quicker answer."""
        email = self.cleaned_data["email"]
        self.cleaned_data["email"] = f"{secrets.token_hex(8)}@nobody.invalid"
        self.account_already_exists = False
        with transaction.atomic():
            self.save(request)
            transaction.set_rollback(True)
        self.cleaned_data["email"], self.account_already_exists = email, True
        # What is undone reaches no disk: a row that stays as it is does.
        User.objects.filter(email=email).update(joined=F("joined"))


class SignIn(LoginForm):
    """Address and password; after signing up the address stands there already."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["login"].label = _("Email")
        self.fields["password"].help_text = forgotten()
        if self.request is not None and "signed_up" in self.request.session:
            self.initial.setdefault("login", self.request.session["signed_up"])


class _Twice(forms.Form):
    """A new password, typed twice; a mistake is said in our words."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name, label in TWICE.items():
            if name in self.fields:
                self.fields[name].label = label
        self.fields["password1"].help_text = LONG_ENOUGH
        if "oldpassword" in self.fields:
            self.fields["oldpassword"].help_text = forgotten()

    def clean(self) -> Any:
        one, other = self.cleaned_data.get("password1"), self.cleaned_data.get("password2")
        if one and other and one != other:
            self.add_error("password2", _("The passwords do not match."))
        return self.cleaned_data


class NewPassword(_Twice, ChangePasswordForm):
    """Another password, by somebody who knows the old one."""


class NewPasswordByLink(_Twice, ResetPasswordKeyForm):
    """Another password, by a link."""


class Again(PasswordForm):
    """The password, before something grave."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["password"].label = _("Password")
        self.fields["password"].help_text = forgotten()


class NewApp(ActivateTOTPForm):
    """The code that a new authenticator app shows."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["code"].label = _("Code")


class PasskeyName(EditWebAuthnForm):
    """What a passkey is called."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["name"].label = _("Name")


class _Counted(BaseAuthenticateForm):
    """A code that is typed counts as an attempt until it was right."""

    user: User

    def clean_code(self) -> str:
        attempt = attempts.begin(context.request, "code", self.user.email)
        code = super().clean_code()
        attempt.was_right()
        return code


class SecondStep(_Counted, AuthenticateForm):
    """The code after the password."""


class SecondStepAgain(_Counted, ReauthenticateForm):
    """The code before something grave."""


class NewPasskey(AddWebAuthnForm):
    """A passkey; with it alone people sign in, unless they say otherwise."""

    passwordless = forms.BooleanField(
        label=_("Sign in with only this passkey, without a password"), required=False, initial=True
    )


class NameForm(forms.Form):
    """What the clubs' pages call somebody."""

    name = NameField()


class AddressForm(forms.Form):
    """Another address to sign in with, where no mail can ask whether it is theirs."""

    email = forms.EmailField(
        label=_("Email"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )

    def __init__(self, *args: Any, user: User, **more: Any) -> None:
        super().__init__(*args, **more)
        self.user = user

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"]).strip().lower()
        if any(other.pk != self.user.pk for other in filter_users_by_email(email)):
            raise ValidationError(_("This address cannot be used."))
        return email
