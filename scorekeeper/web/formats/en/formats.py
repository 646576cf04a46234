"""International English date formats; Django's English formats are American."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "j M Y"
DATETIME_FORMAT = "j F Y, H:i"
TIME_FORMAT = "H:i"
