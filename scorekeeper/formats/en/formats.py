"""English dates as they are read everywhere: Django's are the American ones."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "j M Y"
DATETIME_FORMAT = "j F Y, H:i"
TIME_FORMAT = "H:i"
