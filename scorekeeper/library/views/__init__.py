"""The pages of the library: rulebooks, the referee's desk, rulings, the same match under other rules."""
