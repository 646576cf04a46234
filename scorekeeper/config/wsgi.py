"""The WSGI application: everything but live streams."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.config.settings")
application = get_wsgi_application()
