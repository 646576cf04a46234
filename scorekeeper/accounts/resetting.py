"""One-time links to a new password, for people whom no mail reaches."""

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.urls import reverse
from django.utils.http import int_to_base36

from .hooks import account_hooks
from .models import User


class Tokens(PasswordResetTokenGenerator):
    """A link is dead after an hour, after its use, after signing in, and when a club is joined or left.

    So nobody who could make a link for a member of one club holds one to the member of another.
    """

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        return f"{super()._make_hash_value(user, timestamp)}{list(account_hooks.roles(user.pk))}"


def link_for(user: User) -> str:
    """The path of the page where this user's password is set anew, once."""
    uid, key = int_to_base36(user.pk), Tokens().make_token(user)
    return reverse("account_reset_password_from_key", kwargs={"uidb36": uid, "key": key})
