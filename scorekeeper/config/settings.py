"""Settings, all from the environment; docs/deploying.md lists the variables.

There are two profiles. Without SITE_URL the site runs at home: plain http on the local network. With
SITE_URL=https://… it is deployed: https only, `__Host-` cookies, HSTS, one host name.
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

from .csp import engine_policy
from .databases import SAFE_WAL, database, use_newest_sqlite
from .mail import mail

BASE_DIR = Path(__file__).resolve().parents[2]


def flag(name: str) -> bool:
    """Return whether the environment variable is set to a true value."""
    return os.environ.get(name, "").lower() in ("1", "true", "yes", "on")


def words(name: str) -> list[str]:
    """Return the words of an environment variable, separated by commas or spaces."""
    return os.environ.get(name, "").replace(",", " ").split()


# Folder of all data: the SQLite file, the secret key of a home site, collected static files.
VAR = Path(os.environ.get("VAR_DIR") or BASE_DIR / "var")
VAR.mkdir(parents=True, exist_ok=True)

SITE_URL = os.environ.get("SITE_URL", "").rstrip("/")
DEPLOYED = bool(SITE_URL)
DEBUG = flag("DEBUG")
if DEPLOYED and not SITE_URL.startswith("https://"):
    raise ImproperlyConfigured("SITE_URL must begin with https://; leave it out for a site at home.")


def secret_key() -> str:
    """Return the key from the environment; at home, one that is generated once and stored."""
    if key := os.environ.get("SECRET_KEY", ""):
        if len(key) < 50:
            raise ImproperlyConfigured("SECRET_KEY must have at least 50 characters.")
        return key
    if DEPLOYED:
        raise ImproperlyConfigured("A deployed site needs SECRET_KEY, as docs/deploying.md says.")
    path = VAR / "secret_key"
    try:
        # O_EXCL: if two processes start at once, only one writes the file.
        with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
    except FileExistsError:
        pass
    return path.read_text().strip()


SECRET_KEY = secret_key()
SECRET_KEY_FALLBACKS = words("SECRET_KEY_FALLBACKS")

# A site at home is reached by any IP address or local name, so Django accepts every host, and
# web.middleware.home_hosts refuses internet names.
MORE_HOSTS = words("ALLOWED_HOSTS")
ALLOWED_HOSTS = (
    [urlsplit(SITE_URL).hostname or "", "localhost", "127.0.0.1", *MORE_HOSTS] if DEPLOYED else ["*"]
)
CSRF_TRUSTED_ORIGINS = [SITE_URL] if DEPLOYED else []

INSTALLED_APPS = [
    "scorekeeper.config",
    "scorekeeper.web",
    "scorekeeper.ops",
    "scorekeeper.library",
    "scorekeeper.matches",
    "scorekeeper.jobs",
    "scorekeeper.clubs",
    "scorekeeper.history",
    "scorekeeper.figures",
    "scorekeeper.nights",
    "scorekeeper.history.exporting",
    "scorekeeper.history.importing",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    # After auth and contenttypes, because it disconnects their signals.
    "scorekeeper.accounts",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",
]
FORM_RENDERER = "scorekeeper.web.form_renderer.FormRenderer"

MIDDLEWARE = [
    "scorekeeper.web.middleware.log_requests",
    "scorekeeper.web.middleware.resource_headers",
    "django.middleware.security.SecurityMiddleware",
    # Before the middleware for pages: static files need no page headers, and must not be compressed again.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Also adds random padding to responses, against the BREACH attack.
    "django.middleware.gzip.GZipMiddleware",
    "scorekeeper.web.middleware.permissions_policy",
    "csp.middleware.CSPMiddleware",
    "scorekeeper.web.middleware.home_hosts",
    # Refuses requests that no view can read, such as malformed forms.
    "scorekeeper.web.middleware.readable_requests",
    "scorekeeper.web.middleware.same_site_only",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "scorekeeper.web.middleware.account_pages",
    "django.middleware.locale.LocaleMiddleware",
    "scorekeeper.web.middleware.local_times",
    "django.middleware.common.CommonMiddleware",
    # Inside CommonMiddleware, which sets Content-Length.
    "scorekeeper.web.middleware.method_not_allowed_text",
    "scorekeeper.web.middleware.htmx_redirects",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "scorekeeper.accounts.sessions.expire_sessions",
    "scorekeeper.web.middleware.error_responses",
]

ROOT_URLCONF = "scorekeeper.config.urls"

# A game has its own templates, translations and static files.
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
            # Loaded in every template.
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "scorekeeper.web.templatetags.cardroom",
                "scorekeeper.nights.templatetags.nights",
            ],
        },
    },
]

SQLITE_VERSION = use_newest_sqlite()
# If the distribution has patched a SQLite older than SAFE_WAL, the operator sets TRUST_OLD_SQLITE=1. A system
# check then logs a warning instead of failing.
TRUST_OLD_SQLITE = flag("TRUST_OLD_SQLITE")
DATABASE_URL = os.environ.get("DATABASE_URL") or f"sqlite:///{VAR / 'scorekeeper.sqlite3'}"
DATABASES = {"default": database(DATABASE_URL, wal=SQLITE_VERSION >= SAFE_WAL or TRUST_OLD_SQLITE)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Languages and times.
LANGUAGE_CODE = "en"
# A language is offered if the site has its catalogue.
LANGUAGES = [
    (code, name)
    for code, name in (("en", _("English")), ("fr", _("French")))
    if code == "en" or (BASE_DIR / "locale" / code).is_dir()
]
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = DEPLOYED
LOCALE_PATHS = [BASE_DIR / "locale", *sorted(BASE_DIR.glob("games/*/locale"))]
FORMAT_MODULE_PATH = ["scorekeeper.web.formats"]
# For jobs, commands and phones without a time zone cookie. A club has a time zone of its own.
TIME_ZONE = os.environ.get("TIME_ZONE") or get_localzone_name()

# Static files: hashed and compressed after `collectstatic`, else served from their folders.
STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static", *sorted(BASE_DIR.glob("games/*/static"))]
COLLECTED = (STATIC_ROOT / "staticfiles.json").exists()
WHITENOISE_USE_FINDERS = not COLLECTED
WHITENOISE_ALLOW_ALL_ORIGINS = False
# Names with a hash, or vendored folders with a version.
WHITENOISE_IMMUTABLE_FILE_TEST = r"\.[0-9a-f]{12}\.\w+$|/vendor/pyodide-"
# Sets the content security policy of the web worker in which a phone runs the rules.
WHITENOISE_ADD_HEADERS_FUNCTION = engine_policy
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "scorekeeper.web.bundles.Storage"
        if COLLECTED or "collectstatic" in sys.argv
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# Sessions and forms.
SESSION_COOKIE_NAME = "__Host-sid" if DEPLOYED else "sid"
SESSION_COOKIE_SECURE = DEPLOYED
SESSION_COOKIE_AGE = 90 * 24 * 3600
CSRF_COOKIE_NAME = "__Host-csrf" if DEPLOYED else "csrf"
CSRF_COOKIE_SECURE = DEPLOYED
# A page stored on a phone for weeks must still be able to send its hand.
CSRF_COOKIE_AGE = 365 * 24 * 3600
CSRF_FAILURE_VIEW = "scorekeeper.ops.views.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = 262_144
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 1
FILE_UPLOAD_PERMISSIONS = 0o600

# Accounts, for clubs only.
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
# With mail, users must confirm their addresses; without mail they cannot.
EMAIL_URL = os.environ.get("EMAIL_URL", "")
globals().update(mail(EMAIL_URL, urlsplit(SITE_URL).hostname or ""))
ACCOUNT_ADAPTER = "scorekeeper.accounts.adapter.Adapter"
ACCOUNT_FORMS = {
    "signup": "scorekeeper.accounts.forms.SignUp",
    "login": "scorekeeper.accounts.forms.SignIn",
}
MFA_ADAPTER = "scorekeeper.accounts.adapter.MFAAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_URL else "none"
ACCOUNT_EMAIL_NOTIFICATIONS = bool(EMAIL_URL)
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if DEPLOYED else "http"
# Sign-up and password reset do not reveal whether an e-mail address has an account.
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "scorekeeper.accounts.reset_links.Tokens"
# Our own limits work across processes (web/limits.py, accounts/attempts.py).
ACCOUNT_RATE_LIMITS = False
# allauth would count all passkey attempts as one sender's, because the adapter hides IP addresses.
MFA_RATE_LIMITS = False
MFA_FORMS = {
    "authenticate": "scorekeeper.accounts.forms.SecondStep",
    "reauthenticate": "scorekeeper.accounts.forms.SecondStepAgain",
    "add_webauthn": "scorekeeper.accounts.forms.NewPasskey",
}
# Without mail, addresses are never confirmed.
MFA_ALLOW_UNVERIFIED_EMAIL = not EMAIL_URL
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not DEPLOYED
MFA_TOTP_ISSUER = "Scorekeeper"

# Factor of the rate limits (web/limits.py): more for a big club behind one IP address, 0 for no limits.
try:
    LIMITS = float(os.environ.get("LIMITS") or 1)
except ValueError as error:
    raise ImproperlyConfigured("LIMITS must be a number.") from error

# Number of concurrent job processes (jobs/runner.py); set by `manage.py serve --jobs`.
JOBS = int(os.environ.get("SCOREKEEPER_JOBS") or 1)

# Contact for vulnerabilities in /.well-known/security.txt, as in RFC 9116.
SECURITY_CONTACT = os.environ.get("SECURITY_CONTACT", "").strip()
if SECURITY_CONTACT and not re.fullmatch(r"(mailto:|https://|tel:)[!-~]+", SECURITY_CONTACT):
    raise ImproperlyConfigured("SECURITY_CONTACT must begin with mailto:, https:// or tel:, without blanks.")

# Token for /metrics; without one only local requests may read it.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "").strip()
if METRICS_TOKEN and len(METRICS_TOKEN) < 32:
    raise ImproperlyConfigured("METRICS_TOKEN must have at least 32 characters.")

# Headers. With "no-referrer" Chromium would send "Origin: null" with a plain form, which Django refuses.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = DEPLOYED
# Local probes use plain http.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 31_536_000 if DEPLOYED else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = DEPLOYED
SECURE_HSTS_PRELOAD = flag("HSTS_PRELOAD")
# Preloading affects a whole domain for years, so its owner must choose it (HSTS_PRELOAD).
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

# One JSON object per line on standard error; at home only warnings.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "scorekeeper.config.logs.JSONLines"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": os.environ.get("LOG_LEVEL", "INFO" if DEPLOYED else "WARNING")},
    "loggers": {
        # scorekeeper.requests logs refused pages by route instead of URL.
        "django.request": {"level": "ERROR"},
        # Without Django's own handlers, which would log every line twice.
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        # Its lines contain URLs; scorekeeper.requests logs routes instead.
        "uvicorn.access": {"handlers": [], "propagate": False},
    },
}
