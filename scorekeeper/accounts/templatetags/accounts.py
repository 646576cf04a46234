"""Template filters for the elements of django-allauth's pages."""

from collections.abc import Collection

from django import template

register = template.Library()

# static/account.js hides these buttons in a browser without passkeys.
PASSKEY_BUTTONS = ("passkey_login", "mfa_webauthn_authenticate", "mfa_webauthn_add")


@register.filter
def key_classes(tags: Collection[str]) -> str:
    """Return the CSS classes of a button that django-allauth describes by these tags."""
    if "danger" in tags:
        return "key grave"
    if {"link", "cancel", "minor"} & set(tags):
        return "key quiet"
    return "key wide" if "outline" in tags else "key main wide"


@register.filter
def needs_passkeys(button: str | None) -> bool:
    return button in PASSKEY_BUTTONS
