"""Account forms: adapted forms of django-allauth, and our own."""

import secrets
from typing import Any

from allauth.account.forms import LoginForm, SignupForm
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.utils import passthrough_next_redirect_url
from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm, BaseAuthenticateForm, ReauthenticateForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scorekeeper.matches import typed_names
from scorekeeper.web import limits

from . import attempts
from .models import User


class NameField(forms.CharField):
    """A validated name in any script."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"autocomplete": "nickname", "autocapitalize": "words", "maxlength": typed_names.LONGEST}
        super().__init__(label=_("Name"), widget=forms.TextInput(attrs=attrs), strip=False, **kwargs)

    def clean(self, value: Any) -> str:
        name = typed_names.clean_name(value or "")
        if not name:
            raise ValidationError(_("Enter a name."))
        return name


class SignUp(SignupForm):
    """Name, email address and password. An existing address gets the same response as a new one."""

    name = NameField()
    field_order = ("name", "email", "password1")

    def validate_unique_email(self, value: str) -> str:
        if settings.EMAIL_URL:
            return str(super().validate_unique_email(value))
        # Without mail, an existing address and a new one must get the same page.
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
                self._save_and_undo(request)
            elif not settings.EMAIL_URL:
                self.save(request)
        if settings.EMAIL_URL:
            result: tuple[User | None, HttpResponse | None] = super().try_save(request)
            return result
        request.session["signed_up"] = self.cleaned_data["email"]
        target = passthrough_next_redirect_url(request, reverse("account_login"), "next")
        return None, HttpResponseRedirect(target)

    def _save_and_undo(self, request: HttpRequest) -> None:
        """Create an account and roll it back, so that an existing address takes as long as a new one."""
        email = self.cleaned_data["email"]
        self.cleaned_data["email"] = f"{secrets.token_hex(8)}@nobody.invalid"
        self.account_already_exists = False
        with transaction.atomic():
            self.save(request)
            transaction.set_rollback(True)
        self.cleaned_data["email"], self.account_already_exists = email, True
        # A rollback writes nothing to the disk, so write an unchanged row too.
        User.objects.filter(email=email).update(joined=F("joined"))


class SignIn(LoginForm):
    """Email address and password; the address is filled in after signing up."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.request is not None and "signed_up" in self.request.session:
            self.initial.setdefault("login", self.request.session["signed_up"])
            self.fields["login"].help_text = _(
                "Now sign in with your address and new password. If that does not work, there is already "
                "an account with this address: try its password."
            )


class _LimitedCodeForm(BaseAuthenticateForm):
    """A form that counts a code as an attempt until it proves correct."""

    user: User

    def clean_code(self) -> str:
        attempt = attempts.begin(context.request, "code", self.user.email)
        code = super().clean_code()
        limits.decrement(attempt)
        return code


class SecondStep(_LimitedCodeForm, AuthenticateForm):
    """The form for the code that follows the password."""


class SecondStepAgain(_LimitedCodeForm, ReauthenticateForm):
    """The form for the code before a sensitive action."""


class NewPasskey(AddWebAuthnForm):
    """The form of a new passkey, by default usable without a password."""

    passwordless = forms.BooleanField(
        label=_("Sign in with only this passkey, without a password"), required=False, initial=True
    )


class NameForm(forms.Form):
    """A user's name on club pages."""

    name = NameField()


class AddressForm(forms.Form):
    """A new email address, without confirmation by mail."""

    email = forms.EmailField(
        label=_("Email"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"]).strip().lower()
        if any(other.pk != self.user.pk for other in filter_users_by_email(email)):
            raise ValidationError(_("This address cannot be used."))
        return email
