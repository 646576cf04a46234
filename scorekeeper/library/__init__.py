"""Games, rulebooks, presets, examples and the referee's desk."""
