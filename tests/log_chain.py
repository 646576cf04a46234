"""A check of the hash chain of a stored log."""

from scorekeeper.matches import hash_chain, models


def broken_link(match):
    """Return the place of the first entry that does not follow from the entries before it; None if all do.

    If the last entry does not agree with the match's ``head`` and ``length``, return the place after it.
    """
    prev, place = "", 0
    for entry in models.Entry.objects.filter(match=match).order_by("place").iterator():
        place += 1
        content = hash_chain.content_of(entry)
        if entry.place != place or entry.prev != prev or entry.hash != hash_chain.entry_hash(content):
            return entry.place
        prev = entry.hash
    return None if (prev, place) == (match.head, match.length) else place + 1
