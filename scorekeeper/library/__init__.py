"""Games, rulebooks, presets, examples, and questions to the referee."""
