"""Views of the library: rulebooks, questions to the referee, rulings, and a match under other rules."""
