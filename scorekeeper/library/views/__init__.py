"""Views of the library: rulebooks, the referee's desk, rulings, and the same match under other rules."""
