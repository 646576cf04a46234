"""Settings, all from the environment; docs/deploying.md lists the variables.

Two profiles. Without SITE_URL the site runs at home: plain http on the local network, for phones in the same
room. With SITE_URL=https://… it is deployed: https only, `__Host-` cookies, HSTS, one host name.
"""

import os
import re
import secrets
import sys
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from tzlocal import get_localzone_name

from .databases import SAFE_WAL, database, use_newest_sqlite
from .mail import mail
from .policies import engine_policy

BASE_DIR = Path(__file__).resolve().parent.parent


def flag(name: str) -> bool:
    """Whether the environment variable says yes."""
    return os.environ.get(name, "").lower() in ("1", "true", "yes", "on")


def words(name: str) -> list[str]:
    """The words of an environment variable, parted by commas or spaces."""
    return os.environ.get(name, "").replace(",", " ").split()


# Where the data and what is made go: the SQLite file, the secret of a site at home, collected static files.
VAR = Path(os.environ.get("VAR_DIR") or BASE_DIR / "var")
VAR.mkdir(parents=True, exist_ok=True)

SITE_URL = os.environ.get("SITE_URL", "").rstrip("/")
DEPLOYED = bool(SITE_URL)
DEBUG = flag("DEBUG")
if DEPLOYED and not SITE_URL.startswith("https://"):
    raise ImproperlyConfigured("SITE_URL must begin with https://; leave it out for a site at home.")


def secret_key() -> str:
    """The key from the environment; at home one is made once and kept in a file that nobody else may read."""
    if key := os.environ.get("SECRET_KEY", ""):
        if len(key) < 50:
            raise ImproperlyConfigured("SECRET_KEY must have at least 50 characters.")
        return key
    if DEPLOYED:
        raise ImproperlyConfigured("A deployed site needs SECRET_KEY, as docs/deploying.md says.")
    kept = VAR / "secret_key"
    try:
        # O_EXCL: of two processes that start at once, one writes and the other reads.
        with open(os.open(kept, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
    except FileExistsError:
        pass
    return kept.read_text().strip()


SECRET_KEY = secret_key()
SECRET_KEY_FALLBACKS = words("SECRET_KEY_FALLBACKS")

# At home any address may be the right one; scorekeeper.middleware.home_hosts keeps strangers' names out.
MORE_HOSTS = words("ALLOWED_HOSTS")
ALLOWED_HOSTS = (
    [urlsplit(SITE_URL).hostname or "", "localhost", "127.0.0.1", *MORE_HOSTS] if DEPLOYED else ["*"]
)
CSRF_TRUSTED_ORIGINS = [SITE_URL] if DEPLOYED else []

INSTALLED_APPS = [
    "scorekeeper",
    "scorekeeper.library",
    "scorekeeper.matches",
    "scorekeeper.clubs",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    # After these two, of whose signals it lets go.
    "scorekeeper.accounts",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "scorekeeper.middleware.log_requests",
    "scorekeeper.middleware.lean_headers",
    "django.middleware.security.SecurityMiddleware",
    # Before what is only for pages: styles and scripts go out without the headers of a page, and as small as
    # `collectstatic` made them. To pack Python for a browser anew would hold up every hand for a second.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # A sheet is 40 kB and packs to 7; each answer gets a random length, so that none tells what is in it.
    "scorekeeper.packing.PackingMiddleware",
    "scorekeeper.middleware.permissions_policy",
    "csp.middleware.CSPMiddleware",
    "scorekeeper.middleware.home_hosts",
    "scorekeeper.middleware.readable_requests",
    "scorekeeper.middleware.same_site_only",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "scorekeeper.middleware.local_times",
    "django.middleware.common.CommonMiddleware",
    # Inside of what says how long an answer is.
    "scorekeeper.middleware.words_for_refusals",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "scorekeeper.accounts.sessions.ages",
    "scorekeeper.middleware.within_limits",
    "scorekeeper.middleware.malformed_requests",
    "scorekeeper.middleware.database_trouble",
]

ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"

# A game brings its own templates, words and static files in its own folder.
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", *sorted(BASE_DIR.glob("games/*/templates"))],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
            ],
            # What nearly every page uses, so that none has to load it.
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "scorekeeper.templatetags.cardroom",
                "scorekeeper.clubs.templatetags.nights",
            ],
        },
    },
]

# The database.
SQLITE_VERSION = use_newest_sqlite()
# A distribution may have mended an older SQLite: then its operator says so, and the start-up check logs it.
TRUST_OLD_SQLITE = flag("TRUST_OLD_SQLITE")
DATABASE_URL = os.environ.get("DATABASE_URL") or f"sqlite:///{VAR / 'scorekeeper.sqlite3'}"
DATABASES = {"default": database(DATABASE_URL, wal=SQLITE_VERSION >= SAFE_WAL or TRUST_OLD_SQLITE)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Languages and times.
LANGUAGE_CODE = "en"
# A language is offered once the site's own catalogue in it exists.
LANGUAGES = [
    (code, name)
    for code, name in (("en", _("English")), ("fr", _("French")))
    if code == "en" or (BASE_DIR / "locale" / code).is_dir()
]
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = DEPLOYED
LOCALE_PATHS = [BASE_DIR / "locale", *sorted(BASE_DIR.glob("games/*/locale"))]
USE_I18N = True
FORMAT_MODULE_PATH = ["scorekeeper.formats"]
USE_TZ = True
# Of what has no reader: jobs, commands, a phone that has not said its own yet. A club has one of its own.
TIME_ZONE = os.environ.get("TIME_ZONE") or get_localzone_name()

# Static files: hashed and compressed once `collectstatic` was run, found in their folders before.
STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_DIRS = [p for p in (BASE_DIR / "static", *sorted(BASE_DIR.glob("games/*/static"))) if p.is_dir()]
COLLECTED = (STATIC_ROOT / "staticfiles.json").exists()
WHITENOISE_USE_FINDERS = not COLLECTED
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False
# Known by its hash, or vendored in a folder of its version.
WHITENOISE_IMMUTABLE_FILE_TEST = r"\.[0-9a-f]{12}\.\w+$|/vendor/(?:pyodide|qr)-"
WHITENOISE_ADD_HEADERS_FUNCTION = engine_policy
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "scorekeeper.bundles.Storage"
        if COLLECTED or "collectstatic" in sys.argv
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# Sessions and forms.
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_NAME = "__Host-sid" if DEPLOYED else "sid"
SESSION_COOKIE_SECURE = DEPLOYED
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 90 * 24 * 3600
CSRF_COOKIE_NAME = "__Host-csrf" if DEPLOYED else "csrf"
CSRF_COOKIE_SECURE = DEPLOYED
CSRF_COOKIE_SAMESITE = "Lax"
# A page kept by a phone for weeks must still be able to send the hand that waited in it.
CSRF_COOKIE_AGE = 365 * 24 * 3600
CSRF_FAILURE_VIEW = "scorekeeper.views.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = 262_144
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 1
FILE_UPLOAD_PERMISSIONS = 0o600

# Accounts, for clubs only; without a mail server nobody's address is asked to be confirmed.
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["scorekeeper.accounts.hashing.Argon2", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 3600
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
# With a mail server addresses are confirmed; without one (at home) people vouch for each other.
EMAIL_URL = os.environ.get("EMAIL_URL", "")
globals().update(mail(EMAIL_URL, urlsplit(SITE_URL).hostname or ""))
ACCOUNT_ADAPTER = "scorekeeper.accounts.adapter.Adapter"
ACCOUNT_FORMS = {
    "signup": "scorekeeper.accounts.forms.SignUp",
    "login": "scorekeeper.accounts.forms.SignIn",
    "change_password": "scorekeeper.accounts.forms.NewPassword",
    "reset_password_from_key": "scorekeeper.accounts.forms.NewPasswordByLink",
    "reauthenticate": "scorekeeper.accounts.forms.Again",
}
MFA_ADAPTER = "scorekeeper.accounts.adapter.SecondSteps"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_URL else "none"
ACCOUNT_EMAIL_NOTIFICATIONS = bool(EMAIL_URL)
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if DEPLOYED else "http"
# Nobody learns from sign-up or reset whether an address is known.
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "scorekeeper.accounts.resetting.Tokens"
# Ours are right across processes (limits.py, accounts/attempts.py); allauth counts in Django's cache.
ACCOUNT_RATE_LIMITS = False
# It would count all passkeys of the site as one address's, for we tell it none.
MFA_RATE_LIMITS = False
MFA_FORMS = {
    "authenticate": "scorekeeper.accounts.forms.SecondStep",
    "reauthenticate": "scorekeeper.accounts.forms.SecondStepAgain",
    "add_webauthn": "scorekeeper.accounts.forms.NewPasskey",
    "edit_webauthn": "scorekeeper.accounts.forms.PasskeyName",
    "activate_totp": "scorekeeper.accounts.forms.NewApp",
}
# Where no mail goes out nobody's address is ever confirmed, and an address proves nothing there.
MFA_ALLOW_UNVERIFIED_EMAIL = not EMAIL_URL
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_PASSKEY_SIGNUP_ENABLED = False
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not DEPLOYED
MFA_TOTP_ISSUER = "Scorekeeper"
USERSESSIONS_TRACK_ACTIVITY = False

# How many times the usual limits hold (limits.py): more for a big club behind one address, 0 for none.
try:
    LIMITS = float(os.environ.get("LIMITS") or 1)
except ValueError as problem:
    raise ImproperlyConfigured("LIMITS must be a number.") from problem

# How many processes of a server may do long work at once (clubs/jobs); `manage.py serve --jobs` says it.
JOBS = int(os.environ.get("SCOREKEEPER_JOBS") or 1)

# Whom to tell of a hole in the site, for /.well-known/security.txt: an address as RFC 9116 wants it.
SECURITY_CONTACT = os.environ.get("SECURITY_CONTACT", "").strip()
if SECURITY_CONTACT and not re.fullmatch(r"(mailto:|https://|tel:)[!-~]+", SECURITY_CONTACT):
    raise ImproperlyConfigured("SECURITY_CONTACT must begin with mailto:, https:// or tel:, without blanks.")

# Who may read /metrics: whoever has this; without one, whoever asks on this machine itself.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "").strip()
if METRICS_TOKEN and len(METRICS_TOKEN) < 32:
    raise ImproperlyConfigured("METRICS_TOKEN must have at least 32 characters.")

# Headers. Not no-referrer: with it Chromium sends "Origin: null" on a plain form, which Django refuses.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
USE_X_FORWARDED_HOST = False
SECURE_SSL_REDIRECT = DEPLOYED
# A probe on the machine itself asks over plain http.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 31_536_000 if DEPLOYED else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = DEPLOYED
SECURE_HSTS_PRELOAD = flag("HSTS_PRELOAD")
# Preloading binds a whole domain for years: that is for its owner to say (HSTS_PRELOAD).
SILENCED_SYSTEM_CHECKS = ["security.W021"]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}

# One JSON object a line, in UTC, on standard error; a terminal at home sees only what went wrong.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "scorekeeper.logs.JSONLines"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": os.environ.get("LOG_LEVEL", "INFO" if DEPLOYED else "WARNING")},
    "loggers": {
        # Refused pages are in scorekeeper.requests already, by their route and not their address.
        "django.request": {"level": "ERROR"},
        # Django's own handlers would write every line a second time, and mail it.
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        # Its lines hold whole addresses; scorekeeper.requests has the same by route.
        "uvicorn.access": {"handlers": [], "propagate": False},
    },
}
