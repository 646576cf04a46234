"""One-time password reset links, which a club owner or a command can create without mail."""

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.urls import reverse
from django.utils.http import int_to_base36

from .hooks import account_hooks
from .models import User


class Tokens(PasswordResetTokenGenerator):
    """Reset tokens that expire after an hour, after use or sign-in, and when a membership changes.

    Once the user joins another club, a link that an owner of the first club made no longer works.
    """

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        return f"{super()._make_hash_value(user, timestamp)}{list(account_hooks.roles(user.pk))}"


def link_for(user: User) -> str:
    """Return the path of this user's one-time reset page."""
    uid, key = int_to_base36(user.pk), Tokens().make_token(user)
    return reverse("account_reset_password_from_key", kwargs={"uidb36": uid, "key": key})
