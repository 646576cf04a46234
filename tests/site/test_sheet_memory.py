"""What is remembered is named by its content, and no more of it is kept than was said."""

from __future__ import annotations

from scorekeeper.sheet.memory import Memory


def test_the_same_content_is_made_once() -> None:
    memory, made = Memory[str](3), []
    for key in "abab":
        assert memory.recall(key, lambda key=key: made.append(key) or key * 2) == key * 2
    assert made == ["a", "b"]


def test_what_was_asked_for_longest_ago_is_forgotten_first() -> None:
    memory, made = Memory[str](2), []
    for key in "abaca":
        memory.recall(key, lambda key=key: made.append(key) or key)
    assert made == ["a", "b", "c"]
    memory.recall("b", lambda: made.append("b") or "b")
    assert made == ["a", "b", "c", "b"]
