"""Date formats per language, where Django's are another country's."""
