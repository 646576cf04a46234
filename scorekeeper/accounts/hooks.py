"""What an application above adds to accounts: clubs fill these hooks (``clubs/wiring.py``)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


def _none(*about: Any) -> Sequence[Any]:
    """Nobody belongs to anything."""
    return []


def _no(*about: Any) -> bool:
    return False


@dataclass
class AccountHooks:
    # The memberships of a user for the page of the account, each with its ``club``.
    memberships: Callable[[Any], Sequence[Any]] = _none
    # The memberships that a link to a new password dies with: each one's key and role.
    roles: Callable[[int], Sequence[tuple[int, str]]] = _none
    # Whether a user owns a club, and is signed out sooner.
    owns_club: Callable[[int], bool] = _no
    # The clubs that nobody but this user owns; locked where the account is about to be deleted.
    owned_alone: Callable[[Any, bool], Sequence[Any]] = _none
    # An account is being deleted, in the transaction that does it.
    before_delete: Callable[[Any], object] = _none


account_hooks = AccountHooks()
